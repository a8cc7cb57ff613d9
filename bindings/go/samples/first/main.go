// Command first lists the orders of a frozen document, as samples/orders.json has them:
//
//	go run ./samples/first orders.varvel
package main

import (
	"fmt"
	"log"
	"os"

	"example.invalid/varvel/bindings/go/frozen"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: first FILE")
	}
	bytes, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	doc, err := frozen.Open(bytes) // checks everything, once
	if err != nil {
		log.Fatal(err)
	}
	for _, order := range doc.Root().Get("orders").Items() {
		id, err := order.Get("id").Int64() // 2^53 + 1, exactly
		if err != nil {
			log.Fatal(err)
		}
		name, err := order.Find("customer.name")
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(id, name, order.Get("total"))
	}
}

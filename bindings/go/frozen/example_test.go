package frozen_test

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"example.invalid/varvel/bindings/go/frozen"
)

// open opens a document with people: {"name": "people", "count": 10, "people":
// [{"id": 0, "name": "Ada", …}, …], "weights": [0.0, 0.25, …]}.
func open() frozen.Node {
	bytes, err := os.ReadFile("testdata/people.varvel")
	if err != nil {
		log.Fatal(err)
	}
	doc, err := frozen.Open(bytes)
	if err != nil {
		log.Fatal(err)
	}
	return doc.Root()
}

func Example() {
	bytes, err := os.ReadFile("testdata/people.varvel")
	if err != nil {
		log.Fatal(err)
	}
	doc, err := frozen.Open(bytes) // checks everything, once
	if err != nil {
		log.Fatal(err)
	}
	count, err := doc.Root().Get("count").Int64()
	fmt.Println(count, err)
	// Output: 10 <nil>
}

func ExampleOpen_errors() {
	_, err := frozen.Open([]byte("VRVL\x02"))
	fmt.Println(err)
	fmt.Println(errors.Is(err, frozen.ErrVersion))
	var e *frozen.Error
	if errors.As(err, &e) {
		fmt.Println(uint16(e.Code), e.Offset)
	}
	// Output:
	// unsupported version: expected version 1, found version 2, at byte 4
	// true
	// 19 4
}

func ExampleNode_Get() {
	root := open()
	born := root.Get("people").At(3).Get("born").Get("year") // one check, at the end
	fmt.Println(born.Exists())
	_, err := born.Int64()
	fmt.Println(err)
	// Output:
	// false
	// not found: expected an integer, found no member "born", at $.people[3]
}

func ExampleKey() {
	name := frozen.NewKey("name") // hashed once
	for i, person := range open().Get("people").Items() {
		text, err := person.GetKey(name).Str()
		if err != nil {
			log.Fatal(err)
		}
		if i < 3 {
			fmt.Println(text)
		}
	}
	// Output:
	// Ada
	// Grace
	// Kurt
}

func ExampleNode_Members() {
	for key, value := range open().Get("people").At(0).Members() {
		fmt.Println(key, value.Kind(), value)
	}
	// Output:
	// id an integer 0
	// name a string "Ada"
	// mail a string "ada@example.org"
	// scores an array [1.5, 2.0, 0.0]
	// tags an array []
}

func ExampleNode_Find() {
	root := open()
	for _, path := range []string{"people[1].name", "/people/1/scores/0", "people[1].name.first", "people[1"} {
		found, err := root.Find(path)
		fmt.Println(found, err)
	}
	// Output:
	// "Grace" <nil>
	// 1.5 <nil>
	// nothing <nil>
	// nothing invalid path: expected `]`, at byte 6
}

func ExampleNode_Column() {
	var sum int64
	for _, id := range open().Get("people").Column(frozen.NewKey("id")) {
		n, err := id.Int64()
		if err != nil {
			log.Fatal(err)
		}
		sum += n
	}
	fmt.Println(sum)
	// Output: 45
}

func ExampleNumbers() {
	weights := open().Get("weights")
	numbers, ok := frozen.Numbers[float64](weights) // no copy
	if !ok {
		// Not packed, not aligned, or a big-endian processor.
		var err error
		if numbers, err = frozen.AppendNumbers[float64](nil, weights); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(len(numbers), numbers[31])
	// Output: 32 7.75
}

func ExampleAs() {
	type person struct {
		ID   int     `json:"id"`
		Name string  `json:"name"`
		Mail *string `json:"mail"`
	}
	people, err := frozen.As[[]person](open().Get("people"))
	fmt.Println(len(people), people[1].Name, people[1].Mail == nil, err)

	_, err = frozen.As[[]struct {
		Name bool `json:"name"`
	}](open().Get("people"))
	fmt.Println(err)
	// Output:
	// 10 Grace true <nil>
	// wrong kind of value: expected a boolean, found a string, at $.people[0].name
}

func ExampleNode_AppendJSON() {
	json, err := open().Get("people").At(0).AppendJSON(nil)
	fmt.Println(string(json), err)
	// Output: {"id":0,"name":"Ada","mail":"ada@example.org","scores":[1.5,2.0,0.0],"tags":[]} <nil>
}

func ExampleOpenStream() {
	bytes, err := os.ReadFile("../../../spec/vectors/v1/stream-good/segments.varvel")
	if err != nil {
		log.Fatal(err)
	}
	stream, err := frozen.OpenStream(bytes)
	if err != nil {
		log.Fatal(err)
	}
	record, err := stream.Record(1)
	fmt.Println(stream.Len(), record, err)
	sum := 0
	for record, err := range stream.Records() {
		if err != nil {
			log.Fatal(err)
		}
		sum += record.Len()
	}
	fmt.Println(sum)
	// Output:
	// 12 {"id": 1, "name": "record 1"} <nil>
	// 24
}

func ExampleFromJSON() {
	doc, err := frozen.FromJSON(strings.NewReader(`{"b": [1, 2.50], "a": "x"}`), frozen.FreezeOptions{})
	fmt.Println(doc.Root(), err)

	_, err = frozen.FromJSON(strings.NewReader("{\"a\": [1,\n nil]}"), frozen.FreezeOptions{})
	fmt.Println(err)
	fmt.Println(errors.Is(err, frozen.ErrSyntax))
	// Output:
	// {"b": [1, 2.5], "a": "x"} <nil>
	// invalid syntax: expected a value, found `nil`, at $.a[1], at byte 11, line 2, column 2
	// true
}

func ExampleFreezeOptions() {
	text := `{"price": 1.50, "price": 2.50}`
	o := frozen.FreezeOptions{Duplicates: frozen.KeepLast, ExactDecimals: true}
	doc, err := frozen.FromJSON(strings.NewReader(text), o)
	fmt.Println(doc.Root(), err)
	// Output: {"price": 2.50} <nil>
}

func ExampleFreeze() {
	type user struct {
		Name   string    `varvel:"name"`
		Mail   string    `varvel:"mail,omitempty"`
		Joined time.Time `varvel:"joined"`
	}
	doc, err := frozen.Freeze(map[string]any{
		"users": []user{{Name: "Ada", Joined: time.Unix(1700000000, 0)}},
		"sizes": map[int]string{2: "two", 1: "one"},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(doc.Root())
	read, err := frozen.As[user](doc.Root().Get("users").At(0))
	fmt.Println(read.Name, err)

	_, err = frozen.Freeze([]any{1, func() {}})
	fmt.Println(err)
	// Output:
	// {"sizes": {1: "one", 2: "two"}, "users": [{"name": "Ada", "joined": @1700000000.000000000}]}
	// Ada <nil>
	// wrong kind of value: expected a type that documents have, found func(), at $[1]
}

func ExampleNode_Canonical() {
	a, _ := frozen.FromJSON(strings.NewReader(`{"x": 1.0, "y": [2]}`), frozen.FreezeOptions{})
	b, _ := frozen.Freeze(map[string]any{"y": []int{2}, "x": float32(1)})
	first, _ := a.Root().Canonical()
	second, _ := b.Root().Canonical()
	fmt.Println(bytes.Equal(a.Bytes(), b.Bytes()), bytes.Equal(first.Bytes(), second.Bytes()))
	// Output: false true
}

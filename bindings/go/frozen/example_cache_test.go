package frozen_test

import (
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"

	"example.invalid/varvel/bindings/go/frozen"
)

// load opens the prices in a file. If it is not there, or damaged, it is made of
// the JSON that fetch returns.
func load(path string, fetch func() (io.ReadCloser, error)) (*frozen.Document, error) {
	if bytes, err := os.ReadFile(path); err == nil {
		if doc, err := frozen.Open(bytes); err == nil {
			return doc, nil
		}
	}
	body, err := fetch()
	if err != nil {
		return nil, err
	}
	defer body.Close()
	doc, err := frozen.FromJSON(body, frozen.FreezeOptions{Checksum: true})
	if err != nil {
		return nil, err // an *frozen.Error: code, byte, line, column, path
	}
	if err := os.WriteFile(path+".new", doc.Bytes(), 0o644); err != nil {
		return nil, err
	}
	return doc, os.Rename(path+".new", path) // whole, or not there
}

// A service that fills its own cache: the JSON that it fetched once is a file
// that it opens at the next start.
func ExampleFromJSON_cache() {
	folder, err := os.MkdirTemp("", "cache")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "prices.varvel")
	fetch := func() (io.ReadCloser, error) {
		fmt.Println("fetched")
		return io.NopCloser(strings.NewReader(`{"tea": 4.5, "rice": 3}`)), nil
	}
	for range 3 {
		doc, err := load(path, fetch)
		if err != nil {
			log.Fatal(err)
		}
		price, err := doc.Root().Get("tea").Float64()
		fmt.Println(price, err)
	}
	// A damaged file is filled again.
	if err := os.WriteFile(path, []byte("VRVL"), 0o644); err != nil {
		log.Fatal(err)
	}
	doc, err := load(path, fetch)
	fmt.Println(doc.Root(), err)
	// Output:
	// fetched
	// 4.5 <nil>
	// 4.5 <nil>
	// 4.5 <nil>
	// fetched
	// {"tea": 4.5, "rice": 3} <nil>
}

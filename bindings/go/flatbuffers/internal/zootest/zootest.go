// Package zootest makes and reads the buffers of the zoo that several packages test.
package zootest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"example.invalid/varvel/bindings/go/flatbuffers/fbjson"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/zoo"
)

// Lines returns the documents of a file of the corpus of all languages, which is in
// a folder around the test.
func Lines(t testing.TB, name string) [][]byte {
	t.Helper()
	folder := "."
	for range 8 {
		held, err := os.ReadFile(filepath.Join(folder, "crates/varvel-codegen/tests/corpus", name))
		if err == nil {
			return bytes.Split(bytes.TrimSpace(held), []byte("\n"))
		}
		folder = filepath.Join(folder, "..")
	}
	t.Skip("skipped: no corpus")
	return nil
}

// Build returns the buffer of a document.
func Build(t testing.TB, text string) []byte {
	t.Helper()
	b, err := zoo.BuildZoo([]byte(text), fbjson.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return b
}

// Read verifies a buffer, and returns its root.
func Read(t testing.TB, b []byte) zoo.Zoo {
	t.Helper()
	root, err := zoo.ReadZoo(b)
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// Text returns a zoo as JSON.
func Text(t testing.TB, root zoo.Zoo) string {
	t.Helper()
	text, err := root.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

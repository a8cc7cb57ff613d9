package fbjson_test

import (
	"bytes"
	"testing"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/fbjson"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/zoo"
)

// BenchmarkJSON builds a zoo with all documents of the corpus, of JSON and of
// JSON5, and writes it.
func BenchmarkJSON(b *testing.B) {
	text := []byte(`{"name":"all","children":[`)
	for at, line := range lines(b, "zoo.ndjson") {
		if at != 0 {
			text = append(text, ',')
		}
		text = append(text, line...)
	}
	text = append(text, "]}"...)
	made, err := zoo.BuildZoo(text, fbjson.Options{})
	if err != nil {
		b.Fatal(err)
	}
	root := zoo.Zoo(flatbuffers.UnverifiedRoot(made))
	written, err := root.AppendJSON(nil, fbjson.Options{})
	if err != nil {
		b.Fatal(err)
	}
	written = bytes.Clone(written)
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(len(written)))
		for range b.N {
			if _, err := zoo.BuildZoo(written, fbjson.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("relaxed", func(b *testing.B) {
		b.SetBytes(int64(len(written)))
		for range b.N {
			if _, err := zoo.BuildZoo(written, fbjson.Options{Relaxed: true}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("write", func(b *testing.B) {
		b.SetBytes(int64(len(written)))
		to := make([]byte, 0, len(written))
		for range b.N {
			if to, err = root.AppendJSON(to[:0], fbjson.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

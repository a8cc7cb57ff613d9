package frozen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

func openFile(t testing.TB, name string) *Document {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := Open(b)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// shuffledKeys returns the keys of an object in another order, the same in each
// run: 64 keys or fewer.
func shuffledKeys(object Node) []string {
	var keys []string
	for key := range object.Members() {
		keys = append(keys, key)
	}
	shuffled := make([]string, len(keys))
	for i := range keys {
		shuffled[i] = keys[(i*37+11)%len(keys)]
	}
	return shuffled
}

// BenchmarkGet looks up a key of 64, which is hashed each time, and reads the
// integer.
func BenchmarkGet(b *testing.B) {
	root := openFile(b, "testdata/keys-64.varvel").Root()
	keys := shuffledKeys(root)
	var sum int64
	for i := range b.N {
		v, err := root.Get(keys[i%64]).Int64()
		if err != nil {
			b.Fatal(err)
		}
		sum += v
	}
	sink = sum
}

// BenchmarkGetKey looks up a key of 64 that was prepared, and reads the integer.
func BenchmarkGetKey(b *testing.B) {
	root := openFile(b, "testdata/keys-64.varvel").Root()
	var keys []Key
	for _, key := range shuffledKeys(root) {
		keys = append(keys, NewKey(key))
	}
	var sum int64
	for i := range b.N {
		v, err := root.GetKey(keys[i%64]).Int64()
		if err != nil {
			b.Fatal(err)
		}
		sum += v
	}
	sink = sum
}

// sink keeps results from being optimised away.
var sink int64

// BenchmarkMap looks up a key of 64 in a map of Go, for comparison.
func BenchmarkMap(b *testing.B) {
	root := openFile(b, "testdata/keys-64.varvel").Root()
	values := make(map[string]int64)
	for key, value := range root.Members() {
		values[key], _ = value.Int64()
	}
	keys := shuffledKeys(root)
	var sum int64
	for i := range b.N {
		sum += values[keys[i%64]]
	}
	sink = sum
}

// BenchmarkItems goes through an array of 32 floats, item by item.
func BenchmarkItems(b *testing.B) {
	weights := openFile(b, "testdata/people.varvel").Root().Get("weights")
	var sum float64
	for range b.N {
		for _, item := range weights.Items() {
			v, _ := item.Float64()
			sum += v
		}
	}
	sink = int64(sum)
}

// BenchmarkNumbers goes through the same array as a slice.
func BenchmarkNumbers(b *testing.B) {
	weights := openFile(b, "testdata/people.varvel").Root().Get("weights")
	var sum float64
	for range b.N {
		numbers, _ := Numbers[float64](weights)
		for _, v := range numbers {
			sum += v
		}
	}
	sink = int64(sum)
}

// BenchmarkColumn goes through one member of ten objects.
func BenchmarkColumn(b *testing.B) {
	people := openFile(b, "testdata/people.varvel").Root().Get("people")
	id := NewKey("id")
	var sum int64
	for range b.N {
		for _, member := range people.Column(id) {
			v, _ := member.Int64()
			sum += v
		}
	}
	sink = sum
}

func BenchmarkOpen(b *testing.B) {
	bytes := openFile(b, "testdata/people.varvel").Bytes()
	b.SetBytes(int64(len(bytes)))
	for range b.N {
		if _, err := Open(bytes); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendJSON(b *testing.B) {
	root := openFile(b, "testdata/people.varvel").Root()
	var dst []byte
	for range b.N {
		dst, _ = root.AppendJSON(dst[:0])
	}
	b.SetBytes(int64(len(dst)))
}

// recordsJSON is a text of JSON with records, some 1 MB.
func recordsJSON() []byte {
	var text bytes.Buffer
	for i := range 10_000 {
		fmt.Fprintf(&text, `,{"id": %d, "name": "user %d", "score": %d.25, "tags": ["a", "bc"], "at": {"x": %d, "y": %d}}`,
			i, i, i%100, i%7, i*1000)
	}
	text.Bytes()[0] = '['
	text.WriteByte(']')
	return text.Bytes()
}

func BenchmarkFromJSON(b *testing.B) {
	text := recordsJSON()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for range b.N {
		if _, err := FromJSON(bytes.NewReader(text), FreezeOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUnmarshalAny is what encoding/json takes for the same text.
func BenchmarkUnmarshalAny(b *testing.B) {
	text := recordsJSON()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for range b.N {
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFreeze(b *testing.B) {
	var v any
	text := recordsJSON()
	if err := json.Unmarshal(text, &v); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for range b.N {
		if _, err := Freeze(v); err != nil {
			b.Fatal(err)
		}
	}
}

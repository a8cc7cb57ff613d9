package frozen

import (
	"encoding/json"
	"errors"
	"math/big"
	"net/netip"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
)

type base struct {
	ID int `json:"id"`
}

type person struct {
	base
	Name   string     `varvel:"name,required" json:"other"`
	Mail   *string    `json:"mail,omitempty"`
	Scores [3]float64 `json:"scores"`
	Tags   []string   `json:"tags"`
	Extra  string     `json:"-"`
}

type people struct {
	Name    string    `json:"name"`
	Count   uint8     `json:"count"`
	People  []person  `json:"people"`
	Weights []float64 `json:"weights"`
}

func TestUnmarshal(t *testing.T) {
	root := openFile(t, "testdata/people.varvel").Root()
	read, err := As[people](root)
	if err != nil {
		t.Fatal(err)
	}
	if read.Name != "people" || read.Count != 10 || len(read.People) != 10 || read.Weights[31] != 7.75 {
		t.Errorf("%+v", read)
	}
	kurt, mail := read.People[2], "kurt@example.org"
	want := person{base: base{2}, Name: "Kurt", Mail: &mail, Scores: [3]float64{1.5, 2, 0.5}, Tags: []string{"a", "b"}}
	if !reflect.DeepEqual(kurt, want) || read.People[3].Mail != nil {
		t.Errorf("%+v, want %+v", kurt, want)
	}
}

// list contains itself, and both types are read at once by many goroutines.
type list struct {
	People []*list        `json:"people"`
	Name   string         `json:"name"`
	Other  map[string]any `json:"other"`
}

func TestTypesThatContainThemselves(t *testing.T) {
	root := openFile(t, "testdata/people.varvel").Root()
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			read, err := As[*list](root)
			if err != nil || read.Name != "people" || len(read.People) != 10 || read.People[4].Name != "Alan" {
				t.Errorf("%+v, %v", read, err)
			}
		}()
	}
	all.Wait()
}

type upper string

func (u *upper) UnmarshalVarvel(n Node) error {
	text, err := n.Str()
	*u = upper(strings.ToUpper(text))
	return err
}

func TestUnmarshalTypes(t *testing.T) {
	good := func(name string) Node {
		doc, err := Open(loadFile(t, "v1/good/"+name+".varvel"))
		if err != nil {
			t.Fatal(err)
		}
		return doc.Root()
	}
	root := openFile(t, "testdata/people.varvel").Root()
	ada := root.Get("people").At(0)
	check(t, ada.Get("name"), upper("ADA"))
	check(t, ada.Get("name"), any("Ada"))
	check(t, ada.Get("id"), json.Number("0"))
	check(t, ada.Get("scores"), []float32{1.5, 2, 0})
	check(t, ada.Get("scores"), json.RawMessage("[1.5,2.0,0.0]"))
	check(t, ada, map[string]any{
		"id": int64(0), "name": "Ada", "mail": "ada@example.org",
		"scores": []any{1.5, 2.0, 0.0}, "tags": []any{},
	})
	check(t, ada.Get("name"), ada.Get("name"))
	check(t, root.Get("weights"), []int(nil), ErrKind)
	check(t, root.Get("name"), 0, ErrKind)
	check(t, root.Get("count"), int8(10))
	check(t, root.Get("count"), *big.NewInt(10))
	check(t, root.Get("people").At(1).Get("mail"), "", ErrKind)
	check(t, root.Get("people").At(1).Get("mail"), (*string)(nil))
	check(t, root.Get("none"), 0, ErrNotFound)
	if address, err := As[netip.Addr](root.Get("name")); err == nil {
		t.Errorf("an address: %v", address)
	}
	check(t, ada.Get("scores"), [2]float64{}, ErrKind)
	check(t, ada, struct {
		Born int `varvel:"born,required"`
	}{}, ErrMissing)
	check(t, ada, make(chan int), ErrKind)
	check(t, ada.Get("name"), time.Time{}, ErrKind)
	check(t, good("map"), map[any]any(nil), ErrKind)
	check(t, good("bytes"), []byte{0, 255})
	check(t, good("bytes"), [2]byte{0, 255})
	check(t, good("bytes"), [3]byte{}, ErrKind)
	if err := Unmarshal(root, people{}); !errors.Is(err, ErrKind) {
		t.Errorf("no pointer: %v", err)
	}
	if err := Unmarshal(root, nil); !errors.Is(err, ErrKind) {
		t.Errorf("nil: %v", err)
	}
	_, err := As[struct {
		People []struct {
			ID uint8 `json:"name"`
		} `json:"people"`
	}](root)
	if err == nil || err.Error() != "wrong kind of value: expected an integer, found a string, at $.people[0].name" {
		t.Errorf("got %v", err)
	}
}

// check reads a value as T. It must be the one that is wanted, or the error that
// is.
func check[T any](t *testing.T, n Node, want T, code ...error) {
	t.Helper()
	got, err := As[T](n)
	switch {
	case len(code) != 0:
		if !errors.Is(err, code[0]) {
			t.Errorf("%v as %T: %v (%v), want %v", n, want, got, err, code[0])
		}
	case err != nil || !reflect.DeepEqual(got, want):
		t.Errorf("%v as %T: %v (%v), want %v", n, want, got, err, want)
	}
}

func TestAny(t *testing.T) {
	eachGood(t, func(file string, n Node) {
		v := n.Any()
		// JSON made of it is that of the node itself.
		want, err := n.AppendJSON(nil)
		if err != nil || len(want) > 4000 {
			return
		}
		var plain any
		decoder := json.NewDecoder(strings.NewReader(string(want)))
		decoder.UseNumber()
		if err := decoder.Decode(&plain); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		got, err := json.Marshal(v)
		var again any
		decoder = json.NewDecoder(strings.NewReader(string(got)))
		decoder.UseNumber()
		if err != nil || decoder.Decode(&again) != nil || !sameJSON(plain, again) {
			t.Errorf("%s: %s, want %s (%v)", file, got, want, err)
		}
	})
}

// sameJSON compares values of JSON, floats by their values.
func sameJSON(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		if !ok {
			return false
		}
		if a == b {
			return true
		}
		x, _ := a.Float64()
		y, _ := b.Float64()
		return x == y || float32(x) == float32(y)
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !sameJSON(a[i], b[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for key := range a {
			if !sameJSON(a[key], b[key]) {
				return false
			}
		}
		return true
	default:
		return a == b
	}
}

func BenchmarkUnmarshal(b *testing.B) {
	root := openFile(b, "testdata/people.varvel").Root()
	var read people
	for range b.N {
		if err := Unmarshal(root, &read); err != nil {
			b.Fatal(err)
		}
	}
}

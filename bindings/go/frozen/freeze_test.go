package frozen

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"
)

// frozenOf freezes a value. The document must be valid, and its text the one that
// is wanted.
func frozenOf(t *testing.T, v any, want string) *Document {
	t.Helper()
	doc, err := Freeze(v)
	if err != nil {
		t.Errorf("%#v: %v", v, err)
		return nil
	}
	checkMade(t, want, doc)
	if got := doc.Root().String(); got != want {
		t.Errorf("%#v: %s, want %s", v, got, want)
	}
	return doc
}

// shout is frozen as its text in capital letters.
type shout string

func (s shout) MarshalVarvel() (any, error) {
	if s == "" {
		return nil, errors.New("nothing to shout")
	}
	return strings.ToUpper(string(s)), nil
}

type tree struct {
	Name string           `varvel:"name"`
	Sub  []*tree          `json:"sub,omitempty"`
	By   map[string]*tree `json:"by,omitempty"`
	Next *tree            `json:"next,omitempty"`
}

func TestFreezeValues(t *testing.T) {
	point := time.Date(2024, 2, 29, 12, 0, 0, 5, time.FixedZone("", 3600))
	million, _ := new(big.Int).SetString("18446744073709551616", 10)
	text := "x"
	for _, c := range []struct {
		v    any
		want string
	}{
		{nil, "null"},
		{true, "true"},
		{int8(-7), "-7"},
		{uint64(math.MaxUint64), "18446744073709551615"},
		{1.0, "1.0"},
		{math.NaN(), "NaN"},
		{float32(0.1), "0.1"},
		{math.Inf(-1), "-inf"},
		{"é", `"é"`},
		{&text, `"x"`},
		{(*string)(nil), "null"},
		{[]byte{1, 'a'}, `b"\x01a"`},
		{[2]byte{1, 'a'}, `b"\x01a"`},
		{[]byte(nil), "null"},
		{[]int(nil), "null"},
		{[]int{}, "[]"},
		{[]int{1, 300}, "[1, 300]"},
		{[][]float64{{1, 2}, {3, 4}}, "[[1.0, 2.0], [3.0, 4.0]]"},
		{[]float32{0.1}, "[0.1]"},
		{[]any{1, "a", nil, []any{}}, `[1, "a", null, []]`},
		{map[string]int{"b": 1, "a": 2, "": 3}, `{"": 3, "a": 2, "b": 1}`},
		{map[string]int(nil), "null"},
		{map[string]int{}, "{}"},
		{map[int]string{10: "x", -2: "y", 9: "z"}, `{-2: "y", 9: "z", 10: "x"}`},
		{map[uint8]bool{200: true, 3: false}, `{3: false, 200: true}`},
		{map[any]any{"b": 1, "a": 2}, `{"a": 2, "b": 1}`},
		{map[any]any{"b": 1, 2: "x", true: nil}, `{true: null, 2: "x", "b": 1}`},
		{map[netip.Addr]int{netip.MustParseAddr("::1"): 1}, `{"::1": 1}`},
		{map[int]int{}, "{}"},
		{point, "@1709204400.000000005"},
		{&point, "@1709204400.000000005"},
		{*million, "18446744073709551616"},
		{new(big.Int).Neg(million), "-18446744073709551616"},
		{big.NewInt(5), "5"},
		{(*big.Int)(nil), "null"},
		{json.Number("1.50"), "1.5"},
		{json.Number("123456789012345678901"), "123456789012345678901"},
		{json.Number(""), "0"},
		{json.RawMessage(`{"z": [1, 2], "a": null}`), `{"z": [1, 2], "a": null}`},
		{json.RawMessage(nil), "null"},
		{&Tag{Tagged, 37, []byte("0123456789abcdef")}, `tag(37) b"0123456789abcdef"`},
		{Tag{Kind: Extension, Number: math.MaxUint64 - 4, Value: "x"}, `extension(-5) "x"`},
		{&Tag{Kind: Simple, Number: 99}, "simple(99) null"},
		{[]Member{{1, "one"}, {"two", 2}, {nil, []Member{}}}, `{1: "one", "two": 2, null: {}}`},
		{[]Member{{"b", "one"}, {"a", 2}}, `{"b": "one", "a": 2}`},
		{netip.MustParseAddr("127.0.0.1"), `"127.0.0.1"`},
		{shout("hey"), `"HEY"`},
		{[]shout{"a", "b"}, `["A", "B"]`},
		{
			person{base: base{3}, Name: "Ada", Scores: [3]float64{1, 2, 3}},
			`{"name": "Ada", "scores": [1.0, 2.0, 3.0], "tags": null, "id": 3}`,
		},
		{
			tree{Name: "a", Sub: []*tree{{Name: "b"}, nil}, By: map[string]*tree{"c": {Name: "d"}}},
			`{"name": "a", "sub": [{"name": "b"}, null], "by": {"c": {"name": "d"}}}`,
		},
		{struct {
			Zero  time.Time `json:"zero,omitzero"`
			Empty int       `json:",omitempty"`
			Out   int       `json:"-"`
			Own   int       `varvel:"own" json:"other"`
			local int
		}{}, `{"own": 0}`},
	} {
		frozenOf(t, c.v, c.want)
	}
}

func TestFreezeDocuments(t *testing.T) {
	eachGood(t, func(file string, n Node) {
		doc, err := Freeze(n)
		if err != nil || doc.Root().String() != n.String() {
			t.Errorf("%s: %v, %v", file, doc.Root(), err)
			return
		}
		checkMade(t, file, doc)
		// What Any returns is the same value, but for the order of keys and floats of
		// 32 bits.
		again, err := Freeze(n.Any())
		if err != nil {
			t.Errorf("%s: %v", file, err)
			return
		}
		checkMade(t, file, again)
		if !again.Root().Equal(n) && !strings.Contains(n.String(), "e-") && !strings.Contains(n.String(), ".") {
			t.Errorf("%s: %v, want %v", file, again.Root(), n)
		}
	})
	doc, err := Freeze(map[string]any{"a": openFile(t, "testdata/people.varvel")})
	if err != nil || doc.Root().Get("a").Get("count").String() != "10" {
		t.Errorf("%v", err)
	}
}

func TestFreezeReadsBack(t *testing.T) {
	mail := "m"
	want := people{
		Name: "x", Count: 3, Weights: []float64{1.5, math.Inf(1)},
		People: []person{{base: base{1}, Name: "a", Mail: &mail, Tags: []string{"t"}}},
	}
	doc, err := Freeze(&want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := As[people](doc.Root())
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestFreezeErrors(t *testing.T) {
	loop := &tree{Name: "x"}
	loop.Sub = []*tree{{By: map[string]*tree{"k": loop}}}
	type pointer *pointer
	var self pointer
	self = &self
	list := []any{nil}
	list[0] = list
	own := map[string]any{}
	own["own"] = own
	for _, c := range []struct {
		v    any
		code Code
		text string
	}{
		{make(chan int), ErrKind, "wrong kind of value: expected a type that documents have, found chan int, at $"},
		{[]any{1, map[string]any{"f": func() {}}}, ErrKind,
			"wrong kind of value: expected a type that documents have, found func(), at $[1].f"},
		{[]string{"a", "\xff"}, ErrUTF8, "invalid UTF-8: expected text in UTF-8, at $[1]"},
		{map[string]int{"\xff": 1}, ErrUTF8, ""},
		{map[any]int{int8(1): 1, int16(1): 2}, ErrDuplicate,
			"duplicate key: expected a key that comes once, found \"1\" again, at $"},
		{map[any]int{"a": 1, shout("A"): 2, json.Number("1"): 1}, 0, ""},
		{map[any]int{"A": 1, shout("a"): 2}, ErrDuplicate,
			"duplicate key: expected a key that comes once, found \"A\" again, at $"},
		{[]Member{{1, 1}, {1.0, 2}, {1, 3}}, ErrDuplicate, ""},
		{json.Number("1.x"), ErrNumber, "invalid number: expected a number as JSON has it, found \"1.x\", at $"},
		{[]json.Number{"1e999"}, ErrOutOfRange, ""},
		{json.RawMessage("[1, {\"a\": x}]"), ErrSyntax,
			"invalid syntax: expected a value, found `x`, at $[1].a, at byte 10, line 1, column 11"},
		{[]shout{"x", ""}, ErrRefused, "value refused, at $[1]: nothing to shout"},
		{Tag{Kind: Extension, Number: 200}, ErrKind, ""},
		{Tag{Kind: Array}, ErrKind, ""},
		{Tag{Kind: Simple, Value: 1}, ErrKind, ""},
		{Node{}, ErrNotFound, ""},
		{&Document{}, ErrNotFound, ""},
		{complex(1, 2), ErrKind, ""},
		{self, ErrUnrepresentable, ""},
		{list, ErrUnrepresentable, ""},
		{own, ErrUnrepresentable, ""},
		{loop, ErrUnrepresentable, ""},
	} {
		_, err := Freeze(c.v)
		if c.code == 0 && err == nil {
			continue
		}
		if !errors.Is(err, c.code) || c.text != "" && err.Error() != c.text {
			t.Errorf("%T: %v, want %v", c.v, err, c.text)
		}
	}
	deep := any(1)
	for range 129 {
		deep = []any{deep}
	}
	if _, err := Freeze(deep); !errors.Is(err, ErrDepth) {
		t.Errorf("deep: %v", err)
	}
	for range 20_000 {
		deep = []any{deep}
	}
	o := FreezeOptions{Limits: Options{MaxDepth: math.MaxInt}}
	if _, err := o.Freeze(deep); !errors.Is(err, ErrDepth) {
		t.Errorf("very deep: %v", err)
	}
	o = FreezeOptions{Limits: Options{MaxNodes: 3}}
	if _, err := o.Freeze([]int{1, 2, 3, 4}); !errors.Is(err, ErrNodes) {
		t.Errorf("nodes: %v", err)
	}
}

func TestFreezeOptions(t *testing.T) {
	value := map[string]any{"n": json.Number("1.50"), "f": float32(0.5)}
	doc, err := FreezeOptions{ExactDecimals: true, Checksum: true}.Freeze(value)
	if _, ok := doc.Checksum(); err != nil || !ok || doc.Root().String() != `{"f": 0.5, "n": 1.50}` {
		t.Errorf("%v, %v", doc.Root(), err)
	}
	checkMade(t, "with a checksum", doc)
	doc, err = FreezeOptions{Canonical: true, Checksum: true}.Freeze(value)
	if _, ok := doc.Checksum(); err != nil || ok || doc.Root().Get("f").IsFloat32() {
		t.Errorf("%v, %v", doc.Root(), err)
	}
}

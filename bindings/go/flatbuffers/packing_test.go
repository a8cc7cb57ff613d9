package flatbuffers_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/zoo"
)

// inner returns a buffer of the type of the nested field.
func inner(t testing.TB) []byte {
	t.Helper()
	held, err := (&zoo.InnerT{Value: 7, Name: flatbuffers.Some("in")}).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	return held
}

// A plain struct becomes a buffer and JSON that every reader takes, or an error
// that says where.
func TestWrongPlainStructsAreRefused(t *testing.T) {
	label := zoo.LabelT{Code: [6]uint8{0xFF}}
	cyclic := &zoo.ZooT{Name: "a"}
	cyclic.Children = []*zoo.ZooT{{Name: "b", Parent: cyclic}, cyclic}
	for path, wrong := range map[string]struct {
		plain *zoo.ZooT
		kind  flatbuffers.ErrorKind
	}{
		"$.name":               {&zoo.ZooT{Name: "\xff"}, flatbuffers.InvalidUTF8},
		"$.parent.again":       {&zoo.ZooT{Name: "a", Parent: &zoo.ZooT{Name: "a", Again: flatbuffers.Some("\xc3(")}}, flatbuffers.InvalidUTF8},
		"$.shared[1]":          {&zoo.ZooT{Name: "a", Shared: []string{"a", "\xff"}}, flatbuffers.InvalidUTF8},
		"$.vectors.strings[0]": {&zoo.ZooT{Name: "a", Vectors: &zoo.VectorsT{Strings: []string{"\xff", "a"}}}, flatbuffers.InvalidUTF8},
		"$.nested":             {&zoo.ZooT{Name: "a", Nested: []byte{1, 2, 3}}, flatbuffers.UnexpectedEnd},
		"$.children[1].nested": {&zoo.ZooT{Name: "a", Children: []*zoo.ZooT{{Name: "b"}, {Name: "c", Nested: []byte{}}}}, flatbuffers.UnexpectedEnd},
		"$.children[0]":        {&zoo.ZooT{Name: "a", Children: []*zoo.ZooT{nil}}, flatbuffers.Refused},
		"$.unions.one":         {&zoo.ZooT{Name: "a", Unions: &zoo.UnionsT{One: zoo.AnyT{Tag: zoo.AnyWord, Value: 1}}}, flatbuffers.TypeMismatch},
		"$.unions.many[1]":     {&zoo.ZooT{Name: "a", Unions: &zoo.UnionsT{Many: []zoo.AnyT{{}, {Tag: zoo.AnyWord, Value: "\xff"}, {}}}}, flatbuffers.InvalidUTF8},
		"$.unions.last":        {&zoo.ZooT{Name: "a", Unions: &zoo.UnionsT{Last: zoo.AnyT{Tag: 9}}}, flatbuffers.TypeMismatch},
		"":                     {cyclic, flatbuffers.DepthLimit},
	} {
		held, err := wrong.plain.Marshal()
		var fault *flatbuffers.Error
		if !errors.As(err, &fault) || fault.Kind != wrong.kind || path != "" && fault.Path != path {
			t.Errorf("%s: %x, %v", path, held, err)
		}
		if text, again := wrong.plain.MarshalJSON(); again == nil || again.Error() != err.Error() {
			t.Errorf("%s: %s, %v", path, text, again)
		}
	}
	if text, err := (&zoo.KeyedT{Labels: []zoo.LabelT{label}}).MarshalJSON(); !errors.Is(err, flatbuffers.InvalidUTF8) {
		t.Errorf("%s, %v", text, err)
	}
	if text, err := (&zoo.ZooT{Name: "a", Flex: []byte{1, 2}}).MarshalJSON(); err == nil {
		t.Errorf("%s", text)
	}
}

// Whatever bytes a plain struct has, nothing panics, and what is written is UTF-8.
func FuzzPlainStructs(f *testing.F) {
	f.Add("a", []byte{1, 2, 3}, []byte{}, []byte{3, 2, 1})
	f.Add("a", inner(f), inner(f), []byte{7, 4, 1})
	f.Fuzz(func(t *testing.T, text string, nested, flex, code []byte) {
		label := zoo.LabelT{}
		copy(label.Code[:], code)
		plain := &zoo.ZooT{Name: text, Nested: nested, Flex: flex, Keyed: &zoo.KeyedT{Labels: []zoo.LabelT{label}}}
		held, err := plain.Marshal()
		if err == nil {
			read(t, held)
		}
		if written, err := plain.MarshalJSON(); err == nil && !utf8.Valid(written) {
			t.Fatalf("%q", written)
		}
	})
}

func TestNestedBuffersAreVerifiedWhereTheyAreBuilt(t *testing.T) {
	plain := zoo.NewZooT()
	plain.Name, plain.Nested = "a", inner(t)
	held, err := plain.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if found := text(t, read(t, held)); found != `{"name":"a","greeting":"hello \"you\"","nested":{"value":7,"name":"in"}}` {
		t.Error(found)
	}
	b := flatbuffers.NewBuilder(0)
	set := func(nested []byte) ([]byte, error) {
		name := b.String("a")
		part := b.BytesWith(nested, flatbuffers.VectorOptions{Align: 8})
		z := zoo.StartZoo(b)
		z.SetName(name)
		z.SetNested(part)
		return zoo.FinishZoo(b, z.Finish())
	}
	for _, wrong := range [][]byte{{}, {1, 2, 3}, inner(t)[:20], make([]byte, 64)} {
		if held, err := set(wrong); err == nil {
			t.Errorf("%x in %x", wrong, held)
		}
	}
	if held, err := set(inner(t)); err != nil || text(t, read(t, held)) != `{"name":"a","nested":{"value":7,"name":"in"}}` {
		t.Error(err)
	}
}

// Plain structs are packed as deep as the verifier goes, and no deeper.
func TestPackGoesAsDeepAsTheVerifier(t *testing.T) {
	wraps := map[string]func(inside *zoo.ZooT) *zoo.ZooT{
		"parent":   func(inside *zoo.ZooT) *zoo.ZooT { return &zoo.ZooT{Name: "a", Parent: inside} },
		"children": func(inside *zoo.ZooT) *zoo.ZooT { return &zoo.ZooT{Name: "a", Children: []*zoo.ZooT{inside}} },
		"both": func(inside *zoo.ZooT) *zoo.ZooT {
			return &zoo.ZooT{Name: "a", Parent: &zoo.ZooT{Name: "b", Children: []*zoo.ZooT{inside}}}
		},
	}
	leaves := map[string]func() *zoo.ZooT{
		"nothing": func() *zoo.ZooT { return &zoo.ZooT{Name: "a"} },
		"nested":  func() *zoo.ZooT { return &zoo.ZooT{Name: "a", Nested: inner(t)} },
		"empty":   func() *zoo.ZooT { return &zoo.ZooT{Name: "a", Children: []*zoo.ZooT{}} },
		"unions": func() *zoo.ZooT {
			return &zoo.ZooT{Name: "a", Unions: &zoo.UnionsT{Many: []zoo.AnyT{{Tag: zoo.AnyNamed, Value: &zoo.NamedT{Name: "n"}}}}}
		},
		"no table": func() *zoo.ZooT {
			return &zoo.ZooT{Name: "a", Unions: &zoo.UnionsT{Many: []zoo.AnyT{{Tag: zoo.AnyWord, Value: "w"}}}}
		},
	}
	for how, wrap := range wraps {
		for what, leaf := range leaves {
			plain := leaf()
			for depth := range 15 {
				free := flatbuffers.NewBuilder(0)
				free.Depth = 1000
				held, err := zoo.FinishZoo(free, plain.Pack(free))
				if err != nil {
					t.Fatal(err)
				}
				_, refused := zoo.ReadZooWith(held, flatbuffers.Verify{Limits: flatbuffers.Limits{Depth: 9}})
				bound := flatbuffers.NewBuilder(0)
				bound.Depth = 9
				_, err = zoo.FinishZoo(bound, plain.Pack(bound))
				if (refused == nil) != (err == nil) || err != nil && !errors.Is(err, flatbuffers.DepthLimit) {
					t.Errorf("%s, %s, %d: packed with %v, read with %v", how, what, depth, err, refused)
				}
				plain = wrap(plain)
			}
		}
	}
}

// A builder of a part that is done, or of another table, is an error, and neither
// a panic nor a field of the wrong table.
func TestPartsThatAreDoneAreRefused(t *testing.T) {
	b := flatbuffers.NewBuilder(0)
	for what, misuse := range map[string]func(){
		"a larger field of a smaller table": func() {
			p := zoo.StartScalars(b)
			p.Finish()
			zoo.StartInner(b)
			p.SetF64(4)
		},
		"a field of another table": func() {
			p := zoo.StartNumbered(b)
			p.Finish()
			i := zoo.StartInner(b)
			p.SetNumber(7)
			i.Finish()
		},
		"a part of another table": func() {
			text := b.String("a")
			p := zoo.StartInner(b)
			p.Finish()
			zoo.StartNumbered(b)
			p.SetName(text)
		},
		"a struct of another table": func() {
			p := zoo.StartZoo(b)
			zoo.StartInner(b)
			p.SetAt(zoo.PointT{X: 1})
		},
		"a union of another table": func() {
			word := zoo.NewAnyWord(b.String("a"))
			u := zoo.StartUnions(b)
			u.Finish()
			zoo.StartVectors(b)
			u.SetOne(word)
		},
		"an end of another table": func() {
			p := zoo.StartNumbered(b)
			p.Finish()
			zoo.StartInner(b)
			p.Finish()
		},
		"a field after the end":            func() { p := zoo.StartInner(b); p.Finish(); p.SetValue(4) },
		"a field that is not in the table": func() { b.StartTable(1); b.AddInt32(5, 1, 0) },
		"a small one":                      func() { b.StartTable(0); b.AddBool(0, true, false) },
		"one of two bytes":                 func() { b.StartTable(2); b.AddInt16(2, 1, 0) },
		"one of eight bytes":               func() { b.StartTable(2); b.AddFloat64(1<<15, 1, 0) },
		"a struct that is not in it":       func() { b.StartTable(1); b.AddStruct(1, 4, 4) },
		"a tag before the first":           func() { b.StartTable(1); b.AddInt8(-1, 1, 0) },
		"a required field":                 func() { b.StartTable(1); b.Require(3, "x"); b.AddInt8(7, 1, 0) },
		"fewer than no fields":             func() { b.StartTable(-1) },
		"more than all fields":             func() { b.StartTable(40_000) },
	} {
		misuse()
		if !errors.Is(b.Err(), flatbuffers.Refused) {
			t.Errorf("%s: %v", what, b.Err())
		}
		if _, err := zoo.FinishZoo(b, flatbuffers.Ref[zoo.Zoo]{}); err == nil {
			t.Errorf("%s: no error", what)
		}
		if held, err := zoo.FinishZoo(b, named(b, "a")); err != nil || read(t, held).Name() != "a" {
			t.Errorf("after %s: %v", what, err)
		}
	}
	// Ids without a mark fit any table.
	i := zoo.StartInner(b)
	flatbuffers.AddNumberAlways(b, 0, int64(0))
	held, err := zoo.FinishInner(b, i.Finish())
	if err != nil || !bytes.Contains(held, make([]byte, 8)) {
		t.Error(err)
	}
}

// A builder writes its next buffer over the one that it has just returned. So no
// parts are taken from there.
func TestPartsOfTheMemoryOfABuilderAreRefused(t *testing.T) {
	source := build(t, `{"name":"a long name of a zoo","vectors":{"i16":[1,2],"strings":["x"],"points":[{"x":1,"y":2}],"u8":[1,2,3],"bools":[true]},"unions":{"one_type":"Word","one":"w"},"children":[{"name":"b"}]}`)
	for what, clone := range map[string]func(b *flatbuffers.Builder, from zoo.Zoo){
		"a table":        func(b *flatbuffers.Builder, from zoo.Zoo) { zoo.CloneZoo(b, from) },
		"tables":         func(b *flatbuffers.Builder, from zoo.Zoo) { flatbuffers.CloneTables(b, from.Children(), zoo.CloneZoo) },
		"a string":       func(b *flatbuffers.Builder, from zoo.Zoo) { b.String(from.Name()) },
		"a later string": func(b *flatbuffers.Builder, from zoo.Zoo) { b.String("x"); b.SharedString(from.Name()) },
		"strings": func(b *flatbuffers.Builder, from zoo.Zoo) {
			vectors, _ := from.Vectors()
			flatbuffers.CloneStrings(b, vectors.Strings())
		},
		"numbers": func(b *flatbuffers.Builder, from zoo.Zoo) {
			vectors, _ := from.Vectors()
			flatbuffers.CloneNumbers(b, vectors.I16())
		},
		"structs": func(b *flatbuffers.Builder, from zoo.Zoo) {
			vectors, _ := from.Vectors()
			zoo.ClonePointVector(b, vectors.Points())
		},
		"bytes": func(b *flatbuffers.Builder, from zoo.Zoo) {
			vectors, _ := from.Vectors()
			b.Bytes(vectors.U8())
		},
		"a union": func(b *flatbuffers.Builder, from zoo.Zoo) {
			unions, _ := from.Unions()
			zoo.CloneAny(b, unions.One())
		},
	} {
		b := flatbuffers.NewBuilder(0)
		held, err := zoo.FinishZoo(b, zoo.CloneZoo(b, read(t, source)))
		if err != nil {
			t.Fatal(err)
		}
		clone(b, read(t, held))
		if held, err := zoo.FinishZoo(b, named(b, "a")); !errors.Is(err, flatbuffers.Refused) {
			t.Errorf("%s: %x, %v", what, held, err)
		}
		if held, err := zoo.FinishZoo(b, named(b, "a")); err != nil || read(t, held).Name() != "a" {
			t.Errorf("after %s: %v", what, err)
		}
		// A copy of the bytes is a source.
		held, err = zoo.FinishZoo(b, zoo.CloneZoo(b, read(t, source)))
		if err != nil {
			t.Fatal(err)
		}
		held, err = zoo.FinishZoo(b, zoo.CloneZoo(b, read(t, bytes.Clone(held))))
		if err != nil || text(t, read(t, held)) != text(t, read(t, source)) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestPlainStructsAreValuesForEncodingJSON(t *testing.T) {
	const want = `{"name":"a","greeting":"hello \"you\"","size":"Tiny"}`
	plain := *zoo.NewZooT()
	plain.Name, plain.Size = "a", zoo.SizeTiny
	for _, value := range []any{plain, &plain, struct{ Z zoo.ZooT }{plain}, []zoo.ZooT{plain}, map[string]zoo.ZooT{"z": plain}} {
		found, err := json.Marshal(value)
		if err != nil || !strings.Contains(string(found), want) {
			t.Errorf("%T: %s, %v", value, found, err)
		}
	}
	if err := json.Unmarshal([]byte("null"), &plain); err != nil || plain.Name != "a" {
		t.Error(plain, err)
	}
	if err := plain.UnmarshalJSON([]byte("null")); err != nil || plain.Name != "a" {
		t.Error(plain, err)
	}
}

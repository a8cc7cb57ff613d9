package fbjson_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/fbjson"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/zoo"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/zootest"
)

var (
	lines = zootest.Lines
	build = zootest.Build
	read  = zootest.Read
	text  = zootest.Text
)

func TestRefusedDocumentsSayWhere(t *testing.T) {
	for _, line := range lines(t, "refused.ndjson") {
		_, err := zoo.BuildZoo(line, fbjson.Options{})
		var fault *flatbuffers.Error
		if !errors.As(err, &fault) || !strings.HasPrefix(fault.Path, "$") || fault.Offset < 0 {
			t.Errorf("%s: %v", line, err)
		}
	}
	_, err := zoo.BuildZoo([]byte(`{"name":"a","children":[{"name":"b","scalars":{"i8":128}}]}`), fbjson.Options{})
	const want = "flatbuffers: number out of range at byte 52 ($.children[0].scalars.i8): expected an integer that fits byte, found 128"
	if err == nil || err.Error() != want || !errors.Is(err, flatbuffers.NumberOutOfRange) {
		t.Errorf("%v", err)
	}
}

func TestRelaxedJSON(t *testing.T) {
	const relaxed = `{ // a zoo
		name: 'a', size: Tiny, traits: "Furry Fast", scalars: { i32: 0x1F, f64: -inf, f32: nan, b: false, },
		unions: { one: {x: 1, y: 2}, one_type: Point, } /* the end */ }`
	b, err := zoo.BuildZoo([]byte(relaxed), fbjson.Options{Relaxed: true})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"name":"a","scalars":{"b":false,"i32":31,"f32":"nan","f64":"-inf"},"unions":{"one_type":"Point","one":{"x":1.0,"y":2.0}},"size":"Tiny","traits":"Furry Fast"}`
	if found := text(t, read(t, b)); found != want {
		t.Error(found)
	}
	if _, err := zoo.BuildZoo([]byte(relaxed), fbjson.Options{}); !errors.Is(err, flatbuffers.Syntax) {
		t.Error(err)
	}
}

func TestErrorsOfRelaxedJSONHaveTheirPlaces(t *testing.T) {
	for text, want := range map[string]string{
		"{ /* é */ name: 'a', scalars: {i8: 0xFF}}": "number out of range at byte 36 ($.scalars.i8)",
		"{\n// a\nname: 'a', size: Huge}":           "unknown variant at byte 24 ($.size)",
		"{name: 'a',, }":                            "invalid syntax at byte 11 ($)",
		"{name: 'a', scalars: {i8: 1_0}}":           "invalid number at byte 27",
		"{name: 'a', scalars: {i8: 0x}}":            "invalid number at byte 28",
		"{name: 'a' /* ":                            "unexpected end of input at byte 14",
		`{name: '\xZZ'}`:                            "invalid escape at byte 8",
		"{name: 'a\n'}":                             "control character in a string at byte 9",
		`{n\u0061me: 1}`:                            "wrong kind of value at byte 12 ($.name)",
		"{name: 'a', scalars: {i32: +x}}":           "invalid syntax at byte 28",
		"{name: #}":                                 "invalid syntax at byte 7",
		"{name: 'a'}\xff":                           "invalid UTF-8 at byte 11",
	} {
		_, err := zoo.BuildZoo([]byte(text), fbjson.Options{Relaxed: true})
		if err == nil || !strings.HasPrefix(err.Error(), "flatbuffers: "+want) {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
}

func TestNamesWithoutQuotesAreReadAgain(t *testing.T) {
	const given = `{"name":"a","scalars":{"i32":1},"flex":{"a_1":1,"1a":2,"":3,"a b":[{"c":4}]}}`
	root := read(t, build(t, given))
	found, err := root.AppendJSON(nil, fbjson.Options{BareNames: true})
	const want = `{name:"a",scalars:{i32:1},flex:{"":3,"1a":2,"a b":[{c:4}],a_1:1}}`
	if err != nil || string(found) != want {
		t.Fatalf("%s, %v", found, err)
	}
	again, err := zoo.BuildZoo(found, fbjson.Options{Relaxed: true})
	if err != nil || text(t, read(t, again)) != text(t, root) {
		t.Error(err)
	}
}

func TestErrorsHaveALineAndAColumn(t *testing.T) {
	for text, want := range map[string][2]int{
		"":              {1, 1},
		"{\"name\": 1}": {1, 10},
		"{\n  \"name\": \"é\",\n  \"size\": 1.5}": {3, 11},
		"{\"name\": \"é\", \"size\": 1.5}":        {1, 23},
		"{\n\"name\": \"a\"\n":                    {3, 1},
		"\ufeff?":                                 {1, 1},
		"\ufeff{\"name\": 1}":                     {1, 10},
		"\ufeff{\n\"name\": 1}":                   {2, 9},
	} {
		// A byte order mark is white space in relaxed texts.
		_, err := zoo.BuildZoo([]byte(text), fbjson.Options{Relaxed: strings.HasPrefix(text, "\ufeff")})
		var fault *flatbuffers.Error
		if !errors.As(err, &fault) {
			t.Fatal(text)
		}
		if line, column := fault.Position([]byte(text)); [2]int{line, column} != want {
			t.Errorf("%q: %d:%d, not %v (%v)", text, line, column, want, err)
		}
	}
	_, err := zoo.ReadZoo(nil)
	var fault *flatbuffers.Error
	if line, column := (&flatbuffers.Error{Offset: -1}).Position(nil); !errors.As(err, &fault) || line != 0 || column != 0 {
		t.Error(line, column, err)
	}
}

func TestTablesAreStringsAsJSON(t *testing.T) {
	const given = `{"name":"a","unions":{"one_type":"Word","one":"w"}}`
	root := read(t, build(t, given))
	if found := fmt.Sprint(root); found != given {
		t.Error(found)
	}
	if found := (zoo.Zoo{}).String(); found != "{}" {
		t.Error(found)
	}
	unions, _ := root.Unions()
	if !strings.Contains(fmt.Sprintf("%v", []zoo.Unions{unions}), `[{"one_type":"Word","one":"w"}]`) {
		t.Error(unions)
	}
}

func TestErrorsNameTheMemberAndTheTable(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                        `expected a member "name" of zoo.Zoo, found an object without it`,
		`{"name":"a","at":{"x":1}}`: `($.at): expected a member "y" of zoo.Point, found a struct without it`,
		`{"name":"a","unions":{"one_type":"Word"}}`: `($.unions): expected a member "one" of zoo.Unions, found only its type`,
		`{"name":"a","unions":{"one":"w"}}`:         `expected a member "one_type", which says what "one" is`,
		`{"name":"a","old":1}`:                      `expected a member of zoo.Zoo, found "old", which is deprecated`,
	} {
		if _, err := zoo.BuildZoo([]byte(text), fbjson.Options{}); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, not %s", text, err, want)
		}
	}
}

func TestNamesOfFlagsAreParsedAsTheyAreWritten(t *testing.T) {
	for bits := range zoo.Trait(16) {
		flags := bits&(zoo.TraitFurry|zoo.TraitFast) | bits&2*(zoo.TraitLoud/2)
		found, ok := zoo.ParseTrait(flags.String())
		if ok != (flags != 0) || found != flags {
			t.Errorf("%v is read as %v, %v", flags, found, ok)
		}
	}
	for _, wrong := range []string{"", " ", "Furry Slow", "furry", "Trait(0)"} {
		if found, ok := zoo.ParseTrait(wrong); ok {
			t.Errorf("%q is read as %v", wrong, found)
		}
	}
	if found, ok := zoo.ParseSize("Tiny Small"); ok {
		t.Error(found)
	}
}

// A string is written also if it equals its default, by every way; a scalar is not.
func TestDefaultsAreWrittenByOneRule(t *testing.T) {
	const given = `{"name":"a","greeting":"hello \"you\"","size":"Large"}`
	const want = `{"name":"a","greeting":"hello \"you\""}`
	built := build(t, given)
	packed, err := read(t, built).Unpack().Marshal()
	if err != nil {
		t.Fatal(err)
	}
	plain := zoo.NewZooT()
	plain.Name = "a"
	marshaled, err := plain.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	b := flatbuffers.NewBuilder(0)
	name, greeting := b.String("a"), b.String("hello \"you\"")
	z := zoo.StartZoo(b)
	z.SetName(name)
	z.SetGreeting(greeting)
	z.SetSize(zoo.SizeLarge)
	set, err := zoo.FinishZoo(b, z.Finish())
	if err != nil {
		t.Fatal(err)
	}
	for _, held := range [][]byte{built, packed, marshaled, set} {
		if found := text(t, read(t, held)); found != want {
			t.Error(found)
		}
	}
}

func TestOptionsOfJSON(t *testing.T) {
	root := read(t, build(t, `{"name":"a","scalars":{},"size":"Small","unions":{"one_type":"Word","one":"w"}}`))
	found, err := root.AppendJSON(nil, fbjson.Options{Defaults: true, Numbers: true})
	const want = `{"name":"a","scalars":{"b":true,"i8":-7,"u8":7,"i16":0,"u16":0,"i32":-100000,"u32":0,"i64":-5000000000,"u64":0,"f32":1.5,"f64":-0.1,"not_a_number":"nan","endless":"-inf"},"unions":{"one_type":3,"one":"w"},"greeting":"hello \"you\"","size":-1,"traits":0,"wide":18446744073709551615,"hash":0}`
	if err != nil || string(found) != want {
		t.Errorf("%s, %v", found, err)
	}
	skipped, err := zoo.BuildZoo([]byte(`{"name":"a","nothing":[{}],"old":1}`), fbjson.Options{SkipUnknown: true})
	if err != nil || text(t, read(t, skipped)) != `{"name":"a"}` {
		t.Error(err)
	}
	forced, err := zoo.BuildZoo([]byte(`{"name":"a","size":"Large"}`), fbjson.Options{Defaults: true})
	if err != nil || text(t, read(t, forced)) != `{"name":"a","size":"Large"}` {
		t.Error(err)
	}
}

func FuzzJSON(f *testing.F) {
	for _, name := range []string{"zoo.ndjson", "refused.ndjson"} {
		for _, line := range lines(f, name) {
			f.Add(line, false)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, relaxed bool) {
		b, err := zoo.BuildZoo(text, fbjson.Options{Relaxed: relaxed})
		if err != nil {
			return
		}
		root, err := zoo.ReadZoo(b)
		if err != nil {
			t.Fatalf("a buffer of our own is refused: %v", err)
		}
		written, err := root.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		again, err := zoo.BuildZoo(written, fbjson.Options{})
		if err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		if same, err := zoo.Zoo(flatbuffers.UnverifiedRoot(again)).MarshalJSON(); err != nil || !bytes.Equal(same, written) {
			t.Fatalf("%s\nbecomes\n%s", written, same)
		}
	})
}

func TestThePathOfADeepErrorTakesLinearTime(t *testing.T) {
	const depth = 50_000
	text := strings.Repeat(`{"name":"a","parent":`, depth) + `{"name":1}` + strings.Repeat("}", depth)
	_, err := zoo.BuildZoo([]byte(text), fbjson.Options{Limits: flatbuffers.Limits{Depth: depth + 2}})
	var fault *flatbuffers.Error
	if !errors.As(err, &fault) || fault.Path != "$"+strings.Repeat(".parent", 7)+"…"+strings.Repeat(".parent", 3)+".name" {
		t.Errorf("%.100v", err)
	}
}

// TestWordsThatGoOn has the kinds of errors that Rust gives: a word is the value, as
// far as it goes, where another kind of value belongs.
func TestWordsThatGoOn(t *testing.T) {
	for text, want := range map[string]flatbuffers.ErrorKind{
		`{"children":[nullx`:                       flatbuffers.TypeMismatch,
		`{"children":[truex`:                       flatbuffers.TypeMismatch,
		`{"children":[nulx`:                        flatbuffers.Syntax,
		`{"children":nullx`:                        flatbuffers.Syntax,
		`{"scalars":{"i8":nullx`:                   flatbuffers.Syntax,
		`{"unions":{"one":nullx`:                   flatbuffers.Syntax,
		`{"unions":{"one_type":"NONE","one":nullx`: flatbuffers.Syntax,
		`{"unions":{"one_type":"NONE","one":truex`: flatbuffers.TypeMismatch,
		`{"block":{"at":nullx`:                     flatbuffers.TypeMismatch,
		`{"block":{"sizes":[1,1,1,nullx`:           flatbuffers.Refused,
		`{"block":{"sizes":[1,1,1,truex`:           flatbuffers.Refused,
		`{"block":{"sizes":[1,1,1,nulx`:            flatbuffers.Syntax,
		`{"flex":[nullx`:                           flatbuffers.Syntax,
	} {
		if _, err := zoo.BuildZoo([]byte(text), fbjson.Options{}); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
}

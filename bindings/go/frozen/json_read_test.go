package frozen

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func TestFromJSON(t *testing.T) {
	for _, c := range []struct {
		text, want string
		options    FreezeOptions
	}{
		{text: ` {"b": [1, -2.5, "x\n\ud83d\ude00"], "a": {}, "": null} `, want: `{"b": [1, -2.5, "x\n😀"], "a": {}, "": null}`},
		{text: "\ufefftrue", want: "true"},
		{text: "-0", want: "-0.0"},
		{text: "[0, -1, 9223372036854775807, 9223372036854775808, 18446744073709551615]",
			want: "[0, -1, 9223372036854775807, 9223372036854775808, 18446744073709551615]"},
		{text: "[-9223372036854775808, -9223372036854775809, 18446744073709551616]",
			want: "[-9223372036854775808, -9223372036854775809, 18446744073709551616]"},
		{text: "[1.10, 1e2, 1e-999]", want: "[1.1, 100.0, 0.0]"},
		{text: "[1.10, 1e999, 7]", want: "[1.10, 1e999, 7]", options: FreezeOptions{ExactDecimals: true}},
		{text: "[NaN, -Infinity]", want: "[NaN, -inf]", options: FreezeOptions{NonFinite: true}},
		{text: `{"a": 1, "b": 2, "a": [3]}`, want: `{"a": 1, "b": 2}`, options: FreezeOptions{Duplicates: KeepFirst}},
		{text: `{"a": {"a": 1}, "b": 2, "a": [3]}`, want: `{"b": 2, "a": [3]}`, options: FreezeOptions{Duplicates: KeepLast}},
		{text: `{"b": 1.0, "a": [{"d": 1, "c": 2}]}`, want: `{"a": [{"c": 2, "d": 1}], "b": 1.0}`, options: FreezeOptions{Canonical: true}},
		{text: "[" + strings.Repeat("[", 127) + strings.Repeat("]", 128), want: strings.Repeat("[", 128) + strings.Repeat("]", 128)},
	} {
		doc, err := FromJSON(iotest.OneByteReader(strings.NewReader(c.text)), c.options)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		checkMade(t, c.text, doc)
		if got := doc.Root().String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestFromJSONErrors(t *testing.T) {
	long := strings.Repeat("k", 300)
	for _, c := range []struct {
		text    string
		code    Code
		offset  int64
		path    string
		options FreezeOptions
	}{
		{"", ErrUnexpectedEnd, 0, "$", FreezeOptions{}},
		{"[1,\n {\"é\": tru}]", ErrSyntax, 12, "$[1].é", FreezeOptions{}},
		{"[tru", ErrUnexpectedEnd, 4, "$[0]", FreezeOptions{}},
		{"[1, nulls]", ErrSyntax, 4, "$[1]", FreezeOptions{}},
		{"trueue", ErrSyntax, 0, "$", FreezeOptions{}},
		{"trueue", ErrNodes, 4, "$", FreezeOptions{Limits: Options{MaxNodes: -1}}},
		{"nul", ErrUnexpectedEnd, 3, "$", FreezeOptions{Limits: Options{MaxNodes: -1}}},
		{"[nullx", ErrNodes, 0, "$", FreezeOptions{Limits: Options{MaxNodes: -1}}},
		{"[1, ]", ErrSyntax, 4, "$[1]", FreezeOptions{}},
		{"[1 2]", ErrSyntax, 3, "$[0]", FreezeOptions{}},
		{`{"a" 1}`, ErrSyntax, 5, "$.a", FreezeOptions{}},
		{`{"a":1,}`, ErrSyntax, 7, "$", FreezeOptions{}},
		{"1 2", ErrTrailing, 2, "$", FreezeOptions{}},
		{"[01]", ErrNumber, 1, "$[0]", FreezeOptions{}},
		{"[-]", ErrNumber, 2, "$[0]", FreezeOptions{}},
		{"[1.]", ErrNumber, 3, "$[0]", FreezeOptions{}},
		{"[1e999]", ErrOutOfRange, 1, "$[0]", FreezeOptions{}},
		{"[NaN]", ErrSyntax, 1, "$[0]", FreezeOptions{}},
		{"[\"a\tb\"]", ErrControl, 3, "$[0]", FreezeOptions{}},
		{`["\x"]`, ErrEscape, 2, "$[0]", FreezeOptions{}},
		{`["\u12g4"]`, ErrEscape, 6, "$[0]", FreezeOptions{}},
		{`["\ud800"]`, ErrSurrogate, 2, "$[0]", FreezeOptions{}},
		{`["\ud800\u`, ErrUnexpectedEnd, 10, "$[0]", FreezeOptions{}},
		{"[\"a\xff\"]", ErrUTF8, 3, "$[0]", FreezeOptions{}},
		{`{"a": 1, "b": {"a": 2, "a": 3}}`, ErrDuplicate, 23, "$.b.a", FreezeOptions{}},
		{`{"` + long + `": 1, "a": 2, "a": 3}`, ErrDuplicate, 0, "$", FreezeOptions{}},
		{strings.Repeat("[", 129), ErrDepth, 128, "$[0][0][0][0][0][0][0]…[0][0][0][0]", FreezeOptions{}},
		{"[[1], [2]]", ErrNodes, 6, "$[1]", FreezeOptions{Limits: Options{MaxNodes: 3}}},
		{"[1, 2, 3]", ErrSize, -1, "$", FreezeOptions{Limits: Options{MaxBytes: 8}}},
	} {
		_, err := FromJSON(strings.NewReader(c.text), c.options)
		var own *Error
		if !errors.As(err, &own) || own.Code != c.code || own.Offset != c.offset || c.offset >= 0 && own.Path() != c.path {
			t.Errorf("%.40s: %v, want %v at byte %d of %s", c.text, err, c.code, c.offset, c.path)
		}
	}
	_, err := FromJSON(strings.NewReader("[1,\n {\"é\": trü}]"), FreezeOptions{})
	const want = "invalid syntax: expected a value, found `tr`, at $[1].é, at byte 12, line 2, column 8"
	if err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	broken := errors.New("broken")
	_, err = FromJSON(io.MultiReader(strings.NewReader("[1"), iotest.ErrReader(broken)), FreezeOptions{})
	if !errors.Is(err, ErrIO) || !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

// TestShapesAreWorthTheirBytes checks that objects whose keys never return have
// keys of their own, and records share a shape.
func TestShapesAreWorthTheirBytes(t *testing.T) {
	var alone, records bytes.Buffer
	for i := range 10_000 {
		fmt.Fprintf(&alone, `,{"key%d": 1}`, i)
		fmt.Fprintf(&records, `,{"identifier": %d, "name": "x"}`, i)
	}
	for _, c := range []struct {
		text []byte
		most int
	}{{alone.Bytes(), 20}, {records.Bytes(), 14}} {
		c.text[0] = '['
		doc, err := FromJSON(bytes.NewReader(append(c.text, ']')), FreezeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		checkMade(t, "records", doc)
		if each := len(doc.Bytes()) / 10_000; each > c.most {
			t.Errorf("%.40s takes %d bytes", c.text, each)
		}
	}
}

// TestLimitsOfWhatIsMade checks that a document opens within the limits that it was
// made with, also if its objects have keys of their own.
func TestLimitsOfWhatIsMade(t *testing.T) {
	var text bytes.Buffer
	for i := range 300 {
		fmt.Fprintf(&text, `,{"key%d": 1}`, i)
	}
	text.Bytes()[0] = '['
	text.WriteByte(']')
	made := 0
	for most := 590; most < 660; most++ {
		o := FreezeOptions{Limits: Options{MaxNodes: most}}
		doc, err := FromJSON(bytes.NewReader(text.Bytes()), o)
		switch {
		case err == nil:
			made++
			if err := o.Limits.Validate(doc.Bytes()); err != nil {
				t.Errorf("with %d nodes: %v", most, err)
			}
		case !errors.Is(err, ErrNodes):
			t.Errorf("with %d nodes: %v", most, err)
		}
	}
	if made == 0 || made == 70 {
		t.Errorf("made with %d limits", made)
	}
}

// TestManyKeysAreIndexed checks objects with an index, in which keys may hash alike.
func TestManyKeysAreIndexed(t *testing.T) {
	for _, count := range []int{16, 17, 100, 300, 70_000} {
		for _, alike := range []string{"", strings.Repeat("x", 20)} {
			var text bytes.Buffer
			for i := range count {
				fmt.Fprintf(&text, ",\"%s%05d%s\": %d", alike, i, alike, i)
			}
			text.Bytes()[0] = '{'
			text.WriteByte('}')
			for _, o := range []FreezeOptions{{}, {Canonical: true}} {
				doc, err := FromJSON(bytes.NewReader(text.Bytes()), o)
				if err != nil {
					t.Fatal(err)
				}
				checkMade(t, "many keys", doc)
				if n, err := doc.Root().Get(fmt.Sprintf("%s%05d%s", alike, count-1, alike)).Int64(); n != int64(count-1) || err != nil {
					t.Errorf("%d keys: %v", count, err)
				}
			}
		}
	}
}

// TestHostileTextsAreLinear reads texts that would take long if anything was
// looked at again and again.
func TestHostileTextsAreLinear(t *testing.T) {
	const n = 300_000
	unlimited := FreezeOptions{Limits: Options{MaxDepth: math.MaxInt}}
	last := FreezeOptions{Duplicates: KeepLast}
	for _, c := range []struct {
		name, text string
		options    FreezeOptions
	}{
		{"arrays", strings.Repeat("[", n) + strings.Repeat("]", n), unlimited},
		{"objects", strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n), unlimited},
		{"open objects", strings.Repeat(`{"a":`, n), unlimited},
		{"duplicates", "{" + strings.Repeat(`"a":1,`, n) + `"a":1}`, last},
		{"digits", "[" + strings.Repeat("1", n) + "," + strings.Repeat("1", n) + "." + strings.Repeat("1", n) + "]", FreezeOptions{ExactDecimals: true}},
		{"escapes", `"` + strings.Repeat(`\n`, n) + `"`, FreezeOptions{}},
		{"rows", "[" + strings.Repeat("[1,2],", n) + "[1]]", FreezeOptions{}},
		{"rows in rows", strings.Repeat("[", 1000) + strings.Repeat("[1],", n) + "[1]" + strings.Repeat("]", 1000), unlimited},
	} {
		before := processorTime()
		doc, err := FromJSON(strings.NewReader(c.text), c.options)
		if took := processorTime() - before; took > 20*time.Second {
			t.Errorf("%s took %v", c.name, took)
		}
		if err == nil {
			checkMade(t, c.name, doc)
			_, err = doc.Root().Canonical()
		}
		if err != nil && c.name != "open objects" {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

package frozen

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"testing"
)

// textCase is a case of a set of texts.
type textCase struct {
	Name       string
	Options    []string
	Text, Hex  string
	Path       *string
	Number     bool
	Kind, Bits string
	Written    string
	Error      *struct {
		Number       Code
		Offset       int64
		Line, Column int
		Path         string
	}
}

func TestTextVectors(t *testing.T) {
	for _, set := range []string{"json", "numbers", "paths"} {
		var table struct{ Cases []textCase }
		if err := json.Unmarshal(loadFile(t, set+".json"), &table); err != nil {
			t.Fatal(err)
		}
		if len(table.Cases) < 30 {
			t.Fatalf("%s: %d cases", set, len(table.Cases))
		}
		for _, c := range table.Cases {
			judged(t, set, c.Name, func(t *testing.T) { textVector(t, c) })
		}
	}
}

func textVector(t *testing.T, c textCase) {
	input := []byte(c.Text)
	if c.Hex != "" {
		var err error
		if input, err = hex.DecodeString(c.Hex); err != nil {
			t.Fatal(err)
		}
	}
	var options FreezeOptions
	for _, name := range c.Options {
		setOption(t, &options, name)
	}
	doc, err := FromJSON(bytes.NewReader(input), options)
	if err != nil {
		checkTextError(t, c, err, true)
		return
	}
	node := doc.Root()
	if c.Path != nil {
		if node, err = node.Find(*c.Path); err == nil && !node.Exists() {
			_, err = node.AppendJSON(nil)
		}
		if err != nil {
			checkTextError(t, c, err, false)
			return
		}
	}
	if c.Error != nil {
		t.Fatalf("taken, and not the error %d", c.Error.Number)
	}
	written, err := node.AppendJSON(nil)
	if err != nil || string(written) != c.Written {
		t.Errorf("written %s (%v), not %s", written, err, c.Written)
	}
	if c.Number {
		checkNumber(t, c, node)
	}
}

// setOption sets the option of reading that a case names.
func setOption(t *testing.T, options *FreezeOptions, name string) {
	t.Helper()
	switch name {
	// <spec:options> Made by `cargo xtask spec`.
	case "exact_decimals":
		options.ExactDecimals = true
	// </spec:options>
	default:
		t.Fatalf("no option has the name %s", name)
	}
}

// checkTextError compares an error with that of a case.
func checkTextError(t *testing.T, c textCase, err error, placed bool) {
	t.Helper()
	var found *Error
	if c.Error == nil || !errors.As(err, &found) {
		t.Fatal(err)
	}
	code := c.Error.Number
	if c.Path != nil && code == ErrKind {
		// Find returns a missing Node for a step into what is no container, too, as
		// Get and At do. What is read of one is not found.
		code = ErrNotFound
	}
	switch {
	case found.Code != code || found.Path() != c.Error.Path:
		t.Errorf("%v, not %d at %s", err, code, c.Error.Path)
	case placed && (found.Offset != c.Error.Offset || found.Line != c.Error.Line || found.Column != c.Error.Column):
		t.Errorf("%v, not %d:%d", err, c.Error.Line, c.Error.Column)
	}
}

// checkNumber compares the kind of a number and the bits of a float.
func checkNumber(t *testing.T, c textCase, n Node) {
	t.Helper()
	if (n.Kind() == Float) != (c.Kind == "a float") {
		t.Errorf("%v, not %s", n.Kind(), c.Kind)
	}
	if c.Bits != "" {
		v, err := n.Float64()
		if bits := fmt.Sprintf("%016x", math.Float64bits(v)); err != nil || bits != c.Bits {
			t.Errorf("the bits %s (%v), not %s", bits, err, c.Bits)
		}
	}
}

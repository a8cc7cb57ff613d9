package flexbuffers_test

import (
	"errors"
	"fmt"
	"testing"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/flexbuffers"
)

// build builds {"b":[1,-2,3],"a":"text","c":{"n":null,"u":2^64-1,"f":0.5,"t":true}}.
func build(t testing.TB) []byte {
	t.Helper()
	var b flexbuffers.Builder
	key := func(text string) {
		t.Helper()
		if kept, err := b.Key([]byte(text)); err != nil || kept != text {
			t.Fatal(kept, err)
		}
	}
	end := func() {
		t.Helper()
		if _, err := b.Map(); err != nil {
			t.Fatal(err)
		}
	}
	b.Begin()
	key("b")
	b.Begin()
	b.Int(1)
	b.Int(-2)
	b.Int(3)
	b.Vector()
	key("a")
	b.String([]byte("text"))
	key("c")
	b.Begin()
	key("n")
	b.Null()
	key("u")
	b.Uint(1<<64 - 1)
	key("f")
	b.Float(0.5)
	key("t")
	b.Bool(true)
	end()
	end()
	held, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return held
}

// shown returns a value as text.
func shown(v flexbuffers.Value) string {
	switch v.Kind() {
	case flexbuffers.Null:
		return "null"
	case flexbuffers.Bool:
		return fmt.Sprint(v.Bool())
	case flexbuffers.Int:
		return fmt.Sprint(v.Int())
	case flexbuffers.Uint:
		return fmt.Sprint(v.Uint())
	case flexbuffers.Float:
		return fmt.Sprint(v.Float())
	case flexbuffers.String, flexbuffers.Blob:
		return string(v.Bytes())
	}
	text := "("
	for at := range v.Items().Len() {
		if v.Kind() == flexbuffers.Map {
			text += shown(v.Keys().At(at)) + ":"
		}
		text += shown(v.Items().At(at)) + " "
	}
	return text + ")"
}

func TestWhatIsBuiltIsRead(t *testing.T) {
	root, err := flexbuffers.Read(build(t), flatbuffers.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	const want = "(a:text b:(1 -2 3 ) c:(f:0.5 n:null t:true u:18446744073709551615 ) )"
	if found := shown(root); found != want {
		t.Error(found)
	}
}

func TestNoBytesPanic(t *testing.T) {
	held := build(t)
	for at := range held {
		for _, b := range []byte{0, 1, 0x7f, 0xff, held[at] + 1, held[at] ^ 0x80} {
			changed := append([]byte(nil), held...)
			changed[at] = b
			if root, err := flexbuffers.Read(changed, flatbuffers.Limits{}); err == nil {
				_ = shown(root)
			}
		}
		if root, err := flexbuffers.Read(held[:at], flatbuffers.Limits{}); err == nil {
			_ = shown(root)
		}
	}
}

func TestMisuseOfTheBuilderIsAnError(t *testing.T) {
	for name, misuse := range map[string]func(b *flexbuffers.Builder){
		"nothing":             func(*flexbuffers.Builder) {},
		"two roots":           func(b *flexbuffers.Builder) { b.Null(); b.Null() },
		"no end":              func(b *flexbuffers.Builder) { b.Begin() },
		"no begin":            func(b *flexbuffers.Builder) { b.Vector() },
		"no begin of a map":   func(b *flexbuffers.Builder) { _, _ = b.Map() },
		"a key as the root":   func(b *flexbuffers.Builder) { _, _ = b.Key([]byte("k")); b.Null() },
		"a key in a vector":   func(b *flexbuffers.Builder) { b.Begin(); _, _ = b.Key([]byte("k")); b.Null(); b.Vector() },
		"a member, no key":    func(b *flexbuffers.Builder) { b.Begin(); b.Null(); _, _ = b.Map() },
		"a member, no value":  func(b *flexbuffers.Builder) { b.Begin(); _, _ = b.Key([]byte("k")); _, _ = b.Map() },
		"a key, and one more": func(b *flexbuffers.Builder) { b.Begin(); _, _ = b.Key([]byte("k")); _, _ = b.Key([]byte("l")) },
	} {
		var b flexbuffers.Builder
		misuse(&b)
		if held, err := b.Finish(); !errors.Is(err, flatbuffers.Refused) {
			t.Errorf("%s: %x, %v", name, held, err)
		}
	}
	var b flexbuffers.Builder
	b.Begin()
	for _, key := range []string{"x", "y", "x", "z", "x"} {
		if _, err := b.Key([]byte(key)); err != nil {
			t.Fatal(err)
		}
		b.Null()
	}
	if last, err := b.Map(); last != 4 || !errors.Is(err, flatbuffers.DuplicateKey) {
		t.Error(last, err)
	}
	if _, err := b.Key([]byte("a\x00b")); !errors.Is(err, flatbuffers.Unrepresentable) {
		t.Error(err)
	}
}

func TestLimitsOfTheReader(t *testing.T) {
	var b flexbuffers.Builder
	for range 5 {
		b.Begin()
	}
	for range 5 {
		b.Vector()
	}
	held, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := flexbuffers.Read(held, flatbuffers.Limits{Depth: 5}); err != nil {
		t.Error(err)
	}
	if _, err := flexbuffers.Read(held, flatbuffers.Limits{Depth: 4}); !errors.Is(err, flatbuffers.DepthLimit) {
		t.Error(err)
	}
	if _, err := flexbuffers.Read(held, flatbuffers.Limits{Bytes: 3}); !errors.Is(err, flatbuffers.SizeLimit) {
		t.Error(err)
	}
}

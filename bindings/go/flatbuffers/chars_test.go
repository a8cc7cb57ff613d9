package flatbuffers_test

import (
	"errors"
	"testing"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/zoo"
)

func TestAPlainArrayOfCharHasAText(t *testing.T) {
	var plain zoo.LabelT
	if err := plain.SetCodeText("abcdef"); err != nil {
		t.Fatal(err)
	}
	for _, fault := range []struct{ text, found string }{{"Tortoise", "8 bytes"}, {"a\x00", "a zero at the end"}} {
		var err *flatbuffers.Error
		if !errors.As(plain.SetCodeText(fault.text), &err) {
			t.Fatalf("%q is taken", fault.text)
		}
		if err.Kind != flatbuffers.Refused || err.Found != fault.found || plain.CodeText() != "abcdef" {
			t.Errorf("%q: %v, %q", fault.text, err, plain.CodeText())
		}
	}
	if err := plain.SetCodeText("ü"); err != nil || plain.Code != [6]byte{0xC3, 0xBC} || plain.CodeText() != "ü" {
		t.Errorf("%v %v", plain.Code, err)
	}
}

func TestAnArrayOfCharHasATextInPlace(t *testing.T) {
	root := read(t, build(t, `{"name":"a","keyed":{"labels":[{"code":"ünï","kind":1,"note":""}]}}`))
	keyed, _ := root.Keyed()
	label := keyed.Labels().At(0)
	if label.CodeText() != "ünï" || label.NoteText() != "" || label.Code().Len() != 6 {
		t.Errorf("%q %q", label.CodeText(), label.NoteText())
	}
	if allocated := testing.AllocsPerRun(100, func() { _ = label.CodeText() }); allocated != 0 {
		t.Errorf("reading a text allocates %v times", allocated)
	}
	if err := label.SetCodeText("a\x00bc"); err != nil || label.CodeText() != "a\x00bc" {
		t.Errorf("%q %v", label.CodeText(), err)
	}
	for _, text := range []string{"seven77", "\x00"} {
		if err := label.SetCodeText(text); !errors.Is(err, flatbuffers.Refused) || label.CodeText() != "a\x00bc" {
			t.Errorf("%q: %q %v", text, label.CodeText(), err)
		}
	}
	label.Code().Set(0, 0xFF)
	if _, err := root.MarshalJSON(); !errors.Is(err, flatbuffers.InvalidUTF8) || label.CodeText() != "\xFF\x00bc" {
		t.Errorf("%q %v", label.CodeText(), err)
	}
}

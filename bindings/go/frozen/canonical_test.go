package frozen

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestCanonicalFormOfTheVectors(t *testing.T) {
	count := 0
	for _, v := range loadVectors(t) {
		name, good := strings.CutPrefix(v.File, "v1/good/")
		if !good {
			continue
		}
		count++
		doc, err := Open(loadFile(t, v.File))
		if err != nil {
			t.Fatal(err)
		}
		want := loadFile(t, "v1/canonical/"+name)
		got, err := doc.Root().Canonical()
		if err != nil {
			t.Errorf("%s: %v", v.File, err)
		} else if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s: canonical form is\n%x, want\n%x", v.File, got.Bytes(), want)
		}
		// Without it a copy has the same values, and is valid.
		r := newRecording(&FreezeOptions{})
		if err := r.node(doc.Root(), math.MaxUint64); err != nil {
			t.Fatal(err)
		}
		copied, err := r.document(true)
		if err != nil {
			t.Fatal(err)
		}
		checkMade(t, v.File, copied)
		if !copied.Root().Equal(doc.Root()) || copied.Root().String() != doc.Root().String() {
			t.Errorf("%s: the copy is %v, want %v", v.File, copied.Root(), doc.Root())
		}
	}
	if count < 70 {
		t.Errorf("%d vectors", count)
	}
}

// checkMade checks that a document that was made is valid, and that opening it
// finds what it was made with.
func checkMade(t *testing.T, name string, made *Document) {
	t.Helper()
	opened, err := Options{MaxDepth: math.MaxInt}.Open(made.Bytes())
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	opened.maps = false
	if !reflect.DeepEqual(opened, made) {
		t.Errorf("%s: opened as %+v, made as %+v", name, opened, made)
	}
}

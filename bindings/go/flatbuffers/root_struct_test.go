package flatbuffers_test

import (
	"bytes"
	"errors"
	"testing"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/fbjson"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/reading"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/stamp"
)

func TestAStructIsTheRootBothWays(t *testing.T) {
	for _, line := range lines(t, "reading.ndjson") {
		b, err := reading.BuildReading(line, fbjson.Options{})
		var plain reading.ReadingT
		isNull := string(line) == "null"
		if again := plain.UnmarshalJSON(line); (again == nil) != (err == nil || isNull) {
			t.Errorf("%s: %v, and as a plain struct %v", line, err, again)
		}
		if err != nil {
			continue
		}
		root, err := reading.ReadReadingWith(b, flatbuffers.Verify{Identified: true})
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if root.Unpack() != plain && root.Ranges().At(1).Least() == root.Ranges().At(1).Least() {
			t.Errorf("%s: %v, not %v", line, root.Unpack(), plain)
		}
		marshaled, err := plain.Marshal()
		if err != nil || !bytes.Equal(marshaled, b) {
			t.Errorf("%s: %x (%v), not %x", line, marshaled, err, b)
		}
		builder := flatbuffers.NewBuilder(0)
		cloned, err := reading.FinishReading(builder, reading.CloneReading(builder, root))
		if err != nil || !bytes.Equal(cloned, b) {
			t.Errorf("%s: %x (%v), not %x", line, cloned, err, b)
		}
		first, err := root.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if second, err := plain.MarshalJSON(); err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s (%v), not %s", second, err, first)
		}
		unverified := reading.Reading(flatbuffers.UnverifiedRootStruct(b, reading.Schema.Objects[1].Size))
		if unverified.At() != root.At() {
			t.Errorf("%s: another root without verification", line)
		}
	}
}

func TestTheZeroBuilderAlignsTheRoot(t *testing.T) {
	plain := stamp.StampT{SetCode2: 7}
	var zero flatbuffers.Builder
	made, err := stamp.FinishStamp(&zero, plain.Pack(&zero))
	if err != nil {
		t.Fatal(err)
	}
	b := flatbuffers.NewBuilder(0)
	if want, err := stamp.FinishStamp(b, plain.Pack(b)); err != nil || !bytes.Equal(made, want) {
		t.Errorf("%x, not %x (%v)", made, want, err)
	}
}

func TestARootStructHasASizeBeforeIt(t *testing.T) {
	b := flatbuffers.NewBuilder(0)
	root := (&stamp.StampT{SetCode2: 7}).Pack(b)
	held, err := flatbuffers.Finish(b, root, flatbuffers.FinishOptions{SizePrefixed: true, Identifier: "POST"})
	if err != nil {
		t.Fatal(err)
	}
	verify := flatbuffers.Verify{SizePrefixed: true}
	if s, err := stamp.ReadStampWith(held, verify); err != nil || s.SetCode2() != 7 {
		t.Errorf("%v", err)
	}
	size := stamp.Schema.Objects[0].Size
	if s := stamp.Stamp(flatbuffers.UnverifiedSizePrefixedRootStruct(held, size)); s.SetCode2() != 7 {
		t.Errorf("another root without verification")
	}
	for end := range held {
		if _, err := stamp.ReadStampWith(held[:end], verify); !errors.Is(err, flatbuffers.UnexpectedEnd) {
			t.Errorf("%d bytes: %v", end, err)
		}
	}
	if none := (*stamp.StampT)(nil).Pack(b); !none.IsZero() {
		t.Error("nil is packed")
	}
	other := flatbuffers.NewBuilder(0)
	if _, err := stamp.FinishStamp(other, root); !errors.Is(err, flatbuffers.Refused) {
		t.Errorf("a part of another buffer: %v", err)
	}
}

func TestTablesAndStructsAreNotMistaken(t *testing.T) {
	b := build(t, `{"name":"a"}`)
	if _, err := (flatbuffers.Verify{}).Root(&stamp.Schema, 0, b); !errors.Is(err, flatbuffers.Refused) {
		t.Errorf("a struct as a table: %v", err)
	}
	for _, object := range []int{-1, 1, 99} {
		if _, err := (flatbuffers.Verify{}).RootStruct(&stamp.Schema, object, b); !errors.Is(err, flatbuffers.Refused) {
			t.Errorf("object %d as a struct: %v", object, err)
		}
		if _, err := (fbjson.Options{}).Build(&stamp.Schema, object, []byte("{}")); !errors.Is(err, flatbuffers.Refused) {
			t.Errorf("object %d as a root: %v", object, err)
		}
	}
	if _, err := (stamp.Stamp{}).MarshalJSON(); !errors.Is(err, flatbuffers.Refused) {
		t.Errorf("no struct as JSON: %v", err)
	}
	if root, err := stamp.Schema.RootStruct(); err != nil || root != 0 {
		t.Errorf("root %d (%v)", root, err)
	}
	if _, err := stamp.Schema.RootTable(); !errors.Is(err, flatbuffers.Refused) {
		t.Errorf("the root table of a struct: %v", err)
	}
	if number, err := reading.Schema.Struct("log.Range"); err != nil || number != 0 {
		t.Errorf("log.Range is %d (%v)", number, err)
	}
	if _, err := reading.Schema.Struct("log.Nothing"); !errors.Is(err, flatbuffers.NotFound) {
		t.Errorf("a struct that is not there: %v", err)
	}
}

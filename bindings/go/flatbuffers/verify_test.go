package flatbuffers_test

import (
	"bytes"
	"errors"
	"testing"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/zoo"
)

func TestAnyTableMayBeIdentified(t *testing.T) {
	b := flatbuffers.NewBuilder(0)
	plain := &zoo.InnerT{Value: 1}
	held, err := flatbuffers.Finish(b, plain.Pack(b), flatbuffers.FinishOptions{Identifier: "INN1"})
	if err != nil {
		t.Fatal(err)
	}
	held = bytes.Clone(held)
	without, err := plain.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		held   []byte
		verify flatbuffers.Verify
		want   error
	}{
		{held, flatbuffers.Verify{Identifier: "INN1"}, nil},
		{held, flatbuffers.Verify{Identifier: "INN1", Identified: true}, nil},
		{held, flatbuffers.Verify{Identifier: "INN2"}, flatbuffers.InvalidBuffer},
		{without, flatbuffers.Verify{Identifier: "INN1"}, flatbuffers.InvalidBuffer},
		// The schema's identifier is that of its root type alone.
		{held, flatbuffers.Verify{Identified: true}, flatbuffers.Refused},
		{without, flatbuffers.Verify{Identified: true}, flatbuffers.Refused},
		{held, flatbuffers.Verify{Identifier: "LONGER"}, flatbuffers.Refused},
	} {
		if _, err := zoo.ReadInnerWith(c.held, c.verify); err == nil && c.want != nil || !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, not %v", c.verify, err, c.want)
		}
	}
}

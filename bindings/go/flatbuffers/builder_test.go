package flatbuffers_test

import (
	"strings"
	"testing"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/zoo"
)

// refused checks that what was built is refused, with a part of the message.
func refused(t *testing.T, b *flatbuffers.Builder, message string) {
	t.Helper()
	if err := b.Err(); err == nil || !strings.Contains(err.Error(), message) {
		t.Errorf("%v, not %q", err, message)
	}
	b.Reset()
}

func TestPartsOfZeroBuildersAreApart(t *testing.T) {
	var one, other flatbuffers.Builder
	one.Reset()
	other.Reset()
	text := one.String("of one")
	other.Bytes(make([]byte, 100))
	l := zoo.StartNamed(&other)
	l.SetName(text)
	refused(t, &other, "and not of another")
}

func TestAUnionWithoutItsPartIsRefusedInAVector(t *testing.T) {
	b := flatbuffers.NewBuilder(0)
	none := zoo.NewAnyNamed(flatbuffers.Ref[zoo.Named]{})
	flatbuffers.UnionVector(b, flatbuffers.KindUint8, []flatbuffers.UnionRef[zoo.AnyValue]{{}, none})
	refused(t, b, "a part for item 1 of a vector")
}

func TestVectorsHaveTheWidthOfTheirField(t *testing.T) {
	b := flatbuffers.NewBuilder(0)
	wide := flatbuffers.VectorOptions{Width: flatbuffers.WideVector}
	far := b.BytesWith([]byte{2}, wide)
	l := zoo.StartLong(b)
	l.SetBytes(far)
	root := l.Finish()
	made, err := zoo.FinishLong(b, root)
	if err != nil {
		t.Fatal(err)
	}
	if read, err := zoo.ReadLong(made); err != nil || string(read.Bytes()) != "\x02" {
		t.Error(err)
	}
	narrow := b.Bytes([]byte{1})
	l = zoo.StartLong(b)
	l.SetBytes(narrow)
	refused(t, b, "a part whose length has 64 bits")
	far = b.BytesWith([]byte{2}, wide)
	v := zoo.StartVectors(b)
	v.SetText(far)
	refused(t, b, "a part whose length has 32 bits")
}

func TestAlignmentsArePowersOfTwo(t *testing.T) {
	b := flatbuffers.NewBuilder(0)
	for _, align := range []int{5, 12, 512, 1 << 30} {
		b.BytesWith(nil, flatbuffers.VectorOptions{Align: align})
		refused(t, b, "an alignment that is a power of two")
		b.StartTable(1)
		b.AddStruct(0, 8, align)
		refused(t, b, "an alignment that is a power of two")
	}
}

func TestACloneOfNothingIsNothing(t *testing.T) {
	b := flatbuffers.NewBuilder(0)
	if !zoo.CloneNamed(b, zoo.Named{}).IsZero() || b.Err() != nil {
		t.Error(b.Err())
	}
}

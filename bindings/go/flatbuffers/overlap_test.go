package flatbuffers_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/fbjson"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/keys"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/zoo"
)

// The parts of a stranger's buffer may overlap, which the format allows. The
// tests in this file change such buffers in place.

// A number is at the place of the offset of a string.
func TestASetterMovesAnOffset(t *testing.T) {
	schema := &flatbuffers.Schema{Objects: []flatbuffers.Object{{Name: "T", Fields: []flatbuffers.Field{
		{Name: "number", Kind: flatbuffers.KindUint32, Presence: flatbuffers.Default},
		{Name: "text", Kind: flatbuffers.KindString},
	}}}}
	b := []byte{12, 0, 0, 0, 8, 0, 8, 0, 4, 0, 4, 0, 8, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 'x', 0, 0, 0}
	root, err := flatbuffers.Verify{}.Root(schema, 0, b)
	if err != nil || root.String(6, "") != "x" {
		t.Fatal(err)
	}
	for _, number := range []uint32{0x7FFFFFF0, 0xFFFFFFFF, 0, 8, 11, 12, 13} {
		if !flatbuffers.SetIn(root, 4, number) || root.Uint32(4, 1) != number {
			t.Fatal("not set")
		}
		if text := root.String(6, "none"); text != "" {
			t.Errorf("%d: %q", number, text)
		}
		if _, err := (fbjson.Options{}).Append(nil, schema, 0, root); err == nil && number > 12 {
			t.Errorf("%d: JSON has the string", number)
		}
		if _, err := (flatbuffers.Verify{}).Root(schema, 0, b); err == nil {
			t.Errorf("%d: valid", number)
		}
	}
}

// readKeys reads all of a buffer in each way.
func readKeys(root keys.Keys) {
	root.Unpack()
	_, _ = root.MarshalJSON()
	b := flatbuffers.NewBuilder(0)
	_, _ = keys.FinishKeys(b, keys.CloneKeys(b, root))
	keys.FindNamed(root.Named(), "b")
	keys.FindHeld(root.Held(), keys.CornerT{})
	keys.FindMark(root.Marks(), 2)
	for _, held := range root.Held().All() {
		spot := held.Spot()
		spot.SetGrade(spot.Grade())
	}
}

func readZoo(root zoo.Zoo) {
	root.Unpack()
	_, _ = root.MarshalJSON()
	_, _ = fbjson.Options{Defaults: true, SkipUnknown: true}.Append(nil, &zoo.Schema, 0, flatbuffers.Table(root))
	b := flatbuffers.NewBuilder(0)
	_, _ = zoo.FinishZoo(b, zoo.CloneZoo(b, root))
	if of, ok := root.Unions(); ok {
		of.Unpack()
	}
	if of, ok := root.NestedRoot(); ok {
		of.Unpack()
	}
}

// buffersOf returns buffers of the documents in a file.
func buffersOf(t *testing.T, file string, build func(text []byte, options fbjson.Options) ([]byte, error)) [][]byte {
	t.Helper()
	var all [][]byte
	for _, line := range lines(t, file) {
		if b, err := build(line, fbjson.Options{}); err == nil {
			all = append(all, bytes.Clone(b))
		}
	}
	if len(all) == 0 {
		t.Fatal(file, "has no buffers")
	}
	return all
}

// Whatever the bytes of a buffer become after it was verified, no read panics.
func TestNoBytesPanicAfterVerifying(t *testing.T) {
	drawn := rand.New(rand.NewPCG(1, 2))
	changed := func(file string, build func([]byte, fbjson.Options) ([]byte, error), read func(b []byte)) {
		for _, from := range buffersOf(t, file, build) {
			for range max(20, min(20_000_000/len(from)/len(from), 2_000)) {
				b := bytes.Clone(from)
				for range 1 + drawn.IntN(4) {
					change(drawn, b)
				}
				read(b)
			}
		}
	}
	changed("keys.ndjson", keys.BuildKeys, func(b []byte) { readKeys(keys.Keys(flatbuffers.UnverifiedRoot(b))) })
	changed("zoo.ndjson", zoo.BuildZoo, func(b []byte) { readZoo(zoo.Zoo(flatbuffers.UnverifiedRoot(b))) })
}

// change changes a number of 8, 16, 32 or 64 bits, mostly to one that may be an
// offset.
func change(drawn *rand.Rand, b []byte) {
	value := drawn.Uint64() >> drawn.IntN(64)
	if drawn.IntN(2) == 0 {
		value = drawn.Uint64N(uint64(len(b)) + 8)
	}
	size := 1 << drawn.IntN(4)
	if size > len(b) {
		return
	}
	var held [8]byte
	binary.LittleEndian.PutUint64(held[:], value)
	copy(b[drawn.IntN(len(b)-size+1)/size*size:], held[:size])
}

// sortEach sorts each vector of tables. A vector that is refused has not
// changed, and one that is sorted is in order.
func sortEach(t *testing.T, b []byte, root keys.Keys, sorted, refused *int) {
	t.Helper()
	before := bytes.Clone(b)
	note := func(ok bool, inOrder func() bool) {
		t.Helper()
		switch {
		case !ok && !bytes.Equal(b, before):
			t.Errorf("%x: refused, and changed", before)
		case ok && !inOrder():
			t.Errorf("%x: not in order", before)
		case ok:
			*sorted++
		default:
			*refused++
		}
		copy(b, before)
	}
	note(keys.SortNamedInPlace(root.Named()), func() bool { return inOrder(root.Named(), keys.Named.Name, cmp.Compare[string]) })
	note(keys.SortShiftedInPlace(root.Shifted()), func() bool { return inOrder(root.Shifted(), keys.Shifted.Level, cmp.Compare[int64]) })
	note(keys.SortSwitchedInPlace(root.Switched()), func() bool { return inOrder(root.Switched(), keys.Switched.IsOn, flatbuffers.CompareBools) })
	note(keys.SortHeldInPlace(root.Held()), func() bool {
		return inOrder(root.Held(), func(h keys.Held) string { return fmt.Sprint(h.Spot().Unpack()) }, strings.Compare)
	})
	keys.SortMarkInPlace(root.Marks())
	keys.SortPlaceInPlace(root.Places())
	readKeys(root)
	copy(b, before)
}

func inOrder[T flatbuffers.TableOf, K any](list flatbuffers.Tables[T], key func(T) K, compare func(a, b K) int) bool {
	var all []K
	for _, of := range list.All() {
		all = append(all, key(of))
	}
	return slices.IsSortedFunc(all, compare)
}

// The parts of buffers are redirected: tables lie one over the other, and parts
// of one kind are read as parts of another.
func TestWhatIsSortedIsInOrder(t *testing.T) {
	b, err := keys.BuildKeys([]byte(`{"named":[{"name":"a","n":1},{"name":"bcdef"}],"shifted":[{"level":1},{"level":2}],
		"switched":[{"is_on":true,"n":7},{"n":8}],"held":[{"spot":{"spots":[{"x":1,"y":2},{"x":3,"y":4}],"grade":"High"},"n":2}],
		"marks":[{"at":2.5,"tag":2},{"at":1,"tag":1}]}`), fbjson.Options{})
	if err != nil {
		t.Fatal(err)
	}
	valid, sorted, refused := 0, 0, 0
	for at := 0; at+4 <= len(b); at += 4 {
		old := binary.LittleEndian.Uint32(b[at:])
		for value := range uint32(len(b)) {
			binary.LittleEndian.PutUint32(b[at:], value)
			if root, err := keys.ReadKeys(b); err == nil {
				valid++
				sortEach(t, b, root, &sorted, &refused)
			}
		}
		binary.LittleEndian.PutUint32(b[at:], old)
	}
	if valid < 1_000 || sorted < 1_000 {
		t.Errorf("%d valid buffers: %d vectors sorted, %d refused", valid, sorted, refused)
	}
}

// A part of a buffer, and where it begins.
type part struct {
	at      int
	numbers any // of uint16 or uint32
}

func bufferOf(t *testing.T, size int, parts ...part) []byte {
	t.Helper()
	b := make([]byte, size)
	for _, part := range parts {
		if _, err := binary.Encode(b[part.at:], binary.LittleEndian, part.numbers); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// A vector of two tables has the beginning of one of them in its elements, or the
// vtable of both, or nothing of them.
func TestVectorsThatOverlapTheirTablesAreNotSorted(t *testing.T) {
	object, err := keys.Schema.RootTable()
	if err != nil {
		t.Fatal(err)
	}
	id := slices.IndexFunc(keys.Schema.Objects[object].Fields, func(f flatbuffers.Field) bool { return f.Name == "named" })
	slots := make([]uint16, 3+id)
	slots[0], slots[1], slots[2+id] = uint16(2*len(slots)), 8, 4
	// The vtables, the root with one field, and the vector.
	const named, v, far = 60, 100, 8 | 8<<16
	const first, second, behind = v + 4, v + 8, v + 12
	root := []part{{0, uint32(v - 8)}, {4, slots}, {named, []uint16{6, 8, 4}}, {v - 8, []uint32{v - 8 - 4, 4, 2}}}
	text := func(of byte) []uint32 { return []uint32{1, uint32(of)} }
	for _, of := range []struct {
		name  string
		size  int
		parts []part
		ok    bool
	}{
		{"apart", behind + 32, []part{
			{first, []uint32{behind - first, behind + 8 - second}},
			{behind, []uint32{behind - named, 16 - 4, behind + 8 - named, 24 - 12}},
			{behind + 16, text('b')}, {behind + 24, text('a')},
		}, true},
		{"the table", second + 200, []part{
			// The second element is also the offset of the vtable of the first table.
			{first, []uint32{4, second - named, 8}},
			{second + 12, text('b')},
			{int(second + second - named), []uint32{2 * (second - named), 8}},
			{second + second - named + 12, text('a')},
		}, false},
		{"the vtable", first + far + 32, []part{
			// The elements are a vtable of 8 bytes, for tables of 8 bytes.
			{first, []uint32{far, 4, 8, 8}},
			{behind + 12, text('a')},
			{first + far, []uint32{far, 8}},
			{first + far + 12, text('b')},
		}, false},
	} {
		b := bufferOf(t, of.size, append(slices.Clone(root), of.parts...)...)
		read, err := keys.ReadKeys(b)
		if err != nil {
			t.Errorf("%s: %v", of.name, err)
			continue
		}
		before := bytes.Clone(b)
		if ok := keys.SortNamedInPlace(read.Named()); ok != of.ok || ok == bytes.Equal(b, before) {
			t.Errorf("%s: sorted: %v, changed: %v", of.name, ok, !bytes.Equal(b, before))
		}
		if _, err := keys.ReadKeys(b); err != nil {
			t.Errorf("%s: %v", of.name, err)
		}
		for index, want := range []string{"a", "b"} {
			if got := read.Named().At(index).Name(); of.ok && got != want {
				t.Errorf("%s: %q at %d", of.name, got, index)
			}
		}
	}
}

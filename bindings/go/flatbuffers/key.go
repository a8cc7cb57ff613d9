package flatbuffers

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

// compareNumbers compares two numbers as keys. NaN comes after all others,
// whatever its sign.
func compareNumbers[V cmp.Ordered](a, b V) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	case a == b:
		return 0
	case a == a:
		return -1
	case b == b:
		return 1
	}
	return 0
}

// compareInPlace compares two values of a field of a struct, or of a key, whose
// bytes are a and b: structs and arrays part by part.
func (s *Schema) compareInPlace(f *Field, a, b []byte) int {
	if f.Shape != ShapeArray {
		return s.compareOne(f, a, b)
	}
	size, _ := s.Element(f.Kind, f.Index)
	for index := range int(f.Len) {
		if order := s.compareOne(f, a[size*index:], b[size*index:]); order != 0 {
			return order
		}
	}
	return 0
}

func (s *Schema) compareOne(f *Field, a, b []byte) int {
	if f.Kind == KindStruct {
		fields := s.Objects[f.Index].Fields
		for id := range fields {
			at := fields[id].Offset
			if order := s.compareInPlace(&fields[id], a[at:], b[at:]); order != 0 {
				return order
			}
		}
		return 0
	}
	return compareBits(f.Kind, f.Kind.Load(a), f.Kind.Load(b))
}

func compareBits(kind Kind, a, b uint64) int {
	switch {
	case kind == KindFloat32:
		return compareNumbers(math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b)))
	case kind == KindFloat64:
		return compareNumbers(math.Float64frombits(a), math.Float64frombits(b))
	case kind == KindBool:
		return compareNumbers(min(a, 1), min(b, 1))
	case kind.IsSigned():
		return compareNumbers(kind.Signed(a), kind.Signed(b))
	}
	return compareNumbers(a, b)
}

// compareTables compares two tables by this key field.
func (s *Schema) compareTables(id int, f *Field, a, b Table) int {
	slot := uint(4 + 2*id)
	if f.Shape == ShapeOne && f.Kind == KindString {
		return bytes.Compare(a.elements(slot, 1), b.elements(slot, 1))
	}
	size, _ := s.Inline(f)
	one, other := a.inline(slot, size), b.inline(slot, size)
	switch {
	case f.Kind.IsScalar() && f.Shape == ShapeOne:
		bits := func(held []byte) uint64 {
			switch {
			case held != nil:
				return f.Kind.Load(held)
			case f.Presence == Default:
				return f.Default
			}
			return 0
		}
		return compareBits(f.Kind, bits(one), bits(other))
	case one == nil || other == nil:
		return min(len(one), 1) - min(len(other), 1)
	}
	return s.compareInPlace(f, one, other)
}

// table returns a table that has been built.
func (b *Builder) table(at uint32) Table {
	held := b.buf[b.head:]
	return tableAt(held, len(held)-int(at))
}

// sortStructs sorts a row of structs by their key, if they have one.
func (s *Schema) sortStructs(object int, held []byte) {
	_, f := s.key(object)
	if f == nil {
		return
	}
	size := int(s.Objects[object].Size)
	sortRow(held, size, func(a, b []byte) int {
		return s.compareInPlace(f, a[f.Offset:], b[f.Offset:])
	})
}

// sortRow sorts elements of this size in place. Equal ones keep their order.
func sortRow(held []byte, size int, compare func(a, b []byte) int) {
	each := make([][]byte, 0, len(held)/size)
	for from := 0; from+size <= len(held); from += size {
		each = append(each, held[from:from+size])
	}
	if slices.IsSortedFunc(each, compare) {
		return
	}
	slices.SortStableFunc(each, compare)
	moved := make([]byte, 0, len(held))
	for _, one := range each {
		moved = append(moved, one...)
	}
	copy(held, moved)
}

// SortTables sorts tables that have been built by the key of their object in
// the schema. Tables with equal keys keep their order.
func SortTables[T TableOf](b *Builder, schema *Schema, object int, refs []Ref[T]) {
	id, f := schema.key(object)
	if f == nil || b.err != nil {
		return
	}
	for index, ref := range refs {
		if b.own(ref.at, ref.of) == 0 {
			b.fail(refused("a part for item %d of a vector", index))
			return
		}
	}
	slices.SortStableFunc(refs, func(x, y Ref[T]) int {
		return schema.compareTables(id, f, b.table(x.at), b.table(y.at))
	})
}

// SortTablesInPlace sorts a vector by the key of its tables' object in the
// schema, in place. It returns false if the vector overlaps one of its tables or
// the vtable of one, or if a table would be too far from its offset: then nothing
// has changed.
//
// Other parts of a stranger's buffer may overlap the vector as well: verify it
// again before you read on, as [Verify] explains.
func SortTablesInPlace[T TableOf](list Tables[T], schema *Schema, object int) bool {
	return list.o.sort(schema, object)
}

func (o offsets) sort(schema *Schema, object int) bool {
	id, f := schema.key(object)
	if f == nil {
		return true
	}
	targets := make([]int, o.length)
	for index := range targets {
		targets[index] = o.target(index)
		if targets[index] == nowhere || uint64(targets[index]-int(o.at)) > math.MaxUint32 || o.overlaps(tableAt(o.b, targets[index]), schema, object) {
			return false
		}
	}
	slices.SortStableFunc(targets, func(x, y int) int {
		return schema.compareTables(id, f, tableAt(o.b, x), tableAt(o.b, y))
	})
	for index, target := range targets {
		at := int(o.at) + 4*index
		binary.LittleEndian.PutUint32(o.b[at:], uint32(target-at))
	}
	return true
}

// overlaps returns whether bytes of the vector are those of a table that it leads
// to, or of its vtable. A string is behind its table, and so is not in the vector
// either.
func (o offsets) overlaps(t Table, schema *Schema, object int) bool {
	sizes := bytesAt(t.b, int(t.vtable), 4)
	if sizes == nil {
		return true
	}
	slots := int(binary.LittleEndian.Uint16(sizes))
	vtable := bytesAt(t.b, int(t.vtable), slots)
	if vtable == nil {
		return true
	}
	// Fields may be behind the size that the vtable says.
	extent := 4
	fields := schema.Objects[object].Fields
	for index := 0; index < len(fields) && 6+2*index <= slots; index++ {
		offset := int(binary.LittleEndian.Uint16(vtable[4+2*index:]))
		if offset != 0 {
			extent = max(extent, offset+schema.inPlace(&fields[index]))
		}
	}
	return o.within(t, int(t.vtable), slots) || o.within(t, int(t.at), extent)
}

// within returns whether some of these bytes of a table are bytes of the vector.
// A table far behind may have another start of its bytes.
func (o offsets) within(t Table, at, size int) bool {
	at += len(o.b) - len(t.b)
	return at < int(o.at)+4*int(o.length) && at+size > int(o.at)
}

// SortStructsInPlace sorts a vector by the key of its structs' object in the
// schema, in place. Parts of a stranger's buffer may overlap the vector: verify
// it again before you read on, as [Verify] explains.
func SortStructsInPlace[S StructOf](list Structs[S], schema *Schema, object int) {
	schema.sortStructs(object, list.b)
}

// Search returns the place of the first element of a vector that compare does
// not find less than what is looked for, and whether it is equal. The vector
// must be sorted.
func Search[V any, L interface {
	Len() int
	At(index int) V
}](list L, compare func(V) int) (int, bool) {
	return search(list.Len(), func(index int) int { return compare(list.At(index)) })
}

func search(length int, compare func(int) int) (int, bool) {
	low, high := 0, length
	for low < high {
		middle := int(uint(low+high) / 2)
		if compare(middle) < 0 {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, low < length && compare(low) == 0
}

// FindStruct finds a struct by its key in a sorted vector. The key is a struct or
// an array, given by its bytes.
func FindStruct[S StructOf](list Structs[S], schema *Schema, object int, key []byte) (S, bool) {
	_, f := schema.key(object)
	at, ok := search(list.Len(), func(index int) int {
		return schema.compareInPlace(f, list.b[list.size*index+int(f.Offset):], key)
	})
	if !ok {
		return S(Struct{}), false
	}
	return list.At(at), true
}

// FindTable finds a table by its key in a sorted vector. The key is a struct,
// given by its bytes.
func FindTable[T TableOf](list Tables[T], schema *Schema, object int, key []byte) (T, bool) {
	id, f := schema.key(object)
	size, _ := schema.Inline(f)
	at, ok := search(list.Len(), func(index int) int {
		held := tableAt(list.o.b, list.o.target(index)).inline(uint(4+2*id), size)
		if held == nil {
			return -1
		}
		return schema.compareInPlace(f, held, key)
	})
	if !ok {
		return T(Table{}), false
	}
	return list.At(at), true
}

// CompareBools compares two booleans in the order of keys.
func CompareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// Compare compares two scalars or strings in the order of keys: strings by
// their bytes, and NaN after all other numbers.
func Compare[V cmp.Ordered](a, b V) int { return compareNumbers(a, b) }

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
	size, _ := s.element(f.Kind, f.Index)
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
	return compareBits(f.Kind, loadBits(a, f.Kind), loadBits(b, f.Kind))
}

func compareBits(kind Kind, a, b uint64) int {
	switch {
	case kind == KindFloat32:
		return compareNumbers(math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b)))
	case kind == KindFloat64:
		return compareNumbers(math.Float64frombits(a), math.Float64frombits(b))
	case kind == KindBool:
		return compareNumbers(min(a, 1), min(b, 1))
	case kind.isSigned():
		return compareNumbers(kind.signed(a), kind.signed(b))
	}
	return compareNumbers(a, b)
}

// compareTables compares two tables by this key field.
func (s *Schema) compareTables(id int, f *Field, a, b Table) int {
	oa, ob := a.offset(uint(4+2*id)), b.offset(uint(4+2*id))
	switch {
	case f.Shape == ShapeOne && f.Kind == KindString:
		var texts [2][]byte
		for index, t := range [2]Table{a, b} {
			texts[index] = elements(t.b, t.follow(uint(4+2*id)), 1)
		}
		return bytes.Compare(texts[0], texts[1])
	case f.Kind.isScalar() && f.Shape == ShapeOne:
		bits := func(t Table, offset uint32) uint64 {
			switch {
			case offset != 0:
				return loadBits(t.b[t.at+offset:], f.Kind)
			case f.Presence == Default:
				return f.Default
			}
			return 0
		}
		return compareBits(f.Kind, bits(a, oa), bits(b, ob))
	case oa == 0 || ob == 0:
		return compareNumbers(min(oa, 1), min(ob, 1))
	}
	return s.compareInPlace(f, a.b[a.at+oa:], b.b[b.at+ob:])
}

// table returns a table that has been built.
func (b *Builder) table(at uint32) Table {
	held := b.buf[b.head:]
	return tableAt(held, len(held)-int(at))
}

// sort sorts the tables of a vector that is being built by their key.
func (r *reader) sort(object int, items []item) {
	id, f := r.schema.key(object)
	if f == nil {
		return
	}
	slices.SortStableFunc(items, func(a, b item) int {
		return r.schema.compareTables(id, f, r.b.table(uint32(a.value)), r.b.table(uint32(b.value)))
	})
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
	slices.SortStableFunc(refs, func(x, y Ref[T]) int {
		return schema.compareTables(id, f, b.table(x.at), b.table(y.at))
	})
}

// SortInPlace sorts the vector by the key of its tables' object in the schema,
// in place. It returns false if the offsets do not allow it: then a table is in
// the way of another, and nothing has changed.
func (s Tables[T]) SortInPlace(schema *Schema, object int) bool {
	id, f := schema.key(object)
	if f == nil {
		return true
	}
	end := s.o.at + 4*s.o.length
	targets := make([]int, s.o.length)
	for index := range targets {
		targets[index] = s.o.target(index)
		if targets[index] < end {
			return false
		}
	}
	slices.SortStableFunc(targets, func(x, y int) int {
		return schema.compareTables(id, f, tableAt(s.o.b, x), tableAt(s.o.b, y))
	})
	for index, target := range targets {
		at := s.o.at + 4*index
		if uint64(target-at) > math.MaxUint32 {
			return false
		}
		binary.LittleEndian.PutUint32(s.o.b[at:], uint32(target-at))
	}
	return true
}

// SortInPlace sorts the vector by the key of its structs' object in the schema,
// in place.
func (s Structs[S]) SortInPlace(schema *Schema, object int) { schema.sortStructs(object, s.b) }

// Search returns the place of the first element that compare does not find less
// than what is looked for, and whether it is equal. The vector must be sorted.
func (s Tables[T]) Search(compare func(T) int) (int, bool) {
	return search(s.Len(), func(index int) int { return compare(s.At(index)) })
}

// Search returns the place of the first element that compare does not find less
// than what is looked for, and whether it is equal. The vector must be sorted.
func (s Structs[S]) Search(compare func(S) int) (int, bool) {
	return search(s.Len(), func(index int) int { return compare(s.At(index)) })
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

// Compare compares two scalars or strings in the order of keys: strings by
// their bytes, and NaN after all other numbers.
func Compare[V cmp.Ordered](a, b V) int { return compareNumbers(a, b) }

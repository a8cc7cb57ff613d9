package flatbuffers

import (
	"encoding/binary"
	"slices"
)

// VectorOptions are how a vector is written. The zero value is right unless the
// schema says otherwise.
type VectorOptions struct {
	// Align is the alignment of the elements, if that is larger than their own:
	// force_align of the schema. It is a power of two up to 256.
	Align int
	// Width is the width of the length: vector64 of the schema.
	Width Width
}

// vector makes a vector of so many elements that take size bytes together. It
// returns the bytes, which are not cleared, or nil after an error.
func (b *Builder) vector(length, size, align int, width Width) []byte {
	prefix := prefixOf(width)
	if align < prefix {
		align = prefix
	}
	if !b.outside() || !aligns(align) && !b.noAlign(align) || b.head < size+prefix+align && !b.grow(size+prefix+align) {
		return nil
	}
	if align > b.align {
		b.align = align
	}
	first := (b.head - size) &^ (align - 1)
	for at := first + size; at < b.head; at++ {
		b.buf[at] = 0
	}
	b.head = first - prefix
	if width == WideVector {
		b.wide = append(b.wide, uint32(b.used()))
	}
	to := b.buf[b.head : first+size : first+size]
	putLength(to, prefix, length)
	return to[prefix:]
}

// prefixOf returns the number of bytes of the length of a vector.
func prefixOf(width Width) int {
	if width == WideVector {
		return 8
	}
	return 4
}

// isWide returns whether a part is a vector whose length has 64 bits.
func (b *Builder) isWide(at uint32) bool {
	_, ok := slices.BinarySearch(b.wide, at)
	return ok
}

//go:noinline
func (b *Builder) otherWidth(bits string) {
	b.fail(refused("a part whose length has %s bits, as the schema says", bits))
}

// putLength stores a length of 4 or 8 bytes.
func putLength(to []byte, prefix, length int) {
	if prefix == 8 {
		binary.LittleEndian.PutUint64(to, uint64(length))
	} else {
		binary.LittleEndian.PutUint32(to, uint32(length))
	}
}

// Bytes builds a vector of bytes.
func (b *Builder) Bytes(values []byte) Ref[[]byte] { return b.BytesWith(values, VectorOptions{}) }

// BytesWith builds a vector of bytes with options.
func (b *Builder) BytesWith(values []byte, options VectorOptions) Ref[[]byte] {
	return b.Elements(values, 1, options)
}

// Elements builds a vector of elements of this size, scalars or structs, by their
// bytes as the buffer has them.
func (b *Builder) Elements(held []byte, size int, options VectorOptions) Ref[[]byte] {
	if holds(b, held) {
		return Ref[[]byte]{}
	}
	copy(b.vector(len(held)/size, len(held), max(size, options.Align), options.Width), held)
	return here[[]byte](b)
}

// NumberVector builds a vector of numbers.
func NumberVector[V Number](b *Builder, values []V) Ref[Scalars[V]] {
	return NumberVectorWith(b, values, VectorOptions{})
}

// NumberVectorWith builds a vector of numbers with options.
func NumberVectorWith[V Number](b *Builder, values []V, options VectorOptions) Ref[Scalars[V]] {
	if holds(b, values) {
		return Ref[Scalars[V]]{}
	}
	size := sizeOf[V]()
	storeAll(b.vector(len(values), size*len(values), max(size, options.Align), options.Width), values)
	return here[Scalars[V]](b)
}

// BoolVector builds a vector of booleans.
func BoolVector(b *Builder, values []bool) Ref[Bools] {
	return BoolVectorWith(b, values, VectorOptions{})
}

// BoolVectorWith builds a vector of booleans with options.
func BoolVectorWith(b *Builder, values []bool, options VectorOptions) Ref[Bools] {
	if holds(b, values) {
		return Ref[Bools]{}
	}
	to := b.vector(len(values), len(values), max(1, options.Align), options.Width)
	for index := range to {
		Struct{to}.SetBool(uint(index), values[index])
	}
	return here[Bools](b)
}

// StringVector builds a vector of strings that have been built.
func StringVector(b *Builder, refs []Ref[string]) Ref[Strings] {
	return ref[Strings](b, offsetVector(b, refs))
}

// Strings builds a vector of strings with its strings.
func (b *Builder) Strings(values []string) Ref[Strings] {
	refs := make([]Ref[string], len(values))
	for index := len(values) - 1; index >= 0; index-- {
		if refs[index] = b.String(values[index]); b.err != nil {
			b.atItem(index)
			break
		}
	}
	return StringVector(b, refs)
}

// SharedStrings builds a vector of strings, of which equal ones are written
// once.
func (b *Builder) SharedStrings(values []string) Ref[Strings] {
	refs := make([]Ref[string], len(values))
	for index := len(values) - 1; index >= 0; index-- {
		if refs[index] = b.SharedString(values[index]); b.err != nil {
			b.atItem(index)
			break
		}
	}
	return StringVector(b, refs)
}

// TableVector builds a vector of tables.
func TableVector[T TableOf](b *Builder, refs []Ref[T]) Ref[Tables[T]] {
	return ref[Tables[T]](b, offsetVector(b, refs))
}

// Offsets builds a vector of offsets to parts: strings, tables, or values of a union.
// An item without a part is an offset of zero, which only a union may have.
func (b *Builder) Offsets(parts []Ref[Table], width Width) Ref[[]byte] {
	to := b.vector(len(parts), 4*len(parts), 4, width)
	if to == nil {
		return Ref[[]byte]{}
	}
	front := uint32(b.used() - prefixOf(width))
	for index, part := range parts {
		offset := uint32(0)
		if b.own(part.at, part.of) != 0 {
			offset = front - uint32(4*index) - part.at
		}
		binary.LittleEndian.PutUint32(to[4*index:], offset)
	}
	return here[[]byte](b)
}

func offsetVector[T any](b *Builder, refs []Ref[T]) uint32 {
	to := b.vector(len(refs), 4*len(refs), 4, Narrow)
	if to == nil {
		return 0
	}
	first := uint32(b.used() - 4)
	for index, ref := range refs {
		if b.own(ref.at, ref.of) == 0 {
			b.fail(refused("a part for item %d of a vector", index))
			return 0
		}
		binary.LittleEndian.PutUint32(to[4*index:], first-uint32(4*index)-ref.at)
	}
	return uint32(b.used())
}

// UnionRef is a part that is the value of a union, with its tag. The zero value
// is no value.
type UnionRef[U UnionOf] struct {
	tag    int64
	at, of uint32
}

// UnionTable makes the value of a union from a table.
func UnionTable[U UnionOf, T TableOf](tag int64, ref Ref[T]) UnionRef[U] {
	return UnionRef[U]{tag, ref.at, ref.of}
}

// UnionString makes the value of a union from a string.
func UnionString[U UnionOf](tag int64, ref Ref[string]) UnionRef[U] {
	return UnionRef[U]{tag, ref.at, ref.of}
}

// UnionStruct builds a struct of this size and alignment as the value of a
// union. It calls put with its bytes, which are zero.
func UnionStruct[U UnionOf](b *Builder, tag int64, size, align int, put func(to []byte)) UnionRef[U] {
	if !b.outside() || !b.pad(size, align) {
		return UnionRef[U]{}
	}
	put(b.take(size))
	return UnionRef[U]{tag, uint32(b.used()), b.number}
}

// UnionVectorRef is a vector of unions that has been built: two vectors, of
// tags and of values.
type UnionVectorRef[U UnionOf] struct{ tags, values, of uint32 }

// UnionVector builds a vector of unions, whose tags are of this kind.
func UnionVector[U UnionOf](b *Builder, kind Kind, refs []UnionRef[U]) UnionVectorRef[U] {
	to := b.vector(len(refs), 4*len(refs), 4, Narrow)
	if to == nil {
		return UnionVectorRef[U]{}
	}
	first := uint32(b.used() - 4)
	for index, ref := range refs {
		offset := uint32(0)
		if ref.tag != 0 {
			at := b.own(ref.at, ref.of)
			if at == 0 {
				b.fail(refused("a part for item %d of a vector", index))
				return UnionVectorRef[U]{}
			}
			offset = first - uint32(4*index) - at
		}
		binary.LittleEndian.PutUint32(to[4*index:], offset)
	}
	values := uint32(b.used())
	size := kind.Size()
	to = b.vector(len(refs), size*len(refs), size, Narrow)
	if to == nil {
		return UnionVectorRef[U]{}
	}
	for index, ref := range refs {
		kind.Store(to[size*index:], uint64(ref.tag))
	}
	return UnionVectorRef[U]{uint32(b.used()), values, b.number}
}

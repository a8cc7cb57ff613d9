package flatbuffers

import (
	"encoding/binary"
	"iter"
	"math"
	"strings"
	"unsafe"
)

// Number is a scalar other than a boolean, or an enum of such a scalar.
type Number interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64
}

// isFloat returns whether a type is a float. The compiler knows the answer.
func isFloat[V Number]() bool {
	one := V(1)
	return one/2 != 0
}

// load returns the number at the start of b.
func load[V Number](b []byte) V {
	var v V
	switch unsafe.Sizeof(v) {
	case 1:
		return V(b[0])
	case 2:
		return V(binary.LittleEndian.Uint16(b))
	case 4:
		if isFloat[V]() {
			return V(math.Float32frombits(binary.LittleEndian.Uint32(b)))
		}
		return V(binary.LittleEndian.Uint32(b))
	}
	if isFloat[V]() {
		return V(math.Float64frombits(binary.LittleEndian.Uint64(b)))
	}
	return V(binary.LittleEndian.Uint64(b))
}

// store stores a number at the start of b.
func store[V Number](b []byte, v V) {
	switch unsafe.Sizeof(v) {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		if isFloat[V]() {
			binary.LittleEndian.PutUint32(b, math.Float32bits(float32(v)))
		} else {
			binary.LittleEndian.PutUint32(b, uint32(v))
		}
	default:
		if isFloat[V]() {
			binary.LittleEndian.PutUint64(b, math.Float64bits(float64(v)))
		} else {
			binary.LittleEndian.PutUint64(b, uint64(v))
		}
	}
}

// bitsOf returns the bits of a number, in its own width.
func bitsOf[V Number](v V) uint64 {
	var word [8]byte
	store(word[:], v)
	return binary.LittleEndian.Uint64(word[:])
}

// inOrder says that this machine stores the low bytes of numbers first, as
// buffers do.
var inOrder = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// raw returns the bytes of numbers in memory, or nil if a buffer has others.
func raw[V Number](values []V) []byte {
	if !inOrder && sizeOf[V]() != 1 || len(values) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), len(values)*sizeOf[V]())
}

// storeAll stores numbers in b, which has room for them or is nil.
func storeAll[V Number](b []byte, values []V) {
	if held := raw(values); held != nil {
		copy(b, held)
		return
	}
	size := sizeOf[V]()
	for index := range len(b) / size {
		store(b[index*size:], values[index])
	}
}

// Scalars is a vector or an array of numbers in place. The zero value is empty.
type Scalars[V Number] struct{ b []byte }

// ScalarsIn returns the vector of numbers in a field, which is empty if it is
// absent.
//
// The size is written out: a call of sizeOf would keep the methods of generated
// code from being inlined.
func ScalarsIn[V Number](t Table, slot uint) Scalars[V] {
	return Scalars[V]{t.elements(slot, int(unsafe.Sizeof(*new(V))))}
}

// ScalarsWide returns the vector of numbers behind an offset of 64 bits.
func ScalarsWide[V Number](t Table, slot uint, width Width) Scalars[V] {
	return Scalars[V]{t.behind(slot, width, sizeOf[V]())}
}

// ScalarArray returns the array of so many numbers at an offset of a struct.
func ScalarArray[V Number](s Struct, at, length uint) Scalars[V] {
	return Scalars[V]{s.Part(at, length*uint(sizeOf[V]())).b}
}

// Len returns the number of elements.
func (s Scalars[V]) Len() int { return len(s.b) / sizeOf[V]() }

// At returns an element. It panics if there is none.
func (s Scalars[V]) At(index int) V { return load[V](s.b[index*sizeOf[V]():]) }

// Set stores an element, in place. It panics if there is none. See [Verify] for
// what it may do to a stranger's buffer.
func (s Scalars[V]) Set(index int, value V) {
	store(s.b[index*sizeOf[V]():], value)
}

// AppendTo appends all elements to a slice.
func (s Scalars[V]) AppendTo(all []V) []V {
	from, count := len(all), s.Len()
	if cap(all)-from < count {
		all = append(make([]V, 0, from+count), all...)
	}
	all = all[:from+count]
	into := all[from:]
	if held := raw(into); held != nil {
		copy(held, s.b)
		return all
	}
	b := s.b
	for index := range into {
		into[index] = load[V](b)
		b = b[sizeOf[V]():]
	}
	return all
}

// Slice returns a copy of all elements, or nil if the vector is absent.
func (s Scalars[V]) Slice() []V {
	if s.b == nil {
		return nil
	}
	return s.AppendTo([]V{})
}

// All returns the elements with their indexes.
func (s Scalars[V]) All() iter.Seq2[int, V] {
	return func(yield func(int, V) bool) {
		for index := range s.Len() {
			if !yield(index, s.At(index)) {
				return
			}
		}
	}
}

// Bools is a vector or an array of booleans in place. The zero value is empty.
type Bools struct{ b []byte }

// BoolsIn returns the vector of booleans in a field, which is empty if it is
// absent.
func BoolsIn(t Table, slot uint) Bools { return Bools{t.Bytes(slot)} }

// BoolsWide returns the vector of booleans behind an offset of 64 bits.
func BoolsWide(t Table, slot uint, width Width) Bools { return Bools{t.BytesWide(slot, width)} }

// BoolArray returns the array of so many booleans at an offset of a struct.
func BoolArray(s Struct, at, length uint) Bools { return Bools{s.Part(at, length).b} }

// Len returns the number of elements.
func (s Bools) Len() int { return len(s.b) }

// At returns an element. It panics if there is none.
func (s Bools) At(index int) bool { return s.b[index] != 0 }

// Set stores an element, in place. It panics if there is none. See [Verify] for
// what it may do to a stranger's buffer.
func (s Bools) Set(index int, value bool) { Struct{s.b[index : index+1]}.SetBool(0, value) }

// Slice returns a copy of all elements, or nil if the vector is absent.
func (s Bools) Slice() []bool {
	if s.b == nil {
		return nil
	}
	values := make([]bool, len(s.b))
	for index, value := range s.b {
		values[index] = value != 0
	}
	return values
}

// All returns the elements with their indexes.
func (s Bools) All() iter.Seq2[int, bool] {
	return func(yield func(int, bool) bool) {
		for index := range s.Len() {
			if !yield(index, s.At(index)) {
				return
			}
		}
	}
}

// offsets is a vector of offsets: the position of the first one, and their
// number. It is no larger than four words, so that the compiler keeps it in
// registers.
type offsets struct {
	b      []byte
	at     uint32
	length uint32
}

// offsetsIn is one call from generated code: it is too large to be inlined.
func offsetsIn(t Table, slot uint) offsets {
	o := t.part(slot)
	if o == 0 {
		return offsets{}
	}
	return offsetsAt(t.b, follow(t.b, int(t.at)+int(o), Narrow))
}

// offsetsAt returns the vector of offsets at a position, or none if it is not
// inside of the bytes.
func offsetsAt(b []byte, at int) offsets {
	held := elements(b, at, 4)
	if held == nil {
		return offsets{}
	}
	if uint64(at) > farthest {
		b, at = cut(b, at)
	}
	return offsets{b, uint32(at) + 4, uint32(len(held) / 4)}
}

// target returns the target of an offset, or nowhere if it leads out of the
// bytes.
func (o offsets) target(index int) int {
	if uint(index) >= uint(o.length) {
		panic("flatbuffers: index out of range")
	}
	return follow(o.b, int(o.at)+4*index, Narrow)
}

// Strings is a vector of strings in place. The zero value is empty.
type Strings struct{ o offsets }

// StringsIn returns the vector of strings in a field, which is empty if it is
// absent.
func StringsIn(t Table, slot uint) Strings { return Strings{offsetsIn(t, slot)} }

// StringsWide returns the vector of strings behind an offset of 64 bits.
func StringsWide(t Table, slot uint) Strings {
	return Strings{offsetsAt(t.b, t.follow(slot, WideOffset))}
}

// Len returns the number of elements.
func (s Strings) Len() int { return int(s.o.length) }

// At returns an element, without a copy. It panics if there is none.
func (s Strings) At(index int) string { return textAt(s.o.b, s.o.target(index)) }

// Slice returns copies of all elements, or nil if the vector is absent.
func (s Strings) Slice() []string {
	if s.o.b == nil {
		return nil
	}
	values := make([]string, s.Len())
	for index := range values {
		values[index] = strings.Clone(s.At(index))
	}
	return values
}

// All returns the elements with their indexes.
func (s Strings) All() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for index := range s.Len() {
			if !yield(index, s.At(index)) {
				return
			}
		}
	}
}

// Tables is a vector of tables in place. The zero value is empty.
type Tables[T TableOf] struct{ o offsets }

// TablesIn returns the vector of tables in a field, which is empty if it is
// absent.
func TablesIn[T TableOf](t Table, slot uint) Tables[T] { return Tables[T]{offsetsIn(t, slot)} }

// TablesWide returns the vector of tables behind an offset of 64 bits.
func TablesWide[T TableOf](t Table, slot uint) Tables[T] {
	return Tables[T]{offsetsAt(t.b, t.follow(slot, WideOffset))}
}

// Len returns the number of elements.
func (s Tables[T]) Len() int { return int(s.o.length) }

// At returns an element. It panics if there is none.
func (s Tables[T]) At(index int) T { return T(tableAt(s.o.b, s.o.target(index))) }

// All returns the elements with their indexes.
func (s Tables[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for index := range s.Len() {
			if !yield(index, s.At(index)) {
				return
			}
		}
	}
}

// Structs is a vector or an array of structs in place. The zero value is empty.
type Structs[S StructOf] struct {
	b    []byte
	size int
}

// StructsIn returns the vector of structs of this size in a field, which is
// empty if it is absent.
func StructsIn[S StructOf](t Table, slot uint, size int) Structs[S] {
	return Structs[S]{t.elements(slot, size), size}
}

// StructsWide returns the vector of structs behind an offset of 64 bits.
func StructsWide[S StructOf](t Table, slot uint, size int, width Width) Structs[S] {
	return Structs[S]{t.behind(slot, width, size), size}
}

// StructArray returns the array of so many structs at an offset of a struct.
func StructArray[S StructOf](s Struct, at, length uint, size int) Structs[S] {
	return Structs[S]{s.Part(at, length*uint(size)).b, size}
}

// Len returns the number of elements.
func (s Structs[S]) Len() int {
	if s.size == 0 {
		return 0
	}
	return len(s.b) / s.size
}

// At returns an element. It panics if there is none.
func (s Structs[S]) At(index int) S {
	from := index * s.size
	return S(Struct{s.b[from : from+s.size : from+s.size]})
}

// All returns the elements with their indexes.
func (s Structs[S]) All() iter.Seq2[int, S] {
	return func(yield func(int, S) bool) {
		for index := range s.Len() {
			if !yield(index, s.At(index)) {
				return
			}
		}
	}
}

// UnionValue is the value of a union in place, with its tag. The types of unions in
// generated code are defined as it. The zero value is a union without a value.
type UnionValue struct {
	b   []byte
	at  int
	tag int64
}

// UnionOf is implemented by the types of unions in generated code.
type UnionOf interface {
	~struct {
		b   []byte
		at  int
		tag int64
	}
}

// UnionIn returns the union in a field, whose tag of this kind is in the field
// before it.
func UnionIn[U UnionOf](t Table, slot uint, kind Kind) U { return U(t.union(slot, kind)) }

func (t Table) union(slot uint, kind Kind) UnionValue {
	tag := t.inline(slot-2, kind.Size())
	at := t.follow(slot, Narrow)
	if tag == nil || at == nowhere {
		return UnionValue{}
	}
	return UnionValue{t.b, at, kind.Signed(kind.Load(tag))}
}

// Tag returns the tag, as a signed number. It is 0 if there is no value.
func (u UnionValue) Tag() int64 { return u.tag }

// MemberTable returns the value as a table.
func MemberTable[T TableOf](u UnionValue) T { return T(tableAt(u.b, u.at)) }

// MemberStruct returns the value as a struct of this size.
func MemberStruct[S StructOf](u UnionValue, size int) S {
	return S(Struct{bytesAt(u.b, u.at, size)})
}

// MemberString returns the value as a string, without a copy.
func MemberString(u UnionValue) string { return textAt(u.b, u.at) }

// Unions is a vector of unions in place. The zero value is empty.
type Unions[U UnionOf] struct {
	o    offsets
	tags []byte
	kind Kind
}

// UnionsIn returns the vector of unions in a field, whose tags of this kind are
// in the field before it. It is empty if the field is absent.
func UnionsIn[U UnionOf](t Table, slot uint, kind Kind) Unions[U] {
	o, tags := offsetsIn(t, slot), t.elements(slot-2, kind.Size())
	if len(tags) != int(o.length)*kind.Size() {
		return Unions[U]{}
	}
	return Unions[U]{o, tags, kind}
}

// Len returns the number of elements.
func (s Unions[U]) Len() int { return int(s.o.length) }

// At returns an element. It panics if there is none.
func (s Unions[U]) At(index int) U {
	tag := s.kind.Signed(s.kind.Load(s.tags[index*s.kind.Size():]))
	if tag == 0 {
		return U(UnionValue{})
	}
	return U(UnionValue{s.o.b, s.o.target(index), tag})
}

// All returns the elements with their indexes.
func (s Unions[U]) All() iter.Seq2[int, U] {
	return func(yield func(int, U) bool) {
		for index := range s.Len() {
			if !yield(index, s.At(index)) {
				return
			}
		}
	}
}

// sizeOf returns the size of a number in bytes.
func sizeOf[V Number]() int {
	var v V
	return int(unsafe.Sizeof(v))
}

package flatbuffers

import (
	"encoding/binary"
	"math"
	"unsafe"
)

// loadBits returns the bits of the scalar at the start of b.
func loadBits(b []byte, kind Kind) uint64 {
	switch kind.size() {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

// storeBits stores the bits of a scalar at the start of b.
func storeBits(b []byte, kind Kind, bits uint64) {
	switch kind.size() {
	case 1:
		b[0] = byte(bits)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(bits))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(bits))
	default:
		binary.LittleEndian.PutUint64(b, bits)
	}
}

// Table is a table in place. The types of tables in generated code are defined
// as it, so that Table(monster) has its methods, and names of fields cannot
// clash with them.
//
// All methods take the slot of a field: the position of its offset in the
// vtable, which is 4 plus twice its id. The zero Table has no fields.
type Table struct {
	b      []byte
	at     uint32
	vtable uint32
}

// TableOf is implemented by the types of tables in generated code.
type TableOf interface {
	~struct {
		b      []byte
		at     uint32
		vtable uint32
	}
}

// farthest is the largest position of a table in its bytes. Beyond it the
// bytes are cut at their front.
const farthest = math.MaxUint32 - math.MaxInt32

// tableAt returns the table at this position.
func tableAt(b []byte, at int) Table {
	if uint64(at) > farthest {
		b, at = cut(b, at)
	}
	return Table{b, uint32(at), uint32(at) - u32(b, uint(at))}
}

// cut cuts bytes before a far position, and returns where that is then. What a
// table or a vector there leads to remains: a vtable is at most 2 GiB before its
// table.
func cut(b []byte, at int) ([]byte, int) { return b[at-math.MaxInt32:], math.MaxInt32 }

// UnverifiedRoot returns the root of a buffer in constant time. Use it only for
// buffers that were verified before, or that come from a builder: reading
// others may panic, or return nonsense.
func UnverifiedRoot(b []byte) Table {
	return tableAt(b, int(binary.LittleEndian.Uint32(b)))
}

// UnverifiedSizePrefixedRoot returns the root of a buffer after its size: see
// [UnverifiedRoot].
func UnverifiedSizePrefixedRoot(b []byte) Table {
	return tableAt(b, 4+int(binary.LittleEndian.Uint32(b[4:])))
}

// The functions u32 and u64 read numbers at a position. A slice of a constant
// capacity costs a single check.

func u32(b []byte, at uint) uint32 { return binary.LittleEndian.Uint32(b[at : at+4 : at+4]) }

func u64(b []byte, at uint) uint64 { return binary.LittleEndian.Uint64(b[at : at+8 : at+8]) }

// offset returns the offset of a field in the table, or 0 if it is absent. The
// zero Table ends at the first question, which also is the only check of the
// first load.
func (t Table) offset(slot uint) uint32 {
	if at := uint(t.vtable); at+2 <= uint(len(t.b)) && slot < uint(binary.LittleEndian.Uint16(t.b[at:at+2:at+2])) {
		return uint32(binary.LittleEndian.Uint16(t.b[at+slot:]))
	}
	return 0
}

// Has returns whether the field is present.
func (t Table) Has(slot uint) bool { return t.offset(slot) != 0 }

// Each getter is written out, because the compiler inlines it so. A generic one
// costs it 125 where 80 is the limit, and each read would be a call.

// Bool returns a scalar, or its default if it is absent.
func (t Table) Bool(slot uint, otherwise bool) bool {
	if o := t.offset(slot); o != 0 {
		return t.b[t.at+o] != 0
	}
	return otherwise
}

// Int8 returns a scalar, or its default if it is absent.
func (t Table) Int8(slot uint, otherwise int8) int8 {
	if o := t.offset(slot); o != 0 {
		return int8(t.b[t.at+o])
	}
	return otherwise
}

// Uint8 returns a scalar, or its default if it is absent.
func (t Table) Uint8(slot uint, otherwise uint8) uint8 {
	if o := t.offset(slot); o != 0 {
		return t.b[t.at+o]
	}
	return otherwise
}

// Int16 returns a scalar, or its default if it is absent.
func (t Table) Int16(slot uint, otherwise int16) int16 {
	if o := t.offset(slot); o != 0 {
		return int16(binary.LittleEndian.Uint16(t.b[t.at+o:]))
	}
	return otherwise
}

// Uint16 returns a scalar, or its default if it is absent.
func (t Table) Uint16(slot uint, otherwise uint16) uint16 {
	if o := t.offset(slot); o != 0 {
		return binary.LittleEndian.Uint16(t.b[t.at+o:])
	}
	return otherwise
}

// Int32 returns a scalar, or its default if it is absent.
func (t Table) Int32(slot uint, otherwise int32) int32 {
	if o := t.offset(slot); o != 0 {
		return int32(binary.LittleEndian.Uint32(t.b[t.at+o:]))
	}
	return otherwise
}

// Uint32 returns a scalar, or its default if it is absent.
func (t Table) Uint32(slot uint, otherwise uint32) uint32 {
	if o := t.offset(slot); o != 0 {
		return binary.LittleEndian.Uint32(t.b[t.at+o:])
	}
	return otherwise
}

// Int64 returns a scalar, or its default if it is absent.
func (t Table) Int64(slot uint, otherwise int64) int64 {
	if o := t.offset(slot); o != 0 {
		return int64(binary.LittleEndian.Uint64(t.b[t.at+o:]))
	}
	return otherwise
}

// Uint64 returns a scalar, or its default if it is absent.
func (t Table) Uint64(slot uint, otherwise uint64) uint64 {
	if o := t.offset(slot); o != 0 {
		return binary.LittleEndian.Uint64(t.b[t.at+o:])
	}
	return otherwise
}

// Float32 returns a scalar, or its default if it is absent.
func (t Table) Float32(slot uint, otherwise float32) float32 {
	if o := t.offset(slot); o != 0 {
		return math.Float32frombits(binary.LittleEndian.Uint32(t.b[t.at+o:]))
	}
	return otherwise
}

// Float64 returns a scalar, or its default if it is absent.
func (t Table) Float64(slot uint, otherwise float64) float64 {
	if o := t.offset(slot); o != 0 {
		return math.Float64frombits(binary.LittleEndian.Uint64(t.b[t.at+o:]))
	}
	return otherwise
}

// follow returns the target of the offset in a field, or 0 if it is absent.
func (t Table) follow(slot uint) int {
	if o := t.offset(slot); o != 0 {
		at := uint(t.at + o)
		return int(at) + int(u32(t.b, at))
	}
	return 0
}

// followWide returns the target of the offset of 64 bits in a field, or 0 if it
// is absent.
func (t Table) followWide(slot uint) int {
	if o := t.offset(slot); o != 0 {
		at := uint(t.at + o)
		return int(at) + int(u64(t.b, at))
	}
	return 0
}

// textAt returns the string at a position, without a copy.
func textAt(b []byte, at int) string {
	first := uint(at) + 4
	length := uint(u32(b, uint(at)))
	if length == 0 {
		return ""
	}
	return unsafe.String(unsafe.SliceData(b[first:first+length]), int(length))
}

// String returns a string, or its default if it is absent.
func (t Table) String(slot uint, otherwise string) string {
	o := t.offset(slot)
	if o == 0 {
		return otherwise
	}
	at := uint(t.at + o)
	at += uint(u32(t.b, at))
	length := uint(u32(t.b, at))
	if length == 0 {
		return ""
	}
	at += 4
	return unsafe.String(unsafe.SliceData(t.b[at:at+length:at+length]), int(length))
}

// StringWide returns a string behind an offset of 64 bits.
func (t Table) StringWide(slot uint, otherwise string) string {
	if at := t.followWide(slot); at != 0 {
		return textAt(t.b, at)
	}
	return otherwise
}

// elements returns the bytes of the elements of a vector, which have this size.
func elements(b []byte, at, size int) []byte {
	if at == 0 {
		return nil
	}
	length := size * int(u32(b, uint(at)))
	return b[at+4 : at+4+length : at+4+length]
}

// elementsWide returns the bytes of the elements of a vector whose length has
// 64 bits.
func elementsWide(b []byte, at, size int) []byte {
	if at == 0 {
		return nil
	}
	length := size * int(u64(b, uint(at)))
	return b[at+8 : at+8+length : at+8+length]
}

// elements returns the bytes of the elements of a vector in a field, which have
// this size, or nil if it is absent.
func (t Table) elements(slot uint, size int) []byte {
	o := t.offset(slot)
	if o == 0 {
		return nil
	}
	at := uint(t.at + o)
	at += uint(u32(t.b, at))
	length := uint(size) * uint(u32(t.b, at))
	at += 4
	return t.b[at : at+length : at+length]
}

// Bytes returns a vector of bytes, without a copy, or nil if it is absent.
func (t Table) Bytes(slot uint) []byte { return t.elements(slot, 1) }

// behind returns the bytes of the elements of a vector.
func (t Table) behind(slot uint, width Width, size int) []byte {
	switch width {
	case WideOffset:
		return elements(t.b, t.followWide(slot), size)
	case WideVector:
		return elementsWide(t.b, t.followWide(slot), size)
	}
	return t.elements(slot, size)
}

// BytesWide returns a vector of bytes behind an offset of 64 bits.
func (t Table) BytesWide(slot uint, width Width) []byte { return t.behind(slot, width, 1) }

// ChildOf returns a table in a field. It returns false if it is absent.
func ChildOf[T TableOf](t Table, slot uint) (T, bool) {
	if at := t.follow(slot); at != 0 {
		return T(tableAt(t.b, at)), true
	}
	return T(Table{}), false
}

// StructIn returns a struct of this size in a field. It returns false if it is
// absent.
func StructIn[S StructOf](t Table, slot uint, size uint32) (S, bool) {
	if o := t.offset(slot); o != 0 {
		at := t.at + o
		return S(Struct{t.b[at : at+size : at+size]}), true
	}
	return S(Struct{}), false
}

// NestedIn returns the root of a verified nested buffer in a field. It returns
// false if it is absent.
func NestedIn[T TableOf](t Table, slot uint, width Width) (T, bool) {
	if b := t.behind(slot, width, 1); len(b) != 0 {
		return T(UnverifiedRoot(b)), true
	}
	return T(Table{}), false
}

// Struct is a struct in place: its bytes. The types of structs in generated
// code are defined as it.
type Struct struct{ b []byte }

// StructOf is implemented by the types of structs in generated code.
type StructOf interface{ ~struct{ b []byte } }

// Bool returns the scalar at an offset.
func (s Struct) Bool(at uint) bool { return s.b[at] != 0 }

// Int8 returns the scalar at an offset.
func (s Struct) Int8(at uint) int8 { return int8(s.b[at]) }

// Uint8 returns the scalar at an offset.
func (s Struct) Uint8(at uint) uint8 { return s.b[at] }

// Int16 returns the scalar at an offset.
func (s Struct) Int16(at uint) int16 { return int16(binary.LittleEndian.Uint16(s.b[at:])) }

// Uint16 returns the scalar at an offset.
func (s Struct) Uint16(at uint) uint16 { return binary.LittleEndian.Uint16(s.b[at:]) }

// Int32 returns the scalar at an offset.
func (s Struct) Int32(at uint) int32 { return int32(binary.LittleEndian.Uint32(s.b[at:])) }

// Uint32 returns the scalar at an offset.
func (s Struct) Uint32(at uint) uint32 { return binary.LittleEndian.Uint32(s.b[at:]) }

// Int64 returns the scalar at an offset.
func (s Struct) Int64(at uint) int64 { return int64(binary.LittleEndian.Uint64(s.b[at:])) }

// Uint64 returns the scalar at an offset.
func (s Struct) Uint64(at uint) uint64 { return binary.LittleEndian.Uint64(s.b[at:]) }

// Float32 returns the scalar at an offset.
func (s Struct) Float32(at uint) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(s.b[at:]))
}

// Float64 returns the scalar at an offset.
func (s Struct) Float64(at uint) float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(s.b[at:]))
}

// Part returns the bytes from an offset on, as a struct of this size.
func (s Struct) Part(at, size uint) Struct { return Struct{s.b[at : at+size : at+size]} }

// Bytes returns the bytes of the struct, without a copy.
func (s Struct) Bytes() []byte { return s.b }

// Set stores a scalar at an offset of a struct, in place.
func Set[V Number](s Struct, at uint, value V) { store(s.b[at:], value) }

// SetBool stores a boolean at an offset, in place.
func (s Struct) SetBool(at uint, value bool) {
	s.b[at] = 0
	if value {
		s.b[at] = 1
	}
}

// SetIn stores a scalar in a field of a table, in place. It returns false if
// the field is absent: a table has no room for fields that it was built without.
func SetIn[V Number](t Table, slot uint, value V) bool {
	o := t.offset(slot)
	if o != 0 {
		store(t.b[t.at+o:], value)
	}
	return o != 0
}

// SetBool stores a boolean in a field, in place. It returns false if the field
// is absent.
func (t Table) SetBool(slot uint, value bool) bool {
	o := t.offset(slot)
	if o != 0 {
		Struct{t.b[t.at+o:]}.SetBool(0, value)
	}
	return o != 0
}

package flatbuffers

import (
	"encoding/binary"
	"math"
	"unsafe"
)

// Table is a table in place. The types of tables in generated code are defined
// as it, so that Table(monster) has its methods, and names of fields cannot
// clash with them.
//
// All methods take the slot of a field: the position of its offset in the
// vtable, which is 4 plus twice its id. The zero Table has no fields.
//
// No bytes make a method panic: a field or a target outside of them is absent.
// Only bytes that are not verified, or that were changed after it, have such
// fields.
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

// nowhere is the target of an offset that is absent, or that leads out of the
// bytes.
const nowhere = -1

// tableAt returns the table at this position, or the zero Table if it or its
// vtable is outside of the bytes.
func tableAt(b []byte, at int) Table {
	if at < 0 || at > len(b)-4 {
		return Table{}
	}
	if uint64(at) > farthest {
		b, at = cut(b, at)
	}
	vtable := uint32(at) - binary.LittleEndian.Uint32(b[at:])
	if uint(vtable) >= uint(len(b)) {
		return Table{}
	}
	return Table{b, uint32(at), vtable}
}

// cut cuts bytes before a far position, and returns where that is then. What a
// table or a vector there leads to remains: a vtable is at most 2 GiB before its
// table.
func cut(b []byte, at int) ([]byte, int) { return b[at-math.MaxInt32:], math.MaxInt32 }

// UnverifiedRoot returns the root of a buffer in constant time. Use it only for
// buffers that were verified before, or that come from a builder: reading
// others may return nonsense, and go through much more than their bytes.
func UnverifiedRoot(b []byte) Table { return tableAt(b, follow(b, 0, Narrow)) }

// UnverifiedSizePrefixedRoot returns the root of a buffer after its size: see
// [UnverifiedRoot].
func UnverifiedSizePrefixedRoot(b []byte) Table { return tableAt(b, follow(b, 4, Narrow)) }

// u32 reads a number at a position. A slice of a constant capacity costs a single
// check, and its address waits for nothing.
func u32(b []byte, at uint) uint32 { return binary.LittleEndian.Uint32(b[at : at+4 : at+4]) }

// bytesAt returns so many bytes at a position, or nil if they are not there.
func bytesAt(b []byte, at, size int) []byte {
	if at < 0 || at > len(b) || size > len(b)-at {
		return nil
	}
	return b[at : at+size : at+size]
}

// follow returns the target of the offset at a position, or nowhere if it leads
// out of the bytes. It is behind the position, so no walk goes in a circle.
func follow(b []byte, at int, width Width) int {
	size := 4
	if width != Narrow {
		size = 8
	}
	held := bytesAt(b, at, size)
	if held == nil {
		return nowhere
	}
	by := uint64(0)
	if width == Narrow {
		by = uint64(binary.LittleEndian.Uint32(held))
	} else {
		by = binary.LittleEndian.Uint64(held)
	}
	if by > uint64(len(b)-at) {
		return nowhere
	}
	return at + int(by)
}

// offset returns the offset of a field in the table, or 0 if it is absent. The
// zero Table ends at the first question, which also is the check of both loads.
func (t Table) offset(slot uint) uint32 {
	if at := uint(t.vtable); at+slot+2 <= uint(len(t.b)) && slot < uint(binary.LittleEndian.Uint16(t.b[at:])) {
		return uint32(binary.LittleEndian.Uint16(t.b[at+slot:]))
	}
	return 0
}

// part is [Table.offset] for what is no scalar: it is larger, and its loads wait for
// less.
func (t Table) part(slot uint) uint32 {
	at := uint(t.vtable)
	if at+slot+2 <= uint(len(t.b)) && slot < uint(binary.LittleEndian.Uint16(t.b[at:at+2:at+2])) {
		at += slot
		return uint32(binary.LittleEndian.Uint16(t.b[at : at+2 : at+2]))
	}
	return 0
}

// Has returns whether the field is present.
func (t Table) Has(slot uint) bool { return t.offset(slot) != 0 }

// inline returns the bytes of a field that stands in the table, or nil if it is
// absent.
func (t Table) inline(slot uint, size int) []byte {
	if o := t.part(slot); o != 0 {
		return bytesAt(t.b, int(t.at)+int(o), size)
	}
	return nil
}

// Each getter is written out, because the compiler inlines it so. A generic one
// costs it 125 where 80 is the limit, and each read would be a call.

// Bool returns a scalar, or its default if it is absent.
func (t Table) Bool(slot uint, otherwise bool) bool {
	if o := t.offset(slot); o != 0 && int(t.at+o) < len(t.b) {
		return t.b[t.at+o] != 0
	}
	return otherwise
}

// Int8 returns a scalar, or its default if it is absent.
func (t Table) Int8(slot uint, otherwise int8) int8 {
	if o := t.offset(slot); o != 0 && int(t.at+o) < len(t.b) {
		return int8(t.b[t.at+o])
	}
	return otherwise
}

// Uint8 returns a scalar, or its default if it is absent.
func (t Table) Uint8(slot uint, otherwise uint8) uint8 {
	if o := t.offset(slot); o != 0 && int(t.at+o) < len(t.b) {
		return t.b[t.at+o]
	}
	return otherwise
}

// Int16 returns a scalar, or its default if it is absent.
func (t Table) Int16(slot uint, otherwise int16) int16 {
	if o := t.offset(slot); o != 0 && int(t.at+o)+2 <= len(t.b) {
		return int16(binary.LittleEndian.Uint16(t.b[t.at+o:]))
	}
	return otherwise
}

// Uint16 returns a scalar, or its default if it is absent.
func (t Table) Uint16(slot uint, otherwise uint16) uint16 {
	if o := t.offset(slot); o != 0 && int(t.at+o)+2 <= len(t.b) {
		return binary.LittleEndian.Uint16(t.b[t.at+o:])
	}
	return otherwise
}

// Int32 returns a scalar, or its default if it is absent.
func (t Table) Int32(slot uint, otherwise int32) int32 {
	if o := t.offset(slot); o != 0 && int(t.at+o)+4 <= len(t.b) {
		return int32(binary.LittleEndian.Uint32(t.b[t.at+o:]))
	}
	return otherwise
}

// Uint32 returns a scalar, or its default if it is absent.
func (t Table) Uint32(slot uint, otherwise uint32) uint32 {
	if o := t.offset(slot); o != 0 && int(t.at+o)+4 <= len(t.b) {
		return binary.LittleEndian.Uint32(t.b[t.at+o:])
	}
	return otherwise
}

// Int64 returns a scalar, or its default if it is absent.
func (t Table) Int64(slot uint, otherwise int64) int64 {
	if o := t.offset(slot); o != 0 && int(t.at+o)+8 <= len(t.b) {
		return int64(binary.LittleEndian.Uint64(t.b[t.at+o:]))
	}
	return otherwise
}

// Uint64 returns a scalar, or its default if it is absent.
func (t Table) Uint64(slot uint, otherwise uint64) uint64 {
	if o := t.offset(slot); o != 0 && int(t.at+o)+8 <= len(t.b) {
		return binary.LittleEndian.Uint64(t.b[t.at+o:])
	}
	return otherwise
}

// Float32 returns a scalar, or its default if it is absent.
func (t Table) Float32(slot uint, otherwise float32) float32 {
	if o := t.offset(slot); o != 0 && int(t.at+o)+4 <= len(t.b) {
		return math.Float32frombits(binary.LittleEndian.Uint32(t.b[t.at+o:]))
	}
	return otherwise
}

// Float64 returns a scalar, or its default if it is absent.
func (t Table) Float64(slot uint, otherwise float64) float64 {
	if o := t.offset(slot); o != 0 && int(t.at+o)+8 <= len(t.b) {
		return math.Float64frombits(binary.LittleEndian.Uint64(t.b[t.at+o:]))
	}
	return otherwise
}

// follow returns the target of the offset in a field, or nowhere.
func (t Table) follow(slot uint, width Width) int {
	if o := t.part(slot); o != 0 {
		return follow(t.b, int(t.at)+int(o), width)
	}
	return nowhere
}

// textAt returns the string at a position, without a copy.
func textAt(b []byte, at int) string {
	held := elements(b, at, 1)
	return unsafe.String(unsafe.SliceData(held), len(held))
}

// String returns a string, or its default if it is absent.
func (t Table) String(slot uint, otherwise string) string {
	o := t.part(slot)
	if o == 0 {
		return otherwise
	}
	// It is follow and textAt at once, which costs less.
	n, at := uint(len(t.b)), uint(t.at+o)
	if at+4 > n {
		return ""
	}
	at += uint(u32(t.b, at))
	if at > n-4 {
		return ""
	}
	length := uint(u32(t.b, at))
	at += 4
	if length > n-at || length == 0 {
		return ""
	}
	return unsafe.String(unsafe.SliceData(t.b[at:at+length:at+length]), int(length))
}

// StringWide returns a string behind an offset of 64 bits.
func (t Table) StringWide(slot uint, otherwise string) string {
	if at := t.follow(slot, WideOffset); at != nowhere {
		return textAt(t.b, at)
	}
	return otherwise
}

// elements returns the bytes of the elements of a vector, which have this size.
func elements(b []byte, at, size int) []byte {
	n := uint(len(b))
	if at < 0 || n < 4 || uint(at) > n-4 {
		return nil
	}
	length := uint64(size) * uint64(binary.LittleEndian.Uint32(b[at:]))
	first := uint(at) + 4
	if length > uint64(n-first) {
		return nil
	}
	end := first + uint(length)
	return b[first:end:end]
}

// elementsWide returns the bytes of the elements of a vector whose length has
// 64 bits.
func elementsWide(b []byte, at, size int) []byte {
	held := bytesAt(b, at, 8)
	if held == nil || size == 0 {
		return nil
	}
	length := binary.LittleEndian.Uint64(held)
	if length > uint64(len(b)-at-8)/uint64(size) {
		return nil
	}
	return bytesAt(b, at+8, size*int(length))
}

// elements returns the bytes of the elements of a vector in a field, which have
// this size, or nil if it is absent.
func (t Table) elements(slot uint, size int) []byte {
	o := t.part(slot)
	if o == 0 {
		return nil
	}
	return t.behindOffset(o, size)
}

// behindOffset returns the bytes of the elements of the vector in the field with
// this offset. It is [follow] and [elements] at once, which costs less.
func (t Table) behindOffset(o uint32, size int) []byte {
	n, at := uint(len(t.b)), uint(t.at+o)
	if at+4 > n {
		return nil
	}
	at += uint(u32(t.b, at))
	if at > n-4 {
		return nil
	}
	length := uint64(size) * uint64(u32(t.b, at))
	at += 4
	if length > uint64(n-at) {
		return nil
	}
	end := at + uint(length)
	return t.b[at:end:end]
}

// Bytes returns a vector of bytes, without a copy, or nil if it is absent.
func (t Table) Bytes(slot uint) []byte { return t.elements(slot, 1) }

// behind returns the bytes of the elements of a vector.
func (t Table) behind(slot uint, width Width, size int) []byte {
	switch width {
	case WideOffset:
		return elements(t.b, t.follow(slot, width), size)
	case WideVector:
		return elementsWide(t.b, t.follow(slot, width), size)
	}
	return t.elements(slot, size)
}

// BytesWide returns a vector of bytes behind an offset of 64 bits.
func (t Table) BytesWide(slot uint, width Width) []byte { return t.behind(slot, width, 1) }

// ChildOf returns a table in a field. It returns false if it is absent.
func ChildOf[T TableOf](t Table, slot uint) (T, bool) {
	if at := t.follow(slot, Narrow); at != nowhere {
		return T(tableAt(t.b, at)), true
	}
	return T(Table{}), false
}

// StructIn returns a struct of this size in a field. It returns false if it is
// absent.
func StructIn[S StructOf](t Table, slot uint, size uint32) (S, bool) {
	if o := t.part(slot); o != 0 {
		if held := bytesAt(t.b, int(t.at+o), int(size)); held != nil {
			return S(Struct{held}), true
		}
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
// code are defined as it. The zero Struct has zeros in all of its fields, and
// setters do nothing to it.
type Struct struct{ b []byte }

// StructOf is implemented by the types of structs in generated code.
type StructOf interface{ ~struct{ b []byte } }

// Bool returns the scalar at an offset.
func (s Struct) Bool(at uint) bool { return s.Uint8(at) != 0 }

// Int8 returns the scalar at an offset.
func (s Struct) Int8(at uint) int8 { return int8(s.Uint8(at)) }

// Uint8 returns the scalar at an offset.
func (s Struct) Uint8(at uint) uint8 {
	if at < uint(len(s.b)) {
		return s.b[at]
	}
	return 0
}

// Int16 returns the scalar at an offset.
func (s Struct) Int16(at uint) int16 { return int16(s.Uint16(at)) }

// Uint16 returns the scalar at an offset.
func (s Struct) Uint16(at uint) uint16 {
	if at+2 <= uint(len(s.b)) {
		return binary.LittleEndian.Uint16(s.b[at:])
	}
	return 0
}

// Int32 returns the scalar at an offset.
func (s Struct) Int32(at uint) int32 { return int32(s.Uint32(at)) }

// Uint32 returns the scalar at an offset.
func (s Struct) Uint32(at uint) uint32 {
	if at+4 <= uint(len(s.b)) {
		return binary.LittleEndian.Uint32(s.b[at:])
	}
	return 0
}

// Int64 returns the scalar at an offset.
func (s Struct) Int64(at uint) int64 { return int64(s.Uint64(at)) }

// Uint64 returns the scalar at an offset.
func (s Struct) Uint64(at uint) uint64 {
	if at+8 <= uint(len(s.b)) {
		return binary.LittleEndian.Uint64(s.b[at:])
	}
	return 0
}

// Float32 returns the scalar at an offset.
func (s Struct) Float32(at uint) float32 { return math.Float32frombits(s.Uint32(at)) }

// Float64 returns the scalar at an offset.
func (s Struct) Float64(at uint) float64 { return math.Float64frombits(s.Uint64(at)) }

// Part returns the bytes from an offset on, as a struct of this size.
func (s Struct) Part(at, size uint) Struct {
	if at+size <= uint(len(s.b)) {
		return Struct{s.b[at : at+size : at+size]}
	}
	return Struct{make([]byte, size)}
}

// Bytes returns the bytes of the struct, without a copy.
func (s Struct) Bytes() []byte { return s.b }

// Set stores a scalar at an offset of a struct, in place. See [Verify] for what
// that may do to a stranger's buffer.
func Set[V Number](s Struct, at uint, value V) {
	if at+uint(sizeOf[V]()) <= uint(len(s.b)) {
		store(s.b[at:], value)
	}
}

// SetBool stores a boolean at an offset, in place. See [Verify] for what that may
// do to a stranger's buffer.
func (s Struct) SetBool(at uint, value bool) {
	if at < uint(len(s.b)) {
		s.b[at] = 0
		if value {
			s.b[at] = 1
		}
	}
}

// SetIn stores a scalar in a field of a table, in place. It returns false if
// the field is absent: a table has no room for fields that it was built without.
//
// Parts of a stranger's buffer may overlap: verify it again before you read on,
// as [Verify] explains.
func SetIn[V Number](t Table, slot uint, value V) bool {
	held := t.inline(slot, sizeOf[V]())
	if held != nil {
		store(held, value)
	}
	return held != nil
}

// SetBool stores a boolean in a field, in place. It returns false if the field
// is absent. See [SetIn] for buffers of strangers.
func (t Table) SetBool(slot uint, value bool) bool {
	held := t.inline(slot, 1)
	Struct{held}.SetBool(0, value)
	return held != nil
}

package flexbuffers

import (
	"bytes"
	"encoding/binary"
	"math"
)

// The types of FlexBuffers.
const (
	typeNull = iota
	typeInt
	typeUint
	typeFloat
	typeKey
	typeString
	typeIndirectInt
	typeIndirectUint
	typeIndirectFloat
	typeMap
	typeVector
	typeVectorInt
	typeVectorUint
	typeVectorFloat
	typeVectorKey
	typeVectorString
	// From here on come vectors of two, three and four numbers.
	typeVectorInt2
	typeBlob       = 25
	typeBool       = 26
	typeVectorBool = 36
)

// Value is a value of a FlexBuffer that was verified by [Read]. The zero Value is
// null.
type Value struct {
	b []byte
	// at is the position of the value, or of what its offset leads to.
	at int
	// width is the number of bytes of a number, a length or an item: 1, 2, 4, 8.
	width int
	kind  int
}

// Items are the items of a vector, or the keys or the values of a map.
type Items struct {
	b      []byte
	at     int
	width  int
	length int
	// kind is the type of all items, or -1 if each has its own.
	kind int
}

func unpack(packed byte) (kind, width int, ok bool) {
	kind = int(packed >> 2)
	return kind, 1 << (packed & 3), kind <= typeBool || kind == typeVectorBool
}

func isInline(kind int) bool { return kind <= typeFloat || kind == typeBool }

// number returns the number at a position, or false if it is outside.
func number(b []byte, at, width int) (uint64, bool) {
	if at < 0 || at > len(b)-width {
		return 0, false
	}
	switch b = b[at:]; width {
	case 1:
		return uint64(b[0]), true
	case 2:
		return uint64(binary.LittleEndian.Uint16(b)), true
	case 4:
		return uint64(binary.LittleEndian.Uint32(b)), true
	}
	return binary.LittleEndian.Uint64(b), true
}

// follow returns the target of the offset at a position.
func follow(b []byte, at, width int) (int, bool) {
	offset, ok := number(b, at, width)
	if !ok || offset > uint64(at) {
		return 0, false
	}
	return at - int(offset), true
}

// resolve returns the value in a slot.
func resolve(b []byte, slot, slotWidth, kind, width int) (Value, bool) {
	if isInline(kind) {
		return Value{b, slot, slotWidth, kind}, true
	}
	at, ok := follow(b, slot, slotWidth)
	return Value{b, at, width, kind}, ok
}

// key returns a text that ends with a zero.
func (r Value) key() ([]byte, bool) {
	if r.at > len(r.b) {
		return nil, false
	}
	end := bytes.IndexByte(r.b[r.at:], 0)
	if end < 0 {
		return nil, false
	}
	return r.b[r.at : r.at+end], true
}

// length returns the length before the value.
func (r Value) length() (int, bool) {
	length, ok := number(r.b, r.at-r.width, r.width)
	return int(length), ok && length <= uint64(len(r.b))
}

// block returns the bytes of a string or a blob.
func (r Value) block() ([]byte, bool) {
	length, ok := r.length()
	if !ok || length > len(r.b)-r.at {
		return nil, false
	}
	return r.b[r.at : r.at+length], true
}

// items returns the items of a container.
func (r Value) items() (Items, bool) {
	items := Items{b: r.b, at: r.at, width: r.width, kind: -1}
	fixed := false
	switch k := r.kind; {
	case k == typeMap || k == typeVector:
	case k == typeVectorKey || k == typeVectorString:
		items.kind = typeKey
	case k == typeVectorBool:
		items.kind = typeBool
	case k >= typeVectorInt && k <= typeVectorFloat:
		items.kind = typeInt + k - typeVectorInt
	case k >= typeVectorInt2 && k < typeBlob:
		fixed = true
		items.kind = typeInt + (k-typeVectorInt2)%3
		items.length = (k-typeVectorInt2)/3 + 2
	default:
		return items, false
	}
	if fixed {
		return items, true
	}
	length, ok := r.length()
	items.length = length
	return items, ok
}

// keys returns the keys of a map.
func (r Value) keys() (Items, bool) {
	at, ok := follow(r.b, r.at-3*r.width, r.width)
	width, found := number(r.b, r.at-2*r.width, r.width)
	if !ok || !found || width != 1 && width != 2 && width != 4 && width != 8 {
		return Items{}, false
	}
	return Value{r.b, at, int(width), typeVectorKey}.items()
}

func (v Items) slot(index int) int { return v.at + index*v.width }

// size returns the number of bytes of the items, or false if they are not all
// inside.
func (v Items) size() (int, bool) {
	each := v.width
	if v.kind < 0 {
		each++
	}
	if v.at > len(v.b) || v.length > (len(v.b)-v.at)/each {
		return 0, false
	}
	return v.length * each, true
}

func (v Items) get(index int) (Value, bool) {
	kind, width, ok := v.kind, 1, true
	if kind < 0 {
		kind, width, ok = unpack(v.b[v.slot(v.length)+index])
	}
	if !ok {
		return Value{}, false
	}
	return resolve(v.b, v.slot(index), v.width, kind, width)
}

// Kind is what a value is, in whatever form the buffer has it.
type Kind uint8

// The kinds of values.
const (
	Null Kind = iota
	Bool
	Int
	Uint
	Float
	// String is UTF-8; the keys of maps, too.
	String
	// Blob is bytes.
	Blob
	Vector
	Map
)

// Kind returns what the value is.
func (r Value) Kind() Kind {
	switch r.kind {
	case typeNull:
		return Null
	case typeBool:
		return Bool
	case typeInt, typeIndirectInt:
		return Int
	case typeUint, typeIndirectUint:
		return Uint
	case typeFloat, typeIndirectFloat:
		return Float
	case typeKey, typeString:
		return String
	case typeBlob:
		return Blob
	case typeMap:
		return Map
	}
	return Vector
}

// Bool returns a boolean.
func (r Value) Bool() bool { return r.Uint() != 0 }

// Uint returns a number of the kind [Uint].
func (r Value) Uint() uint64 {
	bits, _ := number(r.b, r.at, r.width)
	return bits
}

// Int returns a number of the kind [Int].
func (r Value) Int() int64 {
	unused := 64 - 8*r.width
	return int64(r.Uint()<<unused) >> unused
}

// Float returns a number of the kind [Float].
func (r Value) Float() float64 {
	if r.width == 4 {
		return float64(math.Float32frombits(uint32(r.Uint())))
	}
	return math.Float64frombits(r.Uint())
}

// Bytes returns the bytes of a string or a blob, without a copy.
func (r Value) Bytes() []byte {
	held, _ := r.block()
	if r.kind == typeKey {
		held, _ = r.key()
	}
	return held
}

// Items returns the items of a vector, or the values of a map in the order of its
// keys.
func (r Value) Items() Items {
	items, _ := r.items()
	return items
}

// Keys returns the keys of a map in order, which are strings.
func (r Value) Keys() Items {
	keys, _ := r.keys()
	return keys
}

// Len returns the number of items.
func (v Items) Len() int { return v.length }

// At returns an item. It panics if there is none.
func (v Items) At(index int) Value {
	if uint(index) >= uint(v.length) {
		panic("flexbuffers: no such item")
	}
	item, _ := v.get(index)
	return item
}

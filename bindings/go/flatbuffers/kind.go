package flatbuffers

import "encoding/binary"

// Kind is the type of a field, or of the elements of a vector or an array.
type Kind uint8

// The kinds of values.
const (
	KindBool Kind = iota
	KindInt8
	KindUint8
	KindInt16
	KindUint16
	KindInt32
	KindUint32
	KindInt64
	KindUint64
	KindFloat32
	KindFloat64
	// KindTag is the tag of the union in the next field.
	KindTag
	KindString
	KindStruct
	KindTable
	KindUnion
)

var sizes = [...]uint8{1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 0, 4, 0, 4, 4}

// Size returns the size of a scalar, or of an offset, in bytes.
func (k Kind) Size() int { return int(sizes[k]) }

// IsScalar returns whether it is a number or a boolean.
func (k Kind) IsScalar() bool { return k <= KindFloat64 }

// IsInteger returns whether it is an integer.
func (k Kind) IsInteger() bool { return k > KindBool && k < KindFloat32 }

// IsSigned returns whether it is a number with a sign.
func (k Kind) IsSigned() bool {
	return k == KindInt8 || k == KindInt16 || k == KindInt32 || k == KindInt64 || k == KindFloat32 || k == KindFloat64
}

// Signed returns the number with these bits, with its sign. For KindUint64 these
// are the bits.
func (k Kind) Signed(bits uint64) int64 {
	switch k {
	case KindInt8:
		return int64(int8(bits))
	case KindInt16:
		return int64(int16(bits))
	case KindInt32:
		return int64(int32(bits))
	}
	return int64(bits)
}

// Mask returns the bits that a scalar has.
func (k Kind) Mask() uint64 { return ^uint64(0) >> (64 - 8*k.Size()) }

// Load returns the bits of the scalar at the start of b, which must hold it.
func (k Kind) Load(b []byte) uint64 {
	switch k.Size() {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

// Store stores the bits of a scalar at the start of b, which must hold it.
func (k Kind) Store(b []byte, bits uint64) {
	switch k.Size() {
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

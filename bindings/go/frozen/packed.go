package frozen

import (
	"encoding/binary"
	"math"
	"strconv"
	"unsafe"
)

// Element is the type of the numbers of a packed array.
type Element uint8

// The types of the numbers of packed arrays, with the numbers that the format
// gives them.
const (
	// <spec:elements> Made by `cargo xtask spec`.

	// Signed integers of 8 bits.
	ElementInt8 Element = 0
	// Signed integers of 16 bits.
	ElementInt16 Element = 1
	// Signed integers of 32 bits.
	ElementInt32 Element = 2
	// Signed integers of 64 bits.
	ElementInt64 Element = 3
	// Unsigned integers of 64 bits.
	ElementUint64 Element = 4
	// Floats of 32 bits.
	ElementFloat32 Element = 5
	// Floats of 64 bits.
	ElementFloat64 Element = 6
	// Unsigned integers of 32 bits.
	ElementUint32 Element = 7

	// </spec:elements>
)

// width returns the base-2 logarithm of the bytes of an element.
func (e Element) width() uint8 {
	const widths uint32 = 0x2323_3210 // four bits for each
	return uint8(widths >> (4 * e) & 3)
}

// String returns the name of the Go type: "float64".
func (e Element) String() string {
	names := [...]string{
		"int8", "int16", "int32", "int64", "uint64", "float32", "float64", "uint32",
	}
	if int(e) < len(names) {
		return names[e]
	}
	return "Element(" + strconv.Itoa(int(e)) + ")"
}

// Number is the types of the numbers of packed arrays.
type Number interface {
	int8 | int16 | int32 | int64 | uint32 | uint64 | float32 | float64
}

// elementOf returns the element that a type is.
func elementOf[T Number]() Element {
	var zero T
	switch any(zero).(type) {
	case int8:
		return ElementInt8
	case int16:
		return ElementInt16
	case int32:
		return ElementInt32
	case int64:
		return ElementInt64
	case uint32:
		return ElementUint32
	case uint64:
		return ElementUint64
	case float32:
		return ElementFloat32
	default:
		return ElementFloat64
	}
}

// littleEndian says whether the processor stores numbers as documents have
// them.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// Element returns the type of the numbers of a packed array, of a matrix or of
// a row of one. ok is false for all other values; an array of numbers is not
// always packed.
func (n Node) Element() (element Element, ok bool) {
	if n.form != formPacked && n.form != formRow {
		return 0, false
	}
	c := n.container()
	return c.element, true
}

// Numbers returns the numbers of a packed array, or of a row of a matrix,
// without a copy: they are those of the document and must not be changed. ok is
// false if they are of another type, the value is no packed array, they do not
// stand on a multiple of their size in memory, or the processor is big-endian:
// [AppendNumbers] then copies them. Varvel aligns eight numbers or more in each
// document that it writes, and [Open] needs bytes that are aligned themselves,
// as those of a file and of make are.
func Numbers[T Number](n Node) (numbers []T, ok bool) {
	if n.form != formPacked && n.form != formRow {
		return nil, false
	}
	c := n.container()
	if c.columns != 0 {
		return nil, false
	}
	return numbersAt[T](&c, c.count)
}

// Matrix returns all numbers of a matrix, row by row, without a copy; see
// [Numbers].
func Matrix[T Number](n Node) (numbers []T, rows, columns int, ok bool) {
	if n.form != formPacked {
		return nil, 0, 0, false
	}
	c := n.container()
	if c.columns == 0 {
		return nil, 0, 0, false
	}
	numbers, ok = numbersAt[T](&c, c.count*c.columns)
	if !ok {
		return nil, 0, 0, false
	}
	return numbers, c.count, c.columns, true
}

// numbersAt returns the first numbers of a packed node, if they may be used
// where they are.
func numbersAt[T Number](c *container, count int) ([]T, bool) {
	if c.element != elementOf[T]() || !littleEndian {
		return nil, false
	}
	b := c.doc.bytes[c.slots : c.slots+count<<c.width]
	first := unsafe.Pointer(unsafe.SliceData(b))
	var zero T
	if uintptr(first)%unsafe.Alignof(zero) != 0 {
		return nil, false
	}
	// The slice of bytes has so many of them, aligned for T, and any bits are a
	// number of each of these types.
	return unsafe.Slice((*T)(first), count), true
}

// AppendNumbers appends the numbers of an array, packed or not, if T holds each
// of them exactly. It does not round: the error has the code [ErrOutOfRange] for
// a number that T does not hold, and [ErrKind] if the value is no array of
// numbers. Floats take integers that they hold; integers take no floats. NaN is
// NaN in 32 bits, too.
func AppendNumbers[T Number](dst []T, n Node) ([]T, error) {
	if n.Kind() != Array {
		return dst, n.wrongKind("an array of numbers")
	}
	if numbers, ok := Numbers[T](n); ok {
		return append(dst, numbers...), nil
	}
	c := n.container()
	from := len(dst)
	for i := range c.count {
		number, err := numberOf[T](c.item(i))
		if err != nil {
			return dst[:from], err
		}
		dst = append(dst, number)
	}
	return dst, nil
}

// numberOf returns a number as T, which must hold it exactly.
func numberOf[T Number](n Node) (T, error) {
	switch elementOf[T]() {
	case ElementFloat64:
		v, err := n.Float64()
		return T(v), err
	case ElementFloat32:
		v, err := n.float32()
		return T(v), err
	case ElementUint64:
		v, err := n.Uint64()
		return T(v), err
	default:
		v, err := n.Int64()
		if err == nil && int64(T(v)) != v {
			return 0, n.outOfRange("an integer that " + elementOf[T]().String() + " holds")
		}
		return T(v), err
	}
}

// float32 returns a number that float32 holds exactly.
func (n Node) float32() (float32, error) {
	v, err := n.Float64()
	if err != nil {
		return 0, err
	}
	if short := float32(v); float64(short) == v || math.IsNaN(v) {
		return short, nil
	}
	return 0, n.outOfRange("a number that float32 holds exactly")
}

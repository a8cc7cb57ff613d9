package frozen

// Element is the type of the numbers of a packed array.
type Element uint8

// The types of the numbers of packed arrays, with the numbers that the format
// gives them.
const (
	ElementInt8 Element = iota
	ElementInt16
	ElementInt32
	ElementInt64
	ElementUint64
	ElementFloat32
	ElementFloat64
	ElementUint32
)

// width returns the base-2 logarithm of the bytes of an element.
func (e Element) width() uint8 {
	const widths uint32 = 0x2323_3210 // four bits for each
	return uint8(widths >> (4 * e) & 3)
}

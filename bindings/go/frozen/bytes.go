package frozen

import (
	"encoding/binary"
	"unsafe"
)

func u16(b []byte, at int) uint64 { return uint64(binary.LittleEndian.Uint16(b[at:])) }
func u32(b []byte, at int) uint64 { return uint64(binary.LittleEndian.Uint32(b[at:])) }
func u64(b []byte, at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }

// number reads a number of 1, 2, 4 or 8 bytes; width is the base-2 logarithm.
func number(b []byte, at int, width uint8) uint64 {
	switch width {
	case 0:
		return uint64(b[at])
	case 1:
		return u16(b, at)
	case 2:
		return u32(b, at)
	default:
		return u64(b, at)
	}
}

// length reads a length at a place, which ends at end or before, and returns
// also where it ends. ok is false if it is cut off, not in its shortest form,
// or beyond 63 bits.
func length(b []byte, at, end int) (value uint64, behind int, ok bool) {
	for shift := 0; shift < 63; shift += 7 {
		if at >= end {
			return 0, at, false
		}
		digit := b[at]
		at++
		value |= uint64(digit&0x7F) << shift
		if digit < 0x80 {
			return value, at, digit != 0 || shift == 0
		}
	}
	return 0, at, false
}

// counted returns the bytes behind a length of a valid document.
func counted(b []byte, at int) []byte {
	n := int(b[at])
	at++
	if n >= 0x80 {
		n &= 0x7F
		for shift := 7; ; shift += 7 {
			digit := int(b[at])
			at++
			n |= digit & 0x7F << shift
			if digit < 0x80 {
				break
			}
		}
	}
	return b[at : at+n : at+n]
}

// text returns bytes as a string without a copy. The garbage collector keeps
// the bytes as long as the string is used. They must not change: see [Open].
func text(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b))
}

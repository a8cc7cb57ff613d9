package text

import (
	"encoding/binary"
	"math"
	"math/bits"
)

const ones = math.MaxUint64 / 255

// escapeMask has the high bit of the first of eight bytes that needs an escape, and
// may have those of bytes behind it. It is 0 if none does.
func escapeMask(eight uint64) uint64 {
	// The subtraction borrows from the high bit of a byte that is less than the
	// subtrahend. A wrong borrow comes only from a byte that needs an escape.
	// With bit 1 flipped, a quote is below 0x21, as control characters are, and
	// no other byte is.
	low := (eight ^ 2*ones) - 0x21*ones
	slash := (eight ^ '\\'*ones) - ones
	return (low | slash) &^ eight & (0x80 * ones)
}

// plain returns how many bytes s begins with that a string of JSON can have as they
// are, and whether they are ASCII.
func plain(s []byte) (n int, ascii bool) {
	seen := uint64(0)
	for n+8 <= len(s) {
		eight := binary.LittleEndian.Uint64(s[n:])
		if mask := escapeMask(eight); mask != 0 {
			place := bits.TrailingZeros64(mask) &^ 7
			seen |= eight & (1<<place - 1)
			return n + place/8, seen&(0x80*ones) == 0
		}
		seen |= eight
		n += 8
	}
	for n < len(s) && !needsEscape[s[n]] {
		seen |= uint64(s[n])
		n++
	}
	return n, seen&(0x80*ones) == 0
}

// Package text is the one reader and the one writer of JSON text for both products,
// frozen documents and FlatBuffers.
//
// [Lexer] reads tokens: white space, words, numbers, strings with their escapes. A
// [Fault] says what is wrong and at which byte; the error and its words are those of
// the product. [Strict] rewrites JSON5 as JSON first. [Writer] has the layout, and
// AppendString, AppendFloat64 and AppendFloat32 the values, byte for byte as Varvel
// writes them in every language. [PathAt] finds the path to a byte.
//
// The loops around the tokens are two. That of package frozen takes any document,
// keeps its own stack and never recurses. That of package fbjson is led by a schema:
// it calls itself for each table, goes back to the value of a union whose type comes
// late, and skips members. Neither could be made of the other.
package text

import (
	"math"
	"strconv"
)

// AppendFloat64 appends the shortest text that reads back to v.
//
// The text always has a point or an exponent: 1.0, -0.0, 123456789012345.0.
// It is plain from 1e-5 up to below 1e16, otherwise like 1.5e-7 or 1e16.
// JSON has neither NaN nor infinities: for them it appends null, and a caller
// who wants an error looks first.
func AppendFloat64(dst []byte, v float64) []byte {
	return appendFloat(dst, v, 64)
}

// AppendFloat32 appends the shortest text that reads back to v as a float of
// 32 bits, in the form of [AppendFloat64].
func AppendFloat32(dst []byte, v float32) []byte {
	return appendFloat(dst, float64(v), 32)
}

// The exponents of ten for which a float is written without an exponent.
const (
	leastPlain = -5
	mostPlain  = 15
)

// Two shortest texts are equally near to this float of 32 bits, 0.00024414062 and
// 0.00024414063. Versions of Go differ; Varvel takes the even one. It is the
// only such power of two, and others Go rounds to even in all versions.
const (
	tie     = 0x1p-12
	tieText = "2.4414062e-04"
)

func appendFloat(dst []byte, v float64, bits int) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return append(dst, "null"...)
	}
	if v == 0 {
		if math.Signbit(v) {
			dst = append(dst, '-')
		}
		return append(dst, "0.0"...)
	}
	// d.ddde±xx
	var buffer [32]byte
	shortest := strconv.AppendFloat(buffer[:0], v, 'e', -1, bits)
	if shortest[0] == '-' {
		dst = append(dst, '-')
		shortest = shortest[1:]
	}
	if bits == 32 && math.Abs(v) == tie {
		shortest = append(buffer[:0], tieText...)
	}
	end := len(shortest) - 1
	for shortest[end] != 'e' {
		end--
	}
	exponent := 0
	for _, digit := range shortest[end+2:] {
		exponent = 10*exponent + int(digit-'0')
	}
	if shortest[end+1] == '-' {
		exponent = -exponent
	}
	// The digits without the point.
	digits := shortest[:1]
	if end > 1 {
		shortest[1] = shortest[0]
		digits = shortest[1:end]
	}
	return layout(dst, digits, exponent)
}

// layout appends d.ddd * 10^exponent.
func layout(dst, digits []byte, exponent int) []byte {
	switch {
	case exponent < leastPlain || exponent > mostPlain:
		dst = append(dst, digits[0])
		if len(digits) > 1 {
			dst = append(dst, '.')
			dst = append(dst, digits[1:]...)
		}
		dst = append(dst, 'e')
		return strconv.AppendInt(dst, int64(exponent), 10)
	case exponent < 0:
		const zeros = "0.0000"
		dst = append(dst, zeros[:1-exponent]...)
		return append(dst, digits...)
	case len(digits) <= exponent+1:
		const zeros = "000000000000000"
		dst = append(dst, digits...)
		dst = append(dst, zeros[:exponent+1-len(digits)]...)
		return append(dst, ".0"...)
	default:
		dst = append(dst, digits[:exponent+1]...)
		dst = append(dst, '.')
		return append(dst, digits[exponent+1:]...)
	}
}

// needsEscape says for each byte whether a string of JSON cannot have it
// unescaped.
var needsEscape = func() (table [256]bool) {
	for b := range 0x20 {
		table[b] = true
	}
	table['"'] = true
	table['\\'] = true
	return table
}()

// anyNeedsEscape says whether one of eight bytes needs an escape.
func anyNeedsEscape[T string | []byte](s T) bool {
	eight := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	return escapeMask(eight) != 0
}

// AppendString appends s between quotes. It escapes what JSON demands and
// nothing else: quotes, backslashes, and the characters below U+0020, of which
// \b, \f, \n, \r and \t have short forms. It must be UTF-8, and is not checked.
func AppendString[T string | []byte](dst []byte, s T) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		for i+8 <= len(s) && !anyNeedsEscape(s[i:i+8]) {
			i += 8
		}
		if i == len(s) {
			break
		}
		b := s[i]
		if !needsEscape[b] {
			continue
		}
		dst = append(dst, s[start:i]...)
		start = i + 1
		switch b {
		case '"', '\\':
			dst = append(dst, '\\', b)
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\f':
			dst = append(dst, '\\', 'f')
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[b>>4], hex[b&15])
		}
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

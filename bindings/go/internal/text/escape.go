package text

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Unescape reads the escape of JSON that s begins with: its character, and how
// many bytes it takes. The length is 0 if there is none; then the character is
// the half of a surrogate pair whose other half is missing, or 0.
func Unescape[T string | []byte](s T) (r rune, size int) {
	if len(s) < 2 || s[0] != '\\' {
		return 0, 0
	}
	const letters, meant = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if i := strings.IndexByte(letters, s[1]); i >= 0 {
		return rune(meant[i]), 2
	}
	unit, ok := unitAt(s)
	switch {
	case !ok:
		return 0, 0
	case !utf16.IsSurrogate(unit):
		return unit, 6
	}
	low, _ := unitAt(s[6:])
	if both := utf16.DecodeRune(unit, low); both != utf8.RuneError {
		return both, 12
	}
	return unit, 0
}

// unitAt reads the escape of a unit of UTF-16 that s begins with.
func unitAt[T string | []byte](s T) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(string(s[2:6]), 16, 16)
	return rune(unit), err == nil
}

// FaultOf says what is wrong with the escape that s begins with, which [Unescape] does
// not read, and at which byte of s that is.
func FaultOf(s []byte) (FaultKind, int) {
	switch {
	case len(s) == 1:
		return CutEscape, 1
	case s[1] != 'u':
		return UnknownEscape, 0
	}
	if place, ok := fourDigits(s); !ok {
		return noDigit(s, place)
	}
	// It is half of a surrogate pair.
	if c := s[3] | 0x20; c >= 'c' && c <= 'f' {
		return LoneSurrogate, 0
	}
	half := s[6:]
	if isBegunHalf(half) {
		return CutEscape, len(s)
	}
	if len(half) > 1 && half[0] == '\\' && half[1] == 'u' {
		if place, ok := fourDigits(half); !ok {
			return noDigit(s, 6+place)
		}
	}
	return LoneSurrogate, 0
}

// noDigit is the fault of a place where a hexadecimal digit is missing.
func noDigit(s []byte, at int) (FaultKind, int) {
	if at >= len(s) {
		return CutEscape, len(s)
	}
	return NoHexDigit, at
}

// fourDigits reports whether four hexadecimal digits follow on \u, or where the
// first other byte is.
func fourDigits(s []byte) (place int, ok bool) {
	for place = 2; place < 6; place++ {
		if place >= len(s) || !isHex(s[place]) {
			return place, false
		}
	}
	return place, true
}

// hexDigit returns the value of a hexadecimal digit.
func hexDigit(c byte) (int, bool) {
	switch {
	case IsDigit(c):
		return int(c - '0'), true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10, true
	}
	return 0, false
}

func isHex(c byte) bool {
	_, ok := hexDigit(c)
	return ok
}

// isBegunHalf reports whether the text ends inside the escape of the second half
// of a surrogate pair, or before it.
func isBegunHalf(rest []byte) bool {
	if len(rest) >= 6 {
		return false
	}
	for place, c := range rest {
		fits := false
		switch place {
		case 0:
			fits = c == '\\'
		case 1:
			fits = c == 'u'
		case 2:
			fits = c|0x20 == 'd'
		case 3:
			fits = c|0x20 >= 'c' && c|0x20 <= 'f'
		default:
			fits = isHex(c)
		}
		if !fits {
			return false
		}
	}
	return true
}

// InvalidAt returns the place of the first byte of b that is not UTF-8, or its length.
func InvalidAt(b []byte) int {
	at := 0
	for at < len(b) {
		r, size := utf8.DecodeRune(b[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}

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

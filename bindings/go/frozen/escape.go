package frozen

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

// unescape reads an escape of JSON, and returns also its length. The length is
// zero for a text that is none.
func unescape(s string) (r rune, size int) {
	if len(s) < 2 {
		return 0, 0
	}
	const letters, meant = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if i := strings.IndexByte(letters, s[1]); i >= 0 {
		return rune(meant[i]), 2
	}
	unit, ok := unicodeEscape(s)
	if !ok || !utf16.IsSurrogate(unit) {
		if !ok {
			return 0, 0
		}
		return unit, 6
	}
	low, ok := unicodeEscape(s[6:])
	if both := utf16.DecodeRune(unit, low); ok && both != '\uFFFD' {
		return both, 12
	}
	return 0, 0
}

// unicodeEscape reads an escape of a unit of UTF-16.
func unicodeEscape(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(unit), err == nil
}

// escapeRune returns the escape of a character in a string of JSON.
func escapeRune(r rune) string {
	if r > 0xFFFF {
		high, low := utf16.EncodeRune(r)
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

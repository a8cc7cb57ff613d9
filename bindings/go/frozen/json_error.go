package frozen

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	jsontext "example.invalid/varvel/bindings/go/internal/text"
)

// The value that is expected, as errors name it.
const aValue = "a value"

// words has the values that are words.
var words = [...]string{"true", "false", "null"}

// cutOff makes the error of a text that ends too early.
func (j *jsonReader) cutOff(expected string) *Error {
	return &Error{Code: ErrUnexpectedEnd, Offset: int64(len(j.text)), Expected: expected}
}

// unexpected makes the error of other text than what is expected at the place.
func (j *jsonReader) unexpected(expected string) *Error {
	if j.at >= len(j.text) {
		return j.cutOff(expected)
	}
	if start, ok := j.word(); ok {
		j.at, expected = start, aValue
	}
	if expected == aValue {
		for _, word := range words {
			if strings.HasPrefix(word, text(j.text[j.at:])) {
				return j.cutOff("the rest of `true`, `false` or `null`")
			}
		}
	}
	return &Error{Code: ErrSyntax, Offset: int64(j.at), Expected: expected, Found: j.found(j.at)}
}

// word returns the beginning of a word such as nulls: one that is a value up to
// the place, where more letters follow.
func (j *jsonReader) word() (start int, ok bool) {
	if !isLetter(j.peek()) {
		return 0, false
	}
	for _, word := range words {
		start := j.at - len(word)
		if start >= 0 && string(j.text[start:j.at]) == word {
			return start, start == 0 || !isLetter(j.text[start-1])
		}
	}
	return 0, false
}

// isLetter reports whether a word can have this byte.
func isLetter(c byte) bool {
	return c-'0' <= 9 || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
}

// badNumber makes the error of a text that begins as numbers do, and is none.
func (j *jsonReader) badNumber() *Error {
	rest := j.text[j.at:]
	at, zero := jsontext.NumberFault(rest)
	at += j.at
	switch {
	case zero:
		return &Error{Code: ErrNumber, Offset: int64(at), Expected: "no digit after a leading zero"}
	case at >= len(j.text):
		return j.cutOff("a digit")
	default:
		return &Error{Code: ErrNumber, Offset: int64(at), Expected: "a digit", Found: j.found(at)}
	}
}

// shownWord is how many letters of a word are shown.
const shownWord = 16

// found returns the text at a place as messages show it: a word, a character or
// a byte.
func (j *jsonReader) found(at int) string {
	rest := j.text[at:]
	end := 0
	for end < len(rest) && end <= shownWord && isLetter(rest[end]) {
		end++
	}
	if end != 0 && rest[0] > '9' && rest[0] != '_' {
		if end > shownWord {
			return "`" + string(rest[:shownWord-1]) + "…`"
		}
		return "`" + string(rest[:end]) + "`"
	}
	r, size := utf8.DecodeRune(rest)
	switch {
	case r == '\n' || r == '\r':
		return "a line break"
	case r == '\t':
		return "a tab"
	case r == ' ':
		return "a space"
	case r == '`':
		return "a backtick"
	case r == utf8.RuneError && size <= 1 || r < ' ':
		return fmt.Sprintf("byte 0x%02X", rest[0])
	case unicode.IsGraphic(r) && !unicode.IsMark(r) && !unicode.IsSpace(r):
		return "`" + string(r) + "`"
	default:
		return fmt.Sprintf("U+%04X", r)
	}
}

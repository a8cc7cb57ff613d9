package frozen

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	jsontext "example.invalid/varvel/bindings/go/internal/text"
)

// faults has the errors for the faults of a text, and what is expected there.
var faults = [...]struct {
	code     Code
	expected string
}{
	jsontext.NoValue:       {ErrSyntax, "a value"},
	jsontext.CutValue:      {ErrUnexpectedEnd, "a value"},
	jsontext.CutWord:       {ErrUnexpectedEnd, "the rest of `true`, `false` or `null`"},
	jsontext.LeadingZero:   {ErrNumber, "no digit after a leading zero"},
	jsontext.NoDigit:       {ErrNumber, "a digit"},
	jsontext.CutNumber:     {ErrUnexpectedEnd, "a digit"},
	jsontext.CutString:     {ErrUnexpectedEnd, "the closing quote of a string"},
	jsontext.CutEscape:     {ErrUnexpectedEnd, "the closing quote of a string"},
	jsontext.UnknownEscape: {ErrEscape, `one of \" \\ \/ \b \f \n \r \t \uXXXX`},
	jsontext.NoHexDigit:    {ErrEscape, `four hexadecimal digits after \u`},
	jsontext.LoneSurrogate: {ErrSurrogate, "both halves of a surrogate pair"},
	jsontext.Control:       {ErrControl, "an escape"},
	jsontext.NotUTF8:       {ErrUTF8, "text in UTF-8"},
}

// faulty makes the error of a fault of the text.
func (j *jsonReader) faulty(fault *jsontext.Fault) *Error {
	is := faults[fault.Kind]
	err := &Error{Code: is.code, Offset: int64(fault.At), Expected: is.expected}
	switch {
	case is.code == ErrUnexpectedEnd, fault.Kind == jsontext.LeadingZero, fault.Kind == jsontext.LoneSurrogate:
	case fault.Kind == jsontext.UnknownEscape:
		err.Found = j.found(fault.At + 1)
	default:
		err.Found = j.found(fault.At)
	}
	return err
}

// noValue makes the error of a place where no value begins.
func (j *jsonReader) noValue() *Error {
	if len(j.open) == 0 && j.values > j.limits.nodes {
		// All of Varvel reads a word and counts it before it looks how the word goes on.
		if word := j.Word(); word != "" {
			return &Error{Code: ErrNodes, Offset: int64(j.At + len(word))}
		}
	}
	return j.faulty(j.NoValue())
}

// unexpected makes the error of other text than what is expected at the place.
func (j *jsonReader) unexpected(expected string) *Error {
	if j.At >= len(j.Text) {
		return &Error{Code: ErrUnexpectedEnd, Offset: int64(len(j.Text)), Expected: expected}
	}
	return &Error{Code: ErrSyntax, Offset: int64(j.At), Expected: expected, Found: j.found(j.At)}
}

// shownWord is how many letters of a word are shown.
const shownWord = 16

// found returns the text at a place as messages show it: a word, a character or
// a byte.
func (j *jsonReader) found(at int) string {
	rest := j.Text[at:]
	end := 0
	for end < len(rest) && end <= shownWord && jsontext.IsInWord(rest[end]) {
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

package frozen

import (
	"unicode/utf8"

	jsontext "example.invalid/varvel/bindings/go/internal/text"
)

// string reads a string. Its characters are a part of the text, or valid until
// the next string is read.
func (j *jsonReader) string() ([]byte, *Error) {
	start := j.at + 1
	end := start + jsontext.PlainLen(j.text[start:])
	if end < len(j.text) && j.text[end] == '"' {
		content := j.text[start:end]
		j.at = end + 1
		return content, j.checkUTF8(start, end)
	}
	j.scratch = j.scratch[:0]
	from := start
	for {
		j.scratch = append(j.scratch, j.text[from:end]...)
		if end == len(j.text) {
			return nil, j.cutOff("the closing quote of a string")
		}
		switch j.text[end] {
		case '"':
			j.at = end + 1
			return j.scratch, j.checkUTF8(start, end)
		case '\\':
			r, size := jsontext.Unescape(j.text[end:])
			if size == 0 {
				return nil, j.badEscape(end)
			}
			j.scratch = utf8.AppendRune(j.scratch, r)
			from = end + size
			end = from + jsontext.PlainLen(j.text[from:])
		default:
			return nil, &Error{Code: ErrControl, Offset: int64(end), Expected: "an escape", Found: j.found(end)}
		}
	}
}

// checkUTF8 returns the error of the first byte of a part of the text that is not
// UTF-8.
func (j *jsonReader) checkUTF8(start, end int) *Error {
	if utf8.Valid(j.text[start:end]) {
		return nil
	}
	at := start + jsontext.InvalidAt(j.text[start:end])
	return &Error{Code: ErrUTF8, Offset: int64(at), Expected: "text in UTF-8", Found: j.found(at)}
}

// badEscape makes the error of an escape that JSON does not have.
func (j *jsonReader) badEscape(at int) *Error {
	fault, place := jsontext.FaultOf(j.text[at:])
	place += at
	switch fault {
	case jsontext.UnknownEscape:
		return &Error{
			Code: ErrEscape, Offset: int64(at), Expected: `one of \" \\ \/ \b \f \n \r \t \uXXXX`, Found: j.found(at + 1),
		}
	case jsontext.NoDigit:
		return &Error{
			Code: ErrEscape, Offset: int64(place), Expected: `four hexadecimal digits after \u`, Found: j.found(place),
		}
	case jsontext.LoneSurrogate:
		return &Error{Code: ErrSurrogate, Offset: int64(at), Expected: "both halves of a surrogate pair"}
	default:
		return j.cutOff("the closing quote of a string")
	}
}

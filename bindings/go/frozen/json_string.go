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
	for start < end {
		r, size := utf8.DecodeRune(j.text[start:end])
		if r == utf8.RuneError && size == 1 {
			break
		}
		start += size
	}
	return &Error{Code: ErrUTF8, Offset: int64(start), Expected: "text in UTF-8", Found: j.found(start)}
}

// badEscape makes the error of an escape that JSON does not have.
func (j *jsonReader) badEscape(at int) *Error {
	rest := j.text[at:]
	switch {
	case len(rest) == 1:
		return j.cutOff("the closing quote of a string")
	case rest[1] != 'u':
		return &Error{
			Code: ErrEscape, Offset: int64(at), Expected: `one of \" \\ \/ \b \f \n \r \t \uXXXX`, Found: j.found(at + 1),
		}
	}
	if place, ok := fourDigits(rest); !ok {
		return j.noDigit(at + place)
	}
	// It is half of a surrogate pair.
	if c := rest[3] | 0x20; c >= 'c' && c <= 'f' {
		return loneSurrogate(at)
	}
	half := rest[6:]
	if isBegunHalf(half) {
		return j.cutOff("the closing quote of a string")
	}
	if len(half) > 1 && half[0] == '\\' && half[1] == 'u' {
		if place, ok := fourDigits(half); !ok {
			return j.noDigit(at + 6 + place)
		}
	}
	return loneSurrogate(at)
}

func loneSurrogate(at int) *Error {
	return &Error{Code: ErrSurrogate, Offset: int64(at), Expected: "both halves of a surrogate pair"}
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

func isHex(c byte) bool {
	return c-'0' <= 9 || c|0x20 >= 'a' && c|0x20 <= 'f'
}

// noDigit makes the error of a place where a hexadecimal digit is missing.
func (j *jsonReader) noDigit(at int) *Error {
	if at >= len(j.text) {
		return j.cutOff("the closing quote of a string")
	}
	return &Error{
		Code: ErrEscape, Offset: int64(at), Expected: `four hexadecimal digits after \u`, Found: j.found(at),
	}
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

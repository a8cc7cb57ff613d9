package flatbuffers

import (
	"bytes"
	"fmt"
	"unsafe"
)

// Chars returns the text in an array of char at an offset, without a copy. The
// zeros at its end do not belong to it. The verifier looks at no bytes of
// structs, so the text may be other than UTF-8: JSON refuses it then.
func (s Struct) Chars(at, length uint) string {
	held := textOf(s.Part(at, length).b)
	return unsafe.String(unsafe.SliceData(held), len(held))
}

// SetChars stores a text in an array of char at an offset, in place: see
// [PutChars], and [Verify] for what it may do to a stranger's buffer.
func (s Struct) SetChars(at, length uint, text string) error {
	return PutChars(s.Part(at, length).b, text)
}

// CharsOf returns a copy of the text in an array of char, without the zeros at
// its end.
func CharsOf(array []byte) string { return string(textOf(array)) }

// PutChars stores a text in an array of char, with zeros behind it. A text that
// the array cannot hold is an error, and so is one that ends with a zero, which
// would not be read again: then nothing has changed.
func PutChars(array []byte, text string) error {
	if err := fits(text, len(array)); err != nil {
		return err
	}
	clear(array[copy(array, text):])
	return nil
}

// textOf returns the bytes of an array without the zeros at its end.
func textOf(array []byte) []byte { return bytes.TrimRight(array, "\x00") }

// fits returns a fault unless an array of char of this length can hold a text.
func fits[T ~string | ~[]byte](text T, length int) *Error {
	var found string
	switch size := len(text); {
	case size > length:
		found = fmt.Sprintf("%d bytes", size)
	case size != 0 && text[size-1] == 0:
		found = "a zero at the end"
	default:
		return nil
	}
	return &Error{Kind: Refused, Offset: -1, Expected: fmt.Sprintf("text of at most %d bytes for an array of char", length), Found: found}
}

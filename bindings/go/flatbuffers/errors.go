package flatbuffers

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"example.invalid/varvel/bindings/go/internal/codes"
	"example.invalid/varvel/bindings/go/internal/paths"
)

// ErrorKind says what kind of fault an [Error] reports. It is an error itself,
// so that errors.Is(err, flatbuffers.InvalidBuffer) works. The numbers are
// those of Varvel in every language.
type ErrorKind uint16

// The kinds of errors.
const (
	// <spec:errors> Made by `cargo xtask spec`.

	// Syntax is text that cannot stand here.
	Syntax ErrorKind = 1
	// UnexpectedEnd is an end of the input inside of a document.
	UnexpectedEnd ErrorKind = 2
	// TrailingData is something that follows the document.
	TrailingData ErrorKind = 3
	// InvalidNumber is text that begins like a number, and is none.
	InvalidNumber ErrorKind = 4
	// NumberOutOfRange is a number that its field cannot hold.
	NumberOutOfRange ErrorKind = 5
	// ControlCharacter is a control character inside of a string.
	ControlCharacter ErrorKind = 6
	// InvalidEscape is an escape that JSON does not have.
	InvalidEscape ErrorKind = 7
	// LoneSurrogate is half of a surrogate pair, without the other half.
	LoneSurrogate ErrorKind = 8
	// InvalidUTF8 is a string that is not UTF-8.
	InvalidUTF8 ErrorKind = 9
	// DuplicateKey is an object that has a key twice.
	DuplicateKey ErrorKind = 10
	// DepthLimit is more nesting than [Limits] allows.
	DepthLimit ErrorKind = 11
	// SizeLimit is more bytes than [Limits] or the format allows.
	SizeLimit ErrorKind = 12
	// NodeLimit is more tables than [Limits] allows.
	NodeLimit ErrorKind = 13
	// TypeMismatch is a value of another kind than the schema has.
	TypeMismatch ErrorKind = 15
	// MissingField is a required field that is not there.
	MissingField ErrorKind = 16
	// Unrepresentable is a value that the target format cannot hold.
	Unrepresentable ErrorKind = 17
	// NotFound is a name that the schema does not have.
	NotFound ErrorKind = 20
	// Refused is a value that the schema does not allow.
	Refused ErrorKind = 25
	// UnknownMember is a key that the schema does not have.
	UnknownMember ErrorKind = 26
	// UnknownVariant is a name or tag that an enum or union does not have.
	UnknownVariant ErrorKind = 27
	// ReplayLimit is a buffer with shared parts that stand for much more than its
	// bytes.
	ReplayLimit ErrorKind = 28
	// InvalidBuffer is a buffer that does not fit its schema.
	InvalidBuffer ErrorKind = 29

	// </spec:errors>
)

// Error returns one phrase for the kind.
func (k ErrorKind) Error() string { return codes.Phrase(k) }

// Error is a fault in a buffer, or in JSON that should become one: where it is,
// and what was expected there.
type Error struct {
	// Kind is the kind of the fault.
	Kind ErrorKind
	// Offset is the position in the bytes, or -1 if there is none.
	Offset int
	// Path leads to the value, such as "$.inventory[3]", or is empty. The middle of a
	// long one is left out, with … in its place.
	Path string
	// Expected says what should be there.
	Expected string
	// Found says what is there instead, or is empty.
	Found string
	// steps are the steps of the path so far, the innermost first.
	steps []string
}

// Error returns the whole message.
func (e *Error) Error() string {
	var text strings.Builder
	text.WriteString("flatbuffers: ")
	text.WriteString(e.Kind.Error())
	if e.Offset >= 0 {
		fmt.Fprintf(&text, " at byte %d", e.Offset)
	}
	if e.Path != "" {
		text.WriteString(" (" + e.Path + ")")
	}
	if e.Expected != "" {
		text.WriteString(": expected " + e.Expected)
	}
	if e.Found != "" {
		text.WriteString(", found " + e.Found)
	}
	return text.String()
}

// Position returns the line and the column of the fault in the text that was
// read, both from 1 on. The column counts characters, without a byte order mark
// before the text. Without a place in the text both are 0.
func (e *Error) Position(text []byte) (line, column int) {
	if e.Offset < 0 || e.Offset > len(text) {
		return 0, 0
	}
	begin := len(text) - len(bytes.TrimPrefix(text, []byte("\ufeff")))
	before := text[begin:max(e.Offset, begin)]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[start:]) + 1
}

// Unwrap returns the kind, for errors.Is.
func (e *Error) Unwrap() error { return e.Kind }

// inside notes a step of the path, from the innermost on.
func (e *Error) inside(step string) *Error {
	e.steps = append(e.steps, step)
	return e
}

// rooted joins the steps to the path.
func (e *Error) rooted() *Error {
	slices.Reverse(e.steps)
	e.Path = paths.Text(e.steps)
	e.steps = nil
	return e
}

// keyStep returns the step of a path to a member.
func keyStep(name string) string { return paths.KeyStep(name) }

// indexStep returns the step of a path to an item.
func indexStep(index int) string { return paths.IndexStep(index) }

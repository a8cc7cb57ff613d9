package frozen

import (
	"strconv"
	"strings"

	"example.invalid/varvel/bindings/go/internal/codes"
)

// Code is the kind of an error, with the number that it has in every language.
// It is itself an error, for [errors.Is]:
//
//	if errors.Is(err, frozen.ErrVersion) { … }
type Code uint16

// The codes of the errors of this package.
const (
	// <spec:errors> Made by `cargo xtask spec`.

	// ErrSyntax says that a text of JSON has something that cannot stand there.
	ErrSyntax Code = 1
	// ErrUnexpectedEnd says that a text of JSON ends too early.
	ErrUnexpectedEnd Code = 2
	// ErrTrailing says that something follows the document.
	ErrTrailing Code = 3
	// ErrNumber says that a text begins like a number, and is none.
	ErrNumber Code = 4
	// ErrOutOfRange says that the type that was asked for does not hold the number
	// exactly.
	ErrOutOfRange Code = 5
	// ErrControl says that a string of JSON has a control character.
	ErrControl Code = 6
	// ErrEscape says that a string of JSON has an escape that JSON does not have.
	ErrEscape Code = 7
	// ErrSurrogate says that a string of JSON has half of a surrogate pair.
	ErrSurrogate Code = 8
	// ErrUTF8 says that a string is not UTF-8.
	ErrUTF8 Code = 9
	// ErrDuplicate says that an object or a map has a key twice.
	ErrDuplicate Code = 10
	// ErrDepth says that containers are nested deeper than [Options.MaxDepth].
	ErrDepth Code = 11
	// ErrSize says that there are more bytes than [Options.MaxBytes].
	ErrSize Code = 12
	// ErrNodes says that there are more nodes than [Options.MaxNodes].
	ErrNodes Code = 13
	// ErrKind says that the value is of another kind than the one asked for.
	ErrKind Code = 15
	// ErrMissing says that a member is required and not there.
	ErrMissing Code = 16
	// ErrUnrepresentable says that the target has no such value: JSON has no
	// bytes, for example.
	ErrUnrepresentable Code = 17
	// ErrInvalid says that the bytes are not a frozen document or stream, or are
	// damaged.
	ErrInvalid Code = 18
	// ErrVersion says that the bytes have another version than [Version].
	ErrVersion Code = 19
	// ErrNotFound says that there is no such member, item or record.
	ErrNotFound Code = 20
	// ErrIO says that a reader of a stream failed.
	ErrIO Code = 21
	// ErrPath says that a text is neither a path nor a JSON Pointer.
	ErrPath Code = 23
	// ErrChecksum says that the checksum is not that of the bytes.
	ErrChecksum Code = 24
	// ErrRefused says that a value of Go says itself that it cannot be written.
	ErrRefused Code = 25

	// </spec:errors>
)

// Error returns the code in a few words.
func (c Code) Error() string { return codes.Phrase(c) }

// Error is the error of every function of this package: what went wrong, and
// where.
type Error struct {
	// Code is the kind of the error.
	Code Code
	// Offset is the byte at which it was noticed, from the start of the
	// document, the stream, the text of JSON or (for [ErrPath]) the path. It is
	// -1 if the error has no place in bytes.
	Offset int64
	// Line and Column are the place in a text of JSON, from 1 on, or 0. The column
	// counts characters.
	Line, Column int
	// Expected says what should have come, if that is known.
	Expected string
	// Found says what came instead, if that is known.
	Found string

	node  Node
	path  string
	cause error
}

// Path returns the place in the document, such as $.users[3].name, of the value
// that the error is about. If that value is missing, it is the place of the last
// value on the way to it. It is empty if no place is known.
//
// The place of a node is searched for in its document when it is asked for, as
// by [Node.Path].
func (e *Error) Path() string {
	if e.path == "" && e.node.doc != nil {
		return e.node.Path()
	}
	return e.path
}

// Error returns the error on one line.
func (e *Error) Error() string {
	var text strings.Builder
	text.WriteString(e.Code.Error())
	separator := ": "
	if e.Expected != "" {
		text.WriteString(": expected ")
		text.WriteString(e.Expected)
		separator = ", "
	}
	if e.Found != "" {
		text.WriteString(separator)
		text.WriteString("found ")
		text.WriteString(e.Found)
	}
	if path := e.Path(); path != "" {
		text.WriteString(", at ")
		text.WriteString(path)
	}
	if e.Offset >= 0 {
		text.WriteString(", at byte ")
		text.WriteString(strconv.FormatInt(e.Offset, 10))
	}
	if e.Line > 0 {
		text.WriteString(", line " + strconv.Itoa(e.Line) + ", column " + strconv.Itoa(e.Column))
	}
	if e.cause != nil {
		text.WriteString(": ")
		text.WriteString(e.cause.Error())
	}
	return text.String()
}

// Unwrap returns the code, and the error of a reader that failed.
func (e *Error) Unwrap() []error {
	if e.cause != nil {
		return []error{e.Code, e.cause}
	}
	return []error{e.Code}
}

// invalidAt makes the error of bytes that are not what was expected at a place.
func invalidAt[P int | int64](at P, expected string) *Error {
	return &Error{Code: ErrInvalid, Offset: int64(at), Expected: expected}
}

// otherVersion makes the error of another version.
func otherVersion(at int, version byte) *Error {
	return &Error{
		Code:     ErrVersion,
		Offset:   int64(at),
		Expected: "version " + strconv.Itoa(Version),
		Found:    "version " + strconv.Itoa(int(version)),
	}
}

// tooDeep makes the error of a container inside of so many others.
func tooDeep(depth uint64, at int) *Error {
	return &Error{
		Code: ErrDepth, Offset: int64(at),
		Expected: "at most " + strconv.FormatUint(depth, 10) + " containers inside each other",
	}
}

// wrongKind makes the error of a value of another kind than what was asked for.
func (n Node) wrongKind(expected string) error {
	code, found := ErrKind, n.Kind().String()
	if n.form == formMissing {
		code, found = ErrNotFound, n.nothing()
	}
	return &Error{Code: code, Offset: -1, Expected: expected, Found: found, node: n}
}

// outOfRange makes the error of a number that a type does not hold exactly.
func (n Node) outOfRange(expected string) error {
	return &Error{Code: ErrOutOfRange, Offset: -1, Expected: expected, node: n}
}

func (n Node) notFloat64() error {
	return n.outOfRange("a number that float64 holds exactly")
}

package fbjson

import (
	"bytes"
	"math"
	"strconv"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/internal/paths"
	"example.invalid/varvel/bindings/go/internal/text"
)

// lexer reads JSON text piece by piece.
type lexer struct {
	text.Lexer
	depth int
	limit int
}

// faults has the errors for the faults of a text, and what is expected there.
var faults = [...]struct {
	kind     flatbuffers.ErrorKind
	expected string
}{
	text.NoValue:       {flatbuffers.Syntax, "a value"},
	text.CutValue:      {flatbuffers.UnexpectedEnd, "a value"},
	text.CutWord:       {flatbuffers.UnexpectedEnd, "a value"},
	text.LeadingZero:   {flatbuffers.InvalidNumber, "no digit after a leading zero"},
	text.NoDigit:       {flatbuffers.InvalidNumber, "a digit"},
	text.CutNumber:     {flatbuffers.UnexpectedEnd, "a digit"},
	text.CutString:     {flatbuffers.UnexpectedEnd, "the end of a string"},
	text.CutEscape:     {flatbuffers.UnexpectedEnd, "an escape"},
	text.UnknownEscape: {flatbuffers.InvalidEscape, "an escape of JSON"},
	text.NoHexDigit:    {flatbuffers.InvalidEscape, "four hexadecimal digits"},
	text.LoneSurrogate: {flatbuffers.LoneSurrogate, "both halves of a surrogate pair"},
	text.Control:       {flatbuffers.ControlCharacter, "no control character in a string"},
	text.NotUTF8:       {flatbuffers.InvalidUTF8, "UTF-8"},
	text.Misplaced:     {flatbuffers.Syntax, ""},
	text.Cut:           {flatbuffers.UnexpectedEnd, ""},
	text.BadNumber:     {flatbuffers.InvalidNumber, ""},
	text.TooLarge:      {flatbuffers.NumberOutOfRange, ""},
	text.BadEscape:     {flatbuffers.InvalidEscape, ""},
}

// errorOf returns the error of a fault of strict JSON, or nil if there is none.
func errorOf(fault *text.Fault) *flatbuffers.Error {
	if fault == nil {
		return nil
	}
	is := faults[fault.Kind]
	err := &flatbuffers.Error{Kind: is.kind, Offset: fault.At, Expected: is.expected}
	if is.kind == flatbuffers.UnexpectedEnd {
		err.Found = "the end of the text"
	}
	return err
}

// strict rewrites relaxed JSON as JSON.
func strict(given []byte) ([]byte, *flatbuffers.Error) {
	json, fault := text.Strict(given)
	if fault == nil {
		return json, nil
	}
	err := &flatbuffers.Error{Kind: faults[fault.Kind].kind, Offset: fault.At, Expected: fault.Expected}
	if fault.Kind != text.NotUTF8 {
		// The text before the fault is the JSON so far.
		err.Path = paths.Text(text.PathAt(json, len(json)))
	}
	return nil, err
}

func (l *lexer) fault(kind flatbuffers.ErrorKind, expected string) *flatbuffers.Error {
	err := &flatbuffers.Error{Kind: kind, Offset: l.At, Expected: expected}
	if l.At >= len(l.Text) {
		err.Kind, err.Found = flatbuffers.UnexpectedEnd, "the end of the text"
	}
	return err
}

// take takes this byte if it is next.
func (l *lexer) take(c byte) bool {
	if l.Peek() != c || l.At >= len(l.Text) {
		return false
	}
	l.At++
	return true
}

// enter takes the bracket that begins a container.
func (l *lexer) enter() *flatbuffers.Error {
	if l.depth >= l.limit {
		return &flatbuffers.Error{Kind: flatbuffers.DepthLimit, Offset: l.At, Expected: "at most " + strconv.Itoa(l.limit) + " containers inside of each other"}
	}
	l.depth++
	l.At++
	return nil
}

// more returns whether another member or item follows in a container, or takes
// the bracket that ends it.
func (l *lexer) more(first bool, end byte) (bool, *flatbuffers.Error) {
	if l.take(end) {
		l.depth--
		return false, nil
	}
	if first {
		return true, nil
	}
	if !l.take(',') {
		return false, l.fault(flatbuffers.Syntax, "a comma or "+strconv.QuoteRune(rune(end)))
	}
	return true, nil
}

// key takes a key. It is valid until the next string is taken.
func (l *lexer) key() ([]byte, *flatbuffers.Error) {
	if l.Peek() != '"' {
		return nil, l.fault(flatbuffers.Syntax, "a key between quotes")
	}
	return l.string()
}

// colon takes the colon behind a key.
func (l *lexer) colon() *flatbuffers.Error {
	if !l.take(':') {
		return l.fault(flatbuffers.Syntax, "a colon")
	}
	return nil
}

// takeNull takes null where it may stand. It is an error if the word goes on.
func (l *lexer) takeNull() (bool, *flatbuffers.Error) {
	if l.Peek() != 'n' || l.Word() != "null" {
		return false, nil
	}
	if !l.Take("null") {
		return false, errorOf(l.NoValue())
	}
	return true, nil
}

// number takes a number.
func (l *lexer) number() ([]byte, *flatbuffers.Error) {
	if c := l.Peek(); c != '-' && !text.IsDigit(c) {
		return nil, errorOf(l.NoValue())
	}
	start := l.At
	number, fault := l.Number()
	if fault == nil && isInfinite(number) {
		return nil, &flatbuffers.Error{Kind: flatbuffers.NumberOutOfRange, Offset: start, Expected: "a number that a 64-bit float can hold"}
	}
	return number, errorOf(fault)
}

// isInfinite returns whether a number with a fraction or an exponent is too large
// for a float of 64 bits. Integers are exact at any size.
func isInfinite(number []byte) bool {
	if len(number) < 300 && !bytes.ContainsAny(number, "eE") || text.IsInteger(number) {
		return false
	}
	value, _ := strconv.ParseFloat(string(number), 64)
	return math.IsInf(value, 0)
}

// string takes a string. It is valid until the next string is taken.
func (l *lexer) string() ([]byte, *flatbuffers.Error) {
	content, fault := l.String()
	return content, errorOf(fault)
}

// skip skips a value.
func (l *lexer) skip() *flatbuffers.Error {
	switch c := l.Peek(); {
	case c == '{' || c == '[':
		end := c + 2
		if err := l.enter(); err != nil {
			return err
		}
		for first := true; ; first = false {
			more, err := l.more(first, end)
			if err != nil || !more {
				return err
			}
			if c == '{' {
				_, err := l.key()
				if err == nil {
					err = l.colon()
				}
				if err != nil {
					return err
				}
			}
			if err := l.skip(); err != nil {
				return err
			}
		}
	case c == '"':
		_, err := l.string()
		return err
	case l.Take("true"), l.Take("false"), l.Take("null"):
		return nil
	}
	_, err := l.number()
	return err
}

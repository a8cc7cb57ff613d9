package fbjson

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"

	"example.invalid/varvel/bindings/go/flatbuffers"
	jsontext "example.invalid/varvel/bindings/go/internal/text"
)

// lexer reads JSON text piece by piece.
type lexer struct {
	text  []byte
	at    int
	depth int
	limit int
	// scratch is the memory of strings with escapes.
	scratch []byte
}

func (l *lexer) fault(kind flatbuffers.ErrorKind, expected string) *flatbuffers.Error {
	err := &flatbuffers.Error{Kind: kind, Offset: l.at, Expected: expected}
	if l.at >= len(l.text) {
		err.Kind, err.Found = flatbuffers.UnexpectedEnd, "the end of the text"
	}
	return err
}

// peek skips white space and returns the next byte, or 0 at the end.
func (l *lexer) peek() byte {
	for l.at < len(l.text) {
		switch c := l.text[l.at]; c {
		case ' ', '\n', '\r', '\t':
			l.at++
		default:
			return c
		}
	}
	return 0
}

// take takes this byte if it is next.
func (l *lexer) take(c byte) bool {
	if l.peek() != c || l.at >= len(l.text) {
		return false
	}
	l.at++
	return true
}

// enter takes the bracket that begins a container.
func (l *lexer) enter() *flatbuffers.Error {
	if l.depth >= l.limit {
		return &flatbuffers.Error{Kind: flatbuffers.DepthLimit, Offset: l.at, Expected: "at most " + strconv.Itoa(l.limit) + " containers inside of each other"}
	}
	l.depth++
	l.at++
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
	if l.peek() != '"' {
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

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isInWord reports whether a word goes on with this byte.
func isInWord(c byte) bool { return isDigit(c) || c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// literal takes this word if it is next.
func (l *lexer) literal(word string) bool {
	end := l.at + len(word)
	if end > len(l.text) || string(l.text[l.at:end]) != word {
		return false
	}
	if end < len(l.text) && isInWord(l.text[end]) {
		return false
	}
	l.at = end
	return true
}

// atBoolean returns whether a boolean stands here, also if the word goes on.
func (l *lexer) atBoolean() bool {
	rest := l.text[l.at:]
	return bytes.HasPrefix(rest, []byte("true")) || bytes.HasPrefix(rest, []byte("false"))
}

// isCutWord returns whether the text ends inside of a word.
func (l *lexer) isCutWord() bool {
	rest := l.text[l.at:]
	for _, word := range []string{"true", "false", "null"} {
		if len(rest) < len(word) && word[:len(rest)] == string(rest) {
			return true
		}
	}
	return false
}

// number takes a number.
func (l *lexer) number() ([]byte, *flatbuffers.Error) {
	start := l.at
	if length := jsontext.NumberLen(l.text[start:]); length != 0 {
		l.at += length
		number := l.text[start:l.at]
		if isInfinite(number) {
			return nil, &flatbuffers.Error{Kind: flatbuffers.NumberOutOfRange, Offset: start, Expected: "a number that a 64-bit float can hold"}
		}
		return number, nil
	}
	if c := l.peek(); c != '-' && !isDigit(c) {
		if l.isCutWord() {
			l.at = len(l.text)
		}
		return nil, l.fault(flatbuffers.Syntax, "a value")
	}
	at, zero := jsontext.NumberFault(l.text[start:])
	err := &flatbuffers.Error{Kind: flatbuffers.InvalidNumber, Offset: start + at, Expected: "a digit"}
	switch {
	case zero:
		err.Expected = "no digit after a leading zero"
	case err.Offset >= len(l.text):
		err.Kind, err.Found = flatbuffers.UnexpectedEnd, "the end of the text"
	}
	return nil, err
}

// isInfinite returns whether a number with a fraction or an exponent is too large
// for a float of 64 bits. Integers are exact at any size.
func isInfinite(number []byte) bool {
	if len(number) < 300 && !bytes.ContainsAny(number, "eE") || isInteger(number) {
		return false
	}
	value, _ := strconv.ParseFloat(string(number), 64)
	return math.IsInf(value, 0)
}

// isInteger returns whether a number has no fraction and no exponent.
func isInteger[T string | []byte](number T) bool {
	for at := range len(number) {
		if c := number[at]; c == '.' || c == 'e' || c == 'E' {
			return false
		}
	}
	return true
}

// string takes a string. It is valid until the next string is taken.
func (l *lexer) string() ([]byte, *flatbuffers.Error) {
	quote := l.text[l.at]
	l.at++
	start, first := l.at, l.at
	l.scratch = l.scratch[:0]
	copied, high := false, false
	for l.at < len(l.text) {
		c := l.text[l.at]
		switch {
		case c == quote:
			text := l.text[start:l.at]
			if copied {
				l.scratch = append(l.scratch, text...)
				text = l.scratch
			}
			if whole := l.text[first:l.at]; high && !utf8.Valid(whole) {
				return nil, &flatbuffers.Error{Kind: flatbuffers.InvalidUTF8, Offset: first + jsontext.InvalidAt(whole), Expected: "UTF-8"}
			}
			l.at++
			return text, nil
		case c == '\\':
			l.scratch = append(l.scratch, l.text[start:l.at]...)
			copied = true
			if err := l.escape(); err != nil {
				return nil, err
			}
			start = l.at
		case c < ' ':
			return nil, &flatbuffers.Error{Kind: flatbuffers.ControlCharacter, Offset: l.at, Expected: "no control character in a string"}
		default:
			high = high || c >= 0x80
			l.at++
		}
	}
	return nil, l.fault(flatbuffers.Syntax, "the end of a string")
}

// escape takes an escape, and appends its character to scratch.
func (l *lexer) escape() *flatbuffers.Error {
	at, rest := l.at, l.text[l.at:]
	r, size := jsontext.Unescape(rest)
	if size != 0 {
		l.scratch = utf8.AppendRune(l.scratch, r)
		l.at += size
		return nil
	}
	fault, place := jsontext.FaultOf(rest)
	switch fault {
	case jsontext.UnknownEscape:
		return &flatbuffers.Error{Kind: flatbuffers.InvalidEscape, Offset: at, Expected: "an escape of JSON"}
	case jsontext.NoDigit:
		return &flatbuffers.Error{Kind: flatbuffers.InvalidEscape, Offset: at + place, Expected: "four hexadecimal digits"}
	case jsontext.LoneSurrogate:
		return &flatbuffers.Error{Kind: flatbuffers.LoneSurrogate, Offset: at, Expected: "both halves of a surrogate pair"}
	}
	l.at = len(l.text)
	return l.fault(flatbuffers.Syntax, "an escape")
}

// skip skips a value.
func (l *lexer) skip() *flatbuffers.Error {
	switch c := l.peek(); {
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
	case l.literal("true"), l.literal("false"), l.literal("null"):
		return nil
	}
	_, err := l.number()
	return err
}

package text

import "unicode/utf8"

// Lexer reads a text of JSON token by token. What may follow on what, and how deep,
// is the business of its user.
type Lexer struct {
	Text []byte
	// At is the place of the next byte.
	At int
	// scratch is the memory of strings with escapes.
	scratch []byte
}

// Fault is what is wrong with a text.
type Fault struct {
	Kind FaultKind
	// At is the place of it in the text.
	At int
	// Expected says what belongs there, if the kind alone does not.
	Expected string
}

// FaultKind is a kind of [Fault]. Each product has its own error and words for it.
type FaultKind uint8

// The kinds of faults. Those called Cut are ends of the text.
const (
	// NoValue is text that begins no value.
	NoValue FaultKind = iota
	// CutValue is an end where a value belongs.
	CutValue
	// CutWord is an end inside of null, false or true.
	CutWord
	// LeadingZero is a digit behind a leading zero.
	LeadingZero
	// NoDigit is another byte where a number needs a digit.
	NoDigit
	// CutNumber is an end where a number needs a digit.
	CutNumber
	// CutString is an end inside of a string, and outside of its escapes.
	CutString
	// CutEscape is an end inside of an escape.
	CutEscape
	// UnknownEscape is a letter that no escape has.
	UnknownEscape
	// NoHexDigit is another byte where an escape needs a hexadecimal digit.
	NoHexDigit
	// LoneSurrogate is half of a surrogate pair without the other.
	LoneSurrogate
	// Control is a control character in a string.
	Control
	// NotUTF8 is a byte in a string that is not UTF-8.
	NotUTF8
	// Misplaced, Cut, BadNumber, TooLarge and BadEscape are faults of relaxed JSON:
	// text that cannot stand there, an end, text that begins like a number, a number
	// that is too large, and an escape that is none.
	Misplaced
	Cut
	BadNumber
	TooLarge
	BadEscape
)

// IsDigit returns whether a byte is a digit.
func IsDigit(c byte) bool { return c-'0' <= 9 }

// IsInWord returns whether a word goes on with this byte.
func IsInWord(c byte) bool { return c-'0' <= 9 || c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// Peek passes white space, and returns the next byte, or 0 at the end of the text.
func (l *Lexer) Peek() byte {
	if l.At < len(l.Text) && l.Text[l.At] > ' ' {
		return l.Text[l.At]
	}
	return l.afterSpace()
}

// afterSpace is the rare half of Peek.
func (l *Lexer) afterSpace() byte {
	for ; l.At < len(l.Text); l.At++ {
		switch c := l.Text[l.At]; c {
		case ' ', '\n', '\r', '\t':
		default:
			return c
		}
	}
	return 0
}

// words are the values that are words.
var words = [...]string{"true", "false", "null"}

// Word returns the word true, false or null with which the text goes on, or nothing.
// More letters may follow: all of Varvel takes the word for the value until it is read.
func (l *Lexer) Word() string {
	rest := l.Text[l.At:]
	for _, word := range words {
		if len(rest) >= len(word) && string(rest[:len(word)]) == word {
			return word
		}
	}
	return ""
}

// Take passes a word if it is next, and does not go on.
func (l *Lexer) Take(word string) bool {
	end := l.At + len(word)
	if end > len(l.Text) || string(l.Text[l.At:end]) != word {
		return false
	}
	if end < len(l.Text) && IsInWord(l.Text[end]) {
		return false
	}
	l.At = end
	return true
}

// NoValue returns the fault of a place where a value belongs and none begins.
func (l *Lexer) NoValue() *Fault {
	rest := l.Text[l.At:]
	if len(rest) == 0 {
		return &Fault{Kind: CutValue, At: l.At}
	}
	for _, word := range words {
		if len(rest) < len(word) && word[:len(rest)] == string(rest) {
			return &Fault{Kind: CutWord, At: len(l.Text)}
		}
	}
	return &Fault{Kind: NoValue, At: l.At}
}

// Number passes a number that begins with a sign or a digit.
func (l *Lexer) Number() ([]byte, *Fault) {
	rest := l.Text[l.At:]
	n := NumberLen(rest)
	if n == 0 {
		return nil, l.badNumber()
	}
	l.At += n
	return rest[:n], nil
}

func (l *Lexer) badNumber() *Fault {
	at, zero := NumberFault(l.Text[l.At:])
	at += l.At
	switch {
	case zero:
		return &Fault{Kind: LeadingZero, At: at}
	case at >= len(l.Text):
		return &Fault{Kind: CutNumber, At: at}
	}
	return &Fault{Kind: NoDigit, At: at}
}

// String passes a string from its quote on, and returns its characters: a part of
// the text, or memory that the next string takes.
func (l *Lexer) String() ([]byte, *Fault) {
	start := l.At + 1
	length, ascii := plain(l.Text[start:])
	end := start + length
	if end == len(l.Text) || l.Text[end] != '"' {
		return l.escaped(start, end)
	}
	content := l.Text[start:end]
	l.At = end + 1
	if !ascii && !utf8.Valid(content) {
		return nil, l.notUTF8(start, end)
	}
	return content, nil
}

// escaped is the rare half of String: the part from start to end needs no escape.
func (l *Lexer) escaped(start, end int) ([]byte, *Fault) {
	l.scratch = l.scratch[:0]
	from := start
	for {
		l.scratch = append(l.scratch, l.Text[from:end]...)
		if end == len(l.Text) {
			return nil, &Fault{Kind: CutString, At: end}
		}
		switch l.Text[end] {
		case '"':
			l.At = end + 1
			if !utf8.Valid(l.Text[start:end]) {
				return nil, l.notUTF8(start, end)
			}
			return l.scratch, nil
		case '\\':
			r, size := Unescape(l.Text[end:])
			if size == 0 {
				kind, place := FaultOf(l.Text[end:])
				return nil, &Fault{Kind: kind, At: end + place}
			}
			l.scratch = utf8.AppendRune(l.scratch, r)
			from = end + size
			length, _ := plain(l.Text[from:])
			end = from + length
		default:
			return nil, &Fault{Kind: Control, At: end}
		}
	}
}

// notUTF8 is the fault of the first byte of a part of the text that is not UTF-8.
func (l *Lexer) notUTF8(start, end int) *Fault {
	return &Fault{Kind: NotUTF8, At: start + InvalidAt(l.Text[start:end])}
}

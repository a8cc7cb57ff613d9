package text

import (
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"
)

// relaxer rewrites relaxed JSON as JSON, token by token. The reader behind it
// finds tokens in a wrong order. It also finds the place in the text that a byte
// of the JSON comes from: then it counts what it would write.
//
// Relaxed JSON is JSON5 (https://spec.json5.org) whose words are strings.
type relaxer struct {
	text string
	at   int
	// out is the JSON, unless a place is searched for.
	out []byte
	// wanted is the place in the JSON that is searched for, or negative.
	wanted int
	// written is the length of the JSON so far.
	written int
	// found is the place in the text of what is wanted.
	found int
	// comma is the place of a comma that is left out before a closing bracket, or
	// negative.
	comma int
	// word is a word that is a name if a colon follows, otherwise a value.
	word, wordEnd int
	// space is the begin of white space that is not written yet, or negative.
	space int
	// ended says that the last token ended a value.
	ended bool
}

// Strict rewrites relaxed JSON, in UTF-8, as JSON. If there is a fault, it returns
// the JSON of what is before it.
func Strict(given []byte) ([]byte, *Fault) {
	if !utf8.Valid(given) {
		return nil, &Fault{Kind: NotUTF8, At: InvalidAt(given), Expected: "UTF-8"}
	}
	r := relaxer{text: string(given), wanted: -1, comma: -1, word: -1, space: -1}
	r.out = make([]byte, 0, len(given))
	if err := r.run(); err != nil {
		// A comma may wait, behind which the path goes on.
		_ = r.settle(' ')
		return r.out, err
	}
	return r.out, nil
}

// RelaxedPlace returns the place in relaxed JSON that a byte of its JSON comes
// from.
func RelaxedPlace(text []byte, offset int) int {
	r := relaxer{text: string(text), wanted: offset, found: len(text), comma: -1, word: -1, space: -1}
	_ = r.run()
	return r.found
}

// copy writes a part of the text.
func (r *relaxer) copy(from, to int) {
	r.account(from, to-from, 1)
	if r.wanted < 0 {
		r.out = append(r.out, r.text[from:to]...)
	}
}

// say writes JSON that replaces the text at a place.
func (r *relaxer) say(at int, json string) {
	r.account(at, len(json), 0)
	if r.wanted < 0 {
		r.out = append(r.out, json...)
	}
}

// account notes the place of what is wanted if it is in the next bytes.
func (r *relaxer) account(at, length, step int) {
	if r.wanted >= r.written && r.wanted < r.written+length {
		r.found = at + step*(r.wanted-r.written)
	}
	r.written += length
}

func (r *relaxer) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

// fault returns the fault at a place.
func (r *relaxer) fault(kind FaultKind, at int, expected string) *Fault {
	return &Fault{Kind: kind, At: at, Expected: expected}
}

func (r *relaxer) run() *Fault {
	for r.at < len(r.text) {
		first := r.text[r.at]
		if spaces, err := r.spaces(); err != nil {
			return err
		} else if spaces {
			continue
		}
		if err := r.settle(first); err != nil {
			return err
		}
		var err *Fault
		switch {
		case first == '{' || first == '[' || first == ':':
			r.mark(false)
		case first == '}' || first == ']':
			r.mark(true)
		case first == ',' && r.ended:
			r.comma = r.at
			r.at++
			r.ended = false
		case first == ',':
			r.mark(false)
		case first == '"' || first == '\'':
			err = r.string(first)
		case first == '+' || first == '-' || first == '.' || IsDigit(first):
			err = r.number()
		default:
			err = r.name()
		}
		if err != nil {
			return err
		}
	}
	return r.settle(' ')
}

// mark takes a token of one byte.
func (r *relaxer) mark(ended bool) {
	r.at++
	r.ended = ended
	r.copy(r.at-1, r.at)
}

// spaces skips white space and comments, which become one space.
func (r *relaxer) spaces() (bool, *Fault) {
	begin := r.at
	for r.at < len(r.text) {
		c, size := utf8.DecodeRuneInString(r.text[r.at:])
		if c == '/' {
			if err := r.comment(); err != nil {
				return false, err
			}
			continue
		}
		if !isSpace(c) {
			break
		}
		r.at += size
	}
	if r.at == begin {
		return false, nil
	}
	r.space = begin
	return true, nil
}

func (r *relaxer) comment() *Fault {
	rest := r.text[r.at:]
	switch {
	case strings.HasPrefix(rest, "//"):
		if length := strings.IndexFunc(rest, isLineEnd); length >= 0 {
			r.at += length
		} else {
			r.at = len(r.text)
		}
	case strings.HasPrefix(rest, "/*"):
		length := strings.Index(rest[2:], "*/")
		if length < 0 {
			return r.fault(Cut, len(r.text), "the end of a comment")
		}
		r.at += length + 4
	default:
		return r.fault(Misplaced, r.at, "a value, a name or a comment")
	}
	return nil
}

// settle writes the token whose meaning depends on the next one, which begins so.
func (r *relaxer) settle(next byte) *Fault {
	if comma := r.comma; comma >= 0 {
		r.comma = -1
		if next != ']' && next != '}' {
			r.copy(comma, comma+1)
		}
	}
	if begin := r.word; begin >= 0 {
		r.word = -1
		word := r.text[begin:r.wordEnd]
		if point := strings.IndexByte(word, '.'); next == ':' && point >= 0 {
			return r.fault(Misplaced, begin+point, "the end of the name")
		}
		if next != ':' && (word == "true" || word == "false" || word == "null") {
			r.copy(begin, r.wordEnd)
		} else {
			r.quoted(begin, r.wordEnd)
		}
	}
	if space := r.space; space >= 0 {
		r.space = -1
		r.say(space, " ")
	}
	return nil
}

// quoted writes a part of the text as a string. Its escapes are those of JSON.
func (r *relaxer) quoted(from, to int) {
	r.say(from, `"`)
	r.copy(from, to)
	r.say(from, `"`)
}

// name takes a name, or a value that is a word.
func (r *relaxer) name() *Fault {
	begin := r.at
	for r.at < len(r.text) {
		c, size := utf8.DecodeRuneInString(r.text[r.at:])
		inside := r.at > begin
		if c == '\\' {
			code, ok := r.hex(r.at+2, 4)
			if !ok || !strings.HasPrefix(r.text[r.at:], `\u`) || !isLetter(rune(code)) && !(inside && isInside(rune(code))) {
				return r.fault(BadEscape, r.at, "a letter of a name, as \\u and four hexadecimal digits")
			}
			size = 6
		} else if !isLetter(c) && !(inside && (c == '.' || isInside(c))) {
			break
		}
		r.at += size
	}
	if r.at == begin {
		return r.fault(Misplaced, begin, "a value, a name or a comment")
	}
	// A sign may be left out of the JSON. Then digits would run into the word.
	if c := r.peek(); c == '+' || c == '-' || c == '.' {
		return r.fault(Misplaced, r.at, "the end of the name or word")
	}
	r.word, r.wordEnd = begin, r.at
	r.ended = true
	return nil
}

// hex returns the number of so many hexadecimal digits at a place.
func (r *relaxer) hex(at, count int) (int, bool) {
	if at+count > len(r.text) {
		return 0, false
	}
	n := 0
	for _, c := range []byte(r.text[at : at+count]) {
		digit, ok := hexDigit(c)
		if !ok {
			return 0, false
		}
		n = n<<4 | digit
	}
	return n, true
}

// number takes a number, from its sign on.
func (r *relaxer) number() *Fault {
	begin := r.at
	sign := r.peek()
	if sign == '+' || sign == '-' {
		r.at++
		if c, _ := utf8.DecodeRuneInString(r.text[r.at:]); isLetter(c) {
			return r.notFinite(begin)
		}
		if sign == '-' {
			r.copy(begin, r.at)
		}
	}
	rest := r.text[r.at:]
	err := (*Fault)(nil)
	if strings.HasPrefix(rest, "0x") || strings.HasPrefix(rest, "0X") {
		err = r.hexadecimal()
	} else {
		err = r.decimal()
	}
	if err != nil {
		return err
	}
	if r.at < len(r.text) {
		c, _ := utf8.DecodeRuneInString(r.text[r.at:])
		if !strings.ContainsRune(",]}:/", c) && !isSpace(c) {
			return r.fault(BadNumber, r.at, "the end of the number")
		}
	}
	r.ended = true
	return nil
}

// notFinite takes a word behind a sign.
func (r *relaxer) notFinite(begin int) *Fault {
	end := r.at
	for end < len(r.text) {
		c, size := utf8.DecodeRuneInString(r.text[end:])
		if !isLetter(c) && !isInside(c) {
			break
		}
		end += size
	}
	switch strings.ToLower(r.text[r.at:end]) {
	case "inf", "infinity", "nan":
		r.at = end
		r.ended = true
		r.quoted(begin, end)
		return nil
	}
	return r.fault(Misplaced, r.at, "a value")
}

func (r *relaxer) digits() bool {
	begin := r.at
	for IsDigit(r.peek()) {
		r.at++
	}
	r.copy(begin, r.at)
	return r.at > begin
}

func (r *relaxer) noDigit() *Fault {
	if r.at >= len(r.text) {
		return r.fault(Cut, len(r.text), "a digit")
	}
	return r.fault(BadNumber, r.at, "a digit")
}

func (r *relaxer) decimal() *Fault {
	begin := r.at
	whole := r.digits()
	if r.peek() == '.' {
		if !whole {
			r.say(begin, "0")
		}
		r.at++
		r.copy(r.at-1, r.at)
		if !r.digits() {
			if !whole {
				return r.noDigit()
			}
			r.say(r.at-1, "0")
		}
	} else if !whole {
		return r.noDigit()
	}
	if c := r.peek(); c == 'e' || c == 'E' {
		begin := r.at
		r.at++
		if c := r.peek(); c == '+' || c == '-' {
			r.at++
		}
		r.copy(begin, r.at)
		if !r.digits() {
			return r.noDigit()
		}
	}
	return nil
}

func (r *relaxer) hexadecimal() *Fault {
	begin := r.at
	r.at += 2
	from := r.at
	for r.at < len(r.text) {
		if !isHex(r.text[r.at]) {
			break
		}
		r.at++
	}
	digits := strings.TrimLeft(r.text[from:r.at], "0")
	switch {
	case r.at == from:
		return r.noDigit()
	case len(digits) > 32:
		return r.fault(TooLarge, begin, "a hexadecimal integer of at most 128 bits")
	}
	n, _ := new(big.Int).SetString("0"+digits, 16)
	r.say(begin, n.String())
	return nil
}

// string takes a string, from its quote on.
func (r *relaxer) string(quote byte) *Fault {
	r.say(r.at, `"`)
	r.at++
	for {
		clean := r.at
		for r.at < len(r.text) && r.text[r.at] >= ' ' && !strings.ContainsRune(`"'\`, rune(r.text[r.at])) {
			r.at++
		}
		r.copy(clean, r.at)
		if r.at >= len(r.text) {
			return r.fault(Cut, len(r.text), "the closing quote of a string")
		}
		switch c := r.text[r.at]; {
		case c == quote:
			r.say(r.at, `"`)
			r.at++
			r.ended = true
			return nil
		case c == '"':
			r.instead(1, `\"`)
		case c == '\'':
			r.instead(1, "'")
		case c == '\\':
			if err := r.escape(); err != nil {
				return err
			}
		case c == '\n' || c == '\r':
			return r.fault(Control, r.at, "no line break in a string")
		default:
			r.instead(1, control(c))
		}
	}
}

// instead replaces bytes of the text.
func (r *relaxer) instead(length int, json string) {
	r.say(r.at, json)
	r.at += length
}

// control returns the escape of a control character.
func control(c byte) string {
	const digits = "0123456789abcdef"
	return `\u00` + string([]byte{digits[c>>4], digits[c&15]})
}

// escape takes an escape, from its backslash on.
func (r *relaxer) escape() *Fault {
	rest := r.text[r.at+1:]
	c, size := utf8.DecodeRuneInString(rest)
	switch {
	case size == 0:
		return r.fault(Cut, len(r.text), "the closing quote of a string")
	case strings.ContainsRune(`"\/bfnrt`, c):
		r.at += 2
		r.copy(r.at-2, r.at)
	case c == 'u':
		// The reader of the JSON checks whether it is half of a character.
		if _, ok := r.hex(r.at+2, 4); !ok {
			return r.badEscape()
		}
		r.at += 6
		r.copy(r.at-6, r.at)
	case c == 'v':
		r.instead(2, control('\v'))
	case c == '0' && !(len(rest) > 1 && IsDigit(rest[1])):
		r.instead(2, control(0))
	case c == 'x':
		code, ok := r.hex(r.at+2, 2)
		if !ok {
			return r.badEscape()
		}
		r.instead(4, control(byte(code)))
	case IsDigit(byte(c)) && c < utf8.RuneSelf:
		return r.badEscape()
	case strings.HasPrefix(rest, "\r\n"):
		r.instead(3, "")
	case isLineEnd(c):
		r.instead(1+size, "")
	case c < ' ':
		r.instead(2, control(byte(c)))
	default:
		// Any other character is itself.
		r.at += 1 + size
		r.copy(r.at-size, r.at)
	}
	return nil
}

func (r *relaxer) badEscape() *Fault {
	return r.fault(BadEscape, r.at, "an escape of JSON5")
}

func isLineEnd(c rune) bool { return c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029' }

// isSpace returns whether this is white space of ECMAScript, which has no NEL,
// and has the byte order mark.
func isSpace(c rune) bool { return c == '\ufeff' || c != '\u0085' && unicode.IsSpace(c) }

// isLetter returns whether a name may begin with this character.
func isLetter(c rune) bool {
	if c < utf8.RuneSelf {
		return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '$' || c == '_'
	}
	return unicode.In(c, unicode.L, unicode.Nl, unicode.Other_ID_Start) && !unicode.In(c, unicode.Pattern_Syntax)
}

// isInside returns whether a name may go on with this character.
func isInside(c rune) bool {
	return isLetter(c) || unicode.In(c, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc, unicode.Other_ID_Continue) || c == '\u200c' || c == '\u200d'
}

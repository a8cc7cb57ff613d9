package flatbuffers

import (
	"fmt"
	"iter"
	"math"
	"math/big"
	"strconv"
	"strings"

	jsontext "example.invalid/varvel/bindings/go/internal/text"
)

// phrase says what a scalar of this field looks like.
func phrase(f *Field) string {
	switch {
	case f.Enum != 0:
		return "a name or a number of the enum"
	case f.Kind == KindBool:
		return "a boolean"
	case f.Kind.isInteger():
		return "an integer"
	}
	return "a number"
}

var ranges = [...]string{
	"0 or 1", "an integer that fits byte", "an integer that fits ubyte", "an integer that fits short",
	"an integer that fits ushort", "an integer that fits int", "an integer that fits uint",
	"an integer that fits long", "an integer that fits ulong", "a number that float can hold",
	"a number that double can hold",
}

// outOfRange is the fault of a number that its field cannot hold.
func outOfRange(kind Kind, text string) *Error {
	return &Error{Kind: NumberOutOfRange, Offset: -1, Expected: ranges[kind], Found: fmt.Sprintf("%.40s", text)}
}

// scalar reads a scalar, and returns its bits.
func (r *reader) scalar(f *Field) (uint64, *Error) {
	c := r.peek()
	start := r.at
	value, err := r.scalarAt(f, c)
	if err != nil && err.Offset < 0 {
		err.Offset = start
	}
	return value, err
}

func (r *reader) scalarAt(f *Field, c byte) (uint64, *Error) {
	switch {
	case c == '"':
		text, err := r.string()
		if err != nil {
			return 0, err
		}
		return r.schema.textBits(f, string(text))
	case r.literal("true"):
		return boolean(f, 1)
	case r.literal("false"):
		return boolean(f, 0)
	case f.Kind == KindBool && r.atBoolean():
		// It would be the value, but the word goes on.
		if err := r.skip(); err != nil {
			return 0, err
		}
		return 0, r.fault(TypeMismatch, phrase(f))
	case c != '-' && !isDigit(c):
		return 0, r.wrong(phrase(f))
	}
	number, err := r.number()
	if err != nil {
		return 0, err
	}
	switch {
	case f.Kind == KindFloat32 || f.Kind == KindFloat64:
		return decimal(string(number), f.Kind)
	case f.Kind == KindBool && string(number) != "0" && string(number) != "1", !isInteger(number), isNegativeZero(number):
		return 0, &Error{Kind: TypeMismatch, Offset: -1, Expected: phrase(f), Found: "a number"}
	}
	return integer(string(number), f.Kind)
}

// isNegativeZero returns whether a number is a zero with a sign, which only floats have.
func isNegativeZero(number []byte) bool {
	return string(number) == "-0"
}

func boolean(f *Field, bit uint64) (uint64, *Error) {
	if f.Kind != KindBool {
		return 0, &Error{Kind: TypeMismatch, Offset: -1, Expected: phrase(f), Found: "a boolean"}
	}
	return bit, nil
}

// decimal returns the bits of the float that is nearest to a number.
func decimal(text string, kind Kind) (uint64, *Error) {
	if kind == KindFloat32 {
		if near, err := strconv.ParseFloat(text, 32); err == nil {
			return uint64(math.Float32bits(float32(near))), nil
		}
	} else if near, err := strconv.ParseFloat(text, 64); err == nil {
		return math.Float64bits(near), nil
	}
	return 0, outOfRange(kind, text)
}

// integer returns the bits of an integer, if it fits.
func integer(text string, kind Kind) (uint64, *Error) {
	size := 8 * kind.size()
	switch {
	case text == "-0":
		return 0, nil
	case kind == KindBool:
		if text == "0" || text == "1" {
			return uint64(text[0] - '0'), nil
		}
	case kind.isSigned():
		if value, err := strconv.ParseInt(text, 10, size); err == nil {
			return uint64(value) & kind.mask(), nil
		}
	default:
		if value, err := strconv.ParseUint(text, 10, size); err == nil {
			return value, nil
		}
	}
	return 0, outOfRange(kind, text)
}

// hexadecimal reads an integer such as 0x1F, which flatc accepts in strings.
func hexadecimal(text string) (*big.Int, bool) {
	rest := strings.TrimPrefix(text, "-")
	digits, ok := strings.CutPrefix(rest, "0x")
	if !ok {
		if digits, ok = strings.CutPrefix(rest, "0X"); !ok {
			return nil, false
		}
	}
	for at := range len(digits) {
		c := digits[at] | 0x20
		if !isDigit(digits[at]) && (c < 'a' || c > 'f') {
			return nil, false
		}
	}
	// An integer of more than 127 bits is none.
	value, ok := new(big.Int).SetString(digits, 16)
	if !ok || value.BitLen() > 127 {
		return nil, false
	}
	if len(rest) != len(text) {
		value.Neg(value)
	}
	return value, true
}

// textBits returns the bits of a scalar that came as a string.
func (s *Schema) textBits(f *Field, text string) (uint64, *Error) {
	mismatch := func() (uint64, *Error) {
		return 0, &Error{Kind: TypeMismatch, Offset: -1, Expected: phrase(f), Found: "a string"}
	}
	if f.Hash != NoHash {
		return hashed(text, f.Hash), nil
	}
	isNumber := jsontext.IsNumber(text)
	isFloat := f.Kind == KindFloat32 || f.Kind == KindFloat64
	if f.Kind.isInteger() {
		if value, ok := hexadecimal(text); ok {
			return integer(value.String(), f.Kind)
		}
	}
	switch {
	case f.Enum != 0 && !isNumber:
		return s.symbols(text, f.Enum-1)
	case isFloat && isNumber:
		return decimal(text, f.Kind)
	case isFloat:
		if value, ok := special(text); ok {
			if f.Kind == KindFloat32 {
				return uint64(math.Float32bits(float32(value))), nil
			}
			return math.Float64bits(value), nil
		}
		return mismatch()
	case f.Kind == KindBool && (text == "true" || text == "false"):
		if text == "true" {
			return 1, nil
		}
		return 0, nil
	case isNumber && isInteger(text):
		return integer(text, f.Kind)
	}
	value, ok := s.named(text)
	if !ok || !f.Kind.isInteger() {
		return mismatch()
	}
	return integer(value, f.Kind)
}

// special reads inf and nan, as flatc writes them, and the words of JSON5.
func special(text string) (float64, bool) {
	word, negative := strings.CutPrefix(text, "-")
	if !negative {
		word = strings.TrimPrefix(text, "+")
	}
	switch word {
	case "inf", "infinity", "Infinity":
		if negative {
			return math.Inf(-1), true
		}
		return math.Inf(1), true
	case "nan", "NaN":
		// The sign of NaN means nothing.
		return math.Float64frombits(0x7FF8 << 48), true
	}
	return 0, false
}

// hashed returns the hash of a text. Hashes of 16 bits are folded from 32.
func hashed(text string, hash Hash) uint64 {
	xorFirst := hash == Fnv1ax16 || hash == Fnv1ax32 || hash == Fnv1ax64
	if hash == Fnv1x64 || hash == Fnv1ax64 {
		// The initial value of flatc; that of the authors ends in 2325.
		wide := uint64(0xCBF29CE484222645)
		for at := range len(text) {
			if xorFirst {
				wide = (wide ^ uint64(text[at])) * 0x100000001B3
			} else {
				wide = wide*0x100000001B3 ^ uint64(text[at])
			}
		}
		return wide
	}
	narrow := uint32(0x811C9DC5)
	for at := range len(text) {
		if xorFirst {
			narrow = (narrow ^ uint32(text[at])) * 0x01000193
		} else {
			narrow = narrow*0x01000193 ^ uint32(text[at])
		}
	}
	if hash == Fnv1x16 || hash == Fnv1ax16 {
		return uint64(narrow>>16 ^ narrow&0xFFFF)
	}
	return uint64(narrow)
}

// words returns the parts of a text between white space of ASCII.
func words(text string) iter.Seq[string] {
	const space = " \t\n\f\r"
	return func(yield func(string) bool) {
		for {
			text = strings.TrimLeft(text, space)
			end := strings.IndexAny(text, space)
			if end < 0 {
				end = len(text)
			}
			if end == 0 || !yield(text[:end]) {
				return
			}
			text = text[end:]
		}
	}
}

// unqualified returns the rest after the name of a type and a dot, if the text
// begins so.
func unqualified(text, of string) string {
	at := strings.LastIndexByte(text, '.')
	if at < 0 {
		return text
	}
	if before := text[:at]; before == of || before == of[strings.LastIndexByte(of, '.')+1:] {
		return text[at+1:]
	}
	return text
}

// symbols returns the bits of a name of an enum, or of the names of flags.
func (s *Schema) symbols(text string, enum int) (uint64, *Error) {
	e := &s.Enums[enum]
	places := s.index().symbols[enum]
	unknown := func(name string) (uint64, *Error) {
		return 0, &Error{Kind: UnknownVariant, Offset: -1, Expected: "a name of the enum " + e.Name, Found: fmt.Sprintf("%.40q", name)}
	}
	if at, ok := places[text]; ok {
		return uint64(e.Symbols[at].Value) & e.Kind.mask(), nil
	}
	value, count := int64(0), 0
	for name := range words(text) {
		count++
		at, ok := places[unqualified(name, e.Name)]
		if !ok {
			return unknown(name)
		}
		value |= e.Symbols[at].Value
	}
	if count == 0 || count > 1 && !e.Flags {
		return unknown(text)
	}
	return uint64(value) & e.Kind.mask(), nil
}

// named returns the value of a name of any enum with the enum's name before it,
// for an integer field without an enum. Several names are flags of one enum.
func (s *Schema) named(text string) (string, bool) {
	enum, found := -1, int64(0)
	for word := range words(text) {
		at := strings.LastIndexByte(word, '.')
		if at < 0 {
			return "", false
		}
		index := s.enumNamed(word[:at])
		if index < 0 {
			return "", false
		}
		symbol, ok := s.index().symbols[index][word[at+1:]]
		if !ok {
			return "", false
		}
		value := s.Enums[index].Symbols[symbol].Value
		switch {
		case enum < 0:
			enum, found = index, value
		case enum == index && s.Enums[index].Flags:
			found |= value
		default:
			return "", false
		}
	}
	switch {
	case enum < 0:
		return "", false
	case s.Enums[enum].Kind.isSigned():
		return strconv.FormatInt(found, 10), true
	}
	return strconv.FormatUint(uint64(found), 10), true
}

// enumNamed returns the enum with this full name, or the only one whose name
// ends with it, or -1.
func (s *Schema) enumNamed(name string) int {
	near := -1
	for index := range s.Enums {
		switch full := s.Enums[index].Name; {
		case full == name:
			return index
		case !strings.HasSuffix(full, "."+name):
		case near >= 0:
			near = len(s.Enums)
		default:
			near = index
		}
	}
	if near == len(s.Enums) {
		return -1
	}
	return near
}

// tag reads the tag of a union, and returns its bits.
func (r *reader) tag(union int) (uint64, *Error) {
	u := &r.schema.Unions[union]
	c := r.peek()
	start := r.at
	var name []byte
	switch {
	case c == '"':
		text, err := r.string()
		if err != nil {
			return 0, err
		}
		name = text
	case c != '-' && !isDigit(c):
		return 0, r.wrong("a name or a tag of the union")
	default:
		number, err := r.number()
		if err != nil {
			return 0, err
		}
		if !isInteger(number) || isNegativeZero(number) {
			return 0, &Error{Kind: TypeMismatch, Offset: start, Expected: "a name or a tag of the union", Found: "a number"}
		}
		value, err := integer(string(number), u.Tag)
		if err == nil && value != 0 && r.schema.member(union, u.Tag.signed(value)) == nil {
			err = &Error{Kind: UnknownVariant, Expected: "a tag that the union has", Found: string(number)}
		}
		if err != nil {
			err.Offset = start
		}
		return value, err
	}
	short := unqualified(string(name), u.Name)
	if at, ok := r.names.members[union][short]; ok {
		return uint64(u.Members[at].Tag) & u.Tag.mask(), nil
	}
	if short == "NONE" {
		return 0, nil
	}
	return 0, &Error{Kind: UnknownVariant, Offset: start, Expected: "a member of the union " + u.Name, Found: fmt.Sprintf("%.40q", name)}
}

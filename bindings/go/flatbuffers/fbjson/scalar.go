package fbjson

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"example.invalid/varvel/bindings/go/flatbuffers"
	jsontext "example.invalid/varvel/bindings/go/internal/text"
)

// phrase says what a scalar of this field looks like.
func phrase(f *flatbuffers.Field) string {
	switch {
	case f.Enum != 0:
		return "a name or a number of the enum"
	case f.Kind == flatbuffers.KindBool:
		return "a boolean"
	case f.Kind.IsInteger():
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
func outOfRange(kind flatbuffers.Kind, text string) *flatbuffers.Error {
	return &flatbuffers.Error{Kind: flatbuffers.NumberOutOfRange, Offset: -1, Expected: ranges[kind], Found: fmt.Sprintf("%.40s", text)}
}

// scalar reads a scalar, and returns its bits.
func (r *reader) scalar(f *flatbuffers.Field) (uint64, *flatbuffers.Error) {
	c := r.Peek()
	start := r.At
	value, err := r.scalarAt(f, c)
	if err != nil && err.Offset < 0 {
		err.Offset = start
	}
	return value, err
}

func (r *reader) scalarAt(f *flatbuffers.Field, c byte) (uint64, *flatbuffers.Error) {
	switch {
	case c == '"':
		text, err := r.string()
		if err != nil {
			return 0, err
		}
		return r.textBits(f, string(text))
	case r.Take("true"):
		return boolean(f, 1)
	case r.Take("false"):
		return boolean(f, 0)
	case f.Kind == flatbuffers.KindBool && (c == 't' || c == 'f') && r.Word() != "":
		// It would be the value, but the word goes on.
		if err := r.skip(); err != nil {
			return 0, err
		}
		return 0, r.fault(flatbuffers.TypeMismatch, phrase(f))
	case c != '-' && !jsontext.IsDigit(c):
		return 0, r.wrong(phrase(f))
	}
	number, err := r.number()
	if err != nil {
		return 0, err
	}
	switch {
	case f.Kind == flatbuffers.KindFloat32 || f.Kind == flatbuffers.KindFloat64:
		return decimal(string(number), f.Kind)
	case f.Kind == flatbuffers.KindBool && string(number) != "0" && string(number) != "1", !jsontext.IsInteger(number), isNegativeZero(number):
		return 0, &flatbuffers.Error{Kind: flatbuffers.TypeMismatch, Offset: -1, Expected: phrase(f), Found: "a number"}
	}
	return integer(string(number), f.Kind)
}

// isNegativeZero returns whether a number is a zero with a sign, which only floats have.
func isNegativeZero(number []byte) bool {
	return string(number) == "-0"
}

func boolean(f *flatbuffers.Field, bit uint64) (uint64, *flatbuffers.Error) {
	if f.Kind != flatbuffers.KindBool {
		return 0, &flatbuffers.Error{Kind: flatbuffers.TypeMismatch, Offset: -1, Expected: phrase(f), Found: "a boolean"}
	}
	return bit, nil
}

// decimal returns the bits of the float that is nearest to a number.
func decimal(text string, kind flatbuffers.Kind) (uint64, *flatbuffers.Error) {
	if kind == flatbuffers.KindFloat32 {
		if near, err := strconv.ParseFloat(text, 32); err == nil {
			return uint64(math.Float32bits(float32(near))), nil
		}
	} else if near, err := strconv.ParseFloat(text, 64); err == nil {
		return math.Float64bits(near), nil
	}
	return 0, outOfRange(kind, text)
}

// integer returns the bits of an integer, if it fits.
func integer(text string, kind flatbuffers.Kind) (uint64, *flatbuffers.Error) {
	size := 8 * kind.Size()
	switch {
	case text == "-0":
		return 0, nil
	case kind == flatbuffers.KindBool:
		if text == "0" || text == "1" {
			return uint64(text[0] - '0'), nil
		}
	case kind.IsSigned():
		if value, err := strconv.ParseInt(text, 10, size); err == nil {
			return uint64(value) & kind.Mask(), nil
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
		if !jsontext.IsDigit(digits[at]) && (c < 'a' || c > 'f') {
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
func (r *reader) textBits(f *flatbuffers.Field, text string) (uint64, *flatbuffers.Error) {
	mismatch := func() (uint64, *flatbuffers.Error) {
		return 0, &flatbuffers.Error{Kind: flatbuffers.TypeMismatch, Offset: -1, Expected: phrase(f), Found: "a string"}
	}
	if f.Hash != flatbuffers.NoHash {
		return hashed(text, f.Hash), nil
	}
	isNumber := jsontext.IsNumber(text)
	isFloat := f.Kind == flatbuffers.KindFloat32 || f.Kind == flatbuffers.KindFloat64
	if f.Kind.IsInteger() {
		if value, ok := hexadecimal(text); ok {
			return integer(value.String(), f.Kind)
		}
	}
	switch {
	case f.Enum != 0 && !isNumber:
		bits, unknown, ok := r.schema.EnumBits(f.Enum-1, text)
		if !ok {
			return 0, &flatbuffers.Error{Kind: flatbuffers.UnknownVariant, Offset: -1, Expected: "a name of the enum " + r.schema.Enums[f.Enum-1].Name, Found: fmt.Sprintf("%.40q", unknown)}
		}
		return bits, nil
	case isFloat && isNumber:
		return decimal(text, f.Kind)
	case isFloat:
		if value, ok := special(text); ok {
			if f.Kind == flatbuffers.KindFloat32 {
				return uint64(math.Float32bits(float32(value))), nil
			}
			return math.Float64bits(value), nil
		}
		return mismatch()
	case f.Kind == flatbuffers.KindBool && (text == "true" || text == "false"):
		if text == "true" {
			return 1, nil
		}
		return 0, nil
	case isNumber && jsontext.IsInteger(text):
		return integer(text, f.Kind)
	}
	value, ok := r.schema.AnyEnumNumber(text)
	if !ok || !f.Kind.IsInteger() {
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
func hashed(text string, hash flatbuffers.Hash) uint64 {
	xorFirst := hash == flatbuffers.Fnv1ax16 || hash == flatbuffers.Fnv1ax32 || hash == flatbuffers.Fnv1ax64
	if hash == flatbuffers.Fnv1x64 || hash == flatbuffers.Fnv1ax64 {
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
	if hash == flatbuffers.Fnv1x16 || hash == flatbuffers.Fnv1ax16 {
		return uint64(narrow>>16 ^ narrow&0xFFFF)
	}
	return uint64(narrow)
}

// tag reads the tag of a union, and returns its bits.
func (r *reader) tag(union int) (uint64, *flatbuffers.Error) {
	u := &r.schema.Unions[union]
	c := r.Peek()
	start := r.At
	var name []byte
	switch {
	case c == '"':
		text, err := r.string()
		if err != nil {
			return 0, err
		}
		name = text
	case c != '-' && !jsontext.IsDigit(c):
		return 0, r.wrong("a name or a tag of the union")
	default:
		number, err := r.number()
		if err != nil {
			return 0, err
		}
		if !jsontext.IsInteger(number) || isNegativeZero(number) {
			return 0, &flatbuffers.Error{Kind: flatbuffers.TypeMismatch, Offset: start, Expected: "a name or a tag of the union", Found: "a number"}
		}
		value, err := integer(string(number), u.Tag)
		if err == nil && value != 0 && r.schema.Member(union, u.Tag.Signed(value)) == nil {
			err = &flatbuffers.Error{Kind: flatbuffers.UnknownVariant, Expected: "a tag that the union has", Found: string(number)}
		}
		if err != nil {
			err.Offset = start
		}
		return value, err
	}
	if tag, ok := r.schema.TagNamed(union, string(name)); ok {
		return uint64(tag) & u.Tag.Mask(), nil
	}
	return 0, &flatbuffers.Error{Kind: flatbuffers.UnknownVariant, Offset: start, Expected: "a member of the union " + u.Name, Found: fmt.Sprintf("%.40q", name)}
}

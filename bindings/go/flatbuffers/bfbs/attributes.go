package bfbs

import (
	"math/bits"
	"strconv"
	"strings"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/bfbs/internal/reflection"
)

// textDefault is the attribute that has the default of a string, for which the
// format has no place.
const textDefault = "varvel_default"

// charsMark is the attribute of an array of bytes that is text: char in the schema.
const charsMark = "varvel_char"

// mostAlign is the greatest alignment that a schema can ask for.
const mostAlign = 32

// form says how the value of an attribute is written.
type form uint8

const (
	noValue form = iota
	number
	quoted
)

type attribute struct {
	value string
	form  form
}

// attributes are the attributes of a definition, a field or a value, by their
// names.
type attributes map[string]attribute

func (a attributes) has(name string) bool {
	_, ok := a[name]
	return ok
}

// needs says which values the attributes of the language have. Others may have
// any.
var needs = map[string]func(form) bool{
	"base64": none, "base64url": none, "bit_flags": none, "deprecated": none, "flexbuffer": none, "key": none,
	"offset64": none, "original_order": none, "primary_key": none, "required": none, "shared": none, "sorted": none, "vector64": none,
	"hash": isText, "nested_flatbuffer": isText,
	"force_align": isAny, "id": isAny,
	textDefault: nowhere, charsMark: nowhere,
}

func none(f form) bool    { return f == noValue }
func isText(f form) bool  { return f == quoted }
func isAny(f form) bool   { return f != noValue }
func nowhere(form) bool   { return false }
func isDigit(c rune) bool { return '0' <= c && c <= '9' }

// read reads an attribute. A value of "0" stands for no value.
func readAttribute(said reflection.KeyValue) attribute {
	value := "0"
	if said.HasValue() {
		value = strings.Clone(said.Value())
	}
	digits := strings.TrimPrefix(value, "-")
	isNumber := digits != "" && strings.TrimLeftFunc(digits, isDigit) == ""
	switch {
	case !isNumber:
		return attribute{value, quoted}
	case value == "0" && said.Key() != "id":
		return attribute{}
	}
	return attribute{value, number}
}

// readAttributes reads and checks attributes.
func readAttributes(said flatbuffers.Tables[reflection.KeyValue]) (attributes, fault) {
	var all attributes
	for _, pair := range said.All() {
		if err := all.add(pair); err != nil {
			return nil, inside(err, ".attributes"+step(pair.Key()))
		}
	}
	return all, nil
}

func (a *attributes) add(pair reflection.KeyValue) fault {
	name := pair.Key()
	if err := checkName(name); err != nil {
		return err
	}
	if a.has(name) {
		return refused("each attribute once", name)
	}
	read := readAttribute(pair)
	if allowed, ok := needs[name]; ok && !allowed(read.form) {
		return refused("an attribute with such a value", read.value)
	}
	if *a == nil {
		*a = attributes{}
	}
	(*a)[strings.Clone(name)] = read
	return nil
}

// readInteger reads an integer as schemas have it: decimal or hexadecimal, with or
// without a sign.
func readInteger(text string) (int64, bool) {
	digits := strings.TrimLeft(text, "+-")
	if len(text)-len(digits) > 1 {
		return 0, false
	}
	base := 10
	if len(digits) > 2 && digits[0] == '0' && digits[1]|0x20 == 'x' {
		digits, base = digits[2:], 16
	}
	if strings.ContainsAny(digits, "+-_") {
		return 0, false
	}
	value, err := strconv.ParseInt(digits, base, 64)
	if strings.HasPrefix(text, "-") {
		value = -value
	}
	return value, err == nil
}

// align returns the alignment that is asked for: at least that which is needed, or
// what is wrong with it.
func (a attributes) align(least uint32) (uint32, bool, fault) {
	said, ok := a["force_align"]
	if !ok {
		return least, false, nil
	}
	value, ok := readInteger(said.value)
	if !ok || value < int64(least) || value > mostAlign || bits.OnesCount64(uint64(value)) != 1 {
		expected := "an alignment that is a power of two, from " + strconv.Itoa(int(least)) + " to " + strconv.Itoa(mostAlign)
		return 0, true, inside(refused(expected, said.value), ".attributes.force_align")
	}
	return uint32(value), true, nil
}

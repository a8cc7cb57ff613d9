package flatbuffers

import (
	"cmp"
	"iter"
	"strconv"
	"strings"
)

// EnumName returns the name of a number of the enum with this number in the
// schema. Flags are joined by spaces. It returns false if there is no name.
func (s *Schema) EnumName(enum int, value int64) (string, bool) {
	e := &s.Enums[enum]
	if at := e.find(value); at >= 0 {
		return e.Symbols[at].Name, true
	}
	if !e.Flags || value == 0 {
		return "", false
	}
	names, found := "", int64(0)
	for _, symbol := range e.Symbols {
		if symbol.Value&value != 0 {
			found |= symbol.Value
			if names != "" {
				names += " "
			}
			names += symbol.Name
		}
	}
	return names, found == value
}

// EnumNumber returns the number of a name of the enum with this number in the
// schema, or of names of flags that are joined by spaces, as JSON has them. It
// returns false if the enum has no such name.
func (s *Schema) EnumNumber(enum int, name string) (int64, bool) {
	if at, ok := s.index().symbols[enum][name]; ok {
		return s.Enums[enum].Symbols[at].Value, true
	}
	if !s.Enums[enum].Flags {
		return 0, false
	}
	bits, _, ok := s.EnumBits(enum, name)
	return s.Enums[enum].Kind.Signed(bits), ok
}

// EnumValues returns the named values of the enum with this number in the
// schema, by increasing number.
func EnumValues[E Number](s *Schema, enum int) []E {
	values := make([]E, len(s.Enums[enum].Symbols))
	for at, symbol := range s.Enums[enum].Symbols {
		values[at] = E(symbol.Value)
	}
	return values
}

// find returns the place of a number among the symbols, or -1.
func (e *Enum) find(value int64) int {
	if value >= 0 && value < int64(len(e.Symbols)) && e.Symbols[value].Value == value {
		return int(value)
	}
	at, ok := search(len(e.Symbols), func(at int) int {
		if e.Kind.IsSigned() {
			return cmp.Compare(e.Symbols[at].Value, value)
		}
		return cmp.Compare(uint64(e.Symbols[at].Value), uint64(value))
	})
	if !ok {
		return -1
	}
	return at
}

// FieldNamed returns the number of the field with this name in an object.
func (s *Schema) FieldNamed(object int, name []byte) (id int, ok bool) {
	id, ok = s.index().fields[object][string(name)]
	return id, ok
}

// TagNamed returns the tag of the member with this name in a union, or of NONE. The
// name of the union may be before it, with a dot.
func (s *Schema) TagNamed(union int, name string) (tag int64, ok bool) {
	u := &s.Unions[union]
	short := unqualified(name, u.Name)
	if at, ok := s.index().members[union][short]; ok {
		return u.Members[at].Tag, true
	}
	return 0, short == "NONE"
}

// names are the places of names, for reading text.
type names struct {
	fields  []map[string]int
	members []map[string]int
	symbols []map[string]int
}

// index returns the places of names. They are made when they are first needed.
func (s *Schema) index() *names {
	s.once.Do(func() {
		n := &s.names
		for o := range s.Objects {
			n.fields = append(n.fields, places(s.Objects[o].Fields, func(f Field) string { return f.Name }))
		}
		for u := range s.Unions {
			n.members = append(n.members, places(s.Unions[u].Members, func(m Member) string { return m.Name }))
		}
		for e := range s.Enums {
			n.symbols = append(n.symbols, places(s.Enums[e].Symbols, func(s Symbol) string { return s.Name }))
		}
	})
	return &s.names
}

func places[T any](items []T, name func(T) string) map[string]int {
	all := make(map[string]int, len(items))
	for at, item := range items {
		if _, ok := all[name(item)]; !ok {
			all[name(item)] = at
		}
	}
	return all
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

// EnumBits returns the bits that a text stands for as the value of the enum with
// this number in the schema: one name, or for flags several with white space
// between them. The name of the enum may be before each, with a dot. If ok is
// false, unknown is the name that the enum does not have.
func (s *Schema) EnumBits(enum int, text string) (bits uint64, unknown string, ok bool) {
	e := &s.Enums[enum]
	places := s.index().symbols[enum]
	if at, ok := places[text]; ok {
		return uint64(e.Symbols[at].Value) & e.Kind.Mask(), "", true
	}
	value, count := int64(0), 0
	for name := range words(text) {
		count++
		at, ok := places[unqualified(name, e.Name)]
		if !ok {
			return 0, name, false
		}
		value |= e.Symbols[at].Value
	}
	if count == 0 || count > 1 && !e.Flags {
		return 0, text, false
	}
	return uint64(value) & e.Kind.Mask(), "", true
}

// AnyEnumNumber returns the digits of the number that names of any enum stand for,
// each with the name of its enum and a dot before it. Several names are flags of
// one enum.
func (s *Schema) AnyEnumNumber(text string) (digits string, ok bool) {
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
	case s.Enums[enum].Kind.IsSigned():
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

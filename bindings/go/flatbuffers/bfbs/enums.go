package bfbs

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"example.invalid/varvel/bindings/go/flatbuffers"
)

// byValue compares two numbers of a kind.
func byValue(kind flatbuffers.Kind, a, b int64) int {
	if kind == flatbuffers.KindUint64 {
		// The order of unsigned numbers.
		a, b = a^-1<<63, b^-1<<63
	}
	return cmp.Compare(a, b)
}

// readEnum reads the values of an enum, in their order.
func (r *reader) readEnum(at int) fault {
	said, of := r.enums[at].said, &r.schema.Enums[at]
	attributes, err := readAttributes(said.Attributes())
	if err != nil {
		return err
	}
	of.Flags = attributes.has("bit_flags")
	names := map[string]bool{}
	for _, value := range said.Values().All() {
		name := value.Name()
		_, err := readAttributes(value.Attributes())
		if err == nil {
			err = checkName(name)
		}
		if err == nil && names[name] {
			err = refused("each name once", name)
		}
		if err != nil {
			return inside(err, ".values"+step(name))
		}
		names[name] = true
		of.Symbols = append(of.Symbols, flatbuffers.Symbol{Name: strings.Clone(name), Value: value.Value()})
	}
	slices.SortStableFunc(of.Symbols, func(a, b flatbuffers.Symbol) int { return byValue(of.Kind, a.Value, b.Value) })
	return nil
}

// guessFlags marks enums as flags whose attributes were left out, if a default
// shows it: only a default of flags may be none of the values.
func (r *reader) guessFlags() {
	for number := range r.objects {
		of := &r.objects[number]
		for at := range of.fields {
			f := &of.fields[at]
			if f.typed.several != one || f.typed.enum == 0 || f.isOptional {
				continue
			}
			e := &r.schema.Enums[f.typed.enum-1]
			if !e.Flags && len(e.Symbols) != 0 && !hasValue(e, f.integer) && !slices.ContainsFunc(e.Symbols, isNoBit(e.Kind)) {
				e.Flags = true
			}
		}
	}
}

// isNoBit returns a test for numbers that are no single bit. The sign is none: of
// a negative number all bits before it are set, too.
func isNoBit(kind flatbuffers.Kind) func(flatbuffers.Symbol) bool {
	return func(s flatbuffers.Symbol) bool {
		return bits.OnesCount64(uint64(s.Value)) != 1 || s.Value < 0 && kind != flatbuffers.KindUint64
	}
}

// hasValue returns whether an enum names a number.
func hasValue(e *flatbuffers.Enum, value int64) bool {
	_, ok := slices.BinarySearchFunc(e.Symbols, value, func(s flatbuffers.Symbol, value int64) int {
		return byValue(e.Kind, s.Value, value)
	})
	return ok
}

// checkEnum checks the values of an enum. One without values has NONE.
func (r *reader) checkEnum(at int) fault {
	of := &r.schema.Enums[at]
	if len(of.Symbols) == 0 {
		none := flatbuffers.Symbol{Name: "NONE"}
		if of.Flags {
			none.Value = 1
		}
		of.Symbols = append(of.Symbols, none)
	}
	for at, symbol := range of.Symbols {
		var err fault
		switch {
		case at > 0 && of.Symbols[at-1].Value == symbol.Value:
			err = refused("each value once", symbol.Value)
		case of.Flags && !isFlag(of.Kind, symbol.Value), !fits(of.Kind, symbol.Value):
			err = refused("a value that its type can hold", symbol.Value)
		}
		if err != nil {
			return inside(err, ".values"+step(symbol.Name))
		}
	}
	return nil
}

// isFlag returns whether a number is a single bit of its type. The last bit of a
// signed one is its sign.
func isFlag(kind flatbuffers.Kind, value int64) bool {
	low, _ := bounds(kind)
	return bits.OnesCount64(uint64(value)) == 1 || low < 0 && value == low
}

// readUnion reads the members of a union.
func (r *reader) readUnion(at int) fault {
	said, of := r.unions[at].said, &r.schema.Unions[at]
	if _, err := readAttributes(said.Attributes()); err != nil {
		return err
	}
	names := map[string]bool{"NONE": true}
	for _, value := range said.Values().All() {
		name := value.Name()
		// NONE is implied.
		if value.Value() == 0 && name == "NONE" {
			continue
		}
		member := flatbuffers.Member{Name: strings.Clone(name), Tag: value.Value()}
		_, err := readAttributes(value.Attributes())
		if err == nil {
			err = checkName(name)
		}
		switch {
		case err != nil:
		case names[name]:
			err = refused("each name once", name)
		case member.Tag == 0 || !fits(of.Tag, member.Tag):
			err = refused("a tag that its type can hold, and not 0", member.Tag)
		default:
			names[name] = true
			said, ok := value.UnionType()
			var read typed
			if ok {
				read, err = r.readType(said)
			}
			if err == nil && (!ok || read.several != one || !holds(read.kind)) {
				err = refused("the type of a table, struct or string", name)
			}
			if err == nil {
				err = r.checkReached(around(of.Name), read.element)
			}
			member.Kind, member.Index = read.kind, read.index
		}
		if err != nil {
			return inside(err, ".values"+step(name))
		}
		of.Members = append(of.Members, member)
	}
	slices.SortStableFunc(of.Members, func(a, b flatbuffers.Member) int { return byValue(of.Tag, a.Tag, b.Tag) })
	// Members are searched by their tags as signed numbers.
	for at := 1; at < len(of.Members); at++ {
		if of.Members[at-1].Tag >= of.Members[at].Tag {
			return inside(refused("tags that increase", of.Members[at].Tag), ".values"+step(of.Members[at].Name))
		}
	}
	return nil
}

// holds returns whether unions can be of this kind.
func holds(kind flatbuffers.Kind) bool {
	return kind == flatbuffers.KindTable || kind == flatbuffers.KindStruct || kind == flatbuffers.KindString
}

package flatbuffers

import (
	"bytes"
	"fmt"
	"math"
	"strings"
)

// Opt is a value that may be absent. The zero Opt is absent.
type Opt[V any] struct {
	// V is the value, or zero if it is absent.
	V V
	// Valid says that there is a value.
	Valid bool
}

// Some returns a present value.
func Some[V any](value V) Opt[V] { return Opt[V]{value, true} }

// Get returns the value, and whether there is one.
func (o Opt[V]) Get() (V, bool) { return o.V, o.Valid }

// Maybe returns what a method returned that says whether there is a value.
func Maybe[V any](value V, ok bool) Opt[V] { return Opt[V]{value, ok} }

// NumberIn returns a scalar without a default. It returns false if it is
// absent.
func NumberIn[V Number](t Table, slot uint) (V, bool) {
	if held := t.inline(slot, sizeOf[V]()); held != nil {
		return load[V](held), true
	}
	return 0, false
}

// BoolIn returns a boolean without a default. It returns false if it is absent.
func BoolIn(t Table, slot uint) (value, ok bool) { return t.Bool(slot, false), t.Has(slot) }

// Float32 returns the float with these bits.
func Float32(bits uint32) float32 { return math.Float32frombits(bits) }

// Float64 returns the float with these bits.
func Float64(bits uint64) float64 { return math.Float64frombits(bits) }

// CloneText returns a copy of a string that was read in place.
func CloneText(text string) string { return strings.Clone(text) }

// CloneBytes returns a copy of bytes that were read in place. It keeps nil.
func CloneBytes(held []byte) []byte { return bytes.Clone(held) }

// TextOf returns a copy of a string that may be absent.
func TextOf(t Table, slot uint, width Width) Opt[string] {
	if !t.Has(slot) {
		return Opt[string]{}
	}
	if width != Narrow {
		return Some(strings.Clone(t.StringWide(slot, "")))
	}
	return Some(strings.Clone(t.String(slot, "")))
}

// PackText builds a string that may be absent.
func PackText(b *Builder, text Opt[string], shared bool) Ref[string] {
	switch {
	case !text.Valid:
		return Ref[string]{}
	case shared:
		return b.SharedString(text.V)
	}
	return b.String(text.V)
}

// PackTables builds a vector of so many tables. It calls pack for each, the last
// one first. A zero Ref is an error.
//
// The functions that pack take no slices of plain values: Go would compile them
// anew for each type of values.
func PackTables[T TableOf](b *Builder, length int, pack func(index int) Ref[T]) Ref[Tables[T]] {
	return PackSortedTables(b, nil, 0, length, pack)
}

// PackSortedTables builds a vector of tables as [PackTables] does, sorted by the
// key of their object in the schema.
func PackSortedTables[T TableOf](b *Builder, schema *Schema, object, length int, pack func(index int) Ref[T]) Ref[Tables[T]] {
	if !b.enterVector(false) {
		return Ref[Tables[T]]{}
	}
	refs := make([]Ref[T], length)
	for index := length - 1; index >= 0; index-- {
		b.Field(index)
		if refs[index] = pack(index); refs[index].at == 0 {
			b.fail(refused("a table for item %d of a vector", index))
			b.Leave()
			return Ref[Tables[T]]{}
		}
	}
	b.Leave()
	if schema != nil {
		SortTables(b, schema, object, refs)
	}
	return TableVector(b, refs)
}

// PackUnions builds a vector of so many unions. It calls pack for each, the last
// one first.
func PackUnions[U UnionOf](b *Builder, kind Kind, length int, pack func(index int) UnionRef[U]) UnionVectorRef[U] {
	if !b.enterVector(true) {
		return UnionVectorRef[U]{}
	}
	refs := make([]UnionRef[U], length)
	for index := length - 1; index >= 0 && b.err == nil; index-- {
		b.Field(index)
		refs[index] = pack(index)
	}
	b.Leave()
	return UnionVector(b, kind, refs)
}

// PackStrings builds a vector of strings, or none if values is nil.
func PackStrings(b *Builder, values []string, shared bool) Ref[Strings] {
	switch {
	case values == nil:
		return Ref[Strings]{}
	case shared:
		return b.SharedStrings(values)
	}
	return b.Strings(values)
}

// PackNumbers builds a vector of numbers, or none if values is nil.
func PackNumbers[V Number](b *Builder, values []V, options VectorOptions) Ref[Scalars[V]] {
	if values == nil {
		return Ref[Scalars[V]]{}
	}
	return NumberVectorWith(b, values, options)
}

// PackBools builds a vector of booleans, or none if values is nil.
func PackBools(b *Builder, values []bool, options VectorOptions) Ref[Bools] {
	if values == nil {
		return Ref[Bools]{}
	}
	return BoolVectorWith(b, values, options)
}

// PackBytes builds a vector of bytes, or none if values is nil.
func PackBytes(b *Builder, values []byte, options VectorOptions) Ref[[]byte] {
	if values == nil {
		return Ref[[]byte]{}
	}
	return b.BytesWith(values, options)
}

// PackStructs builds a vector of so many structs. It calls put for each with its
// bytes, which are zero. If the structs have a key in the schema, they are sorted
// by it.
func PackStructs[S StructOf](b *Builder, schema *Schema, object, length int, options VectorOptions, put func(index int, to []byte)) Ref[Structs[S]] {
	size, align := schema.Element(KindStruct, object)
	to := b.vector(length, size*length, max(align, options.Align), options.Width)
	clear(to)
	for index := range len(to) / size {
		put(index, to[size*index:size*(index+1)])
	}
	schema.sortStructs(object, to)
	return here[Structs[S]](b)
}

// Mismatch keeps an error if the value of a union does not fit its tag.
func (b *Builder) Mismatch(union string, tag int64, value any) {
	b.fail(&Error{Kind: TypeMismatch, Offset: -1, Expected: fmt.Sprintf("the value of tag %d of the union %s", tag, union), Found: fmt.Sprintf("%T", value)})
}

// Missing keeps an error about a required part that is nil.
func (b *Builder) Missing(name string) {
	b.fail(&Error{Kind: MissingField, Offset: -1, Expected: "the required field " + name})
}

// PutBool stores a boolean at an offset of the bytes of a struct.
func PutBool(to []byte, at uint, value bool) { Struct{to}.SetBool(at, value) }

// Put stores a number at an offset of the bytes of a struct.
func Put[V Number](to []byte, at uint, value V) { store(to[at:], value) }

// EnumString returns the name of a number of an enum, or a text such as
// "Color(8)" if it has none.
func (s *Schema) EnumString(enum int, value int64) string {
	if name, ok := s.EnumName(enum, value); ok {
		return name
	}
	e := &s.Enums[enum]
	name := e.Name[strings.LastIndexByte(e.Name, '.')+1:]
	if e.Kind.IsSigned() {
		return fmt.Sprintf("%s(%d)", name, value)
	}
	return fmt.Sprintf("%s(%d)", name, uint64(value)&e.Kind.Mask())
}

// TagString returns the name of a tag of a union, or a text such as "Any(8)" if
// it has none.
func (s *Schema) TagString(union int, tag int64) string {
	u := &s.Unions[union]
	switch member := s.Member(union, tag); {
	case member != nil:
		return member.Name
	case tag == 0:
		return "NONE"
	}
	return fmt.Sprintf("%s(%d)", u.Name[strings.LastIndexByte(u.Name, '.')+1:], tag)
}

// Marshal returns a buffer whose root is the table or struct that pack builds.
func Marshal[T RootOf](schema *Schema, object int, pack func(*Builder) Ref[T]) ([]byte, error) {
	b := NewBuilder(256)
	return FinishRoot(b, schema, object, pack(b))
}

// FinishRoot ends a buffer with its root, with the file identifier of the
// schema, and returns its bytes. They are valid until the next part is built.
func FinishRoot[T RootOf](b *Builder, schema *Schema, object int, root Ref[T]) ([]byte, error) {
	return b.finish(b.own(root.at, root.of), FinishOptions{Identifier: schema.IdentifierOf(object)})
}

// Present returns values, or an empty vector if values is nil.
func Present[V any](values []V) []V {
	if values == nil {
		return []V{}
	}
	return values
}

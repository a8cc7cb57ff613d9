package flatbuffers

import (
	"cmp"
	"sync"
)

// Shape says how the values of a field stand.
type Shape uint8

// The shapes of fields.
const (
	// ShapeOne is a single value.
	ShapeOne Shape = iota
	// ShapeVector is any number of values, behind an offset.
	ShapeVector
	// ShapeArray is a fixed number of values in place, in a struct.
	ShapeArray
	// ShapeNested is the bytes of another buffer, whose root is a table.
	ShapeNested
	// ShapeFlex is the bytes of a FlexBuffer.
	ShapeFlex
)

// Presence says what the absence of a field means.
type Presence uint8

// The meanings of absence.
const (
	// Optional fields have no value if they are absent.
	Optional Presence = iota
	// Default fields are scalars that have [Field.Default] if they are absent.
	Default
	// Required fields must be there.
	Required
	// DefaultText fields are strings that are [Field.Text] if they are absent.
	DefaultText
	// DefaultEmpty fields are vectors that are empty if they are absent.
	DefaultEmpty
)

// Width says how wide the offset and the length of a field are.
type Width uint8

// The widths.
const (
	// Narrow is 32 bits for both.
	Narrow Width = iota
	// WideOffset is an offset of 64 bits.
	WideOffset
	// WideVector is an offset and a length of 64 bits.
	WideVector
)

// Hash is the hash that makes a number from a string in JSON.
type Hash uint8

// The hashes, by Fowler, Noll and Vo.
const (
	NoHash Hash = iota
	Fnv1x16
	Fnv1ax16
	Fnv1x32
	Fnv1ax32
	Fnv1x64
	Fnv1ax64
)

// Base64 is the text form of a vector of bytes in JSON.
type Base64 uint8

// The text forms.
const (
	NoBase64 Base64 = iota
	StandardBase64
	URLBase64
)

// Schema is the field table of a schema: everything that it says about bytes.
// Verifier, reader, builder and JSON use the same table. Generated code has it
// as a variable; nothing may change it.
type Schema struct {
	// Objects are the tables and structs.
	Objects []Object
	// Unions are the unions.
	Unions []Union
	// Enums are the enums.
	Enums []Enum
	// Root is the number of the root table plus one, or 0 if there is none.
	Root int
	// Identifier is the file identifier: four bytes, or empty.
	Identifier string

	once  sync.Once
	names names
}

// Object is a table or a struct.
type Object struct {
	// Name is the full name, such as "MyGame.Example.Monster".
	Name string
	// Fields are the fields: of a table by id from 0 on, without a gap; of a
	// struct by offset.
	Fields []Field
	// Size is the size of a struct in bytes, or 0 for a table.
	Size uint32
	// Align is the alignment of a struct.
	Align uint16
	// Key is the number of the field by which vectors are sorted plus one, or 0
	// if there is none.
	Key uint16
	// Identifier is the file identifier of buffers whose root is this table, if
	// the schema has several roots.
	Identifier string
}

// IsStruct returns whether it is a struct, and not a table.
func (o *Object) IsStruct() bool { return o.Size != 0 }

// Field is a field of a table or a struct.
type Field struct {
	// Name is the name in the schema.
	Name string
	// Kind is the type of the value, or of each element.
	Kind Kind
	// Shape says how the values stand.
	Shape Shape
	// Presence says what absence means. It means nothing in a struct.
	Presence Presence
	// Width is the width of the offset and the length.
	Width Width
	// Index is the number of the object or union that Kind or Shape refers to.
	Index int
	// Enum is the number of the enum that names the numbers plus one, or 0.
	Enum int
	// Default is the default of a scalar by its bits, in its own width.
	Default uint64
	// Text is the default of a string.
	Text string
	// Offset is the position in a struct. It means nothing in a table.
	Offset uint32
	// Len is the length of an array.
	Len uint16
	// Align is an alignment of the elements of a vector larger than their own,
	// or 0.
	Align uint16
	// Deprecated fields have no accessor, and are not written.
	Deprecated bool
	// Shared strings that are equal are written once.
	Shared bool
	// Hash makes the number from a string in JSON.
	Hash Hash
	// Base64 is the text form of the bytes in JSON.
	Base64 Base64
	// Chars says that an array of bytes is text with zeros behind it.
	Chars bool
}

// Union is a union.
type Union struct {
	// Name is the full name.
	Name string
	// Tag is the integer type of the tag.
	Tag Kind
	// Members are the members by increasing tags, without NONE.
	Members []Member
}

// Member is a member of a union.
type Member struct {
	// Name is the name in the union.
	Name string
	// Tag is the tag, never 0, as a signed number.
	Tag int64
	// Kind is KindTable, KindStruct or KindString.
	Kind Kind
	// Index is the number of the object.
	Index int
}

// Enum is an enum.
type Enum struct {
	// Name is the full name.
	Name string
	// Kind is the integer type.
	Kind Kind
	// Flags says that the numbers are sets of bits.
	Flags bool
	// Symbols are the named numbers, in increasing order.
	Symbols []Symbol
}

// Symbol is a named number of an enum.
type Symbol struct {
	// Name is the name.
	Name string
	// Value is the number; for an unsigned enum the bits of the uint64; for
	// flags the bit itself.
	Value int64
}

// Element returns the size and the alignment of an element of a vector.
func (s *Schema) Element(kind Kind, index int) (size, align int) {
	switch kind {
	case KindTag:
		size = s.Unions[index].Tag.Size()
	case KindStruct:
		return int(s.Objects[index].Size), int(s.Objects[index].Align)
	default:
		size = kind.Size()
	}
	return size, size
}

// Stored returns the kind of the scalar that is stored for a scalar or a tag.
func (s *Schema) Stored(f *Field) Kind {
	if f.Kind == KindTag {
		return s.Unions[f.Index].Tag
	}
	return f.Kind
}

// Inline returns the size and the alignment of the bytes that a field takes in
// place.
func (s *Schema) Inline(f *Field) (size, align int) {
	switch {
	case f.Width != Narrow:
		return 8, 8
	case f.Shape == ShapeOne:
		return s.Element(f.Kind, f.Index)
	case f.Shape == ShapeArray:
		size, align = s.Element(f.Kind, f.Index)
		return size * int(f.Len), align
	}
	return 4, 4
}

// LargestAlign returns the largest alignment that a buffer may need.
func (s *Schema) LargestAlign() int {
	largest := 8
	for o := range s.Objects {
		largest = max(largest, int(s.Objects[o].Align))
		for f := range s.Objects[o].Fields {
			largest = max(largest, int(s.Objects[o].Fields[f].Align))
		}
	}
	return largest
}

// Member returns the member of a union with this tag, or nil. It takes constant
// time if the tags count from 1 on, otherwise a binary search.
func (s *Schema) Member(union int, tag int64) *Member {
	members := s.Unions[union].Members
	if at := tag - 1; at >= 0 && at < int64(len(members)) && members[at].Tag == tag {
		return &members[at]
	}
	if at, ok := search(len(members), func(at int) int { return cmp.Compare(members[at].Tag, tag) }); ok {
		return &members[at]
	}
	return nil
}

// IdentifierOf returns the file identifier of buffers whose root is this object,
// or an empty string.
func (s *Schema) IdentifierOf(object int) string {
	switch own := s.Objects[object].Identifier; {
	case own != "":
		return own
	case s.Root != 0 && s.Root-1 != object:
		return ""
	}
	return s.Identifier
}

// checkTable returns a fault unless the object is a table.
func (s *Schema) checkTable(object int) *Error {
	if object < 0 || object >= len(s.Objects) || s.Objects[object].IsStruct() {
		return &Error{Kind: Refused, Offset: -1, Expected: "a table as the root"}
	}
	return nil
}

// key returns the number and the field by which vectors of an object are
// sorted, or nil.
func (s *Schema) key(object int) (int, *Field) {
	o := &s.Objects[object]
	if o.Key == 0 {
		return 0, nil
	}
	return int(o.Key) - 1, &o.Fields[o.Key-1]
}

// Table returns the number of the table with this full name.
func (s *Schema) Table(name string) (int, error) {
	return s.numberOf(name, false, "a table of the schema")
}

// Struct returns the number of the struct with this full name.
func (s *Schema) Struct(name string) (int, error) {
	return s.numberOf(name, true, "a struct of the schema")
}

// numberOf returns the number of the table or struct with this full name.
func (s *Schema) numberOf(name string, isStruct bool, expected string) (int, error) {
	for number := range s.Objects {
		if s.Objects[number].Name == name && s.Objects[number].IsStruct() == isStruct {
			return number, nil
		}
	}
	return 0, &Error{Kind: NotFound, Offset: -1, Expected: expected, Found: name}
}

// RootTable returns the number of the root table. A struct as the root, which
// flatcc has, is an error: see [Schema.RootStruct].
func (s *Schema) RootTable() (int, error) { return s.root("a root table in the schema", s.checkTable) }

// RootStruct returns the number of the struct that is the root. A table as the
// root is an error.
func (s *Schema) RootStruct() (int, error) {
	return s.root("a struct as the root of the schema", s.checkStruct)
}

// root returns the number of the root, if there is one that passes the check.
func (s *Schema) root(expected string, check func(object int) *Error) (int, error) {
	if s.Root == 0 {
		return 0, &Error{Kind: NotFound, Offset: -1, Expected: expected}
	}
	if err := check(s.Root - 1); err != nil {
		return 0, err
	}
	return s.Root - 1, nil
}

package bfbs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/bfbs/internal/reflection"
)

// mostFields is the number of fields that a table may have: its vtable stores
// its own size in 16 bits.
const mostFields = (1<<16 - 1 - 4) / 2

// field is a field that is being read.
type field struct {
	said       reflection.Field
	typed      typed
	attributes attributes
	// isOptional says that a scalar may be absent, and integer and real are its
	// default otherwise.
	isOptional bool
	integer    int64
	real       float64
	// text is the default of a string, if there is one.
	text    string
	hasText bool
	// isChars says that it is an array of bytes that is text.
	isChars bool
}

func (f *field) has(attribute string) bool { return f.attributes.has(attribute) }

// isKey returns whether vectors are sorted by the field.
func (f *field) isKey() bool { return f.said.Key() || f.has("key") || f.isPrimary() }

// isPrimary returns whether vectors are sorted by the field, and not by another key.
func (f *field) isPrimary() bool { return f.has("primary_key") }

// isWide returns whether the field has an offset of 64 bits.
func (f *field) isWide() bool {
	return f.typed.several == vector64 || f.said.Offset64() || f.has("offset64")
}

// readFields reads the fields of an object, and puts them in their order.
func (r *reader) readFields(of *object) fault {
	names := map[string]bool{}
	for _, said := range of.said.Fields().All() {
		f := field{said: said}
		err := checkName(said.Name())
		if err == nil && names[said.Name()] {
			err = refused("each name once", said.Name())
		}
		if err == nil {
			f.typed, err = r.readType(said.Type())
		}
		if err == nil {
			err = f.readAttributes()
		}
		if err == nil && !of.said.IsStruct() {
			err = f.readDefault()
		}
		if err != nil {
			return inField(err, said)
		}
		names[said.Name()] = true
		of.fields = append(of.fields, f)
	}
	if len(of.fields) > mostFields {
		return refused(fmt.Sprintf("at most %d fields", mostFields), len(of.fields))
	}
	slices.SortStableFunc(of.fields, func(a, b field) int { return cmp.Compare(a.said.ID(), b.said.ID()) })
	for id := range of.fields {
		if said := of.fields[id].said; int(said.ID()) != id {
			return inField(refused(fmt.Sprintf("the id %d", id), said.ID()), said)
		}
	}
	return nil
}

func inField(err fault, said reflection.Field) fault { return inside(err, ".fields"+step(said.Name())) }

func (f *field) readAttributes() fault {
	for _, pair := range f.said.Attributes().All() {
		// In the language a tag has no attributes, and this is none.
		var err fault
		switch {
		case pair.Key() == textDefault && !f.hasText:
			f.text, f.hasText = "0", true
			if pair.HasValue() {
				f.text = strings.Clone(pair.Value())
			}
		case pair.Key() == charsMark && !f.isChars && f.typed.several == array && f.typed.isBytes():
			f.isChars = true
		case f.typed.kind == flatbuffers.KindTag:
			err = checkName(pair.Key())
		default:
			err = f.attributes.add(pair)
		}
		if err != nil {
			return inside(err, ".attributes"+step(pair.Key()))
		}
	}
	return nil
}

// readDefault reads the default of a scalar.
func (f *field) readDefault() fault {
	if !f.typed.isOneScalar() {
		return nil
	}
	f.isOptional = f.said.Optional()
	f.integer, f.real = f.said.DefaultInteger(), f.said.DefaultReal()
	if f.typed.kind == flatbuffers.KindBool && !f.isOptional && !fits(f.typed.kind, f.integer) {
		return refused("0 or 1 as the default", f.integer)
	}
	return nil
}

// checkFields checks the fields of an object, and adds them to the schema.
func (r *reader) checkFields(number int) fault {
	of, made := &r.objects[number], &r.schema.Objects[number]
	ids := slices.ContainsFunc(of.fields, func(f field) bool { return f.has("id") })
	primary := slices.ContainsFunc(of.fields, func(f field) bool { return f.isPrimary() })
	keyed := false
	for id := range of.fields {
		f := &of.fields[id]
		read, err := r.checkField(of, id)
		isTag := f.typed.kind == flatbuffers.KindTag
		if err == nil && ids && !isTag {
			said, ok := readInteger(f.attributes["id"].value)
			switch {
			case !of.said.IsStruct() && (!ok || said != int64(id)):
				err = refused(fmt.Sprintf("the id %d", id), f.attributes["id"].value)
			case f.has("id") && (!ok || !fits(flatbuffers.KindUint16, said)):
				err = refused("an id", f.attributes["id"].value)
			}
		}
		if err == nil && f.isKey() && !isTag && (f.isPrimary() || !primary) {
			if keyed {
				err = refused("one key at most", f.said.Name())
			}
			keyed = true
		}
		// Nobody reads a deprecated field.
		if err == nil && f.isKey() && !isTag && !read.Deprecated && (made.Key == 0 || f.isPrimary()) {
			made.Key = uint16(len(made.Fields)) + 1
		}
		if err != nil {
			return inField(err, f.said)
		}
		// A deprecated field of a struct is padding.
		if !of.said.IsStruct() || !read.Deprecated {
			made.Fields = append(made.Fields, read)
		}
	}
	if of.said.IsStruct() && len(made.Fields) == 0 {
		return refused("a struct with a field that is not deprecated", of.said.Name())
	}
	return nil
}

// checkSorted checks that vectors that are to be sorted have an order.
func (r *reader) checkSorted(number int) fault {
	of := &r.objects[number]
	for id := range of.fields {
		f := &of.fields[id]
		if !f.has("sorted") {
			continue
		}
		ordered := f.typed.isVector() && !f.has("flexbuffer") && !f.has("nested_flatbuffer")
		switch f.typed.kind {
		case flatbuffers.KindTag, flatbuffers.KindUnion:
			ordered = false
		case flatbuffers.KindTable, flatbuffers.KindStruct:
			ordered = ordered && r.schema.Objects[f.typed.index].Key != 0
		}
		if !ordered {
			err := refused("a vector of scalars, strings, or objects with a key", f.said.Name())
			return inField(inside(err, ".attributes.sorted"), f.said)
		}
	}
	return nil
}

// checkField checks a field, and returns what it is in the schema.
func (r *reader) checkField(of *object, id int) (flatbuffers.Field, fault) {
	f := &of.fields[id]
	made := flatbuffers.Field{Name: strings.Clone(f.said.Name()), Kind: f.typed.kind, Index: f.typed.index, Enum: f.typed.enum}
	err := r.checkReached(around(of.said.Name()), f.typed.element)
	if err != nil {
		return made, err
	}
	if of.said.IsStruct() {
		made.Offset, made.Len = uint32(f.said.Offset()), f.typed.length
		if f.typed.several == array {
			made.Shape = flatbuffers.ShapeArray
		}
		err = r.checkInStruct(f)
	} else {
		if f.typed.isVector() {
			made.Shape = flatbuffers.ShapeVector
		}
		if err = r.checkInTable(of, id); err == nil {
			err = r.presence(&made, f)
		}
	}
	switch {
	case err != nil:
	case f.typed.kind == flatbuffers.KindTag:
		asUnion(&made, of, id)
	default:
		err = r.meanings(&made, f, of.said)
	}
	return made, err
}

// asUnion lets a tag have what its union has.
func asUnion(made *flatbuffers.Field, of *object, id int) {
	union := &of.fields[id+1]
	made.Deprecated = union.said.Deprecated() || union.has("deprecated")
	if made.Shape == flatbuffers.ShapeVector {
		made.Presence = flatbuffers.Optional
		if union.isRequired() && !made.Deprecated {
			made.Presence = flatbuffers.Required
		}
	}
}

func (r *reader) checkInStruct(f *field) fault {
	switch {
	case f.has("required"):
		return refused("no required field in a struct, whose fields are always there", f.said.Name())
	case f.typed.enum != 0 && f.typed.several == one && !r.allows(f.typed.enum, 0):
		return refused("an enum with the value 0 in a struct", f.said.Name())
	case f.has("vector64") || f.isWide():
		return refused("no wide offset in a struct", f.said.Name())
	}
	return nil
}

// allows returns whether a number can be a value of an enum.
func (r *reader) allows(enum int, value int64) bool {
	e := &r.schema.Enums[enum-1]
	return e.Flags || hasValue(e, value)
}

// checkInTable checks the type of a field of a table, and its tag or union beside
// it.
func (r *reader) checkInTable(of *object, id int) fault {
	f := &of.fields[id]
	if slot := 4 + 2*id; int(f.said.Offset()) != slot {
		return refused(fmt.Sprintf("the offset %d", slot), f.said.Offset())
	}
	pair := func(tag, union *field) bool {
		return tag.typed.kind == flatbuffers.KindTag && union.typed.kind == flatbuffers.KindUnion &&
			tag.typed.index == union.typed.index && tag.typed.several == union.typed.several &&
			tag.said.Name() == union.said.Name()+"_type"
	}
	plain := f.typed.isPlain() && f.typed.kind != flatbuffers.KindTag
	switch {
	case f.typed.several == array:
		return refused("no array outside of a struct", f.said.Name())
	case f.typed.kind == flatbuffers.KindTag && (id+1 == len(of.fields) || !pair(f, &of.fields[id+1])):
		return refused("the union of a tag behind it", f.said.Name())
	case f.typed.kind == flatbuffers.KindUnion && (id == 0 || !pair(&of.fields[id-1], f)):
		return refused("the tag of a union before it", f.said.Name())
	case f.typed.several == vector64 && !plain, f.has("vector64") && f.typed.several != vector64:
		return refused("vector64 on a vector of scalars or structs", f.said.Name())
	case f.typed.kind != flatbuffers.KindTag && f.isWide() && !(f.typed.isVector() && plain) &&
		!(f.typed.several == one && f.typed.kind == flatbuffers.KindString):
		return refused("offset64 on a string, or a vector of scalars or structs", f.said.Name())
	}
	return nil
}

// isRequired returns whether a field that is no scalar has to be there.
func (f *field) isRequired() bool {
	if f.typed.isOneScalar() {
		return false
	}
	key := f.isKey() && f.typed.several == one && f.typed.kind == flatbuffers.KindString
	return f.said.Required() || f.has("required") || key
}

// presence finds out what the absence of a field of a table means.
func (r *reader) presence(made *flatbuffers.Field, f *field) fault {
	required := f.has("required")
	text := f.hasText && f.typed.several == one && f.typed.kind == flatbuffers.KindString && !f.said.Required()
	empty := f.typed.isVector() && r.said.AdvancedFeatures()&emptyDefaults != 0 && !f.said.Optional() && !f.said.Required()
	switch {
	case f.typed.isOneScalar():
		if required {
			return refused("no required scalar, which is its default where it is not there", f.said.Name())
		}
		return r.scalarPresence(made, f)
	case required && (text || empty):
		return refused("no default of a required field", f.said.Name())
	case f.isRequired():
		made.Presence = flatbuffers.Required
	case text:
		made.Presence, made.Text = flatbuffers.DefaultText, f.text
	case empty && f.typed.kind != flatbuffers.KindTag:
		made.Presence = flatbuffers.DefaultEmpty
	}
	return nil
}

// scalarPresence checks the default of a scalar.
func (r *reader) scalarPresence(made *flatbuffers.Field, f *field) fault {
	kind := f.typed.kind
	switch {
	case kind == flatbuffers.KindTag:
		made.Presence = flatbuffers.Default
		return nil
	case f.isOptional:
		return nil
	case f.typed.isFloat():
		made.Presence, made.Default = flatbuffers.Default, floatBits(kind, f.real)
		return nil
	case !fits(kind, f.integer):
		return refused("a default that its type can hold", f.integer)
	case f.typed.enum != 0 && !r.allows(f.typed.enum, f.integer):
		return refused("a value of the enum as the default", f.integer)
	}
	size, _ := r.size(f.typed.element)
	made.Presence, made.Default = flatbuffers.Default, uint64(f.integer)&(math.MaxUint64>>(64-8*size))
	return nil
}

// floatBits returns the bits of a float. All NaNs are one.
func floatBits(kind flatbuffers.Kind, value float64) uint64 {
	switch {
	case kind == flatbuffers.KindFloat32 && math.IsNaN(value):
		return 0x7FC00000
	case kind == flatbuffers.KindFloat32:
		return uint64(math.Float32bits(float32(value)))
	case math.IsNaN(value):
		return 0x7FF8000000000000
	}
	return math.Float64bits(value)
}

package fbjson

import (
	"fmt"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/internal/paths"
)

// place makes room for a struct in the scratch memory.
func (r *reader) place(object int) int {
	place := len(r.structs)
	size := int(r.schema.Objects[object].Size)
	r.structs = append(r.structs, make([]byte, size)...)
	return place
}

// structure reads a struct into the scratch memory.
func (r *reader) structure(object, place int) *flatbuffers.Error {
	fields := r.schema.Objects[object].Fields
	base := len(r.items)
	r.Peek()
	start := r.At
	seen := func(id int, f *flatbuffers.Field) *flatbuffers.Error {
		if len(r.items)-base <= compared && r.given(base, id) != nil {
			return duplicate(f)
		}
		return nil
	}
	err := r.members(object, seen, func(id int, f *flatbuffers.Field) *flatbuffers.Error {
		r.items = append(r.items, item{field: id})
		err := r.inStruct(f, place+int(f.Offset))
		if err != nil {
			return r.inside(err, paths.KeyStep(f.Name))
		}
		return nil
	})
	if err != nil {
		return err
	}
	items := r.items[base:]
	if err := r.ordered(items, fields, start); err != nil {
		return err
	}
	for id := range fields {
		if id >= len(items) || items[id].field != id {
			return r.missing(object, &fields[id], start, "a struct without it")
		}
	}
	r.items = r.items[:base]
	return nil
}

// inStruct reads a field of a struct into its place.
func (r *reader) inStruct(f *flatbuffers.Field, place int) *flatbuffers.Error {
	if f.Shape != flatbuffers.ShapeArray {
		return r.element(f, place)
	}
	switch {
	case f.Chars && r.Peek() == '"':
		return r.chars(f, place)
	case f.Chars && r.Peek() != '[':
		return r.wrong("text, or an array")
	case r.Peek() != '[':
		return r.wrong("an array")
	}
	if err := r.enter(); err != nil {
		return err
	}
	start := r.At - 1
	size, _ := r.schema.Element(f.Kind, f.Index)
	for index := 0; ; index++ {
		more, err := r.more(index == 0, ']')
		expected := fmt.Sprintf("an array of %d", f.Len)
		switch {
		case err != nil:
			return err
		case !more && index < int(f.Len):
			return &flatbuffers.Error{Kind: flatbuffers.Refused, Offset: start, Expected: expected}
		case !more:
			return nil
		case index == int(f.Len):
			return r.inside(r.tooMany(expected), paths.IndexStep(index))
		}
		if err := r.element(f, place+size*index); err != nil {
			return r.inside(err, paths.IndexStep(index))
		}
	}
}

// tooMany is the fault of an item too many, or of its own text.
func (r *reader) tooMany(expected string) *flatbuffers.Error {
	c := r.Peek()
	start := r.At
	if c != '{' && c != '[' && r.Word() == "" {
		if err := r.skip(); err != nil {
			return err
		}
	}
	return &flatbuffers.Error{Kind: flatbuffers.Refused, Offset: start, Expected: expected}
}

// chars reads text into an array, with zeros behind it.
func (r *reader) chars(f *flatbuffers.Field, place int) *flatbuffers.Error {
	start := r.At
	text, err := r.quoted("text")
	if err != nil {
		return err
	}
	if err := flatbuffers.PutChars(r.structs[place:place+int(f.Len)], string(text)); err != nil {
		fault := err.(*flatbuffers.Error)
		fault.Offset = start
		return fault
	}
	return nil
}

// element reads a value in a struct into its place.
func (r *reader) element(f *flatbuffers.Field, place int) *flatbuffers.Error {
	if f.Kind == flatbuffers.KindStruct {
		return r.structure(f.Index, place)
	}
	value, err := r.scalar(f)
	if err == nil {
		f.Kind.Store(r.structs[place:], value)
	}
	return err
}

// outside builds a struct of the scratch memory outside of tables.
func (r *reader) outside(object, place int) (ref, *flatbuffers.Error) {
	made := flatbuffers.PackStruct[flatbuffers.Struct](r.b, r.schema, object, func(to []byte) {
		copy(to, r.structs[place:])
	})
	r.structs = r.structs[:place]
	return ref(made), r.built()
}

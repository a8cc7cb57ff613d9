package fbjson

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/internal/paths"
)

// vector reads a vector. tags are those of a vector of unions.
func (r *reader) vector(f *flatbuffers.Field, tags ref) (item, *flatbuffers.Error) {
	if f.Base64 != flatbuffers.NoBase64 && r.Peek() == '"' {
		held, err := r.base64(f)
		if err != nil {
			return item{}, err
		}
		return r.raw(f, held, 1)
	}
	var given []byte
	if f.Kind == flatbuffers.KindUnion {
		given = flatbuffers.Built(r.b, tags)
	}
	base, scratch := len(r.parts), len(r.structs)
	r.Peek()
	start := r.At
	length, err := r.listed(f, given)
	if err != nil {
		return item{}, err
	}
	options := flatbuffers.VectorOptions{Align: int(f.Align), Width: f.Width}
	var made item
	switch held := r.structs[scratch:]; f.Kind {
	case flatbuffers.KindString, flatbuffers.KindTable, flatbuffers.KindUnion:
		parts := r.parts[base:]
		if f.Kind == flatbuffers.KindTable {
			flatbuffers.SortTables(r.b, r.schema, f.Index, parts)
		}
		if f.Kind == flatbuffers.KindUnion {
			if count := binary.LittleEndian.Uint32(given); int(count) != length {
				return item{}, &flatbuffers.Error{Kind: flatbuffers.Refused, Offset: start, Expected: fmt.Sprintf("as many values as types, %d", count), Found: fmt.Sprint(length)}
			}
		}
		made, _ = at(r.b.Offsets(parts, f.Width), nil)
	case flatbuffers.KindStruct:
		size, _ := r.schema.Element(f.Kind, f.Index)
		made, _ = at(flatbuffers.PackStructs[flatbuffers.Struct](r.b, r.schema, f.Index, length, options, func(index int, to []byte) {
			copy(to, held[size*index:])
		}), nil)
	default:
		size, _ := r.schema.Element(f.Kind, f.Index)
		made, _ = at(r.b.Elements(held, size, options), nil)
	}
	r.parts, r.structs = r.parts[:base], r.structs[:scratch]
	return made, r.built()
}

// listed reads the items of a vector, and returns their number. Those that
// stand in place go into the scratch memory. given is the vector of tags.
func (r *reader) listed(f *flatbuffers.Field, given []byte) (int, *flatbuffers.Error) {
	if r.Peek() != '[' {
		if f.Base64 != flatbuffers.NoBase64 {
			return 0, r.wrong("bytes as Base64 text, or an array")
		}
		return 0, r.wrong("an array")
	}
	if err := r.enter(); err != nil {
		return 0, err
	}
	for index := 0; ; index++ {
		more, err := r.more(index == 0, ']')
		if err != nil || !more {
			return index, err
		}
		if err := r.listedItem(f, given, index); err != nil {
			return 0, r.inside(err, paths.IndexStep(index))
		}
	}
}

func (r *reader) listedItem(f *flatbuffers.Field, given []byte, index int) *flatbuffers.Error {
	tag := uint64(0)
	switch f.Kind {
	case flatbuffers.KindStruct:
		place := r.place(f.Index)
		return r.structure(f.Index, place)
	case flatbuffers.KindUnion:
		kind := r.schema.Unions[f.Index].Tag
		if index >= int(binary.LittleEndian.Uint32(given)) {
			return r.tooMany("as many types as values")
		}
		// The buffer may have moved since.
		tag = kind.Load(given[4+kind.Size()*index:])
	}
	value, err := r.item(f, tag)
	if err != nil {
		return err
	}
	if value.state == bits {
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], value.value)
		r.structs = append(r.structs, word[:r.schema.Stored(f).Size()]...)
		return nil
	}
	r.parts = append(r.parts, value.part)
	return nil
}

// base64 reads bytes as text.
func (r *reader) base64(f *flatbuffers.Field) ([]byte, *flatbuffers.Error) {
	start := r.At
	text, err := r.string()
	if err != nil {
		return nil, err
	}
	encoding := base64.StdEncoding
	if f.Base64 == flatbuffers.URLBase64 {
		encoding = base64.URLEncoding
	}
	if !strings.HasSuffix(string(text), "=") {
		encoding = encoding.WithPadding(base64.NoPadding)
	}
	held, fault := encoding.Strict().DecodeString(string(text))
	if fault != nil || strings.ContainsAny(string(text), "\r\n") {
		return nil, &flatbuffers.Error{Kind: flatbuffers.TypeMismatch, Offset: start, Expected: "bytes as Base64 text"}
	}
	return held, nil
}

// raw writes a vector of bytes.
func (r *reader) raw(f *flatbuffers.Field, held []byte, align int) (item, *flatbuffers.Error) {
	options := flatbuffers.VectorOptions{Align: max(align, int(f.Align)), Width: f.Width}
	return at(r.b.BytesWith(held, options), r.built())
}

// nested reads a nested buffer: its content, or its bytes.
func (r *reader) nested(f *flatbuffers.Field) (item, *flatbuffers.Error) {
	switch c := r.Peek(); {
	case c == '{':
		var err *flatbuffers.Error
		made := r.b.Nested(f.Width, func() (root ref) {
			root, err = r.table(f.Index)
			return root
		})
		if err == nil {
			err = r.built()
		}
		return at(made, err)
	case c == '[', c == '"' && f.Base64 != flatbuffers.NoBase64:
	default:
		return item{}, r.wrong("an object, or the bytes of a buffer")
	}
	start := r.At
	var held []byte
	var err *flatbuffers.Error
	if r.Peek() == '"' {
		held, err = r.base64(f)
	} else {
		scratch := len(r.structs)
		_, err = r.listed(&flatbuffers.Field{Kind: flatbuffers.KindUint8, Shape: flatbuffers.ShapeVector}, nil)
		held = r.structs[scratch:]
		defer func() { r.structs = r.structs[:scratch] }()
	}
	if err != nil {
		return item{}, err
	}
	if _, fault := (flatbuffers.Verify{Limits: r.options.Limits}).Root(r.schema, f.Index, held); fault != nil {
		inner := fault.(*flatbuffers.Error)
		inner.Offset = start
		inner.Path = ""
		return item{}, inner
	}
	return r.raw(f, held, r.schema.LargestAlign())
}

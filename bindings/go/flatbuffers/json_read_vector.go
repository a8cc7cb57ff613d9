package flatbuffers

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"
)

// vector reads a vector.
func (r *reader) vector(f *Field, tags uint64) (item, *Error) {
	if f.Base64 != NoBase64 && r.peek() == '"' {
		held, err := r.base64(f)
		if err != nil {
			return item{}, err
		}
		return r.raw(f, held, 1)
	}
	var given []byte
	if f.Kind == KindUnion {
		given = r.b.buf[len(r.b.buf)-int(tags):]
	}
	base, scratch := len(r.items), len(r.structs)
	r.peek()
	start := r.at
	length, err := r.listed(f, given)
	if err != nil {
		return item{}, err
	}
	_, align := r.schema.element(f.Kind, f.Index)
	var to []byte
	switch f.Kind {
	case KindString, KindTable, KindUnion:
		items := r.items[base:]
		if f.Kind == KindTable {
			r.sort(f.Index, items)
		}
		if f.Kind == KindUnion {
			if count := binary.LittleEndian.Uint32(given); int(count) != length {
				return item{}, &Error{Kind: Refused, Offset: start, Expected: fmt.Sprintf("as many values as types, %d", count), Found: fmt.Sprint(length)}
			}
		}
		if to = r.b.vector(length, 4*length, 4, f.Width); to != nil {
			front := uint32(r.b.used()) - uint32(prefixOf(f.Width))
			for index, done := range items {
				offset := uint32(0)
				if done.state == part {
					offset = front - uint32(4*index) - uint32(done.value)
				}
				binary.LittleEndian.PutUint32(to[4*index:], offset)
			}
		}
	default:
		held := r.structs[scratch:]
		if f.Kind == KindStruct {
			r.schema.sortStructs(f.Index, held)
		}
		to = r.b.vector(length, len(held), max(align, int(f.Align)), f.Width)
		copy(to, held)
	}
	r.items, r.structs = r.items[:base], r.structs[:scratch]
	return at(uint32(r.b.used()), r.built())
}

// listed reads the items of a vector, and returns their number. Those that
// stand in place go into the scratch memory. given is the vector of tags.
func (r *reader) listed(f *Field, given []byte) (int, *Error) {
	if r.peek() != '[' {
		if f.Base64 != NoBase64 {
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
			return 0, err.inside(indexStep(index))
		}
	}
}

func (r *reader) listedItem(f *Field, given []byte, index int) *Error {
	tag := uint64(0)
	switch f.Kind {
	case KindStruct:
		place := r.place(f.Index)
		return r.structure(f.Index, place)
	case KindUnion:
		kind := r.schema.Unions[f.Index].Tag
		if index >= int(binary.LittleEndian.Uint32(given)) {
			return r.tooMany("as many types as values")
		}
		// The buffer may have moved since.
		tag = loadBits(given[4+kind.size()*index:], kind)
	}
	value, err := r.item(f, tag)
	if err != nil {
		return err
	}
	if value.state == bits {
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], value.value)
		r.structs = append(r.structs, word[:r.schema.stored(f).size()]...)
		return nil
	}
	r.items = append(r.items, value)
	return nil
}

// base64 reads bytes as text.
func (r *reader) base64(f *Field) ([]byte, *Error) {
	start := r.at
	text, err := r.string()
	if err != nil {
		return nil, err
	}
	encoding := base64.StdEncoding
	if f.Base64 == URLBase64 {
		encoding = base64.URLEncoding
	}
	if !strings.HasSuffix(string(text), "=") {
		encoding = encoding.WithPadding(base64.NoPadding)
	}
	held, fault := encoding.Strict().DecodeString(string(text))
	if fault != nil || strings.ContainsAny(string(text), "\r\n") {
		return nil, &Error{Kind: TypeMismatch, Offset: start, Expected: "bytes as Base64 text"}
	}
	return held, nil
}

// raw writes a vector of bytes.
func (r *reader) raw(f *Field, held []byte, align int) (item, *Error) {
	to := r.b.vector(len(held), len(held), max(align, int(f.Align)), f.Width)
	copy(to, held)
	return at(uint32(r.b.used()), r.built())
}

// nested reads a nested buffer: its content, or its bytes.
func (r *reader) nested(f *Field) (item, *Error) {
	switch c := r.peek(); {
	case c == '{':
		inner := r.b.beginNested()
		root, err := r.table(f.Index)
		if err != nil {
			return item{}, err
		}
		return at(r.b.endNested(inner, root, f.Width), r.built())
	case c == '[', c == '"' && f.Base64 != NoBase64:
	default:
		return item{}, r.wrong("an object, or the bytes of a buffer")
	}
	start := r.at
	var held []byte
	var err *Error
	if r.peek() == '"' {
		held, err = r.base64(f)
	} else {
		scratch := len(r.structs)
		_, err = r.listed(&Field{Kind: KindUint8, Shape: ShapeVector}, nil)
		held = r.structs[scratch:]
		defer func() { r.structs = r.structs[:scratch] }()
	}
	if err != nil {
		return item{}, err
	}
	if _, fault := (Verify{Limits: r.options.Limits}).Root(r.schema, f.Index, held); fault != nil {
		inner := fault.(*Error)
		inner.Offset = start
		inner.Path = ""
		return item{}, inner
	}
	return r.raw(f, held, r.schema.largestAlign())
}

package flatbuffers

import (
	"encoding/binary"
	"fmt"
	"math"
	"unicode/utf8"
)

// table verifies a table and its vtable, without its fields.
func (p *pass) table(object, at int) (frame, *Error) {
	if err := p.aligned(at, 4); err != nil {
		return frame{}, err
	}
	back, err := p.u32(at)
	if err != nil {
		return frame{}, err
	}
	far := int64(at) - int64(int32(back))
	if far < int64(p.start) || far > math.MaxInt {
		return frame{}, p.invalid(at, "the offset of a vtable inside of the buffer")
	}
	vtable := int(far)
	if err := p.aligned(vtable, 2); err != nil {
		return frame{}, err
	}
	both, err := p.u32(vtable)
	if err != nil {
		return frame{}, err
	}
	slots, size := uint16(both), uint16(both>>16)
	if slots < 4 || slots%2 != 0 {
		return frame{}, p.invalid(vtable, "an even size of a vtable, at least 4")
	}
	if size < 4 {
		return frame{}, p.invalid(vtable+2, "a size of a table, at least 4")
	}
	if err := p.inside(vtable, int(slots)); err != nil {
		return frame{}, err
	}
	if err := p.see(int(size)); err != nil {
		return frame{}, err
	}
	if p.tables == 0 {
		return frame{}, &Error{Kind: NodeLimit, Offset: at, Expected: fmt.Sprintf("at most %d tables", p.limits.Tables)}
	}
	p.tables--
	return frame{kind: tableFrame, slots: slots, extent: int(size), object: object, at: at, vtable: vtable}, nil
}

// fields verifies the fields of a table, from the current one on. It returns
// true if p.next must be verified before the rest.
func (p *pass) fields(t *frame) (bool, *Error) {
	fields := p.schema.Objects[t.object].Fields
	slots := p.b[t.vtable+4 : t.vtable+int(t.slots)]
	for t.index < len(fields) {
		f := &fields[t.index]
		offset := 0
		if 2*t.index < len(slots) {
			offset = int(binary.LittleEndian.Uint16(slots[2*t.index:]))
		}
		if offset == 0 {
			if f.Presence == Required {
				return false, &Error{Kind: MissingField, Offset: t.at, Expected: "the required field " + f.Name}
			}
			t.index++
			continue
		}
		enter, err := p.field(fields, f, t, offset)
		if err == nil {
			err = p.reaches(f, t, offset)
		}
		if err != nil {
			return false, err
		}
		t.index++
		if enter {
			return true, nil
		}
	}
	return false, nil
}

// reaches counts the bytes of a field that are behind the size of its table: some
// writers share a vtable between tables of different sizes.
func (p *pass) reaches(f *Field, t *frame, offset int) *Error {
	end := offset + p.schema.inPlace(f)
	if end <= t.extent {
		return nil
	}
	more := end - t.extent
	t.extent = end
	return p.see(more)
}

// inPlace returns the size of a field in its table.
func (s *Schema) inPlace(f *Field) int {
	switch {
	case f.Shape == ShapeOne && (f.Kind.IsScalar() || f.Kind == KindTag || f.Kind == KindStruct):
		size, _ := s.Element(f.Kind, f.Index)
		return size
	case f.Width == Narrow:
		return 4
	}
	return 8
}

// place returns the position of a field in a table.
func (p *pass) place(t *frame, offset, size, align int) (int, *Error) {
	at := t.at + offset
	if offset < 4 {
		return 0, p.invalid(at, "a field behind the first 4 bytes of its table")
	}
	if err := p.inside(at, size); err != nil {
		return 0, err
	}
	return at, p.aligned(at, align)
}

// behind returns the target of the offset in a field.
func (p *pass) behind(t *frame, offset int, width Width) (int, *Error) {
	size := 4
	if width != Narrow {
		size = 8
	}
	at, err := p.place(t, offset, size, size)
	if err != nil {
		return 0, err
	}
	return p.offset(at, width != Narrow)
}

// field verifies a present field. It returns true if p.next must be verified.
func (p *pass) field(fields []Field, f *Field, t *frame, offset int) (bool, *Error) {
	if f.Shape == ShapeOne && (f.Kind.IsScalar() || f.Kind == KindTag || f.Kind == KindStruct) {
		size, align := p.schema.Element(f.Kind, f.Index)
		at, err := p.place(t, offset, size, align)
		if err == nil && f.Kind == KindTag {
			err = p.tag(fields, t, at, f.Index)
		}
		return false, err
	}
	to, err := p.behind(t, offset, f.Width)
	if err != nil {
		return false, err
	}
	switch f.Shape {
	case ShapeVector:
		return p.vector(f, t, to)
	case ShapeNested:
		first, length, err := p.elements(to, f.Width, 1, 1)
		p.next = frame{kind: nestedFrame, object: f.Index, at: first, length: first + length}
		return true, err
	case ShapeFlex:
		_, _, err := p.elements(to, f.Width, 1, 1)
		return false, err
	}
	switch f.Kind {
	case KindString:
		return false, p.text(to)
	case KindTable:
		p.next, err = p.table(f.Index, to)
		return true, err
	case KindUnion:
		tag, err := p.tagOf(t, t.at+offset, f.Index)
		if err != nil {
			return false, err
		}
		return p.member(f.Index, tag, to)
	}
	return false, nil
}

// slot returns the offset of a field in its table, or 0 if it is absent.
func (p *pass) slot(t *frame, field int) int {
	if at := 4 + 2*field; at < int(t.slots) {
		return p.u16(t.vtable + at)
	}
	return 0
}

func (p *pass) text(at int) *Error {
	if err := p.aligned(at, 4); err != nil {
		return err
	}
	length, err := p.u32(at)
	if err != nil {
		return err
	}
	first := at + 4
	// The text and its zero must fit.
	if uint64(length) >= uint64(p.end-first) {
		return p.endInside(at, "a string with its length and its zero")
	}
	end := first + int(length)
	if p.b[end] != 0 {
		return p.invalid(end, "a zero after a string")
	}
	if err := p.see(int(length)); err != nil {
		return err
	}
	if !utf8.Valid(p.b[first:end]) {
		return &Error{Kind: InvalidUTF8, Offset: first, Expected: "UTF-8"}
	}
	return nil
}

// vector verifies a vector. It returns true if p.next must be verified.
func (p *pass) vector(f *Field, t *frame, to int) (bool, *Error) {
	size, align := p.schema.Element(f.Kind, f.Index)
	first, length, err := p.elements(to, f.Width, size, align)
	if err != nil {
		return false, err
	}
	switch f.Kind {
	case KindString:
		for index := range length {
			at, err := p.offset(first+4*index, false)
			if err == nil {
				err = p.text(at)
			}
			if err != nil {
				return false, err.inside(indexStep(index))
			}
		}
	case KindTable:
		p.next = frame{kind: tablesFrame, object: f.Index, at: first, length: length}
		return true, nil
	case KindUnion:
		tags, err := p.tags(t, f.Index, length, to)
		p.next = frame{kind: unionsFrame, object: f.Index, at: first, vtable: tags, length: length}
		return true, err
	case KindTag:
		// Tags have a vector of unions behind them, as it has them.
		fields, next := p.schema.Objects[t.object].Fields, t.index+1
		if next < len(fields) && fields[next].Shape == ShapeVector && fields[next].Kind == KindUnion && fields[next].Index == f.Index && p.slot(t, next) == 0 {
			return false, p.invalid(to, "the vector of unions whose tags are there")
		}
	}
	return false, nil
}

// items verifies the tables of a vector, from the current one on.
func (p *pass) items(v *frame) (bool, *Error) {
	for v.index < v.length {
		to, err := p.offset(v.at+4*v.index, false)
		if err != nil {
			return false, err
		}
		table, err := p.table(v.object, to)
		if err != nil {
			return false, err
		}
		// A table is done here if it contains nothing to enter.
		enter, err := p.fields(&table)
		if err != nil {
			return false, p.traceOne(err, &table)
		}
		v.index++
		if enter {
			if err := p.push(v); err != nil {
				v.index--
				err.Offset = table.at
				return false, err
			}
			*v = table
			return true, nil
		}
	}
	return false, nil
}

// elements returns the position of the first element of a vector, and the
// number of elements.
func (p *pass) elements(at int, width Width, size, align int) (first, length int, err *Error) {
	var count uint64
	if width == WideVector {
		if err = p.aligned(at, 8); err != nil {
			return 0, 0, err
		}
		if count, err = p.u64(at); err != nil {
			return 0, 0, err
		}
		first = at + 8
	} else {
		if err = p.aligned(at, 4); err != nil {
			return 0, 0, err
		}
		short, err := p.u32(at)
		if err != nil {
			return 0, 0, err
		}
		count, first = uint64(short), at+4
	}
	// An empty vector has no elements to align, and some writers do not align
	// it.
	if count != 0 {
		if err = p.aligned(first, align); err != nil {
			return 0, 0, err
		}
	}
	if count > uint64(p.end-first)/uint64(size) {
		return 0, 0, p.endInside(at, "a vector with all of its elements")
	}
	length = int(count)
	return first, length, p.see(length * size)
}

// unions verifies the unions of a vector, from the current one on.
func (p *pass) unions(v *frame) (bool, *Error) {
	kind := p.schema.Unions[v.object].Tag
	for v.index < v.length {
		tag := p.readTag(v.vtable+v.index*kind.Size(), kind)
		if tag != 0 {
			to, err := p.offset(v.at+4*v.index, false)
			if err != nil {
				return false, err
			}
			enter, err := p.member(v.object, tag, to)
			if err != nil {
				return false, err
			}
			if enter {
				v.index++
				return true, nil
			}
		}
		v.index++
	}
	return false, nil
}

// member verifies the value of a union.
func (p *pass) member(union int, tag int64, to int) (bool, *Error) {
	member := p.schema.Member(union, tag)
	if member == nil {
		return false, nil
	}
	var err *Error
	switch member.Kind {
	case KindTable:
		p.next, err = p.table(member.Index, to)
		return true, err
	case KindString:
		return false, p.text(to)
	}
	size, align := p.schema.Element(KindStruct, member.Index)
	if err = p.aligned(to, align); err == nil {
		if err = p.inside(to, size); err == nil {
			err = p.see(size)
		}
	}
	return false, err
}

// tag verifies a present tag: unless it is 0, its union must be there.
func (p *pass) tag(fields []Field, t *frame, at, union int) *Error {
	next := t.index + 1
	if next >= len(fields) || fields[next].Shape != ShapeOne || fields[next].Kind != KindUnion || fields[next].Index != union {
		return nil
	}
	if p.readTag(at, p.schema.Unions[union].Tag) != 0 && p.slot(t, next) == 0 {
		return p.invalid(at, "the value of a union whose tag is there")
	}
	return nil
}

// tagOf returns the tag of the current union, which has a value.
func (p *pass) tagOf(t *frame, at, union int) (int64, *Error) {
	var tag int64
	// The field before has been verified. It is the tag.
	if offset := p.slot(t, t.index-1); offset != 0 {
		tag = p.readTag(t.at+offset, p.schema.Unions[union].Tag)
	}
	if tag == 0 {
		return 0, p.invalid(at, "the tag of a union whose value is there")
	}
	return tag, nil
}

// tags verifies the tags of a vector of unions, and returns their position.
func (p *pass) tags(t *frame, union, length, at int) (int, *Error) {
	offset := p.slot(t, t.index-1)
	if offset == 0 {
		return 0, p.invalid(at, "the tags of a vector of unions")
	}
	to, err := p.offset(t.at+offset, false)
	if err != nil {
		return 0, err
	}
	count, err := p.u32(to)
	if err != nil {
		return 0, err
	}
	if uint64(count) != uint64(length) {
		return 0, &Error{Kind: InvalidBuffer, Offset: to, Expected: fmt.Sprintf("as many tags as values, %d", length), Found: fmt.Sprint(count)}
	}
	size := p.schema.Unions[union].Tag.Size()
	if uint64(count)*uint64(size) > uint64(p.end-to-4) {
		return 0, p.endInside(to+4, "what its size says")
	}
	return to + 4, nil
}

// readTag returns a tag as a signed number. It is inside of the bytes.
func (p *pass) readTag(at int, kind Kind) int64 { return kind.Signed(kind.Load(p.b[at:])) }

// nested enters a buffer inside of a vector of bytes, or leaves it.
func (p *pass) nested(v *frame) (bool, *Error) {
	p.start, v.at = v.at, p.start
	p.end, v.length = v.length, p.end
	if v.index != 0 {
		p.left = min(p.left, v.left)
		return false, nil
	}
	v.index = 1
	// The vector around it has paid for its bytes: visiting as many in it costs nothing. The buffer
	// around it gets nothing of what is left of them.
	v.left = p.left
	p.left += p.end - p.start
	root, err := p.offset(p.start, false)
	if err != nil {
		return false, err
	}
	p.next, err = p.table(v.object, root)
	return true, err
}

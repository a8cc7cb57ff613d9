package flatbuffers

import (
	"encoding/base64"
	"math"
	"strconv"
	"unicode/utf8"

	"example.invalid/varvel/bindings/go/internal/text"
)

// JSON says how a buffer is written as JSON, and how JSON becomes a buffer, in
// the form of flatc's JSON:
//
//	in the buffer                      in JSON
//	table, struct                      an object of the present fields
//	enum                               its name, or its number if it has no name
//	flags                              their names, separated by spaces
//	union f                            f beside f_type
//	nested buffer, FlexBuffer          its content (buffers with base64: such text)
//	bytes with base64 or base64url     such text
//	array of char                      its text, without zeros at its end
//	NaN, infinities                    "nan", "inf" and "-inf"
//
// A field that is the key of its table is always written, if it is a scalar.
// The zero value is right for most documents.
type JSON struct {
	// Defaults says that absent fields with a default are written to JSON, too,
	// and that scalars which equal their default are written to the buffer.
	Defaults bool
	// Numbers says that enums are written as numbers.
	Numbers bool
	// SkipUnknown says that unions with a tag unknown to the schema are left
	// out, and that unknown and deprecated members of JSON are skipped. Without
	// it they are an error. Names that an enum or union does not have are an error
	// in any case, since nothing else could stand for them.
	SkipUnknown bool
	// Indent is what each level of JSON is indented by. If it is empty, JSON
	// stands in one line.
	Indent string
	// BareNames says that the names of members are written without quotes, if they
	// are words: as flatc writes them without --strict-json. Relaxed reads them.
	BareNames bool
	// Relaxed says that JSON may be JSON5: with comments, commas before closing
	// brackets, strings in single quotes, hexadecimal integers, and names without
	// quotes. As in flatc, other words are strings: names of enums, nan and inf.
	Relaxed bool
	// NoIdentifier says that the buffer gets no file identifier.
	NoIdentifier bool
	// SizePrefixed says that the buffer begins with its size.
	SizePrefixed bool
	// Limits bound what the document may cost.
	Limits Limits
}

// Append appends a verified table of an object of the schema as JSON.
//
// It fails if a union has a tag that the schema does not know, unless
// [JSON.SkipUnknown] is set, or if a FlexBuffer is invalid.
func (j JSON) Append(to []byte, schema *Schema, object int, t Table) ([]byte, error) {
	w := writer{to: to, schema: schema, options: j}
	if err := w.table(object, t); err != nil {
		return to, err.rooted()
	}
	return w.to, nil
}

// writer writes tables as JSON. Its recursion is as deep as the verifier has
// allowed.
type writer struct {
	to      []byte
	schema  *Schema
	options JSON
	depth   int
}

// open begins an object or an array.
func (w *writer) open(bracket byte) {
	w.to = append(w.to, bracket)
	w.depth++
}

// next begins a member or an item: first says that it is the first.
func (w *writer) next(first bool) {
	if !first {
		w.to = append(w.to, ',')
	}
	w.line()
}

func (w *writer) line() {
	if w.options.Indent != "" {
		w.to = append(w.to, '\n')
		for range w.depth {
			w.to = append(w.to, w.options.Indent...)
		}
	}
}

// close ends an object or an array.
func (w *writer) close(bracket byte, empty bool) {
	w.depth--
	if !empty {
		w.line()
	}
	w.to = append(w.to, bracket)
}

// members counts the members of an object.
type members int

func (w *writer) key(m *members, name string) {
	w.next(*m == 0)
	*m++
	if w.options.BareNames && isWord(name) {
		w.to = append(w.to, name...)
	} else {
		w.to = text.AppendString(w.to, name)
	}
	w.to = append(w.to, ':')
	if w.options.Indent != "" {
		w.to = append(w.to, ' ')
	}
}

// isWord returns whether a name needs no quotes.
func isWord(name string) bool {
	for at, c := range []byte(name) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_'
		if !letter && (at == 0 || !isDigit(c)) {
			return false
		}
	}
	return name != ""
}

func (w *writer) table(object int, t Table) *Error {
	o := &w.schema.Objects[object]
	var m members
	w.open('{')
	for id := range o.Fields {
		f := &o.Fields[id]
		if f.Deprecated {
			continue
		}
		offset := t.offset(uint(4 + 2*id))
		if offset == 0 {
			if w.options.Defaults || int(o.Key) == id+1 {
				w.otherwise(&m, f)
			}
			continue
		}
		if err := w.field(&m, t, o, id, int(t.at+offset)); err != nil {
			return err.inside(keyStep(f.Name))
		}
	}
	w.close('}', m == 0)
	return nil
}

// otherwise writes the default of an absent field.
func (w *writer) otherwise(m *members, f *Field) {
	switch {
	case f.Shape == ShapeOne && f.Kind.isScalar() && f.Presence == Default:
		w.key(m, f.Name)
		w.scalar(f, f.Default)
	case f.Presence == DefaultText:
		w.key(m, f.Name)
		w.to = text.AppendString(w.to, f.Text)
	case f.Presence == DefaultEmpty:
		w.key(m, f.Name)
		if f.Base64 != NoBase64 {
			w.to = append(w.to, `""`...)
		} else {
			w.to = append(w.to, "[]"...)
		}
	}
}

// field writes a present field of a table, whose place is at.
func (w *writer) field(m *members, t Table, o *Object, id, at int) *Error {
	f := &o.Fields[id]
	size, _ := w.schema.inline(f)
	if bytesAt(t.b, at, size) == nil {
		return unverified()
	}
	switch {
	case f.Shape == ShapeOne && f.Kind == KindTag:
		tag := w.tagAt(t.b, f.Index, at)
		if w.options.SkipUnknown && tag != 0 && w.schema.member(f.Index, tag) == nil {
			return nil
		}
		w.key(m, f.Name)
		return w.tag(f.Index, tag)
	case f.Shape == ShapeOne && f.Kind == KindUnion:
		u := t.union(uint(4+2*id), w.schema.Unions[f.Index].Tag)
		if w.schema.member(f.Index, u.tag) == nil {
			return nil
		}
		w.key(m, f.Name)
		return w.union(f.Index, u)
	case f.Shape == ShapeVector && f.Kind == KindUnion:
		if !t.Has(uint(4 + 2*(id-1))) {
			return nil
		}
		w.key(m, f.Name)
		all := UnionsIn[UnionValue](t, uint(4+2*id), w.schema.Unions[f.Index].Tag)
		return w.items(all.Len(), func(index int) *Error {
			u := all.At(index)
			if w.schema.member(f.Index, u.tag) == nil {
				w.to = append(w.to, "null"...)
				return nil
			}
			return w.union(f.Index, u)
		})
	}
	w.key(m, f.Name)
	return w.value(f, t.b, at)
}

// unverified is the fault of a buffer that was changed after it was verified, or
// never verified.
func unverified() *Error {
	return &Error{Kind: InvalidBuffer, Offset: -1, Expected: "a buffer that has not changed since it was verified"}
}

// value writes the value of a field at a position.
func (w *writer) value(f *Field, b []byte, at int) *Error {
	switch f.Shape {
	case ShapeArray:
		if f.Chars {
			return w.chars(b[at : at+int(f.Len)])
		}
		size, _ := w.schema.element(f.Kind, f.Index)
		return w.elements(f, b, at, int(f.Len), size)
	case ShapeOne:
		if f.Kind == KindString || f.Kind == KindTable {
			at = follow(b, at, f.Width)
		}
		return w.item(f, b, at)
	}
	at = follow(b, at, f.Width)
	size, _ := w.schema.element(f.Kind, f.Index)
	if f.Shape != ShapeVector {
		size = 1
	}
	var held []byte
	first := at + 4
	if f.Width == WideVector {
		held, first = elementsWide(b, at, size), at+8
	} else {
		held = elements(b, at, size)
	}
	switch {
	case held == nil:
		return unverified()
	case f.Shape == ShapeFlex: // a text in its place would be its value
		return w.flex(held)
	case f.Base64 == StandardBase64:
		w.to = append(w.to, '"')
		w.to = append(base64.StdEncoding.AppendEncode(w.to, held), '"')
		return nil
	case f.Base64 == URLBase64:
		w.to = append(w.to, '"')
		w.to = append(base64.URLEncoding.AppendEncode(w.to, held), '"')
		return nil
	case f.Shape == ShapeNested && len(held) != 0:
		return w.table(f.Index, UnverifiedRoot(held))
	}
	return w.elements(f, b, first, len(held)/size, size)
}

// chars writes an array of char as text. Zeros at its end do not belong to it.
func (w *writer) chars(b []byte) *Error {
	b = textOf(b)
	if !utf8.Valid(b) {
		return &Error{Kind: InvalidUTF8, Offset: -1, Expected: "UTF-8 in an array of char"}
	}
	w.to = text.AppendString(w.to, b)
	return nil
}

// elements writes the elements of a vector or an array from a position on.
func (w *writer) elements(f *Field, b []byte, at, length, size int) *Error {
	return w.items(length, func(index int) *Error {
		at := at + size*index
		if f.Kind == KindString || f.Kind == KindTable {
			at = follow(b, at, Narrow)
		}
		return w.item(f, b, at)
	})
}

// items writes an array of what item writes.
func (w *writer) items(length int, item func(index int) *Error) *Error {
	w.open('[')
	for index := range length {
		w.next(index == 0)
		if err := item(index); err != nil {
			return err.inside(indexStep(index))
		}
	}
	w.close(']', length == 0)
	return nil
}

// item writes a single value at its own position.
func (w *writer) item(f *Field, b []byte, at int) *Error {
	switch f.Kind {
	case KindTag:
		return w.tag(f.Index, w.tagAt(b, f.Index, at))
	case KindString:
		return w.text(b, at)
	case KindStruct:
		return w.structure(f.Index, b[at:])
	case KindTable:
		return w.child(f.Index, b, at)
	default:
		w.scalar(f, loadBits(b[at:], f.Kind))
	}
	return nil
}

// text writes the string at a position.
func (w *writer) text(b []byte, at int) *Error {
	held := elements(b, at, 1)
	if held == nil {
		return unverified()
	}
	w.to = text.AppendString(w.to, held)
	return nil
}

// child writes the table at a position.
func (w *writer) child(object int, b []byte, at int) *Error {
	t := tableAt(b, at)
	if t.b == nil {
		return unverified()
	}
	return w.table(object, t)
}

func (w *writer) structure(object int, b []byte) *Error {
	fields := w.schema.Objects[object].Fields
	var m members
	w.open('{')
	for id := range fields {
		f := &fields[id]
		w.key(&m, f.Name)
		if err := w.value(f, b, int(f.Offset)); err != nil {
			return err.inside(keyStep(f.Name))
		}
	}
	w.close('}', m == 0)
	return nil
}

func (w *writer) tagAt(b []byte, union, at int) int64 {
	kind := w.schema.Unions[union].Tag
	return kind.signed(loadBits(b[at:], kind))
}

// tag writes the tag of a union. One that is unknown to the schema is refused,
// or becomes NONE.
func (w *writer) tag(union int, tag int64) *Error {
	member := w.schema.member(union, tag)
	switch {
	case member == nil && tag != 0 && !w.options.SkipUnknown:
		return &Error{Kind: UnknownVariant, Offset: -1, Expected: "a tag that the union has", Found: strconv.FormatInt(tag, 10)}
	case w.options.Numbers && member == nil:
		w.to = append(w.to, '0')
	case w.options.Numbers:
		w.to = strconv.AppendInt(w.to, tag, 10)
	case member == nil:
		w.to = append(w.to, `"NONE"`...)
	default:
		w.to = text.AppendString(w.to, member.Name)
	}
	return nil
}

func (w *writer) union(union int, u UnionValue) *Error {
	switch member := w.schema.member(union, u.tag); member.Kind {
	case KindTable:
		return w.child(member.Index, u.b, u.at)
	case KindStruct:
		held := bytesAt(u.b, u.at, int(w.schema.Objects[member.Index].Size))
		if held == nil {
			return unverified()
		}
		return w.structure(member.Index, held)
	}
	return w.text(u.b, u.at)
}

// scalar writes a number by its bits, or its name.
func (w *writer) scalar(f *Field, bits uint64) {
	if f.Enum != 0 && !w.options.Numbers {
		if name, ok := w.schema.EnumName(f.Enum-1, f.Kind.signed(bits)); ok {
			w.to = text.AppendString(w.to, name)
			return
		}
	}
	switch f.Kind {
	case KindBool:
		w.to = strconv.AppendBool(w.to, bits != 0)
	case KindFloat32:
		if value := math.Float32frombits(uint32(bits)); !w.special(float64(value)) {
			w.to = text.AppendFloat32(w.to, value)
		}
	case KindFloat64:
		if value := math.Float64frombits(bits); !w.special(value) {
			w.to = text.AppendFloat64(w.to, value)
		}
	case KindUint64:
		w.to = strconv.AppendUint(w.to, bits, 10)
	default:
		w.to = strconv.AppendInt(w.to, f.Kind.signed(bits), 10)
	}
}

// special writes NaN or an infinity as text. It returns false for others.
func (w *writer) special(value float64) bool {
	switch {
	case math.IsNaN(value):
		w.to = append(w.to, `"nan"`...)
	case math.IsInf(value, 1):
		w.to = append(w.to, `"inf"`...)
	case math.IsInf(value, -1):
		w.to = append(w.to, `"-inf"`...)
	default:
		return false
	}
	return true
}

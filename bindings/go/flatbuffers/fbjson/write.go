package fbjson

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/internal/paths"
	"example.invalid/varvel/bindings/go/internal/text"
)

// Append appends a verified table of an object of the schema as JSON.
//
// It fails if a union has a tag that the schema does not know, unless
// [Options.SkipUnknown] is set, or if a FlexBuffer is invalid.
func (o Options) Append(to []byte, schema *flatbuffers.Schema, object int, t flatbuffers.Table) ([]byte, error) {
	w := o.newWriter(to, schema)
	if err := w.table(object, t); err != nil {
		return to, w.rooted(err)
	}
	return w.To, nil
}

// AppendStruct appends a struct of an object of the schema as JSON. It fails if
// an array of char is not UTF-8.
func (o Options) AppendStruct(to []byte, schema *flatbuffers.Schema, object int, s flatbuffers.Struct) ([]byte, error) {
	if object < 0 || object >= len(schema.Objects) || !schema.Objects[object].IsStruct() {
		return to, refused("a struct as the root")
	}
	if size := schema.Objects[object].Size; len(s.Bytes()) < int(size) {
		return to, refused(fmt.Sprintf("a struct of %d bytes", size))
	}
	w := o.newWriter(to, schema)
	if err := w.structure(object, s.Place()); err != nil {
		return to, w.rooted(err)
	}
	return w.To, nil
}

// writer writes tables as JSON. Its recursion is as deep as the verifier has
// allowed.
type writer struct {
	text.Writer
	steps
	schema  *flatbuffers.Schema
	options Options
}

// newWriter returns a writer that appends to a text.
func (o Options) newWriter(to []byte, schema *flatbuffers.Schema) writer {
	return writer{Writer: text.Writer{To: to, Indent: o.Indent}, schema: schema, options: o}
}

// members counts the members of an object.
type members int

func (w *writer) key(m *members, name string) {
	w.Next(*m == 0)
	*m++
	if w.options.BareNames && isWord(name) {
		w.To = append(w.To, name...)
	} else {
		w.To = text.AppendString(w.To, name)
	}
	w.Colon()
}

// isWord returns whether a name needs no quotes.
func isWord(name string) bool {
	for at, c := range []byte(name) {
		if !text.IsInWord(c) || at == 0 && text.IsDigit(c) {
			return false
		}
	}
	return name != ""
}

func (w *writer) table(object int, t flatbuffers.Table) *flatbuffers.Error {
	o := &w.schema.Objects[object]
	var m members
	w.Open('{')
	for id := range o.Fields {
		f := &o.Fields[id]
		if f.Deprecated {
			continue
		}
		at, ok := t.Place(uint(4 + 2*id))
		if !ok {
			if w.options.Defaults || int(o.Key) == id+1 {
				w.otherwise(&m, f)
			}
			continue
		}
		if err := w.field(&m, t, o, id, at); err != nil {
			return w.inside(err, paths.KeyStep(f.Name))
		}
	}
	w.Close('}', m == 0)
	return nil
}

// otherwise writes the default of an absent field.
func (w *writer) otherwise(m *members, f *flatbuffers.Field) {
	switch {
	case f.Shape == flatbuffers.ShapeOne && f.Kind.IsScalar() && f.Presence == flatbuffers.Default:
		w.key(m, f.Name)
		w.scalar(f, f.Default)
	case f.Presence == flatbuffers.DefaultText:
		w.key(m, f.Name)
		w.To = text.AppendString(w.To, f.Text)
	case f.Presence == flatbuffers.DefaultEmpty:
		w.key(m, f.Name)
		if f.Base64 != flatbuffers.NoBase64 {
			w.To = append(w.To, `""`...)
		} else {
			w.To = append(w.To, "[]"...)
		}
	}
}

// field writes a present field of a table, whose place is at.
func (w *writer) field(m *members, t flatbuffers.Table, o *flatbuffers.Object, id int, at flatbuffers.Place) *flatbuffers.Error {
	f := &o.Fields[id]
	size, _ := w.schema.Inline(f)
	if at.Bytes(size) == nil {
		return flatbuffers.Changed()
	}
	switch {
	case f.Shape == flatbuffers.ShapeOne && f.Kind == flatbuffers.KindTag:
		tag := w.tagAt(f.Index, at)
		if w.options.SkipUnknown && tag != 0 && w.schema.Member(f.Index, tag) == nil {
			return nil
		}
		w.key(m, f.Name)
		return w.tag(f.Index, tag)
	case f.Shape == flatbuffers.ShapeOne && f.Kind == flatbuffers.KindUnion:
		u := flatbuffers.UnionIn[flatbuffers.UnionValue](t, uint(4+2*id), w.schema.Unions[f.Index].Tag)
		if w.schema.Member(f.Index, u.Tag()) == nil {
			return nil
		}
		w.key(m, f.Name)
		return w.union(f.Index, u)
	case f.Shape == flatbuffers.ShapeVector && f.Kind == flatbuffers.KindUnion:
		if !t.Has(uint(4 + 2*(id-1))) {
			return nil
		}
		w.key(m, f.Name)
		all := flatbuffers.UnionsIn[flatbuffers.UnionValue](t, uint(4+2*id), w.schema.Unions[f.Index].Tag)
		return w.items(all.Len(), func(index int) *flatbuffers.Error {
			u := all.At(index)
			if w.schema.Member(f.Index, u.Tag()) == nil {
				w.To = append(w.To, "null"...)
				return nil
			}
			return w.union(f.Index, u)
		})
	}
	w.key(m, f.Name)
	return w.value(f, at)
}

// value writes the value of a field at a place.
func (w *writer) value(f *flatbuffers.Field, at flatbuffers.Place) *flatbuffers.Error {
	size, _ := w.schema.Element(f.Kind, f.Index)
	switch f.Shape {
	case flatbuffers.ShapeArray:
		if f.Chars {
			return w.chars(at.Bytes(int(f.Len)))
		}
		return w.elements(f, at, int(f.Len), size)
	case flatbuffers.ShapeOne:
		if f.Kind == flatbuffers.KindString || f.Kind == flatbuffers.KindTable {
			at = at.Follow(f.Width)
		}
		return w.item(f, at)
	case flatbuffers.ShapeNested, flatbuffers.ShapeFlex:
		size = 1
	}
	held, first := at.Follow(f.Width).Elements(size, f.Width)
	switch {
	case held == nil:
		return flatbuffers.Changed()
	case f.Shape == flatbuffers.ShapeFlex: // a text in its place would be its value
		return w.flex(held)
	case f.Base64 == flatbuffers.StandardBase64:
		w.To = append(w.To, '"')
		w.To = append(base64.StdEncoding.AppendEncode(w.To, held), '"')
		return nil
	case f.Base64 == flatbuffers.URLBase64:
		w.To = append(w.To, '"')
		w.To = append(base64.URLEncoding.AppendEncode(w.To, held), '"')
		return nil
	case f.Shape == flatbuffers.ShapeNested && len(held) != 0:
		return w.table(f.Index, flatbuffers.UnverifiedRoot(held))
	}
	return w.elements(f, first, len(held)/size, size)
}

// chars writes an array of char as text. Zeros at its end do not belong to it.
func (w *writer) chars(b []byte) *flatbuffers.Error {
	b = bytes.TrimRight(b, "\x00")
	if !utf8.Valid(b) {
		return &flatbuffers.Error{Kind: flatbuffers.InvalidUTF8, Offset: -1, Expected: "UTF-8 in an array of char"}
	}
	w.To = text.AppendString(w.To, b)
	return nil
}

// elements writes the elements of a vector or an array from a place on.
func (w *writer) elements(f *flatbuffers.Field, first flatbuffers.Place, length, size int) *flatbuffers.Error {
	return w.items(length, func(index int) *flatbuffers.Error {
		at := first.Plus(size * index)
		if f.Kind == flatbuffers.KindString || f.Kind == flatbuffers.KindTable {
			at = at.Follow(flatbuffers.Narrow)
		}
		return w.item(f, at)
	})
}

// items writes an array of what item writes.
func (w *writer) items(length int, item func(index int) *flatbuffers.Error) *flatbuffers.Error {
	w.Open('[')
	for index := range length {
		w.Next(index == 0)
		if err := item(index); err != nil {
			return w.inside(err, paths.IndexStep(index))
		}
	}
	w.Close(']', length == 0)
	return nil
}

// item writes a single value at its own place.
func (w *writer) item(f *flatbuffers.Field, at flatbuffers.Place) *flatbuffers.Error {
	switch f.Kind {
	case flatbuffers.KindTag:
		return w.tag(f.Index, w.tagAt(f.Index, at))
	case flatbuffers.KindString:
		return w.text(at)
	case flatbuffers.KindStruct:
		return w.structure(f.Index, at)
	case flatbuffers.KindTable:
		return w.child(f.Index, at)
	default:
		w.scalar(f, at.Load(f.Kind))
	}
	return nil
}

// text writes the string at a place.
func (w *writer) text(at flatbuffers.Place) *flatbuffers.Error {
	held, _ := at.Elements(1, flatbuffers.Narrow)
	if held == nil {
		return flatbuffers.Changed()
	}
	w.To = text.AppendString(w.To, held)
	return nil
}

// child writes the table at a place.
func (w *writer) child(object int, at flatbuffers.Place) *flatbuffers.Error {
	t := at.Table()
	if t.IsZero() {
		return flatbuffers.Changed()
	}
	return w.table(object, t)
}

func (w *writer) structure(object int, at flatbuffers.Place) *flatbuffers.Error {
	fields := w.schema.Objects[object].Fields
	var m members
	w.Open('{')
	for id := range fields {
		f := &fields[id]
		w.key(&m, f.Name)
		if err := w.value(f, at.Plus(int(f.Offset))); err != nil {
			return w.inside(err, paths.KeyStep(f.Name))
		}
	}
	w.Close('}', m == 0)
	return nil
}

func (w *writer) tagAt(union int, at flatbuffers.Place) int64 {
	kind := w.schema.Unions[union].Tag
	return kind.Signed(at.Load(kind))
}

// tag writes the tag of a union. One that is unknown to the schema is refused,
// or becomes NONE.
func (w *writer) tag(union int, tag int64) *flatbuffers.Error {
	member := w.schema.Member(union, tag)
	switch {
	case member == nil && tag != 0 && !w.options.SkipUnknown:
		return &flatbuffers.Error{Kind: flatbuffers.UnknownVariant, Offset: -1, Expected: "a tag that the union has", Found: strconv.FormatInt(tag, 10)}
	case w.options.Numbers && member == nil:
		w.To = append(w.To, '0')
	case w.options.Numbers:
		w.To = strconv.AppendInt(w.To, tag, 10)
	case member == nil:
		w.To = append(w.To, `"NONE"`...)
	default:
		w.To = text.AppendString(w.To, member.Name)
	}
	return nil
}

func (w *writer) union(union int, u flatbuffers.UnionValue) *flatbuffers.Error {
	at := u.Place()
	switch member := w.schema.Member(union, u.Tag()); member.Kind {
	case flatbuffers.KindTable:
		return w.child(member.Index, at)
	case flatbuffers.KindStruct:
		if at.Bytes(int(w.schema.Objects[member.Index].Size)) == nil {
			return flatbuffers.Changed()
		}
		return w.structure(member.Index, at)
	}
	return w.text(at)
}

// scalar writes a number by its bits, or its name.
func (w *writer) scalar(f *flatbuffers.Field, bits uint64) {
	if f.Enum != 0 && !w.options.Numbers {
		if name, ok := w.schema.EnumName(f.Enum-1, f.Kind.Signed(bits)); ok {
			w.To = text.AppendString(w.To, name)
			return
		}
	}
	switch f.Kind {
	case flatbuffers.KindBool:
		w.To = strconv.AppendBool(w.To, bits != 0)
	case flatbuffers.KindFloat32:
		if value := math.Float32frombits(uint32(bits)); !w.special(float64(value)) {
			w.To = text.AppendFloat32(w.To, value)
		}
	case flatbuffers.KindFloat64:
		if value := math.Float64frombits(bits); !w.special(value) {
			w.To = text.AppendFloat64(w.To, value)
		}
	case flatbuffers.KindUint64:
		w.To = strconv.AppendUint(w.To, bits, 10)
	default:
		w.To = strconv.AppendInt(w.To, f.Kind.Signed(bits), 10)
	}
}

// special writes NaN or an infinity as text. It returns false for others.
func (w *writer) special(value float64) bool {
	switch {
	case math.IsNaN(value):
		w.To = append(w.To, `"nan"`...)
	case math.IsInf(value, 1):
		w.To = append(w.To, `"inf"`...)
	case math.IsInf(value, -1):
		w.To = append(w.To, `"-inf"`...)
	default:
		return false
	}
	return true
}

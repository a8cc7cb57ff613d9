package fbjson

import (
	"fmt"
	"slices"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/internal/paths"
	jsontext "example.invalid/varvel/bindings/go/internal/text"
)

// Build turns JSON into a buffer whose root is the table or struct with this
// number in the schema. The bytes are those that Varvel builds in every language.
//
// Integers must fit their field; floats are rounded once. Each may come as a
// string, also as "0x1F", "inf" and "nan". An enum is its number or its name,
// flags are names separated by spaces. The type of a union may come after its
// value. A vector of objects with a key is sorted. A struct has all of its
// members; a member of a table that is null is absent.
func (o Options) Build(schema *flatbuffers.Schema, object int, text []byte) ([]byte, error) {
	limits := o.Limits.Filled()
	if object < 0 || object >= len(schema.Objects) {
		return nil, refused("a table or struct as the root")
	}
	if err := limits.Check(text); err != nil {
		return nil, err
	}
	given := text
	if o.Relaxed {
		var err *flatbuffers.Error
		if text, err = strict(text); err != nil {
			return nil, err
		}
	}
	r := reader{schema: schema, options: o}
	r.lexer = lexer{Lexer: jsontext.Lexer{Text: text}, limit: limits.Depth}
	r.b = flatbuffers.NewBuilder(len(text))
	root, err := r.root(object)
	if err == nil && (r.Peek() != 0 || r.At < len(text)) {
		err = r.fault(flatbuffers.TrailingData, "nothing after the document")
	}
	if err != nil {
		err = r.located(err, text)
		if o.Relaxed && err.Offset >= 0 {
			err.Offset = jsontext.RelaxedPlace(given, err.Offset)
		}
		return nil, err
	}
	options := flatbuffers.FinishOptions{SizePrefixed: o.SizePrefixed}
	if !o.NoIdentifier {
		options.Identifier = schema.IdentifierOf(object)
	}
	return flatbuffers.Finish(r.b, root, options)
}

// state says what a value has become.
type state uint8

const (
	// absent is no value: it was null, or is in its struct already.
	absent state = iota
	// bits are the bits of a scalar.
	bits
	// part is a part of the buffer.
	part
	// inPlace is a struct that waits in the scratch memory.
	inPlace
)

// item is a finished field of an open object.
type item struct {
	field int
	state state
	// part is the part of the buffer, whatever it is.
	part ref
	// value are the bits, or the place in the scratch memory.
	value uint64
}

// reader reads JSON into a buffer. Its recursion is bounded by the depth limit.
type reader struct {
	lexer
	steps
	schema  *flatbuffers.Schema
	options Options
	b       *flatbuffers.Builder
	// items are the fields of the open objects.
	items []item
	// parts are the items of the open vectors that are parts of the buffer.
	parts []ref
	// structs are the structs, and the elements in place, that are being built.
	structs []byte
}

// ref is a part of the buffer, whatever it is.
type ref = flatbuffers.Ref[flatbuffers.Table]

// wrong returns the error of a value that is of another kind, or what is wrong
// with the value itself.
func (r *reader) wrong(expected string) *flatbuffers.Error {
	c := r.Peek()
	start := r.At
	if c != '{' && c != '[' && r.Word() == "" {
		if err := r.skip(); err != nil {
			return err
		}
		r.At = start
	}
	return r.fault(flatbuffers.TypeMismatch, expected)
}

// members reads an object. It calls seen with the number of each field before the
// colon, and member after it.
func (r *reader) members(object int, seen, member func(id int, f *flatbuffers.Field) *flatbuffers.Error) *flatbuffers.Error {
	o := &r.schema.Objects[object]
	if r.Peek() != '{' {
		return r.wrong("an object")
	}
	if err := r.enter(); err != nil {
		return err
	}
	next := 0
	for first := true; ; first = false {
		more, err := r.more(first, '}')
		if err != nil || !more {
			return err
		}
		r.Peek()
		at := r.At
		key, err := r.key()
		if err != nil {
			return err
		}
		// Members most often come in order.
		id, ok := next, next < len(o.Fields) && o.Fields[next].Name == string(key)
		if !ok {
			id, ok = r.schema.FieldNamed(object, key)
		}
		if !ok || o.Fields[id].Deprecated {
			if r.options.SkipUnknown {
				err := r.colon()
				if err == nil {
					err = r.skip()
				}
				if err != nil {
					return err
				}
				continue
			}
			fault := &flatbuffers.Error{Kind: flatbuffers.UnknownMember, Offset: at, Expected: "a member of " + o.Name, Found: fmt.Sprintf("%.40q", key)}
			if ok {
				fault.Found += ", which is deprecated"
			}
			return r.inside(fault, paths.KeyStep(string(key)))
		}
		next = id + 1
		f := &o.Fields[id]
		if err := seen(id, f); err != nil {
			err.Offset = at
			return r.inside(err, paths.KeyStep(f.Name))
		}
		if err := r.colon(); err != nil {
			return err
		}
		if err := member(id, f); err != nil {
			return err
		}
	}
}

// late is the value of a union whose tag has not come yet.
type late struct{ id, at int }

// compared is the number of fields that are compared with each key that comes.
// In larger objects duplicate keys are found at the end.
const compared = 64

// table reads a table, and returns it.
func (r *reader) table(object int) (ref, *flatbuffers.Error) {
	fields := r.schema.Objects[object].Fields
	base := len(r.items)
	scratch := len(r.structs)
	r.Peek()
	start := r.At
	var waiting []late
	seen := func(id int, f *flatbuffers.Field) *flatbuffers.Error {
		isLate := slices.ContainsFunc(waiting, func(late late) bool { return late.id == id })
		if isLate || (f.Kind == flatbuffers.KindTag || len(r.items)-base <= compared) && r.given(base, id) != nil {
			return duplicate(f)
		}
		return nil
	}
	err := r.members(object, seen, func(id int, f *flatbuffers.Field) *flatbuffers.Error {
		isTag := f.Kind == flatbuffers.KindTag
		if f.Kind == flatbuffers.KindUnion && f.Shape != flatbuffers.ShapeNested && f.Shape != flatbuffers.ShapeFlex {
			if tag := r.given(base, id-1); tag == nil || tag.state == absent {
				waiting = append(waiting, late{id, r.At})
				return r.skip()
			}
		}
		if err := r.member(base, id, f); err != nil {
			return r.inside(err, paths.KeyStep(f.Name))
		}
		if isTag && r.items[len(r.items)-1].state != absent {
			for at, late := range waiting {
				if late.id == id+1 {
					waiting = slices.Delete(waiting, at, at+1)
					return r.playLate(base, late, &fields[late.id])
				}
			}
		}
		return nil
	})
	if err != nil {
		return ref{}, err
	}
	for _, late := range waiting {
		end := r.At
		r.At = late.at
		r.Peek()
		isNull := r.Take("null")
		r.At = end
		if !isNull {
			return ref{}, &flatbuffers.Error{Kind: flatbuffers.MissingField, Offset: start, Expected: fmt.Sprintf("a member %q, which says what %q is", fields[late.id-1].Name, fields[late.id].Name)}
		}
	}
	items := r.items[base:]
	if err := r.ordered(items, fields, start); err != nil {
		return ref{}, err
	}
	if err := r.complete(items, object, start); err != nil {
		return ref{}, err
	}
	at, err := r.write(items, fields)
	r.items = r.items[:base]
	r.structs = r.structs[:scratch]
	return at, err
}

func duplicate(f *flatbuffers.Field) *flatbuffers.Error {
	return &flatbuffers.Error{Kind: flatbuffers.DuplicateKey, Offset: -1, Expected: "each member once", Found: fmt.Sprintf("%q again", f.Name)}
}

// given returns a field of the open object, or nil if it has not come.
func (r *reader) given(base, id int) *item {
	items := r.items[base:]
	for at := range items {
		if items[at].field == id {
			return &items[at]
		}
	}
	return nil
}

// playLate reads a value whose tag has come now.
func (r *reader) playLate(base int, late late, f *flatbuffers.Field) *flatbuffers.Error {
	end := r.At
	r.At = late.at
	if err := r.member(base, late.id, f); err != nil {
		return r.inside(err, paths.KeyStep(f.Name))
	}
	r.At = end
	return nil
}

// member reads the value of a field of a table.
func (r *reader) member(base, id int, f *flatbuffers.Field) *flatbuffers.Error {
	var value item
	isNull, err := r.takeNull()
	if err == nil && !isNull {
		var tag item
		if f.Kind == flatbuffers.KindUnion {
			if given := r.given(base, id-1); given != nil {
				tag = *given
			}
		}
		value, err = r.value(f, tag)
	}
	value.field = id
	r.items = append(r.items, value)
	return err
}

// ordered sorts the fields that came in the object that begins at start, and refuses
// a duplicate.
func (r *reader) ordered(items []item, fields []flatbuffers.Field, start int) *flatbuffers.Error {
	byField := func(a, b item) int { return a.field - b.field }
	if !slices.IsSortedFunc(items, byField) {
		slices.SortFunc(items, byField)
	}
	for at := 1; at < len(items); at++ {
		if items[at].field == items[at-1].field {
			f := &fields[items[at].field]
			err := duplicate(f)
			err.Offset = r.lastKey(start, f.Name)
			return r.inside(err, paths.KeyStep(f.Name))
		}
	}
	return nil
}

// lastKey returns the place where a key comes last in the object that begins at start,
// which has been read.
func (r *reader) lastKey(start int, name string) int {
	l := lexer{Lexer: jsontext.Lexer{Text: r.Text, At: start + 1}, limit: r.limit}
	last := start
	for first := true; ; first = false {
		if more, err := l.more(first, '}'); err != nil || !more {
			return last
		}
		l.Peek()
		at := l.At
		if key, _ := l.key(); string(key) == name {
			last = at
		}
		_ = l.colon()
		if err := l.skip(); err != nil {
			return last
		}
	}
}

// complete checks that each required field has come, and each union that has a
// tag, in the object that begins at start.
func (r *reader) complete(items []item, object, start int) *flatbuffers.Error {
	fields := r.schema.Objects[object].Fields
	missing := func(f *flatbuffers.Field, why string) *flatbuffers.Error { return r.missing(object, f, start, why) }
	valued := func(id int) bool {
		at, ok := slices.BinarySearchFunc(items, id, func(a item, id int) int { return a.field - id })
		return ok && items[at].state != absent
	}
	for _, done := range items {
		if fields[done.field].Kind == flatbuffers.KindTag && done.state != absent && !(done.state == bits && done.value == 0) && !valued(done.field+1) {
			return missing(&fields[done.field+1], "only its type")
		}
	}
	for id := range fields {
		if fields[id].Presence == flatbuffers.Required && !fields[id].Deprecated && !valued(id) {
			return missing(&fields[id], "an object without it")
		}
	}
	return nil
}

// missing is the fault of an object that begins at start, without a field that it
// must have.
func (r *reader) missing(object int, f *flatbuffers.Field, start int, why string) *flatbuffers.Error {
	return &flatbuffers.Error{Kind: flatbuffers.MissingField, Offset: start, Expected: fmt.Sprintf("a member %q of %s", f.Name, r.schema.Objects[object].Name), Found: why}
}

// write writes the table of these fields.
func (r *reader) write(items []item, fields []flatbuffers.Field) (ref, *flatbuffers.Error) {
	b := r.b
	b.StartTable(len(fields))
	for align := 256; align > 0; align /= 2 {
		for _, done := range items {
			f := &fields[done.field]
			size, its := r.schema.Inline(f)
			if its != align || done.state == absent {
				continue
			}
			if done.state == bits && f.Presence == flatbuffers.Default && done.value == f.Default && !r.options.Defaults {
				continue
			}
			switch done.state {
			case bits:
				if to := b.AddStruct(done.field, size, align); to != nil {
					r.schema.Stored(f).Store(to, done.value)
				}
			case part:
				if f.Width != flatbuffers.Narrow {
					flatbuffers.AddRefWide(b, done.field, f.Width, done.part)
				} else {
					flatbuffers.AddRef(b, done.field, done.part)
				}
			case inPlace:
				copy(b.AddStruct(done.field, size, align), r.structs[done.value:])
			}
		}
	}
	made := flatbuffers.EndTable[flatbuffers.Table](b)
	return made, r.built()
}

// built returns the error of the builder.
func (r *reader) built() *flatbuffers.Error {
	if err, ok := r.b.Err().(*flatbuffers.Error); ok {
		return err
	}
	return nil
}

// value reads the value of a field of a table. The tag is that of a union, or
// the tags of a vector of unions.
func (r *reader) value(f *flatbuffers.Field, tag item) (item, *flatbuffers.Error) {
	switch f.Shape {
	case flatbuffers.ShapeVector:
		return r.vector(f, tag.part)
	case flatbuffers.ShapeNested:
		return r.nested(f)
	case flatbuffers.ShapeFlex:
		return r.flexValue(f)
	}
	return r.item(f, tag.value)
}

// at returns the item of a part of any type.
func at[T any](made flatbuffers.Ref[T], err *flatbuffers.Error) (item, *flatbuffers.Error) {
	return item{state: part, part: ref(made)}, err
}

// item reads a single value.
func (r *reader) item(f *flatbuffers.Field, tag uint64) (item, *flatbuffers.Error) {
	switch f.Kind {
	case flatbuffers.KindTag:
		value, err := r.tag(f.Index)
		return item{state: bits, value: value}, err
	case flatbuffers.KindString:
		return at(r.stringValue(f.Shared))
	case flatbuffers.KindStruct:
		place := r.place(f.Index)
		return item{state: inPlace, value: uint64(place)}, r.structure(f.Index, place)
	case flatbuffers.KindTable:
		return at(r.table(f.Index))
	case flatbuffers.KindUnion:
		return r.union(f, r.schema.Unions[f.Index].Tag.Signed(tag))
	}
	value, err := r.scalar(f)
	return item{state: bits, value: value}, err
}

// union reads the value of a union with this tag.
func (r *reader) union(f *flatbuffers.Field, tag int64) (item, *flatbuffers.Error) {
	member := r.schema.Member(f.Index, tag)
	if member == nil {
		isNull, err := r.takeNull()
		if err != nil || isNull {
			return item{}, err
		}
		return item{}, r.wrong("null, since the union's type is NONE")
	}
	switch member.Kind {
	case flatbuffers.KindTable:
		return at(r.table(member.Index))
	case flatbuffers.KindString:
		return at(r.stringValue(f.Shared))
	}
	place := r.place(member.Index)
	if err := r.structure(member.Index, place); err != nil {
		return item{}, err
	}
	return at(r.outside(member.Index, place))
}

// stringValue reads a string into the buffer.
func (r *reader) stringValue(shared bool) (flatbuffers.Ref[string], *flatbuffers.Error) {
	text, err := r.quoted("a string")
	if err != nil {
		return flatbuffers.Ref[string]{}, err
	}
	if shared {
		return r.b.SharedString(string(text)), r.built()
	}
	return r.b.String(string(text)), r.built()
}

// quoted reads a string.
func (r *reader) quoted(expected string) ([]byte, *flatbuffers.Error) {
	if r.Peek() != '"' {
		return nil, r.wrong(expected)
	}
	return r.string()
}

// root reads a table or a struct as the root.
func (r *reader) root(object int) (ref, *flatbuffers.Error) {
	if !r.schema.Objects[object].IsStruct() {
		return r.table(object)
	}
	place := r.place(object)
	if err := r.structure(object, place); err != nil {
		return ref{}, err
	}
	return r.outside(object, place)
}

package flatbuffers

import (
	"fmt"
	"slices"
)

// Build turns JSON into a buffer whose root is the table or struct with this
// number in the schema. The bytes are those that Varvel builds in every language.
//
// Integers must fit their field; floats are rounded once. Each may come as a
// string, also as "0x1F", "inf" and "nan". An enum is its number or its name,
// flags are names separated by spaces. The type of a union may come after its
// value. A vector of objects with a key is sorted. A struct has all of its
// members; a member of a table that is null is absent.
func (j JSON) Build(schema *Schema, object int, text []byte) ([]byte, error) {
	limits := j.Limits.filled()
	if object < 0 || object >= len(schema.Objects) {
		return nil, refused("a table or struct as the root")
	}
	if err := limits.check(text); err != nil {
		return nil, err
	}
	given := text
	if j.Relaxed {
		var err *Error
		if text, err = strict(text); err != nil {
			return nil, err
		}
	}
	r := reader{schema: schema, names: schema.index(), options: j, limits: limits}
	r.lexer = lexer{text: text, limit: limits.Depth}
	r.b = NewBuilder(len(text))
	root, err := r.root(object)
	if err == nil && (r.peek() != 0 || r.at < len(text)) {
		err = r.fault(TrailingData, "nothing after the document")
	}
	if err != nil {
		err = err.located(text)
		if j.Relaxed && err.Offset >= 0 {
			err.Offset = relaxedPlace(given, err.Offset)
		}
		return nil, err
	}
	options := FinishOptions{SizePrefixed: j.SizePrefixed}
	if !j.NoIdentifier {
		options.Identifier = schema.identifier(object)
	}
	return r.b.finish(root, options)
}

// state says what a value has become.
type state uint8

const (
	// absent is no value: it was null, or is in its struct already.
	absent state = iota
	// bits are the bits of a scalar.
	bits
	// part is a position in the buffer.
	part
	// inPlace is a struct that waits in the scratch memory.
	inPlace
)

// item is a finished field of an open object, or item of an open vector.
type item struct {
	field int
	state state
	// value are the bits, or the position.
	value uint64
}

// reader reads JSON into a buffer. Its recursion is bounded by the depth limit.
type reader struct {
	lexer
	schema  *Schema
	names   *names
	options JSON
	limits  Limits
	b       *Builder
	// items are the fields and items of the open containers.
	items []item
	// structs are the structs, and the elements in place, that are being built.
	structs []byte
}

// wrong returns the error of a value that is of another kind, or what is wrong
// with the value itself.
func (r *reader) wrong(expected string) *Error {
	c := r.peek()
	start := r.at
	if c != '{' && c != '[' && !r.atBoolean() {
		if err := r.skip(); err != nil {
			return err
		}
		r.at = start
	}
	return r.fault(TypeMismatch, expected)
}

// members reads an object. It calls seen with the number of each field before the
// colon, and member after it.
func (r *reader) members(object int, seen, member func(id int, f *Field) *Error) *Error {
	o := &r.schema.Objects[object]
	if r.peek() != '{' {
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
		r.peek()
		at := r.at
		key, err := r.key()
		if err != nil {
			return err
		}
		// Members most often come in order.
		id, ok := next, next < len(o.Fields) && o.Fields[next].Name == string(key)
		if !ok {
			id, ok = r.names.fields[object][string(key)]
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
			fault := &Error{Kind: UnknownMember, Offset: at, Expected: "a member of " + o.Name, Found: fmt.Sprintf("%.40q", key)}
			if ok {
				fault.Found += ", which is deprecated"
			}
			return fault.inside(keyStep(string(key)))
		}
		next = id + 1
		f := &o.Fields[id]
		if err := seen(id, f); err != nil {
			err.Offset = at
			return err.inside(keyStep(f.Name))
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

// table reads a table, and returns its position.
func (r *reader) table(object int) (uint32, *Error) {
	fields := r.schema.Objects[object].Fields
	base := len(r.items)
	scratch := len(r.structs)
	r.peek()
	start := r.at
	var waiting []late
	seen := func(id int, f *Field) *Error {
		isLate := slices.ContainsFunc(waiting, func(late late) bool { return late.id == id })
		if isLate || (f.Kind == KindTag || len(r.items)-base <= compared) && r.given(base, id) != nil {
			return duplicate(f)
		}
		return nil
	}
	err := r.members(object, seen, func(id int, f *Field) *Error {
		isTag := f.Kind == KindTag
		if f.Kind == KindUnion && f.Shape != ShapeNested && f.Shape != ShapeFlex {
			if tag := r.given(base, id-1); tag == nil || tag.state == absent {
				waiting = append(waiting, late{id, r.at})
				return r.skip()
			}
		}
		if err := r.member(base, id, f); err != nil {
			return err.inside(keyStep(f.Name))
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
		return 0, err
	}
	for _, late := range waiting {
		end := r.at
		r.at = late.at
		r.peek()
		isNull := r.literal("null")
		r.at = end
		if !isNull {
			return 0, &Error{Kind: MissingField, Offset: start, Expected: fmt.Sprintf("a member %q, which says what %q is", fields[late.id-1].Name, fields[late.id].Name)}
		}
	}
	items := r.items[base:]
	if err := r.ordered(items, fields, start); err != nil {
		return 0, err
	}
	if err := r.complete(items, object, start); err != nil {
		return 0, err
	}
	at, err := r.write(items, fields)
	r.items = r.items[:base]
	r.structs = r.structs[:scratch]
	return at, err
}

func duplicate(f *Field) *Error {
	return &Error{Kind: DuplicateKey, Offset: -1, Expected: "each member once", Found: fmt.Sprintf("%q again", f.Name)}
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
func (r *reader) playLate(base int, late late, f *Field) *Error {
	end := r.at
	r.at = late.at
	if err := r.member(base, late.id, f); err != nil {
		return err.inside(keyStep(f.Name))
	}
	r.at = end
	return nil
}

// member reads the value of a field of a table.
func (r *reader) member(base, id int, f *Field) *Error {
	var value item
	r.peek()
	var err *Error
	if !r.literal("null") {
		tag := uint64(0)
		if f.Kind == KindUnion {
			if given := r.given(base, id-1); given != nil {
				tag = given.value
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
func (r *reader) ordered(items []item, fields []Field, start int) *Error {
	byField := func(a, b item) int { return a.field - b.field }
	if !slices.IsSortedFunc(items, byField) {
		slices.SortFunc(items, byField)
	}
	for at := 1; at < len(items); at++ {
		if items[at].field == items[at-1].field {
			f := &fields[items[at].field]
			err := duplicate(f)
			err.Offset = r.lastKey(start, f.Name)
			return err.inside(keyStep(f.Name))
		}
	}
	return nil
}

// lastKey returns the place where a key comes last in the object that begins at start,
// which has been read.
func (r *reader) lastKey(start int, name string) int {
	l := lexer{text: r.text, at: start + 1, limit: r.limit}
	last := start
	for first := true; ; first = false {
		if more, err := l.more(first, '}'); err != nil || !more {
			return last
		}
		l.peek()
		at := l.at
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
func (r *reader) complete(items []item, object, start int) *Error {
	fields := r.schema.Objects[object].Fields
	missing := func(f *Field, why string) *Error { return r.missing(object, f, start, why) }
	valued := func(id int) bool {
		at, ok := slices.BinarySearchFunc(items, id, func(a item, id int) int { return a.field - id })
		return ok && items[at].state != absent
	}
	for _, done := range items {
		if fields[done.field].Kind == KindTag && done.state != absent && !(done.state == bits && done.value == 0) && !valued(done.field+1) {
			return missing(&fields[done.field+1], "only its type")
		}
	}
	for id := range fields {
		if fields[id].Presence == Required && !fields[id].Deprecated && !valued(id) {
			return missing(&fields[id], "an object without it")
		}
	}
	return nil
}

// missing is the fault of an object that begins at start, without a field that it
// must have.
func (r *reader) missing(object int, f *Field, start int, why string) *Error {
	return &Error{Kind: MissingField, Offset: start, Expected: fmt.Sprintf("a member %q of %s", f.Name, r.schema.Objects[object].Name), Found: why}
}

// write writes the table of these fields, and returns its position.
func (r *reader) write(items []item, fields []Field) (uint32, *Error) {
	b := r.b
	b.StartTable(len(fields))
	for align := 256; align > 0; align /= 2 {
		for _, done := range items {
			f := &fields[done.field]
			size, its := r.schema.inline(f)
			if its != align || done.state == absent {
				continue
			}
			if done.state == bits && f.Presence == Default && done.value == f.Default && !r.options.Defaults {
				continue
			}
			switch done.state {
			case bits:
				if to := b.AddStruct(done.field, size, align); to != nil {
					storeBits(to, r.schema.stored(f), done.value)
				}
			case part:
				if f.Width != Narrow {
					AddRefWide(b, done.field, f.Width, Ref[Table]{uint32(done.value), b.number})
				} else {
					AddRef(b, done.field, Ref[Table]{uint32(done.value), b.number})
				}
			case inPlace:
				copy(b.AddStruct(done.field, size, align), r.structs[done.value:])
			}
		}
	}
	at := b.endTable()
	return at, r.built()
}

// built returns the error of the builder.
func (r *reader) built() *Error {
	if err, ok := r.b.err.(*Error); ok {
		return err
	}
	return nil
}

// value reads the value of a field of a table. The tag is that of a union, or
// the position of the tags of a vector of unions.
func (r *reader) value(f *Field, tag uint64) (item, *Error) {
	switch f.Shape {
	case ShapeVector:
		return r.vector(f, tag)
	case ShapeNested:
		return r.nested(f)
	case ShapeFlex:
		return r.flexValue(f)
	}
	return r.item(f, tag)
}

func at(position uint32, err *Error) (item, *Error) {
	return item{state: part, value: uint64(position)}, err
}

// item reads a single value.
func (r *reader) item(f *Field, tag uint64) (item, *Error) {
	switch f.Kind {
	case KindTag:
		value, err := r.tag(f.Index)
		return item{state: bits, value: value}, err
	case KindString:
		return at(r.stringValue(f.Shared))
	case KindStruct:
		place := r.place(f.Index)
		return item{state: inPlace, value: uint64(place)}, r.structure(f.Index, place)
	case KindTable:
		return at(r.table(f.Index))
	case KindUnion:
		return r.union(f, r.schema.Unions[f.Index].Tag.signed(tag))
	}
	value, err := r.scalar(f)
	return item{state: bits, value: value}, err
}

// union reads the value of a union with this tag.
func (r *reader) union(f *Field, tag int64) (item, *Error) {
	member := r.schema.member(f.Index, tag)
	if member == nil {
		r.peek()
		if r.literal("null") {
			return item{}, nil
		}
		return item{}, r.wrong("null, since the union's type is NONE")
	}
	switch member.Kind {
	case KindTable:
		return at(r.table(member.Index))
	case KindString:
		return at(r.stringValue(f.Shared))
	}
	place := r.place(member.Index)
	if err := r.structure(member.Index, place); err != nil {
		return item{}, err
	}
	return at(r.outside(member.Index, place))
}

// place makes room for a struct in the scratch memory.
func (r *reader) place(object int) int {
	place := len(r.structs)
	size := int(r.schema.Objects[object].Size)
	r.structs = append(r.structs, make([]byte, size)...)
	return place
}

// structure reads a struct into the scratch memory.
func (r *reader) structure(object, place int) *Error {
	fields := r.schema.Objects[object].Fields
	base := len(r.items)
	r.peek()
	start := r.at
	seen := func(id int, f *Field) *Error {
		if len(r.items)-base <= compared && r.given(base, id) != nil {
			return duplicate(f)
		}
		return nil
	}
	err := r.members(object, seen, func(id int, f *Field) *Error {
		r.items = append(r.items, item{field: id})
		err := r.inStruct(f, place+int(f.Offset))
		if err != nil {
			return err.inside(keyStep(f.Name))
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
func (r *reader) inStruct(f *Field, place int) *Error {
	if f.Shape != ShapeArray {
		return r.element(f, place)
	}
	switch {
	case f.Chars && r.peek() == '"':
		return r.chars(f, place)
	case f.Chars && r.peek() != '[':
		return r.wrong("text, or an array")
	case r.peek() != '[':
		return r.wrong("an array")
	}
	if err := r.enter(); err != nil {
		return err
	}
	start := r.at - 1
	size, _ := r.schema.element(f.Kind, f.Index)
	for index := 0; ; index++ {
		more, err := r.more(index == 0, ']')
		expected := fmt.Sprintf("an array of %d", f.Len)
		switch {
		case err != nil:
			return err
		case !more && index < int(f.Len):
			return &Error{Kind: Refused, Offset: start, Expected: expected}
		case !more:
			return nil
		case index == int(f.Len):
			return r.tooMany(expected).inside(indexStep(index))
		}
		if err := r.element(f, place+size*index); err != nil {
			return err.inside(indexStep(index))
		}
	}
}

// tooMany is the fault of an item too many, or of its own text.
func (r *reader) tooMany(expected string) *Error {
	c := r.peek()
	start := r.at
	if c != '{' && c != '[' {
		if err := r.skip(); err != nil {
			return err
		}
	}
	return &Error{Kind: Refused, Offset: start, Expected: expected}
}

// chars reads text into an array, with zeros behind it.
func (r *reader) chars(f *Field, place int) *Error {
	start := r.at
	text, err := r.quoted("text")
	if err != nil {
		return err
	}
	if err := fits(text, int(f.Len)); err != nil {
		err.Offset = start
		return err
	}
	copy(r.structs[place:], text)
	return nil
}

// element reads a value in a struct into its place.
func (r *reader) element(f *Field, place int) *Error {
	if f.Kind == KindStruct {
		return r.structure(f.Index, place)
	}
	value, err := r.scalar(f)
	if err == nil {
		storeBits(r.structs[place:], f.Kind, value)
	}
	return err
}

// stringValue reads a string into the buffer.
func (r *reader) stringValue(shared bool) (uint32, *Error) {
	text, err := r.quoted("a string")
	if err != nil {
		return 0, err
	}
	if shared {
		return r.b.SharedString(string(text)).at, r.built()
	}
	return r.b.String(string(text)).at, r.built()
}

// quoted reads a string.
func (r *reader) quoted(expected string) ([]byte, *Error) {
	if r.peek() != '"' {
		return nil, r.wrong(expected)
	}
	return r.string()
}

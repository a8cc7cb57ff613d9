package flatbuffers

import "encoding/binary"

// Clone builds a copy of a table of an object of the schema, with all that it
// refers to. The table must be verified, and in another buffer than those of this
// builder, whose memory is written over: that is an error. Values of unions whose
// tag the schema does not know, and deprecated fields, are left out. The zero Table,
// which is absent, gives none.
func Clone[T TableOf](b *Builder, schema *Schema, object int, table T) Ref[T] {
	if Table(table).b == nil || holds(b, Table(table).b) {
		return Ref[T]{}
	}
	c := cloner{b, schema}
	return ref[T](b, c.table(object, Table(table)))
}

// CloneTables builds a copy of a vector of tables, or nothing if it is absent. The
// function that copies one is in generated code.
func CloneTables[T TableOf](b *Builder, list Tables[T], clone func(*Builder, T) Ref[T]) Ref[Tables[T]] {
	if list.o.b == nil {
		return Ref[Tables[T]]{}
	}
	return PackTables(b, list.Len(), func(index int) Ref[T] { return clone(b, list.At(index)) })
}

// CloneStrings builds a copy of a vector of strings, or nothing if it is absent.
func CloneStrings(b *Builder, list Strings) Ref[Strings] {
	if list.o.b == nil || holds(b, list.o.b) {
		return Ref[Strings]{}
	}
	return ref[Strings](b, cloner{b: b}.each(&Field{Kind: KindString}, list.o))
}

// CloneNumbers builds a copy of a vector or an array of numbers, or nothing if it
// is absent.
func CloneNumbers[V Number](b *Builder, list Scalars[V]) Ref[Scalars[V]] {
	return ref[Scalars[V]](b, cloneRow(b, list.b, sizeOf[V](), sizeOf[V](), VectorOptions{}))
}

// CloneStructs builds a copy of a vector or an array of structs, or nothing if it
// is absent.
func CloneStructs[S StructOf](b *Builder, schema *Schema, object int, list Structs[S]) Ref[Structs[S]] {
	size, align := schema.Element(KindStruct, object)
	return ref[Structs[S]](b, cloneRow(b, list.b, size, align, VectorOptions{}))
}

// CloneUnion builds a copy of the value of a union with this number in the
// schema, with all that it contains. It is no value if the schema does not know
// its tag: see [Clone].
func CloneUnion[U UnionOf](b *Builder, schema *Schema, union int, value U) UnionRef[U] {
	u := UnionValue(value)
	if u.b == nil || schema.Member(union, u.tag) == nil || holds(b, u.b) {
		return UnionRef[U]{}
	}
	at := cloner{b, schema}.member(&Field{Index: union}, u.tag, u.b, u.at)
	return UnionRef[U]{u.tag, at, b.number}
}

// cloneRow copies elements that stand in place. It returns 0 if there are none.
func cloneRow(b *Builder, held []byte, size, align int, options VectorOptions) uint32 {
	if held == nil || holds(b, held) {
		return 0
	}
	copy(b.vector(len(held)/size, len(held), max(align, options.Align), options.Width), held)
	return here[Table](b).at
}

// cloner copies parts of a buffer. Its recursion is as deep as the verifier has
// allowed.
type cloner struct {
	b      *Builder
	schema *Schema
}

func (c cloner) table(object int, t Table) uint32 {
	fields := c.schema.Objects[object].Fields
	// The parts come first, by the numbers of their fields.
	parts := make([]uint32, len(fields))
	for id := range fields {
		f := &fields[id]
		if t.Has(uint(4+2*id)) && !f.Deprecated {
			parts[id] = c.part(fields, id, t)
		}
	}
	c.b.StartTable(len(fields))
	for align := block; align > 0; align /= 2 {
		for id := range fields {
			f := &fields[id]
			size, its := c.schema.Inline(f)
			if its != align || f.Deprecated {
				continue
			}
			if !t.Has(uint(4 + 2*id)) {
				if f.Presence == Required {
					c.b.fail(Changed())
					return 0
				}
				continue
			}
			held := t.inline(uint(4+2*id), size)
			if held == nil {
				c.b.fail(Changed())
				return 0
			}
			switch isPart := f.Shape != ShapeOne || f.Kind >= KindString && f.Kind != KindStruct; {
			case isPart && f.Width != Narrow:
				AddRefWide(c.b, id, f.Width, Ref[Table]{parts[id], c.b.number})
			case isPart:
				c.b.addOffset(id, parts[id])
			case f.Kind == KindTag && id+1 < len(fields) && fields[id+1].Kind == KindUnion && parts[id+1] == 0 &&
				c.schema.Stored(f).Load(held) != 0:
				// The union has no value that the schema knows.
			default:
				copy(c.b.AddStruct(id, size, its), held)
			}
		}
	}
	return c.b.endTable()
}

// part copies the part that a field refers to. It returns 0 if there is none.
func (c cloner) part(fields []Field, id int, t Table) uint32 {
	f := &fields[id]
	slot := uint(4 + 2*id)
	size, align := c.schema.Element(f.Kind, f.Index)
	options := VectorOptions{Align: max(align, int(f.Align))}
	if f.Width == WideVector {
		options.Width = WideVector
	}
	switch {
	case f.Shape == ShapeNested:
		options.Align = max(options.Align, c.schema.LargestAlign())
		return c.b.BytesWith(t.behind(slot, f.Width, 1), options).at
	case f.Shape == ShapeFlex:
		options.Align = max(options.Align, 8)
		return c.b.BytesWith(t.behind(slot, f.Width, 1), options).at
	case f.Shape == ShapeOne && (f.Kind == KindString || f.Kind == KindTable):
		return c.value(f.Kind, f.Index, f.Shared, t.b, t.follow(slot, f.Width))
	case f.Shape == ShapeOne && f.Kind == KindUnion:
		u := UnionIn[UnionValue](t, slot, c.schema.Unions[f.Index].Tag)
		return c.member(f, u.tag, u.b, u.at)
	case f.Shape == ShapeOne:
		// It stands in place.
		return 0
	case f.Kind == KindUnion:
		return c.unions(f, t, slot)
	case f.Kind == KindTag && id+1 < len(fields):
		return c.tags(f, t, slot)
	case f.Kind == KindString || f.Kind == KindTable:
		return c.each(f, offsetsAt(t.b, t.follow(slot, f.Width)))
	}
	return cloneRow(c.b, t.behind(slot, f.Width, size), size, align, options)
}

// each copies a vector of strings or tables.
func (c cloner) each(f *Field, o offsets) uint32 {
	refs := make([]Ref[Table], o.length)
	for index := len(refs) - 1; index >= 0; index-- {
		refs[index] = ref[Table](c.b, c.value(f.Kind, f.Index, f.Shared, o.b, o.target(index)))
	}
	return offsetVector(c.b, refs)
}

// member copies the value of a union. It returns 0 if the schema does not know
// the tag.
func (c cloner) member(f *Field, tag int64, b []byte, at int) uint32 {
	if member := c.schema.Member(f.Index, tag); member != nil {
		return c.value(member.Kind, member.Index, f.Shared, b, at)
	}
	return 0
}

// value copies a string, a table, or a struct that is the value of a union.
func (c cloner) value(kind Kind, object int, shared bool, b []byte, at int) uint32 {
	size, align := 4, 4
	if kind == KindStruct {
		size, align = c.schema.Element(kind, object)
	}
	held := bytesAt(b, at, size)
	switch {
	case held == nil:
		c.b.fail(Changed())
		return 0
	case kind == KindTable:
		return c.table(object, tableAt(b, at))
	case kind == KindString && shared:
		return c.b.SharedString(textAt(b, at)).at
	case kind == KindString:
		return c.b.String(textAt(b, at)).at
	}
	return UnionStruct[UnionValue](c.b, 1, size, align, func(to []byte) { copy(to, held) }).at
}

// known returns the values of a vector of unions, without those whose tag the
// schema does not know.
func (c cloner) known(f *Field, t Table, slot uint) []UnionValue {
	all := UnionsIn[UnionValue](t, slot, c.schema.Unions[f.Index].Tag)
	values := make([]UnionValue, all.Len())
	for index := range values {
		if u := all.At(index); c.schema.Member(f.Index, u.tag) != nil {
			values[index] = u
		}
	}
	return values
}

// unions copies the values of a vector of unions.
func (c cloner) unions(f *Field, t Table, slot uint) uint32 {
	values := c.known(f, t, slot)
	refs := make([]uint32, len(values))
	for index := len(values) - 1; index >= 0; index-- {
		if u := values[index]; u.tag != 0 {
			refs[index] = c.member(f, u.tag, u.b, u.at)
		}
	}
	to := c.b.vector(len(refs), 4*len(refs), 4, Narrow)
	first := uint32(c.b.used() - 4)
	for index := range len(to) / 4 {
		if refs[index] != 0 {
			binary.LittleEndian.PutUint32(to[4*index:], first-uint32(4*index)-refs[index])
		} else {
			clear(to[4*index : 4*index+4])
		}
	}
	return here[Table](c.b).at
}

// tags copies the tags of a vector of unions, in the field before it.
func (c cloner) tags(f *Field, t Table, slot uint) uint32 {
	kind := c.schema.Unions[f.Index].Tag
	size := kind.Size()
	values := c.known(f, t, slot+2)
	to := c.b.vector(len(values), size*len(values), size, Narrow)
	for index := range len(to) / size {
		kind.Store(to[size*index:], uint64(values[index].tag))
	}
	return here[Table](c.b).at
}

package flatbuffers

import (
	"bytes"
	"encoding/binary"
	"math"
)

// mark is the number of the bits below the mark of a table.
const mark = 16

// StartTable begins a table of so many fields. The methods Add… add a field by
// its id, in any order. Those of the largest alignment come first in the
// smallest tables.
//
// Generated code has a mark of its own for each type of table, at 1<<16 and
// above in the number of fields and in the ids: a field of another table than
// the open one is an error. Numbers without a mark fit any table.
func (b *Builder) StartTable(fields int) {
	open := fields >> mark
	fields &= 1<<mark - 1
	if !b.outside() {
		return
	}
	if open < 0 || fields > (math.MaxUint16-4)/2 {
		b.fail(refused("a table of at most %d fields", (math.MaxUint16-4)/2))
		return
	}
	if fields > cap(b.slots) {
		b.slots = make([]uint32, fields)
	}
	b.slots = b.slots[:fields]
	for id := range b.slots {
		b.slots[id] = 0
	}
	b.start, b.open = b.used()+1, open+1
}

// isOpen returns whether the table of a field, or of a number of fields, is open.
func (b *Builder) isOpen(id int) bool { return id>>mark+1 == b.open }

// inTable makes room for a field. It returns false if its table is not open.
func (b *Builder) inTable(id int) bool {
	return (b.isOpen(id) || b.fits(id)) && (b.head >= 16 || b.grow(16))
}

// fits returns true for an id without a mark if any table is open. For others it
// keeps the error that their table is not open.
func (b *Builder) fits(id int) bool {
	switch {
	case b.open == 0:
		b.fail(refused("an open table"))
		return false
	case id>>mark != 0:
		b.fail(refused("a field of the table that is open, and not of another one"))
		return false
	}
	return true
}

// placed notes that a field stands at the front. It returns false if the table
// has no such field. It is small enough to be inlined.
func (b *Builder) placed(id int) bool {
	at := uint(id & (1<<mark - 1))
	if at >= uint(len(b.slots)) {
		return false
	}
	b.slots[at] = uint32(b.used())
	return true
}

//go:noinline
func (b *Builder) noField(id int) {
	b.fail(refused("a field of the table that is open: one of %d, and not %d", len(b.slots), id&(1<<mark-1)))
}

func (b *Builder) add1(id int, bits uint8) {
	if (!b.isOpen(id) || b.head < 16) && !b.inTable(id) {
		return
	}
	b.head--
	b.buf[b.head] = bits
	if !b.placed(id) {
		b.noField(id)
	}
}

func (b *Builder) add2(id int, bits uint16) {
	if (!b.isOpen(id) || b.head < 16) && !b.inTable(id) {
		return
	}
	head := (b.head - 2) &^ 1
	// The gap, and the field over the rest of it.
	b.buf[b.head-1] = 0
	binary.LittleEndian.PutUint16(b.buf[head:], bits)
	b.head = head
	if !b.placed(id) {
		b.noField(id)
	}
}

func (b *Builder) add4(id int, bits uint32) {
	if (!b.isOpen(id) || b.head < 16) && !b.inTable(id) {
		return
	}
	if b.align < 4 {
		b.align = 4
	}
	head := (b.head - 4) &^ 3
	if head+4 != b.head {
		binary.LittleEndian.PutUint32(b.buf[b.head-4:], 0)
	}
	binary.LittleEndian.PutUint32(b.buf[head:], bits)
	b.head = head
	if !b.placed(id) {
		b.noField(id)
	}
}

func (b *Builder) add8(id int, bits uint64) {
	if (!b.isOpen(id) || b.head < 16) && !b.inTable(id) {
		return
	}
	if b.align < 8 {
		b.align = 8
	}
	head := (b.head - 8) &^ 7
	if head+8 != b.head {
		binary.LittleEndian.PutUint64(b.buf[b.head-8:], 0)
	}
	binary.LittleEndian.PutUint64(b.buf[head:], bits)
	b.head = head
	if !b.placed(id) {
		b.noField(id)
	}
}

// take takes so many bytes at the front, for which there is room, and clears
// them.
func (b *Builder) take(size int) []byte {
	b.head -= size
	to := b.buf[b.head : b.head+size : b.head+size]
	clear(to)
	return to
}

// Each method is written out, because the compiler inlines those for integers
// so. A generic one would be a call for each default.

// AddBool adds a scalar, unless it equals its default.
func (b *Builder) AddBool(id int, value, otherwise bool) {
	if value != otherwise || b.ForceDefaults {
		b.AddBoolAlways(id, value)
	}
}

// AddBoolAlways adds a scalar.
func (b *Builder) AddBoolAlways(id int, value bool) {
	bits := uint8(0)
	if value {
		bits = 1
	}
	b.add1(id, bits)
}

// AddInt8 adds a scalar, unless it equals its default.
func (b *Builder) AddInt8(id int, value, otherwise int8) {
	if value != otherwise || b.ForceDefaults {
		b.add1(id, uint8(value))
	}
}

// AddUint8 adds a scalar, unless it equals its default.
func (b *Builder) AddUint8(id int, value, otherwise uint8) {
	if value != otherwise || b.ForceDefaults {
		b.add1(id, value)
	}
}

// AddInt16 adds a scalar, unless it equals its default.
func (b *Builder) AddInt16(id int, value, otherwise int16) {
	if value != otherwise || b.ForceDefaults {
		b.add2(id, uint16(value))
	}
}

// AddUint16 adds a scalar, unless it equals its default.
func (b *Builder) AddUint16(id int, value, otherwise uint16) {
	if value != otherwise || b.ForceDefaults {
		b.add2(id, value)
	}
}

// AddInt32 adds a scalar, unless it equals its default.
func (b *Builder) AddInt32(id int, value, otherwise int32) {
	if value != otherwise || b.ForceDefaults {
		b.add4(id, uint32(value))
	}
}

// AddUint32 adds a scalar, unless it equals its default.
func (b *Builder) AddUint32(id int, value, otherwise uint32) {
	if value != otherwise || b.ForceDefaults {
		b.add4(id, value)
	}
}

// AddInt64 adds a scalar, unless it equals its default.
func (b *Builder) AddInt64(id int, value, otherwise int64) {
	if value != otherwise || b.ForceDefaults {
		b.add8(id, uint64(value))
	}
}

// AddUint64 adds a scalar, unless it equals its default.
func (b *Builder) AddUint64(id int, value, otherwise uint64) {
	if value != otherwise || b.ForceDefaults {
		b.add8(id, value)
	}
}

// AddFloat32 adds a scalar, unless it has the bits of its default.
func (b *Builder) AddFloat32(id int, value, otherwise float32) {
	b.AddUint32(id, math.Float32bits(value), math.Float32bits(otherwise))
}

// AddFloat64 adds a scalar, unless it has the bits of its default.
func (b *Builder) AddFloat64(id int, value, otherwise float64) {
	b.AddUint64(id, math.Float64bits(value), math.Float64bits(otherwise))
}

// AddNumberAlways adds a scalar also if it equals its default.
func AddNumberAlways[V Number](b *Builder, id int, value V) { b.add(id, sizeOf[V](), bitsOf(value)) }

// add adds the bits of a scalar of this size.
func (b *Builder) add(id, size int, bits uint64) {
	switch size {
	case 1:
		b.add1(id, uint8(bits))
	case 2:
		b.add2(id, uint16(bits))
	case 4:
		b.add4(id, uint32(bits))
	default:
		b.add8(id, bits)
	}
}

// AddRef adds a part, unless there is none.
func AddRef[T any](b *Builder, id int, ref Ref[T]) { b.addPart(id, ref.at, ref.of) }

func (b *Builder) addOffset(id int, at uint32) { b.addPart(id, at, b.number) }

func (b *Builder) addPart(id int, at, of uint32) {
	if at != 0 {
		if of != b.number {
			b.foreign()
			return
		}
		if len(b.wide) != 0 && b.isWide(at) {
			b.otherWidth("32")
			return
		}
		// The position that the field is going to have.
		here := uint32(len(b.buf) - (b.head-4)&^3)
		b.add4(id, here-at)
	}
}

// AddRefWide adds a part behind an offset of 64 bits, unless there is none. The
// width is that of the field: [WideVector] needs a vector whose length has 64 bits,
// and [WideOffset] one that is like others.
func AddRefWide[T any](b *Builder, id int, width Width, ref Ref[T]) {
	if b.own(ref.at, ref.of) != 0 {
		if isWide := b.isWide(ref.at); isWide != (width == WideVector) {
			b.otherWidth(map[bool]string{true: "64", false: "32"}[width == WideVector])
			return
		}
		here := uint32(len(b.buf) - (b.head-8)&^7)
		b.add8(id, uint64(here-ref.at))
	}
}

// AddUnion adds a union with its tag of this kind, unless there is no value.
// The id is that of the value.
func AddUnion[U UnionOf](b *Builder, id int, kind Kind, ref UnionRef[U]) {
	if ref.tag == 0 || ref.at == 0 {
		return
	}
	b.addPart(id, ref.at, ref.of)
	b.add(id-1, kind.Size(), uint64(ref.tag))
}

// AddUnions adds a vector of unions with its tags, unless there is none. The id
// is that of the values.
func AddUnions[U UnionOf](b *Builder, id int, ref UnionVectorRef[U]) {
	b.addPart(id, ref.values, ref.of)
	b.addPart(id-1, ref.tags, ref.of)
}

// AddStruct adds a struct of this size and alignment, and returns its bytes,
// which are zero. It returns nil after an error.
func (b *Builder) AddStruct(id, size, align int) []byte {
	if !b.isOpen(id) && !b.inTable(id) || !b.pad(size, align) {
		return nil
	}
	to := b.take(size)
	if !b.placed(id) {
		b.noField(id)
		return nil
	}
	return to
}

// Require keeps an error if the field with this id of the open table is absent.
func (b *Builder) Require(id int, name string) {
	if at := id & (1<<mark - 1); (b.isOpen(id) || b.fits(id)) && at < len(b.slots) && b.slots[at] == 0 {
		b.Field(at)
		b.fail(&Error{Kind: MissingField, Offset: -1, Expected: "the required field " + name})
	}
}

// EndTable ends the open table.
func EndTable[T TableOf](b *Builder) Ref[T] { return ref[T](b, b.endTable()) }

// EndTableOf ends the open table, which must be one that [Builder.StartTable]
// began with the mark of this id.
func EndTableOf[T TableOf](b *Builder, id int) Ref[T] {
	return ref[T](b, b.endTableOf(id))
}

func (b *Builder) endTable() uint32 { return b.endTableOf(0) }

func (b *Builder) endTableOf(id int) uint32 {
	if !b.isOpen(id) && !b.fits(id) {
		return 0
	}
	count := len(b.slots)
	for count > 0 && b.slots[count-1] == 0 {
		count--
	}
	length := 4 + 2*count
	// The offset of the vtable goes before the fields, and a gap between them.
	if b.head < 8+length && !b.grow(8+length) {
		return 0
	}
	if b.align < 4 {
		b.align = 4
	}
	binary.LittleEndian.PutUint32(b.buf[b.head-4:], 0)
	b.head = (b.head - 4) &^ 3
	table := b.used()
	size := table - (b.start - 1)
	if size > math.MaxUint16 {
		b.fail(&Error{Kind: SizeLimit, Offset: -1, Expected: "a table of less than 64 KiB"})
		return 0
	}
	b.start, b.open = 0, 0
	// The vtable goes to the front, and is forgotten if there is an equal one.
	v := b.buf[b.head-length : b.head : b.head]
	binary.LittleEndian.PutUint32(v, uint32(length)|uint32(size)<<16)
	slots := v[4:]
	for _, at := range b.slots[:count] {
		if at != 0 {
			at = uint32(table) - at
		}
		if len(slots) >= 2 {
			binary.LittleEndian.PutUint16(slots, uint16(at))
			slots = slots[2:]
		}
	}
	at, ok := b.find(v)
	if !ok {
		b.head -= length
		at = uint32(b.used())
		b.note(v, at)
	}
	binary.LittleEndian.PutUint32(b.buf[len(b.buf)-table:], at-uint32(table))
	return uint32(table)
}

// few is the number of vtables that are compared one by one.
const few = 16

// find returns the position of an equal vtable.
func (b *Builder) find(v []byte) (uint32, bool) {
	if len(b.vtables) > few {
		at, ok := b.known[string(v)]
		return at, ok
	}
	for index := len(b.vtables) - 1; index >= 0; index-- {
		at := b.vtables[index]
		other := b.buf[len(b.buf)-int(at):]
		if len(other) >= len(v) && bytes.Equal(other[:len(v)], v) {
			return at, true
		}
	}
	return 0, false
}

// note keeps the position of a vtable.
func (b *Builder) note(v []byte, at uint32) {
	if len(b.vtables) <= few {
		b.vtables = append(b.vtables, at)
		if len(b.vtables) <= few {
			return
		}
		if b.known == nil {
			b.known = make(map[string]uint32)
		}
		for _, at := range b.vtables {
			first := b.buf[len(b.buf)-int(at):]
			b.known[string(first[:binary.LittleEndian.Uint16(first)])] = at
		}
		return
	}
	b.known[string(v)] = at
}

package flatbuffers

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// block is what the size of the memory is a multiple of: the largest alignment.
// So the alignment of a position from the end is that of its index.
const block = 256

// most is the size of the largest buffer: the offset of a vtable is signed.
const most = math.MaxInt32 &^ (block - 1)

// Builder builds buffers, one after the other in the same memory, from back to
// front: first the parts, then the tables that refer to them.
//
// Errors are kept until the end: after the first one, nothing more is built,
// and [Builder.Finish] returns it. The zero Builder is ready for use. It is not
// safe for concurrent use.
type Builder struct {
	// ForceDefaults says that scalars are also written if they equal their
	// default.
	ForceDefaults bool

	// buf is the memory. The buffer takes its bytes from head on. Positions
	// count from the end.
	buf  []byte
	head int
	// align is the largest alignment so far.
	align int
	// slots are the positions of the fields of the open table, or 0.
	slots []uint32
	// start is where the open table began, plus one; 0 if none is open.
	start int
	// vtables are the positions of the vtables.
	vtables []uint32
	// known are the positions of the vtables, if there are many.
	known map[string]uint32
	// shared are the positions of the shared strings.
	shared map[string]uint32
	// finished says that the buffer is complete: the next part begins another.
	finished bool
	// slow says that finished or err is set.
	slow bool
	err  error
}

// NewBuilder returns a builder with memory for a buffer of this size. It grows
// if that is not enough.
func NewBuilder(size int) *Builder {
	size = (max(size, 0) + block - 1) &^ (block - 1)
	return &Builder{buf: make([]byte, size), head: size, align: 4}
}

// Reset forgets everything but the memory: bytes that [Builder.Finish] returned
// are no longer valid.
func (b *Builder) Reset() {
	b.head = len(b.buf)
	b.align = 4
	b.start = 0
	b.vtables = b.vtables[:0]
	// A call costs more than the question.
	if len(b.known) != 0 {
		clear(b.known)
	}
	if len(b.shared) != 0 {
		clear(b.shared)
	}
	b.finished, b.slow, b.err = false, false, nil
}

// Err returns the first error, or nil.
func (b *Builder) Err() error { return b.err }

// fail keeps the first error. No table is open after it.
func (b *Builder) fail(err error) {
	if b.err == nil {
		b.err = err
	}
	b.slow, b.start = true, 0
}

func refused(format string, args ...any) error {
	return &Error{Kind: Refused, Offset: -1, Expected: fmt.Sprintf(format, args...)}
}

// Ref is a part that has been built: a string, a table, or a vector of the type
// that reads it. The zero Ref is no part: a field that is set to it is absent.
type Ref[T any] struct{ at uint32 }

// IsZero returns whether there is no part.
func (r Ref[T]) IsZero() bool { return r.at == 0 }

func (b *Builder) used() int { return len(b.buf) - b.head }

// grow makes room for so many bytes more. It returns false if the buffer is too
// large.
func (b *Builder) grow(size int) bool {
	used := b.used()
	if size > most-used {
		b.fail(&Error{Kind: SizeLimit, Offset: -1, Expected: fmt.Sprintf("a buffer of at most %d bytes", most)})
		return false
	}
	length := min((max(2*len(b.buf), used+size)+block-1)&^(block-1), most)
	larger := make([]byte, length)
	copy(larger[length-used:], b.buf[b.head:])
	b.buf, b.head = larger, length-used
	return true
}

// ready begins another buffer if one is complete. It returns false after an
// error.
func (b *Builder) ready() bool {
	if b.err == nil && b.finished {
		b.Reset()
	}
	return b.err == nil
}

// pad adds zeros so that the front is at a multiple of align after ahead bytes
// more, and makes room for them. It returns false after an error.
func (b *Builder) pad(ahead, align int) bool {
	if b.slow && !b.ready() {
		return false
	}
	if align > b.align {
		b.align = align
	}
	gap := (b.head - ahead) & (align - 1)
	if b.head < ahead+gap && !b.grow(ahead+gap) {
		return false
	}
	for ; gap > 0; gap-- {
		b.head--
		b.buf[b.head] = 0
	}
	return true
}

// outside returns false if a table is open: nothing else can be built then.
func (b *Builder) outside() bool {
	if b.start != 0 {
		b.notOutside()
	}
	return !b.slow || b.ready()
}

func (b *Builder) notOutside() {
	b.fail(refused("no open table while another part is built"))
}

// String builds a string.
func (b *Builder) String(text string) Ref[string] {
	size := len(text)
	if !b.outside() || b.head < size+8 && !b.grow(size+8) {
		return Ref[string]{}
	}
	if b.align < 4 {
		b.align = 4
	}
	// The zero behind the text, and up to three bytes that align it.
	end := b.buf[b.head-4 : b.head]
	binary.LittleEndian.PutUint32(end, 0)
	b.head = (b.head - size - 5) &^ 3
	to := b.buf[b.head:]
	binary.LittleEndian.PutUint32(to, uint32(size))
	copy(to[4:], text)
	return Ref[string]{uint32(b.used())}
}

// SharedString builds a string, unless an equal one was shared before.
func (b *Builder) SharedString(text string) Ref[string] {
	if b.finished {
		b.Reset()
	}
	if at, ok := b.shared[text]; ok {
		return Ref[string]{at}
	}
	ref := b.String(text)
	if b.shared == nil {
		b.shared = make(map[string]uint32)
	}
	if ref.at != 0 {
		b.shared[strings.Clone(text)] = ref.at
	}
	return ref
}

// vector makes a vector of so many elements that take size bytes together. It
// returns the bytes, which are not cleared, or nil after an error.
func (b *Builder) vector(length, size, align int, width Width) []byte {
	prefix := prefixOf(width)
	if align < prefix {
		align = prefix
	}
	if !b.outside() || b.head < size+prefix+align && !b.grow(size+prefix+align) {
		return nil
	}
	if align > b.align {
		b.align = align
	}
	first := (b.head - size) &^ (align - 1)
	for at := first + size; at < b.head; at++ {
		b.buf[at] = 0
	}
	b.head = first - prefix
	to := b.buf[b.head : first+size : first+size]
	putLength(to, prefix, length)
	return to[prefix:]
}

// prefixOf returns the number of bytes of the length of a vector.
func prefixOf(width Width) int {
	if width == WideVector {
		return 8
	}
	return 4
}

// putLength stores a length of 4 or 8 bytes.
func putLength(to []byte, prefix, length int) {
	if prefix == 8 {
		binary.LittleEndian.PutUint64(to, uint64(length))
	} else {
		binary.LittleEndian.PutUint32(to, uint32(length))
	}
}

// here returns the part at the front, or none after an error.
func here[T any](b *Builder) Ref[T] {
	if b.err != nil {
		return Ref[T]{}
	}
	return Ref[T]{uint32(b.used())}
}

// VectorOptions are how a vector is written. The zero value is right unless the
// schema says otherwise.
type VectorOptions struct {
	// Align is the alignment of the elements, if that is larger than their own:
	// force_align of the schema.
	Align int
	// Width is the width of the length: vector64 of the schema.
	Width Width
}

// Bytes builds a vector of bytes.
func (b *Builder) Bytes(values []byte) Ref[[]byte] { return b.BytesWith(values, VectorOptions{}) }

// BytesWith builds a vector of bytes with options.
func (b *Builder) BytesWith(values []byte, options VectorOptions) Ref[[]byte] {
	copy(b.vector(len(values), len(values), max(1, options.Align), options.Width), values)
	return here[[]byte](b)
}

// NumberVector builds a vector of numbers.
func NumberVector[V Number](b *Builder, values []V) Ref[Scalars[V]] {
	return NumberVectorWith(b, values, VectorOptions{})
}

// NumberVectorWith builds a vector of numbers with options.
func NumberVectorWith[V Number](b *Builder, values []V, options VectorOptions) Ref[Scalars[V]] {
	size := sizeOf[V]()
	storeAll(b.vector(len(values), size*len(values), max(size, options.Align), options.Width), values)
	return here[Scalars[V]](b)
}

// BoolVector builds a vector of booleans.
func BoolVector(b *Builder, values []bool) Ref[Bools] {
	return BoolVectorWith(b, values, VectorOptions{})
}

// BoolVectorWith builds a vector of booleans with options.
func BoolVectorWith(b *Builder, values []bool, options VectorOptions) Ref[Bools] {
	to := b.vector(len(values), len(values), max(1, options.Align), options.Width)
	for index := range to {
		Struct{to}.SetBool(uint(index), values[index])
	}
	return here[Bools](b)
}

// StructVector builds a vector of structs of this size and alignment. It calls
// put for each with its bytes, which are zero.
func StructVector[S StructOf](b *Builder, length, size, align int, put func(index int, to []byte)) Ref[Structs[S]] {
	return StructVectorWith[S](b, length, size, align, VectorOptions{}, put)
}

// StructVectorWith builds a vector of structs with options: see [StructVector].
func StructVectorWith[S StructOf](b *Builder, length, size, align int, options VectorOptions, put func(index int, to []byte)) Ref[Structs[S]] {
	to := b.vector(length, size*length, max(align, options.Align), options.Width)
	clear(to)
	for index := 0; len(to) >= size && index < length; index++ {
		put(index, to[:size])
		to = to[size:]
	}
	return here[Structs[S]](b)
}

// StringVector builds a vector of strings that have been built.
func StringVector(b *Builder, refs []Ref[string]) Ref[Strings] {
	return Ref[Strings]{offsetVector(b, refs)}
}

// Strings builds a vector of strings with its strings.
func (b *Builder) Strings(values []string) Ref[Strings] {
	refs := make([]Ref[string], len(values))
	for index := len(values) - 1; index >= 0; index-- {
		refs[index] = b.String(values[index])
	}
	return StringVector(b, refs)
}

// SharedStrings builds a vector of strings, of which equal ones are written
// once.
func (b *Builder) SharedStrings(values []string) Ref[Strings] {
	refs := make([]Ref[string], len(values))
	for index := len(values) - 1; index >= 0; index-- {
		refs[index] = b.SharedString(values[index])
	}
	return StringVector(b, refs)
}

// TableVector builds a vector of tables.
func TableVector[T TableOf](b *Builder, refs []Ref[T]) Ref[Tables[T]] {
	return Ref[Tables[T]]{offsetVector(b, refs)}
}

func offsetVector[T any](b *Builder, refs []Ref[T]) uint32 {
	to := b.vector(len(refs), 4*len(refs), 4, Narrow)
	if to == nil {
		return 0
	}
	first := uint32(b.used() - 4)
	for index, ref := range refs {
		if ref.at == 0 {
			b.fail(refused("a part for item %d of a vector", index))
			return 0
		}
		binary.LittleEndian.PutUint32(to[4*index:], first-uint32(4*index)-ref.at)
	}
	return uint32(b.used())
}

// UnionRef is a part that is the value of a union, with its tag. The zero value
// is no value.
type UnionRef[U UnionOf] struct {
	tag int64
	at  uint32
}

// UnionTable makes the value of a union from a table.
func UnionTable[U UnionOf, T TableOf](tag int64, ref Ref[T]) UnionRef[U] {
	return UnionRef[U]{tag, ref.at}
}

// UnionString makes the value of a union from a string.
func UnionString[U UnionOf](tag int64, ref Ref[string]) UnionRef[U] { return UnionRef[U]{tag, ref.at} }

// UnionStruct builds a struct of this size and alignment as the value of a
// union. It calls put with its bytes, which are zero.
func UnionStruct[U UnionOf](b *Builder, tag int64, size, align int, put func(to []byte)) UnionRef[U] {
	if !b.outside() || !b.pad(size, align) {
		return UnionRef[U]{}
	}
	put(b.take(size))
	return UnionRef[U]{tag, uint32(b.used())}
}

// UnionVectorRef is a vector of unions that has been built: two vectors, of
// tags and of values.
type UnionVectorRef[U UnionOf] struct{ tags, values uint32 }

// UnionVector builds a vector of unions, whose tags are of this kind.
func UnionVector[U UnionOf](b *Builder, kind Kind, refs []UnionRef[U]) UnionVectorRef[U] {
	to := b.vector(len(refs), 4*len(refs), 4, Narrow)
	if to == nil {
		return UnionVectorRef[U]{}
	}
	first := uint32(b.used() - 4)
	for index, ref := range refs {
		offset := uint32(0)
		if ref.tag != 0 {
			offset = first - uint32(4*index) - ref.at
		}
		binary.LittleEndian.PutUint32(to[4*index:], offset)
	}
	values := uint32(b.used())
	size := kind.size()
	to = b.vector(len(refs), size*len(refs), size, Narrow)
	if to == nil {
		return UnionVectorRef[U]{}
	}
	for index, ref := range refs {
		storeBits(to[size*index:], kind, uint64(ref.tag))
	}
	return UnionVectorRef[U]{uint32(b.used()), values}
}

// StartTable begins a table of so many fields. The methods Add… add a field by
// its id, in any order. Those of the largest alignment come first in the
// smallest tables.
func (b *Builder) StartTable(fields int) {
	if !b.outside() {
		return
	}
	if fields > cap(b.slots) {
		b.slots = make([]uint32, fields)
	}
	b.slots = b.slots[:fields]
	for id := range b.slots {
		b.slots[id] = 0
	}
	b.start = b.used() + 1
}

// inTable makes room for a field. It returns false if no table is open.
func (b *Builder) inTable() bool {
	if b.start == 0 {
		b.fail(refused("an open table"))
		return false
	}
	return b.head >= 16 || b.grow(16)
}

func (b *Builder) add1(id int, bits uint8) {
	if (b.start == 0 || b.head < 16) && !b.inTable() {
		return
	}
	b.head--
	b.buf[b.head] = bits
	b.slots[id] = uint32(b.used())
}

func (b *Builder) add2(id int, bits uint16) {
	if (b.start == 0 || b.head < 16) && !b.inTable() {
		return
	}
	head := (b.head - 2) &^ 1
	// The gap, and the field over the rest of it.
	b.buf[b.head-1] = 0
	binary.LittleEndian.PutUint16(b.buf[head:], bits)
	b.head = head
	b.slots[id] = uint32(b.used())
}

func (b *Builder) add4(id int, bits uint32) {
	if (b.start == 0 || b.head < 16) && !b.inTable() {
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
	b.slots[id] = uint32(b.used())
}

func (b *Builder) add8(id int, bits uint64) {
	if (b.start == 0 || b.head < 16) && !b.inTable() {
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
	b.slots[id] = uint32(b.used())
}

// take takes so many bytes at the front, for which there is room, and clears
// them.
func (b *Builder) take(size int) []byte {
	b.head -= size
	to := b.buf[b.head : b.head+size : b.head+size]
	clear(to)
	return to
}

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
	if bits := math.Float32bits(value); bits != math.Float32bits(otherwise) || b.ForceDefaults {
		b.add4(id, bits)
	}
}

// AddFloat64 adds a scalar, unless it has the bits of its default.
func (b *Builder) AddFloat64(id int, value, otherwise float64) {
	if bits := math.Float64bits(value); bits != math.Float64bits(otherwise) || b.ForceDefaults {
		b.add8(id, bits)
	}
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
func AddRef[T any](b *Builder, id int, ref Ref[T]) { b.addOffset(id, ref.at) }

func (b *Builder) addOffset(id int, at uint32) {
	if at != 0 {
		// The position that the field is going to have.
		here := uint32(len(b.buf) - (b.head-4)&^3)
		b.add4(id, here-at)
	}
}

// AddRefWide adds a part behind an offset of 64 bits, unless there is none.
func AddRefWide[T any](b *Builder, id int, ref Ref[T]) {
	if ref.at != 0 {
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
	b.addOffset(id, ref.at)
	b.add(id-1, kind.size(), uint64(ref.tag))
}

// AddUnions adds a vector of unions with its tags, unless there is none. The id
// is that of the values.
func AddUnions[U UnionOf](b *Builder, id int, ref UnionVectorRef[U]) {
	b.addOffset(id, ref.values)
	b.addOffset(id-1, ref.tags)
}

// AddStruct adds a struct of this size and alignment, and returns its bytes,
// which are zero. It returns nil after an error.
func (b *Builder) AddStruct(id, size, align int) []byte {
	if b.start == 0 && !b.inTable() || !b.pad(size, align) {
		return nil
	}
	to := b.take(size)
	b.slots[id] = uint32(b.used())
	return to
}

// Require keeps an error if the field with this id of the open table is absent.
func (b *Builder) Require(id int, name string) {
	if b.err == nil && b.start != 0 && b.slots[id] == 0 {
		b.fail(&Error{Kind: MissingField, Offset: -1, Expected: "the required field " + name})
	}
}

// EndTable ends the open table.
func EndTable[T TableOf](b *Builder) Ref[T] { return Ref[T]{b.endTable()} }

func (b *Builder) endTable() uint32 {
	if b.start == 0 {
		b.fail(refused("an open table"))
		return 0
	}
	count := len(b.slots)
	for count > 0 && b.slots[count-1] == 0 {
		count--
	}
	length := 4 + 2*count
	// The offset of the vtable goes before the fields.
	if !b.pad(4, 4) || b.head < 4+length && !b.grow(4+length) {
		return 0
	}
	b.head -= 4
	table := b.used()
	size := table - (b.start - 1)
	if size > math.MaxUint16 {
		b.fail(&Error{Kind: SizeLimit, Offset: -1, Expected: "a table of less than 64 KiB"})
		return 0
	}
	b.start = 0
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

// FinishOptions are how a buffer ends.
type FinishOptions struct {
	// Identifier is the file identifier: four bytes, or empty.
	Identifier string
	// SizePrefixed says that the buffer begins with its size.
	SizePrefixed bool
}

// Finish ends the buffer with its root, and returns its bytes. They are valid
// until the next part is built, which begins another buffer.
func Finish[T TableOf](b *Builder, root Ref[T], options FinishOptions) ([]byte, error) {
	return b.finish(root.at, options)
}

func (b *Builder) finish(root uint32, options FinishOptions) ([]byte, error) {
	switch {
	case b.start != 0:
		b.fail(refused("no open table at the end"))
	case b.err == nil && (root == 0 || b.finished):
		b.fail(refused("a root"))
	case options.Identifier != "" && len(options.Identifier) != 4:
		b.fail(refused("a file identifier of four bytes"))
	}
	size := 4 + len(options.Identifier)
	if options.SizePrefixed {
		size += 4
	}
	if b.err != nil || !b.pad(size, b.align) {
		return nil, b.err
	}
	b.head -= size
	to := b.buf[b.head:]
	if options.SizePrefixed {
		binary.LittleEndian.PutUint32(to, uint32(len(to)-4))
		to = to[4:]
	}
	binary.LittleEndian.PutUint32(to, uint32(len(to))-root)
	copy(to[4:], options.Identifier)
	b.finished, b.slow = true, true
	return b.buf[b.head:], nil
}

// around is the state of the buffer around a nested one.
type around struct {
	align, used int
	vtables     []uint32
	known       map[string]uint32
	shared      map[string]uint32
}

// beginNested begins a nested buffer, which has an alignment, vtables and
// shared strings of its own.
func (b *Builder) beginNested() around {
	outer := around{b.align, b.used(), b.vtables, b.known, b.shared}
	b.align, b.vtables, b.known, b.shared = 4, nil, nil, nil
	return outer
}

// endNested ends a nested buffer, which becomes a vector of bytes. It returns
// its position.
func (b *Builder) endNested(outer around, root uint32, width Width) uint32 {
	prefix := prefixOf(width)
	if !b.pad(4, max(b.align, prefix)) || !b.pad(4+prefix, 1) {
		return 0
	}
	b.head -= 4
	binary.LittleEndian.PutUint32(b.buf[b.head:], uint32(b.used())-root)
	length := b.used() - outer.used
	b.align = max(b.align, outer.align)
	b.vtables, b.known, b.shared = outer.vtables, outer.known, outer.shared
	b.head -= prefix
	putLength(b.buf[b.head:], prefix, length)
	return uint32(b.used())
}

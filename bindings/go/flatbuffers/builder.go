package flatbuffers

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"unicode/utf8"
	"unsafe"
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
// and [Finish], or the Finish function of generated code for the root, returns
// it. Then the builder is ready for the next buffer. The zero Builder is ready
// for use. It is not safe for concurrent use.
type Builder struct {
	// ForceDefaults says that scalars are also written if they equal their
	// default.
	ForceDefaults bool

	// Depth is the number of tables and vectors inside of each other that Pack
	// builds: 128 if it is 0. Readers allow as much by [Limits.Depth].
	Depth int

	// buf is the memory. The buffer takes its bytes from head on. Positions
	// count from the end.
	buf  []byte
	head int
	// align is the largest alignment so far.
	align int
	// number tells parts of this buffer from those of others, of any builder.
	number uint32
	// slots are the positions of the fields of the open table, or 0.
	slots []uint32
	// start is where the open table began, plus one; 0 if none is open.
	start int
	// open is the mark of the open table, plus one; 0 if none is open.
	open int
	// vtables are the positions of the vtables.
	vtables []uint32
	// known are the positions of the vtables, if there are many.
	known map[string]uint32
	// shared are the positions of the shared strings.
	shared map[string]uint32
	// wide are the positions of the vectors whose length has 64 bits.
	wide []uint32
	// finished says that the buffer is complete: the next part begins another.
	finished bool
	// slow says that finished or err is set.
	slow bool
	err  error
	// steps lead to what is being packed.
	steps []step
}

// NewBuilder returns a builder with memory for a buffer of this size. It grows
// if that is not enough.
func NewBuilder(size int) *Builder {
	size = (max(size, 0) + block - 1) &^ (block - 1)
	return &Builder{buf: make([]byte, size), head: size, align: 4, number: builders.Add(1) * stride}
}

// builders is how many builders there were.
var builders atomic.Uint32

// stride is the distance of the numbers of two builders, from which each counts
// its buffers. It is odd, so that all numbers are used: those of two builders are
// far from each other.
const stride = 0x9E3779B1

// Reset forgets everything but the memory: bytes that [Finish] returned are no
// longer valid.
func (b *Builder) Reset() {
	b.head = len(b.buf)
	b.align = 4
	b.start, b.open = 0, 0
	b.vtables, b.wide = b.vtables[:0], b.wide[:0]
	// A call costs more than the question.
	if len(b.known) != 0 {
		clear(b.known)
	}
	if len(b.shared) != 0 {
		clear(b.shared)
	}
	b.steps = b.steps[:0]
	b.finished, b.slow, b.err = false, false, nil
	// A builder without memory has no number yet.
	if len(b.buf) != 0 {
		b.number++
	}
}

// Err returns the first error of the buffer that is being built, or nil.
func (b *Builder) Err() error { return b.err }

// fail keeps the first error. No table is open after it.
func (b *Builder) fail(err error) {
	if b.err == nil {
		b.err = err
		if fault, ok := err.(*Error); ok && fault.Path == "" {
			fault.Path = b.path()
		}
	}
	b.slow, b.start, b.open = true, 0, 0
}

func refused(format string, args ...any) *Error {
	return &Error{Kind: Refused, Offset: -1, Expected: fmt.Sprintf(format, args...)}
}

// Ref is a part that has been built: a string, a table, or a vector of the type
// that reads it. The zero Ref is no part: a field that is set to it is absent. A
// Ref of another buffer is an error: of another builder, or of a buffer that this
// one built before.
type Ref[T any] struct{ at, of uint32 }

// IsZero returns whether there is no part.
func (r Ref[T]) IsZero() bool { return r.at == 0 }

// ref returns the part at a position of the buffer. Whatever builds it may begin
// the buffer, so that its number is read after that.
func ref[T any](b *Builder, at uint32) Ref[T] { return Ref[T]{at, b.number} }

// own returns the position of a part, or 0 after an error if the part is of another
// buffer.
func (b *Builder) own(at, of uint32) uint32 {
	if of != b.number && at != 0 {
		return b.foreign()
	}
	return at
}

func (b *Builder) foreign() uint32 {
	b.fail(refused("a part of the buffer that is being built, and not of another"))
	return 0
}

func (b *Builder) used() int { return len(b.buf) - b.head }

// grow makes room for so many bytes more. It returns false if the buffer is too
// large.
func (b *Builder) grow(size int) bool {
	used := b.used()
	if size > most-used {
		b.fail(&Error{Kind: SizeLimit, Offset: -1, Expected: fmt.Sprintf("a buffer of at most %d bytes", most)})
		return false
	}
	if len(b.buf) == 0 && b.number == 0 {
		// The first part of a zero Builder.
		b.number = builders.Add(1) * stride
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
	if !aligns(align) && !b.noAlign(align) {
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

// aligns returns whether a number is an alignment.
func aligns(align int) bool { return uint(align)-1 < block && align&(align-1) == 0 }

//go:noinline
func (b *Builder) noAlign(align int) bool {
	b.fail(refused("an alignment that is a power of two up to %d, and not %d", block, align))
	return false
}

// outside returns false if a table is open: nothing else can be built then.
func (b *Builder) outside() bool { return b.start == 0 && !b.slow || b.begins() }

// begins is the rare half of outside: a table is open, a buffer is complete, or
// there was an error.
func (b *Builder) begins() bool {
	if b.start != 0 {
		b.fail(refused("no open table while another part is built"))
	}
	return b.ready()
}

// inMemory returns whether this byte is in the memory of the builder, where the
// next parts are written over it.
func (b *Builder) inMemory(first unsafe.Pointer) bool {
	return uintptr(first)-uintptr(unsafe.Pointer(unsafe.SliceData(b.buf))) < uintptr(len(b.buf))
}

// holds keeps an error and returns true if the memory of the builder holds these
// values.
func holds[V any](b *Builder, values []V) bool {
	if !b.inMemory(unsafe.Pointer(unsafe.SliceData(values))) {
		return false
	}
	b.ownMemory()
	return true
}

// ownMemory keeps the error that a part is made of bytes which the builder holds.
func (b *Builder) ownMemory() {
	b.ready()
	b.fail(refused("parts of other buffers, and not of the one that this builder has just returned: clone its bytes, or use another builder"))
}

// String builds a string. Text that is not UTF-8 is an error, since no reader
// would take the buffer.
func (b *Builder) String(text string) Ref[string] {
	size := len(text)
	if b.inMemory(unsafe.Pointer(unsafe.StringData(text))) {
		b.ownMemory()
	}
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
	// A short text is ASCII by the words that it was copied to, with zeros behind.
	words := uint32(size >> 5)
	if size <= 32 {
		for at := 4; at < size+4; at += 4 {
			words |= binary.LittleEndian.Uint32(to[at:])
		}
		words &= 0x80808080
	}
	if words != 0 && !utf8.ValidString(text) {
		b.notUTF8(text)
	}
	return Ref[string]{uint32(b.used()), b.number}
}

//go:noinline
func (b *Builder) notUTF8(text string) {
	b.fail(&Error{Kind: InvalidUTF8, Offset: -1, Expected: "UTF-8", Found: fmt.Sprintf("%.40q", text)})
}

// SharedString builds a string, unless an equal one was shared before.
func (b *Builder) SharedString(text string) Ref[string] {
	if b.finished {
		b.Reset()
	}
	if at, ok := b.shared[text]; ok {
		return Ref[string]{at, b.number}
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

// here returns the part at the front, or none after an error.
func here[T any](b *Builder) Ref[T] {
	if b.err != nil {
		return Ref[T]{}
	}
	return Ref[T]{uint32(b.used()), b.number}
}

// FinishOptions are how a buffer ends.
type FinishOptions struct {
	// Identifier is the file identifier: four bytes, or empty.
	Identifier string
	// SizePrefixed says that the buffer begins with its size.
	SizePrefixed bool
}

// Finish ends the buffer with its root, and returns its bytes. They are valid
// until the next part is built, which begins another buffer. If it returns an
// error, the builder is as after [Builder.Reset].
func Finish[T RootOf](b *Builder, root Ref[T], options FinishOptions) ([]byte, error) {
	return b.finish(b.own(root.at, root.of), options)
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
	align := max(b.align, 4)
	if b.err != nil || b.head < size+align && !b.grow(size+align) {
		err := b.err
		b.Reset()
		return nil, err
	}
	for gap := (b.head - size) & (align - 1); gap > 0; gap-- {
		b.head--
		b.buf[b.head] = 0
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

// Built returns the bytes from a part on to the end of the buffer, or nil if it is no
// part of the buffer. They are valid until the next part is built.
func Built[T any](b *Builder, ref Ref[T]) []byte {
	at := b.own(ref.at, ref.of)
	if at == 0 {
		return nil
	}
	return b.buf[len(b.buf)-int(at):]
}

// Nested builds a nested buffer in place. Its root is the table that root builds; if
// that is none, there is no nested buffer.
func (b *Builder) Nested(width Width, root func() Ref[Table]) Ref[[]byte] {
	outer := b.beginNested()
	made := root()
	at := b.own(made.at, made.of)
	if at == 0 {
		b.vtables, b.known, b.shared = outer.vtables, outer.known, outer.shared
		return Ref[[]byte]{}
	}
	return ref[[]byte](b, b.endNested(outer, at, width))
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
	if width == WideVector {
		b.wide = append(b.wide, uint32(b.used()))
	}
	return uint32(b.used())
}

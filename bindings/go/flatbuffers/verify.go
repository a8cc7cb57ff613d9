package flatbuffers

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Limits bound what a buffer or a JSON text may cost. A limit of 0 is its
// default.
type Limits struct {
	// Depth is the number of tables and vectors inside of each other: 128. The
	// verifier never recurses. JSON, Clone, Pack and Unpack do: a level takes up
	// to a kilobyte of the stack, and Go ends a program whose stack would take a
	// gigabyte.
	Depth int
	// Tables is the number of tables that may be visited: any number.
	Tables int
	// Bytes is the size of the input in bytes: any size.
	Bytes int
	// Replay is how often each byte may be visited on average, in a buffer
	// whose parts are shared: 8 times.
	Replay int
}

// Filled returns the limits with the defaults in place of zeros.
func (l Limits) Filled() Limits {
	fill := func(limit *int, value int) {
		if *limit <= 0 {
			*limit = value
		}
	}
	fill(&l.Depth, defaultDepth)
	fill(&l.Tables, math.MaxInt)
	fill(&l.Bytes, math.MaxInt)
	fill(&l.Replay, defaultReplay)
	return l
}

// Check returns a fault if the input is larger than the limit, which is not zero.
func (l Limits) Check(input []byte) *Error {
	if len(input) > l.Bytes {
		return &Error{Kind: SizeLimit, Offset: -1, Expected: fmt.Sprintf("at most %d bytes", l.Bytes)}
	}
	return nil
}

// Verify says how a buffer is verified. The zero value is right for most
// buffers.
//
// A verified buffer can be read without any error or panic, as long as nobody
// changes its bytes. The verifier guarantees for each table:
//   - The table and its vtable are inside of the buffer and aligned.
//   - Each present field that the schema knows is inside of the buffer, with all
//     of its bytes, and aligned. It may be behind the end of its table, because
//     some writers share a vtable between tables of different sizes. Required
//     fields are present.
//   - Each offset leads forward and inside, to a target of its type: strings
//     are UTF-8 and end with a zero, vectors have all of their elements, unions
//     fit their tag, and nested buffers are verified as well. The bytes of a
//     flexbuffer field are a document of another format, which is verified when
//     JSON is made of it: that may fail.
//   - A union has a tag if and only if it has a value, and a vector of tags
//     stands if and only if its vector of unions does. A tag that the schema
//     does not know is accepted, because a later schema may have it.
//
// It takes linear time, and never recurses.
//
// Setters, and functions that sort in place, change a verified buffer. The parts of
// a stranger's buffer may overlap, which the format allows: a number may stand in
// the offset of a string. A change of one is then a change of the other. Reads do
// not panic and never leave the buffer, but may return nonsense; strings may be
// other than UTF-8, and what leads out of the buffer is absent, or an error of
// JSON, Clone and Pack. Nothing bounds what a walk visits, nor how deep it goes. So
// verify a stranger's buffer again after a change, and then read on. The parts of a
// buffer of [Builder] do not overlap.
type Verify struct {
	// Limits bound what the buffer may cost.
	Limits Limits
	// SizePrefixed says that the buffer begins with its size. Bytes after the
	// buffer are ignored.
	SizePrefixed bool
	// Identified says that the buffer must have the file identifier that the
	// schema has for its root. Many writers leave it out. If the schema has none
	// for this table, which is so for all but its root type, that is an error: name
	// the identifier by Identifier then.
	Identified bool
	// Identifier is the file identifier that the buffer must have, whatever the
	// schema says: four bytes, or empty.
	Identifier string
}

// Root verifies a buffer whose root is the table with this number in the
// schema, and returns the root.
func (v Verify) Root(schema *Schema, object int, b []byte) (Table, error) {
	if err := schema.checkTable(object); err != nil {
		return Table{}, err
	}
	root, err := v.root(schema, object, b)
	if err != nil {
		return Table{}, err
	}
	return tableAt(b, root), nil
}

// root verifies a buffer whose root is an object of the schema, and returns the
// position of the root.
func (v Verify) root(schema *Schema, object int, b []byte) (int, error) {
	limits := v.Limits.Filled()
	if err := limits.Check(b); err != nil {
		return 0, err
	}
	return v.bounded(schema, object, b, limits)
}

// bounded verifies a buffer with these limits, of which the depth may be 0.
func (v Verify) bounded(schema *Schema, object int, b []byte, limits Limits) (int, error) {
	p := pass{schema: schema, b: b, end: len(b), depth: limits.Depth, tables: limits.Tables, limits: limits}
	p.left = limits.Visits(len(b))
	return p.root(v, object)
}

// free is the number of bytes that may be visited again in any buffer.
const free = 64 << 10

// Visits returns how many bytes may be visited in an input of this length, by
// [Limits.Replay].
func (l Limits) Visits(length int) int {
	if length != 0 && l.Replay > (math.MaxInt-free)/length {
		return math.MaxInt
	}
	return l.Replay*length + free
}

// pass is a single pass over a buffer. Its methods return nil or a fault.
type pass struct {
	schema *Schema
	b      []byte
	// start is the position from which alignment counts.
	start int
	// end is the end of the buffer, or of the current nested buffer. It is
	// never behind the end of b.
	end int
	// depth is the number of frames that may wait.
	depth int
	// tables is the number of tables that may still be visited.
	tables int
	// left is the number of bytes that may still be visited.
	left   int
	limits Limits
	// few and more are the frames around the current one. Most buffers need no
	// more than few.
	few  [4]frame
	more []frame
	// waiting is the number of frames around the current one.
	waiting int
	// next is the frame to enter.
	next frame
}

// frameKind is a part of a buffer that is being verified.
type frameKind uint8

const (
	// tableFrame is a table: index is the next field.
	tableFrame frameKind = iota
	// tablesFrame is a vector of tables: index is the next item.
	tablesFrame
	// unionsFrame is a vector of unions: index is the next item.
	unionsFrame
	// nestedFrame is a nested buffer: index is 0 before it is entered, and
	// first and length are its bounds. After that they are the bounds of the
	// buffer around it.
	nestedFrame
)

// frame is a part of the buffer that is being verified.
type frame struct {
	kind   frameKind
	slots  uint16 // the size of the vtable
	extent int    // the bytes to the end of the last field so far, at least the size of the table
	object int    // or the number of the union
	at     int    // the position of the table, or of the first item
	vtable int    // or the position of the first tag
	index  int
	length int
	left   int // of a nested buffer: the bytes that may still be visited around it
}

func (p *pass) root(v Verify, object int) (int, error) {
	first := 0
	if v.SizePrefixed {
		size, err := p.u32(0)
		if err != nil {
			return 0, err
		}
		if uint64(size) > uint64(len(p.b)-4) {
			return 0, p.endInside(0, "the bytes that its size says")
		}
		first = 4
		p.end = 4 + int(size)
	}
	root, err := p.offset(first, false)
	if err != nil {
		return 0, err
	}
	wanted, err := v.identifier(p.schema, object)
	if err == nil && wanted != "" {
		err = p.identifier(first+4, wanted)
	}
	if err != nil {
		return 0, err
	}
	if p.schema.Objects[object].IsStruct() {
		err = p.structure(object, root)
	} else {
		err = p.run(object, root)
	}
	if err != nil {
		return 0, err
	}
	return root, nil
}

// identifier returns the file identifier that a buffer of this root must have, or
// an empty string for any.
func (v Verify) identifier(schema *Schema, object int) (string, *Error) {
	wanted := v.Identifier
	if wanted == "" && v.Identified {
		if wanted = schema.IdentifierOf(object); wanted == "" {
			return "", refused("a file identifier in Verify.Identifier, since the schema has none for %s", schema.Objects[object].Name)
		}
	}
	if len(wanted) != 4 && wanted != "" {
		return "", refused("a file identifier of four bytes")
	}
	return wanted, nil
}

// run verifies the whole buffer.
func (p *pass) run(object, root int) *Error {
	current, err := p.table(object, root)
	if err != nil {
		return err
	}
	for {
		var enter bool
		switch current.kind {
		case tableFrame:
			enter, err = p.fields(&current)
		case tablesFrame:
			enter, err = p.items(&current)
		case unionsFrame:
			enter, err = p.unions(&current)
		case nestedFrame:
			enter, err = p.nested(&current)
		}
		switch {
		case err != nil:
			return p.trace(err, &current)
		case enter:
			if err := p.push(&current); err != nil {
				// The frame has already gone past what it would enter.
				current.index--
				err.Offset = p.next.at
				return p.trace(err, &current)
			}
			current = p.next
		case p.waiting == 0:
			return nil
		default:
			p.waiting--
			current = *p.frame(p.waiting)
		}
	}
}

// frame returns a frame that waits.
func (p *pass) frame(index int) *frame {
	if index < len(p.few) {
		return &p.few[index]
	}
	return &p.more[index-len(p.few)]
}

// push lets a frame wait.
func (p *pass) push(f *frame) *Error {
	if p.waiting >= p.depth {
		return TooDeep(p.depth)
	}
	if at := p.waiting - len(p.few); at >= 0 && at == len(p.more) {
		p.more = append(p.more, frame{})
	}
	*p.frame(p.waiting) = *f
	p.waiting++
	return nil
}

func (p *pass) u16(at int) int { return int(binary.LittleEndian.Uint16(p.b[at:])) }

func (p *pass) u32(at int) (uint32, *Error) {
	if p.end-at < 4 {
		return 0, p.endInside(at, "4 bytes")
	}
	return binary.LittleEndian.Uint32(p.b[at:]), nil
}

func (p *pass) u64(at int) (uint64, *Error) {
	if p.end-at < 8 {
		return 0, p.endInside(at, "8 bytes")
	}
	return binary.LittleEndian.Uint64(p.b[at:]), nil
}

// offset returns the target of the offset at this position.
func (p *pass) offset(at int, wide bool) (int, *Error) {
	var offset uint64
	if wide {
		long, err := p.u64(at)
		if err != nil {
			return 0, err
		}
		offset = long
	} else {
		short, err := p.u32(at)
		if err != nil {
			return 0, err
		}
		offset = uint64(short)
	}
	if offset == 0 {
		return 0, p.invalid(at, "an offset that leads forward")
	}
	if offset >= uint64(p.end-at) {
		return 0, p.endInside(at, "what an offset leads to")
	}
	return at + int(offset), nil
}

func (p *pass) identifier(at int, wanted string) *Error {
	err := &Error{Kind: InvalidBuffer, Offset: at, Expected: fmt.Sprintf("the file identifier %q", wanted)}
	if p.end-at < 4 {
		return err
	}
	if found := string(p.b[at : at+4]); found != wanted {
		err.Found = fmt.Sprintf("%q", found)
		return err
	}
	return nil
}

func (p *pass) aligned(at, align int) *Error {
	if (at-p.start)&(align-1) == 0 {
		return nil
	}
	return &Error{Kind: InvalidBuffer, Offset: at, Expected: fmt.Sprintf("a position that is a multiple of %d", align)}
}

func (p *pass) inside(at, size int) *Error {
	if size <= p.end-at {
		return nil
	}
	return p.endInside(at, "what its size says")
}

// see counts bytes as visited.
func (p *pass) see(bytes int) *Error {
	if bytes > p.left {
		return &Error{Kind: ReplayLimit, Offset: -1, Expected: fmt.Sprintf("each byte at most %d times on average", p.limits.Replay)}
	}
	p.left -= bytes
	return nil
}

func (p *pass) invalid(at int, expected string) *Error {
	return &Error{Kind: InvalidBuffer, Offset: at, Expected: expected}
}

func (p *pass) endInside(at int, expected string) *Error {
	return &Error{Kind: UnexpectedEnd, Offset: at, Expected: expected, Found: fmt.Sprintf("the end of the buffer at byte %d", p.end)}
}

// TooDeep returns the error of more nesting than a limit allows.
func TooDeep(depth int) *Error {
	return &Error{Kind: DepthLimit, Offset: -1, Expected: fmt.Sprintf("at most %d tables and vectors inside of each other", depth)}
}

// trace puts the path to the current frame before the path of an error.
func (p *pass) trace(err *Error, innermost *frame) *Error {
	err = p.traceOne(err, innermost)
	for at := p.waiting - 1; at >= 0; at-- {
		// The frames around have already gone past the frame that they entered.
		around := *p.frame(at)
		around.index--
		err = p.traceOne(err, &around)
	}
	return err.rooted()
}

func (p *pass) traceOne(err *Error, f *frame) *Error {
	switch f.kind {
	case tableFrame:
		if fields := p.schema.Objects[f.object].Fields; f.index < len(fields) {
			return err.inside(keyStep(fields[f.index].Name))
		}
	case tablesFrame, unionsFrame:
		return err.inside(indexStep(f.index))
	}
	return err
}

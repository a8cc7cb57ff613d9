package frozen

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
)

// Canonical returns the value as a document of its own in canonical form: two
// values are equal if the bytes of their canonical forms are, and only then. All
// of Varvel makes the same bytes of it. The members of objects are sorted by
// their keys, floats have 64 bits, and there is no checksum.
//
// Time is linear in the value, except for the sorting of keys, and for maps whose
// keys are maps. The error has the code [ErrNotFound] if the value is missing, and
// [ErrSize] for keys of more than 4 GiB.
func (n Node) Canonical() (*Document, error) {
	if !n.Exists() {
		return nil, n.wrongKind("a value")
	}
	r := newRecording(&FreezeOptions{})
	r.canonical = true
	if err := r.node(n, math.MaxUint64); err != nil {
		return nil, err
	}
	return r.document(false)
}

// copying is a container whose parts are being added to a recording.
type copying struct {
	c       container
	places  int
	order   []int // of the members, if they are sorted
	next    int   // of items; of members the next key or value
	count   int
	members bool
	at      int // its event
	kind    Kind
}

// node adds a value of a document. In canonical form it adds the same events for
// equal values. It refuses containers that are nested deeper than the depth.
func (r *recording) node(n Node, depth uint64) *Error {
	stack := r.openNode(n, nil)
	for len(stack) != 0 {
		if uint64(len(stack)) > depth {
			return tooDeep(depth, -1)
		}
		f := &stack[len(stack)-1]
		if f.next == f.count {
			if err := r.closeNode(f); err != nil {
				return err
			}
			stack = stack[:len(stack)-1]
			continue
		}
		i := f.next
		f.next++
		if !f.members {
			stack = r.openNode(f.c.item(i), stack)
			continue
		}
		member := i / 2
		if f.order != nil {
			member = f.order[member]
		}
		switch {
		case i%2 != 0:
			stack = r.openNode(f.c.value(member), stack)
		case f.kind == Map:
			stack = r.openNode(f.c.key(f.places, member), stack)
		default:
			key, _ := f.c.key(f.places, member).str()
			if err := r.key(text(key)); err != nil {
				return err
			}
		}
	}
	return nil
}

// openNode adds a value that holds no others, or the begin of a container, which it
// pushes.
func (r *recording) openNode(n Node, stack []copying) []copying {
	f := copying{kind: n.Kind()}
	switch f.kind {
	case Array:
		f.at = r.begin(eventArray)
	case Map:
		f.at = r.begin(eventMap)
		f.members = true
	case Object:
		r.beginObject()
		f.members = true
	case Tagged, Extension, Simple:
		number, _, _ := n.Tag()
		if f.kind == Extension {
			number &= 0xFF
		}
		r.add(eventTagged+event(f.kind-Tagged), number)
	default:
		r.scalar(n)
		return stack
	}
	f.c = n.container()
	f.count = f.c.count
	if f.members && f.count != 0 {
		f.count *= 2
		f.places = f.c.places()
		if r.canonical {
			f.order = f.c.sorted(f.places, f.kind == Map)
		}
	}
	return append(stack, f)
}

func (r *recording) closeNode(f *copying) *Error {
	switch f.kind {
	case Object:
		return r.endObject()
	case Array, Map:
		return r.end(f.at, f.count)
	default:
		return r.count(1)
	}
}

// scalar adds a value that holds no others.
func (r *recording) scalar(n Node) {
	switch n.Kind() {
	case Bool:
		if n.form == formTrue {
			r.add(eventTrue, 0)
		} else {
			r.add(eventFalse, 0)
		}
	case Int:
		if bits, unsigned := n.integer(); unsigned {
			r.add(eventUint, bits)
		} else {
			r.add(eventInt, bits)
		}
	case Float:
		switch {
		case r.canonical:
			v, _ := n.Float64()
			r.add(eventFloat64, floatBits(v))
		case n.form == formFloat32:
			r.add(eventFloat32, u32(n.doc.bytes, n.at+1))
		case n.IsFloat32():
			r.add(eventFloat32, u32(n.doc.bytes, n.at))
		default:
			r.add(eventFloat64, u64(n.doc.bytes, n.at))
		}
	case BigInt:
		r.text(eventBigInt, text(n.counted()))
	case Decimal:
		r.text(eventDecimal, text(n.counted()))
	case Bytes:
		r.text(eventBytes, text(n.counted()))
	case String:
		content, _ := n.str()
		r.text(eventString, text(content))
	case Timestamp:
		seconds, nanoseconds, _ := n.Timestamp()
		r.timestamp(seconds, nanoseconds)
	default:
		r.add(eventNull, 0)
	}
}

// counted returns the content of bytes, a big integer or a decimal.
func (n Node) counted() []byte { return counted(n.doc.bytes, n.at+1) }

// sorted returns the numbers of the members in canonical order.
func (c *container) sorted(places int, isMap bool) []int {
	type member struct {
		key    []byte
		number int
	}
	members := make([]member, c.count)
	for i := range members {
		key := c.key(places, i)
		members[i].number = i
		if isMap {
			members[i].key = key.sortKey()
		} else {
			members[i].key, _ = key.str()
		}
	}
	slices.SortFunc(members, func(a, b member) int { return bytes.Compare(a.key, b.key) })
	order := make([]int, len(members))
	for i := range members {
		order[i] = members[i].number
	}
	return order
}

// The first byte of the sort key of each kind.
const (
	sortEnd byte = iota
	sortNull
	sortBool
	sortInt
	sortUint
	sortFloat
	sortBigInt
	sortDecimal
	sortString
	sortBytes
	sortTimestamp
	sortTagged
	sortExtension
	sortArray
	sortMembers
	sortSimple
)

// sorting is a container whose sort key is being made.
type sorting struct {
	c       container
	places  int
	next    int
	count   int
	members bool
	ends    bool  // its items end with a zero
	starts  []int // where the sort key of each member begins
}

// sortKey returns the bytes by which a key of a map is sorted: they are equal if
// values are, and only then. Nothing recurses.
func (n Node) sortKey() []byte {
	out, stack := n.beginSortKey(nil, nil)
	for len(stack) != 0 {
		f := &stack[len(stack)-1]
		if f.next == f.count {
			out = f.end(out)
			stack = stack[:len(stack)-1]
			continue
		}
		i := f.next
		f.next++
		var part Node
		switch {
		case !f.members:
			part = f.c.item(i)
		case i%2 == 0:
			f.starts = append(f.starts, len(out))
			part = f.c.key(f.places, i/2)
		default:
			part = f.c.value(i / 2)
		}
		out, stack = part.beginSortKey(out, stack)
	}
	return out
}

// end sorts the members of a container, and ends it.
func (f *sorting) end(out []byte) []byte {
	if !f.ends {
		return out
	}
	if len(f.starts) > 1 {
		first := f.starts[0]
		own := bytes.Clone(out[first:])
		parts := make([][]byte, len(f.starts))
		for i, start := range f.starts {
			end := len(out)
			if i+1 < len(f.starts) {
				end = f.starts[i+1]
			}
			parts[i] = own[start-first : end-first]
		}
		slices.SortFunc(parts, bytes.Compare)
		out = out[:first]
		for _, part := range parts {
			out = append(out, part...)
		}
	}
	return append(out, sortEnd)
}

// beginSortKey appends the sort key of a value that holds no others, or what that
// of a container begins with, which it pushes.
func (n Node) beginSortKey(out []byte, stack []sorting) ([]byte, []sorting) {
	f := sorting{c: n.container()}
	switch n.Kind() {
	case Tagged:
		out = binary.BigEndian.AppendUint64(append(out, sortTagged), f.c.number)
	case Extension:
		out = append(out, sortExtension, byte(f.c.number)^0x80)
	case Simple:
		out = append(out, sortSimple, byte(f.c.number))
	case Array:
		out = append(out, sortArray)
		f.ends = true
	case Object, Map:
		out = append(out, sortMembers)
		f.ends, f.members = true, true
	default:
		return n.appendSortKey(out), stack
	}
	f.count = f.c.count
	if f.members && f.count != 0 {
		f.count *= 2
		f.places = f.c.places()
	}
	return out, append(stack, f)
}

// appendSortKey appends the sort key of a value that holds no others.
func (n Node) appendSortKey(out []byte) []byte {
	const sign = 1 << 63
	number := func(kind byte, bits uint64) []byte {
		return binary.BigEndian.AppendUint64(append(out, kind), bits)
	}
	long := func(kind byte, content []byte) []byte {
		return append(number(kind, uint64(len(content))), content...)
	}
	switch n.Kind() {
	case Bool:
		return append(out, sortBool, byte(n.form-formFalse))
	case Int:
		bits, unsigned := n.integer()
		if unsigned {
			return number(sortUint, bits)
		}
		return number(sortInt, bits^sign)
	case Float:
		v, _ := n.Float64()
		bits := floatBits(v)
		if bits&sign != 0 {
			return number(sortFloat, ^bits)
		}
		return number(sortFloat, bits|sign)
	case BigInt:
		return long(sortBigInt, n.counted())
	case Decimal:
		return long(sortDecimal, n.counted())
	case Bytes:
		return long(sortBytes, n.counted())
	case String:
		content, _ := n.str()
		return long(sortString, content)
	case Timestamp:
		seconds, nanoseconds, _ := n.Timestamp()
		return binary.BigEndian.AppendUint32(number(sortTimestamp, uint64(seconds)^sign), nanoseconds)
	default:
		return append(out, sortNull)
	}
}

package flexbuffers

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"example.invalid/varvel/bindings/go/flatbuffers"
)

// item is a value that waits for the end of its container.
type item struct {
	// value are the bits of a value in place, or the position of another.
	value uint64
	// key is the position of the key.
	key int
	// kind is the type, or keyOnly.
	kind int
	// width is the number of bytes that the value needs, or its own if it is not
	// in place.
	width int
	// keyed says that there is a key.
	keyed bool
}

// keyOnly is the type of a member whose value has not come.
const keyOnly = -1

// Builder builds a FlexBuffer: each value by a call, those of a container between
// [Builder.Begin] and its end. The zero Builder is ready for use.
type Builder struct {
	out   []byte
	items []item
	// bases are the numbers of items before those of each open container.
	bases []int
	keys  map[string]key
	// err is the first misuse.
	err error
}

// key is a key that was written before.
type key struct {
	at   int
	text string
}

func refused(expected string) *flatbuffers.Error {
	return &flatbuffers.Error{Kind: flatbuffers.Refused, Offset: -1, Expected: expected}
}

func widthOf(value uint64) int {
	switch {
	case value <= math.MaxUint8:
		return 1
	case value <= math.MaxUint16:
		return 2
	case value <= math.MaxUint32:
		return 4
	}
	return 8
}

// base returns the number of items before those of the open container.
func (f *Builder) base() int {
	if last := len(f.bases) - 1; last >= 0 {
		return f.bases[last]
	}
	return 0
}

// add adds a value to the open container: behind its key, if one waits.
func (f *Builder) add(made item) {
	if last := len(f.items) - 1; last >= f.base() && f.items[last].kind == keyOnly {
		made.key, made.keyed = f.items[last].key, true
		f.items[last] = made
		return
	}
	f.items = append(f.items, made)
}

// Null adds null.
func (f *Builder) Null() { f.add(item{kind: typeNull, width: 1}) }

// Bool adds a boolean.
func (f *Builder) Bool(value bool) {
	made := item{kind: typeBool, width: 1}
	if value {
		made.value = 1
	}
	f.add(made)
}

// Int adds an integer.
func (f *Builder) Int(value int64) {
	f.add(item{kind: typeInt, width: widthOf(uint64(value^value>>63) << 1), value: uint64(value)})
}

// Uint adds an integer without a sign.
func (f *Builder) Uint(value uint64) {
	f.add(item{kind: typeUint, width: widthOf(value), value: value})
}

// Float adds a float, in 32 bits if they are enough.
func (f *Builder) Float(value float64) {
	width := 8
	if float64(float32(value)) == value {
		width = 4
	}
	f.add(item{kind: typeFloat, width: width, value: math.Float64bits(value)})
}

// String adds a string, which must be UTF-8.
func (f *Builder) String(text []byte) {
	width := widthOf(uint64(len(text)))
	f.align(width)
	f.number(uint64(len(text)), width)
	at := len(f.out)
	f.out = append(append(f.out, text...), 0)
	f.add(item{kind: typeString, width: width, value: uint64(at)})
}

// Begin begins a vector or a map.
func (f *Builder) Begin() { f.bases = append(f.bases, len(f.items)) }

// Key adds a key to a map, before its value, and returns a copy of it. A key must
// be UTF-8. The error is an [*flatbuffers.Error].
func (f *Builder) Key(text []byte) (string, error) {
	if bytes.IndexByte(text, 0) >= 0 {
		return string(text), &flatbuffers.Error{
			Kind: flatbuffers.Unrepresentable, Offset: -1, Expected: "what FlexBuffers have", Found: "a key with a zero byte",
		}
	}
	known, ok := f.keys[string(text)]
	if !ok {
		if f.keys == nil {
			f.keys = make(map[string]key)
		}
		known = key{len(f.out), string(text)}
		f.keys[known.text] = known
		f.out = append(append(f.out, text...), 0)
	}
	f.items = append(f.items, item{kind: keyOnly, key: known.at, keyed: true})
	return known.text, nil
}

// Vector ends a vector.
func (f *Builder) Vector() {
	items := f.items[f.base():]
	if slices.ContainsFunc(items, func(one item) bool { return one.keyed }) {
		f.misused("no keys in a vector")
		items = nil
	}
	kind := typeVector
	if length := len(items); length > 0 && !slices.ContainsFunc(items, func(one item) bool { return one.kind != items[0].kind }) {
		switch one := items[0].kind; {
		case one == typeBool:
			kind = typeVectorBool
		case one < typeInt || one > typeFloat:
		case length >= 2 && length <= 4:
			kind = typeVectorInt2 + 3*(length-2) + one - typeInt
		default:
			kind = typeVectorInt + one - typeInt
		}
	}
	f.end(f.write(items, kind, 0))
}

// misused keeps the error of a call that has no meaning.
func (f *Builder) misused(expected string) {
	if f.err == nil {
		f.err = refused(expected)
	}
}

// end puts a container in the place of its items.
func (f *Builder) end(made item) {
	if len(f.bases) == 0 {
		f.misused("the begin of a container before its end")
	}
	f.items = f.items[:f.base()]
	f.bases = f.bases[:max(len(f.bases)-1, 0)]
	f.add(made)
}

// Map ends a map. Each value must have a key, and each key must be there once. If
// one is there again, the error, an [*flatbuffers.Error], has the kind
// [flatbuffers.DuplicateKey], and last is the number of the last member with it.
func (f *Builder) Map() (last int, err error) {
	members := f.items[f.base():]
	if slices.ContainsFunc(members, func(one item) bool { return one.kind == keyOnly || !one.keyed }) {
		return 0, refused("a key and a value for each member of a map")
	}
	order := make([]int, len(members))
	for at := range order {
		order[at] = at
	}
	slices.SortFunc(order, func(a, b int) int {
		if members[a].key == members[b].key {
			return a - b
		}
		return bytes.Compare(f.out[members[a].key:], f.out[members[b].key:])
	})
	sorted, keys := make([]item, len(members)), make([]item, len(members))
	for at, member := range order {
		sorted[at] = members[member]
		keys[at] = item{kind: typeKey, width: 1, value: uint64(sorted[at].key)}
	}
	for at := 1; at < len(sorted); at++ {
		if sorted[at].key == sorted[at-1].key {
			for at+1 < len(sorted) && sorted[at+1].key == sorted[at].key {
				at++
			}
			text, _ := Value{b: f.out, at: sorted[at].key}.key()
			return order[at], &flatbuffers.Error{
				Kind: flatbuffers.DuplicateKey, Offset: -1, Expected: "each key once", Found: fmt.Sprintf("%.40q again", text),
			}
		}
	}
	made := f.write(keys, typeVectorKey, 0)
	f.end(f.write(sorted, typeMap, int(made.value)<<4|made.width))
	return 0, nil
}

// Finish returns the buffer. Its root is the only value outside of all containers.
// The error is an [*flatbuffers.Error].
func (f *Builder) Finish() ([]byte, error) {
	if f.err != nil {
		return nil, f.err
	}
	if len(f.bases) != 0 || len(f.items) != 1 || f.items[0].keyed {
		return nil, refused("one value as the root, and the end of all containers")
	}
	root := f.items[0]
	width := 1
	for width < 8 && !root.fits(f.aligned(width), width) {
		width *= 2
	}
	f.align(width)
	f.slot(root, width)
	return append(f.out, root.packed(width), byte(width)), nil
}

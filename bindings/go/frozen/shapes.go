package frozen

import (
	"encoding/binary"
	"hash/maphash"
	"slices"
)

// shape is the keys of some objects, in their order.
type shape struct {
	start, end int // its keys in the table
	uses       int // how many objects have it
	kept       bool
	written    uint32 // its number in the document plus one, or zero
}

// shapeTable gives each list of keys a number.
type shapeTable struct {
	keys   []uint32 // of all shapes, one after the other
	shapes []shape
	// A hash table with at least twice as many places as there are shapes: each
	// has the number of a shape plus one, or zero.
	places []uint32
	seed   maphash.Seed
	bytes  []byte
}

// number returns the number of the shape with the keys of these members.
func (t *shapeTable) number(members []openMember) uint32 {
	if 2*len(t.shapes) >= len(t.places) {
		t.grow()
	}
	start := len(t.keys)
	for i := range members {
		t.keys = append(t.keys, members[i].key)
	}
	keys := t.keys[start:]
	at := t.find(keys)
	if found := t.places[at]; found != 0 {
		t.keys = t.keys[:start]
		t.shapes[found-1].uses++
		return found - 1
	}
	t.shapes = append(t.shapes, shape{start: start, end: len(t.keys), uses: 1})
	t.places[at] = uint32(len(t.shapes))
	return uint32(len(t.shapes) - 1)
}

// find returns the place of the shape with these keys in the hash table, or the
// free place where it belongs.
func (t *shapeTable) find(keys []uint32) int {
	t.bytes = t.bytes[:0]
	for _, key := range keys {
		t.bytes = binary.LittleEndian.AppendUint32(t.bytes, key)
	}
	mask := len(t.places) - 1
	at := int(maphash.Bytes(t.seed, t.bytes)) & mask
	for t.places[at] != 0 && !slices.Equal(t.of(t.places[at]-1), keys) {
		at = (at + 1) & mask
	}
	return at
}

// of returns the keys of a shape.
func (t *shapeTable) of(number uint32) []uint32 {
	s := &t.shapes[number]
	return t.keys[s.start:s.end]
}

func (t *shapeTable) grow() {
	if len(t.places) == 0 {
		t.seed = maphash.MakeSeed()
	}
	t.places = make([]uint32, max(16, 4*len(t.places)))
	for i := range t.shapes {
		t.places[t.find(t.of(uint32(i)))] = uint32(i + 1)
	}
}

// freeKeys is how many keys the shapes may have that are kept whether or not
// they save bytes: members of a shape are found faster.
const freeKeys = 256

// choose says which shapes are kept. The objects of others have keys of their
// own. In canonical form all are kept.
func (r *recording) choose() {
	t := &r.shapes
	// In how many shapes each key is: they share its text.
	sharers := make([]int, len(r.keys.texts))
	for _, key := range t.keys {
		sharers[key]++
	}
	used := 0
	for i := range t.shapes {
		s := &t.shapes[i]
		keys := t.of(uint32(i))
		used += len(keys)
		s.kept = r.canonical || used <= freeKeys || r.saves(keys, s.uses, sharers)
	}
}

// saves reports whether a shape takes no more bytes than its keys in each of the
// objects would.
func (r *recording) saves(keys []uint32, uses int, sharers []int) bool {
	n := len(keys)
	texts, share := 0, 0
	for _, key := range keys {
		size := 1 + len(r.keys.texts[key])
		texts += size
		share += size / sharers[key]
	}
	index := 0
	if n > smallShape {
		index = indexLength(n)
	}
	slot := 2
	if texts >= 1<<12 {
		slot = 4
	}
	asShape := 5 + 5*n + index + share + 2*n*uses
	asPairs := uses * (1 + index + 2*slot*n + texts)
	return asShape <= asPairs
}

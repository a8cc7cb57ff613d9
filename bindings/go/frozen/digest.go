package frozen

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"math"
	"slices"
)

// A digest stands for a value: values are equal if their digests are. Values
// that fit are in it; of others it has a hash, for which nobody knows how to
// make two values that collide.
type digest [32]byte

// The first byte of a digest says what it stands for.
const (
	digestLiteral byte = iota + 1
	digestInt
	digestUint
	digestFloat
	digestTimestamp
	digestString // and the length, up to digestRoom
	digestBytes
	digestHash
)

// digestRoom is how many bytes of a string are in the digest itself.
const digestRoom = len(digest{}) - 2

// A hash begins with one of these, so that those of values of different kinds
// differ.
const (
	hashString byte = iota + 1
	hashBytes
	hashBigInt
	hashDecimal
	hashArray
	hashMembers
	hashTagged
	hashExtension
	hashSimple
)

func digestNumber(of byte, n uint64) (d digest) {
	d[0] = of
	binary.LittleEndian.PutUint64(d[1:], n)
	return d
}

// digestText is the digest of a text or of bytes. small is that for a short
// one, or zero.
func digestText(small, long byte, text []byte) (d digest) {
	if small != 0 && len(text) <= digestRoom {
		d[0] = small
		d[1] = byte(len(text))
		copy(d[2:], text)
		return d
	}
	h := sha256.New()
	h.Write([]byte{long})
	h.Write(text)
	return digestSum(h)
}

// digestSum makes a digest of a hash: 248 bits of it.
func digestSum(h hash.Hash) (d digest) {
	h.Sum(d[:0])
	d[0] = digestHash
	return d
}

// floatBits returns bits that are the same for equal floats: all that are not a
// number are equal.
func floatBits(v float64) uint64 {
	if math.IsNaN(v) {
		return 0x7FF8_0000_0000_0000
	}
	return math.Float64bits(v)
}

// leafDigest returns the digest of a value that is no container, or an empty
// one.
func (n Node) leafDigest() digest {
	switch n.Kind() {
	case Int:
		bits, unsigned := n.integer()
		if unsigned {
			return digestNumber(digestUint, bits)
		}
		return digestNumber(digestInt, bits)
	case Float:
		v, _ := n.Float64()
		return digestNumber(digestFloat, floatBits(v))
	case String:
		text, _ := n.str()
		return digestText(digestString, hashString, text)
	case Bytes:
		return digestText(digestBytes, hashBytes, counted(n.doc.bytes, n.at+1))
	case BigInt:
		return digestText(0, hashBigInt, counted(n.doc.bytes, n.at+1))
	case Decimal:
		return digestText(0, hashDecimal, counted(n.doc.bytes, n.at+1))
	case Timestamp:
		seconds, nanoseconds, _ := n.Timestamp()
		d := digestNumber(digestTimestamp, uint64(seconds))
		binary.LittleEndian.PutUint32(d[9:], nanoseconds)
		return d
	default:
		return digestNumber(digestLiteral, uint64(n.form))
	}
}

// entry is the digests of the key and the value of a member.
type entry struct {
	key, value digest
}

func sortEntries(entries []entry) {
	slices.SortFunc(entries, func(a, b entry) int { return bytes.Compare(a.key[:], b.key[:]) })
}

// digesting is a container whose digest is being made, or in which maps are
// searched for.
type digesting struct {
	c       container
	slot    int // where the slot is that refers to it
	places  int
	next    int // of items; of members the next key or value
	count   int
	members bool
	wanted  bool   // the digest is needed
	entries int    // how many entries waited before
	key     digest // of the last key
	hash    hash.Hash
}

// digester makes digests. It checks on its way that the keys of maps differ.
// Each value is looked at once, and nothing recurses.
type digester struct {
	stack   []digesting
	entries []entry
}

// open begins a container with something in it. It returns false for another
// value.
func (g *digester) open(n Node, slot int, wanted bool) bool {
	c := n.container()
	if c.count == 0 {
		return false
	}
	f := digesting{c: c, slot: slot, count: c.count, wanted: wanted, entries: len(g.entries)}
	switch n.form {
	case formObject, formPairs, formMap:
		f.members = true
		f.count *= 2
		f.places = c.places()
	case formPacked, formRow:
		if !wanted {
			return false // there are no maps in it
		}
	}
	if wanted && !f.members {
		f.hash = sha256.New()
		head := digestNumber(hashArray, c.number)
		switch n.form {
		case formTagged:
			head[0] = hashTagged
		case formExtension:
			head[0] = hashExtension
			head[1] = byte(c.number)
		case formSimple:
			head[0] = hashSimple
		default:
			head = digestNumber(hashArray, 0)
		}
		f.hash.Write(head[:9])
	}
	g.stack = append(g.stack, f)
	return true
}

// take adds the digest of the value that came last to the container around it.
func (f *digesting) take(g *digester, d digest) {
	switch {
	case !f.members:
		if f.wanted {
			f.hash.Write(d[:])
		}
	case f.next%2 != 0:
		f.key = d
		if !f.wanted {
			g.entries = append(g.entries, entry{key: d})
		}
	case f.wanted:
		g.entries = append(g.entries, entry{f.key, d})
	}
}

// wants reports whether the digest of the value that came last is needed.
func (f *digesting) wants() bool {
	return f.wanted || f.c.form == formMap && f.next%2 != 0
}

// run returns the digest of a value, if it is wanted. In any case it returns an
// error if two keys of a map in it are equal.
func (g *digester) run(n Node, wanted bool) (digest, *Error) {
	g.stack, g.entries = g.stack[:0], g.entries[:0]
	if !g.open(n, rootAt, wanted) {
		if !wanted {
			return digest{}, nil
		}
		return n.leafDigest(), nil
	}
	for {
		f := &g.stack[len(g.stack)-1]
		if f.next < f.count {
			var child Node
			i := f.next
			f.next++
			switch {
			case !f.members:
				child = f.c.item(i)
			case i%2 == 0:
				child = f.c.key(f.places, i/2)
			default:
				child = f.c.value(i / 2)
				if f.c.record != 0 {
					i /= 2 // an object with a shape has only slots of values
				}
			}
			wants := f.wants()
			if !g.open(child, f.c.slots+i<<f.c.width, wants) && wants {
				f.take(g, child.leafDigest())
			}
			continue
		}
		d, err := g.close(f)
		if err != nil {
			return d, err
		}
		wanted := f.wanted
		g.stack = g.stack[:len(g.stack)-1]
		if len(g.stack) == 0 {
			return d, nil
		}
		if wanted {
			g.stack[len(g.stack)-1].take(g, d)
		}
	}
}

// close ends a container, and returns its digest if that is wanted.
func (g *digester) close(f *digesting) (digest, *Error) {
	if !f.members {
		if !f.wanted {
			return digest{}, nil
		}
		return digestSum(f.hash), nil
	}
	own := g.entries[f.entries:]
	g.entries = g.entries[:f.entries]
	if f.c.form == formMap || f.wanted {
		sortEntries(own)
	}
	if f.c.form == formMap {
		for i := 1; i < len(own); i++ {
			if own[i].key == own[i-1].key {
				return digest{}, invalidAt(f.slot, "a map whose keys differ")
			}
		}
	}
	if !f.wanted {
		return digest{}, nil
	}
	h := sha256.New()
	h.Write([]byte{hashMembers})
	for i := range own {
		h.Write(own[i].key[:])
		h.Write(own[i].value[:])
	}
	return digestSum(h), nil
}

// checkMaps validates that the keys of each map differ.
func (d *Document) checkMaps() *Error {
	var g digester
	_, err := g.run(d.Root(), false)
	return err
}

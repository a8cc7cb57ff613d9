package frozen

import "math/bits"

// Key is the key of a member with its hash. Make it once and look it up in any
// number of objects.
type Key struct {
	text string
	hash uint64
}

// NewKey makes a key.
func NewKey(text string) Key {
	return Key{text, hashKey(text)}
}

// String returns the text of the key.
func (k Key) String() string { return k.text }

// hashKey returns the hash of a key, which looks at a sample of its bytes.
func hashKey[T string | []byte](key T) uint64 {
	n := len(key)
	var last, middle uint64
	head := uint64(n) & 0xFF
	if n >= 8 {
		head |= load(key, 0) << 8
		last = load(key, n-8)
		if n >= 16 {
			middle = load(key, n/2-4)
		}
	} else {
		for i := range min(n, 7) {
			head |= uint64(key[i]) << (8 * (i + 1))
		}
	}
	high, low := bits.Mul64(head^middle*hashMiddle^hashFirst, last^hashLast)
	return high ^ low
}

// load reads eight bytes, of which the compiler makes one load.
func load[T string | []byte](b T, at int) uint64 {
	b = b[at : at+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// index is an index of keys: where its parts are.
type index struct {
	bits          uint8 // of a place in the table; zero for a sorted list
	width         uint8 // of the number of a key: the base-2 logarithm of its bytes
	displacements int
	numbers       int // where the table is, or the sorted list
	end           int
}

// readIndex reads the head of the index of so many keys, more than zero. It
// returns false if the index is invalid or does not end before end.
func readIndex(b []byte, at, end int, count uint64) (index, bool) {
	if at >= end || count-1 > 0xFFFFFFFF {
		return index{}, false
	}
	x := index{bits: b[at], displacements: at + 1, numbers: at + 1}
	switch {
	case count-1 > 0xFFFF:
		x.width = 2
	case count-1 > 0xFF:
		x.width = 1
	}
	var size uint64
	switch {
	case x.bits == 0:
		size = count << x.width
	case x.bits >= indexLeast && x.bits <= indexMost:
		buckets := uint64(1) << (x.bits - 3)
		size = buckets + (1<<x.bits)<<x.width
		if size > uint64(end-x.numbers) {
			return index{}, false
		}
		x.numbers += int(buckets)
	default:
		return index{}, false
	}
	if size > uint64(end-x.displacements) {
		return index{}, false
	}
	x.end = x.displacements + int(size)
	return x, true
}

// number returns the number of the key at a place of the table or the list.
func (x *index) number(b []byte, i int) int {
	return int(number(b, x.numbers+i<<x.width, x.width))
}

// place returns the place in the table where a key with this hash would be.
func (x *index) place(b []byte, hash uint64) int {
	displacement := uint64(b[x.displacements+int(hash>>(64-(x.bits-3)))])
	return int(bits.RotateLeft64(hash, 32) * (2*displacement + 1) >> (64 - x.bits))
}

// isKey reports whether key i is this text.
func (c *container) isKey(places, i int, key string) bool {
	if c.record != 0 {
		return c.doc.isText(c.doc.tables+int(u32(c.doc.bytes, places+4*i)), key)
	}
	own, ok := c.item(2 * i).str()
	return ok && string(own) == key
}

// find returns the number of the member with this key, or -1.
func (c *container) find(key Key) int {
	b := c.doc.bytes
	if c.record != 0 {
		if b[c.record] == 0 {
			x, _ := readIndex(b, c.record+5, len(b), uint64(c.count))
			return c.findIndexed(&x, x.end, key)
		}
		fingerprint := byte(key.hash >> 56)
		places := c.record + 1 + c.count
		for i, own := range b[c.record+1 : places] {
			if own == fingerprint && c.isKey(places, i, key.text) {
				return i
			}
		}
		return -1
	}
	if c.form == formPairs && c.count > smallShape {
		x, _ := readIndex(b, c.slots+2*c.count<<c.width, len(b), uint64(c.count))
		return c.findIndexed(&x, 0, key)
	}
	for i := range c.count {
		if c.isKey(0, i, key.text) {
			return i
		}
	}
	return -1
}

// findIndexed returns the number of the member with this key, or -1.
func (c *container) findIndexed(x *index, places int, key Key) int {
	b := c.doc.bytes
	if x.bits != 0 {
		i := x.number(b, x.place(b, key.hash))
		if c.isKey(places, i, key.text) {
			return i
		}
		return -1
	}
	low, high := 0, c.count
	for low < high {
		middle := int(uint(low+high) / 2)
		i := x.number(b, middle)
		own, _ := c.key(places, i).str()
		switch {
		case string(own) == key.text:
			return i
		case string(own) < key.text:
			low = middle + 1
		default:
			high = middle
		}
	}
	return -1
}

// Get returns the value of the member with this key: a missing Node if there is
// none, or if the value is neither an object nor a map.
//
// It searches an object by its index, which takes the same time for any number
// of members (its logarithm in the rare object whose index is a sorted list),
// and a map from its first member to its last. It hashes the key at each call:
// for a key that is looked up often, make a [Key] and use [Node.GetKey].
func (n Node) Get(key string) Node {
	return n.GetKey(NewKey(key))
}

// GetKey returns the value of the member with this key, like [Node.Get].
//
// An object with a shape of some keys is searched here, without a call and
// without the fields of container that a look-up does not need.
func (n Node) GetKey(key Key) Node {
	if n.form != formObject {
		return n.getOther(key)
	}
	d := n.doc
	b := d.bytes
	node := b[n.at:]
	widths := node[0]
	numberWidth := widths >> 2 & 3
	shape := int(node[1])
	if numberWidth != 0 {
		shape = int(number(node, 1, numberWidth))
	}
	record := d.tables + int(u32(b, d.shapes+4*shape))
	r := b[record:]
	_ = r[5] // a record has six bytes or more
	own := -1
	if count := int(r[0]); count != 0 {
		own = d.scan(r[1:1+count], record+1+count, key)
	} else if indexBits := r[5]; indexBits != 0 && r[2]|r[3]|r[4] == 0 {
		// Up to 255 keys, so the numbers in the table are bytes.
		r = r[6:]
		table := 1 << ((indexBits - 3) & 63)
		odd := 2*uint64(r[key.hash>>((67-indexBits)&63)]) + 1
		place := bits.RotateLeft64(key.hash, 32) * odd >> ((64 - indexBits) & 63)
		own = int(r[table+int(place)])
		places := table + 1<<(indexBits&63)
		text := b[d.tables+int(u32(r, places+4*own)):]
		if size := len(key.text); size >= 8 && size <= 16 && int(text[0]) == size {
			// Most keys: the first and the last eight bytes.
			same := load(text, 1)^load(key.text, 0)|load(text, size-7)^load(key.text, size-8) == 0
			if !same {
				own = -1
			}
		} else if !isText(text, key.text) {
			own = -1
		}
	} else {
		own = d.findLarge(record, key)
	}
	if own < 0 {
		return n.missingMember(key.text)
	}
	at := 2 + own<<(widths&3+1)
	if numberWidth != 0 {
		at += 1<<numberWidth - 1
	}
	if widths&3 == 0 {
		slot := uint64(node[at]) | uint64(node[at+1])<<8
		if tag := form(slot & 15); tag >= tagReference && tag != tagOther {
			return Node{d, n.at - int(slot>>4), 0, tag}
		}
	}
	return d.slot(n.at+at, widths&3+1, n.at)
}

// getOther is GetKey of what is not an object with a shape.
func (n Node) getOther(key Key) Node {
	c, ok := n.members()
	if !ok || c.count == 0 {
		return n.missingMember(key.text)
	}
	i := c.find(key)
	if i < 0 {
		return n.missingMember(key.text)
	}
	return c.value(i)
}

// scan returns the number of a key of few, or -1.
func (d *Document) scan(fingerprints []byte, places int, key Key) int {
	own := byte(key.hash >> 56)
	for i, fingerprint := range fingerprints {
		if fingerprint == own && d.isText(d.tables+int(u32(d.bytes, places+4*i)), key.text) {
			return i
		}
	}
	return -1
}

// findLarge returns the number of a key in a shape with an index, or -1.
func (d *Document) findLarge(record int, key Key) int {
	c := container{doc: d, form: formObject, record: record, count: d.shapeKeys(record)}
	return c.find(key)
}

// isText reports whether the text at a place is this one.
func (d *Document) isText(at int, text string) bool {
	return isText(d.bytes[at:], text)
}

// isText reports whether bytes begin with this text and its length before it.
func isText(b []byte, text string) bool {
	if len(text) >= 0x80 {
		return string(counted(b, 0)) == text
	}
	return int(b[0]) == len(text) && string(b[1:1+len(text)]) == text
}

// GetInt returns the value of the member of a map whose key is this integer:
// a missing Node if there is none, or if the value is no map. It searches from
// the first member to the last.
func (n Node) GetInt(key int64) Node {
	if n.form != formMap {
		return n.missing()
	}
	c := n.container()
	for i := range c.count {
		own, err := c.item(2 * i).Int64()
		if err == nil && own == key {
			return c.value(i)
		}
	}
	return n.missing()
}

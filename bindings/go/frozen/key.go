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
func (n Node) GetKey(key Key) Node {
	if n.form == formObject {
		return n.inObject(key)
	}
	c, ok := n.members()
	if !ok || c.count == 0 {
		return n.missing()
	}
	i := c.find(key)
	if i < 0 {
		return n.missing()
	}
	return c.value(i)
}

// inObject is GetKey of an object with a shape: most are such. It does what
// container and find do, without the fields that a look-up does not need.
func (n Node) inObject(key Key) Node {
	d := n.doc
	b := d.bytes
	widths := b[n.at]
	numberWidth := widths >> 2 & 3
	slots := n.at + 1 + 1<<numberWidth
	shape := int(b[n.at+1])
	if numberWidth != 0 {
		shape = int(number(b, n.at+1, numberWidth))
	}
	record := d.tables + int(u32(b, d.shapes+4*shape))
	i := -1
	if count := int(b[record]); count != 0 {
		i = d.scan(b[record+1:record+1+count], record+1+count, key)
	} else if indexBits := b[record+5]; indexBits != 0 && b[record+2]|b[record+3]|b[record+4] == 0 {
		// Up to 255 keys, so the numbers in the table are bytes.
		bucket := record + 6 + int(key.hash>>((67-indexBits)&63))
		table := record + 6 + 1<<((indexBits-3)&63)
		odd := 2*uint64(b[bucket]) + 1
		own := int(b[table+int(bits.RotateLeft64(key.hash, 32)*odd>>((64-indexBits)&63))])
		places := table + 1<<(indexBits&63)
		if d.isText(d.tables+int(u32(b, places+4*own)), key.text) {
			i = own
		}
	} else {
		i = d.findLarge(record, key)
	}
	if i < 0 {
		return n.missing()
	}
	width := widths&3 + 1
	return d.slot(slots+i<<width, width, n.at)
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
	b := d.bytes
	if len(text) >= 0x80 {
		return string(counted(b, at)) == text
	}
	return int(b[at]) == len(text) && string(b[at+1:at+1+len(text)]) == text
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

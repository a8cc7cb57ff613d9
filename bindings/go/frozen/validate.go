package frozen

import "unicode/utf8"

// Validation is one pass over bytes that may be anything, before anything reads
// them without a check.
//
// The nodes of a document stand in the order in which the walk reaches them: what
// a container holds stands right before it, in order. So the walk knows where
// the next node must begin (the cursor), and every byte of the tree belongs to
// one node. That bounds the time by the bytes, whatever the slots refer to.
//
// Nothing recurses, and nothing is allocated for more than what is there: the
// open containers are a stack that grows as they are opened.

// open validates the bytes, and fills in the document.
func (d *Document) open(b []byte, l limits) *Error {
	if err := d.header(b, l); err != nil {
		return err
	}
	if err := d.checkTables(); err != nil {
		return err
	}
	if err := d.checkTree(l); err != nil {
		return err
	}
	if d.maps {
		return d.checkMaps()
	}
	return nil
}

// header validates the header and the checksum.
func (d *Document) header(b []byte, l limits) *Error {
	if uint64(len(b)) > l.bytes || uint64(len(b)) > maxLength {
		return &Error{Code: ErrSize, Offset: 0}
	}
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return invalidAt(0, `the bytes "VRVL"`)
	}
	if len(b) <= versionAt {
		return invalidAt(versionAt, "a version")
	}
	if b[versionAt] != Version {
		return otherVersion(versionAt, b[versionAt])
	}
	if len(b) < lengthAt || b[flagsAt]&^flagChecksum != 0 || b[flagsAt+1] != 0 || b[flagsAt+2] != 0 {
		return invalidAt(flagsAt, "known flags, then two zero bytes")
	}
	if len(b) < headerLen || u64(b, lengthAt) != uint64(len(b)) {
		return invalidAt(lengthAt, "the length of the buffer")
	}
	d.whole = b
	if b[flagsAt]&flagChecksum != 0 {
		sum := len(b) - checksumLen
		if xxh3(b[:sum]) != u64(b, sum) {
			return &Error{
				Code:     ErrChecksum,
				Offset:   int64(sum),
				Expected: "the checksum of all bytes before it",
			}
		}
		b = b[:sum]
	}
	end := u64(b, treeEndAt)
	last := len(b) - tablesLen
	if last < headerLen || end < headerLen || end > uint64(last) || uint64(len(b))-end > 0xFFFFFFFF {
		return invalidAt(treeEndAt, "the end of the tree inside the buffer")
	}
	d.bytes = b
	d.tables = int(end)
	return nil
}

// checkTables validates the tables.
func (d *Document) checkTables() *Error {
	b := d.bytes
	field := func(i int) uint64 { return u32(b, d.tables+4*i) }
	shapes, texts, records, shared := field(0), field(1), field(2), field(3)
	size := uint64(len(b) - d.tables)
	begin := tablesLen + 4*(shapes+shared)
	if begin > records || records > size {
		return invalidAt(d.tables,
			"an entry for each shape and each shared string, then texts, then shapes")
	}
	if texts > records-begin {
		return invalidAt(d.tables+4, "the number of keys")
	}
	d.readTables()
	t := tables{d: d, marks: make([]uint32, d.records-d.texts)}
	if err := t.checkTexts(); err != nil {
		return err
	}
	for i := range d.sharedCount {
		at := d.shared + 4*i
		if _, ok := t.text(u32(b, at)); !ok {
			return invalidAt(at, "the place of a text")
		}
	}
	at := d.records
	for i := range d.shapeCount {
		if place := d.shapes + 4*i; u32(b, place) != uint64(at-d.tables) {
			return invalidAt(place, "the place of a shape behind the one before")
		}
		end, err := t.checkShape(at, uint32(i)+2)
		if err != nil {
			return err
		}
		at = end
	}
	if at != len(b) {
		return invalidAt(at, "shapes that fill the buffer to its end")
	}
	return nil
}

// readTables notes where the parts of the tables are.
func (d *Document) readTables() {
	field := func(i int) int { return int(u32(d.bytes, d.tables+4*i)) }
	d.shapeCount, d.textCount, d.sharedCount = field(0), field(1), field(3)
	d.shapes = d.tables + tablesLen
	d.shared = d.shapes + 4*d.shapeCount
	d.texts = d.shared + 4*d.sharedCount
	d.records = d.tables + field(2)
}

// tables is the state of the validation of tables.
type tables struct {
	d *Document
	// For each byte of the texts: zero, or, if a text begins there, a mark. It
	// is 1, or the number of the last shape that has this key, plus 2.
	marks []uint32
}

// checkTexts validates the texts: each is UTF-8, no two are equal, and a zero is
// behind the last.
func (t *tables) checkTexts() *Error {
	d := t.d
	b := d.bytes
	at := d.texts
	seen := newTexts(d.textCount)
	for range d.textCount {
		n, start, ok := length(b, at, d.records)
		if !ok || n > uint64(d.records-start) || !utf8.Valid(b[start:start+int(n)]) {
			return invalidAt(at, "a key in UTF-8")
		}
		end := start + int(n)
		if !seen.add(text(b[start:end])) {
			return invalidAt(at, "a key that is not there twice")
		}
		t.marks[at-d.texts] = 1
		at = end
	}
	end := at
	if d.textCount != 0 {
		end++
	}
	if end != d.records || end != at && b[at] != 0 {
		return invalidAt(at, "keys that make up all of the text, then a zero")
	}
	return nil
}

// text returns the text at a place of the tables, if one begins there.
func (t *tables) text(place uint64) ([]byte, bool) {
	i := place + uint64(t.d.tables) - uint64(t.d.texts)
	if i >= uint64(len(t.marks)) || t.marks[i] == 0 {
		return nil, false
	}
	return counted(t.d.bytes, t.d.texts+int(i)), true
}

// checkShape validates the record of a shape, and returns where it ends.
func (t *tables) checkShape(at int, mark uint32) (end int, err *Error) {
	d, b := t.d, t.d.bytes
	unreadable := func() (int, *Error) {
		return 0, invalidAt(at, "the number of a shape's keys, and how to find each")
	}
	if at >= len(b) {
		return unreadable()
	}
	count := uint64(b[at])
	finder := at + 1
	places := finder + int(count)
	var x index
	switch {
	case count > smallShape:
		return unreadable()
	case count == 0:
		finder = at + 5
		if len(b)-at < 5 {
			return unreadable()
		}
		count = u32(b, at+1)
		ok := false
		if count > smallShape {
			x, ok = readIndex(b, finder, len(b), count)
		}
		if !ok {
			return unreadable()
		}
		places = x.end
	}
	if places > len(b) || count > uint64(len(b)-places)/4 {
		return unreadable()
	}
	end = places + 4*int(count)
	for place := places; place < end; place += 4 {
		key := u32(b, place)
		if _, ok := t.text(key); !ok {
			return 0, invalidAt(place, "the place of a key")
		}
		own := &t.marks[int(key)+d.tables-d.texts]
		if *own == mark {
			return 0, invalidAt(place, "a key that the shape has not yet")
		}
		*own = mark
	}
	for place := places; place < end; place += 4 {
		if len(counted(b, d.tables+int(u32(b, place)))) > maxShapeKey {
			return 0, invalidAt(place, "a key of at most 256 bytes in a shape")
		}
	}
	found := true
	c := container{doc: d, form: formObject, record: at, count: int(count)}
	if b[at] == 0 {
		found = c.checkIndex(&x, places)
	} else {
		for i := range c.count {
			key := counted(b, d.tables+int(u32(b, places+4*i)))
			found = found && b[finder+i] == byte(hashKey(key)>>56)
		}
	}
	if !found {
		return 0, invalidAt(finder, "what finds each key of the shape by its hash")
	}
	return end, nil
}

// checkIndex reports whether an index finds each key where it is, and leads to
// no others. That proves that no two keys are equal.
func (c *container) checkIndex(x *index, places int) bool {
	b := c.doc.bytes
	if x.bits == 0 {
		var before []byte
		for i := range c.count {
			own := x.number(b, i)
			if own >= c.count {
				return false
			}
			key, _ := c.key(places, own).str()
			if i != 0 && string(before) >= string(key) {
				return false
			}
			before = key
		}
		return true
	}
	for i := range 1 << x.bits {
		if x.number(b, i) >= c.count {
			return false
		}
	}
	for i := range c.count {
		key, _ := c.key(places, i).str()
		if x.number(b, x.place(b, hashKey(key))) != i {
			return false
		}
	}
	return true
}

// texts finds out whether a text comes twice. Few are compared with each other;
// for more there is a hash table, which Go seeds.
type texts struct {
	few   [smallShape]string
	count int
	many  map[string]struct{}
}

// newTexts returns an empty set for so many texts. It takes memory for few of
// them: the number is not proven yet, and a text may be a byte in the document.
func newTexts(count int) *texts {
	const most = 1024
	t := new(texts)
	if count > smallShape {
		t.many = make(map[string]struct{}, min(count, most))
	}
	return t
}

// add adds a text, and reports whether it is new.
func (t *texts) add(text string) bool {
	if t.many != nil {
		t.many[text] = struct{}{}
		t.count++
		return len(t.many) == t.count
	}
	for _, other := range t.few[:t.count] {
		if other == text {
			return false
		}
	}
	t.few[t.count] = text
	t.count++
	return true
}

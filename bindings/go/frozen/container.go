package frozen

// container is a container of any kind, with its head read.
type container struct {
	doc    *Document
	form   form
	base   int    // where the node is
	slots  int    // where its slots or numbers are
	count  int    // its items, members, rows or numbers; 1 for tags
	number uint64 // the shape of an object, the number of a tag
	record int    // where the record of an object's shape is, or 0
	// The columns of a matrix, or 0.
	columns int
	element Element
	width   uint8 // of a slot or a number: the base-2 logarithm of its bytes
}

// container reads the head of a container. The count of a value that is none is
// zero.
func (n Node) container() container {
	c := container{doc: n.doc, form: n.form, base: n.at}
	at := n.at
	switch n.form {
	case formArray, formObject:
	case formTagged, formExtension, formSimple, formMap, formPairs:
		at++
	case formPacked:
		c.packed()
		return c
	case formRow:
		c.slots = at
		c.element = Element(n.bits & elementMask)
		c.width = c.element.width()
		c.count = int(n.bits >> 3)
		return c
	default:
		return c
	}
	b := n.doc.bytes
	widths := b[at]
	c.width = widths&3 + 1
	numberWidth := widths >> 2 & 3
	c.number = number(b, at+1, numberWidth)
	c.slots = at + 1 + 1<<numberWidth
	switch n.form {
	case formObject:
		c.record = n.doc.record(c.number)
		c.count = n.doc.shapeKeys(c.record)
	case formTagged, formExtension, formSimple:
		c.count = 1
	default:
		c.count = int(c.number)
	}
	return c
}

// packed reads the head of a packed node.
func (c *container) packed() {
	b := c.doc.bytes
	head := b[c.base]
	width := head >> 4 & 3
	c.element = Element(head & elementMask)
	c.width = c.element.width()
	c.count = int(number(b, c.base+1, width))
	c.slots = c.base + 1 + 1<<width
	if head&packedMatrix != 0 {
		c.columns = int(number(b, c.slots, width))
		c.slots += 1 << width
	}
}

// record returns the place of the record of a shape.
func (d *Document) record(shape uint64) int {
	return d.tables + int(u32(d.bytes, d.shapes+4*int(shape)))
}

// shapeKeys returns the number of keys of a shape.
func (d *Document) shapeKeys(record int) int {
	if count := int(d.bytes[record]); count != 0 {
		return count
	}
	return int(u32(d.bytes, record+1))
}

// item returns item i of an array, or slot i of another container.
func (c *container) item(i int) Node {
	switch {
	case c.form != formPacked && c.form != formRow:
		return c.doc.slot(c.slots+i<<c.width, c.width, c.base)
	case c.columns == 0:
		return Node{c.doc, c.slots + i<<c.width, 0, formElement + form(c.element)}
	default:
		at := c.slots + i*c.columns<<c.width
		return Node{c.doc, at, uint64(c.columns)<<3 | uint64(c.element), formRow}
	}
}

// Len returns the number of items of an array, or of members of an object or a
// map. It is 0 for all other kinds.
func (n Node) Len() int {
	switch n.form {
	case formTagged, formExtension, formSimple:
		return 0
	default:
		c := n.container()
		return c.count
	}
}

// At returns item i of an array: a missing Node if the array is shorter, i is
// negative, or the value is no array. It takes the same time for each i.
func (n Node) At(i int) Node {
	if n.Kind() != Array {
		return n.missing()
	}
	c := n.container()
	if uint(i) >= uint(c.count) {
		return n.missingItem(i)
	}
	return c.item(i)
}

// members reads the head of an object or a map.
func (n Node) members() (container, bool) {
	switch n.form {
	case formObject, formPairs, formMap, formEmptyObject:
		return n.container(), true
	default:
		return container{}, false
	}
}

// places returns where the places of the keys of an object's shape are.
func (c *container) places() int {
	if c.record == 0 {
		return 0
	}
	return c.doc.shapePlaces(c.record, c.count)
}

// shapePlaces returns where the places of a shape's keys are.
func (d *Document) shapePlaces(record, count int) int {
	if d.bytes[record] != 0 {
		return record + 1 + count
	}
	x, _ := readIndex(d.bytes, record+5, len(d.bytes), uint64(count))
	return x.end
}

// key returns key i of an object or a map. places is that of the container.
func (c *container) key(places, i int) Node {
	if c.record == 0 {
		return c.item(2 * i)
	}
	at := places + 4*i
	return Node{c.doc, at, uint64(c.doc.tables) + u32(c.doc.bytes, at), formText}
}

// value returns the value of member i of an object or a map.
func (c *container) value(i int) Node {
	if c.record == 0 {
		i = 2*i + 1
	}
	return c.item(i)
}

// MemberAt returns member i of an object or a map, in the order in which they
// were written: its key, which in an object is a string, and its value. Both
// are missing if there are fewer members, i is negative, or the value is
// neither.
func (n Node) MemberAt(i int) (key, value Node) {
	c, ok := n.members()
	if !ok || uint(i) >= uint(c.count) {
		return n.missing(), n.missing()
	}
	return c.key(c.places(), i), c.value(i)
}

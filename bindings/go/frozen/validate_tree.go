package frozen

import (
	"unicode/utf8"

	jsontext "example.invalid/varvel/bindings/go/internal/text"
)

// keysOf tells which further checks the slots of a container need together.
type keysOf uint8

const (
	keysNone  keysOf = iota
	keysPairs        // every other slot is the key of an object
	keysMap          // every other slot is the key of a map
)

// frame is a container whose slots are being checked.
type frame struct {
	slot  int // the next slot
	slots int // where the slots end
	base  int // where its own node begins, which is where what it holds must end
	end   int // where its own node ends
	first int // the first slot
	width uint8
	keys  keysOf
}

// walk is the state of the check of the tree.
type walk struct {
	d      *Document
	limits limits
	cursor int // where the next node must begin
	run    int // strings from here to the cursor are not yet checked to be UTF-8
	nodes  uint64
	shared uint64 // the bytes that shared strings stood for
	frame         // the innermost container
	// The containers around it: the first in place, so that they need no memory.
	around [16]frame
	more   []frame
	open   int
}

// push opens a container inside the innermost one.
func (w *walk) push(inner *frame) {
	if w.open < len(w.around) {
		w.around[w.open] = w.frame
	} else {
		w.more = append(w.more[:w.open-len(w.around)], w.frame)
	}
	w.open++
	w.frame = *inner
}

// pop goes back to the container around the innermost one.
func (w *walk) pop() {
	w.open--
	if w.open < len(w.around) {
		w.frame = w.around[w.open]
	} else {
		w.frame = w.more[w.open-len(w.around)]
	}
}

// checkTree validates the tree, from the root slot on.
func (d *Document) checkTree(l limits) *Error {
	w := walk{d: d, limits: l, cursor: headerLen, run: headerLen}
	// The root slot is treated like the only slot of a container at the end of
	// the tree.
	w.frame = frame{slot: rootAt, slots: rootAt + 8, base: d.tables, end: d.tables, width: 3}
	for {
		for w.slot != w.slots {
			if err := w.next(); err != nil {
				return err
			}
		}
		if err := w.close(); err != nil {
			return err
		}
		if w.open == 0 {
			return nil
		}
		w.cursor, w.run = w.end, w.end
		w.pop()
	}
}

func misplaced(slot int) *Error {
	return invalidAt(slot, "a slot that refers to the node right behind the one before")
}

func cutOff(slot int) *Error {
	return invalidAt(slot, "a slot that refers to a whole node")
}

// next validates the next slot, and the node that it refers to, or the head of
// the container.
func (w *walk) next() *Error {
	b := w.d.bytes
	place := w.slot
	var slot uint64
	switch w.width {
	case 1:
		slot = u16(b, place)
	case 2:
		slot = u32(b, place)
	default:
		slot = u64(b, place)
	}
	w.slot += 1 << w.width
	tag, payload := slot&15, slot>>4
	if tag < tagReference {
		return w.value(place, tag, payload)
	}
	if payload == 0 || payload > uint64(w.base) {
		return misplaced(place)
	}
	at := w.base - int(payload)
	if tag == tagString {
		return w.string(place, at)
	}
	if err := w.checkTexts(); err != nil {
		return err
	}
	switch tag {
	case tagInt32:
		return w.leaf(place, at, 4)
	case tagInt64, tagFloat64:
		return w.leaf(place, at, 8)
	}
	if at < w.cursor {
		return misplaced(place)
	}
	switch tag {
	case tagPacked:
		return w.packed(place, at)
	case tagArray, tagObject:
		return w.container(at, tag, 0)
	default:
		return w.other(place, at)
	}
}

// loose makes the error of a container that holds nodes with gaps, or in another
// order.
func (w *walk) loose() *Error {
	return invalidAt(w.base, "a container right behind what it holds, with no gaps")
}

// leaf validates where a node of a fixed size stands.
func (w *walk) leaf(place, at, size int) *Error {
	if at != w.cursor {
		return w.loose()
	}
	if size > w.base-at {
		return cutOff(place)
	}
	w.cursor = at + size
	w.run = w.cursor
	return nil
}

// string validates a string, except that it is UTF-8: that is checked for a row
// of strings at once. Lengths below 128 are UTF-8 themselves, and end a
// character that is cut off.
func (w *walk) string(place, at int) *Error {
	b := w.d.bytes
	if at != w.cursor {
		return w.loose()
	}
	if n := int(b[at]); n < 0x80 {
		if n > w.base-at-1 {
			return cutOff(place)
		}
		w.cursor = at + 1 + n
		return nil
	}
	if err := w.checkTexts(); err != nil {
		return err
	}
	n, start, ok := length(b, at, w.base)
	if !ok || n > uint64(w.base-start) {
		return invalidAt(at, "a length in its shortest form and all its bytes")
	}
	w.run = start
	w.cursor = start + int(n)
	return w.checkTexts()
}

// checkTexts validates that the strings before the cursor are UTF-8.
func (w *walk) checkTexts() *Error {
	run := w.run
	w.run = w.cursor
	if text := w.d.bytes[run:w.cursor]; len(text) != 0 && !utf8.Valid(text) {
		return invalidText(run, text)
	}
	return nil
}

// invalidText makes the error of the first byte that is not UTF-8.
func invalidText(at int, text []byte) *Error {
	for len(text) != 0 {
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
		text = text[size:]
	}
	return invalidAt(at, "UTF-8")
}

// value validates a slot that holds its whole value.
func (w *walk) value(place int, tag, payload uint64) *Error {
	switch {
	case tag == tagInt:
		return nil
	case tag == tagLiteral && payload <= literalTrue:
		return nil
	case tag == tagLiteral && payload <= literalObject:
		return w.depth(place, 1)
	case tag == tagShort:
		return w.short(place)
	case tag == tagShared && payload < uint64(w.d.sharedCount):
		b := w.d.bytes
		text := counted(b, w.d.tables+int(u32(b, w.d.shared+4*int(payload))))
		w.shared += uint64(len(text))
		if w.shared > sharedTimes*uint64(len(b)) {
			return invalidAt(place, "shared strings that stand for at most 64 times the buffer")
		}
		return nil
	case tag == tagShared:
		return invalidAt(place, "the number of a shared string")
	default:
		return invalidAt(place, "a slot with one of the tags and its payload")
	}
}

// short validates a string in a slot.
func (w *walk) short(place int) *Error {
	slot := w.d.bytes[place : place+1<<w.width]
	n := int(slot[0] >> 4)
	ok := n < len(slot)
	if ok {
		for _, zero := range slot[1+n:] {
			ok = ok && zero == 0
		}
	}
	if !ok {
		return invalidAt(place, "a string that is shorter than the slot, then zeros")
	}
	if text := slot[1 : 1+n]; !utf8.Valid(text) {
		return invalidText(place+1, text)
	}
	return nil
}

// depth returns an error if so many more containers inside those that are open
// exceed the limit.
func (w *walk) depth(at, more int) *Error {
	if uint64(w.open+more) > w.limits.depth {
		return &Error{Code: ErrDepth, Offset: int64(at)}
	}
	return nil
}

// count counts nodes, and returns an error if there are more than the limit.
func (w *walk) count(at int, nodes uint64) *Error {
	w.nodes += nodes
	if w.nodes > w.limits.nodes {
		return &Error{Code: ErrNodes, Offset: int64(at)}
	}
	return nil
}

// packed validates a packed node, and the padding before it.
func (w *walk) packed(place, at int) *Error {
	b := w.d.bytes
	wrong := func() *Error { return invalidAt(at, "the header of a packed node and all its numbers") }
	head := b[at]
	width := head >> 4 & 3
	matrix := head&packedMatrix != 0
	counts := 1 << width
	if matrix {
		counts *= 2
	}
	if head&packedReserved != 0 || counts > w.base-at-1 {
		return wrong()
	}
	numbers := at + 1 + counts
	rows := uint64(1)
	if matrix {
		rows = number(b, at+1, width)
	}
	columns := number(b, numbers-1<<width, width)
	elements := Element(head & elementMask).width()
	room := uint64(w.base-numbers) >> elements
	if rows == 0 || columns == 0 || columns > room || rows > room/columns {
		if head < packedMatrix && columns != 0 && at == w.cursor {
			return cutOff(place)
		}
		return wrong()
	}
	count := rows * columns
	if at != w.cursor {
		padding := b[w.cursor:at]
		if count < paddedElements || len(padding) >= 1<<elements {
			return misplaced(place)
		}
		for _, zero := range padding {
			if zero != 0 {
				return misplaced(place)
			}
		}
	}
	more := 1
	if matrix {
		more = 2
		count += rows
	}
	if err := w.depth(at, more); err != nil {
		return err
	}
	if err := w.count(at, count); err != nil {
		return err
	}
	w.cursor = numbers + int(rows*columns<<elements)
	w.run = w.cursor
	return nil
}

// other validates a node of tagOther.
func (w *walk) other(place, at int) *Error {
	b := w.d.bytes
	switch b[at] {
	case otherTagged, otherExtension, otherSimple, otherMap, otherPairs:
		return w.container(at, tagOther, b[at])
	}
	if at != w.cursor {
		return misplaced(place)
	}
	room := w.base - at
	switch b[at] {
	case otherUint64:
		if room >= 9 && b[at+8] < 0x80 {
			return invalidAt(at+1, "an integer of 2^63 or more")
		}
		return w.leaf(place, at, 9)
	case otherFloat32:
		return w.leaf(place, at, 5)
	case otherTimestamp:
		if room >= 13 && u32(b, at+9) >= 1_000_000_000 {
			return invalidAt(at+9, "less than a second of nanoseconds")
		}
		return w.leaf(place, at, 13)
	case otherBigInt, otherDecimal, otherBytes:
		n, start, ok := length(b, at+1, w.base)
		if !ok || n > uint64(w.base-start) {
			return invalidAt(at+1, "a length in its shortest form and all its bytes")
		}
		text := b[start : start+int(n)]
		if b[at] == otherBigInt && !jsontext.IsBig(text) {
			return invalidAt(start, "an integer beyond 64 bits")
		}
		if b[at] == otherDecimal && !jsontext.IsNumber(text) {
			return invalidAt(start, "a number")
		}
		return w.leaf(place, at, start+int(n)-at)
	default:
		return invalidAt(at, "the kind of a node")
	}
}

// container validates the head of a container with slots, which may begin
// behind what it holds, and opens it.
func (w *walk) container(at int, tag uint64, other byte) *Error {
	d, b := w.d, w.d.bytes
	head := at
	if tag == tagOther {
		head++
	}
	if head >= w.base {
		return invalidAt(at, "a container with members, all before the one around it")
	}
	widths := b[head]
	if widths&3 == 3 || widths&widthsReserved != 0 {
		if other == otherTagged || other == otherExtension || other == otherSimple {
			head = at
		}
		return invalidAt(head, "the widths of slots and of a count")
	}
	inner := frame{base: at, width: widths&3 + 1}
	numberWidth := widths >> 2 & 3
	if 1<<numberWidth > w.base-head-1 {
		return invalidAt(at, "a container with members, all before the one around it")
	}
	value := number(b, head+1, numberWidth)
	inner.first = head + 1 + 1<<numberWidth
	inner.slot = inner.first
	slots := value
	switch {
	case tag == tagObject:
		if value >= uint64(d.shapeCount) {
			return invalidAt(at, "the number of a shape")
		}
		slots = uint64(d.shapeKeys(d.record(value)))
	case tag == tagArray:
	case other == otherMap || other == otherPairs:
		inner.keys = keysMap
		if other == otherPairs {
			inner.keys = keysPairs
		}
		slots = min(value, 1<<62) * 2
	default:
		if other != otherTagged && value > 0xFF {
			return invalidAt(head+1, "an extension type or simple value of 8 bits")
		}
		slots = 1
	}
	if slots == 0 || slots > uint64(w.base-inner.first)>>inner.width {
		return invalidAt(at, "a container with members, all before the one around it")
	}
	inner.slots = inner.first + int(slots)<<inner.width
	inner.end = inner.slots
	if err := w.depth(at, 1); err != nil {
		return err
	}
	if err := w.count(at, slots); err != nil {
		return err
	}
	if inner.keys == keysPairs && value > smallShape {
		x, ok := readIndex(b, inner.slots, w.base, value)
		if !ok {
			return invalidAt(inner.slots, "an index that finds each key of the object")
		}
		inner.end = x.end
	}
	w.push(&inner)
	return nil
}

// close validates the end of a container: the last node that it holds ends
// where its own node begins.
func (w *walk) close() *Error {
	if err := w.checkTexts(); err != nil {
		return err
	}
	if w.cursor != w.base {
		return w.loose()
	}
	if w.keys != keysNone {
		return w.checkKeys()
	}
	return nil
}

// checkKeys validates that the keys of an object are strings and differ, and
// that a key of a map is not a string. Whether the keys of a map differ is
// checked when the whole tree can be read.
func (w *walk) checkKeys() *Error {
	b := w.d.bytes
	c := container{doc: w.d, form: formMap, base: w.base, slots: w.first, width: w.width}
	c.count = (w.slots - w.first) >> w.width / 2
	place := func(i int) int { return w.first + 2*i<<w.width }
	other := -1 // the first key that is not a string
	for i := range c.count {
		switch b[place(i)] & 15 {
		case tagShort, tagShared, tagString:
			continue
		}
		other = i
		break
	}
	if w.keys == keysMap {
		w.d.maps = true
		if other < 0 {
			return invalidAt(w.base, "a map with a key that is no string")
		}
		return nil
	}
	if other >= 0 {
		return invalidAt(place(other), "a string as a key")
	}
	seen := newTexts(c.count)
	for i := range c.count {
		key, _ := c.item(2 * i).str()
		if !seen.add(text(key)) {
			return invalidAt(place(i), "a key that the object has not yet")
		}
	}
	if c.count > smallShape {
		x, _ := readIndex(b, w.slots, len(b), uint64(c.count))
		if !c.checkIndex(&x, 0) {
			return invalidAt(w.slots, "an index that finds each key of the object")
		}
	}
	return nil
}

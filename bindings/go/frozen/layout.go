package frozen

import (
	"encoding/binary"
	"math"
)

// layer is an open container while a document is laid out.
type layer struct {
	at      int // its event
	next    int // the event that comes next
	end     int // the first event that is not inside
	content int // where the bytes of what it holds begin
	slots   int // where its slots begin in builder.slots
	event   event
	// Whether it is an object that has its keys itself.
	pairs bool
}

// builder lays a recording out as the bytes of a document. Nothing recurses.
type builder struct {
	*recording
	out []byte
	// The slots of open containers, 8 bytes wide. The payload of a reference is the
	// position of its node, negated, to which the base is added at the end.
	slots  []uint64
	layers []layer
	kept   []uint32 // the shapes in the order of their numbers
}

// document lays out all of a recording, as the appendix of spec/frozen.md says.
func (r *recording) document(checksum bool) (*Document, error) {
	r.choose()
	b := builder{recording: r, out: make([]byte, headerLen, headerLen+2*len(r.events)+len(r.texts))}
	b.value(0)
	for len(b.layers) != 0 {
		top := &b.layers[len(b.layers)-1]
		if top.next >= top.end {
			b.close()
			continue
		}
		at := top.next
		switch e := b.events[at]; {
		case e == eventDropped:
			top.next = b.behind(at + 1)
		case e == eventKey && top.pairs:
			top.next = at + 1
			b.string(r.keys.texts[b.bits[at]])
		case e == eventKey:
			top.next = at + 1
		default:
			top.next = b.behind(at)
			b.value(at)
		}
	}
	if b.nodes > b.maxNodes {
		return nil, &Error{Code: ErrNodes, Offset: -1}
	}
	return b.finish(checksum)
}

// literalSlot returns the slot of a literal.
func literalSlot(payload uint64) uint64 { return payload<<4 | tagLiteral }

// reference returns the slot that refers to a node.
func reference(tag uint64, at int) uint64 { return uint64(-at)<<4 | tag }

// push adds a slot to the innermost container.
func (b *builder) push(slot uint64) { b.slots = append(b.slots, slot) }

// node adds a slot that refers to the node that is written next.
func (b *builder) node(tag uint64) { b.push(reference(tag, len(b.out))) }

// value writes a value that holds no others, or opens a container.
func (b *builder) value(at int) {
	bits := b.bits[at]
	switch e := b.events[at]; e {
	case eventNull:
		b.push(literalSlot(literalNull))
	case eventFalse:
		b.push(literalSlot(literalFalse))
	case eventTrue:
		b.push(literalSlot(literalTrue))
	case eventInt:
		b.integer(int64(bits))
	case eventFloat64:
		b.node(tagFloat64)
		b.out = binary.LittleEndian.AppendUint64(b.out, bits)
	case eventUint:
		b.node(tagOther)
		b.out = append(b.out, otherUint64)
		b.out = binary.LittleEndian.AppendUint64(b.out, bits)
	case eventFloat32:
		b.node(tagOther)
		b.out = append(b.out, otherFloat32)
		b.out = binary.LittleEndian.AppendUint32(b.out, uint32(bits))
	case eventString:
		if content := b.content(at); content[0] < 2 {
			b.short(content[1:])
		} else {
			b.node(tagString)
			b.out = append(b.out, content...)
		}
	case eventBigInt:
		b.long(otherBigInt, at)
	case eventDecimal:
		b.long(otherDecimal, at)
	case eventBytes:
		b.long(otherBytes, at)
	case eventTimestamp:
		b.node(tagOther)
		b.out = append(b.out, otherTimestamp)
		b.out = append(b.out, b.texts[bits:bits+12]...)
	case eventArray:
		if !b.packed(at) {
			b.layer(at)
		}
	default:
		b.layer(at)
	}
}

func (b *builder) integer(v int64) {
	switch {
	case v >= -leastSmall && v < leastSmall:
		b.push(uint64(v)<<4 | tagInt)
	case v == int64(int32(v)):
		b.node(tagInt32)
		b.out = binary.LittleEndian.AppendUint32(b.out, uint32(v))
	default:
		b.node(tagInt64)
		b.out = binary.LittleEndian.AppendUint64(b.out, uint64(v))
	}
}

// short adds a string of at most one byte, which is in its slot.
func (b *builder) short(content []byte) {
	slot := uint64(len(content))<<4 | tagShort
	for _, c := range content {
		slot |= uint64(c) << 8
	}
	b.push(slot)
}

// string adds a key.
func (b *builder) string(key string) {
	if len(key) < 2 {
		b.short([]byte(key))
		return
	}
	b.node(tagString)
	b.out = appendLength(b.out, len(key))
	b.out = append(b.out, key...)
}

// long adds a node of a length and so many bytes.
func (b *builder) long(other byte, at int) {
	b.node(tagOther)
	b.out = append(b.out, other)
	b.out = append(b.out, b.content(at)...)
}

// layer opens a container.
func (b *builder) layer(at int) {
	l := layer{
		at: at, next: at + 1, end: b.behind(at), event: b.events[at], content: len(b.out), slots: len(b.slots),
	}
	if l.event == eventObject {
		shape := b.objects[b.bits[at]].shape
		l.pairs = shape == noShape || !b.shapes.shapes[shape].kept
	}
	b.layers = append(b.layers, l)
}

// close writes the innermost container, whose slots are complete.
func (b *builder) close() {
	l := b.layers[len(b.layers)-1]
	b.layers = b.layers[:len(b.layers)-1]
	count := len(b.slots) - l.slots
	at := len(b.out)
	tag := uint64(tagOther)
	switch l.event {
	case eventArray, eventObject, eventMap:
		if count == 0 {
			literal := uint64(literalObject)
			if l.event == eventArray {
				literal = literalArray
			}
			b.push(literalSlot(literal))
			return
		}
	}
	switch {
	case l.event == eventArray:
		tag = tagArray
		b.container(&l, uint64(count))
	case l.event == eventTagged:
		b.out = append(b.out, otherTagged)
		b.container(&l, b.bits[l.at])
	case l.event == eventExtension:
		b.out = append(b.out, otherExtension)
		b.container(&l, b.bits[l.at])
	case l.event == eventSimple:
		b.out = append(b.out, otherSimple)
		b.container(&l, b.bits[l.at])
	case l.event == eventMap:
		b.out = append(b.out, otherMap)
		b.container(&l, uint64(count/2))
	case l.pairs:
		if b.objects[b.bits[l.at]].shape != noShape {
			b.nodes += uint64(count / 2) // the keys are slots, too
		}
		b.out = append(b.out, otherPairs)
		b.container(&l, uint64(count/2))
		if count/2 > smallShape {
			b.out = appendIndex(b.out, b.ownKeys(&l, count/2))
		}
	default:
		tag = tagObject
		b.container(&l, b.shapeNumber(b.objects[b.bits[l.at]].shape))
	}
	b.slots = append(b.slots[:l.slots], reference(tag, at))
}

// ownKeys returns the keys of an object that counts.
func (b *builder) ownKeys(l *layer, count int) []string {
	keys := make([]string, 0, count)
	for at := l.at + 1; at < l.end; at = b.behind(at + 1) {
		if b.events[at] == eventKey {
			keys = append(keys, b.keys.texts[b.bits[at]])
		}
	}
	return keys
}

// shapeNumber returns the number of a shape in the document: they are numbered as
// objects of theirs end.
func (b *builder) shapeNumber(shape uint32) uint64 {
	s := &b.shapes.shapes[shape]
	if s.written == 0 {
		b.kept = append(b.kept, shape)
		s.written = uint32(len(b.kept))
	}
	return uint64(s.written - 1)
}

// container writes the widths, the number and the slots of a container. The
// byte that says which one it is may be before.
func (b *builder) container(l *layer, number uint64) {
	base := len(b.out)
	if l.event != eventArray && (l.event != eventObject || l.pairs) {
		base-- // the byte is a part of the node
	}
	width := uint8(0)
	if held := base - l.content; held >= 1<<28 {
		width = 2
	} else if held >= 1<<12 {
		width = 1
	}
	numberWidth := widthOf(number)
	b.out = append(b.out, numberWidth<<2|width)
	b.out = appendNumber(b.out, number, numberWidth)
	for _, slot := range b.slots[l.slots:] {
		if slot&tagReference != 0 {
			slot += uint64(base) << 4
		}
		b.out = appendNumber(b.out, slot, width+1)
	}
}

// widthOf returns the base-2 logarithm of the fewest bytes that hold a count.
func widthOf(count uint64) uint8 {
	switch {
	case count <= math.MaxUint8:
		return 0
	case count <= math.MaxUint16:
		return 1
	case count <= math.MaxUint32:
		return 2
	default:
		return 3
	}
}

// appendNumber appends a number of 1, 2, 4 or 8 bytes; width is the base-2
// logarithm.
func appendNumber(b []byte, v uint64, width uint8) []byte {
	switch width {
	case 0:
		return append(b, byte(v))
	case 1:
		return binary.LittleEndian.AppendUint16(b, uint16(v))
	case 2:
		return binary.LittleEndian.AppendUint32(b, uint32(v))
	default:
		return binary.LittleEndian.AppendUint64(b, v)
	}
}

// appendLength appends a length, seven bits a byte.
func appendLength(b []byte, n int) []byte {
	for n >= 0x80 {
		b = append(b, byte(n)|0x80)
		n >>= 7
	}
	return append(b, byte(n))
}

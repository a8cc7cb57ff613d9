package frozen

// run is an array of numbers of one kind.
type run struct {
	event   event // of its numbers
	element Element
	count   int
}

// run returns what the array at a place is, if it is not empty and has nothing
// but numbers of one kind.
func (r *recording) run(at int) (run, bool) {
	if r.events[at] != eventArray {
		return run{}, false
	}
	end := int(r.bits[at])
	own := run{count: end - at - 1}
	if own.count == 0 {
		return own, false
	}
	own.event = r.events[at+1]
	switch own.event {
	case eventInt:
	case eventFloat32:
		own.element = ElementFloat32
	case eventFloat64:
		own.element = ElementFloat64
	default:
		return own, false
	}
	var folded uint64
	var negative bool
	for i := at + 1; i < end; i++ {
		if r.events[i] != own.event {
			return own, false
		}
		v := int64(r.bits[i])
		folded |= uint64(v ^ v>>63)
		negative = negative || v < 0
	}
	if own.event == eventInt {
		own.element = elementFor(folded, negative)
	}
	return own, true
}

// elementFor returns the first element that holds integers: folded has the bits of
// all, inverted in negative ones.
func elementFor(folded uint64, negative bool) Element {
	switch {
	case folded < 1<<7:
		return ElementInt8
	case folded < 1<<15:
		return ElementInt16
	case folded < 1<<31:
		return ElementInt32
	case folded < 1<<32 && !negative:
		return ElementUint32
	default:
		return ElementInt64
	}
}

// join returns the element that holds the integers of two rows of a matrix.
func join(a, b Element) Element {
	switch {
	case a == b:
		return a
	case a == ElementUint32 || b == ElementUint32:
		return ElementInt64
	default:
		return max(a, b)
	}
}

// packed writes an array of numbers, or of rows of numbers, and returns true. It
// returns false for any other array.
func (b *builder) packed(at int) bool {
	own, ok := b.run(at)
	if ok {
		b.packedHead(own.element, 0, own.count, own.count)
		b.elements(at, own.element)
		return true
	}
	rows := 0
	end := int(b.bits[at])
	for i := at + 1; i < end; i = int(b.bits[i]) {
		row, ok := b.run(i)
		if !ok || rows != 0 && (row.event != own.event || row.count != own.count) || int64(row.count) > maxColumns {
			return false
		}
		if rows == 0 {
			own = row
		}
		own.element = join(own.element, row.element)
		rows++
	}
	if rows == 0 {
		return false
	}
	b.packedHead(own.element, packedMatrix, rows*own.count, rows, own.count)
	for i := at + 1; i < end; i = int(b.bits[i]) {
		b.elements(i, own.element)
	}
	return true
}

// packedHead writes what stands before the elements of a packed node: zeros, so
// that they are aligned, its first byte, and the counts.
func (b *builder) packedHead(element Element, matrix byte, elements int, counts ...int) {
	var width uint8
	for _, count := range counts {
		width = max(width, widthOf(uint64(count)))
	}
	if elements >= paddedElements {
		for first := len(b.out) + 1 + len(counts)<<width; first&(1<<element.width()-1) != 0; first++ {
			b.out = append(b.out, 0)
		}
	}
	b.node(tagPacked)
	b.out = append(b.out, byte(element)|matrix|width<<4)
	for _, count := range counts {
		b.out = appendNumber(b.out, uint64(count), width)
	}
}

// elements writes the numbers of an array.
func (b *builder) elements(at int, element Element) {
	width := element.width()
	for _, bits := range b.bits[at+1 : b.bits[at]] {
		b.out = appendNumber(b.out, bits, width)
	}
}

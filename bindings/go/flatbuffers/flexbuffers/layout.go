package flexbuffers

import (
	"encoding/binary"
	"math"
)

// aligned returns the next position that is a multiple of width.
func (f *Builder) aligned(width int) int { return (len(f.out) + width - 1) &^ (width - 1) }

func (f *Builder) align(width int) {
	for len(f.out) < f.aligned(width) {
		f.out = append(f.out, 0)
	}
}

func (f *Builder) number(value uint64, width int) {
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], value)
	f.out = append(f.out, word[:width]...)
}

// slot writes a value into a slot of its container.
func (f *Builder) slot(of item, width int) {
	switch {
	case of.kind == typeFloat && width == 4:
		f.number(uint64(math.Float32bits(float32(math.Float64frombits(of.value)))), 4)
	case isInline(of.kind):
		f.number(of.value, width)
	default:
		f.number(uint64(len(f.out))-of.value, width)
	}
}

// fits returns whether the value fits a slot of this width at a position.
func (i item) fits(slot, width int) bool {
	if isInline(i.kind) {
		return i.width <= width
	}
	return widthOf(uint64(slot)-min(uint64(slot), i.value)) <= width
}

// packed returns the type and the width as one byte.
func (i item) packed(width int) byte {
	if !isInline(i.kind) {
		width = i.width
	}
	return byte(i.kind<<2) | map[int]byte{1: 0, 2: 1, 4: 2, 8: 3}[width]
}

// write writes a container. keys are the position and the width of the keys of
// a map.
func (f *Builder) write(items []item, kind, keys int) item {
	keysAt, keysWidth := keys>>4, keys&15
	before := 1
	switch {
	case kind == typeMap:
		before = 3
	case kind >= typeVectorInt2 && kind < typeBlob:
		before = 0
	}
	fits := func(width int) bool {
		at := f.aligned(width)
		held := len(items)
		if kind == typeMap {
			held = max(held, at-keysAt)
		}
		if before > 0 && widthOf(uint64(held)) > width {
			return false
		}
		for index, one := range items {
			if !one.fits(at+(before+index)*width, width) {
				return false
			}
		}
		return true
	}
	width := 1
	for width < 8 && !fits(width) {
		width *= 2
	}
	f.align(width)
	if kind == typeMap {
		f.number(uint64(len(f.out)-keysAt), width)
		f.number(uint64(keysWidth), width)
	}
	if before > 0 {
		f.number(uint64(len(items)), width)
	}
	at := len(f.out)
	for _, one := range items {
		f.slot(one, width)
	}
	if kind == typeMap || kind == typeVector {
		for _, one := range items {
			f.out = append(f.out, one.packed(width))
		}
	}
	return item{kind: kind, width: width, value: uint64(at)}
}

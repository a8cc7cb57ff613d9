package flatbuffers

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// flexItem is a value that waits for the end of its container.
type flexItem struct {
	// value are the bits of a value in place, or the position of another.
	value uint64
	// key is the position of the key.
	key int
	// place is where the key stands in the text.
	place int
	kind  int
	// width is the number of bytes that the value needs, or its own if it is not
	// in place.
	width int
}

// flexBuilder builds a FlexBuffer of JSON.
type flexBuilder struct {
	*lexer
	out   []byte
	items []flexItem
	keys  map[string]int
}

func widthOf(value uint64) int {
	switch {
	case value <= math.MaxUint8:
		return 1
	case value <= math.MaxUint16:
		return 2
	case value <= math.MaxUint32:
		return 4
	}
	return 8
}

// aligned returns the next position that is a multiple of width.
func (f *flexBuilder) aligned(width int) int { return (len(f.out) + width - 1) &^ (width - 1) }

func (f *flexBuilder) align(width int) {
	for len(f.out) < f.aligned(width) {
		f.out = append(f.out, 0)
	}
}

func (f *flexBuilder) number(value uint64, width int) {
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], value)
	f.out = append(f.out, word[:width]...)
}

// slot writes a value into a slot of its container.
func (f *flexBuilder) slot(item flexItem, width int) {
	switch {
	case item.kind == flexFloat && width == 4:
		f.number(uint64(math.Float32bits(float32(math.Float64frombits(item.value)))), 4)
	case flexInline(item.kind):
		f.number(item.value, width)
	default:
		f.number(uint64(len(f.out))-item.value, width)
	}
}

// fits returns whether the value fits a slot of this width at a position.
func (i flexItem) fits(slot, width int) bool {
	if flexInline(i.kind) {
		return i.width <= width
	}
	return widthOf(uint64(slot)-min(uint64(slot), i.value)) <= width
}

// packed returns the type and the width as one byte.
func (i flexItem) packed(width int) byte {
	if !flexInline(i.kind) {
		width = i.width
	}
	return byte(i.kind<<2) | map[int]byte{1: 0, 2: 1, 4: 2, 8: 3}[width]
}

// finish writes the root, and returns the buffer.
func (f *flexBuilder) finish(root flexItem) []byte {
	width := 1
	for width < 8 && !root.fits(f.aligned(width), width) {
		width *= 2
	}
	f.align(width)
	f.slot(root, width)
	return append(f.out, root.packed(width), byte(width))
}

// value reads a value.
func (f *flexBuilder) value() (flexItem, *Error) {
	c := f.peek()
	start := f.at
	switch {
	case c == '{':
		return f.object()
	case c == '[':
		return f.array()
	case c == '"':
		text, err := f.string()
		if err != nil {
			return flexItem{}, err
		}
		return f.text(text), nil
	case f.literal("null"):
		return flexItem{kind: flexNull, width: 1}, nil
	case f.literal("true"):
		return flexItem{kind: flexBool, width: 1, value: 1}, nil
	case f.literal("false"):
		return flexItem{kind: flexBool, width: 1}, nil
	}
	number, err := f.lexer.number()
	if err != nil {
		return flexItem{}, err
	}
	return flexNumeral(string(number), start)
}

func flexNumeral(number string, at int) (flexItem, *Error) {
	if isInteger(number) && number != "-0" {
		if value, err := strconv.ParseInt(number, 10, 64); err == nil {
			return flexItem{kind: flexInt, width: widthOf(uint64(value^value>>63) << 1), value: uint64(value)}, nil
		}
		value, err := strconv.ParseUint(number, 10, 64)
		if err != nil {
			return flexItem{}, &Error{Kind: Unrepresentable, Offset: at, Expected: "what FlexBuffers have", Found: "an integer beyond 64 bits"}
		}
		return flexItem{kind: flexUint, width: 8, value: value}, nil
	}
	value, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return flexItem{}, &Error{Kind: NumberOutOfRange, Offset: at, Expected: "a number that double can hold"}
	}
	width := 8
	if float64(float32(value)) == value {
		width = 4
	}
	return flexItem{kind: flexFloat, width: width, value: math.Float64bits(value)}, nil
}

// text writes a string.
func (f *flexBuilder) text(text []byte) flexItem {
	width := widthOf(uint64(len(text)))
	f.align(width)
	f.number(uint64(len(text)), width)
	at := len(f.out)
	f.out = append(append(f.out, text...), 0)
	return flexItem{kind: flexString, width: width, value: uint64(at)}
}

// array reads an array.
func (f *flexBuilder) array() (flexItem, *Error) {
	if err := f.enter(); err != nil {
		return flexItem{}, err
	}
	base := len(f.items)
	for index := 0; ; index++ {
		more, err := f.more(index == 0, ']')
		if err != nil {
			return flexItem{}, err
		}
		if !more {
			break
		}
		item, err := f.value()
		if err != nil {
			return flexItem{}, err.inside(indexStep(index))
		}
		f.items = append(f.items, item)
	}
	items := f.items[base:]
	kind := flexVector
	if length := len(items); length > 0 && !slices.ContainsFunc(items, func(item flexItem) bool { return item.kind != items[0].kind }) {
		switch one := items[0].kind; {
		case one == flexBool:
			kind = flexVectorBool
		case one < flexInt || one > flexFloat:
		case length >= 2 && length <= 4:
			kind = flexVectorInt2 + 3*(length-2) + one - flexInt
		default:
			kind = flexVectorInt + one - flexInt
		}
	}
	made := f.write(items, kind, 0)
	f.items = f.items[:base]
	return made, nil
}

// object reads an object.
func (f *flexBuilder) object() (flexItem, *Error) {
	if err := f.enter(); err != nil {
		return flexItem{}, err
	}
	base := len(f.items)
	for first := true; ; first = false {
		more, err := f.more(first, '}')
		if err != nil {
			return flexItem{}, err
		}
		if !more {
			break
		}
		f.peek()
		place := f.at
		text, err := f.lexer.key()
		if err != nil {
			return flexItem{}, err
		}
		at, err := f.textOfKey(text, place)
		if err == nil {
			err = f.colon()
		}
		if err != nil {
			return flexItem{}, err
		}
		item, err := f.value()
		if err != nil {
			return flexItem{}, err.inside(keyStep(f.keyAt(at)))
		}
		item.key, item.place = at, place
		f.items = append(f.items, item)
	}
	members := f.items[base:]
	byKey := func(a, b flexItem) int {
		if a.key == b.key {
			return 0
		}
		return bytes.Compare(f.out[a.key:], f.out[b.key:])
	}
	slices.SortFunc(members, byKey)
	for index := 1; index < len(members); index++ {
		if members[index].key == members[index-1].key {
			return flexItem{}, f.again(members[index-1:])
		}
	}
	keys := make([]flexItem, len(members))
	for index, member := range members {
		keys[index] = flexItem{kind: flexKey, width: 1, value: uint64(member.key)}
	}
	made := f.write(keys, flexVectorKey, 0)
	made = f.write(members, flexMap, int(made.value)<<4|made.width)
	f.items = f.items[:base]
	return made, nil
}

// again is the fault of a key that comes twice: its last place. The members are those
// from the ones with that key on, in the order of keys.
func (f *flexBuilder) again(members []flexItem) *Error {
	last := 0
	for _, one := range members {
		if one.key == members[0].key {
			last = max(last, one.place)
		}
	}
	key := f.keyAt(members[0].key)
	err := &Error{Kind: DuplicateKey, Offset: last, Expected: "each key once", Found: fmt.Sprintf("%.40q again", key)}
	return err.inside(keyStep(key))
}

func (f *flexBuilder) keyAt(at int) string {
	key, _ := flexRef{b: f.out, at: at}.key()
	return string(key)
}

// textOfKey writes a key, unless it is there already, and returns its position. The
// place is where it stands in the text.
func (f *flexBuilder) textOfKey(text []byte, place int) (int, *Error) {
	if bytes.IndexByte(text, 0) >= 0 {
		err := &Error{Kind: Unrepresentable, Offset: place, Expected: "what FlexBuffers have", Found: "a key with a zero byte"}
		return 0, err.inside(keyStep(string(text)))
	}
	at, ok := f.keys[string(text)]
	if !ok {
		at = len(f.out)
		if f.keys == nil {
			f.keys = make(map[string]int)
		}
		f.keys[string(text)] = at
		f.out = append(append(f.out, text...), 0)
	}
	return at, nil
}

// write writes a container. keys are the position and the width of the keys of
// a map.
func (f *flexBuilder) write(items []flexItem, kind, keys int) flexItem {
	keysAt, keysWidth := keys>>4, keys&15
	before := 1
	switch {
	case kind == flexMap:
		before = 3
	case kind >= flexVectorInt2 && kind < flexBlob:
		before = 0
	}
	fits := func(width int) bool {
		at := f.aligned(width)
		held := len(items)
		if kind == flexMap {
			held = max(held, at-keysAt)
		}
		if before > 0 && widthOf(uint64(held)) > width {
			return false
		}
		for index, item := range items {
			if !item.fits(at+(before+index)*width, width) {
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
	if kind == flexMap {
		f.number(uint64(len(f.out)-keysAt), width)
		f.number(uint64(keysWidth), width)
	}
	if before > 0 {
		f.number(uint64(len(items)), width)
	}
	at := len(f.out)
	for _, item := range items {
		f.slot(item, width)
	}
	if kind == flexMap || kind == flexVector {
		for _, item := range items {
			f.out = append(f.out, item.packed(width))
		}
	}
	return flexItem{kind: kind, width: width, value: uint64(at)}
}

// flexValue reads a FlexBuffer: its content.
func (r *reader) flexValue(f *Field) (item, *Error) {
	builder := flexBuilder{lexer: &r.lexer}
	root, err := builder.value()
	if err != nil {
		return item{}, err
	}
	return r.raw(f, builder.finish(root), 1)
}

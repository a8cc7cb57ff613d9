package flatbuffers

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"example.invalid/varvel/bindings/go/internal/text"
)

// The types of FlexBuffers.
const (
	flexNull = iota
	flexInt
	flexUint
	flexFloat
	flexKey
	flexString
	flexIndirectInt
	flexIndirectUint
	flexIndirectFloat
	flexMap
	flexVector
	flexVectorInt
	flexVectorUint
	flexVectorFloat
	flexVectorKey
	flexVectorString
	// From here on come vectors of two, three and four numbers.
	flexVectorInt2
	flexBlob       = 25
	flexBool       = 26
	flexVectorBool = 36
)

// flexRef is a value of a FlexBuffer.
type flexRef struct {
	b []byte
	// at is the position of the value, or of what its offset leads to.
	at int
	// width is the number of bytes of a number, a length or an item: 1, 2, 4, 8.
	width int
	kind  int
}

// flexItems are the items of a container.
type flexItems struct {
	b      []byte
	at     int
	width  int
	length int
	// kind is the type of all items, or -1 if each has its own.
	kind int
}

func flexUnpack(packed byte) (kind, width int, ok bool) {
	kind = int(packed >> 2)
	return kind, 1 << (packed & 3), kind <= flexBool || kind == flexVectorBool
}

func flexInline(kind int) bool { return kind <= flexFloat || kind == flexBool }

// flexNumber returns the number at a position, or false if it is outside.
func flexNumber(b []byte, at, width int) (uint64, bool) {
	if at < 0 || at > len(b)-width {
		return 0, false
	}
	switch b = b[at:]; width {
	case 1:
		return uint64(b[0]), true
	case 2:
		return uint64(binary.LittleEndian.Uint16(b)), true
	case 4:
		return uint64(binary.LittleEndian.Uint32(b)), true
	}
	return binary.LittleEndian.Uint64(b), true
}

// flexFollow returns the target of the offset at a position.
func flexFollow(b []byte, at, width int) (int, bool) {
	offset, ok := flexNumber(b, at, width)
	if !ok || offset > uint64(at) {
		return 0, false
	}
	return at - int(offset), true
}

// flexResolve returns the value in a slot.
func flexResolve(b []byte, slot, slotWidth, kind, width int) (flexRef, bool) {
	if flexInline(kind) {
		return flexRef{b, slot, slotWidth, kind}, true
	}
	at, ok := flexFollow(b, slot, slotWidth)
	return flexRef{b, at, width, kind}, ok
}

// key returns a text that ends with a zero.
func (r flexRef) key() ([]byte, bool) {
	if r.at > len(r.b) {
		return nil, false
	}
	end := bytes.IndexByte(r.b[r.at:], 0)
	if end < 0 {
		return nil, false
	}
	return r.b[r.at : r.at+end], true
}

// length returns the length before the value.
func (r flexRef) length() (int, bool) {
	length, ok := flexNumber(r.b, r.at-r.width, r.width)
	return int(length), ok && length <= uint64(len(r.b))
}

// block returns the bytes of a string or a blob.
func (r flexRef) block() ([]byte, bool) {
	length, ok := r.length()
	if !ok || length > len(r.b)-r.at {
		return nil, false
	}
	return r.b[r.at : r.at+length], true
}

// items returns the items of a container.
func (r flexRef) items() (flexItems, bool) {
	items := flexItems{b: r.b, at: r.at, width: r.width, kind: -1}
	fixed := false
	switch k := r.kind; {
	case k == flexMap || k == flexVector:
	case k == flexVectorKey || k == flexVectorString:
		items.kind = flexKey
	case k == flexVectorBool:
		items.kind = flexBool
	case k >= flexVectorInt && k <= flexVectorFloat:
		items.kind = flexInt + k - flexVectorInt
	case k >= flexVectorInt2 && k < flexBlob:
		fixed = true
		items.kind = flexInt + (k-flexVectorInt2)%3
		items.length = (k-flexVectorInt2)/3 + 2
	default:
		return items, false
	}
	if fixed {
		return items, true
	}
	length, ok := r.length()
	items.length = length
	return items, ok
}

// keys returns the keys of a map.
func (r flexRef) keys() (flexItems, bool) {
	at, ok := flexFollow(r.b, r.at-3*r.width, r.width)
	width, found := flexNumber(r.b, r.at-2*r.width, r.width)
	if !ok || !found || width != 1 && width != 2 && width != 4 && width != 8 {
		return flexItems{}, false
	}
	return flexRef{r.b, at, int(width), flexVectorKey}.items()
}

func (v flexItems) slot(index int) int { return v.at + index*v.width }

// size returns the number of bytes of the items, or false if they are not all
// inside.
func (v flexItems) size() (int, bool) {
	each := v.width
	if v.kind < 0 {
		each++
	}
	if v.at > len(v.b) || v.length > (len(v.b)-v.at)/each {
		return 0, false
	}
	return v.length * each, true
}

func (v flexItems) get(index int) (flexRef, bool) {
	kind, width, ok := v.kind, 1, true
	if kind < 0 {
		kind, width, ok = flexUnpack(v.b[v.slot(v.length)+index])
	}
	if !ok {
		return flexRef{}, false
	}
	return flexResolve(v.b, v.slot(index), v.width, kind, width)
}

// short is the number of bytes of a string or a key that are always free.
const short = 64

// flexVerifier checks a FlexBuffer. All that a container refers to begins
// before it, so that no path is a cycle.
type flexVerifier struct {
	b      []byte
	limits Limits
	depth  int
	// fresh is the number of bytes that were not read yet.
	fresh int
	// again is the number of bytes that were read again.
	again int
	// The last keys of a map, and their cost.
	keysAt, keysWidth, keysCost int
}

func flexFault(at int, expected string) *Error {
	return &Error{Kind: Syntax, Offset: at, Expected: expected}
}

// flexRoot verifies a FlexBuffer, and returns its root.
func flexRoot(b []byte, limits Limits) (flexRef, *Error) {
	if err := limits.check(b); err != nil {
		return flexRef{}, err
	}
	tooShort := &Error{Kind: UnexpectedEnd, Offset: len(b), Expected: "a FlexBuffer"}
	if len(b) < 2 {
		return flexRef{}, tooShort
	}
	types := len(b) - 2
	slotWidth := int(b[types+1])
	if slotWidth != 1 && slotWidth != 2 && slotWidth != 4 && slotWidth != 8 {
		return flexRef{}, flexFault(types+1, "a width of 1, 2, 4 or 8 bytes")
	}
	kind, width, ok := flexUnpack(b[types])
	if !ok {
		return flexRef{}, flexFault(types, "a type")
	}
	slot := types - slotWidth
	if slot < 0 {
		return flexRef{}, tooShort
	}
	root, ok := flexResolve(b, slot, slotWidth, kind, width)
	if !ok {
		return root, flexFault(slot, "an offset within the buffer")
	}
	v := flexVerifier{b: b, limits: limits, fresh: len(b), keysAt: -1}
	// The content of an empty container ends where it begins, which may be at
	// the slot of the root.
	return root, v.node(root, slot, slot+1)
}

func (v *flexVerifier) spend(size, at int) *Error {
	fresh := min(size, v.fresh)
	v.fresh -= fresh
	v.again += size - fresh
	if v.again > spread(v.limits.Replay, len(v.b)) {
		return &Error{Kind: ReplayLimit, Offset: at, Expected: fmt.Sprintf("each byte at most %d times on average", v.limits.Replay)}
	}
	return nil
}

func (v *flexVerifier) node(r flexRef, slot, before int) *Error {
	if !flexInline(r.kind) && r.at >= before {
		return flexFault(slot, "an offset to what comes before")
	}
	switch r.kind {
	case flexNull, flexInt, flexUint, flexBool:
		return nil
	case flexFloat, flexIndirectFloat:
		return v.float(r.at, r.width)
	case flexIndirectInt, flexIndirectUint:
		if _, ok := flexNumber(v.b, r.at, r.width); !ok {
			return flexFault(slot, "a number within the buffer")
		}
		return nil
	case flexKey:
		_, err := v.key(r)
		return err
	case flexString, flexBlob:
		held, ok := r.block()
		if !ok {
			return flexFault(slot, "an offset to a length and so many bytes")
		}
		if err := v.spend(max(len(held)-short, 0), slot); err != nil || r.kind == flexBlob {
			return err
		}
		if end := r.at + len(held); end >= len(v.b) || v.b[end] != 0 {
			return flexFault(end, "a zero byte behind the string")
		}
		return v.utf8(held, r.at)
	}
	return v.container(r, slot)
}

func (v *flexVerifier) utf8(held []byte, at int) *Error {
	if !utf8.Valid(held) {
		return &Error{Kind: InvalidUTF8, Offset: at, Expected: "UTF-8"}
	}
	return nil
}

func (v *flexVerifier) float(at, width int) *Error {
	if _, ok := flexNumber(v.b, at, width); !ok || width < 4 {
		return flexFault(at, "a float of 32 or 64 bits")
	}
	return nil
}

func (v *flexVerifier) key(r flexRef) ([]byte, *Error) {
	held, ok := r.key()
	if !ok {
		return nil, flexFault(r.at, "a key with a zero byte behind it")
	}
	if err := v.spend(max(len(held)-short, 0), r.at); err != nil {
		return nil, err
	}
	return held, v.utf8(held, r.at)
}

func (v *flexVerifier) container(r flexRef, slot int) *Error {
	if v.depth >= v.limits.Depth {
		return tooDeep(v.limits.Depth)
	}
	items, ok := r.items()
	size := 0
	if ok {
		size, ok = items.size()
	}
	if !ok {
		return flexFault(slot, "an offset to a length and so many items")
	}
	if err := v.spend(size, slot); err != nil {
		return err
	}
	if r.kind == flexMap {
		if err := v.keys(r, items.length); err != nil {
			return err
		}
	}
	switch {
	case items.kind == flexFloat && items.length > 0:
		return v.float(items.at, items.width)
	case items.kind == flexKey:
		return v.texts(items, func([]byte, int) *Error { return nil })
	case items.kind >= 0:
		return nil
	}
	v.depth++
	for index := range items.length {
		item, ok := items.get(index)
		if !ok {
			return flexFault(items.slot(index), "a type, and an offset within the buffer")
		}
		if err := v.node(item, items.slot(index), items.at); err != nil {
			return err
		}
	}
	v.depth--
	return nil
}

// keys verifies the keys of a map.
func (v *flexVerifier) keys(r flexRef, length int) *Error {
	keys, ok := r.keys()
	size := 0
	if ok {
		size, ok = keys.size()
	}
	if !ok {
		return flexFault(r.at, "a map behind the offset, width and number of its keys")
	}
	if keys.length != length {
		return flexFault(r.at, "as many keys as values")
	}
	if err := v.spend(size, r.at); err != nil {
		return err
	}
	if v.keysAt == keys.at && v.keysWidth == keys.width {
		return v.spend(v.keysCost, keys.at)
	}
	var last []byte
	cost := 0
	first := true
	err := v.texts(keys, func(text []byte, at int) *Error {
		switch order := bytes.Compare(last, text); {
		case first || order < 0:
		case order == 0:
			return &Error{Kind: DuplicateKey, Offset: at, Expected: "each key once"}
		default:
			return flexFault(at, "the keys of a map in order")
		}
		first = false
		cost += max(len(text)-short, 0)
		last = text
		return nil
	})
	v.keysAt, v.keysWidth, v.keysCost = keys.at, keys.width, cost
	return err
}

// texts verifies keys, and calls check for each.
func (v *flexVerifier) texts(keys flexItems, check func(text []byte, at int) *Error) *Error {
	for index := range keys.length {
		key, ok := keys.get(index)
		if !ok || key.at >= keys.at {
			return flexFault(keys.slot(index), "an offset to a key that comes before")
		}
		held, err := v.key(key)
		if err == nil {
			err = check(held, key.at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// flex writes the content of a FlexBuffer as JSON.
func (w *writer) flex(b []byte) *Error {
	root, err := flexRoot(b, w.options.Limits.filled())
	if err != nil {
		return err
	}
	return w.flexNode(root)
}

func (w *writer) flexNode(r flexRef) *Error {
	number, _ := flexNumber(r.b, r.at, r.width)
	switch r.kind {
	case flexNull:
		w.to = append(w.to, "null"...)
	case flexBool:
		w.to = strconv.AppendBool(w.to, number != 0)
	case flexInt, flexIndirectInt:
		unused := 64 - 8*r.width
		w.to = strconv.AppendInt(w.to, int64(number<<unused)>>unused, 10)
	case flexUint, flexIndirectUint:
		w.to = strconv.AppendUint(w.to, number, 10)
	case flexFloat, flexIndirectFloat:
		value := math.Float64frombits(number)
		if r.width == 4 {
			value = float64(math.Float32frombits(uint32(number)))
		}
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return &Error{Kind: Unrepresentable, Offset: -1, Expected: "what JSON has", Found: "a float that is no number"}
		}
		w.to = text.AppendFloat64(w.to, value)
	case flexKey:
		held, _ := r.key()
		w.to = text.AppendString(w.to, held)
	case flexString:
		held, _ := r.block()
		w.to = text.AppendString(w.to, held)
	case flexBlob:
		return &Error{Kind: Unrepresentable, Offset: -1, Expected: "what JSON has", Found: "bytes"}
	case flexMap:
		keys, _ := r.keys()
		values, _ := r.items()
		var m members
		w.open('{')
		for index := range values.length {
			key, _ := keys.get(index)
			held, _ := key.key()
			w.key(&m, string(held))
			value, _ := values.get(index)
			if err := w.flexNode(value); err != nil {
				return err.inside(keyStep(string(held)))
			}
		}
		w.close('}', m == 0)
	default:
		items, _ := r.items()
		return w.items(items.length, func(index int) *Error {
			item, _ := items.get(index)
			return w.flexNode(item)
		})
	}
	return nil
}

package flexbuffers

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"example.invalid/varvel/bindings/go/flatbuffers"
)

// short is the number of bytes of a string or a key that are always free.
const short = 64

// verifier checks a FlexBuffer. All that a container refers to begins
// before it, so that no path is a cycle.
type verifier struct {
	b      []byte
	limits flatbuffers.Limits
	depth  int
	// fresh is the number of bytes that were not read yet.
	fresh int
	// again is the number of bytes that were read again.
	again int
	// The last keys of a map, and their cost.
	keysAt, keysWidth, keysCost int
}

func fault(at int, expected string) *flatbuffers.Error {
	return &flatbuffers.Error{Kind: flatbuffers.Syntax, Offset: at, Expected: expected}
}

// Read verifies a FlexBuffer, and returns its root. The error is an
// [*flatbuffers.Error].
//
// Strings and keys are UTF-8, keys of a map are in order and each is there once.
// It takes linear time. A level of containers takes a call of the verifier:
// limits bound how many there are.
func Read(b []byte, limits flatbuffers.Limits) (Value, error) {
	limits = limits.Filled()
	root, err := read(b, limits)
	if err != nil {
		return Value{}, err
	}
	return root, nil
}

func read(b []byte, limits flatbuffers.Limits) (Value, *flatbuffers.Error) {
	if err := limits.Check(b); err != nil {
		return Value{}, err
	}
	tooShort := &flatbuffers.Error{Kind: flatbuffers.UnexpectedEnd, Offset: len(b), Expected: "a FlexBuffer"}
	if len(b) < 2 {
		return Value{}, tooShort
	}
	types := len(b) - 2
	slotWidth := int(b[types+1])
	if slotWidth != 1 && slotWidth != 2 && slotWidth != 4 && slotWidth != 8 {
		return Value{}, fault(types+1, "a width of 1, 2, 4 or 8 bytes")
	}
	kind, width, ok := unpack(b[types])
	if !ok {
		return Value{}, fault(types, "a type")
	}
	slot := types - slotWidth
	if slot < 0 {
		return Value{}, tooShort
	}
	root, ok := resolve(b, slot, slotWidth, kind, width)
	if !ok {
		return root, fault(slot, "an offset within the buffer")
	}
	v := verifier{b: b, limits: limits, fresh: len(b), keysAt: -1}
	// The content of an empty container ends where it begins, which may be at
	// the slot of the root.
	return root, v.node(root, slot, slot+1)
}

func (v *verifier) spend(size, at int) *flatbuffers.Error {
	fresh := min(size, v.fresh)
	v.fresh -= fresh
	v.again += size - fresh
	if v.again > v.limits.Visits(len(v.b)) {
		return &flatbuffers.Error{Kind: flatbuffers.ReplayLimit, Offset: at, Expected: fmt.Sprintf("each byte at most %d times on average", v.limits.Replay)}
	}
	return nil
}

func (v *verifier) node(r Value, slot, before int) *flatbuffers.Error {
	if !isInline(r.kind) && r.at >= before {
		return fault(slot, "an offset to what comes before")
	}
	switch r.kind {
	case typeNull, typeInt, typeUint, typeBool:
		return nil
	case typeFloat, typeIndirectFloat:
		return v.float(r.at, r.width)
	case typeIndirectInt, typeIndirectUint:
		if _, ok := number(v.b, r.at, r.width); !ok {
			return fault(slot, "a number within the buffer")
		}
		return nil
	case typeKey:
		_, err := v.key(r)
		return err
	case typeString, typeBlob:
		held, ok := r.block()
		if !ok {
			return fault(slot, "an offset to a length and so many bytes")
		}
		if err := v.spend(max(len(held)-short, 0), slot); err != nil || r.kind == typeBlob {
			return err
		}
		if end := r.at + len(held); end >= len(v.b) || v.b[end] != 0 {
			return fault(end, "a zero byte behind the string")
		}
		return v.utf8(held, r.at)
	}
	return v.container(r, slot)
}

func (v *verifier) utf8(held []byte, at int) *flatbuffers.Error {
	if !utf8.Valid(held) {
		return &flatbuffers.Error{Kind: flatbuffers.InvalidUTF8, Offset: at, Expected: "UTF-8"}
	}
	return nil
}

func (v *verifier) float(at, width int) *flatbuffers.Error {
	if _, ok := number(v.b, at, width); !ok || width < 4 {
		return fault(at, "a float of 32 or 64 bits")
	}
	return nil
}

func (v *verifier) key(r Value) ([]byte, *flatbuffers.Error) {
	held, ok := r.key()
	if !ok {
		return nil, fault(r.at, "a key with a zero byte behind it")
	}
	if err := v.spend(max(len(held)-short, 0), r.at); err != nil {
		return nil, err
	}
	return held, v.utf8(held, r.at)
}

func (v *verifier) container(r Value, slot int) *flatbuffers.Error {
	if v.depth >= v.limits.Depth {
		return flatbuffers.TooDeep(v.limits.Depth)
	}
	items, ok := r.items()
	size := 0
	if ok {
		size, ok = items.size()
	}
	if !ok {
		return fault(slot, "an offset to a length and so many items")
	}
	if err := v.spend(size, slot); err != nil {
		return err
	}
	if r.kind == typeMap {
		if err := v.keys(r, items.length); err != nil {
			return err
		}
	}
	switch {
	case items.kind == typeFloat && items.length > 0:
		return v.float(items.at, items.width)
	case items.kind == typeKey:
		return v.texts(items, func([]byte, int) *flatbuffers.Error { return nil })
	case items.kind >= 0:
		return nil
	}
	v.depth++
	for index := range items.length {
		item, ok := items.get(index)
		if !ok {
			return fault(items.slot(index), "a type, and an offset within the buffer")
		}
		if err := v.node(item, items.slot(index), items.at); err != nil {
			return err
		}
	}
	v.depth--
	return nil
}

// keys verifies the keys of a map.
func (v *verifier) keys(r Value, length int) *flatbuffers.Error {
	keys, ok := r.keys()
	size := 0
	if ok {
		size, ok = keys.size()
	}
	if !ok {
		return fault(r.at, "a map behind the offset, width and number of its keys")
	}
	if keys.length != length {
		return fault(r.at, "as many keys as values")
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
	err := v.texts(keys, func(text []byte, at int) *flatbuffers.Error {
		switch order := bytes.Compare(last, text); {
		case first || order < 0:
		case order == 0:
			return &flatbuffers.Error{Kind: flatbuffers.DuplicateKey, Offset: at, Expected: "each key once"}
		default:
			return fault(at, "the keys of a map in order")
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
func (v *verifier) texts(keys Items, check func(text []byte, at int) *flatbuffers.Error) *flatbuffers.Error {
	for index := range keys.length {
		key, ok := keys.get(index)
		if !ok || key.at >= keys.at {
			return fault(keys.slot(index), "an offset to a key that comes before")
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

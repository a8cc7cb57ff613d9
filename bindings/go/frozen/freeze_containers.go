package frozen

import (
	"bytes"
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// listEncoder returns the encoder of a slice or an array.
func listEncoder(t reflect.Type) encoder {
	isSlice := t.Kind() == reflect.Slice
	if t.Elem().Kind() == reflect.Uint8 {
		return encodeBytes
	}
	inner := encoderOf(t.Elem())
	items := func(f *freezing, v reflect.Value) error {
		if err := f.enter(); err != nil {
			return err
		}
		at := f.begin(eventArray)
		for i := range v.Len() {
			if err := f.item(i, inner, v.Index(i)); err != nil {
				return err
			}
		}
		return f.leave(f.end(at, v.Len()))
	}
	return func(f *freezing, v reflect.Value) error {
		switch {
		case !isSlice:
			return items(f, v)
		case v.IsNil():
			f.add(eventNull, 0)
			return nil
		default:
			return f.within(v, v.Len(), func() error { return items(f, v) })
		}
	}
}

func encodeBytes(f *freezing, v reflect.Value) error {
	switch {
	case v.Kind() == reflect.Slice && v.IsNil():
		f.add(eventNull, 0)
	case v.Kind() == reflect.Slice || v.CanAddr():
		f.text(eventBytes, text(v.Bytes()))
	default:
		own := make([]byte, v.Len())
		for i := range own {
			own[i] = byte(v.Index(i).Uint())
		}
		f.text(eventBytes, text(own))
	}
	return nil
}

func structEncoder(t reflect.Type) encoder {
	plan := &structPlan{}
	plan.add(t, nil, make(map[string]bool))
	for i := range plan.fields {
		field := &plan.fields[i]
		field.encode = encoderOf(field.of)
	}
	return func(f *freezing, v reflect.Value) error {
		if err := f.enter(); err != nil {
			return err
		}
		f.beginObject()
		for i := range plan.fields {
			field := &plan.fields[i]
			value := v.FieldByIndex(field.index)
			if field.omitEmpty && isEmpty(value) || field.omitZero && isZero(value) {
				continue
			}
			if err := f.member(field.key.text, field.encode, value); err != nil {
				return err
			}
		}
		return f.leave(f.endObject())
	}
}

// isEmpty reports whether the option omitempty leaves a value out.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	default:
		return v.IsZero()
	}
}

// isZero reports whether the option omitzero leaves a value out.
func isZero(v reflect.Value) bool {
	if zeroer, ok := v.Interface().(interface{ IsZero() bool }); ok && (v.Kind() != reflect.Pointer || !v.IsNil()) {
		return zeroer.IsZero()
	}
	return v.IsZero()
}

// pair is a member of a map that is being sorted.
type pair struct {
	key     Node
	text    string // of a key that is a string
	bits    uint64 // of a key that is an integer
	sortKey []byte
	value   reflect.Value
}

func mapEncoder(t reflect.Type) encoder {
	key, inner := encoderOf(t.Key()), encoderOf(t.Elem())
	members := func(f *freezing, v reflect.Value) error { return f.mixedMap(v, key, inner) }
	if methodEncoder(t.Key()) == nil {
		switch kind := t.Key().Kind(); {
		case kind == reflect.String && t.Key() != jsonNumberType:
			members = func(f *freezing, v reflect.Value) error { return f.stringMap(v, inner) }
		case kind >= reflect.Int && kind <= reflect.Int64:
			members = func(f *freezing, v reflect.Value) error { return f.intMap(v, inner) }
		}
	}
	return func(f *freezing, v reflect.Value) error {
		if v.IsNil() {
			f.add(eventNull, 0)
			return nil
		}
		if err := f.enter(); err != nil {
			return err
		}
		err := f.within(v, 0, func() error { return members(f, v) })
		f.depth--
		return err
	}
}

// stringMap adds a map with strings as keys.
func (f *freezing) stringMap(v reflect.Value, inner encoder) error {
	pairs := make([]pair, 0, v.Len())
	for all := v.MapRange(); all.Next(); {
		pairs = append(pairs, pair{text: all.Key().String(), value: all.Value()})
	}
	return f.object(pairs, inner)
}

// object adds an object, sorted by its keys.
func (f *freezing) object(pairs []pair, inner encoder) error {
	slices.SortFunc(pairs, func(a, b pair) int { return strings.Compare(a.text, b.text) })
	f.beginObject()
	for i, p := range pairs {
		if i != 0 && p.text == pairs[i-1].text {
			return duplicateKey(p.text)
		}
		if err := f.member(p.text, inner, p.value); err != nil {
			return err
		}
	}
	if err := f.endObject(); err != nil {
		return err
	}
	return nil
}

// intMap adds a map with signed integers as keys.
func (f *freezing) intMap(v reflect.Value, inner encoder) error {
	pairs := make([]pair, 0, v.Len())
	for all := v.MapRange(); all.Next(); {
		pairs = append(pairs, pair{bits: uint64(all.Key().Int()), value: all.Value()})
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(int64(a.bits), int64(b.bits)) })
	return f.pairs(pairs, inner, func(p *pair) error {
		f.add(eventInt, p.bits)
		return nil
	})
}

// mixedMap adds a map with keys of any type.
func (f *freezing) mixedMap(v reflect.Value, key, inner encoder) error {
	pairs := make([]pair, 0, v.Len())
	strings := 0
	for all := v.MapRange(); all.Next(); {
		n, err := f.keyNode(func(own *freezing) error { return own.encode(key, all.Key()) })
		if err != nil {
			return err
		}
		p := pair{key: n, value: all.Value()}
		if own, ok := n.str(); ok {
			p.text = text(own)
			strings++
		}
		pairs = append(pairs, p)
	}
	if strings == len(pairs) {
		return f.object(pairs, inner)
	}
	for i := range pairs {
		pairs[i].sortKey = pairs[i].key.sortKey()
	}
	slices.SortFunc(pairs, func(a, b pair) int { return bytes.Compare(a.sortKey, b.sortKey) })
	for i := 1; i < len(pairs); i++ {
		if bytes.Equal(pairs[i].sortKey, pairs[i-1].sortKey) {
			return duplicateKey(pairs[i].key.String())
		}
	}
	return f.pairs(pairs, inner, func(p *pair) error { return f.copy(p.key) })
}

// keyNode makes a document of a key.
func (f *freezing) keyNode(encode func(own *freezing) error) (Node, error) {
	own := freezing{
		recording: newRecording(f.options), options: f.options, limit: f.limit, depth: f.depth, calls: f.calls,
		inside: f.inside,
	}
	if err := encode(&own); err != nil {
		return Node{}, err
	}
	d, err := own.document(false)
	if err != nil {
		return Node{}, err
	}
	return d.Root(), nil
}

// pairs adds a map: its keys by key, and its values.
func (f *freezing) pairs(pairs []pair, inner encoder, key func(p *pair) error) error {
	if len(pairs) == 0 {
		f.beginObject()
		if err := f.endObject(); err != nil {
			return err
		}
		return nil
	}
	at := f.begin(eventMap)
	for i := range pairs {
		if err := key(&pairs[i]); err != nil {
			return err
		}
		step := freezeStep{"", -1}
		if pairs[i].key.doc != nil {
			step.key = pairs[i].key.String()
		}
		f.steps = append(f.steps, step)
		if err := f.encode(inner, pairs[i].value); err != nil {
			return err
		}
		f.steps = f.steps[:len(f.steps)-1]
	}
	if err := f.end(at, 2*len(pairs)); err != nil {
		return err
	}
	return nil
}

// encodeMembers adds a map as [Node.Any] returns it, in its order.
func encodeMembers(f *freezing, v reflect.Value) error {
	if v.IsNil() {
		f.add(eventNull, 0)
		return nil
	}
	members := v.Interface().([]Member)
	if err := f.enter(); err != nil {
		return err
	}
	inner := encoderOf(reflect.TypeFor[any]())
	pairs := make([]pair, len(members))
	seen := make(map[string]struct{}, len(members))
	strings := 0
	for i := range members {
		n, err := f.keyNode(func(own *freezing) error { return own.any(reflect.ValueOf(members[i].Key)) })
		if err != nil {
			return err
		}
		pairs[i] = pair{key: n, value: v.Index(i).FieldByName("Value")}
		if own, ok := n.str(); ok {
			pairs[i].text = text(own)
			strings++
		}
		sortKey := string(n.sortKey())
		if _, ok := seen[sortKey]; ok {
			return duplicateKey(n.String())
		}
		seen[sortKey] = struct{}{}
	}
	err := f.within(v, len(members), func() error {
		if strings == len(pairs) {
			f.beginObject()
			for i := range pairs {
				if err := f.member(pairs[i].text, inner, pairs[i].value); err != nil {
					return err
				}
			}
			if err := f.endObject(); err != nil {
				return err
			}
			return nil
		}
		return f.pairs(pairs, inner, func(p *pair) error { return f.copy(p.key) })
	})
	f.depth--
	return err
}

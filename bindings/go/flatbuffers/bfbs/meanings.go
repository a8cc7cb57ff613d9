package bfbs

import (
	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/bfbs/internal/reflection"
)

// hashes are the hashes by their names, each with the size of its numbers.
var hashes = map[string]struct {
	hash flatbuffers.Hash
	size uint32
}{
	"fnv1_16": {flatbuffers.Fnv1x16, 2}, "fnv1a_16": {flatbuffers.Fnv1ax16, 2},
	"fnv1_32": {flatbuffers.Fnv1x32, 4}, "fnv1a_32": {flatbuffers.Fnv1ax32, 4},
	"fnv1_64": {flatbuffers.Fnv1x64, 8}, "fnv1a_64": {flatbuffers.Fnv1ax64, 8},
}

// meanings sets what the attributes of a field mean, and checks that each can be
// there.
func (r *reader) meanings(made *flatbuffers.Field, f *field, of reflection.Object) fault {
	misplaced := func(attribute, why string) fault {
		return inside(refused(why, f.said.Name()), ".attributes."+attribute)
	}
	bytes := f.typed.isVector() && f.typed.isBytes()
	for _, attribute := range [...]string{"flexbuffer", "nested_flatbuffer", "base64", "base64url"} {
		if f.has(attribute) && !bytes {
			return misplaced(attribute, "a field of [ubyte]")
		}
	}
	if f.has("base64") && f.has("base64url") {
		return misplaced("base64url", "base64 or base64url, and not both")
	}
	if f.has("shared") && f.typed.kind != flatbuffers.KindString {
		return misplaced("shared", "a field of strings")
	}
	made.Deprecated = f.said.Deprecated() || f.has("deprecated")
	made.Shared = f.has("shared")
	made.Chars = f.isChars
	switch {
	case f.typed.several == vector64:
		made.Width = flatbuffers.WideVector
	case f.isWide():
		made.Width = flatbuffers.WideOffset
	}
	switch {
	case f.has("base64"):
		made.Base64 = flatbuffers.StandardBase64
	case f.has("base64url"):
		made.Base64 = flatbuffers.URLBase64
	}
	err := r.nested(made, f, of)
	if err == nil && f.isKey() {
		err = checkKey(made, f, of.IsStruct())
	}
	if err == nil {
		err = r.hash(made, f)
	}
	if err != nil {
		return err
	}
	// No writer writes a deprecated field, so that no reader may require it.
	if made.Deprecated && made.Presence == flatbuffers.Required {
		made.Presence = flatbuffers.Optional
	}
	least := uint32(1)
	if f.typed.isVector() {
		_, least = r.size(f.typed.element)
	}
	align, ok, err := f.attributes.align(least)
	if ok && f.typed.isVector() {
		made.Align = uint16(align)
	}
	return err
}

// nested sets what the bytes of a field hold.
func (r *reader) nested(made *flatbuffers.Field, f *field, of reflection.Object) fault {
	switch {
	case f.has("nested_flatbuffer"):
		name := f.attributes["nested_flatbuffer"].value
		root, ok, err := r.find(around(of.Name()), name)
		if err != nil {
			return err
		}
		if !ok || root.kind != flatbuffers.KindTable || isBuiltIn(name) {
			return inside(refused("the name of one of the tables", name), ".attributes.nested_flatbuffer")
		}
		made.Shape, made.Index = flatbuffers.ShapeNested, root.index
	case f.has("flexbuffer"):
		made.Shape = flatbuffers.ShapeFlex
	default:
		return nil
	}
	if made.Presence == flatbuffers.DefaultEmpty {
		return refused("no default of a field that holds a buffer", f.said.Name())
	}
	return nil
}

// checkKey checks that vectors can be sorted by a field.
func checkKey(made *flatbuffers.Field, f *field, inStruct bool) fault {
	inPlace := f.typed.isPlain() && f.typed.kind != flatbuffers.KindTag
	switch {
	case f.typed.isVector(), !inPlace && !(f.typed.several == one && f.typed.kind == flatbuffers.KindString):
		return refused("a string, scalar, struct, or an array of these as the key", f.said.Name())
	case !inStruct && made.Presence == flatbuffers.Optional:
		return refused("a key that is always there", f.said.Name())
	case made.Width != flatbuffers.Narrow:
		return refused("a key without a wide offset", f.said.Name())
	}
	return nil
}

// hash sets the hash of a field.
func (r *reader) hash(made *flatbuffers.Field, f *field) fault {
	said, ok := f.attributes["hash"]
	if !ok {
		return nil
	}
	known, ok := hashes[said.value]
	size, _ := r.size(f.typed.element)
	if !ok || !f.typed.isInteger() || size != known.size || f.typed.several == array {
		return inside(refused("a hash for integers of its size", said.value), ".attributes.hash")
	}
	made.Hash = known.hash
	return nil
}

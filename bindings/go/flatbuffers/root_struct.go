package flatbuffers

// Structs are roots of buffers of flatcc: the offset at the start leads to the
// bytes of the struct.

// RootOf is implemented by the types of generated code that may be the root of a
// buffer.
type RootOf interface{ TableOf | StructOf }

// RootStruct verifies a buffer whose root is the struct with this number in the
// schema, and returns the root.
func (v Verify) RootStruct(schema *Schema, object int, b []byte) (Struct, error) {
	if err := schema.checkStruct(object); err != nil {
		return Struct{}, err
	}
	root, err := v.root(schema, object, b)
	if err != nil {
		return Struct{}, err
	}
	return structAt(b, root, schema.Objects[object].Size), nil
}

// structure verifies the struct of an object: its place.
func (p *pass) structure(object, at int) *Error {
	o := &p.schema.Objects[object]
	if err := p.aligned(at, int(o.Align)); err != nil {
		return err
	}
	return p.inside(at, int(o.Size))
}

func structAt(b []byte, at int, size uint32) Struct {
	return Struct{bytesAt(b, at, int(size))}
}

// UnverifiedRootStruct returns the root of a buffer in constant time, a struct of
// this size: see [UnverifiedRoot].
func UnverifiedRootStruct(b []byte, size uint32) Struct {
	return structAt(b, follow(b, 0, Narrow), size)
}

// UnverifiedSizePrefixedRootStruct returns the root of a buffer after its size,
// a struct of this size: see [UnverifiedRoot].
func UnverifiedSizePrefixedRootStruct(b []byte, size uint32) Struct {
	return structAt(b, follow(b, 4, Narrow), size)
}

// PackStruct builds a struct outside of tables. It calls put with its bytes,
// which are zero.
func PackStruct[S StructOf](b *Builder, schema *Schema, object int, put func(to []byte)) Ref[S] {
	size, align := schema.Element(KindStruct, object)
	if !b.outside() || !b.pad(size, align) {
		return Ref[S]{}
	}
	put(b.take(size))
	return here[S](b)
}

// CloneStruct builds a copy of a struct of an object of the schema, outside of
// tables.
func CloneStruct[S StructOf](b *Builder, schema *Schema, object int, s S) Ref[S] {
	if holds(b, Struct(s).b) {
		return Ref[S]{}
	}
	return PackStruct[S](b, schema, object, func(to []byte) { copy(to, Struct(s).b) })
}

// checkStruct returns a fault unless the object is a struct.
func (s *Schema) checkStruct(object int) *Error {
	if object < 0 || object >= len(s.Objects) || !s.Objects[object].IsStruct() {
		return &Error{Kind: Refused, Offset: -1, Expected: "a struct as the root"}
	}
	return nil
}

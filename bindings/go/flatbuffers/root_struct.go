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
	size, align := schema.element(KindStruct, object)
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

// AppendStruct appends a struct of an object of the schema as JSON. It fails if
// an array of char is not UTF-8.
func (j JSON) AppendStruct(to []byte, schema *Schema, object int, s Struct) ([]byte, error) {
	if err := schema.checkStruct(object); err != nil {
		return to, err
	}
	if size := schema.Objects[object].Size; len(s.b) < int(size) {
		return to, refused("a struct of %d bytes", size)
	}
	w := writer{to: to, schema: schema, options: j}
	if err := w.structure(object, s.b); err != nil {
		return to, err.rooted()
	}
	return w.to, nil
}

// root reads a table or a struct as the root, and returns its position.
func (r *reader) root(object int) (uint32, *Error) {
	if !r.schema.Objects[object].IsStruct() {
		return r.table(object)
	}
	place := r.place(object)
	if err := r.structure(object, place); err != nil {
		return 0, err
	}
	return r.outside(object, place)
}

// outside builds a struct of the scratch memory outside of tables, and returns
// its position.
func (r *reader) outside(object, place int) (uint32, *Error) {
	size, align := r.schema.element(KindStruct, object)
	if r.b.pad(size, align) {
		copy(r.b.take(size), r.structs[place:])
	}
	r.structs = r.structs[:place]
	return uint32(r.b.used()), r.built()
}

// UnpackedStruct builds JSON into a buffer and returns its root, for
// UnmarshalJSON.
func (s *Schema) UnpackedStruct(object int, text []byte) (Struct, error) {
	held, err := JSON{NoIdentifier: true}.Build(s, object, text)
	if err != nil {
		return Struct{}, err
	}
	return UnverifiedRootStruct(held, s.Objects[object].Size), nil
}

// checkStruct returns a fault unless the object is a struct.
func (s *Schema) checkStruct(object int) *Error {
	if object < 0 || object >= len(s.Objects) || !s.Objects[object].IsStruct() {
		return &Error{Kind: Refused, Offset: -1, Expected: "a struct as the root"}
	}
	return nil
}

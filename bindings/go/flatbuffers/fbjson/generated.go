package fbjson

import "example.invalid/varvel/bindings/go/flatbuffers"

// Marshal returns the table or struct that pack builds as JSON. Generated code
// has it as MarshalJSON.
func Marshal[T flatbuffers.RootOf](schema *flatbuffers.Schema, object int, pack func(*flatbuffers.Builder) flatbuffers.Ref[T]) ([]byte, error) {
	held, err := flatbuffers.Marshal(schema, object, pack)
	if err != nil {
		return nil, err
	}
	if o := &schema.Objects[object]; o.IsStruct() {
		return Options{}.AppendStruct(nil, schema, object, flatbuffers.UnverifiedRootStruct(held, o.Size))
	}
	return Options{}.Append(nil, schema, object, flatbuffers.UnverifiedRoot(held))
}

// Table builds JSON into a buffer and returns its root, a table. Generated code
// unpacks it in UnmarshalJSON.
func Table(schema *flatbuffers.Schema, object int, text []byte) (flatbuffers.Table, error) {
	held, err := Options{NoIdentifier: true}.Build(schema, object, text)
	if err != nil {
		return flatbuffers.Table{}, err
	}
	return flatbuffers.UnverifiedRoot(held), nil
}

// Struct builds JSON into a buffer and returns its root, a struct. Generated code
// unpacks it in UnmarshalJSON.
func Struct(schema *flatbuffers.Schema, object int, text []byte) (flatbuffers.Struct, error) {
	held, err := Options{NoIdentifier: true}.Build(schema, object, text)
	if err != nil {
		return flatbuffers.Struct{}, err
	}
	return flatbuffers.UnverifiedRootStruct(held, schema.Objects[object].Size), nil
}

// Text returns JSON as a string, or the text of the error. Generated code has it as
// String.
func Text(text []byte, err error) string {
	if err != nil {
		return err.Error()
	}
	return string(text)
}

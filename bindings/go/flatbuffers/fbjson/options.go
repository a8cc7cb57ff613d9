package fbjson

import "example.invalid/varvel/bindings/go/flatbuffers"

// Options say how a buffer is written as JSON, and how JSON becomes a buffer, in
// the form of flatc's JSON:
//
//	in the buffer                      in JSON
//	table, struct                      an object of the present fields
//	enum                               its name, or its number if it has no name
//	flags                              their names, separated by spaces
//	union f                            f beside f_type
//	nested buffer, FlexBuffer          its content (buffers with base64: such text)
//	bytes with base64 or base64url     such text
//	array of char                      its text, without zeros at its end
//	NaN, infinities                    "nan", "inf" and "-inf"
//
// A field that is the key of its table is always written, if it is a scalar.
// The zero value is right for most documents.
type Options struct {
	// Defaults says that absent fields with a default are written to JSON, too,
	// and that scalars which equal their default are written to the buffer.
	Defaults bool
	// Numbers says that enums are written as numbers.
	Numbers bool
	// SkipUnknown says that unions with a tag unknown to the schema are left
	// out, and that unknown and deprecated members of JSON are skipped. Without
	// it they are an error. Names that an enum or union does not have are an error
	// in any case, since nothing else could stand for them.
	SkipUnknown bool
	// Indent is what each level of JSON is indented by. If it is empty, JSON
	// stands in one line.
	Indent string
	// BareNames says that the names of members are written without quotes, if they
	// are words: as flatc writes them without --strict-json. Relaxed reads them.
	BareNames bool
	// Relaxed says that JSON may be JSON5: with comments, commas before closing
	// brackets, strings in single quotes, hexadecimal integers, and names without
	// quotes. As in flatc, other words are strings: names of enums, nan and inf.
	Relaxed bool
	// NoIdentifier says that the buffer gets no file identifier.
	NoIdentifier bool
	// SizePrefixed says that the buffer begins with its size.
	SizePrefixed bool
	// Limits bound what the document may cost.
	Limits flatbuffers.Limits
}

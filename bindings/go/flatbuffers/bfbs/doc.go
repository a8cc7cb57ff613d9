// Package bfbs reads binary schemas of FlatBuffers (.bfbs) at run time, for
// programs that verify, print and build buffers of schemas that they do not know
// when they are compiled:
//
//	schema, err := bfbs.Read(file)              // checked by all rules of the language
//	root, err := schema.RootTable()             // or schema.Table("shop.Order")
//	t, err := flatbuffers.Verify{}.Root(schema, root, buffer)
//	text, err := fbjson.Options{}.Append(nil, schema, root, t)
//	buffer, err = fbjson.Options{}.Build(schema, root, text)
//
// A root that is a struct, as flatcc has it, is schema.RootStruct, with
// Verify.RootStruct and Options.AppendStruct.
//
// They give the verdicts, texts and bytes of generated code. varvel schema compile
// and flatc --binary --schema make such files of .fbs text. flatc needs
// --bfbs-builtins to keep the attributes of the language: without it nested
// buffers are bytes, and hashes and alignments of vectors are lost.
package bfbs

//go:generate varvel gen go reflection.fbs --package reflection --no-json --out internal/reflection

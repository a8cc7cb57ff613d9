// Package flatbuffers reads, verifies and builds FlatBuffers. Code that varvel gen
// go makes from a schema uses it: for a table Lamp that is
//
//	ReadLamp, ReadLampWith     a buffer is verified, and its root is a Lamp in place
//	LampT, NewLampT            a plain struct, and one with the defaults of the schema
//	(*LampT).Marshal           a buffer from a plain struct
//	(*LampT).Pack              a part of a buffer from a plain struct
//	Lamp.Unpack                a plain struct of a table
//	StartLamp, FinishLamp      a table field by field, and the end of a buffer
//	CloneLamp                  a table of another buffer into the one that is being built
//	FindLamp, SortLamp         look-up and order of tables that have a key
//
// A struct that is a root, as flatcc has it, has these too, but for StartLamp and
// NewLampT. Package fbjson has what makes JSON of them and back.
//
// This package itself has the parts for all schemas: [Builder] and its vectors,
// [Verify], [Limits], [Opt], vectors in place such as [Tables], and [Search]. Errors
// are [*Error], whose kinds errors.Is tells apart. A package that walks through
// tables by their [Schema], as fbjson does, has [Place], and [Builder.Elements],
// [Builder.Offsets] and [Builder.Nested].
package flatbuffers

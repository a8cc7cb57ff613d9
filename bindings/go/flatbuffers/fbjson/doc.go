// Package fbjson turns FlatBuffers into JSON and back, by the schema of generated
// code or by one that is read at run time. Generated code uses it, unless varvel gen
// go was asked for code without JSON:
//
//	BuildLamp           a buffer of JSON
//	Lamp.AppendJSON     JSON of a table, with options
//	Lamp.MarshalJSON    JSON of a table, for encoding/json; LampT has it, too
//	LampT.UnmarshalJSON a plain struct of JSON
//	Lamp.String         JSON for people
//
// [Options] are the options of both ways. Errors are [*flatbuffers.Error].
package fbjson

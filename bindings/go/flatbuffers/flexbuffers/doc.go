// Package flexbuffers reads and builds FlexBuffers: documents without a schema, such
// as those in the fields of FlatBuffers that have the attribute flexbuffer.
//
//	root, err := flexbuffers.Read(lamp.Extra(), flatbuffers.Limits{}) // verified
//	for at := range root.Items().Len() {
//		fmt.Println(root.Items().At(at).Int())
//	}
//
// [Builder] builds one value after the other. Package fbjson turns such fields into
// JSON and back.
package flexbuffers

// Package frozen reads Varvel's frozen documents and streams in place, and makes
// documents.
//
// A frozen document holds the data of a JSON document, and more kinds of
// values, as one run of bytes that is checked once and then read where it is:
// from memory, or from a mapped file. [Open] validates it; after that nothing
// is parsed, copied or allocated to read it.
//
//	doc, err := frozen.Open(bytes)
//	if err != nil {
//		return err
//	}
//	port, err := doc.Root().Get("server").Get("port").Int64()
//
// [FromJSON] makes a document of a text of JSON, and [Freeze] of a value of Go:
//
//	doc, err := frozen.FromJSON(response.Body, frozen.FreezeOptions{})
//
// Nothing allocates memory to read a document unless its documentation says so,
// no bytes cause a panic, and any number of goroutines may read one document.
// The pages spec/frozen.md and spec/stream.md of Varvel describe the formats.
package frozen

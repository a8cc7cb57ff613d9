// Package frozen reads Varvel's frozen documents and streams in place.
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
// The formats are described by spec/frozen.md and spec/stream.md of Varvel, and
// this package was written from these pages.
package frozen

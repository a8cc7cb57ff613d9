// Judge reads documents and streams from standard input, each with the expected
// verdict and text, and prints where its own differ. A test in Rust,
// conformance/tests/all/frozen_readers, writes this input. Each case is a head of 18
// bytes, then the text (of a stream a line for each record), then the bytes. The
// head, with numbers in little-endian order:
//
//	1  1 for a stream, 0 for a document
//	1  the expected number of the error, 0 for none
//	4  the limit of depth; 4294967295 is no limit
//	4  the limit of nodes; 4294967295 is no limit
//	4  the length of the text
//	4  the length of the bytes
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"log"
	"os"
	"strings"

	"example.invalid/varvel/bindings/go/frozen"
	"example.invalid/varvel/bindings/go/internal/verdicts"
)

// judge compares verdicts.
type judge struct{ verdicts.Tally }

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	j := judge{verdicts.Tally{Out: os.Stdout}}
	for {
		var head [18]byte
		if _, err := io.ReadFull(in, head[:]); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			log.Fatal(err)
		}
		text := make([]byte, binary.LittleEndian.Uint32(head[10:]))
		given := make([]byte, binary.LittleEndian.Uint32(head[14:]))
		for _, part := range [][]byte{text, given} {
			if _, err := io.ReadFull(in, part); err != nil {
				log.Fatal(err)
			}
		}
		options := frozen.Options{
			MaxDepth: verdicts.Limit(binary.LittleEndian.Uint32(head[2:])),
			MaxNodes: verdicts.Limit(binary.LittleEndian.Uint32(head[6:])),
		}
		j.judge(head[0] == 1, frozen.Code(head[1]), options, text, given)
		j.Number++
	}
	j.Close()
}

func (j *judge) judge(stream bool, code frozen.Code, o frozen.Options, text, given []byte) {
	read := j.readDocument
	if stream {
		read = j.readStream
	}
	found, err := read(given, o)
	var own *frozen.Error
	switch {
	case err == nil && code != 0:
		j.Differ("error", uint16(code), 0)
	case err == nil && !bytes.Equal(found, text):
		j.Differ("text", string(text), string(found))
	case err == nil:
	case !errors.As(err, &own):
		j.Differ("type of the error", "*frozen.Error", err)
	case own.Code != code:
		j.Differ("error", uint16(code), err)
	case own.Offset < 0 || own.Offset > int64(len(given)):
		j.Differ("offset", len(given), err)
	}
}

func (j *judge) readDocument(given []byte, o frozen.Options) ([]byte, error) {
	doc, err := o.Open(given)
	if err != nil {
		return nil, err
	}
	root := doc.Root()
	j.lookUp(root, 0)
	return []byte(root.String()), nil
}

func (j *judge) readStream(given []byte, o frozen.Options) ([]byte, error) {
	var text []byte
	stream, err := o.OpenStream(given)
	if err == nil {
		err = stream.Validate()
	}
	if err == nil {
		for record, failed := range stream.Records() {
			if failed != nil {
				return nil, failed
			}
			text = append(text, record.String()+"\n"...)
		}
	}
	// Reading from the front must come to the same end.
	var front error
	for _, front = range o.NewStreamReader(bytes.NewReader(given)).Records() {
	}
	if (front == nil) != (err == nil) {
		j.Differ("from the front", err, front)
	}
	return text, err
}

// lookUp checks that each member is found by its key, each item by its number,
// and that its path is one. (It may lead elsewhere: two keys of a map may have
// one text.)
func (j *judge) lookUp(n frozen.Node, depth int) {
	if path := n.Path(); !strings.Contains(path, "…") {
		if _, err := n.Document().Root().Find(path); err != nil {
			j.Differ("the path "+path, n, err)
		}
	}
	if depth == 6 {
		return
	}
	for i, item := range n.Items() {
		if n.At(i) != item {
			j.Differ("an item", item, n.At(i))
		}
		j.lookUp(item, depth+1)
	}
	for key, value := range n.Pairs() {
		if text, err := key.Str(); err == nil {
			if n.Get(text) != value {
				j.Differ("the member "+text, value, n.Get(text))
			}
			if n.Get(text + "\x7f").Exists() {
				j.Differ("no member "+text+"\x7f", "none", n.Get(text+"\x7f"))
			}
		}
		j.lookUp(value, depth+1)
	}
}

// Writers makes documents of texts of JSON and of other documents, from standard
// input, and compares them with those that Rust made. It says on standard error
// where they differ. To standard output it writes each document that it made, and
// its canonical form, with the length of each before it in 4 bytes: other readers
// must take them. A test in Rust, conformance/tests/all/frozen_readers/writers.rs,
// writes this input. Each case is a head of 40 bytes, then the path of the error, the canonical form of
// the document, and the text or the document itself. The head, with numbers in
// little-endian order, of which 4294967295 is none:
//
//	1  1 for a document, 0 for a text
//	1  what happens with keys that come twice; plus 4 where decimals are kept,
//	   plus 8 where NaN and the infinities are words
//	1  the expected number of the error, 0 for none
//	1  zero
//	4  the limit of depth
//	4  the limit of nodes
//	4  the offset of the error
//	4  its line
//	4  its column
//	4  the length of the document that Rust made, which is not canonical
//	4  the length of the path
//	4  the length of the canonical form
//	4  the length of the text or the document
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"os"

	"example.invalid/varvel/bindings/go/frozen"
	"example.invalid/varvel/bindings/go/internal/verdicts"
)

// allowance is how many bytes a document may be longer than a tenth more than
// that of Rust: documents of a few bytes differ by a few.
const allowance = 16

// test is one case.
type test struct {
	head      [40]byte
	path      []byte
	canonical []byte
	given     []byte
}

// judge compares documents.
type judge struct {
	verdicts.Tally
	made *bufio.Writer
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	j := judge{Tally: verdicts.Tally{Out: os.Stderr}, made: bufio.NewWriterSize(os.Stdout, 1<<20)}
	for {
		var c test
		if _, err := io.ReadFull(in, c.head[:]); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			log.Fatal(err)
		}
		for i, part := range []*[]byte{&c.path, &c.canonical, &c.given} {
			*part = make([]byte, c.field(28+4*i))
			if _, err := io.ReadFull(in, *part); err != nil {
				log.Fatal(err)
			}
		}
		if c.head[0] == 1 {
			j.copy(&c)
		} else {
			j.text(&c)
		}
		j.Number++
	}
	if err := j.made.Flush(); err != nil {
		log.Fatal(err)
	}
	j.Close()
}

func (c *test) field(at int) uint32 { return binary.LittleEndian.Uint32(c.head[at:]) }

// text judges a text of JSON.
func (j *judge) text(c *test) {
	o := frozen.FreezeOptions{
		Limits:        frozen.Options{MaxDepth: verdicts.Limit(c.field(4)), MaxNodes: verdicts.Limit(c.field(8))},
		Duplicates:    frozen.Duplicates(c.head[1] & 3),
		ExactDecimals: c.head[1]&4 != 0,
		NonFinite:     c.head[1]&8 != 0,
	}
	doc, err := frozen.FromJSON(bytes.NewReader(c.given), o)
	if err != nil {
		j.error(c, err)
		return
	}
	if c.head[2] != 0 {
		j.Differ("error", c.head[2], 0)
		return
	}
	j.document(c, doc)
	o.Canonical = true
	canonical, err := frozen.FromJSON(bytes.NewReader(c.given), o)
	j.canonical(c, canonical, err)
}

func (j *judge) error(c *test, err error) {
	var own *frozen.Error
	if !errors.As(err, &own) {
		j.Differ("type of the error", "*frozen.Error", err)
		return
	}
	if own.Code != frozen.Code(c.head[2]) {
		j.Differ("error", c.head[2], err)
		return
	}
	if uint32(own.Offset) != c.field(12) || own.Line != int(c.field(16)) || own.Column != int(c.field(20)) {
		j.Differ("place", fmt.Sprint(c.field(12), " ", c.field(16), ":", c.field(20)), err)
	} else if own.Path() != string(c.path) {
		j.Differ("path", string(c.path), err)
	}
}

// copy judges a copy of a document.
func (j *judge) copy(c *test) {
	doc, err := frozen.Options{MaxDepth: math.MaxInt}.Open(c.given)
	if err != nil {
		j.Differ("a document", "none", err)
		return
	}
	made, err := frozen.FreezeOptions{Limits: frozen.Options{MaxDepth: math.MaxInt}}.Freeze(doc)
	if err != nil || made.Root().String() != doc.Root().String() {
		j.Differ("a copy", doc.Root(), err)
		return
	}
	j.document(c, made)
}

// document judges a document that was made.
func (j *judge) document(c *test, doc *frozen.Document) {
	if err := (frozen.Options{MaxDepth: math.MaxInt}).Validate(doc.Bytes()); err != nil {
		j.Differ("a valid document", "none", err)
	}
	canonical, err := doc.Root().Canonical()
	j.canonical(c, canonical, err)
	if most := c.field(24) + c.field(24)/10 + allowance; len(doc.Bytes()) > int(most) {
		j.Differ("length", c.field(24), len(doc.Bytes()))
	}
	for _, part := range [][]byte{doc.Bytes(), c.canonical} {
		var length [4]byte
		binary.LittleEndian.PutUint32(length[:], uint32(len(part)))
		for _, b := range [][]byte{length[:], part} {
			if _, err := j.made.Write(b); err != nil {
				log.Fatal(err)
			}
		}
	}
}

// canonical judges a canonical form.
func (j *judge) canonical(c *test, doc *frozen.Document, err error) {
	if err != nil {
		j.Differ("canonical form", "none", err)
		return
	}
	found := doc.Bytes()
	if bytes.Equal(found, c.canonical) {
		return
	}
	at := 0
	for at < min(len(found), len(c.canonical)) && found[at] == c.canonical[at] {
		at++
	}
	around := func(b []byte) string { return fmt.Sprintf("%x of %d", b[at:min(len(b), at+24)], len(b)) }
	j.Differ(fmt.Sprintf("canonical form at byte %d", at), around(c.canonical), around(found))
}

package frozen

import (
	"errors"
	"io"
	"iter"
)

// StreamReader reads a stream from its front, segment by segment, for inputs
// that cannot seek. Make one with [NewStreamReader].
//
// A stream that was cut off is known to be so only at its end: the records
// before it were read by then.
type StreamReader struct {
	input    io.Reader
	limits   limits
	at       int64 // the end of the whole blocks
	records  uint64
	unlisted []segmentEntry
	complete bool // the last block was an index
	err      *Error
}

// NewStreamReader makes a reader of a stream.
func NewStreamReader(r io.Reader) *StreamReader {
	return Options{}.NewStreamReader(r)
}

// NewStreamReader makes a reader of a stream with these limits.
func (o Options) NewStreamReader(r io.Reader) *StreamReader {
	return &StreamReader{input: r, limits: o.limits()}
}

// Offset returns how many bytes of the stream are whole blocks, as far as it was
// read.
func (r *StreamReader) Offset() int64 { return r.at }

// Next reads and validates the next segment: an array of records. It has
// memory of its own, so its nodes are good for as long as they are used.
//
// The error is [io.EOF] behind the last segment of a whole stream. Others are
// an [*Error] with the code [ErrIO] or one of the codes of [Open]; then
// [StreamReader.Offset] is where the whole blocks end. Once there was an error,
// all further calls return it.
func (r *StreamReader) Next() (*Document, error) {
	if r.err != nil {
		return nil, r.err
	}
	if r.input == nil { // the zero StreamReader
		return nil, io.EOF
	}
	d, err := r.next(r.readBlock)
	switch {
	case err != nil:
		r.err = err
		return nil, err
	case d == nil:
		return nil, io.EOF
	default:
		return d, nil
	}
}

// Records returns an iterator over the records that were not read. It ends with
// an error if the stream is damaged.
func (r *StreamReader) Records() iter.Seq2[Node, error] {
	return func(yield func(Node, error) bool) {
		for {
			d, err := r.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(Node{}, err)
				return
			}
			for _, record := range d.Root().Items() {
				if !yield(record, nil) {
					return
				}
			}
		}
	}
}

// readBlock reads the next block with its padding, or nil at the end of the
// input.
func (r *StreamReader) readBlock() ([]byte, *Error) {
	head := make([]byte, blockHead)
	came, err := io.ReadFull(r.input, head)
	switch {
	case came == 0 && errors.Is(err, io.EOF):
		return nil, nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, invalidAt(r.at+int64(came), "the rest of a block")
	case err != nil:
		return nil, &Error{Code: ErrIO, Offset: r.at + int64(came), cause: err}
	}
	whole, invalid := r.checkBlock(head)
	if invalid != nil {
		return nil, invalid
	}
	return readFull(r.input, head, whole-blockHead, r.at+blockHead)
}

// checkBlock validates the head of the next block, and returns its length with
// its padding.
func (r *StreamReader) checkBlock(head []byte) (int64, *Error) {
	_, length, err := checkHead(head, r.at)
	if err != nil {
		return 0, err
	}
	if err := r.limits.checkLength(r.at, length); err != nil {
		return 0, err
	}
	whole, ok := padded(length)
	if !ok {
		return 0, invalidAt(r.at+lengthAt, "the length of a block")
	}
	return whole, nil
}

// nextIn returns the next segment of a stream in memory, or nil behind the last
// index.
func (r *StreamReader) nextIn(b []byte) (*Document, *Error) {
	return r.next(func() ([]byte, *Error) {
		rest := b[r.at:]
		if len(rest) == 0 {
			return nil, nil
		}
		whole, err := r.checkBlock(rest[:min(len(rest), blockHead)])
		if err != nil {
			return nil, err
		}
		if whole > int64(len(rest)) {
			return nil, invalidAt(int64(len(b)), "the rest of a block")
		}
		return rest[:whole:whole], nil
	})
}

// next returns the next segment, or nil at the end of a whole stream. Indexes
// are checked and passed over.
func (r *StreamReader) next(read func() ([]byte, *Error)) (*Document, *Error) {
	for {
		b, err := read()
		if err != nil {
			return nil, err
		}
		if b == nil {
			if !r.complete {
				return nil, invalidAt(r.at, "an index that ends here")
			}
			return nil, nil
		}
		if string(b[:len(magic)]) == magic {
			length := u64(b, lengthAt)
			d, err := openSegment(b, r.at, length, r.limits)
			if err != nil {
				return nil, err
			}
			records := uint64(d.Root().Len())
			r.unlisted = append(r.unlisted, segmentEntry{length, records})
			r.records += records
			r.at += int64(len(b))
			r.complete = false
			return d, nil
		}
		if err := r.pass(b); err != nil {
			return nil, err
		}
	}
}

// pass validates an index: it must list the segments since the index before it.
func (r *StreamReader) pass(b []byte) *Error {
	x, err := parseIndex(b, r.at)
	if err != nil {
		return err
	}
	same := x.total == r.records && x.len() == len(r.unlisted)
	for i := range x.len() {
		same = same && x.entry(i) == r.unlisted[i]
	}
	if !same {
		return invalidAt(r.at, "an index of the segments before it")
	}
	r.unlisted = r.unlisted[:0]
	r.complete = true
	r.at += int64(len(b))
	return nil
}

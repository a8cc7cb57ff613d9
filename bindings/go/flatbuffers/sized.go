package flatbuffers

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

// NextSizePrefixed returns the first of the buffers that stand one behind the
// other, each with its size before it, and the bytes after it. It does not verify
// the buffer: [Verify.SizePrefixed] says that its size is before it.
func NextSizePrefixed(b []byte) (first, rest []byte, err error) {
	if len(b) < 4 {
		return nil, b, &Error{Kind: UnexpectedEnd, Offset: 0, Expected: "the size of a buffer"}
	}
	size := uint64(binary.LittleEndian.Uint32(b)) + 4
	if size > uint64(len(b)) {
		return nil, b, &Error{Kind: UnexpectedEnd, Offset: len(b), Expected: fmt.Sprintf("a buffer of %d bytes", size)}
	}
	return b[:size:size], b[size:], nil
}

// SizePrefixedReader reads buffers that stand one behind the other in a file or a
// stream, each with its size before it. Make one with [NewSizePrefixedReader].
type SizePrefixedReader struct {
	input readAhead
	limit int
	held  []byte
	err   error
}

// NewSizePrefixedReader makes a reader of buffers of at most so many bytes each,
// without the four bytes of the size.
func NewSizePrefixedReader(input io.Reader, limit int) *SizePrefixedReader {
	return &SizePrefixedReader{input: readAhead{input: input}, limit: limit}
}

// atOnce is how many bytes are read at least before memory for more is taken.
const atOnce = 64 << 10

// Next returns the next buffer with its size before it, as [Verify.SizePrefixed]
// reads it, in memory that the call after it uses again. It does not verify the
// buffer. Memory grows with the bytes that have come, whatever the size says.
//
// The error is [io.EOF] behind the last buffer. Others are an [*Error] of the kind
// [UnexpectedEnd] or [SizeLimit], or that of the input. Once there was an error,
// all further calls return it.
func (r *SizePrefixedReader) Next() ([]byte, error) {
	if r.err == nil {
		r.err = r.next()
	}
	if r.err != nil {
		return nil, r.err
	}
	return r.held, nil
}

func (r *SizePrefixedReader) next() error {
	if r.held = r.held[:0]; cap(r.held) < 4 {
		r.held = make([]byte, 0, 512)
	}
	if err := r.more(4, "the size of a buffer"); err != nil {
		return err
	}
	size := int64(binary.LittleEndian.Uint32(r.held))
	if size > int64(r.limit) {
		return &Error{Kind: SizeLimit, Offset: -1, Expected: fmt.Sprintf("a buffer of at most %d bytes", r.limit), Found: fmt.Sprintf("one of %d", size)}
	}
	for left := int(size); left > 0; {
		part := min(left, max(atOnce, len(r.held)))
		if err := r.more(part, fmt.Sprintf("a buffer of %d bytes", size)); err != nil {
			return err
		}
		left -= part
	}
	return nil
}

// more reads so many bytes more. Only the end before a size is the end of all.
func (r *SizePrefixedReader) more(size int, expected string) error {
	before := len(r.held)
	r.held = slices.Grow(r.held, size)[:before+size]
	count, err := io.ReadFull(&r.input, r.held[before:])
	switch {
	case err == io.EOF && before == 0:
		return io.EOF
	case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{Kind: UnexpectedEnd, Offset: before + count, Expected: expected}
	}
	return err
}

// readAhead reads short pieces of an input with what follows them, so that small
// buffers need few reads.
type readAhead struct {
	input io.Reader
	// room holds what was read, of which ahead has not been given out yet.
	room, ahead []byte
	// err is the error that came with those bytes.
	err error
}

// Read implements [io.Reader].
func (r *readAhead) Read(to []byte) (int, error) {
	const least = 4 << 10
	if len(r.ahead) == 0 {
		if err := r.err; err != nil {
			return 0, err
		}
		if len(to) >= least {
			return r.input.Read(to)
		}
		if r.room == nil {
			r.room = make([]byte, least)
		}
		var count int
		count, r.err = r.input.Read(r.room)
		r.ahead = r.room[:count]
	}
	count := copy(to, r.ahead)
	r.ahead = r.ahead[count:]
	return count, nil
}

// Identifier returns the four bytes of a buffer that are its file identifier if it
// has one, without a size before it; otherwise they are bytes of its content. It
// returns an empty string if there are no such bytes. [Verify.Identifier] requires
// one.
func Identifier(b []byte) string {
	if len(b) < 8 {
		return ""
	}
	return string(b[4:8])
}

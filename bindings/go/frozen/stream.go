package frozen

import (
	"errors"
	"io"
	"iter"
	"slices"
	"sort"
	"strconv"
	"sync/atomic"
)

// Stream is a frozen stream that is read by the numbers of its records. Any
// number of goroutines may read it.
type Stream struct {
	input    source
	limits   limits
	segments []segment
	records  uint64
	end      int64
	// The number of the segment that is kept, for a stream that is not in
	// memory; -1 if there is none.
	kept atomic.Int64
}

// segment is where a segment is, and the number of its first record.
type segment struct {
	at     int64
	length uint64
	first  uint64
	doc    *atomic.Pointer[Document]
}

// source is the bytes of a stream.
type source interface {
	// size returns how many there are.
	size() int64
	// read returns so many bytes at a place. All of them are there.
	read(at, n int64) ([]byte, *Error)
	// inMemory reports whether reading costs no memory.
	inMemory() bool
}

// memory is a stream in memory.
type memory []byte

func (m memory) size() int64    { return int64(len(m)) }
func (m memory) inMemory() bool { return true }

func (m memory) read(at, n int64) ([]byte, *Error) {
	return m[at : at+n : at+n], nil
}

// file is a stream that is read block by block.
type file struct {
	io.ReaderAt
	length int64
}

func (f file) size() int64    { return f.length }
func (f file) inMemory() bool { return false }

func (f file) read(at, n int64) ([]byte, *Error) {
	return readFull(io.NewSectionReader(f, at, n), nil, n, at)
}

// readFull appends n bytes of the stream, the first of which is at a place of it.
// It takes no more memory than twice the bytes that come.
func readFull(r io.Reader, b []byte, n, at int64) ([]byte, *Error) {
	const step = 1 << 16
	for n > 0 {
		room := min(n, int64(max(step, len(b))))
		from := len(b)
		b = slices.Grow(b, int(room))[:from+int(room)]
		came, err := io.ReadFull(r, b[from:])
		at += int64(came)
		n -= int64(came)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, invalidAt(at, "the rest of a block")
		}
		if err != nil {
			return nil, &Error{Code: ErrIO, Offset: at, cause: err}
		}
	}
	return b, nil
}

// OpenStream opens a stream in memory, by the indexes in it. What [Open] says
// of the bytes is true of these. Segments are validated when a record in them
// is read for the first time: see [Stream.Validate].
//
// The error is an [*Error] with the code [ErrInvalid], [ErrVersion] or
// [ErrSize].
func OpenStream(b []byte) (*Stream, error) {
	return Options{}.OpenStream(b)
}

// OpenStream opens a stream in memory with these limits, like [OpenStream].
func (o Options) OpenStream(b []byte) (*Stream, error) {
	return o.openStream(memory(b))
}

// OpenStreamAt opens a stream of so many bytes, such as a file, like
// [OpenStream]. It reads only the indexes, and later the segments that are
// asked for. One segment is kept in memory, beside those whose nodes are in
// use. Its errors may have the code [ErrIO], too.
func (o Options) OpenStreamAt(r io.ReaderAt, size int64) (*Stream, error) {
	return o.openStream(file{r, max(size, 0)})
}

func (o Options) openStream(input source) (*Stream, error) {
	s := &Stream{input: input, limits: o.limits(), end: input.size()}
	s.kept.Store(-1)
	if err := s.readIndexes(); err != nil {
		return nil, err
	}
	return s, nil
}

// RecoverStream opens what is whole of a stream whose end is missing: the
// blocks from the front up to the first that is damaged. It validates all
// segments. [Stream.End] is where it stopped.
func (o Options) RecoverStream(b []byte) (*Stream, error) {
	s := &Stream{input: memory(b), limits: o.limits()}
	s.kept.Store(-1)
	r := StreamReader{limits: s.limits}
	for {
		at, first := r.at, r.records
		d, err := r.nextIn(b)
		if err != nil || d == nil {
			if err != nil && err.Code != ErrInvalid {
				return nil, err
			}
			s.end, s.records = r.at, r.records
			return s, nil
		}
		s.add(at, uint64(len(d.whole)), first)
		s.segments[len(s.segments)-1].doc.Store(d)
	}
}

// add adds a segment.
func (s *Stream) add(at int64, length, first uint64) {
	s.segments = append(s.segments, segment{at, length, first, new(atomic.Pointer[Document])})
}

// readIndexes reads the indexes, the last one first.
func (s *Stream) readIndexes() *Error {
	end := s.end
	var later *indexBlock
	for {
		x, err := s.lastIndex(end)
		if err != nil {
			return err
		}
		if later == nil {
			s.records = x.total
		} else if later.before != x.total {
			return invalidAt(end, "the number of records before here")
		}
		from := len(s.segments)
		at, first := x.start, x.before
		for i := range x.len() {
			entry := x.entry(i)
			s.add(at, entry.length, first)
			whole, _ := padded(entry.length) // it was added up before
			at += whole
			first += entry.records
		}
		slices.Reverse(s.segments[from:])
		if x.start == 0 {
			slices.Reverse(s.segments)
			return nil
		}
		end, later = x.start, &x
	}
}

// lastIndex reads the index that ends at a place.
func (s *Stream) lastIndex(end int64) (x indexBlock, err *Error) {
	noIndex := func() *Error { return invalidAt(end, "an index that ends here") }
	if end < shortIndex || end%blockAlign != 0 {
		return x, noIndex()
	}
	foot, err := s.input.read(end-indexFoot, indexFoot)
	if err != nil {
		return x, err
	}
	length := u64(foot, 0)
	if string(foot[12:]) != indexMagic || length > uint64(end) {
		return x, noIndex()
	}
	at := end - int64(length)
	if err := s.limits.checkLength(at, length); err != nil {
		return x, err
	}
	// The head first: of bytes that only end like an index no more are read.
	head, err := s.input.read(at, min(int64(length), blockHead))
	if err != nil {
		return x, err
	}
	isIndex, _, err := checkHead(head, at)
	if err != nil {
		return x, err
	}
	if !isIndex {
		return x, invalidAt(at, "an index")
	}
	b, err := s.input.read(at, int64(length))
	if err != nil {
		return x, err
	}
	return parseIndex(b, at)
}

// Len returns the number of records.
func (s *Stream) Len() uint64 { return s.records }

// Segments returns the number of segments.
func (s *Stream) Segments() int { return len(s.segments) }

// End returns how many bytes of the stream are whole blocks: all of them,
// unless it was recovered.
func (s *Stream) End() int64 { return s.end }

// Segment returns segment i as a document: an array of records. It reads and
// validates the segment, unless it is kept.
//
// The error has the code [ErrNotFound] if there are fewer segments, or one of
// the codes of [Open].
func (s *Stream) Segment(i int) (*Document, error) {
	if uint(i) >= uint(len(s.segments)) {
		return nil, notFound("one of " + strconv.Itoa(len(s.segments)) + " segments")
	}
	d, err := s.segment(i)
	if err != nil {
		return nil, err
	}
	return d, nil
}

func notFound(expected string) *Error {
	return &Error{Code: ErrNotFound, Offset: -1, Expected: expected}
}

func (s *Stream) segment(i int) (*Document, *Error) {
	kept := s.segments[i].doc
	if d := kept.Load(); d != nil {
		return d, nil
	}
	segment := s.segments[i]
	if err := s.limits.checkLength(segment.at, segment.length); err != nil {
		return nil, err
	}
	whole, _ := padded(segment.length) // it was added up before
	b, err := s.input.read(segment.at, whole)
	if err != nil {
		return nil, err
	}
	d, err := openSegment(b, segment.at, segment.length, s.limits)
	if err != nil {
		return nil, err
	}
	next := s.records
	if i+1 < len(s.segments) {
		next = s.segments[i+1].first
	}
	if uint64(d.Root().Len()) != next-segment.first {
		return nil, invalidAt(segment.at, "as many records as the index lists")
	}
	kept.Store(d)
	if !s.input.inMemory() {
		if before := s.kept.Swap(int64(i)); before >= 0 && before != int64(i) {
			s.segments[before].doc.Store(nil)
		}
	}
	return d, nil
}

// Record returns record n, from zero. The first record of a segment that is
// read costs validating it; the others take the same time for each n but for a
// search among the segments.
//
// The error has the code [ErrNotFound] if there are fewer records, or one of
// the codes of [Open].
func (s *Stream) Record(n uint64) (Node, error) {
	if n >= s.records {
		return Node{}, notFound("one of " + strconv.FormatUint(s.records, 10) + " records")
	}
	i := sort.Search(len(s.segments), func(i int) bool { return s.segments[i].first > n }) - 1
	d, err := s.segment(i)
	if err != nil {
		return Node{}, err
	}
	return d.Root().At(int(n - s.segments[i].first)), nil
}

// Records returns an iterator over all records. It ends with an error if a
// segment is damaged.
//
//	for record, err := range stream.Records() {
//		if err != nil {
//			return err
//		}
//		…
//	}
func (s *Stream) Records() iter.Seq2[Node, error] {
	return func(yield func(Node, error) bool) {
		for i := range s.segments {
			d, err := s.segment(i)
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

// Validate reads all segments, and returns the error of the first that is
// damaged.
func (s *Stream) Validate() error {
	for i := range s.segments {
		if _, err := s.segment(i); err != nil {
			return err
		}
	}
	return nil
}

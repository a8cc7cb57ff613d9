package frozen

import (
	"hash/crc32"
	"math"
)

// The blocks of a stream: segments and indexes, as spec/stream.md has them. A
// block begins at the end of the one before, and an index lists the lengths of
// the blocks before it. So the place of each follows from lengths, and nothing
// overlaps.

const (
	indexMagic   = "VRVI"
	blockAlign   = 8
	blockHead    = 16
	indexHead    = 24
	indexEntry   = 16
	indexFoot    = 16
	shortIndex   = indexHead + indexFoot
	shortSegment = headerLen + tablesLen
)

// padded returns a length with its padding. It is false if that does not fit.
func padded(length uint64) (int64, bool) {
	if length > math.MaxInt64-blockAlign {
		return 0, false
	}
	return int64(length+blockAlign-1) &^ (blockAlign - 1), true
}

// checkHead validates the first bytes of the block at a place of the stream.
func checkHead(b []byte, at int64) (isIndex bool, length uint64, err *Error) {
	if len(b) < len(magic) || string(b[:len(magic)]) != magic && string(b[:len(magic)]) != indexMagic {
		return false, 0, invalidAt(at, "a segment or an index")
	}
	isIndex = b[3] == indexMagic[3]
	// The version first: another one may give the bytes behind it a meaning.
	if len(b) > versionAt && b[versionAt] != Version {
		err = otherVersion(versionAt, b[versionAt])
		err.Offset += at
		return false, 0, err
	}
	if len(b) < blockHead || b[5] != 0 || b[6] != 0 || b[7] != 0 {
		return false, 0, invalidAt(at, "the head of a segment or an index")
	}
	length = u64(b, lengthAt)
	if !isIndex && length < shortSegment || length < shortIndex {
		return false, 0, invalidAt(at+lengthAt, "the length of a block")
	}
	return isIndex, length, nil
}

// checkLength returns an error if a block is longer than the limit.
func (l limits) checkLength(at int64, length uint64) *Error {
	if length > l.bytes {
		return &Error{Code: ErrSize, Offset: at}
	}
	return nil
}

// openSegment validates the segment at a place of the stream; b is it with its
// padding.
func openSegment(b []byte, at int64, length uint64, l limits) (*Document, *Error) {
	if length > uint64(len(b)) {
		return nil, invalidAt(at, "a whole segment")
	}
	for i, zero := range b[length:] {
		if zero != 0 {
			return nil, invalidAt(at+int64(length)+int64(i), "zeros behind the segment")
		}
	}
	b = b[:length:length]
	isIndex, _, err := checkHead(b, at)
	if err != nil {
		return nil, err
	}
	if isIndex {
		return nil, invalidAt(at, "a segment")
	}
	// The limit of depth is that of a record, without the array around it.
	l.depth++
	d := new(Document)
	if err := d.open(b, l); err != nil {
		err.Offset += at
		return nil, err
	}
	root := d.Root()
	if root.Kind() != Array || root.Len() == 0 {
		return nil, invalidAt(at, "an array of records")
	}
	return d, nil
}

// indexBlock is an index: the segments between the index before it and itself.
type indexBlock struct {
	entries []byte
	start   int64  // where the first segment begins
	before  uint64 // the records before it
	total   uint64 // the records up to here
}

// segmentEntry is the length of a segment and the number of its records.
type segmentEntry struct {
	length, records uint64
}

func (x *indexBlock) len() int { return len(x.entries) / indexEntry }

func (x *indexBlock) entry(i int) segmentEntry {
	at := i * indexEntry
	return segmentEntry{u64(x.entries, at), u64(x.entries, at+8)}
}

// parseIndex validates the index at a place of the stream.
func parseIndex(b []byte, at int64) (x indexBlock, err *Error) {
	isIndex, length, err := checkHead(b, at)
	if err != nil {
		return x, err
	}
	if !isIndex {
		return x, invalidAt(at, "an index")
	}
	if len(b) < shortIndex || length != uint64(len(b)) || (len(b)-shortIndex)%indexEntry != 0 {
		return x, invalidAt(at+lengthAt, "the length of the index")
	}
	foot := len(b) - indexFoot
	if u64(b, foot) != length {
		return x, invalidAt(at+int64(foot), "the length of the index again")
	}
	if string(b[foot+12:]) != indexMagic {
		return x, invalidAt(at+int64(foot)+12, `the bytes "VRVI"`)
	}
	if u32(b, foot+8) != uint64(crc32.ChecksumIEEE(b[:foot+8])) {
		return x, invalidAt(at+int64(foot)+8, "the checksum of the index")
	}
	x = indexBlock{entries: b[indexHead:foot], start: at, total: u64(b, blockHead)}
	x.before = x.total
	for i := range x.len() {
		entry := x.entry(i)
		place := at + indexHead + int64(i)*indexEntry
		whole, ok := padded(entry.length)
		if !ok || entry.length < shortSegment || whole > x.start {
			return x, invalidAt(place, "the length of a segment before the index")
		}
		x.start -= whole
		if entry.records == 0 || entry.records > entry.length || entry.records > x.before {
			return x, invalidAt(place+8, "the number of records of a segment")
		}
		x.before -= entry.records
	}
	if x.start == 0 && x.before != 0 {
		return x, invalidAt(at+blockHead, "the number of all records")
	}
	return x, nil
}

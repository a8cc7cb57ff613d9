package frozen

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
)

// finish writes the tables and the header, when the tree is complete.
func (b *builder) finish(checksum bool) (*Document, error) {
	end := len(b.out)
	b.tables()
	size := len(b.out)
	if uint64(size-end) > math.MaxUint32 {
		return nil, &Error{Code: ErrSize, Offset: -1, Expected: "keys and shapes in less than 4 GiB"}
	}
	if checksum {
		size += checksumLen
		b.out[flagsAt] = flagChecksum
	}
	if uint64(size) > maxLength {
		return nil, &Error{Code: ErrSize, Offset: -1, Expected: "less than 2^48 bytes"}
	}
	root := b.slots[0]
	if root&tagReference != 0 {
		root += uint64(end) << 4
	}
	copy(b.out, magic)
	b.out[versionAt] = Version
	binary.LittleEndian.PutUint64(b.out[lengthAt:], uint64(size))
	binary.LittleEndian.PutUint64(b.out[treeEndAt:], uint64(end))
	binary.LittleEndian.PutUint64(b.out[rootAt:], root)
	if checksum {
		b.out = binary.LittleEndian.AppendUint64(b.out, xxh3(b.out))
	}
	if cap(b.out)-size > size/8+64 {
		b.out = bytes.Clone(b.out) // who keeps the document keeps no more than it needs
	}
	d := &Document{whole: b.out, bytes: b.out, tables: end}
	if checksum {
		d.bytes = b.out[:size-checksumLen]
	}
	d.readTables()
	return d, nil
}

// tables writes the tables of texts and shapes.
func (b *builder) tables() {
	from := len(b.out)
	b.out = append(b.out, make([]byte, tablesLen+4*len(b.kept))...)
	patch := func(at, value int) { binary.LittleEndian.PutUint32(b.out[at:], uint32(value)) }
	places := make([]uint32, len(b.keys.texts))
	texts := 0
	for _, number := range b.kept {
		keys := b.shapes.of(number)
		for i := len(keys) - 1; i >= 0; i-- {
			if places[keys[i]] != 0 {
				continue
			}
			places[keys[i]] = uint32(len(b.out) - from)
			text := b.keys.texts[keys[i]]
			b.out = appendLength(b.out, len(text))
			b.out = append(b.out, text...)
			texts++
		}
	}
	if texts != 0 {
		b.out = append(b.out, 0)
	}
	patch(from, len(b.kept))
	patch(from+4, texts)
	patch(from+8, len(b.out)-from)
	for i, number := range b.kept {
		patch(from+tablesLen+4*i, len(b.out)-from)
		b.record(b.shapes.of(number), places)
	}
}

// record writes the record of a shape.
func (b *builder) record(keys, places []uint32) {
	if len(keys) <= smallShape {
		b.out = append(b.out, byte(len(keys)))
		for _, key := range keys {
			b.out = append(b.out, byte(hashKey(b.keys.texts[key])>>56))
		}
	} else {
		texts := make([]string, len(keys))
		for i, key := range keys {
			texts[i] = b.keys.texts[key]
		}
		b.out = append(b.out, 0)
		b.out = binary.LittleEndian.AppendUint32(b.out, uint32(len(keys)))
		b.out = appendIndex(b.out, texts)
	}
	for _, key := range keys {
		b.out = binary.LittleEndian.AppendUint32(b.out, places[key])
	}
}

// maxBucket is the most keys of a bucket of an index: more are no accident.
const maxBucket = 32

// indexBits returns the bits of a place in the first index that is tried for so
// many keys: its table is at most three quarters full.
func indexBits(count int) int {
	return max(indexLeast, bits.Len64(uint64(count)+uint64(count)/3))
}

// indexLength returns the length of that index.
func indexLength(count int) int {
	k := indexBits(count)
	return 1 + 1<<(k-3) + 1<<k<<indexWidth(count)
}

// indexWidth returns the base-2 logarithm of the bytes of a key's number.
func indexWidth(count int) uint8 { return widthOf(uint64(count - 1)) }

// appendIndex appends the index of so many keys, which differ.
func appendIndex(out []byte, keys []string) []byte {
	hashes := make([]uint64, len(keys))
	for i, key := range keys {
		hashes[i] = hashKey(key)
	}
	width := indexWidth(len(keys))
	for k := indexBits(len(keys)); k <= indexBits(len(keys))+1 && k <= indexMost; k++ {
		size := 1<<(k-3) + 1<<k<<width
		with := append(append(out, byte(k)), make([]byte, size)...)
		if displace(with[len(out)+1:], hashes, k, width) {
			return with
		}
	}
	order := make([]uint32, len(keys))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Compare(keys[a], keys[b]) })
	out = append(out, 0)
	for _, number := range order {
		out = appendNumber(out, uint64(number), width)
	}
	return out
}

// displace fills in the displacements and the table of an index. It returns
// false if a bucket has too many keys, or if no displacement sends the keys of a
// bucket to free places.
func displace(index []byte, hashes []uint64, k int, width uint8) bool {
	buckets := 1 << (k - 3)
	bucket := func(hash uint64) int { return int(hash >> (64 - (k - 3))) }
	// A counting sort of the keys by bucket: where the keys of each begin.
	starts := make([]uint32, buckets+1)
	for _, hash := range hashes {
		starts[bucket(hash)+1]++
	}
	var bySize [maxBucket + 1][]uint32
	for i := range buckets {
		size := starts[i+1]
		if size > maxBucket {
			return false
		}
		bySize[size] = append(bySize[size], uint32(i))
		starts[i+1] += starts[i]
	}
	keys := make([]uint32, len(hashes))
	filled := slices.Clone(starts)
	for i, hash := range hashes {
		place := &filled[bucket(hash)]
		keys[*place] = uint32(i)
		*place++
	}
	taken := make([]bool, 1<<k)
	for size := maxBucket; size > 0; size-- {
		for _, i := range bySize[size] {
			own := keys[starts[i]:starts[i+1]]
			displacement := 0
			for !fits(own, hashes, displacement, k, taken) {
				if displacement++; displacement > 0xFF {
					return false
				}
			}
			index[i] = byte(displacement)
			for _, key := range own {
				at := buckets + indexPlace(hashes[key], displacement, k)<<width
				appendNumber(index[at:at], uint64(key), width)
			}
		}
	}
	return true
}

// indexPlace returns the place of a hash under a displacement.
func indexPlace(hash uint64, displacement, k int) int {
	return int(bits.RotateLeft64(hash, 32) * uint64(2*displacement+1) >> (64 - k))
}

// fits takes the places of the keys of a bucket under a displacement, if they are
// free and differ.
func fits(own []uint32, hashes []uint64, displacement, k int, taken []bool) bool {
	for i, key := range own {
		at := indexPlace(hashes[key], displacement, k)
		if !taken[at] {
			taken[at] = true
			continue
		}
		for _, key := range own[:i] {
			taken[indexPlace(hashes[key], displacement, k)] = false
		}
		return false
	}
	return true
}

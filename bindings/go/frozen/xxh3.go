package frozen

import "math/bits"

// XXH3 of 64 bits without a seed, for more than 16 bytes: all documents are
// longer. See github.com/Cyan4973/xxHash, doc/xxhash_spec.md.

const (
	prime32n1 = 0x9E3779B1
	prime32n2 = 0x85EBCA77
	prime32n3 = 0xC2B2AE3D
	prime64n1 = 0x9E3779B185EBCA87
	prime64n2 = 0xC2B2AE3D27D4EB4F
	prime64n3 = 0x165667B19E3779F9
	prime64n4 = 0x85EBCA77C2B2AE63
	prime64n5 = 0x27D4EB2F165667C5
)

const xxhSecret = "" +
	"\xb8\xfe\x6c\x39\x23\xa4\x4b\xbe\x7c\x01\x81\x2c\xf7\x21\xad\x1c" +
	"\xde\xd4\x6d\xe9\x83\x90\x97\xdb\x72\x40\xa4\xa4\xb7\xb3\x67\x1f" +
	"\xcb\x79\xe6\x4e\xcc\xc0\xe5\x78\x82\x5a\xd0\x7d\xcc\xff\x72\x21" +
	"\xb8\x08\x46\x74\xf7\x43\x24\x8e\xe0\x35\x90\xe6\x81\x3a\x26\x4c" +
	"\x3c\x28\x52\xbb\x91\xc3\x00\xcb\x88\xd0\x65\x8b\x1b\x53\x2e\xa3" +
	"\x71\x64\x48\x97\xa2\x0d\xf9\x4e\x38\x19\xef\x46\xa9\xde\xac\xd8" +
	"\xa8\xfa\x76\x3f\xe3\x9c\x34\x3f\xf9\xdc\xbb\xc7\xc7\x0b\x4f\x1d" +
	"\x8a\x51\xe0\x4b\xcd\xb4\x59\x31\xc8\x9f\x7e\xc9\xd9\x78\x73\x64" +
	"\xea\xc5\xac\x83\x34\xd3\xeb\xc3\xc5\x81\xa0\xff\xfa\x13\x63\xeb" +
	"\x17\x0d\xdd\x51\xb7\xf0\xda\x49\xd3\x16\x55\x26\x29\xd4\x68\x9e" +
	"\x2b\x16\xbe\x58\x7d\x47\xa1\xfc\x8f\xf8\xb8\xd1\x7a\xd0\x31\xce" +
	"\x45\xcb\x3a\x8f\x95\x16\x04\x28\xaf\xd7\xfb\xca\xbb\x4b\x40\x7e"

func xxhFold(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}

func xxhAvalanche(hash uint64) uint64 {
	hash ^= hash >> 37
	hash *= 0x165667919E3779F9
	return hash ^ hash>>32
}

func xxhMix16(b []byte, at, secret int) uint64 {
	return xxhFold(load(b, at)^load(xxhSecret, secret), load(b, at+8)^load(xxhSecret, secret+8))
}

// xxhStripe takes 64 bytes into the lanes.
func xxhStripe(lanes *[8]uint64, b []byte, secret int) {
	b = b[:64]
	for i := range 8 {
		value := load(b, 8*i)
		key := value ^ load(xxhSecret, secret+8*i)
		lanes[i^1] += value
		lanes[i] += (key & 0xFFFFFFFF) * (key >> 32)
	}
}

func xxhLong(b []byte) uint64 {
	lanes := [8]uint64{
		prime32n3, prime64n1, prime64n2, prime64n3, prime64n4, prime32n2, prime64n5, prime32n1,
	}
	n := len(b)
	stripes := (n - 1) / 64 // before the last
	for stripe := range stripes {
		xxhStripe(&lanes, b[64*stripe:], 8*(stripe%16))
		if stripe%16 == 15 {
			for i := range lanes {
				lanes[i] ^= lanes[i] >> 47
				lanes[i] ^= load(xxhSecret, 128+8*i)
				lanes[i] *= prime32n1
			}
		}
	}
	xxhStripe(&lanes, b[n-64:], 121)
	lengths := uint64(n)
	hash := lengths * prime64n1
	for i := range 4 {
		hash += xxhFold(lanes[2*i]^load(xxhSecret, 11+16*i), lanes[2*i+1]^load(xxhSecret, 19+16*i))
	}
	return xxhAvalanche(hash)
}

// xxh3 returns the hash of more than 16 bytes.
func xxh3(b []byte) uint64 {
	n := len(b)
	if n > 240 {
		return xxhLong(b)
	}
	lengths := uint64(n)
	hash := lengths * prime64n1
	if n > 128 {
		for i := range 8 {
			hash += xxhMix16(b, 16*i, 16*i)
		}
		hash = xxhAvalanche(hash)
		for i := 8; i < n/16; i++ {
			hash += xxhMix16(b, 16*i, 16*(i-8)+3)
		}
		hash += xxhMix16(b, n-16, 119)
		return xxhAvalanche(hash)
	}
	for i := range (n-1)/32 + 1 {
		hash += xxhMix16(b, 16*i, 32*i)
		hash += xxhMix16(b, n-16*(i+1), 32*i+16)
	}
	return xxhAvalanche(hash)
}

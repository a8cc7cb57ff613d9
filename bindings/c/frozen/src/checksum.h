/*
 * Checksum: XXH3 of 64 bits without a seed, for more than 16 bytes: all buffers are longer.
 * https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
 */
#ifndef VVF__CHECKSUM_H
#define VVF__CHECKSUM_H

#include "../../shared/multiply.h"
#include "bytes.h"

#define VVF__PRIME32_1 UINT64_C(0x9E3779B1)
#define VVF__PRIME32_2 UINT64_C(0x85EBCA77)
#define VVF__PRIME32_3 UINT64_C(0xC2B2AE3D)
#define VVF__PRIME64_1 UINT64_C(0x9E3779B185EBCA87)
#define VVF__PRIME64_2 UINT64_C(0xC2B2AE3D27D4EB4F)
#define VVF__PRIME64_3 UINT64_C(0x165667B19E3779F9)
#define VVF__PRIME64_4 UINT64_C(0x85EBCA77C2B2AE63)
#define VVF__PRIME64_5 UINT64_C(0x27D4EB2F165667C5)

static const unsigned char vvf__secret[192] = {
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c,
    0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f,
    0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
    0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c,
    0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3,
    0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8,
    0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d,
    0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64,
    0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
    0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e,
    0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce,
    0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e};

static inline uint64_t vvf__fold(uint64_t a, uint64_t b)
{
    uint64_t low, high = vvs__multiply(a, b, &low);
    return low ^ high;
}

static inline uint64_t vvf__avalanche(uint64_t hash)
{
    hash ^= hash >> 37;
    hash *= UINT64_C(0x165667919E3779F9);
    return hash ^ hash >> 32;
}

static inline uint64_t vvf__mix16(const unsigned char *p, size_t secret)
{
    return vvf__fold(vvf__u64(p) ^ vvf__u64(vvf__secret + secret),
                     vvf__u64(p + 8) ^ vvf__u64(vvf__secret + secret + 8));
}

static inline void vvf__stripe(uint64_t lanes[8], const unsigned char *p, size_t secret)
{
    size_t i;
    for (i = 0; i < 8; i++) {
        uint64_t value = vvf__u64(p + 8 * i);
        uint64_t key = value ^ vvf__u64(vvf__secret + secret + 8 * i);
        lanes[i ^ 1u] += value;
        lanes[i] += (key & 0xFFFFFFFFu) * (key >> 32);
    }
}

static inline uint64_t vvf__xxh3_long(const unsigned char *p, size_t length)
{
    uint64_t lanes[8] = {VVF__PRIME32_3, VVF__PRIME64_1, VVF__PRIME64_2, VVF__PRIME64_3,
                         VVF__PRIME64_4, VVF__PRIME32_2, VVF__PRIME64_5, VVF__PRIME32_1};
    uint64_t hash = (uint64_t)length * VVF__PRIME64_1;
    size_t last = (length - 1) / 64; /* the stripes before the last */
    size_t i, n;
    for (n = 0; n < last; n++) {
        vvf__stripe(lanes, p + 64 * n, 8 * (n % 16));
        if (n % 16 == 15) {
            for (i = 0; i < 8; i++) {
                lanes[i] ^= lanes[i] >> 47;
                lanes[i] ^= vvf__u64(vvf__secret + 128 + 8 * i);
                lanes[i] *= VVF__PRIME32_1;
            }
        }
    }
    vvf__stripe(lanes, p + length - 64, 121);
    for (i = 0; i < 4; i++) {
        hash += vvf__fold(lanes[2 * i] ^ vvf__u64(vvf__secret + 11 + 16 * i),
                          lanes[2 * i + 1] ^ vvf__u64(vvf__secret + 19 + 16 * i));
    }
    return vvf__avalanche(hash);
}

static inline uint64_t vvf__xxh3(const unsigned char *p, size_t length)
{
    uint64_t hash = (uint64_t)length * VVF__PRIME64_1;
    size_t i;
    if (length > 240)
        return vvf__xxh3_long(p, length);
    if (length > 128) {
        for (i = 0; i < 8; i++)
            hash += vvf__mix16(p + 16 * i, 16 * i);
        hash = vvf__avalanche(hash);
        for (i = 8; i < length / 16; i++)
            hash += vvf__mix16(p + 16 * i, 16 * (i - 8) + 3);
        hash += vvf__mix16(p + length - 16, 119);
        return vvf__avalanche(hash);
    }
    for (i = 0; i <= (length - 1) / 32; i++) {
        hash += vvf__mix16(p + 16 * i, 32 * i);
        hash += vvf__mix16(p + length - 16 * (i + 1), 32 * i + 16);
    }
    return vvf__avalanche(hash);
}

#endif

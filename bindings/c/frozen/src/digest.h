/*
 * Digests: 128 bits of a value, the same for values that are equal. Keys of maps may be any value,
 * and must differ: validation sorts their digests to prove it. They are made by BLAKE2s (RFC 7693),
 * so nobody can find two values with one digest.
 */
#ifndef VVF__DIGEST_H
#define VVF__DIGEST_H

#include "containers.h"
#include "scalars.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define VVF__DIGEST 16u

typedef struct vvf__digest {
    unsigned char bytes[VVF__DIGEST];
} vvf__digest;

static inline uint32_t vvf__rotate(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

/* Compresses a block of 64 bytes into `h`. `total` is the number of bytes up to its end. */
static inline void vvf__blake2s(uint32_t h[8], const unsigned char block[64], uint64_t total,
                                int is_last)
{
    static const uint32_t iv[8] = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
    static const unsigned char sigma[10][16] = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
        {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
        {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
        {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
        {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
        {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
        {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
        {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
        {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
        {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};
    uint32_t v[16], m[16];
    unsigned i, round;
    for (i = 0; i < 8; i++) {
        v[i] = h[i];
        v[i + 8] = iv[i];
    }
    for (i = 0; i < 16; i++)
        m[i] = vvf__u32(block + 4 * i);
    v[12] ^= (uint32_t)(total & 0xFFFFFFFFu);
    v[13] ^= (uint32_t)(total >> 32);
    if (is_last)
        v[14] = ~v[14];
    for (round = 0; round < 10; round++) {
        for (i = 0; i < 8; i++) {
            /* Four columns, then four diagonals. */
            unsigned a = i & 3u, turn = i >> 2;
            unsigned b = 4 + ((a + turn) & 3u);
            unsigned c = 8 + ((a + 2 * turn) & 3u);
            unsigned d = 12 + ((a + 3 * turn) & 3u);
            v[a] += v[b] + m[sigma[round][2 * i]];
            v[d] = vvf__rotate(v[d] ^ v[a], 16);
            v[c] += v[d];
            v[b] = vvf__rotate(v[b] ^ v[c], 12);
            v[a] += v[b] + m[sigma[round][2 * i + 1]];
            v[d] = vvf__rotate(v[d] ^ v[a], 8);
            v[c] += v[d];
            v[b] = vvf__rotate(v[b] ^ v[c], 7);
        }
    }
    for (i = 0; i < 8; i++)
        h[i] ^= v[i] ^ v[i + 8];
}

/* The digest of bytes; `domain` keeps those of different kinds apart. */
static inline vvf__digest vvf__digest_of(uint32_t domain, const unsigned char *p, size_t length)
{
    /* The initial values of BLAKE2s, with 16 bytes of digest and `domain` as personalization. */
    uint32_t h[8] = {0x6A09E667 ^ 0x01010010,
                     0xBB67AE85,
                     0x3C6EF372,
                     0xA54FF53A,
                     0x510E527F,
                     0x9B05688C,
                     0x1F83D9AB,
                     0x5BE0CD19};
    unsigned char block[64];
    uint64_t total = 0;
    vvf__digest digest;
    unsigned i;
    h[6] ^= domain;
    while (length > 64) {
        total += 64;
        vvf__blake2s(h, p, total, 0);
        p += 64;
        length -= 64;
    }
    memset(block, 0, sizeof block);
    if (length != 0)
        memcpy(block, p, length);
    vvf__blake2s(h, block, total + length, 1);
    for (i = 0; i < VVF__DIGEST; i++)
        digest.bytes[i] = (unsigned char)(h[i / 4] >> 8 * (i % 4) & 0xFFu);
    return digest;
}

/* The kinds of values, as digests tell them apart. */
enum {
    VVF__OF_LITERAL = 1,
    VVF__OF_INT,
    VVF__OF_UNSIGNED,
    VVF__OF_FLOAT,
    VVF__OF_BIG,
    VVF__OF_DECIMAL,
    VVF__OF_STRING,
    VVF__OF_BYTES,
    VVF__OF_TIMESTAMP,
    VVF__OF_TAGGED,
    VVF__OF_EXTENSION,
    VVF__OF_SIMPLE,
    VVF__OF_ARRAY,
    VVF__OF_MEMBERS,
    VVF__OF_TWO
};

/* The digest of two digests in this order. */
static inline vvf__digest vvf__digest_both(vvf__digest a, vvf__digest b)
{
    unsigned char both[2 * VVF__DIGEST];
    memcpy(both, a.bytes, VVF__DIGEST);
    memcpy(both + VVF__DIGEST, b.bytes, VVF__DIGEST);
    return vvf__digest_of(VVF__OF_TWO, both, sizeof both);
}

static inline vvf__digest vvf__digest_of_number(uint32_t domain, uint64_t number)
{
    unsigned char bytes[8];
    unsigned i;
    for (i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(number >> 8 * i & 0xFFu);
    return vvf__digest_of(domain, bytes, sizeof bytes);
}

/* The digest of a float: -0.0 differs from 0.0, NaN equals NaN, 32 bits equal 64 bits. */
static inline vvf__digest vvf__digest_of_float(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if ((bits & UINT64_C(0x7FFFFFFFFFFFFFFF)) > UINT64_C(0x7FF0000000000000))
        bits = UINT64_C(0x7FF8000000000000);
    return vvf__digest_of_number(VVF__OF_FLOAT, bits);
}

/* The digest that a container begins with. */
static inline vvf__digest vvf__digest_of_container(uint32_t domain)
{
    return vvf__digest_of(domain, NULL, 0);
}

/* The digest of a number, unless it is held as text. */
static inline vvf__digest vvf__digest_of_numeric(vvf_value value)
{
    int is_unsigned;
    uint64_t bits;
    if (vvf_kind_of(value) == VVF_FLOAT) {
        double number = 0;
        vvf_get_f64(value, &number);
        return vvf__digest_of_float(number);
    }
    bits = vvf__integer(value, &is_unsigned);
    return vvf__digest_of_number(bits >> 63 && is_unsigned ? VVF__OF_UNSIGNED : VVF__OF_INT, bits);
}

/* The digest of a packed array or of a matrix: that of an array of arrays. */
static inline vvf__digest vvf__digest_of_packed(vvf_value value)
{
    vvf__digest digest = vvf__digest_of_container(VVF__OF_ARRAY);
    vvf__container c, row;
    size_t i, k;
    vvf__enter(value, &c);
    for (i = 0; i < c.count; i++) {
        vvf_value item = vvf__item(value.doc, &c, i);
        vvf__digest own;
        if (item.form == VVF__ROW) {
            own = vvf__digest_of_container(VVF__OF_ARRAY);
            vvf__enter(item, &row);
            for (k = 0; k < row.count; k++)
                own = vvf__digest_both(own, vvf__digest_of_numeric(vvf__item(value.doc, &row, k)));
        } else {
            own = vvf__digest_of_numeric(item);
        }
        digest = vvf__digest_both(digest, own);
    }
    return digest;
}

/* The digest of a value that holds no slots. */
static inline vvf__digest vvf__digest_of_leaf(vvf_value value)
{
    const unsigned char *p;
    const char *text = "";
    size_t length = 0;
    switch (vvf_kind_of(value)) {
    case VVF_INT:
    case VVF_FLOAT: return vvf__digest_of_numeric(value);
    case VVF_BIGINT:
        vvf_get_number_text(value, &text, &length);
        return vvf__digest_of(VVF__OF_BIG, (const unsigned char *)text, length);
    case VVF_DECIMAL:
        vvf_get_number_text(value, &text, &length);
        return vvf__digest_of(VVF__OF_DECIMAL, (const unsigned char *)text, length);
    case VVF_STRING:
        vvf_get_string(value, &text, &length);
        return vvf__digest_of(VVF__OF_STRING, (const unsigned char *)text, length);
    case VVF_BYTES:
        p = vvf__counted(value.doc, value.at + 1, &length);
        return vvf__digest_of(VVF__OF_BYTES, p, length);
    case VVF_TIMESTAMP:
        return vvf__digest_of(VVF__OF_TIMESTAMP, value.doc->bytes + value.at + 1, 12);
    case VVF_ARRAY: return vvf__digest_of_packed(value);
    case VVF_OBJECT: return vvf__digest_of_container(VVF__OF_MEMBERS);
    default: return vvf__digest_of_number(VVF__OF_LITERAL, value.bits);
    }
}

/* The digests of a key and its value. They wait for those of the other members. */
typedef struct vvf__entry {
    vvf__digest key;
    vvf__digest value;
} vvf__entry;

/* Moves entry `root` down to where it belongs in a heap of `count` entries. */
static inline void vvf__sift(unsigned char *entries, size_t root, size_t count)
{
    const size_t size = sizeof(vvf__entry);
    vvf__entry moved;
    memcpy(&moved, entries + root * size, size);
    while (root < count / 2) {
        size_t child = 2 * root + 1;
        if (child + 1 < count
            && memcmp(entries + child * size, entries + (child + 1) * size, VVF__DIGEST) < 0)
            child++;
        if (memcmp(moved.key.bytes, entries + child * size, VVF__DIGEST) >= 0)
            break;
        memcpy(entries + root * size, entries + child * size, size);
        root = child;
    }
    memcpy(entries + root * size, &moved, size);
}

/* Sorts entries by their keys, in place. */
static inline void vvf__sort_entries(unsigned char *entries, size_t count)
{
    const size_t size = sizeof(vvf__entry);
    vvf__entry last;
    size_t i;
    for (i = count / 2; i > 0; i--)
        vvf__sift(entries, i - 1, count);
    for (i = count; i > 1; i--) {
        memcpy(&last, entries + (i - 1) * size, size);
        memcpy(entries + (i - 1) * size, entries, size);
        memcpy(entries, &last, size);
        vvf__sift(entries, 0, i - 1);
    }
}

#endif

/*
 * Bytes: numbers, lengths and UTF-8 in memory of any alignment.
 */
#ifndef VVF__BYTES_H
#define VVF__BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Look-ups, steps of loops over items, and what they call. Else compilers make calls of them that
 * pass values of 40 bytes through memory: a step takes 8 to 16 ns in place of 2. */
#if defined(__GNUC__)
#define VVF__INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define VVF__INLINE static __forceinline
#else
#define VVF__INLINE static inline
#endif

VVF__INLINE uint32_t vvf__u16(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

VVF__INLINE uint32_t vvf__u32(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

VVF__INLINE uint64_t vvf__u64(const unsigned char *p)
{
    return (uint64_t)vvf__u32(p) | (uint64_t)vvf__u32(p + 4) << 32;
}

/* A number of 1, 2, 4 or 8 bytes; `width` is the base-2 logarithm. */
VVF__INLINE uint64_t vvf__uint(const unsigned char *p, unsigned width)
{
    switch (width) {
    case 0: return p[0];
    case 1: return vvf__u16(p);
    case 2: return vvf__u32(p);
    default: return vvf__u64(p);
    }
}

/* Reads two's complement. A conversion of large numbers would be up to the compiler. */
VVF__INLINE int64_t vvf__signed(uint64_t bits)
{
    return bits >> 63 ? -(int64_t)~bits - 1 : (int64_t)bits;
}

/* A signed number of 1, 2, 4 or 8 bytes. */
VVF__INLINE int64_t vvf__int(const unsigned char *p, unsigned width)
{
    uint64_t bits = vvf__uint(p, width);
    unsigned sign = (8u << width) - 1u;
    if (bits >> sign & 1u)
        bits |= ~UINT64_C(0) << sign;
    return vvf__signed(bits);
}

static inline double vvf__double(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float vvf__float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Multiplies two numbers of 64 bits. Returns the high half of the product. */
VVF__INLINE uint64_t vvf__multiply(uint64_t a, uint64_t b, uint64_t *low)
{
#if defined(__SIZEOF_INT128__) && !defined(VVF_NO_INT128)
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#else
    uint64_t a0 = a & 0xFFFFFFFFu, a1 = a >> 32, b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
    uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    uint64_t middle = (p00 >> 32) + (p01 & 0xFFFFFFFFu) + (p10 & 0xFFFFFFFFu);
    *low = (p00 & 0xFFFFFFFFu) | middle << 32;
    return p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
#endif
}

/*
 * Returns the place of the first byte that is not UTF-8 (table 3-7 of the Unicode standard), or
 * `length` if all bytes are.
 */
static inline size_t vvf__utf8(const unsigned char *p, size_t length)
{
    size_t i = 0;
    while (i < length) {
        unsigned c = p[i];
        size_t more;
        unsigned low = 0x80, high = 0xBF;
        size_t k;
        if (c < 0x80) {
            while (length - i >= 8 && (vvf__u64(p + i) & UINT64_C(0x8080808080808080)) == 0)
                i += 8;
            while (i < length && p[i] < 0x80)
                i++;
            continue;
        }
        if (c < 0xC2 || c > 0xF4)
            return i;
        more = c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
        if (c == 0xE0)
            low = 0xA0;
        else if (c == 0xED)
            high = 0x9F;
        else if (c == 0xF0)
            low = 0x90;
        else if (c == 0xF4)
            high = 0x8F;
        if (length - i <= more)
            return i;
        if (p[i + 1] < low || p[i + 1] > high)
            return i;
        for (k = 2; k <= more; k++) {
            if (p[i + k] < 0x80 || p[i + k] > 0xBF)
                return i;
        }
        i += more + 1;
    }
    return length;
}

/*
 * Reads a length, which begins at `*at` and ends at `end` or before, and moves `*at` behind it.
 * Returns 0 if the length is cut off, not in its shortest form, or beyond 63 bits.
 */
VVF__INLINE int vvf__length(const unsigned char *bytes, size_t end, size_t *at, uint64_t *length)
{
    uint64_t value = 0;
    unsigned shift;
    for (shift = 0; shift < 63; shift += 7) {
        unsigned byte;
        if (*at >= end)
            return 0;
        byte = bytes[(*at)++];
        value |= (uint64_t)(byte & 0x7Fu) << shift;
        if (byte < 0x80) {
            *length = value;
            return byte != 0 || shift == 0;
        }
    }
    return 0;
}

#endif

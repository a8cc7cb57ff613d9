/*
 * Bytes: numbers and lengths in memory of any alignment.
 */
#ifndef VVF__BYTES_H
#define VVF__BYTES_H

#include "../../shared/inline.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Look-ups, steps of loops over items, and what they call. Else compilers make calls of them that
 * pass values of 40 bytes through memory: a step takes 8 to 16 ns in place of 2. */
#define VVF__INLINE VVS__INLINE

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

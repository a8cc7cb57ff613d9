/*
 * Products of 128 bits.
 */
#ifndef VARVEL_SHARED_MULTIPLY_H
#define VARVEL_SHARED_MULTIPLY_H

#include "inline.h"

#include <stdint.h>

/* Multiplies two numbers of 64 bits. Returns the high half of the product. */
VVS__INLINE uint64_t vvs__multiply(uint64_t a, uint64_t b, uint64_t *low)
{
#if defined(__SIZEOF_INT128__) && !defined(VARVEL_NO_INT128)
    __extension__ typedef unsigned __int128 wide;
    const wide product = (wide)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#else
    const uint64_t mask = 0xFFFFFFFFu;
    const uint64_t a0 = a & mask, a1 = a >> 32, b0 = b & mask, b1 = b >> 32;
    const uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    const uint64_t middle = (p00 >> 32) + (p01 & mask) + (p10 & mask);
    *low = (p00 & mask) | middle << 32;
    return p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
#endif
}

#endif

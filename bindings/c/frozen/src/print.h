/*
 * Numbers as text.
 *
 * Schubfach (R. Giulietti, "The Schubfach way to render doubles", 2020) finds the shortest decimal
 * that reads back to the same float, and of those the closest.
 */
#ifndef VVF__PRINT_H
#define VVF__PRINT_H

#include "bytes.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* floor(value / 2^bits), for negative values too. */
static inline int vvf__floor_shift(int64_t value, unsigned bits)
{
    return value >= 0 ? (int)(value >> bits) : -(int)((-(value + 1)) >> bits) - 1;
}

/* floor(log2(10^e)), for |e| <= 1233. */
static inline int vvf__floor_log2(int e)
{
    return vvf__floor_shift((int64_t)e * 1741647, 19);
}

/* floor(log10(2^e)), or floor(log10(3/4 * 2^e)), for |e| <= 1500. */
static inline int vvf__floor_log10(int e, int three_quarters)
{
    return vvf__floor_shift((int64_t)e * 1262611 - (three_quarters ? 524031 : 0), 22);
}

/*
 * The power 10^k for k from -292 to 324, scaled to 128 bits with the highest bit set and rounded
 * up. The table has every 27th power. The others are products of one of these and a power of five,
 * and two bits for each correct the end of the product.
 */
static inline uint64_t vvf__power_of_ten(int k, uint64_t *low)
{
    static const uint64_t bases[24][2] = {
        {UINT64_C(0xA76C582338ED2621), UINT64_C(0xAF2AF2B80AF6F24F)},
        {UINT64_C(0x873E4F75E2224E68), UINT64_C(0x5A7744A6E804A292)},
        {UINT64_C(0xDA7F5BF590966848), UINT64_C(0xAF39A475506A899F)},
        {UINT64_C(0xB080392CC4349DEC), UINT64_C(0xBD8D794D96AACFB4)},
        {UINT64_C(0x8E938662882AF53E), UINT64_C(0x547EB47B7282EE9D)},
        {UINT64_C(0xE65829B3046B0AFA), UINT64_C(0x0CB4A5A3112A5113)},
        {UINT64_C(0xBA121A4650E4DDEB), UINT64_C(0x92F34D62616CE414)},
        {UINT64_C(0x964E858C91BA2655), UINT64_C(0x3A6A07F8D510F870)},
        {UINT64_C(0xF2D56790AB41C2A2), UINT64_C(0xFAE27299423FB9C4)},
        {UINT64_C(0xC428D05AA4751E4C), UINT64_C(0xAA97E14C3C26B887)},
        {UINT64_C(0x9E74D1B791E07E48), UINT64_C(0x775EA264CF55347E)},
        {UINT64_C(0x8000000000000000), UINT64_C(0x0000000000000000)},
        {UINT64_C(0xCECB8F27F4200F3A), UINT64_C(0x0000000000000000)},
        {UINT64_C(0xA70C3C40A64E6C51), UINT64_C(0x999090B65F67D924)},
        {UINT64_C(0x86F0AC99B4E8DAFD), UINT64_C(0x69A028BB3DED71A4)},
        {UINT64_C(0xDA01EE641A708DE9), UINT64_C(0xE80E6F4820CC9496)},
        {UINT64_C(0xB01AE745B101E9E4), UINT64_C(0x5EC05DCFF72E7F90)},
        {UINT64_C(0x8E41ADE9FBEBC27D), UINT64_C(0x14588F13BE847308)},
        {UINT64_C(0xE5D3EF282A242E81), UINT64_C(0x8F1668C8A86DA5FB)},
        {UINT64_C(0xB9A74A0637CE2EE1), UINT64_C(0x6D953E2BD7173693)},
        {UINT64_C(0x95F83D0A1FB69CD9), UINT64_C(0x4ABDAF101564F98F)},
        {UINT64_C(0xF24A01A73CF2DCCF), UINT64_C(0xBC633B39673C8CED)},
        {UINT64_C(0xC3B8358109E84F07), UINT64_C(0x0A862F80EC4700C9)},
        {UINT64_C(0x9E19DB92B4E31BA9), UINT64_C(0x6C07A2C26A8346D2)},
    };
    /* Two bits for each k: one more than is to be added. */
    static const uint64_t mends[20] = {
        UINT64_C(0xA959969565555555),
        UINT64_C(0xAAAA9966A95AA6AA),
        UINT64_C(0xAAAAAAAAA566AAA5),
        UINT64_C(0x5461955565556AAA),
        UINT64_C(0x4655A556AA6AAA95),
        UINT64_C(0xAA95555155956955),
        UINT64_C(0x5A99965AAA695AAA),
        UINT64_C(0x6AA5A6AA95AAAA55),
        UINT64_C(0x5A65A96AA9A6AA99),
        UINT64_C(0x5555555555555559),
        UINT64_C(0xAA55555555555555),
        UINT64_C(0x9AAA96AAAAAAAAAA),
        UINT64_C(0xA6A9AAA9AAAAA6AA),
        UINT64_C(0x665A96A6696A9AAA),
        UINT64_C(0x5545106555151AAA),
        UINT64_C(0xA9AA9AAAAAAAAAA5),
        UINT64_C(0x15116A9559A695A5),
        UINT64_C(0xA669655514195555),
        UINT64_C(0x5555155556565966),
        UINT64_C(0x0000000000015A55),
    };
    unsigned i = (unsigned)(k + 297) / 27, rest = (unsigned)(k + 297) % 27, n, shift;
    unsigned at = (unsigned)(k + 292);
    uint64_t five = 1, high, high_low, carry, mend;
    int base = 27 * (int)i - 297;
    for (n = 0; n < rest; n++)
        five *= 5;
    shift = (unsigned)(vvf__floor_log2(k) - vvf__floor_log2(base) - (int)rest);
    /* 192 bits: high, high_low, low. */
    carry = vvf__multiply(bases[i][1], five, low);
    high = vvf__multiply(bases[i][0], five, &high_low);
    high_low += carry;
    high += high_low < carry;
    if (shift != 0) {
        *low = *low >> shift | high_low << (64 - shift);
        high_low = high_low >> shift | high << (64 - shift);
    }
    mend = mends[at / 32] >> (2 * (at % 32)) & 3u;
    *low += mend;
    high_low += *low < mend;
    high_low -= *low == 0;
    *low -= 1;
    return high_low;
}

/* The high half of the product of a power and a number, with the lowest bit set if it is inexact. */
static inline uint64_t vvf__round_to_odd(uint64_t high, uint64_t low, uint64_t factor)
{
    uint64_t ignored, carry = vvf__multiply(low, factor, &ignored);
    uint64_t sum, top = vvf__multiply(high, factor, &sum);
    sum += carry;
    top += sum < carry;
    return top | (sum > 1);
}

/*
 * The shortest decimal for c * 2^q: returns its digits as a number, and the power of ten in
 * `*power`. If `is_irregular`, the float below is nearer than the one above.
 */
static inline uint64_t vvf__shortest(uint64_t c, int q, int is_irregular, int *power)
{
    uint64_t odd = c & 1u, high, low, below, value, above, s, tens;
    int k = vvf__floor_log10(q, is_irregular);
    unsigned h = (unsigned)(q + vvf__floor_log2(-k) + 1);
    int inside, inside_above;
    high = vvf__power_of_ten(-k, &low);
    below = vvf__round_to_odd(high, low, (4 * c - (is_irregular ? 1u : 2u)) << h) + odd;
    value = vvf__round_to_odd(high, low, (4 * c) << h);
    above = vvf__round_to_odd(high, low, (4 * c + 2) << h) - odd;
    s = value / 4;
    if (s >= 10) {
        tens = s / 10;
        inside = below <= 40 * tens;
        inside_above = 40 * tens + 40 <= above;
        if (inside != inside_above) {
            *power = k + 1;
            return tens + (inside_above ? 1u : 0u);
        }
    }
    *power = k;
    inside = below <= 4 * s;
    inside_above = 4 * s + 4 <= above;
    if (inside != inside_above)
        return s + (inside_above ? 1u : 0u);
    return s + (value > 4 * s + 2 || (value == 4 * s + 2 && (s & 1u) != 0) ? 1u : 0u);
}

/* Writes a number in digits. Returns how many it wrote. */
static inline size_t vvf__digits(uint64_t number, char *out)
{
    char reversed[20];
    size_t n = 0, i;
    do {
        reversed[n++] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    for (i = 0; i < n; i++)
        out[i] = reversed[n - 1 - i];
    return n;
}

/*
 * Writes a finite float as text and returns the length. `fraction_bits` of its `width` bits are the
 * fraction. From 10^-5 up to below 10^16 the text is plain and has a point; otherwise it has an
 * exponent.
 */
static inline size_t vvf__print(uint64_t bits, unsigned width, unsigned fraction_bits, char *out)
{
    uint64_t fraction = bits & ((UINT64_C(1) << fraction_bits) - 1);
    unsigned exponent_bits = width - 1 - fraction_bits;
    int exponent = (int)(bits >> fraction_bits & ((1u << exponent_bits) - 1));
    int bias = (1 << (exponent_bits - 1)) - 1 + (int)fraction_bits;
    char digits[20] = {0};
    size_t count, n = 0, i;
    int power = 0, point;
    if (bits >> (width - 1) & 1u)
        out[n++] = '-';
    if (exponent == 0 && fraction == 0) {
        memcpy(out + n, "0.0", 3);
        return n + 3;
    }
    if (exponent == 0)
        fraction = vvf__shortest(fraction, 1 - bias, 0, &power);
    else
        fraction = vvf__shortest(fraction | UINT64_C(1) << fraction_bits, exponent - bias,
                                 fraction == 0 && exponent > 1, &power);
    while (fraction % 10 == 0) {
        fraction /= 10;
        power++;
    }
    count = vvf__digits(fraction, digits);
    point = (int)count + power; /* so many digits are before the point */
    if (point > 16 || point < -4) {
        out[n++] = digits[0];
        if (count > 1) {
            out[n++] = '.';
            memcpy(out + n, digits + 1, count - 1);
            n += count - 1;
        }
        out[n++] = 'e';
        if (point < 1)
            out[n++] = '-';
        return n + vvf__digits((uint64_t)(point < 1 ? 1 - point : point - 1), out + n);
    }
    if (point <= 0) {
        memcpy(out + n, "0.", 2);
        n += 2;
        for (i = 0; i < (size_t)-point; i++)
            out[n++] = '0';
        memcpy(out + n, digits, count);
        return n + count;
    }
    for (i = 0; i < (size_t)point; i++)
        out[n++] = i < count ? digits[i] : '0';
    out[n++] = '.';
    if (count <= (size_t)point)
        out[n++] = '0';
    for (i = (size_t)point; i < count; i++)
        out[n++] = digits[i];
    return n;
}

/** The most bytes that vvf_print_f64() and vvf_print_f32() write. */
#define VVF_PRINT_MOST 32

/**
 * Writes the shortest text that reads back to the same double, and returns its length. No zero ends
 * the text. Examples: `1.0`, `-0.0`, `0.00001`, `1.5e-7`, `1e16`. Returns 0 for NaN and infinities.
 */
static inline size_t vvf_print_f64(double value, char text[VVF_PRINT_MOST])
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits >> 52 & 0x7FFu) == 0x7FFu ? 0 : vvf__print(bits, 64, 52, text);
}

/** vvf_print_f64() for a float of 32 bits: the shortest text that reads back to the same float. */
static inline size_t vvf_print_f32(float value, char text[VVF_PRINT_MOST])
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits >> 23 & 0xFFu) == 0xFFu ? 0 : vvf__print(bits, 32, 23, text);
}

#endif

/* Made by `cargo xtask spec` from bindings/c/shared/all.h: change that, or its parts. */
/*
 * varvel_flatbuffers_shared.h: numbers and text, which the runtime of FlatBuffers has in common with
 * varvel_frozen.h. Programs do not include this. Both headers may be in one file.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef VARVEL_FLATBUFFERS_SHARED_H
#define VARVEL_FLATBUFFERS_SHARED_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------
 * Integers as text.
 */
#ifndef VARVEL_SHARED_DIGITS_H
#define VARVEL_SHARED_DIGITS_H

/* Returns the number of decimal digits. */
static inline size_t vvs__count_digits(uint64_t number)
{
    static const uint64_t powers[] = {
        0,
        10,
        100,
        1000,
        10000,
        100000,
        1000000,
        10000000,
        100000000,
        1000000000,
        UINT64_C(10000000000),
        UINT64_C(100000000000),
        UINT64_C(1000000000000),
        UINT64_C(10000000000000),
        UINT64_C(100000000000000),
        UINT64_C(1000000000000000),
        UINT64_C(10000000000000000),
        UINT64_C(100000000000000000),
        UINT64_C(1000000000000000000),
        UINT64_C(10000000000000000000),
    };
    unsigned bits = 0, guess;
#if defined(__GNUC__)
    bits = 63 - (unsigned)__builtin_clzll(number | 1);
#else
    uint64_t rest;
    for (rest = number >> 1; rest != 0; rest >>= 1)
        bits++;
#endif
    /* log10(2) is about 1233 / 4096. */
    guess = (bits + 1) * 1233 >> 12;
    return guess + (number >= powers[guess]);
}

/* Writes a number below 100 as two digits. */
static inline void vvs__put_pair(uint32_t number, char *text)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    memcpy(text, pairs + 2 * number, 2);
}

/* Writes 8 digits. No step waits for more than two others. */
static inline void vvs__put_eight(uint32_t number, char *text)
{
    const uint32_t high = number / 10000, low = number % 10000;
    vvs__put_pair(high / 100, text);
    vvs__put_pair(high % 100, text + 2);
    vvs__put_pair(low / 100, text + 4);
    vvs__put_pair(low % 100, text + 6);
}

/* Writes an integer. Returns the number of digits, at most 20. */
static inline size_t vvs__put_digits(uint64_t number, char *text)
{
    const size_t count = vvs__count_digits(number);
    size_t at = count;
    uint32_t first;
    for (; number >= 100000000; number /= 100000000) {
        at -= 8;
        vvs__put_eight((uint32_t)(number % 100000000), text + at);
    }
    for (first = (uint32_t)number; first >= 100; first /= 100) {
        at -= 2;
        vvs__put_pair(first % 100, text + at);
    }
    if (first >= 10)
        vvs__put_pair(first, text);
    else
        text[0] = (char)('0' + first);
    return count;
}

#endif

/* ------------------------------------------------------------------------------------------------
 * Inlining, where compilers would make a call.
 */
#ifndef VARVEL_SHARED_INLINE_H
#define VARVEL_SHARED_INLINE_H

#if defined(__GNUC__)
#define VVS__INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define VVS__INLINE static __forceinline
#else
#define VVS__INLINE static inline
#endif

#endif

/* ------------------------------------------------------------------------------------------------
 * Products of 128 bits.
 */
#ifndef VARVEL_SHARED_MULTIPLY_H
#define VARVEL_SHARED_MULTIPLY_H

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

/* ------------------------------------------------------------------------------------------------
 * Powers of ten, to 128 bits.
 */
#ifndef VARVEL_SHARED_POWERS_H
#define VARVEL_SHARED_POWERS_H

/* Returns floor(number / 2^bits) of a number that may be negative, if it is from -4096 to 4095. */
static inline int vvs__shift_down(int64_t number, int bits)
{
    return (int)((uint64_t)(number + ((int64_t)4096 << bits)) >> bits) - 4096;
}

/* Returns floor(log2(10^q)). */
static inline int vvs__log2_of_power(int q)
{
    return vvs__shift_down((int64_t)q * 217706, 16);
}

/*
 * Sets `high` and `low` to the highest 128 bits of 10^q, rounded up unless exact, for q from -292 to
 * 324. The highest bit is set.
 *
 * `bases` has every 27th power, rounded down. The others are the product of one of them and a power
 * of five, cut off to 128 bits; `missing` has two bits for each power, which say how much it is too
 * small. Each entry has its highest bit set.
 */
static inline void vvs__power_of_ten(int q, uint64_t *high, uint64_t *low)
{
    static const uint64_t bases[][2] = {
        {UINT64_C(0xA76C582338ED2621), UINT64_C(0xAF2AF2B80AF6F24E)},
        {UINT64_C(0x873E4F75E2224E68), UINT64_C(0x5A7744A6E804A291)},
        {UINT64_C(0xDA7F5BF590966848), UINT64_C(0xAF39A475506A899E)},
        {UINT64_C(0xB080392CC4349DEC), UINT64_C(0xBD8D794D96AACFB3)},
        {UINT64_C(0x8E938662882AF53E), UINT64_C(0x547EB47B7282EE9C)},
        {UINT64_C(0xE65829B3046B0AFA), UINT64_C(0x0CB4A5A3112A5112)},
        {UINT64_C(0xBA121A4650E4DDEB), UINT64_C(0x92F34D62616CE413)},
        {UINT64_C(0x964E858C91BA2655), UINT64_C(0x3A6A07F8D510F86F)},
        {UINT64_C(0xF2D56790AB41C2A2), UINT64_C(0xFAE27299423FB9C3)},
        {UINT64_C(0xC428D05AA4751E4C), UINT64_C(0xAA97E14C3C26B886)},
        {UINT64_C(0x9E74D1B791E07E48), UINT64_C(0x775EA264CF55347D)},
        {UINT64_C(0x8000000000000000), UINT64_C(0x0000000000000000)},
        {UINT64_C(0xCECB8F27F4200F3A), UINT64_C(0x0000000000000000)},
        {UINT64_C(0xA70C3C40A64E6C51), UINT64_C(0x999090B65F67D924)},
        {UINT64_C(0x86F0AC99B4E8DAFD), UINT64_C(0x69A028BB3DED71A3)},
        {UINT64_C(0xDA01EE641A708DE9), UINT64_C(0xE80E6F4820CC9495)},
        {UINT64_C(0xB01AE745B101E9E4), UINT64_C(0x5EC05DCFF72E7F8F)},
        {UINT64_C(0x8E41ADE9FBEBC27D), UINT64_C(0x14588F13BE847307)},
        {UINT64_C(0xE5D3EF282A242E81), UINT64_C(0x8F1668C8A86DA5FA)},
        {UINT64_C(0xB9A74A0637CE2EE1), UINT64_C(0x6D953E2BD7173692)},
        {UINT64_C(0x95F83D0A1FB69CD9), UINT64_C(0x4ABDAF101564F98E)},
        {UINT64_C(0xF24A01A73CF2DCCF), UINT64_C(0xBC633B39673C8CEC)},
        {UINT64_C(0xC3B8358109E84F07), UINT64_C(0x0A862F80EC4700C8)},
        {UINT64_C(0x9E19DB92B4E31BA9), UINT64_C(0x6C07A2C26A8346D1)},
    };
    static const uint64_t fives[] = {
        UINT64_C(0x8000000000000000), UINT64_C(0xA000000000000000), UINT64_C(0xC800000000000000),
        UINT64_C(0xFA00000000000000), UINT64_C(0x9C40000000000000), UINT64_C(0xC350000000000000),
        UINT64_C(0xF424000000000000), UINT64_C(0x9896800000000000), UINT64_C(0xBEBC200000000000),
        UINT64_C(0xEE6B280000000000), UINT64_C(0x9502F90000000000), UINT64_C(0xBA43B74000000000),
        UINT64_C(0xE8D4A51000000000), UINT64_C(0x9184E72A00000000), UINT64_C(0xB5E620F480000000),
        UINT64_C(0xE35FA931A0000000), UINT64_C(0x8E1BC9BF04000000), UINT64_C(0xB1A2BC2EC5000000),
        UINT64_C(0xDE0B6B3A76400000), UINT64_C(0x8AC7230489E80000), UINT64_C(0xAD78EBC5AC620000),
        UINT64_C(0xD8D726B7177A8000), UINT64_C(0x878678326EAC9000), UINT64_C(0xA968163F0A57B400),
        UINT64_C(0xD3C21BCECCEDA100), UINT64_C(0x84595161401484A0), UINT64_C(0xA56FA5B99019A5C8),
    };
    static const uint64_t missing[] = {
        UINT64_C(0x6A59569555A55400), UINT64_C(0x6A659AFAAEAAABA6), UINT64_C(0xE9EAAAA596AA56A6),
        UINT64_C(0x96A5569965AA9ABA), UINT64_C(0x56555AA559656665), UINT64_C(0xA555555555555559),
        UINT64_C(0x6559AEBAA9AAAFAA), UINT64_C(0x969AAA5559555569), UINT64_C(0x96A9BAA69AAA659A),
        UINT64_C(0x0000000000026A69), UINT64_C(0x0000000000000000), UINT64_C(0xAB95555555555554),
        UINT64_C(0xA6AA96BAFBAEBEAA), UINT64_C(0x6A6A99A9695AAAAA), UINT64_C(0x59959555596AAA9A),
        UINT64_C(0xAA6A6AAA9AAA5955), UINT64_C(0x55AA5A665A969666), UINT64_C(0x6555555559555555),
        UINT64_C(0x5555555555555655), UINT64_C(0x0000000005555555),
    };
    const unsigned at = (unsigned)(q + 297), row = at / 27, rest = at % 27;
    const unsigned more = (unsigned)(missing[at / 32] >> (2 * (at % 32))) & 3u;
    uint64_t lowest, carry = vvs__multiply(bases[row][1], fives[rest], &lowest);
    *high = vvs__multiply(bases[row][0], fives[rest], low);
    *low += carry;
    *high += *low < carry;
    if (*high >> 63 == 0) {
        *high = *high << 1 | *low >> 63;
        *low = *low << 1 | lowest >> 63;
    }
    *low += more;
    *high += *low < more;
}

#endif

/* ------------------------------------------------------------------------------------------------
 * Floats as text.
 *
 * Schubfach (R. Giulietti, "The Schubfach way to render doubles", 2020) finds the shortest decimal
 * that reads back to the same float, and of those the closest.
 */
#ifndef VARVEL_SHARED_FLOATS_H
#define VARVEL_SHARED_FLOATS_H

/* A decimal: digits * 10^power. */
typedef struct vvs__decimal {
    uint64_t digits;
    int power;
} vvs__decimal;

/* The scale of a float: 10^-power * 2^h. */
typedef struct vvs__scale {
    uint64_t high, low;
    unsigned h;
    int is_f32;
} vvs__scale;

/* Scales a number, rounded to odd: comparisons with even integers then give the exact result. */
static inline uint64_t vvs__scaled(const vvs__scale *by, uint64_t number)
{
    uint64_t low, lowest, high, carry;
    number <<= by->h;
    if (by->is_f32) {
        high = vvs__multiply(number, by->high, &low);
        return high | ((low >> 32) > 1);
    }
    carry = vvs__multiply(number, by->low, &lowest);
    high = vvs__multiply(number, by->high, &low);
    low += carry;
    high += low < carry;
    return high | (low > 1);
}

/*
 * Returns the shortest decimal of c * 2^e, and of those the closest. `is_narrow` is whether the lower
 * neighbour is at half the distance of the upper one.
 */
static inline vvs__decimal vvs__shortest(uint64_t c, int e, int is_narrow, int is_f32)
{
    /* floor(log10(2^e)), or floor(log10(3/4 * 2^e)) */
    const int power = is_narrow
                          ? vvs__shift_down(e * INT64_C(661971961083) - INT64_C(274743187321), 41)
                          : vvs__shift_down((int64_t)e * 315653, 20);
    const uint64_t odd = c & 1;
    uint64_t value, lower, upper, integer, tens;
    unsigned below, above;
    vvs__decimal made;
    vvs__scale by;
    vvs__power_of_ten(-power, &by.high, &by.low);
    by.h = (unsigned)(e + vvs__log2_of_power(-power) + 1) & 7u;
    by.is_f32 = is_f32;
    /* For 32 bits the high half is enough, rounded up unless it is exact (5^27 < 2^64 < 5^28). */
    if (is_f32 && !(-power >= 0 && -power <= 27))
        by.high++;
    value = vvs__scaled(&by, 4 * c);
    lower = vvs__scaled(&by, 4 * c - (is_narrow ? 1 : 2)) + odd;
    upper = vvs__scaled(&by, 4 * c + 2) - odd;
    integer = value >> 2;
    tens = integer / 10;
    made.power = power;
    below = tens != 0 && lower <= 40 * tens;
    above = tens != 0 && 40 * tens + 40 <= upper;
    if (below != above) {
        made.digits = tens + above;
        made.power++;
        return made;
    }
    below = lower <= 4 * integer;
    above = 4 * integer + 4 <= upper;
    if (below == above) {
        const uint64_t middle = 4 * integer + 2;
        above = value > middle || (value == middle && (integer & 1) != 0);
    }
    made.digits = integer + above;
    return made;
}

/*
 * Writes a decimal that is not zero, and a sign if `sign` is 1. From 10^-5 up to below 10^16 the text
 * is plain and has a point; otherwise it has an exponent. Returns the length.
 */
static inline size_t vvs__put_decimal(vvs__decimal of, size_t sign, char *text)
{
    size_t count;
    int exponent;
    for (; of.digits % 100 == 0; of.power += 2)
        of.digits /= 100;
    if (of.digits % 10 == 0) {
        of.digits /= 10;
        of.power++;
    }
    text[0] = '-';
    text += sign;
    count = vvs__put_digits(of.digits, text);
    exponent = of.power + (int)count - 1;
    if (exponent >= 0 && exponent < 16) {
        const size_t whole = (size_t)exponent + 1;
        if (count <= whole) {
            memset(text + count, '0', whole - count);
            text[whole] = '.';
            text[whole + 1] = '0';
            return sign + whole + 2;
        }
        memmove(text + whole + 1, text + whole, count - whole);
        text[whole] = '.';
        return sign + count + 1;
    }
    if (exponent >= -5 && exponent < 0) {
        const size_t zeros = (size_t)(1 - exponent);
        memmove(text + zeros, text, count);
        memset(text, '0', zeros);
        text[1] = '.';
        return sign + zeros + count;
    }
    if (count > 1) {
        memmove(text + 2, text + 1, count - 1);
        text[1] = '.';
        count++;
    }
    text[count++] = 'e';
    if (exponent < 0)
        text[count++] = '-';
    count += vvs__put_digits((uint64_t)(exponent < 0 ? -exponent : exponent), text + count);
    return sign + count;
}

static inline size_t vvs__put_zero(size_t sign, char *text)
{
    memcpy(text, sign ? "-0.0" : "0.0", sign ? 4 : 3);
    return sign ? 4 : 3;
}

/*
 * Write the shortest text that reads back to the float of these bits, of at most 24 bytes. Return the
 * length; 0 for NaN and infinities. No zero ends the text.
 */
static inline size_t vvs__f64_text(uint64_t bits, char *text)
{
    const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    const int biased = (int)(bits >> 52) & 0x7FF;
    const size_t sign = (size_t)(bits >> 63);
    if (biased == 0x7FF)
        return 0;
    if (biased == 0 && fraction == 0)
        return vvs__put_zero(sign, text);
    if (biased == 0)
        return vvs__put_decimal(vvs__shortest(fraction, -1074, 0, 0), sign, text);
    return vvs__put_decimal(vvs__shortest(fraction | (UINT64_C(1) << 52), biased - 1075,
                                          fraction == 0 && biased > 1, 0),
                            sign, text);
}

static inline size_t vvs__f32_text(uint32_t bits, char *text)
{
    const uint32_t fraction = bits & ((UINT32_C(1) << 23) - 1);
    const int biased = (int)(bits >> 23) & 0xFF;
    const size_t sign = bits >> 31;
    if (biased == 0xFF)
        return 0;
    if (biased == 0 && fraction == 0)
        return vvs__put_zero(sign, text);
    if (biased == 0)
        return vvs__put_decimal(vvs__shortest(fraction, -149, 0, 1), sign, text);
    return vvs__put_decimal(vvs__shortest(fraction | (UINT32_C(1) << 23), biased - 150,
                                          fraction == 0 && biased > 1, 1),
                            sign, text);
}

#endif

/* ------------------------------------------------------------------------------------------------
 * Numbers in the grammar of JSON.
 */
#ifndef VARVEL_SHARED_NUMBER_H
#define VARVEL_SHARED_NUMBER_H

/* A number of JSON: digits * 10^power, or less than one digit more if some were dropped. */
typedef struct vvs__number {
    uint64_t digits; /* the first 19 except zeros in front */
    size_t count, dropped;
    int64_t power, exponent;
    const char *first, *last; /* the text without sign and exponent */
    int is_negative, is_integer;
} vvs__number;

/* Returns where digits end. */
static inline const char *vvs__skip_digits(const char *at, const char *end)
{
    while (at < end && (unsigned char)(*at - '0') <= 9)
        at++;
    return at;
}

/* Takes digits, of which the first 19 count, except zeros in front. Returns where they end. */
static inline const char *vvs__take_digits(const char *at, const char *end, vvs__number *number)
{
    uint64_t digits = number->digits;
    const char *start, *enough;
    if (digits == 0)
        while (at < end && *at == '0')
            at++;
    start = at;
    enough = (size_t)(end - at) > 19 - number->count ? at + (19 - number->count) : end;
    for (; at < enough && (unsigned char)(*at - '0') <= 9; at++)
        digits = 10 * digits + (uint64_t)(*at - '0');
    number->digits = digits;
    number->count += (size_t)(at - start);
    start = at;
    if (at == enough)
        at = vvs__skip_digits(at, end);
    number->dropped += (size_t)(at - start);
    return at;
}

/* Takes the exponent that begins at `e`. Returns where it ends, or NULL if it has no digits. */
static inline const char *vvs__take_exponent(const char *e, const char *end, vvs__number *number)
{
    const char *at = e + 1, *start;
    int64_t exponent = 0;
    const int is_below = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    start = at;
    at = vvs__skip_digits(at, end);
    if (at == start)
        return NULL;
    for (; start < at; start++)
        if (exponent < 1000000000)
            exponent = 10 * exponent + (*start - '0');
    number->exponent = is_below ? -exponent : exponent;
    number->power += number->exponent;
    return at;
}

/* Takes the number at the beginning of a text apart. Returns the length, or 0 if there is none. */
static inline size_t vvs__scan_number(const char *text, size_t size, vvs__number *number)
{
    const char *end = text + size, *at = text, *start;
    number->is_negative = size != 0 && *at == '-';
    number->is_integer = 1;
    number->digits = 0;
    number->count = number->dropped = 0;
    number->first = start = at += number->is_negative;
    at = vvs__take_digits(at, end, number);
    if (at == start || (*start == '0' && at - start > 1))
        return 0;
    number->power = (int64_t)number->dropped;
    if (at < end && *at == '.') {
        number->is_integer = 0;
        start = ++at;
        at = vvs__take_digits(at, end, number);
        if (at == start)
            return 0;
        /* Dropped digits behind the point do not count. */
        number->power = (int64_t)number->dropped - (at - start);
    }
    number->last = at;
    number->exponent = 0;
    if (at < end && (*at | 0x20) == 'e') {
        number->is_integer = 0;
        at = vvs__take_exponent(at, end, number);
        if (at == NULL)
            return 0;
    }
    return (size_t)(at - text);
}

#endif

/* ------------------------------------------------------------------------------------------------
 * UTF-8, by table 3-7 of the Unicode standard.
 */
#ifndef VARVEL_SHARED_UTF8_H
#define VARVEL_SHARED_UTF8_H

/* Whether all of 8 bytes are ASCII. */
static inline int vvs__is_ascii8(const unsigned char *p)
{
    uint64_t word;
    memcpy(&word, p, 8);
    return (word & UINT64_C(0x8080808080808080)) == 0;
}

/* Returns the place of the first character that is not UTF-8, or `length` if all are. */
static inline size_t vvs__utf8(const unsigned char *p, size_t length)
{
    size_t i = 0;
    while (length - i >= 8 && vvs__is_ascii8(p + i))
        i += 8;
    /* The rest, with bytes that were seen before it. */
    if (length - i < 8 && length >= 8 && vvs__is_ascii8(p + length - 8))
        return length;
    while (i < length) {
        const unsigned c = p[i];
        unsigned low = 0x80, high = 0xBF;
        if (c < 0x80) {
            i++;
            /* Many scripts have one space here, and no word of ASCII. */
            if (i == length || p[i] >= 0x80)
                continue;
            while (length - i >= 8 && vvs__is_ascii8(p + i))
                i += 8;
            while (i < length && p[i] < 0x80)
                i++;
            continue;
        }
        if (c < 0xE0) {
            if (c < 0xC2 || length - i < 2 || (p[i + 1] & 0xC0u) != 0x80)
                return i;
            i += 2;
            continue;
        }
        if (c > 0xF4 || length - i < (c < 0xF0 ? 3u : 4u))
            return i;
        if (c == 0xE0)
            low = 0xA0;
        else if (c == 0xED)
            high = 0x9F;
        else if (c == 0xF0)
            low = 0x90;
        else if (c == 0xF4)
            high = 0x8F;
        if (p[i + 1] < low || p[i + 1] > high || (p[i + 2] & 0xC0u) != 0x80)
            return i;
        i += 3;
        if (c < 0xF0)
            continue;
        if ((p[i] & 0xC0u) != 0x80)
            return i - 3;
        i++;
    }
    return length;
}

#endif

#endif

/*
 * Floats as text.
 *
 * Schubfach (R. Giulietti, "The Schubfach way to render doubles", 2020) finds the shortest decimal
 * that reads back to the same float, and of those the closest.
 */
#ifndef VARVEL_SHARED_FLOATS_H
#define VARVEL_SHARED_FLOATS_H

#include "digits.h"
#include "powers.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

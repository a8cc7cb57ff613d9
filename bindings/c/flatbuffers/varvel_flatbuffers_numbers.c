/*
 * FlatBuffers in C: the shortest text of floats, and of integers.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers_internal.h"

/* ---- Integers as text ---- */

/* Returns the number of decimal digits. */
static size_t digits_of(uint64_t number)
{
    static const uint64_t powers[] = {
        0, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000,
        UINT64_C(10000000000), UINT64_C(100000000000), UINT64_C(1000000000000),
        UINT64_C(10000000000000), UINT64_C(100000000000000), UINT64_C(1000000000000000),
        UINT64_C(10000000000000000), UINT64_C(100000000000000000),
        UINT64_C(1000000000000000000), UINT64_C(10000000000000000000),
    };
    unsigned bits = 0, guess;
#if defined(__GNUC__)
    bits = 63 - (unsigned)__builtin_clzll(number | 1);
#else
    uint64_t rest;
    for (rest = number >> 1; rest; rest >>= 1) bits++;
#endif
    /* log10(2) is about 1233 / 4096 */
    guess = (bits + 1) * 1233 >> 12;
    return guess + (number >= powers[guess]);
}

static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                            "25262728293031323334353637383940414243444546474849"
                            "50515253545556575859606162636465666768697071727374"
                            "75767778798081828384858687888990919293949596979899";

/* Writes 8 digits. No step waits for more than two others. */
static void put_eight(uint32_t number, char *text)
{
    const uint32_t high = number / 10000, low = number % 10000;
    memcpy(text, pairs + 2 * (high / 100), 2);
    memcpy(text + 2, pairs + 2 * (high % 100), 2);
    memcpy(text + 4, pairs + 2 * (low / 100), 2);
    memcpy(text + 6, pairs + 2 * (low % 100), 2);
}

size_t vfb__put_digits(uint64_t number, char *text)
{
    const size_t count = digits_of(number);
    size_t at = count;
    uint32_t first;
    for (; number >= 100000000; number /= 100000000) {
        at -= 8;
        put_eight((uint32_t)(number % 100000000), text + at);
    }
    for (first = (uint32_t)number; first >= 100; first /= 100) {
        at -= 2;
        memcpy(text + at, pairs + 2 * (first % 100), 2);
    }
    if (first >= 10) memcpy(text, pairs + 2 * first, 2);
    else text[0] = (char)('0' + first);
    return count;
}

/* ---- Floats as text ---- */

/* Returns floor(number / 2^bits) of a number that may be negative, if it is from -4096 to 4095. */
static int shift_down(int64_t number, int bits)
{
    return (int)((uint64_t)(number + ((int64_t)4096 << bits)) >> bits) - 4096;
}

static int floor_log2_pow10(int q) { return shift_down((int64_t)q * 217706, 16); }

/* `bases` has every 27th power, rounded down. The others are the product of one of them and a power of
 * five, cut off to 128 bits; `missing` has two bits for each power, which say how much it is too small.
 * Each entry has its highest bit set. */
void vfb__power_of_ten(int q, uint64_t *high, uint64_t *low)
{
    static const uint64_t bases[][2] = {
        {UINT64_C(0xa76c582338ed2621), UINT64_C(0xaf2af2b80af6f24e)},
        {UINT64_C(0x873e4f75e2224e68), UINT64_C(0x5a7744a6e804a291)},
        {UINT64_C(0xda7f5bf590966848), UINT64_C(0xaf39a475506a899e)},
        {UINT64_C(0xb080392cc4349dec), UINT64_C(0xbd8d794d96aacfb3)},
        {UINT64_C(0x8e938662882af53e), UINT64_C(0x547eb47b7282ee9c)},
        {UINT64_C(0xe65829b3046b0afa), UINT64_C(0x0cb4a5a3112a5112)},
        {UINT64_C(0xba121a4650e4ddeb), UINT64_C(0x92f34d62616ce413)},
        {UINT64_C(0x964e858c91ba2655), UINT64_C(0x3a6a07f8d510f86f)},
        {UINT64_C(0xf2d56790ab41c2a2), UINT64_C(0xfae27299423fb9c3)},
        {UINT64_C(0xc428d05aa4751e4c), UINT64_C(0xaa97e14c3c26b886)},
        {UINT64_C(0x9e74d1b791e07e48), UINT64_C(0x775ea264cf55347d)},
        {UINT64_C(0x8000000000000000), UINT64_C(0x0000000000000000)},
        {UINT64_C(0xcecb8f27f4200f3a), UINT64_C(0x0000000000000000)},
        {UINT64_C(0xa70c3c40a64e6c51), UINT64_C(0x999090b65f67d924)},
        {UINT64_C(0x86f0ac99b4e8dafd), UINT64_C(0x69a028bb3ded71a3)},
        {UINT64_C(0xda01ee641a708de9), UINT64_C(0xe80e6f4820cc9495)},
        {UINT64_C(0xb01ae745b101e9e4), UINT64_C(0x5ec05dcff72e7f8f)},
        {UINT64_C(0x8e41ade9fbebc27d), UINT64_C(0x14588f13be847307)},
        {UINT64_C(0xe5d3ef282a242e81), UINT64_C(0x8f1668c8a86da5fa)},
        {UINT64_C(0xb9a74a0637ce2ee1), UINT64_C(0x6d953e2bd7173692)},
        {UINT64_C(0x95f83d0a1fb69cd9), UINT64_C(0x4abdaf101564f98e)},
        {UINT64_C(0xf24a01a73cf2dccf), UINT64_C(0xbc633b39673c8cec)},
        {UINT64_C(0xc3b8358109e84f07), UINT64_C(0x0a862f80ec4700c8)},
        {UINT64_C(0x9e19db92b4e31ba9), UINT64_C(0x6c07a2c26a8346d1)},
    };
    static const uint64_t fives[] = {
        UINT64_C(0x8000000000000000), UINT64_C(0xa000000000000000), UINT64_C(0xc800000000000000),
        UINT64_C(0xfa00000000000000), UINT64_C(0x9c40000000000000), UINT64_C(0xc350000000000000),
        UINT64_C(0xf424000000000000), UINT64_C(0x9896800000000000), UINT64_C(0xbebc200000000000),
        UINT64_C(0xee6b280000000000), UINT64_C(0x9502f90000000000), UINT64_C(0xba43b74000000000),
        UINT64_C(0xe8d4a51000000000), UINT64_C(0x9184e72a00000000), UINT64_C(0xb5e620f480000000),
        UINT64_C(0xe35fa931a0000000), UINT64_C(0x8e1bc9bf04000000), UINT64_C(0xb1a2bc2ec5000000),
        UINT64_C(0xde0b6b3a76400000), UINT64_C(0x8ac7230489e80000), UINT64_C(0xad78ebc5ac620000),
        UINT64_C(0xd8d726b7177a8000), UINT64_C(0x878678326eac9000), UINT64_C(0xa968163f0a57b400),
        UINT64_C(0xd3c21bcecceda100), UINT64_C(0x84595161401484a0), UINT64_C(0xa56fa5b99019a5c8),
    };
    static const uint64_t missing[] = {
        UINT64_C(0x6a59569555a55400), UINT64_C(0x6a659afaaeaaaba6), UINT64_C(0xe9eaaaa596aa56a6),
        UINT64_C(0x96a5569965aa9aba), UINT64_C(0x56555aa559656665), UINT64_C(0xa555555555555559),
        UINT64_C(0x6559aebaa9aaafaa), UINT64_C(0x969aaa5559555569), UINT64_C(0x96a9baa69aaa659a),
        UINT64_C(0x0000000000026a69), UINT64_C(0x0000000000000000), UINT64_C(0xab95555555555554),
        UINT64_C(0xa6aa96bafbaebeaa), UINT64_C(0x6a6a99a9695aaaaa), UINT64_C(0x59959555596aaa9a),
        UINT64_C(0xaa6a6aaa9aaa5955), UINT64_C(0x55aa5a665a969666), UINT64_C(0x6555555559555555),
        UINT64_C(0x5555555555555655), UINT64_C(0x0000000005555555),
    };
    const unsigned at = (unsigned)(q + 297), row = at / 27, rest = at % 27;
    const unsigned more = (unsigned)(missing[at / 32] >> (2 * (at % 32))) & 3;
    uint64_t lowest, carry = vfb__multiply(bases[row][1], fives[rest], &lowest);
    *high = vfb__multiply(bases[row][0], fives[rest], low);
    *low += carry;
    *high += *low < carry;
    if (*high >> 63 == 0) {
        *high = *high << 1 | *low >> 63;
        *low = *low << 1 | lowest >> 63;
    }
    *low += more;
    *high += *low < more;
}

/* A decimal: digits * 10^power. */
typedef struct decimal {
    uint64_t digits;
    int power;
} decimal;

/* The scale of a float: 10^-power * 2^h. */
typedef struct scale {
    uint64_t high, low;
    unsigned h;
    bool is_f32;
} scale;

/* Scales a number, rounded to odd: comparisons with even integers then give the exact result. */
static uint64_t scaled(const scale *by, uint64_t number)
{
    uint64_t low, lowest, high, carry;
    number <<= by->h;
    if (by->is_f32) {
        high = vfb__multiply(number, by->high, &low);
        return high | ((low >> 32) > 1);
    }
    carry = vfb__multiply(number, by->low, &lowest);
    high = vfb__multiply(number, by->high, &low);
    low += carry;
    high += low < carry;
    return high | (low > 1);
}

/* Returns the shortest decimal of c * 2^e, and of those the closest: Schubfach (R. Giulietti, "The
 * Schubfach way to render doubles", 2020). `narrow` is whether the lower neighbour is at half the
 * distance of the upper one. */
static decimal shortest(uint64_t c, int e, bool narrow, bool is_f32)
{
    /* floor(log10(2^e)), or floor(log10(3/4 * 2^e)) */
    const int power = narrow ? shift_down(e * INT64_C(661971961083) - INT64_C(274743187321), 41)
                             : shift_down((int64_t)e * 315653, 20);
    const uint64_t odd = c & 1;
    uint64_t value, lower, upper, integer, tens;
    bool below, above;
    decimal made;
    scale by;
    vfb__power_of_ten(-power, &by.high, &by.low);
    by.h = (unsigned)(e + floor_log2_pow10(-power) + 1) & 7;
    by.is_f32 = is_f32;
    /* For 32 bits the high half is enough, rounded up unless it is exact (5^27 < 2^64 < 5^28). */
    if (is_f32 && !(-power >= 0 && -power <= 27)) by.high++;
    value = scaled(&by, 4 * c);
    lower = scaled(&by, 4 * c - (narrow ? 1 : 2)) + odd;
    upper = scaled(&by, 4 * c + 2) - odd;
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
        above = value > middle || (value == middle && (integer & 1));
    }
    made.digits = integer + above;
    return made;
}

static size_t put_decimal(decimal of, bool negative, char *text)
{
    size_t count;
    int exponent;
    for (; of.digits % 100 == 0; of.power += 2) of.digits /= 100;
    if (of.digits % 10 == 0) {
        of.digits /= 10;
        of.power++;
    }
    text[0] = '-';
    text += negative;
    count = vfb__put_digits(of.digits, text);
    exponent = of.power + (int)count - 1;
    if (exponent >= 0 && exponent < 16) {
        const size_t whole = (size_t)exponent + 1;
        if (count <= whole) {
            memset(text + count, '0', whole - count);
            text[whole] = '.';
            text[whole + 1] = '0';
            return negative + whole + 2;
        }
        memmove(text + whole + 1, text + whole, count - whole);
        text[whole] = '.';
        return negative + count + 1;
    }
    if (exponent >= -5 && exponent < 0) {
        const size_t zeros = (size_t)(1 - exponent);
        memmove(text + zeros, text, count);
        memset(text, '0', zeros);
        text[1] = '.';
        return negative + zeros + count;
    }
    if (count > 1) {
        memmove(text + 2, text + 1, count - 1);
        text[1] = '.';
        count++;
    }
    text[count++] = 'e';
    if (exponent < 0) text[count++] = '-';
    count += vfb__put_digits((uint64_t)(exponent < 0 ? -exponent : exponent), text + count);
    return negative + count;
}

static size_t put_zero(bool negative, char *text)
{
    memcpy(text, negative ? "-0.0" : "0.0", negative ? 4 : 3);
    return negative ? 4 : 3;
}

size_t vfb_f64_text(double value, char text[32])
{
    uint64_t bits, fraction;
    int biased;
    memcpy(&bits, &value, sizeof bits);
    fraction = bits & ((UINT64_C(1) << 52) - 1);
    biased = (int)(bits >> 52) & 0x7ff;
    if (biased == 0x7ff) return 0;
    if (biased == 0 && fraction == 0) return put_zero(bits >> 63, text);
    if (biased == 0) return put_decimal(shortest(fraction, -1074, false, false), bits >> 63, text);
    return put_decimal(shortest(fraction | (UINT64_C(1) << 52), biased - 1075, fraction == 0 && biased > 1, false),
                       bits >> 63, text);
}

size_t vfb_f32_text(float value, char text[32])
{
    uint32_t bits, fraction;
    int biased;
    memcpy(&bits, &value, sizeof bits);
    fraction = bits & ((UINT32_C(1) << 23) - 1);
    biased = (int)(bits >> 23) & 0xff;
    if (biased == 0xff) return 0;
    if (biased == 0 && fraction == 0) return put_zero(bits >> 31, text);
    if (biased == 0) return put_decimal(shortest(fraction, -149, false, true), bits >> 31, text);
    return put_decimal(shortest(fraction | (UINT32_C(1) << 23), biased - 150, fraction == 0 && biased > 1, true),
                       bits >> 31, text);
}

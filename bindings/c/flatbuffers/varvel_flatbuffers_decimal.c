/*
 * FlatBuffers in C: the float that is nearest to a decimal. The locale plays no part.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers_internal.h"

/* A kind of float. */
typedef struct format {
    int fraction;           /* the bits of its fraction */
    int least;              /* the exponent of subnormal floats, minus one */
    int infinite;           /* the biased exponent of infinity */
    int even_from, even_to; /* the powers of ten for which there may be ties */
} format;

static const format doubles = {52, -1023, 0x7ff, -4, 23};
static const format singles = {23, -127, 0xff, -17, 10};

static unsigned leading_zeros(uint64_t number)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_clzll(number);
#else
    unsigned count = 0;
    for (; !(number >> 63); number <<= 1) count++;
    return count;
#endif
}

/* Rounds 1.xxx * 2^power, whose bits are the highest of `bits`, to the nearest float; ties go to even
 * ones. `more` is whether there are further bits that are not all 0. */
static uint64_t rounded(const format *of, uint64_t bits, int power, bool more)
{
    int drop = 63 - of->fraction, biased = power - of->least;
    uint64_t half, rest, kept;
    if (biased <= 0) {
        drop += 1 - biased;
        biased = 0;
    }
    if (drop > 64) return 0;
    if (drop == 64) return bits > UINT64_C(1) << 63 || (bits == UINT64_C(1) << 63 && more);
    half = UINT64_C(1) << (drop - 1);
    rest = bits & (2 * half - 1);
    kept = bits >> drop;
    kept += rest > half || (rest == half && (more || (kept & 1)));
    /* A carry goes on into the exponent. */
    if (biased > 0) kept += (uint64_t)(biased - 1) << of->fraction;
    return kept >> of->fraction >= (uint64_t)of->infinite ? (uint64_t)of->infinite << of->fraction : kept;
}

/* Makes the float of digits * 10^power by 128 bits of the power: D. Lemire, "Number Parsing at a Gigabyte
 * per Second" (2021). Returns `false` if these are too few to tell. */
static bool by_powers(const format *of, uint64_t digits, int power, uint64_t *made)
{
    const unsigned shift = leading_zeros(digits);
    const uint64_t unsure = (UINT64_C(1) << (61 - of->fraction)) - 1;
    uint64_t high, low, power_high, power_low, more, lowest, kept;
    int upper, biased;
    if (power < -290 || power > 308) return false;
    vfb__power_of_ten(power, &power_high, &power_low);
    /* Those below 1 are to be rounded up, the others down. */
    if (power > 55) {
        power_high -= power_low == 0;
        power_low--;
    }
    digits <<= shift;
    high = vvs__multiply(digits, power_high, &low);
    if ((high & unsure) == unsure) {
        more = vvs__multiply(digits, power_low, &lowest);
        low += more;
        high += low < more;
    }
    if (low == UINT64_MAX && (power < -27 || power > 55)) return false;
    upper = (int)(high >> 63);
    kept = high >> (upper + 61 - of->fraction);
    biased = vvs__log2_of_power(power) + 63 + upper - (int)shift - of->least;
    if (biased <= 0) {
        if (1 - biased >= 64) {
            *made = 0;
            return true;
        }
        kept >>= 1 - biased;
        *made = (kept + (kept & 1)) >> 1;
        return true;
    }
    if (low <= 1 && power >= of->even_from && power <= of->even_to && (kept & 3) == 1
        && kept << (upper + 61 - of->fraction) == high)
        kept &= ~(uint64_t)1;
    kept = (kept + (kept & 1)) >> 1;
    *made = kept + ((uint64_t)(biased - 1) << of->fraction);
    if (*made >> of->fraction >= (uint64_t)of->infinite) *made = (uint64_t)of->infinite << of->fraction;
    return true;
}

/* ---- Any number of digits ---- */

/* The most digits that tell two floats and their middle apart, and a last one for all others. */
enum { DIGITS = 800, LIMBS = 160 };

/* A natural number, from the lowest 32 bits on. */
typedef struct natural {
    uint32_t limbs[LIMBS];
    size_t count;
} natural;

static void multiply_add(natural *n, uint32_t factor, uint32_t more)
{
    uint64_t carry = more;
    size_t i;
    for (i = 0; i < n->count; i++) {
        carry += (uint64_t)n->limbs[i] * factor;
        n->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) n->limbs[n->count++] = (uint32_t)carry;
}

static void shift_up(natural *n, size_t bits)
{
    const size_t whole = bits / 32;
    size_t i;
    multiply_add(n, (uint32_t)1 << (bits % 32), 0);
    if (whole == 0 || n->count == 0) return;
    for (i = n->count; i > 0; i--) n->limbs[i - 1 + whole] = n->limbs[i - 1];
    memset(n->limbs, 0, whole * sizeof n->limbs[0]);
    n->count += whole;
}

static size_t bits_of(const natural *n)
{
    return n->count ? 32 * n->count + 32 - leading_zeros(n->limbs[n->count - 1]) : 0;
}

static bool is_below(const natural *a, const natural *b)
{
    size_t i;
    if (a->count != b->count) return a->count < b->count;
    for (i = a->count; i > 0; i--)
        if (a->limbs[i - 1] != b->limbs[i - 1]) return a->limbs[i - 1] < b->limbs[i - 1];
    return false;
}

static void subtract(natural *a, const natural *b)
{
    int64_t borrow = 0;
    size_t i;
    for (i = 0; i < a->count; i++) {
        borrow += (int64_t)a->limbs[i] - (i < b->count ? (int64_t)b->limbs[i] : 0);
        a->limbs[i] = (uint32_t)((uint64_t)borrow & UINT32_MAX);
        borrow = borrow < 0 ? -1 : 0;
    }
    while (a->count > 0 && a->limbs[a->count - 1] == 0) a->count--;
}

/* Divides two natural numbers, bit by bit, and rounds. `text` are the digits, with a point or not. */
static uint64_t by_division(const format *of, const char *text, size_t size, int64_t power)
{
    natural number, divisor;
    size_t i, digits = 0;
    bool more = false, is_behind = false;
    uint64_t bits = 0;
    int exponent;
    number.count = divisor.count = 0;
    for (i = 0; i < size; i++) {
        if (text[i] == '.') {
            is_behind = true;
            continue;
        }
        power -= is_behind;
        if (digits == 0 && text[i] == '0') continue;
        if (digits == DIGITS) {
            more = more || text[i] != '0';
            power++;
            continue;
        }
        multiply_add(&number, 10, (uint32_t)(text[i] - '0'));
        digits++;
    }
    if (more) {
        multiply_add(&number, 10, 1);
        power--;
    }
    /* Beyond these there are only 0 and infinity. */
    if (number.count == 0 || power + (int64_t)digits < -400) return 0;
    if (power + (int64_t)digits > 400) return (uint64_t)of->infinite << of->fraction;
    for (; power > 0; power--) multiply_add(&number, 10, 0);
    multiply_add(&divisor, 1, 1);
    for (; power < 0; power++) multiply_add(&divisor, 10, 0);
    exponent = (int)bits_of(&number) - (int)bits_of(&divisor);
    if (exponent > 0) shift_up(&divisor, (size_t)exponent);
    else shift_up(&number, (size_t)-exponent);
    if (is_below(&number, &divisor)) {
        shift_up(&number, 1);
        exponent--;
    }
    for (i = 0; i < 64; i++) {
        bits <<= 1;
        if (!is_below(&number, &divisor)) {
            subtract(&number, &divisor);
            bits |= 1;
        }
        shift_up(&number, 1);
    }
    return rounded(of, bits, exponent, number.count != 0);
}

size_t vfb__scan_number(const char *text, size_t size, vvs__number *number)
{
    return vvs__scan_number(text, size, number);
}

bool vfb__decimal_of(const vvs__number *number, bool is_f32, uint64_t *bits)
{
    const format *of = is_f32 ? &singles : &doubles;
    uint64_t next = 0, made = 0;
    if (number->digits != 0) {
        const int near = number->power < -1000 ? -1000 : number->power > 1000 ? 1000 : (int)number->power;
        bool is_sure = by_powers(of, number->digits, near, &made);
        /* With digits left out, the float above has to be the same. */
        if (is_sure && number->dropped) is_sure = by_powers(of, number->digits + 1, near, &next) && next == made;
        if (!is_sure) made = by_division(of, number->first, (size_t)(number->last - number->first), number->exponent);
    }
    *bits = made | (uint64_t)number->is_negative << (is_f32 ? 31 : 63);
    return made >> of->fraction != (uint64_t)of->infinite;
}

bool vfb__decimal(const char *text, size_t size, bool is_f32, uint64_t *bits)
{
    vvs__number number;
    vvs__scan_number(text, size, &number);
    return vfb__decimal_of(&number, is_f32, bits);
}

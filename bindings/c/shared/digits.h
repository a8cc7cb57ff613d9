/*
 * Integers as text.
 */
#ifndef VARVEL_SHARED_DIGITS_H
#define VARVEL_SHARED_DIGITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

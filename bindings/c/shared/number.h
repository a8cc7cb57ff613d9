/*
 * Numbers in the grammar of JSON.
 */
#ifndef VARVEL_SHARED_NUMBER_H
#define VARVEL_SHARED_NUMBER_H

#include <stddef.h>
#include <stdint.h>

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

/*
 * Numbers that are kept as text.
 */
#ifndef VVF__NUMBERS_H
#define VVF__NUMBERS_H

#include "../../shared/number.h"

#include <stddef.h>
#include <string.h>

/* Whether text is a number in the grammar of JSON. */
static inline int vvf__is_number(const unsigned char *p, size_t length)
{
    vvs__number number;
    return length != 0 && vvs__scan_number((const char *)p, length, &number) == length;
}

/* Whether text is an integer beyond 64 bits. */
static inline int vvf__is_big(const unsigned char *p, size_t length)
{
    int negative = length != 0 && p[0] == '-';
    const char *least = negative ? "9223372036854775808" : "18446744073709551615";
    const char *text = (const char *)p + negative, *end = (const char *)p + length;
    size_t digits = negative ? 19 : 20, count = (size_t)(end - text);
    if (count < digits || *text == '0' || vvs__skip_digits(text, end) != end)
        return 0;
    return count > digits || memcmp(text, least, digits) > 0;
}

#endif

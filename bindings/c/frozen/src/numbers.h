/*
 * Numbers that are kept as text.
 */
#ifndef VVF__NUMBERS_H
#define VVF__NUMBERS_H

#include <stddef.h>
#include <string.h>

/* The place of the first byte from `i` on that is no digit. */
static inline size_t vvf__skip_digits(const unsigned char *p, size_t i, size_t length)
{
    while (i < length && p[i] >= '0' && p[i] <= '9')
        i++;
    return i;
}

/* Whether text is a number in the grammar of JSON. */
static inline int vvf__is_number(const unsigned char *p, size_t length)
{
    size_t start = length != 0 && p[0] == '-';
    size_t i = vvf__skip_digits(p, start, length);
    if (i == start || (p[start] == '0' && i - start > 1))
        return 0;
    if (i < length && p[i] == '.') {
        start = i + 1;
        i = vvf__skip_digits(p, start, length);
        if (i == start)
            return 0;
    }
    if (i < length && (p[i] == 'e' || p[i] == 'E')) {
        start = i + 1;
        if (start < length && (p[start] == '+' || p[start] == '-'))
            start++;
        i = vvf__skip_digits(p, start, length);
        if (i == start)
            return 0;
    }
    return i == length;
}

/* Whether text is an integer beyond 64 bits. */
static inline int vvf__is_big(const unsigned char *p, size_t length)
{
    int negative = length != 0 && p[0] == '-';
    const char *least = negative ? "9223372036854775808" : "18446744073709551615";
    size_t digits = negative ? 19 : 20;
    if (negative) {
        p++;
        length--;
    }
    if (length < digits || p[0] == '0' || vvf__skip_digits(p, 0, length) != length)
        return 0;
    return length > digits || memcmp(p, least, digits) > 0;
}

#endif

/*
 * UTF-8, by table 3-7 of the Unicode standard.
 */
#ifndef VARVEL_SHARED_UTF8_H
#define VARVEL_SHARED_UTF8_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

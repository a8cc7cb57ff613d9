/*
 * FlatBuffers in C: takes JSON apart.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers_reader.h"

bool vfb__fault(reader *r, vfb_status status, size_t at)
{
    if (r->error.status == VFB_OK) {
        r->error.status = status;
        r->error.offset = at;
    }
    return false;
}

bool vfb__expected(reader *r) { return vfb__fault(r, r->at >= r->size ? VFB_ERROR_END : VFB_ERROR_SYNTAX, r->at); }

bool vfb__stretch(reader *r, stretch *s, size_t more)
{
    const vfb_allocator *memory = &r->b->memory;
    const size_t room = grown_room(s->room ? s->room : 256, s->used, more);
    uint8_t *grown = NULL;
    if (room != 0)
        grown = (uint8_t *)memory->resize(memory->context, s->is_own ? s->at : NULL, s->is_own ? s->room : 0, room);
    if (grown == NULL) return vfb__fault(r, VFB_ERROR_MEMORY, r->at);
    if (!s->is_own && s->used) memcpy(grown, s->at, s->used);
    s->at = grown;
    s->room = room;
    s->is_own = true;
    return true;
}

/* Returns whether one of 8 bytes ends a run of plain characters: a quote, a backslash, a control
 * character, or one that is not ASCII. */
static bool ends_run(uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), high = UINT64_C(0x8080808080808080);
    const uint64_t quote = word ^ (ones * '"'), backslash = word ^ (ones * '\\');
    return ((word | (word - ones * 0x20) | (quote - ones) | (backslash - ones)) & high) != 0;
}

int vfb__hexadecimal_digit(char c)
{
    if (is_digit(c)) return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Returns the number in `\uXXXX`, or -1 if that does not stand here. */
static long unit_at(const char *at, const char *end)
{
    long unit = 0;
    int i;
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u') return -1;
    for (i = 2; i < 6; i++) {
        const int digit = vfb__hexadecimal_digit(at[i]);
        if (digit < 0) return -1;
        unit = 16 * unit + digit;
    }
    return unit;
}

/* Notes the text that ends inside of an escape. */
static bool is_cut_off(reader *r)
{
    r->at = r->size;
    return vfb__expected(r);
}

/* Notes the place where an escape `\u`, which begins here, has no hexadecimal digit. */
static bool no_digit(reader *r, size_t at)
{
    for (at += 2; at < r->size && vfb__hexadecimal_digit(r->text[at]) >= 0; at++) {
    }
    return at < r->size ? vfb__fault(r, VFB_ERROR_ESCAPE, at) : is_cut_off(r);
}

/* Returns whether the text ends inside of the escape of the second half of a surrogate pair, or before it. */
static bool is_begun_half(const char *at, size_t size)
{
    size_t i;
    if (size >= 6) return false;
    for (i = 0; i < size; i++) {
        const char c = at[i], small = (char)(c | 0x20);
        const bool fits = i == 0   ? c == '\\'
                          : i == 1 ? c == 'u'
                          : i == 2 ? small == 'd'
                          : i == 3 ? small >= 'c' && small <= 'f'
                                   : vfb__hexadecimal_digit(c) >= 0;
        if (!fits) return false;
    }
    return true;
}

/* Notes half of a surrogate pair, whose escape begins at a place: the other half is not there, or is no escape. */
static bool lone_half(reader *r, size_t at, bool is_first)
{
    const char *half = r->text + at + 6;
    const size_t left = r->size - at - 6;
    if (is_first && is_begun_half(half, left)) return is_cut_off(r);
    if (is_first && left >= 2 && half[0] == '\\' && half[1] == 'u' && unit_at(half, r->text + r->size) < 0)
        return no_digit(r, at + 6);
    return vfb__fault(r, VFB_ERROR_SURROGATE, at);
}

/* Takes an escape, and appends its character to the string. */
static bool escape(reader *r)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *at = r->text + r->at, *end = r->text + r->size;
    uint8_t *out = more_of(r, &r->string, 4);
    const char *letter;
    long unit, low;
    if (out == NULL) return false;
    r->string.used -= 4;
    if (end - at < 2) return is_cut_off(r);
    letter = at[1] ? strchr(letters, at[1]) : NULL;
    if (letter != NULL) {
        *out = (uint8_t)meant[letter - letters];
        r->string.used++;
        r->at += 2;
        return true;
    }
    unit = unit_at(at, end);
    if (unit < 0 && at[1] == 'u') return no_digit(r, r->at);
    if (unit < 0) return vfb__fault(r, VFB_ERROR_ESCAPE, r->at);
    r->at += 6;
    if (unit >= 0xd800 && unit < 0xe000) {
        low = unit_at(at + 6, end);
        if (unit >= 0xdc00 || low < 0xdc00 || low >= 0xe000) return lone_half(r, (size_t)(at - r->text), unit < 0xdc00);
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        r->at += 6;
    }
    if (unit < 0x80) {
        *out++ = (uint8_t)unit;
        r->string.used += 1;
    } else if (unit < 0x800) {
        *out++ = (uint8_t)(0xc0 | unit >> 6);
        *out++ = (uint8_t)(0x80 | (unit & 0x3f));
        r->string.used += 2;
    } else if (unit < 0x10000) {
        *out++ = (uint8_t)(0xe0 | unit >> 12);
        *out++ = (uint8_t)(0x80 | (unit >> 6 & 0x3f));
        *out++ = (uint8_t)(0x80 | (unit & 0x3f));
        r->string.used += 3;
    } else {
        *out++ = (uint8_t)(0xf0 | unit >> 18);
        *out++ = (uint8_t)(0x80 | (unit >> 12 & 0x3f));
        *out++ = (uint8_t)(0x80 | (unit >> 6 & 0x3f));
        *out++ = (uint8_t)(0x80 | (unit & 0x3f));
        r->string.used += 4;
    }
    return true;
}

bool vfb__string(reader *r, piece *taken)
{
    size_t start = ++r->at;
    const size_t first = start;
    bool is_copied = false, is_ascii = true;
    uint64_t word;
    r->string.used = 0;
    for (;;) {
        char c;
        for (; r->size - r->at >= 8; r->at += 8) {
            memcpy(&word, r->text + r->at, 8);
            if (ends_run(word)) break;
        }
        while (r->at < r->size) {
            c = r->text[r->at];
            if (c == '"' || c == '\\' || (unsigned char)c < ' ') break;
            if ((unsigned char)c >= 0x80) is_ascii = false;
            r->at++;
        }
        if (r->at >= r->size) return vfb__expected(r);
        c = r->text[r->at];
        if (c == '"' || c == '\\') {
            const size_t size = r->at - start;
            uint8_t *out;
            if (c == '"' && !is_copied) {
                taken->at = r->text + start;
                taken->size = size;
                break;
            }
            if (size != 0) {
                out = more_of(r, &r->string, size);
                if (out == NULL) return false;
                memcpy(out, r->text + start, size);
            }
            is_copied = true;
            if (c == '"') {
                taken->at = (const char *)r->string.at;
                taken->size = r->string.used;
                break;
            }
            if (!escape(r)) return false;
            start = r->at;
        } else {
            return vfb__fault(r, VFB_ERROR_CONTROL, r->at);
        }
    }
    if (!is_ascii && !is_utf8(taken->at, taken->size))
        return vfb__fault(r, VFB_ERROR_UTF8, first + vfb__utf8((const uint8_t *)r->text + first, r->at - first));
    r->at++;
    return true;
}

bool vfb__key(reader *r, piece *key)
{
    if (peek(r) != '"') return vfb__expected(r);
    return vfb__string(r, key) && (take_char(r, ':') || vfb__expected(r));
}

/* Returns whether a word goes on with this character. */
static bool is_in_word(char c) { return is_digit(c) || c == '_' || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'); }

bool vfb__literal(reader *r, const char *word)
{
    const size_t size = strlen(word), end = r->at + size;
    if (r->size - r->at < size || memcmp(r->text + r->at, word, size) != 0) return false;
    if (end < r->size && is_in_word(r->text[end])) return false;
    r->at = end;
    return true;
}

static size_t number_size(const char *at, size_t size)
{
    vvs__number number;
    return vfb__scan_number(at, size, &number);
}

static size_t skip_digits(const reader *r, size_t at)
{
    while (at < r->size && is_digit(r->text[at])) at++;
    return at;
}

/* The values that are words. */
static const char *const words[] = {"true", "false", "null"};

/* Returns whether the text ends inside of a word. */
static bool is_cut_word(const reader *r)
{
    const size_t size = r->size - r->at;
    size_t i;
    for (i = 0; i < 3; i++)
        if (size < strlen(words[i]) && memcmp(r->text + r->at, words[i], size) == 0) return true;
    return false;
}

/* Notes what is wrong where a number would begin. */
static bool no_number(reader *r)
{
    const size_t first = r->at + (r->at < r->size && r->text[r->at] == '-');
    size_t at = first, end = skip_digits(r, at);
    if (end == r->at) {
        if (is_cut_word(r)) r->at = r->size;
        return vfb__expected(r);
    }
    if (end != first && (r->text[first] != '0' || end - first == 1)) {
        if (end < r->size && r->text[end] == '.') {
            at = end + 1;
            end = skip_digits(r, at);
        }
        if (end != at) {
            /* Only the exponent is left. */
            at = end + 1;
            if (at < r->size && (r->text[at] == '+' || r->text[at] == '-')) at++;
        }
    }
    return vfb__fault(r, at < r->size ? VFB_ERROR_NUMBER : VFB_ERROR_END, at);
}

bool vfb__number(reader *r, piece *taken)
{
    const size_t start = r->at;
    uint64_t bits;
    taken->at = r->text + r->at;
    taken->size = number_size(taken->at, r->size - r->at);
    if (taken->size == 0) return no_number(r);
    r->at += taken->size;
    return vfb__is_integer(*taken) || vfb__decimal(taken->at, taken->size, false, &bits)
           || vfb__fault(r, VFB_ERROR_RANGE, start);
}

bool vfb__skip_plain(reader *r)
{
    piece text;
    if (peek(r) == '"') return vfb__string(r, &text);
    if (vfb__literal(r, "true") || vfb__literal(r, "false") || vfb__literal(r, "null")) return true;
    return vfb__number(r, &text);
}

bool vfb__is_at_word(const reader *r)
{
    size_t i;
    for (i = 0; i < 3; i++) {
        const size_t size = strlen(words[i]);
        if (r->size - r->at >= size && memcmp(r->text + r->at, words[i], size) == 0) return true;
    }
    return false;
}

bool vfb__null(reader *r, bool *is_null)
{
    *is_null = false;
    if (peek(r) != 'n' || !vfb__is_at_word(r)) return true;
    *is_null = vfb__literal(r, "null");
    return *is_null || vfb__expected(r);
}

bool vfb__wrong(reader *r)
{
    const char c = peek(r);
    const size_t start = r->at;
    return (c == '{' || c == '[' || vfb__is_at_word(r) || vfb__skip_plain(r)) && vfb__fault(r, VFB_ERROR_TYPE, start);
}

bool vfb__is_number(piece text) { return text.size != 0 && number_size(text.at, text.size) == text.size; }

bool vfb__is_integer(piece text)
{
    size_t i;
    for (i = 0; i < text.size; i++)
        if (text.at[i] == '.' || (text.at[i] | 0x20) == 'e') return false;
    return true;
}

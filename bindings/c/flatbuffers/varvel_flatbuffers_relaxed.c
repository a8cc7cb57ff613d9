/*
 * FlatBuffers in C: rewrites relaxed JSON, which is JSON5 (https://spec.json5.org) whose words are strings, as
 * JSON, token by token. The reader behind it finds tokens in a wrong order. It also finds the place in the text
 * that a byte of the JSON comes from: then it counts what it would write.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers_letters.h"
#include "varvel_flatbuffers_reader.h"

typedef struct relaxer {
    reader *r;
    const char *text;
    size_t at, size;
    stretch *out;     /* the JSON, unless a place is searched for */
    size_t wanted;    /* the place in the JSON that is searched for */
    size_t written;   /* the length of the JSON so far */
    size_t found;     /* the place in the text of what is wanted */
    size_t comma;     /* a comma that is left out before a closing bracket */
    size_t word, end; /* a word that is a name if a colon follows, otherwise a value */
    size_t space;     /* white space that is not written yet */
    bool is_ended;    /* whether the last token ended a value */
} relaxer;

static const size_t none = SIZE_MAX;

static bool refuse(relaxer *x, vfb_status status, size_t at)
{
    return vfb__fault(x->r, at >= x->size ? VFB_ERROR_END : status, at >= x->size ? x->size : at);
}

static char here(const relaxer *x) { return x->at < x->size ? x->text[x->at] : 0; }

/* ---- Writing ---- */

/* Writes bytes that come from a place. `step` is 1 if each has a place of its own there. */
static bool put(relaxer *x, const char *bytes, size_t size, size_t from, size_t step)
{
    uint8_t *out;
    if (x->out == NULL) {
        if (x->wanted >= x->written && x->wanted - x->written < size) x->found = from + step * (x->wanted - x->written);
        x->written += size;
        return true;
    }
    if (size == 0) return true;
    out = more_of(x->r, x->out, size);
    if (out != NULL) memcpy(out, bytes, size);
    return out != NULL;
}

/* Writes a part of the text. */
static bool copy(relaxer *x, size_t from, size_t to) { return put(x, x->text + from, to - from, from, 1); }

/* Writes JSON that replaces the text at a place. */
static bool say(relaxer *x, size_t at, const char *json) { return put(x, json, strlen(json), at, 0); }

/* Writes JSON in place of the next bytes of the text. */
static bool instead(relaxer *x, size_t size, const char *json)
{
    x->at += size;
    return say(x, x->at - size, json);
}

static bool instead_control(relaxer *x, size_t size, unsigned code)
{
    static const char digits[] = "0123456789abcdef";
    char escape[7] = "\\u00";
    escape[4] = digits[code >> 4];
    escape[5] = digits[code & 15];
    escape[6] = 0;
    return instead(x, size, escape);
}

/* Writes a part of the text as a string. Its escapes are those of JSON. */
static bool quoted(relaxer *x, size_t from, size_t to)
{
    return say(x, from, "\"") && copy(x, from, to) && say(x, from, "\"");
}

/* ---- Characters ---- */

/* Returns the character at a place of valid UTF-8, and its size; 0 and 0 at the end. */
static uint32_t character(const relaxer *x, size_t at, size_t *size)
{
    const unsigned char *c = (const unsigned char *)x->text + at;
    *size = 0;
    if (at >= x->size) return 0;
    *size = *c < 0x80 ? 1 : *c < 0xe0 ? 2 : *c < 0xf0 ? 3 : 4;
    switch (*size) {
    case 1: return *c;
    case 2: return (*c & 31u) << 6 | (c[1] & 63u);
    case 3: return (*c & 15u) << 12 | (c[1] & 63u) << 6 | (c[2] & 63u);
    default: return (*c & 7u) << 18 | (c[1] & 63u) << 12 | (c[2] & 63u) << 6 | (c[3] & 63u);
    }
}

static bool is_line_end(uint32_t c) { return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029; }

/* Returns whether this is white space of ECMAScript. */
static bool is_space(uint32_t c)
{
    return (c >= '\t' && c <= '\r') || c == ' ' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a)
           || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000 || c == 0xfeff;
}

/* Returns whether a name may begin with this character. */
static bool begins_name(uint32_t c) { return c < 0x80 ? is_letter((char)c) : vfb__letter_class(c) == 2; }

/* Returns whether a name may hold this character behind its first one. */
static bool goes_on(uint32_t c)
{
    return c < 0x80 ? is_letter((char)c) || (c >= '0' && c <= '9') : vfb__letter_class(c) != 0;
}

/* Returns the number of so many hexadecimal digits at a place, or a negative number. */
static long hexadecimal(const relaxer *x, size_t at, size_t count)
{
    long number = 0;
    for (; count > 0; count--, at++) {
        const int digit = at < x->size ? vfb__hexadecimal_digit(x->text[at]) : -1;
        if (digit < 0) return -1;
        number = number << 4 | digit;
    }
    return number;
}

/* ---- White space and comments ---- */

static bool comment(relaxer *x)
{
    const char next = x->at + 1 < x->size ? x->text[x->at + 1] : 0;
    size_t size;
    if (next == '/') {
        while (x->at < x->size && !is_line_end(character(x, x->at, &size))) x->at += size;
        return true;
    }
    if (next != '*') return vfb__fault(x->r, VFB_ERROR_SYNTAX, x->at);
    for (x->at += 2; x->at + 1 < x->size; x->at++) {
        if (x->text[x->at] == '*' && x->text[x->at + 1] == '/') {
            x->at += 2;
            return true;
        }
    }
    return refuse(x, VFB_ERROR_END, x->size);
}

/* Skips white space and comments, which become one space. */
static bool spaces(relaxer *x)
{
    const size_t begin = x->at;
    size_t size;
    while (x->at < x->size) {
        if (x->text[x->at] == '/') {
            if (!comment(x)) return false;
        } else {
            if (!is_space(character(x, x->at, &size))) break;
            x->at += size;
        }
    }
    if (x->at != begin) x->space = begin;
    return true;
}

/* ---- Tokens ---- */

/* Writes the token whose meaning depends on the next one, which begins so. */
static bool settle(relaxer *x, char next)
{
    const size_t comma = x->comma, begin = x->word, space = x->space;
    x->comma = x->word = x->space = none;
    if (comma != none && next != ']' && next != '}' && !copy(x, comma, comma + 1)) return false;
    if (begin != none) {
        const char *word = x->text + begin;
        const size_t size = x->end - begin;
        const char *point = (const char *)memchr(word, '.', size);
        const bool is_literal = (size == 4 && (memcmp(word, "true", 4) == 0 || memcmp(word, "null", 4) == 0))
                                || (size == 5 && memcmp(word, "false", 5) == 0);
        if (next == ':' && point != NULL) return refuse(x, VFB_ERROR_SYNTAX, (size_t)(point - x->text));
        if (!(is_literal && next != ':' ? copy(x, begin, x->end) : quoted(x, begin, x->end))) return false;
    }
    return space == none || say(x, space, " ");
}

/* Takes a token of one byte. */
static bool mark(relaxer *x, bool is_ended)
{
    x->at++;
    x->is_ended = is_ended;
    return copy(x, x->at - 1, x->at);
}

/* Takes a name, or a value that is a word. */
static bool name(relaxer *x)
{
    const size_t begin = x->at;
    char next;
    while (x->at < x->size) {
        const bool is_inside = x->at > begin;
        size_t size;
        uint32_t c = character(x, x->at, &size);
        if (c == '\\') {
            const bool is_unit = x->at + 1 < x->size && x->text[x->at + 1] == 'u';
            const long code = is_unit ? hexadecimal(x, x->at + 2, 4) : -1;
            if (code < 0 || !(is_inside ? goes_on((uint32_t)code) : begins_name((uint32_t)code)))
                return vfb__fault(x->r, VFB_ERROR_ESCAPE, x->at);
            size = 6;
        } else if (!(is_inside ? c == '.' || goes_on(c) : begins_name(c))) {
            break;
        }
        x->at += size;
    }
    if (x->at == begin) return vfb__fault(x->r, VFB_ERROR_SYNTAX, begin);
    /* A sign may be left out of the JSON. Then digits would run into the word. */
    next = here(x);
    if (next == '+' || next == '-' || next == '.') return vfb__fault(x->r, VFB_ERROR_SYNTAX, x->at);
    x->word = begin;
    x->end = x->at;
    x->is_ended = true;
    return true;
}

/* Returns whether a part of the text is this word, in any case of its letters. */
static bool is_word(const relaxer *x, size_t from, size_t to, const char *word)
{
    size_t i;
    if (to - from != strlen(word)) return false;
    for (i = 0; from + i < to; i++)
        if ((x->text[from + i] | 0x20) != word[i]) return false;
    return true;
}

/* Takes a word behind a sign. */
static bool not_finite(relaxer *x, size_t begin)
{
    size_t end = x->at, size;
    while (end < x->size && goes_on(character(x, end, &size))) end += size;
    if (!is_word(x, x->at, end, "inf") && !is_word(x, x->at, end, "infinity") && !is_word(x, x->at, end, "nan"))
        return vfb__fault(x->r, VFB_ERROR_SYNTAX, x->at);
    x->at = end;
    x->is_ended = true;
    return quoted(x, begin, end);
}

/* Takes digits. Returns whether there is no error; `count` is the number of digits. */
static bool digits(relaxer *x, size_t *count)
{
    const size_t begin = x->at;
    while (is_digit(here(x))) x->at++;
    *count = x->at - begin;
    return copy(x, begin, x->at);
}

static bool decimal(relaxer *x)
{
    const size_t begin = x->at;
    size_t whole, count;
    if (!digits(x, &whole)) return false;
    if (here(x) == '.') {
        if ((whole == 0 && !say(x, begin, "0")) || !mark(x, false) || !digits(x, &count)) return false;
        if (count == 0 && whole == 0) return refuse(x, VFB_ERROR_NUMBER, x->at);
        if (count == 0 && !say(x, x->at - 1, "0")) return false;
    } else if (whole == 0) {
        return refuse(x, VFB_ERROR_NUMBER, x->at);
    }
    if (here(x) == 'e' || here(x) == 'E') {
        const size_t exponent = x->at++;
        if (here(x) == '+' || here(x) == '-') x->at++;
        if (!copy(x, exponent, x->at) || !digits(x, &count)) return false;
        if (count == 0) return refuse(x, VFB_ERROR_NUMBER, x->at);
    }
    return true;
}

/* Writes a hexadecimal integer of at most 128 bits with decimal digits. */
static bool from_hexadecimal(relaxer *x)
{
    const size_t begin = x->at;
    uint32_t words[4] = {0, 0, 0, 0};
    size_t count = 0, first;
    char text[40];
    size_t at = sizeof text - 1;
    x->at += 2;
    first = x->at;
    for (; x->at < x->size; x->at++) {
        const int digit = vfb__hexadecimal_digit(x->text[x->at]);
        if (digit < 0) break;
        if (count == 0 && digit == 0) continue;
        if (++count > 32) continue;
        words[0] = words[0] << 4 | words[1] >> 28;
        words[1] = words[1] << 4 | words[2] >> 28;
        words[2] = words[2] << 4 | words[3] >> 28;
        words[3] = words[3] << 4 | (uint32_t)digit;
    }
    if (x->at == first) return refuse(x, VFB_ERROR_NUMBER, x->at);
    if (count > 32) return vfb__fault(x->r, VFB_ERROR_RANGE, begin);
    text[at] = 0;
    do {
        uint64_t rest = 0;
        unsigned i;
        for (i = 0; i < 4; i++) {
            rest = rest << 32 | words[i];
            words[i] = (uint32_t)(rest / 10);
            rest %= 10;
        }
        text[--at] = (char)('0' + rest);
    } while (words[0] | words[1] | words[2] | words[3]);
    return say(x, begin, text + at);
}

/* Takes a number, from its sign on. */
static bool number(relaxer *x)
{
    const size_t begin = x->at;
    const char sign = here(x);
    size_t size;
    uint32_t c;
    bool is_hexadecimal;
    if (sign == '+' || sign == '-') {
        x->at++;
        if (x->at < x->size && begins_name(character(x, x->at, &size))) return not_finite(x, begin);
        if (sign == '-' && !copy(x, begin, x->at)) return false;
    }
    is_hexadecimal = here(x) == '0' && x->at + 1 < x->size && (x->text[x->at + 1] | 0x20) == 'x';
    if (!(is_hexadecimal ? from_hexadecimal(x) : decimal(x))) return false;
    c = character(x, x->at, &size);
    if (size != 0 && !is_space(c) && (c == 0 || c >= 0x80 || strchr(",]}:/", (int)c) == NULL))
        return vfb__fault(x->r, VFB_ERROR_NUMBER, x->at);
    x->is_ended = true;
    return true;
}

/* Takes an escape, from its backslash on. */
static bool escape(relaxer *x)
{
    size_t size;
    const size_t at = x->at + 1;
    const uint32_t c = character(x, at, &size);
    long code;
    if (size == 0) return refuse(x, VFB_ERROR_END, x->size);
    if (c != 0 && c < 0x80 && strchr("\"\\/bfnrt", (int)c) != NULL) {
        x->at += 2;
        return copy(x, x->at - 2, x->at);
    }
    switch (c) {
    case 'u':
        /* The reader of the JSON checks whether it is half of a character. */
        if (hexadecimal(x, at + 1, 4) < 0) break;
        x->at += 6;
        return copy(x, x->at - 6, x->at);
    case 'v': return instead_control(x, 2, 11);
    case 'x':
        code = hexadecimal(x, at + 1, 2);
        if (code < 0) break;
        return instead_control(x, 4, (unsigned)code);
    case '0':
        if (at + 1 < x->size && is_digit(x->text[at + 1])) break;
        return instead_control(x, 2, 0);
    case '\r':
        if (at + 1 < x->size && x->text[at + 1] == '\n') size = 2;
        return instead(x, 1 + size, "");
    default:
        if (c >= '1' && c <= '9') break;
        if (is_line_end(c)) return instead(x, 1 + size, "");
        if (c < ' ') return instead_control(x, 2, c);
        /* Any other character is itself. */
        x->at += 1 + size;
        return copy(x, x->at - size, x->at);
    }
    return vfb__fault(x->r, VFB_ERROR_ESCAPE, x->at);
}

/* Takes a string, from its quote on. */
static bool string(relaxer *x)
{
    const char quote = here(x);
    if (!instead(x, 1, "\"")) return false;
    for (;;) {
        const size_t clean = x->at;
        bool ok;
        char c = here(x);
        for (; x->at < x->size; c = here(x)) {
            if ((unsigned char)c < ' ' || c == '"' || c == '\'' || c == '\\') break;
            x->at++;
        }
        if (!copy(x, clean, x->at)) return false;
        if (x->at >= x->size) return refuse(x, VFB_ERROR_END, x->size);
        if (c == quote) {
            x->is_ended = true;
            return instead(x, 1, "\"");
        }
        if (c == '"') ok = instead(x, 1, "\\\"");
        else if (c == '\'') ok = instead(x, 1, "'");
        else if (c == '\\') ok = escape(x);
        else if (c == '\n' || c == '\r') return vfb__fault(x->r, VFB_ERROR_CONTROL, x->at);
        else ok = instead_control(x, 1, (unsigned char)c);
        if (!ok) return false;
    }
}

static bool token(relaxer *x, char first)
{
    switch (first) {
    case '{':
    case '[':
    case ':': return mark(x, false);
    case '}':
    case ']': return mark(x, true);
    case ',':
        if (!x->is_ended) return mark(x, false);
        x->comma = x->at++;
        x->is_ended = false;
        return true;
    case '"':
    case '\'': return string(x);
    case '+':
    case '-':
    case '.': return number(x);
    default: return is_digit(first) ? number(x) : name(x);
    }
}

static bool run(relaxer *x)
{
    while (x->at < x->size) {
        const size_t begin = x->at;
        char first;
        if (!spaces(x)) return false;
        if (x->at != begin) continue;
        first = x->text[x->at];
        if (!settle(x, first) || !token(x, first)) return false;
    }
    return settle(x, ' ');
}

static void begin(relaxer *x, reader *r)
{
    memset(x, 0, sizeof *x);
    x->r = r;
    x->text = r->text;
    x->size = x->found = r->size;
    x->comma = x->word = x->space = none;
}

bool vfb__relax(reader *r, stretch *out)
{
    relaxer x;
    const size_t good = vfb__utf8((const uint8_t *)r->text, r->size);
    if (good < r->size) return vfb__fault(r, VFB_ERROR_UTF8, good);
    begin(&x, r);
    x.out = out;
    if (run(&x)) return true;
    /* A comma may wait, behind which the path of the error goes on. */
    settle(&x, ' ');
    return false;
}

size_t vfb__relaxed_place(reader *r, size_t at)
{
    relaxer x;
    begin(&x, r);
    x.wanted = at;
    run(&x);
    return x.found;
}

/*
 * FlatBuffers in C: scalars, enums, tags and Base64 in JSON.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers_reader.h"

static bool is_float(unsigned scalar) { return scalar == VFB_F32 || scalar == VFB_F64; }

static bool is_signed(unsigned scalar)
{
    return scalar == VFB_I8 || scalar == VFB_I16 || scalar == VFB_I32 || scalar == VFB_I64;
}

static piece piece_of(const char *at, size_t size)
{
    piece p;
    p.at = at;
    p.size = size;
    return p;
}

static bool equals(piece a, const char *b, size_t size)
{
    return a.size == size && (size == 0 || memcmp(a.at, b, size) == 0);
}

static bool is_word(piece text, const char *word) { return equals(text, word, strlen(word)); }

/* ---- Numbers ---- */

/* Returns whether a number is a zero with a sign, which only floats have. A string of it is taken. */
static bool is_negative_zero(piece number) { return is_word(number, "-0"); }

/* Makes the bits of an integer with a sign, if it fits. */
static bool fits(unsigned scalar, bool negative, uint64_t size, uint64_t *bits)
{
    const unsigned width = 8 * (unsigned)size_of_scalar(scalar);
    const uint64_t all = UINT64_MAX >> (64 - width), half = UINT64_C(1) << (width - 1);
    if (scalar == VFB_BOOL) {
        *bits = size;
        return size <= 1 && (!negative || size == 0);
    }
    if (is_signed(scalar) ? size > half - !negative : size > all || (negative && size != 0)) return false;
    *bits = (negative ? 0 - size : size) & all;
    return true;
}

/* Returns the bits of an integer in a text, if it fits. */
static bool integer(piece text, unsigned scalar, uint64_t *bits)
{
    const bool negative = text.size > 0 && text.at[0] == '-';
    uint64_t size = 0;
    size_t i;
    for (i = negative; i < text.size; i++) {
        const unsigned digit = (unsigned)(text.at[i] - '0');
        if (size > (UINT64_MAX - digit) / 10) return false;
        size = 10 * size + digit;
    }
    return fits(scalar, negative, size, bits);
}

/* Reads an integer such as 0x1F. Returns whether it is one of at most 127 bits; `is_out` is whether it
 * has more than 64. */
static bool hexadecimal(piece text, bool *negative, uint64_t *size, bool *is_out)
{
    size_t i = text.size > 0 && text.at[0] == '-', digits = 0;
    *negative = i != 0;
    *size = 0;
    *is_out = false;
    if (text.size < i + 3 || text.at[i] != '0' || (text.at[i + 1] | 0x20) != 'x') return false;
    for (i += 2; i < text.size; i++) {
        const char low = (char)(text.at[i] | 0x20);
        const bool is = is_digit(text.at[i]) || (low >= 'a' && low <= 'f');
        const unsigned digit = (unsigned)(is_digit(text.at[i]) ? text.at[i] - '0' : low - 'a' + 10);
        if (!is) return false;
        if (digits == 0 && digit == 0) continue;
        digits++;
        if (digits > 16) *is_out = true;
        else *size = *size << 4 | digit;
        /* `size` has the highest 16 digits. */
        if (digits > 32 || (digits == 32 && *size >> 63)) return false;
    }
    return true;
}

/* Reads inf and nan, as flatc writes them, and the words of JSON5. */
static bool special(piece text, unsigned scalar, uint64_t *bits)
{
    const bool is_f32 = scalar == VFB_F32;
    const size_t sign = text.size > 0 && (text.at[0] == '-' || text.at[0] == '+');
    const bool negative = sign && text.at[0] == '-';
    const piece word = piece_of(text.at + sign, text.size - sign);
    if (is_word(word, "inf") || is_word(word, "infinity") || is_word(word, "Infinity")) {
        *bits = is_f32 ? UINT64_C(0x7f800000) : UINT64_C(0x7ff0000000000000);
        if (negative) *bits |= is_f32 ? UINT64_C(0x80000000) : UINT64_C(0x8000000000000000);
        return true;
    }
    /* The sign of NaN means nothing. */
    *bits = is_f32 ? UINT64_C(0x7fc00000) : UINT64_C(0x7ff8000000000000);
    return is_word(word, "nan") || is_word(word, "NaN");
}

/* Returns the hash of a text. Hashes of 16 bits are folded from 32. */
static uint64_t hashed(piece text, unsigned hash)
{
    const bool xor_first = hash % 2 == 0;
    /* The initial value of flatc; that of the authors ends in 2325. */
    uint64_t wide = UINT64_C(0xcbf29ce484222645);
    uint32_t narrow = UINT32_C(0x811c9dc5);
    size_t i;
    for (i = 0; i < text.size; i++) {
        const uint8_t byte = (uint8_t)text.at[i];
        wide = xor_first ? (wide ^ byte) * UINT64_C(0x100000001b3) : (wide * UINT64_C(0x100000001b3)) ^ byte;
        narrow = xor_first ? (narrow ^ byte) * UINT32_C(0x01000193) : (narrow * UINT32_C(0x01000193)) ^ byte;
    }
    if (hash > 4) return wide;
    return hash > 2 ? narrow : (narrow >> 16) ^ (narrow & 0xffff);
}

/* ---- Names ---- */

/* Takes the next word, between white space, from a text. */
static bool next_word(piece *rest, piece *word)
{
    size_t i = 0, start;
    for (; i < rest->size && strchr(" \t\n\f\r", rest->at[i]) && rest->at[i]; i++) {
    }
    for (start = i; i < rest->size && !(strchr(" \t\n\f\r", rest->at[i]) && rest->at[i]); i++) {
    }
    *word = piece_of(rest->at + start, i - start);
    *rest = piece_of(rest->at + i, rest->size - i);
    return word->size != 0;
}

/* Returns the place of the last dot, or the size. */
static size_t last_dot(piece text)
{
    size_t i = text.size;
    while (i > 0 && text.at[i - 1] != '.') i--;
    return i > 0 ? i - 1 : text.size;
}

/* Returns the rest after the name of a type and a dot, if the text begins so. */
static piece unqualified(piece text, const char *of)
{
    const size_t dot = last_dot(text);
    const char *base = strrchr(of, '.');
    if (dot == text.size
        || !(equals(piece_of(text.at, dot), of, strlen(of))
             || (base != NULL && is_word(piece_of(text.at, dot), base + 1))))
        return text;
    return piece_of(text.at + dot + 1, text.size - dot - 1);
}

static int order_of(piece a, const char *b, size_t size)
{
    const size_t least = a.size < size ? a.size : size;
    const int order = least ? memcmp(a.at, b, least) : 0;
    return order ? order : (a.size > size) - (a.size < size);
}

static const vfb_symbol *symbol_named(const vfb_enum_type *of, piece name)
{
    uint32_t first = 0, left = of->count;
    while (left > 0) {
        const uint32_t half = left / 2;
        const vfb_symbol *symbol = &of->symbols[of->by_name[first + half]];
        const int order = order_of(name, symbol->name, symbol->name_size);
        if (order == 0) return symbol;
        if (order > 0) {
            first += half + 1;
            left -= half + 1;
        } else {
            left = half;
        }
    }
    return NULL;
}

static const vfb_member *member_named(const vfb_union_type *of, piece name)
{
    uint32_t first = 0, left = of->count;
    while (left > 0) {
        const uint32_t half = left / 2;
        const vfb_member *member = &of->members[of->by_name[first + half]];
        const int order = order_of(name, member->name, member->name_size);
        if (order == 0) return member;
        if (order > 0) {
            first += half + 1;
            left -= half + 1;
        } else {
            left = half;
        }
    }
    return NULL;
}

static uint64_t cut(int64_t value, unsigned scalar)
{
    return (uint64_t)value & (UINT64_MAX >> (64 - 8 * size_of_scalar(scalar)));
}

/* Returns the bits of a name of an enum, or of the names of flags. */
static bool symbols(piece text, const vfb_enum_type *of, uint64_t *bits)
{
    const vfb_symbol *symbol = symbol_named(of, text);
    piece rest = text, word;
    int64_t value = 0;
    size_t count = 0;
    if (symbol != NULL) {
        *bits = cut(symbol->value, of->scalar);
        return true;
    }
    for (; next_word(&rest, &word); count++) {
        symbol = symbol_named(of, unqualified(word, of->name));
        if (symbol == NULL) return false;
        value |= symbol->value;
    }
    *bits = cut(value, of->scalar);
    return count == 1 || (count > 1 && of->bit_flags);
}

/* Returns the enum with this full name, or the only one whose name ends with it. */
static const vfb_enum_type *enum_named(const vfb_schema *schema, piece name)
{
    const vfb_enum_type *near = NULL;
    uint32_t i, count = 0;
    for (i = 0; i < schema->enum_count; i++) {
        const vfb_enum_type *of = &schema->enums[i];
        const size_t size = strlen(of->name);
        if (equals(name, of->name, size)) return of;
        if (size > name.size && of->name[size - name.size - 1] == '.'
            && equals(name, of->name + size - name.size, name.size)) {
            near = of;
            count++;
        }
    }
    return count == 1 ? near : NULL;
}

/* Returns the value of a name of any enum with the enum's name before it, for an integer without an
 * enum. Several names are flags of one enum. */
static bool named(const vfb_schema *schema, piece text, bool *negative, uint64_t *size)
{
    const vfb_enum_type *found = NULL;
    piece rest = text, word;
    int64_t value = 0;
    while (next_word(&rest, &word)) {
        const size_t dot = last_dot(word);
        const vfb_enum_type *of;
        const vfb_symbol *symbol;
        if (dot == word.size) return false;
        of = enum_named(schema, piece_of(word.at, dot));
        if (of == NULL) return false;
        symbol = symbol_named(of, piece_of(word.at + dot + 1, word.size - dot - 1));
        if (symbol == NULL || (found != NULL && (found != of || !of->bit_flags))) return false;
        found = of;
        value |= symbol->value;
    }
    if (found == NULL) return false;
    *negative = is_signed(found->scalar) && value < 0;
    *size = *negative ? 0 - (uint64_t)value : (uint64_t)value;
    return true;
}

/* ---- Scalars ---- */

/* Returns the bits of a scalar that came as a string, or the kind of the error. */
static vfb_status bits_of_text(const vfb_schema *schema, const vfb_field *field, piece text, uint64_t *bits)
{
    const unsigned scalar = field->scalar;
    const bool is_number = vfb__is_number(text);
    bool negative, is_out;
    uint64_t size;
    if (field->hash != 0) {
        *bits = hashed(text, field->hash);
        return VFB_OK;
    }
    if (!is_float(scalar) && scalar != VFB_BOOL && hexadecimal(text, &negative, &size, &is_out))
        return !is_out && fits(scalar, negative, size, bits) ? VFB_OK : VFB_ERROR_RANGE;
    if (field->symbols != VFB_NONE && !is_number)
        return symbols(text, &schema->enums[field->symbols], bits) ? VFB_OK : VFB_ERROR_VARIANT;
    if (is_float(scalar)) {
        if (is_number) return vfb__decimal(text.at, text.size, scalar == VFB_F32, bits) ? VFB_OK : VFB_ERROR_RANGE;
        return special(text, scalar, bits) ? VFB_OK : VFB_ERROR_TYPE;
    }
    if (scalar == VFB_BOOL && (is_word(text, "true") || is_word(text, "false"))) {
        *bits = text.size == 4;
        return VFB_OK;
    }
    if (is_number && vfb__is_integer(text)) return integer(text, scalar, bits) ? VFB_OK : VFB_ERROR_RANGE;
    if (scalar == VFB_BOOL || !named(schema, text, &negative, &size)) return VFB_ERROR_TYPE;
    return fits(scalar, negative, size, bits) ? VFB_OK : VFB_ERROR_RANGE;
}

/* The largest integers of each type, and the largest without their sign below 0. */
static const uint64_t most[] = {1,         INT8_MAX,   UINT8_MAX, INT16_MAX, UINT16_MAX,
                                INT32_MAX, UINT32_MAX, INT64_MAX, UINT64_MAX};
static const uint64_t least[] = {0, 128, 0, 32768, 0, UINT64_C(2147483648), 0, UINT64_C(9223372036854775808), 0};

/* Reads an integer that fits before a comma or a bracket, the usual case. Returns `false` if there is
 * something else. */
static bool short_integer(reader *r, unsigned scalar, uint64_t *bits)
{
    const char *at = r->text + r->at, *end = r->text + r->size, *start, *enough;
    const bool negative = *at == '-';
    uint64_t size = 0;
    start = at += negative;
    enough = end - at > 19 ? at + 19 : end;
    for (; at < enough; at++) {
        const unsigned digit = (unsigned)*at - '0';
        if (digit > 9) break;
        size = 10 * size + digit;
    }
    if (at - start == 19 && at < end && is_digit(*at)) {
        const unsigned digit = (unsigned)*at++ - '0';
        if (size > UINT64_MAX / 10 || 10 * size > UINT64_MAX - digit) return false;
        size = 10 * size + digit;
    }
    if (at == end || at == start || (*at != ',' && *at != '}' && *at != ']') || (*start == '0' && at - start > 1))
        return false;
    if (size > (negative ? least : most)[scalar] || (negative && size == 0)) return false;
    *bits = negative ? (0 - size) & (UINT64_MAX >> (64 - 8 * size_of_scalar(scalar))) : size;
    r->at = (size_t)(at - r->text);
    return true;
}

bool vfb__scalar(reader *r, const vfb_field *field, uint64_t *bits)
{
    const unsigned scalar = field->scalar;
    const char c = peek(r);
    const size_t start = r->at;
    vfb_status status;
    piece text;
    vvs__number number;
    if (is_digit(c) || c == '-') {
        if (!is_float(scalar)) {
            if (scalar != VFB_BOOL && short_integer(r, scalar, bits)) return true;
        } else {
            const size_t length = vfb__scan_number(r->text + start, r->size - start, &number);
            r->at += length;
            if (length == 0) return vfb__number(r, &text);
            return vfb__decimal_of(&number, scalar == VFB_F32, bits) || vfb__fault(r, VFB_ERROR_RANGE, start);
        }
    }
    if (c == '"') {
        if (!vfb__string(r, &text)) return false;
        status = bits_of_text(r->schema, field, text, bits);
        return status == VFB_OK || vfb__fault(r, status, start);
    }
    if (c == 't' || c == 'f') {
        const bool is_true = vfb__literal(r, "true");
        if (is_true || vfb__literal(r, "false")) {
            *bits = is_true;
            return scalar == VFB_BOOL || vfb__fault(r, VFB_ERROR_TYPE, start);
        }
        /* It would be the value, but the word goes on. */
        if (scalar == VFB_BOOL) return vfb__skip_plain(r) && vfb__fault(r, VFB_ERROR_TYPE, start);
    }
    if (c != '-' && !is_digit(c)) return vfb__wrong(r);
    if (!vfb__number(r, &text)) return false;
    if (!vfb__is_integer(text) || is_negative_zero(text)
        || (scalar == VFB_BOOL && !is_word(text, "0") && !is_word(text, "1")))
        return vfb__fault(r, VFB_ERROR_TYPE, start);
    return integer(text, scalar, bits) || vfb__fault(r, VFB_ERROR_RANGE, start);
}

bool vfb__tag(reader *r, const vfb_union_type *of, uint64_t *bits)
{
    const char c = peek(r);
    const size_t start = r->at;
    const vfb_member *member;
    piece name;
    if (c == '"') {
        if (!vfb__string(r, &name)) return false;
    } else if (c != '-' && !is_digit(c)) {
        return vfb__wrong(r);
    } else {
        uint8_t word[8];
        if (!vfb__number(r, &name)) return false;
        if (!vfb__is_integer(name) || is_negative_zero(name)) return vfb__fault(r, VFB_ERROR_TYPE, start);
        if (!integer(name, of->scalar, bits)) return vfb__fault(r, VFB_ERROR_RANGE, start);
        vfb__store_u64(word, *bits);
        return *bits == 0 || member_of(of, load_integer(word, of->scalar)) != NULL
               || vfb__fault(r, VFB_ERROR_VARIANT, start);
    }
    name = unqualified(name, of->name);
    member = member_named(of, name);
    *bits = member ? cut(member->tag, of->scalar) : 0;
    return member != NULL || is_word(name, "NONE") || vfb__fault(r, VFB_ERROR_VARIANT, start);
}

/* ---- Base64 ---- */

static int value_of(char c, bool is_url)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (is_digit(c)) return c - '0' + 52;
    if (c == (is_url ? '-' : '+')) return 62;
    return c == (is_url ? '_' : '/') ? 63 : -1;
}

bool vfb__base64(reader *r, const vfb_field *field)
{
    const bool is_url = (field->flags & VFB_BASE64URL) != 0;
    const size_t start = r->at;
    uint32_t word = 0;
    uint8_t *out;
    piece text;
    size_t i, padding = 0, rest;
    if (!vfb__string(r, &text)) return false;
    while (padding < 2 && padding < text.size && text.at[text.size - 1 - padding] == '=') padding++;
    rest = (text.size - padding) % 4;
    /* With padding or without it, but all of it. */
    if (rest == 1 || (padding != 0 && (rest == 0 || rest + padding != 4))) return vfb__fault(r, VFB_ERROR_TYPE, start);
    for (i = 0; i < text.size - padding; i++) {
        const int value = value_of(text.at[i], is_url);
        if (value < 0) return vfb__fault(r, VFB_ERROR_TYPE, start);
        word = word << 6 | (uint32_t)value;
        if (i % 4 != 3) continue;
        out = more_of(r, &r->items, 3);
        if (out == NULL) return false;
        out[0] = (uint8_t)(word >> 16);
        out[1] = (uint8_t)(word >> 8);
        out[2] = (uint8_t)word;
        word = 0;
    }
    if (rest == 0) return true;
    /* The bits that stand for no byte are 0. */
    if (word & (rest == 2 ? 15u : 3u)) return vfb__fault(r, VFB_ERROR_TYPE, start);
    out = more_of(r, &r->items, rest - 1);
    if (out == NULL) return false;
    word <<= rest == 2 ? 12 : 6;
    out[0] = (uint8_t)(word >> 16);
    if (rest == 3) out[1] = (uint8_t)(word >> 8);
    return true;
}

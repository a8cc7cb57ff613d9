/*
 * FlatBuffers in C: writes buffers as JSON by the table of a schema, without recursion.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers_flex.h"

#include <stdlib.h>

/* Makes room for more characters, and the zero behind them. */
static bool has_text_room(vfb_text_buffer *text, size_t more)
{
    const size_t room = more < SIZE_MAX ? grown_room(text->room ? text->room : 256, text->size, more + 1) : 0;
    char *grown = room != 0 ? (char *)realloc(text->at, room) : NULL;
    if (grown == NULL) return false;
    text->at = grown;
    text->room = room;
    return true;
}

bool vfb_write_text(void *context, const char *bytes, size_t size)
{
    vfb_text_buffer *text = (vfb_text_buffer *)context;
    if (size >= text->room - text->size && !has_text_room(text, size)) return false;
    if (size) memcpy(text->at + text->size, bytes, size);
    text->size += size;
    text->at[text->size] = 0;
    return true;
}

/* A table, a struct or a list that is being printed. */
typedef struct printed {
    const uint8_t *at;        /* the table or struct, or the next element */
    const uint8_t *tags;      /* of a vector of unions: the next tag */
    const vfb_object *object; /* or NULL for a list */
    const vfb_field *field;   /* of a list: the field that it is in */
    uint32_t next;            /* the next field */
    uint64_t left;            /* the elements that are left */
    bool is_first;
} printed;

/* The frames that need no allocation. */
enum { FRAMES = 24 };

typedef struct printer {
    const vfb_schema *schema;
    unsigned flags;
    vfb_write *write;
    void *context;
    vfb_status status;
    printed *open, *allocated;
    size_t count, room;
    char *at, *end;          /* the place of the next character, and the end of the room */
    vfb_text_buffer *direct; /* where the characters go at once, or NULL */
    printed first[FRAMES];
    char text[4096];
} printer;

/* The most characters of a scalar with a comma. */
enum { SCALAR = 40 };

VFB__RARE static bool cannot(printer *p, vfb_status status)
{
    if (p->status == VFB_OK) p->status = status;
    return false;
}

/* Gives the characters away to make room for some more, fewer than the text has. */
VFB__APART static bool flush(printer *p, size_t more)
{
    const size_t size = (size_t)(p->at - p->text);
    vfb_text_buffer *direct = p->direct;
    if (direct == NULL) {
        p->at = p->text;
        return p->write(p->context, p->text, size) || cannot(p, VFB_ERROR_STOPPED);
    }
    direct->size = (size_t)(p->at - direct->at);
    if (!has_text_room(direct, more)) return cannot(p, VFB_ERROR_STOPPED);
    p->at = direct->at + direct->size;
    p->end = direct->at + direct->room - 1;
    return true;
}

/* Makes room for some characters, fewer than the text has. */
static inline bool has_room(printer *p, size_t size) { return (size_t)(p->end - p->at) >= size || flush(p, size); }

static bool put(printer *p, const char *text, size_t size)
{
    if ((size_t)(p->end - p->at) < size) {
        if (!flush(p, size)) return false;
        if (p->direct == NULL && size > sizeof p->text)
            return p->write(p->context, text, size) || cannot(p, VFB_ERROR_STOPPED);
    }
    copy_bytes(p->at, text, size);
    p->at += size;
    return true;
}

static inline bool put_char(printer *p, char c)
{
    if (!has_room(p, 1)) return false;
    *p->at++ = c;
    return true;
}

/* Returns whether one of 8 bytes is escaped: a control character, a quote or a backslash. */
static inline bool has_special(uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), high = UINT64_C(0x8080808080808080);
    const uint64_t quote = word ^ (ones * '"'), backslash = word ^ (ones * '\\');
    return (((word - ones * 0x20) | (quote - ones) | (backslash - ones)) & ~word & high) != 0;
}

static bool put_escape(printer *p, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    char escape[6] = {'\\', 'u', '0', '0', '0', '0'};
    size_t length = 2;
    switch (c) {
    case '"': escape[1] = '"'; break;
    case '\\': escape[1] = '\\'; break;
    case '\b': escape[1] = 'b'; break;
    case '\f': escape[1] = 'f'; break;
    case '\n': escape[1] = 'n'; break;
    case '\r': escape[1] = 'r'; break;
    case '\t': escape[1] = 't'; break;
    default:
        escape[4] = hex[c >> 4];
        escape[5] = hex[c & 15];
        length = 6;
        break;
    }
    return put(p, escape, length);
}

static bool put_string(printer *p, const char *text, size_t size)
{
    size_t from = 0, i = 0;
    if (!put_char(p, '"')) return false;
    while (i < size) {
        unsigned char c = 0;
        uint64_t word;
        for (; size - i >= 8; i += 8) {
            memcpy(&word, text + i, 8);
            if (has_special(word)) break;
        }
        if (size - i < 8 && size >= 8 && i - from + 8 <= size) {
            /* The rest, with characters that were seen before it. */
            memcpy(&word, text + size - 8, 8);
            if (!has_special(word)) break;
        }
        for (; i < size; i++) {
            c = (unsigned char)text[i];
            if (c < 0x20 || c == '"' || c == '\\') break;
        }
        if (i == size) break;
        if (!put(p, text + from, i - from) || !put_escape(p, c)) return false;
        from = ++i;
    }
    return put(p, text + from, size - from) && put_char(p, '"');
}

/* Writes an integer, for which there is room. */
static inline void put_integer(printer *p, int64_t value, bool is_unsigned)
{
    const bool negative = !is_unsigned && value < 0;
    *p->at = '-';
    p->at += negative;
    p->at += vfb__put_digits(negative ? 0 - (uint64_t)value : (uint64_t)value, p->at);
}

/* Writes a number, for which there is room. */
static void put_number(printer *p, unsigned scalar, uint64_t bits)
{
    const char *text = "\"nan\"";
    double value;
    size_t size;
    switch (scalar) {
    case VFB_BOOL:
        memcpy(p->at, bits ? "true " : "false", 5);
        p->at += bits ? 4 : 5;
        return;
    case VFB_F32:
        value = (double)vfb_f32_of_bits((uint32_t)bits);
        size = vfb_f32_text(vfb_f32_of_bits((uint32_t)bits), p->at);
        break;
    case VFB_F64:
        value = vfb_f64_of_bits(bits);
        size = vfb_f64_text(value, p->at);
        break;
    default: put_integer(p, (int64_t)bits, scalar == VFB_U64); return;
    }
    p->at += size;
    if (size) return;
    if (value > 0) text = "\"inf\"";
    if (value < 0) text = "\"-inf\"";
    size = strlen(text);
    memcpy(p->at, text, size);
    p->at += size;
}

/* Returns the bits of a scalar; integers have their sign. */
static uint64_t load_bits(const uint8_t *at, unsigned scalar)
{
    switch (scalar) {
    case VFB_F32: return vfb__load_u32(at);
    case VFB_F64: return vfb__load_u64(at);
    default: return (uint64_t)load_integer(at, scalar);
    }
}

/* Returns the index of the first symbol that is not below a value. */
static uint32_t symbol_at(const vfb_enum_type *of, int64_t value)
{
    const bool is_unsigned = of->scalar == VFB_U64;
    uint32_t first = 0, left = of->count;
    /* Most enums count from 0. */
    if (value >= 0 && value < left && of->symbols[value].value == value) return (uint32_t)value;
    while (left > 0) {
        const uint32_t half = left / 2;
        const int64_t here = of->symbols[first + half].value;
        if (is_unsigned ? (uint64_t)here < (uint64_t)value : here < value) {
            first += half + 1;
            left -= half + 1;
        } else {
            left = half;
        }
    }
    return first;
}

/* Writes the names of the flags of a value, if it has no others. */
static bool put_flags(printer *p, const vfb_enum_type *of, int64_t value, bool *is_named)
{
    int64_t found = 0;
    char before = '"';
    uint32_t i;
    for (i = 0; i < of->count; i++) found |= of->symbols[i].value & value;
    *is_named = found == value;
    if (!*is_named) return true;
    for (i = 0; i < of->count; i++) {
        if (!(of->symbols[i].value & value)) continue;
        if (!put_char(p, before) || !put(p, of->symbols[i].name, of->symbols[i].name_size)) return false;
        before = ' ';
    }
    return put_char(p, '"');
}

/* Writes a number in place, for which there is room. */
static inline void put_number_at(printer *p, unsigned scalar, const uint8_t *at)
{
    switch (scalar) {
    case VFB_BOOL:
    case VFB_F32:
    case VFB_F64: put_number(p, scalar, load_bits(at, scalar)); break;
    case VFB_U64: p->at += vfb__put_digits(vfb__load_u64(at), p->at); break;
    default: put_integer(p, load_integer(at, scalar), false); break;
    }
}

static bool put_scalar(printer *p, unsigned scalar, uint32_t symbols, uint64_t bits)
{
    const int64_t value = (int64_t)bits;
    if (symbols != VFB_NONE && !(p->flags & VFB_NUMBERS)) {
        const vfb_enum_type *of = &p->schema->enums[symbols];
        const uint32_t at = symbol_at(of, value);
        if (at < of->count && of->symbols[at].value == value)
            return put_string(p, of->symbols[at].name, of->symbols[at].name_size);
        if (of->bit_flags && value != 0) {
            bool is_named;
            if (!put_flags(p, of, value, &is_named)) return false;
            if (is_named) return true;
        }
    }
    if (!has_room(p, SCALAR)) return false;
    put_number(p, scalar, bits);
    return true;
}

static bool put_tag(printer *p, const vfb_union_type *of, const uint8_t *at)
{
    const int64_t tag = load_integer(at, of->scalar);
    const vfb_member *member = member_of(of, tag);
    if (member == NULL && tag != 0 && !(p->flags & VFB_SKIP_UNKNOWN)) return cannot(p, VFB_ERROR_TAG);
    if (p->flags & VFB_NUMBERS) {
        if (!has_room(p, SCALAR)) return false;
        put_integer(p, member ? member->tag : 0, of->scalar == VFB_U64);
        return true;
    }
    return member ? put_string(p, member->name, member->name_size) : put(p, "\"NONE\"", 6);
}

static bool put_base64(printer *p, const uint8_t *bytes, size_t size, bool is_url)
{
    static const char standard[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static const char url[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const char *alphabet = is_url ? url : standard;
    size_t i;
    if (!put_char(p, '"')) return false;
    for (i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const uint32_t word = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0)
                              | (left > 2 ? bytes[i + 2] : 0);
        char four[4];
        four[0] = alphabet[word >> 18];
        four[1] = alphabet[(word >> 12) & 63];
        four[2] = left > 1 ? alphabet[(word >> 6) & 63] : '=';
        four[3] = left > 2 ? alphabet[word & 63] : '=';
        if (!put(p, four, 4)) return false;
    }
    return put_char(p, '"');
}

VFB__APART static bool has_frame(printer *p)
{
    const size_t size = p->room * sizeof(printed);
    printed *grown = p->room > SIZE_MAX / 2 / sizeof(printed) ? NULL : (printed *)realloc(p->allocated, 2 * size);
    if (grown == NULL) return cannot(p, VFB_ERROR_MEMORY);
    if (p->allocated == NULL) memcpy(grown, p->first, size);
    p->open = p->allocated = grown;
    p->room *= 2;
    return true;
}

static printed *begin(printer *p, char bracket)
{
    printed *made;
    if (!put_char(p, bracket) || (p->count == p->room && !has_frame(p))) return NULL;
    made = &p->open[p->count++];
    memset(made, 0, sizeof *made);
    made->is_first = true;
    return made;
}

static bool begin_object(printer *p, uint32_t object, const uint8_t *at)
{
    printed *made = begin(p, '{');
    if (made == NULL) return false;
    made->object = &p->schema->objects[object];
    made->at = at;
    return true;
}

static bool begin_list(printer *p, const vfb_field *field, const uint8_t *at, uint64_t size, const uint8_t *tags)
{
    printed *made = begin(p, '[');
    if (made == NULL) return false;
    made->field = field;
    made->at = at;
    made->left = size;
    made->tags = tags;
    return true;
}

static bool put_union(printer *p, const vfb_member *member, const uint8_t *at)
{
    vfb_string text;
    if (member == NULL) return put(p, "null", 4);
    if (member->type != VFB_STRING) return begin_object(p, member->index, at);
    text = vfb__string_at(at);
    return put_string(p, text.at, text.size);
}

static bool put_chars(printer *p, const uint8_t *at, size_t size)
{
    const vfb_string text = vfb_chars((const char *)at, size);
    if (!is_utf8(at, text.size)) return cannot(p, VFB_ERROR_UTF8);
    return put_string(p, text.at, text.size);
}

static const uint8_t *behind_offset(const uint8_t *at, const vfb_field *field)
{
    return field->width == VFB_NARROW ? vfb__follow(at) : vfb__follow64(at);
}

static vfb__vec vector_behind(const uint8_t *at, const vfb_field *field)
{
    at = behind_offset(at, field);
    return field->width == VFB_WIDE_VECTOR ? vfb__vec64_at(at) : vfb__vec_at(at);
}

/* Writes what a walk through a FlexBuffer comes to. */
static bool put_flex_event(void *context, const vfb__flex_event *e)
{
    printer *p = (printer *)context;
    if ((e->is_item || e->kind == VFB__FLEX_KEY) && !e->is_first && !put_char(p, ',')) return false;
    if (!has_room(p, SCALAR)) return false;
    switch (e->kind) {
    case VFB__FLEX_NULL: return put(p, "null", 4);
    case VFB__FLEX_BOOL: put_number(p, VFB_BOOL, e->bits); return true;
    case VFB__FLEX_INT: put_number(p, VFB_I64, e->bits); return true;
    case VFB__FLEX_UINT: put_number(p, VFB_U64, e->bits); return true;
    case VFB__FLEX_FLOAT:
        /* Outside of fields there are no words for what is no number. */
        if ((e->bits >> 52 & 0x7ff) == 0x7ff) return cannot(p, VFB_ERROR_FLEX);
        put_number(p, VFB_F64, e->bits);
        return true;
    case VFB__FLEX_TEXT: return put_string(p, e->text.at, e->text.size);
    case VFB__FLEX_KEY: return put_string(p, e->text.at, e->text.size) && put_char(p, ':');
    case VFB__FLEX_MAP: return put_char(p, '{');
    case VFB__FLEX_END_MAP: return put_char(p, '}');
    case VFB__FLEX_LIST: return put_char(p, '[');
    case VFB__FLEX_END_LIST: return put_char(p, ']');
    default: return cannot(p, VFB_ERROR_FLEX); /* bytes */
    }
}

static bool put_flex(printer *p, const uint8_t *bytes, size_t size)
{
    const vfb_status status = vfb__flex_walk(bytes, size, put_flex_event, p);
    /* A walk that was stopped has the reason already. */
    return status == VFB_OK || cannot(p, status);
}

/* Writes a field that is there, without its name. */
static bool put_value(printer *p, const vfb_field *field, const uint8_t *at, const uint8_t *tags)
{
    vfb__vec vec;
    vfb_string text;
    switch (field->type) {
    case VFB_SCALAR: return put_scalar(p, field->scalar, field->symbols, load_bits(at, field->scalar));
    case VFB_TAG: return put_tag(p, &p->schema->unions[field->index], at);
    case VFB_STRING: text = vfb__string_at(behind_offset(at, field)); return put_string(p, text.at, text.size);
    case VFB_STRUCT: return begin_object(p, field->index, at);
    case VFB_TABLE: return begin_object(p, field->index, behind_offset(at, field));
    case VFB_ARRAY:
        if (field->flags & VFB_CHARS) return put_chars(p, at, field->length);
        return begin_list(p, field, at, field->length, NULL);
    default:
        vec = vector_behind(at, field);
        /* A text in place of a FlexBuffer would be its value. */
        if (field->type == VFB_FLEX) return put_flex(p, vec.at, vec.size);
        if (field->flags & (VFB_BASE64 | VFB_BASE64URL))
            return put_base64(p, vec.at, vec.size, (field->flags & VFB_BASE64URL) != 0);
        if (field->type == VFB_NESTED) return begin_object(p, field->index, vfb__follow(vec.at));
        return begin_list(p, field, vec.at, vec.size, tags);
    }
}

/* The longest name that is written with a scalar behind it. */
enum { SHORT_NAME = 128 };

/* Writes the name of a field, with the comma before it unless it is the first, and the colon behind
 * it. Then there is room for a scalar, too. */
static inline bool put_named(printer *p, const vfb_field *field, size_t is_first)
{
    const size_t size = (size_t)field->name_size + 4 - is_first;
    const char *name = field->name - 2 + is_first;
    size_t i;
    if (size > SHORT_NAME) return put(p, name, size) && has_room(p, SCALAR);
    if (!has_room(p, SHORT_NAME + 16 + SCALAR)) return false;
    /* There are zeros behind each name. */
    memcpy(p->at, name, 16);
    for (i = 16; i < size; i += 16) memcpy(p->at + i, name + i, 16);
    p->at += size;
    return true;
}

static bool put_name(printer *p, const vfb_field *field)
{
    printed *open = &p->open[p->count - 1];
    const bool is_first = open->is_first;
    open->is_first = false;
    return put_named(p, field, is_first);
}

/* Returns a default with its sign: the table has its bits in its own width. */
static int64_t signed_bits(uint64_t bits, unsigned scalar)
{
    uint8_t word[8];
    vfb__store_u64(word, bits);
    return load_integer(word, scalar);
}

static bool put_default(printer *p, const vfb_field *field)
{
    switch (field->presence) {
    case VFB_DEFAULT:
        if (field->type != VFB_SCALAR) return true;
        return put_name(p, field)
               && put_scalar(p, field->scalar, field->symbols,
                             field->scalar == VFB_F32 || field->scalar == VFB_F64
                                 ? field->bits
                                 : (uint64_t)signed_bits(field->bits, field->scalar));
    case VFB_TEXT: return put_name(p, field) && put_string(p, field->text, field->text_size);
    case VFB_EMPTY:
        if (!put_name(p, field)) return false;
        return field->flags & (VFB_BASE64 | VFB_BASE64URL) ? put(p, "\"\"", 2) : put(p, "[]", 2);
    default: return true;
    }
}

static bool put_field(printer *p, const uint8_t *table, const vfb_object *object, size_t number)
{
    const vfb_field *field = &object->fields[number];
    const uint8_t *at, *before;
    const vfb_union_type *of;
    const vfb_member *member;
    if (field->flags & VFB_DEPRECATED) return true;
    at = vfb__field(table, (unsigned)(4 + 2 * number));
    if (at == NULL) {
        if ((p->flags & VFB_DEFAULTS) || object->key == number) return put_default(p, field);
        return true;
    }
    /* The tag of a union, or the vector of tags of a vector of unions, is the field before it. */
    before = number ? vfb__field(table, (unsigned)(2 + 2 * number)) : NULL;
    if (field->type == VFB_TAG && (p->flags & VFB_SKIP_UNKNOWN)) {
        const int64_t tag = load_integer(at, p->schema->unions[field->index].scalar);
        if (tag != 0 && member_of(&p->schema->unions[field->index], tag) == NULL) return true;
    }
    if (field->type == VFB_UNION) {
        if (before == NULL) return true;
        of = &p->schema->unions[field->index];
        member = member_of(of, load_integer(before, of->scalar));
        if (member == NULL) return true;
        return put_name(p, field) && put_union(p, member, vfb__follow(at));
    }
    if (field->type == VFB_VECTOR && field->element == VFB_UNION) {
        if (before == NULL) return true;
        return put_name(p, field) && put_value(p, field, at, vfb__vec_at(vfb__follow(before)).at);
    }
    return put_name(p, field) && put_value(p, field, at, NULL);
}

static bool put_element(printer *p, const vfb_field *field, const uint8_t *at, const uint8_t *tag)
{
    vfb_string text;
    const vfb_union_type *of;
    const vfb_member *member;
    switch (field->element) {
    case VFB_SCALAR: return put_scalar(p, field->scalar, field->symbols, load_bits(at, field->scalar));
    case VFB_TAG: return put_tag(p, &p->schema->unions[field->index], at);
    case VFB_STRING: text = vfb__string_at(vfb__follow(at)); return put_string(p, text.at, text.size);
    case VFB_STRUCT: return begin_object(p, field->index, at);
    case VFB_TABLE: return begin_object(p, field->index, vfb__follow(at));
    default:
        of = &p->schema->unions[field->index];
        member = member_of(of, load_integer(tag, of->scalar));
        /* The offset of an element without a tag may lead anywhere. */
        return put_union(p, member, member ? vfb__follow(at) : NULL);
    }
}

/* Writes the fields of the innermost table or struct up to one that has fields itself. */
static bool put_fields(printer *p, printed *open)
{
    const vfb_object *object = open->object;
    const vfb_field *field = object->fields + open->next, *end = object->fields + object->count;
    const bool as_numbers = (p->flags & VFB_NUMBERS) != 0;
    const uint8_t *at = open->at, *entry = NULL, *last = NULL, *place;
    const size_t depth = p->count;
    if (!object->is_struct) {
        entry = at - vfb__load_i32(at);
        last = entry + vfb__load_u16(entry);
        entry += 4 + 2 * (size_t)open->next;
    }
    for (; field < end; field++) {
        if (object->is_struct) {
            place = at + field->offset;
        } else {
            const unsigned offset = entry < last ? vfb__load_u16(entry) : 0;
            entry += 2;
            place = at + offset;
            if (offset == 0 || field->type > VFB_STRUCT || field->type == VFB_TAG || (field->flags & VFB_DEPRECATED)) {
                if (!put_field(p, at, object, (size_t)(field - object->fields))) return false;
                if (p->count != depth) break;
                continue;
            }
        }
        if (!put_named(p, field, open->is_first)) return false;
        open->is_first = false;
        if (field->type == VFB_SCALAR && (field->symbols == VFB_NONE || as_numbers)) {
            put_number_at(p, field->scalar, place);
            continue;
        }
        if (!put_value(p, field, place, NULL)) return false;
        if (p->count != depth) break;
    }
    if (field < end) {
        /* The inner one comes first. The frames may have moved. */
        p->open[depth - 1].next = (uint32_t)(field - object->fields) + 1;
        return true;
    }
    p->count--;
    return put_char(p, '}');
}

static bool put_elements(printer *p, printed *open)
{
    const vfb_field *field = open->field;
    const uint8_t *at = open->at, *tag = open->tags;
    const size_t depth = p->count;
    const size_t size = extent_of(p->schema, field->element, field->scalar, field->index).size;
    const size_t tag_size = tag ? size_of_scalar(p->schema->unions[field->index].scalar) : 0;
    uint64_t left = open->left;
    bool is_first = open->is_first;
    for (; left > 0; left--, at += size, tag = tag ? tag + tag_size : NULL) {
        if (p->count != depth) {
            open = &p->open[depth - 1];
            open->is_first = false;
            open->left = left;
            open->at = at;
            open->tags = tag;
            return true;
        }
        if ((!is_first && !put_char(p, ',')) || !put_element(p, field, at, tag)) return false;
        is_first = false;
    }
    if (p->count != depth) {
        open = &p->open[depth - 1];
        open->left = 0;
        return true;
    }
    p->count--;
    return put_char(p, ']');
}

/* Returns whether there was no error. */
static bool ends(const printer *p, vfb_error *error)
{
    if (error != NULL) {
        error->status = p->status;
        error->offset = 0;
    }
    return p->status == VFB_OK;
}

bool vfb_print_json(const vfb_schema *schema, uint32_t object, const uint8_t *table, unsigned flags, vfb_write *write,
                    void *context, vfb_error *error)
{
    printer p;
    bool ok;
    p.schema = schema;
    p.flags = flags;
    p.write = write;
    p.context = context;
    p.status = VFB_ERROR_STOPPED;
    p.open = p.first;
    p.allocated = NULL;
    p.room = FRAMES;
    p.count = 0;
    p.direct = write == vfb_write_text ? (vfb_text_buffer *)context : NULL;
    p.at = p.text;
    p.end = p.text + sizeof p.text;
    if (p.direct != NULL) {
        if (p.direct->at == NULL && !has_text_room(p.direct, 0)) return ends(&p, error);
        p.at = p.direct->at + p.direct->size;
        p.end = p.direct->at + p.direct->room - 1;
    }
    p.status = VFB_OK;
    ok = table != NULL ? begin_object(&p, object, table) : put(&p, "null", 4);
    while (ok && p.count > 0) {
        printed *open = &p.open[p.count - 1];
        ok = open->object != NULL ? put_fields(&p, open) : put_elements(&p, open);
    }
    ok = ok && flush(&p, 0);
    if (p.direct != NULL) {
        p.direct->size = (size_t)(p.at - p.direct->at);
        *p.at = 0;
    }
    free(p.allocated);
    return ends(&p, error) && ok;
}

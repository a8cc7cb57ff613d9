/*
 * FlatBuffers in C: builds FlexBuffers of JSON, without recursion.
 *
 * Objects and arrays that are open stand in a row; what is in them waits on a stack until they end. A key
 * that comes again where it came before, in the next object of a list for example, is written once: each
 * key knows which one followed it last, and which one came first in the object below it.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers_reader.h"
#include "varvel_flatbuffers_flex.h"

/* A value that waits for the end of its container. */
typedef struct waiting {
    uint64_t bits;       /* a number in place, or the place of another value */
    size_t key;          /* the place of its key */
    size_t place;        /* where the key stands in the text */
    uint8_t kind, width; /* the bytes that it needs, or its own if it is not in place */
} waiting;

/* A key that was written. */
typedef struct known {
    size_t at, size;
    uint32_t next, below; /* the key that followed, and the first of the object below it; 0 for none */
} known;

/* An open object or array. */
typedef struct around {
    size_t base;          /* the first of its values that wait */
    size_t key;           /* of an object: the place of the current key */
    size_t place;         /* where it stands in the text */
    uint32_t last, under; /* its last key, and the key that it is below */
    bool is_map, is_first;
} around;

typedef struct flex_builder {
    reader *r;
    stretch out;
    stretch values; /* of `waiting` */
    stretch keys;   /* of `known`; the first is none */
    stretch open;   /* of `around` */
} flex_builder;

static waiting *values_from(flex_builder *f, size_t base)
{
    return f->values.at != NULL ? (waiting *)(void *)(f->values.at + base) : NULL;
}

static known *keys(flex_builder *f) { return (known *)(void *)f->keys.at; }

static around *top(flex_builder *f) { return (around *)(void *)(f->open.at + f->open.used - sizeof(around)); }

static bool refuse(flex_builder *f, vfb_status status, size_t at) { return vfb__fault(f->r, status, at); }

/* ---- Bytes ---- */

static unsigned width_of(uint64_t value)
{
    return value <= UINT8_MAX ? 1 : value <= UINT16_MAX ? 2 : value <= UINT32_MAX ? 4 : 8;
}

static size_t aligned(const flex_builder *f, unsigned width)
{
    return (f->out.used + width - 1) & ~(size_t)(width - 1);
}

static bool put_bytes(flex_builder *f, const void *bytes, size_t size)
{
    uint8_t *out;
    if (size == 0) return true;
    out = more_of(f->r, &f->out, size);
    if (out != NULL) memcpy(out, bytes, size);
    return out != NULL;
}

static bool put_number(flex_builder *f, uint64_t value, unsigned width)
{
    uint8_t word[8];
    vfb__store_u64(word, value);
    return put_bytes(f, word, width);
}

static bool align_to(flex_builder *f, unsigned width)
{
    static const uint8_t zeros[8] = {0};
    return put_bytes(f, zeros, aligned(f, width) - f->out.used);
}

/* Writes a value into a slot of its container. */
static bool put_slot(flex_builder *f, const waiting *v, unsigned width)
{
    if (v->kind == FLEX_FLOAT && width == 4) {
        uint8_t word[4];
        vfb__store_f32(word, (float)vfb_f64_of_bits(v->bits));
        return put_bytes(f, word, 4);
    }
    return put_number(f, is_flex_inline(v->kind) ? v->bits : f->out.used - v->bits, width);
}

/* Returns whether a value fits a slot of this width at a place. */
static bool fits(const waiting *v, size_t slot, unsigned width)
{
    return (is_flex_inline(v->kind) ? v->width : width_of(slot - v->bits)) <= width;
}

/* Returns the type and the width as one byte. */
static uint8_t packed(const waiting *v, unsigned width)
{
    if (!is_flex_inline(v->kind)) width = v->width;
    return (uint8_t)((unsigned)v->kind << 2 | (width == 8 ? 3 : width / 2));
}

/* Returns whether the container that begins next can have slots of this width. */
static bool can_be(const flex_builder *f, const waiting *all, size_t count, size_t head, size_t keys_at, unsigned width)
{
    const size_t at = aligned(f, width);
    size_t i;
    if (head > 0 && width_of(count) > width) return false;
    if (head == 3 && width_of(at - keys_at) > width) return false;
    for (i = 0; i < count; i++)
        if (!fits(&all[i], at + (head + i) * width, width)) return false;
    return true;
}

/* Writes a container of values, which do not wait any more, and returns it. `key_vector` is that of a map. */
static bool put_container(flex_builder *f, size_t base, unsigned kind, const waiting *key_vector, waiting *made)
{
    const size_t count = (f->values.used - base) / sizeof(waiting);
    const size_t head = kind == FLEX_MAP ? 3 : kind >= FLEX_VECTOR_INT2 && kind < FLEX_BLOB ? 0 : 1;
    const size_t keys_at = key_vector != NULL ? (size_t)key_vector->bits : 0;
    unsigned width = 1;
    size_t i;
    while (width < 8 && !can_be(f, values_from(f, base), count, head, keys_at, width)) width *= 2;
    if (!align_to(f, width)) return false;
    if (key_vector != NULL
        && (!put_number(f, f->out.used - keys_at, width) || !put_number(f, key_vector->width, width)))
        return false;
    if (head > 0 && !put_number(f, count, width)) return false;
    memset(made, 0, sizeof *made);
    made->bits = f->out.used;
    made->kind = (uint8_t)kind;
    made->width = (uint8_t)width;
    for (i = 0; i < count; i++)
        if (!put_slot(f, values_from(f, base) + i, width)) return false;
    for (i = 0; i < count && (kind == FLEX_MAP || kind == FLEX_VECTOR); i++) {
        const uint8_t byte = packed(values_from(f, base) + i, width);
        if (!put_bytes(f, &byte, 1)) return false;
    }
    f->values.used = base;
    return true;
}

/* ---- Objects and arrays ---- */

static const char *key_text(const flex_builder *f, const waiting *v) { return (const char *)f->out.at + v->key; }

/* Compares two members by their keys, which have no zeros but that at their end. */
static int by_key(const void *context, const uint8_t *a, const uint8_t *b)
{
    const flex_builder *f = (const flex_builder *)context;
    return strcmp(key_text(f, (const waiting *)(const void *)a), key_text(f, (const waiting *)(const void *)b));
}

/* Returns the last place in the text of the key of the first of these members, which are in order. */
static size_t last_place(const flex_builder *f, const waiting *members, size_t count)
{
    size_t last = 0, i;
    for (i = 0; i < count && strcmp(key_text(f, &members[0]), key_text(f, &members[i])) == 0; i++)
        if (members[i].place > last) last = members[i].place;
    return last;
}

static bool end_map(flex_builder *f, size_t base, waiting *made)
{
    const size_t count = (f->values.used - base) / sizeof(waiting), key_base = f->values.used;
    waiting key_vector, *all = values_from(f, base);
    size_t i;
    if (count > 1) vfb__sort_by((uint8_t *)all, count, sizeof *all, false, by_key, f);
    for (i = 1; i < count; i++)
        if (strcmp(key_text(f, &all[i - 1]), key_text(f, &all[i])) == 0)
            return refuse(f, VFB_ERROR_DUPLICATE, last_place(f, all + i - 1, count - i + 1));
    for (i = 0; i < count; i++) {
        waiting *key = (waiting *)(void *)more_of(f->r, &f->values, sizeof *key);
        if (key == NULL) return false;
        memset(key, 0, sizeof *key);
        key->kind = FLEX_KEY;
        key->width = 1;
        key->bits = values_from(f, base)[i].key;
    }
    return put_container(f, key_base, FLEX_VECTOR_KEY, NULL, &key_vector)
           && put_container(f, base, FLEX_MAP, &key_vector, made);
}

static bool end_list(flex_builder *f, size_t base, waiting *made)
{
    const size_t count = (f->values.used - base) / sizeof(waiting);
    const waiting *all = values_from(f, base);
    unsigned kind = FLEX_VECTOR;
    size_t i = 0;
    while (i < count && all[i].kind == all[0].kind) i++;
    if (i == count && count > 0) {
        const unsigned one = all[0].kind;
        if (one == FLEX_BOOL) kind = FLEX_VECTOR_BOOL;
        else if (one >= FLEX_INT && one <= FLEX_FLOAT)
            kind = count >= 2 && count <= 4 ? FLEX_VECTOR_INT2 + 3 * ((unsigned)count - 2) + one - FLEX_INT
                                            : FLEX_VECTOR_INT + one - FLEX_INT;
    }
    return put_container(f, base, kind, NULL, made);
}

/* Notes a key of the innermost object, which stands at a place in the text. It is written unless it is the one
 * that came here before. */
static bool put_key(flex_builder *f, piece text, size_t place)
{
    around *in = top(f);
    const uint32_t before = in->last;
    const uint32_t usual = before ? keys(f)[before].next : keys(f)[in->under].below;
    uint32_t found = usual;
    known *made;
    if (text.size && memchr(text.at, 0, text.size) != NULL) return refuse(f, VFB_ERROR_FLEX, place);
    if (usual == 0 || keys(f)[usual].size != text.size
        || (text.size && memcmp(f->out.at + keys(f)[usual].at, text.at, text.size) != 0)) {
        const size_t at = f->out.used;
        if (!put_bytes(f, text.at, text.size) || !put_bytes(f, "", 1)) return false;
        if (f->keys.used / sizeof *made >= UINT32_MAX) return refuse(f, VFB_ERROR_SIZE, f->r->at);
        made = (known *)(void *)more_of(f->r, &f->keys, sizeof *made);
        if (made == NULL) return false;
        made->at = at;
        made->size = text.size;
        made->next = made->below = 0;
        found = (uint32_t)(f->keys.used / sizeof *made - 1);
        if (before) keys(f)[before].next = found;
        else keys(f)[in->under].below = found;
    }
    in->last = found;
    in->key = keys(f)[found].at;
    in->place = place;
    return true;
}

/* ---- Values ---- */

static bool begin_container(flex_builder *f, bool is_map)
{
    reader *r = f->r;
    uint32_t under = 0;
    around *made;
    if (r->depth >= r->limits.depth) return refuse(f, VFB_ERROR_DEPTH, r->at);
    if (f->open.used != 0) under = top(f)->is_map ? top(f)->last : top(f)->under;
    made = (around *)(void *)more_of(r, &f->open, sizeof *made);
    if (made == NULL) return false;
    r->depth++;
    r->at++;
    made->base = f->values.used;
    made->key = made->place = 0;
    made->last = 0;
    made->under = under;
    made->is_map = is_map;
    made->is_first = true;
    return true;
}

static bool text_value(flex_builder *f, piece text, waiting *made)
{
    made->kind = FLEX_STRING;
    made->width = (uint8_t)width_of(text.size);
    if (!align_to(f, made->width) || !put_number(f, text.size, made->width)) return false;
    made->bits = f->out.used;
    return put_bytes(f, text.at, text.size) && put_bytes(f, "", 1);
}

static bool number_value(flex_builder *f, piece text, size_t start, waiting *made)
{
    const bool negative = text.at[0] == '-';
    uint64_t size = 0;
    double value;
    size_t i;
    if (!vfb__is_integer(text) || (text.size == 2 && memcmp(text.at, "-0", 2) == 0)) {
        if (!vfb__decimal(text.at, text.size, false, &made->bits)) return refuse(f, VFB_ERROR_RANGE, start);
        value = vfb_f64_of_bits(made->bits);
        made->kind = FLEX_FLOAT;
        /* Beyond these a float would be infinite. */
        made->width = value <= 3.4028234663852886e38 && value >= -3.4028234663852886e38
                              && !((double)(float)value < value) && !((double)(float)value > value)
                          ? 4
                          : 8;
        return true;
    }
    for (i = negative; i < text.size; i++) {
        const unsigned digit = (unsigned)(text.at[i] - '0');
        if (size > (UINT64_MAX - digit) / 10) return refuse(f, VFB_ERROR_FLEX, start);
        size = 10 * size + digit;
    }
    if (negative ? size > UINT64_C(1) << 63 : size > INT64_MAX) {
        if (negative) return refuse(f, VFB_ERROR_FLEX, start);
        made->kind = FLEX_UINT;
        made->width = 8;
        made->bits = size;
        return true;
    }
    made->kind = FLEX_INT;
    made->bits = negative ? 0 - size : size;
    made->width = (uint8_t)width_of((negative ? size - 1 : size) << 1);
    return true;
}

/* Reads a value without parts. */
static bool simple_value(flex_builder *f, waiting *made)
{
    reader *r = f->r;
    const char c = peek(r);
    const size_t start = r->at;
    piece text;
    made->width = 1;
    if (c == '"') return vfb__string(r, &text) && text_value(f, text, made);
    if (vfb__literal(r, "null")) return true;
    if (vfb__literal(r, "true") || vfb__literal(r, "false")) {
        made->kind = FLEX_BOOL;
        made->bits = r->text[start] == 't';
        return true;
    }
    return vfb__number(r, &text) && number_value(f, text, start, made);
}

/* Gives a value to the innermost container, if there is one. */
static bool give(flex_builder *f, const waiting *made)
{
    waiting *out = (waiting *)(void *)more_of(f->r, &f->values, sizeof *out);
    if (out == NULL) return false;
    *out = *made;
    if (f->open.used != 0) {
        out->key = top(f)->key;
        out->place = top(f)->place;
    }
    return true;
}

/* Takes what stands before the next value of the innermost container. Returns `false` at its end, or after an
 * error. */
static bool has_next(flex_builder *f)
{
    reader *r = f->r;
    around *in = top(f);
    const char bracket = in->is_map ? '}' : ']';
    waiting made;
    bool ok;
    piece key;
    size_t place;
    const bool ends = take_char(r, bracket);
    if (!ends && !in->is_first && !take_char(r, ',')) return vfb__expected(r);
    in->is_first = false;
    if (!ends) {
        peek(r);
        place = r->at;
        return !in->is_map || (vfb__key(r, &key) && put_key(f, key, place));
    }
    ok = in->is_map ? end_map(f, in->base, &made) : end_list(f, in->base, &made);
    r->depth--;
    f->open.used -= sizeof(around);
    if (ok) give(f, &made);
    return false;
}

/* Writes the root, whose value is the only one that waits. */
static bool end_flex(flex_builder *f)
{
    const waiting root = *values_from(f, 0);
    unsigned width = 1;
    uint8_t tail[2];
    while (width < 8 && !fits(&root, aligned(f, width), width)) width *= 2;
    tail[0] = packed(&root, width);
    tail[1] = (uint8_t)width;
    return align_to(f, width) && put_slot(f, &root, width) && put_bytes(f, tail, 2);
}

static bool read_flex(flex_builder *f)
{
    reader *r = f->r;
    known *none = (known *)(void *)more_of(r, &f->keys, sizeof *none);
    if (none == NULL) return false;
    memset(none, 0, sizeof *none);
    do {
        const char c = peek(r);
        waiting made;
        memset(&made, 0, sizeof made);
        if (c == '{' || c == '[') {
            if (!begin_container(f, c == '{')) return false;
        } else if (!simple_value(f, &made) || !give(f, &made)) {
            return false;
        }
        while (f->open.used != 0 && r->error.status == VFB_OK && !has_next(f)) {
        }
    } while (f->open.used != 0 && r->error.status == VFB_OK);
    return r->error.status == VFB_OK && end_flex(f);
}

static void free_stretch(reader *r, stretch *s)
{
    if (s->is_own) r->b->memory.resize(r->b->memory.context, s->at, s->room, 0);
}

bool vfb__flex(reader *r, bool wide, size_t *at)
{
    flex_builder f;
    bool ok;
    memset(&f, 0, sizeof f);
    f.r = r;
    ok = read_flex(&f);
    if (ok) *at = vfb__vec_create(r->b, f.out.at, f.out.used, 1, 8, wide);
    free_stretch(r, &f.out);
    free_stretch(r, &f.values);
    free_stretch(r, &f.keys);
    free_stretch(r, &f.open);
    return ok;
}

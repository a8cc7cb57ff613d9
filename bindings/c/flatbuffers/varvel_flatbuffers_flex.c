/*
 * FlatBuffers in C: verifies FlexBuffers, and walks through them, without recursion.
 *
 * All that a container refers to begins before it, so that no path is a cycle. Paths may meet, though: each
 * byte is free once, and all reading beyond that counts as replay, but for the first bytes of texts, which
 * many maps share for good reasons.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers_flex.h"

/* The deepest that containers may be in each other, which is the usual limit. */
enum { DEEPEST = 128 };

/* The bytes of a text that are free each time. */
enum { SHORT_TEXT = 64 };

/* A value, or the place that its offset leads to. */
typedef struct node {
    size_t at;
    unsigned width; /* the bytes of a number, a length or an item: 1, 2, 4, 8 */
    unsigned kind;
} node;

/* The items of a container. */
typedef struct items {
    size_t at, length;
    unsigned width;
    bool is_any;   /* whether each item has a type of its own, in a byte behind the items */
    unsigned kind; /* of all items otherwise */
} items;

/* An open container. */
typedef struct open_items {
    items values, keys;
    bool is_map;
    size_t next;
} open_items;

typedef struct flex {
    const uint8_t *bytes;
    size_t size;
    vfb_status status;
    /* The bytes that may still be read for the first time, and in all. */
    uint64_t fresh, again;
    /* The keys of the last map, and their cost. */
    size_t keys_at, keys_cost;
    unsigned keys_width;
    size_t depth;
    open_items open[DEEPEST];
} flex;

static bool fails(flex *f, vfb_status status)
{
    f->status = status;
    return false;
}

static bool unpack(uint8_t packed, unsigned *kind, unsigned *width)
{
    *kind = packed >> 2;
    *width = 1u << (packed & 3);
    return *kind <= FLEX_BOOL || *kind == FLEX_VECTOR_BOOL;
}

/* Returns the number at a place, if it is inside. */
static bool number_at(const flex *f, size_t at, unsigned width, uint64_t *number)
{
    if (at > f->size || f->size - at < width) return false;
    switch (width) {
    case 1: *number = f->bytes[at]; break;
    case 2: *number = vfb__load_u16(f->bytes + at); break;
    case 4: *number = vfb__load_u32(f->bytes + at); break;
    default: *number = vfb__load_u64(f->bytes + at); break;
    }
    return true;
}

/* Returns the target of the offset at a place. Offsets lead backwards. */
static bool follow(const flex *f, size_t at, unsigned width, size_t *to)
{
    uint64_t offset;
    if (!number_at(f, at, width, &offset) || offset > at) return false;
    *to = at - (size_t)offset;
    return true;
}

/* Returns the value in a slot. */
static bool resolve(const flex *f, size_t slot, unsigned slot_width, unsigned kind, unsigned width, node *made)
{
    made->kind = kind;
    made->at = slot;
    made->width = slot_width;
    if (is_flex_inline(kind)) return true;
    made->width = width;
    return follow(f, slot, slot_width, &made->at);
}

static bool length_before(const flex *f, node n, size_t *length)
{
    uint64_t found;
    if (n.at < n.width || !number_at(f, n.at - n.width, n.width, &found) || found > f->size) return false;
    *length = (size_t)found;
    return true;
}

/* Returns the items of a container. */
static bool items_of(const flex *f, node n, items *made)
{
    made->at = n.at;
    made->width = n.width;
    made->is_any = n.kind == FLEX_MAP || n.kind == FLEX_VECTOR;
    made->kind = FLEX_NULL;
    if (n.kind == FLEX_VECTOR_KEY || n.kind == FLEX_VECTOR_STRING) {
        made->kind = FLEX_KEY;
    } else if (n.kind == FLEX_VECTOR_BOOL) {
        made->kind = FLEX_BOOL;
    } else if (n.kind >= FLEX_VECTOR_INT && n.kind <= FLEX_VECTOR_FLOAT) {
        made->kind = FLEX_INT + n.kind - FLEX_VECTOR_INT;
    } else if (n.kind >= FLEX_VECTOR_INT2 && n.kind < FLEX_BLOB) {
        made->kind = FLEX_INT + (n.kind - FLEX_VECTOR_INT2) % 3;
        made->length = (n.kind - FLEX_VECTOR_INT2) / 3 + 2;
        return true;
    }
    return length_before(f, n, &made->length);
}

/* Returns the keys of a map. */
static bool keys_of(const flex *f, node n, items *made)
{
    node keys;
    uint64_t width;
    if (n.at < 3 * (size_t)n.width || !follow(f, n.at - 3 * (size_t)n.width, n.width, &keys.at)
        || !number_at(f, n.at - 2 * (size_t)n.width, n.width, &width)
        || (width != 1 && width != 2 && width != 4 && width != 8))
        return false;
    keys.width = (unsigned)width;
    keys.kind = FLEX_VECTOR_KEY;
    return items_of(f, keys, made);
}

/* Returns the bytes of all items, if they are inside. */
static bool size_of_items(const flex *f, const items *of, size_t *size)
{
    const size_t each = of->width + (of->is_any ? 1u : 0u);
    if (of->at > f->size || of->length > (f->size - of->at) / each) return false;
    *size = of->length * each;
    return true;
}

static size_t slot_of(const items *of, size_t index) { return of->at + index * of->width; }

static bool item_at(const flex *f, const items *of, size_t index, node *made)
{
    unsigned kind = of->kind, width = 1;
    if (of->is_any && !unpack(f->bytes[slot_of(of, of->length) + index], &kind, &width)) return false;
    return resolve(f, slot_of(of, index), of->width, kind, width, made);
}

/* Returns a text that ends with a zero. */
static bool key_at(const flex *f, size_t at, vfb_string *text)
{
    const void *end = at < f->size ? memchr(f->bytes + at, 0, f->size - at) : NULL;
    if (end == NULL) return false;
    *text = vfb_text_of((const char *)f->bytes + at, (size_t)((const uint8_t *)end - f->bytes) - at);
    return true;
}

/* Returns the bytes of a string or blob. */
static bool block_at(const flex *f, node n, vfb_string *text)
{
    size_t length;
    if (!length_before(f, n, &length) || n.at > f->size || length > f->size - n.at) return false;
    *text = vfb_text_of((const char *)f->bytes + n.at, length);
    return true;
}

/* ---- Verification ---- */

/* Counts bytes that are read. */
static bool spend(flex *f, size_t bytes)
{
    const uint64_t fresh = bytes < f->fresh ? bytes : f->fresh;
    f->fresh -= fresh;
    if (bytes - fresh > f->again) return fails(f, VFB_ERROR_REPLAY);
    f->again -= bytes - fresh;
    return true;
}

static size_t beyond_short(size_t size) { return size > SHORT_TEXT ? size - SHORT_TEXT : 0; }

static bool verify_text(flex *f, vfb_string text) { return is_utf8(text.at, text.size) || fails(f, VFB_ERROR_UTF8); }

static bool verify_key(flex *f, size_t at, vfb_string *text)
{
    if (!key_at(f, at, text)) return fails(f, VFB_ERROR_SYNTAX);
    return spend(f, beyond_short(text->size)) && verify_text(f, *text);
}

/* Verifies keys that come before their vector. If they are those of a map they are in order, and each stands
 * once. */
static bool verify_keys(flex *f, const items *keys, bool is_map)
{
    vfb_string last, text;
    size_t i, cost = 0;
    last = vfb_text_of(NULL, 0);
    for (i = 0; i < keys->length; i++) {
        node key;
        if (!item_at(f, keys, i, &key) || key.at >= keys->at) return fails(f, VFB_ERROR_SYNTAX);
        if (!verify_key(f, key.at, &text)) return false;
        if (is_map && last.at != NULL) {
            const int order = vfb_string_compare(last, text);
            if (order >= 0) return fails(f, order == 0 ? VFB_ERROR_DUPLICATE : VFB_ERROR_SYNTAX);
        }
        cost += beyond_short(text.size);
        last = text;
    }
    if (is_map) {
        f->keys_at = keys->at;
        f->keys_width = keys->width;
        f->keys_cost = cost;
    }
    return true;
}

static bool verify_map_keys(flex *f, node n, const items *values, items *keys)
{
    size_t size;
    if (!keys_of(f, n, keys) || !size_of_items(f, keys, &size) || keys->length != values->length)
        return fails(f, VFB_ERROR_SYNTAX);
    if (!spend(f, size)) return false;
    if (f->keys_at == keys->at && f->keys_width == keys->width) return spend(f, f->keys_cost);
    return verify_keys(f, keys, true);
}

static bool is_float_at(const flex *f, size_t at, unsigned width)
{
    uint64_t bits;
    return width >= 4 && number_at(f, at, width, &bits);
}

/* Verifies a container, and opens it if its items have types of their own. */
static bool verify_container(flex *f, node n)
{
    items values, keys;
    size_t size;
    open_items *open;
    if (f->depth == DEEPEST) return fails(f, VFB_ERROR_DEPTH);
    memset(&keys, 0, sizeof keys);
    if (!items_of(f, n, &values) || !size_of_items(f, &values, &size)) return fails(f, VFB_ERROR_SYNTAX);
    if (!spend(f, size) || (n.kind == FLEX_MAP && !verify_map_keys(f, n, &values, &keys))) return false;
    if (!values.is_any) {
        if (values.kind == FLEX_FLOAT && values.length > 0)
            return is_float_at(f, values.at, values.width) || fails(f, VFB_ERROR_SYNTAX);
        return values.kind != FLEX_KEY || verify_keys(f, &values, false);
    }
    open = &f->open[f->depth++];
    open->values = values;
    open->keys = keys;
    open->is_map = n.kind == FLEX_MAP;
    open->next = 0;
    return true;
}

/* Verifies the value in a slot of a container at `before`. */
static bool verify_node(flex *f, node n, size_t before)
{
    vfb_string text;
    uint64_t number;
    if (!is_flex_inline(n.kind) && n.at >= before) return fails(f, VFB_ERROR_SYNTAX);
    switch (n.kind) {
    case FLEX_NULL:
    case FLEX_INT:
    case FLEX_UINT:
    case FLEX_BOOL: return true;
    case FLEX_FLOAT:
    case FLEX_INDIRECT_FLOAT: return is_float_at(f, n.at, n.width) || fails(f, VFB_ERROR_SYNTAX);
    case FLEX_INDIRECT_INT:
    case FLEX_INDIRECT_UINT: return number_at(f, n.at, n.width, &number) || fails(f, VFB_ERROR_SYNTAX);
    case FLEX_KEY: return verify_key(f, n.at, &text);
    case FLEX_STRING:
    case FLEX_BLOB:
        if (!block_at(f, n, &text)) return fails(f, VFB_ERROR_SYNTAX);
        if (!spend(f, beyond_short(text.size))) return false;
        if (n.kind == FLEX_BLOB) return true;
        if (text.size == f->size - n.at || text.at[text.size] != 0) return fails(f, VFB_ERROR_SYNTAX);
        return verify_text(f, text);
    default: return verify_container(f, n);
    }
}

static bool verify(flex *f, node *root)
{
    unsigned slot_width, kind, width;
    size_t slot;
    if (f->size < 2) return fails(f, VFB_ERROR_END);
    slot_width = f->bytes[f->size - 1];
    if ((slot_width != 1 && slot_width != 2 && slot_width != 4 && slot_width != 8)
        || !unpack(f->bytes[f->size - 2], &kind, &width))
        return fails(f, VFB_ERROR_SYNTAX);
    if (f->size - 2 < slot_width) return fails(f, VFB_ERROR_END);
    slot = f->size - 2 - slot_width;
    if (!resolve(f, slot, slot_width, kind, width, root)) return fails(f, VFB_ERROR_SYNTAX);
    /* What is in an empty container ends where it begins, which may be at the slot of the root. */
    if (!verify_node(f, *root, slot + 1)) return false;
    while (f->depth > 0) {
        open_items *open = &f->open[f->depth - 1];
        node item;
        if (open->next == open->values.length) {
            f->depth--;
            continue;
        }
        if (!item_at(f, &open->values, open->next, &item)) return fails(f, VFB_ERROR_SYNTAX);
        open->next++;
        if (!verify_node(f, item, open->values.at)) return false;
    }
    return true;
}

/* ---- The walk through a verified buffer ---- */

/* Makes the event of a value, and opens it if it is a container. */
static void event_of(flex *f, node n, vfb__flex_event *e)
{
    uint64_t bits = 0;
    open_items *open;
    switch (n.kind) {
    case FLEX_NULL: e->kind = VFB__FLEX_NULL; return;
    case FLEX_KEY:
        e->kind = VFB__FLEX_TEXT;
        key_at(f, n.at, &e->text);
        return;
    case FLEX_STRING:
    case FLEX_BLOB:
        e->kind = n.kind == FLEX_BLOB ? VFB__FLEX_BYTES : VFB__FLEX_TEXT;
        block_at(f, n, &e->text);
        return;
    default: break;
    }
    if (is_flex_inline(n.kind) || (n.kind >= FLEX_INDIRECT_INT && n.kind <= FLEX_INDIRECT_FLOAT)) {
        number_at(f, n.at, n.width, &bits);
        if (n.kind == FLEX_BOOL) {
            e->kind = VFB__FLEX_BOOL;
        } else if (n.kind == FLEX_FLOAT || n.kind == FLEX_INDIRECT_FLOAT) {
            uint8_t wide[8];
            e->kind = VFB__FLEX_FLOAT;
            if (n.width == 4) {
                vfb__store_f64(wide, (double)vfb_f32_of_bits((uint32_t)bits));
                bits = vfb__load_u64(wide);
            }
        } else if (n.kind == FLEX_INT || n.kind == FLEX_INDIRECT_INT) {
            const uint64_t sign = UINT64_C(1) << (8 * n.width - 1);
            e->kind = VFB__FLEX_INT;
            if (bits & sign) bits |= ~(sign - 1);
        } else {
            e->kind = VFB__FLEX_UINT;
        }
        e->bits = bits;
        return;
    }
    open = &f->open[f->depth++];
    memset(open, 0, sizeof *open);
    open->is_map = n.kind == FLEX_MAP;
    items_of(f, n, &open->values);
    if (open->is_map) keys_of(f, n, &open->keys);
    e->kind = open->is_map ? VFB__FLEX_MAP : VFB__FLEX_LIST;
}

static bool give_node(flex *f, node n, bool is_item, bool is_first, vfb__flex_take *take, void *context)
{
    vfb__flex_event e;
    memset(&e, 0, sizeof e);
    e.is_item = is_item;
    e.is_first = is_first;
    event_of(f, n, &e);
    return take(context, &e);
}

static bool walk(flex *f, node root, vfb__flex_take *take, void *context)
{
    if (!give_node(f, root, false, true, take, context)) return false;
    while (f->depth > 0) {
        open_items *open = &f->open[f->depth - 1];
        const size_t index = open->next++;
        const bool is_map = open->is_map;
        vfb__flex_event e;
        node item;
        memset(&e, 0, sizeof e);
        if (index == open->values.length) {
            e.kind = is_map ? VFB__FLEX_END_MAP : VFB__FLEX_END_LIST;
            f->depth--;
            if (!take(context, &e)) return false;
            continue;
        }
        if (is_map) {
            e.kind = VFB__FLEX_KEY;
            e.is_first = index == 0;
            if (item_at(f, &open->keys, index, &item)) key_at(f, item.at, &e.text);
            if (!take(context, &e)) return false;
        }
        if (!item_at(f, &open->values, index, &item) || !give_node(f, item, !is_map, index == 0, take, context))
            return false;
    }
    return true;
}

vfb_status vfb__flex_walk(const uint8_t *bytes, size_t size, vfb__flex_take *take, void *context)
{
    const vfb_limits limits = vfb_default_limits();
    flex f;
    node root;
    f.bytes = bytes;
    f.size = size;
    f.status = VFB_OK;
    f.fresh = size;
    f.again = (uint64_t)size * limits.replay + 65536;
    f.keys_at = SIZE_MAX;
    f.keys_width = 0;
    f.keys_cost = 0;
    f.depth = 0;
    memset(&root, 0, sizeof root);
    if (!verify(&f, &root)) return f.status;
    f.depth = 0;
    return walk(&f, root, take, context) ? VFB_OK : VFB_ERROR_STOPPED;
}

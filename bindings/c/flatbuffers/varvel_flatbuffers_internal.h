/*
 * FlatBuffers in C: what the files of the runtime share. Programs do not include this.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef VARVEL_FLATBUFFERS_INTERNAL_H
#define VARVEL_FLATBUFFERS_INTERNAL_H

#include "varvel_flatbuffers.h"
#include "varvel_flatbuffers_shared.h"

/* Marks a function that stays out of the loops that call it, and one that ends them. */
#if defined(__GNUC__)
#define VFB__APART __attribute__((noinline))
#define VFB__RARE __attribute__((cold, noinline))
#else
#define VFB__APART
#define VFB__RARE
#endif

/* Copies bytes. Most are few, for which a call takes longer. */
static inline void copy_bytes(void *to, const void *from, size_t size)
{
    uint8_t *out = (uint8_t *)to;
    const uint8_t *in = (const uint8_t *)from;
    uint64_t first[2], last[2];
    if (size > 32 || size < 4) {
        if (size > 3) memcpy(out, in, size);
        else
            for (; size > 0; size--) *out++ = *in++;
    } else if (size >= 16) {
        memcpy(first, in, 16);
        memcpy(last, in + size - 16, 16);
        memcpy(out, first, 16);
        memcpy(out + size - 16, last, 16);
    } else if (size >= 8) {
        memcpy(first, in, 8);
        memcpy(last, in + size - 8, 8);
        memcpy(out, first, 8);
        memcpy(out + size - 8, last, 8);
    } else {
        memcpy(first, in, 4);
        memcpy(last, in + size - 4, 4);
        memcpy(out, first, 4);
        memcpy(out + size - 4, last, 4);
    }
}

/* ---- The schema ---- */

static inline size_t size_of_scalar(unsigned scalar)
{
    static const uint8_t sizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
    return sizes[scalar];
}

/* Returns the bytes of an integer as a number with its sign. */
static inline int64_t load_integer(const uint8_t *at, unsigned scalar)
{
    switch (scalar) {
    case VFB_BOOL: return vfb__load_bool(at);
    case VFB_I8: return vfb__load_i8(at);
    case VFB_U8: return vfb__load_u8(at);
    case VFB_I16: return vfb__load_i16(at);
    case VFB_U16: return vfb__load_u16(at);
    case VFB_I32: return vfb__load_i32(at);
    case VFB_U32: return vfb__load_u32(at);
    default: return vfb__load_i64(at);
    }
}

static inline const vfb_member *member_of(const vfb_union_type *of, int64_t tag)
{
    uint32_t first = 0, left = of->count;
    const bool is_unsigned = of->scalar == VFB_U64;
    if (tag == 0) return NULL;
    while (left > 0) {
        const uint32_t half = left / 2;
        const int64_t here = of->members[first + half].tag;
        if (here == tag) return &of->members[first + half];
        if (is_unsigned ? (uint64_t)here < (uint64_t)tag : here < tag) {
            first += half + 1;
            left -= half + 1;
        } else {
            left = half;
        }
    }
    return NULL;
}

/* The size and the alignment of one element. */
typedef struct extent {
    size_t size, align;
} extent;

static inline extent extent_of(const vfb_schema *schema, unsigned type, unsigned scalar, uint32_t index)
{
    extent e;
    switch (type) {
    case VFB_SCALAR: e.size = e.align = size_of_scalar(scalar); break;
    case VFB_TAG: e.size = e.align = size_of_scalar(schema->unions[index].scalar); break;
    case VFB_STRUCT:
        e.size = schema->objects[index].size;
        e.align = schema->objects[index].align;
        break;
    default: e.size = e.align = 4; break;
    }
    return e;
}
/* Returns the largest alignment that a buffer may need. */
static inline size_t largest_align(const vfb_schema *schema)
{
    size_t largest = 8;
    uint32_t i, k;
    for (i = 0; i < schema->object_count; i++) {
        const vfb_object *of = &schema->objects[i];
        if (of->is_struct && of->align > largest) largest = of->align;
        for (k = 0; k < of->count; k++)
            if (of->fields[k].align > largest) largest = of->fields[k].align;
    }
    return largest;
}

/* ---- Numbers ---- */

/* Writes an integer. Returns the number of its digits, at most 20. */
size_t vfb__put_digits(uint64_t number, char *text);

/* Sets `high` and `low` to the highest 128 bits of 10^q, rounded up unless exact, for q from -292 to
 * 324. The highest bit is set. */
void vfb__power_of_ten(int q, uint64_t *high, uint64_t *low);

/* Takes the number at the beginning of a text apart. Returns its length, or 0 if there is none. */
size_t vfb__scan_number(const char *text, size_t size, vvs__number *number);

/* Does what vfb__decimal() does, for a number that was taken apart. */
bool vfb__decimal_of(const vvs__number *number, bool is_f32, uint64_t *bits);

/* Sets `bits` to those of the float that is nearest to a number of JSON. Returns `false` if that is
 * infinite. */
bool vfb__decimal(const char *text, size_t size, bool is_f32, uint64_t *bits);

/* ---- Building ---- */

/* Returns the place of the first character that is not UTF-8, or the size if all are. */
size_t vfb__utf8(const uint8_t *at, size_t size);
/* Returns whether bytes are UTF-8. */
static inline bool is_utf8(const void *at, size_t size) { return vfb__utf8((const uint8_t *)at, size) == size; }

/* Keeps an error in a builder, unless there is one. */
void vfb__stop(vfb_builder *builder, vfb_status status);

/* Sort the positions of tables, and structs, by their key. Equal ones keep their order. Return `false` if
 * there is no memory. */
bool vfb__sort_refs(vfb_builder *builder, const vfb_object *of, uint8_t *refs, size_t count);
bool vfb__sort_structs(vfb_builder *builder, const vfb_object *of, uint8_t *structs, size_t count);

/* Compares two elements, given by their places. */
typedef int vfb__order(const void *context, const uint8_t *a, const uint8_t *b);

/* Sorts elements of a size in place, without memory and recursion. Offsets count from their own places. Equal
 * elements may change places. */
void vfb__sort_by(uint8_t *first, size_t count, size_t size, bool is_offset, vfb__order *order, const void *context);

/* Compare two scalars by their addresses, and two tables by their key. */
int vfb__compare_scalars(unsigned scalar, const uint8_t *a, const uint8_t *b);
int vfb__compare_tables(const vfb_object *of, const uint8_t *a, const uint8_t *b);

/* The state of the buffer around a nested one. */
typedef struct vfb__nested {
    size_t size, align;
    uint32_t round;
} vfb__nested;

/* Begins a nested buffer. It has vtables, shared strings and an alignment of its own. */
void vfb__begin_nested(vfb_builder *builder, vfb__nested *around);
/* Ends it: it becomes a vector of bytes, whose place is returned. */
size_t vfb__end_nested(vfb_builder *builder, const vfb__nested *around, size_t root, bool wide);

/* ---- Memory ---- */

/* Returns a room that has `more` bytes beside those in use: the old one, doubled as often as needed. It
 * is 0 if there is none. */
static inline size_t grown_room(size_t room, size_t used, size_t more)
{
    while (room - used < more) {
        if (room > SIZE_MAX / 2) return 0;
        room *= 2;
    }
    return room;
}

#endif

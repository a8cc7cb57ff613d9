/*
 * FlatBuffers in C: compares keys of any kind by the table of a schema, and sorts by them.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers_internal.h"

int vfb__compare_scalars(unsigned scalar, const uint8_t *a, const uint8_t *b)
{
    switch (scalar) {
    case VFB_BOOL: return vfb_bool_compare(vfb__load_bool(a), vfb__load_bool(b));
    case VFB_U64: return vfb_u64_compare(vfb__load_u64(a), vfb__load_u64(b));
    case VFB_F32: return vfb_f32_compare(vfb__load_f32(a), vfb__load_f32(b));
    case VFB_F64: return vfb_f64_compare(vfb__load_f64(a), vfb__load_f64(b));
    default: return vfb_i64_compare(load_integer(a, scalar), load_integer(b, scalar));
    }
}

int vfb__compare_parts(const vfb_key_part *parts, size_t count, const uint8_t *a, const uint8_t *b)
{
    size_t i;
    if (a == NULL || b == NULL) return (a != NULL) - (b != NULL);
    for (i = 0; i < count; i++) {
        const int order = vfb__compare_scalars(parts[i].scalar, a + parts[i].offset, b + parts[i].offset);
        if (order != 0) return order;
    }
    return 0;
}

int vfb__compare_key(const vfb_object *of, const uint8_t *a, const uint8_t *b)
{
    return vfb__compare_parts(of->parts, of->part_count, a, b);
}

int vfb__compare_tables(const vfb_object *of, const uint8_t *a, const uint8_t *b)
{
    const vfb_field *key = &of->fields[of->key];
    const uint8_t *at_a = vfb__field(a, 4 + 2 * of->key), *at_b = vfb__field(b, 4 + 2 * of->key);
    uint8_t usual[8];
    if (key->type == VFB_STRING)
        return vfb_string_compare(vfb__string_at(vfb__follow(at_a)), vfb__string_at(vfb__follow(at_b)));
    if (key->type == VFB_SCALAR) {
        vfb__store_u64(usual, key->presence == VFB_DEFAULT ? key->bits : 0);
        return vfb__compare_scalars(key->scalar, at_a ? at_a : usual, at_b ? at_b : usual);
    }
    return vfb__compare_key(of, at_a, at_b);
}

/* Elements that are sorted: positions of tables, or structs. */
typedef struct row {
    const vfb_object *of;
    const uint8_t *end; /* of the buffer: positions count from there */
    size_t size;
} row;

static int compare_elements(const row *r, const uint8_t *a, const uint8_t *b)
{
    size_t at_a, at_b;
    if (r->of->is_struct) {
        const size_t offset = r->of->fields[r->of->key].offset;
        return vfb__compare_key(r->of, a + offset, b + offset);
    }
    memcpy(&at_a, a, sizeof at_a);
    memcpy(&at_b, b, sizeof at_b);
    return vfb__compare_tables(r->of, r->end - at_a, r->end - at_b);
}

/* Merges runs of elements, twice as long each time. Equal elements keep their order. Returns the row that
 * has the result. */
static uint8_t *sort_row(const row *r, uint8_t *from, uint8_t *to, size_t count)
{
    size_t run, start;
    for (run = 1; run < count; run *= 2) {
        for (start = 0; start < count; start += 2 * run) {
            const size_t middle = count - start < run ? count : start + run;
            const size_t end = count - start < 2 * run ? count : start + 2 * run;
            size_t a = start, b = middle, out;
            for (out = start; out < end; out++) {
                const bool is_first =
                    b >= end || (a < middle && compare_elements(r, from + r->size * a, from + r->size * b) <= 0);
                memcpy(to + r->size * out, from + r->size * (is_first ? a : b), r->size);
                a += is_first;
                b += !is_first;
            }
        }
        {
            uint8_t *swapped = from;
            from = to;
            to = swapped;
        }
    }
    return from;
}

static bool sort_items(vfb_builder *b, const row *r, uint8_t *items, size_t count)
{
    uint8_t *other, *sorted;
    size_t i;
    /* Most come sorted. */
    for (i = 1; i < count; i++)
        if (compare_elements(r, items + r->size * (i - 1), items + r->size * i) > 0) break;
    if (i >= count) return true;
    other = (uint8_t *)b->memory.resize(b->memory.context, NULL, 0, count * r->size);
    if (other == NULL) return false;
    sorted = sort_row(r, items, other, count);
    if (sorted != items) memcpy(items, sorted, count * r->size);
    b->memory.resize(b->memory.context, other, count * r->size, 0);
    return true;
}

bool vfb__sort_refs(vfb_builder *builder, const vfb_object *of, uint8_t *refs, size_t count)
{
    row r;
    r.of = of;
    r.end = builder->bytes + builder->room;
    r.size = sizeof(size_t);
    return sort_items(builder, &r, refs, count);
}

bool vfb__sort_structs(vfb_builder *builder, const vfb_object *of, uint8_t *structs, size_t count)
{
    row r;
    r.of = of;
    r.end = NULL;
    r.size = of->size;
    return sort_items(builder, &r, structs, count);
}

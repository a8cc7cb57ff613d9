/*
 * FlatBuffers in C: sorts vectors in a buffer.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers_internal.h"

#include <stdlib.h>

/* The order of the function that a program gives. */
typedef struct given_order {
    int (*compare)(const uint8_t *a, const uint8_t *b);
} given_order;

static int by_function(const void *context, const uint8_t *a, const uint8_t *b)
{
    return ((const given_order *)context)->compare(a, b);
}

/* The orders of elements of a field. */
static int by_scalar(const void *context, const uint8_t *a, const uint8_t *b)
{
    return vfb__compare_scalars(((const vfb_field *)context)->scalar, a, b);
}

static int by_text(const void *context, const uint8_t *a, const uint8_t *b)
{
    (void)context;
    return vfb_string_compare(vfb__string_at(vfb__follow(a)), vfb__string_at(vfb__follow(b)));
}

/* The orders of structs and tables. */
static int by_struct_key(const void *context, const uint8_t *a, const uint8_t *b)
{
    const vfb_object *of = (const vfb_object *)context;
    const size_t offset = of->fields[of->key].offset;
    return vfb__compare_key(of, a + offset, b + offset);
}

static int by_table_key(const void *context, const uint8_t *a, const uint8_t *b)
{
    return vfb__compare_tables((const vfb_object *)context, vfb__follow(a), vfb__follow(b));
}

/* Exchanges two elements. An offset counts from its own place. */
static void exchange(uint8_t *a, uint8_t *b, size_t size, bool is_offset)
{
    if (is_offset) {
        const uint32_t apart = (uint32_t)(b - a);
        const uint32_t to_a = vfb__load_u32(a);
        vfb__store_u32(a, vfb__load_u32(b) + apart);
        vfb__store_u32(b, to_a - apart);
        return;
    }
    for (; size > 0; size--, a++, b++) {
        const uint8_t byte = *a;
        *a = *b;
        *b = byte;
    }
}

/* Heap sort. */
void vfb__sort_by(uint8_t *first, size_t count, size_t size, bool is_offset, vfb__order *order, const void *context)
{
    size_t start = count / 2, end = count;
    while (end > 1) {
        size_t root;
        if (start > 0) {
            start--;
        } else {
            end--;
            exchange(first, first + end * size, size, is_offset);
        }
        for (root = start; 2 * root + 1 < end;) {
            size_t child = 2 * root + 1;
            if (child + 1 < end && order(context, first + child * size, first + (child + 1) * size) < 0) child++;
            if (order(context, first + root * size, first + child * size) >= 0) break;
            exchange(first + root * size, first + child * size, size, is_offset);
            root = child;
        }
    }
}

void vfb__sort(uint8_t *first, size_t count, size_t size, bool is_offset,
               int (*order)(const uint8_t *a, const uint8_t *b))
{
    given_order given;
    given.compare = order;
    vfb__sort_by(first, count, size, is_offset, by_function, &given);
}

/* ---- All vectors of a buffer ---- */

/* A table whose fields are gone through, or a vector of tables or unions. */
typedef struct visited {
    const uint8_t *at;        /* the table, or the first element */
    const vfb_object *object; /* of a table; NULL for a vector */
    const vfb_field *field;   /* of a vector */
    const uint8_t *tags;      /* of a vector of unions */
    size_t next, count;       /* fields or elements */
} visited;

/* The frames that need no allocation. */
enum { FRAMES = 32 };

typedef struct visit {
    const vfb_schema *schema;
    uint8_t *bytes;
    visited *open, *allocated;
    size_t used, room;
    visited first[FRAMES];
} visit;

static bool enter(visit *v, const visited *made)
{
    if (v->used == v->room) {
        visited *grown = v->room > SIZE_MAX / 2 / sizeof *grown
                             ? NULL
                             : (visited *)realloc(v->allocated, 2 * v->room * sizeof *grown);
        if (grown == NULL) return false;
        if (v->allocated == NULL) memcpy(grown, v->first, sizeof v->first);
        v->open = v->allocated = grown;
        v->room *= 2;
    }
    v->open[v->used++] = *made;
    return true;
}

static bool enter_table(visit *v, uint32_t object, const uint8_t *at)
{
    visited made;
    memset(&made, 0, sizeof made);
    made.at = at;
    made.object = &v->schema->objects[object];
    made.count = made.object->count;
    return enter(v, &made);
}

static void sort_vector(const visit *v, const vfb_field *field, vfb__vec vec)
{
    const extent e = extent_of(v->schema, field->element, field->scalar, field->index);
    vfb__order *order;
    const void *context = field;
    switch (field->element) {
    case VFB_SCALAR: order = by_scalar; break;
    case VFB_STRING: order = by_text; break;
    default:
        context = &v->schema->objects[field->index];
        order = field->element == VFB_STRUCT ? by_struct_key : by_table_key;
        break;
    }
    if (vec.size > 1)
        vfb__sort_by(vfb__mutable(v->bytes, vec.at), vec.size, e.size,
                     field->element == VFB_STRING || field->element == VFB_TABLE, order, context);
}

static bool enter_union(visit *v, const vfb_field *field, const uint8_t *tag, const uint8_t *value)
{
    const vfb_union_type *of = &v->schema->unions[field->index];
    const vfb_member *member = tag ? member_of(of, load_integer(tag, of->scalar)) : NULL;
    return member == NULL || member->type != VFB_TABLE || enter_table(v, member->index, vfb__follow(value));
}

/* Sorts the vector in a field, and enters what it leads to. */
static bool visit_field(visit *v, const vfb_field *field, const uint8_t *at, const uint8_t *before)
{
    visited made;
    vfb__vec vec;
    if (field->flags & VFB_DEPRECATED) return true;
    switch (field->type) {
    case VFB_TABLE: return enter_table(v, field->index, vfb__follow(at));
    case VFB_UNION: return enter_union(v, field, before, at);
    case VFB_VECTOR: break;
    default: return true;
    }
    at = field->width == VFB_NARROW ? vfb__follow(at) : vfb__follow64(at);
    vec = field->width == VFB_WIDE_VECTOR ? vfb__vec64_at(at) : vfb__vec_at(at);
    if (field->flags & VFB_SORTED) sort_vector(v, field, vec);
    if (field->element != VFB_TABLE && field->element != VFB_UNION) return true;
    memset(&made, 0, sizeof made);
    made.at = vec.at;
    made.field = field;
    made.count = vec.size;
    made.tags = field->element == VFB_UNION && before ? vfb__vec_at(vfb__follow(before)).at : NULL;
    return enter(v, &made);
}

bool vfb__sort_vectors(const vfb_schema *schema, uint32_t object, void *bytes, const uint8_t *table)
{
    visit v;
    bool ok;
    v.schema = schema;
    v.bytes = (uint8_t *)bytes;
    v.open = v.first;
    v.allocated = NULL;
    v.used = 0;
    v.room = FRAMES;
    ok = table == NULL || enter_table(&v, object, table);
    while (ok && v.used > 0) {
        visited *top = &v.open[v.used - 1];
        const size_t next = top->next++;
        const uint8_t *at = top->at, *place;
        const vfb_field *field = top->field;
        if (next >= top->count) {
            v.used--;
        } else if (top->object != NULL) {
            place = vfb__field(at, (unsigned)(4 + 2 * next));
            if (place != NULL)
                ok = visit_field(&v, &top->object->fields[next], place,
                                 next ? vfb__field(at, (unsigned)(2 + 2 * next)) : NULL);
        } else if (field->element == VFB_TABLE) {
            ok = enter_table(&v, field->index, vfb__follow(at + 4 * next));
        } else if (top->tags != NULL) {
            const size_t size = size_of_scalar(schema->unions[field->index].scalar);
            ok = enter_union(&v, field, top->tags + next * size, at + 4 * next);
        }
    }
    free(v.allocated);
    return ok;
}

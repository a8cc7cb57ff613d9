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

/* ---- Parts that overlap ----
 *
 * The parts of a verified buffer may overlap: a vtable may stand in the elements of a vector, or a length. So
 * nothing is sorted before all that is read afterwards is known to be apart from it. */

static bool are_apart(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size)
{
    return a < b ? (size_t)(b - a) >= a_size : (size_t)(a - b) >= b_size;
}

/* Returns the bytes from a table to the end of its last field, which may be behind the table's size. */
static size_t reach_of(const vfb_object *of, const uint8_t *vtable)
{
    const size_t there = (size_t)(vfb__load_u16(vtable) - 4) / 2;
    size_t reach = 4, i;
    for (i = 0; i < of->count && i < there; i++) {
        const unsigned offset = vfb__load_u16(vtable + 4 + 2 * i);
        if (offset != 0 && offset + of->fields[i].size > reach) reach = offset + of->fields[i].size;
    }
    return reach;
}

bool vfb__sort_in(const vfb_object *of, uint32_t key, uint8_t *first, size_t count,
                  int (*order)(const uint8_t *a, const uint8_t *b))
{
    size_t i;
    if (of->is_struct) {
        vfb__sort(first, count, of->size, false, order);
        return true;
    }
    for (i = 0; i < count; i++) {
        const uint8_t *table = vfb__follow(first + 4 * i), *vtable = table - vfb__load_i32(table), *at;
        if (!are_apart(first, 4 * count, vtable, vfb__load_u16(vtable))
            || !are_apart(first, 4 * count, table, reach_of(of, vtable)))
            return false;
        at = of->fields[key].type == VFB_STRING ? vfb__follow(vfb__field(table, 4 + 2 * key)) : NULL;
        if (at != NULL && !are_apart(first, 4 * count, at, (size_t)5 + vfb__load_u32(at))) return false;
    }
    vfb__sort(first, count, 4, true, order);
    return true;
}

/* ---- All vectors of a buffer ---- */

/* The elements of a vector that is sorted. */
typedef struct elements {
    const uint8_t *at;
    size_t count, size; /* the size of each */
    bool is_offset;
    const vfb_field *field;
} elements;

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
    bool is_found;   /* whether the vectors are found, so that the other parts are compared with them */
    elements *found; /* once they are: by ascending address, apart from each other or equal */
    size_t count, found_room;
    visited *open, *allocated;
    size_t used, room;
    visited first[FRAMES];
} visit;

static int by_place(const void *context, const uint8_t *a, const uint8_t *b)
{
    elements x, y;
    (void)context;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    if (x.at != y.at) return x.at < y.at ? -1 : 1;
    if (x.count != y.count) return x.count < y.count ? -1 : 1;
    return (x.field > y.field) - (x.field < y.field);
}

/* Sorts the vectors that were found, and drops those that were found twice. Returns `false` if some overlap. */
static bool settle(visit *v)
{
    size_t i, kept = 0;
    vfb__sort_by((uint8_t *)v->found, v->count, sizeof *v->found, false, by_place, NULL);
    for (i = 0; i < v->count; i++) {
        const elements *next = &v->found[i], *last = kept ? &v->found[kept - 1] : NULL;
        if (last != NULL && !are_apart(last->at, last->count * last->size, next->at, next->count * next->size)) {
            /* One vector may be in several fields, but numbers are not offsets. */
            if (last->at != next->at || last->count != next->count || last->size != next->size
                || last->is_offset != next->is_offset)
                return false;
            if (last->field == next->field) continue;
        }
        v->found[kept++] = *next;
    }
    v->count = kept;
    return true;
}

static bool find(visit *v, const elements *vec)
{
    if (v->count == v->found_room) {
        const size_t room = v->found_room ? 2 * v->found_room : 16;
        elements *grown;
        if (!settle(v)) return false;
        if (v->count >= v->found_room / 2) {
            grown = room > SIZE_MAX / sizeof *grown ? NULL : (elements *)realloc(v->found, room * sizeof *grown);
            if (grown == NULL) return false;
            v->found = grown;
            v->found_room = room;
        }
    }
    v->found[v->count++] = *vec;
    return true;
}

/* Returns the first vector that was found whose end is behind an address, or NULL. */
static const elements *found_behind(const visit *v, const uint8_t *at)
{
    size_t first = 0, left = v->count;
    while (left > 0) {
        const size_t half = left / 2;
        const elements *vec = &v->found[first + half];
        if (vec->at + vec->count * vec->size <= at) {
            first += half + 1;
            left -= half + 1;
        } else {
            left = half;
        }
    }
    return first < v->count ? &v->found[first] : NULL;
}

/* Returns whether a part that is read is apart from all vectors that are sorted. */
static bool reads(const visit *v, const uint8_t *at, size_t size)
{
    const elements *vec = v->is_found ? found_behind(v, at) : NULL;
    return vec == NULL || size == 0 || (vec->at > at && (size_t)(vec->at - at) >= size);
}

static bool reads_string(const visit *v, const uint8_t *at)
{
    return !v->is_found || reads(v, at, (size_t)5 + vfb__load_u32(at));
}

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
    const uint8_t *vtable = at - vfb__load_i32(at);
    visited made;
    memset(&made, 0, sizeof made);
    made.at = at;
    made.object = &v->schema->objects[object];
    if (v->is_found && (!reads(v, vtable, vfb__load_u16(vtable)) || !reads(v, at, reach_of(made.object, vtable))))
        return false;
    made.count = made.object->count;
    return enter(v, &made);
}

static bool enter_union(visit *v, const vfb_field *field, const uint8_t *tag, const uint8_t *value)
{
    const vfb_union_type *of = &v->schema->unions[field->index];
    const vfb_member *member = tag ? member_of(of, load_integer(tag, of->scalar)) : NULL;
    if (member == NULL) return true;
    switch (member->type) {
    case VFB_TABLE: return enter_table(v, member->index, vfb__follow(value));
    case VFB_STRING: return reads_string(v, vfb__follow(value));
    default: return reads(v, vfb__follow(value), v->schema->objects[member->index].size);
    }
}

/* Returns whether elements may be read. Those of a vector that is sorted may be in another field, too. */
static bool reads_elements(const visit *v, const vfb_field *field, vfb__vec vec, size_t size)
{
    const elements *found = v->is_found ? found_behind(v, vec.at) : NULL;
    const bool is_offset = field->element == VFB_STRING || field->element == VFB_TABLE;
    if (found != NULL && found->at == vec.at && found->count == vec.size && found->size == size
        && found->is_offset == is_offset && field->element != VFB_TAG && field->element != VFB_UNION
        && field->type == VFB_VECTOR)
        return true;
    return reads(v, vec.at, vec.size * size);
}

/* Finds the vector in a field, or compares it with those that were found, and enters what it leads to. */
static bool visit_vector(visit *v, const vfb_field *field, const uint8_t *at, const uint8_t *before)
{
    const uint8_t *place = field->width == VFB_NARROW ? vfb__follow(at) : vfb__follow64(at);
    const bool is_wide = field->width == VFB_WIDE_VECTOR, is_bytes = field->type != VFB_VECTOR;
    const vfb__vec vec = is_wide ? vfb__vec64_at(place) : vfb__vec_at(place);
    const size_t size = is_bytes ? 1 : extent_of(v->schema, field->element, field->scalar, field->index).size;
    visited made;
    size_t i;
    if (!v->is_found && !is_bytes && (field->flags & VFB_SORTED) && vec.size > 1) {
        elements found;
        found.at = vec.at;
        found.count = vec.size;
        found.size = size;
        found.is_offset = field->element == VFB_STRING || field->element == VFB_TABLE;
        found.field = field;
        if (!find(v, &found)) return false;
    }
    if (!reads(v, place, is_wide ? 8 : 4) || !reads_elements(v, field, vec, size)) return false;
    if (is_bytes) return true;
    if (field->element == VFB_STRING)
        for (i = 0; v->is_found && i < vec.size; i++)
            if (!reads_string(v, vfb__follow(vec.at + 4 * i))) return false;
    if (field->element != VFB_TABLE && field->element != VFB_UNION) return true;
    memset(&made, 0, sizeof made);
    made.at = vec.at;
    made.field = field;
    made.count = vec.size;
    made.tags = field->element == VFB_UNION && before ? vfb__vec_at(vfb__follow(before)).at : NULL;
    return enter(v, &made);
}

static bool visit_field(visit *v, const vfb_field *field, const uint8_t *at, const uint8_t *before)
{
    if ((field->flags & VFB_DEPRECATED) && !v->is_found) return true;
    switch (field->type) {
    case VFB_TABLE: return enter_table(v, field->index, vfb__follow(at));
    case VFB_UNION: return enter_union(v, field, before, at);
    case VFB_STRING: return reads_string(v, field->width == VFB_NARROW ? vfb__follow(at) : vfb__follow64(at));
    case VFB_VECTOR:
    case VFB_NESTED:
    case VFB_FLEX: return visit_vector(v, field, at, before);
    default: return true;
    }
}

/* Goes through a table, and what it leads to. */
static bool visit_all(visit *v, uint32_t object, const uint8_t *table)
{
    bool ok = enter_table(v, object, table);
    while (ok && v->used > 0) {
        visited *top = &v->open[v->used - 1];
        const size_t next = top->next++;
        const uint8_t *at = top->at, *place;
        const vfb_field *field = top->field;
        if (next >= top->count) {
            v->used--;
        } else if (top->object != NULL) {
            place = vfb__field(at, (unsigned)(4 + 2 * next));
            if (place != NULL)
                ok = visit_field(v, &top->object->fields[next], place,
                                 next ? vfb__field(at, (unsigned)(2 + 2 * next)) : NULL);
        } else if (field->element == VFB_TABLE) {
            ok = enter_table(v, field->index, vfb__follow(at + 4 * next));
        } else if (top->tags != NULL) {
            const size_t size = size_of_scalar(v->schema->unions[field->index].scalar);
            ok = enter_union(v, field, top->tags + next * size, at + 4 * next);
        }
    }
    return ok;
}

static void sort_elements(const vfb_schema *schema, uint8_t *bytes, const elements *vec)
{
    const vfb_field *field = vec->field;
    vfb__order *order;
    const void *context = field;
    switch (field->element) {
    case VFB_SCALAR: order = by_scalar; break;
    case VFB_STRING: order = by_text; break;
    default:
        context = &schema->objects[field->index];
        order = field->element == VFB_STRUCT ? by_struct_key : by_table_key;
        break;
    }
    vfb__sort_by(vfb__mutable(bytes, vec->at), vec->count, vec->size, vec->is_offset, order, context);
}

bool vfb__sort_vectors(const vfb_schema *schema, uint32_t object, void *bytes, const uint8_t *table)
{
    visit v;
    bool ok;
    size_t i;
    if (table == NULL) return true;
    v.schema = schema;
    v.is_found = false;
    v.found = NULL;
    v.count = v.found_room = 0;
    v.open = v.first;
    v.allocated = NULL;
    v.used = 0;
    v.room = FRAMES;
    ok = visit_all(&v, object, table) && settle(&v);
    if (ok && v.count > 0) {
        v.is_found = true;
        ok = visit_all(&v, object, table);
        for (i = 0; ok && i < v.count; i++) sort_elements(schema, (uint8_t *)bytes, &v.found[i]);
    }
    free(v.found);
    free(v.allocated);
    return ok;
}

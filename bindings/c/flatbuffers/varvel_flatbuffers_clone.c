/*
 * FlatBuffers in C: copies parts of verified buffers by the table of a schema, without recursion.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers_internal.h"

/* A table or a vector of parts that is being copied. */
typedef struct copy {
    const vfb_object *object; /* of a table; NULL for a vector */
    const vfb_field *field;   /* of a vector: the field that it is in */
    const uint8_t *at;        /* the table, or the first element */
    const uint8_t *tags;      /* of a vector of unions */
    size_t next, end;         /* the fields or elements that are left */
    size_t refs;              /* of a vector: where the places of its copied elements begin */
    bool is_open;             /* of a table: whether it was begun here */
} copy;

typedef struct cloner {
    const vfb_schema *schema;
    vfb_builder *b;
    copy *copies; /* those that are open */
    size_t count, room;
    size_t *refs; /* the copied elements of open vectors */
    size_t ref_count, ref_room;
    size_t made; /* the last part, if there is none around it */
} cloner;

static bool fails(cloner *c, vfb_status status)
{
    vfb__stop(c->b, status);
    return false;
}

/* Makes room for one more element of an array. */
static void *grown(cloner *c, void *array, size_t *room, size_t size)
{
    const size_t more = *room ? 2 * *room : 32;
    const vfb_allocator *memory = &c->b->memory;
    void *made = more > SIZE_MAX / size ? NULL : memory->resize(memory->context, array, *room * size, more * size);
    if (made == NULL) fails(c, VFB_ERROR_MEMORY);
    else *room = more;
    return made;
}

static copy *begin(cloner *c)
{
    copy *made;
    if (c->count == c->room) {
        made = (copy *)grown(c, c->copies, &c->room, sizeof *made);
        if (made == NULL) return NULL;
        c->copies = made;
    }
    made = &c->copies[c->count++];
    memset(made, 0, sizeof *made);
    return made;
}

static bool begin_table(cloner *c, uint32_t object, const uint8_t *at)
{
    copy *made = begin(c);
    if (made == NULL) return false;
    made->object = &c->schema->objects[object];
    made->at = at;
    made->end = made->object->count;
    made->is_open = true;
    vfb__start(c->b, made->object);
    return c->b->status == VFB_OK;
}

static bool begin_vector(cloner *c, const vfb_field *field, vfb__vec v, const uint8_t *tags)
{
    copy *made = begin(c);
    if (made == NULL) return false;
    made->field = field;
    made->at = v.at;
    made->tags = tags;
    made->end = v.size;
    made->refs = c->ref_count;
    return true;
}

/* Gives the table or vector around a part its place, or 0 for none. */
static bool give(cloner *c, size_t at)
{
    const copy *around;
    if (c->b->status != VFB_OK) return false;
    if (c->count == 0) {
        c->made = at;
        return true;
    }
    around = &c->copies[c->count - 1];
    if (around->object != NULL) {
        vfb__add_ref(c->b, around->object, (unsigned)around->next - 1, at);
        return c->b->status == VFB_OK;
    }
    if (c->ref_count == c->ref_room) {
        size_t *refs = (size_t *)grown(c, c->refs, &c->ref_room, sizeof *refs);
        if (refs == NULL) return false;
        c->refs = refs;
    }
    c->refs[c->ref_count++] = at;
    return true;
}

static bool copy_string(cloner *c, const vfb_field *field, const uint8_t *at)
{
    const vfb_string text = vfb__string_at(at);
    return give(c,
                field->flags & VFB_SHARED ? vfb_string_create_shared(c->b, text).at : vfb_string_create(c->b, text).at);
}

/* Copies the value of a union; nothing if the schema does not know its tag. */
static bool copy_union(cloner *c, const vfb_field *field, const vfb_member *member, const uint8_t *at)
{
    const vfb_object *of;
    uint8_t *place;
    size_t made;
    if (member == NULL) return give(c, 0);
    if (member->type == VFB_TABLE) return begin_table(c, member->index, at);
    if (member->type == VFB_STRING) return copy_string(c, field, at);
    of = &c->schema->objects[member->index];
    place = vfb__struct_reserve(c->b, of->size, of->align, &made);
    if (place != NULL) memcpy(place, at, of->size);
    return give(c, made);
}

/* Copies elements that stand in place. Tags that the schema does not know become `NONE`. */
static bool copy_row(cloner *c, const vfb_field *field, vfb__vec v, bool has_tags)
{
    extent e = {1, 8};
    uint8_t *first;
    size_t made, i;
    if (field->type == VFB_VECTOR) e = extent_of(c->schema, field->element, field->scalar, field->index);
    if (field->type == VFB_NESTED) e.align = largest_align(c->schema);
    if (field->align > e.align) e.align = field->align;
    first = vfb__vec_reserve(c->b, v.size, e.size, e.align, field->width == VFB_WIDE_VECTOR, &made);
    if (first == NULL) return false;
    if (v.size) memcpy(first, v.at, v.size * e.size);
    for (i = 0; has_tags && i < v.size; i++) {
        const vfb_union_type *of = &c->schema->unions[field->index];
        if (member_of(of, load_integer(first + i * e.size, of->scalar)) == NULL) memset(first + i * e.size, 0, e.size);
    }
    return give(c, made);
}

static bool copy_field(cloner *c, const vfb_object *object, const uint8_t *table, uint32_t number)
{
    const vfb_field *field = &object->fields[number];
    const uint8_t *at = vfb__field(table, 4 + 2 * number), *before = NULL, *behind;
    const vfb_union_type *of;
    uint8_t *place;
    int64_t tag;
    vfb__vec v;
    if (at == NULL || (field->flags & VFB_DEPRECATED)) return true;
    switch (field->type) {
    case VFB_TAG:
        of = &c->schema->unions[field->index];
        tag = load_integer(at, of->scalar);
        if (tag != 0 && member_of(of, tag) == NULL) return true;
        place = vfb__place(c->b, object, number, field->offset);
        if (place != NULL) memcpy(place, at, field->size);
        return c->b->status == VFB_OK;
    case VFB_SCALAR:
    case VFB_STRUCT:
        place = vfb__place(c->b, object, number, field->offset);
        if (place != NULL) memcpy(place, at, field->size);
        return c->b->status == VFB_OK;
    default: break;
    }
    if (number != 0) before = vfb__field(table, 2 + 2 * number);
    behind = field->width == VFB_NARROW ? vfb__follow(at) : vfb__follow64(at);
    switch (field->type) {
    case VFB_STRING: return copy_string(c, field, behind);
    case VFB_TABLE: return begin_table(c, field->index, behind);
    case VFB_UNION:
        of = &c->schema->unions[field->index];
        return copy_union(c, field, before ? member_of(of, load_integer(before, of->scalar)) : NULL, behind);
    default: break;
    }
    v = field->width == VFB_WIDE_VECTOR ? vfb__vec64_at(behind) : vfb__vec_at(behind);
    if (field->type != VFB_VECTOR) return copy_row(c, field, v, false);
    switch (field->element) {
    case VFB_STRING:
    case VFB_TABLE: return begin_vector(c, field, v, NULL);
    case VFB_UNION: return begin_vector(c, field, v, vfb__vec_at(vfb__follow(before)).at);
    default: return copy_row(c, field, v, field->element == VFB_TAG);
    }
}

static bool copy_element(cloner *c, copy *of)
{
    const uint8_t *at = of->at + 4 * of->next;
    const vfb_field *field = of->field;
    const size_t index = of->next++;
    const vfb_union_type *type;
    const vfb_member *member;
    switch (field->element) {
    case VFB_STRING: return copy_string(c, field, vfb__follow(at));
    case VFB_TABLE: return begin_table(c, field->index, vfb__follow(at));
    default:
        type = &c->schema->unions[field->index];
        member = member_of(type, load_integer(of->tags + index * size_of_scalar(type->scalar), type->scalar));
        /* The offset of an element without a tag may lead anywhere. */
        return copy_union(c, field, member, member ? vfb__follow(at) : NULL);
    }
}

static bool end_copy(cloner *c)
{
    const copy of = c->copies[c->count - 1];
    size_t made = 0, i;
    uint8_t *first;
    if (of.object != NULL) {
        if (of.is_open) made = vfb__end(c->b, of.object);
        c->count--;
        return give(c, made);
    }
    first = vfb__vec_reserve(c->b, of.end, 4, 4, false, &made);
    if (first == NULL) return false;
    for (i = 0; i < of.end; i++) {
        const size_t to = c->refs[of.refs + i];
        if (to == 0) memset(first + 4 * i, 0, 4);
        else vfb__store_ref(c->b, first + 4 * i, made - 4 - 4 * i, to);
    }
    c->ref_count = of.refs;
    c->count--;
    return give(c, made);
}

static size_t run(cloner *c)
{
    const vfb_allocator *memory = &c->b->memory;
    bool ok = c->b->status == VFB_OK;
    while (ok && c->count > 0) {
        copy *of = &c->copies[c->count - 1];
        if (of->next == of->end) ok = end_copy(c);
        else if (of->object == NULL) ok = copy_element(c, of);
        else {
            const uint32_t number = (uint32_t)of->next++;
            ok = copy_field(c, of->object, of->at, number);
        }
    }
    if (c->copies) memory->resize(memory->context, c->copies, c->room * sizeof *c->copies, 0);
    if (c->refs) memory->resize(memory->context, c->refs, c->ref_room * sizeof *c->refs, 0);
    return ok ? c->made : 0;
}

size_t vfb__clone(vfb_builder *builder, const vfb_schema *schema, uint32_t object, const uint8_t *table)
{
    cloner c;
    memset(&c, 0, sizeof c);
    c.schema = schema;
    c.b = builder;
    if (table == NULL || builder->status != VFB_OK) return 0;
    /* If it fails, this has nothing to copy, and frees what there is. */
    begin_table(&c, object, table);
    return run(&c);
}

void vfb__pick(vfb_builder *builder, const vfb_schema *schema, uint32_t object, const uint8_t *table, uint32_t number)
{
    const vfb_object *of = &schema->objects[object];
    const vfb_field *field = &of->fields[number];
    const bool has_tag = field->type == VFB_UNION || (field->type == VFB_VECTOR && field->element == VFB_UNION);
    cloner c;
    copy *made;
    memset(&c, 0, sizeof c);
    c.schema = schema;
    c.b = builder;
    if (builder->object != of) {
        vfb__misplaced(builder);
        return;
    }
    if (table == NULL) return;
    made = begin(&c);
    if (made == NULL) return;
    made->object = of;
    made->at = table;
    made->next = number - has_tag;
    made->end = number + (size_t)1;
    run(&c);
}

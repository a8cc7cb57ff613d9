/*
 * FlatBuffers in C: verifies buffers by the table of a schema, without recursion.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers_internal.h"

#include <stdlib.h>

const char *vfb_status_text(vfb_status status)
{
    switch (status) {
    case VFB_OK: return "no error";
    /* clang-format off */
    /* <spec:texts> Made by `cargo xtask spec`. */
    case VFB_ERROR_BYTES: return "an offset or a size leads out of the buffer";
    case VFB_ERROR_ALIGNMENT: return "not at a multiple of its alignment";
    case VFB_ERROR_INVALID: return "bytes that the format does not allow";
    case VFB_ERROR_REQUIRED: return "a required field is absent";
    case VFB_ERROR_UNION: return "a union without its tag, or a tag without its union";
    case VFB_ERROR_UTF8: return "a string that is not UTF-8";
    case VFB_ERROR_IDENTIFIER: return "another file identifier";
    case VFB_ERROR_DEPTH: return "nested too deep";
    case VFB_ERROR_NODES: return "too many tables";
    case VFB_ERROR_REPLAY: return "shared parts would be visited too often";
    case VFB_ERROR_MEMORY: return "no memory";
    case VFB_ERROR_SIZE: return "a buffer too large for its offsets";
    case VFB_ERROR_NESTING: return "calls of a builder in the wrong order";
    case VFB_ERROR_TAG: return "a tag that the schema does not have";
    case VFB_ERROR_FLEX: return "a value in a FlexBuffer that JSON or FlexBuffers do not have";
    case VFB_ERROR_STOPPED: return "the bytes were not taken";
    case VFB_ERROR_SYNTAX: return "invalid syntax";
    case VFB_ERROR_END: return "the text ends too early";
    case VFB_ERROR_TRAILING: return "text after the document";
    case VFB_ERROR_RANGE: return "a number that its field cannot hold";
    case VFB_ERROR_CONTROL: return "a control character in a string";
    case VFB_ERROR_ESCAPE: return "an escape that JSON does not have";
    case VFB_ERROR_SURROGATE: return "half of a surrogate pair";
    case VFB_ERROR_DUPLICATE: return "a member that comes twice";
    case VFB_ERROR_TYPE: return "another kind of value than the schema has";
    case VFB_ERROR_REFUSED: return "a value that the schema does not allow";
    case VFB_ERROR_UNKNOWN: return "a member that the schema does not have";
    case VFB_ERROR_VARIANT: return "a name or tag that the schema does not have";
    case VFB_ERROR_NUMBER: return "a number of another form than JSON has";
    case VFB_ERROR_UNFINISHED: return "the buffer was not finished";
    /* </spec:texts> */
        /* clang-format on */
    }
    return "an unknown error";
}

unsigned vfb_error_number(vfb_status status)
{
    switch (status) {
    case VFB_OK: return 0;
    /* clang-format off */
    /* <spec:numbers> Made by `cargo xtask spec`. */
    case VFB_ERROR_BYTES: return 2;
    case VFB_ERROR_ALIGNMENT: return 29;
    case VFB_ERROR_INVALID: return 29;
    case VFB_ERROR_REQUIRED: return 16;
    case VFB_ERROR_UNION: return 29;
    case VFB_ERROR_UTF8: return 9;
    case VFB_ERROR_IDENTIFIER: return 29;
    case VFB_ERROR_DEPTH: return 11;
    case VFB_ERROR_NODES: return 13;
    case VFB_ERROR_REPLAY: return 28;
    case VFB_ERROR_MEMORY: return 14;
    case VFB_ERROR_SIZE: return 12;
    case VFB_ERROR_NESTING: return 22;
    case VFB_ERROR_TAG: return 27;
    case VFB_ERROR_FLEX: return 17;
    case VFB_ERROR_STOPPED: return 21;
    case VFB_ERROR_SYNTAX: return 1;
    case VFB_ERROR_END: return 2;
    case VFB_ERROR_TRAILING: return 3;
    case VFB_ERROR_RANGE: return 5;
    case VFB_ERROR_CONTROL: return 6;
    case VFB_ERROR_ESCAPE: return 7;
    case VFB_ERROR_SURROGATE: return 8;
    case VFB_ERROR_DUPLICATE: return 10;
    case VFB_ERROR_TYPE: return 15;
    case VFB_ERROR_REFUSED: return 25;
    case VFB_ERROR_UNKNOWN: return 26;
    case VFB_ERROR_VARIANT: return 27;
    case VFB_ERROR_NUMBER: return 4;
    case VFB_ERROR_UNFINISHED: return 22;
    /* </spec:numbers> */
        /* clang-format on */
    }
    return 0;
}

/* ---- The verifier ---- */

/* A part of the buffer that is being verified. */
typedef enum frame_kind { FRAME_TABLE, FRAME_TABLES, FRAME_UNIONS, FRAME_NESTED } frame_kind;
typedef struct frame {
    frame_kind kind;
    uint32_t object; /* or the union */
    uint32_t field;  /* of a table: the next, or the next slot if its fields are known to be in place */
    bool is_placed;
    uint16_t slots; /* of a table: the size of its vtable */
    uint32_t reach; /* of a table: the bytes to the end of its last field so far, at least its size */
    size_t at;      /* the table, the first element, or the start of the buffer around */
    size_t other;   /* the vtable, the tags, or the end of the buffer around */
    size_t index, length;
    uint64_t left; /* of a nested buffer: the bytes that may still be visited around it */
} frame;

/* The frames that need no allocation; deeper limits than this allocate. */
enum { FRAMES = 128 };

typedef struct pass {
    const vfb_schema *schema;
    const uint8_t *bytes;
    size_t start, end;
    size_t nodes;
    uint64_t left;
    vfb_error error;
    frame inner;
    /* The last table whose fields were found in place. Those of another one of the same type, with
     * the same vtable and alignment, are in place, too. */
    const vfb_object *seen;
    size_t seen_vtable, seen_at;
    uint32_t seen_reach;
} pass;

typedef enum step { STEP_FAIL, STEP_DONE, STEP_ENTER } step;

static bool fails(pass *p, vfb_status status, size_t at)
{
    p->error.status = status;
    p->error.offset = at;
    return false;
}

static bool is_aligned(pass *p, size_t at, size_t align)
{
    return ((at - p->start) & (align - 1)) == 0 || fails(p, VFB_ERROR_ALIGNMENT, at);
}

static bool is_inside(pass *p, size_t at, uint64_t size)
{
    return (at <= p->end && size <= p->end - at) || fails(p, VFB_ERROR_BYTES, at);
}

static bool is_seen(pass *p, uint64_t bytes, size_t at)
{
    if (bytes > p->left) return fails(p, VFB_ERROR_REPLAY, at);
    p->left -= bytes;
    return true;
}

static bool follow(pass *p, size_t at, bool wide, size_t *to)
{
    uint64_t offset;
    if (!is_inside(p, at, wide ? 8 : 4)) return false;
    offset = wide ? vfb__load_u64(p->bytes + at) : vfb__load_u32(p->bytes + at);
    if (offset == 0) return fails(p, VFB_ERROR_INVALID, at);
    if (offset >= p->end - at) return fails(p, VFB_ERROR_BYTES, at);
    *to = at + (size_t)offset;
    return true;
}

size_t vfb__utf8(const uint8_t *at, size_t size) { return vvs__utf8(at, size); }

static bool verify_string(pass *p, size_t at)
{
    size_t length, first;
    if (!is_aligned(p, at, 4) || !is_inside(p, at, 4)) return false;
    length = vfb__load_u32(p->bytes + at);
    first = at + 4;
    if (length >= p->end - first) return fails(p, VFB_ERROR_BYTES, at);
    if (p->bytes[first + length] != 0) return fails(p, VFB_ERROR_INVALID, first + length);
    if (!is_seen(p, length, first)) return false;
    return is_utf8(p->bytes + first, length) || fails(p, VFB_ERROR_UTF8, first);
}

/* Begins a table: verifies its vtable, and makes it the inner frame. */
static bool verify_table(pass *p, uint32_t object, size_t at)
{
    frame *table = &p->inner;
    const vfb_object *of = &p->schema->objects[object];
    int64_t vtable;
    if (!is_aligned(p, at, 4) || !is_inside(p, at, 4)) return false;
    vtable = (int64_t)at - vfb__load_i32(p->bytes + at);
    if (vtable < 0 || (uint64_t)vtable < p->start || (uint64_t)vtable > SIZE_MAX)
        return fails(p, VFB_ERROR_INVALID, at);
    table->kind = FRAME_TABLE;
    table->object = object;
    table->field = 0;
    table->is_placed = false;
    table->at = at;
    table->other = (size_t)vtable;
    if (!is_aligned(p, table->other, 2) || !is_inside(p, table->other, 4)) return false;
    table->slots = vfb__load_u16(p->bytes + table->other);
    table->reach = vfb__load_u16(p->bytes + table->other + 2);
    if (table->slots < 4 || table->slots % 2) return fails(p, VFB_ERROR_INVALID, table->other);
    if (table->reach < 4) return fails(p, VFB_ERROR_INVALID, table->other + 2);
    if (!is_inside(p, table->other, table->slots)) return false;
    /* A table whose fields are not all inside is verified field by field, to find the first. */
    if (p->seen == of && p->seen_vtable == table->other && ((p->seen_at ^ at) & (of->align - 1)) == 0
        && p->seen_reach <= p->end - at) {
        table->is_placed = true;
        table->field = of->first_ref;
        table->reach = p->seen_reach;
    }
    if (!is_seen(p, table->reach, at)) return false;
    if (p->nodes == 0) return fails(p, VFB_ERROR_NODES, at);
    p->nodes--;
    return true;
}

static unsigned slot_of(const pass *p, const frame *table, uint32_t field)
{
    const size_t slot = 4 + 2 * (size_t)field;
    return slot < table->slots ? vfb__load_u16(p->bytes + table->other + slot) : 0;
}

/* Follows the offset of a field, which is inside of its table. */
static inline bool behind(pass *p, size_t at, unsigned width, size_t *to)
{
    uint64_t offset;
    if (width != VFB_NARROW) return follow(p, at, true, to);
    offset = vfb__load_u32(p->bytes + at);
    if (offset == 0) return fails(p, VFB_ERROR_INVALID, at);
    if (offset >= p->end - at) return fails(p, VFB_ERROR_BYTES, at);
    *to = at + (size_t)offset;
    return true;
}

static bool elements(pass *p, size_t at, const vfb_field *field, extent e, size_t *first, size_t *length)
{
    const bool wide = field->width == VFB_WIDE_VECTOR;
    uint64_t count;
    if (!is_aligned(p, at, wide ? 8 : 4) || !is_inside(p, at, wide ? 8 : 4)) return false;
    count = wide ? vfb__load_u64(p->bytes + at) : vfb__load_u32(p->bytes + at);
    *first = at + (wide ? 8 : 4);
    /* An empty vector has no elements to align, and some writers do not align it. */
    if (count != 0 && !is_aligned(p, *first, e.align)) return false;
    if (e.size != 0 && count > (p->end - *first) / e.size) return fails(p, VFB_ERROR_BYTES, at);
    if (count > SIZE_MAX) return fails(p, VFB_ERROR_BYTES, at);
    *length = (size_t)count;
    return is_seen(p, count * e.size, at);
}

static step verify_member(pass *p, const vfb_union_type *of, int64_t tag, size_t to)
{
    const vfb_member *member = member_of(of, tag);
    extent e;
    if (member == NULL) return STEP_DONE;
    switch (member->type) {
    case VFB_TABLE: return verify_table(p, member->index, to) ? STEP_ENTER : STEP_FAIL;
    case VFB_STRING: return verify_string(p, to) ? STEP_DONE : STEP_FAIL;
    default:
        e = extent_of(p->schema, VFB_STRUCT, 0, member->index);
        return is_aligned(p, to, e.align) && is_inside(p, to, e.size) && is_seen(p, e.size, to) ? STEP_DONE : STEP_FAIL;
    }
}

/* Verifies the tags of the vector of unions at `to`. */
static bool verify_tags(pass *p, const frame *table, uint32_t field, const vfb_union_type *of, size_t length, size_t to,
                        size_t *tags)
{
    const unsigned offset = slot_of(p, table, field - 1);
    size_t at;
    if (offset == 0) return fails(p, VFB_ERROR_UNION, to);
    if (!follow(p, table->at + offset, false, &at) || !is_inside(p, at, 4)) return false;
    if (vfb__load_u32(p->bytes + at) != length) return fails(p, VFB_ERROR_UNION, at);
    *tags = at + 4;
    return is_inside(p, *tags, (uint64_t)length * size_of_scalar(of->scalar));
}

static step verify_vector(pass *p, const frame *table, const vfb_object *object, uint32_t number, size_t to)
{
    const vfb_field *field = &object->fields[number];
    const extent e = extent_of(p->schema, field->element, field->scalar, field->index);
    size_t first = 0, length = 0, index, text, tags = 0;
    if (!elements(p, to, field, e, &first, &length)) return STEP_FAIL;
    switch (field->element) {
    case VFB_STRING:
        for (index = 0; index < length; index++)
            if (!follow(p, first + 4 * index, false, &text) || !verify_string(p, text)) return STEP_FAIL;
        return STEP_DONE;
    case VFB_TABLE: p->inner.kind = FRAME_TABLES; break;
    case VFB_UNION:
        if (!verify_tags(p, table, number, &p->schema->unions[field->index], length, to, &tags)) return STEP_FAIL;
        p->inner.kind = FRAME_UNIONS;
        p->inner.other = tags;
        break;
    case VFB_TAG:
        /* Tags have a vector of unions behind them, as it has them. */
        if (number + 1 < object->count && field[1].type == VFB_VECTOR && field[1].element == VFB_UNION
            && field[1].index == field->index && slot_of(p, table, number + 1) == 0) {
            fails(p, VFB_ERROR_UNION, to);
            return STEP_FAIL;
        }
        return STEP_DONE;
    default: return STEP_DONE;
    }
    p->inner.object = field->index;
    p->inner.at = first;
    p->inner.index = 0;
    p->inner.length = length;
    return STEP_ENTER;
}

/* Verifies a union, or its tag, whose place is `at`. */
static step verify_union(pass *p, const frame *table, const vfb_object *object, uint32_t number, size_t at)
{
    const vfb_field *field = &object->fields[number];
    const vfb_union_type *of = &p->schema->unions[field->index];
    size_t to = 0, before;
    int64_t tag;
    if (field->type == VFB_TAG) {
        if (number + 1 < object->count && field[1].type == VFB_UNION && field[1].index == field->index
            && load_integer(p->bytes + at, of->scalar) != 0 && slot_of(p, table, number + 1) == 0) {
            fails(p, VFB_ERROR_UNION, at);
            return STEP_FAIL;
        }
        return STEP_DONE;
    }
    if (!behind(p, at, VFB_NARROW, &to)) return STEP_FAIL;
    before = number ? slot_of(p, table, number - 1) : 0;
    tag = before ? load_integer(p->bytes + table->at + before, of->scalar) : 0;
    if (tag == 0) {
        fails(p, VFB_ERROR_UNION, at);
        return STEP_FAIL;
    }
    return verify_member(p, of, tag, to);
}

/* Verifies what a field refers to. The field is at `at`, inside of its table. */
static step verify_field(pass *p, const frame *table, const vfb_object *object, uint32_t number, size_t at)
{
    const vfb_field *field = &object->fields[number];
    const extent byte = {1, 1};
    size_t to = 0, first = 0, length = 0;
    switch (field->type) {
    case VFB_TAG:
    case VFB_UNION: return verify_union(p, table, object, number, at);
    case VFB_TABLE:
        if (!behind(p, at, VFB_NARROW, &to)) return STEP_FAIL;
        return verify_table(p, field->index, to) ? STEP_ENTER : STEP_FAIL;
    case VFB_VECTOR:
        if (!behind(p, at, field->width, &to)) return STEP_FAIL;
        return verify_vector(p, table, object, number, to);
    case VFB_NESTED:
    case VFB_FLEX:
        if (!behind(p, at, field->width, &to) || !elements(p, to, field, byte, &first, &length)) return STEP_FAIL;
        if (field->type == VFB_FLEX) return STEP_DONE;
        p->inner.kind = FRAME_NESTED;
        p->inner.object = field->index;
        p->inner.at = first;
        p->inner.other = first + length;
        p->inner.index = 0;
        return STEP_ENTER;
    default: return STEP_DONE;
    }
}

/* Verifies what the fields refer to if they are known to be in place. */
static step verify_targets(pass *p, frame *table, const vfb_object *object)
{
    for (; table->field < object->end_ref; table->field++) {
        const uint32_t number = object->slots[table->field].number;
        const vfb_field *field = &object->fields[number];
        const unsigned offset = slot_of(p, table, number);
        const size_t at = table->at + offset;
        size_t to;
        step then;
        if (offset == 0) continue;
        if (field->type == VFB_STRING) {
            if (!behind(p, at, field->width, &to) || !verify_string(p, to)) return STEP_FAIL;
            continue;
        }
        then = verify_field(p, table, object, number, at);
        if (then == STEP_DONE) continue;
        table->field++;
        return then;
    }
    return STEP_DONE;
}

/* Counts the bytes of fields that are behind the size of their table: some writers share a vtable
 * between tables of different sizes. */
static bool reaches(pass *p, frame *table, uint32_t reach)
{
    if (!is_seen(p, reach - table->reach, table->at)) return false;
    table->reach = reach;
    return true;
}

static step verify_fields(pass *p, frame *table)
{
    const vfb_object *object = &p->schema->objects[table->object];
    const uint8_t *entries = p->bytes + table->other + 4;
    const uint32_t known = (uint32_t)(table->slots - 4) / 2;
    uint32_t number = table->field, reach = table->reach;
    if (table->is_placed) return verify_targets(p, table, object);
    for (; number < object->count; number++) {
        const vfb_field *field = &object->fields[number];
        const unsigned offset = number < known ? vfb__load_u16(entries + 2 * (size_t)number) : 0;
        const size_t at = table->at + offset;
        size_t to;
        step then;
        if (offset == 0) {
            if (field->presence != VFB_REQUIRED) continue;
            fails(p, VFB_ERROR_REQUIRED, table->at);
            return STEP_FAIL;
        }
        if (offset < 4) {
            fails(p, VFB_ERROR_INVALID, at);
            return STEP_FAIL;
        }
        if (!is_inside(p, at, field->size) || !is_aligned(p, at, field->fit)) return STEP_FAIL;
        if (offset + field->size > reach) reach = offset + field->size;
        if (field->type == VFB_SCALAR || field->type == VFB_STRUCT) continue;
        if (field->type == VFB_STRING) {
            if (!behind(p, at, field->width, &to) || !verify_string(p, to)) return STEP_FAIL;
            continue;
        }
        then = verify_field(p, table, object, number, at);
        if (then == STEP_DONE) continue;
        table->field = number + 1;
        return reaches(p, table, reach) ? then : STEP_FAIL;
    }
    if (!reaches(p, table, reach)) return STEP_FAIL;
    if (object->is_plain) {
        p->seen = object;
        p->seen_vtable = table->other;
        p->seen_at = table->at;
        p->seen_reach = reach;
    }
    return STEP_DONE;
}

/* Verifies the tables of a vector. Each is entered in place of the vector's frame, which waits only
 * for a table that itself enters another. */
static step verify_items(pass *p, frame *items)
{
    size_t to;
    if (items->index >= items->length) return STEP_DONE;
    if (!follow(p, items->at + 4 * items->index, false, &to)) return STEP_FAIL;
    items->index++;
    return verify_table(p, items->object, to) ? STEP_ENTER : STEP_FAIL;
}

static step verify_unions(pass *p, frame *items)
{
    const vfb_union_type *of = &p->schema->unions[items->object];
    while (items->index < items->length) {
        const size_t index = items->index++;
        const size_t at = items->other + index * size_of_scalar(of->scalar);
        const int64_t tag = load_integer(p->bytes + at, of->scalar);
        size_t to;
        step then;
        if (tag == 0) continue;
        if (!follow(p, items->at + 4 * index, false, &to)) return STEP_FAIL;
        then = verify_member(p, of, tag, to);
        if (then != STEP_DONE) return then;
    }
    return STEP_DONE;
}

/* Enters a nested buffer, or leaves it: swaps its bounds with those of the buffer around it. */
static step verify_nested(pass *p, frame *nested)
{
    const size_t start = p->start, end = p->end;
    size_t root;
    p->seen = NULL;
    p->start = nested->at;
    p->end = nested->other;
    nested->at = start;
    nested->other = end;
    if (nested->index++ != 0) {
        if (p->left > nested->left) p->left = nested->left;
        return STEP_DONE;
    }
    /* The vector around it has paid for its bytes: visiting as many in it costs nothing. The buffer around
     * it gets nothing of what is left of them. */
    nested->left = p->left;
    p->left += p->end - p->start;
    if (!follow(p, p->start, false, &root)) return STEP_FAIL;
    return verify_table(p, nested->object, root) ? STEP_ENTER : STEP_FAIL;
}

/* The frames around the current one. The first need no allocation. */
typedef struct frames {
    frame first[FRAMES];
    frame *all, *allocated;
    size_t count, room, depth;
} frames;

static bool push(pass *p, frames *around, const frame *next)
{
    if (around->count >= around->depth) return fails(p, VFB_ERROR_DEPTH, p->inner.at);
    if (around->count == around->room) {
        const size_t size = around->room * sizeof(frame);
        frame *grown = (frame *)realloc(around->allocated, 2 * size);
        if (grown == NULL) return fails(p, VFB_ERROR_MEMORY, p->inner.at);
        if (around->allocated == NULL) memcpy(grown, around->first, size);
        around->all = around->allocated = grown;
        around->room *= 2;
    }
    around->all[around->count++] = *next;
    return true;
}

static bool run(pass *p, uint32_t object, size_t root, size_t depth)
{
    frames around;
    frame current;
    bool ok = verify_table(p, object, root);
    around.all = around.first;
    around.allocated = NULL;
    around.count = 0;
    around.room = FRAMES;
    around.depth = depth;
    current = p->inner;
    while (ok) {
        step then;
        switch (current.kind) {
        case FRAME_TABLE: then = verify_fields(p, &current); break;
        case FRAME_TABLES: then = verify_items(p, &current); break;
        case FRAME_UNIONS: then = verify_unions(p, &current); break;
        default: then = verify_nested(p, &current); break;
        }
        if (then == STEP_DONE) {
            if (around.count == 0) break;
            current = around.all[--around.count];
            continue;
        }
        ok = then == STEP_ENTER;
        if (ok && current.kind == FRAME_TABLES) {
            /* A table of a vector needs no frame unless it enters something. */
            frame table = p->inner;
            then = verify_fields(p, &table);
            if (then == STEP_DONE) continue;
            ok = then == STEP_ENTER && push(p, &around, &current);
            current = table;
        }
        ok = ok && push(p, &around, &current);
        current = p->inner;
    }
    free(around.allocated);
    return ok;
}

/* Verifies what stands before the root: a size, the offset of the root, an identifier. */
static bool verify_head(pass *p, const vfb_object *of, unsigned flags, size_t *root)
{
    size_t first = 0;
    if (flags & VFB_SIZE_PREFIXED) {
        size_t prefix;
        if (!is_inside(p, 0, 4)) return false;
        prefix = vfb__load_u32(p->bytes);
        if (prefix > p->end - 4) return fails(p, VFB_ERROR_BYTES, 0);
        first = 4;
        p->end = 4 + prefix;
    }
    if (!follow(p, first, false, root)) return false;
    if ((flags & VFB_IDENTIFIED) && (of->has_identifier || (flags & VFB_TYPED))) {
        const uint8_t *at = p->bytes + first + 4;
        if (p->end - first < 8) return fails(p, VFB_ERROR_IDENTIFIER, first + 4);
        if (flags & VFB_TYPED ? vfb__load_u32(at) != of->type_hash : memcmp(at, of->identifier, 4) != 0)
            return fails(p, VFB_ERROR_IDENTIFIER, first + 4);
    }
    return true;
}

static bool verify_struct(pass *p, const vfb_object *of, size_t at)
{
    return is_aligned(p, at, of->align) && is_inside(p, at, of->size);
}

bool vfb_verify(const vfb_schema *schema, uint32_t object, const void *bytes, size_t size, unsigned flags,
                const vfb_limits *limits, size_t *root, vfb_error *error)
{
    const vfb_limits usual = vfb_default_limits();
    const vfb_object *of = object < schema->object_count ? &schema->objects[object] : NULL;
    size_t found = 0;
    bool ok;
    pass p;
    memset(&p, 0, sizeof p);
    if (limits == NULL) limits = &usual;
    p.schema = schema;
    p.bytes = (const uint8_t *)bytes;
    p.end = size;
    p.nodes = limits->nodes;
    p.left = limits->replay != 0 && size > UINT64_MAX / limits->replay ? UINT64_MAX : (uint64_t)limits->replay * size;
    p.left = p.left > UINT64_MAX - 65536 ? UINT64_MAX : p.left + 65536;
    ok = of != NULL || fails(&p, VFB_ERROR_INVALID, 0);
    ok = ok && verify_head(&p, of, flags, &found)
         && (of->is_struct ? verify_struct(&p, of, found) : run(&p, object, found, limits->depth));
    if (error != NULL) *error = p.error;
    if (ok && root != NULL) *root = found;
    return ok;
}

const uint8_t *vfb__root_struct(const vfb_object *object, const void *bytes, size_t size, unsigned flags,
                                vfb_error *error)
{
    size_t root = 0;
    bool ok;
    pass p;
    memset(&p, 0, sizeof p);
    p.bytes = (const uint8_t *)bytes;
    p.end = size;
    ok = verify_head(&p, object, flags, &root) && verify_struct(&p, object, root);
    if (error != NULL) *error = p.error;
    return ok ? p.bytes + root : NULL;
}

const uint8_t *vfb__root(const vfb_schema *schema, uint32_t object, const void *bytes, size_t size, unsigned flags,
                         const vfb_limits *limits, vfb_error *error)
{
    size_t root;
    if (!vfb_verify(schema, object, bytes, size, flags, limits, &root, error)) return NULL;
    return (const uint8_t *)bytes + root;
}

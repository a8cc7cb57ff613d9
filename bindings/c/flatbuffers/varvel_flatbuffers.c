/*
 * FlatBuffers in C: verifies, builds and prints buffers by the table of a schema. See the header.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers.h"

#include <stdlib.h>

const char *vfb_status_text(vfb_status status)
{
    switch (status) {
    case VFB_OK: return "no error";
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
    case VFB_ERROR_FLEX: return "a FlexBuffer, which is not printed";
    case VFB_ERROR_STOPPED: return "the text was not taken";
    }
    return "an unknown error";
}

/* ---- The schema ---- */

static size_t size_of_scalar(unsigned scalar)
{
    static const uint8_t sizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
    return sizes[scalar];
}

/* Returns the bytes of an integer as a number with its sign. */
static int64_t load_integer(const uint8_t *at, unsigned scalar)
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

static const vfb_member *member_of(const vfb_union_type *of, int64_t tag)
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

static extent extent_of(const vfb_schema *schema, unsigned type, unsigned scalar, uint32_t index)
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

/* ---- The verifier ---- */

/* A part of the buffer that is being verified. */
typedef enum frame_kind { FRAME_TABLE, FRAME_TABLES, FRAME_UNIONS, FRAME_NESTED } frame_kind;
typedef struct frame {
    frame_kind kind;
    uint32_t object; /* or the union */
    uint32_t field;  /* of a table: the next */
    uint16_t slots;  /* of a table: the size of its vtable */
    uint16_t size;   /* of a table */
    size_t at;       /* the table, the first element, or the start of the buffer around */
    size_t other;    /* the vtable, the tags, or the end of the buffer around */
    size_t index, length;
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

/* Returns whether bytes are UTF-8, by RFC 3629. */
static bool is_utf8(const uint8_t *at, size_t size)
{
    const uint8_t *end = at + size;
    while (at < end) {
        unsigned first = *at;
        size_t more;
        unsigned low = 0x80, high = 0xbf;
        if (first < 0x80) {
            while (end - at >= 8) {
                uint64_t word;
                memcpy(&word, at, 8);
                if (word & UINT64_C(0x8080808080808080)) break;
                at += 8;
            }
            while (at < end && *at < 0x80) at++;
            continue;
        }
        if (first < 0xc2 || first > 0xf4) return false;
        more = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
        if ((size_t)(end - at) <= more) return false;
        if (first == 0xe0) low = 0xa0;
        if (first == 0xed) high = 0x9f;
        if (first == 0xf0) low = 0x90;
        if (first == 0xf4) high = 0x8f;
        if (at[1] < low || at[1] > high) return false;
        if (more > 1 && (at[2] & 0xc0) != 0x80) return false;
        if (more > 2 && (at[3] & 0xc0) != 0x80) return false;
        at += more + 1;
    }
    return true;
}

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
    int64_t vtable;
    if (!is_aligned(p, at, 4) || !is_inside(p, at, 4)) return false;
    vtable = (int64_t)at - vfb__load_i32(p->bytes + at);
    if (vtable < 0 || (uint64_t)vtable < p->start || (uint64_t)vtable > SIZE_MAX)
        return fails(p, VFB_ERROR_BYTES, at);
    table->kind = FRAME_TABLE;
    table->object = object;
    table->field = 0;
    table->at = at;
    table->other = (size_t)vtable;
    if (!is_aligned(p, table->other, 2) || !is_inside(p, table->other, 4)) return false;
    table->slots = vfb__load_u16(p->bytes + table->other);
    table->size = vfb__load_u16(p->bytes + table->other + 2);
    if (table->slots < 4 || table->slots % 2) return fails(p, VFB_ERROR_INVALID, table->other);
    if (table->size < 4) return fails(p, VFB_ERROR_INVALID, table->other + 2);
    if (!is_inside(p, table->other, table->slots) || !is_inside(p, at, table->size)) return false;
    if (!is_seen(p, table->size, at)) return false;
    if (p->nodes == 0) return fails(p, VFB_ERROR_NODES, at);
    p->nodes--;
    return true;
}

static unsigned slot_of(const pass *p, const frame *table, uint32_t field)
{
    const size_t slot = 4 + 2 * (size_t)field;
    return slot < table->slots ? vfb__load_u16(p->bytes + table->other + slot) : 0;
}

static bool place(pass *p, const frame *table, unsigned offset, extent e, size_t *at)
{
    *at = table->at + offset;
    if (offset < 4 || e.size > table->size || offset > table->size - e.size)
        return fails(p, VFB_ERROR_BYTES, *at);
    return is_aligned(p, *at, e.align);
}

static bool behind(pass *p, const frame *table, unsigned offset, unsigned width, size_t *to)
{
    const bool wide = width != VFB_NARROW;
    extent e;
    size_t at;
    e.size = e.align = wide ? 8 : 4;
    return place(p, table, offset, e, &at) && follow(p, at, wide, to);
}

static bool elements(pass *p, size_t at, const vfb_field *field, extent e, size_t *first,
                     size_t *length)
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
        return is_aligned(p, to, e.align) && is_inside(p, to, e.size) && is_seen(p, e.size, to)
                   ? STEP_DONE
                   : STEP_FAIL;
    }
}

/* Verifies the tags of the vector of unions at `to`. */
static bool verify_tags(pass *p, const frame *table, uint32_t field, const vfb_union_type *of,
                        size_t length, size_t to, size_t *tags)
{
    const unsigned offset = slot_of(p, table, field - 1);
    size_t at;
    if (offset == 0) return fails(p, VFB_ERROR_UNION, to);
    if (!follow(p, table->at + offset, false, &at) || !is_inside(p, at, 4)) return false;
    if (vfb__load_u32(p->bytes + at) != length) return fails(p, VFB_ERROR_UNION, at);
    *tags = at + 4;
    return is_inside(p, *tags, (uint64_t)length * size_of_scalar(of->scalar));
}

static step verify_vector(pass *p, const frame *table, uint32_t number, const vfb_field *field,
                          size_t to)
{
    const extent e = extent_of(p->schema, field->element, field->scalar, field->index);
    size_t first, length, index, text, tags;
    if (!elements(p, to, field, e, &first, &length)) return STEP_FAIL;
    switch (field->element) {
    case VFB_STRING:
        for (index = 0; index < length; index++)
            if (!follow(p, first + 4 * index, false, &text) || !verify_string(p, text))
                return STEP_FAIL;
        return STEP_DONE;
    case VFB_TABLE:
        p->inner.kind = FRAME_TABLES;
        break;
    case VFB_UNION:
        if (!verify_tags(p, table, number, &p->schema->unions[field->index], length, to, &tags))
            return STEP_FAIL;
        p->inner.kind = FRAME_UNIONS;
        p->inner.other = tags;
        break;
    default: return STEP_DONE;
    }
    p->inner.object = field->index;
    p->inner.at = first;
    p->inner.index = 0;
    p->inner.length = length;
    return STEP_ENTER;
}

/* Verifies a present field. */
static step verify_field(pass *p, const frame *table, const vfb_object *object, uint32_t number,
                         unsigned offset)
{
    const vfb_field *field = &object->fields[number];
    const vfb_union_type *of;
    extent e;
    size_t at, to, first, length;
    int64_t tag;
    switch (field->type) {
    case VFB_SCALAR:
    case VFB_STRUCT:
        e = extent_of(p->schema, field->type, field->scalar, field->index);
        return place(p, table, offset, e, &at) ? STEP_DONE : STEP_FAIL;
    case VFB_TAG:
        of = &p->schema->unions[field->index];
        e = extent_of(p->schema, VFB_TAG, 0, field->index);
        if (!place(p, table, offset, e, &at)) return STEP_FAIL;
        if (number + 1 < object->count && field[1].type == VFB_UNION
            && field[1].index == field->index && load_integer(p->bytes + at, of->scalar) != 0
            && slot_of(p, table, number + 1) == 0) {
            fails(p, VFB_ERROR_UNION, at);
            return STEP_FAIL;
        }
        return STEP_DONE;
    case VFB_STRING:
        if (!behind(p, table, offset, field->width, &to)) return STEP_FAIL;
        return verify_string(p, to) ? STEP_DONE : STEP_FAIL;
    case VFB_TABLE:
        if (!behind(p, table, offset, VFB_NARROW, &to)) return STEP_FAIL;
        return verify_table(p, field->index, to) ? STEP_ENTER : STEP_FAIL;
    case VFB_UNION:
        of = &p->schema->unions[field->index];
        if (!behind(p, table, offset, VFB_NARROW, &to)) return STEP_FAIL;
        at = number ? slot_of(p, table, number - 1) : 0;
        tag = at ? load_integer(p->bytes + table->at + at, of->scalar) : 0;
        if (tag == 0) {
            fails(p, VFB_ERROR_UNION, table->at + offset);
            return STEP_FAIL;
        }
        return verify_member(p, of, tag, to);
    case VFB_VECTOR:
        if (!behind(p, table, offset, field->width, &to)) return STEP_FAIL;
        return verify_vector(p, table, number, field, to);
    case VFB_NESTED:
    case VFB_FLEX:
        e.size = e.align = 1;
        if (!behind(p, table, offset, field->width, &to)
            || !elements(p, to, field, e, &first, &length))
            return STEP_FAIL;
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

static step verify_fields(pass *p, frame *table)
{
    const vfb_object *object = &p->schema->objects[table->object];
    while (table->field < object->count) {
        const uint32_t number = table->field;
        const unsigned offset = slot_of(p, table, number);
        step then;
        table->field++;
        if (offset == 0) {
            if (object->fields[number].presence != VFB_REQUIRED) continue;
            fails(p, VFB_ERROR_REQUIRED, table->at);
            return STEP_FAIL;
        }
        then = verify_field(p, table, object, number, offset);
        if (then != STEP_DONE) return then;
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
    p->start = nested->at;
    p->end = nested->other;
    nested->at = start;
    nested->other = end;
    if (nested->index++ != 0) return STEP_DONE;
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

bool vfb_verify(const vfb_schema *schema, uint32_t object, const void *bytes, size_t size,
                unsigned flags, const vfb_limits *limits, size_t *root, vfb_error *error)
{
    const vfb_limits usual = vfb_default_limits();
    const vfb_object *of = object < schema->object_count ? &schema->objects[object] : NULL;
    size_t first = 0, found = 0;
    bool ok = true;
    pass p;
    memset(&p, 0, sizeof p);
    if (limits == NULL) limits = &usual;
    p.schema = schema;
    p.bytes = (const uint8_t *)bytes;
    p.end = size;
    p.nodes = limits->nodes;
    p.left = limits->replay != 0 && size > UINT64_MAX / limits->replay
                 ? UINT64_MAX
                 : (uint64_t)limits->replay * size;
    p.left = p.left > UINT64_MAX - 65536 ? UINT64_MAX : p.left + 65536;
    if (of == NULL || of->is_struct) ok = fails(&p, VFB_ERROR_INVALID, 0);
    if (ok && (flags & VFB_SIZE_PREFIXED)) {
        ok = is_inside(&p, 0, 4);
        if (ok) {
            const size_t prefix = vfb__load_u32(p.bytes);
            ok = prefix <= size - 4 || fails(&p, VFB_ERROR_BYTES, 0);
            first = 4;
            if (ok) p.end = 4 + prefix;
        }
    }
    ok = ok && follow(&p, first, false, &found);
    if (ok && (flags & VFB_IDENTIFIED) && of->has_identifier) {
        ok = is_inside(&p, first + 4, 4)
             && (memcmp(p.bytes + first + 4, of->identifier, 4) == 0
                 || fails(&p, VFB_ERROR_IDENTIFIER, first + 4));
        if (!ok) p.error.status = VFB_ERROR_IDENTIFIER;
    }
    ok = ok && run(&p, object, found, limits->depth);
    if (error != NULL) *error = p.error;
    if (ok && root != NULL) *root = found;
    return ok;
}

const uint8_t *vfb__root(const vfb_schema *schema, uint32_t object, const void *bytes, size_t size,
                         unsigned flags, vfb_error *error)
{
    size_t root;
    if (!vfb_verify(schema, object, bytes, size, flags, NULL, &root, error)) return NULL;
    return (const uint8_t *)bytes + root;
}

/* ---- Building ---- */

static void *resize_usual(void *context, void *old, size_t old_size, size_t size)
{
    (void)context;
    (void)old_size;
    if (size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, size);
}

void vfb_builder_init(vfb_builder *builder, const vfb_allocator *memory)
{
    memset(builder, 0, sizeof *builder);
    if (memory != NULL) builder->memory = *memory;
    else builder->memory.resize = resize_usual;
    vfb_builder_reset(builder);
}

void vfb_builder_free(vfb_builder *builder)
{
    const vfb_allocator memory = builder->memory;
    if (builder->bytes) memory.resize(memory.context, builder->bytes, builder->room, 0);
    if (builder->fields) memory.resize(memory.context, builder->fields, builder->fields_room, 0);
    if (builder->vtables)
        memory.resize(memory.context, builder->vtables, builder->vtables_room * sizeof(size_t), 0);
    memset(builder, 0, sizeof *builder);
    builder->memory = memory;
    vfb_builder_reset(builder);
}

/* The mark of no open table. */
#define NO_TABLE SIZE_MAX

void vfb_builder_reset(vfb_builder *builder)
{
    builder->size = 0;
    builder->align = 4;
    builder->fields_size = 0;
    builder->open = NO_TABLE;
    if (builder->vtables_count)
        memset(builder->vtables, 0, builder->vtables_room * sizeof(size_t));
    builder->vtables_count = 0;
    builder->is_finished = false;
    builder->status = VFB_OK;
}

const uint8_t *vfb_builder_bytes(const vfb_builder *builder, size_t *size)
{
    const bool is = builder->is_finished && builder->status == VFB_OK;
    *size = is ? builder->size : 0;
    return is ? builder->bytes + builder->room - builder->size : NULL;
}

static bool stops(vfb_builder *b, vfb_status status)
{
    if (b->status == VFB_OK) b->status = status;
    return false;
}

/* Returns a room that has `more` bytes beside those in use: the old one, doubled as often as needed. It
 * is 0 if there is none. */
static size_t grown_room(size_t room, size_t used, size_t more)
{
    while (room - used < more) {
        if (room > SIZE_MAX / 2) return 0;
        room *= 2;
    }
    return room;
}

/* Makes room for more bytes before the buffer. The bytes stay at the end. */
static bool has_room(vfb_builder *b, size_t more)
{
    size_t room;
    uint8_t *grown;
    if (b->status != VFB_OK) return false;
    if (b->is_finished) return stops(b, VFB_ERROR_NESTING);
    if (b->room - b->size >= more) return true;
    room = grown_room(b->room ? b->room : 256, b->size, more);
    if (room == 0) return stops(b, VFB_ERROR_MEMORY);
    grown = (uint8_t *)b->memory.resize(b->memory.context, b->bytes, b->room, room);
    if (grown == NULL) return stops(b, VFB_ERROR_MEMORY);
    if (b->size) memmove(grown + room - b->size, grown + b->room - b->size, b->size);
    b->bytes = grown;
    b->room = room;
    return true;
}

/* Reserves `size` bytes in front, whose byte `aligned` is at a multiple of `align`. */
static uint8_t *reserve(vfb_builder *b, size_t size, size_t aligned, size_t align)
{
    size_t padding;
    uint8_t *at;
    if (size > SIZE_MAX / 4 || !has_room(b, size + align)) {
        stops(b, VFB_ERROR_MEMORY);
        return NULL;
    }
    padding = (0 - (b->size + size - aligned)) & (align - 1);
    if (align > b->align) b->align = align;
    b->size += padding + size;
    at = b->bytes + b->room - b->size;
    memset(at + size, 0, padding);
    return at;
}

uint8_t *vfb__vec_reserve(vfb_builder *builder, size_t count, size_t size, size_t align, bool wide,
                          size_t *at)
{
    const size_t head = wide ? 8 : 4;
    uint8_t *first;
    *at = 0;
    if (builder->status != VFB_OK) return NULL;
    if (size != 0 && count > SIZE_MAX / 8 / size) {
        stops(builder, VFB_ERROR_MEMORY);
        return NULL;
    }
    if (!wide && count > UINT32_MAX) {
        stops(builder, VFB_ERROR_SIZE);
        return NULL;
    }
    first = reserve(builder, head + count * size, head, align > head ? align : head);
    if (first == NULL) return NULL;
    if (wide) vfb__store_u64(first, count);
    else vfb__store_u32(first, (uint32_t)count);
    *at = builder->size;
    return first + head;
}

size_t vfb__vec_create(vfb_builder *builder, const void *items, size_t count, size_t size,
                       size_t align, bool wide)
{
    size_t at, i;
    uint8_t *first = vfb__vec_reserve(builder, count, size, align, wide, &at);
    if (first == NULL) return 0;
    if (count) memcpy(first, items, count * size);
    if (VFB__SWAP && size > 1) {
        for (i = 0; i < count * size; i += size) {
            size_t low = i, high = i + size - 1;
            for (; low < high; low++, high--) {
                const uint8_t byte = first[low];
                first[low] = first[high];
                first[high] = byte;
            }
        }
    }
    return at;
}

vfb_string_ref_t vfb_string_create(vfb_builder *builder, vfb_string text)
{
    vfb_string_ref_t ref;
    uint8_t *first = NULL;
    ref.at = 0;
    if (text.size >= UINT32_MAX) stops(builder, VFB_ERROR_SIZE);
    if (builder->status == VFB_OK) first = reserve(builder, 4 + text.size + 1, 0, 4);
    if (first == NULL) return ref;
    vfb__store_u32(first, (uint32_t)text.size);
    if (text.size) memcpy(first + 4, text.at, text.size);
    first[4 + text.size] = 0;
    ref.at = builder->size;
    return ref;
}

/* Stores the offset from a place to an earlier one; both count from the end of the buffer. */
static bool store_offset(vfb_builder *b, uint8_t *place, size_t from, size_t to, bool wide)
{
    if (to == 0 || to >= from) return stops(b, VFB_ERROR_NESTING);
    if (wide) {
        vfb__store_u64(place, from - to);
        return true;
    }
    if (from - to > INT32_MAX) return stops(b, VFB_ERROR_SIZE);
    vfb__store_u32(place, (uint32_t)(from - to));
    return true;
}

size_t vfb__refs_create(vfb_builder *builder, const void *items, size_t count, size_t stride)
{
    size_t at, i;
    uint8_t *first = vfb__vec_reserve(builder, count, 4, 4, false, &at);
    if (first == NULL) return 0;
    for (i = 0; i < count; i++) {
        size_t to;
        memcpy(&to, (const uint8_t *)items + i * stride, sizeof to);
        if (!store_offset(builder, first + 4 * i, at - 4 - 4 * i, to, false)) return 0;
    }
    return at;
}

vfb_string_vec_ref_t vfb_string_vec_create(vfb_builder *builder, const vfb_string_ref_t *items,
                                           size_t count)
{
    vfb_string_vec_ref_t ref;
    ref.at = vfb__refs_create(builder, items, count, sizeof *items);
    return ref;
}

uint8_t *vfb__struct_reserve(vfb_builder *builder, size_t size, size_t align, size_t *at)
{
    uint8_t *first = NULL;
    *at = 0;
    if (builder->status == VFB_OK) first = reserve(builder, size, 0, align);
    if (first != NULL) *at = builder->size;
    return first;
}

/* A field of an open table. Its bytes stand behind this, padded to a multiple of its size. */
typedef struct waiting {
    size_t size;
    size_t to; /* the place of the target of an offset, or 0 */
    uint32_t align;
    uint32_t number;
} waiting;

static size_t padded(size_t size)
{
    return (size + sizeof(size_t) - 1) / sizeof(size_t) * sizeof(size_t);
}

/* Returns room for bytes on the stack of fields. */
static uint8_t *on_stack(vfb_builder *b, size_t more)
{
    if (b->status != VFB_OK) return NULL;
    if (b->fields_room - b->fields_size < more) {
        const size_t room = grown_room(b->fields_room ? b->fields_room : 512, b->fields_size, more);
        uint8_t *grown = NULL;
        if (room != 0)
            grown = (uint8_t *)b->memory.resize(b->memory.context, b->fields, b->fields_room, room);
        if (grown == NULL) {
            stops(b, VFB_ERROR_MEMORY);
            return NULL;
        }
        b->fields = grown;
        b->fields_room = room;
    }
    b->fields_size += more;
    return b->fields + b->fields_size - more;
}

void vfb__start(vfb_builder *builder)
{
    const size_t around = builder->open;
    uint8_t *top = on_stack(builder, sizeof around);
    if (top == NULL) return;
    memcpy(top, &around, sizeof around);
    builder->open = builder->fields_size;
}

static uint8_t *wait_for_end(vfb_builder *b, unsigned number, size_t size, size_t align, size_t to)
{
    waiting head;
    uint8_t *top;
    if (b->status != VFB_OK) return NULL;
    if (b->open == NO_TABLE) {
        stops(b, VFB_ERROR_NESTING);
        return NULL;
    }
    memset(&head, 0, sizeof head);
    head.size = size;
    head.to = to;
    head.align = (uint32_t)align;
    head.number = number;
    top = on_stack(b, sizeof head + padded(size));
    if (top == NULL) return NULL;
    memcpy(top, &head, sizeof head);
    return top + sizeof head;
}

void vfb__add(vfb_builder *builder, unsigned number, const uint8_t *bytes, size_t size, size_t align)
{
    uint8_t *place = wait_for_end(builder, number, size, align, 0);
    if (place != NULL && size) memcpy(place, bytes, size);
}

void vfb__add_ref(vfb_builder *builder, unsigned number, size_t at, bool wide)
{
    if (at != 0) wait_for_end(builder, number, wide ? 8 : 4, wide ? 8 : 4, at);
}

void vfb__add_unions(vfb_builder *builder, unsigned number, const vfb_union_ref_t *items, size_t count,
                     unsigned scalar)
{
    const size_t size = size_of_scalar(scalar);
    size_t tags, values, i;
    uint8_t *first = vfb__vec_reserve(builder, count, 4, 4, false, &values);
    if (first == NULL) return;
    for (i = 0; i < count; i++) {
        memset(first + 4 * i, 0, 4);
        if (items[i].tag != 0
            && !store_offset(builder, first + 4 * i, values - 4 - 4 * i, items[i].at, false))
            return;
    }
    first = vfb__vec_reserve(builder, count, size, size, false, &tags);
    if (first == NULL) return;
    for (i = 0; i < count; i++) {
        uint8_t word[8];
        vfb__store_i64(word, items[i].tag);
        memcpy(first + size * i, word, size);
    }
    vfb__add_ref(builder, number - 1, tags, false);
    vfb__add_ref(builder, number, values, false);
}

/* Returns the next field on the stack, or NULL at its end. */
static const uint8_t *next_waiting(const vfb_builder *b, size_t *at, waiting *head)
{
    const uint8_t *bytes;
    if (*at >= b->fields_size) return NULL;
    memcpy(head, b->fields + *at, sizeof *head);
    bytes = b->fields + *at + sizeof *head;
    *at += sizeof *head + padded(head->size);
    return bytes;
}

static size_t hash_of(const uint8_t *at, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    size_t i;
    for (i = 0; i + 2 <= size; i += 2)
        hash = (hash ^ vfb__load_u16(at + i)) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ (hash >> 29));
}

/* Returns where the vtable in front of the buffer was already, or 0 once it has been noted. */
static size_t seen_before(vfb_builder *b, size_t size)
{
    const uint8_t *end = b->bytes + b->room;
    const uint8_t *own = end - b->size;
    size_t at, i, *grown;
    if (2 * (b->vtables_count + 1) > b->vtables_room) {
        const size_t room = b->vtables_room ? 2 * b->vtables_room : 32;
        grown = (size_t *)b->memory.resize(b->memory.context, NULL, 0, room * sizeof(size_t));
        if (grown == NULL) {
            stops(b, VFB_ERROR_MEMORY);
            return 0;
        }
        memset(grown, 0, room * sizeof(size_t));
        for (i = 0; i < b->vtables_room; i++) {
            const size_t old = b->vtables[i];
            if (old == 0) continue;
            at = hash_of(end - old, vfb__load_u16(end - old)) & (room - 1);
            while (grown[at] != 0) at = (at + 1) & (room - 1);
            grown[at] = old;
        }
        if (b->vtables)
            b->memory.resize(b->memory.context, b->vtables, b->vtables_room * sizeof(size_t), 0);
        b->vtables = grown;
        b->vtables_room = room;
    }
    at = hash_of(own, size) & (b->vtables_room - 1);
    for (; b->vtables[at] != 0; at = (at + 1) & (b->vtables_room - 1))
        if (memcmp(end - b->vtables[at], own, size) == 0) return b->vtables[at];
    b->vtables[at] = b->size;
    b->vtables_count++;
    return 0;
}

/* Pops the fields of the innermost open table. */
static void pop_fields(vfb_builder *b)
{
    b->fields_size = b->open - sizeof b->open;
    memcpy(&b->open, b->fields + b->fields_size, sizeof b->open);
}

size_t vfb__end(vfb_builder *builder, const vfb_schema *schema, uint32_t object)
{
    vfb_builder *b = builder;
    const vfb_object *of = &schema->objects[object];
    size_t at, size = 4, align = 4, vtable_size, place, known, vtable;
    uint32_t slots = 0, i;
    waiting head;
    const uint8_t *bytes;
    uint8_t *table, *entries;
    if (b->status == VFB_OK && b->open == NO_TABLE) stops(b, VFB_ERROR_NESTING);
    if (b->status != VFB_OK) return 0;
    for (at = b->open; next_waiting(b, &at, &head) != NULL;) {
        if (head.size > UINT16_MAX - size) {
            stops(b, VFB_ERROR_SIZE);
            return 0;
        }
        size += head.size;
        if (head.align > align) align = head.align;
        if (head.number + 1 > slots) slots = head.number + 1;
    }
    vtable_size = 4 + 2 * (size_t)slots;
    /* The fields stand by falling alignment, so that there are no gaps between them. */
    table = reserve(b, size, 4, align);
    if (table == NULL) return 0;
    place = b->size;
    entries = reserve(b, vtable_size, 0, 2);
    if (entries == NULL) return 0;
    table = b->bytes + b->room - place;
    memset(entries, 0, vtable_size);
    vfb__store_u16(entries, (uint16_t)vtable_size);
    vfb__store_u16(entries + 2, (uint16_t)size);
    for (size = 4; align > 0; align /= 2) {
        for (at = b->open; (bytes = next_waiting(b, &at, &head)) != NULL;) {
            if (head.align != align && !(align == 1 && head.align == 0)) continue;
            if (head.to == 0) memcpy(table + size, bytes, head.size);
            else if (!store_offset(b, table + size, place - size, head.to, head.size == 8)) return 0;
            vfb__store_u16(entries + 4 + 2 * head.number, (uint16_t)size);
            size += head.size;
        }
    }
    for (i = 0; i < of->count; i++) {
        if (of->fields[i].presence != VFB_REQUIRED) continue;
        if (i < slots && vfb__load_u16(entries + 4 + 2 * i) != 0) continue;
        stops(b, VFB_ERROR_REQUIRED);
        return 0;
    }
    known = seen_before(b, vtable_size);
    if (b->status != VFB_OK) return 0;
    if (known != 0) b->size = place;
    vtable = known ? known : b->size;
    if (vtable > place ? vtable - place > INT32_MAX : place - vtable > INT32_MAX) {
        stops(b, VFB_ERROR_SIZE);
        return 0;
    }
    vfb__store_i32(table, vtable > place ? (int32_t)(vtable - place) : -(int32_t)(place - vtable));
    pop_fields(b);
    return place;
}

void vfb__finish(vfb_builder *builder, size_t root, const vfb_object *object, unsigned flags)
{
    vfb_builder *b = builder;
    const size_t prefix = flags & VFB_SIZE_PREFIXED ? 4 : 0;
    const size_t identifier = object->has_identifier ? 4 : 0;
    uint8_t *first;
    if (b->status == VFB_OK && (root == 0 || b->open != NO_TABLE)) stops(b, VFB_ERROR_NESTING);
    if (b->status != VFB_OK) return;
    first = reserve(b, prefix + 4 + identifier, 0, b->align);
    if (first == NULL) return;
    if (b->size - prefix > INT32_MAX && root + INT32_MAX < b->size) stops(b, VFB_ERROR_SIZE);
    if (prefix) {
        if (b->size - 4 > UINT32_MAX) stops(b, VFB_ERROR_SIZE);
        vfb__store_u32(first, (uint32_t)(b->size - 4));
    }
    store_offset(b, first + prefix, b->size - prefix, root, false);
    if (identifier) memcpy(first + prefix + 4, object->identifier, 4);
    b->is_finished = true;
}

/* ---- Sorting in place ---- */

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

/* Heap sort: no memory and no recursion. */
void vfb__sort(uint8_t *first, size_t count, size_t size, bool is_offset,
               int (*order)(const uint8_t *a, const uint8_t *b))
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
            if (child + 1 < end && order(first + child * size, first + (child + 1) * size) < 0) child++;
            if (order(first + root * size, first + child * size) >= 0) break;
            exchange(first + root * size, first + child * size, size, is_offset);
            root = child;
        }
    }
}

/* ---- Floats as text ---- */

/* Returns the high 64 bits of a product, and the low ones. */
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low)
{
#if defined(__SIZEOF_INT128__) && !defined(VFB_NO_INT128)
    __extension__ typedef unsigned __int128 wide;
    const wide product = (wide)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#else
    const uint64_t mask = 0xffffffffu;
    const uint64_t al = a & mask, ah = a >> 32, bl = b & mask, bh = b >> 32;
    const uint64_t ll = al * bl, lh = al * bh, hl = ah * bl;
    const uint64_t middle = (ll >> 32) + (lh & mask) + (hl & mask);
    *low = (middle << 32) | (ll & mask);
    return ah * bh + (lh >> 32) + (hl >> 32) + (middle >> 32);
#endif
}

/* Returns floor(number / 2^bits) of a number that may be negative, if it is from -4096 to 4095. */
static int shift_down(int64_t number, int bits)
{
    return (int)((uint64_t)(number + ((int64_t)4096 << bits)) >> bits) - 4096;
}

static int floor_log2_pow10(int q) { return shift_down((int64_t)q * 217706, 16); }

/* Sets `high` and `low` to the highest 128 bits of 10^q, rounded up unless exact, for q from -292 to
 * 324: those that printing takes. `bases` has every 27th power, rounded down. The others are the
 * product of one of them and a power of five, cut off to 128 bits; `missing` has two bits for each
 * power, which say how much it is too small. Each entry has its highest bit set. */
static void power_of_ten(int q, uint64_t *high, uint64_t *low)
{
    static const uint64_t bases[][2] = {
        {UINT64_C(0xa76c582338ed2621), UINT64_C(0xaf2af2b80af6f24e)},
        {UINT64_C(0x873e4f75e2224e68), UINT64_C(0x5a7744a6e804a291)},
        {UINT64_C(0xda7f5bf590966848), UINT64_C(0xaf39a475506a899e)},
        {UINT64_C(0xb080392cc4349dec), UINT64_C(0xbd8d794d96aacfb3)},
        {UINT64_C(0x8e938662882af53e), UINT64_C(0x547eb47b7282ee9c)},
        {UINT64_C(0xe65829b3046b0afa), UINT64_C(0x0cb4a5a3112a5112)},
        {UINT64_C(0xba121a4650e4ddeb), UINT64_C(0x92f34d62616ce413)},
        {UINT64_C(0x964e858c91ba2655), UINT64_C(0x3a6a07f8d510f86f)},
        {UINT64_C(0xf2d56790ab41c2a2), UINT64_C(0xfae27299423fb9c3)},
        {UINT64_C(0xc428d05aa4751e4c), UINT64_C(0xaa97e14c3c26b886)},
        {UINT64_C(0x9e74d1b791e07e48), UINT64_C(0x775ea264cf55347d)},
        {UINT64_C(0x8000000000000000), UINT64_C(0x0000000000000000)},
        {UINT64_C(0xcecb8f27f4200f3a), UINT64_C(0x0000000000000000)},
        {UINT64_C(0xa70c3c40a64e6c51), UINT64_C(0x999090b65f67d924)},
        {UINT64_C(0x86f0ac99b4e8dafd), UINT64_C(0x69a028bb3ded71a3)},
        {UINT64_C(0xda01ee641a708de9), UINT64_C(0xe80e6f4820cc9495)},
        {UINT64_C(0xb01ae745b101e9e4), UINT64_C(0x5ec05dcff72e7f8f)},
        {UINT64_C(0x8e41ade9fbebc27d), UINT64_C(0x14588f13be847307)},
        {UINT64_C(0xe5d3ef282a242e81), UINT64_C(0x8f1668c8a86da5fa)},
        {UINT64_C(0xb9a74a0637ce2ee1), UINT64_C(0x6d953e2bd7173692)},
        {UINT64_C(0x95f83d0a1fb69cd9), UINT64_C(0x4abdaf101564f98e)},
        {UINT64_C(0xf24a01a73cf2dccf), UINT64_C(0xbc633b39673c8cec)},
        {UINT64_C(0xc3b8358109e84f07), UINT64_C(0x0a862f80ec4700c8)},
        {UINT64_C(0x9e19db92b4e31ba9), UINT64_C(0x6c07a2c26a8346d1)},
    };
    static const uint64_t fives[] = {
        UINT64_C(0x8000000000000000), UINT64_C(0xa000000000000000), UINT64_C(0xc800000000000000),
        UINT64_C(0xfa00000000000000), UINT64_C(0x9c40000000000000), UINT64_C(0xc350000000000000),
        UINT64_C(0xf424000000000000), UINT64_C(0x9896800000000000), UINT64_C(0xbebc200000000000),
        UINT64_C(0xee6b280000000000), UINT64_C(0x9502f90000000000), UINT64_C(0xba43b74000000000),
        UINT64_C(0xe8d4a51000000000), UINT64_C(0x9184e72a00000000), UINT64_C(0xb5e620f480000000),
        UINT64_C(0xe35fa931a0000000), UINT64_C(0x8e1bc9bf04000000), UINT64_C(0xb1a2bc2ec5000000),
        UINT64_C(0xde0b6b3a76400000), UINT64_C(0x8ac7230489e80000), UINT64_C(0xad78ebc5ac620000),
        UINT64_C(0xd8d726b7177a8000), UINT64_C(0x878678326eac9000), UINT64_C(0xa968163f0a57b400),
        UINT64_C(0xd3c21bcecceda100), UINT64_C(0x84595161401484a0), UINT64_C(0xa56fa5b99019a5c8),
    };
    static const uint64_t missing[] = {
        UINT64_C(0x6a59569555a55400), UINT64_C(0x6a659afaaeaaaba6), UINT64_C(0xe9eaaaa596aa56a6),
        UINT64_C(0x96a5569965aa9aba), UINT64_C(0x56555aa559656665), UINT64_C(0xa555555555555559),
        UINT64_C(0x6559aebaa9aaafaa), UINT64_C(0x969aaa5559555569), UINT64_C(0x96a9baa69aaa659a),
        UINT64_C(0x0000000000026a69), UINT64_C(0x0000000000000000), UINT64_C(0xab95555555555554),
        UINT64_C(0xa6aa96bafbaebeaa), UINT64_C(0x6a6a99a9695aaaaa), UINT64_C(0x59959555596aaa9a),
        UINT64_C(0xaa6a6aaa9aaa5955), UINT64_C(0x55aa5a665a969666), UINT64_C(0x6555555559555555),
        UINT64_C(0x5555555555555655), UINT64_C(0x0000000005555555),
    };
    const unsigned at = (unsigned)(q + 297), row = at / 27, rest = at % 27;
    const unsigned more = (unsigned)(missing[at / 32] >> (2 * (at % 32))) & 3;
    uint64_t lowest, carry = multiply(bases[row][1], fives[rest], &lowest);
    *high = multiply(bases[row][0], fives[rest], low);
    *low += carry;
    *high += *low < carry;
    if (*high >> 63 == 0) {
        *high = *high << 1 | *low >> 63;
        *low = *low << 1 | lowest >> 63;
    }
    *low += more;
    *high += *low < more;
}

/* A decimal: digits * 10^power. */
typedef struct decimal {
    uint64_t digits;
    int power;
} decimal;

/* The scale of a float: 10^-power * 2^h. */
typedef struct scale {
    uint64_t high, low;
    unsigned h;
    bool is_f32;
} scale;

/* Scales a number, rounded to odd: comparisons with even integers then give the exact result. */
static uint64_t scaled(const scale *by, uint64_t number)
{
    uint64_t low, lowest, high, carry;
    number <<= by->h;
    if (by->is_f32) {
        high = multiply(number, by->high, &low);
        return high | ((low >> 32) > 1);
    }
    carry = multiply(number, by->low, &lowest);
    high = multiply(number, by->high, &low);
    low += carry;
    high += low < carry;
    return high | (low > 1);
}

/* Returns the shortest decimal of c * 2^e, and of those the closest: Schubfach (R. Giulietti, "The
 * Schubfach way to render doubles", 2020). `narrow` is whether the lower neighbour is at half the
 * distance of the upper one. */
static decimal shortest(uint64_t c, int e, bool narrow, bool is_f32)
{
    /* floor(log10(2^e)), or floor(log10(3/4 * 2^e)) */
    const int power = narrow ? shift_down(e * INT64_C(661971961083) - INT64_C(274743187321), 41)
                             : shift_down((int64_t)e * 315653, 20);
    const uint64_t odd = c & 1;
    uint64_t value, lower, upper, integer, tens;
    bool below, above;
    decimal made;
    scale by;
    power_of_ten(-power, &by.high, &by.low);
    by.h = (unsigned)(e + floor_log2_pow10(-power) + 1) & 7;
    by.is_f32 = is_f32;
    /* For 32 bits the high half is enough, rounded up unless it is exact (5^27 < 2^64 < 5^28). */
    if (is_f32 && !(-power >= 0 && -power <= 27)) by.high++;
    value = scaled(&by, 4 * c);
    lower = scaled(&by, 4 * c - (narrow ? 1 : 2)) + odd;
    upper = scaled(&by, 4 * c + 2) - odd;
    integer = value >> 2;
    tens = integer / 10;
    made.power = power;
    below = tens != 0 && lower <= 40 * tens;
    above = tens != 0 && 40 * tens + 40 <= upper;
    if (below != above) {
        made.digits = tens + above;
        made.power++;
        return made;
    }
    below = lower <= 4 * integer;
    above = 4 * integer + 4 <= upper;
    if (below == above) {
        const uint64_t middle = 4 * integer + 2;
        above = value > middle || (value == middle && (integer & 1));
    }
    made.digits = integer + above;
    return made;
}

static size_t put_digits(uint64_t number, char *text)
{
    size_t count = 1, at;
    uint64_t bound;
    for (bound = 10; count < 20 && number >= bound; bound *= 10) count++;
    for (at = count; at > 1; number /= 100) {
        const unsigned pair = (unsigned)(number % 100);
        text[--at] = (char)('0' + pair % 10);
        text[--at] = (char)('0' + pair / 10);
    }
    if (at == 1) text[0] = (char)('0' + number);
    return count;
}

static size_t put_decimal(decimal of, bool negative, char *text)
{
    char digits[20];
    size_t count, at = 0, i;
    int exponent;
    for (; of.digits % 100 == 0; of.power += 2) of.digits /= 100;
    if (of.digits % 10 == 0) {
        of.digits /= 10;
        of.power++;
    }
    count = put_digits(of.digits, digits);
    exponent = of.power + (int)count - 1;
    if (negative) text[at++] = '-';
    if (exponent >= 0 && exponent < 16) {
        const size_t whole = (size_t)exponent + 1;
        for (i = 0; i < whole; i++) text[at++] = i < count ? digits[i] : '0';
        text[at++] = '.';
        if (count <= whole) text[at++] = '0';
        for (; i < count; i++) text[at++] = digits[i];
        return at;
    }
    if (exponent >= -5 && exponent < 0) {
        text[at++] = '0';
        text[at++] = '.';
        for (; exponent < -1; exponent++) text[at++] = '0';
        memcpy(text + at, digits, count);
        return at + count;
    }
    text[at++] = digits[0];
    if (count > 1) {
        text[at++] = '.';
        memcpy(text + at, digits + 1, count - 1);
        at += count - 1;
    }
    text[at++] = 'e';
    if (exponent < 0) text[at++] = '-';
    return at + put_digits((uint64_t)(exponent < 0 ? -exponent : exponent), text + at);
}

static size_t put_zero(bool negative, char *text)
{
    memcpy(text, negative ? "-0.0" : "0.0", negative ? 4 : 3);
    return negative ? 4 : 3;
}

size_t vfb_f64_text(double value, char text[32])
{
    uint64_t bits, fraction;
    int biased;
    memcpy(&bits, &value, sizeof bits);
    fraction = bits & ((UINT64_C(1) << 52) - 1);
    biased = (int)(bits >> 52) & 0x7ff;
    if (biased == 0x7ff) return 0;
    if (biased == 0 && fraction == 0) return put_zero(bits >> 63, text);
    if (biased == 0) return put_decimal(shortest(fraction, -1074, false, false), bits >> 63, text);
    return put_decimal(shortest(fraction | (UINT64_C(1) << 52), biased - 1075, fraction == 0 && biased > 1, false),
                       bits >> 63, text);
}

size_t vfb_f32_text(float value, char text[32])
{
    uint32_t bits, fraction;
    int biased;
    memcpy(&bits, &value, sizeof bits);
    fraction = bits & ((UINT32_C(1) << 23) - 1);
    biased = (int)(bits >> 23) & 0xff;
    if (biased == 0xff) return 0;
    if (biased == 0 && fraction == 0) return put_zero(bits >> 31, text);
    if (biased == 0) return put_decimal(shortest(fraction, -149, false, true), bits >> 31, text);
    return put_decimal(shortest(fraction | (UINT32_C(1) << 23), biased - 150, fraction == 0 && biased > 1, true),
                       bits >> 31, text);
}

/* ---- JSON ---- */

bool vfb_write_text(void *context, const char *bytes, size_t size)
{
    vfb_text_buffer *text = (vfb_text_buffer *)context;
    if (size >= text->room - text->size) {
        const size_t room = grown_room(text->room ? text->room : 256, text->size, size + 1);
        char *grown = room != 0 ? (char *)realloc(text->at, room) : NULL;
        if (grown == NULL) return false;
        text->at = grown;
        text->room = room;
    }
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
    size_t next;              /* the next field */
    uint64_t left;            /* the elements that are left */
    bool is_first;
} printed;

typedef struct printer {
    const vfb_schema *schema;
    unsigned flags;
    vfb_write *write;
    void *context;
    vfb_status status;
    printed *open;
    size_t count, room;
    size_t size;
    char text[4096];
} printer;

static bool cannot(printer *p, vfb_status status)
{
    if (p->status == VFB_OK) p->status = status;
    return false;
}

static bool flush(printer *p)
{
    const size_t size = p->size;
    p->size = 0;
    return p->write(p->context, p->text, size) || cannot(p, VFB_ERROR_STOPPED);
}

static bool put(printer *p, const char *text, size_t size)
{
    if (size > sizeof p->text - p->size) {
        if (!flush(p)) return false;
        if (size > sizeof p->text) return p->write(p->context, text, size) || cannot(p, VFB_ERROR_STOPPED);
    }
    memcpy(p->text + p->size, text, size);
    p->size += size;
    return true;
}

static bool put_char(printer *p, char c)
{
    if (p->size == sizeof p->text && !flush(p)) return false;
    p->text[p->size++] = c;
    return true;
}

static bool put_string(printer *p, const char *text, size_t size)
{
    static const char hex[] = "0123456789abcdef";
    size_t from = 0, i;
    if (!put_char(p, '"')) return false;
    for (i = 0; i < size; i++) {
        const unsigned char c = (unsigned char)text[i];
        char escape[6] = {'\\', 'u', '0', '0', '0', '0'};
        size_t length = 2;
        if (c >= 0x20 && c != '"' && c != '\\') continue;
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
        if (!put(p, text + from, i - from) || !put(p, escape, length)) return false;
        from = i + 1;
    }
    return put(p, text + from, size - from) && put_char(p, '"');
}

static bool put_integer(printer *p, int64_t value, bool is_unsigned)
{
    char text[24];
    const bool negative = !is_unsigned && value < 0;
    const uint64_t size = negative ? 0 - (uint64_t)value : (uint64_t)value;
    text[0] = '-';
    return put(p, text, (size_t)negative + put_digits(size, text + negative));
}

static bool put_bits(printer *p, unsigned scalar, uint64_t bits)
{
    char text[32];
    size_t size;
    double value;
    switch (scalar) {
    case VFB_BOOL: return bits ? put(p, "true", 4) : put(p, "false", 5);
    case VFB_F32:
        value = (double)vfb_f32_of_bits((uint32_t)bits);
        size = vfb_f32_text(vfb_f32_of_bits((uint32_t)bits), text);
        break;
    case VFB_F64:
        value = vfb_f64_of_bits(bits);
        size = vfb_f64_text(value, text);
        break;
    default: return put_integer(p, (int64_t)bits, scalar == VFB_U64);
    }
    if (size) return put(p, text, size);
    if (value > 0) return put(p, "\"inf\"", 5);
    return value < 0 ? put(p, "\"-inf\"", 6) : put(p, "\"nan\"", 5);
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

static bool put_scalar(printer *p, unsigned scalar, uint32_t symbols, uint64_t bits)
{
    const int64_t value = (int64_t)bits;
    if (symbols != VFB_NONE && !(p->flags & VFB_NUMBERS)) {
        const vfb_enum_type *of = &p->schema->enums[symbols];
        const uint32_t at = symbol_at(of, value);
        if (at < of->count && of->symbols[at].value == value)
            return put_string(p, of->symbols[at].name, of->symbols[at].name_size);
        if (of->bit_flags && value != 0) {
            int64_t found = 0;
            bool is_first = true;
            uint32_t i;
            for (i = 0; i < of->count; i++) found |= of->symbols[i].value & value;
            if (found == value) {
                if (!put_char(p, '"')) return false;
                for (i = 0; i < of->count; i++) {
                    if (!(of->symbols[i].value & value)) continue;
                    if (!is_first && !put_char(p, ' ')) return false;
                    is_first = false;
                    if (!put(p, of->symbols[i].name, of->symbols[i].name_size)) return false;
                }
                return put_char(p, '"');
            }
        }
    }
    return put_bits(p, scalar, bits);
}

static bool put_tag(printer *p, const vfb_union_type *of, const uint8_t *at)
{
    const int64_t tag = load_integer(at, of->scalar);
    const vfb_member *member = member_of(of, tag);
    if (member == NULL && tag != 0 && !(p->flags & VFB_SKIP_UNKNOWN)) return cannot(p, VFB_ERROR_TAG);
    if (p->flags & VFB_NUMBERS)
        return put_integer(p, member ? member->tag : 0, of->scalar == VFB_U64);
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

static printed *begin(printer *p, char bracket)
{
    printed *made;
    if (!put_char(p, bracket)) return NULL;
    if (p->count == p->room) {
        const size_t room = p->room ? 2 * p->room : 32;
        made = room > SIZE_MAX / sizeof *made ? NULL : (printed *)realloc(p->open, room * sizeof *made);
        if (made == NULL) {
            cannot(p, VFB_ERROR_MEMORY);
            return NULL;
        }
        p->open = made;
        p->room = room;
    }
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

static bool begin_list(printer *p, const vfb_field *field, const uint8_t *at, uint64_t size,
                       const uint8_t *tags)
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

static const uint8_t *behind_offset(const uint8_t *at, const vfb_field *field)
{
    return field->width == VFB_NARROW ? vfb__follow(at) : vfb__follow64(at);
}

static vfb__vec vector_behind(const uint8_t *at, const vfb_field *field)
{
    at = behind_offset(at, field);
    return field->width == VFB_WIDE_VECTOR ? vfb__vec64_at(at) : vfb__vec_at(at);
}

/* Writes a field that is there, without its name. */
static bool put_value(printer *p, const vfb_field *field, const uint8_t *at, const uint8_t *tags)
{
    vfb__vec vec;
    vfb_string text;
    switch (field->type) {
    case VFB_SCALAR: return put_scalar(p, field->scalar, field->symbols, load_bits(at, field->scalar));
    case VFB_TAG: return put_tag(p, &p->schema->unions[field->index], at);
    case VFB_STRING:
        text = vfb__string_at(behind_offset(at, field));
        return put_string(p, text.at, text.size);
    case VFB_STRUCT: return begin_object(p, field->index, at);
    case VFB_TABLE: return begin_object(p, field->index, behind_offset(at, field));
    case VFB_ARRAY: return begin_list(p, field, at, field->length, NULL);
    case VFB_VECTOR:
        vec = vector_behind(at, field);
        if (field->flags & (VFB_BASE64 | VFB_BASE64URL))
            return put_base64(p, vec.at, vec.size, (field->flags & VFB_BASE64URL) != 0);
        return begin_list(p, field, vec.at, vec.size, tags);
    case VFB_NESTED: return begin_object(p, field->index, vfb__follow(vector_behind(at, field).at));
    default: return cannot(p, VFB_ERROR_FLEX);
    }
}

static bool put_name(printer *p, const vfb_field *field)
{
    printed *open = &p->open[p->count - 1];
    const bool is_first = open->is_first;
    open->is_first = false;
    return (is_first || put_char(p, ',')) && put_string(p, field->name, field->name_size)
           && put_char(p, ':');
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
    case VFB_STRING:
        text = vfb__string_at(vfb__follow(at));
        return put_string(p, text.at, text.size);
    case VFB_STRUCT: return begin_object(p, field->index, at);
    case VFB_TABLE: return begin_object(p, field->index, vfb__follow(at));
    default:
        of = &p->schema->unions[field->index];
        member = member_of(of, load_integer(tag, of->scalar));
        /* The offset of an element without a tag may lead anywhere. */
        return put_union(p, member, member ? vfb__follow(at) : NULL);
    }
}

/* Writes the next part of the innermost table, struct or list. */
static bool put_next(printer *p)
{
    printed *open = &p->open[p->count - 1];
    if (open->object != NULL) {
        const vfb_object *object = open->object;
        const uint8_t *at = open->at;
        const size_t number = open->next++;
        if (number >= object->count) {
            p->count--;
            return put_char(p, '}');
        }
        if (!object->is_struct) return put_field(p, at, object, number);
        return put_name(p, &object->fields[number])
               && put_value(p, &object->fields[number], at + object->fields[number].offset, NULL);
    } else {
        const vfb_field *field = open->field;
        const uint8_t *at = open->at, *tag = open->tags;
        const bool is_first = open->is_first;
        if (open->left == 0) {
            p->count--;
            return put_char(p, ']');
        }
        open->left--;
        open->is_first = false;
        open->at += extent_of(p->schema, field->element, field->scalar, field->index).size;
        if (tag) open->tags += size_of_scalar(p->schema->unions[field->index].scalar);
        return (is_first || put_char(p, ',')) && put_element(p, field, at, tag);
    }
}

bool vfb_print_json(const vfb_schema *schema, uint32_t object, const uint8_t *table, unsigned flags,
                    vfb_write *write, void *context, vfb_error *error)
{
    printer p;
    bool ok;
    p.schema = schema;
    p.flags = flags;
    p.write = write;
    p.context = context;
    p.status = VFB_OK;
    p.open = NULL;
    p.count = p.room = p.size = 0;
    ok = table != NULL ? begin_object(&p, object, table) : put(&p, "null", 4);
    while (ok && p.count > 0) ok = put_next(&p);
    ok = ok && flush(&p);
    free(p.open);
    if (error != NULL) {
        error->status = p.status;
        error->offset = 0;
    }
    return ok;
}

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

/* Returns whether bytes are UTF-8, as RFC 3629 has it. */
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

/* Makes room for more bytes before the buffer. The bytes stay at the end. */
static bool has_room(vfb_builder *b, size_t more)
{
    size_t room = b->room ? b->room : 256;
    uint8_t *grown;
    if (b->status != VFB_OK) return false;
    if (b->is_finished) return stops(b, VFB_ERROR_NESTING);
    if (b->room - b->size >= more) return true;
    if (more > SIZE_MAX / 2 - b->size) return stops(b, VFB_ERROR_MEMORY);
    while (room - b->size < more) {
        if (room > SIZE_MAX / 2) return stops(b, VFB_ERROR_MEMORY);
        room *= 2;
    }
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
        size_t room = b->fields_room ? b->fields_room : 512;
        uint8_t *grown;
        while (room - b->fields_size < more) {
            if (room > SIZE_MAX / 2) {
                stops(b, VFB_ERROR_MEMORY);
                return NULL;
            }
            room *= 2;
        }
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

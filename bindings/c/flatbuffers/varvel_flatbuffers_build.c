/*
 * FlatBuffers in C: builds buffers from back to front.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers_internal.h"

#include <stdlib.h>

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
        memory.resize(memory.context, builder->vtables, builder->vtables_room * sizeof(vfb__vtable), 0);
    memset(builder, 0, sizeof *builder);
    builder->memory = memory;
    vfb_builder_reset(builder);
}

/* The mark of no open table. */
#define NO_TABLE SIZE_MAX

/* Forgets all vtables and shared strings. */
static void next_round(vfb_builder *b)
{
    b->round = ++b->last_round;
    if (b->round != 0) return;
    memset(b->recent, 0, sizeof b->recent);
    if (b->vtables) memset(b->vtables, 0, b->vtables_room * sizeof(vfb__vtable));
    b->round = b->last_round = 1;
}

void vfb_builder_reset(vfb_builder *builder)
{
    builder->size = 0;
    builder->align = 4;
    builder->fields_size = 0;
    builder->open = NO_TABLE;
    builder->object = NULL;
    next_round(builder);
    builder->vtables_count = 0;
    builder->is_finished = false;
    builder->is_closed = false;
    builder->status = VFB_OK;
}

VFB__RARE static bool stops(vfb_builder *b, vfb_status status)
{
    if (b->status == VFB_OK) b->status = status;
    b->is_closed = true;
    b->object = NULL;
    return false;
}

void vfb__stop(vfb_builder *builder, vfb_status status) { stops(builder, status); }

const uint8_t *vfb_builder_bytes(vfb_builder *builder, size_t *size)
{
    /* A function that did not take the buffer leaves it as it is. */
    const bool is = builder->is_finished && (builder->status == VFB_OK || builder->status == VFB_ERROR_STOPPED);
    if (!is) stops(builder, VFB_ERROR_UNFINISHED);
    *size = is ? builder->size : 0;
    return is ? builder->bytes + builder->room - builder->size : NULL;
}

bool vfb_builder_write(vfb_builder *builder, vfb_write *write, void *context)
{
    size_t size;
    const uint8_t *bytes = vfb_builder_bytes(builder, &size);
    if (bytes == NULL) return false;
    builder->status = write(context, (const char *)bytes, size) ? VFB_OK : VFB_ERROR_STOPPED;
    return builder->status == VFB_OK;
}

/* Makes room for more bytes before the buffer. The bytes stay at the end. */
VFB__APART static bool grow(vfb_builder *b, size_t more)
{
    size_t room;
    uint8_t *grown;
    if (b->is_closed) return stops(b, VFB_ERROR_NESTING);
    room = grown_room(b->room ? b->room : 256, b->size, more);
    if (room == 0) return stops(b, VFB_ERROR_MEMORY);
    grown = (uint8_t *)b->memory.resize(b->memory.context, b->bytes, b->room, room);
    if (grown == NULL) return stops(b, VFB_ERROR_MEMORY);
    if (b->size) memmove(grown + room - b->size, grown + b->room - b->size, b->size);
    b->bytes = grown;
    b->room = room;
    return true;
}

static inline bool has_room(vfb_builder *b, size_t more)
{
    return (!b->is_closed && b->room - b->size >= more) || grow(b, more);
}

/* Returns a sum of sizes, or the largest size, for which there is no room, where it has no number. */
static inline size_t sum_of(size_t one, size_t other) { return one > SIZE_MAX - other ? SIZE_MAX : one + other; }

/* Reserves `size` bytes in front, whose byte `aligned` is at a multiple of `align`. There is room for
 * them, and 8 and `align` bytes more. */
static inline uint8_t *take(vfb_builder *b, size_t size, size_t aligned, size_t align)
{
    const size_t padding = (0 - (b->size + size - aligned)) & (align - 1);
    uint8_t *front = b->bytes + b->room - b->size;
    if (align > b->align) b->align = align;
    b->size += padding + size;
    /* Content overwrites what of these is not padding. */
    memset(front - 8, 0, 8);
    if (padding > 8) memset(front - padding, 0, padding);
    return front - padding - size;
}

/* Does the same if there may be no room. */
static inline uint8_t *reserve(vfb_builder *b, size_t size, size_t aligned, size_t align)
{
    if (size > SIZE_MAX / 4) {
        stops(b, VFB_ERROR_MEMORY);
        return NULL;
    }
    return has_room(b, size + align + 8) ? take(b, size, aligned, align) : NULL;
}

uint8_t *vfb__vec_reserve(vfb_builder *builder, size_t count, size_t size, size_t align, bool wide, size_t *at)
{
    const size_t head = wide ? 8 : 4;
    uint8_t *first;
    *at = 0;
    if (align > VFB_MAX_ALIGN || (align & (align - 1)) != 0) {
        stops(builder, VFB_ERROR_REFUSED);
        return NULL;
    }
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

size_t vfb__vec_create(vfb_builder *builder, const void *items, size_t count, size_t size, size_t align, bool wide)
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
    if (text.size < UINT32_MAX) first = reserve(builder, sum_of(text.size, 4 + 1), 0, 4);
    else stops(builder, VFB_ERROR_SIZE);
    if (first == NULL) return ref;
    vfb__store_u32(first, (uint32_t)text.size);
    copy_bytes(first + 4, text.at, text.size);
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
    uint8_t *first = NULL;
    size_t at, i;
    if (count > UINT32_MAX / 4) stops(builder, VFB_ERROR_SIZE);
    else first = reserve(builder, sum_of(4 * count, 4), 4, 4);
    if (first == NULL) return 0;
    vfb__store_u32(first, (uint32_t)count);
    at = builder->size;
    for (i = 0; i < count; i++) {
        size_t to;
        memcpy(&to, (const uint8_t *)items + i * stride, sizeof to);
        if (!store_offset(builder, first + 4 + 4 * i, at - 4 - 4 * i, to, false)) return 0;
    }
    return at;
}

vfb_string_vec_ref_t vfb_string_vec_create(vfb_builder *builder, const vfb_string_ref_t *items, size_t count)
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

/* ---- Open tables ---- */

/* An open table on the stack of fields. Behind it stand the set of its fields, the places of the
 * targets of its offsets, from the last field to the first, and the image. */
typedef struct opened {
    uint64_t around; /* the open table around it, or NO_TABLE */
    const vfb_object *object;
} opened;

/* Makes the table at `open` the one that gets fields. */
static void enter(vfb_builder *b, size_t open, const vfb_object *object)
{
    uint8_t *at = b->fields + open;
    b->open = open;
    b->object = object;
    b->bits = (uint64_t *)(void *)(at + 16);
    b->image = at + object->image_at;
}

VFB__APART static bool has_room_for_table(vfb_builder *b, size_t more)
{
    const size_t room = grown_room(b->fields_room ? b->fields_room : 1024, b->fields_size, more);
    uint8_t *grown = NULL;
    if (b->status != VFB_OK) return false;
    if (room != 0) grown = (uint8_t *)b->memory.resize(b->memory.context, b->fields, b->fields_room, room);
    if (grown == NULL) return stops(b, VFB_ERROR_MEMORY);
    b->fields = grown;
    b->fields_room = room;
    return true;
}

void vfb__start(vfb_builder *builder, const vfb_object *object)
{
    vfb_builder *b = builder;
    const size_t at = b->fields_size, words = ((size_t)object->count + 63) / 64;
    opened *frame;
    if (b->status != VFB_OK) return;
    if (b->fields_room - at < object->frame && !has_room_for_table(b, object->frame)) return;
    b->fields_size = at + object->frame;
    frame = (opened *)(void *)(b->fields + at);
    frame->around = b->open;
    frame->object = object;
    enter(b, at, object);
    b->bits[0] = 0;
    if (words > 1) memset(b->bits, 0, 8 * words);
}

/* Returns to the table around the innermost open one. */
static void leave(vfb_builder *b)
{
    const opened *frame = (const opened *)(const void *)(b->fields + b->open);
    const size_t around = (size_t)frame->around;
    b->fields_size = b->open;
    if (around != NO_TABLE) {
        frame = (const opened *)(const void *)(b->fields + around);
        enter(b, around, frame->object);
        return;
    }
    b->open = NO_TABLE;
    b->object = NULL;
}

void vfb__misplaced(vfb_builder *builder) { stops(builder, VFB_ERROR_NESTING); }

/* Stores a tag, if it fits. */
static bool store_tag(vfb_builder *b, uint8_t *at, int64_t tag, unsigned scalar)
{
    uint8_t word[8];
    vfb__store_i64(word, tag);
    if (load_integer(word, scalar) != tag) return stops(b, VFB_ERROR_TAG);
    memcpy(at, word, size_of_scalar(scalar));
    return true;
}

void vfb__add_union(vfb_builder *builder, const vfb_object *object, unsigned number, size_t offset,
                    vfb_union_ref_t value, unsigned scalar)
{
    uint8_t *tag;
    if (value.tag == 0 || value.at == 0) return;
    tag = vfb__place(builder, object, number - 1, offset);
    if (tag == NULL || !store_tag(builder, tag, value.tag, scalar)) return;
    vfb__add_ref(builder, object, number, value.at);
}

void vfb__add_unions(vfb_builder *builder, const vfb_object *object, unsigned number, const vfb_union_ref_t *items,
                     size_t count, unsigned scalar)
{
    const size_t size = size_of_scalar(scalar);
    size_t tags, values, i;
    uint8_t *first = vfb__vec_reserve(builder, count, 4, 4, false, &values);
    if (first == NULL) return;
    for (i = 0; i < count; i++) {
        memset(first + 4 * i, 0, 4);
        if (items[i].tag != 0 && !store_offset(builder, first + 4 * i, values - 4 - 4 * i, items[i].at, false)) return;
    }
    first = vfb__vec_reserve(builder, count, size, size, false, &tags);
    if (first == NULL) return;
    for (i = 0; i < count; i++)
        if (!store_tag(builder, first + size * i, items[i].tag, scalar)) return;
    vfb__add_ref(builder, object, number - 1, tags);
    vfb__add_ref(builder, object, number, values);
}

/* ---- Vtables ---- */

static uint32_t hash_of(const uint8_t *at, size_t size)
{
    uint64_t hash = size;
    size_t i = 0;
    for (; i + 8 <= size; i += 8) hash = (hash ^ vfb__load_u64(at + i)) * UINT64_C(0x9e3779b97f4a7c15);
    for (; i < size; i++) hash = (hash ^ at[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(hash >> 32) | 1;
}

/* The number of places that are looked at for an equal vtable or string. Hashes have no secret, so a stranger may
 * choose strings with one hash: beyond these a string is written again, which costs its bytes and no more. */
enum { PROBES = 64 };

/* Makes the set of vtables twice as large. */
static bool has_room_for_vtable(vfb_builder *b)
{
    const size_t room = b->vtables_room ? 2 * b->vtables_room : 32;
    const size_t old_size = b->vtables_room * sizeof(vfb__vtable);
    vfb__vtable *grown = NULL;
    size_t at, i;
    if (2 * (b->vtables_count + 1) <= b->vtables_room) return true;
    if (room <= SIZE_MAX / sizeof *grown)
        grown = (vfb__vtable *)b->memory.resize(b->memory.context, NULL, 0, room * sizeof *grown);
    if (grown == NULL) return stops(b, VFB_ERROR_MEMORY);
    memset(grown, 0, room * sizeof *grown);
    for (i = 0; i < b->vtables_room; i++) {
        if (b->vtables[i].round != b->round) continue;
        at = (b->vtables[i].hash >> 1) & (room - 1);
        while (grown[at].round == b->round) at = (at + 1) & (room - 1);
        grown[at] = b->vtables[i];
    }
    if (b->vtables) b->memory.resize(b->memory.context, b->vtables, old_size, 0);
    b->vtables = grown;
    b->vtables_room = room;
    return true;
}

/* Returns the place of the vtable in front of the buffer: that of an equal one, or its own, with
 * which it is part of the buffer. Returns 0 after an error. */
static size_t place_of_vtable(vfb_builder *b, const uint8_t *own, size_t size, uint32_t hash)
{
    const uint8_t *end = b->bytes + b->room;
    vfb__vtable *known = NULL;
    size_t at;
    int probes;
    if (!has_room_for_vtable(b)) return 0;
    for (at = hash >> 1, probes = 0; probes < PROBES; at++, probes++) {
        known = &b->vtables[at & (b->vtables_room - 1)];
        if (known->round != b->round) break;
        if (known->hash == hash && memcmp(end - known->at, own, size) == 0) return known->at;
    }
    b->size += size;
    if (probes == PROBES) return b->size;
    known->round = b->round;
    known->hash = hash;
    known->at = b->size;
    b->vtables_count++;
    return b->size;
}

vfb_string_ref_t vfb_string_create_shared(vfb_builder *builder, vfb_string text)
{
    vfb_builder *b = builder;
    vfb_string_ref_t ref;
    vfb__vtable *known = NULL;
    uint32_t hash;
    size_t at;
    int probes;
    ref.at = 0;
    if (b->is_closed || !has_room_for_vtable(b)) return vfb_string_create(b, text);
    hash = hash_of((const uint8_t *)text.at, text.size) & ~UINT32_C(1);
    for (at = hash >> 1, probes = 0; probes < PROBES; at++, probes++) {
        known = &b->vtables[at & (b->vtables_room - 1)];
        if (known->round != b->round) break;
        if (known->hash == hash && vfb_string_compare(vfb__string_at(b->bytes + b->room - known->at), text) == 0) {
            ref.at = known->at;
            return ref;
        }
    }
    ref = vfb_string_create(b, text);
    if (ref.at == 0 || probes == PROBES) return ref;
    known->round = b->round;
    known->hash = hash;
    known->at = ref.at;
    b->vtables_count++;
    return ref;
}

/* ---- The end of a table ---- */

/* The size of a table with the fields that are there. */
typedef struct extents {
    size_t size, align, vtable_size;
} extents;

static bool has_bit(const vfb_builder *b, unsigned number) { return (b->bits[number / 64] >> (number % 64)) & 1; }

static size_t target_of(const vfb_builder *b, const vfb_slot *slot)
{
    uint64_t at;
    memcpy(&at, b->image - 8 * ((size_t)slot->number + 1), 8);
    return (size_t)at;
}

static bool has_required(const vfb_builder *b, const vfb_object *of)
{
    uint32_t number;
    if (of->count <= 64) return (of->required & ~b->bits[0]) == 0;
    for (number = 0; number < of->count; number++)
        if (of->fields[number].presence == VFB_REQUIRED && !has_bit(b, number)) return false;
    return true;
}

static extents extents_of_all(const vfb_object *of)
{
    extents e;
    e.size = of->size;
    e.align = of->align;
    e.vtable_size = of->vtable[0];
    return e;
}

static extents extents_of(const vfb_builder *b, const vfb_object *of)
{
    extents e = {4, 4, 4};
    uint32_t i;
    for (i = 0; i < of->slot_count; i++) {
        const vfb_slot *slot = &of->slots[i];
        if (!has_bit(b, slot->number)) continue;
        e.size += slot->size;
        if (slot->align > e.align) e.align = slot->align;
        if (2 * (size_t)slot->number + 6 > e.vtable_size) e.vtable_size = 2 * (size_t)slot->number + 6;
    }
    return e;
}

/* Writes all fields. */
static bool write_all(vfb_builder *b, const vfb_object *of, uint8_t *table, size_t place)
{
    uint32_t i;
    memcpy(table + 4, b->image + 4, of->size - 4);
    for (i = of->first_ref; i < of->end_ref; i++) {
        const vfb_slot *slot = &of->slots[i];
        if (slot->is_ref
            && !store_offset(b, table + slot->offset, place - slot->offset, target_of(b, slot), slot->size == 8))
            return false;
    }
    return true;
}

/* Writes the fields that are there. They stand by falling alignment, so that there are no gaps. */
static bool write_some(vfb_builder *b, const vfb_object *of, uint8_t *table, size_t place)
{
    size_t at = 4;
    uint32_t i;
    for (i = 0; i < of->slot_count; i++) {
        const vfb_slot *slot = &of->slots[i];
        if (!has_bit(b, slot->number)) continue;
        if (!slot->is_ref) memcpy(table + at, b->image + slot->offset, slot->size);
        else if (!store_offset(b, table + at, place - at, target_of(b, slot), slot->size == 8)) return false;
        at += slot->size;
    }
    return true;
}

/* Writes the vtable of all fields. */
static void write_whole_vtable(const vfb_object *of, uint8_t *entries)
{
    size_t i;
    if (VFB__SWAP)
        for (i = 0; 2 * i < of->vtable[0]; i++) vfb__store_u16(entries + 2 * i, of->vtable[i]);
    else copy_bytes(entries, of->vtable, of->vtable[0]);
}

/* Writes the vtable of the fields that are there. */
static void write_vtable(vfb_builder *b, const vfb_object *of, extents e, uint8_t *entries)
{
    size_t at = 4;
    uint32_t i;
    memset(entries, 0, e.vtable_size);
    vfb__store_u16(entries, (uint16_t)e.vtable_size);
    vfb__store_u16(entries + 2, (uint16_t)e.size);
    for (i = 0; i < of->slot_count; i++) {
        const vfb_slot *slot = &of->slots[i];
        if (!has_bit(b, slot->number)) continue;
        vfb__store_u16(entries + 4 + 2 * (size_t)slot->number, (uint16_t)at);
        at += slot->size;
    }
}

/* Returns where the vtable of a table with fewer than 65 fields may have been noted. */
static inline vfb__recent *recent_of(vfb_builder *b, const vfb_object *of, uint64_t bits)
{
    const uint64_t mixed = ((uint64_t)(uintptr_t)of ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
    return &b->recent[(mixed >> 32) % VFB__RECENT];
}

static bool is_noted(const vfb_builder *b, const vfb__recent *recent, const vfb_object *of, uint64_t bits)
{
    return recent->object == of && recent->bits == bits && recent->round == b->round;
}

/* Writes and notes the vtable of a table with fewer than 65 fields. Returns its place. If another one was
 * noted there, that is written again when it is needed, which costs its bytes and no more. */
static size_t note_vtable(vfb_builder *b, const vfb_object *of, uint64_t bits, extents e, uint8_t *table)
{
    vfb__recent *recent = recent_of(b, of, bits);
    uint8_t *entries = table - e.vtable_size;
    if (of->vtable != NULL && bits == of->all) write_whole_vtable(of, entries);
    else write_vtable(b, of, e, entries);
    b->size += e.vtable_size;
    recent->object = of;
    recent->bits = bits;
    recent->at = b->size;
    recent->round = b->round;
    return recent->at;
}

/* Stores the offset from a table to its vtable. */
static inline bool store_vtable(vfb_builder *b, uint8_t *table, size_t place, size_t vtable)
{
    const int64_t apart = (int64_t)vtable - (int64_t)place;
    if (vtable == 0) return false;
    if (apart > INT32_MAX || apart < -INT32_MAX) return stops(b, VFB_ERROR_SIZE);
    vfb__store_i32(table, (int32_t)apart);
    return true;
}

size_t vfb__end(vfb_builder *builder, const vfb_object *object)
{
    vfb_builder *b = builder;
    extents e;
    const vfb__recent *recent;
    size_t place, vtable;
    uint8_t *table;
    bool all;
    if (b->object != object) {
        vfb__misplaced(b);
        return 0;
    }
    if (!has_required(b, object)) {
        stops(b, VFB_ERROR_REQUIRED);
        return 0;
    }
    all = object->vtable != NULL && b->bits[0] == object->all;
    e = all ? extents_of_all(object) : extents_of(b, object);
    if (e.size > UINT16_MAX) {
        stops(b, VFB_ERROR_SIZE);
        return 0;
    }
    if (!has_room(b, e.size + e.align + e.vtable_size + 8)) return 0;
    table = take(b, e.size, 4, e.align);
    place = b->size;
    if (!(all ? write_all(b, object, table, place) : write_some(b, object, table, place))) return 0;
    if (object->count <= 64) {
        recent = recent_of(b, object, b->bits[0]);
        vtable = is_noted(b, recent, object, b->bits[0]) ? recent->at : note_vtable(b, object, b->bits[0], e, table);
    } else {
        write_vtable(b, object, e, table - e.vtable_size);
        vtable = place_of_vtable(b, table - e.vtable_size, e.vtable_size,
                                 hash_of(table - e.vtable_size, e.vtable_size));
    }
    if (!store_vtable(b, table, place, vtable)) return 0;
    leave(b);
    return place;
}

uint8_t *vfb__create(vfb_builder *builder, const vfb_object *object, size_t *at)
{
    vfb_builder *b = builder;
    const extents e = extents_of_all(object);
    const vfb__recent *recent = recent_of(b, object, object->all);
    size_t vtable;
    uint8_t *table;
    *at = 0;
    if (!has_room(b, e.size + e.align + e.vtable_size + 8)) return NULL;
    table = take(b, e.size, 4, e.align);
    *at = b->size;
    vtable = is_noted(b, recent, object, object->all) ? recent->at : note_vtable(b, object, object->all, e, table);
    if (store_vtable(b, table, *at, vtable)) return table;
    *at = 0;
    return NULL;
}

void vfb__no_ref(vfb_builder *builder, size_t from, size_t to)
{
    stops(builder, to == 0 || to >= from ? VFB_ERROR_NESTING : VFB_ERROR_SIZE);
}

void vfb__finish(vfb_builder *builder, size_t root, const vfb_object *object, unsigned flags)
{
    vfb_builder *b = builder;
    const size_t prefix = flags & VFB_SIZE_PREFIXED ? 4 : 0;
    const bool has_identifier = (object->has_identifier || (flags & VFB_TYPED)) && !(flags & VFB_NO_IDENTIFIER);
    const size_t identifier = has_identifier ? 4 : 0;
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
    if (identifier && (flags & VFB_TYPED)) vfb__store_u32(first + prefix + 4, object->type_hash);
    else if (identifier) memcpy(first + prefix + 4, object->identifier, 4);
    b->is_finished = true;
    b->is_closed = true;
}

/* ---- Nested buffers ---- */

void vfb__begin_nested(vfb_builder *builder, vfb__nested *around)
{
    around->size = builder->size;
    around->align = builder->align;
    around->round = builder->round;
    builder->align = 4;
    next_round(builder);
}

size_t vfb__end_nested(vfb_builder *builder, const vfb__nested *around, size_t root, bool wide)
{
    vfb_builder *b = builder;
    const size_t prefix = wide ? 8 : 4;
    uint8_t *first;
    size_t size;
    if (b->align < prefix) b->align = prefix;
    first = reserve(b, 4, 0, b->align);
    if (first == NULL || !store_offset(b, first, b->size, root, false)) return 0;
    size = b->size - around->size;
    first = reserve(b, prefix, 0, prefix);
    if (first == NULL) return 0;
    if (wide) vfb__store_u64(first, size);
    else if (size <= UINT32_MAX) vfb__store_u32(first, (uint32_t)size);
    else stops(b, VFB_ERROR_SIZE);
    if (around->align > b->align) b->align = around->align;
    b->round = around->round;
    return b->status == VFB_OK ? b->size : 0;
}

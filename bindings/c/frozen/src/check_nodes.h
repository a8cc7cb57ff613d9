/*
 * Validation of one node: leaves, packed numbers, and the heads of containers.
 */
#ifndef VVF__CHECK_NODES_H
#define VVF__CHECK_NODES_H

#include "../../shared/utf8.h"
#include "check.h"
#include "keys.h"
#include "numbers.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Counts nodes. Returns an error if there are more than the limit. */
static inline vvf_status vvf__count(vvf__check *check, uint64_t nodes, size_t at)
{
    if (nodes > check->limits.nodes - check->nodes)
        return vvf__fail(check, VVF_ERROR_NODES, at);
    check->nodes += nodes;
    return VVF_OK;
}

/* Returns an error if `more` containers inside those that are open exceed the limit. */
static inline vvf_status vvf__deepen(vvf__check *check, size_t more, size_t at)
{
    if (more > check->limits.depth || check->depth > check->limits.depth - more)
        return vvf__fail(check, VVF_ERROR_DEPTH, at);
    return VVF_OK;
}

/* Validates a length at `at` and the bytes behind it. Moves the cursor behind them. */
static inline vvf_status vvf__check_counted(vvf__check *check, size_t at, size_t limit, int what)
{
    const unsigned char *bytes = check->doc->bytes;
    size_t start = at, bad;
    uint64_t length;
    if (!vvf__length(bytes, limit, &at, &length) || length > limit - at)
        return vvf__invalid(check, start);
    if (what == VVF__STRING) {
        bad = vvs__utf8(bytes + at, (size_t)length);
        if (bad < length)
            return vvf__invalid(check, at + bad);
    } else if ((what == VVF__BIG && !vvf__is_big(bytes + at, (size_t)length))
               || (what == VVF__DECIMAL && !vvf__is_number(bytes + at, (size_t)length))) {
        return vvf__invalid(check, at);
    }
    check->cursor = at + (size_t)length;
    return VVF_OK;
}

/* Validates a packed node and the padding before it. */
static inline vvf_status vvf__check_packed(vvf__check *check, size_t at, size_t limit, size_t slot)
{
    const unsigned char *bytes = check->doc->bytes;
    vvf__packed_head head;
    uint64_t room, count;
    size_t padding = at - check->cursor, i;
    vvf_status status;
    unsigned width;
    if (!vvf__read_packed(bytes, at, limit, &head) || head.rows == 0 || head.columns == 0)
        return vvf__invalid(check, at);
    width = vvf__element_width(head.element);
    room = (limit - head.data) >> width;
    if (head.columns > room || head.rows > room / head.columns)
        return vvf__invalid(check, at);
    count = head.rows * head.columns;
    if (padding != 0) {
        if (padding >= (size_t)1 << width || count < VVF__PADDED_ELEMENTS)
            return vvf__invalid(check, slot);
        for (i = check->cursor; i < at; i++) {
            if (bytes[i] != 0)
                return vvf__invalid(check, slot);
        }
    }
    check->cursor = head.data + (size_t)(count << width);
    status = vvf__deepen(check, head.is_matrix ? 2 : 1, at);
    if (status == VVF_OK)
        status = vvf__count(check, head.is_matrix ? count + head.rows : count, at);
    return status;
}

/* Validates a node that holds no slots. */
static inline vvf_status vvf__check_leaf(vvf__check *check, int form, size_t at, size_t limit)
{
    const unsigned char *bytes = check->doc->bytes;
    size_t room = limit - at, size = 0;
    switch (form) {
    case VVF__STRING: return vvf__check_counted(check, at, limit, VVF__STRING);
    case VVF__INT32: size = 4; break;
    case VVF__FLOAT:
    case VVF__INT64: size = 8; break;
    default:
        if (room == 0)
            return vvf__invalid(check, at);
        switch (bytes[at]) {
        case VVF__UNSIGNED:
            size = 9;
            if (room >= size && bytes[at + 8] < 0x80)
                return vvf__invalid(check, at + 1);
            break;
        case VVF__FLOAT32: size = 5; break;
        case VVF__BIG: return vvf__check_counted(check, at + 1, limit, VVF__BIG);
        case VVF__DECIMAL: return vvf__check_counted(check, at + 1, limit, VVF__DECIMAL);
        case VVF__BYTES: return vvf__check_counted(check, at + 1, limit, VVF__BYTES);
        case VVF__TIMESTAMP:
            size = 13;
            if (room >= size && vvf__u32(bytes + at + 9) >= 1000000000u)
                return vvf__invalid(check, at + 9);
            break;
        default: return vvf__invalid(check, at);
        }
    }
    if (room < size)
        return vvf__invalid(check, at);
    check->cursor = at + size;
    return VVF_OK;
}

/* The kind of a container with tag VVF__OTHER, by its first byte; -1 if it is no container. */
static inline int vvf__other_kind(unsigned other)
{
    switch (other) {
    case VVF__TAGGED:
    case VVF__EXTENSION:
    case VVF__SIMPLE: return VVF__IN_TAG;
    case VVF__MAP: return VVF__IN_MAP;
    case VVF__PAIRS: return VVF__IN_PAIRS;
    default: return -1;
    }
}

/* The digest that a container begins with, before those of its values are added. */
static inline vvf__digest vvf__digest_begin(unsigned other, int kind, uint64_t number)
{
    if (kind != VVF__IN_TAG)
        return vvf__digest_of_container(VVF__OF_ARRAY);
    return vvf__digest_of_number(other == VVF__TAGGED      ? VVF__OF_TAGGED
                                 : other == VVF__EXTENSION ? VVF__OF_EXTENSION
                                                           : VVF__OF_SIMPLE,
                                 number);
}

/*
 * Validates the node of a container, which begins at `at` and must end at `limit` or before, and
 * fills in `frame`. Its slots are validated later.
 */
static inline vvf_status vvf__check_container(vvf__check *check, int form, size_t at, size_t limit,
                                              int is_hashed, vvf__frame *frame)
{
    const vvf_doc *doc = check->doc;
    const unsigned char *bytes = doc->bytes;
    size_t p = at, number_size, slot_size, record;
    uint64_t number, slots;
    unsigned widths, other = 0;
    vvf__index index;
    vvf_status status;
    memset(frame, 0, sizeof *frame);
    frame->base = at;
    frame->is_hashed = is_hashed;
    frame->kind = form == VVF__ARRAY ? VVF__IN_ARRAY : VVF__IN_OBJECT;
    if (form == VVF__OTHER) {
        other = bytes[p++];
        frame->kind = vvf__other_kind(other);
    }
    if (frame->kind < 0 || p >= limit)
        return vvf__invalid(check, at);
    widths = bytes[p++];
    number_size = (size_t)1 << VVF__NUMBER_WIDTH(widths);
    if ((widths & VVF__WIDTHS_RESERVED) != 0 || (widths & 3u) == 3 || limit - p < number_size)
        return vvf__invalid(check, at);
    frame->width = VVF__SLOT_WIDTH(widths);
    number = vvf__uint(bytes + p, VVF__NUMBER_WIDTH(widths));
    frame->slots = p + number_size;
    slots = number;
    switch (frame->kind) {
    case VVF__IN_OBJECT:
        if (number >= doc->shape_count)
            return vvf__invalid(check, at);
        record = vvf__record(doc, number);
        slots = vvf__shape_keys(doc, record);
        frame->places = vvf__shape_places(doc, record);
        break;
    case VVF__IN_PAIRS:
    case VVF__IN_MAP:
        if (number > UINT64_MAX / 2)
            return vvf__invalid(check, at);
        slots = 2 * number;
        break;
    case VVF__IN_TAG:
        if (other != VVF__TAGGED && number > 0xFF)
            return vvf__invalid(check, p);
        slots = 1;
        break;
    default: break;
    }
    slot_size = (size_t)1 << frame->width;
    if (slots == 0 || slots > (limit - frame->slots) / slot_size)
        return vvf__invalid(check, at);
    frame->slot = frame->slots;
    frame->count = (size_t)slots;
    frame->left = frame->count;
    frame->end = frame->slots + frame->count * slot_size;
    if (frame->kind == VVF__IN_PAIRS && number > VVF__SMALL_SHAPE) {
        if (!vvf__read_index(bytes, frame->end, limit, number, &index))
            return vvf__invalid(check, frame->end);
        frame->end = (size_t)index.end;
    }
    if (is_hashed)
        frame->digest = vvf__digest_begin(other, frame->kind, number);
    status = vvf__deepen(check, 1, at);
    return status == VVF_OK ? vvf__count(check, slots, at) : status;
}

#endif

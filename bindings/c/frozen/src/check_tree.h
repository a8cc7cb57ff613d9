/*
 * Validation of the tree: slot by slot, without recursion.
 */
#ifndef VVF__CHECK_TREE_H
#define VVF__CHECK_TREE_H

#include "../../shared/utf8.h"
#include "check_nodes.h"
#include "check_tables.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Keeps an entry until its container ends. */
static inline vvf_status vvf__push_entry(vvf__check *check, vvf__digest key, vvf__digest value)
{
    size_t used = (check->depth + 1) * sizeof(vvf__frame);
    size_t more = (check->entries + 1) * sizeof(vvf__entry);
    vvf__entry entry;
    if (more > check->scratch_size || used > check->scratch_size - more)
        return vvf__need_scratch(check, 2 * (used + more));
    entry.key = key;
    entry.value = value;
    memcpy(check->scratch + check->scratch_size - more, &entry, sizeof entry);
    check->entries++;
    return VVF_OK;
}

/* Adds the digest of a value to those of the container that it is in. */
static inline vvf_status vvf__take_digest(vvf__check *check, vvf__frame *frame, vvf__digest digest)
{
    const vvf_doc *doc = check->doc;
    switch (frame->kind) {
    case VVF__IN_OBJECT: {
        const unsigned char *text;
        size_t length, i = frame->count - frame->left - 1;
        text = vvf__counted(doc, doc->tables + vvf__u32(doc->bytes + frame->places + 4 * i),
                            &length);
        return vvf__push_entry(check, vvf__digest_of(VVF__OF_STRING, text, length), digest);
    }
    case VVF__IN_MAP:
    case VVF__IN_PAIRS:
        if ((frame->left & 1u) == 0)
            return vvf__push_entry(check, frame->digest, digest);
        frame->digest = digest;
        if (frame->is_hashed)
            return VVF_OK;
        return vvf__push_entry(check, digest, digest);
    default: frame->digest = vvf__digest_both(frame->digest, digest); return VVF_OK;
    }
}

/* Whether the digest of the slot that was just validated is needed. */
static inline int vvf__wants_digest(const vvf__frame *frame)
{
    return frame->is_hashed || (frame->kind == VVF__IN_MAP && (frame->left & 1u) != 0);
}

/* Validates a slot that holds its whole value. */
static inline vvf_status vvf__check_small(vvf__check *check, const vvf__frame *frame, size_t slot)
{
    const vvf_doc *doc = check->doc;
    const unsigned char *p = doc->bytes + slot;
    uint64_t payload = vvf__uint(p, frame->width) >> 4;
    size_t size = (size_t)1 << frame->width, length, bad, i;
    switch (p[0] & 15u) {
    case VVF__LITERAL:
        if (payload >= VVF__LITERALS)
            return vvf__invalid(check, slot);
        return payload >= VVF__EMPTY_ARRAY ? vvf__deepen(check, 1, slot) : VVF_OK;
    case VVF__SMALL_INT: return VVF_OK;
    case VVF__SHORT_STRING:
        length = p[0] >> 4;
        if (length >= size)
            return vvf__invalid(check, slot);
        for (i = length + 1; i < size; i++) {
            if (p[i] != 0)
                return vvf__invalid(check, slot);
        }
        bad = vvs__utf8(p + 1, length);
        return bad == length ? VVF_OK : vvf__invalid(check, slot + 1 + bad);
    case VVF__SHARED:
        if (payload >= doc->shared_count)
            return vvf__invalid(check, slot);
        vvf__counted(doc, doc->tables + vvf__u32(doc->bytes + doc->shared + 4 * (size_t)payload),
                     &length);
        check->shared += length;
        if (check->shared > VVF__SHARED_TIMES * (uint64_t)doc->length)
            return vvf__invalid(check, slot);
        return VVF_OK;
    default: return vvf__invalid(check, slot);
    }
}

/* Whether two keys of one object are equal. No two texts of the tables are. */
static inline int vvf__same_key(vvf_value a, vvf_value b)
{
    const char *text = "";
    size_t length = 0;
    if (a.form == VVF__TEXT && b.form == VVF__TEXT)
        return a.at == b.at;
    vvf_get_string(a, &text, &length);
    return vvf_is_string(b, text, length);
}

/* Validates the keys of an object that carries its keys: they differ, and the index finds them. */
static inline vvf_status vvf__check_pairs(vvf__check *check, const vvf__frame *frame)
{
    const vvf_doc *doc = check->doc;
    vvf__container c;
    vvf__index index;
    size_t i, k;
    memset(&c, 0, sizeof c);
    c.form = VVF__OTHER;
    c.other = VVF__PAIRS;
    c.base = frame->base;
    c.slots = frame->slots;
    c.width = frame->width;
    c.count = frame->count / 2;
    if (c.count > VVF__SMALL_SHAPE) {
        vvf__read_index(doc->bytes, c.slots + (frame->count << c.width), doc->length, c.count,
                        &index);
        return vvf__check_index(check, &c, 0, &index);
    }
    for (i = 1; i < c.count; i++) {
        vvf_value key = vvf__member_key(doc, &c, 0, i);
        for (k = 0; k < i; k++) {
            if (vvf__same_key(vvf__member_key(doc, &c, 0, k), key))
                return vvf__invalid(check, c.slots + (2 * i << c.width));
        }
    }
    return VVF_OK;
}

/*
 * Ends a container whose members are the last entries: their keys must differ. Makes its digest if
 * that is needed, and drops the entries.
 */
static inline vvf_status vvf__fold_entries(vvf__check *check, vvf__frame *frame)
{
    const size_t size = sizeof(vvf__entry);
    size_t count = frame->kind == VVF__IN_OBJECT ? frame->count : frame->count / 2, i;
    unsigned char *entries = check->scratch + check->scratch_size - check->entries * size;
    vvf__digest digest = vvf__digest_of_container(VVF__OF_MEMBERS);
    vvf__sort_entries(entries, count);
    for (i = 0; i < count; i++) {
        vvf__entry entry;
        if (i != 0 && memcmp(entries + (i - 1) * size, entries + i * size, VVF__DIGEST) == 0)
            return vvf__invalid(check, frame->base);
        if (!frame->is_hashed)
            continue;
        memcpy(&entry, entries + i * size, size);
        digest = vvf__digest_both(digest, entry.key);
        digest = vvf__digest_both(digest, entry.value);
    }
    check->entries -= count;
    frame->digest = digest;
    return VVF_OK;
}

/* Validates the end of a container: the last node inside it ends where its own node begins. */
static inline vvf_status vvf__close(vvf__check *check, vvf__frame *frame)
{
    vvf_status status = VVF_OK;
    if (check->cursor != frame->base)
        return vvf__invalid(check, check->cursor);
    check->cursor = frame->end;
    if (frame->kind == VVF__IN_PAIRS)
        status = vvf__check_pairs(check, frame);
    if (frame->kind == VVF__IN_MAP && !frame->other_keys)
        return vvf__invalid(check, frame->base);
    if (status == VVF_OK
        && (frame->kind == VVF__IN_MAP
            || (frame->is_hashed
                && (frame->kind == VVF__IN_OBJECT || frame->kind == VVF__IN_PAIRS))))
        status = vvf__fold_entries(check, frame);
    return status;
}

/* Whether a node is a container with slots. */
static inline int vvf__has_slots(const vvf_doc *doc, int form, size_t at)
{
    return form == VVF__ARRAY || form == VVF__OBJECT
           || (form == VVF__OTHER && doc->bytes[at] >= VVF__TAGGED);
}

/*
 * Validates the next slot of the frame. A node that it refers to begins at the cursor; a packed
 * node may begin behind some padding, and a container begins behind the nodes inside it. For a
 * container `*inner` becomes its frame; otherwise `inner->base` is zero.
 */
static inline vvf_status vvf__check_slot(vvf__check *check, vvf__frame *frame, vvf__frame *inner)
{
    const vvf_doc *doc = check->doc;
    size_t slot = frame->slot, at;
    int form = doc->bytes[slot] & 15;
    int is_string = form == VVF__SHORT_STRING || form == VVF__SHARED || form == VVF__STRING;
    vvf_status status;
    inner->base = 0;
    frame->slot += (size_t)1 << frame->width;
    frame->left--;
    if ((frame->kind == VVF__IN_MAP || frame->kind == VVF__IN_PAIRS) && (frame->left & 1u) != 0) {
        frame->other_keys |= !is_string;
        if (frame->kind == VVF__IN_PAIRS && !is_string)
            return vvf__invalid(check, slot);
    }
    if (form < VVF__REFERENCE) {
        status = vvf__check_small(check, frame, slot);
    } else {
        uint64_t back = vvf__uint(doc->bytes + slot, frame->width) >> 4;
        if (back == 0 || back > frame->base - check->cursor)
            return vvf__invalid(check, slot);
        at = frame->base - (size_t)back;
        if (vvf__has_slots(doc, form, at)) {
            return vvf__check_container(check, form, at, frame->base, vvf__wants_digest(frame),
                                        inner);
        }
        if (form == VVF__PACKED)
            status = vvf__check_packed(check, at, frame->base, slot);
        else if (at != check->cursor)
            status = vvf__invalid(check, slot);
        else
            status = vvf__check_leaf(check, form, at, frame->base);
    }
    if (status == VVF_OK && vvf__wants_digest(frame)) {
        vvf_value value = vvf__slot(doc, slot, frame->width, frame->base);
        status = vvf__take_digest(check, frame, vvf__digest_of_leaf(value));
    }
    return status;
}

/* Validates the tree, from the root slot on. */
static inline vvf_status vvf__check_tree(vvf__check *check)
{
    const vvf_doc *doc = check->doc;
    vvf__frame frame, inner;
    vvf_status status;
    /* The root slot is treated like the only slot of a container at the end of the tree. */
    memset(&frame, 0, sizeof frame);
    frame.base = doc->tables;
    frame.slot = VVF__ROOT;
    frame.slots = VVF__ROOT;
    frame.left = 1;
    frame.count = 1;
    frame.width = 3;
    frame.kind = VVF__IN_TAG;
    frame.end = doc->tables;
    check->cursor = VVF__HEADER;
    for (;;) {
        if (frame.left != 0) {
            status = vvf__check_slot(check, &frame, &inner);
            if (status != VVF_OK)
                return status;
            if (inner.base != 0) {
                size_t used = (check->depth + 2) * sizeof frame;
                size_t waiting = check->entries * sizeof(vvf__entry);
                if (used > check->scratch_size || waiting > check->scratch_size - used)
                    return vvf__need_scratch(check, 2 * (used + waiting));
                memcpy(check->scratch + check->depth * sizeof frame, &frame, sizeof frame);
                check->depth++;
                frame = inner;
            }
            continue;
        }
        status = vvf__close(check, &frame);
        if (status != VVF_OK || check->depth == 0)
            return status;
        inner = frame;
        check->depth--;
        memcpy(&frame, check->scratch + check->depth * sizeof frame, sizeof frame);
        if (inner.is_hashed) {
            status = vvf__take_digest(check, &frame, inner.digest);
            if (status != VVF_OK)
                return status;
        }
    }
}

#endif

/*
 * Opening: validates a buffer as a whole.
 */
#ifndef VVF__OPEN_H
#define VVF__OPEN_H

#include "check_tables.h"
#include "check_tree.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/**
 * Returns how much scratch memory is enough for vvf_open() with any buffer of `length` bytes. Most
 * buffers need far less. `limits` may be NULL.
 */
static inline size_t vvf_scratch_bound(size_t length, const vvf_limits *limits)
{
    size_t depth = limits != NULL ? limits->depth : vvf_limits_default().depth;
    size_t frames;
    /* A container has at least 4 bytes, and a slot, for which an entry may wait, at least 2. */
    if (depth > length / 4)
        depth = length / 4;
    frames = 2 * (depth + 3) * sizeof(vvf__frame);
    if (length > (SIZE_MAX - frames) / 32)
        return SIZE_MAX;
    return frames + 32 * length;
}

/**
 * Returns how much scratch memory vvf_open() needs for this buffer if no maps are in it. Maps may
 * need more. Reads only the header and a few numbers, and accepts any bytes. `limits` may be NULL.
 */
static inline size_t vvf_scratch_size(const void *bytes, size_t length, const vvf_limits *limits)
{
    size_t depth = limits != NULL ? limits->depth : vvf_limits_default().depth;
    size_t frames, bound = vvf_scratch_bound(length, limits);
    const unsigned char *p = (const unsigned char *)bytes;
    uint64_t tables, texts = 0;
    if (depth > length / 4)
        depth = length / 4;
    frames = (depth + 2) * sizeof(vvf__frame);
    if (length >= VVF__HEADER + VVF__TABLES) {
        tables = vvf__u64(p + 16);
        if (tables <= length - VVF__TABLES) {
            p += (size_t)tables;
            texts = 8 * (uint64_t)vvf__u32(p + 4) + vvf__u32(p + 8) / 8 + 1;
        }
    }
    if (texts > bound)
        return bound;
    return texts > frames ? (size_t)texts : frames;
}

/**
 * Validates a buffer and opens the document in it. The time is linear in `length`, except for sorting
 * texts and the keys of maps. The stack does not grow with the input.
 *
 *  - `bytes` must stay, unchanged, while the document is used.
 *  - `limits` may be NULL.
 *  - `scratch` is memory of `scratch_size` bytes to write to. It is free again when the function
 *    returns. vvf_scratch_size() returns how many bytes to lend. If they are too few, the status is
 *    VVF_ERROR_SCRATCH, and `error->scratch` is how many to lend in the next call; a few calls may
 *    be needed. vvf_scratch_bound() is always enough.
 *  - `error` may be NULL.
 *
 * Returns VVF_OK, VVF_ERROR_INVALID, VVF_ERROR_VERSION, VVF_ERROR_CHECKSUM, VVF_ERROR_DEPTH,
 * VVF_ERROR_NODES, VVF_ERROR_SIZE or VVF_ERROR_SCRATCH.
 */
static inline vvf_status vvf_open(vvf_doc *doc, const void *bytes, size_t length,
                                  const vvf_limits *limits, void *scratch, size_t scratch_size,
                                  vvf_error *error)
{
    vvf__check check;
    vvf_error unused;
    unsigned char none = 0;
    vvf_status status;
    memset(&check, 0, sizeof check);
    check.doc = doc;
    check.limits = limits != NULL ? *limits : vvf_limits_default();
    check.scratch = scratch != NULL ? (unsigned char *)scratch : &none;
    check.scratch_size = scratch != NULL ? scratch_size : 0;
    check.error = error != NULL ? error : &unused;
    memset(check.error, 0, sizeof *check.error);
    status = vvf__check_header(&check, (const unsigned char *)bytes, length);
    if (status == VVF_OK)
        status = vvf__check_tables(&check);
    if (status == VVF_OK)
        status = vvf__check_tree(&check);
    if (status != VVF_OK)
        memset(doc, 0, sizeof *doc);
    return status;
}

#endif

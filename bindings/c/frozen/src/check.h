/*
 * Validation: the state of it, and the header of a buffer.
 */
#ifndef VVF__CHECK_H
#define VVF__CHECK_H

#include "checksum.h"
#include "digest.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A container whose slots are being validated. */
typedef struct vvf__frame {
    size_t base;   /* where its node is */
    size_t slot;   /* where the next slot to validate is */
    size_t left;   /* how many slots are left */
    size_t count;  /* how many slots there are */
    size_t slots;  /* where the first is */
    size_t end;    /* the end of its node */
    size_t places; /* of an object with a shape: the places of its keys */
    unsigned width;
    int kind;           /* VVF__IN_ARRAY and so on */
    int is_hashed;      /* it is in a key of a map, so its digest is needed */
    int other_keys;     /* of a map: a key was not a string */
    vvf__digest digest; /* of the values so far; of an object or a map, of the last key */
} vvf__frame;

/* The state of validation. */
typedef struct vvf__check {
    vvf_doc *doc;
    vvf_limits limits;
    unsigned char *scratch;
    size_t scratch_size;
    vvf_error *error;
    size_t cursor;  /* where the next node begins */
    size_t depth;   /* how many frames are around the current one, in scratch memory */
    size_t entries; /* how many entries wait, at the end of the scratch memory */
    uint64_t nodes;
    uint64_t shared;  /* the bytes of the strings that shared strings stood for so far */
    size_t texts;     /* where the texts begin, from the start of the tables */
    size_t texts_end; /* where they end, from the start of the tables */
} vvf__check;

static inline vvf_status vvf__fail(vvf__check *check, vvf_status status, size_t offset)
{
    check->error->status = status;
    check->error->offset = offset;
    return status;
}

static inline vvf_status vvf__invalid(vvf__check *check, size_t offset)
{
    return vvf__fail(check, VVF_ERROR_INVALID, offset);
}

static inline vvf_status vvf__need_scratch(vvf__check *check, size_t size)
{
    check->error->scratch = size;
    return vvf__fail(check, VVF_ERROR_SCRATCH, 0);
}

/* Validates the header and the checksum, and fills in the document. */
static inline vvf_status vvf__check_header(vvf__check *check, const unsigned char *bytes,
                                           size_t length)
{
    vvf_doc *doc = check->doc;
    uint64_t end;
    memset(doc, 0, sizeof *doc);
    if (length > check->limits.bytes)
        return vvf__fail(check, VVF_ERROR_SIZE, 0);
    if (length < 4 || memcmp(bytes, "VRVL", 4) != 0)
        return vvf__invalid(check, 0);
    if (length > 4 && bytes[4] != VARVEL_FROZEN_VERSION)
        return vvf__fail(check, VVF_ERROR_VERSION, 4);
    if (length < VVF__HEADER)
        return vvf__invalid(check, length < 8 ? length : 8);
    if ((bytes[5] & ~VVF__FLAG_CHECKSUM) != 0 || bytes[6] != 0 || bytes[7] != 0)
        return vvf__invalid(check, 5);
    if (vvf__u64(bytes + 8) != (uint64_t)length || (uint64_t)length >> 48 != 0)
        return vvf__invalid(check, 8);
    if ((bytes[5] & VVF__FLAG_CHECKSUM) != 0) {
        length -= VVF__CHECKSUM;
        if (vvf__xxh3(bytes, length) != vvf__u64(bytes + length))
            return vvf__fail(check, VVF_ERROR_CHECKSUM, length);
    }
    end = vvf__u64(bytes + 16);
    if (length < VVF__HEADER + VVF__TABLES || end < VVF__HEADER || end > length - VVF__TABLES
        || (uint64_t)length - end > 0xFFFFFFFFu)
        return vvf__invalid(check, 16);
    doc->bytes = bytes;
    doc->length = length;
    doc->tables = (size_t)end;
    doc->shape_count = vvf__u32(bytes + doc->tables);
    doc->shared_count = vvf__u32(bytes + doc->tables + 12);
    doc->shapes = doc->tables + VVF__TABLES;
    doc->shared = doc->shapes;
    if (doc->shape_count <= (length - doc->shapes) / 4)
        doc->shared += 4 * (size_t)doc->shape_count;
    return VVF_OK;
}

#endif

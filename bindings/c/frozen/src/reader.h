/*
 * Streams: read from the front.
 */
#ifndef VVF__READER_H
#define VVF__READER_H

#include "stream.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/**
 * Reads a stream from its front, also a damaged one: the records of the whole segments before the
 * damage come before the error. Only `good` is for use.
 */
typedef struct vvf_reader {
    const unsigned char *bytes;
    size_t length;
    vvf_limits limits;
    void *scratch;
    size_t scratch_size;
    size_t good;      /**< how many bytes are whole, valid blocks, as far as was read */
    size_t listed;    /* the end of the last index */
    uint64_t records; /* up to `good` */
    uint64_t total;   /* up to `listed` */
    vvf_doc segment;  /* the one whose records are read */
    size_t next;      /* the next of them */
    size_t count;     /* how many it has */
} vvf_reader;

/** Makes a reader at the front. The arguments are those of vvf_stream_open(). */
static inline void vvf_reader_start(vvf_reader *reader, const void *bytes, size_t length,
                                    const vvf_limits *limits, void *scratch, size_t scratch_size)
{
    memset(reader, 0, sizeof *reader);
    reader->bytes = (const unsigned char *)bytes;
    reader->length = length;
    reader->limits = limits != NULL ? *limits : vvf_limits_default();
    reader->scratch = scratch;
    reader->scratch_size = scratch_size;
}

/* Validates an index: it must list the segments between the index before it and itself. */
static inline vvf_status vvf__reader_index(vvf_reader *reader, size_t length, vvf_error *error)
{
    const unsigned char *bytes = reader->bytes;
    size_t start = reader->good, at = reader->listed, i;
    vvf__listing index;
    vvf_status status = vvf__check_listing(bytes, start, length, &index, error);
    if (status != VVF_OK)
        return status;
    if (index.from != at)
        return vvf__stream_fail(error, VVF_ERROR_INVALID, start);
    for (i = 0; i < index.entries; i++) {
        vvf_doc doc;
        uint64_t own, records;
        vvf__entry_of(bytes, &index, i, &own, &records);
        /* If the header of a segment here has this length, the segment was validated. */
        if (own < VVF__HEADER || memcmp(bytes + at, "VRVL", 4) != 0
            || vvf__u64(bytes + at + 8) != own)
            return vvf__stream_fail(error, VVF_ERROR_INVALID, start);
        memset(&doc, 0, sizeof doc);
        doc.bytes = bytes + at;
        doc.length = (size_t)own;
        doc.tables = (size_t)vvf__u64(bytes + at + 16);
        if (vvf_length(vvf_root(&doc)) != records)
            return vvf__stream_fail(error, VVF_ERROR_INVALID, start);
        at += (size_t)vvf__padded(own);
    }
    if (at != start || index.total != reader->records)
        return vvf__stream_fail(error, VVF_ERROR_INVALID, start);
    reader->total = index.total;
    reader->good = start + length;
    reader->listed = reader->good;
    return VVF_OK;
}

/**
 * Reads the next record. The value is good until the next call. Returns VVF_OK, VVF_DONE behind the
 * last record of a whole stream, or the errors of vvf_stream_open() and vvf_open(); then
 * `reader->good` is where the valid blocks end. `error` may be NULL.
 */
static inline vvf_status vvf_reader_next(vvf_reader *reader, vvf_value *record, vvf_error *error)
{
    const unsigned char *bytes = reader->bytes;
    vvf_error unused;
    if (error == NULL)
        error = &unused;
    memset(error, 0, sizeof *error);
    while (reader->next == reader->count) {
        size_t at = reader->good, rest = reader->length - at;
        uint64_t length;
        vvf_status status;
        if (rest == 0 && at != 0 && reader->listed == at)
            return VVF_DONE;
        if (rest < VVF__BLOCK)
            return vvf__stream_fail(error, VVF_ERROR_INVALID, at);
        length = vvf__u64(bytes + at + 8);
        if (vvf__padded(length) == 0 || vvf__padded(length) > rest)
            return vvf__stream_fail(error, VVF_ERROR_INVALID, at + 8);
        if (memcmp(bytes + at, "VRVI", 4) == 0) {
            status = vvf__reader_index(reader, (size_t)length, error);
            if (status != VVF_OK)
                return status;
            continue;
        }
        status = vvf__open_segment(&reader->segment, bytes, at, (size_t)length, 0, &reader->limits,
                                   reader->scratch, reader->scratch_size, error);
        if (status != VVF_OK)
            return status;
        reader->next = 0;
        reader->count = vvf_length(vvf_root(&reader->segment));
        reader->records += reader->count;
        reader->good = at + (size_t)vvf__padded(length);
    }
    return vvf_at(vvf_root(&reader->segment), reader->next++, record);
}

#endif

/*
 * Streams: opened by their indexes, from the end.
 */
#ifndef VVF__STREAM_H
#define VVF__STREAM_H

#include "open.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The layout of spec/stream.md. */
#define VVF__BLOCK 16u /* the bytes of the head of a block */
#define VVF__INDEX_HEAD 24u
#define VVF__INDEX_TAIL 16u
#define VVF__INDEX_ENTRY 16u

/** A stream in memory (for example a mapped file). Its fields are not for use. */
typedef struct vvf_stream {
    const unsigned char *bytes;
    size_t length;
    vvf_limits limits;
    void *scratch;
    size_t scratch_size;
    uint64_t records;
    vvf_doc segment; /* the segment that is open, if `segment_records` is not zero */
    uint64_t segment_first;
    uint64_t segment_records;
} vvf_stream;

/* An index of a stream. */
typedef struct vvf__listing {
    size_t at;       /* where it begins */
    size_t entries;  /* how many segments it lists */
    size_t from;     /* where the segments begin: the end of the index before it, or 0 */
    uint64_t total;  /* the records up to here */
    uint64_t listed; /* the records of its segments */
} vvf__listing;

static inline vvf_status vvf__stream_fail(vvf_error *error, vvf_status status, size_t offset)
{
    error->status = status;
    error->offset = offset;
    error->scratch = 0;
    return status;
}

static inline int vvf__is_zero(const unsigned char *p, size_t length)
{
    size_t i;
    for (i = 0; i < length; i++) {
        if (p[i] != 0)
            return 0;
    }
    return 1;
}

/* CRC-32 as of zlib, four bits at a time. */
static inline uint32_t vvf__crc32(const unsigned char *p, size_t length)
{
    static const uint32_t table[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC,
                                       0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
                                       0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                       0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    uint32_t crc = 0xFFFFFFFFu;
    size_t i;
    for (i = 0; i < length; i++) {
        crc ^= p[i];
        crc = crc >> 4 ^ table[crc & 15u];
        crc = crc >> 4 ^ table[crc & 15u];
    }
    return ~crc;
}

/* A length with its padding; 0 if that is beyond 64 bits. */
static inline uint64_t vvf__padded(uint64_t length)
{
    return length > UINT64_MAX - 7 ? 0 : (length + 7) & ~UINT64_C(7);
}

/* Entry `i` of an index: the length of a segment and the number of its records. */
static inline void vvf__entry_of(const unsigned char *bytes, const vvf__listing *index, size_t i,
                                 uint64_t *length, uint64_t *records)
{
    const unsigned char *p = bytes + index->at + VVF__INDEX_HEAD + i * VVF__INDEX_ENTRY;
    *length = vvf__u64(p);
    *records = vvf__u64(p + 8);
}

/* Validates the index that is the `length` bytes at `at`. */
static inline vvf_status vvf__check_listing(const unsigned char *bytes, size_t at, size_t length,
                                            vvf__listing *index, vvf_error *error)
{
    const unsigned char *p = bytes + at;
    size_t least = VVF__INDEX_HEAD + VVF__INDEX_TAIL, i;
    uint64_t covered = 0;
    if (length < least || (memcmp(p, "VRVI", 4) != 0 && memcmp(p, "VRVL", 4) != 0))
        return vvf__stream_fail(error, VVF_ERROR_INVALID, at);
    if (p[4] != VARVEL_FROZEN_VERSION)
        return vvf__stream_fail(error, VVF_ERROR_VERSION, at + 4);
    if (p[3] != 'I' || !vvf__is_zero(p + 5, 3))
        return vvf__stream_fail(error, VVF_ERROR_INVALID, at);
    if ((length - least) % VVF__INDEX_ENTRY != 0 || vvf__u64(p + 8) != length
        || vvf__u64(p + length - 16) != length || memcmp(p + length - 4, "VRVI", 4) != 0)
        return vvf__stream_fail(error, VVF_ERROR_INVALID, at + 8);
    if (vvf__crc32(p, length - 8) != vvf__u32(p + length - 8))
        return vvf__stream_fail(error, VVF_ERROR_INVALID, at + length - 8);
    index->at = at;
    index->entries = (length - least) / VVF__INDEX_ENTRY;
    index->total = vvf__u64(p + 16);
    index->listed = 0;
    for (i = 0; i < index->entries; i++) {
        uint64_t bytes_of, records;
        vvf__entry_of(bytes, index, i, &bytes_of, &records);
        if (records == 0 || records > bytes_of || bytes_of < VVF__HEADER + VVF__TABLES
            || vvf__padded(bytes_of) == 0 || vvf__padded(bytes_of) > at - covered)
            return vvf__stream_fail(error, VVF_ERROR_INVALID,
                                    at + VVF__INDEX_HEAD + i * VVF__INDEX_ENTRY);
        covered += vvf__padded(bytes_of);
        index->listed += records;
    }
    if (index->listed > index->total)
        return vvf__stream_fail(error, VVF_ERROR_INVALID, at + 16);
    index->from = at - (size_t)covered;
    return VVF_OK;
}

/* Validates the index that ends at `end`. */
static inline vvf_status vvf__listing_before(const unsigned char *bytes, size_t end,
                                             vvf__listing *index, vvf_error *error)
{
    uint64_t length;
    if (end < VVF__INDEX_HEAD + VVF__INDEX_TAIL || end % 8 != 0
        || memcmp(bytes + end - 4, "VRVI", 4) != 0)
        return vvf__stream_fail(error, VVF_ERROR_INVALID, end);
    length = vvf__u64(bytes + end - 16);
    if (length > end)
        return vvf__stream_fail(error, VVF_ERROR_INVALID, end);
    return vvf__check_listing(bytes, end - (size_t)length, (size_t)length, index, error);
}

/* Validates a segment. It must have `records` records, unless that is zero. */
static inline vvf_status vvf__open_segment(vvf_doc *doc, const unsigned char *bytes, size_t at,
                                           size_t length, uint64_t records,
                                           const vvf_limits *limits, void *scratch,
                                           size_t scratch_size, vvf_error *error)
{
    vvf_limits inside = *limits;
    vvf_status status;
    size_t own;
    if (inside.depth != SIZE_MAX)
        inside.depth++;
    if (!vvf__is_zero(bytes + at + length, (size_t)(vvf__padded(length) - length)))
        return vvf__stream_fail(error, VVF_ERROR_INVALID, at + length);
    if (length < VVF__BLOCK
        || (memcmp(bytes + at, "VRVL", 4) != 0 && memcmp(bytes + at, "VRVI", 4) != 0))
        return vvf__stream_fail(error, VVF_ERROR_INVALID, at);
    if (bytes[at + 4] != VARVEL_FROZEN_VERSION)
        return vvf__stream_fail(error, VVF_ERROR_VERSION, at + 4);
    if (!vvf__is_zero(bytes + at + 5, 3))
        return vvf__stream_fail(error, VVF_ERROR_INVALID, at + 5);
    status = vvf_open(doc, bytes + at, length, &inside, scratch, scratch_size, error);
    if (status != VVF_OK) {
        error->offset += at;
        return status;
    }
    own = vvf_kind_of(vvf_root(doc)) == VVF_ARRAY ? vvf_length(vvf_root(doc)) : 0;
    if (own == 0 || (records != 0 && own != records))
        return vvf__stream_fail(error, VVF_ERROR_INVALID, at);
    return VVF_OK;
}

/**
 * Opens a stream by its indexes, from its end. Reads all indexes, in linear time. A segment is
 * validated when a record in it is read.
 *
 *  - `bytes` must stay, unchanged, while the stream is used.
 *  - `limits` may be NULL. The depth is that of a record, without the array around the records.
 *  - `scratch` is memory that the stream writes to whenever it opens a segment; it must stay. It
 *    must be enough for vvf_open() with each segment, with a limit of depth that is one more.
 *  - `error` may be NULL.
 *
 * Returns VVF_OK, VVF_ERROR_INVALID or VVF_ERROR_VERSION.
 */
static inline vvf_status vvf_stream_open(vvf_stream *stream, const void *bytes, size_t length,
                                         const vvf_limits *limits, void *scratch,
                                         size_t scratch_size, vvf_error *error)
{
    vvf_error unused;
    vvf__listing index, later;
    size_t end = length;
    vvf_status status;
    if (error == NULL)
        error = &unused;
    memset(stream, 0, sizeof *stream);
    memset(error, 0, sizeof *error);
    memset(&later, 0, sizeof later);
    for (;;) {
        status = vvf__listing_before((const unsigned char *)bytes, end, &index, error);
        if (status != VVF_OK)
            return status;
        if (end == length)
            stream->records = index.total;
        else if (later.total - later.listed != index.total)
            return vvf__stream_fail(error, VVF_ERROR_INVALID, later.at + 16);
        if (index.from == 0)
            break;
        later = index;
        end = index.from;
    }
    if (index.total != index.listed)
        return vvf__stream_fail(error, VVF_ERROR_INVALID, index.at + 16);
    stream->bytes = (const unsigned char *)bytes;
    stream->length = length;
    stream->limits = limits != NULL ? *limits : vvf_limits_default();
    stream->scratch = scratch;
    stream->scratch_size = scratch_size;
    return VVF_OK;
}

/** The number of records of a stream. */
static inline uint64_t vvf_stream_length(const vvf_stream *stream)
{
    return stream->records;
}

/**
 * Reads record `number` of a stream, from zero. The value is good until a record of another segment
 * is read; those of one segment are good together. Validates the segment if it is another than that
 * of the last record, and otherwise is as fast as vvf_at().
 *
 * Returns VVF_OK, VVF_ERROR_NOT_FOUND, or the errors of vvf_open() for the segment; the offset is
 * from the start of the stream. `error` may be NULL.
 */
static inline vvf_status vvf_stream_record(vvf_stream *stream, uint64_t number, vvf_value *record,
                                           vvf_error *error)
{
    vvf_error unused;
    vvf__listing index;
    size_t end = stream->length, at, i;
    uint64_t first, length = 0, records = 0;
    vvf_status status;
    if (error == NULL)
        error = &unused;
    memset(error, 0, sizeof *error);
    if (number >= stream->records)
        return vvf__stream_fail(error, VVF_ERROR_NOT_FOUND, 0);
    if (number < stream->segment_first
        || number - stream->segment_first >= stream->segment_records) {
        stream->segment_records = 0;
        do {
            status = vvf__listing_before(stream->bytes, end, &index, error);
            if (status != VVF_OK)
                return status;
            end = index.from;
            first = index.total - index.listed;
        } while (first > number);
        at = index.from;
        for (i = 0; i < index.entries; i++) {
            vvf__entry_of(stream->bytes, &index, i, &length, &records);
            if (number - first < records)
                break;
            first += records;
            at += (size_t)vvf__padded(length);
        }
        status = vvf__open_segment(&stream->segment, stream->bytes, at, (size_t)length, records,
                                   &stream->limits, stream->scratch, stream->scratch_size, error);
        if (status != VVF_OK)
            return status;
        stream->segment_first = first;
        stream->segment_records = records;
    }
    return vvf_at(vvf_root(&stream->segment), (size_t)(number - stream->segment_first), record);
}

/**
 * Validates all segments of a stream. Returns VVF_OK, or the error of vvf_stream_record() for the
 * first damaged segment. Records that were read before are no longer good. `error` may be NULL.
 */
static inline vvf_status vvf_stream_validate(vvf_stream *stream, vvf_error *error)
{
    vvf_error unused, last;
    vvf__listing index;
    size_t end = stream->length, at, i;
    vvf_status status;
    if (error == NULL)
        error = &unused;
    memset(error, 0, sizeof *error);
    memset(&last, 0, sizeof last);
    stream->segment_records = 0;
    /* The indexes lead to the front, so an error in an earlier segment replaces a later one. */
    while (end != 0) {
        status = vvf__listing_before(stream->bytes, end, &index, &last);
        if (status != VVF_OK) {
            *error = last;
            return status;
        }
        at = index.from;
        for (i = 0; i < index.entries; i++) {
            uint64_t length, records;
            vvf__entry_of(stream->bytes, &index, i, &length, &records);
            status = vvf__open_segment(&stream->segment, stream->bytes, at, (size_t)length, records,
                                       &stream->limits, stream->scratch, stream->scratch_size,
                                       &last);
            if (status != VVF_OK) {
                *error = last;
                break;
            }
            at += (size_t)vvf__padded(length);
        }
        end = index.from;
    }
    return error->status;
}

#endif

/*
 * Keys: an object is searched by fingerprints of its keys, or by their index.
 */
#ifndef VVF__KEYS_H
#define VVF__KEYS_H

#include "../../shared/multiply.h"
#include "containers.h"
#include "scalars.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** A key with its hash. Make it once and use it for any number of objects. */
typedef struct vvf_key {
    const char *text;
    size_t length;
    uint64_t hash;
} vvf_key;

VVF__INLINE uint64_t vvf__hash(const unsigned char *p, size_t length)
{
    uint64_t head = length & 0xFFu, last = 0, middle = 0, low, high;
    size_t i;
    if (length >= 8) {
        head |= vvf__u64(p) << 8;
        last = vvf__u64(p + length - 8);
    } else {
        for (i = 0; i < length; i++)
            head |= (uint64_t)p[i] << (8 * (i + 1));
    }
    if (length >= 16)
        middle = vvf__u64(p + length / 2 - 4);
    head ^= middle * VVF__HASH_MIDDLE;
    high = vvs__multiply(head ^ VVF__HASH_FIRST, last ^ VVF__HASH_LAST, &low);
    return low ^ high;
}

/** Makes a key of `length` bytes. It refers to `text`, which must outlive it. */
VVF__INLINE vvf_key vvf_key_make(const char *text, size_t length)
{
    vvf_key key;
    key.text = text;
    key.length = length;
    key.hash = vvf__hash((const unsigned char *)text, length);
    return key;
}

/** Makes a key of a text that a zero ends. It refers to `text`, which must outlive it. */
VVF__INLINE vvf_key vvf_key_of(const char *text)
{
    return vvf_key_make(text, strlen(text));
}

/* An index of keys: the places of its parts. */
typedef struct vvf__index {
    unsigned k;
    unsigned width;       /* of the number of a key: the base-2 logarithm of bytes */
    size_t displacements; /* where the displacements are; k not zero */
    size_t numbers;       /* where the table is; if k is zero, the sorted list */
    uint64_t end;
} vvf__index;

/* Reads the index at `at` of `count` keys. Returns 0 if it is invalid or ends behind `end`. */
VVF__INLINE int vvf__read_index(const unsigned char *bytes, size_t at, size_t end, uint64_t count,
                                vvf__index *index)
{
    uint64_t size;
    memset(index, 0, sizeof *index);
    if (at >= end || count - 1 > 0xFFFFFFFFu)
        return 0;
    index->k = bytes[at];
    index->width = count - 1 <= 0xFF ? 0u : count - 1 <= 0xFFFF ? 1u : 2u;
    index->displacements = at + 1;
    index->numbers = at + 1;
    if (index->k == 0) {
        size = count << index->width;
    } else if (index->k >= 4 && index->k <= 32) {
        uint64_t buckets = UINT64_C(1) << (index->k - 3);
        size = buckets + ((UINT64_C(1) << index->k) << index->width);
        if (size > end - index->displacements)
            return 0;
        index->numbers += (size_t)buckets;
    } else {
        return 0;
    }
    if (size > end - index->displacements)
        return 0;
    index->end = (uint64_t)index->displacements + size;
    return 1;
}

/* The number at place `i` of the table or the list. */
VVF__INLINE size_t vvf__index_number(const unsigned char *bytes, const vvf__index *index, size_t i)
{
    return (size_t)vvf__uint(bytes + index->numbers + (i << index->width), index->width);
}

/* The place in the table (k not zero) where a key of this hash would be. */
VVF__INLINE size_t vvf__index_place(const unsigned char *bytes, const vvf__index *index,
                                    uint64_t hash)
{
    uint64_t d = bytes[index->displacements + (size_t)(hash >> (64 - (index->k - 3)))];
    uint64_t swapped = hash << 32 | hash >> 32;
    return (size_t)((swapped * (2 * d + 1)) >> (64 - index->k));
}

/* Compares two texts byte by byte. A text that another begins with comes before it. */
static inline int vvf__compare(const unsigned char *a, size_t a_length, const unsigned char *b,
                               size_t b_length)
{
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

/* The place of the list of the keys of a shape. */
static inline size_t vvf__shape_places(const vvf_doc *doc, size_t record)
{
    size_t count = doc->bytes[record];
    vvf__index index;
    if (count != 0)
        return record + 1 + count;
    vvf__read_index(doc->bytes, record + 5, doc->length, vvf__u32(doc->bytes + record + 1), &index);
    return (size_t)index.end;
}

/* Key `i` of a container of members. `places` is vvf__shape_places(), if it has a shape. */
VVF__INLINE vvf_value vvf__member_key(const vvf_doc *doc, const vvf__container *c, size_t places,
                                      size_t i)
{
    vvf_value key;
    if (c->form != VVF__OBJECT)
        return vvf__item(doc, c, 2 * i);
    key.doc = doc;
    key.at = doc->tables + vvf__u32(doc->bytes + places + 4 * i);
    key.bits = 0;
    key.count = 0;
    key.form = VVF__TEXT;
    return key;
}

/* Value `i` of a container of members. */
VVF__INLINE vvf_value vvf__member_value(const vvf_doc *doc, const vvf__container *c, size_t i)
{
    return vvf__item(doc, c, c->form == VVF__OBJECT ? i : 2 * i + 1);
}

/* Finds the number of a key by an index; SIZE_MAX if the key is not there. */
static inline size_t vvf__find_by_index(const vvf_doc *doc, const vvf__container *c, size_t places,
                                        const vvf__index *index, const vvf_key *key)
{
    size_t low = 0, high = c->count;
    if (index->k != 0) {
        size_t place = vvf__index_place(doc->bytes, index, key->hash);
        size_t i = vvf__index_number(doc->bytes, index, place);
        vvf_value found = vvf__member_key(doc, c, places, i);
        return vvf_is_string(found, key->text, key->length) ? i : SIZE_MAX;
    }
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        size_t i = vvf__index_number(doc->bytes, index, middle);
        const char *text = "";
        size_t length = 0;
        int order;
        vvf_get_string(vvf__member_key(doc, c, places, i), &text, &length);
        order = vvf__compare((const unsigned char *)text, length, (const unsigned char *)key->text,
                             key->length);
        if (order == 0)
            return i;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return SIZE_MAX;
}

/* Whether the text at a place of the tables is this key. */
VVF__INLINE int vvf__is_key(const vvf_doc *doc, size_t place, const vvf_key *key)
{
    size_t length;
    const unsigned char *text = vvf__counted(doc, doc->tables + vvf__u32(doc->bytes + place),
                                             &length);
    return length == key->length && vvf__same(text, (const unsigned char *)key->text, length);
}

/* Finds the number of a key of a shape that has keys; SIZE_MAX if the key is not there. */
VVF__INLINE size_t vvf__find_in_shape(const vvf_doc *doc, size_t record, const vvf_key *key)
{
    const unsigned char *bytes = doc->bytes;
    size_t i, count = bytes[record];
    vvf__index index;
    vvf__container c;
    if (count != 0) {
        const unsigned char *fingerprints = bytes + record + 1;
        unsigned fingerprint = (unsigned)(key->hash >> 56);
        for (i = 0; i < count; i++) {
            if (fingerprints[i] == fingerprint && vvf__is_key(doc, record + 1 + count + 4 * i, key))
                return i;
        }
        return SIZE_MAX;
    }
    count = vvf__u32(bytes + record + 1);
    vvf__read_index(bytes, record + 5, doc->length, count, &index);
    if (index.k != 0) {
        i = vvf__index_number(bytes, &index, vvf__index_place(bytes, &index, key->hash));
        return vvf__is_key(doc, (size_t)index.end + 4 * i, key) ? i : SIZE_MAX;
    }
    memset(&c, 0, sizeof c);
    c.form = VVF__OBJECT;
    c.count = count;
    return vvf__find_by_index(doc, &c, (size_t)index.end, &index, key);
}

/* Finds the number of the member with this key; SIZE_MAX if there is none. */
static inline size_t vvf__find(const vvf_doc *doc, const vvf__container *c, const vvf_key *key)
{
    const unsigned char *bytes = doc->bytes;
    size_t i, places = 0;
    vvf__index index;
    if (c->count == 0)
        return SIZE_MAX;
    if (c->form == VVF__OBJECT)
        return vvf__find_in_shape(doc, c->record, key);
    if (c->other == VVF__PAIRS && c->count > VVF__SMALL_SHAPE) {
        vvf__read_index(bytes, c->slots + ((2 * c->count) << c->width), doc->length, c->count,
                        &index);
        return vvf__find_by_index(doc, c, places, &index, key);
    }
    for (i = 0; i < c->count; i++) {
        if (vvf_is_string(vvf__member_key(doc, c, places, i), key->text, key->length))
            return i;
    }
    return SIZE_MAX;
}

#endif

/*
 * Validation of the tables: texts, indexes of keys, and shapes.
 */
#ifndef VVF__CHECK_TABLES_H
#define VVF__CHECK_TABLES_H

#include "../../shared/utf8.h"
#include "check.h"
#include "keys.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Compares the texts at places `a` and `b`, shorter ones first. Returns 0 if they are equal. */
static inline int vvf__text_order(const vvf_doc *doc, size_t a, size_t b)
{
    size_t a_length, b_length;
    const unsigned char *p = vvf__counted(doc, doc->tables + a, &a_length);
    const unsigned char *q = vvf__counted(doc, doc->tables + b, &b_length);
    if (a_length != b_length)
        return a_length < b_length ? -1 : 1;
    return memcmp(p, q, a_length);
}

/* Reads number `i` of a list in scratch memory, which may have any alignment. */
static inline uint32_t vvf__load(const unsigned char *list, size_t i)
{
    uint32_t value;
    memcpy(&value, list + 4 * i, 4);
    return value;
}

/*
 * Sorts the places of texts, to find two texts that are equal. Merges runs of places into longer
 * ones, so the time is that of a merge sort. Returns the place of one of the two, or 0.
 */
static inline size_t vvf__find_twice(const vvf_doc *doc, unsigned char *from, unsigned char *to,
                                     size_t count)
{
    size_t run, start;
    for (run = 1; run < count; run *= 2) {
        unsigned char *other;
        for (start = 0; start < count; start += 2 * run) {
            size_t a = start;
            size_t a_end = count - start < run ? count : start + run;
            size_t b = a_end;
            size_t b_end = count - b < run ? count : b + run;
            size_t out = start;
            while (a < a_end || b < b_end) {
                int first = b == b_end;
                if (a < a_end && b < b_end) {
                    int order = vvf__text_order(doc, vvf__load(from, a), vvf__load(from, b));
                    if (order == 0)
                        return vvf__load(from, b);
                    first = order < 0;
                }
                memcpy(to + 4 * out++, from + 4 * (first ? a++ : b++), 4);
            }
        }
        other = from;
        from = to;
        to = other;
    }
    return 0;
}

/* Whether a text begins at this place; the map of these places is in scratch memory. */
static inline int vvf__is_text(const vvf__check *check, uint32_t place)
{
    size_t i;
    if (place < check->texts || place >= check->texts_end)
        return 0;
    i = place - check->texts;
    return check->scratch[i / 8] >> (i % 8) & 1;
}

/*
 * Validates the texts: each is UTF-8, no two are equal, and a zero is behind the last. Makes the
 * map of their places.
 */
static inline vvf_status vvf__check_texts(vvf__check *check)
{
    const vvf_doc *doc = check->doc;
    const unsigned char *bytes = doc->bytes;
    size_t size = doc->length - doc->tables;
    size_t count = vvf__u32(bytes + doc->tables + 4);
    size_t first = vvf__u32(bytes + doc->tables + 8);
    uint64_t begin = VVF__TABLES + 4 * ((uint64_t)doc->shape_count + (uint64_t)doc->shared_count);
    size_t at, end, map, i, twice;
    unsigned char *places;
    if (begin > first || first > size || count > first - begin)
        return vvf__invalid(check, doc->tables);
    check->texts = (size_t)begin;
    check->texts_end = first;
    map = (first - (size_t)begin + 7) / 8;
    if (count > (SIZE_MAX - map) / 8)
        return vvf__need_scratch(check, SIZE_MAX);
    if (check->scratch_size < map + 8 * count)
        return vvf__need_scratch(check, map + 8 * count);
    if (map != 0)
        memset(check->scratch, 0, map);
    places = check->scratch + map;
    at = doc->tables + check->texts;
    end = doc->tables + first;
    for (i = 0; i < count; i++) {
        uint32_t place = (uint32_t)(at - doc->tables);
        size_t bit = place - check->texts, bad;
        uint64_t length;
        size_t start = at;
        if (!vvf__length(bytes, end, &at, &length) || length > end - at)
            return vvf__invalid(check, start);
        bad = vvs__utf8(bytes + at, (size_t)length);
        if (bad < length)
            return vvf__invalid(check, at + bad);
        at += (size_t)length;
        check->scratch[bit / 8] = (unsigned char)(check->scratch[bit / 8] | 1u << (bit % 8));
        memcpy(places + 4 * i, &place, 4);
    }
    if (count != 0) {
        if (at >= end || bytes[at] != 0)
            return vvf__invalid(check, at);
        at++;
    }
    if (at != end)
        return vvf__invalid(check, at);
    twice = vvf__find_twice(doc, places, places + 4 * count, count);
    return twice == 0 ? VVF_OK : vvf__invalid(check, doc->tables + twice);
}

/*
 * Validates an index: each key is where a search looks for it, and each number is that of a key.
 * That the index finds each key at its own place proves that no two keys are equal.
 */
static inline vvf_status vvf__check_index(vvf__check *check, const vvf__container *c, size_t places,
                                          const vvf__index *index)
{
    const vvf_doc *doc = check->doc;
    const unsigned char *bytes = doc->bytes;
    const unsigned char *before = NULL;
    size_t before_length = 0;
    uint64_t i, table = index->k == 0 ? c->count : UINT64_C(1) << index->k;
    for (i = 0; i < table; i++) {
        if (vvf__index_number(bytes, index, (size_t)i) >= c->count)
            return vvf__invalid(check, index->numbers + (size_t)(i << index->width));
    }
    for (i = 0; i < c->count; i++) {
        const char *text = "";
        size_t length = 0, own;
        const unsigned char *p;
        size_t number = index->k == 0 ? vvf__index_number(bytes, index, (size_t)i) : (size_t)i;
        vvf_get_string(vvf__member_key(doc, c, places, number), &text, &length);
        p = (const unsigned char *)text;
        if (index->k == 0) {
            if (i != 0 && vvf__compare(before, before_length, p, length) >= 0)
                return vvf__invalid(check, index->numbers + (size_t)(i << index->width));
            before = p;
            before_length = length;
            continue;
        }
        own = vvf__index_place(bytes, index, vvf__hash(p, length));
        if (vvf__index_number(bytes, index, own) != i)
            return vvf__invalid(check, index->displacements - 1);
    }
    return VVF_OK;
}

/* Validates the record of a shape, which begins at `*at`, and moves `*at` behind it. */
static inline vvf_status vvf__check_shape(vvf__check *check, size_t *at)
{
    const vvf_doc *doc = check->doc;
    const unsigned char *bytes = doc->bytes;
    size_t record = *at, places, i, k;
    vvf__container c;
    vvf__index index;
    if (record >= doc->length)
        return vvf__invalid(check, record);
    memset(&c, 0, sizeof c);
    c.form = VVF__OBJECT;
    c.record = record;
    c.count = bytes[record];
    places = record + 1 + c.count;
    if (c.count > VVF__SMALL_SHAPE)
        return vvf__invalid(check, record);
    if (c.count == 0) {
        if (doc->length - record < 5)
            return vvf__invalid(check, record);
        c.count = vvf__u32(bytes + record + 1);
        if (c.count <= VVF__SMALL_SHAPE)
            return vvf__invalid(check, record);
        if (!vvf__read_index(bytes, record + 5, doc->length, c.count, &index))
            return vvf__invalid(check, record + 5);
        places = (size_t)index.end;
    }
    if (places > doc->length || c.count > (doc->length - places) / 4)
        return vvf__invalid(check, record);
    for (i = 0; i < c.count; i++) {
        uint32_t place = vvf__u32(bytes + places + 4 * i);
        const unsigned char *text;
        size_t length;
        if (!vvf__is_text(check, place))
            return vvf__invalid(check, places + 4 * i);
        text = vvf__counted(doc, doc->tables + place, &length);
        if (length > VVF__SHAPE_KEY)
            return vvf__invalid(check, places + 4 * i);
        if (bytes[record] == 0)
            continue;
        if (bytes[record + 1 + i] != vvf__hash(text, length) >> 56)
            return vvf__invalid(check, record + 1 + i);
        for (k = 0; k < i; k++) {
            if (vvf__u32(bytes + places + 4 * k) == place)
                return vvf__invalid(check, places + 4 * i);
        }
    }
    *at = places + 4 * c.count;
    return bytes[record] == 0 ? vvf__check_index(check, &c, places, &index) : VVF_OK;
}

/* Validates all tables. */
static inline vvf_status vvf__check_tables(vvf__check *check)
{
    const vvf_doc *doc = check->doc;
    vvf_status status = vvf__check_texts(check);
    size_t at = doc->tables + check->texts_end;
    uint32_t i;
    for (i = 0; i < doc->shared_count && status == VVF_OK; i++) {
        if (!vvf__is_text(check, vvf__u32(doc->bytes + doc->shared + 4 * (size_t)i)))
            return vvf__invalid(check, doc->shared + 4 * (size_t)i);
    }
    for (i = 0; i < doc->shape_count && status == VVF_OK; i++) {
        if (vvf__u32(doc->bytes + doc->shapes + 4 * (size_t)i) != at - doc->tables)
            return vvf__invalid(check, doc->shapes + 4 * (size_t)i);
        status = vvf__check_shape(check, &at);
    }
    if (status == VVF_OK && at != doc->length)
        return vvf__invalid(check, at);
    return status;
}

#endif

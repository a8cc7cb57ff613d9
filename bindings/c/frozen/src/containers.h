/*
 * Containers: arrays, and what objects and maps have in common with them.
 */
#ifndef VVF__CONTAINERS_H
#define VVF__CONTAINERS_H

#include "value.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Kinds of containers with slots. */
enum { VVF__IN_ARRAY, VVF__IN_OBJECT, VVF__IN_PAIRS, VVF__IN_MAP, VVF__IN_TAG };

/* The place of the record of a shape. */
VVF__INLINE size_t vvf__record(const vvf_doc *doc, uint64_t shape)
{
    return doc->tables + vvf__u32(doc->bytes + doc->shapes + 4 * (size_t)shape);
}

/* The number of keys of a shape. */
static inline size_t vvf__shape_keys(const vvf_doc *doc, size_t record)
{
    size_t count = doc->bytes[record];
    return count != 0 ? count : vvf__u32(doc->bytes + record + 1);
}

/* Opens a container of a valid document. Returns 0 if the value is no container. */
VVF__INLINE int vvf__enter(vvf_value value, vvf__container *c)
{
    const unsigned char *bytes = value.doc->bytes;
    size_t at = value.at;
    unsigned widths;
    memset(c, 0, sizeof *c);
    c->form = value.form;
    c->base = at;
    switch (value.form) {
    case VVF__LITERAL:
        c->form = value.bits == VVF__EMPTY_ARRAY ? VVF__ARRAY : VVF__OBJECT;
        return value.bits >= VVF__EMPTY_ARRAY;
    case VVF__ROW:
        c->slots = at;
        c->element = (unsigned)value.bits;
        c->width = vvf__element_width(c->element);
        c->count = value.count;
        return 1;
    case VVF__PACKED: {
        vvf__packed_head head;
        vvf__read_packed(bytes, at, value.doc->length, &head);
        c->slots = head.data;
        c->element = head.element;
        c->width = vvf__element_width(c->element);
        c->count = (size_t)(head.is_matrix ? head.rows : head.columns);
        c->columns = head.is_matrix ? (size_t)head.columns : 0;
        return 1;
    }
    case VVF__OTHER:
        c->other = bytes[at++];
        if (c->other < VVF__TAGGED)
            return 0;
        break;
    case VVF__ARRAY:
    case VVF__OBJECT: break;
    default: return 0;
    }
    widths = bytes[at++];
    c->width = VVF__SLOT_WIDTH(widths);
    c->number = vvf__uint(bytes + at, VVF__NUMBER_WIDTH(widths));
    c->slots = at + ((size_t)1 << VVF__NUMBER_WIDTH(widths));
    c->count = (size_t)c->number;
    if (value.form == VVF__OBJECT) {
        c->record = vvf__record(value.doc, c->number);
        c->count = vvf__shape_keys(value.doc, c->record);
    } else if (c->other == VVF__TAGGED || c->other == VVF__EXTENSION || c->other == VVF__SIMPLE) {
        c->count = 1;
    }
    return 1;
}

/* Item `i` of an array, or slot `i` of another container. */
VVF__INLINE vvf_value vvf__item(const vvf_doc *doc, const vvf__container *c, size_t i)
{
    vvf_value value;
    if (c->form != VVF__PACKED && c->form != VVF__ROW)
        return vvf__slot(doc, c->slots + (i << c->width), c->width, c->base);
    value.doc = doc;
    value.bits = c->element;
    value.count = c->columns;
    value.form = c->columns != 0 ? VVF__ROW : VVF__ELEMENT;
    value.at = c->slots + ((c->columns != 0 ? i * c->columns : i) << c->width);
    return value;
}

/** The number of items of an array, or of members of an object or a map; 0 for other kinds. */
static inline size_t vvf_length(vvf_value value)
{
    vvf__container c;
    vvf_kind kind = vvf_kind_of(value);
    if (kind != VVF_ARRAY && kind != VVF_OBJECT && kind != VVF_MAP)
        return 0;
    vvf__enter(value, &c);
    return c.count;
}

/**
 * Reads item `index` of an array. VVF_ERROR_KIND if the value is no array, VVF_ERROR_NOT_FOUND if
 * the array is shorter. Takes the same time for each index.
 */
static inline vvf_status vvf_at(vvf_value array, size_t index, vvf_value *item)
{
    vvf__container c;
    if (vvf_kind_of(array) != VVF_ARRAY)
        return VVF_ERROR_KIND;
    vvf__enter(array, &c);
    if (index >= c.count)
        return VVF_ERROR_NOT_FOUND;
    *item = vvf__item(array.doc, &c, index);
    return VVF_OK;
}

/**
 * Reads a tagged value, an extension or a simple value; vvf_kind_of() tells them apart. `number` is
 * the number of the tag or of the simple value, or the type of the extension: from -128 to 127, in
 * two's complement of 64 bits. `inner` is the value inside. VVF_ERROR_KIND if it is none of them.
 */
static inline vvf_status vvf_get_tag(vvf_value value, uint64_t *number, vvf_value *inner)
{
    vvf__container c;
    vvf_kind kind = vvf_kind_of(value);
    if (kind != VVF_TAGGED && kind != VVF_EXTENSION && kind != VVF_SIMPLE)
        return VVF_ERROR_KIND;
    vvf__enter(value, &c);
    *number = c.number;
    if (kind == VVF_EXTENSION && c.number >= 0x80)
        *number |= ~UINT64_C(0xFF);
    *inner = vvf__item(value.doc, &c, 0);
    return VVF_OK;
}

#endif

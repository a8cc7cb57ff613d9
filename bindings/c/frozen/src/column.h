/*
 * Columns: one member of each object of an array.
 */
#ifndef VVF__COLUMN_H
#define VVF__COLUMN_H

#include "members.h"

#include <stddef.h>
#include <stdint.h>

/**
 * One member of each object of an array, in order. Where objects follow each other that have one
 * shape, the key is searched for once: the member is at the same place in each.
 */
typedef struct vvf_column {
    vvf_value array;
    vvf_key key;
    size_t next;    /* the number of the next item */
    uint64_t shape; /* the shape of the last object, and where the key is in it */
    size_t position;
} vvf_column;

/** Makes a column before the first item. VVF_ERROR_KIND if the value is no array. */
static inline vvf_status vvf_column_of(vvf_value array, vvf_key key, vvf_column *column)
{
    if (vvf_kind_of(array) != VVF_ARRAY)
        return VVF_ERROR_KIND;
    column->array = array;
    column->key = key;
    column->next = 0;
    column->shape = UINT64_MAX;
    column->position = SIZE_MAX;
    return VVF_OK;
}

/**
 * Reads the member of the next item. VVF_ERROR_NOT_FOUND if the object has no such member,
 * VVF_ERROR_KIND if the item is neither an object nor a map; in both cases the next call goes on
 * behind it. VVF_DONE behind the last item.
 */
static inline vvf_status vvf_column_next(vvf_column *column, vvf_value *member)
{
    vvf_value item;
    vvf__container c;
    size_t i;
    if (vvf_at(column->array, column->next, &item) != VVF_OK)
        return VVF_DONE;
    column->next++;
    if (!vvf__enter_members(item, &c))
        return VVF_ERROR_KIND;
    if (c.record != 0 && c.number == column->shape) {
        i = column->position;
    } else {
        i = vvf__find(item.doc, &c, &column->key);
        if (c.record != 0) {
            column->shape = c.number;
            column->position = i;
        }
    }
    if (i == SIZE_MAX)
        return VVF_ERROR_NOT_FOUND;
    *member = vvf__member_value(item.doc, &c, i);
    return VVF_OK;
}

#endif

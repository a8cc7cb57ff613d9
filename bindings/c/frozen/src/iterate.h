/*
 * Iteration: over the items of an array, and the members of an object or a map.
 */
#ifndef VVF__ITERATE_H
#define VVF__ITERATE_H

#include "keys.h"

#include <stddef.h>
#include <string.h>

/** Goes through an array, an object or a map. Only `key`, `value` and `index` are for use. */
typedef struct vvf_iter {
    vvf_value key;   /**< of an object or a map */
    vvf_value value; /**< the item, or the value of the member */
    size_t index;    /**< the number of the item or member, from zero */
    const vvf_doc *doc;
    vvf__container container;
    size_t places;
    size_t next;
    int is_array;
} vvf_iter;

/** Makes an iterator before the first item or member. Values of other kinds have no items. */
VVF__INLINE vvf_iter vvf_iterate(vvf_value value)
{
    vvf_iter iter;
    vvf__container c;
    vvf_kind kind = vvf_kind_of(value);
    if (kind == VVF_ARRAY || kind == VVF_OBJECT || kind == VVF_MAP)
        vvf__enter(value, &c);
    else
        memset(&c, 0, sizeof c);
    iter.doc = value.doc;
    iter.is_array = kind == VVF_ARRAY;
    iter.places = 0;
    if (c.form == VVF__OBJECT && c.count != 0)
        iter.places = vvf__shape_places(value.doc, c.record);
    /* Field by field, from a structure whose address stays in here: so compilers hold the iterator
     * in registers. */
    iter.container.form = c.form;
    iter.container.other = c.other;
    iter.container.base = c.base;
    iter.container.slots = c.slots;
    iter.container.width = c.width;
    iter.container.element = c.element;
    iter.container.count = c.count;
    iter.container.columns = c.columns;
    iter.container.record = c.record;
    iter.container.number = c.number;
    iter.key.doc = iter.value.doc = value.doc;
    iter.key.at = iter.value.at = 0;
    iter.key.bits = iter.value.bits = 0;
    iter.key.count = iter.value.count = 0;
    iter.key.form = iter.value.form = VVF__LITERAL;
    iter.index = 0;
    iter.next = 0;
    return iter;
}

/** Goes to the next item or member. Returns 0 if there is none. */
VVF__INLINE int vvf_next(vvf_iter *iter)
{
    size_t i = iter->next;
    if (i >= iter->container.count)
        return 0;
    iter->index = i;
    iter->next = i + 1;
    if (iter->is_array) {
        iter->value = vvf__item(iter->doc, &iter->container, i);
    } else {
        /* A copy, so that the address of the iterator stays in here. */
        vvf__container members = iter->container;
        iter->key = vvf__member_key(iter->doc, &members, iter->places, i);
        iter->value = vvf__member_value(iter->doc, &members, i);
    }
    return 1;
}

/** Loops over a value: `VVF_FOR_EACH(it, array) { use(it.value); }`. */
#define VVF_FOR_EACH(name, of) for (vvf_iter name = vvf_iterate(of); vvf_next(&name);)

#endif

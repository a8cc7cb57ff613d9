/*
 * Members: found by their key, or by a JSON Pointer.
 */
#ifndef VVF__MEMBERS_H
#define VVF__MEMBERS_H

#include "keys.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Opens an object or a map. Returns 0 if the value is neither. */
static inline int vvf__enter_members(vvf_value value, vvf__container *c)
{
    vvf_kind kind = vvf_kind_of(value);
    return (kind == VVF_OBJECT || kind == VVF_MAP) && vvf__enter(value, c);
}

/**
 * Finds the member with a key. VVF_ERROR_NOT_FOUND if there is none, VVF_ERROR_KIND if the value is
 * neither an object nor a map. Searches an object by its index, which takes the same time for any
 * number of members (its logarithm, if the index is a sorted list), and a map from the first member
 * to the last.
 */
static inline vvf_status vvf_get(vvf_value object, vvf_key key, vvf_value *member)
{
    const vvf_doc *doc = object.doc;
    vvf__container c;
    size_t i;
    if (object.form == VVF__OBJECT) {
        /* Nearly all objects: so nothing that this does not need is read. */
        unsigned widths = doc->bytes[object.at];
        unsigned width = VVF__SLOT_WIDTH(widths), number_width = VVF__NUMBER_WIDTH(widths);
        size_t slots = object.at + 1 + ((size_t)1 << number_width);
        i = vvf__find_in_shape(
            doc, vvf__record(doc, vvf__uint(doc->bytes + object.at + 1, number_width)), &key);
        if (i == SIZE_MAX)
            return VVF_ERROR_NOT_FOUND;
        *member = vvf__slot(doc, slots + (i << width), width, object.at);
        return VVF_OK;
    }
    if (!vvf__enter_members(object, &c))
        return VVF_ERROR_KIND;
    i = vvf__find(doc, &c, &key);
    if (i == SIZE_MAX)
        return VVF_ERROR_NOT_FOUND;
    *member = vvf__member_value(doc, &c, i);
    return VVF_OK;
}

/** vvf_get() with a key that a zero ends. */
static inline vvf_status vvf_get_by_name(vvf_value object, const char *key, vvf_value *member)
{
    return vvf_get(object, vvf_key_of(key), member);
}

/**
 * Finds the member of a map whose key is this integer. VVF_ERROR_NOT_FOUND if there is none,
 * VVF_ERROR_KIND if the value is no map. Searches from the first member to the last.
 */
static inline vvf_status vvf_get_by_integer(vvf_value map, int64_t key, vvf_value *member)
{
    vvf__container c;
    size_t i;
    if (vvf_kind_of(map) != VVF_MAP)
        return VVF_ERROR_KIND;
    vvf__enter(map, &c);
    for (i = 0; i < c.count; i++) {
        int64_t own;
        if (vvf_get_i64(vvf__member_key(map.doc, &c, 0, i), &own) == VVF_OK && own == key) {
            *member = vvf__member_value(map.doc, &c, i);
            return VVF_OK;
        }
    }
    return VVF_ERROR_NOT_FOUND;
}

/**
 * Reads member `index` of an object or a map, in the order in which they were written: its key,
 * which in an object is a string, and its value. VVF_ERROR_NOT_FOUND if there are fewer members,
 * VVF_ERROR_KIND if the value is neither an object nor a map.
 */
static inline vvf_status vvf_member_at(vvf_value object, size_t index, vvf_value *key,
                                       vvf_value *value)
{
    vvf__container c;
    size_t places = 0;
    if (!vvf__enter_members(object, &c))
        return VVF_ERROR_KIND;
    if (index >= c.count)
        return VVF_ERROR_NOT_FOUND;
    if (c.form == VVF__OBJECT)
        places = vvf__shape_places(object.doc, c.record);
    *key = vvf__member_key(object.doc, &c, places, index);
    *value = vvf__member_value(object.doc, &c, index);
    return VVF_OK;
}

/* Compares a key with a token of a JSON Pointer, in which `~1` is `/` and `~0` is `~`. */
static inline int vvf__is_token(vvf_value key, const char *token, size_t length)
{
    const char *text;
    size_t own, i, n = 0;
    if (vvf_get_string(key, &text, &own) != VVF_OK)
        return 0;
    for (i = 0; i < length; i++, n++) {
        char c = token[i];
        if (c == '~')
            c = token[++i] == '1' ? '/' : '~';
        if (n >= own || text[n] != c)
            return 0;
    }
    return n == own;
}

/* Follows one step of a JSON Pointer. */
static inline vvf_status vvf__step(vvf_value *value, const char *token, size_t length, int escaped)
{
    vvf__container c;
    size_t i, index = 0, places;
    if (vvf_kind_of(*value) == VVF_ARRAY) {
        if (length == 0 || (length > 1 && token[0] == '0'))
            return VVF_ERROR_NOT_FOUND;
        for (i = 0; i < length; i++) {
            if (token[i] < '0' || token[i] > '9' || index > (SIZE_MAX - 9) / 10)
                return VVF_ERROR_NOT_FOUND;
            index = 10 * index + (size_t)(token[i] - '0');
        }
        return vvf_at(*value, index, value);
    }
    if (!vvf__enter_members(*value, &c))
        return VVF_ERROR_NOT_FOUND;
    if (!escaped)
        return vvf_get(*value, vvf_key_make(token, length), value);
    places = c.form == VVF__OBJECT ? vvf__shape_places(value->doc, c.record) : 0;
    for (i = 0; i < c.count; i++) {
        if (vvf__is_token(vvf__member_key(value->doc, &c, places, i), token, length)) {
            *value = vvf__member_value(value->doc, &c, i);
            return VVF_OK;
        }
    }
    return VVF_ERROR_NOT_FOUND;
}

/**
 * Follows a JSON Pointer (RFC 6901) of `length` bytes: "" is the value itself, "/a/0" item 0 of
 * member "a". VVF_ERROR_PATH if the text is no pointer, VVF_ERROR_NOT_FOUND if it leads nowhere.
 * Compares a token with `~` with each key of the object; searches for others by the index.
 */
static inline vvf_status vvf_pointer(vvf_value value, const char *pointer, size_t length,
                                     vvf_value *result)
{
    size_t at, end;
    for (at = 0; at < length; at++) {
        if (pointer[at] == '~'
            && (at + 1 == length || (pointer[at + 1] != '0' && pointer[at + 1] != '1')))
            return VVF_ERROR_PATH;
    }
    if (length > 0 && pointer[0] != '/')
        return VVF_ERROR_PATH;
    for (at = 0; at < length; at = end) {
        int escaped = 0;
        vvf_status status;
        for (end = ++at; end < length && pointer[end] != '/'; end++)
            escaped |= pointer[end] == '~';
        status = vvf__step(&value, pointer + at, end - at, escaped);
        if (status != VVF_OK)
            return status;
    }
    *result = value;
    return VVF_OK;
}

/** vvf_pointer() with a pointer that a zero ends. */
static inline vvf_status vvf_follow(vvf_value value, const char *pointer, vvf_value *result)
{
    return vvf_pointer(value, pointer, strlen(pointer), result);
}

#endif

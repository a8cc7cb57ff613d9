/*
 * FlatBuffers in C: FlexBuffers, which the files of the runtime share. Programs do not include this.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef VARVEL_FLATBUFFERS_FLEX_H
#define VARVEL_FLATBUFFERS_FLEX_H

#include "varvel_flatbuffers_internal.h"

/* clang-format off */
/* The types of FlexBuffers. */
enum {
    FLEX_NULL, FLEX_INT, FLEX_UINT, FLEX_FLOAT, FLEX_KEY, FLEX_STRING,
    FLEX_INDIRECT_INT, FLEX_INDIRECT_UINT, FLEX_INDIRECT_FLOAT,
    FLEX_MAP, FLEX_VECTOR, FLEX_VECTOR_INT, FLEX_VECTOR_UINT, FLEX_VECTOR_FLOAT, FLEX_VECTOR_KEY, FLEX_VECTOR_STRING,
    FLEX_VECTOR_INT2, /* from here on vectors of two, three and four numbers */
    FLEX_BLOB = 25, FLEX_BOOL = 26, FLEX_VECTOR_BOOL = 36
};
/* clang-format on */

static inline bool is_flex_inline(unsigned kind) { return kind <= FLEX_FLOAT || kind == FLEX_BOOL; }

/* clang-format off */
/* What a walk through a FlexBuffer comes to. */
typedef enum vfb__flex_kind {
    VFB__FLEX_NULL, VFB__FLEX_BOOL, VFB__FLEX_INT, VFB__FLEX_UINT, VFB__FLEX_FLOAT, VFB__FLEX_TEXT, VFB__FLEX_BYTES,
    VFB__FLEX_KEY, /* of the member whose value is next */
    VFB__FLEX_MAP, VFB__FLEX_END_MAP, VFB__FLEX_LIST, VFB__FLEX_END_LIST
} vfb__flex_kind;
/* clang-format on */

typedef struct vfb__flex_event {
    vfb__flex_kind kind;
    bool is_first; /* of a key, and of a value in a list: whether none stands before it */
    bool is_item;  /* whether it is a value in a list */
    uint64_t bits; /* of a number; a float has 64 bits */
    vfb_string text;
} vfb__flex_event;

/* Takes an event. Returns `false` to stop. */
typedef bool vfb__flex_take(void *context, const vfb__flex_event *event);

/* Verifies a FlexBuffer with the usual limits, and then gives all of it to a function. Returns VFB_OK, what is
 * wrong with the buffer, or VFB_ERROR_STOPPED. */
vfb_status vfb__flex_walk(const uint8_t *bytes, size_t size, vfb__flex_take *take, void *context);

#endif

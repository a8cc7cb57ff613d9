/*
 * Layout: the constants of spec/frozen.md, which a new version of the format may change.
 */
#ifndef VVF__LAYOUT_H
#define VVF__LAYOUT_H

#include <stdint.h>

/** The one version of buffers and of streams that this header reads. */
/* <spec:version> Made by `cargo xtask spec`. */
#define VARVEL_FROZEN_VERSION 1
/* </spec:version> */

/* The header of a buffer. */
/* <spec:header> Made by `cargo xtask spec`. */
/*
 * The length of the file header in bytes: magic, version, flags, two zero bytes, total length, end
 * of the tree, root.
 */
#define VVF__HEADER 32u
/* The position of the root slot in the header (8 bytes wide; its base is the end of the tree). */
#define VVF__ROOT 24u
/*
 * The length of the tables' own header in bytes: number of shapes, number of texts, where the
 * records of the shapes begin, number of shared strings (u32 each).
 */
#define VVF__TABLES 16u
/* The length of the checksum in bytes. */
#define VVF__CHECKSUM 8u
/*
 * The flag of a buffer whose last bytes are a checksum of all before them. There is no other flag.
 */
#define VVF__FLAG_CHECKSUM 1u
/* </spec:header> */

/* The tags of slots: the low four bits. */
enum {
    /* <spec:tags> Made by `cargo xtask spec`. */
    /* A literal. */
    VVF__LITERAL = 0,
    /* A signed integer in the slot itself. */
    VVF__SMALL_INT = 1,
    /* A string in the slot itself: bits 4 to 7 hold its length, the bytes follow. */
    VVF__SHORT_STRING = 2,
    /* A string of the tables: its number among the shared strings. */
    VVF__SHARED = 3,
    /* The bit that is set in every tag that refers to a node. */
    VVF__REFERENCE = 8,
    /* A string: length, bytes. */
    VVF__STRING = 8,
    /* An array of slots. */
    VVF__ARRAY = 9,
    /* An object: shape number, slots. */
    VVF__OBJECT = 10,
    /* Eight bytes: a float. */
    VVF__FLOAT = 11,
    /* Four bytes: a signed integer. */
    VVF__INT32 = 12,
    /* Eight bytes: a signed integer. */
    VVF__INT64 = 13,
    /* A packed array or matrix of numbers. */
    VVF__PACKED = 14,
    /* A node whose first byte says more. */
    VVF__OTHER = 15,
    /* </spec:tags> */
    /* Forms of values that are not in slots. */
    VVF__ELEMENT = 16, /* a number of a packed node */
    VVF__ROW = 17,     /* a row of a matrix */
    VVF__TEXT = 18     /* a text of the tables */
};

/* Literals. */
enum {
    /* <spec:literals> Made by `cargo xtask spec`. */
    /* Null. */
    VVF__NULL = 0,
    /* False. */
    VVF__FALSE = 1,
    /* True. */
    VVF__TRUE = 2,
    /* An array without items. */
    VVF__EMPTY_ARRAY = 3,
    /* An object without members. */
    VVF__EMPTY_OBJECT = 4,
    /* </spec:literals> */
    VVF__LITERALS
};

/* The byte that a node with tag VVF__OTHER begins with. */
enum {
    /* <spec:others> Made by `cargo xtask spec`. */
    /* An integer from 2^63 on: u64. */
    VVF__UNSIGNED = 0,
    /* A 32-bit float. */
    VVF__FLOAT32 = 1,
    /* An integer beyond 64 bits: length, digits. */
    VVF__BIG = 2,
    /* A decimal kept as text: length, text. */
    VVF__DECIMAL = 3,
    /* Bytes: length, bytes. */
    VVF__BYTES = 4,
    /* A point in time: i64 seconds, u32 nanoseconds. */
    VVF__TIMESTAMP = 5,
    /* A node tagged with a number: widths, that number, one slot. */
    VVF__TAGGED = 6,
    /* A node tagged with an extension type: widths, the type as an unsigned byte, one slot. */
    VVF__EXTENSION = 7,
    /* A map: widths, count, then a slot for each key and each value in turn. */
    VVF__MAP = 8,
    /*
     * An object that carries its keys: widths, count, then a slot for each key (a string) and each
     * value in turn.
     */
    VVF__PAIRS = 9,
    /*
     * A null that stands for another simple value: widths, that value's number as a byte, one slot.
     */
    VVF__SIMPLE = 10,
    /* </spec:others> */
};

/* <spec:bounds> Made by `cargo xtask spec`. */
/* The bits of a packed node's first byte that are its type of numbers. */
#define VVF__ELEMENT_MASK 7u
/* The bit of a packed node's first byte that makes it a matrix. */
#define VVF__MATRIX 8u
/* The bits of a packed node's first byte that are zero. */
#define VVF__PACKED_RESERVED 0xC0u
/* The bits of a container's first byte that are zero. */
#define VVF__WIDTHS_RESERVED 0xF0u
/* A packed node of at least this many elements begins them on a multiple of their width. */
#define VVF__PADDED_ELEMENTS 8u
/* A shape of more keys has an index. */
#define VVF__SMALL_SHAPE 16u
/*
 * The most bytes of a shape's key. Each object that has the key takes at least 2 bytes for the
 * member. So work that is linear in the keys of all objects is linear in the buffer, too.
 */
#define VVF__SHAPE_KEY 256u
/*
 * All references to shared strings together stand for at most this many times the bytes of the
 * buffer. So work that is linear in the document is linear in the buffer.
 */
#define VVF__SHARED_TIMES 64u
/* Goes with the head of the key. */
#define VVF__HASH_FIRST UINT64_C(0x6A09E667F3BCC909)
/* Goes with the last bytes of the key. */
#define VVF__HASH_LAST UINT64_C(0xBB67AE8584CAA73B)
/* Goes with the middle of the key. */
#define VVF__HASH_MIDDLE UINT64_C(0x3C6EF372FE94F82B)
/* </spec:bounds> */

/* The width of the counts of a packed node. */
#define VVF__PACKED_WIDTH(head) (((head) >> 4) & 3u)

/* The widths that a container begins with. */
#define VVF__SLOT_WIDTH(widths) ((3u & (widths)) + 1u) /* the base-2 logarithm of bytes */
#define VVF__NUMBER_WIDTH(widths) (((widths) >> 2) & 3u)

#endif

/*
 * Documents and values: the slot that holds a value, and the kind of it.
 */
#ifndef VVF__VALUE_H
#define VVF__VALUE_H

#include "bytes.h"
#include "layout.h"
#include "status.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** A document that vvf_open() has opened. Its fields are not for use. */
typedef struct vvf_doc {
    const unsigned char *bytes;
    size_t length; /* without the checksum */
    size_t tables; /* the end of the tree */
    size_t shapes; /* where the places of the records are */
    size_t shared; /* where the places of the shared strings are */
    uint32_t shape_count;
    uint32_t shared_count;
} vvf_doc;

/** A value of a document: small, passed by value. Its fields are not for use. */
typedef struct vvf_value {
    const vvf_doc *doc;
    size_t at;     /* the node, the element, the text, or the slot of a short string */
    uint64_t bits; /* the payload of a slot, the element of a number or of a row */
    size_t count;  /* the columns of a row */
    int form;      /* the tag, or VVF__ELEMENT, VVF__ROW, VVF__TEXT */
} vvf_value;

/** Kinds of values. */
typedef enum vvf_kind {
    /* <spec:kinds> Made by `cargo xtask spec`. */
    /** The absence of a value. */
    VVF_NULL = 0,
    /** True or false. */
    VVF_BOOL = 1,
    /** An integer of 64 bits, signed or unsigned. */
    VVF_INT = 2,
    /** A float of 32 or 64 bits. */
    VVF_FLOAT = 3,
    /** An integer beyond 64 bits, kept as its text. */
    VVF_BIGINT = 4,
    /** A decimal number, kept as its text. */
    VVF_DECIMAL = 5,
    /** UTF-8 text. */
    VVF_STRING = 6,
    /** Bytes without further meaning. */
    VVF_BYTES = 7,
    /** A point in time, in seconds and nanoseconds. */
    VVF_TIMESTAMP = 8,
    /** Nodes in a row. */
    VVF_ARRAY = 9,
    /** String keys and their values, in order. */
    VVF_OBJECT = 10,
    /** Keys of any kind and their values, in order; one key is not a string. */
    VVF_MAP = 11,
    /** A value with the number of a tag of CBOR. */
    VVF_TAGGED = 12,
    /** A value with the type of an extension of MessagePack. */
    VVF_EXTENSION = 13,
    /** A simple value of CBOR; the value inside it is null. */
    VVF_SIMPLE = 14,
    /* </spec:kinds> */
} vvf_kind;

/** Types of the numbers of a packed array. */
typedef enum vvf_element {
    /* <spec:elements> Made by `cargo xtask spec`. */
    /** Signed integers of 8 bits. */
    VVF_I8 = 0,
    /** Signed integers of 16 bits. */
    VVF_I16 = 1,
    /** Signed integers of 32 bits. */
    VVF_I32 = 2,
    /** Signed integers of 64 bits. */
    VVF_I64 = 3,
    /** Unsigned integers of 64 bits. */
    VVF_U64 = 4,
    /** Floats of 32 bits. */
    VVF_F32 = 5,
    /** Floats of 64 bits. */
    VVF_F64 = 6,
    /** Unsigned integers of 32 bits. */
    VVF_U32 = 7,
    /* </spec:elements> */
} vvf_element;

/* The base-2 logarithm of the bytes of an element. */
static inline unsigned vvf__element_width(unsigned element)
{
    static const unsigned char widths[8] = {0, 1, 2, 3, 3, 2, 3, 2};
    return widths[element & VVF__ELEMENT_MASK];
}

/* The head of a packed node. */
typedef struct vvf__packed_head {
    unsigned element;
    int is_matrix;
    uint64_t rows;    /* 1 unless it is a matrix */
    uint64_t columns; /* the number of elements, unless it is a matrix */
    size_t data;      /* where the elements are */
} vvf__packed_head;

/* Reads the head of a packed node, which ends at `end` or before. Returns 0 if it is invalid. */
static inline int vvf__read_packed(const unsigned char *bytes, size_t at, size_t end,
                                   vvf__packed_head *head)
{
    unsigned first, width;
    size_t counts;
    memset(head, 0, sizeof *head);
    if (at >= end)
        return 0;
    first = bytes[at++];
    width = VVF__PACKED_WIDTH(first);
    head->element = first & VVF__ELEMENT_MASK;
    head->is_matrix = (first & VVF__MATRIX) != 0;
    counts = (head->is_matrix ? (size_t)2 : (size_t)1) << width;
    if ((first & VVF__PACKED_RESERVED) != 0 || end - at < counts)
        return 0;
    head->rows = 1;
    if (head->is_matrix)
        head->rows = vvf__uint(bytes + at, width);
    head->columns = vvf__uint(bytes + at + counts - ((size_t)1 << width), width);
    head->data = at + counts;
    return 1;
}

/* A container of any kind. */
typedef struct vvf__container {
    int form;         /* VVF__ARRAY, VVF__OBJECT, VVF__PACKED, VVF__ROW or VVF__OTHER */
    int other;        /* with VVF__OTHER: the byte that the node begins with */
    size_t base;      /* where the node is */
    size_t slots;     /* where its slots or elements are */
    unsigned width;   /* of a slot or element: the base-2 logarithm of bytes */
    unsigned element; /* of a packed array: the type of its numbers */
    size_t count;     /* items, members, rows or elements */
    size_t columns;   /* of a matrix, else 0 */
    size_t record;    /* of an object with a shape: where the record is */
    uint64_t number;  /* of an object the shape; of a tagged node the tag, and so on */
} vvf__container;

/* The payload of a slot as a signed number, in two's complement. */
VVF__INLINE uint64_t vvf__payload(const unsigned char *p, unsigned width)
{
    uint64_t bits = (uint64_t)vvf__int(p, width);
    return bits >> 4 | (bits >> 63 ? UINT64_C(0xF) << 60 : 0);
}

/* The value of a slot of a valid document. */
VVF__INLINE vvf_value vvf__slot(const vvf_doc *doc, size_t at, unsigned width, size_t base)
{
    const unsigned char *p = doc->bytes + at;
    uint64_t payload = vvf__uint(p, width) >> 4;
    vvf_value value;
    value.doc = doc;
    value.at = at;
    value.bits = payload;
    value.count = 0;
    value.form = p[0] & 15;
    if (value.form >= VVF__REFERENCE) {
        value.at = base - (size_t)payload;
    } else if (value.form == VVF__SMALL_INT) {
        value.bits = vvf__payload(p, width);
    } else if (value.form == VVF__SHARED) {
        value.form = VVF__TEXT;
        value.at = doc->tables + vvf__u32(doc->bytes + doc->shared + 4 * (size_t)payload);
    }
    return value;
}

/* Returns the bytes behind a length, and the length, in a valid document. */
VVF__INLINE const unsigned char *vvf__counted(const vvf_doc *doc, size_t at, size_t *length)
{
    uint64_t value = 0;
    vvf__length(doc->bytes, doc->length, &at, &value);
    *length = (size_t)value;
    return doc->bytes + at;
}

/** The value of the whole document. */
static inline vvf_value vvf_root(const vvf_doc *doc)
{
    return vvf__slot(doc, VVF__ROOT, 3, doc->tables);
}

/** The kind of a value. */
VVF__INLINE vvf_kind vvf_kind_of(vvf_value value)
{
    static const unsigned char literals[VVF__LITERALS] = {VVF_NULL, VVF_BOOL, VVF_BOOL, VVF_ARRAY,
                                                          VVF_OBJECT};
    static const unsigned char others[] = {VVF_INT,   VVF_FLOAT,     VVF_BIGINT, VVF_DECIMAL,
                                           VVF_BYTES, VVF_TIMESTAMP, VVF_TAGGED, VVF_EXTENSION,
                                           VVF_MAP,   VVF_OBJECT,    VVF_SIMPLE};
    switch (value.form) {
    case VVF__LITERAL: return (vvf_kind)literals[value.bits];
    case VVF__SMALL_INT:
    case VVF__INT32:
    case VVF__INT64: return VVF_INT;
    case VVF__SHORT_STRING:
    case VVF__STRING:
    case VVF__TEXT: return VVF_STRING;
    case VVF__ARRAY:
    case VVF__PACKED:
    case VVF__ROW: return VVF_ARRAY;
    case VVF__OBJECT: return VVF_OBJECT;
    case VVF__FLOAT: return VVF_FLOAT;
    case VVF__ELEMENT: return value.bits == VVF_F32 || value.bits == VVF_F64 ? VVF_FLOAT : VVF_INT;
    default: return (vvf_kind)others[value.doc->bytes[value.at]];
    }
}

/** The name of a kind. The text is constant. */
static inline const char *vvf_kind_text(vvf_kind kind)
{
    /* clang-format off */
    static const char *const words[] = {
        /* <spec:words> Made by `cargo xtask spec`. */
        "null",
        "boolean",
        "integer",
        "float",
        "big integer",
        "decimal",
        "string",
        "bytes",
        "timestamp",
        "array",
        "object",
        "map",
        "tagged value",
        "extension",
        "simple value",
        /* </spec:words> */
    };
    /* clang-format on */
    return (unsigned)kind <= (unsigned)VVF_SIMPLE ? words[kind] : "unknown";
}

/** Whether the value is null. */
static inline int vvf_is_null(vvf_value value)
{
    return value.form == VVF__LITERAL && value.bits == VVF__NULL;
}

#endif

/* Made by `cargo xtask spec` from bindings/c/frozen/src/frozen.h: change that, or its parts. */
/*
 * varvel_frozen.h: reads Varvel's frozen buffers and frozen streams in place.
 *
 * One header of C99, written from spec/frozen.md and spec/stream.md alone. It allocates nothing:
 * where it needs memory, the caller lends some. It calls memcmp, memcpy, memmove, memset and strlen,
 * and nothing else. It does not recurse. It works with any byte order, any alignment, and `size_t` of
 * 32 or 64 bits; `double` must be the binary64 of IEEE 754, `float` the binary32.
 *
 *     vvf_doc doc;
 *     vvf_error error;
 *     vvf_value name;
 *     static unsigned char scratch[16384];
 *
 *     if (vvf_open(&doc, bytes, length, NULL, scratch, sizeof scratch, &error) != VVF_OK)
 *         fprintf(stderr, "%s at %zu\n", vvf_status_text(error.status), error.offset);
 *     else if (vvf_get(vvf_root(&doc), vvf_key_of("name"), &name) == VVF_OK) ...
 *
 * Rules for all functions:
 *
 *  - vvf_open(), vvf_scratch_size() and the functions of streams accept any bytes. All others take
 *    values of a document that vvf_open() has opened, and fail in no other ways than they document.
 *  - A value, a key that was read, an iterator and the text of a string point into the bytes and
 *    refer to the vvf_doc. They are good as long as both stay where they are, unchanged.
 *  - A function that returns a vvf_status writes its results only if it returns VVF_OK. The
 *    exceptions are vvf_open() and vvf_stream_open(): after an error do not use the document or the
 *    stream.
 *  - Nothing is locked and nothing is global: threads may read one document at the same time.
 *
 * Names that begin with `vvf__` or `vvs__` are not for use.
 */
#ifndef VARVEL_FROZEN_H
#define VARVEL_FROZEN_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if CHAR_BIT != 8
#error "varvel_frozen.h needs bytes of 8 bits"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------
 * Layout: the constants of spec/frozen.md, which a new version of the format may change.
 */

/** The one version of buffers and of streams that this header reads. */
#define VARVEL_FROZEN_VERSION 1

/* The header of a buffer. */
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

/* The tags of slots: the low four bits. */
enum {
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
    /* Forms of values that are not in slots. */
    VVF__ELEMENT = 16, /* a number of a packed node */
    VVF__ROW = 17,     /* a row of a matrix */
    VVF__TEXT = 18     /* a text of the tables */
};

/* Literals. */
enum {
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
    VVF__LITERALS
};

/* The byte that a node with tag VVF__OTHER begins with. */
enum {
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
};

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

/* The width of the counts of a packed node. */
#define VVF__PACKED_WIDTH(head) (((head) >> 4) & 3u)

/* The widths that a container begins with. */
#define VVF__SLOT_WIDTH(widths) ((3u & (widths)) + 1u) /* the base-2 logarithm of bytes */
#define VVF__NUMBER_WIDTH(widths) (((widths) >> 2) & 3u)

/* ------------------------------------------------------------------------------------------------
 * Status: what functions return, where an error is, and the limits of a document.
 */

/** The result of a function. Errors have the numbers that they have in all interfaces of Varvel. */
typedef enum vvf_status {
    VVF_OK = 0,
    VVF_ERROR_RANGE = 5,            /**< the number does not fit */
    VVF_ERROR_DEPTH = 11,           /**< nested deeper than vvf_limits::depth */
    VVF_ERROR_SIZE = 12,            /**< more bytes than vvf_limits::bytes */
    VVF_ERROR_NODES = 13,           /**< more nodes than vvf_limits::nodes */
    VVF_ERROR_SCRATCH = 14,         /**< too little scratch memory; see vvf_error::scratch */
    VVF_ERROR_KIND = 15,            /**< the value is of another kind */
    VVF_ERROR_UNREPRESENTABLE = 17, /**< JSON has no such value */
    VVF_ERROR_INVALID = 18,         /**< not a frozen buffer or stream, or damaged */
    VVF_ERROR_VERSION = 19,         /**< another version than VARVEL_FROZEN_VERSION */
    VVF_ERROR_NOT_FOUND = 20,       /**< no such member, item or record */
    VVF_ERROR_WRITE = 21,           /**< the callback for text has failed */
    VVF_ERROR_PATH = 23,            /**< the text is no JSON Pointer */
    VVF_ERROR_CHECKSUM = 24,        /**< the checksum is not that of the bytes */
    VVF_DONE = 100 /**< there are no more records; not an error */
} vvf_status;

/** Describes a status in a few words. The text is constant. */
static inline const char *vvf_status_text(vvf_status status)
{
    switch (status) {
    case VVF_OK: return "no error";
    case VVF_ERROR_RANGE: return "number out of range";
    case VVF_ERROR_DEPTH: return "nested too deeply";
    case VVF_ERROR_SIZE: return "document too large";
    case VVF_ERROR_NODES: return "too many nodes";
    case VVF_ERROR_SCRATCH: return "too little scratch memory";
    case VVF_ERROR_KIND: return "wrong kind of value";
    case VVF_ERROR_UNREPRESENTABLE: return "value cannot be represented";
    case VVF_ERROR_INVALID: return "invalid frozen buffer";
    case VVF_ERROR_VERSION: return "unsupported version";
    case VVF_ERROR_NOT_FOUND: return "not found";
    case VVF_ERROR_WRITE: return "the output cannot be written";
    case VVF_ERROR_PATH: return "invalid path";
    case VVF_ERROR_CHECKSUM: return "checksum mismatch";
    case VVF_DONE: return "no more records";
    }
    return "unknown status";
}

/** An error, and the place of it. */
typedef struct vvf_error {
    vvf_status status;
    size_t offset;  /**< the byte at which it was noticed, from the start of the buffer or stream */
    size_t scratch; /**< with VVF_ERROR_SCRATCH: how many bytes to lend in the next call */
} vvf_error;

/** Limits for a document. */
typedef struct vvf_limits {
    size_t depth; /**< containers inside each other */
    size_t nodes; /**< slots of containers, elements and rows of packed ones, in all */
    size_t bytes; /**< the length of the buffer, or of a block of a stream */
} vvf_limits;

/** The limits that NULL stands for: depth 128, any number of nodes and bytes. */
static inline vvf_limits vvf_limits_default(void)
{
    vvf_limits limits;
    limits.depth = 128;
    limits.nodes = SIZE_MAX;
    limits.bytes = SIZE_MAX;
    return limits;
}

/* ------------------------------------------------------------------------------------------------
 * Inlining, where compilers would make a call.
 */
#ifndef VARVEL_SHARED_INLINE_H
#define VARVEL_SHARED_INLINE_H

#if defined(__GNUC__)
#define VVS__INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define VVS__INLINE static __forceinline
#else
#define VVS__INLINE static inline
#endif

#endif

/* ------------------------------------------------------------------------------------------------
 * Bytes: numbers and lengths in memory of any alignment.
 */

/* Look-ups, steps of loops over items, and what they call. Else compilers make calls of them that
 * pass values of 40 bytes through memory: a step takes 8 to 16 ns in place of 2. */
#define VVF__INLINE VVS__INLINE

VVF__INLINE uint32_t vvf__u16(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

VVF__INLINE uint32_t vvf__u32(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

VVF__INLINE uint64_t vvf__u64(const unsigned char *p)
{
    return (uint64_t)vvf__u32(p) | (uint64_t)vvf__u32(p + 4) << 32;
}

/* A number of 1, 2, 4 or 8 bytes; `width` is the base-2 logarithm. */
VVF__INLINE uint64_t vvf__uint(const unsigned char *p, unsigned width)
{
    switch (width) {
    case 0: return p[0];
    case 1: return vvf__u16(p);
    case 2: return vvf__u32(p);
    default: return vvf__u64(p);
    }
}

/* Reads two's complement. A conversion of large numbers would be up to the compiler. */
VVF__INLINE int64_t vvf__signed(uint64_t bits)
{
    return bits >> 63 ? -(int64_t)~bits - 1 : (int64_t)bits;
}

/* A signed number of 1, 2, 4 or 8 bytes. */
VVF__INLINE int64_t vvf__int(const unsigned char *p, unsigned width)
{
    uint64_t bits = vvf__uint(p, width);
    unsigned sign = (8u << width) - 1u;
    if (bits >> sign & 1u)
        bits |= ~UINT64_C(0) << sign;
    return vvf__signed(bits);
}

static inline double vvf__double(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float vvf__float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/*
 * Reads a length, which begins at `*at` and ends at `end` or before, and moves `*at` behind it.
 * Returns 0 if the length is cut off, not in its shortest form, or beyond 63 bits.
 */
VVF__INLINE int vvf__length(const unsigned char *bytes, size_t end, size_t *at, uint64_t *length)
{
    uint64_t value = 0;
    unsigned shift;
    for (shift = 0; shift < 63; shift += 7) {
        unsigned byte;
        if (*at >= end)
            return 0;
        byte = bytes[(*at)++];
        value |= (uint64_t)(byte & 0x7Fu) << shift;
        if (byte < 0x80) {
            *length = value;
            return byte != 0 || shift == 0;
        }
    }
    return 0;
}

/* ------------------------------------------------------------------------------------------------
 * Products of 128 bits.
 */
#ifndef VARVEL_SHARED_MULTIPLY_H
#define VARVEL_SHARED_MULTIPLY_H

/* Multiplies two numbers of 64 bits. Returns the high half of the product. */
VVS__INLINE uint64_t vvs__multiply(uint64_t a, uint64_t b, uint64_t *low)
{
#if defined(__SIZEOF_INT128__) && !defined(VARVEL_NO_INT128)
    __extension__ typedef unsigned __int128 wide;
    const wide product = (wide)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#else
    const uint64_t mask = 0xFFFFFFFFu;
    const uint64_t a0 = a & mask, a1 = a >> 32, b0 = b & mask, b1 = b >> 32;
    const uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    const uint64_t middle = (p00 >> 32) + (p01 & mask) + (p10 & mask);
    *low = (p00 & mask) | middle << 32;
    return p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
#endif
}

#endif

/* ------------------------------------------------------------------------------------------------
 * Checksum: XXH3 of 64 bits without a seed, for more than 16 bytes: all buffers are longer.
 * https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
 */

#define VVF__PRIME32_1 UINT64_C(0x9E3779B1)
#define VVF__PRIME32_2 UINT64_C(0x85EBCA77)
#define VVF__PRIME32_3 UINT64_C(0xC2B2AE3D)
#define VVF__PRIME64_1 UINT64_C(0x9E3779B185EBCA87)
#define VVF__PRIME64_2 UINT64_C(0xC2B2AE3D27D4EB4F)
#define VVF__PRIME64_3 UINT64_C(0x165667B19E3779F9)
#define VVF__PRIME64_4 UINT64_C(0x85EBCA77C2B2AE63)
#define VVF__PRIME64_5 UINT64_C(0x27D4EB2F165667C5)

static const unsigned char vvf__secret[192] = {
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c,
    0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f,
    0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
    0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c,
    0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3,
    0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8,
    0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d,
    0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64,
    0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
    0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e,
    0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce,
    0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e};

static inline uint64_t vvf__fold(uint64_t a, uint64_t b)
{
    uint64_t low, high = vvs__multiply(a, b, &low);
    return low ^ high;
}

static inline uint64_t vvf__avalanche(uint64_t hash)
{
    hash ^= hash >> 37;
    hash *= UINT64_C(0x165667919E3779F9);
    return hash ^ hash >> 32;
}

static inline uint64_t vvf__mix16(const unsigned char *p, size_t secret)
{
    return vvf__fold(vvf__u64(p) ^ vvf__u64(vvf__secret + secret),
                     vvf__u64(p + 8) ^ vvf__u64(vvf__secret + secret + 8));
}

static inline void vvf__stripe(uint64_t lanes[8], const unsigned char *p, size_t secret)
{
    size_t i;
    for (i = 0; i < 8; i++) {
        uint64_t value = vvf__u64(p + 8 * i);
        uint64_t key = value ^ vvf__u64(vvf__secret + secret + 8 * i);
        lanes[i ^ 1u] += value;
        lanes[i] += (key & 0xFFFFFFFFu) * (key >> 32);
    }
}

static inline uint64_t vvf__xxh3_long(const unsigned char *p, size_t length)
{
    uint64_t lanes[8] = {VVF__PRIME32_3, VVF__PRIME64_1, VVF__PRIME64_2, VVF__PRIME64_3,
                         VVF__PRIME64_4, VVF__PRIME32_2, VVF__PRIME64_5, VVF__PRIME32_1};
    uint64_t hash = (uint64_t)length * VVF__PRIME64_1;
    size_t last = (length - 1) / 64; /* the stripes before the last */
    size_t i, n;
    for (n = 0; n < last; n++) {
        vvf__stripe(lanes, p + 64 * n, 8 * (n % 16));
        if (n % 16 == 15) {
            for (i = 0; i < 8; i++) {
                lanes[i] ^= lanes[i] >> 47;
                lanes[i] ^= vvf__u64(vvf__secret + 128 + 8 * i);
                lanes[i] *= VVF__PRIME32_1;
            }
        }
    }
    vvf__stripe(lanes, p + length - 64, 121);
    for (i = 0; i < 4; i++) {
        hash += vvf__fold(lanes[2 * i] ^ vvf__u64(vvf__secret + 11 + 16 * i),
                          lanes[2 * i + 1] ^ vvf__u64(vvf__secret + 19 + 16 * i));
    }
    return vvf__avalanche(hash);
}

static inline uint64_t vvf__xxh3(const unsigned char *p, size_t length)
{
    uint64_t hash = (uint64_t)length * VVF__PRIME64_1;
    size_t i;
    if (length > 240)
        return vvf__xxh3_long(p, length);
    if (length > 128) {
        for (i = 0; i < 8; i++)
            hash += vvf__mix16(p + 16 * i, 16 * i);
        hash = vvf__avalanche(hash);
        for (i = 8; i < length / 16; i++)
            hash += vvf__mix16(p + 16 * i, 16 * (i - 8) + 3);
        hash += vvf__mix16(p + length - 16, 119);
        return vvf__avalanche(hash);
    }
    for (i = 0; i <= (length - 1) / 32; i++) {
        hash += vvf__mix16(p + 16 * i, 32 * i);
        hash += vvf__mix16(p + length - 16 * (i + 1), 32 * i + 16);
    }
    return vvf__avalanche(hash);
}

/* ------------------------------------------------------------------------------------------------
 * Documents and values: the slot that holds a value, and the kind of it.
 */

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
} vvf_kind;

/** Types of the numbers of a packed array. */
typedef enum vvf_element {
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
    static const char *const words[] = {
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
    };
    return (unsigned)kind <= (unsigned)VVF_SIMPLE ? words[kind] : "unknown";
}

/** Whether the value is null. */
static inline int vvf_is_null(vvf_value value)
{
    return value.form == VVF__LITERAL && value.bits == VVF__NULL;
}

/* ------------------------------------------------------------------------------------------------
 * Scalars: booleans, numbers, strings, bytes and timestamps.
 */

/** Reads a boolean, as 0 or 1. VVF_ERROR_KIND if the value is no boolean. */
static inline vvf_status vvf_get_bool(vvf_value value, int *result)
{
    if (vvf_kind_of(value) != VVF_BOOL)
        return VVF_ERROR_KIND;
    *result = value.bits == VVF__TRUE;
    return VVF_OK;
}

/* The bits of an integer; `*is_unsigned` says whether it is 2^63 or more. */
VVF__INLINE uint64_t vvf__integer(vvf_value value, int *is_unsigned)
{
    const unsigned char *p = value.doc->bytes + value.at;
    *is_unsigned = 0;
    switch (value.form) {
    case VVF__SMALL_INT: return value.bits;
    case VVF__INT32: return (uint64_t)vvf__int(p, 2);
    case VVF__INT64: return (uint64_t)vvf__int(p, 3);
    case VVF__ELEMENT:
        switch (value.bits) {
        case VVF_U32: return vvf__u32(p);
        case VVF_U64: *is_unsigned = (int)(p[7] >> 7); return vvf__u64(p);
        default: return (uint64_t)vvf__int(p, vvf__element_width((unsigned)value.bits));
        }
    default: *is_unsigned = 1; return vvf__u64(p + 1);
    }
}

/* vvf__integer() of any value: an error if it is no integer, or one that is held as text. */
VVF__INLINE vvf_status vvf__get_integer(vvf_value value, uint64_t *bits, int *is_unsigned)
{
    vvf_kind kind = vvf_kind_of(value);
    if (kind != VVF_INT)
        return kind == VVF_BIGINT ? VVF_ERROR_RANGE : VVF_ERROR_KIND;
    *bits = vvf__integer(value, is_unsigned);
    return VVF_OK;
}

/**
 * Reads an integer. VVF_ERROR_RANGE if it is above INT64_MAX or held as text, VVF_ERROR_KIND if the
 * value is no integer; a float is no integer, whatever its value.
 */
VVF__INLINE vvf_status vvf_get_i64(vvf_value value, int64_t *result)
{
    int is_unsigned;
    uint64_t bits;
    vvf_status status = vvf__get_integer(value, &bits, &is_unsigned);
    if (status != VVF_OK)
        return status;
    if (is_unsigned)
        return VVF_ERROR_RANGE;
    *result = vvf__signed(bits);
    return VVF_OK;
}

/**
 * Reads an integer that is not negative. VVF_ERROR_RANGE if it is negative or held as text,
 * VVF_ERROR_KIND if the value is no integer.
 */
VVF__INLINE vvf_status vvf_get_u64(vvf_value value, uint64_t *result)
{
    int is_unsigned;
    uint64_t bits;
    vvf_status status = vvf__get_integer(value, &bits, &is_unsigned);
    if (status != VVF_OK)
        return status;
    if (bits >> 63 && !is_unsigned)
        return VVF_ERROR_RANGE;
    *result = bits;
    return VVF_OK;
}

/**
 * Reads a float, or an integer that a double holds exactly; does not round. VVF_ERROR_RANGE for
 * other numbers, VVF_ERROR_KIND if the value is no number.
 */
static inline vvf_status vvf_get_f64(vvf_value value, double *result)
{
    const unsigned char *p = value.doc->bytes + value.at;
    uint64_t bits, magnitude;
    int is_unsigned, negative;
    switch (vvf_kind_of(value)) {
    case VVF_FLOAT: break;
    case VVF_INT:
        bits = vvf__integer(value, &is_unsigned);
        negative = bits >> 63 && !is_unsigned;
        magnitude = negative ? UINT64_C(0) - bits : bits;
        while (magnitude > UINT64_C(1) << 53 && (magnitude & 1u) == 0)
            magnitude >>= 1;
        if (magnitude > UINT64_C(1) << 53)
            return VVF_ERROR_RANGE;
        *result = negative ? (double)vvf__signed(bits) : (double)bits;
        return VVF_OK;
    case VVF_BIGINT:
    case VVF_DECIMAL: return VVF_ERROR_RANGE;
    default: return VVF_ERROR_KIND;
    }
    if (value.form == VVF__FLOAT || (value.form == VVF__ELEMENT && value.bits == VVF_F64))
        *result = vvf__double(vvf__u64(p));
    else
        *result = (double)vvf__float(vvf__u32(value.form == VVF__ELEMENT ? p : p + 1));
    return VVF_OK;
}

/** Whether a value is a float of 32 bits. vvf_get_f64() reads floats of both widths. */
static inline int vvf_is_f32(vvf_value value)
{
    if (value.form == VVF__ELEMENT)
        return value.bits == VVF_F32;
    return value.form == VVF__OTHER && value.doc->bytes[value.at] == VVF__FLOAT32;
}

/**
 * Reads a string: UTF-8. No zero ends it, and zeros may be inside. VVF_ERROR_KIND if the value is
 * no string.
 */
VVF__INLINE vvf_status vvf_get_string(vvf_value value, const char **text, size_t *length)
{
    const unsigned char *p;
    switch (value.form) {
    case VVF__SHORT_STRING:
        p = value.doc->bytes + value.at + 1;
        *length = (size_t)(value.bits & 15u);
        break;
    case VVF__STRING:
    case VVF__TEXT: p = vvf__counted(value.doc, value.at, length); break;
    default: return VVF_ERROR_KIND;
    }
    *text = (const char *)p;
    return VVF_OK;
}

/* Whether two texts of one length are the same. Most are keys, and short: a call of memcmp() would
 * take longer than they do. */
VVF__INLINE int vvf__same(const unsigned char *a, const unsigned char *b, size_t length)
{
    if (length > 16)
        return memcmp(a, b, length) == 0;
    if (length >= 8)
        return vvf__u64(a) == vvf__u64(b) && vvf__u64(a + length - 8) == vvf__u64(b + length - 8);
    if (length >= 4)
        return vvf__u32(a) == vvf__u32(b) && vvf__u32(a + length - 4) == vvf__u32(b + length - 4);
    while (length > 0 && a[length - 1] == b[length - 1])
        length--;
    return length == 0;
}

/** Whether a value is the string of `length` bytes at `text`. */
static inline int vvf_is_string(vvf_value value, const char *text, size_t length)
{
    const char *own;
    size_t own_length;
    return vvf_get_string(value, &own, &own_length) == VVF_OK && own_length == length
           && vvf__same((const unsigned char *)own, (const unsigned char *)text, length);
}

/** Reads bytes. VVF_ERROR_KIND if the value is not of kind VVF_BYTES; a string is not. */
static inline vvf_status vvf_get_bytes(vvf_value value, const unsigned char **bytes, size_t *length)
{
    if (vvf_kind_of(value) != VVF_BYTES)
        return VVF_ERROR_KIND;
    *bytes = vvf__counted(value.doc, value.at + 1, length);
    return VVF_OK;
}

/**
 * Reads the text of an integer beyond 64 bits or of a decimal, in the grammar of JSON numbers. No
 * zero ends it. VVF_ERROR_KIND if the value is neither.
 */
static inline vvf_status vvf_get_number_text(vvf_value value, const char **text, size_t *length)
{
    vvf_kind kind = vvf_kind_of(value);
    if (kind != VVF_BIGINT && kind != VVF_DECIMAL)
        return VVF_ERROR_KIND;
    *text = (const char *)vvf__counted(value.doc, value.at + 1, length);
    return VVF_OK;
}

/**
 * Reads a timestamp: seconds since 1970, and nanoseconds from 0 to 999,999,999 that are added to
 * them, also before 1970. VVF_ERROR_KIND if the value is no timestamp.
 */
static inline vvf_status vvf_get_timestamp(vvf_value value, int64_t *seconds, uint32_t *nanoseconds)
{
    const unsigned char *p = value.doc->bytes + value.at + 1;
    if (vvf_kind_of(value) != VVF_TIMESTAMP)
        return VVF_ERROR_KIND;
    *seconds = vvf__int(p, 3);
    *nanoseconds = vvf__u32(p + 8);
    return VVF_OK;
}

/* ------------------------------------------------------------------------------------------------
 * Containers: arrays, and what objects and maps have in common with them.
 */

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

/* ------------------------------------------------------------------------------------------------
 * Keys: an object is searched by fingerprints of its keys, or by their index.
 */

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

/* ------------------------------------------------------------------------------------------------
 * Members: found by their key, or by a JSON Pointer.
 */

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

/* ------------------------------------------------------------------------------------------------
 * Iteration: over the items of an array, and the members of an object or a map.
 */

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

/* ------------------------------------------------------------------------------------------------
 * Packed numbers: arrays of one type, and matrices.
 */

/**
 * Numbers of one type at equal distances: number `i` is at `data + i * stride`, little-endian and
 * not always aligned. vvf_number_i64(), vvf_number_u64() and vvf_number_f64() read one number. On a
 * little-endian machine `memcpy` may copy all of them if `stride` is the size of the type.
 */
typedef struct vvf_numbers {
    const unsigned char *data;
    vvf_element type;
    size_t count;
    size_t stride; /**< in bytes */
} vvf_numbers;

/** A matrix: element (row, column) is at `data + row * row_stride + column * stride`. */
typedef struct vvf_matrix {
    const unsigned char *data;
    vvf_element type;
    size_t rows;
    size_t columns;
    size_t row_stride; /**< in bytes */
    size_t stride;     /**< in bytes */
} vvf_matrix;

/**
 * Gets the numbers of a packed array, or of a row of a matrix. VVF_ERROR_KIND if the value is
 * neither; an array of numbers is not always packed.
 */
static inline vvf_status vvf_get_numbers(vvf_value value, vvf_numbers *numbers)
{
    vvf__container c;
    if (value.form != VVF__PACKED && value.form != VVF__ROW)
        return VVF_ERROR_KIND;
    vvf__enter(value, &c);
    if (c.columns != 0)
        return VVF_ERROR_KIND;
    numbers->data = value.doc->bytes + c.slots;
    numbers->type = (vvf_element)c.element;
    numbers->count = c.count;
    numbers->stride = (size_t)1 << c.width;
    return VVF_OK;
}

/** Gets the numbers of a matrix. VVF_ERROR_KIND if the value is no matrix. */
static inline vvf_status vvf_get_matrix(vvf_value value, vvf_matrix *matrix)
{
    vvf__container c;
    if (value.form != VVF__PACKED)
        return VVF_ERROR_KIND;
    vvf__enter(value, &c);
    if (c.columns == 0)
        return VVF_ERROR_KIND;
    matrix->data = value.doc->bytes + c.slots;
    matrix->type = (vvf_element)c.element;
    matrix->rows = c.count;
    matrix->columns = c.columns;
    matrix->stride = (size_t)1 << c.width;
    matrix->row_stride = c.columns << c.width;
    return VVF_OK;
}

/* Numbers of a matrix in a row or a column, the first at `at`. */
static inline vvf_numbers vvf__line(const vvf_matrix *matrix, size_t at, size_t count,
                                    size_t stride)
{
    vvf_numbers numbers;
    numbers.data = matrix->data + at;
    numbers.type = matrix->type;
    numbers.count = count;
    numbers.stride = stride;
    return numbers;
}

/** One row of a matrix. `row` must be below `matrix->rows`. */
static inline vvf_numbers vvf_matrix_row(const vvf_matrix *matrix, size_t row)
{
    return vvf__line(matrix, row * matrix->row_stride, matrix->columns, matrix->stride);
}

/** One column of a matrix. `column` must be below `matrix->columns`. */
static inline vvf_numbers vvf_matrix_column(const vvf_matrix *matrix, size_t column)
{
    return vvf__line(matrix, column * matrix->stride, matrix->rows, matrix->row_stride);
}

/* Number `i` as a value. */
static inline vvf_value vvf__number(const vvf_numbers *numbers, size_t i, vvf_doc *place)
{
    vvf_value value;
    memset(place, 0, sizeof *place);
    place->bytes = numbers->data + i * numbers->stride;
    value.doc = place;
    value.at = 0;
    value.bits = (uint64_t)numbers->type;
    value.count = 0;
    value.form = VVF__ELEMENT;
    return value;
}

/** Reads number `i`, which must be below `numbers->count`. Returns what vvf_get_i64() returns. */
static inline vvf_status vvf_number_i64(const vvf_numbers *numbers, size_t i, int64_t *result)
{
    vvf_doc place;
    return vvf_get_i64(vvf__number(numbers, i, &place), result);
}

/** Reads number `i`, which must be below `numbers->count`. Returns what vvf_get_u64() returns. */
static inline vvf_status vvf_number_u64(const vvf_numbers *numbers, size_t i, uint64_t *result)
{
    vvf_doc place;
    return vvf_get_u64(vvf__number(numbers, i, &place), result);
}

/** Reads number `i`, which must be below `numbers->count`. Returns what vvf_get_f64() returns. */
static inline vvf_status vvf_number_f64(const vvf_numbers *numbers, size_t i, double *result)
{
    vvf_doc place;
    return vvf_get_f64(vvf__number(numbers, i, &place), result);
}

/* ------------------------------------------------------------------------------------------------
 * Columns: one member of each object of an array.
 */

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

/* ------------------------------------------------------------------------------------------------
 * Digests: 128 bits of a value, the same for values that are equal. Keys of maps may be any value,
 * and must differ: validation sorts their digests to prove it. They are made by BLAKE2s (RFC 7693),
 * so nobody can find two values with one digest.
 */

#define VVF__DIGEST 16u

typedef struct vvf__digest {
    unsigned char bytes[VVF__DIGEST];
} vvf__digest;

static inline uint32_t vvf__rotate(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

/* Compresses a block of 64 bytes into `h`. `total` is the number of bytes up to its end. */
static inline void vvf__blake2s(uint32_t h[8], const unsigned char block[64], uint64_t total,
                                int is_last)
{
    static const uint32_t iv[8] = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
    static const unsigned char sigma[10][16] = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
        {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
        {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
        {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
        {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
        {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
        {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
        {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
        {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
        {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};
    uint32_t v[16], m[16];
    unsigned i, round;
    for (i = 0; i < 8; i++) {
        v[i] = h[i];
        v[i + 8] = iv[i];
    }
    for (i = 0; i < 16; i++)
        m[i] = vvf__u32(block + 4 * i);
    v[12] ^= (uint32_t)(total & 0xFFFFFFFFu);
    v[13] ^= (uint32_t)(total >> 32);
    if (is_last)
        v[14] = ~v[14];
    for (round = 0; round < 10; round++) {
        for (i = 0; i < 8; i++) {
            /* Four columns, then four diagonals. */
            unsigned a = i & 3u, turn = i >> 2;
            unsigned b = 4 + ((a + turn) & 3u);
            unsigned c = 8 + ((a + 2 * turn) & 3u);
            unsigned d = 12 + ((a + 3 * turn) & 3u);
            v[a] += v[b] + m[sigma[round][2 * i]];
            v[d] = vvf__rotate(v[d] ^ v[a], 16);
            v[c] += v[d];
            v[b] = vvf__rotate(v[b] ^ v[c], 12);
            v[a] += v[b] + m[sigma[round][2 * i + 1]];
            v[d] = vvf__rotate(v[d] ^ v[a], 8);
            v[c] += v[d];
            v[b] = vvf__rotate(v[b] ^ v[c], 7);
        }
    }
    for (i = 0; i < 8; i++)
        h[i] ^= v[i] ^ v[i + 8];
}

/* The digest of bytes; `domain` keeps those of different kinds apart. */
static inline vvf__digest vvf__digest_of(uint32_t domain, const unsigned char *p, size_t length)
{
    /* The initial values of BLAKE2s, with 16 bytes of digest and `domain` as personalization. */
    uint32_t h[8] = {0x6A09E667 ^ 0x01010010,
                     0xBB67AE85,
                     0x3C6EF372,
                     0xA54FF53A,
                     0x510E527F,
                     0x9B05688C,
                     0x1F83D9AB,
                     0x5BE0CD19};
    unsigned char block[64];
    uint64_t total = 0;
    vvf__digest digest;
    unsigned i;
    h[6] ^= domain;
    while (length > 64) {
        total += 64;
        vvf__blake2s(h, p, total, 0);
        p += 64;
        length -= 64;
    }
    memset(block, 0, sizeof block);
    if (length != 0)
        memcpy(block, p, length);
    vvf__blake2s(h, block, total + length, 1);
    for (i = 0; i < VVF__DIGEST; i++)
        digest.bytes[i] = (unsigned char)(h[i / 4] >> 8 * (i % 4) & 0xFFu);
    return digest;
}

/* The kinds of values, as digests tell them apart. */
enum {
    VVF__OF_LITERAL = 1,
    VVF__OF_INT,
    VVF__OF_UNSIGNED,
    VVF__OF_FLOAT,
    VVF__OF_BIG,
    VVF__OF_DECIMAL,
    VVF__OF_STRING,
    VVF__OF_BYTES,
    VVF__OF_TIMESTAMP,
    VVF__OF_TAGGED,
    VVF__OF_EXTENSION,
    VVF__OF_SIMPLE,
    VVF__OF_ARRAY,
    VVF__OF_MEMBERS,
    VVF__OF_TWO
};

/* The digest of two digests in this order. */
static inline vvf__digest vvf__digest_both(vvf__digest a, vvf__digest b)
{
    unsigned char both[2 * VVF__DIGEST];
    memcpy(both, a.bytes, VVF__DIGEST);
    memcpy(both + VVF__DIGEST, b.bytes, VVF__DIGEST);
    return vvf__digest_of(VVF__OF_TWO, both, sizeof both);
}

static inline vvf__digest vvf__digest_of_number(uint32_t domain, uint64_t number)
{
    unsigned char bytes[8];
    unsigned i;
    for (i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(number >> 8 * i & 0xFFu);
    return vvf__digest_of(domain, bytes, sizeof bytes);
}

/* The digest of a float: -0.0 differs from 0.0, NaN equals NaN, 32 bits equal 64 bits. */
static inline vvf__digest vvf__digest_of_float(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if ((bits & UINT64_C(0x7FFFFFFFFFFFFFFF)) > UINT64_C(0x7FF0000000000000))
        bits = UINT64_C(0x7FF8000000000000);
    return vvf__digest_of_number(VVF__OF_FLOAT, bits);
}

/* The digest that a container begins with. */
static inline vvf__digest vvf__digest_of_container(uint32_t domain)
{
    return vvf__digest_of(domain, NULL, 0);
}

/* The digest of a number, unless it is held as text. */
static inline vvf__digest vvf__digest_of_numeric(vvf_value value)
{
    int is_unsigned;
    uint64_t bits;
    if (vvf_kind_of(value) == VVF_FLOAT) {
        double number = 0;
        vvf_get_f64(value, &number);
        return vvf__digest_of_float(number);
    }
    bits = vvf__integer(value, &is_unsigned);
    return vvf__digest_of_number(bits >> 63 && is_unsigned ? VVF__OF_UNSIGNED : VVF__OF_INT, bits);
}

/* The digest of a packed array or of a matrix: that of an array of arrays. */
static inline vvf__digest vvf__digest_of_packed(vvf_value value)
{
    vvf__digest digest = vvf__digest_of_container(VVF__OF_ARRAY);
    vvf__container c, row;
    size_t i, k;
    vvf__enter(value, &c);
    for (i = 0; i < c.count; i++) {
        vvf_value item = vvf__item(value.doc, &c, i);
        vvf__digest own;
        if (item.form == VVF__ROW) {
            own = vvf__digest_of_container(VVF__OF_ARRAY);
            vvf__enter(item, &row);
            for (k = 0; k < row.count; k++)
                own = vvf__digest_both(own, vvf__digest_of_numeric(vvf__item(value.doc, &row, k)));
        } else {
            own = vvf__digest_of_numeric(item);
        }
        digest = vvf__digest_both(digest, own);
    }
    return digest;
}

/* The digest of a value that holds no slots. */
static inline vvf__digest vvf__digest_of_leaf(vvf_value value)
{
    const unsigned char *p;
    const char *text = "";
    size_t length = 0;
    switch (vvf_kind_of(value)) {
    case VVF_INT:
    case VVF_FLOAT: return vvf__digest_of_numeric(value);
    case VVF_BIGINT:
        vvf_get_number_text(value, &text, &length);
        return vvf__digest_of(VVF__OF_BIG, (const unsigned char *)text, length);
    case VVF_DECIMAL:
        vvf_get_number_text(value, &text, &length);
        return vvf__digest_of(VVF__OF_DECIMAL, (const unsigned char *)text, length);
    case VVF_STRING:
        vvf_get_string(value, &text, &length);
        return vvf__digest_of(VVF__OF_STRING, (const unsigned char *)text, length);
    case VVF_BYTES:
        p = vvf__counted(value.doc, value.at + 1, &length);
        return vvf__digest_of(VVF__OF_BYTES, p, length);
    case VVF_TIMESTAMP:
        return vvf__digest_of(VVF__OF_TIMESTAMP, value.doc->bytes + value.at + 1, 12);
    case VVF_ARRAY: return vvf__digest_of_packed(value);
    case VVF_OBJECT: return vvf__digest_of_container(VVF__OF_MEMBERS);
    default: return vvf__digest_of_number(VVF__OF_LITERAL, value.bits);
    }
}

/* The digests of a key and its value. They wait for those of the other members. */
typedef struct vvf__entry {
    vvf__digest key;
    vvf__digest value;
} vvf__entry;

/* Moves entry `root` down to where it belongs in a heap of `count` entries. */
static inline void vvf__sift(unsigned char *entries, size_t root, size_t count)
{
    const size_t size = sizeof(vvf__entry);
    vvf__entry moved;
    memcpy(&moved, entries + root * size, size);
    while (root < count / 2) {
        size_t child = 2 * root + 1;
        if (child + 1 < count
            && memcmp(entries + child * size, entries + (child + 1) * size, VVF__DIGEST) < 0)
            child++;
        if (memcmp(moved.key.bytes, entries + child * size, VVF__DIGEST) >= 0)
            break;
        memcpy(entries + root * size, entries + child * size, size);
        root = child;
    }
    memcpy(entries + root * size, &moved, size);
}

/* Sorts entries by their keys, in place. */
static inline void vvf__sort_entries(unsigned char *entries, size_t count)
{
    const size_t size = sizeof(vvf__entry);
    vvf__entry last;
    size_t i;
    for (i = count / 2; i > 0; i--)
        vvf__sift(entries, i - 1, count);
    for (i = count; i > 1; i--) {
        memcpy(&last, entries + (i - 1) * size, size);
        memcpy(entries + (i - 1) * size, entries, size);
        memcpy(entries, &last, size);
        vvf__sift(entries, 0, i - 1);
    }
}

/* ------------------------------------------------------------------------------------------------
 * Validation: the state of it, and the header of a buffer.
 */

/* A container whose slots are being validated. */
typedef struct vvf__frame {
    size_t base;   /* where its node is */
    size_t slot;   /* where the next slot to validate is */
    size_t left;   /* how many slots are left */
    size_t count;  /* how many slots there are */
    size_t slots;  /* where the first is */
    size_t end;    /* the end of its node */
    size_t places; /* of an object with a shape: the places of its keys */
    unsigned width;
    int kind;           /* VVF__IN_ARRAY and so on */
    int is_hashed;      /* it is in a key of a map, so its digest is needed */
    int other_keys;     /* of a map: a key was not a string */
    vvf__digest digest; /* of the values so far; of an object or a map, of the last key */
} vvf__frame;

/* The state of validation. */
typedef struct vvf__check {
    vvf_doc *doc;
    vvf_limits limits;
    unsigned char *scratch;
    size_t scratch_size;
    vvf_error *error;
    size_t cursor;  /* where the next node begins */
    size_t depth;   /* how many frames are around the current one, in scratch memory */
    size_t entries; /* how many entries wait, at the end of the scratch memory */
    uint64_t nodes;
    uint64_t shared;  /* the bytes of the strings that shared strings stood for so far */
    size_t texts;     /* where the texts begin, from the start of the tables */
    size_t texts_end; /* where they end, from the start of the tables */
} vvf__check;

static inline vvf_status vvf__fail(vvf__check *check, vvf_status status, size_t offset)
{
    check->error->status = status;
    check->error->offset = offset;
    return status;
}

static inline vvf_status vvf__invalid(vvf__check *check, size_t offset)
{
    return vvf__fail(check, VVF_ERROR_INVALID, offset);
}

static inline vvf_status vvf__need_scratch(vvf__check *check, size_t size)
{
    check->error->scratch = size;
    return vvf__fail(check, VVF_ERROR_SCRATCH, 0);
}

/* Validates the header and the checksum, and fills in the document. */
static inline vvf_status vvf__check_header(vvf__check *check, const unsigned char *bytes,
                                           size_t length)
{
    vvf_doc *doc = check->doc;
    uint64_t end;
    memset(doc, 0, sizeof *doc);
    if (length > check->limits.bytes)
        return vvf__fail(check, VVF_ERROR_SIZE, 0);
    if (length < 4 || memcmp(bytes, "VRVL", 4) != 0)
        return vvf__invalid(check, 0);
    if (length > 4 && bytes[4] != VARVEL_FROZEN_VERSION)
        return vvf__fail(check, VVF_ERROR_VERSION, 4);
    if (length < VVF__HEADER)
        return vvf__invalid(check, length < 8 ? length : 8);
    if ((bytes[5] & ~VVF__FLAG_CHECKSUM) != 0 || bytes[6] != 0 || bytes[7] != 0)
        return vvf__invalid(check, 5);
    if (vvf__u64(bytes + 8) != (uint64_t)length || (uint64_t)length >> 48 != 0)
        return vvf__invalid(check, 8);
    if ((bytes[5] & VVF__FLAG_CHECKSUM) != 0) {
        length -= VVF__CHECKSUM;
        if (vvf__xxh3(bytes, length) != vvf__u64(bytes + length))
            return vvf__fail(check, VVF_ERROR_CHECKSUM, length);
    }
    end = vvf__u64(bytes + 16);
    if (length < VVF__HEADER + VVF__TABLES || end < VVF__HEADER || end > length - VVF__TABLES
        || (uint64_t)length - end > 0xFFFFFFFFu)
        return vvf__invalid(check, 16);
    doc->bytes = bytes;
    doc->length = length;
    doc->tables = (size_t)end;
    doc->shape_count = vvf__u32(bytes + doc->tables);
    doc->shared_count = vvf__u32(bytes + doc->tables + 12);
    doc->shapes = doc->tables + VVF__TABLES;
    doc->shared = doc->shapes;
    if (doc->shape_count <= (length - doc->shapes) / 4)
        doc->shared += 4 * (size_t)doc->shape_count;
    return VVF_OK;
}

/* ------------------------------------------------------------------------------------------------
 * UTF-8, by table 3-7 of the Unicode standard.
 */
#ifndef VARVEL_SHARED_UTF8_H
#define VARVEL_SHARED_UTF8_H

/* Whether all of 8 bytes are ASCII. */
static inline int vvs__is_ascii8(const unsigned char *p)
{
    uint64_t word;
    memcpy(&word, p, 8);
    return (word & UINT64_C(0x8080808080808080)) == 0;
}

/* Returns the place of the first character that is not UTF-8, or `length` if all are. */
static inline size_t vvs__utf8(const unsigned char *p, size_t length)
{
    size_t i = 0;
    while (length - i >= 8 && vvs__is_ascii8(p + i))
        i += 8;
    /* The rest, with bytes that were seen before it. */
    if (length - i < 8 && length >= 8 && vvs__is_ascii8(p + length - 8))
        return length;
    while (i < length) {
        const unsigned c = p[i];
        unsigned low = 0x80, high = 0xBF;
        if (c < 0x80) {
            i++;
            /* Many scripts have one space here, and no word of ASCII. */
            if (i == length || p[i] >= 0x80)
                continue;
            while (length - i >= 8 && vvs__is_ascii8(p + i))
                i += 8;
            while (i < length && p[i] < 0x80)
                i++;
            continue;
        }
        if (c < 0xE0) {
            if (c < 0xC2 || length - i < 2 || (p[i + 1] & 0xC0u) != 0x80)
                return i;
            i += 2;
            continue;
        }
        if (c > 0xF4 || length - i < (c < 0xF0 ? 3u : 4u))
            return i;
        if (c == 0xE0)
            low = 0xA0;
        else if (c == 0xED)
            high = 0x9F;
        else if (c == 0xF0)
            low = 0x90;
        else if (c == 0xF4)
            high = 0x8F;
        if (p[i + 1] < low || p[i + 1] > high || (p[i + 2] & 0xC0u) != 0x80)
            return i;
        i += 3;
        if (c < 0xF0)
            continue;
        if ((p[i] & 0xC0u) != 0x80)
            return i - 3;
        i++;
    }
    return length;
}

#endif

/* ------------------------------------------------------------------------------------------------
 * Validation of the tables: texts, indexes of keys, and shapes.
 */

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

/* ------------------------------------------------------------------------------------------------
 * Numbers in the grammar of JSON.
 */
#ifndef VARVEL_SHARED_NUMBER_H
#define VARVEL_SHARED_NUMBER_H

/* A number of JSON: digits * 10^power, or less than one digit more if some were dropped. */
typedef struct vvs__number {
    uint64_t digits; /* the first 19 except zeros in front */
    size_t count, dropped;
    int64_t power, exponent;
    const char *first, *last; /* the text without sign and exponent */
    int is_negative, is_integer;
} vvs__number;

/* Returns where digits end. */
static inline const char *vvs__skip_digits(const char *at, const char *end)
{
    while (at < end && (unsigned char)(*at - '0') <= 9)
        at++;
    return at;
}

/* Takes digits, of which the first 19 count, except zeros in front. Returns where they end. */
static inline const char *vvs__take_digits(const char *at, const char *end, vvs__number *number)
{
    uint64_t digits = number->digits;
    const char *start, *enough;
    if (digits == 0)
        while (at < end && *at == '0')
            at++;
    start = at;
    enough = (size_t)(end - at) > 19 - number->count ? at + (19 - number->count) : end;
    for (; at < enough && (unsigned char)(*at - '0') <= 9; at++)
        digits = 10 * digits + (uint64_t)(*at - '0');
    number->digits = digits;
    number->count += (size_t)(at - start);
    start = at;
    if (at == enough)
        at = vvs__skip_digits(at, end);
    number->dropped += (size_t)(at - start);
    return at;
}

/* Takes the exponent that begins at `e`. Returns where it ends, or NULL if it has no digits. */
static inline const char *vvs__take_exponent(const char *e, const char *end, vvs__number *number)
{
    const char *at = e + 1, *start;
    int64_t exponent = 0;
    const int is_below = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    start = at;
    at = vvs__skip_digits(at, end);
    if (at == start)
        return NULL;
    for (; start < at; start++)
        if (exponent < 1000000000)
            exponent = 10 * exponent + (*start - '0');
    number->exponent = is_below ? -exponent : exponent;
    number->power += number->exponent;
    return at;
}

/* Takes the number at the beginning of a text apart. Returns the length, or 0 if there is none. */
static inline size_t vvs__scan_number(const char *text, size_t size, vvs__number *number)
{
    const char *end = text + size, *at = text, *start;
    number->is_negative = size != 0 && *at == '-';
    number->is_integer = 1;
    number->digits = 0;
    number->count = number->dropped = 0;
    number->first = start = at += number->is_negative;
    at = vvs__take_digits(at, end, number);
    if (at == start || (*start == '0' && at - start > 1))
        return 0;
    number->power = (int64_t)number->dropped;
    if (at < end && *at == '.') {
        number->is_integer = 0;
        start = ++at;
        at = vvs__take_digits(at, end, number);
        if (at == start)
            return 0;
        /* Dropped digits behind the point do not count. */
        number->power = (int64_t)number->dropped - (at - start);
    }
    number->last = at;
    number->exponent = 0;
    if (at < end && (*at | 0x20) == 'e') {
        number->is_integer = 0;
        at = vvs__take_exponent(at, end, number);
        if (at == NULL)
            return 0;
    }
    return (size_t)(at - text);
}

#endif

/* ------------------------------------------------------------------------------------------------
 * Numbers that are kept as text.
 */

/* Whether text is a number in the grammar of JSON. */
static inline int vvf__is_number(const unsigned char *p, size_t length)
{
    vvs__number number;
    return length != 0 && vvs__scan_number((const char *)p, length, &number) == length;
}

/* Whether text is an integer beyond 64 bits. */
static inline int vvf__is_big(const unsigned char *p, size_t length)
{
    int negative = length != 0 && p[0] == '-';
    const char *least = negative ? "9223372036854775808" : "18446744073709551615";
    const char *text = (const char *)p + negative, *end = (const char *)p + length;
    size_t digits = negative ? 19 : 20, count = (size_t)(end - text);
    if (count < digits || *text == '0' || vvs__skip_digits(text, end) != end)
        return 0;
    return count > digits || memcmp(text, least, digits) > 0;
}

/* ------------------------------------------------------------------------------------------------
 * Validation of one node: leaves, packed numbers, and the heads of containers.
 */

/* Counts nodes. Returns an error if there are more than the limit. */
static inline vvf_status vvf__count(vvf__check *check, uint64_t nodes, size_t at)
{
    if (nodes > check->limits.nodes - check->nodes)
        return vvf__fail(check, VVF_ERROR_NODES, at);
    check->nodes += nodes;
    return VVF_OK;
}

/* Returns an error if `more` containers inside those that are open exceed the limit. */
static inline vvf_status vvf__deepen(vvf__check *check, size_t more, size_t at)
{
    if (more > check->limits.depth || check->depth > check->limits.depth - more)
        return vvf__fail(check, VVF_ERROR_DEPTH, at);
    return VVF_OK;
}

/* Validates a length at `at` and the bytes behind it. Moves the cursor behind them. */
static inline vvf_status vvf__check_counted(vvf__check *check, size_t at, size_t limit, int what)
{
    const unsigned char *bytes = check->doc->bytes;
    size_t start = at, bad;
    uint64_t length;
    if (!vvf__length(bytes, limit, &at, &length) || length > limit - at)
        return vvf__invalid(check, start);
    if (what == VVF__STRING) {
        bad = vvs__utf8(bytes + at, (size_t)length);
        if (bad < length)
            return vvf__invalid(check, at + bad);
    } else if ((what == VVF__BIG && !vvf__is_big(bytes + at, (size_t)length))
               || (what == VVF__DECIMAL && !vvf__is_number(bytes + at, (size_t)length))) {
        return vvf__invalid(check, at);
    }
    check->cursor = at + (size_t)length;
    return VVF_OK;
}

/* Validates a packed node and the padding before it. */
static inline vvf_status vvf__check_packed(vvf__check *check, size_t at, size_t limit, size_t slot)
{
    const unsigned char *bytes = check->doc->bytes;
    vvf__packed_head head;
    uint64_t room, count;
    size_t padding = at - check->cursor, i;
    vvf_status status;
    unsigned width;
    if (!vvf__read_packed(bytes, at, limit, &head) || head.rows == 0 || head.columns == 0)
        return vvf__invalid(check, at);
    width = vvf__element_width(head.element);
    room = (limit - head.data) >> width;
    if (head.columns > room || head.rows > room / head.columns)
        return vvf__invalid(check, at);
    count = head.rows * head.columns;
    if (padding != 0) {
        if (padding >= (size_t)1 << width || count < VVF__PADDED_ELEMENTS)
            return vvf__invalid(check, slot);
        for (i = check->cursor; i < at; i++) {
            if (bytes[i] != 0)
                return vvf__invalid(check, slot);
        }
    }
    check->cursor = head.data + (size_t)(count << width);
    status = vvf__deepen(check, head.is_matrix ? 2 : 1, at);
    if (status == VVF_OK)
        status = vvf__count(check, head.is_matrix ? count + head.rows : count, at);
    return status;
}

/* Validates a node that holds no slots. */
static inline vvf_status vvf__check_leaf(vvf__check *check, int form, size_t at, size_t limit)
{
    const unsigned char *bytes = check->doc->bytes;
    size_t room = limit - at, size = 0;
    switch (form) {
    case VVF__STRING: return vvf__check_counted(check, at, limit, VVF__STRING);
    case VVF__INT32: size = 4; break;
    case VVF__FLOAT:
    case VVF__INT64: size = 8; break;
    default:
        if (room == 0)
            return vvf__invalid(check, at);
        switch (bytes[at]) {
        case VVF__UNSIGNED:
            size = 9;
            if (room >= size && bytes[at + 8] < 0x80)
                return vvf__invalid(check, at + 1);
            break;
        case VVF__FLOAT32: size = 5; break;
        case VVF__BIG: return vvf__check_counted(check, at + 1, limit, VVF__BIG);
        case VVF__DECIMAL: return vvf__check_counted(check, at + 1, limit, VVF__DECIMAL);
        case VVF__BYTES: return vvf__check_counted(check, at + 1, limit, VVF__BYTES);
        case VVF__TIMESTAMP:
            size = 13;
            if (room >= size && vvf__u32(bytes + at + 9) >= 1000000000u)
                return vvf__invalid(check, at + 9);
            break;
        default: return vvf__invalid(check, at);
        }
    }
    if (room < size)
        return vvf__invalid(check, at);
    check->cursor = at + size;
    return VVF_OK;
}

/* The kind of a container with tag VVF__OTHER, by its first byte; -1 if it is no container. */
static inline int vvf__other_kind(unsigned other)
{
    switch (other) {
    case VVF__TAGGED:
    case VVF__EXTENSION:
    case VVF__SIMPLE: return VVF__IN_TAG;
    case VVF__MAP: return VVF__IN_MAP;
    case VVF__PAIRS: return VVF__IN_PAIRS;
    default: return -1;
    }
}

/* The digest that a container begins with, before those of its values are added. */
static inline vvf__digest vvf__digest_begin(unsigned other, int kind, uint64_t number)
{
    if (kind != VVF__IN_TAG)
        return vvf__digest_of_container(VVF__OF_ARRAY);
    return vvf__digest_of_number(other == VVF__TAGGED      ? VVF__OF_TAGGED
                                 : other == VVF__EXTENSION ? VVF__OF_EXTENSION
                                                           : VVF__OF_SIMPLE,
                                 number);
}

/*
 * Validates the node of a container, which begins at `at` and must end at `limit` or before, and
 * fills in `frame`. Its slots are validated later.
 */
static inline vvf_status vvf__check_container(vvf__check *check, int form, size_t at, size_t limit,
                                              int is_hashed, vvf__frame *frame)
{
    const vvf_doc *doc = check->doc;
    const unsigned char *bytes = doc->bytes;
    size_t p = at, number_size, slot_size, record;
    uint64_t number, slots;
    unsigned widths, other = 0;
    vvf__index index;
    vvf_status status;
    memset(frame, 0, sizeof *frame);
    frame->base = at;
    frame->is_hashed = is_hashed;
    frame->kind = form == VVF__ARRAY ? VVF__IN_ARRAY : VVF__IN_OBJECT;
    if (form == VVF__OTHER) {
        other = bytes[p++];
        frame->kind = vvf__other_kind(other);
    }
    if (frame->kind < 0 || p >= limit)
        return vvf__invalid(check, at);
    widths = bytes[p++];
    number_size = (size_t)1 << VVF__NUMBER_WIDTH(widths);
    if ((widths & VVF__WIDTHS_RESERVED) != 0 || (widths & 3u) == 3 || limit - p < number_size)
        return vvf__invalid(check, at);
    frame->width = VVF__SLOT_WIDTH(widths);
    number = vvf__uint(bytes + p, VVF__NUMBER_WIDTH(widths));
    frame->slots = p + number_size;
    slots = number;
    switch (frame->kind) {
    case VVF__IN_OBJECT:
        if (number >= doc->shape_count)
            return vvf__invalid(check, at);
        record = vvf__record(doc, number);
        slots = vvf__shape_keys(doc, record);
        frame->places = vvf__shape_places(doc, record);
        break;
    case VVF__IN_PAIRS:
    case VVF__IN_MAP:
        if (number > UINT64_MAX / 2)
            return vvf__invalid(check, at);
        slots = 2 * number;
        break;
    case VVF__IN_TAG:
        if (other != VVF__TAGGED && number > 0xFF)
            return vvf__invalid(check, p);
        slots = 1;
        break;
    default: break;
    }
    slot_size = (size_t)1 << frame->width;
    if (slots == 0 || slots > (limit - frame->slots) / slot_size)
        return vvf__invalid(check, at);
    frame->slot = frame->slots;
    frame->count = (size_t)slots;
    frame->left = frame->count;
    frame->end = frame->slots + frame->count * slot_size;
    if (frame->kind == VVF__IN_PAIRS && number > VVF__SMALL_SHAPE) {
        if (!vvf__read_index(bytes, frame->end, limit, number, &index))
            return vvf__invalid(check, frame->end);
        frame->end = (size_t)index.end;
    }
    if (is_hashed)
        frame->digest = vvf__digest_begin(other, frame->kind, number);
    status = vvf__deepen(check, 1, at);
    return status == VVF_OK ? vvf__count(check, slots, at) : status;
}

/* ------------------------------------------------------------------------------------------------
 * Validation of the tree: slot by slot, without recursion.
 */

/* Keeps an entry until its container ends. */
static inline vvf_status vvf__push_entry(vvf__check *check, vvf__digest key, vvf__digest value)
{
    size_t used = (check->depth + 1) * sizeof(vvf__frame);
    size_t more = (check->entries + 1) * sizeof(vvf__entry);
    vvf__entry entry;
    if (more > check->scratch_size || used > check->scratch_size - more)
        return vvf__need_scratch(check, 2 * (used + more));
    entry.key = key;
    entry.value = value;
    memcpy(check->scratch + check->scratch_size - more, &entry, sizeof entry);
    check->entries++;
    return VVF_OK;
}

/* Adds the digest of a value to those of the container that it is in. */
static inline vvf_status vvf__take_digest(vvf__check *check, vvf__frame *frame, vvf__digest digest)
{
    const vvf_doc *doc = check->doc;
    switch (frame->kind) {
    case VVF__IN_OBJECT: {
        const unsigned char *text;
        size_t length, i = frame->count - frame->left - 1;
        text = vvf__counted(doc, doc->tables + vvf__u32(doc->bytes + frame->places + 4 * i),
                            &length);
        return vvf__push_entry(check, vvf__digest_of(VVF__OF_STRING, text, length), digest);
    }
    case VVF__IN_MAP:
    case VVF__IN_PAIRS:
        if ((frame->left & 1u) == 0)
            return vvf__push_entry(check, frame->digest, digest);
        frame->digest = digest;
        if (frame->is_hashed)
            return VVF_OK;
        return vvf__push_entry(check, digest, digest);
    default: frame->digest = vvf__digest_both(frame->digest, digest); return VVF_OK;
    }
}

/* Whether the digest of the slot that was just validated is needed. */
static inline int vvf__wants_digest(const vvf__frame *frame)
{
    return frame->is_hashed || (frame->kind == VVF__IN_MAP && (frame->left & 1u) != 0);
}

/* Validates a slot that holds its whole value. */
static inline vvf_status vvf__check_small(vvf__check *check, const vvf__frame *frame, size_t slot)
{
    const vvf_doc *doc = check->doc;
    const unsigned char *p = doc->bytes + slot;
    uint64_t payload = vvf__uint(p, frame->width) >> 4;
    size_t size = (size_t)1 << frame->width, length, bad, i;
    switch (p[0] & 15u) {
    case VVF__LITERAL:
        if (payload >= VVF__LITERALS)
            return vvf__invalid(check, slot);
        return payload >= VVF__EMPTY_ARRAY ? vvf__deepen(check, 1, slot) : VVF_OK;
    case VVF__SMALL_INT: return VVF_OK;
    case VVF__SHORT_STRING:
        length = p[0] >> 4;
        if (length >= size)
            return vvf__invalid(check, slot);
        for (i = length + 1; i < size; i++) {
            if (p[i] != 0)
                return vvf__invalid(check, slot);
        }
        bad = vvs__utf8(p + 1, length);
        return bad == length ? VVF_OK : vvf__invalid(check, slot + 1 + bad);
    case VVF__SHARED:
        if (payload >= doc->shared_count)
            return vvf__invalid(check, slot);
        vvf__counted(doc, doc->tables + vvf__u32(doc->bytes + doc->shared + 4 * (size_t)payload),
                     &length);
        check->shared += length;
        if (check->shared > VVF__SHARED_TIMES * (uint64_t)doc->length)
            return vvf__invalid(check, slot);
        return VVF_OK;
    default: return vvf__invalid(check, slot);
    }
}

/* Whether two keys of one object are equal. No two texts of the tables are. */
static inline int vvf__same_key(vvf_value a, vvf_value b)
{
    const char *text = "";
    size_t length = 0;
    if (a.form == VVF__TEXT && b.form == VVF__TEXT)
        return a.at == b.at;
    vvf_get_string(a, &text, &length);
    return vvf_is_string(b, text, length);
}

/* Validates the keys of an object that carries its keys: they differ, and the index finds them. */
static inline vvf_status vvf__check_pairs(vvf__check *check, const vvf__frame *frame)
{
    const vvf_doc *doc = check->doc;
    vvf__container c;
    vvf__index index;
    size_t i, k;
    memset(&c, 0, sizeof c);
    c.form = VVF__OTHER;
    c.other = VVF__PAIRS;
    c.base = frame->base;
    c.slots = frame->slots;
    c.width = frame->width;
    c.count = frame->count / 2;
    if (c.count > VVF__SMALL_SHAPE) {
        vvf__read_index(doc->bytes, c.slots + (frame->count << c.width), doc->length, c.count,
                        &index);
        return vvf__check_index(check, &c, 0, &index);
    }
    for (i = 1; i < c.count; i++) {
        vvf_value key = vvf__member_key(doc, &c, 0, i);
        for (k = 0; k < i; k++) {
            if (vvf__same_key(vvf__member_key(doc, &c, 0, k), key))
                return vvf__invalid(check, c.slots + (2 * i << c.width));
        }
    }
    return VVF_OK;
}

/*
 * Ends a container whose members are the last entries: their keys must differ. Makes its digest if
 * that is needed, and drops the entries.
 */
static inline vvf_status vvf__fold_entries(vvf__check *check, vvf__frame *frame)
{
    const size_t size = sizeof(vvf__entry);
    size_t count = frame->kind == VVF__IN_OBJECT ? frame->count : frame->count / 2, i;
    unsigned char *entries = check->scratch + check->scratch_size - check->entries * size;
    vvf__digest digest = vvf__digest_of_container(VVF__OF_MEMBERS);
    vvf__sort_entries(entries, count);
    for (i = 0; i < count; i++) {
        vvf__entry entry;
        if (i != 0 && memcmp(entries + (i - 1) * size, entries + i * size, VVF__DIGEST) == 0)
            return vvf__invalid(check, frame->base);
        if (!frame->is_hashed)
            continue;
        memcpy(&entry, entries + i * size, size);
        digest = vvf__digest_both(digest, entry.key);
        digest = vvf__digest_both(digest, entry.value);
    }
    check->entries -= count;
    frame->digest = digest;
    return VVF_OK;
}

/* Validates the end of a container: the last node inside it ends where its own node begins. */
static inline vvf_status vvf__close(vvf__check *check, vvf__frame *frame)
{
    vvf_status status = VVF_OK;
    if (check->cursor != frame->base)
        return vvf__invalid(check, check->cursor);
    check->cursor = frame->end;
    if (frame->kind == VVF__IN_PAIRS)
        status = vvf__check_pairs(check, frame);
    if (frame->kind == VVF__IN_MAP && !frame->other_keys)
        return vvf__invalid(check, frame->base);
    if (status == VVF_OK
        && (frame->kind == VVF__IN_MAP
            || (frame->is_hashed
                && (frame->kind == VVF__IN_OBJECT || frame->kind == VVF__IN_PAIRS))))
        status = vvf__fold_entries(check, frame);
    return status;
}

/* Whether a node is a container with slots. */
static inline int vvf__has_slots(const vvf_doc *doc, int form, size_t at)
{
    return form == VVF__ARRAY || form == VVF__OBJECT
           || (form == VVF__OTHER && doc->bytes[at] >= VVF__TAGGED);
}

/*
 * Validates the next slot of the frame. A node that it refers to begins at the cursor; a packed
 * node may begin behind some padding, and a container begins behind the nodes inside it. For a
 * container `*inner` becomes its frame; otherwise `inner->base` is zero.
 */
static inline vvf_status vvf__check_slot(vvf__check *check, vvf__frame *frame, vvf__frame *inner)
{
    const vvf_doc *doc = check->doc;
    size_t slot = frame->slot, at;
    int form = doc->bytes[slot] & 15;
    int is_string = form == VVF__SHORT_STRING || form == VVF__SHARED || form == VVF__STRING;
    vvf_status status;
    inner->base = 0;
    frame->slot += (size_t)1 << frame->width;
    frame->left--;
    if ((frame->kind == VVF__IN_MAP || frame->kind == VVF__IN_PAIRS) && (frame->left & 1u) != 0) {
        frame->other_keys |= !is_string;
        if (frame->kind == VVF__IN_PAIRS && !is_string)
            return vvf__invalid(check, slot);
    }
    if (form < VVF__REFERENCE) {
        status = vvf__check_small(check, frame, slot);
    } else {
        uint64_t back = vvf__uint(doc->bytes + slot, frame->width) >> 4;
        if (back == 0 || back > frame->base - check->cursor)
            return vvf__invalid(check, slot);
        at = frame->base - (size_t)back;
        if (vvf__has_slots(doc, form, at)) {
            return vvf__check_container(check, form, at, frame->base, vvf__wants_digest(frame),
                                        inner);
        }
        if (form == VVF__PACKED)
            status = vvf__check_packed(check, at, frame->base, slot);
        else if (at != check->cursor)
            status = vvf__invalid(check, slot);
        else
            status = vvf__check_leaf(check, form, at, frame->base);
    }
    if (status == VVF_OK && vvf__wants_digest(frame)) {
        vvf_value value = vvf__slot(doc, slot, frame->width, frame->base);
        status = vvf__take_digest(check, frame, vvf__digest_of_leaf(value));
    }
    return status;
}

/* Validates the tree, from the root slot on. */
static inline vvf_status vvf__check_tree(vvf__check *check)
{
    const vvf_doc *doc = check->doc;
    vvf__frame frame, inner;
    vvf_status status;
    /* The root slot is treated like the only slot of a container at the end of the tree. */
    memset(&frame, 0, sizeof frame);
    frame.base = doc->tables;
    frame.slot = VVF__ROOT;
    frame.slots = VVF__ROOT;
    frame.left = 1;
    frame.count = 1;
    frame.width = 3;
    frame.kind = VVF__IN_TAG;
    frame.end = doc->tables;
    check->cursor = VVF__HEADER;
    for (;;) {
        if (frame.left != 0) {
            status = vvf__check_slot(check, &frame, &inner);
            if (status != VVF_OK)
                return status;
            if (inner.base != 0) {
                size_t used = (check->depth + 2) * sizeof frame;
                size_t waiting = check->entries * sizeof(vvf__entry);
                if (used > check->scratch_size || waiting > check->scratch_size - used)
                    return vvf__need_scratch(check, 2 * (used + waiting));
                memcpy(check->scratch + check->depth * sizeof frame, &frame, sizeof frame);
                check->depth++;
                frame = inner;
            }
            continue;
        }
        status = vvf__close(check, &frame);
        if (status != VVF_OK || check->depth == 0)
            return status;
        inner = frame;
        check->depth--;
        memcpy(&frame, check->scratch + check->depth * sizeof frame, sizeof frame);
        if (inner.is_hashed) {
            status = vvf__take_digest(check, &frame, inner.digest);
            if (status != VVF_OK)
                return status;
        }
    }
}

/* ------------------------------------------------------------------------------------------------
 * Opening: validates a buffer as a whole.
 */

/**
 * Returns how much scratch memory is enough for vvf_open() with any buffer of `length` bytes. Most
 * buffers need far less. `limits` may be NULL.
 */
static inline size_t vvf_scratch_bound(size_t length, const vvf_limits *limits)
{
    size_t depth = limits != NULL ? limits->depth : vvf_limits_default().depth;
    size_t frames;
    /* A container has at least 4 bytes, and a slot, for which an entry may wait, at least 2. */
    if (depth > length / 4)
        depth = length / 4;
    frames = 2 * (depth + 3) * sizeof(vvf__frame);
    if (length > (SIZE_MAX - frames) / 32)
        return SIZE_MAX;
    return frames + 32 * length;
}

/**
 * Returns how much scratch memory vvf_open() needs for this buffer if no maps are in it. Maps may
 * need more. Reads only the header and a few numbers, and accepts any bytes. `limits` may be NULL.
 */
static inline size_t vvf_scratch_size(const void *bytes, size_t length, const vvf_limits *limits)
{
    size_t depth = limits != NULL ? limits->depth : vvf_limits_default().depth;
    size_t frames, bound = vvf_scratch_bound(length, limits);
    const unsigned char *p = (const unsigned char *)bytes;
    uint64_t tables, texts = 0;
    if (depth > length / 4)
        depth = length / 4;
    frames = (depth + 2) * sizeof(vvf__frame);
    if (length >= VVF__HEADER + VVF__TABLES) {
        tables = vvf__u64(p + 16);
        if (tables <= length - VVF__TABLES) {
            p += (size_t)tables;
            texts = 8 * (uint64_t)vvf__u32(p + 4) + vvf__u32(p + 8) / 8 + 1;
        }
    }
    if (texts > bound)
        return bound;
    return texts > frames ? (size_t)texts : frames;
}

/**
 * Validates a buffer and opens the document in it. The time is linear in `length`, except for sorting
 * texts and the keys of maps. The stack does not grow with the input.
 *
 *  - `bytes` must stay, unchanged, while the document is used.
 *  - `limits` may be NULL.
 *  - `scratch` is memory of `scratch_size` bytes to write to. It is free again when the function
 *    returns. vvf_scratch_size() returns how many bytes to lend. If they are too few, the status is
 *    VVF_ERROR_SCRATCH, and `error->scratch` is how many to lend in the next call; a few calls may
 *    be needed. vvf_scratch_bound() is always enough.
 *  - `error` may be NULL.
 *
 * Returns VVF_OK, VVF_ERROR_INVALID, VVF_ERROR_VERSION, VVF_ERROR_CHECKSUM, VVF_ERROR_DEPTH,
 * VVF_ERROR_NODES, VVF_ERROR_SIZE or VVF_ERROR_SCRATCH.
 */
static inline vvf_status vvf_open(vvf_doc *doc, const void *bytes, size_t length,
                                  const vvf_limits *limits, void *scratch, size_t scratch_size,
                                  vvf_error *error)
{
    vvf__check check;
    vvf_error unused;
    unsigned char none = 0;
    vvf_status status;
    memset(&check, 0, sizeof check);
    check.doc = doc;
    check.limits = limits != NULL ? *limits : vvf_limits_default();
    check.scratch = scratch != NULL ? (unsigned char *)scratch : &none;
    check.scratch_size = scratch != NULL ? scratch_size : 0;
    check.error = error != NULL ? error : &unused;
    memset(check.error, 0, sizeof *check.error);
    status = vvf__check_header(&check, (const unsigned char *)bytes, length);
    if (status == VVF_OK)
        status = vvf__check_tables(&check);
    if (status == VVF_OK)
        status = vvf__check_tree(&check);
    if (status != VVF_OK)
        memset(doc, 0, sizeof *doc);
    return status;
}

/* ------------------------------------------------------------------------------------------------
 * Integers as text.
 */
#ifndef VARVEL_SHARED_DIGITS_H
#define VARVEL_SHARED_DIGITS_H

/* Returns the number of decimal digits. */
static inline size_t vvs__count_digits(uint64_t number)
{
    static const uint64_t powers[] = {
        0,
        10,
        100,
        1000,
        10000,
        100000,
        1000000,
        10000000,
        100000000,
        1000000000,
        UINT64_C(10000000000),
        UINT64_C(100000000000),
        UINT64_C(1000000000000),
        UINT64_C(10000000000000),
        UINT64_C(100000000000000),
        UINT64_C(1000000000000000),
        UINT64_C(10000000000000000),
        UINT64_C(100000000000000000),
        UINT64_C(1000000000000000000),
        UINT64_C(10000000000000000000),
    };
    unsigned bits = 0, guess;
#if defined(__GNUC__)
    bits = 63 - (unsigned)__builtin_clzll(number | 1);
#else
    uint64_t rest;
    for (rest = number >> 1; rest != 0; rest >>= 1)
        bits++;
#endif
    /* log10(2) is about 1233 / 4096. */
    guess = (bits + 1) * 1233 >> 12;
    return guess + (number >= powers[guess]);
}

/* Writes a number below 100 as two digits. */
static inline void vvs__put_pair(uint32_t number, char *text)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    memcpy(text, pairs + 2 * number, 2);
}

/* Writes 8 digits. No step waits for more than two others. */
static inline void vvs__put_eight(uint32_t number, char *text)
{
    const uint32_t high = number / 10000, low = number % 10000;
    vvs__put_pair(high / 100, text);
    vvs__put_pair(high % 100, text + 2);
    vvs__put_pair(low / 100, text + 4);
    vvs__put_pair(low % 100, text + 6);
}

/* Writes an integer. Returns the number of digits, at most 20. */
static inline size_t vvs__put_digits(uint64_t number, char *text)
{
    const size_t count = vvs__count_digits(number);
    size_t at = count;
    uint32_t first;
    for (; number >= 100000000; number /= 100000000) {
        at -= 8;
        vvs__put_eight((uint32_t)(number % 100000000), text + at);
    }
    for (first = (uint32_t)number; first >= 100; first /= 100) {
        at -= 2;
        vvs__put_pair(first % 100, text + at);
    }
    if (first >= 10)
        vvs__put_pair(first, text);
    else
        text[0] = (char)('0' + first);
    return count;
}

#endif

/* ------------------------------------------------------------------------------------------------
 * Powers of ten, to 128 bits.
 */
#ifndef VARVEL_SHARED_POWERS_H
#define VARVEL_SHARED_POWERS_H

/* Returns floor(number / 2^bits) of a number that may be negative, if it is from -4096 to 4095. */
static inline int vvs__shift_down(int64_t number, int bits)
{
    return (int)((uint64_t)(number + ((int64_t)4096 << bits)) >> bits) - 4096;
}

/* Returns floor(log2(10^q)). */
static inline int vvs__log2_of_power(int q)
{
    return vvs__shift_down((int64_t)q * 217706, 16);
}

/*
 * Sets `high` and `low` to the highest 128 bits of 10^q, rounded up unless exact, for q from -292 to
 * 324. The highest bit is set.
 *
 * `bases` has every 27th power, rounded down. The others are the product of one of them and a power
 * of five, cut off to 128 bits; `missing` has two bits for each power, which say how much it is too
 * small. Each entry has its highest bit set.
 */
static inline void vvs__power_of_ten(int q, uint64_t *high, uint64_t *low)
{
    static const uint64_t bases[][2] = {
        {UINT64_C(0xA76C582338ED2621), UINT64_C(0xAF2AF2B80AF6F24E)},
        {UINT64_C(0x873E4F75E2224E68), UINT64_C(0x5A7744A6E804A291)},
        {UINT64_C(0xDA7F5BF590966848), UINT64_C(0xAF39A475506A899E)},
        {UINT64_C(0xB080392CC4349DEC), UINT64_C(0xBD8D794D96AACFB3)},
        {UINT64_C(0x8E938662882AF53E), UINT64_C(0x547EB47B7282EE9C)},
        {UINT64_C(0xE65829B3046B0AFA), UINT64_C(0x0CB4A5A3112A5112)},
        {UINT64_C(0xBA121A4650E4DDEB), UINT64_C(0x92F34D62616CE413)},
        {UINT64_C(0x964E858C91BA2655), UINT64_C(0x3A6A07F8D510F86F)},
        {UINT64_C(0xF2D56790AB41C2A2), UINT64_C(0xFAE27299423FB9C3)},
        {UINT64_C(0xC428D05AA4751E4C), UINT64_C(0xAA97E14C3C26B886)},
        {UINT64_C(0x9E74D1B791E07E48), UINT64_C(0x775EA264CF55347D)},
        {UINT64_C(0x8000000000000000), UINT64_C(0x0000000000000000)},
        {UINT64_C(0xCECB8F27F4200F3A), UINT64_C(0x0000000000000000)},
        {UINT64_C(0xA70C3C40A64E6C51), UINT64_C(0x999090B65F67D924)},
        {UINT64_C(0x86F0AC99B4E8DAFD), UINT64_C(0x69A028BB3DED71A3)},
        {UINT64_C(0xDA01EE641A708DE9), UINT64_C(0xE80E6F4820CC9495)},
        {UINT64_C(0xB01AE745B101E9E4), UINT64_C(0x5EC05DCFF72E7F8F)},
        {UINT64_C(0x8E41ADE9FBEBC27D), UINT64_C(0x14588F13BE847307)},
        {UINT64_C(0xE5D3EF282A242E81), UINT64_C(0x8F1668C8A86DA5FA)},
        {UINT64_C(0xB9A74A0637CE2EE1), UINT64_C(0x6D953E2BD7173692)},
        {UINT64_C(0x95F83D0A1FB69CD9), UINT64_C(0x4ABDAF101564F98E)},
        {UINT64_C(0xF24A01A73CF2DCCF), UINT64_C(0xBC633B39673C8CEC)},
        {UINT64_C(0xC3B8358109E84F07), UINT64_C(0x0A862F80EC4700C8)},
        {UINT64_C(0x9E19DB92B4E31BA9), UINT64_C(0x6C07A2C26A8346D1)},
    };
    static const uint64_t fives[] = {
        UINT64_C(0x8000000000000000), UINT64_C(0xA000000000000000), UINT64_C(0xC800000000000000),
        UINT64_C(0xFA00000000000000), UINT64_C(0x9C40000000000000), UINT64_C(0xC350000000000000),
        UINT64_C(0xF424000000000000), UINT64_C(0x9896800000000000), UINT64_C(0xBEBC200000000000),
        UINT64_C(0xEE6B280000000000), UINT64_C(0x9502F90000000000), UINT64_C(0xBA43B74000000000),
        UINT64_C(0xE8D4A51000000000), UINT64_C(0x9184E72A00000000), UINT64_C(0xB5E620F480000000),
        UINT64_C(0xE35FA931A0000000), UINT64_C(0x8E1BC9BF04000000), UINT64_C(0xB1A2BC2EC5000000),
        UINT64_C(0xDE0B6B3A76400000), UINT64_C(0x8AC7230489E80000), UINT64_C(0xAD78EBC5AC620000),
        UINT64_C(0xD8D726B7177A8000), UINT64_C(0x878678326EAC9000), UINT64_C(0xA968163F0A57B400),
        UINT64_C(0xD3C21BCECCEDA100), UINT64_C(0x84595161401484A0), UINT64_C(0xA56FA5B99019A5C8),
    };
    static const uint64_t missing[] = {
        UINT64_C(0x6A59569555A55400), UINT64_C(0x6A659AFAAEAAABA6), UINT64_C(0xE9EAAAA596AA56A6),
        UINT64_C(0x96A5569965AA9ABA), UINT64_C(0x56555AA559656665), UINT64_C(0xA555555555555559),
        UINT64_C(0x6559AEBAA9AAAFAA), UINT64_C(0x969AAA5559555569), UINT64_C(0x96A9BAA69AAA659A),
        UINT64_C(0x0000000000026A69), UINT64_C(0x0000000000000000), UINT64_C(0xAB95555555555554),
        UINT64_C(0xA6AA96BAFBAEBEAA), UINT64_C(0x6A6A99A9695AAAAA), UINT64_C(0x59959555596AAA9A),
        UINT64_C(0xAA6A6AAA9AAA5955), UINT64_C(0x55AA5A665A969666), UINT64_C(0x6555555559555555),
        UINT64_C(0x5555555555555655), UINT64_C(0x0000000005555555),
    };
    const unsigned at = (unsigned)(q + 297), row = at / 27, rest = at % 27;
    const unsigned more = (unsigned)(missing[at / 32] >> (2 * (at % 32))) & 3u;
    uint64_t lowest, carry = vvs__multiply(bases[row][1], fives[rest], &lowest);
    *high = vvs__multiply(bases[row][0], fives[rest], low);
    *low += carry;
    *high += *low < carry;
    if (*high >> 63 == 0) {
        *high = *high << 1 | *low >> 63;
        *low = *low << 1 | lowest >> 63;
    }
    *low += more;
    *high += *low < more;
}

#endif

/* ------------------------------------------------------------------------------------------------
 * Floats as text.
 *
 * Schubfach (R. Giulietti, "The Schubfach way to render doubles", 2020) finds the shortest decimal
 * that reads back to the same float, and of those the closest.
 */
#ifndef VARVEL_SHARED_FLOATS_H
#define VARVEL_SHARED_FLOATS_H

/* A decimal: digits * 10^power. */
typedef struct vvs__decimal {
    uint64_t digits;
    int power;
} vvs__decimal;

/* The scale of a float: 10^-power * 2^h. */
typedef struct vvs__scale {
    uint64_t high, low;
    unsigned h;
    int is_f32;
} vvs__scale;

/* Scales a number, rounded to odd: comparisons with even integers then give the exact result. */
static inline uint64_t vvs__scaled(const vvs__scale *by, uint64_t number)
{
    uint64_t low, lowest, high, carry;
    number <<= by->h;
    if (by->is_f32) {
        high = vvs__multiply(number, by->high, &low);
        return high | ((low >> 32) > 1);
    }
    carry = vvs__multiply(number, by->low, &lowest);
    high = vvs__multiply(number, by->high, &low);
    low += carry;
    high += low < carry;
    return high | (low > 1);
}

/*
 * Returns the shortest decimal of c * 2^e, and of those the closest. `is_narrow` is whether the lower
 * neighbour is at half the distance of the upper one.
 */
static inline vvs__decimal vvs__shortest(uint64_t c, int e, int is_narrow, int is_f32)
{
    /* floor(log10(2^e)), or floor(log10(3/4 * 2^e)) */
    const int power = is_narrow
                          ? vvs__shift_down(e * INT64_C(661971961083) - INT64_C(274743187321), 41)
                          : vvs__shift_down((int64_t)e * 315653, 20);
    const uint64_t odd = c & 1;
    uint64_t value, lower, upper, integer, tens;
    unsigned below, above;
    vvs__decimal made;
    vvs__scale by;
    vvs__power_of_ten(-power, &by.high, &by.low);
    by.h = (unsigned)(e + vvs__log2_of_power(-power) + 1) & 7u;
    by.is_f32 = is_f32;
    /* For 32 bits the high half is enough, rounded up unless it is exact (5^27 < 2^64 < 5^28). */
    if (is_f32 && !(-power >= 0 && -power <= 27))
        by.high++;
    value = vvs__scaled(&by, 4 * c);
    lower = vvs__scaled(&by, 4 * c - (is_narrow ? 1 : 2)) + odd;
    upper = vvs__scaled(&by, 4 * c + 2) - odd;
    integer = value >> 2;
    tens = integer / 10;
    made.power = power;
    below = tens != 0 && lower <= 40 * tens;
    above = tens != 0 && 40 * tens + 40 <= upper;
    if (below != above) {
        made.digits = tens + above;
        made.power++;
        return made;
    }
    below = lower <= 4 * integer;
    above = 4 * integer + 4 <= upper;
    if (below == above) {
        const uint64_t middle = 4 * integer + 2;
        above = value > middle || (value == middle && (integer & 1) != 0);
    }
    made.digits = integer + above;
    return made;
}

/*
 * Writes a decimal that is not zero, and a sign if `sign` is 1. From 10^-5 up to below 10^16 the text
 * is plain and has a point; otherwise it has an exponent. Returns the length.
 */
static inline size_t vvs__put_decimal(vvs__decimal of, size_t sign, char *text)
{
    size_t count;
    int exponent;
    for (; of.digits % 100 == 0; of.power += 2)
        of.digits /= 100;
    if (of.digits % 10 == 0) {
        of.digits /= 10;
        of.power++;
    }
    text[0] = '-';
    text += sign;
    count = vvs__put_digits(of.digits, text);
    exponent = of.power + (int)count - 1;
    if (exponent >= 0 && exponent < 16) {
        const size_t whole = (size_t)exponent + 1;
        if (count <= whole) {
            memset(text + count, '0', whole - count);
            text[whole] = '.';
            text[whole + 1] = '0';
            return sign + whole + 2;
        }
        memmove(text + whole + 1, text + whole, count - whole);
        text[whole] = '.';
        return sign + count + 1;
    }
    if (exponent >= -5 && exponent < 0) {
        const size_t zeros = (size_t)(1 - exponent);
        memmove(text + zeros, text, count);
        memset(text, '0', zeros);
        text[1] = '.';
        return sign + zeros + count;
    }
    if (count > 1) {
        memmove(text + 2, text + 1, count - 1);
        text[1] = '.';
        count++;
    }
    text[count++] = 'e';
    if (exponent < 0)
        text[count++] = '-';
    count += vvs__put_digits((uint64_t)(exponent < 0 ? -exponent : exponent), text + count);
    return sign + count;
}

static inline size_t vvs__put_zero(size_t sign, char *text)
{
    memcpy(text, sign ? "-0.0" : "0.0", sign ? 4 : 3);
    return sign ? 4 : 3;
}

/*
 * Write the shortest text that reads back to the float of these bits, of at most 24 bytes. Return the
 * length; 0 for NaN and infinities. No zero ends the text.
 */
static inline size_t vvs__f64_text(uint64_t bits, char *text)
{
    const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    const int biased = (int)(bits >> 52) & 0x7FF;
    const size_t sign = (size_t)(bits >> 63);
    if (biased == 0x7FF)
        return 0;
    if (biased == 0 && fraction == 0)
        return vvs__put_zero(sign, text);
    if (biased == 0)
        return vvs__put_decimal(vvs__shortest(fraction, -1074, 0, 0), sign, text);
    return vvs__put_decimal(vvs__shortest(fraction | (UINT64_C(1) << 52), biased - 1075,
                                          fraction == 0 && biased > 1, 0),
                            sign, text);
}

static inline size_t vvs__f32_text(uint32_t bits, char *text)
{
    const uint32_t fraction = bits & ((UINT32_C(1) << 23) - 1);
    const int biased = (int)(bits >> 23) & 0xFF;
    const size_t sign = bits >> 31;
    if (biased == 0xFF)
        return 0;
    if (biased == 0 && fraction == 0)
        return vvs__put_zero(sign, text);
    if (biased == 0)
        return vvs__put_decimal(vvs__shortest(fraction, -149, 0, 1), sign, text);
    return vvs__put_decimal(vvs__shortest(fraction | (UINT32_C(1) << 23), biased - 150,
                                          fraction == 0 && biased > 1, 1),
                            sign, text);
}

#endif

/* ------------------------------------------------------------------------------------------------
 * Numbers as text.
 */

/** The most bytes that vvf_print_f64() and vvf_print_f32() write. */
#define VVF_PRINT_MOST 32

/**
 * Writes the shortest text that reads back to the same double, and returns its length. No zero ends
 * the text. Examples: `1.0`, `-0.0`, `0.00001`, `1.5e-7`, `1e16`. Returns 0 for NaN and infinities.
 */
static inline size_t vvf_print_f64(double value, char text[VVF_PRINT_MOST])
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return vvs__f64_text(bits, text);
}

/** vvf_print_f64() for a float of 32 bits: the shortest text that reads back to the same float. */
static inline size_t vvf_print_f32(float value, char text[VVF_PRINT_MOST])
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return vvs__f32_text(bits, text);
}

/* ------------------------------------------------------------------------------------------------
 * Values as text.
 */

/**
 * Takes `length` bytes of text. Returns 0, or something else to stop; `context` is the caller's. (A
 * vfb_write of varvel_flatbuffers.h returns `true` to go on.)
 */
typedef int (*vvf_write)(void *context, const char *text, size_t length);

/** Forms of text. */
typedef enum vvf_style {
    VVF_JSON, /**< JSON without spaces; VVF_ERROR_UNREPRESENTABLE for a value that JSON does not have */
    VVF_TEXT /**< for people: any value, with spaces; the .txt files of spec/vectors show it */
} vvf_style;

/* A container that is being written. */
typedef struct vvf__writing {
    const vvf_doc *doc;
    vvf__container container;
    size_t places;
    size_t next;  /* the next item, of members the next key or value */
    size_t count; /* of items, or of keys and values together */
    int kind;     /* VVF__IN_ARRAY, VVF__IN_MAP or VVF__IN_TAG */
} vvf__writing;

/* The output of text, which is gathered in pieces. */
typedef struct vvf__output {
    vvf_write write;
    void *context;
    vvf_style style;
    int failed;
    size_t used;
    char text[512];
} vvf__output;

static inline void vvf__flush(vvf__output *out)
{
    if (out->used != 0 && !out->failed)
        out->failed = out->write(out->context, out->text, out->used) != 0;
    out->used = 0;
}

static inline void vvf__put(vvf__output *out, const char *text, size_t length)
{
    if (length > sizeof out->text - out->used) {
        vvf__flush(out);
        if (length > sizeof out->text) {
            if (!out->failed)
                out->failed = out->write(out->context, text, length) != 0;
            return;
        }
    }
    memcpy(out->text + out->used, text, length);
    out->used += length;
}

static inline void vvf__put_word(vvf__output *out, const char *word)
{
    vvf__put(out, word, strlen(word));
}

static inline void vvf__put_number(vvf__output *out, uint64_t bits, int is_negative)
{
    char digits[20] = {0};
    if (is_negative)
        vvf__put(out, "-", 1);
    vvf__put(out, digits, vvs__put_digits(is_negative ? UINT64_C(0) - bits : bits, digits));
}

/* Text between quotes, with the escapes of JSON. */
static inline void vvf__put_string(vvf__output *out, const char *text, size_t length)
{
    static const char hex[] = "0123456789abcdef";
    size_t i, start = 0;
    vvf__put(out, "\"", 1);
    for (i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        char escape[6] = {'\\', 'u', '0', '0', '0', '0'};
        const char *letters = "\bb\ff\nn\rr\tt\"\"\\\\";
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        vvf__put(out, text + start, i - start);
        start = i + 1;
        while (*letters != '\0' && (unsigned char)*letters != c)
            letters += 2;
        escape[4] = hex[c >> 4];
        escape[5] = hex[c & 15u];
        if (*letters != '\0')
            escape[1] = letters[1];
        vvf__put(out, escape, *letters != '\0' ? 2 : 6);
    }
    vvf__put(out, text + start, length - start);
    vvf__put(out, "\"", 1);
}

/* Bytes for people. */
static inline void vvf__put_bytes(vvf__output *out, const unsigned char *bytes, size_t length)
{
    static const char hex[] = "0123456789abcdef";
    size_t i;
    vvf__put(out, "b\"", 2);
    for (i = 0; i < length; i++) {
        char escape[4] = {'\\', 'x', '0', '0'};
        const char *letters = "\nn\rr\tt\"\"\\\\''";
        char plain = (char)bytes[i];
        while (*letters != '\0' && (unsigned char)*letters != bytes[i])
            letters += 2;
        escape[2] = hex[bytes[i] >> 4];
        escape[3] = hex[bytes[i] & 15u];
        if (*letters != '\0') {
            escape[1] = letters[1];
            vvf__put(out, escape, 2);
        } else if (bytes[i] >= 0x20 && bytes[i] < 0x7F) {
            vvf__put(out, &plain, 1);
        } else {
            vvf__put(out, escape, 4);
        }
    }
    vvf__put(out, "\"", 1);
}

/* A float. */
static inline vvf_status vvf__put_float(vvf__output *out, vvf_value value)
{
    const unsigned char *p = value.doc->bytes + value.at;
    char text[VVF_PRINT_MOST];
    double number = 0;
    vvf_get_f64(value, &number);
    if (!(number - number == 0)) {
        if (out->style == VVF_JSON)
            return VVF_ERROR_UNREPRESENTABLE;
        vvf__put_word(out, number != number ? "NaN" : number > 0 ? "inf" : "-inf");
        return VVF_OK;
    }
    if (vvf_is_f32(value)) {
        uint32_t bits = vvf__u32(value.form == VVF__ELEMENT ? p : p + 1);
        vvf__put(out, text, vvs__f32_text(bits, text));
    } else {
        vvf__put(out, text, vvs__f64_text(vvf__u64(p), text));
    }
    return VVF_OK;
}

/* A value that holds no others. */
static inline vvf_status vvf__put_scalar(vvf__output *out, vvf_value value)
{
    const unsigned char *bytes;
    const char *text = "";
    size_t length = 0;
    uint64_t bits;
    int is_unsigned;
    vvf_kind kind = vvf_kind_of(value);
    switch (kind) {
    case VVF_NULL: vvf__put_word(out, "null"); return VVF_OK;
    case VVF_BOOL: vvf__put_word(out, value.bits == VVF__TRUE ? "true" : "false"); return VVF_OK;
    case VVF_INT:
        bits = vvf__integer(value, &is_unsigned);
        vvf__put_number(out, bits, bits >> 63 && !is_unsigned);
        return VVF_OK;
    case VVF_FLOAT: return vvf__put_float(out, value);
    case VVF_BIGINT:
    case VVF_DECIMAL:
        vvf_get_number_text(value, &text, &length);
        vvf__put(out, text, length);
        return VVF_OK;
    case VVF_STRING:
        vvf_get_string(value, &text, &length);
        vvf__put_string(out, text, length);
        return VVF_OK;
    default: break;
    }
    if (out->style == VVF_JSON)
        return VVF_ERROR_UNREPRESENTABLE;
    if (kind == VVF_BYTES) {
        vvf_get_bytes(value, &bytes, &length);
        vvf__put_bytes(out, bytes, length);
    } else {
        int64_t seconds = 0;
        uint32_t nanoseconds = 0;
        char digits[20] = {0};
        vvf_get_timestamp(value, &seconds, &nanoseconds);
        vvf__put(out, "@", 1);
        vvf__put_number(out, (uint64_t)seconds, seconds < 0);
        /* Nine digits: those of a number of ten without its first. */
        vvs__put_digits(UINT64_C(1000000000) + nanoseconds, digits);
        digits[0] = '.';
        vvf__put(out, digits, 10);
    }
    return VVF_OK;
}

/*
 * Begins a value: writes a scalar as a whole, and of a container what stands before its first item.
 * Then `frame` is that of the container; for a scalar `frame->doc` is NULL.
 */
static inline vvf_status vvf__put_begin(vvf__output *out, vvf_value value, vvf__writing *frame)
{
    vvf_kind kind = vvf_kind_of(value);
    memset(frame, 0, sizeof *frame);
    frame->doc = value.doc;
    switch (kind) {
    case VVF_ARRAY:
    case VVF_OBJECT:
    case VVF_MAP:
        if (kind == VVF_MAP && out->style == VVF_JSON)
            return VVF_ERROR_UNREPRESENTABLE;
        vvf__enter(value, &frame->container);
        frame->kind = kind == VVF_ARRAY ? VVF__IN_ARRAY : VVF__IN_MAP;
        frame->count = frame->container.count;
        if (frame->container.form == VVF__OBJECT && frame->count != 0)
            frame->places = vvf__shape_places(value.doc, frame->container.record);
        if (frame->kind == VVF__IN_MAP)
            frame->count *= 2;
        vvf__put_word(out, kind == VVF_ARRAY ? "[" : "{");
        return VVF_OK;
    case VVF_TAGGED:
    case VVF_EXTENSION:
    case VVF_SIMPLE: {
        uint64_t number = 0;
        vvf_value inner;
        if (out->style == VVF_JSON)
            return VVF_ERROR_UNREPRESENTABLE;
        vvf_get_tag(value, &number, &inner);
        vvf__put_word(out, kind == VVF_TAGGED      ? "tag("
                           : kind == VVF_EXTENSION ? "extension("
                                                   : "simple(");
        vvf__put_number(out, number, kind == VVF_EXTENSION && number >> 63);
        vvf__put_word(out, ") ");
        vvf__enter(value, &frame->container);
        frame->kind = VVF__IN_TAG;
        frame->count = 1;
        return VVF_OK;
    }
    default: frame->doc = NULL; return vvf__put_scalar(out, value);
    }
}

/* Returns the next value of a container, and writes the separator before it. */
static inline vvf_value vvf__put_next(vvf__output *out, vvf__writing *frame)
{
    size_t i = frame->next++;
    int is_json = out->style == VVF_JSON;
    if (frame->kind != VVF__IN_MAP) {
        if (i != 0)
            vvf__put_word(out, is_json ? "," : ", ");
        return vvf__item(frame->doc, &frame->container, i);
    }
    if ((i & 1u) != 0) {
        vvf__put_word(out, is_json ? ":" : ": ");
        return vvf__member_value(frame->doc, &frame->container, i / 2);
    }
    if (i != 0)
        vvf__put_word(out, is_json ? "," : ", ");
    return vvf__member_key(frame->doc, &frame->container, frame->places, i / 2);
}

/** Returns how much scratch memory vvf_write_value() needs for a value `depth` containers deep. */
static inline size_t vvf_write_scratch(size_t depth)
{
    return depth < SIZE_MAX / sizeof(vvf__writing) ? depth * sizeof(vvf__writing) : SIZE_MAX;
}

/**
 * Writes a value as text, in pieces, through a callback. `scratch` is memory to write to:
 * vvf_write_scratch() bytes for the depth of the value. That depth is at most the limit with which
 * its document was opened.
 *
 * Returns VVF_OK, VVF_ERROR_WRITE if the callback did not return 0, VVF_ERROR_SCRATCH, and with
 * VVF_JSON VVF_ERROR_UNREPRESENTABLE for a value that JSON does not have: NaN and infinities, bytes,
 * timestamps, tagged values, extensions, simple values, maps. Some text may have been written
 * before an error.
 */
static inline vvf_status vvf_write_value(vvf_value value, vvf_style style, vvf_write write,
                                         void *context, void *scratch, size_t scratch_size)
{
    vvf__output out;
    vvf__writing frame, inner;
    vvf_status status;
    size_t depth = 0;
    out.write = write;
    out.context = context;
    out.style = style;
    out.failed = 0;
    out.used = 0;
    status = vvf__put_begin(&out, value, &frame);
    while (status == VVF_OK && frame.doc != NULL && !out.failed) {
        if (frame.next < frame.count) {
            status = vvf__put_begin(&out, vvf__put_next(&out, &frame), &inner);
            if (status == VVF_OK && inner.doc != NULL) {
                if (depth >= scratch_size / sizeof frame) {
                    status = VVF_ERROR_SCRATCH;
                } else {
                    memcpy((unsigned char *)scratch + depth * sizeof frame, &frame, sizeof frame);
                    depth++;
                    frame = inner;
                }
            }
            continue;
        }
        if (frame.kind != VVF__IN_TAG)
            vvf__put(&out, frame.kind == VVF__IN_ARRAY ? "]" : "}", 1);
        if (depth == 0)
            break;
        depth--;
        memcpy(&frame, (unsigned char *)scratch + depth * sizeof frame, sizeof frame);
    }
    vvf__flush(&out);
    return status == VVF_OK && out.failed ? VVF_ERROR_WRITE : status;
}

/* ------------------------------------------------------------------------------------------------
 * Streams: opened by their indexes, from the end.
 */

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

/* ------------------------------------------------------------------------------------------------
 * Streams: read from the front.
 */

/**
 * Reads a stream from its front, also a damaged one: the records of the whole segments before the
 * damage come before the error. Only `good` is for use.
 */
typedef struct vvf_reader {
    const unsigned char *bytes;
    size_t length;
    vvf_limits limits;
    void *scratch;
    size_t scratch_size;
    size_t good;      /**< how many bytes are whole, valid blocks, as far as was read */
    size_t listed;    /* the end of the last index */
    uint64_t records; /* up to `good` */
    uint64_t total;   /* up to `listed` */
    vvf_doc segment;  /* the one whose records are read */
    size_t next;      /* the next of them */
    size_t count;     /* how many it has */
} vvf_reader;

/** Makes a reader at the front. The arguments are those of vvf_stream_open(). */
static inline void vvf_reader_start(vvf_reader *reader, const void *bytes, size_t length,
                                    const vvf_limits *limits, void *scratch, size_t scratch_size)
{
    memset(reader, 0, sizeof *reader);
    reader->bytes = (const unsigned char *)bytes;
    reader->length = length;
    reader->limits = limits != NULL ? *limits : vvf_limits_default();
    reader->scratch = scratch;
    reader->scratch_size = scratch_size;
}

/* Validates an index: it must list the segments between the index before it and itself. */
static inline vvf_status vvf__reader_index(vvf_reader *reader, size_t length, vvf_error *error)
{
    const unsigned char *bytes = reader->bytes;
    size_t start = reader->good, at = reader->listed, i;
    vvf__listing index;
    vvf_status status = vvf__check_listing(bytes, start, length, &index, error);
    if (status != VVF_OK)
        return status;
    if (index.from != at)
        return vvf__stream_fail(error, VVF_ERROR_INVALID, start);
    for (i = 0; i < index.entries; i++) {
        vvf_doc doc;
        uint64_t own, records;
        vvf__entry_of(bytes, &index, i, &own, &records);
        /* If the header of a segment here has this length, the segment was validated. */
        if (own < VVF__HEADER || memcmp(bytes + at, "VRVL", 4) != 0
            || vvf__u64(bytes + at + 8) != own)
            return vvf__stream_fail(error, VVF_ERROR_INVALID, start);
        memset(&doc, 0, sizeof doc);
        doc.bytes = bytes + at;
        doc.length = (size_t)own;
        doc.tables = (size_t)vvf__u64(bytes + at + 16);
        if (vvf_length(vvf_root(&doc)) != records)
            return vvf__stream_fail(error, VVF_ERROR_INVALID, start);
        at += (size_t)vvf__padded(own);
    }
    if (at != start || index.total != reader->records)
        return vvf__stream_fail(error, VVF_ERROR_INVALID, start);
    reader->total = index.total;
    reader->good = start + length;
    reader->listed = reader->good;
    return VVF_OK;
}

/**
 * Reads the next record. The value is good until the next call. Returns VVF_OK, VVF_DONE behind the
 * last record of a whole stream, or the errors of vvf_stream_open() and vvf_open(); then
 * `reader->good` is where the valid blocks end. `error` may be NULL.
 */
static inline vvf_status vvf_reader_next(vvf_reader *reader, vvf_value *record, vvf_error *error)
{
    const unsigned char *bytes = reader->bytes;
    vvf_error unused;
    if (error == NULL)
        error = &unused;
    memset(error, 0, sizeof *error);
    while (reader->next == reader->count) {
        size_t at = reader->good, rest = reader->length - at;
        uint64_t length;
        vvf_status status;
        if (rest == 0 && at != 0 && reader->listed == at)
            return VVF_DONE;
        if (rest < VVF__BLOCK)
            return vvf__stream_fail(error, VVF_ERROR_INVALID, at);
        length = vvf__u64(bytes + at + 8);
        if (vvf__padded(length) == 0 || vvf__padded(length) > rest)
            return vvf__stream_fail(error, VVF_ERROR_INVALID, at + 8);
        if (memcmp(bytes + at, "VRVI", 4) == 0) {
            status = vvf__reader_index(reader, (size_t)length, error);
            if (status != VVF_OK)
                return status;
            continue;
        }
        status = vvf__open_segment(&reader->segment, bytes, at, (size_t)length, 0, &reader->limits,
                                   reader->scratch, reader->scratch_size, error);
        if (status != VVF_OK)
            return status;
        reader->next = 0;
        reader->count = vvf_length(vvf_root(&reader->segment));
        reader->records += reader->count;
        reader->good = at + (size_t)vvf__padded(length);
    }
    return vvf_at(vvf_root(&reader->segment), reader->next++, record);
}

#ifdef __cplusplus
}
#endif

#endif /* VARVEL_FROZEN_H */

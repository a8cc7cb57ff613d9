/*
 * FlatBuffers in C: the runtime of code that `varvel gen c` makes from a schema.
 *
 *     size_t size = ...;
 *     Monster_t monster = Monster_as_root(bytes, size, &error);   verified; absent if it is invalid
 *     if (vfb_is(monster)) printf("%d\n", Monster_hp(monster));
 *
 * The header reads buffers, by functions that the compiler puts in place. varvel_flatbuffers.c
 * verifies, builds and prints them, by one table of the schema (vfb_schema), without recursion.
 *
 *  - Functions that take bytes accept any bytes. Views (`Monster_t`, `vfb_string`, vectors) are of
 *    verified bytes, and are good as long as these stay where they are, unchanged.
 *  - A view that is absent has the address NULL. Each function takes an absent view, and returns
 *    defaults, or what is absent, too.
 *  - Functions that change a verified buffer (`Monster_hp_set`, `vfb_i32_vec_set`, `Monster_vec_sort_in`) change
 *    the bytes of one field or vector. In buffers of this builder these belong to nothing else. In one that came
 *    from a stranger other parts may overlap them, also offsets and sizes, and views that were taken before may
 *    then lead out of the buffer: verify it again, by `Monster_as_root`, before you read on.
 *    `Monster_sort_vectors` refuses such buffers instead.
 *  - Numbers are loaded byte by byte, so that buffers have no alignment to keep in memory.
 *
 * Names that begin with `vfb__` are for generated code. C99; compiles as C++, too.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef VARVEL_FLATBUFFERS_H
#define VARVEL_FLATBUFFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The table of a schema ---- */

/* clang-format off */
/** The scalars. */
typedef enum vfb_scalar {
    VFB_BOOL, VFB_I8, VFB_U8, VFB_I16, VFB_U16, VFB_I32, VFB_U32, VFB_I64, VFB_U64, VFB_F32, VFB_F64
} vfb_scalar;
/* clang-format on */

/** The types of fields, and of the elements of vectors and arrays. */
typedef enum vfb_type {
    VFB_SCALAR, /**< a scalar or enum, in place */
    VFB_TAG,    /**< the tag of the union in the next field */
    VFB_STRING, /**< UTF-8, with its length before it and a zero after it */
    VFB_STRUCT, /**< in place */
    VFB_TABLE,
    VFB_UNION, /**< the field before it has its tag */
    VFB_ARRAY, /**< a fixed number of elements in place; only structs have arrays */
    VFB_VECTOR,
    VFB_NESTED, /**< the bytes of a buffer with a table as its root */
    VFB_FLEX    /**< the bytes of a FlexBuffer */
} vfb_type;

/** The meaning of a field that is absent. */
typedef enum vfb_presence {
    VFB_DEFAULT,  /**< a scalar with the bits vfb_field::bits, or a string or vector with a default */
    VFB_OPTIONAL, /**< nothing */
    VFB_REQUIRED, /**< never absent in a verified buffer */
    VFB_TEXT,     /**< the string vfb_field::text */
    VFB_EMPTY     /**< a vector without elements */
} vfb_presence;

/** The widths of the offset and the length of a field. */
typedef enum vfb_width {
    VFB_NARROW,      /**< 32 bits each */
    VFB_WIDE_OFFSET, /**< an offset of 64 bits */
    VFB_WIDE_VECTOR  /**< an offset and a length of 64 bits */
} vfb_width;

enum {
    VFB_DEPRECATED = 1, /**< in vfb_field::flags */
    VFB_SHARED = 2,
    VFB_BASE64 = 4,
    VFB_BASE64URL = 8,
    VFB_CHARS = 16, /**< an array of bytes that is text: `char` */
    VFB_SORTED = 32 /**< a vector that vfb__sort_vectors() sorts */
};

/** The number of no enum, object or field. */
#define VFB_NONE UINT32_MAX

/** The name of a field, within what is around it in JSON, and zeros, so that it is copied at once. */
/* clang-format off */
#define VFB__NAME(name) &(",\"" name "\":" "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0")[2]
/* clang-format on */

/** A field of a table or struct. */
typedef struct vfb_field {
    const char *name; /**< with `,"` before it and `":` behind it */
    uint32_t name_size;
    uint8_t type;     /**< a vfb_type */
    uint8_t element;  /**< of arrays and vectors: a vfb_type */
    uint8_t scalar;   /**< of scalars, or of elements that are scalars: a vfb_scalar */
    uint8_t presence; /**< a vfb_presence */
    uint8_t width;    /**< a vfb_width */
    uint8_t flags;
    uint8_t hash;     /**< 0, or the number of a hash: FNV-1 and FNV-1a of 16, 32 and 64 bits */
    uint16_t align;   /**< `force_align`, or 0 */
    uint16_t length;  /**< of an array */
    uint16_t fit;     /**< the alignment of its place in a table or struct */
    uint32_t size;    /**< of its place */
    uint32_t offset;  /**< in a struct, or in a table that has all fields */
    uint32_t index;   /**< of the struct, table or union, also of elements; otherwise VFB_NONE */
    uint32_t symbols; /**< of the enum, or VFB_NONE */
    uint64_t bits;    /**< the default of a scalar */
    const char *text; /**< the default of a string, or NULL */
    uint32_t text_size;
} vfb_field;

/** The place of a field in a table that is built. */
typedef struct vfb_slot {
    uint32_t offset; /**< in a table that has all fields */
    uint32_t size;
    uint16_t align;
    uint16_t number; /**< of the field */
    bool is_ref;     /**< whether it is an offset */
} vfb_slot;

/** A number in a key. */
typedef struct vfb_key_part {
    uint32_t offset; /**< in the key */
    uint8_t scalar;
} vfb_key_part;

/** A table or struct. */
typedef struct vfb_object {
    const char *name;
    const vfb_field *fields;
    const uint16_t *by_name;   /**< the numbers of all fields by ascending name */
    const vfb_key_part *parts; /**< the numbers in a key that is one, or a struct or an array */
    uint32_t part_count;
    const vfb_slot *slots;  /**< of a table: its fields by falling alignment, but for deprecated ones */
    const uint16_t *vtable; /**< of a table with at most 64 fields: that of all of `slots`, or NULL */
    uint32_t count;         /**< of the fields */
    uint32_t slot_count;
    uint32_t first_ref, end_ref; /**< the slots between which all offsets stand */
    uint32_t image_at, frame;    /**< the places in an open table: see vfb__start() */
    uint32_t size;               /**< of a struct, or of a table that has all fields */
    uint32_t align;              /**< likewise */
    uint32_t key;                /**< the number of the key's field, or VFB_NONE */
    uint32_t type_hash;          /**< FNV-1a of the full name, in 32 bits: flatcc's */
    uint64_t all;                /**< the set of the first 64 fields in `slots` */
    uint64_t required;           /**< the set of the first 64 fields that are required */
    bool is_struct;
    bool is_plain; /**< whether it is a table without unions and deprecated fields */
    bool has_identifier;
    char identifier[4];
} vfb_object;

/** A member of a union. */
typedef struct vfb_member {
    const char *name;
    uint32_t name_size;
    uint8_t type; /**< VFB_TABLE, VFB_STRUCT or VFB_STRING */
    uint32_t index;
    int64_t tag;
} vfb_member;

/** A union. */
typedef struct vfb_union_type {
    const char *name;
    const vfb_member *members; /**< by ascending tag, without `NONE` */
    const uint32_t *by_name;   /**< the places of all by ascending name */
    uint32_t count;
    uint8_t scalar;
} vfb_union_type;

/** A value of an enum. */
typedef struct vfb_symbol {
    const char *name;
    uint32_t name_size;
    int64_t value; /**< the bits of `ulong` values */
} vfb_symbol;

/** An enum. */
typedef struct vfb_enum_type {
    const char *name;
    const vfb_symbol *symbols; /**< by ascending value */
    const uint32_t *by_name;   /**< the places of all by ascending name */
    uint32_t count;
    uint8_t scalar;
    bool bit_flags;
} vfb_enum_type;

/** A schema. */
typedef struct vfb_schema {
    const vfb_object *objects;
    const vfb_union_type *unions;
    const vfb_enum_type *enums;
    uint32_t object_count, union_count, enum_count;
    uint32_t root; /**< the number of the root, or VFB_NONE */
} vfb_schema;

/* ---- Errors ---- */

/** The kinds of errors. */
typedef enum vfb_status {
    VFB_OK = 0,
    /* <spec:statuses> Made by `cargo xtask spec`. */
    VFB_ERROR_BYTES,      /**< an offset or size that leads out of the buffer */
    VFB_ERROR_ALIGNMENT,  /**< something that is not at a multiple of its alignment */
    VFB_ERROR_INVALID,    /**< bytes that the format does not allow */
    VFB_ERROR_REQUIRED,   /**< a required field is absent */
    VFB_ERROR_UNION,      /**< a union without its tag, or a tag without its union */
    VFB_ERROR_UTF8,       /**< a string that is not UTF-8 */
    VFB_ERROR_IDENTIFIER, /**< another file identifier */
    VFB_ERROR_DEPTH,      /**< nested deeper than vfb_limits::depth */
    VFB_ERROR_NODES,      /**< more tables than vfb_limits::nodes */
    VFB_ERROR_REPLAY,     /**< shared parts that would be visited too often */
    VFB_ERROR_MEMORY,     /**< no memory */
    VFB_ERROR_SIZE,       /**< a buffer too large for its offsets */
    VFB_ERROR_NESTING,    /**< calls of a builder in the wrong order */
    VFB_ERROR_TAG,        /**< a tag that the schema does not have */
    VFB_ERROR_FLEX,       /**< bytes or NaN in a FlexBuffer, or JSON that has no place in one */
    VFB_ERROR_STOPPED,    /**< a vfb_write function returned `false` */
    VFB_ERROR_SYNTAX,     /**< text that cannot stand here */
    VFB_ERROR_END,        /**< a text that ends inside of the document */
    VFB_ERROR_TRAILING,   /**< text after the document */
    VFB_ERROR_RANGE,      /**< a number that its field cannot hold */
    VFB_ERROR_CONTROL,    /**< a control character in a string */
    VFB_ERROR_ESCAPE,     /**< an escape that JSON does not have */
    VFB_ERROR_SURROGATE,  /**< half of a surrogate pair */
    VFB_ERROR_DUPLICATE,  /**< a member that comes twice */
    VFB_ERROR_TYPE,       /**< another kind of value than the schema has */
    VFB_ERROR_REFUSED,    /**< a value that the schema does not allow */
    VFB_ERROR_UNKNOWN,    /**< a member that the schema does not have */
    VFB_ERROR_VARIANT,    /**< a name or tag that the schema does not have */
    VFB_ERROR_NUMBER,     /**< a number without a digit where there has to be one, or with a zero before others */
    VFB_ERROR_UNFINISHED  /**< a builder without a finished buffer, or with a table that is open */
    /* </spec:statuses> */
} vfb_status;

/** Returns a text for a kind of error. */
const char *vfb_status_text(vfb_status status);

/** Returns the number of a kind of error, which Varvel has for it in every language. */
unsigned vfb_error_number(vfb_status status);

/** The size of vfb_error::path. */
#define VFB_PATH 128

/** An error, and where in the bytes or the text it is. */
typedef struct vfb_error {
    vfb_status status;
    size_t offset;
    size_t line, column; /**< of a text: from 1 on; the column in characters */
    char path[VFB_PATH]; /**< of a text: such as `$.inventory[3]`, cut off if it is longer; that of a missing
                               member names it, and the place is that of its object */
} vfb_error;

/** The limits of the verifier. */
typedef struct vfb_limits {
    size_t depth;  /**< of tables and vectors in each other: 128 */
    size_t nodes;  /**< tables: any number */
    size_t replay; /**< how often each byte may be visited on average: 8 */
} vfb_limits;

/** The usual limits. */
static inline vfb_limits vfb_default_limits(void)
{
    vfb_limits limits;
    /* <spec:limits> Made by `cargo xtask spec`. */
    limits.depth = 128;
    limits.replay = 8;
    /* </spec:limits> */
    limits.nodes = SIZE_MAX;
    return limits;
}

enum {
    VFB_SIZE_PREFIXED = 1, /**< the size of the buffer is before it, in 4 bytes */
    VFB_IDENTIFIED = 2,    /**< the file identifier must be that of the root table */
    VFB_NO_IDENTIFIER = 4, /**< the buffer that is finished gets no file identifier */
    VFB_TYPED = 8          /**< the identifier is the hash of the root's type: see vfb_object::type_hash */
};

/** Verifies a buffer by a schema. Writes the position of the root to `root` if it is valid.
 *  `limits` and `error` may be NULL. Allocates only if parts are nested deeper than 128. The bytes of a
 *  `flexbuffer` field are a document of another format, which is verified when JSON is made of it: that may
 *  fail. */
bool vfb_verify(const vfb_schema *schema, uint32_t object, const void *bytes, size_t size, unsigned flags,
                const vfb_limits *limits, size_t *root, vfb_error *error);

/** Returns the address of the root struct of a buffer, or NULL if the buffer is too small for it, or has
 *  another identifier. */
const uint8_t *vfb__root_struct(const vfb_object *object, const void *bytes, size_t size, unsigned flags,
                                vfb_error *error);

/** Returns the address of the root table of a buffer, or NULL if the buffer is invalid. */
const uint8_t *vfb__root(const vfb_schema *schema, uint32_t object, const void *bytes, size_t size, unsigned flags,
                         const vfb_limits *limits, vfb_error *error);

/* ---- Loads ---- */

#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define VFB__SWAP 1
#else
#define VFB__SWAP 0
#endif

static inline uint16_t vfb__swap16(uint16_t v) { return VFB__SWAP ? (uint16_t)((v >> 8) | (v << 8)) : v; }

static inline uint32_t vfb__swap32(uint32_t v)
{
    return VFB__SWAP ? (v >> 24) | ((v >> 8) & 0xff00u) | ((v & 0xff00u) << 8) | (v << 24) : v;
}

static inline uint64_t vfb__swap64(uint64_t v)
{
    return VFB__SWAP ? ((uint64_t)vfb__swap32((uint32_t)v) << 32) | vfb__swap32((uint32_t)(v >> 32)) : v;
}

static inline uint8_t vfb__load_u8(const uint8_t *at) { return *at; }
static inline int8_t vfb__load_i8(const uint8_t *at)
{
    int8_t v;
    memcpy(&v, at, 1);
    return v;
}
static inline bool vfb__load_bool(const uint8_t *at) { return *at != 0; }

#define VFB__LOAD(name, type, word, swap)                     \
    static inline type vfb__load_##name(const uint8_t *at)    \
    {                                                         \
        word w;                                               \
        type v;                                               \
        memcpy(&w, at, sizeof w);                             \
        w = swap(w);                                          \
        memcpy(&v, &w, sizeof v);                             \
        return v;                                             \
    }                                                         \
    static inline void vfb__store_##name(uint8_t *at, type v) \
    {                                                         \
        word w;                                               \
        memcpy(&w, &v, sizeof w);                             \
        w = swap(w);                                          \
        memcpy(at, &w, sizeof w);                             \
    }
VFB__LOAD(u16, uint16_t, uint16_t, vfb__swap16)
VFB__LOAD(i16, int16_t, uint16_t, vfb__swap16)
VFB__LOAD(u32, uint32_t, uint32_t, vfb__swap32)
VFB__LOAD(i32, int32_t, uint32_t, vfb__swap32)
VFB__LOAD(u64, uint64_t, uint64_t, vfb__swap64)
VFB__LOAD(i64, int64_t, uint64_t, vfb__swap64)
VFB__LOAD(f32, float, uint32_t, vfb__swap32)
VFB__LOAD(f64, double, uint64_t, vfb__swap64)
static inline void vfb__store_u8(uint8_t *at, uint8_t v) { *at = v; }
static inline void vfb__store_i8(uint8_t *at, int8_t v) { memcpy(at, &v, 1); }
static inline void vfb__store_bool(uint8_t *at, bool v) { *at = v ? 1 : 0; }

/** Returns the size of the first buffer in some bytes, with the size in 4 bytes before it; 0 if they do not
 *  have all of it. So buffers that stand one after the other in a file are read. */
static inline size_t vfb_prefixed_size(const void *bytes, size_t size)
{
    const size_t own = size < 4 ? SIZE_MAX : vfb__load_u32((const uint8_t *)bytes);
    return own <= size - 4 && size >= 4 ? own + 4 : 0;
}

/** Makes a float of its bits. */
static inline float vfb_f32_of_bits(uint32_t bits)
{
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/** Makes a float of its bits. */
static inline double vfb_f64_of_bits(uint64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* ---- Views ---- */

/** Returns whether a view is there. */
#define vfb_is(view) ((view).at != NULL)

/** A string: its bytes, without the zero after them. `at` is NULL if it is absent. */
typedef struct vfb_string {
    const char *at;
    size_t size;
} vfb_string;

/** Makes a string of a text that ends with a zero. */
static inline vfb_string vfb_text(const char *text)
{
    vfb_string s;
    s.at = text;
    s.size = text ? strlen(text) : 0;
    return s;
}

/** Makes a string of bytes. */
static inline vfb_string vfb_text_of(const char *at, size_t size)
{
    vfb_string s;
    s.at = at;
    s.size = size;
    return s;
}

/** Compares two strings by their bytes. Returns a number below, equal to or above 0. */
static inline int vfb_string_compare(vfb_string a, vfb_string b)
{
    const size_t least = a.size < b.size ? a.size : b.size;
    const int order = least ? memcmp(a.at, b.at, least) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

/** Returns the text in an array of `char`, without the zeros at its end. Zeros between characters belong
 *  to it. */
static inline vfb_string vfb_chars(const char *array, size_t size)
{
    while (array != NULL && size > 0 && array[size - 1] == 0) size--;
    return vfb_text_of(array, array != NULL ? size : 0);
}

/** Stores a text in an array of `char` of a plain struct, with zeros behind it. Returns `false`, and stores
 *  nothing, if it is longer, or ends with a zero, which would not be read again. */
static inline bool vfb_chars_store(char *array, size_t size, vfb_string text)
{
    if (text.size > size || (text.size != 0 && text.at[text.size - 1] == 0)) return false;
    memset(array, 0, size);
    if (text.size) memcpy(array, text.at, text.size);
    return true;
}

/** A value of a union: its tag, and the table, struct or string. */
typedef struct vfb_union {
    int64_t tag; /**< 0 if there is none */
    const uint8_t *at;
} vfb_union;

/** The elements of a vector of any type. */
typedef struct vfb__vec {
    const uint8_t *at;
    size_t size;
} vfb__vec;

/** Returns the field of a table whose entry in the vtable is at `slot`, or NULL. */
static inline const uint8_t *vfb__field(const uint8_t *table, unsigned slot)
{
    const uint8_t *vtable;
    unsigned offset;
    if (table == NULL) return NULL;
    vtable = table - vfb__load_i32(table);
    if (slot >= vfb__load_u16(vtable)) return NULL;
    offset = vfb__load_u16(vtable + slot);
    return offset ? table + offset : NULL;
}

/** Returns the target of the offset at an address, or NULL. */
static inline const uint8_t *vfb__follow(const uint8_t *at) { return at ? at + vfb__load_u32(at) : NULL; }

/** Returns the target of an offset of 64 bits. */
static inline const uint8_t *vfb__follow64(const uint8_t *at) { return at ? at + (size_t)vfb__load_u64(at) : NULL; }

/** Returns the vector at an address. */
static inline vfb__vec vfb__vec_at(const uint8_t *at)
{
    vfb__vec v;
    v.at = at ? at + 4 : NULL;
    v.size = at ? vfb__load_u32(at) : 0;
    return v;
}

/** Returns the vector with a length of 64 bits at an address. */
static inline vfb__vec vfb__vec64_at(const uint8_t *at)
{
    vfb__vec v;
    v.at = at ? at + 8 : NULL;
    v.size = at ? (size_t)vfb__load_u64(at) : 0;
    return v;
}

/** Returns the string at an address. */
static inline vfb_string vfb__string_at(const uint8_t *at)
{
    vfb_string s;
    s.at = at ? (const char *)(at + 4) : NULL;
    s.size = at ? vfb__load_u32(at) : 0;
    return s;
}

/** Returns a string, or `otherwise` if it is absent. */
static inline vfb_string vfb__string_or(vfb_string s, const char *otherwise, size_t size)
{
    return s.at ? s : vfb_text_of(otherwise, size);
}

/** Returns a union by the places of its tag and of its offset. */
#define VFB__UNION(name)                                                                         \
    static inline vfb_union vfb__union_##name(const uint8_t *tag, const uint8_t *value)          \
    {                                                                                            \
        vfb_union u;                                                                             \
        u.tag = tag ? (int64_t)vfb__load_##name(tag) : 0;                                        \
        u.at = u.tag ? vfb__follow(value) : NULL;                                                \
        return u;                                                                                \
    }                                                                                            \
    static inline vfb_union vfb__union_item_##name(vfb__vec tags, vfb__vec values, size_t index) \
    {                                                                                            \
        const bool is = index < tags.size && index < values.size;                                \
        return vfb__union_##name(is ? tags.at + index * sizeof vfb__load_##name(tags.at) : NULL, \
                                 is ? values.at + 4 * index : NULL);                             \
    }

/** Returns the address of something in a buffer that may be changed, and that begins at `bytes`. */
static inline uint8_t *vfb__mutable(void *bytes, const uint8_t *at)
{
    return (uint8_t *)bytes + (at - (const uint8_t *)bytes);
}

/** A scalar: its vector, its reading from a table, and its look-up in sorted vectors. */
#define VFB__SCALAR(name, type, less)                                                                    \
    typedef struct vfb_##name##_vec_t {                                                                  \
        const uint8_t *at;                                                                               \
        size_t size;                                                                                     \
    } vfb_##name##_vec_t;                                                                                \
    static inline vfb_##name##_vec_t vfb__##name##_vec_of(vfb__vec v)                                    \
    {                                                                                                    \
        vfb_##name##_vec_t made;                                                                         \
        made.at = v.at;                                                                                  \
        made.size = v.size;                                                                              \
        return made;                                                                                     \
    }                                                                                                    \
    /** Returns an element, or 0 if there is none at this index. */                                      \
    static inline type vfb_##name##_vec_at(vfb_##name##_vec_t v, size_t index)                           \
    {                                                                                                    \
        return index < v.size ? vfb__load_##name(v.at + index * sizeof(type)) : (type)0;                 \
    }                                                                                                    \
    static inline bool vfb__set_##name(void *bytes, const uint8_t *at, type value);                      \
    /** Changes an element in place. Returns `false` if there is none at this index. `bytes` is the \
     *  buffer. */    \
    static inline bool vfb_##name##_vec_set(void *bytes, vfb_##name##_vec_t v, size_t index, type value) \
    {                                                                                                    \
        return vfb__set_##name(bytes, index < v.size ? v.at + index * sizeof(type) : NULL, value);       \
    }                                                                                                    \
    static inline type vfb__get_##name(const uint8_t *at, type otherwise)                                \
    {                                                                                                    \
        return at ? vfb__load_##name(at) : otherwise;                                                    \
    }                                                                                                    \
    /** Returns a number below, equal to or above 0. */                                                  \
    static inline int vfb_##name##_compare(type a, type b) { return less(b, a) - less(a, b); }
#define VFB__SET(name, type)                                                       \
    static inline bool vfb__set_##name(void *bytes, const uint8_t *at, type value) \
    {                                                                              \
        if (at != NULL) vfb__store_##name(vfb__mutable(bytes, at), value);         \
        return at != NULL;                                                         \
    }
#define VFB__LESS(a, b) ((a) < (b))
/* NaN stands behind all numbers. */
#define VFB__LESS_FLOAT(a, b) ((a) == (a) && ((b) != (b) || (a) < (b)))
VFB__SCALAR(bool, bool, VFB__LESS)
VFB__SCALAR(i8, int8_t, VFB__LESS)
VFB__SCALAR(u8, uint8_t, VFB__LESS)
VFB__SCALAR(i16, int16_t, VFB__LESS)
VFB__SCALAR(u16, uint16_t, VFB__LESS)
VFB__SCALAR(i32, int32_t, VFB__LESS)
VFB__SCALAR(u32, uint32_t, VFB__LESS)
VFB__SCALAR(i64, int64_t, VFB__LESS)
VFB__SCALAR(u64, uint64_t, VFB__LESS)
VFB__SCALAR(f32, float, VFB__LESS_FLOAT)
VFB__SCALAR(f64, double, VFB__LESS_FLOAT)
VFB__SET(bool, bool)
VFB__SET(i8, int8_t)
VFB__SET(u8, uint8_t)
VFB__SET(i16, int16_t)
VFB__SET(u16, uint16_t)
VFB__SET(i32, int32_t)
VFB__SET(u32, uint32_t)
VFB__SET(i64, int64_t)
VFB__SET(u64, uint64_t)
VFB__SET(f32, float)
VFB__SET(f64, double)
VFB__UNION(i8)
VFB__UNION(u8)
VFB__UNION(i16)
VFB__UNION(u16)
VFB__UNION(i32)
VFB__UNION(u32)
VFB__UNION(i64)
VFB__UNION(u64)

/** A vector of strings. */
typedef struct vfb_string_vec_t {
    const uint8_t *at;
    size_t size;
} vfb_string_vec_t;

static inline vfb_string_vec_t vfb__string_vec_of(vfb__vec v)
{
    vfb_string_vec_t made;
    made.at = v.at;
    made.size = v.size;
    return made;
}

/** Returns an element, or an absent string if there is none at this index. */
static inline vfb_string vfb_string_vec_at(vfb_string_vec_t v, size_t index)
{
    return vfb__string_at(index < v.size ? vfb__follow(v.at + 4 * index) : NULL);
}

/** Returns the string that a union holds. The caller has seen that its tag is that of a string. */
static inline vfb_string vfb_string_in(vfb_union of) { return vfb__string_at(of.at); }

/** Goes through the elements of a vector: `type` is the name without `_t`, such as `vfb_i32` or
 *  `Game_Monster`; `index` and `item` are variables.
 *
 *      size_t i;
 *      Game_Monster_t monster;
 *      VFB_EACH(Game_Monster, i, monster, monsters) printf("%d\n", Game_Monster_hp(monster));
 */
#define VFB_EACH(type, index, item, list) \
    for ((index) = 0; (index) < (list).size && ((item) = type##_vec_at((list), (index)), true); (index)++)

/** The index of no element. */
#define VFB_NOT_FOUND SIZE_MAX

/** Declares the functions that look elements of a vector up by a key: NAME_lower_bound(), in a
 *  sorted vector the first that is not below the key; NAME_find(), in a sorted vector the first
 *  that equals it; NAME_scan(), the first that equals it in any vector. The latter two return
 *  VFB_NOT_FOUND if there is none. */
#define VFB__FIND(name, vec, key, order)                                               \
    static inline size_t name##_lower_bound(vec v, key wanted)                         \
    {                                                                                  \
        size_t first = 0, left = v.size;                                               \
        while (left > 0) {                                                             \
            const size_t half = left / 2;                                              \
            if (order(v, first + half, wanted) < 0) {                                  \
                first += half + 1;                                                     \
                left -= half + 1;                                                      \
            } else {                                                                   \
                left = half;                                                           \
            }                                                                          \
        }                                                                              \
        return first;                                                                  \
    }                                                                                  \
    static inline size_t name##_find(vec v, key wanted)                                \
    {                                                                                  \
        const size_t found = name##_lower_bound(v, wanted);                            \
        return found < v.size && order(v, found, wanted) == 0 ? found : VFB_NOT_FOUND; \
    }                                                                                  \
    static inline size_t name##_scan(vec v, key wanted)                                \
    {                                                                                  \
        size_t index;                                                                  \
        for (index = 0; index < v.size; index++)                                       \
            if (order(v, index, wanted) == 0) return index;                            \
        return VFB_NOT_FOUND;                                                          \
    }
#define VFB__FIND_SCALAR(name, type)                                                           \
    static inline int vfb__##name##_vec_order(vfb_##name##_vec_t v, size_t index, type wanted) \
    {                                                                                          \
        return vfb_##name##_compare(vfb_##name##_vec_at(v, index), wanted);                    \
    }                                                                                          \
    VFB__FIND(vfb_##name##_vec, vfb_##name##_vec_t, type, vfb__##name##_vec_order)
VFB__FIND_SCALAR(i8, int8_t)
VFB__FIND_SCALAR(u8, uint8_t)
VFB__FIND_SCALAR(i16, int16_t)
VFB__FIND_SCALAR(u16, uint16_t)
VFB__FIND_SCALAR(i32, int32_t)
VFB__FIND_SCALAR(u32, uint32_t)
VFB__FIND_SCALAR(i64, int64_t)
VFB__FIND_SCALAR(u64, uint64_t)
VFB__FIND_SCALAR(f32, float)
VFB__FIND_SCALAR(f64, double)
static inline int vfb__string_vec_order(vfb_string_vec_t v, size_t index, vfb_string wanted)
{
    return vfb_string_compare(vfb_string_vec_at(v, index), wanted);
}
VFB__FIND(vfb_string_vec, vfb_string_vec_t, vfb_string, vfb__string_vec_order)

/* ---- Building ---- */

/** Memory. `resize` returns `size` bytes that begin with those of `old`, or NULL; then `old` is still there.
 *  With `size` 0 it frees `old`. `old` is NULL, with an `old_size` of 0, for new memory. The address is
 *  aligned as those of malloc(). Builders, copies and the reading of JSON take all memory so; the verifier,
 *  the writing of JSON, sorting and vfb_write_text() use realloc() and free(). */
typedef struct vfb_allocator {
    void *(*resize)(void *context, void *old, size_t old_size, size_t size);
    void *context;
} vfb_allocator;

/** The place of a vtable of more than 64 fields, or of a shared string, by its hash. */
typedef struct vfb__vtable {
    size_t at;
    uint32_t hash;  /**< odd for vtables, even for strings */
    uint32_t round; /**< the buffer that it is in */
} vfb__vtable;

/** The place of the vtable of some fields of a table. */
typedef struct vfb__recent {
    const vfb_object *object;
    uint64_t bits;
    size_t at;
    uint32_t round; /**< the buffer that it is in */
} vfb__recent;

/** The number of vtables that are kept. Most buffers have fewer. */
#define VFB__RECENT 64

/** A builder of buffers. It goes from back to front: the parts of a table come before it, or between
 *  its start and its end. Its errors stay: after one, all calls do nothing and return nothing, so
 *  that it is enough to ask vfb_builder_bytes() at the end. */
typedef struct vfb_builder {
    vfb_allocator memory;
    uint8_t *bytes; /**< the buffer is at the end of this memory */
    size_t room, size;
    size_t align;             /**< the largest in the buffer */
    const vfb_object *object; /**< the innermost open table, or NULL */
    uint64_t *bits;           /**< the set of its fields */
    uint8_t *image;           /**< the table as if it had all fields, behind the targets of offsets */
    uint8_t *fields;          /**< the stack of open tables */
    size_t fields_room, fields_size;
    size_t open;          /**< the place of the innermost one */
    vfb__vtable *vtables; /**< the places of large vtables and shared strings, by their hash */
    size_t vtables_room, vtables_count;
    vfb__recent recent[VFB__RECENT];
    uint32_t round; /**< the number of this buffer, or of the nested one */
    uint32_t last_round;
    bool is_finished;
    bool is_closed;      /**< finished, or after an error */
    bool force_defaults; /**< scalars that equal their default are written, too */
    vfb_status status;
} vfb_builder;

/** Begins a builder. `memory` may be NULL: then it uses malloc(). */
void vfb_builder_init(vfb_builder *builder, const vfb_allocator *memory);

/** Frees a builder's memory. */
void vfb_builder_free(vfb_builder *builder);

/** Begins the next buffer in the same memory, without the error of the last one. */
void vfb_builder_reset(vfb_builder *builder);

/** Returns the finished buffer, or NULL if there was an error, which vfb_builder::status has: it is
 *  VFB_ERROR_UNFINISHED if nothing else was wrong. The bytes are good until the next call with this builder. */
const uint8_t *vfb_builder_bytes(vfb_builder *builder, size_t *size);

/** Takes the next bytes of a text or a buffer. Returns `true` to go on, and `false` to stop. (A vvf_write of
 *  varvel_frozen.h returns 0 to go on.) */
typedef bool vfb_write(void *context, const char *bytes, size_t size);

/** Gives the finished buffer away, for a file or a socket. Returns `false` if there is none, or if `write`
 *  did: then the status is VFB_ERROR_STOPPED, and the buffer is still there. */
bool vfb_builder_write(vfb_builder *builder, vfb_write *write, void *context);

/** The largest alignment that a schema may ask for. */
#define VFB_MAX_ALIGN 256

/** A string that was written. `at` is 0 if there is none. Such a reference, of whatever
 *  type, belongs to the buffer that the builder was writing: it means nothing to another builder, or after a reset. */
typedef struct vfb_string_ref_t {
    size_t at;
} vfb_string_ref_t;

/** A vector of strings that was written. */
typedef struct vfb_string_vec_ref_t {
    size_t at;
} vfb_string_vec_ref_t;

/** A value of a union that was written, with its tag. */
typedef struct vfb_union_ref_t {
    int64_t tag; /**< 0 for none */
    size_t at;   /**< the `at` of a table, struct or string */
} vfb_union_ref_t;

/** Makes the value of a union of its tag and place. Generated code has a function for each of its types, which is
 *  safer: `Any_as_Monster()`. */
static inline vfb_union_ref_t vfb_union_of(int64_t tag, size_t at)
{
    vfb_union_ref_t u;
    u.tag = tag;
    u.at = at;
    return u;
}

/** Writes a string. It has to be UTF-8, which is not checked here: the verifier refuses other buffers. */
vfb_string_ref_t vfb_string_create(vfb_builder *builder, vfb_string text);

/** Writes a string, unless this function wrote the same one before: then it is shared. If a stranger has chosen many
 *  strings with one hash, some are written again, so that it takes constant time. */
vfb_string_ref_t vfb_string_create_shared(vfb_builder *builder, vfb_string text);

/** Writes a vector of strings. */
vfb_string_vec_ref_t vfb_string_vec_create(vfb_builder *builder, const vfb_string_ref_t *items, size_t count);

/** Reserves a vector of `count` elements. Returns the place of the first, or NULL after an error. */
uint8_t *vfb__vec_reserve(vfb_builder *builder, size_t count, size_t size, size_t align, bool wide, size_t *at);
/** Writes a vector of scalars. */
size_t vfb__vec_create(vfb_builder *builder, const void *items, size_t count, size_t size, size_t align, bool wide);
/** Writes a vector of offsets. The places are `stride` bytes apart. */
size_t vfb__refs_create(vfb_builder *builder, const void *items, size_t count, size_t stride);
/** Reserves the bytes of a struct outside of a table. */
uint8_t *vfb__struct_reserve(vfb_builder *builder, size_t size, size_t align, size_t *at);
/** Begins a table. */
void vfb__start(vfb_builder *builder, const vfb_object *object);
/** Notes that a field came where no table of its type was open. */
void vfb__misplaced(vfb_builder *builder);
/** Gives the open table a field, and returns its place; NULL after an error. */
static inline uint8_t *vfb__place(vfb_builder *builder, const vfb_object *object, unsigned number, size_t offset)
{
    if (builder->object != object) {
        vfb__misplaced(builder);
        return NULL;
    }
    builder->bits[number / 64] |= UINT64_C(1) << (number % 64);
    return builder->image + offset;
}
/** Gives the open table a field that refers to `at`, unless that is 0. */
static inline void vfb__add_ref(vfb_builder *builder, const vfb_object *object, unsigned number, size_t at)
{
    const uint64_t target = at;
    uint8_t *image;
    if (at == 0) return;
    image = vfb__place(builder, object, number, 0);
    if (image != NULL) memcpy(image - 8 * ((size_t)number + 1), &target, 8);
}
/** Gives the open table a union with its tag, whose place is `offset`, unless there is no value. */
void vfb__add_union(vfb_builder *builder, const vfb_object *object, unsigned number, size_t offset,
                    vfb_union_ref_t value, unsigned scalar);
/** Gives the open table a vector of unions, and that of their tags. */
void vfb__add_unions(vfb_builder *builder, const vfb_object *object, unsigned number, const vfb_union_ref_t *items,
                     size_t count, unsigned scalar);
/** Ends the innermost open table. */
size_t vfb__end(vfb_builder *builder, const vfb_object *object);
/** Writes a table of at most 64 fields, all of which the caller stores then. Returns its place, or NULL
 *  after an error. */
uint8_t *vfb__create(vfb_builder *builder, const vfb_object *object, size_t *at);
/** Notes that an offset cannot be stored. */
void vfb__no_ref(vfb_builder *builder, size_t from, size_t to);
/** Stores the offset from one place to an earlier one; both count from the end of the buffer. */
static inline void vfb__store_ref(vfb_builder *builder, uint8_t *at, size_t from, size_t to)
{
    if (to == 0 || to >= from || from - to > INT32_MAX) vfb__no_ref(builder, from, to);
    else vfb__store_u32(at, (uint32_t)(from - to));
}
/** Stores an offset of 64 bits. */
static inline void vfb__store_ref64(vfb_builder *builder, uint8_t *at, size_t from, size_t to)
{
    if (to == 0 || to >= from) vfb__no_ref(builder, from, to);
    else vfb__store_u64(at, from - to);
}
/** Finishes a buffer. */
void vfb__finish(vfb_builder *builder, size_t root, const vfb_object *object, unsigned flags);

#define VFB__BUILD_SCALAR(name, type)                                                                                  \
    typedef struct vfb_##name##_vec_ref_t {                                                                            \
        size_t at;                                                                                                     \
    } vfb_##name##_vec_ref_t;                                                                                          \
    /** Writes a vector. */                                                                                            \
    static inline vfb_##name##_vec_ref_t vfb_##name##_vec_create(vfb_builder *builder, const type *items,              \
                                                                 size_t count)                                         \
    {                                                                                                                  \
        vfb_##name##_vec_ref_t ref;                                                                                    \
        ref.at = vfb__vec_create(builder, items, count, sizeof(type), sizeof(type), false);                            \
        return ref;                                                                                                    \
    }                                                                                                                  \
    /** A vector with a length of 64 bits that was written, for fields that are `vector64`. */                         \
    typedef struct vfb_##name##_vec64_ref_t {                                                                          \
        size_t at;                                                                                                     \
    } vfb_##name##_vec64_ref_t;                                                                                        \
    /** Writes a vector with a length of 64 bits. */                                                                   \
    static inline vfb_##name##_vec64_ref_t vfb_##name##_vec64_create(vfb_builder *builder, const type *items,          \
                                                                     size_t count)                                     \
    {                                                                                                                  \
        vfb_##name##_vec64_ref_t ref;                                                                                  \
        ref.at = vfb__vec_create(builder, items, count, sizeof(type), sizeof(type), true);                             \
        return ref;                                                                                                    \
    }                                                                                                                  \
    /* Returns the bit of a field, unless the value is the default. */                                                 \
    static inline uint64_t vfb__bit_##name(const vfb_builder *builder, unsigned number, type value, type otherwise)    \
    {                                                                                                                  \
        uint8_t bytes[sizeof(type)], usual[sizeof(type)];                                                              \
        vfb__store_##name(bytes, value);                                                                               \
        vfb__store_##name(usual, otherwise);                                                                           \
        return (uint64_t)(builder->force_defaults || memcmp(bytes, usual, sizeof usual) != 0) << number;               \
    }                                                                                                                  \
    static inline void vfb__add_##name(vfb_builder *builder, const vfb_object *object, unsigned number, size_t offset, \
                                       type value, type otherwise, bool is_optional)                                   \
    {                                                                                                                  \
        uint8_t *at = vfb__place(builder, object, number, offset);                                                     \
        uint8_t usual[sizeof(type)];                                                                                   \
        if (at == NULL) return;                                                                                        \
        vfb__store_##name(at, value);                                                                                  \
        vfb__store_##name(usual, otherwise);                                                                           \
        if (!is_optional && !builder->force_defaults && memcmp(at, usual, sizeof usual) == 0)                          \
            builder->bits[number / 64] &= ~(UINT64_C(1) << (number % 64));                                             \
    }
VFB__BUILD_SCALAR(bool, bool)
VFB__BUILD_SCALAR(i8, int8_t)
VFB__BUILD_SCALAR(u8, uint8_t)
VFB__BUILD_SCALAR(i16, int16_t)
VFB__BUILD_SCALAR(u16, uint16_t)
VFB__BUILD_SCALAR(i32, int32_t)
VFB__BUILD_SCALAR(u32, uint32_t)
VFB__BUILD_SCALAR(i64, int64_t)
VFB__BUILD_SCALAR(u64, uint64_t)
VFB__BUILD_SCALAR(f32, float)
VFB__BUILD_SCALAR(f64, double)

/** Writes bytes as a vector at a multiple of `align`, a power of two up to VFB_MAX_ALIGN: those of a
 *  buffer that was finished, for a field that holds a nested one. */
static inline vfb_u8_vec_ref_t vfb_bytes_create(vfb_builder *builder, const void *bytes, size_t size, size_t align)
{
    vfb_u8_vec_ref_t ref;
    ref.at = vfb__vec_create(builder, bytes, size, 1, align, false);
    return ref;
}

/** Writes bytes so, with a length of 64 bits, for a field that is `vector64`. */
static inline vfb_u8_vec64_ref_t vfb_bytes64_create(vfb_builder *builder, const void *bytes, size_t size, size_t align)
{
    vfb_u8_vec64_ref_t ref;
    ref.at = vfb__vec_create(builder, bytes, size, 1, align, true);
    return ref;
}

/** Compares two keys that are structs or arrays, by their addresses; one that is absent comes first. */
int vfb__compare_key(const vfb_object *of, const uint8_t *a, const uint8_t *b);
/** Compares two structs or arrays so, by the numbers in them. */
int vfb__compare_parts(const vfb_key_part *parts, size_t count, const uint8_t *a, const uint8_t *b);

/** Copies a table of a verified buffer, with all that it refers to. The buffer must not be the one that is
 *  built. Fields that are deprecated, and unions whose tag the schema does not have, are left out. */
size_t vfb__clone(vfb_builder *builder, const vfb_schema *schema, uint32_t object, const uint8_t *table);
/** Gives the open table a copy of a field of another one, unless that is absent. */
void vfb__pick(vfb_builder *builder, const vfb_schema *schema, uint32_t object, const uint8_t *table, uint32_t number);

/** Sorts the elements of a vector in a buffer that may be changed; see VFB__FIND. `is_offset` is
 *  whether they are offsets. `order` gets the places of two elements. */
void vfb__sort(uint8_t *first, size_t count, size_t size, bool is_offset,
               int (*order)(const uint8_t *a, const uint8_t *b));

/** Sorts a vector of tables or structs in a verified buffer by the field `key`. Returns `false`, and changes
 *  nothing, if its elements overlap it. */
bool vfb__sort_in(const vfb_object *of, uint32_t key, uint8_t *first, size_t count,
                  int (*order)(const uint8_t *a, const uint8_t *b));

/** Sorts the vectors that are `sorted` in a table of a buffer that may be changed, and in all tables that it
 *  leads to but for nested buffers. Returns `false`, and changes nothing, if such a vector overlaps another part
 *  that the table leads to, or there is no memory. Takes `n log n` time, and memory for the vectors. */
bool vfb__sort_vectors(const vfb_schema *schema, uint32_t object, void *bytes, const uint8_t *table);

/* ---- JSON ---- */

enum {
    VFB_DEFAULTS = 16,     /**< write fields that are absent and have a default; read those that have it */
    VFB_NUMBERS = 32,      /**< write enums and tags as numbers */
    VFB_SKIP_UNKNOWN = 64, /**< leave out unions whose tag the schema does not have, and unknown members */
    VFB_RELAXED = 128 /**< read JSON5, whose words are strings: comments, names without quotes, commas at the end, … */
};

/** A text in memory: the context of vfb_write_text(). It begins as zeros, and is freed by free(). */
typedef struct vfb_text_buffer {
    char *at; /**< a zero stands behind the text */
    size_t size, room;
} vfb_text_buffer;

/** Appends to a vfb_text_buffer. */
bool vfb_write_text(void *context, const char *bytes, size_t size);

/** Writes a table or struct of a verified buffer as JSON, as `flatc` and `varvel` do: enums by their names, floats
 *  by their shortest digits. `error` may be NULL. Returns whether all was written. */
bool vfb_print_json(const vfb_schema *schema, uint32_t object, const uint8_t *table, unsigned flags, vfb_write *write,
                    void *context, vfb_error *error);

/** Builds a buffer of JSON, as `flatc` and `varvel` do. `object` is the number of the root, a table or struct. The
 *  builder begins anew, and has the buffer at the end; `flags` are VFB_DEFAULTS, VFB_SKIP_UNKNOWN,
 *  VFB_RELAXED, VFB_SIZE_PREFIXED and VFB_NO_IDENTIFIER. `limits` and `error` may be NULL.
 *
 *  Integers must fit their field, and floats are rounded once. Each may come as a string, also as "0x1F",
 *  "inf" and "nan". An enum is its number or its name, flags are names with spaces between. The type of a
 *  union may come after its value. A vector of tables or structs with a key is sorted. A struct has all
 *  of its members; a member of a table that is null is absent. */
bool vfb_parse_json(vfb_builder *builder, const vfb_schema *schema, uint32_t object, const char *text, size_t size,
                    unsigned flags, const vfb_limits *limits, vfb_error *error);

/** Writes the shortest digits that read back to this float. Returns their number, at most 24. It has no
 *  text for floats that are not finite, and returns 0. */
size_t vfb_f64_text(double value, char text[32]);
/** Writes the shortest digits that read back to this float, as vfb_f64_text() does. */
size_t vfb_f32_text(float value, char text[32]);

#ifdef __cplusplus
}
#endif

#endif

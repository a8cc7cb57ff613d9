/*
 * FlatBuffers in C: the state of reading JSON, which the files of the runtime share. Programs do not
 * include this.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef VARVEL_FLATBUFFERS_READER_H
#define VARVEL_FLATBUFFERS_READER_H

#include "varvel_flatbuffers_internal.h"

/* The kinds of parts that a level of JSON becomes. */
typedef enum level_kind {
    LEVEL_TABLE,
    LEVEL_STRUCT,
    LEVEL_ARRAY, /* of a struct */
    LEVEL_VECTOR,
    LEVEL_SKIPPED /* nothing */
} level_kind;

/* Where a struct or array is stored: in a table that is open, or in the items. */
typedef struct spot {
    uint8_t *at; /* or NULL */
    size_t base; /* in the items, which may move */
} spot;

/* An open object or array. */
typedef struct level {
    level_kind kind;
    char end;                 /* of LEVEL_SKIPPED: the bracket that ends it */
    bool is_first;            /* whether nothing stands before the next member or item */
    bool is_inside;           /* of a table or struct: whether a member's value is being read */
    bool is_nested;           /* of a table: whether it is the root of a nested buffer */
    bool is_apart;            /* of a struct: whether it is the value of a union */
    const vfb_object *object; /* of a table or struct */
    const vfb_field *field;   /* of an array or vector: the field that it is in */
    uint32_t number;          /* of a table or struct: the field that is being read */
    size_t index;             /* of an array or vector: the next item */
    uint64_t seen;            /* of a table or struct: the set of its first 64 fields that came */
    size_t seen_at;           /* of one with more fields: the place of the set */
    spot place;               /* of a struct or array */
    size_t base;              /* of a vector: where its items begin */
    size_t late;              /* of a table: where its late unions begin */
    size_t resume;            /* of a table that reads a late union: where to go on, or 0 */
    size_t start;             /* its place in the text */
    size_t tags;              /* of a vector of unions: its tags in the buffer */
    vfb__nested nested;       /* of the root of a nested buffer */
} level;

/* The value of a union whose tag has not come yet. */
typedef struct late_union {
    uint32_t number;
    size_t at;
} late_union;

/* A piece of the text, or a string without its escapes. */
typedef struct piece {
    const char *at;
    size_t size;
} piece;

/* Memory that grows. */
typedef struct stretch {
    uint8_t *at;
    size_t used, room;
    bool is_own; /* whether it was allocated */
} stretch;

typedef struct reader {
    const vfb_schema *schema;
    vfb_builder *b;
    const char *text;
    size_t at, size;
    unsigned flags;
    size_t depth;
    vfb_limits limits;
    stretch levels; /* of `level` */
    stretch items;  /* the items of open vectors, structs apart, and sets of fields */
    stretch late;   /* of `late_union` */
    stretch string; /* a string with escapes, without them */
    vfb_error error;
    const vfb_field *lacking; /* the field whose absence is the error, or NULL */
} reader;

/* ---- Errors ---- */

/* Notes an error, and returns `false`. */
VFB__RARE bool vfb__fault(reader *r, vfb_status status, size_t at);

/* Notes that something else was expected: an error of syntax, or that of a text that ends. */
VFB__RARE bool vfb__expected(reader *r);

/* Notes that a value of another kind was expected, or what is wrong with the value itself if it has no parts. */
VFB__RARE bool vfb__wrong(reader *r);

/* Finds the path of the error, which is at a place in this JSON. */
void vfb__find_path(reader *r, const char *text, size_t size, size_t at);
/* Appends the step to a member to the path of an error. A key that is no name stands between quotes. */
void vfb__add_key(vfb_error *error, piece key);
/* Finds the line and the column of the error. */
void vfb__find_line(reader *r);

/* ---- Memory ---- */

bool vfb__stretch(reader *r, stretch *s, size_t more);

/* Returns the place of more bytes, or NULL. */
static inline uint8_t *more_of(reader *r, stretch *s, size_t more)
{
    if (s->room - s->used < more && !vfb__stretch(r, s, more)) return NULL;
    s->used += more;
    return s->at + s->used - more;
}

/* ---- The text ---- */

/* Takes a string, which is good until the next one is taken. */
bool vfb__string(reader *r, piece *taken);
/* Takes a key and the colon. */
bool vfb__key(reader *r, piece *key);
/* Takes this word if it is next. */
bool vfb__literal(reader *r, const char *word);
/* Returns whether a boolean or null is next, also if the word goes on: then it counts as the value until it is read. */
bool vfb__is_at_word(const reader *r);
/* Takes null where it may stand, and says whether it did. It is an error if the word goes on. */
bool vfb__null(reader *r, bool *is_null);
/* Takes a number that a float of 64 bits can hold, or an integer. */
bool vfb__number(reader *r, piece *taken);
/* Skips a value without parts. */
bool vfb__skip_plain(reader *r);
/* Returns whether all of a text is a number, or an integer. */
bool vfb__is_number(piece text);
bool vfb__is_integer(piece text);

static inline bool is_letter(char c)
{
    return c == '_' || c == '$' || (unsigned char)c >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Skips white space, and returns the next character, or 0 at the end. */
static inline char peek(reader *r)
{
    for (; r->at < r->size; r->at++) {
        const char c = r->text[r->at];
        if ((unsigned char)c > ' ') return c;
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return c;
    }
    return 0;
}

/* Takes this character if it is next. */
static inline bool take_char(reader *r, char c)
{
    if (peek(r) != c || r->at >= r->size) return false;
    r->at++;
    return true;
}

/* Returns the value of a hexadecimal digit, or a negative number. */
int vfb__hexadecimal_digit(char c);

/* ---- Relaxed JSON ---- */

/* Rewrites the text, which is relaxed JSON, as JSON. */
bool vfb__relax(reader *r, stretch *out);
/* Returns the place in the text, relaxed JSON, that a byte of its JSON comes from. */
size_t vfb__relaxed_place(reader *r, size_t at);

/* ---- Scalars ---- */

/* Reads a scalar, and returns its bits. */
bool vfb__scalar(reader *r, const vfb_field *field, uint64_t *bits);
/* Reads the tag of a union, and returns its bits. */
bool vfb__tag(reader *r, const vfb_union_type *of, uint64_t *bits);
/* Reads bytes as Base64 to the end of `items`. */
bool vfb__base64(reader *r, const vfb_field *field);

/* Reads a value as a FlexBuffer, and writes it as a vector of bytes. */
bool vfb__flex(reader *r, bool wide, size_t *at);

/* Stores the bits of a scalar. */
static inline void store_bits(uint8_t *at, unsigned scalar, uint64_t bits)
{
    switch (size_of_scalar(scalar)) {
    case 1: *at = (uint8_t)bits; break;
    case 2: vfb__store_u16(at, (uint16_t)bits); break;
    case 4: vfb__store_u32(at, (uint32_t)bits); break;
    default: vfb__store_u64(at, bits); break;
    }
}

#endif

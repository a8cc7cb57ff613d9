/*
 * Values as text.
 */
#ifndef VVF__TEXT_H
#define VVF__TEXT_H

#include "keys.h"
#include "print.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

#endif

/*
 * Scalars: booleans, numbers, strings, bytes and timestamps.
 */
#ifndef VVF__SCALARS_H
#define VVF__SCALARS_H

#include "value.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

#endif

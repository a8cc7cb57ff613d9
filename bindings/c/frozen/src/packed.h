/*
 * Packed numbers: arrays of one type, and matrices.
 */
#ifndef VVF__PACKED_H
#define VVF__PACKED_H

#include "containers.h"
#include "scalars.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

#endif

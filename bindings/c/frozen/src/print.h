/*
 * Numbers as text.
 */
#ifndef VVF__PRINT_H
#define VVF__PRINT_H

#include "../../shared/floats.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

#endif

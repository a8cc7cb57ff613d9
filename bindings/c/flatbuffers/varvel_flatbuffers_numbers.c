/*
 * FlatBuffers in C: integers and floats as text.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers_internal.h"

size_t vfb__put_digits(uint64_t number, char *text) { return vvs__put_digits(number, text); }

void vfb__power_of_ten(int q, uint64_t *high, uint64_t *low) { vvs__power_of_ten(q, high, low); }

size_t vfb_f64_text(double value, char text[32])
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return vvs__f64_text(bits, text);
}

size_t vfb_f32_text(float value, char text[32])
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return vvs__f32_text(bits, text);
}

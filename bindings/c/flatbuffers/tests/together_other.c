/*
 * The other file of `together`.
 */
#include "together.h"
#include "sensors.h"
#include "../varvel_flatbuffers_internal.h"
#include "../../varvel_frozen.h"
#include "zoo.h"

size_t other_floats(double value, char text[32])
{
    char frozen[VVF_PRINT_MOST], shared[32];
    uint64_t bits;
    const size_t size = vfb_f64_text(value, text);
    memcpy(&bits, &value, sizeof bits);
    if (vvf_print_f64(value, frozen) != size || memcmp(frozen, text, size) != 0) return 0;
    if (vvs__f64_text(bits, shared) != size || memcmp(shared, text, size) != 0) return 0;
    return size;
}

size_t other_schema(void)
{
    Lab_Sample samples[3];
    vfb_builder builder;
    vfb_error error;
    const uint8_t *bytes;
    size_t size, count = 0;
    vfb_string_ref_t name;
    Lab_Sample_vec_ref_t list;
    memset(samples, 0, sizeof samples);
    vfb_builder_init(&builder, NULL);
    name = vfb_string_create(&builder, vfb_text("roof"));
    list = Lab_Sample_vec_create(&builder, samples, 3);
    Lab_Record_finish_as_root(&builder, Lab_Record_create(&builder, name, Lab_Unit_Celsius, list, NULL), 0);
    bytes = vfb_builder_bytes(&builder, &size);
    if (bytes != NULL) count = Lab_Record_samples(Lab_Record_as_root(bytes, size, &error)).size;
    vfb_builder_free(&builder);
    return count;
}

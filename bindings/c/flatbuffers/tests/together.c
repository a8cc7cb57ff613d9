/*
 * Tests that varvel_frozen.h and the runtime live in one file, and code of two schemas in one
 * program: this file and together_other.c include them in another order.
 */
#include "../../varvel_frozen.h"
#include "zoo.h"
#include "sensors.h"
#include "../varvel_flatbuffers_internal.h"
#include "together.h"

#include <stdio.h>

static int failures;

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);     \
            failures++;                                                        \
        }                                                                      \
    } while (0)

/* The floats of both, which are the same. */
static void floats(void)
{
    static const double values[] = {0.0, -0.0, 1.0, 0.1, -1.5e300, 1e16, 123456789.25, 0.00001, 5e-324};
    size_t i;
    for (i = 0; i < sizeof values / sizeof values[0]; i++) {
        char frozen[VVF_PRINT_MOST], flat[32], other[32];
        const size_t size = vvf_print_f64(values[i], frozen);
        CHECK(size != 0 && vfb_f64_text(values[i], flat) == size && memcmp(frozen, flat, size) == 0);
        CHECK(other_floats(values[i], other) == size && memcmp(frozen, other, size) == 0);
    }
}

/* A frozen document whose root is `true`. */
static void frozen(void)
{
    static const unsigned char bytes[48] = {'V', 'R', 'V', 'L', 1, 0, 0, 0, 48, 0, 0, 0, 0, 0, 0, 0,
                                            32,  0,   0,   0,   0, 0, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0,
                                            0,   0,   0,   0,   0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0};
    static unsigned char scratch[16384];
    vvf_doc doc;
    int is_true = 0;
    CHECK(vvf_open(&doc, bytes, sizeof bytes, NULL, scratch, sizeof scratch, NULL) == VVF_OK);
    CHECK(vvf_get_bool(vvf_root(&doc), &is_true) == VVF_OK && is_true);
}

/* A table of one schema, and one of the other in the other file. */
static void schemas(void)
{
    static const char text[] = "{\"name\":\"here\"}";
    vfb_builder builder;
    vfb_error error;
    const uint8_t *bytes;
    size_t size;
    vfb_builder_init(&builder, NULL);
    CHECK(zoo_Zoo_parse_json(&builder, text, sizeof text - 1, 0, &error));
    bytes = vfb_builder_bytes(&builder, &size);
    CHECK(bytes != NULL && vfb_is(zoo_Zoo_as_root(bytes, size, &error)));
    CHECK(bytes != NULL && !vfb_is(Lab_Record_as_root_with(bytes, size, VFB_IDENTIFIED, NULL, &error)));
    vfb_builder_free(&builder);
    CHECK(other_schema() == 3);
}

int main(void)
{
    floats();
    frozen();
    schemas();
    return failures != 0;
}

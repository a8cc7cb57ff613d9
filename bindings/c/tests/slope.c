/*
 * Reads a hostile input, so that its instructions can be counted: `slope KIND FILE`. Only what measured() calls
 * counts. `cargo xtask ci --only slope` runs it for each input at two sizes.
 */
#include "../varvel_frozen.h"
#include "zoo.h"

#include <stdio.h>
#include <stdlib.h>

/* The depth of an input is of the order of its size. */
static const size_t no_depth = (size_t)1 << 30;

static bool drop(void *context, const char *bytes, size_t size)
{
    size_t *all = (size_t *)context;
    (void)bytes;
    *all += size;
    return true;
}

static int frozen(const unsigned char *bytes, size_t size)
{
    vvf_limits limits = vvf_limits_default();
    vvf_error error;
    vvf_doc doc;
    size_t room;
    unsigned char *scratch;
    vvf_status status;
    limits.depth = no_depth;
    room = vvf_scratch_bound(size, &limits);
    scratch = (unsigned char *)malloc(room ? room : 1);
    if (scratch == NULL) exit(3);
    status = vvf_open(&doc, bytes, size, &limits, scratch, room, &error);
    free(scratch);
    return (int)status;
}

/* Verifies, and prints and copies what is valid. */
static int flatbuffer(const unsigned char *bytes, size_t size)
{
    vfb_limits limits = vfb_default_limits();
    vfb_error error;
    vfb_builder builder;
    zoo_Zoo_t zoo;
    size_t printed = 0;
    limits.depth = no_depth;
    zoo = zoo_Zoo_as_root_with(bytes, size, 0, &limits, &error);
    if (!vfb_is(zoo)) return (int)error.status;
    zoo_Zoo_print_json(zoo, 0, drop, &printed, NULL);
    vfb_builder_init(&builder, NULL);
    zoo_Zoo_finish_as_root(&builder, zoo_Zoo_clone(&builder, zoo), 0);
    vfb_builder_free(&builder);
    return 0;
}

static int json(const char *text, size_t size, unsigned flags)
{
    vfb_limits limits = vfb_default_limits();
    vfb_error error;
    vfb_builder builder;
    limits.depth = no_depth;
    error.status = VFB_OK;
    vfb_builder_init(&builder, NULL);
    zoo_Zoo_parse_json_with(&builder, text, size, flags | VFB_SKIP_UNKNOWN, &limits, &error);
    vfb_builder_free(&builder);
    return (int)error.status;
}

/* The only function whose instructions count. */
#if defined(__GNUC__)
__attribute__((noinline))
#endif
int measured(const char *kind, const void *bytes, size_t size);
int measured(const char *kind, const void *bytes, size_t size)
{
    if (strcmp(kind, "frozen") == 0) return frozen((const unsigned char *)bytes, size);
    if (strcmp(kind, "flatbuffer") == 0) return flatbuffer((const unsigned char *)bytes, size);
    return json((const char *)bytes, size, strcmp(kind, "json5") == 0 ? VFB_RELAXED : 0);
}

int main(int argc, char **argv)
{
    FILE *file = argc == 3 ? fopen(argv[2], "rb") : NULL;
    void *bytes;
    long size;
    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0) return 2;
    rewind(file);
    bytes = malloc((size_t)size + 1);
    if (bytes == NULL || fread(bytes, 1, (size_t)size, file) != (size_t)size) return 2;
    fclose(file);
    printf("status %d of %ld bytes\n", measured(argv[1], bytes, (size_t)size), size);
    free(bytes);
    return 0;
}

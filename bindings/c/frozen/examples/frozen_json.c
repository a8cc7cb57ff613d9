/*
 * Prints a frozen buffer as JSON, then walks through it and prints on standard error how many
 * values of each kind it has:
 *
 *     frozen_json spec/vectors/v1/good/records.varvel
 *
 * The walk keeps its own stack, so the stack of the program stays as small for any document.
 */
#include "../../varvel_frozen.h"

#include <stdio.h>
#include <stdlib.h>

/* The default limit of depth. */
#define DEPTH 128

static unsigned char bytes[1u << 20];
static unsigned char scratch[1u << 18];

/* Takes text from vvf_write_value(). */
static int to_stream(void *context, const char *text, size_t length)
{
    return fwrite(text, 1, length, (FILE *)context) != length;
}

/* Whether the walk goes into a value. */
static int is_container(vvf_value value)
{
    vvf_kind kind = vvf_kind_of(value);
    return kind == VVF_ARRAY || kind == VVF_OBJECT || kind == VVF_MAP;
}

/* Counts the values of each kind. */
static void count_kinds(vvf_value root, unsigned long counts[VVF_SIMPLE + 1])
{
    static vvf_iter stack[DEPTH];
    size_t depth = 0;
    counts[vvf_kind_of(root)]++;
    if (is_container(root))
        stack[depth++] = vvf_iterate(root);
    while (depth > 0) {
        vvf_iter *top = &stack[depth - 1];
        if (!vvf_next(top)) {
            depth--;
            continue;
        }
        counts[vvf_kind_of(top->value)]++;
        if (is_container(top->value) && depth < DEPTH)
            stack[depth++] = vvf_iterate(top->value);
    }
}

int main(int count, char **arguments)
{
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    unsigned long counts[VVF_SIMPLE + 1] = {0};
    vvf_doc doc;
    vvf_error error;
    vvf_status status;
    size_t length;
    int kind;
    if (file == NULL) {
        fprintf(stderr, "usage: frozen_json FILE\n");
        return 2;
    }
    length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);

    status = vvf_open(&doc, bytes, length, NULL, scratch, sizeof scratch, &error);
    if (status != VVF_OK) {
        fprintf(stderr, "%s at byte %lu\n", vvf_status_text(status), (unsigned long)error.offset);
        return 1;
    }

    /* The scratch memory is free again: the text may use it. */
    status = vvf_write_value(vvf_root(&doc), VVF_JSON, to_stream, stdout, scratch, sizeof scratch);
    if (status == VVF_ERROR_UNREPRESENTABLE) {
        fprintf(stderr, "JSON has no such value\n");
        return 1;
    }
    if (status != VVF_OK) {
        fprintf(stderr, "%s\n", vvf_status_text(status));
        return 1;
    }
    putchar('\n');

    count_kinds(vvf_root(&doc), counts);
    for (kind = VVF_NULL; kind <= VVF_SIMPLE; kind++) {
        if (counts[kind] != 0)
            fprintf(stderr, "%s: %lu\n", vvf_kind_text((vvf_kind)kind), counts[kind]);
    }
    return 0;
}

/*
 * Reads buffers and streams from standard input, each with the expected verdict and text, and
 * prints where its own differ. A test in Rust, conformance/tests/all/frozen_readers, writes this input.
 * Each case is a head of 18 bytes, then the text (of a stream a line for each record), then the
 * bytes. The head, with numbers in little-endian order:
 *
 *     1  1 for a stream, 0 for a buffer
 *     1  the expected status
 *     4  the limit of depth; 4294967295 is no limit
 *     4  the limit of nodes; 4294967295 is no limit
 *     4  the length of the text
 *     4  the length of the bytes
 */
#include "../../varvel_frozen.h"

#include <stdio.h>
#include <stdlib.h>

#define HEAD 18

static size_t differ;
static size_t number;

static void say(const char *what, unsigned expected, unsigned found)
{
    if (differ++ < 20)
        printf("%lu %s: %u expected, found %u\n", (unsigned long)number, what, expected, found);
}

static void *get_memory(size_t size)
{
    void *memory = malloc(size != 0 ? size : 1);
    if (memory == NULL)
        abort();
    return memory;
}

/* The rest of the text that is expected. Pieces of text are compared with it as they come. */
typedef struct comparison {
    const unsigned char *expected;
    size_t left;
    int differs;
} comparison;

static int compare(void *context, const char *text, size_t length)
{
    comparison *with = (comparison *)context;
    if (length > with->left || memcmp(with->expected, text, length) != 0) {
        with->differs = 1;
        return 1;
    }
    with->expected += length;
    with->left -= length;
    return 0;
}

static void compare_value(comparison *with, vvf_value value, size_t depth)
{
    size_t size = vvf_write_scratch(depth < 300 ? depth + 2 : 300);
    void *scratch = get_memory(size);
    if (vvf_write_value(value, VVF_TEXT, compare, with, scratch, size) != VVF_OK)
        with->differs = 1;
    free(scratch);
}

/* Each member must be found by its key, and none by a longer key. */
static void look_up(vvf_value object)
{
    char longer[512];
    VVF_FOR_EACH(it, object) {
        const char *text;
        size_t length;
        vvf_value found;
        if (vvf_get_string(it.key, &text, &length) != VVF_OK)
            continue;
        if (vvf_get(object, vvf_key_make(text, length), &found) != VVF_OK || found.at != it.value.at
            || found.form != it.value.form)
            say("a member by its key", 0, 1);
        if (length < sizeof longer - 1) {
            memcpy(longer, text, length);
            longer[length] = '\x7f';
            if (vvf_get(object, vvf_key_make(longer, length + 1), &found) != VVF_ERROR_NOT_FOUND)
                say("a member by another key", 1, 0);
        }
    }
}

/* Checks look_up() on all objects down to some depth. */
static void walk(vvf_value root)
{
    static vvf_iter stack[8];
    size_t depth = 0;
    vvf_value value = root;
    for (;;) {
        vvf_kind kind = vvf_kind_of(value);
        if (kind == VVF_OBJECT || kind == VVF_MAP)
            look_up(value);
        if ((kind == VVF_ARRAY || kind == VVF_OBJECT || kind == VVF_MAP)
            && depth < sizeof stack / sizeof stack[0])
            stack[depth++] = vvf_iterate(value);
        while (depth > 0 && !vvf_next(&stack[depth - 1]))
            depth--;
        if (depth == 0)
            return;
        value = stack[depth - 1].value;
    }
}

static vvf_status judge_buffer(const unsigned char *bytes, size_t length, const vvf_limits *limits,
                               comparison *with)
{
    size_t size = vvf_scratch_size(bytes, length, limits);
    size_t bound = vvf_scratch_bound(length, limits);
    vvf_error error;
    vvf_doc doc;
    int tries;
    for (tries = 0; tries < 40; tries++) {
        void *scratch = get_memory(size);
        vvf_open(&doc, bytes, length, limits, scratch, size, &error);
        free(scratch);
        if (error.status != VVF_ERROR_SCRATCH)
            break;
        if (size >= bound)
            say("the bound of scratch memory is too small", (unsigned)bound, (unsigned)size);
        if (error.scratch <= size)
            say("no more scratch memory is asked for", (unsigned)size, (unsigned)error.scratch);
        size = error.scratch < bound ? error.scratch : bound;
    }
    if (error.status != VVF_OK) {
        if (error.offset > length)
            say("an offset behind the end", (unsigned)length, (unsigned)error.offset);
        return error.status;
    }
    compare_value(with, vvf_root(&doc), limits->depth);
    walk(vvf_root(&doc));
    return VVF_OK;
}

static vvf_status judge_stream(const unsigned char *bytes, size_t length, const vvf_limits *limits,
                               comparison *with)
{
    static unsigned char scratch[1u << 18];
    vvf_stream stream;
    vvf_reader reader;
    vvf_value record;
    vvf_error error;
    vvf_status front, status;
    uint64_t n;
    vvf_reader_start(&reader, bytes, length, limits, scratch, sizeof scratch);
    do
        front = vvf_reader_next(&reader, &record, &error);
    while (front == VVF_OK);
    if (reader.good > length || error.offset > length)
        say("an offset behind the end", (unsigned)length, (unsigned)error.offset);
    status = vvf_stream_open(&stream, bytes, length, limits, scratch, sizeof scratch, &error);
    if (status == VVF_OK)
        status = vvf_stream_validate(&stream, &error);
    if (error.offset > length)
        say("an offset behind the end", (unsigned)length, (unsigned)error.offset);
    if ((front == VVF_DONE) != (status == VVF_OK))
        say("from the front", (unsigned)status, (unsigned)front);
    for (n = 0; status == VVF_OK && n < vvf_stream_length(&stream); n++) {
        status = vvf_stream_record(&stream, n, &record, &error);
        if (status == VVF_OK) {
            compare_value(with, record, limits->depth);
            compare(with, "\n", 1);
        }
    }
    return status;
}

static size_t limit_of(const unsigned char *p)
{
    uint32_t limit = vvf__u32(p);
    return limit == 0xFFFFFFFFu ? SIZE_MAX : limit;
}

int main(void)
{
    unsigned char head[HEAD];
    while (fread(head, 1, HEAD, stdin) == HEAD) {
        size_t text_length = vvf__u32(head + 10), length = vvf__u32(head + 14);
        unsigned char *text = (unsigned char *)get_memory(text_length);
        unsigned char *bytes = (unsigned char *)get_memory(length);
        vvf_limits limits = vvf_limits_default();
        comparison with;
        vvf_status status;
        limits.depth = limit_of(head + 2);
        limits.nodes = limit_of(head + 6);
        if (fread(text, 1, text_length, stdin) != text_length
            || fread(bytes, 1, length, stdin) != length) {
            printf("the input is cut off\n");
            return 2;
        }
        with.expected = text;
        with.left = text_length;
        with.differs = 0;
        status = head[0] == 1 ? judge_stream(bytes, length, &limits, &with)
                              : judge_buffer(bytes, length, &limits, &with);
        if ((unsigned)status != head[1])
            say("status", head[1], (unsigned)status);
        else if (status == VVF_OK && (with.differs || with.left != 0))
            say("text", (unsigned)text_length, (unsigned)(text_length - with.left));
        free(text);
        free(bytes);
        number++;
    }
    printf("%lu judged, %lu differ\n", (unsigned long)number, (unsigned long)differ);
    return 0;
}

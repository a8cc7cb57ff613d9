/*
 * Agrees with Rust about a corpus of buffers, mutants of them, and JSON: each has what Rust says of it.
 *
 *     corpus CASES-FILE
 *
 * The file is a row of records; `crates/varvel-codegen/tests/go/cases.rs` describes them. The schema 0 is
 * zoo.fbs, and 1 is reading.fbs, whose root is a struct; with CORPUS_MONSTER there is a third one.
 */
#include "reading.h"
#include "zoo.h"
#ifdef CORPUS_MONSTER
#include "monster_test.h"
#endif

#include <stdio.h>
#include <stdlib.h>

static const vfb_schema *const schemas[] = {
    &zoo_schema,
    &reading_schema,
#ifdef CORPUS_MONSTER
    &monster_test_schema,
#endif
};

static int failures;

/* The rest of the file. */
typedef struct cases {
    const uint8_t *at, *end;
} cases;

typedef struct span {
    const uint8_t *at;
    size_t size;
} span;

/* Counts of what was compared. */
static unsigned long buffers, mutants, valid, texts, built;

static const uint8_t *take(cases *c, size_t size)
{
    const uint8_t *at = c->at;
    if ((size_t)(c->end - at) < size) {
        printf("the file of cases ends too early\n");
        exit(2);
    }
    c->at += size;
    return at;
}

static unsigned take16(cases *c) { return vfb__load_u16(take(c, 2)); }
static uint32_t take32(cases *c) { return vfb__load_u32(take(c, 4)); }

static span take_span(cases *c)
{
    span s;
    s.size = take32(c);
    s.at = take(c, s.size);
    return s;
}

static void differs(const char *what, unsigned long number, const char *kind, span of)
{
    if (failures++ < 20)
        printf("%s %lu: another %s: %.*s\n", what, number, kind, of.size > 200 ? 200 : (int)of.size,
               (const char *)of.at);
}

/* Verifies bytes in memory of their own, which shows reads behind their end to the sanitizer. */
static uint8_t *copied(span of)
{
    uint8_t *bytes = (uint8_t *)malloc(of.size ? of.size : 1);
    if (bytes == NULL) exit(3);
    if (of.size) memcpy(bytes, of.at, of.size);
    return bytes;
}

/* Copies a root into another buffer, which has the same JSON. */
static void clone(unsigned schema, const uint8_t *root, const vfb_text_buffer *json, const char *what,
                  unsigned long number)
{
    const vfb_schema *of = schemas[schema];
    const span text = {(const uint8_t *)json->at, json->size};
    vfb_text_buffer again = {NULL, 0, 0};
    const uint8_t *bytes;
    size_t size, at;
    vfb_builder b;
    if (of->objects[of->root].is_struct) return;
    vfb_builder_init(&b, NULL);
    vfb__finish(&b, vfb__clone(&b, of, of->root, root), &of->objects[of->root], 0);
    bytes = vfb_builder_bytes(&b, &size);
    if (bytes == NULL || !vfb_verify(of, of->root, bytes, size, 0, NULL, &at, NULL)
        || !vfb_print_json(of, of->root, bytes + at, VFB_SKIP_UNKNOWN, vfb_write_text, &again, NULL)
        || again.size != json->size || memcmp(again.at, json->at, json->size) != 0) {
        const span ours = {(const uint8_t *)(again.at ? again.at : ""), again.size};
        differs(what, number, "copy", text);
        differs(what, number, "copy", ours);
    }
    free(again.at);
    vfb_builder_free(&b);
}

/* Judges bytes. Returns whether the JSON is to be compared. The numbers of the errors are the next in the
 * file. */
static bool judge(cases *c, unsigned schema, const uint8_t *bytes, size_t size, vfb_text_buffer *json,
                  const char *what, unsigned long number)
{
    const vfb_schema *of = schemas[schema];
    const span none = {(const uint8_t *)"", 0};
    const unsigned wanted = take16(c);
    vfb_error error;
    size_t root;
    unsigned found, wanted_json;
    vfb_verify(of, of->root, bytes, size, 0, NULL, &root, &error);
    found = vfb_error_number(error.status);
    if (found != wanted) {
        differs(what, number, "verdict", none);
        printf("  %u, not %u at %lu\n", found, wanted, (unsigned long)error.offset);
    }
    if (wanted != 0) return false;
    valid++;
    wanted_json = take16(c);
    json->size = 0;
    if (found == 0)
        vfb_print_json(of, of->root, bytes + root, VFB_SKIP_UNKNOWN, vfb_write_text, json, &error);
    if (vfb_error_number(error.status) != wanted_json) differs(what, number, "verdict of JSON", none);
    else if (wanted_json == 0 && found == 0) clone(schema, bytes + root, json, what, number);
    return wanted_json == 0;
}

static uint64_t hash_of(const char *text, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    size_t i;
    for (i = 0; i < size; i++) hash = (hash ^ (uint8_t)text[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* Builds a buffer of JSON: it has the JSON of the one that Rust built. */
static void build(cases *c, unsigned schema, vfb_builder *b, vfb_text_buffer *json, unsigned long number)
{
    const vfb_schema *of = schemas[schema];
    const span text = take_span(c);
    const unsigned wanted = take16(c);
    vfb_text_buffer theirs = {NULL, 0, 0};
    char *own = (char *)copied(text);
    const uint8_t *bytes;
    vfb_error error;
    size_t size, root;
    span held;
    texts++;
    vfb_parse_json(b, of, of->root, own, text.size, 0, NULL, &error);
    free(own);
    if (vfb_error_number(error.status) != wanted) {
        differs("text", number, "verdict", text);
        printf("  %u, not %u, at %s in line %lu\n", vfb_error_number(error.status), wanted, error.path,
               (unsigned long)error.line);
    }
    if (wanted != 0) return;
    held = take_span(c);
    bytes = vfb_builder_bytes(b, &size);
    if (bytes == NULL || !vfb_verify(of, of->root, bytes, size, VFB_IDENTIFIED, NULL, &root, &error)) {
        differs("text", number, "buffer, an invalid one", text);
        return;
    }
    built++;
    json->size = 0;
    vfb_print_json(of, of->root, bytes + root, 0, vfb_write_text, json, NULL);
    if (!vfb_verify(of, of->root, held.at, held.size, VFB_IDENTIFIED, NULL, &root, NULL)
        || !vfb_print_json(of, of->root, held.at + root, 0, vfb_write_text, &theirs, NULL)
        || theirs.size != json->size || memcmp(theirs.at, json->at, json->size) != 0) {
        const span ours = {(const uint8_t *)json->at, json->size};
        differs("text", number, "content", text);
        differs("text", number, "content", ours);
    }
    free(theirs.at);
}

int main(int count, char **arguments)
{
    vfb_text_buffer json = {NULL, 0, 0};
    span all = {NULL, 0}, *held = NULL;
    size_t held_count = 0;
    unsigned long number;
    vfb_builder b;
    uint8_t *file_bytes = NULL;
    cases c;
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    long size;
    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0
        || fseek(file, 0, SEEK_SET) != 0) {
        printf("no file of cases\n");
        return 2;
    }
    file_bytes = (uint8_t *)malloc((size_t)size + 1);
    held = (span *)malloc(sizeof *held * 4096);
    if (file_bytes == NULL || held == NULL) return 3;
    all.at = file_bytes;
    all.size = fread(file_bytes, 1, (size_t)size, file);
    fclose(file);
    vfb_builder_init(&b, NULL);
    c.at = all.at;
    c.end = all.at + all.size;
    for (number = 0; c.at < c.end; number++) {
        const unsigned kind = *take(&c, 1), schema = take16(&c);
        uint8_t *bytes;
        span one;
        if (schema >= sizeof schemas / sizeof *schemas) return 2;
        if (kind == 2) {
            build(&c, schema, &b, &json, number);
        } else if (kind == 0) {
            one = take_span(&c);
            if (held_count == 4096) return 2;
            held[held_count++] = one;
            buffers++;
            bytes = copied(one);
            if (judge(&c, schema, bytes, one.size, &json, "buffer", number)) {
                const span wanted = take_span(&c);
                if (wanted.size != json.size || memcmp(wanted.at, json.at, json.size) != 0)
                    differs("buffer", number, "JSON", wanted);
            }
            free(bytes);
        } else {
            const uint32_t of = take32(&c);
            unsigned edits = take16(&c);
            uint32_t length;
            if (of >= held_count) return 2;
            mutants++;
            bytes = copied(held[of]);
            for (; edits > 0; edits--) {
                const uint32_t at = take32(&c);
                bytes[at] = *take(&c, 1);
            }
            length = take32(&c);
            one.at = bytes;
            one.size = length;
            {
                uint8_t *cut = copied(one);
                free(bytes);
                if (judge(&c, schema, cut, length, &json, "mutant", number)) {
                    const uint64_t wanted = vfb__load_u64(take(&c, 8));
                    one.at = (const uint8_t *)json.at;
                    one.size = json.size;
                    if (hash_of(json.at, json.size) != wanted)
                        differs("mutant", number, "JSON", one);
                }
                free(cut);
            }
        }
    }
    printf("%lu buffers and %lu mutants, %lu of them valid; %lu texts, %lu of them built\n", buffers, mutants, valid,
           texts, built);
    vfb_builder_free(&b);
    free(json.at);
    free(held);
    free(file_bytes);
    if (failures) printf("%d failures\n", failures);
    return failures != 0;
}

/*
 * Agrees with Rust about a corpus of buffers, mutants of them, and JSON: each has what Rust says of it.
 *
 *     corpus CASES-FILE
 *
 * The file is a row of records; `crates/varvel-codegen/tests/languages/cases.rs` describes them. The schema 0 is
 * zoo.fbs; 1 and 2 are reading.fbs and stamp.fbs, whose roots are structs, unless CORPUS_SUBJECTS is a header
 * with other ones.
 */
#include "varvel_flatbuffers.h"

#include <stdio.h>
#include <stdlib.h>

/* A schema, and the number of the table or struct that is the root of its buffers. */
typedef struct subject {
    const vfb_schema *schema;
    uint32_t root;
} subject;

/* Returns the subject of a number, whose schema is NULL if there is none. */
static subject subject_of(unsigned number);

#ifdef CORPUS_SUBJECTS
#include CORPUS_SUBJECTS
#else
#include "reading.h"
#include "stamp.h"
#include "zoo.h"

static subject subject_of(unsigned number)
{
    static const vfb_schema *const schemas[] = {&zoo_schema, &reading_schema, &stamp_schema};
    subject of = {NULL, 0};
    of.schema = number < sizeof schemas / sizeof *schemas ? schemas[number] : NULL;
    if (of.schema != NULL) of.root = of.schema->root;
    return of;
}
#endif

/* The flags of cases, in order of their bits. */
static const unsigned flag_bits[] = {VFB_SIZE_PREFIXED, VFB_RELAXED, VFB_DEFAULTS, VFB_SKIP_UNKNOWN, VFB_NUMBERS};

static int failures;

/* The rest of the file. */
typedef struct cases {
    const uint8_t *at, *end;
} cases;

typedef struct span {
    const uint8_t *at;
    size_t size;
} span;

static const span none = {(const uint8_t *)"", 0};

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
    if (failures++ < 60)
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
static void clone(const subject *of, const uint8_t *root, const vfb_text_buffer *json, const char *what,
                  unsigned long number)
{
    const vfb_schema *schema = of->schema;
    const uint32_t object = of->root;
    const span text = {(const uint8_t *)json->at, json->size};
    vfb_text_buffer again = {NULL, 0, 0};
    const uint8_t *bytes;
    size_t size, at;
    vfb_builder b;
    if (schema->objects[object].is_struct) return;
    vfb_builder_init(&b, NULL);
    vfb__finish(&b, vfb__clone(&b, schema, object, root), &schema->objects[object], 0);
    bytes = vfb_builder_bytes(&b, &size);
    if (bytes == NULL || !vfb_verify(schema, object, bytes, size, 0, NULL, &at, NULL)
        || !vfb_print_json(schema, object, bytes + at, VFB_SKIP_UNKNOWN, vfb_write_text, &again, NULL)
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
static bool judge(cases *c, const subject *of, unsigned flags, span held, vfb_text_buffer *json, const char *what,
                  unsigned long number)
{
    const unsigned wanted = take16(c);
    uint8_t *bytes = copied(held);
    vfb_error error;
    size_t root;
    unsigned found, wanted_json = 0;
    vfb_verify(of->schema, of->root, bytes, held.size, flags & VFB_SIZE_PREFIXED, NULL, &root, &error);
    found = vfb_error_number(error.status);
    if (found != wanted) {
        differs(what, number, "verdict", none);
        printf("  %u, not %u at %lu\n", found, wanted, (unsigned long)error.offset);
    }
    if (wanted == 0) {
        valid++;
        wanted_json = take16(c);
        json->size = 0;
        if (found == 0)
            vfb_print_json(of->schema, of->root, bytes + root, flags, vfb_write_text, json, &error);
        if (vfb_error_number(error.status) != wanted_json) differs(what, number, "verdict of JSON", none);
        else if (wanted_json == 0 && found == 0 && flags == VFB_SKIP_UNKNOWN)
            clone(of, bytes + root, json, what, number);
    }
    free(bytes);
    return wanted == 0 && wanted_json == 0;
}

static uint64_t hash_of(const char *text, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    size_t i;
    for (i = 0; i < size; i++) hash = (hash ^ (uint8_t)text[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* Compares the place of an error in a text with that in Rust. Here a path is cut off instead of shortened, any
 * character beyond ASCII is a letter, and the path of a member that is missing names it. */
static void same_place(cases *c, const vfb_error *error, span text, unsigned long number, bool is_same_error)
{
    const uint32_t at = take32(c);
    const span path = take_span(c);
    const size_t size = error->status == VFB_ERROR_REQUIRED ? path.size : strlen(error->path);
    bool is_plain = path.size < VFB_PATH;
    size_t i;
    for (i = 0; i < path.size; i++) is_plain = is_plain && path.at[i] < 0x80;
    for (i = 0; error->path[i] != 0; i++) is_plain = is_plain && (unsigned char)error->path[i] < 0x80;
    if (!is_same_error) return;
    if (error->offset != at) {
        differs("text", number, "offset of the error", text);
        printf("  %lu, not %lu\n", (unsigned long)error->offset, (unsigned long)at);
    }
    if (is_plain && (size != path.size || strlen(error->path) < size || memcmp(error->path, path.at, size) != 0)) {
        differs("text", number, "path of the error", text);
        printf("  %s, not %.*s\n", error->path, (int)path.size, (const char *)path.at);
    }
}

/* Builds a buffer of JSON: it has the JSON of the one that Rust built, and its bytes if the root is a
 * struct. */
static void build(cases *c, const subject *of, unsigned flags, vfb_builder *b, vfb_text_buffer *json,
                  unsigned long number)
{
    const unsigned verify = (flags & VFB_SIZE_PREFIXED) | VFB_IDENTIFIED;
    const span text = take_span(c);
    const unsigned wanted = take16(c);
    vfb_text_buffer theirs = {NULL, 0, 0};
    char *own = (char *)copied(text);
    const uint8_t *bytes;
    vfb_error error, again;
    size_t size, root;
    span held;
    texts++;
    vfb_parse_json(b, of->schema, of->root, own, text.size, flags, NULL, &error);
    free(own);
    if (vfb_error_number(error.status) != wanted) {
        differs("text", number, "verdict", text);
        printf("  %u, not %u, at %s in line %lu\n", vfb_error_number(error.status), wanted, error.path,
               (unsigned long)error.line);
    }
    if (wanted != 0) {
        same_place(c, &error, text, number, vfb_error_number(error.status) == wanted);
        return;
    }
    held = take_span(c);
    bytes = vfb_builder_bytes(b, &size);
    if (bytes == NULL || !vfb_verify(of->schema, of->root, bytes, size, verify, NULL, &root, &error)) {
        differs("text", number, "buffer, an invalid one", text);
        return;
    }
    built++;
    if (of->schema->objects[of->root].is_struct && (size != held.size || memcmp(bytes, held.at, size) != 0))
        differs("text", number, "row of bytes", text);
    json->size = 0;
    vfb_print_json(of->schema, of->root, bytes + root, 0, vfb_write_text, json, &error);
    if (!vfb_verify(of->schema, of->root, held.at, held.size, verify, NULL, &root, NULL)) {
        differs("text", number, "verdict of the buffer", text);
        return;
    }
    /* Some buffers are no JSON, such as those with names that are not UTF-8. */
    vfb_print_json(of->schema, of->root, held.at + root, 0, vfb_write_text, &theirs, &again);
    if (again.status != error.status || theirs.size != json->size
        || (theirs.size != 0 && memcmp(theirs.at, json->at, json->size) != 0)) {
        const span ours = {(const uint8_t *)json->at, json->size};
        differs("text", number, "content", text);
        differs("text", number, "content", ours);
    }
    free(theirs.at);
}

/* Changes bytes of a buffer as the file says. Returns the mutant, which is to be freed. */
static span mutated(cases *c, span buffer)
{
    unsigned edits = take16(c);
    uint8_t *bytes = copied(buffer);
    span mutant;
    for (; edits > 0; edits--) {
        const uint32_t at = take32(c);
        bytes[at] = *take(c, 1);
    }
    mutant.size = take32(c);
    mutant.at = bytes;
    return mutant;
}

/* Reads the flags of a case. */
static unsigned take_flags(cases *c)
{
    const unsigned bits = *take(c, 1);
    unsigned flags = 0, i;
    for (i = 0; i < sizeof flag_bits / sizeof *flag_bits; i++)
        if (bits >> i & 1) flags |= flag_bits[i];
    return flags;
}

/* Reads a file into memory that is to be freed. */
static span read_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    uint8_t *bytes = NULL;
    span all = {NULL, 0};
    long size;
    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET) != 0
        || (bytes = (uint8_t *)malloc((size_t)size + 1)) == NULL) {
        printf("no file of cases\n");
        exit(2);
    }
    all.size = fread(bytes, 1, (size_t)size, file);
    all.at = bytes;
    fclose(file);
    return all;
}

int main(int count, char **arguments)
{
    vfb_text_buffer json = {NULL, 0, 0};
    const span all = read_file(count > 1 ? arguments[1] : "");
    span *held = NULL;
    size_t held_count = 0, held_room = 0;
    unsigned long number;
    vfb_builder b;
    cases c;
    c.at = all.at;
    c.end = all.at + all.size;
    vfb_builder_init(&b, NULL);
    for (number = 0; c.at < c.end; number++) {
        const unsigned kind = *take(&c, 1);
        const subject of = subject_of(take16(&c));
        if (of.schema == NULL) return 2;
        if (kind == 2 || kind == 4) {
            const unsigned flags = kind == 4 ? take_flags(&c) : 0;
            build(&c, &of, flags, &b, &json, number);
        } else if (kind == 0 || kind == 3) {
            const unsigned flags = kind == 3 ? take_flags(&c) : (unsigned)VFB_SKIP_UNKNOWN;
            const span buffer = take_span(&c);
            if (held_count == held_room) {
                held_room = 2 * held_room + 64;
                held = (span *)realloc(held, held_room * sizeof *held);
                if (held == NULL) return 3;
            }
            held[held_count++] = buffer;
            buffers++;
            if (judge(&c, &of, flags, buffer, &json, "buffer", number)) {
                const span wanted = take_span(&c);
                if (wanted.size != json.size || memcmp(wanted.at, json.at, json.size) != 0)
                    differs("buffer", number, "JSON", wanted);
            }
        } else {
            const uint32_t buffer = take32(&c);
            span mutant;
            if (buffer >= held_count) return 2;
            mutants++;
            mutant = mutated(&c, held[buffer]);
            if (judge(&c, &of, VFB_SKIP_UNKNOWN, mutant, &json, "mutant", number)
                && hash_of(json.at, json.size) != vfb__load_u64(take(&c, 8))) {
                const span ours = {(const uint8_t *)json.at, json.size};
                differs("mutant", number, "JSON", ours);
            }
            free((void *)(uintptr_t)mutant.at);
        }
    }
    printf("%lu buffers and %lu mutants, %lu of them valid; %lu texts, %lu of them built\n", buffers, mutants, valid,
           texts, built);
    vfb_builder_free(&b);
    free(json.at);
    free(held);
    free((void *)(uintptr_t)all.at);
    if (failures) printf("%d failures\n", failures);
    return failures != 0;
}

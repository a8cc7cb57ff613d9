/*
 * Tests of buffers that are built of JSON: what is read, and where errors are.
 */
#include "zoo.h"

#include <stdio.h>
#include <stdlib.h>

static int failures;

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);     \
            failures++;                                                        \
        }                                                                      \
    } while (0)

/* Builds a buffer, and returns its root, which is absent after an error. */
static zoo_Zoo_t parse(vfb_builder *b, const char *text, unsigned flags, vfb_error *error)
{
    /* Memory of its own shows reads behind the end to the sanitizer. */
    const size_t length = strlen(text);
    char *copy = (char *)malloc(length ? length : 1);
    zoo_Zoo_t none = {NULL};
    const uint8_t *bytes;
    size_t size;
    bool ok;
    if (copy == NULL) exit(3);
    memcpy(copy, text, length);
    ok = zoo_Zoo_parse_json(b, copy, length, flags, error);
    free(copy);
    bytes = vfb_builder_bytes(b, &size);
    CHECK(ok == (bytes != NULL) && ok == (error->status == VFB_OK));
    if (!ok) return none;
    return zoo_Zoo_as_root_with(bytes, size, flags & VFB_SIZE_PREFIXED, NULL, error);
}

static bool is_text(vfb_string text, const char *wanted)
{
    return text.at != NULL && vfb_string_compare(text, vfb_text(wanted)) == 0;
}

/* Checks the kind of an error and where it is. */
static void refuses(const char *text, unsigned flags, vfb_status status, size_t line, size_t column,
                    const char *path)
{
    vfb_builder b;
    vfb_error error;
    vfb_builder_init(&b, NULL);
    CHECK(!vfb_is(parse(&b, text, flags, &error)));
    if (error.status != status || error.line != line || error.column != column || strcmp(error.path, path) != 0) {
        printf("%s\n  %s at %lu:%lu, %s\n", text, vfb_status_text(error.status), (unsigned long)error.line,
               (unsigned long)error.column, error.path);
        failures++;
    }
    vfb_builder_free(&b);
}

static void errors(void)
{
    refuses("", 0, VFB_ERROR_END, 1, 1, "$");
    refuses("[]", 0, VFB_ERROR_TYPE, 1, 1, "$");
    refuses("{\"name\":\"a\"", 0, VFB_ERROR_END, 1, 12, "$.name");
    refuses("{\"name\":\"a\"} 1", 0, VFB_ERROR_TRAILING, 1, 14, "$");
    refuses("{\n \"name\": \"\xc3\xa4\", \"nobody\": 1}", 0, VFB_ERROR_UNKNOWN, 2, 15, "$.nobody");
    refuses("{\"name\":\"a\",\"name\":\"b\"}", 0, VFB_ERROR_DUPLICATE, 1, 13, "$.name");
    refuses("{}", 0, VFB_ERROR_REQUIRED, 1, 1, "$.name");
    refuses("{\"name\":\"a\",\"children\":[{\"size\":1}]}", 0, VFB_ERROR_REQUIRED, 1, 25, "$.children[0].name");
    refuses("{\"name\":\"a\",\"at\":{\"x\":1}}", 0, VFB_ERROR_REQUIRED, 1, 18, "$.at.y");
    refuses("{\"unions\":{\"one\":{\"name\":\"n\"}}}", 0, VFB_ERROR_REQUIRED, 1, 11, "$.unions.one_type");
    refuses("{\"unions\":{\"one_type\":\"Named\"}}", 0, VFB_ERROR_REQUIRED, 1, 11, "$.unions.one");
    /* Nothing, also after it was rewritten as JSON. */
    refuses("", VFB_RELAXED, VFB_ERROR_END, 1, 1, "$");
    refuses(" ", VFB_RELAXED, VFB_ERROR_END, 1, 2, "$");
    refuses("//x\n", VFB_RELAXED, VFB_ERROR_END, 2, 1, "$");
    refuses("{\"scalars\":{\"b\":fals", 0, VFB_ERROR_END, 1, 21, "$.scalars.b");
    refuses("{\"name\":nul", 0, VFB_ERROR_END, 1, 12, "$.name");
    /* A zero with a sign is no integer. */
    refuses("{\"scalars\":{\"i8\":-0}}", 0, VFB_ERROR_TYPE, 1, 18, "$.scalars.i8");
    refuses("{scalars: {i8: -0x0}}", VFB_RELAXED, VFB_ERROR_TYPE, 1, 16, "$.scalars.i8");
    refuses("{\"unions\":{\"one_type\":-0}}", 0, VFB_ERROR_TYPE, 1, 23, "$.unions.one_type");
    refuses("{\"vectors\":{\"strings\":[\"a\",\n7]}}", 0, VFB_ERROR_TYPE, 2, 1, "$.vectors.strings[1]");
    refuses("{\"vectors\":{\"points\":[{\"x\":1,\"y\":2},{\"x\":\"one\"}]}}", 0, VFB_ERROR_TYPE, 1, 42,
            "$.vectors.points[1].x");
    refuses("{\"children\":[{\"name\":\"\"},{\"name\":\"\",\"size\":\"Huge\"}]}", 0, VFB_ERROR_VARIANT, 1, 44,
            "$.children[1].size");
    refuses("{\"scalars\":{\"u8\":256}}", 0, VFB_ERROR_RANGE, 1, 18, "$.scalars.u8");
    refuses("{\"block\":{\"flag\":true,\"big\":1,\"sizes\":[1,2,3,4]}}", 0, VFB_ERROR_REFUSED, 1, 46,
            "$.block.sizes[3]");
    refuses("{\"unions\":{\"many_type\":[\"Named\"],\"many\":[{\"name\":\"n\"},{}]}}", 0, VFB_ERROR_REFUSED, 1, 55,
            "$.unions.many[1]");
    refuses("{\"name\":\"a\x01\"}", 0, VFB_ERROR_CONTROL, 1, 11, "$.name");
    refuses("{\"name\":\"\xff\"}", 0, VFB_ERROR_UTF8, 1, 10, "$.name");
    refuses("{name:\"a\"}", 0, VFB_ERROR_SYNTAX, 1, 2, "$");
    refuses("{\"name\":\"a\"/**/}", 0, VFB_ERROR_SYNTAX, 1, 12, "$.name");
    refuses("{\"name\":\"a\", /* ", VFB_RELAXED, VFB_ERROR_END, 1, 17, "$");
    /* The places are those of the text that was given. */
    refuses("{ // one\n name: 'it\\'s',\n what: 1}", VFB_RELAXED, VFB_ERROR_UNKNOWN, 3, 2, "$.what");
    refuses("{name: 'a', /* two */ scalars: {i8: 0x80}}", VFB_RELAXED, VFB_ERROR_RANGE, 1, 37, "$.scalars.i8");
    refuses("{name: 'a', scalars: {i8: .5}}", VFB_RELAXED, VFB_ERROR_TYPE, 1, 27, "$.scalars.i8");
    refuses("{name: 'a', size: Huge}", VFB_RELAXED, VFB_ERROR_VARIANT, 1, 19, "$.size");
    refuses("{name: 'a', size: 0x}", VFB_RELAXED, VFB_ERROR_NUMBER, 1, 21, "$.size");
    refuses("{name: 'a\\", VFB_RELAXED, VFB_ERROR_END, 1, 11, "$.name");
    refuses("{name: '\xff'}", VFB_RELAXED, VFB_ERROR_UTF8, 1, 9, "");
    /* A byte order mark has no column. */
    refuses("\xef\xbb\xbf{name: 'a', size: Huge}", VFB_RELAXED, VFB_ERROR_VARIANT, 1, 19, "$.size");
    refuses("\xef\xbb\xbf{\"name\":\"a\"}", 0, VFB_ERROR_SYNTAX, 1, 1, "$");
    refuses("{\"scalars\":{\"i8\":01}}", 0, VFB_ERROR_NUMBER, 1, 18, "$.scalars.i8");
    refuses("{\"scalars\":{\"i8\":1e400}}", 0, VFB_ERROR_RANGE, 1, 18, "$.scalars.i8");
    refuses("{\"parent\":{\"unknown\":[{\"a\":tru}]}}", VFB_SKIP_UNKNOWN, VFB_ERROR_SYNTAX, 1, 28, "$.parent.unknown[0].a");
}

static void relaxed(void)
{
    static const char text[] = "/* all */ {name: 'it\\'s', // one\n size: Small, traits: \"Furry Fast\",\n"
                               " scalars: {f64: nan, i32: 0x10, b: false,}, vectors: {u8: [1, 2,],},\n"
                               " \"unions\": {one_type: Named, one: {name: \"n\"}, },}";
    vfb_builder b;
    vfb_error error;
    zoo_Zoo_t zoo;
    vfb_builder_init(&b, NULL);
    zoo = parse(&b, text, VFB_RELAXED, &error);
    CHECK(vfb_is(zoo) && is_text(zoo_Zoo_name(zoo), "it's") && zoo_Zoo_size(zoo) == zoo_Size_Small);
    CHECK(zoo_Zoo_traits(zoo) == (zoo_Trait_Furry | zoo_Trait_Fast));
    CHECK(zoo_Scalars_f64(zoo_Zoo_scalars(zoo)) != zoo_Scalars_f64(zoo_Zoo_scalars(zoo)));
    CHECK(zoo_Scalars_i32(zoo_Zoo_scalars(zoo)) == 16 && !zoo_Scalars_b(zoo_Zoo_scalars(zoo)));
    CHECK(zoo_Vectors_u8(zoo_Zoo_vectors(zoo)).size == 2);
    CHECK(zoo_Unions_one(zoo_Zoo_unions(zoo)).tag == zoo_Any_Named);
    vfb_builder_free(&b);
}

static void flags(void)
{
    vfb_builder b;
    vfb_error error;
    zoo_Zoo_t zoo;
    const uint8_t *bytes;
    size_t size;
    vfb_builder_init(&b, NULL);
    zoo = parse(&b, "{\"old\":[{}],\"name\":\"a\",\"nobody\":{\"x\":[1,{\"y\":null}]},\"size\":\"Large\"}",
                VFB_SKIP_UNKNOWN, &error);
    CHECK(vfb_is(zoo) && !zoo_Zoo_size_is_present(zoo) && zoo_Zoo_size(zoo) == zoo_Size_Large);
    zoo = parse(&b, "{\"name\":\"a\",\"size\":\"Large\"}", VFB_DEFAULTS, &error);
    CHECK(zoo_Zoo_size_is_present(zoo));
    zoo = parse(&b, "{\"name\":\"a\"}", VFB_SIZE_PREFIXED, &error);
    bytes = vfb_builder_bytes(&b, &size);
    CHECK(vfb_is(zoo) && vfb__load_u32(bytes) == size - 4 && memcmp(bytes + 8, "ZOO1", 4) == 0);
    zoo = parse(&b, "{\"name\":\"a\"}", VFB_NO_IDENTIFIER, &error);
    bytes = vfb_builder_bytes(&b, &size);
    CHECK(vfb_is(zoo) && !vfb_is(zoo_Zoo_as_root_with(bytes, size, VFB_IDENTIFIED, NULL, &error)));
    vfb_builder_free(&b);
}

static void keys_and_sharing(void)
{
    vfb_builder b;
    vfb_error error;
    zoo_Zoo_t zoo;
    zoo_Named_vec_t names;
    vfb_string_vec_t shared;
    size_t i;
    vfb_builder_init(&b, NULL);
    zoo = parse(&b, "{\"name\":\"a\",\"keyed\":{\"names\":[{\"name\":\"c\"},{\"name\":\"a\",\"value\":1},{\"name\":\"b\"},"
                    "{\"name\":\"a\",\"value\":2}]},\"shared\":[\"x\",\"y\",\"x\"],\"again\":\"x\"}", 0, &error);
    names = zoo_Keyed_names(zoo_Zoo_keyed(zoo));
    CHECK(names.size == 4 && zoo_Named_vec_find(names, vfb_text("c")) == 3);
    for (i = 0; i < 2; i++) CHECK(zoo_Named_value(zoo_Named_vec_at(names, i)) == (int32_t)i + 1);
    shared = zoo_Zoo_shared(zoo);
    CHECK(shared.size == 3 && vfb_string_vec_at(shared, 0).at == vfb_string_vec_at(shared, 2).at);
    CHECK(zoo_Zoo_again(zoo).at == vfb_string_vec_at(shared, 0).at);
    vfb_builder_free(&b);
}

static void chars(void)
{
    static const char text[] =
        "{\"name\":\"a\",\"keyed\":{\"labels\":[{\"code\":\"b\\u0000c\",\"kind\":1,\"note\":\"\"},"
        "{\"code\":\"abcdef\",\"kind\":2,\"note\":\"\xc3\xa4\"},{\"code\":\"\",\"kind\":3,\"note\":\"xyz\"}]}}";
    vfb_text_buffer out = {NULL, 0, 0};
    vfb_builder b;
    vfb_error error;
    zoo_Zoo_t zoo;
    zoo_Label_vec_t labels;
    zoo_Label label;
    uint8_t *bytes;
    size_t size;
    vfb_builder_init(&b, NULL);
    zoo = parse(&b, text, 0, &error);
    labels = zoo_Keyed_labels(zoo_Zoo_keyed(zoo));
    CHECK(labels.size == 3 && zoo_Label_vec_find(labels, vfb_text("abcdef")) == 1);
    CHECK(zoo_Label_vec_find(labels, vfb_text("")) == 0 && zoo_Label_vec_find(labels, vfb_text("b")) == VFB_NOT_FOUND);
    CHECK(zoo_Label_vec_find(labels, vfb_text_of("b\0c", 3)) == 2);
    CHECK(is_text(zoo_Label_note(zoo_Label_vec_at(labels, 0)), "xyz"));
    CHECK(zoo_Label_code(zoo_Label_vec_at(labels, 3)).at == NULL);
    label = zoo_Label_value_of(zoo_Label_vec_at(labels, 2));
    CHECK(vfb_chars(label.code, sizeof label.code).size == 3 && label.kind == 1);
    CHECK(!vfb_chars_store(label.code, sizeof label.code, vfb_text("seven77")) && label.code[0] == 'b');
    CHECK(!vfb_chars_store(label.code, sizeof label.code, vfb_text_of("a", 2)) && label.code[0] == 'b');
    CHECK(vfb_chars_store(label.code, sizeof label.code, vfb_text("z")) && label.code[2] == 0);
    /* No UTF-8 has no JSON. */
    bytes = (uint8_t *)malloc(vfb_builder_bytes(&b, &size) ? size : 1);
    if (bytes == NULL) exit(3);
    memcpy(bytes, vfb_builder_bytes(&b, &size), size);
    zoo = zoo_Zoo_as_root(bytes, size, &error);
    labels = zoo_Keyed_labels(zoo_Zoo_keyed(zoo));
    vfb__mutable(bytes, labels.at)[0] = 0xff;
    CHECK(!zoo_Zoo_print_json(zoo, 0, vfb_write_text, &out, &error) && error.status == VFB_ERROR_UTF8);
    CHECK(vfb_error_number(error.status) == 9);
    free(out.at);
    free(bytes);
    vfb_builder_free(&b);
    refuses("{\"keyed\":{\"labels\":[{\"code\":\"abcdefg\"}]}}", 0, VFB_ERROR_REFUSED, 1, 29, "$.keyed.labels[0].code");
    refuses("{\"keyed\":{\"labels\":[{\"code\":\"a\\u0000\"}]}}", 0, VFB_ERROR_REFUSED, 1, 29, "$.keyed.labels[0].code");
    refuses("{\"keyed\":{\"labels\":[{\"code\":[1]}]}}", 0, VFB_ERROR_REFUSED, 1, 29, "$.keyed.labels[0].code");
    refuses("{\"keyed\":{\"labels\":[{\"code\":1}]}}", 0, VFB_ERROR_TYPE, 1, 29, "$.keyed.labels[0].code");
}

/* Prints what was built of a text. */
static void is_printed(const char *text, unsigned flags, const char *wanted)
{
    vfb_builder b;
    vfb_error error;
    vfb_text_buffer out = {NULL, 0, 0};
    zoo_Zoo_t zoo;
    vfb_builder_init(&b, NULL);
    zoo = parse(&b, text, flags, &error);
    if (!zoo_Zoo_print_json(zoo, 0, vfb_write_text, &out, &error) || strcmp(out.at, wanted) != 0) {
        printf("%s\n  became %s\n", text, out.at ? out.at : vfb_status_text(error.status));
        failures++;
    }
    free(out.at);
    vfb_builder_free(&b);
}

static void flexible(void)
{
    enum { DEEP = 130, MANY = 400 };
    static const char record[] = "{\"id\":1,\"of\":{\"id\":2}},";
    vfb_builder b;
    vfb_error error;
    vfb_string held;
    size_t i, size = 0;
    char *text = (char *)malloc(64 + MANY * sizeof record), *end;
    if (text == NULL) exit(3);
    is_printed("{\"name\":\"a\",\"flex\":{\"b\":[1,-2,300],\"a\":{\"\":null},\"c\":[true,\"x\",0.1,[],{},18446744073709551615]}}",
               0,
               "{\"name\":\"a\",\"flex\":{\"a\":{\"\":null},\"b\":[1,-2,300],\"c\":[true,\"x\",0.1,[],{},18446744073709551615]}}");
    is_printed("{name:'a', flex: {b: word, /* c */ a: [1, 2,],},}", VFB_RELAXED,
               "{\"name\":\"a\",\"flex\":{\"a\":[1,2],\"b\":\"word\"}}");
    is_printed("{\"name\":\"a\",\"flex\":-0}", 0, "{\"name\":\"a\",\"flex\":-0.0}");
    refuses("{\"flex\":{\"a\":[18446744073709551616]}}", 0, VFB_ERROR_FLEX, 1, 15, "$.flex.a[0]");
    refuses("{\"flex\":{\"a\\u0000\":1}}", 0, VFB_ERROR_FLEX, 1, 10, "$.flex[\"a\\u0000\"]");
    refuses("{\"flex\":{\"a\":1,\"b\":2,\"a\":3}}", 0, VFB_ERROR_DUPLICATE, 1, 22, "$.flex.a");
    refuses("{\"flex\":[1e999]}", 0, VFB_ERROR_RANGE, 1, 10, "$.flex[0]");
    refuses("{\"flex\":[1,]}", 0, VFB_ERROR_SYNTAX, 1, 12, "$.flex[1]");
    refuses("{\"flex\":[", 0, VFB_ERROR_END, 1, 10, "$.flex[0]");
    /* Depth is bounded, and keys that come again are written once. */
    end = text + sprintf(text, "{\"name\":\"\",\"flex\":");
    memset(end, '[', DEEP);
    memset(end + DEEP, ']', DEEP);
    strcpy(end + 2 * DEEP, "}");
    vfb_builder_init(&b, NULL);
    CHECK(!zoo_Zoo_parse_json(&b, text, strlen(text), 0, &error) && error.status == VFB_ERROR_DEPTH);
    *end++ = '[';
    for (i = 0; i < MANY; i++, end += sizeof record - 1) memcpy(end, record, sizeof record - 1);
    strcpy(end - 1, "]}");
    CHECK(zoo_Zoo_parse_json(&b, text, strlen(text), 0, &error));
    held = vfb_text_of((const char *)vfb_builder_bytes(&b, &size), 0);
    CHECK(held.at != NULL && size < MANY * 32);
    vfb_builder_free(&b);
    free(text);
}

/* Memory that can be refused, and that counts what is not freed. */
typedef struct memory {
    size_t used;
    long refuse_at;
} memory;

static void *resize(void *context, void *old, size_t old_size, size_t size)
{
    memory *m = (memory *)context;
    void *made;
    if (size == 0) {
        m->used -= old_size;
        free(old);
        return NULL;
    }
    if (m->refuse_at >= 0 && m->refuse_at-- == 0) return NULL;
    made = realloc(old, size);
    if (made != NULL) m->used += size - old_size;
    return made;
}

/* Each call for memory is refused once. */
static void refused_memory(void)
{
    static const char text[] =
        "{\"name\":\"esc\\u0061ped\",\"unions\":{\"one\":{\"name\":\"late\"},\"one_type\":\"Named\"},"
        "\"vectors\":{\"f64\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,"
        "32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65]},"
        "\"parent\":{\"name\":\"p\",\"parent\":{\"name\":\"q\",\"children\":[{\"name\":\"r\",\"children\":[{\"name\":\"s\","
        "\"parent\":{\"name\":\"t\",\"parent\":{\"name\":\"u\",\"children\":[{\"name\":\"v\"}]}}}]}]}},"
        "\"keyed\":{\"names\":[{\"name\":\"b\"},{\"name\":\"a\"}]},\"nested\":{\"name\":\"in\"},\"flex\":{\"a\":[1,\"b\"],\"c\":{}}}";
    memory m = {0, -1};
    vfb_allocator allocator;
    vfb_error error;
    long refused;
    allocator.resize = resize;
    allocator.context = &m;
    for (refused = 0; refused < 100; refused++) {
        vfb_builder b;
        bool ok;
        vfb_builder_init(&b, &allocator);
        m.refuse_at = refused;
        ok = zoo_Zoo_parse_json(&b, text, sizeof text - 1, 0, &error);
        CHECK(ok || error.status == VFB_ERROR_MEMORY);
        vfb_builder_free(&b);
        CHECK(m.used == 0);
        if (ok) break;
    }
    CHECK(refused > 8 && refused < 100);
}

/* Depth costs no stack, and a limit bounds it. */
static void depth(void)
{
    enum { DEEP = 20000 };
    static const char open[] = "{\"name\":\"\",\"parent\":";
    vfb_limits limits = vfb_default_limits();
    vfb_error error;
    vfb_builder b;
    size_t i, size = 0;
    char *text = (char *)malloc(DEEP * sizeof open + 64);
    if (text == NULL) exit(3);
    for (i = 0; i < DEEP; i++, size += sizeof open - 1) memcpy(text + size, open, sizeof open - 1);
    memcpy(text + size, "null", 4);
    size += 4;
    memset(text + size, '}', DEEP);
    size += DEEP;
    vfb_builder_init(&b, NULL);
    CHECK(!zoo_Zoo_parse_json(&b, text, size, 0, &error) && error.status == VFB_ERROR_DEPTH);
    CHECK(strlen(error.path) == VFB_PATH - 1);
    limits.depth = DEEP;
    CHECK(vfb_parse_json(&b, &zoo_schema, zoo_schema.root, text, size, 0, &limits, &error));
    free(text);
    vfb_builder_free(&b);
}

int main(void)
{
    errors();
    relaxed();
    flags();
    keys_and_sharing();
    chars();
    flexible();
    refused_memory();
    depth();
    if (failures) printf("%d failures\n", failures);
    return failures != 0;
}

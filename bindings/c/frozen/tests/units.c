/*
 * Tests of what the vectors do not cover: the texts of floats, the limits, scratch memory that is
 * too small, and inner functions whose results are known or can be computed in another way.
 */
#include "../../varvel_frozen.h"

#include <stdio.h>
#include <stdlib.h>

static int failures;
static int checks;

#define CHECK(condition)                                                    \
    do {                                                                    \
        checks++;                                                           \
        if (!(condition)) {                                                 \
            failures++;                                                     \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
        }                                                                   \
    } while (0)

/* Pseudorandom numbers, the same in each run (Marsaglia, "Xorshift RNGs"). */
static uint64_t state = UINT64_C(0x9E3779B97F4A7C15);

static uint64_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void expect_f64(double value, const char *expected)
{
    char text[VVF_PRINT_MOST + 1];
    text[vvf_print_f64(value, text)] = '\0';
    checks++;
    if (strcmp(text, expected) != 0) {
        failures++;
        fprintf(stderr, "%s is printed as %s\n", expected, text);
    }
}

/* The text reads back to the same float, and no text with fewer digits does. */
static void round_trip(uint64_t bits)
{
    double value = vvf__double(bits), again;
    char text[VVF_PRINT_MOST + 1], shorter[64];
    size_t length = vvf_print_f64(value, text), i, digits = 0;
    if (length == 0)
        return;
    text[length] = '\0';
    again = strtod(text, NULL);
    CHECK(memcmp(&again, &value, sizeof value) == 0);
    for (i = 0; i < length && text[i] != 'e'; i++)
        digits += text[i] >= '0' && text[i] <= '9' && (digits != 0 || text[i] != '0');
    if (digits > 1 && text[length - 1] != '0' && value != 0) {
        snprintf(shorter, sizeof shorter, "%.*e", (int)digits - 2, value);
        CHECK(strtod(shorter, NULL) != value);
    }
}

static void floats(int rounds)
{
    char text[VVF_PRINT_MOST + 1];
    int i, e;
    expect_f64(0.0, "0.0");
    expect_f64(-0.0, "-0.0");
    expect_f64(1.0, "1.0");
    expect_f64(-1.5, "-1.5");
    expect_f64(0.1, "0.1");
    expect_f64(0.3, "0.3");
    expect_f64(100.0, "100.0");
    expect_f64(123456789012345.0, "123456789012345.0");
    expect_f64(1234567890123456.0, "1234567890123456.0");
    expect_f64(9007199254740993.0, "9007199254740992.0");
    expect_f64(1e16, "1e16");
    expect_f64(12345678901234567890.0, "1.2345678901234567e19");
    expect_f64(1e22, "1e22");
    expect_f64(1e23, "1e23");
    expect_f64(0.00001, "0.00001");
    expect_f64(0.000015, "0.000015");
    expect_f64(1e-6, "1e-6");
    expect_f64(1.5e-7, "1.5e-7");
    expect_f64(1.7976931348623157e308, "1.7976931348623157e308");
    expect_f64(2.2250738585072014e-308, "2.2250738585072014e-308");
    expect_f64(5e-324, "5e-324");
    expect_f64(9.5367431640625e-7, "9.5367431640625e-7");
    expect_f64(2e-44, "2e-44");
    CHECK(vvf_print_f64(vvf__double(UINT64_C(0x7FF0000000000000)), text) == 0);
    CHECK(vvf_print_f32(vvf__float(0x7FC00000), text) == 0);
    text[vvf_print_f32(0.1f, text)] = '\0';
    CHECK(strcmp(text, "0.1") == 0);
    text[vvf_print_f32(vvf__float(1), text)] = '\0';
    CHECK(strcmp(text, "1e-45") == 0);
    text[vvf_print_f32(16777216.0f, text)] = '\0';
    CHECK(strcmp(text, "16777216.0") == 0);
    for (e = 0; e < 2047; e++) {
        round_trip((uint64_t)e << 52);
        round_trip((uint64_t)e << 52 | 1);
        round_trip(((uint64_t)e << 52) - (e != 0));
    }
    for (i = 0; i < rounds; i++) {
        uint64_t bits = draw();
        uint32_t small = (uint32_t)(bits >> 32);
        float value = vvf__float(small), again;
        size_t length = vvf_print_f32(value, text);
        round_trip(bits);
        round_trip((UINT64_C(1000) + (uint64_t)(i % 80)) << 52 | bits >> 12);
        if (length != 0) {
            text[length] = '\0';
            again = strtof(text, NULL);
            CHECK(memcmp(&again, &value, sizeof value) == 0);
        }
    }
}

static void arithmetic(void)
{
    int i;
    CHECK(vvf__signed(~UINT64_C(0)) == -1);
    CHECK(vvf__signed(UINT64_C(1) << 63) == INT64_MIN);
    for (i = 0; i < 1000; i++) {
        uint64_t a = draw(), b = draw(), low, high = vvs__multiply(a, b, &low);
        uint64_t low_b, high_b = vvs__multiply(b >> 32, a, &low_b), low_c, high_c;
        /* a * b = a * (b >> 32) * 2^32 + a * (b mod 2^32) */
        high_c = vvs__multiply(a, b & 0xFFFFFFFFu, &low_c);
        CHECK(low == low_c + (low_b << 32));
        CHECK(high == high_c + (high_b << 32 | low_b >> 32) + (low_c + (low_b << 32) < low_c));
    }
    for (i = -292; i <= 324; i++) {
        uint64_t low, high;
        vvs__power_of_ten(i, &high, &low);
        CHECK(high >> 63 == 1);
    }
    CHECK(vvf__crc32((const unsigned char *)"123456789", 9) == 0xCBF43926u);
}

/* Compares XXH3 of the first bytes of some data with the results of the library xxHash 0.8. */
static void hashes(void)
{
    static const struct {
        size_t length;
        uint64_t hash;
    } known[] = {
        {24, UINT64_C(0x25DA37B787C3B790)},   {32, UINT64_C(0x99CB9AD0F1A11FBE)},
        {33, UINT64_C(0xC077B45492D29CDE)},   {48, UINT64_C(0x46F3406FC2735D1C)},
        {64, UINT64_C(0xFAECD52EFFBB854F)},   {65, UINT64_C(0xFD2B8A4F15D954D0)},
        {96, UINT64_C(0x8F8A0C940D32E958)},   {97, UINT64_C(0x92B3A831FEBF71AC)},
        {128, UINT64_C(0x4C659B745F435148)},  {129, UINT64_C(0xB85222B83902B6E5)},
        {143, UINT64_C(0xDBBF853F67ACEB7E)},  {144, UINT64_C(0x4030D31D75951B8F)},
        {240, UINT64_C(0xD6DFBF67B0675B54)},  {241, UINT64_C(0xC614C8C3575348C1)},
        {255, UINT64_C(0x7170BA88ECC1B4D7)},  {256, UINT64_C(0xF4186DC163A3283C)},
        {257, UINT64_C(0x412FA6B97A7575AC)},  {1023, UINT64_C(0x540C9523214A845B)},
        {1024, UINT64_C(0xF22EF3DC84FF47EA)}, {1025, UINT64_C(0x43F869A83769A435)},
        {1088, UINT64_C(0x40D71F037CD0C530)}, {1999, UINT64_C(0xC347DD3457959976)},
        {2000, UINT64_C(0x0BAC51E19D95C6C9)},
    };
    static const unsigned char abc[16] = {0x50, 0x8C, 0x5E, 0x8C};
    unsigned char bytes[2000];
    uint32_t h[8] = {0x6B08E647, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                     0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
    unsigned char block[64] = {'a', 'b', 'c'};
    size_t i;
    for (i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 7 % 251);
    for (i = 0; i < sizeof known / sizeof known[0]; i++)
        CHECK(vvf__xxh3(bytes, known[i].length) == known[i].hash);
    /* BLAKE2s-256 of "abc", appendix B of RFC 7693. */
    vvf__blake2s(h, block, 3, 1);
    CHECK(h[0] == vvf__u32(abc));
}

static void utf8(void)
{
    static const struct {
        const char *text;
        size_t length, good;
    } cases[] = {
        {"", 0, 0},
        {"plain ASCII, long", 17, 17},
        {"\xC3\xA9", 2, 2},
        {"\xC3", 1, 0},
        {"a\xC0\x80", 3, 1},
        {"\xE0\x80\x80", 3, 0},
        {"\xE0\xA0\x80", 3, 3},
        {"\xED\xA0\x80", 3, 0},
        {"\xED\x9F\xBF", 3, 3},
        {"\xF0\x90\x80\x80", 4, 4},
        {"\xF0\x8F\xBF\xBF", 4, 0},
        {"\xF4\x8F\xBF\xBF", 4, 4},
        {"\xF4\x90\x80\x80", 4, 0},
        {"\xF5\x80\x80\x80", 4, 0},
        {"abcdefgh\x80", 9, 8},
        {"\xF0\x90\x80", 3, 0},
        {"\xE2\x82\x41", 3, 0},
        {"\x80", 1, 0},
    };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK(vvs__utf8((const unsigned char *)cases[i].text, cases[i].length) == cases[i].good);
}

/* Makes a buffer by hand: the tree, a root slot that refers to its last node, and empty tables. */
static size_t build(unsigned char *out, const unsigned char *tree, size_t length, unsigned tag,
                    size_t back)
{
    size_t end = 32 + length, i;
    uint64_t root = (uint64_t)back << 4 | tag;
    memset(out, 0, end + 16);
    memcpy(out, "VRVL", 4);
    out[4] = VARVEL_FROZEN_VERSION;
    for (i = 0; i < 8; i++) {
        out[8 + i] = (unsigned char)((uint64_t)(end + 16) >> 8 * i & 0xFF);
        out[16 + i] = (unsigned char)((uint64_t)end >> 8 * i & 0xFF);
        out[24 + i] = (unsigned char)(root >> 8 * i & 0xFF);
    }
    memcpy(out + 32, tree, length);
    out[end + 8] = 16;
    return end + 16;
}

static unsigned char buffer[1u << 16];
static unsigned char scratch[1u << 18];
static vvf_error error;
static vvf_doc doc;

static vvf_status open_tree(const char *tree, size_t length, unsigned tag, size_t back,
                            const vvf_limits *limits)
{
    size_t size = build(buffer, (const unsigned char *)tree, length, tag, back);
    return vvf_open(&doc, buffer, size, limits, scratch, sizeof scratch, &error);
}

/* A map is refused if two of its keys are equal, also if their bytes differ. */
static void keys_of_maps(void)
{
    /* 1 as a slot, then as a node of 4 bytes; the values are null. */
    CHECK(open_tree("\x01\0\0\0\x08\0\x02\x11\0\0\0\x4C\0\0\0", 15, 15, 11, NULL)
          == VVF_ERROR_INVALID);
    CHECK(open_tree("\x02\0\0\0\x08\0\x02\x11\0\0\0\x4C\0\0\0", 15, 15, 11, NULL) == VVF_OK);
    /* [1] packed, then as slots. */
    CHECK(open_tree("\0\x01\x01"
                    "\0\x01\x11\0"
                    "\x08\0\x02\x7E\0\0\0\x49\0\0\0",
                    18, 15, 11, NULL)
          == VVF_ERROR_INVALID);
    CHECK(open_tree("\0\x01\x02"
                    "\0\x01\x11\0"
                    "\x08\0\x02\x7E\0\0\0\x49\0\0\0",
                    18, 15, 11, NULL)
          == VVF_OK);
    /* 0.5 in 32 bits, then in 64. */
    CHECK(open_tree("\x01\0\0\0\x3F"
                    "\0\0\0\0\0\0\xE0\x3F"
                    "\x08\0\x02\xDF\0\0\0\x8B\0\0\0",
                    24, 15, 11, NULL)
          == VVF_ERROR_INVALID);
    /* {"a": 1, "b": 2} and {"b": 2, "a": 1}, which carry their keys. */
    CHECK(open_tree("\x09\0\x02\x12"
                    "a\x11\0\x12"
                    "b\x21\0"
                    "\x09\0\x02\x12"
                    "b\x21\0\x12"
                    "a\x11\0"
                    "\x08\0\x02\x6F\x01\0\0\xBF\0\0\0",
                    33, 15, 11, NULL)
          == VVF_ERROR_INVALID);
    CHECK(open_tree("\x09\0\x02\x12"
                    "a\x11\0\x12"
                    "b\x21\0"
                    "\x09\0\x02\x12"
                    "b\x21\0\x12"
                    "a\x21\0"
                    "\x08\0\x02\x6F\x01\0\0\xBF\0\0\0",
                    33, 15, 11, NULL)
          == VVF_OK);
    /* NaN twice, with different bits. */
    CHECK(open_tree("\0\0\0\0\0\0\xF8\x7F\x01\0\0\0\0\0\xF8\x7F"
                    "\x08\0\x02\x0B\x01\0\0\x8B\0\0\0",
                    27, 15, 11, NULL)
          == VVF_ERROR_INVALID);
    /* null and 0. */
    CHECK(open_tree("\x08\0\x02\0\0\0\0\x01\0\0\0", 11, 15, 11, NULL) == VVF_OK);
}

static void limits(void)
{
    /* [[1], 2] */
    static const char tree[] = "\0\x01\x11\0\0\x02\x49\0\x21\0";
    vvf_limits limits = vvf_limits_default();
    size_t size, n;
    CHECK(open_tree(tree, 10, 9, 6, NULL) == VVF_OK);
    limits.depth = 2;
    limits.nodes = 3;
    CHECK(open_tree(tree, 10, 9, 6, &limits) == VVF_OK);
    limits.depth = 1;
    CHECK(open_tree(tree, 10, 9, 6, &limits) == VVF_ERROR_DEPTH);
    limits.depth = 2;
    limits.nodes = 2;
    CHECK(open_tree(tree, 10, 9, 6, &limits) == VVF_ERROR_NODES);
    /* A packed array is one container deep, a matrix two, an empty array in its slot one. */
    limits = vvf_limits_default();
    limits.depth = 0;
    CHECK(open_tree("\0\x01\x01", 3, 14, 3, &limits) == VVF_ERROR_DEPTH);
    CHECK(open_tree("", 0, 0, 3, &limits) == VVF_ERROR_DEPTH);
    CHECK(open_tree("", 0, 0, 2, &limits) == VVF_OK);
    limits.depth = 1;
    CHECK(open_tree("\0\x01\x01", 3, 14, 3, &limits) == VVF_OK);
    CHECK(open_tree("", 0, 0, 3, &limits) == VVF_OK);
    CHECK(open_tree("\x08\x01\x01\x01", 4, 14, 4, &limits) == VVF_ERROR_DEPTH);
    limits.depth = 2;
    CHECK(open_tree("\x08\x01\x01\x01", 4, 14, 4, &limits) == VVF_OK);
    limits = vvf_limits_default();
    limits.bytes = 57;
    CHECK(open_tree(tree, 10, 9, 6, &limits) == VVF_ERROR_SIZE);
    limits.bytes = 58;
    CHECK(open_tree(tree, 10, 9, 6, &limits) == VVF_OK);
    /* An error for too little scratch memory asks for more, and in a few calls for enough. */
    size = build(buffer, (const unsigned char *)tree, 10, 9, 6);
    CHECK(vvf_open(&doc, buffer, size, NULL, NULL, 0, &error) == VVF_ERROR_SCRATCH);
    for (n = 0; n < 100 && error.status == VVF_ERROR_SCRATCH; n++) {
        size_t need = error.scratch;
        unsigned char *exact = (unsigned char *)malloc(need);
        vvf_open(&doc, buffer, size, NULL, exact, need, &error);
        free(exact);
    }
    CHECK(error.status == VVF_OK && n < 4);
    CHECK(vvf_scratch_size(buffer, size, NULL) <= vvf_scratch_bound(size, NULL));
    CHECK(vvf_scratch_size(buffer, 3, NULL) > 0);
    CHECK(vvf_open(&doc, buffer, size, NULL, scratch, vvf_scratch_size(buffer, size, NULL), NULL)
          == VVF_OK);
}

static void scalars(void)
{
    vvf_value value, root;
    int64_t i64;
    uint64_t u64;
    double f64;
    int boolean;
    vvf_numbers numbers;
    vvf_matrix matrix;
    memset(&value, 0, sizeof value);
    memset(&numbers, 0, sizeof numbers);
    memset(&matrix, 0, sizeof matrix);
    /* [4294967295, 7], packed as unsigned numbers of 4 bytes. */
    CHECK(open_tree("\x07\x02\xFF\xFF\xFF\xFF\x07\0\0\0", 10, 14, 10, NULL) == VVF_OK);
    root = vvf_root(&doc);
    CHECK(vvf_length(root) == 2 && vvf_at(root, 0, &value) == VVF_OK);
    CHECK(vvf_get_i64(value, &i64) == VVF_OK && i64 == INT64_C(4294967295));
    CHECK(vvf_get_u64(value, &u64) == VVF_OK && u64 == 4294967295u);
    CHECK(vvf_get_f64(value, &f64) == VVF_OK && f64 == 4294967295.0);
    CHECK(vvf_get_bool(value, &boolean) == VVF_ERROR_KIND);
    CHECK(vvf_at(root, 2, &value) == VVF_ERROR_NOT_FOUND);
    CHECK(vvf_get_by_name(root, "a", &value) == VVF_ERROR_KIND);
    CHECK(vvf_get_numbers(root, &numbers) == VVF_OK && numbers.type == VVF_U32);
    CHECK(numbers.count == 2 && vvf_number_i64(&numbers, 1, &i64) == VVF_OK && i64 == 7);
    CHECK(vvf_get_matrix(root, &matrix) == VVF_ERROR_KIND);
    /* [[1, -2], [3, 4], [5, 6]] */
    CHECK(open_tree("\x08\x03\x02\x01\xFE\x03\x04\x05\x06", 9, 14, 9, NULL) == VVF_OK);
    root = vvf_root(&doc);
    CHECK(vvf_get_numbers(root, &numbers) == VVF_ERROR_KIND);
    CHECK(vvf_get_matrix(root, &matrix) == VVF_OK && matrix.rows == 3 && matrix.columns == 2);
    numbers = vvf_matrix_column(&matrix, 1);
    CHECK(numbers.count == 3 && vvf_number_i64(&numbers, 0, &i64) == VVF_OK && i64 == -2);
    CHECK(vvf_number_f64(&numbers, 2, &f64) == VVF_OK && f64 == 6.0);
    CHECK(vvf_number_u64(&numbers, 0, &u64) == VVF_ERROR_RANGE);
    numbers = vvf_matrix_row(&matrix, 2);
    CHECK(numbers.count == 2 && vvf_number_u64(&numbers, 0, &u64) == VVF_OK && u64 == 5);
    CHECK(vvf_follow(root, "/2/1", &value) == VVF_OK);
    CHECK(vvf_get_i64(value, &i64) == VVF_OK && i64 == 6);
    CHECK(vvf_follow(root, "/2/2", &value) == VVF_ERROR_NOT_FOUND);
    CHECK(vvf_follow(root, "2", &value) == VVF_ERROR_PATH);
    CHECK(vvf_follow(root, "/~2", &value) == VVF_ERROR_PATH);
    CHECK(vvf_follow(root, "/~", &value) == VVF_ERROR_PATH);
    CHECK(vvf_at(root, 1, &value) == VVF_OK && vvf_get_numbers(value, &numbers) == VVF_OK);
    /* 2^63 + 1 is not a double. */
    CHECK(open_tree("\0\x01\0\0\0\0\0\0\x80", 9, 15, 9, NULL) == VVF_OK);
    root = vvf_root(&doc);
    CHECK(vvf_get_i64(root, &i64) == VVF_ERROR_RANGE);
    CHECK(vvf_get_u64(root, &u64) == VVF_OK && u64 == (UINT64_C(1) << 63) + 1);
    CHECK(vvf_get_f64(root, &f64) == VVF_ERROR_RANGE);
    /* -2^63 is a double. */
    CHECK(open_tree("\0\0\0\0\0\0\0\x80", 8, 13, 8, NULL) == VVF_OK);
    root = vvf_root(&doc);
    CHECK(vvf_get_i64(root, &i64) == VVF_OK && i64 == INT64_MIN);
    CHECK(vvf_get_u64(root, &u64) == VVF_ERROR_RANGE);
    CHECK(vvf_get_f64(root, &f64) == VVF_OK && f64 == -9223372036854775808.0);
    /* {"~/": 1} by a pointer with escapes. */
    CHECK(open_tree("\x02~/\x09\0\x01\x38\0\x11\0", 10, 15, 7, NULL) == VVF_OK);
    CHECK(vvf_follow(vvf_root(&doc), "/~0~1", &value) == VVF_OK);
    CHECK(vvf_follow(vvf_root(&doc), "/~0", &value) == VVF_ERROR_NOT_FOUND);
    /* {7: null, "k": 8} by an integer and by a string. */
    CHECK(open_tree("\x08\0\x02\x71\0\0\0\x12k\x81\0", 11, 15, 11, NULL) == VVF_OK);
    CHECK(vvf_get_by_integer(vvf_root(&doc), 7, &value) == VVF_OK && vvf_is_null(value));
    CHECK(vvf_get_by_integer(vvf_root(&doc), 8, &value) == VVF_ERROR_NOT_FOUND);
    CHECK(vvf_get_by_name(vvf_root(&doc), "k", &value) == VVF_OK);
    CHECK(vvf_get_i64(value, &i64) == VVF_OK && i64 == 8);
}

static int refuse(void *context, const char *text, size_t length)
{
    (void)context;
    (void)text;
    (void)length;
    return 1;
}

static int keep(void *context, const char *text, size_t length)
{
    char *to = (char *)context;
    strncat(to, text, length);
    return 0;
}

static void text(void)
{
    char out[256] = "";
    CHECK(open_tree("\x05"
                    "a\n\"\x01\\"
                    "\0\x02\x68\0\x10\0",
                    12, 9, 6, NULL)
          == VVF_OK);
    CHECK(vvf_write_value(vvf_root(&doc), VVF_JSON, keep, out, scratch, sizeof scratch) == VVF_OK);
    CHECK(strcmp(out, "[\"a\\n\\\"\\u0001\\\\\",false]") == 0);
    CHECK(vvf_write_value(vvf_root(&doc), VVF_JSON, refuse, NULL, scratch, sizeof scratch)
          == VVF_ERROR_WRITE);
    CHECK(open_tree("\0\x01\x11\0\0\x01\x49\0", 8, 9, 4, NULL) == VVF_OK);
    CHECK(vvf_write_value(vvf_root(&doc), VVF_JSON, refuse, NULL, NULL, 0) == VVF_ERROR_SCRATCH);
    CHECK(open_tree("\x04\x01z", 3, 15, 3, NULL) == VVF_OK);
    CHECK(vvf_write_value(vvf_root(&doc), VVF_JSON, keep, out, NULL, 0)
          == VVF_ERROR_UNREPRESENTABLE);
    out[0] = '\0';
    CHECK(vvf_write_value(vvf_root(&doc), VVF_TEXT, keep, out, NULL, 0) == VVF_OK);
    CHECK(strcmp(out, "b\"z\"") == 0);
    CHECK(strcmp(vvf_status_text(VVF_ERROR_CHECKSUM), "checksum mismatch") == 0);
    CHECK(strcmp(vvf_kind_text(VVF_ARRAY), "array") == 0);
}

/* Numbers and limits that never change their meaning, or that a program counts on. */
static void numbers_that_stay(void)
{
    const vvf_limits usual = vvf_limits_default();
    CHECK(usual.depth == 128);
    CHECK(VVF_NULL == 0 && VVF_STRING == 6 && VVF_BYTES == 7 && VVF_OBJECT == 10
          && VVF_SIMPLE == 14);
    CHECK(VVF_I8 == 0 && VVF_F64 == 6 && VVF_U32 == 7);
    CHECK(VVF_ERROR_RANGE == 5 && VVF_ERROR_DEPTH == 11 && VVF_ERROR_CHECKSUM == 24);
}

int main(int count, char **arguments)
{
    int rounds = count == 2 ? atoi(arguments[1]) : 20000;
    floats(rounds);
    arithmetic();
    hashes();
    utf8();
    keys_of_maps();
    limits();
    numbers_that_stay();
    scalars();
    text();
    printf("%d checks, %d wrong\n", checks, failures);
    return failures != 0;
}

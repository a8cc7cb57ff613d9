/*
 * Tests of changes in buffers of strangers, whose parts may overlap: whatever the verifier takes is
 * sorted without a read outside of it, which the sanitizers see, or refused.
 */
#include "keys.h"

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

typedef struct counts {
    size_t valid, sorted, refused, sorted_in, refused_in;
} counts;

/* Returns the same bytes in memory of their own, behind which the sanitizer sees each read. */
static uint8_t *copy_of(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = (uint8_t *)malloc(size);
    if (copy == NULL) exit(3);
    memcpy(copy, bytes, size);
    return copy;
}

/* Sorts all vectors of a shelf that are `sorted`. The result is verified as the buffer was. */
static void sort_all(const uint8_t *bytes, size_t size, counts *c)
{
    uint8_t *copy = copy_of(bytes, size);
    const Keys_Shelf_t shelf = Keys_Shelf_as_root(copy, size, NULL);
    if (vfb_is(shelf)) {
        const bool is_sorted = Keys_Shelf_sort_vectors(copy, shelf);
        c->valid++;
        c->sorted += is_sorted;
        c->refused += !is_sorted;
        if (is_sorted) CHECK(vfb_is(Keys_Shelf_as_root(copy, size, NULL)));
        else CHECK(memcmp(copy, bytes, size) == 0);
    }
    free(copy);
}

/* Sorts one vector. Its keys can be read then. */
static void sort_one(const uint8_t *bytes, size_t size, counts *c)
{
    uint8_t *copy = copy_of(bytes, size);
    const Keys_Ware_vec_t wares = Keys_Shelf_wares(Keys_Shelf_as_root(copy, size, NULL));
    if (wares.size > 1) {
        const bool is_sorted = Keys_Ware_code_sort_in(copy, wares);
        c->sorted_in += is_sorted;
        c->refused_in += !is_sorted;
        if (is_sorted) {
            size_t i;
            for (i = 1; i < wares.size; i++)
                CHECK(vfb_string_compare(Keys_Ware_code(Keys_Ware_vec_at(wares, i - 1)),
                                         Keys_Ware_code(Keys_Ware_vec_at(wares, i))) <= 0);
        } else {
            CHECK(memcmp(copy, bytes, size) == 0);
        }
    }
    free(copy);
}

/* Each number of 32 bits is replaced by each that may be an offset in the buffer. */
static void redirect_all(void)
{
    static const char text[] =
        "{\"numbers\":[3,1],\"words\":[\"bbb\",\"a\"],\"grades\":[1,0,1,0,0,1,0],"
        "\"cells\":[{\"name\":\"a\",\"spot\":{\"x\":1,\"y\":2},\"at\":2},{\"name\":\"b\",\"spot\":{\"x\":0,\"y\":2},\"at\":1}],"
        "\"wares\":[{\"code\":\"z\",\"price\":1,\"spot\":{\"x\":1,\"y\":1}},{\"code\":\"c\",\"price\":2,\"spot\":{\"x\":0,\"y\":0}}],"
        "\"inner\":{\"thing_type\":\"Shelf\",\"thing\":{\"words\":[\"z\",\"y\"],\"numbers\":[2,1]}},"
        "\"things_type\":[\"Shelf\",\"Shelf\"],\"things\":[{\"grades\":[1,0]},{\"as_they_come\":[9,8]}]}";
    counts c = {0, 0, 0, 0, 0};
    vfb_builder b;
    uint8_t *bytes;
    size_t size = 0, at, value;
    vfb_builder_init(&b, NULL);
    CHECK(Keys_Shelf_parse_json(&b, text, sizeof text - 1, 0, NULL));
    if (vfb_builder_bytes(&b, &size) == NULL) exit(3);
    bytes = copy_of(vfb_builder_bytes(&b, &size), size);
    vfb_builder_free(&b);
    sort_all(bytes, size, &c);
    CHECK(c.sorted == 1);
    for (at = 0; at + 4 <= size; at += 4) {
        const uint32_t old = vfb__load_u32(bytes + at);
        for (value = 0; value < size; value++) {
            vfb__store_u32(bytes + at, (uint32_t)value);
            sort_all(bytes, size, &c);
            sort_one(bytes, size, &c);
        }
        vfb__store_u32(bytes + at, old);
    }
    printf("%lu buffers: %lu sorted, %lu refused; one vector: %lu, %lu\n", (unsigned long)c.valid,
           (unsigned long)c.sorted, (unsigned long)c.refused, (unsigned long)c.sorted_in,
           (unsigned long)c.refused_in);
    CHECK(c.sorted > 1000 && c.refused > 100 && c.sorted_in > 1000);
    free(bytes);
}

/* A vector whose second element is the offset of a table, and the beginning of the table of the first. */
static void table_in_its_vector(void)
{
    static const uint16_t shelf[] = {14, 8, 0, 0, 0, 0, 4}, ware[] = {10, 16, 4, 0, 8};
    static const uint32_t words[][2] = {
        {0, 20}, {20, 16}, {24, 16}, {40, 2},  {44, 4},  {48, 20},  {52, 32},
        {68, 40}, {72, 20}, {84, 1},  {88, 'b'}, {92, 1}, {96, 'a'},
    };
    counts c = {0, 0, 0, 0, 0};
    uint8_t bytes[100];
    size_t i;
    memset(bytes, 0, sizeof bytes);
    for (i = 0; i < sizeof shelf / sizeof *shelf; i++) vfb__store_u16(bytes + 4 + 2 * i, shelf[i]);
    for (i = 0; i < sizeof ware / sizeof *ware; i++) vfb__store_u16(bytes + 28 + 2 * i, ware[i]);
    for (i = 0; i < sizeof words / sizeof *words; i++) vfb__store_u32(bytes + words[i][0], words[i][1]);
    sort_one(bytes, sizeof bytes, &c);
    sort_all(bytes, sizeof bytes, &c);
    CHECK(c.sorted_in == 0 && c.refused_in == 1 && c.valid == 1 && c.refused == 1);
}

/* One vector that is in two fields, as a builder shares it, is sorted. */
static void shared(void)
{
    const double numbers[3] = {3, 1, 2};
    vfb_builder b;
    vfb_f64_vec_ref_t vec;
    Keys_Shelf_ref_t inner;
    Keys_Shelf_t shelf;
    uint8_t *bytes;
    size_t size = 0;
    vfb_builder_init(&b, NULL);
    vec = vfb_f64_vec_create(&b, numbers, 3);
    Keys_Shelf_start_table(&b);
    Keys_Shelf_numbers_add(&b, vec);
    inner = Keys_Shelf_end_table(&b);
    Keys_Shelf_start_table(&b);
    Keys_Shelf_numbers_add(&b, vec);
    Keys_Shelf_inner_add(&b, inner);
    Keys_Shelf_finish_as_root(&b, Keys_Shelf_end_table(&b), 0);
    if (vfb_builder_bytes(&b, &size) == NULL) exit(3);
    bytes = copy_of(vfb_builder_bytes(&b, &size), size);
    vfb_builder_free(&b);
    shelf = Keys_Shelf_as_root(bytes, size, NULL);
    CHECK(vfb_is(shelf) && Keys_Shelf_sort_vectors(bytes, shelf));
    CHECK(vfb_f64_vec_find(Keys_Shelf_numbers(Keys_Shelf_inner(shelf)), 2) == 1);
    free(bytes);
}

/* Many vectors are found in one walk. */
static void many(void)
{
    enum { COUNT = 300 };
    const uint8_t grades[2] = {1, 0};
    Keys_Shelf_ref_t shelves[COUNT];
    Keys_Shelf_vec_ref_t vec;
    Keys_Shelf_vec_t read;
    Keys_Shelf_t shelf;
    vfb_builder b;
    uint8_t *bytes;
    size_t size = 0, i;
    vfb_builder_init(&b, NULL);
    for (i = 0; i < COUNT; i++) {
        Keys_Shelf_start_table(&b);
        Keys_Shelf_grades_add(&b, vfb_u8_vec_create(&b, grades, 2));
        shelves[i] = Keys_Shelf_end_table(&b);
    }
    vec = Keys_Shelf_vec_create(&b, shelves, COUNT);
    Keys_Shelf_start_table(&b);
    Keys_Shelf_shelves_add(&b, vec);
    Keys_Shelf_finish_as_root(&b, Keys_Shelf_end_table(&b), 0);
    if (vfb_builder_bytes(&b, &size) == NULL) exit(3);
    bytes = copy_of(vfb_builder_bytes(&b, &size), size);
    vfb_builder_free(&b);
    shelf = Keys_Shelf_as_root(bytes, size, NULL);
    CHECK(Keys_Shelf_sort_vectors(bytes, shelf));
    read = Keys_Shelf_shelves(shelf);
    for (i = 0; i < COUNT; i++) CHECK(vfb_u8_vec_at(Keys_Shelf_grades(Keys_Shelf_vec_at(read, i)), 1) == 1);
    free(bytes);
}

int main(void)
{
    redirect_all();
    table_in_its_vector();
    shared();
    many();
    if (failures) printf("%d failures\n", failures);
    return failures != 0;
}

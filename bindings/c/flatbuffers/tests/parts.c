/*
 * Tests of keys of all kinds, copies of parts, changes in place, and roots of other kinds.
 */
#include "flatcc.h"
#include "keys.h"
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

static bool is_text(vfb_string text, const char *wanted)
{
    return text.at != NULL && vfb_string_compare(text, vfb_text(wanted)) == 0;
}

static Keys_Corner corner(float x, Keys_Grade_t grade)
{
    Keys_Corner made;
    memset(&made, 0, sizeof made);
    made.spots[1].x = x;
    made.grade = grade;
    return made;
}

/* Vectors of a built buffer that are sorted in place, and searched. */
static void keys(void)
{
    Keys_Mark marks[9];
    Keys_Wide wides[9];
    Keys_Place places[9];
    Keys_Path paths[9];
    Keys_Graded_ref_t graded[3];
    Keys_Held_ref_t held[9];
    Keys_Mark_vec_ref_t mark_vec;
    Keys_Wide_vec_ref_t wide_vec;
    Keys_Place_vec_ref_t place_vec;
    Keys_Path_vec_ref_t path_vec;
    Keys_Held_vec_ref_t held_vec;
    Keys_Graded_vec_ref_t graded_vec;
    Keys_All_t all;
    Keys_Corner wanted;
    vfb_builder b;
    uint8_t *bytes;
    size_t size, i;
    memset(marks, 0, sizeof marks);
    memset(wides, 0, sizeof wides);
    memset(places, 0, sizeof places);
    memset(paths, 0, sizeof paths);
    vfb_builder_init(&b, NULL);
    for (i = 0; i < 9; i++) {
        const size_t place = i * 5 % 9;
        marks[i].at = (double)place - 4.0;
        wides[i].name[2] = (uint8_t)place;
        wides[i].size = (int64_t)place;
        places[i].spot = corner((float)place, Keys_Grade_High);
        places[i].n = (int32_t)place;
        paths[i].spots[1].y = (int32_t)place - 4;
        wanted = corner(0.0f, place > 4 ? Keys_Grade_High : Keys_Grade_Low);
        wanted.spots[0].y = (int32_t)place;
        held[i] = Keys_Held_create(&b, &wanted, (int32_t)place);
    }
    for (i = 0; i < 3; i++) graded[i] = Keys_Graded_create(&b, i == 1 ? Keys_Grade_Low : Keys_Grade_High, (int32_t)i);
    mark_vec = Keys_Mark_vec_create(&b, marks, 9);
    wide_vec = Keys_Wide_vec_create(&b, wides, 9);
    place_vec = Keys_Place_vec_create(&b, places, 9);
    path_vec = Keys_Path_vec_create(&b, paths, 9);
    held_vec = Keys_Held_vec_create(&b, held, 9);
    graded_vec = Keys_Graded_vec_create(&b, graded, 3);
    Keys_Place_vec_sort(&b, place_vec);
    Keys_All_start_table(&b);
    Keys_All_marks_add(&b, mark_vec);
    Keys_All_wides_add(&b, wide_vec);
    Keys_All_places_add(&b, place_vec);
    Keys_All_paths_add(&b, path_vec);
    Keys_All_held_add(&b, held_vec);
    Keys_All_graded_add(&b, graded_vec);
    Keys_All_finish_as_root(&b, Keys_All_end_table(&b), 0);
    if (vfb_builder_bytes(&b, &size) == NULL) exit(3);
    bytes = (uint8_t *)malloc(size);
    if (bytes == NULL) exit(3);
    memcpy(bytes, vfb_builder_bytes(&b, &size), size);
    vfb_builder_free(&b);
    all = Keys_All_as_root(bytes, size, NULL);
    CHECK(vfb_is(all));
    CHECK(Keys_Mark_vec_scan(Keys_All_marks(all), 4.0) == 7);
    Keys_Mark_vec_sort_in(bytes, Keys_All_marks(all));
    Keys_Wide_vec_sort_in(bytes, Keys_All_wides(all));
    Keys_Path_vec_sort_in(bytes, Keys_All_paths(all));
    Keys_Held_vec_sort_in(bytes, Keys_All_held(all));
    Keys_Graded_vec_sort_in(bytes, Keys_All_graded(all));
    CHECK(vfb_is(Keys_All_as_root(bytes, size, NULL)));
    CHECK(Keys_Graded_n(Keys_Graded_vec_at(Keys_All_graded(all), 0)) == 1);
    CHECK(Keys_Graded_vec_find(Keys_All_graded(all), Keys_Grade_High) == 1);
    for (i = 0; i < 9; i++) {
        uint8_t name[3] = {0, 0, 0};
        Keys_Spot spots[2];
        memset(spots, 0, sizeof spots);
        name[2] = (uint8_t)i;
        spots[1].y = (int32_t)i - 4;
        CHECK(Keys_Mark_vec_find(Keys_All_marks(all), (double)i - 4.0) == i);
        CHECK(Keys_Wide_vec_find(Keys_All_wides(all), name) == i);
        CHECK(Keys_Wide_size(Keys_Wide_vec_at(Keys_All_wides(all), i)) == (int64_t)i);
        wanted = corner((float)i, Keys_Grade_High);
        CHECK(Keys_Place_vec_find(Keys_All_places(all), &wanted) == i);
        CHECK(Keys_Place_n(Keys_Place_vec_at(Keys_All_places(all), i)) == (int32_t)i);
        CHECK(Keys_Path_vec_lower_bound(Keys_All_paths(all), spots) == i);
        wanted = corner(0.0f, i > 4 ? Keys_Grade_High : Keys_Grade_Low);
        wanted.spots[0].y = (int32_t)i;
        CHECK(Keys_Held_vec_find(Keys_All_held(all), &wanted) == i);
        CHECK(Keys_Held_n(Keys_Held_vec_at(Keys_All_held(all), i)) == (int32_t)i);
    }
    wanted.spots[0].y = 9;
    CHECK(Keys_Held_vec_find(Keys_All_held(all), &wanted) == VFB_NOT_FOUND);
    CHECK(Keys_Held_vec_lower_bound(Keys_All_held(all), &wanted) == 9);
    free(bytes);
}

static bool count_bytes(void *context, const char *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)context += size;
    return true;
}

/* Parts of one buffer in another. */
static void copies(void)
{
    static const char text[] =
        "{\"name\":\"old\",\"size\":\"Small\",\"at\":{\"x\":1,\"y\":2},\"unions\":{\"one_type\":\"Named\",\"one\":"
        "{\"name\":\"n\"},\"many_type\":[\"Word\",\"NONE\",\"Point\"],\"many\":[\"w\",null,{\"x\":3,\"y\":4}]},"
        "\"children\":[{\"name\":\"c\"}],\"nested\":{\"name\":\"in\"}}";
    vfb_builder from, to;
    zoo_Zoo_t old, made;
    zoo_Unions_t unions;
    vfb_string_ref_t name;
    const uint8_t *bytes;
    size_t size, written = 0;
    vfb_builder_init(&from, NULL);
    vfb_builder_init(&to, NULL);
    CHECK(zoo_Zoo_parse_json(&from, text, sizeof text - 1, 0, NULL));
    bytes = vfb_builder_bytes(&from, &size);
    old = zoo_Zoo_as_root(bytes, size, NULL);
    name = vfb_string_create(&to, vfb_text("new"));
    zoo_Zoo_start_table(&to);
    zoo_Zoo_name_add(&to, name);
    zoo_Zoo_size_pick(&to, old);
    zoo_Zoo_at_pick(&to, old);
    zoo_Zoo_unions_pick(&to, old);
    zoo_Zoo_nested_pick(&to, old);
    zoo_Zoo_greeting_pick(&to, old);
    zoo_Zoo_parent_add(&to, zoo_Zoo_clone(&to, zoo_Zoo_vec_at(zoo_Zoo_children(old), 0)));
    zoo_Zoo_finish_as_root(&to, zoo_Zoo_end_table(&to), 0);
    vfb_builder_free(&from);
    bytes = vfb_builder_bytes(&to, &size);
    made = zoo_Zoo_as_root(bytes, size, NULL);
    CHECK(is_text(zoo_Zoo_name(made), "new") && zoo_Zoo_size(made) == zoo_Size_Small);
    CHECK((double)zoo_Point_y(zoo_Zoo_at(made)) == 2.0 && !zoo_Zoo_greeting_is_present(made));
    CHECK(is_text(zoo_Zoo_name(zoo_Zoo_parent(made)), "c") && !zoo_Zoo_children_is_present(made));
    CHECK(is_text(zoo_Inner_name(zoo_Zoo_nested_as_root(made)), "in"));
    unions = zoo_Zoo_unions(made);
    CHECK(is_text(zoo_Named_name(zoo_Named_in_union(zoo_Unions_one(unions))), "n"));
    CHECK(zoo_Unions_many_size(unions) == 3 && zoo_Unions_many(unions, 1).tag == 0);
    CHECK(is_text(vfb_string_in(zoo_Unions_many(unions, 0)), "w"));
    CHECK((double)zoo_Point_x(zoo_Point_in_union(zoo_Unions_many(unions, 2))) == 3.0);
    CHECK(vfb_builder_write(&to, count_bytes, &written) && written == size);
    /* Nothing of nothing, and a field where no table is open. */
    vfb_builder_reset(&to);
    made.at = NULL;
    CHECK(zoo_Zoo_clone(&to, made).at == 0 && to.status == VFB_OK);
    zoo_Zoo_size_pick(&to, made);
    CHECK(to.status == VFB_ERROR_NESTING && !vfb_builder_write(&to, count_bytes, &written));
    vfb_builder_free(&to);
}

/* Changes in a finished buffer. */
static void changes(void)
{
    static const char text[] = "{\"name\":\"a\",\"at\":{\"x\":1,\"y\":2},\"traits\":1,\"vectors\":{\"i8\":[1,2,3]}}";
    const zoo_Point other = {5.0f, 6.0f};
    vfb_i8_vec_t list;
    vfb_builder b;
    zoo_Zoo_t zoo;
    uint8_t bytes[256];
    size_t size, i;
    int8_t item;
    int sum = 0;
    vfb_builder_init(&b, NULL);
    CHECK(zoo_Zoo_parse_json(&b, text, sizeof text - 1, 0, NULL));
    CHECK(vfb_builder_bytes(&b, &size) != NULL && size <= sizeof bytes);
    memcpy(bytes, vfb_builder_bytes(&b, &size), size);
    vfb_builder_free(&b);
    zoo = zoo_Zoo_as_root(bytes, size, NULL);
    CHECK(zoo_Zoo_traits_set(bytes, zoo, zoo_Trait_Loud) && zoo_Zoo_traits(zoo) == zoo_Trait_Loud);
    CHECK(!zoo_Zoo_wide_set(bytes, zoo, 1) && zoo_Zoo_wide(zoo) == zoo_Wide_Most);
    CHECK(zoo_Point_x_set(bytes, zoo_Zoo_at(zoo), 9.0f) && (double)zoo_Point_x(zoo_Zoo_at(zoo)) == 9.0);
    CHECK(zoo_Zoo_at_set(bytes, zoo, &other) && (double)zoo_Point_y(zoo_Zoo_at(zoo)) == 6.0);
    CHECK(!zoo_Block_at_set(bytes, zoo_Zoo_block(zoo), &other));
    list = zoo_Vectors_i8(zoo_Zoo_vectors(zoo));
    CHECK(vfb_i8_vec_set(bytes, list, 2, -7) && !vfb_i8_vec_set(bytes, list, 3, 0));
    VFB_EACH(vfb_i8, i, item, list) sum += item;
    CHECK(i == 3 && sum == -4);
}

/* Roots that are structs, and identifiers that are hashes of a type. */
static void roots(void)
{
    const flatcc_Foo plain = {1, -2, 3, 4};
    vfb_builder b;
    vfb_error error;
    const uint8_t *bytes;
    size_t size;
    vfb_builder_init(&b, NULL);
    flatcc_Foo_finish_as_root(&b, flatcc_Foo_create(&b, &plain), VFB_SIZE_PREFIXED | VFB_TYPED);
    bytes = vfb_builder_bytes(&b, &size);
    CHECK(flatcc_Foo_count(flatcc_Foo_as_root_with(bytes, size, VFB_SIZE_PREFIXED | VFB_IDENTIFIED | VFB_TYPED, NULL, &error)) == -2);
    CHECK(vfb__load_u32(bytes + 8) == flatcc_Foo_type_hash);
    CHECK(!vfb_is(flatcc_Foo_as_root_with(bytes, size - 1, VFB_SIZE_PREFIXED, NULL, &error)) && error.status == VFB_ERROR_BYTES);
    CHECK(!vfb_is(flatcc_Bar_as_root_with(bytes, size, VFB_SIZE_PREFIXED | VFB_IDENTIFIED | VFB_TYPED, NULL, &error)));
    CHECK(error.status == VFB_ERROR_IDENTIFIER);
    vfb_builder_reset(&b);
    flatcc_FooBar_start_table(&b);
    flatcc_FooBar_finish_as_root(&b, flatcc_FooBar_end_table(&b), VFB_TYPED);
    bytes = vfb_builder_bytes(&b, &size);
    CHECK(vfb_is(flatcc_FooBar_as_root_with(bytes, size, VFB_IDENTIFIED | VFB_TYPED, NULL, &error)));
    CHECK(!vfb_is(flatcc_FooBarContainer_as_root_with(bytes, size, VFB_IDENTIFIED | VFB_TYPED, NULL, &error)));
    vfb_builder_free(&b);
}

/* Limits are given to what verifies and what reads JSON. */
static void limits(void)
{
    static const char text[] = "{\"name\":\"a\",\"parent\":{\"name\":\"b\",\"parent\":{\"name\":\"c\"}}}";
    vfb_limits few = vfb_default_limits();
    vfb_builder b;
    vfb_error error;
    const uint8_t *bytes;
    size_t size;
    vfb_builder_init(&b, NULL);
    few.depth = 1;
    CHECK(!zoo_Zoo_parse_json_with(&b, text, sizeof text - 1, 0, &few, &error) && error.status == VFB_ERROR_DEPTH);
    few.depth = 3;
    CHECK(zoo_Zoo_parse_json_with(&b, text, sizeof text - 1, 0, &few, &error));
    bytes = vfb_builder_bytes(&b, &size);
    CHECK(vfb_is(zoo_Zoo_as_root_with(bytes, size, 0, &few, &error)));
    few.depth = 1;
    CHECK(!vfb_is(zoo_Zoo_as_root_with(bytes, size, 0, &few, &error)) && error.status == VFB_ERROR_DEPTH);
    few.depth = 3;
    few.nodes = 2;
    CHECK(!vfb_is(zoo_Zoo_as_root_with(bytes, size, 0, &few, &error)) && error.status == VFB_ERROR_NODES);
    /* The identifier of what was parsed can be the hash of its type. */
    CHECK(zoo_Zoo_parse_json(&b, text, sizeof text - 1, VFB_TYPED, NULL));
    bytes = vfb_builder_bytes(&b, &size);
    CHECK(vfb_is(zoo_Zoo_as_root_with(bytes, size, VFB_IDENTIFIED | VFB_TYPED, NULL, NULL)));
    vfb_builder_free(&b);
}

/* All vectors that the schema marks are sorted by one call, also those of inner tables. */
static void sorted(void)
{
    static const char text[] =
        "{\"shelf\":{\"numbers\":[3,\"nan\",-1,2],\"words\":[\"b\",\"\",\"a\"],\"grades\":[1,0],"
        "\"as_they_come\":[3,1],\"cells\":[{\"name\":\"a\",\"spot\":{\"x\":1,\"y\":2},\"at\":2},"
        "{\"name\":\"b\",\"spot\":{\"x\":0,\"y\":2},\"at\":1}],"
        "\"inner\":{\"thing_type\":\"Shelf\",\"thing\":{\"words\":[\"z\",\"y\"]}},"
        "\"things_type\":[\"Ware\",\"Shelf\"],\"things\":[{\"code\":\"c\",\"spot\":{\"x\":0,\"y\":0}},{\"numbers\":[9,8]}],"
        "\"shelves\":[{\"grades\":[\"High\",\"Low\"]},{\"shelves\":[{\"words\":[\"q\",\"p\"]}]}]}}";
    vfb_builder b;
    vfb_error error;
    Keys_All_t all;
    Keys_Shelf_t shelf;
    Keys_Cell_vec_t cells;
    const Keys_Spot spot = {0, 2};
    uint8_t *bytes;
    size_t size = 0;
    vfb_builder_init(&b, NULL);
    CHECK(Keys_All_parse_json(&b, text, sizeof text - 1, 0, &error));
    if (vfb_builder_bytes(&b, &size) == NULL || (bytes = (uint8_t *)malloc(size)) == NULL) exit(3);
    memcpy(bytes, vfb_builder_bytes(&b, &size), size);
    all = Keys_All_as_root(bytes, size, NULL);
    CHECK(Keys_Shelf_sort_vectors(bytes, Keys_All_shelf(all)));
    all = Keys_All_as_root(bytes, size, &error);
    CHECK(vfb_is(all));
    shelf = Keys_All_shelf(all);
    CHECK(vfb_f64_vec_at(Keys_Shelf_numbers(shelf), 0) < 0 && vfb_f64_vec_at(Keys_Shelf_numbers(shelf), 2) > 2.5);
    CHECK(vfb_f64_vec_find(Keys_Shelf_numbers(shelf), 2) == 1);
    CHECK(is_text(vfb_string_vec_at(Keys_Shelf_words(shelf), 0), "") && vfb_string_vec_find(Keys_Shelf_words(shelf), vfb_text("b")) == 2);
    CHECK(vfb_u8_vec_at(Keys_Shelf_grades(shelf), 0) == 0 && vfb_i32_vec_at(Keys_Shelf_as_they_come(shelf), 0) == 3);
    CHECK(is_text(vfb_string_vec_at(Keys_Shelf_words(Keys_Shelf_in_union(Keys_Shelf_thing(Keys_Shelf_inner(shelf)))), 0), "y"));
    CHECK(vfb_f64_vec_find(Keys_Shelf_numbers(Keys_Shelf_in_union(Keys_Shelf_things(shelf, 1))), 8) == 0);
    CHECK(vfb_u8_vec_at(Keys_Shelf_grades(Keys_Shelf_vec_at(Keys_Shelf_shelves(shelf), 0)), 0) == 0);
    CHECK(is_text(vfb_string_vec_at(Keys_Shelf_words(Keys_Shelf_vec_at(Keys_Shelf_shelves(
                                        Keys_Shelf_vec_at(Keys_Shelf_shelves(shelf), 1)), 0)), 0), "p"));
    /* The primary key sorts; the others have functions of their own. */
    cells = Keys_Shelf_cells(shelf);
    CHECK(Keys_Cell_at(Keys_Cell_vec_at(cells, 0)) == 1 && Keys_Cell_vec_find(cells, 2) == 1);
    CHECK(Keys_Cell_name_scan(cells, vfb_text("a")) == 1 && Keys_Cell_spot_scan(cells, &spot) == 0);
    Keys_Cell_name_sort_in(bytes, cells);
    CHECK(Keys_Cell_name_find(cells, vfb_text("a")) == 0 && Keys_Cell_name_lower_bound(cells, vfb_text("aa")) == 1);
    Keys_Cell_spot_sort_in(bytes, cells);
    CHECK(Keys_Cell_spot_find(cells, &spot) == 0 && Keys_Ware_code_scan(Keys_Shelf_wares(Keys_Shelf_inner(shelf)), vfb_text("")) == VFB_NOT_FOUND);
    free(bytes);
    vfb_builder_free(&b);
}

static bool stop(void *context, const char *bytes, size_t size)
{
    (void)context;
    (void)bytes;
    (void)size;
    return false;
}

/* A buffer that is not there has a reason. */
static void endings(void)
{
    vfb_builder b;
    size_t size = 1, written = 0;
    vfb_builder_init(&b, NULL);
    CHECK(vfb_builder_bytes(&b, &size) == NULL && size == 0 && b.status == VFB_ERROR_UNFINISHED);
    vfb_builder_reset(&b);
    zoo_Named_start_table(&b);
    CHECK(!vfb_builder_write(&b, count_bytes, &written) && b.status == VFB_ERROR_UNFINISHED);
    CHECK(strcmp(vfb_status_text(b.status), "the buffer was not finished") == 0 && vfb_error_number(b.status) == 22);
    vfb_builder_reset(&b);
    zoo_Named_start_table(&b);
    zoo_Named_name_add(&b, vfb_string_create(&b, vfb_text("n")));
    zoo_Named_end_table(&b);
    CHECK(vfb_builder_bytes(&b, &size) == NULL && b.status == VFB_ERROR_UNFINISHED);
    vfb_builder_reset(&b);
    zoo_Named_start_table(&b);
    zoo_Named_name_add(&b, vfb_string_create(&b, vfb_text("n")));
    zoo_Named_finish_as_root(&b, zoo_Named_end_table(&b), VFB_TYPED | VFB_NO_IDENTIFIER);
    CHECK(!vfb_builder_write(&b, stop, NULL) && b.status == VFB_ERROR_STOPPED);
    /* The buffer is still there for another one. */
    CHECK(vfb_builder_bytes(&b, &size) != NULL && vfb_is(zoo_Named_as_root(vfb_builder_bytes(&b, &size), size, NULL)));
    CHECK(vfb_builder_write(&b, count_bytes, &written) && written == size && b.status == VFB_OK);
    vfb_builder_free(&b);
}

int main(void)
{
    endings();
    limits();
    keys();
    copies();
    changes();
    roots();
    sorted();
    if (failures) printf("%d failures\n", failures);
    return failures != 0;
}

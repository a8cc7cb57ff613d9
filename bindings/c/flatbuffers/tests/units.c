/*
 * Tests of generated code: reads buffers of the corpus and of flatc, and judges mutated buffers as
 * Rust does.
 *
 *     units TESTS-FOLDER [SUITES-FOLDER]
 */
#include "flatcc.h"
#include "floats.h"
#include "joined.h"
#include "keys.h"
#include "kinds.h"
#include "monster.h"
#include "names.h"
#include "shop.h"

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

/* A file in memory, at an address that is aligned to nothing if `bytes` is odd. */
typedef struct content {
    uint8_t *bytes;
    size_t size;
} content;

static content read_file(const char *folder, const char *name)
{
    content all = {NULL, 0};
    char path[1024];
    FILE *file;
    long size;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "rb");
    if (file == NULL) return all;
    if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0) {
        all.bytes = (uint8_t *)malloc((size_t)size + 1);
        if (all.bytes != NULL) all.size = fread(all.bytes, 1, (size_t)size, file);
    }
    fclose(file);
    return all;
}

static bool is_text(vfb_string text, const char *wanted)
{
    return text.at != NULL && vfb_string_compare(text, vfb_text(wanted)) == 0;
}

static void read_monster(content file)
{
    vfb_error error;
    const Game_Monster_t monster = Game_Monster_as_root_with(file.bytes, file.size, VFB_IDENTIFIED, NULL, &error);
    Game_Vec3_t pos;
    Game_Vec3 plain;
    Game_Short_vec_t shorts;
    CHECK(vfb_is(monster) && error.status == VFB_OK);
    CHECK(Game_Monster_hp(monster) == 80 && Game_Monster_mana(monster) == 150);
    CHECK(!Game_Monster_mana_is_present(monster) && Game_Monster_hp_is_present(monster));
    CHECK(is_text(Game_Monster_name(monster), "MyMonster"));
    pos = Game_Monster_pos(monster);
    CHECK((double)Game_Vec3_x(pos) == 1.0 && (double)Game_Vec3_z(pos) == 3.0 && Game_Vec3_test1(pos) == 3.0);
    plain = Game_Vec3_value_of(pos);
    CHECK((double)plain.y == 2.0 && plain.test2 == Game_Color_Green && plain.test3.b == 6);
    CHECK(Game_Monster_inventory(monster).size == 5);
    CHECK(vfb_u8_vec_at(Game_Monster_inventory(monster), 4) == 4);
    CHECK(vfb_u8_vec_find(Game_Monster_inventory(monster), 3) == 3);
    CHECK(vfb_u8_vec_find(Game_Monster_inventory(monster), 9) == VFB_NOT_FOUND);
    CHECK(Game_Monster_test(monster).tag == Game_Any_Monster);
    CHECK(is_text(Game_Monster_name(Game_Monster_in_union(Game_Monster_test(monster))), "Fred"));
    shorts = Game_Monster_test4(monster);
    CHECK(shorts.size == 2 && Game_Short_a(Game_Short_vec_at(shorts, 1)) == 30);
    CHECK(!vfb_is(Game_Short_vec_at(shorts, 2)) && Game_Short_a(Game_Short_vec_at(shorts, 2)) == 0);
    CHECK(is_text(vfb_string_vec_at(Game_Monster_testarrayofstring(monster), 1), "test2"));
    CHECK(is_text(Game_Monster_name(Game_Monster_enemy(monster)), "Fred"));
    CHECK(!vfb_is(Game_Monster_enemy(Game_Monster_enemy(monster))));
    CHECK(Game_Monster_hp(Game_Monster_enemy(Game_Monster_enemy(monster))) == 100);
}

static void read_shop(content file)
{
    const Order_t order = Order_as_root(file.bytes, file.size, NULL);
    Shop_Item_vec_t items = Order_items(order);
    Shop_Item_t apple = Shop_Item_vec_at(items, 0);
    Shop_Goods_Box box;
    vfb_union ware;
    CHECK(items.size == 3);
    CHECK(Shop_Item_vec_find(items, vfb_text("b")) == 1);
    CHECK(Shop_Item_vec_scan(items, vfb_text("b2")) == 2);
    CHECK(Shop_Item_vec_find(items, vfb_text("c")) == VFB_NOT_FOUND);
    CHECK(Shop_Item_vec_lower_bound(items, vfb_text("b1")) == 2);
    CHECK(Shop_Item_color(apple) == (Shop_Goods_Color_Red | Shop_Goods_Color_Blue));
    CHECK(Shop_Item_size(apple) == Shop_Goods_Size_Large && Shop_Item_size_is_present(apple));
    CHECK(!Shop_Item_size_is_present(Shop_Item_vec_at(items, 1)));
    CHECK(strcmp(Shop_Goods_Size_name_of(Shop_Item_size(apple)), "Large") == 0);
    CHECK(Shop_Goods_Size_name_of(99) == NULL);
    CHECK(Shop_Item_ware(apple).tag == Shop_Ware_Note);
    CHECK(vfb_string_in(Shop_Item_ware(apple)).size > 10);
    CHECK(Shop_Item_wares_size(apple) == 5);
    ware = Shop_Item_wares(apple, 0);
    CHECK(ware.tag == Shop_Ware_Goods_Box);
    CHECK((double)Shop_Goods_Box_width(Shop_Goods_Box_in_union(ware)) == 0.5);
    CHECK(Shop_Item_wares(apple, 1).tag == 0 && Shop_Item_wares(apple, 9).tag == 0);
    CHECK(is_text(Shop_Item_name(Shop_Item_in_union(Shop_Item_wares(apple, 2))), "o"));
    box = Shop_Goods_Box_value_of(Shop_Item_box(apple));
    CHECK(box.sides[1].at == 1e21 && !box.sides[1].on && box.size == 7);
    CHECK(Shop_Item_none(Shop_Item_vec_at(items, 1)) != Shop_Item_none(Shop_Item_vec_at(items, 1)));
    CHECK(Shop_Item_least(Shop_Item_vec_at(items, 1)) < -1e308);
    CHECK(is_text(Shop_Item_text(Shop_Item_vec_at(items, 1)), "a\tb"));
    CHECK(is_text(Shop_Item_farther(apple), "far away"));
    CHECK(Shop_Item_far(apple).size == 2);
    CHECK(Shop_Side2_b(Shop_Side2_vec_at(Shop_Item_far(apple), 0)) == UINT64_MAX);
    CHECK(is_text(Shop_Item_name(Shop_Item_vec_at(Order_items(Shop_Item_inner_as_root(apple)), 0)), "in"));
    CHECK(Shop_Item_from(apple) == -7 && Shop_Item_hashed(apple) == UINT64_MAX);
}

static void read_kinds(content file)
{
    const Kinds_Root_t root = Kinds_Root_as_root(file.bytes, file.size, NULL);
    Kinds_Cell_vec_t cells = Kinds_Root_cells(root);
    CHECK(vfb_i8_vec_at(Kinds_Root_kinds(root), 0) == Kinds_Kind_Low);
    CHECK(vfb_u64_vec_at(Kinds_Root_bigs(root), 0) == Kinds_Big_Top);
    CHECK(Kinds_Cell_vec_find(cells, 3) == 1 && Kinds_Cell_vec_find(cells, 4) == VFB_NOT_FOUND);
    CHECK(vfb_u8_vec_at(Kinds_Cell_flags(Kinds_Cell_vec_at(cells, 0)), 2) == 6);
    CHECK(Kinds_Root_any(root).tag == Kinds_Any_Cell);
    CHECK(Kinds_Cell_at(Kinds_Cell_in_union(Kinds_Root_any(root))) == 1);
    CHECK(Kinds_Step_vec_find(Kinds_Root_steps(root), 65535) == 2);
    CHECK(Kinds_Root_kind(root) == Kinds_Kind_High);
}

/* Memory that can be refused, and that counts what is not freed. */
typedef struct memory {
    size_t used;
    long refuse_at; /* the call that is refused, or below 0 */
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

static Shop_Item_ref_t build_item(vfb_builder *b, const char *name, int32_t number)
{
    Shop_Goods_Box box;
    const int32_t list[3] = {INT32_MIN, 0, INT32_MAX};
    const Shop_Side2 far[2] = {{-1, UINT64_MAX}, {1, 2}};
    const uint8_t link[2] = {1, 2};
    vfb_union_ref_t wares[3];
    memset(&box, 0, sizeof box);
    box.width = 0.5f;
    box.sides[1].at = 1e21;
    box.sides[0].on = true;
    box.size = Shop_Goods_Size_Large;
    Shop_Item_start_table(b);
    Shop_Item_from_add(b, number);
    Shop_Item_name_add(b, vfb_string_create(b, vfb_text(name)));
    Shop_Item_box_add(b, &box);
    Shop_Item_color_add(b, Shop_Goods_Color_Red | Shop_Goods_Color_Blue);
    Shop_Item_size_add(b, 7);
    Shop_Item_price_add(b, -0.0f);
    Shop_Item_hashed_add(b, UINT64_MAX);
    Shop_Item_list_add(b, vfb_i32_vec_create(b, list, 3));
    Shop_Item_link_add(b, vfb_u8_vec_create(b, link, 2));
    Shop_Item_far_add(b, Shop_Side2_vec64_create(b, far, 2));
    Shop_Item_farther_add(b, vfb_string_create(b, vfb_text("far")));
    Shop_Item_ware_add(b, Shop_Ware_as_Goods_Box(Shop_Goods_Box_create(b, &box)));
    wares[0] = Shop_Ware_as_Note(vfb_string_create(b, vfb_text("a note")));
    wares[1] = Shop_Ware_as_NONE();
    wares[2] = Shop_Ware_as_Goods_Box(Shop_Goods_Box_create(b, &box));
    Shop_Item_wares_add(b, wares, 3);
    return Shop_Item_end_table(b);
}

static void build_order(vfb_builder *b, unsigned flags)
{
    static const char *const names[] = {"pear", "apple", "fig", "", "banana", "cherry", "date"};
    Shop_Item_ref_t items[7];
    Shop_Item_vec_ref_t vec;
    int32_t i;
    for (i = 0; i < 7; i++) items[i] = build_item(b, names[i], i);
    vec = Shop_Item_vec_create(b, items, 7);
    Shop_Item_vec_sort(b, vec);
    Order_start_table(b);
    Order_items_add(b, vec);
    Order_finish_as_root(b, Order_end_table(b), flags);
}

static void check_order(const uint8_t *bytes, size_t size, unsigned flags)
{
    vfb_error error;
    const Order_t order = Order_as_root_with(bytes, size, flags | VFB_IDENTIFIED, NULL, &error);
    const Shop_Item_vec_t items = Order_items(order);
    Shop_Item_t item;
    size_t i;
    CHECK(vfb_is(order) && error.status == VFB_OK && items.size == 7);
    for (i = 1; i < items.size; i++)
        CHECK(vfb_string_compare(Shop_Item_name(Shop_Item_vec_at(items, i - 1)),
                                 Shop_Item_name(Shop_Item_vec_at(items, i))) < 0);
    item = Shop_Item_vec_at(items, Shop_Item_vec_find(items, vfb_text("fig")));
    CHECK(Shop_Item_from(item) == 2 && Shop_Item_size(item) == 7);
    CHECK(Shop_Item_price_is_present(item) && (double)Shop_Item_price(item) == 0.0);
    CHECK(!Shop_Item_color_is_present(item));
    CHECK(vfb_i32_vec_at(Shop_Item_list(item), 2) == INT32_MAX && Shop_Item_hashed(item) == UINT64_MAX);
    CHECK(Shop_Side2_b(Shop_Side2_vec_at(Shop_Item_far(item), 0)) == UINT64_MAX);
    CHECK(is_text(Shop_Item_farther(item), "far") && Shop_Item_link(item).size == 2);
    CHECK(Shop_Goods_Box_value_of(Shop_Item_box(item)).sides[1].at == 1e21);
    CHECK(Shop_Goods_Box_value_of(Shop_Goods_Box_in_union(Shop_Item_ware(item))).size == 16);
    CHECK(is_text(vfb_string_in(Shop_Item_wares(item, 0)), "a note"));
    CHECK(Shop_Item_wares(item, 1).tag == 0 && Shop_Item_wares(item, 2).tag == Shop_Ware_Goods_Box);
}

static void build(void)
{
    memory m = {0, -1};
    vfb_allocator allocator;
    vfb_builder b;
    const uint8_t *bytes, *outer;
    size_t size, first_size, outer_size;
    long refused;
    vfb_u8_vec_ref_t nested;
    Order_ref_t order;
    Shop_Item_t item;
    allocator.resize = resize;
    allocator.context = &m;
    vfb_builder_init(&b, &allocator);
    build_order(&b, 0);
    bytes = vfb_builder_bytes(&b, &first_size);
    check_order(bytes, first_size, 0);
    /* In the same memory, without a call for more. */
    m.refuse_at = 0;
    vfb_builder_reset(&b);
    build_order(&b, VFB_SIZE_PREFIXED);
    bytes = vfb_builder_bytes(&b, &size);
    check_order(bytes, size, VFB_SIZE_PREFIXED);
    CHECK(size >= first_size && size <= first_size + 16);
    m.refuse_at = -1;
    {
        /* A buffer in a buffer. */
        vfb_builder around;
        vfb_builder_reset(&b);
        build_order(&b, 0);
        bytes = vfb_builder_bytes(&b, &size);
        vfb_builder_init(&around, NULL);
        nested = vfb_bytes_create(&around, bytes, size, 16);
        Shop_Item_start_table(&around);
        Shop_Item_inner_add(&around, nested);
        Shop_Item_name_add(&around, vfb_string_create(&around, vfb_text("outer")));
        Shop_Item_link_add(&around, vfb_u8_vec_create(&around, NULL, 0));
        Shop_Item_finish_as_root(&around, Shop_Item_end_table(&around), 0);
        outer = vfb_builder_bytes(&around, &outer_size);
        item = Shop_Item_as_root(outer, outer_size, NULL);
        CHECK(vfb_is(item) && Order_items(Shop_Item_inner_as_root(item)).size == 7);
        vfb_builder_free(&around);
    }
    /* An error stays until the end. */
    vfb_builder_reset(&b);
    Order_start_table(&b);
    order = Order_end_table(&b);
    CHECK(order.at == 0 && b.status == VFB_ERROR_REQUIRED);
    CHECK(vfb_builder_bytes(&b, &size) == NULL && size == 0);
    vfb_builder_reset(&b);
    Order_finish_as_root(&b, order, 0);
    CHECK(b.status == VFB_ERROR_NESTING);
    vfb_builder_reset(&b);
    build_item(&b, "x", 1);
    Order_next_add(&b, order);
    Shop_Item_from_add(&b, 1);
    CHECK(b.status == VFB_ERROR_NESTING);
    vfb_builder_free(&b);
    CHECK(m.used == 0);
    /* Each call for memory is refused once. */
    for (refused = 0; refused < 64; refused++) {
        vfb_builder_init(&b, &allocator);
        m.refuse_at = refused;
        build_order(&b, 0);
        bytes = vfb_builder_bytes(&b, &size);
        if (bytes != NULL) {
            CHECK(m.refuse_at >= 0 && size == first_size);
            vfb_builder_free(&b);
            break;
        }
        CHECK(b.status == VFB_ERROR_MEMORY);
        vfb_builder_free(&b);
        CHECK(m.used == 0);
    }
    CHECK(refused > 3 && refused < 64);
    m.refuse_at = -1;
    /* Keys that are numbers, in structs. */
    {
        Kinds_Cell cells[50];
        Kinds_Cell_vec_ref_t vec;
        Kinds_Cell_vec_t read;
        vfb_u8_vec_ref_t flags;
        size_t i;
        memset(cells, 0, sizeof cells);
        for (i = 0; i < 50; i++) cells[i].at = (int32_t)(i * 37 % 50) - 25;
        vfb_builder_init(&b, &allocator);
        vec = Kinds_Cell_vec_create(&b, cells, 50);
        Kinds_Cell_vec_sort(&b, vec);
        flags = vfb_u8_vec_create(&b, NULL, 0);
        Kinds_Root_start_table(&b);
        Kinds_Root_cells_add(&b, vec);
        Kinds_Root_flags_add(&b, flags);
        Kinds_Root_finish_as_root(&b, Kinds_Root_end_table(&b), 0);
        bytes = vfb_builder_bytes(&b, &size);
        read = Kinds_Root_cells(Kinds_Root_as_root(bytes, size, NULL));
        CHECK(read.size == 50);
        for (i = 0; i < 50; i++) CHECK(Kinds_Cell_vec_find(read, (int32_t)i - 25) == i);
        vfb_builder_free(&b);
    }
}

/* A table that is written at once, and the same one field by field. */
static void create(bool has_all)
{
    const flatcc_Bar sibling = {{1, -2, 3, 4}, -5, 0.5f, 6};
    const flatcc_Bar *bar = has_all ? &sibling : NULL;
    const uint8_t postfix = has_all ? 7 : 0;
    vfb_builder b;
    flatcc_FooBar_ref_t items[2];
    flatcc_FooBarContainer_ref_t root;
    flatcc_FooBar_vec_t list;
    const uint8_t *bytes;
    size_t size, i;
    vfb_builder_init(&b, NULL);
    items[0] = flatcc_FooBar_create(&b, bar, vfb_string_create(&b, vfb_text("name")), 1.5, postfix);
    flatcc_FooBar_start_table(&b);
    if (has_all) flatcc_FooBar_postfix_add(&b, postfix);
    flatcc_FooBar_rating_add(&b, 0.0);
    flatcc_FooBar_rating_add(&b, 1.5);
    if (has_all) flatcc_FooBar_sibling_add(&b, bar);
    flatcc_FooBar_name_add(&b, vfb_string_create(&b, vfb_text("name")));
    items[1] = flatcc_FooBar_end_table(&b);
    root = flatcc_FooBarContainer_create(&b, flatcc_FooBar_vec_create(&b, items, 2), has_all, flatcc_Fruit_Pears,
                                         vfb_string_create(&b, vfb_text("here")));
    flatcc_FooBarContainer_finish_as_root(&b, root, 0);
    bytes = vfb_builder_bytes(&b, &size);
    list = flatcc_FooBarContainer_list(flatcc_FooBarContainer_as_root(bytes, size, NULL));
    CHECK(list.size == 2);
    for (i = 0; i < list.size; i++) {
        const flatcc_FooBar_t item = flatcc_FooBar_vec_at(list, i);
        CHECK(is_text(flatcc_FooBar_name(item), "name") && flatcc_FooBar_rating(item) == 1.5);
        CHECK(flatcc_FooBar_postfix(item) == postfix && vfb_is(flatcc_FooBar_sibling(item)) == has_all);
        CHECK(flatcc_FooBar_postfix_is_present(item) == has_all);
        CHECK(flatcc_Bar_time(flatcc_FooBar_sibling(item)) == (has_all ? -5 : 0));
        /* Both have one vtable. */
        CHECK(item.at - vfb__load_i32(item.at) == vfb__follow(list.at) - vfb__load_i32(vfb__follow(list.at)));
    }
    /* A part that was not written, and one that comes too late. */
    vfb_builder_reset(&b);
    items[0].at = 1000;
    flatcc_FooBar_vec_create(&b, items, 1);
    CHECK(b.status == VFB_ERROR_NESTING);
    vfb_builder_reset(&b);
    flatcc_FooBar_start_table(&b);
    flatcc_FooBarContainer_initialized_add(&b, true);
    CHECK(b.status == VFB_ERROR_NESTING);
    vfb_builder_free(&b);
}

/* Compares a text with a file that `varvel convert` wrote. */
static void equals_file(vfb_text_buffer *text, const char *folder, const char *name)
{
    content wanted = read_file(folder, name);
    size_t size = wanted.size, same = 0;
    while (size > 0 && wanted.bytes[size - 1] == '\n') size--;
    while (same < size && same < text->size && wanted.bytes[same] == (uint8_t)text->at[same]) same++;
    if (wanted.bytes == NULL || same != size || size != text->size)
        printf("%s: other bytes from %lu on: %.40s\n", name, (unsigned long)same,
               text->at ? text->at + same : "");
    CHECK(wanted.bytes != NULL && same == size && size == text->size);
    free(wanted.bytes);
    free(text->at);
    memset(text, 0, sizeof *text);
}

static bool stop(void *context, const char *bytes, size_t size)
{
    (void)context;
    (void)bytes;
    (void)size;
    return false;
}

static void print(const char *corpus, const char *tests)
{
    vfb_text_buffer text = {NULL, 0, 0};
    vfb_error error;
    content file = read_file(corpus, "shop.bin");
    const Order_t order = Order_as_root(file.bytes, file.size, NULL);
    CHECK(Order_print_json(order, 0, vfb_write_text, &text, &error) && error.status == VFB_OK);
    equals_file(&text, corpus, "shop.json");
    CHECK(Order_print_json(order, VFB_DEFAULTS, vfb_write_text, &text, NULL));
    equals_file(&text, corpus, "shop.defaults.json");
    CHECK(!Order_print_json(order, 0, stop, NULL, &error) && error.status == VFB_ERROR_STOPPED);
    free(file.bytes);
    file = read_file(corpus, "kinds.bin");
    CHECK(Kinds_Root_print_json(Kinds_Root_as_root(file.bytes, file.size, NULL), 0, vfb_write_text,
                                &text, NULL));
    equals_file(&text, corpus, "kinds.json");
    free(file.bytes);
    file = read_file(corpus, "floats.bin");
    CHECK(Floats_print_json(Floats_as_root(file.bytes, file.size, NULL), 0, vfb_write_text, &text,
                            NULL));
    equals_file(&text, corpus, "floats.json");
    free(file.bytes);
    file = read_file(tests, "monsterdata_test.mon");
    if (file.bytes != NULL) {
        CHECK(Game_Monster_print_json(Game_Monster_as_root(file.bytes, file.size, NULL), 0,
                                      vfb_write_text, &text, NULL));
        equals_file(&text, corpus, "monster.json");
    }
    free(file.bytes);
}

/* The draw of the mutants: SplitMix64. */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Makes the mutant `number` of some bytes, and returns its size. The conformance tests of Rust make
 * the same. */
static size_t mutate(uint8_t *bytes, size_t size, uint64_t number)
{
    uint64_t state = number, times = 1 + next(&state) % 3;
    for (; times > 0 && size > 0; times--) {
        const uint64_t kind = next(&state) % 5;
        const size_t at = (size_t)(next(&state) % size);
        const uint64_t value = next(&state);
        switch (kind) {
        case 0: bytes[at] = (uint8_t)value; break;
        case 1: bytes[at] = (uint8_t)(bytes[at] ^ (1u << (value % 8))); break;
        case 2:
            if ((at & ~(size_t)3) + 4 <= size)
                vfb__store_u32(bytes + (at & ~(size_t)3), (uint32_t)(value % 64));
            break;
        case 3:
            if ((at & ~(size_t)1) + 2 <= size)
                vfb__store_u16(bytes + (at & ~(size_t)1), (uint16_t)(value % 32));
            break;
        default: size = at; break;
        }
    }
    return size;
}

/* Judges mutants of a file, and compares the verdicts with those of Rust. */
static void judge(const char *name, content file, const char *row)
{
    const vfb_schema *schema = NULL;
    uint32_t root = 0;
    char wanted[32], found[32], schema_name[32];
    unsigned long count, valid_wanted, valid = 0, number;
    uint64_t digest = UINT64_C(0xcbf29ce484222325);
    uint8_t *bytes;
    if (sscanf(row, "%*s %31s %lu %lu %31s", schema_name, &count, &valid_wanted, wanted) != 4) {
        CHECK(row == NULL);
        return;
    }
    if (strcmp(schema_name, "shop") == 0) schema = &shop_schema;
    if (strcmp(schema_name, "kinds") == 0) schema = &kinds_schema;
    if (strcmp(schema_name, "monster") == 0) schema = &monster_schema;
    if (schema == NULL || file.bytes == NULL) {
        CHECK(schema != NULL && file.bytes != NULL);
        return;
    }
    root = schema->root;
    for (number = 0; number < count; number++) {
        size_t size;
        bool is_valid;
        /* Memory of its own shows reads behind the end to the sanitizer. */
        uint8_t *copy = (uint8_t *)malloc(file.size + 1);
        if (copy == NULL) exit(3);
        memcpy(copy, file.bytes, file.size);
        size = mutate(copy, file.size, number);
        bytes = (uint8_t *)malloc(size ? size : 1);
        if (bytes == NULL) exit(3);
        memcpy(bytes, copy, size);
        is_valid = vfb_verify(schema, root, bytes, size, 0, NULL, NULL, NULL);
        valid += is_valid;
        digest = (digest ^ (is_valid ? 1u : 0u)) * UINT64_C(0x100000001b3);
        free(bytes);
        free(copy);
    }
    snprintf(found, sizeof found, "%08lx%08lx", (unsigned long)(digest >> 32),
             (unsigned long)(digest & 0xffffffffu));
    printf("%s: %lu mutants, %lu of them valid\n", name, count, valid);
    CHECK(valid == valid_wanted && strcmp(found, wanted) == 0);
}

int main(int count, char **arguments)
{
    content verdicts, file;
    const char *folder = count > 1 ? arguments[1] : ".";
    char corpus[1024], tests[1024] = "";
    char *row, *end;
    snprintf(corpus, sizeof corpus, "%s/corpus", folder);
    if (count > 2) snprintf(tests, sizeof tests, "%s/flatbuffers/tests", arguments[2]);
    file = read_file(corpus, "shop.bin");
    read_shop(file);
    free(file.bytes);
    file = read_file(corpus, "kinds.bin");
    read_kinds(file);
    free(file.bytes);
    build();
    create(true);
    create(false);
    print(corpus, tests);
    file = read_file(tests, "monsterdata_test.mon");
    if (file.bytes != NULL) read_monster(file);
    else printf("skipped: no flatbuffers at VARVEL_SUITES or ../shared/suites\n");
    free(file.bytes);
    verdicts = read_file(folder, "verdicts.tsv");
    CHECK(verdicts.bytes != NULL);
    if (verdicts.bytes != NULL) {
        verdicts.bytes[verdicts.size] = 0;
        for (row = (char *)verdicts.bytes; *row != 0; row = end) {
            char name[64];
            end = strchr(row, '\n');
            if (end == NULL) break;
            *end++ = 0;
            if (*row == '#' || sscanf(row, "%63s", name) != 1) continue;
            file = read_file(corpus, name);
            if (file.bytes == NULL) file = read_file(tests, name);
            if (file.bytes == NULL) printf("skipped: there is no %s\n", name);
            else judge(name, file, row);
            free(file.bytes);
        }
    }
    free(verdicts.bytes);
    if (failures) printf("%d failures\n", failures);
    return failures != 0;
}

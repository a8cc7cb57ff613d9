/*
 * Draws calls of all that builds: any function with any arguments in any order, whatever happened before.
 * What is finished verifies, and the rest is an error; the sanitizers see the memory.
 *
 *     drawn [FIRST COUNT [FILE]]
 *
 * The calls of a sequence follow from its number. Sequences whose number is a multiple of four do not do what
 * the header asks of a program: their strings may be other than UTF-8, and they give places of earlier buffers
 * and of other builders, but not to sort them. What they finish may be refused, but nothing is read or written
 * outside of memory.
 * Into the file go the buffers that verify, for another reader: the number of the schema and of the table, 16
 * bits each, and the size, 32 bits, before each one.
 */
#include "keys.h"
#include "zoo.h"

#include <stdio.h>
#include <stdlib.h>

/* What is written. */
enum kind {
    STRING, STRINGS, BYTES, BYTES64, BOOLS, I8S, U32S, U64S, F32S, F64S, F64S64, POINT, POINTS, SLOTS, LABELS,
    SCALARS, OPTIONS, VECTORS, NAMED, NAMEDS, NUMBERED, NUMBEREDS, KEYED, UNIONS, LONG, INNER, ZOO, ZOOS,
    WARE, WARES, SHELF, SHELVES, CELLS,
    KINDS
};

/* The groups of functions that are counted. */
enum group { PARTS, TABLES, CREATES, CLONES, PICKS, SORTS, JSONS, BUFFERS, CHANGES, GROUPS };
static const char *const groups[GROUPS] = {"strings and vectors", "tables by field", "tables at once", "clones", "picks",
                                           "sorting", "JSON", "buffers", "changes in place"};

enum { KEPT = 8 };

typedef struct draws {
    uint64_t seed;
    bool is_wild; /* does what the header forbids */
    vfb_builder builders[2];
    vfb_builder *b;
    size_t kept[KINDS][KEPT];
    size_t counts[KINDS];
    zoo_Zoo_t zoo;   /* of a verified buffer */
    Keys_Shelf_t shelf;
    size_t memory;   /* how many allocations may still succeed */
    unsigned long calls[GROUPS], finished, refused, failed;
    FILE *out;
    uint64_t number;
} draws;

static uint64_t next(draws *d)
{
    d->seed ^= d->seed << 13;
    d->seed ^= d->seed >> 7;
    d->seed ^= d->seed << 17;
    return d->seed * UINT64_C(0x2545f4914f6cdd1d);
}

static size_t below(draws *d, size_t end) { return (size_t)(next(d) >> 33) % end; }

/* Draws a number, often a small one. */
static uint64_t any(draws *d) { return below(d, 2) ? next(d) >> below(d, 64) : (uint64_t)below(d, 9) - 1; }

static void *resize(void *context, void *old, size_t old_size, size_t size)
{
    draws *d = (draws *)context;
    (void)old_size;
    if (size == 0) {
        free(old);
        return NULL;
    }
    if (d->memory == 0) return NULL;
    d->memory--;
    return realloc(old, size);
}

static void keep(draws *d, enum kind kind, size_t at)
{
    const size_t index = d->counts[kind] < KEPT ? d->counts[kind]++ : below(d, KEPT);
    d->kept[kind][index] = at;
}

/* Draws something that was written, or nothing. */
static size_t pick(draws *d, enum kind kind)
{
    if (d->is_wild && below(d, 50) == 0) return (size_t)any(d);
    if (d->counts[kind] == 0 || below(d, 16) == 0) return 0;
    return d->kept[kind][below(d, d->counts[kind])];
}

/* Forgets what was written, since it is part of no buffer any more. */
static void forget(draws *d)
{
    if (!d->is_wild || below(d, 4) != 0) memset(d->counts, 0, sizeof d->counts);
}

/* Declares a variable with something that was written. */
#define DRAW(type, name, kind) \
    type name;                 \
    name.at = pick(d, kind)

static vfb_string text(draws *d)
{
    static const char *const texts[] = {"", "a", "orc", "a text that is longer than thirty-two bytes, by some",
                                        "\xc3\xbc\xe2\x82\xac", "b", "zz", "x\x01"};
    static const char *const others[] = {"\xff", "\xed\xa0\x80", "\xc3"};
    if (d->is_wild && below(d, 8) == 0) return vfb_text(others[below(d, 3)]);
    return vfb_text(texts[below(d, 8)]);
}

/* Draws a tag that no member of the union has: with the tag of another member a part is refused. */
static int64_t unknown_tag(draws *d)
{
    const int64_t tag = below(d, 2) ? 200 : (int64_t)any(d);
    return !d->is_wild && tag > 0 && tag < 5 ? 200 : tag;
}

static vfb_union_ref_t union_of(draws *d)
{
    switch (below(d, 6)) {
    case 0: {
        DRAW(zoo_Named_ref_t, of, NAMED);
        return below(d, 8) ? zoo_Any_as_Named(of) : vfb_union_of(unknown_tag(d), of.at);
    }
    case 1: {
        DRAW(zoo_Point_ref_t, of, POINT);
        return zoo_Any_as_Point(of);
    }
    case 2: {
        DRAW(vfb_string_ref_t, of, STRING);
        return zoo_Any_as_Word(of);
    }
    case 3: {
        DRAW(zoo_Numbered_ref_t, of, NUMBERED);
        return zoo_Any_as_Other(of);
    }
    default: return zoo_Any_as_NONE();
    }
}

/* ---- Strings and vectors ---- */

static void string_vectors(draws *d)
{
    vfb_string_ref_t items[4];
    const size_t count = below(d, 5);
    size_t i;
    for (i = 0; i < count; i++) items[i].at = pick(d, STRING);
    keep(d, STRINGS, vfb_string_vec_create(d->b, items, count).at);
}

static void table_vectors(draws *d)
{
    zoo_Named_ref_t named[4];
    zoo_Numbered_ref_t numbered[4];
    zoo_Zoo_ref_t zoos[4];
    Keys_Ware_ref_t wares[4];
    Keys_Shelf_ref_t shelves[4];
    const size_t count = below(d, 5);
    size_t i;
    for (i = 0; i < count; i++) {
        named[i].at = pick(d, NAMED);
        numbered[i].at = pick(d, NUMBERED);
        zoos[i].at = pick(d, ZOO);
        wares[i].at = pick(d, WARE);
        shelves[i].at = pick(d, SHELF);
    }
    switch (below(d, 5)) {
    case 0: keep(d, NAMEDS, zoo_Named_vec_create(d->b, named, count).at); break;
    case 1: keep(d, NUMBEREDS, zoo_Numbered_vec_create(d->b, numbered, count).at); break;
    case 2: keep(d, ZOOS, zoo_Zoo_vec_create(d->b, zoos, count).at); break;
    case 3: keep(d, WARES, Keys_Ware_vec_create(d->b, wares, count).at); break;
    default: keep(d, SHELVES, Keys_Shelf_vec_create(d->b, shelves, count).at); break;
    }
}

static void parts(draws *d)
{
    static const double numbers[8] = {0, 1, -1, 0.5, 1e300, 3, 2, -7};
    static const uint8_t bytes[64] = {1, 0, 1, 7};
    const bool bools[3] = {true, false, true};
    zoo_Point points[3];
    zoo_Slot slots[3];
    zoo_Label labels[3];
    Keys_Cell cells[3];
    vfb_builder *b = d->b;
    const size_t count = below(d, 4);
    memset(points, 0, sizeof points);
    memset(slots, 0, sizeof slots);
    memset(labels, 0, sizeof labels);
    memset(cells, 0, sizeof cells);
    cells[0].at = (int32_t)any(d);
    slots[0].id = (uint32_t)any(d);
    slots[1].id = (uint32_t)any(d);
    d->calls[PARTS]++;
    switch (below(d, 21)) {
    case 0: case 1: case 2: keep(d, STRING, vfb_string_create(b, text(d)).at); break;
    case 3: keep(d, STRING, vfb_string_create_shared(b, text(d)).at); break;
    case 4: string_vectors(d); break;
    case 5: case 6: case 7: table_vectors(d); break;
    case 8: keep(d, BYTES, vfb_bytes_create(b, bytes, below(d, 65), (size_t)1 << below(d, 9)).at); break;
    case 9: keep(d, BYTES64, vfb_bytes64_create(b, bytes, below(d, 65), (size_t)1 << below(d, 9)).at); break;
    case 10: keep(d, F64S, vfb_f64_vec_create(b, numbers, below(d, 9)).at); break;
    case 11: keep(d, F64S64, vfb_f64_vec64_create(b, numbers, below(d, 9)).at); break;
    case 12: keep(d, BOOLS, vfb_bool_vec_create(b, bools, count).at); break;
    case 13: keep(d, I8S, vfb_i8_vec_create(b, (const int8_t *)(const void *)bytes, count).at); break;
    case 14: keep(d, U32S, vfb_u32_vec_create(b, NULL, 0).at); break;
    case 15: keep(d, U64S, vfb_u64_vec_create(b, NULL, 0).at); break;
    case 16: keep(d, POINT, zoo_Point_create(b, points).at); break;
    case 17: keep(d, POINTS, zoo_Point_vec_create(b, points, count).at); break;
    case 18: keep(d, SLOTS, zoo_Slot_vec_create(b, slots, count).at); break;
    case 19: keep(d, CELLS, Keys_Cell_vec_create(b, cells, count).at); break;
    default: keep(d, LABELS, zoo_Label_vec_create(b, labels, count).at); break;
    }
}

/* Sizes that no memory has, and alignments that are none. */
static void huge(draws *d)
{
    static const uint8_t bytes[1] = {0};
    vfb_string endless;
    d->calls[PARTS]++;
    endless.at = (const char *)bytes;
    endless.size = (SIZE_MAX >> below(d, 3)) - below(d, 4);
    switch (below(d, 4)) {
    case 0: vfb_f64_vec_create(d->b, NULL, (SIZE_MAX >> below(d, 4)) - below(d, 2)); break;
    case 1: vfb_bytes_create(d->b, bytes, SIZE_MAX - below(d, 16), 8); break;
    case 2: keep(d, BYTES, vfb_bytes_create(d->b, bytes, 1, (size_t)any(d)).at); break;
    default: vfb_string_create(d->b, endless); break;
    }
}

/* ---- Tables ---- */

static void field_of_vectors(draws *d)
{
    switch (below(d, 6)) {
    case 0: { DRAW(vfb_bool_vec_ref_t, v, BOOLS); zoo_Vectors_bools_add(d->b, v); break; }
    case 1: { DRAW(vfb_i8_vec_ref_t, v, I8S); zoo_Vectors_sizes_add(d->b, v); break; }
    case 2: { DRAW(vfb_string_vec_ref_t, v, STRINGS); zoo_Vectors_strings_add(d->b, v); break; }
    case 3: { DRAW(zoo_Point_vec_ref_t, v, POINTS); zoo_Vectors_points_add(d->b, v); break; }
    case 4: { DRAW(vfb_u8_vec_ref_t, v, BYTES); zoo_Vectors_link_add(d->b, v); break; }
    default: { DRAW(vfb_f64_vec_ref_t, v, F64S); zoo_Vectors_f64_add(d->b, v); break; }
    }
}

static void field_of_unions(draws *d)
{
    vfb_union_ref_t items[4];
    const size_t count = below(d, 5);
    size_t i;
    for (i = 0; i < count; i++) items[i] = union_of(d);
    switch (below(d, 3)) {
    case 0: zoo_Unions_one_add(d->b, items[0] = union_of(d)); break;
    case 1: zoo_Unions_last_add(d->b, union_of(d)); break;
    default: zoo_Unions_many_add(d->b, items, count); break;
    }
}

static void field_of_zoo(draws *d)
{
    vfb_builder *b = d->b;
    zoo_Block block;
    zoo_Point point;
    memset(&block, 0, sizeof block);
    memset(&point, 0, sizeof point);
    switch (below(d, 16)) {
    case 0: { DRAW(zoo_Scalars_ref_t, v, SCALARS); zoo_Zoo_scalars_add(b, v); break; }
    case 1: { DRAW(zoo_Options_ref_t, v, OPTIONS); zoo_Zoo_options_add(b, v); break; }
    case 2: { DRAW(zoo_Vectors_ref_t, v, VECTORS); zoo_Zoo_vectors_add(b, v); break; }
    case 3: { DRAW(zoo_Keyed_ref_t, v, KEYED); zoo_Zoo_keyed_add(b, v); break; }
    case 4: { DRAW(zoo_Unions_ref_t, v, UNIONS); zoo_Zoo_unions_add(b, v); break; }
    case 5: { DRAW(zoo_Long_ref_t, v, LONG); zoo_Zoo_long_add(b, v); break; }
    case 6: { DRAW(zoo_Zoo_ref_t, v, ZOO); zoo_Zoo_parent_add(b, v); break; }
    case 7: { DRAW(zoo_Zoo_vec_ref_t, v, ZOOS); zoo_Zoo_children_add(b, v); break; }
    case 8: { DRAW(vfb_string_vec_ref_t, v, STRINGS); zoo_Zoo_shared_add(b, v); break; }
    case 9: { DRAW(vfb_string_ref_t, v, STRING); zoo_Zoo_again_add(b, v); break; }
    case 10: zoo_Zoo_block_add(b, &block); break;
    case 11: zoo_Zoo_at_add(b, &point); break;
    case 12: zoo_Zoo_wide_add(b, any(d)); break;
    case 13: zoo_Zoo_size_add(b, (zoo_Size_t)any(d)); break;
    case 14: { DRAW(vfb_u64_vec_ref_t, v, U64S); zoo_Zoo_hashes_add(b, v); break; }
    default: zoo_Zoo_hash_add(b, (uint32_t)any(d)); break;
    }
}

static void field_of_keyed(draws *d)
{
    switch (below(d, 4)) {
    case 0: { DRAW(zoo_Named_vec_ref_t, v, NAMEDS); zoo_Keyed_names_add(d->b, v); break; }
    case 1: { DRAW(zoo_Numbered_vec_ref_t, v, NUMBEREDS); zoo_Keyed_numbers_add(d->b, v); break; }
    case 2: { DRAW(zoo_Slot_vec_ref_t, v, SLOTS); zoo_Keyed_slots_add(d->b, v); break; }
    default: { DRAW(zoo_Label_vec_ref_t, v, LABELS); zoo_Keyed_labels_add(d->b, v); break; }
    }
}

static void field_of_long(draws *d)
{
    switch (below(d, 4)) {
    case 0: { DRAW(vfb_string_ref_t, v, STRING); zoo_Long_text_add(d->b, v); break; }
    case 1: { DRAW(vfb_u8_vec64_ref_t, v, BYTES64); zoo_Long_bytes_add(d->b, v); break; }
    case 2: { DRAW(vfb_f64_vec64_ref_t, v, F64S64); zoo_Long_doubles_add(d->b, v); break; }
    default: { DRAW(zoo_Point_vec_ref_t, v, POINTS); zoo_Long_points_add(d->b, v); break; }
    }
}

static void field_of_shelf(draws *d)
{
    vfb_builder *b = d->b;
    switch (below(d, 8)) {
    case 0: { DRAW(vfb_f64_vec_ref_t, v, F64S); Keys_Shelf_numbers_add(b, v); break; }
    case 1: { DRAW(vfb_string_vec_ref_t, v, STRINGS); Keys_Shelf_words_add(b, v); break; }
    case 2: { DRAW(Keys_Cell_vec_ref_t, v, CELLS); Keys_Shelf_cells_add(b, v); break; }
    case 3: { DRAW(Keys_Ware_vec_ref_t, v, WARES); Keys_Shelf_wares_add(b, v); break; }
    case 4: { DRAW(Keys_Shelf_ref_t, v, SHELF); Keys_Shelf_inner_add(b, v); break; }
    case 5: { DRAW(Keys_Ware_ref_t, v, WARE); Keys_Shelf_thing_add(b, Keys_Thing_as_Ware(v)); break; }
    case 6: { DRAW(Keys_Shelf_ref_t, v, SHELF); Keys_Shelf_thing_add(b, Keys_Thing_as_Shelf(v)); break; }
    default: { DRAW(Keys_Shelf_vec_ref_t, v, SHELVES); Keys_Shelf_shelves_add(b, v); break; }
    }
}

/* A table whose fields are added one by one. Seldom it has no beginning or no end, or the parts of another. */
#define TABLE(name, kind, fields)                                        \
    do {                                                                 \
        if (below(d, 40) != 0) name##_start_table(d->b);                 \
        for (count = below(d, 6); count > 0; count--) {                  \
            fields;                                                      \
            if (below(d, 40) == 0) parts(d);                             \
            if (below(d, 60) == 0 && depth < 4) tables(d, depth + 1);    \
        }                                                                \
        if (below(d, 40) != 0) keep(d, kind, name##_end_table(d->b).at); \
    } while (0)

static void tables(draws *d, int depth)
{
    vfb_builder *b = d->b;
    DRAW(vfb_string_ref_t, name, STRING);
    Keys_Spot spot;
    size_t count;
    memset(&spot, 0, sizeof spot);
    d->calls[TABLES]++;
    switch (below(d, 13)) {
    case 0: TABLE(zoo_Scalars, SCALARS, zoo_Scalars_u16_add(b, (uint16_t)any(d)); zoo_Scalars_f64_add(b, -0.1)); break;
    case 1: TABLE(zoo_Options, OPTIONS, zoo_Options_i64_add(b, (int64_t)any(d))); break;
    case 2: TABLE(zoo_Vectors, VECTORS, field_of_vectors(d)); break;
    case 3: TABLE(zoo_Named, NAMED, zoo_Named_name_add(b, name)); break;
    case 4: TABLE(zoo_Numbered, NUMBERED, zoo_Numbered_number_add(b, any(d))); break;
    case 5: TABLE(zoo_Keyed, KEYED, field_of_keyed(d)); break;
    case 6: TABLE(zoo_Unions, UNIONS, field_of_unions(d)); break;
    case 7: TABLE(zoo_Long, LONG, field_of_long(d)); break;
    case 8: TABLE(zoo_Inner, INNER, zoo_Inner_name_add(b, name)); break;
    case 9: TABLE(Keys_Ware, WARE, Keys_Ware_code_add(b, name); Keys_Ware_spot_add(b, &spot)); break;
    case 10: TABLE(Keys_Shelf, SHELF, field_of_shelf(d)); break;
    default: TABLE(zoo_Zoo, ZOO, zoo_Zoo_name_add(b, name); field_of_zoo(d)); break;
    }
}

static void creates(draws *d)
{
    vfb_builder *b = d->b;
    DRAW(vfb_string_ref_t, name, STRING);
    DRAW(zoo_Named_vec_ref_t, names, NAMEDS);
    DRAW(zoo_Numbered_vec_ref_t, numbers, NUMBEREDS);
    DRAW(zoo_Slot_vec_ref_t, slots, SLOTS);
    DRAW(zoo_Label_vec_ref_t, labels, LABELS);
    DRAW(vfb_u8_vec64_ref_t, bytes, BYTES64);
    DRAW(vfb_f64_vec64_ref_t, doubles, F64S64);
    DRAW(zoo_Point_vec_ref_t, points, POINTS);
    Keys_Spot spot;
    memset(&spot, 0, sizeof spot);
    d->calls[CREATES]++;
    switch (below(d, 6)) {
    case 0: keep(d, NAMED, zoo_Named_create(b, name, (int32_t)any(d)).at); break;
    case 1: keep(d, NUMBERED, zoo_Numbered_create(b, any(d), name).at); break;
    case 2: keep(d, KEYED, zoo_Keyed_create(b, names, numbers, slots, labels).at); break;
    case 3: keep(d, LONG, zoo_Long_create(b, name, bytes, doubles, points).at); break;
    case 4: keep(d, WARE, Keys_Ware_create(b, name, 1.5, &spot).at); break;
    default: keep(d, INNER, zoo_Inner_create(b, (int64_t)any(d), name).at); break;
    }
}

/* ---- Parts of other buffers, and order ---- */

static void clones(draws *d)
{
    const zoo_Keyed_t keyed = zoo_Zoo_keyed(d->zoo);
    vfb_builder *b = d->b;
    d->calls[CLONES]++;
    switch (below(d, 8)) {
    case 0: keep(d, ZOO, zoo_Zoo_clone(b, d->zoo).at); break;
    case 1: keep(d, SCALARS, zoo_Scalars_clone(b, zoo_Zoo_scalars(d->zoo)).at); break;
    case 2: keep(d, VECTORS, zoo_Vectors_clone(b, zoo_Zoo_vectors(d->zoo)).at); break;
    case 3: keep(d, UNIONS, zoo_Unions_clone(b, zoo_Zoo_unions(d->zoo)).at); break;
    case 4: keep(d, KEYED, zoo_Keyed_clone(b, keyed).at); break;
    case 5: keep(d, NAMED, zoo_Named_clone(b, zoo_Named_vec_at(zoo_Keyed_names(keyed), below(d, 3))).at); break;
    case 6: keep(d, LONG, zoo_Long_clone(b, zoo_Zoo_long_(d->zoo)).at); break;
    default: keep(d, SHELF, Keys_Shelf_clone(b, d->shelf).at); break;
    }
}

static void picks(draws *d)
{
    vfb_builder *b = d->b;
    d->calls[PICKS]++;
    switch (below(d, 4)) {
    case 0:
        zoo_Zoo_start_table(b);
        zoo_Zoo_name_pick(b, d->zoo);
        if (below(d, 2)) zoo_Zoo_vectors_pick(b, d->zoo);
        if (below(d, 2)) zoo_Zoo_unions_pick(b, d->zoo);
        if (below(d, 2)) zoo_Zoo_block_pick(b, d->zoo);
        keep(d, ZOO, zoo_Zoo_end_table(b).at);
        break;
    case 1:
        zoo_Unions_start_table(b);
        zoo_Unions_many_pick(b, zoo_Zoo_unions(d->zoo));
        zoo_Unions_one_pick(b, zoo_Zoo_unions(d->zoo));
        keep(d, UNIONS, zoo_Unions_end_table(b).at);
        break;
    case 2:
        Keys_Shelf_start_table(b);
        Keys_Shelf_wares_pick(b, d->shelf);
        Keys_Shelf_thing_pick(b, d->shelf);
        keep(d, SHELF, Keys_Shelf_end_table(b).at);
        break;
    default: zoo_Zoo_keyed_pick(b, d->zoo); break;
    }
}

static void sorts(draws *d)
{
    /* The tables of a vector from elsewhere are read wherever they are. */
    if (d->is_wild) return;
    d->calls[SORTS]++;
    switch (below(d, 5)) {
    case 0: { DRAW(zoo_Named_vec_ref_t, v, NAMEDS); zoo_Named_vec_sort(d->b, v); break; }
    case 1: { DRAW(zoo_Numbered_vec_ref_t, v, NUMBEREDS); zoo_Numbered_vec_sort(d->b, v); break; }
    case 2: { DRAW(zoo_Slot_vec_ref_t, v, SLOTS); zoo_Slot_vec_sort(d->b, v); break; }
    case 3: { DRAW(Keys_Ware_vec_ref_t, v, WARES); Keys_Ware_code_sort(d->b, v); break; }
    default: { DRAW(Keys_Cell_vec_ref_t, v, CELLS); Keys_Cell_vec_sort(d->b, v); break; }
    }
}

/* ---- Whole buffers ---- */

static unsigned number_of(const vfb_schema *schema, const char *name)
{
    unsigned number = 0;
    while (strcmp(schema->objects[number].name, name) != 0) number++;
    return number;
}

static void wrong(const draws *d, const char *what)
{
    printf("sequence %llu: %s\n", (unsigned long long)d->number, what);
    fflush(stdout);
    abort();
}

/* The buffer of a table verifies, if nothing was done that the header forbids. */
static void judge(draws *d, unsigned flags, unsigned schema, unsigned table, const vfb_error *error,
                  const uint8_t *bytes, size_t size)
{
    uint8_t head[8];
    if (error->status != VFB_OK) {
        if (!d->is_wild) {
            printf("%s at byte %lu, %s\n", vfb_status_text(error->status), (unsigned long)error->offset, error->path);
            wrong(d, "a finished buffer is refused");
        }
        d->refused++;
        return;
    }
    d->finished++;
    if (d->out == NULL || (flags & VFB_SIZE_PREFIXED)) return;
    vfb__store_u16(head, (uint16_t)schema);
    vfb__store_u16(head + 2, (uint16_t)table);
    vfb__store_u32(head + 4, (uint32_t)size);
    fwrite(head, 1, 8, d->out);
    fwrite(bytes, 1, size, d->out);
}

static bool drop(void *context, const char *bytes, size_t size)
{
    draws *d = (draws *)context;
    (void)bytes;
    return size != 0 && below(d, 4) != 0;
}

/* Changes a buffer in place. One of a builder has no parts that overlap, so it still verifies. */
static void change(draws *d, const uint8_t *bytes, size_t size)
{
    uint8_t *copy = (uint8_t *)malloc(size);
    Keys_Shelf_t shelf;
    if (copy == NULL) exit(3);
    memcpy(copy, bytes, size);
    shelf = Keys_Shelf_as_root(copy, size, NULL);
    if (vfb_is(shelf)) {
        d->calls[CHANGES]++;
        Keys_Ware_price_set(copy, Keys_Ware_vec_at(Keys_Shelf_wares(shelf), 0), -1);
        Keys_Ware_code_sort_in(copy, Keys_Shelf_wares(shelf));
        Keys_Cell_vec_sort_in(copy, Keys_Shelf_cells(shelf));
        Keys_Shelf_sort_vectors(copy, shelf);
        if (!vfb_is(Keys_Shelf_as_root(copy, size, NULL)) && !d->is_wild) wrong(d, "a changed buffer is refused");
    }
    free(copy);
}

/* Finishes a buffer with a root of this type. */
#define FINISH(name, kind, schema, table)                                              \
    do {                                                                               \
        DRAW(name##_ref_t, root, kind);                                                \
        name##_finish_as_root(d->b, root, flags);                                      \
        bytes = vfb_builder_bytes(d->b, &size);                                        \
        if (bytes != NULL) {                                                           \
            name##_as_root_with(bytes, size, flags & VFB_SIZE_PREFIXED, NULL, &error); \
            judge(d, flags, schema, table, &error, bytes, size);                       \
        }                                                                              \
    } while (0)

static void finish(draws *d)
{
    const unsigned flags = (below(d, 4) ? 0 : VFB_SIZE_PREFIXED) | (below(d, 4) ? 0 : VFB_NO_IDENTIFIER);
    const uint8_t *bytes = NULL;
    vfb_error error;
    size_t size = 0;
    d->calls[BUFFERS]++;
    switch (below(d, 8)) {
    case 0: FINISH(zoo_Keyed, KEYED, 0, number_of(&zoo_schema, "zoo.Keyed")); break;
    case 1: FINISH(zoo_Unions, UNIONS, 0, number_of(&zoo_schema, "zoo.Unions")); break;
    case 2: FINISH(zoo_Long, LONG, 0, number_of(&zoo_schema, "zoo.Long")); break;
    case 3: FINISH(zoo_Vectors, VECTORS, 0, number_of(&zoo_schema, "zoo.Vectors")); break;
    case 4: FINISH(zoo_Named, NAMED, 0, number_of(&zoo_schema, "zoo.Named")); break;
    case 5: case 6:
        FINISH(Keys_Shelf, SHELF, 2, number_of(&keys_schema, "Keys.Shelf"));
        if (bytes != NULL && !(flags & VFB_SIZE_PREFIXED)) change(d, bytes, size);
        break;
    default: FINISH(zoo_Zoo, ZOO, 0, number_of(&zoo_schema, "zoo.Zoo")); break;
    }
    if (bytes == NULL) d->failed++;
    if (below(d, 4) == 0) vfb_builder_write(d->b, drop, d);
    /* The buffer of a builder whose writing was stopped is still there. */
    if (d->b->status != VFB_ERROR_STOPPED && below(d, 8) == 0) return;
    vfb_builder_reset(d->b);
    forget(d);
}

/* JSON into the builder: whole documents, and cut or changed ones. */
static void json(draws *d)
{
    static const char *const documents[] = {
        "{\"name\":\"x\",\"flex\":{\"a\":[1,2.5,\"x\",true,null,{\"b\":{}}],\"c\":-7,\"a b\":1844674407370955"
        "1615}}",
        "{\"name\":\"u\",\"unions\":{\"many_type\":[\"Point\",\"NONE\",\"Word\"],\"many\":[{\"x\":1,\"y\":2},"
        "null,\"t\"],\"one\":\"w\",\"one_type\":\"Word\"}}",
        "{name:'n',nested:{value:-5,name:\"inside\"},children:[{name:\"a\",traits:\"Furry Loud\"},{name:\"\","
        "size:9}],}",
        "{\"name\":\"k\",\"keyed\":{\"names\":[{\"name\":\"b\"},{\"name\":\"a\"}],\"labels\":[{\"code\":\"b\""
        ",\"kind\":1,\"note\":\"\\u20ac\"}]},\"long\":{\"bytes\":[1,2],\"text\":\"far\"}}"};
    static const char marks[] = "{}[]:,\"'\\/*0123456789-+.eEu \n\tnxtf\xff";
    char text[512];
    const uint8_t *bytes;
    vfb_error error;
    const char *from = documents[below(d, 4)];
    size_t size = strlen(from), i;
    memcpy(text, from, size);
    for (i = below(d, 3); i > 0; i--) text[below(d, size)] = marks[below(d, sizeof marks - 1)];
    if (below(d, 8) == 0) size = below(d, size);
    d->calls[JSONS]++;
    zoo_Zoo_parse_json(d->b, text, size, (below(d, 4) ? VFB_RELAXED : 0) | (below(d, 4) ? 0 : VFB_SKIP_UNKNOWN) | (below(d, 4) ? 0 : VFB_DEFAULTS), NULL);
    bytes = vfb_builder_bytes(d->b, &size);
    if (bytes != NULL) {
        const zoo_Zoo_t zoo = zoo_Zoo_as_root(bytes, size, &error);
        judge(d, 0, 0, number_of(&zoo_schema, "zoo.Zoo"), &error, bytes, size);
        zoo_Zoo_print_json(zoo, 0, drop, d, NULL);
    }
    vfb_builder_reset(d->b);
    forget(d);
}

static void sequence(draws *d)
{
    size_t left = 1 + below(d, 40);
    int i;
    for (i = 0; i < 2; i++) {
        const vfb_allocator memory = {resize, d};
        vfb_builder_init(&d->builders[i], &memory);
        d->builders[i].force_defaults = below(d, 4) == 0;
    }
    memset(d->counts, 0, sizeof d->counts);
    d->b = &d->builders[0];
    d->memory = below(d, 8) ? SIZE_MAX : below(d, 6);
    for (; left > 0; left--) {
        switch (below(d, 24)) {
        case 0: finish(d); break;
        case 1: creates(d); creates(d); break;
        case 2: clones(d); break;
        case 3: picks(d); break;
        case 4: case 5: sorts(d); break;
        case 6: if (below(d, 4) == 0) json(d); break;
        case 7: if (below(d, 8) == 0) huge(d); break;
        case 8: case 9: case 10: case 11: case 12: case 13: tables(d, 0); break;
        case 14:
            /* Another builder has no parts yet, or those of its own. */
            if (d->is_wild) d->b = &d->builders[below(d, 2)];
            break;
        default: parts(d); break;
        }
        if (d->b->status != VFB_OK && below(d, 4) != 0) {
            d->failed++;
            vfb_builder_reset(d->b);
            forget(d);
        }
    }
    finish(d);
    for (i = 0; i < 2; i++) vfb_builder_free(&d->builders[i]);
}

/* Returns the buffer of a document, in memory of its own. */
static uint8_t *built(bool (*parse)(vfb_builder *, const char *, size_t, unsigned, vfb_error *), const char *text, size_t *size)
{
    vfb_builder b;
    uint8_t *copy = NULL;
    const uint8_t *bytes;
    vfb_builder_init(&b, NULL);
    parse(&b, text, strlen(text), VFB_RELAXED, NULL);
    bytes = vfb_builder_bytes(&b, size);
    if (bytes != NULL) copy = (uint8_t *)malloc(*size);
    if (copy == NULL) exit(3);
    memcpy(copy, bytes, *size);
    vfb_builder_free(&b);
    return copy;
}

/* What drawn calls found wrong at first, each for itself. Returns `false` after a message. */
static bool refusals(void)
{
    static const uint8_t byte[1] = {1};
    zoo_Named_ref_t none = {0};
    zoo_Unions_ref_t unions;
    const uint8_t *bytes;
    vfb_builder b;
    size_t size;
    bool ok;
    vfb_builder_init(&b, NULL);
    /* A union whose value was not written is absent. */
    zoo_Unions_start_table(&b);
    zoo_Unions_one_add(&b, zoo_Any_as_Named(none));
    unions = zoo_Unions_end_table(&b);
    zoo_Unions_finish_as_root(&b, unions, 0);
    bytes = vfb_builder_bytes(&b, &size);
    ok = bytes != NULL && vfb_is(zoo_Unions_as_root(bytes, size, NULL));
    /* A tag has to fit its type. */
    vfb_builder_reset(&b);
    zoo_Unions_start_table(&b);
    zoo_Unions_one_add(&b, vfb_union_of(256, zoo_Inner_create(&b, 1, vfb_string_create(&b, vfb_text(""))).at));
    ok = ok && b.status == VFB_ERROR_TAG;
    /* An alignment is a power of two. */
    vfb_builder_reset(&b);
    vfb_bytes_create(&b, byte, 1, 5);
    ok = ok && b.status == VFB_ERROR_REFUSED;
    vfb_builder_free(&b);
    if (!ok) printf("what no reader takes is not refused\n");
    return ok;
}

int main(int argc, char **argv)
{
    static draws d;
    const unsigned long long first = argc > 2 ? strtoull(argv[1], NULL, 10) : 0;
    const unsigned long long count = argc > 2 ? strtoull(argv[2], NULL, 10) : 20000;
    unsigned long long number;
    size_t size, i;
    uint8_t *zoo = built(zoo_Zoo_parse_json,
        "{name:'z',scalars:{i8:1},vectors:{strings:['a','b'],f64:[1],points:[{x:1,y:2}],text:'AAEC'},block:{flag:true,big:1,"
        "sizes:[0,0,0],tags:[{kind:1,number:2},{kind:3,number:4}],bytes:[1,2,3,4,5],flags:[false,true],at:{x:1,y:2}},"
        "keyed:{names:[{name:'b'},{name:'a'}],numbers:[{number:2},{number:1}]},long:{text:'far',bytes:[1],doubles:[2]},"
        "unions:{one_type:'Named',one:{name:'n'},many_type:['Word','NONE','Point'],many:['w',null,{x:1,y:2}]},nested:{value:1}}", &size);
    uint8_t *shelf;
    d.zoo = zoo_Zoo_as_root(zoo, size, NULL);
    shelf = built(Keys_Shelf_parse_json,
        "{numbers:[3,1],words:['b','a'],cells:[{name:'a',spot:{x:1,y:2},at:2}],wares:[{code:'z',price:1,spot:{x:1,y:1}},"
        "{code:'c',price:2,spot:{x:0,y:0}}],thing_type:'Shelf',thing:{words:['q']}}", &size);
    d.shelf = Keys_Shelf_as_root(shelf, size, NULL);
    if (!vfb_is(d.zoo) || !vfb_is(d.shelf) || !refusals()) return 2;
    if (argc > 3) d.out = fopen(argv[3], "wb");
    for (number = first; number < first + count; number++) {
        d.number = number;
        d.seed = (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
        d.is_wild = number % 4 == 0;
        sequence(&d);
    }
    printf("%llu sequences; %lu buffers finished, %lu refused, %lu errors; calls:", count, d.finished, d.refused, d.failed);
    for (i = 0; i < GROUPS; i++) printf(" %s %lu%s", groups[i], d.calls[i], i + 1 < GROUPS ? "," : "\n");
    free(zoo);
    free(shelf);
    if (d.out != NULL) fclose(d.out);
    if (count >= 1000 && (d.finished < count / 10 || d.failed < count / 10)) {
        printf("too few of one kind\n");
        return 1;
    }
    return 0;
}

/*
 * FlatBuffers in C: builds buffers of JSON by the table of a schema, without recursion. Objects and
 * arrays that are open stand in a row of levels; the last one takes the next member or item.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers_reader.h"

static level *levels(reader *r) { return (level *)(void *)r->levels.at; }

static size_t count_of(const reader *r) { return r->levels.used / sizeof(level); }

/* Returns the innermost level. */
static level *top(reader *r) { return levels(r) + count_of(r) - 1; }

/* Returns whether the builder has no error. */
static bool is_built(reader *r) { return r->b->status == VFB_OK || vfb__fault(r, r->b->status, r->at); }

/* Takes a bracket, and begins a level. */
static level *begin(reader *r, level_kind kind)
{
    level *made;
    if (r->depth >= r->limits.depth) {
        vfb__fault(r, VFB_ERROR_DEPTH, r->at);
        return NULL;
    }
    made = (level *)(void *)more_of(r, &r->levels, sizeof *made);
    if (made == NULL) return NULL;
    r->depth++;
    r->at++;
    made->kind = kind;
    made->is_first = true;
    made->is_inside = made->is_nested = made->is_apart = false;
    made->number = UINT32_MAX;
    made->start = r->at - 1;
    made->index = 0;
    made->seen = 0;
    made->resume = 0;
    return made;
}

static void end(reader *r)
{
    r->depth--;
    r->levels.used -= sizeof(level);
}

/* Begins an object whose fields are those of a table or struct. */
static level *begin_object(reader *r, level_kind kind, uint32_t index)
{
    const vfb_object *object = &r->schema->objects[index];
    level *made;
    if (peek(r) != '{') {
        vfb__wrong(r);
        return NULL;
    }
    made = begin(r, kind);
    if (made == NULL) return NULL;
    made->object = object;
    made->late = r->late.used;
    if (object->count > 64) {
        const size_t size = (object->count + 63) / 64 * 8;
        uint8_t *set = more_of(r, &r->items, size);
        if (set == NULL) return NULL;
        memset(set, 0, size);
        made->seen_at = r->items.used - size;
    }
    return made;
}

static bool begin_table(reader *r, uint32_t index)
{
    if (begin_object(r, LEVEL_TABLE, index) == NULL) return false;
    vfb__start(r->b, &r->schema->objects[index]);
    return is_built(r);
}

/* Begins a struct that is stored at a place. */
static bool begin_struct(reader *r, uint32_t index, spot place)
{
    level *made = begin_object(r, LEVEL_STRUCT, index);
    if (made != NULL) made->place = place;
    return made != NULL;
}

/* Begins a struct at the end of the items. `is_apart` is whether it is written apart at its end. */
static bool begin_struct_in_items(reader *r, uint32_t index, bool is_apart)
{
    const size_t size = r->schema->objects[index].size;
    uint8_t *at = more_of(r, &r->items, size);
    spot place;
    if (at == NULL) return false;
    memset(at, 0, size);
    place.at = NULL;
    place.base = r->items.used - size;
    if (!begin_struct(r, index, place)) return false;
    top(r)->is_apart = is_apart;
    return true;
}

/* Returns the place of a part of a struct or array. */
static spot part_of(spot place, size_t offset)
{
    if (place.at) place.at += offset;
    place.base += offset;
    return place;
}

static uint8_t *address_of(reader *r, spot place) { return place.at ? place.at : r->items.at + place.base; }

static bool set_seen(reader *r, level *l, uint32_t number)
{
    uint64_t word, bit = UINT64_C(1) << (number % 64);
    if (l->object->count <= 64) {
        const bool was = (l->seen & bit) != 0;
        l->seen |= bit;
        return !was;
    }
    memcpy(&word, r->items.at + l->seen_at + number / 64 * 8, 8);
    if (word & bit) return false;
    word |= bit;
    memcpy(r->items.at + l->seen_at + number / 64 * 8, &word, 8);
    return true;
}

/* Returns whether the innermost open table has a field. */
static bool has_field(const vfb_builder *b, uint32_t number) { return (b->bits[number / 64] >> (number % 64)) & 1; }

static bool is_union(const vfb_field *field)
{
    if (field->type < VFB_UNION) return false;
    return field->type == VFB_UNION || (field->type == VFB_VECTOR && field->element == VFB_UNION);
}

static bool is_tag(const vfb_field *field)
{
    return field->type == VFB_TAG || (field->type == VFB_VECTOR && field->element == VFB_TAG);
}

/* ---- Values ---- */

static bool take_string(reader *r, const vfb_field *field, size_t *at)
{
    piece text;
    if (peek(r) != '"') return vfb__wrong(r);
    if (!vfb__string(r, &text)) return false;
    *at = field->flags & VFB_SHARED ? vfb_string_create_shared(r->b, vfb_text_of(text.at, text.size)).at
                                    : vfb_string_create(r->b, vfb_text_of(text.at, text.size)).at;
    return is_built(r);
}

/* Gives the table the field that is being read, an offset. */
static bool give_ref(reader *r, const level *l, size_t at)
{
    vfb__add_ref(r->b, l->object, l->number, at);
    return is_built(r);
}

/* Gives the table the bits of a scalar or tag. */
static bool give_bits(reader *r, const level *l, const vfb_field *field, unsigned scalar, uint64_t bits)
{
    uint8_t *at;
    if (field->presence == VFB_DEFAULT && bits == field->bits && !(r->flags & VFB_DEFAULTS)) return true;
    at = vfb__place(r->b, l->object, l->number, field->offset);
    if (at == NULL) return is_built(r);
    store_bits(at, scalar, bits);
    return true;
}

/* Gives the innermost table or vector a value of a union that was read: a part, or nothing. */
static bool give_union(reader *r, size_t at)
{
    level *l = top(r);
    uint8_t *out;
    if (l->kind == LEVEL_TABLE) return at == 0 || give_ref(r, l, at);
    out = more_of(r, &r->items, sizeof at);
    if (out == NULL) return false;
    memcpy(out, &at, sizeof at);
    return true;
}

/* Begins or reads the value of a union with this tag. */
static bool take_union(reader *r, const vfb_field *field, int64_t tag)
{
    const vfb_union_type *of = &r->schema->unions[field->index];
    const vfb_member *member = member_of(of, tag);
    size_t at;
    if (member == NULL) {
        bool is_null;
        if (!vfb__null(r, &is_null)) return false;
        return is_null ? give_union(r, 0) : vfb__wrong(r);
    }
    switch (member->type) {
    case VFB_TABLE: return begin_table(r, member->index);
    case VFB_STRING: return take_string(r, field, &at) && give_union(r, at);
    default: return begin_struct_in_items(r, member->index, true);
    }
}

static bool begin_list(reader *r, level_kind kind, const vfb_field *field)
{
    level *made;
    if (peek(r) != '[') return vfb__wrong(r);
    made = begin(r, kind);
    if (made == NULL) return false;
    made->field = field;
    made->base = r->items.used;
    return true;
}

/* Writes the bytes in `items` from `base` on as the vector of a field, and gives it to the table. */
static bool give_bytes(reader *r, const vfb_field *field, size_t base, size_t align)
{
    const size_t size = r->items.used - base;
    const bool wide = field->width == VFB_WIDE_VECTOR;
    size_t at;
    if (field->align > align) align = field->align;
    /* The bytes of numbers are in the order of buffers already. */
    at = vfb__vec_create(r->b, r->items.at + base, size, 1, align, wide);
    r->items.used = base;
    return is_built(r) && give_ref(r, top(r), at);
}

/* Gives the table bytes that have to be a nested buffer. `start` is their place in the text. */
static bool give_nested(reader *r, const vfb_field *field, size_t base, size_t start)
{
    vfb_error error;
    if (!vfb_verify(r->schema, field->index, r->items.at + base, r->items.used - base, 0, &r->limits, NULL, &error))
        return vfb__fault(r, error.status, start);
    return give_bytes(r, field, base, largest_align(r->schema));
}

static bool begin_nested(reader *r, const vfb_field *field)
{
    const char c = peek(r);
    const size_t start = r->at, base = r->items.used;
    vfb__nested nested;
    switch (c) {
    case '{':
        vfb__begin_nested(r->b, &nested);
        if (!begin_table(r, field->index)) return false;
        top(r)->is_nested = true;
        top(r)->nested = nested;
        return true;
    case '[': return begin_list(r, LEVEL_VECTOR, field);
    case '"':
        if (field->flags & (VFB_BASE64 | VFB_BASE64URL))
            return vfb__base64(r, field) && give_nested(r, field, base, start);
        return vfb__wrong(r);
    default: return vfb__wrong(r);
    }
}

/* Reads the value of the member `number` of the innermost table, or begins it. */
static bool take_member(reader *r, level *l, const vfb_field *field)
{
    uint64_t bits;
    spot place;
    size_t at, base;
    bool is_null;
    if (!vfb__null(r, &is_null)) return false;
    if (is_null) return true;
    switch (field->type) {
    case VFB_SCALAR: return vfb__scalar(r, field, &bits) && give_bits(r, l, field, field->scalar, bits);
    case VFB_TAG:
        if (!vfb__tag(r, &r->schema->unions[field->index], &bits)) return false;
        place.at = vfb__place(r->b, l->object, l->number, field->offset);
        if (place.at == NULL) return is_built(r);
        store_bits(place.at, r->schema->unions[field->index].scalar, bits);
        return true;
    case VFB_STRING: return take_string(r, field, &at) && give_ref(r, l, at);
    case VFB_STRUCT:
        place.at = vfb__place(r->b, l->object, l->number, field->offset);
        place.base = 0;
        if (place.at == NULL) return is_built(r);
        memset(place.at, 0, r->schema->objects[field->index].size);
        return begin_struct(r, field->index, place);
    case VFB_TABLE: return begin_table(r, field->index);
    case VFB_UNION:
        /* Its tag has come. */
        return take_union(r, field,
                          load_integer(r->b->image + l->object->fields[l->number - 1].offset,
                                       r->schema->unions[field->index].scalar));
    case VFB_NESTED: return begin_nested(r, field);
    case VFB_FLEX: return vfb__flex(r, field->width == VFB_WIDE_VECTOR, &at) && is_built(r) && give_ref(r, l, at);
    default: break;
    }
    base = r->items.used;
    if ((field->flags & (VFB_BASE64 | VFB_BASE64URL)) && peek(r) == '"')
        return vfb__base64(r, field) && give_bytes(r, field, base, 1);
    at = 0;
    if (field->element == VFB_UNION) {
        memcpy(&bits, r->b->image - 8 * (size_t)l->number, 8);
        at = (size_t)bits;
    }
    if (!begin_list(r, LEVEL_VECTOR, field)) return false;
    top(r)->tags = at;
    return true;
}

/* Notes an item too many, or what is wrong with its own text if it has no parts. */
static bool too_many(reader *r)
{
    const char c = peek(r);
    const size_t start = r->at;
    return (c == '{' || c == '[' || vfb__is_at_word(r) || vfb__skip_plain(r))
           && vfb__fault(r, VFB_ERROR_REFUSED, start);
}

/* Reads the next item of the innermost vector, or begins it. */
static bool take_item(reader *r, level *l)
{
    const vfb_field *field = l->field;
    const uint8_t *tags;
    const vfb_union_type *of;
    uint64_t bits;
    uint8_t *out;
    size_t at, size;
    switch (field->type == VFB_NESTED ? (unsigned)VFB_SCALAR : field->element) {
    case VFB_STRING: return take_string(r, field, &at) && give_union(r, at);
    case VFB_TABLE: return begin_table(r, field->index);
    case VFB_STRUCT: return begin_struct_in_items(r, field->index, false);
    case VFB_UNION:
        of = &r->schema->unions[field->index];
        tags = r->b->bytes + r->b->room - l->tags;
        if (l->index >= vfb__load_u32(tags)) return too_many(r);
        tags += 4 + l->index * size_of_scalar(of->scalar);
        return take_union(r, field, load_integer(tags, of->scalar));
    case VFB_TAG:
        of = &r->schema->unions[field->index];
        if (!vfb__tag(r, of, &bits)) return false;
        size = size_of_scalar(of->scalar);
        out = more_of(r, &r->items, size);
        if (out != NULL) store_bits(out, of->scalar, bits);
        return out != NULL;
    default:
        if (!vfb__scalar(r, field, &bits)) return false;
        out = more_of(r, &r->items, size_of_scalar(field->scalar));
        if (out != NULL) store_bits(out, field->scalar, bits);
        return out != NULL;
    }
}

/* Reads the text of an array of `char` into its place, which is zeros. */
static bool take_chars(reader *r, const vfb_field *field, spot place)
{
    const size_t start = r->at;
    piece text;
    if (!vfb__string(r, &text)) return false;
    if (text.size > field->length || (text.size && text.at[text.size - 1] == 0))
        return vfb__fault(r, VFB_ERROR_REFUSED, start);
    if (text.size) memcpy(address_of(r, place), text.at, text.size);
    return true;
}

/* Reads a scalar of a struct or array into its place, or begins what stands there. */
static bool take_in_place(reader *r, const vfb_field *field, unsigned type, spot place)
{
    uint64_t bits;
    switch (type) {
    case VFB_STRUCT: return begin_struct(r, field->index, place);
    case VFB_ARRAY:
        if ((field->flags & VFB_CHARS) && peek(r) == '"') return take_chars(r, field, place);
        if (!begin_list(r, LEVEL_ARRAY, field)) return false;
        top(r)->place = place;
        return true;
    default:
        if (!vfb__scalar(r, field, &bits)) return false;
        store_bits(address_of(r, place), field->scalar, bits);
        return true;
    }
}

/* ---- The end of a level ---- */

/* Writes a vector of offsets, of which some may be 0, and gives it to the table. */
static bool give_refs(reader *r, const level *l)
{
    const size_t count = l->index;
    size_t at, to, i;
    uint8_t *first = vfb__vec_reserve(r->b, count, 4, 4, false, &at);
    for (i = 0; first != NULL && i < count; i++) {
        memcpy(&to, r->items.at + l->base + i * sizeof to, sizeof to);
        if (to == 0) memset(first + 4 * i, 0, 4);
        else vfb__store_ref(r->b, first + 4 * i, at - 4 - 4 * i, to);
    }
    r->items.used = l->base;
    end(r);
    return is_built(r) && give_ref(r, top(r), at);
}

static bool end_vector(reader *r)
{
    const level l = *top(r);
    const vfb_field *field = l.field;
    const vfb_object *of;
    extent e;
    size_t at;
    if (field->type == VFB_NESTED) {
        end(r);
        return give_nested(r, field, l.base, l.start);
    }
    switch (field->element) {
    case VFB_TABLE:
        of = &r->schema->objects[field->index];
        if (of->key != VFB_NONE && l.index > 1 && !vfb__sort_refs(r->b, of, r->items.at + l.base, l.index))
            return vfb__fault(r, VFB_ERROR_MEMORY, r->at);
        return give_refs(r, &l);
    case VFB_UNION:
        if (vfb__load_u32(r->b->bytes + r->b->room - l.tags) != l.index)
            return vfb__fault(r, VFB_ERROR_REFUSED, l.start);
        return give_refs(r, &l);
    case VFB_STRING: return give_refs(r, &l);
    case VFB_STRUCT:
        of = &r->schema->objects[field->index];
        if (of->key != VFB_NONE && l.index > 1 && !vfb__sort_structs(r->b, of, r->items.at + l.base, l.index))
            return vfb__fault(r, VFB_ERROR_MEMORY, r->at);
        break;
    default: break;
    }
    e = extent_of(r->schema, field->element, field->scalar, field->index);
    if (field->align > e.align) e.align = field->align;
    /* The bytes are in the order of buffers already. */
    {
        uint8_t *first = vfb__vec_reserve(r->b, l.index, e.size, e.align, field->width == VFB_WIDE_VECTOR, &at);
        if (first != NULL && l.index) memcpy(first, r->items.at + l.base, l.index * e.size);
    }
    r->items.used = l.base;
    end(r);
    return is_built(r) && give_ref(r, top(r), at);
}

/* Finishes the buffer with its root. */
static bool finish(reader *r, const vfb_object *of, size_t root)
{
    vfb__finish(r->b, root, of, r->flags & (VFB_SIZE_PREFIXED | VFB_NO_IDENTIFIER | VFB_TYPED));
    return is_built(r);
}

/* Notes that the innermost table or struct lacks a field, which the path names then. */
static bool lacks(reader *r, uint32_t number)
{
    const level *l = top(r);
    r->lacking = &l->object->fields[number];
    return vfb__fault(r, VFB_ERROR_REQUIRED, l->start);
}

static bool end_struct(reader *r)
{
    const level l = *top(r);
    const vfb_object *of = l.object;
    size_t at;
    uint8_t *out;
    uint32_t number;
    for (number = 0; number < of->count; number++) {
        uint64_t word = l.seen;
        if (of->count > 64) memcpy(&word, r->items.at + l.seen_at + number / 64 * 8, 8);
        if (!((word >> (number % 64)) & 1)) return lacks(r, number);
    }
    if (of->count > 64) r->items.used = l.seen_at;
    end(r);
    if (!l.is_apart) return true;
    out = vfb__struct_reserve(r->b, of->size, of->align, &at);
    r->items.used -= of->size;
    if (out != NULL) memcpy(out, r->items.at + r->items.used, of->size);
    if (!is_built(r)) return false;
    return count_of(r) != 0 ? give_union(r, at) : finish(r, of, at);
}

static bool end_table(reader *r)
{
    const level l = *top(r);
    const vfb_object *of = l.object;
    size_t at, i;
    uint32_t number;
    /* A late union whose tag has not come is an error, unless it is null. */
    for (i = l.late; i < r->late.used; i += sizeof(late_union)) {
        const late_union *late = (const late_union *)(const void *)(r->late.at + i);
        const size_t resume = r->at;
        bool is_null;
        r->at = late->at;
        peek(r);
        is_null = vfb__literal(r, "null");
        r->at = resume;
        if (!is_null) return lacks(r, late->number ? late->number - 1 : 0);
    }
    r->late.used = l.late;
    for (number = 0; number < of->count; number++) {
        const vfb_field *field = &of->fields[number];
        if (field->type == VFB_TAG && has_field(r->b, number)
            && load_integer(r->b->image + field->offset, r->schema->unions[field->index].scalar) == 0) {
            /* `NONE` is the default. */
            if (!(r->flags & VFB_DEFAULTS)) r->b->bits[number / 64] &= ~(UINT64_C(1) << (number % 64));
            continue;
        }
        if (is_tag(field)) {
            if (!has_field(r->b, number) || number + 1 >= of->count || has_field(r->b, number + 1)) continue;
            return lacks(r, number + 1);
        }
        if (field->presence == VFB_REQUIRED && !(field->flags & VFB_DEPRECATED) && !has_field(r->b, number))
            return lacks(r, number);
    }
    if (of->count > 64) r->items.used = l.seen_at;
    at = vfb__end(r->b, of);
    if (!is_built(r)) return false;
    end(r);
    if (l.is_nested)
        at = vfb__end_nested(r->b, &l.nested, at, top(r)->object->fields[top(r)->number].width == VFB_WIDE_VECTOR);
    if (!is_built(r)) return false;
    return count_of(r) != 0 ? give_union(r, at) : finish(r, of, at);
}

static bool end_level(reader *r)
{
    level *l = top(r);
    switch (l->kind) {
    case LEVEL_TABLE: return end_table(r);
    case LEVEL_STRUCT: return end_struct(r);
    case LEVEL_VECTOR: return end_vector(r);
    case LEVEL_ARRAY:
        if (l->index != l->field->length) return vfb__fault(r, VFB_ERROR_REFUSED, l->start);
        break;
    default: break;
    }
    end(r);
    return true;
}

/* ---- Members and items ---- */

/* Returns whether the text goes on with this key, and takes it with its colon. `with_comma` is whether a
 * comma has to stand before it. */
static bool takes_key(reader *r, const vfb_field *field, bool with_comma)
{
    const char *wanted = field->name - 1 - with_comma, *text = r->text + r->at;
    const size_t size = (size_t)field->name_size + 3 + with_comma;
    uint64_t a, b;
    size_t i;
    if (r->size - r->at < size) return false;
    if (size < 8) {
        if (memcmp(text, wanted, size) != 0) return false;
    } else {
        for (i = 0; i + 8 <= size; i += 8) {
            memcpy(&a, text + i, 8);
            memcpy(&b, wanted + i, 8);
            if (a != b) return false;
        }
        memcpy(&a, text + size - 8, 8);
        memcpy(&b, wanted + size - 8, 8);
        if (a != b) return false;
    }
    r->at += size;
    return true;
}

static uint32_t field_named(const vfb_object *of, uint32_t near, piece key)
{
    uint32_t first = 0, left = of->count;
    if (near < of->count && of->fields[near].name_size == key.size
        && memcmp(of->fields[near].name, key.at, key.size) == 0)
        return near;
    while (left > 0) {
        const uint32_t half = left / 2, number = of->by_name[first + half];
        const int order = vfb_string_compare(vfb_text_of(key.at, key.size),
                                             vfb_text_of(of->fields[number].name, of->fields[number].name_size));
        if (order == 0) return number;
        if (order > 0) {
            first += half + 1;
            left -= half + 1;
        } else {
            left = half;
        }
    }
    return VFB_NONE;
}

/* Takes a comma, unless the level has just begun. Returns `false` if the level has ended, or after an
 * error. */
static bool has_more(reader *r, level *l, char bracket)
{
    if (take_char(r, bracket)) {
        end_level(r);
        return false;
    }
    if (l->is_first) {
        l->is_first = false;
        return true;
    }
    return take_char(r, ',') || vfb__expected(r);
}

/* Begins to skip a value, or skips it if it has no parts. */
static bool skip(reader *r)
{
    const char c = peek(r);
    level *made;
    if (c == '{' || c == '[') {
        made = begin(r, LEVEL_SKIPPED);
        if (made != NULL) made->end = (char)(c + 2);
        return made != NULL;
    }
    return vfb__skip_plain(r);
}

/* Reads a union whose tag has come now. */
static bool take_late(reader *r, level *l)
{
    size_t i;
    for (i = l->late; i < r->late.used; i += sizeof(late_union)) {
        late_union *late = (late_union *)(void *)(r->late.at + i);
        if (late->number != l->number + 1) continue;
        l->resume = r->at;
        r->at = late->at;
        l->number = late->number;
        r->late.used -= sizeof *late;
        memmove(late, late + 1, r->late.used - i);
        l->is_inside = true;
        return take_member(r, l, &l->object->fields[l->number]);
    }
    return true;
}

/* Notes a union whose tag has not come, and skips it. */
static bool note_late(reader *r, uint32_t number)
{
    late_union *late;
    peek(r);
    late = (late_union *)(void *)more_of(r, &r->late, sizeof *late);
    if (late == NULL) return false;
    late->number = number;
    late->at = r->at;
    return skip(r);
}

/* Ends the member whose value was just read. */
static bool end_member(reader *r, level *l)
{
    const vfb_field *field = &l->object->fields[l->number];
    l->is_inside = false;
    if (l->kind != LEVEL_TABLE) return true;
    if (l->resume != 0) {
        r->at = l->resume;
        l->resume = 0;
    }
    if (is_tag(field) && r->late.used > l->late && has_field(r->b, l->number)) return take_late(r, l);
    return true;
}

/* Takes the next key. Returns the number of its field, whose place in the text is `at`; VFB_NONE for one
 * that is not there, or that is deprecated; and whether the colon was taken, too. Returns `false` at the end of the level, or after an error. */
static bool take_key(reader *r, level *l, uint32_t *number, size_t *at, bool *has_colon)
{
    const vfb_object *of = l->object;
    const uint32_t next = l->number + 1;
    piece key;
    if (next < of->count && takes_key(r, &of->fields[next], !l->is_first)) {
        *number = next;
        *at = r->at - of->fields[next].name_size - 3;
        l->is_first = false;
    } else {
        if (!has_more(r, l, '}')) return false;
        if (peek(r) != '"') {
            vfb__expected(r);
            return false;
        }
        *at = r->at;
        if (!vfb__string(r, &key)) return false;
        *number = field_named(of, next, key);
        *has_colon = false;
    }
    if (*number != VFB_NONE && (of->fields[*number].flags & VFB_DEPRECATED)) *number = VFB_NONE;
    return true;
}

/* Takes members of a table or struct up to one that has parts. */
static bool take_members(reader *r, level *l)
{
    const size_t depth = r->levels.used;
    for (;;) {
        const vfb_field *field;
        uint32_t number;
        uint64_t bits;
        size_t at;
        bool ok, has_colon = true;
        while (l->is_inside) {
            if (!end_member(r, l)) return false;
            if (r->levels.used != depth) return true;
        }
        if (!take_key(r, l, &number, &at, &has_colon)) return r->error.status == VFB_OK;
        /* What is wrong with the key itself comes before a colon that is missing. */
        if (number == VFB_NONE && !(r->flags & VFB_SKIP_UNKNOWN)) return vfb__fault(r, VFB_ERROR_UNKNOWN, at);
        if (number != VFB_NONE && !set_seen(r, l, number)) return vfb__fault(r, VFB_ERROR_DUPLICATE, at);
        if (!has_colon && !take_char(r, ':')) return vfb__expected(r);
        if (number == VFB_NONE) {
            if (!skip(r)) return false;
            if (r->levels.used != depth) return true;
            continue;
        }
        field = &l->object->fields[number];
        l->number = number;
        if (is_union(field) && (number == 0 || !has_field(r->b, number - 1))) {
            if (!note_late(r, number)) return false;
            if (r->levels.used != depth) return true;
            continue;
        }
        l->is_inside = true;
        if (l->kind == LEVEL_TABLE) {
            ok = take_member(r, l, field);
        } else if (field->type == VFB_SCALAR) {
            ok = vfb__scalar(r, field, &bits);
            if (ok) store_bits(address_of(r, part_of(l->place, field->offset)), field->scalar, bits);
        } else {
            ok = take_in_place(r, field, field->type, part_of(l->place, field->offset));
        }
        if (!ok) return false;
        if (r->levels.used != depth) return true;
        /* The usual end of a member. */
        if (field->type == VFB_SCALAR && l->resume == 0) l->is_inside = false;
    }
}

/* Takes items of an array or vector up to one that has parts. */
static bool take_items(reader *r, level *l)
{
    const size_t depth = r->levels.used;
    for (;;) {
        if (!has_more(r, l, ']')) return r->error.status == VFB_OK;
        if (l->kind == LEVEL_ARRAY) {
            const vfb_field *field = l->field;
            const extent e = extent_of(r->schema, field->element, field->scalar, field->index);
            if (l->index >= field->length) return too_many(r);
            if (!take_in_place(r, field, field->element, part_of(l->place, e.size * l->index))) return false;
        } else if (!take_item(r, l)) {
            return false;
        }
        /* The levels may have moved. */
        levels(r)[depth / sizeof(level) - 1].index++;
        if (r->levels.used != depth) return true;
    }
}

static bool skip_more(reader *r, level *l)
{
    const size_t depth = r->levels.used;
    piece key;
    for (;;) {
        if (!has_more(r, l, l->end)) return r->error.status == VFB_OK;
        if (l->end == '}' && !vfb__key(r, &key)) return false;
        if (!skip(r)) return false;
        if (r->levels.used != depth) return true;
    }
}

static bool take_document(reader *r, uint32_t object)
{
    const bool is_struct = r->schema->objects[object].is_struct;
    if (!(is_struct ? begin_struct_in_items(r, object, true) : begin_table(r, object))) return false;
    while (count_of(r) != 0 && r->error.status == VFB_OK) {
        level *l = top(r);
        bool ok;
        switch (l->kind) {
        case LEVEL_TABLE:
        case LEVEL_STRUCT: ok = take_members(r, l); break;
        case LEVEL_SKIPPED: ok = skip_more(r, l); break;
        default: ok = take_items(r, l); break;
        }
        if (!ok) return false;
    }
    if (peek(r) != 0 || r->at < r->size) return vfb__fault(r, VFB_ERROR_TRAILING, r->at);
    return true;
}

/* ---- Errors ---- */

/* Finds the path of an error. `json` is the text that was read. */
static void find_path(reader *r, const char *json, size_t size, size_t at)
{
    piece name;
    vfb__find_path(r, json, size, at);
    if (r->lacking == NULL) return;
    name.at = r->lacking->name;
    name.size = r->lacking->name_size;
    vfb__add_key(&r->error, name);
}

static void free_stretch(reader *r, stretch *s)
{
    const vfb_allocator *memory = &r->b->memory;
    if (s->is_own) memory->resize(memory->context, s->at, s->room, 0);
}

static void use(stretch *s, void *at, size_t room)
{
    s->at = (uint8_t *)at;
    s->used = 0;
    s->room = room;
    s->is_own = false;
}

bool vfb_parse_json(vfb_builder *builder, const vfb_schema *schema, uint32_t object, const char *text, size_t size,
                    unsigned flags, const vfb_limits *limits, vfb_error *error)
{
    level first_levels[12];
    uint64_t first_items[64];
    reader r;
    stretch relaxed;
    bool ok = true;
    /* The address of no text may be NULL, from which nothing counts. */
    if (size == 0) text = "";
    vfb_builder_reset(builder);
    r.schema = schema;
    r.b = builder;
    r.text = text;
    r.at = 0;
    r.size = size;
    r.flags = flags;
    r.depth = 0;
    r.lacking = NULL;
    r.limits = limits ? *limits : vfb_default_limits();
    use(&r.levels, first_levels, sizeof first_levels);
    use(&r.items, first_items, sizeof first_items);
    use(&r.late, NULL, 0);
    use(&r.string, NULL, 0);
    use(&relaxed, NULL, 0);
    memset(&r.error, 0, sizeof r.error);
    if (object >= schema->object_count) ok = vfb__fault(&r, VFB_ERROR_REFUSED, 0);
    else if (flags & VFB_RELAXED) ok = vfb__relax(&r, &relaxed);
    if (ok) {
        if (flags & VFB_RELAXED) {
            r.text = relaxed.used ? (const char *)relaxed.at : "";
            r.size = relaxed.used;
        }
        ok = take_document(&r, object);
        if (!ok && r.error.status == VFB_OK) vfb__fault(&r, VFB_ERROR_SYNTAX, r.at);
        if (!ok && error != NULL) find_path(&r, r.text, r.size, r.error.offset);
        r.text = text;
        r.size = size;
        if (!ok && flags & VFB_RELAXED) r.error.offset = vfb__relaxed_place(&r, r.error.offset);
    } else if (error != NULL && r.error.status != VFB_ERROR_UTF8) {
        find_path(&r, relaxed.used ? (const char *)relaxed.at : "", relaxed.used, relaxed.used);
    }
    if (!ok) {
        if (error != NULL) vfb__find_line(&r);
        vfb__stop(builder, r.error.status);
    }
    if (error != NULL) *error = r.error;
    free_stretch(&r, &r.levels);
    free_stretch(&r, &r.items);
    free_stretch(&r, &r.late);
    free_stretch(&r, &r.string);
    free_stretch(&r, &relaxed);
    return ok;
}

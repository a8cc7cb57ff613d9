/*
 * Varvel's FlatBuffers in C, by the code of `varvel gen c` and its runtime.
 */
#include "subject.h"

#include <stdlib.h>
#include <string.h>

#include "flatcc.h"

typedef struct {
  vfb_builder builder;
  vfb_text_buffer text;
} kept_objects;

void *bench_flatcc_new(void) {
  kept_objects *kept = calloc(1, sizeof *kept);
  if (kept != NULL) {
    vfb_builder_init(&kept->builder, NULL);
  }
  return kept;
}

const char *bench_flatcc_version(void) { return ""; }

static vfb_string string_of(plain_text text) { return vfb_text_of(text.at, text.size); }

static const uint8_t *encode(vfb_builder *b, const plain_container *value, size_t *size) {
  flatcc_FooBar_ref_t items[16];
  for (size_t i = 0; i < value->count && i < 16; i++) {
    const plain_foobar *from = &value->list[i];
    const flatcc_Bar sibling = {
        {from->sibling.parent.id, from->sibling.parent.count, from->sibling.parent.prefix,
         from->sibling.parent.length},
        from->sibling.time,
        from->sibling.ratio,
        from->sibling.size,
    };
    const vfb_string_ref_t name = vfb_string_create(b, string_of(from->name));
    items[i] = flatcc_FooBar_create(b, &sibling, name, from->rating, from->postfix);
  }
  const flatcc_FooBar_vec_ref_t list = flatcc_FooBar_vec_create(b, items, value->count);
  const vfb_string_ref_t location = vfb_string_create(b, string_of(value->location));
  flatcc_FooBarContainer_finish_as_root(
      b, flatcc_FooBarContainer_create(b, list, value->initialized, value->fruit, location), 0);
  return vfb_builder_bytes(b, size);
}

size_t bench_flatcc_encode(void *kept, const plain_container *value, const uint8_t **bytes) {
  vfb_builder *builder = &((kept_objects *)kept)->builder;
  size_t size;
  vfb_builder_reset(builder);
  *bytes = encode(builder, value, &size);
  return size;
}

size_t bench_flatcc_encode_fresh(const plain_container *value, uint8_t *copy, size_t room) {
  vfb_builder builder;
  size_t size;
  vfb_builder_init(&builder, NULL);
  const uint8_t *bytes = encode(&builder, value, &size);
  if (copy != NULL && bytes != NULL && size <= room) {
    memcpy(copy, bytes, size);
  }
  vfb_builder_free(&builder);
  return size;
}

bool bench_flatcc_verify(const uint8_t *bytes, size_t size) {
  return vfb_is(flatcc_FooBarContainer_as_root(bytes, size, NULL));
}

const void *bench_flatcc_root(const uint8_t *bytes, size_t size) {
  return flatcc_FooBarContainer_as_root(bytes, size, NULL).at;
}

uint64_t bench_flatcc_traverse(const void *root) {
  const flatcc_FooBarContainer_t view = {root};
  const flatcc_FooBar_vec_t list = flatcc_FooBarContainer_list(view);
  uint64_t sum = (uint64_t)flatcc_FooBarContainer_initialized(view);
  sum += (uint64_t)(int64_t)flatcc_FooBarContainer_fruit(view);
  sum += flatcc_FooBarContainer_location(view).size;
  for (size_t i = 0; i < list.size; i++) {
    const flatcc_FooBar_t each = flatcc_FooBar_vec_at(list, i);
    const flatcc_Bar_t bar = flatcc_FooBar_sibling(each);
    if (vfb_is(bar)) {
      const flatcc_Foo_t parent = flatcc_Bar_parent(bar);
      sum += (uint64_t)(int64_t)flatcc_Bar_time(bar);
      sum += (uint64_t)(int64_t)flatcc_Bar_ratio(bar);
      sum += flatcc_Bar_size(bar);
      sum += flatcc_Foo_id(parent);
      sum += (uint64_t)(int64_t)flatcc_Foo_count(parent);
      sum += (uint64_t)(int64_t)flatcc_Foo_prefix(parent);
      sum += flatcc_Foo_length(parent);
    }
    sum += flatcc_FooBar_name(each).size;
    sum += (uint64_t)(int64_t)flatcc_FooBar_rating(each);
    sum += flatcc_FooBar_postfix(each);
  }
  return sum;
}

size_t bench_flatcc_print(void *kept, const void *root, const char **text) {
  vfb_text_buffer *buffer = &((kept_objects *)kept)->text;
  const flatcc_FooBarContainer_t view = {root};
  buffer->size = 0;
  if (!flatcc_FooBarContainer_print_json(view, 0, vfb_write_text, buffer, NULL)) {
    return 0;
  }
  *text = buffer->at;
  return buffer->size;
}

size_t bench_flatcc_parse(void *kept, const char *json, size_t size, const uint8_t **bytes) {
  vfb_builder *builder = &((kept_objects *)kept)->builder;
  flatcc_FooBarContainer_parse_json(builder, json, size, 0, NULL);
  *bytes = vfb_builder_bytes(builder, &size);
  return size;
}

/*
 * The C library behind functions that the benchmarks load: the loops that are timed are those of a
 * C program. `cargo xtask bench c` compiles this file and links it with the shared library. The
 * other side is src/subjects/varvel_c.rs.
 */
#include <stdlib.h>
#include <varvel.h>
#include <varvel_frozen.h>

typedef struct {
  const char *data;
  size_t length;
} text;

/* Makes the compiler believe that a value is used where it stands in memory, as Rust's
 * `black_box(&value)` does. */
#define KEEP(value) \
  do { \
    const void *reference_ = &(value); \
    __asm__ volatile("" : : "r"(&reference_) : "memory"); \
  } while (0)

/* ---- The documents of a case. They are never freed: a case has a process of its own. ---- */

typedef struct {
  vv_frozen *document;
  vv_node root;
  /* The same bytes for the reader in the header alone. */
  vvf_doc *frozen;
} object;

typedef struct {
  object *list;
  size_t count;
} objects;

objects *bench_c_objects_new(void) { return calloc(1, sizeof(objects)); }

void bench_c_objects_free(objects *all) { free(all); }

/* Opens frozen bytes with the header alone, or returns NULL. */
static vvf_doc *open_frozen(vv_bytes bytes) {
  vvf_doc *frozen = malloc(sizeof *frozen);
  size_t size = vvf_scratch_size(bytes.data, bytes.len, NULL);
  void *scratch = malloc(size);
  vvf_error error;
  if (frozen == NULL || scratch == NULL ||
      vvf_open(frozen, bytes.data, bytes.len, NULL, scratch, size, &error) != VVF_OK) {
    free(frozen);
    frozen = NULL;
  }
  free(scratch);
  return frozen;
}

int bench_c_objects_add(objects *all, const char *json, size_t length) {
  if (all == NULL) {
    return -1;
  }
  object *list = realloc(all->list, (all->count + 1) * sizeof *list);
  if (list == NULL) {
    return -1;
  }
  all->list = list;
  object *added = &list[all->count];
  vv_code code = vv_freeze(VV_JSON, json, length, NULL, &added->document, NULL);
  if (code != VV_OK) {
    return (int)code;
  }
  added->root = vv_frozen_root(added->document);
  added->frozen = open_frozen(vv_frozen_bytes(added->document));
  if (added->frozen == NULL) {
    return -2;
  }
  all->count++;
  return 0;
}

/* ---- Look-ups ---- */

/* Stores the text of a node. Returns whether the node is a string. */
static int read_text(vv_node node, text *out) {
  vv_str found;
  bool is_string = vv_as_string(node, &found);
  if (is_string) {
    out->data = found.data;
    out->length = found.len;
  }
  return is_string;
}

void bench_c_objects_ask(const objects *all, const text *keys, size_t per_object) {
  for (size_t i = 0; i < all->count; i++) {
    vv_node object = all->list[i].root;
    for (size_t j = 0; j < per_object; j++, keys++) {
      vv_node found = vv_get(object, keys->data, keys->length);
      KEEP(found);
    }
  }
}

int bench_c_objects_get(const objects *all, size_t i, text key, text *out) {
  return read_text(vv_get(all->list[i].root, key.data, key.length), out);
}

/* Prepares keys. Returns NULL if that fails. */
vv_key *bench_c_keys_new(const text *keys, size_t count) {
  vv_key *prepared = calloc(count, sizeof *prepared);
  for (size_t i = 0; prepared != NULL && i < count; i++) {
    if (vv_key_prepare(keys[i].data, keys[i].length, &prepared[i], NULL) != VV_OK) {
      free(prepared);
      prepared = NULL;
    }
  }
  return prepared;
}

void bench_c_keys_ask(const objects *all, const vv_key *keys, size_t per_object) {
  for (size_t i = 0; i < all->count; i++) {
    vv_node object = all->list[i].root;
    for (size_t j = 0; j < per_object; j++, keys++) {
      vv_node found = vv_get_key(object, keys);
      KEEP(found);
    }
  }
}

int bench_c_keys_get(const objects *all, size_t i, text key, text *out) {
  vv_key prepared;
  return vv_key_prepare(key.data, key.length, &prepared, NULL) == VV_OK &&
         read_text(vv_get_key(all->list[i].root, &prepared), out);
}

/* ---- The same by the header alone ---- */

void bench_c_frozen_ask(const objects *all, const text *keys, size_t per_object) {
  for (size_t i = 0; i < all->count; i++) {
    vvf_value object = vvf_root(all->list[i].frozen);
    for (size_t j = 0; j < per_object; j++, keys++) {
      vvf_value found = object;
      vvf_get(object, vvf_key_make(keys->data, keys->length), &found);
      KEEP(found);
    }
  }
}

int bench_c_frozen_get(const objects *all, size_t i, text key, text *out) {
  vvf_value found;
  return vvf_get(vvf_root(all->list[i].frozen), vvf_key_make(key.data, key.length), &found) == VVF_OK &&
         vvf_get_string(found, &out->data, &out->length) == VVF_OK;
}

vvf_key *bench_c_frozen_keys_new(const text *keys, size_t count) {
  vvf_key *prepared = calloc(count, sizeof *prepared);
  for (size_t i = 0; prepared != NULL && i < count; i++) {
    prepared[i] = vvf_key_make(keys[i].data, keys[i].length);
  }
  return prepared;
}

void bench_c_frozen_keys_ask(const objects *all, const vvf_key *keys, size_t per_object) {
  for (size_t i = 0; i < all->count; i++) {
    vvf_value object = vvf_root(all->list[i].frozen);
    for (size_t j = 0; j < per_object; j++, keys++) {
      vvf_value found = object;
      vvf_get(object, *keys, &found);
      KEEP(found);
    }
  }
}

/* ---- Loops over the children of each document ---- */

void bench_c_items(const objects *all) {
  for (size_t i = 0; i < all->count; i++) {
    vv_node item;
    VV_EACH(item, all->list[i].root) {
      KEEP(item);
    }
  }
}

void bench_c_integers(const objects *all) {
  for (size_t i = 0; i < all->count; i++) {
    vv_node item;
    VV_EACH(item, all->list[i].root) {
      int64_t number = vv_i64_or(item, 0);
      KEEP(number);
    }
  }
}

void bench_c_members(const objects *all) {
  for (size_t i = 0; i < all->count; i++) {
    vv_str key;
    vv_node value;
    VV_EACH_MEMBER(key, value, all->list[i].root) {
      KEEP(key);
      KEEP(value);
    }
  }
}

void bench_c_frozen_items(const objects *all) {
  for (size_t i = 0; i < all->count; i++) {
    VVF_FOR_EACH(item, vvf_root(all->list[i].frozen)) {
      KEEP(item.value);
    }
  }
}

void bench_c_frozen_integers(const objects *all) {
  for (size_t i = 0; i < all->count; i++) {
    VVF_FOR_EACH(item, vvf_root(all->list[i].frozen)) {
      int64_t number = 0;
      vvf_get_i64(item.value, &number);
      KEEP(number);
    }
  }
}

/* ---- The same loops, which write what they find as JSON. The writer keeps the first error. ---- */

static vv_writer *begin_json(vv_kind kind) {
  vv_writer *writer = NULL;
  if (vv_writer_new(VV_JSON, NULL, &writer, NULL) == VV_OK) {
    vv_writer_begin(writer, kind, NULL);
  }
  return writer;
}

static int end_json(vv_writer *writer, vv_buffer *out) {
  vv_writer_end(writer, NULL);
  vv_code code = vv_writer_finish(writer, out, NULL);
  vv_writer_free(writer);
  return (int)code;
}

int bench_c_items_json(const objects *all, size_t i, vv_buffer *out) {
  vv_writer *writer = begin_json(VV_ARRAY);
  vv_node item;
  VV_EACH(item, all->list[i].root) {
    vv_writer_put(writer, vv_of_node(item), NULL);
  }
  return end_json(writer, out);
}

int bench_c_integers_json(const objects *all, size_t i, vv_buffer *out) {
  vv_writer *writer = begin_json(VV_ARRAY);
  vv_node item;
  VV_EACH(item, all->list[i].root) {
    vv_writer_put(writer, vv_of_i64(vv_i64_or(item, 0)), NULL);
  }
  return end_json(writer, out);
}

int bench_c_members_json(const objects *all, size_t i, vv_buffer *out) {
  vv_writer *writer = begin_json(VV_OBJECT);
  vv_str key;
  vv_node value;
  VV_EACH_MEMBER(key, value, all->list[i].root) {
    vv_writer_key(writer, key.data, key.len, NULL);
    vv_writer_put(writer, vv_of_node(value), NULL);
  }
  return end_json(writer, out);
}

/* Writes integers and strings; other items are left out. */
int bench_c_frozen_json(const objects *all, size_t i, vv_buffer *out) {
  vv_writer *writer = begin_json(VV_ARRAY);
  VVF_FOR_EACH(item, vvf_root(all->list[i].frozen)) {
    int64_t number;
    const char *data;
    size_t length;
    if (vvf_get_i64(item.value, &number) == VVF_OK) {
      vv_writer_put(writer, vv_of_i64(number), NULL);
    } else if (vvf_get_string(item.value, &data, &length) == VVF_OK) {
      vv_writer_put(writer, vv_of_string(data, length), NULL);
    }
  }
  return end_json(writer, out);
}

/* ---- Reading and writing documents ---- */

/* Writes a document as JSON text. */
int bench_c_write(const objects *all, size_t i, vv_buffer *out) {
  return (int)vv_write(VV_JSON, all->list[i].root, NULL, out, NULL);
}

void bench_c_text_free(vv_buffer *text) { vv_buffer_free(text); }

/* Returns a freezer, or NULL. */
vv_freezer *bench_c_freezer_new(void) {
  vv_freezer *freezer = NULL;
  vv_freezer_new(VV_JSON, NULL, &freezer, NULL);
  return freezer;
}

int bench_c_freezer_parse(vv_freezer *freezer, const char *json, size_t length) {
  vv_node root;
  vv_code code = vv_freezer_freeze(freezer, json, length, &root, NULL);
  KEEP(root);
  return (int)code;
}

int bench_c_freezer_json(vv_freezer *freezer, const char *json, size_t length, vv_buffer *out) {
  vv_node root;
  vv_code code = vv_freezer_freeze(freezer, json, length, &root, NULL);
  return (int)(code == VV_OK ? vv_write(VV_JSON, root, NULL, out, NULL) : code);
}

int bench_c_parse(const char *json, size_t length) {
  vv_frozen *document = NULL;
  vv_code code = vv_freeze(VV_JSON, json, length, NULL, &document, NULL);
  KEEP(document);
  vv_frozen_free(document);
  return (int)code;
}

int bench_c_parse_json(const char *json, size_t length, vv_buffer *out) {
  vv_frozen *document = NULL;
  vv_code code = vv_freeze(VV_JSON, json, length, NULL, &document, NULL);
  if (code == VV_OK) {
    code = vv_write(VV_JSON, vv_frozen_root(document), NULL, out, NULL);
  }
  vv_frozen_free(document);
  return (int)code;
}

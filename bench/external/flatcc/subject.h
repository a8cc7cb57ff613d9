/*
 * The functions of a subject of the suite `flatcc` in C or C++, a shared object that the benchmarks
 * load. `cargo xtask bench flatcc` compiles one of each file beside this one. The other side is
 * src/subjects/flatbuffers/native.rs, which has the same structs.
 */
#ifndef BENCH_FLATCC_SUBJECT_H
#define BENCH_FLATCC_SUBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The plain values that are encoded, as a program would have them. */
typedef struct {
  const char *at;
  size_t size;
} plain_text;

typedef struct {
  uint64_t id;
  int16_t count;
  int8_t prefix;
  uint32_t length;
} plain_foo;

typedef struct {
  plain_foo parent;
  int32_t time;
  float ratio;
  uint16_t size;
} plain_bar;

typedef struct {
  plain_bar sibling;
  plain_text name;
  double rating;
  uint8_t postfix;
} plain_foobar;

typedef struct {
  const plain_foobar *list;
  size_t count;
  bool initialized;
  int16_t fruit;
  plain_text location;
} plain_container;

/* What the subject's library keeps between operations. It is never freed: a case has a process of
 * its own. */
void *bench_flatcc_new(void);
/* The version of the library; empty if it is ours. */
const char *bench_flatcc_version(void);
/* Encodes values with the kept builder. Returns the size of the buffer, or 0. */
size_t bench_flatcc_encode(void *kept, const plain_container *value, const uint8_t **bytes);
/* Encodes values with a builder of their own. Copies the buffer unless `copy` is NULL. */
size_t bench_flatcc_encode_fresh(const plain_container *value, uint8_t *copy, size_t room);
/* Verifies a buffer. */
bool bench_flatcc_verify(const uint8_t *bytes, size_t size);
/* Returns the root of a valid buffer. */
const void *bench_flatcc_root(const uint8_t *bytes, size_t size);
/* Sums all fields. */
uint64_t bench_flatcc_traverse(const void *root);
/* Only ours: writes a table as JSON. Returns the size of the text, or 0. */
size_t bench_flatcc_print(void *kept, const void *root, const char **text);
/* Only ours: reads JSON into a buffer. Returns its size, or 0. */
size_t bench_flatcc_parse(void *kept, const char *json, size_t size, const uint8_t **bytes);

#ifdef __cplusplus
}
#endif

#endif

/*
 * The second document of a size allocates nothing: a freezer and a buffer use their memory again.
 * Writers of binary formats make a list of the containers that are open, one allocation.
 */
#include <stdio.h>
#include <string.h>
#include <varvel.h>

#include "allocator.h"

/* Only a library with debug assertions has it: it validates each document that it finishes. */
extern bool vv_debug_self_check(bool on) __attribute__((weak));

static size_t allocations = 0;

static int fails(size_t size) {
  (void)size;
  allocations++;
  return 0;
}

int main(void) {
  static const char *const texts[] = {
    "{\"id\": 1, \"name\": \"Ada\", \"tags\": [\"a\", \"b\"], \"price\": 1.25}",
    "{\"id\": 2, \"name\": \"Bob\", \"tags\": [\"c\", \"d\"], \"price\": 7.75}",
  };
  static const vv_format formats[] = {VV_JSON, VV_MSGPACK, VV_CBOR};
  static const size_t allowed[] = {0, 1, 1};
  vv_freezer *freezer = NULL;
  vv_buffer out = VV_BUFFER;
  vv_node root, item;
  size_t i, f, before, made;
  double sum = 0;
  if (vv_debug_self_check) {
    vv_debug_self_check(false);
  }
  if (vv_freezer_new(VV_JSON, NULL, &freezer, NULL) != VV_OK) {
    return 1;
  }
  for (f = 0; f < sizeof formats / sizeof *formats; f++) {
    made = 0;
    for (i = 0; i < 40; i++) {
      const char *text = texts[i % 2];
      before = allocations;
      if (vv_freezer_freeze(freezer, text, strlen(text), &root, NULL) != VV_OK ||
          vv_write(formats[f], root, NULL, &out, NULL) != VV_OK) {
        return 1;
      }
      VV_EACH(item, root) {
        sum += vv_f64_or(item, 0);
      }
      if (i >= 20) {
        made += allocations - before;
      }
    }
    if (made > 20 * allowed[f]) {
      printf("%zu allocations by 20 documents in format %u\n", made, (unsigned)formats[f]);
      return 1;
    }
  }
  vv_freezer_free(freezer);
  vv_buffer_free(&out);
  return sum > 0 && allocations > 0 ? 0 : 1;
}

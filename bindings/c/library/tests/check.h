/* Checks and helpers for the tests of the C library. Each program includes it once. */
#ifndef VARVEL_TESTS_CHECK_H
#define VARVEL_TESTS_CHECK_H

#include <stdio.h>
#include <string.h>
#include <varvel.h>

static int failed = 0;

#define CHECK(condition) \
  do { \
    if (!(condition)) { \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      failed = 1; \
    } \
  } while (0)

/* A call that succeeds. */
#define OK(call) \
  do { \
    vv_code code_ = (call); \
    if (code_ != VV_OK) { \
      printf("%s:%d: %s is %s\n", __FILE__, __LINE__, #call, vv_code_name(code_)); \
      failed = 1; \
    } \
  } while (0)

static inline int same(vv_str text, const char *expected) {
  return text.data != NULL && text.len == strlen(expected) && memcmp(text.data, expected, text.len) == 0;
}

static inline int holds(const vv_buffer *buffer, const char *expected) {
  return buffer->len == strlen(expected) && memcmp(buffer->data, expected, buffer->len) == 0;
}

static inline vv_frozen *freeze(vv_format format, const char *text) {
  vv_frozen *document = NULL;
  OK(vv_freeze(format, text, strlen(text), NULL, &document, NULL));
  return document;
}

/* Lets this thread, and a freezer where one is given, freeze 400 documents of one key each, all
 * different. Objects of the next ones are laid out with each key beside its value. */
static inline void many_keys(vv_format format, vv_freezer *freezer) {
  int i;
  for (i = 0; i < 400; i++) {
    char text[32];
    int len = sprintf(text, "{\"key%d\": 1}", i);
    vv_buffer bytes = VV_BUFFER;
    vv_frozen *document = NULL;
    vv_node root;
    OK(vv_convert(VV_JSON, text, (size_t)len, format, NULL, &bytes, NULL));
    OK(vv_freeze(format, bytes.data, bytes.len, NULL, &document, NULL));
    if (freezer != NULL) {
      OK(vv_freezer_freeze(freezer, bytes.data, bytes.len, &root, NULL));
    }
    vv_frozen_free(document);
    vv_buffer_free(&bytes);
  }
}

#endif

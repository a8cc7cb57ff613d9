/*
 * Records of text: several documents on a line, JSON5, and the places of errors in them, of lines and
 * of the items of an array.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <varvel.h>

#include "check.h"

/* An input, how many bytes of it come at once, and what came of it. */
typedef struct {
  const char *at;
  size_t step;
  char seen[400];
  size_t seen_len;
} text;

static size_t read_text(void *context, void *to, size_t room) {
  text *from = context;
  size_t len = strlen(from->at);
  len = len < room ? len : room;
  len = len < from->step ? len : from->step;
  memcpy(to, from->at, len);
  from->at += len;
  return len;
}

static void note(text *of, const char *what, size_t len) {
  if (of->seen_len + len < sizeof of->seen) {
    memcpy(of->seen + of->seen_len, what, len);
    of->seen_len += len;
    of->seen[of->seen_len] = 0;
  }
}

static bool write_text(void *context, const void *data, size_t len) {
  note(context, data, len);
  return true;
}

/* Notes "NUMBER:DOCUMENT;". */
static bool see(void *context, vv_node root, uint64_t number) {
  vv_buffer out = VV_BUFFER;
  char start[24];
  OK(vv_write(VV_JSON, root, NULL, &out, NULL));
  note(context, start, (size_t)sprintf(start, "%u:", (unsigned)number));
  note(context, (const char *)out.data, out.len);
  note(context, ";", 1);
  vv_buffer_free(&out);
  return true;
}

/* Notes "!NUMBER@OFFSET BYTES;". */
static bool see_bad(void *context, const vv_bad_record *bad) {
  char start[48];
  note(context, start, (size_t)sprintf(start, "!%u@%u ", (unsigned)bad->number, (unsigned)bad->offset));
  note(context, (const char *)bad->bytes.data, bad->bytes.len);
  note(context, ";", 1);
  return true;
}

/* Reads records, in pieces of all lengths, and compares what was seen. Returns the error of
   the last reading. */
static vv_error *each(vv_format format, uint32_t flags, bool aside, const char *input, const char *seen) {
  static const size_t steps[] = {1, 2, 7, 1000};
  vv_error *error = NULL;
  size_t i;
  for (i = 0; i < sizeof steps / sizeof *steps; i++) {
    vv_records_options options = VV_RECORDS_OPTIONS;
    vv_input from = {read_text, NULL};
    text context;
    memset(&context, 0, sizeof context);
    context.at = input;
    context.step = steps[i];
    from.context = options.context = &context;
    options.flags = flags;
    options.bad = aside ? see_bad : NULL;
    vv_error_free(error);
    error = NULL;
    vv_records_each(format, from, &options, see, &context, &error);
    if (strcmp(context.seen, seen) != 0) {
      printf("%s\nis not\n%s\n", context.seen, seen);
    }
    CHECK(strcmp(context.seen, seen) == 0);
  }
  return error;
}

/* Converts records into lines of JSON, by blocks of all lengths, and compares them. */
static vv_error *convert(vv_format format, uint32_t flags, bool aside, const char *input, const char *seen) {
  static const size_t blocks[] = {1, 5, 1000};
  vv_error *error = NULL;
  size_t i;
  for (i = 0; i < sizeof blocks / sizeof *blocks; i++) {
    vv_records_options options = VV_RECORDS_OPTIONS;
    vv_input from = {read_text, NULL};
    vv_output to = {write_text, NULL};
    text context;
    memset(&context, 0, sizeof context);
    context.at = input;
    context.step = 1000;
    from.context = to.context = options.context = &context;
    options.flags = flags;
    options.threads = 2;
    options.block_bytes = blocks[i];
    options.bad = aside ? see_bad : NULL;
    vv_error_free(error);
    error = NULL;
    vv_records_convert(format, from, VV_JSON, to, &options, NULL, &error);
    if (strcmp(context.seen, seen) != 0) {
      printf("%s\nis not\n%s\n", context.seen, seen);
    }
    CHECK(strcmp(context.seen, seen) == 0);
  }
  return error;
}

/* Checks the place of an error, and frees it. */
static void is_at(vv_error *error, uint64_t record, size_t line, size_t column, size_t offset) {
  CHECK(error != NULL);
  if (vv_error_record(error) != record || vv_error_line(error) != line || vv_error_column(error) != column ||
      vv_error_offset(error) != offset) {
    printf("%s: record %u, line %u, column %u, offset %u\n", vv_error_message(error), (unsigned)vv_error_record(error),
           (unsigned)vv_error_line(error), (unsigned)vv_error_column(error), (unsigned)vv_error_offset(error));
  }
  CHECK(vv_error_record(error) == record && vv_error_line(error) == line);
  CHECK(vv_error_column(error) == column && vv_error_offset(error) == offset);
  vv_error_free(error);
}

static void several_on_a_line(void) {
  static const char good[] = "{\"a\":1} {\"a\":2}\n\n[3]4 \"5\"\n";
  static const char bad[] = "{\"\xC3\xA4\":1} 2 {\"a\": }\n3\n45true\n";
  CHECK(each(VV_JSON, 0, false, good, "1:{\"a\":1};1:{\"a\":2};3:[3];3:4;3:\"5\";") == NULL);
  CHECK(convert(VV_JSON, 0, false, good, "{\"a\":1}\n{\"a\":2}\n[3]\n4\n\"5\"\n") == NULL);
  is_at(each(VV_JSON, 0, false, bad, "1:{\"\xC3\xA4\":1};1:2;"), 1, 1, 17, 17);
  is_at(convert(VV_JSON, 0, false, bad, "{\"\xC3\xA4\":1}\n2\n"), 1, 1, 17, 17);
  CHECK(each(VV_JSON, 0, true, bad,
             "1:{\"\xC3\xA4\":1};1:2;!1@11 {\"a\": }\n;2:3;!3@21 45true\n;") == NULL);
  /* The next document follows without a blank where a bracket or a quote tells them apart. */
  is_at(each(VV_JSON, 0, false, "1\n23true\n", "1:1;"), 2, 2, 3, 4);
}

static void json5(void) {
  static const char good[] = "// two\n{a: 1, /* } */ b: '}'}{a: +2,}\n[\n  .5, // ]\n] 'x' NaN // end";
  static const char array[] = "// all\n[ {a: 1}, // ,\n  0x10, ]";
  static const char bad[] = "{a: 1}\n{\n  b: 2,\n  c: }\n{d: 3}";
  vv_error_free(each(VV_JSON5, 0, false, "", ""));
  CHECK(each(VV_JSON5, 0, false, "{a: 1} 'x'\n\n[2,]// end", "0:{\"a\":1};1:\"x\";2:[2];") == NULL);
  /* JSON has no NaN: the last record is read, and not written. */
  is_at(convert(VV_JSON5, 0, false, good, "{\"a\":1,\"b\":\"}\"}\n{\"a\":2}\n[0.5]\n\"x\"\n"), 4, 5, 7, 57);
  CHECK(each(VV_JSON5, VV_RECORDS_ARRAY, false, array, "0:{\"a\":1};1:16;") == NULL);
  CHECK(convert(VV_JSON5, VV_RECORDS_ARRAY, false, array, "{\"a\":1}\n16\n") == NULL);
  is_at(each(VV_JSON5, 0, false, bad, "0:{\"a\":1};"), 1, 4, 6, 22);
  is_at(convert(VV_JSON5, 0, false, bad, "{\"a\":1}\n"), 1, 4, 6, 22);
  CHECK(each(VV_JSON5, 0, true, bad, "0:{\"a\":1};!1@7 {\n  b: 2,\n  c: }\n;2:{\"d\":3};") == NULL);
}

static void items(void) {
  static const char bad[] = "[\n  {\"a\": 1}, {\"\xC3\xA4\": 2},\n  {\"a\":\n    nope}, 3\n]";
  static const char late[] = "[\n  1,\n  {\"\xC3\xA4\": 2}, {\"a\": x}]";
  static const char cut[] = "[\n  1,\n  [2";
  static const char more[] = "[\n  1\n]\n x";
  is_at(each(VV_JSON, VV_RECORDS_ARRAY, false, bad, "0:{\"a\":1};1:{\"\xC3\xA4\":2};"), 2, 4, 5, 37);
  is_at(convert(VV_JSON, VV_RECORDS_ARRAY, false, bad, "{\"a\":1}\n{\"\xC3\xA4\":2}\n"), 2, 4, 5, 37);
  is_at(each(VV_JSON, VV_RECORDS_ARRAY, false, late, "0:1;1:{\"\xC3\xA4\":2};"), 2, 3, 19, 26);
  is_at(convert(VV_JSON, VV_RECORDS_ARRAY, false, late, "1\n{\"\xC3\xA4\":2}\n"), 2, 3, 19, 26);
  is_at(each(VV_JSON, VV_RECORDS_ARRAY, false, cut, "0:1;"), 1, 3, 5, 11);
  is_at(convert(VV_JSON, VV_RECORDS_ARRAY, false, cut, "1\n"), 1, 3, 5, 11);
  is_at(each(VV_JSON, VV_RECORDS_ARRAY, false, more, "0:1;"), 2, 4, 2, 9);
  is_at(convert(VV_JSON, VV_RECORDS_ARRAY, false, more, "1\n"), 2, 4, 2, 9);
}

int main(void) {
  several_on_a_line();
  json5();
  items();
  if (!failed) {
    puts("all is well");
  }
  return failed;
}

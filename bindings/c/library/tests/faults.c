/*
 * A document, an edited text, records, a value or an error that finds no memory ends in an error:
 * each allocation of each job fails once, or it and all after it, and the job ends with VV_OK or an
 * error, never by an abort. Each try is a process of its own, since an abort ends it, and since a
 * thread keeps memory from one document to the next.
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <varvel.h>

#include "allocator.h"

/* The allocation that fails, counted down; zero for none. */
static size_t failing = 0;
/* Whether all allocations after it fail, too. */
static size_t for_good = 0;
static int failed_once = 0;
/* Whether the job makes counted pointers. Rust has no request for one that may be refused: the
 * library asks for the memory, gives it back, and makes the pointer in it. */
static int counts = 0;
/* How much memory was given back since the last allocation that took other memory. */
static size_t given_back = 0;

extern void __libc_free(void *memory);
void free(void *memory);

void free(void *memory) {
  given_back += memory == NULL ? 0 : malloc_usable_size(memory);
  __libc_free(memory);
}

static int fails(size_t size) {
  if (counts && size <= given_back) {
    given_back -= size;
    return 0;
  }
  given_back = 0;
  if (failing == 0 || (failing > 1 && --failing > 0)) {
    return 0;
  }
  failing = for_good;
  failed_once = 1;
  return 1;
}

/* What fails gives the error of that number, also where there is no memory for the error. */
static vv_code ends(vv_code code, vv_error *error) {
  int fits = vv_error_code(error) == code;
  if (code == VV_E_OUT_OF_MEMORY) {
    fits = fits && strcmp(vv_error_message(error), "out of memory") == 0 && *vv_error_path(error) == 0;
    fits = fits && vv_error_locate(error, VV_JSON, "1", 1, NULL) != VV_OK;
  }
  vv_error_free(error);
  return fits ? code : VV_E_INTERNAL;
}

static const char text[] =
    "{\"name\": \"a text that is longer than those that stand in place\", \"list\": [1, 2.5, \"x\", null], "
    "\"big\": 123456789012345678901234567890, \"inner\": {\"a\": [], \"b\": {}}}";

static const vv_options *options(void) {
  static vv_options options = VV_OPTIONS;
  options.flags = VV_NUMBERS_AS_TEXT;
  return &options;
}

static vv_code do_freeze(vv_format format) {
  vv_frozen *document = NULL;
  vv_frozen *again = NULL;
  vv_buffer out = VV_BUFFER;
  vv_error *error = NULL;
  vv_code code;
  code = vv_freeze(VV_JSON, text, sizeof text - 1, NULL, &document, &error);
  if (code == VV_OK) {
    code = vv_write(format, vv_frozen_root(document), options(), &out, &error);
  }
  if (code == VV_OK) {
    code = vv_freeze(format, out.data, out.len, NULL, &again, &error);
  }
  code = ends(code, error);
  vv_buffer_free(&out);
  vv_frozen_free(again);
  vv_frozen_free(document);
  return code;
}

static vv_code do_freezer(vv_format format) {
  vv_freezer *freezer = NULL;
  vv_buffer out = VV_BUFFER;
  vv_node root;
  vv_code code = vv_freezer_new(VV_JSON, NULL, &freezer, NULL);
  if (code == VV_OK) {
    code = vv_freezer_freeze(freezer, text, sizeof text - 1, &root, NULL);
  }
  if (code == VV_OK) {
    code = vv_write(format, root, options(), &out, NULL);
  }
  vv_freezer_free(freezer);
  vv_buffer_free(&out);
  return code;
}

static vv_code do_writer(vv_format format) {
  vv_writer *writer = NULL;
  vv_buffer out = VV_BUFFER;
  vv_error *error = NULL;
  vv_code code = vv_writer_new(format, NULL, &writer, &error);
  if (code == VV_OK) {
    vv_writer_begin(writer, VV_OBJECT, NULL);
    vv_writer_key(writer, VV_LIT("a"), NULL);
    vv_writer_put(writer, vv_of_string(text, sizeof text - 1), NULL);
    vv_writer_key(writer, VV_LIT("b"), NULL);
    vv_writer_put(writer, vv_of_i64(7), NULL);
    vv_writer_end(writer, NULL);
    /* The end tells what a call before it has found. */
    code = vv_writer_finish(writer, &out, &error);
  }
  code = ends(code, error);
  vv_writer_free(writer);
  vv_buffer_free(&out);
  return code;
}

static vv_code do_convert(vv_format format) {
  vv_buffer out = VV_BUFFER;
  vv_error *error = NULL;
  vv_code code = vv_convert(VV_JSON, text, sizeof text - 1, format, options(), &out, &error);
  if (code == VV_OK) {
    code = vv_validate(format, out.data, out.len, NULL, &error);
  }
  code = ends(code, error);
  vv_buffer_free(&out);
  return code;
}

/* A text in the syntax of a format that has one; nothing for others. */
static vv_code do_text(vv_format format) {
  static const char yaml[] =
      "a: &x [1, 2]\nb: *x\nc: {d: 'e', f: a text that is longer than those that stand in place}\nlist:\n  - 1 # one\n  - x: |\n      2\n";
  vv_text *edited = NULL;
  vv_buffer out = VV_BUFFER;
  vv_error *error = NULL;
  vv_code code;
  if (format != VV_YAML && format != VV_JSON) {
    return VV_OK;
  }
  code = vv_text_new(format, format == VV_YAML ? yaml : text, format == VV_YAML ? sizeof yaml - 1 : sizeof text - 1,
                     NULL, &edited, &error);
  if (code == VV_OK) {
    code = vv_text_set(edited, VV_LIT("c.d"), vv_of_i64(4), &error);
  }
  if (code == VV_OK) {
    code = vv_text_set(edited, VV_LIT("new.is[0]"), vv_of_string(text, sizeof text - 1), &error);
  }
  if (code == VV_OK) {
    code = vv_text_set(edited, VV_LIT("list[0]"), vv_of_number(VV_LIT("1.50")), &error);
  }
  if (code == VV_OK) {
    code = vv_text_insert(edited, VV_LIT("list[0]"), vv_of_binary("bytes", 5), &error);
    /* JSON has no bytes. */
    if (code == VV_E_UNREPRESENTABLE) {
      vv_error_free(error);
      error = NULL;
      code = vv_text_insert(edited, VV_LIT("list[0]"), vv_of_string(VV_LIT("it's\n")), &error);
    }
  }
  if (code == VV_OK) {
    code = vv_text_rename(edited, VV_LIT("c.d"), VV_LIT("e"), &error);
  }
  if (code == VV_OK) {
    code = vv_text_remove(edited, VV_LIT("list[1]"), &error);
  }
  if (code == VV_OK && format == VV_YAML) {
    code = vv_text_indent(edited, &out, &error);
  }
  code = ends(code, error);
  vv_buffer_free(&out);
  vv_text_free(edited);
  return code;
}

/* Values that are made of texts, and of a frozen node, and written. */
static vv_code do_value(vv_format format) {
  vv_frozen *document = NULL;
  vv_value *value = NULL;
  vv_buffer out = VV_BUFFER;
  vv_error *error = NULL;
  vv_code code = vv_value_new(vv_of_string(text, sizeof text - 1), &value, &error);
  vv_value_free(value);
  value = NULL;
  if (code == VV_OK) {
    code = vv_value_new(vv_of_binary(text, sizeof text - 1), &value, &error);
    vv_value_free(value);
    value = NULL;
  }
  if (code == VV_OK) {
    code = vv_value_new(vv_of_number(VV_LIT("123456789012345678901234567890")), &value, &error);
    vv_value_free(value);
    value = NULL;
  }
  if (code == VV_OK) {
    code = vv_freeze(VV_JSON, text, sizeof text - 1, NULL, &document, &error);
  }
  if (code == VV_OK) {
    code = vv_value_thaw(document, &value, &error);
    document = code == VV_OK ? NULL : document;
  }
  if (code == VV_OK) {
    code = vv_write(format, vv_value_node(value), options(), &out, &error);
  }
  code = ends(code, error);
  vv_buffer_free(&out);
  vv_value_free(value);
  vv_frozen_free(document);
  return code;
}

typedef struct {
  const char *at;
  size_t left;
} bytes_left;

static size_t read_some(void *context, void *to, size_t room) {
  bytes_left *from = context;
  size_t len = from->left < room ? from->left : room;
  memcpy(to, from->at, len);
  from->at += len;
  from->left -= len;
  return len;
}

static bool take(void *context, vv_node root, uint64_t number) {
  (void)root;
  (void)number;
  ++*(int *)context;
  return true;
}

/* Records of a format that has them. The last one of JSON is bad. */
static vv_code do_records(vv_format format) {
  static const char lines[] = "{\"a\": 1}\n[\"a text that is longer than those that stand in place\"]\n{\"key\": nope}\n";
  static const char binary[] = "\x82\x01\x82\x02\x03\x07";
  bytes_left from = {lines, sizeof lines - 1};
  vv_input input = {read_some, NULL};
  vv_error *error = NULL;
  vv_code code;
  int count = 0;
  input.context = &from;
  if (format == VV_CBOR) {
    from.at = binary;
    from.left = sizeof binary - 1;
  } else if (format != VV_JSON) {
    return VV_OK;
  }
  code = vv_records_each(format, input, NULL, take, &count, &error);
  code = ends(code, error);
  /* What comes where nothing is refused. */
  if (format == VV_JSON && code == VV_E_SYNTAX && count == 2) {
    return VV_OK;
  }
  return code;
}

/* An error with a path, words and an excerpt. */
static vv_code do_error(vv_format format) {
  static const char wrong[] = "{\"a key that is longer than those in place\": [1, {\"b\": nope}]}";
  vv_frozen *document = NULL;
  vv_error *error = NULL;
  vv_code code;
  if (format != VV_JSON && format != VV_JSON5) {
    return VV_OK;
  }
  code = vv_freeze(format, wrong, sizeof wrong - 1, NULL, &document, &error);
  code = ends(code, error);
  return code == VV_E_SYNTAX ? VV_OK : code;
}

typedef struct {
  const char *name;
  vv_code (*run)(vv_format format);
  /* Whether it makes counted pointers. */
  int counts;
} job;

enum { SUCCEEDED, REFUSED, FAILED_ONCE, ABORTED };

/* Lets the thread register that memory is to be freed at its end: Rust's standard library aborts
 * where it has no memory for that. The builder of this document is not the one of the jobs. */
static void begin_thread(void) {
  vv_frozen *document = NULL;
  vv_options others = VV_OPTIONS;
  others.duplicates = VV_DUPLICATES_LAST;
  vv_freeze(VV_JSON, "1", 1, &others, &document, NULL);
  vv_frozen_free(document);
}

/* Runs a job in a process of its own, in which allocation `k` fails, and all after it if `all`; none
 * for zero. */
static int try(const job *of, vv_format format, size_t k, size_t all) {
  int status = 0;
  pid_t child = fork();
  if (child == 0) {
    vv_code code;
    if (freopen("/dev/null", "w", stderr) == NULL) {
      _exit(ABORTED);
    }
    begin_thread();
    counts = of->counts;
    given_back = 0;
    failing = k;
    for_good = all;
    code = of->run(format);
    _exit(failed_once ? FAILED_ONCE : code == VV_OK ? SUCCEEDED : REFUSED);
  }
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
    return ABORTED;
  }
  return WEXITSTATUS(status);
}

int main(void) {
  static const job jobs[] = {{"freeze", do_freeze, 0},   {"freezer", do_freezer, 0}, {"writer", do_writer, 0},
                             {"convert", do_convert, 0}, {"records", do_records, 0}, {"error", do_error, 0},
                             {"text", do_text, 1},       {"value", do_value, 1}};
  static const vv_format formats[] = {VV_FROZEN, VV_JSON, VV_JSON5, VV_YAML, VV_MSGPACK, VV_CBOR, VV_FLEXBUFFERS};
  int failed = 0;
  size_t i, format, k, all, tries = 0;
  for (i = 0; i < sizeof jobs / sizeof *jobs; i++) {
    for (format = 0; format < sizeof formats / sizeof *formats; format++) {
      int end = try(&jobs[i], formats[format], 0, 0);
      if (end != SUCCEEDED) {
        printf("%s in format %u fails\n", jobs[i].name, (unsigned)formats[format]);
        return 1;
      }
      /* Until the job makes fewer allocations. */
      for (all = 0; all < 2; all++) {
        for (k = 1; (end = try(&jobs[i], formats[format], k, all)) != SUCCEEDED; k++) {
          tries++;
          if (end != FAILED_ONCE) {
            printf("%s in format %u ends with %d where allocation %zu fails%s\n", jobs[i].name,
                   (unsigned)formats[format], end, k, all ? " for good" : "");
            failed = 1;
          }
        }
      }
    }
  }
  printf("%zu tries\n", tries);
  return failed;
}

/*
 * A document that finds no memory ends in an error: each allocation of each job fails once, and the
 * job ends with VV_OK or an error, never by an abort. Each try is a process of its own, since an
 * abort ends it.
 *
 * The jobs begin when their handles are made, and when the thread has frozen a document: both ask
 * for a few KiB of a fixed size, and abort without them. So do vv_convert() and vv_validate() to
 * watch over keys, and they are not among the jobs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <varvel.h>

#include "allocator.h"

/* The allocation that fails, counted down; zero for none. */
static size_t failing = 0, planned = 0;
static size_t allocations = 0;

/* From here on allocations count. */
static void arm(void) {
  failing = planned;
  allocations = 0;
}

static int fails(void) {
  allocations++;
  return failing != 0 && --failing == 0;
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
  arm();
  code = vv_freeze(VV_JSON, text, sizeof text - 1, NULL, &document, &error);
  if (code == VV_OK) {
    code = vv_write(format, vv_frozen_root(document), options(), &out, &error);
  }
  if (code == VV_OK) {
    code = vv_freeze(format, out.data, out.len, NULL, &again, &error);
  }
  vv_error_free(error);
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
  arm();
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
  vv_code code = vv_writer_new(format, NULL, &writer, NULL);
  arm();
  if (code == VV_OK) {
    vv_writer_begin(writer, VV_OBJECT, NULL);
    vv_writer_key(writer, VV_LIT("a"), NULL);
    vv_writer_put(writer, vv_of_i64(7), NULL);
    vv_writer_end(writer, NULL);
    code = vv_writer_finish(writer, &out, NULL);
  }
  vv_writer_free(writer);
  vv_buffer_free(&out);
  return code;
}

int main(void) {
  static const struct {
    const char *name;
    vv_code (*run)(vv_format format);
  } jobs[] = {{"freeze", do_freeze}, {"freezer", do_freezer}, {"writer", do_writer}};
  static const vv_format formats[] = {VV_FROZEN, VV_JSON, VV_YAML, VV_MSGPACK, VV_CBOR, VV_FLEXBUFFERS};
  int failed = 0;
  size_t job, format, k, tries = 0;
  for (job = 0; job < sizeof jobs / sizeof *jobs; job++) {
    for (format = 0; format < sizeof formats / sizeof *formats; format++) {
      size_t count;
      planned = 0;
      if (jobs[job].run(formats[format]) != VV_OK) {
        printf("%s in format %u fails\n", jobs[job].name, (unsigned)formats[format]);
        return 1;
      }
      count = allocations + 8;
      for (k = 1; k <= count; k++) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) {
          if (freopen("/dev/null", "w", stderr) == NULL) {
            _exit(3);
          }
          planned = k;
          jobs[job].run(formats[format]);
          _exit(0);
        }
        tries++;
        if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
          printf("%s in format %u aborts where allocation %zu fails\n", jobs[job].name,
                 (unsigned)formats[format], k);
          failed = 1;
        }
      }
    }
  }
  printf("%zu tries\n", tries);
  return failed;
}

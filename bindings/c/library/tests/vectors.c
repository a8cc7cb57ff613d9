/*
 * The sets of spec/vectors that are texts: documents, numbers, paths and errors.
 *
 *     vectors SPEC/VECTORS [RESULTS]
 *
 * Each set is a document of JSON, which the library reads itself. With a folder for results, each case is noted
 * there as a line of JSON, for `cargo xtask conformance`.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "check.h"

static unsigned cases = 0;

/* Reads a file into memory of its own. */
static char *load(const char *path, size_t *len) {
  FILE *file = fopen(path, "rb");
  char *bytes = malloc(1u << 20);
  if (file == NULL || bytes == NULL) {
    printf("%s cannot be read\n", path);
    exit(2);
  }
  *len = fread(bytes, 1, 1u << 20, file);
  fclose(file);
  return bytes;
}

static vv_str text_of(vv_node of, const char *key) {
  vv_str text = {NULL, 0};
  vv_as_string(vv_get(of, key, strlen(key)), &text);
  return text;
}

/* Returns whether a text has these characters. */
static bool is_text(vv_str text, const void *data, size_t len) {
  return text.len == len && (len == 0 || memcmp(text.data, data, len) == 0);
}

static vv_format format_of(vv_str word) {
  static const struct {
    const char *word;
    vv_format format;
  } formats[] = {{"json", VV_JSON}, {"json5", VV_JSON5}, {"yaml", VV_YAML}, {"msgpack", VV_MSGPACK},
                 {"cbor", VV_CBOR}, {"flexbuffers", VV_FLEXBUFFERS}};
  size_t i;
  for (i = 0; i < sizeof formats / sizeof *formats; i++) {
    if (same(word, formats[i].word)) {
      return formats[i].format;
    }
  }
  return VV_NO_FORMAT;
}

/* Returns the flag of an option of reading. */
static uint32_t flag_of(vv_str name) {
  static const struct {
    const char *name;
    uint32_t flag;
  } flags[] = {
      /* <spec:options> Made by `cargo xtask spec`. */
      {"exact_decimals", VV_EXACT_DECIMALS},
      {"yaml_1_1", VV_YAML_1_1},
      {"merge_keys", VV_MERGE_KEYS},
      {"tolerant", VV_TOLERANT},
      /* </spec:options> */
  };
  size_t i;
  for (i = 0; i < sizeof flags / sizeof *flags; i++) {
    if (same(name, flags[i].name)) {
      return flags[i].flag;
    }
  }
  printf("no option has the name %.*s\n", (int)name.len, name.data);
  exit(2);
}

/* Returns the options that a case names. */
static vv_options options_of(vv_node of) {
  const vv_node names = vv_get(of, VV_LIT("options"));
  vv_options options = VV_OPTIONS;
  size_t i;
  for (i = 0; i < vv_len(names); i++) {
    vv_str name = {NULL, 0};
    vv_as_string(vv_at(names, i), &name);
    options.flags |= flag_of(name);
  }
  return options;
}

static unsigned digit(char c) { return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10); }

/* Returns the bytes of the input, in memory of their own. */
static char *input_of(vv_node of, size_t *len) {
  vv_str text = text_of(of, "text"), hex = text_of(of, "hex");
  char *bytes = malloc(text.len + hex.len + 1);
  size_t i;
  if (bytes == NULL) {
    exit(3);
  }
  *len = text.len + hex.len / 2;
  if (text.len != 0) {
    memcpy(bytes, text.data, text.len);
  }
  for (i = 0; i < hex.len / 2; i++) {
    bytes[i] = (char)(digit(hex.data[2 * i]) << 4 | digit(hex.data[2 * i + 1]));
  }
  return bytes;
}

/* Returns a number of an error of the table, or one that stands for none. */
static uint64_t number_or(vv_node of, const char *key, uint64_t none) {
  uint64_t number;
  return vv_as_u64(vv_get(of, key, strlen(key)), &number) ? number : none;
}

/* Returns whether an error is the one of the table. */
static bool is_error(vv_node right, const vv_error *error, bool is_placed) {
  const vv_str path = text_of(right, "path");
  if (vv_error_code(error) != number_or(right, "number", 0)) {
    return false;
  }
  if (!is_text(path, vv_error_path(error), strlen(vv_error_path(error)))) {
    return false;
  }
  return !is_placed || (vv_error_offset(error) == number_or(right, "offset", VV_NO_OFFSET) &&
                        vv_error_line(error) == number_or(right, "line", 0) &&
                        vv_error_column(error) == number_or(right, "column", 0));
}

/* Returns whether a number has the kind and the bits of the table. */
static bool is_number(vv_node of, vv_node node) {
  const vv_str bits = text_of(of, "bits");
  char found[17] = "";
  double value;
  uint64_t word;
  if (vv_kind_of(node) != (same(text_of(of, "kind"), "a float") ? VV_FLOAT : VV_INTEGER)) {
    return false;
  }
  if (bits.data == NULL) {
    return true;
  }
  if (!vv_as_f64(node, &value)) {
    return false;
  }
  memcpy(&word, &value, sizeof word);
  snprintf(found, sizeof found, "%016" PRIx64, word);
  return same(bits, found);
}

/* Returns whether a node is written as the table says. */
static bool is_written(vv_node of, vv_node node) {
  const vv_str written = text_of(of, "written");
  vv_buffer out = VV_BUFFER;
  const vv_code code = vv_write(VV_JSON, node, NULL, &out, NULL);
  bool ok = code == number_or(of, "unwritable", VV_OK);
  ok = ok && (code != VV_OK || is_text(written, out.data, out.len));
  vv_buffer_free(&out);
  return ok;
}

/* Judges a case. */
static bool judge(vv_node of) {
  const vv_node right = vv_get(of, VV_LIT("error"));
  const vv_str path = text_of(of, "path");
  const vv_options options = options_of(of);
  vv_frozen *document = NULL;
  vv_error *error = NULL;
  vv_node node;
  size_t len;
  char *input = input_of(of, &len);
  bool is_placed = true, ok;
  vv_code code = vv_freeze(format_of(text_of(of, "format")), input, len, &options, &document, &error);
  if (code == VV_OK) {
    node = vv_frozen_root(document);
    if (path.data != NULL) {
      is_placed = false;
      code = vv_path(node, path.data, path.len, &node, &error);
    }
  }
  if (code != VV_OK) {
    ok = vv_kind_of(right) == VV_OBJECT && is_error(right, error, is_placed);
    if (!ok) {
      printf("  %s\n", vv_error_message(error));
    }
  } else {
    ok = vv_kind_of(right) == VV_MISSING && is_written(of, node);
    if (vv_kind_of(vv_get(of, VV_LIT("number"))) != VV_MISSING) {
      ok = ok && is_number(of, node);
    }
  }
  vv_error_free(error);
  vv_frozen_free(document);
  free(input);
  return ok;
}

/* Notes the result of a case. */
static void note(FILE *results, const char *set, vv_node name, bool ok) {
  vv_buffer quoted = VV_BUFFER;
  if (results != NULL) {
    OK(vv_write(VV_JSON, name, NULL, &quoted, NULL));
    fprintf(results, "{\"language\":\"c\",\"set\":\"%s\",\"case\":%.*s,\"result\":\"%s\"}\n", set, (int)quoted.len,
            (const char *)quoted.data, ok ? "right" : "wrong");
    vv_buffer_free(&quoted);
  }
}

static void judge_set(const char *folder, const char *set, const char *results) {
  char path[1000];
  vv_frozen *table = NULL;
  FILE *out = NULL;
  vv_node all;
  size_t len, i;
  char *text;
  snprintf(path, sizeof path, "%s/%s.json", folder, set);
  text = load(path, &len);
  OK(vv_freeze(VV_JSON, text, len, NULL, &table, NULL));
  if (results != NULL) {
    snprintf(path, sizeof path, "%s/c-%s.jsonl", results, set);
    out = fopen(path, "wb");
    CHECK(out != NULL);
  }
  all = vv_get(vv_frozen_root(table), VV_LIT("cases"));
  CHECK(vv_len(all) > 30);
  for (i = 0; i < vv_len(all); i++) {
    const vv_node of = vv_at(all, i);
    const vv_str name = text_of(of, "name");
    const bool ok = judge(of);
    cases++;
    note(out, set, vv_get(of, VV_LIT("name")), ok);
    if (!ok) {
      printf("%s: %.*s\n", set, (int)name.len, name.data);
      failed = 1;
    }
  }
  if (out != NULL) {
    fclose(out);
  }
  vv_frozen_free(table);
  free(text);
}

int main(int argc, char **argv) {
  static const char *const sets[] = {"json", "json5", "numbers", "paths", "errors"};
  size_t i;
  if (argc < 2) {
    return 2;
  }
  for (i = 0; i < sizeof sets / sizeof *sets; i++) {
    judge_set(argv[1], sets[i], argc > 2 ? argv[2] : NULL);
  }
  printf("%u cases\n", cases);
  return failed;
}

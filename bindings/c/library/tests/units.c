/* Tests of the C library through its header, one function a family. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <varvel.h>
#include <varvel_frozen.h>

#include "check.h"

/* The layout of structures is part of the interface: programs were compiled with it. */
static void sizes(void) {
  if (sizeof(void *) == 8) {
    CHECK(sizeof(vv_node) == 32 && sizeof(vv_key) == 48 && sizeof(vv_iter) == 192);
    CHECK(sizeof(vv_any) == 48 && sizeof(vv_buffer) == 24 && sizeof(vv_options) == 48);
    CHECK(sizeof(vv_str) == 16 && sizeof(vv_bytes) == 16 && sizeof(vv_time) == 16);
    CHECK(sizeof(vv_number) == 48 && sizeof(vv_scalar) == 104 && sizeof(vv_sink) == 56);
    CHECK(sizeof(vv_tag) == 16 && sizeof(vv_packed_numbers) == 24 && sizeof(vv_span) == 16);
    CHECK(sizeof(vv_place) == 32);
    CHECK(sizeof(vv_records_options) == 56 && sizeof(vv_progress) == 32);
    CHECK(sizeof(vv_bad_record) == 64 && sizeof(vv_input) == 16 && sizeof(vv_output) == 16);
  }
}

static void errors(void) {
  static const char text[] = "{\n  \"a\": [1, tru]\n}";
  vv_frozen *document = NULL;
  vv_error *error = NULL;
  CHECK(vv_freeze(VV_JSON, text, sizeof text - 1, NULL, &document, &error) == VV_E_SYNTAX);
  CHECK(document == NULL && vv_error_code(error) == VV_E_SYNTAX);
  CHECK(vv_error_offset(error) == 13 && vv_error_line(error) == 2 && vv_error_column(error) == 12);
  CHECK(strstr(vv_error_message(error), "invalid syntax") != NULL);
  CHECK(strcmp(vv_error_path(error), "$.a[1]") == 0);
  CHECK(strstr(vv_error_excerpt(error), "\"a\": [1, tru]") != NULL);
  CHECK(vv_error_hint(error) != NULL);
  vv_error_free(error);
  /* Bytes that are no text have no lines, whatever they look like. */
  CHECK(vv_freeze(VV_MSGPACK, "\x92\n\xc1", 3, NULL, &document, &error) == VV_E_SYNTAX);
  CHECK(vv_error_offset(error) == 2 && vv_error_line(error) == 0 && vv_error_column(error) == 0);
  CHECK(strstr(vv_error_excerpt(error), "--> byte 2, at $[1]\n0 | 92 0a c1\n  |       ^^") != NULL);
  vv_error_free(error);
  vv_error_free(NULL);
  CHECK(vv_error_message(NULL) == NULL && vv_error_code(NULL) == VV_OK);
  CHECK(vv_error_offset(NULL) == VV_NO_OFFSET);
  CHECK(strcmp(vv_code_name(VV_E_DUPLICATE_KEY), "DuplicateKey") == 0);
  CHECK(strcmp(vv_code_name(77777), "Unknown") == 0);
}

static void misuse(void) {
  vv_frozen *document = NULL;
  vv_options options = VV_OPTIONS;
  vv_buffer buffer = VV_BUFFER;
  vv_node zero;
  memset(&zero, 0, sizeof zero);
  CHECK(vv_freeze(VV_JSON, NULL, 3, NULL, &document, NULL) == VV_E_INVALID_ARGUMENT);
  CHECK(vv_freeze(VV_JSON, NULL, 0, NULL, &document, NULL) == VV_E_UNEXPECTED_END);
  CHECK(vv_freeze(999, "1", 1, NULL, &document, NULL) == VV_E_INVALID_ARGUMENT);
  CHECK(vv_freeze(VV_JSON, "1", 1, NULL, NULL, NULL) == VV_E_INVALID_ARGUMENT);
  options.flags = 0x80000000u;
  CHECK(vv_freeze(VV_JSON, "1", 1, &options, &document, NULL) == VV_E_INVALID_ARGUMENT);
  options.flags = 0;
  options.size = 3;
  CHECK(vv_freeze(VV_JSON, "1", 1, &options, &document, NULL) == VV_E_INVALID_ARGUMENT);
  CHECK(vv_write(VV_JSON, zero, NULL, &buffer, NULL) == VV_E_NOT_FOUND);
  CHECK(vv_write(VV_JSON, zero, NULL, NULL, NULL) == VV_E_INVALID_ARGUMENT);
  CHECK(vv_kind_of(zero) == VV_MISSING && vv_len(zero) == 0);
  CHECK(vv_kind_of(vv_get(zero, NULL, 0)) == VV_MISSING);
  CHECK(vv_kind_of(vv_frozen_root(NULL)) == VV_MISSING);
  vv_frozen_free(NULL);
  vv_buffer_free(NULL);
  vv_freezer_free(NULL);
  CHECK(document == NULL && buffer.data == NULL);
}

static void formats(void) {
  static const vv_format all[] = {VV_FROZEN, VV_JSON, VV_JSON5, VV_YAML, VV_MSGPACK, VV_CBOR, VV_FLEXBUFFERS};
  vv_frozen *document = freeze(VV_JSON, "{\"name\":\"Ada\",\"scores\":[3,4.5],\"id\":9007199254740993}");
  vv_buffer bytes = VV_BUFFER, text = VV_BUFFER;
  size_t i;
  for (i = 0; i < sizeof all / sizeof *all; i++) {
    vv_frozen *again = NULL;
    OK(vv_write(all[i], vv_frozen_root(document), NULL, &bytes, NULL));
    OK(vv_validate(all[i], bytes.data, bytes.len, NULL, NULL));
    OK(vv_freeze(all[i], bytes.data, bytes.len, NULL, &again, NULL));
    CHECK(vv_equal(vv_frozen_root(document), vv_frozen_root(again)));
    CHECK(vv_compare(vv_frozen_root(document), vv_frozen_root(again)) == 0);
    CHECK(vv_hash(vv_frozen_root(document)) == vv_hash(vv_frozen_root(again)));
    OK(vv_convert(all[i], bytes.data, bytes.len, VV_JSON, NULL, &text, NULL));
    if (all[i] != VV_FLEXBUFFERS) { /* its keys are sorted */
      CHECK(holds(&text, "{\"name\":\"Ada\",\"scores\":[3,4.5],\"id\":9007199254740993}"));
    }
    CHECK(vv_format_name(all[i]).len > 0);
    vv_frozen_free(again);
  }
  CHECK(vv_format_name(0).data == NULL);
  CHECK(vv_format_of_extension(VV_LIT("YML")) == VV_YAML);
  CHECK(vv_format_of_extension(VV_LIT("txt")) == VV_NO_FORMAT);
  CHECK(vv_format_of_first_bytes(vv_frozen_bytes(document).data, 16) == VV_FROZEN);
  vv_buffer_free(&bytes);
  vv_buffer_free(&text);
  vv_frozen_free(document);
}

static void options(void) {
  static const char doubled[] = "{\"a\": 1, \"a\": 2}";
  vv_frozen *document = NULL;
  vv_options options = VV_OPTIONS;
  vv_buffer text = VV_BUFFER;
  CHECK(vv_freeze(VV_JSON, doubled, sizeof doubled - 1, NULL, &document, NULL) == VV_E_DUPLICATE_KEY);
  CHECK(vv_validate(VV_JSON, doubled, sizeof doubled - 1, NULL, NULL) == VV_E_DUPLICATE_KEY);
  options.duplicates = VV_DUPLICATES_LAST;
  options.flags = VV_PRETTY;
  OK(vv_convert(VV_JSON, doubled, sizeof doubled - 1, VV_JSON, &options, &text, NULL));
  CHECK(holds(&text, "{\n  \"a\": 2\n}"));
  options.depth = 1;
  CHECK(vv_freeze(VV_JSON, "[[]]", 4, &options, &document, NULL) == VV_E_DEPTH_LIMIT);
  options.flags = VV_EXACT_DECIMALS;
  OK(vv_freeze(VV_JSON, "1.10", 4, &options, &document, NULL));
  CHECK(same(vv_number_text(vv_frozen_root(document)), "1.10"));
  vv_frozen_free(document);
  vv_buffer_free(&text);
}

static int freed = 0;

static void free_bytes(void *context, const void *data, size_t len) {
  CHECK(context == &freed && len > 0);
  free((void *)(size_t)data);
  freed++;
}

static void adopted(void) {
  vv_frozen *document = freeze(VV_JSON, "{\"a\": [1, 2, 3]}"), *mine = NULL, *lent = NULL;
  vv_bytes bytes = vv_frozen_bytes(document);
  void *copy = malloc(bytes.len);
  freed = 0;
  memcpy(copy, bytes.data, bytes.len);
  OK(vv_frozen_adopt(copy, bytes.len, free_bytes, &freed, NULL, &mine, NULL));
  CHECK(vv_frozen_bytes(mine).data == copy);
  CHECK(vv_equal(vv_frozen_root(mine), vv_frozen_root(document)));
  OK(vv_frozen_adopt(bytes.data, bytes.len, NULL, NULL, NULL, &lent, NULL));
  vv_frozen_free(lent);
  CHECK(freed == 0);
  vv_frozen_free(mine);
  CHECK(freed == 1);
  /* Memory that is refused is freed, too. */
  copy = calloc(8, 8);
  CHECK(vv_frozen_adopt(copy, 64, free_bytes, &freed, NULL, &mine, NULL) == VV_E_INVALID_FROZEN);
  CHECK(freed == 2);
  vv_frozen_free(document);
}

/* Refuses the number 70000 in a document; `line` and `column` are 0 if it is no text. */
static void refused_in(vv_format format, const void *data, size_t len, size_t line, size_t column) {
  static const size_t steps[] = {1, 0, 1};
  vv_refusal refusal = VV_REFUSAL;
  vv_error *error = NULL;
  refusal.code = VV_E_NUMBER_OUT_OF_RANGE;
  refusal.expected.data = "a port";
  refusal.expected.len = 6;
  refusal.found.data = "70000";
  refusal.found.len = 5;
  refusal.steps = steps;
  refusal.step_count = 3;
  CHECK(vv_refuse(format, data, len, NULL, &refusal, &error) == VV_E_NUMBER_OUT_OF_RANGE);
  CHECK(strcmp(vv_error_path(error), "$.hosts[0].port") == 0);
  CHECK(strstr(vv_error_message(error), "number out of range: expected a port, found 70000") != NULL);
  CHECK(vv_error_line(error) == line && vv_error_column(error) == column);
  vv_error_free(error);
}

static void refusals(void) {
  static const char json[] = "{\"a\": [1, {}],\n \"hosts\": [{\"name\": \"x\", \"port\": 70000}]}";
  static const char yaml[] = "a: 1\nhosts:\n- name: x\n  port: 70000\n";
  static const size_t step[] = {1}, far[] = {7}, inner[] = {0, 1};
  static const unsigned char numbered[] = {0x81, 7, 0x82, 8, 1, 9, 2}; /* {7: {8: 1, 9: 2}} */
  vv_refusal refusal = VV_REFUSAL;
  vv_error *error = NULL;
  vv_buffer bytes = VV_BUFFER;
  refused_in(VV_JSON, json, sizeof json - 1, 2, 34);
  refused_in(VV_JSON5, json, sizeof json - 1, 2, 34);
  refused_in(VV_YAML, yaml, sizeof yaml - 1, 4, 9);
  OK(vv_convert(VV_JSON, json, sizeof json - 1, VV_MSGPACK, NULL, &bytes, NULL));
  refused_in(VV_MSGPACK, bytes.data, bytes.len, 0, 0);
  OK(vv_convert(VV_JSON, json, sizeof json - 1, VV_FROZEN, NULL, &bytes, NULL));
  refused_in(VV_FROZEN, bytes.data, bytes.len, 0, 0);
  vv_buffer_free(&bytes);

  refusal.code = VV_E_UNKNOWN_MEMBER;
  refusal.flags = VV_AT_KEY;
  refusal.hint.data = "look again";
  refusal.hint.len = 10;
  refusal.steps = step;
  refusal.step_count = 1;
  CHECK(vv_refuse(VV_JSON, json, sizeof json - 1, NULL, &refusal, &error) == VV_E_UNKNOWN_MEMBER);
  CHECK(vv_error_line(error) == 2 && vv_error_column(error) == 2);
  CHECK(strcmp(vv_error_hint(error), "look again") == 0);
  vv_error_free(error);
  error = NULL;

  /* Keys that are no strings are shown by their texts, as elsewhere. */
  refusal.steps = inner;
  refusal.step_count = 2;
  CHECK(vv_refuse(VV_MSGPACK, numbered, sizeof numbered, NULL, &refusal, &error) == VV_E_UNKNOWN_MEMBER);
  CHECK(strcmp(vv_error_path(error), "$[\"7\"][\"9\"]") == 0);
  CHECK(vv_error_offset(error) == 5);
  vv_error_free(error);
  error = NULL;

  refusal.steps = step;
  refusal.step_count = 1;
  refusal.code = 12345;
  CHECK(vv_refuse(VV_JSON, json, sizeof json - 1, NULL, &refusal, NULL) == VV_E_REFUSED);
  refusal.steps = far;
  CHECK(vv_refuse(VV_JSON, json, sizeof json - 1, NULL, &refusal, NULL) == VV_E_NOT_FOUND);
  CHECK(vv_refuse(VV_JSON, "{", 1, NULL, &refusal, NULL) == VV_E_UNEXPECTED_END);
  CHECK(vv_refuse(VV_JSON, "1", 1, NULL, &refusal, NULL) == VV_E_TYPE_MISMATCH);
  CHECK(vv_refuse(VV_JSON, "1", 1, NULL, NULL, NULL) == VV_E_INVALID_ARGUMENT);
}

/* Where keys may come twice, a refusal counts the members that the document has kept. */
static void refusals_of_kept_members(void) {
  static const char json[] = "{\"a\": {\"x\": 1, \"x\": 2},\n\"b\": 3,\n\"a\": {\"y\": 4,\n\"x\": 5,\n\"y\": 6}}";
  static const char yaml[] = "1: 0\nx: 1\n1: 2\n";
  static const struct {
    uint32_t duplicates;
    size_t steps[2], line, count;
    const char *path;
  } cases[] = {
      {VV_DUPLICATES_FIRST, {0, 0}, 1, 2, "$.a.x"}, {VV_DUPLICATES_FIRST, {1, 0}, 2, 1, "$.b"},
      {VV_DUPLICATES_LAST, {0, 0}, 2, 1, "$.b"},    {VV_DUPLICATES_LAST, {1, 0}, 4, 2, "$.a.x"},
      {VV_DUPLICATES_LAST, {1, 1}, 5, 2, "$.a.y"},
  };
  static const size_t second[] = {1};
  vv_refusal refusal = VV_REFUSAL;
  vv_options how = VV_OPTIONS;
  vv_error *error = NULL;
  size_t i;
  for (i = 0; i < sizeof cases / sizeof *cases; i++) {
    how.duplicates = cases[i].duplicates;
    refusal.steps = cases[i].steps;
    refusal.step_count = cases[i].count;
    CHECK(vv_refuse(VV_JSON, json, sizeof json - 1, &how, &refusal, &error) == VV_E_REFUSED);
    CHECK(strcmp(vv_error_path(error), cases[i].path) == 0);
    CHECK(vv_error_line(error) == cases[i].line);
    vv_error_free(error);
  }
  /* Keys that are no strings. */
  refusal.steps = second;
  refusal.step_count = 1;
  CHECK(vv_refuse(VV_YAML, yaml, sizeof yaml - 1, &how, &refusal, &error) == VV_E_REFUSED);
  CHECK(vv_error_line(error) == 3 && strcmp(vv_error_path(error), "$[\"1\"]") == 0);
  vv_error_free(error);
  error = NULL;
  refusal.steps = cases[4].steps;
  refusal.step_count = 2;
  CHECK(vv_refuse(VV_JSON, json, sizeof json - 1, NULL, &refusal, &error) == VV_E_TYPE_MISMATCH);
  vv_error_free(error);
}

static void bytes_of_nodes(void) {
  vv_frozen *document = freeze(VV_JSON, "{\"a\": [1, 2, 3]}");
  vv_value *value = NULL;
  vv_freezer *freezer = NULL;
  vv_node root = vv_frozen_root(document);
  vv_bytes all = vv_frozen_bytes(document), some = vv_node_bytes(vv_get(root, VV_LIT("a")));
  CHECK(some.data == all.data && some.len == all.len);
  OK(vv_freezer_new(VV_JSON, NULL, &freezer, NULL));
  OK(vv_freezer_freeze(freezer, "{\"a\": [1, 2, 3]}", 16, &root, NULL));
  some = vv_node_bytes(root);
  CHECK(some.len == all.len && memcmp(some.data, all.data, all.len) == 0);
  OK(vv_value_new(vv_of_i64(7), &value, NULL));
  CHECK(vv_node_bytes(vv_value_node(value)).data == NULL);
  CHECK(vv_node_bytes(vv_frozen_root(NULL)).data == NULL);
  vv_value_free(value);
  vv_freezer_free(freezer);
  vv_frozen_free(document);
}

/* Numbers are printed together as one by one, in exactly the room that is asked for. */
static void floats(void) {
  static const double all[] = {0.1, -2.2250738585072014e-308, 1e300, -0.0, -1.7976931348623157e308,
                               5e-324, -123456.789e-30, 1.0, 65.613616999999977};
  size_t count, i;
  for (count = 0; count <= sizeof all / sizeof *all; count++) {
    char one[VV_F64_ROOM], *room = malloc(count * VV_F64_ROOM + 1);
    size_t length = vv_print_f64s(all, count, room), at = 0;
    for (i = 0; i < count; i++) {
      size_t own = vv_print_f64(all[i], one);
      CHECK(own != 0 && memcmp(room + at, one, own) == 0);
      at += own + 1;
      CHECK(i + 1 == count || room[at - 1] == ',');
    }
    CHECK(length == (count == 0 ? 0 : at - 1));
    free(room);
  }
  {
    static const double bad[] = {1, 2, (double)NAN};
    char room[3 * VV_F64_ROOM];
    CHECK(vv_print_f64s(bad, 3, room) == 0 && vv_print_f64s(bad, 2, room) == 7);
    CHECK(vv_print_f64s(bad + 1, 2, room) == 0 && vv_print_f64s(NULL, 2, room) == 0);
  }
}

static void nodes(void) {
  vv_frozen *document = freeze(VV_JSON,
    "{\"users\": [{\"name\": \"Ada\", \"id\": 7, \"on\": true, \"x\": null, \"f\": 0.5}], \"big\": 123456789012345678901234567890}");
  vv_node root = vv_frozen_root(document), user = vv_at(vv_get(root, VV_LIT("users")), 0), found, key_node;
  vv_key name;
  vv_str text;
  vv_number number;
  vv_error *error = NULL;
  int64_t id = 0;
  uint64_t u = 0;
  double f = 0;
  bool on = false;
  char copy[8];
  CHECK(vv_kind_of(root) == VV_OBJECT && vv_len(root) == 2);
  CHECK(vv_as_string(vv_get(user, VV_LIT("name")), &text) && same(text, "Ada"));
  CHECK(same(vv_string_or(vv_get(user, VV_LIT("none")), VV_LIT("?")), "?"));
  CHECK(vv_copy_string(vv_get(user, VV_LIT("name")), copy, sizeof copy) && strcmp(copy, "Ada") == 0);
  CHECK(!vv_copy_string(vv_get(user, VV_LIT("name")), copy, 3) && copy[0] == 0);
  OK(vv_i64(vv_get_path(root, VV_LIT("users[0].id")), &id, NULL));
  OK(vv_u64(vv_pointer(root, VV_LIT("/users/0/id")), &u, NULL));
  CHECK(id == 7 && u == 7);
  OK(vv_f64(vv_get(user, VV_LIT("f")), &f, NULL));
  CHECK(f > 0.4 && f < 0.6);
  OK(vv_bool(vv_get(user, VV_LIT("on")), &on, NULL));
  CHECK(on && vv_is_null(vv_get(user, VV_LIT("x"))) && !vv_is_null(vv_get(user, VV_LIT("y"))));
  CHECK(vv_i64_or(vv_get(user, VV_LIT("name")), -1) == -1);
  CHECK(vv_i64(vv_get(user, VV_LIT("name")), &id, &error) == VV_E_TYPE_MISMATCH);
  CHECK(strstr(vv_error_path(error), "$.users[0].name") != NULL);
  vv_error_free(error);
  CHECK(vv_i64(vv_get(user, VV_LIT("none")), &id, NULL) == VV_E_NOT_FOUND);
  CHECK(vv_path(root, VV_LIT("users[0].nome"), &found, &error) == VV_E_NOT_FOUND);
  CHECK(vv_kind_of(found) == VV_MISSING && vv_error_message(error)[0] != 0);
  vv_error_free(error);
  CHECK(vv_path(root, VV_LIT("users["), &found, NULL) == VV_E_INVALID_PATH);
  OK(vv_key_prepare(VV_LIT("name"), &name, NULL));
  CHECK(vv_equal(vv_get_key(user, &name), vv_get(user, VV_LIT("name"))));
  CHECK(vv_key_prepare("\xff", 1, &name, NULL) == VV_E_INVALID_UTF8);
  CHECK(vv_as_number(vv_get(root, VV_LIT("big")), &number) && number.form == VV_NUMBER_TEXT);
  CHECK(same(number.text, "123456789012345678901234567890"));
  CHECK(vv_as_number(vv_get(user, VV_LIT("id")), &number) && number.i64 == 7 && number.kind == VV_INTEGER);
  CHECK(vv_kind_of(vv_member_at(root, 1, &key_node)) == VV_INTEGER);
  CHECK(vv_as_string(key_node, &text) && same(text, "big"));
  vv_frozen_free(document);
}

/* Every node of a document, by its place in the bytes. */
static void walk_places(vv_node node) {
  vv_place place;
  vv_str key;
  vv_node child;
  CHECK(vv_node_place(node, &place) && place.document != NULL && place.reserved == 0);
  CHECK(vv_equal(vv_node_at_place(place), node) && vv_kind_of(vv_node_at_place(place)) == vv_kind_of(node));
  VV_EACH_MEMBER(key, child, node) { walk_places(child); }
}

static void places(void) {
  static const char text[] =
      "{\"a\": [[1, 2], [3, 4]], \"b\": [1.5, 2.5], \"c\": [0, \"text\", {\"d\": null}], \"e\": 5000000000}";
  vv_frozen *document = NULL;
  vv_value *value = NULL;
  vv_place place;
  vv_node row, key;
  CHECK(vv_freeze(VV_JSON, text, sizeof text - 1, NULL, &document, NULL) == VV_OK);
  walk_places(vv_frozen_root(document));
  CHECK(vv_node_place(vv_frozen_root(document), &place));
  CHECK(place.document == vv_frozen_bytes(document).data);
  CHECK(place.at == 24 && place.form == VV_PLACE_SLOT_8);
  row = vv_get_path(vv_frozen_root(document), VV_LIT("a[1]"));
  CHECK(vv_node_place(row, &place) && place.form == VV_PLACE_ROW && place.base == 2);
  CHECK(vv_node_place(vv_at(row, 1), &place) && place.form == VV_PLACE_NUMBER);
  vv_member_at(vv_frozen_root(document), 1, &key);
  CHECK(vv_node_place(key, &place) && place.form == VV_PLACE_TEXT);
  CHECK(vv_equal(vv_node_at_place(place), key));
  CHECK(!vv_node_place(vv_node_at_place((vv_place){NULL, 0, 0, 0, 0}), &place));
  CHECK(vv_value_thaw(document, &value, NULL) == VV_OK);
  CHECK(vv_node_place(vv_value_node(value), &place));
  CHECK(vv_value_set(value, VV_LIT("b[0]"), vv_of_i64(1), NULL) == VV_OK);
  CHECK(!vv_node_place(vv_value_node(value), &place));
  CHECK(!vv_node_place(vv_get(vv_value_node(value), VV_LIT("c")), &place));
  vv_value_free(value);
}

static void iterators(void) {
  vv_frozen *document = freeze(VV_YAML, "b: [1, 2, 3]\na: x\n");
  vv_node root = vv_frozen_root(document), item, value;
  vv_str key;
  int64_t sum = 0;
  size_t count = 0;
  char keys[3] = {0};
  VV_EACH(item, vv_get(root, VV_LIT("b"))) {
    sum += vv_i64_or(item, 100);
  }
  CHECK(sum == 6);
  VV_EACH_MEMBER(key, value, root) {
    keys[count++] = key.data[0];
    CHECK(vv_kind_of(value) != VV_MISSING);
  }
  CHECK(count == 2 && strcmp(keys, "ba") == 0);
  VV_EACH(item, vv_get(root, VV_LIT("a"))) {
    CHECK(0);
  }
  vv_frozen_free(document);
}

static void numbers(void) {
  vv_frozen *document = freeze(VV_JSON, "{\"n\": [1.5, 2.5], \"rows\": [{\"p\": 1}, {\"p\": 20}, {\"p\": 300}], \"bad\": [1, \"x\"]}");
  vv_node root = vv_frozen_root(document);
  double f[2] = {0, 0};
  int64_t i[2] = {0, 0};
  size_t count = 0;
  char text[VV_F64_ROOM];
  vv_error *error = NULL;
  vv_packed_numbers packed = vv_packed(vv_get(root, VV_LIT("n")));
  if (packed.element == VV_PACKED_F64) {
    CHECK(packed.len == 2 && ((const double *)packed.data)[1] > 2.4);
  }
  OK(vv_f64s(vv_get(root, VV_LIT("n")), f, 2, &count, NULL));
  CHECK(count == 2 && f[1] > 2.4 && f[1] < 2.6);
  OK(vv_column_i64(vv_get(root, VV_LIT("rows")), VV_LIT("p"), i, 2, &count, NULL));
  CHECK(count == 3 && i[0] == 1 && i[1] == 20);
  CHECK(vv_i64s(vv_get(root, VV_LIT("bad")), i, 2, &count, &error) == VV_E_TYPE_MISMATCH);
  CHECK(strstr(vv_error_path(error), "[1]") != NULL);
  vv_error_free(error);
  CHECK(vv_column_i64(vv_get(root, VV_LIT("rows")), VV_LIT("q"), i, 2, &count, NULL) == VV_E_NOT_FOUND);
  CHECK(vv_i64s(root, i, 2, &count, NULL) == VV_E_TYPE_MISMATCH);
  CHECK(vv_print_f64(0.1, text) == 3 && memcmp(text, "0.1", 3) == 0);
  CHECK(vv_print_f32(0.1f, text) == 3 && memcmp(text, "0.1", 3) == 0);
  CHECK(vv_print_f32(INFINITY, text) == 0 && vv_print_f64(0.1, NULL) == 0);
  floats();
  CHECK(vv_print_f64(1e300, text) == 5 && vv_print_f64((double)NAN, text) == 0);
  vv_frozen_free(document);
}

static void freezers(void) {
  vv_freezer *freezer = NULL;
  vv_node root;
  vv_error *error = NULL;
  int64_t number = 0;
  OK(vv_freezer_new(VV_JSON, NULL, &freezer, NULL));
  many_keys(VV_JSON, freezer);
  OK(vv_freezer_freeze(freezer, VV_LIT("{\"l\": 1, \"t\": {\"a\": 1, \"b\": \"x\"}}"), &root, NULL));
  CHECK(vv_i64(vv_get(vv_get(root, VV_LIT("t")), VV_LIT("b")), &number, &error) == VV_E_TYPE_MISMATCH);
  CHECK(strcmp(vv_error_path(error), "$.t.b") == 0);
  vv_error_free(error);
  OK(vv_freezer_freeze(freezer, VV_LIT("{\"a\": 1}"), &root, NULL));
  CHECK(vv_i64_or(vv_get(root, VV_LIT("a")), 0) == 1);
  CHECK(vv_freezer_freeze(freezer, VV_LIT("{\"a\": "), &root, NULL) == VV_E_UNEXPECTED_END);
  CHECK(vv_kind_of(root) == VV_MISSING);
  OK(vv_freezer_freeze(freezer, VV_LIT("{\"a\": 2}"), &root, NULL));
  CHECK(vv_i64_or(vv_get(root, VV_LIT("a")), 0) == 2);
  vv_freezer_free(freezer);
  CHECK(vv_freezer_new(VV_FROZEN, NULL, &freezer, NULL) == VV_E_INVALID_ARGUMENT);
}

static void values(void) {
  vv_value *config = NULL, *part = NULL, *copy = NULL;
  vv_frozen *frozen = NULL, *base = freeze(VV_JSON, "{\"server\": {\"port\": 80}, \"users\": [1, 2]}");
  vv_buffer text = VV_BUFFER;
  vv_error *error = NULL;
  vv_time time = {1, 500};
  vv_any zero;
  memset(&zero, 0, sizeof zero);
  OK(vv_value_thaw(base, &config, NULL));
  OK(vv_value_clone(config, &copy, NULL));
  OK(vv_value_set(config, VV_LIT("server.port"), vv_of_i64(8443), NULL));
  OK(vv_value_set(config, VV_LIT("/users/-"), vv_of_string(VV_LIT("new")), NULL));
  OK(vv_value_part(config, VV_LIT("users"), &part, NULL));
  OK(vv_value_push(part, vv_of_f64(0.5), NULL));
  OK(vv_value_insert_at(part, 0, vv_of_bool(true), NULL));
  OK(vv_value_remove_at(part, 1, NULL));
  OK(vv_value_set_at(part, 1, vv_of_null(), NULL));
  CHECK(vv_value_set_at(part, 9, vv_of_null(), NULL) == VV_E_NOT_FOUND);
  CHECK(vv_value_insert_at(part, 9, vv_of_null(), NULL) == VV_E_NOT_FOUND);
  CHECK(vv_value_remove_at(part, 9, NULL) == VV_E_NOT_FOUND);
  OK(vv_write(VV_JSON, vv_value_node(config), NULL, &text, NULL));
  CHECK(holds(&text, "{\"server\":{\"port\":8443},\"users\":[true,null,\"new\",0.5]}"));
  OK(vv_write(VV_JSON, vv_value_node(copy), NULL, &text, NULL));
  CHECK(holds(&text, "{\"server\":{\"port\":80},\"users\":[1,2]}"));
  /* A part of the value goes into the value itself, and a key comes from it. */
  OK(vv_value_set(config, VV_LIT("again"), vv_of_node(vv_get(vv_value_node(config), VV_LIT("server"))), NULL));
  OK(vv_value_remove(config, VV_LIT("users"), NULL));
  OK(vv_value_set_key(config, VV_LIT("a.b"), vv_of_u64(7), NULL));
  OK(vv_value_part_key(config, VV_LIT("again"), &part, NULL));
  OK(vv_value_clear(part, NULL));
  OK(vv_value_remove_key(config, VV_LIT("server"), NULL));
  CHECK(vv_value_remove_key(config, VV_LIT("server"), &error) == VV_E_NOT_FOUND);
  vv_error_free(error);
  OK(vv_write(VV_JSON, vv_value_node(config), NULL, &text, NULL));
  CHECK(holds(&text, "{\"again\":{},\"a.b\":7}"));
  OK(vv_value_merge(config, vv_of_value(copy), VV_MERGE_DEEP, NULL));
  CHECK(vv_value_merge(config, vv_of_value(copy), 9, NULL) == VV_E_INVALID_ARGUMENT);
  OK(vv_value_set_key(copy, VV_LIT("users"), vv_of_null(), NULL));
  OK(vv_value_merge(config, vv_of_value(copy), VV_MERGE_PATCH, NULL));
  OK(vv_write(VV_JSON, vv_value_node(config), NULL, &text, NULL));
  CHECK(holds(&text, "{\"again\":{},\"a.b\":7,\"server\":{\"port\":80}}"));
  OK(vv_value_set(config, VV_LIT("t"), vv_of_timestamp(time), NULL));
  OK(vv_value_set(config, VV_LIT("b"), vv_of_binary("\0\1", 2), NULL));
  OK(vv_value_set(config, VV_LIT("n"), vv_of_number(VV_LIT("1.10")), NULL));
  CHECK(vv_value_set(config, VV_LIT("n"), vv_of_number(VV_LIT("x")), NULL) == VV_E_INVALID_ARGUMENT);
  CHECK(vv_value_set(config, VV_LIT("n"), vv_of_string("\xff", 1), NULL) == VV_E_INVALID_UTF8);
  CHECK(vv_value_set(config, VV_LIT("n"), zero, NULL) == VV_E_INVALID_ARGUMENT);
  CHECK(vv_value_set(config, "\xff", 1, vv_of_null(), NULL) == VV_E_INVALID_UTF8);
  CHECK(vv_value_set(NULL, VV_LIT("n"), vv_of_null(), NULL) == VV_E_INVALID_ARGUMENT);
  time.nanos = 1000000000;
  CHECK(vv_value_set(config, VV_LIT("t"), vv_of_timestamp(time), NULL) == VV_E_NUMBER_OUT_OF_RANGE);
  CHECK(same(vv_number_text(vv_get(vv_value_node(config), VV_LIT("n"))), "1.10"));
  CHECK(vv_as_timestamp(vv_get(vv_value_node(config), VV_LIT("t")), &time) && time.nanos == 500);
  CHECK(vv_write(VV_JSON, vv_value_node(config), NULL, &text, &error) == VV_E_UNREPRESENTABLE);
  CHECK(text.len == 0 && vv_error_path(error)[0] != 0);
  vv_error_free(error);
  OK(vv_value_set_any(config, vv_of_i64(5), vv_of_object(), NULL));
  CHECK(vv_kind_of(vv_value_node(config)) == VV_MAP);
  OK(vv_freeze_node(vv_value_node(config), NULL, &frozen, NULL));
  CHECK(vv_equal(vv_frozen_root(frozen), vv_value_node(config)));
  vv_frozen_free(frozen);
  vv_buffer_free(&text);
  vv_value_free(config);
  vv_value_free(copy);
  vv_value_free(NULL);
  CHECK(vv_kind_of(vv_value_node(NULL)) == VV_MISSING);
}

/* What was written of a value is this. Takes the value. */
static void ends_as(vv_value *value, const char *json) {
  vv_buffer text = VV_BUFFER;
  OK(vv_write(VV_JSON, vv_value_node(value), NULL, &text, NULL));
  CHECK(holds(&text, json));
  if (!holds(&text, json)) {
    printf("%.*s\n", (int)text.len, (const char *)text.data);
  }
  vv_buffer_free(&text);
  vv_value_free(value);
}

/* A value, and its part `a.b`, into which the value or its part `a` goes. */
static vv_value *with_part(vv_value **part) {
  vv_value *value = NULL;
  OK(vv_value_thaw(freeze(VV_JSON, "{\"a\": {\"b\": [7], \"o\": {}}}"), &value, NULL));
  OK(vv_value_part(value, VV_LIT("a.b"), part, NULL));
  return value;
}

static void parts_that_take_their_whole(void) {
  static const char whole[] = "{\"a\":{\"b\":[7],\"o\":{}}}";
  char text[200];
  vv_value *part = NULL, *value = with_part(&part);
  OK(vv_value_push(part, vv_of_value(value), NULL));
  sprintf(text, "{\"a\":{\"b\":[7,%s],\"o\":{}}}", whole);
  ends_as(value, text);
  value = with_part(&part);
  OK(vv_value_insert_at(part, 0, vv_of_node(vv_value_node(value)), NULL));
  sprintf(text, "{\"a\":{\"b\":[%s,7],\"o\":{}}}", whole);
  ends_as(value, text);
  value = with_part(&part);
  OK(vv_value_set_at(part, 0, vv_of_node(vv_get(vv_value_node(value), VV_LIT("a"))), NULL));
  ends_as(value, "{\"a\":{\"b\":[{\"b\":[7],\"o\":{}}],\"o\":{}}}");
  value = with_part(&part);
  OK(vv_value_part(value, VV_LIT("a.o"), &part, NULL));
  OK(vv_value_set(part, VV_LIT("x.y"), vv_of_value(value), NULL));
  OK(vv_value_set_key(part, VV_LIT("z"), vv_of_value(part), NULL));
  sprintf(text, "{\"a\":{\"b\":[7],\"o\":{\"x\":{\"y\":%s},\"z\":{\"x\":{\"y\":%s}}}}}", whole, whole);
  ends_as(value, text);
  value = with_part(&part);
  OK(vv_value_part(value, VV_LIT("a.o"), &part, NULL));
  OK(vv_value_merge(part, vv_of_value(value), VV_MERGE_DEEP, NULL));
  sprintf(text, "{\"a\":{\"b\":[7],\"o\":%s}}", whole);
  ends_as(value, text);
  value = with_part(&part);
  OK(vv_value_part(value, VV_LIT("a.o"), &part, NULL));
  OK(vv_value_merge(part, vv_of_value(value), VV_MERGE_PATCH, NULL));
  ends_as(value, text);
  value = with_part(&part);
  OK(vv_value_part(value, VV_LIT("a.o"), &part, NULL));
  OK(vv_value_set_any(part, vv_of_value(value), vv_of_value(value), NULL));
  CHECK(vv_kind_of(vv_value_node(part)) == VV_MAP && vv_len(vv_value_node(part)) == 1);
  vv_value_free(value);
}

/* Finds the error of a number that is none in a document of a format. */
static void located_in(vv_format format, const void *data, size_t len, size_t line, size_t column) {
  vv_frozen *document = NULL;
  vv_error *error = NULL;
  int64_t number = 0;
  vv_node port;
  OK(vv_freeze(format, data, len, NULL, &document, NULL));
  port = vv_get(vv_at(vv_get(vv_frozen_root(document), VV_LIT("hosts")), 1), VV_LIT("port"));
  CHECK(vv_i64(port, &number, &error) == VV_E_TYPE_MISMATCH);
  CHECK(vv_error_line(error) == 0 && vv_error_excerpt(error)[0] == 0);
  OK(vv_error_locate(error, format, data, len, NULL));
  CHECK(vv_error_line(error) == line && vv_error_column(error) == column);
  CHECK(strcmp(vv_error_path(error), "$.hosts[1].port") == 0);
  CHECK(vv_error_code(error) == VV_E_TYPE_MISMATCH && vv_error_excerpt(error)[0] != 0);
  /* It has its place now. */
  CHECK(vv_error_locate(error, format, data, len, NULL) == VV_E_NOT_FOUND);
  vv_error_free(error);
  vv_frozen_free(document);
}

static void locates(void) {
  static const char json[] = "{\"a\": [1, {}],\n \"hosts\": [{}, {\"name\": \"\303\244\", \"port\": \"x\"}]}";
  static const char yaml[] = "a: 1\nhosts:\n- {}\n- name: x\n  port: x\n";
  static const unsigned char keys[] = {0x81, 7, 0x82, 8, 1, 9, 0xC0}; /* {7: {8: 1, 9: null}} */
  vv_frozen *document = NULL;
  vv_error *error = NULL;
  vv_buffer bytes = VV_BUFFER;
  vv_node node;
  int64_t number = 0;
  located_in(VV_JSON, json, sizeof json - 1, 2, 38);
  located_in(VV_JSON5, json, sizeof json - 1, 2, 38);
  located_in(VV_YAML, yaml, sizeof yaml - 1, 5, 9);
  OK(vv_convert(VV_JSON, json, sizeof json - 1, VV_MSGPACK, NULL, &bytes, NULL));
  located_in(VV_MSGPACK, bytes.data, bytes.len, 0, 0);
  vv_buffer_free(&bytes);

  /* Keys that are no strings, by their texts. */
  OK(vv_freeze(VV_MSGPACK, keys, sizeof keys, NULL, &document, NULL));
  node = vv_member_at(vv_member_at(vv_frozen_root(document), 0, NULL), 1, NULL);
  CHECK(vv_i64(node, &number, &error) == VV_E_TYPE_MISMATCH);
  OK(vv_error_locate(error, VV_MSGPACK, keys, sizeof keys, NULL));
  CHECK(vv_error_offset(error) == 6);
  vv_error_free(error);
  error = NULL;

  /* Of members with the same key, the one that the document has. */
  {
    static const char twice[] = "{\"a\": 1,\n \"a\": \"x\"}";
    vv_options options = VV_OPTIONS;
    vv_frozen *last = NULL;
    options.duplicates = VV_DUPLICATES_LAST;
    OK(vv_freeze(VV_JSON, twice, sizeof twice - 1, &options, &last, NULL));
    CHECK(vv_i64(vv_get(vv_frozen_root(last), VV_LIT("a")), &number, &error) == VV_E_TYPE_MISMATCH);
    OK(vv_error_locate(error, VV_JSON, twice, sizeof twice - 1, &options));
    CHECK(vv_error_line(error) == 2 && vv_error_column(error) == 7);
    vv_error_free(error);
    error = NULL;
    vv_frozen_free(last);
  }

  /* In another text the place is where the way ends; a text that is none changes nothing. */
  CHECK(vv_i64(node, &number, &error) == VV_E_TYPE_MISMATCH);
  CHECK(vv_error_locate(error, VV_JSON, "[1,", 3, NULL) == VV_OK);
  CHECK(vv_error_line(error) == 1 && vv_error_column(error) == 1);
  vv_error_free(error);
  error = NULL;
  CHECK(vv_i64(node, &number, &error) == VV_E_TYPE_MISMATCH);
  CHECK(vv_error_locate(error, VV_JSON, "", 0, NULL) == VV_E_UNEXPECTED_END);
  CHECK(vv_error_line(error) == 0 && vv_error_code(error) == VV_E_TYPE_MISMATCH);
  CHECK(vv_error_locate(error, 999, "1", 1, NULL) == VV_E_INVALID_ARGUMENT);
  CHECK(vv_error_locate(error, VV_FROZEN, "1", 1, NULL) == VV_E_INVALID_ARGUMENT);
  CHECK(vv_error_locate(error, VV_JSON, NULL, 1, NULL) == VV_E_INVALID_ARGUMENT);
  CHECK(vv_error_locate(NULL, VV_JSON, "1", 1, NULL) == VV_E_INVALID_ARGUMENT);
  vv_error_free(error);
  error = NULL;
  /* The error of a node that was sought nowhere has no path. */
  memset(&node, 0, sizeof node);
  CHECK(vv_i64(vv_get(node, VV_LIT("a")), &number, &error) == VV_E_NOT_FOUND);
  CHECK(vv_error_locate(error, VV_JSON, "1", 1, NULL) == VV_E_NOT_FOUND);
  vv_error_free(error);
  vv_frozen_free(document);
}

/* An error has this path, and after it was located in the text this line. */
static void at_path(vv_error *error, const char *text, const char *path, size_t line) {
  CHECK(error != NULL && strcmp(vv_error_path(error), path) == 0);
  if (error != NULL && strcmp(vv_error_path(error), path) != 0) {
    printf("%s is not %s: %s\n", vv_error_path(error), path, vv_error_message(error));
  }
  OK(vv_error_locate(error, VV_JSON, text, strlen(text), NULL));
  CHECK(vv_error_line(error) == line);
  CHECK(strcmp(vv_error_path(error), path) == 0);
  vv_error_free(error);
}

/* Errors about nodes below the root have the whole way, once, and the line where it ends. */
static void whole_paths(void) {
  static const char text[] =
      "{\"a\": 1,\n \"b\": {\"list\": [1,\n  \"two\"],\n  \"rows\": [{\"k\": 1},\n   {\"k\": \"t\"},\n   {}]}}";
  vv_frozen *document = freeze(VV_JSON, text);
  vv_node b = vv_get(vv_frozen_root(document), VV_LIT("b")), rows = vv_get(b, VV_LIT("rows")), found;
  vv_error *error = NULL;
  int64_t integers[4];
  double floats_[4];
  size_t count = 0;
  int64_t number = 0;
  CHECK(vv_i64s(vv_get(b, VV_LIT("list")), integers, 4, &count, &error) == VV_E_TYPE_MISMATCH);
  at_path(error, text, "$.b.list[1]", 3);
  error = NULL;
  CHECK(vv_f64s(vv_get(b, VV_LIT("list")), floats_, 4, &count, &error) == VV_E_TYPE_MISMATCH);
  at_path(error, text, "$.b.list[1]", 3);
  error = NULL;
  CHECK(vv_i64s(b, integers, 4, &count, &error) == VV_E_TYPE_MISMATCH);
  at_path(error, text, "$.b", 2);
  error = NULL;
  CHECK(vv_column_i64(rows, VV_LIT("k"), integers, 4, &count, &error) == VV_E_TYPE_MISMATCH);
  at_path(error, text, "$.b.rows[1].k", 5);
  error = NULL;
  CHECK(vv_column_f64(rows, VV_LIT("no"), floats_, 4, &count, &error) == VV_E_NOT_FOUND);
  at_path(error, text, "$.b.rows[0]", 4);
  error = NULL;
  CHECK(vv_column_i64(vv_get(b, VV_LIT("list")), VV_LIT("k"), integers, 4, &count, &error) != VV_OK);
  at_path(error, text, "$.b.list[0]", 2);
  error = NULL;
  /* What is missing: where the way ends. */
  CHECK(vv_path(b, VV_LIT("list[7].x"), &found, &error) == VV_E_NOT_FOUND);
  at_path(error, text, "$.b.list", 2);
  error = NULL;
  CHECK(vv_path(b, VV_LIT("list[1].x"), &found, &error) == VV_E_TYPE_MISMATCH);
  at_path(error, text, "$.b.list[1]", 3);
  error = NULL;
  CHECK(vv_path(vv_at(rows, 1), VV_LIT("/z"), &found, &error) == VV_E_NOT_FOUND);
  at_path(error, text, "$.b.rows[1]", 5);
  error = NULL;
  CHECK(vv_i64(vv_get(vv_get(vv_at(rows, 2), VV_LIT("z")), VV_LIT("y")), &number, &error) == VV_E_NOT_FOUND);
  CHECK(strstr(vv_error_message(error), "no such member") != NULL);
  at_path(error, text, "$.b.rows[2]", 6);
  error = NULL;
  CHECK(vv_i64s(vv_at(rows, 9), integers, 4, &count, &error) == VV_E_NOT_FOUND);
  at_path(error, text, "$.b.rows", 4);
  vv_frozen_free(document);
}

/* The error about an integer at a path of a value. */
static vv_error *no_integer(vv_node root, const char *path) {
  vv_error *error = NULL;
  int64_t number = 0;
  CHECK(vv_i64(vv_get_path(root, path, strlen(path)), &number, &error) == VV_E_TYPE_MISMATCH);
  return error;
}

/* In a value that was not changed paths are those of its document. After a change no error has a
 * path of before: from the root the way is known, elsewhere there is no path. */
static void paths_of_changed_values(void) {
  static const char text[] = "{\"l\": [{\"n\": 1}, {\"n\": \"x\"}], \"m\": {\"k\": \"s\", \"a\": [\"t\"]}}";
  vv_value *value = NULL, *part = NULL;
  vv_error *error = NULL;
  vv_node root, found, key;
  vv_iter all;
  vv_place place;
  int64_t numbers_[2];
  size_t count = 0;
  OK(vv_value_thaw(freeze(VV_JSON, text), &value, NULL));
  error = no_integer(vv_value_node(value), "l[1].n");
  CHECK(strcmp(vv_error_path(error), "$.l[1].n") == 0);
  vv_error_free(error);
  OK(vv_value_remove(value, VV_LIT("l[0]"), NULL));
  OK(vv_value_set(value, VV_LIT("moved.here"), vv_of_node(vv_get(vv_value_node(value), VV_LIT("m"))), NULL));
  root = vv_value_node(value);
  CHECK(vv_path(root, VV_LIT("l[0].n.z"), &found, &error) == VV_E_TYPE_MISMATCH);
  CHECK(strcmp(vv_error_path(error), "$.l[0].n") == 0);
  vv_error_free(error);
  CHECK(vv_path(vv_get(root, VV_LIT("m")), VV_LIT("z"), &found, &error) == VV_E_NOT_FOUND);
  CHECK(strcmp(vv_error_path(error), "") == 0 && strstr(vv_error_message(error), "$") == NULL);
  vv_error_free(error);
  OK(vv_path(root, VV_LIT("m.k"), &found, NULL));
  error = no_integer(found, "");
  CHECK(strcmp(vv_error_path(error), "") == 0);
  vv_error_free(error);
  error = no_integer(root, "l[0].n");
  CHECK(strcmp(vv_error_path(error), "") == 0 && strstr(vv_error_message(error), "$") == NULL);
  vv_error_free(error);
  error = no_integer(root, "moved.here.k");
  CHECK(strcmp(vv_error_path(error), "") == 0);
  vv_error_free(error);
  error = NULL;
  CHECK(vv_i64s(vv_get_path(root, VV_LIT("m.a")), numbers_, 2, &count, &error) == VV_E_TYPE_MISMATCH);
  CHECK(strcmp(vv_error_path(error), "") == 0);
  vv_error_free(error);
  error = NULL;
  CHECK(vv_i64(vv_get(vv_get(root, VV_LIT("m")), VV_LIT("none")), numbers_, &error) == VV_E_NOT_FOUND);
  CHECK(strcmp(vv_error_path(error), "") == 0);
  vv_error_free(error);
  /* By iterators, members and parts. */
  all = vv_iterate(vv_get(root, VV_LIT("m")));
  while (vv_next(&all, &found)) {
    error = no_integer(found, "");
    CHECK(strcmp(vv_error_path(error), "") == 0);
    vv_error_free(error);
  }
  found = vv_member_at(vv_get(root, VV_LIT("m")), 0, &key);
  CHECK(!vv_node_place(found, &place) && !vv_node_place(key, &place));
  error = no_integer(found, "");
  CHECK(strcmp(vv_error_path(error), "") == 0);
  vv_error_free(error);
  OK(vv_value_part(value, VV_LIT("m"), &part, NULL));
  error = no_integer(vv_value_node(part), "k");
  CHECK(strcmp(vv_error_path(error), "") == 0);
  vv_error_free(error);
  vv_value_free(value);
}

/* One error has one number, in whichever header. */
static void numbers_of_errors(void) {
  static const char text[] = "[18446744073709551615, 123456789012345678901234567890, {\"a\": 0.5}]";
  static unsigned char scratch[1 << 16];
  static const struct {
    vvf_status here;
    vv_code there;
  } same_numbers[] = {
      {VVF_ERROR_RANGE, VV_E_NUMBER_OUT_OF_RANGE}, {VVF_ERROR_DEPTH, VV_E_DEPTH_LIMIT},
      {VVF_ERROR_SIZE, VV_E_SIZE_LIMIT},           {VVF_ERROR_NODES, VV_E_NODE_LIMIT},
      {VVF_ERROR_SCRATCH, VV_E_OUT_OF_MEMORY},     {VVF_ERROR_KIND, VV_E_TYPE_MISMATCH},
      {VVF_ERROR_UNREPRESENTABLE, VV_E_UNREPRESENTABLE}, {VVF_ERROR_INVALID, VV_E_INVALID_FROZEN},
      {VVF_ERROR_VERSION, VV_E_UNSUPPORTED_VERSION}, {VVF_ERROR_NOT_FOUND, VV_E_NOT_FOUND},
      {VVF_ERROR_WRITE, VV_E_IO},                  {VVF_ERROR_PATH, VV_E_INVALID_PATH},
      {VVF_ERROR_CHECKSUM, VV_E_CHECKSUM_MISMATCH},
  };
  vv_frozen *document = freeze(VV_JSON, text);
  vv_bytes bytes = vv_frozen_bytes(document);
  vvf_doc doc;
  vvf_error error;
  vvf_value value;
  int64_t number;
  size_t i;
  CHECK(vvf_open(&doc, bytes.data, bytes.len, NULL, scratch, sizeof scratch, &error) == VVF_OK);
  for (i = 0; i < 3; i++) {
    CHECK(vvf_at(vvf_root(&doc), i, &value) == VVF_OK);
    CHECK((vv_code)vvf_get_i64(value, &number) == vv_i64(vv_at(vv_frozen_root(document), i), &number, NULL));
  }
  for (i = 0; i < sizeof same_numbers / sizeof *same_numbers; i++) {
    CHECK((vv_code)same_numbers[i].here == same_numbers[i].there);
  }
  vv_frozen_free(document);
}

/* A text that is not UTF-8 has its line and column, whoever reads it. */
static void not_utf8(void) {
  static const char text[] = "a: 1\n# \xc3\xa4\nb: \xff\n";
  vv_frozen *document = NULL;
  vv_text *edited = NULL;
  vv_error *error = NULL;
  CHECK(vv_text_new(VV_SYNTAX_YAML, text, sizeof text - 1, NULL, &edited, &error) == VV_E_INVALID_UTF8);
  CHECK(vv_error_offset(error) == 13 && vv_error_line(error) == 3 && vv_error_column(error) == 4);
  vv_error_free(error);
  error = NULL;
  CHECK(vv_freeze(VV_YAML, text, sizeof text - 1, NULL, &document, &error) == VV_E_INVALID_UTF8);
  CHECK(vv_error_offset(error) == 13 && vv_error_line(error) == 3 && vv_error_column(error) == 4);
  vv_error_free(error);
  error = NULL;
  CHECK(vv_freeze(VV_JSON, "[1,\n\"\xff\"]", 8, NULL, &document, &error) == VV_E_INVALID_UTF8);
  CHECK(vv_error_offset(error) == 5 && vv_error_line(error) == 2 && vv_error_column(error) == 2);
  vv_error_free(error);
}

/* Hints name what C and C++ have, and nothing of Rust. */
static void hints(void) {
  static const struct {
    vv_format from, to;
    const char *text, *hint;
  } cases[] = {
      {VV_CBOR, VV_JSON, "\x41z", "VV_BYTES_AS_TEXT"},
      {VV_YAML, VV_JSON, "{[2]: y}", "JSON has no other keys"},
      {VV_YAML, VV_JSON, ".nan", "all_as_text()"},
      {VV_YAML, VV_MSGPACK, "123456789012345678901234567890", "VV_BYTES_AS_TEXT"},
      {VV_YAML, VV_JSON, "a: [ 1,\n]\n", "VV_TOLERANT"},
      {VV_YAML, VV_JSON, "a: &x {b: 1}\nc:\n  <<: *x\n  <<: *x\n", "duplicates policy"},
      {VV_JSON, VV_CBOR, "{\"a\": 1, \"a\": 2}", "duplicates policy"},
  };
  vv_buffer out = VV_BUFFER;
  vv_text *text = NULL;
  vv_error *error = NULL;
  size_t i;
  for (i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *from = cases[i].text;
    CHECK(vv_convert(cases[i].from, from, strlen(from), cases[i].to, NULL, &out, &error) != VV_OK);
    CHECK(strstr(vv_error_hint(error), cases[i].hint) != NULL);
    CHECK(strstr(vv_error_hint(error), "::") == NULL);
    CHECK(strstr(vv_error_hint(error), "the option `") == NULL);
    CHECK(strstr(vv_error_excerpt(error), cases[i].hint) != NULL);
    vv_error_free(error);
    error = NULL;
  }
  CHECK(vv_text_new(VV_SYNTAX_YAML, "a: [ 1,\n]\n", 10, NULL, &text, &error) == VV_E_SYNTAX);
  CHECK(strstr(vv_error_hint(error), "VV_SYNTAX_TOLERANT_YAML") != NULL);
  vv_error_free(error);
  vv_buffer_free(&out);
}

static void texts(void) {
  vv_text *text = NULL;
  vv_buffer out = VV_BUFFER;
  vv_span spans[2];
  size_t count = 0;
  OK(vv_text_new(VV_SYNTAX_YAML, VV_LIT("# the port\nport: 80    # not 8080\nhosts: ['a']\n"), NULL, &text, NULL));
  OK(vv_text_set(text, VV_LIT("port"), vv_of_i64(443), NULL));
  OK(vv_text_insert(text, VV_LIT("/hosts/-"), vv_of_string(VV_LIT("b")), NULL));
  OK(vv_text_rename(text, VV_LIT("hosts"), VV_LIT("names"), NULL));
  CHECK(same(vv_text_get(text), "# the port\nport: 443    # not 8080\nnames: ['a', 'b']\n"));
  CHECK(vv_i64_or(vv_get(vv_text_node(text), VV_LIT("port")), 0) == 443);
  OK(vv_text_comments(text, spans, 2, &count, NULL));
  CHECK(count == 2 && spans[0].start == 0 && spans[0].end == 10);
  OK(vv_text_remove(text, VV_LIT("names"), NULL));
  CHECK(vv_text_remove(text, VV_LIT("names"), NULL) == VV_E_NOT_FOUND);
  OK(vv_text_indent(text, &out, NULL));
  CHECK(out.len > 0);
  vv_text_free(text);
  OK(vv_text_new(VV_SYNTAX_YAML, VV_LIT("a: &x [1]\nb: *x\n"), NULL, &text, NULL));
  CHECK(vv_text_set(text, VV_LIT("b[0]"), vv_of_i64(2), NULL) == VV_E_REFUSED);
  OK(vv_text_through_aliases(text, true, NULL));
  OK(vv_text_set(text, VV_LIT("b[0]"), vv_of_i64(2), NULL));
  CHECK(same(vv_text_get(text), "a: &x [2]\nb: *x\n"));
  CHECK(vv_text_new(9, VV_LIT("1"), NULL, &text, NULL) == VV_E_INVALID_ARGUMENT);
  CHECK(vv_text_new(VV_MSGPACK, VV_LIT("1"), NULL, &text, NULL) == VV_E_INVALID_ARGUMENT);
  CHECK(VV_SYNTAX_JSON == VV_JSON && VV_SYNTAX_JSON5 == VV_JSON5 && VV_SYNTAX_YAML == VV_YAML);
  CHECK(vv_text_new(VV_SYNTAX_JSON, VV_LIT("[1,]"), NULL, &text, NULL) == VV_E_SYNTAX);
  CHECK(vv_text_get(NULL).data == NULL && vv_kind_of(vv_text_node(NULL)) == VV_MISSING);
  vv_text_free(text);
  vv_buffer_free(&out);
}

static void readers(void) {
  vv_reader *reader = NULL;
  vv_str key;
  size_t mark;
  OK(vv_reader_new(VV_JSON, VV_LIT("{\"a\": [1, [2, 3], 4], \"b\": true}"), NULL, &reader, NULL));
  CHECK(vv_reader_peek(reader) == VV_OBJECT);
  OK(vv_reader_begin(reader, NULL));
  CHECK(vv_reader_peek(reader) == VV_MISSING);
  CHECK(vv_reader_next(reader, &key) && same(key, "a"));
  mark = vv_reader_mark(reader);
  OK(vv_reader_begin(reader, NULL));
  CHECK(vv_reader_next(reader, &key) && key.data == NULL);
  CHECK(vv_i64_or(vv_reader_take(reader), 0) == 1);
  CHECK(vv_reader_next(reader, NULL) && vv_reader_peek(reader) == VV_ARRAY); /* skipped */
  CHECK(vv_reader_next(reader, NULL) && vv_i64_or(vv_reader_take(reader), 0) == 4);
  CHECK(vv_reader_begin(reader, NULL) == VV_E_TYPE_MISMATCH);
  CHECK(!vv_reader_next(reader, NULL) && vv_reader_depth(reader) == 1);
  CHECK(vv_reader_next(reader, &key) && same(key, "b"));
  CHECK(!vv_reader_next(reader, NULL) && vv_reader_depth(reader) == 0);
  OK(vv_reader_rewind(reader, mark, NULL));
  CHECK(vv_len(vv_reader_take(reader)) == 3);
  CHECK(vv_reader_rewind(reader, 7, NULL) == VV_E_INVALID_ARGUMENT);
  vv_reader_free(reader);
  CHECK(vv_reader_peek(NULL) == VV_MISSING && !vv_reader_next(NULL, NULL));
}

static void writers(void) {
  static const vv_format all[] = {VV_FROZEN, VV_JSON, VV_YAML, VV_MSGPACK, VV_CBOR, VV_FLEXBUFFERS};
  vv_writer *writer = NULL;
  vv_frozen *document = NULL, *expected = freeze(VV_JSON, "{\"id\": 7, \"list\": [null, \"x\", {}]}");
  vv_buffer out = VV_BUFFER;
  vv_tag tag = {VV_TAG_NUMBER, 0, 4711};
  size_t i, round;
  for (i = 0; i < sizeof all / sizeof *all; i++) {
    OK(vv_writer_new(all[i], NULL, &writer, NULL));
    for (round = 0; round < 2; round++) {
      OK(vv_writer_begin(writer, VV_OBJECT, NULL));
      OK(vv_writer_key(writer, VV_LIT("id"), NULL));
      OK(vv_writer_put(writer, vv_of_i64(7), NULL));
      OK(vv_writer_key(writer, VV_LIT("list"), NULL));
      OK(vv_writer_begin(writer, VV_ARRAY, NULL));
      OK(vv_writer_put(writer, vv_of_null(), NULL));
      OK(vv_writer_put(writer, vv_of_string(VV_LIT("x")), NULL));
      OK(vv_writer_put(writer, vv_of_object(), NULL));
      OK(vv_writer_end(writer, NULL));
      OK(vv_writer_end(writer, NULL));
      OK(vv_writer_finish(writer, &out, NULL));
      OK(vv_freeze(all[i], out.data, out.len, NULL, &document, NULL));
      CHECK(vv_equal(vv_frozen_root(document), vv_frozen_root(expected)));
      vv_frozen_free(document);
    }
    vv_writer_free(writer);
  }
  OK(vv_writer_new(VV_CBOR, NULL, &writer, NULL));
  CHECK(vv_writer_end(writer, NULL) == VV_E_INVALID_EVENTS);
  CHECK(vv_writer_put(writer, vv_of_null(), NULL) == VV_E_INVALID_EVENTS);
  CHECK(vv_writer_finish(writer, &out, NULL) == VV_E_INVALID_EVENTS);
  OK(vv_writer_begin(writer, VV_OBJECT, NULL));
  CHECK(vv_writer_put(writer, vv_of_null(), NULL) == VV_E_INVALID_EVENTS);
  CHECK(vv_writer_finish(writer, &out, NULL) == VV_E_INVALID_EVENTS && out.len == 0);
  OK(vv_writer_begin(writer, VV_MAP, NULL));
  OK(vv_writer_any_key(writer, NULL));
  OK(vv_writer_put(writer, vv_of_i64(1), NULL));
  OK(vv_writer_tag(writer, tag, NULL));
  OK(vv_writer_put(writer, vv_of_bool(true), NULL));
  OK(vv_writer_end(writer, NULL));
  CHECK(vv_writer_begin(writer, VV_STRING, NULL) == VV_E_INVALID_ARGUMENT);
  CHECK(vv_writer_finish(writer, &out, NULL) == VV_E_INVALID_EVENTS);
  OK(vv_writer_tag(writer, tag, NULL));
  CHECK(vv_writer_finish(writer, &out, NULL) == VV_E_INVALID_EVENTS);
  OK(vv_writer_tag(writer, tag, NULL));
  OK(vv_writer_put(writer, vv_of_bool(true), NULL));
  OK(vv_writer_finish(writer, &out, NULL));
  CHECK(out.len == 4 && out.data[3] == 0xf5);
  vv_writer_free(writer);
  vv_buffer_free(&out);
  vv_frozen_free(expected);
}

static bool on_scalar(void *context, const vv_scalar *scalar) {
  int64_t *sum = context;
  if (scalar->kind == VV_INTEGER) {
    *sum += scalar->number.i64;
  }
  return scalar->kind != VV_NULL;
}

static bool on_key(void *context, const char *key, size_t len) {
  (void)key;
  *(int64_t *)context += 1000 * (int64_t)len;
  return true;
}

static void driven(void) {
  vv_sink sink = VV_SINK;
  int64_t sum = 0;
  sink.scalar = on_scalar;
  sink.key = on_key;
  OK(vv_drive(VV_YAML, VV_LIT("ab: [1, 2]\nc: 3\n"), NULL, &sink, &sum, NULL));
  CHECK(sum == 3006);
  CHECK(vv_drive(VV_JSON, VV_LIT("[1, null, 2]"), NULL, &sink, &sum, NULL) == VV_E_CANCELLED);
  CHECK(sum == 3007);
  CHECK(vv_drive(VV_JSON, VV_LIT("[1, x]"), NULL, &sink, &sum, NULL) == VV_E_SYNTAX);
  CHECK(vv_drive(VV_JSON, VV_LIT("1"), NULL, NULL, NULL, NULL) == VV_E_INVALID_ARGUMENT);
}

/* An input and an output in memory. */
typedef struct {
  const char *at;
  char out[256];
  size_t len;
  uint64_t bad_line;
  int64_t sum;
} memory;

static size_t read_memory(void *context, void *to, size_t room) {
  memory *from = context;
  size_t len = strlen(from->at);
  len = len < 5 ? len : 5;
  len = len < room ? len : room;
  memcpy(to, from->at, len);
  from->at += len;
  return len;
}

static bool write_memory(void *context, const void *data, size_t len) {
  memory *into = context;
  if (into->len + len > sizeof into->out) {
    return false;
  }
  memcpy(into->out + into->len, data, len);
  into->len += len;
  return true;
}

static bool on_bad(void *context, const vv_bad_record *bad) {
  ((memory *)context)->bad_line = bad->number;
  return bad->code == VV_E_SYNTAX && bad->bytes.len > 0 && bad->message.len > 0;
}

static bool stop(void *context, const vv_progress *progress) {
  (void)context;
  return progress->records > 1000000;
}

static bool on_record(void *context, vv_node root, uint64_t number) {
  ((memory *)context)->sum += vv_i64_or(vv_get(root, VV_LIT("id")), 0);
  return number < 3;
}

static size_t cannot_read(void *context, void *to, size_t room) {
  (void)context, (void)to, (void)room;
  return VV_READ_FAILED;
}

static void records(void) {
  static const char lines[] = "{\"id\": 1}\n{\"id\": }\n{\"id\": 30}\n";
  vv_records_options options = VV_RECORDS_OPTIONS;
  vv_progress done;
  memory context;
  vv_input input = {read_memory, NULL};
  vv_output output = {write_memory, NULL};
  vv_error *error = NULL;
  memset(&context, 0, sizeof context);
  input.context = output.context = options.context = &context;
  options.threads = 1;
  context.at = lines;
  CHECK(vv_records_convert(VV_JSON, input, VV_JSON, output, &options, &done, &error) == VV_E_SYNTAX);
  CHECK(vv_error_line(error) == 2 && strstr(vv_error_message(error), "line 2, column 8") != NULL);
  CHECK(strstr(vv_error_excerpt(error), "--> line 2, column 8, at $.id\n2 | {\"id\": }\n") != NULL);
  CHECK(vv_error_record(error) == 2 && vv_error_offset(error) == 17);
  vv_error_free(error);
  error = NULL;
  options.bad = on_bad;
  context.at = lines;
  context.len = 0;
  OK(vv_records_convert(VV_JSON, input, VV_MSGPACK, output, &options, &done, NULL));
  CHECK(done.records == 2 && done.bad == 1 && context.bad_line == 2);
  CHECK(context.len == 10 && memcmp(context.out, "\x81\xa2id\x01\x81\xa2id\x1e", 10) == 0);
  context.at = "[{\"id\": 1}, {\"id\": 2}]";
  options.flags = VV_RECORDS_ARRAY;
  OK(vv_records_convert(VV_JSON, input, VV_NO_FORMAT, output, &options, &done, NULL));
  CHECK(done.records == 2);
  options.flags = 0;
  options.progress = stop;
  context.at = lines;
  CHECK(vv_records_convert(VV_JSON, input, VV_JSON, output, &options, &done, NULL) == VV_E_CANCELLED);
  context.at = "{\"id\": 1}\n\n{\"id\": 2}\n{\"id\": 4}\n";
  CHECK(vv_records_each(VV_JSON, input, NULL, on_record, &context, NULL) == VV_E_CANCELLED);
  CHECK(context.sum == 3);
  context.at = "{\"id\": 5}\n";
  OK(vv_records_each(VV_JSON, input, NULL, on_record, &context, NULL));
  CHECK(context.sum == 8);
  context.at = lines;
  CHECK(vv_records_each(VV_JSON, input, NULL, on_record, &context, &error) == VV_E_SYNTAX);
  CHECK(vv_error_line(error) == 2 && vv_error_column(error) == 8 && vv_error_record(error) == 2);
  CHECK(vv_error_offset(error) == 17 && strstr(vv_error_message(error), "line 2, column 8: ") != NULL);
  CHECK(strstr(vv_error_excerpt(error), "--> line 2, column 8, at $.id\n2 | {\"id\": }\n") != NULL);
  vv_error_free(error);
  error = NULL;
  context.at = lines;
  context.sum = 0;
  options.progress = NULL;
  CHECK(vv_records_each(VV_JSON, input, &options, on_record, &context, NULL) == VV_E_CANCELLED);
  CHECK(context.sum == 31 && context.bad_line == 2);
  options.bad = NULL;
  options.flags = VV_RECORDS_ARRAY;
  context.at = "[1,\n {\"id\": }]";
  CHECK(vv_records_each(VV_JSON, input, &options, on_record, &context, &error) == VV_E_SYNTAX);
  CHECK(vv_error_line(error) == 2 && vv_error_column(error) == 9 && vv_error_record(error) == 1);
  CHECK(vv_error_offset(error) == 12 && strstr(vv_error_excerpt(error), "--> line 2, column 9, at $.id\n") != NULL);
  vv_error_free(error);
  CHECK(vv_error_record(NULL) == VV_NO_RECORD);
  input.read = cannot_read;
  CHECK(vv_records_each(VV_JSON, input, NULL, on_record, &context, NULL) == VV_E_IO);
  CHECK(vv_records_each(VV_YAML, input, NULL, on_record, &context, NULL) == VV_E_INVALID_ARGUMENT);
  input.read = NULL;
  CHECK(vv_records_each(VV_JSON, input, NULL, on_record, &context, NULL) == VV_E_INVALID_ARGUMENT);
}

static void flatbuffers(void) {
  static const char text[] = "enum Size: byte { S, L } table Lamp { watts: float; size: Size; } root_type Lamp;";
  vv_schema *schema = NULL;
  vv_frozen *lamp = freeze(VV_JSON, "{\"watts\": 4.5, \"size\": \"L\"}");
  vv_buffer built = VV_BUFFER, out = VV_BUFFER;
  vv_error *error = NULL;
  OK(vv_schema_new(text, sizeof text - 1, NULL, 0, &schema, NULL));
  OK(vv_flatbuffer_build(schema, vv_frozen_root(lamp), &built, NULL));
  OK(vv_flatbuffer_verify(schema, built.data, built.len, NULL, NULL));
  OK(vv_flatbuffer_convert(schema, built.data, built.len, VV_JSON, NULL, &out, NULL));
  CHECK(holds(&out, "{\"watts\":4.5,\"size\":\"L\"}"));
  CHECK(vv_flatbuffer_verify(schema, built.data, 6, NULL, &error) != VV_OK);
  vv_error_free(error);
  vv_schema_free(schema);
  schema = NULL;
  CHECK(vv_schema_new(VV_LIT("table {"), NULL, 0, &schema, &error) == VV_E_SYNTAX);
  CHECK(vv_error_message(error)[0] != 0 && schema == NULL);
  vv_error_free(error);
  CHECK(vv_schema_new(text, sizeof text - 1, VV_LIT("None"), &schema, NULL) == VV_E_NOT_FOUND);
  CHECK(vv_flatbuffer_verify(NULL, built.data, built.len, NULL, NULL) == VV_E_INVALID_ARGUMENT);
  vv_buffer_free(&built);
  vv_buffer_free(&out);
  vv_frozen_free(lamp);
}

static void all_of_them(void) {
  sizes();
  texts();
  readers();
  writers();
  driven();
  records();
  flatbuffers();
  values();
  parts_that_take_their_whole();
  errors();
  misuse();
  formats();
  options();
  adopted();
  bytes_of_nodes();
  refusals();
  refusals_of_kept_members();
  locates();
  whole_paths();
  not_utf8();
  hints();
  paths_of_changed_values();
  numbers_of_errors();
  nodes();
  places();
  iterators();
  numbers();
  freezers();
}

/* Whatever this thread has frozen before, the answers are the same. */
int main(void) {
  all_of_them();
  many_keys(VV_JSON, NULL);
  all_of_them();
  if (!failed) {
    puts("all is well");
  }
  return failed;
}

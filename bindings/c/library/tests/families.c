/*
 * Every kind of document through every way it can be held: made, read, copied, changed, frozen and
 * thawed. One function a family, as the tests of other libraries of this kind have them.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <varvel.h>

#include "check.h"

/* A value that is made of `any`. */
static vv_value *make(vv_any any) {
  vv_value *value = NULL;
  OK(vv_value_new(any, &value, NULL));
  return value;
}

static vv_value *thaw(const char *json) {
  vv_value *value = NULL;
  OK(vv_value_thaw(freeze(VV_JSON, json), &value, NULL));
  return value;
}

static int is_json(vv_node node, const char *expected) {
  vv_buffer text = VV_BUFFER;
  int same;
  OK(vv_write(VV_JSON, node, NULL, &text, NULL));
  same = holds(&text, expected);
  if (!same) {
    printf("%.*s is not %s\n", (int)text.len, (const char *)text.data, expected);
  }
  vv_buffer_free(&text);
  return same;
}

/* Checks of a value of any kind: its copy, its frozen document and the value thawed from that are
 * equal to it, and stay so when it is freed. Takes the value. */
static void regular(vv_value *value, vv_kind kind, const char *json) {
  vv_value *copy = NULL, *thawed = NULL, *other = make(vv_of_string(VV_LIT("another value")));
  vv_frozen *frozen = NULL, *lent = NULL;
  vv_bytes bytes;
  CHECK(vv_kind_of(vv_value_node(value)) == kind && is_json(vv_value_node(value), json));
  OK(vv_value_clone(value, &copy, NULL));
  OK(vv_freeze_node(vv_value_node(value), NULL, &frozen, NULL));
  CHECK(vv_equal(vv_value_node(value), vv_value_node(copy)));
  CHECK(vv_equal(vv_frozen_root(frozen), vv_value_node(copy)));
  CHECK(!vv_equal(vv_frozen_root(frozen), vv_value_node(other)));
  CHECK(vv_compare(vv_frozen_root(frozen), vv_value_node(other)) ==
        -vv_compare(vv_value_node(other), vv_value_node(value)));
  CHECK(vv_hash(vv_frozen_root(frozen)) == vv_hash(vv_value_node(value)));
  CHECK(vv_len(vv_frozen_root(frozen)) == vv_len(vv_value_node(value)));
  bytes = vv_frozen_bytes(frozen);
  OK(vv_validate(VV_FROZEN, bytes.data, bytes.len, NULL, NULL));
  CHECK(vv_validate(VV_FROZEN, bytes.data, bytes.len - 1, NULL, NULL) != VV_OK);
  OK(vv_frozen_adopt(bytes.data, bytes.len, NULL, NULL, NULL, &lent, NULL));
  CHECK(is_json(vv_frozen_root(lent), json));
  vv_frozen_free(lent);
  /* The original and its copy live on alone. */
  vv_value_free(value);
  CHECK(is_json(vv_value_node(copy), json));
  OK(vv_value_thaw(frozen, &thawed, NULL));
  CHECK(vv_kind_of(vv_value_node(thawed)) == kind && vv_equal(vv_value_node(thawed), vv_value_node(copy)));
  vv_value_free(copy);
  vv_value_free(thawed);
  vv_value_free(other);
}

static void nulls(void) {
  vv_value *null = make(vv_of_null());
  CHECK(vv_is_null(vv_value_node(null)) && !vv_bool_or(vv_value_node(null), false));
  CHECK(vv_value_push(null, vv_of_null(), NULL) == VV_E_TYPE_MISMATCH);
  CHECK(vv_value_clear(null, NULL) == VV_E_NOT_FOUND);
  regular(null, VV_NULL, "null");
}

static void booleans(void) {
  vv_value *yes = make(vv_of_bool(true));
  int64_t number = 5;
  CHECK(vv_bool_or(vv_value_node(yes), false) && !vv_as_i64(vv_value_node(yes), &number) && number == 5);
  regular(yes, VV_BOOL, "true");
  regular(make(vv_of_bool(false)), VV_BOOL, "false");
}

static void integers(void) {
  static const char *const texts[] = {"0", "-1", "127", "-128", "65536", "-2147483649",
                                      "9223372036854775807", "-9223372036854775808"};
  static const int64_t numbers[] = {0, -1, 127, -128, 65536, -2147483649LL, INT64_MAX, INT64_MIN};
  vv_value *large = make(vv_of_u64(UINT64_MAX));
  int64_t number = 0;
  uint64_t natural = 0;
  double rounded = 0;
  bool flag = false;
  size_t i;
  for (i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    vv_value *value = make(vv_of_i64(numbers[i]));
    OK(vv_i64(vv_value_node(value), &number, NULL));
    CHECK(number == numbers[i]);
    CHECK((vv_u64(vv_value_node(value), &natural, NULL) == VV_OK) == (numbers[i] >= 0));
    CHECK(vv_as_f64(vv_value_node(value), &rounded));
    CHECK(vv_bool(vv_value_node(value), &flag, NULL) == VV_E_TYPE_MISMATCH);
    regular(value, VV_INTEGER, texts[i]);
  }
  CHECK(vv_i64(vv_value_node(large), &number, NULL) == VV_E_NUMBER_OUT_OF_RANGE);
  CHECK(vv_u64_or(vv_value_node(large), 0) == UINT64_MAX);
  regular(large, VV_INTEGER, "18446744073709551615");
  regular(make(vv_of_number(VV_LIT("-123456789012345678901234567890"))), VV_INTEGER,
          "-123456789012345678901234567890");
}

static void floats(void) {
  static const char *const texts[] = {"0.5", "-0.0", "1e300", "5e-324", "3.14159", "1.7976931348623157e308"};
  static const double numbers[] = {0.5, -0.0, 1e300, 5e-324, 3.14159, 1.7976931348623157e308};
  vv_value *nan = make(vv_of_f64((double)NAN));
  vv_buffer text = VV_BUFFER;
  double number = 0;
  int64_t whole = 0;
  size_t i;
  for (i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    vv_value *value = make(vv_of_f64(numbers[i]));
    OK(vv_f64(vv_value_node(value), &number, NULL));
    CHECK(memcmp(&number, &numbers[i], sizeof number) == 0);
    CHECK(vv_i64(vv_value_node(value), &whole, NULL) == VV_E_TYPE_MISMATCH);
    regular(value, VV_FLOAT, texts[i]);
  }
  CHECK(vv_equal(vv_value_node(nan), vv_value_node(nan)));
  CHECK(vv_write(VV_JSON, vv_value_node(nan), NULL, &text, NULL) == VV_E_UNREPRESENTABLE);
  OK(vv_write(VV_CBOR, vv_value_node(nan), NULL, &text, NULL));
  vv_buffer_free(&text);
  vv_value_free(nan);
  regular(make(vv_of_number(VV_LIT("1.10"))), VV_DECIMAL, "1.10");
}

static void strings(void) {
  static const char nul[] = "a\0b";
  char *many = malloc(100001), *quoted = malloc(100004);
  vv_value *value = make(vv_of_string(nul, 3));
  vv_str text;
  char copy[8];
  OK(vv_string(vv_value_node(value), &text, NULL));
  CHECK(text.len == 3 && memcmp(text.data, nul, 3) == 0);
  CHECK(!vv_copy_string(vv_value_node(value), copy, sizeof copy));
  regular(value, VV_STRING, "\"a\\u0000b\"");
  regular(make(vv_of_string(NULL, 0)), VV_STRING, "\"\"");
  regular(make(vv_of_string(VV_LIT("\"\\/\b\f\n\r\t\x1f"))), VV_STRING, "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u001f\"");
  regular(make(vv_of_string(VV_LIT("h\xc3\xa4 \xf0\x9f\x98\x80"))), VV_STRING, "\"h\xc3\xa4 \xf0\x9f\x98\x80\"");
  memset(many, 'x', 100000);
  many[100000] = 0;
  sprintf(quoted, "\"%s\"", many);
  regular(make(vv_of_string(many, 100000)), VV_STRING, quoted);
  value = NULL;
  CHECK(vv_value_new(vv_of_string("\xc3", 1), &value, NULL) == VV_E_INVALID_UTF8 && value == NULL);
  free(many);
  free(quoted);
}

static void objects(void) {
  vv_value *object = make(vv_of_object()), *inner = make(vv_of_object()), *shared = NULL;
  vv_key prepared;
  CHECK(vv_len(vv_value_node(object)) == 0);
  OK(vv_value_set_key(object, VV_LIT("hello"), vv_of_string(VV_LIT("world")), NULL));
  OK(vv_value_set_key(object, VV_LIT("int"), vv_of_i64(5), NULL));
  OK(vv_value_set_key(object, VV_LIT(""), vv_of_bool(true), NULL));
  OK(vv_value_set_key(object, "a\0b", 3, vv_of_null(), NULL));
  OK(vv_value_set_key(inner, VV_LIT("nested"), vv_of_string(VV_LIT("string")), NULL));
  OK(vv_value_set_key(object, VV_LIT("inner"), vv_of_value(inner), NULL));
  /* The inner object was copied: to change it afterwards changes nothing here. */
  OK(vv_value_set_key(inner, VV_LIT("nested"), vv_of_i64(1), NULL));
  OK(vv_value_clone(object, &shared, NULL));
  OK(vv_value_set_key(object, VV_LIT("int"), vv_of_i64(6), NULL));
  CHECK(vv_len(vv_value_node(object)) == 5);
  CHECK(vv_i64_or(vv_get(vv_value_node(shared), VV_LIT("int")), 0) == 5);
  CHECK(!vv_equal(vv_value_node(object), vv_value_node(shared)));
  CHECK(vv_bool_or(vv_get(vv_value_node(object), NULL, 0), false));
  CHECK(vv_is_null(vv_get(vv_value_node(object), "a\0b", 3)));
  CHECK(vv_kind_of(vv_get(vv_value_node(object), "a", 1)) == VV_MISSING);
  OK(vv_key_prepare(VV_LIT("int"), &prepared, NULL));
  CHECK(vv_i64_or(vv_get_key(vv_value_node(object), &prepared), 0) == 6);
  OK(vv_value_remove_key(object, VV_LIT("hello"), NULL));
  CHECK(vv_value_remove_key(object, VV_LIT("hello"), NULL) == VV_E_NOT_FOUND);
  CHECK(vv_kind_of(vv_at(vv_value_node(object), 0)) == VV_MISSING);
  CHECK(vv_value_push(object, vv_of_null(), NULL) == VV_E_TYPE_MISMATCH);
  OK(vv_value_clear(shared, NULL));
  CHECK(vv_len(vv_value_node(shared)) == 0 && vv_kind_of(vv_value_node(shared)) == VV_OBJECT);
  vv_value_free(shared);
  vv_value_free(inner);
  regular(object, VV_OBJECT, "{\"int\":6,\"\":true,\"a\\u0000b\":null,\"inner\":{\"nested\":\"string\"}}");
}

static void arrays(void) {
  vv_value *array = make(vv_of_array()), *shared = NULL;
  CHECK(vv_len(vv_value_node(array)) == 0 && vv_kind_of(vv_at(vv_value_node(array), 0)) == VV_MISSING);
  OK(vv_value_insert_at(array, 0, vv_of_i64(2), NULL));
  OK(vv_value_insert_at(array, 0, vv_of_i64(1), NULL));
  OK(vv_value_push(array, vv_of_i64(3), NULL));
  OK(vv_value_clone(array, &shared, NULL));
  OK(vv_value_set_at(array, 1, vv_of_string(VV_LIT("two")), NULL));
  OK(vv_value_push(array, vv_of_value(shared), NULL));
  OK(vv_value_remove_at(array, 0, NULL));
  CHECK(vv_value_remove_at(array, 3, NULL) == VV_E_NOT_FOUND);
  CHECK(vv_value_insert_at(array, 4, vv_of_null(), NULL) == VV_E_NOT_FOUND);
  CHECK(vv_kind_of(vv_get(vv_value_node(array), VV_LIT("two"))) == VV_MISSING);
  CHECK(vv_value_set_key(array, VV_LIT("k"), vv_of_null(), NULL) == VV_E_TYPE_MISMATCH);
  regular(array, VV_ARRAY, "[\"two\",3,[1,2,3]]");
  regular(shared, VV_ARRAY, "[1,2,3]");
}

/* Iterators over objects and arrays, two at once, and over nodes that are no containers. */
static void iteration(void) {
  static const char json[] = "{\"b\":[1,[2,3],{}],\"a\":\"x\",\"c\":null}";
  vv_value *value = thaw(json);
  vv_frozen *frozen = freeze(VV_JSON, json);
  vv_node roots[2], item, inner, missing;
  size_t form;
  memset(&missing, 0, sizeof missing);
  roots[0] = vv_frozen_root(frozen);
  roots[1] = vv_value_node(value);
  for (form = 0; form < 2; form++) {
    vv_iter values = vv_iterate(roots[form]);
    vv_str key;
    char keys[4] = {0};
    size_t count = 0, pairs = 0;
    VV_EACH_MEMBER(key, item, roots[form]) {
      CHECK(key.len == 1 && count < 3);
      keys[count++] = key.data[0];
      CHECK(vv_equal(item, vv_get(roots[form], key.data, key.len)));
      CHECK(vv_next(&values, &inner) && vv_equal(inner, item));
    }
    CHECK(strcmp(keys, "bac") == 0 && !vv_next(&values, &inner) && !vv_next(&values, NULL));
    CHECK(vv_kind_of(inner) == VV_MISSING);
    VV_EACH(item, vv_get(roots[form], VV_LIT("b"))) {
      VV_EACH(inner, vv_get(roots[form], VV_LIT("b"))) {
        pairs += vv_equal(item, inner);
      }
    }
    CHECK(pairs == 3);
    VV_EACH(item, vv_get(roots[form], VV_LIT("a"))) {
      CHECK(0);
    }
    VV_EACH(item, missing) {
      CHECK(0);
    }
  }
  vv_frozen_free(frozen);
  vv_value_free(value);
}

/* One order of all nodes, by which equal ones are equal in every form. */
static void comparison(void) {
  static const char *const texts[] = {"null", "false", "true", "-1", "1", "1.5", "\"\"", "\"a\"", "\"b\"",
                                      "[]", "[1]", "[1,2]", "{}", "{\"a\":1}", "{\"a\":2}"};
  enum { COUNT = sizeof texts / sizeof *texts };
  vv_frozen *frozen[COUNT];
  vv_value *values[COUNT];
  size_t i, k;
  for (i = 0; i < COUNT; i++) {
    frozen[i] = freeze(VV_JSON, texts[i]);
    values[i] = thaw(texts[i]);
  }
  for (i = 0; i < COUNT; i++) {
    for (k = 0; k < COUNT; k++) {
      vv_node a = vv_frozen_root(frozen[i]), b = vv_value_node(values[k]);
      int order = vv_compare(a, b);
      CHECK(vv_equal(a, b) == (i == k) && (order == 0) == (i == k));
      CHECK(order == -vv_compare(b, a));
      if (i == k) {
        CHECK(vv_hash(a) == vv_hash(b));
      }
    }
  }
  {
    vv_frozen *other = freeze(VV_JSON, "{\"y\":2,\"x\":1}"), *same = freeze(VV_YAML, "x: 1\ny: 2\n");
    CHECK(vv_equal(vv_frozen_root(other), vv_frozen_root(same)));
    CHECK(vv_hash(vv_frozen_root(other)) == vv_hash(vv_frozen_root(same)));
    vv_frozen_free(other);
    vv_frozen_free(same);
  }
  for (i = 0; i < COUNT; i++) {
    vv_frozen_free(frozen[i]);
    vv_value_free(values[i]);
  }
}

/* A value lives on without the document that it was made of; a node is only a place in one. */
static void ownership(void) {
  vv_frozen *frozen = freeze(VV_JSON, "{\"list\":[{\"n\":1},{\"n\":2}]}");
  vv_value *part = NULL, *whole = NULL, *root = NULL;
  vv_node list = vv_get(vv_frozen_root(frozen), VV_LIT("list")), copy = list;
  CHECK(memcmp(&copy, &list, sizeof list) == 0 && vv_equal(copy, list));
  OK(vv_value_new(vv_of_node(list), &root, NULL));
  OK(vv_value_thaw(frozen, &whole, NULL));
  OK(vv_value_part(whole, VV_LIT("list[1]"), &part, NULL));
  OK(vv_value_set_key(part, VV_LIT("n"), vv_of_i64(20), NULL));
  CHECK(is_json(vv_value_node(part), "{\"n\":20}"));
  CHECK(is_json(vv_value_node(whole), "{\"list\":[{\"n\":1},{\"n\":20}]}"));
  vv_value_free(whole);
  CHECK(is_json(vv_value_node(root), "[{\"n\":1},{\"n\":2}]"));
  vv_value_free(root);
}

/* The bytes of frozen documents: copied, cut off, with a changed byte, canonical. */
static void bytes(void) {
  vv_frozen *frozen = freeze(VV_JSON, "{\"name\":\"a text that does not stand in a slot\",\"n\":[1.5,2.5,3.5]}");
  vv_frozen *again = NULL, *a = NULL, *b = NULL, *other = freeze(VV_JSON, "{\"n\":[1.5,2.5,3.5],\"name\":\"a text that does not stand in a slot\"}");
  vv_bytes data = vv_frozen_bytes(frozen), left, right;
  vv_options options = VV_OPTIONS;
  unsigned char *changed = malloc(data.len);
  size_t i;
  CHECK(vv_format_of_first_bytes(data.data, data.len) == VV_FROZEN);
  OK(vv_freeze(VV_FROZEN, data.data, data.len, NULL, &again, NULL));
  CHECK(vv_frozen_bytes(again).data != data.data && vv_equal(vv_frozen_root(again), vv_frozen_root(frozen)));
  /* With any byte changed, the bytes are refused, or are a document that can be read to its end. */
  for (i = 0; i < data.len; i++) {
    vv_frozen *odd = NULL;
    memcpy(changed, data.data, data.len);
    changed[i] = (unsigned char)(changed[i] ^ 0x55);
    if (vv_freeze(VV_FROZEN, changed, data.len, NULL, &odd, NULL) == VV_OK) {
      vv_hash(vv_frozen_root(odd));
    }
    vv_frozen_free(odd);
    CHECK(vv_validate(VV_FROZEN, data.data, i, NULL, NULL) != VV_OK);
  }
  options.flags = VV_CANONICAL;
  OK(vv_freeze_node(vv_frozen_root(frozen), &options, &a, NULL));
  OK(vv_freeze_node(vv_frozen_root(other), &options, &b, NULL));
  left = vv_frozen_bytes(a);
  right = vv_frozen_bytes(b);
  CHECK(left.len == right.len && memcmp(left.data, right.data, left.len) == 0);
  free(changed);
  vv_frozen_free(frozen);
  vv_frozen_free(again);
  vv_frozen_free(other);
  vv_frozen_free(a);
  vv_frozen_free(b);
}

/* Checks that a text is refused with this error, since it is no document of the format. */
static void refused(vv_format format, const char *text, vv_code code) {
  vv_frozen *document = NULL;
  vv_error *error = NULL;
  vv_code found = vv_freeze(format, text, strlen(text), NULL, &document, &error);
  if (found != code || document != NULL || vv_error_code(error) != code) {
    printf("%s: %s, and not %s\n", text, vv_code_name(found), vv_code_name(code));
    failed = 1;
  }
  vv_error_free(error);
  vv_frozen_free(document);
}

static void json(void) {
  vv_options options = VV_OPTIONS;
  vv_buffer text = VV_BUFFER;
  refused(VV_JSON, "", VV_E_UNEXPECTED_END);
  refused(VV_JSON, "[1", VV_E_UNEXPECTED_END);
  refused(VV_JSON, "[1,]", VV_E_SYNTAX);
  refused(VV_JSON, "{\"a\":1}}", VV_E_TRAILING_DATA);
  refused(VV_JSON, "[01]", VV_E_INVALID_NUMBER);
  refused(VV_JSON, "\"\n\"", VV_E_CONTROL_CHARACTER);
  refused(VV_JSON, "\"\\x\"", VV_E_INVALID_ESCAPE);
  refused(VV_JSON, "\"\\ud800\"", VV_E_LONE_SURROGATE);
  refused(VV_JSON, "\"\xff\"", VV_E_INVALID_UTF8);
  refused(VV_JSON, "{\"a\":1,\"a\":2}", VV_E_DUPLICATE_KEY);
  refused(VV_JSON, "// none\n1", VV_E_SYNTAX);
  options.flags = VV_PRETTY;
  OK(vv_convert(VV_JSON5, VV_LIT("{a: 0x10, /* yes */ b: ['x',],}"), VV_JSON, &options, &text, NULL));
  CHECK(holds(&text, "{\n  \"a\": 16,\n  \"b\": [\n    \"x\"\n  ]\n}"));
  vv_buffer_free(&text);
}

static void yaml(void) {
  static const char text[] = "base: &base {a: 1, b: 2}\nuse:\n  <<: *base\n  b: 3\nlines: |\n  one\n  two\nwhen: 2026-11-26T00:00:00Z\n";
  vv_options options = VV_OPTIONS;
  vv_frozen *plain = NULL, *merged = NULL;
  OK(vv_freeze(VV_YAML, text, sizeof text - 1, NULL, &plain, NULL));
  options.flags = VV_MERGE_KEYS;
  OK(vv_freeze(VV_YAML, text, sizeof text - 1, &options, &merged, NULL));
  CHECK(vv_i64_or(vv_get_path(vv_frozen_root(plain), VV_LIT("base.a")), 0) == 1);
  CHECK(vv_len(vv_get(vv_frozen_root(plain), VV_LIT("use"))) == 2);
  CHECK(vv_i64_or(vv_get_path(vv_frozen_root(merged), VV_LIT("use.a")), 0) == 1);
  CHECK(vv_i64_or(vv_get_path(vv_frozen_root(merged), VV_LIT("use.b")), 0) == 3);
  CHECK(same(vv_string_or(vv_get(vv_frozen_root(plain), VV_LIT("lines")), VV_LIT("")), "one\ntwo\n"));
  refused(VV_YAML, "a: [1", VV_E_UNEXPECTED_END);
  refused(VV_YAML, "a: 1\na: 2\n", VV_E_DUPLICATE_KEY);
  vv_frozen_free(plain);
  vv_frozen_free(merged);
}

static void all_of_them(void) {
  nulls();
  booleans();
  integers();
  floats();
  strings();
  objects();
  arrays();
  iteration();
  comparison();
  ownership();
  bytes();
  json();
  yaml();
}

int main(void) {
  all_of_them();
  many_keys(VV_JSON, NULL);
  all_of_them();
  if (!failed) {
    puts("all is well");
  }
  return failed;
}

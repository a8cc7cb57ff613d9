// The text of each error, in full.

#include "warm.hpp"

#include <varvel/varvel.hpp>

#include <chrono>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "check.hpp"

namespace {

using varvel::frozen;
using varvel::value;
using varvel::view;

frozen document = frozen::parse(
    R"({"text": "abc", "n": 300, "x": 1.5, "list": [1, "two"], "twice": [1, 1], "big": 12345678901234567890123,
        "far": 1e300, "o": {"k": null, "01": 1}})");

TEST("the document, where many keys were met before") {
  check::warm();
  document = frozen::parse(varvel::write(document));
}

template <class T>
std::string says(const view& of) {
  return of.try_as<T>().error().message();
}

TEST("a node of another kind") {
  CHECK_EQUAL(says<int>(document["text"]),
              "wrong kind of value: expected an integer that fits i64, found a string, at $.text");
  CHECK_EQUAL(says<bool>(document["n"]),
              "wrong kind of value: expected a boolean, found an integer, at $.n");
  CHECK_EQUAL(says<std::string>(document["list"]),
              "wrong kind of value: expected a string, found an array, at $.list");
  CHECK_EQUAL(says<double>(document["o"]["k"]),
              "wrong kind of value: expected a number that f64 holds, found null, at $.o.k");
  CHECK_EQUAL(says<varvel::bytes_view>(document["text"]),
              "wrong kind of value: expected bytes, found a string, at $.text");
  CHECK_EQUAL(says<std::vector<int>>(document["o"]),
              "wrong kind of value: expected an array, found an object, at $.o");
  CHECK_EQUAL(
      says<std::vector<int>>(document["list"]),
      "wrong kind of value: expected an integer that fits i64, found a string, at $.list[1]");
  CHECK_EQUAL((says<std::map<std::string, int>>(document["list"])),
              "wrong kind of value: expected an object, found an array, at $.list");
  CHECK_EQUAL((says<std::pair<int, int>>(document["n"])),
              "wrong kind of value: expected an array of 2 items, found 300, at $.n");
  CHECK_EQUAL(
      says<std::chrono::system_clock::time_point>(document["text"]),
      "wrong kind of value: expected a point in time as RFC 3339 has it, found a string, at "
      "$.text");
  CHECK_EQUAL(
      (says<std::map<int, int>>(frozen::parse("{\"m\": {\"01\": 1}}")["m"])),
      "wrong kind of value: expected keys that are integers of their type, found \"01\", at "
      "$.m[\"01\"]");
}

TEST("a number that does not fit") {
  CHECK_EQUAL(says<unsigned char>(document["n"]),
              "number out of range: expected an integer from 0 to 255, found 300, at $.n");
  CHECK_EQUAL(says<std::int64_t>(document["big"]),
              "number out of range: expected an integer that fits i64, found "
              "12345678901234567890123, at $.big");
  CHECK_EQUAL(says<float>(document["far"]).substr(0, 65),
              "number out of range: expected a number that a float holds, found ");
  CHECK_EQUAL(says<std::chrono::seconds>(document["x"]),
              "wrong kind of value: expected an integer that fits i64, found a float, at $.x");
}

TEST("a node that is not there") {
  CHECK_EQUAL(says<int>(document["o"]["nobody"]),
              "not found: expected an integer, found no such member, at $.o");
  CHECK_EQUAL(says<int>(document["o"]["nobody"]["deeper"][3]),
              "not found: expected an integer, found no such member, at $.o");
  CHECK_EQUAL(says<int>(document["list"][7]),
              "not found: expected an integer, found no such item, at $.list");
  CHECK_EQUAL(document["o"].try_at("nobody").error().message(),
              "not found: expected a member \"nobody\", at $.o");
  CHECK_EQUAL(document["list"].try_at(7).error().message(),
              "not found: expected item 7, found 2 items, at $.list");
  CHECK_EQUAL(document["list"].try_at(-1).error().message(),
              "not found: the index is negative, at $.list");
  CHECK_EQUAL(document.try_path("list[5].x").error().message(),
              "not found: expected item 5, found 2 items, at $.list");
}

TEST("items, alternatives and changes that are refused") {
  CHECK_EQUAL(says<std::set<int>>(document["twice"]),
              "refused: the item is in the set twice, at $.twice[1]");
  CHECK_EQUAL((says<std::variant<bool, std::vector<int>>>(document["text"])),
              "wrong kind of value: expected an array, found a string, at $.text");
  CHECK_EQUAL((says<std::variant<std::set<int>, std::vector<int>>>(document["text"])),
              "none of 2 types fits: wrong kind of value: expected an array, found a string, at "
              "$.text");
  CHECK_EQUAL((says<std::variant<std::int8_t, std::string>>(value::parse("[1000]")[0])),
              "number out of range: expected an integer from -128 to 127, found 1000, at $[0]");
  const auto none = value::parse("[null]")[0].try_as<std::variant<int, bool>>().error();
  CHECK_EQUAL(none.message(), "none of 2 types has this form, at $[0]");
  CHECK_EQUAL(none.code(), varvel::errc::type_mismatch);
  CHECK_EQUAL((says<std::variant<int, bool>>(document["absent"])),
              "not found: expected one of 2 types, found no such member, at $");
  value v = value::parse("{\"a\": 1}");
  CHECK_EQUAL(v["a"]["b"].put(1).error().message(),
              "wrong kind of value: expected an object or a map, found an integer, at $.a");
  CHECK_EQUAL(v.try_push_back(1).error().message(),
              "wrong kind of value: expected an array, found an object");
  CHECK_EQUAL(varvel::try_write(value(std::numeric_limits<double>::infinity())).error().name(),
              std::string("Unrepresentable"));
}

TEST("a document that cannot be read shows its line") {
  const auto bad = frozen::try_parse("{\n  \"a\": [1, tru]\n}");
  CHECK_EQUAL(bad.error().message(),
              "invalid syntax: expected a value, found `tru`, at $.a[1] (byte 13)");
  CHECK_EQUAL(
      bad.error().excerpt(),
      "invalid syntax: expected a value, found `tru`\n  --> line 2, column 12, at $.a[1]\n2 "
      "|   \"a\": [1, tru]\n  |            ^\nhint: a string takes double quotes; the only words "
      "are "
      "true, false and null");
}

#if defined(__cpp_exceptions)
TEST("an exception says it too") {
  try {
    static_cast<void>(document["n"].as<signed char>());
    CHECK(false);
  } catch (const std::exception& error) {
    CHECK_EQUAL(error.what(), std::string("number out of range: expected an integer from -128 to "
                                          "127, found 300, at $.n"));
  }
}
#endif

}  // namespace

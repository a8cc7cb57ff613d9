// The text of each error of structs.

#include "warm.hpp"

#include <varvel/varvel.hpp>

#include "check.hpp"

namespace {

enum class mode { slow, fast };

struct part {
  int count = 0;
  std::vector<double> sizes;
  VARVEL_FIELDS(part, count, sizes)
};

struct thing {
  std::string name;
  mode how{};
  part first;
  std::map<std::string, part> more;
  std::optional<std::pair<int, bool>> pair;
  VARVEL_FIELDS(thing, name, (how, defaulted), first, (more, defaulted), pair)
};

struct strict {
  int number = 0;
  VARVEL_FIELDS(strict, number)
  VARVEL_TYPE(strict, unknown_refused)
};

/// The text of the error of a document.
template <class T>
std::string told(std::string_view text, varvel::format as = varvel::format::json) {
  check::warm(as);
  const varvel::result<T> read = varvel::try_read<T>(text, as);
  if (read) return "no error";
  const std::string types = read.error().types().empty() ? "" : "\n" + read.error().types();
  return read.error().report() + types;
}

TEST("each error of reading") {
  CHECK_EQUAL(told<thing>(R"({"name": "x", "first": {"count": 1, "sizes": [1, "2"]}})"),
              "wrong kind of value: expected a number, found the string \"2\"\n"
              "  --> line 1, column 50, at $.first.sizes[1]\n"
              "1 | {\"name\": \"x\", \"first\": {\"count\": 1, \"sizes\": [1, \"2\"]}}\n"
              "  |                                                  ^\n"
              "hint: a number stands without quotes\n"
              "(thing)$.(part)first.(vector)sizes(double)[1]");
  CHECK_EQUAL(told<thing>(R"({"name": "x", "frist": {}})"),
              "missing member: expected `first` of thing\n"
              "  --> line 1, column 1\n"
              "1 | {\"name\": \"x\", \"frist\": {}}\n"
              "  | ^\n"
              "hint: `frist` is no field\n"
              "(thing)$");
  CHECK_EQUAL(told<thing>(R"({"name": "x"})"),
              "missing member: expected `first` of thing\n"
              "  --> line 1, column 1\n"
              "1 | {\"name\": \"x\"}\n"
              "  | ^\n"
              "(thing)$");
  CHECK_EQUAL(
      told<thing>("name: x\nfirst:\n  count: 4000000000\n  sizes: []\n", varvel::format::yaml),
      "number out of range: expected int, found the integer 4000000000\n"
      "  --> line 3, column 10, at $.first.count\n"
      "3 |   count: 4000000000\n"
      "  |          ^\n"
      "(thing)$.(part)first.(int)count");
  CHECK_EQUAL(told<thing>(R"({"name": "x", "how": "fats"})"),
              "unknown variant: expected one of `slow`, `fast`, found `fats`\n"
              "  --> line 1, column 22, at $.how\n"
              "1 | {\"name\": \"x\", \"how\": \"fats\"}\n"
              "  |                      ^\n"
              "hint: did you mean `fast`?\n"
              "(thing)$.(mode)how");
  CHECK_EQUAL(told<strict>(R"({"nmuber": 1})"),
              "unknown member: expected a field of strict, found nmuber\n"
              "  --> line 1, column 2, at $.nmuber\n"
              "1 | {\"nmuber\": 1}\n"
              "  |  ^\n"
              "hint: did you mean `number`?\n"
              "(strict)$.nmuber");
  CHECK_EQUAL(
      told<thing>(
          R"({"name": "", "first": {"count": 0, "sizes": []}, "more": {"a": {"count": 1}}})"),
      "missing member: expected `sizes` of part\n"
      "  --> line 1, column 64, at $.more.a\n"
      "1 | ame\": \"\", \"first\": {\"count\": 0, \"sizes\": []}, \"more\": {\"a\": {\"count\": "
      "1}}}\n"
      "  |                                                             ^\n"
      "(thing)$.(map)more.(part)a");
  CHECK_EQUAL(told<thing>(R"({"name": "", "first": {"count": 0, "sizes": []}, "pair": [1]})"),
              "wrong kind of value: expected an array of 2 items, found one of 1\n"
              "  --> line 1, column 58, at $.pair\n"
              "1 | {\"name\": \"\", \"first\": {\"count\": 0, \"sizes\": []}, \"pair\": [1]}\n"
              "  |                                                          ^\n"
              "(thing)$.(optional)pair");
  CHECK_EQUAL(told<std::set<int>>("[1, 1]"),
              "duplicate key: expected each item of a set once, found the integer 1\n"
              "  --> line 1, column 5, at $[1]\n"
              "1 | [1, 1]\n"
              "  |     ^\n"
              "(set)$(int)[1]");
  CHECK_EQUAL(told<bool>("nul"), told<int>("nul"));
}

/// The hint of an error.
template <class T>
std::string hint(std::string_view text, varvel::format as = varvel::format::json) {
  check::warm(as);
  return varvel::try_read<T>(text, as).error().hint();
}

TEST("a slip in a text that people write gets advice") {
  using varvel::format;
  CHECK_EQUAL(hint<std::string>("7", format::yaml), "a string stands in quotes");
  CHECK_EQUAL(hint<std::string>("-1.5", format::json5), "a string stands in quotes");
  CHECK_EQUAL(hint<std::string>("true"), "a string stands in quotes");
  CHECK_EQUAL(hint<std::string>("123456789012345678901234567890"), "a string stands in quotes");
  CHECK_EQUAL(hint<std::string>("null"), "");
  CHECK_EQUAL(hint<std::string>("[]"), "");
  CHECK_EQUAL(hint<int>("\"7\""), "a number stands without quotes");
  CHECK_EQUAL(hint<double>("\"-7.5\""), "a number stands without quotes");
  CHECK_EQUAL(hint<int>("\"seven\""), "");
  CHECK_EQUAL(hint<int>("\"1.2.3\""), "");
  CHECK_EQUAL(hint<int>("true"), "");
  for (const char* const word : {"yes", "No", "ON", "off", "'True'", "'false'", "'0'", "1"}) {
    CHECK_EQUAL(hint<bool>(word, format::yaml), "booleans are `true` and `false`");
  }
  CHECK_EQUAL(hint<bool>("perhaps", format::yaml), "");
  CHECK_EQUAL(hint<bool>("{}"), "");
  // Nobody writes quotes in a format of bytes.
  CHECK_EQUAL(hint<int>("\xA1\x37", format::msgpack), "");
}

TEST("each error of writing") {
  const auto of = [](const auto& value, varvel::format as) {
    const auto written = varvel::try_write(value, as);
    return written ? "no error" : written.error().report();
  };
  part bad;
  bad.sizes = {1, std::numeric_limits<double>::infinity()};
  CHECK_EQUAL(of(bad, varvel::format::json),
              "value cannot be represented: expected a kind of value that JSON has, found a float "
              "that is not finite, at $.sizes[1]");
  CHECK_EQUAL(of(bad, varvel::format::msgpack), "no error");
  CHECK_EQUAL(of(std::vector<std::string>{"\xFF"}, varvel::format::json),
              "invalid UTF-8: expected a text that is UTF-8, at $[0]");
  CHECK_EQUAL(of(std::vector<std::string>{"ok\xC0\x80"}, varvel::format::msgpack),
              "invalid UTF-8: expected a text that is UTF-8, at $[0]");
  CHECK_EQUAL(of(static_cast<mode>(7), varvel::format::json),
              "value cannot be represented: expected a value with a name of mode, found 7");
}

}  // namespace

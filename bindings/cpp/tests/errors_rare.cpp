// The text of each error that programs rarely see.

#include "warm.hpp"

#include <varvel/varvel.hpp>

#include <chrono>
#include <limits>

#include "check.hpp"

namespace {

using varvel::frozen;
using varvel::number;
using varvel::value;

/// The message of what an expression throws.
template <class F>
std::string thrown(F run) {
#if defined(__cpp_exceptions)
  try {
    run();
  } catch (const varvel::exception& caught) {
    return caught.error().message();
  }
#endif
  static_cast<void>(run);
  return "no error";
}

/// The message of the error of a struct's document.
template <class T>
std::string told(std::string_view text, varvel::format as = varvel::format::json) {
  check::warm(as);
  const varvel::result<T> read = varvel::try_read<T>(text, as);
  return read ? "no error" : read.error().message();
}

/// The message of the error of a node.
template <class T>
std::string says(const frozen& of) {
  check::warm();
  return of.try_as<T>().error().message();
}

/// The message of the error of writing a value.
template <class T>
std::string refused(const T& value, varvel::format as = varvel::format::json) {
  const auto written = varvel::try_write(value, as);
  return written ? "no error" : written.error().message();
}

using days = std::chrono::duration<std::int64_t, std::ratio<86400>>;
using in_days = std::chrono::time_point<std::chrono::system_clock, days>;

struct table {
  std::vector<std::byte> bytes;
  char mark = 'x';
  char name[4] = "";
  VARVEL_FIELDS(table, bytes, mark, name)
};

enum class far { near, away = 1000 };

struct base {
  virtual ~base() = default;
  virtual std::string_view varvel_type() const { return "base"; }
};
struct below : base {
  std::string_view varvel_type() const override { return "below"; }
  int unused = 0;
  VARVEL_FIELDS(below, unused)
};
VARVEL_CLASSES(base, below)

/// A value whose copy throws, so that a variant loses what it had.
struct thrower {
  thrower() = default;
  thrower(const thrower&) { throw_it(); }
  thrower& operator=(const thrower&) = default;
  int unused = 0;
  VARVEL_FIELDS(thrower, unused)

 private:
  static void throw_it() {
#if defined(__cpp_exceptions)
    throw 1;
#endif
  }
};

TEST("numbers that operators cannot give") {
  const number most(std::numeric_limits<std::uint64_t>::max());
  const std::string beyond = "number out of range: the result is beyond 64 bits";
  CHECK_EQUAL(thrown([&] { most + 1; }), beyond);
  CHECK_EQUAL(thrown([&] { most * 2; }), beyond);
  CHECK_EQUAL(thrown([&] { number(0) - most; }), beyond);
  CHECK_EQUAL(thrown([&] { number(7) / 0; }), "number out of range: a division by zero");
  CHECK_EQUAL(thrown([&] { number(7) % 0; }), "number out of range: a division by zero");
  CHECK_EQUAL(thrown([&] { number(300).as<unsigned char>(); }),
              "number out of range: the number does not fit its type");
  CHECK_EQUAL(thrown([&] { number(0.5).as<int>(); }),
              "number out of range: the float is no integer of 64 bits");
  CHECK_EQUAL(says<number>(frozen::parse("\"x\"")),
              "wrong kind of value: expected an integer or a float, found a string, at $");
}

TEST("nodes that are not of a type") {
  CHECK_EQUAL(says<std::chrono::system_clock::time_point>(frozen::parse("7")),
              "wrong kind of value: expected a point in time, found 7, at $");
  CHECK_EQUAL(says<in_days>(frozen::parse("\"2026-01-02T03:04:05Z\"")),
              "number out of range: the point in time does not fit exactly, at $");
  CHECK_EQUAL(says<std::monostate>(frozen::parse("7")),
              "wrong kind of value: expected null, found 7, at $");
  const frozen empty = frozen::parse("{}");
  CHECK_EQUAL(empty["a"].try_as<varvel::view>().error().message(),
              "not found: expected a node, found no such member, at $");
  CHECK_EQUAL(empty["a"].try_as<value>().error().message(),
              "not found: expected a node, found no such member, at $");
  CHECK_EQUAL((says<std::array<int, 3>>(frozen::parse("[1, 2]"))),
              "wrong kind of value: expected an array of 3 items, found one of 2, at $");
  CHECK_EQUAL((says<std::map<float, int>>(
                  frozen::parse("{1.0000000001: 1, 1.0: 2}", varvel::format::yaml))),
              "duplicate key: expected each key once, at $[\"1.0\"]");
  CHECK_EQUAL(thrown([] { varvel::object of(value(7)); }),
              "wrong kind of value: expected an object, found 7");
  CHECK_EQUAL(thrown([] { varvel::array of(value(7)); }),
              "wrong kind of value: expected an array, found 7");
  CHECK_EQUAL(thrown([] { frozen::parse("\"a\\u0000b\"").zero_terminated(); }),
              "unrepresentable: the string has a NUL inside, so a NUL cannot end it, at $");
  value list = value::make_array();
  CHECK_EQUAL(thrown([&] { list[-1] = 5; }), "not found: the index -1 is negative");
}

TEST("documents that are not of a type") {
  CHECK_EQUAL(told<char>("\"xy\""),
              "wrong kind of value: expected a string of one character of ASCII, found the string "
              "\"xy\" (byte 0)");
  CHECK_EQUAL((told<std::map<bool, int>>("{\"yes\": 1}")),
              "wrong kind of value: expected a boolean as key, found the string \"yes\", at $.yes "
              "(byte 1)");
  CHECK_EQUAL((told<std::map<std::string, int>>("1: 1", varvel::format::yaml)),
              "wrong kind of value: expected a string as key, found the integer 1, at $[\"1\"] "
              "(byte 0)");
  CHECK_EQUAL(told<std::monostate>("7"),
              "wrong kind of value: expected null, found the integer 7 (byte 0)");
  CHECK_EQUAL(told<std::nullptr_t>("7"),
              "wrong kind of value: expected null, found the integer 7 (byte 0)");
  CHECK_EQUAL(told<in_days>("\"2026-01-02T03:04:05Z\""),
              "number out of range: expected a time of the field's unit, found the string "
              "\"2026-01-02T03:04:05Z\" (byte 0)");
  CHECK_EQUAL(told<table>(R"({"bytes": "", "mark": "x", "name": "long"})"),
              "wrong kind of value: expected a string of at most 3 bytes without a NUL, found the "
              "string \"long\", at $.name (byte 35)");
  // MessagePack tells integers from floats: 2^53 + 1.
  CHECK_EQUAL(
      told<double>(std::string("\xCF\x00\x20\x00\x00\x00\x00\x00\x01", 9), varvel::format::msgpack),
      "number out of range: expected a number that a float holds, found the integer "
      "9007199254740993 (byte 0)");
}

/// A type whose codec writes bytes, also into a format without them.
struct raw {
  char of = 0;
};

}  // namespace

template <>
struct varvel::codec<raw> {
  template <class Out>
  static bool write(Out& out, const raw& from) {
    return out.bytes({&from.of, 1});
  }
};

namespace {

TEST("advice of errors") {
  CHECK_EQUAL(varvel::try_write(raw()).error().message(),
              "value cannot be represented: expected a kind of value that JSON has, found bytes");
  CHECK_EQUAL(varvel::try_write(raw()).error().hint(),
              "give the field the attribute base64 or hex");
  CHECK_EQUAL(varvel::try_write(static_cast<far>(1000)).error().hint(),
              "VARVEL_ENUM lists values beyond 255");
  CHECK_EQUAL((varvel::try_write(std::map<std::pair<int, int>, int>{{{1, 2}, 3}}).error().hint()),
              "give the field the attribute as_pairs");
  CHECK_EQUAL(varvel::try_write(std::unique_ptr<base>(new base)).error().hint(),
              "add it by VARVEL_CLASSES");
  CHECK_EQUAL(varvel::try_read<std::string_view>("\"a\"").error().hint(),
              "read it by varvel::keep or varvel::read_kept");
}

TEST("more items than MessagePack counts") {
  std::string bytes;
  varvel::structs::msgpack_sink out(bytes);
  CHECK(!out.begin_array(std::size_t{1} << 32));
  CHECK_EQUAL(out.error.expected, "less than 2^32 bytes or items in MessagePack");
}

#if VARVEL_HAS_FORMAT
TEST("a format of a node that is not there") {
  const value one(1);
  CHECK_EQUAL(thrown([&] { static_cast<void>(std::vformat("{:x}", std::make_format_args(one))); }),
              "a node is printed by {}, {:#}, {:json5} or {:yaml}");
}
#endif

TEST("values that cannot be written") {
  table full;
  full.name[3] = 'x';
  full.name[0] = full.name[1] = full.name[2] = 'x';
  CHECK_EQUAL(refused(full),
              "value cannot be represented: expected a text that ends with a NUL, at $.name");
#if defined(__cpp_exceptions)
  std::variant<int, thrower> lost;
  const thrower one;
  try {
    lost.emplace<thrower>(one);
  } catch (int) {
  }
  CHECK_EQUAL(refused(lost), "value cannot be represented: expected a variant with a value");
#endif
}

}  // namespace

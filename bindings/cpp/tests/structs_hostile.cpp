// Documents that are meant to break a reader: nested deeply, with counts that nothing stands
// behind, keys that are NaN or come twice, numbers at the limits of 64 bits, names that are not
// known.

#include <varvel/varvel.hpp>

#include <cmath>
#include <limits>

#include "check.hpp"

namespace {

using varvel::errc;
using varvel::format;

struct tree {
  std::vector<tree> children;
  VARVEL_FIELDS(tree, children)
};
struct linked {
  std::unique_ptr<linked> next;
  VARVEL_FIELDS(linked, next)
};
struct named {
  std::map<std::string, named> parts;
  VARVEL_FIELDS(named, parts)
};
struct either {
  std::variant<int, std::vector<either>> one;
  VARVEL_FIELDS(either, one)
};
struct component {
  virtual ~component() = default;
  virtual std::string_view varvel_type() const { return "component"; }
  std::vector<std::unique_ptr<component>> parts;
  VARVEL_FIELDS(component, parts)
};
VARVEL_CLASSES(component, component)

enum class mode { slow, fast };
enum class rights : unsigned { read = 1, write = 2 };
VARVEL_TYPE(rights, bit_flags)
enum class ticket : std::uint16_t {};

struct pair_of {
  int a = 0, b = 0;
  VARVEL_FIELDS(pair_of, a, b)
};
struct blob {
  std::vector<std::byte> plain;
  std::string digits;
  std::array<std::byte, 4> four{};
  VARVEL_FIELDS(blob, (plain, defaulted), (digits, defaulted, hex), (four, defaulted))
};

/// The number of the error of a document; `ok` if it has none.
template <class T>
errc code(std::string_view bytes, format as = format::json,
          const varvel::reading& how = varvel::reading()) {
  return varvel::try_read<T>(bytes, as, how).error().code();
}

std::string times(std::size_t count, std::string_view text) {
  std::string all;
  all.reserve(count * text.size());
  while (count-- > 0) all += text;
  return all;
}

/// Reads `open` so many times, then `core`, then `close` as often, into a type and into a value.
template <class T>
void deep(std::string_view open, std::string_view core, std::string_view close,
          format as = format::json) {
  for (const std::size_t levels : {60u, 200u, 100000u}) {
    const std::string bytes = times(levels, open) + std::string(core) + times(levels, close);
    const auto read = varvel::try_read<T>(bytes, as);
    CHECK_EQUAL(read.error().code(), levels == 60 ? errc::ok : errc::depth_limit);
    // No more than a line of the path is shown.
    CHECK(read.error().message().size() < 400 && read.error().types().size() < 600);
    if (levels == 200) {
      CHECK_EQUAL(code<T>(bytes, as, varvel::options().depth(1000)), errc::ok);
      CHECK_EQUAL(code<T>(bytes, as, varvel::options().depth(100)), errc::depth_limit);
    }
  }
}

TEST("documents nested beyond the limit are errors") {
  deep<tree>("{\"children\":[", "", "]}");
  deep<linked>("{\"next\":", "{\"next\":null}", "}");
  deep<named>("{\"parts\":{\"a\":", "{\"parts\":{}}", "}}");
  deep<either>("{\"one\":[", "{\"one\":1}", "]}");
  deep<std::unique_ptr<component>>("{\"$type\":\"component\",\"parts\":[", "", "]}");
  deep<tree>(
      "\x81\xA8"
      "children\x91",
      "\x81\xA8"
      "children\x90",
      "", format::msgpack);
  deep<linked>("\xA1\x64next", "\xA1\x64next\xF6", "", format::cbor);
  // Members that no field wants may be nested, too.
  CHECK_EQUAL(code<pair_of>("{\"x\":" + times(100000, "[") + times(100000, "]") + "}"),
              errc::depth_limit);
}

/// A document whose counts are larger than what stands behind them is an error for every type.
void hollow(std::string_view bytes, format as) {
  const auto is_error = [&](errc number) { return number != errc::ok; };
  CHECK(is_error(code<std::vector<int>>(bytes, as)));
  CHECK(is_error(code<std::vector<std::string>>(bytes, as)));
  CHECK(is_error(code<std::vector<pair_of>>(bytes, as)));
  CHECK(is_error(code<std::vector<std::vector<double>>>(bytes, as)));
  CHECK(is_error(code<std::vector<bool>>(bytes, as)));
  CHECK(is_error(code<std::vector<std::byte>>(bytes, as)));
  CHECK(is_error(code<std::set<int>>(bytes, as)));
  CHECK(is_error(code<std::map<std::string, int>>(bytes, as)));
  CHECK(is_error(code<std::unordered_map<int, std::string>>(bytes, as)));
  CHECK(is_error(code<std::string>(bytes, as)));
  CHECK(is_error(code<std::array<int, 2>>(bytes, as)));
  CHECK(is_error(code<pair_of>(bytes, as)));
  CHECK(is_error(code<tree>(bytes, as)));
  CHECK(!varvel::frozen::try_parse(bytes, as));
}

TEST("counts that nothing stands behind allocate nothing") {
  const std::string most = "\xFF\xFF\xFF\xFF";
  for (const char head : {'\xDD', '\xDF', '\xDB', '\xC6', '\xC9'}) {
    hollow(head + most, format::msgpack);
    hollow(head + most + "\x01\x02\x03", format::msgpack);
    hollow("\x91" + (head + most), format::msgpack);
    hollow(
        "\x81\xA1"
        "a" +
            (head + most),
        format::msgpack);
  }
  hollow(times(40, "\xDD" + most), format::msgpack);
  for (const char head : {'\x9B', '\xBB', '\x7B', '\x5B'}) {
    hollow(head + most + most, format::cbor);
    hollow(head + ("\x7F" + most.substr(1) + most) + "\x01", format::cbor);
    hollow("\x81" + (head + most + most), format::cbor);
  }
  hollow("\x9F", format::cbor);
  hollow(times(40, "\x9A" + most), format::cbor);
}

TEST("a key that is NaN, or comes twice, is an error and no loss") {
  using doubles = std::map<double, int>;
  const std::string nan = "\xF9\x7E\x00";  // of CBOR
  const std::string one = "\xF9\x3C\x00";
  using namespace std::string_literals;
  const std::string nan_cbor = "\xF9\x7E\x00"s, one_cbor = "\xF9\x3C\x00"s;
  CHECK_EQUAL(code<doubles>("\xA2" + one_cbor + "\x01" + nan_cbor + "\x02", format::cbor),
              errc::duplicate_key);
  CHECK_EQUAL(code<doubles>("\xA2" + nan_cbor + "\x01" + nan_cbor + "\x02", format::cbor),
              errc::duplicate_key);
  CHECK_EQUAL(code<std::set<double>>("\x82" + nan_cbor + one_cbor, format::cbor),
              errc::duplicate_key);
  static_cast<void>(
      code<std::multiset<double>>("\x83" + nan_cbor + one_cbor + nan_cbor, format::cbor));
  static_cast<void>(code<std::unordered_map<double, int>>(
      "\xA2" + nan_cbor + "\x01" + one_cbor + "\x02", format::cbor));
  // An integer and its text are one key of a map with integers.
  CHECK_EQUAL((code<std::map<int, int>>("\xA2\x01\x01\x61"
                                        "1\x02",
                                        format::cbor)),
              errc::duplicate_key);
  CHECK_EQUAL((code<std::map<ticket, int>>("\x82\x01\x01\xA1"
                                           "1\x02",
                                           format::msgpack)),
              errc::duplicate_key);
  CHECK_EQUAL((code<std::map<bool, int>>(R"({"true": 1, "true": 2})")), errc::duplicate_key);
  CHECK_EQUAL(code<pair_of>("\x83\xA1"
                            "a\x01\xA1"
                            "b\x02\xA1"
                            "a\x03",
                            format::msgpack),
              errc::duplicate_key);
  CHECK_EQUAL((code<std::map<std::string, int>>("\x82\xA1"
                                                "a\x01\xA1"
                                                "a\x03",
                                                format::msgpack)),
              errc::duplicate_key);
  CHECK_EQUAL((code<std::multimap<std::string, int>>(R"({"a": [1], "a": [2]})")),
              errc::duplicate_key);
}

TEST("where keys may come twice, the error of another member stays in its place") {
  const char* const text = "{\"a\": 1,\n \"a\": 2,\n \"b\": \"x\"}";
  for (const auto keys : {varvel::duplicates::first, varvel::duplicates::last}) {
    const auto read =
        varvel::try_read<pair_of>(text, format::json, varvel::options().duplicates(keys));
    CHECK_EQUAL(read.error().line(), 3u);
    CHECK_EQUAL(read.error().path(), "$.b");
  }
  const auto second =
      varvel::try_read<pair_of>("{\"a\": 1,\n \"b\": 2,\n \"a\": \"x\"}", format::json,
                                varvel::options().duplicates(varvel::duplicates::last));
  CHECK_EQUAL(second.error().line(), 3u);
  const auto merged = varvel::try_read<std::vector<pair_of>>(
      "- &one {a: 1, b: 2}\n- <<: *one\n  b: x\n", format::yaml, varvel::options().merge_keys());
  CHECK_EQUAL(merged.error().line(), 3u);
}

TEST("a class that is not known is an error in every place") {
  using pointer = std::unique_ptr<component>;
  for (const char* const bad :
       {R"({"$type": "nobody", "parts": []})", R"({"$type": "", "parts": []})",
        R"({"parts": [{"$type": "nobody"}], "$type": "component"})"}) {
    CHECK_EQUAL(code<pointer>(bad), errc::unknown_variant);
  }
  CHECK_EQUAL(code<pointer>(R"({"$type": 7, "parts": []})"), errc::missing_field);
  CHECK_EQUAL(code<pointer>(R"({"$type": ["component"], "parts": []})"), errc::missing_field);
  CHECK_EQUAL(code<pointer>(R"({"$type": "component", "$type": "component", "parts": []})"),
              errc::duplicate_key);
  CHECK_EQUAL(code<pointer>("{\"$type\": \"" + std::string(1000000, 'x') + "\"}"),
              errc::unknown_variant);
  CHECK(varvel::try_read<pointer>("{\"$type\": \"" + std::string(1000000, 'x') + "\"}")
            .error()
            .message()
            .size() < 400);
}

TEST("a text that is no Base64 and no digits is an error") {
  for (const char* const bad : {"=", "====", "A", "AA", "AAA", "AA=A", "A===", "AA==AA==", "AAAA=",
                                "AAB=", "AB==", "AA-_", "AAAA\\n", " AAAA", "\\u0000AAA", "ÄAA="}) {
    CHECK_EQUAL(code<blob>("{\"plain\": \"" + std::string(bad) + "\"}"), errc::type_mismatch);
  }
  for (const char* const bad : {"0", "0g", "0x", " 00", "00 ", "é"}) {
    CHECK_EQUAL(code<blob>("{\"digits\": \"" + std::string(bad) + "\"}"), errc::type_mismatch);
  }
  for (const char* const bad : {"", "AAAA", "AAAAAAA="}) {
    CHECK_EQUAL(code<blob>("{\"four\": \"" + std::string(bad) + "\"}"), errc::type_mismatch);
  }
  CHECK_EQUAL(code<blob>("\x81\xA4"
                         "four\xC4\x05"
                         "12345",
                         format::msgpack),
              errc::type_mismatch);
}

TEST("a value of an enum that has no name is an error") {
  for (const char* const bad : {"2", "-1", "0", "9223372036854775808", "null", "[]", "\"\"",
                                "\"SLOW\"", "\"slow \"", "\"mode::slow\"", "\"0\""}) {
    CHECK(code<mode>(bad) != errc::ok);
    CHECK(code<std::vector<mode>>("[\"slow\", " + std::string(bad) + "]") != errc::ok);
    CHECK((code<std::map<std::string, mode>>("{\"a\": " + std::string(bad) + "}") != errc::ok));
    CHECK(code<rights>("[\"read\", " + std::string(bad) + "]") != errc::ok);
  }
  CHECK_EQUAL(static_cast<unsigned>(varvel::read<rights>(R"(["read", "read"])")), 1u);
  for (const char* const bad : {"65536", "-1", "1.0", "18446744073709551616", "\"7\""}) {
    CHECK(code<ticket>(bad) != errc::ok);
  }
}

/// Whether a number is read as a `T`, from text and from formats of bytes, alone, among others of
/// its kind, and as a key.
template <class T>
bool fits(const std::string& number) {
  const bool good = code<T>(number) == errc::ok;
  CHECK_EQUAL(code<std::vector<T>>("[" + number + "]") == errc::ok, good);
  CHECK_EQUAL(code<std::vector<T>>("[0, 1, 2, 3, 4, 5, 6, 7, 8, " + number + "]") == errc::ok,
              good);
  CHECK_EQUAL((code<std::array<T, 2>>("[" + number + ", 0]") == errc::ok), good);
  CHECK_EQUAL((code<std::map<T, int>>("{\"" + number + "\": 0}") == errc::ok), good);
  for (const format as : {format::yaml, format::msgpack, format::cbor, format::frozen}) {
    for (const std::string& text : {number, "[0, 1, 2, 3, 4, 5, 6, 7, 8, " + number + "]"}) {
      const auto bytes = varvel::try_convert(text, format::json, as);
      if (!bytes) continue;
      CHECK_EQUAL(
          (text[0] == '[' ? code<std::vector<T>>(*bytes, as) : code<T>(*bytes, as)) == errc::ok,
          good);
    }
  }
  return good;
}

template <class T>
void limits() {
  const std::string most = std::to_string(std::numeric_limits<T>::max());
  const std::string least = std::to_string(std::numeric_limits<T>::min());
  CHECK(fits<T>(most) && fits<T>(least));
  // One more, and one less: the last digit of a limit is no 9.
  std::string beyond = most;
  beyond.back()++;
  CHECK(!fits<T>(beyond));
  beyond = std::is_unsigned_v<T> ? "-1" : least;
  if (!std::is_unsigned_v<T>) beyond.back()++;
  CHECK(!fits<T>(beyond));
  for (const char* const far : {"18446744073709551616", "-9223372036854775809",
                                "340282366920938463463374607431768211456"}) {
    CHECK(!fits<T>(far));
  }
}

TEST("no number is cut, whatever its format and its neighbours") {
  limits<std::int8_t>();
  limits<std::uint8_t>();
  limits<std::int16_t>();
  limits<std::uint16_t>();
  limits<std::int32_t>();
  limits<std::uint32_t>();
  limits<std::int64_t>();
  limits<std::uint64_t>();
  CHECK_EQUAL(code<float>("3.5e38"), errc::number_out_of_range);
  CHECK_EQUAL(code<std::vector<float>>("[0.5, 3.5e38]"), errc::number_out_of_range);
  CHECK_EQUAL((code<std::array<float, 2>>("[0.5, -3.5e38]")), errc::number_out_of_range);
  CHECK(code<double>("1e400") != errc::ok);
  CHECK_EQUAL(code<std::vector<int>>("[1, 2, 2.0]"), errc::type_mismatch);
  CHECK_EQUAL((code<std::chrono::duration<std::int8_t>>("128")), errc::number_out_of_range);
}

}  // namespace

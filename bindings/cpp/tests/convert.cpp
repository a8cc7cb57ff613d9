// The types of the standard library there and back, and what does not fit.

#include <varvel/varvel.hpp>

#include <array>
#include <chrono>
#include <deque>
#include <forward_list>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "check.hpp"

namespace geometry {

struct point {
  double x = 0, y = 0;
  friend bool operator==(const point& a, const point& b) { return a.x == b.x && a.y == b.y; }
};

void to_varvel(varvel::value& out, const point& of) {
  out = varvel::array{of.x, of.y};
}

varvel::result<void> from_varvel(const varvel::view& in, point& out) {
  const auto read = in.try_as<std::pair<double, double>>();
  if (!read) return read.error();
  out = {read->first, read->second};
  return {};
}

// A type whose hooks do not return results.
struct name {
  std::string text;
  friend bool operator==(const name& a, const name& b) { return a.text == b.text; }
};

void to_varvel(varvel::value& out, const name& of) {
  out = of.text;
}
void from_varvel(const varvel::view& in, name& out) {
  out.text = in.str_or("nobody");
}

enum class colour : unsigned char { red, green = 7 };

}  // namespace geometry

namespace other {

struct celsius {
  double degrees = 0;
  friend bool operator==(celsius a, celsius b) { return a.degrees == b.degrees; }
};

}  // namespace other

template <>
struct varvel::converter<other::celsius> {
  static value to(other::celsius of) { return value(of.degrees); }
  static result<other::celsius> from(const view& of) {
    return of.try_as<double>().transform([](double degrees) { return other::celsius{degrees}; });
  }
};

namespace {

using varvel::to_json;
using varvel::value;

// There and back, thawed and frozen; and the JSON in between.
template <class T>
void both_ways(const T& of, const char* json) {
  const value made(of);
  CHECK_EQUAL(to_json(made, varvel::options().all_as_text()), json);
  CHECK(made.as<T>() == of);
  const varvel::frozen document = made.freeze();
  CHECK(document.as<T>() == of);
  CHECK(document == value(of));
  static_assert(varvel::is_convertible_to_value<T> && varvel::is_convertible_from_view<T>);
}

TEST("containers there and back") {
  both_ways(std::vector<int>{1, -2}, "[1,-2]");
  both_ways(std::vector<double>{0.5, 2}, "[0.5,2.0]");
  both_ways(std::vector<bool>{true, false}, "[true,false]");
  both_ways(std::vector<std::string>{"a", ""}, "[\"a\",\"\"]");
  both_ways(std::vector<std::vector<int>>{{1}, {}}, "[[1],[]]");
  both_ways(std::list<int>{1, 2}, "[1,2]");
  both_ways(std::deque<int>{1, 2}, "[1,2]");
  both_ways(std::forward_list<int>{1, 2, 3}, "[1,2,3]");
  both_ways(std::set<int>{2, 1}, "[1,2]");
  both_ways(std::multiset<int>{2, 1, 2}, "[1,2,2]");
  both_ways(std::unordered_set<int>{5}, "[5]");
  both_ways(std::array<int, 3>{{1, 2, 3}}, "[1,2,3]");
  both_ways(std::map<std::string, int>{{"b", 1}, {"a", 2}}, "{\"a\":2,\"b\":1}");
  both_ways(std::unordered_map<std::string, bool>{{"b", true}}, "{\"b\":true}");
  both_ways(std::multimap<std::string, int>{{"a", 1}, {"a", 2}, {"b", 3}},
            "{\"a\":[1,2],\"b\":[3]}");
  both_ways(std::unordered_multimap<std::string, int>{{"a", 1}}, "{\"a\":[1]}");
  both_ways(std::map<int, std::string>{{1, "a"}, {-2, "b"}}, "{\"-2\":\"b\",\"1\":\"a\"}");
  both_ways(std::map<geometry::colour, int>{{geometry::colour::green, 1}}, "{\"green\":1}");
}

TEST("tuples, options, pointers and variants there and back") {
  both_ways(std::pair<int, std::string>{1, "a"}, "[1,\"a\"]");
  both_ways(std::tuple<int, bool, double>{1, true, 0.5}, "[1,true,0.5]");
  both_ways(std::tuple<>(), "[]");
  both_ways(std::optional<int>(5), "5");
  both_ways(std::optional<int>(), "null");
  both_ways(std::vector<std::optional<int>>{1, std::nullopt}, "[1,null]");
  using either = std::variant<std::monostate, double, int, std::string, std::vector<int>>;
  both_ways(std::vector<either>{1, 0.5, "a", std::vector<int>{2}, std::monostate()},
            "[1,0.5,\"a\",[2],null]");
  const value pointer(std::make_unique<int>(5));
  CHECK_EQUAL(*pointer.as<std::unique_ptr<int>>(), 5);
  CHECK(value(std::shared_ptr<int>()).as<std::shared_ptr<int>>() == nullptr);
  CHECK(value::parse("{}")["none"].as<std::optional<int>>() == std::nullopt);
}

TEST("types of one's own, by hooks and by a converter") {
  both_ways(geometry::point{0.5, 2}, "[0.5,2.0]");
  both_ways(std::vector<geometry::point>{{1, 2}}, "[[1.0,2.0]]");
  both_ways(geometry::name{"Ada"}, "\"Ada\"");
  both_ways(other::celsius{36.6}, "36.6");
  both_ways(geometry::colour::green, "\"green\"");
  const auto bad = value::parse("[[1, 2], [1]]").freeze().try_as<std::vector<geometry::point>>();
  CHECK_EQUAL(bad.error().path(), "$[1]");
}

TEST("bytes and points in time there and back") {
  both_ways(std::vector<std::byte>{std::byte{1}, std::byte{255}}, "\"Af8=\"");
  using namespace std::chrono;
  both_ways(system_clock::time_point(seconds(1) + milliseconds(500)), "\"1970-01-01T00:00:01.5Z\"");
  both_ways(system_clock::time_point(-milliseconds(1)), "\"1969-12-31T23:59:59.999Z\"");
  both_ways(time_point_cast<seconds>(system_clock::time_point(hours(1))),
            "\"1970-01-01T01:00:00Z\"");
  both_ways(seconds(90), "90");
  both_ways(milliseconds(1500), "1500");
  both_ways(hours(2), "2");
  both_ways(duration<double>(0.25), "0.25");
  CHECK(!value(0.5).try_as<milliseconds>());
  CHECK(!value(300).try_as<duration<signed char>>());
}

TEST("points in time are read from RFC 3339") {
  using namespace std::chrono;
  const auto read = [](const char* text) {
    return value(text).maybe_as<time_point<system_clock, milliseconds>>();
  };
  CHECK(read("1970-01-02T00:00:00Z")->time_since_epoch() == hours(24));
  CHECK(read("1970-01-01T01:00:00.25+01:00")->time_since_epoch() == milliseconds(250));
  CHECK(read("2000-02-29T12:34:56-00:30")->time_since_epoch() == seconds(951829496));
  for (const char* bad :
       {"", "1970-01-01", "1970-13-01T00:00:00Z", "1970-02-29T00:00:00Z", "1970-01-01T24:00:00Z",
        "1970-01-01T00:00:00", "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00.0001Z",
        "1970-01-01T00:00:00Zx", "1970-01-01T00:00:00.0000000001Z", "1970-01-01T00:00:00+24:00"}) {
    CHECK(!read(bad).has_value());
  }
}

// Whether a number is read as a `T`.
template <class T>
bool fits(const char* number) {
  const varvel::frozen document = varvel::frozen::parse(number);
  const bool frozen = document.maybe_as<T>().has_value();
  // In a container that is thawed.
  value v = varvel::make_array(document, "x");
  CHECK_EQUAL(v[0].as<value>().maybe_as<T>().has_value(), frozen);
  return frozen;
}

TEST("a number that does not fit is an error, never cut") {
  CHECK(fits<std::int8_t>("127") && !fits<std::int8_t>("128"));
  CHECK(fits<std::int8_t>("-128") && !fits<std::int8_t>("-129"));
  CHECK(fits<std::uint8_t>("255") && !fits<std::uint8_t>("256") && !fits<std::uint8_t>("-1"));
  CHECK(fits<std::int16_t>("-32768") && !fits<std::int16_t>("32768"));
  CHECK(fits<std::uint32_t>("4294967295") && !fits<std::uint32_t>("4294967296"));
  CHECK(fits<std::int64_t>("-9223372036854775808") && !fits<std::int64_t>("9223372036854775808"));
  CHECK(fits<std::uint64_t>("18446744073709551615"));
  CHECK(!fits<std::uint64_t>("18446744073709551616") && !fits<std::uint64_t>("-1"));
  CHECK(!fits<int>("1.0") && !fits<int>("1e3") && !fits<int>("true") && !fits<int>("\"1\""));
  CHECK(fits<double>("18446744073709551616") && fits<double>("5") && !fits<double>("null"));
  CHECK(fits<float>("3e38") && !fits<float>("4e38") && fits<float>("0.1"));
  // Less than half a step above the largest float rounds to it.
  CHECK(fits<float>("3.402823567e38") && !fits<float>("-3.402823568e38"));
  CHECK(!fits<bool>("1") && !fits<bool>("null") && !fits<std::string>("1"));
  CHECK(!fits<std::vector<int>>("{}") && !fits<std::vector<int>>("[1,\"2\"]"));
  CHECK(!(fits<std::array<int, 2>>("[1]")) && !(fits<std::pair<int, int>>("[1,2,3]")));
  CHECK(!fits<std::set<int>>("[1,1]") && fits<std::multiset<int>>("[1,1]"));
  CHECK((fits<std::map<int, int>>("{\"1\":2}")) && !(fits<std::map<int, int>>("{\"01\":2}")));
  CHECK(!(fits<std::map<int, int>>("{\"99999999999\":2}")));
  CHECK(!(fits<std::variant<int, bool>>("\"x\"")));
  CHECK(fits<varvel::number>("18446744073709551615") && !fits<varvel::number>("\"x\""));
}

TEST("NaN and infinities stay what they are") {
  const value v(std::vector<double>{std::numeric_limits<double>::infinity(),
                                    std::numeric_limits<double>::quiet_NaN()});
  const auto back = v.freeze().as<std::vector<float>>();
  CHECK(back[0] == std::numeric_limits<float>::infinity() && back[1] != back[1]);
  CHECK_THROWS(unrepresentable, to_json(v));
}

TEST("texts with a NUL") {
  const value v(std::string("a\0b", 3));
  CHECK_EQUAL(v.str().size(), 3u);
  CHECK_THROWS(unrepresentable, v.zero_terminated());
  CHECK_EQUAL(value("ab").zero_terminated(), "ab");
  char room[3];
  CHECK(value("ab").copy_to(room, sizeof room) && std::strcmp(room, "ab") == 0);
  CHECK(!value("abc").copy_to(room, sizeof room) && room[0] == '\0');
}

TEST("what has no form is not convertible") {
  static_assert(!varvel::is_convertible_to_value<std::ostream>);
  static_assert(!varvel::is_convertible_from_view<std::ostream>);
  static_assert(!varvel::is_convertible_to_value<char>);
  static_assert(varvel::is_convertible_to_value<std::string_view>);
  static_assert(!std::is_convertible_v<int*, value>);
}

#if VARVEL_HAS_SPAN
TEST("spans become arrays and bytes") {
  const int numbers[] = {1, 2, 3};
  CHECK_EQUAL(to_json(value(std::span<const int>(numbers))), "[1,2,3]");
  const std::byte raw[] = {std::byte{1}};
  CHECK(value(std::span<const std::byte>(raw)).bytes() == varvel::bytes_view(raw, 1));
  const varvel::frozen document = varvel::frozen::parse("[1,2]");
  CHECK(document.root().values().size() == 2);
}
#endif

}  // namespace

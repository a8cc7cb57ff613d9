// Each sort of type, there and back through every format.

#include <varvel/structs.hpp>

#include <cstring>

#include "check.hpp"

namespace game {

enum class element : unsigned char { fire, water, earth = 7 };
enum class rights : unsigned { none = 0, read = 1, write = 2, run = 4 };
VARVEL_TYPE(rights, bit_flags)
enum size { small, large = 1000 };
VARVEL_ENUM(size, small, (large, renamed("L")))

enum class serial : std::uint16_t {};
struct part {
  serial id{};
  VARVEL_FIELDS(part, id)
};
struct tagline {
  char text[8];
  VARVEL_FIELDS(tagline, text)
};

struct point {
  int x = 0, y = 0;
  VARVEL_FIELDS(point, x, y)
};
inline bool operator==(const point& a, const point& b) {
  return a.x == b.x && a.y == b.y;
}
inline bool operator<(const point& a, const point& b) {
  return a.x != b.x ? a.x < b.x : a.y < b.y;
}

struct shape {
  std::string name;
  VARVEL_FIELDS(shape, name)
};
struct marked {
  bool mark = false;
};
VARVEL_FIELDS(marked, mark)
struct circle : shape, marked {
  double radius = 0;
  VARVEL_DERIVED(circle, (shape, marked), radius)
  VARVEL_TYPE(circle, tagged_by("kind"))
};
struct box : shape {
  point a, b;
  VARVEL_DERIVED(box, (shape), a, b)
  VARVEL_TYPE(box, tagged_by("kind"), renamed("rectangle"))
};

struct component {
  virtual ~component() = default;
  virtual std::string_view varvel_type() const { return "component"; }
  int id = 0;
  VARVEL_FIELDS(component, id)
};
struct light : component {
  std::string_view varvel_type() const override { return "light"; }
  float power = 0;
  VARVEL_DERIVED(light, (component), power)
};
struct sound : component {
  std::string_view varvel_type() const override { return "noise"; }
  std::string file;
  VARVEL_DERIVED(sound, (component), file)
  VARVEL_TYPE(sound, renamed("noise"))
};
VARVEL_CLASSES(component, light, sound)

struct node {
  int value = 0;
  std::unique_ptr<node> next;
  std::vector<node> children;
  VARVEL_FIELDS(node, value, (next, omit_empty), (children, omit_empty))
};

struct blob {
  std::vector<unsigned char> raw;
  std::string digest;
  std::vector<std::byte> bytes;
  std::array<std::byte, 2> two{};
  VARVEL_FIELDS(blob, (raw, base64), (digest, hex), bytes, two)
};

struct names_of {
  int first_name = 0;
  int a = 0;
  int other_ = 0;
  VARVEL_FIELDS(names_of, first_name, a, (other_, renamed("OTHER"), also("old")))
  VARVEL_TYPE(names_of, named_in(letters::camel_case), unknown_refused)
};

}  // namespace game

namespace {

using varvel::format;

constexpr format formats[] = {format::json, format::json5,       format::yaml,  format::msgpack,
                              format::cbor, format::flexbuffers, format::frozen};

/// Writes a value as JSON, which must be `json`, and reads and writes it in every format.
template <class T>
void both_ways(const T& value, std::string_view json) {
  CHECK_EQUAL(varvel::write(value), json);
  for (const format as : formats) {
    const auto bytes = varvel::try_write(value, as);
    if (!bytes) {
      check::fail(__FILE__, __LINE__,
                  std::string(varvel::name(as)) + ": " + bytes.error().report());
      continue;
    }
    auto back = varvel::try_read<T>(*bytes, as);
    if (!back) {
      check::fail(__FILE__, __LINE__, std::string(varvel::name(as)) + ": " + back.error().report());
      continue;
    }
    CHECK_EQUAL(varvel::write(*back), json);
  }
}

TEST("sequences and sets") {
  both_ways(std::vector<int>{1, -2, 300000, INT32_MIN}, "[1,-2,300000,-2147483648]");
  both_ways(std::vector<std::uint64_t>{0, UINT64_MAX}, "[0,18446744073709551615]");
  both_ways(std::vector<float>{0.1f, 1e30f}, "[0.1,1e30]");
  both_ways(std::vector<bool>{true, false}, "[true,false]");
  both_ways(std::deque<std::string>{"a", "Ünïcödé \n\"\\\x01"},
            "[\"a\",\"Ünïcödé \\n\\\"\\\\\\u0001\"]");
  both_ways(std::list<double>{0.5, -1e300}, "[0.5,-1e300]");
  both_ways(std::forward_list<short>{3, 2, 1}, "[3,2,1]");
  both_ways(std::set<std::string>{"b", "a"}, R"(["a","b"])");
  both_ways(std::multiset<int>{2, 1, 1}, "[1,1,2]");
  both_ways(std::unordered_set<int>{7}, "[7]");
  both_ways(std::array<std::array<double, 2>, 2>{{{1, 2}, {3, 4}}}, "[[1.0,2.0],[3.0,4.0]]");
  both_ways(std::vector<std::vector<int>>{{1}, {}, {2, 3}}, "[[1],[],[2,3]]");
  both_ways(std::vector<std::optional<int>>{1, std::nullopt}, "[1,null]");
}

TEST("maps") {
  both_ways(std::map<std::string, int>{{"b", 1}, {"a", 2}}, R"({"a":2,"b":1})");
  both_ways(std::map<int, bool>{{-1, true}, {10, false}}, R"({"-1":true,"10":false})");
  both_ways(std::map<bool, int>{{true, 1}}, R"({"true":1})");
  both_ways(std::map<game::element, int>{{game::element::water, 1}}, R"({"water":1})");
  both_ways(std::unordered_map<std::string, std::vector<int>>{{"a", {1}}}, R"({"a":[1]})");
  both_ways(std::multimap<std::string, int>{{"a", 1}, {"a", 2}, {"b", 3}},
            R"({"a":[1,2],"b":[3]})");
  const auto keyed = varvel::try_write(std::map<game::point, int>{{{1, 2}, 3}});
  CHECK(keyed.error().code() == varvel::errc::unrepresentable);
  const auto packed = varvel::write(std::map<game::point, int>{{{1, 2}, 3}}, format::msgpack);
  CHECK_EQUAL((varvel::read<std::map<game::point, int>>(packed, format::msgpack).at({1, 2})), 3);
  CHECK(!(varvel::try_read<std::map<int, int>>(R"({"01": 1})")));
  CHECK(!(varvel::try_read<std::map<int, int>>(R"({"x": 1})")));
}

TEST("pairs, tuples, optionals, pointers") {
  both_ways(std::pair<int, std::string>{1, "x"}, R"([1,"x"])");
  both_ways(std::tuple<bool, double, std::vector<int>>{true, 0.5, {1}}, "[true,0.5,[1]]");
  both_ways(std::tuple<>{}, "[]");
  both_ways(std::optional<std::string>{}, "null");
  both_ways(std::make_shared<int>(5), "5");
  both_ways(std::unique_ptr<game::point>(), "null");
  both_ways('x', R"("x")");
  CHECK(varvel::try_write(std::optional<std::optional<int>>(std::optional<int>())).error().code() ==
        varvel::errc::unrepresentable);
}

TEST("enums and flags") {
  both_ways(std::vector<game::element>{game::element::fire, game::element::earth},
            R"(["fire","earth"])");
  both_ways(game::size::large, R"("L")");
  both_ways(static_cast<game::rights>(5), R"(["read","run"])");
  both_ways(game::rights::none, "[]");
  CHECK(varvel::try_write(static_cast<game::rights>(8)).error().code() ==
        varvel::errc::unrepresentable);
  CHECK(varvel::try_write(static_cast<game::element>(1 + 2)).error().code() ==
        varvel::errc::unrepresentable);
  const auto bad = varvel::try_read<game::element>(R"("wafer")");
  CHECK(bad.error().code() == varvel::errc::unknown_variant);
  CHECK_EQUAL(bad.error().hint(), "did you mean `water`?");
}

TEST("inheritance and variants by tag") {
  game::circle round;
  round.name = "c";
  round.mark = true;
  round.radius = 2;
  both_ways(round, R"({"kind":"circle","name":"c","mark":true,"radius":2.0})");
  game::box box;
  box.name = "b";
  box.b = {3, 4};
  using any = std::variant<game::circle, game::box>;
  both_ways(std::vector<any>{round, box},
            R"([{"kind":"circle","name":"c","mark":true,"radius":2.0},)"
            R"({"kind":"rectangle","name":"b","a":{"x":0,"y":0},"b":{"x":3,"y":4}}])");
  const auto bad = varvel::try_read<any>(R"({"kind": "circel", "name": ""})");
  CHECK(bad.error().code() == varvel::errc::unknown_variant);
  CHECK_EQUAL(bad.error().path(), "$.kind");
  CHECK_EQUAL(bad.error().hint(), "did you mean `circle`?");
}

TEST("variants by shape") {
  using any = std::variant<std::monostate, bool, int, double, std::string, game::point,
                           std::vector<int>, std::vector<std::string>, std::map<std::string, int>>;
  const char* const text = R"([null,true,1,0.5,"x",{"x":1,"y":2},[1,2],["a"],{"z":1}])";
  const auto all = varvel::read<std::vector<any>>(text);
  for (std::size_t i = 0; i < all.size(); i++) CHECK_EQUAL(all[i].index(), i);
  both_ways(all, text);
  CHECK((varvel::try_read<std::variant<int, bool>>("\"x\"").error().code() ==
         varvel::errc::type_mismatch));
}

TEST("classes by their names") {
  std::vector<std::unique_ptr<game::component>> all;
  auto light = std::make_unique<game::light>();
  light->id = 1;
  light->power = 0.5f;
  auto sound = std::make_unique<game::sound>();
  sound->file = "a.ogg";
  all.push_back(std::move(light));
  all.push_back(std::move(sound));
  all.push_back(nullptr);
  both_ways(
      all,
      R"([{"$type":"light","id":1,"power":0.5},{"$type":"noise","id":0,"file":"a.ogg"},null])");
  using pointer = std::shared_ptr<game::component>;
  const auto bad = varvel::try_read<pointer>(R"({"$type": "nois", "id": 1})");
  CHECK_EQUAL(bad.error().hint(), "did you mean `noise`?");
  CHECK(varvel::try_read<pointer>(R"({"id": 1})").error().code() == varvel::errc::missing_field);
  CHECK(varvel::try_read<pointer>("[]").error().code() == varvel::errc::type_mismatch);
  CHECK_EQUAL(varvel::read<pointer>(R"({"id": 7, "file": "", "$type": "noise"})")->id, 7);
}

TEST("a type that holds itself, and its depth") {
  std::string text = R"({"value":1})";
  for (int i = 0; i < 100; i++) text = R"({"value":1,"next":)" + text + "}";
  both_ways(varvel::read<game::node>(text), text);
  for (int i = 0; i < 100; i++) text = R"({"value":1,"next":)" + text + "}";
  CHECK(varvel::try_read<game::node>(text).error().code() == varvel::errc::depth_limit);
  const auto deep = varvel::read<game::node>(text, format::json, varvel::options().depth(300));
  CHECK(varvel::try_write(deep).error().code() == varvel::errc::depth_limit);
}

TEST("bytes") {
  game::blob blob;
  blob.raw = {0, 255, 16};
  blob.digest = "\xAB\x01";
  blob.bytes = {std::byte{1}};
  both_ways(blob, R"({"raw":"AP8Q","digest":"ab01","bytes":"AQ==","two":"AAA="})");
  for (const char* const bad : {"A", "AQ=", "AR==", "AQ", "A===", "AQ==AQ==", "A Q="}) {
    const std::string text =
        R"({"raw":")" + std::string(bad) + R"(","digest":"","bytes":"","two":"AAA="})";
    CHECK(varvel::try_read<game::blob>(text).error().code() == varvel::errc::type_mismatch);
  }
}

TEST("times and durations") {
  using namespace std::chrono;
  using millis = time_point<system_clock, milliseconds>;
  using nanos = time_point<system_clock, nanoseconds>;
  both_ways(millis(milliseconds(1790722123456)), R"("2026-09-29T22:48:43.456Z")");
  both_ways(nanos(nanoseconds(-1)), R"("1969-12-31T23:59:59.999999999Z")");
  both_ways(time_point<system_clock, seconds>(seconds(951782400)), R"("2000-02-29T00:00:00Z")");
  both_ways(milliseconds(1500), "1500");
  CHECK(varvel::read<millis>(R"("2026-09-30T00:48:43.456+02:00")") ==
        millis(milliseconds(1790722123456)));
  CHECK(varvel::try_read<millis>(R"("2026-09-30T00:08:43.4567Z")").error().code() ==
        varvel::errc::number_out_of_range);
  CHECK(!varvel::try_read<millis>(R"("2026-02-29T00:00:00Z")"));
  CHECK(!varvel::try_read<nanos>(R"("9999-01-01T00:00:00Z")"));
}

/// Returns the number of the type that a variant reads a document as.
template <class... Types>
std::size_t chosen(std::string_view text) {
  return varvel::read<std::variant<Types...>>(text).index();
}

TEST("a text in an array of characters") {
  game::tagline line{};
  std::strcpy(line.text, "hello");
  CHECK_EQUAL(varvel::write(line), R"({"text":"hello"})");
  std::strcpy(line.text, "longer");
  varvel::read_into(R"({"text":"ab"})", line);
  CHECK_EQUAL(std::string(line.text, 8), std::string("ab\0\0\0\0\0\0", 8));
  CHECK_EQUAL(varvel::write("literal"), "\"literal\"");
  for (const char* const bad : {R"({"text":"12345678"})", R"({"text":"a\u0000b"})"}) {
    CHECK(varvel::try_read<game::tagline>(bad).error().code() == varvel::errc::type_mismatch);
  }
  std::memset(line.text, 'x', sizeof line.text);
  CHECK_EQUAL(varvel::try_write(line).error().path(), "$.text");
}

TEST("an enum without names is a number") {
  const std::map<game::serial, int> all{{static_cast<game::serial>(7), 1}};
  both_ways(all, R"({"7":1})");
  both_ways(static_cast<game::serial>(65535), "65535");
  CHECK_EQUAL((chosen<game::serial, std::string>("7")), 0u);
  CHECK_EQUAL(varvel::get_at<int>(all, "[7]").value(), 1);
  CHECK(!varvel::get_at<int>(all, "[65543]"));
  CHECK(!varvel::get_at<int>(std::map<unsigned char, int>{{44, 1}}, "[300]"));
  game::part one;
  CHECK(varvel::set_at(one, "id", 12).has_value() && static_cast<int>(one.id) == 12);
  CHECK(!varvel::set_at(one, "id", 70000));
  CHECK_EQUAL(varvel::get_at<int>(one, "id").value(), 12);
}

TEST("names in other letters, old names, unknown ones") {
  both_ways(game::names_of{}, R"({"firstName":0,"a":0,"OTHER":0})");
  CHECK_EQUAL(varvel::read<game::names_of>(R"({"firstName":1,"a":2,"old":3})").other_, 3);
  const auto bad = varvel::try_read<game::names_of>("{\n \"firstNaem\":1,\"a\":2,\"OTHER\":3}");
  CHECK(bad.error().code() == varvel::errc::unknown_member);
  CHECK_EQUAL(bad.error().hint(), "did you mean `firstName`?");
  CHECK_EQUAL(bad.error().line(), 2u);
  CHECK_EQUAL(bad.error().column(), 2u);
}

TEST("a variant passes types by whose shape does not fit") {
  using bytes = std::vector<std::byte>;
  using time = std::chrono::system_clock::time_point;
  CHECK_EQUAL((chosen<bytes, std::map<std::string, int>>(R"({"a":1})")), 1u);
  CHECK_EQUAL((chosen<bytes, int>("\"AQI=\"")), 0u);
  CHECK_EQUAL((chosen<time, double>("0.5")), 1u);
  CHECK_EQUAL((chosen<time, double>("\"2026-01-02T03:04:05Z\"")), 0u);
  CHECK_EQUAL((chosen<std::chrono::seconds, std::string>("\"7\"")), 1u);
  CHECK_EQUAL((chosen<std::array<int, 2>, std::array<int, 3>, std::string>("[1,2,3]")), 1u);
  CHECK_EQUAL((chosen<std::array<int, 2>, std::array<int, 3>, std::string>("\"x\"")), 2u);
  CHECK_EQUAL((chosen<std::pair<int, bool>, std::vector<int>>("[1]")), 1u);
  CHECK_EQUAL((chosen<char, std::string>("\"xy\"")), 1u);
}

TEST("no number is cut") {
  CHECK(varvel::try_read<signed char>("128").error().code() == varvel::errc::number_out_of_range);
  CHECK(varvel::try_read<unsigned>("-1").error().code() == varvel::errc::number_out_of_range);
  CHECK(varvel::try_read<std::int64_t>("9223372036854775808").error().code() ==
        varvel::errc::number_out_of_range);
  CHECK(varvel::try_read<std::uint64_t>("18446744073709551616").error().code() ==
        varvel::errc::number_out_of_range);
  CHECK(varvel::try_read<float>("1e39").error().code() == varvel::errc::number_out_of_range);
  CHECK(varvel::try_read<float>("3.402823567e38") && !varvel::try_read<float>("-3.402823568e38"));
  CHECK(varvel::try_read<int>("1.0").error().code() == varvel::errc::type_mismatch);
  CHECK(varvel::try_read<std::vector<signed char>>("[1,300]").error().path() == "$[1]");
  CHECK(varvel::try_read<std::vector<std::uint32_t>>("[1,-1]").error().path() == "$[1]");
  CHECK_EQUAL(varvel::read<double>("9007199254740993"), 9007199254740992.0);
  const std::string packed = varvel::write(std::uint64_t{9007199254740993}, format::msgpack);
  CHECK(!varvel::try_read<double>(packed, format::msgpack));
  CHECK_EQUAL(varvel::read<double>("123456789012345678901234567890"),
              123456789012345678901234567890.0);
}

TEST("in a variant a float rounds an integer only if nothing else fits") {
  // 2^24, 2^24 + 1, and 2^64 + 2^20.
  using either = std::variant<float, double>;
  for (const auto& [text, index] : {std::pair("16777216", 0), std::pair("16777217", 1),
                                    std::pair("18446744073710600192", 1), std::pair("0.1", 0)}) {
    const auto expected = static_cast<std::size_t>(index);
    CHECK_EQUAL(varvel::read<either>(text).index(), expected);
    CHECK_EQUAL(varvel::read<std::vector<either>>("[" + std::string(text) + "]")[0].index(),
                expected);
  }
  CHECK_EQUAL((std::get<0>(varvel::read<std::variant<float, std::string>>("16777217"))),
              16777216.0f);
  CHECK_EQUAL((varvel::read<std::variant<double, std::int64_t>>("9007199254740993").index()), 1u);
}

}  // namespace

// The text of each error of structs that belongs to one sort of type, a tool or a file.

#include "warm.hpp"

#include <varvel/varvel.hpp>

#include "check.hpp"

#if !defined(_WIN32)
#include <csignal>
#include <dirent.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace game {

enum class mode { slow, fast };
enum class rights : unsigned { none = 0, read = 1, write = 2 };
VARVEL_TYPE(rights, bit_flags)

struct point {
  int x = 0, y = 0;
  VARVEL_FIELDS(point, x, y)
};
inline bool operator<(const point& a, const point& b) {
  return a.x != b.x ? a.x < b.x : a.y < b.y;
}

struct circle {
  double radius = 0;
  VARVEL_FIELDS(circle, radius)
  VARVEL_TYPE(circle, tagged_by("kind"))
};
struct square {
  double side = 0;
  VARVEL_FIELDS(square, side)
  VARVEL_TYPE(square, tagged_by("kind"))
};

struct component {
  virtual ~component() = default;
  virtual std::string_view varvel_type() const { return "component"; }
  int id = 0;
  VARVEL_FIELDS(component, id)
};
struct light : component {
  std::string_view varvel_type() const override { return "light"; }
  VARVEL_DERIVED(light, (component))
};
struct unlisted : component {
  std::string_view varvel_type() const override { return "unlisted"; }
};
VARVEL_CLASSES(component, light)
struct empty {
  virtual ~empty() = default;
  virtual std::string_view varvel_type() const { return "empty"; }
};

struct blobs {
  std::array<std::byte, 2> two{};
  std::vector<std::byte> text;
  std::string digits;
  std::vector<std::byte> plain;
  VARVEL_FIELDS(blobs, (two, defaulted, base64), (text, defaulted, base64),
                (digits, defaulted, hex), (plain, defaulted))
};

struct pairs {
  std::map<point, int> places;
  VARVEL_FIELDS(pairs, (places, as_pairs))
};

struct tree {
  std::vector<tree> children;
  VARVEL_FIELDS(tree, children)
};

struct linked {
  std::shared_ptr<linked> next;
  VARVEL_FIELDS(linked, next)
};

}  // namespace game

namespace {

using varvel::format;

/// The message of the error of a document.
template <class T>
std::string told(std::string_view text, format as = format::json) {
  check::warm(as);
  const varvel::result<T> read = varvel::try_read<T>(text, as);
  return read ? "no error" : read.error().message();
}

/// The message of the error of writing a value.
template <class T>
std::string refused(const T& value, format as = format::json) {
  const auto written = varvel::try_write(value, as);
  return written ? "no error" : written.error().message();
}

using namespace game;

TEST("bytes") {
  CHECK_EQUAL(told<blobs>(R"({"two": "AAAA"})"),
              "wrong kind of value: expected 2 bytes, found 3, at $.two (byte 8)");
  CHECK_EQUAL(
      told<blobs>(R"({"text": "A"})"),
      "wrong kind of value: expected bytes in Base64, found the string \"A\", at $.text (byte 9)");
  CHECK_EQUAL(told<blobs>(R"({"text": "A==="})"),
              "wrong kind of value: expected bytes in Base64, found the string \"A===\", at $.text "
              "(byte 9)");
  CHECK_EQUAL(told<blobs>(R"({"digits": "abc"})"),
              "wrong kind of value: expected bytes as pairs of hexadecimal digits, found the "
              "string \"abc\", at $.digits (byte 11)");
  CHECK_EQUAL(told<blobs>(R"({"digits": "zz"})"),
              "wrong kind of value: expected bytes as pairs of hexadecimal digits, found the "
              "string \"zz\", at $.digits (byte 11)");
  CHECK_EQUAL(
      told<blobs>(R"({"plain": 7})"),
      "wrong kind of value: expected bytes in Base64, found the integer 7, at $.plain (byte 10)");
  CHECK_EQUAL(refused(blobs()), "no error");
  CHECK_EQUAL(refused(std::vector<std::byte>(2)), "no error");
}

TEST("enums and flags") {
  CHECK_EQUAL(
      told<rights>(R"("read")"),
      "wrong kind of value: expected an array of names, found the string \"read\" (byte 0)");
  CHECK_EQUAL(told<rights>(R"(["read", "wirte"])"),
              "unknown variant: expected one of `read`, `write`, found `wirte`, at $[1] (byte 9)");
  CHECK_EQUAL(told<rights>(R"([1])"),
              "wrong kind of value: expected a string, a name of rights, found the integer 1, at "
              "$[0] (byte 1)");
  CHECK_EQUAL(refused(static_cast<rights>(12)),
              "value cannot be represented: expected bits with names of rights, found 12");
  CHECK_EQUAL(
      told<mode>("1"),
      "wrong kind of value: expected a string, a name of mode, found the integer 1 (byte 0)");
}

TEST("keys of maps") {
  CHECK_EQUAL(
      refused(std::map<point, int>{{point(), 1}}),
      "value cannot be represented: expected a key that is text, found a point, at $[\"?\"]");
  CHECK_EQUAL(
      refused(std::map<mode, int>{{static_cast<mode>(5), 1}}),
      "value cannot be represented: expected a value with a name of mode, found 5, at $[\"5\"]");
  CHECK_EQUAL((told<std::map<int, int>>(R"({"1": 2, "01": 3})")),
              "wrong kind of value: expected an integer as key, found the string \"01\", at "
              "$[\"01\"] (byte 9)");
  CHECK_EQUAL(
      (told<std::map<int, int>>(R"({"x": 2})")),
      "wrong kind of value: expected an integer as key, found the string \"x\", at $.x (byte 1)");
  CHECK_EQUAL((told<std::map<mode, int>>(R"({"fats": 2})")),
              "unknown variant: expected one of `slow`, `fast`, found `fats`, at $.fats (byte 1)");
  CHECK_EQUAL((told<std::map<std::string, int>>(R"({"a": 1, "a": 2})")),
              "duplicate key: expected each key once, found \"a\" again, at $.a (byte 9)");
  CHECK_EQUAL((told<std::map<std::string, int>>("[1]")),
              "wrong kind of value: expected an object, found an array (byte 0)");
  CHECK_EQUAL(
      told<pairs>(
          R"({"places": [{"$key": {"x": 1, "y": 1}, "$value": 2}, {"$key": {"x": 1, "y": 1}, "$value": 3}]})"),
      "duplicate key: expected each key once, at $.places[1] (byte 53)");
  CHECK_EQUAL(told<pairs>(R"({"places": [{"$key": {"x": 1, "y": 1}}]})"),
              "wrong kind of value: expected an object of `$key` and `$value`, found an object, at "
              "$.places[0] (byte 12)");
  CHECK_EQUAL(told<pairs>(R"({"places": [{"$key": {"x": 1}, "$value": 1}]})"),
              "missing member: expected `y` of point, at $.places[0][\"$key\"] (byte 21)");
  CHECK_EQUAL(told<pairs>(R"({"places": [{"$key": {"x": 1, "y": 1}, "$value": "a"}]})"),
              "wrong kind of value: expected an integer, found the string \"a\", at "
              "$.places[0][\"$value\"] (byte 49)");
  CHECK_EQUAL(told<pairs>(R"({"places": {}})"), "no error");
  CHECK_EQUAL((told<std::multimap<std::string, int>>(R"({"a": 1})")),
              "wrong kind of value: expected an array of the values of a key, found the integer 1, "
              "at $.a (byte 6)");
}

TEST("classes by their name") {
  CHECK_EQUAL(told<std::unique_ptr<component>>(R"({"$type": "lihgt", "id": 1})"),
              "unknown variant: expected one of `light`, found `lihgt`, at $[\"$type\"] (byte 10)");
  CHECK_EQUAL(
      told<std::unique_ptr<empty>>(R"({"$type": "light"})"),
      "unknown variant: expected a class that is in the registry of empty, found `light`, at "
      "$[\"$type\"] (byte 10)");
  CHECK_EQUAL(told<std::unique_ptr<component>>(R"({"id": 1})"),
              "missing member: expected `$type`, the name of a class (byte 0)");
  CHECK_EQUAL(told<std::unique_ptr<component>>("[1]"),
              "wrong kind of value: expected an object, found an array (byte 0)");
  CHECK_EQUAL(told<std::unique_ptr<component>>(R"({"$type": "light"})"),
              "missing member: expected `id` of light (byte 0)");
  CHECK_EQUAL(refused(std::unique_ptr<component>(new unlisted)),
              "value cannot be represented: expected a class that is in the registry of component");
}

TEST("variants") {
  CHECK_EQUAL(
      (told<std::variant<circle, square>>(R"({"kind": "cirlce", "radius": 1})")),
      "unknown variant: expected one of `circle`, `square`, found `cirlce`, at $.kind (byte 9)");
  CHECK_EQUAL((told<std::variant<circle, square>>(R"({"radius": true})")),
              "wrong kind of value: expected a number, found true, at $.radius (byte 11)");
  CHECK_EQUAL((told<std::variant<int, std::string>>("true")),
              "wrong kind of value: expected one of `int` `string`, found true (byte 0)");
  CHECK_EQUAL(
      (told<std::variant<circle, square>>(R"({"kind": "circle", "radius": "x"})")),
      "wrong kind of value: expected a number, found the string \"x\", at $.radius (byte 29)");
}

TEST("optionals and times") {
  CHECK_EQUAL(refused(std::optional<std::optional<int>>(std::optional<int>())),
              "value cannot be represented: expected a value, found an optional that holds nothing "
              "but null");
  CHECK_EQUAL(
      told<std::chrono::system_clock::time_point>(R"("yesterday")"),
      "wrong kind of value: expected a time (RFC 3339), found the string \"yesterday\" (byte 0)");
  CHECK_EQUAL(told<std::chrono::system_clock::time_point>("true"),
              "wrong kind of value: expected a time (RFC 3339), found true (byte 0)");
  CHECK_EQUAL(told<std::chrono::seconds>("1.5"),
              "wrong kind of value: expected an integer, found the float 1.5 (byte 0)");
  CHECK_EQUAL(told<std::chrono::seconds>(R"("1")"),
              "wrong kind of value: expected an integer, found the string \"1\" (byte 0)");
  CHECK_EQUAL((told<std::chrono::duration<signed char>>("300")),
              "number out of range: expected signed char, found the integer 300 (byte 0)");
  using far = std::chrono::time_point<std::chrono::system_clock,
                                      std::chrono::duration<std::int64_t, std::ratio<31556952>>>;
  CHECK_EQUAL(refused(far(std::chrono::duration<std::int64_t, std::ratio<31556952>>(INT64_MAX))),
              "value cannot be represented: expected a time of 64 bits in seconds");
  CHECK_EQUAL(refused(far(std::chrono::duration<std::int64_t, std::ratio<31556952>>(20000))),
              "value cannot be represented: expected a time with a year from 0 to 9999");
}

TEST("containers and scalars") {
  CHECK_EQUAL((told<std::array<int, 3>>("[1, 2]")),
              "wrong kind of value: expected an array of 3 items, found one of 2 (byte 0)");
  CHECK_EQUAL((told<std::tuple<int, bool>>("[1, 2]")),
              "wrong kind of value: expected a boolean, found the integer 2, at $[1] (byte 4)");
  CHECK_EQUAL((told<std::vector<int>>("{}")),
              "wrong kind of value: expected an array, found an object (byte 0)");
  CHECK_EQUAL(told<std::string>("7"),
              "wrong kind of value: expected a string, found the integer 7 (byte 0)");
  CHECK_EQUAL(told<bool>("0"),
              "wrong kind of value: expected a boolean, found the integer 0 (byte 0)");
  CHECK_EQUAL(told<int>("1.5"),
              "wrong kind of value: expected an integer, found the float 1.5 (byte 0)");
  CHECK_EQUAL(told<unsigned>("-1"),
              "number out of range: expected unsigned int, found the integer -1 (byte 0)");
  CHECK_EQUAL(told<float>("1e300"),
              "number out of range: expected float, found the float 1e300 (byte 0)");
  CHECK_EQUAL(told<std::string_view>("\"a\""),
              "value refused: a string_view needs a document that is kept (byte 0)");
  CHECK_EQUAL(told<point>("[1]"),
              "wrong kind of value: expected an object, found an array (byte 0)");
  CHECK_EQUAL(told<std::string>("k: 1", format::yaml),
              "wrong kind of value: expected a string, found an object (byte 0)");
}

TEST("arrays of another length are refused as a whole, after their items") {
  CHECK_EQUAL((told<std::array<int, 2>>("[1, 2, 3]")),
              "wrong kind of value: expected an array of 2 items, found one of 3 (byte 0)");
  CHECK_EQUAL((told<std::array<int, 3>>("[1, true]")),
              "wrong kind of value: expected an integer, found true, at $[1] (byte 4)");
  CHECK_EQUAL((told<std::pair<int, bool>>("[true]")),
              "wrong kind of value: expected an integer, found true, at $[0] (byte 1)");
  CHECK_EQUAL((told<std::pair<int, bool>>("[1, true, 2]")),
              "wrong kind of value: expected an array of 2 items, found one of 3 (byte 0)");
}

TEST("keys that are integers beyond their type") {
  CHECK_EQUAL((told<std::map<std::int8_t, int>>(R"({"1": 2, "-129": 3})")),
              "number out of range: expected signed char, found the string \"-129\", at "
              "$[\"-129\"] (byte 9)");
  CHECK_EQUAL((told<std::map<unsigned, int>>(R"({"-1": 3})")),
              "number out of range: expected unsigned int, found the string \"-1\", at $[\"-1\"] "
              "(byte 1)");
  for (const char* const text : {R"({"-0": 1})", R"({"": 1})", R"({"-": 1})", R"({"+1": 1})",
                                 R"({"1.0": 1})", R"({"0999": 1})"}) {
    CHECK_EQUAL((varvel::try_read<std::map<std::int8_t, int>>(text).error().code()),
                varvel::errc::type_mismatch);
  }
}

TEST("keys that are no strings are no names of fields") {
  // {"x": 1, 5: 2}, and {5: 1} in an array.
  CHECK_EQUAL(told<point>("\xA2\x61x\x01\x05\x02", format::cbor),
              "wrong kind of value: expected a string as key, found the integer 5, at $[\"5\"] "
              "(byte 4)");
  CHECK_EQUAL(told<std::vector<point>>("\x91\x81\x05\x01", format::msgpack),
              "wrong kind of value: expected a string as key, found the integer 5, at $[0][\"5\"] "
              "(byte 2)");
  // {"1": 1, 1: 2}: a string comes before a key of another kind.
  CHECK_EQUAL((told<std::map<int, int>>("\xA2\x61\x31\x01\x01\x02", format::cbor)),
              "duplicate key: expected each key once, found 1 again, at $[\"1\"] (byte 4)");
  CHECK_EQUAL((told<std::map<int, bool>>("\xA2\x61\x31\xF5\x01\x02", format::cbor)),
              "wrong kind of value: expected a boolean, found the integer 2, at $[\"1\"] (byte 5)");
}

TEST("a key that is no string comes before a name of no variant") {
  // {true: 1, "kind": "x"}, and {"kind": "x", true: 1}.
  using either = std::variant<circle, square>;
  CHECK_EQUAL(told<either>("\x82\xC3\x01\xA4kind\xA1x", format::msgpack),
              "wrong kind of value: expected a string as key, found true, at $.true (byte 1)");
  CHECK_EQUAL(told<either>("\x82\xA4kind\xA1x\xC3\x01", format::msgpack),
              "unknown variant: expected one of `circle`, `square`, found `x`, at $.kind (byte 6)");
}

TEST("integers that a float holds, or not") {
  // 2^64 and 2^64 + 1.
  const std::string power("\xC2\x49\x01\0\0\0\0\0\0\0\0", 11);
  const std::string next("\xC2\x49\x01\0\0\0\0\0\0\0\x01", 11);
  CHECK_EQUAL(varvel::read<double>(power, format::cbor), 18446744073709551616.0);
  CHECK_EQUAL(varvel::read<float>(power, format::cbor), 18446744073709551616.0f);
  CHECK_EQUAL(told<double>(next, format::cbor),
              "number out of range: expected a number that a float holds, found the integer "
              "18446744073709551617 (byte 0)");
  // 2^24 + 1 is a double, and no float.
  const std::string beyond("\xCE\x01\x00\x00\x01", 5);
  CHECK_EQUAL(varvel::read<double>(beyond, format::msgpack), 16777217.0);
  CHECK_EQUAL(told<float>(beyond, format::msgpack),
              "number out of range: expected a number that a float holds, found the integer "
              "16777217 (byte 0)");
  CHECK_EQUAL(varvel::read<float>("16777217"), 16777216.0f);
}

TEST("what is nested too deeply") {
  std::string deep, close;
  for (int i = 0; i < 200; i++) {
    deep += "{\"children\":[";
    close += "]}";
  }
  CHECK_EQUAL(told<tree>(deep + close),
              "nested too deeply: expected at most 128 containers inside each other, at "
              "$.children[0].children[0].children[0].children….children[0].children[0] (byte 832)");
  tree root;
  for (int i = 0; i < 200; i++) {
    tree outer;
    outer.children.push_back(std::move(root));
    root = std::move(outer);
  }
  CHECK_EQUAL(refused(root),
              "nested too deeply: expected at most 128 containers inside each other, at "
              "$.children[0].children[0].children[0].children….children[0].children[0]");
  CHECK_EQUAL(refused(root, format::msgpack),
              "nested too deeply: expected at most 128 containers inside each other, at "
              "$.children[0].children[0].children[0].children….children[0].children[0]");
}

TEST("a pointer to what holds it ends in an error") {
  const auto one = std::make_shared<linked>();
  one->next = one;
  for (const format as : {format::json, format::msgpack, format::yaml}) {
    CHECK_EQUAL(refused(one, as),
                "nested too deeply: expected at most 128 containers inside each other, at "
                "$.next.next.next.next.next.next.next….next.next.next.next");
  }
  one->next = nullptr;
}

TEST("values that were moved away hold nothing, and can be used") {
  varvel::value value = varvel::value::parse("{\"a\": 1}");
  const varvel::value taken = std::move(value);
  CHECK(value.is_null());  // NOLINT: what is tested
  value["b"] = 2;
  CHECK_EQUAL(varvel::to_json(value), "{\"b\":2}");
  varvel::frozen document = varvel::frozen::parse("[1]");
  const varvel::frozen other = std::move(document);
  CHECK(!document.root().exists() && other.root().size() == 1);  // NOLINT: what is tested
  CHECK_EQUAL(varvel::try_write(document).error().message(), "no node is here");
  varvel::reader reader(format::json);
  const varvel::reader moved = std::move(reader);
  CHECK_EQUAL(reader.read<int>("7"), 7);  // NOLINT: what is tested
}

TEST("paths into structs") {
  point p;
  std::vector<point> many(1);
  std::map<std::string, int> scores;
  std::optional<int> none;
  CHECK_EQUAL(varvel::get_at<int>(p, "z").error().message(), "no field `z` in point");
  CHECK_EQUAL(varvel::get_at<int>(p, "x[1]").error().message(),
              "nothing is at `x[1]`: int has no such part");
  CHECK_EQUAL(varvel::get_at<int>(many, "[3].x").error().message(),
              "nothing is at `[3].x`: vector has no such part");
  CHECK_EQUAL(varvel::get_at<int>(many, "[0").error().message(), "no path: `[0`");
  CHECK_EQUAL(varvel::get_at<int>(scores, "high").error().message(),
              "nothing is at `high`: map has no such part");
  CHECK_EQUAL(varvel::get_at<int>(none, "a").error().message(),
              "nothing is at `a`: optional has no such part");
  CHECK_EQUAL(varvel::get_at<std::string>(p, "x").error().message(),
              "`x`: int cannot become string without loss");
  CHECK_EQUAL(varvel::set_at(p, "x", 3.5).error().message(),
              "`x`: double cannot become int without loss");
  CHECK_EQUAL(varvel::transfer<circle>(p).error().message(),
              "missing member: expected `radius` of circle");
}

TEST("files") {
  const point p;
  CHECK_EQUAL(varvel::try_read_file<point>("no such file.json").error().message(),
              "no such file.json: No such file or directory");
  CHECK_EQUAL(varvel::try_read_file<point>("point.what").error().message(),
              "point.what: the ending of the name says no format");
  CHECK_EQUAL(varvel::try_write_file("no such folder/point.json", p).error().message(),
              "no such folder/point.json: No such file or directory");
  CHECK_EQUAL(varvel::try_write_file("point.what", p).error().message(),
              "point.what: the ending of the name says no format");
}

#if !defined(_WIN32)
TEST("a file that cannot be written stays as it was") {
  const char* const name = "kept-point.json";
  const char* const link = "kept-link.json";
  const auto bytes = [&] { return *varvel::detail::bytes_of_file(name); };
  CHECK(varvel::detail::write_bytes(name, "old").has_value());
  CHECK(::chmod(name, 0640) == 0 && ::symlink(name, link) == 0);

  // The limit on the size of files makes the second half of the bytes fail.
  struct rlimit was, now;
  CHECK(::getrlimit(RLIMIT_FSIZE, &was) == 0);
  now = was;
  now.rlim_cur = 5000;
  const auto old = std::signal(SIGXFSZ, SIG_IGN);
  CHECK(::setrlimit(RLIMIT_FSIZE, &now) == 0);
  const auto failed = varvel::detail::write_bytes(name, std::string(10000, 'x'));
  CHECK(::setrlimit(RLIMIT_FSIZE, &was) == 0);
  std::signal(SIGXFSZ, old);
  CHECK_EQUAL(failed.error().message(), "kept-point.json: File too large");
  CHECK_EQUAL(bytes(), "old");

  CHECK(varvel::try_write_file(link, point()).has_value());
  struct stat is;
  CHECK(::lstat(link, &is) == 0 && S_ISLNK(is.st_mode));
  CHECK(::stat(name, &is) == 0 && (is.st_mode & 07777) == 0640);
  CHECK(bytes() != "old" && varvel::try_read_file<point>(name).has_value());
  CHECK(std::remove(link) == 0 && std::remove(name) == 0);
  CHECK(varvel::detail::write_bytes("/dev/null", "gone").has_value());

  // Nothing else is left in the folder.
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("."), &::closedir);
  while (const dirent* entry = ::readdir(folder.get())) {
    CHECK(std::string_view(entry->d_name).find("kept-") != 0);
  }
}
#endif

TEST("the name of a file stands in all errors of its document") {
  const auto said = [](const char* name, std::string_view bytes) {
    CHECK(varvel::detail::write_bytes(name, bytes).has_value());
    const auto read = varvel::try_read_file<std::map<std::string, bool>>(name);
    std::remove(name);
    return read.error().report() + "\n" + read.error().message();
  };
  CHECK_EQUAL(said("structs_errors_types.yaml", "a: true\nb: yes\n"),
              "wrong kind of value: expected a boolean, found the string \"yes\"\n"
              "  --> structs_errors_types.yaml, line 2, column 4, at $.b\n"
              "2 | b: yes\n"
              "  |    ^\n"
              "hint: booleans are `true` and `false`\n"
              "structs_errors_types.yaml:2:4: wrong kind of value: expected a boolean, found the "
              "string \"yes\", at $.b (byte 11)");
  CHECK_EQUAL(said("structs_errors_types.json", "{\"a\": tru}"),
              "invalid syntax: expected a value, found `tru`\n"
              "  --> structs_errors_types.json, line 1, column 7, at $.a\n"
              "1 | {\"a\": tru}\n"
              "  |       ^\n"
              "hint: a string takes double quotes; the only words are true, false and null\n"
              "structs_errors_types.json:1:7: invalid syntax: expected a value, found `tru`, at "
              "$.a (byte 6)");
}

TEST("all errors of a file") {
  const char* const name = "structs_errors_types_all.yaml";
  CHECK(varvel::detail::write_bytes(name, "x: a\ny: '2'\n").has_value());
  const auto read = varvel::read_all_file<point>(name);
  std::remove(name);
  CHECK_EQUAL(read.errors.size(), 2u);
  CHECK_EQUAL(read.errors[0].message(),
              "structs_errors_types_all.yaml:1:4: wrong kind of value: expected an integer, found "
              "the string \"a\", at $.x (byte 3)");
  CHECK_EQUAL(read.errors[1].line(), 2u);
  CHECK_EQUAL(varvel::read_all_file<point>(name).errors[0].message(),
              "structs_errors_types_all.yaml: No such file or directory");
}

TEST("all errors inside of maps have their places") {
  const auto paths = [](const auto& read) {
    std::string all;
    for (const varvel::error& one : read.errors)
      all += one.path() + " " + std::to_string(one.line()) + "\n";
    return all;
  };
  CHECK_EQUAL(paths(varvel::read_all<std::map<std::string, std::vector<point>>>(
                  "a:\n- {x: 1, y: b}\n- {x: c, y: d}\nb:\n- {x: 1}\nc: 7\n", format::yaml)),
              "$.a[0].y 2\n$.a[1].x 3\n$.a[1].y 3\n$.b[0] 5\n$.c 6\n");
  CHECK_EQUAL(paths(varvel::read_all<std::map<mode, point>>(
                  "{\"fats\": 1,\n \"slow\": {\"x\": \"a\", \"y\": 1}}")),
              "$.fats 1\n$.slow.x 2\n");
  CHECK_EQUAL(paths(varvel::read_all<std::multimap<std::string, point>>(
                  "{\"a\": [{\"x\": 1, \"y\": 2},\n {\"x\": \"b\", \"y\": 2}],\n \"b\": 1}")),
              "$.a[1].x 2\n$.b 3\n");
  CHECK_EQUAL(paths(varvel::read_all<pairs>(
                  "{\"places\": [{\"$key\": {\"x\": \"a\", \"y\": 1}, \"$value\": 1},\n"
                  " {\"$key\": {\"x\": 1, \"y\": 1}, \"$value\": \"b\"}, 7]}")),
              "$.places[0][\"$key\"].x 1\n$.places[1][\"$value\"] 2\n$.places[2] 2\n");
}

TEST("the name of a binary file stands in the message") {
  const char* const name = "structs_errors_types.msgpack";
  CHECK(varvel::detail::write_bytes(name, "\xc1").has_value());
  CHECK_EQUAL(varvel::try_read_file<int>(name).error().message(),
              "structs_errors_types.msgpack: invalid syntax: expected a value, found the byte "
              "0xC1, which MessagePack never uses (byte 0)");
  std::remove(name);
}

TEST("handlers") {
  const point p;
  varvel::handlers own;
  own.on<int>([](auto& in, int&) { return in.fail("a lucky number"); },
              [](auto& out, const int&) { return out.fail("no numbers today"); });
  CHECK_EQUAL(
      varvel::try_read<point>(R"({"x": 1, "y": 2})", format::json, {}, own).error().message(),
      "wrong kind of value: expected a lucky number, found the integer 1, at $.x (byte 6)");
  CHECK_EQUAL(varvel::try_write(p, format::json, {}, own).error().message(),
              "value refused: no numbers today, at $.x");
}

}  // namespace

// Structs of the program's own, read from nodes and made into values.

#include <varvel/varvel.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "check.hpp"

namespace {

struct item {
  std::string sku;
  unsigned char count = 0;
  VARVEL_FIELDS(item, sku, count)
};

struct order {
  int id = 0;
  std::vector<item> items;
  VARVEL_FIELDS(order, id, items)
};

enum class mode { slow, fast };
enum class rights : unsigned { read = 1, write = 2 };
VARVEL_TYPE(rights, bit_flags)
enum class ticket : std::uint16_t {};
enum colour { red, green };
enum { limit = 5 };

struct settings {
  mode how{};
  rights may{};
  ticket id{};
  std::chrono::minutes delay{};
  VARVEL_FIELDS(settings, how, may, id, delay)
};

struct component {
  virtual ~component() = default;
  virtual std::string_view varvel_type() const { return "component"; }
  int id = 0;
  VARVEL_FIELDS(component, id)
};
struct light : component {
  std::string_view varvel_type() const override { return "light"; }
  double power = 0;
  VARVEL_DERIVED(light, (component), power)
};
VARVEL_CLASSES(component, component, light)

struct circle {
  double size = 0;
  VARVEL_FIELDS(circle, size)
  VARVEL_TYPE(circle, tagged_by("kind"))
};
struct square {
  double size = 0;
  VARVEL_FIELDS(square, size)
  VARVEL_TYPE(square, tagged_by("kind"))
};
struct narrow {
  int x = 0;
  VARVEL_FIELDS(narrow, x)
};
struct wide {
  int x = 0, z = 0;
  VARVEL_FIELDS(wide, x, z)
};

using varvel::frozen;
using varvel::to_json;
using varvel::value;

TEST("a struct becomes a value and is read from a node") {
  const order made{7, {{"A-1", 3}, {"B-2", 4}}};
  value v = made;
  CHECK_EQUAL(to_json(v),
              "{\"id\":7,\"items\":[{\"sku\":\"A-1\",\"count\":3},"
              "{\"sku\":\"B-2\",\"count\":4}]}");
  v["more"]["last"] = item{"C-3", 5};
  v["items"].push_back(item{"D-4", 6});
  CHECK_EQUAL(v["more"]["last"].as<item>().sku, "C-3");
  CHECK_EQUAL(v["items"].as<std::vector<item>>().size(), 3u);
  const frozen document = value(made).freeze();
  CHECK_EQUAL(document.as<order>().items[1].sku, "B-2");
  CHECK_EQUAL(document["items"][0].as<item>().count, 3);
  CHECK(document["items"][0] == item{"A-1", 3});
}

TEST("an error in a struct has the path from the root") {
  const frozen document =
      frozen::parse("{\"orders\": [{\"id\": 7, \"items\": [{\"sku\": \"A\", \"count\": 300}]}]}");
  const auto bad = document["orders"][0].try_as<order>();
  CHECK(bad.error().code() == varvel::errc::number_out_of_range);
  CHECK_EQUAL(bad.error().path(), "$.orders[0].items[0].count");
  CHECK(bad.error().message().find("at $.orders[0].items[0].count") != std::string::npos);
  CHECK(document["nobody"].try_as<order>().error().code() == varvel::errc::not_found);
  CHECK_THROWS(type_mismatch, document["orders"].as<order>());
}

// A value made of this is what is written of it, and is read back.
template <class T>
void same(const T& of, const char* yaml) {
  const value made(of);
  CHECK_EQUAL(varvel::write(made, varvel::format::msgpack),
              varvel::write(of, varvel::format::msgpack));
  CHECK_EQUAL(varvel::write(made, varvel::format::yaml), std::string(yaml) + "\n");
  const auto read = made.template as<T>();
  CHECK_EQUAL(varvel::write(read, varvel::format::msgpack),
              varvel::write(of, varvel::format::msgpack));
  const value inside = varvel::make_array(made.freeze());
  CHECK_EQUAL(value(inside[0].template as<T>()), made);
}

TEST("a value of a type is what a document has of it") {
  using namespace std::chrono;
  same(mode::fast, "fast");
  same(static_cast<rights>(3), "- read\n- write");
  same(static_cast<ticket>(700), "700");
  same(std::map<mode, int>{{mode::fast, 1}}, "fast: 1");
  same(std::map<ticket, int>{{static_cast<ticket>(7), 1}}, "7: 1");
  same(std::vector<std::optional<mode>>{mode::slow, std::nullopt}, "- slow\n- null");
  same(std::set<mode>{mode::slow}, "- slow");
  same(seconds(90), "90");
  same(minutes(3), "3");
  same(duration<double>(0.25), "0.25");
  same(system_clock::time_point(milliseconds(1500)), "!!timestamp 1970-01-01T00:00:01.5Z");
  same(settings{mode::fast, static_cast<rights>(2), static_cast<ticket>(9), minutes(5)},
       "how: fast\nmay:\n  - write\nid: 9\ndelay: 5");
  using figure = std::variant<circle, square>;
  same(figure(square{2}), "kind: square\nsize: 2.0");
  same(std::variant<narrow, wide>(wide{1, 2}), "x: 1\nz: 2");
  same(std::variant<std::string, int, narrow>(narrow{1}), "x: 1");
  const auto one = std::make_shared<light>();
  one->power = 2;
  same(std::shared_ptr<component>(one), "$type: light\nid: 0\npower: 2.0");
  std::vector<std::unique_ptr<component>> many;
  many.push_back(std::make_unique<light>());
  many.emplace_back();
  same(many, "- $type: light\n  id: 0\n  power: 0.0\n- null");
  CHECK(value().as<std::unique_ptr<component>>() == nullptr);
}

TEST("an enum whose names cannot be found is its number") {
  CHECK_EQUAL(to_json(value(green)), "1");
  CHECK_EQUAL(value(1).as<colour>(), green);
  CHECK_EQUAL(to_json(varvel::make_array(limit)), "[5]");
}

TEST("the errors of these types have the path from the root") {
  const frozen document = frozen::parse(
      R"({"modes": ["fats"], "one": {"$type": "lihgt"}, "shape": {"kind": "oval"}, "id": 70000})");
  const auto mode_error = document["modes"][0].try_as<mode>().error();
  CHECK_EQUAL(mode_error.message(),
              "unknown variant: expected one of `slow`, `fast`, found `fats`, at $.modes[0]");
  CHECK_EQUAL(mode_error.hint(), "did you mean `fast`?");
  CHECK_EQUAL(document["none"].try_as<mode>().error().message(),
              "not found: expected a string, found no such member, at $");
  CHECK_EQUAL(
      document["one"].try_as<std::unique_ptr<component>>().error().message(),
      "unknown variant: expected one of `component`, `light`, found `lihgt`, at $.one[\"$type\"]");
  CHECK_EQUAL((document["shape"].try_as<std::variant<circle, square>>().error().message()),
              "unknown variant: expected one of `circle`, `square`, found `oval`, at $.shape.kind");
  CHECK_EQUAL(document["id"].try_as<ticket>().error().message(),
              "number out of range: expected an integer from 0 to 65535, found 70000, at $.id");
  CHECK_THROWS(unrepresentable, value(static_cast<mode>(7)));
}

TEST("an edited text has the names") {
  varvel::text text = varvel::text::parse("# mine\nhow: slow\ndelay: 1\n", varvel::syntax::yaml);
  text.set("how", mode::fast).set("delay", std::chrono::minutes(5));
  CHECK_EQUAL(text.str(), "# mine\nhow: fast\ndelay: 5\n");
}

TEST("in a variant a float rounds an integer only if nothing else fits") {
  // 2^24, 2^24 + 1, 2^64 + 2^20, and no integer.
  const frozen document = frozen::parse("[16777216, 16777217, 18446744073710600192, 0.1]");
  std::vector<std::size_t> chosen;
  for (const auto& one : document.as<std::vector<std::variant<float, double>>>()) {
    chosen.push_back(one.index());
  }
  CHECK(chosen == std::vector<std::size_t>({0, 1, 1, 0}));
  CHECK_EQUAL((std::get<0>(document[1].as<std::variant<float, std::string>>())), 16777216.0f);
}

}  // namespace

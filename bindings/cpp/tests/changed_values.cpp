// Errors about values that were changed: their paths are those of now, and begin at the root.

#include <varvel/varvel.hpp>

#include "check.hpp"

namespace {

using varvel::frozen;
using varvel::value;

struct spot {
  int left = 0, top = 0;
  VARVEL_FIELDS(spot, left, top)
};

/// The end of an error's message after its words: ", at " and the path.
std::string end_of(const varvel::error& of) {
  const std::size_t at = of.message().find(", at ");
  return at == std::string::npos ? "" : of.message().substr(at);
}

#define CHECK_PATH(expected, ...)                                \
  do {                                                           \
    const varvel::error why = (__VA_ARGS__).error();             \
    CHECK_EQUAL(why.path(), std::string(expected));              \
    CHECK_EQUAL(end_of(why), std::string(", at ") + (expected)); \
  } while (false)

value changed() {
  value v = value::parse(R"({"l": [{"n": 1}, {"n": "x"}, {"n": 3}], "m": {"k": "s"}})");
  v["l"].erase_at(0);
  return v;
}

TEST("references name the place of now") {
  value v = changed();
  CHECK_PATH("$.l[0].n", v["l"][0]["n"].try_as<int>());
  v["moved"]["here"] = v["m"];
  CHECK_PATH("$.moved.here.k", v["moved"]["here"]["k"].try_as<int>());
  CHECK_PATH("$.moved.here.k", v["moved"]["here"].try_as<std::map<std::string, int>>());
  v["new"] = "s";
  CHECK_PATH("$.new", v["new"].try_as<int>());
  v["a key"] = "s";
  CHECK_PATH("$[\"a key\"]", v["a key"].try_as<bool>());
  using rows = std::vector<std::map<std::string, int>>;
  CHECK_PATH("$.l[0].n", v["l"].try_as<rows>());
  CHECK_PATH("$.l", v["l"].try_at(9));
  CHECK_PATH("$.l", v["l"].try_at(-1));
  CHECK_PATH("$.moved.here", v["moved"].try_path("here.nobody.x"));
  CHECK_PATH("$.moved", v["moved"]["nobody"]["x"].try_as<int>());
#if defined(__cpp_exceptions)
  try {
    v["l"][0]["n"].as<int>();
    CHECK(false);
  } catch (const varvel::exception& why) {
    CHECK_EQUAL(why.error().path(), "$.l[0].n");
  }
#endif
}

TEST("values name their parts from the root") {
  const value v = changed();
  CHECK_PATH("$.l[0].n",
             v.try_as<std::map<std::string, std::vector<std::map<std::string, int>>>>());
  CHECK_PATH("$.l[0]", v.try_path("l[0].x"));
  CHECK_PATH("$", v.try_at("x"));
  const value made = varvel::make_object("left", 1, "top", "x");
  CHECK_PATH("$.top", made.try_as<spot>());
  CHECK_EQUAL(made.try_as<spot>().error().types(), "(spot)$.(int)top");
  CHECK_PATH("$.top", made.freeze().root().try_as<spot>());
  CHECK_PATH("$.p.top", value(varvel::make_object("p", made)).freeze()["p"].try_as<spot>());
  // A part that has become a value of its own.
  const value part = value::parse(R"({"a": {"b": ["x"]}})")["a"];
  CHECK_PATH("$.b[0]", part.try_as<std::map<std::string, std::vector<int>>>());
  const varvel::array list{1, "x"};
  CHECK_PATH("$[1]", list.try_as<std::vector<int>>());
}

TEST("views of changed values have no path of before") {
  const value v = changed();
  const varvel::view name = v.root()["l"][0]["n"];
  CHECK_EQUAL(name.try_as<int>().error().path(), "");
  CHECK_EQUAL(end_of(name.try_as<int>().error()), "");
  using rows = std::vector<std::map<std::string, int>>;
  CHECK_EQUAL(v.root()["l"].try_as<rows>().error().path(), "");
  CHECK_EQUAL(v.root()["m"].try_as<spot>().error().path(), "");
  CHECK_EQUAL(v.root()["m"]["none"].try_as<int>().error().path(), "");
  for (const varvel::view item : v.root()["m"]) {
    CHECK_EQUAL(item.try_as<int>().error().path(), "");
  }
  // One that was not changed has those of its document.
  const value same = value::parse(R"({"a": {"b": "x"}})");
  CHECK_EQUAL(same.root()["a"]["b"].try_as<int>().error().path(), "$.a.b");
}

TEST("columns and vectors below the root name the way once") {
  const frozen d = frozen::parse(
      "{\"a\": 1,\n \"x\": {\"bad\": [1, \"s\"],\n  \"rows\": [{\"k\": 1}, {\"k\": \"t\"}, {}]}}");
  CHECK_PATH("$.x.rows[1].k", varvel::try_column<std::int64_t>(d["x"]["rows"], "k"));
  CHECK_PATH("$.x.rows[1].k", varvel::try_column<double>(d["x"]["rows"], "k"));
  CHECK_PATH("$.x.rows[0]", varvel::try_column<double>(d["x"]["rows"], "z"));
  CHECK_PATH("$.a", varvel::try_column<double>(d["a"], "z"));
  CHECK_PATH("$.x.bad[1]", d["x"]["bad"].try_as<std::vector<std::int64_t>>());
  CHECK_PATH("$.x.bad[1]", d["x"]["bad"].try_as<std::vector<double>>());
  CHECK_PATH("$.x.bad", d["x"].try_path("bad[5]"));
  CHECK_PATH("$.x", d["x"].try_at("zz"));
  CHECK_PATH("$.x", d["x"]["zz"]["y"].try_as<int>());
}

TEST("a literal 0 is an index") {
  const value v = value::parse(R"({"list": [1, 2], "0": 5})");
  CHECK(v["list"].contains(0) && v["list"].contains(1) && !v["list"].contains(2));
  CHECK(!v["list"].contains(-1) && !v.contains(0) && v.contains("0"));
}

TEST("printing never fails") {
  const auto shown = [](std::string_view bytes, varvel::format as) {
    std::ostringstream out;
    out << frozen::parse(bytes, as);
    return out.str();
  };
  using varvel::format;
  CHECK_EQUAL(shown(std::string("\xd5\x01\x02\x03", 4), format::msgpack), "extension 1(\"AgM=\")");
  CHECK_EQUAL(shown("\xd8\x20\x63\x61\x62\x63", format::cbor), "tag 32(\"abc\")");
  CHECK_EQUAL(shown("\x82\x01\xf8\x63", format::cbor), "[1,simple 99(null)]");
  CHECK_EQUAL(shown("\xa1\x82\x01\x02\xd8\x20\x03", format::cbor), "{[1,2]:tag 32(3)}");
}

TEST("an empty optional is equal to null") {
  const std::optional<int> none, five = 5;
  const value null, number = 5;
  CHECK(null == none && none == null && !(null != none) && !(none != null));
  CHECK(number == five && five == number && number != none && none != number && null != five);
  const frozen d = frozen::parse(R"({"a": null, "b": "x"})");
  CHECK(d["a"] == none && d["a"] == std::optional<std::string>());
  CHECK(d["b"] == std::optional<std::string>("x") && d["b"] != std::optional<std::string>("y"));
  CHECK(!(d["missing"] == none));
}

struct id {
  std::string text;
  bool operator<(const id& other) const { return text < other.text; }
};

}  // namespace

template <>
struct varvel::codec<id> {
  template <class In>
  static bool read(In& in, const structs::node& from, id& to) {
    return codec<std::string>::read(in, from, to.text);
  }
  template <class Out>
  static bool write(Out& out, const id& from) {
    return out.string(from.text);
  }
};

namespace {

TEST("keys of own types that are written as texts") {
  const std::map<id, int> map{{{"a\"b"}, 1}, {{"c"}, 2}};
  CHECK_EQUAL(varvel::write(map), "{\"a\\\"b\":1,\"c\":2}");
  CHECK_EQUAL((varvel::read<std::map<id, int>>(varvel::write(map)).size()), 2u);
  CHECK_EQUAL(varvel::write(map, varvel::format::yaml), "a\"b: 1\nc: 2\n");
}

TEST("a handler that asks for its own type goes on to the next codec") {
  varvel::handlers own;
  own.on<int>([](auto& in, int& to) { return in.as(to) && (to++, true); },
              [](auto& out, const int& from) { return out.as(from); });
  const auto read =
      varvel::try_read<spot>(R"({"left": 1, "top": 2})", varvel::format::json, {}, own);
  CHECK_EQUAL(read->left, 2);
  CHECK_EQUAL(*varvel::try_write(spot{3, 4}, varvel::format::json, {}, own),
              "{\"left\":3,\"top\":4}");
}

TEST("a key that was prepared leads into everything") {
  using namespace varvel::literals;
  value v = value::parse(R"({"a": {"b": 1}})");
  const value& fixed = v;
  const varvel::key a = "a"_key, b = "b"_key;
  v[a][b] = 2;
  v["new"_key] = 3;
  CHECK(v[a][b] == 2 && fixed[a][b] == 2 && v["new"] == 3 && !fixed["none"_key].exists());
  varvel::object o(v);
  o[a][b] = 4;
  CHECK(o[a]["b"] == 4 && static_cast<const varvel::object&>(o)[a][b] == 4);
  CHECK(v[a][b] == 2);
}

struct in_pascal {
  int StrField = 0, HTTPPort = 0, Id2Name = 0, plain_name = 0, X = 0;
  VARVEL_FIELDS(in_pascal, StrField, HTTPPort, Id2Name, plain_name, X)
  VARVEL_TYPE(in_pascal, named_in(letters::camel_case))
};
struct in_camel {
  int strField = 0, a_b = 0, _c = 0;
  VARVEL_FIELDS(in_camel, strField, a_b, _c)
  VARVEL_TYPE(in_camel, named_in(letters::pascal_case))
};
struct in_kebab {
  int StrField = 0, a_b = 0, HTTPPort = 0;
  VARVEL_FIELDS(in_kebab, StrField, a_b, HTTPPort)
  VARVEL_TYPE(in_kebab, named_in(letters::kebab_case))
};
struct in_upper {
  int strField = 0, a_b = 0, URL = 0;
  VARVEL_FIELDS(in_upper, strField, a_b, URL)
  VARVEL_TYPE(in_upper, named_in(letters::upper_case))
};

TEST("names in other letters") {
  CHECK_EQUAL(varvel::write(in_pascal{}),
              "{\"strField\":0,\"httpPort\":0,\"id2Name\":0,\"plainName\":0,\"x\":0}");
  CHECK_EQUAL(varvel::write(in_camel{}), "{\"StrField\":0,\"AB\":0,\"C\":0}");
  CHECK_EQUAL(varvel::write(in_kebab{}), "{\"str-field\":0,\"a-b\":0,\"http-port\":0}");
  CHECK_EQUAL(varvel::write(in_upper{}), "{\"STR_FIELD\":0,\"A_B\":0,\"URL\":0}");
}

#if defined(__cpp_exceptions)
TEST("an edit that fails changes nothing and names the place") {
  value v;
  const auto refused = [&](const char* path, auto edit) {
    const std::string before = varvel::write(v);
    try {
      edit();
      CHECK_EQUAL(std::string("no error"), path);
    } catch (const varvel::exception& thrown) {
      CHECK_EQUAL(thrown.error().path(), std::string(path));
      CHECK_EQUAL(end_of(thrown.error()), std::string(", at ") + path);
    }
    CHECK_EQUAL(varvel::write(v), before);
  };
  // Null, an empty object, and one with members.
  for (const char* text : {"null", "{}", R"({"k": 1, "l": [1, 2], "o": {"n": null}})"}) {
    v = value::parse(text);
    refused("$", [&] { v["x"]["y"].clear(); });
    refused("$", [&] { v["x"][1] = 9; });
    refused("$", [&] { v["x"]["y"][2]["z"] = 9; });
    refused("$", [&] { v["p"]["q"]["r"].erase_at(0); });
    refused("$", [&] { v["p"][0][0].erase_at(0); });
  }
  refused("$.k", [&] { v["k"]["a"] = 1; });
  refused("$.k", [&] { v["k"][0]["a"] = 1; });
  refused("$.k", [&] { v["k"].push_back(1); });
  refused("$.k", [&] { v["k"].clear(); });
  refused("$.l", [&] { v["l"][3] = 1; });
  refused("$.l", [&] { v["l"][3]["a"] = 1; });
  refused("$.l", [&] { v["l"]["a"] = 1; });
  refused("$.l", [&] { v["l"].erase_at(2); });
  refused("$.l[1]", [&] { v["l"][1]["a"] = 1; });
  refused("$.o.n", [&] { v["o"]["n"][1] = 1; });
  refused("$", [&] { v[0] = 1; });
  value empty = value::make_array();
  CHECK_THROWS(not_found, empty.pop_back());
  CHECK_EQUAL(varvel::write(empty), std::string("[]"));
  // A way whose steps can all be made is made whole.
  v["x"]["y"][0]["z"] = 1;
  v["l"][2][0] = 3;
  CHECK_EQUAL(varvel::write(v), std::string(R"({"k":1,"l":[1,2,[3]],"o":{"n":null},"x":{"y":[{"z":1}]}})"));
}
#endif

}  // namespace

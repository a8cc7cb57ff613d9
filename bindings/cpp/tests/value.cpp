// Values: made, changed, merged, frozen and compared.

#include <varvel/varvel.hpp>

#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "check.hpp"

namespace {

using varvel::array;
using varvel::make_array;
using varvel::object;
using varvel::to_json;
using varvel::value;

TEST("values are made of scalars, strings and containers") {
  CHECK_EQUAL(to_json(value()), "null");
  CHECK_EQUAL(to_json(value(nullptr)), "null");
  CHECK_EQUAL(to_json(value(true)), "true");
  CHECK_EQUAL(to_json(value(-7)), "-7");
  CHECK_EQUAL(to_json(value(18446744073709551615u)), "18446744073709551615");
  CHECK_EQUAL(to_json(value(0.5)), "0.5");
  CHECK_EQUAL(to_json(value("text")), "\"text\"");
  CHECK_EQUAL(to_json(value(std::string("a\0b", 3))), "\"a\\u0000b\"");
  CHECK_EQUAL(to_json(value(std::vector<int>{1, 2})), "[1,2]");
  CHECK_EQUAL(to_json(array{1, "two", object{{"three", 3.5}}, array()}),
              "[1,\"two\",{\"three\":3.5},[]]");
  CHECK_EQUAL(to_json(varvel::make_object("a", 1, "b", make_array(make_array()))),
              "{\"a\":1,\"b\":[[]]}");
}

TEST("an array of one array is a copy, and make_array nests") {
  const array one{1, 2};
  CHECK_EQUAL(to_json(array{one}), "[1,2]");
  CHECK_EQUAL(to_json(make_array(one)), "[[1,2]]");
  CHECK_EQUAL(to_json(array{one, one}), "[[1,2],[1,2]]");
}

TEST("places are assigned, and made on the way") {
  value config;
  config["server"]["port"] = 8443;
  config["hosts"][0] = "a";
  config["hosts"][1]["name"] = "b";
  config["server"]["tls"]["on"] = true;
  CHECK_EQUAL(to_json(config),
              "{\"server\":{\"port\":8443,\"tls\":{\"on\":true}},"
              "\"hosts\":[\"a\",{\"name\":\"b\"}]}");
  config["hosts"].push_back(config["server"]["port"]);
  config["copies"].push_back(config["hosts"][1]);
  CHECK_EQUAL(to_json(config["copies"]), "[{\"name\":\"b\"}]");
  CHECK_EQUAL(config["hosts"].size(), 3u);
  config["server"] = config["server"]["tls"];
  CHECK_EQUAL(to_json(config["server"]), "{\"on\":true}");
  config["name"] = config["hosts"][0].str();
  config["deep"]["er"] = config["name"].str();
  CHECK_EQUAL(config["deep"]["er"].str(), "a");
  CHECK(config["server"].erase("on"));
  CHECK(!config["server"].erase("on"));
  config["hosts"].erase_at(0);
  config["hosts"].clear();
  CHECK_EQUAL(to_json(config["hosts"]), "[]");
}

TEST("a value is put into itself") {
  value v = value::parse("{\"a\": {\"b\": [1]}}");
  v["a"]["c"] = v;
  CHECK_EQUAL(to_json(v), "{\"a\":{\"b\":[1],\"c\":{\"a\":{\"b\":[1]}}}}");
  v["a"]["c"] = v["a"];
  v["a"]["b"].push_back(v["a"]["b"]);
  CHECK_EQUAL(to_json(v["a"]["b"]), "[1,[1]]");
  v["a"]["d"] = v.root();
  v.insert("self", v).merge(v);
  CHECK(v["self"]["a"] == v["a"]);
  value list = array{1};
  list.push_back(list).push_front(list[1]).set_at(0, list);
  CHECK_EQUAL(to_json(list), "[[[1],1,[1]],1,[1]]");
  array items{1, 2};
  items.push_back(items);
  items[0] = items;
  CHECK_EQUAL(to_json(items), "[[1,2,[1,2]],2,[1,2]]");
}

TEST("reading a place changes nothing") {
  value config = value::parse("{\"a\": {}}");
  CHECK(!config["a"]["b"][3]["c"].exists());
  CHECK_EQUAL(config["a"]["b"].as_or(5), 5);
  CHECK_EQUAL(to_json(config), "{\"a\":{}}");
}

TEST("a place counts up") {
  value v = value::parse("{\"n\": 1, \"f\": 0.5, \"s\": \"a\"}");
  v["n"] += 2;
  ++v["n"];
  v["n"] *= 10;
  v["n"] -= 1;
  v["n"] /= 3;
  v["f"] += 1;
  v["s"] += "b";
  CHECK_EQUAL(to_json(v), "{\"n\":13,\"f\":1.5,\"s\":\"ab\"}");
  CHECK_THROWS(type_mismatch, v["s"] += 1);
  v["n"] = INT64_MAX;
  v["n"] += 1;
  CHECK_EQUAL(v["n"].as<std::uint64_t>(), 9223372036854775808u);
  v["n"] = UINT64_MAX;
  CHECK_THROWS(number_out_of_range, ++v["n"]);
}

TEST("a copy shares until one of both is changed") {
  value first = value::parse("{\"list\": [1, 2]}");
  CHECK(first.is_frozen());
  value second = first;
  second["list"][0] = 5;
  CHECK_EQUAL(to_json(first), "{\"list\":[1,2]}");
  CHECK_EQUAL(to_json(second), "{\"list\":[5,2]}");
  CHECK(first.is_frozen() && !second.is_frozen());
  value moved = std::move(second);
  second = 7;
  CHECK_EQUAL(to_json(moved), "{\"list\":[5,2]}");
  CHECK_EQUAL(to_json(second), "7");
  first = first["list"];
  CHECK_EQUAL(to_json(first), "[1,2]");
}

TEST("objects and arrays have their functions") {
  object o{{"b", 1}, {"a", 2}, {"b", 3}};
  CHECK_EQUAL(to_json(o), "{\"b\":3,\"a\":2}");
  o.insert("c", make_array()).set("a", nullptr);
  CHECK_THROWS(not_found, o.set("z", 1));
  CHECK(o.erase("b") && !o.erase("b"));
  CHECK_EQUAL(to_json(o), "{\"a\":null,\"c\":[]}");
  CHECK_EQUAL(to_json(o.inject({{"a", 1}, {"d", 2}})), "{\"a\":1,\"c\":[],\"d\":2}");
  CHECK_EQUAL(to_json(o.project({"c", "x"})), "{\"c\":[]}");
  CHECK_EQUAL(to_json(o), "{\"a\":null,\"c\":[]}");
  o["e"]["f"] = 1;
  std::string keys;
  for (const auto [key, item] : o) keys += std::string(key) + (item.is_null() ? "0 " : " ");
  CHECK_EQUAL(keys, "a0 c e ");
  CHECK(o.clear().empty());

  array a{3, 1, 4};
  a.push_back("end").push_front(0).insert(1, 9).set(2, 33).erase(3);
  CHECK_EQUAL(to_json(a), "[0,9,33,4,\"end\"]");
  CHECK_EQUAL(to_json(a.pop_back()), "\"end\"");
  CHECK_EQUAL(to_json(a.pop_front()), "0");
  CHECK_EQUAL(a.front().integer() * 1000 + a.back().integer(), 9004);
  a.resize(5, "x").resize(4);
  CHECK_EQUAL(to_json(a), "[9,33,4,\"x\"]");
  std::string backwards;
  for (auto at = a.rbegin(); at != a.rend(); ++at) backwards += to_json(*at);
  CHECK_EQUAL(backwards, "\"x\"4339");
  CHECK_THROWS(not_found, a.set(9, 1));
  CHECK_THROWS(not_found, a.erase(9));
  CHECK_THROWS(not_found, array().pop_back());
  CHECK_THROWS(type_mismatch, object(value(7)));
  CHECK_THROWS(type_mismatch, array(value::parse("{}")));
  CHECK_EQUAL(to_json(object(std::map<std::string, int>{{"k", 1}})), "{\"k\":1}");
}

TEST("changes of what is no container are errors") {
  value v = 7;
  CHECK_THROWS(type_mismatch, v.push_back(1));
  CHECK_THROWS(type_mismatch, v.insert("a", 1));
  CHECK_THROWS(type_mismatch, v["a"] = 1);
  CHECK_THROWS(type_mismatch, v[0] = 1);
  value list = array{1};
  CHECK_THROWS(not_found, list[7] = 1);
  CHECK_THROWS(not_found, list[-1] = 1);
  const varvel::result<void> put = list["a"].put(1);
  CHECK(put.error().code() == varvel::errc::type_mismatch);
  CHECK_EQUAL(to_json(list), "[1]");
  CHECK_THROWS(invalid_utf8, v = "\xff");
}

TEST("paths and pointers") {
  value v = value::parse("{\"users\": [{\"name\": \"Ada\"}]}");
  CHECK_EQUAL(v.path("users[0].name").str(), "Ada");
  CHECK_EQUAL(v.pointer("/users/0/name").str(), "Ada");
  CHECK(!v.get_path("users[1].name").exists());
  const varvel::result<varvel::view> none = v.try_path("users[1].name");
  CHECK(none.error().code() == varvel::errc::not_found);
  v.set_path("users[1].name", "Bo").set_path("/users/1/age", 36).remove_path("users[0]");
  CHECK_EQUAL(to_json(v), "{\"users\":[{\"name\":\"Bo\",\"age\":36}]}");
  CHECK_THROWS(not_found, v.remove_path("nobody"));
  CHECK_THROWS(invalid_path, v.path("users[").str());
}

TEST("merges and patches") {
  value v = value::parse("{\"a\": {\"b\": 1, \"c\": 2}, \"d\": [1]}");
  v.merge(value::parse("{\"a\": {\"b\": null}, \"d\": [2]}"));
  CHECK_EQUAL(to_json(v), "{\"a\":{\"b\":null,\"c\":2},\"d\":[2]}");
  v.merge_patch(object{{"a", object{{"c", nullptr}}}});
  CHECK_EQUAL(to_json(v), "{\"a\":{\"b\":null},\"d\":[2]}");
}

TEST("a value freezes and thaws") {
  value v = value::parse("{\"b\": 1, \"a\": [1, 2]}");
  v["c"] = "x";
  const varvel::frozen document = v.freeze();
  CHECK(document == v);
  CHECK_EQUAL(to_json(document.canonical()), "{\"a\":[1,2],\"b\":1,\"c\":\"x\"}");
  value again = document;  // copied: the document is still in use
  again["b"] = 2;
  CHECK_EQUAL(document["b"].integer(), 1);
  value taken = varvel::frozen::parse("[1]");
  taken.push_back(2);
  CHECK_EQUAL(to_json(taken), "[1,2]");
  CHECK_EQUAL(to_json(value(varvel::frozen())), "null");
}

TEST("frozen bytes are stored, lent and adopted") {
  const varvel::frozen document = varvel::frozen::parse("{\"a\": [1, 2]}");
  const std::vector<std::byte> bytes = document.copy_bytes();
  CHECK(varvel::frozen::from_bytes(bytes) == document);
  CHECK(varvel::frozen::borrow(bytes)["a"][1] == 2);
  value kept;
  {
    const varvel::frozen adopted = varvel::frozen::adopt(std::vector<std::byte>(bytes));
    CHECK(adopted == document);
    kept = adopted;
  }
  CHECK(kept == document);
  CHECK_THROWS(invalid_frozen, varvel::frozen::adopt(std::string("no frozen bytes")));
  CHECK_THROWS(invalid_frozen, varvel::frozen::from_bytes(varvel::bytes_view("x", 1)));
}

TEST("equality, order and hashes go across all types") {
  const value v = value::parse("{\"list\": [1, 2], \"name\": \"Ada\"}");
  const varvel::frozen f = varvel::frozen::parse("{\"name\": \"Ada\", \"list\": [1, 2]}");
  CHECK(v == f && f == v && v.root() == f && f.root() == v.root());
  CHECK(v["list"] == (std::vector<int>{1, 2}) && (std::vector<int>{1, 2}) == v["list"]);
  CHECK(v["list"] != (std::vector<double>{1, 2}));
  CHECK(v["list"][0] == 1 && 1 == v["list"][0] && v["list"][0] != 1.0);
  CHECK(v["name"] == "Ada" && v["name"] == std::string("Ada") && "Bo" != v["name"]);
  CHECK(v["none"] != nullptr && value() == nullptr && value(true) == true);
  CHECK(object(v) == f && array{1, 2} == v["list"]);
  CHECK(f.hash() == v.hash());
  CHECK(value(1) < value(2) && value("b") > value("a") && value(nullptr) <= value(1));
  std::unordered_set<value> some{v, value(f), value(1), value(1)};
  CHECK_EQUAL(some.size(), 2u);
#if VARVEL_HAS_SPACESHIP
  static_assert(std::three_way_comparable_with<value, varvel::frozen, std::weak_ordering>);
  CHECK((value(1) <=> value(2)) < 0 && (value(2).freeze() <=> value(2)) == 0);
#endif
  std::set<value> sorted{value("b"), value(1), value("a"), value()};
  CHECK_EQUAL(to_json(sorted), "[null,1,\"a\",\"b\"]");
  static_assert(varvel::are_comparable<value, int> && varvel::are_comparable<value, value>);
  static_assert(!varvel::are_comparable<value, std::ostream>);
}

}  // namespace

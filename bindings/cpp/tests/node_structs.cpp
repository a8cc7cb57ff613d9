// Structs of the program's own, read from nodes and made into values.

#include <varvel/varvel.hpp>

#include <string>
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

}  // namespace

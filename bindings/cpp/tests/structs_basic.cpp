// Structs from documents and back.

#include <varvel/structs.hpp>

#include "check.hpp"

namespace {

struct item {
  std::string title;
  double price = 0;
  unsigned count = 0;
  VARVEL_FIELDS(item, title, price, count)
};

struct order {
  int id = 0;
  std::string placed;
  std::vector<item> items;
  std::optional<std::string> note;
  bool paid = false;
  std::map<std::string, std::vector<short>> tags;
  VARVEL_FIELDS(order, id, (placed, renamed("placed_at")), items, note, (paid, defaulted), tags)
};

const char* const text =
    R"({"id":7,"placed_at":"2026-11-26","items":[{"title":"Tête \"de\" Moine","price":9.5,"count":2},)"
    R"({"title":"","price":1e300,"count":4294967295}],"note":null,"paid":true,"tags":{"a":[1,-2],"b":[]}})";

TEST("a struct is read from JSON and written to it") {
  const order read = varvel::read<order>(text);
  CHECK_EQUAL(read.id, 7);
  CHECK_EQUAL(read.placed, "2026-11-26");
  CHECK_EQUAL(read.items.size(), 2u);
  CHECK_EQUAL(read.items[0].title, "Tête \"de\" Moine");
  CHECK_EQUAL(read.items[1].count, 4294967295u);
  CHECK(!read.note);
  CHECK(read.paid);
  CHECK_EQUAL(read.tags.at("a")[1], -2);
  CHECK_EQUAL(varvel::write(read), text);
}

TEST("every format takes a struct and gives it back") {
  using varvel::format;
  const order first = varvel::read<order>(text);
  for (const format as : {format::json, format::json5, format::yaml, format::msgpack, format::cbor,
                          format::flexbuffers, format::frozen}) {
    const std::string bytes = varvel::write(first, as);
    CHECK_EQUAL(varvel::write(varvel::read<order>(bytes, as)), text);
  }
}

struct nothing {
  VARVEL_FIELDS(nothing)
};
struct named {
  int id = 1;
  VARVEL_FIELDS(named, id)
};
struct alike : named {
  VARVEL_DERIVED(alike, (named))
};

TEST("a struct may have no fields of its own") {
  for (const auto as : {varvel::format::json, varvel::format::msgpack, varvel::format::yaml}) {
    varvel::read<nothing>(varvel::write(nothing(), as), as);
    alike one;
    one.id = 7;
    CHECK_EQUAL(varvel::read<alike>(varvel::write(one, as), as).id, 7);
  }
  CHECK_EQUAL(varvel::write(nothing()), "{}");
  CHECK(varvel::try_read<nothing>("[]").error().code() == varvel::errc::type_mismatch);
}

TEST("members in another order, unknown and missing ones") {
  const item read =
      varvel::read<item>(R"({"count": 1, "size": [1, {"a": 2}], "price": 3, "title": "x"})");
  CHECK_EQUAL(read.count, 1u);
  CHECK_EQUAL(read.price, 3.0);
  const varvel::result<item> missing = varvel::try_read<item>(R"({"count": 1, "title": "x"})");
  CHECK(missing.error().code() == varvel::errc::missing_field);
  CHECK(varvel::try_read<item>("{}").error().code() == varvel::errc::missing_field);
  CHECK(varvel::try_read<item>("[]").error().code() == varvel::errc::type_mismatch);
}

TEST("an error has its place, its path and its types") {
  const varvel::result<order> bad = varvel::try_read<order>(
      "{\"id\": 1, \"placed_at\": \"\", \"tags\": {}, \"items\": [\n"
      "  {\"title\": \"x\", \"price\": 1, \"count\": -1}]}");
  CHECK(bad.error().code() == varvel::errc::number_out_of_range);
  CHECK_EQUAL(bad.error().path(), "$.items[0].count");
  CHECK_EQUAL(bad.error().types(), "(order)$.(vector)items(item)[0].(unsigned int)count");
  CHECK_EQUAL(bad.error().line(), 2u);
  CHECK_EQUAL(bad.error().column(), 39u);
  CHECK_EQUAL(bad.error().excerpt(),
              "number out of range: expected unsigned int, found the integer -1\n"
              "  --> line 2, column 39, at $.items[0].count\n"
              "2 |   {\"title\": \"x\", \"price\": 1, \"count\": -1}]}\n"
              "  |                                       ^");
}

TEST("a string is reused by what is written next") {
  std::string to = "before";
  varvel::write_into(std::vector<int>{1, 2, 3}, to);
  CHECK_EQUAL(to, "[1,2,3]");
  varvel::write_into(std::vector<int>{}, to);
  CHECK_EQUAL(to, "[]");
  varvel::write_into(std::string(1000, 'x'), to);
  CHECK_EQUAL(to, '"' + std::string(1000, 'x') + '"');
  const varvel::result<void> bad =
      varvel::try_write_into(std::vector<double>{1, std::numeric_limits<double>::infinity()}, to);
  CHECK(bad.error().code() == varvel::errc::unrepresentable);
  CHECK_EQUAL(to, "");
}

TEST("the second document of a reader is read in the memory of the first") {
  varvel::reader lines(varvel::format::json);
  order value = lines.read<order>(text);
  lines.read_into(text, value);
  CHECK_EQUAL(varvel::write(value), text);
}

TEST("a reader reads documents by turns whose members differ") {
  const char* const all[] = {
      R"({"title":"a","price":1.0,"count":1})",
      R"({"price":2.5,"title":"b","count":2})",
      R"({"count":3,"price":3.0,"title":"c"})",
      R"({"more":[],"title":"d","price":4.0,"count":4})",
      R"({"title":"e","more":{"price":0},"price":5.5,"count":5})",
      R"({"count":6,"title":"f","price":6.0,"more":1})",
  };
  varvel::reader lines(varvel::format::json);
  for (std::size_t round = 0; round < 36; round++) {
    for (std::size_t i = 0; i <= round % 6; i++) {
      const auto read = lines.read<item>(all[(i * (round / 6 + 1)) % 6]);
      CHECK_EQUAL(read.title[0], "_abcdef"[read.count]);
      CHECK_EQUAL(static_cast<unsigned>(read.price), read.count);
    }
  }
}

}  // namespace

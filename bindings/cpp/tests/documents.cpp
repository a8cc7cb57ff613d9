// Documents in and out: formats, options, files, texts that are edited, records.

#include <varvel/varvel.hpp>

#include <cstdio>
#include <cstdint>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "check.hpp"
#include "files.hpp"

namespace {

using varvel::format;
using varvel::frozen;
using varvel::options;
using varvel::to_json;
using varvel::value;

TEST("every format there and back") {
  const value v = value::parse("{\"id\": 7, \"list\": [1.5, \"x\", null, true], \"o\": {}}");
  for (const format as : {format::frozen, format::json, format::json5, format::yaml,
                          format::msgpack, format::cbor, format::flexbuffers}) {
    const std::string text = varvel::write(v, as);
    CHECK(frozen::parse(text, as) == v);
    CHECK(varvel::validate(text, as).has_value());
    CHECK(frozen::parse(varvel::convert(text, as, format::msgpack), format::msgpack) == v);
    CHECK(!varvel::name(as).empty());
  }
  CHECK(varvel::format_of_bytes(varvel::write(v, format::frozen)) == format::frozen);
  CHECK_THROWS(invalid_argument, frozen::parse("1", static_cast<format>(99)));
}

TEST("options of reading") {
  CHECK_THROWS(duplicate_key, frozen::parse("{\"a\": 1, \"a\": 2}"));
  const auto twice = [](varvel::duplicates keys) {
    return frozen::parse("{\"a\": 1, \"a\": 2}", format::json, options().duplicates(keys))["a"]
        .integer();
  };
  CHECK_EQUAL(twice(varvel::duplicates::first), 1);
  CHECK_EQUAL(twice(varvel::duplicates::last), 2);
  CHECK_THROWS(depth_limit, frozen::parse("[[[]]]", format::json, options().depth(2)));
  CHECK_THROWS(node_limit, frozen::parse("[1,2,3]", format::json, options().nodes(2)));
  CHECK_THROWS(size_limit, frozen::parse("[1,2,3]", format::json, options().bytes(3)));
  CHECK_EQUAL(frozen::parse("yes", format::yaml, options().yaml_1_1()).boolean(), true);
  CHECK_EQUAL(frozen::parse("a: &x {b: 1}\nc: {<<: *x}", format::yaml, options().merge_keys())
                  .path("c.b")
                  .integer(),
              1);
  const frozen exact = frozen::parse("[0.10]", format::json, options().exact_decimals());
  CHECK(exact[0].kind() == varvel::kind::decimal);
  CHECK_EQUAL(exact[0].number_text(), "0.10");
}

TEST("options of writing") {
  CHECK_EQUAL(to_json(varvel::make_array(1), options().pretty()), "[\n  1\n]");
  const value nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS(unrepresentable, to_json(nan));
  CHECK_EQUAL(to_json(nan, options().non_finite_as_text()), "\"nan\"");
  CHECK_EQUAL(varvel::write(nan, format::json5), "NaN");
  const value bytes = varvel::bytes_view("ab", 2);
  CHECK_EQUAL(to_json(bytes, options().bytes_as_text()), "\"YWI=\"");
  const value at = varvel::timestamp{0, 5};
  CHECK_EQUAL(to_json(at, options().timestamps_as_text()), "\"1970-01-01T00:00:00.000000005Z\"");
  value map = varvel::object();
  map.insert_any(1, "one");
  CHECK(map.kind() == varvel::kind::map);
  CHECK_EQUAL(to_json(map, options().keys_as_text()), "{\"1\":\"one\"}");
  const auto bad = varvel::try_write(varvel::make_object("a", varvel::make_array(bytes)));
  CHECK_EQUAL(bad.error().path(), "$.a[0]");
  varvel::buffer out;
  CHECK(varvel::write_to(out, map.node(), format::msgpack).has_value());
  CHECK_EQUAL(out.size(), 6u);
}

TEST("a node prints itself") {
  std::ostringstream out;
  const value v = varvel::make_object("t", varvel::timestamp{0, 0}, "n", 1);
  out << v << ' ' << v["n"] << ' ' << v["none"] << ' ' << varvel::kind::object << ' '
      << varvel::number(7);
  CHECK_EQUAL(out.str(), "{\"t\":\"1970-01-01T00:00:00Z\",\"n\":1} 1 <missing> object 7");
#if VARVEL_HAS_FORMAT
  CHECK_EQUAL(std::format("{} {:#} {:yaml}", v["n"], varvel::make_array(1), v["n"]),
              "1 [\n  1\n] 1\n");
#endif
}

TEST("files by the ending of their names") {
  const std::string path = "documents_test.yaml";
  varvel::save(path, varvel::make_object("a", 1));
  CHECK_EQUAL(contents_of(path), "a: 1\n");
  CHECK_EQUAL(varvel::load(path)["a"].integer(), 1);
  varvel::save(path, "text", format::json);
  CHECK_EQUAL(varvel::load(path, format::json).str(), "text");
  std::FILE* file = std::fopen(path.c_str(), "wb");
  std::fputs("a: [1", file);
  std::fclose(file);
  const auto bad = varvel::try_load(path);
  CHECK(bad.error().code() == varvel::errc::unexpected_end ||
        bad.error().code() == varvel::errc::syntax);
  CHECK_EQUAL(bad.error().message().substr(0, path.size() + 5), path + ":1:6:");
  CHECK(bad.error().excerpt().find("--> " + path + ", line 1, column 6") != std::string::npos);
  std::remove(path.c_str());
  CHECK_THROWS(io, varvel::load(path));
  CHECK_THROWS(invalid_argument, varvel::save("no_ending", 1));
}

TEST("texts keep their comments") {
  varvel::text config = varvel::text::parse("# the port\nport: 80    # not 8080\nhosts: ['a']\n",
                                            varvel::syntax::yaml);
  config.set("port", 8443)
      .set("/tls/verify", true)
      .insert("hosts[0]", "b")
      .rename("hosts", "names");
  CHECK_EQUAL(config.str(),
              "# the port\nport: 8443    # not 8080\nnames: ['b', 'a']\ntls:\n  verify: true\n");
  CHECK_EQUAL(config.root()["tls"]["verify"].boolean(), true);
  CHECK_EQUAL(config.comments().size(), 2u);
  CHECK_EQUAL(config.comments()[1], "# not 8080");
  config.remove("tls");
  CHECK(!config.root()["tls"].exists());
  CHECK_THROWS(not_found, config.remove("tls"));
  CHECK(config.try_insert("port", 1).error().code() == varvel::errc::duplicate_key);
  CHECK_THROWS(syntax, varvel::text::parse("{\"a\": 1,}", varvel::syntax::json));
  varvel::text shared = varvel::text::parse("a: &x [1]\nb: *x\n", varvel::syntax::yaml);
  CHECK_THROWS(refused, shared.set("b[0]", 2));
  CHECK_EQUAL(shared.through_aliases().set("b[0]", 2).str(), "a: &x [2]\nb: *x\n");
  CHECK_EQUAL(varvel::text::parse("{\"a\": 1, // one\n}", varvel::syntax::jsonc).set("a", 2).str(),
              "{\"a\": 2, // one\n}");
}

TEST("records are converted, and read one by one") {
  std::istringstream lines("{\"n\": 1}\n{\"n\": }\n{\"n\": 3}\n");
  std::ostringstream out;
  std::vector<std::string> bad;
  const auto done = varvel::try_convert_records(
      lines, format::json, out, format::json,
      [&](const varvel::bad_record& one) { bad.emplace_back(one.text); });
  CHECK(done.has_value() && done->records == 2 && done->bad == 1);
  CHECK_EQUAL(out.str(), "{\"n\":1}\n{\"n\":3}\n");
  CHECK_EQUAL(bad.size(), 1u);

  lines = std::istringstream("{\"n\": 1}\n{\"n\": 2}\n");
  std::int64_t sum = 0;
  varvel::each_record(lines, format::json,
                      [&](const varvel::view& one) { sum += one["n"].integer(); });
  CHECK_EQUAL(sum, 3);

  lines = std::istringstream("[{\"n\": 1}, {\"n\": 2}]");
  varvel::records_options how;
  how.array = true;
  const auto stopped = varvel::try_each_record(
      lines, format::json, [](const varvel::view&) { return false; }, how);
  CHECK(stopped.error().code() == varvel::errc::cancelled);

  lines = std::istringstream("{\"n\": 1}\n\n{\"n\": }\n{\"n\": 3}\n");
  const varvel::error where =
      varvel::try_each_record(lines, format::json, [](const varvel::view&) {}).error();
  CHECK_EQUAL(where.record(), 3u);
  CHECK_EQUAL(where.line(), 3u);
  CHECK_EQUAL(where.column(), 7u);
  CHECK_EQUAL(where.offset(), 16u);
  lines = std::istringstream("{\"n\": 1}\n\n{\"n\": }\n{\"n\": 3}\n");
  std::vector<std::uint64_t> numbers;
  varvel::each_record(
      lines, format::json,
      [&](const varvel::view&, std::uint64_t number) { numbers.push_back(number); },
      [&](const varvel::bad_record& one) { numbers.push_back(100 * one.number); });
  CHECK(numbers == (std::vector<std::uint64_t>{1, 300, 4}));

  lines = std::istringstream("{\"n\": \"x\"}\n");
  CHECK_THROWS(type_mismatch, varvel::each_record(lines, format::json, [](const varvel::view& one) {
                 one["n"].integer();
               }));
  lines = std::istringstream("{\"n\": 1}\n{");
  std::ostringstream packed;
  CHECK_THROWS(unexpected_end,
               varvel::convert_records(lines, format::json, packed, format::msgpack));
}

TEST("records of text: several on a line, JSON5, and the line of an item") {
  std::vector<std::uint64_t> seen;
  const auto see = [&](const varvel::view& one, std::uint64_t number) {
    seen.push_back(100 * number + static_cast<std::uint64_t>(one["n"].integer()));
  };
  std::istringstream text("{\"n\": 1} {\"n\": 2}\n{\"n\": 3}\n");
  varvel::each_record(text, format::json, see);
  CHECK(seen == (std::vector<std::uint64_t>{101, 102, 203}));

  text = std::istringstream("{n: 1} /* and */ {n: +2,}\n{\n n: 0x3}");
  seen.clear();
  varvel::each_record(text, format::json5, see);
  CHECK(seen == (std::vector<std::uint64_t>{1, 102, 203}));
  text = std::istringstream("{n: 1}{n: 2}");
  std::ostringstream out;
  varvel::convert_records(text, format::json5, out, format::json);
  CHECK_EQUAL(out.str(), "{\"n\":1}\n{\"n\":2}\n");

  text = std::istringstream("[\n  {\"n\": 1},\n  {\"n\":\n   x}]");
  varvel::records_options how;
  how.array = true;
  const varvel::error where = varvel::try_each_record(text, format::json, see, how).error();
  CHECK_EQUAL(where.record(), 1u);
  CHECK_EQUAL(where.line(), 4u);
  CHECK_EQUAL(where.column(), 4u);
  text = std::istringstream("[\n  {\"n\": 1},\n  {\"n\":\n   x}]");
  const varvel::error again =
      varvel::try_convert_records(text, format::json, out, format::json, nullptr, how).error();
  CHECK_EQUAL(again.line(), 4u);
  CHECK_EQUAL(again.column(), 4u);
}

#if !defined(VARVEL_NO_EXCEPTIONS)
// Returns the error that a function threw while it read a record.
template <class F>
varvel::error thrown_in(const char* text, format as, F&& each,
                        const varvel::records_options& how = {}) {
  std::istringstream input(text);
  try {
    varvel::each_record(input, as, each, how);
  } catch (const varvel::exception& caught) {
    return caught.error();
  }
  return {};
}

TEST("errors that are thrown in a record have its number") {
  const auto as_int = [](const varvel::view& one) { static_cast<void>(one["n"].as<int>()); };
  varvel::error why = thrown_in("{\"n\": 1}\n\n{\"n\": \"x\"}\n", format::json, as_int);
  CHECK(why.code() == varvel::errc::type_mismatch);
  CHECK_EQUAL(why.path(), "$.n");
  CHECK_EQUAL(why.record(), 3u);
  CHECK_EQUAL(why.line(), 3u);
  const auto to_map = [](const varvel::view& one, std::uint64_t) {
    static_cast<void>(one.as<std::map<std::string, int>>());
  };
  why = thrown_in("{\"n\": 1}\n{\"n\": \"x\"}\n", format::json, to_map);
  CHECK(why.code() == varvel::errc::type_mismatch);
  CHECK_EQUAL(why.record(), 2u);
  CHECK_EQUAL(why.line(), 2u);
  // Items and documents of JSON5 have a number alone.
  varvel::records_options how;
  how.array = true;
  why = thrown_in("[{\"n\": 1}, {\"n\": []}]", format::json, as_int, how);
  CHECK_EQUAL(why.record(), 1u);
  CHECK_EQUAL(why.line(), 0u);
  why = thrown_in("{n: 1}\n{n: 'x'}", format::json5, as_int);
  CHECK_EQUAL(why.record(), 1u);
  // Other exceptions come out as they are.
  std::istringstream lines("1\n");
  bool mine = false;
  try {
    varvel::each_record(lines, format::json, [](const varvel::view&) { throw 7; });
  } catch (int thrown) {
    mine = thrown == 7;
  }
  CHECK(mine);
}
#endif

TEST("numbers all at once, and columns") {
  const frozen document = frozen::parse(
      "{\"n\": [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5], \"i\": [1, 300, -5], \"rows\": [{\"p\": "
      "1}, {\"p\": "
      "20}], \"bad\": [1, "
      "\"x\"]}");
  CHECK(document["n"].as<std::vector<double>>() ==
        (std::vector<double>{1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5}));
  CHECK(document["i"].as<std::vector<std::int16_t>>() == (std::vector<std::int16_t>{1, 300, -5}));
  CHECK(document["i"].as<std::vector<double>>() == (std::vector<double>{1, 300, -5}));
  CHECK(!document["i"].try_as<std::vector<std::int8_t>>());
  const auto lent = varvel::numbers<double>(document["n"]);
  CHECK(lent.size() == 8 && lent[1] == 2.5);
  CHECK(varvel::numbers<std::int16_t>(document["i"]).size() == 3);
  CHECK(varvel::numbers<std::int64_t>(document["i"]).data() == nullptr);
  CHECK(varvel::column<std::int64_t>(document["rows"], "p") == (std::vector<std::int64_t>{1, 20}));
  CHECK_EQUAL(varvel::try_column<double>(document["rows"], "q").error().path(), "$.rows[0]");
  CHECK(varvel::numbers<double>(document["bad"]).empty());
}

TEST("a freezer reads one document after the other") {
  varvel::freezer freezer;
  CHECK_EQUAL(freezer.freeze("{\"a\": 1}")["a"].integer(), 1);
  CHECK_EQUAL(freezer.freeze("{\"a\": 2}")["a"].integer(), 2);
  CHECK(freezer.try_freeze("{").error().code() == varvel::errc::unexpected_end);
  CHECK_EQUAL(freezer.freeze("[3]")[0].integer(), 3);
  CHECK_THROWS(invalid_argument, varvel::freezer(format::frozen));
}

}  // namespace

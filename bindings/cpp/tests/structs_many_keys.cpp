// Errors of structs whose reader has met more sets of keys than it gives forms to: their objects
// have each key beside its value, and the errors are the same.

#include "warm.hpp"

#include <varvel/varvel.hpp>

#include "check.hpp"

namespace {

using varvel::format;

struct spot {
  int left = 0, top = 0, size = 0;
  VARVEL_FIELDS(spot, left, top, size)
};
struct page {
  std::vector<spot> spots;
  std::map<std::string, spot> named;
  VARVEL_FIELDS(page, spots, (named, defaulted))
};
struct chain {
  std::shared_ptr<chain> next;
  int id = 0;
  VARVEL_FIELDS(chain, (next, defaulted), id)
};

constexpr format all_formats[] = {format::json, format::json5,       format::yaml,  format::msgpack,
                                  format::cbor, format::flexbuffers, format::frozen};

/// All that an error says of its place, on one line.
std::string place(const varvel::error& of) {
  return std::string(of.name()) + " " + of.path() + " " + of.types() + " " +
         std::to_string(of.line()) + ":" + std::to_string(of.column());
}

/// An object with the keys of a spot, in another order, whose `top` is a text.
constexpr std::string_view bad = "{\"size\": 3,\n \"left\": 1, \"top\": \"x\"}";
constexpr std::string_view bad_place = "TypeMismatch $.top (spot)$.(int)top 2:20";

TEST("a struct that one reader reads after others") {
  for (const format as : all_formats) {
    varvel::reader kept(as);
    check::warm(kept);
    const auto read = kept.try_read<spot>(varvel::convert(bad, format::json, as));
    CHECK_EQUAL(read.error().code(), varvel::errc::type_mismatch);
    CHECK_EQUAL(read.error().path(), "$.top");
    CHECK_EQUAL(read.error().types(), "(spot)$.(int)top");
  }
  varvel::reader kept;
  CHECK_EQUAL(place(check::warm(kept).try_read<spot>(bad).error()), bad_place);
  CHECK_EQUAL(place(kept.try_read<spot>("{\"size\": 3, \"left\": 1e1, \"top\": 2}").error()),
              "TypeMismatch $.left (spot)$.(int)left 1:21");
  CHECK_EQUAL(place(kept.try_read<spot>("{\"size\": 3, \"left\": 1}").error()),
              "MissingField $ (spot)$ 1:1");
  CHECK_EQUAL(place(kept.try_read<spot>("{\"top\": 3, \"left\": 9000000000, \"size\": 1}").error()),
              "NumberOutOfRange $.left (spot)$.(int)left 1:20");
}

TEST("all errors, handlers and unknown members") {
  varvel::reader kept;
  spot to;
  const auto errors =
      check::warm(kept).read_all_into("{\"top\": \"x\", \"size\": \"y\",\n \"left\": \"z\"}", to);
  CHECK_EQUAL(errors.size(), 3u);
  CHECK_EQUAL(place(errors[0]), "TypeMismatch $.left (spot)$.(int)left 2:10");
  CHECK_EQUAL(place(errors[1]), "TypeMismatch $.top (spot)$.(int)top 1:9");
  CHECK_EQUAL(place(errors[2]), "TypeMismatch $.size (spot)$.(int)size 1:22");
  page whole;
  const auto nested =
      kept.read_all_into("{\"spots\": [{\"left\": 1, \"top\": 2, \"size\": \"x\"}, 5]}", whole);
  CHECK_EQUAL(nested.size(), 2u);
  CHECK_EQUAL(place(nested[0]),
              "TypeMismatch $.spots[0].size "
              "(page)$.(vector)spots(spot)[0].(int)size 1:42");
  CHECK_EQUAL(place(nested[1]), "TypeMismatch $.spots[1] (page)$.(vector)spots(spot)[1] 1:48");
  varvel::handlers own;
  own.on<int>([](auto& in, int& to_) { return in.next(to_); },
              [](auto& out, const int& from) { return out.next(from); });
  CHECK_EQUAL(place(kept.try_read_into(bad, to, own).error()), bad_place);
  varvel::reader strict(format::json, varvel::reading().unknown_refused());
  CHECK_EQUAL(place(check::warm(strict)
                        .try_read<spot>("{\"left\": 1, \"top\": 2, \"sise\": 3, \"size\": 3}")
                        .error()),
              "UnknownMember $.sise (spot)$.sise 1:23");
}

TEST("a struct that a thread reads after others") {
  for (const format as : all_formats) {
    const std::string bytes = varvel::convert(bad, format::json, as);
    check::warm(as);
    CHECK_EQUAL(varvel::try_read<spot>(bytes, as).error().path(), "$.top");
    check::warm(as);
    const auto parsed = varvel::frozen::try_parse(bytes, as);
    CHECK_EQUAL(parsed->root().try_as<spot>().error().path(), "$.top");
  }
  check::warm();
  CHECK_EQUAL(place(varvel::try_read<spot>(bad).error()), bad_place);
  check::warm();
  CHECK_EQUAL(place(varvel::try_keep<spot>(bad).error()), bad_place);
  CHECK_EQUAL(varvel::frozen::parse(bad)["top"].try_as<int>().error().path(), "$.top");
}

TEST("a document too deep, and then another") {
  std::string deep = "{\"id\": 1}";
  for (int i = 0; i < 200; i++) deep = "{\"id\": 1, \"next\": " + deep + "}";
  CHECK_EQUAL(varvel::try_read<chain>(deep).error().code(), varvel::errc::depth_limit);
  CHECK_EQUAL(place(varvel::try_read<spot>(bad).error()), bad_place);
  varvel::reader kept;
  CHECK_EQUAL(kept.try_read<chain>(deep).error().code(), varvel::errc::depth_limit);
  CHECK_EQUAL(place(kept.try_read<spot>(bad).error()), bad_place);
}

TEST("one document of many sets of keys") {
  for (int count = 1; count < 400; count = count < 100 ? count + 1 : count + 50) {
    std::string text = "{\"named\": {";
    for (int i = 0; i < count; i++) {
      const std::string n = std::to_string(i);
      text += (i ? "," : "");
      text += "\"n" + n + "\": {\"u" + n +
              "\": 1, \"left\": 1, \"top\": " + (i == count - 1 ? "\"x\"" : "2") + ", \"size\": 3}";
    }
    text += "},\n\"spots\": []}";
    const auto read = varvel::reader().try_read<page>(text);
    const std::string last = "n" + std::to_string(count - 1);
    CHECK_EQUAL(read.error().code(), varvel::errc::type_mismatch);
    CHECK_EQUAL(read.error().path(), "$.named." + last + ".top");
    CHECK_EQUAL(text[read.error().offset()], '"');
    const auto all = varvel::read_all<page>(text);
    CHECK_EQUAL(all.errors.size(), 1u);
    CHECK_EQUAL(all.errors[0].path(), read.error().path());
    CHECK_EQUAL(all.errors[0].column(), read.error().column());
    CHECK_EQUAL(varvel::frozen::parse(text).root().try_as<page>().error().path(),
                read.error().path());
  }
}

}  // namespace

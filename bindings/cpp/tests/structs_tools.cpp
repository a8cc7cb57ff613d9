// Handlers, paths, pipes, kept documents, all errors of a document.

#include <varvel/varvel.hpp>

#include "check.hpp"

namespace {

struct outer_box {
  double width = 0;
  std::vector<int> cells;
  VARVEL_FIELDS(outer_box, width, (cells, noted("width", 3)))
};

struct scene {
  std::string title;
  std::vector<outer_box> boxes;
  std::map<std::string, int> scores;
  std::optional<int> limit;
  VARVEL_FIELDS(scene, title, boxes, scores, limit)
};

struct line {
  std::string_view name;
  std::vector<std::string_view> words;
  VARVEL_FIELDS(line, name, words)
};

/// Numbers that are JSON in a string.
struct packed_line {
  std::vector<int> numbers;
};

}  // namespace

template <>
struct varvel::codec<packed_line> {
  template <class In>
  static bool read(In& in, const structs::node& from, packed_line& to) {
    std::string text;
    return codec<std::string>::read(in, from, text) &&
           (varvel::try_read_into(text, to.numbers).has_value() || in.mismatch("numbers", from));
  }
  template <class Out>
  static bool write(Out& out, const packed_line& from) {
    return out.string(varvel::write(from.numbers));
  }
};

namespace {

TEST("a codec reads a document in the middle of another") {
  const char* const text = R"({"a":["[1,2,3,4,5,6,7,8]","[]"],"b":["[9]","[10,11]"]})";
  using lines = std::map<std::string, std::vector<packed_line>>;
  CHECK_EQUAL(varvel::write(varvel::read<lines>(text)), text);
  CHECK_EQUAL(varvel::try_read<lines>(R"({"a":["[1]","[1"],"b":[]})").error().path(), "$.a[1]");
  const std::string packed = varvel::convert(text, varvel::format::json, varvel::format::cbor);
  CHECK_EQUAL(varvel::write(varvel::read<lines>(packed, varvel::format::cbor)), text);
}

TEST("a codec of one's own goes before the fields of an aggregate") {
  // An aggregate in C++20, and read straight from MessagePack were it not for the codec.
  using lines = std::vector<packed_line>;
  const std::string fields =
      varvel::convert(R"([{"numbers":[1]}])", varvel::format::json, varvel::format::msgpack);
  CHECK(varvel::try_read<lines>(fields, varvel::format::msgpack).error().code() ==
        varvel::errc::type_mismatch);
  const std::string own = varvel::write(lines(2), varvel::format::msgpack);
  CHECK_EQUAL(varvel::read<lines>(own, varvel::format::msgpack).size(), 2u);
  using either = std::variant<int, packed_line>;
  CHECK_EQUAL(varvel::read<either>("\"[1]\"").index(), 1u);
}

TEST("handlers by type and by field, one inside of another") {
  varvel::handlers all;
  int boxes = 0;
  all.on<outer_box>(
      [&](auto& in, outer_box& to) {
        boxes++;
        return in.next(to);
      },
      [](auto& out, const outer_box& from) { return out.next(from); });
  // A letter for each cell where the field has a width.
  all.on<std::vector<int>>([](const varvel::place& at) { return at.find("width").has_value(); },
                           [](auto& in, std::vector<int>& to) {
                             std::string letters;
                             if (!in.as(letters)) return false;
                             const auto width =
                                 static_cast<std::size_t>(in.place().find("width")->number);
                             if (letters.size() % width != 0) return in.fail("full rows");
                             to.clear();
                             for (const char letter : letters) to.push_back(letter - 'a');
                             return true;
                           },
                           [](auto& out, const std::vector<int>& from) {
                             std::string letters;
                             for (const int cell : from) letters += static_cast<char>('a' + cell);
                             return out.as(letters);
                           });
  const char* const text =
      R"({"title":"x","boxes":[{"width":1.5,"cells":"bcdefg"}],"scores":{},"limit":null})";
  const auto read = varvel::read<scene>(text, varvel::format::json, {}, all);
  CHECK_EQUAL(boxes, 1);
  CHECK_EQUAL(read.boxes[0].cells.size(), 6u);
  CHECK_EQUAL(varvel::write(read, varvel::format::json, {}, all), text);
  CHECK_EQUAL(varvel::write(read, varvel::format::yaml, {}, all),
              "title: x\nboxes:\n  - width: 1.5\n    cells: bcdefg\nscores: {}\nlimit: null\n");
  CHECK_EQUAL(
      varvel::write(read),
      R"({"title":"x","boxes":[{"width":1.5,"cells":[1,2,3,4,5,6]}],"scores":{},"limit":null})");
  const auto bad =
      varvel::try_read<scene>(R"({"title":"x","boxes":[{"width":1.5,"cells":"bc"}],"scores":{}})",
                              varvel::format::json, {}, all);
  CHECK_EQUAL(bad.error().path(), "$.boxes[0].cells");
}

TEST("all errors of a document") {
  const auto read = varvel::read_all<scene>(
      R"({"title": 1, "boxes": [{"width": "x", "cells": [1, true, 3]}, {"cells": []}], "scores": {"a": 1}, "limit": 99999999999})");
  std::string all;
  for (const varvel::error& one : read.errors) all += one.message() + "\n";
  CHECK_EQUAL(
      all,
      "wrong kind of value: expected a string, found the integer 1, at $.title (byte 10)\n"
      "wrong kind of value: expected a number, found the string \"x\", at $.boxes[0].width (byte "
      "33)\n"
      "wrong kind of value: expected an integer, found true, at $.boxes[0].cells[1] (byte 51)\n"
      "missing member: expected `width` of outer_box, at $.boxes[1] (byte 62)\n"
      "number out of range: expected int, found the integer 99999999999, at $.limit (byte 107)\n");
  CHECK_EQUAL(read.value.scores.at("a"), 1);
  CHECK(varvel::read_all<int>("{").errors.size() == 1);
  CHECK(varvel::read_all<int>("7").errors.empty());
}

TEST("paths into structs") {
  scene value;
  value.boxes.resize(2);
  value.boxes[1].cells = {5, 6};
  value.scores["high score"] = 7;
  CHECK_EQUAL(varvel::get_at<int>(value, "boxes[1].cells[0]").value(), 5);
  CHECK_EQUAL(varvel::get_at<long>(value, "scores[\"high score\"]").value(), 7);
  CHECK_EQUAL(varvel::get_at<double>(value, "boxes[0].width").value(), 0.0);
  CHECK(varvel::set_at(value, "boxes[0].width", 3).has_value());
  CHECK(varvel::set_at(value, "limit", 300).has_value());
  CHECK(varvel::set_at(value, "title", "new").has_value());
  CHECK_EQUAL(value.boxes[0].width, 3.0);
  CHECK_EQUAL(value.limit.value(), 300);
  CHECK_EQUAL(value.title, "new");
  CHECK(varvel::get_at<signed char>(value, "limit").error().code() == varvel::errc::type_mismatch);
  CHECK(varvel::get_at<int>(value, "boxes[2].width").error().code() == varvel::errc::not_found);
  CHECK(varvel::get_at<int>(value, "boxes[").error().code() == varvel::errc::invalid_path);
  CHECK(varvel::get_at<int>(value, "nothing").error().code() == varvel::errc::not_found);
  CHECK(varvel::set_at(value, "title", 1).error().code() == varvel::errc::type_mismatch);
}

TEST("a document that is kept") {
  varvel::kept<line> copy;
  {
    const std::string text =
        R"({"name": "a name that is longer than a slot", "words": ["x", "yy", ""]})";
    copy = varvel::keep<line>(text);
  }
  CHECK_EQUAL(copy->name, "a name that is longer than a slot");
  CHECK_EQUAL(copy->words[1], "yy");
  CHECK(varvel::try_read<line>(R"({"name": "", "words": []})").error().code() ==
        varvel::errc::refused);
  CHECK_EQUAL(varvel::write(*copy),
              R"({"name":"a name that is longer than a slot","words":["x","yy",""]})");
}

TEST("a pipe with filters, a tee and a dump") {
  varvel::write_sink yaml(varvel::format::yaml);
  varvel::dump_sink dump;
  varvel::tee_sink both(yaml, dump);
  varvel::omit_filter omit({"secret"}, both);
  varvel::rename_filter rename({{"a", "b"}}, omit);
  CHECK(varvel::pipe(R"({"a": [1, 0.5, "x", null], "secret": {"k": [1]}, "c": {}})",
                     varvel::format::json, rename)
            .has_value());
  CHECK_EQUAL(yaml.finish().value(), "b:\n  - 1\n  - 0.5\n  - x\n  - null\nc: {}\n");
  CHECK_EQUAL(dump.text(),
              "object\n  key \"b\"\n  array\n    integer 1\n    float 0.5\n    string \"x\"\n    "
              "null\n  end\n"
              "  key \"c\"\n  object\n  end\nend\n");
  varvel::discard_sink nothing;
  CHECK(varvel::pipe("[1,]", varvel::format::json, nothing).error().code() == varvel::errc::syntax);
  CHECK(varvel::pipe_value(scene(), nothing).has_value());
}

struct old_person {
  std::string mail;
  int age = 0;
  VARVEL_FIELDS(old_person, mail, age)
};
struct new_person {
  std::string email;
  long age = 0;
  VARVEL_FIELDS(new_person, email, age)
};

TEST("a struct of another struct, by other names") {
  old_person old;
  old.mail = "a@b";
  old.age = 3;
  const auto made = varvel::transfer<new_person>(old, {{"mail", "email"}}).value();
  CHECK_EQUAL(made.email, "a@b");
  CHECK_EQUAL(made.age, 3);
  CHECK(varvel::transfer<new_person>(old).error().code() == varvel::errc::missing_field);
}

/// The message and path of the error of events that a sink writes.
template <class Events>
std::string refused(Events events, varvel::format as = varvel::format::json) {
  varvel::write_sink sink(as);
  events(sink);
  const auto made = sink.finish();
  return made ? "no error" : made.error().message() + " | " + made.error().path();
}

vv_scalar scalar_of(vv_kind kind) {
  vv_scalar made = {};
  made.kind = kind;
  return made;
}

TEST("the error of an event is kept in full") {
  using varvel::write_sink;
  const vv_scalar null = scalar_of(VV_NULL);
  CHECK_EQUAL(refused([&](write_sink& to) {
                to.begin(VV_OBJECT);
                CHECK(!to.scalar(null));
              }),
              "a key comes before a value | ");
  CHECK_EQUAL(refused([&](write_sink& to) {
                to.begin(VV_ARRAY);
                CHECK(!to.key("a"));
              }),
              "keys stand in objects, each before its value | ");
  CHECK_EQUAL(refused([&](write_sink& to) { CHECK(!to.any_key()); }),
              "keys stand in objects, each before its value | ");
  CHECK_EQUAL(refused([&](write_sink& to) { CHECK(!to.end(VV_ARRAY)); }), "nothing is open | ");
  CHECK_EQUAL(refused([&](write_sink&) {}),
              "the document is not complete, or a call before this one failed | ");
  // The first error counts.
  CHECK_EQUAL(refused([&](write_sink& to) {
                to.begin(VV_OBJECT);
                to.key("list");
                to.begin(VV_ARRAY);
                to.scalar(null);
                vv_scalar nan = scalar_of(VV_FLOAT);
                nan.number.form = VV_NUMBER_F64;
                nan.number.f64 = std::numeric_limits<double>::quiet_NaN();
                CHECK(!to.scalar(nan));
                to.end(VV_ARRAY);
                to.key("list");
              }),
              "value cannot be represented: expected a finite number, found NaN, at $.list[1] | "
              "$.list[1]");
  vv_tag tag = {};
  tag.kind = VV_TAG_EXTENSION;
  CHECK_EQUAL(refused([&](write_sink& to) { to.tag(tag); }),
              "value cannot be represented: expected a kind of value that JSON has, found a tagged "
              "value | $");
  // By a pipe that the sink ends.
  const std::string bytes("\x81\xa1k\xc4\x01\x07", 6);
  write_sink to;
  const auto piped = varvel::pipe(bytes, varvel::format::msgpack, to);
  CHECK_EQUAL(piped.error().code(), varvel::errc::cancelled);
  const auto ended = to.finish();
  CHECK_EQUAL(ended.error().path(), "$.k");
  CHECK_EQUAL(
      ended.error().message(),
      "value cannot be represented: expected a kind of value that JSON has, found bytes, at "
      "$.k");
}

}  // namespace

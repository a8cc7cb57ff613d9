// The vectors of the frozen format, and frozen documents of every kind: what the headers read from
// the bytes is what the library reads.

#include <varvel/varvel.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "check.hpp"
#include "files.hpp"

namespace {

using varvel::view;

std::size_t nodes = 0;

// Compares all that is read of a node natively with what the library says of it.
void compare(const view& of) {
  ++nodes;
  const vv_node raw = of.raw();
  CHECK(of.is_frozen());
  CHECK(static_cast<vv_kind>(of.kind()) == vv_kind_of(raw));
  CHECK_EQUAL(of.size(), vv_len(raw));

  bool boolean = false;
  CHECK_EQUAL(of.maybe_as<bool>().has_value(), vv_as_bool(raw, &boolean));
  CHECK_EQUAL(of.boolean_or(false), boolean);
  std::int64_t integer = 0;
  CHECK_EQUAL(of.maybe_as<std::int64_t>().has_value(), vv_as_i64(raw, &integer));
  CHECK_EQUAL(of.integer_or(0), integer);
  std::uint64_t natural = 0;
  CHECK_EQUAL(of.maybe_as<std::uint64_t>().has_value(), vv_as_u64(raw, &natural));
  CHECK_EQUAL(of.as_or(std::uint64_t{0}), natural);
  double number = 0;
  CHECK_EQUAL(of.maybe_as<double>().has_value(), vv_as_f64(raw, &number));
  const double found = of.number_or(0);
  CHECK(found == number || (found != found && number != number));
  vv_str text = {nullptr, 0};
  CHECK_EQUAL(of.maybe_as<std::string_view>().has_value(), vv_as_string(raw, &text));
  CHECK_EQUAL(of.str_or(""), std::string_view(text.data == nullptr ? "" : text.data, text.len));
  vv_bytes bytes = {nullptr, 0};
  CHECK_EQUAL(of.maybe_as<varvel::bytes_view>().has_value(), vv_as_binary(raw, &bytes));
  CHECK(of.as_or(varvel::bytes_view()) == varvel::bytes_view(bytes.data, bytes.len));

  vv_iter iterator = vv_iterate(raw);
  vv_node child;
  std::size_t index = 0;
  for (const view item : of) {
    CHECK(vv_next(&iterator, &child));
    CHECK(vv_equal(child, item.raw()));
    if (of.is_array()) CHECK(vv_equal(of[index].raw(), child));
    ++index;
  }
  CHECK(!vv_next(&iterator, &child));
  CHECK_EQUAL(index, of.size());
  CHECK(!of[index].exists());

  if (of.is_object()) {
    index = 0;
    for (const auto [key, value] : of.members()) {
      CHECK(vv_equal(of[key].raw(), value.raw()));
      CHECK(of[key].site().place == value.site().place);
      CHECK(of[varvel::key(key)].site().place == value.site().place);
      const std::string other = std::string(key) + "!";
      CHECK_EQUAL(of[other].exists(), vv_kind_of(vv_get(raw, other.data(), other.size())) != 0);
      ++index;
    }
    CHECK_EQUAL(index, of.size());
  }
  for (const auto [key, value] : of.pairs()) {
    compare(key);
    compare(value);
    if (key.is_string()) CHECK(of[key.str()].site().place == value.site().place);
  }
  if (of.is_array()) {
    for (const view item : of) compare(item);
  }
  if (of.kind() == varvel::kind::tagged) {
    CHECK(of.tag().has_value());
    compare(of.untagged());
  }
}

// Compares what the codecs of structs read of a node with what a view reads.
void compare(const varvel::structs::document& in, const varvel::structs::node& of, const view& by) {
  const auto number = varvel::structs::numeric_of(of);
  const auto number_by = varvel::detail::numeric_of(by.site());
  CHECK_EQUAL(number.kind, number_by.kind);
  CHECK_EQUAL(number.bits, number_by.bits);
  std::string_view text, text_by;
  CHECK_EQUAL(varvel::structs::text_of(in, of, text),
              varvel::detail::string_of(by.site(), text_by));
  CHECK_EQUAL(text, text_by);

  varvel::structs::items items;
  CHECK_EQUAL(varvel::structs::items_of(of, items), by.is_array());
  varvel::structs::members members;
  CHECK_EQUAL(varvel::structs::members_of(in, of, true, members),
              by.is_object() || by.kind() == varvel::kind::map);
  CHECK_EQUAL(items.count + members.count, by.kind() == varvel::kind::tagged ? 0 : by.size());
  if (by.is_array()) {
    for (std::size_t i = 0; i < items.count; i++) compare(in, items.at(i), by[i]);
  }
  std::size_t index = 0;
  for (const auto [key, value] : by.pairs()) {
    compare(in, members.key(index), key);
    compare(in, members.value(index), value);
    index++;
  }
}

TEST("every good vector reads as the library reads it") {
  std::size_t files = 0;
  for (const std::string& folder :
       {root() + "/spec/vectors/v1/good", root() + "/spec/vectors/v1/canonical"}) {
    for (const std::string& file : files_of(folder)) {
      if (file.size() < 4 || file.compare(file.size() - 4, 4, ".txt") == 0) continue;
      const varvel::result<varvel::frozen> document =
          varvel::frozen::try_parse(contents_of(file), varvel::format::frozen);
      if (!document) {
        check::fail(__FILE__, __LINE__, file + ": " + document.error().message());
        continue;
      }
      ++files;
      compare(document->root());
      const varvel::bytes_view bytes = document->document_bytes();
      const varvel::structs::document all(bytes.data(), bytes.size());
      compare(all, all.root(), document->root());
    }
  }
  std::printf("%zu vectors, %zu nodes\n", files, nodes);
  CHECK(files > 100);
}

TEST("every hostile vector is refused") {
  std::size_t files = 0;
  for (const std::string& file : files_of(root() + "/spec/vectors/v1/hostile")) {
    if (file.compare(file.size() - 4, 4, ".txt") == 0) continue;
    ++files;
    CHECK(!varvel::frozen::try_parse(contents_of(file), varvel::format::frozen));
  }
  CHECK(files > 100);
}

TEST("objects of every size, with their index") {
  for (const std::size_t count : {1u, 15u, 16u, 17u, 300u, 70000u}) {
    std::string text = "{";
    for (std::size_t i = 0; i < count; ++i) {
      text += (i == 0 ? "\"" : ",\"") + std::string(i % 40, 'k') + std::to_string(i) +
              "\":" + std::to_string(i);
    }
    text += "}";
    const varvel::frozen document = varvel::frozen::parse(text);
    CHECK_EQUAL(document.size(), count);
    std::size_t i = 0;
    for (const auto [key, value] : document.members()) {
      CHECK_EQUAL(value.as<std::size_t>(), i);
      CHECK_EQUAL(document[key].as<std::size_t>(), i);
      ++i;
    }
    CHECK(!document["kkk"].exists());
  }
}

}  // namespace

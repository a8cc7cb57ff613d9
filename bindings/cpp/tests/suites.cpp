// External suites, through these headers: JSONTestSuite, msgpack-test-suite, and libdart's own
// inputs of fuzzing. VARVEL_SUITES names their folder; without it they are left out.

#include <varvel/varvel.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "check.hpp"
#include "files.hpp"

namespace {

using varvel::format;
using varvel::frozen;
using varvel::view;

std::string stem(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

// Reads a document into a tree that changes, and back: what it must survive.
bool goes_around(const frozen& document) {
  varvel::value thawed = document;
  const varvel::value copy(thawed);
  return copy == document && copy.freeze() == document && document.canonical() == document;
}

TEST("JSONTestSuite") {
  const std::string folder = suite("JSONTestSuite");
  if (folder.empty()) return;
  std::size_t good = 0, bad = 0;
  for (const std::string& file : files_of(folder + "/test_parsing")) {
    const std::string name = stem(file), text = contents_of(file);
    const auto read = frozen::try_parse(text, format::json,
                                        varvel::options().duplicates(varvel::duplicates::last));
    CHECK_EQUAL(
        varvel::validate(text, format::json, varvel::options().duplicates(varvel::duplicates::last))
            .has_value(),
        read.has_value());
    if (!read) CHECK(!read.error().message().empty() && read.error().offset() <= text.size());
    if (name[0] == 'y') {
      if (!read) check::fail(__FILE__, __LINE__, name + ": " + read.error().message());
      ++good;
    }
    if (name[0] == 'n') {
      if (read) check::fail(__FILE__, __LINE__, name + " is read");
      ++bad;
    }
    if (read) {
      CHECK(goes_around(*read));
      const std::string json = varvel::to_json(*read);
      CHECK(frozen::parse(json) == *read);
    }
  }
  std::printf("JSONTestSuite: %zu good, %zu bad\n", good, bad);
  CHECK_EQUAL(good, 95u);
  CHECK_EQUAL(bad, 188u);
}

// Whether a node is what the suite says in the field `kind`.
bool is(const view& of, std::string_view kind, const view& wanted) {
  if (kind == "number" || kind == "bignum") {
    const double number = wanted.is_string()
                              ? std::strtod(wanted.zero_terminated().c_str(), nullptr)
                              : wanted.number();
    return of.is_number() && of.number() == number;
  }
  if (kind == "binary") return of.bytes().chars() == bytes_of(wanted.str());
  if (kind == "timestamp") {
    return of.time() == varvel::timestamp{wanted[0].integer(), wanted[1].as<std::uint32_t>()};
  }
  if (kind == "ext") {
    return of.tag().has_value() && of.tag()->is == varvel::tag::type::extension &&
           of.tag()->extension == wanted[0].as<std::int32_t>() &&
           of.untagged().bytes().chars() == bytes_of(wanted[1].str());
  }
  return of == wanted;
}

TEST("msgpack-test-suite") {
  const std::string folder = suite("msgpack-test-suite");
  if (folder.empty()) return;
  const frozen document = varvel::load(folder + "/dist/msgpack-test-suite.json");
  std::size_t count = 0;
  for (const auto [file, values] : document.members()) {
    for (const view value : values) {
      varvel::member said = *value.members().begin();
      if (value.contains("bignum")) said = {"bignum", value["bignum"]};
      for (const view hex : value.at("msgpack")) {
        ++count;
        const auto read = frozen::try_parse(bytes_of(hex.str()), format::msgpack);
        if (!read || !is(read->root(), said.key, said.value)) {
          check::fail(__FILE__, __LINE__, std::string(file) + " " + std::string(hex.str()));
          continue;
        }
        CHECK(goes_around(*read));
        CHECK(frozen::parse(varvel::write(*read, format::msgpack), format::msgpack) == *read);
      }
    }
  }
  std::printf("msgpack-test-suite: %zu encodings\n", count);
  CHECK_EQUAL(count, 233u);
}

TEST("libdart's inputs of fuzzing are refused as frozen bytes") {
  const std::string folder = suite("libdart-fuzzer-input");
  if (folder.empty()) return;
  std::size_t count = 0;
  for (const std::string& file : files_of(folder)) {
    const std::string bytes = contents_of(file);
    CHECK(!frozen::try_parse(bytes, format::frozen));
    static_cast<void>(frozen::try_parse(bytes, format::json));
    static_cast<void>(frozen::try_parse(bytes, format::msgpack));
    ++count;
  }
  CHECK(count > 10);
}

}  // namespace

// The sets of spec/vectors that are texts: documents, numbers, paths and errors. Where
// VARVEL_CONFORMANCE names a folder, each case is noted there as a line of JSON, for `cargo xtask
// conformance`.

#include <varvel/varvel.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>

#include "check.hpp"
#include "files.hpp"

namespace {

using varvel::view;

varvel::format format_of(std::string_view word) {
  if (word == "json") return varvel::format::json;
  if (word == "json5") return varvel::format::json5;
  if (word == "yaml") return varvel::format::yaml;
  if (word == "msgpack") return varvel::format::msgpack;
  if (word == "cbor") return varvel::format::cbor;
  return varvel::format::flexbuffers;
}

// Returns options of reading with the one of this name.
varvel::options option_of(const varvel::options& options, std::string_view name) {
  // <spec:options> Made by `cargo xtask spec`.
  if (name == "exact_decimals") return options.exact_decimals();
  if (name == "yaml_1_1") return options.yaml_1_1();
  if (name == "merge_keys") return options.merge_keys();
  if (name == "tolerant") return options.tolerant();
  // </spec:options>
  std::printf("no option has the name %s\n", std::string(name).c_str());
  CHECK(false);
  return options;
}

// Returns the bytes of the input of a case.
std::string input_of(const view& of) {
  if (of["text"].exists()) return std::string(of["text"].str());
  const std::string hex(of["hex"].str());
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

// Returns whether an error is the one of the table.
bool is_error(const view& right, const varvel::error& error, bool is_placed) {
  if (static_cast<std::uint32_t>(error.code()) != right["number"].as_or(std::uint32_t{0}))
    return false;
  if (error.path() != right["path"].str_or("")) return false;
  return !is_placed || (error.offset() == right["offset"].as_or(varvel::no_offset) &&
                        error.line() == right["line"].as_or(std::size_t{0}) &&
                        error.column() == right["column"].as_or(std::size_t{0}));
}

// Returns whether a node has the kind, the bits and the text of the table.
bool is_node(const view& of, const view& node) {
  if (of["number"].exists()) {
    const bool is_float = of["kind"].str() == "a float";
    if (node.kind() != (is_float ? varvel::kind::floating : varvel::kind::integer)) return false;
    if (is_float) {
      const double value = node.as<double>();
      std::uint64_t bits = 0;
      std::memcpy(&bits, &value, sizeof bits);
      if (bits != std::stoull(std::string(of["bits"].str()), nullptr, 16)) return false;
    }
  }
  const varvel::result<std::string> written = varvel::try_write(node);
  if (!written)
    return static_cast<std::uint32_t>(written.error().code()) ==
           of["unwritable"].as_or(std::uint32_t{0});
  return of["written"].str_or("") == written.value();
}

bool judge(const view& of) {
  const view right = of["error"];
  varvel::options options;
  if (of["options"].exists())
    for (const view name : of["options"]) options = option_of(options, name.str());
  const varvel::result<varvel::frozen> document =
      varvel::frozen::try_parse(input_of(of), format_of(of["format"].str()), options);
  if (!document) return right.exists() && is_error(right, document.error(), true);
  if (!of["path"].exists()) return !right.exists() && is_node(of, document.value().root());
  const varvel::result<view> node = document.value().try_path(of["path"].str());
  if (!node) return right.exists() && is_error(right, node.error(), false);
  return !right.exists() && is_node(of, node.value());
}

void judge_set(const std::string& set) {
  const std::string text = contents_of(root() + "/spec/vectors/" + set + ".json");
  const varvel::frozen table = varvel::frozen::parse(text);
  const char* const folder = std::getenv("VARVEL_CONFORMANCE");
  std::ofstream results;
  if (folder != nullptr) results.open(std::string(folder) + "/cpp-" + set + ".jsonl");
  CHECK(table["cases"].size() > 30);
  for (const view of : table["cases"]) {
    const bool is_right = judge(of);
    if (!is_right) std::printf("%s: %s\n", set.c_str(), std::string(of["name"].str()).c_str());
    CHECK(is_right);
    results << R"({"language":"cpp","set":")" << set << R"(","case":)" << varvel::write(of["name"])
            << R"(,"result":")" << (is_right ? "right" : "wrong") << "\"}\n";
  }
}

}  // namespace

TEST("the sets of texts are what the table says") {
  for (const char* const set : {"json", "json5", "numbers", "paths", "errors"}) judge_set(set);
}

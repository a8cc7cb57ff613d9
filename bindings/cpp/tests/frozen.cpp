// Frozen documents and their nodes.

#include <varvel/varvel.hpp>

#include "check.hpp"

namespace {

const char* const config =
    R"({"server": {"host": "example.org", "port": 8443, "tls": true}, "load": [0.5, 300]})";

TEST("a document is read and looked into") {
  const varvel::frozen document = varvel::frozen::parse(config);
  CHECK_EQUAL(document["server"]["host"].as<std::string_view>(), "example.org");
  CHECK_EQUAL(document["server"]["port"].as<int>(), 8443);
  CHECK_EQUAL(document["server"]["tls"].as<bool>(), true);
  CHECK_EQUAL(document["load"][0].as<double>(), 0.5);
  CHECK_EQUAL(document["load"].size(), 2u);
  CHECK_EQUAL(document["load"][2].exists(), false);
  CHECK_EQUAL(document["load"][-1].exists(), false);
  CHECK_EQUAL(document["no"]["such"]["key"].as_or(7), 7);
  CHECK(document.root().kind() == varvel::kind::object);
}

TEST("a number that does not fit is an error") {
  const varvel::frozen document = varvel::frozen::parse(config);
  const varvel::result<unsigned char> small = document["load"][1].try_as<unsigned char>();
  CHECK(!small.has_value());
  CHECK(small.error().code() == varvel::errc::number_out_of_range);
  CHECK_THROWS(type_mismatch, document["server"]["host"].as<int>());
  CHECK_THROWS(not_found, document["server"]["nobody"].as<int>());
}

TEST("an error says where it is") {
  const varvel::result<varvel::frozen> bad = varvel::frozen::try_parse("{\"a\": [1,,2]}");
  CHECK(!bad);
  CHECK(bad.error().code() == varvel::errc::syntax);
  CHECK_EQUAL(bad.error().name(), std::string_view("Syntax"));
  CHECK_EQUAL(bad.error().line(), 1u);
  CHECK_EQUAL(bad.error().column(), 10u);
  CHECK_EQUAL(bad.error().offset(), 9u);
  CHECK_EQUAL(bad.error().path(), "$.a[1]");
  CHECK(!bad.error().excerpt().empty());
}

TEST("every format is read") {
  using varvel::format;
  CHECK_EQUAL(varvel::frozen::parse("a: [1, 2]", format::yaml)["a"][1].as<int>(), 2);
  CHECK_EQUAL(varvel::frozen::parse("{a: 1,}", format::json5)["a"].as<int>(), 1);
  CHECK(varvel::format_of_name("a.b/config.yml") == format::yaml);
  CHECK_EQUAL(varvel::name(format::msgpack), "MessagePack");
}

}  // namespace

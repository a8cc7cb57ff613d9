// Aggregates without a macro, in C++20.

#include <varvel/structs.hpp>

#include "check.hpp"

#if VARVEL_HAS_AGGREGATES

namespace shop {

struct address {
  std::string street;
  std::array<int, 2> at{};
};

struct person {
  std::string name;
  unsigned age = 0;
  std::optional<address> home;
  std::vector<address> others;
  std::map<std::string, double> scores;
  std::unique_ptr<person> boss;
  bool active = false;
};

struct empty {};

struct twenty {
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t;
};

}  // namespace shop

namespace {

TEST("an aggregate needs nothing") {
  const char* const text =
      R"({"name":"Ada","age":36,"home":{"street":"x","at":[1,2]},"others":[],"scores":{"a":0.5},)"
      R"("boss":{"name":"B","age":1,"home":null,"others":[{"street":"","at":[0,-1]}],"scores":{},)"
      R"("boss":null,"active":false},"active":true})";
  const auto read = varvel::read<shop::person>(text);
  CHECK_EQUAL(read.boss->others[0].at[1], -1);
  CHECK_EQUAL(varvel::write(read), text);
}

TEST("the names are those of the source") {
  using facts = varvel::structs::facts<shop::twenty>;
  static_assert(facts::count == 20);
  static_assert(facts::names[0] == "a" && facts::names[19] == "t");
  static_assert(varvel::structs::facts<shop::empty>::count == 0);
  CHECK_EQUAL(varvel::write(shop::empty{}), "{}");
  varvel::read<shop::empty>(R"({"more": 1})");
}

TEST("an error names the field and its type") {
  const auto bad = varvel::try_read<shop::person>(R"({"name": "x", "age": "old"})");
  CHECK_EQUAL(bad.error().types(), "(person)$.(unsigned int)age");
}

}  // namespace

#endif

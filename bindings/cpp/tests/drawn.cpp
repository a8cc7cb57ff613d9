// Drawn calls of all that builds documents, in any order, with any arguments: each call ends in a
// result or in a varvel::exception, and what is finished is read again. Under a sanitizer nothing
// leaks, also where a call fails in the middle.
//
// VARVEL_MUTANTS is the number of sequences of each kind, VARVEL_FIRST_MUTANT the first one's
// number.

#include <varvel/structs.hpp>
#include <varvel/varvel.hpp>

#include "check.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <sstream>

namespace {

using varvel::format;
using varvel::options;

class draws {
 public:
  explicit draws(std::uint64_t number) : seed_((number + 1) * 0x9e3779b97f4a7c15u) {}
  std::uint64_t next() {
    seed_ ^= seed_ << 13;
    seed_ ^= seed_ >> 7;
    seed_ ^= seed_ << 17;
    return seed_ * 0x2545f4914f6cdd1du;
  }
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(next() >> 33) % end; }
  bool one_in(std::size_t many) { return below(many) == 0; }
  template <class T, std::size_t N>
  T pick(const T (&of)[N]) {
    return of[below(N)];
  }

  // A string, seldom one that is not UTF-8.
  std::string text() {
    static const char* const texts[] = {"",     "a",   "b",
                                        "list", "ü€😀", "a longer text than short ones"};
    if (one_in(60)) return "\xff";
    if (one_in(60)) return std::string("a\0b", 3);
    return pick(texts);
  }
  std::string path() {
    static const char* const paths[] = {"a", "a.b", "list[0]", "/list/-", "list[3].b", "a[",
                                        "",  "b",   "/a/b/0",  "[1]",     "list",      "/"};
    return pick(paths);
  }
  // A document, mostly changed.
  std::string document() {
    static const char* const documents[] = {
        R"({"a":1,"b":[1,2.5,"x",null,true],"list":[{"b":[]},{"a":-1}]})",
        R"([[1,2,3],[4,5,6],{"a":-1}])",
        R"({"a":1,"a":2})",
        "1e400",
        R"("ü€😀")",
        R"({"a":123456789012345678901234567890,"b":0.1})"};
    std::string made = pick(documents);
    for (std::size_t i = below(3); i-- > 0;)
      made[below(made.size())] = pick("{}[]:,\"'0123456789-.eE \n/*tnf\\\xff");
    if (one_in(8)) made.resize(below(made.size()));
    return made;
  }
  options how() {
    options made;
    if (one_in(3)) made = made.canonical();
    if (one_in(3)) made = made.share_strings();
    if (one_in(3)) made = made.checksum();
    if (one_in(3)) made = made.pretty();
    if (one_in(3)) made = made.exact_decimals();
    if (one_in(2)) made = made.all_as_text();
    if (one_in(10)) made = made.depth(1 + below(4));
    if (one_in(10)) made = made.nodes(1 + below(20));
    return made;
  }

 private:
  std::uint64_t seed_;
};

struct counts {
  unsigned long calls = 0, finished = 0, refused = 0;
};

std::uint64_t number_of(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// Runs sequences of a kind. What they throw is an error of the library, and nothing else.
template <class F>
void run(const char* kind, std::uint64_t usual, F sequence) {
  const std::uint64_t first = number_of("VARVEL_FIRST_MUTANT", 0);
  const std::uint64_t count = number_of("VARVEL_MUTANTS", usual);
  counts all;
  for (std::uint64_t number = first; number < first + count; ++number) {
    draws drawn(number);
    sequence(drawn, all);
  }
  std::printf("%s: %llu sequences, %lu calls, %lu finished, %lu refused\n", kind,
              static_cast<unsigned long long>(count), all.calls, all.finished, all.refused);
  CHECK(count < 1000 || (all.finished > count / 20 && all.refused > count / 100));
}

// Makes a call, which may fail by an exception of the library.
template <class F>
bool attempt(counts& all, F call) {
  ++all.calls;
  try {
    call();
    return true;
  } catch (const varvel::exception&) {
    ++all.refused;
    return false;
  }
}

// The bytes of a frozen document validate, and hold what the node does.
void same(const varvel::frozen& made, const varvel::view& of) {
  CHECK(varvel::validate(made.document_bytes().chars(), format::frozen));
  CHECK(made.root() == of);
}

// Calls with a drawn value: scalars, nodes, values, parts of the value itself, containers of std.
template <class F>
void with(draws& d, const varvel::value& now, const varvel::value& other, F call) {
  switch (d.below(12)) {
    case 0: call(nullptr); break;
    case 1: call(d.one_in(2)); break;
    case 2: call(static_cast<std::int64_t>(d.next() >> d.below(64))); break;
    case 3: call(d.next()); break;
    case 4:
      call(d.pick({0.5, -0.0, 1e300, std::nan(""), std::numeric_limits<double>::infinity()}));
      break;
    case 5: call(now.node()); break;
    case 6: call(now["a"]); break;
    case 7: call(other); break;
    case 8: call(std::vector<int>{1, 2, 3}); break;
    case 9:
      call(std::map<std::string, std::optional<double>>{{d.text(), 1.5}, {"none", std::nullopt}});
      break;
    default: call(d.text()); break;
  }
}

// A key or a path: a text of its own, or one that the value lends.
std::string_view lent(draws& d, const varvel::value& now, const std::string& own) {
  const char* const keys[] = {"a", "b", "list"};
  vv_str found = {};
  const vv_code code = vv_string(now[d.pick(keys)].raw(), &found, nullptr);
  return code != VV_OK || d.one_in(2) ? std::string_view(own)
                                      : std::string_view(found.data, found.len);
}

void edit(draws& d, varvel::value& now, varvel::value& other) {
  const std::size_t index = d.below(4);
  const std::string own = d.one_in(2) ? d.text() : d.path();
  const std::string_view key = lent(d, now, own);
  with(d, now, other, [&](const auto& given) {
    switch (d.below(16)) {
      case 0: now.set_path(key, given); break;
      case 1: now.insert(key, given); break;
      case 2: now.insert_any(given, given); break;
      case 3: now.push_back(given); break;
      case 4: now.insert_at(index, given); break;
      case 5: now.set_at(index, given); break;
      case 6: now.resize(index, given); break;
      case 7: now.merge(given); break;
      case 8: now.merge_patch(given); break;
      case 9: now["a"] = given; break;
      case 10: now[index] = given; break;
      case 11: now[key]["b"][index] = given; break;
      case 12: now.push_front(given); break;
      case 13: now["list"].push_back(given); break;
      case 14: now["a"].insert(key, given); break;
      default: now.set(key, given); break;
    }
  });
}

void shrink(draws& d, varvel::value& now, varvel::value& other) {
  const std::string own = d.one_in(2) ? d.text() : d.path();
  const std::string_view key = lent(d, now, own);
  switch (d.below(12)) {
    case 0: now.remove_path(key); break;
    case 1: now.erase(key); break;
    case 9: now["a"].erase(key); break;
    case 10: now["list"].erase_at(d.below(3)); break;
    case 11: now["list"].clear(); break;
    case 2: now.erase_at(d.below(4)); break;
    case 3: other = now.pop_back(); break;
    case 4: now.pop_front(); break;
    case 5:
      if (d.one_in(4)) now.clear();
      break;
    case 6: other = now; break;
    case 7: other = std::move(now); break;
    default: now.swap(other); break;
  }
}

template <class T>
struct box {
  T value{};
  std::optional<T> maybe;
  VARVEL_FIELDS(box, value, maybe)
};
struct record {
  std::string name;
  std::vector<box<double>> numbers;
  std::map<std::string, box<std::string>> named;
  std::vector<record> children;
  VARVEL_FIELDS(record, name, numbers, named, children)
};

record a_record(draws& d, int depth) {
  record made;
  made.name = d.text();
  for (std::size_t i = d.below(4); i-- > 0;) {
    box<double> one;
    one.value = d.one_in(100) ? std::nan("") : static_cast<double>(d.below(1000)) / 8;
    made.numbers.push_back(one);
  }
  for (std::size_t i = d.below(3); i-- > 0;) made.named[d.text()].maybe = d.text();
  if (depth > 0)
    for (std::size_t i = d.below(3); i-- > 0;) made.children.push_back(a_record(d, depth - 1));
  return made;
}

}  // namespace

TEST("values") {
  run("value", 3'000, [](draws& d, counts& all) {
    varvel::value now = varvel::value::make_object(), other;
    if (d.one_in(2)) now = varvel::value::make_array();
    if (d.one_in(3)) attempt(all, [&] { now = varvel::value::parse(d.document()); });
    for (std::size_t i = d.below(30); i-- > 0;) {
      attempt(all, [&] { d.one_in(3) ? shrink(d, now, other) : edit(d, now, other); });
      // It does not double with each step.
      const varvel::result<varvel::frozen> size = now.try_freeze();
      if (size && size->document_bytes().size() > 2000) now = varvel::value::make_array();
      if (!d.one_in(8)) continue;
      attempt(all, [&] {
        const options how = d.how();
        const varvel::frozen made = now.freeze(how);
        ++all.finished;
        same(made, varvel::frozen::of(now.node(), how).root());
        if (d.one_in(2)) now = varvel::value(made);
      });
    }
  });
}

TEST("frozen documents") {
  run("frozen", 3'000, [](draws& d, counts& all) {
    varvel::frozen kept;
    for (std::size_t i = d.below(8); i-- > 0;) {
      attempt(all, [&] {
        const varvel::frozen made = varvel::frozen::parse(
            d.document(), d.pick({format::json, format::json5, format::yaml}), d.how());
        ++all.finished;
        same(made.canonical(), made.root());
        std::vector<std::byte> bytes = made.copy_bytes();
        if (d.one_in(2)) bytes[d.below(bytes.size())] ^= std::byte{4};
        kept = d.one_in(2) ? varvel::frozen::adopt(std::move(bytes))
                           : varvel::frozen::from_bytes(bytes);
        same(varvel::frozen::of(kept.root()), kept.root());
        const varvel::frozen again = kept;
        if (vv_frozen* raw = kept.release()) kept = varvel::frozen::adopt_raw(raw);
      });
    }
  });
}

TEST("freezers") {
  run("freezer", 3'000, [](draws& d, counts& all) {
    attempt(all, [&] {
      varvel::freezer kept(d.pick({format::json, format::json, format::yaml, format::frozen}),
                           d.how());
      for (std::size_t i = d.below(8); i-- > 0;) {
        attempt(all, [&] {
          const varvel::view root = kept.freeze(d.document());
          ++all.finished;
          same(varvel::frozen::of(root, d.how().canonical(false)), root);
        });
      }
    });
  });
}

TEST("texts in all formats") {
  run("buffer", 3'000, [](draws& d, counts& all) {
    varvel::buffer out;
    for (std::size_t i = d.below(6); i-- > 0;) {
      attempt(all, [&] {
        const varvel::value of =
            varvel::value::parse(d.document(), format::json, options().exact_decimals());
        const format as = d.pick({format::json, format::yaml, format::msgpack, format::cbor,
                                  format::flexbuffers, format::json5, format::frozen});
        varvel::write_to(out, of.node(), as, d.how()).value();
        ++all.finished;
        varvel::validate(out.text(), as).value();
      });
      if (d.one_in(10)) out = varvel::buffer();
    }
  });
}

TEST("edited texts") {
  run("text", 3'000, [](draws& d, counts& all) {
    const varvel::value other = varvel::value::parse("[1]");
    const varvel::syntax is =
        d.pick({varvel::syntax::json, varvel::syntax::json5, varvel::syntax::yaml});
    attempt(all, [&] {
      varvel::text of = varvel::text::parse(d.document(), is);
      for (std::size_t i = d.below(10); i-- > 0;) {
        attempt(all, [&] {
          with(d, other, other, [&](const auto& given) {
            switch (d.below(4)) {
              case 0: of.set(d.path(), given); break;
              case 1: of.insert(d.path(), given); break;
              case 2: of.rename(d.path(), d.text()); break;
              default: of.remove(d.path()); break;
            }
          });
          ++all.finished;
        });
        const format as = is == varvel::syntax::yaml   ? format::yaml
                          : is == varvel::syntax::json ? format::json
                                                       : format::json5;
        // An edit takes numbers beyond all floats.
        const varvel::result<varvel::frozen> read = varvel::frozen::try_parse(
            of.str(), as, options().duplicates(varvel::duplicates::last).exact_decimals());
        CHECK(read);
      }
    });
  });
}

TEST("records") {
  run("records", 500, [](draws& d, counts& all) {
    std::string lines;
    for (std::size_t i = d.below(20); i-- > 0;) {
      std::string one = d.document();
      for (char& c : one)
        if (c == '\n') c = ' ';
      lines += one + '\n';
    }
    const format into = d.pick({format::json, format::msgpack, format::cbor, format::frozen});
    std::istringstream from(lines);
    std::stringstream to;
    varvel::records_options how;
    how.threads = 1;
    std::size_t bad = 0;
    const bool stops = d.one_in(4), throws = d.one_in(8);
    try {
      const auto done = varvel::try_convert_records(
          from, format::json, to, into,
          [&](const varvel::bad_record&) {
            if (throws) throw 7;
            return !stops && ++bad < 100;
          },
          how);
      ++all.calls;
      if (!done) {
        ++all.refused;
        return;
      }
      ++all.finished;
      std::uint64_t found = 0;
      varvel::each_record(to, into, [&](const varvel::view& record) { found += record.exists(); });
      CHECK_EQUAL(found, done->records);
    } catch (int) {
      ++all.refused;
    }
  });
}

TEST("structs") {
  run("structs", 3'000, [](draws& d, counts& all) {
    const record of = a_record(d, 2);
    const format as = d.pick({format::json, format::msgpack, format::cbor, format::yaml,
                              format::frozen, format::flexbuffers});
    ++all.calls;
    const varvel::result<std::string> made = varvel::try_write(of, as);
    if (!made) {
      ++all.refused;
      return;
    }
    ++all.finished;
    CHECK(varvel::validate(*made, as));
    const varvel::result<record> read = varvel::try_read<record>(*made, as);
    CHECK(read && read->name == of.name && read->children.size() == of.children.size());
  });
}

TEST("a part of itself fills a value") {
  varvel::value list = varvel::value::parse(R"([{"a":["a longer text than short ones"]}])");
  list.resize(300, list.node()[0]);
  CHECK_EQUAL(list.size(), 300u);
  CHECK(list.node()[299] == list.node()[0]);
  varvel::value of = varvel::value::parse(R"({"a":{"key":"key","b":1}})");
  CHECK(of["a"].erase(of.node()["a"]["key"].as<std::string_view>()));
  CHECK_EQUAL(of.node()["a"].size(), 1u);
}

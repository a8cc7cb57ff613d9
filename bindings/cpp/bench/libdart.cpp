#include "libdart.hpp"

#include "trees/library.hpp"

#include <varvel/varvel.hpp>

#include <algorithm>

namespace {

using factory = library::factory;
using make = std::function<trees()>;

varvel::value ordered(varvel::view of) {
  if (of.is_object()) {
    std::vector<std::pair<std::string_view, varvel::view>> all;
    for (const auto [key, value] : of.members()) all.emplace_back(key, value);
    std::sort(all.begin(), all.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    varvel::value made = varvel::value::make_object();
    for (const auto& [key, value] : all) made.insert(key, ordered(value));
    return made;
  }
  if (of.is_array()) {
    varvel::value made = varvel::value::make_array();
    for (const varvel::view item : of.values()) made.push_back(ordered(item));
    return made;
  }
  return varvel::value(of);
}

/// The libraries whose trees are read, and those whose trees are changed; ours come first.
std::vector<library> reading() {
  return {
    varvel_frozen(), simdjson_trees(),
#if VARVEL_BENCH_YYJSON
        yyjson_trees(),
#endif
#if VARVEL_BENCH_RAPIDJSON
        rapidjson_trees(),
#endif
#if VARVEL_BENCH_NLOHMANN
        nlohmann_trees(),
#endif
#if VARVEL_BENCH_FLEXBUFFERS
        flexbuffers_trees(),
#endif
  };
}
std::vector<library> changing() {
  return {
    varvel_values(),
#if VARVEL_BENCH_YYJSON
        yyjson_changing_trees(),
#endif
#if VARVEL_BENCH_RAPIDJSON
        rapidjson_trees(),
#endif
#if VARVEL_BENCH_NLOHMANN
        nlohmann_trees(),
#endif
  };
}

/// The jobs of some libraries, and jobs of one library alone.
std::vector<factory> all_of(const std::vector<library>& libraries, factory library::*which,
                            std::vector<factory> alone = {}) {
  std::vector<factory> all;
  for (const library& one : libraries)
    if (one.*which) all.push_back(one.*which);
  all.insert(all.end(), alone.begin(), alone.end());
  return all;
}

/// Fills the data of a case in: operations, bytes of a run, and the expected results.
using describe = std::function<void(const trees&, work&)>;

plan planned(std::string name, make data, std::vector<factory> jobs, describe say) {
  return {"cpp-libdart", std::move(name), [=] {
            const given in = std::make_shared<const trees>(data());
            work made;
            for (const factory& one : jobs) made.jobs.push_back(one(in));
            say(*in, made);
            return made;
          }};
}

texts all_in_order(const texts& json) {
  texts all;
  for (const std::string& one : json) all.push_back(in_order(one));
  return all;
}

/// Documents that are read or written whole; an operation is a document.
void whole(const trees& in, work& made) {
  made.operations = in.json.size();
  for (const std::string& one : in.json) made.bytes += one.size();
  made.expected = all_in_order(in.json);
}

/// Documents that are changed in memory.
void changed(const trees& in, work& made) {
  whole(in, made);
  made.bytes = 0;
}

/// Keys that are looked up; an operation is a look-up.
void looked_up(const trees& in, work& made) {
  for (const texts& of_one : in.found)
    made.expected.insert(made.expected.end(), of_one.begin(), of_one.end());
  made.operations = made.expected.size();
}

/// Members that are visited; an operation is a member.
void visited_members(const trees& in, work& made) {
  for (std::size_t i = 0; i < in.found.size(); i++) {
    for (std::size_t j = 0; j < in.found[i].size(); j++)
      made.expected.push_back(in.shuffled[i][j] + "=" + in.found[i][j]);
  }
  std::sort(made.expected.begin(), made.expected.end());
  made.operations = made.expected.size();
}

/// Items that are visited or read; an operation is an item.
void visited_items(const trees& in, work& made) {
  for (const std::string& one : in.json) {
    const varvel::frozen document = varvel::frozen::parse(one);
    for (const varvel::view item : document.root().values())
      made.expected.push_back(varvel::to_json(item));
  }
  made.operations = made.expected.size();
}

/// Members or items that are added; an operation is one of them.
void added(const trees& in, work& made) {
  changed(in, made);
  made.operations = 0;
  for (const std::string& one : in.json)
    made.operations += varvel::frozen::parse(one).root().size();
}

void column(const trees& in, work& made) {
  const varvel::frozen document = varvel::frozen::parse(in.json.front());
  std::int64_t sum = 0;
  for (const varvel::view one : document.root().values()) sum += one["qty"].integer();
  made.expected = {std::to_string(sum)};
  made.operations = document.root().size();
}

void compared(const trees& in, work& made) {
  made.operations = in.json.size();
  made.expected = {std::to_string(in.json.size()), "0"};
}

/// A copy of each document has one more member, or item.
void extended(const trees& in, work& made) {
  made.operations = in.json.size();
  for (const std::string& one : in.json) {
    varvel::value more = varvel::value::parse(one);
    if (more.is_object()) {
      more.insert("the thin ice", "the wall");
    } else {
      more.push_back("the wall");
    }
    made.expected.push_back(in_order(varvel::to_json(more)));
  }
}

constexpr std::size_t counts[] = {1, 8, 64, 256};
constexpr std::size_t lengths[] = {4, 8, 64, 256};

std::string by(std::size_t count, std::size_t length) {
  return std::to_string(count) + "x" + std::to_string(length);
}

void add_texts(std::vector<plan>& to) {
  const auto parse = all_of(reading(), &library::parse, {varvel_parse_fresh});
  const auto write = all_of(reading(), &library::write);
  to.push_back(planned("parse/flat", flat_objects, parse, whole));
  to.push_back(planned("parse/nested", nested_objects, parse, whole));
  std::vector<factory> build = all_of(changing(), &library::build);
#if VARVEL_BENCH_FLEXBUFFERS
  build.push_back(flexbuffers_build);
#endif
  to.push_back(planned("build/flat", flat_objects, build, changed));
  to.push_back(planned("write/flat", flat_objects, write, whole));
  to.push_back(planned("write/nested", nested_objects, write, whole));
}

void add_lookups(std::vector<plan>& to, const std::string& prefix,
                 const std::vector<library>& libraries) {
  const auto jobs = all_of(libraries, &library::lookup);
  to.push_back(planned(prefix + "lookup/flat", flat_objects, jobs, looked_up));
  for (const std::size_t count : counts) {
    for (const std::size_t length : lengths) {
      to.push_back(planned(
          prefix + "lookup/random/" + by(count, length),
          [=] { return random_objects(count, length); }, jobs, looked_up));
    }
  }
}

void add_colliding(std::vector<plan>& to) {
  const auto jobs = all_of(reading(), &library::lookup);
  for (const std::size_t count : {8, 64, 256}) {
    for (const std::size_t percent : {0, 8, 32, 64, 100}) {
      to.push_back(planned(
          "lookup/colliding/" + by(count, percent) + "%",
          [=] { return colliding_objects(count, percent); }, jobs, looked_up));
    }
  }
}

void add_iterations(std::vector<plan>& to, const std::string& prefix,
                    const std::vector<library>& libraries) {
  const auto members = all_of(libraries, &library::members);
  const auto items = all_of(libraries, &library::items);
  for (const std::size_t count : counts) {
    const std::string end = "/" + std::to_string(count);
    to.push_back(planned(
        prefix + "iterate/fields" + end, [=] { return field_objects(count); }, members,
        visited_members));
    to.push_back(planned(
        prefix + "iterate/elements" + end, [=] { return arrays("string", count); }, items,
        visited_items));
    to.push_back(planned(
        prefix + "iterate/packed" + end, [=] { return arrays("integer", count); }, items,
        visited_items));
  }
}

void add_scalars(std::vector<plan>& to) {
  to.push_back(planned(
      "column/records", [] { return record_array(10000); }, all_of(reading(), &library::column),
      column));
  const std::pair<const char*, factory library::*> kinds[] = {{"string", &library::strings},
                                                              {"integer", &library::integers},
                                                              {"float", &library::numbers},
                                                              {"bool", &library::booleans}};
  for (const auto& [kind, which] : kinds) {
    const std::string name = kind;
    to.push_back(planned(
        "unwrap/" + name, [=] { return arrays(name, 64); }, all_of(reading(), which),
        visited_items));
  }
}

void add_insertions(std::vector<plan>& to) {
  const auto all = changing();
  for (const std::size_t count : {8, 64, 256}) {
    const std::string end = "/" + std::to_string(count);
    to.push_back(planned(
        "value-insert/fields" + end, [=] { return field_objects(count); },
        all_of(all, &library::insert_members), added));
    to.push_back(planned(
        "value-insert/strings" + end, [=] { return arrays("string", count); },
        all_of(all, &library::push_strings), added));
    to.push_back(planned(
        "value-insert/integers" + end, [=] { return arrays("integer", count); },
        all_of(all, &library::push_integers), added));
  }
  to.push_back(
      planned("value-insert/shared", flat_objects, all_of(all, &library::insert_shared), extended));
  to.push_back(planned(
      "value-insert/shared-array", [] { return arrays("string", 8); },
      all_of(all, &library::push_shared), extended));
}

}  // namespace

std::string in_order(std::string_view json) {
  const varvel::frozen document = varvel::frozen::parse(json);
  return varvel::to_json(ordered(document.root()));
}

std::vector<plan> libdart_plans() {
  std::vector<plan> all;
  add_texts(all);
  add_lookups(all, "", reading());
  add_colliding(all);
  const factory plain = [lookup = varvel_frozen().lookup](given in) {
    job made = lookup(std::move(in));
    made.name += " (plain)";
    return made;
  };
  all.push_back(
      planned("lookup-key/flat", flat_objects, {varvel_lookup_prepared, plain}, looked_up));
  add_scalars(all);
  add_iterations(all, "", reading());
  add_lookups(all, "value-", changing());
  add_iterations(all, "value-", changing());
  add_insertions(all);
  std::vector<factory> freeze = {varvel_freeze};
#if VARVEL_BENCH_FLEXBUFFERS
  freeze.push_back(flexbuffers_build);
#endif
  all.push_back(planned("value-freeze/flat", flat_objects, freeze, changed));
  const auto write = all_of(changing(), &library::write);
  all.push_back(planned("value-write/flat", flat_objects, write, whole));
  all.push_back(planned("value-write/nested", nested_objects, write, whole));
  const auto compare = all_of(reading(), &library::compare);
  all.push_back(planned("compare/flat", flat_objects, compare, compared));
  all.push_back(planned("compare/nested", nested_objects, compare, compared));
  return all;
}

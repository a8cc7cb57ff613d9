// The jobs of the struct cases: each reads or writes documents with one library.

#ifndef VARVEL_BENCH_STRUCTS_PEERS_HPP
#define VARVEL_BENCH_STRUCTS_PEERS_HPP

#include "../run.hpp"
#include "corpus.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// The documents of a case and the values that they hold. A paper or a record is one of many
/// documents, which are read one after the other.
template <class T>
struct documents {
  texts json;
  texts msgpack;
  std::vector<T> values;
};

/// Documents that the jobs of a case keep.
template <class T>
using given_documents = std::shared_ptr<const documents<T>>;

/// The jobs of a case, by family.
struct struct_jobs {
  std::vector<job> read, write, unpack, pack, to_msgpack, to_json;
};

/// Returns the values as JSON, for comparison.
template <class T>
texts as_json(const std::vector<T>& values) {
  texts all;
  for (const T& one : values) all.push_back(varvel::write(one));
  return all;
}

/// A library as it is named in a table.
struct named {
  std::string name, version;
};

/// Makes the job of a library that reads each document by `read(document, value)`. `all` points to
/// the documents.
template <class T, class All, class Read>
job read_each(named by, All all, Read read) {
  auto values = std::make_shared<std::vector<T>>();
  return {std::move(by.name), std::move(by.version),
          [=] {
            values->clear();
            for (const auto& one : *all) read(one, values->emplace_back());
          },
          [=] { return as_json(*values); }};
}

/// Makes the job of a library that writes each value by `write(value)`, which returns the document,
/// or a view of it that lasts until the next call.
template <class T, class Write>
job write_each(named by, const given_documents<T>& of, varvel::format as, Write write) {
  return {std::move(by.name), std::move(by.version),
          [=] {
            for (const T& one : of->values) keep(write(one));
          },
          [=] {
            std::vector<T> again;
            for (const T& one : of->values) again.push_back(varvel::read<T>(write(one), as));
            return as_json(again);
          }};
}

/// Makes the job of a library that converts each document by `convert(document)`; it is read again
/// as `as`.
template <class T, class Convert>
job convert_each(named by, const given_documents<T>& of, const texts documents<T>::*from,
                 varvel::format as, Convert convert) {
  return {std::move(by.name), std::move(by.version),
          [=] {
            for (const std::string& one : (*of).*from) keep(convert(one));
          },
          [=] {
            std::vector<T> again;
            for (const std::string& one : (*of).*from)
              again.push_back(varvel::read<T>(convert(one), as));
            return as_json(again);
          }};
}

/// Adds the jobs of a library. Each has a file, which ends in VARVEL_BENCH_STRUCTS(library).
template <class T>
void add_simdjson(const given_documents<T>& of, struct_jobs& to);
template <class T>
void add_yyjson(const given_documents<T>& of, struct_jobs& to);
template <class T>
void add_rapidjson(const given_documents<T>& of, struct_jobs& to);
template <class T>
void add_nlohmann(const given_documents<T>& of, struct_jobs& to);
template <class T>
void add_msgpack(const given_documents<T>& of, struct_jobs& to);

#define VARVEL_BENCH_STRUCTS_OF(library, type) \
  template void add_##library<type>(const given_documents<type>&, struct_jobs&);
#define VARVEL_BENCH_STRUCTS(library)                    \
  VARVEL_BENCH_STRUCTS_OF(library, corpus::twitter)      \
  VARVEL_BENCH_STRUCTS_OF(library, corpus::canada)       \
  VARVEL_BENCH_STRUCTS_OF(library, corpus::citm_catalog) \
  VARVEL_BENCH_STRUCTS_OF(library, corpus::paper)        \
  VARVEL_BENCH_STRUCTS_OF(library, corpus::record)

/// The walk over a type that all peers do by hand.
namespace walk {

using varvel::is_map;
using varvel::structs::facts;
using varvel::structs::has_fields;
using varvel::structs::is_fixed_array;
using varvel::structs::is_nullable;
using varvel::structs::is_written;
using varvel::structs::may_be_left_out;

/// Whether the members of a struct come in any order.
template <class T>
inline constexpr bool in_any_order = std::is_same_v<T, corpus::sizes>;

template <class T>
auto& emplace(std::optional<T>& in) {
  return in.emplace();
}
template <class T>
auto& emplace(std::unique_ptr<T>& in) {
  in = std::make_unique<T>();
  return *in;
}

/// Calls `f` with the number of each field, as a type.
template <class T, class F>
void each_field(F&& f) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (f(std::integral_constant<std::size_t, I>()), ...);
  }
  (std::make_index_sequence<facts<T>::count>());
}

/// Whether a struct always has all its members.
template <class T>
constexpr bool is_regular() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    return !(may_be_left_out<T, I> || ...);
  }
  (std::make_index_sequence<facts<T>::count>());
}

}  // namespace walk

#endif

// The jobs of the benchmark: each reads or writes a document with one library.

#ifndef VARVEL_BENCH_PEERS_HPP
#define VARVEL_BENCH_PEERS_HPP

#include "corpus.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// The documents of a case and the values that they hold. A paper or a record is one of many
/// documents, which are read one after the other.
template <class T>
struct documents {
  std::vector<std::string> json;
  std::vector<std::string> msgpack;
  std::vector<T> values;
};

/// A library under test: `run` does the whole work of a case once. `result` returns the values that
/// were read or written, as JSON, for comparison.
struct job {
  std::string name;
  std::function<void()> run;
  std::function<std::vector<std::string>()> result;
};

/// Returns the values as JSON, for comparison.
template <class T>
std::vector<std::string> as_json(const std::vector<T>& values) {
  std::vector<std::string> all;
  for (const T& one : values) all.push_back(varvel::write(one));
  return all;
}

/// Makes the job of a library that reads each document by `read(document, value)`. `all` points to
/// the documents.
template <class T, class All, class Read>
job read_each(std::string name, All all, Read read) {
  auto values = std::make_shared<std::vector<T>>();
  return {std::move(name),
          [=] {
            values->clear();
            for (const auto& one : *all) read(one, values->emplace_back());
          },
          [=] { return as_json(*values); }};
}

/// Makes the job of a library that writes each value by `write(value)`, which returns the document,
/// or a view of it that lasts until the next call.
template <class T, class Write>
job write_each(std::string name, const documents<T>& of, varvel::format as, Write write) {
  const auto* values = &of.values;
  // Nothing can be left out whose length is asked for.
  auto bytes = std::make_shared<std::size_t>(0);
  return {std::move(name),
          [=] {
            for (const T& one : *values) *bytes += write(one).size();
          },
          [=] {
            std::vector<T> again;
            for (const T& one : *values) again.push_back(varvel::read<T>(write(one), as));
            return as_json(again);
          }};
}

/// The jobs of the peers. Each library has a file, which ends in VARVEL_BENCH_PEER(library).
template <class T>
struct peers {
  static job simdjson_read(const documents<T>& of);
  static job simdjson_write(const documents<T>& of);
  static job rapidjson_read(const documents<T>& of);
  static job rapidjson_write(const documents<T>& of);
  static job nlohmann_read(const documents<T>& of);
  static job nlohmann_write(const documents<T>& of);
  static job msgpack_read(const documents<T>& of);
  static job msgpack_write(const documents<T>& of);
};

#define VARVEL_BENCH_PEER_OF(library, type)                         \
  template job peers<type>::library##_read(const documents<type>&); \
  template job peers<type>::library##_write(const documents<type>&);
#define VARVEL_BENCH_PEER(library)                    \
  VARVEL_BENCH_PEER_OF(library, corpus::twitter)      \
  VARVEL_BENCH_PEER_OF(library, corpus::canada)       \
  VARVEL_BENCH_PEER_OF(library, corpus::citm_catalog) \
  VARVEL_BENCH_PEER_OF(library, corpus::paper)        \
  VARVEL_BENCH_PEER_OF(library, corpus::record)

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
  }(std::make_index_sequence<facts<T>::count>());
}

/// Whether a struct always has all its members.
template <class T>
constexpr bool is_regular() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    return !(may_be_left_out<T, I> || ...);
  }(std::make_index_sequence<facts<T>::count>());
}

}  // namespace walk

#endif

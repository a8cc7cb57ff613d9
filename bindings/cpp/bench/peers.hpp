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
  std::size_t json_bytes() const {
    std::size_t all = 0;
    for (const std::string& one : json) all += one.size();
    return all;
  }
  std::size_t msgpack_bytes() const {
    std::size_t all = 0;
    for (const std::string& one : msgpack) all += one.size();
    return all;
  }
};

/// A library under test: it does the whole work of a case once. `result` gives what the last run
/// made, for comparison: documents of JSON.
struct job {
  std::string name;
  std::function<void()> run;
  std::function<std::vector<std::string>()> result;
};

/// What all peers have to have for each type. Every function returns the job of one library.
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

/// Returns the values as JSON, for comparison.
template <class T>
std::vector<std::string> as_json(const std::vector<T>& values) {
  std::vector<std::string> all;
  for (const T& one : values) all.push_back(varvel::write(one));
  return all;
}

#define VARVEL_BENCH_TYPES(make)                                                            \
  make(corpus::twitter) make(corpus::canada) make(corpus::citm_catalog) make(corpus::paper) \
      make(corpus::record)

namespace walk {

using varvel::structs::facts;
using varvel::structs::has_fields;

template <class T>
inline constexpr bool is_map = varvel::is_map<T>;
template <class T>
inline constexpr bool is_nullable = varvel::structs::is_nullable<T>;
template <class T, std::size_t I>
inline constexpr bool may_miss = varvel::structs::may_be_left_out<T, I>;
template <class T>
inline constexpr bool is_array = false;
template <class T, std::size_t N>
inline constexpr bool is_array<std::array<T, N>> = true;

/// Whether the members of a struct come in any order.
template <class T>
inline constexpr bool in_any_order = std::is_same_v<T, corpus::sizes>;

/// Whether a struct always has all its members.
template <class T, std::size_t... I>
constexpr bool is_regular(std::index_sequence<I...>) {
  return !(may_miss<T, I> || ...);
}

template <class T>
auto& emplace(std::optional<T>& in) {
  return in.emplace();
}
template <class T>
auto& emplace(std::unique_ptr<T>& in) {
  in = std::make_unique<T>();
  return *in;
}

template <class T, class F, std::size_t... I>
void each_field(F&& f, std::index_sequence<I...>) {
  (f(std::integral_constant<std::size_t, I>()), ...);
}

}  // namespace walk

#endif

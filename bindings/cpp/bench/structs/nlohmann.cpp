// nlohmann's JSON for Modern C++: its tree into structs and back.

#include "peers.hpp"

#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;

template <class T>
void take(const json& from, T& to) {
  if constexpr (std::is_same_v<T, std::string>) {
    to = from.get_ref<const std::string&>();
  } else if constexpr (std::is_arithmetic_v<T>) {
    to = from.get<T>();
  } else if constexpr (walk::is_nullable<T>) {
    if (!from.is_null()) take(from, walk::emplace(to));
  } else if constexpr (walk::is_map<T>) {
    for (const auto& member : from.items()) {
      take(member.value(),
           to.emplace_hint(to.end(), member.key(), typename T::mapped_type())->second);
    }
  } else if constexpr (walk::is_fixed_array<T>) {
    std::size_t i = 0;
    for (const auto& item : from) take(item, to[i++]);
  } else if constexpr (walk::has_fields<T>) {
    walk::each_field<T>([&](auto number) {
      constexpr std::size_t i = number();
      const auto found = from.find(walk::facts<T>::names[i]);
      if (found != from.end()) take(*found, walk::facts<T>::template get<i>(to));
    });
  } else {
    to.reserve(from.size());
    for (const auto& item : from) {
      if constexpr (std::is_same_v<typename T::value_type, bool>) {
        to.push_back(item.template get<bool>());
      } else {
        take(item, to.emplace_back());
      }
    }
  }
}

template <class T>
json put(const T& from) {
  if constexpr (std::is_same_v<T, std::string> || std::is_arithmetic_v<T>) {
    return from;
  } else if constexpr (walk::is_nullable<T>) {
    return from ? put(*from) : json();
  } else if constexpr (walk::is_map<T>) {
    json made = json::object();
    for (const auto& one : from) made.emplace(one.first, put(one.second));
    return made;
  } else if constexpr (walk::has_fields<T>) {
    json made = json::object();
    walk::each_field<T>([&](auto number) {
      constexpr std::size_t i = number();
      const auto& member = walk::facts<T>::template get<i>(from);
      if (!walk::is_written<T, i>(from)) return;
      made.emplace(std::string(walk::facts<T>::names[i]), put(member));
    });
    return made;
  } else {
    json made = json::array();
    for (const auto& one : from) made.push_back(put<typename T::value_type>(one));
    return made;
  }
}

}  // namespace

template <class T>
void add_nlohmann(const given_documents<T>& of, struct_jobs& to) {
  const named by = {"nlohmann", std::to_string(NLOHMANN_JSON_VERSION_MAJOR) + "." +
                                    std::to_string(NLOHMANN_JSON_VERSION_MINOR) + "." +
                                    std::to_string(NLOHMANN_JSON_VERSION_PATCH)};
  to.read.push_back(read_each<T>(
      by, &of->json, [of](const std::string& from, T& value) { take(json::parse(from), value); }));
  to.write.push_back(
      write_each(by, of, varvel::format::json, [](const T& from) { return put(from).dump(); }));
  to.to_msgpack.push_back(convert_each(by, of, &documents<T>::json, varvel::format::msgpack,
                                       [](const std::string& from) {
                                         std::string packed;
                                         json::to_msgpack(json::parse(from), packed);
                                         return packed;
                                       }));
  to.to_json.push_back(
      convert_each(by, of, &documents<T>::msgpack, varvel::format::json,
                   [](const std::string& from) { return json::from_msgpack(from).dump(); }));
}

VARVEL_BENCH_STRUCTS(nlohmann)

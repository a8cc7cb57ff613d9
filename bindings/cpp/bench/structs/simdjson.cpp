// simdjson: on-demand into structs, member after member in their order, as one writes it by hand;
// its DOM into structs; and its string builder.

#include "peers.hpp"

#include "simdjson.h"

namespace {

namespace od = simdjson::ondemand;
namespace dom = simdjson::dom;

template <class T>
void take(od::value from, T& to);

template <class T, std::size_t... I>
void take_in_order(od::object& from, T& to, std::index_sequence<I...>) {
  (take(from.find_field(walk::facts<T>::names[I]).value_unsafe(),
        walk::facts<T>::template get<I>(to)),
   ...);
}

template <class T, std::size_t... I>
void take_any(od::object& from, T& to, std::index_sequence<I...>) {
  std::size_t next = 0;
  for (auto member : from) {
    od::field field = member.value_unsafe();
    const std::string_view key = field.escaped_key();
    // Members come in their order; some are left out.
    (void)((next <= I && key == walk::facts<T>::names[I]
                ? (take(field.value(), walk::facts<T>::template get<I>(to)), next = I + 1, true)
                : false) ||
           ...);
  }
}

template <class T>
void take(od::value from, T& to) {
  if constexpr (std::is_same_v<T, std::string>) {
    const std::string_view text = from.get_string().value_unsafe();
    to.assign(text.data(), text.size());
  } else if constexpr (std::is_same_v<T, bool>) {
    to = from.get_bool().value_unsafe();
  } else if constexpr (std::is_same_v<T, double>) {
    to = from.get_double().value_unsafe();
  } else if constexpr (std::is_signed_v<T>) {
    to = static_cast<T>(from.get_int64().value_unsafe());
  } else if constexpr (std::is_unsigned_v<T>) {
    to = static_cast<T>(from.get_uint64().value_unsafe());
  } else if constexpr (walk::is_nullable<T>) {
    if (!from.is_null().value_unsafe()) take(from, walk::emplace(to));
  } else if constexpr (walk::is_map<T>) {
    od::object all = from.get_object().value_unsafe();
    for (auto member : all) {
      od::field field = member.value_unsafe();
      const std::string_view key = field.unescaped_key().value_unsafe();
      take(field.value(),
           to.emplace_hint(to.end(), std::string(key), typename T::mapped_type())->second);
    }
  } else if constexpr (walk::is_fixed_array<T>) {
    std::size_t i = 0;
    od::array all = from.get_array().value_unsafe();
    for (auto item : all) take(item.value_unsafe(), to[i++]);
  } else if constexpr (walk::has_fields<T>) {
    od::object object = from.get_object().value_unsafe();
    constexpr auto all = std::make_index_sequence<walk::facts<T>::count>();
    if constexpr (walk::in_any_order<T>) {
      walk::each_field<T>([&](auto number) {
        constexpr std::size_t i = number();
        take(object[walk::facts<T>::names[i]].value_unsafe(), walk::facts<T>::template get<i>(to));
      });
    } else if constexpr (walk::is_regular<T>()) {
      take_in_order(object, to, all);
    } else {
      take_any(object, to, all);
    }
  } else {
    od::array all = from.get_array().value_unsafe();
    for (auto item : all) {
      if constexpr (std::is_same_v<typename T::value_type, bool>) {
        to.push_back(item.get_bool().value_unsafe());
      } else {
        take(item.value_unsafe(), to.emplace_back());
      }
    }
  }
}

template <class T>
void take(dom::element from, T& to) {
  if constexpr (std::is_same_v<T, std::string>) {
    const std::string_view text = from.get_string().value_unsafe();
    to.assign(text.data(), text.size());
  } else if constexpr (std::is_same_v<T, bool>) {
    to = from.get_bool().value_unsafe();
  } else if constexpr (std::is_same_v<T, double>) {
    to = from.get_double().value_unsafe();
  } else if constexpr (std::is_signed_v<T>) {
    to = static_cast<T>(from.get_int64().value_unsafe());
  } else if constexpr (std::is_unsigned_v<T>) {
    to = static_cast<T>(from.get_uint64().value_unsafe());
  } else if constexpr (walk::is_nullable<T>) {
    if (!from.is_null()) take(from, walk::emplace(to));
  } else if constexpr (walk::is_map<T>) {
    const dom::object all = from.get_object().value_unsafe();
    for (const dom::key_value_pair member : all) {
      take(member.value,
           to.emplace_hint(to.end(), std::string(member.key), typename T::mapped_type())->second);
    }
  } else if constexpr (walk::is_fixed_array<T>) {
    std::size_t i = 0;
    const dom::array all = from.get_array().value_unsafe();
    for (const dom::element item : all) take(item, to[i++]);
  } else if constexpr (walk::has_fields<T>) {
    // Members come in their order; some are left out.
    const dom::object object = from.get_object().value_unsafe();
    auto member = object.begin();
    const auto end = object.end();
    walk::each_field<T>([&](auto number) {
      constexpr std::size_t i = number();
      constexpr std::string_view name = walk::facts<T>::names[i];
      auto& field = walk::facts<T>::template get<i>(to);
      if constexpr (walk::in_any_order<T>) {
        take(object.at_key(name).value_unsafe(), field);
      } else {
        if (!(member != end) || !member.key_equals(name)) return;
        take(member.value(), field);
        ++member;
      }
    });
  } else {
    const dom::array all = from.get_array().value_unsafe();
    to.reserve(all.size());
    for (const dom::element item : all) {
      if constexpr (std::is_same_v<typename T::value_type, bool>) {
        to.push_back(item.get_bool().value_unsafe());
      } else {
        take(item, to.emplace_back());
      }
    }
  }
}

using simdjson::builder::string_builder;

template <class T>
void put(string_builder& out, const T& from) {
  if constexpr (std::is_same_v<T, std::string>) {
    out.escape_and_append_with_quotes(from);
  } else if constexpr (std::is_arithmetic_v<T>) {
    out.append(from);
  } else if constexpr (walk::is_nullable<T>) {
    if (from) {
      put(out, *from);
    } else {
      out.append_null();
    }
  } else if constexpr (walk::is_map<T>) {
    out.start_object();
    bool first = true;
    for (const auto& one : from) {
      if (!first) out.append_comma();
      first = false;
      out.escape_and_append_with_quotes(one.first);
      out.append_colon();
      put(out, one.second);
    }
    out.end_object();
  } else if constexpr (walk::has_fields<T>) {
    out.start_object();
    bool first = true;
    walk::each_field<T>([&](auto number) {
      constexpr std::size_t i = number();
      const auto& member = walk::facts<T>::template get<i>(from);
      if (!walk::is_written<T, i>(from)) return;
      if (!first) out.append_comma();
      first = false;
      out.escape_and_append_with_quotes(walk::facts<T>::names[i]);
      out.append_colon();
      put(out, member);
    });
    out.end_object();
  } else {
    out.start_array();
    bool first = true;
    for (const auto& one : from) {
      if (!first) out.append_comma();
      first = false;
      put<typename T::value_type>(out, one);
    }
    out.end_array();
  }
}

}  // namespace

template <class T>
void add_simdjson(const given_documents<T>& of, struct_jobs& to) {
  // Its input is padded beforehand.
  auto padded = std::make_shared<std::vector<simdjson::padded_string>>();
  for (const std::string& one : of->json) padded->emplace_back(one);
  auto parser = std::make_shared<od::parser>();
  to.read.push_back(read_each<T>({"simdjson on-demand", SIMDJSON_VERSION}, padded,
                                 [=](const simdjson::padded_string& from, T& value) {
                                   od::document document = parser->iterate(from).value_unsafe();
                                   take(document.get_value().value_unsafe(), value);
                                 }));
  auto trees = std::make_shared<dom::parser>();
  to.read.push_back(read_each<T>({"simdjson DOM", SIMDJSON_VERSION}, padded,
                                 [=](const simdjson::padded_string& from, T& value) {
                                   take(trees->parse(from).value_unsafe(), value);
                                 }));
  auto out = std::make_shared<string_builder>();
  to.write.push_back(write_each({"simdjson builder", SIMDJSON_VERSION}, of, varvel::format::json,
                                [=](const T& from) {
                                  out->clear();
                                  put(*out, from);
                                  return out->view().value_unsafe();
                                }));
}

VARVEL_BENCH_STRUCTS(simdjson)

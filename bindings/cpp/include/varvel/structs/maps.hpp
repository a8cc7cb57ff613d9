// Maps of the standard library, with keys of any type.

#ifndef VARVEL_STRUCTS_MAPS_HPP
#define VARVEL_STRUCTS_MAPS_HPP

#include <varvel/structs/enums.hpp>
#include <varvel/structs/value.hpp>

#include <charconv>
#include <map>
#include <unordered_map>

namespace varvel {

/// Whether a type is a map with one value for each key.
template <class T>
inline constexpr bool is_map = false;
template <class K, class T, class C, class A>
inline constexpr bool is_map<std::map<K, T, C, A>> = true;
template <class K, class T, class H, class E, class A>
inline constexpr bool is_map<std::unordered_map<K, T, H, E, A>> = true;

/// Whether a type is a map with any number of values for each key: an object of arrays.
template <class T>
inline constexpr bool is_multimap = false;
template <class K, class T, class C, class A>
inline constexpr bool is_multimap<std::multimap<K, T, C, A>> = true;
template <class K, class T, class H, class E, class A>
inline constexpr bool is_multimap<std::unordered_multimap<K, T, H, E, A>> = true;

namespace structs {

template <class K>
inline constexpr bool is_text = std::is_convertible_v<const K&, std::string_view>;

/// Reads an integer that is written as a key, in its one form.
template <class K>
bool integer_of_text(std::string_view text, K& to) noexcept {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), to);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return false;
  char again[24];
  const auto written = std::to_chars(again, again + sizeof again, to);
  return std::string_view(again, static_cast<std::size_t>(written.ptr - again)) == text;
}

template <class K, class In>
VARVEL_COLD bool bad_integer_key(In& in, const node& from, std::string_view text) {
  if (detail::is_integer_text(text)) return in.beyond(name_of_type<K>(), from);
  return in.mismatch("an integer as key", from);
}

/// Reads a key. Formats without keys of other kinds have integers and names as text.
template <class K, class In>
VARVEL_INLINE bool read_key(In& in, const node& from, K& to) {
  std::string_view text;
  if constexpr (std::is_same_v<K, std::string>) {
    if (!text_of(in.document, from, text)) return in.mismatch("a string as key", from);
    to.assign(text.data(), text.size());
    return true;
  } else if constexpr (std::is_integral_v<K> && !std::is_same_v<K, bool>) {
    if (text_of(in.document, from, text)) {
      return integer_of_text(text, to) || bad_integer_key<K>(in, from, text);
    }
  } else if constexpr (std::is_same_v<K, bool>) {
    if (text_of(in.document, from, text)) {
      to = text == "true";
      return to || text == "false" || in.mismatch("a boolean as key", from);
    }
  } else if constexpr (is_numbered<K>) {
    std::underlying_type_t<K> number{};
    if (!read_key(in, from, number)) return false;
    to = static_cast<K>(number);
    return true;
  }
  return codec<K>::read(in, from, to);
}

/// Writes a key.
template <class K, class Out>
bool write_key(Out& out, const K& key) {
  if constexpr (is_text<K>) {
    return out.key(std::string_view(key));
  } else if constexpr (!Out::has_text_keys) {
    return codec<K>::write(out, key);
  } else if constexpr (std::is_same_v<K, bool>) {
    return out.key(key ? "true" : "false");
  } else if constexpr (std::is_integral_v<K>) {
    char text[24];
    const auto written = std::to_chars(text, text + sizeof text, key);
    return out.key(std::string_view(text, static_cast<std::size_t>(written.ptr - text)));
  } else if constexpr (is_numbered<K>) {
    return write_key(out, static_cast<std::underlying_type_t<K>>(key));
  } else if constexpr (std::is_enum_v<K>) {
    if constexpr (!is_flags<K>) {
      const std::string_view name = name_of_value(key);
      return name.empty() ? no_name(out, key) : out.key(name);
    } else {
      return no_text_key(out, name_of_type<K>());
    }
  } else {
    // A type whose codec writes a text.
    bool is_text = false;
    return out.key_by([&] { return codec<K>::write(out, key); }, is_text) &&
           (is_text || no_text_key(out, name_of_type<K>()));
  }
}

template <class Out>
VARVEL_COLD bool no_text_key(Out& out, std::string_view type) {
  return out.fail(errc::unrepresentable, "a key that is text",
                  std::string("a ") + std::string(type), "give the field the attribute as_pairs");
}

/// Returns the text of a key for the path of an error.
template <class K>
std::string key_text(const K& key) {
  if constexpr (is_text<K>) {
    return std::string(std::string_view(key));
  } else if constexpr (std::is_integral_v<K>) {
    return std::to_string(key);
  } else if constexpr (std::is_enum_v<K>) {
    const std::string_view name = name_of_value(key);
    return name.empty() ? std::to_string(static_cast<long long>(key)) : std::string(name);
  } else {
    return "?";
  }
}

template <class In, class K>
VARVEL_COLD bool key_again(In& in, const K& key, std::size_t number, std::string_view owner) {
  in.fail(errc::duplicate_key, "each key once", key_text(key) + " again");
  in.error.at_key = true;
  return in.leave_member(key_text(key), number, owner, {});
}

template <class In, class K>
VARVEL_COLD bool bad_key(In& in, const node& key, std::size_t number, std::string_view owner,
                         const K*) {
  std::string_view text;
  if (!text_of(in.document, key, text)) text = "?";
  in.error.at_key = true;
  return in.leave_member(text, number, owner, {});
}

/// Adds a key with a value to be read. Returns its place, and whether the key is new.
template <class Map>
VARVEL_INLINE std::pair<typename Map::iterator, bool> add_key(Map& to,
                                                              typename Map::key_type&& key) {
  const std::size_t before = to.size();
  const auto place =
      to.emplace_hint(to.end(), std::piecewise_construct, std::forward_as_tuple(std::move(key)),
                      std::forward_as_tuple());
  return {place, to.size() != before};
}

/// Reads the members of an object or a map.
template <class Map, class In>
bool read_map(In& in, const node& from, Map& to) {
  using K = typename Map::key_type;
  using T = typename Map::mapped_type;
  members all;
  if (!VARVEL_LIKELY(members_of(in.document, from, true, all))) {
    return in.mismatch("an object", from);
  }
  if (!in.enter()) return false;
  to.clear();
  for (std::size_t i = 0; i < all.count; i++) {
    const node at = all.key(i);
    K key{};
    if (!read_key(in, at, key)) {
      bad_key(in, at, i, name_of_type<Map>(), &key);
      if (!goes_on(in)) return false;
      continue;
    }
    // No structured binding: lambdas cannot take its names in C++17.
    const auto added = add_key(to, std::move(key));
    const auto way = [&] {
      return step{key_text(added.first->first), true, i, name_of_type<Map>(), name_of_type<T>()};
    };
    if (!added.second) {
      // Faults of the value come before that of its key, as in Rust.
      T again{};
      if (!read_child(in, way, [&] { return read_value<T>(in, all.value(i), again); })) {
        return false;
      }
      key_again(in, added.first->first, i, name_of_type<Map>());
      if (!goes_on(in)) return false;
      continue;
    }
    if constexpr (In::has_handlers) in.at_item(i);
    if (!read_child(in, way,
                    [&] { return read_value<T>(in, all.value(i), added.first->second); })) {
      return false;
    }
  }
  in.leave();
  return true;
}

template <class Map, class Out>
bool write_map(Out& out, const Map& from) {
  if (!out.begin_object(from.size())) return false;
  std::size_t number = 0;
  for (const auto& one : from) {
    if (!write_key(out, one.first) || !write_value(out, one.second)) {
      return out.leave_member(key_text(one.first), number, name_of_type<Map>(),
                              name_of_type<typename Map::mapped_type>());
    }
    number++;
  }
  return out.end_object();
}

/// The keys of the objects that stand for the members of a map.
inline constexpr std::string_view pair_key = "$key";
inline constexpr std::string_view pair_value = "$value";
inline constexpr std::size_t not_pair = 2;

/// Finds the number of `$key` in an object of that and `$value`; `not_pair` if it is none.
inline std::size_t find_pair(const document& in, const node& item, members& pair) {
  if (!members_of(in, item, false, pair) || pair.count != 2) return not_pair;
  std::string_view names[2];
  for (std::size_t i = 0; i < 2; i++) text_of(in, pair.key(i), names[i]);
  if (names[0] == pair_key && names[1] == pair_value) return 0;
  if (names[1] == pair_key && names[0] == pair_value) return 1;
  return not_pair;
}

/// Reads an object with `$key` and `$value` as a member of a map.
template <class Map, class In>
bool read_pair(In& in, const node& item, Map& to) {
  using K = typename Map::key_type;
  using T = typename Map::mapped_type;
  members pair;
  const std::size_t at_key = find_pair(in.document, item, pair);
  if (at_key == not_pair) return in.mismatch("an object of `$key` and `$value`", item);
  const std::size_t at_value = 1 - at_key;
  K key{};
  bool has_key = false;
  const auto key_way = [&] {
    return step{std::string(pair_key), true, at_key, "pair", name_of_type<K>()};
  };
  if (!read_child(in, key_way,
                  [&] { return has_key = read_value<K>(in, pair.value(at_key), key); })) {
    return false;
  }
  if (!has_key) return true;
  const auto added = add_key(to, std::move(key));
  if (!added.second) return in.fail(errc::duplicate_key, "each key once");
  const auto value_way = [&] {
    return step{std::string(pair_value), true, at_value, "pair", name_of_type<T>()};
  };
  return read_child(in, value_way,
                    [&] { return read_value<T>(in, pair.value(at_value), added.first->second); });
}

/// Reads a map from an array of objects with `$key` and `$value`; from an object, too.
template <class Map, class In>
bool read_pairs(In& in, const node& from, Map& to) {
  items all;
  if (!items_of(from, all)) return read_map(in, from, to);
  to.clear();
  if (!in.enter()) return false;
  const bool good = each_child(in, all.count, [&](std::size_t i) {
    return read_child(
        in,
        [&] {
          return step{{}, false, i, name_of_type<Map>(), "pair"};
        },
        [&] { return read_pair(in, all.at(i), to); });
  });
  in.leave();
  return good;
}

template <class Map, class Out>
bool write_pairs(Out& out, const Map& from) {
  if (!out.begin_array(from.size())) return false;
  std::size_t number = 0;
  for (const auto& one : from) {
    if (!out.begin_object(2) || !out.key(pair_key) || !write_value(out, one.first) ||
        !out.key(pair_value) || !write_value(out, one.second) || !out.end_object()) {
      return out.leave_item(number, name_of_type<Map>(), "pair");
    }
    number++;
  }
  return out.end_array();
}

/// The attribute `as_pairs`.
struct pairs_codec {
  template <class In, class Map>
  static bool read(In& in, const node& from, Map& to) {
    return read_pairs(in, from, to);
  }
  template <class Out, class Map>
  static bool write(Out& out, const Map& from) {
    return write_pairs(out, from);
  }
};

}  // namespace structs

template <class Map>
struct codec<Map, std::enable_if_t<is_map<Map>>> {
  static constexpr bool is_standard = true;
  template <class In>
  VARVEL_INLINE static bool read(In& in, const structs::node& from, Map& to) {
    return structs::read_map(in, from, to);
  }
  template <class Out>
  static bool write(Out& out, const Map& from) {
    return structs::write_map(out, from);
  }
};

/// An object whose members are arrays.
template <class Map>
struct codec<Map, std::enable_if_t<is_multimap<Map>>> {
  using K = typename Map::key_type;
  using T = typename Map::mapped_type;

  template <class In>
  static bool read(In& in, const structs::node& from, Map& to) {
    structs::members all;
    if (!structs::members_of(in.document, from, true, all)) return in.mismatch("an object", from);
    to.clear();
    return structs::each_child(in, all.count, [&](std::size_t i) {
      K key{};
      if (!structs::read_key(in, all.key(i), key)) {
        return structs::bad_key(in, all.key(i), i, structs::name_of_type<Map>(), &key) ||
               structs::goes_on(in);
      }
      const auto way = [&] {
        return structs::step{structs::key_text(key), true, i, structs::name_of_type<Map>(), {}};
      };
      return structs::read_child(in, way, [&] { return read_values(in, all.value(i), key, to); });
    });
  }
  template <class Out>
  static bool write(Out& out, const Map& from) {
    // Equal keys stand beside each other.
    std::size_t count = 0;
    for (auto at = from.begin(); at != from.end(); at = from.equal_range(at->first).second) count++;
    if (!out.begin_object(count)) return false;
    for (auto at = from.begin(); at != from.end();) {
      const auto range = from.equal_range(at->first);
      std::size_t values = 0;
      for (auto one = range.first; one != range.second; ++one) values++;
      if (!structs::write_key(out, at->first) || !out.begin_array(values)) return false;
      for (auto one = range.first; one != range.second; ++one) {
        if (!structs::write_value(out, one->second)) {
          return out.leave_member(structs::key_text(one->first), 0, structs::name_of_type<Map>(),
                                  structs::name_of_type<T>());
        }
      }
      if (!out.end_array()) return false;
      at = range.second;
    }
    return out.end_object();
  }

 private:
  template <class In>
  static bool read_values(In& in, const structs::node& from, const K& key, Map& to) {
    structs::items all;
    if (!structs::items_of(from, all)) return in.mismatch("an array of the values of a key", from);
    return structs::each_child(in, all.count, [&](std::size_t i) {
      T value{};
      if (!structs::read_item(in, all, i, value, "values")) return false;
      to.emplace(key, std::move(value));
      return true;
    });
  }
};

}  // namespace varvel

#endif

// The types of the standard library, read from nodes and made into values.
//
// A type of your own takes part by two functions in its own namespace:
//
//     void to_varvel(varvel::value& out, const point& p) { out = varvel::array{p.x, p.y}; }
//     varvel::result<void> from_varvel(const varvel::view& in, point& p);   // or void, and throw
//
// or by a specialisation of varvel::converter with the functions `to` and `from`.

#include <varvel/value.hpp>

#ifndef VARVEL_CONVERT_HPP
#define VARVEL_CONVERT_HPP

#include <varvel/detail/traits.hpp>

#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace varvel {

// Types without a converter. Those with hooks have one below.
template <class T, class>
struct converter {};

namespace detail {

// An error of a hook with the path of its node, unless it has one.
VARVEL_COLD inline error placed(const error& why, const view& of) {
  if (!why.path().empty() || !of.exists()) return why;
  return error_at(of, why.code(), why.what());
}

}  // namespace detail

// ---- Hooks of the user's types ----

template <class T>
struct converter<T, std::enable_if_t<detail::has_to_hook<T> || detail::has_from_hook<T>>> {
  template <class U, std::enable_if_t<std::is_same_v<U, T> && detail::has_to_hook<U>, int> = 0>
  static value to(const U& of) {
    value made;
    to_varvel(made, of);
    return made;
  }
  template <class V, class U = T,
            std::enable_if_t<std::is_convertible_v<V, view> && detail::has_from_hook<U>, int> = 0>
  static result<T> from(const V& of) {
    T made{};
    if constexpr (std::is_void_v<decltype(from_varvel(std::declval<const view&>(), made))>) {
      from_varvel(of, made);
      return made;
    } else {
      const result<void> read = from_varvel(of, made);
      if (!read) return detail::placed(read.error(), of);
      return made;
    }
  }
};

namespace detail {

template <class C, class T, class = void>
inline constexpr bool has_push_back = false;
template <class C, class T>
inline constexpr bool
    has_push_back<C, T, std::void_t<decltype(std::declval<C&>().push_back(std::declval<T>()))>> =
        true;

template <class C, class = void>
inline constexpr bool has_reserve = false;
template <class C>
inline constexpr bool has_reserve<C, std::void_t<decltype(std::declval<C&>().reserve(1))>> = true;

template <class C, class = void>
inline constexpr bool has_insert_after = false;
template <class C>
inline constexpr bool has_insert_after<
    C, std::void_t<decltype(std::declval<C&>().insert_after(
           std::declval<C&>().before_begin(), std::declval<typename C::value_type>()))>> = true;

template <class C, class = void>
inline constexpr bool has_insert = false;
template <class C>
inline constexpr bool has_insert<
    C, std::void_t<decltype(std::declval<C&>().insert(std::declval<typename C::value_type>()))>> =
    true;

// Whether `insert` refuses an item that is there: sets and maps whose keys differ.
template <class C, class = void>
inline constexpr bool is_unique = false;
template <class C>
inline constexpr bool is_unique<
    C, std::void_t<
           decltype(std::declval<C&>().insert(std::declval<typename C::value_type>()).second)>> =
    true;

// The type of packed numbers that a `T` is; below zero if none.
template <class T>
constexpr int element_of() {
  if constexpr (std::is_same_v<T, double>) return packed::f64;
  if constexpr (std::is_same_v<T, float>) return packed::f32;
  if constexpr (is_integer<T> && std::is_signed_v<T>) {
    return sizeof(T) == 1   ? packed::i8
           : sizeof(T) == 2 ? packed::i16
           : sizeof(T) == 4 ? packed::i32
                            : packed::i64;
  }
  if constexpr (is_integer<T> && sizeof(T) == 4) return packed::u32;
  if constexpr (is_integer<T> && sizeof(T) == 8) return packed::u64;
  return -1;
}

// Copies the numbers of an array that is packed as their own type.
template <class T>
bool copy_packed(const view& of, std::vector<T>& to) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return false;
#else
  if (!of.is_frozen()) return false;
  const run items = items_of(of.site());
  const site& first = items.first;
  if (items.count == 0 || first.is_slot() || (first.how & 0xC0) != 1u << 6 ||
      first.element_kind() != static_cast<unsigned>(element_of<T>())) {
    return false;
  }
  to.resize(items.count);
  std::memcpy(to.data(), first.start + first.place, items.count * sizeof(T));
  return true;
#endif
}

// The type of items that a container holds: of a map with keys that are not const.
template <class C>
using item_of = typename C::value_type;

template <class C>
inline constexpr bool is_growable = std::is_default_constructible_v<C> &&
                                    (has_push_back<C, item_of<C>> || has_insert_after<C> ||
                                     has_insert<C>);

template <class C, class = void>
inline constexpr bool is_readable_sequence = false;
template <class C>
inline constexpr bool is_readable_sequence<C, std::void_t<typename C::value_type>> =
    is_sequence<C>&& is_growable<C>;

// An error of an array that has another number of items.
VARVEL_COLD inline error wrong_count(const view& of, std::size_t expected) {
  return error_at(of, errc::type_mismatch,
                  "wrong kind of value: expected an array of " + std::to_string(expected) +
                      " items, found one of " + std::to_string(of.size()));
}

}  // namespace detail

// ---- Sequences and sets ----

/// Arrays, from and to any container of the standard library and the like. Items of a set must
/// differ.
template <class C>
struct converter<C, std::enable_if_t<detail::is_sequence<C> && !detail::has_to_hook<C> &&
                                     !detail::has_from_hook<C>>> {
  static value to(const C& of) {
    value made = value::make_array();
    // A bit of std::vector<bool> has a type of its own.
    using item = typename std::iterator_traits<decltype(std::begin(of))>::value_type;
    for (const item& one : of) made.push_back(one);
    return made;
  }

  template <class T = C, std::enable_if_t<detail::is_readable_sequence<T>, int> = 0>
  static result<T> from(const view& of) {
    using item = typename T::value_type;
    if (!of.is_array()) return detail::mismatch(of, "an array");
    T made;
    if constexpr (detail::has_reserve<T>) made.reserve(of.size());
    if constexpr (std::is_same_v<T, std::vector<item>> && detail::element_of<item>() >= 0) {
      if (detail::copy_packed(of, made)) return made;
    }
    [[maybe_unused]] auto last = end_of(made);
    for (const view one : of.values()) {
      result<item> read = detail::read<item>(one);
      if (!read) return read.error();
      if constexpr (detail::has_push_back<T, item>) {
        made.push_back(std::move(*read));
      } else if constexpr (detail::has_insert_after<T>) {
        last = made.insert_after(last, std::move(*read));
      } else if constexpr (detail::is_unique<T>) {
        if (!made.insert(std::move(*read)).second) {
          return detail::error_at(one, errc::refused, "refused: the item is in the set twice");
        }
      } else {
        made.insert(std::move(*read));
      }
    }
    return made;
  }

 private:
  template <class T>
  static auto end_of(T& made) {
    if constexpr (detail::has_insert_after<T>) {
      return made.before_begin();
    } else {
      return 0;
    }
  }
};

/// Arrays of exactly `N` items.
template <class T, std::size_t N>
struct converter<std::array<T, N>> {
  static value to(const std::array<T, N>& of) {
    value made = value::make_array();
    for (const T& item : of) made.push_back(item);
    return made;
  }
  static result<std::array<T, N>> from(const view& of) {
    if (!of.is_array()) return detail::mismatch(of, "an array");
    std::array<T, N> made{};
    for (std::size_t i = 0; i < N && i < of.size(); ++i) {
      result<T> read = detail::read<T>(of[i]);
      if (!read) return read.error();
      made[i] = std::move(*read);
    }
    if (of.size() != N) return detail::wrong_count(of, N);
    return made;
  }
};

// ---- Maps ----

namespace detail {

// Reads a key of an object. A number may stand as text, as it must in JSON: exactly as it would be
// written.
template <class K>
result<K> read_key(const view& of) {
  if constexpr (is_integer<K>) {
    std::string_view text;
    if (scalar<std::string_view>::read(of, text)) {
      K found{};
      const auto end = std::from_chars(text.data(), text.data() + text.size(), found);
      if (end.ec == std::errc() && std::to_string(found) == text) return found;
      error_info why;
      const bool beyond = is_integer_text(text);
      why.code = beyond ? errc::number_out_of_range : errc::type_mismatch;
      why.what = std::string(beyond ? "number out of range" : "wrong kind of value") +
                 ": expected keys that are integers of their type, found \"" + std::string(text) +
                 "\"";
      return error(std::move(why));
    }
  }
  return read<K>(of);
}

}  // namespace detail

/// Objects, if the keys are texts; else maps. Of a map with keys that come more than once, each
/// member is the array of its values.
template <class M>
struct converter<M, std::enable_if_t<detail::is_map<M> && !detail::is_readable<M> &&
                                     !detail::has_to_hook<M> && !detail::has_from_hook<M>>> {
  using key_type = typename M::key_type;
  using mapped_type = typename M::mapped_type;

  static value to(const M& of) {
    value made = value::make_object();
    if constexpr (detail::is_unique<M>) {
      for (const auto& one : of) put(made, one.first, one.second);
    } else {
      for (auto at = of.begin(); at != of.end();) {
        const auto [first, last] = of.equal_range(at->first);
        value all = value::make_array();
        for (auto one = first; one != last; ++one) all.push_back(one->second);
        put(made, at->first, all);
        at = last;
      }
    }
    return made;
  }

  static result<M> from(const view& of) {
    if (!of.is_object() && of.kind() != kind::map) return detail::mismatch(of, "an object");
    M made;
    for (const pair one : of.pairs()) {
      result<key_type> key = detail::read_key<key_type>(one.key);
      // The path of a member ends with its key.
      if (!key) return detail::error_at(one.value, key.error().code(), key.error().what());
      if constexpr (detail::is_unique<M>) {
        result<mapped_type> item = detail::read<mapped_type>(one.value);
        if (!item) return item.error();
        if (!made.emplace(std::move(*key), std::move(*item)).second) {
          return detail::error_at(one.value, errc::duplicate_key,
                                  "duplicate key: expected each key once");
        }
      } else {
        result<std::vector<mapped_type>> items = detail::read<std::vector<mapped_type>>(one.value);
        if (!items) return items.error();
        for (auto& item : *items) made.emplace(*key, std::move(item));
      }
    }
    return made;
  }

 private:
  template <class T>
  static void put(value& made, const key_type& key, const T& item) {
    if constexpr (detail::is_text<key_type>) {
      made.insert(key, item);
    } else {
      made.insert_any(key, item);
    }
  }
};

// ---- Pairs and tuples ----

namespace detail {

template <class Tuple, std::size_t... I>
value tuple_to(const Tuple& of, std::index_sequence<I...>) {
  value made = value::make_array();
  (made.push_back(std::get<I>(of)), ...);
  return made;
}

template <class Tuple, std::size_t I>
bool read_element(const view& of, Tuple& out, error& why) {
  using part = std::tuple_element_t<I, Tuple>;
  result<part> found = read<part>(of[I]);
  if (!found) {
    why = found.error();
    return false;
  }
  std::get<I>(out) = std::move(*found);
  return true;
}

template <class Tuple, std::size_t... I>
result<Tuple> tuple_from(const view& of, std::index_sequence<I...>) {
  if (!of.is_array()) {
    return mismatch(of, "an array of " + std::to_string(sizeof...(I)) + " items");
  }
  Tuple made{};
  error why;
  if (!((I >= of.size() || read_element<Tuple, I>(of, made, why)) && ...)) return why;
  if (of.size() != sizeof...(I)) return wrong_count(of, sizeof...(I));
  return made;
}

}  // namespace detail

/// Arrays of exactly two items.
template <class A, class B>
struct converter<std::pair<A, B>> {
  static value to(const std::pair<A, B>& of) {
    return detail::tuple_to(of, std::index_sequence<0, 1>());
  }
  static result<std::pair<A, B>> from(const view& of) {
    return detail::tuple_from<std::pair<A, B>>(of, std::index_sequence<0, 1>());
  }
};

/// Arrays of exactly as many items.
template <class... T>
struct converter<std::tuple<T...>> {
  static value to(const std::tuple<T...>& of) {
    return detail::tuple_to(of, std::index_sequence_for<T...>());
  }
  static result<std::tuple<T...>> from(const view& of) {
    return detail::tuple_from<std::tuple<T...>>(of, std::index_sequence_for<T...>());
  }
};

// ---- What may be absent, and what may be one of several ----

/// Null and nothing, or a `T`.
template <class T>
struct converter<std::optional<T>> {
  static value to(const std::optional<T>& of) { return of ? value(*of) : value(); }
  static result<std::optional<T>> from(const view& of) {
    if (!of.exists() || of.is_null()) return std::optional<T>();
    result<T> found = detail::read<T>(of);
    if (!found) return found.error();
    return std::optional<T>(std::move(*found));
  }
};

/// Null, or a `T` that one pointer owns.
template <class T>
struct converter<std::unique_ptr<T>, std::enable_if_t<!detail::is_named_class<T>>> {
  static value to(const std::unique_ptr<T>& of) { return of ? value(*of) : value(); }
  static result<std::unique_ptr<T>> from(const view& of) {
    if (!of.exists() || of.is_null()) return std::unique_ptr<T>();
    result<T> found = detail::read<T>(of);
    if (!found) return found.error();
    return std::make_unique<T>(std::move(*found));
  }
};

/// Null, or a `T` that pointers share.
template <class T>
struct converter<std::shared_ptr<T>, std::enable_if_t<!detail::is_named_class<T>>> {
  static value to(const std::shared_ptr<T>& of) { return of ? value(*of) : value(); }
  static result<std::shared_ptr<T>> from(const view& of) {
    if (!of.exists() || of.is_null()) return std::shared_ptr<T>();
    result<T> found = detail::read<T>(of);
    if (!found) return found.error();
    return std::make_shared<T>(std::move(*found));
  }
};

/// Null.
template <>
struct converter<std::monostate> {
  static result<std::monostate> from(const view& of) {
    if (of.is_null()) return std::monostate();
    return detail::mismatch(of, "null");
  }
};

/// Null.
template <>
struct converter<std::nullptr_t> {
  static result<std::nullptr_t> from(const view& of) {
    if (of.is_null()) return nullptr;
    return detail::mismatch(of, "null");
  }
};

namespace detail {

/// Whether a node may be a `T` that shares a variant with others. `node_structs.hpp` asks structs.
template <class T, class = void>
struct alternative {
  static constexpr bool is_struct = false;
  static bool fits(const view&, closeness) noexcept { return true; }
};
template <class T>
struct alternative<T, std::enable_if_t<std::is_arithmetic_v<T> && !std::is_same_v<T, bool>>> {
  static constexpr bool is_struct = false;
  static bool fits(const view& of, closeness how) noexcept {
    if (!of.is_number() || is_integer<T> == of.is_integer()) return of.is_number();
    if constexpr (!is_integer<T>) {
      double value = 0;
      if (how == closeness::exact) return scalar<double>::read(of, value) && holds<T>(value);
    }
    return how == closeness::nearest;
  }
};
template <>
struct alternative<bool> {
  static constexpr bool is_struct = false;
  static bool fits(const view& of, closeness) noexcept { return of.is_boolean(); }
};
template <class T>
struct alternative<T, std::enable_if_t<is_text<T>>> {
  static constexpr bool is_struct = false;
  static bool fits(const view& of, closeness) noexcept { return of.is_string(); }
};

}  // namespace detail

/// The first alternative that is just of the node's form, or else the first that it fits.
template <class... T>
struct converter<std::variant<T...>> {
  using type = std::variant<T...>;

  static value to(const type& of) {
    return std::visit([](const auto& one) { return value(one); }, of);
  }
  static result<type> from(const view& of) {
    if constexpr ((detail::alternative<T>::is_struct && ...)) {
      using first = std::variant_alternative_t<0, type>;
      return detail::alternative<first>::template read<type>(of);
    }
    std::optional<type> made;
    tries all;
    for (const detail::closeness how : detail::all_closeness) {
      all.failed = 0;
      if ((attempt<T>(of, how, made, all) || ...)) return std::move(*made);
    }
    const std::string count = std::to_string(sizeof...(T));
    if (!of.exists()) return detail::not_found(of, "one of " + count + " types");
    if (!all.why) {
      return detail::error_at(of, errc::type_mismatch, "none of " + count + " types has this form");
    }
    // If only one type has the form of the value, its error says what is wrong inside.
    if (all.failed == 1) return all.why;
    return detail::error_at(
        of, all.why.code(),
        "none of " + count + " types fits: " + detail::with_path(all.why, {}).message());
  }

 private:
  // How many types have the form, and yet do not fit, and the error of the last one.
  struct tries {
    std::size_t failed = 0;
    error why;
  };

  template <class One>
  static bool attempt(const view& of, detail::closeness how, std::optional<type>& made,
                      tries& all) {
    if (!detail::alternative<One>::fits(of, how)) return false;
    result<One> found = detail::read<One>(of);
    if (!found) {
      all.failed++;
      all.why = found.error();
      return false;
    }
    made.emplace(std::in_place_type<One>, std::move(*found));
    return true;
  }
};

// ---- Enums, and what a pointer to a base points to ----

namespace detail {

// How these stand in documents. `node_structs.hpp` has it: a program that uses them includes that.
template <class T>
struct form_of_codec;

}  // namespace detail

/// An enum: the name of its value, or a list of names for bit flags. One whose values have no
/// names, or none that can be found, as in `enum { limit = 5 }`, is its number.
template <class E>
struct converter<E, std::enable_if_t<std::is_enum_v<E> && !std::is_same_v<E, std::byte> &&
                                     !detail::has_to_hook<E> && !detail::has_from_hook<E>>> {
  static value to(E of) { return detail::form_of_codec<E>::to(of); }
  static result<E> from(const view& of) { return detail::form_of_codec<E>::from(of); }
};

/// A pointer to a base: null, or an object of the class that its `$type` names (VARVEL_CLASSES).
template <class T>
struct converter<std::unique_ptr<T>, std::enable_if_t<detail::is_named_class<T>>> {
  using type = std::unique_ptr<T>;
  static value to(const type& of) { return detail::form_of_codec<type>::to(of); }
  static result<type> from(const view& of) { return detail::form_of_codec<type>::from(of); }
};
template <class T>
struct converter<std::shared_ptr<T>, std::enable_if_t<detail::is_named_class<T>>> {
  using type = std::shared_ptr<T>;
  static value to(const type& of) { return detail::form_of_codec<type>::to(of); }
  static result<type> from(const view& of) { return detail::form_of_codec<type>::from(of); }
};

// ---- Bytes ----

/// Bytes.
template <>
struct converter<std::vector<std::byte>> {
  static result<std::vector<std::byte>> from(const view& of) {
    const result<bytes_view> found = detail::read<bytes_view>(of);
    if (!found) return found.error();
    return std::vector<std::byte>(found->begin(), found->end());
  }
};

// ---- Nodes and documents themselves ----

/// The node itself, lent.
template <>
struct converter<view> {
  static result<view> from(const view& of) {
    if (of.exists()) return of;
    return detail::mismatch(of, "a node");
  }
};

/// A copy of the node.
template <>
struct converter<value> {
  static result<value> from(const view& of) {
    if (of.exists()) return value(of);
    return detail::mismatch(of, "a node");
  }
};

/// A copy of the node, frozen.
template <>
struct converter<frozen> {
  static result<frozen> from(const view& of) { return frozen::try_of(of); }
};

}  // namespace varvel

#include <varvel/time.hpp>

#endif

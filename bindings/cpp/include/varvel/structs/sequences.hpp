// Sequences and sets of the standard library, and arrays of the language: arrays in documents, but
// for those of characters.

#ifndef VARVEL_STRUCTS_SEQUENCES_HPP
#define VARVEL_STRUCTS_SEQUENCES_HPP

#include <varvel/structs/numbers.hpp>
#include <varvel/structs/value.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <forward_list>
#include <list>
#include <set>
#include <unordered_set>
#include <vector>

namespace varvel {

/// Whether a type is a sequence with `emplace_back`, read from an array and written as one.
/// Specialise it for a container of your own.
template <class T>
inline constexpr bool is_sequence = false;
template <class T, class A>
inline constexpr bool is_sequence<std::vector<T, A>> = !std::is_same_v<T, std::byte>;
template <class T, class A>
inline constexpr bool is_sequence<std::deque<T, A>> = true;
template <class T, class A>
inline constexpr bool is_sequence<std::list<T, A>> = true;

/// Whether a type is a set with `insert`, read from an array and written as one.
template <class T>
inline constexpr bool is_set = false;
template <class T, class C, class A>
inline constexpr bool is_set<std::set<T, C, A>> = true;
template <class T, class C, class A>
inline constexpr bool is_set<std::multiset<T, C, A>> = true;
template <class T, class H, class E, class A>
inline constexpr bool is_set<std::unordered_set<T, H, E, A>> = true;
template <class T, class H, class E, class A>
inline constexpr bool is_set<std::unordered_multiset<T, H, E, A>> = true;

namespace structs {

template <class T>
inline constexpr bool is_fixed_array = false;
template <class T, std::size_t N>
inline constexpr bool is_fixed_array<std::array<T, N>> = true;

template <class C, class = void>
inline constexpr bool has_reserve = false;
template <class C>
inline constexpr bool has_reserve<C, std::void_t<decltype(std::declval<C&>().reserve(1u))>> = true;

template <class C, class = void>
inline constexpr bool has_data = false;
template <class C>
inline constexpr bool has_data<C, std::void_t<decltype(std::declval<C&>().data())>> = true;

/// Reads items into places that exist.
template <class T, class In>
VARVEL_INLINE bool read_items(In& in, const items& all, T* to, std::string_view owner) {
  if constexpr (is_plain_number<T> && !In::has_handlers) {
    if (all.how == items::in_numbers && copy_packed(all, to)) return true;
  }
  if (!in.enter()) return false;
  for (std::size_t i = 0; i < all.count; i++) {
    if (!read_item(in, all, i, to[i], owner)) return false;
  }
  in.leave();
  return true;
}

/// Reads an array of a fixed number of items. Faults of items come before that of their number, as
/// in the document.
template <class T, class In>
VARVEL_INLINE bool read_fixed(In& in, const node& from, T* to, std::size_t count) {
  items all;
  if (!array_of(in, from, all)) return false;
  const std::size_t found = all.count;
  all.count = std::min(count, found);
  return read_items(in, all, to, "array") &&
         (VARVEL_LIKELY(found == count) || wrong_count(in, count, found));
}

/// Reads an array into a sequence.
template <class In, class C>
bool read_sequence(In& in, const node& from, C& to) {
  using T = typename C::value_type;
  items all;
  if (!array_of(in, from, all)) return false;
  if constexpr ((is_plain_number<T> || std::is_same_v<T, std::string>)&&has_data<C>) {
    // Each takes a byte in the document, at the least. What is there already is overwritten.
    to.resize(all.count);
    return read_items(in, all, to.data(), name_of_type<C>());
  } else {
    if (!in.enter()) return false;
    to.clear();
    if constexpr (has_reserve<C>) to.reserve(trusted<T>(all.count));
    for (std::size_t i = 0; i < all.count; i++) {
      if constexpr (std::is_same_v<T, bool>) {
        bool flag = false;
        if (!read_item(in, all, i, flag, name_of_type<C>())) return false;
        to.push_back(flag);
      } else {
        if (!read_item(in, all, i, to.emplace_back(), name_of_type<C>())) return false;
      }
    }
    in.leave();
    return true;
  }
}

/// Whether items of a type, and then the container, are a run of floats.
template <class All, class T, class = void>
inline constexpr bool is_run_of_floats = false;
template <class All, class T>
inline constexpr bool
    is_run_of_floats<All, T, std::void_t<decltype(std::declval<const All&>().data())>> =
        std::is_same_v<T, double>;

/// Writes items one after the other.
template <class T, class Out, class All>
VARVEL_INLINE bool write_items(Out& out, const All& all, std::size_t count,
                               std::string_view owner) {
  if constexpr (is_run_of_floats<All, T> && !Out::has_handlers) {
    if (VARVEL_LIKELY(out.numbers(all.data(), count))) return true;
  }
  if (!out.begin_array(count)) return false;
  std::size_t number = 0;
  for (const auto& one : all) {
    if (!write_value<T>(out, one)) return out.leave_item(number, owner, name_of_type<T>());
    number++;
  }
  return out.end_array();
}

}  // namespace structs

template <class C>
struct codec<C, std::enable_if_t<is_sequence<C>>> {
  static constexpr bool is_standard = true;
  template <class In>
  VARVEL_INLINE static bool read(In& in, const structs::node& from, C& to) {
    return structs::read_sequence(in, from, to);
  }
  template <class Out>
  static bool write(Out& out, const C& from) {
    return structs::write_items<typename C::value_type>(out, from, from.size(),
                                                        structs::name_of_type<C>());
  }
};

template <class C>
struct codec<C, std::enable_if_t<is_set<C>>> {
  using item = typename C::value_type;

  template <class In>
  static bool read(In& in, const structs::node& from, C& to) {
    structs::items all;
    if (!structs::array_of(in, from, all)) return false;
    to.clear();
    return structs::each_child(in, all.count, [&](std::size_t i) {
      item one{};
      if (!structs::read_item(in, all, i, one, structs::name_of_type<C>())) return false;
      const std::size_t before = to.size();
      to.insert(std::move(one));
      if (to.size() != before) return true;
      in.fail(errc::duplicate_key, "each item of a set once",
              structs::shown(in.document, all.at(i)));
      return in.leave_item(i, structs::name_of_type<C>(), structs::name_of_type<item>());
    });
  }
  template <class Out>
  static bool write(Out& out, const C& from) {
    return structs::write_items<item>(out, from, from.size(), structs::name_of_type<C>());
  }
};

template <class T, class A>
struct codec<std::forward_list<T, A>> {
  template <class In>
  static bool read(In& in, const structs::node& from, std::forward_list<T, A>& to) {
    structs::items all;
    if (!structs::array_of(in, from, all)) return false;
    to.clear();
    auto last = to.before_begin();
    return structs::each_child(in, all.count, [&](std::size_t i) {
      last = to.emplace_after(last);
      return structs::read_item(in, all, i, *last, "forward_list");
    });
  }
  template <class Out>
  static bool write(Out& out, const std::forward_list<T, A>& from) {
    std::size_t count = 0;
    for (auto at = from.begin(); at != from.end(); ++at) count++;
    return structs::write_items<T>(out, from, count, "forward_list");
  }
};

template <class T, std::size_t N>
struct codec<std::array<T, N>> {
  static constexpr bool is_standard = true;
  template <class In>
  VARVEL_INLINE static bool read(In& in, const structs::node& from, std::array<T, N>& to) {
    return structs::read_fixed(in, from, to.data(), N);
  }
  template <class Out>
  VARVEL_INLINE static bool write(Out& out, const std::array<T, N>& from) {
    return structs::write_items<T>(out, from, N, "array");
  }
};

/// An array of characters is a text that ends at its first NUL.
template <std::size_t N>
struct codec<char[N]> {
  template <class In>
  static bool read(In& in, const structs::node& from, char (&to)[N]) {
    std::string_view text;
    if (!structs::text_of(in.document, from, text)) return in.mismatch("a string", from);
    if (text.size() >= N || text.find('\0') != std::string_view::npos) {
      return in.mismatch("a string of at most " + std::to_string(N - 1) + " bytes without a NUL",
                         from);
    }
    text.copy(to, text.size());
    std::fill(to + text.size(), to + N, '\0');
    return true;
  }
  template <class Out>
  static bool write(Out& out, const char (&from)[N]) {
    const void* const end = std::memchr(from, 0, N);
    if (end == nullptr) return out.fail(errc::unrepresentable, "a text that ends with a NUL");
    return out.string({from, static_cast<std::size_t>(static_cast<const char*>(end) - from)});
  }
};

template <class T, std::size_t N>
struct codec<T[N]> {
  template <class In>
  static bool read(In& in, const structs::node& from, T (&to)[N]) {
    return structs::read_fixed(in, from, to, N);
  }
  template <class Out>
  static bool write(Out& out, const T (&from)[N]) {
    return structs::write_items<T>(out, from, N, "array");
  }
};

}  // namespace varvel

#endif

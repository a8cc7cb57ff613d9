// Pairs, tuples, durations and points in time, and small things.

#ifndef VARVEL_STRUCTS_TUPLES_HPP
#define VARVEL_STRUCTS_TUPLES_HPP

#include <varvel/structs/value.hpp>

#include <tuple>
#include <utility>

namespace varvel {
namespace structs {

template <class T>
inline constexpr bool is_tuple = false;
template <class A, class B>
inline constexpr bool is_tuple<std::pair<A, B>> = true;
template <class... Types>
inline constexpr bool is_tuple<std::tuple<Types...>> = true;

template <class In, class Tuple, std::size_t... I>
bool read_tuple(In& in, const node& from, Tuple& to, std::index_sequence<I...>) {
  items all;
  if (!array_of(in, from, all) || !in.enter()) return false;
  const bool good =
      ((I >= all.count || read_item(in, all, I, std::get<I>(to), name_of_type<Tuple>())) && ...);
  in.leave();
  return good &&
         (VARVEL_LIKELY(all.count == sizeof...(I)) || wrong_count(in, sizeof...(I), all.count));
}

template <class Out, class Tuple, std::size_t... I>
bool write_tuple(Out& out, const Tuple& from, std::index_sequence<I...>) {
  return out.begin_array(sizeof...(I)) &&
         ((write_value(out, std::get<I>(from)) ||
           out.leave_item(I, name_of_type<Tuple>(),
                          name_of_type<std::tuple_element_t<I, Tuple>>())) &&
          ...) &&
         out.end_array();
}

}  // namespace structs

template <class Tuple>
struct codec<Tuple, std::enable_if_t<structs::is_tuple<Tuple>>> {
  using all = std::make_index_sequence<std::tuple_size_v<Tuple>>;

  template <class In>
  static bool read(In& in, const structs::node& from, Tuple& to) {
    return structs::read_tuple(in, from, to, all());
  }
  template <class Out>
  static bool write(Out& out, const Tuple& from) {
    return structs::write_tuple(out, from, all());
  }
};

/// A character is a string of one byte of ASCII.
template <>
struct codec<char> {
  template <class In>
  static bool read(In& in, const structs::node& from, char& to) {
    std::string_view text;
    if (structs::text_of(in.document, from, text) && text.size() == 1) {
      to = text[0];
      return true;
    }
    return in.mismatch("a string of one character of ASCII", from);
  }
  template <class Out>
  static bool write(Out& out, const char& from) {
    return out.string(std::string_view(&from, 1));
  }
};

/// A literal is written as a string.
template <>
struct codec<const char*> {
  template <class Out>
  static bool write(Out& out, const char* const& from) {
    return from == nullptr ? out.null() : out.string(from);
  }
};

}  // namespace varvel

#endif

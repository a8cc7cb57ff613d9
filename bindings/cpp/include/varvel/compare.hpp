// Comparison across all types, in one order of all nodes; and hashes.

#ifndef VARVEL_COMPARE_HPP
#define VARVEL_COMPARE_HPP

#include <varvel/convert.hpp>
#include <varvel/object.hpp>
#include <varvel/value.hpp>

#if VARVEL_HAS_SPACESHIP
#include <compare>
#endif
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <type_traits>

namespace varvel {
namespace detail {

inline bool equal_nodes(const view& a, const view& b) noexcept {
  if (a.is_frozen() && b.is_frozen()) {
    const site at = a.site(), other = b.site();
    if (at.start == other.start && at.place == other.place && at.how == other.how) return true;
  }
  return vv_equal(a.raw(), b.raw());
}

// Whether a node is equal to a value of the language, which is of its own kind: 1 is not 1.0.
template <class T>
bool equal_to(const view& of, const T& other) {
  if constexpr (is_nothing<T>) {
    return of.is_null();
  } else if constexpr (std::is_same_v<T, bool> || is_integer<T>) {
    T found{};
    return scalar<T>::read(of, found) && found == other;
  } else if constexpr (std::is_floating_point_v<T>) {
    double found = 0;
    if (of.kind() != kind::floating || !scalar<double>::read(of, found)) return false;
    return found == static_cast<double>(other) || (found != found && other != other);
  } else if constexpr (is_text<T>) {
    std::string_view found;
    return scalar<std::string_view>::read(of, found) && found == std::string_view(other);
  } else {
    return vv_equal(of.raw(), value(other).node().raw());
  }
}

template <class A, class B>
inline constexpr bool are_nodes = is_readable<A>&& is_readable<B>;
template <class A, class B>
inline constexpr bool is_node_and_other = is_readable<A> && !is_readable<B> && is_writable<B>;

}  // namespace detail

/// Whether things may be compared: two nodes, or a node and what a value can be made of.
template <class A, class B>
inline constexpr bool are_comparable =
    detail::are_nodes<A, B> || detail::is_node_and_other<A, B> || detail::is_node_and_other<B, A>;

/// Returns whether two nodes are equal, frozen or not: objects whatever the order of their members;
/// 1 and 1.0 differ; NaN equals NaN.
template <class A, class B, std::enable_if_t<detail::are_nodes<A, B>, int> = 0>
bool operator==(const A& a, const B& b) noexcept {
  return detail::equal_nodes(a.node(), b.node());
}
template <class A, class B, std::enable_if_t<detail::are_nodes<A, B>, int> = 0>
bool operator!=(const A& a, const B& b) noexcept {
  return !detail::equal_nodes(a.node(), b.node());
}
/// Returns whether a node is equal to what a value can be made of.
template <class A, class B, std::enable_if_t<detail::is_node_and_other<A, B>, int> = 0>
bool operator==(const A& a, const B& b) {
  return detail::equal_to(a.node(), b);
}
template <class A, class B, std::enable_if_t<detail::is_node_and_other<A, B>, int> = 0>
bool operator!=(const A& a, const B& b) {
  return !detail::equal_to(a.node(), b);
}
template <class A, class B, std::enable_if_t<detail::is_node_and_other<B, A>, int> = 0>
bool operator==(const A& a, const B& b) {
  return detail::equal_to(b.node(), a);
}
template <class A, class B, std::enable_if_t<detail::is_node_and_other<B, A>, int> = 0>
bool operator!=(const A& a, const B& b) {
  return !detail::equal_to(b.node(), a);
}

// The standard library compares an optional with anything: one that is empty with nothing. Here it
// is equal to null, so these are chosen before.
#define VARVEL_EQUAL_TO_OPTIONAL(node)                        \
  template <class T>                                          \
  bool operator==(const node& a, const std::optional<T>& b) { \
    return b ? a == *b : a.is_null();                         \
  }                                                           \
  template <class T>                                          \
  bool operator!=(const node& a, const std::optional<T>& b) { \
    return !(a == b);                                         \
  }                                                           \
  template <class T>                                          \
  bool operator==(const std::optional<T>& a, const node& b) { \
    return b == a;                                            \
  }                                                           \
  template <class T>                                          \
  bool operator!=(const std::optional<T>& a, const node& b) { \
    return !(b == a);                                         \
  }
VARVEL_EQUAL_TO_OPTIONAL(view)
VARVEL_EQUAL_TO_OPTIONAL(frozen)
VARVEL_EQUAL_TO_OPTIONAL(value)
VARVEL_EQUAL_TO_OPTIONAL(reference)
VARVEL_EQUAL_TO_OPTIONAL(object)
VARVEL_EQUAL_TO_OPTIONAL(array)
#undef VARVEL_EQUAL_TO_OPTIONAL

#if VARVEL_HAS_SPACESHIP
/// One order of all nodes, in which nodes that are equal are equivalent.
template <class A, class B, std::enable_if_t<detail::are_nodes<A, B>, int> = 0>
std::weak_ordering operator<=>(const A& a, const B& b) noexcept {
  return a.compare(b.node()) <=> 0;
}
#else
/// One order of all nodes, in which nodes that are equal are equivalent.
template <class A, class B, std::enable_if_t<detail::are_nodes<A, B>, int> = 0>
bool operator<(const A& a, const B& b) noexcept {
  return a.compare(b.node()) < 0;
}
template <class A, class B, std::enable_if_t<detail::are_nodes<A, B>, int> = 0>
bool operator>(const A& a, const B& b) noexcept {
  return a.compare(b.node()) > 0;
}
template <class A, class B, std::enable_if_t<detail::are_nodes<A, B>, int> = 0>
bool operator<=(const A& a, const B& b) noexcept {
  return a.compare(b.node()) <= 0;
}
template <class A, class B, std::enable_if_t<detail::are_nodes<A, B>, int> = 0>
bool operator>=(const A& a, const B& b) noexcept {
  return a.compare(b.node()) >= 0;
}
#endif

}  // namespace varvel

template <>
struct std::hash<varvel::value> {
  std::size_t operator()(const varvel::value& of) const noexcept { return of.hash(); }
};
template <>
struct std::hash<varvel::frozen> {
  std::size_t operator()(const varvel::frozen& of) const noexcept { return of.hash(); }
};
template <>
struct std::hash<varvel::object> {
  std::size_t operator()(const varvel::object& of) const noexcept { return of.hash(); }
};
template <>
struct std::hash<varvel::array> {
  std::size_t operator()(const varvel::array& of) const noexcept { return of.hash(); }
};

#endif

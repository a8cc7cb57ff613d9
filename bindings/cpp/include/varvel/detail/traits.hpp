// Which types are what: strings, sequences, maps, types with hooks.

#ifndef VARVEL_DETAIL_TRAITS_HPP
#define VARVEL_DETAIL_TRAITS_HPP

#include <varvel/view.hpp>

#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace varvel {

class value;
class reference;

namespace detail {

template <class T>
using plain = std::remove_cv_t<std::remove_reference_t<T>>;

template <class T>
inline constexpr bool is_readable = is_node<T>;

// The typed values: objects and arrays.
template <class T, class = void>
inline constexpr bool has_as_value = false;
template <class T>
inline constexpr bool has_as_value<T, std::void_t<decltype(std::declval<const T&>().as_value())>> =
    true;

template <class T>
inline constexpr bool is_text = std::is_convertible_v<const T&, std::string_view> &&
                                !std::is_same_v<T, std::nullptr_t> && !is_readable<T>;

template <class T>
inline constexpr bool is_nothing =
    std::is_same_v<T, std::nullptr_t> || std::is_same_v<T, std::monostate> ||
    std::is_same_v<T, std::nullopt_t>;

template <class T>
inline constexpr bool is_bytes =
    !is_text<T> && !std::is_same_v<T, bytes_view> && std::is_convertible_v<const T&, bytes_view>;

template <class T, class = void>
inline constexpr bool is_range = false;
template <class T>
inline constexpr bool is_range<T, std::void_t<decltype(std::begin(std::declval<const T&>())),
                                              decltype(std::end(std::declval<const T&>()))>> =
    // A path of std::filesystem has paths as its items, without end.
    !std::is_same_v<plain<decltype(*std::begin(std::declval<const T&>()))>, T>;

template <class T, class = void>
inline constexpr bool has_mapped_type = false;
template <class T>
inline constexpr bool
    has_mapped_type<T, std::void_t<typename T::key_type, typename T::mapped_type>> = true;

template <class T>
inline constexpr bool is_std_array = false;
template <class T, std::size_t N>
inline constexpr bool is_std_array<std::array<T, N>> = true;

// Items in a row, of any number.
template <class T>
inline constexpr bool is_sequence =
    is_range<T> && !is_text<T> && !is_bytes<T> && !is_readable<T> && !has_mapped_type<T> &&
    !std::is_same_v<T, bytes_view> && !is_std_array<T>;

template <class T>
inline constexpr bool is_map = is_range<T>&& has_mapped_type<T>;

// Functions of the user's type that are found in its own namespace.
template <class T, class = void>
inline constexpr bool has_to_hook = false;
template <class T>
inline constexpr bool has_to_hook<
    T, std::void_t<decltype(to_varvel(std::declval<value&>(), std::declval<const T&>()))>> = true;

template <class T, class = void>
inline constexpr bool has_from_hook = false;
template <class T>
inline constexpr bool has_from_hook<
    T, std::void_t<decltype(from_varvel(std::declval<const view&>(), std::declval<T&>()))>> = true;

// A class with virtual functions and no hooks: what a pointer to one points to may be of a class
// below it, whose name stands in the document.
template <class T>
inline constexpr bool is_named_class =
    std::is_polymorphic_v<T> && !has_to_hook<T> && !has_from_hook<T>;

template <class T, class = void>
inline constexpr bool has_to = false;
template <class T>
inline constexpr bool has_to<T, std::void_t<decltype(converter<T>::to(std::declval<const T&>()))>> =
    true;

template <class T, class = void>
inline constexpr bool has_from = false;
template <class T>
inline constexpr bool
    has_from<T, std::void_t<decltype(converter<T>::from(std::declval<const view&>()))>> = true;

template <class T>
inline constexpr bool is_plain_scalar =
    std::is_same_v<T, bool> || is_integer<T> || std::is_floating_point_v<T> || is_text<T> ||
    is_bytes<T> || is_nothing<T> || std::is_same_v<T, bytes_view> || std::is_same_v<T, timestamp>;

template <class T>
struct has_converter_to : std::bool_constant<has_to<T>> {};

// Whether a value can be made of a `T`. The converter is looked at only where nothing else says so.
template <class T>
inline constexpr bool is_writable =
    std::disjunction_v<std::bool_constant<is_readable<T> || is_plain_scalar<T>>,
                       has_converter_to<T>>;

}  // namespace detail

/// Whether a `T` can be read from a node: `view.as<T>()`.
template <class T>
inline constexpr bool is_convertible_from_view = detail::is_scalar<T> || detail::has_from<T>;

/// Whether a value can be made of a `T`: `varvel::value(t)`.
template <class T>
inline constexpr bool is_convertible_to_value = detail::is_writable<T>;

}  // namespace varvel

#endif

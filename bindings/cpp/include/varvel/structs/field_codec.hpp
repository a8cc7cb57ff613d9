// Reads and writes a field as its attributes say.

#ifndef VARVEL_STRUCTS_FIELD_CODEC_HPP
#define VARVEL_STRUCTS_FIELD_CODEC_HPP

#include <varvel/structs/binary.hpp>
#include <varvel/structs/maps.hpp>
#include <varvel/structs/place.hpp>
#include <varvel/structs/value.hpp>

#include <memory>
#include <optional>

namespace varvel::structs {

/// Whether a type has a value that stands for nothing.
template <class T>
inline constexpr bool is_nullable = false;
template <class T>
inline constexpr bool is_nullable<std::optional<T>> = true;
template <class T>
inline constexpr bool is_nullable<std::unique_ptr<T>> = true;
template <class T>
inline constexpr bool is_nullable<std::shared_ptr<T>> = true;

template <class T, std::size_t I>
inline constexpr bool has_default =
    has_any<attributes::default_attribute, typename facts<T>::template tuple<I>>;

/// Whether a field may be missing in a document.
template <class T, std::size_t I>
inline constexpr bool may_miss =
    !field_has<attributes::required_attribute, T, I> &&
    (is_nullable<typename facts<T>::template type<I>> || has_default<T, I> ||
     field_has<attributes::defaulted_attribute, T, I> ||
     field_has<attributes::omit_empty_attribute, T, I> ||
     type_has<attributes::all_defaulted_attribute, T>);

/// Gives a field that is missing its value.
template <class T, std::size_t I, class Member>
VARVEL_INLINE void set_missing(Member& member) {
  if constexpr (has_default<T, I>) {
    member = static_cast<Member>(
        find_any<attributes::default_attribute>(facts<T>::template attributes<I>::all).value);
  } else if constexpr (field_has<attributes::omit_empty_attribute, T, I>) {
    member = Member();
  } else if constexpr (is_nullable<Member> && !field_has<attributes::defaulted_attribute, T, I> &&
                       !type_has<attributes::all_defaulted_attribute, T>) {
    member = Member();
  }
}

template <class T, std::size_t I>
constexpr bool has_alias([[maybe_unused]] std::string_view key) {
  if constexpr (field_has<attributes::alias_attribute, T, I>) {
    return std::get<attributes::alias_attribute>(facts<T>::template attributes<I>::all).text == key;
  }
  return false;
}

template <class T, std::size_t... I>
bool is_alias([[maybe_unused]] std::size_t field, [[maybe_unused]] std::string_view key,
              std::index_sequence<I...>) {
  return ((field == I && has_alias<T, I>(key)) || ...);
}

/// Returns whether a field is called `key` in documents.
template <class T>
bool is_field_name(std::size_t field, std::string_view key) {
  return facts<T>::names[field] == key ||
         is_alias<T>(field, key, std::make_index_sequence<facts<T>::count>());
}

template <class Tuple>
struct handler_of {
  using type = void;
};
template <class Handler, class... Rest>
struct handler_of<std::tuple<attributes::with_attribute<Handler>, Rest...>> {
  using type = Handler;
};
template <class First, class... Rest>
struct handler_of<std::tuple<First, Rest...>> : handler_of<std::tuple<Rest...>> {};

/// How a field is read and written, where an attribute says it: void for the codec of its type.
template <class T, std::size_t I>
constexpr auto chosen_codec() {
  using own = typename handler_of<typename facts<T>::template tuple<I>>::type;
  if constexpr (!std::is_void_v<own>) {
    return type_of<own>{};
  } else if constexpr (field_has<attributes::base64_attribute, T, I>) {
    return type_of<bytes_codec<base64_text>>{};
  } else if constexpr (field_has<attributes::hex_attribute, T, I>) {
    return type_of<bytes_codec<hex_text>>{};
  } else if constexpr (field_has<attributes::pairs_attribute, T, I>) {
    return type_of<pairs_codec>{};
  } else {
    return type_of<void>{};
  }
}

/// The codec of a field: that of its type, unless an attribute says otherwise.
template <class T, std::size_t I>
struct field_codec {
  using chosen = typename decltype(chosen_codec<T, I>())::type;

  template <class In, class Member>
  VARVEL_INLINE static bool read(In& in, const node& from, Member& to) {
    if constexpr (!std::is_void_v<chosen>) {
      return chosen::read(in, from, to);
    } else {
      if constexpr (In::has_handlers) in.here = place_of<T, I>;
      return read_value(in, from, to);
    }
  }
  template <class Out, class Member>
  VARVEL_INLINE static bool write(Out& out, const Member& from) {
    if constexpr (!std::is_void_v<chosen>) {
      return chosen::write(out, from);
    } else {
      if constexpr (Out::has_handlers) out.here = place_of<T, I>;
      return write_value(out, from);
    }
  }
};

}  // namespace varvel::structs

#endif

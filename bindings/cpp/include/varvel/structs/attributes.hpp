// Attributes: what VARVEL_FIELDS and VARVEL_TYPE say of fields and types beside their names.

#ifndef VARVEL_STRUCTS_ATTRIBUTES_HPP
#define VARVEL_STRUCTS_ATTRIBUTES_HPP

#include <varvel/config.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace varvel {

/// Stands for a type where a function is chosen by it.
template <class T>
struct type_of {
  using type = T;
};

/// The attributes. They need no qualification inside of VARVEL_FIELDS, VARVEL_ENUM and VARVEL_TYPE.
namespace attributes {

struct name_attribute {
  std::string_view text;
};
/// The name of a field or of an enum's value in documents.
constexpr name_attribute renamed(std::string_view text) {
  return {text};
}

struct alias_attribute {
  std::string_view text;
};
/// One more name that is read, but not written: the one from before a field was renamed.
constexpr alias_attribute also(std::string_view text) {
  return {text};
}

struct skip_attribute {};
/// The field is neither read nor written.
inline constexpr skip_attribute skipped{};

struct defaulted_attribute {};
/// The field may be missing in a document; it stays then as a new struct has it.
inline constexpr defaulted_attribute defaulted{};

template <class Value>
struct default_attribute {
  Value value;
};
/// The field may be missing in a document; it gets this value then.
template <class Value>
constexpr default_attribute<Value> defaults_to(Value value) {
  return {value};
}

struct required_attribute {};
/// The field must be in a document, although it is an optional or a pointer.
inline constexpr required_attribute required{};

struct omit_empty_attribute {};
/// The field is not written while it is empty: no value, no items, no text. It may be missing.
inline constexpr omit_empty_attribute omit_empty{};

struct base64_attribute {};
/// Bytes (a container of 8-bit numbers, or a string) are written as text in Base64.
inline constexpr base64_attribute base64{};

struct hex_attribute {};
/// Bytes are written as text, two hexadecimal digits each.
inline constexpr hex_attribute hex{};

struct pairs_attribute {};
/// A map is written as an array of `{"$key": ..., "$value": ...}`, whatever its keys are.
inline constexpr pairs_attribute as_pairs{};

template <class Handler>
struct with_attribute {
  using handler = Handler;
};
/// The field is read and written by a handler: a type with functions `read` and `write`.
template <class Handler>
inline constexpr with_attribute<Handler> handled_by{};

template <class Value>
struct note_attribute {
  std::string_view key;
  Value value;
};
/// Something about a field for handlers: `noted("width", 3)`.
template <class Value>
constexpr note_attribute<Value> noted(std::string_view key, Value value) {
  return {key, value};
}

struct unknown_refused_attribute {};
/// For a type: a member of a document that is no field is an error.
inline constexpr unknown_refused_attribute unknown_refused{};

struct all_defaulted_attribute {};
/// For a type: all fields may be missing in a document.
inline constexpr all_defaulted_attribute all_defaulted{};

/// How the names of fields become those in documents.
enum class letters { camel_case, pascal_case, kebab_case, upper_case };

struct names_attribute {
  letters how;
};
/// For a type: how the names of fields become those in documents: `named_in(letters::camel_case)`
/// makes `firstName` of `first_name` and of `FirstName`.
constexpr names_attribute named_in(letters how) {
  return {how};
}

struct flags_attribute {};
/// For an enum: its values are bits, and it is written as the list of their names.
inline constexpr flags_attribute bit_flags{};

struct tag_attribute {
  std::string_view text;
};
/// For a type: the member by which a variant knows it, or a registry: `tagged_by("kind")`.
constexpr tag_attribute tagged_by(std::string_view text) {
  return {text};
}

}  // namespace attributes

namespace structs {

template <class... Types>
struct type_list {
  static constexpr std::size_t size = sizeof...(Types);
};

/// A field that a macro has named.
template <class Owner, class Member, class... Attributes>
struct field {
  using owner = Owner;
  using type = Member;
  std::string_view name;
  Member Owner::* member;
  std::tuple<Attributes...> attributes;
};

template <class Owner, class Member, class... Attributes>
constexpr field<Owner, Member, Attributes...> make_field(std::string_view name,
                                                         Member Owner::* member,
                                                         Attributes... attributes) {
  return {name, member, std::tuple<Attributes...>(attributes...)};
}

/// False whatever the type: for assertions that fail only where a template is used.
template <class T>
inline constexpr bool never = false;

/// Whether a type is an instance of a template.
template <class T, template <class...> class Template>
inline constexpr bool is_instance = false;
template <template <class...> class Template, class... Args>
inline constexpr bool is_instance<Template<Args...>, Template> = true;

/// Whether one of the attributes in a tuple is of a type.
template <class Attribute, class Tuple>
inline constexpr bool has = false;
template <class Attribute, class... All>
inline constexpr bool has<Attribute, std::tuple<All...>> = (std::is_same_v<Attribute, All> || ...);

/// Returns the text of an attribute in a tuple, or another text if it is not there.
template <class Attribute, class... All>
constexpr std::string_view text_in(const std::tuple<All...>& all, std::string_view otherwise) {
  if constexpr (has<Attribute, std::tuple<All...>>) {
    return std::get<Attribute>(all).text;
  } else {
    return otherwise;
  }
}

/// Whether one of the attributes in a tuple is of a template.
template <template <class...> class Attribute, class Tuple>
inline constexpr bool has_any = false;
template <template <class...> class Attribute, class... All>
inline constexpr bool has_any<Attribute, std::tuple<All...>> = (is_instance<All, Attribute> || ...);

/// Returns the attribute of a template, which is there.
template <template <class...> class Attribute, std::size_t I = 0, class Tuple>
constexpr const auto& find_any(const Tuple& all) {
  if constexpr (is_instance<std::tuple_element_t<I, Tuple>, Attribute>) {
    return std::get<I>(all);
  } else {
    return find_any<Attribute, I + 1>(all);
  }
}

}  // namespace structs
}  // namespace varvel

#endif

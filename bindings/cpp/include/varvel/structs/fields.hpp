// The fields of a struct, one list whichever way they became known.

#ifndef VARVEL_STRUCTS_FIELDS_HPP
#define VARVEL_STRUCTS_FIELDS_HPP

#include <varvel/structs/aggregate.hpp>
#include <varvel/structs/attributes.hpp>
#include <varvel/structs/macros.hpp>
#include <varvel/structs/names.hpp>

#include <array>
#include <cstdint>

namespace varvel::structs {

/// The list that VARVEL_FIELDS made, in the struct or beside it.
template <class T, class = void>
struct declared {
  static constexpr bool exists = false;
};
template <class T>
struct declared<T, std::void_t<decltype(std::declval<T&>().varvel_fields(type_of<T>{}))>> {
  static constexpr bool exists = true;
  using list = decltype(std::declval<T&>().varvel_fields(type_of<T>{}));
};

template <class T, class = void>
struct declared_beside {
  static constexpr bool exists = false;
};
template <class T>
struct declared_beside<T, std::void_t<decltype(varvel_fields(type_of<T>{}))>> {
  static constexpr bool exists = true;
  using list = decltype(varvel_fields(type_of<T>{}));
};

/// The attributes of a type, by VARVEL_TYPE in it or beside it.
template <class T, class = void>
struct attributes_in {
  static constexpr std::tuple<> all{};
};
template <class T>
struct attributes_in<T, std::void_t<decltype(std::declval<T&>().varvel_type(type_of<T>{}))>> {
  static constexpr auto all = decltype(std::declval<T&>().varvel_type(type_of<T>{}))::all();
};
template <class T, class = void>
struct attributes_beside {
  static constexpr std::tuple<> all{};
};
template <class T>
struct attributes_beside<T, std::void_t<decltype(varvel_type(type_of<T>{}))>> {
  static constexpr auto all = decltype(varvel_type(type_of<T>{}))::all();
};

template <class T>
struct type_attributes {
  static constexpr auto all = std::tuple_cat(attributes_in<T>::all, attributes_beside<T>::all);
  using tuple = std::remove_const_t<decltype(all)>;
};

/// Whether VARVEL_TYPE gave an attribute to a type.
template <class Attribute, class T>
inline constexpr bool type_has = has<Attribute, typename type_attributes<T>::tuple>;

/// The member of documents that tells which type a value has: `tagged_by("kind")`.
template <class T>
inline constexpr std::string_view tag_name =
    text_in<attributes::tag_attribute>(type_attributes<T>::all, "$type");

template <class List, class T>
struct listed {
  static constexpr auto own = List::fields();
  static constexpr std::size_t own_count = std::tuple_size_v<std::remove_const_t<decltype(own)>>;

  template <std::size_t I>
  using own_field = std::tuple_element_t<I, std::remove_const_t<decltype(own)>>;

  template <std::size_t I>
  static constexpr std::string_view own_name() {
    return std::get<I>(own).name;
  }
  template <std::size_t I, class Struct>
  VARVEL_INLINE static constexpr auto& own_get(Struct& of) noexcept {
    return of.*(std::get<I>(own).member);
  }
  using bases = decltype(List::bases());
};

template <class T>
struct unlisted {
  static constexpr std::size_t own_count = aggregate_count<T>();

  template <std::size_t I>
  struct own_field {
    using type =
        std::remove_cv_t<std::remove_reference_t<decltype(aggregate_get<I>(std::declval<T&>()))>>;
  };
  template <std::size_t I>
  static constexpr std::string_view own_name() {
    return aggregate_name<T, I>();
  }
  template <std::size_t I, class Struct>
  VARVEL_INLINE static constexpr auto& own_get(Struct& of) noexcept {
    return aggregate_get<I>(of);
  }
  using bases = type_list<>;
};

template <class T, bool In = declared<T>::exists, bool Beside = declared_beside<T>::exists>
struct source_of {
  using type = unlisted<T>;
};
template <class T, bool Beside>
struct source_of<T, true, Beside> {
  using type = listed<typename declared<T>::list, T>;
};
template <class T>
struct source_of<T, false, true> {
  using type = listed<typename declared_beside<T>::list, T>;
};

/// Whether the fields of a struct are known: a macro named them, or the compiler tells.
template <class T>
inline constexpr bool has_fields =
    declared<T>::exists || declared_beside<T>::exists || is_known_aggregate<T>;

template <class T>
struct facts;

template <class Bases>
struct base_facts;
template <class... Bases>
struct base_facts<type_list<Bases...>> {
  static constexpr std::size_t count = (std::size_t{0} + ... + facts<Bases>::count);
};

/// Finds the base that has the field `I` of all bases' fields.
template <std::size_t I, class Base, class... Bases>
struct base_with {
  static constexpr bool here = I < facts<Base>::count;
  static constexpr auto find() {
    if constexpr (here) {
      return std::pair<type_of<Base>, std::integral_constant<std::size_t, I>>{};
    } else {
      return base_with<I - facts<Base>::count, Bases...>::find();
    }
  }
};
template <std::size_t I, class List>
struct base_of;
template <std::size_t I, class... Bases>
struct base_of<I, type_list<Bases...>> {
  using found = decltype(base_with<I, Bases...>::find());
  using base = typename found::first_type::type;
  static constexpr std::size_t index = found::second_type::value;
};

/// The attributes that a field has in VARVEL_FIELDS, found by its number.
template <class Own, std::size_t I, class = void>
struct own_attributes {
  using tuple = std::tuple<>;
  using type = typename Own::template own_field<I>::type;
  static constexpr tuple all{};
};
template <class Own, std::size_t I>
struct own_attributes<Own, I, std::void_t<typename Own::template own_field<I>::owner>> {
  using type = typename Own::template own_field<I>::type;
  static constexpr auto all = std::get<I>(Own::own).attributes;
  using tuple = std::remove_const_t<decltype(all)>;
};

/// A name of at most `Room` bytes, made at compile time.
template <std::size_t Room>
struct short_text {
  char bytes[Room + 1] = {};
  std::size_t length = 0;

  constexpr void add(char c) { bytes[length++] = c; }
  constexpr std::string_view view() const { return {bytes, length}; }
};

constexpr char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
}
constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

/// Returns whether a word begins with the capital at `i` of a name such as `HTTPPort`: behind a
/// small letter or a digit, or before a small letter.
constexpr bool begins_word(std::string_view name, std::size_t i) {
  if (i == 0 || lower(name[i]) == name[i] || name[i - 1] == '_') return false;
  if (lower(name[i - 1]) == name[i - 1]) return true;
  return i + 1 < name.size() && upper(name[i + 1]) != name[i + 1];
}

/// Writes a name of C++, `first_name` or `FirstName`, in other letters.
template <std::size_t Room>
constexpr short_text<Room> in_letters(std::string_view name, attributes::letters how) {
  using attributes::letters;
  short_text<Room> out;
  const bool joined = how == letters::camel_case || how == letters::pascal_case;
  const char between = how == letters::kebab_case ? '-' : '_';
  bool is_first = how == letters::camel_case, starts = how == letters::pascal_case;
  for (std::size_t i = 0; i < name.size(); i++) {
    const char c = name[i];
    const bool begins = begins_word(name, i);
    if (c == '_' || begins) {
      // Underscores before the first word stay; in joined words they go.
      if (!joined) out.add(between);
      is_first = is_first && out.length == 0;
      starts = joined && !is_first && (out.length != 0 || starts);
    }
    if (c == '_') continue;
    if (how == letters::upper_case || starts) {
      out.add(upper(c));
    } else {
      out.add(is_first || how == letters::kebab_case ? lower(c) : c);
    }
    starts = false;
  }
  return out;
}

/// All that is known of the fields of a struct, those of its bases first.
template <class T>
struct facts {
  using own = typename source_of<T>::type;
  static constexpr std::size_t inherited = base_facts<typename own::bases>::count;
  static constexpr std::size_t count = inherited + own::own_count;

  template <std::size_t I, class Struct>
  VARVEL_INLINE static constexpr auto& get(Struct& of) noexcept {
    if constexpr (I < inherited) {
      using base = base_of<I, typename own::bases>;
      using type = std::conditional_t<std::is_const_v<Struct>, const typename base::base,
                                      typename base::base>;
      return facts<typename base::base>::template get<base::index>(static_cast<type&>(of));
    } else {
      return own::template own_get<I - inherited>(of);
    }
  }

  template <std::size_t I>
  static constexpr auto attribute_source() {
    if constexpr (I < inherited) {
      using base = base_of<I, typename own::bases>;
      return facts<typename base::base>::template attribute_source<base::index>();
    } else {
      return own_attributes<own, I - inherited>{};
    }
  }
  template <std::size_t I>
  using attributes = decltype(attribute_source<I>());
  template <std::size_t I>
  using type = typename attributes<I>::type;
  template <std::size_t I>
  using tuple = typename attributes<I>::tuple;
  template <class Attribute, std::size_t I>
  static constexpr bool has = structs::has<Attribute, tuple<I>>;

  /// The name of a field in C++.
  template <std::size_t I>
  static constexpr std::string_view field_name() {
    if constexpr (I < inherited) {
      using base = base_of<I, typename own::bases>;
      return facts<typename base::base>::template field_name<base::index>();
    } else {
      return own::template own_name<I - inherited>();
    }
  }

  template <std::size_t I>
  struct other_letters {
    static constexpr std::string_view plain = field_name<I>();
    static constexpr auto text = in_letters<2 * plain.size()>(
        plain, std::get<varvel::attributes::names_attribute>(type_attributes<T>::all).how);
  };

  /// The name of a field in documents, unless the field has the attribute `renamed`.
  template <std::size_t I>
  static constexpr std::string_view plain_name() {
    if constexpr (type_has<varvel::attributes::names_attribute, T>) {
      return other_letters<I>::text.view();
    } else {
      return field_name<I>();
    }
  }

  /// The name of a field in documents.
  template <std::size_t I>
  static constexpr std::string_view name() {
    if constexpr (I < inherited) {
      using base = base_of<I, typename own::bases>;
      return facts<typename base::base>::template name<base::index>();
    } else {
      return text_in<varvel::attributes::name_attribute>(attributes<I>::all, plain_name<I>());
    }
  }

  template <std::size_t... I>
  static constexpr std::array<std::string_view, count> all_names(std::index_sequence<I...>) {
    return {name<I>()...};
  }
  /// The names of all fields in documents.
  static constexpr std::array<std::string_view, count> names =
      all_names(std::make_index_sequence<count>());
};

/// Whether VARVEL_FIELDS gave an attribute to a field.
template <class Attribute, class T, std::size_t I>
inline constexpr bool field_has = facts<T>::template has<Attribute, I>;

/// The facts of a struct that code needs which is not compiled anew for each struct.
struct struct_facts {
  std::string_view type;
  const std::string_view* names;
  const std::string_view* types;
  std::size_t count;
};

template <class T, std::size_t... I>
constexpr std::array<std::string_view, facts<T>::count> field_types(std::index_sequence<I...>) {
  return {name_of_type<typename facts<T>::template type<I>>()...};
}

template <class T>
inline constexpr auto field_types_of = field_types<T>(std::make_index_sequence<facts<T>::count>());

template <class T>
inline constexpr struct_facts facts_of = {name_of_type<T>(), facts<T>::names.data(),
                                          field_types_of<T>.data(), facts<T>::count};

}  // namespace varvel::structs

#endif

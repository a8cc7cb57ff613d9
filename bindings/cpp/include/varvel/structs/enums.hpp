// Enums by the names of their values, and bit flags as lists of names. An enum without names is a
// number.

#ifndef VARVEL_STRUCTS_ENUMS_HPP
#define VARVEL_STRUCTS_ENUMS_HPP

#include <varvel/structs/codec.hpp>
#include <varvel/structs/nearest.hpp>

#include <array>

namespace varvel {

/// The values among which the names of an enum are looked for, where VARVEL_ENUM does not list
/// them: from the least to the greatest. Specialise it for an enum with others.
template <class Enum>
struct enum_range {
  static constexpr int least = std::is_signed_v<std::underlying_type_t<Enum>> ? -16 : 0;
  static constexpr int greatest = sizeof(Enum) == 1 ? 127 : 255;
};

namespace structs {

/// A value of an enum with its name in documents.
template <class Enum>
struct enum_value {
  std::string_view name;
  Enum value;
};

template <class Enum>
constexpr enum_value<Enum> make_value(std::string_view name, Enum value) {
  return {name, value};
}
template <class Enum>
constexpr enum_value<Enum> make_value(std::string_view, Enum value,
                                      attributes::name_attribute name) {
  return {name.text, value};
}

template <class Enum, std::size_t N, std::size_t... I>
constexpr std::array<enum_value<Enum>, N> values_of(const enum_value<Enum> (&list)[N],
                                                    std::index_sequence<I...>) {
  return {list[I]...};
}
template <class Enum, std::size_t N>
constexpr std::array<enum_value<Enum>, N> values_of(const enum_value<Enum> (&list)[N]) {
  return values_of(list, std::make_index_sequence<N>());
}

template <class Enum, class = void>
struct declared_values {
  static constexpr bool exists = false;
};
template <class Enum>
struct declared_values<Enum, std::void_t<decltype(varvel_enum(type_of<Enum>{}))>> {
  static constexpr bool exists = true;
  static constexpr auto all = decltype(varvel_enum(type_of<Enum>{}))::all();
};

/// Whether an enum has a type of its own, so that it may have any value of that.
template <class Enum, class = void>
inline constexpr bool is_fixed = !std::is_convertible_v<Enum, std::underlying_type_t<Enum>>;
template <class Enum>
inline constexpr bool is_fixed<Enum, std::void_t<decltype(Enum{0})>> = true;

template <class Enum, Enum... Values>
constexpr std::string_view raw_values() {
  return VARVEL__SIGNATURE;
}

/// Returns the name at the end of a value's text; empty for a number: `(ns::fruit)5`.
constexpr std::string_view name_in(std::string_view text) {
  std::size_t start = text.size();
  while (start != 0 && text[start - 1] != ':' && text[start - 1] != ')') start--;
  const std::string_view last = text.substr(start);
  const bool number = last.empty() || last[0] == '-' || (last[0] >= '0' && last[0] <= '9');
  return number ? std::string_view() : last;
}

/// Calls `take` with the name of each value in the text of `raw_values`, in order; with an empty
/// name for a value that has none.
template <class Take>
constexpr void each_name(std::string_view text, std::size_t count, Take take) {
  // "... Enum ...Values = {ns::red, (ns::Enum)5}; ..." of gcc, "... Values = <ns::red,
  // (ns::Enum)5>]" of clang. Namespaces without a name are "{anonymous}" or "(anonymous
  // namespace)".
  constexpr std::string_view before = "Values = ";
  std::size_t at = text.find(before) + before.size() + 1;
  for (std::size_t i = 0; i < count; i++) {
    const std::size_t start = at;
    int open = 0;
    for (; open != 0 || text[at] != ','; at++) {
      if (text[at] == '(' || text[at] == '{' || text[at] == '<') open++;
      if (text[at] == ')' || text[at] == '}' || text[at] == '>') open--;
      if (open < 0) break;
    }
    take(i, name_in(text.substr(start, at - start)));
    at += 2;
  }
}

/// The values of an enum that have names, among those that are asked for.
template <class Enum, Enum... Values>
struct found_values {
  static constexpr std::string_view text = raw_values<Enum, Values...>();
  static constexpr std::size_t asked = sizeof...(Values);

  static constexpr std::size_t count_named() {
    std::size_t named = 0;
    each_name(text, asked, [&named](std::size_t, std::string_view name) {
      if (!name.empty()) named++;
    });
    return named;
  }
  static constexpr std::size_t count = count_named();

  static constexpr std::array<enum_value<Enum>, count> find() {
    std::array<enum_value<Enum>, count> found{};
    constexpr Enum all[] = {Values...};
    std::size_t next = 0;
    each_name(text, asked, [&](std::size_t i, std::string_view name) {
      if (!name.empty()) found[next++] = {name, all[i]};
    });
    return found;
  }
};

template <class Enum, std::size_t... I>
constexpr auto values_in_range(std::index_sequence<I...>) {
  constexpr int least = enum_range<Enum>::least;
  return found_values<Enum, static_cast<Enum>(least + static_cast<int>(I))...>::find();
}
template <class Enum, std::size_t... I>
constexpr auto values_of_bits(std::index_sequence<I...>) {
  using number = std::underlying_type_t<Enum>;
  return found_values<Enum, static_cast<Enum>(static_cast<number>(
                                static_cast<std::make_unsigned_t<number>>(1) << I))...>::find();
}

template <class Enum>
inline constexpr bool is_flags = type_has<attributes::flags_attribute, Enum>;

template <class Enum>
constexpr auto find_values() {
  if constexpr (declared_values<Enum>::exists) {
    return declared_values<Enum>::all;
  } else {
    static_assert(is_fixed<Enum>, "an enum without a type of its own needs VARVEL_ENUM");
    if constexpr (is_flags<Enum>) {
      return values_of_bits<Enum>(std::make_index_sequence<8 * sizeof(Enum)>());
    } else {
      constexpr int count = enum_range<Enum>::greatest - enum_range<Enum>::least + 1;
      return values_in_range<Enum>(std::make_index_sequence<static_cast<std::size_t>(count)>());
    }
  }
}

/// The values of an enum, with their names.
template <class Enum>
inline constexpr auto enum_values = find_values<Enum>();

template <class Enum>
inline constexpr std::size_t enum_count = enum_values<Enum>.size();

/// Whether the values of an enum have no names, as those of an integer in a type of its own:
/// `enum class entity_id : std::uint32_t {}`.
template <class Enum, class = void>
inline constexpr bool is_numbered = false;
template <class Enum>
inline constexpr bool is_numbered<Enum, std::enable_if_t<std::is_enum_v<Enum>>> =
    enum_count<Enum> == 0;

template <class In, class Enum>
VARVEL_COLD bool unknown_value(In& in, std::string_view text, const Enum*) {
  std::array<std::string_view, enum_count<Enum>> names{};
  for (std::size_t i = 0; i < names.size(); i++) names[i] = enum_values<Enum>[i].name;
  return in.fail(errc::unknown_variant, one_of(names.data(), names.size()),
                 std::string("`") + std::string(text) + '`',
                 nearest(text, names.data(), names.size()));
}

/// Finds the value that has a name.
template <class Enum>
bool value_called(std::string_view text, Enum& to) noexcept {
  for (const auto& one : enum_values<Enum>) {
    if (one.name == text) {
      to = one.value;
      return true;
    }
  }
  return false;
}

/// Reads the name of a value.
template <class In, class Enum>
bool read_name(In& in, const node& from, Enum& to) {
  std::string_view text;
  if (!text_of(in.document, from, text)) {
    return in.mismatch(std::string("a string, a name of ") + std::string(name_of_type<Enum>()),
                       from);
  }
  return value_called(text, to) || unknown_value(in, text, &to);
}

/// Finds the name of a value; empty if it has none.
template <class Enum>
std::string_view name_of_value(Enum value) noexcept {
  for (const auto& one : enum_values<Enum>) {
    if (one.value == value) return one.name;
  }
  return {};
}

/// Notes that a value of an enum has no name. Returns false.
template <class Out, class Enum>
VARVEL_COLD bool no_name(Out& out, Enum value) {
  return out.fail(errc::unrepresentable,
                  std::string("a value with a name of ") + std::string(name_of_type<Enum>()),
                  std::to_string(static_cast<long long>(value)),
                  declared_values<Enum>::exists ? "" : "VARVEL_ENUM lists values beyond 255");
}

}  // namespace structs

template <class Enum>
struct codec<Enum, std::enable_if_t<std::is_enum_v<Enum> && !structs::is_flags<Enum> &&
                                    !std::is_same_v<Enum, std::byte>>> {
  static constexpr bool is_standard = true;
  using number = std::underlying_type_t<Enum>;

  template <class In>
  static bool read(In& in, const structs::node& from, Enum& to) {
    if constexpr (structs::is_numbered<Enum>) {
      number value{};
      if (!structs::read_integer(in, from, value)) return false;
      to = static_cast<Enum>(value);
      return true;
    } else {
      return structs::read_name(in, from, to);
    }
  }
  template <class Out>
  static bool write(Out& out, const Enum& from) {
    if constexpr (structs::is_numbered<Enum>) {
      return codec<number>::write(out, static_cast<number>(from));
    } else {
      const std::string_view name = structs::name_of_value(from);
      return name.empty() ? structs::no_name(out, from) : out.string(name);
    }
  }
};

/// Bit flags: a list of names.
template <class Enum>
struct codec<Enum, std::enable_if_t<std::is_enum_v<Enum> && structs::is_flags<Enum>>> {
  using number = std::make_unsigned_t<std::underlying_type_t<Enum>>;

  template <class In>
  static bool read(In& in, const structs::node& from, Enum& to) {
    structs::items all;
    if (!structs::items_of(from, all)) return in.mismatch("an array of names", from);
    number bits = 0;
    for (std::size_t i = 0; i < all.count; i++) {
      Enum one{};
      if (!structs::read_name(in, all.at(i), one)) {
        return in.leave_item(i, structs::name_of_type<Enum>(), "string");
      }
      bits = static_cast<number>(bits | static_cast<number>(one));
    }
    to = static_cast<Enum>(bits);
    return true;
  }
  template <class Out>
  static bool write(Out& out, const Enum& from) {
    const auto bits = static_cast<number>(from);
    std::array<std::string_view, structs::enum_count<Enum>> names{};
    std::size_t count = 0;
    number known = 0;
    for (const auto& one : structs::enum_values<Enum>) {
      const auto mask = static_cast<number>(one.value);
      if (mask == 0 || (bits & mask) != mask || (known & mask) == mask) continue;
      known = static_cast<number>(known | mask);
      names[count++] = one.name;
    }
    if (known != bits) {
      return out.fail(
          errc::unrepresentable,
          std::string("bits with names of ") + std::string(structs::name_of_type<Enum>()),
          std::to_string(static_cast<unsigned long long>(bits)));
    }
    if (!out.begin_array(count)) return false;
    for (std::size_t i = 0; i < count; i++) {
      if (!out.string(names[i])) return false;
    }
    return out.end_array();
  }
};

}  // namespace varvel

#endif

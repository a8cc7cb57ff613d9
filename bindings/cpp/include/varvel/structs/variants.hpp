// Variants: by the name that a type tells, or by the shape of what stands in the document.

#ifndef VARVEL_STRUCTS_VARIANTS_HPP
#define VARVEL_STRUCTS_VARIANTS_HPP

#include <varvel/structs/binary.hpp>
#include <varvel/structs/maps.hpp>
#include <varvel/structs/read_struct.hpp>
#include <varvel/structs/sequences.hpp>
#include <varvel/structs/tagged.hpp>
#include <varvel/structs/times.hpp>
#include <varvel/structs/tuples.hpp>

#include <variant>

namespace varvel {

template <>
struct codec<std::monostate> {
  template <class In>
  static bool read(In& in, const structs::node& from, std::monostate&) {
    return from.is(structs::literal::null) || in.mismatch("null", from);
  }
  template <class Out>
  static bool write(Out& out, const std::monostate&) {
    return out.null();
  }
};

template <>
struct codec<std::nullptr_t> {
  template <class In>
  static bool read(In& in, const structs::node& from, std::nullptr_t&) {
    return from.is(structs::literal::null) || in.mismatch("null", from);
  }
  template <class Out>
  static bool write(Out& out, const std::nullptr_t&) {
    return out.null();
  }
};

namespace structs {

using detail::closeness;

inline bool is_float_node(const node& of) noexcept {
  return numeric_of(of).kind == numeric::f64 || of.is_other(other::decimal);
}
inline bool is_integer_node(const node& of) noexcept {
  return numeric_of(of).is_integer() || of.is_other(other::integer_text);
}

/// Returns whether a float of this width holds the integer of a node, as far as a double does.
template <class Float>
bool is_held(const node& of) {
  if constexpr (sizeof(Float) >= sizeof(double)) return true;
  const numeric number = numeric_of(of);
  double value = number.as_double();
  return (number.kind != numeric::none || number_of_digits(of, value)) &&
         detail::holds<Float>(value);
}

/// Whether all fields that must be there are, and nothing else if it is `closeness::same`.
template <class T, std::size_t... I>
bool has_all_fields(const plan& by, std::index_sequence<I...>) {
  return ((may_miss<T, I> || field_has<attributes::skip_attribute, T, I> ||
           by.slots[I] != plan::none) &&
          ...);
}
template <class T>
bool fits_struct(const document& in, const node& from, closeness how) {
  members all;
  if (!members_of(in, from, false, all)) return false;
  constexpr std::size_t words =
      (sizeof(plan) + facts<T>::count * sizeof(std::uint32_t)) / sizeof(std::uint64_t) + 1;
  std::uint64_t room[words];
  plan& by = *reinterpret_cast<plan*>(room);
  make_plan<T>(all, in, by);
  return (how != closeness::same || by.unknown == plan::none) &&
         has_all_fields<T>(by, std::make_index_sequence<facts<T>::count>());
}

/// Returns whether a node has the shape of a type. At most the first item of each array is looked
/// at.
template <class T>
bool fits_shape(const document& in, const node& from, closeness how) {
  std::string_view text;
  if constexpr (std::is_same_v<T, bool>) {
    return from.is(literal::yes) || from.is(literal::no);
  } else if constexpr (std::is_same_v<T, std::monostate> || std::is_same_v<T, std::nullptr_t>) {
    return from.is(literal::null);
  } else if constexpr (std::is_floating_point_v<T>) {
    if (is_float_node(from)) return true;
    return how != closeness::same && is_integer_node(from) &&
           (how == closeness::nearest || is_held<T>(from));
  } else if constexpr (detail::is_integer<T>) {
    return is_integer_node(from);
  } else if constexpr (std::is_enum_v<T>) {
    T value{};
    items all;
    if constexpr (is_flags<T>) return items_of(from, all);
    if constexpr (!is_standard<T>) return true;
    if constexpr (is_numbered<T>) return is_integer_node(from);
    return text_of(in, from, text) && (how != closeness::same || value_called(text, value));
  } else if constexpr (is_nullable<T>) {
    return from.is(literal::null) ||
           fits_shape<std::remove_reference_t<decltype(*std::declval<T&>())>>(in, from, how);
  } else if constexpr (is_character<T> || is_text<T>) {
    return text_of(in, from, text) && (is_text<T> || text.size() == 1);
  } else if constexpr (holds_bytes<T>) {
    return bytes_of(from, text) || text_of(in, from, text);
  } else if constexpr (is_time_point<T>) {
    return from.is_other(other::timestamp) || text_of(in, from, text);
  } else if constexpr (is_duration<T>) {
    return fits_shape<typename T::rep>(in, from, how);
  } else if constexpr (is_fixed_array<T> || is_tuple<T>) {
    items all;
    return items_of(from, all) && all.count == std::tuple_size_v<T>;
  } else if constexpr (is_sequence<T> || is_set<T>) {
    items all;
    if (!items_of(from, all)) return false;
    return all.count == 0 || fits_shape<typename T::value_type>(in, all.at(0), how);
  } else if constexpr (is_map<T> || is_multimap<T>) {
    members all;
    return members_of(in, from, true, all);
  } else if constexpr (has_fields<T> && is_standard<T>) {
    return fits_struct<T>(in, from, how);
  } else {
    return true;
  }
}

template <class T, class Variant, class In>
bool read_alternative(In& in, const node& from, Variant& to) {
  return read_value(in, from, to.template emplace<T>());
}

template <class... Types, class In>
bool read_variant(In& in, const node& from, std::variant<Types...>& to) {
  using variant = std::variant<Types...>;
  using reading_function = bool (*)(In&, const node&, variant&);
  static constexpr reading_function readers[] = {&read_alternative<Types, variant, In>...};
  constexpr std::size_t count = sizeof...(Types);
  std::size_t chosen = count, at = 0;
  if constexpr ((is_tagged<Types> || ...)) {
    std::string_view name, key;
    std::size_t member = 0;
    constexpr std::string_view names[] = {document_name<Types>()...};
    constexpr std::string_view keys[] = {tag_name<Types>...};
    constexpr bool tagged[] = {is_tagged<Types>...};
    for (std::size_t i = 0; i < count && chosen == count; i++) {
      if (!tagged[i] || !text_member(in.document, from, keys[i], name, member)) continue;
      key = keys[i];
      if (name == names[i]) chosen = i;
    }
    if (chosen == count && !key.empty()) {
      members all;
      members_of(in.document, from, true, all);
      const std::size_t other_key = first_other_key(in.document, all);
      if (other_key < member) return refuse_key(in, all, other_key, "variant");
      std::string_view told[count];
      std::size_t known = 0;
      for (std::size_t i = 0; i < count; i++) {
        if (tagged[i]) told[known++] = names[i];
      }
      in.fail(errc::unknown_variant, one_of(told, known),
              std::string("`") + std::string(name) + '`', nearest(name, told, known));
      return in.leave_member(key, member, "variant", "string");
    }
  }
  for (const closeness how : detail::all_closeness) {
    if (chosen != count) break;
    at = 0;
    ((void)(chosen == count && fits_shape<Types>(in.document, from, how) ? chosen = at : 0, at++),
     ...);
  }
  if (chosen != count) return readers[chosen](in, from, to);
  std::string expected = "one of";
  ((expected += std::string(" `") + std::string(name_of_type<Types>()) + "`"), ...);
  return in.mismatch(expected, from);
}

}  // namespace structs

template <class... Types>
struct codec<std::variant<Types...>> {
  template <class In>
  static bool read(In& in, const structs::node& from, std::variant<Types...>& to) {
    return structs::read_variant(in, from, to);
  }
  template <class Out>
  static bool write(Out& out, const std::variant<Types...>& from) {
    if (from.valueless_by_exception()) {
      return out.fail(errc::unrepresentable, "a variant with a value");
    }
    return std::visit([&out](const auto& value) { return structs::write_value(out, value); }, from);
  }
};

}  // namespace varvel

#endif

// How values are read from frozen bytes, and what a type says of that: `varvel::codec`.

#ifndef VARVEL_STRUCTS_CODEC_HPP
#define VARVEL_STRUCTS_CODEC_HPP

#include <varvel/structs/input.hpp>

#include <cstdio>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

namespace varvel {

/// How a type is read and written. Specialise it for a type that is neither a struct with fields
/// nor one of the standard library's, with two function templates:
///
///     template <> struct varvel::codec<point> {
///       template <class In>
///       static bool read(In& in, const structs::node& from, point& to);
///       template <class Out>
///       static bool write(Out& out, const point& from);
///     };
///
/// Both return false after an error that `in` or `out` has noted. `codec<Other>::read` and
/// `codec<Other>::write` do the work where another type has the form that documents show.
template <class T, class = void>
struct codec {
  static_assert(structs::never<T>,
                "this type has no codec: name its fields by VARVEL_FIELDS (in C++20 aggregates "
                "need nothing), or specialise varvel::codec");
};

namespace structs {

/// Whether the codec of a type is that of this library: a program may have another for any type.
template <class T, class = void>
inline constexpr bool is_standard = false;
template <class T>
inline constexpr bool is_standard<T, std::void_t<decltype(codec<T>::is_standard)>> = true;

/// Reads a value. Returns false after an error, which `in` has then.
template <class In, class T>
VARVEL_INLINE bool read(In& in, const node& from, T& to) {
  return codec<T>::read(in, from, to);
}

template <class In, class Integer>
VARVEL_COLD bool read_rare_integer(In& in, const node& from, Integer& to) {
  if (detail::store_integer(numeric_of(from), to)) return true;
  if (!integer_text(from).empty()) return in.beyond(name_of_type<Integer>(), from);
  return in.mismatch("an integer", from);
}

/// Reads an integer.
template <class In, class Integer>
VARVEL_INLINE bool read_integer(In& in, const node& from, Integer& to) {
  std::int64_t value;
  if (from.tag == tag::small_integer) {
    value = from.small();
  } else if (from.tag == tag::int32) {
    value = load<std::int32_t>(from.target());
  } else if (from.tag == tag::int64) {
    value = load<std::int64_t>(from.target());
  } else {
    return read_rare_integer(in, from, to);
  }
  if (VARVEL_LIKELY(fits<Integer>(value))) {
    to = static_cast<Integer>(value);
    return true;
  }
  return in.beyond(name_of_type<Integer>(), from);
}

/// Finds the double nearest to the number of a node whose digits are kept as text. Returns false if
/// it has none.
inline bool number_of_digits(const node& from, double& found) {
  if (!from.is_other(other::integer_text) && !from.is_other(other::decimal)) return false;
  // The C library reads the digits, since the standard library may lack that, or take another point
  // for the decimals.
  const std::string_view digits = text_at(from.target() + 1);
  vv_frozen* frozen = nullptr;
  if (vv_freeze(VV_JSON, digits.data(), digits.size(), nullptr, &frozen, nullptr) != VV_OK) {
    return false;
  }
  const bool good = vv_as_f64(vv_frozen_root(frozen), &found);
  vv_frozen_free(frozen);
  return good;
}

/// Stores a double as a float of any width.
template <class In, class Float>
VARVEL_INLINE bool narrow_float(In& in, const node& from, double value, Float& to) {
  if (VARVEL_LIKELY(detail::store_float(value, to))) return true;
  return in.beyond(name_of_type<Float>(), from);
}

/// Returns whether a float of a width is the integer of a node, which is nearest to `value`.
template <class Float>
bool holds_integer(const node& from, double value) noexcept {
  if (!detail::holds<Float>(value)) return false;
  const numeric number = numeric_of(from);
  if (number.kind != numeric::none) return number.is_double();
  char digits[320];  // The largest double has 309.
  const int length = std::snprintf(digits, sizeof digits, "%.0f", value);
  return length > 0 &&
         std::string_view(digits, static_cast<std::size_t>(length)) == text_at(from.target() + 1);
}

template <class In, class Float>
VARVEL_COLD bool read_rare_number(In& in, const node& from, Float& to) {
  const numeric number = numeric_of(from);
  double value = 0;
  bool is_integer = number.is_integer();
  if (number.kind != numeric::none) {
    value = number.as_double();
  } else if (number_of_digits(from, value)) {
    is_integer = *from.target() != other::decimal;
  } else {
    return in.mismatch("a number", from);
  }
  if (is_integer && !in.one_kind_of_number && !holds_integer<Float>(from, value)) {
    return in.beyond("a number that a float holds", from);
  }
  return narrow_float(in, from, value, to);
}

/// Reads a number as a float.
template <class In, class Float>
VARVEL_INLINE bool read_float(In& in, const node& from, Float& to) {
  if (VARVEL_LIKELY(from.tag == tag::float64)) {
    return narrow_float(in, from, load<double>(from.target()), to);
  }
  return read_rare_number(in, from, to);
}

}  // namespace structs

template <>
struct codec<bool> {
  static constexpr bool is_standard = true;
  template <class In>
  VARVEL_INLINE static bool read(In& in, const structs::node& from, bool& to) {
    const std::uint64_t which = from.bits - (structs::literal::no << 4);
    if (VARVEL_LIKELY(from.tag == structs::tag::literal && (which & ~std::uint64_t{16}) == 0)) {
      to = which != 0;
      return true;
    }
    return in.mismatch("a boolean", from);
  }
  template <class Out>
  VARVEL_INLINE static bool write(Out& out, const bool& from) {
    return out.boolean(from);
  }
};

template <class T>
struct codec<T, std::enable_if_t<detail::is_integer<T>>> {
  static constexpr bool is_standard = true;
  template <class In>
  VARVEL_INLINE static bool read(In& in, const structs::node& from, T& to) {
    return structs::read_integer(in, from, to);
  }
  template <class Out>
  VARVEL_INLINE static bool write(Out& out, const T& from) {
    if constexpr (std::is_signed_v<T>) {
      return out.integer(static_cast<std::int64_t>(from));
    } else {
      return out.natural(static_cast<std::uint64_t>(from));
    }
  }
};

template <class T>
struct codec<T, std::enable_if_t<std::is_floating_point_v<T>>> {
  static constexpr bool is_standard = true;
  template <class In>
  VARVEL_INLINE static bool read(In& in, const structs::node& from, T& to) {
    return structs::read_float(in, from, to);
  }
  template <class Out>
  VARVEL_INLINE static bool write(Out& out, const T& from) {
    if constexpr (sizeof(T) == sizeof(float)) {
      return out.single(from);
    } else {
      static_assert(sizeof(T) == sizeof(double), "documents have no floats beyond 64 bits");
      return out.number(from);
    }
  }
};

template <>
struct codec<std::string> {
  static constexpr bool is_standard = true;
  template <class In>
  VARVEL_INLINE static bool read(In& in, const structs::node& from, std::string& to) {
    std::string_view text;
    if (VARVEL_LIKELY(structs::text_of(in.document, from, text))) {
      to.assign(text.data(), text.size());
      return true;
    }
    return in.mismatch("a string", from);
  }
  template <class Out>
  VARVEL_INLINE static bool write(Out& out, const std::string& from) {
    return out.string(from);
  }
};

template <>
struct codec<std::string_view> {
  template <class In>
  VARVEL_INLINE static bool read(In& in, const structs::node& from, std::string_view& to) {
    if (!in.keeps) return lost(in);
    if (VARVEL_LIKELY(structs::text_of(in.document, from, to))) return true;
    return in.mismatch("a string", from);
  }
  template <class In>
  VARVEL_COLD static bool lost(In& in) {
    return in.fail(errc::refused, {}, "a string_view needs a document that is kept",
                   "read it by varvel::keep or varvel::read_kept");
  }
  template <class Out>
  VARVEL_INLINE static bool write(Out& out, const std::string_view& from) {
    return out.string(from);
  }
};

}  // namespace varvel

#endif

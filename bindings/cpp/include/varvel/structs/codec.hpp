// How values are read from frozen bytes, and what a type says of that: `varvel::codec`.

#ifndef VARVEL_STRUCTS_CODEC_HPP
#define VARVEL_STRUCTS_CODEC_HPP

#include <varvel/structs/input.hpp>

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
  static_assert(
      structs::is_instance<T, type_of> && !structs::is_instance<T, type_of>,
      "this type has no codec: name its fields by VARVEL_FIELDS (in C++20 aggregates need "
      "nothing), or specialise varvel::codec");
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

/// An integer in 64 bits, with or without a sign.
struct wide_integer {
  std::uint64_t bits;
  bool negative;
};

/// Finds the integer of a node that is none of the usual forms. Returns false if it is no integer,
/// or one beyond 64 bits.
inline bool rare_integer(const node& from, wide_integer& found) noexcept {
  if (from.tag == tag::element && from.unused != packed::f32 && from.unused != packed::f64) {
    found.bits = from.bits;
    found.negative = from.unused != packed::u64 && static_cast<std::int64_t>(from.bits) < 0;
    return true;
  }
  if (from.tag == tag::other && *from.target() == other::unsigned64) {
    found.bits = load<std::uint64_t>(from.target() + 1);
    found.negative = false;
    return true;
  }
  return false;
}

/// Returns whether an integer fits a type.
template <class Integer>
VARVEL_INLINE bool fits(std::int64_t value) noexcept {
  if constexpr (std::is_signed_v<Integer>) {
    return sizeof(Integer) == 8 || (value >= std::numeric_limits<Integer>::min() &&
                                    value <= std::numeric_limits<Integer>::max());
  } else if constexpr (sizeof(Integer) == 8) {
    return value >= 0;
  } else {
    return value >= 0 && value <= static_cast<std::int64_t>(std::numeric_limits<Integer>::max());
  }
}

template <class In, class Integer>
VARVEL_COLD bool read_rare_integer(In& in, const node& from, Integer& to) {
  wide_integer found{};
  if (rare_integer(from, found)) {
    const auto value = static_cast<std::int64_t>(found.bits);
    if (found.negative || value >= 0) {
      if (fits<Integer>(value)) {
        to = static_cast<Integer>(value);
        return true;
      }
    } else if constexpr (std::is_unsigned_v<Integer> && sizeof(Integer) == 8) {
      to = static_cast<Integer>(found.bits);
      return true;
    }
    return in.beyond(name_of_type<Integer>(), from);
  }
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

/// Finds the number of a node that is no float of 64 bits. `exact` tells whether the float is the
/// number, and not merely the nearest.
inline bool rare_number(const node& from, double& found, bool& exact) {
  exact = true;
  std::int64_t value;
  switch (from.tag) {
    case tag::small_integer: found = static_cast<double>(from.small()); return true;
    case tag::int32: found = load<std::int32_t>(from.target()); return true;
    case tag::int64: value = load<std::int64_t>(from.target()); break;
    case tag::element:
      if (from.unused == packed::f64 || from.unused == packed::f32) {
        if (from.unused == packed::f64) {
          std::memcpy(&found, &from.bits, sizeof found);
        } else {
          const auto bits = static_cast<std::uint32_t>(from.bits);
          float narrow;
          std::memcpy(&narrow, &bits, sizeof narrow);
          found = narrow;
        }
        return true;
      }
      value = static_cast<std::int64_t>(from.bits);
      if (from.unused == packed::u64 && value < 0) {
        found = static_cast<double>(from.bits);
        exact = found < 18446744073709551616.0 && static_cast<std::uint64_t>(found) == from.bits;
        return true;
      }
      break;
    case tag::other: {
      const byte* at = from.target();
      if (*at == other::float32) {
        found = load<float>(at + 1);
        return true;
      }
      if (*at == other::unsigned64) {
        const auto bits = load<std::uint64_t>(at + 1);
        found = static_cast<double>(bits);
        exact = found < 18446744073709551616.0 && static_cast<std::uint64_t>(found) == bits;
        return true;
      }
      if (*at != other::integer_text && *at != other::decimal) return false;
      at++;
      const std::size_t length = take_length(at);
      // The C library reads the digits, since the standard library may lack that, or take another
      // point for the decimals.
      vv_frozen* frozen = nullptr;
      if (vv_freeze(VV_JSON, at, length, nullptr, &frozen, nullptr) != VV_OK) return false;
      const bool good = vv_as_f64(vv_frozen_root(frozen), &found);
      vv_frozen_free(frozen);
      exact = *from.target() == other::decimal;
      return good;
    }
    default: return false;
  }
  found = static_cast<double>(value);
  exact = found < 9223372036854775808.0 && static_cast<std::int64_t>(found) == value;
  return true;
}

template <class In, class Float>
VARVEL_COLD bool read_rare_number(In& in, const node& from, Float& to) {
  double value;
  bool exact;
  if (!rare_number(from, value, exact)) return in.mismatch("a number", from);
  if (!exact && !in.one_kind_of_number) return in.beyond("a number that a float holds", from);
  return narrow_float(in, from, value, to);
}

/// Stores a float of 64 bits as one of another width, rounded once.
template <class In, class Float>
VARVEL_INLINE bool narrow_float(In& in, const node& from, double value, Float& to) {
  if constexpr (sizeof(Float) < sizeof(double)) {
    constexpr double most = static_cast<double>(std::numeric_limits<Float>::max());
    // Below this the nearest float is the largest one, and not infinite.
    constexpr double edge = most + most / 33554432.0;
    if (!(value < edge && value > -edge) && value - value == 0) {
      return in.beyond(name_of_type<Float>(), from);
    }
  }
  to = static_cast<Float>(value);
  return true;
}

/// Reads a number as a float.
template <class In, class Float>
VARVEL_INLINE bool read_float(In& in, const node& from, Float& to) {
  if (VARVEL_LIKELY(from.tag == tag::float64)) {
    return narrow_float(in, from, load<double>(from.target()), to);
  }
  return read_rare_number(in, from, to);
}

template <class T>
inline constexpr bool is_character = std::is_same_v<T, char> || std::is_same_v<T, wchar_t> ||
                                     std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t>
#if defined(__cpp_char8_t)
                                     || std::is_same_v<T, char8_t>
#endif
    ;

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
struct codec<T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool> &&
                                 !structs::is_character<T>>> {
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

// Numbers of 64 bits, as nodes hold them, and whether a type of the language can hold them too.

#ifndef VARVEL_DETAIL_NUMERIC_HPP
#define VARVEL_DETAIL_NUMERIC_HPP

#include <varvel/detail/layout.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>

namespace varvel {
namespace detail {

template <class T>
inline constexpr bool is_character = std::is_same_v<T, char> || std::is_same_v<T, wchar_t> ||
                                     std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t>
#if defined(__cpp_char8_t)
                                     || std::is_same_v<T, char8_t>
#endif
    ;

template <class T>
inline constexpr bool is_integer =
    std::is_integral_v<T> && !std::is_same_v<T, bool> && !is_character<T>;

// A number that a node is, if 64 bits hold it.
struct numeric {
  enum form : unsigned { none, i64, u64, f64 };

  form kind;
  std::uint64_t bits;  // of the integer, or of the double

  static VARVEL_INLINE numeric integer(std::int64_t value) noexcept {
    return {i64, static_cast<std::uint64_t>(value)};
  }
  static VARVEL_INLINE numeric natural(std::uint64_t value) noexcept {
    return {value >> 63 != 0 ? u64 : i64, value};
  }
  static VARVEL_INLINE numeric floating(double value) noexcept {
    numeric made{f64, 0};
    std::memcpy(&made.bits, &value, sizeof value);
    return made;
  }

  VARVEL_INLINE bool is_integer() const noexcept { return kind == i64 || kind == u64; }
  // Returns the double nearest to the number.
  VARVEL_INLINE double as_double() const noexcept {
    if (VARVEL_LIKELY(kind == f64)) {
      double value;
      std::memcpy(&value, &bits, sizeof value);
      return value;
    }
    if (kind == u64) return static_cast<double>(bits);
    return static_cast<double>(static_cast<std::int64_t>(bits));
  }
  // Returns whether the double nearest to the number is the number.
  bool is_double() const noexcept {
    const double nearest = as_double();
    if (kind == i64) {
      return nearest < 9223372036854775808.0 &&
             static_cast<std::int64_t>(nearest) == static_cast<std::int64_t>(bits);
    }
    return kind == f64 ||
           (nearest < 18446744073709551616.0 && static_cast<std::uint64_t>(nearest) == bits);
  }
};

// Reads a number of a packed array of this element.
VARVEL_INLINE numeric element_at(byte_ptr at, unsigned element) noexcept {
  switch (element) {
    case packed::i8: return numeric::integer(load<std::int8_t>(at));
    case packed::i16: return numeric::integer(load<std::int16_t>(at));
    case packed::i32: return numeric::integer(load<std::int32_t>(at));
    case packed::i64: return numeric::integer(load<std::int64_t>(at));
    case packed::u32: return numeric::integer(load<std::uint32_t>(at));
    case packed::f32: return numeric::floating(static_cast<double>(load<float>(at)));
    case packed::f64: return {numeric::f64, load<std::uint64_t>(at)};
    default: return numeric::natural(load<std::uint64_t>(at));
  }
}

// Reads the number of a node that stands behind a reference with this tag, if it is one.
VARVEL_INLINE numeric referred_number(unsigned tag, byte_ptr node) noexcept {
  switch (tag) {
    case tag::float64: return {numeric::f64, load<std::uint64_t>(node)};
    case tag::int32: return numeric::integer(load<std::int32_t>(node));
    case tag::int64: return numeric::integer(load<std::int64_t>(node));
    case tag::other:
      // These are 2^63 and more.
      if (*node == other::unsigned64) return {numeric::u64, load<std::uint64_t>(node + 1)};
      if (*node == other::float32) {
        return numeric::floating(static_cast<double>(load<float>(node + 1)));
      }
      break;
    default: break;
  }
  return {numeric::none, 0};
}

// Returns whether an integer fits a type.
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

// Stores a number as an integer. Returns false if it is no integer, or does not fit.
template <class Integer>
VARVEL_INLINE bool store_integer(numeric from, Integer& to) noexcept {
  if (VARVEL_LIKELY(from.kind == numeric::i64)) {
    if (!fits<Integer>(static_cast<std::int64_t>(from.bits))) return false;
  } else if (!std::is_unsigned_v<Integer> || sizeof(Integer) < 8 || from.kind != numeric::u64) {
    return false;
  }
  to = static_cast<Integer>(from.bits);
  return true;
}

// Stores a double as a float of any width, rounded once. Returns false if it is finite and beyond
// what rounds to the largest float.
template <class Float>
VARVEL_INLINE bool store_float(double from, Float& to) noexcept {
  if constexpr (sizeof(Float) < sizeof(double)) {
    static_assert(sizeof(Float) == 4, "a float of 32 bits");
    // Half a step above the largest float: this and more rounds to infinity.
    constexpr double edge = 0x1.ffffffp127;
    if (!(from < edge && from > -edge) && from - from == 0) return false;
  }
  to = static_cast<Float>(from);
  return true;
}

// Returns whether a float of this width holds a double exactly.
template <class Float>
bool holds(double value) noexcept {
  Float narrow{};
  return store_float(value, narrow) && static_cast<double>(narrow) == value;
}

// How closely a node fits an alternative of a variant. The first alternative that fits best is
// taken: a number of the same kind before a float that holds the integer, and that before a float
// which is merely the nearest.
enum class closeness { same, exact, nearest };
inline constexpr closeness all_closeness[] = {closeness::same, closeness::exact,
                                              closeness::nearest};

// Returns whether a text is an integer of any size in its one form.
inline bool is_integer_text(std::string_view text) noexcept {
  if (!text.empty() && text[0] == '-') {
    text.remove_prefix(1);
    if (text == "0") return false;
  }
  if (text.empty() || (text[0] == '0' && text.size() > 1)) return false;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
  }
  return true;
}

}  // namespace detail
}  // namespace varvel

#endif

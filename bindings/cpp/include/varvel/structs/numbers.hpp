// Arrays of numbers, which documents store in a row.

#ifndef VARVEL_STRUCTS_NUMBERS_HPP
#define VARVEL_STRUCTS_NUMBERS_HPP

#include <varvel/structs/codec.hpp>

namespace varvel::structs {

/// Room for at most so many bytes is made before the first item was read.
inline constexpr std::size_t trusted_bytes = std::size_t{1} << 20;

template <class T>
VARVEL_INLINE std::size_t trusted(std::size_t count) {
  return count <= trusted_bytes / sizeof(T) + 16 ? count : trusted_bytes / sizeof(T) + 16;
}

/// Copies numbers that a document stores in a row, if each fits.
template <class Stored, class T>
VARVEL_INLINE bool copy_numbers(const byte* from, std::size_t count, T* to) {
  if constexpr (std::is_same_v<Stored, T>) {
    // The numbers of a document are little-endian; so are those of nearly all machines.
    for (std::size_t i = 0; i < count; i++) to[i] = load<Stored>(from + i * sizeof(Stored));
    return true;
  } else {
    bool good = true;
    for (std::size_t i = 0; i < count; i++) {
      const Stored number = load<Stored>(from + i * sizeof(Stored));
      to[i] = static_cast<T>(number);
      if constexpr (std::is_integral_v<T>) {
        good &= static_cast<Stored>(to[i]) == number && (to[i] < T{}) == (number < Stored{});
      }
    }
    return good;
  }
}

/// Copies packed numbers into numbers of the same sort. Returns false if the codec has to read
/// each: for its rules, and for its error.
template <class T>
VARVEL_INLINE bool copy_packed(const items& from, T* to) {
  if constexpr (std::is_same_v<T, double> || std::is_same_v<T, float>) {
    if (from.element == packed::f64 && sizeof(T) == 8) {
      return copy_numbers<double>(from.numbers, from.count, to);
    }
    if (from.element == packed::f32) return copy_numbers<float>(from.numbers, from.count, to);
    if (from.element == packed::i8) return copy_numbers<std::int8_t>(from.numbers, from.count, to);
    if (from.element == packed::i16) {
      return copy_numbers<std::int16_t>(from.numbers, from.count, to);
    }
    return false;
  } else {
    switch (from.element) {
      case packed::i8: return copy_numbers<std::int8_t>(from.numbers, from.count, to);
      case packed::i16: return copy_numbers<std::int16_t>(from.numbers, from.count, to);
      case packed::i32: return copy_numbers<std::int32_t>(from.numbers, from.count, to);
      case packed::i64: return copy_numbers<std::int64_t>(from.numbers, from.count, to);
      case packed::u32: return copy_numbers<std::uint32_t>(from.numbers, from.count, to);
      case packed::u64: return copy_numbers<std::uint64_t>(from.numbers, from.count, to);
      default: return false;
    }
  }
}

template <class T>
inline constexpr bool is_plain_number =
    detail::is_integer<T> || std::is_same_v<T, double> || std::is_same_v<T, float>;

}  // namespace varvel::structs

#endif

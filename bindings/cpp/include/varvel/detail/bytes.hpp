// Little-endian numbers, counted texts, and the product that hashes are made of.

#ifndef VARVEL_DETAIL_BYTES_HPP
#define VARVEL_DETAIL_BYTES_HPP

#include <varvel/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif

namespace varvel {
namespace detail {

using byte_ptr = const unsigned char*;

// Numbers of the format are little-endian.
template <class T>
VARVEL_INLINE T load(byte_ptr at) noexcept {
  T value;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  unsigned char swapped[sizeof(T)];
  for (std::size_t i = 0; i < sizeof(T); ++i) swapped[i] = at[sizeof(T) - 1 - i];
  std::memcpy(&value, swapped, sizeof(T));
#else
  std::memcpy(&value, at, sizeof(T));
#endif
  return value;
}

// Reads a length, and moves `at` behind it.
VARVEL_INLINE std::size_t take_length(byte_ptr& at) noexcept {
  std::size_t length = *at++;
  if (VARVEL_LIKELY(length < 0x80)) return length;
  length &= 0x7F;
  for (unsigned shift = 7;; shift += 7) {
    const std::size_t next = *at++;
    length |= (next & 0x7F) << shift;
    if (next < 0x80) return length;
  }
}

// Returns the text that stands behind its length.
VARVEL_INLINE std::string_view text_at(byte_ptr at) noexcept {
  const std::size_t length = take_length(at);
  return std::string_view(reinterpret_cast<const char*>(at), length);
}

VARVEL_INLINE std::uint64_t multiply(std::uint64_t a, std::uint64_t b) noexcept {
#if defined(__SIZEOF_INT128__)
  __extension__ typedef unsigned __int128 wide;
  const wide product = static_cast<wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#elif defined(_MSC_VER) && defined(_M_X64)
  std::uint64_t high;
  const std::uint64_t low = _umul128(a, b, &high);
  return low ^ high;
#else
  const std::uint64_t mask = 0xFFFFFFFFu;
  const std::uint64_t low = (a & mask) * (b & mask), left = (a >> 32) * (b & mask);
  const std::uint64_t right = (a & mask) * (b >> 32), high = (a >> 32) * (b >> 32);
  const std::uint64_t middle = (low >> 32) + (left & mask) + (right & mask);
  return (low & mask | middle << 32) ^ (high + (left >> 32) + (right >> 32) + (middle >> 32));
#endif
}

}  // namespace detail
}  // namespace varvel

#endif

// The bytes that the sinks write: a buffer that grows, and the check that texts are UTF-8.

#ifndef VARVEL_STRUCTS_OUTPUT_HPP
#define VARVEL_STRUCTS_OUTPUT_HPP

#include <varvel/structs/node.hpp>
#include <varvel/structs/walk.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define VARVEL__SSE2 1
#else
#define VARVEL__SSE2 0
#endif

namespace varvel::structs {

/// Changes the size of a string; new bytes have any value where the library can do that.
inline void resize_for_overwrite(std::string& text, std::size_t size) {
#if defined(__cpp_lib_string_resize_and_overwrite)
  text.resize_and_overwrite(size, [](char*, std::size_t all) { return all; });
#else
  text.resize(size);
#endif
}

/// Returns the length of the valid character of UTF-8 with which a text begins, beyond ASCII; 0 if
/// it begins with none.
VARVEL_INLINE std::size_t character_at(const byte* at, std::size_t left) noexcept {
  const unsigned first = at[0];
  if (first < 0xC2 || left < 2 || (at[1] & 0xC0u) != 0x80) return 0;
  if (first < 0xE0) return 2;
  if (left < 3 || (at[2] & 0xC0u) != 0x80) return 0;
  const unsigned second = at[1];
  if (first < 0xF0) {
    if (first == 0xE0 && second < 0xA0) return 0;
    if (first == 0xED && second >= 0xA0) return 0;
    return 3;
  }
  if (left < 4 || (at[3] & 0xC0u) != 0x80 || first > 0xF4) return 0;
  if (first == 0xF0 && second < 0x90) return 0;
  if (first == 0xF4 && second >= 0x90) return 0;
  return 4;
}

/// Returns how many bytes of ASCII a text begins with.
VARVEL_INLINE std::size_t ascii_at(const byte* at, std::size_t left) noexcept {
  std::size_t done = 0;
#if defined(__GNUC__)
#if VARVEL__SSE2
  for (; left - done >= 16; done += 16) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + done));
    const unsigned high = static_cast<unsigned>(_mm_movemask_epi8(block));
    if (high != 0) return done + static_cast<std::size_t>(__builtin_ctz(high));
  }
#endif
  for (; left - done >= 8; done += 8) {
    const std::uint64_t high = load<std::uint64_t>(at + done) & 0x8080808080808080u;
    if (high != 0) return done + static_cast<std::size_t>(__builtin_ctzll(high)) / 8;
  }
#else
  while (left - done >= 8 && (load<std::uint64_t>(at + done) & 0x8080808080808080u) == 0) done += 8;
#endif
  while (done < left && at[done] < 0x80) done++;
  return done;
}

/// Returns whether a text is UTF-8.
inline bool is_utf8(std::string_view text) noexcept {
  const byte* at = reinterpret_cast<const byte*>(text.data());
  std::size_t left = text.size();
  while (left != 0) {
    const std::size_t plain = ascii_at(at, left);
    at += plain;
    left -= plain;
    while (left != 0 && *at >= 0x80) {
      // Most texts beyond Latin have three bytes a character, many in a row.
      while (left >= 4) {
        const std::uint32_t four = load<std::uint32_t>(at);
        const unsigned first = four & 0xFFu;
        if ((four & 0xC0C0F0u) != 0x8080E0u || first == 0xE0 || first == 0xED) break;
        at += 3;
        left -= 3;
      }
      if (left == 0 || *at < 0x80) break;
      const std::size_t length = character_at(at, left);
      if (length == 0) return false;
      at += length;
      left -= length;
    }
  }
  return true;
}

/// The bytes of a key as a format has it, made when the program is compiled.
template <std::size_t Size>
struct made_key {
  static constexpr std::size_t size = Size;
  char text[Size];
};

/// Bytes that are written into a string of the caller, in place of what it held. Its former size is
/// room that needs no filling. Where its capacity is enough, nothing is allocated.
class output : public walk {
 public:
  explicit output(std::string& to) : to_(to) {
    // Scalars take some bytes more than they have, also the last one.
    const std::size_t wanted = to_.size() + 64;
    if (to_.size() < 64) {
      resize_for_overwrite(to_, 256);
    } else if (wanted <= to_.capacity()) {
      resize_for_overwrite(to_, wanted);
    }
    at_ = to_.data();
    end_ = at_ + to_.size();
  }
  output(const output&) = delete;
  output& operator=(const output&) = delete;

  VARVEL_COLD bool not_utf8() { return fail(errc::invalid_utf8, "a text that is UTF-8"); }

  /// Cuts the string to what was written.
  void finish() { to_.resize(static_cast<std::size_t>(at_ - to_.data())); }

 protected:
  /// Returns how many bytes there are so far.
  std::size_t used() const noexcept { return static_cast<std::size_t>(at_ - to_.data()); }
  char at(std::size_t offset) const noexcept { return to_.data()[offset]; }
  /// Makes room for some bytes.
  VARVEL_INLINE void room(std::size_t bytes) {
    if (!VARVEL_LIKELY(static_cast<std::size_t>(end_ - at_) >= bytes)) grow(bytes);
  }
  VARVEL_INLINE void add(const char* bytes, std::size_t count) noexcept {
    // An empty view may have no address, which memcpy() must not get.
    if (count != 0) std::memcpy(at_, bytes, count);
    at_ += count;
  }
  template <std::size_t Size>
  VARVEL_INLINE bool add(const made_key<Size>& key) {
    room(Size);
    std::memcpy(at_, key.text, Size);
    at_ += Size;
    return true;
  }

  char* at_;

 private:
  VARVEL_COLD void grow(std::size_t bytes) {
    const std::size_t used = static_cast<std::size_t>(at_ - to_.data());
    const std::size_t twice = 2 * to_.size();
    const std::size_t least = used + bytes;
    const std::size_t most = twice > least ? twice : least;
    resize_for_overwrite(to_, to_.capacity() >= least ? (std::min)(most, to_.capacity()) : most);
    at_ = to_.data() + used;
    end_ = to_.data() + to_.size();
  }

  std::string& to_;
  char* end_;
};

}  // namespace varvel::structs

#endif

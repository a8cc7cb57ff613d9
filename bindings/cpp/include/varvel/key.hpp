// Keys that are looked up often.

#ifndef VARVEL_KEY_HPP
#define VARVEL_KEY_HPP

#include <varvel/detail/bytes.hpp>
#include <varvel/detail/layout.hpp>

namespace varvel {

/// A key with its hash: made once, it spares the hashing at each look-up. `"name"_key` makes one of
/// a literal. It does not copy its text, which must outlive it.
class key {
 public:
  /// The empty key.
  key() noexcept : key(std::string_view("", 0)) {}
  /// A key.
  VARVEL_INLINE explicit key(std::string_view text) noexcept : text_(text) {
    const detail::byte_ptr p = reinterpret_cast<detail::byte_ptr>(text.data());
    const std::size_t n = text.size();
    std::uint64_t middle = 0;
    if (n >= 8) {
      // The length, and the first 7 bytes.
      head_ = detail::load<std::uint64_t>(p) << 8 | (n & 0xFF);
      last_ = detail::load<std::uint64_t>(p + n - 8);
      if (n >= 16) middle = detail::load<std::uint64_t>(p + n / 2 - 4);
    } else {
      std::uint64_t first = 0;
      if (n >= 4) {
        const std::uint64_t high = detail::load<std::uint32_t>(p + n - 4);
        first = detail::load<std::uint32_t>(p) | high << (8 * (n - 4));
      } else if (n > 0) {
        first = p[0] | static_cast<std::uint64_t>(p[n / 2]) << (8 * (n / 2)) |
                static_cast<std::uint64_t>(p[n - 1]) << (8 * (n - 1));
      }
      head_ = first << 8 | n;
    }
    hash_ = detail::multiply((head_ ^ middle * detail::hash_middle) ^ detail::hash_first,
                             last_ ^ detail::hash_last);
  }

  /// Returns the text.
  std::string_view text() const noexcept { return text_; }
  /// Returns the hash of spec/frozen.md.
  std::uint64_t hash() const noexcept { return hash_; }

  /// Returns whether the text whose length stands at `at` is this key. 8 bytes can be read there.
  VARVEL_INLINE bool is(detail::byte_ptr at) const noexcept {
    const std::size_t n = text_.size();
    if (VARVEL_LIKELY(n <= 15)) {
      const std::uint64_t found = detail::load<std::uint64_t>(at);
      if (n < 8) return (found ^ head_) << ((56 - 8 * n) & 63) == 0;
      return found == head_ && detail::load<std::uint64_t>(at + n - 7) == last_;
    }
    return detail::text_at(at) == text_;
  }

 private:
  std::string_view text_;
  std::uint64_t head_ = 0;
  std::uint64_t last_ = 0;
  std::uint64_t hash_ = 0;
};

inline namespace literals {

/// A key that was prepared: `view["name"_key]`.
inline key operator""_key(const char* text, std::size_t length) noexcept {
  return key(std::string_view(text, length));
}

}  // namespace literals

}  // namespace varvel

#endif

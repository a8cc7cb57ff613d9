// Bytes: as such where the format has them, or as text in Base64 or hexadecimal digits.

#ifndef VARVEL_STRUCTS_BINARY_HPP
#define VARVEL_STRUCTS_BINARY_HPP

#include <varvel/structs/value.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace varvel {
namespace structs {

/// Finds the bytes of a node. Returns false if it has none.
inline bool bytes_of(const node& from, std::string_view& found) noexcept {
  if (!from.is_other(other::bytes)) return false;
  found = text_at(from.target() + 1);
  return true;
}

/// Copies bytes into a string, a vector of bytes, or an array. Returns false if the array has room
/// for another number.
template <class C>
bool copy_bytes(std::string_view from, C& to) {
  static_assert(sizeof(typename C::value_type) == 1, "bytes are held in a container of bytes");
  if constexpr (is_instance<C, std::vector> || std::is_same_v<C, std::string>) {
    to.resize(from.size());
  } else if (to.size() != from.size()) {
    return false;
  }
  if (!from.empty()) std::memcpy(to.data(), from.data(), from.size());
  return true;
}

/// Stores bytes in a string, a vector of bytes, or an array of just as many.
template <class In, class C>
bool store_bytes(In& in, std::string_view from, C& to) {
  return copy_bytes(from, to) || in.fail(errc::type_mismatch, std::to_string(to.size()) + " bytes",
                                         std::to_string(from.size()));
}

template <class C>
std::string_view lent_bytes(const C& from) noexcept {
  static_assert(sizeof(typename C::value_type) == 1, "bytes are held in a container of bytes");
  return {reinterpret_cast<const char*>(from.data()), from.size()};
}

inline int hex_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Hexadecimal digits, two for each byte; read in letters of either case.
struct hex_text {
  static constexpr std::string_view expected = "bytes as pairs of hexadecimal digits";

  static std::string encode(std::string_view bytes) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    text.reserve(2 * bytes.size());
    for (const char c : bytes) {
      const auto code = static_cast<unsigned char>(c);
      text += digits[code >> 4];
      text += digits[code & 15];
    }
    return text;
  }
  static bool decode(std::string_view text, std::string& bytes) {
    if (text.size() % 2 != 0) return false;
    bytes.resize(text.size() / 2);
    for (std::size_t i = 0; i < bytes.size(); i++) {
      const int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
      if (high < 0 || low < 0) return false;
      bytes[i] = static_cast<char>(high << 4 | low);
    }
    return true;
  }
};

/// Base64 (RFC 4648), with padding.
struct base64_text {
  static constexpr std::string_view expected = "bytes in Base64";
  static constexpr char letters[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  static std::string encode(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
      std::uint32_t three = 0;
      for (std::size_t k = 0; k < 3; k++) {
        const unsigned code = i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u;
        three = three << 8 | code;
      }
      text += letters[three >> 18];
      text += letters[three >> 12 & 63];
      text += i + 1 < bytes.size() ? letters[three >> 6 & 63] : '=';
      text += i + 2 < bytes.size() ? letters[three & 63] : '=';
    }
    return text;
  }
  static int value(char c) noexcept {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
  }
  /// Takes the one text of the bytes, so that nothing is dropped.
  static bool decode(std::string_view text, std::string& bytes) {
    if (text.size() % 4 != 0) return false;
    std::size_t padding = 0;
    while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=')
      padding++;
    bytes.clear();
    for (std::size_t i = 0; i < text.size(); i += 4) {
      const bool last = i + 4 == text.size();
      const std::size_t count = last ? 4 - padding : 4;
      std::uint32_t four = 0;
      for (std::size_t k = 0; k < 4; k++) {
        const int digit = k < count ? value(text[i + k]) : 0;
        if (digit < 0) return false;
        four = four << 6 | static_cast<std::uint32_t>(digit);
      }
      if (count < 4 && (four & (count == 3 ? 0xFFu : 0xFFFFu)) != 0) return false;
      for (std::size_t k = 0; k + 1 < count; k++) {
        bytes += static_cast<char>(four >> (16 - 8 * k) & 0xFF);
      }
    }
    return true;
  }
};

/// Bytes as text. Formats with bytes have them as bytes, and both are read.
template <class Text>
struct bytes_codec {
  template <class In, class C>
  static bool read(In& in, const node& from, C& to) {
    std::string_view found;
    if (bytes_of(from, found)) return store_bytes(in, found, to);
    std::string bytes;
    if (!text_of(in.document, from, found) || !Text::decode(found, bytes)) {
      return in.mismatch(Text::expected, from);
    }
    return store_bytes(in, bytes, to);
  }
  template <class Out, class C>
  static bool write(Out& out, const C& from) {
    if constexpr (Out::has_bytes) {
      return out.bytes(lent_bytes(from));
    } else {
      return out.string(Text::encode(lent_bytes(from)));
    }
  }
};

template <class C>
inline constexpr bool holds_bytes = false;
template <class A>
inline constexpr bool holds_bytes<std::vector<std::byte, A>> = true;
template <std::size_t N>
inline constexpr bool holds_bytes<std::array<std::byte, N>> = true;

}  // namespace structs

/// `std::byte` in rows is bytes; formats without them have Base64.
template <class A>
struct codec<std::vector<std::byte, A>> : structs::bytes_codec<structs::base64_text> {};
template <std::size_t N>
struct codec<std::array<std::byte, N>> : structs::bytes_codec<structs::base64_text> {};

}  // namespace varvel

#endif

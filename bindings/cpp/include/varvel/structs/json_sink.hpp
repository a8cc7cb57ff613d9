// JSON, written by the codecs of types.

#ifndef VARVEL_STRUCTS_JSON_SINK_HPP
#define VARVEL_STRUCTS_JSON_SINK_HPP

#include <varvel/structs/output.hpp>

namespace varvel::structs {

/// Returns whether a key stands in JSON as it is: ASCII without quotes, backslashes and controls.
constexpr bool is_plain_key(std::string_view name) {
  for (const char c : name) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code > 0x7E || c == '"' || c == '\\') return false;
  }
  return true;
}

/// Makes `"name":` of a plain key.
template <std::size_t Length>
constexpr made_key<Length + 3> make_json_key(std::string_view name) {
  made_key<Length + 3> made{};
  made.text[0] = '"';
  for (std::size_t i = 0; i < Length; i++) made.text[i + 1] = name[i];
  made.text[Length + 1] = '"';
  made.text[Length + 2] = ':';
  return made;
}

/// Two digits for each number below 100.
struct digit_pairs {
  char text[200];
};
constexpr digit_pairs make_digit_pairs() {
  digit_pairs made{};
  for (unsigned i = 0; i < 100; i++) {
    made.text[2 * i] = static_cast<char>('0' + i / 10);
    made.text[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return made;
}
inline constexpr digit_pairs pairs_of_digits = make_digit_pairs();

VARVEL_INLINE void put_pair(char* to, std::uint32_t number) noexcept {
  std::memcpy(to, pairs_of_digits.text + 2 * number, 2);
}

/// Writes a number below 10,000 with four digits.
VARVEL_INLINE void put_four(char* to, std::uint32_t number) noexcept {
  const std::uint32_t high = number * 5243u >> 19;
  put_pair(to, high);
  put_pair(to + 2, number - 100 * high);
}

VARVEL_INLINE void put_eight(char* to, std::uint32_t number) noexcept {
  put_four(to, number / 10000);
  put_four(to + 4, number % 10000);
}

/// Writes a number below 10,000 without leading zeros. Returns the end.
VARVEL_INLINE char* put_small(char* to, std::uint32_t number) noexcept {
  if (number < 100) {
    if (number < 10) {
      *to = static_cast<char>('0' + number);
      return to + 1;
    }
    put_pair(to, number);
    return to + 2;
  }
  if (number < 1000) {
    *to = static_cast<char>('0' + number / 100);
    put_pair(to + 1, number % 100);
    return to + 3;
  }
  put_four(to, number);
  return to + 4;
}

VARVEL_INLINE char* put_below_1e8(char* to, std::uint32_t number) noexcept {
  if (number < 10000) return put_small(to, number);
  to = put_small(to, number / 10000);
  put_four(to, number % 10000);
  return to + 4;
}

/// Writes a number in at most 20 bytes. Returns the end.
inline char* put_natural(char* to, std::uint64_t number) noexcept {
  constexpr std::uint64_t step = 100000000;
  if (VARVEL_LIKELY(number < step)) return put_below_1e8(to, static_cast<std::uint32_t>(number));
  if (number < step * step) {
    to = put_below_1e8(to, static_cast<std::uint32_t>(number / step));
  } else {
    to = put_small(to, static_cast<std::uint32_t>(number / (step * step)));
    number %= step * step;
    put_eight(to, static_cast<std::uint32_t>(number / step));
    to += 8;
  }
  put_eight(to, static_cast<std::uint32_t>(number % step));
  return to + 8;
}

/// Returns whether one of eight bytes is a control, a quote or a backslash.
VARVEL_INLINE bool needs_escape(std::uint64_t eight) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
  const std::uint64_t quote = eight ^ (ones * '"'), slash = eight ^ (ones * '\\');
  // A byte from 128 on has its top bit in each difference's complement, and is none of these.
  const std::uint64_t found = (eight - ones * 0x20) | (quote - ones) | (slash - ones);
  return (found & ~eight & tops) != 0;
}

#if VARVEL__SSE2
/// Marks the bytes of a block that are controls, quotes or backslashes.
VARVEL_INLINE __m128i escapes_in(__m128i block) noexcept {
  const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8(0x1F)), block);
  const __m128i quote = _mm_cmpeq_epi8(block, _mm_set1_epi8('"'));
  const __m128i slash = _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'));
  return _mm_or_si128(control, _mm_or_si128(quote, slash));
}
#endif

/// The escapes of controls, quotes and backslashes, six bytes at the most.
inline char* put_escape(char* to, unsigned char code) noexcept {
  constexpr char digits[] = "0123456789abcdef";
  *to++ = '\\';
  switch (code) {
    case '"': *to++ = '"'; break;
    case '\\': *to++ = '\\'; break;
    case '\b': *to++ = 'b'; break;
    case '\f': *to++ = 'f'; break;
    case '\n': *to++ = 'n'; break;
    case '\r': *to++ = 'r'; break;
    case '\t': *to++ = 't'; break;
    default:
      std::memcpy(to, "u00", 3);
      to[3] = digits[code >> 4];
      to[4] = digits[code & 15];
      to += 5;
  }
  return to;
}

class json_sink : public output {
 public:
  using output::output;

  static constexpr bool has_handlers = false;
  static constexpr bool has_text_keys = true;
  static constexpr bool has_bytes = false;

  bool null() {
    room(8);
    add("null,", 5);
    return true;
  }
  VARVEL_INLINE bool boolean(bool value) {
    room(8);
    // The longer of the two is stored, and the end is that of the value.
    std::memcpy(at_, value ? "true,\0\0" : "false,\0", 8);
    at_ += value ? 5 : 6;
    return true;
  }
  VARVEL_INLINE bool natural(std::uint64_t value) {
    room(24);
    at_ = put_natural(at_, value);
    *at_++ = ',';
    return true;
  }
  VARVEL_INLINE bool integer(std::int64_t value) {
    room(24);
    auto digits = static_cast<std::uint64_t>(value);
    if (value < 0) {
      *at_++ = '-';
      digits = 0 - digits;
    }
    at_ = put_natural(at_, digits);
    *at_++ = ',';
    return true;
  }
  VARVEL_INLINE bool number(double value) {
    room(VV_F64_ROOM + 1);
    const std::size_t length = vv_print_f64(value, at_);
    if (!VARVEL_LIKELY(length != 0)) return not_finite();
    at_ += length;
    *at_++ = ',';
    return true;
  }
  /// Writes an array of numbers in one call. Returns false if one is not finite; nothing is written
  /// then.
  VARVEL_INLINE bool numbers(const double* all, std::size_t count) {
    room(count * VV_F64_ROOM + 4);
    const std::size_t length = vv_print_f64s(all, count, at_ + 1);
    if (!VARVEL_LIKELY(length != 0)) return false;
    *at_ = '[';
    at_ += length + 1;
    *at_++ = ']';
    *at_++ = ',';
    return true;
  }
  bool single(float value) {
    if (value - value != 0) return not_finite();
    room(VV_F64_ROOM + 1);
    at_ += vv_print_f32(value, at_);
    *at_++ = ',';
    return true;
  }
  VARVEL_INLINE bool string(std::string_view text) {
    room(text.size() + 20);
    *at_++ = '"';
    const std::size_t plain = copy_plain(text);
    at_ += plain;
    if (!VARVEL_LIKELY(plain == text.size()) && !escaped(text, plain)) return false;
    *at_++ = '"';
    *at_++ = ',';
    return true;
  }
  bool bytes(std::string_view) {
    return fail(errc::unrepresentable, "a kind of value that JSON has", "bytes",
                "give the field the attribute base64 or hex");
  }
  bool timestamp(std::int64_t seconds, std::uint32_t nanos);

  VARVEL_INLINE bool begin_object(std::size_t) { return begin('{'); }
  VARVEL_INLINE bool end_object() { return end('}'); }
  VARVEL_INLINE bool begin_array(std::size_t) { return begin('['); }
  VARVEL_INLINE bool end_array() { return end(']'); }

  /// Writes the key of a field.
  template <class Name>
  VARVEL_INLINE bool key() {
    constexpr std::string_view name = Name::value();
    if constexpr (is_plain_key(name)) {
      static constexpr auto made = make_json_key<name.size()>(name);
      return add(made);
    } else {
      return key(name);
    }
  }
  /// Writes a key.
  VARVEL_INLINE bool key(std::string_view name) {
    if (!string(name)) return false;
    at_[-1] = ':';
    return true;
  }
  /// Writes a key by `write`, the codec of its type. Sets `is_text` to whether that wrote a string.
  template <class Write>
  bool key_by(Write write, bool& is_text) {
    const std::size_t start = used();
    if (!write()) return false;
    is_text = at(start) == '"';
    at_[-1] = ':';
    return true;
  }
  /// Ends the document.
  void finish() {
    at_--;
    output::finish();
  }

 private:
  VARVEL_INLINE bool begin(char bracket) {
    room(2);
    *at_++ = bracket;
    return enter();
  }
  VARVEL_INLINE bool end(char bracket) {
    leave();
    if (VARVEL_LIKELY(at_[-1] == ',')) {
      at_[-1] = bracket;
      room(1);
    } else {
      room(2);
      *at_++ = bracket;
    }
    *at_++ = ',';
    return true;
  }

  VARVEL_COLD bool not_finite() {
    return fail(errc::unrepresentable, "a kind of value that JSON has",
                "a float that is not finite");
  }

  /// Copies a text that needs no escapes, but does not move `at_`. Returns its length; less if
  /// there is something that needs an escape, or that is no UTF-8: then all before that stands.
  VARVEL_INLINE std::size_t copy_plain(std::string_view text) noexcept {
    const char* from = text.data();
    char* to = at_;
    const std::size_t left = text.size();
    std::uint64_t high = 0;
#if VARVEL__SSE2
    if (left >= 16) {
      __m128i all = _mm_setzero_si128();
      for (std::size_t at = 0;;) {
        const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to + at), block);
        all = _mm_or_si128(all, block);
        if (_mm_movemask_epi8(escapes_in(block)) != 0) return at;
        if (at + 16 == left) break;
        // The last block overlaps the one before it.
        at = at + 32 <= left ? at + 16 : left - 16;
      }
      return _mm_movemask_epi8(all) == 0 || is_utf8(text) ? left : 0;
    }
#else
    if (left >= 16) {
      for (std::size_t at = 0;;) {
        const auto eight = read_eight(from + at);
        std::memcpy(to + at, &eight, 8);
        high |= eight;
        if (needs_escape(eight)) return at;
        if (at + 8 == left) break;
        at = at + 16 <= left ? at + 8 : left - 8;
      }
      return (high & 0x8080808080808080u) == 0 || is_utf8(text) ? left : 0;
    }
#endif
    if (left >= 8) {
      const std::uint64_t first = read_eight(from), last = read_eight(from + left - 8);
      std::memcpy(to, &first, 8);
      std::memcpy(to + left - 8, &last, 8);
      if (needs_escape(first) || needs_escape(last)) return 0;
      high |= first | last;
    } else if (left >= 4) {
      std::uint32_t first, last;
      std::memcpy(&first, from, 4);
      std::memcpy(&last, from + left - 4, 4);
      std::memcpy(to, &first, 4);
      std::memcpy(to + left - 4, &last, 4);
      const std::uint64_t eight = first | static_cast<std::uint64_t>(last) << 32;
      if (needs_escape(eight)) return 0;
      high |= eight;
    } else {
      for (std::size_t i = 0; i < left; i++) {
        const auto code = static_cast<unsigned char>(from[i]);
        to[i] = from[i];
        if (code < 0x20 || code == '"' || code == '\\') return 0;
        high |= code;
      }
    }
    return (high & 0x8080808080808080u) == 0 || is_utf8(text) ? left : 0;
  }
  VARVEL_INLINE static std::uint64_t read_eight(const char* from) noexcept {
    std::uint64_t eight;
    std::memcpy(&eight, from, 8);
    return eight;
  }

  /// Copies what stands before the next byte that needs an escape. Returns its length.
  VARVEL_INLINE std::size_t copy_until_escape(const char* from, std::size_t left) noexcept {
    std::size_t at = 0;
#if VARVEL__SSE2 && defined(__GNUC__)
    for (; at + 16 <= left; at += 16) {
      const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at));
      _mm_storeu_si128(reinterpret_cast<__m128i*>(at_ + at), block);
      const int mask = _mm_movemask_epi8(escapes_in(block));
      if (mask != 0)
        return at + static_cast<std::size_t>(__builtin_ctz(static_cast<unsigned>(mask)));
    }
#endif
    for (; at + 8 <= left && !needs_escape(read_eight(from + at)); at += 8) {
      std::memcpy(at_ + at, from + at, 8);
    }
    for (; at < left; at++) {
      const auto code = static_cast<unsigned char>(from[at]);
      if (code < 0x20 || code == '"' || code == '\\') break;
      at_[at] = from[at];
    }
    return at;
  }

  /// Writes a text with escapes of which some was copied, or notes that it is no UTF-8.
  VARVEL_COLD bool escaped(std::string_view text, std::size_t copied) {
    if (!is_utf8(text)) return not_utf8();
    const char* from = text.data() + copied;
    std::size_t left = text.size() - copied;
    while (left != 0) {
      // Room for the rest, for an escape before it, and for a block beyond it.
      room(left + 48);
      const std::size_t plain = copy_until_escape(from, left);
      at_ += plain;
      from += plain;
      left -= plain;
      if (left != 0) {
        at_ = put_escape(at_, static_cast<unsigned char>(*from));
        from++;
        left--;
      }
    }
    room(32);
    return true;
  }
};

}  // namespace varvel::structs

#endif

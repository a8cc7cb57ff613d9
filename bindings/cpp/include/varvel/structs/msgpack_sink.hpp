// MessagePack, written by the codecs of types: each value in its shortest form.

#ifndef VARVEL_STRUCTS_MSGPACK_SINK_HPP
#define VARVEL_STRUCTS_MSGPACK_SINK_HPP

#include <varvel/structs/output.hpp>

namespace varvel::structs {

/// Stores a big-endian number.
template <class Number>
VARVEL_INLINE void store_big(char* to, Number number) noexcept {
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if constexpr (sizeof number == 8) {
    number = __builtin_bswap64(number);
  } else if constexpr (sizeof number == 4) {
    number = __builtin_bswap32(number);
  } else {
    number = __builtin_bswap16(number);
  }
  std::memcpy(to, &number, sizeof number);
#else
  for (std::size_t i = 0; i < sizeof number; i++) {
    to[i] = static_cast<char>(number >> (8 * (sizeof number - 1 - i)));
  }
#endif
}

/// Makes a key as MessagePack has it.
template <std::size_t Length>
constexpr auto make_msgpack_key(std::string_view name) {
  constexpr std::size_t head = Length < 32 ? 1 : Length < 256 ? 2 : 3;
  made_key<head + Length> made{};
  if (head == 1) {
    made.text[0] = static_cast<char>(0xA0 | Length);
  } else if (head == 2) {
    made.text[0] = static_cast<char>(0xD9);
  } else {
    made.text[0] = static_cast<char>(0xDA);
    made.text[1] = static_cast<char>(Length >> 8);
  }
  if (head != 1) made.text[head - 1] = static_cast<char>(Length & 0xFF);
  for (std::size_t i = 0; i < Length; i++) made.text[head + i] = name[i];
  return made;
}

class msgpack_sink : public output {
 public:
  using output::output;

  static constexpr bool has_handlers = false;
  static constexpr bool has_text_keys = false;
  static constexpr bool has_bytes = true;

  bool null() { return put(0xC0); }
  VARVEL_INLINE bool boolean(bool value) { return put(value ? 0xC3 : 0xC2); }
  VARVEL_INLINE bool natural(std::uint64_t value) {
    room(9);
    if (value < 0x80) {
      *at_++ = static_cast<char>(value);
    } else if (value < 0x100) {
      at_[0] = static_cast<char>(0xCC);
      at_[1] = static_cast<char>(value);
      at_ += 2;
    } else if (value < 0x10000) {
      head(0xCD, static_cast<std::uint16_t>(value));
    } else if (value < 0x100000000u) {
      head(0xCE, static_cast<std::uint32_t>(value));
    } else {
      head(0xCF, value);
    }
    return true;
  }
  VARVEL_INLINE bool integer(std::int64_t value) {
    if (value >= 0) return natural(static_cast<std::uint64_t>(value));
    room(9);
    if (value >= -32) {
      *at_++ = static_cast<char>(value);
    } else if (value >= INT8_MIN) {
      at_[0] = static_cast<char>(0xD0);
      at_[1] = static_cast<char>(value);
      at_ += 2;
    } else if (value >= INT16_MIN) {
      head(0xD1, static_cast<std::uint16_t>(value));
    } else if (value >= INT32_MIN) {
      head(0xD2, static_cast<std::uint32_t>(value));
    } else {
      head(0xD3, static_cast<std::uint64_t>(value));
    }
    return true;
  }
  VARVEL_INLINE bool number(double value) {
    room(9);
    put_double(value);
    return true;
  }
  /// Writes an array of numbers.
  VARVEL_INLINE bool numbers(const double* all, std::size_t count) {
    if (!begin_array(count)) return false;
    leave();
    room(9 * count);
    for (std::size_t i = 0; i < count; i++) put_double(all[i]);
    return true;
  }
  VARVEL_INLINE bool single(float value) {
    room(5);
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    head(0xCA, bits);
    return true;
  }
  VARVEL_INLINE bool string(std::string_view text) {
    const std::size_t size = text.size();
    if (!VARVEL_LIKELY(size < 0x100000000u)) return too_long();
    room(size + 5 + 16);
    if (VARVEL_LIKELY(size < 32)) {
      *at_++ = static_cast<char>(0xA0 | size);
    } else if (size < 0x100) {
      at_[0] = static_cast<char>(0xD9);
      at_[1] = static_cast<char>(size);
      at_ += 2;
    } else if (size < 0x10000) {
      head(0xDA, static_cast<std::uint16_t>(size));
    } else {
      head(0xDB, static_cast<std::uint32_t>(size));
    }
    add(text.data(), size);
    return is_utf8(text) || not_utf8();
  }
  bool bytes(std::string_view data) {
    const std::size_t size = data.size();
    if (size >= 0x100000000u) return too_long();
    room(size + 5);
    if (size < 0x100) {
      at_[0] = static_cast<char>(0xC4);
      at_[1] = static_cast<char>(size);
      at_ += 2;
    } else if (size < 0x10000) {
      head(0xC5, static_cast<std::uint16_t>(size));
    } else {
      head(0xC6, static_cast<std::uint32_t>(size));
    }
    add(data.data(), size);
    return true;
  }
  /// Writes a point in time: extension -1.
  bool timestamp(std::int64_t seconds, std::uint32_t nanos) {
    room(16);
    if (seconds >= 0 && seconds >> 34 == 0) {
      const std::uint64_t both =
          static_cast<std::uint64_t>(nanos) << 34 | static_cast<std::uint64_t>(seconds);
      if (both >> 32 == 0) {
        add("\xD6\xFF", 2);
        store_big(at_, static_cast<std::uint32_t>(both));
        at_ += 4;
      } else {
        add("\xD7\xFF", 2);
        store_big(at_, both);
        at_ += 8;
      }
      return true;
    }
    add("\xC7\x0C\xFF", 3);
    store_big(at_, nanos);
    store_big(at_ + 4, static_cast<std::uint64_t>(seconds));
    at_ += 12;
    return true;
  }

  VARVEL_INLINE bool begin_object(std::size_t count) { return begin(count, 0x80, 0xDE); }
  VARVEL_INLINE bool end_object() { return end(); }
  VARVEL_INLINE bool begin_array(std::size_t count) { return begin(count, 0x90, 0xDC); }
  VARVEL_INLINE bool end_array() { return end(); }

  template <class Name>
  VARVEL_INLINE bool key() {
    constexpr std::string_view name = Name::value();
    static constexpr auto made = make_msgpack_key<name.size()>(name);
    return add(made);
  }
  VARVEL_INLINE bool key(std::string_view name) { return string(name); }

 private:
  VARVEL_INLINE bool put(unsigned head) {
    room(1);
    *at_++ = static_cast<char>(head);
    return true;
  }
  template <class Number>
  VARVEL_INLINE void head(unsigned first, Number number) noexcept {
    *at_ = static_cast<char>(first);
    store_big(at_ + 1, number);
    at_ += 1 + sizeof number;
  }
  VARVEL_INLINE void put_double(double value) noexcept {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    head(0xCB, bits);
  }
  VARVEL_INLINE bool begin(std::size_t count, unsigned few, unsigned many) {
    room(5);
    if (VARVEL_LIKELY(count < 16)) {
      *at_++ = static_cast<char>(few | count);
    } else if (count < 0x10000) {
      head(many, static_cast<std::uint16_t>(count));
    } else if (count < 0x100000000u) {
      head(many + 1, static_cast<std::uint32_t>(count));
    } else {
      return too_long();
    }
    return enter();
  }
  VARVEL_INLINE bool end() noexcept {
    leave();
    return true;
  }
  VARVEL_COLD bool too_long() {
    return fail(errc::unrepresentable, "less than 2^32 bytes or items in MessagePack");
  }
};

}  // namespace varvel::structs

#endif

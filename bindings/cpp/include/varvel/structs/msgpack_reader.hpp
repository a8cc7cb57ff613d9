// MessagePack straight into structs, without a frozen document between, if the document has the
// most likely form: all fields in their order, and nothing else. Anything else ends the attempt,
// and the document is read in the general way, which also finds the words for what is wrong with
// it.

#ifndef VARVEL_STRUCTS_MSGPACK_READER_HPP
#define VARVEL_STRUCTS_MSGPACK_READER_HPP

#include <varvel/structs/codecs.hpp>

namespace varvel::structs {

/// How deep types are looked into to see whether an attempt makes sense.
inline constexpr int looked_into = 8;

template <class T, int Depth>
constexpr bool is_likely();

template <class T, int Depth, std::size_t... I>
constexpr bool are_likely(std::index_sequence<I...>) {
  return ((field_has<attributes::skip_attribute, T, I> ||
           (std::is_void_v<typename field_codec<T, I>::chosen> &&
            is_likely<typename facts<T>::template type<I>, Depth - 1>())) &&
          ...);
}

/// Whether a type is made of such that can be read straight.
template <class T, int Depth>
constexpr bool is_likely() {
  if constexpr (!is_standard<T>) {
    return false;
  } else if constexpr (Depth == 0) {
    return true;
  } else if constexpr (std::is_same_v<T, bool> || is_plain_number<T> ||
                       std::is_same_v<T, std::string>) {
    return true;
  } else if constexpr (std::is_enum_v<T>) {
    return !is_flags<T>;
  } else if constexpr (is_instance<T, std::optional> || is_sequence<T> || is_fixed_array<T>) {
    return is_likely<typename T::value_type, Depth - 1>();
  } else if constexpr (is_nullable<T>) {
    // A polymorphic type needs no codec of its own: the registry has those of the types below it.
    if constexpr (std::is_polymorphic_v<typename T::element_type>) {
      return false;
    } else {
      return is_likely<typename T::element_type, Depth - 1>();
    }
  } else if constexpr (is_map<T>) {
    return std::is_same_v<typename T::key_type, std::string> &&
           is_likely<typename T::mapped_type, Depth - 1>();
  } else if constexpr (has_fields<T>) {
    return !is_tagged<T> && are_likely<T, Depth>(std::make_index_sequence<facts<T>::count>());
  } else {
    return false;
  }
}

template <class Number>
VARVEL_INLINE Number load_big(const byte* from) noexcept {
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  Number number;
  std::memcpy(&number, from, sizeof number);
  if constexpr (sizeof number == 8) return __builtin_bswap64(number);
  if constexpr (sizeof number == 4) return __builtin_bswap32(number);
  if constexpr (sizeof number == 2) return __builtin_bswap16(number);
  return number;
#else
  Number number = 0;
  for (std::size_t i = 0; i < sizeof number; i++) {
    number = static_cast<Number>(number << 8 | from[i]);
  }
  return number;
#endif
}

/// Reads a document in its likely form. Every function returns false for all else.
class likely_msgpack {
 public:
  likely_msgpack(std::string_view bytes, std::size_t depth) noexcept
      : at_(reinterpret_cast<const byte*>(bytes.data())), end_(at_ + bytes.size()), depth_(depth) {}

  bool done() const noexcept { return at_ == end_; }

  template <class T>
  VARVEL_INLINE bool read(T& to) {
    if constexpr (!is_standard<T>) {
      return false;
    } else if constexpr (std::is_same_v<T, bool>) {
      if (at_ == end_ || (*at_ | 1u) != 0xC3) return false;
      to = *at_++ == 0xC3;
      return true;
    } else if constexpr (std::is_same_v<T, double>) {
      if (left() < 9 || *at_ != 0xCB) return false;
      const auto bits = load_big<std::uint64_t>(at_ + 1);
      std::memcpy(&to, &bits, sizeof to);
      at_ += 9;
      return true;
    } else if constexpr (std::is_same_v<T, float>) {
      if (left() < 5 || *at_ != 0xCA) return false;
      const auto bits = load_big<std::uint32_t>(at_ + 1);
      std::memcpy(&to, &bits, sizeof to);
      at_ += 5;
      return true;
    } else if constexpr (detail::is_integer<T>) {
      return integer(to);
    } else if constexpr (std::is_same_v<T, std::string>) {
      std::string_view text;
      if (!take_text(text)) return false;
      to.assign(text.data(), text.size());
      return true;
    } else if constexpr (is_numbered<T>) {
      std::underlying_type_t<T> number{};
      if (!integer(number)) return false;
      to = static_cast<T>(number);
      return true;
    } else if constexpr (std::is_enum_v<T>) {
      std::string_view text;
      return take_text(text) && value_called(text, to);
    } else if constexpr (is_instance<T, std::optional>) {
      if (null()) {
        to.reset();
        return true;
      }
      return read(to.emplace());
    } else if constexpr (is_sequence<T>) {
      return sequence(to);
    } else if constexpr (is_fixed_array<T>) {
      std::size_t count;
      if (!begin(0x90, 0xDC, count) || count != to.size()) return false;
      for (auto& one : to) {
        if (!read(one)) return false;
      }
      depth_++;
      return true;
    } else {
      return other(to);
    }
  }

 private:
  VARVEL_INLINE std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - at_); }
  VARVEL_INLINE bool null() noexcept {
    if (at_ == end_ || *at_ != 0xC0) return false;
    at_++;
    return true;
  }

  template <class Integer>
  VARVEL_INLINE bool integer(Integer& to) noexcept {
    if (at_ == end_) return false;
    const unsigned head = *at_;
    std::int64_t value;
    if (head < 0x80) {
      value = static_cast<std::int64_t>(head);
      at_++;
    } else if (head >= 0xE0) {
      value = static_cast<std::int64_t>(head) - 256;
      at_++;
    } else {
      if (head < 0xCC || head > 0xD3) return false;
      const std::size_t size = std::size_t{1} << (head & 3u);
      if (left() <= size) return false;
      switch (head) {
        case 0xCC: value = at_[1]; break;
        case 0xCD: value = load_big<std::uint16_t>(at_ + 1); break;
        case 0xCE: value = load_big<std::uint32_t>(at_ + 1); break;
        case 0xCF: {
          const auto wide = load_big<std::uint64_t>(at_ + 1);
          if (wide >> 63 != 0) {
            if constexpr (std::is_unsigned_v<Integer> && sizeof(Integer) == 8) {
              to = static_cast<Integer>(wide);
              at_ += 9;
              return true;
            }
            return false;
          }
          value = static_cast<std::int64_t>(wide);
          break;
        }
        case 0xD0: value = static_cast<std::int8_t>(at_[1]); break;
        case 0xD1: value = static_cast<std::int16_t>(load_big<std::uint16_t>(at_ + 1)); break;
        case 0xD2: value = static_cast<std::int32_t>(load_big<std::uint32_t>(at_ + 1)); break;
        default: value = static_cast<std::int64_t>(load_big<std::uint64_t>(at_ + 1)); break;
      }
      at_ += size + 1;
    }
    if (!fits<Integer>(value)) return false;
    to = static_cast<Integer>(value);
    return true;
  }

  VARVEL_INLINE bool take_text(std::string_view& text) noexcept {
    if (at_ == end_) return false;
    const unsigned head = *at_;
    std::size_t size, before = 1;
    if ((head & 0xE0u) == 0xA0) {
      size = head & 0x1Fu;
    } else if (head == 0xD9 && left() > 1) {
      size = at_[1];
      before = 2;
    } else if (head == 0xDA && left() > 2) {
      size = load_big<std::uint16_t>(at_ + 1);
      before = 3;
    } else if (head == 0xDB && left() > 4) {
      size = load_big<std::uint32_t>(at_ + 1);
      before = 5;
    } else {
      return false;
    }
    if (left() - before < size) return false;
    text = {reinterpret_cast<const char*>(at_) + before, size};
    at_ += before + size;
    return is_utf8(text);
  }

  /// Enters a container, and finds how many items it has: at most as many as bytes follow.
  VARVEL_INLINE bool begin(unsigned few, unsigned many, std::size_t& count) noexcept {
    if (at_ == end_ || depth_ == 0) return false;
    const unsigned head = *at_;
    if ((head & 0xF0u) == few) {
      count = head & 0x0Fu;
      at_++;
    } else if (head == many && left() > 2) {
      count = load_big<std::uint16_t>(at_ + 1);
      at_ += 3;
    } else if (head == many + 1 && left() > 4) {
      count = load_big<std::uint32_t>(at_ + 1);
      at_ += 5;
    } else {
      return false;
    }
    depth_--;
    return count <= left();
  }

  template <class C>
  bool sequence(C& to) {
    using T = typename C::value_type;
    std::size_t count;
    if (!begin(0x90, 0xDC, count)) return false;
    to.clear();
    if constexpr (has_reserve<C>) to.reserve(trusted<T>(count));
    for (std::size_t i = 0; i < count; i++) {
      if constexpr (std::is_same_v<T, bool>) {
        bool flag = false;
        if (!read(flag)) return false;
        to.push_back(flag);
      } else {
        if (!read(to.emplace_back())) return false;
      }
    }
    depth_++;
    return true;
  }

  template <class T>
  bool other(T& to) {
    if constexpr (is_map<T>) {
      if constexpr (std::is_same_v<typename T::key_type, std::string>) {
        std::size_t count;
        if (!begin(0x80, 0xDE, count)) return false;
        to.clear();
        for (std::size_t i = 0; i < count; i++) {
          std::string_view key;
          if (!take_text(key)) return false;
          const auto place = to.emplace_hint(to.end(), std::piecewise_construct,
                                             std::forward_as_tuple(key), std::forward_as_tuple());
          if (to.size() != i + 1 || !read(place->second)) return false;
        }
        depth_++;
        return true;
      }
    } else if constexpr (is_nullable<T>) {
      if constexpr (!std::is_polymorphic_v<typename T::element_type>) {
        if (null()) {
          to.reset();
          return true;
        }
        to = T(new typename T::element_type());
        return read(*to);
      }
    } else if constexpr (has_fields<T>) {
      if constexpr (!is_tagged<T>) {
        return fields(to, std::make_index_sequence<facts<T>::count>());
      }
    }
    return false;
  }

  template <class T, std::size_t... I>
  bool fields(T& to, std::index_sequence<I...>) {
    std::size_t count;
    if (!begin(0x80, 0xDE, count)) return false;
    const bool good = (field<T, I>(to, count) && ...);
    depth_++;
    return good && count == 0;
  }

  template <class T, std::size_t I>
  VARVEL_INLINE bool field(T& to, std::size_t& count) {
    if constexpr (field_has<attributes::skip_attribute, T, I>) {
      return true;
    } else {
      constexpr std::string_view name = facts<T>::template name<I>();
      static constexpr auto key = make_msgpack_key<name.size()>(name);
      auto& member = facts<T>::template get<I>(to);
      if (VARVEL_LIKELY(count != 0 && left() >= key.size &&
                        std::memcmp(at_, key.text, key.size) == 0)) {
        if constexpr (!std::is_void_v<typename field_codec<T, I>::chosen>) {
          return false;
        } else {
          count--;
          at_ += key.size;
          return read(member);
        }
      }
      if constexpr (may_miss<T, I>) {
        set_missing<T, I>(member);
        return true;
      } else {
        return false;
      }
    }
  }

  const byte* at_;
  const byte* end_;
  std::size_t depth_;
};

/// Reads a document of MessagePack in its likely form. Returns false if it has another.
template <class T>
bool read_likely(std::string_view bytes, T& to) {
  if constexpr (is_likely<T, looked_into>()) {
    likely_msgpack from(bytes, 128);
    return from.read(to) && from.done();
  } else {
    return false;
  }
}

}  // namespace varvel::structs

#endif

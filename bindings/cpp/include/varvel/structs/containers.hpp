// The containers of the standard library.

#ifndef VARVEL_STRUCTS_CONTAINERS_HPP
#define VARVEL_STRUCTS_CONTAINERS_HPP

#include <varvel/structs/codec.hpp>

#include <array>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <optional>
#include <memory>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

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

/// Copies packed numbers into numbers of the same sort. Returns false if the codec has to read each:
/// for its rules, and for its error.
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
    (std::is_integral_v<T> || std::is_same_v<T, double> || std::is_same_v<T, float>) &&
    !std::is_same_v<T, bool> && !is_character<T>;

template <class In>
VARVEL_COLD bool leave_item_of(In& in, std::size_t number, std::string_view owner,
                               std::string_view type) {
  return in.leave_item(number, owner, type);
}

/// Reads items into places that exist.
template <class T, class In>
VARVEL_INLINE bool read_items(In& in, const items& all, T* to) {
  if constexpr (is_plain_number<T>) {
    if (all.how == items::in_numbers && copy_packed(all, to)) return true;
  }
  if (!in.enter()) return false;
  for (std::size_t i = 0; i < all.count; i++) {
    if (!codec<T>::read(in, all.at(i), to[i])) {
      return leave_item_of(in, i, "array", name_of_type<T>());
    }
  }
  in.leave();
  return true;
}

/// Reads an array into a vector.
template <class In, class T, class A>
bool read_vector(In& in, const node& from, std::vector<T, A>& to) {
  items all;
  if (!VARVEL_LIKELY(items_of(from, all))) return in.mismatch("an array", from);
  if constexpr (is_plain_number<T>) {
    // A number takes a byte in the document, at the least.
    to.resize(all.count);
    return read_items(in, all, to.data());
  } else {
    if (!in.enter()) return false;
    to.clear();
    to.reserve(trusted<T>(all.count));
    for (std::size_t i = 0; i < all.count; i++) {
      bool good;
      if constexpr (std::is_same_v<T, bool>) {
        bool flag = false;
        good = codec<bool>::read(in, all.at(i), flag);
        to.push_back(flag);
      } else {
        good = codec<T>::read(in, all.at(i), to.emplace_back());
      }
      if (!good) {
        return leave_item_of(in, i, "vector", name_of_type<T>());
      }
    }
    in.leave();
    return true;
  }
}

/// Writes items one after the other.
template <class T, class Out, class All>
VARVEL_INLINE bool write_items(Out& out, const All& all, std::size_t count,
                               std::string_view owner) {
  if (!out.begin_array(count)) return false;
  std::size_t number = 0;
  for (const auto& one : all) {
    if (!codec<T>::write(out, one)) return out.leave_item(number, owner, name_of_type<T>());
    number++;
  }
  return out.end_array();
}

}  // namespace varvel::structs

namespace varvel {

template <class T, class A>
struct codec<std::vector<T, A>> {
  template <class In>
  static bool read(In& in, const structs::node& from, std::vector<T, A>& to) {
    return structs::read_vector(in, from, to);
  }
  template <class Out>
  static bool write(Out& out, const std::vector<T, A>& from) {
    return structs::write_items<T>(out, from, from.size(), "vector");
  }
};

template <class T, std::size_t N>
struct codec<std::array<T, N>> {
  template <class In>
  VARVEL_INLINE static bool read(In& in, const structs::node& from, std::array<T, N>& to) {
    structs::items all;
    if (!VARVEL_LIKELY(structs::items_of(from, all))) return in.mismatch("an array", from);
    if (!VARVEL_LIKELY(all.count == N)) return length(in, all.count);
    return structs::read_items(in, all, to.data());
  }
  template <class In>
  VARVEL_COLD static bool length(In& in, std::size_t found) {
    return in.fail(errc::type_mismatch, "an array of " + std::to_string(N) + " items",
                   "one of " + std::to_string(found));
  }
  template <class Out>
  VARVEL_INLINE static bool write(Out& out, const std::array<T, N>& from) {
    return structs::write_items<T>(out, from, N, "array");
  }
};

template <class T>
struct codec<std::optional<T>> {
  template <class In>
  VARVEL_INLINE static bool read(In& in, const structs::node& from, std::optional<T>& to) {
    if (from.is(structs::literal::null)) {
      to.reset();
      return true;
    }
    return codec<T>::read(in, from, to.emplace());
  }
  template <class Out>
  VARVEL_INLINE static bool write(Out& out, const std::optional<T>& from) {
    return from.has_value() ? codec<T>::write(out, *from) : out.null();
  }
};

template <class T>
struct codec<std::unique_ptr<T>> {
  template <class In>
  VARVEL_INLINE static bool read(In& in, const structs::node& from, std::unique_ptr<T>& to) {
    if (from.is(structs::literal::null)) {
      to.reset();
      return true;
    }
    to = std::make_unique<T>();
    return codec<T>::read(in, from, *to);
  }
  template <class Out>
  VARVEL_INLINE static bool write(Out& out, const std::unique_ptr<T>& from) {
    return from != nullptr ? codec<T>::write(out, *from) : out.null();
  }
};

template <class T>
struct codec<std::map<std::string, T>> {
  template <class In>
  static bool read(In& in, const structs::node& from, std::map<std::string, T>& to) {
    structs::members all;
    if (!structs::members_of(in.document, from, false, all)) return in.mismatch("an object", from);
    if (!in.enter()) return false;
    to.clear();
    for (std::size_t i = 0; i < all.count; i++) {
      std::string_view key;
      structs::text_of(in.document, all.key(i), key);
      auto place = to.emplace_hint(to.end(), std::piecewise_construct,
                                   std::forward_as_tuple(key), std::forward_as_tuple());
      if (!codec<T>::read(in, all.value(i), place->second)) {
        return in.leave_member(key, i, "map", structs::name_of_type<T>());
      }
    }
    in.leave();
    return true;
  }
  template <class Out>
  static bool write(Out& out, const std::map<std::string, T>& from) {
    if (!out.begin_object(from.size())) return false;
    std::size_t number = 0;
    for (const auto& one : from) {
      if (!out.key(one.first) || !codec<T>::write(out, one.second)) {
        return out.leave_member(one.first, number, "map", structs::name_of_type<T>());
      }
      number++;
    }
    return out.end_object();
  }
};

}  // namespace varvel

#endif

// Numbers in arrays, all at once: where they are, or copied.

#ifndef VARVEL_NUMBERS_HPP
#define VARVEL_NUMBERS_HPP

#include <varvel/value.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#if VARVEL_HAS_SPAN
#include <span>
#endif

namespace varvel {

/// Numbers that a frozen document lends, as a contiguous range.
template <class T>
class numbers_view {
 public:
  using value_type = T;
  using const_iterator = const T*;

  constexpr numbers_view() noexcept = default;
  constexpr numbers_view(const T* data, std::size_t size) noexcept : data_(data), size_(size) {}
#if VARVEL_HAS_SPAN
  operator std::span<const T>() const noexcept { return {data_, size_}; }
#endif

  /// Returns the first number; null if there are none here.
  const T* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  const T* begin() const noexcept { return data_; }
  const T* end() const noexcept { return data_ + size_; }
  const T& operator[](std::size_t i) const noexcept { return data_[i]; }

 private:
  const T* data_ = nullptr;
  std::size_t size_ = 0;
};

namespace detail {

// The type of packed numbers that a `T` is, as the C library numbers them.
template <class T>
constexpr std::uint32_t packed_type() {
  if constexpr (std::is_same_v<T, float>) return VV_PACKED_F32;
  if constexpr (std::is_same_v<T, double>) return VV_PACKED_F64;
  if constexpr (is_integer<T> && std::is_signed_v<T>) {
    return sizeof(T) == 1   ? VV_PACKED_I8
           : sizeof(T) == 2 ? VV_PACKED_I16
           : sizeof(T) == 4 ? VV_PACKED_I32
                            : VV_PACKED_I64;
  }
  if constexpr (is_integer<T> && std::is_unsigned_v<T> && sizeof(T) == 4) return VV_PACKED_U32;
  return VV_NOT_PACKED;
}

}  // namespace detail

/// Returns the numbers of an array where they are, if a frozen document has them packed as `T`:
/// `std::int8_t` to `std::int64_t`, `std::uint32_t`, `float`, `double`. Else there is no data, and
/// `as<std::vector<T>>()` reads them. They live as long as the document.
template <class T>
numbers_view<T> numbers(const view& of) noexcept {
  static_assert(detail::packed_type<T>() != VV_NOT_PACKED, "no array is packed as this type");
  const vv_packed_numbers found = vv_packed(of.raw());
  if (found.element != detail::packed_type<T>()) return {};
  return {static_cast<const T*>(found.data), found.len};
}

/// Returns one member of each object of an array: a column of a table, as `std::int64_t` or
/// `double`. Records that are laid out alike are searched once. Fails with the path of the first
/// record without such a member.
template <class T>
result<std::vector<T>> try_column(const view& of, std::string_view key) {
  static_assert(std::is_same_v<T, std::int64_t> || std::is_same_v<T, double>,
                "a column is read as std::int64_t or double");
  std::vector<T> all(of.size());
  std::size_t count = 0;
  const vv_node node = of.raw();
  const result<void> read = detail::attempt([&](vv_error** error) {
    if constexpr (std::is_same_v<T, double>) {
      return vv_column_f64(node, key.data(), key.size(), all.data(), all.size(), &count, error);
    } else {
      return vv_column_i64(node, key.data(), key.size(), all.data(), all.size(), &count, error);
    }
  });
  // The library names the whole way.
  if (!read) return detail::with_path(read.error(), read.error().path());
  return all;
}
/// Returns one member of each object of an array, or throws.
template <class T>
std::vector<T> column(const view& of, std::string_view key) {
  return try_column<T>(of, key).value();
}

}  // namespace varvel

#endif

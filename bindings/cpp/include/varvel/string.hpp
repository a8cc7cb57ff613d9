// Strings as a type of their own.

#ifndef VARVEL_STRING_HPP
#define VARVEL_STRING_HPP

#include <varvel/convert.hpp>
#include <varvel/value.hpp>

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace varvel {

/// A string of a document, with what `std::string` has for it. It owns its text, which may hold a
/// NUL; one stands behind it too, so `c_str()` is for functions that end at the first.
class string {
 public:
  /// The empty string.
  string() = default;
  /// A text.
  template <class T, std::enable_if_t<detail::is_text<T> && !std::is_same_v<T, string>, int> = 0>
  string(const T& of) : text_(std::string_view(of)) {}
  /// The string that a node is; throws if it is none.
  template <class T, std::enable_if_t<detail::is_readable<T>, int> = 0>
  explicit string(const T& of) : text_(of.str()) {}

  std::size_t size() const noexcept { return text_.size(); }
  bool empty() const noexcept { return text_.empty(); }
  const char* data() const noexcept { return text_.data(); }
  const char* c_str() const noexcept { return text_.c_str(); }
  char operator[](std::size_t i) const noexcept { return text_[i]; }
  char& operator[](std::size_t i) noexcept { return text_[i]; }
  std::string::const_iterator begin() const noexcept { return text_.begin(); }
  std::string::const_iterator end() const noexcept { return text_.end(); }

  /// Returns the text.
  const std::string& str() const noexcept { return text_; }
  operator std::string_view() const noexcept { return text_; }

  string& operator+=(std::string_view behind) {
    text_.append(behind.data(), behind.size());
    return *this;
  }
  template <class T, std::enable_if_t<detail::is_text<T>, int> = 0>
  friend string operator+(string a, const T& b) {
    return std::move(a += std::string_view(b));
  }
  template <class T, std::enable_if_t<detail::is_text<T> && !std::is_same_v<T, string>, int> = 0>
  friend string operator+(const T& a, const string& b) {
    return string(a) += b.text_;
  }
  friend bool operator==(const string& a, const string& b) noexcept { return a.text_ == b.text_; }
  friend bool operator!=(const string& a, const string& b) noexcept { return a.text_ != b.text_; }
  friend bool operator<(const string& a, const string& b) noexcept { return a.text_ < b.text_; }
  friend std::ostream& operator<<(std::ostream& out, const string& shown) {
    return out << shown.text_;
  }

 private:
  std::string text_;
};

/// A string.
template <>
struct converter<string> {
  static result<string> from(const view& of) {
    const result<std::string_view> found = detail::read<std::string_view>(of);
    if (!found) return found.error();
    return string(*found);
  }
};

}  // namespace varvel

#endif

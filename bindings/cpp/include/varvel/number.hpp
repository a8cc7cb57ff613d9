// Numbers and strings with the operators of their kind.

#ifndef VARVEL_NUMBER_HPP
#define VARVEL_NUMBER_HPP

#include <varvel/convert.hpp>
#include <varvel/value.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace varvel {

/// A number of a document: an integer from -2^63 to 2^64 - 1, or a double. Integers stay exact: a
/// result that is none of these is an error, and so is a division by zero. With a double on one
/// side the result is a double.
class number {
 public:
  /// Zero.
  constexpr number() noexcept = default;
  /// A number of the language.
  template <class T,
            std::enable_if_t<detail::is_integer<T> || std::is_floating_point_v<T>, int> = 0>
  constexpr number(T of) noexcept {
    if constexpr (std::is_floating_point_v<T>) {
      is_double_ = true;
      double_ = static_cast<double>(of);
    } else if constexpr (std::is_signed_v<T>) {
      negative_ = of < 0;
      // Also right for the lowest number.
      magnitude_ = negative_ ? ~static_cast<std::uint64_t>(of) + 1 : static_cast<std::uint64_t>(of);
    } else {
      magnitude_ = of;
    }
  }
  /// The number that a node is; throws if it is none.
  template <class T, std::enable_if_t<detail::is_readable<T>, int> = 0>
  explicit number(const T& of) : number(of.template as<number>()) {}

  /// Returns whether it is an integer.
  constexpr bool is_integer() const noexcept { return !is_double_; }
  /// Returns the double nearest to it.
  constexpr double as_double() const noexcept {
    if (is_double_) return double_;
    const double size = static_cast<double>(magnitude_);
    return negative_ ? -size : size;
  }
  /// Returns it as a `T`, or throws if `T` cannot hold it exactly; a floating-point type takes the
  /// nearest.
  template <class T>
  T as() const {
    if constexpr (std::is_floating_point_v<T>) {
      return static_cast<T>(as_double());
    } else {
      static_assert(detail::is_integer<T>, "a number is read as a number");
      using limits = std::numeric_limits<T>;
      const number whole = rounded();
      const std::uint64_t most =
          whole.negative_
              ? (std::is_signed_v<T> ? static_cast<std::uint64_t>(limits::max()) + 1 : 0)
              : static_cast<std::uint64_t>(limits::max());
      if (whole.magnitude_ > most) fail("the number does not fit its type");
      return static_cast<T>(whole.negative_ ? ~whole.magnitude_ + 1 : whole.magnitude_);
    }
  }
  /// Returns the number as text, as JSON has it.
  std::string to_string() const {
    if (!is_double_) return (negative_ ? "-" : "") + std::to_string(magnitude_);
    char text[VV_F64_ROOM];
    const std::size_t length = vv_print_f64(double_, text);
    if (length != 0) return std::string(text, length);
    return double_ != double_ ? "nan" : double_ > 0 ? "inf" : "-inf";
  }

  number& operator+=(number other) { return *this = *this + other; }
  number& operator-=(number other) { return *this = *this - other; }
  number& operator*=(number other) { return *this = *this * other; }
  number& operator/=(number other) { return *this = *this / other; }
  number& operator%=(number other) { return *this = *this % other; }
  number& operator++() { return *this += 1; }
  number& operator--() { return *this -= 1; }
  number operator++(int) {
    number before = *this;
    ++*this;
    return before;
  }
  number operator--(int) {
    number before = *this;
    --*this;
    return before;
  }
  number operator+() const noexcept { return *this; }
  number operator-() const { return number(0) - *this; }

  friend number operator+(number a, number b) {
    if (a.is_double_ || b.is_double_) return number(a.as_double() + b.as_double());
    if (a.negative_ == b.negative_) {
      if (b.magnitude_ > std::numeric_limits<std::uint64_t>::max() - a.magnitude_) a.overflow();
      return integer(a.negative_, a.magnitude_ + b.magnitude_);
    }
    const bool first = a.magnitude_ >= b.magnitude_;
    const number& large = first ? a : b;
    const number& small = first ? b : a;
    return integer(large.negative_, large.magnitude_ - small.magnitude_);
  }
  friend number operator-(number a, number b) {
    if (a.is_double_ || b.is_double_) return number(a.as_double() - b.as_double());
    b.negative_ = !b.negative_;
    return a + b;
  }
  friend number operator*(number a, number b) {
    if (a.is_double_ || b.is_double_) return number(a.as_double() * b.as_double());
    if (a.magnitude_ != 0 &&
        b.magnitude_ > std::numeric_limits<std::uint64_t>::max() / a.magnitude_) {
      a.overflow();
    }
    return integer(a.negative_ != b.negative_, a.magnitude_ * b.magnitude_);
  }
  /// Integers are divided as in the language: the fraction is left out.
  friend number operator/(number a, number b) {
    if (a.is_double_ || b.is_double_) return number(a.as_double() / b.as_double());
    if (b.magnitude_ == 0) fail("a division by zero");
    return integer(a.negative_ != b.negative_, a.magnitude_ / b.magnitude_);
  }
  /// The rest has the sign of the first number, as in the language.
  friend number operator%(number a, number b) {
    if (a.is_double_ || b.is_double_) return number(std::fmod(a.as_double(), b.as_double()));
    if (b.magnitude_ == 0) fail("a division by zero");
    return integer(a.negative_, a.magnitude_ % b.magnitude_);
  }

  friend bool operator==(number a, number b) noexcept { return order(a, b) == 0; }
  friend bool operator!=(number a, number b) noexcept { return order(a, b) != 0; }
  friend bool operator<(number a, number b) noexcept { return order(a, b) == -1; }
  friend bool operator>(number a, number b) noexcept { return order(a, b) == 1; }
  friend bool operator<=(number a, number b) noexcept {
    const int found = order(a, b);
    return found == -1 || found == 0;
  }
  friend bool operator>=(number a, number b) noexcept {
    const int found = order(a, b);
    return found == 1 || found == 0;
  }
  /// Writes it as JSON has it.
  friend std::ostream& operator<<(std::ostream& out, number shown) {
    return out << shown.to_string();
  }

 private:
  [[noreturn]] static void fail(const char* what) {
    detail::raise(error(errc::number_out_of_range, std::string("number out of range: ") + what));
  }
  [[noreturn]] void overflow() const { fail("the result is beyond 64 bits"); }

  static number integer(bool negative, std::uint64_t magnitude) {
    number made;
    made.negative_ = negative && magnitude != 0;
    made.magnitude_ = magnitude;
    if (made.negative_ && magnitude > std::uint64_t{1} << 63) made.overflow();
    return made;
  }
  // A double without a fraction as an integer.
  number rounded() const {
    if (!is_double_) return *this;
    const double size = double_ < 0 ? -double_ : double_;
    if (!(size < 18446744073709551616.0) ||
        static_cast<double>(static_cast<std::uint64_t>(size)) != size) {
      fail("the float is no integer of 64 bits");
    }
    return integer(double_ < 0, static_cast<std::uint64_t>(size));
  }
  // -1, 0, 1; 2 where a NaN has no order. Exact, also between integers and doubles.
  static int order(number a, number b) noexcept {
    if (!a.is_double_ && !b.is_double_) {
      if (a.negative_ != b.negative_) return a.negative_ ? -1 : 1;
      if (a.magnitude_ == b.magnitude_) return 0;
      return (a.magnitude_ < b.magnitude_) != a.negative_ ? -1 : 1;
    }
    if (!a.is_double_) {
      const int found = order(b, a);
      return found == 2 ? 2 : -found;
    }
    if (!b.is_double_) {
      // The integer part decides, then the fraction.
      if (a.double_ != a.double_) return 2;
      if (a.double_ >= 18446744073709551616.0) return 1;
      if (a.double_ < -9223372036854775808.0) return -1;
      const double whole = std::trunc(a.double_);
      const double size = whole < 0 ? -whole : whole;
      number part;
      part.negative_ = whole < 0;
      part.magnitude_ = static_cast<std::uint64_t>(size);
      const int found = order(part, b);
      if (found != 0 || a.double_ == whole) return found;
      return a.double_ > whole ? 1 : -1;
    }
    if (a.double_ != a.double_ || b.double_ != b.double_) return 2;
    return a.double_ < b.double_ ? -1 : a.double_ > b.double_ ? 1 : 0;
  }

  bool is_double_ = false;
  bool negative_ = false;
  std::uint64_t magnitude_ = 0;
  double double_ = 0;
};

/// A number. Integers beyond 64 bits, and decimals, are errors: `number_text` has their digits.
template <>
struct converter<number> {
  static value to(number of) {
    if (!of.is_integer()) return value(of.as_double());
    if (of < number(0)) return value(of.as<std::int64_t>());
    return value(of.as<std::uint64_t>());
  }
  static result<number> from(const view& of) {
    if (of.is_integer()) {
      std::int64_t whole = 0;
      std::uint64_t natural = 0;
      if (detail::scalar<std::int64_t>::read(of, whole)) return number(whole);
      if (detail::scalar<std::uint64_t>::read(of, natural)) return number(natural);
      return detail::scalar<std::uint64_t>::why(of);
    }
    double found = 0;
    if (of.kind() == kind::floating && detail::scalar<double>::read(of, found)) {
      return number(found);
    }
    return detail::mismatch(of, "an integer or a float");
  }
};

template <class T>
reference& reference::operator+=(const T& other) {
  if constexpr (detail::is_text<T>) {
    const std::string_view behind = other;
    std::string joined(str());
    joined.append(behind.data(), behind.size());
    return *this = joined;
  } else {
    return *this = as<varvel::number>() + varvel::number(other);
  }
}
template <class T>
reference& reference::operator-=(const T& other) {
  return *this = as<varvel::number>() - varvel::number(other);
}
template <class T>
reference& reference::operator*=(const T& other) {
  return *this = as<varvel::number>() * varvel::number(other);
}
template <class T>
reference& reference::operator/=(const T& other) {
  return *this = as<varvel::number>() / varvel::number(other);
}

}  // namespace varvel

#endif

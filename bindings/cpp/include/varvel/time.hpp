// Points in time and durations.

#include <varvel/convert.hpp>

#ifndef VARVEL_TIME_HPP
#define VARVEL_TIME_HPP

#include <chrono>
#include <cstdint>
#include <limits>
#include <ratio>
#include <string_view>
#include <type_traits>

namespace varvel {
namespace detail {

// Days since 1970-01-01 of a date of the proleptic Gregorian calendar. See Howard Hinnant,
// "chrono-Compatible Low-Level Date Algorithms", days_from_civil.
constexpr std::int64_t days_from_civil(std::int64_t y, unsigned m, unsigned d) noexcept {
  y -= m <= 2;
  const std::int64_t era = (y >= 0 ? y : y - 399) / 400;
  const unsigned year = static_cast<unsigned>(y - era * 400);
  const unsigned day = (153 * (m + (m > 2 ? -3u : 9u)) + 2) / 5 + d - 1;
  const unsigned whole = year * 365 + year / 4 - year / 100 + day;
  return era * 146097 + static_cast<std::int64_t>(whole) - 719468;
}

// Reads `digits` digits of a text at `at`, and moves behind them.
constexpr bool read_digits(std::string_view text, std::size_t& at, unsigned digits,
                           unsigned& out) noexcept {
  out = 0;
  for (unsigned i = 0; i < digits; ++i, ++at) {
    if (at >= text.size() || text[at] < '0' || text[at] > '9') return false;
    out = 10 * out + static_cast<unsigned>(text[at] - '0');
  }
  return true;
}

// Reads a point in time of RFC 3339, such as 2026-11-26T12:00:00.5Z or 2026-11-26T13:00:00+01:00.
constexpr bool read_rfc3339(std::string_view text, timestamp& out) noexcept {
  std::size_t at = 0;
  unsigned year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  const auto is = [&](char a, char b) {
    return at < text.size() && (text[at] == a || text[at] == b) && ++at != 0;
  };
  if (!read_digits(text, at, 4, year) || !is('-', '-') || !read_digits(text, at, 2, month) ||
      !is('-', '-') || !read_digits(text, at, 2, day) || !is('T', 't') ||
      !read_digits(text, at, 2, hour) || !is(':', ':') || !read_digits(text, at, 2, minute) ||
      !is(':', ':') || !read_digits(text, at, 2, second)) {
    return false;
  }
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  const unsigned lengths[] = {31, leap ? 29u : 28u, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12 || day < 1 || day > lengths[month - 1] || hour > 23 || minute > 59 ||
      second > 59) {
    return false;
  }
  out.nanos = 0;
  if (is('.', '.')) {
    const std::size_t begin = at;
    for (std::uint32_t unit = 100000000; at < text.size() && text[at] >= '0' && text[at] <= '9';
         ++at, unit /= 10) {
      // A digit beyond nanoseconds would be lost.
      if (unit == 0 && text[at] != '0') return false;
      out.nanos += unit * static_cast<std::uint32_t>(text[at] - '0');
    }
    if (at == begin) return false;
  }
  std::int64_t shift = 0;
  if (!is('Z', 'z')) {
    const bool west = at < text.size() && text[at] == '-';
    unsigned hours = 0, minutes = 0;
    if (!is('+', '-') || !read_digits(text, at, 2, hours) || !is(':', ':') ||
        !read_digits(text, at, 2, minutes) || hours > 23 || minutes > 59) {
      return false;
    }
    shift = static_cast<std::int64_t>(hours * 60 + minutes) * (west ? -60 : 60);
  }
  out.seconds = days_from_civil(year, month, day) * 86400 +
                static_cast<std::int64_t>(hour * 3600 + minute * 60 + second) - shift;
  return at == text.size();
}

}  // namespace detail

/// Points in time of the system's clock. A text of RFC 3339 is read too, since JSON has no other
/// form. One that the duration cannot hold exactly is an error.
template <class Duration>
struct converter<std::chrono::time_point<std::chrono::system_clock, Duration>> {
  using type = std::chrono::time_point<std::chrono::system_clock, Duration>;

  static value to(const type& of) {
    using std::chrono::duration_cast;
    const auto since = of.time_since_epoch();
    auto seconds = std::chrono::floor<std::chrono::duration<std::int64_t>>(since);
    const auto rest = duration_cast<std::chrono::nanoseconds>(since - seconds);
    return value(timestamp{seconds.count(), static_cast<std::uint32_t>(rest.count())});
  }
  static result<type> from(const view& of) {
    timestamp found;
    std::string_view text;
    if (!detail::scalar<timestamp>::read(of, found)) {
      if (!detail::scalar<std::string_view>::read(of, text)) {
        return detail::mismatch(of, "a point in time");
      }
      if (!detail::read_rfc3339(text, found)) {
        return detail::mismatch(of, "a point in time as RFC 3339 has it");
      }
    }
    using ratio = typename Duration::period;
    using rep = typename Duration::rep;
    if constexpr (std::is_floating_point_v<rep>) {
      const auto whole = std::chrono::duration<double>(static_cast<double>(found.seconds));
      return type(std::chrono::duration_cast<Duration>(
          whole + std::chrono::duration<double, std::nano>(found.nanos)));
    } else {
      // seconds * den / num + nanos * den / (num * 10^9), exactly or not at all.
      static_assert(ratio::num == 1 || ratio::den == 1, "a period of seconds, or parts of one");
      const std::int64_t most = static_cast<std::int64_t>(std::numeric_limits<rep>::max());
      const std::int64_t unit = 1000000000 / ratio::den;
      const bool divides = ratio::den <= 1000000000 && found.nanos % unit == 0 &&
                           found.seconds % ratio::num == 0 && (ratio::num == 1 || found.nanos == 0);
      const std::int64_t limit = most / ratio::den - 1;
      if (!divides || found.seconds / ratio::num > limit || found.seconds / ratio::num < -limit) {
        return detail::error_at(of, errc::number_out_of_range,
                                "number out of range: the point in time does not fit exactly");
      }
      const std::int64_t count =
          found.seconds / ratio::num * ratio::den + static_cast<std::int64_t>(found.nanos) / unit;
      return type(Duration(static_cast<rep>(count)));
    }
  }
};

/// A duration is the number of its units, as in structs.
template <class Rep, class Period>
struct converter<std::chrono::duration<Rep, Period>> {
  using type = std::chrono::duration<Rep, Period>;

  static value to(const type& of) { return value(of.count()); }
  static result<type> from(const view& of) {
    const result<Rep> count = detail::read<Rep>(of);
    if (!count) return count.error();
    return type(*count);
  }
};

}  // namespace varvel

#endif

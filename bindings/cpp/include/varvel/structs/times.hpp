// Points in time, as formats have them or as RFC 3339 has them; durations as their count.

#ifndef VARVEL_STRUCTS_TIMES_HPP
#define VARVEL_STRUCTS_TIMES_HPP

#include <varvel/structs/json_sink.hpp>
#include <varvel/structs/value.hpp>

#include <chrono>
#include <cstdio>

namespace varvel {
namespace structs {

/// Returns the days from 1970-01-01 to a day of the Gregorian calendar.
constexpr std::int64_t days_of(std::int64_t year, unsigned month, unsigned day) noexcept {
  // https://howardhinnant.github.io/date_algorithms.html#days_from_civil
  year -= month <= 2;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const auto of_era = static_cast<unsigned>(year - era * 400);
  const unsigned of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

struct calendar_day {
  std::int64_t year;
  unsigned month;
  unsigned day;
};

/// Returns the day so many days from 1970-01-01.
constexpr calendar_day day_of(std::int64_t days) noexcept {
  days += 719468;
  const std::int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const auto of_era = static_cast<unsigned>(days - era * 146097);
  const unsigned year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const unsigned of_year = of_era - (365 * year + year / 4 - year / 100);
  const unsigned month = (5 * of_year + 2) / 153;
  const unsigned of_march = month < 10 ? month + 3 : month - 9;
  return {static_cast<std::int64_t>(year) + era * 400 + (of_march <= 2), of_march,
          of_year - (153 * month + 2) / 5 + 1};
}

constexpr bool is_leap(std::int64_t year) noexcept {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/// A time of a document.
struct moment {
  std::int64_t seconds;
  std::uint32_t nanos;
};

/// Reads `count` digits. Returns false if they are none.
inline bool digits_at(std::string_view text, std::size_t at, std::size_t count,
                      unsigned& to) noexcept {
  if (at + count > text.size()) return false;
  to = 0;
  for (std::size_t i = at; i < at + count; i++) {
    if (text[i] < '0' || text[i] > '9') return false;
    to = to * 10 + static_cast<unsigned>(text[i] - '0');
  }
  return true;
}

/// Reads a time of RFC 3339.
inline bool moment_of(std::string_view text, moment& to) noexcept {
  constexpr unsigned lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  unsigned year, month, day, hour, minute, second;
  if (text.size() < 20 || !digits_at(text, 0, 4, year) || !digits_at(text, 5, 2, month) ||
      !digits_at(text, 8, 2, day) || !digits_at(text, 11, 2, hour) ||
      !digits_at(text, 14, 2, minute) || !digits_at(text, 17, 2, second) || text[4] != '-' ||
      text[7] != '-' || (text[10] != 'T' && text[10] != 't' && text[10] != ' ') ||
      text[13] != ':' || text[16] != ':' || month < 1 || month > 12 || day < 1 || hour > 23 ||
      minute > 59 || second > 59) {
    return false;
  }
  if (day > lengths[month - 1] + (month == 2 && is_leap(year) ? 1u : 0u)) return false;
  std::size_t at = 19;
  to.nanos = 0;
  if (text[at] == '.') {
    std::uint32_t unit = 100000000;
    const std::size_t first = ++at;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; at++) {
      if (unit == 0) return false;  // below a nanosecond
      to.nanos += unit * static_cast<std::uint32_t>(text[at] - '0');
      unit /= 10;
    }
    if (at == first) return false;
  }
  to.seconds = days_of(year, month, day) * 86400 + hour * 3600 + minute * 60 + second;
  if (at + 1 == text.size()) return text[at] == 'Z' || text[at] == 'z';
  unsigned hours, minutes;
  if (at + 6 != text.size() || (text[at] != '+' && text[at] != '-') || text[at + 3] != ':' ||
      !digits_at(text, at + 1, 2, hours) || !digits_at(text, at + 4, 2, minutes) || hours > 23 ||
      minutes > 59) {
    return false;
  }
  const std::int64_t offset = hours * 3600 + minutes * 60;
  to.seconds += text[at] == '+' ? -offset : offset;
  return true;
}

/// Writes a time as RFC 3339 has it. Returns the length; 0 for years beyond four digits.
inline std::size_t put_moment(char (&to)[40], std::int64_t seconds, std::uint32_t nanos) noexcept {
  std::int64_t days = seconds / 86400, rest = seconds % 86400;
  if (rest < 0) {
    rest += 86400;
    days--;
  }
  const calendar_day day = day_of(days);
  if (day.year < 0 || day.year > 9999) return 0;
  int length =
      std::snprintf(to, sizeof to, "%04d-%02u-%02uT%02d:%02d:%02d", static_cast<int>(day.year),
                    day.month, day.day, static_cast<int>(rest / 3600),
                    static_cast<int>(rest / 60 % 60), static_cast<int>(rest % 60));
  if (nanos != 0) {
    length += std::snprintf(to + length, sizeof to - static_cast<std::size_t>(length), ".%09u",
                            static_cast<unsigned>(nanos));
    while (to[length - 1] == '0') length--;
  }
  to[length++] = 'Z';
  return static_cast<std::size_t>(length);
}

inline bool json_sink::timestamp(std::int64_t seconds, std::uint32_t nanos) {
  char text[40];
  const std::size_t length = put_moment(text, seconds, nanos);
  if (length == 0) return fail(errc::unrepresentable, "a time with a year from 0 to 9999");
  return string(std::string_view(text, length));
}

/// Makes a count of a unit of a time. Returns false if that is not exact, or beyond its type.
template <class Duration>
bool count_of(const moment& from, Duration& to) {
  using wide = std::chrono::duration<std::int64_t, typename Duration::period>;
  using period = typename Duration::period;
  constexpr std::int64_t num = period::num, den = period::den;
  std::int64_t count;
  if constexpr (den == 1) {
    if (from.nanos != 0 || from.seconds % num != 0) return false;
    count = from.seconds / num;
  } else {
    static_assert(num == 1 && 1000000000 % den == 0, "units of time from days to nanoseconds");
    constexpr std::int64_t nanos = 1000000000 / den;
    if (from.nanos % nanos != 0) return false;
    constexpr std::int64_t most = INT64_MAX / den - 1;
    if (from.seconds > most || from.seconds < -most) return false;
    count = from.seconds * den + static_cast<std::int64_t>(from.nanos) / nanos;
  }
  using rep = typename Duration::rep;
  if constexpr (std::is_integral_v<rep>) {
    if (!fits<rep>(count)) return false;
  }
  to = std::chrono::duration_cast<Duration>(wide(count));
  return true;
}

template <class T>
inline constexpr bool is_time_point = false;
template <class Duration>
inline constexpr bool is_time_point<std::chrono::time_point<std::chrono::system_clock, Duration>> =
    true;

template <class T>
inline constexpr bool is_duration = false;
template <class Rep, class Period>
inline constexpr bool is_duration<std::chrono::duration<Rep, Period>> = true;

}  // namespace structs

template <class Duration>
struct codec<std::chrono::time_point<std::chrono::system_clock, Duration>> {
  using point = std::chrono::time_point<std::chrono::system_clock, Duration>;
  static_assert(std::is_integral_v<typename Duration::rep>, "points in time are counted");

  template <class In>
  static bool read(In& in, const structs::node& from, point& to) {
    structs::moment found{};
    std::string_view text;
    if (from.is_other(structs::other::timestamp)) {
      found.seconds = structs::load<std::int64_t>(from.target() + 1);
      found.nanos = structs::load<std::uint32_t>(from.target() + 9);
    } else if (!structs::text_of(in.document, from, text) || !structs::moment_of(text, found)) {
      return in.mismatch("a time (RFC 3339)", from);
    }
    Duration count{};
    if (!structs::count_of(found, count)) return in.beyond("a time of the field's unit", from);
    to = point(count);
    return true;
  }
  template <class Out>
  static bool write(Out& out, const point& from) {
    using period = typename Duration::period;
    const std::int64_t count = from.time_since_epoch().count();
    if constexpr (period::den == 1) {
      constexpr std::int64_t num = period::num;
      if (count > INT64_MAX / num || count < INT64_MIN / num) {
        return out.fail(errc::unrepresentable, "a time of 64 bits in seconds");
      }
      return out.timestamp(count * num, 0);
    } else {
      constexpr std::int64_t den = period::den;
      std::int64_t seconds = count / den, rest = count % den;
      if (rest < 0) {
        rest += den;
        seconds--;
      }
      return out.timestamp(seconds, static_cast<std::uint32_t>(rest * (1000000000 / den)));
    }
  }
};

/// A duration is the number of its units.
template <class Rep, class Period>
struct codec<std::chrono::duration<Rep, Period>> {
  template <class In>
  static bool read(In& in, const structs::node& from, std::chrono::duration<Rep, Period>& to) {
    Rep count{};
    if (!codec<Rep>::read(in, from, count)) return false;
    to = std::chrono::duration<Rep, Period>(count);
    return true;
  }
  template <class Out>
  static bool write(Out& out, const std::chrono::duration<Rep, Period>& from) {
    return codec<Rep>::write(out, from.count());
  }
};

}  // namespace varvel

#endif

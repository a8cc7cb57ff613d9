// How scalars are read from nodes: each in a form that only tells whether, and an error that is
// made where that is wanted.

#include <varvel/view.hpp>

#ifndef VARVEL_DETAIL_SCALARS_HPP
#define VARVEL_DETAIL_SCALARS_HPP

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace varvel {
namespace detail {

// The path of a node in its document: a call that must fail says it.
VARVEL_COLD inline std::string path_of(const view& of) {
  const vv_node node = of.raw();
  vv_error* raw = nullptr;
  if (of.is_string()) {
    bool unused;
    vv_bool(node, &unused, &raw);
  } else {
    vv_str unused;
    vv_string(node, &unused, &raw);
  }
  std::string path = raw == nullptr ? std::string() : std::string(vv_error_path(raw));
  vv_error_free(raw);
  return path;
}

// An error about a node, worded as those of the library.
VARVEL_COLD inline error error_at(const view& of, errc code, std::string what) {
  error_info info;
  info.code = code;
  if (of.exists()) info.path = path_of(of);
  info.message = what;
  if (!info.path.empty()) info.message += ", at " + info.path;
  info.what = std::move(what);
  return error(std::move(info));
}

// Returns an error with another path, or without one, and no place in frozen bytes, which nobody
// wrote.
VARVEL_COLD inline error with_path(const error& why, std::string path) {
  error_info info = why.info();
  const std::string was = ", at " + info.path;
  std::size_t end = info.message.rfind(" (byte ");
  if (end != std::string::npos) info.message.erase(end);
  end = info.path.empty() ? std::string::npos : info.message.rfind(was);
  if (end != std::string::npos && end + was.size() == info.message.size()) info.message.erase(end);
  info.path = std::move(path);
  if (!info.path.empty()) info.message += ", at " + info.path;
  info.excerpt.clear();
  info.offset = no_offset;
  return error(std::move(info));
}

// An error about a part of a node, whose path begins at that node, with the path from the root;
// without one if the way to the node is not known.
VARVEL_COLD inline error below(const error& why, const view& of) {
  std::string path = path_of(of);
  if (!path.empty() && !why.path().empty()) path += why.path().substr(1);
  return with_path(why, std::move(path));
}

// An error of the library about a node.
VARVEL_COLD inline error about_node(const view& of, vv_code code, vv_error* raw) {
  const error why = error::adopt(code, raw);
  return why.path().empty() ? below(why, of) : without_place(why);
}

// Returns the words for a node in errors: "null", "70000", "a string".
VARVEL_COLD inline std::string described(const view& of) {
  switch (of.kind()) {
    case kind::missing: return "nothing";
    case kind::null: return "null";
    case kind::integer: {
      const std::string_view text = of.number_text();
      if (!text.empty()) return std::string(text);
      std::uint64_t large = 0;
      return vv_as_u64(of.raw(), &large) ? std::to_string(large) : std::to_string(of.integer_or(0));
    }
    default: {
      const std::string word = name(of.kind());
      const bool vowel = word.find_first_of("aeiou") == 0;
      return (vowel ? "an " : "a ") + word;
    }
  }
}

// A node is not there: the path is that of the node in which it was sought.
VARVEL_COLD inline error not_found(const view& of, const std::string& expected) {
  const view in = of.sought_in();
  return error_at(in, errc::not_found,
                  "not found: expected " + expected + ", found no such " +
                      (in.is_array() ? "item"
                       : in.exists() ? "member"
                                     : "node"));
}

VARVEL_COLD inline error mismatch(const view& of, const std::string& expected) {
  if (!of.exists()) return not_found(of, expected);
  return error_at(of, errc::type_mismatch,
                  "wrong kind of value: expected " + expected + ", found " + described(of));
}

template <>
struct scalar<bool> : std::true_type {
  static VARVEL_INLINE bool read(const view& from, bool& out) noexcept {
    if (VARVEL_LIKELY(from.is_frozen())) {
      const target found = target_of(from.site());
      if (found.tag != tag::literal) return false;
      const std::int64_t payload = found.payload();
      if (payload != literal::no && payload != literal::yes) return false;
      out = payload == literal::yes;
      return true;
    }
    return vv_as_bool(from.raw(), &out);
  }
  static error why(const view& from) {
    if (!from.exists()) return not_found(from, "a boolean");
    vv_error* raw = nullptr;
    bool unused = false;
    const vv_code code = vv_bool(from.raw(), &unused, &raw);
    return about_node(from, code, raw);
  }
};

template <class T>
struct scalar<T, std::enable_if_t<is_integer<T>>> : std::true_type {
  using wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
  using limits = std::numeric_limits<T>;

  static VARVEL_INLINE bool read(const view& from, T& out) noexcept {
    if (VARVEL_LIKELY(from.is_frozen())) return store_integer(numeric_of(from.site()), out);
    wide found = 0;
    if constexpr (std::is_signed_v<T>) {
      return vv_as_i64(from.raw(), &found) && store_integer(numeric::integer(found), out);
    } else {
      return vv_as_u64(from.raw(), &found) && store_integer(numeric::natural(found), out);
    }
  }
  static error why(const view& from) {
    if (!from.exists()) return not_found(from, "an integer");
    vv_error* raw = nullptr;
    wide unused = 0;
    vv_code code;
    if constexpr (std::is_signed_v<T>) {
      code = vv_i64(from.raw(), &unused, &raw);
    } else {
      code = vv_u64(from.raw(), &unused, &raw);
    }
    if (code != VV_OK) return about_node(from, code, raw);
    return error_at(from, errc::number_out_of_range,
                    "number out of range: expected an integer from " +
                        std::to_string(limits::min()) + " to " + std::to_string(limits::max()) +
                        ", found " + described(from));
  }
};

template <class T>
struct scalar<T, std::enable_if_t<std::is_floating_point_v<T>>> : std::true_type {
  static VARVEL_INLINE bool read(const view& from, T& out) noexcept {
    if (VARVEL_LIKELY(from.is_frozen())) {
      const numeric found = numeric_of(from.site());
      if (VARVEL_LIKELY(found.kind != numeric::none)) return store_float(found.as_double(), out);
    }
    double found = 0;
    return vv_as_f64(from.raw(), &found) && store_float(found, out);
  }
  static error why(const view& from) {
    if (!from.exists()) return not_found(from, "a number");
    vv_error* raw = nullptr;
    double unused = 0;
    const vv_code code = vv_f64(from.raw(), &unused, &raw);
    if (code != VV_OK) return about_node(from, code, raw);
    return error_at(from, errc::number_out_of_range,
                    "number out of range: expected a number that a float holds, found " +
                        std::to_string(unused));
  }
};

template <>
struct scalar<std::string_view> : std::true_type {
  static VARVEL_INLINE bool read(const view& from, std::string_view& out) noexcept {
    if (VARVEL_LIKELY(from.is_frozen())) return string_of(from.site(), out);
    vv_str found;
    if (!vv_as_string(from.raw(), &found)) return false;
    out = std::string_view(found.data, found.len);
    return true;
  }
  static error why(const view& from) {
    if (!from.exists()) return not_found(from, "a string");
    vv_error* raw = nullptr;
    vv_str unused;
    const vv_code code = vv_string(from.raw(), &unused, &raw);
    return about_node(from, code, raw);
  }
};

template <>
struct scalar<std::string> : std::true_type {
  static bool read(const view& from, std::string& out) {
    std::string_view found;
    if (!scalar<std::string_view>::read(from, found)) return false;
    out.assign(found.data(), found.size());
    return true;
  }
  static error why(const view& from) { return scalar<std::string_view>::why(from); }
};

template <>
struct scalar<bytes_view> : std::true_type {
  static bool read(const view& from, bytes_view& out) noexcept {
    if (VARVEL_LIKELY(from.is_frozen())) {
      const site at = from.site();
      const target found = target_of(at);
      if (found.tag != tag::other) return false;
      byte_ptr node = at.start + position(at, found);
      if (*node != other::bytes) return false;
      const std::string_view content = text_at(node + 1);
      out = bytes_view(content.data(), content.size());
      return true;
    }
    vv_bytes found;
    if (!vv_as_binary(from.raw(), &found)) return false;
    out = bytes_view(found.data, found.len);
    return true;
  }
  static error why(const view& from) {
    if (!from.exists()) return not_found(from, "bytes");
    vv_error* raw = nullptr;
    vv_bytes unused;
    const vv_code code = vv_binary(from.raw(), &unused, &raw);
    return about_node(from, code, raw);
  }
};

template <>
struct scalar<timestamp> : std::true_type {
  static bool read(const view& from, timestamp& out) noexcept {
    vv_time found;
    if (!vv_as_timestamp(from.raw(), &found)) return false;
    out = {found.seconds, found.nanos};
    return true;
  }
  static error why(const view& from) {
    if (!from.exists()) return not_found(from, "a point in time");
    vv_error* raw = nullptr;
    vv_time unused;
    const vv_code code = vv_timestamp(from.raw(), &unused, &raw);
    return about_node(from, code, raw);
  }
};

template <class T>
inline constexpr bool is_scalar = scalar<T>::value;

template <class T, class = void>
struct has_converter_from : std::false_type {};
template <class T>
struct has_converter_from<T, std::void_t<decltype(converter<T>::from(std::declval<const view&>()))>>
    : std::true_type {};

// Reads a `T` by its converter, which may return a result or the value.
template <class T>
result<T> read(view from) {
  if constexpr (is_scalar<T>) {
    T found{};
    if (VARVEL_LIKELY(scalar<T>::read(from, found))) return found;
    return scalar<T>::why(from);
  } else if constexpr (has_converter_from<T>::value) {
    return converter<T>::from(from);
  } else {
    static_assert(has_converter_from<T>::value,
                  "this type cannot be read from a node: name its fields by VARVEL_FIELDS, give it "
                  "a function from_varvel(const view&, T&) beside it, or specialise "
                  "varvel::converter");
    return error();
  }
}

}  // namespace detail
}  // namespace varvel

#endif

// Documents out: as text and bytes of any format, into streams, by std::format.

#ifndef VARVEL_WRITE_HPP
#define VARVEL_WRITE_HPP

#include <varvel/object.hpp>
#include <varvel/value.hpp>

#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#if VARVEL_HAS_FORMAT
#include <algorithm>
#include <format>
#endif

namespace varvel {

/// Bytes that the library writes, in memory that is used again: the second document of a size
/// allocates nothing.
class buffer {
 public:
  buffer() noexcept = default;
  buffer(buffer&& other) noexcept : raw_(std::exchange(other.raw_, vv_buffer VV_BUFFER)) {}
  buffer& operator=(buffer&& other) noexcept {
    std::swap(raw_, other.raw_);
    return *this;
  }
  ~buffer() { vv_buffer_free(&raw_); }

  const char* data() const noexcept { return reinterpret_cast<const char*>(raw_.data); }
  std::size_t size() const noexcept { return raw_.len; }
  bool empty() const noexcept { return raw_.len == 0; }
  /// Returns the text, until the next one is written.
  std::string_view text() const noexcept VARVEL_LIFETIMEBOUND {
    return raw_.len == 0 ? std::string_view() : std::string_view(data(), size());
  }
  /// Returns the bytes, until the next ones are written.
  bytes_view bytes() const noexcept VARVEL_LIFETIMEBOUND { return bytes_view(raw_.data, raw_.len); }
  operator std::string_view() const noexcept VARVEL_LIFETIMEBOUND { return text(); }
  /// Returns the structure of the C library.
  vv_buffer* raw() noexcept { return &raw_; }

 private:
  vv_buffer raw_ = VV_BUFFER;
};

/// Writes a node as a document of a format into a buffer, in place of what was there. Fails with
/// the path of what the format cannot hold; `options` say what becomes text then.
inline result<void> write_to(buffer& out, const view& of, format as = format::json,
                             const options& how = options()) {
  vv_error* error = nullptr;
  const vv_code code = vv_write(static_cast<vv_format>(as), of.raw(), how.raw(), out.raw(), &error);
  if (code != VV_OK) return varvel::error::adopt(code, error);
  return {};
}

/// Writes a node as a document of a format. With structs.hpp, types of your own and of the standard
/// library are written so, too.
template <class T, std::enable_if_t<detail::is_node<T>, int> = 0>
result<std::string> try_write(const T& of, format as = format::json,
                              const options& how = options()) {
  buffer out;
  const result<void> written = write_to(out, of.node(), as, how);
  if (!written) return written.error();
  return std::string(out.text());
}
/// Writes a node as a document of a format, or throws.
template <class T, std::enable_if_t<detail::is_node<T>, int> = 0>
std::string write(const T& of, format as = format::json, const options& how = options()) {
  return try_write(of, as, how).value();
}
/// Writes a node, or anything a value can be made of, as JSON, or throws.
template <class T>
std::string to_json(const T& of, const options& how = options()) {
  if constexpr (detail::is_node<T>) {
    return write(of, format::json, how);
  } else {
    return write(value(of), format::json, how);
  }
}

/// Writes a document of one format in another, without a tree in between.
inline result<std::string> try_convert(std::string_view text, format from, format to,
                                       const options& how = options()) {
  buffer out;
  vv_error* error = nullptr;
  const vv_code code = vv_convert(static_cast<vv_format>(from), text.data(), text.size(),
                                  static_cast<vv_format>(to), how.raw(), out.raw(), &error);
  if (code != VV_OK) return varvel::error::adopt(code, error);
  return std::string(out.text());
}
/// Writes a document of one format in another, or throws.
inline std::string convert(std::string_view text, format from, format to,
                           const options& how = options()) {
  return try_convert(text, from, to, how).value();
}

/// Checks that a document can be read. The error is the one that reading it would have.
inline result<void> validate(std::string_view text, format as = format::json,
                             const options& how = options()) {
  vv_error* error = nullptr;
  const vv_code code =
      vv_validate(static_cast<vv_format>(as), text.data(), text.size(), how.raw(), &error);
  if (code != VV_OK) return varvel::error::adopt(code, error);
  return {};
}

namespace detail {

// Adds the form of a node that JSON cannot hold: a tag stands before its value in parentheses, keys
// are what their nodes are. Containers and tags beyond a depth are left out: each is a call.
inline void add_shown(std::string& to, const view& of, const options& how, int depth) {
  const auto add_all = [&](char open, const auto& all, char close, const auto& add) {
    to += open;
    std::string_view between;
    for (const auto& one : all) {
      to += between;
      between = ",";
      add(one);
    }
    to += close;
  };
  const auto tag = of.tag();
  if (depth == 0 && (tag || of.is_container())) {
    to += "...";
  } else if (tag) {
    using type = varvel::tag::type;
    if (tag->is == type::extension) {
      to += "extension " + std::to_string(tag->extension);
    } else {
      to += (tag->is == type::simple ? "simple " : "tag ") + std::to_string(tag->number);
    }
    to += '(';
    add_shown(to, of.untagged(), how, depth - 1);
    to += ')';
  } else if (of.is_array()) {
    add_all('[', of.values(), ']', [&](const view& item) { add_shown(to, item, how, depth - 1); });
  } else if (of.is_container()) {
    add_all('{', of.pairs(), '}', [&](const pair& member) {
      add_shown(to, member.key, how, depth - 1);
      to += ':';
      add_shown(to, member.value, how, depth - 1);
    });
  } else {
    to += try_write(of, format::json, how).value_or("?");
  }
}

// Returns a node as a text for people. Never fails: what the format has no form for is shown.
inline std::string shown_text(const view& of, format as, const options& how) {
  if (!of.exists()) return "<missing>";
  const result<std::string> written = try_write(of, as, how);
  if (written) return *written;
  std::string text;
  add_shown(text, of, how, 1000);
  return text;
}

}  // namespace detail

/// Writes a node as JSON; what JSON has no form for (bytes, points in time, NaN) stands as text,
/// and a tag as `tag 32("text")`. A missing node is `<missing>`. Never throws an error of Varvel.
template <class T, std::enable_if_t<detail::is_readable<T>, int> = 0>
std::ostream& operator<<(std::ostream& out, const T& shown) {
  return out << detail::shown_text(shown.node(), format::json, options().all_as_text());
}

}  // namespace varvel

#if VARVEL_HAS_FORMAT

/// `{}` is JSON on one line, `{:#}` JSON with line breaks, `{:yaml}` and `{:json5}` other texts.
/// Values for which the format has no form are written as text.
template <class T>
  requires(varvel::detail::is_readable<T>)
struct std::formatter<T, char> {
  constexpr auto parse(std::format_parse_context& context) {
    auto at = context.begin();
    if (at != context.end() && *at == '#') {
      how_ = how_.pretty();
      ++at;
    }
    const auto begin = at;
    while (at != context.end() && *at != '}') ++at;
    const std::string_view name(begin, at);
    if (name == "yaml") {
      as_ = varvel::format::yaml;
    } else if (name == "json5") {
      as_ = varvel::format::json5;
    } else if (!name.empty() && name != "json") {
      // Not a constant expression, so it is an error at compile time.
      varvel::detail::raise(varvel::error(varvel::errc::invalid_argument,
                                          "a node is printed by {}, {:#}, {:json5} or {:yaml}"));
    }
    return at;
  }
  template <class Context>
  auto format(const T& shown, Context& context) const {
    const std::string text = varvel::detail::shown_text(shown.node(), as_, how_);
    return std::copy(text.begin(), text.end(), context.out());
  }

 private:
  varvel::options how_ = varvel::options().all_as_text();
  varvel::format as_ = varvel::format::json;
};

#endif

#endif

// Texts that people write and programs edit: an edit keeps comments, spacing, quotes and order.

#ifndef VARVEL_TEXT_HPP
#define VARVEL_TEXT_HPP

#include <varvel/value.hpp>
#include <varvel/write.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace varvel {

/// The syntax that a text has, and keeps when it is edited.
enum class syntax : std::uint32_t {
  /// JSON as RFC 8259 has it.
  json = VV_SYNTAX_JSON,
  /// JSON with comments, and with commas behind the last item.
  jsonc = VV_SYNTAX_JSONC,
  /// JSON5.
  json5 = VV_SYNTAX_JSON5,
  /// YAML 1.2.
  yaml = VV_SYNTAX_YAML,
  /// YAML 1.2, and two forms that many files have, although YAML does not allow them.
  tolerant_yaml = VV_SYNTAX_TOLERANT_YAML
};

/// A text of JSON or YAML that is edited. An edit changes what it names and leaves the rest as it
/// is; one that fails changes nothing.
///
///     varvel::text config = varvel::text::parse(file, varvel::syntax::yaml);
///     config.set("server.port", 8443);
///     std::cout << config.str();
class text {
 public:
  /// Reads a text and copies it. Keys that come twice are refused.
  static result<text> try_parse(std::string_view of, syntax is, const options& how = options()) {
    vv_text* raw = nullptr;
    vv_error* error = nullptr;
    const vv_code code =
        vv_text_new(static_cast<std::uint32_t>(is), of.data(), of.size(), how.raw(), &raw, &error);
    if (code != VV_OK) return varvel::error::adopt(code, error);
    return text(raw);
  }
  /// Reads a text and copies it, or throws.
  static text parse(std::string_view of, syntax is, const options& how = options()) {
    return try_parse(of, is, how).value();
  }

  /// Lets edits change what aliases of YAML refer to: the node that has the anchor, and with it the
  /// value in all places. Paths then lead through aliases. Without this such an edit is refused.
  text& through_aliases(bool through = true) {
    detail::attempt([&](vv_error** error) {
      return vv_text_through_aliases(raw_.get(), through, error);
    }).value();
    return *this;
  }

  /// Puts a value at a path or a JSON Pointer, in place of what was there, and makes what is
  /// missing on the way.
  template <class T>
  result<void> try_set(std::string_view path, const T& to) {
    const detail::any any(to);
    return detail::attempt([&](vv_error** error) {
      return vv_text_set(raw_.get(), path.data(), path.size(), any.raw(), error);
    });
  }
  /// Puts a value at a path, or throws.
  template <class T>
  text& set(std::string_view path, const T& to) {
    try_set(path, to).value();
    return *this;
  }
  /// Puts a value beside others: before the item that the path leads to, behind the last one, or as
  /// a member that the object does not have yet.
  template <class T>
  result<void> try_insert(std::string_view path, const T& to) {
    const detail::any any(to);
    return detail::attempt([&](vv_error** error) {
      return vv_text_insert(raw_.get(), path.data(), path.size(), any.raw(), error);
    });
  }
  /// Puts a value beside others, or throws.
  template <class T>
  text& insert(std::string_view path, const T& to) {
    try_insert(path, to).value();
    return *this;
  }
  /// Gives the member at a path another key. It stays where it is.
  result<void> try_rename(std::string_view path, std::string_view key) {
    return detail::attempt([&](vv_error** error) {
      return vv_text_rename(raw_.get(), path.data(), path.size(), key.data(), key.size(), error);
    });
  }
  /// Gives the member at a path another key, or throws.
  text& rename(std::string_view path, std::string_view key) {
    try_rename(path, key).value();
    return *this;
  }
  /// Takes the node at a path away, with its key and the comment on its line.
  result<void> try_remove(std::string_view path) {
    return detail::attempt([&](vv_error** error) {
      return vv_text_remove(raw_.get(), path.data(), path.size(), error);
    });
  }
  /// Takes the node at a path away, or throws.
  text& remove(std::string_view path) {
    try_remove(path).value();
    return *this;
  }

  /// Returns the text, until the next edit.
  std::string_view str() const noexcept VARVEL_LIFETIMEBOUND {
    const vv_str lent = vv_text_get(raw_.get());
    return lent.data == nullptr ? std::string_view() : std::string_view(lent.data, lent.len);
  }
  /// Returns what the text means, until the next edit.
  view root() const noexcept VARVEL_LIFETIMEBOUND { return view(vv_text_node(raw_.get())); }
  /// Returns the comments of the text in order, until the next edit.
  std::vector<std::string_view> comments() const {
    std::size_t count = 0;
    vv_span unused;
    detail::must(
        [&](vv_error** error) { return vv_text_comments(raw_.get(), &unused, 0, &count, error); });
    std::vector<vv_span> spans(count);
    detail::must([&](vv_error** error) {
      return vv_text_comments(raw_.get(), spans.data(), count, &count, error);
    });
    std::vector<std::string_view> found;
    found.reserve(count);
    for (const vv_span& one : spans) found.push_back(str().substr(one.start, one.end - one.start));
    return found;
  }
  /// Returns the YAML text with its lines indented anew, or throws for a text that is no YAML.
  std::string indented() const {
    buffer out;
    detail::must([&](vv_error** error) { return vv_text_indent(raw_.get(), out.raw(), error); });
    return std::string(out.text());
  }

 private:
  struct freed {
    void operator()(vv_text* raw) const noexcept { vv_text_free(raw); }
  };
  explicit text(vv_text* raw) noexcept : raw_(raw) {}

  std::unique_ptr<vv_text, freed> raw_;
};

}  // namespace varvel

#endif

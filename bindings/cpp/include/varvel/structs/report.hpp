// Errors of structs as users see them: with the place in the document, and the types on the way.

#ifndef VARVEL_STRUCTS_REPORT_HPP
#define VARVEL_STRUCTS_REPORT_HPP

#include <varvel/detail/files.hpp>
#include <varvel/structs/input.hpp>
#include <varvel/structs/json_sink.hpp>
#include <varvel/structs/reading.hpp>

namespace varvel::structs {

/// How many steps of a path are shown, and how many bytes of a name; longer ones are shown without
/// their middle, as the library does it.
inline constexpr std::size_t shown_steps = 12, shown_last_steps = 4;
inline constexpr std::size_t shown_bytes = 40, shown_last_bytes = 15;

/// Returns a name without its middle if it is long.
inline std::string shortened(std::string_view name) {
  if (name.size() <= shown_bytes) return std::string(name);
  const auto is_inside = [&](std::size_t at) {
    return (static_cast<unsigned char>(name[at]) & 0xC0u) == 0x80;
  };
  std::size_t start = shown_bytes - 1 - shown_last_bytes, end = name.size() - shown_last_bytes;
  while (start > 0 && is_inside(start)) start--;
  while (end < name.size() && is_inside(end)) end++;
  return std::string(name.substr(0, start)) + "\u2026" + std::string(name.substr(end));
}

/// Returns whether a name stands in a path without quotes.
inline bool is_plain_name(std::string_view name) noexcept {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  if (name.empty() || !is_letter(name[0])) return false;
  for (const char c : name) {
    if (!is_letter(c) && !(c >= '0' && c <= '9')) return false;
  }
  return true;
}

/// Returns a name in quotes, on one line.
inline std::string quoted_name(std::string_view name) {
  std::string text = "\"";
  for (const char c : is_utf8(name) ? shortened(name) : std::string("?")) {
    if (static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\') {
      char escape[8];
      text.append(escape, put_escape(escape, static_cast<unsigned char>(c)));
    } else {
      text += c;
    }
  }
  return text + '"';
}

/// Returns a path as all errors have it. `type` returns what stands before the name of a step.
template <class Type>
std::string path_text(const problem& of, Type type) {
  std::string path = "$";
  const std::size_t count = of.steps.size();
  for (std::size_t i = 0; i < count; i++) {
    if (count > shown_steps && i == shown_steps - 1 - shown_last_steps) {
      path += "\u2026";
      i = count - shown_last_steps;
    }
    const step& one = of.steps[count - 1 - i];
    if (!one.named) {
      path += type(one) + "[" + std::to_string(one.number) + "]";
    } else if (is_plain_name(one.name)) {
      path += "." + type(one) + shortened(one.name);
    } else {
      path += type(one) + "[" + quoted_name(one.name) + "]";
    }
  }
  return path;
}

/// Returns the path with the type of each value on it:
/// `(order)$.(vector)items(item)[1].(int)count`.
inline std::string typed_path(const problem& of, std::string_view root) {
  return std::string("(") + std::string(root) + ")" + path_text(of, [](const step& one) {
           return one.type.empty() ? std::string() : "(" + std::string(one.type) + ")";
         });
}

/// Returns the path, for documents that cannot tell it themselves.
inline std::string plain_path(const problem& of) {
  return path_text(of, [](const step&) { return std::string(); });
}

/// Returns the phrase for a kind of error, as the library has it.
inline std::string phrase(errc code) {
  switch (code) {
    case errc::type_mismatch: return "wrong kind of value";
    case errc::number_out_of_range: return "number out of range";
    case errc::invalid_utf8: return "invalid UTF-8";
    case errc::depth_limit: return "nested too deeply";
    case errc::unrepresentable: return "value cannot be represented";
    default: return "value refused";
  }
}

/// Returns whether a format is a text.
inline bool is_text_format(format as) noexcept {
  return as == format::json || as == format::json5 || as == format::yaml;
}

inline vv_str lent(const std::string& text) noexcept {
  return {text.data(), text.size()};
}

/// Returns an error with the name of the file that was read, if that is known.
inline error named_in(error why, const reading& how) {
  return how.file().empty() ? why : detail::in_file(why, how.file());
}

/// Makes the error of a document that is none of its format.
VARVEL_COLD inline error document_error(vv_code code, vv_error* raw, const reading& how) {
  return named_in(error::adopt(code, raw), how);
}

/// Makes the error of a struct that was read from `bytes`.
VARVEL_COLD inline error reading_error(const problem& of, std::string_view root, format as,
                                       std::string_view bytes, const reading& how) {
  std::vector<std::size_t> steps;
  for (std::size_t i = of.steps.size(); i-- > 0;) steps.push_back(of.steps[i].number);
  vv_refusal refusal = VV_REFUSAL;
  refusal.code = static_cast<vv_code>(of.code);
  refusal.flags = of.at_key ? VV_AT_KEY : 0;
  refusal.expected = lent(of.expected);
  refusal.found = lent(of.found);
  refusal.hint = lent(of.hint);
  refusal.steps = steps.data();
  refusal.step_count = steps.size();
  vv_error* raw = nullptr;
  const vv_code code = vv_refuse(static_cast<vv_format>(as), bytes.data(), bytes.size(),
                                 how.format_options().raw(), &refusal, &raw);
  error_info info = error::adopt(code, raw).info();
  if (info.path.empty()) info.path = plain_path(of);
  info.types = typed_path(of, root);
  return named_in(error(std::move(info)), how);
}

/// Makes the error of a struct that could not be written.
VARVEL_COLD inline error writing_error(const problem& of, std::string_view root) {
  error_info info;
  info.code = of.code;
  info.path = plain_path(of);
  info.types = typed_path(of, root);
  info.hint = of.hint;
  info.what = phrase(of.code);
  if (!of.expected.empty()) info.what += ": expected " + of.expected;
  if (!of.found.empty()) info.what += (of.expected.empty() ? ": " : ", found ") + of.found;
  info.message = info.what;
  if (!of.steps.empty()) info.message += ", at " + info.path;
  return error(std::move(info));
}

}  // namespace varvel::structs

#endif

// Errors of structs as users see them: with the place in the document, and the types on the way.

#ifndef VARVEL_STRUCTS_REPORT_HPP
#define VARVEL_STRUCTS_REPORT_HPP

#include <varvel/structs/input.hpp>
#include <varvel/structs/reading.hpp>

namespace varvel::structs {

/// Returns the path with the type of each value on it:
/// `(order)$.(vector)items(item)[1].(int)count`.
inline std::string typed_path(const problem& of, std::string_view root) {
  std::string path = std::string("(") + std::string(root) + ")$";
  for (std::size_t i = of.steps.size(); i-- > 0;) {
    const step& one = of.steps[i];
    const std::string type = one.type.empty() ? "" : std::string("(") + std::string(one.type) + ")";
    if (one.named) {
      path += "." + type + one.name;
    } else {
      path += type + "[" + std::to_string(one.number) + "]";
    }
  }
  return path;
}

/// Returns the path as all errors have it, for documents that cannot tell it themselves.
inline std::string plain_path(const problem& of) {
  std::string path = "$";
  for (std::size_t i = of.steps.size(); i-- > 0;) {
    const step& one = of.steps[i];
    path += one.named ? "." + one.name : std::string("[") + std::to_string(one.number) + "]";
  }
  return path;
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
  if (!how.file().empty() && info.line != 0) {
    info.message = how.file() + ":" + std::to_string(info.line) + ":" +
                   std::to_string(info.column) + ": " + info.message;
    const std::size_t arrow = info.excerpt.find("--> ");
    if (arrow != std::string::npos) info.excerpt.insert(arrow + 4, how.file() + ", ");
  }
  return error(std::move(info));
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
  info.message = info.what + " at " + info.path;
  return error(std::move(info));
}

}  // namespace varvel::structs

#endif

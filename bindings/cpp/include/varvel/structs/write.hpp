// Writing structs: `varvel::write` and its kin.

#ifndef VARVEL_STRUCTS_WRITE_HPP
#define VARVEL_STRUCTS_WRITE_HPP

#include <varvel/detail/files.hpp>
#include <varvel/structs/codecs.hpp>
#include <varvel/structs/json_sink.hpp>
#include <varvel/structs/msgpack_sink.hpp>
#include <varvel/structs/read_struct.hpp>
#include <varvel/structs/report.hpp>
#include <varvel/structs/write_struct.hpp>

#include <memory>

namespace varvel {
namespace structs {

/// How a type is written, so that what writes a document is compiled once for all types.
struct writing_functions {
  bool (*json)(json_sink&, const void* from);
  /// Null where only JSON is written.
  bool (*msgpack)(msgpack_sink&, const void* from);
  std::string_view type;
};

template <class T, class Sink>
bool write_erased(Sink& out, const void* from) {
  return codec<T>::write(out, *static_cast<const T*>(from));
}

template <class T>
inline constexpr writing_functions writing_json = {&write_erased<T, json_sink>, nullptr,
                                                   name_of_type<T>()};
template <class T>
inline constexpr writing_functions writing_all = {
    &write_erased<T, json_sink>, &write_erased<T, msgpack_sink>, name_of_type<T>()};

template <class Sink>
VARVEL_NOINLINE result<void> write_by(bool (*write)(Sink&, const void*), std::string_view type,
                                      const void* from, std::string& to) {
  Sink out(to);
  if (VARVEL_LIKELY(write(out, from))) {
    out.finish();
    return {};
  }
  to.clear();
  return writing_error(out.error, type);
}

/// Whether options ask for something as text that JSON lacks.
inline bool needs_text(const options& how) noexcept {
  return (how.raw()->flags & (VV_BYTES_AS_TEXT | VV_NON_FINITE_AS_TEXT)) != 0;
}
inline bool is_plain_json(format as, const options& how) noexcept {
  return as == format::json && (how.raw()->flags & VV_PRETTY) == 0 && !needs_text(how);
}

/// Converts a document, with the C library.
inline result<void> convert_into(std::string_view bytes, format from, std::string& to, format as,
                                 const options& how) {
  vv_buffer made = VV_BUFFER;
  vv_error* raw = nullptr;
  // Keys that are integers, and times, are read back from text, where a format has no others.
  const options keyed = how.keys_as_text().timestamps_as_text();
  const vv_code code = vv_convert(static_cast<vv_format>(from), bytes.data(), bytes.size(),
                                  static_cast<vv_format>(as), keyed.raw(), &made, &raw);
  if (code == VV_OK) to.assign(reinterpret_cast<const char*>(made.data), made.len);
  vv_buffer_free(&made);
  if (code != VV_OK) {
    to.clear();
    return error::adopt(code, raw);
  }
  return {};
}

/// Returns a document in the form that is wanted.
inline result<std::string> laid_out(std::string bytes, format from, format as, const options& how) {
  if (from == as && (as == format::msgpack || is_plain_json(as, how))) return bytes;
  result<std::string> made;
  const result<void> converted = convert_into(bytes, from, *made, as, how);
  if (!converted) return converted.error();
  return made;
}

/// Writes a value as a document of a format, by the functions of its type.
inline result<void> try_write_by(const writing_functions& by, const void* from, std::string& to,
                                 format as, const options& how) {
  if (is_plain_json(as, how)) return write_by(by.json, by.type, from, to);
  if (as == format::msgpack) return write_by(by.msgpack, by.type, from, to);
  // JSON is JSON5, too, and the C library lays it out.
  const bool text = (as == format::json || as == format::json5) && !needs_text(how);
  std::string first;
  const result<void> written =
      text ? write_by(by.json, by.type, from, first) : write_by(by.msgpack, by.type, from, first);
  if (!written) {
    to.clear();
    return written;
  }
  return convert_into(first, text ? format::json : format::msgpack, to, as, how);
}

}  // namespace structs

/// Writes a value as JSON into a string, in place of what that held; its memory is used again.
/// After an error the string is empty. A program that names no format compiles no other.
template <class T, std::enable_if_t<!detail::is_node<T>, int> = 0>
result<void> try_write_into(const T& value, std::string& to) {
  constexpr const auto& by = structs::writing_json<T>;
  return structs::write_by(by.json, by.type, std::addressof(value), to);
}
/// Writes a value as a document of a format into a string.
template <class T, std::enable_if_t<!detail::is_node<T>, int> = 0>
result<void> try_write_into(const T& value, std::string& to, format as,
                            const options& how = options()) {
  return structs::try_write_by(structs::writing_all<T>, std::addressof(value), to, as, how);
}
/// Writes a value as JSON.
template <class T, std::enable_if_t<!detail::is_node<T>, int> = 0>
result<std::string> try_write(const T& value) {
  result<std::string> made;
  const result<void> written = try_write_into(value, *made);
  if (!written) return written.error();
  return made;
}
/// Writes a value as a document of a format.
template <class T, std::enable_if_t<!detail::is_node<T>, int> = 0>
result<std::string> try_write(const T& value, format as, const options& how = options()) {
  result<std::string> made;
  const result<void> written = try_write_into(value, *made, as, how);
  if (!written) return written.error();
  return made;
}
/// Writes a value as JSON, or throws.
template <class T, std::enable_if_t<!detail::is_node<T>, int> = 0>
std::string write(const T& value) {
  std::string made;
  try_write_into(value, made).value();
  return made;
}
/// Writes a value as a document of a format, or throws.
template <class T, std::enable_if_t<!detail::is_node<T>, int> = 0>
std::string write(const T& value, format as, const options& how = options()) {
  return try_write(value, as, how).value();
}
/// Writes a value as JSON into a string, or throws.
template <class T>
void write_into(const T& value, std::string& to) {
  try_write_into(value, to).value();
}
/// Writes a value as a document of a format into a string, or throws.
template <class T>
void write_into(const T& value, std::string& to, format as, const options& how = options()) {
  try_write_into(value, to, as, how).value();
}

/// Writes a value as a document of a format, with handlers.
template <class T>
result<std::string> try_write(const T& value, format as, const options& how, const handlers& own) {
  result<std::string> made;
  structs::problem failed;
  std::string first;
  if ((as == format::json || as == format::json5) && !structs::needs_text(how)) {
    structs::handled_sink<structs::json_sink> out(first, own);
    if (structs::write_value(out, value)) {
      out.finish();
      return structs::laid_out(std::move(first), format::json, as, how);
    }
    failed = std::move(out.error);
  } else {
    structs::handled_sink<structs::msgpack_sink> out(first, own);
    if (structs::write_value(out, value)) {
      out.finish();
      return structs::laid_out(std::move(first), format::msgpack, as, how);
    }
    failed = std::move(out.error);
  }
  return structs::writing_error(failed, structs::name_of_type<T>());
}
/// Writes a value as a document of a format with handlers, or throws.
template <class T>
std::string write(const T& value, format as, const options& how, const handlers& own) {
  return try_write(value, as, how, own).value();
}

/// Writes a value into a file, whose ending tells the format. The file is written beside the old one
/// and renamed, so the old one stays if writing fails (but on Windows).
template <class T>
result<void> try_write_file(const std::string& name, const T& value,
                            const options& how = options()) {
  const result<format> as = detail::format_of_file(name);
  if (!as) return as.error();
  std::string bytes;
  const result<void> written = try_write_into(value, bytes, *as, how);
  if (!written) return written;
  return detail::write_bytes(name, bytes);
}
/// Writes a value into a file, or throws.
template <class T>
void write_file(const std::string& name, const T& value, const options& how = options()) {
  try_write_file(name, value, how).value();
}

}  // namespace varvel

#endif

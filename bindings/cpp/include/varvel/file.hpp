// Documents in files.

#ifndef VARVEL_FILE_HPP
#define VARVEL_FILE_HPP

#include <varvel/detail/files.hpp>
#include <varvel/write.hpp>

#include <string>
#include <utility>

namespace varvel {
/// Reads a document from a file, in the format that the ending of its name says: `.json`, `.yaml`,
/// `.varvel` and so on. The error says the name of the file.
inline result<frozen> try_load(const std::string& path, format as = format::none,
                               const options& how = options()) {
  result<std::string> text = detail::bytes_of_file(path);
  if (!text) return text.error();
  if (as == format::none) {
    const result<format> said = detail::format_of_file(path);
    if (!said) return said.error();
    as = *said;
  }
  result<frozen> read = frozen::try_parse(*text, as, how);
  if (!read) return detail::in_file(read.error(), path);
  return read;
}
/// Reads a document from a file, or throws.
inline frozen load(const std::string& path, format as = format::none,
                   const options& how = options()) {
  return try_load(path, as, how).value();
}

/// Writes a document into a file, in the format that the ending of its name says. The file is written
/// beside the old one and renamed, so the old one stays if writing fails (but on Windows).
template <class T>
result<void> try_save(const std::string& path, const T& of, format as = format::none,
                      const options& how = options()) {
  if (as == format::none) {
    const result<format> said = detail::format_of_file(path);
    if (!said) return said.error();
    as = *said;
  }
  const result<std::string> text = try_write(value(of), as, how);
  if (!text) return text.error();
  return detail::write_bytes(path, *text);
}
/// Writes a document into a file, or throws.
template <class T>
void save(const std::string& path, const T& of, format as = format::none,
          const options& how = options()) {
  try_save(path, of, as, how).value();
}

}  // namespace varvel

#endif

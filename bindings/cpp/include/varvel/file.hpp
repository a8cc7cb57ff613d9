// Documents in files.

#ifndef VARVEL_FILE_HPP
#define VARVEL_FILE_HPP

#include <varvel/write.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace varvel {
namespace detail {

struct closed {
  void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};

VARVEL_COLD inline error file_error(const std::string& path) {
  return error(errc::io, path + ": " + std::strerror(errno));
}

// Puts the name of the file before the texts of an error.
VARVEL_COLD inline error in_file(const error& why, const std::string& path) {
  error_info info = why.info();
  info.message = path + ": " + info.message;
  if (!info.excerpt.empty()) info.excerpt = path + ": " + info.excerpt;
  return error(std::move(info));
}

// Reads all bytes of a file.
inline result<std::string> bytes_of_file(const std::string& path) {
  const std::unique_ptr<std::FILE, closed> file(std::fopen(path.c_str(), "rb"));
  if (!file) return file_error(path);
  std::string all;
  char piece[16384];
  for (std::size_t got; (got = std::fread(piece, 1, sizeof piece, file.get())) > 0;) {
    all.append(piece, got);
  }
  if (std::ferror(file.get()) != 0) return file_error(path);
  return all;
}

}  // namespace detail

/// Reads a document from a file, in the format that the ending of its name says: `.json`, `.yaml`,
/// `.varvel` and so on. The error begins with the name of the file.
inline result<frozen> try_load(const std::string& path, format as = format::none,
                               const options& how = options()) {
  result<std::string> text = detail::bytes_of_file(path);
  if (!text) return text.error();
  if (as == format::none) as = format_of_name(path);
  if (as == format::none) {
    return error(errc::invalid_argument,
                 path + ": the ending of the name says no format, so name one");
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

/// Writes a document into a file, in the format that the ending of its name says. What was there is
/// lost, also if writing fails.
template <class T>
result<void> try_save(const std::string& path, const T& of, format as = format::none,
                      const options& how = options()) {
  if (as == format::none) as = format_of_name(path);
  if (as == format::none) {
    return error(errc::invalid_argument,
                 path + ": the ending of the name says no format, so name one");
  }
  const result<std::string> text = try_write(value(of), as, how);
  if (!text) return text.error();
  std::unique_ptr<std::FILE, detail::closed> file(std::fopen(path.c_str(), "wb"));
  if (!file) return detail::file_error(path);
  const bool written = std::fwrite(text->data(), 1, text->size(), file.get()) == text->size();
  if (std::fclose(file.release()) != 0 || !written) return detail::file_error(path);
  return {};
}
/// Writes a document into a file, or throws.
template <class T>
void save(const std::string& path, const T& of, format as = format::none,
          const options& how = options()) {
  try_save(path, of, as, how).value();
}

}  // namespace varvel

#endif

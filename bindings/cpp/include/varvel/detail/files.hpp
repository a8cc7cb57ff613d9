// The bytes of files.

#ifndef VARVEL_DETAIL_FILES_HPP
#define VARVEL_DETAIL_FILES_HPP

#include <varvel/error.hpp>
#include <varvel/format.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

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
  std::string place = path + ": ";
  if (info.line != 0) {
    place.pop_back();
    place += std::to_string(info.line) + ":" + std::to_string(info.column) + ": ";
  }
  info.message = place + info.message;
  const std::size_t arrow = info.excerpt.find("--> ");
  if (arrow != std::string::npos) info.excerpt.insert(arrow + 4, path + ", ");
  return error(std::move(info));
}

// Reads all bytes of a file.
inline result<std::string> bytes_of_file(const std::string& path) {
  const std::unique_ptr<std::FILE, closed> file(std::fopen(path.c_str(), "rb"));
  if (!file) return file_error(path);
  std::string all;
  std::size_t used = 0;
  do {
    all.resize(used + (used < 65536 ? 65536 : used));
    used += std::fread(&all[used], 1, all.size() - used, file.get());
  } while (used == all.size());
  if (std::ferror(file.get()) != 0) return file_error(path);
  all.resize(used);
  return all;
}

// Writes a file. What was there is lost, also if writing fails.
inline result<void> write_bytes(const std::string& path, std::string_view bytes) {
  std::unique_ptr<std::FILE, closed> file(std::fopen(path.c_str(), "wb"));
  if (!file) return file_error(path);
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  if (std::fclose(file.release()) != 0 || !written) return file_error(path);
  return {};
}

// Returns the format that the ending of a name says.
inline result<format> format_of_file(const std::string& path) {
  const format as = format_of_name(path);
  if (as != format::none) return as;
  return error(errc::invalid_argument, path + ": the ending of the name says no format");
}

}  // namespace detail
}  // namespace varvel

#endif

// The bytes of files.

#ifndef VARVEL_DETAIL_FILES_HPP
#define VARVEL_DETAIL_FILES_HPP

#include <varvel/error.hpp>
#include <varvel/format.hpp>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#if !defined(_WIN32)
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

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

// Writes all bytes into an open file, and closes it.
inline bool write_and_close(std::FILE* open, std::string_view bytes) {
  std::unique_ptr<std::FILE, closed> file(open);
  bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  written = written && std::fflush(file.get()) == 0;
#if !defined(_WIN32)
  struct stat is;
  const int number = ::fileno(file.get());
  if (written && ::fstat(number, &is) == 0 && S_ISREG(is.st_mode)) written = ::fsync(number) == 0;
#endif
  return std::fclose(file.release()) == 0 && written;
}

// Writes over what is there: a device, a pipe, or where files cannot be replaced.
inline result<void> write_over(const std::string& path, std::string_view bytes) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr || !write_and_close(file, bytes)) return file_error(path);
  return {};
}

#if defined(_WIN32)
inline result<void> write_bytes(const std::string& path, std::string_view bytes) {
  return write_over(path, bytes);
}
#else
// Writes a file beside the one with this name, and renames it: others see the old bytes or the new
// ones, and the old ones stay if writing fails. Permissions stay, and links lead where they led.
inline result<void> write_bytes(const std::string& path, std::string_view bytes) {
  const std::unique_ptr<char, decltype(&std::free)> found(::realpath(path.c_str(), nullptr),
                                                          &std::free);
  const std::string target = found ? found.get() : path;
  struct stat was;
  const bool exists = ::stat(target.c_str(), &was) == 0;
  if (exists && !S_ISREG(was.st_mode)) return write_over(path, bytes);
  // The rename would not check it.
  if (exists && ::access(target.c_str(), W_OK) != 0) return file_error(path);

  static std::atomic<unsigned> count{0};
  std::string beside;
  int number = -1;
  do {
    beside = target + "." + std::to_string(::getpid()) + "-" + std::to_string(count++) + ".tmp";
    number = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (number < 0 && errno == EEXIST);
  if (number < 0) return file_error(path);
  bool written = !exists || ::fchmod(number, was.st_mode & 07777) == 0;
  std::FILE* const file = ::fdopen(number, "wb");
  if (file == nullptr) {
    ::close(number);
    written = false;
  } else {
    written = write_and_close(file, bytes) && written;
  }
  if (written && std::rename(beside.c_str(), target.c_str()) == 0) return {};
  const int why = errno;
  ::unlink(beside.c_str());
  errno = why;
  return file_error(path);
}
#endif

// Returns the format that the ending of a name says.
inline result<format> format_of_file(const std::string& path) {
  const format as = format_of_name(path);
  if (as != format::none) return as;
  return error(errc::invalid_argument, path + ": the ending of the name says no format");
}

}  // namespace detail
}  // namespace varvel

#endif

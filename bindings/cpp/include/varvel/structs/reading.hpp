// How structs are read, beside the options of the format.

#ifndef VARVEL_STRUCTS_READING_HPP
#define VARVEL_STRUCTS_READING_HPP

#include <varvel/format.hpp>

#include <string>
#include <string_view>

namespace varvel {

/// How structs are read: the options of all formats, and what concerns structs.
///
///     varvel::read<settings>(text, format::json, reading().unknown_refused())
class reading {
 public:
  /// The defaults.
  reading() = default;
  /// The options of all formats.
  reading(const options& how) : options_(how) {}  // NOLINT: options are such, too

  /// Members that are no fields are errors in all structs.
  reading unknown_refused(bool on = true) const {
    reading changed = *this;
    changed.unknown_refused_ = on;
    return changed;
  }
  /// The name of the file that is read, for errors.
  reading file(std::string name) const {
    reading changed = *this;
    changed.file_ = std::move(name);
    return changed;
  }

  const options& format_options() const noexcept { return options_; }
  bool refuses_unknown() const noexcept { return unknown_refused_; }
  const std::string& file() const noexcept { return file_; }

 private:
  options options_;
  bool unknown_refused_ = false;
  std::string file_;
};

}  // namespace varvel

#endif

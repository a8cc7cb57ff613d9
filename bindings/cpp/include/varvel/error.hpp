// Errors: what one says, the exception that carries it, and the result of functions that do not
// throw.

#ifndef VARVEL_ERROR_HPP
#define VARVEL_ERROR_HPP

#include <varvel/config.hpp>

#include <varvel.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace varvel {

/// The number of an error. Numbers never change their meaning; new ones are added.
enum class errc : std::uint32_t {
  ok = VV_OK,
  // <spec:errors> Made by `cargo xtask spec`.
  syntax = VV_E_SYNTAX,
  unexpected_end = VV_E_UNEXPECTED_END,
  trailing_data = VV_E_TRAILING_DATA,
  invalid_number = VV_E_INVALID_NUMBER,
  number_out_of_range = VV_E_NUMBER_OUT_OF_RANGE,
  control_character = VV_E_CONTROL_CHARACTER,
  invalid_escape = VV_E_INVALID_ESCAPE,
  lone_surrogate = VV_E_LONE_SURROGATE,
  invalid_utf8 = VV_E_INVALID_UTF8,
  duplicate_key = VV_E_DUPLICATE_KEY,
  depth_limit = VV_E_DEPTH_LIMIT,
  size_limit = VV_E_SIZE_LIMIT,
  node_limit = VV_E_NODE_LIMIT,
  out_of_memory = VV_E_OUT_OF_MEMORY,
  type_mismatch = VV_E_TYPE_MISMATCH,
  missing_field = VV_E_MISSING_FIELD,
  unrepresentable = VV_E_UNREPRESENTABLE,
  invalid_frozen = VV_E_INVALID_FROZEN,
  unsupported_version = VV_E_UNSUPPORTED_VERSION,
  not_found = VV_E_NOT_FOUND,
  io = VV_E_IO,
  invalid_events = VV_E_INVALID_EVENTS,
  invalid_path = VV_E_INVALID_PATH,
  checksum_mismatch = VV_E_CHECKSUM_MISMATCH,
  refused = VV_E_REFUSED,
  unknown_member = VV_E_UNKNOWN_MEMBER,
  unknown_variant = VV_E_UNKNOWN_VARIANT,
  replay_limit = VV_E_REPLAY_LIMIT,
  invalid_buffer = VV_E_INVALID_BUFFER,
  internal = VV_E_INTERNAL,
  invalid_argument = VV_E_INVALID_ARGUMENT,
  cancelled = VV_E_CANCELLED
  // </spec:errors>
};

/// Returns the name of an error's number, such as "DuplicateKey".
inline const char* name(errc code) noexcept {
  return vv_code_name(static_cast<vv_code>(code));
}

/// The offset of an error that has no place in its input.
inline constexpr std::size_t no_offset = VV_NO_OFFSET;

/// The number of the record of an error that is about none.
inline constexpr std::uint64_t no_record = VV_NO_RECORD;

/// The pieces of an error. A piece that is not known is empty, zero, or `no_offset`.
struct error_info {
  /// The number.
  errc code = errc::ok;
  /// The fault without its place: "type mismatch: expected a string, found null".
  std::string what;
  /// The fault and its place, on one line.
  std::string message;
  /// The path of the node that is meant, such as `$.users[3].name`.
  std::string path;
  /// The path of the node in a struct, with the type of each value on it:
  /// `(order)$.(vector)items(item)[1].(int)count`.
  std::string types;
  /// Advice, such as "did you mean `retries`?".
  std::string hint;
  /// The message again, the line of the input, and a mark below it.
  std::string excerpt;
  /// The position in the input, in bytes.
  std::size_t offset = no_offset;
  /// The line in the input, from 1.
  std::size_t line = 0;
  /// The column in the line, from 1, in characters.
  std::size_t column = 0;
  /// The number of the record that is bad, of functions for records: its line from 1, if records
  /// are lines; else its number from 0.
  std::uint64_t record = no_record;
};

/// An error, or none: one pointer, cheap to copy and to move. Its texts are the error's own, so it
/// outlives the document and the input that it is about.
class error {
 public:
  /// No error.
  error() noexcept = default;

  /// An error of this library's user: a number and one line of text.
  VARVEL_COLD error(errc code, std::string what) {
    error_info info;
    info.code = code;
    info.what = what;
    info.message = std::move(what);
    *this = error(std::move(info));
  }

  /// An error of which more is known.
  VARVEL_COLD explicit error(error_info info)
      : info_(std::make_shared<const error_info>(std::move(info))) {}

  /// Takes an error of the C library, and frees it. NULL with a code that is not VV_OK is an error
  /// of which nothing but its number is known.
  VARVEL_COLD static error adopt(vv_code code, vv_error* raw) {
    error_info info;
    info.code = static_cast<errc>(code);
    if (raw != nullptr) {
      info.message = vv_error_message(raw);
      info.what = info.message;
      info.path = vv_error_path(raw);
      info.hint = vv_error_hint(raw);
      info.excerpt = vv_error_excerpt(raw);
      info.offset = vv_error_offset(raw);
      info.line = vv_error_line(raw);
      info.column = vv_error_column(raw);
      info.record = vv_error_record(raw);
      vv_error_free(raw);
    } else {
      info.message = info.what = vv_code_name(code);
    }
    return error(std::move(info));
  }

  /// Returns whether there is an error.
  explicit operator bool() const noexcept { return info_ != nullptr; }

  /// Returns the number; `errc::ok` if there is no error.
  errc code() const noexcept { return info().code; }
  /// Returns the name of the number, such as "DuplicateKey".
  const char* name() const noexcept { return varvel::name(code()); }
  /// Returns what went wrong, without its place.
  const std::string& what() const noexcept { return info().what; }
  /// Returns one line that says what went wrong, and where.
  const std::string& message() const noexcept { return info().message; }
  /// Returns the path of the node that is meant, such as `$.users[3].name`; empty if not known.
  const std::string& path() const noexcept { return info().path; }
  /// Returns the path in a struct, with the type of each value on it; empty for other errors.
  const std::string& types() const noexcept { return info().types; }
  /// Returns what may help; empty if nothing is known.
  const std::string& hint() const noexcept { return info().hint; }
  /// Returns several lines for a terminal: the message, the line of the input, a mark below it.
  const std::string& excerpt() const noexcept { return info().excerpt; }
  /// Returns where in the input the error is, in bytes, or `no_offset`.
  std::size_t offset() const noexcept { return info().offset; }
  /// Returns the line in the input, from 1; 0 if not known.
  std::size_t line() const noexcept { return info().line; }
  /// Returns the column in the line, from 1, in characters; 0 if not known.
  std::size_t column() const noexcept { return info().column; }
  /// Returns the number of the record that is bad, of functions for records: its line from 1, if
  /// records are lines; else its number from 0; else `no_record`.
  std::uint64_t record() const noexcept { return info().record; }

  /// Returns all that is known.
  const error_info& info() const noexcept {
    static const error_info none{};
    return info_ != nullptr ? *info_ : none;
  }

  /// Returns the excerpt if there is one, else the message.
  const std::string& report() const noexcept { return excerpt().empty() ? message() : excerpt(); }

  /// Writes the report.
  friend std::ostream& operator<<(std::ostream& out, const error& shown) {
    return out << shown.report();
  }

 private:
  std::shared_ptr<const error_info> info_;
};

namespace detail {
struct record_of;
}  // namespace detail

/// Thrown by the functions that neither return a result nor take a default.
class exception : public std::exception {
 public:
  /// Makes the exception of an error.
  explicit exception(varvel::error error) noexcept : error_(std::move(error)) {}
  /// Returns one line that says what went wrong, and where.
  const char* what() const noexcept override { return error_.message().c_str(); }
  /// Returns the error.
  const varvel::error& error() const noexcept { return error_; }
  /// Returns the number of the error.
  errc code() const noexcept { return error_.code(); }

 private:
  friend detail::record_of;
  varvel::error error_;
};

namespace detail {

// The record that a function of the program was called with.
struct record_of {
  std::uint64_t number;
  // The line of the record in the input; 0 if records are not lines.
  std::size_t line;

  // Adds the record to an exception that the function threw, unless that has one.
  VARVEL_COLD void add_to(exception& thrown) const {
    if (!thrown.error_ || thrown.error_.record() != no_record) return;
    error_info info = thrown.error_.info();
    info.record = number;
    if (info.line == 0) info.line = line;
    thrown.error_ = varvel::error(std::move(info));
  }
};

/// Throws an error. Where exceptions are off, prints it and aborts.
[[noreturn]] VARVEL_COLD inline void raise(error error) {
#if defined(VARVEL_ABORT)
  VARVEL_ABORT(error);
  std::abort();
#elif defined(VARVEL_NO_EXCEPTIONS)
  std::fprintf(stderr, "varvel: %s\n", error.report().c_str());
  std::abort();
#else
  throw exception(std::move(error));
#endif
}

}  // namespace detail

/// A value, or the error that is there instead of it. Functions whose names begin with `try_`
/// return one, and do not throw (but for memory that a standard container cannot get).
///
///     varvel::result<int> port = view["port"].try_as<int>();
///     if (!port) std::cerr << port.error() << '\n';
template <class T>
class [[nodiscard]] result {
  static_assert(!std::is_reference_v<T> && !std::is_const_v<T>, "a result holds plain types");
  static_assert(!std::is_same_v<T, varvel::error>, "an error is no value");

 public:
  using value_type = T;

  /// A value that is made of nothing.
  template <class U = T, class = std::enable_if_t<std::is_default_constructible_v<U>>>
  result() : value_(), good_(true) {}
  /// A value.
  result(const T& value) : value_(value), good_(true) {}
  /// A value.
  result(T&& value) noexcept(std::is_nothrow_move_constructible_v<T>)
      : value_(std::move(value)), good_(true) {}
  /// An error.
  result(varvel::error error) noexcept : error_(std::move(error)), good_(false) {}

  result(const result& other) : good_(other.good_) { make(other); }
  result(result&& other) noexcept(std::is_nothrow_move_constructible_v<T>) : good_(other.good_) {
    make(std::move(other));
  }
  result& operator=(result other) noexcept(std::is_nothrow_move_constructible_v<T>) {
    clear();
    good_ = other.good_;
    make(std::move(other));
    return *this;
  }
  ~result() { clear(); }

  /// Returns whether there is a value.
  bool has_value() const noexcept { return good_; }
  /// Returns whether there is a value.
  explicit operator bool() const noexcept { return good_; }

  /// Returns the value, which must be there.
  T& operator*() & noexcept { return value_; }
  const T& operator*() const& noexcept { return value_; }
  T&& operator*() && noexcept { return std::move(value_); }
  T* operator->() noexcept { return &value_; }
  const T* operator->() const noexcept { return &value_; }

  /// Returns the error; one that is none if there is a value.
  const varvel::error& error() const noexcept {
    static const varvel::error none{};
    return good_ ? none : error_;
  }

  /// Returns the value, or throws the error.
  T& value() & { return check(), value_; }
  const T& value() const& { return check(), value_; }
  T&& value() && { return check(), std::move(value_); }

  /// Returns the value, or a default.
  template <class U>
  T value_or(U&& fallback) const& {
    return good_ ? value_ : static_cast<T>(std::forward<U>(fallback));
  }
  template <class U>
  T value_or(U&& fallback) && {
    return good_ ? std::move(value_) : static_cast<T>(std::forward<U>(fallback));
  }

  /// Returns what `next` makes of the value, a result too; the error if there is no value.
  template <class F>
  auto and_then(F&& next) && -> std::invoke_result_t<F, T&&> {
    if (!good_) return error_;
    return std::forward<F>(next)(std::move(value_));
  }
  /// Returns a result of what `change` makes of the value; the error if there is no value.
  template <class F>
  auto transform(F&& change) && -> result<std::decay_t<std::invoke_result_t<F, T&&>>> {
    if (!good_) return error_;
    return std::forward<F>(change)(std::move(value_));
  }

 private:
  template <class Other>
  void make(Other&& other) {
    if (good_) {
      ::new (static_cast<void*>(std::addressof(value_))) T(std::forward<Other>(other).value_);
    } else {
      ::new (static_cast<void*>(std::addressof(error_)))
          varvel::error(std::forward<Other>(other).error_);
    }
  }
  void clear() noexcept {
    if (good_) {
      value_.~T();
    } else {
      error_.~error_type();
    }
  }
  void check() const {
    if (!good_) detail::raise(error_);
  }

  using error_type = varvel::error;
  union {
    T value_;
    varvel::error error_;
  };
  bool good_;
};

/// Success, or an error.
template <>
class [[nodiscard]] result<void> {
 public:
  using value_type = void;

  /// Success.
  result() noexcept = default;
  /// An error.
  result(varvel::error error) noexcept : error_(std::move(error)) {}

  /// Returns whether there is no error.
  bool has_value() const noexcept { return !error_; }
  /// Returns whether there is no error.
  explicit operator bool() const noexcept { return !error_; }
  /// Returns the error; one that is none after a success.
  const varvel::error& error() const noexcept { return error_; }
  /// Throws the error, if there is one.
  void value() const {
    if (error_) detail::raise(error_);
  }

 private:
  varvel::error error_;
};

namespace detail {

// An error without its place in bytes that nobody wrote.
VARVEL_COLD inline error without_place(const error& why) {
  error_info info = why.info();
  const std::size_t at = info.message.rfind(" (byte ");
  if (at != std::string::npos) info.message.erase(at);
  info.excerpt.clear();
  info.offset = no_offset;
  return error(std::move(info));
}

}  // namespace detail

}  // namespace varvel

#endif

// Reading structs: `varvel::read` and its kin, and a reader that keeps its memory.

#ifndef VARVEL_STRUCTS_READ_HPP
#define VARVEL_STRUCTS_READ_HPP

#include <varvel/detail/files.hpp>
#include <varvel/structs/codecs.hpp>
#include <varvel/structs/msgpack_reader.hpp>
#include <varvel/structs/read_struct.hpp>
#include <varvel/structs/report.hpp>

#include <memory>

namespace varvel {
namespace structs {

/// How a type is read, so that what reads a document is compiled once for all types.
struct reading_functions {
  bool (*read)(input&, const node&, void* to);
  /// Reads MessagePack in its likely form; null where that is not tried.
  bool (*likely)(std::string_view bytes, void* to);
  std::string_view type;
};

template <class T>
bool read_erased(input& in, const node& from, void* to) {
  return codec<T>::read(in, from, *static_cast<T*>(to));
}
template <class T>
bool read_likely_erased(std::string_view bytes, void* to) {
  return read_likely(bytes, *static_cast<T*>(to));
}

template <class T>
inline constexpr reading_functions reading_json = {&read_erased<T>, nullptr, name_of_type<T>()};
template <class T>
inline constexpr reading_functions reading_all = {&read_erased<T>, &read_likely_erased<T>,
                                                  name_of_type<T>()};

}  // namespace structs

/// Reads one document of a format after the other in the same memory. After the first ones,
/// documents of JSON, and of MessagePack in its usual form, allocate nothing but what the values
/// themselves need; other formats make a few small allocations for each. One thread at a time may
/// use it.
///
///     varvel::reader lines(varvel::format::json);
///     for (std::string_view line : all) total += lines.read<order>(line).price;
class reader {
 public:
  /// A reader of a format.
  explicit reader(format as = format::json, reading how = reading())
      : as_(as), how_(std::move(how)), plain_(is_plain(*how_.format_options().raw())) {}
  reader(reader&& other) noexcept
      : as_(other.as_),
        how_(std::move(other.how_)),
        plain_(other.plain_),
        freezer_(std::exchange(other.freezer_, nullptr)),
        adopted_(std::exchange(other.adopted_, nullptr)),
        store_(std::move(other.store_)) {}
  reader& operator=(reader&& other) noexcept {
    std::swap(as_, other.as_);
    std::swap(how_, other.how_);
    std::swap(plain_, other.plain_);
    std::swap(freezer_, other.freezer_);
    std::swap(adopted_, other.adopted_);
    std::swap(store_, other.store_);
    return *this;
  }
  ~reader() {
    vv_freezer_free(freezer_);
    vv_frozen_free(adopted_);
  }

  /// Reads a document into a value that exists, whose memory is used again. Fields that may be
  /// missing, and are, stay as they are. After an error the value holds what was read before it.
  template <class T>
  result<void> try_read_into(std::string_view bytes, T& to) {
    return try_read_by(bytes, structs::reading_all<T>, std::addressof(to));
  }
  /// Reads a document into a value of the type that the functions are for.
  VARVEL_NOINLINE result<void> try_read_by(std::string_view bytes,
                                           const structs::reading_functions& by, void* to) {
    if (as_ == format::msgpack && plain_ && by.likely != nullptr && by.likely(bytes, to)) return {};
    structs::input in;
    const error failed = open(bytes, in);
    if (failed) return failed;
    if (VARVEL_LIKELY(by.read(in, in.document.root(), to))) return {};
    return structs::reading_error(in.error, by.type, as_, bytes, how_);
  }
  /// Reads a document.
  template <class T>
  result<T> try_read(std::string_view bytes) {
    result<T> made;
    const result<void> read = try_read_into(bytes, *made);
    if (!read) return read.error();
    return made;
  }
  /// Reads a document, or throws.
  template <class T>
  T read(std::string_view bytes) {
    return try_read<T>(bytes).value();
  }
  /// Reads a document into a value that exists, or throws.
  template <class T>
  void read_into(std::string_view bytes, T& to) {
    try_read_into(bytes, to).value();
  }

  /// Reads a document into a value that exists, with handlers.
  template <class T>
  result<void> try_read_into(std::string_view bytes, T& to, const handlers& own) {
    structs::handled_input in;
    const error failed = open(bytes, in);
    if (failed) return failed;
    in.own = &own;
    if (structs::read_value(in, in.document.root(), to)) return {};
    return structs::reading_error(in.error, structs::name_of_type<T>(), as_, bytes, how_);
  }
  /// Reads a document into a value that exists as far as it can be read, and returns all errors, up
  /// to 64. Fields with errors hold what was read before.
  template <class T>
  std::vector<error> read_all_into(std::string_view bytes, T& to,
                                   const handlers& own = handlers()) {
    structs::handled_input in;
    std::vector<error> errors;
    const error failed = open(bytes, in);
    if (failed) {
      errors.push_back(failed);
      return errors;
    }
    in.own = &own;
    in.collects = true;
    if (!structs::read_value(in, in.document.root(), to)) {
      in.problems.push_back(std::move(in.error));
    }
    for (const structs::problem& one : in.problems) {
      errors.push_back(structs::reading_error(one, structs::name_of_type<T>(), as_, bytes, how_));
    }
    return errors;
  }

  /// Returns the format.
  format of() const noexcept { return as_; }

 private:
  /// Freezes or validates a document.
  error open(std::string_view bytes, structs::input& in) {
    vv_error* raw = nullptr;
    vv_code code = VV_OK;
    vv_bytes frozen = {nullptr, 0};
    const vv_options* options = how_.format_options().raw();
    if (as_ == format::frozen) {
      vv_frozen_free(std::exchange(adopted_, nullptr));
      code =
          vv_frozen_adopt(bytes.data(), bytes.size(), nullptr, nullptr, options, &adopted_, &raw);
      if (code != VV_OK) return structs::document_error(code, raw, how_);
      frozen = vv_frozen_bytes(adopted_);
    } else {
      if (freezer_ == nullptr) {
        code = vv_freezer_new(static_cast<vv_format>(as_), options, &freezer_, &raw);
        if (code != VV_OK) return structs::document_error(code, raw, how_);
      }
      vv_node root;
      code = vv_freezer_freeze(freezer_, bytes.data(), bytes.size(), &root, &raw);
      if (code != VV_OK) return structs::document_error(code, raw, how_);
      frozen = vv_node_bytes(root);
    }
    in.document = structs::document(frozen.data, frozen.len);
    in.store = &store_;
    in.is_text = structs::is_text_format(as_);
    in.one_kind_of_number = in.is_text || as_ == format::frozen;
    in.unknown_refused = how_.refuses_unknown();
    if (options->depth != 0) in.depth_left = options->depth;
    store_.begin(in.document.table_bytes());
    return {};
  }

  /// Whether options are the defaults, as far as they concern MessagePack.
  static bool is_plain(const vv_options& how) noexcept {
    return how.depth == 0 && how.nodes == 0 && how.bytes == 0;
  }

  format as_;
  reading how_;
  bool plain_ = true;
  vv_freezer* freezer_ = nullptr;
  vv_frozen* adopted_ = nullptr;
  structs::plan_store store_;
};

namespace structs {

/// The size of the documents, in bytes, up to which the reader that a thread keeps is used. It
/// keeps memory in proportion to them.
inline constexpr std::size_t short_document = std::size_t{1} << 20;

/// Takes the reader that this thread keeps, and puts it back at the end. A codec that reads another
/// document in the middle of one finds none, and makes one.
class thread_reader {
 public:
  explicit thread_reader(format as) : taken_(std::move(kept())) {
    if (taken_ == nullptr || taken_->of() != as) taken_ = std::make_unique<reader>(as);
  }
  thread_reader(const thread_reader&) = delete;
  thread_reader& operator=(const thread_reader&) = delete;
  ~thread_reader() { kept() = std::move(taken_); }

  reader* operator->() const noexcept { return taken_.get(); }

 private:
  static std::unique_ptr<reader>& kept() {
    thread_local std::unique_ptr<reader> last;
    return last;
  }

  std::unique_ptr<reader> taken_;
};

}  // namespace structs

namespace structs {

/// Reads a document with the reader that this thread keeps, or with one of its own.
inline result<void> try_read_by(std::string_view bytes, format as, const reading_functions& by,
                                void* to) {
  if (bytes.size() <= short_document) return thread_reader(as)->try_read_by(bytes, by, to);
  return reader(as).try_read_by(bytes, by, to);
}

}  // namespace structs

/// Reads a document of JSON into a value that exists. See `reader::try_read_into`.
template <class T>
result<void> try_read_into(std::string_view bytes, T& to) {
  return structs::try_read_by(bytes, format::json, structs::reading_json<T>, std::addressof(to));
}
/// Reads a document of a format into a value that exists. See `reader::try_read_into`.
template <class T>
result<void> try_read_into(std::string_view bytes, T& to, format as) {
  return structs::try_read_by(bytes, as, structs::reading_all<T>, std::addressof(to));
}
/// Reads a document of a format by other rules than the defaults into a value that exists.
template <class T>
result<void> try_read_into(std::string_view bytes, T& to, format as, const reading& how) {
  return reader(as, how).try_read_into(bytes, to);
}
/// Reads a document of JSON. A program that names no format compiles no other.
template <class T>
result<T> try_read(std::string_view bytes) {
  result<T> made;
  const result<void> read = try_read_into(bytes, *made);
  if (!read) return read.error();
  return made;
}
/// Reads a document of a format: `varvel::try_read<settings>(text, varvel::format::yaml)`.
template <class T>
result<T> try_read(std::string_view bytes, format as) {
  result<T> made;
  const result<void> read = try_read_into(bytes, *made, as);
  if (!read) return read.error();
  return made;
}
/// Reads a document of a format by other rules than the defaults.
template <class T>
result<T> try_read(std::string_view bytes, format as, const reading& how) {
  return reader(as, how).try_read<T>(bytes);
}
/// Reads a document of JSON, or throws.
template <class T>
T read(std::string_view bytes) {
  T made{};
  try_read_into(bytes, made).value();
  return made;
}
/// Reads a document of a format, or throws.
template <class T>
T read(std::string_view bytes, format as) {
  T made{};
  try_read_into(bytes, made, as).value();
  return made;
}
/// Reads a document of a format by other rules than the defaults, or throws.
template <class T>
T read(std::string_view bytes, format as, const reading& how) {
  return try_read<T>(bytes, as, how).value();
}
/// Reads a document of JSON into a value that exists, or throws.
template <class T>
void read_into(std::string_view bytes, T& to) {
  try_read_into(bytes, to).value();
}
/// Reads a document of a format into a value that exists, or throws.
template <class T>
void read_into(std::string_view bytes, T& to, format as) {
  try_read_into(bytes, to, as).value();
}

/// Reads a document of a format with handlers.
template <class T>
result<T> try_read(std::string_view bytes, format as, const reading& how, const handlers& own) {
  result<T> made;
  const result<void> read = reader(as, how).try_read_into(bytes, *made, own);
  if (!read) return read.error();
  return made;
}
/// Reads a document of a format with handlers, or throws.
template <class T>
T read(std::string_view bytes, format as, const reading& how, const handlers& own) {
  return try_read<T>(bytes, as, how, own).value();
}

/// A value as far as it could be read, and the errors.
template <class T>
struct checked {
  T value{};
  std::vector<error> errors;
};
/// Reads a document of a format, and finds all its errors, up to 64.
template <class T>
checked<T> read_all(std::string_view bytes, format as = format::json,
                    const reading& how = reading()) {
  checked<T> made;
  made.errors = reader(as, how).read_all_into(bytes, made.value);
  return made;
}

/// Reads the bytes of a file.
inline result<std::string> try_read_bytes(const std::string& name) {
  return detail::bytes_of_file(name);
}

/// Reads a file. Its ending tells its format; errors tell its name.
template <class T>
result<T> try_read_file(const std::string& name, const reading& how = reading()) {
  const result<format> as = detail::format_of_file(name);
  if (!as) return as.error();
  const result<std::string> bytes = try_read_bytes(name);
  if (!bytes) return bytes.error();
  return try_read<T>(*bytes, *as, how.file(name));
}
/// Reads a file, and finds all its errors, up to 64.
template <class T>
checked<T> read_all_file(const std::string& name, const reading& how = reading()) {
  checked<T> made;
  const result<format> as = detail::format_of_file(name);
  const result<std::string> bytes = as ? try_read_bytes(name) : as.error();
  if (!bytes) {
    made.errors.push_back(bytes.error());
    return made;
  }
  return read_all<T>(*bytes, *as, how.file(name));
}
/// Reads a file, or throws.
template <class T>
T read_file(const std::string& name, const reading& how = reading()) {
  return try_read_file<T>(name, how).value();
}

}  // namespace varvel

#endif

// Records, one after the other, in bounded memory; and many documents of a kind.

#ifndef VARVEL_RECORDS_HPP
#define VARVEL_RECORDS_HPP

#include <varvel/format.hpp>
#include <varvel/value.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <istream>
#include <memory>
#include <ostream>
#include <string_view>
#include <type_traits>
#include <utility>

namespace varvel {

/// How far a conversion has come; at the end, its totals.
using progress = vv_progress;

/// A record that is bad.
struct bad_record {
  /// Its line from 1, if records are lines; else its number from 0.
  std::uint64_t number;
  /// The position in the whole input at which it begins, in bytes.
  std::uint64_t offset;
  /// Its bytes; lent until the function returns.
  std::string_view text;
  /// The number of its error.
  errc code;
  /// One line that says what is wrong and where.
  std::string_view message;
};

/// How records are converted.
struct records_options {
  /// How each record is read and written.
  options how;
  /// How many threads work at most; 0 for as many as the machine runs at once.
  std::uint32_t threads = 0;
  /// The input is one document, an array whose items are the records.
  bool array = false;
  /// Records are written as soon as they have come, for an input that comes slowly.
  bool prompt = false;
};

namespace detail {

// An exception must not pass through the library: it waits here.
class guarded {
 public:
  // Calls a function that returns nothing, or whether to go on.
  template <class F, class... A>
  bool operator()(F& call, A&&... with) noexcept {
#if defined(VARVEL_NO_EXCEPTIONS)
    return go_on(call, std::forward<A>(with)...);
#else
    try {
      return go_on(call, std::forward<A>(with)...);
    } catch (...) {
      caught_ = std::current_exception();
      return false;
    }
#endif
  }
  // Calls a function with a record, whose number the errors of this library get that it throws.
  template <class F, class... A>
  bool in_record(const record_of& record, F& call, A&&... with) noexcept {
#if defined(VARVEL_NO_EXCEPTIONS)
    static_cast<void>(record);
    return (*this)(call, std::forward<A>(with)...);
#else
    const auto in = [&] {
      try {
        return go_on(call, std::forward<A>(with)...);
      } catch (exception& thrown) {
        record.add_to(thrown);
        throw;
      }
    };
    return (*this)(in);
#endif
  }
  // Throws what was caught.
  void release() {
#if !defined(VARVEL_NO_EXCEPTIONS)
    if (caught_) std::rethrow_exception(std::exchange(caught_, nullptr));
#endif
  }

 private:
  template <class F, class... A>
  static bool go_on(F& call, A&&... with) {
    if constexpr (std::is_void_v<decltype(call(std::forward<A>(with)...))>) {
      call(std::forward<A>(with)...);
      return true;
    } else {
      return static_cast<bool>(call(std::forward<A>(with)...));
    }
  }

#if !defined(VARVEL_NO_EXCEPTIONS)
  std::exception_ptr caught_;
#endif
};

// An input of the library that reads a stream.
inline vv_input input_of(std::istream& from) noexcept {
  return {[](void* context, void* to, std::size_t room) -> std::size_t {
            std::istream& stream = *static_cast<std::istream*>(context);
            stream.read(static_cast<char*>(to), static_cast<std::streamsize>(room));
            return stream.bad() ? VV_READ_FAILED : static_cast<std::size_t>(stream.gcount());
          },
          &from};
}

// An output of the library that writes into a stream.
inline vv_output output_of(std::ostream& to) noexcept {
  return {[](void* context, const void* data, std::size_t size) {
            std::ostream& stream = *static_cast<std::ostream*>(context);
            stream.write(static_cast<const char*>(data), static_cast<std::streamsize>(size));
            return stream.good();
          },
          &to};
}

inline bad_record bad_of(const vv_bad_record& found) noexcept {
  return {found.number, found.offset, bytes_view(found.bytes.data, found.bytes.len).chars(),
          static_cast<errc>(found.code),
          std::string_view(found.message.data, found.message.len)};
}

inline std::uint32_t flags_of(const records_options& how) noexcept {
  return (how.array ? std::uint32_t{VV_RECORDS_ARRAY} : 0u) |
         (how.prompt ? std::uint32_t{VV_RECORDS_PROMPT} : 0u);
}

}  // namespace detail

/// Converts the records of a stream (lines of JSON, documents of JSON5, values of MessagePack or
/// CBOR, a frozen stream) into another format, on all cores and in bounded memory. `bad` takes each
/// record that is bad, and returns whether to go on (or nothing): it is called by one thread at a
/// time, in order. Returns the totals.
template <class Bad>
result<progress> try_convert_records(std::istream& from, format as, std::ostream& to, format into,
                                     Bad&& bad, const records_options& how = {}) {
  struct state {
    std::remove_reference_t<Bad>* bad;
    detail::guarded guard;
  } state{&bad, {}};
  vv_records_options raw = VV_RECORDS_OPTIONS;
  raw.options = how.how.raw();
  raw.threads = how.threads;
  raw.flags = detail::flags_of(how);
  raw.context = &state;
  if constexpr (!std::is_same_v<std::decay_t<Bad>, std::nullptr_t>) {
    raw.bad = [](void* context, const vv_bad_record* found) {
      auto& all = *static_cast<struct state*>(context);
      return all.guard(*all.bad, detail::bad_of(*found));
    };
  }
  progress done = {};
  vv_error* error = nullptr;
  const vv_code code =
      vv_records_convert(static_cast<vv_format>(as), detail::input_of(from),
                         static_cast<vv_format>(into), detail::output_of(to), &raw, &done, &error);
  if (code == VV_OK) return done;
  varvel::error why = varvel::error::adopt(code, error);
  state.guard.release();
  return why;
}
/// Converts the records of a stream; the first bad record ends it. Returns the totals, or throws.
inline progress convert_records(std::istream& from, format as, std::ostream& to, format into,
                                const records_options& how = {}) {
  return try_convert_records(from, as, to, into, nullptr, how).value();
}

/// Gives the records of a stream to `each`, one after the other: a node, lent until it returns, and
/// the number of the record if `each` takes it (its line from 1, if records are lines; else its
/// number from 0). It returns whether to go on, or nothing; with `false` the error is
/// `errc::cancelled`. `bad` takes each record that is bad, and returns the same; with `nullptr` the
/// first one ends it. What they throw comes out of this function; an error of this library that
/// `each` throws has the number of the record, and its line if records are lines.
template <class F, class Bad,
          class = std::enable_if_t<!std::is_same_v<std::decay_t<Bad>, records_options>>>
result<void> try_each_record(std::istream& from, format as, F&& each, Bad&& bad,
                             const records_options& how = {}) {
  struct state {
    std::remove_reference_t<F>* each;
    std::remove_reference_t<Bad>* bad;
    bool lines;
    detail::guarded guard;
  } state{&each, &bad, as == format::json && !how.array, {}};
  vv_records_options raw = VV_RECORDS_OPTIONS;
  raw.options = how.how.raw();
  raw.flags = detail::flags_of(how);
  raw.context = &state;
  if constexpr (!std::is_same_v<std::decay_t<Bad>, std::nullptr_t>) {
    raw.bad = [](void* context, const vv_bad_record* found) {
      auto& all = *static_cast<struct state*>(context);
      return all.guard(*all.bad, detail::bad_of(*found));
    };
  }
  vv_error* error = nullptr;
  const vv_code code = vv_records_each(
      static_cast<vv_format>(as), detail::input_of(from), &raw,
      [](void* context, vv_node root, std::uint64_t number) {
        auto& all = *static_cast<struct state*>(context);
        const detail::record_of record{number, all.lines ? static_cast<std::size_t>(number) : 0};
        if constexpr (std::is_invocable_v<std::remove_reference_t<F>&, view, std::uint64_t>) {
          return all.guard.in_record(record, *all.each, view(root), number);
        } else {
          return all.guard.in_record(record, *all.each, view(root));
        }
      },
      &state, &error);
  if (code == VV_OK) return {};
  varvel::error why = varvel::error::adopt(code, error);
  state.guard.release();
  return why;
}
/// Gives the records of a stream to `each`; the first bad record ends it.
template <class F>
result<void> try_each_record(std::istream& from, format as, F&& each,
                             const records_options& how = {}) {
  return try_each_record(from, as, std::forward<F>(each), nullptr, how);
}
/// Gives the records of a stream to `each`, or throws.
template <class F>
void each_record(std::istream& from, format as, F&& each, const records_options& how = {}) {
  try_each_record(from, as, std::forward<F>(each), nullptr, how).value();
}
/// Gives the records of a stream to `each`, and the bad ones to `bad`, or throws.
template <class F, class Bad,
          class = std::enable_if_t<!std::is_same_v<std::decay_t<Bad>, records_options>>>
void each_record(std::istream& from, format as, F&& each, Bad&& bad,
                 const records_options& how = {}) {
  try_each_record(from, as, std::forward<F>(each), std::forward<Bad>(bad), how).value();
}

/// Freezes one document of a format after the other in the same memory, and knows the keys of those
/// before. After the first documents of JSON it allocates nothing; other formats make a few small
/// allocations for each.
class freezer {
 public:
  /// A freezer of documents of a format (not `format::frozen`).
  explicit freezer(format as = format::json, const options& how = options()) {
    vv_freezer* raw = nullptr;
    detail::must([&](vv_error** error) {
      return vv_freezer_new(static_cast<vv_format>(as), how.raw(), &raw, error);
    });
    raw_.reset(raw);
  }

  /// Freezes a document. The node may be used until the next call, which uses its memory again.
  result<view> try_freeze(std::string_view text) {
    vv_node root = {};
    vv_error* error = nullptr;
    const vv_code code = vv_freezer_freeze(raw_.get(), text.data(), text.size(), &root, &error);
    if (code != VV_OK) return varvel::error::adopt(code, error);
    return view(root);
  }
  /// Freezes a document, or throws.
  view freeze(std::string_view text) VARVEL_LIFETIMEBOUND { return try_freeze(text).value(); }

 private:
  struct freed {
    void operator()(vv_freezer* raw) const noexcept { vv_freezer_free(raw); }
  };
  std::unique_ptr<vv_freezer, freed> raw_;
};

}  // namespace varvel

#endif

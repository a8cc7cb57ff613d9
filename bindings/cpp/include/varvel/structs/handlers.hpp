// Handlers: code of the caller that reads or writes values of a type, chosen when the program runs.

#ifndef VARVEL_STRUCTS_HANDLERS_HPP
#define VARVEL_STRUCTS_HANDLERS_HPP

#include <varvel/structs/json_sink.hpp>
#include <varvel/structs/msgpack_sink.hpp>
#include <varvel/structs/place.hpp>
#include <varvel/structs/value.hpp>

#include <functional>
#include <optional>
#include <vector>

namespace varvel {

class handlers;
template <class T>
class value_reader;
template <class T>
class value_writer;

namespace structs {

struct handled_input;
template <class Sink>
class handled_sink;

/// The two sinks behind one pointer each, since handlers are chosen at run time.
struct any_sink {
  handled_sink<json_sink>* json = nullptr;
  handled_sink<msgpack_sink>* msgpack = nullptr;
};

/// A handler with its types forgotten.
struct handler {
  std::size_t type;
  std::function<bool(const place&)> wants;
  std::function<bool(handled_input&, const node&, void*, const place&, std::size_t)> read;
  std::function<bool(any_sink, const void*, const place&, std::size_t)> write;
};

}  // namespace structs

/// A list of handlers, asked in the order in which they were added. A handler goes on with those
/// behind it by `next`, and all of them are asked again for what is inside.
///
///     varvel::handlers all;
///     all.on<colour>([](auto& in, colour& to) { ... }, [](auto& out, const colour& from) { ... });
///     auto scene = varvel::read<scene>(text, varvel::format::json, {}, all);
class handlers {
 public:
  /// Adds a handler for all values of a type. `read` is called with a `value_reader<T>&` and a
  /// `T&`, `write` with a `value_writer<T>&` and a `const T&`; both return whether they succeeded.
  template <class T, class Read, class Write>
  handlers& on(Read read, Write write) {
    return on<T>(nullptr, std::move(read), std::move(write));
  }
  /// Adds a handler for the values of a type that a predicate wants: it sees the field.
  template <class T, class Read, class Write>
  handlers& on(std::function<bool(const place&)> wants, Read read, Write write);

  const std::vector<structs::handler>& all() const noexcept { return all_; }

 private:
  std::vector<structs::handler> all_;
};

namespace structs {

/// The state of a reading that asks handlers, or that collects all errors.
struct handled_input : input {
  static constexpr bool has_handlers = true;

  const handlers* own = nullptr;
  /// The place of the next value.
  place here;
  /// Whether reading goes on after an error, and the errors that were found.
  bool collects = false;
  std::vector<problem> problems;
  /// The steps from the root to the value that is read.
  std::vector<step> path;

  static constexpr std::size_t most_problems = 64;

  void at_item(std::size_t) noexcept { here = place(); }

  /// Keeps an error whose steps begin at the innermost container, and goes on if that is wanted.
  bool goes_on() {
    if (!collects || error.code == errc::depth_limit || problems.size() == most_problems) {
      return false;
    }
    for (std::size_t i = path.size(); i-- > 0;) error.steps.push_back(path[i]);
    problems.push_back(std::move(error));
    error = problem();
    return true;
  }

  template <class T>
  bool handled(const node& from, T& to) {
    return read_from<T>(from, to, std::exchange(here, place()), 0);
  }
  /// Asks the handlers from a number on, and then the codec.
  template <class T>
  bool read_from(const node& from, T& to, const place& at, std::size_t first) {
    const std::size_t number = number_of_type<T>();
    const std::size_t count = own == nullptr ? 0 : own->all().size();
    for (std::size_t i = first; i < count; i++) {
      const handler& one = own->all()[i];
      if (one.type != number || (one.wants && !one.wants(at))) continue;
      return one.read(*this, from, &to, at, i + 1);
    }
    return codec<T>::read(*this, from, to);
  }
};

/// A sink that asks handlers for each value.
template <class Sink>
class handled_sink : public Sink {
 public:
  static constexpr bool has_handlers = true;

  handled_sink(std::string& to, const handlers& own) : Sink(to), own_(own) {}

  place here;

  template <class T>
  bool handled(const T& from) {
    return write_from<T>(from, std::exchange(here, place()), 0);
  }
  template <class T>
  bool write_from(const T& from, const place& at, std::size_t first) {
    const std::size_t number = number_of_type<T>();
    for (std::size_t i = first; i < own_.all().size(); i++) {
      const handler& one = own_.all()[i];
      if (one.type != number || (one.wants && !one.wants(at))) continue;
      any_sink both;
      if constexpr (std::is_same_v<Sink, json_sink>) {
        both.json = this;
      } else {
        both.msgpack = this;
      }
      return one.write(both, &from, at, i + 1);
    }
    return codec<T>::write(*this, from);
  }

 private:
  const handlers& own_;
};

}  // namespace structs

/// A value that a handler reads.
template <class T>
class value_reader {
 public:
  value_reader(structs::handled_input& in, const structs::node& from, const varvel::place& at,
               std::size_t next)
      : in_(in), from_(from), at_(at), next_(next) {}

  /// Returns the field that is read.
  const varvel::place& place() const noexcept { return at_; }
  /// Returns whether the document has null here.
  bool is_null() const noexcept { return from_.is(structs::literal::null); }
  /// Returns the text, if the document has a string here.
  std::optional<std::string_view> text() const {
    std::string_view found;
    if (structs::text_of(in_.document, from_, found)) return found;
    return std::nullopt;
  }
  /// Reads this place as another type; as its own type, by the handlers behind this one.
  template <class U>
  bool as(U& to) {
    if constexpr (std::is_same_v<U, T>) {
      return next(to);
    } else {
      return structs::read_value(in_, from_, to);
    }
  }
  /// Reads the value by the handlers behind this one, and at last as without any.
  bool next(T& to) { return in_.template read_from<T>(from_, to, at_, next_); }
  /// Refuses the value: `fail("a colour as #RRGGBBAA")`. Returns false.
  bool fail(std::string_view expected) { return in_.mismatch(expected, from_); }

 private:
  structs::handled_input& in_;
  const structs::node& from_;
  const varvel::place& at_;
  std::size_t next_;
};

/// A value that a handler writes.
template <class T>
class value_writer {
 public:
  value_writer(structs::any_sink out, const varvel::place& at, std::size_t next)
      : out_(out), at_(at), next_(next) {}

  /// Returns the field that is written.
  const varvel::place& place() const noexcept { return at_; }
  /// Writes a value of another type in its place; one of its own type by the handlers behind this
  /// one.
  template <class U>
  bool as(const U& from) {
    if constexpr (std::is_same_v<U, T>) return next(from);
    return out_.json != nullptr ? structs::write_value(*out_.json, from)
                                : structs::write_value(*out_.msgpack, from);
  }
  /// Writes the value by the handlers behind this one, and at last as without any.
  bool next(const T& from) {
    return out_.json != nullptr ? out_.json->template write_from<T>(from, at_, next_)
                                : out_.msgpack->template write_from<T>(from, at_, next_);
  }
  /// Refuses the value. Returns false.
  bool fail(std::string_view why) {
    return out_.json != nullptr ? out_.json->fail(errc::refused, {}, std::string(why))
                                : out_.msgpack->fail(errc::refused, {}, std::string(why));
  }

 private:
  structs::any_sink out_;
  const varvel::place& at_;
  std::size_t next_;
};

template <class T, class Read, class Write>
handlers& handlers::on(std::function<bool(const place&)> wants, Read read, Write write) {
  structs::handler made;
  made.type = structs::number_of_type<T>();
  made.wants = std::move(wants);
  made.read = [read = std::move(read)](structs::handled_input& in, const structs::node& from,
                                       void* to, const place& at, std::size_t next) {
    value_reader<T> value(in, from, at, next);
    return static_cast<bool>(read(value, *static_cast<T*>(to)));
  };
  made.write = [write = std::move(write)](structs::any_sink out, const void* from, const place& at,
                                          std::size_t next) {
    value_writer<T> value(out, at, next);
    return static_cast<bool>(write(value, *static_cast<const T*>(from)));
  };
  all_.push_back(std::move(made));
  return *this;
}

}  // namespace varvel

#endif

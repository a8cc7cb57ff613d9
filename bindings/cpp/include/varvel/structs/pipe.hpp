// Events: a document that goes through filters into sinks, with no tree in between.

#ifndef VARVEL_STRUCTS_PIPE_HPP
#define VARVEL_STRUCTS_PIPE_HPP

#include <varvel/structs/read.hpp>
#include <varvel/structs/write.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace varvel {

/// Takes the events of a document. Functions return false to end it. What they get is lent until
/// they return.
class event_sink {
 public:
  virtual ~event_sink() = default;
  /// A scalar: an item, the value behind a key, or the key that `any_key` announced.
  virtual bool scalar(const vv_scalar& value) = 0;
  /// A key that is a string.
  virtual bool key(std::string_view name) = 0;
  /// The next node is a key of any kind, and the one behind it its value.
  virtual bool any_key() = 0;
  /// An array (VV_ARRAY) or an object (VV_OBJECT) begins.
  virtual bool begin(vv_kind kind) = 0;
  /// It ends.
  virtual bool end(vv_kind kind) = 0;
  /// The next node has this tag.
  virtual bool tag(vv_tag tag) = 0;
};

/// Passes events on. A filter inherits this, and changes what it wants to.
class event_filter : public event_sink {
 public:
  explicit event_filter(event_sink& next) : next_(next) {}
  bool scalar(const vv_scalar& value) override { return next_.scalar(value); }
  bool key(std::string_view name) override { return next_.key(name); }
  bool any_key() override { return next_.any_key(); }
  bool begin(vv_kind kind) override { return next_.begin(kind); }
  bool end(vv_kind kind) override { return next_.end(kind); }
  bool tag(vv_tag tag) override { return next_.tag(tag); }

 protected:
  event_sink& next_;
};

/// Gives members other names, in objects at any depth.
class rename_filter : public event_filter {
 public:
  using names = std::map<std::string, std::string, std::less<>>;
  rename_filter(names all, event_sink& next) : event_filter(next), names_(std::move(all)) {}
  bool key(std::string_view name) override {
    const auto found = names_.find(name);
    return next_.key(found == names_.end() ? name : std::string_view(found->second));
  }

 private:
  names names_;
};

/// Leaves members out, in objects at any depth.
class omit_filter : public event_filter {
 public:
  omit_filter(std::vector<std::string> names, event_sink& next)
      : event_filter(next), names_(std::move(names)) {}
  bool scalar(const vv_scalar& value) override { return left_out(0) || next_.scalar(value); }
  bool key(std::string_view name) override {
    if (depth_ != 0) return true;
    for (const std::string& one : names_) {
      if (one == name) {
        omits_ = true;
        return true;
      }
    }
    return next_.key(name);
  }
  bool any_key() override { return omits_ || next_.any_key(); }
  bool begin(vv_kind kind) override { return left_out(1) || next_.begin(kind); }
  bool end(vv_kind kind) override { return left_out(-1) || next_.end(kind); }
  bool tag(vv_tag tag) override { return omits_ || next_.tag(tag); }

 private:
  /// Whether this event is of a node that is left out, which ends with its last event.
  bool left_out(int change) {
    if (!omits_) return false;
    depth_ += change;
    omits_ = depth_ != 0;
    return true;
  }
  std::vector<std::string> names_;
  int depth_ = 0;
  bool omits_ = false;
};

/// Gives each event to two sinks.
class tee_sink : public event_sink {
 public:
  tee_sink(event_sink& first, event_sink& second) : first_(first), second_(second) {}
  bool scalar(const vv_scalar& value) override {
    return first_.scalar(value) && second_.scalar(value);
  }
  bool key(std::string_view name) override { return first_.key(name) && second_.key(name); }
  bool any_key() override { return first_.any_key() && second_.any_key(); }
  bool begin(vv_kind kind) override { return first_.begin(kind) && second_.begin(kind); }
  bool end(vv_kind kind) override { return first_.end(kind) && second_.end(kind); }
  bool tag(vv_tag tag) override { return first_.tag(tag) && second_.tag(tag); }

 private:
  event_sink& first_;
  event_sink& second_;
};

/// Takes events and does nothing.
class discard_sink : public event_sink {
 public:
  bool scalar(const vv_scalar&) override { return true; }
  bool key(std::string_view) override { return true; }
  bool any_key() override { return true; }
  bool begin(vv_kind) override { return true; }
  bool end(vv_kind) override { return true; }
  bool tag(vv_tag) override { return true; }
};

/// Writes events as lines, two spaces a level, for people who look for a fault.
class dump_sink : public event_sink {
 public:
  /// Returns the lines so far.
  const std::string& text() const noexcept { return text_; }

  bool scalar(const vv_scalar& value) override {
    switch (value.kind) {
      case VV_NULL: return line("null");
      case VV_BOOL: return line(value.boolean ? "bool true" : "bool false");
      case VV_INTEGER:
      case VV_FLOAT:
      case VV_DECIMAL: return line(number(value.number));
      case VV_STRING:
        return line(std::string("string \"") + std::string(value.text.data, value.text.len) + '"');
      case VV_BYTES: return line(std::string("bytes, ") + std::to_string(value.bytes.len));
      default: {
        char text[40];
        const std::size_t length = structs::put_moment(text, value.time.seconds, value.time.nanos);
        return line(std::string("time ") + std::string(text, length));
      }
    }
  }
  bool key(std::string_view name) override {
    return line(std::string("key \"") + std::string(name) + '"');
  }
  bool any_key() override { return line("key"); }
  bool begin(vv_kind kind) override {
    line(kind == VV_ARRAY ? "array" : "object");
    depth_++;
    return true;
  }
  bool end(vv_kind) override {
    depth_--;
    return line("end");
  }
  bool tag(vv_tag tag) override {
    return line(std::string("tag ") + std::to_string(tag.kind == VV_TAG_EXTENSION
                                                         ? static_cast<long long>(tag.extension)
                                                         : static_cast<long long>(tag.number)));
  }

 private:
  static std::string number(const vv_number& of) {
    switch (of.form) {
      case VV_NUMBER_I64: return std::string("integer ") + std::to_string(of.i64);
      case VV_NUMBER_U64: return std::string("integer ") + std::to_string(of.u64);
      case VV_NUMBER_TEXT: return std::string("number ") + std::string(of.text.data, of.text.len);
      default: {
        char text[VV_F64_ROOM];
        const std::size_t length = vv_print_f64(of.f64, text);
        return length == 0 ? "float, not finite"
                           : std::string("float ") + std::string(text, length);
      }
    }
  }
  bool line(const std::string& words) {
    text_.append(2 * depth_, ' ');
    text_ += words;
    text_ += '\n';
    return true;
  }
  std::string text_;
  std::size_t depth_ = 0;
};

/// Writes events as a document of a format.
class write_sink : public event_sink {
 public:
  explicit write_sink(format as = format::json, const options& how = options()) {
    vv_error* raw = nullptr;
    const vv_code code = vv_writer_new(static_cast<vv_format>(as), how.raw(), &writer_, &raw);
    if (code != VV_OK) error_ = error::adopt(code, raw);
  }
  write_sink(const write_sink&) = delete;
  write_sink& operator=(const write_sink&) = delete;
  ~write_sink() override { vv_writer_free(writer_); }

  bool scalar(const vv_scalar& value) override {
    return noted([&](vv_error** raw) { return vv_writer_put(writer_, any_of(value), raw); });
  }
  bool key(std::string_view name) override {
    return noted(
        [&](vv_error** raw) { return vv_writer_key(writer_, name.data(), name.size(), raw); });
  }
  bool any_key() override {
    return noted([&](vv_error** raw) { return vv_writer_any_key(writer_, raw); });
  }
  bool begin(vv_kind kind) override {
    return noted([&](vv_error** raw) { return vv_writer_begin(writer_, kind, raw); });
  }
  bool end(vv_kind) override {
    return noted([&](vv_error** raw) { return vv_writer_end(writer_, raw); });
  }
  bool tag(vv_tag tag) override {
    return noted([&](vv_error** raw) { return vv_writer_tag(writer_, tag, raw); });
  }

  /// Ends the document and returns it, or the first error of an event.
  result<std::string> finish() {
    vv_buffer bytes = VV_BUFFER;
    noted([&](vv_error** raw) { return vv_writer_finish(writer_, &bytes, raw); });
    std::string made(reinterpret_cast<const char*>(bytes.data), bytes.len);
    vv_buffer_free(&bytes);
    if (error_) return std::exchange(error_, error());
    return made;
  }

 private:
  static vv_any any_of(const vv_scalar& of) {
    switch (of.kind) {
      case VV_NULL: return vv_of_null();
      case VV_BOOL: return vv_of_bool(of.boolean);
      case VV_STRING: return vv_of_string(of.text.data, of.text.len);
      case VV_BYTES: return vv_of_binary(of.bytes.data, of.bytes.len);
      case VV_TIMESTAMP: return vv_of_timestamp(of.time);
      default: break;
    }
    switch (of.number.form) {
      case VV_NUMBER_I64: return vv_of_i64(of.number.i64);
      case VV_NUMBER_U64: return vv_of_u64(of.number.u64);
      case VV_NUMBER_F64: return vv_of_f64(of.number.f64);
      default: return vv_of_number(of.number.text.data, of.number.text.len);
    }
  }
  /// Calls a function of the C library, and keeps its error if it is the first one. Returns whether
  /// it succeeded. The error is looked at after the call: arguments have no order.
  template <class Call>
  bool noted(Call call) {
    vv_error* raw = nullptr;
    const vv_code code = call(&raw);
    if (code == VV_OK) return true;
    if (error_) {
      vv_error_free(raw);
    } else {
      error_ = error::adopt(code, raw);
    }
    return false;
  }

  vv_writer* writer_ = nullptr;
  error error_;
};

/// Gives the events of a document to a sink. Fails with what is wrong with the document, and with
/// `errc::cancelled` if the sink ended it.
inline result<void> pipe(std::string_view bytes, format from, event_sink& to,
                         const options& how = options()) {
  vv_sink table = VV_SINK;
  table.scalar = [](void* sink, const vv_scalar* value) {
    return static_cast<event_sink*>(sink)->scalar(*value);
  };
  table.key = [](void* sink, const char* name, std::size_t length) {
    return static_cast<event_sink*>(sink)->key({name, length});
  };
  table.any_key = [](void* sink) { return static_cast<event_sink*>(sink)->any_key(); };
  table.begin = [](void* sink, vv_kind kind) {
    return static_cast<event_sink*>(sink)->begin(kind);
  };
  table.end = [](void* sink, vv_kind kind) { return static_cast<event_sink*>(sink)->end(kind); };
  table.tag = [](void* sink, vv_tag tag) { return static_cast<event_sink*>(sink)->tag(tag); };
  vv_error* raw = nullptr;
  const vv_code code = vv_drive(static_cast<vv_format>(from), bytes.data(), bytes.size(), how.raw(),
                                &table, &to, &raw);
  if (code != VV_OK) return error::adopt(code, raw);
  return {};
}

/// Gives the events of a value to a sink.
template <class T>
result<void> pipe_value(const T& value, event_sink& to) {
  const result<std::string> packed = try_write(value, format::msgpack);
  if (!packed) return packed.error();
  return pipe(*packed, format::msgpack, to);
}

/// Makes a struct of another one, whose members have these names instead:
/// `varvel::transfer<person_v2>(old, {{"mail", "email"}})`.
template <class To, class From>
result<To> transfer(const From& from, rename_filter::names names = {},
                    const reading& how = reading()) {
  write_sink packed(format::msgpack);
  rename_filter renamed(std::move(names), packed);
  const result<void> piped = pipe_value(from, renamed);
  const result<std::string> bytes = packed.finish();
  if (!bytes) return bytes.error();
  if (!piped) return piped.error();
  result<To> made = try_read<To>(*bytes, format::msgpack, how);
  if (!made) return detail::without_place(made.error());
  return made;
}

}  // namespace varvel

#endif

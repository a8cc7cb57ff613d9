// The words of errors while structs are read.

#ifndef VARVEL_STRUCTS_INPUT_ERRORS_HPP
#define VARVEL_STRUCTS_INPUT_ERRORS_HPP

#include <varvel/structs/input.hpp>

#include <atomic>

namespace varvel::structs {

inline std::size_t next_number() noexcept {
  static std::atomic<std::size_t> next{0};
  return next++;
}

/// Returns the integer of a node as text; empty if it is none.
inline std::string integer_text(const node& of) {
  switch (of.tag) {
    case tag::small_integer: return std::to_string(of.small());
    case tag::int32: return std::to_string(load<std::int32_t>(of.target()));
    case tag::int64: return std::to_string(load<std::int64_t>(of.target()));
    case tag::element:
      if (of.unused == packed::f32 || of.unused == packed::f64) return {};
      if (of.unused == packed::u64) return std::to_string(of.bits);
      return std::to_string(static_cast<std::int64_t>(of.bits));
    case tag::other: {
      const byte* from = of.target();
      if (*from == other::unsigned64) return std::to_string(load<std::uint64_t>(from + 1));
      if (*from != other::integer_text) return {};
      from++;
      const std::size_t length = take_length(from);
      return {reinterpret_cast<const char*>(from), length};
    }
    default: return {};
  }
}

inline std::string kind_of_other(unsigned which) {
  switch (which) {
    case other::float32: return "a float";
    case other::decimal: return "a decimal";
    case other::bytes: return "bytes";
    case other::timestamp: return "a timestamp";
    case other::map: return "a map";
    case other::pairs: return "an object";
    default: return "a tagged value";
  }
}

inline std::string shown(const document& in, const node& found) {
  std::string number = integer_text(found);
  if (!number.empty()) {
    if (number.size() > 40) number = number.substr(0, 40) + "...";
    return "the integer " + number;
  }
  std::string_view text;
  if (text_of(in, found, text)) {
    if (text.size() > 40) return "a string";
    return std::string("the string \"") + std::string(text) + '"';
  }
  switch (found.tag) {
    case tag::literal:
      switch (found.bits >> 4) {
        case literal::null: return "null";
        case literal::no: return "false";
        case literal::yes: return "true";
        case literal::empty_array: return "an array";
        default: return "an object";
      }
    case tag::array:
    case tag::packed:
    case tag::row: return "an array";
    case tag::object: return "an object";
    case tag::float64:
    case tag::element: return "a float";
    default: return kind_of_other(*found.target());
  }
}

}  // namespace varvel::structs

#endif

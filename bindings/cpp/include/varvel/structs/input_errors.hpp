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
  const numeric found = numeric_of(of);
  if (found.kind == numeric::u64) return std::to_string(found.bits);
  if (found.kind == numeric::i64) return std::to_string(static_cast<std::int64_t>(found.bits));
  if (!of.is_other(other::integer_text)) return {};
  return std::string(text_at(of.target() + 1));
}

/// Returns the words for a float, with its digits where it is finite.
inline std::string float_text(const node& of) {
  char text[VV_F64_ROOM];
  const std::size_t length = vv_print_f64(numeric_of(of).as_double(), text);
  return length == 0 ? "a float" : "the float " + std::string(text, length);
}

inline std::string kind_of_other(unsigned which) {
  switch (which) {
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
    case tag::element: return float_text(found);
    default:
      if (found.is_other(other::float32)) return float_text(found);
      return kind_of_other(*found.target());
  }
}

/// Returns whether a text is a word for a boolean, in any letters: such as "yes" or "True".
inline bool is_boolean_word(std::string_view text) noexcept {
  if (text.size() > 5) return false;
  char small[5];
  for (std::size_t i = 0; i < text.size(); i++) small[i] = lower(text[i]);
  const std::string_view word(small, text.size());
  for (const std::string_view one : {"true", "false", "yes", "no", "on", "off", "0", "1"}) {
    if (word == one) return true;
  }
  return false;
}

/// Returns whether a text is an integer or a decimal, as people write it.
inline bool is_number_text(std::string_view text) noexcept {
  std::size_t digits = 0, points = 0;
  for (std::size_t i = 0; i < text.size(); i++) {
    if (text[i] >= '0' && text[i] <= '9') {
      digits++;
    } else if (text[i] == '.') {
      points++;
    } else if (i != 0 || text[i] != '-') {
      return false;
    }
  }
  return digits != 0 && points < 2;
}

inline std::string advice(const document& in, std::string_view expected, const node& found) {
  std::string_view text;
  if (text_of(in, found, text)) {
    if (expected == "a boolean")
      return is_boolean_word(text) ? "booleans are `true` and `false`" : "";
    const bool number = expected == "an integer" || expected == "a number";
    return number && is_number_text(text) ? "a number stands without quotes" : "";
  }
  const bool boolean = found.is(literal::yes) || found.is(literal::no);
  const bool number = numeric_of(found).kind != numeric::none || !integer_text(found).empty();
  if (expected == "a boolean") return number ? "booleans are `true` and `false`" : "";
  return expected == "a string" && (boolean || number) ? "a string stands in quotes" : "";
}

}  // namespace varvel::structs

#endif

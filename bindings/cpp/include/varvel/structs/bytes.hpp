// Frozen bytes, as spec/frozen.md lays them out, read where they are. Nothing is checked here: the
// bytes were made or validated by the C library before anything looks at them.

#ifndef VARVEL_STRUCTS_BYTES_HPP
#define VARVEL_STRUCTS_BYTES_HPP

#include <varvel/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace varvel::structs {

using byte = unsigned char;

/// Loads a little-endian number.
template <class Number>
VARVEL_INLINE Number load(const byte* from) noexcept {
  Number number;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  byte turned[sizeof number];
  for (std::size_t i = 0; i < sizeof number; i++) turned[i] = from[sizeof number - 1 - i];
  from = turned;
  std::memcpy(&number, turned, sizeof number);
#else
  std::memcpy(&number, from, sizeof number);
#endif
  return number;
}

/// Loads an unsigned number of 1, 2, 4 or 8 bytes: two to the power of `width`.
VARVEL_INLINE std::uint64_t load_unsigned(const byte* from, unsigned width) noexcept {
  switch (width) {
    case 0: return *from;
    case 1: return load<std::uint16_t>(from);
    case 2: return load<std::uint32_t>(from);
    default: return load<std::uint64_t>(from);
  }
}

/// The low four bits of a slot, and the forms of nodes that have no slot.
namespace tag {
enum : unsigned {
  literal = 0,
  small_integer = 1,
  short_string = 2,
  shared_string = 3,
  string = 8,
  array = 9,
  object = 10,
  float64 = 11,
  int32 = 12,
  int64 = 13,
  packed = 14,
  other = 15,
  element = 16,  // a number of a packed array
  row = 17,      // a row of a matrix
  text = 18      // a key
};
}  // namespace tag

/// The payloads of literals.
namespace literal {
enum : unsigned { null = 0, no = 1, yes = 2, empty_array = 3, empty_object = 4 };
}

/// The first byte of nodes with `tag::other`.
namespace other {
enum : unsigned {
  unsigned64 = 0,
  float32 = 1,
  integer_text = 2,
  decimal = 3,
  bytes = 4,
  timestamp = 5,
  tagged = 6,
  extension = 7,
  map = 8,
  pairs = 9,
  simple = 10
};
}

/// The elements of packed arrays.
namespace packed {
enum : unsigned { i8 = 0, i16 = 1, i32 = 2, i64 = 3, u64 = 4, f32 = 5, f64 = 6, u32 = 7 };
inline constexpr unsigned element = 7;
inline constexpr unsigned matrix = 8;
}  // namespace packed

/// Returns the base-2 logarithm of the bytes of an element.
VARVEL_INLINE unsigned element_width(unsigned element) noexcept {
  // i8 0, i16 1, i32 2, i64 3, u64 3, f32 2, f64 3, u32 2
  return (0x23233210u >> (4 * element)) & 7u;
}

/// A place in a document.
struct node {
  /// Where its slot is; for rows and texts, where their content begins.
  const byte* at;
  /// What the reference in the slot counts back from.
  const byte* base;
  /// The slot; the number of an element; how many numbers a row has, or bytes a text.
  std::uint64_t bits;
  /// How many bits of 64 the slot does not have; for elements and rows, which numbers they are.
  unsigned unused;
  /// One of `tag`.
  unsigned tag;

  /// Returns the node that the slot refers to.
  VARVEL_INLINE const byte* target() const noexcept { return base - (bits >> 4); }
  /// Returns the integer in the slot.
  VARVEL_INLINE std::int64_t small() const noexcept {
    return static_cast<std::int64_t>(bits << unused) >> (unused + 4);
  }
  /// Returns whether this is one of `literal`.
  VARVEL_INLINE bool is(unsigned payload) const noexcept {
    return bits == payload << 4 && tag == 0;
  }
};

/// The slots of a container.
struct slots {
  const byte* first;
  const byte* base;
  unsigned width;  // the base-2 logarithm of bytes

  /// Loads a slot. Eight bytes may be loaded at any slot: the tables follow the tree.
  VARVEL_INLINE node at(std::size_t index) const noexcept {
    const byte* from = first + (index << width);
    const unsigned unused = 64u - (8u << width);
    const std::uint64_t bits = load<std::uint64_t>(from) << unused >> unused;
    return {from, base, bits, unused, static_cast<unsigned>(bits & 15u)};
  }
};

/// Reads a length, and moves `from` behind it.
VARVEL_INLINE std::size_t take_length(const byte*& from) noexcept {
  std::size_t length = *from++;
  if (VARVEL_LIKELY(length < 0x80)) return length;
  length &= 0x7F;
  for (unsigned shift = 7;; shift += 7) {
    const std::size_t more = *from++;
    length |= (more & 0x7F) << shift;
    if (more < 0x80) return length;
  }
}

/// The keys of an object, in order.
struct shape {
  const byte* places = nullptr;
  const byte* tables = nullptr;
  std::size_t count = 0;

  std::string_view key(std::size_t index) const noexcept {
    const byte* text = tables + load<std::uint32_t>(places + 4 * index);
    const std::size_t length = take_length(text);
    return {reinterpret_cast<const char*>(text), length};
  }
};

/// The bytes of a whole document.
struct document {
  const byte* bytes = nullptr;
  std::size_t total = 0;
  const byte* tables = nullptr;

  document() noexcept = default;
  document(const void* data, std::size_t size) noexcept
      : bytes(static_cast<const byte*>(data)),
        total(size),
        tables(bytes + load<std::uint64_t>(bytes + 16)) {}

  node root() const noexcept {
    const std::uint64_t bits = load<std::uint64_t>(bytes + 24);
    return {bytes + 24, tables, bits, 0, static_cast<unsigned>(bits & 15u)};
  }

  /// Returns the tables, without the checksum behind them.
  std::string_view table_bytes() const noexcept {
    const std::size_t behind = (bytes[5] & 1u) != 0 ? 8 : 0;
    const std::size_t before = static_cast<std::size_t>(tables - bytes);
    return {reinterpret_cast<const char*>(tables), total - before - behind};
  }

  std::size_t shapes() const noexcept { return load<std::uint32_t>(tables); }

  /// Finds the keys of a shape.
  shape shape_at(std::size_t number) const noexcept {
    const byte* record = tables + load<std::uint32_t>(tables + 16 + 4 * number);
    shape found;
    found.tables = tables;
    found.count = *record++;
    if (found.count != 0) {
      found.places = record + found.count;
      return found;
    }
    found.count = load<std::uint32_t>(record);
    record += 4;
    const unsigned width = found.count <= 0x100 ? 0 : found.count <= 0x10000 ? 1 : 2;
    const unsigned k = *record++;
    const std::size_t displacements = k == 0 ? 0 : std::size_t{1} << (k - 3);
    const std::size_t numbers = k == 0 ? found.count : std::size_t{1} << k;
    found.places = record + displacements + (numbers << width);
    return found;
  }

  /// Returns the text of a shared string.
  std::string_view shared(std::size_t number) const noexcept {
    const byte* text = tables + load<std::uint32_t>(tables + 16 + 4 * (shapes() + number));
    const std::size_t length = take_length(text);
    return {reinterpret_cast<const char*>(text), length};
  }
};

/// Finds the text of a node. Returns false if it is no string.
VARVEL_INLINE bool text_of(const document& in, const node& of, std::string_view& text) noexcept {
  if (VARVEL_LIKELY(of.tag == tag::string)) {
    const byte* from = of.target();
    const std::size_t length = take_length(from);
    text = {reinterpret_cast<const char*>(from), length};
    return true;
  }
  switch (of.tag) {
    case tag::short_string:
      text = {reinterpret_cast<const char*>(of.at) + 1,
              static_cast<std::size_t>(of.bits >> 4 & 15)};
      return true;
    case tag::shared_string: text = in.shared(static_cast<std::size_t>(of.bits >> 4)); return true;
    case tag::text:
      text = {reinterpret_cast<const char*>(of.at), static_cast<std::size_t>(of.bits)};
      return true;
    default: return false;
  }
}

/// The items of an array, in whichever form it is stored.
struct items {
  enum form : unsigned { in_slots, in_numbers, in_rows };

  form how = in_slots;
  std::size_t count = 0;
  /// The slots; or where the numbers begin, which kind they are, and how many a row has.
  slots of{nullptr, nullptr, 0};
  const byte* numbers = nullptr;
  unsigned element = 0;
  std::size_t columns = 0;

  VARVEL_INLINE node at(std::size_t index) const noexcept {
    if (VARVEL_LIKELY(how == in_slots)) return of.at(index);
    const unsigned width = element_width(element);
    if (how == in_rows) {
      return {numbers + ((index * columns) << width), nullptr, columns, element, tag::row};
    }
    const byte* from = numbers + (index << width);
    std::uint64_t bits = 0;
    switch (element) {
      case packed::i8: bits = static_cast<std::uint64_t>(load<std::int8_t>(from)); break;
      case packed::i16: bits = static_cast<std::uint64_t>(load<std::int16_t>(from)); break;
      case packed::i32: bits = static_cast<std::uint64_t>(load<std::int32_t>(from)); break;
      case packed::u32:
      case packed::f32: bits = load<std::uint32_t>(from); break;
      default: bits = load<std::uint64_t>(from); break;
    }
    return {from, nullptr, bits, element, tag::element};
  }
};

/// Finds the items of a node. Returns false if it is no array.
VARVEL_INLINE bool items_of(const node& of, items& found) noexcept {
  if (VARVEL_LIKELY(of.tag == tag::array)) {
    const byte* from = of.target();
    const unsigned widths = *from;
    const unsigned number = widths >> 2 & 3u;
    found.how = items::in_slots;
    found.count = static_cast<std::size_t>(load_unsigned(from + 1, number));
    found.of = {from + 1 + (std::size_t{1} << number), from, (widths & 3u) + 1};
    return true;
  }
  if (of.tag == tag::packed) {
    const byte* from = of.target();
    const unsigned head = *from++;
    const unsigned width = head >> 4 & 3u;
    found.element = head & packed::element;
    found.count = static_cast<std::size_t>(load_unsigned(from, width));
    from += std::size_t{1} << width;
    found.how = items::in_numbers;
    if ((head & packed::matrix) != 0) {
      found.how = items::in_rows;
      found.columns = static_cast<std::size_t>(load_unsigned(from, width));
      from += std::size_t{1} << width;
    }
    found.numbers = from;
    return true;
  }
  if (of.tag == tag::row) {
    found.how = items::in_numbers;
    found.count = static_cast<std::size_t>(of.bits);
    found.element = of.unused;
    found.numbers = of.at;
    return true;
  }
  found.count = 0;
  return of.is(literal::empty_array);
}

/// The members of an object or a map.
struct members {
  std::size_t count = 0;
  slots of{nullptr, nullptr, 0};
  /// The keys; without `places`, each value has its key in the slot before it.
  shape keys{};

  VARVEL_INLINE node value(std::size_t index) const noexcept {
    return of.at(keys.places != nullptr ? index : 2 * index + 1);
  }
  VARVEL_INLINE node key(std::size_t index) const noexcept {
    if (keys.places == nullptr) return of.at(2 * index);
    const std::string_view text = keys.key(index);
    return {reinterpret_cast<const byte*>(text.data()), nullptr, text.size(), 0, tag::text};
  }
};

/// Finds the members of an object, or of a map if `any_keys`. Returns false if it is none.
inline bool members_of(const document& in, const node& of, bool any_keys, members& found) noexcept {
  if (VARVEL_LIKELY(of.tag == tag::object)) {
    const byte* from = of.target();
    const unsigned widths = *from;
    const unsigned number = widths >> 2 & 3u;
    found.keys = in.shape_at(static_cast<std::size_t>(load_unsigned(from + 1, number)));
    found.count = found.keys.count;
    found.of = {from + 1 + (std::size_t{1} << number), from, (widths & 3u) + 1};
    return true;
  }
  if (of.tag == tag::other) {
    const byte* from = of.target();
    if (*from != other::pairs && (*from != other::map || !any_keys)) return false;
    const unsigned widths = from[1];
    const unsigned number = widths >> 2 & 3u;
    found.keys = shape{};
    found.count = static_cast<std::size_t>(load_unsigned(from + 2, number));
    found.of = {from + 2 + (std::size_t{1} << number), from, (widths & 3u) + 1};
    return true;
  }
  found.count = 0;
  found.keys = shape{};
  return of.is(literal::empty_object);
}

}  // namespace varvel::structs

#endif

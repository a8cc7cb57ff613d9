// The layout of frozen bytes, by spec/frozen.md: tags, and the headers of containers, of packed
// numbers and of the tables. Nothing is checked, for the library has made or validated the bytes.
// Behind the tree of a document there are at least 16 bytes of tables, so 8 bytes can be read
// wherever a slot or a number begins.

#ifndef VARVEL_DETAIL_LAYOUT_HPP
#define VARVEL_DETAIL_LAYOUT_HPP

#include <varvel/detail/bytes.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace varvel {
namespace detail {

// The low four bits of a slot, and the forms of nodes that have no slot.
namespace tag {
enum : unsigned {
  // <spec:tags> Made by `cargo xtask spec`.
  // A literal.
  literal = 0,
  // A signed integer in the slot itself.
  small_integer = 1,
  // A string in the slot itself: bits 4 to 7 hold its length, the bytes follow.
  short_string = 2,
  // A string of the tables: its number among the shared strings.
  shared_string = 3,
  // A string: length, bytes.
  string = 8,
  // An array of slots.
  array = 9,
  // An object: shape number, slots.
  object = 10,
  // Eight bytes: a float.
  float64 = 11,
  // Four bytes: a signed integer.
  int32 = 12,
  // Eight bytes: a signed integer.
  int64 = 13,
  // A packed array or matrix of numbers.
  packed = 14,
  // A node whose first byte says more.
  other = 15,
  // </spec:tags>
  element = 16,  // a number of a packed array
  row = 17,      // a row of a matrix
  text = 18      // a key in the tables
};
}  // namespace tag

// The payloads of literals.
namespace literal {
enum : unsigned {
  // <spec:literals> Made by `cargo xtask spec`.
  // Null.
  null = 0,
  // False.
  no = 1,
  // True.
  yes = 2,
  // An array without items.
  empty_array = 3,
  // An object without members.
  empty_object = 4,
  // </spec:literals>
};
}

// The first byte of nodes with `tag::other`.
namespace other {
enum : unsigned {
  // <spec:others> Made by `cargo xtask spec`.
  // An integer from 2^63 on: u64.
  unsigned64 = 0,
  // A 32-bit float.
  float32 = 1,
  // An integer beyond 64 bits: length, digits.
  integer_text = 2,
  // A decimal kept as text: length, text.
  decimal = 3,
  // Bytes: length, bytes.
  bytes = 4,
  // A point in time: i64 seconds, u32 nanoseconds.
  timestamp = 5,
  // A node tagged with a number: widths, that number, one slot.
  tagged = 6,
  // A node tagged with an extension type: widths, the type as an unsigned byte, one slot.
  extension = 7,
  // A map: widths, count, then a slot for each key and each value in turn.
  map = 8,
  // An object that carries its keys: widths, count, then a slot for each key (a string) and each
  // value in turn.
  pairs = 9,
  // A null that stands for another simple value: widths, that value's number as a byte, one slot.
  simple = 10,
  // </spec:others>
};
}

// The types of packed numbers.
namespace packed {
enum : unsigned {
  // <spec:elements> Made by `cargo xtask spec`.
  // Signed integers of 8 bits.
  i8 = 0,
  // Signed integers of 16 bits.
  i16 = 1,
  // Signed integers of 32 bits.
  i32 = 2,
  // Signed integers of 64 bits.
  i64 = 3,
  // Unsigned integers of 64 bits.
  u64 = 4,
  // Floats of 32 bits.
  f32 = 5,
  // Floats of 64 bits.
  f64 = 6,
  // Unsigned integers of 32 bits.
  u32 = 7,
  // </spec:elements>
};
}

// <spec:constants> Made by `cargo xtask spec`.
// The position of the end of the tree (u64) in the header. The tables begin at the end of the tree.
constexpr std::size_t place_of_tree_end = 16;
// The position of the root slot in the header (8 bytes wide; its base is the end of the tree).
constexpr std::size_t place_of_root = 24;
// The length of the tables' own header in bytes: number of shapes, number of texts, where the
// records of the shapes begin, number of shared strings (u32 each).
constexpr std::size_t tables_header = 16;
// The bits of a packed node's first byte that are its type of numbers.
constexpr std::size_t element_mask = 7;
// The bit of a packed node's first byte that makes it a matrix.
constexpr std::size_t matrix = 8;
// Goes with the head of the key.
constexpr std::uint64_t hash_first = 0x6A09E667F3BCC909u;
// Goes with the last bytes of the key.
constexpr std::uint64_t hash_last = 0xBB67AE8584CAA73Bu;
// Goes with the middle of the key.
constexpr std::uint64_t hash_middle = 0x3C6EF372FE94F82Bu;
// </spec:constants>

// Returns how many bytes a packed number has.
VARVEL_INLINE std::size_t element_width(unsigned element) noexcept {
  return (0x48488421u >> (4 * element)) & 15u;
}

// Reads a number of `1 << code` bytes in the tree.
VARVEL_INLINE std::uint64_t number_at(byte_ptr at, unsigned code) noexcept {
  const unsigned shift = 64u - (8u << code);
  return load<std::uint64_t>(at) << shift >> shift;
}

// The header of a container whose children are in slots.
struct slot_header {
  std::size_t size;    // of the header: the first slot is behind it
  std::size_t number;  // of an object its shape, else how many
  unsigned code;       // a slot has `2 << code` bytes

  // Reads the header whose widths stand at `widths`.
  static VARVEL_INLINE slot_header at(byte_ptr widths) noexcept {
    const unsigned number = *widths >> 2 & 3u;
    return {1 + (std::size_t{1} << number), static_cast<std::size_t>(number_at(widths + 1, number)),
            *widths & 3u};
  }
};

// The header of a packed array or a matrix, which begins at `at`.
struct packed_header {
  byte_ptr at;
  unsigned head;

  explicit VARVEL_INLINE packed_header(byte_ptr from) noexcept : at(from), head(*from) {}

  // Returns one of `packed`.
  VARVEL_INLINE unsigned element() const noexcept { return head & static_cast<unsigned>(element_mask); }
  VARVEL_INLINE bool is_matrix() const noexcept { return (head & static_cast<unsigned>(matrix)) != 0; }
  // Returns how many numbers an array has, or how many rows a matrix.
  VARVEL_INLINE std::size_t count() const noexcept {
    return static_cast<std::size_t>(number_at(at + 1, code()));
  }
  // Returns how many numbers a row of a matrix has.
  VARVEL_INLINE std::size_t columns() const noexcept {
    return static_cast<std::size_t>(number_at(at + 1 + width(), code()));
  }
  // Returns the size of the header: the first number is behind it.
  VARVEL_INLINE std::size_t size() const noexcept { return 1 + (width() << (is_matrix() ? 1 : 0)); }

 private:
  VARVEL_INLINE unsigned code() const noexcept { return head >> 4 & 3u; }
  VARVEL_INLINE std::size_t width() const noexcept { return std::size_t{1} << code(); }
};

// The index of many keys.
struct index {
  byte_ptr displacements;
  byte_ptr numbers;
  unsigned k;
  unsigned code;  // a number has `1 << code` bytes
  byte_ptr end;

  static VARVEL_INLINE index at(byte_ptr at, std::size_t count) noexcept {
    index found;
    found.k = at[0];
    found.code = count - 1 <= 0xFF ? 0u : count - 1 <= 0xFFFF ? 1u : 2u;
    found.displacements = at + 1;
    if (found.k == 0) {
      found.numbers = at + 1;
      found.end = found.numbers + (count << found.code);
    } else {
      found.numbers = at + 1 + (std::size_t{1} << (found.k - 3));
      found.end = found.numbers + (std::size_t{1} << found.k << found.code);
    }
    return found;
  }

  VARVEL_INLINE std::size_t number(std::size_t i) const noexcept {
    if (code == 0) return numbers[i];
    if (code == 1) return load<std::uint16_t>(numbers + 2 * i);
    return load<std::uint32_t>(numbers + 4 * i);
  }
};

// Returns the tables of a document.
VARVEL_INLINE byte_ptr tables_of(byte_ptr start) noexcept {
  return start + static_cast<std::size_t>(load<std::uint64_t>(start + place_of_tree_end));
}

// Returns where the record of the shape with this number stands.
VARVEL_INLINE byte_ptr shape_record(byte_ptr tables, std::size_t number) noexcept {
  return tables + load<std::uint32_t>(tables + tables_header + 4 * number);
}

// Returns the text of the shared string with this number.
inline std::string_view shared_text(byte_ptr tables, std::size_t number) noexcept {
  const std::size_t shapes = load<std::uint32_t>(tables);
  return text_at(tables + load<std::uint32_t>(tables + tables_header + 4 * (shapes + number)));
}

// The keys of an object, in order.
struct key_list {
  byte_ptr tables = nullptr;
  byte_ptr places = nullptr;  // of the keys, counted from the tables

  // Returns where the length of key `i` stands.
  VARVEL_INLINE byte_ptr at(std::size_t i) const noexcept {
    return tables + load<std::uint32_t>(places + 4 * i);
  }
  VARVEL_INLINE std::string_view operator[](std::size_t i) const noexcept { return text_at(at(i)); }
};

// The keys that a shape has, and how many.
struct shape {
  key_list keys;
  std::size_t count;

  static VARVEL_INLINE shape of(byte_ptr tables, std::size_t number) noexcept {
    byte_ptr record = shape_record(tables, number);
    const std::size_t few = record[0];
    if (VARVEL_LIKELY(few != 0)) return {{tables, record + 1 + few}, few};
    const std::size_t count = load<std::uint32_t>(record + 1);
    return {{tables, index::at(record + 5, count).end}, count};
  }
};

}  // namespace detail
}  // namespace varvel

#endif

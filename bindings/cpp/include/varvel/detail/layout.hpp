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
  text = 18      // a key in the tables
};
}  // namespace tag

// The payloads of literals.
namespace literal {
enum : unsigned { null = 0, no = 1, yes = 2, empty_array = 3, empty_object = 4 };
}

// The first byte of nodes with `tag::other`.
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

// The types of packed numbers.
namespace packed {
enum : unsigned { i8 = 0, i16 = 1, i32 = 2, i64 = 3, u64 = 4, f32 = 5, f64 = 6, u32 = 7 };
}

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
  VARVEL_INLINE unsigned element() const noexcept { return head & 7u; }
  VARVEL_INLINE bool is_matrix() const noexcept { return (head & 8u) != 0; }
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

// The position of the slot of the root.
constexpr std::size_t place_of_root = 24;

// Returns the tables of a document.
VARVEL_INLINE byte_ptr tables_of(byte_ptr start) noexcept {
  return start + static_cast<std::size_t>(load<std::uint64_t>(start + 16));
}

// Returns where the record of the shape with this number stands.
VARVEL_INLINE byte_ptr shape_record(byte_ptr tables, std::size_t number) noexcept {
  return tables + load<std::uint32_t>(tables + 16 + 4 * number);
}

// Returns the text of the shared string with this number.
inline std::string_view shared_text(byte_ptr tables, std::size_t number) noexcept {
  const std::size_t shapes = load<std::uint32_t>(tables);
  return text_at(tables + load<std::uint32_t>(tables + 16 + 4 * (shapes + number)));
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

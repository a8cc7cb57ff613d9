// Reads the bytes of frozen documents in place, by spec/frozen.md: no call of the library, no
// allocation, no recursion. All of it relies on one fact: the library has made or validated the
// bytes. Behind the tree of a document there are at least 16 bytes of tables, so 8 bytes can be
// read wherever a slot or a number begins.

#ifndef VARVEL_DETAIL_READER_HPP
#define VARVEL_DETAIL_READER_HPP

#include <varvel/key.hpp>

#include <varvel.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace varvel {
namespace detail {

// The tags of slots.
struct tag {
  enum : unsigned {
    literal = 0,
    small_int = 1,
    short_string = 2,
    shared_string = 3,
    long_string = 8,
    array = 9,
    object = 10,
    float64 = 11,
    int32 = 12,
    int64 = 13,
    packed = 14,
    other = 15,
    // These are no tags: a number of a packed array, a row of a matrix, a key in the tables.
    element = 16,
    row = 17,
    text = 18
  };
};

// The payloads of literals.
struct literal {
  enum : int { null, false_, true_, empty_array, empty_object };
};

// The bytes that nodes with the tag `other` begin with.
struct other {
  enum : unsigned {
    u64,
    f32,
    big,
    decimal,
    bytes,
    timestamp,
    tagged,
    extension,
    map,
    pairs,
    simple
  };
};

// The types of packed numbers.
struct element {
  enum : unsigned { i8, i16, i32, i64, u64, f32, f64, u32 };
};

VARVEL_INLINE std::size_t element_width(unsigned kind) noexcept {
  return (0x48488421u >> (4 * kind)) & 15u;
}

// Where a node stands. `how` is, from the lowest bit:
//
//   0 to 5    of a slot: how many of the 64 bits that begin there are not the slot's
//   6, 7      0 for a slot, 1 for a number, 2 for a row, 3 for a key
//   8 to 15   of a number or a row: the element
//   16 to 63  of a slot: the position that its reference counts from; of a row: its columns
struct site {
  byte_ptr start;  // of the document
  std::size_t place;
  std::uint64_t how;

  static VARVEL_INLINE site slot(byte_ptr start, std::size_t place, std::size_t base,
                                 unsigned shift) noexcept {
    return {start, place, static_cast<std::uint64_t>(base) << 16 | shift};
  }
  static VARVEL_INLINE site number(byte_ptr start, std::size_t place, unsigned kind) noexcept {
    return {start, place, static_cast<std::uint64_t>(kind) << 8 | 1u << 6};
  }
  static VARVEL_INLINE site row_of(byte_ptr start, std::size_t place, unsigned kind,
                                   std::size_t columns) noexcept {
    return {start, place,
            static_cast<std::uint64_t>(columns) << 16 | static_cast<std::uint64_t>(kind) << 8 |
                2u << 6};
  }
  static VARVEL_INLINE site key(byte_ptr start, std::size_t place) noexcept {
    return {start, place, 3u << 6};
  }

  VARVEL_INLINE bool is_slot() const noexcept { return (how & 0xC0) == 0; }
  VARVEL_INLINE unsigned shift() const noexcept { return static_cast<unsigned>(how) & 63u; }
  VARVEL_INLINE unsigned element_kind() const noexcept {
    return static_cast<unsigned>(how >> 8) & 7u;
  }
  VARVEL_INLINE std::size_t base() const noexcept { return static_cast<std::size_t>(how >> 16); }
};

VARVEL_INLINE std::size_t tables_of(byte_ptr start) noexcept {
  return static_cast<std::size_t>(load<std::uint64_t>(start + 16));
}

// The position of the slot of the root.
constexpr std::size_t site_of_root = 24;

// A site with its slot read.
struct target {
  unsigned tag;
  unsigned shift;
  std::uint64_t bits;  // of the slot, its highest bit the highest of 64

  // What a reference goes back, and the number of a shared string.
  VARVEL_INLINE std::uint64_t distance() const noexcept { return bits >> shift >> 4; }
  VARVEL_INLINE std::int64_t payload() const noexcept {
    return static_cast<std::int64_t>(bits) >> shift >> 4;
  }
};

VARVEL_INLINE target target_of(site at) noexcept {
  if (VARVEL_LIKELY(at.is_slot())) {
    const std::uint64_t bits = load<std::uint64_t>(at.start + at.place);
    return {static_cast<unsigned>(bits) & 15u, at.shift(), bits << at.shift()};
  }
  return {tag::element - 1u + (static_cast<unsigned>(at.how) >> 6 & 3u), 0, 0};
}

// The position of the node that a slot refers to, or of what stands there itself.
VARVEL_INLINE std::size_t position(site at, target found) noexcept {
  return at.is_slot() ? at.base() - static_cast<std::size_t>(found.distance()) : at.place;
}

// The position of the text of the shared string with this number.
inline std::size_t shared_at(byte_ptr start, std::uint64_t number) noexcept {
  const std::size_t tables = tables_of(start);
  const std::uint64_t shapes = load<std::uint32_t>(start + tables);
  const std::size_t entry = 16 + 4 * static_cast<std::size_t>(shapes + number);
  return tables + load<std::uint32_t>(start + tables + entry);
}

// Whether the node is a string, which is stored then.
VARVEL_INLINE bool string_of(site at, std::string_view& out) noexcept {
  const target found = target_of(at);
  if (VARVEL_LIKELY(found.tag == tag::long_string)) {
    out = text_at(at.start, at.base() - static_cast<std::size_t>(found.distance()));
    return true;
  }
  if (found.tag == tag::short_string) {
    const char* text = reinterpret_cast<const char*>(at.start + at.place + 1);
    out = std::string_view(text, static_cast<std::size_t>(found.payload()) & 15u);
    return true;
  }
  if (found.tag == tag::text) {
    out = text_at(at.start, at.place);
    return true;
  }
  if (found.tag == tag::shared_string) {
    out = text_at(at.start, shared_at(at.start, found.distance()));
    return true;
  }
  return false;
}

// Numbers of 64 bits.
enum class number : unsigned { none, i64, u64, f64, f32 };

struct numeric {
  number kind;
  std::uint64_t bits;  // of the integer, or of the double
};

VARVEL_INLINE std::uint64_t bits_of(double value) noexcept {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
VARVEL_INLINE double double_of(std::uint64_t bits) noexcept {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

VARVEL_INLINE numeric integer_of(std::int64_t value) noexcept {
  return {number::i64, static_cast<std::uint64_t>(value)};
}

// The number at a position, of a packed array of this element.
VARVEL_INLINE numeric element_at(byte_ptr at, unsigned kind) noexcept {
  switch (kind) {
    case element::i8: return integer_of(load<std::int8_t>(at));
    case element::i16: return integer_of(load<std::int16_t>(at));
    case element::i32: return integer_of(load<std::int32_t>(at));
    case element::i64: return integer_of(load<std::int64_t>(at));
    case element::u32: return integer_of(load<std::uint32_t>(at));
    case element::f32: return {number::f32, bits_of(static_cast<double>(load<float>(at)))};
    case element::f64: return {number::f64, load<std::uint64_t>(at)};
    default: {
      const std::uint64_t value = load<std::uint64_t>(at);
      return {value >> 63 != 0 ? number::u64 : number::i64, value};
    }
  }
}

// The number that a node is, if 64 bits hold it.
VARVEL_INLINE numeric numeric_of(site at) noexcept {
  const target found = target_of(at);
  if (found.tag == tag::small_int) return integer_of(found.payload());
  if (found.tag == tag::element) return element_at(at.start + at.place, at.element_kind());
  if (found.tag < tag::float64 || found.tag > tag::other) return {number::none, 0};
  byte_ptr node = at.start + position(at, found);
  switch (found.tag) {
    case tag::float64: return {number::f64, load<std::uint64_t>(node)};
    case tag::int32: return integer_of(load<std::int32_t>(node));
    case tag::int64: return integer_of(load<std::int64_t>(node));
    case tag::other:
      if (node[0] == other::u64) return {number::u64, load<std::uint64_t>(node + 1)};
      if (node[0] == other::f32) {
        return {number::f32, bits_of(static_cast<double>(load<float>(node + 1)))};
      }
      break;
    default: break;
  }
  return {number::none, 0};
}

// The kind of a node, as the C library numbers kinds.
inline vv_kind kind_of(site at) noexcept {
  const target found = target_of(at);
  switch (found.tag) {
    case tag::literal:
      switch (found.payload()) {
        case literal::null: return VV_NULL;
        case literal::empty_array: return VV_ARRAY;
        case literal::empty_object: return VV_OBJECT;
        default: return VV_BOOL;
      }
    case tag::small_int:
    case tag::int32:
    case tag::int64: return VV_INTEGER;
    case tag::short_string:
    case tag::shared_string:
    case tag::long_string:
    case tag::text: return VV_STRING;
    case tag::array:
    case tag::packed:
    case tag::row: return VV_ARRAY;
    case tag::object: return VV_OBJECT;
    case tag::float64: return VV_FLOAT;
    case tag::element: {
      const unsigned kind = at.element_kind();
      return kind == element::f32 || kind == element::f64 ? VV_FLOAT : VV_INTEGER;
    }
    default: break;
  }
  switch (at.start[position(at, found)]) {
    case other::u64:
    case other::big: return VV_INTEGER;
    case other::f32: return VV_FLOAT;
    case other::decimal: return VV_DECIMAL;
    case other::bytes: return VV_BYTES;
    case other::timestamp: return VV_TIMESTAMP;
    case other::map: return VV_MAP;
    case other::pairs: return VV_OBJECT;
    default: return VV_TAGGED;
  }
}

// The slots of a container: the position of the first, and the number behind the widths.
struct slots {
  std::size_t first;
  std::size_t base;
  std::size_t number;  // of an object the shape, else how many
  unsigned code;       // a slot has 2 << code bytes

  VARVEL_INLINE unsigned shift() const noexcept { return 64u - (16u << code); }
  VARVEL_INLINE std::size_t at(std::size_t i) const noexcept { return first + (i << (code + 1)); }
};

// Reads a number of 1, 2, 4 or 8 bytes in the tree.
VARVEL_INLINE std::uint64_t number_at(byte_ptr at, unsigned code) noexcept {
  const unsigned shift = 64u - (8u << code);
  return load<std::uint64_t>(at) << shift >> shift;
}

// The slots of the container at `base`, whose widths stand `skip` bytes later.
VARVEL_INLINE slots slots_at(byte_ptr start, std::size_t base, std::size_t skip) noexcept {
  const unsigned widths = start[base + skip];
  const unsigned number = widths >> 2 & 3u;
  const std::size_t at = base + skip + 1;
  return {at + (std::size_t{1} << number), base,
          static_cast<std::size_t>(number_at(start + at, number)), widths & 3u};
}

// Items or values in a row: where the first stands, and how far the next is behind it.
struct run {
  site first{nullptr, 0, 0};
  std::size_t distance = 0;
  std::size_t count = 0;

  VARVEL_INLINE site operator[](std::size_t i) const noexcept {
    return {first.start, first.place + i * distance, first.how};
  }
};

VARVEL_INLINE run run_of(byte_ptr start, const slots& of, std::size_t first, std::size_t step,
                         std::size_t count) noexcept {
  return {site::slot(start, of.at(first), of.base, of.shift()), step << (of.code + 1), count};
}

// The items of a packed array or a matrix at `at`.
inline run packed_at(byte_ptr start, std::size_t at) noexcept {
  const unsigned head = start[at];
  const unsigned code = head >> 4 & 3u;
  const unsigned kind = head & 7u;
  const std::size_t width = std::size_t{1} << code;
  const std::size_t count = static_cast<std::size_t>(number_at(start + at + 1, code));
  if ((head & 8u) == 0) {
    return {site::number(start, at + 1 + width, kind), element_width(kind), count};
  }
  const std::size_t columns = static_cast<std::size_t>(number_at(start + at + 1 + width, code));
  return {site::row_of(start, at + 1 + 2 * width, kind, columns), columns * element_width(kind),
          count};
}

// The items of an array; nothing for any other node.
VARVEL_INLINE run items_of(site at) noexcept {
  const target found = target_of(at);
  if (VARVEL_LIKELY(found.tag == tag::array)) {
    const slots of = slots_at(at.start, position(at, found), 0);
    return run_of(at.start, of, 0, 1, of.number);
  }
  if (found.tag == tag::packed) return packed_at(at.start, position(at, found));
  if (found.tag == tag::row) {
    const unsigned kind = at.element_kind();
    return {site::number(at.start, at.place, kind), element_width(kind), at.base()};
  }
  return {};
}

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

// The index of many keys.
struct index {
  byte_ptr displacements;
  byte_ptr numbers;
  unsigned k;
  unsigned code;  // a number has 1 << code bytes
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

  // The number of the one key that may have this hash; k is not zero.
  VARVEL_INLINE std::size_t candidate(std::uint64_t hash) const noexcept {
    const std::uint64_t d = displacements[static_cast<std::size_t>(hash >> (67 - k))];
    const std::uint64_t swapped = hash << 32 | hash >> 32;
    return number(static_cast<std::size_t>((swapped * (2 * d + 1)) >> (64 - k)));
  }

  // The number of a key in the sorted list; k is zero.
  template <class Text>
  std::size_t search(std::size_t count, std::string_view sought, Text text) const noexcept {
    std::size_t low = 0, high = count;
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      const std::size_t i = number(middle);
      const int order = text(i).compare(sought);
      if (order == 0) return i;
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return nowhere;
  }
};

// The keys of an object that has a shape.
struct shape {
  byte_ptr tables;
  byte_ptr refs;  // the places of the keys
  std::size_t count;

  static VARVEL_INLINE shape of(byte_ptr start, std::size_t number) noexcept {
    byte_ptr tables = start + tables_of(start);
    byte_ptr record = tables + load<std::uint32_t>(tables + 16 + 4 * number);
    const std::size_t few = record[0];
    if (VARVEL_LIKELY(few != 0)) return {tables, record + 1 + few, few};
    const std::size_t count = load<std::uint32_t>(record + 1);
    return {tables, index::at(record + 5, count).end, count};
  }

  VARVEL_INLINE byte_ptr text(std::size_t i) const noexcept {
    return tables + load<std::uint32_t>(refs + 4 * i);
  }
};

// The number of a key in the shape of many keys whose record this is; or `nowhere`. All arguments
// are in registers, so that the caller keeps its own there.
VARVEL_NOINLINE inline std::size_t find_of_many(byte_ptr tables, byte_ptr record, const char* data,
                                                std::size_t size, std::uint64_t hash) noexcept {
  const std::string_view sought(data, size);
  const std::size_t count = load<std::uint32_t>(record + 1);
  const index of = index::at(record + 5, count);
  const auto name = [&](std::size_t i) {
    return text_at(tables, load<std::uint32_t>(of.end + 4 * i));
  };
  if (VARVEL_LIKELY(of.k != 0)) {
    const std::size_t i = of.candidate(hash);
    return name(i) == sought ? i : nowhere;
  }
  return of.search(count, sought, name);
}

// The number of a key in the shape with this number; or `nowhere`.
VARVEL_INLINE std::size_t find_in_shape(byte_ptr start, std::size_t number,
                                        const key& sought) noexcept {
  byte_ptr tables = start + tables_of(start);
  byte_ptr record = tables + load<std::uint32_t>(tables + 16 + 4 * number);
  const std::size_t count = record[0];
  if (!VARVEL_LIKELY(count != 0)) {
    return find_of_many(tables, record, sought.text().data(), sought.text().size(), sought.hash());
  }
  byte_ptr refs = record + 1 + count;
#if defined(__SSE2__)
  // The fingerprints end where the places begin, and 16 bytes of tables stand before them.
  const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(refs - 16));
  const __m128i wanted = _mm_set1_epi8(static_cast<char>(sought.hash() >> 56));
  unsigned found = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(block, wanted)));
  found >>= (16 - count) & 15;
  while (found != 0) {
    const std::size_t i = static_cast<std::size_t>(__builtin_ctz(found));
    if (VARVEL_LIKELY(sought.is(tables + load<std::uint32_t>(refs + 4 * i)))) return i;
    found &= found - 1;
  }
#else
  const unsigned char wanted = static_cast<unsigned char>(sought.hash() >> 56);
  for (std::size_t i = 0; i < count; ++i) {
    if (record[1 + i] == wanted && sought.is(tables + load<std::uint32_t>(refs + 4 * i))) return i;
  }
#endif
  return nowhere;
}

// An object or a map: its values, and its keys by shape or beside the values.
struct members {
  run values;
  byte_ptr refs = nullptr;    // of a shape: the places of the keys
  byte_ptr tables = nullptr;  // of a shape

  // Key `i`.
  VARVEL_INLINE site key(std::size_t i) const noexcept {
    if (VARVEL_LIKELY(refs != nullptr)) {
      byte_ptr at = tables + load<std::uint32_t>(refs + 4 * i);
      return site::key(values.first.start, static_cast<std::size_t>(at - values.first.start));
    }
    site found = values[i];
    found.place -= values.distance / 2;
    return found;
  }
};

// The members of an object or a map; nothing for any other node.
inline members members_of(site at) noexcept {
  const target found = target_of(at);
  if (found.tag < tag::long_string) return {};
  const std::size_t node = position(at, found);
  members all;
  if (VARVEL_LIKELY(found.tag == tag::object)) {
    const slots of = slots_at(at.start, node, 0);
    const shape keys = shape::of(at.start, of.number);
    all.values = run_of(at.start, of, 0, 1, keys.count);
    all.refs = keys.refs;
    all.tables = keys.tables;
  } else if (found.tag == tag::other &&
             (at.start[node] == other::map || at.start[node] == other::pairs)) {
    const slots of = slots_at(at.start, node, 1);
    all.values = run_of(at.start, of, 1, 2, of.number);
  }
  return all;
}

// The number of the member with this key, of an object without a shape or a map; or `nowhere`.
VARVEL_COLD inline std::size_t find_pair(byte_ptr start, std::size_t place, std::uint64_t how,
                                         const char* data, std::size_t size) noexcept {
  const site at{start, place, how};
  const std::string_view sought(data, size);
  const members all = members_of(at);
  const std::size_t count = all.values.count;
  const auto is = [&](std::size_t i) {
    std::string_view text;
    return string_of(all.key(i), text) && text == sought;
  };
  if (kind_of(at) == VV_OBJECT && count > 16) {
    // The index stands behind the slots, where one more key would be.
    const index of = index::at(start + all.key(count).place, count);
    if (of.k != 0) {
      const std::size_t i = of.candidate(key(sought).hash());
      return is(i) ? i : nowhere;
    }
    return of.search(count, sought, [&](std::size_t i) {
      std::string_view text;
      string_of(all.key(i), text);
      return text;
    });
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (is(i)) return i;
  }
  return nowhere;
}

// The value of the member with this key; a site without a document if there is none.
VARVEL_INLINE site find(site at, const key& sought) noexcept {
  const site none{nullptr, 0, 0};
  const target found = target_of(at);
  if (VARVEL_LIKELY(found.tag == tag::object)) {
    const slots of = slots_at(at.start, position(at, found), 0);
    const std::size_t i = find_in_shape(at.start, of.number, sought);
    if (i == nowhere) return none;
    return site::slot(at.start, of.at(i), of.base, of.shift());
  }
  if (VARVEL_LIKELY(found.tag != tag::other)) return none;
  const std::size_t i =
      find_pair(at.start, at.place, at.how, sought.text().data(), sought.text().size());
  return i == nowhere ? none : members_of(at).values[i];
}

// Where the value of a member stands in its document: two words, which functions return in
// registers. Objects that go through memory word by word and are loaded in larger pieces make
// processors wait.
struct spot {
  std::size_t place;  // zero if there is no such member
  std::uint64_t how;
};

VARVEL_NOINLINE inline spot find_text(byte_ptr start, std::size_t place, std::uint64_t how,
                                      const char* data, std::size_t size) noexcept {
  const site found = find({start, place, how}, key(std::string_view(data, size)));
  return {found.place, found.how};
}

VARVEL_NOINLINE inline spot find_key(byte_ptr start, std::size_t place, std::uint64_t how,
                                     const key& sought) noexcept {
  const site found = find({start, place, how}, sought);
  return {found.place, found.how};
}

// The node behind a tag.
inline site tagged_at(site at) noexcept {
  const slots of = slots_at(at.start, position(at, target_of(at)), 1);
  return site::slot(at.start, of.first, of.base, of.shift());
}

// ---- Places, for the C library ----

inline vv_place place_of(site at) noexcept {
  vv_place place = {at.start, at.place, 0, 0, 0};
  switch (static_cast<unsigned>(at.how) >> 6 & 3u) {
    case 0:
      place.base = at.base();
      place.form = at.shift() == 48   ? VV_PLACE_SLOT_2
                   : at.shift() == 32 ? VV_PLACE_SLOT_4
                                      : VV_PLACE_SLOT_8;
      break;
    case 1: place.form = VV_PLACE_NUMBER + at.element_kind(); break;
    case 2:
      place.base = at.base();
      place.form = VV_PLACE_ROW + at.element_kind();
      break;
    default: place.form = VV_PLACE_TEXT; break;
  }
  return place;
}

inline site site_of(const vv_place& place) noexcept {
  byte_ptr start = static_cast<byte_ptr>(place.document);
  const std::size_t base = static_cast<std::size_t>(place.base);
  if (place.form >= VV_PLACE_ROW) return site::row_of(start, place.at, place.form & 7u, base);
  if (place.form >= VV_PLACE_NUMBER) return site::number(start, place.at, place.form & 7u);
  if (place.form == VV_PLACE_TEXT) return site::key(start, place.at);
  return site::slot(start, place.at, base, 64u - (16u << place.form));
}

}  // namespace detail
}  // namespace varvel

#endif

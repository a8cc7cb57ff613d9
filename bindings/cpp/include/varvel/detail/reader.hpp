// Finds nodes in frozen bytes, and what they are: no call of the library, no allocation, no
// recursion.

#ifndef VARVEL_DETAIL_READER_HPP
#define VARVEL_DETAIL_READER_HPP

#include <varvel/detail/layout.hpp>
#include <varvel/detail/numeric.hpp>
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

// A site with its slot read.
struct target {
  unsigned tag;
  unsigned shift;
  std::uint64_t bits;  // of the slot, its highest bit the highest of 64

  // Returns how far a reference leads back; of a shared string its number.
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

// Returns the position of the node that a slot refers to; of a node without a slot its own.
VARVEL_INLINE std::size_t position(site at, target found) noexcept {
  return at.is_slot() ? at.base() - static_cast<std::size_t>(found.distance()) : at.place;
}

// Stores the text of a node. Returns false if it is no string.
VARVEL_INLINE bool string_of(site at, std::string_view& out) noexcept {
  const target found = target_of(at);
  if (VARVEL_LIKELY(found.tag == tag::string)) {
    out = text_at(at.start + position(at, found));
    return true;
  }
  if (found.tag == tag::short_string) {
    const char* text = reinterpret_cast<const char*>(at.start + at.place + 1);
    out = std::string_view(text, static_cast<std::size_t>(found.payload()) & 15u);
    return true;
  }
  if (found.tag == tag::text) {
    out = text_at(at.start + at.place);
    return true;
  }
  if (found.tag == tag::shared_string) {
    out = shared_text(tables_of(at.start), static_cast<std::size_t>(found.distance()));
    return true;
  }
  return false;
}

// Reads the number that a node is, if 64 bits hold it.
VARVEL_INLINE numeric numeric_of(site at) noexcept {
  const target found = target_of(at);
  if (found.tag == tag::small_integer) return numeric::integer(found.payload());
  if (found.tag == tag::element) return element_at(at.start + at.place, at.element_kind());
  if (found.tag < tag::float64 || found.tag > tag::other) return {numeric::none, 0};
  return referred_number(found.tag, at.start + position(at, found));
}

// Returns the kind of a node, as the C library numbers kinds.
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
    case tag::small_integer:
    case tag::int32:
    case tag::int64: return VV_INTEGER;
    case tag::short_string:
    case tag::shared_string:
    case tag::string:
    case tag::text: return VV_STRING;
    case tag::array:
    case tag::packed:
    case tag::row: return VV_ARRAY;
    case tag::object: return VV_OBJECT;
    case tag::float64: return VV_FLOAT;
    case tag::element: {
      const unsigned kind = at.element_kind();
      return kind == packed::f32 || kind == packed::f64 ? VV_FLOAT : VV_INTEGER;
    }
    default: break;
  }
  switch (at.start[position(at, found)]) {
    case other::unsigned64:
    case other::integer_text: return VV_INTEGER;
    case other::float32: return VV_FLOAT;
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

// Returns the slots of the container at `base`, whose widths stand `skip` bytes later.
VARVEL_INLINE slots slots_at(byte_ptr start, std::size_t base, std::size_t skip) noexcept {
  const slot_header header = slot_header::at(start + base + skip);
  return {base + skip + header.size, base, header.number, header.code};
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

// Returns the items of a packed array or a matrix.
inline run packed_at(byte_ptr start, std::size_t at) noexcept {
  const packed_header header(start + at);
  const unsigned kind = header.element();
  const std::size_t width = element_width(kind);
  if (!header.is_matrix()) {
    return {site::number(start, at + header.size(), kind), width, header.count()};
  }
  const std::size_t columns = header.columns();
  return {site::row_of(start, at + header.size(), kind, columns), columns * width, header.count()};
}

// Returns the items of an array; none for any other node.
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

// Returns the number of the one key that may have this hash; `k` is not zero.
VARVEL_INLINE std::size_t candidate(const index& in, std::uint64_t hash) noexcept {
  const std::uint64_t d = in.displacements[static_cast<std::size_t>(hash >> (67 - in.k))];
  const std::uint64_t swapped = hash << 32 | hash >> 32;
  return in.number(static_cast<std::size_t>((swapped * (2 * d + 1)) >> (64 - in.k)));
}

// Returns the number of a key in the sorted list, or `nowhere`; `k` is zero.
template <class Text>
std::size_t search(const index& in, std::size_t count, std::string_view sought,
                   Text text) noexcept {
  std::size_t low = 0, high = count;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const std::size_t i = in.number(middle);
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

// Returns the number of a key in the shape of many keys whose record this is, or `nowhere`. All
// arguments are in registers, so that the caller keeps its own there.
VARVEL_NOINLINE inline std::size_t find_of_many(byte_ptr tables, byte_ptr record, const char* data,
                                                std::size_t size, std::uint64_t hash) noexcept {
  const std::string_view sought(data, size);
  const std::size_t count = load<std::uint32_t>(record + 1);
  const index of = index::at(record + 5, count);
  const key_list keys{tables, of.end};
  if (VARVEL_LIKELY(of.k != 0)) {
    const std::size_t i = candidate(of, hash);
    return keys[i] == sought ? i : nowhere;
  }
  return search(of, count, sought, [&](std::size_t i) { return keys[i]; });
}

// Returns the number of a key in the shape with this number, or `nowhere`.
VARVEL_INLINE std::size_t find_in_shape(byte_ptr start, std::size_t number,
                                        const key& sought) noexcept {
  byte_ptr tables = tables_of(start);
  byte_ptr record = shape_record(tables, number);
  const std::size_t count = record[0];
  if (!VARVEL_LIKELY(count != 0)) {
    return find_of_many(tables, record, sought.text().data(), sought.text().size(), sought.hash());
  }
  const key_list keys{tables, record + 1 + count};
  // The hash of the key is not waited for.
  if (count == 1) return sought.is(keys.at(0)) ? 0 : nowhere;
#if defined(__SSE2__)
  // The fingerprints end where the places begin, and 16 bytes of tables stand before them.
  const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(keys.places - 16));
  const __m128i wanted = _mm_set1_epi8(static_cast<char>(sought.hash() >> 56));
  unsigned found = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(block, wanted)));
  found >>= (16 - count) & 15;
  while (found != 0) {
    const std::size_t i = static_cast<std::size_t>(__builtin_ctz(found));
    if (VARVEL_LIKELY(sought.is(keys.at(i)))) return i;
    found &= found - 1;
  }
#else
  const unsigned char wanted = static_cast<unsigned char>(sought.hash() >> 56);
  for (std::size_t i = 0; i < count; ++i) {
    if (record[1 + i] == wanted && sought.is(keys.at(i))) return i;
  }
#endif
  return nowhere;
}

// An object or a map: its values, and its keys by shape or beside the values.
struct members {
  run values;
  key_list keys;  // without places: each key has the slot before its value

  // Returns key `i`.
  VARVEL_INLINE site key(std::size_t i) const noexcept {
    if (VARVEL_LIKELY(keys.places != nullptr)) {
      byte_ptr start = values.first.start;
      return site::key(start, static_cast<std::size_t>(keys.at(i) - start));
    }
    site found = values[i];
    found.place -= values.distance / 2;
    return found;
  }
};

// Returns the members of an object or a map; none for any other node.
inline members members_of(site at) noexcept {
  const target found = target_of(at);
  if (found.tag < tag::string) return {};
  const std::size_t node = position(at, found);
  members all;
  if (VARVEL_LIKELY(found.tag == tag::object)) {
    const slots of = slots_at(at.start, node, 0);
    const shape named = shape::of(tables_of(at.start), of.number);
    all.keys = named.keys;
    all.values = run_of(at.start, of, 0, 1, named.count);
  } else if (found.tag == tag::other &&
             (at.start[node] == other::map || at.start[node] == other::pairs)) {
    const slots of = slots_at(at.start, node, 1);
    all.values = run_of(at.start, of, 1, 2, of.number);
  }
  return all;
}

// Returns the number of the member with this key in an object without a shape or in a map, or
// `nowhere`.
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
      const std::size_t i = candidate(of, key(sought).hash());
      return is(i) ? i : nowhere;
    }
    return search(of, count, sought, [&](std::size_t i) {
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

// Returns the value of the member with this key; a site without a document if there is none.
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

// Returns the node behind a tag.
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

// Nodes of a frozen document with their slots loaded, as structs are read from them: each once, in
// order. Nodes that are kept are `detail::site`.

#ifndef VARVEL_STRUCTS_NODE_HPP
#define VARVEL_STRUCTS_NODE_HPP

#include <varvel/detail/layout.hpp>
#include <varvel/detail/numeric.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace varvel::structs {

using byte = unsigned char;
using detail::fits;
using detail::is_character;
using detail::load;
using detail::numeric;
using detail::slot_header;
using detail::text_at;

namespace tag = detail::tag;
namespace literal = detail::literal;
namespace other = detail::other;
namespace packed = detail::packed;

/// A place in a document.
struct node {
  /// Its slot; for elements, rows and texts, the place where their content begins.
  const byte* at;
  /// The place from which the reference in the slot counts back.
  const byte* base;
  /// The slot; how many numbers a row has, or bytes a text.
  std::uint64_t bits;
  /// How many bits of 64 the slot does not have; for elements and rows, one of `packed`.
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
  /// Returns whether this begins with one of `other`.
  VARVEL_INLINE bool is_other(unsigned form) const noexcept {
    return tag == detail::tag::other && *target() == form;
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

/// The bytes of a whole document.
struct document {
  const byte* bytes = nullptr;
  std::size_t total = 0;
  const byte* tables = nullptr;

  document() noexcept = default;
  document(const void* data, std::size_t size) noexcept
      : bytes(static_cast<const byte*>(data)), total(size), tables(detail::tables_of(bytes)) {}

  node root() const noexcept { return slots{bytes + detail::place_of_root, tables, 3}.at(0); }

  /// Returns the tables, without the checksum behind them.
  std::string_view table_bytes() const noexcept {
    const std::size_t behind = (bytes[5] & 1u) != 0 ? 8 : 0;
    const std::size_t before = static_cast<std::size_t>(tables - bytes);
    return {reinterpret_cast<const char*>(tables), total - before - behind};
  }
};

/// Finds the text of a node. Returns false if it is no string.
VARVEL_INLINE bool text_of(const document& in, const node& of, std::string_view& text) noexcept {
  if (VARVEL_LIKELY(of.tag == tag::string)) {
    text = text_at(of.target());
    return true;
  }
  switch (of.tag) {
    case tag::short_string:
      text = {reinterpret_cast<const char*>(of.at) + 1,
              static_cast<std::size_t>(of.bits >> 4 & 15)};
      return true;
    case tag::shared_string:
      text = detail::shared_text(in.tables, static_cast<std::size_t>(of.bits >> 4));
      return true;
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
    const std::size_t width = detail::element_width(element);
    if (how == in_rows)
      return {numbers + index * columns * width, nullptr, columns, element, tag::row};
    return {numbers + index * width, nullptr, 0, element, tag::element};
  }
};

/// Reads the number that a node is, if 64 bits hold it.
VARVEL_INLINE numeric numeric_of(const node& of) noexcept {
  if (of.tag == tag::small_integer) return numeric::integer(of.small());
  if (of.tag == tag::element) return detail::element_at(of.at, of.unused);
  if (of.tag < tag::float64 || of.tag > tag::other) return {numeric::none, 0};
  return detail::referred_number(of.tag, of.target());
}

/// Finds the items of a node. Returns false if it is no array.
VARVEL_INLINE bool items_of(const node& of, items& found) noexcept {
  if (VARVEL_LIKELY(of.tag == tag::array)) {
    const byte* from = of.target();
    const auto header = slot_header::at(from);
    found.how = items::in_slots;
    found.count = header.number;
    found.of = {from + header.size, from, header.code + 1};
    return true;
  }
  if (of.tag == tag::packed) {
    const detail::packed_header header(of.target());
    found.how = header.is_matrix() ? items::in_rows : items::in_numbers;
    found.count = header.count();
    found.numbers = of.target() + header.size();
    found.element = header.element();
    if (header.is_matrix()) found.columns = header.columns();
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
  detail::key_list keys;

  VARVEL_INLINE node value(std::size_t index) const noexcept {
    return of.at(keys.places != nullptr ? index : 2 * index + 1);
  }
  VARVEL_INLINE node key(std::size_t index) const noexcept {
    if (keys.places == nullptr) return of.at(2 * index);
    const std::string_view text = keys[index];
    return {reinterpret_cast<const byte*>(text.data()), nullptr, text.size(), 0, tag::text};
  }
};

/// Finds the members of an object, or of a map if `any_keys`. Returns false if it is none.
inline bool members_of(const document& in, const node& of, bool any_keys, members& found) noexcept {
  if (VARVEL_LIKELY(of.tag == tag::object)) {
    const byte* from = of.target();
    const auto header = slot_header::at(from);
    const auto shape = detail::shape::of(in.tables, header.number);
    found.keys = shape.keys;
    found.count = shape.count;
    found.of = {from + header.size, from, header.code + 1};
    return true;
  }
  if (of.tag == tag::other) {
    const byte* from = of.target();
    if (*from != other::pairs && (*from != other::map || !any_keys)) return false;
    const auto header = slot_header::at(from + 1);
    found.keys = {};
    found.count = header.number;
    found.of = {from + 1 + header.size, from, header.code + 1};
    return true;
  }
  found.count = 0;
  found.keys = {};
  return of.is(literal::empty_object);
}

}  // namespace varvel::structs

#endif

// The kinds of nodes, and the scalars that the language has no type for.

#ifndef VARVEL_KIND_HPP
#define VARVEL_KIND_HPP

#include <varvel/config.hpp>

#include <varvel.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <string_view>
#include <vector>

#if VARVEL_HAS_SPAN
#include <span>
#endif

namespace varvel {

/// The kinds of nodes.
enum class kind : std::uint32_t {
  /// No node is here.
  missing = VV_MISSING,
  /// The absence of a value.
  // <spec:kinds> Made by `cargo xtask spec`.
  /// The absence of a value.
  null = VV_NULL,
  /// True or false.
  boolean = VV_BOOL,
  /// A whole number of any size; beyond 64 bits it is kept as text.
  integer = VV_INTEGER,
  /// A binary floating-point number; `-0` is one.
  floating = VV_FLOAT,
  /// A decimal kept as text, if the caller asked for exactness.
  decimal = VV_DECIMAL,
  /// UTF-8 text.
  string = VV_STRING,
  /// Bytes without further meaning.
  bytes = VV_BYTES,
  /// A point in time.
  timestamp = VV_TIMESTAMP,
  /// A node with a tag before it.
  tagged = VV_TAGGED,
  /// Nodes in a row.
  array = VV_ARRAY,
  /// String keys and their values, in order.
  object = VV_OBJECT,
  /// Keys of any kind and their values, in order.
  map = VV_MAP
  // </spec:kinds>
};

/// Returns the name of a kind, such as "object".
inline const char* name(kind of) noexcept {
  static const char* const names[] = {"nothing", "null",   "boolean", "integer",   "float",
                                      "decimal", "string", "bytes",   "timestamp", "tagged value",
                                      "array",   "object", "map"};
  const std::uint32_t number = static_cast<std::uint32_t>(of);
  return number < sizeof names / sizeof *names ? names[number] : "unknown";
}

/// Writes the name.
inline std::ostream& operator<<(std::ostream& out, kind of) {
  return out << name(of);
}

/// Bytes that someone else owns.
class bytes_view {
 public:
  using value_type = std::byte;
  using const_iterator = const std::byte*;

  /// No bytes.
  constexpr bytes_view() noexcept = default;
  /// The `size` bytes at `data`.
  bytes_view(const void* data, std::size_t size) noexcept
      : data_(static_cast<const std::byte*>(data)), size_(size) {}
  /// The bytes of a vector.
  bytes_view(const std::vector<std::byte>& all) noexcept : data_(all.data()), size_(all.size()) {}
#if VARVEL_HAS_SPAN
  /// The bytes of a span.
  bytes_view(std::span<const std::byte> all) noexcept : data_(all.data()), size_(all.size()) {}
  /// Returns the bytes as a span.
  operator std::span<const std::byte>() const noexcept { return {data_, size_}; }
#endif

  const std::byte* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  const std::byte* begin() const noexcept { return data_; }
  const std::byte* end() const noexcept { return data_ + size_; }
  std::byte operator[](std::size_t i) const noexcept { return data_[i]; }

  /// Returns the bytes as characters.
  std::string_view chars() const noexcept {
    return std::string_view(reinterpret_cast<const char*>(data_), size_);
  }

  friend bool operator==(bytes_view a, bytes_view b) noexcept {
    return a.size_ == b.size_ && (a.size_ == 0 || std::memcmp(a.data_, b.data_, a.size_) == 0);
  }
  friend bool operator!=(bytes_view a, bytes_view b) noexcept { return !(a == b); }

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// A point in time, as documents have it.
struct timestamp {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  std::int64_t seconds = 0;
  /// Nanoseconds after them, below 1,000,000,000.
  std::uint32_t nanos = 0;

  friend constexpr bool operator==(timestamp a, timestamp b) noexcept {
    return a.seconds == b.seconds && a.nanos == b.nanos;
  }
  friend constexpr bool operator!=(timestamp a, timestamp b) noexcept { return !(a == b); }
  friend constexpr bool operator<(timestamp a, timestamp b) noexcept {
    return a.seconds != b.seconds ? a.seconds < b.seconds : a.nanos < b.nanos;
  }
};

/// A tag before a node.
struct tag {
  /// The sorts of tags.
  enum class type : std::uint32_t {
    /// A tag of CBOR.
    number = VV_TAG_NUMBER,
    /// An extension type of MessagePack.
    extension = VV_TAG_EXTENSION,
    /// A simple value of CBOR that stands for none of the kinds.
    simple = VV_TAG_SIMPLE
  };
  /// The sort of this tag.
  type is = type::number;
  /// The number of a tag or of a simple value.
  std::uint64_t number = 0;
  /// The number of an extension, -128 to 127.
  std::int32_t extension = 0;
};

}  // namespace varvel

#endif

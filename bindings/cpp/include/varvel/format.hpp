// Formats by name, and the options of reading and writing.

#ifndef VARVEL_FORMAT_HPP
#define VARVEL_FORMAT_HPP

#include <varvel/error.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace varvel {
namespace detail {

// The base of all that is read as a node: views, documents, values.
struct node_base {};

template <class T>
inline constexpr bool is_node = std::is_base_of_v<node_base, T>;

}  // namespace detail

/// A format of documents.
enum class format : std::uint32_t {
  // <spec:formats> Made by `cargo xtask spec`.
  /// No format.
  none = VV_NO_FORMAT,
  /// Frozen documents: one buffer that is checked once and then read in place.
  frozen = VV_FROZEN,
  /// JSON (RFC 8259).
  json = VV_JSON,
  /// JSON as people write it: comments, commas after the last item, names without quotes.
  json5 = VV_JSON5,
  /// YAML 1.2, one document. An edited text may have several, and is the array of them.
  yaml = VV_YAML,
  /// MessagePack.
  msgpack = VV_MSGPACK,
  /// CBOR (RFC 8949).
  cbor = VV_CBOR,
  /// FlexBuffers.
  flexbuffers = VV_FLEXBUFFERS
  // </spec:formats>
};

/// Returns the name of a format, such as "JSON"; empty for a number that stands for none.
inline std::string_view name(format of) noexcept {
  const vv_str found = vv_format_name(static_cast<vv_format>(of));
  return found.data == nullptr ? std::string_view() : std::string_view(found.data, found.len);
}

/// Returns the format of a file by the ending of its name ("config.yaml", "yaml"), or `none`.
inline format format_of_name(std::string_view file) noexcept {
  const std::size_t dot = file.rfind('.');
  if (dot != std::string_view::npos) file.remove_prefix(dot + 1);
  return static_cast<format>(vv_format_of_extension(file.data(), file.size()));
}

/// Returns the format of a document if its first bytes tell it, or `none`: those of text never do.
inline format format_of_bytes(std::string_view bytes) noexcept {
  return static_cast<format>(vv_format_of_first_bytes(bytes.data(), bytes.size()));
}

/// Keys that come twice in one object.
enum class duplicates : std::uint32_t {
  // <spec:duplicates> Made by `cargo xtask spec`.
  /// A duplicate key is an error. The default.
  error = VV_DUPLICATES_ERROR,
  /// Keeps the first of the members with one key.
  first = VV_DUPLICATES_FIRST,
  /// Keeps the last of the members with one key.
  last = VV_DUPLICATES_LAST
  // </spec:duplicates>
};

/// How documents are read and written, whatever their format; a format leaves aside what it does
/// not have. Begin with `options()` and name what differs:
///
///     varvel::options().pretty().depth(1000)
class options {
 public:
  /// The defaults.
  constexpr options() noexcept = default;

  // <spec:flags> Made by `cargo xtask spec`.
  /// Reading text: numbers with a fraction or an exponent keep all their digits.
  constexpr options exact_decimals(bool on = true) const noexcept {
    return flag(VV_EXACT_DECIMALS, on);
  }
  /// Reading YAML: scalars without quotes are read as by YAML 1.1 (`yes`, `no`, base 60).
  constexpr options yaml_1_1(bool on = true) const noexcept { return flag(VV_YAML_1_1, on); }
  /// Reading YAML: merge keys (`<<: *defaults`) are carried out.
  constexpr options merge_keys(bool on = true) const noexcept { return flag(VV_MERGE_KEYS, on); }
  /// Reading YAML: two forms are read that many files have, although YAML does not allow them.
  constexpr options tolerant(bool on = true) const noexcept { return flag(VV_TOLERANT, on); }
  /// Writing JSON and JSON5: line breaks, and two spaces a level.
  constexpr options pretty(bool on = true) const noexcept { return flag(VV_PRETTY, on); }
  /// Writing: keys that are no strings become text, where the format has string keys only.
  constexpr options keys_as_text(bool on = true) const noexcept {
    return flag(VV_KEYS_AS_TEXT, on);
  }
  /// Writing: bytes become Base64, where the format has no bytes.
  constexpr options bytes_as_text(bool on = true) const noexcept {
    return flag(VV_BYTES_AS_TEXT, on);
  }
  /// Writing: points in time become RFC 3339, where the format has none.
  constexpr options timestamps_as_text(bool on = true) const noexcept {
    return flag(VV_TIMESTAMPS_AS_TEXT, on);
  }
  /// Writing: NaN and infinities become "nan", "inf", "-inf", where the format has none.
  constexpr options non_finite_as_text(bool on = true) const noexcept {
    return flag(VV_NON_FINITE_AS_TEXT, on);
  }
  /// Writing: big integers and decimals become their digits, where the format has none.
  constexpr options numbers_as_text(bool on = true) const noexcept {
    return flag(VV_NUMBERS_AS_TEXT, on);
  }
  /// Freezing a node: the canonical form, in which equal documents have equal bytes.
  constexpr options canonical(bool on = true) const noexcept { return flag(VV_CANONICAL, on); }
  /// Freezing a node: equal strings are stored once.
  constexpr options share_strings(bool on = true) const noexcept {
    return flag(VV_SHARE_STRINGS, on);
  }
  /// Freezing a node: the bytes carry a checksum.
  constexpr options checksum(bool on = true) const noexcept { return flag(VV_CHECKSUM, on); }
  // </spec:flags>

  /// Writing: whatever the format has no form for becomes text.
  constexpr options all_as_text(bool on = true) const noexcept {
    return keys_as_text(on)
        .bytes_as_text(on)
        .timestamps_as_text(on)
        .non_finite_as_text(on)
        .numbers_as_text(on);
  }

  /// Keys that come twice in one object.
  constexpr options duplicates(varvel::duplicates keys) const noexcept {
    options changed = *this;
    changed.raw_.duplicates = static_cast<std::uint32_t>(keys);
    return changed;
  }
  /// How many containers may be open at once; 0 for the default of 128.
  constexpr options depth(std::size_t most) const noexcept {
    options changed = *this;
    changed.raw_.depth = most;
    return changed;
  }
  /// How many nodes a document may have; 0 for no limit.
  constexpr options nodes(std::size_t most) const noexcept {
    options changed = *this;
    changed.raw_.nodes = most;
    return changed;
  }
  /// How many bytes a document may have; 0 for no limit.
  constexpr options bytes(std::size_t most) const noexcept {
    options changed = *this;
    changed.raw_.bytes = most;
    return changed;
  }
  /// How often a document may be read again (aliases of YAML), in times its length; 0 for 8.
  constexpr options replay(std::size_t most) const noexcept {
    options changed = *this;
    changed.raw_.replay = most;
    return changed;
  }

  /// Returns the structure of the C library.
  constexpr const vv_options* raw() const noexcept { return &raw_; }

 private:
  constexpr options flag(int bit, bool on) const noexcept {
    options changed = *this;
    const std::uint32_t mask = static_cast<std::uint32_t>(bit);
    changed.raw_.flags = on ? raw_.flags | mask : raw_.flags & ~mask;
    return changed;
  }

  vv_options raw_ = VV_OPTIONS;
};

}  // namespace varvel

#endif

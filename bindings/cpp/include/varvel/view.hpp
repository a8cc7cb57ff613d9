// A node of a document, by value.

#ifndef VARVEL_VIEW_HPP
#define VARVEL_VIEW_HPP

#include <varvel/error.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

namespace varvel {

/// The kinds of nodes.
enum class kind : std::uint32_t {
  /// No node is here.
  missing = VV_MISSING,
  /// The absence of a value.
  null = VV_NULL,
  /// True or false.
  boolean = VV_BOOL,
  /// A whole number of any size.
  integer = VV_INTEGER,
  /// A binary floating-point number.
  floating = VV_FLOAT,
  /// A decimal that is kept as text: see `options::exact_decimals`.
  decimal = VV_DECIMAL,
  /// Text.
  string = VV_STRING,
  /// Bytes without further meaning.
  bytes = VV_BYTES,
  /// A point in time.
  timestamp = VV_TIMESTAMP,
  /// A node with a tag before it.
  tagged = VV_TAGGED,
  /// Nodes in a row.
  array = VV_ARRAY,
  /// Members with string keys, in order.
  object = VV_OBJECT,
  /// Members with keys of any kind, in order.
  map = VV_MAP
};

/// A node of a document: a small value that is copied freely and owns nothing. It may be used as
/// long as its document lives and does not change.
///
/// A node that is not there is *missing*, and so is whatever is looked up in it. So look-ups follow
/// each other without a check between them, and the scalar at the end tells:
///
///     long port = document["server"]["port"].as_or(8080L);
class view {
 public:
  /// A missing node.
  view() noexcept : node_() {}
  /// A node of the C library.
  explicit view(vv_node node) noexcept : node_(node) {}

  /// Returns the kind; `kind::missing` if there is no node.
  varvel::kind kind() const noexcept { return static_cast<varvel::kind>(vv_kind_of(node_)); }
  /// Returns whether there is a node. There is no conversion to `bool`, which would be taken for
  /// the value of a boolean.
  bool exists() const noexcept { return kind() != varvel::kind::missing; }
  /// Returns how many items or members there are; zero for what is no container.
  std::size_t size() const noexcept { return vv_len(node_); }

  /// Returns the value of the member with this key; missing if there is none.
  view operator[](std::string_view key) const noexcept {
    return view(vv_get(node_, key.data(), key.size()));
  }
  /// Returns the item at this index; missing if there is none.
  template <class Index, std::enable_if_t<std::is_integral_v<Index>, int> = 0>
  view operator[](Index index) const noexcept {
    if constexpr (std::is_signed_v<Index>) {
      if (index < 0) return view();
    }
    return view(vv_at(node_, static_cast<std::size_t>(index)));
  }

  /// Returns the value as a `T`: a boolean, a number that fits exactly, a floating-point number, or a
  /// string. The error has the path, what was expected, and what was found.
  template <class T>
  result<T> try_as() const;
  /// Returns the value as a `T`, or throws.
  template <class T>
  T as() const {
    return try_as<T>().value();
  }
  /// Returns the value as a `T`, or a default if it is not there or is none.
  template <class T>
  T as_or(T fallback) const {
    return try_as<T>().value_or(std::move(fallback));
  }

  /// Returns the node as the C library has it.
  vv_node raw() const noexcept { return node_; }

 private:
  vv_node node_;
};

template <class T>
result<T> view::try_as() const {
  vv_error* raw = nullptr;
  if constexpr (std::is_same_v<T, bool>) {
    bool found = false;
    const vv_code code = vv_bool(node_, &found, &raw);
    if (code != VV_OK) return error::adopt(code, raw);
    return found;
  } else if constexpr (std::is_integral_v<T>) {
    using wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    wide found = 0;
    vv_code code;
    if constexpr (std::is_signed_v<T>) {
      code = vv_i64(node_, &found, &raw);
    } else {
      code = vv_u64(node_, &found, &raw);
    }
    if (code != VV_OK) return error::adopt(code, raw);
    if (found < std::numeric_limits<T>::min() || found > std::numeric_limits<T>::max()) {
      return error(errc::number_out_of_range, "the number " + std::to_string(found) + " does not fit");
    }
    return static_cast<T>(found);
  } else if constexpr (std::is_floating_point_v<T>) {
    double found = 0;
    const vv_code code = vv_f64(node_, &found, &raw);
    if (code != VV_OK) return error::adopt(code, raw);
    return static_cast<T>(found);
  } else {
    static_assert(std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>,
                  "no conversion from a document to this type");
    vv_str found = {nullptr, 0};
    const vv_code code = vv_string(node_, &found, &raw);
    if (code != VV_OK) return error::adopt(code, raw);
    return T(found.data, found.len);
  }
}

}  // namespace varvel

#endif

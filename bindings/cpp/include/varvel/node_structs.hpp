// Your own structs, read from nodes and made into values: `view.as<order>()`, `value(order)`.

#ifndef VARVEL_NODE_STRUCTS_HPP
#define VARVEL_NODE_STRUCTS_HPP

#include <varvel/convert.hpp>
#include <varvel/structs.hpp>

#include <type_traits>

namespace varvel {
namespace detail {

template <class T>
constexpr bool is_own_struct() {
  if constexpr (!std::is_class_v<T> || is_node<T> || is_range<T> || is_text<T> || is_bytes<T> ||
                is_std_array<T> || is_plain_scalar<T>) {
    return false;
  } else if constexpr (has_to_hook<T> || has_from_hook<T>) {
    return false;
  } else {
    return structs::has_fields<T>;
  }
}

}  // namespace detail

/// A struct whose fields are named by VARVEL_FIELDS, or known in C++20. A part of a document is
/// copied to be read; a whole one is read where it is.
template <class T>
struct converter<T, std::enable_if_t<detail::is_own_struct<T>()>> {
  static value to(const T& of) {
    return value::parse(varvel::write(of, format::msgpack), format::msgpack);
  }
  static result<T> from(const view& of) {
    if (!of.exists()) return detail::not_found(of, "an object");
    const bool is_root = of.is_frozen() && of.site().place == detail::place_of_root;
    if (is_root) {
      const vv_bytes all = vv_node_bytes(of.raw());
      return varvel::try_read<T>(bytes_view(all.data, all.len).chars(), format::frozen);
    }
    const result<frozen> part = frozen::try_of(of);
    if (!part) return part.error();
    result<T> read = varvel::try_read<T>(part->document_bytes().chars(), format::frozen);
    if (!read) return detail::below(read.error(), of);
    return read;
  }
};

}  // namespace varvel

#endif

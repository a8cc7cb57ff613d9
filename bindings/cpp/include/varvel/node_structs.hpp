// Your own types, read from nodes and made into values as documents have them: structs, enums by
// name, and what a pointer to a base points to: `view.as<order>()`, `value(order)`.

#ifndef VARVEL_NODE_STRUCTS_HPP
#define VARVEL_NODE_STRUCTS_HPP

#include <varvel/convert.hpp>
#include <varvel/structs.hpp>

#include <memory>
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

/// Whether the names of an enum can be found, and are there.
template <class E>
constexpr bool has_names() {
  if constexpr (structs::declared_values<E>::exists || structs::is_fixed<E>) {
    return !structs::is_numbered<E>;
  } else {
    return false;
  }
}

/// The frozen bytes of a node: those of its document if it is the root, else of a copy.
class part_bytes {
 public:
  explicit part_bytes(const view& of) {
    is_root_ = of.is_frozen() && of.site().place == place_of_root;
    if (is_root_) {
      const vv_bytes all = vv_node_bytes(of.raw());
      bytes_ = bytes_view(all.data, all.len);
      return;
    }
    copy_ = frozen::try_of(of);
    if (copy_) bytes_ = copy_->document_bytes();
  }
  bool is_root() const noexcept { return is_root_; }
  error why() const { return copy_.error(); }
  std::string_view chars() const noexcept { return bytes_.chars(); }

 private:
  bool is_root_ = false;
  result<frozen> copy_;
  bytes_view bytes_;
};

/// Makes a value by the codec of a type.
template <class T>
value by_codec(const T& of) {
  return value::parse(varvel::write(of, format::msgpack), format::msgpack);
}

/// Reads a node by the codec of a type.
template <class T>
result<T> from_codec(const view& of, const char* expected) {
  if (!of.exists()) return not_found(of, expected);
  const part_bytes part(of);
  if (const error why = part.why()) return why;
  result<T> read = varvel::try_read<T>(part.chars(), format::frozen);
  if (!read && !part.is_root()) return below(read.error(), of);
  return read;
}

/// A struct among the alternatives of a variant: the member that tells the type decides, else the
/// fields that are there.
template <class T>
struct alternative<T, std::enable_if_t<is_own_struct<T>()>> {
  static constexpr bool is_struct = true;
  /// Reads a variant of structs alone.
  template <class Variant>
  static result<Variant> read(const view& of) {
    return from_codec<Variant>(of, "an object");
  }
  static bool fits(const view& of, closeness how) {
    if (!of.is_object()) return false;
    const part_bytes part(of);
    if (part.why()) return false;
    const structs::document in(part.chars().data(), part.chars().size());
    if constexpr (structs::is_tagged<T>) {
      std::string_view name;
      std::size_t number = 0;
      if (structs::text_member(in, in.root(), structs::tag_name<T>, name, number)) {
        return name == structs::document_name<T>();
      }
    }
    return structs::fits_struct<T>(in, in.root(), how);
  }
};

}  // namespace detail

/// A struct whose fields are named by VARVEL_FIELDS, or known in C++20. A part of a document is
/// copied to be read; a whole one is read where it is.
template <class T>
struct converter<T, std::enable_if_t<detail::is_own_struct<T>()>> {
  static value to(const T& of) { return detail::by_codec(of); }
  static result<T> from(const view& of) { return detail::from_codec<T>(of, "an object"); }
};

namespace detail {

/// The form of an enum is the name of its value, and that of a pointer to a base an object with the
/// name of its class.
template <class T>
struct form_of_codec {
  static value to(const T& of) {
    if constexpr (!std::is_enum_v<T>) {
      return by_codec(of);
    } else if constexpr (!has_names<T>()) {
      return value(static_cast<std::underlying_type_t<T>>(of));
    } else if constexpr (structs::is_flags<T>) {
      return by_codec(of);
    } else {
      const std::string_view name = structs::name_of_value(of);
      return name.empty() ? by_codec(of) : value(name);
    }
  }
  static result<T> from(const view& of) {
    if constexpr (!std::is_enum_v<T>) {
      if (!of.exists()) return T();
      return from_codec<T>(of, "an object");
    } else if constexpr (!has_names<T>()) {
      const auto number = detail::read<std::underlying_type_t<T>>(of);
      if (!number) return number.error();
      return static_cast<T>(*number);
    } else {
      std::string_view name;
      T found{};
      const bool is_name = !structs::is_flags<T> && scalar<std::string_view>::read(of, name);
      if (is_name && structs::value_called(name, found)) return found;
      return from_codec<T>(of, "a string");
    }
  }
};

}  // namespace detail
}  // namespace varvel

#endif

// Optionals and pointers: null, or the value. Pointers to a class with virtual functions hold what
// `$type` names.

#ifndef VARVEL_STRUCTS_POINTERS_HPP
#define VARVEL_STRUCTS_POINTERS_HPP

#include <varvel/structs/registry.hpp>

#include <memory>
#include <optional>

namespace varvel {

template <class T>
struct codec<std::optional<T>> {
  static constexpr bool is_standard = true;
  template <class In>
  VARVEL_INLINE static bool read(In& in, const structs::node& from, std::optional<T>& to) {
    if (from.is(structs::literal::null)) {
      to.reset();
      return true;
    }
    return structs::read_value(in, from, to.emplace());
  }
  template <class Out>
  VARVEL_INLINE static bool write(Out& out, const std::optional<T>& from) {
    if constexpr (structs::is_nullable<T>) {
      if (from.has_value() && !*from) return lost(out);
    }
    return from.has_value() ? structs::write_value(out, *from) : out.null();
  }
  /// An optional that holds an empty one would be read back as empty itself.
  template <class Out>
  VARVEL_COLD static bool lost(Out& out) {
    return out.fail(errc::unrepresentable, "a value", "an optional that holds nothing but null");
  }
};

namespace structs {

template <class Pointer, class In>
VARVEL_INLINE bool read_pointer(In& in, const node& from, Pointer& to) {
  using T = typename Pointer::element_type;
  if (from.is(literal::null)) {
    to.reset();
    return true;
  }
  if constexpr (std::is_polymorphic_v<T>) {
    return registry<T>::read(in, from, to);
  } else {
    // A value that others share must not change under them.
    if (to == nullptr || is_instance<Pointer, std::shared_ptr>) to = Pointer(new T());
    return read_value(in, from, *to);
  }
}

template <class T, class Out>
VARVEL_INLINE bool write_pointer(Out& out, const T* from) {
  if (from == nullptr) return out.null();
  if constexpr (std::is_polymorphic_v<T>) {
    return registry<T>::write(out, *from);
  } else {
    return write_value(out, *from);
  }
}

}  // namespace structs

template <class T>
struct codec<std::unique_ptr<T>> {
  static constexpr bool is_standard = true;
  template <class In>
  VARVEL_INLINE static bool read(In& in, const structs::node& from, std::unique_ptr<T>& to) {
    return structs::read_pointer(in, from, to);
  }
  template <class Out>
  VARVEL_INLINE static bool write(Out& out, const std::unique_ptr<T>& from) {
    return structs::write_pointer(out, from.get());
  }
};

/// Each pointer gets a value of its own: documents do not tell which ones were shared.
template <class T>
struct codec<std::shared_ptr<T>> {
  static constexpr bool is_standard = true;
  template <class In>
  static bool read(In& in, const structs::node& from, std::shared_ptr<T>& to) {
    return structs::read_pointer(in, from, to);
  }
  template <class Out>
  static bool write(Out& out, const std::shared_ptr<T>& from) {
    return structs::write_pointer(out, from.get());
  }
};

}  // namespace varvel

#endif

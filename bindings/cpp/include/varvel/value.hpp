// Documents that change.

#ifndef VARVEL_VALUE_HPP
#define VARVEL_VALUE_HPP

#include <varvel/format.hpp>
#include <varvel/frozen.hpp>
#include <varvel/detail/traits.hpp>
#include <varvel/view.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace varvel {

class value;
class reference;
class object;
class array;

namespace detail {

class any;

// A null node of a document that lives forever.
inline const view& null_node() noexcept {
  static const frozen null = frozen::parse("null");
  return null.node();
}

template <class Call>
void must(Call&& call) {
  vv_error* error = nullptr;
  const vv_code code = call(&error);
  if (!VARVEL_LIKELY(code == VV_OK)) raise(varvel::error::adopt(code, error));
}

template <class Call>
result<void> attempt(Call&& call) {
  vv_error* error = nullptr;
  const vv_code code = call(&error);
  if (VARVEL_LIKELY(code == VV_OK)) return {};
  return varvel::error::adopt(code, error);
}

}  // namespace detail

/// A document that changes, or a part of one that has become its own. It owns its content; a copy
/// costs a count, and shares the content until one of both is changed. What was frozen stays frozen
/// until it is changed, level by level.
///
/// Changes go through `value["key"]["other"] = 7`, or through the functions of `object` and
/// `array`. Nodes (`view`) of a value may be used until it is changed.
class value : public detail::readable<value> {
 public:
  /// Null.
  value() noexcept = default;
  /// Null.
  value(std::nullptr_t) noexcept {}
  /// A copy of a node, which must be there.
  value(const view& of);
  /// The document. Nothing is copied if it is moved here and no copy shares it.
  value(frozen of);
  /// A copy of what is at a place of a value.
  value(const reference& of);
  /// The value that a typed one is made of: an object, an array.
  template <class T, std::enable_if_t<detail::has_as_value<T>, int> = 0>
  value(const T& of) : value(of.as_value()) {}
  /// A value of anything that has a converter: numbers, strings, containers, your own types.
  template <class T, std::enable_if_t<!std::is_base_of_v<value, T> && !detail::is_readable<T> &&
                                          !detail::is_nothing<T> && detail::is_writable<T>,
                                      int> = 0>
  value(const T& of);
  /// Null.
  value(std::monostate) noexcept {}
  value(std::nullopt_t) noexcept {}

  value(const value& other);
  value(value&& other) noexcept : raw_(std::exchange(other.raw_, nullptr)) {}
  value& operator=(value other) noexcept {
    swap(other);
    return *this;
  }
  ~value() { vv_value_free(raw_); }

  /// Exchanges two values.
  void swap(value& other) noexcept { std::swap(raw_, other.raw_); }

  /// Reads a document of any format to change it.
  static result<value> try_parse(std::string_view text, format as = format::json,
                                 const options& how = options());
  /// Reads a document of any format to change it, or throws.
  static value parse(std::string_view text, format as = format::json,
                     const options& how = options()) {
    return try_parse(text, as, how).value();
  }
  /// Takes a value of the C library.
  static value adopt(vv_value* raw) noexcept {
    value made;
    made.raw_ = raw;
    return made;
  }
  /// Makes an object without members.
  static value make_object() { return make(vv_of_object()); }
  /// Makes an array without items.
  static value make_array() { return make(vv_of_array()); }

  /// Returns the root as a node, to be used until the value is changed.
  view root() const noexcept VARVEL_LIFETIMEBOUND { return node(); }
  /// Returns the root as a node.
  view node() const noexcept VARVEL_LIFETIMEBOUND;
  /// Returns the path of the root.
  std::string way() const { return "$"; }

  /// Returns the member with this key, to be read or assigned.
  reference operator[](std::string_view key);
  /// Returns the member with a key that was prepared, to be read or assigned.
  reference operator[](const key& prepared);
  /// Returns the item at this index, to be read or assigned; one behind the last one appends.
  template <class Index, std::enable_if_t<std::is_integral_v<Index>, int> = 0>
  reference operator[](Index index);
  reference operator[](std::nullptr_t) = delete;
  /// Returns the value of the member with this key; missing if there is none.
  view operator[](std::string_view key) const noexcept VARVEL_LIFETIMEBOUND { return get(key); }
  /// Returns the value of the member with a key that was prepared; missing if there is none.
  view operator[](const key& prepared) const noexcept VARVEL_LIFETIMEBOUND { return get(prepared); }
  /// Returns the item at this index; missing if there is none.
  template <class Index, std::enable_if_t<std::is_integral_v<Index>, int> = 0>
  view operator[](Index index) const noexcept VARVEL_LIFETIMEBOUND {
    return get(index);
  }

  /// Puts a value at a path such as `users[3].name` or a JSON Pointer, in place of what was there,
  /// and makes the objects and arrays that are missing on the way. An error changes nothing.
  template <class T>
  result<void> try_set_path(std::string_view path, const T& to);
  /// Puts a value at a path, or throws.
  template <class T>
  value& set_path(std::string_view path, const T& to) {
    try_set_path(path, to).value();
    return *this;
  }
  /// Takes the node at a path away, or says why it cannot.
  result<void> try_remove_path(std::string_view path);
  /// Takes the node at a path away, or throws.
  value& remove_path(std::string_view path) {
    try_remove_path(path).value();
    return *this;
  }

  // ---- As an object ----

  /// Puts a member into an object, in place of the one with this key, or behind the last.
  template <class T>
  result<void> try_insert(std::string_view key, const T& to);
  /// Puts a member into an object, or throws.
  template <class T>
  value& insert(std::string_view key, const T& to) {
    try_insert(key, to).value();
    return *this;
  }
  /// Puts a member into a map, whose keys may be of any kind.
  template <class Key, class T>
  value& insert_any(const Key& key, const T& to);
  /// Replaces the member with this key; throws if there is none.
  template <class T>
  value& set(std::string_view key, const T& to) {
    at(key);
    return insert(key, to);
  }
  /// Takes the member with this key away. Returns whether there was one.
  bool erase(std::string_view key);
  template <class Index, std::enable_if_t<std::is_integral_v<Index>, int> = 0>
  bool erase(Index) = delete;  // erase_at() takes an item away
  bool erase(std::nullptr_t) = delete;

  // ---- As an array ----

  /// Puts an item behind the last one of an array.
  template <class T>
  result<void> try_push_back(const T& item);
  /// Puts an item behind the last one of an array, or throws.
  template <class T>
  value& push_back(const T& item) {
    try_push_back(item).value();
    return *this;
  }
  /// Puts an item before the first one.
  template <class T>
  value& push_front(const T& item) {
    return insert_at(0, item);
  }
  /// Puts an item before the one at this index, or behind the last one.
  template <class T>
  value& insert_at(std::size_t index, const T& item);
  /// Replaces the item at this index; throws if there is none.
  template <class T>
  value& set_at(std::size_t index, const T& item);
  /// Takes the item at this index away; throws if there is none.
  value& erase_at(std::size_t index);
  /// Takes the last item away and returns it; throws if there is none.
  value pop_back();
  /// Takes the first item away and returns it; throws if there is none.
  value pop_front();
  /// Makes an array `size` items long: by taking the last ones away, or by putting `fill` there.
  template <class T = std::nullptr_t>
  value& resize(std::size_t size, const T& fill = T());

  /// Takes all items or members away.
  value& clear();

  // ---- As a whole ----

  /// Merges another value into this one: objects are joined member by member, all else is replaced.
  template <class T>
  value& merge(const T& other) {
    return merge(other, VV_MERGE_DEEP);
  }
  /// Merges a JSON Merge Patch (RFC 7396) into this one: a null removes the member.
  template <class T>
  value& merge_patch(const T& other) {
    return merge(other, VV_MERGE_PATCH);
  }

  /// Freezes the value: parts that did not change are copied in bulk.
  result<frozen> try_freeze(const options& how = options()) const {
    return frozen::try_of(node(), how);
  }
  /// Freezes the value, or throws.
  frozen freeze(const options& how = options()) const { return try_freeze(how).value(); }
  /// Returns whether nothing has been changed since the value was made of a frozen document.
  bool is_frozen() const noexcept { return node().is_frozen(); }

  /// Returns the value of the C library; NULL for a null that was never changed.
  const vv_value* raw() const noexcept { return raw_; }
  /// Returns the value of the C library, to change it.
  vv_value* raw() { return made(); }

 private:
  friend class reference;

  static value make(vv_any of) {
    value fresh;
    detail::must([&](vv_error** error) { return vv_value_new(of, &fresh.raw_, error); });
    return fresh;
  }
  void take(vv_frozen* document) {
    detail::must([&](vv_error** error) {
      const vv_code code = vv_value_thaw(document, &raw_, error);
      if (code != VV_OK) vv_frozen_free(document);
      return code;
    });
  }
  vv_value* made() {
    if (raw_ == nullptr) *this = make(vv_of_null());
    return raw_;
  }
  template <class T>
  value& merge(const T& other, std::uint32_t how);

  vv_value* raw_ = nullptr;
};

// A value on its way into a document. It lends what it was made of, and owns what had to be made.
class detail::any {
 public:
  template <class T>
  VARVEL_INLINE explicit any(const T& of) {
    if constexpr (std::is_same_v<T, bool>) {
      raw_ = vv_of_bool(of);
    } else if constexpr (is_integer<T> && std::is_signed_v<T>) {
      raw_ = vv_of_i64(of);
    } else if constexpr (is_integer<T>) {
      raw_ = vv_of_u64(of);
    } else if constexpr (std::is_floating_point_v<T>) {
      raw_ = vv_of_f64(static_cast<double>(of));
    } else if constexpr (is_nothing<T>) {
      raw_ = vv_of_null();
    } else if constexpr (is_text<T>) {
      const std::string_view text = of;
      raw_ = vv_of_string(text.data(), text.size());
    } else if constexpr (is_bytes<T> || std::is_same_v<T, bytes_view>) {
      const bytes_view bytes = of;
      raw_ = vv_of_binary(bytes.data(), bytes.size());
    } else if constexpr (std::is_same_v<T, timestamp>) {
      raw_ = vv_of_timestamp({of.seconds, of.nanos});
    } else if constexpr (std::is_base_of_v<value, T>) {
      raw_ = of.raw() == nullptr ? vv_of_null() : vv_of_value(of.raw());
    } else if constexpr (has_as_value<T>) {
      raw_ = of.as_value().raw() == nullptr ? vv_of_null() : vv_of_value(of.as_value().raw());
    } else if constexpr (is_readable<T>) {
      // A value of its own: the node may be one of the value that is about to change.
      owner_ = value(view(of.node()));
      raw_ = owner_.raw() == nullptr ? vv_of_null() : vv_of_value(owner_.raw());
    } else {
      static_assert(!is_character<T>, "a character is ambiguous: use a string or an integer");
      static_assert(
          has_to<T>,
          "no value can be made of this type: name its fields by VARVEL_FIELDS (and include "
          "varvel/node_structs.hpp, also for enums), give it a function to_varvel(value&, const "
          "T&) beside it, or specialise varvel::converter");
      if constexpr (has_to<T>) {
        owner_ = converter<T>::to(of);
        raw_ = owner_.raw() == nullptr ? vv_of_null() : vv_of_value(owner_.raw());
      }
    }
  }
  any(const any&) = delete;
  any& operator=(const any&) = delete;

  vv_any raw() const noexcept { return raw_; }

 private:
  value owner_;
  vv_any raw_;
};

inline value::value(const view& of) {
  if (of.is_frozen() && of.is_container()) {
    // Its bytes are copied in bulk, and thaw where they are changed.
    vv_frozen* copy = nullptr;
    detail::must([&](vv_error** error) { return vv_freeze_node(of.raw(), nullptr, &copy, error); });
    take(copy);
    return;
  }
  detail::must([&](vv_error** error) { return vv_value_new(vv_of_node(of.raw()), &raw_, error); });
}

inline value::value(frozen of) {
  if (of.is_none()) return;
  vv_frozen* taken = of.release();
  if (taken == nullptr) {
    *this = value(of.node());
    return;
  }
  take(taken);
}

template <class T, std::enable_if_t<!std::is_base_of_v<value, T> && !detail::is_readable<T> &&
                                        !detail::is_nothing<T> && detail::is_writable<T>,
                                    int>>
value::value(const T& of) {
  if constexpr (detail::has_to<T>) {
    *this = converter<T>::to(of);
  } else {
    *this = make(detail::any(of).raw());
  }
}

inline value::value(const value& other) {
  if (other.raw_ == nullptr) return;
  detail::must([&](vv_error** error) { return vv_value_clone(other.raw_, &raw_, error); });
}

inline result<value> value::try_parse(std::string_view text, format as, const options& how) {
  vv_frozen* document = nullptr;
  vv_error* error = nullptr;
  vv_code code =
      vv_freeze(static_cast<vv_format>(as), text.data(), text.size(), how.raw(), &document, &error);
  value made;
  if (code == VV_OK) code = vv_value_thaw(document, &made.raw_, &error);
  if (code != VV_OK) return varvel::error::adopt(code, error);
  return made;
}

inline view value::node() const noexcept {
  return raw_ == nullptr ? detail::null_node() : view(vv_value_node(raw_));
}

template <class T>
result<void> value::try_set_path(std::string_view path, const T& to) {
  const detail::any any(to);
  vv_value* raw = made();
  return detail::attempt([&](vv_error** error) {
    return vv_value_set(raw, path.data(), path.size(), any.raw(), error);
  });
}

inline result<void> value::try_remove_path(std::string_view path) {
  vv_value* raw = made();
  return detail::attempt(
      [&](vv_error** error) { return vv_value_remove(raw, path.data(), path.size(), error); });
}

template <class T>
result<void> value::try_insert(std::string_view key, const T& to) {
  const detail::any any(to);
  vv_value* raw = made();
  return detail::attempt([&](vv_error** error) {
    return vv_value_set_key(raw, key.data(), key.size(), any.raw(), error);
  });
}

template <class Key, class T>
value& value::insert_any(const Key& key, const T& to) {
  const detail::any name(key), any(to);
  vv_value* raw = made();
  detail::must(
      [&](vv_error** error) { return vv_value_set_any(raw, name.raw(), any.raw(), error); });
  return *this;
}

inline bool value::erase(std::string_view key) {
  if (!contains(key)) return false;
  vv_value* raw = made();
  detail::must(
      [&](vv_error** error) { return vv_value_remove_key(raw, key.data(), key.size(), error); });
  return true;
}

template <class T>
result<void> value::try_push_back(const T& item) {
  const detail::any any(item);
  vv_value* raw = made();
  return detail::attempt([&](vv_error** error) { return vv_value_push(raw, any.raw(), error); });
}

template <class T>
value& value::insert_at(std::size_t index, const T& item) {
  const detail::any any(item);
  vv_value* raw = made();
  detail::must([&](vv_error** error) { return vv_value_insert_at(raw, index, any.raw(), error); });
  return *this;
}

template <class T>
value& value::set_at(std::size_t index, const T& item) {
  const detail::any any(item);
  vv_value* raw = made();
  detail::must([&](vv_error** error) { return vv_value_set_at(raw, index, any.raw(), error); });
  return *this;
}

inline value& value::erase_at(std::size_t index) {
  vv_value* raw = made();
  detail::must([&](vv_error** error) { return vv_value_remove_at(raw, index, error); });
  return *this;
}

inline value value::pop_back() {
  const std::size_t last = size() == 0 ? 0 : size() - 1;
  value taken = at(last);
  erase_at(last);
  return taken;
}

inline value value::pop_front() {
  value taken = at(0);
  erase_at(0);
  return taken;
}

template <class T>
value& value::resize(std::size_t size, const T& fill) {
  if (this->size() < size) {
    // It may be a part of this value, whose nodes end with the first change.
    const value kept(fill);
    while (this->size() < size) push_back(kept);
  }
  while (this->size() > size) erase_at(this->size() - 1);
  return *this;
}

inline value& value::clear() {
  vv_value* raw = made();
  detail::must([&](vv_error** error) { return vv_value_clear(raw, error); });
  return *this;
}

template <class T>
value& value::merge(const T& other, std::uint32_t how) {
  const detail::any any(other);
  vv_value* raw = made();
  detail::must([&](vv_error** error) { return vv_value_merge(raw, any.raw(), how, error); });
  return *this;
}

}  // namespace varvel

#include <varvel/reference.hpp>

#include <varvel/convert.hpp>

#endif

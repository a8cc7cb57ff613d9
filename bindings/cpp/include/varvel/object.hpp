// Objects and arrays, as types of their own.

#ifndef VARVEL_OBJECT_HPP
#define VARVEL_OBJECT_HPP

#include <varvel/convert.hpp>
#include <varvel/value.hpp>

#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <type_traits>
#include <utility>

namespace varvel {

/// A value that is an object, for functions that take nothing else.
///
///     varvel::object user{{"name", "Ada"}, {"tags", varvel::array{"first", 2}}};
///     for (auto [key, value] : user) std::cout << key << '\n';
class object : public detail::readable<object> {
 public:
  using iterator = child_iterator<detail::members_of_node>;
  using const_iterator = iterator;

  /// An object without members.
  object() : value_(value::make_object()) {}
  /// An object with these members. Of members with one key the last one counts.
  object(std::initializer_list<std::pair<std::string_view, value>> members) : object() {
    for (const auto& one : members) insert(one.first, one.second);
  }
  /// The object that a value, a node or a map of the standard library is; throws if it is none.
  template <class T,
            std::enable_if_t<!std::is_same_v<T, object> && detail::is_writable<T>, int> = 0>
  explicit object(const T& of) : object(from(value(of)).value()) {}

  /// Returns the object that a value is, or the error that it is none.
  static result<object> from(value of) {
    if (!of.is_object()) return detail::mismatch(of.node(), "an object");
    return object(checked(), std::move(of));
  }

  /// Returns the value that this is.
  const value& as_value() const& noexcept { return value_; }
  value&& as_value() && noexcept { return std::move(value_); }
  /// Returns the object as a node.
  view node() const noexcept VARVEL_LIFETIMEBOUND { return value_.node(); }
  /// Returns the path of the root.
  std::string way() const { return "$"; }

  /// Returns the member with this key, to be read or assigned.
  reference operator[](std::string_view key) { return value_[key]; }
  /// Returns the member with a key that was prepared, to be read or assigned.
  reference operator[](const key& prepared) { return value_[prepared]; }
  /// Returns the value of the member with a key that was prepared; missing if there is none.
  view operator[](const key& prepared) const noexcept VARVEL_LIFETIMEBOUND {
    return this->get(prepared);
  }
  /// Returns the value of the member with this key; missing if there is none.
  view operator[](std::string_view key) const noexcept VARVEL_LIFETIMEBOUND {
    return this->get(key);
  }

  /// Puts a member in place of the one with this key, or behind the last.
  template <class T>
  object& insert(std::string_view key, const T& to) {
    value_.insert(key, to);
    return *this;
  }
  /// Replaces the member with this key; throws if there is none.
  template <class T>
  object& set(std::string_view key, const T& to) {
    value_.set(key, to);
    return *this;
  }
  /// Takes the member with this key away. Returns whether there was one.
  bool erase(std::string_view key) { return value_.erase(key); }
  template <class Index, std::enable_if_t<std::is_integral_v<Index>, int> = 0>
  bool erase(Index) = delete;  // an object has no items
  bool erase(std::nullptr_t) = delete;
  /// Takes all members away.
  object& clear() {
    value_.clear();
    return *this;
  }
  /// Returns a copy with the members of another object put into it.
  object inject(const object& other) const {
    object joined = *this;
    for (const auto [key, item] : other) joined.insert(key, item);
    return joined;
  }
  /// Returns the members with these keys.
  template <class Keys = std::initializer_list<std::string_view>>
  object project(const Keys& keys) const {
    object some;
    for (const std::string_view key : keys) {
      const view found = this->get(key);
      if (found.exists()) some.insert(key, found);
    }
    return some;
  }

  iterator begin() const noexcept { return this->members().begin(); }
  iterator end() const noexcept { return this->members().end(); }
  std::reverse_iterator<iterator> rbegin() const noexcept { return this->members().rbegin(); }
  std::reverse_iterator<iterator> rend() const noexcept { return this->members().rend(); }

  /// Freezes the object.
  frozen freeze(const options& how = options()) const { return value_.freeze(how); }

 private:
  struct checked {};
  object(checked, value&& of) noexcept : value_(std::move(of)) {}

  value value_;
};

/// A value that is an array, for functions that take nothing else.
///
///     varvel::array list{1, "two", varvel::object{{"three", 3}}};
///
/// `array{other}` of one other array is a copy of it, as with the standard library; an array in an
/// array is `make_array(other)`.
class array : public detail::readable<array> {
 public:
  using iterator = child_iterator<detail::values_of>;
  using const_iterator = iterator;

  /// An array without items.
  array() : value_(value::make_array()) {}
  /// An array of these items.
  template <
      class First, class... Rest,
      std::enable_if_t<detail::is_writable<detail::plain<std::decay_t<First>>> &&
                           !(sizeof...(Rest) == 0 && (std::is_same_v<std::decay_t<First>, array> ||
                                                      std::is_same_v<std::decay_t<First>, value>)),
                       int> = 0>
  explicit array(First&& first, Rest&&... rest) : array() {
    value_.push_back(first);
    (value_.push_back(rest), ...);
  }

  /// Returns the array that a value or a container of the standard library is, or the error that it
  /// is none.
  static result<array> from(value of) {
    if (!of.is_array()) return detail::mismatch(of.node(), "an array");
    return array(checked(), std::move(of));
  }
  /// The array that a value is; throws if it is none.
  explicit array(const value& of) : array(from(of).value()) {}

  /// Returns the value that this is.
  const value& as_value() const& noexcept { return value_; }
  value&& as_value() && noexcept { return std::move(value_); }
  /// Returns the array as a node.
  view node() const noexcept VARVEL_LIFETIMEBOUND { return value_.node(); }
  /// Returns the path of the root.
  std::string way() const { return "$"; }

  /// Returns the item at this index, to be read or assigned; one behind the last one appends.
  template <class Index, std::enable_if_t<std::is_integral_v<Index>, int> = 0>
  reference operator[](Index index) {
    return value_[index];
  }
  /// Returns the item at this index; missing if there is none.
  template <class Index, std::enable_if_t<std::is_integral_v<Index>, int> = 0>
  view operator[](Index index) const noexcept VARVEL_LIFETIMEBOUND {
    return this->get(index);
  }

  /// Puts an item behind the last one.
  template <class T>
  array& push_back(const T& item) {
    value_.push_back(item);
    return *this;
  }
  /// Puts an item before the first one; each of the others moves.
  template <class T>
  array& push_front(const T& item) {
    value_.push_front(item);
    return *this;
  }
  /// Puts an item before the one at this index, or behind the last one.
  template <class T>
  array& insert(std::size_t index, const T& item) {
    value_.insert_at(index, item);
    return *this;
  }
  /// Replaces the item at this index; throws if there is none.
  template <class T>
  array& set(std::size_t index, const T& item) {
    value_.set_at(index, item);
    return *this;
  }
  /// Takes the item at this index away; throws if there is none.
  array& erase(std::size_t index) {
    value_.erase_at(index);
    return *this;
  }
  /// Takes the last item away and returns it; throws if there is none.
  value pop_back() { return value_.pop_back(); }
  /// Takes the first item away and returns it; throws if there is none.
  value pop_front() { return value_.pop_front(); }
  /// Makes the array `size` items long, with `fill` for those that come.
  template <class T = std::nullptr_t>
  array& resize(std::size_t size, const T& fill = T()) {
    value_.resize(size, fill);
    return *this;
  }
  /// Takes all items away.
  array& clear() {
    value_.clear();
    return *this;
  }

  iterator begin() const noexcept { return this->values().begin(); }
  iterator end() const noexcept { return this->values().end(); }
  std::reverse_iterator<iterator> rbegin() const noexcept { return this->values().rbegin(); }
  std::reverse_iterator<iterator> rend() const noexcept { return this->values().rend(); }

  /// Freezes the array.
  frozen freeze(const options& how = options()) const { return value_.freeze(how); }

 private:
  struct checked {};
  array(checked, value&& of) noexcept : value_(std::move(of)) {}

  value value_;
};

/// Makes an object of keys and values by turns: `make_object("a", 1, "b", "two")`.
template <class... T>
object make_object(const T&... all) {
  static_assert(sizeof...(T) % 2 == 0, "keys and values by turns: a value is missing");
  object made;
  if constexpr (sizeof...(T) > 0) {
    const auto add = [&made](const auto& self, std::string_view key, const auto& item,
                             const auto&... rest) -> void {
      made.insert(key, item);
      if constexpr (sizeof...(rest) > 0) self(self, rest...);
    };
    add(add, all...);
  }
  return made;
}

/// Makes an array of items: `make_array(1, "two", make_array())`.
template <class... T>
array make_array(const T&... items) {
  array made;
  (made.push_back(items), ...);
  return made;
}

/// An object, copied from the node.
template <>
struct converter<object> {
  static result<object> from(const view& of) {
    if (!of.is_object()) return detail::mismatch(of, "an object");
    return object::from(value(of));
  }
};

/// An array, copied from the node.
template <>
struct converter<array> {
  static result<array> from(const view& of) {
    if (!of.is_array()) return detail::mismatch(of, "an array");
    return array::from(value(of));
  }
};

}  // namespace varvel

#endif

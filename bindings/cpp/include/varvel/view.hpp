// A node of a document, by value.

#ifndef VARVEL_VIEW_HPP
#define VARVEL_VIEW_HPP

#include <varvel/detail/reader.hpp>
#include <varvel/error.hpp>
#include <varvel/format.hpp>
#include <varvel/key.hpp>
#include <varvel/kind.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace varvel {

class view;
struct member;
struct pair;
template <class Of>
class range;
template <class Of>
class child_iterator;

/// How a type is read from a node and made into a value: see convert.hpp, which has the types of
/// the standard library. Specialise it for a type of your own, or give that type the functions
/// `from_varvel` and `to_varvel`.
template <class T, class = void>
struct converter;

namespace detail {

struct values_of;
struct keys_of;
struct members_of_node;
struct pairs_of_node;

template <class T, class = void>
struct scalar : std::false_type {};

template <class T>
result<T> read(view from);

// The functions of everything that is read as a node. `Self` has a function `node`.
template <class Self>
class readable : public node_base {
 public:
  // ---- Kinds ----

  /// Returns the kind; `kind::missing` if there is no node.
  varvel::kind kind() const noexcept;
  /// Returns whether there is a node.
  bool exists() const noexcept { return kind() != varvel::kind::missing; }
  /// A node is no condition, for that could mean that it is there, or that it is true.
  explicit operator bool() const = delete;  // a node is no condition: exists(), as<bool>()
  /// Returns whether the node is null. A missing node is not.
  bool is_null() const noexcept { return kind() == varvel::kind::null; }
  /// Returns whether the node is true or false.
  bool is_boolean() const noexcept { return kind() == varvel::kind::boolean; }
  /// Returns whether the node is a whole number.
  bool is_integer() const noexcept { return kind() == varvel::kind::integer; }
  /// Returns whether the node is a number of any kind.
  bool is_number() const noexcept {
    const varvel::kind found = kind();
    return found >= varvel::kind::integer && found <= varvel::kind::decimal;
  }
  /// Returns whether the node is a string.
  bool is_string() const noexcept { return kind() == varvel::kind::string; }
  /// Returns whether the node is an array.
  bool is_array() const noexcept { return kind() == varvel::kind::array; }
  /// Returns whether the node is an object. A map, whose keys are of any kind, is none.
  bool is_object() const noexcept { return kind() == varvel::kind::object; }
  /// Returns whether the node is an array, an object or a map.
  bool is_container() const noexcept { return kind() >= varvel::kind::array; }

  /// Returns how many items or members there are; zero for what is no container.
  std::size_t size() const noexcept;
  /// Returns whether there are no items or members.
  bool empty() const noexcept { return size() == 0; }

  // ---- Looking up ----

  /// Returns the value of the member with this key; missing if there is none.
  view get(std::string_view key) const noexcept;
  /// Returns the value of the member with a key that was prepared; missing if there is none.
  view get(const varvel::key& key) const noexcept;
  /// Returns the item at this index; missing if there is none.
  template <class Index, std::enable_if_t<std::is_integral_v<Index>, int> = 0>
  view get(Index index) const noexcept;

  /// Returns the member with this key or the item at this index, or the error that it is not there.
  template <class Key>
  result<view> try_at(Key&& key) const;
  /// Returns the member with this key or the item at this index, or throws.
  template <class Key>
  view at(Key&& key) const;
  /// Returns the member with this key or the item at this index as a `T`, or a default.
  template <class Key, class T>
  T get_or(Key&& key, T fallback) const;
  /// Returns a string of the member with this key or the item at this index, or a default.
  template <class Key>
  std::string get_or(Key&& key, const char* fallback) const;
  /// Returns whether there is a member with this key.
  bool contains(std::string_view key) const noexcept;
  /// Returns whether there is an item at this index.
  template <class Index, std::enable_if_t<std::is_integral_v<Index>, int> = 0>
  bool contains(Index index) const noexcept;
  bool contains(std::nullptr_t) const = delete;

  /// Returns the node at a path such as `users[3].name` or a JSON Pointer such as `/users/3/name`;
  /// missing if there is none.
  view get_path(std::string_view path) const noexcept;
  view get_path(std::nullptr_t) const = delete;
  view get_path(int) const = delete;  // a path is a text: an index is for get()
  /// Returns the node at a path, or the error that says how far the path leads.
  result<view> try_path(std::string_view path) const;
  result<view> try_path(std::nullptr_t) const = delete;
  result<view> try_path(int) const = delete;  // a path is a text: an index is for try_at()
  /// Returns the node at a path, or throws.
  view path(std::string_view path) const;
  view path(std::nullptr_t) const = delete;
  view path(int) const = delete;  // a path is a text: an index is for at()
  /// Returns the node at a JSON Pointer (RFC 6901); missing for any other text.
  view pointer(std::string_view pointer) const noexcept;
  view pointer(std::nullptr_t) const = delete;
  view pointer(int) const = delete;  // a pointer is a text: an index is for get()

  /// Returns the first item or value; missing if there is none.
  view front() const noexcept;
  /// Returns the last item or value; missing if there is none.
  view back() const noexcept;

  // ---- Values ----

  /// Returns the node as a `T`. A number that `T` cannot hold is an error, and so is another kind;
  /// the error has the path, what was expected, and what was found. Floating-point types take the
  /// nearest number.
  template <class T>
  result<T> try_as() const;
  /// Returns the node as a `T`, or throws.
  template <class T>
  T as() const;
  /// Returns the node as a `T`, or a default if there is none or it is something else.
  template <class T>
  T as_or(T fallback) const;
  /// Returns the node as a string, or a default. The text is copied.
  std::string as_or(const char* fallback) const;
  /// Returns the node as a `T`, or nothing.
  template <class T>
  std::optional<T> maybe_as() const;

  /// Returns a string, lent by the document, or throws. It does not end with a NUL, and may hold
  /// one.
  std::string_view str() const;
  /// Returns a string, lent by the document, or a default.
  std::string_view str_or(std::string_view fallback) const noexcept;
  /// Returns an integer, or throws.
  std::int64_t integer() const;
  /// Returns an integer, or a default.
  std::int64_t integer_or(std::int64_t fallback) const noexcept;
  /// Returns the double nearest to a number, or throws.
  double number() const;
  /// Returns the double nearest to a number, or a default.
  double number_or(double fallback) const noexcept;
  /// Returns a boolean, or throws.
  bool boolean() const;
  /// Returns a boolean, or a default.
  bool boolean_or(bool fallback) const noexcept;
  /// Returns bytes, lent by the document, or throws.
  bytes_view bytes() const;
  /// Returns a point in time, or throws.
  timestamp time() const;

  /// Returns a copy of a string that ends with a NUL and has none inside, for `c_str()`; throws for
  /// a string with a NUL.
  std::string zero_terminated() const;
  /// Copies a string with a NUL behind it into `room` bytes at `to`. Returns whether that was
  /// possible; else an empty string stands there.
  bool copy_to(char* to, std::size_t room) const noexcept;
  /// Returns the text of a number that is kept as text (beyond 64 bits, or a decimal); else
  /// nothing.
  std::string_view number_text() const noexcept;
  /// Returns the tag of a node that has one.
  std::optional<varvel::tag> tag() const noexcept;
  /// Returns the node behind its tag; missing for a node without one.
  view untagged() const noexcept;

  // ---- Children ----

  /// Returns the items of an array or the values of an object, as a range; empty for other nodes.
  range<values_of> values() const noexcept;
  /// Returns the keys of an object as strings. A key of a map that is no string is one without
  /// data.
  range<keys_of> keys() const noexcept;
  /// Returns the members of an object: `for (auto [key, value] : node.members())`.
  range<members_of_node> members() const noexcept;
  /// Returns the members of an object or a map, with keys that are nodes.
  range<pairs_of_node> pairs() const noexcept;

  /// Returns a hash: the same for nodes that are equal. An attacker can foresee it.
  std::size_t hash() const noexcept;
  /// Returns a number below, at or above zero as this stands before, with or behind another node in
  /// one order of all nodes.
  int compare(view other) const noexcept;

 protected:
  const Self& self() const noexcept { return static_cast<const Self&>(*this); }
};

}  // namespace detail

/// A node of a document: a small value that is copied freely and owns nothing. It may be used as
/// long as its document lives and does not change.
///
/// A node that is not there is *missing*, and so is whatever is looked up in it. So look-ups follow
/// each other without a check between them, and the one at the end tells:
///
///     int port = document["server"]["port"].as_or(8080);
class view : public detail::readable<view> {
 public:
  /// A missing node.
  constexpr view() noexcept = default;
  /// A node of the C library.
  explicit view(vv_node node) noexcept
      : start_(node.reserved[0]),
        place_(node.reserved[1]),
        how_(node.reserved[2]),
        mark_(node.reserved[3]) {
    vv_place place;
    if (vv_node_place(node, &place)) *this = view(detail::site_of(place));
  }
  /// A node of a frozen document, which is read without calls.
  explicit VARVEL_INLINE view(detail::site at) noexcept
      : start_(static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(at.start))),
        place_(at.place),
        how_(at.how),
        mark_(frozen_mark) {}

  /// A missing node, of which is known in which frozen node it was sought.
  static VARVEL_INLINE view missing_in(detail::site at) noexcept {
    view none(at);
    none.mark_ = missing_mark;
    return none;
  }

  /// Returns the value of the member with this key; missing if there is none.
  VARVEL_INLINE view operator[](std::string_view key) const noexcept { return get(key); }
  /// Returns the value of the member with a key that was prepared; missing if there is none.
  VARVEL_INLINE view operator[](const key& key) const noexcept { return get(key); }
  /// Returns the item at this index; missing if there is none.
  template <class Index, std::enable_if_t<std::is_integral_v<Index>, int> = 0>
  VARVEL_INLINE view operator[](Index index) const noexcept {
    return get(index);
  }
  view operator[](std::nullptr_t) const = delete;
  /// A node cannot be assigned to: a document that changes is a `value`.
  template <class T, std::enable_if_t<!detail::is_node<T>, int> = 0>
  view& operator=(const T&) = delete;  // a node cannot be assigned to: use a varvel::value

  /// Returns an iterator at the first item of an array or value of an object.
  child_iterator<detail::values_of> begin() const noexcept;
  /// Returns the iterator behind the last one.
  child_iterator<detail::values_of> end() const noexcept;

  /// Returns whether the node is read from frozen bytes, without calls.
  VARVEL_INLINE bool is_frozen() const noexcept { return mark_ == frozen_mark; }
  /// Returns where a frozen node stands in its bytes.
  VARVEL_INLINE detail::site site() const noexcept {
    return {reinterpret_cast<detail::byte_ptr>(static_cast<std::uintptr_t>(start_)),
            static_cast<std::size_t>(place_), how_};
  }
  /// Returns the node as the C library has it.
  vv_node raw() const noexcept {
    if (is_frozen()) return vv_node_at_place(detail::place_of(site()));
    return {{start_, place_, how_, mark_}};
  }
  /// Returns the node in which a missing one was sought, if that is known.
  view sought_in() const noexcept { return mark_ == missing_mark ? view(site()) : view(); }
  /// Returns itself.
  VARVEL_INLINE const view& node() const noexcept { return *this; }

 private:
  // No mark of the C library, which takes such a node for a missing one.
  static constexpr std::uint64_t frozen_mark = 1;
  static constexpr std::uint64_t missing_mark = 2;

  // The site of a frozen node, or the words of a node of the C library.
  std::uint64_t start_ = 0;
  std::uint64_t place_ = 0;
  std::uint64_t how_ = 0;
  std::uint64_t mark_ = 0;
};

/// A member of an object: `auto [key, value] = member`.
struct member {
  /// The key; without data if it is no string, in a map.
  std::string_view key;
  /// The value.
  view value;
};

/// A member of an object or a map: `auto [key, value] = pair`.
struct pair {
  /// The key.
  view key;
  /// The value.
  view value;
};

}  // namespace varvel

#include <varvel/iterator.hpp>

#include <varvel/detail/scalars.hpp>

#include <varvel/detail/readable.hpp>

#endif

// A place in a value that is read or assigned: what `value["key"]` is.

#include <varvel/value.hpp>

#ifndef VARVEL_REFERENCE_HPP
#define VARVEL_REFERENCE_HPP

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace varvel {

namespace detail {

// A key as paths have it: `.name`, or `["a key"]`.
inline std::string key_step(std::string_view key) {
  bool plain = !key.empty() && (key[0] < '0' || key[0] > '9');
  std::string quoted = "[\"";
  for (const char c : key) {
    plain = plain && (c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                      (c >= 'A' && c <= 'Z'));
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return plain ? "." + std::string(key) : quoted + "\"]";
}

}  // namespace detail

/// A place in a value, which may not be there yet. Reading it changes nothing: it is missing then.
/// Assigning to it makes it, and the objects and arrays on the way:
///
///     value["server"]["port"] = 8443;
///     value["hosts"][0] = "example.org";
///
/// It holds the way from the value, so it stays right while other places change. It must not
/// outlive the value.
class reference : public detail::readable<reference> {
 public:
  /// Puts something here. Throws where a step on the way leads into what is no object or array, or
  /// behind the end of an array.
  template <class T, std::enable_if_t<detail::is_writable<T>, int> = 0>
  reference& operator=(const T& to) {
    put(to).value();
    return *this;
  }
  reference& operator=(const reference& to) {
    put(value(to)).value();
    return *this;
  }
  reference(const reference&) = default;

  /// Puts something here, or returns the error.
  template <class T>
  result<void> put(const T& to);

  /// Returns the member with this key of what is here.
  reference operator[](std::string_view key) const {
    reference next = *this;
    next.steps_ += 'k';
    next.add(key.size());
    next.steps_.append(key.data(), key.size());
    return next;
  }
  /// Returns the member with a key that was prepared of what is here.
  reference operator[](const key& prepared) const { return (*this)[prepared.text()]; }
  /// Returns the item at this index of what is here.
  template <class Index, std::enable_if_t<std::is_integral_v<Index>, int> = 0>
  reference operator[](Index index) const {
    static_assert(!std::is_same_v<Index, bool> && !detail::is_character<Index>,
                  "an index is a number: a key of one character is a string, such as \"a\"");
    if constexpr (std::is_signed_v<Index>) {
      if (index < 0) {
        detail::raise(error(errc::not_found,
                            "not found: the index " + std::to_string(index) + " is negative"));
      }
    }
    reference next = *this;
    next.steps_ += 'i';
    next.add(static_cast<std::size_t>(index));
    return next;
  }
  reference operator[](std::nullptr_t) const = delete;

  /// Returns what is here, until the value is changed; missing if nothing is.
  view node() const noexcept;
  /// Returns what is here, until the value is changed.
  operator view() const noexcept { return node(); }

  /// Returns the path of what is here, `$.servers[0].port`, as far as it is there.
  std::string way() const;

  /// Puts an item behind the last one of the array that is here, or of a new one.
  template <class T>
  void push_back(const T& item) {
    const value kept(item);
    const detail::any any(kept);
    vv_value* array = part(true).value();
    change_here([&](vv_error** error) { return vv_value_push(array, any.raw(), error); });
  }
  /// Puts a member into the object that is here, or into a new one.
  template <class T>
  void insert(std::string_view key, const T& to) {
    (*this)[key] = to;
  }
  template <class Index, std::enable_if_t<std::is_integral_v<Index>, int> = 0>
  bool erase(Index) = delete;  // erase_at() takes an item away
  bool erase(std::nullptr_t) = delete;
  /// Takes the member with this key of the object that is here away. Returns whether there was one.
  bool erase(std::string_view key) {
    if (!node().contains(key)) return false;
    // It may be lent by this value, which changes on the way.
    const std::string kept(key);
    vv_value* object = part(false).value();
    change_here([&](vv_error** error) {
      return vv_value_remove_key(object, kept.data(), kept.size(), error);
    });
    return true;
  }
  /// Takes the item at this index of the array that is here away; throws if there is none.
  void erase_at(std::size_t index) {
    vv_value* array = part(false).value();
    change_here([&](vv_error** error) { return vv_value_remove_at(array, index, error); });
  }
  /// Takes all items or members of what is here away.
  void clear() {
    vv_value* container = part(false).value();
    change_here([&](vv_error** error) { return vv_value_clear(container, error); });
  }

  /// Adds to the number that is here. A sum that 64 bits do not hold is an error.
  template <class T>
  reference& operator+=(const T& other);
  template <class T>
  reference& operator-=(const T& other);
  template <class T>
  reference& operator*=(const T& other);
  template <class T>
  reference& operator/=(const T& other);
  reference& operator++() { return *this += 1; }
  reference& operator--() { return *this -= 1; }

 private:
  friend class value;
  explicit reference(value& root) noexcept : root_(&root) {}

  // One step: a key, or an index.
  struct step {
    bool is_key;
    std::string_view key;
    std::size_t index;
  };

  void add(std::size_t number) {
    char bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    steps_.append(bytes, sizeof number);
  }
  // Reads the step at `at`, and moves behind it.
  step next(std::size_t& at) const noexcept {
    step found{steps_[at] == 'k', {}, 0};
    std::memcpy(&found.index, steps_.data() + at + 1, sizeof found.index);
    at += 1 + sizeof found.index;
    if (found.is_key) {
      found.key = std::string_view(steps_).substr(at, found.index);
      at += found.index;
    }
    return found;
  }

  static vv_code put_step(vv_value* into, const step& at, vv_any what, vv_error** error) {
    if (at.is_key) {
      return vv_value_set_key(into, at.key.data(), at.key.size(), what, error);
    }
    if (at.index == vv_len(vv_value_node(into)) && vv_kind_of(vv_value_node(into)) == VV_ARRAY) {
      return vv_value_push(into, what, error);
    }
    return vv_value_set_at(into, at.index, what, error);
  }
  result<void> put_any(const detail::any& any);
  static bool is_nothing(const view& part) noexcept { return !part.exists() || part.is_null(); }
  // Returns an empty container that a step can lead into: an object for a key, else an array.
  static value container_for(const step& first) {
    return first.is_key ? value::make_object() : value::make_array();
  }
  static vv_code part_of(vv_value* in, const step& at, vv_value** part, vv_error** error) {
    return at.is_key ? vv_value_part_key(in, at.key.data(), at.key.size(), part, error)
                     : vv_value_part_at(in, at.index, part, error);
  }
  error at_way(const error& why) const { return detail::with_path(why, way()); }
  // Calls a function of the library that changes what is here, and throws its error.
  template <class Call>
  void change_here(Call call) {
    const result<void> done = detail::attempt(call);
    if (!done) detail::raise(at_way(done.error()));
  }
  // Returns the error of a step behind what is there that cannot be made; none if each can be.
  error obstacle() const;
  // Returns the error of a place where nothing is.
  error absent() const;
  // Leads to the part before the last step, made where it is not there; the last step is stored. An
  // error changes nothing.
  result<vv_value*> lead(step& last) const;
  // The part that is here. With `make` it becomes an array if it is null or not there.
  result<vv_value*> part(bool make) const;

  value* root_;
  // For each step a letter, a number (an index, or the length of a key), and the key.
  std::string steps_;
};

inline reference value::operator[](std::string_view key) {
  return reference(*this)[key];
}
inline reference value::operator[](const key& prepared) {
  return reference(*this)[prepared];
}

template <class Index, std::enable_if_t<std::is_integral_v<Index>, int>>
reference value::operator[](Index index) {
  return reference(*this)[index];
}

inline value::value(const reference& of) : value(of.node()) {}

inline view reference::node() const noexcept {
  view here = root_->node();
  for (std::size_t at = 0; at < steps_.size();) {
    const step one = next(at);
    here = one.is_key ? here.get(one.key) : here.get(one.index);
  }
  return here;
}

inline std::string reference::way() const {
  std::string path = "$";
  view here = root_->node();
  for (std::size_t at = 0; at < steps_.size();) {
    const step one = next(at);
    here = one.is_key ? here.get(one.key) : here.get(one.index);
    if (!here.exists()) break;
    path += one.is_key ? detail::key_step(one.key) : "[" + std::to_string(one.index) + "]";
  }
  return path;
}

inline error reference::obstacle() const {
  view here = root_->node();
  bool made = false;
  for (std::size_t at = 0; at < steps_.size();) {
    const step one = next(at);
    made = made || is_nothing(here);
    if (made && !one.is_key && one.index != 0) {
      value empty = value::make_array();
      vv_error* error = nullptr;
      const vv_code code = vv_value_set_at(empty.raw(), one.index, vv_of_null(), &error);
      return at_way(varvel::error::adopt(code, error));
    }
    // A step into what is there says itself what is wrong, before anything is made.
    if (!made) here = one.is_key ? here.get(one.key) : here.get(one.index);
  }
  return error();
}

inline error reference::absent() const {
  vv_value* here = root_->raw();
  vv_error* error = nullptr;
  for (std::size_t at = 0; at < steps_.size();) {
    const step one = next(at);
    value empty;
    if (is_nothing(view(vv_value_node(here)))) {
      empty = container_for(one);
      here = empty.raw();
    }
    vv_value* part = nullptr;
    const vv_code code = part_of(here, one, &part, &error);
    if (code != VV_OK) return at_way(varvel::error::adopt(code, error));
    here = part;
  }
  return varvel::error(errc::not_found, "not found");
}

inline result<vv_value*> reference::lead(step& last) const {
  const error why = obstacle();
  if (why) return why;
  vv_value* here = root_->raw();
  std::size_t at = 0;
  last = next(at);
  // A null becomes what the first step needs.
  if (is_nothing(view(vv_value_node(here)))) {
    *root_ = container_for(last);
    here = root_->raw();
  }
  while (at < steps_.size()) {
    const step behind = next(at);
    vv_error* error = nullptr;
    const view now(vv_value_node(here));
    const view found = last.is_key ? now.get(last.key) : now.get(last.index);
    if (is_nothing(found)) {
      const vv_any fresh = behind.is_key ? vv_of_object() : vv_of_array();
      const vv_code code = put_step(here, last, fresh, &error);
      if (code != VV_OK) return at_way(varvel::error::adopt(code, error));
    }
    vv_value* part = nullptr;
    const vv_code code = part_of(here, last, &part, &error);
    if (code != VV_OK) return at_way(varvel::error::adopt(code, error));
    here = part;
    last = behind;
  }
  return here;
}

inline result<vv_value*> reference::part(bool make) const {
  if (make && is_nothing(node())) {
    reference self = *this;
    const result<void> made = self.put(value::make_array());
    if (!made) return made.error();
  }
  if (!node().exists()) return absent();
  step last{false, {}, 0};
  const result<vv_value*> into = lead(last);
  if (!into) return into.error();
  vv_value* found = nullptr;
  vv_error* error = nullptr;
  const vv_code code = part_of(*into, last, &found, &error);
  if (code != VV_OK) return at_way(varvel::error::adopt(code, error));
  return found;
}

template <class T>
result<void> reference::put(const T& to) {
  if constexpr (detail::is_text<T> || detail::is_bytes<T> || std::is_same_v<T, bytes_view>) {
    // It may be lent by this value, which changes on the way.
    return put(value(to));
  }
  if constexpr (std::is_base_of_v<value, T> || detail::has_as_value<T>) {
    // It may be this value itself, and a clone ends the life of parts.
    const value kept(to);
    return put_any(detail::any(kept));
  } else {
    return put_any(detail::any(to));
  }
}

inline result<void> reference::put_any(const detail::any& any) {
  step last{false, {}, 0};
  const result<vv_value*> into = lead(last);
  if (!into) return into.error();
  const result<void> put = detail::attempt(
      [&](vv_error** error) { return put_step(*into, last, any.raw(), error); });
  if (!put) return at_way(put.error());
  return put;
}

}  // namespace varvel

#endif

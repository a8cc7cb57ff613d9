// The definitions of what all things have in common that are read as a node.

#include <varvel/view.hpp>

#ifndef VARVEL_DETAIL_READABLE_HPP
#define VARVEL_DETAIL_READABLE_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace varvel {
namespace detail {

// Whether a thing knows the way from the root of its value to where it is: its document changes, so
// paths that were found in frozen bytes may be those of an earlier time.
template <class Self, class = void>
inline constexpr bool has_way = false;
template <class Self>
inline constexpr bool has_way<Self, std::void_t<decltype(std::declval<const Self&>().way())>> =
    true;

// A frozen copy of a node, and its owner. Missing if it cannot be made. In frozen.hpp.
view copy_of(const view& of, std::shared_ptr<const void>& owner);

// Returns an error about a node, or a part of it, with the path that it has now. `again` makes the
// error of a node that is equal and a root.
template <class Self, class Again>
VARVEL_COLD error at_way(const Self& self, const error& why, Again again) {
  if constexpr (!has_way<Self>) {
    return why;
  } else {
    std::string path = self.way();
    const view here = self.node();
    std::shared_ptr<const void> owner;
    const view copy = here.exists() ? copy_of(here, owner) : view();
    if (copy.exists()) {
      const error same = again(copy);
      if (same.path().size() > 1) path += same.path().substr(1);
    }
    return with_path(why, std::move(path));
  }
}

VARVEL_NOINLINE inline view get_thawed(const view& of, std::string_view key) noexcept {
  if (of.sought_in().exists()) return of;
  return view(vv_get(of.raw(), key.data(), key.size()));
}

template <class Self>
kind readable<Self>::kind() const noexcept {
  const view& of = self().node();
  return static_cast<varvel::kind>(of.is_frozen() ? kind_of(of.site()) : vv_kind_of(of.raw()));
}

template <class Self>
std::size_t readable<Self>::size() const noexcept {
  const view& of = self().node();
  if (!of.is_frozen()) return vv_len(of.raw());
  const std::size_t items = items_of(of.site()).count;
  return items != 0 ? items : members_of(of.site()).values.count;
}

template <class Self>
VARVEL_INLINE view readable<Self>::get(std::string_view key) const noexcept {
  const view& of = self().node();
  if (VARVEL_LIKELY(of.is_frozen())) {
    const detail::site at = of.site();
    const spot found = find_text(at.start, at.place, at.how, key.data(), key.size());
    return found.place != 0 ? view(detail::site{at.start, found.place, found.how})
                            : view::missing_in(at);
  }
  return get_thawed(of, key);
}

template <class Self>
VARVEL_INLINE view readable<Self>::get(const varvel::key& key) const noexcept {
  const view& of = self().node();
  if (VARVEL_LIKELY(of.is_frozen())) {
    const detail::site at = of.site();
    const spot found = find_key(at.start, at.place, at.how, key);
    return found.place != 0 ? view(detail::site{at.start, found.place, found.how})
                            : view::missing_in(at);
  }
  return get_thawed(of, key.text());
}

template <class Self>
template <class Index, std::enable_if_t<std::is_integral_v<Index>, int>>
VARVEL_INLINE view readable<Self>::get(Index index) const noexcept {
  static_assert(!std::is_same_v<Index, bool> && !is_character<Index>,
                "an index is a number: a key of one character is a string, such as \"a\"");
  if constexpr (std::is_signed_v<Index>) {
    if (index < 0) return get(static_cast<std::size_t>(-1));
  }
  const std::size_t i = static_cast<std::size_t>(index);
  const view& of = self().node();
  if (VARVEL_LIKELY(of.is_frozen())) {
    const run items = items_of(of.site());
    return i < items.count ? view(items[i]) : view::missing_in(of.site());
  }
  if (of.sought_in().exists()) return of;
  return view(vv_at(of.raw(), i));
}

template <class Self>
template <class Key>
result<view> readable<Self>::try_at(Key&& key) const {
  const view found = get(key);
  if (found.exists()) return found;
  // The library words the error, by the path of one step.
  std::string step;
  if constexpr (std::is_integral_v<std::decay_t<Key>>) {
    step = "[" + std::to_string(key) + "]";
    if (step[1] == '-') {
      const auto refused = [](const view& of) {
        return error_at(of, errc::not_found, "not found: the index is negative");
      };
      return at_way(self(), refused(self().node()), refused);
    }
  } else {
    std::string_view text;
    if constexpr (std::is_same_v<std::decay_t<Key>, varvel::key>) {
      text = key.text();
    } else {
      text = key;
    }
    for (const char c : text) {
      if (c == '~' || c == '/') {
        step += c == '~' ? "~0" : "~1";
      } else {
        step += c;
      }
    }
    step.insert(0, 1, '/');
  }
  return try_path(step);
}

template <class Self>
template <class Key>
view readable<Self>::at(Key&& key) const {
  const view found = get(key);
  if (VARVEL_LIKELY(found.exists())) return found;
  return try_at(key).value();
}

template <class Self>
template <class Key, class T>
T readable<Self>::get_or(Key&& key, T fallback) const {
  return get(key).as_or(std::move(fallback));
}

template <class Self>
template <class Key>
std::string readable<Self>::get_or(Key&& key, const char* fallback) const {
  return get(key).as_or(fallback);
}

template <class Self>
bool readable<Self>::contains(std::string_view key) const noexcept {
  return get(key).exists();
}

template <class Self>
template <class Index, std::enable_if_t<std::is_integral_v<Index>, int>>
bool readable<Self>::contains(Index index) const noexcept {
  return get(index).exists();
}

template <class Self>
view readable<Self>::get_path(std::string_view path) const noexcept {
  return view(vv_get_path(self().node().raw(), path.data(), path.size()));
}

template <class Self>
result<view> readable<Self>::try_path(std::string_view path) const {
  vv_node found = {};
  vv_error* error = nullptr;
  const vv_code code = vv_path(self().node().raw(), path.data(), path.size(), &found, &error);
  if (code == VV_OK) return view(found);
  const varvel::error why = varvel::error::adopt(code, error);
  return at_way(self(), with_path(why, why.path()),
                [&](const view& of) { return of.try_path(path).error(); });
}

template <class Self>
view readable<Self>::path(std::string_view path) const {
  return try_path(path).value();
}

template <class Self>
view readable<Self>::pointer(std::string_view pointer) const noexcept {
  return view(vv_pointer(self().node().raw(), pointer.data(), pointer.size()));
}

template <class Self>
view readable<Self>::front() const noexcept {
  const range<values_of> all = values();
  return all.empty() ? view() : *all.begin();
}

template <class Self>
view readable<Self>::back() const noexcept {
  const range<values_of> all = values();
  return all.empty() ? view() : *all.rbegin();
}

template <class Self>
template <class T>
result<T> readable<Self>::try_as() const {
  if constexpr (has_way<Self>) {
    result<T> found = read<T>(self().node());
    if (VARVEL_LIKELY(found.has_value())) return found;
    return at_way(self(), found.error(),
                  [](const view& of) { return of.template try_as<T>().error(); });
  } else {
    return read<T>(self().node());
  }
}

template <class Self>
template <class T>
VARVEL_INLINE T readable<Self>::as() const {
  const view& from = self().node();
  if constexpr (is_scalar<T>) {
    T found{};
    if (VARVEL_LIKELY(scalar<T>::read(from, found))) return found;
    raise(at_way(self(), scalar<T>::why(from), [](const view& of) { return scalar<T>::why(of); }));
  } else {
    return try_as<T>().value();
  }
}

template <class Self>
template <class T>
VARVEL_INLINE T readable<Self>::as_or(T fallback) const {
  const view& from = self().node();
  if constexpr (is_scalar<T>) {
    T found{};
    return scalar<T>::read(from, found) ? found : fallback;
  } else {
    if (!from.exists()) return fallback;
    return read<T>(from).value_or(std::move(fallback));
  }
}

template <class Self>
std::string readable<Self>::as_or(const char* fallback) const {
  return std::string(str_or(fallback));
}

template <class Self>
template <class T>
std::optional<T> readable<Self>::maybe_as() const {
  const view& from = self().node();
  if constexpr (is_scalar<T>) {
    T found{};
    if (scalar<T>::read(from, found)) return found;
    return std::nullopt;
  } else {
    result<T> found = read<T>(from);
    if (!found) return std::nullopt;
    return std::move(*found);
  }
}

template <class Self>
VARVEL_INLINE std::string_view readable<Self>::str() const {
  return as<std::string_view>();
}

template <class Self>
VARVEL_INLINE std::string_view readable<Self>::str_or(std::string_view fallback) const noexcept {
  std::string_view found;
  return scalar<std::string_view>::read(self().node(), found) ? found : fallback;
}

template <class Self>
VARVEL_INLINE std::int64_t readable<Self>::integer() const {
  return as<std::int64_t>();
}

template <class Self>
VARVEL_INLINE std::int64_t readable<Self>::integer_or(std::int64_t fallback) const noexcept {
  std::int64_t found = 0;
  return scalar<std::int64_t>::read(self().node(), found) ? found : fallback;
}

template <class Self>
VARVEL_INLINE double readable<Self>::number() const {
  return as<double>();
}

template <class Self>
VARVEL_INLINE double readable<Self>::number_or(double fallback) const noexcept {
  double found = 0;
  return scalar<double>::read(self().node(), found) ? found : fallback;
}

template <class Self>
VARVEL_INLINE bool readable<Self>::boolean() const {
  return as<bool>();
}

template <class Self>
VARVEL_INLINE bool readable<Self>::boolean_or(bool fallback) const noexcept {
  bool found = false;
  return scalar<bool>::read(self().node(), found) ? found : fallback;
}

template <class Self>
bytes_view readable<Self>::bytes() const {
  return as<bytes_view>();
}

template <class Self>
timestamp readable<Self>::time() const {
  return as<timestamp>();
}

template <class Self>
std::string readable<Self>::zero_terminated() const {
  const std::string_view text = str();
  if (text.find('\0') != std::string_view::npos) {
    const auto refused = [](const view& of) {
      return error_at(of, errc::unrepresentable,
                      "unrepresentable: the string has a NUL inside, so a NUL cannot end it");
    };
    raise(at_way(self(), refused(self().node()), refused));
  }
  return std::string(text);
}

template <class Self>
bool readable<Self>::copy_to(char* to, std::size_t room) const noexcept {
  return vv_copy_string(self().node().raw(), to, room);
}

template <class Self>
std::string_view readable<Self>::number_text() const noexcept {
  const vv_str text = vv_number_text(self().node().raw());
  return text.data == nullptr ? std::string_view() : std::string_view(text.data, text.len);
}

template <class Self>
std::optional<varvel::tag> readable<Self>::tag() const noexcept {
  vv_tag found = {0, 0, 0};
  if (vv_kind_of(vv_untagged(self().node().raw(), &found)) == VV_MISSING) return std::nullopt;
  const bool is_extension = found.kind == VV_TAG_EXTENSION;
  return varvel::tag{static_cast<varvel::tag::type>(found.kind), is_extension ? 0 : found.number,
                     found.extension};
}

template <class Self>
view readable<Self>::untagged() const noexcept {
  return view(vv_untagged(self().node().raw(), nullptr));
}

template <class Self>
VARVEL_INLINE range<values_of> readable<Self>::values() const noexcept {
  return range<values_of>(children_of(self().node()));
}

template <class Self>
VARVEL_INLINE range<keys_of> readable<Self>::keys() const noexcept {
  return range<keys_of>(children_with_keys(self().node()));
}

template <class Self>
VARVEL_INLINE range<members_of_node> readable<Self>::members() const noexcept {
  return range<members_of_node>(children_with_keys(self().node()));
}

template <class Self>
VARVEL_INLINE range<pairs_of_node> readable<Self>::pairs() const noexcept {
  return range<pairs_of_node>(children_with_keys(self().node()));
}

template <class Self>
std::size_t readable<Self>::hash() const noexcept {
  return static_cast<std::size_t>(vv_hash(self().node().raw()));
}

template <class Self>
int readable<Self>::compare(view other) const noexcept {
  return vv_compare(self().node().raw(), other.raw());
}

}  // namespace detail

VARVEL_INLINE child_iterator<detail::values_of> view::begin() const noexcept {
  return values().begin();
}
VARVEL_INLINE child_iterator<detail::values_of> view::end() const noexcept {
  return values().end();
}

}  // namespace varvel

/// The hash of a node, for sets and maps of nodes.
template <>
struct std::hash<varvel::view> {
  std::size_t operator()(const varvel::view& of) const noexcept { return of.hash(); }
};

#endif

// The children of a node: ranges and iterators, in both directions.

#include <varvel/view.hpp>

#ifndef VARVEL_ITERATOR_HPP
#define VARVEL_ITERATOR_HPP

#include <cstddef>
#include <iterator>
#include <string_view>

#if VARVEL_HAS_RANGES
#include <ranges>
#endif

namespace varvel {
namespace detail {

// A position among the children of a node.
struct cursor {
  view first;  // of a frozen container the first value, else the container
  std::size_t distance = 0;
  key_list keys;
  std::size_t index = 0;

  VARVEL_INLINE view value() const noexcept {
    if (VARVEL_LIKELY(first.is_frozen())) {
      site at = first.site();
      at.place += index * distance;
      return view(at);
    }
    return view(distance == 0 ? vv_at(first.raw(), index)
                              : vv_member_at(first.raw(), index, nullptr));
  }
  VARVEL_INLINE view key() const noexcept {
    if (VARVEL_LIKELY(first.is_frozen())) {
      if (keys.places == nullptr && distance == 0) return view();
      const members all{{first.site(), distance, 0}, keys};
      return view(all.key(index));
    }
    if (distance == 0) return view();
    vv_node key = {};
    vv_member_at(first.raw(), index, &key);
    return view(key);
  }
  VARVEL_INLINE std::string_view text() const noexcept {
    if (VARVEL_LIKELY(keys.places != nullptr)) return keys[index];
    return key().str_or(std::string_view());
  }
};

// Returns a member of a container that is not frozen: both of it by one call. The container is a
// copy, so that a cursor through a frozen one stays in registers.
VARVEL_NOINLINE inline member thawed_member(vv_node of, std::size_t index) noexcept {
  vv_node key = {};
  const vv_node value = vv_member_at(of, index, &key);
  vv_str text = {nullptr, 0};
  if (!vv_as_string(key, &text)) return {std::string_view(), view(value)};
  return {std::string_view(text.data, text.len), view(value)};
}
VARVEL_NOINLINE inline pair thawed_pair(vv_node of, std::size_t index) noexcept {
  vv_node key = {};
  const vv_node value = vv_member_at(of, index, &key);
  return {view(key), view(value)};
}

struct children {
  cursor at;
  std::size_t count = 0;
};

VARVEL_COLD inline children children_of_thawed(const view& of) noexcept {
  children all;
  all.at.first = of;
  all.at.distance = of.kind() == varvel::kind::array ? 0 : 1;
  all.count = vv_len(of.raw());
  return all;
}

VARVEL_INLINE children children_of(const members& found) noexcept {
  children all;
  all.at.first = view(found.values.first);
  all.at.distance = found.values.distance;
  all.at.keys = found.keys;
  all.count = found.values.count;
  return all;
}

VARVEL_INLINE children children_of(const view& of) noexcept {
  if (VARVEL_LIKELY(of.is_frozen())) {
    const site at = of.site();
    const run items = items_of(at);
    if (items.count == 0) return children_of(members_of(at));
    children all;
    all.at.first = view(items.first);
    all.at.distance = items.distance;
    all.count = items.count;
    return all;
  }
  return children_of_thawed(of);
}

// Returns the members of an object or a map; of an array none.
VARVEL_INLINE children children_with_keys(const view& of) noexcept {
  if (VARVEL_LIKELY(of.is_frozen())) return children_of(members_of(of.site()));
  return of.kind() == varvel::kind::array ? children() : children_of_thawed(of);
}

// The items of an array and the values of an object or a map.
struct values_of {
  using type = view;
  static VARVEL_INLINE view get(const cursor& at) noexcept { return at.value(); }
};
// The keys as texts.
struct keys_of {
  using type = std::string_view;
  static VARVEL_INLINE std::string_view get(const cursor& at) noexcept { return at.text(); }
};
// The members with keys as texts.
struct members_of_node {
  using type = member;
  static VARVEL_INLINE member get(const cursor& at) noexcept {
    if (VARVEL_LIKELY(at.first.is_frozen())) return {at.text(), at.value()};
    return thawed_member(at.first.raw(), at.index);
  }
};
// The members with keys as nodes.
struct pairs_of_node {
  using type = pair;
  static VARVEL_INLINE pair get(const cursor& at) noexcept {
    if (VARVEL_LIKELY(at.first.is_frozen())) return {at.key(), at.value()};
    return thawed_pair(at.first.raw(), at.index);
  }
};

}  // namespace detail

/// Goes through children in both directions, and to any of them.
template <class Of>
class child_iterator {
 public:
  using value_type = typename Of::type;
  using reference = value_type;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  /// Holds the value that the iterator made, for `->`.
  class pointer {
   public:
    explicit pointer(value_type value) noexcept : value_(value) {}
    const value_type* operator->() const noexcept { return &value_; }

   private:
    value_type value_;
  };

  child_iterator() noexcept = default;
  explicit VARVEL_INLINE child_iterator(detail::cursor at) noexcept : at_(at) {}

  VARVEL_INLINE value_type operator*() const noexcept { return Of::get(at_); }
  pointer operator->() const noexcept { return pointer(**this); }
  value_type operator[](difference_type n) const noexcept { return *(*this + n); }

  VARVEL_INLINE child_iterator& operator++() noexcept {
    ++at_.index;
    return *this;
  }
  child_iterator operator++(int) noexcept {
    child_iterator before = *this;
    ++at_.index;
    return before;
  }
  child_iterator& operator--() noexcept {
    --at_.index;
    return *this;
  }
  child_iterator operator--(int) noexcept {
    child_iterator before = *this;
    --at_.index;
    return before;
  }
  child_iterator& operator+=(difference_type n) noexcept {
    at_.index += static_cast<std::size_t>(n);
    return *this;
  }
  child_iterator& operator-=(difference_type n) noexcept {
    at_.index -= static_cast<std::size_t>(n);
    return *this;
  }
  friend child_iterator operator+(child_iterator at, difference_type n) noexcept { return at += n; }
  friend child_iterator operator+(difference_type n, child_iterator at) noexcept { return at += n; }
  friend child_iterator operator-(child_iterator at, difference_type n) noexcept { return at -= n; }
  friend difference_type operator-(const child_iterator& a, const child_iterator& b) noexcept {
    return static_cast<difference_type>(a.at_.index - b.at_.index);
  }
  friend VARVEL_INLINE bool operator==(const child_iterator& a, const child_iterator& b) noexcept {
    return a.at_.index == b.at_.index;
  }
  friend VARVEL_INLINE bool operator!=(const child_iterator& a, const child_iterator& b) noexcept {
    return a.at_.index != b.at_.index;
  }
  friend VARVEL_INLINE bool operator<(const child_iterator& a, const child_iterator& b) noexcept {
    return a.at_.index < b.at_.index;
  }
  friend VARVEL_INLINE bool operator>(const child_iterator& a, const child_iterator& b) noexcept {
    return b < a;
  }
  friend VARVEL_INLINE bool operator<=(const child_iterator& a, const child_iterator& b) noexcept {
    return !(b < a);
  }
  friend VARVEL_INLINE bool operator>=(const child_iterator& a, const child_iterator& b) noexcept {
    return !(a < b);
  }

 private:
  detail::cursor at_;
};

/// The children of a node. It allocates nothing, and costs the reading of one header.
template <class Of>
class range {
 public:
  using value_type = typename Of::type;
  using iterator = child_iterator<Of>;
  using const_iterator = iterator;
  using reverse_iterator = std::reverse_iterator<iterator>;

  range() noexcept = default;
  explicit VARVEL_INLINE range(detail::children all) noexcept : all_(all) {}

  VARVEL_INLINE iterator begin() const noexcept { return iterator(all_.at); }
  VARVEL_INLINE iterator end() const noexcept {
    detail::cursor at = all_.at;
    at.index = all_.count;
    return iterator(at);
  }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  std::size_t size() const noexcept { return all_.count; }
  bool empty() const noexcept { return all_.count == 0; }

 private:
  detail::children all_;
};

}  // namespace varvel

#if VARVEL_HAS_RANGES
template <class Of>
inline constexpr bool std::ranges::enable_borrowed_range<varvel::range<Of>> = true;
template <class Of>
inline constexpr bool std::ranges::enable_view<varvel::range<Of>> = true;
#endif

#endif

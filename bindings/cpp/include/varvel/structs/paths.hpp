// Fields by a path that is known when the program runs: `friends[1].age`.

#ifndef VARVEL_STRUCTS_PATHS_HPP
#define VARVEL_STRUCTS_PATHS_HPP

#include <varvel/structs/codecs.hpp>
#include <varvel/structs/report.hpp>

#include <charconv>

namespace varvel {
namespace structs {

/// A path, step by step.
class path_steps {
 public:
  explicit path_steps(std::string_view path) : path_(path) {}

  bool done() const noexcept { return at_ == path_.size(); }
  /// Takes a step. Returns false if the text is no path.
  bool take(std::string& name, std::size_t& index, bool& named) {
    const bool first = at_ == 0;
    if (path_[at_] == '[') {
      const std::size_t end = path_.find(']', at_);
      if (end == std::string_view::npos) return false;
      const std::string_view inside = path_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
      named = inside.size() >= 2 && inside.front() == '"' && inside.back() == '"';
      if (named) {
        name = inside.substr(1, inside.size() - 2);
        return true;
      }
      const auto read = std::from_chars(inside.data(), inside.data() + inside.size(), index);
      return read.ec == std::errc() && read.ptr == inside.data() + inside.size();
    }
    if (path_[at_] == '.') {
      at_++;
    } else if (!first) {
      return false;
    }
    const std::size_t end = (std::min)(path_.find_first_of(".[", at_), path_.size());
    if (end == at_) return false;
    name = path_.substr(at_, end - at_);
    named = true;
    at_ = end;
    return true;
  }
  std::string whole() const { return std::string(path_); }

 private:
  std::string_view path_;
  std::size_t at_ = 0;
};

template <class T, class F>
result<void> visit_path(T& of, path_steps& steps, F&& leaf);

template <class T, class F, std::size_t... I>
result<void> visit_field(T& of, std::string_view name, path_steps& steps, F&& leaf,
                         std::index_sequence<I...>) {
  using all = facts<std::remove_const_t<T>>;
  result<void> done =
      error(errc::not_found, std::string("no field `") + std::string(name) + "` in " +
                                 std::string(name_of_type<std::remove_const_t<T>>()));
  (void)((all::names[I] == name ? (done = visit_path(all::template get<I>(of), steps, leaf), true)
                                : false) ||
         ...);
  return done;
}

inline error no_step(const path_steps& steps, std::string_view type) {
  return error(errc::not_found, std::string("nothing is at `") + steps.whole() +
                                    "`: " + std::string(type) + " has no such part");
}

/// Makes the key of a map that has a name in a path. Returns false if there is none.
template <class K>
bool key_called(const std::string& name, K& key) {
  if constexpr (is_text<K>) {
    key = name;
    return true;
  } else if constexpr (is_numbered<K>) {
    std::underlying_type_t<K> number{};
    const bool good = key_called(name, number);
    key = static_cast<K>(number);
    return good;
  } else if constexpr (std::is_enum_v<K>) {
    return value_called(name, key);
  } else if constexpr (std::is_integral_v<K> && !std::is_same_v<K, bool>) {
    return integer_of_text(name, key);
  } else {
    return false;
  }
}
/// Makes the key of a map that has an index in a path. Returns false if there is none.
template <class K>
bool key_numbered(std::size_t index, K& key) {
  if constexpr (is_numbered<K> || (std::is_integral_v<K> && !std::is_same_v<K, bool>)) {
    key = static_cast<K>(index);
    return static_cast<std::size_t>(key) == index && !(key < K{});
  } else {
    return false;
  }
}

/// Goes along a path, and calls `leaf` with what it leads to.
template <class T, class F>
result<void> visit_path(T& of, path_steps& steps, F&& leaf) {
  using type = std::remove_const_t<T>;
  if (steps.done()) return leaf(of);
  if constexpr (is_nullable<type>) {
    if (!of) return no_step(steps, name_of_type<type>());
    return visit_path(*of, steps, leaf);
  } else {
    std::string name;
    std::size_t index = 0;
    bool named = false;
    if (!steps.take(name, index, named)) {
      return error(errc::invalid_path, std::string("no path: `") + steps.whole() + "`");
    }
    if constexpr (has_fields<type>) {
      if (named) {
        return visit_field(of, name, steps, leaf, std::make_index_sequence<facts<type>::count>());
      }
    } else if constexpr (is_map<type>) {
      typename type::key_type key{};
      if (named ? key_called(name, key) : key_numbered(index, key)) {
        const auto found = of.find(key);
        if (found != of.end()) return visit_path(found->second, steps, leaf);
      }
    } else if constexpr (is_sequence<type>) {
      if constexpr (!std::is_same_v<typename type::value_type, bool>) {
        if (!named && index < of.size()) {
          auto at = of.begin();
          std::advance(at, static_cast<std::ptrdiff_t>(index));
          return visit_path(*at, steps, leaf);
        }
      }
    } else if constexpr (is_fixed_array<type>) {
      if (!named && index < of.size()) return visit_path(of[index], steps, leaf);
    }
    return no_step(steps, name_of_type<type>());
  }
}

/// Makes a value of another type of it, if that loses nothing.
template <class From, class To>
bool convert_exactly(const From& from, To& to) {
  if constexpr (std::is_same_v<From, To>) {
    to = from;
    return true;
  } else if constexpr (std::is_arithmetic_v<From> && std::is_arithmetic_v<To> &&
                       !std::is_same_v<From, bool> && !std::is_same_v<To, bool>) {
    if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
      constexpr auto most = static_cast<double>(std::numeric_limits<To>::max());
      if (!(from >= static_cast<double>(std::numeric_limits<To>::min()) && from < most))
        return false;
    }
    to = static_cast<To>(from);
    return static_cast<From>(to) == from && (to < To{}) == (from < From{});
  } else if constexpr (is_text<From> && std::is_same_v<To, std::string>) {
    to = std::string(std::string_view(from));
    return true;
  } else if constexpr (is_nullable<To> && !is_nullable<From> &&
                       std::is_copy_constructible_v<From>) {
    std::remove_reference_t<decltype(*std::declval<To&>())> inner{};
    if (!convert_exactly(from, inner)) return false;
    if constexpr (is_instance<To, std::optional>) {
      to = std::move(inner);
    } else {
      to = To(new decltype(inner)(std::move(inner)));
    }
    return true;
  } else if constexpr (is_numbered<To> && !std::is_enum_v<From>) {
    std::underlying_type_t<To> number{};
    if (!convert_exactly(from, number)) return false;
    to = static_cast<To>(number);
    return true;
  } else if constexpr (is_numbered<From> && !std::is_enum_v<To>) {
    return convert_exactly(static_cast<std::underlying_type_t<From>>(from), to);
  } else if constexpr (std::is_enum_v<To> && is_text<From>) {
    return value_called(std::string_view(from), to);
  } else if constexpr (std::is_enum_v<From> && std::is_same_v<To, std::string>) {
    to = std::string(name_of_value(from));
    return !to.empty();
  } else {
    return false;
  }
}

template <class From, class To>
error no_conversion(std::string_view path) {
  return error(errc::type_mismatch,
               std::string("`") + std::string(path) + "`: " + std::string(name_of_type<From>()) +
                   " cannot become " + std::string(name_of_type<To>()) + " without loss");
}

}  // namespace structs

/// Returns the value at a path into a struct, by the names that documents have:
/// `varvel::get_at<int>(person, "friends[1].age")`. Keys that are no names stand in quotes:
/// `scores["high score"]`. Numbers of another type are converted if that is exact.
template <class U, class T>
result<U> get_at(const T& of, std::string_view path) {
  result<U> made;
  structs::path_steps steps(path);
  const result<void> found = structs::visit_path(of, steps, [&](const auto& leaf) -> result<void> {
    if (structs::convert_exactly(leaf, *made)) return {};
    return structs::no_conversion<std::decay_t<decltype(leaf)>, U>(path);
  });
  if (!found) return found.error();
  return made;
}

/// Sets the value at a path into a struct.
template <class T, class U>
result<void> set_at(T& of, std::string_view path, const U& value) {
  structs::path_steps steps(path);
  return structs::visit_path(of, steps, [&](auto& leaf) -> result<void> {
    if (structs::convert_exactly(value, leaf)) return {};
    return structs::no_conversion<U, std::decay_t<decltype(leaf)>>(path);
  });
}

}  // namespace varvel

#endif

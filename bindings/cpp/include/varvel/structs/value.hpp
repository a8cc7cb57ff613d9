// The way from a codec to that of another type: handlers are asked here.

#ifndef VARVEL_STRUCTS_VALUE_HPP
#define VARVEL_STRUCTS_VALUE_HPP

#include <varvel/structs/codec.hpp>

namespace varvel::structs {

/// Reads a value, by a handler if one wants it. Returns false after an error, which `in` has then.
template <class T, class In>
VARVEL_INLINE bool read_value(In& in, const node& from, T& to) {
  if constexpr (In::has_handlers) {
    return in.template handled<T>(from, to);
  } else {
    return codec<T>::read(in, from, to);
  }
}

/// Writes a value, by a handler if one wants it.
template <class T, class Out>
VARVEL_INLINE bool write_value(Out& out, const T& from) {
  if constexpr (Out::has_handlers) {
    return out.template handled<T>(from);
  } else {
    return codec<T>::write(out, from);
  }
}

template <class In>
VARVEL_COLD bool wrong_count(In& in, std::size_t expected, std::size_t found) {
  return in.fail(errc::type_mismatch,
                 std::string("an array of ") + std::to_string(expected) + " items",
                 std::string("one of ") + std::to_string(found));
}

/// Finds the items of an array, or notes that a node is none.
template <class In>
VARVEL_INLINE bool array_of(In& in, const node& from, items& all) {
  return VARVEL_LIKELY(items_of(from, all)) || in.mismatch("an array", from);
}

/// Enters a container and calls `take` with the number of each child. Ends when `take` returns
/// false, and returns false then. The containers that are read most have a loop of their own, which
/// gcc keeps in registers.
template <class In, class Take>
VARVEL_INLINE bool each_child(In& in, std::size_t count, Take take) {
  if (!in.enter()) return false;
  for (std::size_t i = 0; i < count; i++) {
    if (!take(i)) return false;
  }
  in.leave();
  return true;
}

/// Goes on after an error that was noted, if all errors are wanted.
template <class In>
VARVEL_INLINE bool goes_on(In& in) {
  if constexpr (In::has_handlers) {
    return in.goes_on();
  } else {
    return false;
  }
}

/// Reads a child of a container by `read`; `way` returns the step to it. Where all errors are
/// wanted, those inside of the child have the step, too, and reading goes on behind it.
template <class In, class Way, class Read>
VARVEL_INLINE bool read_child(In& in, Way way, Read read) {
  if constexpr (In::has_handlers) {
    in.path.push_back(way());
    const std::size_t depth = in.depth_left;
    const bool good = read();
    step taken = std::move(in.path.back());
    in.path.pop_back();
    if (good) return true;
    in.error.steps.push_back(std::move(taken));
    in.depth_left = depth;
    return in.goes_on();
  } else {
    if (VARVEL_LIKELY(read())) return true;
    in.error.steps.push_back(way());
    return false;
  }
}

/// Reads an item of an array.
template <class In, class T>
VARVEL_INLINE bool read_item(In& in, const items& all, std::size_t number, T& to,
                             std::string_view owner) {
  if constexpr (In::has_handlers) {
    in.at_item(number);
    in.path.push_back({{}, false, number, owner, name_of_type<T>()});
    const std::size_t depth = in.depth_left;
    const bool good = read_value(in, all.at(number), to);
    in.path.pop_back();
    if (good) return true;
    in.leave_item(number, owner, name_of_type<T>());
    in.depth_left = depth;
    return in.goes_on();
  } else {
    if (VARVEL_LIKELY(read_value(in, all.at(number), to))) return true;
    return in.leave_item(number, owner, name_of_type<T>());
  }
}

}  // namespace varvel::structs

#endif

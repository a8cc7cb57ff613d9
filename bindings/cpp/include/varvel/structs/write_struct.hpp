// Structs as objects.

#ifndef VARVEL_STRUCTS_WRITE_STRUCT_HPP
#define VARVEL_STRUCTS_WRITE_STRUCT_HPP

#include <varvel/structs/field_codec.hpp>
#include <varvel/structs/output.hpp>
#include <varvel/structs/tagged.hpp>

namespace varvel::structs {

/// The name of a field as a type, for sinks that make more of it at compile time.
template <class T, std::size_t I>
struct field_name {
  static constexpr std::string_view value() { return facts<T>::template name<I>(); }
};

template <class T, std::size_t I>
inline constexpr bool may_be_left_out = field_has<attributes::omit_empty_attribute, T, I>;

template <class Member>
VARVEL_INLINE bool is_empty(const Member& member) {
  if constexpr (is_nullable<Member>) {
    return !member;
  } else {
    return member.empty();
  }
}

/// Returns whether a field is written.
template <class T, std::size_t I>
VARVEL_INLINE bool is_written(const T& of) {
  if constexpr (field_has<attributes::skip_attribute, T, I>) {
    return false;
  } else if constexpr (may_be_left_out<T, I>) {
    return !is_empty(facts<T>::template get<I>(of));
  } else {
    return true;
  }
}

template <class T, std::size_t... I>
VARVEL_INLINE std::size_t count_written(const T& of, std::index_sequence<I...>) {
  return (std::size_t{0} + ... + (is_written<T, I>(of) ? 1u : 0u));
}

template <class T, std::size_t I, class Out>
VARVEL_INLINE bool write_field(Out& out, const T& from) {
  if (!is_written<T, I>(from)) return true;
  return out.template key<field_name<T, I>>() &&
         field_codec<T, I>::write(out, facts<T>::template get<I>(from));
}

template <class T, class Out, std::size_t... I>
VARVEL_INLINE bool write_fields(Out& out, const T& from, std::index_sequence<I...>) {
  std::size_t failed = 0;
  const bool good = ((write_field<T, I>(out, from) || (failed = I, false)) && ...);
  if (VARVEL_LIKELY(good)) return true;
  return out.leave_member(facts_of<T>.names[failed], failed, facts_of<T>.type,
                          facts_of<T>.types[failed]);
}

template <class Tagged, class T, class Out>
bool write_tagged(Out& out, const T& from, std::string_view name);

template <class T, class Out>
bool write_struct(Out& out, const T& from) {
  constexpr auto all = std::make_index_sequence<facts<T>::count>();
  if constexpr (is_tagged<T>) {
    return write_tagged<T>(out, from, document_name<T>());
  } else {
    return out.begin_object(count_written(from, all)) && write_fields(out, from, all) &&
           out.end_object();
  }
}

/// Writes a struct with its name, in the member that `Tagged` has for that.
template <class Tagged, class T, class Out>
bool write_tagged(Out& out, const T& from, std::string_view name) {
  constexpr auto all = std::make_index_sequence<facts<T>::count>();
  return out.begin_object(count_written(from, all) + 1) && out.template key<tag_key<Tagged>>() &&
         out.string(name) && write_fields(out, from, all) && out.end_object();
}

}  // namespace varvel::structs

#endif

// Types that say in documents which they are.

#ifndef VARVEL_STRUCTS_TAGGED_HPP
#define VARVEL_STRUCTS_TAGGED_HPP

#include <varvel/structs/value.hpp>

namespace varvel::structs {

/// Whether VARVEL_TYPE gave a type a member that tells its name: `tagged_by("kind")`.
template <class T>
inline constexpr bool is_tagged = type_has<attributes::tag_attribute, T>;

/// `tag_name`, for sinks that make the key of a member at compile time.
template <class T>
struct tag_key {
  static constexpr std::string_view value() { return tag_name<T>; }
};

/// Returns the name of a type in documents: `VARVEL_TYPE(circle, renamed("round"))`, or its own.
template <class T>
constexpr std::string_view document_name() {
  return text_in<attributes::name_attribute>(type_attributes<T>::all, name_of_type<T>());
}

/// Finds a member that is a text. Returns false if there is none.
inline bool text_member(const document& in, const node& from, std::string_view name,
                        std::string_view& text, std::size_t& number) {
  members all;
  if (!members_of(in, from, true, all)) return false;
  for (std::size_t i = 0; i < all.count; i++) {
    std::string_view key;
    if (text_of(in, all.key(i), key) && key == name) {
      number = i;
      return text_of(in, all.value(i), text);
    }
  }
  return false;
}

}  // namespace varvel::structs

#endif

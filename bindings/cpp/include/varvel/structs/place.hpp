// The field that a value stands in, for predicates.

#ifndef VARVEL_STRUCTS_PLACE_HPP
#define VARVEL_STRUCTS_PLACE_HPP

#include <varvel/structs/fields.hpp>

#include <optional>

namespace varvel {

/// A note of a field, by the attribute `noted`.
struct note {
  std::string_view key;
  std::string_view text;
  long long number = 0;
};

/// The place of a value: its field and its struct. An item of a container has no name.
struct place {
  /// The name of the field in documents.
  std::string_view name;
  /// The name of the struct that has the field.
  std::string_view owner;
  /// The name of the type of the field.
  std::string_view type;
  /// The notes of the field.
  const note* notes = nullptr;
  std::size_t note_count = 0;

  /// Returns the note with a key, if the field has one.
  std::optional<note> find(std::string_view key) const {
    for (std::size_t i = 0; i < note_count; i++) {
      if (notes[i].key == key) return notes[i];
    }
    return std::nullopt;
  }
};

namespace structs {

template <class Attribute>
constexpr note note_of(const Attribute& of) {
  note made;
  if constexpr (is_instance<Attribute, attributes::note_attribute>) {
    made.key = of.key;
    if constexpr (std::is_convertible_v<decltype(of.value), std::string_view>) {
      made.text = of.value;
    } else {
      made.number = static_cast<long long>(of.value);
    }
  }
  return made;
}

template <class... Attributes>
constexpr std::array<note, sizeof...(Attributes) + 1> notes_of(
    const std::tuple<Attributes...>& all) {
  return std::apply(
      [](const auto&... each) {
        return std::array<note, sizeof...(Attributes) + 1>{note_of(each)..., note()};
      },
      all);
}

template <class T, std::size_t I>
inline constexpr auto notes_of_field = notes_of(facts<T>::template attributes<I>::all);

/// The place of a field.
template <class T, std::size_t I>
inline constexpr place place_of = {facts<T>::template name<I>(), name_of_type<T>(),
                                   name_of_type<typename facts<T>::template type<I>>(),
                                   notes_of_field<T, I>.data(), notes_of_field<T, I>.size()};

}  // namespace structs
}  // namespace varvel

#endif

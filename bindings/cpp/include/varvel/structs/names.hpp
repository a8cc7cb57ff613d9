// Names that the compiler knows: of types and of the values of enums.

#ifndef VARVEL_STRUCTS_NAMES_HPP
#define VARVEL_STRUCTS_NAMES_HPP

#include <varvel/config.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace varvel::structs {

template <class T>
constexpr std::string_view raw_type() {
  return VARVEL__SIGNATURE;
}

/// How much stands before and behind the type in the text of `raw_type`.
inline constexpr std::size_t before_type = raw_type<double>().find("double");
inline constexpr std::size_t behind_type =
    raw_type<double>().size() - before_type - std::string_view("double").size();

/// Returns the name of a type without its namespaces and template arguments: the last name.
constexpr std::string_view last_name(std::string_view full) {
  std::size_t end = full.size();
  if (!full.empty() && full.back() == '>') {
    std::size_t open = 0;
    for (std::size_t i = full.size(); i-- > 0;) {
      if (full[i] == '>') open++;
      if (full[i] == '<' && --open == 0) {
        end = i;
        break;
      }
    }
  }
  std::size_t start = 0;
  for (std::size_t i = 0; i + 1 < end; i++) {
    if (full[i] == ':' && full[i + 1] == ':') start = i + 2;
  }
  return full.substr(start, end - start);
}

/// Returns the name of an integer type, for which compilers have different ones; else nothing.
template <class T>
constexpr std::string_view name_of_integer() {
  if constexpr (std::is_same_v<T, short>) return "short int";
  if constexpr (std::is_same_v<T, unsigned short>) return "short unsigned int";
  if constexpr (std::is_same_v<T, long>) return "long int";
  if constexpr (std::is_same_v<T, unsigned long>) return "long unsigned int";
  if constexpr (std::is_same_v<T, long long>) return "long long int";
  if constexpr (std::is_same_v<T, unsigned long long>) return "long long unsigned int";
  return std::string_view();
}

/// Finds the name of a type.
template <class T>
constexpr std::string_view find_name() {
  if (!name_of_integer<T>().empty()) return name_of_integer<T>();
  std::string_view full = raw_type<T>();
  full.remove_prefix(before_type);
  full.remove_suffix(behind_type);
  const std::string_view found = last_name(full);
  return found == "basic_string"        ? std::string_view("string")
         : found == "basic_string_view" ? std::string_view("string_view")
                                        : found;
}
template <class T>
inline constexpr std::string_view found_name = find_name<T>();

/// Returns the name of a type as errors show it. It was found when the program was compiled.
template <class T>
VARVEL_INLINE constexpr std::string_view name_of_type() {
  return found_name<T>;
}

}  // namespace varvel::structs

#endif

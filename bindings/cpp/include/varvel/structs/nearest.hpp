// The name that was probably meant.

#ifndef VARVEL_STRUCTS_NEAREST_HPP
#define VARVEL_STRUCTS_NEAREST_HPP

#include <varvel/structs/fields.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace varvel::structs {

/// Returns how many edits make one name of another, or `most` + 1 if those are more.
inline std::size_t edits_between(std::string_view a, std::string_view b, std::size_t most) {
  if (a.size() > 64 || b.size() > 64) return most + 1;
  std::size_t row[65];
  for (std::size_t j = 0; j <= b.size(); j++) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); i++) {
    std::size_t before = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); j++) {
      const std::size_t above = row[j];
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = (std::min)((std::min)(above + 1, row[j - 1] + 1), before + (same ? 0 : 1));
      before = above;
    }
  }
  return (std::min)(row[b.size()], most + 1);
}

/// Returns the words for the names that are known, of which up to eight are shown.
inline std::string one_of(const std::string_view* names, std::size_t count) {
  std::string all = "one of ";
  for (std::size_t i = 0; i < count && i < 8; i++) {
    all += (i == 0 ? "`" : ", `") + std::string(names[i]) + "`";
  }
  return count > 8 ? all + ", ..." : all;
}

/// Returns the name that is nearest to one that is not known; empty if none is near.
inline std::string_view nearest_name(std::string_view name, const std::string_view* names,
                                     std::size_t count) {
  const std::size_t most = name.size() / 3 + 1;
  std::size_t best = most + 1;
  std::string_view found;
  for (std::size_t i = 0; i < count; i++) {
    const std::size_t edits = edits_between(name, names[i], most);
    if (edits < best) {
      best = edits;
      found = names[i];
    }
  }
  if (best > most || best >= name.size()) return {};
  return found;
}

/// Returns a hint with the name that is nearest to one that is not known; empty if none is near.
inline std::string nearest(std::string_view name, const std::string_view* names,
                           std::size_t count) {
  const std::string_view found = nearest_name(name, names, count);
  return found.empty() ? std::string() : "did you mean `" + std::string(found) + "`?";
}

}  // namespace varvel::structs

#endif

// Runs the tests of a program twice: as they are, and where whatever reads has read hundreds of
// documents before, each with keys of its own. Objects are laid out in another form then. Include
// this before "check.hpp".

#ifndef VARVEL_TESTS_WARM_HPP
#define VARVEL_TESTS_WARM_HPP

#include <varvel/varvel.hpp>

#include <map>
#include <string>

#define VARVEL_TESTS_WARM

namespace check {

/// Whether this is the second time that the tests run.
inline bool& warmed() {
  static bool is_warmed = false;
  return is_warmed;
}

/// Calls `read` with 400 documents of a format that have one key each, all different.
template <class Read>
void with_many_keys(varvel::format as, Read read) {
  for (int i = 0; i < 400; i++) {
    read(varvel::write(std::map<std::string, int>{{"key" + std::to_string(i), 1}}, as));
  }
}

/// Lets what this thread keeps for a format read them, if the tests run for the second time.
inline void warm(varvel::format as = varvel::format::json) {
  if (!warmed()) return;
  with_many_keys(as, [&](const std::string& bytes) {
    static_cast<void>(varvel::try_read<std::map<std::string, bool>>(bytes, as));
    static_cast<void>(varvel::frozen::try_parse(bytes, as));
  });
}

/// Lets a reader read them, if the tests run for the second time.
inline varvel::reader& warm(varvel::reader& kept) {
  if (warmed()) {
    with_many_keys(kept.of(), [&](const std::string& bytes) {
      static_cast<void>(kept.try_read<std::map<std::string, bool>>(bytes));
    });
  }
  return kept;
}

}  // namespace check

#endif

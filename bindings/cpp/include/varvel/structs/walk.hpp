// The state that reading and writing share: the error on its way out, and the depth.

#ifndef VARVEL_STRUCTS_WALK_HPP
#define VARVEL_STRUCTS_WALK_HPP

#include <varvel/error.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace varvel::structs {

/// A step from a container to one of its children.
struct step {
  /// The name of the field or the key; without either it is an item.
  std::string name;
  bool named = false;
  /// The number of the child in its container, as the document has it.
  std::size_t number = 0;
  /// The type of the container, and that of the child.
  std::string_view owner;
  std::string_view type;
};

/// An error on its way out: each container that is left adds a step.
struct problem {
  errc code = errc::ok;
  /// The words for what was expected and found, and advice; each may be empty.
  std::string expected;
  std::string found;
  std::string hint;
  /// From the inside out.
  std::vector<step> steps;
  /// Whether the last step's key is meant, and not the value behind it.
  bool at_key = false;
};

/// A walk over values. It ends with the first error.
struct walk {
  problem error;
  /// How many containers may still be entered inside of each other.
  std::size_t depth_left = 128;

  /// Notes an error at the value at which the walk is. Returns false.
  VARVEL_COLD bool fail(errc code, std::string expected, std::string found = {},
                        std::string hint = {}) {
    error = problem{code, std::move(expected), std::move(found), std::move(hint), {}, false};
    return false;
  }

  /// Notes the step that led to an error. Returns false.
  VARVEL_COLD bool leave_item(std::size_t number, std::string_view owner, std::string_view type) {
    error.steps.push_back({{}, false, number, owner, type});
    return false;
  }
  VARVEL_COLD bool leave_member(std::string_view name, std::size_t number, std::string_view owner,
                                std::string_view type) {
    error.steps.push_back({std::string(name), true, number, owner, type});
    return false;
  }

  /// Enters a container. Returns false if that is one too many.
  VARVEL_INLINE bool enter() {
    if (VARVEL_LIKELY(depth_left != 0)) {
      depth_left--;
      return true;
    }
    return fail(errc::depth_limit, "at most 128 containers inside each other");
  }
  VARVEL_INLINE void leave() noexcept { depth_left++; }
};

}  // namespace varvel::structs

#endif

// The state of reading a document into structs: the document, the plans of its shapes, the errors.

#ifndef VARVEL_STRUCTS_INPUT_HPP
#define VARVEL_STRUCTS_INPUT_HPP

#include <varvel/structs/fields.hpp>
#include <varvel/structs/node.hpp>
#include <varvel/structs/walk.hpp>

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace varvel::structs {

/// The slots that the fields of a struct have in the objects of one shape.
struct plan {
  /// A member that is no field, or `none`.
  std::size_t unknown;
  /// The number of the slot of each field, or `none`.
  std::uint32_t slots[1];

  static constexpr std::uint32_t none = 0xFFFFFFFFu;
};

/// The plans for one struct: by shape.
class plans {
 public:
  /// Shapes beyond these are planned anew for each object.
  static constexpr std::size_t most = 1024;

  VARVEL_INLINE const plan* find(std::size_t shape) const noexcept {
    return VARVEL_LIKELY(shape < known_.size()) ? known_[shape] : nullptr;
  }

  /// Returns room for the plan of a shape.
  plan* add(std::size_t shape, std::size_t fields) {
    if (shape >= known_.size()) known_.resize(shape + 1);
    const std::size_t size = sizeof(plan) + fields * sizeof(std::uint32_t);
    const std::size_t words = (size + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
    if (used_ == memory_.size()) memory_.emplace_back(new std::uint64_t[words]);
    plan* made = reinterpret_cast<plan*>(memory_[used_++].get());
    known_[shape] = made;
    return made;
  }

  void forget() noexcept {
    known_.clear();
    used_ = 0;
  }

 private:
  std::vector<const plan*> known_;
  std::vector<std::unique_ptr<std::uint64_t[]>> memory_;
  std::size_t used_ = 0;
};

/// Returns a number for each type that is asked for.
inline std::size_t next_number() noexcept;
template <class T>
std::size_t number_of_type() noexcept {
  static const std::size_t number = next_number();
  return number;
}

/// The plans that a reader keeps from document to document. Documents of one sort have tables of a
/// few forms, since some of their members may be missing: each form has a set of plans.
class plan_store {
 public:
  template <class T>
  VARVEL_INLINE plans& of() {
    const auto& all = sets_[current_].plans;
    const std::size_t number = number_of_type<T>();
    if (VARVEL_LIKELY(number < all.size() && all[number] != nullptr)) return *all[number];
    return make(number);
  }

  /// Turns to the plans for some tables. The oldest set is forgotten where these are new.
  void begin(std::string_view tables) {
    if (VARVEL_LIKELY(tables == sets_[current_].tables)) return;
    for (current_ = 0; current_ < most; current_++) {
      if (tables == sets_[current_].tables) return;
    }
    current_ = oldest_;
    oldest_ = (oldest_ + 1) % most;
    set& own = sets_[current_];
    own.tables.assign(tables.data(), tables.size());
    for (auto& one : own.plans) {
      if (one != nullptr) one->forget();
    }
  }

 private:
  static constexpr std::size_t most = 4;

  struct set {
    std::string tables;
    std::vector<std::unique_ptr<structs::plans>> plans;
  };

  VARVEL_COLD plans& make(std::size_t number) {
    auto& all = sets_[current_].plans;
    if (number >= all.size()) all.resize(number + 1);
    all[number] = std::make_unique<plans>();
    return *all[number];
  }

  std::array<set, most> sets_;
  std::size_t current_ = 0;
  std::size_t oldest_ = 0;
};

/// Returns the words for a node in errors: "an object", "the integer 70000".
inline std::string shown(const document& in, const node& found);
/// Returns advice for a scalar of a text that stands where one of another kind is expected; empty
/// if there is none.
inline std::string advice(const document& in, std::string_view expected, const node& found);

/// The state of a reading.
struct input : walk {
  /// Whether handlers are asked for each value.
  static constexpr bool has_handlers = false;

  structs::document document;
  plan_store* store = nullptr;
  /// Whether views of texts may point into the document.
  bool keeps = false;
  /// Whether the format has only one kind of numbers, as texts and trees have, so that an integer
  /// may become a float that is merely the nearest.
  bool one_kind_of_number = false;
  /// Whether people write the format, and may get advice.
  bool is_text = false;
  /// Whether members that are no fields are errors in all structs.
  bool unknown_refused = false;

  /// Notes that a node is of another kind than expected. Returns false.
  VARVEL_COLD bool mismatch(std::string_view expected, const node& found) {
    return fail(errc::type_mismatch, std::string(expected), shown(document, found),
                is_text ? advice(document, expected, found) : std::string());
  }

  /// Notes that a number does not fit. Returns false.
  VARVEL_COLD bool beyond(std::string_view type, const node& found) {
    return fail(errc::number_out_of_range, std::string(type), shown(document, found));
  }
};

}  // namespace varvel::structs

#include <varvel/structs/input_errors.hpp>

#endif

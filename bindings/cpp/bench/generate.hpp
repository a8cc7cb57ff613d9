// Documents that are made from a seed.

#ifndef VARVEL_BENCH_GENERATE_HPP
#define VARVEL_BENCH_GENERATE_HPP

#include "run.hpp"

#include <random>
#include <string>
#include <vector>

/// Makes words and sentences from a seed.
class generator {
 public:
  explicit generator(unsigned seed) : random_(seed) {}
  std::size_t below(std::size_t end) { return random_() % end; }
  /// Returns lower-case letters.
  std::string letters(std::size_t length);
  std::string hex(std::size_t length);
  std::string words(std::size_t count);
  /// Returns at most this many ids of 40 digits.
  texts ids(std::size_t most);
  /// Shuffles; each order is equally likely.
  template <class T>
  void shuffle(std::vector<T>& all) {
    for (std::size_t end = all.size(); end > 1; end--) std::swap(all[end - 1], all[below(end)]);
  }

 private:
  std::mt19937 random_;
};

/// The documents of a case of libdart's suite, as JSON, and their keys.
///
/// All documents of a case have the same number of keys; together they have some 256 keys, so that
/// cases of other sizes differ in their objects and not in the memory that they use.
struct trees {
  texts json;
  /// The keys of each document: as they come in it, and shuffled.
  std::vector<texts> keys, shuffled;
  /// The texts that the shuffled keys have.
  std::vector<texts> found;
};

/// Makes libdart's flat object (15 tracks, each with its album) 64 times, with other values.
trees flat_objects();
/// Makes libdart's nested object (2 albums, each with its tracks) 64 times, with other values.
trees nested_objects();
/// Makes objects of `count` keys of `length` letters, each with itself as value.
trees random_objects(std::size_t count, std::size_t length);
/// Makes objects of `count` keys of 8 letters, of which `percent` begin with the same two.
trees colliding_objects(std::size_t count, std::size_t percent);
/// Makes objects of `count` keys of 8 letters with strings of 2 to 24 letters.
trees field_objects(std::size_t count);
/// Makes arrays of `count` items of a kind: `string`, `integer`, `float` or `bool`.
trees arrays(const std::string& kind, std::size_t count);
/// Makes an array of `count` records of six fields.
trees record_array(std::size_t count);

#endif

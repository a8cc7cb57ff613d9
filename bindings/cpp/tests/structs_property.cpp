// Values that are drawn from a seed, of a matrix of types, through every format and back; and bytes
// that were damaged: read straight, by way of a frozen document, and for all errors, they get the
// same verdict.

#include <varvel/varvel.hpp>

#include "check.hpp"

#include <random>

namespace {

enum class fruit { apple, pear, plum };

template <class T>
struct box {
  T value{};
  std::optional<T> maybe;
  VARVEL_FIELDS(box, value, (maybe, omit_empty))
};

struct tree {
  std::string name;
  std::vector<tree> children;
  std::unique_ptr<tree> other;
  VARVEL_FIELDS(tree, name, children, (other, omit_empty))
};

class generator {
 public:
  explicit generator(unsigned seed) : random_(seed) {}
  std::size_t below(std::size_t end) { return random_() % end; }
  std::uint64_t bits() { return static_cast<std::uint64_t>(random_()) << 32 | random_(); }

  template <class T>
  void make(T& to, int depth = 3) {
    using namespace varvel::structs;
    if constexpr (std::is_same_v<T, bool>) {
      to = below(2) == 1;
    } else if constexpr (std::is_integral_v<T>) {
      // Many numbers stand at the edge of a width.
      to = static_cast<T>(bits() >> below(64));
      if (below(4) == 0) to = static_cast<T>((std::uint64_t{1} << below(64)) - below(2));
      if (below(2) == 0) to = static_cast<T>(0 - static_cast<std::uint64_t>(to));
    } else if constexpr (std::is_floating_point_v<T>) {
      std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t> all;
      do {
        all = static_cast<decltype(all)>(bits());
        std::memcpy(&to, &all, sizeof to);
        if (below(2) == 0) to = static_cast<T>(static_cast<int>(below(2000))) / 8 - 100;
      } while (to - to != 0);
    } else if constexpr (std::is_enum_v<T>) {
      to = static_cast<T>(below(3));
    } else if constexpr (std::is_same_v<T, std::string>) {
      static const char* const pieces[] = {
          "a", "Ünï", "\"", "\\", "\n", "漢字", "😀", "\x01", "0123456789abcdef", " "};
      to.clear();
      for (std::size_t i = below(5); i-- > 0;) to += pieces[below(10)];
      if (below(10) == 0) to += std::string(below(300), 'x');
      if (below(20) == 0) to += '\0';
    } else if constexpr (is_instance<T, std::optional>) {
      to.reset();
      if (below(2) == 0) make(to.emplace(), depth);
    } else if constexpr (is_nullable<T>) {
      to.reset();
      if (depth > 0 && below(2) == 0) {
        to = T(new typename T::element_type());
        make(*to, depth - 1);
      }
    } else if constexpr (is_fixed_array<T>) {
      for (auto& one : to) make(one, depth);
    } else if constexpr (varvel::is_sequence<T>) {
      to.clear();
      for (std::size_t i = depth > 0 ? below(5) : 0; i-- > 0;) {
        typename T::value_type one{};
        make(one, depth - 1);
        to.push_back(std::move(one));
      }
    } else if constexpr (varvel::is_set<T>) {
      to.clear();
      for (std::size_t i = below(5); i-- > 0;) {
        typename T::value_type one{};
        make(one, depth - 1);
        to.insert(std::move(one));
      }
    } else if constexpr (varvel::is_map<T>) {
      to.clear();
      for (std::size_t i = below(20) == 0 ? 40 : below(5); i-- > 0;) {
        typename T::key_type key{};
        typename T::mapped_type value{};
        make(key, depth - 1);
        make(value, depth - 1);
        to.emplace(std::move(key), std::move(value));
      }
    } else if constexpr (is_instance<T, std::variant>) {
      to = std::variant_alternative_t<0, T>();
      if (below(2) == 0) make(to.template emplace<1>(), depth);
    } else if constexpr (is_tuple<T>) {
      std::apply([&](auto&... each) { (make(each, depth), ...); }, to);
    } else {
      fields(to, depth, std::make_index_sequence<facts<T>::count>());
    }
  }

 private:
  template <class T, std::size_t... I>
  void fields(T& to, int depth, std::index_sequence<I...>) {
    (make(varvel::structs::facts<T>::template get<I>(to), depth), ...);
  }
  std::mt19937 random_;
};

constexpr varvel::format formats[] = {varvel::format::json,       varvel::format::json5,
                                      varvel::format::yaml,       varvel::format::msgpack,
                                      varvel::format::cbor,       varvel::format::frozen,
                                      varvel::format::flexbuffers};

/// Whether a frozen document of the same content reads as `read` did.
template <class T>
void compare(std::string_view packed, const varvel::result<T>& read) {
  const auto frozen = varvel::try_convert(packed, varvel::format::msgpack, varvel::format::frozen);
  if (!frozen) {
    CHECK(!read);
    return;
  }
  const auto again = varvel::try_read<T>(*frozen, varvel::format::frozen);
  // A frozen document does not tell integers from floats, so that an integer becomes the nearest.
  const bool is_inexact =
      read.error().what().find("a number that a float holds") != std::string::npos;
  if (is_inexact) return;
  CHECK_EQUAL(read.has_value(), again.has_value());
  if (read && again)
    CHECK_EQUAL(varvel::write(*read, varvel::format::msgpack),
                varvel::write(*again, varvel::format::msgpack));
  if (!read && !again) CHECK(read.error().code() == again.error().code());
}

/// Whether a reading that looks for all errors begins with the one that another ends at, and else
/// gives the same value.
template <class T>
void compare_all(std::string_view bytes, varvel::format as) {
  const auto read = varvel::try_read<T>(bytes, as);
  const varvel::checked<T> all = varvel::read_all<T>(bytes, as);
  CHECK_EQUAL(read.has_value(), all.errors.empty());
  if (!read && !all.errors.empty()) CHECK_EQUAL(all.errors[0].message(), read.error().message());
  if (read)
    CHECK_EQUAL(varvel::write(all.value, varvel::format::msgpack),
                varvel::write(*read, varvel::format::msgpack));
}

/// Returns bytes with an end, a byte or a bit changed.
std::string damage(std::string bytes, generator& from) {
  switch (from.below(3)) {
    case 0: bytes.resize(from.below(bytes.size() + 1)); break;
    case 1: bytes[from.below(bytes.size())] = static_cast<char>(from.bits()); break;
    default: bytes[from.below(bytes.size())] ^= static_cast<char>(1 << from.below(8)); break;
  }
  return bytes;
}

template <class T>
void holds(unsigned seed) {
  generator from(seed);
  for (int i = 0; i < 25; i++) {
    T value{};
    from.make(value);
    const std::string json = varvel::write(value);
    for (const varvel::format as : formats) {
      const auto bytes = varvel::try_write(value, as);
      if (!bytes) {
        // A FlexBuffer's keys end at a NUL, so it refuses them.
        CHECK(as == varvel::format::flexbuffers &&
              bytes.error().code() == varvel::errc::unrepresentable);
        continue;
      }
      const auto read = varvel::try_read<T>(*bytes, as);
      if (!read) {
        check::fail(__FILE__, __LINE__,
                    std::string(varvel::name(as)) + ": " + read.error().report());
        continue;
      }
      CHECK_EQUAL(varvel::write(*read), json);
    }
    // The text is what the library itself writes.
    CHECK_EQUAL(varvel::convert(json, varvel::format::json, varvel::format::json), json);
    std::string packed = varvel::write(value, varvel::format::msgpack);
    for (int k = 0; k < 8 && !packed.empty(); k++) {
      const std::string damaged = damage(packed, from);
      compare<T>(damaged, varvel::try_read<T>(damaged, varvel::format::msgpack));
      compare_all<T>(damaged, varvel::format::msgpack);
      compare_all<T>(damage(json, from), varvel::format::json);
    }
  }
}

TEST("scalars") {
  holds<bool>(1);
  holds<signed char>(2);
  holds<std::uint16_t>(3);
  holds<std::int32_t>(4);
  holds<std::uint64_t>(5);
  holds<std::int64_t>(6);
  holds<double>(7);
  holds<float>(8);
  holds<std::string>(9);
  holds<fruit>(10);
}

TEST("containers of scalars") {
  holds<std::vector<std::uint8_t>>(11);
  holds<std::vector<std::int64_t>>(12);
  holds<std::vector<std::uint64_t>>(13);
  holds<std::vector<double>>(14);
  holds<std::vector<float>>(15);
  holds<std::vector<bool>>(16);
  holds<std::vector<std::string>>(17);
  holds<std::deque<fruit>>(18);
  holds<std::list<std::optional<int>>>(19);
  holds<std::set<std::string>>(20);
  holds<std::array<std::vector<double>, 3>>(21);
  holds<std::vector<std::array<float, 2>>>(22);
  holds<std::vector<std::vector<short>>>(23);
}

TEST("maps, tuples and variants") {
  holds<std::map<std::string, double>>(31);
  holds<std::map<int, std::string>>(32);
  holds<std::map<fruit, bool>>(33);
  holds<std::map<std::string, std::map<std::string, std::vector<int>>>>(34);
  holds<std::tuple<int, std::string, std::vector<bool>>>(35);
  holds<std::pair<double, std::optional<std::string>>>(36);
  holds<std::variant<std::string, std::vector<int>>>(37);
}

TEST("structs of all of these") {
  holds<box<int>>(41);
  holds<box<std::string>>(42);
  holds<box<std::vector<double>>>(43);
  holds<box<std::map<std::string, fruit>>>(44);
  holds<box<std::variant<double, std::string>>>(45);
  holds<box<std::tuple<bool, float>>>(46);
  holds<box<box<std::uint64_t>>>(47);
  holds<std::vector<box<std::array<int, 2>>>>(48);
  holds<std::map<std::string, box<std::set<int>>>>(49);
  holds<tree>(50);
}

}  // namespace

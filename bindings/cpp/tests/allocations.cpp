// Two things allocate nothing: reading a second document into the same memory, and reading frozen
// documents.

#include <varvel/varvel.hpp>

#include <cstdlib>
#include <utility>

#include "check.hpp"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)
#define COUNTS 1

namespace {
std::size_t count = 0;
}

// The program's own functions are found before those of the C library, also by the Varvel library.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t items, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  count++;
  return __libc_malloc(size);
}
void* calloc(std::size_t items, std::size_t size) {
  count++;
  return __libc_calloc(items, size);
}
void* realloc(void* old, std::size_t size) {
  count++;
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** to, std::size_t alignment, std::size_t size) {
  count++;
  *to = __libc_memalign(alignment, size);
  return *to == nullptr ? 12 : 0;
}

// Only a library with debug assertions has it: it validates each document that it finishes.
extern bool vv_debug_self_check(bool on) __attribute__((weak));
}

namespace {

const bool checks_itself = vv_debug_self_check != nullptr && vv_debug_self_check(false);

/// Returns how often `run` allocates.
template <class F>
std::size_t allocations_of(F&& run) {
  const std::size_t before = count;
  run();
  return count - before;
}

enum class state { open, closed };

struct item {
  std::string name;
  double price = 0;
  std::vector<int> sizes;
  VARVEL_FIELDS(item, name, price, sizes)
};
struct order {
  std::uint64_t id = 0;
  state status{};
  std::string note;
  std::vector<item> items;
  std::optional<std::string> mail;
  std::array<double, 2> place{};
  bool paid = false;
  VARVEL_FIELDS(order, id, status, note, items, mail, place, paid)
};

/// Documents of one size with other values.
std::vector<std::string> documents(varvel::format as) {
  std::vector<std::string> all;
  for (int i = 0; i < 8; i++) {
    order one;
    one.id = 1000000 + static_cast<unsigned>(i);
    one.status = i % 2 == 0 ? state::open : state::closed;
    one.note = std::string(60, static_cast<char>('a' + i));
    for (int j = 0; j < 3; j++) {
      const std::string name = "a name beyond the small ones " + std::to_string(i * 10 + j + 100);
      one.items.push_back({name, 0.25 * (i + j), {i, j, 300 + i}});
    }
    one.mail = "someone-" + std::to_string(i) + "@example.org, a long address";
    one.place = {i + 0.5, 2.0};
    all.push_back(varvel::write(one, as));
  }
  return all;
}

/// Values whose memory is used again: texts and numbers.
struct line {
  std::uint64_t id = 0;
  state status{};
  std::string note;
  std::vector<double> numbers;
  std::array<double, 2> place{};
  VARVEL_FIELDS(line, id, status, note, numbers, place)
};

/// Reads all documents into one value; returns the allocations of all but the first.
template <class T, class Read>
std::size_t from_second(const std::vector<std::string>& all, Read read) {
  T value;
  read(all[0], value);
  std::size_t sum = 0;
  for (std::size_t i = 1; i < all.size(); i++) sum += allocations_of([&] { read(all[i], value); });
  return sum;
}

TEST("a reader allocates nothing but what values need, from the second document of a size on") {
  for (const varvel::format as : {varvel::format::json, varvel::format::msgpack}) {
    varvel::reader reader(as);
    const auto read = [&](const std::string& from, auto& to) { reader.read_into(from, to); };
    std::vector<std::string> lines;
    for (unsigned i = 0; i < 8; i++) {
      line one{1000 + i, state::open, std::string(80, 'x'), {0.5, 1.0 + i, 3}, {1.5, 2}};
      lines.push_back(varvel::write(one, as));
    }
    CHECK_EQUAL(from_second<line>(lines, read), 0u);
    // Three items with a name and sizes each, and one more text, are made anew.
    const std::vector<std::string> orders = documents(as);
    from_second<order>(orders, read);
    CHECK_EQUAL(from_second<order>(orders, read), 7 * (orders.size() - 1));
    // The count sees values that are made anew.
    const auto anew = [&](const std::string& from, auto& to) { to = reader.read<line>(from); };
    CHECK(from_second<line>(lines, anew) >= 2 * (lines.size() - 1));
  }
}

TEST("a value is written into a string that has the room without an allocation") {
  for (const varvel::format as : {varvel::format::json, varvel::format::msgpack}) {
    const auto value = varvel::read<order>(documents(varvel::format::json)[0]);
    std::string out;
    varvel::write_into(value, out, as);
    CHECK_EQUAL(allocations_of([&] { varvel::write_into(value, out, as); }), 0u);
    CHECK(allocations_of([&] { static_cast<void>(varvel::write(value, as)); }) > 0);
  }
}

TEST("a freezer freezes the second document of a size without an allocation, or with a few") {
  using varvel::format;
  const std::pair<format, std::size_t> most[] = {
      {format::json, 0}, {format::msgpack, 1}, {format::cbor, 1}, {format::yaml, 1}};
  for (const auto& [as, each] : most) {
    varvel::freezer many(as);
    const std::vector<std::string> all = documents(as);
    many.freeze(all[0]);
    for (std::size_t i = 1; i < all.size(); i++)
      CHECK(allocations_of([&] { many.freeze(all[i]); }) <= each);
  }
}

TEST("what is frozen is read without an allocation") {
  using varvel::literals::operator""_key;
  const varvel::frozen document = varvel::frozen::parse(documents(varvel::format::json)[3]);
  double sum = 0;
  std::size_t letters = 0;
  CHECK_EQUAL(allocations_of([&] {
                const varvel::view root = document.root();
                for (const varvel::view one : root["items"]) {
                  sum += one["price"].as<double>() + one["price"_key].number();
                  for (const auto [key, value] : one.members()) letters += key.size();
                  letters += one["name"].str().size();
                }
                sum += root["nothing"]["there"].as_or(1.0);
                letters += root.path("items[1].name").str().size();
              }),
              0u);
  CHECK(sum > 1 && letters > 0);
}

TEST("a copy of a document, and of a value, shares it") {
  const varvel::frozen document = varvel::frozen::parse(documents(varvel::format::json)[0]);
  CHECK_EQUAL(allocations_of([&] { const varvel::frozen copy = document; }), 0u);
}

}  // namespace

#endif

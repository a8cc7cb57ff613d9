// Errors of drawn and mutated documents are those of Rust, in the library and in structs: number,
// offset, line, column and path; in readers that are new, in those that read many documents before,
// and in those that met hundreds of keys.
//
// VARVEL_ERROR_CASES is a file of cases as `conformance/examples/error_cases` writes it, `-` the
// standard input. Without it nothing is compared.

#include "warm.hpp"

#include <varvel/structs.hpp>
#include <varvel/varvel.hpp>

#include "check.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <variant>

namespace {

using varvel::error;
using varvel::format;

// The types, with their fields in the same order as in `conformance/examples/error_cases`.

enum class grade { low, medium, high };

struct number_set {
  std::int8_t a = 0;
  std::uint8_t b = 0;
  std::int16_t c = 0;
  std::uint16_t d = 0;
  std::int32_t e = 0;
  std::uint32_t f = 0;
  std::int64_t g = 0;
  std::uint64_t h = 0;
  float single = 0;
  double precise = 0;
  bool yes = false;
  VARVEL_FIELDS(number_set, a, b, c, d, e, f, g, h, single, (precise, renamed("double")), yes)
};

struct text_set {
  std::string name;
  std::optional<std::string> note;
  std::vector<std::byte> data;
  VARVEL_FIELDS(text_set, name, note, data)
};

struct item {
  std::uint32_t id = 0;
  grade level{};
  std::vector<std::string> tags;
  std::vector<double> sizes;
  std::vector<std::int16_t> counts;
  std::optional<std::int16_t> maybe;
  VARVEL_FIELDS(item, id, level, tags, sizes, counts, maybe)
};

struct strict {
  std::uint16_t width = 0;
  std::array<bool, 3> flags{};
  std::pair<std::int8_t, std::string> pair;
  std::unique_ptr<strict> inner;
  VARVEL_FIELDS(strict, width, flags, pair, inner)
  VARVEL_TYPE(strict, unknown_refused)
};

struct circle {
  double radius = 0;
  std::optional<grade> level;
  VARVEL_FIELDS(circle, radius, level)
  VARVEL_TYPE(circle, tagged_by("kind"))
};
struct square {
  std::uint8_t side = 0;
  grade level{};
  VARVEL_FIELDS(square, side, level)
  VARVEL_TYPE(square, tagged_by("kind"))
};
using either_shape = std::variant<circle, square>;
using mixed = std::variant<std::int64_t, std::string>;

struct order {
  std::uint64_t id = 0;
  number_set numbers;
  text_set texts;
  std::vector<item> items;
  std::map<std::string, item> named;
  std::map<std::int32_t, bool> by_id;
  either_shape shape;
  std::map<std::string, grade> levels;
  std::unique_ptr<order> next;
  VARVEL_FIELDS(order, id, numbers, texts, items, named, by_id, shape, levels, next)
};

// How a document is read as a type.
struct root {
  error (*read)(std::string_view, format);
  error (*read_by)(varvel::reader&, std::string_view);
  std::vector<error> (*read_all)(std::string_view, format);
  error (*as)(const varvel::view&);
};

template <class T>
constexpr root root_of = {
    [](std::string_view bytes, format as) { return varvel::try_read<T>(bytes, as).error(); },
    [](varvel::reader& by, std::string_view bytes) { return by.try_read<T>(bytes).error(); },
    [](std::string_view bytes, format as) { return varvel::read_all<T>(bytes, as).errors; },
    [](const varvel::view& of) { return of.try_as<T>().error(); }};

constexpr root roots[] = {root_of<order>,
                          root_of<std::vector<item>>,
                          root_of<std::map<std::string, std::vector<item>>>,
                          root_of<number_set>,
                          root_of<strict>,
                          root_of<std::vector<either_shape>>,
                          root_of<std::map<std::int16_t, text_set>>,
                          root_of<std::vector<std::optional<mixed>>>};

// Returns the part of told() that is compared where the place in the text is not known.
std::string without_place(const std::string& told) {
  const std::size_t name = told.find_first_of(" ,"), path = told.find(", path ");
  return path == std::string::npos ? told : told.substr(0, name) + told.substr(path);
}

// Returns an error as one line: number, place and path, which are compared.
std::string told(std::uint32_t code, std::uint64_t offset, std::size_t line, std::size_t column,
                 const std::string& path) {
  if (code == 0) return "no error";
  std::string text = varvel::name(static_cast<varvel::errc>(code));
  if (offset != ~std::uint64_t{0}) text += " at byte " + std::to_string(offset);
  return text + ", " + std::to_string(line) + ":" + std::to_string(column) + ", path " + path;
}
std::string told(const error& of) {
  const std::uint64_t offset = of.offset() == varvel::no_offset ? ~std::uint64_t{0} : of.offset();
  return told(static_cast<std::uint32_t>(of.code()), offset, of.line(), of.column(), of.path());
}

// Cases, one after the other.
class cases {
 public:
  explicit cases(std::istream& from) : from_(from) {}

  bool next() {
    if (from_.peek() == std::istream::traits_type::eof()) return false;
    number = integer(8);
    as = static_cast<format>(integer(1));
    root = integer(1);
    bytes = text();
    frozen = outcome();
    typed = outcome();
    viewed = outcome();
    lacks_tag = integer(1) != 0;
    if (from_) return true;
    check::fail(__FILE__, __LINE__, "the cases end in the middle of one");
    return false;
  }

  std::uint64_t number = 0;
  format as = format::json;
  std::size_t root = 0;
  std::string bytes;
  // The errors in Rust: of freezing, of reading as the type, and of reading the frozen document.
  std::string frozen, typed, viewed;
  // Whether the tag of a variant is missing, or no text.
  bool lacks_tag = false;

 private:
  std::uint64_t integer(std::size_t size) {
    unsigned char read[8] = {};
    from_.read(reinterpret_cast<char*>(read), static_cast<std::streamsize>(size));
    std::uint64_t made = 0;
    for (std::size_t i = size; i-- > 0;) made = made << 8 | read[i];
    return made;
  }
  std::string text() {
    std::string made(integer(4), '\0');
    from_.read(made.data(), static_cast<std::streamsize>(made.size()));
    return made;
  }
  std::string outcome() {
    const auto code = static_cast<std::uint32_t>(integer(4));
    if (code == 0) return "no error";
    const std::uint64_t offset = integer(8), line = integer(4), column = integer(4);
    return told(code, offset, line, column, text());
  }

  std::istream& from_;
};

std::string hex(std::string_view bytes) {
  std::string made;
  for (const char c : bytes) {
    const auto code = static_cast<unsigned char>(c);
    made += "0123456789abcdef"[code >> 4];
    made += "0123456789abcdef"[code & 15];
  }
  return made;
}

// The readers of a format.
struct readers {
  explicit readers(format as) : used(as), warm(as) {
    check::with_many_keys(as, [&](const std::string& bytes) {
      static_cast<void>(warm.try_read<std::map<std::string, bool>>(bytes));
    });
  }
  varvel::reader used, warm;
};

class comparison {
 public:
  void compare(const cases& of) {
    at_ = &of;
    count++;
    const varvel::result<varvel::frozen> parsed = varvel::frozen::try_parse(of.bytes, of.as);
    const error& frozen = parsed.error();
    same("frozen", frozen, of.frozen);
    same("value", varvel::value::try_parse(of.bytes, of.as).error(), of.frozen);
    const root& as = roots[of.root];
    readers& kept = readers_of(of.as);
    varvel::reader fresh(of.as);
    const error first = as.read_by(fresh, of.bytes);
    same("used reader", as.read_by(kept.used, of.bytes), told(first));
    same("reader that met many keys", as.read_by(kept.warm, of.bytes), told(first));
    same("reader of the thread", as.read(of.bytes, of.as), told(first));
    if (frozen) {
      same("struct", first, of.frozen);
      // Types in Rust skip a member that they do not have, and do not compare its key with others.
      const bool is_doubled = of.frozen.rfind("DuplicateKey", 0) == 0;
      if (of.typed == told(error()) && !is_doubled) same("struct in Rust", first, of.typed);
      refused++;
    } else {
      if (first) unfit++;
      // Without its tag, C++ chooses a variant by its shape, and Rust refuses it.
      if (!of.lacks_tag && told(first) != of.typed) compare_all(as.read_all(of.bytes, of.as));
      if (!of.lacks_tag) compare_node(as.as(parsed->root()), as);
    }
  }

  std::size_t count = 0, refused = 0, unfit = 0, several = 0;

 private:
  // Looks for the error of Rust among all. Rust names the first one in the document, C++ that of
  // the first field.
  void compare_all(const std::vector<error>& all) {
    const error first = all.empty() ? error() : all[0];
    if (all.size() > 1) several++;
    for (const error& one : all) {
      if (told(one) == at_->typed) return;
    }
    if (at_->as != format::yaml) return same("struct", first, at_->typed);
    // A type that asks for a string takes `7` as one in Rust, and not in C++, which reads what was
    // frozen. So does Rust if the document was frozen, but it knows no place in the text then.
    if (without_place(told(first)) == without_place(at_->viewed)) return;
    for (const error& one : all) {
      if (without_place(told(one)) == without_place(at_->viewed)) return;
    }
    same("struct of YAML", first, at_->viewed);
  }

  // A node that was frozen knows no place in the text.
  void compare_node(const error& found, const root& as) {
    if (without_place(told(found)) == without_place(at_->viewed)) return;
    // With several errors, C++ may name another one first than Rust.
    if (found && as.read_all(at_->bytes, at_->as).size() > 1) return;
    same("node", found, without_place(at_->viewed));
  }

  void same(const char* what, const error& found, const std::string& expected) {
    if (told(found) == expected) return;
    check::fail(__FILE__, __LINE__,
                "case " + std::to_string(at_->number) + ", " + std::string(varvel::name(at_->as)) +
                    ", type " + std::to_string(at_->root) + ", " + what + ": " + told(found) +
                    ", expected: " + expected + "\n  " + found.message() + "\n  " +
                    (at_->bytes.find('\0') == std::string::npos ? at_->bytes : "") + "\n  " +
                    hex(at_->bytes));
  }

  readers& readers_of(format as) {
    std::unique_ptr<readers>& kept = readers_[as];
    if (kept == nullptr) kept = std::make_unique<readers>(as);
    return *kept;
  }

  const cases* at_ = nullptr;
  std::map<format, std::unique_ptr<readers>> readers_;
};

}  // namespace

TEST("errors of drawn documents are those of Rust") {
  // All readers are compared at once.
  if (check::warmed()) return;
  const char* const name = std::getenv("VARVEL_ERROR_CASES");
  if (name == nullptr) {
    std::printf("skipped: drawn errors (VARVEL_ERROR_CASES names no cases)\n");
    return;
  }
  std::ifstream file;
  if (std::string_view(name) != "-") file.open(name, std::ios::binary);
  cases of(std::string_view(name) == "-" ? std::cin : file);
  comparison all;
  while (check::failures() < 20 && of.next()) all.compare(of);
  std::printf("%zu cases, %zu malformed, %zu that do not fit, %zu of them in several places\n",
              all.count, all.refused, all.unfit, all.several);
  if (all.count < 1000) return;
  CHECK(all.refused > all.count / 8 && all.unfit > all.count / 4 && all.several < all.count / 8);
  CHECK(all.refused + all.unfit < all.count * 9 / 10);
}

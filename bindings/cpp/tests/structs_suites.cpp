// External suites, read into structs and types of the standard library. VARVEL_SUITES names their
// folder; without it they are left out.

#include <varvel/varvel.hpp>

#include <cstdio>

#include "check.hpp"
#include "files.hpp"

namespace {

/// Any document without extensions.
struct any {
  using time = std::chrono::time_point<std::chrono::system_clock, std::chrono::seconds>;
  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string,
               std::vector<std::byte>, time, std::vector<any>, std::map<std::string, any>>
      value;
};

}  // namespace

template <>
struct varvel::codec<any> {
  template <class In>
  static bool read(In& in, const structs::node& from, any& to) {
    return structs::read_value(in, from, to.value);
  }
  template <class Out>
  static bool write(Out& out, const any& from) {
    return structs::write_value(out, from.value);
  }
};

namespace {

TEST("JSONTestSuite into a type of all documents") {
  const std::string folder = suite("JSONTestSuite");
  if (folder.empty()) return;
  std::size_t read = 0;
  for (const std::string& file : files_of(folder + "/test_parsing")) {
    const std::string name = std::filesystem::path(file).filename().string(),
                      text = contents_of(file);
    const auto way = varvel::reading(varvel::options().duplicates(varvel::duplicates::last));
    const auto found = varvel::try_read<any>(text, varvel::format::json, way);
    if (name[0] == 'y' && !found)
      check::fail(__FILE__, __LINE__, name + ": " + found.error().report());
    if (name[0] == 'n' && found) check::fail(__FILE__, __LINE__, name + " is read");
    if (!found) continue;
    read++;
    const std::string again = varvel::write(*found);
    CHECK_EQUAL(varvel::write(varvel::read<any>(again)), again);
  }
  CHECK(read >= 95);
}

template <class T>
bool reads(const std::string& bytes, const T& wanted) {
  const varvel::result<T> read = varvel::try_read<T>(bytes, varvel::format::msgpack);
  return read && *read == wanted &&
         varvel::read<T>(varvel::write(*read, varvel::format::msgpack), varvel::format::msgpack) ==
             wanted;
}

/// Numbers of the suite stand in floats too.
bool reads_number(const std::string& bytes, const varvel::view& wanted) {
  if (const auto number = wanted.maybe_as<std::int64_t>()) {
    if (reads(bytes, *number)) return true;
  } else if (const auto natural = wanted.maybe_as<std::uint64_t>()) {
    if (reads(bytes, *natural)) return true;
  }
  return reads(bytes, wanted.as<double>());
}

bool reads_bytes(const std::string& bytes, const std::string& wanted) {
  std::vector<std::byte> all;
  for (const char one : wanted) all.push_back(static_cast<std::byte>(one));
  return reads(bytes, all);
}

/// Reads a time in the widest unit that holds it, and expects that others refuse it.
bool reads_time(const std::string& bytes, std::int64_t seconds, std::int64_t nanos) {
  using namespace std::chrono;
  using in_seconds = time_point<system_clock, std::chrono::seconds>;
  using in_nanos = time_point<system_clock, nanoseconds>;
  if (nanos == 0) return reads(bytes, in_seconds(std::chrono::seconds(seconds)));
  if (varvel::try_read<in_seconds>(bytes, varvel::format::msgpack)) return false;
  if (seconds > 9223372035 || seconds < -9223372036) {
    return varvel::try_read<in_nanos>(bytes, varvel::format::msgpack).error().code() ==
           varvel::errc::number_out_of_range;
  }
  return reads(bytes, in_nanos(std::chrono::seconds(seconds) + nanoseconds(nanos)));
}

/// Returns whether bytes are read as the suite says in the field `kind`.
bool reads_as(const std::string& bytes, const varvel::view& value) {
  if (value.contains("bignum")) {
    return reads_number(bytes, varvel::frozen::parse(value["bignum"].str()).root());
  }
  const auto [kind, wanted] = *value.members().begin();
  if (kind == "nil") return reads(bytes, std::optional<int>());
  if (kind == "bool") return reads(bytes, wanted.as<bool>());
  if (kind == "number") return reads_number(bytes, wanted);
  if (kind == "string") return reads(bytes, wanted.as<std::string>());
  if (kind == "binary") return reads_bytes(bytes, bytes_of(wanted.str()));
  if (kind == "timestamp") return reads_time(bytes, wanted[0].integer(), wanted[1].integer());
  const varvel::result<any> read = varvel::try_read<any>(bytes, varvel::format::msgpack);
  if (kind == "ext") return !read;
  return read && varvel::write(*read) == varvel::to_json(wanted);
}

TEST("msgpack-test-suite into the type of each value") {
  const std::string folder = suite("msgpack-test-suite");
  if (folder.empty()) return;
  const varvel::frozen document = varvel::load(folder + "/dist/msgpack-test-suite.json");
  std::size_t count = 0;
  for (const auto [file, values] : document.members()) {
    for (const varvel::view value : values) {
      for (const varvel::view hex : value.at("msgpack")) {
        ++count;
        if (!reads_as(bytes_of(hex.str()), value)) {
          check::fail(__FILE__, __LINE__, std::string(file) + " " + std::string(hex.str()));
        }
      }
    }
  }
  CHECK_EQUAL(count, 233u);
}

}  // namespace

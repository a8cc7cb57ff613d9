// The tests of one file, which is a program: TEST("what holds") { CHECK(...); }

#ifndef VARVEL_TESTS_CHECK_HPP
#define VARVEL_TESTS_CHECK_HPP

#include <cstdio>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace check {

struct test {
  const char* name;
  void (*body)();
};

inline std::vector<test>& tests() {
  static std::vector<test> all;
  return all;
}

inline int& failures() {
  static int count = 0;
  return count;
}

struct registration {
  registration(const char* name, void (*body)()) { tests().push_back({name, body}); }
};

inline void fail(const char* file, int line, const std::string& what) {
  std::printf("%s:%d: %s\n", file, line, what.c_str());
  ++failures();
}

template <class T>
std::string shown(const T& value) {
  std::ostringstream out;
  if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    out << '"' << std::string_view(value) << '"';
  } else if constexpr (std::is_enum_v<T>) {
    out << static_cast<long long>(value);
  } else {
    out << value;
  }
  return out.str();
}

template <class A, class B>
void equal(const char* file, int line, const char* text, const A& a, const B& b) {
  if (a == b) return;
  fail(file, line, std::string(text) + ": " + shown(a) + " is not " + shown(b));
}

}  // namespace check

#define CHECK_JOIN2(a, b) a##b
#define CHECK_JOIN(a, b) CHECK_JOIN2(a, b)
#define TEST(name)                                                                                 \
  static void CHECK_JOIN(test_, __LINE__)();                                                       \
  static const check::registration CHECK_JOIN(registered_, __LINE__)(name,                         \
                                                                     CHECK_JOIN(test_, __LINE__)); \
  static void CHECK_JOIN(test_, __LINE__)()

#define CHECK(...)                                                                \
  do {                                                                            \
    if (!(__VA_ARGS__)) check::fail(__FILE__, __LINE__, "failed: " #__VA_ARGS__); \
  } while (false)
#define CHECK_EQUAL(a, b) check::equal(__FILE__, __LINE__, #a, (a), (b))

#if defined(__cpp_exceptions)
// The code ends with a varvel::exception whose error has this number.
#define CHECK_THROWS(number, ...)                                                          \
  do {                                                                                     \
    try {                                                                                  \
      static_cast<void>(__VA_ARGS__);                                                      \
      check::fail(__FILE__, __LINE__, "did not throw: " #__VA_ARGS__);                     \
    } catch (const varvel::exception& caught) {                                            \
      check::equal(__FILE__, __LINE__, #__VA_ARGS__, caught.code(), varvel::errc::number); \
    }                                                                                      \
  } while (false)
#else
#define CHECK_THROWS(number, ...) static_cast<void>(0)
#endif

static void run_all(const char* when) {
  for (const check::test& one : check::tests()) {
    const int before = check::failures();
    one.body();
    if (check::failures() != before) std::printf("FAILED%s: %s\n", when, one.name);
  }
}

int main() {
  run_all("");
#if defined(VARVEL_TESTS_WARM)
  check::warmed() = true;
  run_all(" after many keys");
#endif
  std::printf("%zu tests, %d failures\n", check::tests().size(), check::failures());
  return check::failures() == 0 ? 0 : 1;
}

#endif

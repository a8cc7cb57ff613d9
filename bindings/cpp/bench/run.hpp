// Cases, the jobs of each library in them, and how they are timed.

#ifndef VARVEL_BENCH_RUN_HPP
#define VARVEL_BENCH_RUN_HPP

#include <varvel/varvel.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

using texts = std::vector<std::string>;

/// Makes the compiler believe that the value is used and that memory is changed.
template <class T>
inline void keep(const T& value) {
  const T* reference = &value;
  asm volatile("" : : "r"(&reference) : "memory");
}

/// A library under test: `run` does the whole work of a case once. `result` returns what was read
/// or written, for comparison.
struct job {
  std::string name;
  std::string version;
  std::function<void()> run;
  std::function<texts()> result;
};

/// A case whose data is made.
struct work {
  std::vector<job> jobs;
  /// The result that every job must have.
  texts expected;
  /// The number of documents, look-ups, ... of one run.
  std::size_t operations = 1;
  /// The bytes of one run; 0 where throughput says nothing.
  std::size_t bytes = 0;
};

/// A case: `make` makes its data, in the process that measures it.
struct plan {
  std::string suite;
  std::string name;
  std::function<work()> make;
};

/// The measurement of one library in one case: nanoseconds of one operation.
struct row {
  std::string suite, name, subject, version;
  double ns_per_op = 0, mad_ns = 0, bytes_per_op = 0, mean_ns = 0, deviation_ns = 0;
  VARVEL_FIELDS(row, suite, (name, renamed("case")), subject, version, ns_per_op, mad_ns,
                bytes_per_op, mean_ns, deviation_ns)
};

/// How long the libraries are timed.
struct effort {
  int rounds = 15;
  double seconds_per_turn = 0.01;
  /// The one library that is run, for profilers; all if it is empty.
  std::string subject = {};
};

/// Checks and times a case in a process of its own, so that none finds the heap as another left it.
/// Ends the program if a library has another result, or fails.
std::vector<row> measure(const plan& of, const effort& how);

#endif

#include "run.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include <sys/wait.h>
#include <unistd.h>

namespace {

/// Returns the time that this thread has run: other processes use the machine, too.
double seconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double median_of(std::vector<double>& all) {
  std::sort(all.begin(), all.end());
  const std::size_t middle = all.size() / 2;
  return all.size() % 2 == 1 ? all[middle] : (all[middle - 1] + all[middle]) / 2;
}

/// Makes the row of a job from its times, in seconds of one run.
row row_of(const plan& of, const work& done, const job& by, std::vector<double> times) {
  const double count = static_cast<double>(times.size());
  const double scale = 1e9 / static_cast<double>(done.operations);
  row made;
  made.suite = of.suite;
  made.name = of.name;
  made.subject = by.name;
  made.version = by.version;
  double mean = 0, squares = 0;
  for (const double time : times) mean += time / count;
  for (const double time : times) squares += (time - mean) * (time - mean) / count;
  const double median = median_of(times);
  std::vector<double> away;
  for (const double time : times) away.push_back(std::abs(time - median));
  made.ns_per_op = median * scale;
  made.mad_ns = median_of(away) * scale;
  made.mean_ns = mean * scale;
  made.deviation_ns = std::sqrt(squares) * scale;
  made.bytes_per_op = static_cast<double>(done.bytes) / static_cast<double>(done.operations);
  return made;
}

void check(const plan& of, const work& made) {
  for (const job& one : made.jobs) {
    one.run();
    const texts found = one.result();
    if (found == made.expected) continue;
    std::fprintf(stderr, "%s: the result of %s is another one\n", of.name.c_str(),
                 one.name.c_str());
    for (std::size_t i = 0; i < std::max(found.size(), made.expected.size()); i++) {
      const std::string ours = i < made.expected.size() ? made.expected[i] : "(nothing)";
      const std::string theirs = i < found.size() ? found[i] : "(nothing)";
      if (ours == theirs) continue;
      std::fprintf(stderr, "expected %.300s\nfound    %.300s\n", ours.c_str(), theirs.c_str());
      break;
    }
    std::_Exit(1);
  }
}

std::vector<row> timed(const plan& of, const effort& how) {
  work made = of.make();
  if (!how.subject.empty()) {
    const auto others = [&](const job& one) { return one.name != how.subject; };
    made.jobs.erase(std::remove_if(made.jobs.begin(), made.jobs.end(), others), made.jobs.end());
  }
  check(of, made);
  std::vector<std::size_t> repeats;
  for (const job& one : made.jobs) {
    const double start = seconds();
    std::size_t runs = 0;
    do {
      one.run();
      runs++;
    } while (seconds() - start < how.seconds_per_turn);
    repeats.push_back(runs);
  }
  std::vector<std::vector<double>> times(made.jobs.size());
  for (int round = 0; round < how.rounds; round++) {
    for (std::size_t i = 0; i < made.jobs.size(); i++) {
      // The others have emptied the caches.
      if (repeats[i] > 1) made.jobs[i].run();
      const double start = seconds();
      for (std::size_t run = 0; run < repeats[i]; run++) made.jobs[i].run();
      times[i].push_back((seconds() - start) / static_cast<double>(repeats[i]));
    }
  }
  std::vector<row> rows;
  for (std::size_t i = 0; i < made.jobs.size(); i++)
    rows.push_back(row_of(of, made, made.jobs[i], std::move(times[i])));
  return rows;
}

[[noreturn]] void fail(const plan& of, const char* why) {
  std::fprintf(stderr, "%s: %s\n", of.name.c_str(), why);
  std::exit(1);
}

}  // namespace

std::vector<row> measure(const plan& of, const effort& how) {
  int ends[2];
  if (pipe(ends) != 0) fail(of, "no pipe");
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) fail(of, "no process");
  if (child == 0) {
    close(ends[0]);
    const std::string all = varvel::write(timed(of, how));
    for (std::size_t done = 0; done < all.size();) {
      const ssize_t wrote = write(ends[1], all.data() + done, all.size() - done);
      if (wrote <= 0) std::_Exit(1);
      done += static_cast<std::size_t>(wrote);
    }
    std::_Exit(0);
  }
  close(ends[1]);
  std::string all;
  char some[4096];
  for (ssize_t got; (got = read(ends[0], some, sizeof some)) > 0;)
    all.append(some, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) fail(of, "its process failed");
  return varvel::read<std::vector<row>>(all);
}

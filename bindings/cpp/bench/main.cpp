// The benchmark of the C++ headers: libdart's and DataConfig's suites, beside peers.
//
//     bench FOLDER [--quick] [--only TEXT] [--subject NAME] [--json FILE]
//
// FOLDER has twitter.json, canada.json and citm_catalog.json. All libraries take turns, and their
// results are compared before they are timed. `--only` runs the cases whose `SUITE/NAME` has this
// text, and `--subject` one library, for profilers; `--json` writes the rows.

#include "dataconfig.hpp"
#include "libdart.hpp"

#include <varvel/varvel.hpp>

#include <cstdio>
#include <cstring>

namespace {

/// The content of the file that `--json` names.
struct outcome {
  std::vector<std::string> missing;
  std::vector<row> rows;
  VARVEL_FIELDS(outcome, missing, rows)
};

/// Returns the peers that this program was built without.
std::vector<std::string> missing() {
  std::vector<std::string> all;
#if !VARVEL_BENCH_YYJSON
  all.push_back("yyjson: no yyjson.c");
#endif
#if !VARVEL_BENCH_RAPIDJSON
  all.push_back("RapidJSON: no rapidjson/document.h");
#endif
#if !VARVEL_BENCH_NLOHMANN
  all.push_back("nlohmann: no nlohmann/json.hpp");
#endif
#if !VARVEL_BENCH_MSGPACK
  all.push_back("msgpack-cxx: no msgpack.hpp");
#endif
#if !VARVEL_BENCH_FLEXBUFFERS
  all.push_back("FlexBuffers C++: no flatbuffers/flexbuffers.h");
#endif
  return all;
}

/// Prints a case: of each library the median of an operation, mean and deviation, and how many
/// times as long as ours it takes.
void print(const std::vector<row>& rows) {
  for (const row& one : rows) {
    std::printf("%-15s %-26s %-19s %12.1f ns", one.suite.c_str(), one.name.c_str(),
                one.subject.c_str(), one.ns_per_op);
    if (one.bytes_per_op > 0) {
      std::printf(" %7.0f MB/s, mean %7.0f", one.bytes_per_op / one.ns_per_op * 1e3,
                  one.bytes_per_op / one.mean_ns * 1e3);
    }
    std::printf(", deviation %4.1f %% %6.2f\n", one.deviation_ns / one.mean_ns * 100,
                one.ns_per_op / rows.front().ns_per_op);
  }
  std::fflush(stdout);
}

int usage() {
  std::fprintf(stderr, "bench FOLDER [--quick] [--only TEXT] [--subject NAME] [--json FILE]\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return usage();
  effort how;
  std::string only, json;
  for (int i = 2; i < argc; i++) {
    const std::string option = argv[i];
    if (option == "--quick") {
      how.rounds = 5;
      how.seconds_per_turn = 0.002;
    } else if (option == "--only" && i + 1 < argc) {
      only = argv[++i];
    } else if (option == "--subject" && i + 1 < argc) {
      how.subject = argv[++i];
    } else if (option == "--json" && i + 1 < argc) {
      json = argv[++i];
    } else {
      return usage();
    }
  }
  std::vector<plan> plans = libdart_plans();
  for (plan& one : dataconfig_plans(argv[1])) plans.push_back(std::move(one));
  outcome all{missing(), {}};
  for (const std::string& one : all.missing) std::printf("missing: %s\n", one.c_str());
  for (const plan& one : plans) {
    if ((one.suite + "/" + one.name).find(only) == std::string::npos) continue;
    std::vector<row> rows = measure(one, how);
    print(rows);
    for (row& each : rows) all.rows.push_back(std::move(each));
  }
  if (!json.empty()) varvel::write_file(json, all);
  return 0;
}

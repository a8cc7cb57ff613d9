// The benchmark of structs: every library does the same work, by turns, and makes the same result.
//
//     bench FOLDER [--quick]
//
// FOLDER has twitter.json, canada.json and citm_catalog.json. Times are medians of rounds in which
// all libraries take their turn.

#include "peers.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>

namespace {

int rounds = 15;
double seconds_per_turn = 0.02;

/// How many times as fast as a peer ours is: by family and peer, then by case.
std::map<std::string, std::map<std::string, double>> ratios;

double seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

/// Makes words and sentences from a seed.
class generator {
 public:
  explicit generator(unsigned seed) : random_(seed) {}
  std::size_t below(std::size_t end) { return random_() % end; }
  std::string hex(std::size_t length) {
    std::string text;
    while (text.size() < length) text += "0123456789abcdef"[below(16)];
    return text;
  }
  std::string words(std::size_t count) {
    static const char* const all[] = {
        "the",         "of",       "analysis", "method",    "cells",    "patients",
        "results",     "between",  "protein",  "algorithm", "learning", "significant",
        "temperature", "networks", "p < 0.05", "approach",  "naïve",    "\"observed\""};
    std::string text;
    for (std::size_t i = 0; i < count; i++) {
      if (i != 0) text += ' ';
      text += all[below(sizeof all / sizeof *all)];
    }
    return text;
  }
  corpus::texts ids(std::size_t most) {
    corpus::texts all(below(most + 1));
    for (std::string& one : all) one = hex(40);
    return all;
  }

 private:
  std::mt19937 random_;
};

corpus::paper paper(generator& from) {
  corpus::paper made;
  made.id = from.hex(40);
  made.title = from.words(4 + from.below(10));
  made.paperAbstract = from.words(60 + from.below(120));
  for (std::size_t i = 1 + from.below(5); i-- > 0;) {
    corpus::author author{from.words(2), {std::to_string(from.below(50000000))}, {}};
    if (from.below(3) == 0)
      author.structuredName = corpus::structured_name{from.words(1), {}, from.words(1)};
    made.authors.push_back(author);
  }
  made.inCitations = from.ids(8);
  made.outCitations = from.ids(12);
  made.year = 1950 + static_cast<unsigned>(from.below(75));
  made.s2Url = "https://semanticscholar.org/paper/" + made.id;
  made.pdfUrls = {"http://example.org/" + from.hex(12) + ".pdf"};
  made.venue = from.words(3);
  made.journalName = from.words(3);
  made.journalVolume = std::to_string(from.below(80));
  made.doi = "10.1016/" + from.hex(12);
  made.doiUrl = "https://doi.org/" + made.doi;
  made.fieldsOfStudy = {"Medicine"};
  made.magId = std::to_string(from.below(900000000));
  return made;
}

corpus::record record(generator& from) {
  const auto name = [&] { return from.hex(4) + " " + from.hex(3); };
  const auto age = [&] { return 18 + static_cast<unsigned>(from.below(60)); };
  corpus::record made;
  made.person = {name(),
                 age(),
                 {"123 " + from.hex(4) + " Street", from.hex(7), "CA", "12345"},
                 from.hex(8) + "@example.com",
                 {"555-555-5555", "555-123-4567"},
                 true};
  made.hobbies = {from.hex(7), from.hex(8), from.hex(9)};
  made.friends = {{name() + "xx", age(), from.hex(10) + "@example.com"},
                  {name() + "xxx", age(), from.hex(11) + "@example.com"}};
  made.pets = {{from.hex(4), "Dog", 5}, {from.hex(8), "Cat", 3}};
  return made;
}

template <class T>
documents<T> of_values(std::vector<T> values) {
  documents<T> made;
  made.values = std::move(values);
  for (const T& one : made.values) {
    made.json.push_back(varvel::write(one));
    made.msgpack.push_back(varvel::write(one, varvel::format::msgpack));
  }
  return made;
}

template <class T>
documents<T> of_file(const std::string& name) {
  documents<T> made;
  made.json.push_back(varvel::try_read_bytes(name).value());
  made.values.push_back(varvel::read<T>(made.json[0]));
  made.msgpack.push_back(varvel::write(made.values[0], varvel::format::msgpack));
  return made;
}

template <class T>
job varvel_read(const documents<T>& of, varvel::format as) {
  auto reader = std::make_shared<varvel::reader>(as);
  return read_each<T>("varvel", as == varvel::format::json ? &of.json : &of.msgpack,
                      [=](const std::string& from, T& to) { reader->read_into(from, to); });
}

template <class T>
job varvel_write(const documents<T>& of, varvel::format as) {
  auto out = std::make_shared<std::string>();
  return write_each("varvel", of, as, [=](const T& from) {
    varvel::write_into(from, *out, as);
    return std::string_view(*out);
  });
}

std::size_t total_size(const std::vector<std::string>& all) {
  std::size_t bytes = 0;
  for (const std::string& one : all) bytes += one.size();
  return bytes;
}

/// Runs the jobs of a case by turns, and prints what each takes for one document.
void compare(const std::string& family, const std::string& name, const std::vector<job>& jobs,
             std::size_t bytes, std::size_t count) {
  std::vector<std::vector<double>> times(jobs.size());
  std::vector<std::size_t> repeats;
  for (const job& one : jobs) {
    const double start = seconds();
    std::size_t runs = 0;
    do {
      one.run();
      runs++;
    } while (seconds() - start < seconds_per_turn);
    repeats.push_back(runs);
  }
  for (int round = 0; round < rounds; round++) {
    for (std::size_t i = 0; i < jobs.size(); i++) {
      const double start = seconds();
      for (std::size_t run = 0; run < repeats[i]; run++) jobs[i].run();
      times[i].push_back((seconds() - start) / static_cast<double>(repeats[i]));
    }
  }
  double ours = 0;
  for (std::size_t i = 0; i < jobs.size(); i++) {
    std::vector<double>& all = times[i];
    double mean = 0, spread = 0;
    for (const double time : all) mean += time / static_cast<double>(all.size());
    for (const double time : all)
      spread += (time - mean) * (time - mean) / static_cast<double>(all.size());
    std::sort(all.begin(), all.end());
    const double median = all[all.size() / 2];
    if (i == 0) ours = median;
    const double ratio = median / ours;
    std::printf(
        "%-10s %-13s %-19s %12.0f ns %8.0f MB/s   mean %8.0f MB/s   deviation %4.1f %%   %5.2f\n",
        family.c_str(), name.c_str(), jobs[i].name.c_str(),
        median / static_cast<double>(count) * 1e9, static_cast<double>(bytes) / median / 1e6,
        static_cast<double>(bytes) / mean / 1e6, std::sqrt(spread) / mean * 100, ratio);
    if (i != 0) ratios[family + " / " + jobs[i].name][name] = ratio;
  }
  std::fflush(stdout);
}

template <class T>
void run(const std::string& name, const documents<T>& of) {
  using all = peers<T>;
  using varvel::format;
  const std::vector<std::string> expected = as_json(of.values);
  const auto compare_checked = [&](const std::string& family, const std::vector<job>& jobs,
                                   std::size_t bytes) {
    for (const job& one : jobs) {
      one.run();
      if (one.result() == expected) continue;
      std::printf("%s, %s: %s makes another result\n", family.c_str(), name.c_str(),
                  one.name.c_str());
      std::exit(1);
    }
    compare(family, name, jobs, bytes, of.values.size());
  };
  compare_checked("from json",
                  {varvel_read(of, format::json), all::simdjson_read(of), all::rapidjson_read(of),
                   all::nlohmann_read(of)},
                  total_size(of.json));
  compare_checked("to json",
                  {varvel_write(of, format::json), all::simdjson_write(of),
                   all::rapidjson_write(of), all::nlohmann_write(of)},
                  total_size(expected));
  compare_checked("from pack", {varvel_read(of, format::msgpack), all::msgpack_read(of)},
                  total_size(of.msgpack));
  compare_checked("to pack", {varvel_write(of, format::msgpack), all::msgpack_write(of)},
                  total_size(of.msgpack));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::printf("bench FOLDER [--quick]\n");
    return 2;
  }
  if (argc > 2 && std::strcmp(argv[2], "--quick") == 0) {
    rounds = 9;
    seconds_per_turn = 0.005;
  }
  const std::string folder = argv[1];
  generator from(7);
  std::vector<corpus::paper> papers;
  for (int i = 0; i < 400; i++) papers.push_back(paper(from));
  std::vector<corpus::record> records;
  for (int i = 0; i < 64; i++) records.push_back(record(from));
  run("twitter", of_file<corpus::twitter>(folder + "/twitter.json"));
  run("canada", of_file<corpus::canada>(folder + "/canada.json"));
  run("citm_catalog", of_file<corpus::citm_catalog>(folder + "/citm_catalog.json"));
  run("papers", of_values(std::move(papers)));
  run("record", of_values(std::move(records)));
  std::printf("\nhow many times as fast as a peer: geometric mean, least\n");
  for (const auto& [family, cases] : ratios) {
    double logs = 0, least = 1e9;
    std::string worst;
    for (const auto& [name, ratio] : cases) {
      logs += std::log(ratio) / static_cast<double>(cases.size());
      if (ratio < least) {
        least = ratio;
        worst = name;
      }
    }
    std::printf("%-32s %5.2f  %5.2f (%s)\n", family.c_str(), std::exp(logs), least, worst.c_str());
  }
  return 0;
}

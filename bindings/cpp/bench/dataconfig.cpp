#include "dataconfig.hpp"

#include "generate.hpp"
#include "structs/peers.hpp"

#include <varvel/varvel.hpp>

namespace {

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
job varvel_read(const given_documents<T>& of, varvel::format as) {
  auto reader = std::make_shared<varvel::reader>(as);
  return read_each<T>({"varvel", VARVEL_BENCH_VERSION},
                      as == varvel::format::json ? &of->json : &of->msgpack,
                      [=](const std::string& from, T& to) { reader->read_into(from, to); });
}

template <class T>
job varvel_write(const given_documents<T>& of, varvel::format as) {
  auto out = std::make_shared<std::string>();
  return write_each({"varvel", VARVEL_BENCH_VERSION}, of, as, [=](const T& from) {
    varvel::write_into(from, *out, as);
    return std::string_view(*out);
  });
}

template <class T>
void add_varvel(const given_documents<T>& of, struct_jobs& to) {
  using varvel::format;
  to.read.push_back(varvel_read(of, format::json));
  to.write.push_back(varvel_write(of, format::json));
  to.unpack.push_back(varvel_read(of, format::msgpack));
  to.pack.push_back(varvel_write(of, format::msgpack));
  const named by = {"varvel", VARVEL_BENCH_VERSION};
  to.to_msgpack.push_back(
      convert_each(by, of, &documents<T>::json, format::msgpack, [](const std::string& from) {
        return varvel::convert(from, format::json, format::msgpack);
      }));
  to.to_json.push_back(
      convert_each(by, of, &documents<T>::msgpack, format::json, [](const std::string& from) {
        return varvel::convert(from, format::msgpack, format::json);
      }));
}

template <class T>
struct_jobs all_jobs(const given_documents<T>& of) {
  struct_jobs all;
  add_varvel(of, all);
  add_simdjson(of, all);
#if VARVEL_BENCH_YYJSON
  add_yyjson(of, all);
#endif
#if VARVEL_BENCH_RAPIDJSON
  add_rapidjson(of, all);
#endif
#if VARVEL_BENCH_NLOHMANN
  add_nlohmann(of, all);
#endif
#if VARVEL_BENCH_MSGPACK
  add_msgpack(of, all);
#endif
  return all;
}

/// A family: its name, its jobs, and the format whose bytes its throughput counts.
struct family {
  const char* name;
  std::vector<job> struct_jobs::*jobs;
  varvel::format counted;
};

constexpr family families[] = {
    {"read", &struct_jobs::read, varvel::format::json},
    {"write", &struct_jobs::write, varvel::format::json},
    {"unpack", &struct_jobs::unpack, varvel::format::msgpack},
    {"pack", &struct_jobs::pack, varvel::format::msgpack},
    {"from-json", &struct_jobs::to_msgpack, varvel::format::json},
    {"to-json", &struct_jobs::to_json, varvel::format::msgpack},
};

/// Adds the cases of some documents, which `make` makes.
template <class Make>
void add(std::vector<plan>& to, const std::string& name, Make make) {
  for (const family& one : families) {
    to.push_back({"cpp-dataconfig", std::string(one.name) + "/" + name, [=] {
                    using all = decltype(make());
                    const auto in = std::make_shared<const all>(make());
                    work made;
                    made.jobs = all_jobs(in).*one.jobs;
                    made.expected = as_json(in->values);
                    made.operations = in->values.size();
                    // The output has no spaces.
                    const bool written = one.jobs == &struct_jobs::write;
                    const texts& counted = one.counted == varvel::format::msgpack ? in->msgpack
                                           : written                              ? made.expected
                                                                                  : in->json;
                    for (const std::string& text : counted) made.bytes += text.size();
                    return made;
                  }});
  }
}

}  // namespace

std::vector<plan> dataconfig_plans(const std::string& folder) {
  std::vector<plan> all;
  add(all, "twitter", [=] { return of_file<corpus::twitter>(folder + "/twitter.json"); });
  add(all, "canada", [=] { return of_file<corpus::canada>(folder + "/canada.json"); });
  add(all, "citm_catalog",
      [=] { return of_file<corpus::citm_catalog>(folder + "/citm_catalog.json"); });
  add(all, "papers", [] {
    generator from(7);
    std::vector<corpus::paper> papers;
    for (int i = 0; i < 400; i++) papers.push_back(paper(from));
    return of_values(std::move(papers));
  });
  add(all, "record", [] {
    generator from(8);
    std::vector<corpus::record> records;
    for (int i = 0; i < 64; i++) records.push_back(record(from));
    return of_values(std::move(records));
  });
  return all;
}

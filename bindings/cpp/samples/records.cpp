// Lines of JSON: bad ones are set aside, the others summed up and packed.

#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <varvel/varvel.hpp>

namespace {

const char* const lines = R"({"sku": "A-1", "count": 3}
{"sku": "B-2", "count": }
{"sku": "A-1", "count": 4}
)";

}  // namespace

int main() {
  std::istringstream input(lines);
  std::ostringstream packed;
  const auto done = varvel::try_convert_records(
      input, varvel::format::json, packed, varvel::format::msgpack,
      [](const varvel::bad_record& bad) {
        std::cout << "line " << bad.number << ": " << bad.message << '\n';
      });
  if (!done) {
    std::cout << done.error() << '\n';
    return 1;
  }
  std::cout << done->records << " records in " << done->bytes_out << " bytes\n";

  std::istringstream again(packed.str());
  std::map<std::string, int> counts;
  varvel::each_record(again, varvel::format::msgpack, [&](const varvel::view& order) {
    counts[order["sku"].as<std::string>()] += order["count"].as<int>();
  });
  std::cout << varvel::to_json(counts) << '\n';
}

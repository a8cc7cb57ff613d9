// -Wdangling
#include <varvel/varvel.hpp>

int length(const char* text) {
  varvel::view root = varvel::frozen::parse(text).root();
  return root["length"].as<int>();
}

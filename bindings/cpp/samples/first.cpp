// Reads a configuration, with defaults, and says what is wrong with it.

#include <iostream>
#include <varvel/varvel.hpp>

int main() {
  const char* const text = R"({"server": {"host": "example.org", "port": 8443}})";
  try {
    const varvel::frozen config = varvel::frozen::parse(text);
    const varvel::view server = config["server"];
    std::cout << server["host"].str() << ':' << server["port"].as_or(80) << '\n';

    varvel::value changed = config;
    changed["server"]["port"] = 8080;
    changed["users"].push_back("ada");
    std::cout << changed << '\n' << varvel::write(changed, varvel::format::yaml);
  } catch (const varvel::exception& error) {
    std::cerr << error.error() << '\n';
    return 1;
  }
}

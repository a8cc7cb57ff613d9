// A document through filters into two sinks at once: another format, and a dump of its events.

#include <varvel/structs.hpp>

#include <iostream>

int main() {
  varvel::write_sink yaml(varvel::format::yaml);
  varvel::dump_sink dump;
  varvel::tee_sink both(yaml, dump);
  varvel::omit_filter omit({"password"}, both);
  varvel::rename_filter rename({{"usr", "user"}}, omit);
  varvel::pipe(R"({"usr": {"name": "ada", "password": "x", "ids": [1, 2.5, null]}})",
               varvel::format::json, rename)
      .value();
  std::cout << yaml.finish().value() << "---\n" << dump.text();
}

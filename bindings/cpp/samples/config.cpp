// A configuration: read with defaults, checked, and edited with its comments kept.

#include <iostream>
#include <map>
#include <string>
#include <varvel/varvel.hpp>
#include <vector>

namespace {

const char* const file = R"(# The service.
port: 8080          # behind the proxy
hosts: [a.example.org, b.example.org]
limits:
  requests: 300
)";

}  // namespace

int main() {
  const varvel::frozen config = varvel::frozen::parse(file, varvel::format::yaml);
  std::cout << "port " << config["port"].as_or(80) << ", timeout "
            << config["limits"]["timeout"].as_or(30) << '\n';
  for (const std::string& host : config["hosts"].as<std::vector<std::string>>()) {
    std::cout << "host " << host << '\n';
  }

  // A number that the type cannot hold is an error with its path.
  const auto requests = config["limits"]["requests"].try_as<unsigned char>();
  if (!requests) std::cout << requests.error().message() << '\n';

  // A missing member is an error that says where it was sought.
  const auto burst = config["limits"]["burst"].try_as<int>();
  if (!burst) std::cout << burst.error().message() << '\n';

  varvel::text text = varvel::text::parse(file, varvel::syntax::yaml);
  text.set("port", 8443).insert("hosts[2]", "c.example.org").remove("limits");
  std::cout << text.str();

  // A mistake in the file is shown in its line.
  const auto broken = varvel::frozen::try_parse("port: 80\nhosts: [a, b\n", varvel::format::yaml);
  if (!broken) std::cout << broken.error() << '\n';
}

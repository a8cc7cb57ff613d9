// The standard library's types, and one of the program's own, there and back.

#include <chrono>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <varvel/varvel.hpp>
#include <vector>

namespace shop {

enum class size { small, large };

struct money {
  long cents = 0;
};

// How it stands in documents: "9.50".
void to_varvel(varvel::value& out, const money& of) {
  const std::string rest = std::to_string(of.cents % 100);
  out = std::to_string(of.cents / 100) + '.' + (rest.size() == 1 ? "0" : "") + rest;
}

varvel::result<void> from_varvel(const varvel::view& in, money& out) {
  const auto text = in.try_as<std::string>();
  if (!text) return text.error();
  const std::size_t point = text->find('.');
  if (point == std::string::npos || point + 3 != text->size()) {
    return varvel::error(varvel::errc::refused, "an amount is written as 9.50");
  }
  out.cents = std::stol(text->substr(0, point)) * 100 + std::stol(text->substr(point + 1));
  return {};
}

}  // namespace shop

int main() {
  std::map<std::string, std::vector<std::tuple<std::string, int, shop::money>>> orders;
  orders["ada"].emplace_back("A-1", 2, shop::money{950});
  orders["bo"].emplace_back("B-2", 1, shop::money{5});

  const varvel::value document = orders;
  std::cout << varvel::to_json(document, varvel::options().pretty()) << '\n';

  long total = 0;
  for (const auto& [name, items] : document.as<decltype(orders)>()) {
    for (const auto& [sku, count, price] : items) total += count * price.cents;
  }
  std::cout << "total " << total << '\n';

  const varvel::value more = varvel::make_object(
      "tags", std::set<std::string>{"new", "gift"}, "size", shop::size::large, "note",
      std::optional<std::string>(), "delay", std::chrono::milliseconds(1500));
  std::cout << more << '\n';

  const auto bad = varvel::make_array("9.50", "9").freeze().try_as<std::vector<shop::money>>();
  std::cout << bad.error().message() << '\n';
}

// Fields that may be null or missing, and structs among them. DataConfig's sample of optional
// fields.

#include <varvel/structs.hpp>

#include <iostream>

struct inner {
  std::string text;
  int number = 0;
  VARVEL_FIELDS(inner, text, number)
};

struct outer {
  std::optional<float> ratio, weight;
  std::optional<std::string> name, alias;
  std::optional<inner> part, spare;
  std::optional<unsigned> count;
  VARVEL_FIELDS(outer, ratio, weight, name, (alias, omit_empty), part, spare, (count, required))
};

int main() {
  const auto read = varvel::read<outer>(R"({
    "ratio": 17.5, "weight": null,
    "name": "Alpha",
    "part": {"text": "Beta", "number": 42}, "spare": null,
    "count": null
  })");
  std::cout << *read.ratio << ' ' << *read.name << ' ' << read.part->number << ' '
            << read.alias.has_value() << read.spare.has_value() << '\n';
  // An empty one is null, or left out by `omit_empty`.
  std::cout << varvel::write(read) << '\n';
  // A required field must be there, though it may be null.
  std::cout << varvel::try_read<outer>(R"({"name": "Alpha"})").error().message() << '\n';
}

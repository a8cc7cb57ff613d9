// Objects of classes that a document names: `$type`, a registry, `unique_ptr` and `shared_ptr`.
// DataConfig's samples AnyStruct, InlineStruct and InstancedStruct.

#include <varvel/structs.hpp>

#include <iostream>

namespace game {

struct component {
  virtual ~component() = default;
  virtual std::string show() const = 0;
  // Where RTTI is off, classes tell their names themselves.
  virtual std::string_view varvel_type() const = 0;
};

struct light : component {
  float power = 0;
  std::string show() const override { return "a light"; }
  std::string_view varvel_type() const override { return "light"; }
  VARVEL_FIELDS(light, power)
};

struct spawner : component {
  std::string what;
  std::vector<std::unique_ptr<component>> parts;
  std::string show() const override { return "a spawner of " + what; }
  std::string_view varvel_type() const override { return "spawner"; }
  VARVEL_FIELDS(spawner, what, (parts, omit_empty))
};

VARVEL_CLASSES(component, light, spawner)

struct entity {
  std::string name;
  std::vector<std::unique_ptr<component>> components;
  std::shared_ptr<component> main;
  VARVEL_FIELDS(entity, name, components, main)
};

}  // namespace game

int main() {
  const char* const text = R"({
  "name": "cave",
  "components": [
    {"$type": "light", "power": 0.5},
    {"$type": "spawner", "what": "bats", "parts": [{"$type": "light", "power": 1}]}
  ],
  "main": null
})";
  const auto cave = varvel::read<game::entity>(text);
  for (const auto& one : cave.components) std::cout << one->show() << '\n';
  std::cout << varvel::write(cave) << '\n';

  const auto bad = varvel::try_read<std::unique_ptr<game::component>>(R"({"$type": "lihgt"})");
  std::cout << bad.error() << '\n';
}

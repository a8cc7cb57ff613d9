// since it inherits: name them by VARVEL_DERIVED
#include <varvel/varvel.hpp>

struct shape {
  std::string name;
};
struct circle : shape {
  double radius;
};

std::string shown(const circle& of) { return varvel::write(of); }

// no viable conversion from
#include <varvel/varvel.hpp>

int port(varvel::view node) {
  int number = node["port"];
  return number;
}

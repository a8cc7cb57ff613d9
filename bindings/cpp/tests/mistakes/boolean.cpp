// a node is no condition: exists(), as<bool>()
#include <varvel/varvel.hpp>

int found(varvel::view node) { return node["debug"] ? 1 : 0; }

// deleted
#include <varvel/varvel.hpp>

varvel::view get(varvel::view node) { return node[nullptr]; }

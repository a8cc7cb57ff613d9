// keys and values by turns: a value is missing
#include <varvel/varvel.hpp>

varvel::object made() { return varvel::make_object("a", 1, "b"); }

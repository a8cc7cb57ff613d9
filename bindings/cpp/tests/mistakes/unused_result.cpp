// ignoring return value
#include <varvel/varvel.hpp>

void set(varvel::value& into) { into.try_insert("a", 1); }

// an index is a number: a key of one character is a string
#include <varvel/varvel.hpp>

bool is_there(varvel::view node) { return node['a'].exists(); }

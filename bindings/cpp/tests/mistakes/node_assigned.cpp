// a node cannot be assigned to: use a varvel::value
#include <varvel/varvel.hpp>

void widen(const varvel::frozen& settings) { settings["window"]["width"] = 1920; }

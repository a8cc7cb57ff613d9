// Own structs, read from and written to every format without code for each.

#ifndef VARVEL_STRUCTS_HPP
#define VARVEL_STRUCTS_HPP

#include <varvel/structs/read.hpp>
#include <varvel/structs/write.hpp>

#endif

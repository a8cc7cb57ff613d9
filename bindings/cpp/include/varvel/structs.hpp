// Own structs, read from and written to every format without code for each.

#ifndef VARVEL_STRUCTS_HPP
#define VARVEL_STRUCTS_HPP

#include <varvel/structs/keep.hpp>
#include <varvel/structs/paths.hpp>
#include <varvel/structs/pipe.hpp>
#include <varvel/structs/read.hpp>
#include <varvel/structs/write.hpp>

#endif

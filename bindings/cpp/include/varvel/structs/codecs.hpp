// The codecs of all types of the standard library.

#ifndef VARVEL_STRUCTS_CODECS_HPP
#define VARVEL_STRUCTS_CODECS_HPP

#include <varvel/structs/containers.hpp>
#include <varvel/structs/enums.hpp>

#endif

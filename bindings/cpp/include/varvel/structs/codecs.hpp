// The codecs of all types of the standard library.

#ifndef VARVEL_STRUCTS_CODECS_HPP
#define VARVEL_STRUCTS_CODECS_HPP

#include <varvel/structs/binary.hpp>
#include <varvel/structs/enums.hpp>
#include <varvel/structs/handlers.hpp>
#include <varvel/structs/maps.hpp>
#include <varvel/structs/pointers.hpp>
#include <varvel/structs/sequences.hpp>
#include <varvel/structs/times.hpp>
#include <varvel/structs/tuples.hpp>
#include <varvel/structs/variants.hpp>

#endif

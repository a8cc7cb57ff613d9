// Varvel for C++: all of it. Header-only, over the installed C library.

#ifndef VARVEL_VARVEL_HPP
#define VARVEL_VARVEL_HPP

#include <varvel/compare.hpp>
#include <varvel/config.hpp>
#include <varvel/convert.hpp>
#include <varvel/error.hpp>
#include <varvel/file.hpp>
#include <varvel/format.hpp>
#include <varvel/frozen.hpp>
#include <varvel/iterator.hpp>
#include <varvel/key.hpp>
#include <varvel/kind.hpp>
#include <varvel/node_structs.hpp>
#include <varvel/number.hpp>
#include <varvel/numbers.hpp>
#include <varvel/object.hpp>
#include <varvel/records.hpp>
#include <varvel/reference.hpp>
#include <varvel/string.hpp>
#include <varvel/structs.hpp>
#include <varvel/text.hpp>
#include <varvel/time.hpp>
#include <varvel/value.hpp>
#include <varvel/view.hpp>
#include <varvel/write.hpp>

#endif

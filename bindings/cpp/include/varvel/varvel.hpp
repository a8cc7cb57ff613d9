// Varvel for C++: all of it. Header-only, over the installed C library.

#ifndef VARVEL_VARVEL_HPP
#define VARVEL_VARVEL_HPP

#include <varvel/config.hpp>
#include <varvel/error.hpp>
#include <varvel/format.hpp>
#include <varvel/frozen.hpp>
#include <varvel/view.hpp>

#endif

// The cases of libdart's suite, in 14 families.

#ifndef VARVEL_BENCH_LIBDART_HPP
#define VARVEL_BENCH_LIBDART_HPP

#include "run.hpp"

std::vector<plan> libdart_plans();

#endif

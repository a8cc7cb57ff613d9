// The cases of DataConfig's suite: structs from JSON and MessagePack, and to them.

#ifndef VARVEL_BENCH_DATACONFIG_HPP
#define VARVEL_BENCH_DATACONFIG_HPP

#include "run.hpp"

/// Returns the cases; `folder` has twitter.json, canada.json and citm_catalog.json.
std::vector<plan> dataconfig_plans(const std::string& folder);

#endif

// Files, folders and external suites, for tests.

#ifndef VARVEL_TESTS_FILES_HPP
#define VARVEL_TESTS_FILES_HPP

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

// The bytes of a file.
inline std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

// The files in a folder, in order.
inline std::vector<std::string> files_of(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.is_regular_file()) found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

// The root of the checkout: where `check.sh` says, or that of a program that runs in this folder.
inline std::string root() {
  const char* const named = std::getenv("VARVEL_ROOT");
  return named != nullptr ? named : "../../..";
}

// The folder of a suite, or nothing.
inline std::string suite(const std::string& name) {
  const char* const named = std::getenv("VARVEL_SUITES");
  const std::string folder =
      (named != nullptr ? std::string(named) : root() + "/../shared/suites") + "/" + name;
  if (std::filesystem::is_directory(folder)) return folder;
  std::printf("skipped: %s is not there\n", folder.c_str());
  return "";
}

// The bytes of `00-ff`.
inline std::string bytes_of(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 3) {
    bytes += static_cast<char>(std::strtol(std::string(hex.substr(i, 2)).c_str(), nullptr, 16));
  }
  return bytes;
}

#endif

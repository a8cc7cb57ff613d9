// since one is a C array: make it a std::array, or name the fields by VARVEL_FIELDS
#include <varvel/varvel.hpp>

struct pixel {
  int x;
  unsigned char colour[3];
};

std::string shown(const pixel& of) { return varvel::write(of); }

// no value can be made of this type: name its fields by VARVEL_FIELDS
#include <varvel/varvel.hpp>

struct point {
  point(int);
  virtual ~point();
};

void put(varvel::value& into, const point& p) { into.push_back(p); }

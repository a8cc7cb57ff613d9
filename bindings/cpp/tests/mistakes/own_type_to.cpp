// no value can be made of this type: give it a function to_varvel
#include <varvel/varvel.hpp>

struct point {
  point(int);
  virtual ~point();
};

void put(varvel::value& into, const point& p) { into.push_back(p); }

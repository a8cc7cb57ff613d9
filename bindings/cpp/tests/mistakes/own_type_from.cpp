// this type cannot be read from a node: name its fields by VARVEL_FIELDS
#include <varvel/varvel.hpp>

struct point {
  point(int);
  virtual ~point();
};

point take(varvel::view node) { return node.as<point>(); }

// this type cannot be read from a node: give it a function from_varvel
#include <varvel/varvel.hpp>

struct point {
  point(int);
  virtual ~point();
};

point take(varvel::view node) { return node.as<point>(); }

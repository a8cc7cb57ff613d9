// erase
#include <varvel/varvel.hpp>
void refused(varvel::value& list) {
  list.erase(0);
}

// get_path
#include <varvel/varvel.hpp>
bool refused(const varvel::value& list) {
  return list.get_path(0).exists();
}

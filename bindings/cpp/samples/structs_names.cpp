// Names of documents in other letters than those of C++, lines of JSON, and keys of any type.
// DataConfig's samples JsonConverter and NDJSON.

#include <varvel/structs.hpp>

#include <iostream>

struct cell {
  int x = 0, y = 0;
  VARVEL_FIELDS(cell, x, y)
};
inline bool operator<(const cell& a, const cell& b) {
  return a.x != b.x ? a.x < b.x : a.y < b.y;
}

struct player_state {
  std::string display_name;
  int max_health = 0;
  std::map<cell, std::string> items_by_cell;
  VARVEL_FIELDS(player_state, display_name, max_health, (items_by_cell, as_pairs))
  VARVEL_TYPE(player_state, named_in(letters::camel_case))
};

int main() {
  const char* const lines =
      "{\"displayName\":\"Ada\",\"maxHealth\":10,\"itemsByCell\":[]}\n"
      "{\"displayName\":\"Bo\",\"maxHealth\":7,\"itemsByCell\":[{\"$key\":{\"x\":1,\"y\":2},\"$"
      "value\":\"key\"}]}\n";
  varvel::reader reader(varvel::format::json);
  std::vector<player_state> all;
  for (std::string_view rest = lines; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    all.push_back(reader.read<player_state>(rest.substr(0, end)));
    rest.remove_prefix(end + 1);
  }
  for (const player_state& one : all) std::cout << varvel::write(one) << '\n';
}

// Rows and columns in one vector, whose width a note of the field tells. DataConfig's sample of
// nested arrays with `DcWidth`.

#include <varvel/structs.hpp>

#include <iostream>

struct level {
  std::vector<int> tiles;
  std::vector<int> scores;
  VARVEL_FIELDS(level, (tiles, noted("width", 3)), scores)
};

int main() {
  varvel::handlers grids;
  grids.on<std::vector<int>>(
      [](const varvel::place& at) { return at.find("width").has_value(); },
      [](auto& in, std::vector<int>& to) {
        std::vector<std::vector<int>> rows;
        if (!in.as(rows)) return false;
        to.clear();
        for (const auto& row : rows) {
          if (static_cast<long long>(row.size()) != in.place().find("width")->number) {
            return in.fail("rows as wide as the field says");
          }
          to.insert(to.end(), row.begin(), row.end());
        }
        return true;
      },
      [](auto& out, const std::vector<int>& from) {
        const auto width = static_cast<std::size_t>(out.place().find("width")->number);
        if (from.size() % width != 0) return out.fail("a grid whose last row is not full");
        std::vector<std::vector<int>> rows;
        for (auto at = from.begin(); at != from.end(); at += static_cast<std::ptrdiff_t>(width)) {
          rows.emplace_back(at, at + static_cast<std::ptrdiff_t>(width));
        }
        return out.as(rows);
      });
  const char* const text = R"({"tiles":[[1,2,3],[4,5,6]],"scores":[7]})";
  const auto read = varvel::read<level>(text, varvel::format::json, {}, grids);
  std::cout << read.tiles.size() << " tiles\n"
            << varvel::write(read, varvel::format::json, {}, grids) << '\n'
            << varvel::write(read) << '\n';
}

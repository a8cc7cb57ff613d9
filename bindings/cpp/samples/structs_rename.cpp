// A struct of another one whose fields have other names. DataConfig's sample of a field renamer.

#include <varvel/structs.hpp>

#include <iostream>

struct version_1 {
  std::string name;
  int pts = 0;
  std::vector<std::string> tags;
  VARVEL_FIELDS(version_1, name, pts, tags)
};

struct version_2 {
  std::string title;
  long points = 0;
  std::set<std::string> tags;
  VARVEL_FIELDS(version_2, title, points, tags)
};

int main() {
  version_1 old;
  old.name = "cave";
  old.pts = 7;
  old.tags = {"dark", "cold"};
  const auto made =
      varvel::transfer<version_2>(old, {{"name", "title"}, {"pts", "points"}}).value();
  std::cout << varvel::write(made) << '\n';

  // Where only documents are old, fields tell their former names: (points, also("pts")).
  std::cout << varvel::transfer<version_2>(old).error().what() << '\n';
}

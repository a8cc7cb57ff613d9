// Fields by a path that is known when the program runs. DataConfig's sample of property paths.

#include <varvel/structs.hpp>

#include <iostream>

struct person {
  std::string name;
  int age = 0;
  std::vector<person> friends;
  std::map<std::string, double> scores;
  VARVEL_FIELDS(person, name, age, (friends, omit_empty), scores)
};

int main() {
  auto ada = varvel::read<person>(
      R"({"name":"Ada","age":36,"friends":[{"name":"Bo","age":20,"scores":{}},)"
      R"({"name":"Cy","age":30,"scores":{}}],"scores":{"high score":9.5}})");
  std::cout << varvel::get_at<int>(ada, "friends[1].age").value() << '\n'
            << varvel::get_at<double>(ada, "scores[\"high score\"]").value() << '\n';
  varvel::set_at(ada, "friends[1].age", 31).value();
  varvel::set_at(ada, "friends[0].name", "Bob").value();
  std::cout << varvel::write(ada) << '\n'
            << varvel::get_at<int>(ada, "friends[2].age").error() << '\n'
            << varvel::set_at(ada, "age", 1.5).error() << '\n';
}

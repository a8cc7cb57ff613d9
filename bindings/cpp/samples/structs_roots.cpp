// Documents that people write without the outer braces or brackets. DataConfig's sample of root
// objects.

#include <varvel/structs.hpp>

#include <iostream>

enum class stage { alpha, beta, gamma };

struct release {
  std::string name;
  int id = 0;
  stage type{};
  VARVEL_FIELDS(release, name, id, type)
};

/// Reads JSON that lacks its first and its last character.
template <class T>
varvel::result<T> read_bare(const std::string& text, char open, char close) {
  // A line break before the last one: the text may end in a comment.
  return varvel::try_read<T>(open + text + '\n' + close, varvel::format::json5);
}

int main() {
  const auto one = read_bare<release>(R"(
    name: "Foo",
    id: 253,  // of the build
    type: "beta",
)",
                                      '{', '}');
  const auto all = read_bare<std::vector<stage>>(R"("alpha", "beta", "gamma")", '[', ']');
  std::cout << varvel::write(one.value()) << '\n' << varvel::write(all.value()) << '\n';

  // YAML needs no braces anyway.
  const auto again =
      varvel::read<release>("name: Foo\nid: 253\ntype: beta\n", varvel::format::yaml);
  std::cout << (again.id == one->id) << '\n';

  // The lines of errors are those of the text.
  std::cout << read_bare<release>("\n  name: 'Foo',\n  id: true\n", '{', '}').error() << '\n';
}

// A colour as `#RRGGBBAA`: by a codec for the type, or by a handler that is chosen when the program
// runs. DataConfig's sample of FColor.

#include <varvel/structs.hpp>

#include <iostream>

struct colour {
  unsigned char r, g, b, a;
};

template <>
struct varvel::codec<colour> {
  template <class In>
  static bool read(In& in, const structs::node& from, colour& to) {
    std::string text, bytes;
    if (!codec<std::string>::read(in, from, text)) return false;
    if (text.size() != 9 || text[0] != '#' ||
        !structs::hex_text::decode(std::string_view(text).substr(1), bytes)) {
      return in.mismatch("a colour as #RRGGBBAA", from);
    }
    to = {static_cast<unsigned char>(bytes[0]), static_cast<unsigned char>(bytes[1]),
          static_cast<unsigned char>(bytes[2]), static_cast<unsigned char>(bytes[3])};
    return true;
  }
  template <class Out>
  static bool write(Out& out, const colour& from) {
    const unsigned char bytes[] = {from.r, from.g, from.b, from.a};
    return out.string('#' + structs::hex_text::encode({reinterpret_cast<const char*>(bytes), 4}));
  }
};

struct style {
  colour text{};
  std::map<std::string, colour> theme;
  VARVEL_FIELDS(style, text, theme)
};

int main() {
  const char* const json = R"({"text":"#102030ff","theme":{"sky":"#87ceebff"}})";
  const auto read = varvel::read<style>(json);
  std::cout << varvel::write(read) << '\n';

  // Only in this document, colours of the theme are names.
  varvel::handlers names;
  names.on<colour>([](const varvel::place& at) { return at.name.empty(); },
                   [](auto& in, colour& to) {
                     const auto text = in.text();
                     if (text != "black") return in.next(to);
                     to = {0, 0, 0, 255};
                     return true;
                   },
                   [](auto& out, const colour& from) {
                     if (from.r == 0 && from.g == 0 && from.b == 0)
                       return out.as(std::string("black"));
                     return out.next(from);
                   });
  const char* const named = R"({"text":"#000000ff","theme":{"ink":"black","sky":"#87ceebff"}})";
  const auto mixed = varvel::read<style>(named, varvel::format::json, {}, names);
  std::cout << varvel::write(mixed) << '\n';
  std::cout << varvel::write(mixed, varvel::format::json, {}, names) << '\n';
  std::cout << varvel::try_read<style>(R"({"text":"black"})").error() << '\n';
}

// A game's settings: structs, enums, flags, maps, times; a file that people edit, read again when
// it changed, with errors that show the line.

#include <varvel/structs.hpp>

#include <chrono>
#include <cstdio>
#include <iostream>

namespace game {

enum class quality { low, medium, high };
enum class channels : unsigned { music = 1, effects = 2, voices = 4 };
VARVEL_TYPE(channels, bit_flags)

struct window {
  int width = 1280;
  int height = 720;
  bool fullscreen = false;
  VARVEL_FIELDS(window, width, height, fullscreen)
  VARVEL_TYPE(window, all_defaulted)
};

struct settings {
  game::window window;
  game::quality quality = game::quality::medium;
  game::channels audible{};
  std::map<std::string, std::string> keys;
  std::optional<std::string> profile;
  std::chrono::seconds autosave{300};
  VARVEL_FIELDS(settings, window, (quality, defaulted), audible, keys, profile,
                (autosave, defaults_to(std::chrono::seconds(300))))
  VARVEL_TYPE(settings, unknown_refused)
};

}  // namespace game

int main() {
  const char* const name = "settings.yaml";
  game::settings settings;
  settings.audible = static_cast<game::channels>(3);
  settings.keys = {{"jump", "space"}, {"run", "shift"}};
  varvel::write_file(name, settings);
  std::cout << varvel::write(settings, varvel::format::yaml) << '\n';

  // Somebody edits the file.
  std::FILE* file = std::fopen(name, "wb");
  std::fputs(
      "window: {width: 1920, fullscreen: true}\n"
      "quality: hihg  # a slip\n"
      "audible: [music]\n"
      "keys: {}\n",
      file);
  std::fclose(file);
  const auto again = varvel::try_read_file<game::settings>(name);
  std::cout << again.error() << '\n';
  std::remove(name);
}

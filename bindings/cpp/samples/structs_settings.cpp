// A game's settings: structs, enums, flags, maps, times; a file that people edit, read again when
// it changed, with errors that show the line; a setting changed by the game, comments kept.

#include <varvel/varvel.hpp>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
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

/// Reads the settings again if the file has changed. A file with errors changes nothing: all of
/// them are shown, and the settings stay as they were. A game calls this between two frames.
void reload(const char* name, std::filesystem::file_time_type& seen, game::settings& settings) {
  std::error_code gone;
  const auto changed = std::filesystem::last_write_time(name, gone);
  if (gone || changed == seen) return;
  seen = changed;
  auto read = varvel::read_all_file<game::settings>(name);
  for (const varvel::error& one : read.errors) std::cout << one << '\n';
  if (read.errors.empty()) settings = std::move(read.value);
}

/// Somebody edits the file.
void edit(const char* name, const char* text) {
  std::FILE* file = std::fopen(name, "wb");
  std::fputs(text, file);
  std::fclose(file);
  // Clocks of file systems are coarse.
  std::filesystem::last_write_time(
      name, std::filesystem::last_write_time(name) + std::chrono::seconds(std::strlen(text)));
}

int main() {
  const char* const name = "settings.yaml";
  game::settings settings;
  settings.audible = static_cast<game::channels>(3);
  settings.keys = {{"jump", "space"}, {"run", "shift"}};
  varvel::write_file(name, settings);
  std::cout << varvel::write(settings, varvel::format::yaml) << '\n';
  auto seen = std::filesystem::last_write_time(name);

  edit(name,
       "window: {width: 1920, fullscreen: yes}\n"
       "quality: hihg  # a slip\n"
       "audible: [music]\n"
       "keys: {jump: 7}\n");
  reload(name, seen, settings);
  std::cout << "still " << settings.window.width << "\n\n";

  const char* const good =
      "window: {width: 1920, fullscreen: true}\n"
      "quality: low  # until there is a new card\n"
      "audible: [music]\n"
      "keys: {jump: '7'}\n";
  edit(name, good);
  reload(name, seen, settings);
  std::cout << "now " << settings.window.width << "\n\n";
  std::remove(name);

  // The game changes a setting, and keeps the comments of the file.
  varvel::text text = varvel::text::parse(good, varvel::syntax::yaml);
  std::cout << text.set("quality", game::quality::high).str();
}

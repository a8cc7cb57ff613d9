#include "generate.hpp"

#include <iterator>
#include <set>

std::string generator::letters(std::size_t length) {
  std::string text;
  while (text.size() < length) text += static_cast<char>('a' + below(26));
  return text;
}

std::string generator::hex(std::size_t length) {
  std::string text;
  while (text.size() < length) text += "0123456789abcdef"[below(16)];
  return text;
}

std::string generator::words(std::size_t count) {
  static const char* const all[] = {
      "the",         "of",       "analysis", "method",    "cells",    "patients",
      "results",     "between",  "protein",  "algorithm", "learning", "significant",
      "temperature", "networks", "p < 0.05", "approach",  "naïve",    "\"observed\""};
  std::string text;
  for (std::size_t i = 0; i < count; i++) {
    if (i != 0) text += ' ';
    text += all[below(std::size(all))];
  }
  return text;
}

texts generator::ids(std::size_t most) {
  texts all(below(most + 1));
  for (std::string& one : all) one = hex(40);
  return all;
}

namespace {

const char* const tracks[] = {"speak to me",
                              "breathe",
                              "on the run",
                              "time",
                              "the great gig in the sky",
                              "money",
                              "us and them",
                              "any colour you like",
                              "brain damage",
                              "eclipse",
                              "shine on you crazy diamond 1-5",
                              "welcome to the machine",
                              "have a cigar",
                              "wish you were here",
                              "shine on you crazy diamond 6-9"};
const char* const albums[] = {"dark side of the moon", "wish you were here"};
constexpr std::size_t first_album = 10;
constexpr std::size_t rotation = 64;

/// Returns how many documents of `count` keys or items a case has.
std::size_t documents_of(std::size_t count) {
  return std::min<std::size_t>(std::max<std::size_t>(256 / count, 1), rotation);
}

std::string quoted(const std::string& text) {
  return varvel::write(text);
}

/// Returns a text of as many letters.
std::string scrambled(generator& from, const std::string& text) {
  return from.letters(text.size());
}

/// Adds an object with these keys and texts.
void add(trees& to, const texts& keys, const texts& values, generator& from) {
  std::string json = "{";
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < keys.size(); i++) {
    if (i != 0) json += ',';
    json += quoted(keys[i]) + ":" + quoted(values[i]);
    order.push_back(i);
  }
  to.json.push_back(json + "}");
  to.keys.push_back(keys);
  from.shuffle(order);
  texts& shuffled = to.shuffled.emplace_back();
  texts& found = to.found.emplace_back();
  for (const std::size_t i : order) {
    shuffled.push_back(keys[i]);
    found.push_back(values[i]);
  }
}

/// Returns different keys; `make` makes one, of its number.
template <class Make>
texts different(std::size_t count, Make make) {
  std::set<std::string> seen;
  texts keys;
  while (keys.size() < count) {
    std::string key = make(keys.size());
    if (seen.insert(key).second) keys.push_back(std::move(key));
  }
  return keys;
}

}  // namespace

trees flat_objects() {
  generator from(7);
  trees made;
  for (std::size_t n = 0; n < rotation; n++) {
    texts keys(std::begin(tracks), std::end(tracks)), values;
    for (std::size_t i = 0; i < keys.size(); i++) {
      const std::string album = albums[i < first_album ? 0 : 1];
      values.push_back(n == 0 ? album : scrambled(from, album));
    }
    add(made, keys, values, from);
  }
  return made;
}

trees nested_objects() {
  generator from(8);
  trees made;
  for (std::size_t n = 0; n < rotation; n++) {
    varvel::value all = varvel::value::make_object();
    for (std::size_t i = 0; i < std::size(tracks); i++) {
      const std::string track = tracks[i];
      all[albums[i < first_album ? 0 : 1]].push_back(n == 0 ? track : scrambled(from, track));
    }
    made.json.push_back(varvel::to_json(all));
  }
  return made;
}

trees random_objects(std::size_t count, std::size_t length) {
  generator from(11);
  trees made;
  for (std::size_t n = documents_of(count); n-- > 0;) {
    const texts keys = different(count, [&](std::size_t) { return from.letters(length); });
    add(made, keys, keys, from);
  }
  return made;
}

trees colliding_objects(std::size_t count, std::size_t percent) {
  const std::size_t colliding = (count * percent + 50) / 100;
  generator from(12);
  trees made;
  for (std::size_t n = documents_of(count); n-- > 0;) {
    texts keys = different(count, [&](std::size_t i) {
      if (i < colliding) return "qx" + from.letters(6);
      std::string key;
      do key = from.letters(8);
      while (key.compare(0, 2, "qx") == 0);
      return key;
    });
    from.shuffle(keys);
    add(made, keys, keys, from);
  }
  return made;
}

trees field_objects(std::size_t count) {
  generator from(14);
  trees made;
  for (std::size_t n = documents_of(count); n-- > 0;) {
    const texts keys = different(count, [&](std::size_t) { return from.letters(8); });
    texts values;
    for (std::size_t i = 0; i < count; i++) values.push_back(from.letters(2 + from.below(23)));
    add(made, keys, values, from);
  }
  return made;
}

namespace {

std::string item(generator& from, const std::string& kind) {
  if (kind == "string") return quoted(from.letters(2 + from.below(23)));
  if (kind == "integer") return std::to_string(from.below(1000000));
  if (kind == "bool") return from.below(2) == 0 ? "true" : "false";
  // A float that 32 bits cannot hold.
  return std::to_string(from.below(1000000)) + "." + std::to_string(1000 + from.below(9000)) + "1";
}

}  // namespace

trees arrays(const std::string& kind, std::size_t count) {
  generator from(15);
  trees made;
  for (std::size_t n = documents_of(count); n-- > 0;) {
    std::string json = "[";
    for (std::size_t i = 0; i < count; i++) json += (i == 0 ? "" : ",") + item(from, kind);
    made.json.push_back(json + "]");
  }
  return made;
}

trees record_array(std::size_t count) {
  generator from(18);
  std::string json = "[";
  for (std::size_t i = 0; i < count; i++) {
    if (i != 0) json += ',';
    json += "{\"id\":" + std::to_string(i) + ",\"name\":" + item(from, "string") +
            ",\"qty\":" + std::to_string(from.below(100000)) + ",\"price\":" + item(from, "float") +
            ",\"tag\":" + quoted(from.letters(5)) + ",\"ok\":" + item(from, "bool") + "}";
  }
  trees made;
  made.json.push_back(json + "]");
  return made;
}

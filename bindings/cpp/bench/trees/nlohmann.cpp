// nlohmann's JSON for Modern C++.

#include "library.hpp"

#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;

struct documents {
  static constexpr const char* name = "nlohmann";
  static std::string version() {
    return std::to_string(NLOHMANN_JSON_VERSION_MAJOR) + "." +
           std::to_string(NLOHMANN_JSON_VERSION_MINOR) + "." +
           std::to_string(NLOHMANN_JSON_VERSION_PATCH);
  }
  static constexpr bool writes = true;

  static json open(const std::string& text) { return json::parse(text); }
  struct parser {
    template <class F>
    void parse(const std::string& text, F f) {
      f(open(text));
    }
  };
  static const json* root(const json& of) { return &of; }
  template <class F>
  static void write(const json& of, F f) {
    f(std::string_view(of.dump()));
  }
  static const json* object_of(const json* node) { return node; }
  static const json* find(const json* object, const std::string& key) {
    const auto found = object->find(key);
    return found == object->end() ? nullptr : &*found;
  }
  template <class F>
  static void each_member(const json* node, F f) {
    for (auto at = node->begin(); at != node->end(); ++at) {
      const std::string* key = &at.key();
      const json* value = &*at;
      f(key, value);
    }
  }
  template <class F>
  static void each_item(const json* node, F f) {
    for (const json& item : *node) {
      const json* at = &item;
      f(at);
    }
  }
  static std::string_view key_text(const std::string* key) { return *key; }
  static bool is_string(const json* node) { return node->is_string(); }
  static std::string_view string(const json* node) { return node->get_ref<const std::string&>(); }
  static std::int64_t integer(const json* node) { return node->get<std::int64_t>(); }
  static double number(const json* node) { return node->get<double>(); }
  static bool boolean(const json* node) { return node->get<bool>(); }
  static std::int64_t sum(const json* node, const std::string& key) {
    std::int64_t sum = 0;
    for (const json& item : *node) sum += integer(find(&item, key));
    return sum;
  }
  static bool equal(const json& a, const json& b) { return a == b; }

  static json make_object() { return json::object(); }
  static json make_array() { return json::array(); }
  static void set(json& tree, const std::string& key, const std::string& value) {
    tree.emplace(key, value);
  }
  template <class T>
  static void push(json& tree, const T& item) {
    tree.push_back(item);
  }
  template <class F>
  static void finish(const json& tree, F f) {
    write(tree, f);
  }
  template <class F>
  static void build(const texts& keys, const texts& values, F f) {
    json made = make_object();
    for (std::size_t i = 0; i < keys.size(); i++) set(made, keys[i], values[i]);
    f(made);
  }
  static json copy(const json& tree) { return tree; }
};

}  // namespace

library nlohmann_trees() {
  library made;
  add_reading<documents>(made);
  add_changing<documents>(made);
  return made;
}

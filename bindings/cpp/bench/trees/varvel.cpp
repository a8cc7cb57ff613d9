// Varvel: frozen documents, and values with nothing frozen in them.

#include "library.hpp"

#include <varvel/varvel.hpp>

namespace {

std::string version_of_ours() {
  return VARVEL_BENCH_VERSION;
}

/// The work on views, frozen or not.
struct readable {
  static constexpr const char* name = "varvel";
  static std::string version() { return version_of_ours(); }
  static constexpr bool writes = true;

  static varvel::view object_of(varvel::view node) { return node; }
  static varvel::view find(const varvel::view& object, const std::string& key) {
    return object.get(key);
  }
  template <class F>
  static void each_member(const varvel::view& node, F f) {
    for (const auto [key, value] : node.members()) f(key, value);
  }
  template <class F>
  static void each_item(const varvel::view& node, F f) {
    for (const varvel::view item : node.values()) f(item);
  }
  static std::string_view key_text(std::string_view key) { return key; }
  static bool is_string(const varvel::view& node) { return node.is_string(); }
  static std::string_view string(const varvel::view& node) { return node.str(); }
  static std::int64_t integer(const varvel::view& node) { return node.integer(); }
  static double number(const varvel::view& node) { return node.number(); }
  static bool boolean(const varvel::view& node) { return node.boolean(); }
  static std::int64_t sum(const varvel::view& node, const std::string& key) {
    std::int64_t sum = 0;
    for (const std::int64_t one : varvel::column<std::int64_t>(node, key)) sum += one;
    return sum;
  }
  template <class F>
  static void write_node(const varvel::view& node, F f) {
    varvel::buffer out;
    varvel::write_to(out, node, varvel::format::json).value();
    f(out.text());
  }
};

struct frozen_trees : readable {
  struct parser {
    varvel::freezer many;
    template <class F>
    void parse(const std::string& text, F f) {
      f(many.freeze(text));
    }
  };
  static varvel::frozen open(const std::string& text) { return varvel::frozen::parse(text); }
  static varvel::view root(const varvel::frozen& document) { return document.root(); }
  template <class Document, class F>
  static void write(const Document& document, F f) {
    write_node(document.node(), f);
  }
  static bool equal(const varvel::frozen& a, const varvel::frozen& b) { return a == b; }
};

struct fresh_trees : frozen_trees {
  static constexpr const char* name = "varvel (fresh)";
  struct parser {
    template <class F>
    void parse(const std::string& text, F f) {
      f(varvel::frozen::parse(text));
    }
  };
};

/// Makes a value with nothing frozen in it.
varvel::value thawed(varvel::view of) {
  if (of.is_object()) {
    varvel::value made = varvel::value::make_object();
    for (const auto [key, value] : of.members()) made.insert(key, thawed(value));
    return made;
  }
  if (of.is_array()) {
    varvel::value made = varvel::value::make_array();
    for (const varvel::view item : of.values()) made.push_back(thawed(item));
    return made;
  }
  return varvel::value(of);
}

struct changing_trees : readable {
  static varvel::value open(const std::string& text) {
    return thawed(varvel::frozen::parse(text).root());
  }
  static varvel::view root(const varvel::value& tree) { return tree.root(); }
  template <class F>
  static void write(const varvel::value& tree, F f) {
    write_node(tree.node(), f);
  }
  static varvel::value make_object() { return varvel::value::make_object(); }
  static varvel::value make_array() { return varvel::value::make_array(); }
  static void set(varvel::value& tree, const std::string& key, const std::string& value) {
    tree.insert(key, value);
  }
  template <class T>
  static void push(varvel::value& tree, const T& item) {
    tree.push_back(item);
  }
  template <class F>
  static void finish(const varvel::value& tree, F f) {
    write(tree, f);
  }
  template <class F>
  static void build(const texts& keys, const texts& values, F f) {
    varvel::value made = make_object();
    for (std::size_t i = 0; i < keys.size(); i++) set(made, keys[i], values[i]);
    f(made);
  }
  static varvel::value copy(const varvel::value& tree) { return tree; }
};

}  // namespace

library varvel_frozen() {
  library made;
  add_reading<frozen_trees>(made);
  return made;
}

library varvel_values() {
  library made;
  add_reading<changing_trees>(made);
  add_changing<changing_trees>(made);
  return made;
}

job varvel_parse_fresh(given in) {
  return jobs::parse<fresh_trees>(std::move(in));
}

job varvel_freeze(given in) {
  auto values = jobs::open<changing_trees>(in);
  return jobs::of<changing_trees>(
      [=] {
        for (const varvel::value& one : *values) keep(one.freeze());
      },
      [=] {
        texts all;
        for (const varvel::value& one : *values)
          all.push_back(in_order(varvel::to_json(one.freeze())));
        return all;
      });
}

job varvel_lookup_prepared(given in) {
  auto documents = jobs::open<frozen_trees>(in);
  auto keys = std::make_shared<std::vector<varvel::key>>();
  for (const texts& of_one : in->shuffled) {
    for (const std::string& key : of_one) keys->emplace_back(key);
  }
  const auto each = [=](auto take) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < documents->size(); i++) {
      const varvel::view object = (*documents)[i].root();
      for (std::size_t j = 0; j < in->shuffled[i].size(); j++) take(object.get((*keys)[next++]));
    }
  };
  return jobs::of<frozen_trees>(
      [=] { each([](const varvel::view& found) { keep(found); }); },
      [=] {
        texts all;
        each([&](const varvel::view& found) { all.emplace_back(found.str()); });
        return all;
      });
}

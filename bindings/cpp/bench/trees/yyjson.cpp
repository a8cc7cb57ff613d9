// yyjson: its documents, and those that change.

#include "library.hpp"

#include <yyjson.h>

#include <cstdlib>

namespace {

struct freed {
  void operator()(yyjson_doc* of) const { yyjson_doc_free(of); }
  void operator()(yyjson_mut_doc* of) const { yyjson_mut_doc_free(of); }
};

struct read_trees {
  static constexpr const char* name = "yyjson";
  static std::string version() { return YYJSON_VERSION_STRING; }
  static constexpr bool writes = true;
  using document = std::unique_ptr<yyjson_doc, freed>;

  static document open(const std::string& text) {
    return document(yyjson_read(text.data(), text.size(), 0));
  }
  struct parser {
    template <class F>
    void parse(const std::string& text, F f) {
      f(open(text));
    }
  };
  static yyjson_val* root(const document& of) { return yyjson_doc_get_root(of.get()); }
  template <class F>
  static void write(const document& of, F f) {
    std::size_t size = 0;
    char* json = yyjson_write(of.get(), 0, &size);
    f(std::string_view(json, size));
    std::free(json);
  }
  static yyjson_val* object_of(yyjson_val* node) { return node; }
  static yyjson_val* find(yyjson_val* object, const std::string& key) {
    return yyjson_obj_getn(object, key.data(), key.size());
  }
  template <class F>
  static void each_member(yyjson_val* node, F f) {
    yyjson_obj_iter all = yyjson_obj_iter_with(node);
    while (yyjson_val* key = yyjson_obj_iter_next(&all)) f(key, yyjson_obj_iter_get_val(key));
  }
  template <class F>
  static void each_item(yyjson_val* node, F f) {
    yyjson_arr_iter all = yyjson_arr_iter_with(node);
    while (yyjson_val* item = yyjson_arr_iter_next(&all)) f(item);
  }
  static std::string_view key_text(yyjson_val* key) { return string(key); }
  static bool is_string(yyjson_val* node) { return yyjson_is_str(node); }
  static std::string_view string(yyjson_val* node) {
    return {yyjson_get_str(node), yyjson_get_len(node)};
  }
  static std::int64_t integer(yyjson_val* node) { return yyjson_get_sint(node); }
  static double number(yyjson_val* node) { return yyjson_get_real(node); }
  static bool boolean(yyjson_val* node) { return yyjson_get_bool(node); }
  static std::int64_t sum(yyjson_val* node, const std::string& key) {
    std::int64_t sum = 0;
    each_item(node, [&](yyjson_val* item) { sum += integer(find(item, key)); });
    return sum;
  }
  static bool equal(const document& a, const document& b) {
    return yyjson_equals(root(a), root(b));
  }
};

struct changing_trees {
  static constexpr const char* name = "yyjson";
  static std::string version() { return YYJSON_VERSION_STRING; }
  static constexpr bool writes = true;
  using document = std::unique_ptr<yyjson_mut_doc, freed>;

  static document open(const std::string& text) {
    const read_trees::document read = read_trees::open(text);
    return document(yyjson_doc_mut_copy(read.get(), nullptr));
  }
  static yyjson_mut_val* root(const document& of) { return yyjson_mut_doc_get_root(of.get()); }
  template <class F>
  static void write(const document& of, F f) {
    std::size_t size = 0;
    char* json = yyjson_mut_write(of.get(), 0, &size);
    f(std::string_view(json, size));
    std::free(json);
  }
  static yyjson_mut_val* object_of(yyjson_mut_val* node) { return node; }
  static yyjson_mut_val* find(yyjson_mut_val* object, const std::string& key) {
    return yyjson_mut_obj_getn(object, key.data(), key.size());
  }
  template <class F>
  static void each_member(yyjson_mut_val* node, F f) {
    yyjson_mut_obj_iter all = yyjson_mut_obj_iter_with(node);
    while (yyjson_mut_val* key = yyjson_mut_obj_iter_next(&all))
      f(key, yyjson_mut_obj_iter_get_val(key));
  }
  template <class F>
  static void each_item(yyjson_mut_val* node, F f) {
    yyjson_mut_arr_iter all = yyjson_mut_arr_iter_with(node);
    while (yyjson_mut_val* item = yyjson_mut_arr_iter_next(&all)) f(item);
  }
  static std::string_view key_text(yyjson_mut_val* key) { return string(key); }
  static bool is_string(yyjson_mut_val* node) { return yyjson_mut_is_str(node); }
  static std::string_view string(yyjson_mut_val* node) {
    return {yyjson_mut_get_str(node), yyjson_mut_get_len(node)};
  }
  static std::int64_t integer(yyjson_mut_val* node) { return yyjson_mut_get_sint(node); }
  static double number(yyjson_mut_val* node) { return yyjson_mut_get_real(node); }
  static bool boolean(yyjson_mut_val* node) { return yyjson_mut_get_bool(node); }

  static document make(yyjson_mut_val* (*of)(yyjson_mut_doc*)) {
    document made(yyjson_mut_doc_new(nullptr));
    yyjson_mut_doc_set_root(made.get(), of(made.get()));
    return made;
  }
  static document make_object() { return make(yyjson_mut_obj); }
  static document make_array() { return make(yyjson_mut_arr); }
  static void set(document& tree, const std::string& key, const std::string& value) {
    yyjson_mut_doc* doc = tree.get();
    yyjson_mut_obj_add(root(tree), yyjson_mut_strncpy(doc, key.data(), key.size()),
                       yyjson_mut_strncpy(doc, value.data(), value.size()));
  }
  static void push(document& tree, const std::string& item) {
    yyjson_mut_arr_add_strncpy(tree.get(), root(tree), item.data(), item.size());
  }
  static void push(document& tree, std::int64_t item) {
    yyjson_mut_arr_add_sint(tree.get(), root(tree), item);
  }
  template <class F>
  static void finish(const document& tree, F f) {
    write(tree, f);
  }
  template <class F>
  static void build(const texts& keys, const texts& values, F f) {
    document made = make_object();
    for (std::size_t i = 0; i < keys.size(); i++) set(made, keys[i], values[i]);
    f(made);
  }
  static document copy(const document& tree) {
    return document(yyjson_mut_doc_mut_copy(tree.get(), nullptr));
  }
};

}  // namespace

library yyjson_trees() {
  library made;
  add_reading<read_trees>(made);
  return made;
}

library yyjson_changing_trees() {
  library made;
  add_reading<changing_trees>(made);
  add_changing<changing_trees>(made);
  return made;
}

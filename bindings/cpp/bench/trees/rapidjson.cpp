// RapidJSON's documents.

#include "library.hpp"

#if defined(__SSE4_2__)
#define RAPIDJSON_SSE42
#endif
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace {

using rapidjson::Document;
using rapidjson::Value;

inline rapidjson::SizeType size_of(const std::string& text) {
  return static_cast<rapidjson::SizeType>(text.size());
}

struct documents {
  static constexpr const char* name = "RapidJSON";
  static std::string version() { return RAPIDJSON_VERSION_STRING; }
  static constexpr bool writes = true;

  static Document open(const std::string& text) {
    Document made;
    made.Parse<rapidjson::kParseFullPrecisionFlag>(text.data(), text.size());
    return made;
  }
  struct parser {
    template <class F>
    void parse(const std::string& text, F f) {
      f(open(text));
    }
  };
  static const Value* root(const Document& of) { return &of; }
  template <class F>
  static void write(const Document& of, F f) {
    rapidjson::StringBuffer out;
    rapidjson::Writer<rapidjson::StringBuffer> json(out);
    of.Accept(json);
    f(std::string_view(out.GetString(), out.GetSize()));
  }
  static const Value* object_of(const Value* node) { return node; }
  static const Value* find(const Value* object, const std::string& key) {
    const auto found = object->FindMember(Value(rapidjson::StringRef(key.data(), key.size())));
    return found == object->MemberEnd() ? nullptr : &found->value;
  }
  template <class F>
  static void each_member(const Value* node, F f) {
    for (const auto& member : node->GetObject()) f(&member.name, &member.value);
  }
  template <class F>
  static void each_item(const Value* node, F f) {
    for (const Value& item : node->GetArray()) f(&item);
  }
  static std::string_view key_text(const Value* key) { return string(key); }
  static bool is_string(const Value* node) { return node->IsString(); }
  static std::string_view string(const Value* node) {
    return {node->GetString(), node->GetStringLength()};
  }
  static std::int64_t integer(const Value* node) { return node->GetInt64(); }
  static double number(const Value* node) { return node->GetDouble(); }
  static bool boolean(const Value* node) { return node->GetBool(); }
  static std::int64_t sum(const Value* node, const std::string& key) {
    std::int64_t sum = 0;
    for (const Value& item : node->GetArray()) sum += integer(find(&item, key));
    return sum;
  }
  static bool equal(const Document& a, const Document& b) { return a == b; }

  static Document make_object() {
    Document made;
    made.SetObject();
    return made;
  }
  static Document make_array() {
    Document made;
    made.SetArray();
    return made;
  }
  static void set(Document& tree, const std::string& key, const std::string& value) {
    auto& memory = tree.GetAllocator();
    tree.AddMember(Value(key.data(), size_of(key), memory),
                   Value(value.data(), size_of(value), memory), memory);
  }
  static void push(Document& tree, const std::string& item) {
    auto& memory = tree.GetAllocator();
    tree.PushBack(Value(item.data(), size_of(item), memory), memory);
  }
  static void push(Document& tree, std::int64_t item) {
    tree.PushBack(Value(item), tree.GetAllocator());
  }
  template <class F>
  static void finish(const Document& tree, F f) {
    write(tree, f);
  }
  template <class F>
  static void build(const texts& keys, const texts& values, F f) {
    Document made = make_object();
    for (std::size_t i = 0; i < keys.size(); i++) set(made, keys[i], values[i]);
    f(made);
  }
  static Document copy(const Document& tree) {
    Document made;
    made.CopyFrom(tree, made.GetAllocator());
    return made;
  }
};

}  // namespace

library rapidjson_trees() {
  library made;
  add_reading<documents>(made);
  add_changing<documents>(made);
  return made;
}

// FlexBuffers of FlatBuffers for C++. It reads no JSON into trees: its buffers are made by its
// builder, with typed vectors where all items are numbers or booleans of one kind.

#include "library.hpp"

// Otherwise a function of the library that is not in its headers converts strings to numbers.
#define FLATBUFFERS_LOCALE_INDEPENDENT 0
#include <flatbuffers/base.h>
#include <flatbuffers/flexbuffers.h>

#include <varvel/varvel.hpp>

namespace {

using flexbuffers::Builder;
using flexbuffers::Reference;

/// Returns whether all items are numbers or booleans of one kind.
bool is_typed(varvel::view array) {
  if (array.empty() || !(array.front().is_number() || array.front().is_boolean())) return false;
  for (const varvel::view item : array.values())
    if (item.kind() != array.front().kind()) return false;
  return true;
}

void put(Builder& to, varvel::view from) {
  if (from.is_object()) {
    to.Map([&] {
      for (const auto [key, value] : from.members()) {
        to.Key(std::string(key));  // it takes a zero behind the key, too
        put(to, value);
      }
    });
  } else if (from.is_array()) {
    const auto items = [&] {
      for (const varvel::view item : from.values()) put(to, item);
    };
    if (is_typed(from)) {
      to.TypedVector(items);
    } else {
      to.Vector(items);
    }
  } else if (from.is_string()) {
    to.String(from.str().data(), from.str().size());
  } else if (from.is_integer()) {
    to.Int(from.integer());
  } else if (from.is_boolean()) {
    to.Bool(from.boolean());
  } else {
    to.Double(from.number());
  }
}

struct buffers {
  static constexpr const char* name = "FlexBuffers C++";
  static std::string version() {
    return std::to_string(FLATBUFFERS_VERSION_MAJOR) + "." +
           std::to_string(FLATBUFFERS_VERSION_MINOR) + "." +
           std::to_string(FLATBUFFERS_VERSION_REVISION);
  }
  using document = std::vector<std::uint8_t>;

  static document open(const std::string& text) {
    Builder made(256, flexbuffers::BUILDER_FLAG_SHARE_KEYS);
    put(made, varvel::frozen::parse(text).root());
    made.Finish();
    return made.GetBuffer();
  }
  static Reference root(const document& of) { return flexbuffers::GetRoot(of); }
  static flexbuffers::Map object_of(Reference node) { return node.AsMap(); }
  static Reference find(const flexbuffers::Map& object, const std::string& key) {
    return object[key.c_str()];
  }
  template <class F>
  static void each_member(Reference node, F f) {
    const flexbuffers::Map map = node.AsMap();
    const flexbuffers::TypedVector keys = map.Keys();
    const flexbuffers::Vector values = map.Values();
    for (std::size_t i = 0, count = keys.size(); i < count; i++) f(keys[i].AsKey(), values[i]);
  }
  template <class F>
  static void each_item(Reference node, F f) {
    if (node.IsTypedVector()) {
      const flexbuffers::TypedVector all = node.AsTypedVector();
      for (std::size_t i = 0, count = all.size(); i < count; i++) f(all[i]);
    } else {
      const flexbuffers::Vector all = node.AsVector();
      for (std::size_t i = 0, count = all.size(); i < count; i++) f(all[i]);
    }
  }
  static std::string_view key_text(const char* key) { return key; }
  static bool is_string(Reference node) { return node.IsString(); }
  static std::string_view string(Reference node) {
    const flexbuffers::String text = node.AsString();
    return {text.c_str(), text.size()};
  }
  static std::int64_t integer(Reference node) { return node.AsInt64(); }
  static double number(Reference node) { return node.AsDouble(); }
  static bool boolean(Reference node) { return node.AsBool(); }
  static std::int64_t sum(Reference node, const std::string& key) {
    std::int64_t sum = 0;
    const flexbuffers::Vector all = node.AsVector();
    for (std::size_t i = 0, count = all.size(); i < count; i++)
      sum += integer(find(all[i].AsMap(), key));
    return sum;
  }
  /// Calls `f` with the buffer as JSON, for comparison.
  template <class F>
  static void finish(const document& of, F f) {
    const std::string_view bytes(reinterpret_cast<const char*>(of.data()), of.size());
    f(std::string_view(varvel::convert(bytes, varvel::format::flexbuffers, varvel::format::json)));
  }
  template <class F>
  static void build(const texts& keys, const texts& values, F f) {
    static Builder made(256, flexbuffers::BUILDER_FLAG_SHARE_KEYS);
    made.Clear();
    made.Map([&] {
      for (std::size_t i = 0; i < keys.size(); i++) {
        made.Key(keys[i].data(), keys[i].size());
        made.String(values[i].data(), values[i].size());
      }
    });
    made.Finish();
    f(made.GetBuffer());
  }
};

}  // namespace

library flexbuffers_trees() {
  library made;
  add_reading<buffers>(made);
  return made;
}

job flexbuffers_build(given in) {
  return jobs::build<buffers>(std::move(in));
}

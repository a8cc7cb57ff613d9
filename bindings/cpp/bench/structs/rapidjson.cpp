// RapidJSON: its tree into structs, parsed in place and exactly, and its writer.

#include "peers.hpp"

#if defined(__SSE4_2__)
#define RAPIDJSON_SSE42
#endif
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace {

using rapidjson::Value;

template <class T>
void take(const Value& from, T& to) {
  if constexpr (std::is_same_v<T, std::string>) {
    to.assign(from.GetString(), from.GetStringLength());
  } else if constexpr (std::is_same_v<T, bool>) {
    to = from.GetBool();
  } else if constexpr (std::is_same_v<T, double>) {
    to = from.GetDouble();
  } else if constexpr (std::is_signed_v<T>) {
    to = static_cast<T>(from.GetInt64());
  } else if constexpr (std::is_unsigned_v<T>) {
    to = static_cast<T>(from.GetUint64());
  } else if constexpr (walk::is_nullable<T>) {
    if (!from.IsNull()) take(from, walk::emplace(to));
  } else if constexpr (walk::is_map<T>) {
    for (const auto& member : from.GetObject()) {
      std::string key(member.name.GetString(), member.name.GetStringLength());
      take(member.value,
           to.emplace_hint(to.end(), std::move(key), typename T::mapped_type())->second);
    }
  } else if constexpr (walk::is_fixed_array<T>) {
    std::size_t i = 0;
    for (const auto& item : from.GetArray()) take(item, to[i++]);
  } else if constexpr (walk::has_fields<T>) {
    // Members come in their order, which is looked for first.
    auto member = from.MemberBegin();
    walk::each_field<T>([&](auto number) {
      constexpr std::size_t i = number();
      constexpr std::string_view name = walk::facts<T>::names[i];
      if constexpr (walk::in_any_order<T>) {
        member = from.FindMember(Value(rapidjson::StringRef(name.data(), name.size())));
      }
      if (member == from.MemberEnd() ||
          std::string_view(member->name.GetString(), member->name.GetStringLength()) != name) {
        return;
      }
      take(member->value, walk::facts<T>::template get<i>(to));
      ++member;
    });
  } else {
    to.reserve(from.Size());
    for (const auto& item : from.GetArray()) {
      if constexpr (std::is_same_v<typename T::value_type, bool>) {
        to.push_back(item.GetBool());
      } else {
        take(item, to.emplace_back());
      }
    }
  }
}

using writer = rapidjson::Writer<rapidjson::StringBuffer>;

template <class T>
void put(writer& out, const T& from) {
  if constexpr (std::is_same_v<T, std::string>) {
    out.String(from.data(), static_cast<rapidjson::SizeType>(from.size()));
  } else if constexpr (std::is_same_v<T, bool>) {
    out.Bool(from);
  } else if constexpr (std::is_same_v<T, double>) {
    out.Double(from);
  } else if constexpr (std::is_signed_v<T>) {
    out.Int64(from);
  } else if constexpr (std::is_unsigned_v<T>) {
    out.Uint64(from);
  } else if constexpr (walk::is_nullable<T>) {
    if (from) {
      put(out, *from);
    } else {
      out.Null();
    }
  } else if constexpr (walk::is_map<T>) {
    out.StartObject();
    for (const auto& one : from) {
      out.Key(one.first.data(), static_cast<rapidjson::SizeType>(one.first.size()));
      put(out, one.second);
    }
    out.EndObject();
  } else if constexpr (walk::has_fields<T>) {
    out.StartObject();
    walk::each_field<T>([&](auto number) {
      constexpr std::size_t i = number();
      constexpr std::string_view name = walk::facts<T>::names[i];
      const auto& member = walk::facts<T>::template get<i>(from);
      if (!walk::is_written<T, i>(from)) return;
      out.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
      put(out, member);
    });
    out.EndObject();
  } else {
    out.StartArray();
    for (const auto& one : from) put<typename T::value_type>(out, one);
    out.EndArray();
  }
}

}  // namespace

template <class T>
void add_rapidjson(const given_documents<T>& of, struct_jobs& to) {
  const named by = {"RapidJSON", RAPIDJSON_VERSION_STRING};
  to.read.push_back(read_each<T>(by, &of->json, [of](const std::string& from, T& value) {
    rapidjson::Document document;
    document.Parse<rapidjson::kParseFullPrecisionFlag>(from.data(), from.size());
    take(document, value);
  }));
  auto out = std::make_shared<rapidjson::StringBuffer>();
  to.write.push_back(write_each(by, of, varvel::format::json, [=](const T& from) {
    out->Clear();
    writer json(*out);
    put(json, from);
    return std::string_view(out->GetString(), out->GetSize());
  }));
}

VARVEL_BENCH_STRUCTS(rapidjson)

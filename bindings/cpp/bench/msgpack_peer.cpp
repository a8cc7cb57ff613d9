// msgpack-cxx: its tree into structs, and its packer.

#include "peers.hpp"

#include <msgpack.hpp>

namespace {

using msgpack::object;

inline std::string_view text_of(const object& of) {
  return {of.via.str.ptr, of.via.str.size};
}

template <class T>
void take(const object& from, T& to) {
  if constexpr (std::is_same_v<T, std::string>) {
    to.assign(from.via.str.ptr, from.via.str.size);
  } else if constexpr (std::is_arithmetic_v<T>) {
    to = from.as<T>();
  } else if constexpr (walk::is_nullable<T>) {
    if (!from.is_nil()) take(from, walk::emplace(to));
  } else if constexpr (walk::is_map<T>) {
    for (std::uint32_t i = 0; i < from.via.map.size; i++) {
      const auto& member = from.via.map.ptr[i];
      take(member.val,
           to.emplace_hint(to.end(), std::string(text_of(member.key)), typename T::mapped_type())
               ->second);
    }
  } else if constexpr (walk::is_array<T>) {
    for (std::uint32_t i = 0; i < from.via.array.size; i++) take(from.via.array.ptr[i], to[i]);
  } else if constexpr (walk::has_fields<T>) {
    // Members come in their order; some are left out.
    const auto* member = from.via.map.ptr;
    const auto* end = member + from.via.map.size;
    walk::each_field<T>(
        [&](auto number) {
          constexpr std::size_t i = number();
          if (member == end || text_of(member->key) != walk::facts<T>::names[i]) return;
          take(member->val, walk::facts<T>::template get<i>(to));
          ++member;
        },
        std::make_index_sequence<walk::facts<T>::count>());
  } else {
    to.reserve(from.via.array.size);
    for (std::uint32_t i = 0; i < from.via.array.size; i++) {
      if constexpr (std::is_same_v<typename T::value_type, bool>) {
        to.push_back(from.via.array.ptr[i].template as<bool>());
      } else {
        take(from.via.array.ptr[i], to.emplace_back());
      }
    }
  }
}

using packer = msgpack::packer<msgpack::sbuffer>;

void put_text(packer& out, std::string_view text) {
  out.pack_str(static_cast<std::uint32_t>(text.size()));
  out.pack_str_body(text.data(), static_cast<std::uint32_t>(text.size()));
}

template <class T>
void put(packer& out, const T& from) {
  if constexpr (std::is_same_v<T, std::string>) {
    put_text(out, from);
  } else if constexpr (std::is_arithmetic_v<T>) {
    out.pack(from);
  } else if constexpr (walk::is_nullable<T>) {
    if (from) {
      put(out, *from);
    } else {
      out.pack_nil();
    }
  } else if constexpr (walk::is_map<T>) {
    out.pack_map(static_cast<std::uint32_t>(from.size()));
    for (const auto& one : from) {
      put_text(out, one.first);
      put(out, one.second);
    }
  } else if constexpr (walk::has_fields<T>) {
    std::uint32_t count = 0;
    constexpr auto all = std::make_index_sequence<walk::facts<T>::count>();
    walk::each_field<T>(
        [&](auto number) {
          constexpr std::size_t i = number();
          if constexpr (walk::may_miss<T, i>) {
            count += walk::facts<T>::template get<i>(from) ? 1 : 0;
          } else {
            count++;
          }
        },
        all);
    out.pack_map(count);
    walk::each_field<T>(
        [&](auto number) {
          constexpr std::size_t i = number();
          const auto& member = walk::facts<T>::template get<i>(from);
          if constexpr (walk::may_miss<T, i>) {
            if (!member) return;
          }
          put_text(out, walk::facts<T>::names[i]);
          put(out, member);
        },
        all);
  } else {
    out.pack_array(static_cast<std::uint32_t>(from.size()));
    for (const auto& one : from) put<typename T::value_type>(out, one);
  }
}

}  // namespace

template <class T>
job peers<T>::msgpack_read(const documents<T>& of) {
  const auto* all = &of.msgpack;
  auto values = std::make_shared<std::vector<T>>();
  return {"msgpack-cxx",
          [=] {
            values->clear();
            for (const std::string& one : *all) {
              const msgpack::object_handle handle = msgpack::unpack(
                  one.data(), one.size(),
                  [](msgpack::type::object_type, std::size_t, void*) { return true; });
              take(handle.get(), values->emplace_back());
            }
          },
          [=] { return as_json(*values); }};
}

template <class T>
job peers<T>::msgpack_write(const documents<T>& of) {
  auto out = std::make_shared<msgpack::sbuffer>();
  const auto* values = &of.values;
  return {"msgpack-cxx",
          [=] {
            for (const T& one : *values) {
              out->clear();
              packer pack(*out);
              put(pack, one);
            }
          },
          [=] {
            std::vector<std::string> all;
            for (const T& one : *values) {
              out->clear();
              packer pack(*out);
              put(pack, one);
              all.emplace_back(out->data(), out->size());
            }
            return all;
          }};
}

#define MAKE(type)                                                \
  template job peers<type>::msgpack_read(const documents<type>&); \
  template job peers<type>::msgpack_write(const documents<type>&);
VARVEL_BENCH_TYPES(MAKE)

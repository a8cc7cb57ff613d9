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
  } else if constexpr (walk::is_fixed_array<T>) {
    for (std::uint32_t i = 0; i < from.via.array.size; i++) take(from.via.array.ptr[i], to[i]);
  } else if constexpr (walk::has_fields<T>) {
    // Members come in their order; some are left out.
    const auto* member = from.via.map.ptr;
    const auto* end = member + from.via.map.size;
    walk::each_field<T>([&](auto number) {
      constexpr std::size_t i = number();
      if (member == end || text_of(member->key) != walk::facts<T>::names[i]) return;
      take(member->val, walk::facts<T>::template get<i>(to));
      ++member;
    });
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
    walk::each_field<T>([&](auto number) { count += walk::is_written<T, number()>(from) ? 1 : 0; });
    out.pack_map(count);
    walk::each_field<T>([&](auto number) {
      constexpr std::size_t i = number();
      const auto& member = walk::facts<T>::template get<i>(from);
      if (!walk::is_written<T, i>(from)) return;
      put_text(out, walk::facts<T>::names[i]);
      put(out, member);
    });
  } else {
    out.pack_array(static_cast<std::uint32_t>(from.size()));
    for (const auto& one : from) put<typename T::value_type>(out, one);
  }
}

}  // namespace

template <class T>
void add_msgpack(const given_documents<T>& of, struct_jobs& to) {
  const named by = {"msgpack-cxx", MSGPACK_VERSION};
  to.unpack.push_back(read_each<T>(by, &of->msgpack, [of](const std::string& from, T& value) {
    const auto lent = [](msgpack::type::object_type, std::size_t, void*) { return true; };
    take(msgpack::unpack(from.data(), from.size(), lent).get(), value);
  }));
  auto out = std::make_shared<msgpack::sbuffer>();
  to.pack.push_back(write_each(by, of, varvel::format::msgpack, [=](const T& from) {
    out->clear();
    packer pack(*out);
    put(pack, from);
    return std::string_view(out->data(), out->size());
  }));
}

VARVEL_BENCH_STRUCTS(msgpack)

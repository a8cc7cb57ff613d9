// yyjson: its tree into structs, and trees made of structs, whose strings are not copied.

#include "peers.hpp"

#include <yyjson.h>

namespace {

struct freed {
  void operator()(yyjson_doc* of) const { yyjson_doc_free(of); }
  void operator()(yyjson_mut_doc* of) const { yyjson_mut_doc_free(of); }
  void operator()(char* of) const { std::free(of); }
};

template <class T>
void take(yyjson_val* from, T& to) {
  if constexpr (std::is_same_v<T, std::string>) {
    to.assign(yyjson_get_str(from), yyjson_get_len(from));
  } else if constexpr (std::is_same_v<T, bool>) {
    to = yyjson_get_bool(from);
  } else if constexpr (std::is_same_v<T, double>) {
    to = yyjson_get_num(from);
  } else if constexpr (std::is_signed_v<T>) {
    to = static_cast<T>(yyjson_get_sint(from));
  } else if constexpr (std::is_unsigned_v<T>) {
    to = static_cast<T>(yyjson_get_uint(from));
  } else if constexpr (walk::is_nullable<T>) {
    if (!yyjson_is_null(from)) take(from, walk::emplace(to));
  } else if constexpr (walk::is_map<T>) {
    yyjson_obj_iter all = yyjson_obj_iter_with(from);
    while (yyjson_val* key = yyjson_obj_iter_next(&all)) {
      take(yyjson_obj_iter_get_val(key),
           to.emplace_hint(to.end(), std::string(yyjson_get_str(key), yyjson_get_len(key)),
                           typename T::mapped_type())
               ->second);
    }
  } else if constexpr (walk::is_fixed_array<T>) {
    yyjson_arr_iter all = yyjson_arr_iter_with(from);
    std::size_t i = 0;
    while (yyjson_val* item = yyjson_arr_iter_next(&all)) take(item, to[i++]);
  } else if constexpr (walk::has_fields<T>) {
    // Looks for each name from the place of the last one on.
    yyjson_obj_iter all = yyjson_obj_iter_with(from);
    walk::each_field<T>([&](auto number) {
      constexpr std::size_t i = number();
      constexpr std::string_view name = walk::facts<T>::names[i];
      if (yyjson_val* value = yyjson_obj_iter_getn(&all, name.data(), name.size()))
        take(value, walk::facts<T>::template get<i>(to));
    });
  } else {
    to.reserve(yyjson_arr_size(from));
    yyjson_arr_iter all = yyjson_arr_iter_with(from);
    while (yyjson_val* item = yyjson_arr_iter_next(&all)) {
      if constexpr (std::is_same_v<typename T::value_type, bool>) {
        to.push_back(yyjson_get_bool(item));
      } else {
        take(item, to.emplace_back());
      }
    }
  }
}

yyjson_mut_val* text(yyjson_mut_doc* in, std::string_view of) {
  return yyjson_mut_strn(in, of.data(), of.size());
}

template <class T>
yyjson_mut_val* put(yyjson_mut_doc* in, const T& from) {
  if constexpr (std::is_same_v<T, std::string>) {
    return text(in, from);
  } else if constexpr (std::is_same_v<T, bool>) {
    return yyjson_mut_bool(in, from);
  } else if constexpr (std::is_same_v<T, double>) {
    return yyjson_mut_real(in, from);
  } else if constexpr (std::is_signed_v<T>) {
    return yyjson_mut_sint(in, from);
  } else if constexpr (std::is_unsigned_v<T>) {
    return yyjson_mut_uint(in, from);
  } else if constexpr (walk::is_nullable<T>) {
    return from ? put(in, *from) : yyjson_mut_null(in);
  } else if constexpr (walk::is_map<T>) {
    yyjson_mut_val* made = yyjson_mut_obj(in);
    for (const auto& one : from) yyjson_mut_obj_add(made, text(in, one.first), put(in, one.second));
    return made;
  } else if constexpr (walk::has_fields<T>) {
    yyjson_mut_val* made = yyjson_mut_obj(in);
    walk::each_field<T>([&](auto number) {
      constexpr std::size_t i = number();
      const auto& member = walk::facts<T>::template get<i>(from);
      if (!walk::is_written<T, i>(from)) return;
      yyjson_mut_obj_add(made, text(in, walk::facts<T>::names[i]), put(in, member));
    });
    return made;
  } else {
    yyjson_mut_val* made = yyjson_mut_arr(in);
    for (const auto& one : from) yyjson_mut_arr_append(made, put<typename T::value_type>(in, one));
    return made;
  }
}

}  // namespace

template <class T>
void add_yyjson(const given_documents<T>& of, struct_jobs& to) {
  const named by = {"yyjson", YYJSON_VERSION_STRING};
  to.read.push_back(read_each<T>(by, &of->json, [of](const std::string& from, T& value) {
    const std::unique_ptr<yyjson_doc, freed> document(yyjson_read(from.data(), from.size(), 0));
    take(yyjson_doc_get_root(document.get()), value);
  }));
  auto out = std::make_shared<std::unique_ptr<char, freed>>();
  to.write.push_back(write_each(by, of, varvel::format::json, [=](const T& from) {
    const std::unique_ptr<yyjson_mut_doc, freed> document(yyjson_mut_doc_new(nullptr));
    yyjson_mut_doc_set_root(document.get(), put(document.get(), from));
    std::size_t size = 0;
    out->reset(yyjson_mut_write(document.get(), 0, &size));
    return std::string_view(out->get(), size);
  }));
}

VARVEL_BENCH_STRUCTS(yyjson)

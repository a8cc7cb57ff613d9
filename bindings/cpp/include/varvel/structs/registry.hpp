// The registry of classes: which ones may stand where a pointer to their base is, by name.

#ifndef VARVEL_STRUCTS_REGISTRY_HPP
#define VARVEL_STRUCTS_REGISTRY_HPP

#include <varvel/structs/json_sink.hpp>
#include <varvel/structs/msgpack_sink.hpp>
#include <varvel/structs/read_struct.hpp>
#include <varvel/structs/tagged.hpp>
#include <varvel/structs/write_struct.hpp>

#include <memory>
#include <vector>

#if defined(__cpp_rtti) || defined(_CPPRTTI)
#include <typeinfo>
#define VARVEL__RTTI 1
#else
#define VARVEL__RTTI 0
#endif

namespace varvel {
namespace structs {

struct handled_input;
template <class Sink>
class handled_sink;

/// Whether a class tells its name by a virtual function `varvel_type`. It has to where RTTI is off.
template <class T, class = void>
inline constexpr bool tells_type = false;
template <class T>
inline constexpr bool tells_type<T, std::void_t<decltype(std::declval<const T&>().varvel_type())>> =
    true;

}  // namespace structs

/// The classes that may stand where a pointer to `Base` is. Classes are added before the first
/// document is read, by VARVEL_CLASSES; threads may read then.
template <class Base>
class registry {
 public:
  /// Adds a class by its name in documents. One that is there already is replaced.
  template <class T>
  static void add(std::string_view name = structs::document_name<T>()) {
    static_assert(std::is_base_of_v<Base, T>, "a class of a registry inherits its base");
    entry made{};
    made.name = name;
#if VARVEL__RTTI
    made.type = &typeid(T);
#endif
    made.make = []() -> Base* { return new T(); };
    made.read = &read_as<T, structs::input>;
    made.read_handled = &read_as<T, structs::handled_input>;
    made.write_json = &write_as<T, structs::json_sink>;
    made.write_msgpack = &write_as<T, structs::msgpack_sink>;
    made.write_json_handled = &write_as<T, structs::handled_sink<structs::json_sink>>;
    made.write_msgpack_handled = &write_as<T, structs::handled_sink<structs::msgpack_sink>>;
    for (entry& one : entries()) {
      if (one.name == name) {
        one = made;
        return;
      }
    }
    entries().push_back(made);
  }

  /// Reads an object of the class that its `$type` names.
  template <class In, class Pointer>
  static bool read(In& in, const structs::node& from, Pointer& to) {
    std::string_view name;
    std::size_t number = 0;
    if (!structs::text_member(in.document, from, structs::tag_name<Base>, name, number)) {
      return untold(in, from);
    }
    for (const entry& one : entries()) {
      if (one.name != name) continue;
      to = Pointer(one.make());
      if constexpr (In::has_handlers) {
        return one.read_handled(in, from, *to);
      } else {
        return one.read(in, from, *to);
      }
    }
    return unknown(in, name, number);
  }

  /// Writes an object with the name of its class.
  template <class Out>
  static bool write(Out& out, const Base& from) {
    const entry* found = find(from);
    if (found == nullptr) {
      return out.fail(
          errc::unrepresentable,
          "a class that is in the registry of " + std::string(structs::name_of_type<Base>()), {},
          "add it by VARVEL_CLASSES");
    }
    if constexpr (std::is_same_v<Out, structs::json_sink>) {
      return found->write_json(out, from, found->name);
    } else if constexpr (std::is_same_v<Out, structs::msgpack_sink>) {
      return found->write_msgpack(out, from, found->name);
    } else if constexpr (std::is_same_v<Out, structs::handled_sink<structs::json_sink>>) {
      return found->write_json_handled(out, from, found->name);
    } else {
      return found->write_msgpack_handled(out, from, found->name);
    }
  }

 private:
  template <class Out>
  using writing_function = bool (*)(Out&, const Base&, std::string_view);

  struct entry {
    std::string_view name;
#if VARVEL__RTTI
    const std::type_info* type;
#endif
    Base* (*make)();
    bool (*read)(structs::input&, const structs::node&, Base&);
    bool (*read_handled)(structs::handled_input&, const structs::node&, Base&);
    writing_function<structs::json_sink> write_json;
    writing_function<structs::msgpack_sink> write_msgpack;
    writing_function<structs::handled_sink<structs::json_sink>> write_json_handled;
    writing_function<structs::handled_sink<structs::msgpack_sink>> write_msgpack_handled;
  };

  static std::vector<entry>& entries() {
    static std::vector<entry> all;
    return all;
  }

  static const entry* find(const Base& of) {
    for (const entry& one : entries()) {
      if constexpr (structs::tells_type<Base>) {
        if (one.name == of.varvel_type()) return &one;
      } else {
#if VARVEL__RTTI
        if (*one.type == typeid(of)) return &one;
#else
        static_assert(structs::tells_type<Base>,
                      "where RTTI is off, the base has a virtual `std::string_view varvel_type() "
                      "const`");
#endif
      }
    }
    return nullptr;
  }

  template <class T, class In>
  static bool read_as(In& in, const structs::node& from, Base& to) {
    return codec<T>::read(in, from, static_cast<T&>(to));
  }
  template <class T, class Out>
  static bool write_as(Out& out, const Base& from, std::string_view name) {
    return structs::write_tagged<Base>(out, static_cast<const T&>(from), name);
  }

  template <class In>
  VARVEL_COLD static bool untold(In& in, const structs::node& from) {
    structs::members all;
    if (!structs::members_of(in.document, from, false, all)) {
      return in.mismatch("an object", from);
    }
    return in.fail(errc::missing_field, std::string("`") + std::string(structs::tag_name<Base>) +
                                            "`, the name of a class");
  }
  template <class In>
  VARVEL_COLD static bool unknown(In& in, std::string_view name, std::size_t number) {
    std::vector<std::string_view> names;
    for (const entry& one : entries()) names.push_back(one.name);
    if (names.empty()) {
      in.fail(errc::unknown_variant,
              "a class that is in the registry of " + std::string(structs::name_of_type<Base>()),
              std::string("`") + std::string(name) + '`', "add it by VARVEL_CLASSES");
    } else {
      in.fail(errc::unknown_variant, structs::one_of(names.data(), names.size()),
              std::string("`") + std::string(name) + '`',
              structs::nearest(name, names.data(), names.size()));
    }
    return in.leave_member(structs::tag_name<Base>, number, structs::name_of_type<Base>(),
                           "string");
  }
};

/// Adds classes to the registry of a base. Returns true.
template <class Base, class... Classes>
bool add_classes() {
  (registry<Base>::template add<Classes>(), ...);
  return true;
}

}  // namespace varvel

/// Adds classes to the registry of their base, when the program starts: in a file of the program,
/// outside of functions: `VARVEL_CLASSES(component, light, sound)`.
#define VARVEL_CLASSES(base, ...)                                              \
  [[maybe_unused]] static const bool VARVEL__JOIN(varvel_classes_, __LINE__) = \
      ::varvel::add_classes<base, __VA_ARGS__>();

#endif

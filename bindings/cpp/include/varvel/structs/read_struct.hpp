// Structs out of objects: the fields are found once for each shape, and then read by their slots.

#ifndef VARVEL_STRUCTS_READ_STRUCT_HPP
#define VARVEL_STRUCTS_READ_STRUCT_HPP

#include <varvel/structs/codec.hpp>
#include <varvel/structs/field_codec.hpp>
#include <varvel/structs/nearest.hpp>

namespace varvel::structs {

/// Finds the fields of a struct among the keys of an object.
template <class T>
VARVEL_COLD void make_plan(const members& of, const document& in, plan& made) {
  constexpr std::size_t count = facts<T>::count;
  for (std::size_t i = 0; i < count; i++) made.slots[i] = plan::none;
  made.unknown = plan::none;
  std::size_t next = 0;
  for (std::size_t k = 0; k < of.count; k++) {
    std::string_view key;
    if (!text_of(in, of.key(k), key)) continue;
    // The fields usually come in their order.
    std::size_t i = 0;
    for (; i < count; i++) {
      const std::size_t field = next + i < count ? next + i : next + i - count;
      if (is_field_name<T>(field, key)) {
        const auto slot = static_cast<std::uint32_t>(of.keys.places != nullptr ? k : 2 * k + 1);
        if (made.slots[field] == plan::none) made.slots[field] = slot;
        next = field + 1;
        break;
      }
    }
    if (i == count && made.unknown == plan::none && tag_name<T> != key) made.unknown = k;
  }
}

template <class In>
VARVEL_COLD bool refuse_unknown(In& in, const node& from, std::size_t member,
                                const struct_facts& of) {
  members all;
  members_of(in.document, from, true, all);
  std::string_view key;
  text_of(in.document, all.key(member), key);
  in.fail(errc::unknown_member, std::string("a field of ") + std::string(of.type), std::string(key),
          nearest(key, of.names, of.count));
  in.error.at_key = true;
  return in.leave_member(key, member, of.type, {});
}

/// Returns the number of the first member whose key is no text; that of all members if there is
/// none.
inline std::size_t first_other_key(const document& in, const members& all) {
  if (all.keys.places != nullptr) return all.count;  // the keys of a shape are texts
  std::string_view text;
  std::size_t member = 0;
  while (member < all.count && text_of(in, all.key(member), text)) member++;
  return member;
}

/// Notes that the key of a member is no text, and so no name of a field. Returns false.
template <class In>
VARVEL_COLD bool refuse_key(In& in, const members& all, std::size_t member,
                            std::string_view owner) {
  in.mismatch("a string as key", all.key(member));
  in.error.at_key = true;
  return in.leave_member("?", member, owner, {});
}

/// Returns a hint with the member that is no field, and whose name is near to that of a field which
/// is missing; empty if there is none. At most 64 members are looked at.
inline std::string mistyped(const document& in, const node& from, const struct_facts& of,
                            std::string_view field) {
  members all;
  if (!members_of(in, from, true, all)) return {};
  std::vector<std::string_view> keys;
  for (std::size_t i = 0; i < all.count && i < 64; i++) {
    std::string_view key;
    text_of(in, all.key(i), key);
    if (std::find(of.names, of.names + of.count, key) == of.names + of.count) keys.push_back(key);
  }
  const std::string_view near = nearest_name(field, keys.data(), keys.size());
  return near.empty() ? std::string() : "`" + std::string(near) + "` is no field";
}

template <class In>
VARVEL_COLD bool miss_field(In& in, const node& from, const struct_facts& of, std::size_t field) {
  return in.fail(errc::missing_field,
                 std::string("`") + std::string(of.names[field]) + "` of " + std::string(of.type),
                 {}, mistyped(in.document, from, of, of.names[field]));
}

/// Returns the number of the member whose value stands in a slot. Where the keys of an object have
/// slots, too, the values have every second one.
inline std::size_t member_of_slot(const node& object, std::uint32_t slot) noexcept {
  return object.tag == tag::object ? slot : slot / 2;
}

/// Notes that an error was in the field whose value stands in `slot`; of a field that is missing,
/// the struct is the place. Returns false.
template <class In>
VARVEL_COLD bool leave_field(In& in, const node& from, const struct_facts& of, std::size_t field,
                             std::uint32_t slot) {
  if (slot == plan::none) return false;
  return in.leave_member(of.names[field], member_of_slot(from, slot), of.type, of.types[field]);
}

/// Reads the field `I` from its slot.
template <class T, std::size_t I, class In>
VARVEL_INLINE bool read_field(In& in, const node& from, const slots& of, const plan& by, T& to) {
  if constexpr (field_has<attributes::skip_attribute, T, I>) {
    return true;
  } else {
    const std::uint32_t slot = by.slots[I];
    auto& member = facts<T>::template get<I>(to);
    if (VARVEL_LIKELY(slot != plan::none)) {
      return field_codec<T, I>::read(in, of.at(slot), member);
    }
    if constexpr (may_miss<T, I>) {
      set_missing<T, I>(member);
      return true;
    } else {
      return miss_field(in, from, facts_of<T>, I);
    }
  }
}

/// Reads a field where handlers are asked, or all errors are wanted.
template <class T, std::size_t I, class In>
bool read_handled_field(In& in, const node& from, const slots& of, const plan& by, T& to) {
  in.path.push_back({std::string(facts_of<T>.names[I]), true, member_of_slot(from, by.slots[I]),
                     facts_of<T>.type, facts_of<T>.types[I]});
  const std::size_t depth = in.depth_left;
  const bool good = read_field<T, I>(in, from, of, by, to);
  in.path.pop_back();
  if (good) return true;
  in.depth_left = depth;
  leave_field(in, from, facts_of<T>, I, by.slots[I]);
  return in.goes_on();
}

/// Reads all fields by a plan.
template <class T, class In, std::size_t... I>
VARVEL_INLINE bool read_fields(In& in, const node& from, const slots& of, const plan& by, T& to,
                               std::index_sequence<I...>) {
  if constexpr (In::has_handlers) {
    return (read_handled_field<T, I>(in, from, of, by, to) && ...);
  } else {
    std::size_t failed = 0;
    const bool good = ((read_field<T, I>(in, from, of, by, to) || (failed = I, false)) && ...);
    if (VARVEL_LIKELY(good)) return true;
    return leave_field(in, from, facts_of<T>, failed, by.slots[failed]);
  }
}

template <class T, class In>
bool read_by_plan(In& in, const node& from, const slots& of, const plan& by, T& to) {
  if (type_has<attributes::unknown_refused_attribute, T> || in.unknown_refused) {
    if (by.unknown != plan::none) {
      refuse_unknown(in, from, by.unknown, facts_of<T>);
      if constexpr (In::has_handlers) {
        if (!in.goes_on()) return false;
      } else {
        return false;
      }
    }
  }
  if (!in.enter()) return false;
  const bool good = read_fields(in, from, of, by, to, std::make_index_sequence<facts<T>::count>());
  in.leave();
  return good;
}

/// Reads an object whose plan is not kept: it is empty, it has keys of its own, or there are many
/// shapes.
template <class T, class In>
VARVEL_COLD bool read_unplanned(In& in, const node& from, T& to) {
  members all;
  if (!members_of(in.document, from, true, all)) return in.mismatch("an object", from);
  const std::size_t other_key = first_other_key(in.document, all);
  if (other_key != all.count && !refuse_key(in, all, other_key, facts_of<T>.type) && !goes_on(in)) {
    return false;
  }
  constexpr std::size_t words =
      (sizeof(plan) + facts<T>::count * sizeof(std::uint32_t)) / sizeof(std::uint64_t) + 1;
  std::uint64_t room[words];
  plan& own = *reinterpret_cast<plan*>(room);
  make_plan<T>(all, in.document, own);
  return read_by_plan(in, from, all.of, own, to);
}

template <class T, class In>
VARVEL_COLD const plan* add_plan(In& in, const node& from, std::size_t shape, plans& of) {
  if (shape >= plans::most) return nullptr;
  members all;
  members_of(in.document, from, true, all);
  plan* made = of.add(shape, facts<T>::count);
  make_plan<T>(all, in.document, *made);
  return made;
}

/// Reads a struct.
template <class T, class In>
VARVEL_INLINE bool read_struct(In& in, const node& from, T& to, plans& known) {
  if (VARVEL_LIKELY(from.tag == tag::object)) {
    const byte* object = from.target();
    const auto header = slot_header::at(object);
    const slots of{object + header.size, object, header.code + 1};
    const plan* by = known.find(header.number);
    if (!VARVEL_LIKELY(by != nullptr)) by = add_plan<T>(in, from, header.number, known);
    if (VARVEL_LIKELY(by != nullptr)) return read_by_plan(in, from, of, *by, to);
  }
  return read_unplanned(in, from, to);
}

}  // namespace varvel::structs

namespace varvel {

namespace structs {
template <class T, class Out>
bool write_struct(Out& out, const T& from);
}

template <class T>
struct codec<T, std::enable_if_t<structs::has_fields<T>>> {
  static constexpr bool is_standard = true;
  template <class In>
  static bool read(In& in, const structs::node& from, T& to) {
    return structs::read_struct(in, from, to, in.store->template of<T>());
  }
  template <class Out>
  static bool write(Out& out, const T& from) {
    return structs::write_struct(out, from);
  }
};

}  // namespace varvel

#endif

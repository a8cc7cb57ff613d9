// Aggregates whose fields the compiler tells, in C++20: how many there are, a reference to each,
// and what it is called.

#ifndef VARVEL_STRUCTS_AGGREGATE_HPP
#define VARVEL_STRUCTS_AGGREGATE_HPP

#include <varvel/config.hpp>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#if VARVEL_CPLUSPLUS >= 202002L && defined(__cpp_nontype_template_args) && \
    __cpp_nontype_template_args >= 201411L && defined(__GNUC__)
#define VARVEL_HAS_AGGREGATES 1
#else
#define VARVEL_HAS_AGGREGATES 0
#endif

namespace varvel {

/// Whether a type without VARVEL_FIELDS is read and written by the fields that the compiler knows.
/// Specialise it as `false` for an aggregate that is something else.
template <class T>
inline constexpr bool is_plain_struct = true;
template <class T, std::size_t N>
inline constexpr bool is_plain_struct<std::array<T, N>> = false;

namespace structs {

#if VARVEL_HAS_AGGREGATES

/// The most fields of an aggregate that are found.
inline constexpr std::size_t most_fields = 64;

/// Stands for a value of any type, where only types are looked at.
struct any_value {
  std::size_t number;
  template <class T>
  operator T() const noexcept {
    std::abort();
  }
};

template <class T, std::size_t... I>
constexpr bool can_hold(std::index_sequence<I...>) {
  return requires { T{any_value{I}...}; };
}

/// Returns how many fields an aggregate has.
template <class T, std::size_t N = 0>
constexpr std::size_t aggregate_count() {
  if constexpr (N > most_fields) {
    return N;
  } else if constexpr (can_hold<T>(std::make_index_sequence<N + 1>())) {
    return aggregate_count<T, N + 1>();
  } else {
    return N;
  }
}

/// Returns whether the initializer `I` of an aggregate is the first item of a C array. In braces it
/// is the array, and there is no room for the initializers of the array's other items.
template <class T, std::size_t... Before, std::size_t... After>
constexpr bool begins_array(std::index_sequence<Before...>, std::index_sequence<After...>) {
  return requires {
    T{any_value{Before}..., {any_value{0}, any_value{1}}};
  } && !requires { T{any_value{Before}..., {any_value{0}, any_value{1}}, any_value{After}...}; };
}
template <class T, std::size_t I = 0>
constexpr bool has_array() {
  constexpr std::size_t count = aggregate_count<T>();
  if constexpr (I + 1 >= count) {
    return false;
  } else {
    return begins_array<T>(std::make_index_sequence<I>(),
                           std::make_index_sequence<count - I - 1>()) ||
           has_array<T, I + 1>();
  }
}

/// Stands for a value of any base of a class.
template <class T>
struct any_base {
  template <class Base,
            std::enable_if_t<std::is_base_of_v<Base, T> && !std::is_same_v<Base, T>, int> = 0>
  operator Base() const noexcept {
    std::abort();
  }
};
template <class T>
constexpr bool has_base() {
  return requires { T{any_base<T>{}}; };
}

template <class T>
constexpr bool is_aggregate_of_fields() {
  if constexpr (std::is_class_v<T> && std::is_aggregate_v<T> && is_plain_struct<T>) {
    return aggregate_count<T>() <= most_fields;
  } else {
    return false;
  }
}
template <class T>
inline constexpr bool is_known_aggregate = is_aggregate_of_fields<T>();

#define VARVEL__M1 m1
#define VARVEL__M2 VARVEL__M1, m2
#define VARVEL__M3 VARVEL__M2, m3
#define VARVEL__M4 VARVEL__M3, m4
#define VARVEL__M5 VARVEL__M4, m5
#define VARVEL__M6 VARVEL__M5, m6
#define VARVEL__M7 VARVEL__M6, m7
#define VARVEL__M8 VARVEL__M7, m8
#define VARVEL__M9 VARVEL__M8, m9
#define VARVEL__M10 VARVEL__M9, m10
#define VARVEL__M11 VARVEL__M10, m11
#define VARVEL__M12 VARVEL__M11, m12
#define VARVEL__M13 VARVEL__M12, m13
#define VARVEL__M14 VARVEL__M13, m14
#define VARVEL__M15 VARVEL__M14, m15
#define VARVEL__M16 VARVEL__M15, m16
#define VARVEL__M17 VARVEL__M16, m17
#define VARVEL__M18 VARVEL__M17, m18
#define VARVEL__M19 VARVEL__M18, m19
#define VARVEL__M20 VARVEL__M19, m20
#define VARVEL__M21 VARVEL__M20, m21
#define VARVEL__M22 VARVEL__M21, m22
#define VARVEL__M23 VARVEL__M22, m23
#define VARVEL__M24 VARVEL__M23, m24
#define VARVEL__M25 VARVEL__M24, m25
#define VARVEL__M26 VARVEL__M25, m26
#define VARVEL__M27 VARVEL__M26, m27
#define VARVEL__M28 VARVEL__M27, m28
#define VARVEL__M29 VARVEL__M28, m29
#define VARVEL__M30 VARVEL__M29, m30
#define VARVEL__M31 VARVEL__M30, m31
#define VARVEL__M32 VARVEL__M31, m32
#define VARVEL__M33 VARVEL__M32, m33
#define VARVEL__M34 VARVEL__M33, m34
#define VARVEL__M35 VARVEL__M34, m35
#define VARVEL__M36 VARVEL__M35, m36
#define VARVEL__M37 VARVEL__M36, m37
#define VARVEL__M38 VARVEL__M37, m38
#define VARVEL__M39 VARVEL__M38, m39
#define VARVEL__M40 VARVEL__M39, m40
#define VARVEL__M41 VARVEL__M40, m41
#define VARVEL__M42 VARVEL__M41, m42
#define VARVEL__M43 VARVEL__M42, m43
#define VARVEL__M44 VARVEL__M43, m44
#define VARVEL__M45 VARVEL__M44, m45
#define VARVEL__M46 VARVEL__M45, m46
#define VARVEL__M47 VARVEL__M46, m47
#define VARVEL__M48 VARVEL__M47, m48
#define VARVEL__M49 VARVEL__M48, m49
#define VARVEL__M50 VARVEL__M49, m50
#define VARVEL__M51 VARVEL__M50, m51
#define VARVEL__M52 VARVEL__M51, m52
#define VARVEL__M53 VARVEL__M52, m53
#define VARVEL__M54 VARVEL__M53, m54
#define VARVEL__M55 VARVEL__M54, m55
#define VARVEL__M56 VARVEL__M55, m56
#define VARVEL__M57 VARVEL__M56, m57
#define VARVEL__M58 VARVEL__M57, m58
#define VARVEL__M59 VARVEL__M58, m59
#define VARVEL__M60 VARVEL__M59, m60
#define VARVEL__M61 VARVEL__M60, m61
#define VARVEL__M62 VARVEL__M61, m62
#define VARVEL__M63 VARVEL__M62, m63
#define VARVEL__M64 VARVEL__M63, m64

#define VARVEL__TIE(n)             \
  if constexpr (count == n) {      \
    auto& [VARVEL__M##n] = of;     \
    return std::tie(VARVEL__M##n); \
  } else

/// Returns references to all fields.
template <class T>
VARVEL_INLINE constexpr auto aggregate_tie(T& of) noexcept {
  constexpr std::size_t count = aggregate_count<std::remove_const_t<T>>();
  static_assert(!has_base<std::remove_const_t<T>>(),
                "the fields of this struct cannot be found, since it inherits: name them by "
                "VARVEL_DERIVED, in the struct or beside it");
  static_assert(!has_array<std::remove_const_t<T>>(),
                "the fields of this struct cannot be found, since one is a C array: make it a "
                "std::array, or name the fields by VARVEL_FIELDS, in the struct or beside it");
  // clang-format off
  VARVEL__TIE(1) VARVEL__TIE(2) VARVEL__TIE(3) VARVEL__TIE(4) VARVEL__TIE(5) VARVEL__TIE(6)
  VARVEL__TIE(7) VARVEL__TIE(8) VARVEL__TIE(9) VARVEL__TIE(10) VARVEL__TIE(11) VARVEL__TIE(12)
  VARVEL__TIE(13) VARVEL__TIE(14) VARVEL__TIE(15) VARVEL__TIE(16) VARVEL__TIE(17) VARVEL__TIE(18)
  VARVEL__TIE(19) VARVEL__TIE(20) VARVEL__TIE(21) VARVEL__TIE(22) VARVEL__TIE(23) VARVEL__TIE(24)
  VARVEL__TIE(25) VARVEL__TIE(26) VARVEL__TIE(27) VARVEL__TIE(28) VARVEL__TIE(29) VARVEL__TIE(30)
  VARVEL__TIE(31) VARVEL__TIE(32) VARVEL__TIE(33) VARVEL__TIE(34) VARVEL__TIE(35) VARVEL__TIE(36)
  VARVEL__TIE(37) VARVEL__TIE(38) VARVEL__TIE(39) VARVEL__TIE(40) VARVEL__TIE(41) VARVEL__TIE(42)
  VARVEL__TIE(43) VARVEL__TIE(44) VARVEL__TIE(45) VARVEL__TIE(46) VARVEL__TIE(47) VARVEL__TIE(48)
  VARVEL__TIE(49) VARVEL__TIE(50) VARVEL__TIE(51) VARVEL__TIE(52) VARVEL__TIE(53) VARVEL__TIE(54)
  VARVEL__TIE(55) VARVEL__TIE(56) VARVEL__TIE(57) VARVEL__TIE(58) VARVEL__TIE(59) VARVEL__TIE(60)
  VARVEL__TIE(61) VARVEL__TIE(62) VARVEL__TIE(63) VARVEL__TIE(64)
      // clang-format on
      return std::tuple<>();
}

#undef VARVEL__TIE
#undef VARVEL__M1
#undef VARVEL__M2
#undef VARVEL__M3
#undef VARVEL__M4
#undef VARVEL__M5
#undef VARVEL__M6
#undef VARVEL__M7
#undef VARVEL__M8
#undef VARVEL__M9
#undef VARVEL__M10
#undef VARVEL__M11
#undef VARVEL__M12
#undef VARVEL__M13
#undef VARVEL__M14
#undef VARVEL__M15
#undef VARVEL__M16
#undef VARVEL__M17
#undef VARVEL__M18
#undef VARVEL__M19
#undef VARVEL__M20
#undef VARVEL__M21
#undef VARVEL__M22
#undef VARVEL__M23
#undef VARVEL__M24
#undef VARVEL__M25
#undef VARVEL__M26
#undef VARVEL__M27
#undef VARVEL__M28
#undef VARVEL__M29
#undef VARVEL__M30
#undef VARVEL__M31
#undef VARVEL__M32
#undef VARVEL__M33
#undef VARVEL__M34
#undef VARVEL__M35
#undef VARVEL__M36
#undef VARVEL__M37
#undef VARVEL__M38
#undef VARVEL__M39
#undef VARVEL__M40
#undef VARVEL__M41
#undef VARVEL__M42
#undef VARVEL__M43
#undef VARVEL__M44
#undef VARVEL__M45
#undef VARVEL__M46
#undef VARVEL__M47
#undef VARVEL__M48
#undef VARVEL__M49
#undef VARVEL__M50
#undef VARVEL__M51
#undef VARVEL__M52
#undef VARVEL__M53
#undef VARVEL__M54
#undef VARVEL__M55
#undef VARVEL__M56
#undef VARVEL__M57
#undef VARVEL__M58
#undef VARVEL__M59
#undef VARVEL__M60
#undef VARVEL__M61
#undef VARVEL__M62
#undef VARVEL__M63
#undef VARVEL__M64

template <std::size_t I, class T>
VARVEL_INLINE constexpr auto& aggregate_get(T& of) noexcept {
  return std::get<I>(aggregate_tie(of));
}

/// An object that is nowhere. The compiler names its fields where one is a template's argument.
template <class T>
struct nowhere {
  const T value;
};
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#pragma clang diagnostic ignored "-Wundefined-internal"
#endif
template <class T>
extern const nowhere<T> object_nowhere;

/// A pointer as a class: clang 14 takes one to a part of an object in no other way.
template <class T>
struct pointer_to {
  const T* pointer;
};

template <class T, std::size_t I>
constexpr auto pointer_to_field() {
  const auto& field = aggregate_get<I>(object_nowhere<T>.value);
  return pointer_to<std::remove_cv_t<std::remove_reference_t<decltype(field)>>>{&field};
}

template <class T, auto Pointer>
constexpr std::string_view raw_field() {
  return VARVEL__SIGNATURE;
}

/// Returns the name of the field `I`.
template <class T, std::size_t I>
constexpr std::string_view aggregate_name() {
  // gcc: "...value.S::first)}; ..."; clang: "...{&object_nowhere.value.first}]".
  std::string_view full = raw_field<T, pointer_to_field<T, I>()>();
  std::size_t end = full.rfind('}');
  if (full[end - 1] == ')') end--;
  std::size_t start = end;
  while (full[start - 1] != '.' && full[start - 1] != ':') start--;
  return full.substr(start, end - start);
}
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#else

template <class T>
inline constexpr bool is_known_aggregate = false;
template <class T>
constexpr std::size_t aggregate_count() {
  return 0;
}
template <std::size_t I, class T>
constexpr auto& aggregate_get(T& of) noexcept {
  return of;
}
template <class T, std::size_t I>
constexpr std::string_view aggregate_name() {
  return {};
}

#endif

}  // namespace structs
}  // namespace varvel

#endif

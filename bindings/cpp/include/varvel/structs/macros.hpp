// VARVEL_FIELDS and its kin: the fields of a struct, named once.

#ifndef VARVEL_STRUCTS_MACROS_HPP
#define VARVEL_STRUCTS_MACROS_HPP

// VARVEL__MAP(f, a, b, c, VARVEL__END) is f(a), f(b), f(c), for none to 364 arguments. The way it
// ends without counting is William Swanson's: https://github.com/swansontec/map-macro
#define VARVEL__EVAL0(...) __VA_ARGS__
#define VARVEL__EVAL1(...) VARVEL__EVAL0(VARVEL__EVAL0(VARVEL__EVAL0(__VA_ARGS__)))
#define VARVEL__EVAL2(...) VARVEL__EVAL1(VARVEL__EVAL1(VARVEL__EVAL1(__VA_ARGS__)))
#define VARVEL__EVAL3(...) VARVEL__EVAL2(VARVEL__EVAL2(VARVEL__EVAL2(__VA_ARGS__)))
#define VARVEL__EVAL4(...) VARVEL__EVAL3(VARVEL__EVAL3(VARVEL__EVAL3(__VA_ARGS__)))
#define VARVEL__EVAL(...) VARVEL__EVAL4(VARVEL__EVAL4(VARVEL__EVAL4(__VA_ARGS__)))
#define VARVEL__MAP_END(...)
#define VARVEL__MAP_OUT
#define VARVEL__MAP_COMMA ,
#define VARVEL__GET_END2() 0, VARVEL__MAP_END
#define VARVEL__GET_END1(...) VARVEL__GET_END2
#define VARVEL__GET_END(...) VARVEL__GET_END1
#define VARVEL__NEXT0(test, next, ...) next VARVEL__MAP_OUT
#define VARVEL__NEXT1(test, next) VARVEL__NEXT0(test, next, 0)
#define VARVEL__NEXT(test, next) VARVEL__NEXT1(VARVEL__GET_END test, next)
#define VARVEL__LIST_NEXT1(test, next) VARVEL__NEXT0(test, VARVEL__MAP_COMMA next, 0)
#define VARVEL__LIST_NEXT(test, next) VARVEL__LIST_NEXT1(VARVEL__GET_END test, next)
#define VARVEL__LIST0(f, x, peek, ...) \
  f(x) VARVEL__LIST_NEXT(peek, VARVEL__LIST1)(f, peek, __VA_ARGS__)
#define VARVEL__LIST1(f, x, peek, ...) \
  f(x) VARVEL__LIST_NEXT(peek, VARVEL__LIST0)(f, peek, __VA_ARGS__)
#define VARVEL__START(f, peek, ...) VARVEL__NEXT(peek, VARVEL__LIST1)(f, peek, __VA_ARGS__)
#define VARVEL__MAP(f, ...) VARVEL__EVAL(VARVEL__START(f, __VA_ARGS__))
// Stands behind the last argument where there may be none: `...` of a macro takes at least one.
#define VARVEL__END ()()(), ()()(), ()()(), 0

// VARVEL__ONE(f, x) is f##_NAME(x), or f##_MORE x where x is in parentheses.
#define VARVEL__PROBE(...) ~, 1
#define VARVEL__SECOND1(first, second, ...) second
#define VARVEL__SECOND(...) VARVEL__SECOND1(__VA_ARGS__)
#define VARVEL__IN_PARENTHESES(x) VARVEL__SECOND(VARVEL__PROBE x, 0, ~)
#define VARVEL__JOIN1(a, b) a##b
#define VARVEL__JOIN(a, b) VARVEL__JOIN1(a, b)

#define VARVEL__FIELD_0(x) ::varvel::structs::make_field(#x, &varvel_self::x)
#define VARVEL__FIELD_MORE(x, ...) ::varvel::structs::make_field(#x, &varvel_self::x, __VA_ARGS__)
#define VARVEL__FIELD_1(x) VARVEL__FIELD_MORE x
#define VARVEL__FIELD(x) VARVEL__JOIN(VARVEL__FIELD_, VARVEL__IN_PARENTHESES(x))(x)

#define VARVEL__ENUM_0(x) ::varvel::structs::make_value(#x, varvel_self::x)
#define VARVEL__ENUM_MORE(x, ...) ::varvel::structs::make_value(#x, varvel_self::x, __VA_ARGS__)
#define VARVEL__ENUM_1(x) VARVEL__ENUM_MORE x
#define VARVEL__ENUM(x) VARVEL__JOIN(VARVEL__ENUM_, VARVEL__IN_PARENTHESES(x))(x)

#define VARVEL__TYPES(...) ::varvel::structs::type_list<__VA_ARGS__>

/// Names the fields of a struct, in the order in which they are written. It stands inside of the
/// struct, in its public part and behind its fields, or beside it in its namespace. A field with
/// attributes stands in parentheses:
///
///     struct order {
///       int id;
///       std::string placed;
///       std::optional<std::string> note;
///       VARVEL_FIELDS(order, id, (placed, renamed("placed_at")), note)
///     };
#define VARVEL_FIELDS(...) VARVEL__FIELDS_OF(__VA_ARGS__, VARVEL__END)
#define VARVEL__FIELDS_OF(type, ...) VARVEL__DERIVED_OF(type, (), __VA_ARGS__)

/// Names the fields of a struct, and the structs that it inherits, whose fields come first:
/// `VARVEL_DERIVED(circle, (shape), radius)`.
#define VARVEL_DERIVED(...) VARVEL__DERIVED_OF(__VA_ARGS__, VARVEL__END)
#define VARVEL__DERIVED_OF(type, inherited, ...)                           \
  [[maybe_unused]] constexpr auto varvel_fields(::varvel::type_of<type>) { \
    struct varvel_list {                                                   \
      using varvel_self [[maybe_unused]] = type;                           \
      static constexpr VARVEL__TYPES inherited bases() { return {}; }      \
      static constexpr auto fields() {                                     \
        using namespace ::varvel::attributes;                              \
        return ::std::make_tuple(VARVEL__MAP(VARVEL__FIELD, __VA_ARGS__)); \
      }                                                                    \
    };                                                                     \
    return varvel_list{};                                                  \
  }

/// Gives attributes to a struct or an enum as a whole: `VARVEL_TYPE(order, unknown_refused)`. It
/// stands where VARVEL_FIELDS may stand.
#define VARVEL_TYPE(type, ...)                                           \
  [[maybe_unused]] constexpr auto varvel_type(::varvel::type_of<type>) { \
    struct varvel_attributes {                                           \
      static constexpr auto all() {                                      \
        using namespace ::varvel::attributes;                            \
        return ::std::make_tuple(__VA_ARGS__);                           \
      }                                                                  \
    };                                                                   \
    return varvel_attributes{};                                          \
  }

/// Names the values of an enum, beside it in its namespace; a value with another name stands in
/// parentheses: `VARVEL_ENUM(size, small, (large, renamed("L")))`. Enums without it have the names
/// that they have in the source.
#define VARVEL_ENUM(type, ...)                                                          \
  [[maybe_unused]] constexpr auto varvel_enum(::varvel::type_of<type>) {                \
    struct varvel_values {                                                              \
      using varvel_self [[maybe_unused]] = type;                                        \
      static constexpr auto all() {                                                     \
        using namespace ::varvel::attributes;                                           \
        using value = ::varvel::structs::enum_value<varvel_self>;                       \
        constexpr value list[] = {VARVEL__MAP(VARVEL__ENUM, __VA_ARGS__, VARVEL__END)}; \
        return ::varvel::structs::values_of(list);                                      \
      }                                                                                 \
    };                                                                                  \
    return varvel_values{};                                                             \
  }

#endif

// The language, the compiler and the switches of this library, as macros that the other headers
// use.
//
// Define before the first inclusion, in all files of a program alike:
//
//   VARVEL_NO_EXCEPTIONS   never throw; on by itself where the compiler has exceptions off
//   VARVEL_ABORT(error)    called instead of std::abort() with the error that nobody can catch

#ifndef VARVEL_CONFIG_HPP
#define VARVEL_CONFIG_HPP

#if defined(_MSVC_LANG)
#define VARVEL_CPLUSPLUS _MSVC_LANG
#else
#define VARVEL_CPLUSPLUS __cplusplus
#endif

#if VARVEL_CPLUSPLUS < 201703L
#error "varvel needs C++17 or later: compile with -std=c++17, or /std:c++17 and /Zc:__cplusplus"
#endif

#if VARVEL_CPLUSPLUS >= 202002L
#include <version>
#else
#include <cstddef>
#endif

#if !defined(VARVEL_NO_EXCEPTIONS) && !defined(__cpp_exceptions) && !defined(_CPPUNWIND)
#define VARVEL_NO_EXCEPTIONS 1
#endif

#if defined(__cpp_lib_span) && __cpp_lib_span >= 202002L
#define VARVEL_HAS_SPAN 1
#else
#define VARVEL_HAS_SPAN 0
#endif

#if defined(__cpp_lib_format) && __cpp_lib_format >= 201907L
#define VARVEL_HAS_FORMAT 1
#else
#define VARVEL_HAS_FORMAT 0
#endif

#if defined(__cpp_lib_ranges) && __cpp_lib_ranges >= 201911L
#define VARVEL_HAS_RANGES 1
#else
#define VARVEL_HAS_RANGES 0
#endif

#if defined(__cpp_lib_three_way_comparison) && __cpp_lib_three_way_comparison >= 201907L && \
    defined(__cpp_impl_three_way_comparison)
#define VARVEL_HAS_SPACESHIP 1
#else
#define VARVEL_HAS_SPACESHIP 0
#endif

// Before a function that is rarely called: it stays out of the loops that call it.
#if defined(__GNUC__)
#define VARVEL_COLD __attribute__((cold, noinline))
#define VARVEL_NOINLINE __attribute__((noinline))
#define VARVEL_INLINE __attribute__((always_inline)) inline
#define VARVEL_LIKELY(condition) __builtin_expect(!!(condition), 1)
#elif defined(_MSC_VER)
#define VARVEL_COLD __declspec(noinline)
#define VARVEL_NOINLINE __declspec(noinline)
#define VARVEL_INLINE __forceinline
#define VARVEL_LIKELY(condition) (!!(condition))
#else
#define VARVEL_COLD
#define VARVEL_NOINLINE
#define VARVEL_INLINE inline
#define VARVEL_LIKELY(condition) (!!(condition))
#endif

// The text of the function in which it stands, with its template arguments.
#if defined(_MSC_VER) && !defined(__clang__)
#define VARVEL__SIGNATURE __FUNCSIG__
#else
#define VARVEL__SIGNATURE __PRETTY_FUNCTION__
#endif

// Behind a function that returns a part of its object: compilers warn where that is a temporary.
#if defined(__clang__) && defined(__has_cpp_attribute)
#if __has_cpp_attribute(clang::lifetimebound)
#define VARVEL_LIFETIMEBOUND [[clang::lifetimebound]]
#endif
#endif
#if !defined(VARVEL_LIFETIMEBOUND)
#define VARVEL_LIFETIMEBOUND
#endif

#endif

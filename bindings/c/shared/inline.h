/*
 * Inlining, where compilers would make a call.
 */
#ifndef VARVEL_SHARED_INLINE_H
#define VARVEL_SHARED_INLINE_H

#if defined(__GNUC__)
#define VVS__INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define VVS__INLINE static __forceinline
#else
#define VVS__INLINE static inline
#endif

#endif

// Look-ups in the objects of a case, for any library. A shim defines `Objects`: `add` makes an object of a
// source and returns 0; `size` returns their number; `handle(i)` returns the library's object, made once;
// `find(handle, key)` returns the library's result, and `text(found, out)` reads it, if there is one. The
// other side is src/subjects/lookup.rs.
#pragma once
#include <cstddef>

struct Text {
    const char *data;
    size_t length;
};

// Makes the compiler believe that the value is used and memory changed, like Rust's `black_box(&value)`,
// which passes the reference through memory.
template <class T> inline void keep(const T &value) {
    const T *reference = &value;
    asm volatile("" : : "r"(&reference) : "memory");
}

#define BENCH_LOOKUP(name)                                                                         \
    Objects *bench_##name##_objects_new() { return new Objects; }                                  \
    void bench_##name##_objects_free(Objects *objects) { delete objects; }                         \
    int bench_##name##_objects_add(Objects *objects, const char *source, size_t length) {          \
        return objects->add(source, length);                                                       \
    }                                                                                              \
    void bench_##name##_objects_ask(const Objects *objects, const Text *keys, size_t per_object) { \
        for (size_t i = 0; i < objects->size(); i++) {                                             \
            const auto &object = objects->handle(i);                                               \
            for (size_t j = 0; j < per_object; j++) keep(Objects::find(object, *keys++));          \
        }                                                                                          \
    }                                                                                              \
    int bench_##name##_objects_get(const Objects *objects, size_t i, Text key, Text *out) {        \
        return Objects::text(Objects::find(objects->handle(i), key), out);                         \
    }

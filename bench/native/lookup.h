// Look-ups in the objects of a case, for any library. A shim defines `Objects`: `add` makes one of a
// source and returns 0; `size`; `handle(i)` is what the library looks up in, made once; `find(handle, key)`
// gives what the library gives, and `text(found, out)` reads it, if there is anything. The other side is
// src/subjects/lookup.rs.
#pragma once
#include <cstddef>

struct Text {
    const char *data;
    size_t length;
};

// Makes the compiler believe that the value is used and memory changed: what Rust's `black_box(&value)`
// does, which passes the reference through memory.
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

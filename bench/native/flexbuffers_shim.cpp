// C++ FlexBuffers behind C functions. It has no JSON parser of its own; what is measured is building
// an object of string values from parts that are already in memory, keys shared.
#include "checksum.h"
#include "flatbuffers/base.h"
#include "flatbuffers/flexbuffers.h"

#include <cstdint>

extern "C" {

struct Text {
    const char *data;
    size_t length;
};

#define BENCH_TEXT(x) #x
#define BENCH_VERSION(a, b, c) BENCH_TEXT(a) "." BENCH_TEXT(b) "." BENCH_TEXT(c)
const char *bench_flexbuffers_version() {
    return BENCH_VERSION(FLATBUFFERS_VERSION_MAJOR, FLATBUFFERS_VERSION_MINOR,
                         FLATBUFFERS_VERSION_REVISION);
}

flexbuffers::Builder *bench_flexbuffers_new() {
    return new flexbuffers::Builder(256, flexbuffers::BUILDER_FLAG_SHARE_KEYS);
}
void bench_flexbuffers_free(flexbuffers::Builder *builder) { delete builder; }

// An object of `count` strings, in the builder's reused buffer; returns its size.
size_t bench_flexbuffers_build(flexbuffers::Builder *builder, const Text *keys, const Text *values,
                               size_t count, const uint8_t **out) {
    builder->Clear();
    builder->Map([&] {
        for (size_t i = 0; i < count; i++) {
            builder->Key(keys[i].data, keys[i].length);
            builder->String(values[i].data, values[i].length);
        }
    });
    builder->Finish();
    *out = builder->GetBuffer().data();
    return builder->GetBuffer().size();
}
}

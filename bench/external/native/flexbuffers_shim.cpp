// C++ FlexBuffers behind C functions. It has no JSON parser of its own. The benchmark measures building
// an object of string values from parts that are in memory, with shared keys, and reading buffers.
#include "checksum.h"
#include "lookup.h"
#include "flatbuffers/base.h"
#include "flatbuffers/flexbuffers.h"

#include <cstdint>
#include <vector>

namespace {

// Buffers, which are not copied.
struct Objects {
    std::vector<flexbuffers::Reference> roots;
    std::vector<flexbuffers::Map> maps;

    int add(const char *source, size_t length) {
        auto root = flexbuffers::GetRoot(reinterpret_cast<const uint8_t *>(source), length);
        roots.push_back(root);
        maps.push_back(root.AsMap());
        return 0;
    }
    size_t size() const { return maps.size(); }
    const flexbuffers::Map &handle(size_t i) const { return maps[i]; }

    static flexbuffers::Reference find(const flexbuffers::Map &map, Text key) { return map[key.data]; }
    static bool text(flexbuffers::Reference found, Text *out) {
        if (!found.IsString()) return false;
        auto text = found.AsString();
        *out = {text.c_str(), text.size()};
        return true;
    }
};

// Calls `each` with the items of an array, whether its elements have one type or each its own.
template <class Each> inline void items(flexbuffers::Reference array, Each each) {
    if (array.IsTypedVector()) {
        auto vector = array.AsTypedVector();
        for (size_t i = 0, count = vector.size(); i < count; i++) each(vector[i]);
    } else {
        auto vector = array.AsVector();
        for (size_t i = 0, count = vector.size(); i < count; i++) each(vector[i]);
    }
}

void walk(flexbuffers::Reference value, Checksum &sum) {
    if (value.IsMap()) {
        sum.container();
        auto map = value.AsMap();
        auto keys = map.Keys();
        auto values = map.Values();
        for (size_t i = 0; i < keys.size(); i++) {
            auto key = keys[i].AsKey();
            sum.key(key, strlen(key));
            walk(values[i], sum);
        }
    } else if (value.IsAnyVector()) {
        sum.container();
        items(value, [&](flexbuffers::Reference item) { walk(item, sum); });
    } else if (value.IsString()) {
        auto text = value.AsString();
        sum.string(text.c_str(), text.size());
    } else if (value.IsInt()) {
        sum.integer(uint64_t(value.AsInt64()));
    } else if (value.IsUInt()) {
        sum.integer(value.AsUInt64());
    } else if (value.IsFloat()) {
        sum.number(value.AsDouble());
    } else if (value.IsBool()) {
        sum.boolean(value.AsBool());
    } else {
        sum.null();
    }
}

} // namespace

extern "C" {

BENCH_LOOKUP(flexbuffers)

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

// Adds up the content of buffer `i`.
void bench_flexbuffers_walk(const Objects *objects, size_t i, Checksum *out) {
    walk(objects->roots[i], *out);
}

// Passes every key and value of every object to `keep`.
void bench_flexbuffers_entries(const Objects *objects) {
    for (auto root : objects->roots) {
        auto map = root.AsMap();
        auto keys = map.Keys();
        auto values = map.Values();
        for (size_t i = 0, count = keys.size(); i < count; i++) {
            keep(keys[i].AsKey());
            keep(values[i]);
        }
    }
}

// Passes every item of every array to `keep`.
void bench_flexbuffers_items(const Objects *objects) {
    for (auto root : objects->roots) items(root, [](flexbuffers::Reference item) { keep(item); });
}

// Passes every item of every array to `keep`, read as its own type.
void bench_flexbuffers_strings(const Objects *objects) {
    for (auto root : objects->roots) {
        items(root, [](flexbuffers::Reference item) {
            auto text = item.AsString();
            keep(Text{text.c_str(), text.size()});
        });
    }
}
void bench_flexbuffers_integers(const Objects *objects) {
    for (auto root : objects->roots) {
        items(root, [](flexbuffers::Reference item) { keep(item.AsInt64()); });
    }
}
void bench_flexbuffers_floats(const Objects *objects) {
    for (auto root : objects->roots) {
        items(root, [](flexbuffers::Reference item) { keep(item.AsDouble()); });
    }
}
void bench_flexbuffers_bools(const Objects *objects) {
    for (auto root : objects->roots) {
        items(root, [](flexbuffers::Reference item) { keep(item.AsBool()); });
    }
}

// The sum of the integers with this key in an array of objects.
int64_t bench_flexbuffers_column(const Objects *objects, Text key) {
    int64_t sum = 0;
    for (auto root : objects->roots) {
        items(root, [&](flexbuffers::Reference item) { sum += item.AsMap()[key.data].AsInt64(); });
    }
    return sum;
}
}

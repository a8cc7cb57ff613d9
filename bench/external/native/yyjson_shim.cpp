// yyjson behind C functions: read with a fresh document (malloc) or into a reused pool, and write to
// a fresh string.
#include "checksum.h"
#include "lookup.h"
#include "yyjson.h"

#include <cstdlib>
#include <vector>

namespace {

void walk(yyjson_val *value, Checksum &sum) {
    switch (yyjson_get_type(value)) {
    case YYJSON_TYPE_OBJ: {
        sum.container();
        yyjson_obj_iter iterator = yyjson_obj_iter_with(value);
        while (yyjson_val *key = yyjson_obj_iter_next(&iterator)) {
            sum.key(yyjson_get_str(key), yyjson_get_len(key));
            walk(yyjson_obj_iter_get_val(key), sum);
        }
        break;
    }
    case YYJSON_TYPE_ARR: {
        sum.container();
        yyjson_arr_iter iterator = yyjson_arr_iter_with(value);
        while (yyjson_val *child = yyjson_arr_iter_next(&iterator)) walk(child, sum);
        break;
    }
    case YYJSON_TYPE_STR: sum.string(yyjson_get_str(value), yyjson_get_len(value)); break;
    case YYJSON_TYPE_NUM:
        if (yyjson_is_real(value)) sum.number(yyjson_get_real(value));
        else sum.integer(yyjson_get_uint(value));
        break;
    case YYJSON_TYPE_BOOL: sum.boolean(yyjson_get_bool(value)); break;
    default: sum.null(); break;
    }
}

struct Pool {
    void *memory;
    size_t size;
};

// Documents, never freed: a case has a process of its own.
struct Objects {
    std::vector<yyjson_val *> roots;

    int add(const char *source, size_t length) {
        yyjson_doc *document = yyjson_read(source, length, 0);
        if (!document) return 1;
        roots.push_back(yyjson_doc_get_root(document));
        return 0;
    }
    size_t size() const { return roots.size(); }
    yyjson_val *const &handle(size_t i) const { return roots[i]; }

    static yyjson_val *find(yyjson_val *object, Text key) {
        return yyjson_obj_getn(object, key.data, key.length);
    }
    static bool text(yyjson_val *found, Text *out) {
        if (!yyjson_is_str(found)) return false;
        *out = {yyjson_get_str(found), yyjson_get_len(found)};
        return true;
    }
};

} // namespace

extern "C" {

BENCH_LOOKUP(yyjson)

const char *bench_yyjson_version() { return YYJSON_VERSION_STRING; }

// A fresh document, or null.
yyjson_doc *bench_yyjson_read(const char *json, size_t length) {
    return yyjson_read_opts(const_cast<char *>(json), length, 0, nullptr, nullptr);
}
void bench_yyjson_free(yyjson_doc *document) { yyjson_doc_free(document); }
void bench_yyjson_walk(yyjson_doc *document, Checksum *out) { walk(yyjson_doc_get_root(document), *out); }

// Memory enough for any document of `length` bytes.
Pool *bench_yyjson_pool_new(size_t length) {
    size_t size = yyjson_read_max_memory_usage(length, 0);
    return new Pool{malloc(size), size};
}
void bench_yyjson_pool_free(Pool *pool) {
    free(pool->memory);
    delete pool;
}

// A document in the pool, which ends the one before; or null. It is not to be freed.
yyjson_doc *bench_yyjson_read_pool(Pool *pool, const char *json, size_t length) {
    yyjson_alc allocator;
    if (!yyjson_alc_pool_init(&allocator, pool->memory, pool->size)) return nullptr;
    return yyjson_read_opts(const_cast<char *>(json), length, 0, &allocator, nullptr);
}

char *bench_yyjson_write(const yyjson_doc *document, size_t *length) {
    return yyjson_write(document, 0, length);
}
void bench_yyjson_text_free(char *json) { free(json); }
}

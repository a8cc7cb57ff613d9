// simdjson behind C functions: DOM with a reused parser, on-demand walking every value, and the
// minifying serialiser. Inputs come padded (SIMDJSON_PADDING) from the caller; no function throws.
#include "checksum.h"
#include "lookup.h"
#include "simdjson.h"

#include <memory>
#include <string>
#include <vector>

namespace {

template <class Sum> void walk(simdjson::dom::element element, Sum &sum) {
    using simdjson::dom::element_type;
    switch (element.type()) {
    case element_type::OBJECT:
        sum.container();
        for (auto field : simdjson::dom::object(element)) {
            sum.key(field.key.data(), field.key.size());
            walk(field.value, sum);
        }
        break;
    case element_type::ARRAY:
        sum.container();
        for (auto child : simdjson::dom::array(element)) walk(child, sum);
        break;
    case element_type::STRING: {
        std::string_view text = element.get_string().value_unsafe();
        sum.string(text.data(), text.size());
        break;
    }
    case element_type::INT64: sum.integer(uint64_t(element.get_int64().value_unsafe())); break;
    case element_type::UINT64: sum.integer(element.get_uint64().value_unsafe()); break;
    case element_type::DOUBLE: sum.number(element.get_double().value_unsafe()); break;
    case element_type::BOOL: sum.boolean(element.get_bool().value_unsafe()); break;
    default: sum.null(); break;
    }
}

namespace od = simdjson::ondemand;
using simdjson::error_code;

template <class Sum, class Value> error_code walk_lazily(Value &value, Sum &sum) {
    od::json_type type;
    SIMDJSON_TRY(value.type().get(type));
    switch (type) {
    case od::json_type::object: {
        sum.container();
        od::object object;
        SIMDJSON_TRY(value.get_object().get(object));
        for (auto entry : object) {
            od::field field;
            SIMDJSON_TRY(std::move(entry).get(field));
            std::string_view key;
            SIMDJSON_TRY(field.unescaped_key().get(key));
            sum.key(key.data(), key.size());
            SIMDJSON_TRY(walk_lazily(field.value(), sum));
        }
        break;
    }
    case od::json_type::array: {
        sum.container();
        od::array array;
        SIMDJSON_TRY(value.get_array().get(array));
        for (auto entry : array) {
            od::value child;
            SIMDJSON_TRY(std::move(entry).get(child));
            SIMDJSON_TRY(walk_lazily(child, sum));
        }
        break;
    }
    case od::json_type::string: {
        std::string_view text;
        SIMDJSON_TRY(value.get_string().get(text));
        sum.string(text.data(), text.size());
        break;
    }
    case od::json_type::number: {
        od::number number;
        SIMDJSON_TRY(value.get_number().get(number));
        if (number.is_int64()) sum.integer(uint64_t(number.get_int64()));
        else if (number.is_uint64()) sum.integer(number.get_uint64());
        else sum.number(number.get_double());
        break;
    }
    case od::json_type::boolean: {
        bool flag;
        SIMDJSON_TRY(value.get_bool().get(flag));
        sum.boolean(flag);
        break;
    }
    default: {
        bool null;
        SIMDJSON_TRY(value.is_null().get(null));
        sum.null();
    }
    }
    return simdjson::SUCCESS;
}

// A document whose root is a scalar has no value to walk; the corpus has none such.
template <class Sum>
error_code walk_document(od::parser &parser, const char *json, size_t length, Sum &sum) {
    od::document document;
    SIMDJSON_TRY(parser.iterate(json, length, length + simdjson::SIMDJSON_PADDING).get(document));
    od::value root;
    SIMDJSON_TRY(document.get_value().get(root));
    SIMDJSON_TRY(walk_lazily(root, sum));
    return document.at_end() ? simdjson::SUCCESS : simdjson::TRAILING_CONTENT;
}

struct Tree {
    simdjson::dom::parser parser;
    simdjson::dom::element root;
};

// Documents, each of a parser of its own.
struct Objects {
    std::vector<std::unique_ptr<simdjson::dom::parser>> parsers;
    std::vector<simdjson::dom::object> objects;

    int add(const char *source, size_t length) {
        parsers.push_back(std::make_unique<simdjson::dom::parser>());
        simdjson::dom::object object;
        SIMDJSON_TRY(parsers.back()->parse(source, length).get_object().get(object));
        objects.push_back(object);
        return simdjson::SUCCESS;
    }
    size_t size() const { return objects.size(); }
    const simdjson::dom::object &handle(size_t i) const { return objects[i]; }

    static auto find(const simdjson::dom::object &object, Text key) {
        return object.at_key(std::string_view(key.data, key.length));
    }
    static bool text(simdjson::simdjson_result<simdjson::dom::element> found, Text *out) {
        std::string_view text;
        if (found.get_string().get(text)) return false;
        *out = {text.data(), text.size()};
        return true;
    }
};

} // namespace

extern "C" {

BENCH_LOOKUP(simdjson)

const char *bench_simdjson_version() { return SIMDJSON_VERSION; }

// The kernel chosen at run time, such as "icelake".
size_t bench_simdjson_kernel(char *out, size_t room) {
    std::string name = simdjson::get_active_implementation()->name();
    size_t length = name.size() < room ? name.size() : room;
    memcpy(out, name.data(), length);
    return length;
}

size_t bench_simdjson_padding() { return simdjson::SIMDJSON_PADDING; }

Tree *bench_simdjson_tree_new() { return new Tree; }
void bench_simdjson_tree_free(Tree *tree) { delete tree; }

// Returns simdjson's error code, 0 for success.
int bench_simdjson_parse(Tree *tree, const char *json, size_t length) {
    return tree->parser.parse(json, length, false).get(tree->root);
}

void bench_simdjson_walk(const Tree *tree, Checksum *out) { walk(tree->root, *out); }

// Serialises into a fresh std::string, freed by `bench_simdjson_text_free`.
std::string *bench_simdjson_write(const Tree *tree, const char **text, size_t *length) {
    auto *json = new std::string(simdjson::minify(tree->root));
    *text = json->data();
    *length = json->size();
    return json;
}
void bench_simdjson_text_free(std::string *json) { delete json; }

od::parser *bench_simdjson_lazy_new() { return new od::parser; }
void bench_simdjson_lazy_free(od::parser *parser) { delete parser; }

int bench_simdjson_lazy_touch(od::parser *parser, const char *json, size_t length, uint64_t *sum) {
    Touch touch;
    error_code error = walk_document(*parser, json, length, touch);
    *sum = touch.sum;
    return error;
}

int bench_simdjson_lazy_walk(od::parser *parser, const char *json, size_t length, Checksum *out) {
    return walk_document(*parser, json, length, *out);
}
}

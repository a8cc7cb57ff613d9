// libyaml (C): a text as events, and events as a text. The library is Debian's, built as Debian builds it.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <yaml.h>

namespace {

// The counts of a text's events; the same struct as `Counts` in src/subjects/yaml.rs.
struct Counts {
    uint64_t scalars;
    uint64_t bytes;
    uint64_t collections;
    uint64_t aliases;
};

// An event to be emitted: made anew each time, since the emitter frees it.
struct Item {
    yaml_event_type_t type;
    std::string text;
    bool plain;
    bool quoted;
};

int append(void *out, unsigned char *bytes, size_t length) {
    static_cast<std::string *>(out)->append(reinterpret_cast<char *>(bytes), length);
    return 1;
}

bool make(const Item &item, yaml_event_t *event) {
    auto text = reinterpret_cast<yaml_char_t *>(const_cast<char *>(item.text.data()));
    switch (item.type) {
    case YAML_STREAM_START_EVENT:
        return yaml_stream_start_event_initialize(event, YAML_UTF8_ENCODING);
    case YAML_STREAM_END_EVENT:
        return yaml_stream_end_event_initialize(event);
    case YAML_DOCUMENT_START_EVENT:
        return yaml_document_start_event_initialize(event, nullptr, nullptr, nullptr, 1);
    case YAML_DOCUMENT_END_EVENT:
        return yaml_document_end_event_initialize(event, 1);
    case YAML_SEQUENCE_START_EVENT:
        return yaml_sequence_start_event_initialize(event, nullptr, nullptr, 1, YAML_BLOCK_SEQUENCE_STYLE);
    case YAML_SEQUENCE_END_EVENT:
        return yaml_sequence_end_event_initialize(event);
    case YAML_MAPPING_START_EVENT:
        return yaml_mapping_start_event_initialize(event, nullptr, nullptr, 1, YAML_BLOCK_MAPPING_STYLE);
    case YAML_MAPPING_END_EVENT:
        return yaml_mapping_end_event_initialize(event);
    case YAML_SCALAR_EVENT:
        return yaml_scalar_event_initialize(event, nullptr, nullptr, text, static_cast<int>(item.text.size()),
                                            item.plain, item.quoted,
                                            item.quoted ? YAML_DOUBLE_QUOTED_SCALAR_STYLE : YAML_PLAIN_SCALAR_STYLE);
    default:
        return false;
    }
}

} // namespace

extern "C" {

const char *bench_libyaml_version() { return yaml_get_version_string(); }

// Counts the events of a text; 0 if it is refused.
int bench_libyaml_events(const uint8_t *text, size_t length, Counts *out) {
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) return 0;
    yaml_parser_set_input_string(&parser, text, length);
    Counts counts = {0, 0, 0, 0};
    int fine = 0;
    for (;;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) break;
        yaml_event_type_t type = event.type;
        if (type == YAML_SCALAR_EVENT) {
            counts.scalars++;
            counts.bytes += event.data.scalar.length;
        } else if (type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT) {
            counts.collections++;
        } else if (type == YAML_ALIAS_EVENT) {
            counts.aliases++;
        }
        yaml_event_delete(&event);
        if (type == YAML_STREAM_END_EVENT) {
            fine = 1;
            break;
        }
    }
    yaml_parser_delete(&parser);
    *out = counts;
    return fine;
}

// The events of a text without anchors, to be emitted; null if it is refused.
void *bench_libyaml_load(const uint8_t *text, size_t length) {
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) return nullptr;
    yaml_parser_set_input_string(&parser, text, length);
    auto items = new std::vector<Item>;
    bool fine = false;
    for (;;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) break;
        Item item = {event.type, "", true, false};
        if (event.type == YAML_SCALAR_EVENT) {
            auto &scalar = event.data.scalar;
            item.text.assign(reinterpret_cast<char *>(scalar.value), scalar.length);
            item.plain = scalar.plain_implicit;
            item.quoted = scalar.style != YAML_PLAIN_SCALAR_STYLE;
        }
        yaml_event_delete(&event);
        items->push_back(item);
        if (item.type == YAML_STREAM_END_EVENT) {
            fine = true;
            break;
        }
    }
    yaml_parser_delete(&parser);
    if (fine) return items;
    delete items;
    return nullptr;
}

void bench_libyaml_unload(void *items) { delete static_cast<std::vector<Item> *>(items); }

// Emits the events into a fresh string; null if that fails.
void *bench_libyaml_write(const void *loaded) {
    yaml_emitter_t emitter;
    if (!yaml_emitter_initialize(&emitter)) return nullptr;
    auto out = new std::string;
    yaml_emitter_set_output(&emitter, append, out);
    yaml_emitter_set_unicode(&emitter, 1);
    yaml_emitter_set_width(&emitter, -1);
    bool fine = true;
    for (const Item &item : *static_cast<const std::vector<Item> *>(loaded)) {
        yaml_event_t event;
        if (!make(item, &event) || !yaml_emitter_emit(&emitter, &event)) {
            fine = false;
            break;
        }
    }
    yaml_emitter_delete(&emitter);
    if (fine) return out;
    delete out;
    return nullptr;
}

const char *bench_libyaml_text(const void *out, size_t *length) {
    auto text = static_cast<const std::string *>(out);
    *length = text->size();
    return text->data();
}

void bench_libyaml_free(void *out) { delete static_cast<std::string *>(out); }
}

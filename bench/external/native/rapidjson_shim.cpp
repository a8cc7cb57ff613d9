// RapidJSON behind C functions: DOM by its default parser, in situ, and with full precision; and its
// Writer. Built with its SSE4.2 paths. Its default number parser may be one unit off in the last
// place, and none of the modes here checks UTF-8 (kParseValidateEncodingFlag is off by default).
#ifdef __SSE4_2__
#define RAPIDJSON_SSE42
#endif
#define RAPIDJSON_HAS_STDSTRING 0

#include "checksum.h"
#include "rapidjson/document.h"
#include "rapidjson/rapidjson.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"

namespace {

using rapidjson::Document;
using rapidjson::StringBuffer;

void walk(const rapidjson::Value &value, Checksum &sum) {
    switch (value.GetType()) {
    case rapidjson::kObjectType:
        sum.container();
        for (auto member = value.MemberBegin(); member != value.MemberEnd(); ++member) {
            sum.key(member->name.GetString(), member->name.GetStringLength());
            walk(member->value, sum);
        }
        break;
    case rapidjson::kArrayType:
        sum.container();
        for (auto child = value.Begin(); child != value.End(); ++child) walk(*child, sum);
        break;
    case rapidjson::kStringType: sum.string(value.GetString(), value.GetStringLength()); break;
    case rapidjson::kNumberType:
        if (value.IsInt64()) sum.integer(uint64_t(value.GetInt64()));
        else if (value.IsUint64()) sum.integer(value.GetUint64());
        else sum.number(value.GetDouble());
        break;
    case rapidjson::kTrueType: sum.boolean(true); break;
    case rapidjson::kFalseType: sum.boolean(false); break;
    default: sum.null(); break;
    }
}

} // namespace

extern "C" {

const char *bench_rapidjson_version() { return RAPIDJSON_VERSION_STRING; }

// A fresh document, or null when the text is refused. The text ends in a null byte (with a length
// instead, RapidJSON takes a slower stream), and 15 readable bytes follow it.
Document *bench_rapidjson_parse(const char *json) {
    auto *document = new Document;
    document->Parse(json);
    if (!document->HasParseError()) return document;
    delete document;
    return nullptr;
}

Document *bench_rapidjson_parse_exact(const char *json) {
    auto *document = new Document;
    document->Parse<rapidjson::kParseFullPrecisionFlag>(json);
    if (!document->HasParseError()) return document;
    delete document;
    return nullptr;
}

// Destroys the text, which must outlive the document.
Document *bench_rapidjson_parse_in_situ(char *json) {
    auto *document = new Document;
    document->ParseInsitu(json);
    if (!document->HasParseError()) return document;
    delete document;
    return nullptr;
}

void bench_rapidjson_free(Document *document) { delete document; }
void bench_rapidjson_walk(const Document *document, Checksum *out) { walk(*document, *out); }

StringBuffer *bench_rapidjson_write(const Document *document, const char **text, size_t *length) {
    auto *buffer = new StringBuffer;
    rapidjson::Writer<StringBuffer> writer(*buffer);
    document->Accept(writer);
    *text = buffer->GetString();
    *length = buffer->GetSize();
    return buffer;
}
void bench_rapidjson_text_free(StringBuffer *buffer) { delete buffer; }
}

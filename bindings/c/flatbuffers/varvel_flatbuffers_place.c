/*
 * FlatBuffers in C: finds the line, the column and the path of an error in JSON, by reading up to it a second
 * time.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include "varvel_flatbuffers_reader.h"

/* An open object or array on the way to a place: the member or item of it that is being read. */
typedef struct around {
    size_t index; /* of the item; IN_OBJECT in an object */
    piece key;    /* of the member, as it is written; nothing between members */
} around;

static const size_t IN_OBJECT = SIZE_MAX;

static around *innermost(reader *r)
{
    return r->items.used ? (around *)(void *)(r->items.at + r->items.used) - 1 : NULL;
}

static bool is_between(const around *in) { return in != NULL && in->index == IN_OBJECT && in->key.at == NULL; }

static bool is_white(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/* Returns the place of the quote that ends the string whose body begins here, or the end. */
static size_t string_end(const char *text, size_t size, size_t at)
{
    while (at < size && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
    return at < size ? at : size;
}

static piece piece_of(const char *text, size_t from, size_t to)
{
    piece part;
    part.at = text + from;
    part.size = to - from;
    return part;
}

/* Begins an object or array. Returns whether there is memory. */
static bool open_around(reader *r, bool is_list)
{
    around *made = (around *)(void *)more_of(r, &r->items, sizeof *made);
    if (made == NULL) return false;
    memset(made, 0, sizeof *made);
    made->index = is_list ? 0 : IN_OBJECT;
    return true;
}

/* Finds what is open before a place. Returns whether there is memory. */
static bool find_around(reader *r, const char *text, size_t size)
{
    piece key = {NULL, 0};
    around *in;
    size_t at, end;
    r->items.used = 0;
    for (at = 0; at < size; at++) {
        in = innermost(r);
        switch (text[at]) {
        case '"':
            end = string_end(text, size, at + 1);
            if (is_between(in)) key = piece_of(text, at, end < size ? end + 1 : size);
            at = end;
            break;
        case ':':
            if (in != NULL && key.at != NULL) {
                in->key = key;
                in->index = IN_OBJECT;
            }
            key.at = NULL;
            break;
        case '{':
        case '[':
            if (!open_around(r, text[at] == '[')) return false;
            break;
        case '}':
        case ']':
            if (in != NULL) r->items.used -= sizeof *in;
            break;
        case ',':
            if (in != NULL && in->index != IN_OBJECT) in->index++;
            else if (in != NULL) in->key.at = NULL;
            break;
        default:
            /* A name without quotes, as relaxed JSON has them before they are rewritten. */
            if (is_white(text[at]) || !is_between(in)) break;
            for (end = at; end < size && text[end] != ':'; end++) {
            }
            key = piece_of(text, at, end);
            at = end - 1;
            break;
        }
    }
    /* A key was read, but no colon behind it. Errors about such a key need its path. */
    in = innermost(r);
    if (key.at != NULL && is_between(in)) in->key = key;
    return true;
}

/* Returns the end of the key that begins at a place, or the place if no key begins there. The path of an error
 * about a key is that of its member. */
static size_t behind_key(const char *text, size_t size, size_t at)
{
    size_t end, next;
    if (at >= size || text[at] != '"') return at;
    end = string_end(text, size, at + 1) + 1;
    for (next = end; next < size && is_white(text[next]); next++) {
    }
    return next < size && text[next] == ':' ? end : at;
}

/* Appends to the path of an error as much as there is room for. */
static void add(vfb_error *error, const char *text, size_t size)
{
    const size_t used = strlen(error->path);
    if (size > VFB_PATH - 1 - used) size = VFB_PATH - 1 - used;
    memcpy(error->path + used, text, size);
    error->path[used + size] = 0;
}

static void add_index(vfb_error *error, size_t index)
{
    char digits[24];
    add(error, "[", 1);
    add(error, digits, vfb__put_digits(index, digits));
    add(error, "]", 1);
}

/* Returns the characters of a key. One that is wrong or cut off keeps its escapes. */
static piece unescaped(reader *r, piece key)
{
    piece taken = {NULL, 0};
    reader again = *r;
    bool ok;
    if (key.size == 0 || key.at[0] != '"') return key;
    again.text = key.at;
    again.size = key.size;
    again.at = 0;
    again.error.status = VFB_OK;
    ok = vfb__string(&again, &taken) && again.at == key.size;
    r->string = again.string;
    if (ok) return taken;
    key.at++;
    key.size -= key.size > 1 && key.at[key.size - 2] == '"' ? 2 : 1;
    return key;
}

void vfb__add_key(vfb_error *error, piece key)
{
    bool is_name = key.size != 0 && !is_digit(key.at[0]);
    size_t i;
    for (i = 0; i < key.size; i++)
        is_name = is_name && key.at[i] != '$' && (is_letter(key.at[i]) || is_digit(key.at[i]));
    if (is_name) {
        add(error, ".", 1);
        add(error, key.at, key.size);
        return;
    }
    add(error, "[\"", 2);
    for (i = 0; i < key.size; i++) {
        static const char digits[] = "0123456789abcdef";
        const char c = key.at[i];
        char escape[6] = "\\u00";
        escape[4] = digits[(unsigned char)c >> 4];
        escape[5] = digits[(unsigned char)c & 15];
        if (c == '"' || c == '\\') add(error, "\\", 1);
        if (c == '\n') add(error, "\\n", 2);
        else if (c == '\r') add(error, "\\r", 2);
        else if (c == '\t') add(error, "\\t", 2);
        else if ((unsigned char)c < ' ' || c == 0x7f) add(error, escape, 6);
        else add(error, &c, 1);
    }
    add(error, "\"]", 2);
}

void vfb__find_path(reader *r, const char *text, size_t size, size_t at)
{
    vfb_error *error = &r->error;
    size_t i;
    switch (error->status) {
    case VFB_ERROR_MEMORY: return; /* the way to a place takes memory */
    case VFB_ERROR_SYNTAX:
    case VFB_ERROR_END:
    case VFB_ERROR_CONTROL:
    case VFB_ERROR_ESCAPE:
    case VFB_ERROR_SURROGATE:
    case VFB_ERROR_UTF8: break; /* may be inside of a string, where a quote does not begin a key */
    case VFB_ERROR_UNKNOWN:
    case VFB_ERROR_DUPLICATE: at = string_end(text, size, at + 1) + 1; break;
    default: at = behind_key(text, size, at); break;
    }
    add(error, "$", 1);
    if (!find_around(r, text, at < size ? at : size)) return;
    for (i = 0; i < r->items.used / sizeof(around); i++) {
        const around in = ((const around *)(const void *)r->items.at)[i];
        if (in.index != IN_OBJECT) add_index(error, in.index);
        else if (in.key.at != NULL) vfb__add_key(error, unescaped(r, in.key));
    }
}

void vfb__find_line(reader *r)
{
    vfb_error *error = &r->error;
    size_t i = r->size >= 3 && memcmp(r->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* a mark has no column */
    error->line = error->column = 1;
    for (; i < error->offset && i < r->size; i++) {
        if (r->text[i] == '\n') {
            error->line++;
            error->column = 1;
        } else if (((unsigned char)r->text[i] & 0xc0) != 0x80) {
            error->column++;
        }
    }
}

/*
 * Reads the vectors of spec/vectors and checks them against vectors.tsv:
 *
 *     vectors SPEC/VECTORS VECTORS.TSV [RESULTS]
 *
 * With a folder for results, what was found of each file is noted there as a line of JSON, for
 * `cargo xtask conformance`.
 *
 * Each line is a statement about one file, with tabs between its fields: the file, the kind of
 * statement, and what that kind needs. A test in Rust, crates/varvel-frozen/tests/all/index.rs,
 * makes the lines and spec/vectors/INDEX.json from one table.
 */
#include "../../varvel_frozen.h"

#include <stdio.h>
#include <stdlib.h>

#define MOST (1u << 20)

/* The bytes of a file, in memory of exactly their length: so a sanitizer sees reads behind them. */
typedef struct contents {
    unsigned char *bytes;
    size_t length;
} contents;

static int failures;
static unsigned char scratch[1u << 18];

static void fail(const char *file, const char *what, const char *found)
{
    fprintf(stderr, "%s: %s: %s\n", file, what, found);
    failures++;
}

static contents load(const char *folder, const char *name)
{
    static unsigned char buffer[MOST];
    char path[1024];
    FILE *file;
    contents blob;
    if (strlen(folder) + strlen(name) + 2 > sizeof path)
        abort();
    strcpy(path, folder);
    strcat(path, "/");
    strcat(path, name);
    file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s cannot be opened\n", path);
        exit(2);
    }
    blob.length = fread(buffer, 1, sizeof buffer, file);
    fclose(file);
    blob.bytes = (unsigned char *)malloc(blob.length != 0 ? blob.length : 1);
    if (blob.bytes == NULL)
        abort();
    memcpy(blob.bytes, buffer, blob.length);
    return blob;
}

/* Text that grows. */
typedef struct growing {
    char bytes[MOST];
    size_t length;
} growing;

static int append(void *context, const char *bytes, size_t length)
{
    growing *to = (growing *)context;
    if (length >= sizeof to->bytes - to->length)
        return 1;
    memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
    to->bytes[to->length] = '\0';
    return 0;
}

static const char *print(vvf_value value, vvf_style style, growing *to)
{
    static unsigned char own[1u << 16];
    vvf_status status = vvf_write_value(value, style, append, to, own, sizeof own);
    return status == VVF_OK ? to->bytes : vvf_status_text(status);
}

static growing output;

static void expect(const char *file, const char *what, vvf_value value, vvf_style style,
                   const char *expected)
{
    const char *found;
    output.length = 0;
    found = print(value, style, &output);
    if (strcmp(found, expected) != 0)
        fail(file, what, found);
}

/* Compares a column of an array with the form that vectors.tsv has: `1; -; 3`. */
static void expect_column(const char *file, vvf_value array, const char *key, const char *expected)
{
    vvf_column column;
    vvf_value member;
    vvf_status status = vvf_column_of(array, vvf_key_of(key), &column);
    size_t rows = 0;
    output.length = 0;
    output.bytes[0] = '\0';
    while (status != VVF_ERROR_KIND && (status = vvf_column_next(&column, &member)) != VVF_DONE) {
        if (rows++ != 0)
            append(&output, "; ", 2);
        if (status == VVF_OK)
            print(member, VVF_TEXT, &output);
        else
            append(&output, "-", 1);
        status = VVF_OK;
    }
    if (rows != vvf_length(array) || strcmp(output.bytes, expected) != 0)
        fail(file, key, output.bytes);
}

/* Reads all records of a stream from its front, then by their numbers. */
static vvf_status read_stream(const char *file, contents stream, const char *expected)
{
    vvf_reader reader;
    vvf_stream open;
    vvf_value record;
    vvf_error error;
    vvf_status front, end;
    uint64_t n = 0;
    output.length = 0;
    output.bytes[0] = '\0';
    vvf_reader_start(&reader, stream.bytes, stream.length, NULL, scratch, sizeof scratch);
    while ((front = vvf_reader_next(&reader, &record, &error)) == VVF_OK) {
        print(record, VVF_TEXT, &output);
        append(&output, "\n", 1);
        n++;
    }
    end = vvf_stream_open(&open, stream.bytes, stream.length, NULL, scratch, sizeof scratch,
                          &error);
    if (end == VVF_OK)
        end = vvf_stream_validate(&open, &error);
    if ((front == VVF_DONE) != (end == VVF_OK))
        fail(file, "from the front and from the end", vvf_status_text(front));
    if (front == VVF_DONE && reader.good != stream.length)
        fail(file, "the end", "the reader stands elsewhere");
    if (end != VVF_OK)
        return end;
    if (expected != NULL && strcmp(output.bytes, expected) != 0)
        fail(file, "records", output.bytes);
    if (n != vvf_stream_length(&open))
        fail(file, "the number of records", "another");
    output.length = 0;
    output.bytes[0] = '\0';
    while (n > 0) {
        /* From the last to the first, so that each segment is searched for. */
        const char *line = expected;
        uint64_t i;
        n--;
        for (i = 0; i < n && line != NULL; i++)
            line = strchr(line, '\n') + 1;
        output.length = 0;
        if (vvf_stream_record(&open, n, &record, &error) != VVF_OK) {
            fail(file, "a record", vvf_status_text(error.status));
            continue;
        }
        print(record, VVF_TEXT, &output);
        if (line != NULL
            && (strncmp(line, output.bytes, output.length) != 0 || line[output.length] != '\n'))
            fail(file, "a record by its number", output.bytes);
    }
    if (vvf_stream_record(&open, vvf_stream_length(&open), &record, NULL) != VVF_ERROR_NOT_FOUND)
        fail(file, "a record behind the last", "found");
    return VVF_OK;
}

/* Checks one statement about a buffer. */
static void judge_buffer(const char *folder, char *fields[4])
{
    contents blob = load(folder, fields[0]), expected;
    vvf_doc doc;
    vvf_error error;
    vvf_value value;
    vvf_status status;
    if (vvf_scratch_size(blob.bytes, blob.length, NULL) > sizeof scratch)
        fail(fields[0], "scratch memory", "too much");
    status = vvf_open(&doc, blob.bytes, blob.length, NULL, scratch, sizeof scratch, &error);
    if (strcmp(fields[1], "invalid") == 0) {
        if ((int)status != atoi(fields[2]))
            fail(fields[0], "refused", vvf_status_text(status));
    } else if (status != VVF_OK) {
        fail(fields[0], "taken", vvf_status_text(status));
    } else if (strcmp(fields[1], "text") == 0) {
        expect(fields[0], "text", vvf_root(&doc), VVF_TEXT, fields[2]);
    } else if (strcmp(fields[1], "text_file") == 0) {
        expected = load(folder, fields[2]);
        output.length = 0;
        print(vvf_root(&doc), VVF_TEXT, &output);
        append(&output, "\n", 1);
        if (output.length != expected.length
            || memcmp(output.bytes, expected.bytes, expected.length) != 0)
            fail(fields[0], "text", output.bytes);
        free(expected.bytes);
    } else if (strcmp(fields[1], "json") == 0) {
        expect(fields[0], "json", vvf_root(&doc), VVF_JSON, fields[2]);
    } else if (strcmp(fields[1], "pointer") == 0) {
        if (vvf_follow(vvf_root(&doc), fields[2], &value) != VVF_OK)
            fail(fields[0], "pointer", fields[2]);
        else
            expect(fields[0], fields[2], value, VVF_TEXT, fields[3]);
    } else if (strcmp(fields[1], "no_pointer") == 0) {
        if (vvf_follow(vvf_root(&doc), fields[2], &value) != VVF_ERROR_NOT_FOUND)
            fail(fields[0], "no pointer", fields[2]);
    } else if (strcmp(fields[1], "column") == 0) {
        expect_column(fields[0], vvf_root(&doc), fields[2], fields[3]);
    } else {
        fail(fields[0], "unknown kind of statement", fields[1]);
    }
    free(blob.bytes);
}

/* Checks one statement about a stream. */
static void judge_stream(const char *folder, char *fields[4])
{
    contents blob = load(folder, fields[0]), expected;
    if (strcmp(fields[1], "text_file") == 0) {
        static char lines[MOST];
        expected = load(folder, fields[2]);
        memcpy(lines, expected.bytes, expected.length);
        lines[expected.length] = '\0';
        free(expected.bytes);
        if (read_stream(fields[0], blob, lines) != VVF_OK)
            fail(fields[0], "taken", "refused");
    } else {
        vvf_status status = read_stream(fields[0], blob, NULL);
        if ((int)status != atoi(fields[2]))
            fail(fields[0], "refused", vvf_status_text(status));
    }
    free(blob.bytes);
}

/* Notes whether all statements about a file hold, which began with so many failures before. */
static void note(FILE *results, const char *file, int before)
{
    if (results != NULL && file[0] != '\0')
        fprintf(results,
                "{\"language\":\"c\",\"set\":\"frozen\",\"case\":\"%s\",\"result\":\"%s\"}\n", file,
                failures == before ? "right" : "wrong");
}

/* Opens the file for results in a folder, if there is one. */
static FILE *results_in(const char *folder)
{
    char path[1024];
    if (folder == NULL || strlen(folder) > 900)
        return NULL;
    strcpy(path, folder);
    strcat(path, "/c-frozen.jsonl");
    return fopen(path, "wb");
}

int main(int count, char **arguments)
{
    static char line[MOST], file[1024];
    FILE *lines = count >= 3 ? fopen(arguments[2], "rb") : NULL;
    FILE *results = results_in(count > 3 ? arguments[3] : NULL);
    int facts = 0, before = 0;
    if (lines == NULL) {
        fprintf(stderr, "usage: vectors SPEC/VECTORS VECTORS.TSV\n");
        return 2;
    }
    while (fgets(line, (int)sizeof line, lines) != NULL) {
        char *fields[4] = {line, NULL, NULL, NULL};
        char *at = line;
        int i;
        static char none[1] = "";
        line[strcspn(line, "\n")] = '\0';
        for (i = 1; i < 4; i++) {
            at = at != NULL ? strchr(at, '\t') : NULL;
            if (at != NULL)
                *at++ = '\0';
            fields[i] = at != NULL ? at : none;
        }
        facts++;
        if (strcmp(file, line) != 0 && strlen(line) < sizeof file) {
            note(results, file, before);
            strcpy(file, line);
            before = failures;
        }
        if (strncmp(line, "v1/stream-", 10) == 0)
            judge_stream(arguments[1], fields);
        else
            judge_buffer(arguments[1], fields);
    }
    note(results, file, before);
    if (results != NULL)
        fclose(results);
    fclose(lines);
    printf("%d facts about the vectors, %d wrong\n", facts, failures);
    return facts < 500 || failures != 0;
}

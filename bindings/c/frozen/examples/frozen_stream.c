/*
 * Reads a frozen stream and prints the number of records, the last record by its number, and all
 * records from the front:
 *
 *     frozen_stream spec/vectors/v1/stream-good/segments.varvel
 *
 * Reading by number needs a whole stream, since the index is at its end. Reading from the front
 * also works for a stream that was cut off, as far as it goes.
 */
#include "../../varvel_frozen.h"

#include <stdio.h>

static unsigned char bytes[1u << 20];
static unsigned char scratch[1u << 18];
static unsigned char writing[1u << 16];

static int to_stdout(void *context, const char *text, size_t length)
{
    (void)context;
    return fwrite(text, 1, length, stdout) != length;
}

static void print(vvf_value record)
{
    vvf_write_value(record, VVF_TEXT, to_stdout, NULL, writing, sizeof writing);
    putchar('\n');
}

int main(int count, char **arguments)
{
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    vvf_stream stream;
    vvf_reader reader;
    vvf_value record;
    vvf_error error;
    vvf_status status;
    size_t length;
    if (file == NULL) {
        fprintf(stderr, "usage: frozen_stream FILE\n");
        return 2;
    }
    length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);

    /* By number, through the indexes. The segment with the record is validated at that moment. */
    if (vvf_stream_open(&stream, bytes, length, NULL, scratch, sizeof scratch, &error) == VVF_OK) {
        uint64_t records = vvf_stream_length(&stream);
        printf("%lu records\n", (unsigned long)records);
        if (records != 0 && vvf_stream_record(&stream, records - 1, &record, &error) == VVF_OK) {
            printf("the last: ");
            print(record);
        }
    } else {
        printf("no index at the end: %s\n", vvf_status_text(error.status));
    }

    /* From the front. */
    vvf_reader_start(&reader, bytes, length, NULL, scratch, sizeof scratch);
    while ((status = vvf_reader_next(&reader, &record, &error)) == VVF_OK)
        print(record);
    if (status != VVF_DONE) {
        fprintf(stderr, "%s at byte %lu; %lu bytes before are whole\n", vvf_status_text(status),
                (unsigned long)error.offset, (unsigned long)reader.good);
        return 1;
    }
    return 0;
}

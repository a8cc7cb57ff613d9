/*
 * Reads a configuration out of a frozen buffer, in place:
 *
 *     frozen_config spec/vectors/v1/good/config.varvel
 *
 * `varvel convert config.json config.varvel` makes this buffer from
 *
 *     {"name": "gateway", "port": 8443, "verbose": false, "timeout": 2.5,
 *      "tls": {"certificate": "/etc/gateway/cert.pem", "versions": ["1.2", "1.3"]},
 *      "weights": [1, 2, 300]}
 */
#include "../varvel_frozen.h"

#include <stdio.h>
#include <stdlib.h>

/* Reads a file. A real program would rather map it into memory. */
static unsigned char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    long size;
    if (file == NULL)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) > 0 && fseek(file, 0, SEEK_SET) == 0) {
        *length = (size_t)size;
        bytes = (unsigned char *)malloc(*length);
        if (bytes != NULL && fread(bytes, 1, *length, file) != *length) {
            free(bytes);
            bytes = NULL;
        }
    }
    fclose(file);
    return bytes;
}

/* Validates a buffer, with as much scratch memory as is needed. */
static vvf_status open_buffer(vvf_doc *doc, const unsigned char *bytes, size_t length)
{
    size_t size = vvf_scratch_size(bytes, length, NULL);
    vvf_error error;
    for (;;) {
        void *scratch = malloc(size);
        if (scratch == NULL)
            return VVF_ERROR_SCRATCH;
        vvf_open(doc, bytes, length, NULL, scratch, size, &error);
        free(scratch);
        if (error.status != VVF_ERROR_SCRATCH)
            break;
        /* Maps need more than vvf_scratch_size() can know. */
        size = error.scratch;
    }
    if (error.status != VVF_OK)
        fprintf(stderr, "%s at byte %lu\n", vvf_status_text(error.status),
                (unsigned long)error.offset);
    return error.status;
}

int main(int count, char **arguments)
{
    vvf_doc doc;
    vvf_value root, value;
    const char *text;
    size_t length = 0;
    int64_t port;
    double timeout;
    unsigned char *bytes = count == 2 ? read_file(arguments[1], &length) : NULL;
    if (bytes == NULL) {
        fprintf(stderr, "usage: frozen_config FILE\n");
        return 2;
    }
    if (open_buffer(&doc, bytes, length) != VVF_OK)
        return 1;
    root = vvf_root(&doc);

    /* A member by its key. Strings have a length and no zero at the end. */
    if (vvf_get_by_name(root, "name", &value) == VVF_OK
        && vvf_get_string(value, &text, &length) == VVF_OK)
        printf("name: %.*s\n", (int)length, text);

    /* A value that may be missing: then the default stays. */
    port = 80;
    if (vvf_get_by_name(root, "port", &value) == VVF_OK && vvf_get_i64(value, &port) != VVF_OK)
        fprintf(stderr, "port is no integer, but of kind %s\n", vvf_kind_text(vvf_kind_of(value)));
    printf("port: %ld\n", (long)port);

    if (vvf_get_by_name(root, "timeout", &value) == VVF_OK && vvf_get_f64(value, &timeout) == VVF_OK)
        printf("timeout: %.1f s\n", timeout);

    /* Deep inside, by a JSON Pointer. */
    if (vvf_follow(root, "/tls/certificate", &value) == VVF_OK
        && vvf_get_string(value, &text, &length) == VVF_OK)
        printf("certificate: %.*s\n", (int)length, text);
    if (vvf_follow(root, "/tls/versions", &value) == VVF_OK) {
        VVF_FOR_EACH(version, value) {
            if (vvf_get_string(version.value, &text, &length) == VVF_OK)
                printf("version %lu: %.*s\n", (unsigned long)version.index, (int)length, text);
        }
    }

    /* An array of numbers is packed: plain numbers in a row. */
    if (vvf_get_by_name(root, "weights", &value) == VVF_OK) {
        vvf_numbers weights;
        int64_t sum = 0, weight;
        size_t i;
        if (vvf_get_numbers(value, &weights) == VVF_OK) {
            for (i = 0; i < weights.count; i++) {
                if (vvf_number_i64(&weights, i, &weight) == VVF_OK)
                    sum += weight;
            }
            printf("sum of the weights: %ld\n", (long)sum);
        }
    }
    free(bytes);
    return 0;
}

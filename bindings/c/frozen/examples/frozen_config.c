/*
 * Reads a configuration out of a frozen buffer that is mapped into memory:
 *
 *     frozen_config spec/vectors/v1/good/config.varvel
 *
 * `varvel convert config.json config.varvel` makes this buffer from
 *
 *     {"name": "gateway", "port": 8443, "verbose": false, "timeout": 2.5,
 *      "tls": {"certificate": "/etc/gateway/cert.pem", "versions": ["1.2", "1.3"]},
 *      "weights": [1, 2, 300]}
 */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* For mmap(). */
#endif
#include "../../varvel_frozen.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Maps a file into memory. Pages are read as the buffer is, and processes that map the same file
 * share them. Nobody may change the file meanwhile: write a new one beside it, and rename that. */
static void *map_file(const char *path, size_t *length)
{
    int file = open(path, O_RDONLY);
    struct stat about;
    void *bytes = MAP_FAILED;
    if (file < 0)
        return NULL;
    if (fstat(file, &about) == 0 && about.st_size > 0) {
        *length = (size_t)about.st_size;
        bytes = mmap(NULL, *length, PROT_READ, MAP_PRIVATE, file, 0);
    }
    close(file); /* The mapping stays. */
    return bytes == MAP_FAILED ? NULL : bytes;
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
    size_t length = 0, mapped = 0;
    int64_t port;
    double timeout;
    void *bytes = count == 2 ? map_file(arguments[1], &mapped) : NULL;
    if (bytes == NULL) {
        fprintf(stderr, "usage: frozen_config FILE\n");
        return 2;
    }
    if (open_buffer(&doc, (const unsigned char *)bytes, mapped) != VVF_OK)
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

    if (vvf_get_by_name(root, "timeout", &value) == VVF_OK
        && vvf_get_f64(value, &timeout) == VVF_OK)
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
    munmap(bytes, mapped);
    return 0;
}

/*
 * varvel_frozen.h: reads Varvel's frozen buffers and frozen streams in place.
 *
 * One header of C99, written from spec/frozen.md and spec/stream.md alone. It allocates nothing:
 * where it needs memory, the caller lends some. It calls memcmp, memcpy, memmove, memset and strlen,
 * and nothing else. It does not recurse. It works with any byte order, any alignment, and `size_t` of
 * 32 or 64 bits; `double` must be the binary64 of IEEE 754, `float` the binary32.
 *
 *     vvf_doc doc;
 *     vvf_error error;
 *     vvf_value name;
 *     static unsigned char scratch[16384];
 *
 *     if (vvf_open(&doc, bytes, length, NULL, scratch, sizeof scratch, &error) != VVF_OK)
 *         fprintf(stderr, "%s at %zu\n", vvf_status_text(error.status), error.offset);
 *     else if (vvf_get(vvf_root(&doc), vvf_key_of("name"), &name) == VVF_OK) ...
 *
 * Rules for all functions:
 *
 *  - vvf_open(), vvf_scratch_size() and the functions of streams accept any bytes. All others take
 *    values of a document that vvf_open() has opened, and fail in no other ways than they document.
 *  - A value, a key that was read, an iterator and the text of a string point into the bytes and
 *    refer to the vvf_doc. They are good as long as both stay where they are, unchanged.
 *  - A function that returns a vvf_status writes its results only if it returns VVF_OK. The
 *    exceptions are vvf_open() and vvf_stream_open(): after an error do not use the document or the
 *    stream.
 *  - Nothing is locked and nothing is global: threads may read one document at the same time.
 *
 * Names that begin with `vvf__` or `vvs__` are not for use.
 */
#ifndef VARVEL_FROZEN_H
#define VARVEL_FROZEN_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if CHAR_BIT != 8
#error "varvel_frozen.h needs bytes of 8 bits"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#include "layout.h"
#include "status.h"
#include "bytes.h"
#include "checksum.h"
#include "value.h"
#include "scalars.h"
#include "containers.h"
#include "keys.h"
#include "members.h"
#include "iterate.h"
#include "packed.h"
#include "column.h"
#include "digest.h"
#include "check.h"
#include "check_tables.h"
#include "numbers.h"
#include "check_nodes.h"
#include "check_tree.h"
#include "open.h"
#include "print.h"
#include "text.h"
#include "stream.h"
#include "reader.h"

#ifdef __cplusplus
}
#endif

#endif /* VARVEL_FROZEN_H */

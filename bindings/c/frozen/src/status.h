/*
 * Status: what functions return, where an error is, and the limits of a document.
 */
#ifndef VVF__STATUS_H
#define VVF__STATUS_H

#include <stddef.h>
#include <stdint.h>

/** The result of a function. Errors have the numbers that they have in all interfaces of Varvel. */
typedef enum vvf_status {
    VVF_OK = 0,
    /* <spec:errors> Made by `cargo xtask spec`. */
    VVF_ERROR_RANGE = 5,            /**< the number does not fit */
    VVF_ERROR_DEPTH = 11,           /**< nested deeper than vvf_limits::depth */
    VVF_ERROR_SIZE = 12,            /**< more bytes than vvf_limits::bytes */
    VVF_ERROR_NODES = 13,           /**< more nodes than vvf_limits::nodes */
    VVF_ERROR_SCRATCH = 14,         /**< too little scratch memory; see vvf_error::scratch */
    VVF_ERROR_KIND = 15,            /**< the value is of another kind */
    VVF_ERROR_UNREPRESENTABLE = 17, /**< JSON has no such value */
    VVF_ERROR_INVALID = 18,         /**< not a frozen buffer or stream, or damaged */
    VVF_ERROR_VERSION = 19,         /**< another version than VARVEL_FROZEN_VERSION */
    VVF_ERROR_NOT_FOUND = 20,       /**< no such member, item or record */
    VVF_ERROR_WRITE = 21,           /**< the callback for text has failed */
    VVF_ERROR_PATH = 23,            /**< the text is no JSON Pointer */
    VVF_ERROR_CHECKSUM = 24,        /**< the checksum is not that of the bytes */
    /* </spec:errors> */
    VVF_DONE = 100 /**< there are no more records; not an error */
} vvf_status;

/** Describes a status in a few words. The text is constant. */
static inline const char *vvf_status_text(vvf_status status)
{
    switch (status) {
    case VVF_OK: return "no error";
    /* <spec:phrases> Made by `cargo xtask spec`. */
    case VVF_ERROR_RANGE: return "number out of range";
    case VVF_ERROR_DEPTH: return "nested too deeply";
    case VVF_ERROR_SIZE: return "document too large";
    case VVF_ERROR_NODES: return "too many nodes";
    case VVF_ERROR_SCRATCH: return "too little scratch memory";
    case VVF_ERROR_KIND: return "wrong kind of value";
    case VVF_ERROR_UNREPRESENTABLE: return "value cannot be represented";
    case VVF_ERROR_INVALID: return "invalid frozen buffer";
    case VVF_ERROR_VERSION: return "unsupported version";
    case VVF_ERROR_NOT_FOUND: return "not found";
    case VVF_ERROR_WRITE: return "the output cannot be written";
    case VVF_ERROR_PATH: return "invalid path";
    case VVF_ERROR_CHECKSUM: return "checksum mismatch";
    /* </spec:phrases> */
    case VVF_DONE: return "no more records";
    }
    return "unknown status";
}

/** An error, and the place of it. */
typedef struct vvf_error {
    vvf_status status;
    size_t offset;  /**< the byte at which it was noticed, from the start of the buffer or stream */
    size_t scratch; /**< with VVF_ERROR_SCRATCH: how many bytes to lend in the next call */
} vvf_error;

/** Limits for a document. */
typedef struct vvf_limits {
    size_t depth; /**< containers inside each other */
    size_t nodes; /**< slots of containers, elements and rows of packed ones, in all */
    size_t bytes; /**< the length of the buffer, or of a block of a stream */
} vvf_limits;

/** The limits that NULL stands for: depth 128, any number of nodes and bytes. */
static inline vvf_limits vvf_limits_default(void)
{
    vvf_limits limits;
    /* <spec:limits> Made by `cargo xtask spec`. */
    limits.depth = 128;
    /* </spec:limits> */
    limits.nodes = SIZE_MAX;
    limits.bytes = SIZE_MAX;
    return limits;
}

#endif

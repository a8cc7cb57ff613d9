/*
 * ==== Refusals ====
 *
 * A program that reads a document may refuse what is right for its format: a name that it does
 * not know, a port out of range. vv_refuse() makes an error of that like those of the library,
 * with the place in the document.
 *
 * An error about a node, of vv_i64() for example, knows the path of the node, and not where that
 * is in the text that was frozen. vv_error_locate() finds it.
 */

/*
 * varvel.h: documents of many formats, frozen buffers, edits and records.
 *
 * This file is generated. Its manual is bindings/c/README.md; each function is described beside it.
 *
 * These rules hold for all functions:
 *
 *   Strings come in as a pointer and a length in bytes, of UTF-8. VV_LIT("text") stands for both.
 *   They go out as a vv_str, which the library lends and which does not end with a NUL.
 *   A pointer may be NULL where its length is zero.
 *
 *   Ownership. A pointer that a function stores in `*out` belongs to the caller, who frees it by
 *   the vv_..._free() of its type. A part of a value is lent, and so is all else.
 *
 *   Errors. See vv_code and vv_error below. A function writes through its pointers on success only,
 *   unless it says otherwise. A NULL where something must be, and a number that stands for nothing,
 *   end in VV_E_INVALID_ARGUMENT. No function throws, or leaves by longjmp().
 *
 *   Memory. Where the system refuses it, these end in VV_E_OUT_OF_MEMORY: a document that is read,
 *   frozen or written, at once or event by event; a text that is edited; records that come one by
 *   one; a value that is made of anything; and the error of any of them. Other requests abort the
 *   process if they are refused: those for a change of a value, for schemas, for marks of a reader,
 *   for the place that vv_refuse() and vv_error_locate() look for, for a path of more than 16 KiB
 *   in the error of a format other than JSON, and for threads that convert records. A value counts
 *   its users, and Rust cannot be refused that memory: the library asks for it, gives it back and
 *   takes it at once. The process aborts if it is gone by then.
 *
 *   Threads. Any function may be called by any thread. One handle may be used by several threads
 *   at once only through functions that take it as const, and through its nodes.
 *
 *   Undefined, as always in C: a pointer that leads nowhere, a length that is too large, a handle
 *   that was freed, a node of a document that was freed or changed.
 */


#ifndef VARVEL_H
#define VARVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Before each function; a build that needs an attribute there defines it. */
#ifndef VV_API
#define VV_API
#endif

/* A literal as the two arguments pointer and length: vv_get(node, VV_LIT("name")). */
#define VV_LIT(literal) (literal), (sizeof(literal) - 1)

/* The offset of an error that has none. */
#define VV_NO_OFFSET SIZE_MAX

/* The answer of a callback that could not read. */
#define VV_READ_FAILED SIZE_MAX

/* How structures of the caller begin. */
#define VV_OPTIONS { sizeof(vv_options), 0, 0, 0, 0, 0, 0 }
#define VV_RECORDS_OPTIONS { sizeof(vv_records_options), NULL, 0, 0, 0, NULL, NULL, NULL }
#define VV_SINK { sizeof(vv_sink), NULL, NULL, NULL, NULL, NULL, NULL }
#define VV_REFUSAL { sizeof(vv_refusal), 0, 0, { NULL, 0 }, { NULL, 0 }, { NULL, 0 }, NULL, 0 }
#define VV_BUFFER { NULL, 0, 0 }

/*
 * ==== Iterators ====
 *
 * An iterator is a structure of the caller and needs no freeing. With the macros:
 *
 *     vv_node item;
 *     VV_EACH(item, vv_get(root, VV_LIT("items"))) {
 *         total += vv_f64_or(vv_get(item, VV_LIT("price")), 0.0);
 *     }
 *     vv_str key; vv_node value;
 *     VV_EACH_MEMBER(key, value, root) {
 *         printf("%.*s\n", (int)key.len, key.data);
 *     }
 */

/* Loops over the items of an array, or the values of an object: `value` is a vv_node. */
#define VV_EACH(value, container) \
  for (vv_iter value##_iter = vv_iterate(container); vv_next(&value##_iter, &(value));)

/* Loops over the members of an object: `key` is a vv_str, `value` a vv_node. */
#define VV_EACH_MEMBER(key, value, container) \
  for (vv_iter value##_iter = vv_iterate(container); \
       vv_next_member(&value##_iter, &(key), &(value));)




/* The number of the record of an error that is about none. */
#define VV_NO_RECORD UINT64_MAX

/* A duplicate key is an error. The default. */
#define VV_DUPLICATES_ERROR 0

/* Keeps the first of the members with one key. */
#define VV_DUPLICATES_FIRST 1

/* Keeps the last of the members with one key. */
#define VV_DUPLICATES_LAST 2

/* Reading text: numbers with a fraction or an exponent keep all their digits. */
#define VV_EXACT_DECIMALS 1

/* Reading YAML: scalars without quotes are read as by YAML 1.1 (`yes`, `no`, base 60). */
#define VV_YAML_1_1 (1 << 1)

/* Reading YAML: merge keys (`<<: *defaults`) are carried out. */
#define VV_MERGE_KEYS (1 << 2)

/* Reading YAML: two forms are read that many files have, although YAML does not allow them. */
#define VV_TOLERANT (1 << 3)

/* Writing JSON and JSON5: line breaks, and two spaces a level. */
#define VV_PRETTY (1 << 8)

/* Writing: keys that are no strings become text, where the format has string keys only. */
#define VV_KEYS_AS_TEXT (1 << 9)

/* Writing: bytes become Base64, where the format has no bytes. */
#define VV_BYTES_AS_TEXT (1 << 10)

/* Writing: points in time become RFC 3339, where the format has none. */
#define VV_TIMESTAMPS_AS_TEXT (1 << 11)

/* Writing: NaN and infinities become "nan", "inf", "-inf", where the format has none. */
#define VV_NON_FINITE_AS_TEXT (1 << 12)

/* Writing: big integers and decimals become their digits, where the format has none. */
#define VV_NUMBERS_AS_TEXT (1 << 13)

/* Freezing a node: the canonical form, in which equal documents have equal bytes. */
#define VV_CANONICAL (1 << 16)

/* Freezing a node: equal strings are stored once. */
#define VV_SHARE_STRINGS (1 << 17)

/* Freezing a node: the bytes carry a checksum. */
#define VV_CHECKSUM (1 << 18)

/* A slot of 2 bytes. */
#define VV_PLACE_SLOT_2 0

/* A slot of 4 bytes. */
#define VV_PLACE_SLOT_4 1

/* A slot of 8 bytes. */
#define VV_PLACE_SLOT_8 2

/* A text in the tables: a key. */
#define VV_PLACE_TEXT 3

/* A number of a packed array; its element, 0 to 7, is added. */
#define VV_PLACE_NUMBER 16

/* A row of a matrix; its element, 0 to 7, is added. */
#define VV_PLACE_ROW 24

/* A tag of CBOR. */
#define VV_TAG_NUMBER 1

/* An extension type of MessagePack. */
#define VV_TAG_EXTENSION 2

/* A simple value of CBOR that stands for none of the kinds here. */
#define VV_TAG_SIMPLE 3

/* The number is `i64`. */
#define VV_NUMBER_I64 1

/* The number is `u64`, above INT64_MAX. */
#define VV_NUMBER_U64 2

/* The number is `f64`. */
#define VV_NUMBER_F64 3

/* The number is `text`: digits, or a decimal in the grammar of JSON. */
#define VV_NUMBER_TEXT 4

/* How many bytes vv_print_f64() writes at most. */
#define VV_F64_ROOM 32

/* No packed numbers. */
#define VV_NOT_PACKED 0

/* int8_t. */
#define VV_PACKED_I8 1

/* int16_t. */
#define VV_PACKED_I16 2

/* int32_t. */
#define VV_PACKED_I32 3

/* int64_t. */
#define VV_PACKED_I64 4

/* uint32_t. */
#define VV_PACKED_U32 5

/* float. */
#define VV_PACKED_F32 6

/* double. */
#define VV_PACKED_F64 7

/* Objects are joined member by member, and all else is replaced. */
#define VV_MERGE_DEEP 0

/* Merges as VV_MERGE_DEEP does, and a null removes the member (JSON Merge Patch, RFC 7396). */
#define VV_MERGE_PATCH 1

/* JSON as RFC 8259 has it: the number of VV_JSON. */
#define VV_SYNTAX_JSON 2

/* JSON5: the number of VV_JSON5. */
#define VV_SYNTAX_JSON5 3

/* YAML 1.2: the number of VV_YAML. */
#define VV_SYNTAX_YAML 4

/* JSON with comments, and with commas behind the last item. */
#define VV_SYNTAX_JSONC 102

/* YAML 1.2, and two forms that it does not have: see VV_TOLERANT. */
#define VV_SYNTAX_TOLERANT_YAML 104

/* The error is about the key of the member that the last step leads to, and not about its value. */
#define VV_AT_KEY 1



/* The input is one document, an array whose items are the records. */
#define VV_RECORDS_ARRAY 1

/* Records are written as soon as they have come, for an input that comes slowly. */
#define VV_RECORDS_PROMPT (1 << 1)

/* An error: what went wrong, where, and what may help. Freed by vv_error_free(). */
typedef struct vv_error vv_error;

/*
 * Freezes one document of a format after the other in the same memory, and knows the keys of those
 * before. One thread at a time may use it. Freed by vv_freezer_free().
 */
typedef struct vv_freezer vv_freezer;

/*
 * A frozen document. It does not change, so any number of threads may read it at once. Freed by
 * vv_frozen_free(); its nodes are not to be used after that.
 */
typedef struct vv_frozen vv_frozen;

/*
 * Reads a document step by step. One thread at a time may use it. Freed by vv_reader_free(); nodes
 * of a document that the reader read itself are not to be used after that.
 */
typedef struct vv_reader vv_reader;

/*
 * A schema of FlatBuffers. It does not change, so any number of threads may use it at once. Freed
 * by vv_schema_free().
 */
typedef struct vv_schema vv_schema;

/* A text that is edited. One thread at a time may use it. Freed by vv_text_free(). */
typedef struct vv_text vv_text;

/*
 * ==== Documents that change ====
 *
 * A `vv_value` is a document, or a part of one, that can be changed. vv_value_thaw() makes one of
 * a frozen document without a copy: only the parts that are changed are thawed. To read a value,
 * take its node; to store it, give that to vv_write() or vv_freeze_node().
 *
 * The functions with a path make what is missing on their way. Where keys are any text, or a loop
 * would look for the same place again, take the part first and change that:
 *
 *     vv_value *users = NULL;
 *     vv_value_part(config, VV_LIT("users"), &users, &error);
 *     vv_value_push(users, vv_of_string(name, name_len), &error);
 *
 * A change ends the life of all nodes, iterators and parts of the value, and to take a part counts
 * as one. A clone ends the life of parts. After an error the value is as before, unless the
 * function says otherwise.
 */

/*
 * A document that can be changed, or a part of one. One thread at a time may change it. A value of
 * vv_value_new(), vv_value_thaw() or vv_value_clone() is freed by vv_value_free(); a part is not.
 */
typedef struct vv_value vv_value;

/*
 * Writes documents of one format from events. One thread at a time may use it. Freed by
 * vv_writer_free().
 */
typedef struct vv_writer vv_writer;

/* The number of an error, or VV_OK. Numbers never change their meaning; new ones are added. */
typedef uint32_t vv_code;

/* A text that the library lends: bytes of UTF-8 without a NUL at their end. NUL may stand inside. */
typedef struct {
  /* The first byte; never NULL where a text was found. */
  const char *data;
  /* How many bytes there are. */
  size_t len;
} vv_str;

/* The number of a format. Numbers never change their meaning; new ones are added. */
typedef uint32_t vv_format;

/*
 * ==== Buffers ====
 *
 * A `vv_buffer` is where functions write bytes of any length. The caller has the structure, the
 * library its memory.
 */

/*
 * Bytes that a function of the library writes, in memory that the library manages. Begin with
 * `vv_buffer buffer = VV_BUFFER;`, read `data` and `len`, change nothing, and end with
 * vv_buffer_free().
 *
 * A function that writes into it replaces its bytes and uses its memory again. So the second JSON
 * document of a size allocates nothing. A document of a binary format makes one allocation, for
 * the list of its open containers.
 */
typedef struct {
  /* The bytes; NULL if there are none. Text does not end with a NUL. */
  uint8_t *data;
  /* How many bytes there are. */
  size_t len;
  /* For how many there is room. */
  size_t room;
} vv_buffer;

/*
 * How documents are read and written, whatever their format. A format leaves aside what it does
 * not have. Where a function takes options, NULL stands for the defaults.
 *
 * Begin with `vv_options options = VV_OPTIONS;`, and set the fields that differ. `size` says which
 * version of this structure the program was compiled with: later ones are longer.
 */
typedef struct {
  /* sizeof(vv_options). */
  size_t size;
  /* Flags such as VV_PRETTY, joined by `|`. */
  uint32_t flags;
  /* VV_DUPLICATES_ERROR, VV_DUPLICATES_FIRST or VV_DUPLICATES_LAST. */
  uint32_t duplicates;
  /* How many containers may be open at once; 0 for the default of 128. No depth costs stack. */
  size_t depth;
  /* How many nodes a document may have; 0 for no limit. */
  size_t nodes;
  /* How many bytes a document may have; 0 for no limit. */
  size_t bytes;
  /*
   * How often a document may be read again (aliases of YAML), in times its length; 0 for the
   * default of 8.
   */
  size_t replay;
} vv_options;

/* A node. Zeros are a missing node; all else is the library's. */
typedef struct {
  uint64_t reserved[4];
} vv_node;

/*
 * Frees memory that was given to the library: `context` and the memory as they were given. It may
 * be called by any thread, and must not throw.
 */
typedef void (*vv_free_fn)(void *context, const void *data, size_t len);

/* Bytes that the library lends. */
typedef struct {
  /* The first byte. */
  const uint8_t *data;
  /* How many bytes there are. */
  size_t len;
} vv_bytes;

/* The kind of a node. */
typedef uint32_t vv_kind;

/*
 * A key that was prepared once and is looked up often. Zeros are no key; all else is the
 * library's.
 */
typedef struct {
  uint64_t reserved[6];
} vv_key;

/* Where a node stands in the bytes of a frozen document, in the words of spec/frozen.md. */
typedef struct {
  /* The first byte of the document. */
  const void *document;
  /* The position of the slot, number, row or text in the document. */
  size_t at;
  /* For a slot, the position that its reference counts from; for a row, its columns; else zero. */
  uint64_t base;
  /* VV_PLACE_SLOT_2 and so on. */
  uint32_t form;
  /* Zero. */
  uint32_t reserved;
} vv_place;

/* The tag of a node. */
typedef struct {
  /* VV_TAG_NUMBER, VV_TAG_EXTENSION or VV_TAG_SIMPLE. */
  uint32_t kind;
  /* The number of an extension type, -128 to 127; else zero. */
  int32_t extension;
  /* The number of a tag or of a simple value; else zero. */
  uint64_t number;
} vv_tag;

/* A number exactly as a document holds it. */
typedef struct {
  /* VV_INTEGER, VV_FLOAT or VV_DECIMAL. */
  vv_kind kind;
  /* Which of the fields below has it: VV_NUMBER_I64 and so on. The others are zero. */
  uint32_t form;
  /* The number, by VV_NUMBER_I64. */
  int64_t i64;
  /* The number, by VV_NUMBER_U64. */
  uint64_t u64;
  /* The number, by VV_NUMBER_F64. */
  double f64;
  /* The number, by VV_NUMBER_TEXT; it lives as long as the document. */
  vv_str text;
} vv_number;

/* A point in time. */
typedef struct {
  /* Whole seconds since 1970-01-01T00:00:00Z, rounded down. */
  int64_t seconds;
  /* Nanoseconds after them, below 1,000,000,000. */
  uint32_t nanos;
} vv_time;

/* Packed numbers that a document lends. */
typedef struct {
  /* VV_PACKED_I8 and so on; VV_NOT_PACKED if there are none. */
  uint32_t element;
  /* The first number, aligned for its type. */
  const void *data;
  /* How many numbers there are. */
  size_t len;
} vv_packed_numbers;

/*
 * The children of a node, one by one. Zeros are an iterator at its end; all else is the library's.
 * It may be used as long as the node may.
 */
typedef struct {
  uint64_t reserved[24];
} vv_iter;

/* The content of a `vv_any`. */
typedef union {
  /* An integer, a boolean, or the seconds of a point in time. */
  int64_t i64;
  /* An integer. */
  uint64_t u64;
  /* A float. */
  double f64;
  /* A text or bytes. */
  const void *data;
  /* A value. */
  const vv_value *value;
  /* A node. */
  vv_node node;
} vv_any_data;

/* A value that is put somewhere. Zeros are no value; the functions below make the others. */
typedef struct {
  /* Which field of the union holds it: a number of the library. */
  uint32_t form;
  /* The nanoseconds of a point in time. */
  uint32_t nanos;
  /* The number of bytes of a text or of bytes. */
  size_t len;
  /* The value. */
  vv_any_data data;
} vv_any;

/* Where something stands in a text, in bytes. */
typedef struct {
  /* The first byte. */
  size_t start;
  /* One behind the last byte. */
  size_t end;
} vv_span;

/* A scalar as an event has it. Fields that are not of its kind are zero. */
typedef struct {
  /* VV_NULL, VV_BOOL, VV_INTEGER, VV_FLOAT, VV_DECIMAL, VV_STRING, VV_BYTES or VV_TIMESTAMP. */
  vv_kind kind;
  /* The value of a boolean. */
  bool boolean;
  /* The value of a number. */
  vv_number number;
  /* The text of a string. */
  vv_str text;
  /* Bytes. */
  vv_bytes bytes;
  /* A point in time. */
  vv_time time;
} vv_scalar;

/*
 * ==== Events into callbacks ====
 *
 * vv_drive() gives a document to a table of functions, event by event, with no tree in between.
 */

/*
 * Functions that get the events of a document. One that is NULL is not called. Each is called with
 * the context of vv_drive(), and returns true to go on, false to end it: VV_E_CANCELLED. Their
 * arguments are lent until they return. They must not throw, or leave by longjmp().
 */
typedef struct {
  /* sizeof(vv_sink). */
  size_t size;
  /* A scalar: an item, the value behind a key, or the key that any_key announced. */
  bool (*scalar)(void *context, const vv_scalar *scalar);
  /* A key that is a string. */
  bool (*key)(void *context, const char *key, size_t len);
  /* The next node is a key of any kind, and the one behind it its value. */
  bool (*any_key)(void *context);
  /* An array (VV_ARRAY) or an object or a map (VV_OBJECT) begins. */
  bool (*begin)(void *context, vv_kind kind);
  /* It ends. */
  bool (*end)(void *context, vv_kind kind);
  /* The next node has this tag. */
  bool (*tag)(void *context, vv_tag tag);
} vv_sink;

/* A refusal: its reason and its place. Begin with `vv_refusal refusal = VV_REFUSAL;`. */
typedef struct {
  /* sizeof(vv_refusal). */
  size_t size;
  /* The number of the error. One that stands for no error of documents becomes VV_E_REFUSED. */
  vv_code code;
  /* VV_AT_KEY, or 0. */
  uint32_t flags;
  /* The words for what was expected: "a port". May be empty. */
  vv_str expected;
  /*
   * The words for what was found instead, "the integer 70000", or the whole reason. May be
   * empty.
   */
  vv_str found;
  /* The words that help. May be empty. */
  vv_str hint;
  /*
   * The way from the root to the node that is refused: the number of the item, or of the
   * member, in each container.
   */
  const size_t *steps;
  /* How many steps there are. */
  size_t step_count;
} vv_refusal;

/*
 * Where records come from. `read` stores at most `room` bytes at `to` and returns how many; 0 at
 * the end; VV_READ_FAILED if it cannot. It must not throw.
 */
typedef struct {
  /* Reads; not NULL. */
  size_t (*read)(void *context, void *to, size_t room);
  /* Handed to `read`. */
  void *context;
} vv_input;

/*
 * Where records go. `write` takes all of the bytes and returns true, or false if it cannot. It
 * must not throw.
 */
typedef struct {
  /* Writes; not NULL. */
  bool (*write)(void *context, const void *data, size_t len);
  /* Handed to `write`. */
  void *context;
} vv_output;

/* How far a conversion has come. At the end these are its totals. */
typedef struct {
  /* Bytes of the input that are done with. */
  uint64_t bytes_in;
  /* Bytes that were written. */
  uint64_t bytes_out;
  /* Records that were written. */
  uint64_t records;
  /* Records that were set aside. */
  uint64_t bad;
} vv_progress;

/* A record that is bad. */
typedef struct {
  /* Its line from 1, if records are lines; else its number from 0. */
  uint64_t number;
  /* Where it begins in the whole input, in bytes. */
  uint64_t offset;
  /* Where its error is in the whole input, in bytes. */
  uint64_t error_offset;
  /* The bytes of the record. */
  vv_bytes bytes;
  /* The number of its error. */
  vv_code code;
  /* One line that says what is wrong and where. */
  vv_str message;
} vv_bad_record;

/* How records are converted. Begin with `vv_records_options options = VV_RECORDS_OPTIONS;`. */
typedef struct {
  /* sizeof(vv_records_options). */
  size_t size;
  /* How each record is read and written; NULL for the defaults. */
  const vv_options *options;
  /* How many threads work at most; 0 for as many as the machine runs at once. */
  uint32_t threads;
  /* VV_RECORDS_ARRAY and VV_RECORDS_PROMPT, joined by `|`. */
  uint32_t flags;
  /* About how many bytes of input are one piece of work; 0 for the default of 256 KiB. */
  size_t block_bytes;
  /* Handed to `progress` and `bad`. */
  void *context;
  /* Called about each block; false ends it: VV_E_CANCELLED. May be NULL. */
  bool (*progress)(void *context, const vv_progress *progress);
  /*
   * Takes a record that is bad; the next one follows. False ends it: VV_E_CANCELLED. If it is
   * NULL, the first bad record ends it.
   */
  bool (*bad)(void *context, const vv_bad_record *bad);
} vv_records_options;

/*
 * Takes a record, whose root is lent until it returns. `number` is the line of the record from 1,
 * if records are lines; else its number from 0. Returns false to end it: VV_E_CANCELLED.
 */
typedef bool (*vv_each_fn)(void *context, vv_node root, uint64_t number);

/* Success. */
#define VV_OK 0

/* Text that cannot stand here. */
#define VV_E_SYNTAX 1

/* The input ends inside a document. */
#define VV_E_UNEXPECTED_END 2

/* Something follows the document. */
#define VV_E_TRAILING_DATA 3

/* A text that is not a number of the format. */
#define VV_E_INVALID_NUMBER 4

/* A number that its target cannot hold. */
#define VV_E_NUMBER_OUT_OF_RANGE 5

/* A control character inside a string. */
#define VV_E_CONTROL_CHARACTER 6

/* An escape that the format does not have. */
#define VV_E_INVALID_ESCAPE 7

/* Half of a surrogate pair, without the other half. */
#define VV_E_LONE_SURROGATE 8

/* Bytes that are not UTF-8. */
#define VV_E_INVALID_UTF8 9

/* One object has the same key twice. */
#define VV_E_DUPLICATE_KEY 10

/* More containers inside each other than the limit. */
#define VV_E_DEPTH_LIMIT 11

/* More bytes than the limit. */
#define VV_E_SIZE_LIMIT 12

/* More nodes than the limit. */
#define VV_E_NODE_LIMIT 13

/* There is no memory left. */
#define VV_E_OUT_OF_MEMORY 14

/* A node of another kind than the caller asked for. */
#define VV_E_TYPE_MISMATCH 15

/* A member that is required and missing. */
#define VV_E_MISSING_FIELD 16

/* A value that the target format cannot hold. */
#define VV_E_UNREPRESENTABLE 17

/* Bytes that are not a valid frozen buffer. */
#define VV_E_INVALID_FROZEN 18

/* A version of the frozen format that this library does not read. */
#define VV_E_UNSUPPORTED_VERSION 19

/* There is no node at this path. */
#define VV_E_NOT_FOUND 20

/* Reading or writing failed in the operating system, or in a callback. */
#define VV_E_IO 21

/* Events came in an order that no document has. */
#define VV_E_INVALID_EVENTS 22

/* A text that is neither a path nor a JSON Pointer. The offset counts in that text. */
#define VV_E_INVALID_PATH 23

/* A checksum that does not match the bytes. */
#define VV_E_CHECKSUM_MISMATCH 24

/* A value or an edit that is refused for a reason of its own; the message says which. */
#define VV_E_REFUSED 25

/* A member that the type does not have. */
#define VV_E_UNKNOWN_MEMBER 26

/* A variant that the type does not have. */
#define VV_E_UNKNOWN_VARIANT 27

/*
 * More bytes of the input were read again than the limit allows, because a tag came late or
 * variants did not fit.
 */
#define VV_E_REPLAY_LIMIT 28

/* Bytes that are not a valid FlatBuffer of the schema, or not a valid FlexBuffer. */
#define VV_E_INVALID_BUFFER 29

/* A fault of the library. Handles that the call could change must only be freed. */
#define VV_E_INTERNAL 1000

/* An argument that no call may have: a null pointer, a number that stands for nothing. */
#define VV_E_INVALID_ARGUMENT 1001

/* A callback asked to stop. */
#define VV_E_CANCELLED 1002

/* No format. */
#define VV_NO_FORMAT 0

/* Frozen documents: one buffer that is checked once and then read in place. */
#define VV_FROZEN 1

/* JSON (RFC 8259). */
#define VV_JSON 2

/* JSON as people write it: comments, commas after the last item, names without quotes. */
#define VV_JSON5 3

/* YAML 1.2, one document. An edited text may have several, and is the array of them. */
#define VV_YAML 4

/* MessagePack. */
#define VV_MSGPACK 5

/* CBOR (RFC 8949). */
#define VV_CBOR 6

/* FlexBuffers. */
#define VV_FLEXBUFFERS 7

/* No node is here. */
#define VV_MISSING 0

/* The absence of a value. */
#define VV_NULL 1

/* True or false. */
#define VV_BOOL 2

/* A whole number of any size; beyond 64 bits it is kept as text. */
#define VV_INTEGER 3

/* A binary floating-point number; `-0` is one. */
#define VV_FLOAT 4

/* A decimal kept as text, if the caller asked for exactness. */
#define VV_DECIMAL 5

/* UTF-8 text. */
#define VV_STRING 6

/* Bytes without further meaning. */
#define VV_BYTES 7

/* A point in time. */
#define VV_TIMESTAMP 8

/* A node with a tag before it. */
#define VV_TAGGED 9

/* Nodes in a row. */
#define VV_ARRAY 10

/* String keys and their values, in order. */
#define VV_OBJECT 11

/* Keys of any kind and their values, in order. */
#define VV_MAP 12

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 * ==== Errors ====
 *
 * A function that can fail returns a `vv_code`: VV_OK (zero), or the number of an error. Its last
 * parameter, `error`, may be NULL. Otherwise a function that fails stores a new `vv_error` there,
 * which the caller frees by vv_error_free(). A function that succeeds leaves it alone, so it
 * should be NULL before.
 *
 * The text functions below give strings that end with a NUL, live as long as the error, and are
 * empty where nothing is known. An error may be read by several threads at once.
 */

/*
 * Returns the name of the number of an error, such as "DuplicateKey", or "Unknown". It is never
 * NULL and lives forever.
 */
VV_API const char *vv_code_name(vv_code code);

/* Returns the number of the error; VV_OK for NULL. */
VV_API vv_code vv_error_code(const vv_error *error);

/*
 * Returns where the error is, in bytes from the beginning of the input; of an error about a node
 * of a frozen document, from that of its frozen bytes. VV_NO_OFFSET if it has no such place.
 */
VV_API size_t vv_error_offset(const vv_error *error);

/* Returns the line of the error in its text, from 1; 0 if the input was no text. */
VV_API size_t vv_error_line(const vv_error *error);

/* Returns the column of the error in its line, from 1, in characters; 0 if the input was no text. */
VV_API size_t vv_error_column(const vv_error *error);

/*
 * Returns the number of the record that is bad, of a function for records: its line from 1, if
 * records are lines; else its number from 0. VV_NO_RECORD if the error is about none.
 */
VV_API uint64_t vv_error_record(const vv_error *error);

/* Returns one line that says what went wrong and where; NULL for NULL. */
VV_API const char *vv_error_message(const vv_error *error);

/* Returns the path of the node that the error is about, such as `$.users[3].name`; NULL for NULL. */
VV_API const char *vv_error_path(const vv_error *error);

/* Returns what may help, such as "did you mean `retries`?"; NULL for NULL. */
VV_API const char *vv_error_hint(const vv_error *error);

/*
 * Returns the message again with the line of the input that is meant and a mark below it, or for
 * a binary input with the bytes around the place: several lines for a terminal. Empty if the call
 * had no input; NULL for NULL.
 */
VV_API const char *vv_error_excerpt(const vv_error *error);

/* Frees an error. NULL is allowed. */
VV_API void vv_error_free(vv_error *error);

/*
 * ==== Formats and options ====
 *
 * A format is a number. Every function that reads or writes documents takes one, so a new format
 * needs no new function.
 */

/* Returns the version of the library, such as "0.1.0". It lives forever. */
VV_API const char *vv_version(void);

/*
 * Returns the name of a format as errors show it, such as "JSON"; it lives forever. `data` is NULL
 * if no format has this number.
 */
VV_API vv_str vv_format_name(vv_format format);

/*
 * Returns the format whose files have this ending of their names (without the point, in letters of
 * either case), or VV_NO_FORMAT.
 */
VV_API vv_format vv_format_of_extension(const char *extension, size_t extension_len);

/*
 * Returns the format of a document if its first bytes tell it, or VV_NO_FORMAT: those of a text
 * never do. 16 bytes are enough.
 */
VV_API vv_format vv_format_of_first_bytes(const void *data, size_t len);

/* Frees the memory of a buffer, and leaves it empty. NULL is allowed. */
VV_API void vv_buffer_free(vv_buffer *buffer);

/*
 * ==== Documents ====
 *
 * vv_freeze() reads a document of any format into a frozen document: one buffer, which nodes look
 * into. vv_write() writes a node in any format. Between two formats, vv_convert() needs neither.
 */

/*
 * Reads the document of `len` bytes at `data` into a frozen document, `*out`. The bytes are not
 * used after that. With VV_FROZEN they are validated and copied.
 *
 * Fails with what is wrong with the document and where, beyond a limit of the options, and with
 * VV_E_OUT_OF_MEMORY. `*out` is set on success only.
 */
VV_API
vv_code vv_freeze(vv_format format,
                  const void *data,
                  size_t len,
                  const vv_options *options,
                  vv_frozen **out,
                  vv_error **error);

/*
 * Freezes a node: the document that it is the root of, in the form that the flags VV_CANONICAL,
 * VV_SHARE_STRINGS and VV_CHECKSUM ask for. This is how a document that was edited is frozen
 * again. `*out` is set on success only.
 */
VV_API
vv_code vv_freeze_node(vv_node of,
                       const vv_options *options,
                       vv_frozen **out,
                       vv_error **error);

/* Checks whether vv_freeze() would take the `len` bytes at `data`, and keeps nothing of them. */
VV_API
vv_code vv_validate(vv_format format,
                    const void *data,
                    size_t len,
                    const vv_options *options,
                    vv_error **error);

/*
 * Makes a frozen document, `*out`, of the frozen bytes at `data` where they are: they are
 * validated once, in linear time, and not copied. They must not change as long as the document
 * lives; a mapped file is right only if nobody writes to it.
 *
 * `free_fn` is called once with `context`, `data` and `len`: by vv_frozen_free(), or by whoever
 * drops the last value made of the document, or at once if this function fails. With NULL the
 * bytes are lent and must outlive the document.
 */
VV_API
vv_code vv_frozen_adopt(const void *data,
                        size_t len,
                        vv_free_fn free_fn,
                        void *context,
                        const vv_options *options,
                        vv_frozen **out,
                        vv_error **error);

/* Returns the bytes of the document, to store or send; lent until it is freed. */
VV_API vv_bytes vv_frozen_bytes(const vv_frozen *frozen);

/*
 * Returns the bytes of the whole frozen document that a node is in: a reader of frozen bytes, such
 * as varvel_frozen.h, takes them. They live as long as the node, and need no further validation.
 * `data` is NULL for a missing node, and for one that is not frozen.
 */
VV_API vv_bytes vv_node_bytes(vv_node of);

/* Returns the root of the document. The node of NULL is missing. */
VV_API vv_node vv_frozen_root(const vv_frozen *frozen);

/* Frees a frozen document. NULL is allowed. */
VV_API void vv_frozen_free(vv_frozen *frozen);

/*
 * Writes a node as a document into `*out`, in place of what was there.
 *
 * Fails with VV_E_UNREPRESENTABLE and the path for what the format cannot hold: see the flags
 * VV_BYTES_AS_TEXT and so on. `*out` is empty then.
 */
VV_API
vv_code vv_write(vv_format format,
                 vv_node of,
                 const vv_options *options,
                 vv_buffer *out,
                 vv_error **error);

/*
 * Writes the document of `len` bytes at `data` in another format (or anew in the same) into
 * `*out`, in place of what was there. There is no tree in between, so the memory it needs is that
 * of the result. The input is the caller's, and must not be a part of `*out`.
 */
VV_API
vv_code vv_convert(vv_format from,
                   const void *data,
                   size_t len,
                   vv_format to,
                   const vv_options *options,
                   vv_buffer *out,
                   vv_error **error);

/*
 * ==== Many documents of a kind ====
 *
 * A freezer reads one document after the other in the same memory, where vv_freeze() would give
 * each a buffer of its own.
 */

/* Makes a freezer for documents of a format (not VV_FROZEN), `*out`. */
VV_API
vv_code vv_freezer_new(vv_format format,
                       const vv_options *options,
                       vv_freezer **out,
                       vv_error **error);

/*
 * Freezes the document of `len` bytes at `data`, and stores its root in `*root`. The root and all
 * that is found from it may be used until the next call with this freezer, which uses their memory
 * again. After the first documents of JSON the library allocates nothing; other formats make a few
 * small allocations for each.
 */
VV_API
vv_code vv_freezer_freeze(vv_freezer *freezer,
                          const void *data,
                          size_t len,
                          vv_node *root,
                          vv_error **error);

/* Frees a freezer. NULL is allowed. */
VV_API void vv_freezer_free(vv_freezer *freezer);

/*
 * ==== Nodes ====
 *
 * A node is a place in a document, frozen or not, passed by value: no node is allocated or freed.
 * It may be used as long as the document that it is of lives and does not change.
 *
 * A node that is not there is *missing*, and so is whatever is looked up in it. So look-ups follow
 * each other without a check between them, and the one at the end tells:
 *
 *     vv_node port = vv_get(vv_get(root, VV_LIT("server")), VV_LIT("port"));
 *     int64_t number = vv_i64_or(port, 8080);
 *
 * A key that is not UTF-8 is found nowhere.
 */

/* Returns the kind of a node; VV_MISSING (zero) if there is none. */
VV_API vv_kind vv_kind_of(vv_node of);

/* Returns how many items or members a node has; zero for what is no container. */
VV_API size_t vv_len(vv_node of);

/*
 * Returns the value of the member with this key. Missing if there is none, and in what is no
 * object. In a map it is a string key.
 */
VV_API vv_node vv_get(vv_node of, const char *key, size_t key_len);

/* Returns the item of an array, counted from zero; missing if there is none. */
VV_API vv_node vv_at(vv_node of, size_t index);

/*
 * Returns the value of the member of this number, from zero in the order of the document, and
 * stores its key in `*key` (NULL if it is not wanted): a node too, since keys of maps may be of
 * any kind. Missing, and `*key` too, if there is no such member.
 */
VV_API vv_node vv_member_at(vv_node of, size_t index, vv_node *key);

/*
 * Returns the node at a path such as `users[3].name`, or at a JSON Pointer such as
 * `/users/3/name`; missing if there is none, and if that is neither. vv_path() says why.
 */
VV_API vv_node vv_get_path(vv_node of, const char *path, size_t path_len);

/*
 * Returns the node at a JSON Pointer (RFC 6901), and missing for any other text: "" is the node
 * itself, "/a/0" the first item of its member `a`.
 */
VV_API vv_node vv_pointer(vv_node of, const char *pointer, size_t pointer_len);

/*
 * Stores the node at a path or a JSON Pointer in `*out`, or fails with the place where the way
 * ends: VV_E_INVALID_PATH, VV_E_NOT_FOUND, or VV_E_TYPE_MISMATCH for a step into what is no
 * container. `*out` is missing then.
 */
VV_API
vv_code vv_path(vv_node of,
                const char *path,
                size_t path_len,
                vv_node *out,
                vv_error **error);

/*
 * Returns whether two nodes are equal, whatever their formats and wherever they stand: objects
 * without regard to the order of their members; 1 and 1.0 differ; NaN equals NaN. Missing nodes
 * are equal.
 */
VV_API bool vv_equal(vv_node a, vv_node b);

/*
 * Returns a number below, at or above zero as `a` stands before, with or after `b`, in one order
 * of all nodes. Nodes that are equal compare as zero. Missing nodes stand before all others.
 */
VV_API int32_t vv_compare(vv_node a, vv_node b);

/*
 * Returns a hash of a node: the same for nodes that are equal. It may differ between versions of
 * the library, and an attacker can foresee it.
 */
VV_API uint64_t vv_hash(vv_node of);

/*
 * ==== Keys that are looked up often ====
 *
 * A key that was prepared spares its hashing at each look-up.
 */

/*
 * Prepares a key for look-ups in any document. The text is not copied: it must outlive the key,
 * as a literal does. A key that is not UTF-8 is VV_E_INVALID_UTF8.
 */
VV_API vv_code vv_key_prepare(const char *key, size_t key_len, vv_key *out, vv_error **error);

/*
 * Returns the value of the member with a key that was prepared, as vv_get() does. In frozen
 * documents it spares what the key costs.
 */
VV_API vv_node vv_get_key(vv_node of, const vv_key *prepared);

/*
 * ==== Places in frozen bytes ====
 *
 * A program may read the bytes of a frozen document itself, by spec/frozen.md, and call the
 * library for the rest. These functions lead from a node to where it stands in the bytes, and
 * back.
 */

/*
 * Stores where a node of a frozen document, or of a value that was not changed since it was
 * thawed, stands in its bytes. Returns false for any other node, and for a missing one.
 */
VV_API bool vv_node_place(vv_node of, vv_place *out);

/*
 * Returns the node at a place of a frozen document. The place must be one of vv_node_place(), or
 * one that was found in the bytes of a document that this library has made or validated: anything
 * else is undefined. With a null pointer as the document the node is missing.
 */
VV_API vv_node vv_node_at_place(vv_place place);

/*
 * ==== Tags ====
 *
 * A node of the kind VV_TAGGED is a tag and the node behind it: a tag of CBOR, or an extension
 * type of MessagePack.
 */

/*
 * Returns the node behind the tag of a node of the kind VV_TAGGED, and stores the tag in `*tag`
 * (NULL if it is not wanted). Missing for a node without a tag.
 */
VV_API vv_node vv_untagged(vv_node of, vv_tag *tag);

/*
 * ==== Scalars ====
 *
 * Each has three forms: `vv_i64` stores the value or fails with the path, what was expected and
 * what was found; `vv_as_i64` returns whether there is one, and stores it; `vv_i64_or` returns the
 * value or a default. No number is rounded to an integer, cut off, or wrapped around.
 */

/* Returns whether the node is null. A missing node is not. */
VV_API bool vv_is_null(vv_node of);

/* Stores a boolean, or fails: VV_E_NOT_FOUND, VV_E_TYPE_MISMATCH. */
VV_API vv_code vv_bool(vv_node of, bool *out, vv_error **error);

/* Stores a boolean, if the node is one. */
VV_API bool vv_as_bool(vv_node of, bool *out);

/* Returns the boolean, or a default. */
VV_API bool vv_bool_or(vv_node of, bool fallback);

/* Stores an integer, or fails: VV_E_NOT_FOUND, VV_E_TYPE_MISMATCH, VV_E_NUMBER_OUT_OF_RANGE. */
VV_API vv_code vv_i64(vv_node of, int64_t *out, vv_error **error);

/* Stores an integer, if the node is one that fits. */
VV_API bool vv_as_i64(vv_node of, int64_t *out);

/* Returns the integer, or a default if the node is none that fits. */
VV_API int64_t vv_i64_or(vv_node of, int64_t fallback);

/* Stores an integer from zero on, or fails as vv_i64() does. */
VV_API vv_code vv_u64(vv_node of, uint64_t *out, vv_error **error);

/* Stores an integer from zero on, if the node is one that fits. */
VV_API bool vv_as_u64(vv_node of, uint64_t *out);

/* Returns the integer from zero on, or a default if the node is none that fits. */
VV_API uint64_t vv_u64_or(vv_node of, uint64_t fallback);

/*
 * Stores the double that is nearest to a number: a float as it is, an integer or a decimal of any
 * size rounded. Fails with VV_E_NUMBER_OUT_OF_RANGE if that would be infinite.
 */
VV_API vv_code vv_f64(vv_node of, double *out, vv_error **error);

/* Stores the double that is nearest to a number, if the node is one. */
VV_API bool vv_as_f64(vv_node of, double *out);

/* Returns the double that is nearest to a number, or a default if the node is none. */
VV_API double vv_f64_or(vv_node of, double fallback);

/*
 * Stores a number exactly as the document holds it, integers beyond 64 bits and decimals as text.
 * Returns whether the node is a number.
 */
VV_API bool vv_as_number(vv_node of, vv_number *out);

/*
 * Stores a string, or fails: VV_E_NOT_FOUND, VV_E_TYPE_MISMATCH. It lives as long as the document,
 * does not end with a NUL, and may hold some.
 */
VV_API vv_code vv_string(vv_node of, vv_str *out, vv_error **error);

/* Stores a string, if the node is one. */
VV_API bool vv_as_string(vv_node of, vv_str *out);

/* Returns the string, or a default. */
VV_API vv_str vv_string_or(vv_node of, const char *fallback, size_t fallback_len);

/*
 * Copies a string into `room` bytes at `to`, with a NUL behind it, and returns whether that was
 * possible: the node is a string, has no NUL itself, and fits. Else an empty string stands there.
 */
VV_API bool vv_copy_string(vv_node of, char *to, size_t room);

/* Stores bytes, or fails: VV_E_NOT_FOUND, VV_E_TYPE_MISMATCH. They live as long as the document. */
VV_API vv_code vv_binary(vv_node of, vv_bytes *out, vv_error **error);

/* Stores bytes, if the node is such. They live as long as the document. */
VV_API bool vv_as_binary(vv_node of, vv_bytes *out);

/* Stores a point in time, or fails: VV_E_NOT_FOUND, VV_E_TYPE_MISMATCH. */
VV_API vv_code vv_timestamp(vv_node of, vv_time *out, vv_error **error);

/* Stores a point in time, if the node is one. */
VV_API bool vv_as_timestamp(vv_node of, vv_time *out);

/*
 * Returns the text of a number that is kept as text (a big integer, a decimal). `data` is NULL for
 * any other node.
 */
VV_API vv_str vv_number_text(vv_node of);

/*
 * Writes the shortest text that reads back as the same double, as JSON has it ("0.1", "1e300"),
 * into VV_F64_ROOM bytes at `to`, without a NUL. Returns its length; 0 for NaN and infinities,
 * which JSON does not have.
 */
VV_API size_t vv_print_f64(double number, char *to);

/*
 * Writes the shortest text that reads back as the same float of 32 bits, as vv_print_f64() does:
 * "0.1" for 0.1f.
 */
VV_API size_t vv_print_f32(float number, char *to);

/*
 * Writes `count` doubles as vv_print_f64() does, with a comma between two, into `count` times
 * VV_F64_ROOM bytes at `to`. Returns the length of the whole; 0 if one is NaN or infinite, and the
 * bytes at `to` are unspecified then. Faster than one call for each.
 */
VV_API size_t vv_print_f64s(const double *numbers, size_t count, char *to);

/*
 * ==== Numbers in arrays ====
 *
 * An array of numbers of one type is packed in a frozen document: vv_packed() lends them where
 * they are. vv_i64s() and vv_f64s() copy the numbers of any array, and vv_column_i64() and
 * vv_column_f64() one member of each record of an array.
 */

/*
 * Returns the numbers of a packed array of a frozen document where they are; they live as long as
 * it does. `element` is VV_NOT_PACKED for any other node, in memory that is not aligned for them,
 * and on machines that store the high byte first: vv_i64s() and vv_f64s() read those too.
 */
VV_API vv_packed_numbers vv_packed(vv_node of);

/*
 * Copies the integers of an array into `room` numbers at `to`, and stores how many the array has
 * in `*count`: if that is more than `room`, the rest was left out. Fails as vv_i64() does, with
 * the path of the item.
 */
VV_API vv_code vv_i64s(vv_node of, int64_t *to, size_t room, size_t *count, vv_error **error);

/* Copies the numbers of an array, as vv_i64s() does, each as vv_f64() gives it. */
VV_API vv_code vv_f64s(vv_node of, double *to, size_t room, size_t *count, vv_error **error);

/*
 * Copies the member `key` of each object of an array, an integer, into `room` numbers at `to`, and
 * stores how many objects there are in `*count`. In frozen documents a record costs a few
 * nanoseconds, since those that are laid out alike are searched once. Fails with the path of the
 * first object without such a member.
 */
VV_API
vv_code vv_column_i64(vv_node of,
                      const char *key,
                      size_t key_len,
                      int64_t *to,
                      size_t room,
                      size_t *count,
                      vv_error **error);

/*
 * Copies the member `key` of each object of an array, as vv_column_i64() does, each as vv_f64()
 * gives it.
 */
VV_API
vv_code vv_column_f64(vv_node of,
                      const char *key,
                      size_t key_len,
                      double *to,
                      size_t room,
                      size_t *count,
                      vv_error **error);

/*
 * Returns an iterator over the items of an array, or over the members of an object or a map; one
 * at its end for any other node.
 */
VV_API vv_iter vv_iterate(vv_node of);

/*
 * Stores the next item, or the value of the next member, in `*value`. Returns false at the end;
 * `*value` is missing then.
 */
VV_API bool vv_next(vv_iter *iterator, vv_node *value);

/*
 * Stores the next member, its key in `*key` and its value in `*value`. Returns false at the end.
 * The `data` of a key that is no string is NULL: vv_next_pair() gives those of maps. Items of an
 * array have no key either.
 */
VV_API bool vv_next_member(vv_iter *iterator, vv_str *key, vv_node *value);

/*
 * Stores the next member of a map with its key as a node. Returns false at the end. Keys of
 * objects come by vv_next_member(): here they are missing.
 */
VV_API bool vv_next_pair(vv_iter *iterator, vv_node *key, vv_node *value);

/*
 * ==== Values on their way ====
 *
 * A `vv_any` is a value that a function puts into a document: a scalar, a node of any document, or
 * a `vv_value`. One of the functions below makes it where it is needed, and nobody frees it:
 *
 *     vv_value_set(config, VV_LIT("server.port"), vv_of_i64(8443), &error);
 *
 * It does not copy its texts, nodes and values: they must live until it is used.
 */

/* Returns null. */
VV_API vv_any vv_of_null(void);

/* Returns a boolean. */
VV_API vv_any vv_of_bool(bool value);

/* Returns an integer. */
VV_API vv_any vv_of_i64(int64_t value);

/* Returns an integer from zero on. */
VV_API vv_any vv_of_u64(uint64_t value);

/* Returns a float. */
VV_API vv_any vv_of_f64(double value);

/*
 * Returns a number of any size by its text: an integer, or a decimal in the grammar of JSON, which
 * keeps all its digits. A text that is no number is VV_E_INVALID_ARGUMENT where it is used.
 */
VV_API vv_any vv_of_number(const char *text, size_t len);

/* Returns a string. One that is not UTF-8 is VV_E_INVALID_UTF8 where it is used. */
VV_API vv_any vv_of_string(const char *text, size_t len);

/* Returns bytes. */
VV_API vv_any vv_of_binary(const void *data, size_t len);

/*
 * Returns a point in time. Nanoseconds from 1,000,000,000 on are VV_E_NUMBER_OUT_OF_RANGE where it
 * is used.
 */
VV_API vv_any vv_of_timestamp(vv_time time);

/* Returns an array without items. */
VV_API vv_any vv_of_array(void);

/* Returns an object without members. */
VV_API vv_any vv_of_object(void);

/*
 * Returns a node of any document. Where it is used, a node that is frozen is copied, and any other
 * is shared. A missing node is VV_E_NOT_FOUND there.
 */
VV_API vv_any vv_of_node(vv_node node);

/*
 * Returns a value. It is shared where it is used, in constant time: either may change afterwards,
 * and the other does not see it. Put into a part of a value, it is searched for that part first,
 * and copied if it has it: a document never holds itself.
 */
VV_API vv_any vv_of_value(const vv_value *value);

/* Makes a value, `*out`: of a scalar, of vv_of_object() or vv_of_array(), or a copy of a node. */
VV_API vv_code vv_value_new(vv_any of, vv_value **out, vv_error **error);

/*
 * Makes a value, `*out`, of a frozen document, which it takes: the document must not be used or
 * freed any more, unless the function fails. Constant time; nothing is copied.
 */
VV_API vv_code vv_value_thaw(vv_frozen *taken, vv_value **out, vv_error **error);

/*
 * Makes a value, `*out`, that is equal to another. They share memory until one is changed.
 * Constant time.
 */
VV_API vv_code vv_value_clone(const vv_value *of, vv_value **out, vv_error **error);

/* Frees a value. NULL is allowed; a part of a value is not. */
VV_API void vv_value_free(vv_value *value);

/*
 * Returns the node that a value is. It lives until the value, or what that is a part of, changes.
 * The node of NULL is missing.
 */
VV_API vv_node vv_value_node(const vv_value *value);

/*
 * Puts a value at a path or a JSON Pointer, in place of what was there, and makes the objects and
 * arrays that are missing on the way: `-` in a pointer, and the number of items, stand for the
 * place behind the last item. Where nothing is, `l[0]` and `/l/-` make an array, and keys an
 * object; `l.0` and `/l/0` may be either, and are VV_E_NOT_FOUND. After an error nothing is
 * changed.
 */
VV_API
vv_code vv_value_set(vv_value *value,
                     const char *path,
                     size_t path_len,
                     vv_any new_,
                     vv_error **error);

/*
 * Takes the node at a path or a JSON Pointer away; those behind it move up. VV_E_NOT_FOUND if
 * there is none.
 */
VV_API
vv_code vv_value_remove(vv_value *value,
                        const char *path,
                        size_t path_len,
                        vv_error **error);

/*
 * Stores the part of a value at a path or a JSON Pointer in `*out`, to be changed. It is lent and
 * not freed. It lives until the value is changed in any other way than through it, is cloned (by
 * vv_of_value() too), or is asked for another part; it may be read meanwhile.
 */
VV_API
vv_code vv_value_part(vv_value *value,
                      const char *path,
                      size_t path_len,
                      vv_value **out,
                      vv_error **error);

/*
 * Stores the member of this value with a key in `*out`, as vv_value_part() does. The key is any
 * text.
 */
VV_API
vv_code vv_value_part_key(vv_value *value,
                          const char *key,
                          size_t key_len,
                          vv_value **out,
                          vv_error **error);

/* Stores the item of this value in `*out`, as vv_value_part() does. */
VV_API vv_code vv_value_part_at(vv_value *value, size_t index, vv_value **out, vv_error **error);

/*
 * Puts a value into an object, in place of the member with this key, or behind the last one. The
 * key is any text.
 */
VV_API
vv_code vv_value_set_key(vv_value *value,
                         const char *key,
                         size_t key_len,
                         vv_any new_,
                         vv_error **error);

/*
 * Puts a value into an object or a map by a key of any kind, which is a value, too. A key that is
 * no string makes an object a map.
 */
VV_API vv_code vv_value_set_any(vv_value *value, vv_any key, vv_any new_, vv_error **error);

/*
 * Takes the member with this key out of an object; those behind it move up. VV_E_NOT_FOUND if
 * there is none.
 */
VV_API
vv_code vv_value_remove_key(vv_value *value,
                            const char *key,
                            size_t key_len,
                            vv_error **error);

/* Puts a value behind the last item of an array. */
VV_API vv_code vv_value_push(vv_value *value, vv_any new_, vv_error **error);

/* Puts a value into an array in place of an item. */
VV_API vv_code vv_value_set_at(vv_value *value, size_t index, vv_any new_, vv_error **error);

/* Puts a value into an array before an item, or behind the last one. */
VV_API vv_code vv_value_insert_at(vv_value *value, size_t index, vv_any new_, vv_error **error);

/* Takes an item out of an array; those behind it move up. */
VV_API vv_code vv_value_remove_at(vv_value *value, size_t index, vv_error **error);

/* Takes all items or members away. */
VV_API vv_code vv_value_clear(vv_value *value, vv_error **error);

/* Merges another value into this one: VV_MERGE_DEEP or VV_MERGE_PATCH. */
VV_API vv_code vv_value_merge(vv_value *value, vv_any other, uint32_t how, vv_error **error);

/*
 * ==== Texts that keep their comments ====
 *
 * A `vv_text` is a text of JSON, JSON5 or YAML that people write and programs edit: an edit
 * changes what it names and leaves comments, spacing, quotes and order as they are.
 */

/*
 * Reads the text of `len` bytes at `data`, and copies it, into `*out`. The syntax is one of
 * VV_SYNTAX_JSON and so on, or the number of such a format. Only the limits of the options are
 * used. Keys that come twice are refused.
 */
VV_API
vv_code vv_text_new(uint32_t syntax_number,
                    const char *data,
                    size_t len,
                    const vv_options *options,
                    vv_text **out,
                    vv_error **error);

/*
 * Lets edits change what aliases of YAML refer to: the node that has the anchor, and with it the
 * value in all places. Paths then lead through aliases. Without this such an edit is
 * VV_E_REFUSED.
 */
VV_API vv_code vv_text_through_aliases(vv_text *of, bool through, vv_error **error);

/*
 * Puts a value at a path or a JSON Pointer, in place of what was there, and makes what is missing
 * on the way, as vv_value_set() does. VV_E_REFUSED where the edit would change something else:
 * below an alias of YAML, say. The text is as before then.
 */
VV_API
vv_code vv_text_set(vv_text *of,
                    const char *path,
                    size_t path_len,
                    vv_any new_,
                    vv_error **error);

/*
 * Puts a value beside others: before the item that the path leads to, behind the last one, or as a
 * member that the object does not have yet (else VV_E_DUPLICATE_KEY).
 */
VV_API
vv_code vv_text_insert(vv_text *of,
                       const char *path,
                       size_t path_len,
                       vv_any new_,
                       vv_error **error);

/* Gives the member at a path another key. It stays where it is. */
VV_API
vv_code vv_text_rename(vv_text *of,
                       const char *path,
                       size_t path_len,
                       const char *key,
                       size_t key_len,
                       vv_error **error);

/* Takes the node at a path away, with its key and the comment on its line. */
VV_API vv_code vv_text_remove(vv_text *of, const char *path, size_t path_len, vv_error **error);

/* Returns the text. It lives until the next edit. `data` is NULL for NULL. */
VV_API vv_str vv_text_get(const vv_text *of);

/* Returns what the text means, as a node that lives until the next edit. Missing for NULL. */
VV_API vv_node vv_text_node(const vv_text *of);

/*
 * Stores where the comments of the text stand, in order, in `room` spans at `to`, and how many
 * there are in `*count`: if that is more than `room`, the rest was left out.
 */
VV_API
vv_code vv_text_comments(const vv_text *of,
                         vv_span *to,
                         size_t room,
                         size_t *count,
                         vv_error **error);

/*
 * Writes the YAML text with its lines indented anew into `*out`, in place of what was there. All
 * else stays. VV_E_REFUSED for a text that is no YAML.
 */
VV_API vv_code vv_text_indent(const vv_text *of, vv_buffer *out, vv_error **error);

/* Frees a text. NULL is allowed. */
VV_API void vv_text_free(vv_text *of);

/*
 * ==== Reading step by step ====
 *
 * A reader goes through a document from node to node, as a parser does: for code that knows what
 * must come.
 *
 *     vv_reader_begin(reader, &error);
 *     while (vv_reader_next(reader, &key)) {
 *         vv_node value = vv_reader_take(reader);
 *     }
 *
 * It stands at a node, at first the root, or at none: behind one that was taken, or at the begin
 * of a container. vv_reader_next() goes on to the next child of the innermost container that was
 * begun, and leaves it behind the last one.
 */

/*
 * Makes a reader, `*out`, of the document of `len` bytes at `data`. It is frozen first, so an
 * error of the document comes here, and the bytes are not used after that.
 */
VV_API
vv_code vv_reader_new(vv_format format,
                      const void *data,
                      size_t len,
                      const vv_options *options,
                      vv_reader **out,
                      vv_error **error);

/* Makes a reader, `*out`, that begins at a node, whose document must outlive it. */
VV_API vv_code vv_reader_of(vv_node root, vv_reader **out, vv_error **error);

/* Returns the kind of the node that stands here, without moving; VV_MISSING if none does. */
VV_API vv_kind vv_reader_peek(vv_reader *reader);

/*
 * Returns the node that stands here and goes behind it, with all that is in it; missing if none
 * does. To skip a node, take it. To read it, ask the node: `vv_i64(vv_reader_take(reader), ...)`.
 */
VV_API vv_node vv_reader_take(vv_reader *reader);

/*
 * Goes into the container that stands here, to its begin. VV_E_TYPE_MISMATCH for any other node;
 * the reader has not moved then.
 */
VV_API vv_code vv_reader_begin(vv_reader *reader, vv_error **error);

/*
 * Goes on to the next child of the innermost container that was begun, over the one that stands
 * here. Stores its key in `*key` (NULL if it is not wanted); `data` is NULL for items, and for
 * keys that are no strings. Returns false behind the last child: the container has been left then.
 */
VV_API bool vv_reader_next(vv_reader *reader, vv_str *key);

/* Goes on as vv_reader_next() does, and stores the key as a node: for keys of any kind. */
VV_API bool vv_reader_next_pair(vv_reader *reader, vv_node *key);

/* Returns how many containers have been begun and not left. */
VV_API size_t vv_reader_depth(vv_reader *reader);

/*
 * Returns a number that stands for this place, for vv_reader_rewind(). It lives until the reader
 * goes back to a mark that was made before it.
 */
VV_API size_t vv_reader_mark(vv_reader *reader);

/*
 * Goes back to a place that was marked, which stays marked. VV_E_INVALID_ARGUMENT if there is no
 * such mark.
 */
VV_API vv_code vv_reader_rewind(vv_reader *reader, size_t mark, vv_error **error);

/* Frees a reader. NULL is allowed. */
VV_API void vv_reader_free(vv_reader *reader);

/*
 * ==== Writing event by event ====
 *
 * A writer takes a document piece by piece and keeps no tree of it:
 *
 *     vv_writer_begin(writer, VV_OBJECT, &error);
 *     vv_writer_key(writer, VV_LIT("id"), &error);
 *     vv_writer_put(writer, vv_of_i64(7), &error);
 *     vv_writer_end(writer, &error);
 *     vv_writer_finish(writer, &buffer, &error);
 *
 * A call that does not fit the ones before it is VV_E_INVALID_EVENTS. After an error all calls
 * fail until vv_writer_finish(), so one check at the end is enough.
 */

/* Makes a writer of documents of a format, `*out`. */
VV_API
vv_code vv_writer_new(vv_format format,
                      const vv_options *options,
                      vv_writer **out,
                      vv_error **error);

/* Writes a scalar, or a whole node or value. */
VV_API vv_code vv_writer_put(vv_writer *writer, vv_any value, vv_error **error);

/* Begins an array (VV_ARRAY), or an object or a map (VV_OBJECT). */
VV_API vv_code vv_writer_begin(vv_writer *writer, vv_kind kind, vv_error **error);

/* Ends the container that was begun last. */
VV_API vv_code vv_writer_end(vv_writer *writer, vv_error **error);

/*
 * Writes a key; its value comes next. Keys that come twice are refused by VV_FROZEN, and written
 * twice by all other formats.
 */
VV_API vv_code vv_writer_key(vv_writer *writer, const char *key, size_t key_len, vv_error **error);

/*
 * Announces a key of any kind: the node that comes next is the key, and the one behind it its
 * value.
 */
VV_API vv_code vv_writer_any_key(vv_writer *writer, vv_error **error);

/* Writes a tag; the node that has it comes next. */
VV_API vv_code vv_writer_tag(vv_writer *writer, vv_tag tag, vv_error **error);

/*
 * Ends the document, and stores it in `*out` in place of what was there. The writer is ready for
 * the next document then, also after an error. Fails with VV_E_INVALID_EVENTS if a call failed
 * before, or if the document is not complete; with VV_E_OUT_OF_MEMORY if a call before found no
 * memory.
 */
VV_API vv_code vv_writer_finish(vv_writer *writer, vv_buffer *out, vv_error **error);

/* Frees a writer. NULL is allowed. */
VV_API void vv_writer_free(vv_writer *writer);

/*
 * Gives the document of `len` bytes at `data` to the functions of a sink. A key that stands twice
 * in the document comes twice. An error may come after events, since the document is checked while
 * it is read.
 */
VV_API
vv_code vv_drive(vv_format format,
                 const void *data,
                 size_t len,
                 const vv_options *options,
                 const vv_sink *sink,
                 void *context,
                 vv_error **error);

/*
 * Makes the error of a program that refuses a node of the document of `len` bytes at `data`, and
 * stores it in `*error`. The document must be one that vv_freeze() takes; it is read again up to
 * the node, so this costs as much as that. Returns the number of the error, or of that which came
 * instead: never VV_OK.
 */
VV_API
vv_code vv_refuse(vv_format format,
                  const void *data,
                  size_t len,
                  const vv_options *options,
                  const vv_refusal *refusal,
                  vv_error **error);

/*
 * Finds the place of an error about a node in the document of `len` bytes at `data`, of which the
 * node's document was frozen: the error has an offset in it, a line, a column and an excerpt then.
 * A node that is not there is where the way to it ends. The document is read again up to there.
 *
 * Fails with VV_E_NOT_FOUND if the error has no path, as that of a missing node, and with the
 * error of the document if that cannot be read. The error stays as it was then.
 */
VV_API
vv_code vv_error_locate(vv_error *error,
                        vv_format format,
                        const void *data,
                        size_t len,
                        const vv_options *options);

/*
 * ==== Records ====
 *
 * Records follow one another in an input of any length: lines of JSON (VV_JSON), each with one
 * document or several; documents of JSON5 (VV_JSON5) on any lines; values of MessagePack or CBOR;
 * or a frozen stream (VV_FROZEN). They are read and written by callbacks, in
 * bounded memory. vv_records_convert() works on all cores, so it calls them from threads of its
 * own: each callback by one thread at a time, in the order of the records.
 */

/*
 * Converts the records of an input into another format, or anew into the same. With VV_NO_FORMAT
 * as `to` they are only checked and counted, and `output` is not used. `*done` (NULL if it is not
 * wanted) gets what was done, on success.
 *
 * Fails with the first bad record, in the order of the input, unless `bad` takes it; with VV_E_IO
 * if a callback cannot read or write; with VV_E_CANCELLED. All records before that were written.
 */
VV_API
vv_code vv_records_convert(vv_format from,
                           vv_input input,
                           vv_format to,
                           vv_output output,
                           const vv_records_options *options,
                           vv_progress *done,
                           vv_error **error);

/*
 * Gives the records of an input to `each`, one after the other and in the calling thread. Of the
 * options the fields `options`, `context` and `bad`, and the flag VV_RECORDS_ARRAY are used.
 *
 * Fails with the first bad record, unless `bad` takes it; with VV_E_IO if the callback cannot
 * read; with VV_E_CANCELLED.
 */
VV_API
vv_code vv_records_each(vv_format from,
                        vv_input input,
                        const vv_records_options *options,
                        vv_each_fn each,
                        void *context,
                        vv_error **error);

/*
 * ==== FlatBuffers by a schema ====
 *
 * A `vv_schema` is read at run time, from the text of an .fbs file or the bytes of a .bfbs file.
 * By it FlatBuffers are verified, written in every format, and built of any node.
 */

/*
 * Reads a schema, `*out`: the text of an .fbs file without `include`, or the bytes of a .bfbs
 * file. `root` names the table that buffers have as their root; NULL for the schema's root_type.
 * The message lists all problems of a text, one on each line.
 */
VV_API
vv_code vv_schema_new(const void *data,
                      size_t len,
                      const char *root,
                      size_t root_len,
                      vv_schema **out,
                      vv_error **error);

/*
 * Checks that the `len` bytes at `data` are a FlatBuffer of the schema, within the limits of the
 * options.
 */
VV_API
vv_code vv_flatbuffer_verify(const vv_schema *schema,
                             const void *data,
                             size_t len,
                             const vv_options *options,
                             vv_error **error);

/*
 * Verifies the FlatBuffer of `len` bytes at `data`, and writes it in a format into `*out`, in
 * place of what was there: VV_JSON to print it, VV_FROZEN to read it.
 */
VV_API
vv_code vv_flatbuffer_convert(const vv_schema *schema,
                              const void *data,
                              size_t len,
                              vv_format to,
                              const vv_options *options,
                              vv_buffer *out,
                              vv_error **error);

/*
 * Builds a FlatBuffer of the schema out of a node, into `*out`, in place of what was there. A node
 * that the schema cannot hold exactly is refused by an error with its path.
 */
VV_API
vv_code vv_flatbuffer_build(const vv_schema *schema,
                            vv_node of,
                            vv_buffer *out,
                            vv_error **error);

/* Frees a schema. NULL is allowed. */
VV_API void vv_schema_free(vv_schema *schema);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* VARVEL_H */

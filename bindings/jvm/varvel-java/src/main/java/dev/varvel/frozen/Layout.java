// Made by `cargo xtask spec` from spec/tables/frozen.toml.
package dev.varvel.frozen;

/** The constants of the frozen format. */
final class Layout {
  /** The one version of documents and streams that there is. */
  static final int VERSION = 1;

  /** The first four bytes of every document. */
  static final String MAGIC = "VRVL";

  /**
   * The length of the file header in bytes: magic, version, flags, two zero bytes, total length,
   * end of the tree, root.
   */
  static final int HEADER_LEN = 32;

  /** The position of the version in the header. */
  static final int VERSION_AT = 4;

  /** The position of the flags in the header. */
  static final int FLAGS_AT = 5;

  /** The position of the total length (u64) in the header. */
  static final int LENGTH_AT = 8;

  /**
   * The position of the end of the tree (u64) in the header. The tables begin at the end of the
   * tree.
   */
  static final int TREE_END_AT = 16;

  /**
   * The position of the root slot in the header (8 bytes wide; its base is the end of the tree).
   */
  static final int ROOT_AT = 24;

  /**
   * The length of the tables' own header in bytes: number of shapes, number of texts, where the
   * records of the shapes begin, number of shared strings (u32 each).
   */
  static final int TABLES_LEN = 16;

  /** The length of the checksum in bytes. */
  static final int CHECKSUM_LEN = 8;

  /**
   * The flag of a buffer whose last bytes are a checksum of all before them. There is no other
   * flag.
   */
  static final int FLAG_CHECKSUM = 1;

  /** A literal. */
  static final int TAG_LITERAL = 0;

  /** A signed integer in the slot itself. */
  static final int TAG_INT = 1;

  /** A string in the slot itself: bits 4 to 7 hold its length, the bytes follow. */
  static final int TAG_SHORT = 2;

  /** A string of the tables: its number among the shared strings. */
  static final int TAG_SHARED = 3;

  /** The bit that is set in every tag that refers to a node. */
  static final int TAG_REFERENCE = 8;

  /** A string: length, bytes. */
  static final int TAG_STRING = 8;

  /** An array of slots. */
  static final int TAG_ARRAY = 9;

  /** An object: shape number, slots. */
  static final int TAG_OBJECT = 10;

  /** Eight bytes: a float. */
  static final int TAG_FLOAT64 = 11;

  /** Four bytes: a signed integer. */
  static final int TAG_INT32 = 12;

  /** Eight bytes: a signed integer. */
  static final int TAG_INT64 = 13;

  /** A packed array or matrix of numbers. */
  static final int TAG_PACKED = 14;

  /** A node whose first byte says more. */
  static final int TAG_OTHER = 15;

  /** Null. */
  static final int LITERAL_NULL = 0;

  /** False. */
  static final int LITERAL_FALSE = 1;

  /** True. */
  static final int LITERAL_TRUE = 2;

  /** An array without items. */
  static final int LITERAL_ARRAY = 3;

  /** An object without members. */
  static final int LITERAL_OBJECT = 4;

  /** An integer from 2^63 on: u64. */
  static final int OTHER_UINT64 = 0;

  /** A 32-bit float. */
  static final int OTHER_FLOAT32 = 1;

  /** An integer beyond 64 bits: length, digits. */
  static final int OTHER_BIG_INT = 2;

  /** A decimal kept as text: length, text. */
  static final int OTHER_DECIMAL = 3;

  /** Bytes: length, bytes. */
  static final int OTHER_BYTES = 4;

  /** A point in time: i64 seconds, u32 nanoseconds. */
  static final int OTHER_TIMESTAMP = 5;

  /** A node tagged with a number: widths, that number, one slot. */
  static final int OTHER_TAGGED = 6;

  /** A node tagged with an extension type: widths, the type as an unsigned byte, one slot. */
  static final int OTHER_EXTENSION = 7;

  /** A map: widths, count, then a slot for each key and each value in turn. */
  static final int OTHER_MAP = 8;

  /**
   * An object that carries its keys: widths, count, then a slot for each key (a string) and each
   * value in turn.
   */
  static final int OTHER_PAIRS = 9;

  /**
   * A null that stands for another simple value: widths, that value's number as a byte, one slot.
   */
  static final int OTHER_SIMPLE = 10;

  /** Signed integers of 8 bits. */
  static final int ELEMENT_INT8 = 0;

  /** Signed integers of 16 bits. */
  static final int ELEMENT_INT16 = 1;

  /** Signed integers of 32 bits. */
  static final int ELEMENT_INT32 = 2;

  /** Signed integers of 64 bits. */
  static final int ELEMENT_INT64 = 3;

  /** Unsigned integers of 64 bits. */
  static final int ELEMENT_UINT64 = 4;

  /** Floats of 32 bits. */
  static final int ELEMENT_FLOAT32 = 5;

  /** Floats of 64 bits. */
  static final int ELEMENT_FLOAT64 = 6;

  /** Unsigned integers of 32 bits. */
  static final int ELEMENT_UINT32 = 7;

  /** The bits of a packed node's first byte that are its type of numbers. */
  static final int ELEMENT_MASK = 7;

  /** The bit of a packed node's first byte that makes it a matrix. */
  static final int PACKED_MATRIX = 8;

  /** The bits of a packed node's first byte that are zero. */
  static final int PACKED_RESERVED = 0xC0;

  /** The bits of a container's first byte that are zero. */
  static final int WIDTHS_RESERVED = 0xF0;

  /** A packed node of at least this many elements begins them on a multiple of their width. */
  static final int PADDED_ELEMENTS = 8;

  /** A shape of more keys has an index. */
  static final int SMALL_SHAPE = 16;

  /**
   * The most bytes of a shape's key. Each object that has the key takes at least 2 bytes for the
   * member. So work that is linear in the keys of all objects is linear in the buffer, too.
   */
  static final int MAX_SHAPE_KEY = 256;

  /** Integers from minus this on and below it stand in a slot of any width. */
  static final int LEAST_SMALL = 2048;

  /**
   * All references to shared strings together stand for at most this many times the bytes of the
   * buffer. So work that is linear in the document is linear in the buffer.
   */
  static final int SHARED_TIMES = 64;

  /** The most bytes of a buffer: positions take at most 48 bits. */
  static final long MAX_LENGTH = 0xFFFFFFFFFFFFL;

  /** Goes with the head of the key. */
  static final long HASH_FIRST = 0x6A09E667F3BCC909L;

  /** Goes with the last bytes of the key. */
  static final long HASH_LAST = 0xBB67AE8584CAA73BL;

  /** Goes with the middle of the key. */
  static final long HASH_MIDDLE = 0x3C6EF372FE94F82BL;

  private Layout() {}
}

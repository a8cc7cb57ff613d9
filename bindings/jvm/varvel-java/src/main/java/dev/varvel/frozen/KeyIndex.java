package dev.varvel.frozen;

/**
 * The index of the keys of an object of more than {@link Layout#SMALL_SHAPE}: where its parts are.
 * Nothing is allocated for it: an index is the place where it begins and the number of its keys.
 */
final class KeyIndex {
  /** The least bits of a place in the table. */
  private static final int LEAST_BITS = 4;

  /** The most bits of a place in the table. */
  private static final int MOST_BITS = 32;

  private KeyIndex() {}

  /**
   * Returns where an index ends, or -1 if its head is invalid or it does not end at {@code end} or
   * before.
   *
   * @param count the number of keys, not zero
   */
  static int checkedEnd(byte[] bytes, int at, int end, long count) {
    if (at >= end || count < 1 || count - 1 > 0xFFFFFFFFL) {
      return -1;
    }
    int bits = bytes[at];
    int width = width(count);
    long size;
    if (bits == 0) {
      size = count << width;
    } else if (bits >= LEAST_BITS && bits <= MOST_BITS) {
      size = (1L << bits - 3) + (1L << bits + width);
    } else {
      return -1;
    }
    return size <= end - at - 1 ? at + 1 + (int) size : -1;
  }

  /** Returns where the index of a valid document ends. */
  static int end(byte[] bytes, int at, int count) {
    int bits = bytes[at];
    int width = width(count);
    return at + 1 + (bits == 0 ? count << width : (1 << bits - 3) + (1 << bits + width));
  }

  private static int width(long count) {
    return count - 1 > 0xFFFF ? 2 : count - 1 > 0xFF ? 1 : 0;
  }

  /** Returns whether an index is a sorted list of keys. */
  static boolean isSorted(byte[] bytes, int at) {
    return bytes[at] == 0;
  }

  /** Returns the size of the table. */
  static long tableSize(byte[] bytes, int at) {
    return 1L << bytes[at];
  }

  /** Returns a number of the table or of the sorted list. */
  static long number(byte[] bytes, int at, int count, int i) {
    int bits = bytes[at];
    int numbers = at + 1 + (bits == 0 ? 0 : 1 << bits - 3);
    int width = width(count);
    return Wire.number(bytes, numbers + (i << width), width);
  }

  /** Returns the place in the table where a key with this hash would be. */
  static int place(byte[] bytes, int at, long hash) {
    int bits = bytes[at];
    long displacement = bytes[at + 1 + (int) (hash >>> 67 - bits)] & 0xFF;
    return (int) (Long.rotateLeft(hash, 32) * (2 * displacement + 1) >>> 64 - bits);
  }
}

package dev.varvel.frozen;

import dev.varvel.internal.Words;

/** Numbers and texts in the bytes of a document. Widths are base-2 logarithms of bytes. */
final class Wire {
  private Wire() {}

  /** Returns four bytes as a number that is not negative. */
  static long u32(byte[] bytes, int at) {
    return Words.getInt(bytes, at) & 0xFFFFFFFFL;
  }

  /** Returns a number of 1, 2, 4 or 8 bytes. One of 8 may be negative: it is then beyond 2^63. */
  static long number(byte[] bytes, int at, int width) {
    return switch (width) {
      case 0 -> bytes[at] & 0xFF;
      case 1 -> Words.getShort(bytes, at);
      case 2 -> u32(bytes, at);
      default -> Words.get(bytes, at);
    };
  }

  /** Returns a slot of 2, 4 or 8 bytes. */
  static long slot(byte[] bytes, int at, int width) {
    return number(bytes, at, width);
  }

  /**
   * Reads a text or bytes with the length before them, all of which must end at {@code end} or
   * before.
   *
   * @return where they begin, shifted by 32 bits, and their length; or -1 if they are cut off or
   *     the length is not in its shortest form
   */
  static long checkedSpan(byte[] bytes, int at, int end) {
    long value = 0;
    for (int shift = 0; shift < 63 && at < end; shift += 7) {
      int digit = bytes[at++];
      value |= (long) (digit & 0x7F) << shift;
      if (digit >= 0) {
        boolean isShortest = digit != 0 || shift == 0;
        return isShortest && value <= end - at ? (long) at << 32 | value : -1;
      }
    }
    return -1;
  }

  /** Reads a text of a valid document: see {@link #checkedSpan}. */
  static long span(byte[] bytes, int at) {
    int digit = bytes[at++];
    if (digit >= 0) {
      return (long) at << 32 | digit;
    }
    int value = digit & 0x7F;
    for (int shift = 7; digit < 0; shift += 7) {
      digit = bytes[at++];
      value |= (digit & 0x7F) << shift;
    }
    return (long) at << 32 | value;
  }

  /** Returns where the text of a span begins. */
  static int start(long span) {
    return (int) (span >>> 32);
  }

  /** Returns the length of the text of a span. */
  static int length(long span) {
    return (int) span;
  }

  /** Returns where the text of a span ends. */
  static int end(long span) {
    return start(span) + length(span);
  }
}

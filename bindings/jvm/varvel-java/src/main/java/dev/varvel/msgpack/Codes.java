package dev.varvel.msgpack;

import dev.varvel.internal.BigEndian;

/** The first bytes of values, with the names of the specification. */
final class Codes {
  static final int FIX_MAP = 0x80;
  static final int FIX_ARRAY = 0x90;
  static final int FIX_STR = 0xA0;
  static final int NIL = 0xC0;
  // 0xC1 is never used.
  static final int FALSE = 0xC2;
  static final int TRUE = 0xC3;
  static final int BIN_8 = 0xC4;
  static final int BIN_32 = 0xC6;
  static final int EXT_8 = 0xC7;
  static final int EXT_32 = 0xC9;
  static final int FLOAT_32 = 0xCA;
  static final int FLOAT_64 = 0xCB;
  static final int UINT_8 = 0xCC;
  static final int UINT_16 = 0xCD;
  static final int UINT_32 = 0xCE;
  static final int UINT_64 = 0xCF;
  static final int INT_8 = 0xD0;
  static final int INT_16 = 0xD1;
  static final int INT_32 = 0xD2;
  static final int INT_64 = 0xD3;
  static final int FIX_EXT_1 = 0xD4;
  static final int FIX_EXT_16 = 0xD8;
  static final int STR_8 = 0xD9;
  static final int STR_32 = 0xDB;
  static final int ARRAY_16 = 0xDC;
  static final int ARRAY_32 = 0xDD;
  static final int MAP_16 = 0xDE;
  static final int MAP_32 = 0xDF;

  /** The first byte of the integers from -32 up to -1. */
  static final int NEGATIVE_FIXINT = 0xE0;

  /** The extension type of timestamps. */
  static final int TIMESTAMP = -1;

  /** The most items or members of a container whose length is in its first byte. */
  static final int FIX_COUNT = 15;

  /** The most bytes of a string whose length is in its first byte. */
  static final int FIX_LENGTH = 31;

  private static final int SECOND = 1_000_000_000;

  private Codes() {}

  static boolean isFixInt(int first) {
    return first < FIX_MAP || first >= NEGATIVE_FIXINT;
  }

  static boolean isFixString(int first) {
    return (first & 0xE0) == FIX_STR;
  }

  static boolean isString(int first) {
    return isFixString(first) || first >= STR_8 && first <= STR_32;
  }

  static boolean isInteger(int first) {
    return isFixInt(first) || first >= UINT_8 && first <= INT_64;
  }

  static boolean isExtension(int first) {
    return first >= EXT_8 && first <= EXT_32 || first >= FIX_EXT_1 && first <= FIX_EXT_16;
  }

  /**
   * Returns how many bytes of a number or a length follow on a first byte; of the families str,
   * bin, ext, array and map these are a length.
   */
  static int width(int first) {
    if (first >= UINT_8 && first <= UINT_64) {
      return 1 << first - UINT_8;
    }
    if (first >= INT_8 && first <= INT_64) {
      return 1 << first - INT_8;
    }
    if (first >= BIN_8 && first <= BIN_32) {
      return 1 << first - BIN_8;
    }
    if (first >= EXT_8 && first <= EXT_32) {
      return 1 << first - EXT_8;
    }
    if (first >= STR_8 && first <= STR_32) {
      return 1 << first - STR_8;
    }
    return switch (first) {
      case FLOAT_32, ARRAY_32, MAP_32 -> 4;
      case FLOAT_64 -> 8;
      case ARRAY_16, MAP_16 -> 2;
      default -> 0;
    };
  }

  /** Returns the integer of a first byte and the bytes behind it; of 2^63 and more its bits. */
  static long integer(byte[] bytes, int at, int first) {
    return switch (first) {
      case UINT_8 -> bytes[at + 1] & 0xFF;
      case UINT_16 -> BigEndian.getShort(bytes, at + 1);
      case UINT_32 -> BigEndian.getInt(bytes, at + 1) & 0xFFFFFFFFL;
      case UINT_64, INT_64 -> BigEndian.getLong(bytes, at + 1);
      case INT_8 -> bytes[at + 1];
      case INT_16 -> (short) BigEndian.getShort(bytes, at + 1);
      case INT_32 -> BigEndian.getInt(bytes, at + 1);
      default -> (byte) first;
    };
  }

  /** Returns whether so many bytes are a timestamp. */
  static boolean isTimestamp(byte[] bytes, int from, int length) {
    return (length == 4 || length == 8 || length == 12)
        && nanoseconds(bytes, from, length) < SECOND;
  }

  /** Returns the seconds of a timestamp. */
  static long seconds(byte[] bytes, int from, int length) {
    return switch (length) {
      case 4 -> BigEndian.getInt(bytes, from) & 0xFFFFFFFFL;
      case 8 -> BigEndian.getLong(bytes, from) & (1L << 34) - 1;
      default -> BigEndian.getLong(bytes, from + 4);
    };
  }

  /** Returns the nanoseconds of a timestamp. */
  static long nanoseconds(byte[] bytes, int from, int length) {
    return switch (length) {
      case 4 -> 0;
      case 8 -> BigEndian.getLong(bytes, from) >>> 34;
      default -> BigEndian.getInt(bytes, from) & 0xFFFFFFFFL;
    };
  }
}

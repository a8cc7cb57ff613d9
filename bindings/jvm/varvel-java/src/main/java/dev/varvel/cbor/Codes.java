package dev.varvel.cbor;

import dev.varvel.internal.BigEndian;

/**
 * The heads of data items, with the names of RFC 8949:
 *
 * <pre>
 * bit  7 ... 5      4 ... 0
 *     +------------+---------------------------------------------+
 *     | major type | argument, or 24 + log2 of its bytes behind, |
 *     |            | or 31: indefinite length                    |
 *     +------------+---------------------------------------------+
 * </pre>
 */
final class Codes {
  /** Major type 0: an unsigned integer. */
  static final int UNSIGNED = 0x00;

  /** Major type 1: a negative integer, whose value is -1 minus the argument. */
  static final int NEGATIVE = 0x20;

  static final int BYTES = 0x40;
  static final int TEXT = 0x60;
  static final int ARRAY = 0x80;
  static final int MAP = 0xA0;
  static final int TAG = 0xC0;

  /** Major type 7: a simple value, a float or the break. */
  static final int SIMPLE = 0xE0;

  static final int FALSE = 0xF4;
  static final int TRUE = 0xF5;
  static final int NULL = 0xF6;
  static final int UNDEFINED = 0xF7;

  /** A simple value whose number is in the next byte. */
  static final int SIMPLE_8 = 0xF8;

  static final int FLOAT_16 = 0xF9;
  static final int FLOAT_32 = 0xFA;
  static final int FLOAT_64 = 0xFB;

  /** The end of an item of indefinite length. */
  static final int BREAK = 0xFF;

  /** The bits of the major type. */
  static final int MAJOR = 0xE0;

  /** The bits of the argument, or of its length. */
  static final int INFO = 31;

  /** From this value on, the bits of {@link #INFO} hold the length of the argument. */
  static final int ONE_BYTE = 24;

  /** The value of {@link #INFO} for an indefinite length. */
  static final int INDEFINITE = 31;

  static final int TEXT_TIME = 0;
  static final int EPOCH_TIME = 1;
  static final int BIG_UNSIGNED = 2;
  static final int BIG_NEGATIVE = 3;
  static final int DECIMAL = 4;

  /** RFC 9581. */
  static final int EXTENDED_TIME = 1001;

  /** Marks a document as CBOR. It has no meaning for the value. */
  static final int SELF_DESCRIBED = 55_799;

  /** The key before the nanoseconds in an extended time. */
  static final int NANOSECONDS = -9;

  /** The most bytes of integers behind the tags 2, 3 and 4 that are read as numbers. */
  static final int BIG_BYTES = 128;

  /** The largest exponent, with either sign, of a decimal that is read as a number. */
  static final int EXPONENT = 9999;

  private Codes() {}

  static boolean isIndefinite(int first) {
    return (first & INFO) == INDEFINITE;
  }

  static boolean isFloat(int first) {
    return first >= FLOAT_16 && first <= FLOAT_64;
  }

  /** Returns whether a simple value without a kind of its own begins with a byte. */
  static boolean isSimple(int first) {
    return first >= SIMPLE && first < FALSE || first == UNDEFINED || first == SIMPLE_8;
  }

  /** Returns how many bytes of an argument follow on a first byte, or -1 if it has no argument. */
  static int width(int first) {
    int info = first & INFO;
    return info < ONE_BYTE ? 0 : info <= 27 ? 1 << info - ONE_BYTE : -1;
  }

  /** Returns the argument of a whole head. */
  static long argument(byte[] bytes, int at) {
    int first = bytes[at];
    int width = width(first);
    return width == 0 ? first & INFO : BigEndian.get(bytes, at + 1, width);
  }

  /** Returns whether the document at a place begins with the tag that marks it as CBOR. */
  static boolean hasSignature(byte[] bytes, int from, int to) {
    return to - from >= 3
        && bytes[from] == (byte) 0xD9
        && BigEndian.getShort(bytes, from + 1) == SELF_DESCRIBED;
  }

  /** Writes a head in its shortest form, and returns its end. 16 bytes must have room. */
  static int head(int major, long argument, byte[] out, int at) {
    if (argument >= 0 && argument < ONE_BYTE) {
      out[at] = (byte) (major | (int) argument);
      return at + 1;
    }
    int log = argument >>> 8 == 0 ? 0 : argument >>> 16 == 0 ? 1 : argument >>> 32 == 0 ? 2 : 3;
    int width = 1 << log;
    out[at] = (byte) (major | ONE_BYTE + log);
    BigEndian.putLong(out, at + 1, argument << 64 - 8 * width);
    return at + 1 + width;
  }

  /** Returns how many bytes a head has in its shortest form. */
  static int headLength(long argument) {
    return head(0, argument, new byte[16], 0);
  }

  /** Writes an integer. */
  static int integer(long value, byte[] out, int at) {
    // The argument of a negative integer has all bits inverted.
    return value < 0 ? head(NEGATIVE, ~value, out, at) : head(UNSIGNED, value, out, at);
  }

  /** Writes a float in the shortest form that keeps all of its bits. */
  static int float64(long bits, byte[] out, int at) {
    if ((bits & 0x1FFF_FFFF) == 0) {
      double value = Double.longBitsToDouble(bits);
      int narrow =
          value == value
              ? Float.floatToRawIntBits((float) value)
              : (int) (bits >>> 32) & 0x8000_0000 | 0x7F80_0000 | (int) (bits >>> 29) & 0x7F_FFFF;
      if (widened(narrow) == bits) {
        return float32(narrow, out, at);
      }
    }
    out[at] = (byte) FLOAT_64;
    BigEndian.putLong(out, at + 1, bits);
    return at + 9;
  }

  /** Writes a float of 32 bits in the shortest form that keeps all of its bits. */
  static int float32(int bits, byte[] out, int at) {
    int half = halved(bits);
    if (half >= 0) {
      out[at] = (byte) FLOAT_16;
      BigEndian.putShort(out, at + 1, half);
      return at + 3;
    }
    out[at] = (byte) FLOAT_32;
    BigEndian.putInt(out, at + 1, bits);
    return at + 5;
  }

  /** Returns a float of 32 bits in 16, or -1 if they do not hold it exactly. */
  static int halved(int bits) {
    int sign = bits >>> 16 & 0x8000;
    int exponent = bits >>> 23 & 0xFF;
    int fraction = bits & 0x7F_FFFF;
    boolean fits = (fraction & 0x1FFF) == 0;
    int narrow = fraction >> 13;
    if (exponent == 0) {
      return fraction == 0 ? sign : -1;
    }
    if (exponent == 0xFF) {
      return fits ? sign | 0x7C00 | narrow : -1;
    }
    if (exponent >= 103 && exponent <= 112) {
      // Floats below the least normal one of 16 bits are multiples of 2^-24.
      int all = fraction | 0x80_0000;
      int shift = 126 - exponent;
      return (all & (1 << shift) - 1) == 0 ? sign | all >> shift : -1;
    }
    return fits && exponent >= 113 && exponent <= 142 ? sign | exponent - 112 << 10 | narrow : -1;
  }

  /** Returns the bits of a float of 16 bits in 32. */
  static int ofHalf(int bits) {
    int sign = (bits & 0x8000) << 16;
    int exponent = bits >> 10 & 31;
    int fraction = bits & 0x3FF;
    return switch (exponent) {
      case 0 -> sign | Float.floatToRawIntBits(fraction / 16_777_216f);
      case 31 -> sign | 0x7F80_0000 | fraction << 13;
      default -> sign | exponent + 112 << 23 | fraction << 13;
    };
  }

  /** Returns the bits of a float of 32 bits in 64. A cast may change those of NaN. */
  static long widened(int bits) {
    float value = Float.intBitsToFloat(bits);
    if (value == value) {
      return Double.doubleToRawLongBits(value);
    }
    return (long) (bits >>> 31) << 63 | 0x7FF0_0000_0000_0000L | (bits & 0x7F_FFFFL) << 29;
  }

  /** Returns the bits in 64 of a whole float of any width. */
  static long floating(byte[] bytes, int at) {
    return switch (bytes[at] & 0xFF) {
      case FLOAT_16 -> widened(ofHalf(BigEndian.getShort(bytes, at + 1)));
      case FLOAT_32 -> widened(BigEndian.getInt(bytes, at + 1));
      default -> BigEndian.getLong(bytes, at + 1);
    };
  }
}

package dev.varvel.json;

import dev.varvel.Kind;
import dev.varvel.internal.Decimals;

/** The grammar of numbers in JSON. */
final class Numbers {
  private Numbers() {}

  /** Returns whether a number goes on with this byte, or is wrong because of it. */
  static boolean goesOn(byte c) {
    return c == '.' || (c | 0x20) == 'e' || c >= '0' && c <= '9';
  }

  /** Returns whether a word goes on with this byte. */
  static boolean isInWord(byte c) {
    int letter = c | 0x20;
    return c >= '0' && c <= '9' || c == '_' || letter >= 'a' && letter <= 'z';
  }

  private static int digits(byte[] text, int at, int end) {
    while (at < end && text[at] >= '0' && text[at] <= '9') {
      at++;
    }
    return at;
  }

  /** Returns the length of the number that begins at a byte, or 0 if that is none. */
  static int length(byte[] text, int from, int end) {
    int p = from;
    if (p < end && text[p] == '-') {
      p++;
    }
    int whole = p;
    p = digits(text, p, end);
    if (p == whole || p > whole + 1 && text[whole] == '0') {
      return 0;
    }
    if (p < end && text[p] == '.') {
      int fraction = p + 1;
      p = digits(text, fraction, end);
      if (p == fraction) {
        return 0;
      }
    }
    if (p < end && (text[p] | 0x20) == 'e') {
      p++;
      if (p < end && (text[p] == '+' || text[p] == '-')) {
        p++;
      }
      int exponent = p;
      p = digits(text, exponent, end);
      if (p == exponent) {
        return 0;
      }
    }
    return p - from;
  }

  /** Returns whether a right number is an integer: all digits, and not -0. */
  static boolean isInteger(byte[] text, int from, int to) {
    int first = text[from] == '-' ? from + 1 : from;
    return digits(text, first, to) == to && !(first != from && text[first] == '0');
  }

  /** Returns a right integer of at most 18 characters. */
  static long shortLong(byte[] text, int from, int to) {
    boolean negative = text[from] == '-';
    long value = 0;
    for (int i = negative ? from + 1 : from; i < to; i++) {
      value = 10 * value + text[i] - '0';
    }
    return negative ? -value : value;
  }

  /** Returns the kind of the number that begins at a byte. */
  static Kind kind(byte[] text, int from, int end, boolean exact) {
    int length = length(text, from, end);
    if (!isInteger(text, from, from + length)) {
      return exact && length != 0 ? Kind.DECIMAL : Kind.FLOAT;
    }
    if (length <= 18) {
      return Kind.INT;
    }
    boolean negative = text[from] == '-';
    String most = negative ? "-9223372036854775808" : "18446744073709551615";
    if (length != most.length()) {
      return length < most.length() ? Kind.INT : Kind.BIG_INT;
    }
    for (int i = 0; i < length; i++) {
      int difference = text[from + i] - most.charAt(i);
      if (difference != 0) {
        return difference < 0 ? Kind.INT : Kind.BIG_INT;
      }
    }
    return Kind.INT;
  }

  /** Returns whether a right integer fits into 64 bits with a sign. */
  static boolean fitsLong(byte[] text, int from, int to) {
    return kind(text, from, to, false) == Kind.INT
        && (text[from] == '-'
            || to - from < 19
            || Decimals.parseBigInteger(text, from, to).bitLength() < Long.SIZE);
  }
}

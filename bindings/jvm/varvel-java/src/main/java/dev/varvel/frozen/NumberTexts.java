package dev.varvel.frozen;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The texts of numbers that documents keep as they are. */
final class NumberTexts {
  private static final byte[] MOST = "18446744073709551615".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LEAST = "9223372036854775808".getBytes(StandardCharsets.US_ASCII);

  private NumberTexts() {}

  private static int skipDigits(byte[] bytes, int at, int to) {
    int end = at;
    while (end < to && bytes[end] >= '0' && bytes[end] <= '9') {
      end++;
    }
    return end;
  }

  /** Returns whether bytes are a number of JSON. */
  static boolean isNumber(byte[] bytes, int from, int to) {
    int start = from < to && bytes[from] == '-' ? from + 1 : from;
    int at = skipDigits(bytes, start, to);
    if (at == start || bytes[start] == '0' && at - start > 1) {
      return false;
    }
    if (at < to && bytes[at] == '.') {
      start = at + 1;
      at = skipDigits(bytes, start, to);
      if (at == start) {
        return false;
      }
    }
    if (at < to && (bytes[at] | 0x20) == 'e') {
      start = at + 1;
      if (start < to && (bytes[start] == '+' || bytes[start] == '-')) {
        start++;
      }
      at = skipDigits(bytes, start, to);
      if (at == start) {
        return false;
      }
    }
    return at == to;
  }

  /** Returns whether a number of JSON is an integer: it has digits alone, and is not -0. */
  static boolean isInteger(byte[] bytes, int from, int to) {
    int start = bytes[from] == '-' ? from + 1 : from;
    return skipDigits(bytes, start, to) == to && (start == from || bytes[start] != '0');
  }

  /** Returns whether bytes are an integer beyond 64 bits. */
  static boolean isBig(byte[] bytes, int from, int to) {
    boolean isNegative = from < to && bytes[from] == '-';
    byte[] most = isNegative ? LEAST : MOST;
    int start = isNegative ? from + 1 : from;
    int length = to - start;
    if (length < most.length || bytes[start] == '0' || skipDigits(bytes, start, to) != to) {
      return false;
    }
    return length > most.length
        || Arrays.compareUnsigned(bytes, start, to, most, 0, most.length) > 0;
  }
}

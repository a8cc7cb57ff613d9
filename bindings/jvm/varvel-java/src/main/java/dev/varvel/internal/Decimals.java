package dev.varvel.internal;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/**
 * Reads numbers from their text in the grammar of JSON. The text must have been checked; another
 * one gives some number and no exception.
 *
 * <p>Floats are the nearest ones, ties to even, rounded once, and cost time that is linear in the
 * text: up to 19 digits by one product (W. Clinger; M. Eisel and D. Lemire, "Number Parsing at a
 * Gigabyte per Second", 2021; N. Mushtak and D. Lemire, "Fast Number Parsing Without Fallback",
 * 2023), and longer ones so too unless the digits behind the first 19 decide.
 */
public final class Decimals {
  /**
   * The greatest exponent that is taken for a decimal: that of numbers of 128 bits in IEEE 754.
   * Otherwise ten bytes would stand for an integer of a gigabyte.
   */
  public static final int MOST_EXPONENT = 6144;

  /** An integer has at most 2^31 bits. */
  private static final int MOST_DIGITS = 646_456_000;

  /** How many digits always fit into 64 bits without a sign. */
  private static final int DIGITS = 19;

  /** More than any exponent that counts, and little enough to add lengths to. */
  private static final long FAR = 1L << 40;

  private static final double[] EXACT = new double[23];

  static {
    double power = 1;
    for (int i = 0; i < EXACT.length; i++) {
      EXACT[i] = power;
      power *= 10;
    }
  }

  private Decimals() {}

  /** Returns the nearest double; an infinity if there is none. */
  public static double parseDouble(byte[] text, int from, int to) {
    Scan scan = new Scan(text, from, to);
    double least = doubleOf(scan.digits, scan.power);
    if (scan.more && least != doubleOf(scan.digits + 1, scan.power)) {
      return Double.parseDouble(new String(text, from, to - from, StandardCharsets.ISO_8859_1));
    }
    return scan.negative ? -least : least;
  }

  /** Returns the nearest float; an infinity if there is none. */
  public static float parseFloat(byte[] text, int from, int to) {
    Scan scan = new Scan(text, from, to);
    float least = floatOf(scan.digits, scan.power);
    if (scan.more && least != floatOf(scan.digits + 1, scan.power)) {
      return Float.parseFloat(new String(text, from, to - from, StandardCharsets.ISO_8859_1));
    }
    return scan.negative ? -least : least;
  }

  /**
   * Returns the double nearest to {@code digits * 10^power}; an infinity if there is none.
   *
   * @param digits an integer of 64 bits without a sign
   */
  public static double doubleOf(long digits, long power) {
    if (digits >>> 53 == 0 && power >= -22 && power <= 22) {
      // Both are exact, so the operation rounds once.
      return power < 0 ? digits / EXACT[(int) -power] : digits * EXACT[(int) power];
    }
    if (digits == 0 || power < Nearest.DOUBLE.leastPower) {
      return 0;
    }
    if (power > Nearest.DOUBLE.mostPower) {
      return Double.POSITIVE_INFINITY;
    }
    return Double.longBitsToDouble(Nearest.DOUBLE.bits(digits, (int) power));
  }

  /**
   * Returns the float nearest to {@code digits * 10^power}; an infinity if there is none.
   *
   * @param digits an integer of 64 bits without a sign
   */
  public static float floatOf(long digits, long power) {
    if (digits >>> 24 == 0 && power >= -10 && power <= 10) {
      return power < 0
          ? (float) digits / (float) EXACT[(int) -power]
          : (float) digits * (float) EXACT[(int) power];
    }
    if (digits == 0 || power < Nearest.FLOAT.leastPower) {
      return 0;
    }
    if (power > Nearest.FLOAT.mostPower) {
      return Float.POSITIVE_INFINITY;
    }
    return Float.intBitsToFloat((int) Nearest.FLOAT.bits(digits, (int) power));
  }

  /**
   * Returns an integer of any size, or null if it has more digits than {@link BigInteger} holds.
   * Takes less than quadratic time.
   */
  public static BigInteger parseBigInteger(byte[] text, int from, int to) {
    return to - from > MOST_DIGITS ? null : BigDigits.parse(text, from, to);
  }

  /**
   * Returns a number with all its digits, or null if its exponent is above {@link #MOST_EXPONENT},
   * or below that with another sign, or if {@link BigDecimal} does not hold its digits.
   */
  public static BigDecimal parseBigDecimal(byte[] text, int from, int to) {
    int end = from;
    int point = -1;
    while (end < to && (text[end] | 0x20) != 'e') {
      if (text[end] == '.') {
        point = end;
      }
      end++;
    }
    long exponent = end < to ? Scan.exponent(text, end + 1, to) : 0;
    if (Math.abs(exponent) > MOST_EXPONENT) {
      return null;
    }
    byte[] digits = text;
    if (point >= 0) {
      digits = new byte[end - from - 1];
      System.arraycopy(text, from, digits, 0, point - from);
      System.arraycopy(text, point + 1, digits, point - from, end - point - 1);
      exponent -= end - point - 1;
      from = 0;
      end = digits.length;
    }
    BigInteger unscaled = parseBigInteger(digits, from, end);
    return unscaled == null ? null : new BigDecimal(unscaled, (int) -exponent);
  }

  /** The parts of a number: its sign, at most 19 digits, and the power of ten. */
  private static final class Scan {
    final boolean negative;

    /** The first digits that count, without a sign of the 64 bits. */
    long digits;

    long power;

    /** Whether other digits than zero follow. */
    boolean more;

    /** How many digits have been taken. */
    private int taken;

    Scan(byte[] text, int from, int to) {
      negative = from < to && text[from] == '-';
      int at = digits(text, negative ? from + 1 : from, to, 0);
      if (at < to && text[at] == '.') {
        at = digits(text, at + 1, to, 1);
      }
      if (at < to && (text[at] | 0x20) == 'e') {
        power += exponent(text, at + 1, to);
      }
    }

    /** Takes a row of digits, each of them worth a power of ten less if that is 1. */
    private int digits(byte[] text, int at, int to, int less) {
      for (; at < to; at++) {
        int digit = text[at] - '0';
        if (digit < 0 || digit > 9) {
          break;
        }
        if (taken < DIGITS) {
          digits = 10 * digits + digit;
          power -= less;
          // Zeros before the first other digit do not count.
          taken += digits != 0 ? 1 : 0;
        } else {
          more |= digit != 0;
          power += 1 - less;
        }
      }
      return at;
    }

    /** Returns an exponent, or one that is as far as any that counts. */
    static long exponent(byte[] text, int at, int to) {
      boolean negative = at < to && text[at] == '-';
      if (at < to && (negative || text[at] == '+')) {
        at++;
      }
      long value = 0;
      for (; at < to; at++) {
        value = Math.min(10 * value + (text[at] - '0'), FAR);
      }
      return negative ? -value : value;
    }
  }
}

package dev.varvel.internal;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;

/** Numbers of any size that a format has as text. */
public final class NumberText {
  /** 2^64. */
  public static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);

  private NumberText() {}

  /** Returns whether a text is an integer of JSON. */
  public static boolean isInteger(String text) {
    return text.matches(INTEGER);
  }

  /** Returns how many digits the fraction and the whole of a number have, without leading zeros. */
  public static int significantDigits(String number) {
    int digits = 0;
    for (int i = 0; i < number.length() && (number.charAt(i) | 0x20) != 'e'; i++) {
      char c = number.charAt(i);
      if (c > '0' && c <= '9' || c == '0' && digits != 0) {
        digits++;
      }
    }
    return digits;
  }

  /** A double has no more digits than this in all of its digits, without zeros around them. */
  private static final int DOUBLE_DIGITS = 767;

  /**
   * Returns the double that is the same number as a number of JSON, or null if none is. A double is
   * the same as its shortest digits, and as its own digits rounded to any count: programs print 0.1
   * as 0.10000000000000001, too.
   */
  public static Double sameDouble(String number) {
    int digits = significantDigits(number);
    double nearest = Double.parseDouble(number);
    if (digits == 0) {
      return nearest;
    }
    if (digits > DOUBLE_DIGITS || !Double.isFinite(nearest) || nearest == 0) {
      return null;
    }
    BigDecimal exact = new BigDecimal(number);
    BigDecimal rounded = new BigDecimal(nearest).round(new MathContext(digits));
    return rounded.compareTo(exact) == 0 || isDouble(exact, nearest) ? nearest : null;
  }

  /** Returns whether a decimal is the number that a double is, or is written as. */
  public static boolean isDouble(BigDecimal exact, double nearest) {
    byte[] text = new byte[NumberWriter.ROOM];
    int length = NumberWriter.writeDouble(nearest, text, 0);
    String written = new String(text, 0, length, StandardCharsets.US_ASCII);
    return new BigDecimal(written).compareTo(exact) == 0
        || new BigDecimal(nearest).compareTo(exact) == 0;
  }

  /** Returns the integer of a text, or null if that is not an integer of JSON. */
  public static BigInteger integer(String text) {
    byte[] bytes = ascii(text, INTEGER);
    return bytes == null ? null : Decimals.parseBigInteger(bytes, 0, bytes.length);
  }

  private static final String INTEGER = "0|-?[1-9][0-9]*+";
  private static final String NUMBER = "-?(0|[1-9][0-9]*+)(\\.[0-9]++)?([eE][+-]?[0-9]++)?";

  /** Returns whether a text is a number of JSON. */
  public static boolean isNumber(String text) {
    return text.matches(NUMBER);
  }

  /** Returns the number of a text, or null if that is not a number of JSON. */
  public static BigDecimal decimal(String text) {
    byte[] bytes = ascii(text, NUMBER);
    return bytes == null ? null : Decimals.parseBigDecimal(bytes, 0, bytes.length);
  }

  private static byte[] ascii(String text, String form) {
    return text.matches(form) ? text.getBytes(StandardCharsets.US_ASCII) : null;
  }
}

package dev.varvel.internal;

import java.math.BigDecimal;
import java.math.BigInteger;
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

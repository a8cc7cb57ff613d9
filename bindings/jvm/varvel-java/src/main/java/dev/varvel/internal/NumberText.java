package dev.varvel.internal;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** Numbers of any size that a format has as text. */
public final class NumberText {
  /** 2^64. */
  public static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);

  private NumberText() {}

  /** Returns the integer of a text, or null if that is not an integer of JSON. */
  public static BigInteger integer(String text) {
    byte[] bytes = ascii(text, "0|-?[1-9][0-9]*+");
    return bytes == null ? null : Decimals.parseBigInteger(bytes, 0, bytes.length);
  }

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

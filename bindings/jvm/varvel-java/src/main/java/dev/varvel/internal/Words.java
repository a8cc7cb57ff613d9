package dev.varvel.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Words of bytes, little-endian whatever the processor is. */
public final class Words {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long SPACES = ONES * ' ';
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';

  private Words() {}

  /** Returns eight bytes. */
  public static long get(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  /** Returns four bytes. */
  public static int getInt(byte[] bytes, int at) {
    return (int) INTS.get(bytes, at);
  }

  /** Returns two bytes. */
  public static int getShort(byte[] bytes, int at) {
    return (short) SHORTS.get(bytes, at) & 0xFFFF;
  }

  /** Puts eight bytes. */
  public static void put(byte[] bytes, int at, long word) {
    LONGS.set(bytes, at, word);
  }

  /** Puts four bytes. */
  public static void putInt(byte[] bytes, int at, int word) {
    INTS.set(bytes, at, word);
  }

  /** Puts two bytes. */
  public static void putShort(byte[] bytes, int at, short word) {
    SHORTS.set(bytes, at, word);
  }

  /** Returns whether eight bytes are digits. */
  public static boolean areDigits(long word) {
    long upper = ONES * 0xF0;
    return ((word & upper) | ((word + ONES * 6) & upper) >>> 4) == ONES * 0x33;
  }

  /**
   * Returns the number that eight digits are, of which the lowest byte is the first: D. Lemire,
   * "Quickly parsing eight digits", 2018.
   */
  public static int ofDigits(long word) {
    long pairs = (word - ONES * '0') * 10 + (word - ONES * '0' >>> 8);
    long ones = pairs & 0x000000FF000000FFL;
    long others = pairs >>> 16 & 0x000000FF000000FFL;
    return (int) (ones * (100 + (1_000_000L << 32)) + others * (1 + (10_000L << 32)) >>> 32);
  }

  /**
   * Returns the eight decimal digits of a number below 100,000,000, each in a byte, the first one
   * in the lowest. It is {@link #ofDigits} backwards: the number is cut in halves three times, all
   * parts at once, with products by reciprocals that are exact for so few digits.
   */
  public static long digits(int number) {
    long thousands = number / 10_000;
    long fours = thousands | (number - 10_000 * thousands) << 32;
    long hundreds = fours * 10_486 >>> 20 & 0x0000_007F_0000_007FL;
    long twos = hundreds | (fours - 100 * hundreds) << 16;
    long tens = twos * 103 >>> 10 & 0x000F_000F_000F_000FL;
    return tens | (twos - 10 * tens) << 8;
  }

  /**
   * Returns the high bit of each byte that ends the plain part of a string of JSON: a quote, a
   * backslash, a control character, or a byte beyond ASCII. Bits above the lowest one that is set
   * may be wrong, since a difference borrows from the next byte.
   */
  public static long special(long word) {
    return ((word - SPACES) | ((word ^ QUOTES) - ONES) | ((word ^ BACKSLASHES) - ONES) | word)
        & HIGHS;
  }

  /**
   * Returns the high bit of each byte that is that of a word of one byte of ASCII. Bits above the
   * lowest one that is set may be wrong, and so are those of bytes beyond ASCII.
   */
  public static long mayEqual(long word, long all) {
    return (word ^ all) - ONES & HIGHS;
  }

  /** Returns the number of the first byte whose high bit is set, or 8. */
  public static int first(long highs) {
    return Long.numberOfTrailingZeros(highs) >>> 3;
  }

  /** Returns a word of one byte of ASCII. */
  public static long all(char of) {
    return ONES * of;
  }

  /** Returns the place of the first of some byte of ASCII, from a place on, or the length. */
  public static int find(byte[] bytes, int from, char wanted) {
    long all = ONES * wanted;
    int p = from;
    for (; p <= bytes.length - 32; p += 32) {
      if ((zeros(get(bytes, p) ^ all)
              | zeros(get(bytes, p + 8) ^ all)
              | zeros(get(bytes, p + 16) ^ all)
              | zeros(get(bytes, p + 24) ^ all))
          != 0) {
        break;
      }
    }
    while (p < bytes.length && bytes[p] != wanted) {
      p++;
    }
    return p;
  }

  /** Returns something other than zero if a byte is zero. */
  private static long zeros(long word) {
    return word - ONES & ~word & HIGHS;
  }

  /** Returns how many of the first bytes of a word are spaces. */
  public static int spaces(long word) {
    return Long.numberOfTrailingZeros(word ^ SPACES) >>> 3;
  }
}

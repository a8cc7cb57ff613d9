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

  /**
   * Returns the high bit of each byte that ends the plain part of a string of JSON: a quote, a
   * backslash, a control character, or a byte beyond ASCII. Bits above the lowest one that is set
   * may be wrong, since a difference borrows from the next byte.
   */
  public static long special(long word) {
    return ((word - SPACES) | ((word ^ QUOTES) - ONES) | ((word ^ BACKSLASHES) - ONES) | word)
        & HIGHS;
  }

  /** Returns whether bytes contain one of ASCII. */
  public static boolean contains(byte[] bytes, char wanted) {
    long all = ONES * wanted;
    int p = 0;
    for (; p + 16 <= bytes.length; p += 16) {
      long first = get(bytes, p) ^ all;
      long second = get(bytes, p + 8) ^ all;
      if ((((first - ONES) & ~first | (second - ONES) & ~second) & HIGHS) != 0) {
        return true;
      }
    }
    for (; p < bytes.length; p++) {
      if (bytes[p] == wanted) {
        return true;
      }
    }
    return false;
  }

  /** Returns how many of the first bytes of a word are spaces. */
  public static int spaces(long word) {
    return Long.numberOfTrailingZeros(word ^ SPACES) >>> 3;
  }
}

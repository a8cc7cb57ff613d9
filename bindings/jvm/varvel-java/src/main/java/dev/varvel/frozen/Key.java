package dev.varvel.frozen;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Escapes;
import dev.varvel.internal.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The key of a member with its hash. A program makes it once and looks it up in any number of
 * objects: that allocates nothing.
 */
public final class Key {
  private final String text;

  /** The key as the tables have it: its length, then UTF-8. */
  private final byte[] written;

  /** Where the UTF-8 begins. */
  private final int start;

  private final long hash;

  /** The first eight bytes of the written form, and which of them count. */
  private final long first;

  private final long mask;
  private final long last;

  private Key(String text) {
    this.text = text;
    byte[] utf8 = utf8(text);
    written = written(utf8);
    start = written.length - utf8.length;
    hash = hash(utf8, 0, utf8.length);
    byte[] padded = Arrays.copyOf(written, Math.max(written.length, 8));
    first = Words.get(padded, 0);
    mask = written.length >= 8 ? -1 : (1L << written.length * 8) - 1;
    last = Words.get(padded, padded.length - 8);
  }

  /**
   * Makes a key.
   *
   * @throws VarvelException of the kind {@link ErrorKind#LONE_SURROGATE} if the text has half of a
   *     surrogate pair
   */
  public static Key of(String text) {
    return new Key(text);
  }

  private static byte[] utf8(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i)) && Escapes.isLone(text, i)) {
        throw VarvelException.of(ErrorKind.LONE_SURROGATE).expected("a key in Unicode").build();
      }
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] written(byte[] utf8) {
    byte[] head = new byte[5];
    int at = 0;
    int rest = utf8.length;
    while (rest >= 0x80) {
      head[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    head[at++] = (byte) rest;
    byte[] written = Arrays.copyOf(head, at + utf8.length);
    System.arraycopy(utf8, 0, written, at, utf8.length);
    return written;
  }

  /** Returns the hash of a key, which looks at a sample of its bytes. */
  static long hash(byte[] bytes, int from, int to) {
    int length = to - from;
    long head = length & 0xFF;
    long last = 0;
    long middle = 0;
    if (length >= 8) {
      head |= Words.get(bytes, from) << 8;
      last = Words.get(bytes, to - 8);
      if (length >= 16) {
        middle = Words.get(bytes, from + length / 2 - 4);
      }
    } else {
      for (int i = 0; i < length; i++) {
        head |= (bytes[from + i] & 0xFFL) << 8 * (i + 1);
      }
    }
    long a = head ^ middle * Layout.HASH_MIDDLE ^ Layout.HASH_FIRST;
    return fold(a, last ^ Layout.HASH_LAST);
  }

  /** Returns the two halves of an unsigned product, combined. */
  static long fold(long a, long b) {
    long high = Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
    return high ^ a * b;
  }

  /** Returns the text of the key. */
  public String text() {
    return text;
  }

  /** Returns the text of the key. */
  @Override
  public String toString() {
    return text;
  }

  /** Returns whether another key has the same text. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Key key && key.text.equals(text);
  }

  /** Returns a hash of the text. */
  @Override
  public int hashCode() {
    return text.hashCode();
  }

  long hash() {
    return hash;
  }

  byte fingerprint() {
    return (byte) (hash >>> 56);
  }

  /**
   * Returns whether the text of the tables or the tree that begins with its length here is this
   * key. After each such text of a valid document there are more bytes, of a record or the tables,
   * so that a word can be read.
   */
  boolean isAt(byte[] bytes, int at) {
    int size = written.length;
    if (size <= 8) {
      return ((Words.get(bytes, at) ^ first) & mask) == 0;
    }
    return size <= bytes.length - at
        && Words.get(bytes, at) == first
        && Words.get(bytes, at + size - 8) == last
        && (size <= 16 || Arrays.equals(bytes, at + 8, at + size - 8, written, 8, size - 8));
  }

  /** Returns whether these bytes are the text of the key. */
  boolean isText(byte[] bytes, int from, int to) {
    return Arrays.equals(bytes, from, to, written, start, written.length);
  }

  /** Compares the text of the key with other bytes. */
  int compareTo(byte[] bytes, int from, int to) {
    return Arrays.compareUnsigned(written, start, written.length, bytes, from, to);
  }
}

package dev.varvel.frozen;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Words;
import java.util.Arrays;

/** Bytes that grow as they are written. Widths are base-2 logarithms of bytes. */
final class Output {
  /** The longest array that every Java has. */
  static final int MOST = Integer.MAX_VALUE - 16;

  private byte[] bytes;
  private int length;

  Output(int room) {
    bytes = new byte[Math.max(room, 64)];
  }

  /** Returns the length of an array that has to grow, at least as long as is needed. */
  static int grown(int length, long least) {
    if (least > MOST) {
      throw VarvelException.of(ErrorKind.SIZE_LIMIT).expected("less than 2 GB").build();
    }
    return (int) Math.min(Math.max(2L * length, least), MOST);
  }

  int length() {
    return length;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Returns the bytes, without a copy if few are spare. */
  byte[] toBytes() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  /** Forgets what was written from a place on. */
  void cut(int at) {
    length = at;
  }

  /** Makes room for so many bytes more, and returns the array. */
  byte[] room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, grown(bytes.length, (long) length + more));
    }
    return bytes;
  }

  void put(int b) {
    room(1)[length++] = (byte) b;
  }

  /** Adds so many zeros. */
  void zeros(long count) {
    room((int) Math.min(count, MOST));
    // Bytes of a value that was taken back may be left here.
    Arrays.fill(bytes, length, length + (int) count, (byte) 0);
    length += (int) count;
  }

  void putInt(int number) {
    Words.putInt(room(4), length, number);
    length += 4;
  }

  void putLong(long number) {
    Words.put(room(8), length, number);
    length += 8;
  }

  /** Adds a number of 1, 2, 4 or 8 bytes. */
  void number(long number, int width) {
    room(8);
    put(bytes, length, number, width);
    length += 1 << width;
  }

  /** Writes a number of 1, 2, 4 or 8 bytes at a place. */
  static void put(byte[] bytes, int at, long number, int width) {
    switch (width) {
      case 0 -> bytes[at] = (byte) number;
      case 1 -> Words.putShort(bytes, at, (short) number);
      case 2 -> Words.putInt(bytes, at, (int) number);
      default -> Words.put(bytes, at, number);
    }
  }

  /** Adds bytes as they are. */
  void bytes(byte[] from, int start, int end) {
    System.arraycopy(from, start, room(end - start), length, end - start);
    length += end - start;
  }

  /** Adds bytes with their length before them. */
  void counted(byte[] from, int start, int end) {
    length(end - start);
    bytes(from, start, end);
  }

  /** Adds a length, seven bits a byte. */
  void length(int n) {
    room(5);
    for (; n >= 0x80; n >>>= 7) {
      bytes[length++] = (byte) (n | 0x80);
    }
    bytes[length++] = (byte) n;
  }

  /** Says that so many bytes were written into the room. */
  void wrote(int count) {
    length += count;
  }

  /** Returns the width of a count that is as short as it can be. */
  static int widthOf(long count) {
    if (count >>> 8 == 0) {
      return 0;
    }
    return count >>> 16 == 0 ? 1 : count >>> 32 == 0 ? 2 : 3;
  }
}

package dev.varvel.internal;

/** Numbers whose highest byte comes first, as binary formats have them. */
public final class BigEndian {
  private BigEndian() {}

  /** Returns a number of 1, 2, 4 or 8 bytes without a sign. */
  public static long get(byte[] bytes, int at, int width) {
    return switch (width) {
      case 1 -> bytes[at] & 0xFF;
      case 2 -> getShort(bytes, at);
      case 4 -> getInt(bytes, at) & 0xFFFFFFFFL;
      default -> getLong(bytes, at);
    };
  }

  /** Returns two bytes without a sign. */
  public static int getShort(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
  }

  /** Returns four bytes. */
  public static int getInt(byte[] bytes, int at) {
    return Integer.reverseBytes(Words.getInt(bytes, at));
  }

  /** Returns eight bytes. */
  public static long getLong(byte[] bytes, int at) {
    return Long.reverseBytes(Words.get(bytes, at));
  }

  /** Puts two bytes. */
  public static void putShort(byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >> 8);
    bytes[at + 1] = (byte) value;
  }

  /** Puts four bytes. */
  public static void putInt(byte[] bytes, int at, int value) {
    Words.putInt(bytes, at, Integer.reverseBytes(value));
  }

  /** Puts eight bytes. */
  public static void putLong(byte[] bytes, int at, long value) {
    Words.put(bytes, at, Long.reverseBytes(value));
  }
}

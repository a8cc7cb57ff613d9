package dev.varvel.internal;

/**
 * Bytes that should be UTF-8, read for messages. Each part that is none, which is a byte or the
 * beginning of a character, counts and is shown as U+FFFD. The JDK takes other parts: all of a
 * surrogate for one.
 */
public final class Lossy {
  private static final int REPLACEMENT = 0xFFFD;

  private Lossy() {}

  /** Returns bytes as text. */
  public static String text(byte[] bytes, int from, int to) {
    StringBuilder out = new StringBuilder();
    int at = from;
    while (at < to) {
      int size = size(bytes, at, to);
      out.appendCodePoint(size < 0 ? REPLACEMENT : codePoint(bytes, at, size));
      at += Math.abs(size);
    }
    return out.toString();
  }

  /** Returns how many characters {@link #text} would have, without making it. */
  public static int characters(byte[] bytes, int from, int to) {
    int count = 0;
    for (int at = from; at < to; count++) {
      at += Math.abs(size(bytes, at, to));
    }
    return count;
  }

  /** Returns the character that begins at a place: -1 at the end, and 0 if none begins there. */
  public static int codePointAt(byte[] bytes, int at, int to) {
    if (at >= to) {
      return -1;
    }
    int size = size(bytes, at, to);
    return size < 0 ? 0 : codePoint(bytes, at, size);
  }

  /** Returns how many bytes a character takes. */
  public static int length(int codePoint) {
    return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }

  /** Returns the length of the character that begins here; negative that of a part that is none. */
  private static int size(byte[] bytes, int at, int to) {
    int lead = bytes[at] & 0xFF;
    if (lead < 0x80) {
      return 1;
    }
    if (lead < 0xC2 || lead > 0xF4) {
      return -1;
    }
    int size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    int least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (int i = 1; i < size; i++) {
      int next = at + i < to ? bytes[at + i] & 0xFF : 0;
      if (next < least || next > most) {
        return -i;
      }
      least = 0x80;
      most = 0xBF;
    }
    return size;
  }

  private static int codePoint(byte[] bytes, int at, int size) {
    return size == 1 ? bytes[at] : Utf8.codePoint(bytes, at, size);
  }
}

package dev.varvel.internal;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import java.nio.charset.StandardCharsets;

/** Checks and makes UTF-8, as RFC 3629 has it: no surrogates, no longer forms. */
public final class Utf8 {
  private static final long HIGHS = 0x8080808080808080L;

  /** For each length up to 16 the high bits of so many last bytes of two words. */
  private static final long[] LAST = new long[34];

  static {
    for (int length = 1; length <= 16; length++) {
      LAST[2 * length] = length >= 8 ? HIGHS : HIGHS & -1L << 64 - 8 * length;
      LAST[2 * length + 1] = length <= 8 ? 0 : HIGHS & -1L << 128 - 8 * length;
    }
  }

  private Utf8() {}

  /** Returns the place of the first byte that is not UTF-8, or -1 if all of them are. */
  public static int firstInvalid(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      if (bytes[at] >= 0) {
        while (at <= to - 8 && (Words.get(bytes, at) & HIGHS) == 0) {
          at += 8;
        }
        while (at < to && bytes[at] >= 0) {
          at++;
        }
        continue;
      }
      int size = size(bytes, at, to);
      if (size == 0) {
        return at;
      }
      at += size;
    }
    return -1;
  }

  /** Returns whether all of some bytes are ASCII. */
  public static boolean isAscii(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length <= 16 && to >= 16) {
      // Whether a string is shorter than a word is what a processor cannot predict.
      return (Words.get(bytes, to - 8) & LAST[2 * length]
              | Words.get(bytes, to - 16) & LAST[2 * length + 1])
          == 0;
    }
    if (length < 8) {
      // The bytes are the highest of a word, which begins before them.
      return to < 8
          ? isAsciiByByte(bytes, from, to)
          : length == 0 || (Words.get(bytes, to - 8) & HIGHS & -1L << 64 - 8 * length) == 0;
    }
    long all = Words.get(bytes, to - 8);
    for (int at = from; at < to - 8; at += 8) {
      all |= Words.get(bytes, at);
    }
    return (all & HIGHS) == 0;
  }

  private static boolean isAsciiByByte(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] >= 0) {
      at++;
    }
    return at == to;
  }

  /** Returns bytes as a string, or null if they are not UTF-8. */
  @SuppressWarnings("deprecation") // The one constructor that copies bytes without looking at them.
  public static String string(byte[] bytes, int from, int to) {
    if (isAscii(bytes, from, to)) {
      return new String(bytes, 0, from, to - from);
    }
    return firstInvalid(bytes, from, to) < 0
        ? new String(bytes, from, to - from, StandardCharsets.UTF_8)
        : null;
  }

  /** Returns the length of the character beyond ASCII that begins here, or 0 if none does. */
  public static int size(byte[] bytes, int at, int to) {
    int lead = bytes[at] & 0xFF;
    int size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (lead < 0xC2 || lead > 0xF4 || to - at < size) {
      return 0;
    }
    int second = bytes[at + 1] & 0xFF;
    int least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < least || second > most) {
      return 0;
    }
    for (int i = 2; i < size; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return size;
  }

  /** Returns the character beyond ASCII that takes so many bytes. */
  public static int codePoint(byte[] bytes, int at, int size) {
    int code = bytes[at] & 0xFF >>> size + 1;
    for (int i = 1; i < size; i++) {
      code = code << 6 | bytes[at + i] & 0x3F;
    }
    return code;
  }

  /** Returns the length of a string in UTF-8, or -1 if it has half of a surrogate pair. */
  public static int length(String text) {
    int length = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        continue;
      }
      if (!Character.isSurrogate(c)) {
        length += c < 0x800 ? 1 : 2;
      } else if (Escapes.isLone(text, i)) {
        return -1;
      } else {
        // Two units are four bytes.
        length += 1;
      }
      if (length < 0) {
        throw VarvelException.of(ErrorKind.SIZE_LIMIT).expected("less than 2 GB").build();
      }
    }
    return length;
  }

  /** Writes a string that has no half of a surrogate pair. */
  public static void encode(String text, byte[] out, int at) {
    for (int i = 0; i < text.length(); i++) {
      int c = text.charAt(i);
      if (c < 0x80) {
        out[at++] = (byte) c;
        continue;
      }
      if (c < 0x800) {
        out[at++] = (byte) (0xC0 | c >> 6);
      } else {
        if (Character.isSurrogate((char) c)) {
          c = Character.toCodePoint((char) c, text.charAt(++i));
          out[at++] = (byte) (0xF0 | c >> 18);
          out[at++] = (byte) (0x80 | c >> 12 & 0x3F);
        } else {
          out[at++] = (byte) (0xE0 | c >> 12);
        }
        out[at++] = (byte) (0x80 | c >> 6 & 0x3F);
      }
      out[at++] = (byte) (0x80 | c & 0x3F);
    }
  }

  /**
   * Returns a string in UTF-8. Java puts a question mark for half of a surrogate pair; so where one
   * is found, the string is looked at.
   *
   * @throws VarvelException of the kind {@link ErrorKind#LONE_SURROGATE} with the offset in UTF-8
   */
  public static byte[] bytes(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    refuseHalves(text, bytes);
    return bytes;
  }

  /**
   * Looks at each question mark that Java made of a string.
   *
   * @throws VarvelException if one stands for half of a surrogate pair
   */
  public static void refuseHalves(String text, byte[] bytes) {
    for (int i = Words.find(bytes, 0, '?'); i < bytes.length; i = Words.find(bytes, i + 1, '?')) {
      if (bytes.length != text.length()) {
        refuseHalves(text);
        break;
      }
      if (text.charAt(i) != '?') {
        throw half(i);
      }
    }
  }

  private static void refuseHalves(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Escapes.isLone(text, i)) {
        throw half(text.substring(0, i).getBytes(StandardCharsets.UTF_8).length);
      }
    }
  }

  private static VarvelException half(int offset) {
    return VarvelException.of(ErrorKind.LONE_SURROGATE)
        .offset(offset)
        .expected("both halves of a surrogate pair")
        .build();
  }
}

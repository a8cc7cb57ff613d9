package dev.varvel.internal;

import java.nio.charset.StandardCharsets;

/** The escapes that JSON needs, and no others. */
public final class Escapes {
  private static final String HEX = "0123456789abcdef";

  private Escapes() {}

  /** Returns the letter of a short escape, or 0 if a character has none. */
  public static char letter(char c) {
    return switch (c) {
      case '"' -> '"';
      case '\\' -> '\\';
      case '\b' -> 'b';
      case '\f' -> 'f';
      case '\n' -> 'n';
      case '\r' -> 'r';
      case '\t' -> 't';
      default -> 0;
    };
  }

  /** Returns the digit of a number from 0 to 15. */
  public static byte digit(int value) {
    return (byte) HEX.charAt(value & 15);
  }

  /** Writes the escape of a character of ASCII that JSON does not have as it is. */
  public static int write(char c, byte[] out, int at) {
    char letter = letter(c);
    if (letter == 0) {
      return number(c, out, at);
    }
    out[at] = '\\';
    out[at + 1] = (byte) letter;
    return at + 2;
  }

  /** Writes the escape of a character by its number. */
  public static int number(char c, byte[] out, int at) {
    out[at] = '\\';
    out[at + 1] = 'u';
    out[at + 2] = digit(c >> 12);
    out[at + 3] = digit(c >> 8);
    out[at + 4] = digit(c >> 4);
    out[at + 5] = digit(c);
    return at + 6;
  }

  /**
   * Returns a key in UTF-8 as JSON writes it, in quotes and with the colon.
   *
   * @throws IllegalArgumentException if it has half of a surrogate pair
   */
  static byte[] key(String name) {
    StringBuilder text = new StringBuilder(name.length() + 3).append('"');
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      char letter = letter(c);
      if (letter != 0) {
        text.append('\\').append(letter);
      } else if (c < ' ') {
        text.append(String.format("\\u%04x", (int) c));
      } else {
        if (isLone(name, i)) {
          throw new IllegalArgumentException("the name " + name + " has half of a surrogate pair");
        }
        text.append(c);
      }
    }
    return text.append("\":").toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns whether a character is half of a surrogate pair without its other half. */
  public static boolean isLone(String text, int at) {
    char c = text.charAt(at);
    if (Character.isHighSurrogate(c)) {
      return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
    }
    return Character.isLowSurrogate(c)
        && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
  }
}

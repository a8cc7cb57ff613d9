package dev.varvel.json;

import dev.varvel.internal.Utf8;
import dev.varvel.internal.Words;
import java.nio.charset.StandardCharsets;

/** Strings of JSON that are not plain ASCII. */
final class Strings {
  private Strings() {}

  /** Returns the place of the quote that ends a string, or -1 if none does. */
  static int end(byte[] text, int p, int end) {
    while (p < end) {
      if (p <= end - 8) {
        // Bytes beyond ASCII do not end a string: their high bits are taken out.
        long word = Words.get(text, p) & 0x7F7F7F7F7F7F7F7FL;
        long special = Words.special(word);
        if (special == 0) {
          p += 8;
          continue;
        }
        p += Long.numberOfTrailingZeros(special) >>> 3;
      }
      int c = text[p];
      if (c == '"') {
        return p;
      }
      if (c == '\\') {
        p++;
      } else if (c >= 0 && c < ' ') {
        return -1;
      }
      p++;
    }
    return -1;
  }

  /** Returns whether a byte of ASCII is among some bytes. */
  static boolean contains(byte[] text, int from, int to, char wanted) {
    for (int i = from; i < to; i++) {
      if (text[i] == wanted) {
        return true;
      }
    }
    return false;
  }

  /** Returns the characters between the quotes, or null if they are wrong. */
  static String decode(byte[] text, int from, int to) {
    int first = from;
    while (first < to && text[first] != '\\') {
      first++;
    }
    if (first == to) {
      return Utf8.firstInvalid(text, from, to) < 0
          ? new String(text, from, to - from, StandardCharsets.UTF_8)
          : null;
    }
    return unescape(text, from, to);
  }

  private static String unescape(byte[] text, int from, int to) {
    char[] out = new char[to - from];
    int n = 0;
    int p = from;
    while (p < to) {
      int c = text[p];
      if (c >= 0 && c != '\\') {
        out[n++] = (char) c;
        p++;
      } else if (c >= 0) {
        int letter = p + 1 < to ? unescaped(text[p + 1]) : 0;
        if (letter > 0) {
          out[n++] = (char) letter;
          p += 2;
          continue;
        }
        int unit = letter < 0 ? hex(text, p + 2, to) : -1;
        if (unit < 0) {
          return null;
        }
        p += 6;
        out[n++] = (char) unit;
        if (unit >= 0xD800 && unit < 0xE000) {
          int low = p + 1 < to && text[p] == '\\' && text[p + 1] == 'u' ? hex(text, p + 2, to) : -1;
          if (unit >= 0xDC00 || low < 0xDC00 || low > 0xDFFF) {
            return null;
          }
          out[n++] = (char) low;
          p += 6;
        }
      } else {
        int length = Utf8.size(text, p, to);
        if (length == 0) {
          return null;
        }
        int code = Utf8.codePoint(text, p, length);
        n += Character.toChars(code, out, n);
        p += length;
      }
    }
    return new String(out, 0, n);
  }

  /** Returns the character of a short escape, -1 for that of a number, or 0. */
  private static int unescaped(byte letter) {
    return switch (letter) {
      case '"' -> '"';
      case '\\' -> '\\';
      case '/' -> '/';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> -1;
      default -> 0;
    };
  }

  /** Returns the number of four hexadecimal digits, or -1. */
  private static int hex(byte[] text, int at, int to) {
    if (at > to - 4) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int c = text[at + i];
      int letter = c | 0x20;
      int digit =
          c >= '0' && c <= '9' ? c - '0' : letter >= 'a' && letter <= 'f' ? letter - 87 : -1;
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }
}

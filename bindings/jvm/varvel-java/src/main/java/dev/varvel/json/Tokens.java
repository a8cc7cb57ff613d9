package dev.varvel.json;

import dev.varvel.ErrorKind;
import dev.varvel.internal.Lossy;
import dev.varvel.internal.Paths;
import dev.varvel.internal.TextPlace;
import dev.varvel.internal.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads a text token by token, and says what is wrong with a token. What may follow on what, and
 * how deep, is the business of its user.
 */
final class Tokens {
  /** How many letters of a word are shown. */
  private static final int SHOWN = 16;

  private static final String[] WORDS = {"true", "false", "null"};

  /** The words that JSON5 has for numbers. */
  private static final String[] NUMBERS = {"NaN", "Infinity", "-Infinity"};

  /** The words for a key that is missing. */
  static final String A_KEY = "a key in double quotes";

  final byte[] text;
  final int end;

  /** The place of the next byte. */
  int at;

  /** Where the characters of the last string begin and end. */
  int from;

  int close;

  /** Whether the last string has escapes. */
  boolean escaped;

  Tokens(byte[] text, int from, int end) {
    this.text = text;
    this.end = end;
    at = from;
  }

  /** Passes a byte order mark. */
  void passMark() {
    if (TextPlace.hasMark(text, at, end)) {
      at += 3;
    }
  }

  /** Passes white space, and returns the byte behind it, or 0 at the end. */
  int peek() {
    while (at < end) {
      int c = text[at];
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        return c;
      }
      at++;
    }
    return 0;
  }

  /** Returns the byte at a place without a sign, or -1 beyond the end. */
  private int byteAt(int place) {
    return place < end ? text[place] & 0xFF : -1;
  }

  static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  static boolean isInWord(int c) {
    return isDigit(c) || c == '_' || (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  }

  private static boolean isHex(int c) {
    return isDigit(c) || (c | 0x20) >= 'a' && (c | 0x20) <= 'f';
  }

  /** Returns whether a text goes on with a word. */
  boolean startsWith(String word) {
    return end - at >= word.length() && matches(word, word.length());
  }

  /** Compares so many letters. */
  private boolean matches(String word, int length) {
    for (int i = 0; i < length; i++) {
      if (text[at + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the word true, false or null with which the text goes on, or null. */
  String word() {
    for (String word : WORDS) {
      if (startsWith(word)) {
        return word;
      }
    }
    return null;
  }

  /** Passes true, false or null, and returns whether one of them was there. */
  boolean takeWord() {
    String word = word();
    if (word == null || isInWord(byteAt(at + word.length()))) {
      return false;
    }
    at += word.length();
    return true;
  }

  /** Passes NaN or an infinity, and returns whether one of them was there. */
  boolean takeNonFinite() {
    for (String word : NUMBERS) {
      if (startsWith(word)) {
        int next = byteAt(at + word.length());
        if (next < 0 || !isInWord(next) && next < 0x80 && "$.+-".indexOf(next) < 0) {
          at += word.length();
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the fault of a place where a value belongs and none begins. */
  Fault noValue() {
    for (String word : WORDS) {
      int rest = end - at;
      if (rest != 0 && rest < word.length() && matches(word, rest)) {
        return new Fault(ErrorKind.UNEXPECTED_END, end, "the rest of `true`, `false` or `null`");
      }
    }
    return unexpected("a value");
  }

  /** Returns the fault of other text than what is expected. */
  Fault unexpected(String expected) {
    if (at >= end) {
      return new Fault(ErrorKind.UNEXPECTED_END, end, expected);
    }
    return new Fault(ErrorKind.SYNTAX, at, expected, found(at));
  }

  /** Returns the text at a place as messages show it: a word, a character or a byte. */
  String found(int place) {
    int length = 0;
    while (length <= SHOWN && isInWord(byteAt(place + length))) {
      length++;
    }
    int first = byteAt(place);
    if (length > 0 && !isDigit(first) && first != '_') {
      String word = new String(text, place, Math.min(length, SHOWN), StandardCharsets.ISO_8859_1);
      return length > SHOWN ? "`" + word.substring(0, SHOWN - 1) + "…`" : "`" + word + "`";
    }
    if (first < 0) {
      return "nothing";
    }
    int size = first < 0x80 ? 1 : Utf8.size(text, place, end);
    if (size == 0) {
      return String.format("byte 0x%02X", first);
    }
    int c = Lossy.codePointAt(text, place, place + size);
    return switch (c) {
      case '\n', '\r' -> "a line break";
      case '\t' -> "a tab";
      case ' ' -> "a space";
      case '`' -> "a backtick";
      default -> {
        if (Paths.isVisible(c)) {
          yield "`" + Character.toString(c) + "`";
        }
        yield c < 0x80 ? String.format("byte 0x%02X", first) : String.format("U+%04X", c);
      }
    };
  }

  private void digits() {
    while (isDigit(byteAt(at))) {
      at++;
    }
  }

  /** Passes a number, from its sign or first digit on. */
  Fault number() {
    at += byteAt(at) == '-' ? 1 : 0;
    int whole = at;
    digits();
    if (at == whole) {
      return noDigit("a digit");
    }
    if (text[whole] == '0' && at > whole + 1) {
      return new Fault(ErrorKind.INVALID_NUMBER, whole, "no digit after a leading zero");
    }
    if (byteAt(at) == '.') {
      int fraction = ++at;
      digits();
      if (at == fraction) {
        return noDigit("a digit after the point");
      }
    }
    if ((byteAt(at) | 0x20) == 'e') {
      at++;
      at += byteAt(at) == '+' || byteAt(at) == '-' ? 1 : 0;
      int exponent = at;
      digits();
      if (at == exponent) {
        return noDigit("a digit in the exponent");
      }
    }
    return null;
  }

  private Fault noDigit(String expected) {
    if (at >= end) {
      return new Fault(ErrorKind.UNEXPECTED_END, end, expected);
    }
    return new Fault(ErrorKind.INVALID_NUMBER, at, expected, found(at));
  }

  /** Passes a string, from its quote on. */
  Fault string() {
    return body(at + 1);
  }

  /** Passes the rest of a string, whose first character is at {@code begin}. */
  private Fault body(int begin) {
    from = begin;
    escaped = false;
    int p = from;
    while (true) {
      int c = byteAt(p);
      if (c == '"') {
        break;
      } else if (c == '\\') {
        escaped = true;
        int size = escapeSize(p);
        if (size == 0) {
          return badEscape(p);
        }
        p += size;
      } else if (c < ' ') {
        return brokenString(p);
      } else {
        p++;
      }
    }
    close = p;
    at = p + 1;
    int invalid = Utf8.firstInvalid(text, from, close);
    if (invalid >= 0) {
      return notUtf8(text, invalid);
    }
    return null;
  }

  static Fault notUtf8(byte[] text, int invalid) {
    String found = String.format("byte 0x%02X", text[invalid]);
    return new Fault(ErrorKind.INVALID_UTF8, invalid, "text in UTF-8", found);
  }

  /** Returns the fault of a string that stops at a control character or the end. */
  private Fault brokenString(int place) {
    int c = byteAt(place);
    if (c < 0) {
      return new Fault(ErrorKind.UNEXPECTED_END, end, "the closing quote of a string");
    }
    String found =
        switch (c) {
          case '\n', '\r' -> "a line break";
          case '\t' -> "a tab";
          default -> String.format("U+%04X", c);
        };
    return new Fault(ErrorKind.CONTROL_CHARACTER, place, "an escape", found);
  }

  /** Returns the length of an escape, or 0 if it is wrong. */
  private int escapeSize(int place) {
    int letter = byteAt(place + 1);
    if (letter != 'u') {
      return letter > 0 && "\"\\/bfnrt".indexOf(letter) >= 0 ? 2 : 0;
    }
    int unit = unit(place);
    if (unit < 0 || unit >= 0xDC00 && unit <= 0xDFFF) {
      return 0;
    }
    if (unit < 0xD800 || unit > 0xDFFF) {
      return 6;
    }
    int low = unit(place + 6);
    return low >= 0xDC00 && low <= 0xDFFF ? 12 : 0;
  }

  /** Returns the unit of UTF-16 that an escape of four digits stands for, or -1. */
  private int unit(int place) {
    if (byteAt(place) != '\\' || byteAt(place + 1) != 'u' || hexEnd(place) < place + 6) {
      return -1;
    }
    return Integer.parseInt(new String(text, place + 2, 4, StandardCharsets.ISO_8859_1), 16);
  }

  /**
   * Returns the place behind the hexadecimal digits of an escape, of which there are up to four.
   */
  private int hexEnd(int place) {
    int digit = place + 2;
    while (digit < place + 6 && isHex(byteAt(digit))) {
      digit++;
    }
    return digit;
  }

  /** Returns the fault of an escape that is none. */
  private Fault badEscape(int place) {
    int letter = byteAt(place + 1);
    if (letter < 0) {
      return brokenString(end);
    }
    if (letter != 'u') {
      String expected = "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX";
      boolean plain = letter > ' ' && letter < 0x7F;
      String found = plain ? "`\\" + (char) letter + "`" : found(place + 1);
      return new Fault(ErrorKind.INVALID_ESCAPE, place, expected, found);
    }
    if (unit(place) < 0) {
      return badDigits(place);
    }
    int second = place + 6;
    boolean first = unit(place) < 0xDC00;
    if (first && isBegunHalf(second)) {
      return brokenString(end);
    }
    if (first && byteAt(second) == '\\' && byteAt(second + 1) == 'u' && unit(second) < 0) {
      return badDigits(second);
    }
    return new Fault(ErrorKind.LONE_SURROGATE, place, "both halves of a surrogate pair");
  }

  private Fault badDigits(int place) {
    int digit = hexEnd(place);
    if (digit >= end) {
      return brokenString(end);
    }
    return new Fault(
        ErrorKind.INVALID_ESCAPE, digit, "four hexadecimal digits after \\u", found(digit));
  }

  /** Returns whether the text ends inside of the second half of a pair, or before it. */
  private boolean isBegunHalf(int place) {
    if (end - place >= 6) {
      return false;
    }
    for (int i = 0; place + i < end; i++) {
      int c = text[place + i];
      boolean fits =
          switch (i) {
            case 0 -> c == '\\';
            case 1 -> c == 'u';
            case 2 -> (c | 0x20) == 'd';
            case 3 -> (c | 0x20) >= 'c' && (c | 0x20) <= 'f';
            default -> isHex(c);
          };
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  /** Returns the characters of a string between its quotes, or null if they are wrong. */
  static String decoded(byte[] text, int from, int close) {
    byte[] quoted = Arrays.copyOfRange(text, from, close + 1);
    quoted[close - from] = '"';
    Tokens tokens = new Tokens(quoted, 0, quoted.length);
    return tokens.body(0) == null && tokens.close == close - from ? tokens.decoded() : null;
  }

  /** Returns the characters of the last string. */
  String decoded() {
    String raw = new String(text, from, close - from, StandardCharsets.UTF_8);
    if (!escaped) {
      return raw;
    }
    StringBuilder out = new StringBuilder(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char letter = raw.charAt(++i);
      int place = "bfnrt".indexOf(letter);
      if (letter == 'u') {
        out.append((char) Integer.parseInt(raw.substring(i + 1, i + 5), 16));
        i += 4;
      } else {
        out.append(place >= 0 ? "\b\f\n\r\t".charAt(place) : letter);
      }
    }
    return out.toString();
  }
}

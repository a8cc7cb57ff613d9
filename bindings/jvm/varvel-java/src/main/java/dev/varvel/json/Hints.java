package dev.varvel.json;

import dev.varvel.ErrorKind;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Guesses what the author of a wrong text wanted. */
final class Hints {
  private final byte[] text;
  private final int from;
  private final int at;
  private final int to;

  private Hints(byte[] text, int from, int at, int to) {
    this.text = text;
    this.from = from;
    this.at = at;
    this.to = to;
  }

  /** Returns a hint about what is wrong at a place, or an empty string. */
  static String about(ErrorKind kind, String expected, byte[] text, int from, int at, int to) {
    Hints hints = new Hints(text, from, at, to);
    return switch (kind) {
      case UNEXPECTED_END -> hints.atEnd();
      case CONTROL_CHARACTER -> control(hints.byteAt(0));
      case INVALID_ESCAPE -> hints.escape(expected);
      case INVALID_NUMBER -> hints.number();
      case TRAILING_DATA -> hints.trailing();
      case SYNTAX -> hints.syntax(expected);
      default -> "";
    };
  }

  /** Returns a byte so many behind the place, or -1 beyond the text. */
  private int byteAt(int offset) {
    int p = at + offset;
    return p >= from && p < to ? text[p] & 0xFF : -1;
  }

  /** Returns the last byte before the place that is no white space, or -1. */
  private int before() {
    int p = at - 1;
    while (p >= from && text[p] >= 0 && text[p] <= ' ') {
      p--;
    }
    return p < from ? -1 : text[p] & 0xFF;
  }

  private String word() {
    int end = at;
    while (end < to && Numbers.isInWord(text[end])) {
      end++;
    }
    return new String(text, at, Math.min(end - at, 16), StandardCharsets.US_ASCII)
        .toLowerCase(Locale.ROOT);
  }

  private String atEnd() {
    if (from == to) {
      return "the input is empty";
    }
    return before() < 0 ? "there is nothing but white space" : "";
  }

  private static String control(int c) {
    return switch (c) {
      case '\n', '\r' -> "a string cannot span lines; close it, or write \\n";
      case '\t' -> "write it as \\t";
      default -> c < 0 ? "" : String.format("write it as \\u%04x", c);
    };
  }

  private String escape(String expected) {
    if (expected.startsWith("four")) {
      return byteAt(0) == '{' ? "JSON takes no braces: write \\u{41} as \\u0041" : "";
    }
    return switch (byteAt(1)) {
      case 'x' -> "write \\x41 as \\u0041";
      case '\'' -> "a single quote needs no escape";
      case '\n', '\r' -> "a string cannot span lines; write \\n";
      default -> "a backslash itself is written \\\\";
    };
  }

  private String number() {
    if (isNotFinite(word())) {
      return "JSON has no NaN and no infinities";
    }
    if (byteAt(-1) == '.') {
      return "a digit stands behind the point: 1.0, not 1.";
    }
    return byteAt(0) == '.' ? "a digit stands before the point: 0.5, not .5" : "";
  }

  private static boolean isNotFinite(String word) {
    return word.equals("nan") || word.equals("inf") || word.equals("infinity");
  }

  private String trailing() {
    int c = byteAt(0);
    if (c == '}' || c == ']') {
      return "nothing is open that this would close";
    }
    if (c == ':') {
      return "members of an object stand in braces";
    }
    if (c >= '0' && c <= '9' || c >= 0 && "{[\",-".indexOf(c) >= 0) {
      return "a JSON document is one value; `JsonStream` reads several in a row";
    }
    return syntax("the end of input");
  }

  private String syntax(String expected) {
    boolean key = expected.startsWith("a key");
    boolean value = expected.equals("a value");
    boolean separator = expected.startsWith("`,`");
    int c = byteAt(0);
    if (c >= 0x80) {
      return "white space and quotes in JSON are the plain ones";
    }
    if ((c == '\'' || c == '`') && (key || value)) {
      return "JSON strings and keys take double quotes";
    }
    if (c == '/' || c == '#') {
      return "JSON has no comments; `JsonOptions.withComments` takes those of // and /*";
    }
    if ((c == '}' || c == ']') && before() == ',') {
      return "JSON allows no comma after the last element; `JsonOptions.JSON5` does";
    }
    if (c >= 0 && (Numbers.isInWord((byte) c) || c == '$')) {
      return inWord(c, key, value, separator);
    }
    if (c == '+' && value) {
      return "a positive number has no sign in JSON";
    }
    if (c == '.' && value) {
      return "a digit stands before the point: 0.5, not .5";
    }
    if (c == ';' && separator) {
      return "members and items have commas between them";
    }
    return c == '<' && before() < 0 ? "this looks like HTML or XML" : "";
  }

  private String inWord(int c, boolean key, boolean value, boolean separator) {
    if (key) {
      return "keys take double quotes in JSON; `JsonOptions.JSON5` takes them without";
    }
    if (byteAt(-1) == '0' && "xXbBoO".indexOf(c) >= 0) {
      return "JSON numbers are decimal";
    }
    if (c == '_' && byteAt(-1) >= '0' && byteAt(-1) <= '9') {
      return "JSON numbers have no separators between digits";
    }
    if (byteAt(-1) == '"' && separator) {
      return "a double quote inside a string is written \\\"";
    }
    return value ? aboutWord(word()) : "";
  }

  private static String aboutWord(String word) {
    if (isNotFinite(word)) {
      return "JSON has no NaN and no infinities";
    }
    return switch (word) {
      case "true", "false", "null" -> "JSON writes true, false and null in lower case";
      case "none", "nil", "undefined" -> "JSON writes null for no value";
      default -> "a string takes double quotes; the only words are true, false and null";
    };
  }
}

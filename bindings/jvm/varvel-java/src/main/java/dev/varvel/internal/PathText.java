package dev.varvel.internal;

import java.util.List;

/** Writes the paths of values as messages show them. */
public final class PathText {
  /** Stands for what was left out. */
  public static final String ELLIPSIS = "…";

  /** Long paths and keys are shown as their beginning and their end, of so many of these. */
  private static final int STEPS = 12;

  private static final int STEPS_END = 4;
  private static final int KEY = 40;
  private static final int KEY_END = 15;

  private PathText() {}

  /** Returns a path as messages show it. */
  public static String of(List<String> steps) {
    int count = steps.size();
    if (count <= STEPS) {
      return "$" + String.join("", steps);
    }
    return "$"
        + String.join("", steps.subList(0, STEPS - 1 - STEPS_END))
        + ELLIPSIS
        + String.join("", steps.subList(count - STEPS_END, count));
  }

  /** Returns the step to an item as paths show it. */
  public static String item(long index) {
    return "[" + index + "]";
  }

  /** Returns the step to the member with a key as paths show it. */
  public static String member(String key) {
    String start = key;
    String end = "";
    if (key.codePointCount(0, key.length()) > KEY) {
      start = key.substring(0, key.offsetByCodePoints(0, KEY - 1 - KEY_END));
      end = key.substring(key.offsetByCodePoints(key.length(), -KEY_END));
    }
    String middle = end.isEmpty() ? "" : ELLIPSIS;
    if (isPlain(start + end)) {
      return "." + start + middle + end;
    }
    return "[\"" + escaped(start) + middle + escaped(end) + "\"]";
  }

  private static boolean isPlain(String key) {
    for (int i = 0; i < key.length(); i = key.offsetByCodePoints(i, 1)) {
      int c = key.codePointAt(i);
      boolean isNumber =
          switch (Character.getType(c)) {
            case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER ->
                true;
            default -> false;
          };
      if (c != '_' && !Character.isAlphabetic(c) && (i == 0 || !isNumber)) {
        return false;
      }
    }
    return !key.isEmpty();
  }

  /** Returns a text as the body of a string of JSON, with escapes for what cannot be seen. */
  public static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints().forEach(c -> escape(c, out));
    return out.toString();
  }

  private static void escape(int c, StringBuilder out) {
    switch (c) {
      case '"', '\\' -> out.append('\\').append((char) c);
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (isSeen(c)) {
          out.appendCodePoint(c);
        } else {
          for (char half : Character.toChars(c)) {
            out.append(String.format("\\u%04x", (int) half));
          }
        }
      }
    }
  }

  /** Returns whether a character is a letter, a number, a sign or a space, and no ellipsis. */
  private static boolean isSeen(int c) {
    if (c == ' ') {
      return true;
    }
    return switch (Character.getType(c)) {
      case Character.UNASSIGNED,
          Character.CONTROL,
          Character.FORMAT,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR,
          Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.COMBINING_SPACING_MARK ->
          false;
      default -> c != ELLIPSIS.charAt(0);
    };
  }
}

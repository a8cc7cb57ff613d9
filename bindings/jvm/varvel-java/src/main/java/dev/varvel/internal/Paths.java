package dev.varvel.internal;

import java.util.List;

/**
 * Paths and keys as messages show them: on one line, shortened, without characters that steer a
 * terminal. {@code …} stands for a part that is left out, and for nothing else.
 */
public final class Paths {
  /** How many characters of a key are shown, and how many of them are its end. */
  private static final int KEY = 40;

  private static final int KEY_END = 15;

  /** How many steps of a path are shown, and how many of them are its end. */
  private static final int STEPS = 12;

  private static final int STEPS_END = 4;

  /** Stands for what was left out. */
  public static final String ELLIPSIS = "…";

  private Paths() {}

  /** Returns the path of some steps: {@code $.users[3].name}. */
  public static String text(List<String> steps) {
    if (steps.size() <= STEPS) {
      return "$" + String.join("", steps);
    }
    return "$"
        + String.join("", steps.subList(0, STEPS - 1 - STEPS_END))
        + ELLIPSIS
        + String.join("", steps.subList(steps.size() - STEPS_END, steps.size()));
  }

  /** Returns the step to an item. */
  public static String indexStep(long index) {
    return "[" + index + "]";
  }

  /** Returns the step to a member. */
  public static String keyStep(String key) {
    String[] parts = parts(key);
    if (isPlain(parts[0] + (parts.length > 1 ? parts[1] : ""))) {
      return "." + String.join(ELLIPSIS, parts);
    }
    return "[" + quoted(key) + "]";
  }

  /** Returns a key in quotes, with the escapes of JSON; one that is long without its middle. */
  public static String quoted(String key) {
    StringBuilder out = new StringBuilder("\"");
    String[] parts = parts(key);
    escape(parts[0], out);
    if (parts.length > 1) {
      escape(parts[1], out.append(ELLIPSIS));
    }
    return out.append('"').toString();
  }

  /** Returns all of a text, or its beginning and its end. */
  private static String[] parts(String key) {
    if (key.length() <= KEY || key.codePointCount(0, key.length()) <= KEY) {
      return new String[] {key};
    }
    int end = key.offsetByCodePoints(key.length(), -KEY_END);
    return new String[] {
      key.substring(0, key.offsetByCodePoints(0, KEY - 1 - KEY_END)), key.substring(end)
    };
  }

  /** Returns whether a key can stand in a path without quotes. */
  private static boolean isPlain(String key) {
    if (key.isEmpty()) {
      return false;
    }
    int first = key.codePointAt(0);
    return (first == '_' || Character.isAlphabetic(first))
        && key.codePoints().allMatch(c -> c == '_' || Character.isAlphabetic(c) || isNumber(c));
  }

  private static boolean isNumber(int c) {
    return switch (Character.getType(c)) {
      case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
      default -> false;
    };
  }

  private static void escape(String part, StringBuilder out) {
    part.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '"', '\\' -> out.append('\\').append((char) c);
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                  if (isVisible(c) && c != ELLIPSIS.charAt(0)) {
                    out.appendCodePoint(c);
                  } else {
                    for (char unit : Character.toChars(c)) {
                      out.append(String.format("\\u%04x", (int) unit));
                    }
                  }
                }
              }
            });
  }

  /**
   * Returns whether a person sees this character where it stands alone. A control character is not
   * visible, nor is one that turns the direction of writing, or only changes the one before it.
   */
  public static boolean isVisible(int c) {
    if (c < 0x7F) {
      return c >= ' ';
    }
    return switch (Character.getType(c)) {
      case Character.UNASSIGNED,
          Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR,
          Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK ->
          false;
      default -> true;
    };
  }
}

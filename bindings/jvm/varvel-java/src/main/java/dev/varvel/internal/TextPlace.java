package dev.varvel.internal;

import dev.varvel.VarvelException;

/**
 * A place in a text of UTF-8: its line and column, and the line's text with a mark below it. The
 * text may have bytes that are not UTF-8.
 *
 * <p>It is meant for errors: finding it takes time that is linear in the text before it, and little
 * memory.
 */
public final class TextPlace {
  /** How many bytes of a long line are shown on either side. */
  private static final int CONTEXT = 60;

  private final byte[] text;
  private final int from;
  private final int to;
  private final int at;
  private final int lineStart;
  private final int line;

  /** The column of the first byte in its line. */
  private final int firstColumn;

  /**
   * Finds a place.
   *
   * @param from the first byte of the text
   * @param to the end of the text
   * @param at the place in the array; one behind the text is its end
   */
  public TextPlace(byte[] text, int from, int to, int at) {
    this(text, from, to, at, 1, 1);
  }

  /**
   * Finds a place in a part of a longer text.
   *
   * @param firstLine the line of the first byte
   * @param firstColumn the column of the first byte
   */
  public TextPlace(byte[] text, int from, int to, int at, int firstLine, int firstColumn) {
    this.text = text;
    this.from = from;
    this.to = to;
    boolean isWhole = firstLine == 1 && firstColumn == 1;
    int begin = isWhole && hasMark(text, from, to) ? from + 3 : from;
    this.at = Math.max(begin, Math.min(at, to));
    int breaks = 0;
    int start = begin;
    for (int i = begin; i < this.at; i++) {
      if (text[i] == '\n') {
        breaks++;
        start = i + 1;
      }
    }
    lineStart = start;
    line = firstLine + breaks;
    this.firstColumn = breaks == 0 ? firstColumn : 1;
  }

  /** Returns whether a text begins with a byte order mark. Editors do not show it. */
  public static boolean hasMark(byte[] text, int from, int to) {
    return to - from >= 3
        && text[from] == (byte) 0xEF
        && text[from + 1] == (byte) 0xBB
        && text[from + 2] == (byte) 0xBF;
  }

  /** Returns the line, from 1 on. */
  public int line() {
    return line;
  }

  /**
   * Returns the column in characters, from 1 on. Each part that is not UTF-8 counts as one, and a
   * byte order mark before the whole text does not count.
   */
  public int column() {
    return firstColumn + Lossy.characters(text, lineStart, at);
  }

  /** Adds the line, the column and the excerpt to an error. */
  public VarvelException.Builder addTo(VarvelException.Builder error) {
    return error.position(line(), column()).excerpt(excerpt());
  }

  /**
   * Returns the line of the text around the place, and a mark below it. It is empty if the text has
   * a zero byte, which no text has.
   */
  public String excerpt() {
    for (int i = from; i < to; i++) {
      if (text[i] == 0) {
        return "";
      }
    }
    int lineEnd = at;
    while (lineEnd < to && text[lineEnd] != '\n' && text[lineEnd] != '\r') {
      lineEnd++;
    }
    int start = Math.max(lineStart, at - CONTEXT);
    int end = lineEnd - at > CONTEXT ? at + CONTEXT : lineEnd;
    // Neither end is inside of a character. In bytes that are not UTF-8 three are looked at.
    for (int i = 0; i < 3; i++) {
      start -= start > lineStart && (text[start] & 0xC0) == 0x80 ? 1 : 0;
      end += end < lineEnd && (text[end] & 0xC0) == 0x80 ? 1 : 0;
    }
    String number = Integer.toString(line);
    return number
        + " | "
        + visible(start, end)
        + "\n"
        + " ".repeat(number.length())
        + " | "
        + " ".repeat(Lossy.characters(text, start, at))
        + "^";
  }

  /** Returns text for a terminal: one column a character. */
  private String visible(int start, int end) {
    StringBuilder out = new StringBuilder();
    Lossy.text(text, start, end)
        .codePoints()
        .map(c -> c == '\t' ? ' ' : steers(c) ? '\uFFFD' : c)
        .forEach(out::appendCodePoint);
    return out.toString();
  }

  /** Returns whether a character could show another text than the real one. */
  private static boolean steers(int c) {
    return Character.getType(c) == Character.CONTROL
        || c >= 0x202A && c <= 0x202E
        || c >= 0x2066 && c <= 0x2069;
  }
}

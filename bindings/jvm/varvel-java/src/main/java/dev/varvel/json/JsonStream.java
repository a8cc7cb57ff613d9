package dev.varvel.json;

import dev.varvel.Codec;
import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Lossy;
import java.io.IOException;
import java.io.InputStream;
import java.util.NoSuchElementException;

/**
 * Reads values from a stream one after the other, in memory for the largest of them: values in a
 * row, as in lines of JSON, or the items of one array.
 *
 * <pre>{@code
 * try (JsonStream lines = JsonStream.values(input, JsonOptions.STRICT)) {
 *   while (lines.hasNext()) {
 *     Order order = lines.next(codec);
 *   }
 * }
 * }</pre>
 *
 * <p>Offsets, lines and columns of errors are those in the stream. The limit of bytes holds for
 * each value; the array around items counts in the limit of depth. A value that its codec refuses
 * has been passed, and the next one can be read. If the stream fails, the error has the kind {@link
 * ErrorKind#IO} and its cause; what was read before is kept, and the same call can be made again.
 * All other errors come again.
 *
 * <p>Nothing is read ahead of what one call of {@link InputStream#read(byte[], int, int)} returns.
 * One stream belongs to one thread.
 */
public final class JsonStream implements AutoCloseable {
  private static final String SEPARATOR = "`,` or `]`";
  private static final long NO_ITEM = -1;

  /** How many bytes behind a value an error shows, with the rest of the last character. */
  private static final int SHOWN = 64;

  private enum Place {
    /** Nothing has been read. */
    BEGIN,
    /** Values in a row: before one, or the end. */
    BETWEEN,
    /** Behind the opening bracket. */
    FIRST,
    /** Behind an item. */
    BEHIND,
    /** Behind a comma. */
    COMMA,
    /** A value begins here, or should. */
    VALUE,
    /** Behind the closing bracket. */
    TAIL,
    END
  }

  private final Window window;
  private final JsonOptions options;
  private final boolean items;
  private final ValueScan scan;
  private Place place = Place.BEGIN;

  /** How many items have been passed. */
  private long count;

  /** The second byte of a comment that has begun, or 0. */
  private int comment;

  /** An error that comes again. */
  private VarvelException failed;

  private JsonStream(InputStream input, JsonOptions options, boolean items) {
    window = new Window(input);
    this.options = options;
    this.items = items;
    scan = new ValueScan(options, options.limits().depth() - (items ? 1 : 0));
  }

  /**
   * Reads values in a row. White space is between them, or nothing where a bracket or a quote tells
   * them apart.
   */
  public static JsonStream values(InputStream input, JsonOptions options) {
    return new JsonStream(input, options, false);
  }

  /** Reads the items of the array that is the one value of a stream. */
  public static JsonStream items(InputStream input, JsonOptions options) {
    return new JsonStream(input, options, true);
  }

  /**
   * Returns whether there is one more value. It reads until one begins.
   *
   * @throws VarvelException if the stream fails, or something else is there
   */
  public boolean hasNext() {
    if (failed != null) {
      throw failed;
    }
    while (place != Place.VALUE && place != Place.END) {
      advance();
    }
    return place == Place.VALUE;
  }

  /**
   * Reads the next value.
   *
   * @throws VarvelException if the stream fails, or the value is wrong
   * @throws NoSuchElementException if there is none
   */
  public <T> T next(Codec<T> codec) {
    if (!hasNext()) {
      throw new NoSuchElementException("the stream has no more values");
    }
    int length = findEnd();
    boolean tooDeep = scan.isTooDeep();
    try {
      return read(codec, length);
    } catch (VarvelException e) {
      failed = tooDeep ? e : null;
      throw e;
    } finally {
      window.pass(length);
      scan.reset();
      count++;
      place = items ? Place.BEHIND : Place.BETWEEN;
    }
  }

  /** Reads until the value ends, and returns its length. */
  private int findEnd() {
    int length = scan.end(window);
    long most = options.limits().bytes();
    while (length == ValueScan.MORE && window.length() <= most) {
      window.fill();
      length = scan.end(window);
    }
    if (length == ValueScan.MORE || length > most) {
      int at = window.start() + (int) most;
      throw fail(new Fault(ErrorKind.SIZE_LIMIT, at, "at most " + most + " bytes"), item());
    }
    return length;
  }

  /** Returns the number of the item that begins here, or -1 outside of the array, or if none is. */
  private long item() {
    return items && place != Place.BEGIN && place != Place.TAIL ? count : NO_ITEM;
  }

  private <T> T read(Codec<T> codec, int length) {
    // Some bytes behind a value are shown in errors. Rewriting them would take time, and so would
    // looking for a line's end in all that was read.
    int behind = options.json5() ? 0 : options.comments() ? 1 : SHOWN;
    int to = Math.min(window.start() + length + behind, window.end());
    Origin origin = window.origin(item());
    JsonReader reader = new JsonReader(window.bytes(), window.start(), to, options, origin);
    T value = codec.read(reader);
    boolean whole = options.json5() ? reader.isAtEnd() : reader.offset() == length;
    if (!whole) {
      throw reader.goesOn(items ? SEPARATOR : "");
    }
    return value;
  }

  /** Returns how many values have been passed. */
  public long count() {
    return count;
  }

  /** Returns the offset of the next value, or of what comes before it. */
  public long offset() {
    return window.offset();
  }

  /** Returns how many bytes were read and not passed, for tests. */
  int held() {
    return window.length();
  }

  /** Returns how many bytes of memory there are for them, for tests. */
  int capacity() {
    return window.bytes().length;
  }

  /** Closes the stream. */
  @Override
  public void close() throws IOException {
    window.close();
  }

  /** Passes what stands before a value. After an error of the stream it can be called again. */
  private void advance() {
    if (place == Place.BEGIN && window.offset() == 0) {
      passMark();
    }
    passBlank();
    int c = window.byteAt(0);
    switch (place) {
      case BEGIN -> begin(c);
      case BETWEEN -> place = c < 0 ? Place.END : Place.VALUE;
      case FIRST, COMMA -> {
        boolean ends = c == ']' && (place == Place.FIRST || options.json5());
        place = ends ? Place.TAIL : Place.VALUE;
        window.pass(ends ? 1 : 0);
      }
      case TAIL -> {
        if (c >= 0) {
          String found = tokens().found(window.start());
          String expected = "the end of input";
          throw fail(new Fault(ErrorKind.TRAILING_DATA, window.start(), expected, found), NO_ITEM);
        }
        place = Place.END;
      }
      default -> behindItem(c);
    }
  }

  private void begin(int c) {
    if (!items) {
      place = Place.BETWEEN;
      return;
    }
    Origin origin = window.origin(NO_ITEM);
    if (options.json5() && c >= 0 && "[{\"'".indexOf(c) < 0) {
      // Words and numbers of JSON5 are rewritten before their kind is known.
      int to = window.start() + findEnd();
      try {
        new JsonReader(window.bytes(), window.start(), to, options, origin).beginArray();
      } catch (VarvelException e) {
        failed = e;
        throw e;
      }
    }
    Faults faults = new Faults(window.bytes(), window.start(), window.end(), options, null, origin);
    if (c != '[') {
      failed = faults.wrongKind(window.start(), "an array");
      throw failed;
    }
    if (options.limits().depth() == 0) {
      failed = faults.depth(window.start());
      throw failed;
    }
    window.pass(1);
    place = Place.FIRST;
  }

  private void behindItem(int c) {
    if (c != ',' && c != ']') {
      throw fail(tokens().unexpected(SEPARATOR), count - 1);
    }
    window.pass(1);
    place = c == ',' ? Place.COMMA : Place.TAIL;
  }

  private Tokens tokens() {
    return new Tokens(window.bytes(), window.start(), window.end());
  }

  /** Makes an error that comes again. */
  private VarvelException fail(Fault fault, long item) {
    failed = fault.in(window.bytes(), window.start(), window.end(), window.origin(item));
    return failed;
  }

  private void passMark() {
    if (window.byteAt(0) == 0xEF && window.byteAt(1) == 0xBB && window.byteAt(2) == 0xBF) {
      window.pass(3);
    }
  }

  /** Passes white space and comments, which take no memory. */
  private void passBlank() {
    do {
      passComment();
      int spaces = 0;
      while (spaces < window.length() && isSpace(window.byteAt(spaces))) {
        spaces++;
      }
      window.pass(spaces);
    } while (isSpace(window.byteAt(0)) || beginComment() || passWide());
  }

  private boolean isSpace(int c) {
    boolean space = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    return space || options.json5() && c < 0x80 && Letters.isSpace(c);
  }

  /** Passes white space of JSON5 that takes more bytes than one. */
  private boolean passWide() {
    if (!options.json5() || window.byteAt(0) < 0x80) {
      return false;
    }
    // It takes up to three.
    window.byteAt(2);
    int c = Lossy.codePointAt(window.bytes(), window.start(), window.end());
    boolean space = Letters.isSpace(c);
    window.pass(space ? Lossy.length(c) : 0);
    return space;
  }

  private boolean beginComment() {
    if (!options.comments() && !options.json5() || window.byteAt(0) != '/') {
      return false;
    }
    int second = window.byteAt(1);
    if (second != '/' && second != '*') {
      return false;
    }
    window.pass(2);
    comment = second;
    return true;
  }

  /** Passes the rest of a comment that has begun. */
  private void passComment() {
    while (comment != 0) {
      int end = commentEnd();
      window.pass(end);
      if (comment != 0 && !window.fill()) {
        endOfComments();
      }
    }
  }

  private void endOfComments() {
    if (comment == '*') {
      String expected = "the end of a comment, */";
      Fault fault = new Fault(ErrorKind.UNEXPECTED_END, window.end(), expected);
      throw fail(fault, place == Place.BEHIND ? count - 1 : item());
    }
    window.pass(window.length());
    comment = 0;
  }

  /** Returns how many bytes of the window belong to the comment, and notes whether it ends. */
  private int commentEnd() {
    byte[] bytes = window.bytes();
    int end = window.end();
    for (int i = window.start(); i < end; i++) {
      boolean ends =
          comment == '*'
              ? bytes[i] == '*' && i + 1 < end && bytes[i + 1] == '/'
              : bytes[i] == '\n' || bytes[i] == '\r' || isSeparator(i, end);
      if (ends) {
        int length = i - window.start() + (comment == '*' ? 2 : 0);
        comment = 0;
        return length;
      }
    }
    // A character, or the end of the comment, may be cut off.
    int kept = 0;
    while (kept < 3 && kept < window.length() && isCutOff(bytes[end - 1 - kept])) {
      kept++;
    }
    return window.length() - kept;
  }

  private static boolean isCutOff(byte last) {
    return last < 0 || last == '*';
  }

  /** Returns whether a separator of lines or paragraphs is at a place. */
  private boolean isSeparator(int at, int end) {
    return options.json5()
        && window.bytes()[at] == (byte) 0xE2
        && Letters.isLineEnd(Lossy.codePointAt(window.bytes(), at, end));
  }
}

package dev.varvel.json;

import dev.varvel.internal.Lossy;

/**
 * Finds the end of a value in bytes that come in pieces. It goes on where it stopped, so time is
 * linear. It looks at brackets, quotes and comments alone: a reader checks the value.
 */
final class ValueScan {
  /** Returned where the end is not in the bytes. */
  static final int MORE = -1;

  private enum State {
    BEGIN,
    /** In a number, a word, or something else that ends where another token begins. */
    RUN,
    STRING,
    CONTAINER,
    LINE_COMMENT,
    BLOCK_COMMENT
  }

  /** How many bytes the white space of JSON5 takes at most. */
  private static final int LONGEST_SPACE = 3;

  private final boolean json5;
  private final boolean comments;
  private final int mostDepth;
  private State state;

  /** How many bytes were looked at. */
  private int at;

  private int depth;
  private int quote;

  /** Where the text of a comment begins. */
  private int comment;

  ValueScan(JsonOptions options, int mostDepth) {
    json5 = options.json5();
    comments = options.comments() || json5;
    this.mostDepth = mostDepth;
    reset();
  }

  /** Begins with another value. */
  void reset() {
    state = State.BEGIN;
    at = 0;
    depth = 0;
  }

  /** Returns whether the value was cut off, because more containers are open than may be. */
  boolean isTooDeep() {
    return depth > mostDepth;
  }

  /** Returns the length of the value that a window begins with, or {@link #MORE}. */
  int end(Window window) {
    byte[] bytes = window.bytes();
    int start = window.start();
    int length = window.length();
    while (at < length) {
      int c = bytes[start + at];
      boolean last = at + 1 == length;
      if (last && !window.isEnded() && needsNext(c)) {
        return MORE;
      }
      int next = last ? 0 : bytes[start + at + 1];
      switch (state) {
        case BEGIN -> begin(c);
        case RUN -> {
          if (c < 0 && json5 && length - at < LONGEST_SPACE && !window.isEnded()) {
            return MORE;
          }
          if (!isRunning(window, c)) {
            return Math.max(at, 1);
          }
          at++;
        }
        case STRING -> {
          at += c == '\\' && !last ? 2 : 1;
          state = c == quote ? State.CONTAINER : state;
        }
        case CONTAINER -> container(c, next);
        case LINE_COMMENT -> {
          at++;
          if (c == '\n' || c == '\r' || json5 && isSeparator(bytes, start + at)) {
            state = State.CONTAINER;
          }
        }
        case BLOCK_COMMENT -> {
          at++;
          if (c == '/' && at >= comment + 2 && bytes[start + at - 2] == '*') {
            state = State.CONTAINER;
          }
        }
      }
      if (state == State.CONTAINER && depth == 0 || isTooDeep()) {
        return at;
      }
    }
    return window.isEnded() ? length : MORE;
  }

  /** Returns whether a byte means something only together with the next one. */
  private boolean needsNext(int c) {
    return switch (state) {
      case STRING -> c == '\\';
      case CONTAINER -> comments && c == '/';
      default -> false;
    };
  }

  private void begin(int c) {
    if (c == '"' || json5 && c == '\'') {
      state = State.STRING;
      quote = c;
      at++;
    } else if (c == '{' || c == '[') {
      state = State.CONTAINER;
      depth = 1;
      at++;
    } else {
      state = State.RUN;
    }
  }

  private void container(int c, int next) {
    at++;
    switch (c) {
      case '{', '[' -> depth++;
      case '}', ']' -> depth--;
      case '"' -> {
        state = State.STRING;
        quote = c;
      }
      case '\'' -> {
        if (json5) {
          state = State.STRING;
          quote = c;
        }
      }
      case '/' -> {
        if (comments && (next == '/' || next == '*')) {
          state = next == '/' ? State.LINE_COMMENT : State.BLOCK_COMMENT;
          comment = ++at;
        }
      }
      default -> {}
    }
  }

  /** Returns whether a number or word goes on with a byte. */
  private boolean isRunning(Window window, int c) {
    if (c >= 0) {
      return Tokens.isInWord(c)
          || c == '+'
          || c == '-'
          || c == '.'
          || json5 && "$\\".indexOf(c) >= 0;
    }
    if (!json5) {
      return true;
    }
    int place = window.start() + at;
    return !Letters.isSpace(Lossy.codePointAt(window.bytes(), place, window.end()));
  }

  /** Returns whether a separator of lines or paragraphs ends before a place. */
  private static boolean isSeparator(byte[] bytes, int end) {
    int last = bytes[end - 1] & 0xFE;
    return last == 0xA8 && bytes[end - 2] == (byte) 0x80 && bytes[end - 3] == (byte) 0xE2;
  }
}

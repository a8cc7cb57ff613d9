package dev.varvel.json;

import dev.varvel.internal.Lossy;
import dev.varvel.internal.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the path to a byte of a text, by reading up to it a second time. The text is well-formed up
 * to there. It takes linear time, and is meant for errors.
 */
final class PathFinder {
  /** No key has come, or the container is an array. */
  private static final int NONE = -1;

  private final byte[] text;

  /** For each open container the number of its item, or for an object {@link #NONE}. */
  private int[] items = new int[16];

  /** For each open container where the key of the member begins, or {@link #NONE}. */
  private int[] keys = new int[16];

  private int[] keyEnds = new int[16];
  private int open;

  /** A key whose colon has not come. */
  private int key = NONE;

  private int keyEnd;

  private PathFinder(byte[] text) {
    this.text = text;
  }

  /** Returns the path of the value that contains the byte at {@code at}. */
  static String pathAt(byte[] text, int from, int to, int at, Origin origin) {
    PathFinder finder = new PathFinder(text);
    finder.read(from, Math.min(at, to));
    List<String> steps = finder.steps();
    if (origin.item() >= 0) {
      steps.add(0, Paths.indexStep(origin.item()));
    }
    return Paths.text(steps);
  }

  /** Returns the end of the key that begins at a byte, or the byte itself if none begins there. */
  static int behindKey(byte[] text, int at, int to) {
    if (at >= to || text[at] != '"') {
      return at;
    }
    int end = Math.min(stringEnd(text, at + 1, to) + 1, to);
    int next = end;
    while (next < to && isSpace(text[next])) {
      next++;
    }
    return next < to && text[next] == ':' ? end : at;
  }

  private static boolean isSpace(byte c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  /** Returns the place of the quote that ends the string whose body begins here, or the end. */
  static int stringEnd(byte[] text, int at, int to) {
    while (at < to && text[at] != '"') {
      at += text[at] == '\\' ? 2 : 1;
    }
    return at;
  }

  private void read(int from, int to) {
    for (int at = from; at < to; at++) {
      switch (text[at]) {
        case '"' -> {
          int end = stringEnd(text, at + 1, to);
          if (isBetween()) {
            key = at;
            keyEnd = Math.min(end + 1, to);
          }
          at = end;
        }
        case ':' -> {
          if (open != 0 && key != NONE) {
            takeKey();
          }
        }
        case '{' -> enter(NONE);
        case '[' -> enter(0);
        case '}', ']' -> open = Math.max(open - 1, 0);
        case ',' -> {
          if (open != 0 && items[open - 1] >= 0) {
            items[open - 1]++;
          } else if (open != 0) {
            keys[open - 1] = NONE;
          }
        }
        default -> {
          // A name without quotes, as JSON5 has them before they are rewritten.
          if (isBetween() && !isSpace(text[at])) {
            key = at;
            while (at < to && text[at] != ':') {
              at++;
            }
            keyEnd = at--;
          }
        }
      }
    }
    // A key was read, but no colon behind it. Errors about such a key need its path.
    if (key != NONE && isBetween()) {
      takeKey();
    }
  }

  /** Returns whether the innermost container is an object whose next key has not come. */
  private boolean isBetween() {
    return open != 0 && items[open - 1] == NONE && keys[open - 1] == NONE;
  }

  private void takeKey() {
    items[open - 1] = NONE;
    keys[open - 1] = key;
    keyEnds[open - 1] = keyEnd;
    key = NONE;
  }

  private void enter(int item) {
    if (open == items.length) {
      items = Arrays.copyOf(items, 2 * open);
      keys = Arrays.copyOf(keys, 2 * open);
      keyEnds = Arrays.copyOf(keyEnds, 2 * open);
    }
    items[open] = item;
    keys[open] = NONE;
    open++;
  }

  private List<String> steps() {
    List<String> steps = new ArrayList<>();
    for (int i = 0; i < open; i++) {
      // The steps in the middle of a long path are not shown.
      if (i > 64 && i < open - 64) {
        steps.add("");
      } else if (items[i] >= 0) {
        steps.add(Paths.indexStep(items[i]));
      } else if (keys[i] != NONE) {
        steps.add(Paths.keyStep(key(keys[i], keyEnds[i])));
      }
    }
    return steps;
  }

  /**
   * Returns the text of a key that is given as it is written. One that is cut off stays escaped.
   */
  private String key(int from, int to) {
    if (text[from] != '"') {
      return Lossy.text(text, from, to);
    }
    from++;
    boolean whole = to > from && text[to - 1] == '"';
    to -= whole ? 1 : 0;
    String decoded = whole ? Tokens.decoded(text, from, to) : null;
    return decoded != null ? decoded : Lossy.text(text, from, to);
  }
}

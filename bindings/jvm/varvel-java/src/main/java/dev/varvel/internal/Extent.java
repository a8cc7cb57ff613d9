package dev.varvel.internal;

import java.util.Arrays;

/**
 * A search for the end of a value whose bytes may come in several pieces.
 *
 * <p>It counts the values that are still to come, whatever containers they are in. Only what has no
 * length, but a mark at its end, needs a stack. It looks at heads only, and checks nothing; the
 * reader of the value does that.
 */
public abstract class Extent {
  private final int depth;

  /** How many bytes are known to belong to the value. The next one begins another value in it. */
  private long at;

  /** How many values are still to come, up to the mark of the innermost open container. */
  private long values = 1;

  /** How many values come behind each of the marks. */
  private long[] open = new long[4];

  private int opened;
  private boolean tooDeep;

  /** The length of the own bytes of the last value, without the values in it. */
  protected long length;

  /** How many values are directly in it. */
  protected long inside;

  /** Whether values or chunks follow, and a mark. */
  protected boolean isOpen;

  /** Makes a search in a value in which so many containers without a length may be open. */
  protected Extent(int depth) {
    this.depth = depth;
  }

  /** Reads the head at a place. Returns false if it is cut off. */
  protected abstract boolean head(byte[] bytes, int at, int end);

  /** Returns whether the mark of an end is at a place. */
  protected abstract boolean isBreak(byte[] bytes, int at);

  /** Begins the search in the next value. */
  public final void reset() {
    at = 0;
    values = 1;
    opened = 0;
    tooDeep = false;
  }

  /** Returns whether the value is deeper than is looked for, so that its end is not known. */
  public final boolean isTooDeep() {
    return tooDeep;
  }

  /** Returns how many bytes the value has at least, as far as it was seen. */
  public final long least() {
    return at;
  }

  /** Returns the length of the value that begins at a place, or -1 if not all of it is there. */
  public final int end(byte[] bytes, int from, int to) {
    while (values != 0 || opened != 0) {
      if (at >= to - from) {
        return -1;
      }
      int place = from + (int) at;
      if (values == 0) {
        // Another one, or the mark.
        if (isBreak(bytes, place)) {
          at++;
          values = open[--opened];
          continue;
        }
        values = 1;
      }
      if (!head(bytes, place, to)) {
        return -1;
      }
      at = sum(at, length);
      values = sum(values - 1, inside);
      if (isOpen && !enter()) {
        break;
      }
    }
    return at <= to - from ? (int) at : -1;
  }

  private static long sum(long a, long b) {
    return b < 0 || a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  private boolean enter() {
    if (opened >= depth) {
      tooDeep = true;
      values = 0;
      opened = 0;
      return false;
    }
    if (opened == open.length) {
      open = Arrays.copyOf(open, 2 * opened);
    }
    open[opened++] = values;
    values = 0;
    return true;
  }
}

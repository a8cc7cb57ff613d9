package dev.varvel.internal;

import dev.varvel.Codec;
import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.internal.BinaryScan.Place;
import java.io.IOException;
import java.util.NoSuchElementException;

/** Reads values of a binary format one after the other: see the streams of the formats. */
public abstract class BinaryStream implements AutoCloseable {
  /** The number of items of an array whose end is marked. */
  protected static final long INDEFINITE = -1;

  private static final int NO_ITEM = -1;

  /** How many bytes decide what kind of value comes. */
  private static final int HEAD = 16;

  private final InputWindow window;
  private final Limits limits;
  private final boolean items;
  private final Extent extent;
  private boolean begun;
  private boolean ended;

  /** How many items the array has left. */
  private long left;

  private long count;

  /** An error that comes again. */
  private VarvelException failed;

  /** Makes a stream of values in a row, or of the items of one array. */
  protected BinaryStream(InputWindow window, Limits limits, boolean items, Extent extent) {
    this.window = window;
    this.limits = limits;
    this.items = items;
    this.extent = extent;
  }

  /** Makes a reader of a part of the stream. */
  protected abstract BinaryReader reader(byte[] bytes, int from, int to, Place place);

  /** Passes what may come before a document. */
  protected void passMark(InputWindow window) {}

  /**
   * Passes the head of an array, and returns the number of its items or {@link #INDEFINITE}; passes
   * nothing and returns less than that if no whole head is there.
   */
  protected abstract long passArray(InputWindow window);

  /** Returns whether the mark of an end comes next. */
  protected boolean isBreak(InputWindow window) {
    return false;
  }

  /**
   * Returns whether there is one more value. It reads until one begins.
   *
   * @throws VarvelException if the stream fails, or something else is there
   */
  public final boolean hasNext() {
    if (failed != null) {
      throw failed;
    }
    if (!items) {
      return window.byteAt(0) >= 0;
    }
    if (!begun) {
      begin();
    }
    if (!ended && (left == INDEFINITE ? isBreak(window) : left == 0)) {
      window.pass(left == INDEFINITE ? 1 : 0);
      left = 0;
      checkTail();
    }
    return !ended;
  }

  private void checkTail() {
    if (window.byteAt(0) >= 0) {
      failed =
          VarvelException.of(ErrorKind.TRAILING_DATA)
              .expected("the end of the input")
              .offset(window.offset())
              .build();
      throw failed;
    }
    ended = true;
  }

  private void begin() {
    passMark(window);
    if (limits.depth() > 0) {
      left = passArray(window);
    }
    if (limits.depth() == 0 || left < INDEFINITE) {
      Place place = new Place(window.offset(), NO_ITEM);
      window.byteAt(HEAD - 1);
      try {
        reader(window.bytes(), window.start(), window.end(), place).beginArray();
      } catch (VarvelException e) {
        failed = e;
        throw e;
      }
    }
    begun = true;
  }

  /**
   * Reads the next value.
   *
   * @throws VarvelException if the stream fails, or the value is wrong
   * @throws NoSuchElementException if there is none
   */
  public final <T> T next(Codec<T> codec) {
    if (!hasNext()) {
      throw new NoSuchElementException("the stream has no more values");
    }
    int length = findEnd();
    boolean tooDeep = extent.isTooDeep();
    try {
      Place place = new Place(window.offset(), items ? count : NO_ITEM);
      BinaryReader reader = reader(window.bytes(), window.start(), window.start() + length, place);
      T value = codec.read(reader);
      reader.finish();
      return value;
    } catch (VarvelException e) {
      failed = tooDeep ? e : null;
      throw e;
    } finally {
      window.pass(length);
      extent.reset();
      count++;
      // An array that is cut off ends where its bytes do.
      left -= left > 0 ? 1 : 0;
      ended |= items && left != 0 && window.length() == 0 && window.isEnded();
    }
  }

  /**
   * Reads until the value ends, and returns its length; of one that is cut off that of the rest.
   */
  private int findEnd() {
    long most = limits.bytes();
    int length = extent.end(window.bytes(), window.start(), window.end());
    while (length < 0 && Math.max(extent.least(), window.length()) <= most) {
      if (!window.fill()) {
        return window.length();
      }
      length = extent.end(window.bytes(), window.start(), window.end());
    }
    if (length < 0 || length > most) {
      failed =
          VarvelException.of(ErrorKind.SIZE_LIMIT)
              .expected("at most " + most + " bytes")
              .offset(window.offset() + most)
              .build();
      throw failed;
    }
    return length;
  }

  /** Returns how many values have been passed. */
  public final long count() {
    return count;
  }

  /** Returns the offset of the next value, or of what comes before it. */
  public final long offset() {
    return window.offset();
  }

  /** Closes the stream. */
  @Override
  public final void close() throws IOException {
    window.close();
  }
}

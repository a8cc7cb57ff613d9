package dev.varvel.internal;

import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * A writer for each thread that is used again, with its memory. One that is in use is away: a codec
 * that writes a document while it writes another gets a new one.
 *
 * @param <W> the writer
 */
public final class Spare<W> {
  /** A writer of more memory is not kept. */
  private static final int KEPT = 1 << 16;

  private final ThreadLocal<W> spare = new ThreadLocal<>();
  private final Supplier<W> make;
  private final ToIntFunction<W> capacity;

  /** Makes a place for writers, none of which is there yet. */
  public Spare(Supplier<W> make, ToIntFunction<W> capacity) {
    this.make = make;
    this.capacity = capacity;
  }

  /** Returns a writer, which may have written before. */
  public W take() {
    W writer = spare.get();
    if (writer == null) {
      return make.get();
    }
    spare.set(null);
    return writer;
  }

  /** Takes a writer back. */
  public void give(W writer) {
    if (capacity.applyAsInt(writer) <= KEPT) {
      spare.set(writer);
    }
  }
}

package dev.varvel;

import java.util.function.Function;

/**
 * Values that may be null in a document: see {@link Codecs#optional} and {@link Codecs#nullable}.
 *
 * @param <T> the type of a value that is there
 * @param <N> the type that has one more value
 */
final class NullCodec<T, N> implements Codec<N> {
  private final Codec<T> codec;
  private final N empty;
  private final Function<T, N> of;
  private final Function<N, T> get;

  /**
   * Makes a codec.
   *
   * @param empty the value that null stands for
   * @param get returns the value that is there, or null
   */
  NullCodec(Codec<T> codec, N empty, Function<T, N> of, Function<N, T> get) {
    if (codec instanceof NullCodec) {
      throw new IllegalArgumentException(
          "an optional value of an optional type: null would stand for both");
    }
    this.codec = codec;
    this.empty = empty;
    this.of = of;
    this.get = get;
  }

  /** Returns the value that null stands for. */
  N empty() {
    return empty;
  }

  /** Returns whether a value is the one that null stands for. */
  @SuppressWarnings("unchecked") // The value is one of this codec.
  boolean isEmpty(Object value) {
    return value == null ? empty == null : get.apply((N) value) == null;
  }

  @Override
  public N read(Reader reader) {
    if (reader.readNull()) {
      return empty;
    }
    T value = codec.read(reader);
    return value == null ? empty : of.apply(value);
  }

  @Override
  public void write(N value, Writer writer) {
    if (value == null && empty != null) {
      throw writer.nullError();
    }
    T inner = get.apply(value);
    if (inner == null) {
      writer.writeNull();
    } else {
      codec.write(inner, writer);
    }
  }
}

package dev.varvel;

import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Values that a method of a reader reads, and one of a writer writes. */
final class ScalarCodec<T> implements Codec<T> {
  private final Function<Reader, T> read;
  private final BiConsumer<T, Writer> write;
  private final Supplier<KeyCodec<T>> keys;

  /**
   * Makes a codec.
   *
   * @param keys returns the codec of keys of the type, or null if it is no type of keys
   */
  ScalarCodec(Function<Reader, T> read, BiConsumer<T, Writer> write, Supplier<KeyCodec<T>> keys) {
    this.read = read;
    this.write = write;
    this.keys = keys;
  }

  /** Returns the codec of keys of the type, or null if it is no type of keys. */
  KeyCodec<T> keys() {
    return keys.get();
  }

  @Override
  public T read(Reader reader) {
    return read.apply(reader);
  }

  @Override
  public void write(T value, Writer writer) {
    writer.refuseNull(value);
    write.accept(value, writer);
  }
}

package dev.varvel;

import java.util.Objects;
import java.util.function.Supplier;

/** A codec that is looked for when it is first used: see {@link Codecs#lazy}. */
final class LazyCodec<T> implements Codec<T> {
  private final Supplier<Codec<T>> supplier;

  /** The codec, or null. */
  private volatile Codec<T> found;

  LazyCodec(Supplier<Codec<T>> supplier) {
    this.supplier = supplier;
  }

  private Codec<T> codec() {
    Codec<T> codec = found;
    if (codec == null) {
      codec = Objects.requireNonNull(supplier.get());
      found = codec;
    }
    return codec;
  }

  @Override
  public T read(Reader reader) {
    return codec().read(reader);
  }

  @Override
  public void write(T value, Writer writer) {
    codec().write(value, writer);
  }
}

package dev.varvel;

import java.time.DateTimeException;
import java.util.function.Function;

/** Values that are made of those of another codec: see {@link Codecs#mapped}. */
final class MappedCodec<A, B> implements Codec<B> {
  private final Codec<A> codec;
  private final Function<? super A, ? extends B> from;
  private final Function<? super B, ? extends A> to;
  private final String expected;

  MappedCodec(
      Codec<A> codec,
      Function<? super A, ? extends B> from,
      Function<? super B, ? extends A> to,
      String expected) {
    this.codec = codec;
    this.from = from;
    this.to = to;
    this.expected = expected;
  }

  @Override
  public B read(Reader reader) {
    long begin = reader.offset();
    A value = codec.read(reader);
    reader.complete(begin);
    try {
      return from.apply(value);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw reader.refused(expected, begin);
    }
  }

  @Override
  public void write(B value, Writer writer) {
    A inner;
    try {
      inner = to.apply(value);
    } catch (NullPointerException e) {
      if (value != null) {
        throw e;
      }
      throw writer.nullError();
    }
    codec.write(inner, writer);
  }

  /** Returns the codec of keys of the type, or null if the other codec has none. */
  KeyCodec<B> keys() {
    KeyCodec<A> keys = KeyCodecs.find(codec);
    if (keys == null) {
      return null;
    }
    return KeyCodecs.of(
        reader -> {
          A key = keys.read(reader);
          try {
            return from.apply(key);
          } catch (IllegalArgumentException | DateTimeException e) {
            throw reader.refusedKey(expected);
          }
        },
        (key, writer) -> keys.write(to.apply(key), writer));
  }
}

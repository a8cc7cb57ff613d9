package dev.varvel;

import java.time.DateTimeException;
import java.util.function.Function;

/** Values that are strings: see {@link Codecs#text}. */
final class TextCodec<T> implements Codec<T> {
  private final String expected;
  private final Function<String, ? extends T> from;
  private final Function<? super T, String> to;

  TextCodec(String expected, Function<String, ? extends T> from, Function<? super T, String> to) {
    this.expected = expected;
    this.from = from;
    this.to = to;
  }

  /** Returns what a message says should have come. */
  String expected() {
    return expected;
  }

  /** Returns the value of a text, or null if it has another form. */
  T parse(String text) {
    try {
      return from.apply(text);
    } catch (IllegalArgumentException | DateTimeException e) {
      return null;
    }
  }

  /** Returns the text of a value. */
  String print(T value) {
    return to.apply(value);
  }

  @Override
  public T read(Reader reader) {
    long begin = reader.offset();
    String text = reader.readString();
    reader.complete(begin);
    T value = parse(text);
    if (value == null) {
      throw reader.otherForm(expected, text, begin);
    }
    return value;
  }

  @Override
  public void write(T value, Writer writer) {
    writer.refuseNull(value);
    writer.writeString(print(value));
  }
}

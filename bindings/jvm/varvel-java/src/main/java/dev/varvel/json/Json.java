package dev.varvel.json;

import dev.varvel.Codec;
import dev.varvel.Limits;
import dev.varvel.Validated;
import dev.varvel.VarvelException;
import dev.varvel.internal.Spare;
import dev.varvel.internal.Utf8;

/** Reads and writes whole documents of JSON by codecs. */
public final class Json {
  private static final Spare<JsonWriter> WRITERS =
      new Spare<>(JsonWriter::new, JsonWriter::capacity);

  private Json() {}

  /**
   * Reads a document.
   *
   * @throws VarvelException if it is not JSON, or not of the type
   */
  public static <T> T read(byte[] text, Codec<T> codec) {
    return read(text, codec, JsonOptions.STRICT);
  }

  /**
   * Reads a document.
   *
   * @throws VarvelException if it is not JSON, or not of the type
   */
  public static <T> T read(byte[] text, Codec<T> codec, JsonOptions options) {
    return read(ofBytes(text, options), codec);
  }

  private static <T> T read(JsonReader reader, Codec<T> codec) {
    T value = codec.read(reader);
    reader.finish();
    return value;
  }

  /**
   * Reads a document. Offsets of errors are those of the text in UTF-8.
   *
   * @throws VarvelException if it is not JSON, or not of the type
   */
  public static <T> T read(String text, Codec<T> codec) {
    return read(text, codec, JsonOptions.STRICT);
  }

  /**
   * Reads a document. Offsets of errors are those of the text in UTF-8.
   *
   * @throws VarvelException if it is not JSON, or not of the type
   */
  public static <T> T read(String text, Codec<T> codec, JsonOptions options) {
    return read(JsonReader.of(text, options), codec);
  }

  /**
   * Reads a document, and returns its value, or all of its errors at once instead of the first:
   * {@link Validated#MOST_ERRORS} at most.
   */
  public static <T> Validated<T> tryRead(byte[] text, Codec<T> codec) {
    return tryRead(text, codec, JsonOptions.STRICT, Validated.MOST_ERRORS);
  }

  /**
   * Reads a document, and returns its value, or all of its errors at once instead of the first.
   *
   * @param most how many errors are collected at most; at least one
   */
  public static <T> Validated<T> tryRead(
      byte[] text, Codec<T> codec, JsonOptions options, int most) {
    return Validated.read(() -> ofBytes(text, options), codec, JsonReader::finish, most);
  }

  private static JsonReader ofBytes(byte[] text, JsonOptions options) {
    return new JsonReader(text, 0, text.length, options);
  }

  /**
   * Reads a document, and returns its value, or all of its errors at once instead of the first:
   * {@link Validated#MOST_ERRORS} at most. Offsets are those of the text in UTF-8.
   */
  public static <T> Validated<T> tryRead(String text, Codec<T> codec) {
    return tryRead(text, codec, JsonOptions.STRICT, Validated.MOST_ERRORS);
  }

  /**
   * Reads a document, and returns its value, or all of its errors at once instead of the first.
   * Offsets are those of the text in UTF-8.
   *
   * @param most how many errors are collected at most; at least one
   */
  public static <T> Validated<T> tryRead(
      String text, Codec<T> codec, JsonOptions options, int most) {
    return Validated.read(
        () -> ofBytes(Utf8.bytes(text), options), codec, JsonReader::finish, most);
  }

  /**
   * Checks that a text is a document that Varvel takes, whatever it holds: also that no float is
   * out of range, that keys do not come twice unless the options allow it, and all limits.
   *
   * @throws VarvelException with what is wrong, which is what all of Varvel says of the text
   */
  public static void validate(byte[] text, JsonOptions options) {
    VarvelException error = FaultFinder.find(text, 0, text.length, options);
    if (error != null) {
      throw error;
    }
  }

  /**
   * Writes a document in UTF-8.
   *
   * @throws VarvelException if JSON has no such value
   */
  public static <T> byte[] write(T value, Codec<T> codec) {
    JsonWriter writer = taken();
    codec.write(value, writer);
    byte[] text = writer.toByteArray();
    WRITERS.give(writer);
    return text;
  }

  /**
   * Writes a document as a string.
   *
   * @throws VarvelException if JSON has no such value
   */
  public static <T> String writeString(T value, Codec<T> codec) {
    JsonWriter writer = taken();
    codec.write(value, writer);
    String text = writer.toString();
    WRITERS.give(writer);
    return text;
  }

  private static JsonWriter taken() {
    JsonWriter writer = WRITERS.take();
    writer.reset();
    writer.setDepthLimit(Limits.DEFAULT.depth());
    return writer;
  }
}

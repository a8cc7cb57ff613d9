package dev.varvel.json;

import dev.varvel.Codec;
import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Escapes;
import dev.varvel.internal.Words;
import java.nio.charset.StandardCharsets;

/** Reads and writes whole documents of JSON by codecs. */
public final class Json {
  /** A writer of more memory is not kept. */
  private static final int KEPT = 1 << 16;

  private static final ThreadLocal<JsonWriter> WRITER = new ThreadLocal<>();

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
    JsonReader reader = new JsonReader(text, 0, text.length, options);
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
    return read(utf8(text), codec, options);
  }

  /**
   * Returns a string in UTF-8. Java puts a question mark for half of a surrogate pair; so where one
   * is found, the string is looked at.
   */
  static byte[] utf8(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int i = Words.find(bytes, 0, '?'); i < bytes.length; i = Words.find(bytes, i + 1, '?')) {
      if (bytes.length != text.length()) {
        refuseHalves(text);
        break;
      }
      if (text.charAt(i) != '?') {
        throw half(i);
      }
    }
    return bytes;
  }

  private static void refuseHalves(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Escapes.isLone(text, i)) {
        throw half(text.substring(0, i).getBytes(StandardCharsets.UTF_8).length);
      }
    }
  }

  private static VarvelException half(int offset) {
    return VarvelException.of(ErrorKind.LONE_SURROGATE)
        .offset(offset)
        .expected("both halves of a surrogate pair")
        .build();
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
    keep(writer);
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
    keep(writer);
    return text;
  }

  /** Returns the writer of this thread, unless a codec that writes is using it. */
  private static JsonWriter taken() {
    JsonWriter writer = WRITER.get();
    if (writer == null) {
      return new JsonWriter();
    }
    WRITER.set(null);
    writer.reset();
    return writer;
  }

  private static void keep(JsonWriter writer) {
    if (writer.capacity() <= KEPT) {
      WRITER.set(writer);
    }
  }
}

package dev.varvel.msgpack;

import dev.varvel.Codec;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.internal.Spare;

/** Reads and writes whole documents of MessagePack by codecs. */
public final class MessagePack {
  private static final Spare<MessagePackWriter> WRITERS =
      new Spare<>(() -> new MessagePackWriter(true), MessagePackWriter::capacity);

  private MessagePack() {}

  /**
   * Reads a document.
   *
   * @throws VarvelException if it is not MessagePack, or not of the type
   */
  public static <T> T read(byte[] bytes, Codec<T> codec) {
    return read(bytes, codec, MessagePackOptions.DEFAULT);
  }

  /**
   * Reads a document.
   *
   * @throws VarvelException if it is not MessagePack, or not of the type
   */
  public static <T> T read(byte[] bytes, Codec<T> codec, MessagePackOptions options) {
    MessagePackReader reader = new MessagePackReader(bytes, 0, bytes.length, options);
    T value = codec.read(reader);
    reader.finish();
    return value;
  }

  /**
   * Checks that bytes are a document that Varvel takes, whatever it holds: also that keys do not
   * come twice unless the options allow it, and all limits.
   *
   * @throws VarvelException with what is wrong
   */
  public static void validate(byte[] bytes, MessagePackOptions options) {
    new MessagePackReader(bytes, 0, bytes.length, options).validate();
  }

  /**
   * Writes a document. A decimal, and an integer beyond 64 bits, is written as a string, as Varvel
   * does in every language; the codecs of such numbers read both.
   *
   * @throws VarvelException if MessagePack has no such value
   */
  public static <T> byte[] write(T value, Codec<T> codec) {
    MessagePackWriter writer = WRITERS.take();
    writer.reset();
    writer.setDepthLimit(Limits.DEFAULT.depth());
    codec.write(value, writer);
    byte[] bytes = writer.toByteArray();
    WRITERS.give(writer);
    return bytes;
  }
}

package dev.varvel.cbor;

import dev.varvel.Codec;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.internal.Spare;

/** Reads and writes whole documents of CBOR by codecs. */
public final class Cbor {
  private static final Spare<CborWriter> WRITERS =
      new Spare<>(CborWriter::new, CborWriter::capacity);

  private Cbor() {}

  /**
   * Reads a document.
   *
   * @throws VarvelException if it is not CBOR, or not of the type
   */
  public static <T> T read(byte[] bytes, Codec<T> codec) {
    return read(bytes, codec, CborOptions.DEFAULT);
  }

  /**
   * Reads a document.
   *
   * @throws VarvelException if it is not CBOR, or not of the type
   */
  public static <T> T read(byte[] bytes, Codec<T> codec, CborOptions options) {
    CborReader reader = new CborReader(bytes, 0, bytes.length, options);
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
  public static void validate(byte[] bytes, CborOptions options) {
    new CborReader(bytes, 0, bytes.length, options).validate();
  }

  /**
   * Writes a document.
   *
   * @throws VarvelException if CBOR has no such value
   */
  public static <T> byte[] write(T value, Codec<T> codec) {
    CborWriter writer = WRITERS.take();
    writer.reset();
    writer.setDepthLimit(Limits.DEFAULT.depth());
    codec.write(value, writer);
    byte[] bytes = writer.toByteArray();
    WRITERS.give(writer);
    return bytes;
  }

  /**
   * Writes a document.
   *
   * @throws VarvelException if CBOR has no such value, and if the options ask for a deterministic
   *     document and a key comes twice
   */
  public static <T> byte[] write(T value, Codec<T> codec, CborWriteOptions options) {
    CborWriter writer = new CborWriter(options);
    codec.write(value, writer);
    return writer.toByteArray();
  }
}

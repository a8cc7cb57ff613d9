package dev.varvel.ffi;

import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.frozen.Frozen;

/**
 * Documents from one format into another. A value that a format does not have is an error, unless
 * the options write it as text: no number is rounded, and nothing is left out.
 *
 * <p>Any number of threads may call these methods at once. All of them throw {@link
 * UnsupportedOperationException} if the library cannot be used.
 */
public final class Formats {
  /** Documents of the library were checked by it already. */
  private static final Limits NONE =
      new Limits(Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);

  private Formats() {}

  /**
   * Writes a document in another format, or anew in the same.
   *
   * @throws VarvelException with what is wrong with the document and where; of the kind {@code
   *     UNREPRESENTABLE} with the path of a value that the other format does not have
   */
  public static byte[] convert(Format from, byte[] data, Format to) {
    return convert(from, data, to, Options.DEFAULT);
  }

  /**
   * Writes a document in another format, or anew in the same.
   *
   * @throws VarvelException as {@link #convert(Format, byte[], Format)} does, and beyond a limit
   */
  public static byte[] convert(Format from, byte[] data, Format to, Options options) {
    return NativeLibrary.engine().convert(from.number(), data, to.number(), options);
  }

  /**
   * Checks a document, and keeps nothing of it.
   *
   * @throws VarvelException with what is wrong and where
   */
  public static void validate(Format format, byte[] data, Options options) {
    NativeLibrary.engine().validate(format.number(), data, options);
  }

  /**
   * Makes a frozen document of a document.
   *
   * @throws VarvelException with what is wrong and where
   */
  public static Frozen freeze(Format format, byte[] data) {
    return freeze(format, data, Options.DEFAULT);
  }

  /**
   * Makes a frozen document of a document.
   *
   * @throws VarvelException with what is wrong and where
   */
  public static Frozen freeze(Format format, byte[] data, Options options) {
    return opened(convert(format, data, Format.FROZEN, options));
  }

  /**
   * Writes a frozen document in another format.
   *
   * @throws VarvelException of the kind {@code UNREPRESENTABLE} with the path of a value that the
   *     other format does not have
   */
  public static byte[] write(Frozen document, Format to) {
    return write(document, to, Options.DEFAULT);
  }

  /**
   * Writes a frozen document in another format.
   *
   * @throws VarvelException as {@link #write(Frozen, Format)} does, and beyond a limit
   */
  public static byte[] write(Frozen document, Format to, Options options) {
    return convert(Format.FROZEN, document.bytes(), to, options);
  }

  /** Opens frozen bytes that the library has made. */
  static Frozen opened(byte[] frozen) {
    return Frozen.open(frozen, NONE);
  }
}

package dev.varvel.ffi;

import dev.varvel.Codec;
import dev.varvel.VarvelException;
import dev.varvel.frozen.Frozen;
import dev.varvel.frozen.FrozenWriter;
import dev.varvel.json.Json;
import dev.varvel.json.JsonOptions;

/**
 * YAML 1.2 in UTF-8, one document each. Tags, anchors and aliases are read; what aliases repeat is
 * limited by {@link dev.varvel.Limits#replay}.
 *
 * <p>Any number of threads may call these methods at once. All of them throw {@link
 * UnsupportedOperationException} if the library cannot be used.
 */
public final class Yaml {
  /** Values that JSON5 does not have are written as codecs read them in text. */
  private static final int FOR_CODECS =
      Options.EXACT_DECIMALS
          | Options.KEYS_AS_TEXT
          | Options.BYTES_AS_TEXT
          | Options.TIMESTAMPS_AS_TEXT;

  private Yaml() {}

  /**
   * Writes a document as JSON.
   *
   * @throws VarvelException with what is wrong with the document and where; of the kind {@code
   *     UNREPRESENTABLE} for a value that JSON does not have, such as {@code .nan}
   */
  public static byte[] toJson(byte[] yaml) {
    return toJson(yaml, Options.DEFAULT);
  }

  /**
   * Writes a document as JSON.
   *
   * @throws VarvelException as {@link #toJson(byte[])} does, and beyond a limit
   */
  public static byte[] toJson(byte[] yaml, Options options) {
    return Formats.convert(Format.YAML, yaml, Format.JSON, options);
  }

  /**
   * Writes a document of JSON as YAML.
   *
   * @throws VarvelException with what is wrong with the document and where
   */
  public static byte[] fromJson(byte[] json) {
    return Formats.convert(Format.JSON, json, Format.YAML);
  }

  /**
   * Makes a frozen document of a document.
   *
   * @throws VarvelException with what is wrong and where
   */
  public static Frozen freeze(byte[] yaml) {
    return Formats.freeze(Format.YAML, yaml);
  }

  /**
   * Makes a frozen document of a document.
   *
   * @throws VarvelException with what is wrong and where
   */
  public static Frozen freeze(byte[] yaml, Options options) {
    return Formats.freeze(Format.YAML, yaml, options);
  }

  /**
   * Reads a document. Numbers keep their digits until the codec takes them; bytes, points in time
   * and keys that are no strings come to the codec as they do in JSON. A key that is an array or an
   * object is an error: {@link #freeze(byte[])} takes it.
   *
   * @throws VarvelException if it is not YAML, or not of the type, with its place in the YAML
   */
  public static <T> T read(byte[] yaml, Codec<T> codec) {
    return read(yaml, codec, Options.DEFAULT);
  }

  /**
   * Reads a document.
   *
   * @throws VarvelException as {@link #read(byte[], Codec)} does, and beyond a limit
   */
  public static <T> T read(byte[] yaml, Codec<T> codec, Options options) {
    Options whole = options.with(FOR_CODECS, true);
    byte[] text = Formats.convert(Format.YAML, yaml, Format.JSON5, whole);
    JsonOptions json =
        JsonOptions.JSON5
            .withLimits(options.limits().withBytes(Long.MAX_VALUE))
            .withDuplicates(options.duplicates())
            .withExactDecimals(options.has(Options.EXACT_DECIMALS));
    try {
      return Json.read(text, codec, json);
    } catch (VarvelException error) {
      throw located(error, yaml, whole);
    }
  }

  /** Returns an error about a value with the place of that value in the YAML. */
  private static VarvelException located(VarvelException error, byte[] yaml, Options options) {
    Engine.Place place =
        NativeLibrary.engine().locate(Format.YAML.number(), yaml, options, error.path());
    VarvelException.Builder of =
        VarvelException.of(error.kind())
            .path(error.path())
            .expected(error.expected())
            .found(error.found())
            .hint(error.hint())
            .cause(error.getCause());
    if (place != null) {
      of.offset(place.offset()).position(place.line(), place.column()).excerpt(place.excerpt());
    }
    VarvelException located = of.build();
    located.setStackTrace(error.getStackTrace());
    return located;
  }

  /**
   * Writes a document.
   *
   * @throws VarvelException if YAML has no such value
   */
  public static <T> byte[] write(T value, Codec<T> codec) {
    FrozenWriter writer = new FrozenWriter();
    codec.write(value, writer);
    return Formats.write(writer.finish(), Format.YAML);
  }
}

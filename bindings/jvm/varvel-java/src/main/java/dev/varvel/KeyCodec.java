package dev.varvel;

import dev.varvel.internal.InnerJson;
import dev.varvel.json.JsonOptions;
import dev.varvel.json.JsonReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/**
 * Reads and writes the keys of maps of one type.
 *
 * <p>{@link #of} makes one of the codec of a type whose values are strings, numbers or booleans,
 * and {@link #json} one of any other codec.
 *
 * @param <K> the type
 */
public interface KeyCodec<K> {
  /** Keys that are strings. */
  KeyCodec<String> STRING = KeyCodecs.of(Reader::readKey, (key, writer) -> writer.key(key));

  /** Integers of 64 bits. */
  KeyCodec<Long> LONG = KeyCodecs.of(Reader::readLongKey, (key, writer) -> writer.key((long) key));

  /** Integers of 32 bits. */
  KeyCodec<Integer> INT =
      KeyCodecs.integer(Integer.MIN_VALUE, Integer.MAX_VALUE, "i32", Math::toIntExact);

  /** Integers of 16 bits. */
  KeyCodec<Short> SHORT =
      KeyCodecs.integer(Short.MIN_VALUE, Short.MAX_VALUE, "i16", key -> (short) key);

  /** Integers of 8 bits. */
  KeyCodec<Byte> BYTE = KeyCodecs.integer(Byte.MIN_VALUE, Byte.MAX_VALUE, "i8", key -> (byte) key);

  /** Integers of any size. */
  KeyCodec<BigInteger> BIG_INTEGER = KeyCodecs.number(Codecs.BIG_INTEGER, "an integer");

  /** Decimals with all their digits. */
  KeyCodec<BigDecimal> BIG_DECIMAL = KeyCodecs.number(Codecs.BIG_DECIMAL, "a number");

  /** Floats of 64 bits. */
  KeyCodec<Double> DOUBLE = KeyCodecs.number(Codecs.DOUBLE, "a number");

  /** Floats of 32 bits. */
  KeyCodec<Float> FLOAT = KeyCodecs.number(Codecs.FLOAT, "a number");

  /** Truth values, as {@code true} and {@code false}. */
  KeyCodec<Boolean> BOOLEAN =
      text(
          "`true` or `false`",
          key -> key.equals("true") ? Boolean.TRUE : key.equals("false") ? Boolean.FALSE : null,
          Object::toString);

  /** Single characters, as {@link Codecs#CHAR}. */
  KeyCodec<Character> CHAR = text("one character", KeyCodecs::character, Object::toString);

  /** UUIDs in their form of 36 characters. */
  KeyCodec<UUID> UUID = of(Codecs.UUID);

  /**
   * Reads the key of a member, whose value comes next.
   *
   * @throws VarvelException if it is no key of the type
   */
  K read(Reader reader);

  /**
   * Writes the key of a member.
   *
   * @throws VarvelException if the format has no such key
   */
  void write(K key, Writer writer);

  /**
   * Returns the codec of keys that have a form of text.
   *
   * @param expected what should have come, with its article, as in "a UUID"
   * @param from makes a key of its text; it throws {@link IllegalArgumentException} or {@link
   *     java.time.DateTimeException}, or returns null, if the text has another form
   * @param to returns the text of a key
   */
  static <K> KeyCodec<K> text(
      String expected, Function<String, ? extends K> from, Function<? super K, String> to) {
    return KeyCodecs.text(new TextCodec<K>(expected, from, to));
  }

  /**
   * Returns the codec of keys that are written as a codec writes its values: strings as they are,
   * numbers and booleans as their text.
   *
   * @throws IllegalArgumentException if it is no codec of this library whose values are strings,
   *     numbers or booleans; for others there is {@link #json}
   */
  static <K> KeyCodec<K> of(Codec<K> codec) {
    KeyCodec<K> keys = KeyCodecs.find(Objects.requireNonNull(codec));
    if (keys == null) {
      throw new IllegalArgumentException(
          "this codec is not known to write strings or numbers: use KeyCodec.json or KeyCodec.text");
    }
    return keys;
  }

  /** Returns the codec of keys of any type, each of which is the JSON of a value as a string. */
  static <K> KeyCodec<K> json(Codec<K> codec) {
    return KeyCodecs.of(
        reader -> {
          String key = reader.readKey();
          try {
            JsonReader inner = JsonReader.of(key, JsonOptions.STRICT);
            K value = codec.read(inner);
            inner.finish();
            return value;
          } catch (VarvelException e) {
            throw reader.refusedKey("a key that is JSON of its type (" + e.getMessage() + ")");
          }
        },
        (key, writer) -> writer.key(InnerJson.of(writer, inner -> codec.write(key, inner))));
  }
}

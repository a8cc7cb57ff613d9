package dev.varvel;

import dev.varvel.json.Json;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongFunction;

/** Makes the codecs of keys. */
final class KeyCodecs {
  private KeyCodecs() {}

  static <K> KeyCodec<K> of(Function<Reader, K> read, BiConsumer<K, Writer> write) {
    return new KeyCodec<>() {
      @Override
      public K read(Reader reader) {
        return read.apply(reader);
      }

      @Override
      public void write(K key, Writer writer) {
        writer.refuseNull(key);
        write.accept(key, writer);
      }
    };
  }

  static <K> KeyCodec<K> text(TextCodec<K> codec) {
    return of(
        reader -> {
          K key = codec.parse(reader.readKey());
          if (key == null) {
            throw reader.refusedKey(codec.expected());
          }
          return key;
        },
        (key, writer) -> writer.key(codec.print(key)));
  }

  static <K extends Number> KeyCodec<K> integer(
      long least, long most, String type, LongFunction<K> of) {
    return of(
        reader -> {
          long key = reader.readLongKey();
          if (key < least || key > most) {
            throw reader.refusedKey("an integer that fits " + type);
          }
          return of.apply(key);
        },
        (key, writer) -> writer.key(key.longValue()));
  }

  /** Returns the codec of numbers that are keys in the grammar of JSON, without white space. */
  static <K> KeyCodec<K> number(Codec<K> codec, String expected) {
    return text(
        expected,
        key -> {
          if (key.isEmpty() || key.charAt(0) <= ' ' || key.charAt(key.length() - 1) <= ' ') {
            return null;
          }
          try {
            return Json.read(key, codec);
          } catch (VarvelException e) {
            return null;
          }
        },
        key -> Json.writeString(key, codec));
  }

  private static <K> KeyCodec<K> text(
      String expected, Function<String, K> from, Function<K, String> to) {
    return text(new TextCodec<>(expected, from, to));
  }

  static Character character(String key) {
    return key.length() == 1 && !Character.isSurrogate(key.charAt(0)) ? key.charAt(0) : null;
  }

  /** Returns the codec of keys that belongs to a codec of values, or null if there is none. */
  @SuppressWarnings("unchecked") // The codec of values says what the keys are.
  static <K> KeyCodec<K> find(Codec<K> codec) {
    if (codec instanceof TextCodec<K> text) {
      return text(text);
    }
    if (codec instanceof EnumCodec<?> constants) {
      return (KeyCodec<K>) constants.keys();
    }
    if (codec instanceof ScalarCodec<K> scalar) {
      return scalar.keys();
    }
    if (codec instanceof MappedCodec<?, K> mapped) {
      return mapped.keys();
    }
    return null;
  }
}

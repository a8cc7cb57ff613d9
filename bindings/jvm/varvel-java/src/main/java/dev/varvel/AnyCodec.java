package dev.varvel;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of any kind: see {@link Codecs#ANY}. */
final class AnyCodec implements Codec<Object> {
  static final AnyCodec ANY = new AnyCodec();

  private final Codec<List<Object>> lists = new CollectionCodec<>(this, ArrayList::new);
  private final Codec<Map<String, Object>> maps =
      new MapCodec<>(
          KeyCodecs.of(Reader::readKey, (key, writer) -> writer.key(key)),
          this,
          LinkedHashMap::new);

  private AnyCodec() {}

  @Override
  public Object read(Reader reader) {
    return switch (reader.peek()) {
      case NULL -> {
        reader.readNull();
        yield null;
      }
      case BOOL -> reader.readBoolean();
      case INT, BIG_INT, FLOAT, DECIMAL -> AnyNumber.read(reader);
      case BYTES -> reader.readBytes();
      case TIMESTAMP -> reader.readInstant();
      case ARRAY -> lists.read(reader);
      case OBJECT -> maps.read(reader);
      // The error is that of any other kind.
      default -> reader.readString();
    };
  }

  @Override
  public void write(Object value, Writer writer) {
    if (value == null) {
      writer.writeNull();
    } else if (value instanceof CharSequence || value instanceof Character) {
      writer.writeString(value.toString());
    } else if (value instanceof Boolean truth) {
      writer.writeBoolean(truth);
    } else if (value instanceof Number number) {
      AnyNumber.write(number, writer);
    } else if (value instanceof byte[] bytes) {
      writer.writeBytes(bytes);
    } else if (value instanceof Instant instant) {
      writer.writeInstant(instant);
    } else if (value instanceof Map<?, ?> map) {
      writeMap(map, writer);
    } else if (value instanceof Collection<?> items) {
      lists.write(new ArrayList<>(items), writer);
    } else if (value instanceof Object[] items) {
      lists.write(Arrays.asList(items), writer);
    } else {
      throw unknown(writer, value, "a map, a list, a string, a number, bytes or an Instant");
    }
  }

  private void writeMap(Map<?, ?> map, Writer writer) {
    writer.beginObject(map.size());
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String key)) {
        throw unknown(writer, entry.getKey(), "a key that is a string");
      }
      writer.key(key);
      write(entry.getValue(), writer);
    }
    writer.endObject();
  }

  private static VarvelException unknown(Writer writer, Object value, String expected) {
    String found = value == null ? "null" : value.getClass().getName();
    return writer.error(ErrorKind.TYPE_MISMATCH, expected, found);
  }
}

package dev.varvel;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Objects of one of some classes, one member of which holds the name of the class. */
final class SealedCodec implements Codec<Object> {
  private final Class<?> type;
  private final Fields hintField;
  private final Map<String, Codec<Object>> byName = new LinkedHashMap<>();
  private final Map<Class<?>, Codec<Object>> byClass = new HashMap<>();

  SealedCodec(Class<?> type, String hintKey) {
    this.type = type;
    hintField = Fields.of(hintKey);
  }

  /** Adds a class. Returns whether no other one has its name. */
  boolean add(String name, Class<?> sub, Codec<Object> codec) {
    byClass.put(sub, codec);
    return byName.put(name, codec) == null;
  }

  @Override
  public Object read(Reader reader) {
    long begin = reader.offset();
    String name = reader.hint(hintField.name(0));
    if (name == null) {
      if (reader.peek() != Kind.OBJECT) {
        // Throws the error of a value of another kind.
        reader.beginObject();
      }
      throw reader.missing(hintField, 0, begin);
    }
    Codec<Object> codec = byName.get(name);
    if (codec == null) {
      throw Placed.unknownVariant(reader, List.copyOf(byName.keySet()), name, begin);
    }
    return codec.read(reader);
  }

  @Override
  public void write(Object value, Writer writer) {
    writer.refuseNull(value);
    Codec<Object> codec = byClass.get(value.getClass());
    if (codec == null) {
      String expected = "a class that " + type.getName() + " permits";
      throw writer.error(ErrorKind.UNKNOWN_VARIANT, expected, value.getClass().getName());
    }
    codec.write(value, writer);
  }
}

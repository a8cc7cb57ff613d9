package dev.varvel;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Constants of an enum by their names: see {@link Codecs#enumOf}. */
final class EnumCodec<E extends Enum<E>> implements Codec<E> {
  private final List<String> names;
  private final Map<String, E> constants = new HashMap<>();

  /**
   * Makes a codec.
   *
   * @param names for each constant its name
   */
  EnumCodec(E[] constants, String... names) {
    this.names = List.copyOf(Arrays.asList(names));
    for (E constant : constants) {
      String name = names[constant.ordinal()];
      if (this.constants.put(name, constant) != null) {
        throw new IllegalArgumentException(
            constant.getDeclaringClass().getName() + " has two constants called `" + name + "`");
      }
    }
  }

  @Override
  public E read(Reader reader) {
    long begin = reader.offset();
    String name = reader.readString();
    reader.complete(begin);
    E constant = constants.get(name);
    if (constant == null) {
      throw Placed.unknownVariant(reader, names, name, begin);
    }
    return constant;
  }

  @Override
  public void write(E value, Writer writer) {
    writer.refuseNull(value);
    writer.writeString(names.get(value.ordinal()));
  }

  /** Returns the codec of keys that are such names. */
  KeyCodec<E> keys() {
    String expected = Placed.listed(names, "variant");
    return KeyCodecs.text(
        new TextCodec<>(expected, constants::get, key -> names.get(key.ordinal())));
  }
}

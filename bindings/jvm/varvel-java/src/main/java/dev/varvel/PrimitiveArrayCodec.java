package dev.varvel;

import java.lang.reflect.Array;

/** Arrays of primitive values: arrays of their items in documents. */
final class PrimitiveArrayCodec implements Codec<Object> {
  private static final int FIRST = 16;

  private final Class<?> item;
  private final Codec<Object> codec;

  /**
   * Makes a codec.
   *
   * @param item the primitive type of the items
   * @param codec the codec of the type that holds an item
   */
  PrimitiveArrayCodec(Class<?> item, Codec<Object> codec) {
    this.item = item;
    this.codec = codec;
  }

  @Override
  public Object read(Reader reader) {
    Object array = Array.newInstance(item, FIRST);
    int room = FIRST;
    int count = 0;
    if (reader.beginArray()) {
      do {
        if (count == room) {
          room *= 2;
          array = copy(array, count, room);
        }
        Object value = codec.read(reader);
        Array.set(array, count++, value);
      } while (reader.nextItem());
    }
    return copy(array, count, count);
  }

  private Object copy(Object array, int count, int room) {
    Object copy = Array.newInstance(item, room);
    System.arraycopy(array, 0, copy, 0, count);
    return copy;
  }

  @Override
  public void write(Object array, Writer writer) {
    writer.refuseNull(array);
    int count = Array.getLength(array);
    writer.beginArray(count);
    for (int i = 0; i < count; i++) {
      writer.item();
      codec.write(Array.get(array, i), writer);
    }
    writer.endArray();
  }
}

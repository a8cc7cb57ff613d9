package dev.varvel;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/** Arrays of objects: see {@link Codecs#array}. */
final class ArrayCodec<T> implements Codec<T[]> {
  private final Codec<List<T>> items;
  private final Codec<T> codec;
  private final T[] empty;

  @SuppressWarnings("unchecked") // The class says what the array is made of.
  ArrayCodec(Class<T> type, Codec<T> codec) {
    if (type.isPrimitive()) {
      throw new IllegalArgumentException("`" + type + "` is no class of objects");
    }
    this.codec = codec;
    items = new CollectionCodec<>(codec, ArrayList::new);
    empty = (T[]) Array.newInstance(type, 0);
  }

  @Override
  public T[] read(Reader reader) {
    return items.read(reader).toArray(empty);
  }

  @Override
  public void write(T[] array, Writer writer) {
    writer.refuseNull(array);
    writer.beginArray(array.length);
    for (T item : array) {
      writer.item();
      codec.write(item, writer);
    }
    writer.endArray();
  }
}

package dev.varvel;

import dev.varvel.internal.Paths;
import java.util.Map;
import java.util.function.Supplier;

/** Maps as arrays of a key and a value each: see {@link Codecs#mapAsArray}. */
final class PairsCodec<K, V, M extends Map<K, V>> implements Codec<M> {
  private final Codec<K> keys;
  private final Codec<V> values;
  private final Supplier<? extends M> empty;

  PairsCodec(Codec<K> keys, Codec<V> values, Supplier<? extends M> empty) {
    this.keys = keys;
    this.values = values;
    this.empty = empty;
  }

  @Override
  public M read(Reader reader) {
    M map = empty.get();
    Codec<Boolean> pair = new Pair(map, reader.offset());
    if (reader.beginArray()) {
      do {
        reader.read(pair);
      } while (reader.nextItem());
    }
    return map;
  }

  /** One pair, which goes into the map. */
  private final class Pair implements Codec<Boolean> {
    private final M map;

    /** Where the array of all pairs began. */
    private final long first;

    private final HashGuard guard;

    Pair(M map, long first) {
      this.map = map;
      this.first = first;
      guard = HashGuard.of(map);
    }

    @Override
    public Boolean read(Reader reader) {
      long begin = reader.offset();
      if (!reader.beginArray()) {
        reader.complete(begin);
        throw wrongLength(reader, 0, begin);
      }
      K key = reader.read(keys);
      if (!reader.nextItem()) {
        throw wrongLength(reader, 1, begin);
      }
      V value = reader.read(values);
      if (reader.nextItem()) {
        int found = 2;
        do {
          reader.skip();
          found++;
        } while (reader.nextItem());
        throw wrongLength(reader, found, begin);
      }
      reader.complete(begin);
      if (map.containsKey(key)) {
        String found = Paths.quoted(String.valueOf(key)) + " again";
        throw Placed.error(reader, ErrorKind.DUPLICATE_KEY, "each key once", found, begin);
      }
      map.put(key, value);
      if (guard != null) {
        guard.added(key, reader, first);
      }
      return true;
    }

    private static VarvelException wrongLength(Reader reader, int found, long begin) {
      String expected = "an array of exactly 2 items";
      return Placed.error(reader, ErrorKind.TYPE_MISMATCH, expected, "one of " + found, begin);
    }

    @Override
    public void write(Boolean value, Writer writer) {
      throw new UnsupportedOperationException();
    }
  }

  @Override
  public void write(M map, Writer writer) {
    writer.refuseNull(map);
    writer.beginArray(map.size());
    for (Map.Entry<K, V> entry : map.entrySet()) {
      writer.item();
      writer.beginArray(2);
      writer.item();
      keys.write(entry.getKey(), writer);
      writer.item();
      values.write(entry.getValue(), writer);
      writer.endArray();
    }
    writer.endArray();
  }
}

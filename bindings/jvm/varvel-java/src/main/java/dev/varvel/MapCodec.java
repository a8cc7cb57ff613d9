package dev.varvel;

import java.util.Map;
import java.util.function.Supplier;

/** Maps as objects: see {@link Codecs#map}. */
final class MapCodec<K, V, M extends Map<K, V>> implements Codec<M> {
  private final KeyCodec<K> keys;
  private final Codec<V> values;
  private final Supplier<? extends M> empty;

  MapCodec(KeyCodec<K> keys, Codec<V> values, Supplier<? extends M> empty) {
    this.keys = keys;
    this.values = values;
    this.empty = empty;
  }

  @Override
  public M read(Reader reader) {
    long begin = reader.offset();
    M map = empty.get();
    HashGuard guard = HashGuard.of(map);
    if (reader.beginObject()) {
      do {
        K key = reader.readKey(keys);
        boolean isJunk = key == null && reader.collects();
        boolean isNew = !isJunk && !map.containsKey(key);
        if (!isJunk && !isNew && !again(reader, key)) {
          reader.skip();
          continue;
        }
        V value = reader.read(values);
        if (!isJunk && (value != null || !reader.collects())) {
          map.put(key, value);
          if (isNew && guard != null) {
            guard.added(key, reader, begin);
          }
        }
      } while (reader.nextMember());
    }
    return map;
  }

  /** Returns whether a key that came before is taken once more. */
  private static boolean again(Reader reader, Object key) {
    return reader.again(Fields.of(String.valueOf(key)), 0);
  }

  @Override
  public void write(M map, Writer writer) {
    writer.refuseNull(map);
    writer.beginObject(map.size());
    for (Map.Entry<K, V> entry : map.entrySet()) {
      keys.write(entry.getKey(), writer);
      values.write(entry.getValue(), writer);
    }
    writer.endObject();
  }
}

package dev.varvel;

import java.util.Collection;
import java.util.function.Supplier;

/** Collections as arrays: see {@link Codecs#collection}. */
final class CollectionCodec<T, C extends Collection<T>> implements Codec<C> {
  private final Codec<T> codec;
  private final Supplier<? extends C> empty;

  CollectionCodec(Codec<T> codec, Supplier<? extends C> empty) {
    this.codec = codec;
    this.empty = empty;
  }

  @Override
  public C read(Reader reader) {
    long begin = reader.offset();
    C items = empty.get();
    HashGuard guard = HashGuard.of(items);
    if (reader.beginArray()) {
      do {
        T item = reader.read(codec);
        if (item != null || !reader.collects()) {
          boolean isNew = items.add(item);
          if (isNew && guard != null) {
            guard.added(item, reader, begin);
          }
        }
      } while (reader.nextItem());
    }
    return items;
  }

  @Override
  public void write(C items, Writer writer) {
    writer.refuseNull(items);
    writer.beginArray(items.size());
    for (T item : items) {
      writer.item();
      codec.write(item, writer);
    }
    writer.endArray();
  }
}

package dev.varvel.frozen;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Words;
import java.nio.charset.StandardCharsets;

/** Writes the tables and the header of a document whose tree is complete. */
final class TableLayout {
  private final Recording from;
  private final Output out;

  /** The shapes in the order of their numbers. */
  private final int[] shapes;

  /** Where the tables begin. */
  private final int begin;

  /** The place of the text of each key in the tables, or zero. */
  private final int[] places;

  private int texts;

  TableLayout(Recording from, Output out, int[] shapes) {
    this.from = from;
    this.out = out;
    this.shapes = shapes;
    begin = out.length();
    places = new int[from.keys.size()];
  }

  /**
   * Returns the document.
   *
   * @param root the slot of the root, as {@link TreeLayout} has slots
   */
  Frozen finish(long root, boolean hasChecksum) {
    tables();
    int end = out.length();
    long size = end + (hasChecksum ? Layout.CHECKSUM_LEN : 0);
    if (size > Output.MOST) {
      throw VarvelException.of(ErrorKind.SIZE_LIMIT).expected("less than 2 GB").build();
    }
    byte[] head = out.bytes();
    byte[] magic = Layout.MAGIC.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(magic, 0, head, 0, magic.length);
    head[Layout.VERSION_AT] = Layout.VERSION;
    head[Layout.FLAGS_AT] = (byte) (hasChecksum ? Layout.FLAG_CHECKSUM : 0);
    Words.put(head, Layout.LENGTH_AT, size);
    Words.put(head, Layout.TREE_END_AT, begin);
    boolean isReference = (root & Layout.TAG_REFERENCE) != 0;
    Words.put(head, Layout.ROOT_AT, root + (isReference ? (long) begin << 4 : 0));
    if (hasChecksum) {
      out.putLong(Xxh3.hash(head, end));
    }
    return new Frozen(out.toBytes(), end, begin);
  }

  private void patch(int at, int value) {
    Words.putInt(out.bytes(), begin + at, value);
  }

  private int place() {
    return out.length() - begin;
  }

  private void tables() {
    int[] shared = from.shared();
    out.zeros(Layout.TABLES_LEN + 4 * (shapes.length + shared.length));
    int[] keys = from.shapes.keys();
    for (int shape : shapes) {
      for (int i = from.shapes.end(shape) - 1; i >= from.shapes.begin(shape); i--) {
        text(keys[i]);
      }
    }
    for (int key : shared) {
      text(key);
    }
    if (texts != 0) {
      out.put(0);
    }
    patch(0, shapes.length);
    patch(4, texts);
    patch(8, place());
    patch(12, shared.length);
    for (int i = 0; i < shapes.length; i++) {
      patch(Layout.TABLES_LEN + 4 * i, place());
      record(keys, from.shapes.begin(shapes[i]), from.shapes.end(shapes[i]));
    }
    for (int i = 0; i < shared.length; i++) {
      patch(Layout.TABLES_LEN + 4 * (shapes.length + i), places[shared[i]]);
    }
  }

  /** Writes the text of a key, unless it was written. */
  private void text(int key) {
    if (places[key] == 0) {
      places[key] = place();
      byte[] text = from.keys.text(key);
      out.counted(text, 0, text.length);
      texts++;
    }
  }

  /** Writes the record of a shape. */
  private void record(int[] keys, int first, int end) {
    int count = end - first;
    KeyNumbers names = from.keys;
    if (count <= Layout.SMALL_SHAPE) {
      out.put(count);
      for (int i = first; i < end; i++) {
        byte[] text = names.text(keys[i]);
        out.put((int) (Key.hash(text, 0, text.length) >>> 56));
      }
    } else {
      byte[][] all = new byte[count][];
      for (int i = 0; i < count; i++) {
        all[i] = names.text(keys[first + i]);
      }
      out.put(0);
      out.putInt(count);
      IndexLayout.write(all, out);
    }
    for (int i = first; i < end; i++) {
      out.putInt(places[keys[i]]);
    }
  }
}

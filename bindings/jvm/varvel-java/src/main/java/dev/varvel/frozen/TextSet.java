package dev.varvel.frozen;

import dev.varvel.internal.SeededHash;
import java.util.Arrays;

/**
 * Finds out whether a text comes twice. Few are compared with each other; for more there is a table
 * by their hash. It takes memory for texts that were added, and not for a number that a document
 * claims.
 */
final class TextSet {
  private static final int FEW = Layout.SMALL_SHAPE;

  private final byte[] bytes;

  /** The spans of the texts so far, in the order in which they came. */
  private long[] spans = new long[FEW];

  private int count;

  /** The numbers of the texts plus one, by hash; a power of two of them, or null for few. */
  private int[] table;

  TextSet(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Adds the text of a span, and returns whether it is new. */
  boolean add(long span) {
    if (count == spans.length) {
      spans = Arrays.copyOf(spans, 2 * count);
      rebuild();
    }
    if (table == null) {
      for (int i = 0; i < count; i++) {
        if (isSame(spans[i], span)) {
          return false;
        }
      }
      spans[count++] = span;
      return true;
    }
    int slot = hash(span) & table.length - 1;
    while (table[slot] != 0) {
      if (isSame(spans[table[slot] - 1], span)) {
        return false;
      }
      slot = slot + 1 & table.length - 1;
    }
    spans[count++] = span;
    table[slot] = count;
    return true;
  }

  private void rebuild() {
    table = new int[2 * spans.length];
    for (int i = 0; i < count; i++) {
      int slot = hash(spans[i]) & table.length - 1;
      while (table[slot] != 0) {
        slot = slot + 1 & table.length - 1;
      }
      table[slot] = i + 1;
    }
  }

  private boolean isSame(long a, long b) {
    return Arrays.equals(bytes, Wire.start(a), Wire.end(a), bytes, Wire.start(b), Wire.end(b));
  }

  private int hash(long span) {
    return SeededHash.of(bytes, Wire.start(span), Wire.end(span));
  }
}

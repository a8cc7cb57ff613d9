package dev.varvel.frozen;

import java.util.Arrays;

/** Writes the index of the keys of an object: see {@link KeyIndex} and spec/frozen.md. */
final class IndexLayout {
  /** The least bits of a place in the table. */
  private static final int LEAST_BITS = 4;

  /** More than a document of 2 GB has room for. */
  private static final int MOST_BITS = 30;

  /** The most keys of a bucket: more are no accident. */
  private static final int MOST_KEYS = 32;

  private static final int MOST_DISPLACEMENT = 0xFF;

  private final byte[][] keys;
  private final long[] hashes;
  private final int width;

  private IndexLayout(byte[][] keys) {
    this.keys = keys;
    hashes = new long[keys.length];
    for (int i = 0; i < keys.length; i++) {
      hashes[i] = Key.hash(keys[i], 0, keys[i].length);
    }
    width = Output.widthOf(keys.length - 1);
  }

  /** Returns the bits of a place in the first table that is tried: it is not quite full. */
  private static int bits(long count) {
    return Math.max(LEAST_BITS, Long.SIZE - Long.numberOfLeadingZeros(count + count / 3));
  }

  /** Returns the length of the index with that table. */
  static long length(long count) {
    int bits = bits(count);
    return 1 + (1L << bits - 3) + (1L << bits + Output.widthOf(count - 1));
  }

  /** Adds the index of some keys, which differ. */
  static void write(byte[][] keys, Output out) {
    IndexLayout index = new IndexLayout(keys);
    int least = bits(keys.length);
    for (int bits = least; bits <= least + 1 && bits <= MOST_BITS; bits++) {
      if (index.table(bits, out)) {
        return;
      }
    }
    index.list(out);
  }

  /** Adds the numbers of the keys in the order of their texts. */
  private void list(Output out) {
    Integer[] order = new Integer[keys.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Arrays.compareUnsigned(keys[a], keys[b]));
    out.put(0);
    for (int number : order) {
      out.number(number, width);
    }
  }

  private static int bucket(long hash, int bits) {
    return (int) (hash >>> 67 - bits);
  }

  /** Adds displacements and a table, or returns false and adds nothing if there are none. */
  private boolean table(int bits, Output out) {
    int buckets = 1 << bits - 3;
    // A counting sort of the keys by bucket: where those of each begin.
    int[] starts = new int[buckets + 1];
    for (long hash : hashes) {
      starts[bucket(hash, bits) + 1]++;
    }
    int[] sizes = new int[MOST_KEYS + 2];
    for (int i = 0; i < buckets; i++) {
      int size = starts[i + 1];
      if (size > MOST_KEYS) {
        return false;
      }
      sizes[size]++;
      starts[i + 1] += starts[i];
    }
    int[] sorted = new int[keys.length];
    int[] filled = starts.clone();
    for (int i = 0; i < keys.length; i++) {
      sorted[filled[bucket(hashes[i], bits)]++] = i;
    }
    int begin = out.length();
    out.put(bits);
    out.zeros(buckets + (1L << bits + width));
    boolean[] taken = new boolean[1 << bits];
    for (int bucket : largestFirst(starts, sizes)) {
      if (!displace(bucket, sorted, starts[bucket], starts[bucket + 1], bits, taken, out, begin)) {
        out.cut(begin);
        return false;
      }
    }
    return true;
  }

  /** Returns the buckets by how many keys they have, those of as many in their own order. */
  private static int[] largestFirst(int[] starts, int[] sizes) {
    int[] places = new int[MOST_KEYS + 2];
    for (int size = MOST_KEYS; size >= 0; size--) {
      places[size] = places[size + 1] + sizes[size + 1];
    }
    int[] order = new int[starts.length - 1];
    for (int i = 0; i < order.length; i++) {
      order[places[starts[i + 1] - starts[i]]++] = i;
    }
    return order;
  }

  /** Finds the displacement of a bucket, and writes it and the keys of the bucket. */
  private boolean displace(
      int bucket,
      int[] sorted,
      int from,
      int to,
      int bits,
      boolean[] taken,
      Output out,
      int begin) {
    if (from == to) {
      return true;
    }
    int displacement = 0;
    while (!fits(sorted, from, to, displacement, bits, taken)) {
      if (++displacement > MOST_DISPLACEMENT) {
        return false;
      }
    }
    byte[] bytes = out.bytes();
    bytes[begin + 1 + bucket] = (byte) displacement;
    int table = begin + 1 + (1 << bits - 3);
    for (int i = from; i < to; i++) {
      int place = place(hashes[sorted[i]], displacement, bits);
      Output.put(bytes, table + (place << width), sorted[i], width);
    }
    return true;
  }

  private static int place(long hash, int displacement, int bits) {
    return (int) (Long.rotateLeft(hash, 32) * (2L * displacement + 1) >>> 64 - bits);
  }

  /** Takes the places of the keys of a bucket under a displacement, if they are free and differ. */
  private boolean fits(
      int[] sorted, int from, int to, int displacement, int bits, boolean[] taken) {
    for (int i = from; i < to; i++) {
      int place = place(hashes[sorted[i]], displacement, bits);
      if (taken[place]) {
        while (--i >= from) {
          taken[place(hashes[sorted[i]], displacement, bits)] = false;
        }
        return false;
      }
      taken[place] = true;
    }
    return true;
  }
}

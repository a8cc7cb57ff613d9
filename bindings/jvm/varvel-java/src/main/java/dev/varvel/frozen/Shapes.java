package dev.varvel.frozen;

import java.security.SecureRandom;
import java.util.Arrays;

/** Gives each list of keys a number, and counts how often it comes. */
final class Shapes {
  /** The shape of an object that is empty or has a long key. */
  static final int NONE = -1;

  /** How many keys the shapes may have that are kept whether or not they save bytes. */
  private static final int FREE_KEYS = 256;

  /** From this many bytes of keys on, their objects need slots of four bytes. */
  private static final int WIDE_TEXTS = 1 << 12;

  private static final long SEED = new SecureRandom().nextLong();
  private static final long FACTOR = new SecureRandom().nextLong() | 1;

  /** The keys of all shapes, one behind the other. */
  private int[] keys = new int[32];

  /** Where the keys of each shape end. */
  private int[] ends = new int[8];

  /** How many objects have each shape. */
  private int[] uses = new int[8];

  private int size;

  /** The numbers of the shapes plus one, by hash; at most half full. */
  private int[] table = new int[32];

  int size() {
    return size;
  }

  /** Returns where the keys of a shape begin in {@link #keys}. */
  int begin(int shape) {
    return shape == 0 ? 0 : ends[shape - 1];
  }

  /** Returns where the keys of a shape end in {@link #keys}. */
  int end(int shape) {
    return ends[shape];
  }

  /** Returns the keys of all shapes. */
  int[] keys() {
    return keys;
  }

  /** Returns the number of the shape with these keys, of which there is one at least. */
  int number(int[] from, int begin, int end) {
    int count = end - begin;
    int mask = table.length - 1;
    int slot = hash(from, begin, end) & mask;
    for (; table[slot] != 0; slot = slot + 1 & mask) {
      int shape = table[slot] - 1;
      if (Arrays.equals(keys, begin(shape), ends[shape], from, begin, end)) {
        uses[shape]++;
        return shape;
      }
    }
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, Output.grown(size, size + 1L));
      uses = Arrays.copyOf(uses, ends.length);
    }
    int at = begin(size);
    if (keys.length - at < count) {
      keys = Arrays.copyOf(keys, Output.grown(keys.length, (long) at + count));
    }
    System.arraycopy(from, begin, keys, at, count);
    ends[size] = at + count;
    uses[size] = 1;
    table[slot] = ++size;
    if (2 * size > table.length) {
      grow();
    }
    return size - 1;
  }

  private void grow() {
    table = new int[4 * table.length];
    int mask = table.length - 1;
    for (int shape = 0; shape < size; shape++) {
      int slot = hash(keys, begin(shape), ends[shape]) & mask;
      while (table[slot] != 0) {
        slot = slot + 1 & mask;
      }
      table[slot] = shape + 1;
    }
  }

  private static int hash(int[] keys, int begin, int end) {
    long hash = SEED;
    for (int i = begin; i < end; i++) {
      hash = Key.fold(hash ^ keys[i], FACTOR) + SEED;
    }
    return (int) (hash ^ hash >>> 32);
  }

  /**
   * Returns which shapes are kept: those that save bytes, and the first ones, because readers find
   * members of a shape faster. The objects of others have keys of their own.
   */
  boolean[] choose(KeyNumbers names) {
    // In how many shapes each key is: they share its text.
    int[] sharers = new int[names.size()];
    for (int i = 0; i < begin(size); i++) {
      sharers[keys[i]]++;
    }
    boolean[] kept = new boolean[size];
    for (int shape = 0; shape < size; shape++) {
      kept[shape] = ends[shape] <= FREE_KEYS || saves(shape, names, sharers);
    }
    return kept;
  }

  /** Returns whether a shape takes no more bytes than its keys in each of the objects would. */
  private boolean saves(int shape, KeyNumbers names, int[] sharers) {
    long n = ends[shape] - begin(shape);
    long texts = 0;
    long share = 0;
    for (int i = begin(shape); i < ends[shape]; i++) {
      int text = 1 + names.text(keys[i]).length;
      texts += text;
      share += text / sharers[keys[i]];
    }
    long index = n > Layout.SMALL_SHAPE ? IndexLayout.length(n) : 0;
    long slot = texts >= WIDE_TEXTS ? 4 : 2;
    long asShape = 5 + 5 * n + index + share + 2 * n * uses[shape];
    long asPairs = uses[shape] * (1 + index + 2 * slot * n + texts);
    return asShape <= asPairs;
  }
}

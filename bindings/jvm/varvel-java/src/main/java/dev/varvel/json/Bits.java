package dev.varvel.json;

import java.util.Arrays;

/** A stack of bits: for each open container whether it is an object. */
final class Bits {
  private long[] words = new long[1];
  private int count;

  boolean isEmpty() {
    return count == 0;
  }

  void add(boolean bit) {
    if (count >> 6 == words.length) {
      words = Arrays.copyOf(words, words.length * 2);
    }
    long one = 1L << (count & 63);
    words[count >> 6] = bit ? words[count >> 6] | one : words[count >> 6] & ~one;
    count++;
  }

  /** Returns the bit that was added last. */
  boolean last() {
    return (words[count - 1 >> 6] >>> (count - 1 & 63) & 1) != 0;
  }

  void remove() {
    count--;
  }
}

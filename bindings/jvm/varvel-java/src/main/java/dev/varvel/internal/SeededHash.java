package dev.varvel.internal;

import java.security.SecureRandom;

/**
 * The hash of bytes in the tables of this library. It is another one in each process, so that
 * nobody can make texts that collide.
 */
public final class SeededHash {
  private static final long SEED;
  private static final long FACTOR;

  static {
    SecureRandom random = new SecureRandom();
    SEED = random.nextLong();
    FACTOR = random.nextLong() | 1;
  }

  private SeededHash() {}

  /** Mixes each word with the ones before, by both halves of a product with a secret factor. */
  public static int of(byte[] bytes, int from, int to) {
    long hash = SEED + to - from;
    int at = from;
    for (; at <= to - 8; at += 8) {
      hash = mix(hash ^ Words.get(bytes, at));
    }
    long rest = 0;
    for (; at < to; at++) {
      rest = rest << 8 | bytes[at] & 0xFF;
    }
    hash = mix(hash ^ rest);
    return (int) (hash ^ hash >>> 32);
  }

  private static long mix(long word) {
    return (Powers.multiplyHigh(word, FACTOR) ^ word * FACTOR) + SEED;
  }
}

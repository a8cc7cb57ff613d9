package dev.varvel.frozen;

import dev.varvel.internal.Words;
import java.util.HexFormat;

/**
 * XXH3 of 64 bits without a seed, for more than 16 bytes: all documents are longer. See
 * github.com/Cyan4973/xxHash, doc/xxhash_spec.md.
 */
final class Xxh3 {
  private static final long PRIME32_1 = 0x9E3779B1L;
  private static final long PRIME32_2 = 0x85EBCA77L;
  private static final long PRIME32_3 = 0xC2B2AE3DL;
  private static final long PRIME64_1 = 0x9E3779B185EBCA87L;
  private static final long PRIME64_2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME64_3 = 0x165667B19E3779F9L;
  private static final long PRIME64_4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME64_5 = 0x27D4EB2F165667C5L;

  private static final int STRIPE = 64;
  private static final int STRIPES_IN_BLOCK = 16;

  private static final byte[] SECRET =
      HexFormat.of()
          .parseHex(
              "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
                  + "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
                  + "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
                  + "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
                  + "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
                  + "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e");

  private Xxh3() {}

  /** Returns the hash of the first bytes, more than 16. */
  static long hash(byte[] bytes, int length) {
    if (length > 240) {
      return longer(bytes, length);
    }
    long hash = length * PRIME64_1;
    if (length > 128) {
      for (int i = 0; i < 8; i++) {
        hash += mix(bytes, 16 * i, 16 * i);
      }
      hash = avalanche(hash);
      for (int i = 8; i < length / 16; i++) {
        hash += mix(bytes, 16 * i, 16 * (i - 8) + 3);
      }
      return avalanche(hash + mix(bytes, length - 16, 119));
    }
    for (int i = 0; i <= (length - 1) / 32; i++) {
      hash += mix(bytes, 16 * i, 32 * i);
      hash += mix(bytes, length - 16 * (i + 1), 32 * i + 16);
    }
    return avalanche(hash);
  }

  private static long mix(byte[] bytes, int at, int secret) {
    return Key.fold(
        Words.get(bytes, at) ^ Words.get(SECRET, secret),
        Words.get(bytes, at + 8) ^ Words.get(SECRET, secret + 8));
  }

  private static long avalanche(long hash) {
    long mixed = (hash ^ hash >>> 37) * 0x165667919E3779F9L;
    return mixed ^ mixed >>> 32;
  }

  /**
   * Returns the hash of more than 240 bytes.
   *
   * <p>The lanes are variables, and there is no inner loop. That keeps the method too long to be
   * compiled into its callers: there, the compiler of Java 17 made a loop over an array of lanes
   * that gave other hashes.
   */
  private static long longer(byte[] bytes, int length) {
    long a0 = PRIME32_3;
    long a1 = PRIME64_1;
    long a2 = PRIME64_2;
    long a3 = PRIME64_3;
    long a4 = PRIME64_4;
    long a5 = PRIME32_2;
    long a6 = PRIME64_5;
    long a7 = PRIME32_1;
    int stripes = (length - 1) / STRIPE;
    for (int stripe = 0; stripe <= stripes; stripe++) {
      // The last stripe ends at the end.
      int inBlock = stripe % STRIPES_IN_BLOCK;
      int at = stripe < stripes ? STRIPE * stripe : length - STRIPE;
      int secret = stripe < stripes ? 8 * inBlock : 121;
      long v0 = Words.get(bytes, at);
      long v1 = Words.get(bytes, at + 8);
      long v2 = Words.get(bytes, at + 16);
      long v3 = Words.get(bytes, at + 24);
      long v4 = Words.get(bytes, at + 32);
      long v5 = Words.get(bytes, at + 40);
      long v6 = Words.get(bytes, at + 48);
      long v7 = Words.get(bytes, at + 56);
      a0 += v1 + product(v0 ^ Words.get(SECRET, secret));
      a1 += v0 + product(v1 ^ Words.get(SECRET, secret + 8));
      a2 += v3 + product(v2 ^ Words.get(SECRET, secret + 16));
      a3 += v2 + product(v3 ^ Words.get(SECRET, secret + 24));
      a4 += v5 + product(v4 ^ Words.get(SECRET, secret + 32));
      a5 += v4 + product(v5 ^ Words.get(SECRET, secret + 40));
      a6 += v7 + product(v6 ^ Words.get(SECRET, secret + 48));
      a7 += v6 + product(v7 ^ Words.get(SECRET, secret + 56));
      if (inBlock == STRIPES_IN_BLOCK - 1 && stripe < stripes) {
        a0 = scrambled(a0, 128);
        a1 = scrambled(a1, 136);
        a2 = scrambled(a2, 144);
        a3 = scrambled(a3, 152);
        a4 = scrambled(a4, 160);
        a5 = scrambled(a5, 168);
        a6 = scrambled(a6, 176);
        a7 = scrambled(a7, 184);
      }
    }
    return avalanche(
        length * PRIME64_1
            + pair(a0, a1, 11)
            + pair(a2, a3, 27)
            + pair(a4, a5, 43)
            + pair(a6, a7, 59));
  }

  private static long product(long key) {
    return (key & 0xFFFFFFFFL) * (key >>> 32);
  }

  private static long scrambled(long lane, int secret) {
    return (lane ^ lane >>> 47 ^ Words.get(SECRET, secret)) * PRIME32_1;
  }

  private static long pair(long a, long b, int secret) {
    return Key.fold(a ^ Words.get(SECRET, secret), b ^ Words.get(SECRET, secret + 8));
  }
}

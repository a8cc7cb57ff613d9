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

  private static long longer(byte[] bytes, int length) {
    long[] lanes = {
      PRIME32_3, PRIME64_1, PRIME64_2, PRIME64_3, PRIME64_4, PRIME32_2, PRIME64_5, PRIME32_1
    };
    int stripes = (length - 1) / STRIPE;
    for (int stripe = 0; stripe < stripes; stripe++) {
      int inBlock = stripe % STRIPES_IN_BLOCK;
      take(lanes, bytes, STRIPE * stripe, 8 * inBlock);
      if (inBlock == STRIPES_IN_BLOCK - 1) {
        for (int i = 0; i < lanes.length; i++) {
          lanes[i] = (lanes[i] ^ lanes[i] >>> 47 ^ Words.get(SECRET, 128 + 8 * i)) * PRIME32_1;
        }
      }
    }
    take(lanes, bytes, length - STRIPE, 121);
    long hash = length * PRIME64_1;
    for (int i = 0; i < 4; i++) {
      hash +=
          Key.fold(
              lanes[2 * i] ^ Words.get(SECRET, 11 + 16 * i),
              lanes[2 * i + 1] ^ Words.get(SECRET, 19 + 16 * i));
    }
    return avalanche(hash);
  }

  /** Takes 64 bytes into the lanes. */
  private static void take(long[] lanes, byte[] bytes, int at, int secret) {
    for (int i = 0; i < 8; i++) {
      long value = Words.get(bytes, at + 8 * i);
      long key = value ^ Words.get(SECRET, secret + 8 * i);
      lanes[i ^ 1] += value;
      lanes[i] += (key & 0xFFFFFFFFL) * (key >>> 32);
    }
  }
}

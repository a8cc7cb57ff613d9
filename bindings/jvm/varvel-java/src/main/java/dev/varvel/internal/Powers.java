package dev.varvel.internal;

import java.math.BigInteger;

/**
 * The powers of ten that reading and printing floats need, as significands of 128 bits: 10^q = s *
 * 2^x with 2^127 <= s < 2^128.
 *
 * <p>The table is exact from 0 to 55, rounded up from -27 to -1, where a product may be a tie, and
 * rounded down elsewhere. Eisel and Lemire ask for that; Schubfach asks for all that is inexact to
 * be rounded up, see {@link #lowRoundedUp}. It is computed when the class is loaded.
 */
final class Powers {
  /** The least power: below it, 19 digits are closer to zero than to the least subnormal. */
  static final int MIN = -342;

  /** The greatest power: printing the least subnormal takes it. */
  static final int MAX = 324;

  private static final int FIRST_NOT_DOWN = -27;
  private static final int LAST_NOT_DOWN = 55;
  private static final int BITS = 128;

  private static final long[] HIGH = new long[MAX - MIN + 1];
  private static final long[] LOW = new long[MAX - MIN + 1];

  static {
    BigInteger five = BigInteger.valueOf(5);
    BigInteger power = BigInteger.ONE;
    for (int q = 0; q <= MAX; q++) {
      enter(q, power);
      power = power.multiply(five);
    }
    // floor(floor(a / 5) / 5) = floor(a / 25). More than 128 bits remain at the end.
    power = BigInteger.ONE.shiftLeft(1023);
    for (int q = -1; q >= MIN; q--) {
      power = power.divide(five);
      enter(q, power);
      if (q >= FIRST_NOT_DOWN) {
        LOW[q - MIN]++;
      }
    }
  }

  private Powers() {}

  private static void enter(int q, BigInteger power) {
    int drop = power.bitLength() - BITS;
    BigInteger top = drop >= 0 ? power.shiftRight(drop) : power.shiftLeft(-drop);
    HIGH[q - MIN] = top.shiftRight(64).longValue();
    LOW[q - MIN] = top.longValue();
  }

  /** Returns the high half of the significand of 10^q. */
  static long high(int q) {
    return HIGH[q - MIN];
  }

  /** Returns the low half of the significand of 10^q. */
  static long low(int q) {
    return LOW[q - MIN];
  }

  /** Returns the low half of the significand of 10^q if all is rounded up that is not exact. */
  static long lowRoundedUp(int q) {
    // No low half that is rounded down is all ones, so nothing carries.
    return q < FIRST_NOT_DOWN || q > LAST_NOT_DOWN ? LOW[q - MIN] + 1 : LOW[q - MIN];
  }

  /** Returns {@code floor(log2(10^q))}, for |q| up to 1233. */
  static int floorLog2(int q) {
    return q * 217_706 >> 16;
  }

  /** Returns the high half of the product of two numbers without signs. */
  static long multiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
  }
}

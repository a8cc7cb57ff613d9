package dev.varvel.internal;

/**
 * The step of Eisel and Lemire: from 64 bits times a power of ten to the nearest float of a format,
 * ties to even. The product with 128 bits of the power always decides.
 */
final class Nearest {
  /** The format of {@code double}. */
  static final Nearest DOUBLE = new Nearest(52, -1023, 0x7FF, -342, 308, -4, 23);

  /** The format of {@code float}. */
  static final Nearest FLOAT = new Nearest(23, -127, 0xFF, -65, 38, -17, 10);

  /** Below this power every significand gives zero. */
  final int leastPower;

  /** Above this power every significand but zero gives infinity. */
  final int mostPower;

  private final int storedBits;

  /** One less than the exponent of the least normal number. */
  private final int leastExponent;

  /** The biased exponent of infinity. */
  private final int infinity;

  /** The powers for which the product can lie exactly between two floats. */
  private final int firstTie;

  private final int lastTie;

  private Nearest(
      int storedBits,
      int leastExponent,
      int infinity,
      int leastPower,
      int mostPower,
      int firstTie,
      int lastTie) {
    this.storedBits = storedBits;
    this.leastExponent = leastExponent;
    this.infinity = infinity;
    this.leastPower = leastPower;
    this.mostPower = mostPower;
    this.firstTie = firstTie;
    this.lastTie = lastTie;
  }

  /** Returns the bits of the float nearest to {@code w * 10^q}, where neither is out of range. */
  long bits(long w, int q) {
    // All bits below the stored ones, the hidden one, the one that rounds, and one more because
    // the product may have its top bit clear.
    int spare = 64 - storedBits - 3;
    int shift = Long.numberOfLeadingZeros(w);
    w <<= shift;
    long high = Powers.multiplyHigh(w, Powers.high(q));
    long low = w * Powers.high(q);
    // If all bits below the one that rounds are ones, the rest of the power may carry into it.
    long ones = (1L << spare) - 1;
    if ((high & ones) == ones) {
      long sum = low + Powers.multiplyHigh(w, Powers.low(q));
      if (Long.compareUnsigned(sum, low) < 0) {
        high++;
      }
      low = sum;
    }
    int top = (int) (high >>> 63);
    long mantissa = high >>> top + spare;
    int exponent = Powers.floorLog2(q) + 63 + top - shift - leastExponent;
    if (exponent <= 0) {
      return subnormal(mantissa, 1 - exponent);
    }
    if (exponent >= infinity) {
      return (long) infinity << storedBits;
    }
    boolean exact = (low == 0 || low == 1) && mantissa << top + spare == high;
    // Exactly halfway over an even mantissa is rounded down.
    if (exact && q >= firstTie && q <= lastTie && (mantissa & 3) == 1) {
      mantissa--;
    }
    // The hidden bit is still there and adds one to the exponent. A mantissa that rounds up to the
    // next power of two carries into the exponent, as it should.
    mantissa = mantissa + (mantissa & 1) >>> 1;
    return mantissa + ((long) (exponent - 1) << storedBits);
  }

  /** Between subnormals is no tie: it would have more digits than 64 bits hold. */
  private static long subnormal(long mantissa, int down) {
    if (down >= 64) {
      return 0;
    }
    mantissa >>>= down;
    return mantissa + (mantissa & 1) >>> 1;
  }
}

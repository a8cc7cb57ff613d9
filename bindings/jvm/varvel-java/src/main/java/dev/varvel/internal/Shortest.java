package dev.varvel.internal;

/**
 * Finds the shortest decimal that reads back to a float, and of those the nearest one.
 *
 * <p>Schubfach (R. Giulietti, "The Schubfach way to render doubles", 2020): scale by the power of
 * ten that makes the rounding interval between 1 and 10 wide. Then at most one multiple of ten lies
 * inside, and that is the answer. Otherwise it is the nearest integer.
 *
 * <p>{@link #byOneProduct} takes one product for nearly all values, scaled to tens: its integer
 * part is the multiple of ten below, and its fraction decides the rest (the scale is that of Xiang
 * JunBo, in V. Zverovich's zmij, 2026). It decides if no comparison is closer than the error of the
 * product. The other values, and those whose lower neighbour is nearer, go the paper's own way,
 * with three products rounded to odd.
 *
 * <p>All methods take the bits of a finite float that is not zero, without its sign.
 */
final class Shortest {
  private static final int FRACTION = 52;
  private static final int LEAST = -1074;
  private static final int FLOAT_FRACTION = 23;
  private static final int FLOAT_LEAST = -149;

  /** Returned where one product does not decide. */
  private static final long UNDECIDED = -1;

  private Shortest() {}

  /** Returns the digits, with zeros at the end, of a double. */
  static long ofDouble(long bits) {
    int e = exponent(bits);
    long fraction = bits & (1L << FRACTION) - 1;
    if (bits >>> FRACTION == 0) {
      return exact(fraction, e, false);
    }
    long c = fraction | 1L << FRACTION;
    if (fraction == 0) {
      return exact(c, e, e > LEAST);
    }
    long found = byOneProduct(c << 11, e);
    return found != UNDECIDED ? found : exact(c, e, false);
  }

  /** Returns the power of ten of the last of the digits. */
  static int powerOfDouble(long bits) {
    int e = exponent(bits);
    return power(e, (bits & (1L << FRACTION) - 1) == 0 && e > LEAST);
  }

  private static int exponent(long bits) {
    return Math.max((int) (bits >>> FRACTION), 1) + LEAST - 1;
  }

  /** Returns the digits, with zeros at the end, of a float of 32 bits. */
  static long ofFloat(int bits) {
    int e = exponent(bits);
    int fraction = bits & (1 << FLOAT_FRACTION) - 1;
    int c = bits >>> FLOAT_FRACTION == 0 ? fraction : fraction | 1 << FLOAT_FRACTION;
    if (fraction == 0) {
      return exact(c, e, e > FLOAT_LEAST);
    }
    long found = byOneProduct((long) c << 11, e);
    return found != UNDECIDED ? found : exact(c, e, false);
  }

  /** Returns the power of ten of the last of the digits. */
  static int powerOfFloat(int bits) {
    int e = exponent(bits);
    return power(e, (bits & (1 << FLOAT_FRACTION) - 1) == 0 && e > FLOAT_LEAST);
  }

  private static int exponent(int bits) {
    return Math.max(bits >>> FLOAT_FRACTION, 1) + FLOAT_LEAST - 1;
  }

  /** Returns {@code floor(log10(2^e))}, or that of three quarters of it. */
  private static int power(int e, boolean narrow) {
    return narrow ? (int) (e * 661_971_961_083L - 274_743_187_321L >> 41) : e * 315_653 >> 20;
  }

  /** Takes {@code c / 2^11 * 2^e}, whose neighbours are at {@code 2^e}. */
  private static long byOneProduct(long c, int e) {
    int toTens = -1 - power(e, false);
    long high = Powers.high(toTens);
    int shift = ~(e + Powers.floorLog2(toTens));
    // The value is the product / 2^75 tens. The power is off by less than two units of 2^-128 of
    // itself.
    long scaled = c >>> shift;
    long low = scaled * high;
    long carried = low + Powers.multiplyHigh(scaled, Powers.low(toTens));
    long top = Powers.multiplyHigh(scaled, high);
    if (Long.compareUnsigned(carried, low) < 0) {
      top++;
    }
    long tens = top >>> 11;
    // In units of 2^-64 of a ten: how far the value is above the ten below it, less than a unit too
    // far or two too short; half the interval, with the same error; and ten times the first.
    long above = top << 53 | carried >>> 11;
    long half = high >>> 1 >>> shift;
    long reach = above + half;
    long beyond = 10 * above + Long.MIN_VALUE;
    // Whether the value is nearer to an end of the interval, or to a tie of the last digit, than
    // the errors together; with room to spare.
    if (Long.compareUnsigned(above - half + 3, 6) <= 0
        || Long.compareUnsigned(reach + 4, 6) <= 0
        || Long.compareUnsigned(beyond + 20, 30) <= 0) {
      return UNDECIDED;
    }
    if (Long.compareUnsigned(reach, half) < 0) {
      return 10 * (tens + 1);
    }
    if (Long.compareUnsigned(above, half) < 0) {
      return 10 * tens;
    }
    long digit = Powers.multiplyHigh(above, 10) + (10 * above < 0 ? 1 : 0);
    return 10 * tens + digit;
  }

  /** Takes {@code c * 2^e}, by the whole algorithm (figure 7 of the paper). */
  private static long exact(long c, int e, boolean narrow) {
    int power = power(e, narrow);
    int shift = e + Powers.floorLog2(-power) + 1;
    // Quarters, so that the ends of the interval are whole numbers. An end belongs to it if the
    // significand is even: then it reads back to the value.
    long odd = c & 1;
    long value = scaled(4 * c << shift, -power);
    long lower = scaled(4 * c - (narrow ? 1 : 2) << shift, -power) + odd;
    long upper = scaled(4 * c + 2 << shift, -power) - odd;

    long integer = value >>> 2;
    long tens = integer / 10;
    boolean below = tens != 0 && lower <= 40 * tens;
    boolean above = tens != 0 && 40 * tens + 40 <= upper;
    if (below != above) {
      return 10 * tens + (above ? 10 : 0);
    }
    below = lower <= 4 * integer;
    above = 4 * integer + 4 <= upper;
    if (below != above) {
      return integer + (above ? 1 : 0);
    }
    long middle = 4 * integer + 2;
    return value > middle || value == middle && (integer & 1) == 1 ? integer + 1 : integer;
  }

  /** Returns a number times 10^q, rounded to odd: comparisons with even integers are exact. */
  private static long scaled(long n, int q) {
    long high = Powers.high(q);
    long low = n * high;
    long carried = low + Powers.multiplyHigh(n, Powers.lowRoundedUp(q));
    long top = Powers.multiplyHigh(n, high);
    if (Long.compareUnsigned(carried, low) < 0) {
      top++;
    }
    return Long.compareUnsigned(carried, 1) > 0 ? top | 1 : top;
  }
}

package dev.varvel.internal;

/**
 * Writes numbers as text, in the form that Varvel has in every language.
 *
 * <p>A float has the fewest digits that read back to it, and of those the nearest ones. The text
 * has a point or an exponent: {@code 1.0}, {@code -0.0}, {@code 123456789012345.0}. It is plain
 * from 1e-5 up to below 1e16, otherwise like {@code 1.5e-7} or {@code 1e16}. NaN and the infinities
 * give {@code null}; a caller who wants an error looks first.
 */
public final class NumberWriter {
  /** The room that each of these methods may ask for: digits are written eight at a time. */
  public static final int ROOM = 29;

  /** The exponents for which a float is written without one. */
  private static final int LEAST_PLAIN = -5;

  private static final int MOST_PLAIN = 15;

  /** All doubles below it that have no fraction are written as integers of less than 16 digits. */
  private static final double INTEGERS = 1e15;

  /** Below it, a float that is a number of thousandths has at most 15 digits. */
  private static final double THOUSANDTHS = 1e12;

  private static final int EIGHT_DIGITS = 100_000_000;

  private static final long ZEROS = Words.all('0');

  private static final short[] PAIRS = new short[100];
  private static final long[] TENS = new long[19];

  static {
    for (int i = 0; i < PAIRS.length; i++) {
      PAIRS[i] = (short) ('0' + i / 10 | '0' + i % 10 << 8);
    }
    long power = 1;
    for (int i = 0; i < TENS.length; i++) {
      TENS[i] = power;
      power *= 10;
    }
  }

  private NumberWriter() {}

  /** Writes an integer, and returns the end of its text. */
  public static int writeInt(int value, byte[] out, int at) {
    int rest = value;
    if (value < 0) {
      out[at++] = '-';
      rest = -value;
      if (rest < 0) {
        return digits(-(long) value, out, at);
      }
    }
    if (rest < 10) {
      out[at] = (byte) ('0' + rest);
      return at + 1;
    }
    if (rest >= EIGHT_DIGITS) {
      int front = rest / EIGHT_DIGITS;
      int end = at + (front < 10 ? 1 : 2);
      first(front, out, end);
      return eight(rest - front * EIGHT_DIGITS, out, end);
    }
    long digits = Words.digits(rest);
    int zeros = Long.numberOfTrailingZeros(digits) >>> 3;
    Words.put(out, at, (digits | ZEROS) >>> 8 * zeros);
    return at + 8 - zeros;
  }

  /** Writes an integer, and returns the end of its text. */
  public static int writeLong(long value, byte[] out, int at) {
    if (value == (int) value) {
      return writeInt((int) value, out, at);
    }
    if (value < 0) {
      out[at++] = '-';
      value = -value;
    }
    return digits(value, out, at);
  }

  /** Writes an integer of 64 bits without a sign, and returns the end of its text. */
  public static int writeUnsigned(long value, byte[] out, int at) {
    if (value >= 0) {
      return writeLong(value, out, at);
    }
    return digits(value, out, at);
  }

  /** Writes digits of a number without a sign. */
  private static int digits(long number, byte[] out, int at) {
    if (number >= 0 && number <= Integer.MAX_VALUE) {
      return writeInt((int) number, out, at);
    }
    long front = number >= 0 ? number / EIGHT_DIGITS : Long.divideUnsigned(number, EIGHT_DIGITS);
    return eight((int) (number - front * EIGHT_DIGITS), out, digits(front, out, at));
  }

  /** Writes eight digits, zeros in front too. */
  private static int eight(int number, byte[] out, int at) {
    Words.put(out, at, Words.digits(number) | ZEROS);
    return at + 8;
  }

  /** Writes one or two digits that end at a place. */
  private static void first(int digits, byte[] out, int end) {
    if (digits >= 10) {
      Words.putShort(out, end - 2, PAIRS[digits]);
    } else {
      out[end - 1] = (byte) ('0' + digits);
    }
  }

  /** Returns how many digits a number has that is not negative. */
  private static int length(long value) {
    // log10(2) is 1233/4096; the estimate is right or one too low.
    int low = (64 - Long.numberOfLeadingZeros(value | 1)) * 1233 >> 12;
    return value >= TENS[low] ? low + 1 : Math.max(low, 1);
  }

  /** Writes a float of 64 bits, and returns the end of its text. */
  public static int writeDouble(double value, byte[] out, int at) {
    long bits = Double.doubleToRawLongBits(value);
    long magnitude = bits & Long.MAX_VALUE;
    if (magnitude >= Double.doubleToRawLongBits(Double.POSITIVE_INFINITY)) {
      return none(out, at);
    }
    if (bits < 0) {
      out[at++] = '-';
      value = -value;
    }
    if (value < INTEGERS && value == (long) value) {
      return point(writeLong((long) value, out, at), out);
    }
    if (value < THOUSANDTHS) {
      // Two integers are divided, so this is rounded as reading rounds. And no two decimals of up
      // to 15 digits are read as the same float (D. Matula, "In-and-out conversions", 1968).
      long number = (long) (value * 1000 + 0.5);
      if (number / 1000.0 == value) {
        long whole = number / 1000;
        return thousandths((int) (number - 1000 * whole), out, writeLong(whole, out, at));
      }
    }
    return layout(Shortest.ofDouble(magnitude), Shortest.powerOfDouble(magnitude), out, at);
  }

  /** Writes a float of 32 bits, and returns the end of its text. */
  public static int writeFloat(float value, byte[] out, int at) {
    int bits = Float.floatToRawIntBits(value);
    int magnitude = bits & Integer.MAX_VALUE;
    if (magnitude >= Float.floatToRawIntBits(Float.POSITIVE_INFINITY)) {
      return none(out, at);
    }
    if (bits < 0) {
      out[at++] = '-';
      value = -value;
    }
    // Up to 2^24 the floats are all the integers.
    if (value < 1 << 24 && value == (int) value) {
      return point(writeInt((int) value, out, at), out);
    }
    if (value < 1000) {
      // A quick way for numbers of at most six digits.
      int number = (int) (value * 1000 + 0.5f);
      if (number / 1000f == value) {
        int whole = number / 1000;
        return thousandths(number - 1000 * whole, out, writeInt(whole, out, at));
      }
    }
    return layout(Shortest.ofFloat(magnitude), Shortest.powerOfFloat(magnitude), out, at);
  }

  private static int none(byte[] out, int at) {
    Words.putInt(out, at, 'n' | 'u' << 8 | 'l' << 16 | 'l' << 24);
    return at + 4;
  }

  /** Writes the point and zero that make an integer a float. */
  private static int point(int at, byte[] out) {
    out[at] = '.';
    out[at + 1] = '0';
    return at + 2;
  }

  /** Writes a fraction of up to three digits, which is not zero, without zeros at its end. */
  private static int thousandths(int fraction, byte[] out, int at) {
    int tenths = fraction / 100;
    int rest = fraction - 100 * tenths;
    out[at] = '.';
    out[at + 1] = (byte) ('0' + tenths);
    if (rest == 0) {
      return at + 2;
    }
    Words.putShort(out, at + 2, PAIRS[rest]);
    return out[at + 3] == '0' ? at + 3 : at + 4;
  }

  /** Writes {@code digits * 10^power}. */
  private static int layout(long digits, int power, byte[] out, int at) {
    if (digits % 100_000_000 == 0) {
      digits /= 100_000_000;
      power += 8;
    }
    for (long tenth = digits / 10; 10 * tenth == digits; tenth /= 10) {
      digits = tenth;
      power++;
    }
    int count = length(digits);
    int exponent = power + count - 1;
    if (exponent < LEAST_PLAIN || exponent > MOST_PLAIN) {
      int end = withPoint(digits, count, 1, out, at);
      out[end] = 'e';
      return writeInt(exponent, out, end + 1);
    }
    if (exponent < 0) {
      out[at++] = '0';
      out[at++] = '.';
      for (int i = exponent; i < -1; i++) {
        out[at++] = '0';
      }
      return digits(digits, out, at);
    }
    if (power < 0) {
      return withPoint(digits, count, exponent + 1, out, at);
    }
    int end = digits(digits, out, at);
    for (int i = 0; i < power; i++) {
      out[end++] = '0';
    }
    return point(end, out);
  }

  /** Writes digits, with a point behind so many of them if more follow. */
  private static int withPoint(long digits, int count, int whole, byte[] out, int at) {
    if (count == whole) {
      return digits(digits, out, at);
    }
    int end = digits(digits, out, at + 1);
    for (int i = 0; i < whole; i++) {
      out[at + i] = out[at + i + 1];
    }
    out[at + whole] = '.';
    return end;
  }
}

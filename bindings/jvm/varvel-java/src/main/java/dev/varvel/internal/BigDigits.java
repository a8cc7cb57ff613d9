package dev.varvel.internal;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads integers of many digits by halves, whose products are those of Karatsuba, and Toom and
 * Cook. The constructor of {@link BigInteger} takes quadratic time.
 */
final class BigDigits {
  /** Up to so many digits the constructor is faster. */
  private static final int FEW = 512;

  private final byte[] text;

  /** The powers of ten to {@code FEW}, to twice that and so on, as far as they were needed. */
  private final List<BigInteger> powers = new ArrayList<>();

  private BigDigits(byte[] text) {
    this.text = text;
  }

  static BigInteger parse(byte[] text, int from, int to) {
    if (to - from <= FEW) {
      return few(text, from, to);
    }
    boolean negative = text[from] == '-';
    BigInteger value = new BigDigits(text).parse(negative ? from + 1 : from, to);
    return negative ? value.negate() : value;
  }

  private static BigInteger few(byte[] text, int from, int to) {
    return new BigInteger(new String(text, from, to - from, StandardCharsets.ISO_8859_1));
  }

  /** Calls itself once for each doubling of the digits, so at most some 20 times. */
  private BigInteger parse(int from, int to) {
    if (to - from <= FEW) {
      return few(text, from, to);
    }
    int doublings = 0;
    while ((long) FEW << doublings + 1 < to - from) {
      doublings++;
    }
    int middle = to - (FEW << doublings);
    return parse(from, middle).multiply(power(doublings)).add(parse(middle, to));
  }

  private BigInteger power(int doublings) {
    if (powers.isEmpty()) {
      powers.add(BigInteger.TEN.pow(FEW));
    }
    while (powers.size() <= doublings) {
      BigInteger last = powers.get(powers.size() - 1);
      powers.add(last.multiply(last));
    }
    return powers.get(doublings);
  }
}

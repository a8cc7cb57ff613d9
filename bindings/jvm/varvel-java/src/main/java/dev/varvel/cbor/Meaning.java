package dev.varvel.cbor;

import dev.varvel.internal.Decimals;
import dev.varvel.internal.Rfc3339;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * Tags that a kind of value exists for: integers of any size, decimals and points in time.
 *
 * <p>The number of bytes that are looked at is bounded: longer values stay a tag and a value.
 */
final class Meaning {
  enum Of {
    INTEGER,
    DECIMAL,
    TIMESTAMP
  }

  /** How many zeros follow on a point at most. With more, a decimal has an exponent. */
  private static final int ZEROS = 6;

  private static final BigInteger SECOND = BigInteger.valueOf(1_000_000_000);

  private final byte[] bytes;
  private final int end;
  private int at;
  private Of of;
  private BigInteger integer;
  private int exponent;
  private long seconds;
  private int nanoseconds;

  private Meaning(byte[] bytes, int at, int end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /** Returns the value of the tag at a place and what is behind it, or null if they stay two. */
  static Meaning at(byte[] bytes, int at, int end) {
    Meaning meaning = new Meaning(bytes, at, end);
    return meaning.tag() ? meaning : null;
  }

  /**
   * Returns whether two items or members at a place, behind a tag, are read as one value with it.
   */
  static boolean isOne(long tag, byte[] bytes, int at, int end) {
    Meaning meaning = new Meaning(bytes, at, end);
    return tag == Codes.DECIMAL ? meaning.decimal() : meaning.extendedTime();
  }

  /** Returns whether a text is a point in time. */
  static boolean isTime(String text) {
    return text.length() <= Codes.BIG_BYTES && Rfc3339.parse(text) != null;
  }

  /** Returns whether a float is a point in time. */
  static boolean isTime(double value) {
    return new Meaning(new byte[0], 0, 0).ofFloat(value);
  }

  Of of() {
    return of;
  }

  /** Returns the place behind the value. */
  int behind() {
    return at;
  }

  /** Returns the integer, or that of a decimal, which is times ten to the power of an exponent. */
  BigInteger integer() {
    return integer;
  }

  long seconds() {
    return seconds;
  }

  int nanoseconds() {
    return nanoseconds;
  }

  /** Returns the text of a decimal, as JSON has numbers that are no integers. */
  String text() {
    StringBuilder text = new StringBuilder(integer.abs().toString());
    int point = text.length() + exponent;
    if (exponent < 0 && point > 0) {
      text.insert(point, '.');
    } else if (exponent < 0 && -point <= ZEROS) {
      text.insert(0, "0." + "0".repeat(-point));
    } else {
      text.append(exponent < 0 ? "e-" : "e").append(Math.abs(exponent));
    }
    return integer.signum() < 0 ? text.insert(0, '-').toString() : text.toString();
  }

  /** Returns the double that is nearest to a decimal. */
  double toDouble() {
    byte[] text = text().getBytes(StandardCharsets.US_ASCII);
    return Decimals.parseDouble(text, 0, text.length);
  }

  /** Returns the float that is nearest to a decimal. */
  float toFloat() {
    byte[] text = text().getBytes(StandardCharsets.US_ASCII);
    return Decimals.parseFloat(text, 0, text.length);
  }

  /** Returns the first byte of the next item, or -1 at the end or if its argument is cut off. */
  private int first() {
    if (at >= end) {
      return -1;
    }
    int first = bytes[at] & 0xFF;
    int width = Codes.width(first);
    return width >= 0 && width < end - at ? first : -1;
  }

  /** Passes a whole head, and returns its argument. */
  private long argument() {
    long argument = Codes.argument(bytes, at);
    at += 1 + Codes.width(bytes[at] & 0xFF);
    return argument;
  }

  private boolean tag() {
    int first = first();
    if (first < Codes.TAG || first >= Codes.SIMPLE) {
      return false;
    }
    int head = at;
    long number = argument();
    if (number == Codes.TEXT_TIME) {
      return textTime();
    }
    if (number == Codes.EPOCH_TIME) {
      return epochTime();
    }
    if (number == Codes.BIG_UNSIGNED || number == Codes.BIG_NEGATIVE) {
      at = head;
      of = Of.INTEGER;
      return (integer = readInteger()) != null;
    }
    if (number == Codes.DECIMAL || number == Codes.EXTENDED_TIME) {
      return two(number);
    }
    return false;
  }

  /** Reads a container of two items or members. */
  private boolean two(long tag) {
    int major = tag == Codes.DECIMAL ? Codes.ARRAY : Codes.MAP;
    boolean open = at < end && (bytes[at] & 0xFF) == (major | Codes.INDEFINITE);
    if (open) {
      at++;
    } else if ((first() & Codes.MAJOR) != major || first() < 0 || argument() != 2) {
      return false;
    }
    if (!(tag == Codes.DECIMAL ? decimal() : extendedTime())) {
      return false;
    }
    if (open) {
      return at < end && (bytes[at++] & 0xFF) == Codes.BREAK;
    }
    return true;
  }

  private boolean textTime() {
    byte[] text = string(Codes.TEXT);
    if (text == null) {
      return false;
    }
    // Dates are ASCII, and other bytes become other characters.
    Instant time = Rfc3339.parse(new String(text, StandardCharsets.ISO_8859_1));
    return time != null && timestamp(time.getEpochSecond(), time.getNano());
  }

  private boolean timestamp(long whole, long part) {
    of = Of.TIMESTAMP;
    seconds = whole;
    nanoseconds = (int) part;
    return part >= 0 && part < 1_000_000_000;
  }

  private boolean epochTime() {
    int first = first();
    if (first >= 0 && first < Codes.BYTES) {
      Long whole = small();
      return whole != null && timestamp(whole, 0);
    }
    if (!Codes.isFloat(first)) {
      return false;
    }
    double value = Double.longBitsToDouble(Codes.floating(bytes, at));
    at += 1 + Codes.width(first);
    return ofFloat(value);
  }

  /**
   * Takes seconds as a float: the whole microseconds of which it is the nearest float, if there are
   * some, or else the nearest nanosecond, ties to even.
   */
  private boolean ofFloat(double value) {
    if (!(Math.abs(value) <= 0x1p63)) {
      return false;
    }
    double scaled = value * 1e6;
    // Integers below are floats, so that the quotient is rounded once.
    if (Math.abs(scaled) < 0x1p53) {
      // The product may be rounded to either side of the microsecond that is nearest.
      long near = (long) scaled;
      for (long micros = near - 1; micros <= near + 1; micros++) {
        if (micros / 1e6 == value) {
          long part = Math.floorMod(micros, 1_000_000) * 1_000L;
          return timestamp(Math.floorDiv(micros, 1_000_000), part);
        }
      }
    }
    long bits = Double.doubleToRawLongBits(value);
    int power = (int) (bits >>> 52 & 0x7FF);
    long mantissa = bits & (1L << 52) - 1;
    mantissa |= power == 0 ? 0 : 1L << 52;
    power = power == 0 ? -1074 : power - 1075;
    BigInteger nanos = BigInteger.valueOf(mantissa).multiply(SECOND);
    if (power >= 0) {
      nanos = nanos.shiftLeft(power);
    } else if (power >= -126) {
      nanos = rounded(nanos, -power);
    } else {
      nanos = BigInteger.ZERO;
    }
    nanos = bits < 0 ? nanos.negate() : nanos;
    BigInteger[] parts = nanos.divideAndRemainder(SECOND);
    if (parts[1].signum() < 0) {
      parts[0] = parts[0].subtract(BigInteger.ONE);
      parts[1] = parts[1].add(SECOND);
    }
    return parts[0].bitLength() < Long.SIZE
        && timestamp(parts[0].longValue(), parts[1].longValue());
  }

  private static BigInteger rounded(BigInteger value, int shift) {
    BigInteger whole = value.shiftRight(shift);
    int half =
        value.subtract(whole.shiftLeft(shift)).compareTo(BigInteger.ONE.shiftLeft(shift - 1));
    return half > 0 || half == 0 && whole.testBit(0) ? whole.add(BigInteger.ONE) : whole;
  }

  /** Reads an integer in one item, or in a byte string behind a tag; null if there is none. */
  private BigInteger readInteger() {
    int first = first();
    if (first < 0) {
      return null;
    }
    int major = first & Codes.MAJOR;
    boolean tag = major == Codes.TAG;
    if (!tag && major != Codes.UNSIGNED && major != Codes.NEGATIVE) {
      return null;
    }
    long argument = argument();
    BigInteger magnitude;
    boolean negative = major == Codes.NEGATIVE;
    if (tag) {
      if (argument != Codes.BIG_UNSIGNED && argument != Codes.BIG_NEGATIVE) {
        return null;
      }
      byte[] string = string(Codes.BYTES);
      if (string == null) {
        return null;
      }
      negative = argument == Codes.BIG_NEGATIVE;
      magnitude = new BigInteger(1, string);
    } else {
      magnitude = new BigInteger(Long.toUnsignedString(argument));
    }
    return negative ? magnitude.not() : magnitude;
  }

  /** Reads an integer that a long holds; null if there is none. */
  private Long small() {
    BigInteger value = readInteger();
    return value == null || value.bitLength() >= Long.SIZE ? null : value.longValue();
  }

  /** Reads a string, in one or in chunks, that is not too long; null if there is none. */
  private byte[] string(int major) {
    if (at >= end || (bytes[at] & 0xFF) != (major | Codes.INDEFINITE)) {
      return block(major);
    }
    at++;
    byte[] all = new byte[0];
    while (at < end && (bytes[at] & 0xFF) != Codes.BREAK) {
      byte[] chunk = block(major);
      if (chunk == null || all.length + chunk.length > Codes.BIG_BYTES) {
        return null;
      }
      int length = all.length;
      all = Arrays.copyOf(all, length + chunk.length);
      System.arraycopy(chunk, 0, all, length, chunk.length);
    }
    return at++ < end ? all : null;
  }

  private byte[] block(int major) {
    int first = first();
    if (first < 0 || (first & Codes.MAJOR) != major) {
      return null;
    }
    long length = argument();
    if (length < 0 || length > Codes.BIG_BYTES || length > end - at) {
      return null;
    }
    at += (int) length;
    return Arrays.copyOfRange(bytes, at - (int) length, at);
  }

  private boolean decimal() {
    of = Of.DECIMAL;
    Long power = small();
    if (power == null) {
      return false;
    }
    integer = readInteger();
    exponent = power.intValue();
    return integer != null && power >= -Codes.EXPONENT && power <= Codes.EXPONENT;
  }

  /** Reads seconds and nanoseconds, in either order. */
  private boolean extendedTime() {
    Long whole = null;
    Long part = null;
    for (int i = 0; i < 2; i++) {
      Long key = small();
      Long value = key == null ? null : small();
      if (value == null) {
        return false;
      }
      if (key == 1) {
        whole = value;
      } else if (key == Codes.NANOSECONDS) {
        part = value;
      } else {
        return false;
      }
    }
    return whole != null && part != null && timestamp(whole, part);
  }
}

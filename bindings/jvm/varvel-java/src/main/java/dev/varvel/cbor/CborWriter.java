package dev.varvel.cbor;

import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.internal.BinaryScan;
import dev.varvel.internal.BinaryScan.Place;
import dev.varvel.internal.BinaryWriter;
import dev.varvel.internal.NumberText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;

/**
 * Writes CBOR into memory in preferred serialization (RFC 8949, section 4.1): integers, lengths and
 * floats in the fewest bytes that hold them exactly, and definite lengths.
 *
 * <p>Integers beyond 64 bits are tags 2 and 3, decimals the tag 4, points in time the tag 1 or,
 * with nanoseconds, the tag 1001 (RFC 9581). Numbers that readers would not take for numbers are
 * errors, unless they are written as text: see {@link CborWriteOptions}. So are extensions of
 * MessagePack; a value behind a tag that allows only others; a tag that would make the value behind
 * it another value, such as a number behind the tag 1; and calls in an order that no document has.
 * After an error a writer takes no more until {@link #reset}.
 *
 * <p>A writer can be used again after {@link #reset}, and keeps its memory. One writer belongs to
 * one thread.
 */
@SuppressWarnings("exports") // The binary formats share what programs never name.
public final class CborWriter extends BinaryWriter {
  /** The most digits of an integer of 128 bytes. */
  private static final int DIGITS = 309;

  private static final BigInteger BEYOND = BigInteger.ONE.shiftLeft(8 * Codes.BIG_BYTES);

  /** A container that may be one value with the tag before it. */
  private record Watched(int at, long tag) {}

  private final CborWriteOptions options;

  /** The tag that does not allow every value. */
  private long awaited;

  private final ArrayDeque<Watched> watched = new ArrayDeque<>();

  /** Makes a writer with the usual options. */
  public CborWriter() {
    this(CborWriteOptions.DEFAULT);
  }

  /** Makes a writer. */
  public CborWriter(CborWriteOptions options) {
    this.options = options;
    begin();
  }

  @Override
  protected void begin() {
    watched.clear();
    if (options.signature()) {
      put(Codes.head(Codes.TAG, Codes.SELF_DESCRIBED, room(HEAD), 0));
    }
  }

  @Override
  protected void complete(byte[] bytes, int length) {
    if (options.deterministic()) {
      Sorted.sort(bytes, length, this::twice);
    }
  }

  private void twice(ErrorKind kind, int at, String expected, String found) {
    BinaryScan scan = scan(written(), place());
    VarvelException error = scan.errorAt(kind, at, expected, found);
    throw VarvelException.of(kind)
        .expected(expected)
        .found("the key before again")
        .path(error.path())
        .build();
  }

  @Override
  protected BinaryScan scan(byte[] bytes, int length) {
    Limits all = new Limits(Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, 0);
    return new CborScan(bytes, 0, 0, length, all, Place.WHOLE);
  }

  @Override
  protected String awaited() {
    return "the value behind a tag";
  }

  @Override
  protected void checkContent(String found, Object value) {
    String what =
        switch ((int) awaited) {
          case Codes.TEXT_TIME -> behindText(value);
          case Codes.EPOCH_TIME -> behindEpoch(value);
          case Codes.BIG_UNSIGNED, Codes.BIG_NEGATIVE -> {
            boolean big = value instanceof Integer length && length <= Codes.BIG_BYTES;
            yield big ? "the tag 2 or 3 before bytes, which are an integer" : null;
          }
          default -> {
            boolean array = awaited == Codes.DECIMAL;
            if (value == (array ? AN_ARRAY : A_MAP)) {
              watched.push(new Watched(place(), awaited));
            }
            yield null;
          }
        };
    if (what != null) {
      throw refused(what);
    }
  }

  private static String behindText(Object value) {
    if (!(value instanceof String text)) {
      return "the tag 0 before something else than a string";
    }
    return Meaning.isTime(text) ? "the tag 0 before a date, which is a point in time" : null;
  }

  private static String behindEpoch(Object value) {
    if (value instanceof BigInteger integer) {
      return integer.bitLength() < Long.SIZE
          ? "the tag 1 before a number, which is a point in time"
          : null;
    }
    if (value instanceof Double number) {
      return Meaning.isTime(number) ? "the tag 1 before a number, which is a point in time" : null;
    }
    return "the tag 1 before something else than a number";
  }

  @Override
  protected void closed(int at, int count) {
    while (!watched.isEmpty() && watched.peek().at() >= at) {
      Watched last = watched.pop();
      if (last.at() == at
          && count == 2
          && Meaning.isOne(last.tag(), written(), at + headLength(at), place())) {
        throw refused("a tag and a container that are one value");
      }
    }
  }

  private int headLength(int at) {
    return 1 + Codes.width(written()[at] & 0xFF);
  }

  private VarvelException refused(String found) {
    return fail(ErrorKind.UNREPRESENTABLE, "what CBOR can hold", found);
  }

  private void one(int code, String found) {
    beforeValue(found, null);
    int at = place();
    room(1)[at] = (byte) code;
    put(at + 1);
    value();
  }

  @Override
  public void writeNull() {
    one(Codes.NULL, "null");
  }

  @Override
  public void writeBoolean(boolean value) {
    one(value ? Codes.TRUE : Codes.FALSE, "a value");
  }

  @Override
  protected int integer(long value, byte[] out, int at) {
    return Codes.integer(value, out, at);
  }

  @Override
  public void writeLong(long value) {
    if (!takesValue()) {
      beforeValue("a value", BigInteger.valueOf(value));
    }
    put(Codes.integer(value, room(HEAD), place()));
    value();
  }

  @Override
  public void writeUnsignedLong(long value) {
    if (value >= 0) {
      writeLong(value);
      return;
    }
    beforeValue("a value", NumberText.TWO_64);
    put(Codes.head(Codes.UNSIGNED, value, room(HEAD), place()));
    value();
  }

  @Override
  public void writeFloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (!takesValue()) {
      beforeValue("a value", Double.longBitsToDouble(Codes.widened(bits)));
    }
    put(Codes.float32(bits, room(HEAD), place()));
    value();
  }

  @Override
  public void writeDouble(double value) {
    if (!takesValue()) {
      beforeValue("a value", value);
    }
    put(Codes.float64(Double.doubleToRawLongBits(value), room(HEAD), place()));
    value();
  }

  @Override
  public void writeBigInteger(BigInteger value) {
    refuseNull(value);
    BigInteger magnitude = value.signum() < 0 ? value.not() : value;
    if (magnitude.compareTo(BEYOND) >= 0) {
      other(value.toString(), "an integer of more than 128 bytes");
      return;
    }
    boolean word = magnitude.bitLength() <= Long.SIZE;
    beforeValue(word ? "a value" : "a number", word ? value : null);
    bigInteger(value);
    value();
  }

  /** Writes an integer of at most 128 bytes. */
  private void bigInteger(BigInteger value) {
    boolean negative = value.signum() < 0;
    BigInteger magnitude = negative ? value.not() : value;
    byte[] out = room(2L * HEAD + Codes.BIG_BYTES);
    if (magnitude.bitLength() <= Long.SIZE) {
      int major = negative ? Codes.NEGATIVE : Codes.UNSIGNED;
      put(Codes.head(major, magnitude.longValue(), out, place()));
      return;
    }
    byte[] bytes = magnitude.toByteArray();
    int zeros = bytes[0] == 0 ? 1 : 0;
    int tag = negative ? Codes.BIG_NEGATIVE : Codes.BIG_UNSIGNED;
    int at = Codes.head(Codes.TAG, tag, out, place());
    put(Codes.head(Codes.BYTES, bytes.length - zeros, out, at));
    block(bytes, zeros, bytes.length);
  }

  @Override
  public void writeBigDecimal(BigDecimal value) {
    refuseNull(value);
    BigInteger mantissa = value.unscaledValue();
    BigInteger magnitude = mantissa.signum() < 0 ? mantissa.not() : mantissa;
    if (Math.abs((long) value.scale()) > Codes.EXPONENT || magnitude.compareTo(BEYOND) >= 0) {
      other(value.toString(), TOO_LONG);
      return;
    }
    beforeValue("a number", null);
    byte[] out = room(2L * HEAD);
    int at = Codes.head(Codes.TAG, Codes.DECIMAL, out, place());
    at = Codes.head(Codes.ARRAY, 2, out, at);
    put(Codes.integer(-value.scale(), out, at));
    bigInteger(mantissa);
    value();
  }

  private static final String TOO_LONG =
      "a decimal of more than 128 bytes, or with an exponent beyond 9999";

  /** Writes a number as text that readers would not take for a number. */
  private void other(String number, String found) {
    if (!options.asText()) {
      throw refused(found);
    }
    writeString(number);
  }

  @Override
  public void writeNumberText(String number) {
    refuseNull(number);
    if (!NumberText.isNumber(number)) {
      throw fail(ErrorKind.INVALID_NUMBER, "a number in the grammar of JSON", "");
    }
    boolean isInteger = NumberText.isInteger(number);
    if (NumberText.significantDigits(number) > DIGITS) {
      other(number, isInteger ? "an integer of more than 128 bytes" : TOO_LONG);
    } else if (isInteger) {
      writeBigInteger(new BigInteger(number));
    } else {
      decimal(number);
    }
  }

  private void decimal(String number) {
    BigDecimal value;
    try {
      value = new BigDecimal(number);
    } catch (NumberFormatException e) {
      // The exponent does not fit 32 bits.
      other(number, TOO_LONG);
      return;
    }
    if (value.signum() == 0 && number.charAt(0) == '-') {
      if (isJson()) {
        writeDouble(-0.0);
        return;
      }
      other(number, "a decimal that is a negative zero");
    } else if (Math.abs((long) value.scale()) > Codes.EXPONENT) {
      other(number, TOO_LONG);
    } else {
      writeBigDecimal(value);
    }
  }

  @Override
  protected int stringHead(int length, byte[] out, int at) {
    return Codes.head(Codes.TEXT, length, out, at);
  }

  @Override
  protected int head(boolean map, int count, byte[] out, int at) {
    return Codes.head(map ? Codes.MAP : Codes.ARRAY, count, out, at);
  }

  @Override
  public void writeBytes(byte[] bytes, int from, int to) {
    check(bytes, from, to);
    beforeValue("bytes", to - from);
    put(Codes.head(Codes.BYTES, to - from, room(HEAD), place()));
    block(bytes, from, to);
    value();
  }

  @Override
  public void writeTimestamp(long seconds, int nanoseconds) {
    if (nanoseconds < 0 || nanoseconds > 999_999_999) {
      String found = Integer.toString(nanoseconds);
      throw fail(ErrorKind.NUMBER_OUT_OF_RANGE, "nanoseconds below a second", found);
    }
    beforeValue("a timestamp", null);
    byte[] out = room(4L * HEAD);
    int at = place();
    if (nanoseconds == 0) {
      at = Codes.head(Codes.TAG, Codes.EPOCH_TIME, out, at);
      put(Codes.integer(seconds, out, at));
    } else {
      at = Codes.head(Codes.TAG, Codes.EXTENDED_TIME, out, at);
      at = Codes.head(Codes.MAP, 2, out, at);
      at = Codes.integer(1, out, at);
      at = Codes.integer(seconds, out, at);
      at = Codes.integer(Codes.NANOSECONDS, out, at);
      put(Codes.integer(nanoseconds, out, at));
    }
    value();
  }

  @Override
  public void beginTag(long number) {
    boolean begins = place() == 0;
    beforeValue("a tag", null);
    byte[] out = room(2L * HEAD);
    int at = place();
    if (begins && number == Codes.SELF_DESCRIBED) {
      // A reader ignores the first of these tags.
      at = Codes.head(Codes.TAG, number, out, at);
    }
    put(Codes.head(Codes.TAG, number, out, at));
    if (number >= 0 && number <= Codes.DECIMAL || number == Codes.EXTENDED_TIME) {
      awaited = number;
      await();
    } else {
      tag();
    }
  }

  @Override
  public void writeSimple(int number) {
    if (number < 0 || number > 0xFF) {
      String found = Integer.toString(number);
      throw fail(ErrorKind.NUMBER_OUT_OF_RANGE, "a number from 0 to 255", found);
    }
    if (number >= 20 && number <= 22) {
      // A reader would take these values for false, true and null.
      throw refused("a simple value from 20 to 22");
    }
    if (number >= 24 && number < 32) {
      throw refused("a simple value from 24 to 31");
    }
    beforeValue("a value", null);
    put(Codes.head(Codes.SIMPLE, number, room(HEAD), place()));
    value();
  }

  @Override
  public void beginExtension(int type) {
    throw refused("an extension type of MessagePack");
  }
}

package dev.varvel.cbor;

import dev.varvel.ErrorKind;
import dev.varvel.Fields;
import dev.varvel.Kind;
import dev.varvel.Limits;
import dev.varvel.Reader;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import dev.varvel.internal.BigEndian;
import dev.varvel.internal.BinaryReader;
import dev.varvel.internal.BinaryScan;
import dev.varvel.internal.BinaryScan.Place;
import dev.varvel.internal.Decimals;
import dev.varvel.internal.Names;
import dev.varvel.internal.Paths;
import dev.varvel.internal.Utf8;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;

/**
 * Reads CBOR (RFC 8949).
 *
 * <p>All well-formed encodings are read, also longer ones than needed and those of indefinite
 * length. The tags 2 and 3 are integers, the tag 4 is a decimal, and the tags 0, 1 and 1001 are
 * points in time; other tags are read by {@link #beginTag}. Integers are told from floats: an
 * integer is never taken from a float, and a float only from an integer that it holds exactly. A
 * tag 55799 that marks a document as CBOR is passed. One reader belongs to one thread.
 */
@SuppressWarnings("exports") // The binary formats share what programs never name.
public final class CborReader extends BinaryReader {
  /** Makes a reader with the usual options. */
  public CborReader(byte[] bytes) {
    this(bytes, 0, bytes.length, CborOptions.DEFAULT);
  }

  /**
   * Makes a reader of a part of an array.
   *
   * @param from the first byte
   * @param to the end, behind the last byte
   */
  public CborReader(byte[] bytes, int from, int to, CborOptions options) {
    this(bytes, from, checked(bytes, from, to, options.limits()), options, Place.WHOLE);
  }

  /** Makes a reader of a part of an input, which may have more bytes than the limit. */
  CborReader(byte[] bytes, int from, int to, CborOptions options, Place place) {
    super(
        bytes,
        from,
        place.isDocument() && Codes.hasSignature(bytes, from, to) ? from + 3 : from,
        to,
        options.limits(),
        options.duplicates(),
        place);
    if (options.dcbor()) {
      new Dcbor(bytes, at, to, this::malformed).check(options.limits().depth());
    }
    checkNodes();
  }

  private CborReader(CborReader from) {
    super(from);
  }

  @Override
  protected Reader copy() {
    return new CborReader(this);
  }

  @Override
  protected BinaryScan scan(int from, Limits limits) {
    return new CborScan(bytes, begin, from, end, limits, place);
  }

  /** Throws the error of a form that dCBOR does not have. */
  private void malformed(ErrorKind kind, int at, String expected, String found) {
    Limits all = new Limits(Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, 0);
    throw scan(this.at, all).errorBefore(kind, at, expected, found);
  }

  /** Returns the first byte of the next item, or the break, which begins none, at the end. */
  private int first() {
    return at < end ? bytes[at] & 0xFF : Codes.BREAK;
  }

  private int major() {
    return first() & Codes.MAJOR;
  }

  /** Returns the argument of the next head, which must be whole. */
  private long argument() {
    checkHead();
    return Codes.argument(bytes, at);
  }

  /** Returns the place behind the next head, which is whole. */
  private int inside() {
    return at + 1 + Codes.width(bytes[at] & 0xFF);
  }

  @Override
  protected void checkHead() {
    int first = first();
    int width = Codes.width(first);
    boolean indefinite = first >= Codes.BYTES && first < Codes.TAG && Codes.isIndefinite(first);
    if (at >= end || !indefinite && (width < 0 || width >= end - at)) {
      throw fault();
    }
  }

  @Override
  public Kind peek() {
    int first = first();
    return switch (first & Codes.MAJOR) {
      case Codes.UNSIGNED -> Kind.INT;
      case Codes.NEGATIVE -> first == 0x3B && argument() < 0 ? Kind.BIG_INT : Kind.INT;
      case Codes.BYTES -> Kind.BYTES;
      case Codes.TEXT -> Kind.STRING;
      case Codes.ARRAY -> Kind.ARRAY;
      case Codes.MAP -> kindOfMap(first);
      case Codes.TAG -> kindOfTag();
      default -> kindOfSimple(first);
    };
  }

  /** Returns the kind of a map, which its first key decides. */
  private Kind kindOfMap(int first) {
    boolean indefinite = Codes.isIndefinite(first);
    if (!indefinite && argument() == 0) {
      return Kind.OBJECT;
    }
    int key = indefinite ? at + 1 : inside();
    int next = key < end ? bytes[key] & 0xFF : Codes.BREAK;
    boolean strings =
        key >= end || indefinite && next == Codes.BREAK || (next & Codes.MAJOR) == Codes.TEXT;
    return strings ? Kind.OBJECT : Kind.MAP;
  }

  private Kind kindOfTag() {
    Meaning meaning = Meaning.at(bytes, at, end);
    if (meaning == null) {
      return Kind.TAGGED;
    }
    return switch (meaning.of()) {
      case DECIMAL -> Kind.DECIMAL;
      case TIMESTAMP -> Kind.TIMESTAMP;
      case INTEGER -> isBig(meaning.integer()) ? Kind.BIG_INT : Kind.INT;
    };
  }

  private static boolean isBig(BigInteger value) {
    return value.bitLength() > (value.signum() < 0 ? Long.SIZE - 1 : Long.SIZE);
  }

  private Kind kindOfSimple(int first) {
    if (first == Codes.NULL) {
      return Kind.NULL;
    }
    if (first == Codes.FALSE || first == Codes.TRUE) {
      return Kind.BOOL;
    }
    if (Codes.isFloat(first)) {
      return Kind.FLOAT;
    }
    boolean whole = first != Codes.SIMPLE_8 || end - at >= 2 && (bytes[at + 1] & 0xFF) >= 32;
    if (!Codes.isSimple(first) || !whole) {
      throw fault();
    }
    return Kind.SIMPLE;
  }

  @Override
  protected int behindLeaf() {
    int first = first();
    int width = Codes.width(first);
    if (width < 0 || width >= end - at) {
      return -1;
    }
    int inside = at + 1 + width;
    switch (first & Codes.MAJOR) {
      case Codes.UNSIGNED, Codes.NEGATIVE -> {
        return inside;
      }
      case Codes.TEXT -> {
        long length = Codes.argument(bytes, at);
        boolean right =
            length >= 0
                && length <= end - inside
                && Utf8.firstInvalid(bytes, inside, inside + (int) length) < 0;
        return right ? inside + (int) length : -1;
      }
      default -> {
        boolean word = first >= Codes.FALSE && first <= Codes.NULL;
        return word || Codes.isFloat(first) ? inside : -1;
      }
    }
  }

  @Override
  public boolean readNull() {
    if (at >= end) {
      throw fault();
    }
    if ((bytes[at] & 0xFF) != Codes.NULL) {
      return false;
    }
    at++;
    return true;
  }

  @Override
  public boolean readBoolean() {
    int first = first();
    if ((first & 0xFE) != Codes.FALSE) {
      throw wrong("a boolean");
    }
    at++;
    return first == Codes.TRUE;
  }

  // Numbers

  @Override
  public long readLong() {
    int p = at;
    if (p < end) {
      int first = bytes[p];
      if (first >= 0 && first < Codes.ONE_BYTE) {
        at = p + 1;
        return first;
      }
    }
    return wideLong();
  }

  private long wideLong() {
    int major = major();
    if (major == Codes.UNSIGNED || major == Codes.NEGATIVE) {
      long argument = argument();
      if (argument >= 0) {
        at = inside();
        return major == Codes.UNSIGNED ? argument : ~argument;
      }
    }
    int from = at;
    BigInteger value = readBigInteger();
    if (value.bitLength() >= Long.SIZE) {
      at = from;
      throw outOfRange(from, A_LONG, value.toString());
    }
    return value.longValue();
  }

  @Override
  public BigInteger readBigInteger() {
    BigInteger value = integerOrNull();
    if (value == null) {
      throw wrong("an integer");
    }
    return value;
  }

  /** Reads an integer, or passes nothing and returns null. */
  private BigInteger integerOrNull() {
    int major = major();
    if (major == Codes.UNSIGNED || major == Codes.NEGATIVE) {
      BigInteger value = new BigInteger(Long.toUnsignedString(argument()));
      at = inside();
      return major == Codes.UNSIGNED ? value : value.not();
    }
    Meaning meaning = major == Codes.TAG ? Meaning.at(bytes, at, end) : null;
    if (meaning == null || meaning.of() != Meaning.Of.INTEGER) {
      return null;
    }
    at = meaning.behind();
    return meaning.integer();
  }

  /** Reads a decimal, or passes nothing and returns null. */
  private Meaning decimalOrNull() {
    Meaning meaning = major() == Codes.TAG ? Meaning.at(bytes, at, end) : null;
    if (meaning == null || meaning.of() != Meaning.Of.DECIMAL) {
      return null;
    }
    at = meaning.behind();
    return meaning;
  }

  /** Passes a float, and returns its bits in 64. */
  private long floating() {
    checkHead();
    long bits = Codes.floating(bytes, at);
    at = inside();
    return bits;
  }

  @Override
  public double readDouble() {
    int p = at;
    if (p <= end - 9 && (bytes[p] & 0xFF) == Codes.FLOAT_64) {
      at = p + 9;
      return Double.longBitsToDouble(BigEndian.getLong(bytes, p + 1));
    }
    if (Codes.isFloat(first())) {
      return Double.longBitsToDouble(floating());
    }
    BigInteger integer = integerOrNull();
    if (integer != null) {
      return exactDouble(p, integer);
    }
    Meaning decimal = decimalOrNull();
    if (decimal == null) {
      throw wrong("a number");
    }
    double value = decimal.toDouble();
    if (Double.isInfinite(value)) {
      throw outOfRange(p, "a number that a 64-bit float can hold", decimal.text());
    }
    return value;
  }

  @Override
  public float readFloat() {
    int from = at;
    int first = first();
    if (first == Codes.FLOAT_32 || first == Codes.FLOAT_16) {
      checkHead();
      at = inside();
      return Float.intBitsToFloat(
          first == Codes.FLOAT_32
              ? BigEndian.getInt(bytes, from + 1)
              : Codes.ofHalf(BigEndian.getShort(bytes, from + 1)));
    }
    if (first == Codes.FLOAT_64) {
      return narrowed(from, Double.longBitsToDouble(floating()));
    }
    BigInteger integer = integerOrNull();
    if (integer != null) {
      return exactFloat(from, integer);
    }
    Meaning decimal = decimalOrNull();
    if (decimal == null) {
      throw wrong("a number");
    }
    float value = decimal.toFloat();
    if (Float.isInfinite(value)) {
      throw outOfRange(from, "a number that a 32-bit float can hold", decimal.text());
    }
    return value;
  }

  @Override
  public BigDecimal readBigDecimal() {
    int from = at;
    if (Codes.isFloat(first())) {
      return decimal(from, Double.longBitsToDouble(floating()));
    }
    BigInteger integer = integerOrNull();
    if (integer != null) {
      return new BigDecimal(integer);
    }
    Meaning decimal = decimalOrNull();
    if (decimal == null) {
      throw wrong("a number");
    }
    byte[] text = Utf8.bytes(decimal.text());
    BigDecimal value = Decimals.parseBigDecimal(text, 0, text.length);
    if (value == null) {
      String expected = "a decimal whose exponent is at most " + Decimals.MOST_EXPONENT;
      throw outOfRange(from, expected, decimal.text());
    }
    return value;
  }

  @Override
  protected void copyNumber(Kind kind, Writer to) {
    if (kind == Kind.FLOAT) {
      // Writers narrow a float where nothing is lost. As a float of 32 bits, text would have fewer
      // digits than its value.
      to.writeDouble(Double.longBitsToDouble(floating()));
      return;
    }
    if (kind == Kind.DECIMAL) {
      to.writeNumberText(decimalOrNull().text());
      return;
    }
    int major = major();
    long argument = major == Codes.TAG ? -1 : argument();
    if (argument >= 0) {
      at = inside();
      to.writeLong(major == Codes.UNSIGNED ? argument : ~argument);
    } else {
      to.writeBigInteger(readBigInteger());
    }
  }

  // Strings

  @Override
  public String readString() {
    int p = at;
    if (p < end) {
      int length = (bytes[p] & 0xFF) - Codes.TEXT;
      if (length >= 0 && length < Codes.ONE_BYTE) {
        int from = p + 1;
        int to = from + length;
        if (to <= end && Utf8.isAscii(bytes, from, to)) {
          at = to;
          return ascii(bytes, from, to);
        }
      }
    }
    return otherString("a string");
  }

  @SuppressWarnings("deprecation") // The one constructor that copies bytes without looking at them.
  private static String ascii(byte[] bytes, int from, int to) {
    return new String(bytes, 0, from, to - from);
  }

  private String otherString(String expected) {
    if (major() != Codes.TEXT) {
      throw wrong(expected);
    }
    if (Codes.isIndefinite(first())) {
      // Each chunk is UTF-8, so all of them together are.
      byte[] all = chunks();
      return Utf8.string(all, 0, all.length);
    }
    int behind = behindLeaf();
    if (behind < 0) {
      throw fault();
    }
    String text = Utf8.string(bytes, inside(), behind);
    at = behind;
    return text;
  }

  /** Reads the chunks of a string of indefinite length. */
  private byte[] chunks() {
    int p = at;
    at = scan(p, Limits.DEFAULT.withDepth(1)).runOr(this::fault);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (p++; p < at - 1; ) {
      int from = p + 1 + Codes.width(bytes[p] & 0xFF);
      int length = (int) Codes.argument(bytes, p);
      all.write(bytes, from, length);
      p = from + length;
    }
    return all.toByteArray();
  }

  @Override
  public byte[] readBytes() {
    if (major() != Codes.BYTES) {
      throw wrong("bytes");
    }
    if (Codes.isIndefinite(first())) {
      return chunks();
    }
    long length = argument();
    int from = inside();
    if (length < 0 || length > end - from) {
      throw fault();
    }
    at = from + (int) length;
    return Arrays.copyOfRange(bytes, from, at);
  }

  // Tags

  @Override
  public Instant readInstant() {
    int from = at;
    Meaning time = timestamp();
    return instant(from, time.seconds(), time.nanoseconds());
  }

  @Override
  protected void copyTimestamp(Writer to) {
    Meaning time = timestamp();
    to.writeTimestamp(time.seconds(), time.nanoseconds());
  }

  private Meaning timestamp() {
    Meaning meaning = major() == Codes.TAG ? Meaning.at(bytes, at, end) : null;
    if (meaning == null || meaning.of() != Meaning.Of.TIMESTAMP) {
      throw noTimestamp();
    }
    at = meaning.behind();
    return meaning;
  }

  /** Returns the error of a value that is no point in time, or of one that is beyond the range. */
  private VarvelException noTimestamp() {
    int from = at;
    if (major() != Codes.TAG) {
      return wrong("a timestamp");
    }
    long tag = argument();
    int inside = inside();
    if (CborScan.wrongContent(bytes, at, inside, end) != null) {
      return fault();
    }
    at = inside;
    if (tag == Codes.TEXT_TIME) {
      String text = Paths.quoted(readString());
      String expected = "a point in time as 2026-01-31T12:00:00Z behind the tag 0";
      return errorAt(ErrorKind.TYPE_MISMATCH, from, expected, text);
    }
    if (tag == Codes.EPOCH_TIME) {
      String number = shownNumber();
      return outOfRange(from, "a point in time of 64 bits of seconds", number);
    }
    at = from;
    return wrong("a timestamp");
  }

  private String shownNumber() {
    return Codes.isFloat(first())
        ? Double.toString(Double.longBitsToDouble(floating()))
        : readBigInteger().toString();
  }

  @Override
  public long beginTag() {
    if (major() != Codes.TAG || peek() != Kind.TAGGED) {
      throw wrong("a tagged value");
    }
    long number = argument();
    int inside = inside();
    if (CborScan.wrongContent(bytes, at, inside, end) != null) {
      throw fault();
    }
    enter(TAGGED);
    at = inside;
    return number;
  }

  @Override
  public int beginExtension() {
    throw wrong("an extension");
  }

  @Override
  public int readSimple() {
    int first = first();
    if (!Codes.isSimple(first)) {
      throw wrong("a simple value");
    }
    peek();
    passEmpty();
    boolean wide = first == Codes.SIMPLE_8;
    int number = wide ? bytes[at + 1] & 0xFF : first & Codes.INFO;
    at += wide ? 2 : 1;
    return number;
  }

  // Containers

  @Override
  public boolean beginArray() {
    return begin(Codes.ARRAY, 1, "an array");
  }

  @Override
  public boolean beginObject() {
    return begin(Codes.MAP, 2, "an object");
  }

  @Override
  public boolean beginMap() {
    return begin(Codes.MAP, 2, "a map");
  }

  /** Enters a container, each part of which has so many values, or passes an empty one. */
  private boolean begin(int major, int values, String expected) {
    int p = at;
    int count = p < end ? (bytes[p] & 0xFF) - major : -1;
    int inside = p + 1;
    if (count < 0 || count >= Codes.ONE_BYTE) {
      if (major() != major) {
        throw wrong(expected);
      }
      if (Codes.isIndefinite(first())) {
        return beginIndefinite();
      }
      long wide = argument();
      inside = inside();
      count = (int) Math.min(wide < 0 ? Integer.MAX_VALUE : wide, Integer.MAX_VALUE);
    }
    if (count > (end - inside) / values) {
      throw fault();
    }
    if (count == 0) {
      passEmpty();
    } else {
      enter(count);
    }
    at = inside;
    return count != 0;
  }

  private boolean beginIndefinite() {
    enter(INDEFINITE);
    at++;
    return nextIndefinite();
  }

  private boolean nextIndefinite() {
    if (at >= end) {
      throw fault();
    }
    if ((bytes[at] & 0xFF) != Codes.BREAK) {
      return true;
    }
    at++;
    leave();
    return false;
  }

  @Override
  public boolean nextItem() {
    if (left > 1) {
      left--;
      return true;
    }
    return lastItem();
  }

  private boolean lastItem() {
    settle();
    if (left > 1) {
      left--;
      return true;
    }
    if (left == INDEFINITE) {
      return nextIndefinite();
    }
    leave();
    return false;
  }

  @Override
  public boolean nextMember() {
    return nextItem();
  }

  @Override
  public String readKey() {
    keyAt = at;
    return major() == Codes.TEXT ? readString() : otherString("a string as key");
  }

  @Override
  public long readLongKey() {
    keyAt = at;
    return major() == Codes.TEXT ? digits(readString()) : readLong();
  }

  @Override
  public int nextField(Fields fields, int expected) {
    return nextItem() ? field(fields, expected) : END;
  }

  @Override
  protected int field(Fields fields, int expected) {
    Names names = fields.prepared();
    int p = at;
    int length = p < end ? (bytes[p] & 0xFF) - Codes.TEXT : -1;
    if (length >= 0 && length < Codes.ONE_BYTE && names.has(expected)) {
      if (names.matchesPlain(expected, bytes, p + 1, length, end)) {
        keyAt = p;
        at = p + 1 + length;
        return expected;
      }
    }
    return otherField(names, expected);
  }
}

package dev.varvel.msgpack;

import dev.varvel.Fields;
import dev.varvel.Kind;
import dev.varvel.Limits;
import dev.varvel.Reader;
import dev.varvel.Writer;
import dev.varvel.internal.BigEndian;
import dev.varvel.internal.BinaryReader;
import dev.varvel.internal.BinaryScan;
import dev.varvel.internal.BinaryScan.Place;
import dev.varvel.internal.Names;
import dev.varvel.internal.NumberText;
import dev.varvel.internal.Utf8;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;

/**
 * Reads MessagePack.
 *
 * <p>All encodings of a value are read, also those that are longer than they need be. Strings must
 * be UTF-8. Integers are told from floats: an integer is never taken from a float, and a float only
 * from an integer that it holds exactly. MessagePack has no decimals, and no integers beyond 64
 * bits: {@link #readBigDecimal} and {@link #readBigInteger} take a string of digits as well. One
 * reader belongs to one thread.
 */
@SuppressWarnings("exports") // The binary formats share what programs never name.
public final class MessagePackReader extends BinaryReader {
  /** The place of the extension that was entered, or -1. */
  private int entered = -1;

  /** Makes a reader with the usual options. */
  public MessagePackReader(byte[] bytes) {
    this(bytes, 0, bytes.length, MessagePackOptions.DEFAULT);
  }

  /**
   * Makes a reader of a part of an array.
   *
   * @param from the first byte
   * @param to the end, behind the last byte
   */
  public MessagePackReader(byte[] bytes, int from, int to, MessagePackOptions options) {
    this(bytes, from, checked(bytes, from, to, options.limits()), options, Place.WHOLE);
  }

  /** Makes a reader of a part of an input, which may have more bytes than the limit. */
  MessagePackReader(byte[] bytes, int from, int to, MessagePackOptions options, Place place) {
    super(bytes, from, from, to, options.limits(), options.duplicates(), place);
    checkNodes();
  }

  private MessagePackReader(MessagePackReader from) {
    super(from);
    entered = from.entered;
  }

  @Override
  protected Reader copy() {
    return new MessagePackReader(this);
  }

  @Override
  protected BinaryScan scan(int from, Limits limits) {
    return new MessagePackScan(bytes, begin, from, end, limits, place);
  }

  /** Returns the first byte of the next value, or 0xC1, which begins none, at the end. */
  private int first() {
    return at < end ? bytes[at] & 0xFF : 0xC1;
  }

  /** Returns the length that follows on a first byte, if it is there. */
  private int length(int p, int width) {
    if (width > end - p) {
      throw fault();
    }
    long length = BigEndian.get(bytes, p, width);
    if (length > end - p - width) {
      throw fault();
    }
    return (int) length;
  }

  @Override
  public Kind peek() {
    int first = first();
    if (Codes.isInteger(first)) {
      return Kind.INT;
    }
    if (Codes.isString(first)) {
      return Kind.STRING;
    }
    if (first < Codes.FIX_ARRAY || first >= Codes.MAP_16) {
      return kindOfMap(first);
    }
    if (first < Codes.FIX_STR || first >= Codes.ARRAY_16) {
      return Kind.ARRAY;
    }
    return switch (first) {
      case Codes.NIL -> Kind.NULL;
      case Codes.FALSE, Codes.TRUE -> Kind.BOOL;
      case Codes.FLOAT_32, Codes.FLOAT_64 -> Kind.FLOAT;
      case 0xC1 -> throw fault();
      default -> {
        if (first <= Codes.BIN_32 || at == entered) {
          yield Kind.BYTES;
        }
        int type = at + 1 + (Codes.isExtension(first) ? Codes.width(first) : 0);
        if (type >= end) {
          throw fault();
        }
        yield bytes[type] == Codes.TIMESTAMP ? Kind.TIMESTAMP : Kind.EXTENSION;
      }
    };
  }

  /** Returns the kind of a map, which its first key decides. */
  private Kind kindOfMap(int first) {
    int width = Codes.width(first);
    int key = at + 1 + width;
    if (key > end) {
      throw fault();
    }
    long count = width == 0 ? first & Codes.FIX_COUNT : BigEndian.get(bytes, at + 1, width);
    boolean strings = count == 0 || key == end || Codes.isString(bytes[key] & 0xFF);
    return strings ? Kind.OBJECT : Kind.MAP;
  }

  @Override
  protected void checkHead() {
    if (Codes.width(first()) > end - at - 1) {
      throw fault();
    }
  }

  @Override
  protected int behindLeaf() {
    int first = first();
    int width = Codes.width(first);
    int inside = at + 1 + width;
    if (inside > end || first >= Codes.ARRAY_16 && first <= Codes.MAP_32) {
      return -1;
    }
    if (Codes.isString(first)) {
      long length = width == 0 ? first & Codes.FIX_LENGTH : BigEndian.get(bytes, at + 1, width);
      boolean right =
          length <= end - inside && Utf8.firstInvalid(bytes, inside, inside + (int) length) < 0;
      return right ? inside + (int) length : -1;
    }
    boolean leaf = Codes.isInteger(first) || first == Codes.FLOAT_32 || first == Codes.FLOAT_64;
    return leaf || first == Codes.NIL || first == Codes.FALSE || first == Codes.TRUE ? inside : -1;
  }

  @Override
  public boolean readNull() {
    if (at < end && bytes[at] == (byte) Codes.NIL) {
      at++;
      return true;
    }
    if (at >= end) {
      throw fault();
    }
    return false;
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

  @Override
  public long readLong() {
    int p = at;
    if (p < end) {
      int first = bytes[p];
      if (first >= -32) {
        at = p + 1;
        return first;
      }
    }
    return wideLong();
  }

  private long wideLong() {
    int first = first();
    checkInteger(first);
    long value = Codes.integer(bytes, at, first);
    if (first == Codes.UINT_64 && value < 0) {
      throw outOfRange(at, A_LONG, Long.toUnsignedString(value));
    }
    at += 1 + Codes.width(first);
    return value;
  }

  /** Throws if no whole integer begins with a byte. */
  private void checkInteger(int first) {
    if (!Codes.isInteger(first)) {
      throw wrong("an integer");
    }
    checkHead();
  }

  @Override
  public BigInteger readBigInteger() {
    int first = first();
    if (Codes.isString(first)) {
      BigInteger value = NumberText.integer(peekString());
      if (value == null) {
        throw wrong("an integer");
      }
      readString();
      return value;
    }
    checkInteger(first);
    return anyInteger(first);
  }

  private BigInteger anyInteger(int first) {
    long value = Codes.integer(bytes, at, first);
    at += 1 + Codes.width(first);
    BigInteger signed = BigInteger.valueOf(value);
    return first == Codes.UINT_64 && value < 0 ? signed.add(NumberText.TWO_64) : signed;
  }

  /** Returns the string that comes next, and passes nothing. */
  private String peekString() {
    int from = at;
    String text = readString();
    at = from;
    return text;
  }

  /** Returns the first byte of the next value, which must be a whole number. */
  private int number() {
    int first = first();
    if (!Codes.isInteger(first) && first != Codes.FLOAT_32 && first != Codes.FLOAT_64) {
      throw wrong("a number");
    }
    checkHead();
    return first;
  }

  private double floating(int first) {
    int from = at + 1;
    at = from + Codes.width(first);
    return first == Codes.FLOAT_64
        ? Double.longBitsToDouble(BigEndian.getLong(bytes, from))
        : Float.intBitsToFloat(BigEndian.getInt(bytes, from));
  }

  @Override
  public double readDouble() {
    int p = at;
    if (p <= end - 9 && bytes[p] == (byte) Codes.FLOAT_64) {
      at = p + 9;
      return Double.longBitsToDouble(BigEndian.getLong(bytes, p + 1));
    }
    int first = number();
    return Codes.isInteger(first) ? exactDouble(p, anyInteger(first)) : floating(first);
  }

  @Override
  public float readFloat() {
    int from = at;
    int first = number();
    if (Codes.isInteger(first)) {
      return exactFloat(from, anyInteger(first));
    }
    if (first == Codes.FLOAT_32) {
      at = from + 5;
      return Float.intBitsToFloat(BigEndian.getInt(bytes, from + 1));
    }
    return narrowed(from, floating(first));
  }

  @Override
  public BigDecimal readBigDecimal() {
    int from = at;
    if (Codes.isString(first())) {
      BigDecimal value = NumberText.decimal(peekString());
      if (value == null) {
        throw wrong("a number");
      }
      readString();
      return value;
    }
    int first = number();
    return Codes.isInteger(first)
        ? new BigDecimal(anyInteger(first))
        : decimal(from, floating(first));
  }

  @Override
  protected void copyNumber(Kind kind, Writer to) {
    int first = number();
    if (first == Codes.FLOAT_32) {
      to.writeFloat(readFloat());
    } else if (first == Codes.FLOAT_64) {
      to.writeDouble(readDouble());
    } else {
      long value = Codes.integer(bytes, at, first);
      if (first == Codes.UINT_64) {
        to.writeUnsignedLong(value);
      } else {
        to.writeLong(value);
      }
      at += 1 + Codes.width(first);
    }
  }

  @Override
  public String readString() {
    int p = at;
    if (p < end) {
      int first = bytes[p];
      if ((first & 0xE0) == Codes.FIX_STR) {
        int from = p + 1;
        int to = from + (first & Codes.FIX_LENGTH);
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
    int first = first();
    if (!Codes.isString(first)) {
      throw wrong(expected);
    }
    int width = Codes.width(first);
    int from = at + 1 + width;
    int length = width == 0 ? first & Codes.FIX_LENGTH : length(at + 1, width);
    String text = length > end - from ? null : Utf8.string(bytes, from, from + length);
    if (text == null) {
      throw fault();
    }
    at = from + length;
    return text;
  }

  @Override
  public byte[] readBytes() {
    int first = first();
    if (first >= Codes.BIN_8 && first <= Codes.BIN_32) {
      int width = Codes.width(first);
      int length = length(at + 1, width);
      return block(at + 1 + width, length);
    }
    if (at == entered) {
      int length = extensionLength(first);
      return block(at + 2 + Codes.width(first), length);
    }
    throw wrong("bytes");
  }

  private byte[] block(int from, int length) {
    if (length > end - from) {
      throw fault();
    }
    at = from + length;
    return Arrays.copyOfRange(bytes, from, at);
  }

  /** Returns the length of the bytes in the extension that comes next. */
  private int extensionLength(int first) {
    int width = Codes.width(first);
    return width == 0 ? 1 << first - Codes.FIX_EXT_1 : length(at + 1, width);
  }

  @Override
  public int beginExtension() {
    int first = first();
    if (!Codes.isExtension(first) || at == entered || peek() != Kind.EXTENSION) {
      throw wrong("an extension");
    }
    passEmpty();
    // It is passed with its bytes. So nothing else can be read of them.
    entered = at;
    return bytes[at + 1 + Codes.width(first)];
  }

  @Override
  public long beginTag() {
    throw wrong("a tagged value");
  }

  @Override
  public int readSimple() {
    throw wrong("a simple value");
  }

  @Override
  public Instant readInstant() {
    int from = at;
    int length = timestamp();
    int inside = at - length;
    long seconds = Codes.seconds(bytes, inside, length);
    return instant(from, seconds, (int) Codes.nanoseconds(bytes, inside, length));
  }

  @Override
  protected void copyTimestamp(Writer to) {
    int length = timestamp();
    int inside = at - length;
    long seconds = Codes.seconds(bytes, inside, length);
    to.writeTimestamp(seconds, (int) Codes.nanoseconds(bytes, inside, length));
  }

  /** Passes a timestamp, and returns the length of its bytes. */
  private int timestamp() {
    int first = first();
    if (!Codes.isExtension(first) || peek() != Kind.TIMESTAMP) {
      throw wrong("a timestamp");
    }
    int length = extensionLength(first);
    int inside = at + 2 + Codes.width(first);
    if (length > end - inside || !Codes.isTimestamp(bytes, inside, length)) {
      throw fault();
    }
    at = inside + length;
    return length;
  }

  @Override
  public boolean beginArray() {
    int p = at;
    if (p < end && (bytes[p] & 0xF0) == Codes.FIX_ARRAY) {
      return begin(p + 1, bytes[p] & Codes.FIX_COUNT, 1);
    }
    return beginWide(Codes.ARRAY_16, 1, "an array");
  }

  @Override
  public boolean beginObject() {
    int p = at;
    if (p < end && (bytes[p] & 0xF0) == Codes.FIX_MAP) {
      return begin(p + 1, bytes[p] & Codes.FIX_COUNT, 2);
    }
    return beginWide(Codes.MAP_16, 2, "an object");
  }

  @Override
  public boolean beginMap() {
    return (first() & 0xF0) == Codes.FIX_MAP ? beginObject() : beginWide(Codes.MAP_16, 2, "a map");
  }

  /** Enters a container, each part of which has so many values, or passes an empty one. */
  private boolean begin(int inside, int count, int values) {
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

  private boolean beginWide(int short16, int values, String expected) {
    int first = first();
    if (first != short16 && first != short16 + 1) {
      throw wrong(expected);
    }
    int width = Codes.width(first);
    int count = length(at + 1, width);
    return begin(at + 1 + width, count, values);
  }

  @Override
  public boolean nextItem() {
    if (left > 1) {
      left--;
      return true;
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
    return Codes.isFixString(first()) ? readString() : otherString("a string as key");
  }

  @Override
  public long readLongKey() {
    keyAt = at;
    return Codes.isString(first()) ? digits(readString()) : readLong();
  }

  @Override
  public int nextField(Fields fields, int expected) {
    if (left > 1) {
      left--;
      return field(fields, expected);
    }
    leave();
    return END;
  }

  @Override
  protected int field(Fields fields, int expected) {
    Names names = fields.prepared();
    int p = at;
    if (p < end && (bytes[p] & 0xE0) == Codes.FIX_STR && names.has(expected)) {
      int length = bytes[p] & Codes.FIX_LENGTH;
      if (names.matchesPlain(expected, bytes, p + 1, length, end)) {
        keyAt = p;
        at = p + 1 + length;
        return expected;
      }
    }
    return otherField(names, expected);
  }
}

package dev.varvel.msgpack;

import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.internal.BigEndian;
import dev.varvel.internal.BinaryScan;
import dev.varvel.internal.BinaryScan.Place;
import dev.varvel.internal.BinaryWriter;
import dev.varvel.internal.NumberText;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Writes MessagePack into memory, each part in as few bytes as the format has for it; floats keep
 * their width.
 *
 * <p>Values that MessagePack does not have are errors: integers beyond 64 bits and decimals, unless
 * they are written as text; tags and simple values of CBOR; and an extension of the type -1, which
 * is for points in time. So are calls in an order that no document has. After an error a writer
 * takes no more until {@link #reset}.
 *
 * <p>A writer can be used again after {@link #reset}, and keeps its memory. One writer belongs to
 * one thread.
 */
@SuppressWarnings("exports") // The binary formats share what programs never name.
public final class MessagePackWriter extends BinaryWriter {
  private final boolean asText;

  /** The type of the extension whose bytes come next. */
  private int extension;

  /** Makes a writer that refuses numbers that MessagePack does not have. */
  public MessagePackWriter() {
    this(false);
  }

  /**
   * Makes a writer.
   *
   * @param asText whether numbers that MessagePack does not have are written as strings
   */
  public MessagePackWriter(boolean asText) {
    this.asText = asText;
  }

  @Override
  protected BinaryScan scan(byte[] bytes, int length) {
    return new MessagePackScan(bytes, 0, 0, length, Limits.DEFAULT, Place.WHOLE);
  }

  @Override
  protected String awaited() {
    return "the bytes of an extension";
  }

  private void scalar(int code) {
    next("a value");
    int at = place();
    room(1)[at] = (byte) code;
    put(at + 1);
    value();
  }

  private void next(String found) {
    beforeValue(found, null);
  }

  @Override
  protected void checkContent(String found, Object value) {
    throw outOfOrder(found);
  }

  @Override
  public void writeNull() {
    scalar(Codes.NIL);
  }

  @Override
  public void writeBoolean(boolean value) {
    scalar(value ? Codes.TRUE : Codes.FALSE);
  }

  @Override
  public void writeLong(long value) {
    next("a value");
    put(integer(value, room(HEAD), place()));
    value();
  }

  @Override
  public void writeUnsignedLong(long value) {
    if (value >= 0) {
      writeLong(value);
    } else {
      wide(Codes.UINT_64, value);
    }
  }

  /** Writes a value of nine bytes. */
  private void wide(int code, long number) {
    next("a value");
    byte[] out = room(HEAD);
    int at = place();
    out[at] = (byte) code;
    BigEndian.putLong(out, at + 1, number);
    put(at + 9);
    value();
  }

  @Override
  protected int integer(long value, byte[] out, int at) {
    if (value >= -32 && value <= 0x7F) {
      out[at] = (byte) value;
      return at + 1;
    }
    return value >= 0 ? unsigned(value, out, at) : negative(value, out, at);
  }

  private static int unsigned(long value, byte[] out, int at) {
    if (value <= 0xFFFF) {
      return value <= 0xFF
          ? number(Codes.UINT_8, (int) value, 1, out, at)
          : number(Codes.UINT_16, (int) value, 2, out, at);
    }
    if (value <= 0xFFFFFFFFL) {
      return number(Codes.UINT_32, (int) value, 4, out, at);
    }
    out[at] = (byte) Codes.UINT_64;
    BigEndian.putLong(out, at + 1, value);
    return at + 9;
  }

  private static int negative(long value, byte[] out, int at) {
    if (value >= Short.MIN_VALUE) {
      return value >= Byte.MIN_VALUE
          ? number(Codes.INT_8, (int) value, 1, out, at)
          : number(Codes.INT_16, (int) value, 2, out, at);
    }
    if (value >= Integer.MIN_VALUE) {
      return number(Codes.INT_32, (int) value, 4, out, at);
    }
    out[at] = (byte) Codes.INT_64;
    BigEndian.putLong(out, at + 1, value);
    return at + 9;
  }

  /** Writes a first byte and a number of up to four bytes. */
  private static int number(int code, int value, int width, byte[] out, int at) {
    out[at] = (byte) code;
    BigEndian.putInt(out, at + 1, value << 32 - 8 * width);
    return at + 1 + width;
  }

  /** Writes the head of a block of a family that has lengths of 8, 16 and 32 bits. */
  private static int blockHead(int code8, int length, byte[] out, int at) {
    if (length <= 0xFF) {
      return number(code8, length, 1, out, at);
    }
    return length <= 0xFFFF
        ? number(code8 + 1, length, 2, out, at)
        : number(code8 + 2, length, 4, out, at);
  }

  @Override
  protected int stringHead(int length, byte[] out, int at) {
    if (length > Codes.FIX_LENGTH) {
      return blockHead(Codes.STR_8, length, out, at);
    }
    out[at] = (byte) (Codes.FIX_STR | length);
    return at + 1;
  }

  @Override
  protected int head(boolean map, int count, byte[] out, int at) {
    if (count <= Codes.FIX_COUNT) {
      out[at] = (byte) ((map ? Codes.FIX_MAP : Codes.FIX_ARRAY) | count);
      return at + 1;
    }
    int code = map ? Codes.MAP_16 : Codes.ARRAY_16;
    return count <= 0xFFFF ? number(code, count, 2, out, at) : number(code + 1, count, 4, out, at);
  }

  @Override
  public void writeFloat(float value) {
    next("a value");
    put(number(Codes.FLOAT_32, Float.floatToRawIntBits(value), 4, room(HEAD), place()));
    value();
  }

  @Override
  public void writeDouble(double value) {
    wide(Codes.FLOAT_64, Double.doubleToRawLongBits(value));
  }

  @Override
  public void writeBigInteger(BigInteger value) {
    refuseNull(value);
    if (value.bitLength() < Long.SIZE) {
      writeLong(value.longValue());
    } else if (value.bitLength() == Long.SIZE && value.signum() > 0) {
      writeUnsignedLong(value.longValue());
    } else {
      text(value.toString(), "an integer beyond 64 bits");
    }
  }

  @Override
  public void writeBigDecimal(BigDecimal value) {
    refuseNull(value);
    text(value.toString(), "a decimal");
  }

  private void text(String number, String found) {
    if (!asText) {
      throw refused(found);
    }
    writeString(number);
  }

  private VarvelException refused(String found) {
    return fail(ErrorKind.UNREPRESENTABLE, "what MessagePack can hold", found);
  }

  @Override
  public void writeNumberText(String number) {
    refuseNull(number);
    BigInteger integer = NumberText.integer(number);
    if (integer != null) {
      writeBigInteger(integer);
    } else if (NumberText.isNumber(number)) {
      decimal(number);
    } else {
      throw fail(ErrorKind.INVALID_NUMBER, "a number in the grammar of JSON", "");
    }
  }

  private void decimal(String number) {
    Double value = isJson() ? NumberText.sameDouble(number) : null;
    if (value != null) {
      writeDouble(value);
    } else {
      text(number, "a decimal");
    }
  }

  @Override
  public void writeBytes(byte[] bytes, int from, int to) {
    check(bytes, from, to);
    if (isAwaited()) {
      takeAwaited();
      extension(extension, bytes, from, to);
      return;
    }
    next("bytes");
    put(blockHead(Codes.BIN_8, to - from, room(HEAD), place()));
    block(bytes, from, to);
    value();
  }

  /** Writes an extension. */
  private void extension(int type, byte[] bytes, int from, int to) {
    int length = to - from;
    byte[] out = room(HEAD);
    int at = place();
    if (length <= 16 && Integer.bitCount(length) == 1) {
      out[at++] = (byte) (Codes.FIX_EXT_1 + Integer.numberOfTrailingZeros(length));
    } else {
      at = blockHead(Codes.EXT_8, length, out, at);
    }
    out[at] = (byte) type;
    put(at + 1);
    block(bytes, from, to);
    value();
  }

  @Override
  public void writeTimestamp(long seconds, int nanoseconds) {
    if (nanoseconds < 0 || nanoseconds > 999_999_999) {
      String found = Integer.toString(nanoseconds);
      throw fail(ErrorKind.NUMBER_OUT_OF_RANGE, "nanoseconds below a second", found);
    }
    next("a timestamp");
    byte[] time = new byte[12];
    int length = 12;
    if (seconds >>> 34 != 0) {
      BigEndian.putInt(time, 0, nanoseconds);
      BigEndian.putLong(time, 4, seconds);
    } else if (nanoseconds != 0 || seconds >>> 32 != 0) {
      BigEndian.putLong(time, 0, (long) nanoseconds << 34 | seconds);
      length = 8;
    } else {
      BigEndian.putInt(time, 0, (int) seconds);
      length = 4;
    }
    extension(Codes.TIMESTAMP, time, 0, length);
  }

  @Override
  public void beginExtension(int type) {
    next("a tag");
    if (type != (byte) type) {
      String found = Integer.toString(type);
      throw fail(ErrorKind.NUMBER_OUT_OF_RANGE, "a type from -128 to 127", found);
    }
    if (type == Codes.TIMESTAMP) {
      // A reader would take the bytes for a timestamp.
      throw refused("bytes of the extension type -1");
    }
    extension = type;
    await();
  }

  @Override
  public void beginTag(long number) {
    throw refused("a tag with a number");
  }

  @Override
  public void writeSimple(int number) {
    throw refused("a simple value");
  }
}

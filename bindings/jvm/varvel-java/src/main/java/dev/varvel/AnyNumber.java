package dev.varvel;

import dev.varvel.internal.NumberText;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Numbers whose type the text decides: see {@link Codecs#NUMBER}. */
final class AnyNumber {
  /** A double has no more bits than this in all of its digits. */
  private static final int MOST_BITS = 4096;

  private AnyNumber() {}

  static Number read(Reader reader) {
    return switch (reader.peek()) {
      case INT, BIG_INT -> integer(reader.readBigInteger());
      case FLOAT, DECIMAL -> decimal(reader);
      // The error is that of any other kind.
      default -> reader.readBigDecimal();
    };
  }

  private static Number integer(BigInteger value) {
    int bits = value.bitLength();
    if (bits < Integer.SIZE) {
      return value.intValue();
    }
    return bits < Long.SIZE ? (Number) value.longValue() : value;
  }

  private static Number decimal(Reader reader) {
    Reader ahead = reader.fork();
    BigDecimal exact;
    try {
      exact = ahead.fork().readBigDecimal();
    } catch (VarvelException e) {
      return notFinite(reader);
    }
    reader.skip();
    if (exact.signum() == 0) {
      return ahead.readDouble();
    }
    if (exact.unscaledValue().bitLength() > MOST_BITS) {
      return exact;
    }
    double nearest = exact.doubleValue();
    boolean same = Double.isFinite(nearest) && NumberText.isDouble(exact, nearest);
    return same ? (Number) nearest : exact;
  }

  /** Reads NaN or an infinity, or throws that the number is none that {@link BigDecimal} holds. */
  private static Number notFinite(Reader reader) {
    Reader ahead = reader.fork();
    double value;
    try {
      value = ahead.readDouble();
    } catch (VarvelException e) {
      return reader.readBigDecimal();
    }
    return Double.isFinite(value) ? reader.readBigDecimal() : (Number) reader.readDouble();
  }

  static void write(Number value, Writer writer) {
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      writer.writeInt(value.intValue());
    } else if (value instanceof Long) {
      writer.writeLong(value.longValue());
    } else if (value instanceof Double) {
      writer.writeDouble(value.doubleValue());
    } else if (value instanceof Float) {
      writer.writeFloat(value.floatValue());
    } else if (value instanceof BigInteger integer) {
      writer.writeBigInteger(integer);
    } else if (value instanceof BigDecimal decimal) {
      writer.writeBigDecimal(decimal);
    } else {
      String expected = "a number of java.lang or java.math";
      throw writer.error(ErrorKind.TYPE_MISMATCH, expected, value.getClass().getName());
    }
  }
}

package dev.varvel;

import dev.varvel.json.JsonOptions;
import dev.varvel.json.JsonReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;

/**
 * Writes a document value by value, whatever its format is.
 *
 * <p>{@link #item} comes before each item of an array, and {@link #key} or {@link #field} before
 * each value of an object.
 */
public abstract class Writer {
  /** The number of items or members where it is not known. */
  public static final int UNKNOWN = -1;

  /** Only this library has writers. */
  protected Writer() {}

  /** Writes null. */
  public abstract void writeNull();

  /** Writes true or false. */
  public abstract void writeBoolean(boolean value);

  /** Writes an integer. */
  public abstract void writeInt(int value);

  /** Writes an integer. */
  public abstract void writeLong(long value);

  /** Writes an integer of any size. */
  public abstract void writeBigInteger(BigInteger value);

  /** Writes a float of 32 bits. */
  public abstract void writeFloat(float value);

  /** Writes a float of 64 bits. */
  public abstract void writeDouble(double value);

  /** Writes a decimal with all its digits. */
  public abstract void writeBigDecimal(BigDecimal value);

  /**
   * Writes a number as it is given, with all its digits: an integer, or a decimal if it has a
   * fraction or an exponent, or is -0.
   *
   * @throws VarvelException of the kind {@link ErrorKind#INVALID_NUMBER} if it is no number of JSON
   */
  public abstract void writeNumberText(String number);

  /** Writes a string. */
  public abstract void writeString(String value);

  /** Writes bytes. Formats that have none of their own have them as a string of Base64. */
  public abstract void writeBytes(byte[] value);

  /**
   * Writes a point in time. Formats that have none of their own have it as a string in the form of
   * RFC 3339.
   */
  public abstract void writeInstant(Instant value);

  /**
   * Writes a value that is given as JSON, with all digits of its numbers.
   *
   * @throws VarvelException if the text is not JSON
   */
  public void writeJson(String json) {
    JsonReader reader = JsonReader.of(json, JsonOptions.STRICT.withExactDecimals(true));
    reader.copyTo(this);
    reader.finish();
  }

  /**
   * Begins an array.
   *
   * @param size the number of its items, or {@link #UNKNOWN}
   */
  public abstract void beginArray(int size);

  /** Comes before each item of an array. */
  public abstract void item();

  /** Ends an array. */
  public abstract void endArray();

  /**
   * Begins an object.
   *
   * @param size the number of its members, or {@link #UNKNOWN}
   */
  public abstract void beginObject(int size);

  /** Writes the key of a member. */
  public abstract void key(String key);

  /** Writes an integer as the key of a member. Formats whose keys are strings have its digits. */
  public abstract void key(long key);

  /** Writes a name as the key of a member. */
  public abstract void field(Fields fields, int index);

  /** Ends an object. */
  public abstract void endObject();
}

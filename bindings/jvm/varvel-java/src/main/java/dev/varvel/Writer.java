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
 * each value of an object. Null is an error of the kind {@link ErrorKind#UNREPRESENTABLE}, except
 * for {@link #writeNull}.
 */
public abstract class Writer {
  /** The number of items or members where it is not known. */
  public static final int UNKNOWN = -1;

  /** How many containers may be open at once. */
  protected int depthLimit = Limits.DEFAULT.depth();

  /** Only this library has writers. */
  protected Writer() {}

  /** Returns how many containers are open. */
  public abstract int depth();

  /** Returns how many containers may be open at once: 128, unless another number is set. */
  public int depthLimit() {
    return depthLimit;
  }

  /**
   * Sets how many containers may be open at once. One more is an error of the kind {@link
   * ErrorKind#DEPTH_LIMIT}. A codec calls itself for a type that holds itself: more than some
   * hundreds need a thread with a larger stack.
   */
  public void setDepthLimit(int most) {
    if (most < 0) {
      throw new IllegalArgumentException("a limit is negative");
    }
    depthLimit = most;
  }

  /** Writes null. */
  public abstract void writeNull();

  /** Writes true or false. */
  public abstract void writeBoolean(boolean value);

  /** Writes an integer. */
  public abstract void writeInt(int value);

  /** Writes an integer. */
  public abstract void writeLong(long value);

  /** Writes an integer of 64 bits without a sign: see {@link Long#toUnsignedString(long)}. */
  public abstract void writeUnsignedLong(long value);

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
  public void writeBytes(byte[] value) {
    refuseNull(value);
    writeBytes(value, 0, value.length);
  }

  /**
   * Writes a part of an array as bytes.
   *
   * @param from the first byte
   * @param to the end, behind the last byte
   */
  public abstract void writeBytes(byte[] bytes, int from, int to);

  /**
   * Writes a point in time. Formats that have none of their own have it as a string in the form of
   * RFC 3339.
   */
  public void writeInstant(Instant value) {
    refuseNull(value);
    writeTimestamp(value.getEpochSecond(), value.getNano());
  }

  /**
   * Writes a point in time, like {@link #writeInstant}.
   *
   * @param seconds the seconds since 1970
   * @param nanoseconds what is added to them, from 0 to 999,999,999
   */
  public abstract void writeTimestamp(long seconds, int nanoseconds);

  /**
   * Writes a value that is given as JSON, with all digits of its numbers.
   *
   * @throws VarvelException if the text is not JSON
   */
  public void writeJson(String json) {
    refuseNull(json);
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

  /**
   * Begins a map: keys and values of any kind follow in turn.
   *
   * @param size the number of its members, or {@link #UNKNOWN}
   * @throws VarvelException of the kind {@link ErrorKind#UNREPRESENTABLE} if the keys of the format
   *     are strings
   */
  public abstract void beginMap(int size);

  /** Ends a map. */
  public abstract void endMap();

  /**
   * Begins a tagged value of CBOR: the next value, of any kind, is the one inside. There is no end.
   *
   * @param number the number of the tag, without a sign
   * @throws VarvelException of the kind {@link ErrorKind#UNREPRESENTABLE} if the format has no tags
   */
  public abstract void beginTag(long number);

  /**
   * Begins an extension of MessagePack: the next value, which is bytes, is the one inside. There is
   * no end.
   *
   * @param type the type, from -128 to 127
   * @throws VarvelException of the kind {@link ErrorKind#UNREPRESENTABLE} if the format has no
   *     extensions
   */
  public abstract void beginExtension(int type);

  /**
   * Writes a simple value of CBOR.
   *
   * @param number its number, from 0 to 255
   * @throws VarvelException of the kind {@link ErrorKind#UNREPRESENTABLE} if the format has no
   *     simple values
   */
  public abstract void writeSimple(int number);

  /**
   * Returns the error of a value that would come next, with its path. A writer of a binary format
   * takes no more values after an error.
   *
   * @param expected what could be written here, with its article
   * @param found the value as messages name it; empty if there is nothing to say
   */
  public abstract VarvelException error(ErrorKind kind, String expected, String found);

  /** Returns the error of null where the type of a value does not have it. */
  public final VarvelException nullError() {
    return error(ErrorKind.UNREPRESENTABLE, "a value other than null", "null");
  }

  /**
   * Refuses null, where the type of a value does not have it.
   *
   * @throws VarvelException the error of {@link #nullError} if the value is null
   */
  public final void refuseNull(Object value) {
    if (value == null) {
      throw nullError();
    }
  }

  /** Returns the error of a container beyond the limit. */
  protected final VarvelException tooDeep() {
    VarvelException error =
        error(
            ErrorKind.DEPTH_LIMIT, "at most " + depthLimit() + " containers inside each other", "");
    return VarvelException.of(error.kind())
        .expected(error.expected())
        .path(error.path())
        .hint("raise the limit with `Writer.setDepthLimit` if the value has an end")
        .build();
  }

  /**
   * Returns what the format has instead of a kind that it lacks, as errors name it; null if it has
   * the kind, or if the method that writes it throws the error.
   */
  protected String lacks(Kind kind) {
    return null;
  }
}

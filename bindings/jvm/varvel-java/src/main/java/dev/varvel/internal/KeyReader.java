package dev.varvel.internal;

import dev.varvel.ErrorKind;
import dev.varvel.Fields;
import dev.varvel.Kind;
import dev.varvel.Reader;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import dev.varvel.json.JsonOptions;
import dev.varvel.json.JsonReader;
import dev.varvel.json.JsonWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;

/**
 * Reads a key as a value of any type: a string is the key itself, anything else is the JSON that
 * the key is.
 */
public final class KeyReader extends Reader {
  private final String key;
  private final JsonReader json;

  /** Whether the key was read as a string. */
  private boolean isRead;

  /** Whether a container has begun, so that strings are those of JSON. */
  private boolean isInside;

  /** Makes a reader of a key. */
  public KeyReader(String key) {
    this(key, JsonReader.of(key, JsonOptions.STRICT));
  }

  private KeyReader(String key, JsonReader json) {
    this.key = key;
    this.json = json;
  }

  /** Returns a reader of the key as a string of JSON. */
  private JsonReader text() {
    if (isInside) {
      return json;
    }
    isRead = true;
    JsonWriter writer = new JsonWriter();
    writer.writeString(key);
    return new JsonReader(writer.toByteArray());
  }

  /**
   * Comes behind the value.
   *
   * @throws VarvelException if the key is JSON, and goes on
   */
  public void finish() {
    if (!isRead) {
      json.finish();
      boolean isSpaced = !key.equals(key.strip());
      if (isSpaced) {
        throw json.refused("a key without white space around it", 0);
      }
    }
  }

  @Override
  public Kind peek() {
    try {
      return json.peek();
    } catch (VarvelException e) {
      return Kind.STRING;
    }
  }

  @Override
  public boolean readNull() {
    // A key that only begins as null does is a string.
    boolean isInside = json.offset() > 0;
    return (isInside || key.equals("null")) && json.readNull();
  }

  @Override
  public boolean readBoolean() {
    return json.readBoolean();
  }

  @Override
  public int readInt() {
    return json.readInt();
  }

  @Override
  public long readLong() {
    return json.readLong();
  }

  @Override
  public BigInteger readBigInteger() {
    return json.readBigInteger();
  }

  @Override
  public float readFloat() {
    return json.readFloat();
  }

  @Override
  public double readDouble() {
    return json.readDouble();
  }

  @Override
  public BigDecimal readBigDecimal() {
    return json.readBigDecimal();
  }

  @Override
  public String readString() {
    if (isInside) {
      return json.readString();
    }
    isRead = true;
    return key;
  }

  @Override
  public byte[] readBytes() {
    return text().readBytes();
  }

  @Override
  public Instant readInstant() {
    return text().readInstant();
  }

  @Override
  public String readJson() {
    return json.readJson();
  }

  @Override
  public boolean beginArray() {
    isInside = true;
    return json.beginArray();
  }

  @Override
  public boolean nextItem() {
    return json.nextItem();
  }

  @Override
  public boolean beginObject() {
    isInside = true;
    return json.beginObject();
  }

  @Override
  public String readKey() {
    return json.readKey();
  }

  @Override
  public long readLongKey() {
    return json.readLongKey();
  }

  @Override
  public boolean nextMember() {
    return json.nextMember();
  }

  @Override
  public int beginObject(Fields fields) {
    isInside = true;
    return json.beginObject(fields);
  }

  @Override
  public int nextField(Fields fields, int expected) {
    return json.nextField(fields, expected);
  }

  @Override
  public boolean beginMap() {
    isInside = true;
    return json.beginMap();
  }

  @Override
  public long beginTag() {
    return json.beginTag();
  }

  @Override
  public int beginExtension() {
    return json.beginExtension();
  }

  @Override
  public int readSimple() {
    return json.readSimple();
  }

  @Override
  public void copyTo(Writer writer) {
    json.copyTo(writer);
  }

  @Override
  protected void copyNumber(Kind kind, Writer to) {
    json.copyTo(to);
  }

  /** Returns an error without a place: the place is that of the key, which the reader has. */
  @Override
  protected VarvelException error(ErrorKind kind, String expected, String found, long begin) {
    return VarvelException.of(kind).expected(expected).found(found).build();
  }

  @Override
  public void skip() {
    json.skip();
  }

  @Override
  protected Reader copy() {
    KeyReader ahead = new KeyReader(key, (JsonReader) json.fork());
    ahead.isInside = isInside;
    return ahead;
  }

  @Override
  public long offset() {
    return json.offset();
  }

  @Override
  public boolean again(Fields fields, int index) {
    return json.again(fields, index);
  }

  @Override
  public VarvelException unknown(Fields fields) {
    return json.unknown(fields);
  }

  @Override
  public VarvelException missing(Fields fields, int index, long begin) {
    return json.missing(fields, index, begin);
  }

  @Override
  public VarvelException refused(String expected, long begin) {
    return json.refused(expected, begin);
  }

  @Override
  public VarvelException otherForm(String expected, String text, long begin) {
    return json.otherForm(expected, text, begin);
  }

  @Override
  public VarvelException refusedKey(String expected) {
    return json.refusedKey(expected);
  }
}

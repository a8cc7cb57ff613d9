package dev.varvel.internal;

import dev.varvel.ErrorKind;
import dev.varvel.Fields;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Gives a value, which has to be an object, to another writer with one more member in front. */
public final class HintWriter extends Writer {
  private final Writer to;
  private final String key;
  private final String value;
  private boolean begun;

  /** Makes a writer of one value, which adds a member. */
  public HintWriter(Writer to, String key, String value) {
    this.to = to;
    this.key = key;
    this.value = value;
  }

  private Writer value() {
    if (!begun) {
      String expected = "an object, which has room for the member `" + key + "`";
      throw error(ErrorKind.UNREPRESENTABLE, expected, "");
    }
    return to;
  }

  @Override
  public int depth() {
    return to.depth();
  }

  @Override
  public int depthLimit() {
    return to.depthLimit();
  }

  @Override
  public void setDepthLimit(int most) {
    to.setDepthLimit(most);
  }

  @Override
  public VarvelException error(ErrorKind kind, String expected, String found) {
    return to.error(kind, expected, found);
  }

  @Override
  public void writeNull() {
    value().writeNull();
  }

  @Override
  public void writeBoolean(boolean value) {
    value().writeBoolean(value);
  }

  @Override
  public void writeInt(int value) {
    value().writeInt(value);
  }

  @Override
  public void writeLong(long value) {
    value().writeLong(value);
  }

  @Override
  public void writeBigInteger(BigInteger value) {
    value().writeBigInteger(value);
  }

  @Override
  public void writeFloat(float value) {
    value().writeFloat(value);
  }

  @Override
  public void writeDouble(double value) {
    value().writeDouble(value);
  }

  @Override
  public void writeBigDecimal(BigDecimal value) {
    value().writeBigDecimal(value);
  }

  @Override
  public void writeNumberText(String number) {
    value().writeNumberText(number);
  }

  @Override
  public void writeString(String value) {
    value().writeString(value);
  }

  @Override
  public void writeUnsignedLong(long value) {
    value().writeUnsignedLong(value);
  }

  @Override
  public void writeBytes(byte[] bytes, int from, int to) {
    value().writeBytes(bytes, from, to);
  }

  @Override
  public void writeTimestamp(long seconds, int nanoseconds) {
    value().writeTimestamp(seconds, nanoseconds);
  }

  @Override
  public void writeSimple(int number) {
    value().writeSimple(number);
  }

  @Override
  public void beginTag(long number) {
    value().beginTag(number);
  }

  @Override
  public void beginExtension(int type) {
    value().beginExtension(type);
  }

  @Override
  public void beginMap(int size) {
    value().beginMap(size);
  }

  @Override
  public void endMap() {
    to.endMap();
  }

  @Override
  public void beginArray(int size) {
    value().beginArray(size);
  }

  @Override
  public void item() {
    to.item();
  }

  @Override
  public void endArray() {
    to.endArray();
  }

  @Override
  public void beginObject(int size) {
    if (begun) {
      to.beginObject(size);
      return;
    }
    begun = true;
    to.beginObject(size == UNKNOWN ? UNKNOWN : size + 1);
    to.key(key);
    to.writeString(value);
  }

  @Override
  public void key(String name) {
    to.key(name);
  }

  @Override
  public void key(long number) {
    to.key(number);
  }

  @Override
  public void field(Fields fields, int index) {
    to.field(fields, index);
  }

  @Override
  public void endObject() {
    to.endObject();
  }
}

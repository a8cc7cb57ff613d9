package dev.varvel.frozen;

import dev.varvel.Duplicates;
import dev.varvel.ErrorKind;
import dev.varvel.Fields;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import dev.varvel.internal.Utf8;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Makes a frozen document, value by value.
 *
 * <p>Members keep the order in which they come. A writer of one document belongs to one thread, and
 * keeps the whole document in memory, some 9 bytes for each value and key beside the texts, until
 * {@link #finish} lays it out. Time is linear, except for the sorting that the canonical form
 * needs, and for maps whose keys are maps.
 *
 * <p>All methods throw {@link VarvelException} with the path of the value: of the kind {@code
 * INVALID_EVENTS} for a call that cannot come there, {@code LONE_SURROGATE} for half of a surrogate
 * pair, {@code DUPLICATE_KEY}, {@code DEPTH_LIMIT} and {@code NODE_LIMIT}, and {@code SIZE_LIMIT}
 * for 2 GB or more. After an error a writer is of no more use.
 */
public final class FrozenWriter extends Writer {
  private final FreezeOptions options;
  private final Limits limits;
  private final Recording recording = new Recording();
  private final OpenContainers open;

  /** Makes a writer of a document in its plain form. */
  public FrozenWriter() {
    this(FreezeOptions.DEFAULT);
  }

  /** Makes a writer of a document with some options. */
  public FrozenWriter(FreezeOptions options) {
    this.options = options;
    limits = options.limits();
    open = new OpenContainers(recording, limits, options.duplicates());
  }

  /** Returns the canonical form of a value. */
  static Frozen canonical(Node node) {
    Limits none = new Limits(Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, 0);
    FrozenWriter writer =
        new FrozenWriter(new FreezeOptions(none, Duplicates.ERROR, true, false, false));
    writer.writeNode(node);
    return writer.finish();
  }

  /** Returns how many values have come, without keys. */
  long values() {
    return open.values();
  }

  /** Returns the error of a value that is refused where the next value comes. */
  VarvelException refused(ErrorKind kind, String expected, String found, Throwable cause) {
    open.begin();
    return open.error(kind, expected, found, cause);
  }

  @Override
  public int depth() {
    return open.depth();
  }

  @Override
  public int depthLimit() {
    return open.limit();
  }

  @Override
  public void setDepthLimit(int most) {
    super.setDepthLimit(most);
    open.limit(most);
  }

  @Override
  public VarvelException error(ErrorKind kind, String expected, String found) {
    open.beginError();
    return open.error(kind, expected, found, null);
  }

  private void add(byte event, long bits) {
    open.begin();
    recording.add(event, bits);
    open.ended();
  }

  /** Writes a value with a content. */
  void content(byte event, byte[] bytes, int from, int to) {
    open.begin();
    recording.add(event, bytes, from, to);
    open.ended();
  }

  private void numberText(byte event, String number) {
    byte[] text = number.getBytes(StandardCharsets.US_ASCII);
    content(event, text, 0, text.length);
  }

  @Override
  public void writeNull() {
    add(Event.NULL, 0);
  }

  @Override
  public void writeBoolean(boolean value) {
    add(value ? Event.TRUE : Event.FALSE, 0);
  }

  @Override
  public void writeInt(int value) {
    add(Event.INT, value);
  }

  @Override
  public void writeLong(long value) {
    add(Event.INT, value);
  }

  @Override
  public void writeUnsignedLong(long value) {
    add(value < 0 ? Event.UNSIGNED : Event.INT, value);
  }

  @Override
  public void writeBigInteger(BigInteger value) {
    refuseNull(value);
    if (value.bitLength() < Long.SIZE) {
      writeLong(value.longValue());
    } else if (value.bitLength() == Long.SIZE && value.signum() > 0) {
      writeUnsignedLong(value.longValue());
    } else {
      numberText(Event.BIG_INT, value.toString());
    }
  }

  @Override
  public void writeFloat(float value) {
    add(Event.FLOAT32, Float.floatToRawIntBits(value) & 0xFFFFFFFFL);
  }

  @Override
  public void writeDouble(double value) {
    add(Event.FLOAT64, Double.doubleToRawLongBits(value));
  }

  /** Writes a decimal, also one without a fraction, as {@link BigDecimal#toString} has it. */
  @Override
  public void writeBigDecimal(BigDecimal value) {
    refuseNull(value);
    numberText(Event.DECIMAL, value.toString());
  }

  @Override
  public void writeNumberText(String number) {
    refuseNull(number);
    byte[] text = number.getBytes(StandardCharsets.UTF_8);
    if (!NumberTexts.isNumber(text, 0, text.length)) {
      String expected = "a number in the grammar of JSON";
      throw refused(ErrorKind.INVALID_NUMBER, expected, "", null);
    }
    if (!NumberTexts.isInteger(text, 0, text.length)) {
      content(Event.DECIMAL, text, 0, text.length);
    } else if (NumberTexts.isBig(text, 0, text.length)) {
      content(Event.BIG_INT, text, 0, text.length);
    } else if (text[0] == '-') {
      writeLong(Long.parseLong(number));
    } else {
      writeUnsignedLong(Long.parseUnsignedLong(number));
    }
  }

  @Override
  public void writeString(String value) {
    refuseNull(value);
    open.begin();
    int length = Utf8.length(value);
    if (length < 0) {
      throw open.lone();
    }
    recording.string(value, length);
    open.ended();
  }

  @Override
  public void writeBytes(byte[] bytes, int from, int to) {
    Objects.checkFromToIndex(from, to, bytes.length);
    content(Event.BYTES, bytes, from, to);
  }

  @Override
  public void writeTimestamp(long seconds, int nanoseconds) {
    if (nanoseconds < 0 || nanoseconds > 999_999_999) {
      String found = Integer.toString(nanoseconds);
      throw refused(ErrorKind.NUMBER_OUT_OF_RANGE, "nanoseconds below a second", found, null);
    }
    open.begin();
    recording.timestamp(seconds, nanoseconds);
    open.ended();
  }

  /**
   * Begins a tagged value: the next value, of any kind, is the one inside. There is no end.
   *
   * @param number the number of the tag, without a sign
   */
  @Override
  public void beginTag(long number) {
    open.open(Event.TAGGED, number);
  }

  /**
   * Begins an extension: the next value, bytes as a rule, is the one inside. There is no end.
   *
   * @param type the type, from -128 to 127
   */
  @Override
  public void beginExtension(int type) {
    if (type != (byte) type) {
      String found = Integer.toString(type);
      throw refused(ErrorKind.NUMBER_OUT_OF_RANGE, "a type from -128 to 127", found, null);
    }
    open.open(Event.EXTENSION, type & 0xFF);
  }

  /**
   * Writes a simple value of CBOR.
   *
   * @param number its number, from 0 to 255
   */
  @Override
  public void writeSimple(int number) {
    if (number < 0 || number > 0xFF) {
      String found = Integer.toString(number);
      throw refused(ErrorKind.NUMBER_OUT_OF_RANGE, "a number from 0 to 255", found, null);
    }
    open.open(Event.SIMPLE, number);
    writeNull();
  }

  /** Begins a tag of any kind. */
  void beginTag(byte event, long number) {
    open.open(event, number);
  }

  @Override
  public void beginArray(int size) {
    open.open(Event.ARRAY, 0);
  }

  /** Comes before each item of an array. It may be left out. */
  @Override
  public void item() {
    open.item();
  }

  @Override
  public void endArray() {
    open.endArray();
  }

  @Override
  public void beginObject(int size) {
    open.open(Event.OBJECT, 0);
  }

  @Override
  public void key(String key) {
    refuseNull(key);
    open.key(key);
  }

  @Override
  public void key(long key) {
    open.key(Long.toString(key));
  }

  @Override
  public void field(Fields fields, int index) {
    open.key(fields.name(index));
  }

  @Override
  public void endObject() {
    open.endObject();
  }

  /**
   * Begins a map: keys and values of any kind follow in turn. It becomes an object if all keys are
   * strings.
   *
   * @param size the number of its members, or {@link #UNKNOWN}
   */
  @Override
  public void beginMap(int size) {
    open.open(Event.MAP, 0);
  }

  /**
   * Ends a map. No two keys may be equal as values, whatever the options say, unless all are
   * strings.
   */
  @Override
  public void endMap() {
    open.endMap(Event.MAP);
  }

  /** Ends a map that is sorted by its keys when it is laid out. */
  void endUnsortedMap() {
    open.endMap(Event.MAP_UNSORTED);
  }

  /**
   * Writes a copy of a value of a document, which may be of any kind.
   *
   * @throws VarvelException also of the kind {@code NOT_FOUND} if the node is missing
   */
  public void writeNode(Node node) {
    NodeCopy.copy(node, this);
  }

  /**
   * Lays the document out. Then the writer is of no more use.
   *
   * @throws VarvelException of the kind {@code INVALID_EVENTS} if there is no value, or one that
   *     has not ended
   */
  public Frozen finish() {
    open.finish();
    boolean hasChecksum = options.checksum();
    if (options.canonical()) {
      return TreeLayout.layOut(Sorting.canonical(recording), true, false, Long.MAX_VALUE);
    }
    Recording whole = recording.hasUnsorted() ? Sorting.unsorted(recording) : recording;
    long spare = limits.nodes() - open.slots();
    if (options.sharedStrings()) {
      // A document of almost nothing but long strings shares the short ones alone.
      for (int longest : new int[] {Integer.MAX_VALUE, SharedStrings.SHORT}) {
        long expanded = SharedStrings.share(whole, longest);
        Frozen document = TreeLayout.layOut(whole, false, hasChecksum, spare);
        if (expanded / Layout.SHARED_TIMES < document.end()) {
          return document;
        }
      }
    }
    return TreeLayout.layOut(whole, false, hasChecksum, spare);
  }
}

package dev.varvel.frozen;

import dev.varvel.ErrorKind;
import dev.varvel.Fields;
import dev.varvel.Kind;
import dev.varvel.Reader;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import dev.varvel.internal.Decimals;
import dev.varvel.internal.Messages;
import dev.varvel.internal.Names;
import dev.varvel.internal.Paths;
import dev.varvel.internal.Utf8;
import dev.varvel.internal.Words;
import dev.varvel.json.JsonWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;

/**
 * Reads a value of a frozen document by codecs, as if it were text.
 *
 * <p>A document has one kind of number: a float takes the nearest one to any number. Bytes and
 * points in time are values of their own. The keys of an object differ, so no policy for keys that
 * come twice is needed. Errors have the path of the value, and as their offset where it is in the
 * document. One reader belongs to one thread.
 */
public final class FrozenReader extends Reader {
  // The kinds of open containers. Those from MAP on move to the next value when that is read.

  /** The document itself, or no container. */
  private static final int ROOT = 0;

  private static final int ARRAY = 1;

  /** An array of packed numbers, or of rows of them. */
  private static final int PACKED = 2;

  /** An object whose keys are those of a shape. */
  private static final int OBJECT = 3;

  /** An object with its own keys, or a map that is read as one. */
  private static final int PAIRS = 4;

  private static final int MAP = 5;
  private static final int TAG = 6;

  /** How many numbers of {@link #open} belong to a container. */
  private static final int FRAME = 8;

  private final Frozen doc;
  private final byte[] bytes;

  /** The next value, or the last one that was read, if {@link #slotAt} does not say where it is. */
  private final Node value;

  /** The slot of the next value in the innermost container, or {@link #IN_NODE}. */
  private int slotAt = IN_NODE;

  private static final int IN_NODE = -1;

  private int kind = ROOT;
  private int base;
  private int slots;
  private int width;
  private int count;

  /** The number of the item or member; in a map that of the key or value. */
  private int index;

  /** Where the places of a shape's keys are. */
  private int places;

  /** The number of the shape of an object. */
  private int shape;

  /** In a map or a tag, whether the value was not read. */
  private boolean fresh;

  /** The numbers of the containers around it. */
  private int[] open = new int[4 * FRAME];

  private int opened;

  /** The packed arrays that are open. */
  private ArrayList<Node> packed;

  /**
   * Makes a reader of a value.
   *
   * @throws VarvelException of the kind {@code NOT_FOUND} if the node is missing
   */
  public FrozenReader(Node node) {
    node.kind();
    doc = node.doc();
    bytes = doc.raw();
    value = new Node().moveTo(node);
  }

  private FrozenReader(FrozenReader from) {
    this(from.node());
    kind = from.kind;
    base = from.base;
    slots = from.slots;
    width = from.width;
    count = from.count;
    index = from.index;
    places = from.places;
    shape = from.shape;
    fresh = from.fresh;
    open = from.open.clone();
    opened = from.opened;
    packed = from.packed == null ? null : new ArrayList<>(from.packed);
  }

  @Override
  protected Reader copy() {
    return new FrozenReader(this);
  }

  // Places

  /** Returns the next value, which is read now. */
  private Node take() {
    if (kind >= MAP) {
      look();
      fresh = false;
    }
    return node();
  }

  /** Moves the node to the slot of the value, and returns it. */
  private Node node() {
    if (slotAt != IN_NODE) {
      value.moveToSlot(doc, slotAt, width, base);
      slotAt = IN_NODE;
    }
    return value;
  }

  /** Returns the slot of the next value, or 0, which is a literal, if it has none. */
  private long slot() {
    return slotAt == IN_NODE ? 0 : Wire.slot(bytes, slotAt, width);
  }

  /** Returns the next value, which is not read now. */
  private Node look() {
    while (kind >= MAP && !fresh) {
      if (kind == TAG) {
        leave();
      } else if (++index < 2 * count) {
        moveToPart();
      } else {
        throw events();
      }
    }
    return node();
  }

  private void moveToSlot(int slot) {
    slotAt = slots + (slot << width);
  }

  /** Moves to the key or value of a map. */
  private void moveToPart() {
    fresh = true;
    if (places == 0) {
      moveToSlot(index);
    } else if ((index & 1) == 0) {
      slotAt = IN_NODE;
      value.moveToKey(doc, places + 2 * index);
    } else {
      moveToSlot(index >> 1);
    }
  }

  private void enter(int inner) {
    if (opened + FRAME > open.length) {
      open = Arrays.copyOf(open, 2 * open.length);
    }
    int[] to = open;
    int at = opened;
    to[at] = kind;
    to[at + 1] = base;
    to[at + 2] = slots;
    to[at + 3] = width;
    to[at + 4] = count;
    to[at + 5] = index;
    to[at + 6] = places;
    to[at + 7] = shape;
    opened = at + FRAME;
    slotAt = IN_NODE;
    kind = inner;
    index = 0;
  }

  private void leave() {
    if (opened == 0) {
      throw events();
    }
    if (kind == PACKED) {
      packed.remove(packed.size() - 1);
    }
    opened -= FRAME;
    int[] from = open;
    int at = opened;
    kind = from[at];
    base = from[at + 1];
    slots = from[at + 2];
    width = from[at + 3];
    count = from[at + 4];
    index = from[at + 5];
    places = from[at + 6];
    shape = from[at + 7];
    fresh = false;
    slotAt = IN_NODE;
  }

  private void settle() {
    while (kind == TAG) {
      leave();
    }
  }

  /** Enters the container that is the next value. */
  private void enterSlots(int inner) {
    enterSlots(inner, value.at(), value.form());
  }

  private void enterSlots(int inner, int at, int form) {
    enter(inner);
    int head = form >= Form.OTHER ? at + 1 : at;
    int widths = bytes[head];
    int numberWidth = widths >> 2 & 3;
    long number = Wire.number(bytes, head + 1, numberWidth);
    base = at;
    width = (widths & 3) + 1;
    slots = head + 1 + (1 << numberWidth);
    if (form == Form.OBJECT) {
      int record = doc.record(number);
      shape = (int) number;
      count = doc.shapeSize(record);
      places = doc.shapePlaces(record);
    } else {
      count = (int) number;
      places = 0;
    }
  }

  @Override
  public boolean beginArray() {
    long slot = slot();
    if (((int) slot & 15) == Layout.TAG_ARRAY && kind < MAP) {
      enterSlots(ARRAY, base - (int) (slot >>> 4), Form.ARRAY);
      return moveToItem();
    }
    int form = take().form();
    if (form == Form.ARRAY) {
      enterSlots(ARRAY);
      return moveToItem();
    }
    if (form == Form.EMPTY_ARRAY) {
      return false;
    }
    if (form != Form.PACKED && form != Form.ROW) {
      throw wrong("an array");
    }
    Node array = new Node().moveTo(value);
    enter(PACKED);
    if (packed == null) {
      packed = new ArrayList<>();
    }
    packed.add(array);
    count = array.size();
    return moveToItem();
  }

  @Override
  public boolean nextItem() {
    settle();
    if (kind != ARRAY && kind != PACKED) {
      throw events();
    }
    index++;
    return moveToItem();
  }

  private boolean moveToItem() {
    if (index >= count) {
      leave();
      return false;
    }
    if (kind == ARRAY) {
      moveToSlot(index);
    } else {
      slotAt = IN_NODE;
      packed.get(packed.size() - 1).at(index, value);
    }
    return true;
  }

  @Override
  public boolean beginObject() {
    long slot = slot();
    if (((int) slot & 15) == Layout.TAG_OBJECT && kind < MAP) {
      enterSlots(OBJECT, base - (int) (slot >>> 4), Form.OBJECT);
      return hasMember();
    }
    int form = take().form();
    if (form == Form.OBJECT) {
      enterSlots(OBJECT);
    } else if (form == Form.PAIRS || form == Form.MAP) {
      enterSlots(PAIRS);
    } else if (form == Form.EMPTY_OBJECT) {
      return false;
    } else {
      throw wrong("an object");
    }
    return hasMember();
  }

  private boolean hasMember() {
    if (index >= count) {
      leave();
      return false;
    }
    return true;
  }

  @Override
  public boolean nextMember() {
    settle();
    if (kind == MAP) {
      // Passes the value, or the key if it was not read.
      index = (index | 1) + 1;
      if (index >= 2 * count) {
        leave();
        return false;
      }
      moveToPart();
      return true;
    }
    if (kind != OBJECT && kind != PAIRS) {
      throw events();
    }
    index++;
    return hasMember();
  }

  @Override
  public boolean beginMap() {
    int form = take().form();
    if (form == Form.EMPTY_OBJECT) {
      return false;
    }
    if (form != Form.OBJECT && form != Form.PAIRS && form != Form.MAP) {
      throw wrong("a map");
    }
    enterSlots(MAP);
    moveToPart();
    return true;
  }

  // Keys

  /**
   * Returns where the text of the next key is, or -1 if it is no string, and moves to its value.
   */
  private long key() {
    int i = index;
    if (kind == OBJECT) {
      moveToSlot(i);
      return Wire.span(bytes, doc.textAt(places + 4 * i));
    }
    if (kind != PAIRS) {
      throw events();
    }
    moveToSlot(2 * i + 1);
    return doc.stringInSlot(slots + (2 * i << width), width, base);
  }

  @Override
  public String readKey() {
    long span = key();
    if (span < 0) {
      throw error(ErrorKind.TYPE_MISMATCH, "a string as key", keyNode().kind().phrase());
    }
    return text(span);
  }

  @Override
  protected Kind keyKind() {
    return kind == PAIRS ? keyNode().kind() : Kind.STRING;
  }

  /** Returns the key of the member, which is not one of a shape. */
  private Node keyNode() {
    return new Node().moveToSlot(doc, slots + (2 * index << width), width, base);
  }

  @Override
  public long readLongKey() {
    long span = key();
    if (span < 0) {
      Node key = keyNode();
      if (key.is(Kind.INT) && !key.isBeyondLong()) {
        return key.integerBits();
      }
    } else {
      String digits = text(span);
      try {
        // Java takes a plus sign, digits of other scripts, and zeros in front.
        long number = Long.parseLong(digits);
        if (digits.equals(Long.toString(number))) {
          return number;
        }
      } catch (NumberFormatException e) {
        // The error is made below.
      }
    }
    throw refusedKey("an integer that fits i64");
  }

  @Override
  public int beginObject(Fields fields) {
    if (!beginObject()) {
      return END;
    }
    if (kind == OBJECT && doc.named(shape) == null) {
      doc.name(shape, isNamed(fields.prepared()) ? fields.prepared() : Names.NONE);
    }
    return field(fields, 0);
  }

  /** Returns whether the keys of the shape are names, in their order from the first one on. */
  private boolean isNamed(Names names) {
    boolean same = count <= names.size();
    for (int i = 0; same && i < count; i++) {
      long span = Wire.span(bytes, doc.textAt(places + 4 * i));
      same = names.matchesPlain(i, bytes, Wire.start(span), Wire.length(span), bytes.length);
    }
    return same;
  }

  @Override
  public int nextField(Fields fields, int expected) {
    if (kind != OBJECT) {
      return nextMember() ? field(fields, expected) : END;
    }
    int next = index + 1;
    if (next >= count) {
      leave();
      return END;
    }
    index = next;
    return field(fields, expected);
  }

  private int field(Fields fields, int expected) {
    if (kind == OBJECT && doc.named(shape) == fields.prepared()) {
      moveToSlot(index);
      return index;
    }
    long span = key();
    if (span < 0) {
      return UNKNOWN;
    }
    Names names = fields.prepared();
    int from = Wire.start(span);
    int length = Wire.length(span);
    if (names.has(expected) && names.matchesPlain(expected, bytes, from, length, bytes.length)) {
      return expected;
    }
    int found = names.indexOf(text(span));
    return found < 0 ? UNKNOWN : found;
  }

  // Values

  @Override
  public Kind peek() {
    return look().kind();
  }

  @Override
  public boolean readNull() {
    if (slotAt != IN_NODE && ((int) slot() & 15) != Layout.TAG_LITERAL) {
      return false;
    }
    if (look().form() != Form.NULL) {
      return false;
    }
    take();
    return true;
  }

  @Override
  public boolean readBoolean() {
    int form = take().form();
    if (form != Form.TRUE && form != Form.FALSE) {
      throw wrong("a boolean");
    }
    return form == Form.TRUE;
  }

  @Override
  public int readInt() {
    if (slotAt != IN_NODE && width == 1 && kind < MAP) {
      int slot = (short) Words.getShort(bytes, slotAt);
      if ((slot & 15) == Layout.TAG_INT) {
        return slot >> 4;
      }
    }
    Node node = take();
    long number = node.form() == Form.INT ? node.bits() : integer();
    if (number != (int) number) {
      throw outOfRange("an integer that fits i32", Long.toString(number));
    }
    return (int) number;
  }

  @Override
  public long readLong() {
    Node node = take();
    return node.form() == Form.INT ? node.bits() : integer();
  }

  private long integer() {
    if (value.is(Kind.BIG_INT)) {
      throw outOfRange("an integer that fits i64", value.asNumberText());
    }
    if (!value.is(Kind.INT)) {
      throw wrong("an integer");
    }
    if (value.isBeyondLong()) {
      throw outOfRange("an integer that fits i64", Long.toUnsignedString(value.integerBits()));
    }
    return value.integerBits();
  }

  @Override
  public BigInteger readBigInteger() {
    Node node = take();
    if (!node.is(Kind.INT) && !node.is(Kind.BIG_INT)) {
      throw wrong("an integer");
    }
    return node.asBigInteger();
  }

  @Override
  public double readDouble() {
    Node node = take();
    switch (node.kind()) {
      case FLOAT -> {
        return node.asDouble();
      }
      case INT -> {
        return node.isBeyondLong() ? node.asBigInteger().doubleValue() : node.integerBits();
      }
      case BIG_INT, DECIMAL -> {
        byte[] text = node.asNumberText().getBytes(StandardCharsets.US_ASCII);
        double number = Decimals.parseDouble(text, 0, text.length);
        if (Double.isInfinite(number)) {
          throw outOfRange("a number that a 64-bit float can hold", "");
        }
        return number;
      }
      default -> throw wrong("a number");
    }
  }

  @Override
  public float readFloat() {
    Node node = take();
    switch (node.kind()) {
      case FLOAT -> {
        return narrowed(node.asDouble());
      }
      case INT -> {
        return node.isBeyondLong() ? node.asBigInteger().floatValue() : node.integerBits();
      }
      case BIG_INT, DECIMAL -> {
        String number = node.asNumberText();
        byte[] text = number.getBytes(StandardCharsets.US_ASCII);
        float narrow = Decimals.parseFloat(text, 0, text.length);
        if (Float.isInfinite(narrow)) {
          throw outOfRange("a number that a 32-bit float can hold", number);
        }
        return narrow;
      }
      default -> throw wrong("a number");
    }
  }

  private float narrowed(double wide) {
    float narrow = (float) wide;
    if (Float.isInfinite(narrow) && !Double.isInfinite(wide)) {
      throw outOfRange("a number that a 32-bit float can hold", Double.toString(wide));
    }
    return narrow;
  }

  @Override
  public BigDecimal readBigDecimal() {
    return take().asBigDecimal();
  }

  @Override
  public String readString() {
    long slot = slot();
    int tag = (int) slot & 15;
    if (kind < MAP && tag == Layout.TAG_STRING) {
      return text(Wire.span(bytes, base - (int) (slot >>> 4)));
    }
    if (kind < MAP && tag == Layout.TAG_SHORT) {
      return text((slotAt + 1L) << 32 | (slot >>> 4 & 15));
    }
    long span = take().textSpan();
    if (span < 0) {
      throw wrong("a string");
    }
    return text(span);
  }

  @SuppressWarnings("deprecation") // The one constructor that copies bytes without looking at them.
  private String text(long span) {
    int from = Wire.start(span);
    int length = Wire.length(span);
    return Utf8.isAscii(bytes, from, from + length)
        ? new String(bytes, 0, from, length)
        : new String(bytes, from, length, StandardCharsets.UTF_8);
  }

  @Override
  public byte[] readBytes() {
    return take().asBytes();
  }

  @Override
  public Instant readInstant() {
    return take().asInstant();
  }

  @Override
  public String readJson() {
    JsonWriter writer = new JsonWriter();
    copyTo(writer);
    return writer.toString();
  }

  @Override
  public long beginTag() {
    return tag(Kind.TAGGED, "a tagged value");
  }

  @Override
  public int beginExtension() {
    return (int) tag(Kind.EXTENSION, "an extension");
  }

  private long tag(Kind wanted, String expected) {
    Node node = take();
    if (!node.is(wanted)) {
      throw wrong(expected);
    }
    long number = node.tag();
    enter(TAG);
    node.inner(node);
    fresh = true;
    return number;
  }

  @Override
  public int readSimple() {
    Node node = take();
    if (!node.is(Kind.SIMPLE)) {
      throw wrong("a simple value");
    }
    return (int) node.tag();
  }

  @Override
  public void skip() {
    take();
  }

  @Override
  protected void copyNumber(Kind found, Writer to) {
    Node node = take();
    switch (found) {
      case INT -> {
        if (node.isBeyondLong()) {
          to.writeUnsignedLong(node.integerBits());
        } else {
          to.writeLong(node.integerBits());
        }
      }
      case FLOAT -> {
        // The bits are copied, also those of NaN.
        int at = node.form() == Form.FLOAT32 ? node.at() + 1 : node.at();
        if (node.isFloat32()) {
          to.writeFloat(Float.intBitsToFloat(Words.getInt(bytes, at)));
        } else {
          to.writeDouble(Double.longBitsToDouble(Words.get(bytes, at)));
        }
      }
      default -> to.writeNumberText(node.asNumberText());
    }
  }

  @Override
  protected void copyTimestamp(Writer to) {
    Node node = take();
    to.writeTimestamp(node.seconds(), node.nanoseconds());
  }

  // Errors

  @Override
  public long offset() {
    long slot = slot();
    int tag = (int) slot & 15;
    if (kind < MAP && tag >= Layout.TAG_REFERENCE) {
      return base - (int) (slot >>> 4);
    }
    return look().at();
  }

  private static VarvelException events() {
    return VarvelException.of(ErrorKind.INVALID_EVENTS)
        .expected("calls in the order of the values")
        .build();
  }

  private VarvelException error(ErrorKind kind, String expected, String found) {
    return error(kind, expected, found, node().at());
  }

  @Override
  protected VarvelException error(ErrorKind kind, String expected, String found, long begin) {
    return VarvelException.of(kind)
        .expected(expected)
        .found(found)
        .path(begin == node().at() ? value.path() : PathSearch.path(doc, (int) begin))
        .offset(begin)
        .build();
  }

  private VarvelException wrong(String expected) {
    return error(ErrorKind.TYPE_MISMATCH, expected, value.kind().phrase());
  }

  private VarvelException outOfRange(String expected, String found) {
    return error(ErrorKind.NUMBER_OUT_OF_RANGE, expected, found);
  }

  /** Returns true: no object has a key twice. */
  @Override
  public boolean again(Fields fields, int index) {
    return true;
  }

  /** Returns the last key as errors show it. */
  private String shownKey() {
    if (kind == OBJECT) {
      return Paths.quoted(text(Wire.span(bytes, doc.textAt(places + 4 * index))));
    }
    Node key = keyNode();
    return key.is(Kind.STRING) ? Paths.quoted(key.asString()) : key.toString();
  }

  @Override
  public VarvelException unknown(Fields fields) {
    return error(ErrorKind.UNKNOWN_MEMBER, Messages.listed(fields), shownKey());
  }

  @Override
  public VarvelException missing(Fields fields, int index, long begin) {
    String member = "a member `" + fields.name(index) + "`";
    return error(ErrorKind.MISSING_FIELD, member, "", begin);
  }

  @Override
  public VarvelException refused(String expected, long begin) {
    return error(ErrorKind.REFUSED, expected, "", begin);
  }

  @Override
  public VarvelException otherForm(String expected, String text, long begin) {
    return error(ErrorKind.TYPE_MISMATCH, expected, Paths.quoted(text), begin);
  }

  @Override
  public VarvelException refusedKey(String expected) {
    return error(ErrorKind.REFUSED, expected, shownKey());
  }
}

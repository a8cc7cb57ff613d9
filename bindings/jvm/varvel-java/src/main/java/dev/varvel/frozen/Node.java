package dev.varvel.frozen;

import dev.varvel.Codec;
import dev.varvel.ErrorKind;
import dev.varvel.Kind;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import dev.varvel.internal.Decimals;
import dev.varvel.internal.Words;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * A value in a document, read in place.
 *
 * <p>A look-up returns a new node, which the JIT compiler usually keeps in registers. Where a
 * program must not allocate at all, each look-up has a form that moves a node instead: {@code
 * root.get(KEY, cursor).asLong()}. The node that is moved may be the one that is looked up in. A
 * node may be used by one thread at a time, its document by any number.
 *
 * <p>A look-up that finds nothing leads to a <em>missing</em> node. Look-ups in that find nothing
 * either, and its accessors throw {@link ErrorKind#NOT_FOUND}, or {@link ErrorKind#TYPE_MISMATCH}
 * where a member was searched for in what has none, or an item in what is no array. So a chain of
 * look-ups needs one check, at its end. Errors carry the path of the value, which takes time linear
 * in what comes before it.
 *
 * <p>No method allocates except those that return other objects than nodes, and for errors.
 */
public final class Node {
  private static final int THERE = 0;

  /** No member with a key. */
  static final int NO_KEY = 1;

  /** No item with a number. */
  static final int NO_ITEM = 2;

  /** No member with a number. */
  static final int NO_MEMBER = 3;

  private Frozen doc;

  /** Where the value begins: its node, the slot that it is in, or the number of a packed node. */
  private int at;

  /** One of {@link Form}. */
  private int form;

  /** As the form says. */
  private long bits;

  /**
   * One of the kinds of missing values, or {@link #THERE}. The other fields of a missing value are
   * those of where it was searched for.
   */
  private int missing;

  /** The key of the last missing member; it counts only for {@link #NO_KEY}. */
  private String sought;

  /** The number of a missing item or member. */
  private int soughtNumber;

  /** Makes a node that is missing, to be moved. */
  public Node() {
    missing = NO_KEY;
  }

  Node moveTo(Frozen doc, int at, long bits, int form) {
    // A reference is stored only if it differs: the garbage collector looks at each store.
    if (this.doc != doc) {
      this.doc = doc;
    }
    this.at = at;
    this.bits = bits;
    this.form = form;
    missing = THERE;
    return this;
  }

  /** Moves to the value of a slot. */
  Node moveToSlot(Frozen doc, int slotAt, int width, int base) {
    byte[] bytes = doc.raw();
    long slot = Wire.slot(bytes, slotAt, width);
    long payload = slot >>> 4;
    int tag = (int) slot & 15;
    if (tag >= Layout.TAG_REFERENCE) {
      int to = base - (int) payload;
      return moveTo(doc, to, 0, tag == Layout.TAG_OTHER ? Form.OTHER + bytes[to] : tag);
    }
    return switch (tag) {
      case Layout.TAG_INT -> {
        // Moves the sign to the highest bit, and back.
        int unused = 64 - (8 << width);
        yield moveTo(doc, slotAt, slot << unused >> unused >> 4, Form.INT);
      }
      case Layout.TAG_LITERAL -> moveTo(doc, slotAt, 0, Form.LITERAL + (int) payload);
      case Layout.TAG_SHORT -> moveTo(doc, slotAt, payload & 15, Form.SHORT);
      default -> moveTo(doc, slotAt, doc.sharedText(payload), Form.TEXT);
    };
  }

  /** Moves to the key of a shape whose place in the tables is written here. */
  Node moveToKey(Frozen doc, int place) {
    return moveTo(doc, place, doc.textAt(place), Form.TEXT);
  }

  /** Moves to a member that is not in a node. */
  Node miss(Node in, String key) {
    return miss(in, NO_KEY, key, 0);
  }

  /** Moves to what is not in a node, or what the node itself is missing. */
  private Node miss(Node in, int what, String key, int number) {
    boolean isFirst = in.exists();
    int missed = isFirst ? what : in.missing;
    String missedKey = isFirst ? key : in.sought;
    int missedNumber = isFirst ? number : in.soughtNumber;
    moveTo(in.doc, in.at, in.bits, in.form);
    missing = missed;
    sought = missedKey;
    soughtNumber = missedNumber;
    return this;
  }

  /** Moves to the value where another node is, and returns this node. */
  public Node moveTo(Node other) {
    if (!other.exists()) {
      return miss(other, null);
    }
    return moveTo(other.doc, other.at, other.bits, other.form);
  }

  Frozen doc() {
    return doc;
  }

  int at() {
    return at;
  }

  int form() {
    return missing != THERE ? Form.MISSING : form;
  }

  long bits() {
    return bits;
  }

  String sought() {
    return sought;
  }

  int soughtNumber() {
    return soughtNumber;
  }

  /** Returns what is missing. */
  int missing() {
    return missing;
  }

  /** Returns the value that is there, or of a missing node that where it was searched for. */
  Node parent() {
    return doc == null ? this : new Node().moveTo(doc, at, bits, form);
  }

  /** Returns whether two nodes are the same value of the same document. */
  boolean isAt(Node other) {
    return doc == other.doc && at == other.at && form() == other.form() && bits == other.bits;
  }

  /** Returns the document that the value is in, or null for a node that was never moved. */
  public Frozen document() {
    return doc;
  }

  /** Returns whether there is a value. */
  public boolean exists() {
    return missing == THERE;
  }

  /**
   * Returns the kind of the value.
   *
   * @throws VarvelException if the node is missing
   */
  public Kind kind() {
    if (missing != THERE) {
      throw NodeErrors.wrongKind(this, "a value");
    }
    return Form.kind(form);
  }

  /** Returns whether there is a value, and it is of a kind. */
  public boolean is(Kind kind) {
    return missing == THERE && Form.kind(form) == kind;
  }

  /** Returns whether the value is null. */
  public boolean isNull() {
    return form() == Form.NULL;
  }

  /**
   * Returns a boolean.
   *
   * @throws VarvelException of the kind {@code TYPE_MISMATCH} if it is of another kind
   */
  public boolean asBoolean() {
    if (form() == Form.TRUE) {
      return true;
    }
    if (form() == Form.FALSE) {
      return false;
    }
    throw NodeErrors.wrongKind(this, "a boolean");
  }

  /** Returns the bits of an integer: see {@link #isBeyondLong}. */
  long integerBits() {
    byte[] bytes = doc.raw();
    return switch (form) {
      case Form.INT -> bits;
      case Form.INT32, Form.ELEMENT + Layout.ELEMENT_INT32 -> Words.getInt(bytes, at);
      case Form.UINT64 -> Words.get(bytes, at + 1);
      case Form.ELEMENT + Layout.ELEMENT_INT8 -> bytes[at];
      case Form.ELEMENT + Layout.ELEMENT_INT16 -> (short) Words.getShort(bytes, at);
      case Form.ELEMENT + Layout.ELEMENT_UINT32 -> Wire.u32(bytes, at);
      default -> Words.get(bytes, at);
    };
  }

  /** Returns whether an integer is 2^63 or more, so that its bits are unsigned. */
  boolean isBeyondLong() {
    return form == Form.UINT64
        || form == Form.ELEMENT + Layout.ELEMENT_UINT64 && Words.get(doc.raw(), at) < 0;
  }

  /**
   * Returns an integer.
   *
   * @throws VarvelException of the kind {@code NUMBER_OUT_OF_RANGE} if a long does not hold it, and
   *     {@code TYPE_MISMATCH} if the value is no integer; a float is none, whatever its value
   */
  public long asLong() {
    if (form() == Form.INT) {
      return bits;
    }
    checkInteger();
    if (isBeyondLong()) {
      throw NodeErrors.outOfRange(this, "an integer that a long holds");
    }
    return integerBits();
  }

  private void checkInteger() {
    if (!is(Kind.INT)) {
      throw is(Kind.BIG_INT)
          ? NodeErrors.outOfRange(this, "an integer that a long holds")
          : NodeErrors.wrongKind(this, "an integer");
    }
  }

  /**
   * Returns an integer.
   *
   * @throws VarvelException as {@link #asLong} does, also if an int does not hold it
   */
  public int asInt() {
    long value = asLong();
    if (value != (int) value) {
      throw NodeErrors.outOfRange(this, "an integer that an int holds");
    }
    return (int) value;
  }

  /**
   * Returns an integer that is not negative, as unsigned bits: see {@link Long#toUnsignedString}.
   *
   * @throws VarvelException as {@link #asLong} does, if it is negative or beyond 2^64
   */
  public long asUnsignedLong() {
    checkInteger();
    long value = integerBits();
    if (value < 0 && !isBeyondLong()) {
      throw NodeErrors.outOfRange(this, "an integer that an unsigned long holds");
    }
    return value;
  }

  /**
   * Returns a float, or an integer that a double holds exactly. It does not round.
   *
   * @throws VarvelException of the kind {@code NUMBER_OUT_OF_RANGE} for other numbers, and {@code
   *     TYPE_MISMATCH} if the value is no number
   */
  public double asDouble() {
    byte[] bytes = doc == null ? null : doc.raw();
    return switch (form()) {
      case Form.FLOAT64, Form.ELEMENT + Layout.ELEMENT_FLOAT64 ->
          Double.longBitsToDouble(Words.get(bytes, at));
      case Form.FLOAT32 -> Float.intBitsToFloat(Words.getInt(bytes, at + 1));
      case Form.ELEMENT + Layout.ELEMENT_FLOAT32 -> Float.intBitsToFloat(Words.getInt(bytes, at));
      default -> Numbers.exactDouble(this);
    };
  }

  /**
   * Returns a number that a float holds exactly; NaN is NaN. It does not round.
   *
   * @throws VarvelException as {@link #asDouble} does
   */
  public float asFloat() {
    double value = asDouble();
    float narrow = (float) value;
    if (narrow != value && value == value) {
      throw NodeErrors.outOfRange(this, "a number that a float holds exactly");
    }
    return narrow;
  }

  /** Returns whether the value is a float that is kept in 32 bits. */
  public boolean isFloat32() {
    return form() == Form.FLOAT32 || form() == Form.ELEMENT + Layout.ELEMENT_FLOAT32;
  }

  /**
   * Returns the text of an integer beyond 64 bits or of a decimal, in the grammar of JSON numbers.
   *
   * @throws VarvelException of the kind {@code TYPE_MISMATCH} if the value is neither
   */
  public String asNumberText() {
    if (!isNumberText()) {
      throw NodeErrors.wrongKind(this, "a big integer or a decimal");
    }
    long span = Wire.span(doc.raw(), at + 1);
    return new String(doc.raw(), Wire.start(span), Wire.length(span), StandardCharsets.ISO_8859_1);
  }

  private boolean isNumberText() {
    return form() == Form.BIG_INT || form() == Form.DECIMAL;
  }

  /**
   * Returns an integer of any size, in less than quadratic time.
   *
   * @throws VarvelException of the kind {@code TYPE_MISMATCH} if the value is no integer
   */
  public BigInteger asBigInteger() {
    if (form() == Form.BIG_INT) {
      long span = Wire.span(doc.raw(), at + 1);
      return Decimals.parseBigInteger(doc.raw(), Wire.start(span), Wire.end(span));
    }
    if (!is(Kind.INT)) {
      throw NodeErrors.wrongKind(this, "an integer");
    }
    BigInteger value = BigInteger.valueOf(integerBits());
    return isBeyondLong() ? value.add(BigInteger.ONE.shiftLeft(64)) : value;
  }

  /**
   * Returns a number with all its digits; of a float its exact value.
   *
   * @throws VarvelException of the kind {@code NUMBER_OUT_OF_RANGE} if the exponent is beyond
   *     {@link Decimals#MOST_EXPONENT} or the float is not finite, and {@code TYPE_MISMATCH} if the
   *     value is no number
   */
  public BigDecimal asBigDecimal() {
    return Numbers.decimal(this);
  }

  /**
   * Returns a string.
   *
   * @throws VarvelException of the kind {@code TYPE_MISMATCH} if the value is no string
   */
  public String asString() {
    long span = textSpan();
    if (span < 0) {
      throw NodeErrors.wrongKind(this, "a string");
    }
    return new String(doc.raw(), Wire.start(span), Wire.length(span), StandardCharsets.UTF_8);
  }

  /** Returns whether the value is the string that a key has as its text. Allocates nothing. */
  public boolean isText(Key text) {
    long span = textSpan();
    return span >= 0 && text.isText(doc.raw(), Wire.start(span), Wire.end(span));
  }

  /** Returns the length of a string in bytes of UTF-8, or of bytes; of other values -1. */
  public int byteLength() {
    long span = form() == Form.BYTES ? Wire.span(doc.raw(), at + 1) : textSpan();
    return span < 0 ? -1 : Wire.length(span);
  }

  /** Returns where the bytes of a string are, or -1 if the value is none. */
  long textSpan() {
    return switch (form()) {
      case Form.STRING -> Wire.span(doc.raw(), at);
      case Form.TEXT -> Wire.span(doc.raw(), (int) bits);
      case Form.SHORT -> (at + 1L) << 32 | bits;
      default -> -1;
    };
  }

  /**
   * Returns a copy of bytes.
   *
   * @throws VarvelException of the kind {@code TYPE_MISMATCH} if the value is of another kind; a
   *     string is
   */
  public byte[] asBytes() {
    if (form() != Form.BYTES) {
      throw NodeErrors.wrongKind(this, "bytes");
    }
    long span = Wire.span(doc.raw(), at + 1);
    return Arrays.copyOfRange(doc.raw(), Wire.start(span), Wire.end(span));
  }

  /**
   * Returns the seconds of a timestamp since 1970, to which {@link #nanoseconds} are added, also
   * before 1970.
   *
   * @throws VarvelException of the kind {@code TYPE_MISMATCH} if the value is of another kind
   */
  public long seconds() {
    return Words.get(doc.raw(), timestamp() + 1);
  }

  /**
   * Returns the nanoseconds of a timestamp, from 0 to 999,999,999.
   *
   * @throws VarvelException as {@link #seconds} does
   */
  public int nanoseconds() {
    return Words.getInt(doc.raw(), timestamp() + 9);
  }

  private int timestamp() {
    if (form() != Form.TIMESTAMP) {
      throw NodeErrors.wrongKind(this, "a timestamp");
    }
    return at;
  }

  /**
   * Returns a timestamp.
   *
   * @throws VarvelException of the kind {@code TYPE_MISMATCH} if the value is of another kind, and
   *     {@code NUMBER_OUT_OF_RANGE} if it is more than some billion years from now, which an
   *     instant does not hold
   */
  public Instant asInstant() {
    long seconds = seconds();
    if (seconds < Instant.MIN.getEpochSecond() || seconds > Instant.MAX.getEpochSecond()) {
      throw NodeErrors.outOfRange(this, "a point in time that an Instant holds");
    }
    return Instant.ofEpochSecond(seconds, nanoseconds());
  }

  /**
   * Returns the number of a tagged value, unsigned, or of a simple value, or the type of an
   * extension, from -128 to 127: {@link #kind} tells the three apart. The page spec/numbers.md says
   * what the numbers mean.
   *
   * @throws VarvelException of the kind {@code TYPE_MISMATCH} if the value is none of them
   */
  public long tag() {
    checkTag();
    byte[] bytes = doc.raw();
    long number = Wire.number(bytes, at + 2, bytes[at + 1] >> 2 & 3);
    return form == Form.EXTENSION ? (byte) number : number;
  }

  private void checkTag() {
    if (!Form.isTag(form())) {
      throw NodeErrors.wrongKind(this, "a tagged value, an extension or a simple value");
    }
  }

  /**
   * Returns the value inside a tag.
   *
   * @throws VarvelException as {@link #tag} does
   */
  public Node inner() {
    return inner(new Node());
  }

  /** Moves a node to the value inside a tag, like {@link #inner()}. */
  public Node inner(Node into) {
    checkTag();
    return into.moveToSlot(doc, slots(), slotWidth(), at);
  }

  // Containers. Heads are read anew by each look-up: they are bytes beside the value.

  private int head() {
    return form >= Form.OTHER ? at + 1 : at;
  }

  private int slotWidth() {
    return (doc.raw()[head()] & 3) + 1;
  }

  private int slots() {
    int head = head();
    return head + 1 + (1 << (doc.raw()[head] >> 2 & 3));
  }

  private long headNumber() {
    byte[] bytes = doc.raw();
    int head = head();
    return Wire.number(bytes, head + 1, bytes[head] >> 2 & 3);
  }

  /**
   * Returns the number of items of an array, or of members of an object or a map; 0 for all other
   * values.
   */
  public int size() {
    return switch (form()) {
      case Form.ARRAY, Form.MAP, Form.PAIRS -> (int) headNumber();
      case Form.OBJECT -> doc.shapeSize(doc.record(headNumber()));
      case Form.PACKED -> (int) Wire.number(doc.raw(), at + 1, doc.raw()[at] >> 4 & 3);
      case Form.ROW -> (int) (bits >>> 3);
      default -> 0;
    };
  }

  /** Returns an item of an array; a missing node if there is none. */
  public Node at(int index) {
    return at(index, new Node());
  }

  /** Moves a node to an item of an array, and returns it. */
  public Node at(int index, Node into) {
    if (index < 0 || index >= size()) {
      return into.miss(this, NO_ITEM, null, index);
    }
    return switch (form) {
      case Form.ARRAY -> {
        int width = slotWidth();
        yield into.moveToSlot(doc, slots() + (index << width), width, at);
      }
      case Form.PACKED -> Numbers.item(this, index, into);
      case Form.ROW -> {
        Element element = Element.of(bits);
        int place = at + (index << element.width);
        yield into.moveTo(doc, place, 0, Form.ELEMENT + element.ordinal());
      }
      default -> into.miss(this, NO_ITEM, null, index);
    };
  }

  /** Returns the items of an array. A value of another kind has none. */
  public Iterable<Node> items() {
    return () -> new Items(this);
  }

  /**
   * Returns the value of a member of an object or a map; a missing node if there is none. It makes
   * a {@link Key}: for one that is looked up often, keep that.
   */
  public Node get(String key) {
    return get(Key.of(key), new Node());
  }

  /** Returns the value of a member of an object or a map; a missing node if there is none. */
  public Node get(Key key) {
    return get(key, new Node());
  }

  /**
   * Moves a node to the value of a member of an object or a map, and returns it.
   *
   * <p>Objects are searched by their index, which takes the same time for any number of members
   * (its logarithm in the rare object whose index is a sorted list), and maps from the first member
   * to the last.
   */
  public Node get(Key key, Node into) {
    if (form() != Form.OBJECT) {
      return getOther(key, into);
    }
    // Most look-ups: a shape with a number of one byte, and a slot of two bytes that refers to a
    // node. As little code as that is compiled into the caller, who then needs no new node.
    byte[] bytes = doc.raw();
    int widths = bytes[at];
    if (widths >> 2 != 0) {
      return getOther(key, into);
    }
    int own = doc.findInShape(doc.record(bytes[at + 1] & 0xFF), key);
    if (own < 0) {
      return into.miss(this, key.text());
    }
    if (widths == 0) {
      int slot = Words.getShort(bytes, at + 2 + 2 * own);
      int tag = slot & 15;
      if (tag >= Layout.TAG_REFERENCE && tag != Layout.TAG_OTHER) {
        return into.moveTo(doc, at - (slot >>> 4), 0, tag);
      }
    }
    return into.moveToSlot(doc, at + 2 + (own << widths + 1), widths + 1, at);
  }

  private Node getOther(Key key, Node into) {
    int own = find(key);
    if (own < 0) {
      return into.miss(this, key.text());
    }
    int width = slotWidth();
    int slot = form == Form.OBJECT ? own : 2 * own + 1;
    return into.moveToSlot(doc, slots() + (slot << width), width, at);
  }

  /** Returns the number of the member with a key, or -1. */
  int find(Key key) {
    return switch (form()) {
      case Form.OBJECT -> doc.findInShape(doc.record(headNumber()), key);
      case Form.PAIRS, Form.MAP -> {
        int count = (int) headNumber();
        boolean isIndexed = form == Form.PAIRS && count > Layout.SMALL_SHAPE;
        yield doc.findInPairs(slots(), slotWidth(), at, count, isIndexed, key);
      }
      default -> -1;
    };
  }

  /**
   * Returns the value of the member of a map whose key is an integer; a missing node if there is
   * none. Searches from the first member to the last.
   */
  public Node get(long key) {
    Node own = new Node();
    int count = form() == Form.MAP ? size() : 0;
    for (int i = 0; i < count; i++) {
      keyAt(i, own);
      if (own.is(Kind.INT) && !own.isBeyondLong() && own.integerBits() == key) {
        return valueAt(i, own);
      }
    }
    return own.miss(this, Long.toString(key));
  }

  /**
   * Returns the key of a member of an object or a map, in the order in which they were written: a
   * string in an object. A missing node if there is none.
   */
  public Node keyAt(int index) {
    return keyAt(index, new Node());
  }

  /** Moves a node to the key of a member, like {@link #keyAt(int)}, and returns it. */
  public Node keyAt(int index, Node into) {
    if (!Form.hasMembers(form()) || index < 0 || index >= size()) {
      return into.miss(this, NO_MEMBER, null, index);
    }
    if (form == Form.OBJECT) {
      return into.moveToKey(doc, doc.shapePlaces(doc.record(headNumber())) + 4 * index);
    }
    int width = slotWidth();
    return into.moveToSlot(doc, slots() + (2 * index << width), width, at);
  }

  /**
   * Returns the value of a member of an object or a map by its number, like {@link #keyAt(int)}.
   */
  public Node valueAt(int index) {
    return valueAt(index, new Node());
  }

  /** Moves a node to the value of a member, like {@link #valueAt(int)}, and returns it. */
  public Node valueAt(int index, Node into) {
    if (!Form.hasMembers(form()) || index < 0 || index >= size()) {
      return into.miss(this, NO_MEMBER, null, index);
    }
    int width = slotWidth();
    int slot = form == Form.OBJECT ? index : 2 * index + 1;
    return into.moveToSlot(doc, slots() + (slot << width), width, at);
  }

  /** Returns the members of an object or a map in the order in which they were written. */
  public Iterable<Member> members() {
    return () -> new Members(this);
  }

  /**
   * Returns a cursor over one member of each item of an array: see {@link Column}. A value of
   * another kind has no items.
   */
  public Column column(Key key) {
    return new Column(this, key);
  }

  /** Returns where the record of an object's shape is, or 0 if the value has none. */
  int record() {
    return form() == Form.OBJECT ? doc.record(headNumber()) : 0;
  }

  /**
   * Returns the numbers of an array, packed or not: see {@link Numbers}.
   *
   * @throws VarvelException of the kind {@code TYPE_MISMATCH} if the value is no array
   */
  public Numbers numbers() {
    if (!is(Kind.ARRAY)) {
      throw NodeErrors.wrongKind(this, "an array of numbers");
    }
    return new Numbers(this);
  }

  /**
   * Returns the value at a path or a JSON Pointer, like {@link #find(NodePath)}. It makes a {@link
   * NodePath}: for one that is looked up often, keep that.
   *
   * @throws VarvelException of the kind {@code INVALID_PATH} if the text is neither, with the
   *     offset in its UTF-8
   */
  public Node find(String path) {
    return find(NodePath.of(path), new Node());
  }

  /** Returns the value at a path; a missing node if there is none. */
  public Node find(NodePath path) {
    return find(path, new Node());
  }

  /**
   * Moves a node to the value at a path, and returns it. A path passes through tags as if they were
   * not there. A key that is not a string is found by its text, unless another member has that text
   * as its key.
   */
  public Node find(NodePath path, Node into) {
    return path.follow(into.moveTo(this));
  }

  /**
   * Returns the place of the value in its document, such as {@code $.users[3].name}; of a missing
   * node that of the last value that is there. {@link #find(String)} reads it again, unless its
   * middle was left out: long keys and paths are shortened. It is empty for a node that was never
   * moved. The place is searched for from the root on, in time linear in what is passed.
   */
  public String path() {
    return PathSearch.path(this);
  }

  /**
   * Returns 32 bytes that are the same for equal values, and differ for values that are not: by
   * SHA-256 where the value itself does not fit. Other releases may return others. Takes linear
   * time, except for sorting members.
   */
  public byte[] digest() {
    return Digester.digest(this);
  }

  /**
   * Returns whether another node has an equal value, which may be of another document.
   *
   * <p>It is the equality of spec/frozen.md: arrays are equal if their items are, whatever their
   * layout; objects and maps whatever the order of their members. An integer never equals a float,
   * a float of 32 bits equals the same of 64, NaN equals NaN, -0.0 differs from 0.0, decimals are
   * equal if their texts are. Two missing values are equal. Takes linear time.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof Node node && Equality.equal(this, node);
  }

  /** Returns a hash of {@link #digest}, so in linear time. */
  @Override
  public int hashCode() {
    return missing != THERE ? 0 : Arrays.hashCode(digest());
  }

  /**
   * Returns the value on one line for people to read. It looks like JSON, and shows also values
   * that JSON does not have. A missing node is "nothing".
   */
  @Override
  public String toString() {
    return NodeText.text(this);
  }

  /**
   * Reads the value by a codec.
   *
   * @throws VarvelException if the value is not of the type, with its path
   */
  public <T> T read(Codec<T> codec) {
    return codec.read(new FrozenReader(this));
  }

  /**
   * Writes the value by a writer of any format: for JSON with more options than {@link #toJson()}
   * has, for example. A {@link FrozenWriter} takes values of every kind.
   *
   * @throws VarvelException of the kind {@code UNREPRESENTABLE} for what the format does not have;
   *     JSON has no bytes, timestamps, tags, maps, NaN and infinities
   */
  public void writeTo(Writer writer) {
    if (writer instanceof FrozenWriter frozen) {
      frozen.writeNode(this);
    } else {
      new FrozenReader(this).copyTo(writer);
    }
  }

  /**
   * Returns the value as a document of its own in canonical form: two values are equal if the bytes
   * of their canonical forms are, and only then. All of Varvel makes the same bytes of it.
   *
   * <p>Time is linear in the value, except for the sorting of keys, and for maps whose keys are
   * maps.
   *
   * @throws VarvelException of the kind {@code NOT_FOUND} if the node is missing
   */
  public Frozen canonical() {
    return FrozenWriter.canonical(this);
  }

  /**
   * Returns the value as JSON on one line, without spaces. Numbers of any size have all their
   * digits, as they are in the document.
   *
   * @throws VarvelException of the kind {@code UNREPRESENTABLE} if JSON has no such value: NaN,
   *     infinities, bytes, timestamps, tags, maps
   */
  public String toJson() {
    return NodeText.json(this, "");
  }

  /**
   * Returns the value as JSON, each item and member on a line of its own after an indent for each
   * level.
   *
   * @throws VarvelException as {@link #toJson()} does
   */
  public String toJson(String indent) {
    return NodeText.json(this, indent);
  }
}

package dev.varvel.internal;

import dev.varvel.Duplicates;
import dev.varvel.ErrorKind;
import dev.varvel.Fields;
import dev.varvel.Kind;
import dev.varvel.Limits;
import dev.varvel.Reader;
import dev.varvel.VarvelException;
import dev.varvel.frozen.FreezeOptions;
import dev.varvel.frozen.Frozen;
import dev.varvel.frozen.FrozenWriter;
import dev.varvel.internal.BinaryScan.Place;
import dev.varvel.json.JsonWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;

/**
 * A reader of a binary format, whose containers begin with the number of what is in them.
 *
 * <p>Only what is right is fast: at the first wrong byte the document is read again from its
 * beginning, by a {@link BinaryScan}, to find what is wrong with it, and where.
 */
public abstract class BinaryReader extends Reader {
  /** Where a document ends at the latest. So there is no overflow where bytes are looked ahead. */
  private static final int LARGEST = Integer.MAX_VALUE - 64;

  /** Stands for the number of items of a container whose end is marked. */
  protected static final int INDEFINITE = -1;

  /** Stands for the number of values behind a tag. */
  protected static final int TAGGED = -2;

  protected final byte[] bytes;
  protected final int begin;
  protected final int end;
  protected final Place place;

  /** Where the value begins. */
  private final int start;

  private final Limits limits;
  private final Duplicates duplicates;

  /** The place of the next byte. */
  protected int at;

  /** How many more containers may be open. */
  protected int depth;

  /** How many items or members the innermost container has left, with the one that was begun. */
  protected int left = 1;

  /** The place of the last key. */
  protected int keyAt;

  /** The numbers of the containers around it. */
  private int[] open = new int[8];

  private int opened;

  /** Makes a reader of a part of an array. */
  protected BinaryReader(
      byte[] bytes,
      int from,
      int start,
      int to,
      Limits limits,
      Duplicates duplicates,
      Place place) {
    this.bytes = bytes;
    begin = from;
    end = to;
    this.start = start;
    at = start;
    this.limits = limits;
    this.duplicates = duplicates;
    this.place = place;
    depth = limits.depth() - place.depth();
  }

  /** Makes a reader of the place of another. */
  protected BinaryReader(BinaryReader from) {
    this(from.bytes, from.begin, from.start, from.end, from.limits, from.duplicates, from.place);
    at = from.at;
    depth = from.depth;
    left = from.left;
    keyAt = from.keyAt;
    open = from.open.clone();
    opened = from.opened;
  }

  /** Returns the end of a part of an array, which must be within the limit. */
  protected static int checked(byte[] bytes, int from, int to, Limits limits) {
    java.util.Objects.checkFromToIndex(from, to, bytes.length);
    long most = Math.min(limits.bytes(), LARGEST);
    if (to > LARGEST || to - from > most) {
      throw VarvelException.of(ErrorKind.SIZE_LIMIT)
          .expected("at most " + most + " bytes")
          .found(Integer.toString(to - from))
          .offset(most)
          .build();
    }
    return to;
  }

  /** Returns a new scan of the document, within the limits. */
  private BinaryScan scan() {
    return scan(start, limits);
  }

  /** Returns a new scan of the value at a place. */
  protected abstract BinaryScan scan(int from, Limits limits);

  /**
   * Throws if a document has more values than the limit. Programs that ask for this limit pay for
   * one look ahead, so that others need not count.
   */
  protected final void checkNodes() {
    // A value has at least a byte.
    if (limits.nodes() < 2L * (end - begin)) {
      VarvelException fault = scan().fault();
      if (fault != null && fault.kind() == ErrorKind.NODE_LIMIT) {
        throw fault;
      }
    }
  }

  /** Throws if the document is wrong, or goes on behind its value, or has a key twice. */
  public final void validate() {
    int behind = scan().run();
    if (behind < end) {
      throw trailing(behind);
    }
    if (duplicates == Duplicates.ERROR) {
      DoubledKeys.check(this);
    }
  }

  /** Reads a value of any kind and depth, and makes a document of it. */
  final Frozen freeze() {
    Limits none = new Limits(Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, 0);
    FrozenWriter writer = new FrozenWriter(FreezeOptions.DEFAULT.withLimits(none));
    copyTo(writer);
    return writer.finish();
  }

  /** Notes that a key comes next. */
  final void noteKey() {
    keyAt = at;
  }

  /** Returns the error of the last key, which its map has already. */
  final VarvelException doubled() {
    String found = shownKey() + " again";
    return errorAt(ErrorKind.DUPLICATE_KEY, keyAt, "each key once", found);
  }

  private VarvelException trailing(int behind) {
    return VarvelException.of(ErrorKind.TRAILING_DATA)
        .expected("the end of the input")
        .offset(place.offset() + behind - begin)
        .build();
  }

  /**
   * Checks that the value was the whole document.
   *
   * @throws VarvelException if it was not read to its end, or if anything follows
   */
  public final void finish() {
    settle();
    if (opened != 0) {
      throw error(ErrorKind.INVALID_EVENTS, "the end of every container", "", offset());
    }
    if (at < end) {
      VarvelException fault = scan().fault();
      throw fault != null ? fault : trailing(at);
    }
  }

  @Override
  public final long offset() {
    return place.offset() + at - begin;
  }

  /** Returns the error of a document that is wrong. */
  protected final VarvelException fault() {
    VarvelException fault = scan().fault();
    if (fault != null) {
      return fault;
    }
    // The calls are wrong: they ask for more than there is.
    return VarvelException.of(ErrorKind.INVALID_EVENTS)
        .expected("calls in the order of the values")
        .offset(offset())
        .build();
  }

  /** Returns an error about the value, or the key, at a place. */
  protected final VarvelException errorAt(ErrorKind kind, int at, String expected, String found) {
    Limits all = limits.withNodes(Long.MAX_VALUE);
    return scan(start, all).errorAt(kind, at, expected, found);
  }

  @Override
  protected final VarvelException error(
      ErrorKind kind, String expected, String found, long offset) {
    return errorAt(kind, (int) (offset - place.offset()) + begin, expected, found);
  }

  /** Returns the error of a value of another kind than what is expected. */
  protected final VarvelException wrong(String expected) {
    Kind found = peek();
    checkHead();
    return errorAt(ErrorKind.TYPE_MISMATCH, at, expected, found.phrase());
  }

  /** Throws if the head of the next value, or its number, is cut off. */
  protected abstract void checkHead();

  /** Returns the error of a number that a type does not hold. */
  protected final VarvelException outOfRange(int at, String expected, String found) {
    return errorAt(ErrorKind.NUMBER_OUT_OF_RANGE, at, expected, found);
  }

  // Containers

  /** Enters a container that has something in it. */
  protected final void enter(int count) {
    if (depth == 0) {
      throw fault();
    }
    depth--;
    if (opened == open.length) {
      open = Arrays.copyOf(open, 2 * opened);
    }
    open[opened++] = left;
    left = count;
  }

  /** Checks that a container may be entered that has nothing in it. */
  protected final void passEmpty() {
    if (depth == 0) {
      throw fault();
    }
  }

  /** Leaves the innermost container. */
  protected final void leave() {
    if (opened == 0) {
      throw fault();
    }
    depth++;
    left = open[--opened];
  }

  /** Leaves the tags whose value was read. */
  protected final void settle() {
    while (left == TAGGED) {
      leave();
    }
  }

  @Override
  protected final void betweenKeyAndValue() {
    settle();
  }

  // Keys

  @Override
  protected final Kind keyKind() {
    return peek();
  }

  @Override
  public final int beginObject(Fields fields) {
    return beginObject() ? field(fields, 0) : END;
  }

  /** Reads a key: see {@link #nextField}. */
  protected abstract int field(Fields fields, int expected);

  /** Reads a key that is not the expected one. */
  protected final int otherField(Names names, int expected) {
    String key = readKey();
    // Most often a member was left out.
    if (names.has(expected + 1) && names.name(expected + 1).equals(key)) {
      return expected + 1;
    }
    int found = names.indexOf(key);
    return found < 0 ? UNKNOWN : found;
  }

  /** Returns the integer of a key that is a string of digits. */
  protected final long digits(String key) {
    try {
      // Java takes a plus sign, digits of other scripts, and zeros in front.
      long value = Long.parseLong(key);
      if (key.equals(Long.toString(value))) {
        return value;
      }
    } catch (NumberFormatException e) {
      // The error is made below.
    }
    throw refusedKey(A_LONG);
  }

  /** The words for an integer. */
  protected static final String A_LONG = "an integer that fits i64";

  // Numbers

  @Override
  public final int readInt() {
    int from = at;
    long value = readLong();
    if (value != (int) value) {
      at = from;
      throw outOfRange(from, "an integer that fits i32", Long.toString(value));
    }
    return (int) value;
  }

  /** Returns an integer as the double that holds it exactly. */
  protected final double exactDouble(int from, BigInteger value) {
    double wide = value.doubleValue();
    if (Double.isInfinite(wide) || !new BigDecimal(wide).toBigInteger().equals(value)) {
      String expected = "an integer that a 64-bit float holds exactly";
      throw outOfRange(from, expected, value.toString());
    }
    return wide;
  }

  /** Returns an integer as the float that holds it exactly. */
  protected final float exactFloat(int from, BigInteger value) {
    float narrow = value.floatValue();
    if (Float.isInfinite(narrow) || !new BigDecimal(narrow).toBigInteger().equals(value)) {
      throw tooWide(from, value.toString());
    }
    return narrow;
  }

  /** Returns a float of 64 bits as the nearest of 32. */
  protected final float narrowed(int from, double value) {
    float narrow = (float) value;
    if (Float.isInfinite(narrow) && !Double.isInfinite(value)) {
      throw tooWide(from, Double.toString(value));
    }
    return narrow;
  }

  private VarvelException tooWide(int from, String found) {
    return outOfRange(from, "a number that a 32-bit float can hold", found);
  }

  /** Returns the exact value of a float. */
  protected final BigDecimal decimal(int from, double value) {
    if (!Double.isFinite(value)) {
      throw outOfRange(from, "a finite number", Double.toString(value));
    }
    return new BigDecimal(value);
  }

  /** Returns a point in time. */
  protected final Instant instant(int from, long seconds, int nanoseconds) {
    if (seconds < Instant.MIN.getEpochSecond() || seconds > Instant.MAX.getEpochSecond()) {
      String expected = "a point in time that an Instant holds";
      throw outOfRange(from, expected, seconds + " seconds");
    }
    return Instant.ofEpochSecond(seconds, nanoseconds);
  }

  @Override
  public final String readJson() {
    JsonWriter writer = new JsonWriter();
    copyTo(writer);
    return writer.toString();
  }

  // Errors

  @Override
  public final boolean again(Fields fields, int index) {
    return switch (duplicates) {
      case ERROR -> throw doubled();
      case FIRST -> false;
      case LAST -> true;
    };
  }

  @Override
  public final VarvelException twice(long from, int member, String key) {
    BinaryReader ahead = (BinaryReader) fork();
    ahead.at = begin + (int) (from - place.offset());
    if (ahead.peek() == Kind.ARRAY) {
      return super.twice(ahead.itemAt(member), member, key);
    }
    ahead.beginMap();
    for (int i = 0; i < member; i++) {
      ahead.skip();
      ahead.betweenKeyAndValue();
      ahead.skip();
      ahead.nextMember();
    }
    ahead.keyAt = ahead.at;
    return ahead.doubled();
  }

  /** Returns the last key as errors show it. */
  private String shownKey() {
    BinaryReader key = (BinaryReader) fork();
    key.at = keyAt;
    if (key.peek() == Kind.STRING) {
      return Paths.quoted(key.readString());
    }
    return key.freeze().toString();
  }

  @Override
  public final VarvelException unknown(Fields fields) {
    String found = shownKey();
    return errorAt(ErrorKind.UNKNOWN_MEMBER, keyAt, Messages.listed(fields), found);
  }

  @Override
  public final VarvelException missing(Fields fields, int index, long from) {
    String member = "a member `" + fields.name(index) + "`";
    return error(ErrorKind.MISSING_FIELD, member, "", from);
  }

  @Override
  public final VarvelException refused(String expected, long from) {
    return error(ErrorKind.REFUSED, expected, "", from);
  }

  @Override
  public final VarvelException otherForm(String expected, String text, long from) {
    return error(ErrorKind.TYPE_MISMATCH, expected, Paths.quoted(text), from);
  }

  @Override
  public final VarvelException refusedKey(String expected) {
    return errorAt(ErrorKind.REFUSED, keyAt, expected, shownKey());
  }

  @Override
  public final void skip() {
    int behind = behindLeaf();
    if (behind >= 0) {
      at = behind;
      return;
    }
    Limits left = new Limits(Long.MAX_VALUE, depth + place.depth(), Long.MAX_VALUE, 0);
    at = scan(at, left).runOr(this::fault);
  }

  /** Returns the place behind the next value if that is whole and holds no others; else -1. */
  protected abstract int behindLeaf();
}

package dev.varvel.internal;

import dev.varvel.ErrorKind;
import dev.varvel.Fields;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A writer of a binary format, whose containers begin with the number of what is in them. It knows
 * what may come next.
 *
 * <p>An event checks and changes one number, the state. That holds how many values came into the
 * innermost container (a key is one, too), whether a tag came last, and the kind of the container:
 *
 * <pre>
 * bit  63 ... 4   3        2 ... 0
 *     +---------+--------+---------+
 *     | values  | TAGGED | kind    |
 *     +---------+--------+---------+
 * </pre>
 *
 * <p>Where the number of items or members is not known when a container begins, one byte is left
 * for it. Heads that need more are put in when the document is complete.
 */
public abstract class BinaryWriter extends Writer {
  /** The most bytes of a head or a number. */
  protected static final int HEAD = 16;

  private static final int LARGEST = Integer.MAX_VALUE - 64;

  /** One value. */
  private static final long VALUE = 16;

  private static final long TAGGED = 8;
  private static final long KIND = TAGGED - 1;

  private static final long ARRAY = 0;
  private static final long OBJECT = 1;

  /** No container: the document may come if it did not come before. */
  private static final long ROOT = 2;

  /** A map, whose keys may be of any kind. */
  private static final long MAP = 3;

  /** A value behind a tag that does not allow every one. Behind it the state before is restored. */
  private static final long AWAITED = 4;

  private static final long FAILED = 5;

  /** The bits that say what may come. */
  private static final long PLACE = KIND | TAGGED | VALUE;

  /** For each place a bit: whether a value may come without further checks. */
  private static final long VALUES =
      1L << ARRAY
          | 1L << (ARRAY | VALUE)
          | 1L << (OBJECT | VALUE)
          | 1L << ROOT
          | 1L << (TAGGED | ARRAY)
          | 1L << (TAGGED | ARRAY | VALUE)
          | 1L << (TAGGED | OBJECT | VALUE)
          | 1L << (TAGGED | ROOT)
          | 1L << (TAGGED | MAP)
          | 1L << (TAGGED | MAP | VALUE);

  /** An open container. */
  private static final class Frame {
    int at;
    int key;
    int said;
    long behind;
  }

  /** A head that needs more room: where it begins, how many bytes it has, and the right one. */
  private record Head(int at, int room, byte[] bytes) {}

  private byte[] bytes = new byte[512];
  private int length;
  private long state = ROOT;

  /** The place of the last key of the innermost object. */
  private int keyAt;

  private Frame[] open = new Frame[0];
  private int opened;
  private boolean isJson;
  private final ArrayList<Head> heads = new ArrayList<>();
  private int more;
  private long beforeAwaited;

  /** Makes a writer. */
  protected BinaryWriter() {}

  /** Forgets what was written. */
  public final void reset() {
    length = 0;
    state = ROOT;
    opened = 0;
    more = 0;
    heads.clear();
    begin();
  }

  /** Writes what comes before a document. */
  protected void begin() {}

  /** Returns how many bytes have been written. */
  public final int length() {
    return length + more;
  }

  /** Returns how many bytes fit without more memory. */
  public final int capacity() {
    return bytes.length;
  }

  /**
   * Returns a copy of what was written.
   *
   * @throws VarvelException of the kind {@link ErrorKind#INVALID_EVENTS} if it is not a whole value
   */
  public final byte[] toByteArray() {
    complete();
    return Arrays.copyOf(bytes, length);
  }

  /**
   * Gives what was written to a stream.
   *
   * @throws IOException if the stream fails
   * @throws VarvelException of the kind {@link ErrorKind#INVALID_EVENTS} if it is not a whole value
   */
  public final void writeTo(OutputStream out) throws IOException {
    complete();
    out.write(bytes, 0, length);
  }

  private void complete() {
    if (state != (ROOT | VALUE)) {
      throw outOfOrder("the end of the events");
    }
    if (!heads.isEmpty()) {
      putHeads();
    }
    complete(bytes, length);
  }

  /** Comes when a document is complete, whose bytes may be put into another order. */
  protected void complete(byte[] bytes, int length) {}

  private void putHeads() {
    heads.sort((a, b) -> Integer.compare(a.at(), b.at()));
    byte[] whole = new byte[size(length + (long) more)];
    int from = 0;
    int to = 0;
    for (Head head : heads) {
      System.arraycopy(bytes, from, whole, to, head.at() - from);
      to += head.at() - from;
      System.arraycopy(head.bytes(), 0, whole, to, head.bytes().length);
      to += head.bytes().length;
      from = head.at() + head.room();
    }
    System.arraycopy(bytes, from, whole, to, length - from);
    bytes = whole;
    length = whole.length;
    more = 0;
    heads.clear();
  }

  /** Makes room for so many bytes more. */
  protected final byte[] room(long count) {
    return bytes.length - length < count ? grown(count) : bytes;
  }

  private byte[] grown(long count) {
    long least = size(length + count);
    bytes = Arrays.copyOf(bytes, (int) Math.min(Math.max(2L * bytes.length, least), LARGEST));
    return bytes;
  }

  private static int size(long bytes) {
    if (bytes > LARGEST) {
      throw VarvelException.of(ErrorKind.SIZE_LIMIT).expected("at most 2 GB of bytes").build();
    }
    return (int) bytes;
  }

  /** Returns the place of the next byte. */
  protected final int place() {
    return length;
  }

  /** Returns the bytes. */
  protected final byte[] written() {
    return bytes;
  }

  /** Passes bytes that were put. */
  protected final void put(int to) {
    length = to;
  }

  // The order of events

  /** Returns whether a value may come without further checks. */
  protected final boolean takesValue() {
    return (VALUES >>> (state & PLACE) & 1) != 0;
  }

  /** Checks that a value may come. */
  protected final void beforeValue(String found, Object value) {
    if (!takesValue()) {
      unusualValue(found, value);
    }
  }

  private void unusualValue(String found, Object value) {
    if ((state & KIND) == MAP) {
      if ((state & VALUE) == 0) {
        keyAt = length;
      }
    } else if (state == AWAITED) {
      checkContent(found, value);
      state = beforeAwaited;
    } else {
      throw outOfOrder(found);
    }
  }

  /**
   * Throws if a value must not come behind the tag before it.
   *
   * @param found the value as errors name it
   * @param value the value; of an array {@link #AN_ARRAY}, of an object or a map {@link #A_MAP}
   */
  protected abstract void checkContent(String found, Object value);

  /** Stands for any array. */
  protected static final Object AN_ARRAY = new Object();

  /** Stands for any object or map. */
  protected static final Object A_MAP = new Object();

  /** Counts a value. */
  protected final void value() {
    state = (state & ~TAGGED) + VALUE;
  }

  /** Notes a tag. Its value comes next. */
  protected final void tag() {
    state |= TAGGED;
  }

  /** Notes a tag that does not allow every value. */
  protected final void await() {
    beforeAwaited = state | TAGGED;
    state = AWAITED;
  }

  /** Returns whether a value comes behind a tag that does not allow every one. */
  protected final boolean isAwaited() {
    return state == AWAITED;
  }

  /** Takes a value behind a tag. */
  protected final void takeAwaited() {
    state = beforeAwaited;
  }

  /** Writes a head of a container. */
  protected abstract int head(boolean map, int count, byte[] out, int at);

  private void open(long kind, int size) {
    if (opened >= depthLimit) {
      throw tooDeep();
    }
    beforeValue("a container", kind == ARRAY ? AN_ARRAY : A_MAP);
    int said = Math.max(size, 0);
    if (opened == open.length) {
      grow();
    }
    Frame frame = open[opened++];
    frame.at = length;
    frame.key = keyAt;
    frame.said = said;
    value();
    frame.behind = state;
    state = kind;
    length = head(kind != ARRAY, said, room(HEAD), length);
  }

  private void grow() {
    int count = opened;
    open = Arrays.copyOf(open, Math.max(2 * count, 16));
    for (int i = count; i < open.length; i++) {
      open[i] = new Frame();
    }
  }

  private void close(long kind) {
    boolean whole = kind == ARRAY || (state & VALUE) == 0;
    if ((state & (KIND | TAGGED)) != kind || opened == 0 || !whole) {
      throw outOfOrder("the end of a container");
    }
    Frame frame = open[--opened];
    long count = state / VALUE >> (kind == ARRAY ? 0 : 1);
    state = frame.behind;
    keyAt = frame.key;
    if (frame.said != count) {
      otherHead(frame, kind != ARRAY, (int) count);
    }
    closed(frame.at, (int) count);
  }

  /** Comes behind a container that began at a place. */
  protected void closed(int at, int count) {}

  private void otherHead(Frame frame, boolean map, int count) {
    byte[] head = new byte[HEAD];
    int room = head(map, frame.said, head, 0);
    int size = head(map, count, head, 0);
    if (size == room) {
      System.arraycopy(head, 0, bytes, frame.at, room);
    } else {
      heads.add(new Head(frame.at, room, Arrays.copyOf(head, size)));
      more += size - room;
    }
  }

  @Override
  public final void beginArray(int size) {
    open(ARRAY, size);
  }

  /** Comes before each item of an array. It may be left out. */
  @Override
  public final void item() {}

  @Override
  public final void endArray() {
    close(ARRAY);
  }

  @Override
  public final void beginObject(int size) {
    open(OBJECT, size);
  }

  @Override
  public final void endObject() {
    close(OBJECT);
  }

  @Override
  public final void beginMap(int size) {
    open(MAP, size);
  }

  @Override
  public final void endMap() {
    close(MAP);
  }

  // Texts

  /** Writes the head of a string of so many bytes. */
  protected abstract int stringHead(int length, byte[] out, int at);

  @Override
  public final void writeString(String value) {
    beforeValue("a string", value);
    string(value);
    value();
  }

  private void string(String value) {
    refuseNull(value);
    int count = value.length();
    byte[] out = room(count + (long) HEAD);
    int from = stringHead(count, out, length);
    char all = 0;
    for (int i = 0; i < count; i++) {
      char c = value.charAt(i);
      all |= c;
      out[from + i] = (byte) c;
    }
    if (all > 0x7F) {
      wideString(value);
    } else {
      length = from + count;
    }
  }

  private void wideString(String value) {
    int count = Utf8.length(value);
    if (count < 0) {
      throw fail(ErrorKind.LONE_SURROGATE, "both halves of a surrogate pair", "");
    }
    byte[] out = room(count + (long) HEAD);
    int from = stringHead(count, out, length);
    Utf8.encode(value, out, from);
    length = from + count;
  }

  /** Checks that a key may come, and notes it. */
  private void beginKey() {
    if ((state & PLACE) != OBJECT) {
      throw outOfOrder("a key");
    }
    keyAt = length;
    state += VALUE;
  }

  @Override
  public final void key(String key) {
    beginKey();
    string(key);
  }

  /** Writes an integer as the key of a member, which is an integer. */
  @Override
  public final void key(long key) {
    beginKey();
    length = integer(key, room(HEAD), length);
  }

  @Override
  public final void field(Fields fields, int index) {
    beginKey();
    byte[] name = fields.prepared().plain(index);
    byte[] out = room(name.length + (long) HEAD);
    int from = stringHead(name.length, out, length);
    System.arraycopy(name, 0, out, from, name.length);
    length = from + name.length;
  }

  /**
   * Writes a value that is given as JSON. MessagePack has no decimals: a number with a fraction or
   * an exponent becomes a double there if this is the same number, and no other one.
   */
  @Override
  public final void writeJson(String json) {
    isJson = true;
    try {
      super.writeJson(json);
    } finally {
      isJson = false;
    }
  }

  /** Returns whether what is written comes from JSON. */
  protected final boolean isJson() {
    return isJson;
  }

  /** Writes an integer. */
  protected abstract int integer(long value, byte[] out, int at);

  @Override
  public final void writeInt(int value) {
    writeLong(value);
  }

  /** Writes the bytes of a value behind its head. */
  protected final void block(byte[] from, int begin, int end) {
    int count = end - begin;
    System.arraycopy(from, begin, room(count), length, count);
    length += count;
  }

  /** Checks a part of an array. */
  protected static void check(byte[] bytes, int from, int to) {
    Objects.checkFromToIndex(from, to, bytes.length);
  }

  // Errors

  private String expected() {
    boolean odd = (state & VALUE) != 0;
    if ((state & TAGGED) != 0 || state == AWAITED) {
      return awaited();
    }
    return switch ((int) (state & KIND)) {
      case (int) ARRAY -> "a value or the end of the array";
      case (int) OBJECT -> odd ? "a value" : "a key or the end of the object";
      case (int) MAP -> odd ? "a value" : "a key or the end of the map";
      case (int) ROOT -> odd ? "nothing: the document is complete" : "a value";
      default -> "nothing: an error came before";
    };
  }

  /** Returns what comes behind a tag, as errors name it. */
  protected abstract String awaited();

  /** Returns the error of an event that cannot come here. */
  protected final VarvelException outOfOrder(String found) {
    return fail(ErrorKind.INVALID_EVENTS, expected(), found);
  }

  @Override
  public final int depth() {
    return opened;
  }

  @Override
  public final VarvelException error(ErrorKind kind, String expected, String found) {
    return fail(kind, expected, found);
  }

  /** Returns an error with the path of the next value. No more may be written then. */
  protected final VarvelException fail(ErrorKind kind, String expected, String found) {
    String path = path();
    state = FAILED;
    return VarvelException.of(kind).expected(expected).found(found).path(path).build();
  }

  /** Returns a scan of the bytes that were written, for the texts of keys. */
  protected abstract BinaryScan scan(byte[] bytes, int length);

  private String path() {
    long inner = state == AWAITED ? beforeAwaited : state;
    List<String> steps = new ArrayList<>();
    BinaryScan scan = scan(bytes, length);
    for (int i = 0; i < opened; i++) {
      // The next container is counted, and the next value is not.
      boolean last = i + 1 == opened;
      long inside = last ? inner : open[i + 1].behind - VALUE;
      int key = last ? keyAt : open[i + 1].key;
      long kind = inside & KIND;
      boolean hasKey = (inside & VALUE) != 0;
      if (kind == ARRAY) {
        steps.add(Paths.indexStep(inside / VALUE));
      } else if ((kind == OBJECT || kind == MAP) && hasKey) {
        BinaryScan.Key found = scan.keyAt(key);
        if (found != null) {
          steps.add(found.step());
        }
      }
    }
    return Paths.text(steps);
  }
}

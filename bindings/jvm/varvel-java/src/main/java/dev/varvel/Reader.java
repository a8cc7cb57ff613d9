package dev.varvel;

import dev.varvel.internal.Paths;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;

/**
 * Reads a document value by value, whatever its format is.
 *
 * <p>An array is read so, and an object of any keys likewise:
 *
 * <pre>{@code
 * if (reader.beginArray()) {
 *   do {
 *     list.add(reader.readString());
 *   } while (reader.nextItem());
 * }
 * }</pre>
 *
 * <p>An object of known keys is read by {@link #beginObject(Fields)} and {@link #nextField}, which
 * return the number of the next member's name:
 *
 * <pre>{@code
 * int next = reader.beginObject(FIELDS);
 * while (next != Reader.END) {
 *   switch (next) {
 *     case 0 -> id = reader.readLong();
 *     case 1 -> name = reader.readString();
 *     default -> reader.skip();
 *   }
 *   next = reader.nextField(FIELDS, next + 1);
 * }
 * }</pre>
 *
 * <p>All methods throw {@link VarvelException} with the place of what is wrong. After an error a
 * reader is of no more use.
 */
public abstract class Reader {
  /** {@link #nextField} returns this at the end of an object. */
  public static final int END = -1;

  /** {@link #nextField} returns this for a key that is none of the names. */
  public static final int UNKNOWN = -2;

  /** Only this library has readers. */
  protected Reader() {}

  /** Returns the kind of the next value. */
  public abstract Kind peek();

  /** Passes null if that is the next value, and returns whether it was. */
  public abstract boolean readNull();

  /** Reads true or false. */
  public abstract boolean readBoolean();

  /** Reads an integer of 32 bits. */
  public abstract int readInt();

  /** Reads an integer of 64 bits. */
  public abstract long readLong();

  /** Reads an integer of any size. */
  public abstract BigInteger readBigInteger();

  /** Reads a number as the nearest float of 32 bits. */
  public abstract float readFloat();

  /** Reads a number as the nearest float of 64 bits. */
  public abstract double readDouble();

  /** Reads a number with all its digits. */
  public abstract BigDecimal readBigDecimal();

  /** Reads a string. */
  public abstract String readString();

  /** Reads bytes. Formats that have none of their own have them as a string of Base64. */
  public abstract byte[] readBytes();

  /**
   * Reads a point in time. Formats that have none of their own have it as a string in the form of
   * RFC 3339.
   */
  public abstract Instant readInstant();

  /** Passes a value of any kind, and returns it as JSON: as its text has it, where it is JSON. */
  public abstract String readJson();

  /** Enters an array, and returns whether it has an item. One that has none is passed. */
  public abstract boolean beginArray();

  /** Returns whether there is one more item. At the end of the array the reader leaves it. */
  public abstract boolean nextItem();

  /** Enters an object, and returns whether it has a member. One that has none is passed. */
  public abstract boolean beginObject();

  /** Reads the key of a member, whose value comes next. */
  public abstract String readKey();

  /**
   * Reads the key of a member, whose value comes next, as an integer of 64 bits. Formats whose keys
   * are strings have it as digits.
   */
  public abstract long readLongKey();

  /** Returns whether there is one more member. At the end of the object the reader leaves it. */
  public abstract boolean nextMember();

  /**
   * Enters an object, and reads the first key.
   *
   * @return the number of the name, {@link #UNKNOWN}, or {@link #END} if there is no member
   */
  public abstract int beginObject(Fields fields);

  /**
   * Reads the next key.
   *
   * @param expected the number of the name that is tried first; any number
   * @return the number of the name, {@link #UNKNOWN}, or {@link #END} after the last member
   */
  public abstract int nextField(Fields fields, int expected);

  /**
   * Enters a map, whose keys may be of any kind, and returns whether it has a member. One that has
   * none is passed. Keys and values are read in turn, each like a value, and {@link #nextMember}
   * comes before each further key. An object is such a map, except in formats that have no maps.
   */
  public abstract boolean beginMap();

  /**
   * Enters a tagged value, and returns the number of its tag, without a sign. The value inside it
   * comes next; there is no end.
   */
  public abstract long beginTag();

  /**
   * Enters an extension, and returns its type, from -128 to 127. The bytes inside it come next;
   * there is no end.
   */
  public abstract int beginExtension();

  /** Reads a simple value, and returns its number. */
  public abstract int readSimple();

  /** Passes a value of any kind, with all that is in it. */
  public abstract void skip();

  /**
   * Gives the next value, of any kind and depth, to a writer. Keys that come twice are given twice.
   * Of text, a number with a fraction or an exponent is given as the nearest double, or with all
   * its digits if the options keep decimals.
   *
   * @throws VarvelException if the input is wrong, or if the writer throws it; of the kind {@link
   *     ErrorKind#UNREPRESENTABLE} for a kind of value that the writer's format lacks
   */
  public void copyTo(Writer writer) {
    EventCopy.copy(this, writer);
  }

  /** Returns the kind of the next value; of a number any kind of number. */
  protected Kind roughKind() {
    return peek();
  }

  /** Gives the next value to a writer, which is a number of a kind from {@link #roughKind}. */
  protected abstract void copyNumber(Kind kind, Writer to);

  /** Gives the next value to a writer, which is a point in time. */
  protected void copyTimestamp(Writer to) {
    to.writeInstant(readInstant());
  }

  /** Returns whether {@link #beginMap} enters objects and maps. */
  protected boolean hasMaps() {
    return true;
  }

  /** Returns the kind of the key that comes next in an object. */
  protected Kind keyKind() {
    return Kind.STRING;
  }

  /** Comes in a map between a key and its value. */
  protected void betweenKeyAndValue() {}

  /** Returns an error about the value, or the key, that begins at an offset. */
  protected abstract VarvelException error(
      ErrorKind kind, String expected, String found, long begin);

  /**
   * Returns a reader of the same place, which reads on by itself. So a value can be looked at
   * before it is read.
   */
  public final Reader fork() {
    Reader ahead = copy();
    ahead.attempts = attempts;
    return ahead;
  }

  /** Returns a reader of the same place: see {@link #fork}. */
  protected abstract Reader copy();

  /**
   * Returns a reader of the same place for a value that may turn out to be of another type. Such
   * values may be inside each other only {@value #MOST_ATTEMPTS} deep, since each level may double
   * the time.
   */
  public final Reader attempt() {
    if (attempts == MOST_ATTEMPTS) {
      String most = "at most " + MOST_ATTEMPTS + " values of types that only trying tells apart";
      throw Placed.error(this, ErrorKind.DEPTH_LIMIT, most + ", inside each other", "", offset());
    }
    Reader ahead = fork();
    ahead.attempts = attempts + 1;
    return ahead;
  }

  private static final int MOST_ATTEMPTS = 16;

  private int attempts;

  /**
   * Reads one value by a codec. A codec reads the values inside of its own by this method where
   * they have codecs, so that a reader which collects errors can go on after a value that is wrong.
   */
  public <T> T read(Codec<T> codec) {
    return codec.read(this);
  }

  /**
   * Reads the key of a member by a codec of keys. The value comes next, also where a reader that
   * collects errors has found one in the key.
   */
  public <K> K readKey(KeyCodec<K> codec) {
    return codec.read(this);
  }

  /** Returns whether null may stand for a value that was wrong, since errors are collected. */
  boolean collects() {
    return false;
  }

  /** Returns whether errors are collected, and this is one of them. */
  boolean isKept(VarvelException error) {
    return false;
  }

  /**
   * Returns the string that the next value, an object, has under a key, wherever the member stands.
   * Nothing is passed. Members before it are read twice.
   *
   * @return the string, or null if the next value is no object or has no such member
   * @throws VarvelException if the member is no string
   */
  public String hint(String key) {
    return fork().ownHint(key);
  }

  /**
   * Returns the string that the next value, an object, has under a key. Members before it are
   * passed.
   */
  protected final String ownHint(String key) {
    if (peek() == Kind.OBJECT && beginObject()) {
      do {
        if (readKey().equals(key)) {
          return readString();
        }
        skip();
      } while (nextMember());
    }
    return null;
  }

  /**
   * Throws an error after which a codec could go on. A reader that collects errors keeps it
   * instead, so that all unknown members of an object are found, and all that it lacks.
   */
  public void report(VarvelException error) {
    throw error;
  }

  /**
   * A codec calls this at the end of an object, before it makes a value of its members.
   *
   * @param begin where the object begins, as {@link #offset} returned it
   * @throws VarvelException if the reader collects errors, and has found some since then
   */
  public void complete(long begin) {}

  /** Returns the place of the next byte. */
  public abstract long offset();

  /**
   * Says what is done with a member that came before, by the policy of the options; its key was
   * read last.
   *
   * @return whether its value is taken; if not, it has to be skipped
   * @throws VarvelException if no key may come twice
   */
  public abstract boolean again(Fields fields, int index);

  /** Returns what is done with keys that come twice. */
  public Duplicates duplicates() {
    return Duplicates.ERROR;
  }

  /** Reads an array up to an item, and returns the offset of that. */
  protected final long itemAt(int number) {
    beginArray();
    for (int i = 0; i < number; i++) {
      skip();
      nextItem();
    }
    return offset();
  }

  /**
   * Returns the error of an object that has ended, or an array of keys and values: one of its keys
   * came before.
   *
   * @param begin the offset at which it began
   * @param member the number of the member, from 0 on
   * @param key the text of the key
   */
  public VarvelException twice(long begin, int member, String key) {
    String found = Paths.quoted(key) + " again";
    return Placed.error(this, ErrorKind.DUPLICATE_KEY, "each key once", found, begin);
  }

  /** Returns the error of an integer that does not fit a type, such as {@code i16}. */
  public VarvelException outOfRange(String type, long value, long begin) {
    return Placed.outOfRange(this, type, value, begin);
  }

  /** Returns the error of a name that is none of those of a type's variants. */
  public VarvelException unknownVariant(List<String> names, String found, long begin) {
    return Placed.unknownVariant(this, names, found, begin);
  }

  /** Returns the error of a key that is none of the names, at that key. */
  public abstract VarvelException unknown(Fields fields);

  /** Returns the error of an object that has ended, which began at an offset and lacks a member. */
  public abstract VarvelException missing(Fields fields, int index, long begin);

  /** Returns the error of a value that a type refuses, which begins at an offset. */
  public abstract VarvelException refused(String expected, long begin);

  /**
   * Returns the error of a string that has not the form of a type's text; it begins at an offset.
   *
   * @param expected what should have come, with its article
   */
  public abstract VarvelException otherForm(String expected, String text, long begin);

  /** Returns the error of a key that a type refuses; it was read last. */
  public abstract VarvelException refusedKey(String expected);
}

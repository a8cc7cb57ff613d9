package dev.varvel;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads by another reader, and keeps the errors that it finds.
 *
 * <p>A scalar of another kind is passed, and a value of no meaning is returned instead. The end of
 * {@link #read(Codec)} is where an exception goes no further: it is kept, and reading goes on after
 * the value. An error that was kept may be thrown again on the way there; it is kept once.
 *
 * <p>Nothing is read twice except scalars that are wrong: what is left of a value is passed from
 * where the other reader stands. So the cost is linear in the document, however deep it is.
 */
final class CollectingReader extends Reader {
  /** The next part of the container that was opened last. */
  private enum Next {
    KEY,
    VALUE,
    END_OR_MORE
  }

  private final List<VarvelException> errors;
  private final Set<VarvelException> kept = Collections.newSetFromMap(new IdentityHashMap<>());
  private final int most;

  private Reader in;

  /** Whether nothing more can be read. */
  private boolean ended;

  private int depth;

  /** For each open container whether it is an object. */
  private final BitSet objects = new BitSet();

  /** For each open container whether its keys are of any kind: an error inside is the last one. */
  private final BitSet maps = new BitSet();

  private Next next = Next.VALUE;

  /** The offsets that were given away since the value began, each with the number of errors. */
  private long[] begins = new long[16];

  private int[] counts = new int[16];
  private int given;

  /** The number of errors when the value began that is being read. */
  private int atBegin;

  CollectingReader(Reader in, List<VarvelException> errors, int most) {
    this.in = in;
    this.errors = errors;
    this.most = most;
  }

  /** Calls what throws if something follows the document. */
  @SuppressWarnings("unchecked") // Forks are of the class of their reader.
  <R extends Reader> void finish(Consumer<R> finish) {
    structure(
        () -> {
          finish.accept((R) in);
          return null;
        });
  }

  // Errors

  /** Keeps an error, unless it is kept already. */
  private void keep(VarvelException error) {
    if (!kept.contains(error)) {
      if (errors.size() == most) {
        ended = true;
        throw last();
      }
      errors.add(error);
      kept.add(error);
    }
  }

  private VarvelException last() {
    return errors.get(errors.size() - 1);
  }

  /** Keeps an error after which nothing can be read. */
  private VarvelException end(VarvelException error) {
    boolean same =
        !errors.isEmpty() && last().kind() == error.kind() && last().offset() == error.offset();
    if (!same) {
      keep(error);
    }
    ended = true;
    return last();
  }

  private void checkGoesOn() {
    if (ended) {
      throw last();
    }
  }

  /** Returns the number of errors when an offset was given away. */
  private int countAt(long begin) {
    for (int i = given - 1; i >= 0; i--) {
      if (begins[i] == begin) {
        return counts[i];
      }
    }
    return atBegin;
  }

  /** Returns whether a part of the value that begins at an offset was wrong. */
  private boolean isJunk(long begin) {
    return errors.size() > countAt(begin);
  }

  @Override
  boolean collects() {
    return true;
  }

  @Override
  boolean isKept(VarvelException error) {
    return kept.contains(error);
  }

  @Override
  public void report(VarvelException error) {
    checkGoesOn();
    keep(error);
  }

  @Override
  public void complete(long begin) {
    if (isJunk(begin)) {
      throw last();
    }
  }

  @Override
  public VarvelException refused(String expected, long begin) {
    return isJunk(begin) ? last() : in.refused(expected, begin);
  }

  @Override
  public VarvelException otherForm(String expected, String text, long begin) {
    return isJunk(begin) ? last() : in.otherForm(expected, text, begin);
  }

  @Override
  protected VarvelException error(ErrorKind kind, String expected, String found, long begin) {
    return isJunk(begin) ? last() : in.error(kind, expected, found, begin);
  }

  @Override
  public VarvelException unknown(Fields fields) {
    return in.unknown(fields);
  }

  @Override
  public VarvelException missing(Fields fields, int index, long begin) {
    return in.missing(fields, index, begin);
  }

  @Override
  public VarvelException refusedKey(String expected) {
    return in.refusedKey(expected);
  }

  @Override
  public boolean again(Fields fields, int index) {
    checkGoesOn();
    try {
      return in.again(fields, index);
    } catch (VarvelException e) {
      keep(e);
      return false;
    }
  }

  // Values

  @Override
  public <T> T read(Codec<T> codec) {
    checkGoesOn();
    int outer = depth;
    int outerBegin = atBegin;
    int outerGiven = given;
    atBegin = errors.size();
    next = Next.VALUE;
    try {
      return codec.read(this);
    } catch (VarvelException e) {
      if (!ended) {
        keep(e);
      }
    } catch (RuntimeException e) {
      // Code that got a value of no meaning may throw anything.
      if (errors.size() == atBegin) {
        throw e;
      }
    } finally {
      atBegin = outerBegin;
      given = outerGiven;
    }
    checkGoesOn();
    leave(outer);
    return null;
  }

  /** Passes what is left of a value, to the end of all containers beyond a depth. */
  private void leave(int outer) {
    structure(
        () -> {
          if (depth == outer && next == Next.VALUE) {
            in.skip();
          }
          while (depth > outer) {
            if (maps.get(depth - 1)) {
              throw last();
            }
            if (next == Next.KEY) {
              passKey(in);
            }
            if (next != Next.END_OR_MORE) {
              in.skip();
            }
            entered(objects.get(depth - 1) ? in.nextMember() : in.nextItem());
          }
          next = Next.END_OR_MORE;
          return null;
        });
  }

  /** Notes whether the container that was opened last goes on. */
  private boolean entered(boolean more) {
    if (more) {
      next = objects.get(depth - 1) ? Next.KEY : Next.VALUE;
    } else {
      depth--;
      next = Next.END_OR_MORE;
    }
    return more;
  }

  /** Reads a scalar, or passes a value of another kind. */
  private <T> T scalar(Function<Reader, T> read, T instead) {
    checkGoesOn();
    Reader before = in.fork();
    T value = instead;
    try {
      value = read.apply(in);
    } catch (VarvelException e) {
      pass(before, e);
    }
    next = Next.END_OR_MORE;
    return value;
  }

  /** Keeps the error of a value, and passes it. */
  private void pass(Reader before, VarvelException error) {
    keep(error);
    in = before;
    try {
      in.skip();
    } catch (VarvelException e) {
      throw end(e);
    }
    next = Next.END_OR_MORE;
  }

  /** Does what fails only if the document is wrong, whatever it should hold. */
  private <T> T structure(Supplier<T> step) {
    checkGoesOn();
    try {
      return step.get();
    } catch (VarvelException e) {
      throw end(e);
    }
  }

  /**
   * Enters a container. One of another kind is passed, and its error goes on to the codec's end.
   */
  private <T> T begin(boolean object, Function<Reader, T> begin) {
    checkGoesOn();
    Reader before = in.fork();
    try {
      T entered = begin.apply(in);
      objects.set(depth, object);
      maps.clear(depth);
      depth++;
      return entered;
    } catch (VarvelException e) {
      pass(before, e);
      throw e;
    }
  }

  @Override
  public Kind peek() {
    return structure(in::peek);
  }

  @Override
  public boolean readNull() {
    boolean isNull = structure(in::readNull);
    if (isNull) {
      next = Next.END_OR_MORE;
    }
    return isNull;
  }

  @Override
  public boolean readBoolean() {
    return scalar(Reader::readBoolean, false);
  }

  @Override
  public int readInt() {
    return scalar(Reader::readInt, 0);
  }

  @Override
  public long readLong() {
    return scalar(Reader::readLong, 0L);
  }

  @Override
  public BigInteger readBigInteger() {
    return scalar(Reader::readBigInteger, BigInteger.ZERO);
  }

  @Override
  public float readFloat() {
    return scalar(Reader::readFloat, 0f);
  }

  @Override
  public double readDouble() {
    return scalar(Reader::readDouble, 0d);
  }

  @Override
  public BigDecimal readBigDecimal() {
    return scalar(Reader::readBigDecimal, BigDecimal.ZERO);
  }

  @Override
  public String readString() {
    return scalar(Reader::readString, "");
  }

  @Override
  public byte[] readBytes() {
    return scalar(Reader::readBytes, new byte[0]);
  }

  @Override
  public Instant readInstant() {
    return scalar(Reader::readInstant, Instant.EPOCH);
  }

  @Override
  public String readJson() {
    return scalar(Reader::readJson, "null");
  }

  @Override
  public void skip() {
    structure(
        () -> {
          in.skip();
          return null;
        });
    next = Next.END_OR_MORE;
  }

  // Containers

  @Override
  public boolean beginArray() {
    return entered(begin(false, Reader::beginArray));
  }

  @Override
  public boolean nextItem() {
    return entered(structure(in::nextItem));
  }

  @Override
  public boolean beginObject() {
    return entered(begin(true, Reader::beginObject));
  }

  @Override
  public boolean nextMember() {
    return entered(structure(in::nextMember));
  }

  @Override
  public int beginObject(Fields fields) {
    return field(begin(true, reader -> reader.beginObject(fields)));
  }

  @Override
  public int nextField(Fields fields, int expected) {
    return field(structure(() -> in.nextField(fields, expected)));
  }

  private int field(int field) {
    entered(field != END);
    if (field != END) {
      next = Next.VALUE;
    }
    return field;
  }

  @Override
  public boolean beginMap() {
    boolean more = begin(true, Reader::beginMap);
    maps.set(depth - 1);
    if (!entered(more)) {
      return false;
    }
    next = Next.VALUE;
    return true;
  }

  @Override
  public long beginTag() {
    return prefix(Reader::beginTag);
  }

  @Override
  public int beginExtension() {
    return prefix(Reader::beginExtension);
  }

  /** Reads what stands in front of a value. A value without it is passed. */
  private <T> T prefix(Function<Reader, T> read) {
    checkGoesOn();
    Reader before = in.fork();
    try {
      return read.apply(in);
    } catch (VarvelException e) {
      pass(before, e);
      throw e;
    }
  }

  @Override
  public int readSimple() {
    return scalar(Reader::readSimple, 0);
  }

  @Override
  public void copyTo(Writer writer) {
    structure(
        () -> {
          in.copyTo(writer);
          return null;
        });
    next = Next.END_OR_MORE;
  }

  @Override
  protected void copyNumber(Kind kind, Writer to) {
    in.copyNumber(kind, to);
  }

  // Keys

  @Override
  public String readKey() {
    return key(Reader::readKey);
  }

  @Override
  public long readLongKey() {
    return key(Reader::readLongKey);
  }

  /** Reads a key. One of another kind is passed, and its error goes on to the codec's end. */
  private <K> K key(Function<Reader, K> read) {
    checkGoesOn();
    Reader before = in.fork();
    try {
      K key = read.apply(in);
      next = Next.VALUE;
      return key;
    } catch (VarvelException e) {
      keep(e);
      in = before;
      passKey(before);
      next = Next.VALUE;
      throw e;
    }
  }

  /** Passes a key of either kind. */
  private void passKey(Reader from) {
    Reader again = from.fork();
    try {
      from.readKey();
    } catch (VarvelException e) {
      try {
        again.readLongKey();
        in = again;
      } catch (VarvelException other) {
        throw end(e);
      }
    }
  }

  @Override
  public <K> K readKey(KeyCodec<K> codec) {
    checkGoesOn();
    Reader before = in.fork();
    try {
      return codec.read(this);
    } catch (VarvelException e) {
      checkGoesOn();
      keep(e);
      if (next == Next.KEY) {
        in = before;
        passKey(before);
        next = Next.VALUE;
      }
      return null;
    }
  }

  // Places

  @Override
  public Duplicates duplicates() {
    return in.duplicates();
  }

  @Override
  public VarvelException twice(long begin, int member, String key) {
    return in.twice(begin, member, key);
  }

  @Override
  protected Reader copy() {
    return in.fork();
  }

  @Override
  public String hint(String key) {
    checkGoesOn();
    try {
      return in.hint(key);
    } catch (VarvelException e) {
      throw e.kind() == ErrorKind.REPLAY_LIMIT ? end(e) : e;
    }
  }

  @Override
  public long offset() {
    long offset = in.offset();
    if (given == begins.length) {
      begins = Arrays.copyOf(begins, given * 2);
      counts = Arrays.copyOf(counts, given * 2);
    }
    begins[given] = offset;
    counts[given] = errors.size();
    given++;
    return offset;
  }
}

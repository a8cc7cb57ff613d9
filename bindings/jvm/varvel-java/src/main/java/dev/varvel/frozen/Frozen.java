package dev.varvel.frozen;

import dev.varvel.Codec;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.internal.Names;
import dev.varvel.internal.Utf8;
import dev.varvel.internal.Words;
import dev.varvel.json.JsonOptions;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A frozen document: validated once, then read in place. Nothing changes it, so any number of
 * threads may read it.
 */
public final class Frozen {
  private final byte[] bytes;

  /** Where the document ends without its checksum. */
  private final int end;

  /** Where the tables begin, which is the end of the tree. */
  private final int tables;

  private final int shapeCount;
  private final int textCount;
  private final int sharedCount;

  /** Where the places of the records of shapes are, and those of shared strings. */
  private final int shapes;

  private final int shared;

  /** Where the texts and the records begin. */
  private final int texts;

  private final int records;

  /**
   * Takes bytes whose header was validated, and the head of whose tables fits: see {@link
   * HeaderCheck}.
   */
  Frozen(byte[] bytes, int end, int tables) {
    this.bytes = bytes;
    this.end = end;
    this.tables = tables;
    shapeCount = (int) tableField(0);
    textCount = (int) tableField(1);
    sharedCount = (int) tableField(3);
    shapes = tables + Layout.TABLES_LEN;
    shared = shapes + 4 * shapeCount;
    texts = shared + 4 * sharedCount;
    records = tables + (int) tableField(2);
  }

  private long tableField(int i) {
    return Wire.u32(bytes, tables + 4 * i);
  }

  /**
   * Validates a document and opens it, without a copy, in time linear in its bytes. They must not
   * change as long as the document is used.
   *
   * @throws VarvelException of the kinds {@code INVALID_FROZEN}, {@code UNSUPPORTED_VERSION},
   *     {@code CHECKSUM_MISMATCH}, {@code DEPTH_LIMIT}, with the offset of what is wrong
   */
  public static Frozen open(byte[] bytes) {
    return open(bytes, Limits.DEFAULT);
  }

  /**
   * Validates a document within limits and opens it, like {@link #open(byte[])}.
   *
   * @param limits how long the document may be, how many containers may be inside each other (one
   *     for a tag, two for a matrix), and how many slots, elements and rows there may be
   * @throws VarvelException as there, and of the kinds {@code SIZE_LIMIT} and {@code NODE_LIMIT}
   */
  public static Frozen open(byte[] bytes, Limits limits) {
    Frozen document = HeaderCheck.open(bytes, limits);
    new TableCheck(document).run();
    TreeCheck tree = new TreeCheck(document, limits);
    tree.run();
    if (tree.hasMaps()) {
      Digester.checkMaps(document);
    }
    return document;
  }

  /**
   * Makes a document of a text of strict JSON in UTF-8: see {@link #fromJson(byte[], JsonOptions,
   * FreezeOptions)}.
   */
  public static Frozen fromJson(byte[] text) {
    return fromJson(text, JsonOptions.STRICT, FreezeOptions.DEFAULT);
  }

  /**
   * Makes a document of a text of JSON in UTF-8.
   *
   * <p>Keys keep their order. An integer is exact at any size. A number with a fraction or an
   * exponent is the nearest double, and an error if that would be infinite; or it is kept with all
   * its digits, if the options say so. Time and memory are linear in the text.
   *
   * @param json how the text is read; its limits and its policy for keys that come twice are those
   *     of the document
   * @throws VarvelException with the number, the offset and the path that all of Varvel gives for
   *     the text
   */
  public static Frozen fromJson(byte[] text, JsonOptions json, FreezeOptions options) {
    return JsonFreezer.freeze(text, json, options);
  }

  /**
   * Makes a document of a text of strict JSON, like {@link #fromJson(byte[])}. Offsets of errors
   * are those of the text in UTF-8.
   */
  public static Frozen fromJson(String text) {
    return fromJson(text, JsonOptions.STRICT, FreezeOptions.DEFAULT);
  }

  /**
   * Makes a document of a text of JSON, like {@link #fromJson(byte[], JsonOptions, FreezeOptions)}.
   * Offsets of errors are those of the text in UTF-8.
   */
  public static Frozen fromJson(String text, JsonOptions json, FreezeOptions options) {
    return fromJson(Utf8.bytes(text), json, options);
  }

  /**
   * Makes a document of a text of strict JSON, like {@link #fromJson(byte[])}.
   *
   * @throws VarvelException also of the kind {@code IO} if the stream fails
   */
  public static Frozen fromJson(InputStream text) {
    return fromJson(text, JsonOptions.STRICT, FreezeOptions.DEFAULT);
  }

  /**
   * Makes a document of a text of JSON, like {@link #fromJson(byte[], JsonOptions, FreezeOptions)}.
   * It is read whole before it is looked at, and the stream is not closed.
   *
   * @throws VarvelException also of the kind {@code IO} if the stream fails
   */
  public static Frozen fromJson(InputStream text, JsonOptions json, FreezeOptions options) {
    return fromJson(JsonFreezer.read(text, json), json, options);
  }

  /** Makes a document of a value in its plain form: see {@link #freeze(Object, FreezeOptions)}. */
  public static Frozen freeze(Object value) {
    return freeze(value, FreezeOptions.DEFAULT);
  }

  /**
   * Makes a document of a value. It becomes
   *
   * <ul>
   *   <li>null for null and an empty {@link Optional}; another one becomes what is in it
   *   <li>a string for a {@link CharSequence}, a {@link Character}, a {@link Key}, and for the
   *       constant of an enum, of which it is the name
   *   <li>a boolean, an integer or a float for these and for the classes of {@code java.lang}
   *       around them, for a {@link BigInteger}, an {@link AtomicInteger} and an {@link
   *       AtomicLong}; a float of 32 bits stays one, and NaN is a float
   *   <li>a decimal for a {@link BigDecimal}, also without a fraction
   *   <li>bytes for an array of bytes, and a timestamp for an {@link Instant}
   *   <li>an array for any other array and an {@link Iterable}
   *   <li>an object for a record, by the names of its components
   *   <li>an object for a {@link Map} whose keys are strings or constants of enums, and a map for
   *       another one
   *   <li>a copy for a {@link Node} and a document
   * </ul>
   *
   * <p>The members of a {@link LinkedHashMap}, of a {@link SortedMap} and, where Java has it, of
   * any {@code SequencedMap} keep their order, since the program chose it. Those of other maps are
   * sorted by their keys: the same value makes the same bytes in every run.
   *
   * @throws VarvelException with the path of the value: of the kind {@code TYPE_MISMATCH} for a
   *     class that documents do not have and for a record that is not open to this module, {@code
   *     UNREPRESENTABLE} for a value that contains itself, {@code REFUSED} if an accessor throws,
   *     and as a {@link FrozenWriter} does
   */
  public static Frozen freeze(Object value, FreezeOptions options) {
    FrozenWriter writer = new FrozenWriter(options);
    Freezing.write(value, writer);
    return writer.finish();
  }

  /** Makes a document of a value by a codec, in its plain form. */
  public static <T> Frozen freeze(T value, Codec<T> codec) {
    return freeze(value, codec, FreezeOptions.DEFAULT);
  }

  /**
   * Makes a document of a value by a codec.
   *
   * @throws VarvelException as the codec and a {@link FrozenWriter} do
   */
  public static <T> Frozen freeze(T value, Codec<T> codec, FreezeOptions options) {
    FrozenWriter writer = new FrozenWriter(options);
    codec.write(value, writer);
    return writer.finish();
  }

  /**
   * Reads the value of the whole document by a codec.
   *
   * @throws VarvelException if the value is not of the type, with its path
   */
  public <T> T read(Codec<T> codec) {
    return root().read(codec);
  }

  /** Returns the value of the whole document. */
  public Node root() {
    return root(new Node());
  }

  /** Moves a node to the value of the whole document, and returns it. Allocates nothing. */
  public Node root(Node into) {
    return into.moveToSlot(this, Layout.ROOT_AT, 3, tables);
  }

  /** Returns the bytes of the document, which are not a copy: they must not be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /**
   * Returns the checksum at the end of the document, if it has one: the 64-bit XXH3 of all bytes
   * before it, which was compared when the document was opened.
   */
  public OptionalLong checksum() {
    return end == bytes.length ? OptionalLong.empty() : OptionalLong.of(Wire.number(bytes, end, 3));
  }

  /** Returns whether another document has an equal value: see {@link Node#equals}. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Frozen frozen && root().equals(frozen.root());
  }

  /** Returns a hash that is the same for documents of equal values. */
  @Override
  public int hashCode() {
    return root().hashCode();
  }

  /** Returns the value as text for people, on one line. */
  @Override
  public String toString() {
    return root().toString();
  }

  byte[] raw() {
    return bytes;
  }

  int end() {
    return end;
  }

  int tables() {
    return tables;
  }

  int shapeCount() {
    return shapeCount;
  }

  int textCount() {
    return textCount;
  }

  int sharedCount() {
    return sharedCount;
  }

  int shapes() {
    return shapes;
  }

  int shared() {
    return shared;
  }

  int texts() {
    return texts;
  }

  int records() {
    return records;
  }

  /**
   * Returns the names that the keys of a shape are, in their order; null if that is not known yet.
   * Threads may see it later than it is noted.
   */
  Names named(int shape) {
    Names[] known = named;
    return known == null ? null : known[shape];
  }

  /** Notes the names that the keys of a shape are. */
  void name(int shape, Names names) {
    Names[] known = named;
    if (known == null) {
      known = new Names[shapeCount];
      named = known;
    }
    known[shape] = names;
  }

  private Names[] named;

  /** Returns where a text of the tables is whose place is written here. */
  int textAt(int place) {
    return tables + (int) Wire.u32(bytes, place);
  }

  /** Returns where the record of a shape is. */
  int record(long shape) {
    return textAt(shapes + 4 * (int) shape);
  }

  /** Returns where the text of a shared string is. */
  int sharedText(long number) {
    return textAt(shared + 4 * (int) number);
  }

  /** Returns how many keys a shape has. */
  int shapeSize(int record) {
    int few = bytes[record];
    return few != 0 ? few : (int) Wire.u32(bytes, record + 1);
  }

  /** Returns where the places of a shape's keys are. */
  int shapePlaces(int record) {
    int few = bytes[record];
    return few != 0
        ? record + 1 + few
        : KeyIndex.end(bytes, record + 5, (int) Wire.u32(bytes, record + 1));
  }

  /** Returns the number of a key in a shape, or -1. */
  int findInShape(int record, Key key) {
    int few = bytes[record];
    if (few != 0) {
      byte fingerprint = key.fingerprint();
      int places = record + 1 + few;
      for (int i = 0; i < few; i++) {
        if (bytes[record + 1 + i] == fingerprint && key.isAt(bytes, textAt(places + 4 * i))) {
          return i;
        }
      }
      return -1;
    }
    int bits = bytes[record + 5];
    // Up to 255 keys, so that the numbers of keys are bytes.
    if (bits == 0 || Words.getInt(bytes, record + 1) >>> 8 != 0) {
      return findInLargeShape(record, key);
    }
    int table = record + 6 + (1 << bits - 3);
    int place = KeyIndex.place(bytes, record + 5, key.hash());
    int own = bytes[table + place] & 0xFF;
    return key.isAt(bytes, textAt(table + (1 << bits) + 4 * own)) ? own : -1;
  }

  private int findInLargeShape(int record, Key key) {
    int count = (int) Wire.u32(bytes, record + 1);
    int index = record + 5;
    int places = KeyIndex.end(bytes, index, count);
    if (KeyIndex.isSorted(bytes, index)) {
      return findSorted(index, count, places, 0, 0, key);
    }
    int i = (int) KeyIndex.number(bytes, index, count, KeyIndex.place(bytes, index, key.hash()));
    return key.isAt(bytes, textAt(places + 4 * i)) ? i : -1;
  }

  /**
   * Returns the number of a member of an object that has its own keys or of a map, or -1.
   *
   * @param slots where the slots are
   * @param index whether the index of the keys follows on the slots
   */
  int findInPairs(int slots, int width, int base, int count, boolean index, Key key) {
    if (!index) {
      for (int i = 0; i < count; i++) {
        if (isKey(slots + (2 * i << width), width, base, key)) {
          return i;
        }
      }
      return -1;
    }
    int at = slots + (2 * count << width);
    if (KeyIndex.isSorted(bytes, at)) {
      return findSorted(at, count, slots, width, base, key);
    }
    int i = (int) KeyIndex.number(bytes, at, count, KeyIndex.place(bytes, at, key.hash()));
    return isKey(slots + (2 * i << width), width, base, key) ? i : -1;
  }

  private boolean isKey(int slot, int width, int base, Key key) {
    long span = stringInSlot(slot, width, base);
    return span >= 0 && key.isText(bytes, Wire.start(span), Wire.end(span));
  }

  /**
   * Searches a sorted list of keys: those of a shape, whose places begin at {@code keys}, if {@code
   * base} is zero, else those in the slots that begin there.
   */
  private int findSorted(int index, int count, int keys, int width, int base, Key key) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int i = (int) KeyIndex.number(bytes, index, count, middle);
      long span = keySpan(keys, width, base, i);
      int order = key.compareTo(bytes, Wire.start(span), Wire.end(span));
      if (order == 0) {
        return i;
      }
      if (order > 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return -1;
  }

  /** Returns the text of a key: see {@link #findSorted}. */
  long keySpan(int keys, int width, int base, int i) {
    return base == 0
        ? Wire.span(bytes, textAt(keys + 4 * i))
        : stringInSlot(keys + (2 * i << width), width, base);
  }

  /** Returns the text of the string that a slot holds or refers to, or -1 if it has none. */
  long stringInSlot(int at, int width, int base) {
    long slot = Wire.slot(bytes, at, width);
    long payload = slot >>> 4;
    return switch ((int) slot & 15) {
      case Layout.TAG_SHORT -> (at + 1L) << 32 | (payload & 15);
      case Layout.TAG_SHARED -> Wire.span(bytes, sharedText(payload));
      case Layout.TAG_STRING -> Wire.span(bytes, base - (int) payload);
      default -> -1;
    };
  }
}

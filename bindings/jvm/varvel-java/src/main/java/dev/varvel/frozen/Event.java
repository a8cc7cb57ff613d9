package dev.varvel.frozen;

/**
 * The parts of a document that is being made, in the order in which they come. Each is a byte, with
 * 64 bits beside it: see {@link Recording}.
 */
final class Event {
  static final byte NULL = 0;
  static final byte FALSE = 1;
  static final byte TRUE = 2;

  /** The bits are the integer. */
  static final byte INT = 3;

  /** The bits are the integer, from 2^63 on. */
  static final byte UNSIGNED = 4;

  /** The bits are those of the float. */
  static final byte FLOAT64 = 5;

  /** The low half of the bits is that of the float. */
  static final byte FLOAT32 = 6;

  /** The bits are where its length and its bytes are among the texts; so for the next four. */
  static final byte STRING = 7;

  /** A string that is a key of a map, which is never shared. */
  static final byte MAP_KEY = 8;

  static final byte BIG_INT = 9;
  static final byte DECIMAL = 10;
  static final byte BYTES = 11;

  /** The bits are where its 12 bytes are among the texts. */
  static final byte TIMESTAMP = 12;

  /** A string of the tables: the low half of the bits is its number, the high half its text. */
  static final byte SHARED = 13;

  /** The bits are the number, and the value follows; so for the next two. */
  static final byte TAGGED = 14;

  static final byte EXTENSION = 15;
  static final byte SIMPLE = 16;

  /** The bits are the place of the first event that is not inside. */
  static final byte ARRAY = 17;

  /** The same; keys and values follow in turn, of any kind. */
  static final byte MAP = 18;

  /** A map whose members are to be sorted. */
  static final byte MAP_UNSORTED = 19;

  /**
   * The low half of the bits is the place of the first event that is not inside, the high half the
   * number of the shape. Members follow, each a key and a value.
   */
  static final byte OBJECT = 20;

  /** The bits are the number of the key. */
  static final byte KEY = 21;

  /** A key whose member does not count, because the key comes again. */
  static final byte DROPPED = 22;

  private Event() {}

  /** Returns whether a value follows that belongs to this one. */
  static boolean isTag(byte event) {
    return event >= TAGGED && event <= SIMPLE;
  }

  /** Returns whether this is a map. */
  static boolean isMap(byte event) {
    return event == MAP || event == MAP_UNSORTED;
  }
}

package dev.varvel.frozen;

import dev.varvel.Kind;

/**
 * How a value is held: by a tag of a slot, by the first byte of a node of {@link Layout#TAG_OTHER},
 * by a literal, or as a part of a packed node.
 */
final class Form {
  /** A value that does not exist. */
  static final int MISSING = 0;

  /** An integer in a slot: the node's bits are the integer. */
  static final int INT = Layout.TAG_INT;

  /** A string in a slot: the bits are its length. */
  static final int SHORT = Layout.TAG_SHORT;

  /** A text of the tables: the bits are its place. */
  static final int TEXT = Layout.TAG_SHARED;

  static final int STRING = Layout.TAG_STRING;
  static final int ARRAY = Layout.TAG_ARRAY;
  static final int OBJECT = Layout.TAG_OBJECT;
  static final int FLOAT64 = Layout.TAG_FLOAT64;
  static final int INT32 = Layout.TAG_INT32;
  static final int INT64 = Layout.TAG_INT64;
  static final int PACKED = Layout.TAG_PACKED;

  /** And the first byte of the node. */
  static final int OTHER = 16;

  static final int UINT64 = OTHER + Layout.OTHER_UINT64;
  static final int FLOAT32 = OTHER + Layout.OTHER_FLOAT32;
  static final int BIG_INT = OTHER + Layout.OTHER_BIG_INT;
  static final int DECIMAL = OTHER + Layout.OTHER_DECIMAL;
  static final int BYTES = OTHER + Layout.OTHER_BYTES;
  static final int TIMESTAMP = OTHER + Layout.OTHER_TIMESTAMP;
  static final int TAGGED = OTHER + Layout.OTHER_TAGGED;
  static final int EXTENSION = OTHER + Layout.OTHER_EXTENSION;
  static final int MAP = OTHER + Layout.OTHER_MAP;
  static final int PAIRS = OTHER + Layout.OTHER_PAIRS;
  static final int SIMPLE = OTHER + Layout.OTHER_SIMPLE;

  /** And the payload of the literal. */
  static final int LITERAL = 32;

  static final int NULL = LITERAL + Layout.LITERAL_NULL;
  static final int FALSE = LITERAL + Layout.LITERAL_FALSE;
  static final int TRUE = LITERAL + Layout.LITERAL_TRUE;
  static final int EMPTY_ARRAY = LITERAL + Layout.LITERAL_ARRAY;
  static final int EMPTY_OBJECT = LITERAL + Layout.LITERAL_OBJECT;

  /** And the element: a number of a packed node. */
  static final int ELEMENT = 40;

  /** A row of a matrix: the bits are the columns, shifted by three, and the element. */
  static final int ROW = 48;

  private static final Kind[] KINDS = new Kind[ROW + 1];

  static {
    is(Kind.NULL, NULL);
    is(Kind.BOOL, FALSE, TRUE);
    is(Kind.INT, INT, INT32, INT64, UINT64);
    is(Kind.FLOAT, FLOAT64, FLOAT32);
    is(Kind.BIG_INT, BIG_INT);
    is(Kind.DECIMAL, DECIMAL);
    is(Kind.STRING, SHORT, TEXT, STRING);
    is(Kind.BYTES, BYTES);
    is(Kind.TIMESTAMP, TIMESTAMP);
    is(Kind.ARRAY, ARRAY, PACKED, ROW, EMPTY_ARRAY);
    is(Kind.OBJECT, OBJECT, PAIRS, EMPTY_OBJECT);
    is(Kind.MAP, MAP);
    is(Kind.TAGGED, TAGGED);
    is(Kind.EXTENSION, EXTENSION);
    is(Kind.SIMPLE, SIMPLE);
    for (Element element : Element.values()) {
      is(element.isFloat() ? Kind.FLOAT : Kind.INT, ELEMENT + element.ordinal());
    }
  }

  private Form() {}

  private static void is(Kind kind, int... forms) {
    for (int form : forms) {
      KINDS[form] = kind;
    }
  }

  /** Returns the kind of a form, or null for a missing value. */
  static Kind kind(int form) {
    return KINDS[form];
  }

  /** Returns whether a value stands for the one inside it, with a number. */
  static boolean isTag(int form) {
    return form == TAGGED || form == EXTENSION || form == SIMPLE;
  }

  /** Returns whether a value has keys. */
  static boolean hasMembers(int form) {
    return form == OBJECT || form == PAIRS || form == MAP || form == EMPTY_OBJECT;
  }

  /** Returns whether a value has slots. */
  static boolean hasSlots(int form) {
    return form == ARRAY || form == OBJECT || form == MAP || form == PAIRS || isTag(form);
  }
}

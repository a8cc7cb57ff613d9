package dev.varvel.frozen;

import static dev.varvel.frozen.HeaderCheck.invalid;

import dev.varvel.internal.Utf8;
import java.util.Arrays;

/** Validates the tables: texts, shared strings, and the records of shapes. */
final class TableCheck {
  private static final String UNREADABLE = "the number of a shape's keys, and how to find each";

  private final Frozen doc;
  private final byte[] bytes;

  /**
   * For each byte of the texts: zero, or, if a text begins there, a mark. It is 1, or the number of
   * the last shape that has this key, plus 2.
   */
  private final int[] marks;

  TableCheck(Frozen doc) {
    this.doc = doc;
    bytes = doc.raw();
    marks = new int[doc.records() - doc.texts()];
  }

  void run() {
    checkTexts();
    for (int i = 0; i < doc.sharedCount(); i++) {
      int place = doc.shared() + 4 * i;
      if (mark(place) < 0) {
        throw invalid(place, "the place of a text");
      }
    }
    int at = doc.records();
    for (int i = 0; i < doc.shapeCount(); i++) {
      int place = doc.shapes() + 4 * i;
      if (Wire.u32(bytes, place) != at - doc.tables()) {
        throw invalid(place, "the place of a shape behind the one before");
      }
      at = checkShape(at, i + 2);
    }
    if (at != doc.end()) {
      throw invalid(at, "shapes that fill the buffer to its end");
    }
  }

  /** Validates the texts: each is UTF-8, a zero is behind the last, and no two are equal. */
  private void checkTexts() {
    int at = doc.texts();
    for (int i = 0; i < doc.textCount(); i++) {
      long span = Wire.checkedSpan(bytes, at, doc.records());
      if (span < 0 || Utf8.firstInvalid(bytes, Wire.start(span), Wire.end(span)) >= 0) {
        throw invalid(at, "a key in UTF-8");
      }
      marks[at - doc.texts()] = 1;
      at = Wire.end(span);
    }
    int end = doc.textCount() == 0 ? at : at + 1;
    if (end != doc.records() || end != at && bytes[at] != 0) {
      throw invalid(at, "keys that make up all of the text, then a zero");
    }
    TextSet seen = new TextSet(bytes);
    at = doc.texts();
    for (int i = 0; i < doc.textCount(); i++) {
      long span = Wire.span(bytes, at);
      if (!seen.add(span)) {
        throw invalid(at, "a key that is not there twice");
      }
      at = Wire.end(span);
    }
  }

  /** Returns the number of the mark of the text whose place is written here, or -1. */
  private int mark(int place) {
    long i = Wire.u32(bytes, place) + doc.tables() - doc.texts();
    return i >= 0 && i < marks.length && marks[(int) i] != 0 ? (int) i : -1;
  }

  /** Validates the record of a shape, and returns where it ends. */
  private int checkShape(int at, int mark) {
    int limit = doc.end();
    if (at >= limit) {
      throw invalid(at, UNREADABLE);
    }
    long count = bytes[at] & 0xFF;
    boolean isIndexed = count == 0;
    int finder = isIndexed ? at + 5 : at + 1;
    long places;
    if (isIndexed) {
      count = limit - at < 5 ? 0 : Wire.u32(bytes, at + 1);
      places = count > Layout.SMALL_SHAPE ? KeyIndex.checkedEnd(bytes, finder, limit, count) : -1;
    } else {
      places = count > Layout.SMALL_SHAPE ? -1 : finder + count;
    }
    if (places < 0 || places > limit || count > (limit - places) / 4) {
      throw invalid(at, UNREADABLE);
    }
    int end = (int) (places + 4 * count);
    checkKeys((int) places, end, mark);
    boolean found =
        isIndexed
            ? finds(doc, finder, (int) count, (int) places, 0, 0)
            : hasFingerprints(finder, (int) places, (int) count);
    if (!found) {
      throw invalid(finder, "what finds each key of the shape by its hash");
    }
    return end;
  }

  private void checkKeys(int places, int end, int mark) {
    for (int place = places; place < end; place += 4) {
      int i = mark(place);
      if (i < 0) {
        throw invalid(place, "the place of a key");
      }
      if (marks[i] == mark) {
        throw invalid(place, "a key that the shape has not yet");
      }
      marks[i] = mark;
    }
    for (int place = places; place < end; place += 4) {
      if (Wire.length(Wire.span(bytes, doc.textAt(place))) > Layout.MAX_SHAPE_KEY) {
        throw invalid(place, "a key of at most 256 bytes in a shape");
      }
    }
  }

  private boolean hasFingerprints(int finder, int places, int count) {
    for (int i = 0; i < count; i++) {
      long key = Wire.span(bytes, doc.textAt(places + 4 * i));
      long hash = Key.hash(bytes, Wire.start(key), Wire.end(key));
      if (bytes[finder + i] != (byte) (hash >>> 56)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether an index finds each key where it is, and leads to no others. That proves that
   * no two keys are equal. The keys are as {@link Frozen#keySpan} has them.
   */
  static boolean finds(Frozen doc, int index, int count, int keys, int width, int base) {
    byte[] bytes = doc.raw();
    if (KeyIndex.isSorted(bytes, index)) {
      return isSorted(doc, index, count, keys, width, base);
    }
    long size = KeyIndex.tableSize(bytes, index);
    for (int i = 0; i < size; i++) {
      if (KeyIndex.number(bytes, index, count, i) >= count) {
        return false;
      }
    }
    for (int i = 0; i < count; i++) {
      long key = doc.keySpan(keys, width, base, i);
      long hash = Key.hash(bytes, Wire.start(key), Wire.end(key));
      int place = KeyIndex.place(bytes, index, hash);
      if (KeyIndex.number(bytes, index, count, place) != i) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSorted(Frozen doc, int index, int count, int keys, int width, int base) {
    byte[] bytes = doc.raw();
    long before = -1;
    for (int i = 0; i < count; i++) {
      long own = KeyIndex.number(bytes, index, count, i);
      if (own >= count) {
        return false;
      }
      long key = doc.keySpan(keys, width, base, (int) own);
      if (i != 0 && compare(bytes, before, key) >= 0) {
        return false;
      }
      before = key;
    }
    return true;
  }

  private static int compare(byte[] bytes, long a, long b) {
    return Arrays.compareUnsigned(
        bytes, Wire.start(a), Wire.end(a), bytes, Wire.start(b), Wire.end(b));
  }
}

package dev.varvel.frozen;

import static dev.varvel.frozen.HeaderCheck.invalid;

import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.internal.Utf8;
import java.util.ArrayList;
import java.util.List;

/**
 * Validates the tree, from the root slot on.
 *
 * <p>The nodes of a document stand in the order in which the walk reaches them: what a container
 * holds stands right before it, in order. So the walk knows where the next node must begin (the
 * cursor), and every byte of the tree belongs to one node. That bounds the time by the bytes,
 * whatever the slots refer to. Nothing recurses, and nothing is allocated for more than what is
 * there: the open containers are a stack that grows as they are opened.
 *
 * <p>The order of the checks is that of Rust, so that the error of a document with several faults
 * is the same. Strings and numbers that are not at the cursor are noticed at the end of their
 * container. Only a string may move the cursor back, and then the next check of texts refuses the
 * document: so each byte is checked once.
 */
final class TreeCheck {
  private static final String NO_CONTAINER =
      "a container with members, all before the one around it";
  private static final String LOOSE = "a container right behind what it holds, with no gaps";
  private static final String NO_LENGTH = "a length in its shortest form and all its bytes";

  private final Frozen doc;
  private final byte[] bytes;
  private final Limits limits;

  /** Where the next node must begin. */
  private int cursor = Layout.HEADER_LEN;

  /** Strings from here to the cursor are not yet checked to be UTF-8. */
  private int run = Layout.HEADER_LEN;

  private long nodes;

  /** The bytes that shared strings stood for. */
  private long shared;

  /** The containers around the innermost one; those beyond {@code open} are used again. */
  private final List<Frame> frames = new ArrayList<>();

  private int open;
  private Frame frame = new Frame();
  private boolean hasMaps;

  TreeCheck(Frozen doc, Limits limits) {
    this.doc = doc;
    this.limits = limits;
    bytes = doc.raw();
  }

  /** Returns whether there are maps, whose keys are to be compared when all can be read. */
  boolean hasMaps() {
    return hasMaps;
  }

  void run() {
    // The root slot is treated like the only slot of a container at the end of the tree.
    frame.slot = Layout.ROOT_AT;
    frame.first = Layout.ROOT_AT;
    frame.slots = Layout.ROOT_AT + 8;
    frame.base = doc.tables();
    frame.end = doc.tables();
    frame.width = 3;
    frames.add(frame);
    while (true) {
      while (frame.slot != frame.slots) {
        next();
      }
      close();
      if (open == 0) {
        return;
      }
      cursor = frame.end;
      run = frame.end;
      frame = frames.get(--open);
    }
  }

  /** Opens a container inside the innermost one. */
  private Frame push() {
    open++;
    if (open == frames.size()) {
      frames.add(new Frame());
    }
    frame = frames.get(open);
    return frame;
  }

  private static VarvelException misplaced(int slot) {
    return invalid(slot, "a slot that refers to the node right behind the one before");
  }

  private static VarvelException cutOff(int slot) {
    return invalid(slot, "a slot that refers to a whole node");
  }

  /** Validates the next slot, and the node that it refers to, or the head of the container. */
  private void next() {
    int place = frame.slot;
    long slot = Wire.slot(bytes, place, frame.width);
    frame.slot += 1 << frame.width;
    int tag = (int) slot & 15;
    long payload = slot >>> 4;
    if (tag < Layout.TAG_REFERENCE) {
      value(place, tag, payload);
      return;
    }
    if (payload == 0 || payload > frame.base) {
      throw misplaced(place);
    }
    int at = frame.base - (int) payload;
    if (tag == Layout.TAG_STRING) {
      string(place, at);
      return;
    }
    checkTexts(cursor);
    switch (tag) {
      case Layout.TAG_INT32 -> number(place, at, 4);
      case Layout.TAG_INT64, Layout.TAG_FLOAT64 -> number(place, at, 8);
      case Layout.TAG_PACKED -> {
        int head = bytes[at];
        if (head >= 0 && head < Layout.PACKED_MATRIX && bytes[at + 1] != 0 && at == cursor) {
          row(place, at);
        } else {
          packed(place, at);
        }
      }
      case Layout.TAG_ARRAY, Layout.TAG_OBJECT -> container(place, at, tag, -1);
      default -> other(place, at);
    }
  }

  /** Validates a number of four or eight bytes. */
  private void number(int place, int at, int size) {
    frame.isApart |= at != cursor;
    // Not counted from where it is: the cursor must not go back.
    pass(place, (long) cursor + size);
  }

  /** Moves the cursor to the end of a node, which must be before its container. */
  private void pass(int place, long end) {
    if (end > frame.base) {
      throw cutOff(place);
    }
    cursor = (int) end;
    run = cursor;
  }

  /**
   * Validates a string, except that it is UTF-8: that is checked for a row of strings at once.
   * Lengths below 128 are UTF-8 themselves, and end a character that is cut off.
   */
  private void string(int place, int at) {
    frame.isApart |= at != cursor;
    int length = bytes[at];
    if (length >= 0) {
      cursor = at + 1 + length;
      if (cursor > frame.base) {
        throw cutOff(place);
      }
      return;
    }
    checkTexts(at);
    long span = Wire.checkedSpan(bytes, at, frame.base);
    if (span < 0) {
      throw invalid(at, NO_LENGTH);
    }
    run = Wire.start(span);
    cursor = Wire.end(span);
  }

  /** Validates that the strings up to a place are UTF-8. */
  private void checkTexts(int end) {
    if (run > end) {
      // A string was not where it must be.
      throw invalid(end, LOOSE);
    }
    checkText(run, end);
    run = end;
  }

  private void checkText(int from, int to) {
    int wrong = Utf8.firstInvalid(bytes, from, to);
    if (wrong >= 0) {
      throw invalid(wrong, "UTF-8");
    }
  }

  /** Validates a slot that holds its whole value. */
  private void value(int place, int tag, long payload) {
    if (tag == Layout.TAG_INT || tag == Layout.TAG_LITERAL && payload <= Layout.LITERAL_TRUE) {
      return;
    }
    if (tag == Layout.TAG_LITERAL && payload <= Layout.LITERAL_OBJECT) {
      checkDepth(place, 1);
    } else if (tag == Layout.TAG_SHORT) {
      shortString(place);
    } else if (tag == Layout.TAG_SHARED) {
      if (payload >= doc.sharedCount()) {
        throw invalid(place, "the number of a shared string");
      }
      shared += Wire.length(Wire.span(bytes, doc.sharedText(payload)));
      if (shared > (long) Layout.SHARED_TIMES * doc.end()) {
        throw invalid(place, "shared strings that stand for at most 64 times the buffer");
      }
    } else {
      throw invalid(place, "a slot with one of the tags and its payload");
    }
  }

  private void shortString(int place) {
    int size = 1 << frame.width;
    int length = bytes[place] >> 4 & 15;
    boolean isWhole = length < size;
    for (int i = 1 + length; i < size; i++) {
      isWhole &= bytes[place + i] == 0;
    }
    if (!isWhole) {
      throw invalid(place, "a string that is shorter than the slot, then zeros");
    }
    checkText(place + 1, place + 1 + length);
  }

  /** Throws if so many more containers inside those that are open exceed the limit. */
  private void checkDepth(int at, int more) {
    if ((long) open + more > limits.depth()) {
      throw VarvelException.of(ErrorKind.DEPTH_LIMIT).offset(at).build();
    }
  }

  /** Counts nodes, and throws if there are more than the limit. */
  private void count(int at, long more) {
    nodes += more;
    if (nodes > limits.nodes()) {
      throw VarvelException.of(ErrorKind.NODE_LIMIT).offset(at).build();
    }
  }

  /** Validates a packed node of less than 256 numbers that stands at the cursor. */
  private void row(int place, int at) {
    int count = bytes[at + 1] & 0xFF;
    checkDepth(at, 1);
    count(at, count);
    pass(place, at + 2L + (count << Element.of(bytes[at]).width));
  }

  /** Validates any other packed node, and the padding before it. */
  private void packed(int place, int at) {
    if (at < cursor) {
      throw misplaced(place);
    }
    int head = bytes[at] & 0xFF;
    int width = head >> 4 & 3;
    boolean isMatrix = (head & Layout.PACKED_MATRIX) != 0;
    int counts = (isMatrix ? 2 : 1) << width;
    if ((head & Layout.PACKED_RESERVED) != 0 || counts > frame.base - at - 1) {
      throw wrongPacked(at);
    }
    int numbers = at + 1 + counts;
    long rows = isMatrix ? Wire.number(bytes, at + 1, width) : 1;
    long columns = Wire.number(bytes, numbers - (1 << width), width);
    int size = Element.of(head).width;
    long room = frame.base - numbers >> size;
    // A count that is negative is one beyond 2^63.
    if (rows <= 0 || columns <= 0 || columns > room || rows > room / columns) {
      throw wrongPacked(at);
    }
    long count = rows * columns;
    if (at != cursor && !isPadding(at, count, size)) {
      throw misplaced(place);
    }
    checkDepth(at, isMatrix ? 2 : 1);
    count(at, isMatrix ? count + rows : count);
    pass(place, numbers + (count << size));
  }

  private static VarvelException wrongPacked(int at) {
    return invalid(at, "the header of a packed node and all its numbers");
  }

  /** Returns whether the bytes before a packed node may be its padding. */
  private boolean isPadding(int at, long count, int size) {
    if (count < Layout.PADDED_ELEMENTS || at - cursor >= 1 << size) {
      return false;
    }
    for (int i = cursor; i < at; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /** Validates a node of {@link Layout#TAG_OTHER}. */
  private void other(int place, int at) {
    int other = bytes[at] & 0xFF;
    if (Form.hasSlots(Form.OTHER + other)) {
      container(place, at, Layout.TAG_OTHER, other);
      return;
    }
    if (at != cursor) {
      throw misplaced(place);
    }
    // The 16 bytes of the tables' head follow on the tree.
    switch (other) {
      case Layout.OTHER_UINT64 -> {
        if (bytes[at + 8] >= 0) {
          throw invalid(at + 1, "an integer of 2^63 or more");
        }
        pass(place, at + 9L);
      }
      case Layout.OTHER_FLOAT32 -> pass(place, at + 5L);
      case Layout.OTHER_TIMESTAMP -> {
        if (Wire.u32(bytes, at + 9) >= 1_000_000_000) {
          throw invalid(at + 9, "less than a second of nanoseconds");
        }
        pass(place, at + 13L);
      }
      case Layout.OTHER_BIG_INT, Layout.OTHER_DECIMAL, Layout.OTHER_BYTES -> {
        long span = Wire.checkedSpan(bytes, at + 1, frame.base);
        if (span < 0) {
          throw invalid(at + 1, NO_LENGTH);
        }
        checkNumber(other, Wire.start(span), Wire.end(span));
        pass(place, Wire.end(span));
      }
      default -> throw invalid(at, "the kind of a node");
    }
  }

  private void checkNumber(int other, int from, int to) {
    if (other == Layout.OTHER_BIG_INT && !NumberTexts.isBig(bytes, from, to)) {
      throw invalid(from, "an integer beyond 64 bits");
    }
    if (other == Layout.OTHER_DECIMAL && !NumberTexts.isNumber(bytes, from, to)) {
      throw invalid(from, "a number");
    }
  }

  /**
   * Validates the head of a container with slots, which may begin behind what it holds, and opens
   * it.
   *
   * @param other the first byte of a node of {@link Layout#TAG_OTHER}
   */
  private void container(int place, int at, int tag, int other) {
    if (at < cursor) {
      throw misplaced(place);
    }
    int limit = frame.base;
    int head = tag == Layout.TAG_OTHER ? at + 1 : at;
    int widths = bytes[head];
    boolean isTag = tag == Layout.TAG_OTHER && Form.isTag(Form.OTHER + other);
    if ((widths & 3) == 3 || (widths & Layout.WIDTHS_RESERVED) != 0) {
      throw invalid(isTag ? at : head, "the widths of slots and of a count");
    }
    int numberWidth = widths >> 2 & 3;
    int width = (widths & 3) + 1;
    // The 16 bytes of the tables' head follow on the tree.
    long number = Wire.number(bytes, head + 1, numberWidth);
    int first = head + 1 + (1 << numberWidth);
    if (isTag && other != Layout.OTHER_TAGGED && (number < 0 || number > 0xFF)) {
      throw invalid(head + 1, "an extension type or simple value of 8 bits");
    }
    long slots = isTag ? 1 : slotCount(at, tag, number);
    long room = limit - first >> width;
    // A count that is negative is one beyond 2^63.
    if (slots <= 0 || slots > room) {
      throw invalid(at, NO_CONTAINER);
    }
    int end = first + ((int) slots << width);
    checkDepth(at, 1);
    count(at, slots);
    Frame.Keys keys = keysOf(tag, other);
    int slotsEnd = end;
    if (keys == Frame.Keys.PAIRS && number > Layout.SMALL_SHAPE) {
      end = KeyIndex.checkedEnd(bytes, end, limit, number);
      if (end < 0) {
        throw invalid(slotsEnd, "an index that finds each key of the object");
      }
    }
    Frame inner = push();
    inner.slot = first;
    inner.first = first;
    inner.slots = slotsEnd;
    inner.base = at;
    inner.end = end;
    inner.width = width;
    inner.keys = keys;
    inner.isApart = false;
  }

  private static Frame.Keys keysOf(int tag, int other) {
    if (tag != Layout.TAG_OTHER) {
      return Frame.Keys.NONE;
    }
    return switch (other) {
      case Layout.OTHER_MAP -> Frame.Keys.MAP;
      case Layout.OTHER_PAIRS -> Frame.Keys.PAIRS;
      default -> Frame.Keys.NONE;
    };
  }

  /** Returns how many slots an array, an object or a map has; at most 2^62. */
  private long slotCount(int at, int tag, long number) {
    if (tag == Layout.TAG_ARRAY) {
      return number;
    }
    if (tag == Layout.TAG_OBJECT) {
      if (number < 0 || number >= doc.shapeCount()) {
        throw invalid(at, "the number of a shape");
      }
      return doc.shapeSize(doc.record(number));
    }
    return number < 0 ? -1 : Math.min(number, 1L << 61) * 2;
  }

  /** Validates the end of a container: the last node in it ends where its own begins. */
  private void close() {
    checkTexts(cursor);
    if (frame.isApart || cursor != frame.base) {
      throw invalid(frame.base, LOOSE);
    }
    if (frame.keys != Frame.Keys.NONE) {
      checkKeys();
    }
  }

  /**
   * Validates that the keys of an object are strings and differ, and that a key of a map is not a
   * string. Whether the keys of a map differ is checked when the whole tree can be read.
   */
  private void checkKeys() {
    int count = (frame.slots - frame.first >> frame.width) / 2;
    int other = firstOther(count);
    if (frame.keys == Frame.Keys.MAP) {
      hasMaps = true;
      if (other < 0) {
        throw invalid(frame.base, "a map with a key that is no string");
      }
      return;
    }
    if (other >= 0) {
      throw invalid(other, "a string as a key");
    }
    TextSet seen = new TextSet(bytes);
    for (int i = 0; i < count; i++) {
      int place = frame.first + (2 * i << frame.width);
      if (!seen.add(doc.stringInSlot(place, frame.width, frame.base))) {
        throw invalid(place, "a key that the object has not yet");
      }
    }
    if (count > Layout.SMALL_SHAPE
        && !TableCheck.finds(doc, frame.slots, count, frame.first, frame.width, frame.base)) {
      throw invalid(frame.slots, "an index that finds each key of the object");
    }
  }

  /** Returns the slot of the first key that is not a string, or -1. */
  private int firstOther(int count) {
    for (int i = 0; i < count; i++) {
      int place = frame.first + (2 * i << frame.width);
      int tag = bytes[place] & 15;
      if (tag != Layout.TAG_SHORT && tag != Layout.TAG_SHARED && tag != Layout.TAG_STRING) {
        return place;
      }
    }
    return -1;
  }
}

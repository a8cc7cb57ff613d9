package dev.varvel.frozen;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import java.util.Arrays;

/** Lays a recording out as the bytes of a document. Nothing recurses. */
final class TreeLayout {
  /** From so many bytes on, containers have slots of four bytes, and of eight. */
  private static final int WIDE = 1 << 12;

  private static final int WIDEST = 1 << 28;

  /** An open container. */
  private static final class Layer {
    /** Its event, and the place of that. */
    byte event;

    int at;

    /** The event that comes next, and the first that is not inside. */
    int next;

    int end;

    /** Where the bytes of what it holds begin, and its slots. */
    int content;

    int slots;

    /** Whether it is an object that has its keys itself. */
    boolean isPairs;
  }

  private final Recording from;
  private final Output out;

  /** Which shapes are kept, and their numbers in the document plus one. */
  private final boolean[] kept;

  private final int[] numbers;

  /** The shapes in the order of their numbers. */
  private int[] shapes = new int[8];

  private int shapeCount;

  /**
   * The slots of open containers, 8 bytes wide. The payload of a reference is the position of its
   * node, negated, to which the base is added at the end.
   */
  private long[] slots = new long[32];

  private int slotCount;

  private Layer[] layers = new Layer[8];
  private int depth;

  /** How many slots the keys take of objects that got no shape to save bytes. */
  private long keySlots;

  private TreeLayout(Recording from, boolean isCanonical) {
    this.from = from;
    long room = Layout.HEADER_LEN + 2L * from.size() + from.texts.length() + 64;
    out = new Output((int) Math.min(room, Output.MOST));
    out.zeros(Layout.HEADER_LEN);
    numbers = new int[from.shapes.size()];
    kept = isCanonical ? new boolean[numbers.length] : from.shapes.choose(from.keys);
    if (isCanonical) {
      Arrays.fill(kept, true);
    }
  }

  /**
   * Returns the document.
   *
   * @param spare how many more slots there may be
   */
  static Frozen layOut(Recording from, boolean isCanonical, boolean hasChecksum, long spare) {
    TreeLayout layout = new TreeLayout(from, isCanonical);
    layout.run();
    if (layout.keySlots > spare) {
      throw VarvelException.of(ErrorKind.NODE_LIMIT).build();
    }
    int[] shapes = Arrays.copyOf(layout.shapes, layout.shapeCount);
    return new TableLayout(from, layout.out, shapes).finish(layout.slots[0], hasChecksum);
  }

  private void run() {
    value(0);
    while (depth != 0) {
      Layer top = layers[depth - 1];
      int at = top.next;
      if (at == top.end) {
        close(top);
        continue;
      }
      switch (from.event(at)) {
        case Event.DROPPED -> top.next = from.behind(at + 1);
        case Event.KEY -> {
          top.next = at + 1;
          if (top.isPairs) {
            byte[] key = from.keys.text((int) from.bits(at));
            string(key, 0, key.length);
          }
        }
        default -> {
          top.next = from.behind(at);
          value(at);
        }
      }
    }
  }

  private void push(long slot) {
    if (slotCount == slots.length) {
      slots = Arrays.copyOf(slots, Output.grown(slotCount, slotCount + 1L));
    }
    slots[slotCount++] = slot;
  }

  private void literal(int payload) {
    push((long) payload << 4 | Layout.TAG_LITERAL);
  }

  private static long reference(int tag, int at) {
    return (long) -at << 4 | tag;
  }

  /** Adds a slot that refers to the node that is written next. */
  private void node(int tag) {
    push(reference(tag, out.length()));
  }

  private void other(int which) {
    node(Layout.TAG_OTHER);
    out.put(which);
  }

  /** Writes a value that holds no others, or opens a container. */
  private void value(int at) {
    long bits = from.bits(at);
    switch (from.event(at)) {
      case Event.NULL -> literal(Layout.LITERAL_NULL);
      case Event.FALSE -> literal(Layout.LITERAL_FALSE);
      case Event.TRUE -> literal(Layout.LITERAL_TRUE);
      case Event.INT -> integer(bits);
      case Event.FLOAT64 -> {
        node(Layout.TAG_FLOAT64);
        out.putLong(bits);
      }
      case Event.UNSIGNED -> {
        other(Layout.OTHER_UINT64);
        out.putLong(bits);
      }
      case Event.FLOAT32 -> {
        other(Layout.OTHER_FLOAT32);
        out.putInt((int) bits);
      }
      case Event.STRING, Event.MAP_KEY -> {
        long span = from.span(at);
        string(from.texts.bytes(), Wire.start(span), Wire.end(span));
      }
      case Event.SHARED -> push((bits & 0xFFFFFFFFL) << 4 | Layout.TAG_SHARED);
      case Event.BIG_INT -> content(Layout.OTHER_BIG_INT, at);
      case Event.DECIMAL -> content(Layout.OTHER_DECIMAL, at);
      case Event.BYTES -> content(Layout.OTHER_BYTES, at);
      case Event.TIMESTAMP -> {
        other(Layout.OTHER_TIMESTAMP);
        out.bytes(from.texts.bytes(), (int) bits, (int) bits + 12);
      }
      case Event.ARRAY -> {
        if (!packed(at)) {
          open(at);
        }
      }
      default -> open(at);
    }
  }

  private void integer(long value) {
    if (value >= -Layout.LEAST_SMALL && value < Layout.LEAST_SMALL) {
      push(value << 4 | Layout.TAG_INT);
    } else if (value == (int) value) {
      node(Layout.TAG_INT32);
      out.putInt((int) value);
    } else {
      node(Layout.TAG_INT64);
      out.putLong(value);
    }
  }

  /** Adds a string, which is in its slot if it has at most one byte. */
  private void string(byte[] text, int start, int end) {
    int length = end - start;
    if (length < 2) {
      long first = length == 0 ? 0 : text[start] & 0xFF;
      push(first << 8 | (long) length << 4 | Layout.TAG_SHORT);
    } else {
      node(Layout.TAG_STRING);
      out.counted(text, start, end);
    }
  }

  private void content(int which, int at) {
    other(which);
    long span = from.span(at);
    out.counted(from.texts.bytes(), Wire.start(span), Wire.end(span));
  }

  /** Writes an array of numbers, or of like rows of numbers. Returns false for any other array. */
  private boolean packed(int at) {
    int end = (int) from.bits(at);
    Element element = from.run(at);
    if (element != null) {
      int count = end - at - 1;
      packedHead(element, count, count, -1);
      from.numbers(at, element, out);
      return true;
    }
    int rows = 0;
    int columns = 0;
    for (int i = at + 1; i < end; i = (int) from.bits(i)) {
      Element row = from.run(i);
      if (row == null) {
        return false;
      }
      int count = (int) from.bits(i) - i - 1;
      Element joined = rows == 0 ? row : join(element, row);
      if (joined == null || rows != 0 && count != columns) {
        return false;
      }
      element = joined;
      columns = count;
      rows++;
    }
    if (rows == 0) {
      return false;
    }
    packedHead(element, (long) rows * columns, rows, columns);
    for (int i = at + 1; i < end; i = (int) from.bits(i)) {
      from.numbers(i, element, out);
    }
    return true;
  }

  /** Returns the element that holds the numbers of two rows, or null if none does. */
  private static Element join(Element a, Element b) {
    if (a == b) {
      return a;
    }
    if (a.isFloat() || b.isFloat()) {
      return null;
    }
    if (a == Element.UINT32 || b == Element.UINT32) {
      return Element.INT64;
    }
    return a.width > b.width ? a : b;
  }

  /**
   * Writes what comes before the elements of a packed node: zeros that align them, its first byte
   * and the counts.
   *
   * @param columns the columns of a matrix, or -1
   */
  private void packedHead(Element element, long elements, int count, int columns) {
    int width = Math.max(Output.widthOf(count), Output.widthOf(Math.max(columns, 0)));
    if (elements >= Layout.PADDED_ELEMENTS) {
      int first = out.length() + 1 + ((columns < 0 ? 1 : 2) << width);
      out.zeros(-first & element.bytes() - 1);
    }
    node(Layout.TAG_PACKED);
    out.put(element.ordinal() | (columns < 0 ? 0 : Layout.PACKED_MATRIX) | width << 4);
    out.number(count, width);
    if (columns >= 0) {
      out.number(columns, width);
    }
  }

  private void open(int at) {
    if (depth == layers.length) {
      layers = Arrays.copyOf(layers, Output.grown(depth, depth + 1L));
    }
    Layer layer = layers[depth];
    if (layer == null) {
      layer = new Layer();
      layers[depth] = layer;
    }
    depth++;
    layer.event = from.event(at);
    layer.at = at;
    layer.next = at + 1;
    layer.end = from.behind(at);
    layer.content = out.length();
    layer.slots = slotCount;
    layer.isPairs =
        layer.event == Event.OBJECT && (from.shape(at) == Shapes.NONE || !kept[from.shape(at)]);
  }

  /** Writes the innermost container, whose slots are complete. */
  private void close(Layer layer) {
    depth--;
    int count = slotCount - layer.slots;
    int at = out.length();
    if (count == 0) {
      literal(layer.event == Event.ARRAY ? Layout.LITERAL_ARRAY : Layout.LITERAL_OBJECT);
      return;
    }
    int tag = Layout.TAG_OTHER;
    long number = from.bits(layer.at);
    switch (layer.event) {
      case Event.ARRAY -> {
        tag = Layout.TAG_ARRAY;
        number = count;
      }
      case Event.TAGGED -> out.put(Layout.OTHER_TAGGED);
      case Event.EXTENSION -> out.put(Layout.OTHER_EXTENSION);
      case Event.SIMPLE -> out.put(Layout.OTHER_SIMPLE);
      case Event.OBJECT -> {
        if (layer.isPairs) {
          out.put(Layout.OTHER_PAIRS);
          number = count / 2;
        } else {
          tag = Layout.TAG_OBJECT;
          number = shapeNumber(from.shape(layer.at));
        }
      }
      default -> {
        out.put(Layout.OTHER_MAP);
        number = count / 2;
      }
    }
    container(layer, at, number);
    if (layer.isPairs) {
      keys(layer, count / 2);
    }
    slotCount = layer.slots;
    push(reference(tag, at));
  }

  /** Writes the index of the keys of an object that has them itself, if it has one. */
  private void keys(Layer layer, int count) {
    if (from.shape(layer.at) != Shapes.NONE) {
      keySlots += count;
    }
    if (count <= Layout.SMALL_SHAPE) {
      return;
    }
    byte[][] keys = new byte[count][];
    int found = 0;
    for (int i = layer.at + 1; i < layer.end; i = from.behind(i + 1)) {
      if (from.event(i) == Event.KEY) {
        keys[found++] = from.keys.text((int) from.bits(i));
      }
    }
    IndexLayout.write(keys, out);
  }

  /** Returns the number of a shape in the document: they are numbered as objects of theirs end. */
  private int shapeNumber(int shape) {
    if (numbers[shape] == 0) {
      if (shapeCount == shapes.length) {
        shapes = Arrays.copyOf(shapes, Output.grown(shapeCount, shapeCount + 1L));
      }
      shapes[shapeCount++] = shape;
      numbers[shape] = shapeCount;
    }
    return numbers[shape] - 1;
  }

  /** Writes the widths, the number and the slots of a container, whose node begins at a base. */
  private void container(Layer layer, int base, long number) {
    int held = base - layer.content;
    int width = held >= WIDEST ? 2 : held >= WIDE ? 1 : 0;
    int numberWidth = Output.widthOf(number);
    out.put(numberWidth << 2 | width);
    out.number(number, numberWidth);
    long size = (long) (slotCount - layer.slots) << width + 1;
    byte[] bytes = out.room((int) Math.min(size, Output.MOST));
    int at = out.length();
    long move = (long) base << 4;
    for (int i = layer.slots; i < slotCount; i++) {
      long slot = slots[i];
      slot += (slot & Layout.TAG_REFERENCE) != 0 ? move : 0;
      Output.put(bytes, at, slot, width + 1);
      at += 2 << width;
    }
    out.wrote(at - out.length());
  }
}

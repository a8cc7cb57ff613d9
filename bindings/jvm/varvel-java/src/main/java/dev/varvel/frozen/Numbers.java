package dev.varvel.frozen;

import dev.varvel.ErrorKind;
import dev.varvel.Kind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Decimals;
import dev.varvel.internal.Words;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * The numbers of an array. Those of a packed array or a matrix are read where they are; those of
 * another array item by item. A matrix counts as all its numbers, row by row.
 *
 * <p>Nothing is rounded: a number that the type does not hold exactly is an error of the kind
 * {@link ErrorKind#NUMBER_OUT_OF_RANGE}, and what is no number, or a float where an integer is
 * asked for, one of the kind {@link ErrorKind#TYPE_MISMATCH}.
 */
public final class Numbers {
  private final Node array;
  private final byte[] bytes;

  /** The type of packed numbers, or null. */
  private final Element element;

  /** Where packed numbers begin. */
  private final int start;

  private final int size;
  private final int columns;
  private final Node item = new Node();

  Numbers(Node array) {
    this.array = new Node().moveTo(array);
    bytes = array.doc().raw();
    Container container = new Container(array);
    element = container.element;
    start = container.slots;
    columns = container.columns != 0 ? container.columns : container.count;
    size = container.columns != 0 ? container.slotCount() : container.count;
  }

  /** Returns how many numbers there are. */
  public int size() {
    return size;
  }

  /** Returns how many numbers a row of a matrix has; of another array all of them. */
  public int columns() {
    return columns;
  }

  /** Returns the type of packed numbers; an array of numbers is not always packed. */
  public Optional<Element> element() {
    return Optional.ofNullable(element);
  }

  /** Returns a number as an integer. Allocates nothing. */
  public long longAt(int index) {
    int at = place(index);
    if (element == null) {
      return item.asLong();
    }
    return switch (element) {
      case INT8 -> bytes[at];
      case INT16 -> (short) Words.getShort(bytes, at);
      case INT32 -> Words.getInt(bytes, at);
      case UINT32 -> Wire.u32(bytes, at);
      case INT64 -> Words.get(bytes, at);
      default -> element(at).asLong();
    };
  }

  /** Returns a number as a double. Allocates nothing. */
  public double doubleAt(int index) {
    int at = place(index);
    return element == Element.FLOAT64
        ? Double.longBitsToDouble(Words.get(bytes, at))
        : element == null ? item.asDouble() : element(at).asDouble();
  }

  /** Returns where a packed number is, or moves to an item that is none. */
  private int place(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    if (element == null) {
      array.at(index, item);
      return 0;
    }
    return start + (index << element.width);
  }

  private Node element(int at) {
    return item.moveTo(array.doc(), at, 0, Form.ELEMENT + element.ordinal());
  }

  /** Returns a copy of the numbers as integers. */
  public long[] toLongArray() {
    long[] numbers = new long[size];
    if (element == Element.INT64) {
      packed().asLongBuffer().get(numbers);
      return numbers;
    }
    for (int i = 0; i < size; i++) {
      numbers[i] = longAt(i);
    }
    return numbers;
  }

  /** Returns a copy of the numbers as integers. */
  public int[] toIntArray() {
    int[] numbers = new int[size];
    if (element == Element.INT32) {
      packed().asIntBuffer().get(numbers);
      return numbers;
    }
    for (int i = 0; i < size; i++) {
      long number = longAt(i);
      if (number != (int) number) {
        throw NodeErrors.outOfRange(itemAt(i), "an integer that an int holds");
      }
      numbers[i] = (int) number;
    }
    return numbers;
  }

  /** Returns a copy of the numbers as doubles. */
  public double[] toDoubleArray() {
    double[] numbers = new double[size];
    if (element == Element.FLOAT64) {
      packed().asDoubleBuffer().get(numbers);
      return numbers;
    }
    for (int i = 0; i < size; i++) {
      numbers[i] = doubleAt(i);
    }
    return numbers;
  }

  /** Returns a copy of the numbers as floats. */
  public float[] toFloatArray() {
    float[] numbers = new float[size];
    if (element == Element.FLOAT32) {
      packed().asFloatBuffer().get(numbers);
      return numbers;
    }
    for (int i = 0; i < size; i++) {
      numbers[i] = itemAt(i).asFloat();
    }
    return numbers;
  }

  private Node itemAt(int index) {
    int at = place(index);
    return element == null ? item : element(at);
  }

  private ByteBuffer packed() {
    return ByteBuffer.wrap(bytes, start, size << element.width).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Moves a node to an item of a packed array or a matrix. */
  static Node item(Node array, int index, Node into) {
    Frozen doc = array.doc();
    byte[] bytes = doc.raw();
    int at = array.at();
    int head = bytes[at];
    int countWidth = head >> 4 & 3;
    Element element = Element.of(head);
    int start = at + 1 + (1 << countWidth);
    if ((head & Layout.PACKED_MATRIX) == 0) {
      int place = start + (index << element.width);
      return into.moveTo(doc, place, 0, Form.ELEMENT + element.ordinal());
    }
    int columns = (int) Wire.number(bytes, start, countWidth);
    int place = start + (1 << countWidth) + (index * columns << element.width);
    return into.moveTo(doc, place, (long) columns << 3 | element.ordinal(), Form.ROW);
  }

  /** Returns an integer as a double that holds it exactly, or throws for other values. */
  static double exactDouble(Node node) {
    if (!node.is(Kind.INT)) {
      throw node.is(Kind.BIG_INT) || node.is(Kind.DECIMAL)
          ? notDouble(node)
          : NodeErrors.wrongKind(node, "a number");
    }
    long bits = node.integerBits();
    boolean isNegative = bits < 0 && !node.isBeyondLong();
    long magnitude = isNegative ? -bits : bits;
    int zeros = Long.numberOfTrailingZeros(magnitude);
    if (magnitude != 0 && Long.compareUnsigned(magnitude >>> zeros, 1L << 53) > 0) {
      throw notDouble(node);
    }
    double value = magnitude == 0 ? 0 : Math.scalb((double) (magnitude >>> zeros), zeros);
    return isNegative ? -value : value;
  }

  private static VarvelException notDouble(Node node) {
    return NodeErrors.outOfRange(node, "a number that a double holds exactly");
  }

  /** Returns a number with all its digits. */
  static BigDecimal decimal(Node node) {
    BigDecimal value;
    if (node.is(Kind.FLOAT)) {
      double number = node.asDouble();
      value = Double.isFinite(number) ? new BigDecimal(number) : null;
    } else if (node.is(Kind.DECIMAL)) {
      long span = Wire.span(node.doc().raw(), node.at() + 1);
      value = Decimals.parseBigDecimal(node.doc().raw(), Wire.start(span), Wire.end(span));
    } else if (node.is(Kind.INT) || node.is(Kind.BIG_INT)) {
      value = new BigDecimal(node.asBigInteger());
    } else {
      throw NodeErrors.wrongKind(node, "a number");
    }
    if (value == null) {
      throw NodeErrors.outOfRange(node, "a number that a BigDecimal holds");
    }
    return value;
  }
}

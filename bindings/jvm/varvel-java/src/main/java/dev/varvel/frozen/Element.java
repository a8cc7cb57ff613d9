package dev.varvel.frozen;

/** The type of the numbers of a packed array, in the order of the format's numbers. */
public enum Element {
  /** Signed integers of 8 bits. */
  INT8(0),
  /** Signed integers of 16 bits. */
  INT16(1),
  /** Signed integers of 32 bits. */
  INT32(2),
  /** Signed integers of 64 bits. */
  INT64(3),
  /** Unsigned integers of 64 bits. */
  UINT64(3),
  /** Floats of 32 bits. */
  FLOAT32(2),
  /** Floats of 64 bits. */
  FLOAT64(3),
  /** Unsigned integers of 32 bits. */
  UINT32(2);

  private static final Element[] ALL = values();

  /** The base-2 logarithm of the bytes of a number. */
  final int width;

  Element(int width) {
    this.width = width;
  }

  /** Returns the element that the first byte of a packed node names. */
  static Element of(long head) {
    return ALL[(int) head & Layout.ELEMENT_MASK];
  }

  /** Returns how many bytes a number takes. */
  public int bytes() {
    return 1 << width;
  }

  /** Returns whether the numbers are floats. */
  public boolean isFloat() {
    return this == FLOAT32 || this == FLOAT64;
  }
}

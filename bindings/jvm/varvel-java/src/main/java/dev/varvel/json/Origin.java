package dev.varvel.json;

/**
 * The place of a text that is a part of a longer one.
 *
 * @param offset the offset of its first byte
 * @param line the line of that byte
 * @param column the column of that byte
 * @param item the number of the item of an array that it is, or -1
 */
record Origin(long offset, int line, int column, long item) {
  /** The place of a text that is whole. */
  static final Origin WHOLE = new Origin(0, 1, 1, -1);

  /** Returns how many containers are open around the text. */
  int depth() {
    return item < 0 ? 0 : 1;
  }
}

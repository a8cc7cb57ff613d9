package dev.varvel.ffi;

/** The syntax that a text has, and keeps when it is edited. */
public enum Syntax {
  /** JSON as RFC 8259 has it. */
  JSON(2),
  /** JSON with comments, and with commas after the last item. */
  JSONC(102),
  /** JSON5. */
  JSON5(3),
  /** YAML 1.2. A text of several documents is the array of them. */
  YAML(4),
  /** YAML 1.2, and two forms that many files have, although YAML does not allow them. */
  TOLERANT_YAML(104);

  private final int number;

  Syntax(int number) {
    this.number = number;
  }

  /** Returns the number that the syntax has in the library. */
  int number() {
    return number;
  }
}

// Made by `cargo xtask spec` from spec/tables/errors.toml.
package dev.varvel;

/** The kind of an error. The numbers never change their meaning; new kinds may come. */
public enum ErrorKind {
  /** Text that cannot stand here. */
  SYNTAX(1, "invalid syntax"),
  /** The input ends inside a document. */
  UNEXPECTED_END(2, "unexpected end of input"),
  /** Something follows the document. */
  TRAILING_DATA(3, "data after the document"),
  /** A text that is not a number of the format. */
  INVALID_NUMBER(4, "invalid number"),
  /** A number that its target cannot hold. */
  NUMBER_OUT_OF_RANGE(5, "number out of range"),
  /** A control character inside a string. */
  CONTROL_CHARACTER(6, "control character in a string"),
  /** An escape that the format does not have. */
  INVALID_ESCAPE(7, "invalid escape"),
  /** Half of a surrogate pair, without the other half. */
  LONE_SURROGATE(8, "lone surrogate"),
  /** Bytes that are not UTF-8. */
  INVALID_UTF8(9, "invalid UTF-8"),
  /** One object has the same key twice. */
  DUPLICATE_KEY(10, "duplicate key"),
  /** More containers inside each other than the limit. */
  DEPTH_LIMIT(11, "nested too deeply"),
  /** More bytes than the limit. */
  SIZE_LIMIT(12, "document too large"),
  /** More nodes than the limit. */
  NODE_LIMIT(13, "too many nodes"),
  /** There is no memory left. */
  OUT_OF_MEMORY(14, "out of memory"),
  /** A node of another kind than the caller asked for. */
  TYPE_MISMATCH(15, "wrong kind of value"),
  /** A member that is required and missing. */
  MISSING_FIELD(16, "missing member"),
  /** A value that the target format cannot hold. */
  UNREPRESENTABLE(17, "value cannot be represented"),
  /** Bytes that are not a valid frozen buffer. */
  INVALID_FROZEN(18, "invalid frozen buffer"),
  /** A version of the frozen format that this library does not read. */
  UNSUPPORTED_VERSION(19, "unsupported version"),
  /** There is no node at this path. */
  NOT_FOUND(20, "not found"),
  /** Reading or writing failed in the operating system, or in a callback. */
  IO(21, "input/output error"),
  /** Events came in an order that no document has. */
  INVALID_EVENTS(22, "events out of order"),
  /** A text that is neither a path nor a JSON Pointer. The offset counts in that text. */
  INVALID_PATH(23, "invalid path"),
  /** A checksum that does not match the bytes. */
  CHECKSUM_MISMATCH(24, "checksum mismatch"),
  /** A value or an edit that is refused for a reason of its own; the message says which. */
  REFUSED(25, "value refused"),
  /** A member that the type does not have. */
  UNKNOWN_MEMBER(26, "unknown member"),
  /** A variant that the type does not have. */
  UNKNOWN_VARIANT(27, "unknown variant"),
  /**
   * More bytes of the input were read again than the limit allows, because a tag came late or
   * variants did not fit.
   */
  REPLAY_LIMIT(28, "too much read again"),
  /** Bytes that are not a valid FlatBuffer of the schema, or not a valid FlexBuffer. */
  INVALID_BUFFER(29, "invalid buffer");

  private final int number;
  private final String phrase;

  ErrorKind(int number, String phrase) {
    this.number = number;
    this.phrase = phrase;
  }

  /** Returns the number that the kind has in every language. */
  public int number() {
    return number;
  }

  /** Returns the first words of every message of the kind. */
  public String phrase() {
    return phrase;
  }
}

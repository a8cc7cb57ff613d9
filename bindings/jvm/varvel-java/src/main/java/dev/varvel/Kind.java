// Made by `cargo xtask spec` from spec/tables/kinds.toml.
package dev.varvel;

/** The kind of a value. */
public enum Kind {
  /** The absence of a value. */
  NULL("null"),
  /** True or false. */
  BOOL("a boolean"),
  /** An integer of 64 bits, signed or unsigned. */
  INT("an integer"),
  /** A float of 32 or 64 bits. */
  FLOAT("a float"),
  /** An integer beyond 64 bits, kept as its text. */
  BIG_INT("a big integer"),
  /** A decimal number, kept as its text. */
  DECIMAL("a decimal"),
  /** UTF-8 text. */
  STRING("a string"),
  /** Bytes without further meaning. */
  BYTES("bytes"),
  /** A point in time, in seconds and nanoseconds. */
  TIMESTAMP("a timestamp"),
  /** Nodes in a row. */
  ARRAY("an array"),
  /** String keys and their values, in order. */
  OBJECT("an object"),
  /** Keys of any kind and their values, in order; one key is not a string. */
  MAP("a map"),
  /** A value with the number of a tag of CBOR. */
  TAGGED("a tagged value"),
  /** A value with the type of an extension of MessagePack. */
  EXTENSION("an extension"),
  /** A simple value of CBOR; the value inside it is null. */
  SIMPLE("a simple value");

  private final String phrase;

  Kind(String phrase) {
    this.phrase = phrase;
  }

  /** Returns the kind as messages name it, with its article. */
  public String phrase() {
    return phrase;
  }
}

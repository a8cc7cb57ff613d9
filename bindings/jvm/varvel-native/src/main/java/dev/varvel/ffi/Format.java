package dev.varvel.ffi;

/** The format of a document. */
public enum Format {
  /** Frozen documents: one buffer that is checked once and then read in place. */
  FROZEN(1),
  /** JSON (RFC 8259). */
  JSON(2),
  /** JSON as people write it: comments, commas after the last item, names without quotes. */
  JSON5(3),
  /** YAML 1.2, one document. */
  YAML(4),
  /** MessagePack. */
  MSGPACK(5),
  /** CBOR (RFC 8949). */
  CBOR(6),
  /** FlexBuffers. */
  FLEXBUFFERS(7);

  private final int number;

  Format(int number) {
    this.number = number;
  }

  /** Returns the number that the format has in the library. */
  int number() {
    return number;
  }
}

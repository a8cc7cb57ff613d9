package dev.varvel.cbor;

/**
 * How CBOR is written. Each part is in its preferred form (RFC 8949, section 4.1), which is the
 * shortest.
 *
 * @param deterministic whether maps are written in the order of their keys' bytes, so that equal
 *     documents have the same bytes: the core deterministic encoding of RFC 8949, section 4.2.1. A
 *     key that comes twice in a map is then an error
 * @param signature whether a document begins with the tag 55799, which marks it as CBOR
 * @param asText whether numbers are written as strings that readers do not take for numbers:
 *     integers of more than 128 bytes, and decimals with such an integer, with an exponent beyond
 *     9999, or that are a negative zero
 */
public record CborWriteOptions(boolean deterministic, boolean signature, boolean asText) {
  /** Members in the order in which they come, no signature, and no numbers as text. */
  public static final CborWriteOptions DEFAULT = new CborWriteOptions(false, false, false);

  /** Returns these options with maps in the order of their keys, or not. */
  public CborWriteOptions withDeterministic(boolean sorted) {
    return new CborWriteOptions(sorted, signature, asText);
  }

  /** Returns these options with the tag that marks a document as CBOR, or without it. */
  public CborWriteOptions withSignature(boolean marked) {
    return new CborWriteOptions(deterministic, marked, asText);
  }

  /** Returns these options with strings for other numbers, or with errors. */
  public CborWriteOptions withAsText(boolean text) {
    return new CborWriteOptions(deterministic, signature, text);
  }
}

package dev.varvel.cbor;

import dev.varvel.Duplicates;
import dev.varvel.Limits;

/**
 * How CBOR is read.
 *
 * @param limits what is too much; each tag counts as a container
 * @param duplicates what is done with a key that comes twice
 * @param dcbor whether a document must be dCBOR (draft-mcnally-deterministic-cbor), which has one
 *     form for each document: shortest heads and floats, definite lengths, each key once and in the
 *     order of their bytes, integers instead of floats without a fraction, no simple values except
 *     false, true and null, and text in Unicode's normal form C
 */
public record CborOptions(Limits limits, Duplicates duplicates, boolean dcbor) {
  /** The limits that hold everywhere, no key twice, and every well-formed document. */
  public static final CborOptions DEFAULT =
      new CborOptions(Limits.DEFAULT, Duplicates.ERROR, false);

  /** Returns these options with other limits. */
  public CborOptions withLimits(Limits limits) {
    return new CborOptions(limits, duplicates, dcbor);
  }

  /** Returns these options with another policy for keys that come twice. */
  public CborOptions withDuplicates(Duplicates policy) {
    return new CborOptions(limits, policy, dcbor);
  }

  /** Returns these options for dCBOR alone, or for all of CBOR. */
  public CborOptions withDcbor(boolean only) {
    return new CborOptions(limits, duplicates, only);
  }
}

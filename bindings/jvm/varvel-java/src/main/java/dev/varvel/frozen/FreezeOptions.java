package dev.varvel.frozen;

import dev.varvel.Duplicates;
import dev.varvel.Limits;

/**
 * How documents are made.
 *
 * @param limits how many containers may be inside each other, and how many slots and values there
 *     may be; a document of JSON has the limits of its reader
 * @param duplicates what is done with a key that comes twice in one object; JSON has the policy of
 *     its reader
 * @param canonical whether the canonical form is made: see {@link Node#canonical}. It takes about
 *     twice as long
 * @param sharedStrings whether a string that comes more than once is kept once, where that saves
 *     bytes. The canonical form shares none
 * @param checksum whether a checksum is added, which {@link Frozen#open(byte[])} compares. The
 *     canonical form has none
 */
public record FreezeOptions(
    Limits limits,
    Duplicates duplicates,
    boolean canonical,
    boolean sharedStrings,
    boolean checksum) {
  /** The limits that hold everywhere, no key twice, and the plain form. */
  public static final FreezeOptions DEFAULT =
      new FreezeOptions(Limits.DEFAULT, Duplicates.ERROR, false, false, false);

  /** The canonical form. */
  public static final FreezeOptions CANONICAL = DEFAULT.withCanonical(true);

  /** Returns these options with other limits. */
  public FreezeOptions withLimits(Limits limits) {
    return new FreezeOptions(limits, duplicates, canonical, sharedStrings, checksum);
  }

  /** Returns these options with another policy for keys that come twice. */
  public FreezeOptions withDuplicates(Duplicates policy) {
    return new FreezeOptions(limits, policy, canonical, sharedStrings, checksum);
  }

  /** Returns these options with the canonical form, or without it. */
  public FreezeOptions withCanonical(boolean wanted) {
    return new FreezeOptions(limits, duplicates, wanted, sharedStrings, checksum);
  }

  /** Returns these options with shared strings, or without them. */
  public FreezeOptions withSharedStrings(boolean wanted) {
    return new FreezeOptions(limits, duplicates, canonical, wanted, checksum);
  }

  /** Returns these options with a checksum, or without it. */
  public FreezeOptions withChecksum(boolean wanted) {
    return new FreezeOptions(limits, duplicates, canonical, sharedStrings, wanted);
  }
}

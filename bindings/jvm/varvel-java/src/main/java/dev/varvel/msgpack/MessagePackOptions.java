package dev.varvel.msgpack;

import dev.varvel.Duplicates;
import dev.varvel.Limits;

/**
 * How MessagePack is read.
 *
 * @param limits what is too much
 * @param duplicates what is done with a key that comes twice
 */
public record MessagePackOptions(Limits limits, Duplicates duplicates) {
  /** The limits that hold everywhere, and no key twice. */
  public static final MessagePackOptions DEFAULT =
      new MessagePackOptions(Limits.DEFAULT, Duplicates.ERROR);

  /** Returns these options with other limits. */
  public MessagePackOptions withLimits(Limits limits) {
    return new MessagePackOptions(limits, duplicates);
  }

  /** Returns these options with another policy for keys that come twice. */
  public MessagePackOptions withDuplicates(Duplicates policy) {
    return new MessagePackOptions(limits, policy);
  }
}

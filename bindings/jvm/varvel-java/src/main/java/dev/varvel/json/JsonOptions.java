package dev.varvel.json;

import dev.varvel.Duplicates;
import dev.varvel.Limits;

/**
 * How JSON is read.
 *
 * @param limits what is too much
 * @param duplicates what is done with a key that comes twice
 * @param exactDecimals whether a number with a fraction or an exponent keeps its digits where no
 *     type asks for a float
 * @param comments whether comments may stand between values
 * @param json5 whether JSON5 is read
 */
public record JsonOptions(
    Limits limits, Duplicates duplicates, boolean exactDecimals, boolean comments, boolean json5) {
  /** Strict JSON, with the limits that hold everywhere. */
  public static final JsonOptions STRICT =
      new JsonOptions(Limits.DEFAULT, Duplicates.ERROR, false, false, false);

  /** JSON5, with the limits that hold everywhere. */
  public static final JsonOptions JSON5 =
      new JsonOptions(Limits.DEFAULT, Duplicates.ERROR, false, true, true);

  /** Returns these options with other limits. */
  public JsonOptions withLimits(Limits limits) {
    return new JsonOptions(limits, duplicates, exactDecimals, comments, json5);
  }

  /** Returns these options with another policy for keys that come twice. */
  public JsonOptions withDuplicates(Duplicates policy) {
    return new JsonOptions(limits, policy, exactDecimals, comments, json5);
  }

  /** Returns these options with decimals that keep their digits, or not. */
  public JsonOptions withExactDecimals(boolean exact) {
    return new JsonOptions(limits, duplicates, exact, comments, json5);
  }

  /** Returns these options with comments, or without them. */
  public JsonOptions withComments(boolean allowed) {
    return new JsonOptions(limits, duplicates, exactDecimals, allowed, json5);
  }
}

package dev.varvel.ffi;

import dev.varvel.Duplicates;
import dev.varvel.Limits;
import java.util.Objects;

/**
 * How documents are read and written, whatever their format. A format leaves aside what it does not
 * have.
 */
public final class Options {
  static final int EXACT_DECIMALS = 1;
  static final int YAML_1_1 = 1 << 1;
  static final int MERGE_KEYS = 1 << 2;
  static final int TOLERANT = 1 << 3;
  static final int PRETTY = 1 << 8;
  static final int KEYS_AS_TEXT = 1 << 9;
  static final int BYTES_AS_TEXT = 1 << 10;
  static final int TIMESTAMPS_AS_TEXT = 1 << 11;
  static final int NON_FINITE_AS_TEXT = 1 << 12;
  static final int NUMBERS_AS_TEXT = 1 << 13;

  /** The limits that hold everywhere, no key twice, and nothing written as what it is not. */
  public static final Options DEFAULT = new Options(Limits.DEFAULT, Duplicates.ERROR, 0);

  private final Limits limits;
  private final Duplicates duplicates;
  private final int flags;

  private Options(Limits limits, Duplicates duplicates, int flags) {
    this.limits = Objects.requireNonNull(limits);
    this.duplicates = Objects.requireNonNull(duplicates);
    this.flags = flags;
  }

  /** Returns the limits of documents that are read. */
  public Limits limits() {
    return limits;
  }

  /** Returns the policy for keys that come twice. */
  public Duplicates duplicates() {
    return duplicates;
  }

  /** Returns the flags as the library has them. */
  int flags() {
    return flags;
  }

  /** Returns whether all bits of a flag are set. */
  boolean has(int flag) {
    return (flags & flag) == flag;
  }

  /** Returns these options with a flag, or without it. */
  Options with(int flag, boolean on) {
    return new Options(limits, duplicates, on ? flags | flag : flags & ~flag);
  }

  /**
   * Returns these options with other limits. The depth, the number of nodes and the replay count as
   * they do everywhere.
   *
   * @throws IllegalArgumentException for a limit of zero, which the library does not have
   */
  public Options withLimits(Limits limits) {
    if (limits.bytes() == 0 || limits.depth() == 0 || limits.nodes() == 0 || limits.replay() == 0) {
      throw new IllegalArgumentException("a limit is zero, which the library does not have");
    }
    return new Options(limits, duplicates, flags);
  }

  /** Returns these options with another policy for keys that come twice. */
  public Options withDuplicates(Duplicates policy) {
    return new Options(limits, policy, flags);
  }

  /** Reading text: numbers with a fraction or an exponent keep all their digits. */
  public Options withExactDecimals(boolean on) {
    return with(EXACT_DECIMALS, on);
  }

  /**
   * Reading YAML: scalars without quotes are read as by YAML 1.1 ({@code yes}, {@code no}, base
   * 60).
   */
  public Options withYaml11(boolean on) {
    return with(YAML_1_1, on);
  }

  /** Reading YAML: merge keys ({@code <<: *defaults}) are carried out. */
  public Options withMergeKeys(boolean on) {
    return with(MERGE_KEYS, on);
  }

  /** Reading YAML: two forms are read that many files have, although YAML does not allow them. */
  public Options withTolerant(boolean on) {
    return with(TOLERANT, on);
  }

  /** Writing JSON and JSON5: line breaks, and two spaces a level. */
  public Options withPretty(boolean on) {
    return with(PRETTY, on);
  }

  /** Writing: keys that are no strings become text, where the format has string keys only. */
  public Options withKeysAsText(boolean on) {
    return with(KEYS_AS_TEXT, on);
  }

  /** Writing: bytes become Base64, where the format has no bytes. */
  public Options withBytesAsText(boolean on) {
    return with(BYTES_AS_TEXT, on);
  }

  /** Writing: points in time become RFC 3339, where the format has none. */
  public Options withTimestampsAsText(boolean on) {
    return with(TIMESTAMPS_AS_TEXT, on);
  }

  /** Writing: NaN and infinities become "nan", "inf", "-inf", where the format has none. */
  public Options withNonFiniteAsText(boolean on) {
    return with(NON_FINITE_AS_TEXT, on);
  }

  /** Writing: big integers and decimals become their digits, where the format has none. */
  public Options withNumbersAsText(boolean on) {
    return with(NUMBERS_AS_TEXT, on);
  }

  /** Writing: all that the format does not have becomes text, as the five options before say. */
  public Options withAllAsText(boolean on) {
    return with(
        KEYS_AS_TEXT | BYTES_AS_TEXT | TIMESTAMPS_AS_TEXT | NON_FINITE_AS_TEXT | NUMBERS_AS_TEXT,
        on);
  }
}

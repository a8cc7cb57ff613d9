package dev.varvel;

/**
 * How much of a document is taken from strangers. What is beyond a limit is an error of its own
 * kind, and never an error of memory or of the stack.
 *
 * @param bytes the length of the input in bytes, at most
 * @param depth how many containers may be open at once
 * @param nodes how many values there may be, without keys
 * @param replay how often parts of a document may be read again, in times its length
 */
public record Limits(long bytes, int depth, long nodes, int replay) {
  // <spec:limits> Made by `cargo xtask spec`.
  private static final int DEPTH = 128;
  private static final int REPLAY = 8;

  // </spec:limits>

  /** The limits that hold where a program names none: a depth and replay, and no others. */
  public static final Limits DEFAULT = new Limits(Long.MAX_VALUE, DEPTH, Long.MAX_VALUE, REPLAY);

  /** Checks that no limit is negative. */
  public Limits {
    if (bytes < 0 || depth < 0 || nodes < 0 || replay < 0) {
      throw new IllegalArgumentException("a limit is negative");
    }
  }

  /** Returns these limits with another length of the input. */
  public Limits withBytes(long most) {
    return new Limits(most, depth, nodes, replay);
  }

  /**
   * Returns these limits with another depth. A codec calls itself for a type that holds itself:
   * more than some thousands need a thread with a larger stack.
   */
  public Limits withDepth(int most) {
    return new Limits(bytes, most, nodes, replay);
  }

  /** Returns these limits with another number of values. */
  public Limits withNodes(long most) {
    return new Limits(bytes, depth, most, replay);
  }

  /** Returns these limits with another replay. */
  public Limits withReplay(int most) {
    return new Limits(bytes, depth, nodes, most);
  }
}

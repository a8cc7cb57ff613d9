package dev.varvel.frozen;

import dev.varvel.VarvelException;

/**
 * A member of an object or a map.
 *
 * @param key the key, which is a string in an object
 * @param value the value
 */
public record Member(Node key, Node value) {
  /**
   * Returns the key as a string.
   *
   * @throws VarvelException of the kind {@code TYPE_MISMATCH} if it is no string
   */
  public String name() {
    return key.asString();
  }
}

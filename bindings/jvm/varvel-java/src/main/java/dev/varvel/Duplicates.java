package dev.varvel;

/** The policy for a key that comes twice in one object. */
public enum Duplicates {
  /** A duplicate key is an error. The default. */
  ERROR,
  /** Keeps the first of the members with one key. */
  FIRST,
  /** Keeps the last of the members with one key. */
  LAST
}

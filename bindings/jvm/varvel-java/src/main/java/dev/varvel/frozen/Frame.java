package dev.varvel.frozen;

/** A container whose slots are being checked. */
final class Frame {
  /** The kinds of further checks that the slots of a container need together. */
  enum Keys {
    NONE,
    /** Every other slot is the key of an object. */
    PAIRS,
    /** Every other slot is the key of a map. */
    MAP
  }

  /** The next slot. */
  int slot;

  /** The first slot, and where the slots end. */
  int first;

  int slots;

  /** Where its own node begins, which is where what it holds must end. */
  int base;

  /** Where its own node ends. */
  int end;

  /** Whether a string or a number in it did not begin at the cursor: its end tells. */
  boolean isApart;

  int width;
  Keys keys = Keys.NONE;
}

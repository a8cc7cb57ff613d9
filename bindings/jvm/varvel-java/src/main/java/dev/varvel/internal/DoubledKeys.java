package dev.varvel.internal;

import dev.varvel.Kind;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/** Looks for a key that comes twice in one map. Two keys are the same if they are equal values. */
final class DoubledKeys {
  /** An open container, with the keys that it has, or null for an array. */
  private record Open(Set<Object> keys) {}

  private final BinaryReader reader;
  private final ArrayDeque<Open> open = new ArrayDeque<>();

  private DoubledKeys(BinaryReader reader) {
    this.reader = reader;
  }

  /** Reads a value that is right, and throws at the first key that its map has already. */
  static void check(BinaryReader reader) {
    new DoubledKeys(reader).run();
  }

  private void run() {
    while (true) {
      boolean inside =
          switch (reader.peek()) {
            case ARRAY -> enter(reader.beginArray(), null);
            case OBJECT, MAP -> enter(reader.beginMap(), new HashSet<>());
            case TAGGED -> {
              reader.beginTag();
              yield true;
            }
            default -> {
              reader.skip();
              yield false;
            }
          };
      if (!inside && !next()) {
        return;
      }
    }
  }

  private boolean enter(boolean more, Set<Object> keys) {
    if (more) {
      open.push(new Open(keys));
      key();
    }
    return more;
  }

  /** Moves to the next value, and leaves the containers that end here. */
  private boolean next() {
    while (!open.isEmpty()) {
      boolean array = open.peek().keys() == null;
      if (array ? reader.nextItem() : reader.nextMember()) {
        key();
        return true;
      }
      open.pop();
    }
    return false;
  }

  /** Reads the key of a map. */
  private void key() {
    Set<Object> keys = open.peek().keys();
    if (keys == null) {
      return;
    }
    reader.noteKey();
    Object key;
    if (reader.peek() == Kind.STRING) {
      key = reader.readString();
    } else {
      key = reader.freeze();
      reader.betweenKeyAndValue();
    }
    if (!keys.add(key)) {
      throw reader.doubled();
    }
  }
}

package dev.varvel.json;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import dev.varvel.internal.TextPlace;

/**
 * What is wrong with a text, before its path and line are known.
 *
 * @param kind the kind of the error
 * @param at the place in the array
 * @param expected what belongs there; empty if the kind says all
 * @param found what is there; empty if that need not be said
 */
record Fault(ErrorKind kind, int at, String expected, String found) {
  Fault(ErrorKind kind, int at, String expected) {
    this(kind, at, expected, "");
  }

  /** Returns the error, with the path, the line and the text around it. */
  VarvelException in(byte[] text, int from, int to, Origin origin) {
    return in(
        text, from, to, origin, PathFinder.pathAt(text, from, to, pathPlace(text, to), origin));
  }

  /** Returns the error in a text, with a path that was found in another form of the text. */
  VarvelException in(byte[] text, int from, int to, Origin origin, String path) {
    VarvelException.Builder error =
        VarvelException.of(kind)
            .expected(expected)
            .found(found)
            .path(path)
            .hint(Hints.about(kind, expected, text, from, at, to))
            .offset(origin.offset() + Math.min(at, to) - from);
    return new TextPlace(text, from, to, at, origin.line(), origin.column()).addTo(error).build();
  }

  /** Returns the place whose path is that of the error. */
  int pathPlace(byte[] text, int to) {
    return switch (kind) {
      // These may be inside of a string, where a quote begins no key.
      case SYNTAX,
          UNEXPECTED_END,
          CONTROL_CHARACTER,
          INVALID_ESCAPE,
          LONE_SURROGATE,
          INVALID_UTF8 ->
          at;
      // An error about a key has the path of its member.
      default -> PathFinder.behindKey(text, at, to);
    };
  }
}

package dev.varvel;

import dev.varvel.internal.Paths;
import java.util.List;

/** Errors at a value for which readers have no method of their own. */
final class Placed {
  /** How many names an error lists. */
  private static final int LISTED = 20;

  private Placed() {}

  /** Returns an error of the value that begins at an offset. */
  static VarvelException error(
      Reader reader, ErrorKind kind, String expected, String found, long begin) {
    return error(reader, kind, expected, found, null, begin);
  }

  /**
   * Returns the error of a value that a class refuses, which begins at an offset.
   *
   * @param cause the exception of the class
   */
  static VarvelException refused(Reader reader, Class<?> type, Throwable cause, long begin) {
    String expected = "a value that " + type.getSimpleName() + " takes";
    return error(reader, ErrorKind.REFUSED, expected, "", cause, begin);
  }

  private static VarvelException error(
      Reader reader, ErrorKind kind, String expected, String found, Throwable cause, long begin) {
    VarvelException at = reader.error(kind, expected, found, begin);
    if (cause == null || reader.isKept(at)) {
      return at;
    }
    return VarvelException.of(kind)
        .expected(expected)
        .found(found)
        .offset(at.offset())
        .position(at.line(), at.column())
        .path(at.path())
        .excerpt(at.excerpt())
        .cause(cause)
        .build();
  }

  /** Returns the error of an integer that a type of fewer bits does not hold. */
  static VarvelException outOfRange(Reader reader, String type, long value, long begin) {
    String expected = "an integer that fits " + type;
    return error(reader, ErrorKind.NUMBER_OUT_OF_RANGE, expected, Long.toString(value), begin);
  }

  /** Returns the error of a name that is none of some. */
  static VarvelException unknownVariant(
      Reader reader, List<String> names, String found, long begin) {
    return error(
        reader, ErrorKind.UNKNOWN_VARIANT, listed(names, "variant"), Paths.quoted(found), begin);
  }

  /** Returns names as a message lists them. */
  static String listed(List<String> names, String what) {
    int listed = Math.min(names.size(), LISTED);
    if (listed == 0) {
      return "no " + what;
    }
    String list = "`" + String.join("`, `", names.subList(0, listed)) + "`";
    String more = names.size() > listed ? " and " + (names.size() - listed) + " more" : "";
    return (listed == 1 ? "" : "one of ") + list + more;
  }
}

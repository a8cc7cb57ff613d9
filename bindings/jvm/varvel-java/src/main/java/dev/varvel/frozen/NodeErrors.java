package dev.varvel.frozen;

import dev.varvel.ErrorKind;
import dev.varvel.Kind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Paths;
import java.util.function.Supplier;

/** The errors of accessors, with the path of the value. */
final class NodeErrors {
  private NodeErrors() {}

  /** Returns the error of a value of another kind than what was asked for. */
  static VarvelException wrongKind(Node node, String expected) {
    if (!node.exists()) {
      return missing(node, expected);
    }
    return mismatch(node, expected);
  }

  private static VarvelException mismatch(Node node, String expected) {
    return VarvelException.of(ErrorKind.TYPE_MISMATCH)
        .expected(expected)
        .found(node.kind().phrase())
        .path(pathOf(node))
        .build();
  }

  /** Returns the error of a number that a type does not hold exactly. */
  static VarvelException outOfRange(Node node, String expected) {
    return VarvelException.of(ErrorKind.NUMBER_OUT_OF_RANGE)
        .expected(expected)
        .path(pathOf(node))
        .build();
  }

  /** Returns the error of a value that JSON does not have. */
  static VarvelException unrepresentable(Node node, String expected, String found) {
    return VarvelException.of(ErrorKind.UNREPRESENTABLE)
        .expected(expected)
        .found(found)
        .path(pathOf(node))
        .build();
  }

  private static VarvelException missing(Node node, String expected) {
    Node in = node.parent();
    if (!in.exists()) {
      return VarvelException.of(ErrorKind.NOT_FOUND).expected(expected).found("nothing").build();
    }
    boolean hasMembers = in.is(Kind.OBJECT) || in.is(Kind.MAP);
    if (node.missing() == Node.NO_ITEM) {
      return in.is(Kind.ARRAY)
          ? notFound(in, "item " + node.soughtNumber(), counted(in.size(), "item"))
          : mismatch(in, "an array");
    }
    if (!hasMembers) {
      return mismatch(in, "an object");
    }
    return node.missing() == Node.NO_KEY
        ? notFound(in, "a member " + Paths.quoted(node.sought()), "")
        : notFound(in, "member " + node.soughtNumber(), counted(in.size(), "member"));
  }

  private static VarvelException notFound(Node in, String expected, String found) {
    return VarvelException.of(ErrorKind.NOT_FOUND)
        .expected(expected)
        .found(found)
        .path(pathOf(in))
        .build();
  }

  /** The node may be moved before the path is asked for. */
  private static Supplier<String> pathOf(Node node) {
    return new Node().moveTo(node)::path;
  }

  private static String counted(int count, String what) {
    return switch (count) {
      case 0 -> "no " + what + 's';
      case 1 -> "1 " + what;
      default -> count + " " + what + 's';
    };
  }
}

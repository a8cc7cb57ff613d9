package dev.varvel.frozen;

import dev.varvel.Kind;
import java.util.ArrayDeque;
import java.util.Arrays;

/** Compares two values. Nothing recurses: the pairs of open containers are a stack. */
final class Equality {
  /** Two containers whose items are being compared. */
  private static final class Pair {
    final Container a;
    final Container b;

    /** Whether the members of the second are searched for by the keys of the first. */
    final boolean isByKey;

    final Node objectB;
    int next;

    Pair(Node a, Node b) {
      this.a = new Container(a);
      this.b = new Container(b);
      objectB = b;
      isByKey = this.a.hasMembers() && this.a.count == this.b.count && !hasSameKeys(this.a, this.b);
    }
  }

  private final ArrayDeque<Pair> stack = new ArrayDeque<>();

  private Equality() {}

  /** Returns whether two values are equal: see {@link Node#equals}. */
  static boolean equal(Node a, Node b) {
    Equality equality = new Equality();
    if (!equality.open(a, b)) {
      return false;
    }
    while (!equality.stack.isEmpty()) {
      Pair pair = equality.stack.peek();
      if (pair.next == pair.a.count) {
        equality.stack.pop();
      } else if (!equality.next(pair)) {
        return false;
      }
    }
    return true;
  }

  private boolean next(Pair pair) {
    int i = pair.next++;
    if (!pair.a.hasMembers()) {
      return open(pair.a.item(i), pair.b.item(i));
    }
    int place = i;
    if (pair.isByKey) {
      place = pair.objectB.find(Key.of(pair.a.key(i).asString()));
      if (place < 0) {
        return false;
      }
    }
    return open(pair.a.value(i), pair.b.value(place));
  }

  /** Compares two values except for what they hold. */
  private boolean open(Node a, Node b) {
    if (!a.exists() || !b.exists()) {
      return a.exists() == b.exists();
    }
    Kind kind = a.kind();
    if (kind != b.kind()) {
      return false;
    }
    switch (kind) {
      case ARRAY, OBJECT, TAGGED, EXTENSION, SIMPLE -> {}
      case MAP -> {
        return Arrays.equals(a.digest(), b.digest());
      }
      default -> {
        return equalLeaf(kind, a, b);
      }
    }
    if (a.isAt(b)) {
      return true;
    }
    Pair pair = new Pair(a, b);
    if (pair.a.count != pair.b.count || Form.isTag(pair.a.form) && pair.a.number != pair.b.number) {
      return false;
    }
    stack.push(pair);
    return true;
  }

  /** Returns whether two objects of the same length have the same keys in the same order. */
  private static boolean hasSameKeys(Container a, Container b) {
    if (a.doc == b.doc && a.record != 0 && a.record == b.record) {
      return true;
    }
    for (int i = 0; i < a.count; i++) {
      if (!equalSpans(a.doc.raw(), a.key(i).textSpan(), b.doc.raw(), b.key(i).textSpan())) {
        return false;
      }
    }
    return true;
  }

  private static boolean equalSpans(byte[] a, long spanA, byte[] b, long spanB) {
    return Arrays.equals(
        a, Wire.start(spanA), Wire.end(spanA), b, Wire.start(spanB), Wire.end(spanB));
  }

  /** Compares two values of one kind that hold no others. */
  private static boolean equalLeaf(Kind kind, Node a, Node b) {
    byte[] bytesA = a.doc().raw();
    byte[] bytesB = b.doc().raw();
    return switch (kind) {
      case NULL -> true;
      case BOOL -> a.form() == b.form();
      case INT -> a.integerBits() == b.integerBits() && a.isBeyondLong() == b.isBeyondLong();
      case FLOAT -> Digester.floatBits(a.asDouble()) == Digester.floatBits(b.asDouble());
      case STRING -> equalSpans(bytesA, a.textSpan(), bytesB, b.textSpan());
      case TIMESTAMP -> a.seconds() == b.seconds() && a.nanoseconds() == b.nanoseconds();
      default ->
          equalSpans(bytesA, Wire.span(bytesA, a.at() + 1), bytesB, Wire.span(bytesB, b.at() + 1));
    };
  }
}

package dev.varvel.frozen;

import static dev.varvel.frozen.HeaderCheck.invalid;

import dev.varvel.internal.Words;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes digests of values: values are equal if their digests are. Values that fit are in them; of
 * others they have a hash for which nobody knows how to make two values that collide. It checks on
 * its way that the keys of maps differ. Each value is looked at once, and nothing recurses.
 */
final class Digester {
  private static final int SIZE = 32;

  /** How many bytes of a string are in the digest itself. */
  private static final int ROOM = SIZE - 2;

  /** The kinds of values that the first byte of a digest, or of what is hashed, stands for. */
  private enum Tag {
    LITERAL,
    INT,
    UNSIGNED,
    FLOAT,
    TIMESTAMP,
    STRING,
    BYTES,
    HASH,
    BIG_INT,
    DECIMAL,
    ARRAY,
    MEMBERS,
    TAGGED,
    EXTENSION,
    SIMPLE
  }

  /** The digests of the key and the value of a member. */
  private record Entry(byte[] key, byte[] value) {}

  /** A container whose digest is being made, or in which maps are searched for. */
  private static final class Open {
    final Container container;

    /** The slot that refers to it. */
    final int slot;

    /** Whether its digest is needed. */
    final boolean isWanted;

    /** How many keys and values, or items, there are. */
    final int count;

    /** Its members so far. */
    final List<Entry> entries = new ArrayList<>();

    MessageDigest hash;
    int next;
    byte[] key;

    Open(Container container, int slot, boolean isWanted) {
      this.container = container;
      this.slot = slot;
      this.isWanted = isWanted;
      count = container.hasMembers() ? 2 * container.count : container.count;
    }

    /** Returns whether the digest of the value that came last is needed. */
    boolean wants() {
      return isWanted || container.form == Form.MAP && next % 2 != 0;
    }

    void take(byte[] digest) {
      if (!container.hasMembers()) {
        if (isWanted) {
          hash.update(digest);
        }
      } else if (next % 2 == 0) {
        entries.add(new Entry(key, digest));
      } else {
        key = digest;
        if (!isWanted) {
          entries.add(new Entry(digest, digest));
        }
      }
    }
  }

  private final ArrayDeque<Open> stack = new ArrayDeque<>();

  private Digester() {}

  /** Returns the digest of a value. */
  static byte[] digest(Node node) {
    return new Digester().run(node, true);
  }

  /** Validates that the keys of each map differ. */
  static void checkMaps(Frozen document) {
    new Digester().run(document.root(), false);
  }

  private byte[] run(Node node, boolean isWanted) {
    if (!open(node, Layout.ROOT_AT, isWanted)) {
      return leaf(node);
    }
    while (true) {
      Open top = stack.peek();
      if (top.next < top.count) {
        child(top);
        continue;
      }
      byte[] digest = close(top);
      stack.pop();
      if (stack.isEmpty()) {
        return digest;
      }
      if (top.isWanted) {
        stack.peek().take(digest);
      }
    }
  }

  private void child(Open top) {
    int i = top.next++;
    Container container = top.container;
    Node child;
    if (!container.hasMembers()) {
      child = container.item(i);
    } else if (i % 2 == 0) {
      child = container.key(i / 2);
    } else {
      child = container.value(i / 2);
    }
    // An object with a shape has only slots of values.
    int slot = container.record == 0 ? i : i / 2;
    boolean wants = top.wants();
    if (!open(child, container.slots + (slot << container.width), wants) && wants) {
      top.take(leaf(child));
    }
  }

  /** Begins a container with something in it. Returns false for another value. */
  private boolean open(Node node, int slot, boolean isWanted) {
    Container container = new Container(node);
    if (container.count == 0 || container.element != null && !isWanted) {
      return false;
    }
    Open open = new Open(container, slot, isWanted);
    if (isWanted && !container.hasMembers()) {
      open.hash = sha256();
      Tag tag =
          switch (container.form) {
            case Form.TAGGED -> Tag.TAGGED;
            case Form.EXTENSION -> Tag.EXTENSION;
            case Form.SIMPLE -> Tag.SIMPLE;
            default -> Tag.ARRAY;
          };
      open.hash.update(number(tag, tag == Tag.ARRAY ? 0 : container.number));
    }
    stack.push(open);
    return true;
  }

  /** Ends a container, and returns its digest, or null if that is not wanted. */
  private static byte[] close(Open open) {
    Container container = open.container;
    if (!container.hasMembers()) {
      return open.isWanted ? sum(open.hash) : null;
    }
    if (open.isWanted || container.form == Form.MAP) {
      open.entries.sort((a, b) -> Arrays.compareUnsigned(a.key, b.key));
    }
    if (container.form == Form.MAP) {
      for (int i = 1; i < open.entries.size(); i++) {
        if (Arrays.equals(open.entries.get(i).key, open.entries.get(i - 1).key)) {
          throw invalid(open.slot, "a map whose keys differ");
        }
      }
    }
    if (!open.isWanted) {
      return null;
    }
    MessageDigest hash = sha256();
    hash.update((byte) Tag.MEMBERS.ordinal());
    for (Entry entry : open.entries) {
      hash.update(entry.key);
      hash.update(entry.value);
    }
    return sum(hash);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Makes a digest of a hash: 248 bits of it. */
  private static byte[] sum(MessageDigest hash) {
    byte[] digest = hash.digest();
    digest[0] = (byte) Tag.HASH.ordinal();
    return digest;
  }

  private static byte[] number(Tag tag, long number) {
    byte[] digest = new byte[SIZE];
    digest[0] = (byte) tag.ordinal();
    Words.put(digest, 1, number);
    return digest;
  }

  private static byte[] text(Tag tag, byte[] bytes, long span) {
    int length = Wire.length(span);
    if (length <= ROOM) {
      byte[] digest = new byte[SIZE];
      digest[0] = (byte) tag.ordinal();
      digest[1] = (byte) length;
      System.arraycopy(bytes, Wire.start(span), digest, 2, length);
      return digest;
    }
    MessageDigest hash = sha256();
    hash.update((byte) tag.ordinal());
    hash.update(bytes, Wire.start(span), length);
    return sum(hash);
  }

  /** Returns the bits of a float, which are the same for all that are not a number. */
  static long floatBits(double value) {
    return Double.doubleToLongBits(value);
  }

  /** Returns the digest of a value that is no container, or an empty one. */
  private static byte[] leaf(Node node) {
    byte[] bytes = node.doc() == null ? new byte[0] : node.doc().raw();
    if (!node.exists()) {
      return number(Tag.LITERAL, 0);
    }
    return switch (node.kind()) {
      case INT -> number(node.isBeyondLong() ? Tag.UNSIGNED : Tag.INT, node.integerBits());
      case FLOAT -> number(Tag.FLOAT, floatBits(node.asDouble()));
      case STRING -> text(Tag.STRING, bytes, node.textSpan());
      case BYTES -> text(Tag.BYTES, bytes, Wire.span(bytes, node.at() + 1));
      case BIG_INT -> text(Tag.BIG_INT, bytes, Wire.span(bytes, node.at() + 1));
      case DECIMAL -> text(Tag.DECIMAL, bytes, Wire.span(bytes, node.at() + 1));
      case TIMESTAMP -> {
        byte[] digest = number(Tag.TIMESTAMP, node.seconds());
        Words.putInt(digest, 9, node.nanoseconds());
        yield digest;
      }
      default -> number(Tag.LITERAL, node.form());
    };
  }
}

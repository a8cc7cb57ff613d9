package dev.varvel.frozen;

import dev.varvel.Kind;
import dev.varvel.Writer;
import java.util.ArrayDeque;

/** Copies a value of any kind to another document. Nothing recurses. */
final class NodeCopy {
  private static final class Open {
    final Container container;
    final int form;

    /** How many items there are, or keys and values. */
    final int count;

    int next;

    Open(Node node) {
      container = new Container(node);
      form = node.form();
      count = container.hasMembers() ? 2 * container.count : container.count;
    }
  }

  private final FrozenWriter to;
  private final ArrayDeque<Open> stack = new ArrayDeque<>();

  private NodeCopy(FrozenWriter to) {
    this.to = to;
  }

  /** Writes a value. */
  static void copy(Node node, FrozenWriter to) {
    NodeCopy copy = new NodeCopy(to);
    copy.begin(node);
    while (!copy.stack.isEmpty()) {
      copy.step(copy.stack.peek());
    }
  }

  private void step(Open top) {
    int i = top.next;
    if (i == top.count) {
      stack.pop();
      switch (Form.kind(top.form)) {
        case ARRAY -> to.endArray();
        case OBJECT -> to.endObject();
        case MAP -> to.endMap();
        default -> {
          // A tag ends with the value inside.
        }
      }
      return;
    }
    top.next++;
    Container container = top.container;
    if (!container.hasMembers()) {
      begin(container.item(i));
    } else if (i % 2 != 0) {
      begin(container.value(i / 2));
    } else if (top.form == Form.MAP) {
      begin(container.key(i / 2));
    } else {
      to.key(container.key(i / 2).asString());
    }
  }

  private void begin(Node node) {
    Kind kind = node.kind();
    switch (kind) {
      case ARRAY -> to.beginArray(Writer.UNKNOWN);
      case OBJECT -> to.beginObject(Writer.UNKNOWN);
      case MAP -> to.beginMap(Writer.UNKNOWN);
      case TAGGED -> to.beginTag(Event.TAGGED, node.tag());
      case EXTENSION -> to.beginTag(Event.EXTENSION, node.tag() & 0xFF);
      case SIMPLE -> to.beginTag(Event.SIMPLE, node.tag());
      default -> {
        scalar(kind, node);
        return;
      }
    }
    stack.push(new Open(node));
  }

  private void scalar(Kind kind, Node node) {
    switch (kind) {
      case BOOL -> to.writeBoolean(node.asBoolean());
      case INT -> {
        if (node.isBeyondLong()) {
          to.writeUnsignedLong(node.integerBits());
        } else {
          to.writeLong(node.integerBits());
        }
      }
      case FLOAT -> number(node);
      case BIG_INT -> content(Event.BIG_INT, node);
      case DECIMAL -> content(Event.DECIMAL, node);
      case BYTES -> content(Event.BYTES, node);
      case STRING -> {
        long span = node.textSpan();
        to.content(Event.STRING, node.doc().raw(), Wire.start(span), Wire.end(span));
      }
      case TIMESTAMP -> to.writeTimestamp(node.seconds(), node.nanoseconds());
      default -> to.writeNull();
    }
  }

  private void number(Node node) {
    byte[] bytes = node.doc().raw();
    int at = node.form() == Form.FLOAT32 ? node.at() + 1 : node.at();
    // The bits are copied, also those of NaN.
    if (node.isFloat32()) {
      to.writeFloat(Float.intBitsToFloat((int) Wire.number(bytes, at, 2)));
    } else {
      to.writeDouble(Double.longBitsToDouble(Wire.number(bytes, at, 3)));
    }
  }

  private void content(byte event, Node node) {
    byte[] bytes = node.doc().raw();
    long span = Wire.span(bytes, node.at() + 1);
    to.content(event, bytes, Wire.start(span), Wire.end(span));
  }
}

package dev.varvel.frozen;

import dev.varvel.Kind;
import dev.varvel.Writer;
import java.util.ArrayDeque;

/** Gives a value to a writer of any format. Nothing recurses: the open containers are a stack. */
final class NodeEvents {
  /** A container that is being written. */
  private static final class Open {
    final Node node;
    final boolean hasMembers;
    final int size;
    int next;

    Open(Node node) {
      this.node = new Node().moveTo(node);
      hasMembers = Form.hasMembers(node.form());
      size = node.size();
    }
  }

  private final Writer to;
  private final ArrayDeque<Open> stack = new ArrayDeque<>();

  private NodeEvents(Writer to) {
    this.to = to;
  }

  /** Writes a value: see {@link Node#writeTo}. */
  static void write(Node node, Writer to) {
    NodeEvents events = new NodeEvents(to);
    Node at = new Node().moveTo(node);
    events.begin(at);
    while (!events.stack.isEmpty()) {
      Open top = events.stack.peek();
      if (top.next == top.size) {
        events.end(top);
      } else {
        events.begin(events.next(top, at));
      }
    }
  }

  private Node next(Open top, Node into) {
    int i = top.next++;
    if (top.hasMembers) {
      to.key(top.node.keyAt(i, into).asString());
      return top.node.valueAt(i, into);
    }
    to.item();
    return top.node.at(i, into);
  }

  private void end(Open top) {
    stack.pop();
    if (top.hasMembers) {
      to.endObject();
    } else {
      to.endArray();
    }
  }

  private void begin(Node node) {
    Kind kind = node.kind();
    switch (kind) {
      case NULL -> to.writeNull();
      case BOOL -> to.writeBoolean(node.asBoolean());
      case INT -> {
        if (node.isBeyondLong()) {
          to.writeBigInteger(node.asBigInteger());
        } else {
          to.writeLong(node.integerBits());
        }
      }
      case FLOAT -> number(node);
      case BIG_INT, DECIMAL -> to.writeNumberText(node.asNumberText());
      case STRING -> to.writeString(node.asString());
      case ARRAY -> {
        to.beginArray(node.size());
        stack.push(new Open(node));
      }
      case OBJECT -> {
        to.beginObject(node.size());
        stack.push(new Open(node));
      }
      default -> throw NodeErrors.unrepresentable(node, "a value that JSON has", kind.phrase());
    }
  }

  private void number(Node node) {
    if (!Double.isFinite(node.asDouble())) {
      throw NodeErrors.unrepresentable(node, "a finite number", Double.toString(node.asDouble()));
    }
    if (node.isFloat32()) {
      to.writeFloat(node.asFloat());
    } else {
      to.writeDouble(node.asDouble());
    }
  }
}

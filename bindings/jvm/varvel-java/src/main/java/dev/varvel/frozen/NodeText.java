package dev.varvel.frozen;

import dev.varvel.ErrorKind;
import dev.varvel.Kind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Escapes;
import dev.varvel.internal.NumberWriter;
import dev.varvel.internal.Rfc3339;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;

/** Writes a value as text. Nothing recurses: the open containers are a stack. */
final class NodeText {
  private enum Style {
    JSON,
    /** For people: any value, with spaces. The .txt files of spec/vectors show it. */
    TEXT,
    /** The text by which a path finds a key that is not a string. */
    KEY
  }

  /** The most bytes of an array that every virtual machine makes. */
  private static final int MOST = Integer.MAX_VALUE - 8;

  /** A container that is being written. */
  private static final class Open {
    final Container container;

    /** How many keys and values, or items, there are. */
    final int count;

    int next;

    Open(Container container) {
      this.container = container;
      count = container.hasMembers() ? 2 * container.count : container.count;
    }

    boolean isTag() {
      return Form.isTag(container.form);
    }
  }

  private final Style style;
  private final String indent;
  private final ArrayDeque<Open> stack = new ArrayDeque<>();
  private byte[] out = new byte[64];
  private int length;

  private NodeText(Style style, String indent) {
    this.style = style;
    this.indent = indent;
  }

  /** Returns a value as text for people. */
  static String text(Node node) {
    return node.exists() ? new NodeText(Style.TEXT, "").write(node) : "nothing";
  }

  /** Returns a value as JSON. */
  static String json(Node node, String indent) {
    node.kind(); // there must be a value
    return new NodeText(Style.JSON, indent).write(node);
  }

  /** Returns the text by which a path finds a key. */
  static String key(Node node) {
    Node untagged = new Node().moveTo(node);
    while (Form.isTag(untagged.form())) {
      untagged.inner(untagged);
    }
    return untagged.is(Kind.STRING)
        ? untagged.asString()
        : new NodeText(Style.KEY, "").write(untagged);
  }

  private String write(Node node) {
    begin(node);
    while (!stack.isEmpty()) {
      Open top = stack.peek();
      if (top.next == top.count) {
        end(top);
      } else {
        begin(next(top));
      }
    }
    return new String(out, 0, length, StandardCharsets.UTF_8);
  }

  /** Writes a value that holds no others, or begins a container. */
  private void begin(Node node) {
    Kind kind = node.kind();
    switch (kind) {
      case ARRAY -> {
        put('[');
        stack.push(new Open(new Container(node)));
      }
      case OBJECT, MAP -> {
        if (kind == Kind.MAP) {
          checkJson(node);
        }
        put('{');
        stack.push(new Open(new Container(node)));
      }
      case TAGGED, EXTENSION, SIMPLE -> {
        checkJson(node);
        if (style == Style.TEXT) {
          tag(kind, node);
        }
        stack.push(new Open(new Container(node)));
      }
      default -> scalar(kind, node);
    }
  }

  /** Writes what stands before the next value of a container, and returns the value. */
  private Node next(Open top) {
    int i = top.next++;
    Container container = top.container;
    if (container.hasMembers() && i % 2 != 0) {
      put(':');
      if (style != Style.JSON || !indent.isEmpty()) {
        space(style != Style.KEY);
      }
      return container.value(i / 2);
    }
    if (!top.isTag()) {
      if (i != 0) {
        put(',');
        space(style == Style.TEXT);
      }
      line();
    }
    return container.hasMembers() ? container.key(i / 2) : container.item(i);
  }

  private void end(Open top) {
    stack.pop();
    if (top.isTag()) {
      return;
    }
    if (top.count != 0) {
      line();
    }
    put(top.container.hasMembers() ? '}' : ']');
  }

  private void space(boolean isWanted) {
    if (isWanted) {
      put(' ');
    }
  }

  private void line() {
    if (!indent.isEmpty()) {
      put('\n');
      for (int i = stack.size(); i > 0; i--) {
        put(indent);
      }
    }
  }

  private void tag(Kind kind, Node node) {
    put(kind == Kind.TAGGED ? "tag(" : kind == Kind.SIMPLE ? "simple(" : "extension(");
    put(kind == Kind.EXTENSION ? Long.toString(node.tag()) : Long.toUnsignedString(node.tag()));
    put(") ");
  }

  private void checkJson(Node node) {
    if (style == Style.JSON) {
      throw NodeErrors.unrepresentable(node, "a value that JSON has", node.kind().phrase());
    }
  }

  private void scalar(Kind kind, Node node) {
    switch (kind) {
      case NULL -> put("null");
      case BOOL -> put(node.asBoolean() ? "true" : "false");
      case INT -> {
        reserve(NumberWriter.ROOM);
        length =
            node.isBeyondLong()
                ? NumberWriter.writeUnsigned(node.integerBits(), out, length)
                : NumberWriter.writeLong(node.integerBits(), out, length);
      }
      case FLOAT -> number(node);
      case STRING -> string(node);
      case BYTES -> bytes(node);
      case TIMESTAMP -> timestamp(node);
      default -> {
        long span = Wire.span(node.doc().raw(), node.at() + 1);
        put(node.doc().raw(), Wire.start(span), Wire.end(span));
      }
    }
  }

  private void number(Node node) {
    double value = node.asDouble();
    if (Double.isFinite(value)) {
      reserve(NumberWriter.ROOM);
      length =
          node.isFloat32()
              ? NumberWriter.writeFloat((float) value, out, length)
              : NumberWriter.writeDouble(value, out, length);
    } else if (style == Style.JSON) {
      String found = value > 0 ? "+Inf" : value < 0 ? "-Inf" : "NaN";
      throw NodeErrors.unrepresentable(node, "a finite number", found);
    } else if (value != value) {
      put(style == Style.TEXT ? "NaN" : "nan");
    } else {
      put(value > 0 ? "inf" : "-inf");
    }
  }

  private void string(Node node) {
    byte[] bytes = node.doc().raw();
    long span = node.textSpan();
    int end = Wire.end(span);
    put('"');
    int from = Wire.start(span);
    for (int i = from; i < end; i++) {
      byte b = bytes[i];
      if (b >= ' ' && b != '"' && b != '\\' || b < 0) {
        continue;
      }
      put(bytes, from, i);
      from = i + 1;
      char letter = Escapes.letter((char) b);
      if (letter != 0) {
        put('\\');
        put(letter);
      } else {
        put("\\u00");
        put((char) Escapes.digit(b >> 4));
        put((char) Escapes.digit(b));
      }
    }
    put(bytes, from, end);
    put('"');
  }

  private void bytes(Node node) {
    checkJson(node);
    byte[] bytes = node.asBytes();
    if (style == Style.KEY) {
      put(Base64.getEncoder().encodeToString(bytes));
      return;
    }
    put("b\"");
    for (byte b : bytes) {
      switch (b) {
        case '\n' -> put("\\n");
        case '\r' -> put("\\r");
        case '\t' -> put("\\t");
        case '"', '\\', '\'' -> {
          put('\\');
          put((char) b);
        }
        default -> {
          if (b >= ' ' && b < 0x7F) {
            put((char) b);
          } else {
            put("\\x");
            put((char) Escapes.digit(b >> 4));
            put((char) Escapes.digit(b));
          }
        }
      }
    }
    put('"');
  }

  private void timestamp(Node node) {
    checkJson(node);
    long seconds = node.seconds();
    int nanoseconds = node.nanoseconds();
    if (style == Style.KEY && Rfc3339.has(seconds)) {
      put(Rfc3339.text(seconds, nanoseconds));
      return;
    }
    put("@" + seconds + ".");
    // Nine digits: those of a number of ten without its first.
    put(Integer.toString(1_000_000_000 + nanoseconds).substring(1));
  }

  private void reserve(int room) {
    if (out.length - length < room) {
      long least = (long) length + room;
      if (least > MOST) {
        throw VarvelException.of(ErrorKind.SIZE_LIMIT).expected("a text below 2 GB").build();
      }
      out = Arrays.copyOf(out, (int) Math.min(MOST, Math.max(2L * out.length, least)));
    }
  }

  /** Writes a character of ASCII. */
  private void put(char c) {
    reserve(1);
    out[length++] = (byte) c;
  }

  private void put(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    put(bytes, 0, bytes.length);
  }

  private void put(byte[] bytes, int from, int to) {
    reserve(to - from);
    System.arraycopy(bytes, from, out, length, to - from);
    length += to - from;
  }
}

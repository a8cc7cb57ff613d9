package dev.varvel;

import java.util.ArrayDeque;

/** Gives a value of any reader to any writer. Nothing recurses: the open containers are a stack. */
final class EventCopy {
  private enum Open {
    ARRAY,
    OBJECT,
    /** A map, before the value of a member. */
    KEY,
    /** A map, behind the value of a member. */
    VALUE
  }

  private final Reader from;
  private final Writer to;
  private final boolean hasMaps;
  private final ArrayDeque<Open> open = new ArrayDeque<>();

  /** Where the last value or key begins. */
  private long begin;

  private EventCopy(Reader from, Writer to) {
    this.from = from;
    this.to = to;
    hasMaps = to.lacks(Kind.MAP) == null;
  }

  /** Copies the next value. */
  static void copy(Reader from, Writer to) {
    EventCopy copy = new EventCopy(from, to);
    // The reader has a limit of its own.
    int limit = to.depthLimit;
    to.depthLimit = Integer.MAX_VALUE;
    try {
      do {
        copy.value();
      } while (copy.next());
    } catch (VarvelException e) {
      throw e.offset() < 0 ? copy.placed(e) : e;
    } finally {
      to.depthLimit = limit;
    }
  }

  /** Returns an error of the writer, with the place of the value that it refused. */
  private VarvelException placed(VarvelException e) {
    VarvelException here = from.error(e.kind(), e.expected(), e.found(), begin);
    return here.offset() < 0 ? e : here;
  }

  /** Copies a value that holds no others, or the openings of containers up to such a one. */
  private void value() {
    while (true) {
      begin = from.offset();
      Kind kind = from.roughKind();
      switch (kind) {
        case STRING -> to.writeString(from.readString());
        case BOOL -> to.writeBoolean(from.readBoolean());
        case NULL -> {
          from.readNull();
          to.writeNull();
        }
        case INT, FLOAT, BIG_INT, DECIMAL -> from.copyNumber(kind, to);
        case ARRAY -> {
          if (beginArray()) {
            continue;
          }
        }
        case OBJECT -> {
          if (beginObject(kind)) {
            continue;
          }
        }
        default -> {
          if (other(kind)) {
            continue;
          }
        }
      }
      return;
    }
  }

  /** Copies a value that JSON has not. Returns whether a value comes that belongs to it. */
  private boolean other(Kind kind) {
    String expected = to.lacks(kind);
    if (expected != null && kind != Kind.MAP) {
      throw from.error(ErrorKind.UNREPRESENTABLE, expected, kind.phrase(), begin);
    }
    switch (kind) {
      case BYTES -> to.writeBytes(from.readBytes());
      case TIMESTAMP -> from.copyTimestamp(to);
      case SIMPLE -> to.writeSimple(from.readSimple());
      case TAGGED -> {
        to.beginTag(from.beginTag());
        return true;
      }
      case EXTENSION -> {
        to.beginExtension(from.beginExtension());
        to.writeBytes(from.readBytes());
      }
      default -> {
        return beginObject(kind);
      }
    }
    return false;
  }

  private boolean beginArray() {
    boolean more = from.beginArray();
    to.beginArray(Writer.UNKNOWN);
    if (!more) {
      to.endArray();
      return false;
    }
    open.push(Open.ARRAY);
    to.item();
    return true;
  }

  /** Begins an object or a map. In the formats that have maps, keys may be of any kind. */
  private boolean beginObject(Kind kind) {
    if (!hasMaps || !from.hasMaps()) {
      boolean more = from.beginObject();
      to.beginObject(Writer.UNKNOWN);
      if (!more) {
        to.endObject();
        return false;
      }
      open.push(Open.OBJECT);
      key();
      return true;
    }
    boolean more = from.beginMap();
    to.beginMap(Writer.UNKNOWN);
    if (!more) {
      to.endMap();
      return false;
    }
    open.push(Open.KEY);
    return true;
  }

  private void key() {
    begin = from.offset();
    Kind kind = from.keyKind();
    if (kind != Kind.STRING) {
      throw from.error(ErrorKind.UNREPRESENTABLE, "a string as key", kind.phrase(), begin);
    }
    to.key(from.readKey());
  }

  /** Copies what stands between two values. Returns false at the end. */
  private boolean next() {
    while (!open.isEmpty()) {
      switch (open.peek()) {
        case ARRAY -> {
          if (from.nextItem()) {
            to.item();
            return true;
          }
          to.endArray();
        }
        case OBJECT -> {
          if (from.nextMember()) {
            key();
            return true;
          }
          to.endObject();
        }
        case KEY -> {
          from.betweenKeyAndValue();
          turn(Open.VALUE);
          return true;
        }
        case VALUE -> {
          if (from.nextMember()) {
            turn(Open.KEY);
            return true;
          }
          to.endMap();
        }
      }
      open.pop();
    }
    return false;
  }

  private void turn(Open place) {
    open.pop();
    open.push(place);
  }
}

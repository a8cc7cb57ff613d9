package dev.varvel.json;

import dev.varvel.Writer;

/** Gives a value of JSON to a writer of any format. Nothing recurses. */
final class EventCopy {
  private final JsonReader from;
  private final Writer to;

  /** For each open container whether it is an object. */
  private final Bits open = new Bits();

  private EventCopy(JsonReader from, Writer to) {
    this.from = from;
    this.to = to;
  }

  /** Copies the next value. */
  static void copy(JsonReader from, Writer to) {
    EventCopy copy = new EventCopy(from, to);
    do {
      copy.value();
    } while (copy.next());
  }

  /** Copies a value that holds no others, or the openings of containers up to such a one. */
  private void value() {
    while (true) {
      int c = from.token();
      switch (c) {
        case '"' -> to.writeString(from.readString());
        case 't', 'f' -> to.writeBoolean(from.readBoolean());
        case 'n' -> {
          from.readNull();
          to.writeNull();
        }
        case '{', '[' -> {
          if (begin(c == '{')) {
            continue;
          }
        }
        default -> from.copyNumber(to);
      }
      return;
    }
  }

  /** Copies the opening of a container and the first key. Returns false if it ends at once. */
  private boolean begin(boolean object) {
    boolean more = object ? from.beginObject() : from.beginArray();
    if (object) {
      to.beginObject(Writer.UNKNOWN);
    } else {
      to.beginArray(Writer.UNKNOWN);
    }
    if (!more) {
      end(object);
      return false;
    }
    open.add(object);
    part(object);
    return true;
  }

  private void end(boolean object) {
    if (object) {
      to.endObject();
    } else {
      to.endArray();
    }
  }

  /** Copies what comes before a value in a container. */
  private void part(boolean object) {
    if (object) {
      to.key(from.readKey());
    } else {
      to.item();
    }
  }

  /** Copies what stands between two values. Returns false at the end. */
  private boolean next() {
    while (!open.isEmpty()) {
      boolean object = open.last();
      if (object ? from.nextMember() : from.nextItem()) {
        part(object);
        return true;
      }
      end(object);
      open.remove();
    }
    return false;
  }
}

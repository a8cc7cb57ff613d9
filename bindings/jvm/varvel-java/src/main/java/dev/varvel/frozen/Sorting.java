package dev.varvel.frozen;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Records a recording again with its members in another order: all of them as the canonical form
 * has them, or only those of maps that came unsorted. Nothing recurses.
 */
final class Sorting {
  private static final class Open {
    /** The container in the new recording. */
    final int at;

    final byte event;

    /** The places of the keys, if it has members. */
    final int[] keys;

    /** The places of the keys in the new recording, if it is an object. */
    final int[] members;

    final int end;

    /** The next event, or the next member. */
    int next;

    /** Whether the value of a map comes. */
    boolean isValue;

    boolean hasLong;

    Open(int at, byte event, int[] keys, int next, int end) {
      this.at = at;
      this.event = event;
      this.keys = keys;
      this.next = next;
      this.end = end;
      members = event == Event.OBJECT ? new int[keys.length] : null;
    }
  }

  private final Recording from;
  private final Recording to;
  private final boolean isCanonical;
  private final ArrayDeque<Open> stack = new ArrayDeque<>();

  private Sorting(Recording from, boolean isCanonical) {
    this.from = from;
    this.isCanonical = isCanonical;
    to = new Recording(from.keys, from.texts, from.size());
  }

  /** Returns the recording of the canonical form, in which floats have 64 bits. */
  static Recording canonical(Recording recording) {
    return new Sorting(recording, true).run();
  }

  /** Returns a recording in which the members of maps that were not are sorted. */
  static Recording unsorted(Recording recording) {
    return new Sorting(recording, false).run();
  }

  private Recording run() {
    begin(0);
    while (!stack.isEmpty()) {
      Open top = stack.peek();
      if (top.keys == null) {
        item(top);
      } else if (top.event == Event.OBJECT) {
        member(top);
      } else {
        pair(top);
      }
    }
    return to;
  }

  private void item(Open top) {
    if (top.next == top.end) {
      stack.pop();
      if (top.event == Event.ARRAY) {
        to.end(top.at);
      }
      return;
    }
    int at = top.next;
    top.next = from.behind(at);
    begin(at);
  }

  private void member(Open top) {
    if (top.next == top.keys.length) {
      stack.pop();
      to.endObject(top.at, top.members, 0, top.members.length, !top.hasLong);
      return;
    }
    int key = top.keys[top.next];
    long number = from.bits(key);
    top.hasLong |= from.keys.text((int) number).length > Layout.MAX_SHAPE_KEY;
    top.members[top.next++] = to.add(Event.KEY, number);
    begin(key + 1);
  }

  private void pair(Open top) {
    if (top.isValue) {
      top.isValue = false;
      begin(from.behind(top.keys[top.next++]));
    } else if (top.next == top.keys.length) {
      stack.pop();
      to.end(top.at);
    } else {
      top.isValue = true;
      begin(top.keys[top.next]);
    }
  }

  /** Records a value that holds no others, or the begin of a container. */
  private void begin(int at) {
    byte event = from.event(at);
    long bits = from.bits(at);
    if (isCanonical && event == Event.FLOAT64) {
      bits = Digester.floatBits(Double.longBitsToDouble(bits));
    } else if (isCanonical && event == Event.FLOAT32) {
      event = Event.FLOAT64;
      bits = Digester.floatBits(Float.intBitsToFloat((int) bits));
    }
    boolean isSorted = isCanonical || event == Event.MAP_UNSORTED;
    int end = from.behind(at);
    int[] keys =
        switch (event) {
          case Event.OBJECT -> keysOfObject(at, end);
          case Event.MAP, Event.MAP_UNSORTED -> keysOfMap(at, end, isSorted);
          default -> null;
        };
    event = event == Event.MAP_UNSORTED ? Event.MAP : event;
    int own = to.add(event, bits);
    if (keys != null) {
      stack.push(new Open(own, event, keys, 0, end));
    } else if (event == Event.ARRAY || Event.isTag(event)) {
      stack.push(new Open(own, event, null, at + 1, end));
    }
  }

  private int[] keysOfObject(int at, int end) {
    int[] keys = new int[8];
    int count = 0;
    for (int i = at + 1; i < end; i = from.behind(i + 1)) {
      if (from.event(i) == Event.KEY) {
        if (count == keys.length) {
          keys = Arrays.copyOf(keys, Output.grown(count, count + 1L));
        }
        keys[count++] = i;
      }
    }
    if (!isCanonical) {
      return Arrays.copyOf(keys, count);
    }
    byte[][] texts = new byte[count][];
    for (int i = 0; i < count; i++) {
      texts[i] = from.keys.text((int) from.bits(keys[i]));
    }
    return sorted(keys, texts);
  }

  private int[] keysOfMap(int at, int end, boolean isSorted) {
    int[] keys = keysOfMap(from, at, end);
    return isSorted ? sorted(keys, sortKeys(from, keys)) : keys;
  }

  /** Returns the places of the keys of a map. */
  static int[] keysOfMap(Recording of, int at, int end) {
    int[] keys = new int[8];
    int count = 0;
    for (int i = at + 1; i < end; i = of.behind(of.behind(i))) {
      if (count == keys.length) {
        keys = Arrays.copyOf(keys, Output.grown(count, count + 1L));
      }
      keys[count++] = i;
    }
    return Arrays.copyOf(keys, count);
  }

  /** Returns the sort keys of the values at some places. */
  static byte[][] sortKeys(Recording of, int[] places) {
    byte[][] keys = new byte[places.length][];
    for (int i = 0; i < places.length; i++) {
      keys[i] = SortKeys.of(of, places[i]);
    }
    return keys;
  }

  private static int[] sorted(int[] places, byte[][] keys) {
    Integer[] order = new Integer[keys.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Arrays.compareUnsigned(keys[a], keys[b]));
    int[] sorted = new int[order.length];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = places[order[i]];
    }
    return sorted;
  }
}

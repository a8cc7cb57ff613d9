package dev.varvel.frozen;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Makes the bytes by which keys of maps are sorted: they are equal if values are, and only then.
 * See spec/frozen.md. Nothing recurses.
 */
final class SortKeys {
  /** The first byte of the sort key of each kind. */
  private enum First {
    END,
    NULL,
    BOOL,
    INT,
    UNSIGNED,
    FLOAT,
    BIG_INT,
    DECIMAL,
    STRING,
    BYTES,
    TIMESTAMP,
    TAGGED,
    EXTENSION,
    ARRAY,
    MEMBERS,
    SIMPLE
  }

  private static final class Open {
    final int end;
    final boolean isTag;
    final boolean hasMembers;

    /** The next event. */
    int next;

    /** How many keys and values have come. */
    int count;

    /** Where the sort key of each member begins. */
    int[] starts = new int[4];

    Open(int next, int end, boolean isTag, boolean hasMembers) {
      this.next = next;
      this.end = end;
      this.isTag = isTag;
      this.hasMembers = hasMembers;
    }
  }

  private final Recording of;
  private final Output out = new Output(64);
  private final ArrayDeque<Open> stack = new ArrayDeque<>();

  private SortKeys(Recording of) {
    this.of = of;
  }

  /** Returns the sort key of the value at a place. */
  static byte[] of(Recording recording, int at) {
    SortKeys keys = new SortKeys(recording);
    keys.begin(at);
    while (!keys.stack.isEmpty()) {
      keys.step(keys.stack.peek());
    }
    return keys.out.toBytes();
  }

  private void step(Open top) {
    int i = top.next;
    if (i == top.end) {
      end(top);
      stack.pop();
      return;
    }
    byte event = of.event(i);
    if (event == Event.DROPPED) {
      top.next = of.behind(i + 1);
      return;
    }
    if (top.hasMembers && top.count++ % 2 == 0) {
      int member = top.count / 2;
      if (member == top.starts.length) {
        top.starts = Arrays.copyOf(top.starts, Output.grown(member, member + 1L));
      }
      top.starts[member] = out.length();
    }
    top.next = event == Event.KEY ? i + 1 : of.behind(i);
    begin(i);
  }

  /** Sorts the members of a container, and ends it. */
  private void end(Open top) {
    if (top.isTag) {
      return;
    }
    int members = top.count / 2;
    if (members > 1) {
      int first = top.starts[0];
      byte[] own = Arrays.copyOfRange(out.bytes(), first, out.length());
      Integer[] order = new Integer[members];
      Arrays.setAll(order, i -> i);
      int[] ends = Arrays.copyOfRange(top.starts, 1, members + 1);
      ends[members - 1] = out.length();
      Arrays.sort(
          order,
          (a, b) ->
              Arrays.compareUnsigned(
                  own,
                  top.starts[a] - first,
                  ends[a] - first,
                  own,
                  top.starts[b] - first,
                  ends[b] - first));
      out.cut(first);
      for (int i : order) {
        out.bytes(own, top.starts[i] - first, ends[i] - first);
      }
    }
    put(First.END);
  }

  private void put(First first) {
    out.put(first.ordinal());
  }

  private void bigEndian(long number) {
    out.putLong(Long.reverseBytes(number));
  }

  private void number(First first, long bits) {
    put(first);
    bigEndian(bits);
  }

  private void text(First first, byte[] bytes, int from, int to) {
    number(first, to - from);
    out.bytes(bytes, from, to);
  }

  private void content(First first, int at) {
    long span = of.span(at);
    text(first, of.texts.bytes(), Wire.start(span), Wire.end(span));
  }

  private void open(int at, int first, boolean isTag, boolean hasMembers) {
    stack.push(new Open(first, of.behind(at), isTag, hasMembers));
  }

  /** Adds the sort key of a value that holds no others, or what that of a container begins with. */
  private void begin(int at) {
    long bits = of.bits(at);
    switch (of.event(at)) {
      case Event.NULL -> put(First.NULL);
      case Event.FALSE, Event.TRUE -> {
        put(First.BOOL);
        out.put(of.event(at) - Event.FALSE);
      }
      case Event.INT -> number(First.INT, bits ^ Long.MIN_VALUE);
      case Event.UNSIGNED -> number(First.UNSIGNED, bits);
      case Event.FLOAT64 -> floating(Double.longBitsToDouble(bits));
      case Event.FLOAT32 -> floating(Float.intBitsToFloat((int) bits));
      case Event.STRING, Event.MAP_KEY -> content(First.STRING, at);
      case Event.KEY -> {
        byte[] text = of.keys.text((int) bits);
        text(First.STRING, text, 0, text.length);
      }
      case Event.BIG_INT -> content(First.BIG_INT, at);
      case Event.DECIMAL -> content(First.DECIMAL, at);
      case Event.BYTES -> content(First.BYTES, at);
      case Event.TIMESTAMP -> {
        byte[] texts = of.texts.bytes();
        number(First.TIMESTAMP, Wire.number(texts, (int) bits, 3) ^ Long.MIN_VALUE);
        out.putInt(Integer.reverseBytes((int) Wire.number(texts, (int) bits + 8, 2)));
      }
      default -> container(at, bits);
    }
  }

  private void floating(double value) {
    long bits = Digester.floatBits(value);
    number(First.FLOAT, bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
  }

  private void container(int at, long bits) {
    switch (of.event(at)) {
      case Event.TAGGED -> {
        number(First.TAGGED, bits);
        open(at, at + 1, true, false);
      }
      case Event.EXTENSION -> {
        put(First.EXTENSION);
        out.put((int) bits ^ 0x80);
        open(at, at + 1, true, false);
      }
      case Event.SIMPLE -> {
        put(First.SIMPLE);
        out.put((int) bits);
        open(at, at + 1, true, false);
      }
      case Event.ARRAY -> {
        put(First.ARRAY);
        open(at, at + 1, false, false);
      }
      default -> {
        put(First.MEMBERS);
        open(at, at + 1, false, true);
      }
    }
  }
}

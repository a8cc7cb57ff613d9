package dev.varvel.frozen;

import dev.varvel.internal.Utf8;
import dev.varvel.internal.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A document as events, before it is laid out: the appendix of spec/frozen.md describes both steps.
 * The size of each container, and how often the keys of each object come, are known before the
 * first byte is laid out.
 */
final class Recording {
  final KeyNumbers keys;

  /** The texts of events, each with its length before it. */
  final Output texts;

  final Shapes shapes = new Shapes();

  private byte[] events;
  private long[] bits;
  private int size;

  /** The keys of the object that ends, for its shape. */
  private int[] own = new int[16];

  /** The texts that slots refer to by their numbers, as numbers of keys. */
  private int[] shared = new int[0];

  /** Whether there is a map whose members are to be sorted. */
  private boolean hasUnsorted;

  Recording() {
    this(new KeyNumbers(), new Output(1 << 8), 64);
  }

  /** Makes a recording that has the texts of another one. */
  Recording(KeyNumbers keys, Output texts, int room) {
    this.keys = keys;
    this.texts = texts;
    events = new byte[room];
    bits = new long[room];
  }

  int size() {
    return size;
  }

  byte event(int at) {
    return events[at];
  }

  long bits(int at) {
    return bits[at];
  }

  /** Replaces an event. */
  void set(int at, byte event, long eventBits) {
    events[at] = event;
    bits[at] = eventBits;
    hasUnsorted |= event == Event.MAP_UNSORTED;
  }

  boolean hasUnsorted() {
    return hasUnsorted;
  }

  int[] shared() {
    return shared;
  }

  void share(int[] numbers) {
    shared = numbers;
  }

  /** Adds an event, and returns its place. */
  int add(byte event, long eventBits) {
    if (size == events.length) {
      int room = Output.grown(size, size + 1L);
      events = Arrays.copyOf(events, room);
      bits = Arrays.copyOf(bits, room);
    }
    events[size] = event;
    bits[size] = eventBits;
    return size++;
  }

  /** Adds an event with a content. */
  void add(byte event, byte[] content, int from, int to) {
    int at = texts.length();
    texts.counted(content, from, to);
    add(event, at);
  }

  /** Adds a string that has no half of a surrogate pair, of which the length in UTF-8 is given. */
  void string(String value, int length) {
    int at = texts.length();
    texts.length(length);
    Utf8.encode(value, texts.room(length), texts.length());
    texts.wrote(length);
    add(Event.STRING, at);
  }

  void timestamp(long seconds, int nanoseconds) {
    int at = texts.length();
    texts.putLong(seconds);
    texts.putInt(nanoseconds);
    add(Event.TIMESTAMP, at);
  }

  /** Returns where the content of an event is among the texts: see {@link Wire#span}. */
  long span(int at) {
    return Wire.span(texts.bytes(), (int) bits[at]);
  }

  /** Returns the text of a string. */
  String text(int at) {
    long span = span(at);
    byte[] bytes = texts.bytes();
    return new String(bytes, Wire.start(span), Wire.length(span), StandardCharsets.UTF_8);
  }

  /** Ends an array or a map. */
  void end(int at) {
    bits[at] = size;
  }

  /**
   * Ends an object.
   *
   * @param members where the key of each member is, in order
   * @param hasShape whether no key is too long
   */
  void endObject(int at, int[] members, int from, int to, boolean hasShape) {
    int shape = Shapes.NONE;
    if (from != to && hasShape) {
      if (own.length < to - from) {
        own = new int[Output.grown(own.length, to - from)];
      }
      for (int i = from; i < to; i++) {
        own[i - from] = (int) bits[members[i]];
      }
      shape = shapes.number(own, 0, to - from);
    }
    bits[at] = size | (long) shape << 32;
  }

  /** Returns the shape of an object. */
  int shape(int at) {
    return (int) (bits[at] >> 32);
  }

  /** Returns the place of the first event behind the value at a place. */
  int behind(int at) {
    while (Event.isTag(events[at])) {
      at++;
    }
    return switch (events[at]) {
      case Event.ARRAY, Event.MAP, Event.MAP_UNSORTED, Event.OBJECT -> (int) bits[at];
      default -> at + 1;
    };
  }

  /** Returns the element of the numbers of an array that is not empty, or null if it has others. */
  Element run(int array) {
    int end = (int) bits[array];
    if (events[array] != Event.ARRAY || end == array + 1) {
      return null;
    }
    byte event = events[array + 1];
    if (event != Event.INT && event != Event.FLOAT32 && event != Event.FLOAT64) {
      return null;
    }
    long folded = 0;
    long signs = 0;
    for (int i = array + 1; i < end; i++) {
      if (events[i] != event) {
        return null;
      }
      folded |= bits[i] ^ bits[i] >> 63;
      signs |= bits[i];
    }
    if (event != Event.INT) {
      return event == Event.FLOAT32 ? Element.FLOAT32 : Element.FLOAT64;
    }
    return elementFor(folded, signs < 0);
  }

  /**
   * Returns the first element that holds integers, by the bits of all, inverted in negative ones.
   */
  private static Element elementFor(long folded, boolean negative) {
    if (folded < 1 << 7) {
      return Element.INT8;
    }
    if (folded < 1 << 15) {
      return Element.INT16;
    }
    if (folded < 1L << 31) {
      return Element.INT32;
    }
    return folded < 1L << 32 && !negative ? Element.UINT32 : Element.INT64;
  }

  /** Adds the numbers of an array to bytes. */
  void numbers(int array, Element element, Output out) {
    int end = (int) bits[array];
    int width = element.width;
    long more = (long) (end - array - 1) << width;
    byte[] bytes = out.room((int) Math.min(more, Output.MOST));
    int at = out.length();
    for (int i = array + 1; i < end; i++) {
      switch (width) {
        case 0 -> bytes[at] = (byte) bits[i];
        case 1 -> Words.putShort(bytes, at, (short) bits[i]);
        case 2 -> Words.putInt(bytes, at, (int) bits[i]);
        default -> Words.put(bytes, at, bits[i]);
      }
      at += 1 << width;
    }
    out.wrote(at - out.length());
  }
}

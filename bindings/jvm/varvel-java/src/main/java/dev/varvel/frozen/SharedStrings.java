package dev.varvel.frozen;

import dev.varvel.internal.SeededHash;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Chooses the strings of a recording that are worth sharing, and turns them into numbers. */
final class SharedStrings {
  /** The most strings that are shared: their numbers fit slots of any width. */
  private static final int MOST = 4096;

  /** Up to this length a string never stands for too much: a reference takes two bytes. */
  static final int SHORT = 2 * Layout.SHARED_TIMES;

  private final Recording of;
  private final int longest;

  /** Where each distinct string is among the texts, in the order in which they were found. */
  private long[] spans = new long[64];

  private int[] counts = new int[64];
  private int size;

  /** The numbers of the strings plus one, by hash; at most half full. */
  private int[] table = new int[256];

  /** For each of them its number among those that are shared, or -1. */
  private int[] numbers = new int[0];

  private SharedStrings(Recording of, int longest) {
    this.of = of;
    this.longest = longest;
  }

  /**
   * Shares strings of at most so many bytes.
   *
   * @return how many bytes the references stand for
   */
  static long share(Recording recording, int longest) {
    SharedStrings strings = new SharedStrings(recording, longest);
    strings.count();
    strings.choose();
    return strings.replace();
  }

  /** Returns the place of the next event from one on that counts. */
  private int live(int at) {
    while (at < of.size() && of.event(at) == Event.DROPPED) {
      at = of.behind(at + 1);
    }
    return at;
  }

  private void count() {
    for (int i = live(0); i < of.size(); i = live(i + 1)) {
      byte event = of.event(i);
      if (event == Event.SHARED) {
        // It was shared before, and that was too much.
        of.set(i, Event.STRING, of.bits(i) >>> 32);
      }
      if (of.event(i) == Event.STRING && isFit(i)) {
        int own = number(of.span(i));
        counts[own]++;
      }
    }
  }

  private boolean isFit(int at) {
    int length = Wire.length(of.span(at));
    return length >= 2 && length <= longest;
  }

  /** Returns the number of a string, which is added if it is new. */
  private int number(long span) {
    byte[] bytes = of.texts.bytes();
    int mask = table.length - 1;
    int slot = hash(span) & mask;
    for (; table[slot] != 0; slot = slot + 1 & mask) {
      long own = spans[table[slot] - 1];
      if (Arrays.equals(
          bytes, Wire.start(own), Wire.end(own), bytes, Wire.start(span), Wire.end(span))) {
        return table[slot] - 1;
      }
    }
    if (size == spans.length) {
      spans = Arrays.copyOf(spans, Output.grown(size, size + 1L));
      counts = Arrays.copyOf(counts, spans.length);
    }
    spans[size] = span;
    table[slot] = ++size;
    if (2 * size > table.length) {
      grow();
    }
    return size - 1;
  }

  private int hash(long span) {
    return SeededHash.of(of.texts.bytes(), Wire.start(span), Wire.end(span));
  }

  private void grow() {
    table = new int[4 * table.length];
    int mask = table.length - 1;
    for (int i = 0; i < size; i++) {
      int slot = hash(spans[i]) & mask;
      while (table[slot] != 0) {
        slot = slot + 1 & mask;
      }
      table[slot] = i + 1;
    }
  }

  /** Returns how many bytes sharing saves: all texts but one, less the place of that one. */
  private long gain(int i) {
    int length = Wire.length(spans[i]);
    int prefix = Math.max(1, (38 - Integer.numberOfLeadingZeros(length)) / 7);
    return Math.max(0, (counts[i] - 1L) * (prefix + length) - 4);
  }

  private void choose() {
    int[] best =
        IntStream.range(0, size)
            .filter(i -> gain(i) != 0)
            .boxed()
            .sorted((a, b) -> gain(a) != gain(b) ? Long.compare(gain(b), gain(a)) : a - b)
            .limit(MOST)
            .mapToInt(Integer::intValue)
            .toArray();
    numbers = new int[size];
    Arrays.fill(numbers, -1);
    int[] keys = new int[best.length];
    for (int i = 0; i < best.length; i++) {
      long span = spans[best[i]];
      byte[] bytes = of.texts.bytes();
      keys[i] =
          of.keys.number(
              new String(bytes, Wire.start(span), Wire.length(span), StandardCharsets.UTF_8));
      numbers[best[i]] = i;
    }
    of.share(keys);
  }

  private long replace() {
    long bytes = 0;
    for (int i = live(0); i < of.size(); i = live(i + 1)) {
      if (of.event(i) != Event.STRING || !isFit(i)) {
        continue;
      }
      long span = of.span(i);
      int number = numbers[number(span)];
      if (number >= 0) {
        bytes += Wire.length(span);
        of.set(i, Event.SHARED, of.bits(i) << 32 | number);
      }
    }
    return bytes;
  }
}

package dev.varvel.internal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The names of members, prepared for comparing with text and for writing. */
public final class Names {
  /** How many words of {@link #patterns} belong to a name. */
  private static final int WORDS = 4;

  /** The longest written form that two words hold. */
  private static final int SHORT = 16;

  /** No names. */
  public static final Names NONE = new Names(new String[0]);

  private final String[] names;

  /** Each name as JSON writes it: in quotes, and with the colon. */
  private final byte[][] written;

  /**
   * For each name the first eight bytes of its written form, the mask of those that count, the last
   * eight bytes (the first if there are fewer), and the length, with that of the two words together
   * above it.
   */
  private final long[] patterns;

  /** Each name in UTF-8, without quotes. */
  private final byte[][] plain;

  /**
   * For each name the first eight of these bytes, the mask of those that count, the last eight (the
   * first if there are fewer), and the length.
   */
  private final long[] plainWords;

  /** Whether a name has a character beyond ASCII. */
  private final boolean wide;

  private final boolean question;

  /** The numbers of the names plus one, by hash; a power of two of them, at most half full. */
  private final int[] table;

  /** Prepares names. */
  public Names(String[] names) {
    this.names = names.clone();
    written = new byte[names.length][];
    patterns = new long[names.length * WORDS];
    plain = new byte[names.length][];
    plainWords = new long[names.length * WORDS];
    table = new int[Integer.highestOneBit(Math.max(names.length, 1)) * 4];
    boolean beyond = false;
    for (int i = 0; i < names.length; i++) {
      written[i] = Escapes.key(names[i]);
      prepare(i);
      preparePlain(i);
      enter(i);
      for (byte b : written[i]) {
        beyond |= b < 0;
      }
    }
    wide = beyond;
    question = String.join("", names).indexOf('?') >= 0;
  }

  private void prepare(int index) {
    byte[] padded = Arrays.copyOf(written[index], Math.max(written[index].length, 8));
    int length = written[index].length;
    patterns[index * WORDS] = Words.get(padded, 0);
    patterns[index * WORDS + 1] = length >= 8 ? -1 : (1L << length * 8) - 1;
    patterns[index * WORDS + 2] = Words.get(padded, padded.length - 8);
    patterns[index * WORDS + 3] = (long) padded.length << 32 | length;
  }

  private void preparePlain(int index) {
    byte[] name = names[index].getBytes(StandardCharsets.UTF_8);
    byte[] padded = Arrays.copyOf(name, Math.max(name.length, 8));
    plain[index] = name;
    plainWords[index * WORDS] = Words.get(padded, 0);
    plainWords[index * WORDS + 1] = name.length >= 8 ? -1 : (1L << name.length * 8) - 1;
    plainWords[index * WORDS + 2] = Words.get(padded, padded.length - 8);
    plainWords[index * WORDS + 3] = name.length;
  }

  private void enter(int index) {
    int mask = table.length - 1;
    int slot = spread(names[index]) & mask;
    while (table[slot] != 0) {
      if (names[table[slot] - 1].equals(names[index])) {
        throw new IllegalArgumentException("the name " + names[index] + " comes twice");
      }
      slot = slot + 1 & mask;
    }
    table[slot] = index + 1;
  }

  private static int spread(String name) {
    int hash = name.hashCode();
    return hash ^ hash >>> 16;
  }

  /** Returns how many names there are. */
  public int size() {
    return names.length;
  }

  /** Returns a name. */
  public String name(int index) {
    return names[index];
  }

  /** Returns all names. */
  public List<String> all() {
    return List.of(names);
  }

  /**
   * Returns the number of a name, or -1. The table is the program's own, and at most half full: no
   * input makes the search longer than the names' own collisions.
   */
  public int indexOf(String name) {
    int mask = table.length - 1;
    for (int slot = spread(name) & mask; table[slot] != 0; slot = slot + 1 & mask) {
      if (names[table[slot] - 1].equals(name)) {
        return table[slot] - 1;
      }
    }
    return -1;
  }

  /** Returns a name as JSON writes it, with its quotes and the colon. */
  public byte[] written(int index) {
    return written[index];
  }

  /** Returns whether a name has a question mark. */
  public boolean hasQuestionMark() {
    return question;
  }

  /** Returns whether a name has a character beyond ASCII. */
  public boolean isWide() {
    return wide;
  }

  /**
   * Copies the written form of a name, if that is short and ASCII, and returns its length, or 0. 16
   * bytes must have room.
   */
  public int copy(int index, byte[] out, int at) {
    int pattern = index * WORDS;
    long lengths = patterns[pattern + 3];
    int both = (int) (lengths >>> 32);
    if (both > SHORT || wide) {
      return 0;
    }
    Words.put(out, at, patterns[pattern]);
    Words.put(out, at + both - 8, patterns[pattern + 2]);
    return (int) lengths;
  }

  /**
   * Returns the length of a name as JSON writes it, if the bytes from {@code at} on are that; else
   * 0.
   */
  public int match(int index, byte[] bytes, int at, int end) {
    int pattern = index * WORDS;
    long lengths = patterns[pattern + 3];
    int both = (int) (lengths >>> 32);
    if (both > end - at
        || ((Words.get(bytes, at) ^ patterns[pattern]) & patterns[pattern + 1]) != 0) {
      return 0;
    }
    int length = (int) lengths;
    if (length > 8 && Words.get(bytes, at + length - 8) != patterns[pattern + 2]) {
      return 0;
    }
    return length <= SHORT || matchesMiddle(index, bytes, at, length) ? length : 0;
  }

  private boolean matchesMiddle(int index, byte[] bytes, int at, int length) {
    return Arrays.equals(bytes, at + 8, at + length - 8, written[index], 8, length - 8);
  }

  /** Returns whether a name has a number. */
  public boolean has(int index) {
    return index >= 0 && index < names.length;
  }

  /** Returns a name in UTF-8, as binary formats have it. */
  public byte[] plain(int index) {
    return plain[index];
  }

  /** Returns whether bytes are a name in UTF-8. They may be cut off by {@code end}. */
  public boolean matchesPlain(int index, byte[] bytes, int from, int length, int end) {
    int pattern = index * WORDS;
    if (plainWords[pattern + 3] != length || length > end - from) {
      return false;
    }
    if (from > bytes.length - 8) {
      return matchesWhole(index, bytes, from, length);
    }
    return ((Words.get(bytes, from) ^ plainWords[pattern]) & plainWords[pattern + 1]) == 0
        && (length <= 8 || Words.get(bytes, from + length - 8) == plainWords[pattern + 2])
        && (length <= SHORT || matchesWhole(index, bytes, from, length));
  }

  private boolean matchesWhole(int index, byte[] bytes, int from, int length) {
    return Arrays.equals(bytes, from, from + length, plain[index], 0, length);
  }
}

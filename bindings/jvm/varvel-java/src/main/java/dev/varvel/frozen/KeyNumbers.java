package dev.varvel.frozen;

import dev.varvel.internal.Utf8;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Gives each key of a document that is being made a number. */
final class KeyNumbers {
  private final Map<String, Integer> numbers = new HashMap<>();
  private String[] names = new String[16];
  private byte[][] texts = new byte[16][];
  private int size;

  /** For each key the one that came after it the last time: most objects repeat. */
  private int[] next = new int[16];

  private int previous;

  /** Returns the number of a key, or -1 if it has half of a surrogate pair. */
  int number(String key) {
    int guess = next[previous];
    if (guess < size && names[guess].equals(key)) {
      previous = guess;
      return guess;
    }
    Integer known = numbers.get(key);
    int number = known != null ? known : add(key);
    if (number >= 0) {
      next[previous] = number;
      previous = number;
    }
    return number;
  }

  private int add(String key) {
    int length = Utf8.length(key);
    if (length < 0) {
      return -1;
    }
    if (size == names.length) {
      int room = Output.grown(size, size + 1L);
      names = Arrays.copyOf(names, room);
      texts = Arrays.copyOf(texts, room);
      next = Arrays.copyOf(next, room);
    }
    byte[] text = new byte[length];
    Utf8.encode(key, text, 0);
    numbers.put(key, size);
    names[size] = key;
    texts[size] = text;
    return size++;
  }

  int size() {
    return size;
  }

  /** Returns a key by its number. */
  String name(int number) {
    return names[number];
  }

  /** Returns a key in UTF-8. */
  byte[] text(int number) {
    return texts[number];
  }
}

package dev.varvel.internal;

import java.util.Arrays;

/**
 * Gives each key a number, and finds keys that come twice in one of the open objects. The hash is
 * seeded, so no text can be made whose keys collide.
 */
public final class KeyTable {
  /** All keys that were seen, one behind the other. */
  private byte[] keys = new byte[256];

  private int[] ends = new int[16];
  private int count;

  /** The numbers of the keys plus one, by hash; at most half full. */
  private int[] table = new int[64];

  /**
   * For each key the number of members, of all open objects, up to the last that has it; or zero.
   */
  private int[] last = new int[16];

  /** The members of all open objects: their key, and what was in {@link #last} before. */
  private int[] members = new int[32];

  private int size;

  /** Returns how many members the open objects have; where the next object begins. */
  public int size() {
    return size;
  }

  /**
   * Adds a member to the innermost object, which began at {@code begin}, and returns whether it has
   * the key already.
   */
  public boolean add(byte[] text, int from, int to, int begin) {
    int key = number(text, from, to);
    if (2 * size == members.length) {
      members = Arrays.copyOf(members, 2 * members.length);
    }
    members[2 * size] = key;
    members[2 * size + 1] = last[key];
    boolean twice = last[key] > begin;
    last[key] = ++size;
    return twice;
  }

  /** Takes the members of the innermost object out, which began at {@code begin}. */
  public void end(int begin) {
    while (size > begin) {
      size--;
      last[members[2 * size]] = members[2 * size + 1];
    }
  }

  private int number(byte[] text, int from, int to) {
    int mask = table.length - 1;
    int slot = SeededHash.of(text, from, to) & mask;
    for (; table[slot] != 0; slot = slot + 1 & mask) {
      int key = table[slot] - 1;
      if (Arrays.equals(keys, begin(key), ends[key], text, from, to)) {
        return key;
      }
    }
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
      last = Arrays.copyOf(last, 2 * count);
    }
    int at = begin(count);
    int end = at + to - from;
    if (end > keys.length) {
      keys = Arrays.copyOf(keys, (int) Math.min(2L * end, Integer.MAX_VALUE - 8));
    }
    System.arraycopy(text, from, keys, at, to - from);
    ends[count] = end;
    table[slot] = ++count;
    if (2 * count > table.length) {
      grow();
    }
    return count - 1;
  }

  private int begin(int key) {
    return key == 0 ? 0 : ends[key - 1];
  }

  private void grow() {
    table = new int[4 * table.length];
    int mask = table.length - 1;
    for (int key = 0; key < count; key++) {
      int slot = SeededHash.of(keys, begin(key), ends[key]) & mask;
      while (table[slot] != 0) {
        slot = slot + 1 & mask;
      }
      table[slot] = key + 1;
    }
  }
}

package dev.varvel;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Counts the hashes of what comes from the input, by which a hash table may be made slow.
 *
 * <p>A table of {@code java.util} sorts items that have the same hash if they are comparable, and
 * compares each with all others if they are not. So items of a class that is not comparable with
 * itself are refused when so many of them have the same hash that the table takes quadratic time.
 */
final class HashGuard {
  /** How many items are put into a table without a look at them. */
  private static final int FEW = 1024;

  /** How many items with its hash that came before an item may have, on average. */
  private static final long MOST = 256;

  private static final ClassValue<Boolean> COMPARABLE =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return isComparable(type);
        }
      };

  private final String words;

  /** What has been added to the table so far. */
  private final Collection<?> items;

  private int count;

  /** How many items the items had to be compared with. */
  private long compared;

  /** A table of hashes and how often each came, or null as long as there are few items. */
  private long[] counts;

  private int used;

  /** A factor of this run, so that no input is made for this table. */
  private final int factor = ThreadLocalRandom.current().nextInt() | 1;

  private HashGuard(String words, Collection<?> items) {
    this.words = words;
    this.items = items;
  }

  /** Returns the guard of a collection that is empty, or null if it is no table of hashes. */
  static HashGuard of(Collection<?> items) {
    return items instanceof Set && !(items instanceof SortedSet)
        ? new HashGuard("items", items)
        : null;
  }

  /** Returns the guard of a map that is empty, or null if it is no table of hashes. */
  static HashGuard of(Map<?, ?> map) {
    return map instanceof SortedMap ? null : new HashGuard("keys", map.keySet());
  }

  /**
   * Comes when a new item is in the table.
   *
   * @param begin where the collection began
   * @throws VarvelException if the table would become slow
   */
  void added(Object item, Reader reader, long begin) {
    count++;
    if (count > FEW && item != null && !COMPARABLE.get(item.getClass())) {
      look(item, reader, begin);
    }
  }

  private void look(Object item, Reader reader, long begin) {
    if (counts != null) {
      count(item.hashCode());
    } else {
      counts = new long[4 * FEW];
      for (Object one : items) {
        count(Objects.hashCode(one));
      }
    }
    if (compared > MOST * count) {
      throw reader.refused(words + " that have different hashes", begin);
    }
  }

  /** Each entry has a hash in its low half, and how often it came in the other. */
  private void count(int hash) {
    if (2 * used >= counts.length) {
      grow();
    }
    int at = placeOf(hash);
    long before = counts[at] >>> Integer.SIZE;
    used += before == 0 ? 1 : 0;
    compared += before;
    counts[at] = before + 1 << Integer.SIZE | hash & 0xFFFFFFFFL;
  }

  private int placeOf(int hash) {
    int mask = counts.length - 1;
    int mixed = (hash ^ hash >>> 15) * factor;
    int at = (mixed ^ mixed >>> 15) & mask;
    while (counts[at] != 0 && (int) counts[at] != hash) {
      at = at + 1 & mask;
    }
    return at;
  }

  private void grow() {
    long[] before = counts;
    counts = new long[2 * before.length];
    for (long entry : before) {
      if (entry != 0) {
        counts[placeOf((int) entry)] = entry;
      }
    }
  }

  /** Returns whether a table of {@code java.util} compares values of a class. */
  private static boolean isComparable(Class<?> type) {
    for (Type parent : type.getGenericInterfaces()) {
      if (parent instanceof ParameterizedType generic
          && generic.getRawType() == Comparable.class
          && generic.getActualTypeArguments()[0] == type) {
        return true;
      }
    }
    return false;
  }
}

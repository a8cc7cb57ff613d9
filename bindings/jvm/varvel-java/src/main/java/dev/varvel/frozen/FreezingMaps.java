package dev.varvel.frozen;

import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** The members of a map of Java, as a document has them. */
final class FreezingMaps {
  /** The interface of maps with an order, which Java has from 21 on; or null. */
  private static final Class<?> SEQUENCED = find("java.util.SequencedMap");

  private FreezingMaps() {}

  private static Class<?> find(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /**
   * Returns whether the order of a map's members is one that the program chose. Members of all
   * others are sorted: their order is that of hashes, and differs from run to run.
   */
  static boolean keepsOrder(Map<?, ?> map) {
    return map instanceof LinkedHashMap
        || map instanceof SortedMap
        || SEQUENCED != null && SEQUENCED.isInstance(map);
  }

  /** Returns whether all keys have a text. */
  static boolean isObject(Map<?, ?> map) {
    for (Object key : map.keySet()) {
      if (text(key) == null) {
        return false;
      }
    }
    return true;
  }

  /** Returns the text of a key that is a string or the constant of an enum, or null. */
  private static String text(Object key) {
    if (key instanceof CharSequence || key instanceof Character) {
      return key.toString();
    }
    if (key instanceof Enum<?> constant) {
      return constant.name();
    }
    return key instanceof Key own ? own.text() : null;
  }

  /** Returns the members of a map whose keys have texts, in the order of the document. */
  static Iterator<Map.Entry<String, Object>> members(Map<?, ?> map) {
    List<Map.Entry<String, Object>> members = new ArrayList<>(map.size());
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      // Keys that came since have no text, perhaps.
      String key = String.valueOf(text(entry.getKey()));
      members.add(new SimpleEntry<>(key, entry.getValue()));
    }
    if (!keepsOrder(map)) {
      members.sort((a, b) -> compare(a.getKey(), b.getKey()));
    }
    return members.iterator();
  }

  /** Compares texts by their bytes in UTF-8, which is by their characters. */
  private static int compare(String a, String b) {
    int at = Arrays.mismatch(a.toCharArray(), b.toCharArray());
    if (at < 0 || at == a.length() || at == b.length()) {
      return a.length() - b.length();
    }
    char x = a.charAt(at);
    char y = b.charAt(at);
    // Units of pairs stand for characters beyond all others.
    return Character.isSurrogate(x) == Character.isSurrogate(y)
        ? x - y
        : Character.isSurrogate(x) ? 1 : -1;
  }
}

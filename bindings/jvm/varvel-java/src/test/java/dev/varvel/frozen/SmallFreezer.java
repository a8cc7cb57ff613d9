package dev.varvel.frozen;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Makes frozen documents of JSON for tests: every object has its own keys, every slot has four
 * bytes, and an index is a sorted list.
 */
final class SmallFreezer {
  /** Slots of four bytes, and a count of four bytes. */
  private static final int WIDTHS = 1 | 2 << 2;

  /**
   * What a slot holds.
   *
   * @param tag its tag
   * @param payload the payload, or the place of the node
   */
  private record Slot(int tag, long payload) {
    long at(long base) {
      return (tag >= Layout.TAG_REFERENCE ? base - payload : payload) << 4 | tag;
    }
  }

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private SmallFreezer() {}

  /** Returns the document of a text of JSON. */
  static byte[] freeze(String json) {
    try {
      return freeze(Vectors.JSON.readTree(json));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Returns the document of a value. */
  static byte[] freeze(JsonNode value) {
    SmallFreezer freezer = new SmallFreezer();
    freezer.out.writeBytes(new byte[Layout.HEADER_LEN]);
    Slot root = freezer.value(value);
    int treeEnd = freezer.out.size();
    freezer.putInts(0, 0, Layout.TABLES_LEN, 0);
    byte[] bytes = freezer.out.toByteArray();
    ByteBuffer head = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    head.put(Layout.MAGIC.getBytes(StandardCharsets.US_ASCII)).put((byte) Layout.VERSION);
    head.putLong(Layout.LENGTH_AT, bytes.length);
    head.putLong(Layout.TREE_END_AT, treeEnd);
    head.putLong(Layout.ROOT_AT, root.at(treeEnd));
    return bytes;
  }

  private void putInts(long... numbers) {
    for (long number : numbers) {
      ByteBuffer four = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
      out.writeBytes(four.putInt((int) number).array());
    }
  }

  private void putLong(long number) {
    out.writeBytes(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array());
  }

  private Slot value(JsonNode value) {
    int at = out.size();
    if (value.isTextual()) {
      return string(value.asText());
    }
    if (value.isDouble()) {
      putLong(Double.doubleToRawLongBits(value.doubleValue()));
      return new Slot(Layout.TAG_FLOAT64, at);
    }
    if (value.isIntegralNumber()) {
      putLong(value.longValue());
      return new Slot(Layout.TAG_INT64, at);
    }
    if (value.isArray() && !value.isEmpty()) {
      List<Slot> slots = new ArrayList<>();
      value.forEach(item -> slots.add(value(item)));
      return container(slots, slots.size(), Layout.TAG_ARRAY, -1);
    }
    if (value.isObject() && !value.isEmpty()) {
      return object(value);
    }
    int literal =
        value.isNull()
            ? Layout.LITERAL_NULL
            : value.isArray()
                ? Layout.LITERAL_ARRAY
                : value.isObject()
                    ? Layout.LITERAL_OBJECT
                    : value.asBoolean() ? Layout.LITERAL_TRUE : Layout.LITERAL_FALSE;
    return new Slot(Layout.TAG_LITERAL, literal);
  }

  private Slot string(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int at = out.size();
    int rest = utf8.length;
    for (; rest >= 0x80; rest >>>= 7) {
      out.write(rest | 0x80);
    }
    out.write(rest);
    out.writeBytes(utf8);
    return new Slot(Layout.TAG_STRING, at);
  }

  private Slot object(JsonNode object) {
    List<Slot> slots = new ArrayList<>();
    List<byte[]> keys = new ArrayList<>();
    object
        .properties()
        .forEach(
            member -> {
              keys.add(member.getKey().getBytes(StandardCharsets.UTF_8));
              slots.add(string(member.getKey()));
              slots.add(value(member.getValue()));
            });
    Slot own = container(slots, keys.size(), Layout.TAG_OTHER, Layout.OTHER_PAIRS);
    if (keys.size() > Layout.SMALL_SHAPE) {
      Comparator<Integer> order = (a, b) -> Arrays.compareUnsigned(keys.get(a), keys.get(b));
      List<Integer> sorted = new ArrayList<>();
      for (int i = 0; i < keys.size(); i++) {
        sorted.add(i);
      }
      sorted.sort(order);
      out.write(0);
      for (int i : sorted) {
        out.write(i);
        if (keys.size() > 0x100) {
          out.write(i >> 8);
        }
      }
    }
    return own;
  }

  private Slot container(List<Slot> slots, int count, int tag, int other) {
    int base = out.size();
    if (other >= 0) {
      out.write(other);
    }
    out.write(WIDTHS);
    putInts(count);
    slots.forEach(slot -> putInts(slot.at(base)));
    return new Slot(tag, base);
  }
}

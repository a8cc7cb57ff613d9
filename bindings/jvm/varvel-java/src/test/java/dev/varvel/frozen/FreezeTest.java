package dev.varvel.frozen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varvel.Kind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Objects of Java become the values that the documentation names. */
class FreezeTest {
  private enum Colour {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "another text";
      }
    }
  }

  private record Point(int x, double y) {}

  private record Everything(
      String name, List<Point> points, Optional<Colour> colour, byte[] bytes, Object inner) {}

  private record Failing(int a) {
    @Override
    public int a() {
      throw new IllegalStateException("not today");
    }
  }

  private static String text(Object value) {
    return Frozen.open(Frozen.freeze(value).bytes()).toString();
  }

  @Test
  void valuesOfAllClasses() {
    Object[] values = {
      null,
      "a\u00e9",
      'c',
      new StringBuilder("b"),
      true,
      (byte) -1,
      (short) 300,
      70_000,
      1L << 40,
      new AtomicLong(5),
      BigInteger.TEN.pow(20),
      0.5f,
      0.25,
      Double.NaN,
      Float.NEGATIVE_INFINITY,
      new BigDecimal("1.50"),
      new BigDecimal("1E+3"),
      Instant.ofEpochSecond(1, 2),
      Colour.GREEN,
      Optional.of(Optional.of(1)),
      Optional.empty(),
      OptionalInt.of(3),
      Key.of("k"),
      Frozen.fromJson("{\"a\":[1]}"),
      Frozen.fromJson("[7]").root().at(0)
    };
    assertEquals(
        "[null, \"a\u00e9\", \"c\", \"b\", true, -1, 300, 70000, 1099511627776, 5, "
            + "100000000000000000000, 0.5, 0.25, NaN, -inf, 1.50, 1E+3, @1.000000002, \"GREEN\", "
            + "1, null, 3, \"k\", {\"a\": [1]}, 7]",
        text(values));
    assertEquals(true, Frozen.freeze(0.5f).root().isFloat32());
    assertEquals(Kind.DECIMAL, Frozen.freeze(BigDecimal.ONE).root().kind());
  }

  @Test
  void containersOfAllClasses() {
    assertEquals("b\"\\x01\"", text(new byte[] {1}));
    assertEquals("[1, 2]", text(new int[] {1, 2}));
    assertEquals("[[1.5], []]", text(new double[][] {{1.5}, {}}));
    assertEquals("[true]", text(new boolean[] {true}));
    assertEquals("[\"a\"]", text(new char[] {'a'}));
    assertEquals("[1, [2, null]]", text(new ArrayDeque<>(List.of(1, Arrays.asList(2, null)))));
    assertEquals("[]", text(List.of()));
    assertEquals("{}", text(Map.of()));
    Everything all =
        new Everything(
            "n",
            List.of(new Point(1, 2), new Point(3, Double.POSITIVE_INFINITY)),
            Optional.of(Colour.RED),
            new byte[0],
            Map.of("k", new long[] {4}));
    assertEquals(
        "{\"name\": \"n\", \"points\": [{\"x\": 1, \"y\": 2.0}, {\"x\": 3, \"y\": inf}], "
            + "\"colour\": \"RED\", \"bytes\": b\"\", \"inner\": {\"k\": [4]}}",
        text(all));
  }

  @Test
  void mapsAreSortedUnlessTheyHaveAnOrder() {
    List<String> keys = List.of("z", "a", "\ud83d\ude00", "\uffee", "aa", "");
    Map<String, Integer> hashed = new HashMap<>();
    Map<String, Integer> linked = new LinkedHashMap<>();
    Map<String, Integer> sorted = new TreeMap<>((a, b) -> b.compareTo(a));
    for (String key : keys) {
      hashed.put(key, 1);
      linked.put(key, 1);
      sorted.put(key, 1);
    }
    // By bytes in UTF-8, not by units of UTF-16.
    String inOrder = "{\"\": 1, \"a\": 1, \"aa\": 1, \"z\": 1, \"\uffee\": 1, \"\ud83d\ude00\": 1}";
    assertEquals(inOrder, text(hashed));
    assertEquals(
        "{\"z\": 1, \"a\": 1, \"\ud83d\ude00\": 1, \"\uffee\": 1, \"aa\": 1, \"\": 1}",
        text(linked));
    assertEquals(
        "{\"\uffee\": 1, \"\ud83d\ude00\": 1, \"z\": 1, \"aa\": 1, \"a\": 1, \"\": 1}",
        text(sorted));
    assertEquals("{\"GREEN\": 2, \"RED\": 1}", text(Map.of(Colour.RED, 1, Colour.GREEN, 2)));
  }

  @Test
  void mapsOfOtherKeys() {
    Map<Object, Object> inner = new HashMap<>();
    inner.put(10, "ten");
    inner.put(-1, List.of(Map.of(2, 3, 1, 2)));
    inner.put("s", 1.5);
    inner.put(null, true);
    inner.put(List.of(1), new byte[] {7});
    String expected = "{null: true, -1: [{1: 2, 2: 3}], 10: \"ten\", \"s\": 1.5, [1]: b\"\\x07\"}";
    assertEquals(expected, text(inner));
    assertEquals("{\"in\": " + expected + "}", text(Map.of("in", inner)));
    Map<Integer, Integer> linked = new LinkedHashMap<>();
    linked.put(2, 1);
    linked.put(1, 2);
    assertEquals("{2: 1, 1: 2}", text(linked));
  }

  /** The canonical form does not depend on the order of members. */
  @Test
  void orderDoesNotChangeTheCanonicalForm() {
    Random random = new Random(7);
    for (int round = 0; round < 50; round++) {
      List<Object> keys = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(40); i++) {
        keys.add(round % 2 == 0 ? "k" + i : i % 3 == 0 ? (Object) (long) i : "k" + i);
      }
      byte[] wanted = null;
      for (int turn = 0; turn < 3; turn++) {
        java.util.Collections.shuffle(keys, random);
        Map<Object, Object> map = new LinkedHashMap<>();
        keys.forEach(key -> map.put(key, List.of(Map.of("n", key.toString()))));
        byte[] found = Frozen.freeze(map, FreezeOptions.CANONICAL).bytes();
        wanted = wanted == null ? found : wanted;
        assertArrayEquals(wanted, found);
      }
    }
  }

  private static String refusal(Object value, FreezeOptions options) {
    VarvelException error =
        assertThrows(VarvelException.class, () -> Frozen.freeze(value, options));
    return error.kind() + " at " + error.path();
  }

  private static String refusal(Object value) {
    return refusal(value, FreezeOptions.DEFAULT);
  }

  @Test
  void valuesThatAreRefused() {
    assertEquals("TYPE_MISMATCH at $[1].k", refusal(List.of(1, Map.of("k", new Object()))));
    assertEquals("LONE_SURROGATE at $.k", refusal(Map.of("k", "\ud800")));
    assertEquals("REFUSED at $[0].a", refusal(List.of(new Failing(1))));
    VarvelException failed =
        assertThrows(VarvelException.class, () -> Frozen.freeze(new Failing(1)));
    assertEquals(IllegalStateException.class, failed.getCause().getClass());
    Map<Object, Object> equal = new HashMap<>();
    equal.put(1, 1);
    equal.put(1L, 1);
    assertEquals("DUPLICATE_KEY at $", refusal(equal));
  }

  @Test
  void valuesThatContainThemselves() {
    List<Object> list = new ArrayList<>();
    Map<String, Object> map = new HashMap<>();
    list.add(map);
    map.put("l", list);
    String cycle = "UNREPRESENTABLE at $[0].l[0].l[0].l[0]…[0].l[0].l";
    assertEquals(cycle, refusal(list));
    FreezeOptions deep =
        FreezeOptions.DEFAULT.withLimits(Limits.DEFAULT.withDepth(Integer.MAX_VALUE));
    assertEquals(cycle, refusal(list, deep));
    Object nested = 1;
    for (int i = 0; i < 200_000; i++) {
      nested = i % 2 == 0 ? List.of(nested) : Map.of("k", nested);
    }
    String path = "$.k[0].k[0].k[0].k….k[0].k[0]";
    assertEquals("DEPTH_LIMIT at " + path, refusal(nested));
    assertEquals(Kind.OBJECT, Frozen.freeze(nested, deep).root().kind());
  }
}

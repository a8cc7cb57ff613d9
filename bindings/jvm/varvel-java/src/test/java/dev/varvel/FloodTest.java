package dev.varvel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varvel.cbor.Cbor;
import dev.varvel.frozen.Frozen;
import dev.varvel.json.Json;
import dev.varvel.msgpack.MessagePack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sets and maps of items that an attacker has chosen take no quadratic time. */
class FloodTest {
  /** Points of which many have the same hash: 31 * x + y. */
  record Point(int x, int y) {}

  record Comparables(int x, int y) implements Comparable<Comparables> {
    @Override
    public int compareTo(Comparables other) {
      return Integer.compare(x, other.x);
    }
  }

  enum Color {
    RED
  }

  private static final Codec<Point> POINTS = Codec.of(Point.class);
  private static final Codec<List<Point>> LISTS = Codecs.list(POINTS);
  private static final Codec<Set<Point>> SETS = Codecs.set(POINTS);
  private static final KeyCodec<Point> KEYS = KeyCodec.json(POINTS);
  private static final Codec<Map<Point, Integer>> MAPS = Codecs.map(KEYS, Codecs.INT);
  private static final Codec<Map<Point, Integer>> PAIRS = Codecs.mapAsArray(POINTS, Codecs.INT);

  private static List<Point> alike(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Point(i, -31 * i)).toList();
  }

  private static String mapOf(List<Point> points) {
    return points.stream()
        .map(point -> Json.writeString(Json.writeString(point, POINTS), Codecs.STRING) + ":1")
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static <T> void refused(String text, Codec<T> codec, String expected) {
    AtomicReference<VarvelException> found = new AtomicReference<>();
    ProcessorTime.within(
        Duration.ofSeconds(20),
        () ->
            found.set(
                assertThrows(VarvelException.class, () -> Json.read(text, Codecs.list(codec)))));
    VarvelException error = found.get();
    assertEquals(List.of("$[0]", expected), List.of(error.path(), error.expected()));
    byte[] packed = MessagePack.write(Json.read(text, Codecs.ANY), Codecs.ANY);
    byte[] cbor = Cbor.write(Json.read(text, Codecs.ANY), Codecs.ANY);
    Frozen frozen = Frozen.fromJson(text);
    for (VarvelException other :
        List.of(
            assertThrows(VarvelException.class, () -> MessagePack.read(packed, Codecs.list(codec))),
            assertThrows(VarvelException.class, () -> Cbor.read(cbor, Codecs.list(codec))),
            assertThrows(VarvelException.class, () -> frozen.read(Codecs.list(codec))))) {
      assertEquals(List.of("$[0]", expected), List.of(other.path(), other.expected()));
    }
  }

  @Test
  void itemsOfSets() {
    String text = Json.writeString(alike(100_000), LISTS);
    refused("[" + text + "]", SETS, "items that have different hashes");
    assertEquals(1000, Json.read(Json.writeString(alike(1000), LISTS), SETS).size());
    // Lists have no table.
    assertEquals(100_000, Json.read(text, LISTS).size());
  }

  @Test
  void keysOfMaps() {
    String keys = "keys that have different hashes";
    refused("[" + mapOf(alike(50_000)) + "]", MAPS, keys);
    Map<Point, Integer> map = new LinkedHashMap<>();
    alike(20_000).forEach(point -> map.put(point, 1));
    List<List<Object>> pairs = new ArrayList<>();
    alike(20_000).forEach(point -> pairs.add(List.of(Map.of("x", point.x(), "y", point.y()), 1)));
    refused("[" + Json.writeString(pairs, Codecs.ANY) + "]", PAIRS, keys);
    assertEquals(1000, Json.read(mapOf(alike(1000)), MAPS).size());
  }

  @Test
  void hashesThatDiffer() {
    List<Point> points = IntStream.range(0, 200_000).mapToObj(i -> new Point(i, i / 7)).toList();
    assertEquals(points.size(), Json.read(Json.writeString(points, LISTS), SETS).size());
    assertEquals(20_000, Json.read(mapOf(points.subList(0, 20_000)), MAPS).size());
  }

  @Test
  void equalItems() {
    assertEquals(
        1,
        Json.read(Json.writeString(Collections.nCopies(100_000, new Point(1, 2)), LISTS), SETS)
            .size());
    Codec<Color> colors = Codec.of(Color.class);
    String reds = Json.writeString(Collections.nCopies(10_000, Color.RED), Codecs.list(colors));
    assertEquals(Set.of(Color.RED), Json.read(reds, Codecs.set(colors)));
  }

  @Test
  void itemsThatAreSorted() {
    Codec<Comparables> codec = Codec.of(Comparables.class);
    List<Comparables> items =
        IntStream.range(0, 50_000).mapToObj(i -> new Comparables(i, -31 * i)).toList();
    String text = Json.writeString(items, Codecs.list(codec));
    assertEquals(50_000, Json.read(text, Codecs.set(codec)).size());
    Codec<TreeMap<Comparables, Integer>> sorted =
        Codecs.map(KeyCodec.json(codec), Codecs.INT, TreeMap::new);
    String map =
        items.stream()
            .map(item -> Json.writeString(Json.writeString(item, codec), Codecs.STRING) + ":1")
            .collect(Collectors.joining(",", "{", "}"));
    assertEquals(50_000, Json.read(map, sorted).size());
  }
}

package dev.varvel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varvel.annotation.Nullable;
import dev.varvel.cbor.CborWriter;
import dev.varvel.frozen.FreezeOptions;
import dev.varvel.frozen.FrozenWriter;
import dev.varvel.json.Json;
import dev.varvel.json.JsonOptions;
import dev.varvel.json.JsonReader;
import dev.varvel.json.JsonWriter;
import dev.varvel.msgpack.MessagePackWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Values that cannot be written are errors with the path of the value, in every format. */
class WritingErrorsTest {
  private static final String NO_NULL = "a value other than null";

  private static List<Writer> writers() {
    return List.of(
        new JsonWriter(), new MessagePackWriter(true), new CborWriter(), new FrozenWriter());
  }

  /** Checks that each writer refuses what some code writes. */
  private static void refused(
      Consumer<Writer> write, ErrorKind kind, String path, String expected, String found) {
    for (Writer writer : writers()) {
      VarvelException error =
          assertThrows(VarvelException.class, () -> write.accept(writer), writer.toString());
      assertEquals(
          List.of(kind, path, expected, found),
          List.of(error.kind(), error.path(), error.expected(), error.found()),
          () -> writer.getClass() + ": " + error.getMessage());
    }
  }

  private static <T> void isNull(T value, Codec<T> codec, String path) {
    refused(writer -> codec.write(value, writer), ErrorKind.UNREPRESENTABLE, path, NO_NULL, "null");
  }

  record Line(String article, Integer count) {}

  record Order(List<Line> lines, Optional<Line> gift, @Nullable String note) {}

  private static final Codec<Order> ORDERS = Codec.of(Order.class);

  @Test
  void membersOfRecords() {
    Optional<Line> none = Optional.empty();
    Order order = new Order(List.of(new Line("a", 1), new Line(null, 2)), none, null);
    refused(
        writer -> ORDERS.write(order, writer),
        ErrorKind.UNREPRESENTABLE,
        "$.lines[1].article",
        "a value of the member `article`, which is not @Nullable",
        "null");
    Order lines = new Order(null, none, null);
    refused(
        writer -> ORDERS.write(lines, writer),
        ErrorKind.UNREPRESENTABLE,
        "$.lines",
        "a value of the member `lines`, which is not @Nullable",
        "null");
    isNull(new Order(Arrays.asList(new Line("a", 1), null), none, null), ORDERS, "$.lines[1]");
    isNull(null, ORDERS, "$");
    assertEquals("{\"lines\":[]}", Json.writeString(new Order(List.of(), none, null), ORDERS));
  }

  private static <T> void isNullInList(Codec<T> codec) {
    isNull(Collections.singletonList(null), Codecs.list(codec), "$[0]");
  }

  @Test
  void itemsOfCollections() {
    isNullInList(Codecs.STRING);
    isNullInList(Codecs.INT);
    isNullInList(Codecs.DOUBLE);
    isNullInList(Codecs.BOOLEAN);
    isNullInList(Codecs.BIG_INTEGER);
    isNullInList(Codecs.BIG_DECIMAL);
    isNullInList(Codecs.NUMBER);
    isNullInList(Codecs.BYTES);
    isNullInList(Codecs.UUID);
    isNullInList(Codecs.INSTANT);
    isNullInList(Codecs.DATE);
    isNullInList(Codecs.LOCAL_DATE);
    isNullInList(Codecs.YEAR);
    isNullInList(Codecs.DAY_OF_WEEK);
    isNullInList(Codecs.OPTIONAL_INT);
    isNullInList(Codecs.optional(Codecs.INT));
    isNullInList(Codecs.list(Codecs.INT));
    isNullInList(Codecs.map(KeyCodec.STRING, Codecs.INT));
    isNullInList(Codec.of(int[].class));
    isNullInList(Codec.of(String[].class));
    isNullInList(Codecs.mapAsArray(Codecs.INT, Codecs.INT));
    assertEquals("[null]", Json.writeString(Collections.singletonList(null), Codecs.ANY));
  }

  @Test
  void keysAndValuesOfMaps() {
    Map<String, Integer> map = new HashMap<>();
    map.put("a b", null);
    isNull(map, Codecs.map(KeyCodec.STRING, Codecs.INT), "$[\"a b\"]");
    isNull(Collections.singletonMap(null, 1), Codecs.map(KeyCodec.STRING, Codecs.INT), "$");
    isNull(Collections.singletonMap(null, 1), Codecs.map(KeyCodec.INT, Codecs.INT), "$");
    isNull(Collections.singletonMap(null, 1), Codecs.map(KeyCodec.UUID, Codecs.INT), "$");
    KeyCodec<List<Line>> keys = KeyCodec.json(Codecs.list(Codec.of(Line.class)));
    isNull(Map.of(Collections.<Line>singletonList(null), 1), Codecs.map(keys, Codecs.INT), "$");
  }

  @Test
  void valuesOfCodecsByFunctions() {
    Codec<Date> dates = Codecs.mapped(Codecs.LONG, Date::new, Date::getTime, "a time");
    isNullInList(dates);
    // A function that knows null is asked.
    Codec<String> nicks =
        Codecs.mapped(Codecs.STRING, text -> text, text -> text == null ? "" : text, "a name");
    assertEquals("[\"\"]", Json.writeString(Collections.singletonList(null), Codecs.list(nicks)));
  }

  @Test
  void eventsOfNull() {
    List<Consumer<Writer>> events =
        List.of(
            writer -> writer.writeString(null),
            writer -> writer.writeBigInteger((BigInteger) null),
            writer -> writer.writeBigDecimal((BigDecimal) null),
            writer -> writer.writeNumberText(null),
            writer -> writer.writeBytes(null),
            writer -> writer.writeInstant((Instant) null),
            writer -> writer.writeJson(null));
    for (Consumer<Writer> event : events) {
      Consumer<Writer> inside =
          writer -> {
            writer.beginObject(1);
            writer.key("a");
            writer.beginArray(2);
            writer.item();
            writer.writeInt(1);
            writer.item();
            event.accept(writer);
          };
      refused(inside, ErrorKind.UNREPRESENTABLE, "$.a[1]", NO_NULL, "null");
    }
  }

  sealed interface Shape permits Circle {}

  record Circle(double radius, Shape inside) implements Shape {}

  @Test
  void pathsOfJson() {
    Codec<Map<String, List<Double>>> codec =
        Codecs.map(KeyCodec.STRING, Codecs.list(Codecs.DOUBLE));
    Map<String, List<Double>> map = Map.of("a", List.of(1.0, Double.POSITIVE_INFINITY));
    VarvelException error = assertThrows(VarvelException.class, () -> Json.writeString(map, codec));
    assertEquals(
        "value cannot be represented: expected a number that JSON has, found Infinity, at $.a[1]",
        error.getMessage());
    JsonWriter indented = new JsonWriter(2, true);
    assertThrows(VarvelException.class, () -> codec.write(map, indented));
    assertEquals("$.a[1]", indented.error(ErrorKind.REFUSED, "", "").path());
  }

  record Chain(Optional<Chain> next) {}

  private static Chain chain(int length) {
    Chain chain = new Chain(Optional.empty());
    for (int i = 1; i < length; i++) {
      chain = new Chain(Optional.of(chain));
    }
    return chain;
  }

  @Test
  void depth() {
    Codec<Chain> codec = Codec.of(Chain.class);
    Object list = 1;
    Object map = 1;
    for (int i = 0; i < 50_000; i++) {
      list = new Object[] {list};
      map = Map.of("a", map);
    }
    Object lists = list;
    Object maps = map;
    Chain chain = chain(50_000);
    ErrorKind kind = ErrorKind.DEPTH_LIMIT;
    String most = "at most 128 containers inside each other";
    String path = "$.next.next.next.next.next.next.next….next.next.next.next";
    refused(writer -> codec.write(chain, writer), kind, path, most, "");
    refused(
        writer -> Codecs.ANY.write(lists, writer), kind, path.replace(".next", "[0]"), most, "");
    refused(writer -> Codecs.ANY.write(maps, writer), kind, path.replace("next", "a"), most, "");
  }

  @Test
  void depthThatIsAllowed() {
    Codec<Chain> codec = Codec.of(Chain.class);
    assertEquals(chain(128), Json.read(Json.writeString(chain(128), codec), codec));
    assertThrows(VarvelException.class, () -> Json.writeString(chain(129), codec));
    for (Writer writer : writers()) {
      writer.setDepthLimit(300);
      codec.write(chain(300), writer);
      assertEquals(0, writer.depth());
    }
    for (Writer writer : writers()) {
      writer.setDepthLimit(0);
      writer.writeInt(1);
    }
    Limits deep = Limits.DEFAULT.withDepth(300);
    FrozenWriter writer = new FrozenWriter(FreezeOptions.DEFAULT.withLimits(deep));
    codec.write(chain(300), writer);
    assertEquals(300, writer.depthLimit());
  }

  /** A copy is as deep as its reader allows. */
  @Test
  void depthOfCopies() {
    String text = "[".repeat(50_000) + "]".repeat(50_000);
    JsonOptions options = JsonOptions.STRICT.withLimits(Limits.DEFAULT.withDepth(50_000));
    JsonWriter writer = new JsonWriter();
    JsonReader.of(text, options).copyTo(writer);
    assertEquals(text, writer.toString());
    assertEquals(128, writer.depthLimit());
    CborWriter cbor = new CborWriter();
    JsonReader.of(text, options).copyTo(cbor);
    assertEquals(50_000, cbor.toByteArray().length);
  }

  @Test
  void otherValues() {
    Codec<Shape> shapes = Codec.of(Shape.class);
    refused(
        writer -> shapes.write(new Circle(1, null), writer),
        ErrorKind.UNREPRESENTABLE,
        "$.inside",
        "a value of the member `inside`, which is not @Nullable",
        "null");
    refused(
        writer -> Codecs.ANY.write(List.of(1, Map.of("a", LocalDate.EPOCH)), writer),
        ErrorKind.TYPE_MISMATCH,
        "$[1].a",
        "a map, a list, a string, a number, bytes or an Instant",
        "java.time.LocalDate");
    refused(
        writer -> Codecs.ANY.write(Map.of(DayOfWeek.MONDAY, 1), writer),
        ErrorKind.TYPE_MISMATCH,
        "$",
        "a key that is a string",
        "java.time.DayOfWeek");
  }
}

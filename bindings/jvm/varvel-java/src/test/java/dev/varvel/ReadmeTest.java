package dev.varvel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.annotation.Alias;
import dev.varvel.annotation.Hint;
import dev.varvel.annotation.Name;
import dev.varvel.cbor.Cbor;
import dev.varvel.cbor.CborOptions;
import dev.varvel.cbor.CborReader;
import dev.varvel.cbor.CborWriteOptions;
import dev.varvel.cbor.CborWriter;
import dev.varvel.frozen.Frozen;
import dev.varvel.json.Json;
import dev.varvel.json.JsonOptions;
import dev.varvel.json.JsonReader;
import dev.varvel.json.JsonStream;
import dev.varvel.json.JsonWriter;
import dev.varvel.msgpack.MessagePack;
import dev.varvel.msgpack.MessagePackOptions;
import dev.varvel.msgpack.MessagePackReader;
import dev.varvel.msgpack.MessagePackStream;
import dev.varvel.msgpack.MessagePackWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the README, as they are written there. */
class ReadmeTest {
  record Point(long x, long y) {
    static final Fields FIELDS = Fields.of("x", "y");

    static final Codec<Point> CODEC =
        new Codec<>() {
          @Override
          public Point read(Reader reader) {
            long begin = reader.offset();
            Long x = null;
            Long y = null;
            int next = reader.beginObject(FIELDS);
            while (next != Reader.END) {
              switch (next) {
                case 0 -> x = reader.readLong();
                case 1 -> y = reader.readLong();
                default -> reader.skip();
              }
              next = reader.nextField(FIELDS, next + 1);
            }
            if (x == null || y == null) {
              throw reader.missing(FIELDS, x == null ? 0 : 1, begin);
            }
            return new Point(x, y);
          }

          @Override
          public void write(Point point, Writer writer) {
            writer.beginObject(2);
            writer.field(FIELDS, 0);
            writer.writeLong(point.x());
            writer.field(FIELDS, 1);
            writer.writeLong(point.y());
            writer.endObject();
          }
        };
  }

  @Test
  void codecs() {
    Point point = Json.read("{\"y\": 2, \"x\": 1}", Point.CODEC);
    String text = Json.writeString(point, Point.CODEC); // {"x":1,"y":2}
    assertEquals("{\"x\":1,\"y\":2}", text);
  }

  @Test
  void valuesOneByOne() {
    byte[] bytes = "[1, 2]".getBytes(StandardCharsets.UTF_8);
    long sum = 0;
    JsonReader reader = new JsonReader(bytes); // strict; JsonOptions.JSON5 for more
    if (reader.beginArray()) {
      do {
        sum += reader.readLong();
      } while (reader.nextItem());
    }
    reader.finish(); // nothing may follow

    JsonWriter writer = new JsonWriter(2, false); // indented by two spaces
    writer.beginObject(1);
    writer.key("sum");
    writer.writeLong(sum);
    writer.endObject();
    byte[] written = writer.toByteArray();
    assertEquals("{\n  \"sum\": 3\n}", new String(written, StandardCharsets.UTF_8));
  }

  @Test
  void streams() throws IOException {
    InputStream input =
        new ByteArrayInputStream(
            "{\"x\":1,\"y\":2}\n{\"y\":4,\"x\":3}\n".getBytes(StandardCharsets.UTF_8));
    List<Point> points = new ArrayList<>();
    try (JsonStream lines = JsonStream.values(input, JsonOptions.STRICT)) {
      while (lines.hasNext()) {
        points.add(lines.next(Point.CODEC));
      }
    }
    assertEquals(List.of(new Point(1, 2), new Point(3, 4)), points);
  }

  @Test
  void binaryFormats() {
    Point point = new Point(1, 2);
    byte[] packed = MessagePack.write(point, Point.CODEC); // {"x":1,"y":2} in 7 bytes
    Point again = MessagePack.read(packed, Point.CODEC);
    Point cbor = Cbor.read(Cbor.write(again, Point.CODEC), Point.CODEC);
    Point frozen = Frozen.freeze(cbor, Point.CODEC).read(Point.CODEC);
    assertEquals(7, packed.length);
    assertEquals(point, frozen);
  }

  @Test
  void keysOfAnyKind() {
    MessagePackWriter map = new MessagePackWriter();
    map.beginMap(1); // keys and values in turn
    map.writeInt(7);
    map.beginExtension(5);
    map.writeBytes(new byte[] {1, 2});
    map.endMap();
    MessagePackReader keys = new MessagePackReader(map.toByteArray());
    keys.beginMap();
    int key = keys.readInt();
    int type = keys.beginExtension();
    byte[] content = keys.readBytes();
    assertEquals(7, key);
    assertEquals(5, type);
    assertEquals(2, content.length);
  }

  @Test
  void deterministicCbor() {
    CborWriter sorted = new CborWriter(CborWriteOptions.DEFAULT.withDeterministic(true));
    JsonReader.of("{\"b\": 1.5, \"a\": [true]}", JsonOptions.STRICT).copyTo(sorted);
    Cbor.validate(sorted.toByteArray(), CborOptions.DEFAULT.withDcbor(true));
    assertEquals("{\"a\":[true],\"b\":1.5}", new CborReader(sorted.toByteArray()).readJson());
  }

  @Test
  void binaryStreams() throws IOException {
    byte[] rows = {(byte) 0x82, (byte) 0xA1, 'x', 1, (byte) 0xA1, 'y', 2};
    List<Point> all = new ArrayList<>();
    try (MessagePackStream values = MessagePackStream.values(rows, MessagePackOptions.DEFAULT)) {
      while (values.hasNext()) {
        all.add(values.next(Point.CODEC));
      }
    }
    assertEquals(List.of(new Point(1, 2)), all);
  }

  @Test
  void frozenDocuments(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("config.varvel");
    String json = "{\"servers\":[{\"port\":8080}]}";
    Files.write(file, Frozen.fromJson(json).bytes()); // or freeze(value); FrozenWriter takes events

    Frozen document = Frozen.open(Files.readAllBytes(file)); // one linear pass, no copy
    long port = document.root().find("servers[0].port").asLong();
    assertEquals(8080, port);
  }

  record Line(String article, int count) {}

  record Order(long id, Optional<String> note, List<Line> lines, LocalDate day) {}

  static final Codec<Order> ORDERS = Codec.of(Order.class);

  @Test
  void records() {
    String json = "{\"id\": 7, \"lines\": [], \"day\": \"2026-01-31\"}";
    Order order = Json.read(json, ORDERS);
    List<Order> orders = Json.read("[]", Codec.of(new TypeRef<List<Order>>() {}));
    String text = Json.writeString(order, ORDERS); // {"id":7,"lines":[],"day":"2026-01-31"}
    assertEquals("{\"id\":7,\"lines\":[],\"day\":\"2026-01-31\"}", text);
    assertEquals(List.of(), orders);
  }

  @Hint("type")
  sealed interface Shape permits Circle, Square {}

  @Name("circle")
  record Circle(double radius) implements Shape {}

  record Square(@Alias("length") double side) implements Shape {}

  @Test
  void sealedTypes() {
    Codec<Shape> shapes = Codec.of(Shape.class);
    Shape shape = Json.read("{\"radius\": 2.5, \"type\": \"circle\"}", shapes);
    assertEquals(new Circle(2.5), shape);
  }

  record Money(long cents) {}

  @Test
  void ownCodecs() {
    Codec<Money> money = Codecs.mapped(Codecs.LONG, Money::new, Money::cents, "an amount in cents");
    CodecRegistry codecs = Codecs.builder().with(Money.class, money).build();
    Codec<Map<String, Money>> prices = codecs.of(new TypeRef<Map<String, Money>>() {});
    assertEquals(Map.of("a", new Money(3)), Json.read("{\"a\": 3}", prices));
  }

  @Test
  void allErrors() {
    List<String> printed = new ArrayList<>();
    String json = "{\"id\": \"7\", \"lines\": [{\"article\": 1, \"count\": 2.5}]}";
    Validated<Order> read = Json.tryRead(json, ORDERS);
    if (!read.isValid()) {
      for (VarvelException error : read.errors()) {
        printed.add(error.path() + ": expected " + error.expected());
      }
    }
    // $.id: expected an integer
    // $.lines[0].article: expected a string
    // $.lines[0].count: expected an integer
    // $: expected a member `day`
    assertEquals(
        List.of(
            "$.id: expected an integer",
            "$.lines[0].article: expected a string",
            "$.lines[0].count: expected an integer",
            "$: expected a member `day`"),
        printed);
  }

  /** Lines without the white space at both ends of each, and with single spaces in them. */
  private static String lines(String text) {
    return text.strip().replaceAll("(?m)^\\s+|[ \\t]+$", "").replaceAll("[ \\t]+", " ");
  }

  @Test
  void theExamplesAreThoseOfThePage() throws IOException {
    String source = "src/test/java/" + ReadmeTest.class.getName().replace('.', '/') + ".java";
    String tested = lines(Files.readString(Path.of(source)));
    // The test of varvel-native has the examples of its own section.
    String page =
        Files.readString(Path.of("../README.md"))
            .replaceFirst("(?s)\n## YAML, edits.*?(?=\n## |$)", "");
    List<String> examples =
        Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
            .matcher(page)
            .results()
            .map(found -> lines(found.group(1)))
            .toList();
    assertEquals(14, examples.size());
    for (String example : examples) {
      assertTrue(tested.contains(example), example);
    }
  }
}

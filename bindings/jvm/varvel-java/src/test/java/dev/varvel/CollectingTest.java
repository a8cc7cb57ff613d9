package dev.varvel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.json.Json;
import dev.varvel.json.JsonOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** All errors of a document at once. */
class CollectingTest {
  /** A record whose constructor takes nothing that is wrong. */
  record Item(UUID id, int count, List<Item> parts) {
    static final Fields FIELDS = Fields.of("id", "count", "parts");

    Item {
      if (count <= 0) {
        throw new IllegalStateException("made of a value of no meaning");
      }
      parts = List.copyOf(parts);
    }

    static final Codec<Item> CODEC =
        new Codec<>() {
          @Override
          public Item read(Reader reader) {
            long begin = reader.offset();
            UUID id = null;
            int count = 0;
            List<Item> parts = List.of();
            int seen = 0;
            int next = reader.beginObject(FIELDS);
            while (next != Reader.END) {
              if (next < 0) {
                reader.report(reader.unknown(FIELDS));
                reader.skip();
              } else if ((seen >> next & 1) != 0 && !reader.again(FIELDS, next)) {
                reader.skip();
              } else {
                seen |= 1 << next;
                switch (next) {
                  case 0 -> id = reader.read(Codecs.UUID);
                  case 1 -> count = reader.readInt();
                  default -> parts = reader.read(LIST);
                }
              }
              next = reader.nextField(FIELDS, next + 1);
            }
            for (int i = 0; i < 2; i++) {
              if ((seen >> i & 1) == 0) {
                reader.report(reader.missing(FIELDS, i, begin));
              }
            }
            reader.complete(begin);
            return new Item(id, count, parts);
          }

          @Override
          public void write(Item value, Writer writer) {
            throw new UnsupportedOperationException();
          }
        };

    static final Codec<List<Item>> LIST = Codecs.list(CODEC);
  }

  private static final String ID = "\"id\":\"00000000-0000-0000-0000-000000000001\"";

  private static void errors(String json, Codec<?> codec, String... wanted) {
    Validated<?> read = Json.tryRead(json, codec);
    assertEquals(
        List.of(wanted),
        read.errors().stream()
            .map(e -> e.path() + " " + e.kind().phrase() + " " + e.offset())
            .toList(),
        json);
    VarvelException first = assertThrows(VarvelException.class, () -> Json.read(json, codec), json);
    assertEquals(first.getMessage(), read.errors().get(0).getMessage());
    assertFalse(read.isValid());
    assertThrows(VarvelException.class, read::get);
  }

  @Test
  void aValueThatIsRightHasNoErrors() {
    Validated<List<Item>> read = Json.tryRead("[{" + ID + ",\"count\":1}]", Item.LIST);
    assertTrue(read.isValid());
    assertEquals(List.of(), read.errors());
    assertEquals(1, read.get().get(0).count());
    assertEquals("", read.report());
  }

  @Test
  void everyErrorIsFound() {
    errors(
        "[{\"id\":\"x\",\"count\":true,\"parts\":[1,{},[]]},\n 7, {"
            + ID
            + ",\"count\":1,\"count\":2,\"more\":[0]}, {}]",
        Item.LIST,
        "$[0].id wrong kind of value 7",
        "$[0].count wrong kind of value 19",
        "$[0].parts[0] wrong kind of value 33",
        "$[0].parts[1] missing member 35",
        "$[0].parts[1] missing member 35",
        "$[0].parts[2] wrong kind of value 38",
        "$[1] wrong kind of value 45",
        "$[2].count duplicate key 103",
        "$[2].more unknown member 113",
        "$[3] missing member 126",
        "$[3] missing member 126");
  }

  @Test
  void anErrorOfSyntaxIsTheLast() {
    errors(
        "[1,{\"id\":2,\"count\":x}]",
        Item.LIST,
        "$[0] wrong kind of value 1",
        "$[1].id wrong kind of value 9",
        "$[1].count invalid syntax 19");
    errors(
        "[1,[2,{\"a\" 3}],4]",
        Item.LIST,
        "$[0] wrong kind of value 1",
        "$[1] wrong kind of value 3",
        "$[1][1].a invalid syntax 11");
    errors("[1", Item.LIST, "$[0] wrong kind of value 1", "$[0] unexpected end of input 2");
    errors("[1] 2", Item.LIST, "$[0] wrong kind of value 1", "$ data after the document 4");
    errors("", Item.LIST, "$ unexpected end of input 0");
    errors("[,]", Item.LIST, "$[0] invalid syntax 1");
  }

  @Test
  void halfOfAPairIsTheOnlyError() {
    errors("[true,\"?\uD800\"]", Codecs.list(Codecs.STRING), " lone surrogate 8");
  }

  @Test
  void keysThatAreWrongDoNotHideTheirValues() {
    errors(
        "{\"x\":1,\"2\":\"a\",\"00\":\"b\",\"2\":3}",
        Codecs.map(KeyCodec.INT, Codecs.INT, TreeMap::new),
        "$.x value refused 1",
        "$[\"2\"] wrong kind of value 11",
        "$[\"00\"] value refused 15",
        "$[\"00\"] wrong kind of value 20",
        "$[\"2\"] duplicate key 24");
    errors(
        "[[1],[1,2,3],[\"a\",1],[1,\"b\"],[1,\"b\"]]",
        Codecs.mapAsArray(Codecs.INT, Codecs.STRING),
        "$[0] wrong kind of value 1",
        "$[1][1] wrong kind of value 8",
        "$[2][0] wrong kind of value 14",
        "$[2][1] wrong kind of value 18",
        "$[4] duplicate key 29");
  }

  @Test
  void nothingIsMadeOfNoMeaning() {
    Codec<Integer> positive =
        Codecs.mapped(
            Codecs.INT,
            n -> {
              if (n <= 0) {
                throw new IllegalArgumentException();
              }
              return n;
            },
            n -> n,
            "a positive number");
    errors(
        "[\"a\",-1,1]",
        Codecs.list(positive),
        "$[0] wrong kind of value 1",
        "$[1] value refused 5");
    errors(
        "[null,[\"b\"]]",
        Codecs.list(Codecs.collection(Codecs.SHORT, ArrayDeque::new)),
        "$[0] wrong kind of value 1",
        "$[1][0] wrong kind of value 7");
    errors(
        "{\"a\":[100000,[]],\"b\":[{}]}",
        Codecs.map(Codecs.list(Codecs.SHORT)),
        "$.a[0] number out of range 6",
        "$.a[1] wrong kind of value 13",
        "$.b[0] wrong kind of value 22");
  }

  /** A class that counts its objects. */
  record Counted(int number, String text) {
    static int made;

    Counted {
      made++;
    }
  }

  @Test
  void noObjectIsMadeOfWhatIsWrong() {
    Codec<List<Counted>> codec = Codec.of(new TypeRef<List<Counted>>() {});
    errors(
        "[{\"number\":\"a\",\"text\":\"b\"},{\"number\":1}]",
        codec,
        "$[0].number wrong kind of value 11",
        "$[1] missing member 27");
    assertEquals(0, Counted.made);
    Counted.made = 0;
    Codec<List<Counted>> mapped =
        Codecs.list(
            Codecs.mapped(Codecs.INT, n -> new Counted(n, ""), Counted::number, "a number"));
    errors("[true,[]]", mapped, "$[0] wrong kind of value 1", "$[1] wrong kind of value 6");
    assertEquals(0, Counted.made);
  }

  @Test
  void collectionsWithoutNullDoNotEndTheSearch() {
    errors(
        "[\"x\",1]",
        Codecs.collection(Codecs.UUID, ArrayDeque::new),
        "$[0] wrong kind of value 1",
        "$[1] wrong kind of value 5");
    errors(
        "{\"a\":\"x\",\"b\":1}",
        Codecs.map(KeyCodec.STRING, Codecs.UUID, ConcurrentHashMap::new),
        "$.a wrong kind of value 5",
        "$.b wrong kind of value 13");
  }

  /** A codec that does not ask whether what it read is right. */
  private static final Codec<UUID> TRUSTING =
      new Codec<>() {
        @Override
        public UUID read(Reader reader) {
          long begin = reader.offset();
          String text = reader.readString();
          try {
            return UUID.fromString(text);
          } catch (IllegalArgumentException e) {
            throw reader.otherForm("a UUID", text, begin);
          }
        }

        @Override
        public void write(UUID value, Writer writer) {
          throw new UnsupportedOperationException();
        }
      };

  @Test
  void oneValueHasOneError() {
    errors(
        "[1,\"x\"]",
        Codecs.list(TRUSTING),
        "$[0] wrong kind of value 1",
        "$[1] wrong kind of value 3");
  }

  @Test
  void aKeyMayBeRefusedBeforeItIsRead() {
    KeyCodec<String> keys =
        KeyCodecs.of(
            reader -> {
              if (reader.fork().readKey().isEmpty()) {
                throw reader.refused("a key of some length", reader.offset());
              }
              return reader.readKey();
            },
            (key, writer) -> writer.key(key));
    errors(
        "{\"\":true,\"a\":false}",
        Codecs.map(keys, Codecs.INT),
        "$[\"\"] value refused 1",
        "$[\"\"] wrong kind of value 4",
        "$.a wrong kind of value 13");
  }

  /** A codec that knows nothing of errors, and fails with one of Java. */
  private static final Codec<Integer> CARELESS =
      new Codec<>() {
        @Override
        public Integer read(Reader reader) {
          int sum = 0;
          if (reader.beginArray()) {
            do {
              short unboxed = reader.read(Codecs.SHORT);
              sum += unboxed;
            } while (reader.nextItem());
          }
          return sum;
        }

        @Override
        public void write(Integer value, Writer writer) {
          throw new UnsupportedOperationException();
        }
      };

  @Test
  void anExceptionOfJavaThatFollowsFromAnErrorIsNone() {
    errors(
        "[[1,70000,\"x\"],[\"y\"]]",
        Codecs.list(CARELESS),
        "$[0][1] number out of range 4",
        "$[0][2] wrong kind of value 10",
        "$[1][0] wrong kind of value 16");
    Codec<Integer> broken =
        Codecs.mapped(
            Codecs.INT,
            n -> {
              throw new IllegalStateException();
            },
            n -> n,
            "nothing");
    assertThrows(IllegalStateException.class, () -> Json.tryRead("[1]", Codecs.list(broken)));
  }

  @Test
  void theNumberOfErrorsHasALimit() {
    String many = "[" + "true,".repeat(1000) + "true]";
    Codec<List<Integer>> codec = Codecs.list(Codecs.INT);
    assertEquals(100, Json.tryRead(many, codec).errors().size());
    Validated<List<Integer>> three = Json.tryRead(many, codec, JsonOptions.STRICT, 3);
    assertEquals(List.of(1L, 6L, 11L), three.errors().stream().map(e -> e.offset()).toList());
    assertEquals(1001, Json.tryRead(many, codec, JsonOptions.STRICT, 5000).errors().size());
    assertThrows(
        IllegalArgumentException.class, () -> Json.tryRead(many, codec, JsonOptions.STRICT, 0));
  }

  /** A tree whose every level is a value of a codec, and is wrong if the innermost is. */
  private static final Codec<Map<String, Object>> DEEP = deep();

  private static Codec<Map<String, Object>> deep() {
    Codec<Object> inner =
        Codecs.mapped(Codecs.lazy(() -> DEEP), map -> (Object) map, map -> null, "a tree");
    return Codecs.map(inner);
  }

  @Test
  void depthCostsNoTime() throws InterruptedException {
    int depth = 2000;
    String levels = "{\"a\":".repeat(depth) + "1" + ",\"b\":{}}".repeat(depth);
    String wide = "[" + "{\"c\":{}},".repeat(1_000_000) + "{}]";
    String json = levels.replace("1", "{\"x\":" + wide + "}");
    JsonOptions options = JsonOptions.STRICT.withLimits(Limits.DEFAULT.withDepth(depth + 10));
    AtomicReference<Validated<?>> read = new AtomicReference<>();
    // A codec calls itself for each level.
    Runnable reading =
        () -> {
          AtomicReference<Validated<?>> found = new AtomicReference<>();
          ProcessorTime.within(
              Duration.ofSeconds(20), () -> found.set(Json.tryRead(json, DEEP, options, 100)));
          read.set(found.get()); // nothing, if that took too long
        };
    Thread thread = new Thread(null, reading, "deep", 1L << 28);
    thread.start();
    thread.join();
    assertEquals(1, read.get().errors().size());
    assertEquals(ErrorKind.TYPE_MISMATCH, read.get().errors().get(0).kind());
  }
}

package dev.varvel.ffi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varvel.Codec;
import dev.varvel.Duplicates;
import dev.varvel.ErrorKind;
import dev.varvel.Fields;
import dev.varvel.Kind;
import dev.varvel.Limits;
import dev.varvel.Reader;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import dev.varvel.frozen.Frozen;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** YAML: read, frozen, and written. */
@NeedsLibrary
class YamlTest {
  private static final String CONFIG =
      """
      # The server
      server: &main
        host: example.org
        port: 8443 # encrypted
        ratio: 0.1
      copy: *main
      """;

  private static String json(String yaml) {
    return new String(Yaml.toJson(yaml.getBytes(UTF_8)), UTF_8);
  }

  private static VarvelException refused(String yaml, Options options) {
    return assertThrows(
        VarvelException.class, () -> Yaml.toJson(yaml.getBytes(UTF_8), options), yaml);
  }

  /** A codec of values that are read by a method of the reader and never written. */
  private static <T> Codec<T> reading(Function<Reader, T> read) {
    return new Codec<>() {
      @Override
      public T read(Reader reader) {
        return read.apply(reader);
      }

      @Override
      public void write(T value, Writer writer) {
        throw new AssertionError();
      }
    };
  }

  private static <T> T read(String yaml, Function<Reader, T> read) {
    return Yaml.read(yaml.getBytes(UTF_8), reading(read));
  }

  @Test
  void documentsBecomeJson() {
    String server = "{\"host\":\"example.org\",\"port\":8443,\"ratio\":0.1}";
    assertEquals("{\"server\":" + server + ",\"copy\":" + server + "}", json(CONFIG));
    assertEquals("\"yes\"", json("yes"));
    assertEquals("123456789012345678901234567890", json("123456789012345678901234567890"));
    assertEquals("\"Zoë 🎈\"", json("Zoë 🎈"));
    assertEquals("null", json(""));
  }

  @Test
  void jsonBecomesYaml() {
    byte[] json = "{\"a\":[1,\"x: y\"],\"b\":null}".getBytes(UTF_8);
    byte[] yaml = Yaml.fromJson(json);
    assertEquals("a:\n  - 1\n  - \"x: y\"\nb: null\n", new String(yaml, UTF_8));
    assertArrayEquals(json, Yaml.toJson(yaml));
  }

  @Test
  void documentsAreFrozen() {
    Frozen document = Yaml.freeze(CONFIG.getBytes(UTF_8));
    assertEquals(8443, document.root().find("copy.port").asLong());
    assertEquals(0.1, document.root().find("server.ratio").asDouble());
    assertEquals(Kind.MAP, Yaml.freeze("1: a\ntrue: b".getBytes(UTF_8)).root().kind());
  }

  @Test
  void optionsSayHowScalarsAreRead() {
    byte[] yaml = "a: yes".getBytes(UTF_8);
    Options old = Options.DEFAULT.withYaml11(true);
    assertEquals("{\"a\":true}", new String(Yaml.toJson(yaml, old), UTF_8));
    byte[] exact = "1.10".getBytes(UTF_8);
    assertEquals("1.1", new String(Yaml.toJson(exact), UTF_8));
    Options digits = Options.DEFAULT.withExactDecimals(true);
    assertEquals("1.10", new String(Yaml.toJson(exact, digits), UTF_8));
    byte[] twice = "{a: 1, a: 2}".getBytes(UTF_8);
    Options last = Options.DEFAULT.withDuplicates(Duplicates.LAST);
    assertEquals("{\"a\":2}", new String(Yaml.toJson(twice, last), UTF_8));
    assertEquals(ErrorKind.DUPLICATE_KEY, refused("{a: 1, a: 2}", Options.DEFAULT).kind());
  }

  @Test
  void errorsHaveTheirPlace() {
    VarvelException error = refused("a:\n  b: [1, 2\nc: 3\n", Options.DEFAULT);
    assertEquals(ErrorKind.SYNTAX, error.kind());
    assertEquals(3, error.line());
    assertEquals(1, error.number());
    assertFalse(error.expected().isEmpty());
    assertEquals("3 | c: 3\n  | ^", error.excerpt());
    assertEquals("$.a.b[1]", error.path());
  }

  @Test
  void hintsNameOptionsOfJava() {
    VarvelException nan = refused("a: .nan", Options.DEFAULT);
    assertEquals(ErrorKind.UNREPRESENTABLE, nan.kind());
    assertEquals("$.a", nan.path());
    assertEquals("`Options.withAllAsText` writes such values as text", nan.hint());
    VarvelException deep = refused("[[[1]]]", limits(Limits.DEFAULT.withDepth(2)));
    assertEquals("raise the limit with `Limits.withDepth` if the input is trusted", deep.hint());
    for (String text : List.of("<<: {a: 1}", "a: b: c", "\ta: 1", "- a\n-b: %", "a: !!int x")) {
      try {
        Yaml.toJson(text.getBytes(UTF_8));
      } catch (VarvelException error) {
        assertFalse(error.hint().matches(".*(VV_|C\\+\\+).*"), error.hint());
      }
    }
  }

  private static Options limits(Limits limits) {
    return Options.DEFAULT.withLimits(limits);
  }

  @Test
  void hostileDocumentsEndInALimit() {
    assertEquals(ErrorKind.DEPTH_LIMIT, refused("[".repeat(100_000), Options.DEFAULT).kind());
    assertEquals(ErrorKind.DEPTH_LIMIT, refused("- ".repeat(100_000), Options.DEFAULT).kind());
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 30; i++) {
      String of = ("*a" + (i - 1) + ", ").repeat(10);
      bomb.append("a").append(i).append(": &a").append(i).append(" [").append(of).append("]\n");
    }
    VarvelException error = refused(bomb.toString(), Options.DEFAULT);
    assertEquals(ErrorKind.REPLAY_LIMIT, error.kind());
    VarvelException nodes = refused("[1, 2, 3]", limits(Limits.DEFAULT.withNodes(2)));
    assertEquals(ErrorKind.NODE_LIMIT, nodes.kind());
    VarvelException bytes = refused("abcdef", limits(Limits.DEFAULT.withBytes(5)));
    assertEquals(ErrorKind.SIZE_LIMIT, bytes.kind());
    assertEquals(
        ErrorKind.INVALID_UTF8,
        assertThrows(VarvelException.class, () -> Yaml.toJson(new byte[] {'a', (byte) 0xFF}))
            .kind());
    assertThrows(IllegalArgumentException.class, () -> limits(Limits.DEFAULT.withDepth(0)));
  }

  @Test
  void aDeepDocumentIsFrozenIfTheLimitAllowsIt() {
    String deep = "[".repeat(5000) + "]".repeat(5000);
    Frozen frozen = Yaml.freeze(deep.getBytes(UTF_8), limits(Limits.DEFAULT.withDepth(5000)));
    assertEquals(Kind.ARRAY, frozen.root().kind());
  }

  @Test
  void codecsReadWhatJsonDoesNotHave() {
    assertEquals(Double.NaN, read(".nan", Reader::readDouble));
    assertEquals(Double.NEGATIVE_INFINITY, read("-.inf", Reader::readDouble));
    assertEquals(-0.0, read("-0.0", Reader::readDouble));
    assertEquals(new BigDecimal("1.10"), read("1.10", Reader::readBigDecimal));
    BigInteger big = BigInteger.ONE.shiftLeft(200);
    assertEquals(big, read(big.toString(), Reader::readBigInteger));
    assertArrayEquals(new byte[] {1, 2, 3}, read("!!binary AQID", Reader::readBytes));
    assertEquals(
        Instant.parse("2026-11-29T10:00:00.5Z"),
        read("!!timestamp 2026-11-29T10:00:00.5Z", Reader::readInstant));
    List<Long> keys =
        read(
            "{1: a, -7: b}",
            reader -> {
              List<Long> found = new ArrayList<>();
              reader.beginObject();
              do {
                found.add(reader.readLongKey());
                reader.skip();
              } while (reader.nextMember());
              return found;
            });
    assertEquals(List.of(1L, -7L), keys);
  }

  record Port(String name, int number) {
    static final Fields FIELDS = Fields.of("name", "number");

    static final Codec<Port> CODEC =
        new Codec<>() {
          @Override
          public Port read(Reader reader) {
            long begin = reader.offset();
            String name = null;
            Integer number = null;
            int next = reader.beginObject(FIELDS);
            while (next != Reader.END) {
              switch (next) {
                case 0 -> name = reader.readString();
                case 1 -> number = reader.readInt();
                default -> throw reader.unknown(FIELDS);
              }
              next = reader.nextField(FIELDS, next + 1);
            }
            if (number == null) {
              throw reader.missing(FIELDS, 1, begin);
            }
            return new Port(name, number);
          }

          @Override
          public void write(Port port, Writer writer) {
            writer.beginObject(2);
            writer.field(FIELDS, 0);
            writer.writeString(port.name);
            writer.field(FIELDS, 1);
            writer.writeInt(port.number);
            writer.endObject();
          }
        };

    static List<Port> list(Reader reader) {
      List<Port> ports = new ArrayList<>();
      if (reader.beginArray()) {
        do {
          ports.add(CODEC.read(reader));
        } while (reader.nextItem());
      }
      return ports;
    }
  }

  @Test
  void codecsReadAndWrite() {
    assertEquals(
        List.of(new Port("a", 1), new Port("b", 2)),
        read("- {name: a, number: 1}\n- number: 2\n  name: b\n", Port::list));
    byte[] yaml = Yaml.write(new Port("x: y", 7), Port.CODEC);
    assertEquals("name: \"x: y\"\nnumber: 7\n", new String(yaml, UTF_8));
    assertEquals(new Port("x: y", 7), Yaml.read(yaml, Port.CODEC));
  }

  @Test
  void errorsOfCodecsHaveTheirPlaceInTheYaml() {
    String wrong = "# ports\n- name: a\n  number: 1\n- name: b\n  number: \"2\" # no\n";
    VarvelException error = assertThrows(VarvelException.class, () -> read(wrong, Port::list));
    assertEquals(ErrorKind.TYPE_MISMATCH, error.kind());
    assertEquals("$[1].number", error.path());
    assertEquals(wrong.indexOf("\"2\""), error.offset());
    assertEquals(5, error.line());
    assertEquals(11, error.column());
    assertEquals("5 |   number: \"2\" # no\n  |           ^", error.excerpt());
    assertEquals("an integer", error.expected());
    assertEquals("a string", error.found());

    String missing = "- {name: a, number: 1}\n- name: b\n";
    error = assertThrows(VarvelException.class, () -> read(missing, Port::list));
    assertEquals(ErrorKind.MISSING_FIELD, error.kind());
    assertEquals(2, error.line());

    String unknown = "- {name: a, number: 1}\n- {number: 1, nam: b}\n";
    error = assertThrows(VarvelException.class, () -> read(unknown, Port::list));
    assertEquals(ErrorKind.UNKNOWN_MEMBER, error.kind());
    assertEquals(2, error.line());

    // A number that no float holds may stand anywhere, if the codec does not ask for a float.
    String large = "- 1e999\n- x\n";
    error =
        assertThrows(
            VarvelException.class,
            () ->
                read(
                    large,
                    reader -> {
                      reader.beginArray();
                      assertEquals(new BigDecimal("1e999"), reader.readBigDecimal());
                      reader.nextItem();
                      return reader.readLong();
                    }));
    assertEquals(ErrorKind.TYPE_MISMATCH, error.kind());
    assertEquals(2, error.line());

    error = assertThrows(VarvelException.class, () -> read("{1: a}", YamlTest::member));
    assertEquals(ErrorKind.TYPE_MISMATCH, error.kind());
    assertEquals(4, error.offset());

    error = assertThrows(VarvelException.class, () -> read("{[1]: a}", YamlTest::member));
    assertEquals(ErrorKind.UNREPRESENTABLE, error.kind());
    assertEquals(1, error.offset());
  }

  private static long member(Reader reader) {
    reader.beginObject();
    reader.readKey();
    return reader.readLong();
  }

  @Test
  void floatsWithoutADecimalFormAreWritten() {
    Codec<Double> codec =
        new Codec<>() {
          @Override
          public Double read(Reader reader) {
            return reader.readDouble();
          }

          @Override
          public void write(Double value, Writer writer) {
            writer.writeDouble(value);
          }
        };
    for (double value : new double[] {Double.NaN, Double.NEGATIVE_INFINITY, -0.0, 0.1, 1e300}) {
      assertEquals(value, Yaml.read(Yaml.write(value, codec), codec));
    }
  }
}

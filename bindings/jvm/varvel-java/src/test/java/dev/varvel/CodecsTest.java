package dev.varvel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varvel.json.Json;
import dev.varvel.json.JsonOptions;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.util.ArrayDeque;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Codecs of types of the JDK, except times. */
class CodecsTest {
  static <T> void same(String json, T value, Codec<T> codec) {
    assertEquals(value, Json.read(json, codec), json);
    assertEquals(json, Json.writeString(value, codec));
  }

  static <T> VarvelException error(String json, Codec<T> codec) {
    return assertThrows(VarvelException.class, () -> Json.read(json, codec), json);
  }

  static void message(String json, Codec<?> codec, String wanted) {
    assertEquals(wanted, error(json, codec).getMessage(), json);
  }

  private static void otherForm(String json, Codec<?> codec) {
    VarvelException error = error(json, codec);
    assertEquals(ErrorKind.TYPE_MISMATCH, error.kind(), json);
    assertEquals(0, error.offset(), json);
  }

  @Test
  void integersFitTheirType() {
    same("-128", (byte) -128, Codecs.BYTE);
    same("32767", (short) 32767, Codecs.SHORT);
    same("-2147483648", Integer.MIN_VALUE, Codecs.INT);
    same("-9223372036854775808", Long.MIN_VALUE, Codecs.LONG);
    message(
        "[ 128]",
        Codecs.list(Codecs.BYTE),
        "number out of range: expected an integer that fits i8, found 128, at $[0], at byte 2,"
            + " line 1, column 3");
    assertEquals("an integer that fits i16", error("-32769", Codecs.SHORT).expected());
    assertEquals(ErrorKind.TYPE_MISMATCH, error("1.0", Codecs.SHORT).kind());
  }

  @Test
  void aCharacterIsNoHalfOfAPair() {
    same("\"é\"", 'é', Codecs.CHAR);
    otherForm("\"\"", Codecs.CHAR);
    otherForm("\"ab\"", Codecs.CHAR);
    message(
        "\"😀\"",
        Codecs.CHAR,
        "wrong kind of value: expected a string of one character, found \"😀\", at $, at byte 0, line"
            + " 1, column 1");
    VarvelException lone =
        assertThrows(VarvelException.class, () -> Json.write('\uD800', Codecs.CHAR));
    assertEquals(ErrorKind.LONE_SURROGATE, lone.kind());
  }

  @Test
  void numbersKeepTheirDigits() {
    same("1", 1, Codecs.NUMBER);
    same("-2147483649", -2147483649L, Codecs.NUMBER);
    same("9223372036854775808", BigInteger.TWO.pow(63), Codecs.NUMBER);
    same("0.1", 0.1, Codecs.NUMBER);
    same("-0.0", -0.0, Codecs.NUMBER);
    same("5e-324", 5e-324, Codecs.NUMBER);
    same("0.10000000000000001", new BigDecimal("0.10000000000000001"), Codecs.NUMBER);
    same("1E+400", new BigDecimal("1E+400"), Codecs.NUMBER);
    same("1E-400", new BigDecimal("1E-400"), Codecs.NUMBER);
    assertEquals(-0.0, Json.read("-0", Codecs.NUMBER));
    assertEquals(Double.POSITIVE_INFINITY, Json.read("Infinity", Codecs.NUMBER, JsonOptions.JSON5));
    assertEquals(ErrorKind.NUMBER_OUT_OF_RANGE, error("1e-7000", Codecs.NUMBER).kind());
    assertEquals("a number", error("\"1\"", Codecs.NUMBER).expected());
    String many = "1." + "3".repeat(300_000);
    assertEquals(new BigDecimal(many), Json.read(many, Codecs.NUMBER));
  }

  @Test
  void uuidsHaveAllOfTheirDigits() {
    same(
        "\"00112233-4455-6677-8899-aabbccddeeff\"",
        UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
        Codecs.UUID);
    assertEquals(
        new UUID(0xFFL << 32, 0),
        Json.read("\"000000FF-0000-0000-0000-000000000000\"", Codecs.UUID));
    otherForm("\"1-1-1-1-1\"", Codecs.UUID);
    otherForm("\"00112233-4455-6677-8899-aabbccddeefg\"", Codecs.UUID);
    otherForm("\"00112233-4455-6677-8899-aabbccddeeff \"", Codecs.UUID);
    otherForm("\"００112233-4455-6677-8899-aabbccddee\"", Codecs.UUID);
  }

  @Test
  void otherTexts() throws Exception {
    same("\"https://example.com/a?b=c#d\"", URI.create("https://example.com/a?b=c#d"), Codecs.URI);
    otherForm("\"a b\"", Codecs.URI);
    String url = "https://example.com/a";
    assertEquals(url, Json.read('"' + url + '"', Codecs.URL).toExternalForm());
    assertEquals('"' + url + '"', Json.writeString(URI.create(url).toURL(), Codecs.URL));
    otherForm("\"/a\"", Codecs.URL);
    otherForm("\"nothing:a\"", Codecs.URL);
    @SuppressWarnings("deprecation") // The one way to such a URL.
    URL wrong = new URL("http://a/b c");
    assertEquals(
        ErrorKind.UNREPRESENTABLE,
        assertThrows(VarvelException.class, () -> Json.write(wrong, Codecs.URL)).kind());
    same("\"a/b.txt\"", Path.of("a", "b.txt"), Codecs.PATH);
    otherForm("\"a\\u0000b\"", Codecs.PATH);
    same("\"EUR\"", Currency.getInstance("EUR"), Codecs.CURRENCY);
    otherForm("\"EURO\"", Codecs.CURRENCY);
    same("\"SGVsbG8=\"", "SGVsbG8=", Codecs.STRING);
    assertArrayEquals("Hello".getBytes(), Json.read("\"SGVsbG8=\"", Codecs.BYTES));
  }

  @Test
  void localesAreWrittenIfTheyCanBeReadAgain() {
    int written = 0;
    for (Locale locale : Locale.getAvailableLocales()) {
      try {
        assertEquals(locale, Json.read(Json.write(locale, Codecs.LOCALE), Codecs.LOCALE));
        written++;
      } catch (VarvelException e) {
        assertEquals(ErrorKind.UNREPRESENTABLE, e.kind());
      }
    }
    assertEquals(true, written > 100);
    otherForm("\"pt_BR\"", Codecs.LOCALE);
    otherForm("\"a-toolongforanysubtag\"", Codecs.LOCALE);
  }

  @Test
  void constantsAreTheirNames() {
    same("\"FRIDAY\"", DayOfWeek.FRIDAY, Codecs.DAY_OF_WEEK);
    message(
        "[\"Friday\"]",
        Codecs.list(Codecs.DAY_OF_WEEK),
        "unknown variant: expected one of `MONDAY`, `TUESDAY`, `WEDNESDAY`, `THURSDAY`, `FRIDAY`,"
            + " `SATURDAY`, `SUNDAY`, found \"Friday\", at $[0], at byte 1, line 1, column 2");
  }

  @Test
  void collections() {
    same("[1,2]", List.of(1, 2), Codecs.list(Codecs.INT));
    same("[]", List.of(), Codecs.list(Codecs.INT));
    same("[\"a\"]", Set.of("a"), Codecs.set(Codecs.STRING));
    same(
        "[null,1]",
        List.of(Optional.empty(), Optional.of(1)),
        Codecs.list(Codecs.optional(Codecs.INT)));
    same("null", OptionalInt.empty(), Codecs.OPTIONAL_INT);
    same("1", OptionalInt.of(1), Codecs.OPTIONAL_INT);
    same("null", null, Codecs.nullable(Codecs.STRING));
    Codec<ArrayDeque<Long>> deque = Codecs.collection(Codecs.LONG, ArrayDeque::new);
    assertEquals("[3,4]", Json.writeString(Json.read("[3,4]", deque), deque));
    Codec<String[][]> strings =
        Codecs.array(String[].class, Codecs.array(String.class, Codecs.STRING));
    assertEquals("[[\"a\"],[]]", Json.writeString(new String[][] {{"a"}, {}}, strings));
    assertArrayEquals(new String[][] {{"a"}, {}}, Json.read("[[\"a\"],[]]", strings));
    assertThrows(
        IllegalArgumentException.class, () -> Codecs.optional(Codecs.nullable(Codecs.INT)));
  }

  @Test
  void mapsHaveEachKeyOnce() {
    Codec<Map<Integer, String>> map = Codecs.map(KeyCodec.INT, Codecs.STRING);
    Codec<TreeMap<Integer, String>> sorted = Codecs.map(KeyCodec.INT, Codecs.STRING, TreeMap::new);
    same("{\"-2\":\"b\",\"1\":\"a\"}", new TreeMap<>(Map.of(1, "a", -2, "b")), sorted);
    message(
        "{\"1\":\"a\",\"1\":\"b\"}",
        map,
        "duplicate key: expected each key once, found \"1\" again, at $[\"1\"], at byte 9, line 1,"
            + " column 10");
    JsonOptions first = JsonOptions.STRICT.withDuplicates(Duplicates.FIRST);
    assertEquals(Map.of(1, "a"), Json.read("{\"1\":\"a\",\"1\":[]}", map, first));
    JsonOptions last = JsonOptions.STRICT.withDuplicates(Duplicates.LAST);
    assertEquals(Map.of(1, "b"), Json.read("{\"1\":\"a\",\"1\":\"b\"}", map, last));
    message(
        "{\"2147483648\":\"a\"}",
        map,
        "value refused: expected an integer that fits i32, found \"2147483648\", at"
            + " $[\"2147483648\"], at byte 1, line 1, column 2");
  }

  private static <K> void key(String text, K key, KeyCodec<K> codec) {
    String json = "{\"" + text + "\":1}";
    same(json, Map.of(key, 1), Codecs.map(codec, Codecs.INT));
  }

  private static void noKey(String text, KeyCodec<?> codec) {
    VarvelException error = error("{\"" + text + "\":1}", Codecs.map(codec, Codecs.INT));
    assertEquals(ErrorKind.REFUSED, error.kind(), text);
    assertEquals(1, error.offset(), text);
  }

  @Test
  void keys() {
    key("9007199254740993", 9007199254740993L, KeyCodec.LONG);
    key("-7", (short) -7, KeyCodec.SHORT);
    key("-7", (byte) -7, KeyCodec.BYTE);
    key("x", 'x', KeyCodec.CHAR);
    key("true", true, KeyCodec.BOOLEAN);
    key("0.5", 0.5, KeyCodec.DOUBLE);
    key("0.5", 0.5f, KeyCodec.FLOAT);
    key("1E+400", new BigDecimal("1E+400"), KeyCodec.BIG_DECIMAL);
    key("18446744073709551616", BigInteger.TWO.pow(64), KeyCodec.BIG_INTEGER);
    key("00000000-0000-0000-0000-000000000001", new UUID(0, 1), KeyCodec.UUID);
    key("MONDAY", DayOfWeek.MONDAY, KeyCodec.of(Codecs.DAY_OF_WEEK));
    key("1", 1L, KeyCodec.of(Codecs.LONG));
    Codec<Integer> even = Codecs.mapped(Codecs.INT, CodecsTest::half, n -> n * 2, "an even number");
    key("4", 2, KeyCodec.of(even));
    noKey("3", KeyCodec.of(even));
    noKey("01", KeyCodec.LONG);
    noKey("128", KeyCodec.BYTE);
    noKey("True", KeyCodec.BOOLEAN);
    noKey(" 1", KeyCodec.BIG_INTEGER);
    noKey("1 ", KeyCodec.BIG_DECIMAL);
    noKey("+1", KeyCodec.BIG_INTEGER);
    noKey("1e400", KeyCodec.DOUBLE);
    noKey("", KeyCodec.CHAR);
    noKey("MON", KeyCodec.of(Codecs.DAY_OF_WEEK));
    assertThrows(IllegalArgumentException.class, () -> KeyCodec.of(Codecs.list(Codecs.STRING)));
  }

  private static Integer half(Integer number) {
    if (number % 2 != 0) {
      throw new IllegalArgumentException();
    }
    return number / 2;
  }

  @Test
  void aKeyOfAnyTypeIsItsJson() {
    KeyCodec<List<Integer>> keys = KeyCodec.json(Codecs.list(Codecs.INT));
    key("[1,2]", List.of(1, 2), keys);
    noKey("[1,2", keys);
    noKey("[1]x", keys);
    message(
        "{\"[true]\":1}",
        Codecs.map(keys, Codecs.INT),
        "value refused: expected a key that is JSON of its type (wrong kind of value: expected an"
            + " integer, found a boolean, at $[0], at byte 1, line 1, column 2), found \"[true]\","
            + " at $[\"[true]\"], at byte 1, line 1, column 2");
  }

  @Test
  void mapsAsArrays() {
    Codec<Map<List<Integer>, String>> map =
        Codecs.mapAsArray(Codecs.list(Codecs.INT), Codecs.STRING);
    same(
        "[[[1],\"a\"],[[],\"b\"]]",
        new LinkedHashMap<>(Json.read("[[[1],\"a\"],[[],\"b\"]]", map)),
        map);
    message(
        "[[[1],\"a\"],[[1],\"b\"]]",
        map,
        "duplicate key: expected each key once, found \"[1]\" again, at $[1], at byte 11, line 1, column 12");
    message(
        "[[]]",
        map,
        "wrong kind of value: expected an array of exactly 2 items, found one of 0, at $[0], at"
            + " byte 1, line 1, column 2");
    assertEquals("one of 1", error("[[[]]]", map).found());
    assertEquals("one of 4", error("[[[],\"\",3,{}]]", map).found());
  }

  @Test
  void whatATypeRefusesIsAnErrorAtTheValue() {
    Codec<Integer> even = Codecs.mapped(Codecs.INT, CodecsTest::half, n -> n * 2, "an even number");
    same("4", 2, even);
    message(
        "[ 3]",
        Codecs.list(even),
        "value refused: expected an even number, at $[0], at byte 2, line 1, column 3");
  }

  record Tree(List<Tree> children) {}

  private static final Codec<Tree> TREE =
      Codecs.mapped(
          Codecs.list(Codecs.lazy(CodecsTest::tree)), Tree::new, Tree::children, "a tree");

  private static Codec<Tree> tree() {
    return TREE;
  }

  @Test
  void aTypeMayHoldItself() {
    same(
        "[[],[[]]]",
        new Tree(List.of(new Tree(List.of()), new Tree(List.of(new Tree(List.of()))))),
        TREE);
    assertEquals(ErrorKind.DEPTH_LIMIT, error("[".repeat(100_000), TREE).kind());
  }
}

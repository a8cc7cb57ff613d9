package dev.varvel.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.varvel.ErrorKind;
import dev.varvel.ProcessorTime;
import dev.varvel.VarvelException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RelaxedTest {
  private static final JsonOptions COMMENTS = JsonOptions.STRICT.withComments(true);

  private static Relaxed relaxed(String text, JsonOptions options) {
    byte[] bytes = ("x" + text + "x").getBytes(StandardCharsets.UTF_8);
    return Relaxed.of(bytes, 1, bytes.length - 1, options, Origin.WHOLE);
  }

  private static void becomes(String text, String json, JsonOptions options) {
    Relaxed relaxed = relaxed(text, options);
    assertNull(relaxed.error(), text);
    String found = new String(relaxed.json(), 0, relaxed.length(), StandardCharsets.UTF_8);
    assertEquals(json, found, text);
  }

  @Test
  void json5BecomesJson() {
    becomes(
        "{\n // In kilograms\n weights: [.5, 0x10, 'a\\\nb',],\n}",
        "{ \"weights\": [0.5, 16, \"ab\"] }",
        JsonOptions.JSON5);
    becomes(
        "{least: -Infinity, most: +Infinity, now: -NaN}",
        "{\"least\": -Infinity, \"most\": Infinity, \"now\": NaN}",
        JsonOptions.JSON5);
    becomes(
        "['\\x41\\v\\0\\'\\a', 'it\"s', \"\u2028\", '\t']",
        "[\"\\u0041\\u000b\\u0000'a\", \"it\\\"s\", \"\u2028\", \"\\u0009\"]",
        JsonOptions.JSON5);
    becomes("[+1, 5., 5.e2, -.5, -0x0a]", "[1, 5.0, 5.0e2, -0.5, -10]", JsonOptions.JSON5);
    becomes(
        "0xffffffffffffffffffffffffffffffff",
        "340282366920938463463374607431768211455",
        JsonOptions.JSON5);
    becomes(
        "{\\u0061b: 1, über: 2, null: 3}\u00a0",
        "{\"\\u0061b\": 1, \"über\": 2, \"null\": 3} ",
        JsonOptions.JSON5);
  }

  @Test
  void commentsBecomeSpaces() {
    becomes("[1, // one\n 2]", "[1,       \n 2]", COMMENTS);
    becomes("/* é */[\"//\\\"/*\"]//", "        [\"//\\\"/*\"]  ", COMMENTS);
  }

  private static void error(
      String text, JsonOptions options, ErrorKind kind, long offset, String path) {
    byte[] bytes = ("x" + text + "x").getBytes(StandardCharsets.UTF_8);
    VarvelException error = FaultFinder.find(bytes, 1, bytes.length - 1, options);
    assertEquals(kind, error.kind(), text);
    assertEquals(offset, error.offset(), text);
    assertEquals(path, error.path(), text);
  }

  @Test
  void commentsAloneAreStrict() {
    error("[1, /* one */]", COMMENTS, ErrorKind.SYNTAX, 13, "$[1]");
    error("{'a': 1}", COMMENTS, ErrorKind.SYNTAX, 1, "$");
    error("[1, /* one", COMMENTS, ErrorKind.UNEXPECTED_END, 10, "$[1]");
    error("[1, / one", COMMENTS, ErrorKind.SYNTAX, 4, "$[1]");
    error("[1, NaN]", COMMENTS, ErrorKind.SYNTAX, 4, "$[1]");
    error("[1, \"a//\nb\"]", COMMENTS, ErrorKind.CONTROL_CHARACTER, 8, "$[1]");
    error("/*\n*/ {\"a\": 1, /* again */ \"a\": 2}", COMMENTS, ErrorKind.DUPLICATE_KEY, 27, "$.a");
  }

  @Test
  void messagesShowTheOriginalText() {
    byte[] text = "{ // €\n a: [1,\n  0x10 2]}".getBytes(StandardCharsets.UTF_8);
    assertEquals(
        "invalid syntax: expected `,` or `]`, found `2`, at $.a[1], at byte 24, line 3, column 8\n"
            + "3 |   0x10 2]}\n"
            + "  |        ^",
        FaultFinder.find(text, 0, text.length, JsonOptions.JSON5).report());
    byte[] key = "{1: 2}".getBytes(StandardCharsets.UTF_8);
    assertEquals(
        "invalid syntax: expected a name or a string as key, found `1`, at $, at byte 1, line 1,"
            + " column 2",
        FaultFinder.find(key, 0, key.length, JsonOptions.JSON5).getMessage());
  }

  private static void hostile(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (JsonOptions options : new JsonOptions[] {JsonOptions.JSON5, COMMENTS}) {
      ProcessorTime.within(
          Duration.ofSeconds(10), () -> FaultFinder.find(bytes, 0, bytes.length, options));
    }
  }

  @Test
  void hostileTextsTakeLinearTime() {
    int n = 300_000;
    hostile("/*".repeat(n));
    hostile("/**/".repeat(n));
    hostile("//\n".repeat(n));
    hostile("[1,".repeat(100) + "a,".repeat(n));
    hostile("'\\\n".repeat(n));
    hostile("'" + "\u0001".repeat(n));
    hostile("0x" + "0".repeat(n) + "1 x");
    hostile("a".repeat(n) + ":");
    hostile("[" + "'a',".repeat(n) + "x");
  }
}

package dev.varvel.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.varvel.Duplicates;
import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.ProcessorTime;
import dev.varvel.VarvelException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FaultFinderTest {
  private static final JsonOptions UNLIMITED =
      JsonOptions.STRICT.withLimits(Limits.DEFAULT.withDepth(Integer.MAX_VALUE));

  /** Looks at a text between other bytes, which no look may reach. */
  private static VarvelException find(byte[] text, JsonOptions options) {
    byte[] between = new byte[text.length + 8];
    Arrays.fill(between, (byte) '"');
    System.arraycopy(text, 0, between, 4, text.length);
    return FaultFinder.find(between, 4, 4 + text.length, options);
  }

  private static VarvelException find(String text, JsonOptions options) {
    return find(text.getBytes(StandardCharsets.UTF_8), options);
  }

  private static void message(String text, String wanted) {
    assertEquals(wanted, find(text, JsonOptions.STRICT).getMessage(), text);
  }

  @Test
  void messages() {
    message("", "unexpected end of input: expected a value, at $, at byte 0, line 1, column 1");
    message(
        "[nul",
        "unexpected end of input: expected the rest of `true`, `false` or `null`, at $[0], at byte"
            + " 4, line 1, column 5");
    message(
        "[1, nulls]",
        "invalid syntax: expected a value, found `nulls`, at $[1], at byte 4, line 1, column 5");
    message(
        "[abcdefghijklmnopqrstuvwxyz]",
        "invalid syntax: expected a value, found `abcdefghijklmno…`, at $[0], at byte 1, line 1,"
            + " column 2");
    message(
        "{\"a\" 1}",
        "invalid syntax: expected `:` after the key, found `1`, at $.a, at byte 5, line 1, column"
            + " 6");
    message(
        "{a:1}",
        "invalid syntax: expected a key in double quotes, found `a`, at $, at byte 1, line 1,"
            + " column 2");
    message(
        "[1\n 2]",
        "invalid syntax: expected `,` or `]`, found `2`, at $[0], at byte 4, line 2, column 2");
    message(
        "[-01]",
        "invalid number: expected no digit after a leading zero, at $[0], at byte 2, line 1,"
            + " column 3");
    message(
        "[1.]",
        "invalid number: expected a digit after the point, found `]`, at $[0], at byte 3, line 1,"
            + " column 4");
    message(
        "1e+",
        "unexpected end of input: expected a digit in the exponent, at $, at byte 3, line 1,"
            + " column 4");
    message(
        "1e400",
        "number out of range: expected a number that a 64-bit float can hold, at $, at byte 0,"
            + " line 1, column 1");
    message(
        "1 2",
        "data after the document: expected the end of input, found `2`, at $, at byte 2, line 1,"
            + " column 3");
    message(
        "{\"a\":{\"k\":1,\"k\":2}}",
        "duplicate key: expected each key once, found \"k\" again, at $.a.k, at byte 12, line 1,"
            + " column 13");
  }

  @Test
  void messagesOfStrings() {
    message(
        "\"a\tb\"",
        "control character in a string: expected an escape, found a tab, at $, at byte 2, line 1,"
            + " column 3");
    message(
        "\"\\x41\"",
        "invalid escape: expected one of \\\" \\\\ \\/ \\b \\f \\n"
            + " \\r"
            + " \\t \\uXXXX, found `\\x`, at $, at byte 1, line 1, column 2");
    message(
        "\"\\u12G4\"",
        "invalid escape: expected four hexadecimal digits after \\u, found `G4`, at $, at byte 5,"
            + " line 1, column 6");
    message(
        "\"\\ud83d\\u0041\"",
        "lone surrogate: expected both halves of a surrogate pair, at $, at byte 1, line 1,"
            + " column 2");
    message(
        "\"\\ud83d\\u00",
        "unexpected end of input: expected the closing quote of a string, at $, at byte 11, line 1,"
            + " column 12");
    byte[] wrong = {'"', 'a', (byte) 0xFF, '"'};
    assertEquals(
        "invalid UTF-8: expected text in UTF-8, found byte 0xFF, at $, at byte 2, line 1, column 3",
        find(wrong, JsonOptions.STRICT).getMessage());
  }

  private static void excerpt(String text, String wanted) {
    assertEquals(wanted, find(text, JsonOptions.STRICT).excerpt(), text);
  }

  @Test
  void excerpts() {
    excerpt("[1,]", "1 | [1,]\n  |    ^");
    excerpt(
        "{\n  \"ключ\": [1, \"日本\" 2]\n}",
        "2 |   \"ключ\": [1, \"日本\" 2]\n  |                    ^");
    excerpt("\t\u001b[0m x", "1 |  \uFFFD[0m x\n  |  ^");
    excerpt("[\u202e]", "1 | [\uFFFD]\n  |  ^");
    excerpt("\n".repeat(99) + "x", "100 | x\n    | ^");
    excerpt("[\"\u0000\"]", "");
    String x = "x".repeat(100);
    String y = "y".repeat(100);
    excerpt(
        "[\"" + x + "\" x, \"" + y + "\"]",
        "1 | "
            + x.substring(0, 58)
            + "\" x, \""
            + y.substring(0, 56)
            + "\n  | "
            + " ".repeat(60)
            + "^");
    assertEquals(
        "invalid syntax: expected `,` or `]`, found `2`, at $[0], at byte 3, line 1, column 4\n"
            + "1 | [1 2]\n"
            + "  |    ^",
        find("[1 2]", JsonOptions.STRICT).report());
  }

  private static void path(String text, String wanted) {
    assertEquals(wanted, find(text, JsonOptions.STRICT).path(), text);
  }

  @Test
  void paths() {
    String long300 = "k".repeat(300);
    path("{\"\\u0061\\n\": x}", "$[\"a\\n\"]");
    path("{\"a1_é\": x}", "$.a1_é");
    path("{\"1a\": x}", "$[\"1a\"]");
    path("{\"" + long300 + "\": x}", "$." + "k".repeat(24) + "…" + "k".repeat(15));
    path("{\"a…\u202e\ud83d\ude00 \\\"\": x}", "$[\"a\\u2026\\u202e\ud83d\ude00 \\\"\"]");
    path("{\"abc", "$.abc");
    path("{\"ab\\", "$[\"ab\\\\\"]");
    path("[".repeat(20) + "x", "$[0][0][0][0][0][0][0]…[0][0][0][0]");
    // The keys of an object with a long key are compared at its end.
    path("[{\"" + long300 + "\":1,\"a\":2,\"a\":3}]", "$[0]");
  }

  private static void limited(String text, JsonOptions options, ErrorKind kind, long offset) {
    VarvelException error = find(text, options);
    assertNotNull(error, text);
    assertEquals(kind, error.kind(), text);
    assertEquals(offset, error.offset(), text);
  }

  @Test
  void limits() {
    Limits limits = Limits.DEFAULT;
    JsonOptions three = JsonOptions.STRICT.withLimits(limits.withNodes(3));
    limited("[".repeat(129), JsonOptions.STRICT, ErrorKind.DEPTH_LIMIT, 128);
    assertNull(find("[".repeat(128) + "]".repeat(128), JsonOptions.STRICT));
    limited("[[1], [2]]", three, ErrorKind.NODE_LIMIT, 6);
    assertNull(find("[[1], 2]", JsonOptions.STRICT.withLimits(limits.withNodes(4))));
    limited("[1, 2, 3]", three, ErrorKind.NODE_LIMIT, 9);
    limited("[1, 2, 3]", three.withExactDecimals(true), ErrorKind.NODE_LIMIT, 7);
    JsonOptions eight = JsonOptions.STRICT.withLimits(limits.withBytes(8));
    limited("[1, 2, 3]", eight, ErrorKind.SIZE_LIMIT, 8);
    assertNull(find("[1, 2,3]", eight));
  }

  @Test
  void keysThatComeTwice() {
    String twice = "{\"a\":1,\"b\":{\"a\":2},\"\\u0061\":3}";
    limited(twice, JsonOptions.STRICT, ErrorKind.DUPLICATE_KEY, 19);
    assertNull(find(twice, JsonOptions.STRICT.withDuplicates(Duplicates.FIRST)));
    assertNull(find(twice, JsonOptions.STRICT.withDuplicates(Duplicates.LAST)));
    assertNull(find("[{\"a\":1},{\"a\":{\"a\":2}}]", JsonOptions.STRICT));
  }

  @Test
  void theTextAloneHasFewerFaults() {
    byte[] text = "{\"a\":1e999,\"a\":tru}".getBytes(StandardCharsets.UTF_8);
    VarvelException all = FaultFinder.find(text, 0, text.length, JsonOptions.STRICT);
    VarvelException syntax = FaultFinder.findInText(text, 0, text.length, JsonOptions.STRICT);
    assertEquals(ErrorKind.NUMBER_OUT_OF_RANGE, all.kind());
    assertEquals(ErrorKind.SYNTAX, syntax.kind());
    assertNull(FaultFinder.findInText(text, 5, 10, JsonOptions.STRICT));
    assertNull(find("1e999", JsonOptions.STRICT.withExactDecimals(true)));
    assertNull(find("\ufeff [1] ", JsonOptions.STRICT));
  }

  private static void hostile(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ProcessorTime.within(Duration.ofSeconds(10), () -> find(bytes, UNLIMITED));
  }

  @Test
  void hostileTextsTakeLinearTime() {
    int n = 300_000;
    StringBuilder keys = new StringBuilder("{");
    for (int i = 0; i < n; i++) {
      // The hash of the JDK is the same for all of these.
      String bits = Integer.toBinaryString(i + (1 << 19)).replace("0", "Aa").replace("1", "BB");
      keys.append('"').append(bits).append("\":0,");
    }
    hostile(keys.toString());
    hostile("[".repeat(n));
    hostile("[".repeat(n) + "]".repeat(n));
    hostile("{\"a\":".repeat(n));
    hostile("{\"a\":".repeat(n) + "1" + "}".repeat(n) + "x");
    hostile("\"" + "\\n".repeat(n) + "x");
    hostile("[" + "1".repeat(n) + "." + "1".repeat(n) + "e" + "1".repeat(n) + "x");
    hostile("[" + "[1,2],".repeat(n) + "x");
    hostile("\n".repeat(n) + "x");
    hostile("{" + "\"a\":1,\"b\":[],".repeat(n) + "x");
  }

  @Test
  void everyBeginningOfATextIsAnError() {
    String text = "{\"a\\u00e9\\ud83d\\ude00é\":[1,-2.5e+3,true,false,null,{\"\":\"x\"}],\"b\":{}}";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertNull(find(bytes, JsonOptions.STRICT));
    for (int length = 0; length < bytes.length; length++) {
      VarvelException error = find(Arrays.copyOf(bytes, length), JsonOptions.STRICT);
      assertEquals(ErrorKind.UNEXPECTED_END, error.kind());
      assertEquals(length, error.offset());
    }
  }
}

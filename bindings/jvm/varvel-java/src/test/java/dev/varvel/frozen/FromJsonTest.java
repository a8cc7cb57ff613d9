package dev.varvel.frozen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varvel.Duplicates;
import dev.varvel.ErrorKind;
import dev.varvel.Kind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.json.JsonOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/**
 * Texts of JSON become documents, or have the errors of the vectors. The conformance tests in Rust
 * compare far more texts: conformance/tests/all/frozen_readers/writers.rs.
 */
class FromJsonTest {
  private static String text(String json) {
    return Frozen.open(Frozen.fromJson(json).bytes()).toString();
  }

  private static byte[] input(JsonNode row) {
    return row.has("hex")
        ? HexFormat.of().parseHex(row.get("hex").asText())
        : row.get("text").asText().getBytes(StandardCharsets.UTF_8);
  }

  /** Judges the cases of a table that are of one format. */
  private static int judge(String table, JsonOptions format) {
    int cases = 0;
    for (JsonNode row : Vectors.rows(table + ".json", "cases")) {
      if (!row.get("format").asText().equals(format.json5() ? "json5" : "json")) {
        continue;
      }
      JsonOptions json = row.has("options") ? format.withExactDecimals(true) : format;
      judge(row, json);
      cases++;
    }
    return cases;
  }

  private static void judge(JsonNode row, JsonOptions json) {
    String name = row.get("name").asText();
    JsonNode error = row.get("error");
    if (error == null) {
      Frozen document = Frozen.fromJson(input(row), json, FreezeOptions.DEFAULT);
      Frozen.open(document.bytes());
      Frozen canonical = Frozen.fromJson(input(row), json, FreezeOptions.CANONICAL);
      assertArrayEquals(document.root().canonical().bytes(), canonical.bytes(), name);
      return;
    }
    VarvelException found =
        assertThrows(
            VarvelException.class,
            () -> Frozen.fromJson(input(row), json, FreezeOptions.DEFAULT),
            name);
    assertEquals(error.get("number").asInt(), found.number(), name);
    assertEquals(error.get("offset").asLong(), found.offset(), name);
    assertEquals(error.get("line").asInt(), found.line(), name);
    assertEquals(error.get("column").asInt(), found.column(), name);
    assertEquals(error.get("path").asText(), found.path(), name);
  }

  @Test
  void vectors() {
    assertTrue(judge("json", JsonOptions.STRICT) > 60);
    assertTrue(judge("numbers", JsonOptions.STRICT) > 30);
    assertTrue(judge("errors", JsonOptions.STRICT) > 10);
    assertTrue(judge("json5", JsonOptions.JSON5) > 40);
  }

  @Test
  void numbersAreExactOrNearest() {
    assertEquals(
        "[0, -1, 9223372036854775808, 18446744073709551616, -9223372036854775809, 1.5, -0.0]",
        text("[0,-1,9223372036854775808,18446744073709551616,-9223372036854775809,1.50,-0]"));
    JsonOptions exact = JsonOptions.STRICT.withExactDecimals(true);
    Node root = Frozen.fromJson("[1.50,-0,1e400,7]", exact, FreezeOptions.DEFAULT).root();
    assertEquals("[1.50, -0, 1e400, 7]", root.toString());
    assertEquals(Kind.DECIMAL, root.at(0).kind());
    assertEquals(Kind.INT, root.at(3).kind());
  }

  @Test
  void allInputsAreTheSame() {
    String text = "{\"é\": [1, {\"b\": null}], \"\": \"\\ud83d\\ude00\"}";
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    byte[] wanted = Frozen.fromJson(utf8).bytes();
    assertArrayEquals(wanted, Frozen.fromJson(text).bytes());
    assertArrayEquals(wanted, Frozen.fromJson(new ByteArrayInputStream(utf8)).bytes());
    assertEquals("{\"é\": [1, {\"b\": null}], \"\": \"\ud83d\ude00\"}", text(text));
    VarvelException lone =
        assertThrows(VarvelException.class, () -> Frozen.fromJson("[\"é\ud800\"]"));
    assertEquals(ErrorKind.LONE_SURROGATE, lone.kind());
    assertEquals(4, lone.offset());
  }

  @Test
  void streamsMayFailOrBeTooLong() {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("gone");
          }
        };
    VarvelException error = assertThrows(VarvelException.class, () -> Frozen.fromJson(failing));
    assertEquals(ErrorKind.IO, error.kind());
    assertEquals("gone", error.getCause().getMessage());
    JsonOptions few = JsonOptions.STRICT.withLimits(Limits.DEFAULT.withBytes(3));
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return '[';
          }
        };
    error =
        assertThrows(
            VarvelException.class, () -> Frozen.fromJson(endless, few, FreezeOptions.DEFAULT));
    assertEquals(ErrorKind.SIZE_LIMIT, error.kind());
  }

  @Test
  void duplicatesAndLimitsAreThoseOfTheText() {
    String text = "{\"a\":1,\"b\":2,\"a\":3}";
    VarvelException twice = assertThrows(VarvelException.class, () -> Frozen.fromJson(text));
    assertEquals("10 13 $.a", twice.number() + " " + twice.offset() + " " + twice.path());
    JsonOptions last = JsonOptions.STRICT.withDuplicates(Duplicates.LAST);
    assertEquals(
        "{\"b\": 2, \"a\": 3}", Frozen.fromJson(text, last, FreezeOptions.DEFAULT).toString());
    // The member that does not count is a node of the text.
    JsonOptions few = last.withLimits(Limits.DEFAULT.withNodes(3));
    VarvelException nodes =
        assertThrows(
            VarvelException.class, () -> Frozen.fromJson(text, few, FreezeOptions.DEFAULT));
    assertEquals(ErrorKind.NODE_LIMIT, nodes.kind());
  }

  @Test
  void nothingRecurses() {
    int depth = 300_000;
    JsonOptions deep = JsonOptions.STRICT.withLimits(Limits.DEFAULT.withDepth(depth));
    String text = "[".repeat(depth) + "]".repeat(depth);
    Frozen document = Frozen.fromJson(text, deep, FreezeOptions.DEFAULT);
    assertEquals(text, document.root().toJson());
    VarvelException error = assertThrows(VarvelException.class, () -> Frozen.fromJson(text));
    assertEquals("11 128", error.number() + " " + error.offset());
  }
}

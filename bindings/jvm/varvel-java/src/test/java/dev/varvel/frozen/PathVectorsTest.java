package dev.varvel.frozen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Paths and JSON Pointers lead to the values or the errors that spec/vectors/paths.json names. */
class PathVectorsTest {
  @TestFactory
  List<DynamicTest> paths() {
    List<DynamicTest> tests =
        Vectors.rows("paths.json", "cases").stream()
            .map(row -> Vectors.judged("paths", row.get("name").asText(), () -> judge(row)))
            .toList();
    assertTrue(tests.size() >= 40);
    return tests;
  }

  private static void judge(JsonNode row) {
    Node root = Frozen.fromJson(row.get("text").asText()).root();
    String path = row.get("path").asText();
    if (row.has("written")) {
      assertEquals(row.get("written").asText(), root.find(path).toJson());
      return;
    }
    VarvelException error = assertThrows(VarvelException.class, () -> root.find(path).toJson());
    assertEquals(row.get("error").get("number").asInt(), error.number(), error::getMessage);
    assertEquals(row.get("error").get("path").asText(), error.path());
  }

  private static void fails(int offset, String expected, String path) {
    VarvelException error = assertThrows(VarvelException.class, () -> NodePath.of(path), path);
    assertEquals(ErrorKind.INVALID_PATH, error.kind());
    assertEquals(offset, error.offset());
    assertEquals(expected, error.expected());
  }

  @Test
  void wrongPathsAreRefusedAtTheirByte() {
    fails(1, "a key after `.`", "a..b");
    fails(2, "a key after `.`", "é..b");
    fails(1, "`]`", "a[");
    fails(1, "a number from 0 up, or a key in quotes, between `[` and `]`", "a[x]");
    fails(1, "a closing quote", "a[\"b");
    fails(1, "a closing quote", "a['b");
    fails(2, "`~0` (for `~`) or `~1` (for `/`)", "/a~2b");
    fails(1, "a whole path", "a…b");
    fails(3, "a whole path", "[0]…");
    fails(5, "a whole path", "[\"abc…\"]");
    fails(0, "a key as JSON writes strings", "[\"\\ud800\"]");
    fails(0, "a key as JSON writes strings", "[\"\\x\"]");
    fails(3, "`.` or `[`", "[0]a");
  }

  @Test
  void anyKeyIsReachedByThePathThatErrorsShow() {
    for (String key : List.of("", "a b", "é", "\"", "\\", "\n", "…", "\ud83d\ude00", "a.b", "'")) {
      String json = "{" + Vectors.JSON.valueToTree(key) + ":[{\"x\":1}]}";
      Node inner = Frozen.fromJson(json).root().get(key).at(0).get("x");
      assertEquals(inner, inner.document().root().find(inner.path()), inner::path);
      assertTrue(inner.document().root().find(inner.path()).isAt(inner), inner::path);
    }
  }

  @Test
  void keysOfWideObjectsAreFoundWhateverTheirOrder() {
    StringBuilder json = new StringBuilder("{\"\":0");
    for (int i = 1; i < 700; i++) {
      json.append(",\"").append("k".repeat(i % 40)).append(i * 7919 % 1000).append("\":").append(i);
    }
    Node root = Frozen.fromJson(json + "}").root();
    assertEquals(700, root.size());
    for (Member member : root.members()) {
      assertTrue(root.get(member.name()).isAt(member.value()));
      assertFalse(root.get(member.name() + "é").exists());
    }
  }

  @Test
  void longPathsAreShortened() {
    String json = "[".repeat(20) + "7" + "]".repeat(20);
    Node node = Frozen.fromJson(json).root();
    while (node.size() != 0) {
      node = node.at(0);
    }
    assertEquals("$[0][0][0][0][0][0][0]…[0][0][0][0]", node.path());
    String key = "abcdefghij".repeat(5);
    Node root = Frozen.fromJson("{\"" + key + "\":1}").root();
    assertEquals("$.abcdefghijabcdefghijabcd…fghijabcdefghij", root.get(key).path());
  }
}

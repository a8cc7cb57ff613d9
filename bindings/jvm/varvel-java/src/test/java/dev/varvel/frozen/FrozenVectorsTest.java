package dev.varvel.frozen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varvel.ErrorKind;
import dev.varvel.Kind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Paths;
import dev.varvel.json.JsonWriter;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Documents of spec/vectors read as the table says, or are refused at the place that it says. */
class FrozenVectorsTest {
  @TestFactory
  List<DynamicTest> documents() {
    List<DynamicTest> tests =
        Vectors.index().stream()
            .filter(row -> !Vectors.isStream(row))
            .map(row -> Vectors.judged("frozen", row.get("file").asText(), () -> judge(row)))
            .toList();
    assertTrue(tests.size() > 250);
    return tests;
  }

  private static void judge(JsonNode row) {
    byte[] bytes = Vectors.file(row.get("file").asText());
    if (Vectors.isValid(row)) {
      check(row, Frozen.open(bytes).root());
      return;
    }
    VarvelException error = assertThrows(VarvelException.class, () -> Frozen.open(bytes));
    String found = error.number() + " at " + error.offset();
    assertEquals(row.get("kind_number") + " at " + row.get("offset"), found, error::getMessage);
  }

  private static void check(JsonNode row, Node root) {
    String expected = Vectors.expectedText(row);
    assertEquals(row.has("text_file") ? expected.stripTrailing() : expected, root.toString());
    if (row.has("json")) {
      assertEquals(row.get("json").asText(), root.toJson());
      JsonWriter writer = new JsonWriter();
      root.writeTo(writer);
      assertEquals(row.get("json").asText(), writer.toString());
    } else {
      checkUnwritable(root);
    }
    row.path("lookups")
        .properties()
        .forEach(lookup -> checkText(lookup.getValue(), root.find(lookup.getKey())));
    for (JsonNode column : row.path("columns")) {
      checkColumn(column, root.column(Key.of(column.get("key").asText())));
    }
    Walk.check(root);
  }

  /** JSON that the table leaves out is too long, or there is none. */
  private static void checkUnwritable(Node root) {
    VarvelException error = null;
    try {
      root.toJson();
    } catch (VarvelException e) {
      error = e;
      assertEquals(ErrorKind.UNREPRESENTABLE, e.kind());
    }
    if (error != null) {
      VarvelException other =
          assertThrows(VarvelException.class, () -> root.writeTo(new JsonWriter()));
      assertEquals(error.number() + error.path(), other.number() + other.path());
    }
  }

  private static void checkText(JsonNode expected, Node found) {
    if (expected.isNull()) {
      assertFalse(found.exists(), found::toString);
    } else {
      assertEquals(expected.asText(), found.toString());
    }
  }

  private static void checkColumn(JsonNode expected, Column column) {
    JsonNode values = expected.get("values");
    while (column.next()) {
      checkText(values.get(column.index()), column.value());
    }
    assertEquals(values.size() - 1, column.index());
  }

  /** What must hold for each value. */
  static final class Walk {
    private Walk() {}

    /** Checks that a value's path leads to it, and all that is in it is found. */
    static void check(Node node) {
      path(node);
      switch (node.kind()) {
        case ARRAY -> items(node);
        case OBJECT, MAP -> members(node);
        case TAGGED, EXTENSION, SIMPLE -> check(node.inner());
        default -> assertEquals(0, node.size());
      }
      assertEquals(node, new Node().moveTo(node));
    }

    private static void items(Node array) {
      int i = 0;
      for (Node item : array.items()) {
        assertTrue(array.at(i++).isAt(item));
        check(item);
      }
      assertEquals(array.size(), i);
      assertFalse(array.at(-1).exists());
      assertFalse(array.at(i).exists());
    }

    private static void members(Node object) {
      int i = 0;
      for (Member member : object.members()) {
        assertTrue(object.keyAt(i).isAt(member.key()));
        assertTrue(object.valueAt(i++).isAt(member.value()));
        if (member.key().is(Kind.STRING)) {
          assertTrue(object.get(member.name()).isAt(member.value()));
          assertFalse(object.get(member.name() + "\u007f").exists());
          assertTrue(member.key().isText(Key.of(member.name())));
        }
        check(member.value());
      }
      assertEquals(object.size(), i);
      assertFalse(object.keyAt(i).exists());
      assertFalse(object.valueAt(-1).exists());
    }

    private static void path(Node node) {
      String path = node.path();
      if (path.contains(Paths.ELLIPSIS)) {
        return;
      }
      Node found = untagged(node.document().root().find(path));
      assertTrue(found.isAt(untagged(node)), path);
    }

    private static Node untagged(Node node) {
      Node at = new Node().moveTo(node);
      while (at.is(Kind.TAGGED) || at.is(Kind.EXTENSION) || at.is(Kind.SIMPLE)) {
        at.inner(at);
      }
      return at;
    }
  }

  @TestFactory
  List<DynamicTest> canonicalFormsAreEqual() {
    return Vectors.index().stream()
        .map(row -> row.get("file").asText())
        .filter(file -> file.startsWith("v1/canonical/"))
        .map(file -> DynamicTest.dynamicTest(file, () -> checkEqual(file)))
        .toList();
  }

  private static void checkEqual(String file) {
    Frozen canonical = Frozen.open(Vectors.file(file));
    Frozen other = Frozen.open(Vectors.file(file.replace("/canonical/", "/good/")));
    assertEquals(canonical, other);
    assertEquals(canonical.hashCode(), other.hashCode());
    assertNull(new Node().document());
  }
}

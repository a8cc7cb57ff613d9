package dev.varvel.frozen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.internal.Words;
import dev.varvel.json.JsonWriter;
import org.junit.jupiter.api.Test;

/** Nothing recurses by the depth of a document. */
class DepthTest {
  private static final int DEPTH = 300_000;

  /** The bytes of an array of one slot: widths, the count, four bytes. */
  private static final int ARRAY = 6;

  /** Returns arrays inside each other; the innermost holds 1. */
  private static byte[] nested() {
    int treeEnd = Layout.HEADER_LEN + ARRAY * DEPTH;
    byte[] bytes = new byte[treeEnd + Layout.TABLES_LEN];
    Words.putInt(bytes, 0, 0x4C565256);
    bytes[Layout.VERSION_AT] = Layout.VERSION;
    Words.put(bytes, Layout.LENGTH_AT, bytes.length);
    Words.put(bytes, Layout.TREE_END_AT, treeEnd);
    Words.put(bytes, Layout.ROOT_AT, ARRAY << 4 | Layout.TAG_ARRAY);
    Words.putInt(bytes, treeEnd + 8, Layout.TABLES_LEN);
    for (int i = 0; i < DEPTH; i++) {
      int at = Layout.HEADER_LEN + ARRAY * i;
      bytes[at] = 1;
      bytes[at + 1] = 1;
      int slot = i == 0 ? 1 << 4 | Layout.TAG_INT : ARRAY << 4 | Layout.TAG_ARRAY;
      Words.putInt(bytes, at + 2, slot);
    }
    return bytes;
  }

  @Test
  void deepDocumentsAreReadAsAnyOthers() {
    byte[] bytes = nested();
    VarvelException error = assertThrows(VarvelException.class, () -> Frozen.open(bytes));
    assertEquals(ErrorKind.DEPTH_LIMIT, error.kind());
    Limits limits = Limits.DEFAULT.withDepth(DEPTH);
    Node root = Frozen.open(bytes, limits).root();
    String json = "[".repeat(DEPTH) + 1 + "]".repeat(DEPTH);
    assertEquals(json, root.toJson());
    assertEquals(json, root.toString());
    JsonWriter writer = new JsonWriter();
    root.writeTo(writer);
    assertEquals(json, writer.toString());
    Node deepest = new Node().moveTo(root);
    while (deepest.size() != 0) {
      deepest.at(0, deepest);
    }
    assertEquals(1, deepest.asInt());
    assertEquals("$[0][0][0][0][0][0][0]…[0][0][0][0]", deepest.path());
    Node other = Frozen.open(nested(), limits).root();
    assertEquals(root, other);
    assertEquals(root.hashCode(), other.hashCode());
    assertTrue(!root.equals(other.at(0)));
  }
}

package dev.varvel.frozen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.ErrorKind;
import dev.varvel.Kind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class NodeTest {
  private static Node good(String name) {
    return Frozen.open(Vectors.file("v1/good/" + name + ".varvel")).root();
  }

  private static void fails(ErrorKind kind, String message, Executable call) {
    VarvelException error = assertThrows(VarvelException.class, call);
    assertEquals(kind, error.kind(), error::getMessage);
    assertEquals(message, error.getMessage());
  }

  @Test
  void aChainOfLookUpsIsCheckedAtItsEnd() {
    Node root = good("config");
    assertEquals("gateway", root.get("name").asString());
    assertEquals(8443, root.get("port").asInt());
    assertFalse(root.get("verbose").asBoolean());
    assertEquals(2.5, root.get("timeout").asDouble());
    assertEquals("1.3", root.get("tls").get("versions").at(1).asString());
    fails(
        ErrorKind.NOT_FOUND,
        "not found: expected a member \"nothing\", at $.tls",
        () -> root.get("tls").get("nothing").get("below").at(3).asLong());
    fails(
        ErrorKind.NOT_FOUND,
        "not found: expected item 7, found 3 items, at $.weights",
        () -> root.get("weights").at(7).asLong());
    fails(
        ErrorKind.TYPE_MISMATCH,
        "wrong kind of value: expected an object, found an integer, at $.port",
        () -> root.get("port").get("x").asLong());
    fails(
        ErrorKind.TYPE_MISMATCH,
        "wrong kind of value: expected a string, found an array, at $.weights",
        () -> root.get("weights").asString());
    fails(
        ErrorKind.NOT_FOUND, "not found: expected a value, found nothing", () -> new Node().kind());
  }

  @Test
  void numbersAreExact() {
    assertEquals(new BigInteger("18446744073709551615"), max().asBigInteger());
    assertEquals(-1, max().asUnsignedLong());
    fails(
        ErrorKind.NUMBER_OUT_OF_RANGE,
        "number out of range: expected an integer that a long holds, at $",
        () -> max().asLong());
    assertEquals(new BigInteger(good("int-big").asNumberText()), good("int-big").asBigInteger());
    assertEquals(new BigDecimal(good("decimal").asNumberText()), good("decimal").asBigDecimal());
    assertEquals(new BigDecimal("0.5"), good("array").at(2).asBigDecimal());
    assertEquals(7.0, good("array").at(1).asDouble());
    assertTrue(good("float-32-bits").isFloat32());
    assertThrows(VarvelException.class, () -> max().asDouble());
    assertThrows(VarvelException.class, () -> good("float").asLong());
    assertTrue(Float.isNaN(good("float-nan").asFloat()));
  }

  private static Node max() {
    return good("int-unsigned");
  }

  @Test
  void packedNumbersAreCopiedAtOnce() {
    for (String name :
        List.of(
            "packed-8-bits",
            "packed-16-bits",
            "packed-32-bits",
            "packed-32-bits-unsigned",
            "packed-64-bits",
            "packed-floats",
            "packed-floats-32-bits",
            "array")) {
      Node array = good(name);
      Numbers numbers = array.numbers();
      assertEquals(array.size(), numbers.size());
      if (name.equals("array")) {
        assertTrue(numbers.element().isEmpty());
        assertThrows(VarvelException.class, numbers::toLongArray);
        assertEquals(7, numbers.longAt(1));
      } else if (array.at(0).is(Kind.FLOAT)) {
        List<Double> items = new ArrayList<>();
        array.items().forEach(item -> items.add(item.asDouble()));
        assertArrayEquals(
            items.stream().mapToDouble(x -> x).toArray(), numbers.toDoubleArray(), name);
        assertThrows(VarvelException.class, numbers::toLongArray);
      } else {
        List<Long> items = new ArrayList<>();
        array.items().forEach(item -> items.add(item.asLong()));
        assertArrayEquals(items.stream().mapToLong(x -> x).toArray(), numbers.toLongArray(), name);
      }
      assertThrows(IndexOutOfBoundsException.class, () -> numbers.longAt(numbers.size()));
    }
  }

  @Test
  void aMatrixIsReadByRowsOrWhole() {
    Node matrix = good("matrix");
    Numbers all = matrix.numbers();
    int columns = matrix.at(0).size();
    assertEquals(columns, all.columns());
    assertEquals(matrix.size() * columns, all.size());
    for (int i = 0; i < all.size(); i++) {
      assertEquals(matrix.at(i / columns).at(i % columns).asLong(), all.longAt(i));
    }
    assertEquals(columns, matrix.at(1).numbers().toIntArray().length);
    fails(
        ErrorKind.NOT_FOUND,
        "not found: expected item " + columns + ", found " + columns + " items, at $[1]",
        () -> matrix.at(1).at(columns).asLong());
  }

  @Test
  void otherKindsAreReadAsTheyAre() {
    assertArrayEquals(new byte[] {0, -1}, good("bytes").asBytes());
    Node time = good("timestamp");
    assertEquals(Instant.ofEpochSecond(time.seconds(), time.nanoseconds()), time.asInstant());
    Node tag = good("tag");
    assertEquals(Kind.TAGGED, tag.kind());
    assertEquals("tag(" + tag.tag() + ") " + tag.inner(), tag.toString());
    assertEquals(Kind.MAP, good("map").kind());
    assertFalse(good("map").get(123456789).exists());
  }

  @Test
  void equalityIsThatOfValues() {
    assertEquals(good("array"), good("array"));
    assertNotEquals(good("array"), good("config"));
    assertEquals(good("config").hashCode(), good("config").hashCode());
    assertNotEquals(good("int-in-slot"), good("float"));
    assertEquals(new Node(), good("array").at(99));
    assertNotEquals(good("array"), good("array").at(99));
    assertFalse(java.util.Arrays.equals(good("array").digest(), good("config").digest()));
  }

  @Test
  void limitsAreTheirOwnErrors() {
    byte[] config = Vectors.file("v1/good/config.varvel");
    Limits limits = Limits.DEFAULT;
    fails(
        ErrorKind.DEPTH_LIMIT,
        "nested too deeply, at byte 82",
        () -> Frozen.open(Vectors.file("v1/good/config.varvel"), limits.withDepth(2)));
    assertThrows(VarvelException.class, () -> Frozen.open(config, limits.withNodes(5)));
    fails(
        ErrorKind.SIZE_LIMIT,
        "document too large, at byte 0",
        () -> Frozen.open(config, limits.withBytes(10)));
    assertTrue(Frozen.open(config, limits.withDepth(3)).root().exists());
  }

  @Test
  void keysWithHalfOfASurrogatePairAreRefused() {
    fails(
        ErrorKind.LONE_SURROGATE,
        "lone surrogate: expected a key in Unicode",
        () -> good("config").get("a\ud800"));
    assertFalse(good("config").get("?").exists());
  }

  @Test
  void elementsHaveTheNumbersOfTheFormat() {
    assertEquals(Layout.ELEMENT_INT8, Element.INT8.ordinal());
    assertEquals(Layout.ELEMENT_INT16, Element.INT16.ordinal());
    assertEquals(Layout.ELEMENT_INT32, Element.INT32.ordinal());
    assertEquals(Layout.ELEMENT_INT64, Element.INT64.ordinal());
    assertEquals(Layout.ELEMENT_UINT64, Element.UINT64.ordinal());
    assertEquals(Layout.ELEMENT_FLOAT32, Element.FLOAT32.ordinal());
    assertEquals(Layout.ELEMENT_FLOAT64, Element.FLOAT64.ordinal());
    assertEquals(Layout.ELEMENT_UINT32, Element.UINT32.ordinal());
  }

  @Test
  void longTextsAndPathsAreShortened() {
    Node deep = good("tags-nested");
    assertEquals("$", deep.path());
    assertEquals("", new Node().path());
    assertEquals("nothing", new Node().toString());
    assertEquals("{\n  \"name\": \"gateway\",", good("config").toJson("  ").substring(0, 22));
  }
}

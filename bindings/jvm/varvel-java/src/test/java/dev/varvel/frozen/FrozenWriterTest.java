package dev.varvel.frozen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.Duplicates;
import dev.varvel.ErrorKind;
import dev.varvel.Fields;
import dev.varvel.Kind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Documents that a writer makes are valid, and have the value that was written. */
class FrozenWriterTest {
  private static final Limits DEEP = Limits.DEFAULT.withDepth(1 << 20);
  private static final FreezeOptions FREE = FreezeOptions.DEFAULT.withLimits(DEEP);

  @TestFactory
  List<DynamicTest> vectors() {
    List<DynamicTest> tests =
        Vectors.index().stream()
            .filter(row -> !Vectors.isStream(row) && Vectors.isValid(row))
            .map(row -> row.get("file").asText())
            .map(file -> DynamicTest.dynamicTest(file, () -> checkCopies(file)))
            .toList();
    assertTrue(tests.size() > 50);
    return tests;
  }

  /** The canonical form is that of the vector, and copies in all other forms have the value. */
  private static void checkCopies(String file) {
    byte[] wanted = Vectors.file(file.replace("/good/", "/canonical/"));
    Node root = Frozen.open(Vectors.file(file), DEEP).root();
    assertArrayEquals(wanted, root.canonical().bytes());
    assertArrayEquals(wanted, Frozen.freeze(root, FREE.withCanonical(true)).bytes());
    for (boolean isShared : new boolean[] {false, true}) {
      for (boolean isChecked : new boolean[] {false, true}) {
        FreezeOptions options = FREE.withSharedStrings(isShared).withChecksum(isChecked);
        Frozen copy = Frozen.open(Frozen.freeze(root, options).bytes(), DEEP);
        assertEquals(root.toString(), copy.toString());
        assertEquals(isChecked, copy.checksum().isPresent());
        assertArrayEquals(wanted, copy.root().canonical().bytes());
      }
    }
  }

  /** Returns the document of some events, validated. */
  private static Frozen made(FreezeOptions options, Consumer<FrozenWriter> events) {
    FrozenWriter writer = new FrozenWriter(options);
    events.accept(writer);
    return Frozen.open(writer.finish().bytes(), DEEP);
  }

  private static Frozen made(Consumer<FrozenWriter> events) {
    return made(FreezeOptions.DEFAULT, events);
  }

  private static void scalars(FrozenWriter writer) {
    writer.writeNull();
    writer.writeBoolean(true);
    writer.writeInt(-2049);
    writer.writeLong(Long.MIN_VALUE);
    writer.writeUnsignedLong(-1);
    writer.writeBigInteger(BigInteger.ONE.shiftLeft(63));
    writer.writeBigInteger(BigInteger.ONE.shiftLeft(64));
    writer.writeBigInteger(BigInteger.ONE.shiftLeft(63).negate());
    writer.writeFloat(0.1f);
    writer.writeDouble(Double.NaN);
    writer.writeBigDecimal(new BigDecimal("1.50"));
    writer.writeNumberText("1E400");
    writer.writeNumberText("-0");
    writer.writeNumberText("-9223372036854775809");
    writer.writeNumberText("18446744073709551615");
    writer.writeString("g\u00f6\u20ac\ud83d\ude00");
    writer.writeBytes(new byte[] {0, -1});
    writer.writeInstant(Instant.ofEpochSecond(-2, 500_000_000));
    writer.beginTag(-1);
    writer.beginTag(7);
    writer.writeString("x");
    writer.beginExtension(-5);
    writer.writeBytes(new byte[0]);
    writer.writeSimple(99);
  }

  @Test
  void valuesOfAllKinds() {
    Frozen document =
        made(
            writer -> {
              writer.beginArray(Writer.UNKNOWN);
              scalars(writer);
              writer.endArray();
            });
    assertEquals(
        "[null, true, -2049, -9223372036854775808, 18446744073709551615, 9223372036854775808, "
            + "18446744073709551616, -9223372036854775808, 0.1, NaN, 1.50, 1E400, -0, "
            + "-9223372036854775809, 18446744073709551615, \"g\u00f6\u20ac\ud83d\ude00\", "
            + "b\"\\x00\\xff\", @-2.500000000, tag(18446744073709551615) tag(7) \"x\", "
            + "extension(-5) b\"\", simple(99) null]",
        document.toString());
    assertTrue(document.root().at(8).isFloat32());
    assertEquals(Kind.DECIMAL, document.root().at(10).kind());
  }

  @Test
  void containersOfAllKinds() {
    Fields fields = Fields.of("a", "b");
    Frozen document =
        made(
            writer -> {
              writer.beginObject(4);
              writer.field(fields, 1);
              writer.beginArray(0);
              writer.endArray();
              writer.field(fields, 0);
              writer.beginMap(Writer.UNKNOWN);
              writer.writeString("k");
              writer.writeLong(1);
              writer.beginTag(1);
              writer.writeString("k");
              writer.beginObject(0);
              writer.endObject();
              writer.endMap();
              writer.key("strings");
              writer.beginMap(1);
              writer.writeString("only");
              writer.writeNull();
              writer.endMap();
              writer.key("x".repeat(300));
              writer.beginMap(0);
              writer.endMap();
              writer.endObject();
            });
    assertEquals(
        "{\"b\": [], \"a\": {\"k\": 1, tag(1) \"k\": {}}, \"strings\": {\"only\": null}, \""
            + "x".repeat(300)
            + "\": {}}",
        document.toString());
    assertEquals(Kind.OBJECT, document.root().get("strings").kind());
    assertEquals(Kind.MAP, document.root().get("a").kind());
  }

  @Test
  void repeatedStringsAreSharedIfAsked() {
    Consumer<FrozenWriter> events =
        writer -> {
          writer.beginArray(Writer.UNKNOWN);
          for (int i = 0; i < 100; i++) {
            writer.writeString("crimson");
            writer.writeString(i % 2 == 0 ? "turquoise" : "x");
          }
          writer.endArray();
        };
    Frozen plain = made(events);
    Frozen shared = made(FreezeOptions.DEFAULT.withSharedStrings(true), events);
    assertEquals(plain, shared);
    assertTrue(3 * shared.bytes().length < plain.bytes().length);
    assertArrayEquals(plain.root().canonical().bytes(), shared.root().canonical().bytes());
    // A string that all of the document is made of would stand for too much.
    Frozen large =
        made(
            FreezeOptions.DEFAULT.withSharedStrings(true),
            writer -> {
              writer.beginArray(Writer.UNKNOWN);
              for (int i = 0; i < 1000; i++) {
                writer.writeString("y".repeat(1000));
              }
              writer.endArray();
            });
    assertTrue(large.bytes().length > 1_000_000);
  }

  @Test
  void manyKeysHaveAnIndex() {
    for (int count : new int[] {16, 17, 300, 70_000}) {
      for (boolean isLong : new boolean[] {false, true}) {
        Frozen document =
            made(
                writer -> {
                  writer.beginObject(Writer.UNKNOWN);
                  for (int i = 0; i < count; i++) {
                    writer.key((isLong ? "k".repeat(257) : "k") + i);
                    writer.writeLong(i);
                  }
                  writer.endObject();
                });
        for (int i = 0; i < count; i += 7) {
          String key = (isLong ? "k".repeat(257) : "k") + i;
          assertEquals(i, document.root().get(key).asLong());
        }
      }
    }
  }

  /** The hash looks at a sample of a key, so that keys can be made that collide. */
  @Test
  void keysThatCollideHaveASortedIndex() {
    Frozen document =
        made(
            writer -> {
              writer.beginObject(Writer.UNKNOWN);
              for (int i = 0; i < 100; i++) {
                writer.key("aaaaaaaaaa" + (100 + i) + "-".repeat(60) + "zzzzzzzzzz");
                writer.writeLong(i);
              }
              writer.endObject();
            });
    String key = "aaaaaaaaaa" + 142 + "-".repeat(60) + "zzzzzzzzzz";
    assertEquals(42, document.root().get(key).asLong());
  }

  @Test
  void keysThatComeTwice() {
    Consumer<FrozenWriter> events =
        writer -> {
          writer.beginArray(1);
          writer.item();
          writer.beginObject(Writer.UNKNOWN);
          for (String key : List.of("a", "b", "a")) {
            writer.key(key);
            writer.beginObject(1);
            writer.key("a");
            writer.writeString(key + key);
            writer.endObject();
          }
          writer.endObject();
          writer.endArray();
        };
    String twice = refusal(FreezeOptions.DEFAULT, events);
    assertEquals("DUPLICATE_KEY at $[0].a", twice);
    FreezeOptions first = FreezeOptions.DEFAULT.withDuplicates(Duplicates.FIRST);
    FreezeOptions last = FreezeOptions.DEFAULT.withDuplicates(Duplicates.LAST);
    for (boolean isCanonical : new boolean[] {false, true}) {
      assertEquals(
          "[{\"a\": {\"a\": \"aa\"}, \"b\": {\"a\": \"bb\"}}]",
          made(first.withCanonical(isCanonical), events).toString());
    }
    assertEquals(
        "[{\"b\": {\"a\": \"bb\"}, \"a\": {\"a\": \"aa\"}}]", made(last, events).toString());
  }

  private static String refusal(FreezeOptions options, Consumer<FrozenWriter> events) {
    VarvelException error =
        assertThrows(VarvelException.class, () -> made(options, events), "no error");
    return error.kind() + " at " + error.path();
  }

  private static String refusal(Consumer<FrozenWriter> events) {
    return refusal(FreezeOptions.DEFAULT, events);
  }

  @Test
  void eventsThatCannotCome() {
    assertEquals("INVALID_EVENTS at $", refusal(writer -> {}));
    assertEquals("INVALID_EVENTS at $", refusal(FrozenWriter::endArray));
    assertEquals("INVALID_EVENTS at $", refusal(FrozenWriter::item));
    assertEquals("INVALID_EVENTS at $", refusal(writer -> writer.key("a")));
    assertEquals("INVALID_EVENTS at $", refusal(writer -> writer.beginArray(0)));
    assertEquals("INVALID_EVENTS at $", refusal(writer -> writer.beginTag(0)));
    Consumer<FrozenWriter> object = writer -> writer.beginObject(1);
    Consumer<FrozenWriter> key = object.andThen(writer -> writer.key("a"));
    assertEquals("INVALID_EVENTS at $", refusal(object.andThen(FrozenWriter::writeNull)));
    assertEquals("INVALID_EVENTS at $", refusal(object.andThen(FrozenWriter::endMap)));
    assertEquals("INVALID_EVENTS at $.a", refusal(key.andThen(FrozenWriter::endObject)));
    assertEquals("INVALID_EVENTS at $.a", refusal(key.andThen(writer -> writer.key("b"))));
    Consumer<FrozenWriter> map = writer -> writer.beginMap(1);
    Consumer<FrozenWriter> half = map.andThen(FrozenWriter::writeNull);
    assertEquals("INVALID_EVENTS at $", refusal(half.andThen(FrozenWriter::endMap)));
    Consumer<FrozenWriter> two = FrozenWriter::writeNull;
    assertEquals("INVALID_EVENTS at $", refusal(two.andThen(FrozenWriter::writeNull)));
  }

  /** A document of which an error left a part out is not finished. */
  @Test
  void nothingComesAfterAnError() {
    FrozenWriter writer = new FrozenWriter();
    writer.beginMap(1);
    writer.writeLong(1);
    assertThrows(VarvelException.class, () -> writer.writeString("\ud800"));
    List<Runnable> calls =
        List.of(
            writer::writeNull,
            writer::endMap,
            writer::endArray,
            writer::item,
            writer::finish,
            () -> writer.key("a"),
            () -> writer.beginTag(1),
            () -> writer.writeNode(Frozen.fromJson("[1]").root()));
    for (Runnable call : calls) {
      VarvelException error = assertThrows(VarvelException.class, call::run);
      assertEquals(ErrorKind.INVALID_EVENTS, error.kind());
      assertEquals("no call after an error", error.expected());
    }
  }

  @Test
  void valuesThatDocumentsDoNotHave() {
    Consumer<FrozenWriter> in = writer -> writer.beginArray(1);
    String lone = "LONE_SURROGATE at $[0]";
    assertEquals(lone, refusal(in.andThen(writer -> writer.writeString("a\ud800"))));
    assertEquals(lone, refusal(in.andThen(writer -> writer.writeString("\ude00\ud83d"))));
    assertEquals(
        "LONE_SURROGATE at $[0]",
        refusal(
            in.andThen(
                writer -> {
                  writer.beginObject(1);
                  writer.key("\udc00");
                })));
    assertEquals(
        "INVALID_NUMBER at $[0]", refusal(in.andThen(writer -> writer.writeNumberText("01"))));
    assertEquals(
        "NUMBER_OUT_OF_RANGE at $[0]", refusal(in.andThen(writer -> writer.beginExtension(128))));
    assertEquals(
        "NUMBER_OUT_OF_RANGE at $[0]", refusal(in.andThen(writer -> writer.writeSimple(256))));
    assertEquals(
        "NUMBER_OUT_OF_RANGE at $[0]",
        refusal(in.andThen(writer -> writer.writeTimestamp(0, 1_000_000_000))));
    assertEquals("NOT_FOUND at ", refusal(in.andThen(writer -> writer.writeNode(new Node()))));
    assertEquals(
        "DUPLICATE_KEY at $[0]",
        refusal(
            in.andThen(
                writer -> {
                  writer.beginMap(2);
                  writer.writeFloat(0.5f);
                  writer.writeNull();
                  writer.writeDouble(0.5);
                  writer.writeNull();
                  writer.endMap();
                })));
  }

  @Test
  void limitsHold() {
    FreezeOptions few = FreezeOptions.DEFAULT.withLimits(Limits.DEFAULT.withNodes(3));
    Consumer<FrozenWriter> four =
        writer -> {
          writer.beginArray(4);
          for (int i = 0; i < 4; i++) {
            writer.writeNull();
          }
          writer.endArray();
        };
    assertEquals("NODE_LIMIT at $", refusal(few, four));
    Consumer<FrozenWriter> deep =
        writer -> {
          for (int i = 0; i < 129; i++) {
            writer.beginArray(1);
          }
        };
    String path = "$" + "[0]".repeat(7) + "…" + "[0]".repeat(4);
    assertEquals(ErrorKind.DEPTH_LIMIT + " at " + path, refusal(deep));
  }

  @Test
  void nothingRecurses() {
    int depth = 1 << 18;
    for (FreezeOptions options : List.of(FREE, FREE.withCanonical(true))) {
      Frozen document =
          made(
              options,
              writer -> {
                for (int i = 0; i < depth; i++) {
                  switch (i % 3) {
                    case 0 -> writer.beginArray(1);
                    case 1 -> {
                      writer.beginObject(1);
                      writer.key("a");
                    }
                    default -> writer.beginTag(i);
                  }
                }
                writer.writeLong(1);
                for (int i = depth - 1; i >= 0; i--) {
                  switch (i % 3) {
                    case 0 -> writer.endArray();
                    case 1 -> writer.endObject();
                    default -> {}
                  }
                }
              });
      assertArrayEquals(document.root().canonical().bytes(), document.root().canonical().bytes());
    }
  }
}

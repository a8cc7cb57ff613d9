package dev.varvel.msgpack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.Kind;
import dev.varvel.Reader;
import dev.varvel.Values;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import dev.varvel.frozen.Frozen;
import dev.varvel.frozen.FrozenWriter;
import dev.varvel.json.JsonReader;
import dev.varvel.json.JsonWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Encodings by hand, typed reads, and values that pass through all formats. */
class MessagePackTest {
  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static MessagePackReader reader(String hex) {
    return new MessagePackReader(hex(hex));
  }

  private static void written(String expected, Consumer<Writer> write) {
    MessagePackWriter writer = new MessagePackWriter();
    write.accept(writer);
    assertEquals(expected, HexFormat.of().formatHex(writer.toByteArray()));
  }

  private static void refused(String hex, Function<Reader, ?> read, String message) {
    MessagePackReader reader = reader(hex);
    var error = assertThrows(VarvelException.class, () -> read.apply(reader));
    assertEquals(message, error.getMessage());
  }

  @Test
  void integersAreShortestAndReadInAnyForm() {
    written("7f", w -> w.writeInt(127));
    written("cc80", w -> w.writeInt(128));
    written("cd0100", w -> w.writeInt(256));
    written("ce00010000", w -> w.writeInt(65536));
    written("cf0000000100000000", w -> w.writeLong(1L << 32));
    written("cfffffffffffffffff", w -> w.writeUnsignedLong(-1));
    written("e0", w -> w.writeInt(-32));
    written("d0df", w -> w.writeInt(-33));
    written("d1ff7f", w -> w.writeInt(-129));
    written("d2ffff7fff", w -> w.writeInt(-32769));
    written("d3ffffffff7fffffff", w -> w.writeLong(Integer.MIN_VALUE - 1L));
    for (String one : new String[] {"01", "cc01", "cd0001", "ce00000001", "cf0000000000000001"}) {
      assertEquals(1, reader(one).readInt(), one);
    }
    for (String one : new String[] {"ff", "d0ff", "d1ffff", "d2ffffffff", "d3ffffffffffffffff"}) {
      assertEquals(-1, reader(one).readInt(), one);
    }
    assertEquals(
        new BigInteger("18446744073709551615"), reader("cfffffffffffffffff").readBigInteger());
  }

  @Test
  void numbersAreExactOrRefused() {
    assertEquals(3.0, reader("03").readDouble());
    assertEquals(0.5, reader("ca3f000000").readDouble());
    assertEquals(0x1p63, reader("cf8000000000000000").readDouble());
    assertEquals(0x1p63f, reader("cf8000000000000000").readFloat());
    assertEquals(0.1f, reader("cb3fb999999999999a").readFloat());
    assertEquals(new BigDecimal("0.5"), reader("ca3f000000").readBigDecimal());
    assertEquals(new BigDecimal("1.10"), reader("a4312e3130").readBigDecimal());
    refused(
        "cf7fffffffffffffff",
        Reader::readDouble,
        "number out of range: expected an integer that a 64-bit float holds exactly, found"
            + " 9223372036854775807, at $, at byte 0");
    refused(
        "9101",
        r -> r.beginArray() && r.readBoolean(),
        "wrong kind of value: expected a boolean, found an integer, at $[0], at byte 1");
    refused(
        "92cb3ff0000000000000",
        r -> r.beginArray() && r.readDouble() == 1 && r.nextItem() ? r.readInt() : 0,
        "unexpected end of input: expected a value, at $[1], at byte 10");
    refused(
        "ce80000000",
        Reader::readInt,
        "number out of range: expected an integer that fits i32, found 2147483648, at $, at byte"
            + " 0");
    refused(
        "cb3ff0000000000000",
        Reader::readLong,
        "wrong kind of value: expected an integer, found a float, at $, at byte 0");
  }

  @Test
  void pointsInTimeHaveThreeForms() {
    written("d6ff00000001", w -> w.writeInstant(Instant.ofEpochSecond(1)));
    written("d7ff0000000400000001", w -> w.writeInstant(Instant.ofEpochSecond(1, 1)));
    written("c70cff00000001ffffffffffffffff", w -> w.writeInstant(Instant.ofEpochSecond(-1, 1)));
    assertEquals(
        Instant.ofEpochSecond(-1, 1), reader("c70cff00000001ffffffffffffffff").readInstant());
    assertEquals(Instant.ofEpochSecond(1), reader("c704ff00000001").readInstant());
    assertEquals(Kind.TIMESTAMP, reader("d6ff00000001").peek());
    refused(
        "d4ff00",
        Reader::readInstant,
        "invalid syntax: expected a timestamp: 4, 8 or 12 bytes, with less than 1,000,000,000"
            + " nanoseconds, at $, at byte 0");
  }

  @Test
  void extensionsHaveTheirBytes() {
    written(
        "d505abcd",
        w -> {
          w.beginExtension(5);
          w.writeBytes(new byte[] {(byte) 0xAB, (byte) 0xCD});
        });
    MessagePackReader reader = reader("92d505abcdc0");
    assertTrue(reader.beginArray());
    assertEquals(Kind.EXTENSION, reader.peek());
    assertEquals(5, reader.beginExtension());
    assertEquals(Kind.BYTES, reader.peek());
    assertArrayEquals(new byte[] {(byte) 0xAB, (byte) 0xCD}, reader.readBytes());
    assertTrue(reader.nextItem());
    assertTrue(reader.readNull());
    assertFalse(reader.nextItem());
    reader.finish();
    assertThrows(VarvelException.class, () -> new MessagePackWriter().beginExtension(-1));
    assertThrows(VarvelException.class, () -> new MessagePackWriter().beginTag(1));
  }

  @Test
  void keysAreOfAnyKind() {
    MessagePackReader reader = reader("8201a1619102c3");
    assertEquals(Kind.MAP, reader.peek());
    assertTrue(reader.beginMap());
    assertEquals(1, reader.readInt());
    assertEquals("a", reader.readString());
    assertTrue(reader.nextMember());
    assertTrue(reader.beginArray());
    assertEquals(2, reader.readInt());
    assertFalse(reader.nextItem());
    assertTrue(reader.readBoolean());
    assertFalse(reader.nextMember());
    reader.finish();
    MessagePackReader integers = reader("8201c0a1 32c0");
    assertTrue(integers.beginObject());
    assertEquals(1, integers.readLongKey());
    integers.skip();
    assertTrue(integers.nextMember());
    assertEquals(2, integers.readLongKey());
    refused(
        "8101c0",
        r -> r.beginObject() ? r.readKey() : "",
        "wrong kind of value: expected a string as key, found an integer, at $[\"1\"], at byte 1");
  }

  @Test
  void callsOutOfOrderAreRefused() {
    MessagePackWriter writer = new MessagePackWriter();
    writer.beginObject(Writer.UNKNOWN);
    writer.key("a");
    var error = assertThrows(VarvelException.class, writer::endObject);
    assertEquals(
        "events out of order: expected a value, found the end of a container, at $.a",
        error.getMessage());
    assertThrows(VarvelException.class, writer::writeNull);
    writer.reset();
    writer.beginExtension(1);
    assertThrows(VarvelException.class, () -> writer.writeString("a"));
    writer.reset();
    writer.beginArray(1);
    assertThrows(VarvelException.class, writer::toByteArray);
    MessagePackReader reader = reader("01");
    reader.readInt();
    assertThrows(VarvelException.class, reader::nextItem);
    assertThrows(VarvelException.class, reader::readInt);
  }

  private static Frozen frozen(Consumer<Writer> from) {
    FrozenWriter writer = new FrozenWriter();
    from.accept(writer);
    return writer.finish();
  }

  @Test
  void drawnValuesPassThroughAllFormats() {
    for (long seed = 0; seed < 3000; seed++) {
      boolean more = seed % 3 != 0;
      Values.Call value = Values.draw(seed, false, more);
      Frozen expected = frozen(value::to);
      MessagePackWriter writer = new MessagePackWriter();
      value.to(writer);
      byte[] bytes = writer.toByteArray();
      MessagePack.validate(bytes, MessagePackOptions.DEFAULT);
      MessagePackReader reader = new MessagePackReader(bytes);
      assertTrue(expected.equals(frozen(reader::copyTo)), "seed " + seed);
      reader.finish();
      MessagePackReader skipped = new MessagePackReader(bytes);
      skipped.skip();
      skipped.finish();
      MessagePackWriter again = new MessagePackWriter();
      expected.root().writeTo(again);
      assertTrue(
          expected.equals(frozen(new MessagePackReader(again.toByteArray())::copyTo)),
          "seed " + seed);
      if (!more) {
        JsonWriter json = new JsonWriter();
        new MessagePackReader(bytes).copyTo(json);
        assertTrue(
            expected.equals(frozen(new JsonReader(json.toByteArray())::copyTo)), "seed " + seed);
      }
    }
  }
}

package dev.varvel.cbor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.ErrorKind;
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
class CborTest {
  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static CborReader reader(String hex) {
    return new CborReader(hex(hex));
  }

  private static Frozen frozen(Consumer<Writer> from) {
    FrozenWriter writer = new FrozenWriter();
    from.accept(writer);
    return writer.finish();
  }

  private static String written(Consumer<Writer> write) {
    CborWriter writer = new CborWriter();
    write.accept(writer);
    return HexFormat.of().formatHex(writer.toByteArray());
  }

  private static void refused(String hex, Function<Reader, ?> read, String message) {
    CborReader reader = reader(hex);
    var error = assertThrows(VarvelException.class, () -> read.apply(reader));
    assertEquals(message, error.getMessage());
  }

  /** Encodings of RFC 8949, appendix A, and the values as people see them. */
  private static final String[][] APPENDIX_A = {
    {"00", "0"},
    {"17", "23"},
    {"1818", "24"},
    {"1903e8", "1000"},
    {"1a000f4240", "1000000"},
    {"1b000000e8d4a51000", "1000000000000"},
    {"1bffffffffffffffff", "18446744073709551615"},
    {"c249010000000000000000", "18446744073709551616"},
    {"3bffffffffffffffff", "-18446744073709551616"},
    {"c349010000000000000000", "-18446744073709551617"},
    {"20", "-1"},
    {"3863", "-100"},
    {"f90000", "0.0"},
    {"f98000", "-0.0"},
    {"f93c00", "1.0"},
    {"fb3ff199999999999a", "1.1"},
    {"f93e00", "1.5"},
    {"f97bff", "65504.0"},
    {"fa47c35000", "100000.0"},
    {"fb7e37e43c8800759c", "1e300"},
    {"f90001", "5.960464477539063e-8"},
    {"f90400", "0.00006103515625"},
    {"f9c400", "-4.0"},
    {"f4", "false"},
    {"f5", "true"},
    {"f6", "null"},
    {"60", "\"\""},
    {"6449455446", "\"IETF\""},
    {"62225c", "\"\\\"\\\\\""},
    {"62c3bc", "\"ü\""},
    {"64f0908591", "\"𐅑\""},
    {"80", "[]"},
    {"8301820203820405", "[1, [2, 3], [4, 5]]"},
    {"a0", "{}"},
    {"a26161016162820203", "{\"a\": 1, \"b\": [2, 3]}"},
  };

  @Test
  void encodingsOfTheSpecification() {
    for (String[] pair : APPENDIX_A) {
      Frozen value = frozen(reader(pair[0])::copyTo);
      assertEquals(pair[1], value.toString(), pair[0]);
      assertEquals(pair[0], written(value.root()::writeTo));
    }
  }

  @Test
  void indefiniteLengthsAreRead() {
    assertEquals("streaming", reader("7f657374726561646d696e67ff").readString());
    assertArrayEquals(hex("0102030405"), reader("5f42010243030405ff").readBytes());
    assertEquals("[1, [2, 3], [4, 5]]", frozen(reader("9f018202039f0405ffff")::copyTo).toString());
    assertEquals(
        "{\"Fun\": true, \"Amt\": -2}",
        frozen(reader("bf6346756ef563416d7421ff")::copyTo).toString());
    CborReader reader = reader("9fff");
    assertFalse(reader.beginArray());
    reader.finish();
    reader =
        reader(
            "829fc0742013032d30332d32315432303a30343a30305aff00".replace("2013032d", "323031332d"));
    assertTrue(reader.beginArray());
    reader.skip();
    assertTrue(reader.nextItem());
    assertEquals(0, reader.readInt());
    assertFalse(reader.nextItem());
    reader.finish();
    refused(
        "bf6161ff",
        r -> {
          r.skip();
          return null;
        },
        "invalid syntax: expected a data item, found a break (0xFF), at $.a, at byte 3");
  }

  @Test
  void pointsInTime() {
    Instant time = Instant.parse("2013-03-21T20:04:00Z");
    assertEquals(time, reader("c074323031332d30332d32315432303a30343a30305a").readInstant());
    assertEquals(time, reader("c11a514b67b0").readInstant());
    assertEquals(time.plusMillis(500), reader("c1fb41d452d9ec200000").readInstant());
    // The float of some microseconds means these, though it is a little off.
    assertEquals(time.plusNanos(123_456_000), reader("c1fb41d452d9ec07e6b4").readInstant());
    assertEquals(time.plusNanos(123_456_717), reader("c1fb41d452d9ec07e6b7").readInstant());
    assertEquals(Instant.EPOCH.minusNanos(1_000), reader("c1fbbeb0c6f7a0b5ed8d").readInstant());
    assertEquals("c11a514b67b0", written(w -> w.writeInstant(time)));
    String nanos = "d903e9a2011a514b67b0281a1dcd6500";
    assertEquals(nanos, written(w -> w.writeInstant(time.plusMillis(500))));
    assertEquals(time.plusMillis(500), reader(nanos).readInstant());
    refused(
        "c0656e6f772e2e",
        Reader::readInstant,
        "wrong kind of value: expected a point in time as 2026-01-31T12:00:00Z behind the tag 0,"
            + " found \"now..\", at $, at byte 0");
    refused(
        "81c140",
        r -> r.beginArray() ? r.readInstant() : null,
        "invalid syntax: expected a number behind the tag 1, at $[0], at byte 1");
  }

  @Test
  void numbersOfAnySize() {
    assertEquals(new BigDecimal("273.15"), reader("c48221196ab3").readBigDecimal());
    assertEquals(273.15, reader("c48221196ab3").readDouble());
    assertEquals(Kind.DECIMAL, reader("c48221196ab3").peek());
    assertEquals("c48221196ab3", written(w -> w.writeBigDecimal(new BigDecimal("273.15"))));
    assertEquals("c48221196ab3", written(w -> w.writeNumberText("273.15")));
    assertEquals(7, reader("c24107").readInt());
    BigInteger large = BigInteger.ONE.shiftLeft(1024);
    assertEquals(
        large.subtract(BigInteger.ONE).negate(),
        new CborReader(
                hex(written(w -> w.writeBigInteger(large.subtract(BigInteger.ONE).negate()))))
            .readBigInteger());
    var error = assertThrows(VarvelException.class, () -> written(w -> w.writeBigInteger(large)));
    assertEquals(
        "value cannot be represented: expected what CBOR can hold, found an integer of more than 128"
            + " bytes, at $",
        error.getMessage());
    assertThrows(VarvelException.class, () -> written(w -> w.writeNumberText("1e10000")));
    assertThrows(VarvelException.class, () -> written(w -> w.writeNumberText("-0.0")));
    CborWriter text = new CborWriter(CborWriteOptions.DEFAULT.withAsText(true));
    text.writeNumberText("1e10000");
    assertEquals("1e10000", new CborReader(text.toByteArray()).readString());
    refused(
        "1b7fffffffffffffff",
        Reader::readDouble,
        "number out of range: expected an integer that a 64-bit float holds exactly, found"
            + " 9223372036854775807, at $, at byte 0");
    refused(
        "f93e00",
        Reader::readInt,
        "wrong kind of value: expected an integer, found a float, at $, at byte 0");
  }

  @Test
  void tagsAndSimpleValues() {
    CborReader reader = reader("82d74401020304f7");
    assertTrue(reader.beginArray());
    assertEquals(Kind.TAGGED, reader.peek());
    assertEquals(23, reader.beginTag());
    assertArrayEquals(hex("01020304"), reader.readBytes());
    assertTrue(reader.nextItem());
    assertEquals(Kind.SIMPLE, reader.peek());
    assertEquals(23, reader.readSimple());
    assertFalse(reader.nextItem());
    reader.finish();
    assertEquals(255, reader("f8ff").readSimple());
    assertEquals(7, reader("d9d9f707").readInt());
    assertEquals(
        "d74401020304",
        written(
            w -> {
              w.beginTag(23);
              w.writeBytes(hex("01020304"));
            }));
    String[] others = {"the tag 0", "the tag 1"};
    for (int tag = 0; tag < 2; tag++) {
      CborWriter writer = new CborWriter();
      writer.beginTag(tag);
      var error = assertThrows(VarvelException.class, writer::writeNull);
      assertTrue(error.found().startsWith(others[tag]), error.found());
    }
    CborWriter decimal = new CborWriter();
    decimal.beginTag(4);
    decimal.beginArray(2);
    decimal.writeInt(-1);
    decimal.writeInt(5);
    assertThrows(VarvelException.class, decimal::endArray);
    assertThrows(VarvelException.class, () -> written(w -> w.writeSimple(21)));
    assertThrows(VarvelException.class, () -> written(w -> w.beginExtension(5)));
  }

  @Test
  void tagsCountAsContainers() {
    CborOptions two = CborOptions.DEFAULT.withLimits(CborOptions.DEFAULT.limits().withDepth(2));
    Cbor.validate(hex("83d701d701d70 1"), two);
    var error = assertThrows(VarvelException.class, () -> Cbor.validate(hex("81d7d701"), two));
    assertEquals(ErrorKind.DEPTH_LIMIT, error.kind());
    CborReader reader = new CborReader(hex("82d701d780"), 0, 5, two);
    assertTrue(reader.beginArray());
    assertEquals(23, reader.beginTag());
    assertEquals(1, reader.readInt());
    assertTrue(reader.nextItem());
    assertEquals(23, reader.beginTag());
    assertThrows(VarvelException.class, reader::beginArray);
  }

  @Test
  void mapsAreSortedOnRequest() {
    CborWriter writer = new CborWriter(CborWriteOptions.DEFAULT.withDeterministic(true));
    writer.beginMap(Writer.UNKNOWN);
    for (String key : new String[] {"b", "aa", "a"}) {
      writer.writeString(key);
      writer.beginObject(Writer.UNKNOWN);
      writer.key("z");
      writer.writeInt(1);
      writer.key("y");
      writer.writeInt(2);
      writer.endObject();
    }
    writer.writeInt(-1);
    writer.writeNull();
    writer.endMap();
    String inner = "a2617902617a01";
    assertEquals(
        "a420f6" + "6161" + inner + "6162" + inner + "626161" + inner,
        HexFormat.of().formatHex(writer.toByteArray()));
    writer.reset();
    writer.beginObject(2);
    writer.key("a");
    writer.beginObject(2);
    for (int i = 0; i < 2; i++) {
      writer.key("b");
      writer.writeInt(1);
    }
    writer.endObject();
    writer.endObject();
    var error = assertThrows(VarvelException.class, writer::toByteArray);
    assertEquals(
        "duplicate key: expected each key once, found the key before again, at $.a.b",
        error.getMessage());
  }

  @Test
  void aKeyThatComesTwiceIsFound() {
    var error =
        assertThrows(
            VarvelException.class,
            () -> Cbor.validate(hex("a2 01 00 1801 00"), CborOptions.DEFAULT));
    assertEquals(
        "duplicate key: expected each key once, found 1 again, at $[\"1\"], at byte 3",
        error.getMessage());
    Cbor.validate(hex("a2 01 00 f93c00 00"), CborOptions.DEFAULT);
  }

  @Test
  void drawnValuesPassThroughAllFormats() {
    for (long seed = 0; seed < 3000; seed++) {
      boolean more = seed % 3 != 0;
      Values.Call value = Values.draw(seed, more, false);
      Frozen expected = frozen(value::to);
      CborWriter writer = new CborWriter();
      value.to(writer);
      byte[] bytes = writer.toByteArray();
      Cbor.validate(bytes, CborOptions.DEFAULT);
      CborReader reader = new CborReader(bytes);
      assertTrue(expected.equals(frozen(reader::copyTo)), "seed " + seed);
      reader.finish();
      CborReader skipped = new CborReader(bytes);
      skipped.skip();
      skipped.finish();
      CborWriter sorted = new CborWriter(CborWriteOptions.DEFAULT.withDeterministic(true));
      expected.root().writeTo(sorted);
      byte[] again = sorted.toByteArray();
      assertTrue(expected.equals(frozen(new CborReader(again)::copyTo)), "seed " + seed);
      if (!more) {
        JsonWriter json = new JsonWriter();
        new CborReader(bytes).copyTo(json);
        assertTrue(
            expected.equals(frozen(new JsonReader(json.toByteArray())::copyTo)), "seed " + seed);
      }
    }
  }
}

package dev.varvel.ffi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import dev.varvel.frozen.Frozen;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Documents from one format into another. */
@NeedsLibrary
class FormatsTest {
  private static final byte[] JSON =
      "{\"id\":9007199254740993,\"list\":[1.5,true,null,\"é\"]}".getBytes(UTF_8);

  @Test
  void everyFormatConvertsIntoEveryOther() {
    for (Format from : Format.values()) {
      byte[] first = Formats.convert(Format.JSON, JSON, from);
      Formats.validate(from, first, Options.DEFAULT);
      for (Format to : Format.values()) {
        byte[] second = Formats.convert(from, first, to);
        assertArrayEquals(JSON, Formats.convert(to, second, Format.JSON), from + " to " + to);
      }
    }
  }

  @Test
  void bytesAreThoseOfTheFormat() {
    byte[] json = "{\"a\":[1,-1]}".getBytes(UTF_8);
    HexFormat hex = HexFormat.of();
    assertEquals("81a1619201ff", hex.formatHex(Formats.convert(Format.JSON, json, Format.MSGPACK)));
    assertEquals(
        "a161618201 20".replace(" ", ""),
        hex.formatHex(Formats.convert(Format.JSON, json, Format.CBOR)));
  }

  @Test
  void javaAndTheLibraryAgreeOnFrozenDocuments() {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("bytes", new byte[] {1, 2, 3});
    value.put("time", Instant.parse("2026-11-29T10:00:00.123456789Z"));
    value.put("list", List.of(1, 2.5, "x", Map.of(1, "one")));
    Frozen document = Frozen.freeze(value);
    for (Format format : List.of(Format.MSGPACK, Format.CBOR, Format.FROZEN, Format.YAML)) {
      assertEquals(
          document, Formats.freeze(format, Formats.write(document, format)), format.name());
    }
    VarvelException error =
        assertThrows(VarvelException.class, () -> Formats.write(document, Format.JSON));
    assertEquals(ErrorKind.UNREPRESENTABLE, error.kind());
    assertEquals("$.bytes", error.path());
    byte[] text = Formats.write(document, Format.JSON, Options.DEFAULT.withAllAsText(true));
    assertEquals(
        "{\"bytes\":\"AQID\",\"time\":\"2026-11-29T10:00:00.123456789Z\","
            + "\"list\":[1,2.5,\"x\",{\"1\":\"one\"}]}",
        new String(text, UTF_8));
  }

  @Test
  void jsonIsWrittenForPeople() {
    byte[] text =
        Formats.convert(
            Format.JSON5,
            "{a: 1, /* c */}".getBytes(UTF_8),
            Format.JSON,
            Options.DEFAULT.withPretty(true));
    assertEquals("{\n  \"a\": 1\n}", new String(text, UTF_8));
  }

  @Test
  void errorsInBinaryDocumentsHaveAnOffset() {
    byte[] cut = {(byte) 0x92, 1};
    VarvelException error =
        assertThrows(
            VarvelException.class, () -> Formats.convert(Format.MSGPACK, cut, Format.JSON));
    assertEquals(ErrorKind.UNEXPECTED_END, error.kind());
    assertEquals(0, error.offset()); // of the array, which the rest is too short for
    assertEquals(0, error.line());
    VarvelException frozen =
        assertThrows(
            VarvelException.class,
            () -> Formats.validate(Format.FROZEN, new byte[64], Options.DEFAULT));
    assertEquals(ErrorKind.INVALID_FROZEN, frozen.kind());
  }

  @Test
  void documentsOfManyMegabytes() {
    String item = "{\"name\":\"a name\",\"value\":12.5},";
    String text = "[" + item.repeat(300_000) + "0]";
    byte[] json = text.getBytes(UTF_8);
    byte[] cbor = Formats.convert(Format.JSON, json, Format.CBOR);
    assertArrayEquals(json, Formats.convert(Format.CBOR, cbor, Format.JSON));
  }
}

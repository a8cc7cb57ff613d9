package dev.varvel.json;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varvel.ErrorKind;
import dev.varvel.Reader;
import dev.varvel.VarvelException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The events that codecs of types beyond JSON's own kinds need. */
class EventsTest {
  private static JsonReader reader(String text) {
    return JsonReader.of(text, JsonOptions.STRICT);
  }

  private static void refused(String text, java.util.function.Consumer<Reader> read, String says) {
    var error = assertThrows(VarvelException.class, () -> read.accept(reader(text)));
    assertEquals(says, error.getMessage());
  }

  @Test
  void bytesAreBase64() {
    assertArrayEquals(new byte[] {-5, -17, -1, 0}, reader("\"++//AA==\"").readBytes());
    assertArrayEquals(new byte[] {-5, -17, -1, 0}, reader("\"++//AA\"").readBytes());
    JsonWriter writer = new JsonWriter();
    writer.writeBytes(new byte[] {-5, -17, -1, 0});
    assertEquals("\"++//AA==\"", writer.toString());
    refused(
        " \"a-b\"",
        Reader::readBytes,
        "wrong kind of value: expected bytes as Base64 text, found \"a-b\", at $, at byte 1, line 1,"
            + " column 2");
  }

  @Test
  void aPointInTimeIsText() {
    Instant time = Instant.parse("2026-01-31T12:00:00.25Z");
    assertEquals(time, reader("\"2026-01-31T13:00:00.25+01:00\"").readInstant());
    JsonWriter writer = new JsonWriter();
    writer.writeInstant(time);
    assertEquals("\"2026-01-31T12:00:00.25Z\"", writer.toString());
    var error = assertThrows(VarvelException.class, () -> writer.writeInstant(Instant.MAX));
    assertEquals(ErrorKind.UNREPRESENTABLE, error.kind());
    refused(
        "\"soon\"",
        Reader::readInstant,
        "wrong kind of value: expected a point in time in the form of RFC 3339, found \"soon\", at $,"
            + " at byte 0, line 1, column 1");
  }

  @Test
  void valuesPassAsTheirOwnText() {
    JsonReader reader = reader("{\"a\": [ 1.50, \"\\u0041é\" ] , \"b\": 1}");
    reader.beginObject();
    reader.readKey();
    assertEquals("[ 1.50, \"\\u0041é\" ]", reader.readJson());
    JsonWriter writer = new JsonWriter(2, true);
    writer.beginArray(1);
    writer.item();
    writer.writeJson("[ 1.50, \"é\uD83D\uDE00\" ]");
    writer.item();
    writer.writeJson("1");
    writer.endArray();
    assertEquals("[\n  [ 1.50, \"\\u00e9\\ud83d\\ude00\" ],\n  1\n]", writer.toString());
    JsonWriter plain = new JsonWriter();
    plain.writeJson("\"é\"");
    assertArrayEquals("\"é\"".getBytes(StandardCharsets.UTF_8), plain.toByteArray());
    assertEquals("\"é\"", plain.toString());
    for (String wrong : new String[] {"", "1 2", "[1", "{\"a\":1,\"a\":2}", "\"\uD800\""}) {
      assertThrows(VarvelException.class, () -> new JsonWriter().writeJson(wrong), wrong);
    }
  }

  @Test
  void integersAreKeys() {
    JsonWriter writer = new JsonWriter();
    writer.beginObject(2);
    writer.key(-7);
    writer.writeNull();
    writer.key(Long.MAX_VALUE);
    writer.writeNull();
    writer.endObject();
    assertEquals("{\"-7\":null,\"9223372036854775807\":null}", writer.toString());
    JsonReader reader = reader(writer.toString());
    reader.beginObject();
    assertEquals(-7, reader.readLongKey());
    reader.skip();
    reader.nextMember();
    assertEquals(Long.MAX_VALUE, reader.readLongKey());
    for (String wrong : new String[] {"+1", "01", "", "1.0", " 1", "9223372036854775808", "١"}) {
      refused(
          "[{\"" + wrong + "\": 1}]",
          r -> {
            r.beginArray();
            r.beginObject();
            r.readLongKey();
          },
          "value refused: expected an integer that fits i64, found \""
              + wrong
              + "\", at $[0]"
              + "[\""
              + wrong
              + "\"]"
              + ", at byte 2, line 1, column 3");
    }
  }

  @Test
  void hintsStandAnywhere() {
    JsonReader reader = reader("{\"a\": {\"kind\": \"inner\"}, \"kind\": \"outer\"}");
    assertEquals("outer", reader.hint("kind"));
    assertNull(reader.hint("other"));
    assertEquals("inner", second(reader));
    assertNull(reader("[]").hint("kind"));
    refused(
        "{\"kind\": 3}",
        r -> r.hint("kind"),
        "wrong kind of value: expected a string, found an integer, at $.kind, at byte 9, line 1,"
            + " column 10");
  }

  private static String second(Reader reader) {
    reader.beginObject();
    reader.readKey();
    return reader.hint("kind");
  }

  @Test
  void aForkReadsOnByItself() {
    JsonReader reader = reader("[1, [2], 3]");
    reader.beginArray();
    Reader fork = reader.fork();
    assertEquals(1, fork.readInt());
    fork.nextItem();
    fork.skip();
    assertEquals(1, reader.readInt());
    reader.nextItem();
    reader.beginArray();
    assertEquals(2, reader.readInt());
    fork.nextItem();
    assertEquals(3, fork.readInt());
  }
}

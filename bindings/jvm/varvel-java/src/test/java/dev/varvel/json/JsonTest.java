package dev.varvel.json;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varvel.Codec;
import dev.varvel.ErrorKind;
import dev.varvel.Fields;
import dev.varvel.Reader;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whole documents by codecs, and what they must not spoil. */
class JsonTest {
  private static <T> Codec<T> writing(BiConsumer<T, Writer> write) {
    return codec(reader -> null, write);
  }

  private static <T> Codec<T> codec(Function<Reader, T> read, BiConsumer<T, Writer> write) {
    return new Codec<>() {
      @Override
      public T read(Reader reader) {
        return read.apply(reader);
      }

      @Override
      public void write(T value, Writer writer) {
        write.accept(value, writer);
      }
    };
  }

  private static final Codec<String> STRING =
      codec(Reader::readString, (value, writer) -> writer.writeString(value));

  @Test
  void afterAnErrorTheNextDocumentIsWhole() {
    Codec<Double> broken =
        writing(
            (value, writer) -> {
              writer.beginArray(1);
              writer.item();
              writer.writeString("é");
              writer.item();
              writer.writeDouble(value);
            });
    Codec<Double> thrown =
        writing(
            (value, writer) -> {
              writer.beginObject(1);
              writer.key("a");
              throw new IllegalStateException("broken");
            });
    for (int i = 0; i < 3; i++) {
      assertEquals("\"a\"", Json.writeString("a", STRING));
      VarvelException error =
          assertThrows(VarvelException.class, () -> Json.write(Double.NaN, broken));
      assertEquals(ErrorKind.UNREPRESENTABLE, error.kind());
      assertEquals("\"b\"", Json.writeString("b", STRING));
      assertThrows(IllegalStateException.class, () -> Json.writeString(1.0, thrown));
      assertArrayEquals("\"é\"".getBytes(StandardCharsets.UTF_8), Json.write("é", STRING));
    }
  }

  @Test
  void aCodecMayWriteADocumentItself() {
    Codec<List<?>> nested = writing(JsonTest::writeNested);
    String text = Json.writeString(List.of(List.of(List.of(), List.of()), List.of()), nested);
    assertEquals("[\"[\\\"[]\\\",\\\"[]\\\"]\",\"[]\"]", text);
    assertEquals("[]", Json.writeString(List.of(), nested));
  }

  /** Writes each item as a string that has the JSON of the item. */
  private static void writeNested(List<?> value, Writer writer) {
    writer.beginArray(value.size());
    for (Object item : value) {
      writer.item();
      writer.writeString(Json.writeString((List<?>) item, writing(JsonTest::writeNested)));
    }
    writer.endArray();
  }

  @Test
  void threadsDoNotShareAWriter() {
    long wrong =
        IntStream.range(0, 40_000)
            .parallel()
            .filter(
                number -> {
                  String value = Integer.toString(number).repeat(number % 50) + "é";
                  String text = Json.writeString(value, STRING);
                  return !text.equals("\"" + value + "\"")
                      || !Json.read(text, STRING).equals(value);
                })
            .count();
    assertEquals(0, wrong);
  }

  @Test
  void halvesOfPairsAreRefusedEverywhere() {
    String[] halves = {"\ud800", "\udc00", "a\udbffb", "\udc00\ud800", "\ud83d\ude00\ud83d"};
    for (String half : halves) {
      for (String value : new String[] {half, "x".repeat(20) + half, half + "é"}) {
        for (boolean ascii : new boolean[] {false, true}) {
          refused(writer -> writer.writeString(value), ascii);
          refused(
              writer -> {
                writer.beginObject(1);
                writer.key(value);
              },
              ascii);
        }
        assertThrows(IllegalArgumentException.class, () -> Fields.of(value));
        String text = "\"" + value + "\"";
        assertEquals(ErrorKind.LONE_SURROGATE, refusedText(text));
      }
      StringBuilder escaped = new StringBuilder("\"");
      half.chars().forEach(c -> escaped.append(String.format("\\u%04X", c)));
      assertEquals(ErrorKind.LONE_SURROGATE, refusedText(escaped.append('"').toString()));
    }
    // What would be a half in UTF-8 is not UTF-8.
    byte[] half = {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'};
    VarvelException error = assertThrows(VarvelException.class, () -> Json.read(half, STRING));
    assertEquals(ErrorKind.INVALID_UTF8, error.kind());
  }

  private static void refused(Consumer<JsonWriter> write, boolean ascii) {
    JsonWriter writer = new JsonWriter(0, ascii);
    VarvelException error = assertThrows(VarvelException.class, () -> write.accept(writer));
    assertEquals(ErrorKind.LONE_SURROGATE, error.kind());
    writer.reset();
    writer.writeString("\ud83d\ude00");
    assertEquals(ascii ? "\"\\ud83d\\ude00\"" : "\"\ud83d\ude00\"", writer.toString());
  }

  private static ErrorKind refusedText(String text) {
    return assertThrows(VarvelException.class, () -> Json.read(text, STRING)).kind();
  }

  /** A text as long as an array may be, and parts at its end. Takes 5 GB and some seconds. */
  @Test
  void textsAtTheEndOfTheLargestArray() {
    assumeTrue("1".equals(System.getenv("VARVEL_HUGE")), "VARVEL_HUGE=1 runs this");
    byte[] text = new byte[Integer.MAX_VALUE - 2];
    Fields fields = Fields.of("abc", "a name that is long".repeat(9));
    String[] parts = {
      " ", "1", "-", "tru", "[", "{\"ab", "{\"abc\":1", "\"ab\\u00", "\"é", "\"a\\", "\"abc", "{}"
    };
    for (int end : new int[] {text.length, JsonReader.LARGEST}) {
      for (String part : parts) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, text, end - bytes.length, bytes.length);
        atTheEnd(text, end - bytes.length, end, JsonReader::skip);
        atTheEnd(text, end - bytes.length, end, reader -> reader.beginObject(fields));
      }
    }
    Arrays.fill(text, (byte) ' ');
    atTheEnd(text, 0, JsonReader.LARGEST, JsonReader::skip);
    Arrays.fill(text, (byte) 'a');
    text[0] = '"';
    atTheEnd(text, 0, JsonReader.LARGEST, JsonReader::skip);
    text[1] = '\\';
    text[2] = 'n';
    atTheEnd(text, 0, JsonReader.LARGEST, JsonReader::readString);
    assertFalse(text[3] == 0);
  }

  private static void atTheEnd(byte[] text, int from, int to, Consumer<JsonReader> reading) {
    try {
      JsonReader reader = new JsonReader(text, from, to, JsonOptions.STRICT);
      reading.accept(reader);
      reader.finish();
    } catch (VarvelException e) {
      assertTrue(e.offset() <= to - from);
    }
  }
}

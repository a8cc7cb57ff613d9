package dev.varvel.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.Codec;
import dev.varvel.ErrorKind;
import dev.varvel.Fields;
import dev.varvel.Kind;
import dev.varvel.Reader;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import dev.varvel.internal.Suites;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Every cut and changed text gives a value or an error with a right place, whatever is asked of it;
 * and the same one as a part of an array, and as a stream that comes byte by byte.
 */
class HostileTest {
  private static final Fields FIELDS =
      Fields.of(
          "a", "id", "name", "seventh", "eighth_x", "a name of sixteen", "é\"", "b".repeat(40));

  private static final JsonOptions[] OPTIONS = {
    JsonOptions.STRICT,
    JsonOptions.STRICT.withComments(true),
    JsonOptions.JSON5,
    JsonOptions.STRICT.withExactDecimals(true)
  };

  /** Ways to read a value, each of which has one type in mind. */
  private static final Map<String, Function<JsonReader, Object>> READINGS = new LinkedHashMap<>();

  static {
    READINGS.put("skip", HostileTest::skipped);
    READINGS.put("copy", Copying.TEXT::read);
    READINGS.put("boolean", items(JsonReader::readBoolean));
    READINGS.put("int", items(JsonReader::readInt));
    READINGS.put("long", items(JsonReader::readLong));
    READINGS.put("big integer", items(JsonReader::readBigInteger));
    READINGS.put("float", items(JsonReader::readFloat));
    READINGS.put("double", items(JsonReader::readDouble));
    READINGS.put("decimal", items(JsonReader::readBigDecimal));
    READINGS.put("number", items(JsonReader::readNumberText));
    READINGS.put("string", items(JsonReader::readString));
    READINGS.put("null", items(reader -> reader.readNull() ? "null" : skipped(reader)));
    READINGS.put("object", items(HostileTest::object));
    READINGS.put("fields", items(HostileTest::fields));
    READINGS.put("begun", HostileTest::begun);
  }

  private static Object skipped(JsonReader reader) {
    reader.skip();
    return "passed";
  }

  /** Reads an array of items, or one. */
  private static Function<JsonReader, Object> items(Function<JsonReader, Object> item) {
    return reader -> {
      if (reader.peek() != Kind.ARRAY) {
        return item.apply(reader);
      }
      List<Object> found = new ArrayList<>();
      if (reader.beginArray()) {
        do {
          found.add(item.apply(reader));
        } while (reader.nextItem());
      }
      return found;
    };
  }

  private static Object object(JsonReader reader) {
    List<Object> found = new ArrayList<>();
    if (reader.beginObject()) {
      do {
        found.add(reader.readKey());
        found.add(Copying.TEXT.read(reader));
      } while (reader.nextMember());
    }
    return found;
  }

  private static Object fields(JsonReader reader) {
    List<Object> found = new ArrayList<>();
    long begin = reader.offset();
    boolean[] seen = new boolean[FIELDS.size()];
    for (int next = reader.beginObject(FIELDS); next != Reader.END; ) {
      found.add(next);
      if (next >= 0 && seen[next]) {
        reader.again(FIELDS, next);
      }
      if (next >= 0) {
        seen[next] = true;
        found.add(Copying.TEXT.read(reader));
      } else if (found.size() > 8) {
        throw reader.unknown(FIELDS);
      } else {
        reader.skip();
      }
      next = reader.nextField(FIELDS, next + 1);
    }
    if (!seen[0]) {
      throw found.isEmpty() ? reader.missing(FIELDS, 0, begin) : reader.refused("more", begin);
    }
    return found;
  }

  /** Enters what cannot be there, so that the first byte decides. */
  private static Object begun(JsonReader reader) {
    return reader.readNull() ? "null" : reader.beginObject() ? reader.readKey() : "empty";
  }

  private static Object outcome(
      byte[] text, int from, int to, JsonOptions options, Function<JsonReader, Object> reading) {
    try {
      JsonReader reader = new JsonReader(text, from, to, options);
      Object value = reading.apply(reader);
      reader.finish();
      return value;
    } catch (VarvelException e) {
      checkPlace(e, text, from, to);
      return e.report() + e.path();
    }
  }

  /** Computes the line and the column in another way. */
  private static void checkPlace(VarvelException e, byte[] text, int from, int to) {
    if (e.kind() == ErrorKind.UNREPRESENTABLE) {
      return; // An error of the writer.
    }
    assertTrue(e.offset() >= 0 && e.offset() <= to - from, e.getMessage());
    int at = from + (int) e.offset();
    int lineStart = at;
    while (lineStart > from && text[lineStart - 1] != '\n') {
      lineStart--;
    }
    int line = 1;
    for (int i = from; i < lineStart; i++) {
      line += text[i] == '\n' ? 1 : 0;
    }
    assertEquals(line, e.line(), e.getMessage());
    String before = new String(text, lineStart, at - lineStart, StandardCharsets.UTF_8);
    if (lineStart == from && before.startsWith("\ufeff")) {
      before = before.substring(1);
    }
    if (before.indexOf('\ufffd') < 0) {
      assertEquals(before.codePointCount(0, before.length()) + 1, e.column(), e.getMessage());
    }
  }

  /** What may be behind the end of a part. */
  private static final byte[][] TRAPS = {
    "\"]}\"]}\"]}\"]}\"]}\"]}".getBytes(StandardCharsets.UTF_8),
    "0123456789e5,1:2,3:4".getBytes(StandardCharsets.UTF_8),
    "ull rue alse aN finity".getBytes(StandardCharsets.UTF_8),
    "u0000*/ \n:\":\"}dc00\\udc00".getBytes(StandardCharsets.UTF_8),
    {(byte) 0x9F, (byte) 0x98, (byte) 0x80, (byte) 0xBF, (byte) 0xBF, -1, -2, 0, 0, 0, 0},
  };

  static byte[] joined(byte[] a, byte[] b, byte[] c) {
    byte[] all = Arrays.copyOf(a, a.length + b.length + c.length);
    System.arraycopy(b, 0, all, a.length, b.length);
    System.arraycopy(c, 0, all, a.length + b.length, c.length);
    return all;
  }

  private static void check(byte[] text, JsonOptions options, int draw) {
    byte[] trap = TRAPS[draw % TRAPS.length];
    byte[] padded = joined(trap, text, trap);
    int number = draw;
    for (Map.Entry<String, Function<JsonReader, Object>> one : READINGS.entrySet()) {
      if (number++ % 3 != 0) {
        continue;
      }
      try {
        Object whole = outcome(text, 0, text.length, options, one.getValue());
        Object part =
            outcome(padded, trap.length, trap.length + text.length, options, one.getValue());
        assertEquals(whole, part);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(one.getKey() + " of " + shown(text) + " " + options, e);
      }
    }
  }

  private static String shown(byte[] text) {
    StringBuilder out = new StringBuilder();
    for (byte b : text) {
      out.append(b > ' ' || b == ' ' ? Character.toString(b) : String.format("\\x%02x", b));
    }
    return out.toString();
  }

  /** A codec that asks for some type. */
  private static Codec<Object> codec(Function<JsonReader, Object> reading) {
    return new Codec<>() {
      @Override
      public Object read(Reader reader) {
        return reading.apply((JsonReader) reader);
      }

      @Override
      public void write(Object value, Writer writer) {
        throw new UnsupportedOperationException();
      }
    };
  }

  /** Reads up to twenty values and errors. */
  private static List<Object> streamed(
      InputStream input, boolean items, JsonOptions options, Codec<Object> codec) {
    List<Object> found = new ArrayList<>();
    JsonStream stream =
        items ? JsonStream.items(input, options) : JsonStream.values(input, options);
    int errors = 0;
    while (found.size() < 20) {
      try {
        if (!stream.hasNext()) {
          found.add("end");
          break;
        }
        found.add(stream.next(codec));
      } catch (VarvelException e) {
        if (e.kind() == ErrorKind.IO) {
          continue;
        }
        // What was found, and the line, are shown as far as they have come.
        found.add(described(e));
        if (++errors == 4) {
          break;
        }
      }
    }
    found.add(stream.count());
    return found;
  }

  private static String described(VarvelException e) {
    String place = e.offset() + " " + e.line() + ":" + e.column() + " " + e.path();
    return e.number() + " " + place + " " + e.expected();
  }

  /** Gives one byte at a time, and fails before each. */
  private static InputStream slow(byte[] text) {
    return new InputStream() {
      private int calls;

      @Override
      public int read() {
        throw new UnsupportedOperationException();
      }

      @Override
      public int read(byte[] to, int at, int length) throws IOException {
        if (calls++ % 2 == 0) {
          throw new IOException("later");
        }
        if (calls / 2 > text.length) {
          return -1;
        }
        to[at] = text[calls / 2 - 1];
        return 1;
      }
    };
  }

  private static void checkStream(byte[] text, JsonOptions options, int draw) {
    List<Function<JsonReader, Object>> all = new ArrayList<>(READINGS.values());
    // The last way reads a part of a value, which no codec does.
    int way = draw % (all.size() - 1);
    Codec<Object> codec = codec(all.get(way));
    for (boolean items : new boolean[] {false, true}) {
      try {
        List<Object> whole = streamed(new ByteArrayInputStream(text), items, options, codec);
        assertEquals(whole, streamed(slow(text), items, options, codec));
      } catch (RuntimeException | AssertionError e) {
        String how = (items ? "items " : "values ") + way;
        throw new AssertionError(how + " of " + shown(text) + " " + options, e);
      }
    }
  }

  static List<byte[]> texts() throws IOException {
    List<byte[]> texts = new ArrayList<>();
    for (String text :
        new String[] {
          "{\"a\":1,\"id\" : [2],\"name\":{},\"seventh\":\"x\",\"eighth_x\":null,"
              + "\"a name of sixteen\":true,\"é\\\"\":1e5}",
          "[{\"" + "b".repeat(40) + "\":-12,\"\\u0061\":\"\\ud83d\\ude00\"} , {} ]",
          "[\"0123456789abcdef\",\"0123456789abcde\\n\",\"é0123456789abc😀\"]",
          "[-9223372036854775808,18446744073709551615,0.1e-7,-0]",
          "// a\n{a: 'b\\\n', +id: [0x1F, .5, +Infinity, NaN,],} /* é */",
          "1 2 {} \"a\"[null]true",
        }) {
      texts.add(text.getBytes(StandardCharsets.UTF_8));
    }
    texts.addAll(Suites.textsOfJson(60));
    return texts;
  }

  private static int asked(int few) {
    String cases = System.getenv("VARVEL_CASES");
    return cases == null ? few : Integer.parseInt(cases);
  }

  @Test
  void cutTexts() throws IOException {
    int draw = 0;
    for (byte[] text : texts()) {
      for (int length = 0; length <= text.length; length++) {
        byte[] cut = Arrays.copyOf(text, length);
        JsonOptions options = OPTIONS[draw++ % OPTIONS.length];
        check(cut, options, draw);
        checkStream(cut, options, draw);
      }
    }
  }

  @Test
  void changedBytes() throws IOException {
    List<byte[]> texts = texts();
    Random random = new Random(7);
    Collections.shuffle(texts, random);
    int left = asked(4_000);
    for (int round = 0; left > 0; round++) {
      byte[] text = texts.get(round % texts.size()).clone();
      if (text.length == 0) {
        continue;
      }
      int at = random.nextInt(text.length);
      text[at] = (byte) random.nextInt();
      JsonOptions options = OPTIONS[random.nextInt(OPTIONS.length)];
      check(text, options, round);
      checkStream(text, options, round / 7);
      left--;
    }
  }
}
